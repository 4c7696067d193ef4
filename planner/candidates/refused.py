"""Why no plan was found."""

from dataclasses import dataclass
from typing import Literal

from planner.candidates.curves import CurveData
from planner.candidates.promise import Form, Lacking
from planner.loads import Limit
from planner.sizing.curve import Miss

type Reason = Literal[
    "slo_out_of_reach",
    "below_one_in_flight",
    "metric_not_measured",
    "saturated",
    "shape_not_covered",
]
_WEIGHT: dict[Reason, int] = {
    "slo_out_of_reach": 5,
    "below_one_in_flight": 4,
    "metric_not_measured": 3,
    "saturated": 2,
    "shape_not_covered": 1,
}


@dataclass(frozen=True, slots=True)
class Refused:
    """A limit missed, a latency not measured, or no shape near enough."""

    reason: Reason
    miss: Miss | None = None
    limit: Limit | None = None
    lacking: Lacking | None = None
    nearest: CurveData | None = None

    @property
    def weight(self) -> int:
        """Which of several refusals says most."""
        return _WEIGHT[self.reason]

    @property
    def is_final(self) -> bool:
        """Whether a limit is broken where the shape is known: no other shape rule is tried then."""
        return self.reason in {"slo_out_of_reach", "below_one_in_flight"}


def missed(miss: Miss, forms: tuple[Form, ...]) -> Refused:
    """The refusal for a limit that the least load breaks."""
    return Refused("slo_out_of_reach", miss=miss, limit=forms[miss.limit].limit)


def lacks(lacking: Lacking, forms: tuple[Form, ...]) -> Refused:
    """The refusal for a latency that was not measured."""
    limit = next(f.limit for f in forms if any(x == lacking.latency for _, x in f.terms))
    return Refused("metric_not_measured", limit=limit, lacking=lacking)


def most_telling(refusals: list[Refused]) -> Refused:
    """The refusal that says most; of missed limits the one that is missed by least."""
    top = max(refused.weight for refused in refusals)
    chosen = [refused for refused in refusals if refused.weight == top]

    def excess(refused: Refused) -> float:
        if refused.miss is None or refused.limit is None:
            return 0.0
        return float(refused.miss.value / refused.limit.limit_ms)

    return min(chosen, key=excess)

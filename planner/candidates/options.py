"""What each deployment is offered at: its caps, with the loads that may use each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from planner.candidates.caps import merged_caps
from planner.candidates.matching import Match, Matches


@dataclass(frozen=True, slots=True)
class Use:
    """How one load would use an option: its match, and the rate as it will be stated."""

    match: Match
    rate: Fraction
    """requests/s (or streams) of one replica."""


@dataclass(frozen=True, slots=True)
class Option:
    """A deployment at a cap."""

    deployment: int
    cap: int | None
    uses: dict[int, Use]
    """By load, those that may run at this cap."""

    @property
    def cap_word(self) -> str:
        """The cap in a sentence."""
        return "no cap" if self.cap is None else f"cap {self.cap}"


def options_of(matches: Matches) -> list[Option]:
    """Every option, in order of deployment and cap; the one without a cap last."""
    by_deployment: dict[int, list[tuple[int, Match]]] = {}
    for (d, load), found in sorted(matches.plans.items(), key=lambda item: item[0]):
        by_deployment.setdefault(d, []).extend((load, match) for match in found)
    return [o for d, pairs in by_deployment.items() for o in _of_deployment(d, pairs)]


def _of_deployment(d: int, pairs: Sequence[tuple[int, Match]]) -> Iterator[Option]:
    capped = [(load, match, match.plan.cap) for load, match in pairs if match.plan.cap is not None]
    alone = [(load, match) for load, match in pairs if match.plan.cap is None]
    for cap in merged_caps(own for _, _, own in capped):
        uses = {load: Use(match, match.rate(cap)) for load, match, own in capped if cap <= own}
        yield Option(d, cap, uses)
    if alone:
        yield Option(d, None, {i: Use(match, match.rate(None)) for i, match in alone})

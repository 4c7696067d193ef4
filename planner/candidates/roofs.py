"""The points of a deployment whose rate is above what its chips can do."""

from collections.abc import Iterator
from dataclasses import dataclass

from planner.ceiling import Subject, point_ceiling, stream_ceiling
from planner.entries import Curve, OperatingPoint
from planner.sizing.roofline import rate_over_ceiling


@dataclass(frozen=True, slots=True)
class Overrun:
    """One rate above its ceiling, tokens/s."""

    rate: float
    ceiling: float
    is_refused: bool
    """By more than 10 %."""
    text: str


class Roofs:
    """What bounds the curves of one deployment, each looked at once."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._overruns: dict[int, dict[int, Overrun]] = {}

    def overruns(self, curve: int) -> dict[int, Overrun]:
        """The points of a curve that are above their ceiling, by position."""
        if curve not in self._overruns:
            entry = self._subject.deployment.curves[curve]
            found = ((i, self._worst(entry, point)) for i, point in enumerate(entry.points))
            self._overruns[curve] = {i: over for i, over in found if over is not None}
        return self._overruns[curve]

    def _worst(self, curve: Curve, point: OperatingPoint) -> Overrun | None:
        found = [*self._system(curve, point), *self._stream(curve, point)]
        return max(found, key=lambda over: over.rate / over.ceiling, default=None)

    def _system(self, curve: Curve, point: OperatingPoint) -> Iterator[Overrun]:
        ceiling = point_ceiling(self._subject, curve, point)
        if ceiling is not None and point.output_tokens_per_s is not None:
            held = "" if point.concurrency is None else f" at concurrency {point.concurrency:g}"
            what = f"its {{rate:,.5g}} output tokens/s{held}"
            yield from _over(point.output_tokens_per_s, ceiling.tokens_per_s, what)

    def _stream(self, curve: Curve, point: OperatingPoint) -> Iterator[Overrun]:
        latencies = point.tpot_ms or {}
        tpot_ms = latencies.get("p50") or latencies.get("mean")
        ceiling = stream_ceiling(self._subject, curve)
        if tpot_ms and ceiling is not None:
            what = f"the {{rate:,.5g}} tokens/s per stream of its TPOT of {tpot_ms:g} ms"
            yield from _over(1000 / max(tpot_ms, 1e-6), ceiling, what)


def _over(rate: float, ceiling: float, what: str) -> Iterator[Overrun]:
    verdict = rate_over_ceiling(rate, ceiling)
    if verdict.kind != "within":
        text = (
            f"{what.format(rate=rate)} are {verdict.excess_fraction:.1%} above the "
            f"{ceiling:,.5g} that its chips allow"
        )
        yield Overrun(rate, ceiling, verdict.kind == "refuse", text)

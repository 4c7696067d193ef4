"""Plans held against what the chips can hold and do."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import Final

from planner.candidates.curves import CurveSet
from planner.candidates.memory import Memory, Room
from planner.candidates.plans import CurvePlan, FittedPlan, Plan
from planner.candidates.roofs import Overrun, Roofs
from planner.candidates.words import plain
from planner.ceiling import Subject
from planner.loads import StageLoad
from planner.quote import Note

MEASURED: Final = ("measured", "third_party", "vendor")
"""Evidence of something that ran: it outranks the arithmetic of memory."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """Why a plan is not possible."""

    reason: str
    text: str
    limit: float
    best: float


@dataclass(frozen=True, slots=True)
class Possible:
    """A plan that is, perhaps at a lower cap, and what must be said of it."""

    plan: Plan
    warnings: tuple[Note, ...] = ()


class Physics:
    """What one deployment's replica can hold and do."""

    def __init__(self, subject: Subject, curves: CurveSet) -> None:
        self._deployment = subject.deployment
        self._memory = Memory(subject)
        self._roofs = Roofs(subject)
        self._curves = curves

    def check(self, plan: Plan, load: StageLoad) -> Possible | Impossible:
        """The plan as far as it is possible."""
        overruns = list(self._overruns(plan))
        beyond = next((o for o in overruns if o.is_refused), None)
        if beyond is not None:
            text = f"{beyond.text}; more than 10 % above is not used."
            return Impossible("above_ceiling", text, beyond.ceiling, beyond.rate)
        found = self._fitting(plan, load)
        if isinstance(found, Impossible) or not overruns:
            return found
        text = f"{self._deployment.id}: {overruns[0].text}; up to 10 % is within what is nominal."
        return replace(found, warnings=(*found.warnings, Note(code="above_ceiling", text=text)))

    def _overruns(self, plan: Plan) -> Iterator[Overrun]:
        for curve, promised in plan.tracks:
            over = self._roofs.overruns(curve)
            yield from (over[p.position] for p in promised.points if p.position in over)

    def _fitting(self, plan: Plan, load: StageLoad) -> Possible | Impossible:
        context = load.shape.input_tokens + load.shape.output_tokens
        room = self._memory.room_for(context)
        wanted = plan.cap or 1
        if room is None or wanted <= room.sequences:
            return Possible(plan)
        seen = self._seen_in_flight(context)
        if wanted <= seen:
            return Possible(plan, (self._outranked(room, seen),))
        allowed = max(room.sequences, seen)
        if allowed < 1:
            text = f"Input + output is {plain(context)} tokens: {room.arithmetic}."
            return Impossible("does_not_fit", text, float(wanted), float(room.sequences))
        if not isinstance(plan, CurvePlan | FittedPlan):
            return Possible(plan)
        text = (
            f"{self._deployment.id} is held to {allowed} requests in flight at {plain(context)} "
            f"tokens, not the {wanted} that its latencies allow: {room.arithmetic}."
        )
        note = Note(code="cap_lowered_by_memory", text=text)
        return Possible(replace(plan, cap=allowed), (note,))

    def _seen_in_flight(self, context: Fraction) -> int:
        """The most requests in flight that ran with at least so long a context; 0: none did."""
        if self._deployment.evidence not in MEASURED:
            return 0
        held = [
            point.concurrency or Fraction(1)
            for curve in self._curves.shaped
            if curve.lengths and curve.lengths.input_tokens + curve.lengths.output_tokens >= context
            for point in (*curve.sweep, *curve.alone)
        ]
        return floor(max(held, default=Fraction(0)))

    def _outranked(self, room: Room, seen: int) -> Note:
        text = (
            f"{self._deployment.id} was measured with {seen} requests in flight at this context or "
            f"a longer one, which outranks the arithmetic of its memory: {room.arithmetic}."
        )
        return Note(code="memory_outranked", text=text)

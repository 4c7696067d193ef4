"""A mixed-fleet problem in the format of Mélange as a demand that asks the same question."""

from collections.abc import Iterator, Mapping
from decimal import ROUND_UP, Context, Decimal
from fractions import Fraction
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from planner.entries.base import EntryId
from planner.errors import Fault, InvalidInput
from planner.units import RequestsPerS, UsdPerHour, exact
from planner.validation import faults_of

MODEL: Final = "melange"
FIRST_TOKENS: Final = Decimal(10)
TOKENS_STEP: Final = Decimal("1.021")
"""Above the 2 % within which two lengths are the same shape."""
SHORT: Final = Context(prec=4, rounding=ROUND_UP)
"""Lengths of four digits: a rate times a length is then a decimal that a JSON number holds."""
MAX_BUCKETS: Final = 750
"""So many lengths fit between `FIRST_TOKENS` and the longest that a demand may have."""

Rows = Annotated[
    tuple[Annotated[tuple[RequestsPerS, ...], Field(min_length=1)], ...], Field(min_length=1)
]


class _Read(BaseModel):
    """What of the file is read; other keys are how Mélange solves, not what it asks."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class GpuType(_Read):
    """One type of accelerator."""

    cost: UsdPerHour
    tputs: Rows
    """requests/s of one replica by bucket, the SLO kept; 0 where it cannot serve it."""


class MelangeProblem(_Read):
    """A problem as the file states it."""

    gpu_info: Annotated[dict[EntryId, GpuType], Field(min_length=1, max_length=500)]
    workload_distribution: Rows
    total_request_rate: RequestsPerS

    @property
    def buckets(self) -> tuple[tuple[int, int], ...]:
        """(row, column) of every bucket."""
        rows = self.workload_distribution
        return tuple((i, j) for i, row in enumerate(rows) for j in range(len(row)))


def demand_from_melange(
    data: object, source: str = "", gap_fraction: float | None = None
) -> dict[str, Any]:
    """The demand, as plain data, whose cheapest fleet answers a Mélange problem.

    A bucket is a workload of fraction x total rate / sum of the fractions requests/s. A type is a
    deployment of one chip with one curve for each bucket that it serves, rented at its cost.
    Nothing is added: no headroom, no spares, no software, no operations. Power and memory of the
    hardware are stand-ins, as are the lengths of the buckets, which only keep them apart.

    Args:
        data: plain data of the file.
        source: names the file in errors.
        gap_fraction: how near to the best possible the fleet must be proven; omitted, the default.

    Raises:
        InvalidInput: with a fault for each place that is wrong.
    """
    problem = _read(data, source)
    lengths = dict(zip(problem.buckets, _lengths(len(problem.buckets)), strict=True))
    demand: dict[str, Any] = {
        "name": f"Mélange problem {source}".strip()[:200],
        "workloads": list(_workloads(problem, lengths)),
        "hardware": [_hardware(name, gpu.cost) for name, gpu in problem.gpu_info.items()],
        "deployments": list(_deployments(problem, lengths)),
        "policy": {"headroom": 0, "acquisition": "rent"},
        "costs": {"software_usd_per_chip_year": {"default": 0}, "operations_usd_per_node_year": 0},
    }
    if gap_fraction is not None:
        demand["solver"] = {"gap_fraction": gap_fraction}
    return demand


def _read(data: object, source: str) -> MelangeProblem:
    if not isinstance(data, Mapping):
        raise InvalidInput.at("", "a Mélange problem is a mapping with gpu_info", source)
    try:
        problem = MelangeProblem.model_validate(data)
    except ValidationError as error:
        raise InvalidInput(faults_of(error), source) from None
    faults = list(_faults(problem))
    if faults:
        raise InvalidInput(faults, source)
    return problem


def _faults(problem: MelangeProblem) -> Iterator[Fault]:
    """What one field alone cannot tell."""
    shape = _shape(problem.workload_distribution)
    if len(problem.buckets) > MAX_BUCKETS:
        message = f"has {len(problem.buckets):,} buckets; at most {MAX_BUCKETS} can be kept apart"
        yield Fault("workload_distribution", message)
    if not any(map(any, problem.workload_distribution)) and problem.total_request_rate:
        yield Fault("workload_distribution", "adds up to 0, so the rate has nowhere to go")
    for name, gpu in problem.gpu_info.items():
        if _shape(gpu.tputs) != shape:
            message = (
                f"has rows of {_listed(_shape(gpu.tputs))} buckets; "
                f"workload_distribution has rows of {_listed(shape)}"
            )
            yield Fault(f"gpu_info.{name}.tputs", message)
        elif not any(map(any, gpu.tputs)):
            yield Fault(f"gpu_info.{name}.tputs", "serves no bucket; leave the type out")


def _shape(rows: tuple[tuple[float, ...], ...]) -> list[int]:
    return [len(row) for row in rows]


def _listed(shape: list[int]) -> str:
    return ", ".join(map(str, shape[:10])) + (", …" if len(shape) > 10 else "")


def _lengths(buckets: int) -> list[tuple[float, float]]:
    """(input, output) tokens by bucket: where the one grows the other shrinks.

    So no two are within 2 % of each other, and none is at least as long as another in both: what
    was measured at one says nothing of the next.

    >>> _lengths(3)
    [(10.0, 10.43), (10.21, 10.21), (10.43, 10.0)]
    """
    ladder = [FIRST_TOKENS]
    while len(ladder) < buckets:
        ladder.append(SHORT.multiply(ladder[-1], TOKENS_STEP))
    tokens = [float(length) for length in ladder]
    return list(zip(tokens, reversed(tokens), strict=True))


def _workloads(
    problem: MelangeProblem, lengths: Mapping[tuple[int, int], tuple[float, float]]
) -> Iterator[dict[str, Any]]:
    shares = problem.workload_distribution
    total = sum((exact(share) for row in shares for share in row), Fraction(0))
    per_share = exact(problem.total_request_rate) / (total or 1)
    for (i, j), (input_tokens, output_tokens) in lengths.items():
        yield {
            "name": _name(i, j),
            "model": MODEL,
            "requests_per_s": float(exact(shares[i][j]) * per_share),
            "input_tokens": input_tokens,
            "output_tokens": output_tokens,
        }


def _name(row: int, column: int) -> str:
    return f"bucket {row},{column}"


def _hardware(name: str, cost: float) -> dict[str, Any]:
    return {
        "id": name,
        "memory_gb": 1,
        "chips_per_node": 1,
        "node_power_w": 1,
        "rent_usd_per_chip_hour": cost,
        "note": "Memory and power are stand-ins: the problem states neither.",
    }


def _deployments(
    problem: MelangeProblem, lengths: Mapping[tuple[int, int], tuple[float, float]]
) -> Iterator[dict[str, Any]]:
    for name, gpu in problem.gpu_info.items():
        curves = [
            _curve(shape, gpu.tputs[i][j]) for (i, j), shape in lengths.items() if gpu.tputs[i][j]
        ]
        layout = {"model": MODEL, "hardware": name, "chips_per_replica": 1}
        yield {"id": name, **layout, "curves": curves}


def _curve(shape: tuple[float, float], requests_per_s: float) -> dict[str, Any]:
    tokens_per_s = float(exact(requests_per_s) * exact(shape[1]))
    points = [{"output_tokens_per_s": tokens_per_s}]
    return {"input_tokens": shape[0], "output_tokens": shape[1], "points": points}

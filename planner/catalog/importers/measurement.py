"""The canonical operating point: what every benchmark file becomes, whatever tool wrote it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, Literal

from planner.catalog.importers.finding import Finding

Percentiles = Mapping[str, float]
NONE: Final[Mapping[str, Any]] = MappingProxyType({})

LoadKind = Literal["closed", "open", "burst", "batch"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a measurement was read."""

    file: str
    place: str
    format: str

    def __str__(self) -> str:
        return f"{self.file} {self.place}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What the client was told to send."""

    kind: LoadKind | None = None
    """`closed`: a fixed number in flight; `open`: a rate; `burst`: all at once; `batch`: one static
    batch, no server. None: the file does not say."""
    concurrency_cap: float | None = None
    """Most requests in flight; in an open loop only a cap, that may never bind."""
    offered_requests_per_s: float | None = None
    requests_sent: float | None = None
    drops_unfinished: bool = False
    """The tool stops at a deadline and leaves the unfinished out: no drain tail, long ones cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Requests by outcome; None where the file has no such count."""

    ok: float | None = None
    failed: float | None = None
    incomplete: float | None = None
    failed_is_derived: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Of the whole measured deployment, over the whole run; successful requests only."""

    requests_per_s: float | None = None
    output_tokens_per_s: float
    input_tokens_per_s: float | None = None
    concurrency: float | None = None
    """Time average in flight, where the tool measured it."""
    goodput_requests_per_s: float | None = None
    duration_s: float | None = None
    duration_is_derived: bool = False
    power_w: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Mean tokens of a request, as measured; nominal ones are kept apart and never planned on."""

    input_tokens: float | None = None
    output_tokens: float | None = None
    output_is_derived: bool = False
    """From output rate / request rate, where the file has no count."""
    nominal_input_tokens: float | None = None
    nominal_output_tokens: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Latencies:
    """Milliseconds by `mean`, `p50`, `p99`, …; what was not measured is absent."""

    ttft_ms: Percentiles = NONE
    tpot_ms: Percentiles = NONE
    itl_ms: Percentiles = NONE
    e2e_ms: Percentiles = NONE
    tpot_is_derived: bool = False
    """The mean TPOT is (E2E − TTFT) / (output tokens − 1) of means: the file's own is no TPOT."""
    tpot_reported_ms: Percentiles = NONE
    """What the file calls TPOT, where that is not TPOT."""

    @property
    def by_name(self) -> dict[str, Percentiles]:
        """The four, by field name."""
        return {
            "ttft_ms": self.ttft_ms,
            "tpot_ms": self.tpot_ms,
            "itl_ms": self.itl_ms,
            "e2e_ms": self.e2e_ms,
        }


def latencies_of(by_name: Mapping[str, Percentiles]) -> Latencies:
    """The four latencies, from a mapping by field name."""
    return Latencies(
        ttft_ms=by_name.get("ttft_ms", NONE),
        tpot_ms=by_name.get("tpot_ms", NONE),
        itl_ms=by_name.get("itl_ms", NONE),
        e2e_ms=by_name.get("e2e_ms", NONE),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What served, as far as the file says."""

    model: str | None = None
    hardware: str | None = None
    chips: int | None = None
    """Of the whole measured deployment."""
    replicas: int | None = None
    parallelism: Mapping[str, int] = field(default_factory=lambda: NONE)
    precision: str | None = None
    kv_precision: str | None = None
    engine: str | None = None
    engine_version: str | None = None
    speculation: str | None = None
    acceptance_length: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One operating point of one deployment, with where it was read and what is odd about it."""

    origin: Origin
    load: Load
    counts: Counts = Counts()
    rates: Rates
    shape: Shape = Shape()
    latencies: Latencies = Latencies()
    layout: Layout = Layout()
    tags: Mapping[str, str] = field(default_factory=lambda: NONE)
    """What the file says besides, such as `--metadata` keys: two values are two deployments."""
    run: str | None = None
    """Number of the repetition."""
    date: str | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def e2e_mean_ms(self) -> float | None:
        """Mean E2E; if only its parts were measured, TTFT + TPOT × (output tokens − 1) of means."""
        measured = self.latencies.e2e_ms.get("mean")
        return measured if measured is not None else self._estimated_e2e_ms()

    @property
    def e2e_is_estimated(self) -> bool:
        """Whether `e2e_mean_ms` is that sum."""
        return "mean" not in self.latencies.e2e_ms and self.e2e_mean_ms is not None

    @property
    def little_concurrency(self) -> float | None:
        """Requests in flight by Little's law, completed requests/s × mean E2E."""
        rate, e2e_ms = self.rates.requests_per_s, self.e2e_mean_ms
        return None if rate is None or e2e_ms is None else rate * e2e_ms / 1000

    @property
    def concurrency(self) -> float | None:
        """Time average in flight over the whole deployment: measured, else by Little's law."""
        measured = self.rates.concurrency
        return measured if measured is not None else self.little_concurrency

    @property
    def tpot_token_weighted_ms(self) -> float | None:
        """(E2E − TTFT) / (output tokens − 1) of measured means: each token counts once."""
        e2e_ms, ttft_ms = (self.latencies.e2e_ms.get("mean"), self.latencies.ttft_ms.get("mean"))
        return token_weighted_tpot_ms(e2e_ms, ttft_ms, self.shape.output_tokens)

    def _estimated_e2e_ms(self) -> float | None:
        ttft_ms, tpot_ms = (self.latencies.ttft_ms.get("mean"), self.latencies.tpot_ms.get("mean"))
        tokens = self.shape.output_tokens
        if ttft_ms is None or tpot_ms is None or tokens is None:
            return None
        return ttft_ms + tpot_ms * (tokens - 1)


def token_weighted_tpot_ms(
    e2e_ms: float | None, ttft_ms: float | None, output_tokens: float | None
) -> float | None:
    """(E2E − TTFT) / (output tokens − 1), ms, of three means; None where one is missing.

    >>> token_weighted_tpot_ms(7000, 2000, 101)
    50.0
    """
    if e2e_ms is None or ttft_ms is None or output_tokens is None or output_tokens <= 1:
        return None
    return (e2e_ms - ttft_ms) / (output_tokens - 1)

"""What a workload asks of a curve: its shape, with every latency limit as a sum."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from planner.demand import AgentWorkload, AnyWorkload, Policy, VoiceWorkload
from planner.entries.deployment import LATENCIES
from planner.verify.numbers import exact
from planner.verify.percentiles import Latency, level_of

Term = tuple[Fraction, Latency]
"""Coefficient × latency."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Constant + Σ coefficient × latency ≤ ceiling, all in ms."""

    name: str
    percentile: str
    ceiling_ms: Fraction
    constant_ms: Fraction
    terms: tuple[Term, ...]
    direct: Latency | None = None
    """What stands instead of the sum, where every used point has it."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Shape and limits of a workload; workloads that ask alike get the same rate."""

    input_tokens: Fraction
    output_tokens: Fraction
    """Planned: hidden reasoning included."""
    cached_fraction: Fraction
    limits: tuple[Limit, ...]
    use_lower: bool
    allow_mismatch: bool


def ask_of(workload: AnyWorkload, policy: Policy) -> Ask:
    """What a workload asks under a policy."""
    return Ask(
        input_tokens=exact(workload.input_tokens),
        output_tokens=planned_output(workload),
        cached_fraction=exact(workload.cached_input_fraction),
        limits=tuple(_limits(workload, is_bound=policy.percentile_sums == "bound")),
        use_lower=policy.missing_percentile == "use_lower",
        allow_mismatch=policy.allow_shape_mismatch,
    )


def planned_output(workload: AnyWorkload) -> Fraction:
    """Output tokens per request, hidden reasoning included."""
    return exact(workload.output_tokens) + exact(workload.reasoning_tokens)


def _limits(workload: AnyWorkload, *, is_bound: bool) -> Iterator[Limit]:
    yield from _slo_limits(workload, is_bound=is_bound)
    if isinstance(workload, VoiceWorkload):
        yield from _voice_limits(workload, is_bound=is_bound)
    elif isinstance(workload, AgentWorkload):
        yield from _task_limits(workload, is_bound=is_bound)


def _slo_limits(workload: AnyWorkload, *, is_bound: bool) -> Iterator[Limit]:
    tokens_until = {
        "e2e_ms": planned_output(workload) - 1,
        "first_visible_ms": exact(workload.reasoning_tokens),
    }
    for metric in LATENCIES if workload.slo else ():
        ceilings: dict[str, float] | None = getattr(workload.slo, metric)
        for key, ceiling in (ceilings or {}).items():
            direct = Latency(metric, level_of(key))
            terms: tuple[Term, ...] = ((Fraction(1), direct),)
            if metric in tokens_until:
                terms = _to_token(key, tokens_until[metric], is_bound=is_bound)
            is_sum = metric in tokens_until
            limit = exact(ceiling)
            yield Limit(metric, key, limit, Fraction(0), terms, direct if is_sum else None)


def _voice_limits(workload: VoiceWorkload, *, is_bound: bool) -> Iterator[Limit]:
    to_hear = exact(workload.endpoint_ms) + exact(workload.network_ms)
    around = to_hear + exact(workload.asr_ms) + exact(workload.tts_first_audio_ms)
    for key, ceiling in (workload.time_to_first_audio_ms or {}).items():
        terms = _to_token(key, Fraction(workload.first_chunk_tokens - 1), is_bound=is_bound)
        yield Limit("time_to_first_audio_ms", key, exact(ceiling), around, terms)
    if workload.tokens_per_audio_s is not None:
        slowest = 1000 / exact(workload.tokens_per_audio_s)
        usual = ((Fraction(1), Latency("tpot_ms", "usual")),)
        yield Limit("tokens_per_audio_s", "mean", slowest, Fraction(0), usual)
    for key, ceiling in (workload.interruption_ms or {}).items():
        silence = to_hear + exact(workload.cancel_ms)
        yield Limit("interruption_ms", key, exact(ceiling), silence, ())


def _task_limits(workload: AgentWorkload, *, is_bound: bool) -> Iterator[Limit]:
    calls = exact(workload.calls_per_task)
    tools_ms = calls * exact(workload.tool_s_per_call) * 1000
    for key, ceiling_s in (workload.task_s or {}).items():
        call = _to_token(key, planned_output(workload) - 1, is_bound=is_bound)
        terms = tuple((calls * coefficient, latency) for coefficient, latency in call)
        yield Limit("task_ms", key, exact(ceiling_s) * 1000, tools_ms, terms)


def _to_token(key: str, tokens: Fraction, *, is_bound: bool) -> tuple[Term, ...]:
    """TTFT + tokens × TPOT; as a bound each of k latencies stands at 1 − (1 − p)/k."""
    level = level_of(key)
    parts = [("ttft_ms", Fraction(1))] + [("tpot_ms", tokens)] * (tokens > 0)
    if is_bound and isinstance(level, Fraction):
        level = 100 - (100 - level) / len(parts)
    return tuple((coefficient, Latency(metric, level)) for metric, coefficient in parts)

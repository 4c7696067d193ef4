"""Figures of one point that must multiply or add up to another."""

from collections.abc import Iterator
from typing import Final

from planner.catalog.importers.finding import Finding, refusal, warning
from planner.catalog.importers.measurement import Measurement

TOKENS_WARN: Final = 0.02
TOKENS_REFUSE: Final = 0.20
"""Windows and rounding explain 2 %; beyond 20 % one of the figures is not what its name says."""
LATENCY_WARN: Final = 0.05


def token_identity(measured: Measurement) -> Iterator[Finding]:
    r"""Completed requests/s × output tokens = output tokens/s, of the whole deployment.

    $$\frac{\lambda \cdot \mathrm{OSL}}{X} - 1 \approx 0$$
    """
    rate, tokens = measured.rates.requests_per_s, measured.shape.output_tokens
    if rate is None or tokens is None or measured.shape.output_is_derived:
        return
    output_rate = measured.rates.output_tokens_per_s
    ratio = rate * tokens / output_rate
    if abs(ratio - 1) <= TOKENS_WARN:
        return
    told = refusal if abs(ratio - 1) > TOKENS_REFUSE else warning
    text = (
        f"{rate:.5g} requests/s × {tokens:.5g} output tokens = {rate * tokens:.5g} tokens/s, but"
        f" the file says {output_rate:.5g}, {1 / ratio:.3g} × as much{_cause(measured, 1 / ratio)}"
    )
    yield told("token_identity", text, ratio - 1)


def _cause(measured: Measurement, excess: float) -> str:
    """Which of the usual mistakes has this ratio."""
    shape, layout = measured.shape, measured.layout
    causes = {
        "the total rate, input included": _total_ratio(shape.input_tokens, shape.output_tokens),
        "a rate per chip": 1 / layout.chips if layout.chips and layout.chips > 1 else None,
        "a rate per stream": 1 / measured.concurrency if measured.concurrency else None,
    }
    close = [
        name
        for name, ratio in causes.items()
        if ratio and abs(excess / ratio - 1) < TOKENS_WARN * 2
    ]
    return f": it looks like {close[0]}" if close else ": one of the three is something else"


def _total_ratio(tokens_in: float | None, tokens_out: float | None) -> float | None:
    return None if tokens_in is None or not tokens_out else (tokens_in + tokens_out) / tokens_out


def latency_identity(measured: Measurement) -> Iterator[Finding]:
    r"""TTFT + TPOT × (output tokens − 1) = E2E, of the measured means.

    It fails where output lengths vary (a mean TPOT weighs short outputs as much as long ones),
    where ITL or E2E / tokens was taken for TPOT, and where tokens were miscounted.
    """
    weighted = measured.tpot_token_weighted_ms
    tpot = measured.latencies.tpot_ms.get("mean")
    e2e, ttft = measured.latencies.e2e_ms.get("mean"), measured.latencies.ttft_ms.get("mean")
    if (
        weighted is None
        or tpot is None
        or e2e is None
        or ttft is None
        or measured.latencies.tpot_is_derived
    ):
        return
    if weighted <= 0 or e2e <= 0:
        return
    total = ttft + tpot * ((measured.shape.output_tokens or 1) - 1)
    residual = total / e2e - 1
    if abs(residual) > LATENCY_WARN:
        text = (
            f"TTFT + TPOT × (tokens − 1) is {total:.5g} ms, {residual:+.0%} from E2E {e2e:.5g} ms:"
            f" mean TPOT {tpot:.4g} ms is {tpot / weighted:.3g} × the"
            f" token-weighted {weighted:.4g} ms{_why(tpot / weighted)}"
        )
        yield warning("latency_identity", text, residual)


def _why(ratio: float) -> str:
    if ratio < 1:
        return "; output tokens are counted too low, or TPOT is too small"
    return "; short outputs weigh as much as long ones, or this is the gap between chunks"

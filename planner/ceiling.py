"""The physical ceiling of a deployment's points."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor

from planner.entries.deployment import Curve, Deployment, OperatingPoint
from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel
from planner.figures import cache_of, roof_of
from planner.sizing import roofline
from planner.sizing.kv import mean_bytes_while_decoding
from planner.sizing.layouts import Layout, layout_of
from planner.sizing.precisions import known_format, number_format
from planner.sizing.roofline import Ceiling, Reads, Roof, Verdict

KV_PRECISION_AT_LEAST = "fp8"
"""Read by a ceiling where a deployment does not say: the smallest that engines use unasked."""


@dataclass(frozen=True)
class Subject:
    """A deployment with the entries that it names."""

    model: LanguageModel
    deployment: Deployment
    hardware: Mapping[str, Hardware]
    """By id; at least what the deployment runs on."""

    @property
    def parts(self) -> list[tuple[Hardware, int]]:
        """(hardware, chips) of one replica."""
        return [(self.hardware[key], n) for key, n in self.deployment.chips_by_hardware.items()]

    @property
    def layout(self) -> Layout | None:
        """Degrees of the replica; None where they are not stated or not one for all its chips."""
        deployment = self.deployment
        if deployment.parts or (not deployment.parallelism and deployment.chips > 1):
            return None
        return layout_of(deployment.parallelism, deployment.chips)

    @property
    def speculates(self) -> bool:
        """Whether a step may give more than one token."""
        return self.deployment.speculation != "none"


def point_ceiling(subject: Subject, curve: Curve, point: OperatingPoint) -> Ceiling | None:
    """What a point's rate cannot pass; None where the entries do not tell.

    Bounds the output rate, of a prefill deployment the input rate with its cache hits. With
    speculation the ceiling is multiplied with the acceptance length; where that is not stated
    only the arithmetic bounds. Without a precision nothing does.

    Raises:
        ValueError: a precision that is not known, degrees that are not the chips'.
    """
    roof = replica_roof(subject)
    if roof is None or subject.deployment.role in ("asr", "tts"):
        return None
    compute = roofline.compute_ceiling(
        roof, subject.model.active_parameters, computed_beside(subject, curve)
    )
    if subject.deployment.role == "prefill":
        uncached = 1 - curve.cached_input_fraction
        return None if compute is None else Ceiling(compute / uncached, "compute")
    bandwidth = None
    if point.concurrency is not None and not (subject.speculates and not curve.acceptance_length):
        bandwidth = roofline.bandwidth_ceiling(roof, step_reads(subject, curve), point.concurrency)
    lower = roofline.lower_ceiling(bandwidth, compute)
    return lower and Ceiling(lower.tokens_per_s * (curve.acceptance_length or 1), lower.binding)


def stream_ceiling(subject: Subject, curve: Curve) -> float | None:
    """Tokens/s that no single request can pass; None where the entries do not tell."""
    roof = replica_roof(subject)
    if roof is None or subject.deployment.role not in ("serve", "decode"):
        return None
    if subject.speculates and not curve.acceptance_length:
        return None
    ceiling = roofline.one_stream_ceiling(roof, step_reads(subject, curve))
    return ceiling and ceiling * (curve.acceptance_length or 1)


def point_verdict(subject: Subject, curve: Curve, point: OperatingPoint) -> Verdict | None:
    """Whether a point's rate is possible; None where the entries do not tell."""
    ceiling = point_ceiling(subject, curve, point)
    is_prefill = subject.deployment.role == "prefill"
    rate = point.input_tokens_per_s if is_prefill else point.output_tokens_per_s
    if ceiling is None or rate is None:
        return None
    return roofline.rate_over_ceiling(rate, ceiling.tokens_per_s)


def stream_verdict(subject: Subject, curve: Curve, point: OperatingPoint) -> Verdict | None:
    """Whether a point's middle stream is possible: 1000 / TPOT at p50, else at the mean."""
    latencies = point.tpot_ms or {}
    tpot_ms = latencies.get("p50") or latencies.get("mean")
    ceiling = stream_ceiling(subject, curve)
    if not tpot_ms or ceiling is None:
        return None
    return roofline.rate_over_ceiling(1000 / tpot_ms, ceiling)


def replica_roof(subject: Subject) -> Roof | None:
    """What the replica's chips can do; None without a precision whose bytes are known."""
    precision = known_format(subject.deployment.precision)
    kv = known_format(subject.deployment.kv_precision or KV_PRECISION_AT_LEAST)
    if precision is None or kv is None:
        return None
    layout = subject.layout
    stages = layout.pipeline if layout is not None else 1
    return roof_of(subject.parts, precision, stages)


def step_reads(subject: Subject, curve: Curve) -> Reads:
    """What a decode step of the curve reads, at least.

    Prefix hits may be read once for many sequences, so only the uncached input counts.
    """
    deployment, model = subject.deployment, subject.model
    weights = model.active_parameters * float(number_format(deployment.precision or "").read_bytes)
    kv = number_format(deployment.kv_precision or KV_PRECISION_AT_LEAST)
    uncached = floor((curve.input_tokens or 0) * (1 - curve.cached_input_fraction))
    cache = cache_of(model, kv.read_bytes)
    return Reads(
        weights, float(mean_bytes_while_decoding(cache, uncached, floor(curve.output_tokens or 0)))
    )


def computed_beside(subject: Subject, curve: Curve) -> float:
    """Input tokens computed per output token, where the same chips do both."""
    if subject.deployment.role != "serve" or not curve.output_tokens:
        return 0
    return (curve.input_tokens or 0) * (1 - curve.cached_input_fraction) / curve.output_tokens

"""What follows from two figures of a file, and is said to be derived."""

from dataclasses import replace

from planner.catalog.importers.measurement import Measurement


def completed(measured: Measurement) -> Measurement:
    """The same with what is absent: output tokens from the two rates, duration from a count.

    Nothing else is derived: no percentile, and no rate from a nominal length.
    """
    rates, shape = measured.rates, measured.shape
    per_s = rates.requests_per_s
    if not per_s or per_s <= 0:
        return measured
    if shape.output_tokens is None:
        tokens = rates.output_tokens_per_s / per_s
        shape = replace(shape, output_tokens=tokens, output_is_derived=True)
    if rates.duration_s is None and measured.counts.ok:
        rates = replace(rates, duration_s=measured.counts.ok / per_s, duration_is_derived=True)
    return replace(measured, rates=rates, shape=shape)

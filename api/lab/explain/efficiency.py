"""What the fleet gives for what it takes: tokens/s per chip, rack, megawatt and USD an hour."""

from collections.abc import Iterator

from api.lab.explain.parts import Explained, line
from planner.quote import Quote, Totals


def figures(quote: Quote, totals: Totals) -> Iterator[Explained]:
    """Of the whole fleet, at the peak; one is left out where what it is divided by is not known."""
    raw = totals.output_tokens_per_s or 0
    hardware = tuple(dict.fromkeys(f"hardware:{name}" for s in quote.sites for name in s.nodes))
    below = (
        ("chip", totals.provisioned_chips, "chips provisioned", hardware),
        ("rack", totals.racks, "racks", hardware),
        ("megawatt", totals.facility_megawatts, "MW at the meter", (*hardware, "costs")),
        ("usd_hour", totals.usd_per_hour, "USD an hour", ("costs",)),
    )
    for key, divisor, name, rests_on in below:
        value: float | None = getattr(totals, f"output_tokens_per_s_per_{key}")
        if value is not None and divisor is not None:
            unit = {"megawatt": "MW", "usd_hour": "USD an hour"}.get(key, key)
            yield Explained(
                f"totals.output_tokens_per_s_per_{key}",
                f"Output tokens/s per {unit}",
                value,
                f"tokens/s at the peak, per {unit}",
                f"raw demand at the peak, without headroom ÷ {name}",
                (line(raw, " tokens/s ÷ ", divisor, f" {name} = ", value),),
                rests_on,
            )

"""The fleet in one table: `quote.totals`."""

from planner.entries.base import Schema


class Totals(Schema):
    """Counts, power, money and rates of the whole fleet; every rate says peak or mean."""

    replicas: int | None = None
    """Working and spare."""
    spare_replicas: int | None = None
    chips: int | None = None
    """In replicas, spares included."""
    provisioned_chips: int | None = None
    """In the nodes paid for; cost, power and rates per chip use these."""
    nodes: int | None = None
    """Paid for, spares included."""
    spare_nodes: int | None = None
    rented_nodes: int | None = None
    """Among the nodes."""
    racks: int | None = None
    """`null` where the nodes per rack are not known."""
    it_megawatts: float | None = None
    """Provisioned, at the owned nodes, network included."""
    facility_megawatts: float | None = None
    """Provisioned, at the meter: IT x design PUE."""
    mean_facility_megawatts: float | None = None
    """Drawn in the yearly mean, at the meter."""
    energy_mwh_per_year: float | None = None
    """At the meter, in the yearly mean."""
    capex_usd: float | None = None
    """Price of the owned servers; the network beside them is in its cost line."""
    usd_per_year: float | None = None
    usd_per_hour: float | None = None
    usd_per_million_tokens: float | None = None
    """Total / (all input + accepted output), at the mean rate."""
    usd_per_million_input_tokens: float | None = None
    usd_per_million_output_tokens: float | None = None
    usd_per_million_output_tokens_all_in: float | None = None
    """Total / accepted output tokens."""
    usd_per_million_uncached_tokens: float | None = None
    """Total / (uncached input + accepted output)."""
    usd_per_million_tokens_at_peak_to_mean: dict[str, float | None] | None = None
    """For a peak of 1, 2 and 3 x the mean, where the demand gives no ratio."""
    usd_per_session_hour: float | None = None
    """Where all workloads are voice."""
    cached_input_tokens_per_year: float | None = None
    input_tokens_per_year: float | None = None
    output_tokens_per_year: float | None = None
    """Accepted."""
    output_tokens_per_s: float | None = None
    """At the peak, without headroom."""
    required_output_tokens_per_s: float | None = None
    """At the peak, with headroom."""
    output_tokens_per_s_per_chip: float | None = None
    """At the peak, per provisioned chip."""
    output_tokens_per_s_per_rack: float | None = None
    output_tokens_per_s_per_megawatt: float | None = None
    """At the peak, per provisioned facility megawatt."""
    output_tokens_per_s_per_usd_hour: float | None = None
    """At the peak, per USD an hour of provisioned capacity."""
    tonnes_co2_per_year: float | None = None

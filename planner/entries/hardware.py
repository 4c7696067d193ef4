"""One kind of accelerator in its server: a file of `profiles/hardware/`, or inline in a demand."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from planner.entries.base import Date, EntryId, Name, Note, Schema
from planner.entries.prices import Price, RentOffer, refuse_two_prices
from planner.units import (
    Chips,
    CountFromOne,
    Gigabytes,
    GigabytesPerS,
    PositiveWatts,
    Teraflops,
    Watts,
)


class PeakTeraflops(Schema):
    """Dense (not sparse) peak of one chip by number format, TFLOPS."""

    bf16: Teraflops | None = None
    """At 16 bits."""
    fp8: Teraflops | None = None
    """At 8 bits."""
    fp4: Teraflops | None = None
    """At 4 bits."""


class MemoryTier(Schema):
    """One kind of memory of a chip."""

    kind: Name
    """Such as HBM3e, SRAM or DDR5."""
    gb: Gigabytes
    """Of one chip, 10^9 bytes."""
    gb_per_s: GigabytesPerS
    """Bandwidth, of one chip."""


class Hardware(Schema):
    """A chip and the server it is bought in."""

    id: EntryId
    """Deployments and stock name it so; that of a catalog entry stands in for it."""
    name: Name | None = None
    """As people call it."""
    vendor: Name | None = None
    """Who makes the chip; software costs go by it."""
    memory_gb: Gigabytes
    """Memory of one chip that holds weights and KV cache, GB (10^9 bytes)."""
    memory_bandwidth_gb_per_s: GigabytesPerS | None = None
    """Of one chip."""
    peak_tflops: PeakTeraflops | None = None
    """What one chip could reckon at most."""
    tdp_w: PositiveWatts | None = None
    """Of one chip."""
    chips_per_node: Chips
    """Chips of one server, the least that can be bought."""
    node_power_w: PositiveWatts
    """The whole server at full load, chips, host, fans and supplies: what must be provisioned."""
    node_idle_power_w: Watts | None = None
    """The whole server with nothing to do. Omitted: the costs' share of full power."""
    scale_up_chips: Chips | None = None
    """Chips that one fast fabric joins; omitted: those of a node."""
    nodes_per_rack: CountFromOne | None = None
    """Servers of a full rack."""
    rack_power_w: PositiveWatts | None = None
    """A whole rack at full load, where it is bought by the rack."""
    purchase_unit: Literal["node", "rack"] = "node"
    """Whether single servers can be had, or whole racks only."""
    available_from: Date | None = None
    """When it can first be had: year, year-month or day."""
    memories: Annotated[tuple[MemoryTier, ...], Field(max_length=8)] = ()
    """Kinds of memory beside one another, where there are several."""
    hardwired_model: EntryId | None = None
    """The one model that this hardware can run, where it is cast in silicon."""
    price_usd_per_node: Price | None = None
    """Of a whole server; at most one of the three prices is given."""
    price_usd_per_chip: Price | None = None
    """Server price / its chips; not of a bare card."""
    price_usd_per_rack: Price | None = None
    """Of a full rack."""
    rent_usd_per_chip_hour: RentOffer | None = None
    """By the length of the promise; a bare number holds for any."""
    source: EntryId | None = None
    """Where the figures come from."""
    sources: Annotated[dict[EntryId, EntryId], Field(max_length=100)] = {}
    """Source by field, where it is not `source`."""
    note: Note | None = None
    """Whatever a reader should know."""

    @property
    def domain_chips(self) -> int:
        """Chips of one scale-up domain."""
        return self.scale_up_chips or self.chips_per_node

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> "Hardware":
        self._check_domain()
        self._check_power()
        if self.purchase_unit == "rack":
            self._check_rack(self.domain_chips // self.chips_per_node)
        refuse_two_prices(self.price_usd_per_node, self.price_usd_per_chip, self.price_usd_per_rack)
        return self

    def _check_domain(self) -> None:
        domain, node = self.domain_chips, self.chips_per_node
        if domain % node:
            raise PydanticCustomError(
                "domain_of_part_nodes",
                "scale_up_chips {domain} is not a whole number of nodes of {node} chips",
                {"domain": domain, "node": node},
            )

    def _check_power(self) -> None:
        node = self.chips_per_node
        if self.node_idle_power_w is not None and self.node_idle_power_w > self.node_power_w:
            raise PydanticCustomError("idle_above_full", "node_idle_power_w is above node_power_w")
        if self.tdp_w and self.tdp_w * node > self.node_power_w:
            raise PydanticCustomError(
                "node_below_chips",
                "node_power_w {power} is less than its {node} chips draw at tdp_w {tdp}; "
                "it is the power of the whole server",
                {"power": self.node_power_w, "node": node, "tdp": self.tdp_w},
            )

    def _check_rack(self, nodes_per_domain: int) -> None:
        if self.nodes_per_rack is None or self.rack_power_w is None:
            raise PydanticCustomError(
                "rack_incomplete",
                "hardware bought by the rack needs nodes_per_rack and rack_power_w",
            )
        share_w = self.rack_power_w / self.nodes_per_rack
        if self.node_idle_power_w is not None and self.node_idle_power_w > share_w:
            raise PydanticCustomError(
                "idle_above_rack_share",
                "node_idle_power_w {idle} is above a node's share of rack_power_w, {share}",
                {"idle": self.node_idle_power_w, "share": f"{share_w:g}"},
            )
        if self.nodes_per_rack % nodes_per_domain:
            raise PydanticCustomError(
                "rack_of_part_domains",
                "a rack of {nodes} nodes is not a whole number of scale-up domains "
                "of {domain} nodes",
                {"nodes": self.nodes_per_rack, "domain": nodes_per_domain},
            )

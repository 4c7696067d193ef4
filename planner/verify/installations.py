"""One kind of hardware at one site: how busy it is in the mean, and what it draws."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from planner.entries import Hardware
from planner.quote import SitePart
from planner.verify.case import Case
from planner.verify.numbers import exact
from planner.verify.power_rules import full_node_w
from planner.verify.site_rules import owned_nodes


@dataclass(frozen=True, slots=True)
class Installation:
    """The nodes of one kind at one site."""

    case: Case
    part: SitePart
    hardware: Hardware
    busy_chips: Fraction
    """Chips of busy replicas, yearly mean."""

    @property
    def nodes(self) -> int:
        """All of them, spares included."""
        return self.part.nodes[self.hardware.id]

    @property
    def owned(self) -> int:
        """Nodes that are bought."""
        return owned_nodes(self.part, self.hardware.id)

    @property
    def chips(self) -> int:
        """Provisioned."""
        return self.nodes * self.hardware.chips_per_node

    @property
    def node_w(self) -> Fraction:
        """What is provisioned for a node, network included, W."""
        return full_node_w(self.hardware) + self._network_node_w()

    @property
    def mean_node_w(self) -> Fraction:
        r"""What a node draws in the yearly mean, network included, W; the network is always on.

        $$w_0 + (w - w_0) u + w_{net}$$
        """
        full, idle = full_node_w(self.hardware), self._idle_node_w()
        utilization = self.busy_chips / self.chips
        return idle + (full - idle) * utilization + self._network_node_w()

    def _network_node_w(self) -> Fraction:
        each = exact(self.case.quote.inputs.costs.network_power_w_per_chip)
        return each * self.hardware.chips_per_node

    def _idle_node_w(self) -> Fraction:
        if self.hardware.node_idle_power_w is not None:
            return exact(self.hardware.node_idle_power_w)
        costs = self.case.quote.inputs.costs
        return exact(costs.idle_power_fraction) * full_node_w(self.hardware)


def installations(case: Case, duty: int = 1) -> Iterator[Installation]:
    """Each kind of hardware at each site, where there are nodes of it.

    Args:
        case: the quote.
        duty: peak to mean of the workloads that give none.
    """
    busy = _busy_chips(case, duty)
    for part in case.quote.sites:
        for kind, nodes in part.nodes.items():
            if nodes:
                chips = busy.get((part.name, kind), Fraction(0))
                yield Installation(case, part, case.hardware[kind], chips)


def _busy_chips(case: Case, duty: int) -> dict[tuple[str, str], Fraction]:
    """Chips of busy replicas by site and hardware, yearly mean."""
    busy: dict[tuple[str, str], Fraction] = {}
    for key, by_pool in case.shares.items():
        times = exact(case.loads[key].workload.peak_to_mean or duty)
        for pool in by_pool:
            replicas = case.replicas_asked(key, pool) / times
            for kind, chips in case.deployment_of(pool).chips_by_hardware.items():
                place = (case.pools[pool].site, kind)
                busy[place] = busy.get(place, Fraction(0)) + replicas * chips
    return busy

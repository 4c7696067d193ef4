"""Figures that the demand gives as they stand, beside what is reckoned from them."""

from collections.abc import Iterator

from api.lab.explain.parts import Explained, line
from planner.quote import Quote, SitePart, WorkloadPart


def figures(quote: Quote) -> Iterator[Explained]:
    """Headroom and duty of each workload, limits and PUE of each site."""
    for position, workload in enumerate(quote.workloads):
        duty = quote.demand.workloads[position].peak_to_mean
        yield from _of_workload(f"workloads[{position}]", workload, duty)
    for number, site in enumerate(quote.sites):
        yield from _of_site(f"sites[{number}]", site)


def _of_workload(path: str, part: WorkloadPart, duty: float | None) -> Iterator[Explained]:
    peak, mean = part.requests_per_s, part.mean_requests_per_s
    yield Explained(
        f"{path}.mean_requests_per_s",
        f"Requests of {part.name}, mean",
        mean,
        "requests/s",
        "requests/s at the peak ÷ peak to mean; 1 where the demand leaves that open",
        (line(peak, " requests/s ÷ ", duty or 1, " = ", mean, " requests/s in the mean"),),
        notes=("full_duty",),
    )
    yield Explained(
        f"{path}.headroom",
        f"Headroom of {part.name}",
        part.headroom,
        "1",
        "that of the workload, else of the policy, else 0.30; from a utilization cap 1 ÷ cap − 1",
        (line("planned for (", 1, " + ", part.headroom, ") × the peak"),),
        notes=("headroom",),
    )
    yield Explained(
        f"{path}.utilization_cap",
        f"Utilization cap of {part.name}",
        part.utilization_cap,
        "1",
        "the headroom in its other form: 1 ÷ (1 + headroom)",
        (line(1, " ÷ (", 1, " + ", part.headroom, ") = ", part.utilization_cap),),
        notes=("headroom",),
    )


def _of_site(path: str, site: SitePart) -> Iterator[Explained]:
    if site.power_cap_megawatts is not None:
        cap = site.power_cap_megawatts
        yield Explained(
            f"{path}.power_cap_megawatts",
            f"Power cap of {site.name}",
            cap,
            "MW",
            "as asked: facility power at the meter may not pass it",
            (line(site.facility_megawatts, " MW ≤ ", cap, " MW"),),
        )
    yield Explained(
        f"{path}.pue",
        f"PUE of {site.name}",
        site.pue,
        "1",
        "as asked, else 1.3: the yearly mean, for energy",
        (line(site.pue, " in the yearly mean"),),
    )
    yield Explained(
        f"{path}.design_pue",
        f"Design PUE of {site.name}",
        site.design_pue,
        "1",
        "as asked, else the yearly PUE: the hottest day, for power",
        (line(site.design_pue, " on the hottest day"),),
    )

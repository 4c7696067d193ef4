"""What a quote answers, in a few words and figures."""

from dataclasses import dataclass

from planner.quote import Quote
from planner.report.content.cells import Figure


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer, and how it is known."""

    word: str
    """`Optimal`, `Feasible` or `Infeasible`."""
    text: str


def verdict_of(quote: Quote) -> Verdict:
    """The status of a quote in words."""
    if quote.status == "infeasible":
        text = "No fleet keeps every promise within the limits."
        return Verdict("Infeasible", text)
    gap = quote.gap_fraction
    proven = "no bound is known" if gap is None else f"within {gap:.3%} of the best possible"
    checks = quote.certificate.checks
    held = sum(check.holds for check in checks)
    rest = f"{held:,} of {len(checks):,} exact checks hold."
    if quote.status == "optimal":
        return Verdict("Optimal", f"Proven {proven}; {rest}")
    return Verdict("Feasible", f"Not proven best, the time limit came first: {proven}; {rest}")


def key_figures(quote: Quote) -> tuple[tuple[str, Figure], ...]:
    """The figures that a reader looks for first; none where there is no fleet."""
    totals = quote.totals
    if totals is None:
        return ()
    found = (
        ("Nodes", Figure(totals.nodes)),
        ("Chips provisioned", Figure(totals.provisioned_chips)),
        ("Facility power", Figure(totals.facility_megawatts, "megawatts")),
        ("Servers to buy", Figure(totals.capex_usd, "usd")),
        ("Cost a year", Figure(totals.usd_per_year, "usd_per_year")),
        ("Per million tokens", Figure(totals.usd_per_million_tokens, "usd_per_million")),
        ("Per session-hour", Figure(totals.usd_per_session_hour, "usd_per_session_hour")),
    )
    return tuple((name, figure) for name, figure in found if figure.value is not None)

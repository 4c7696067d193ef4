"""The cost of a year by workload: who bears how much of what stands."""

from collections.abc import Iterator

from api.lab.explain.money import prices_of
from api.lab.explain.parts import Explained, Line, aside, line
from api.lab.explain.purposes import chip_cost
from planner.demand import VoiceWorkload
from planner.quote import Quote, WorkloadCost
from planner.report.busy import loads_by_stage
from planner.report.charges import Charge, Ledger
from planner.report.lots import lots_of
from planner.report.tokens import MILLION, Tokens, tokens_a_year
from planner.report.totals import session_hours
from planner.units import HOURS_PER_YEAR

_FORMULA = (
    "for each hardware at each site: its whole cost × chips that the workload keeps busy at the "
    "peak, with headroom ÷ those of all workloads there"
)
_IDLE = "; what serves nobody at the peak falls on all, as their other cost does"


def figures(quote: Quote) -> Iterator[Explained]:
    """Of each workload; none where a price is missing."""
    if quote.cost is None:
        return
    rests_on = (*prices_of(lots_of(quote)), "costs")
    ledger = Ledger(quote)
    loads = loads_by_stage(quote)
    for number, part in enumerate(quote.cost.by_workload):
        path = f"cost.by_workload[{number}]"
        yield Explained(
            f"{path}.usd_per_year",
            f"Cost of {part.name}",
            part.usd_per_year,
            "USD a year",
            f"{_FORMULA}{_IDLE if ledger.idle else ''}",
            (*_terms(ledger, part.name), *(chip_cost(stand) for stand in ledger.idle)),
            rests_on,
            ("price_source", "cost_book"),
        )
        asked, usd = quote.demand.workloads[number], float(ledger.usd_of(part.name))
        tokens = tokens_a_year(asked, loads[part.name, "serve"])
        if part.usd_per_million_tokens is not None:
            yield _per_million(path, part, usd, tokens, rests_on)
        if part.usd_per_session_hour is not None and isinstance(asked, VoiceWorkload):
            yield _per_hour(path, part, usd, asked, rests_on)


def _terms(ledger: Ledger, name: str) -> Iterator[Line]:
    for charge in ledger.charges:
        if charge.busy.workload == name:
            yield _term(charge, float(ledger.idle_factor))


def _term(charge: Charge, factor: float) -> Line:
    stand = charge.stand
    stage = "" if charge.busy.load.stage == "serve" else f" ({charge.busy.load.stage})"
    head = (f"{charge.pool.id}{stage}: ", float(stand.usd), " USD × ", float(charge.chips))
    share = (" ÷ ", float(charge.of_chips), f" busy chips of {stand.hardware} at {stand.site}")
    more = (" × ", factor) if factor != 1 else ()
    return line(*head, *share, *more, " = ", float(charge.usd) * factor, " USD")


def _per_million(
    path: str, part: WorkloadCost, usd: float, tokens: Tokens, rests_on: tuple[str, ...]
) -> Explained:
    value = part.usd_per_million_tokens or 0
    head = (usd, " USD ÷ ", float(tokens.all), " tokens × ", MILLION, " = ")
    return Explained(
        f"{path}.usd_per_million_tokens",
        f"Cost per million tokens of {part.name}",
        value,
        "USD per million tokens",
        "cost of the workload ÷ (its input + accepted output), at the mean rate",
        (
            line(*head, value, " USD"),
            aside(float(tokens.input), " input + ", float(tokens.output), " accepted output"),
        ),
        rests_on,
        ("full_duty", "cost_book"),
    )


def _per_hour(
    path: str, part: WorkloadCost, usd: float, asked: VoiceWorkload, rests_on: tuple[str, ...]
) -> Explained:
    value = part.usd_per_session_hour or 0
    head = (usd, " USD ÷ ", float(session_hours(asked)), " session-hours = ")
    return Explained(
        f"{path}.usd_per_session_hour",
        f"Cost per session-hour of {part.name}",
        value,
        "USD per session-hour",
        "cost of the workload ÷ hours of its sessions in a year, at the mean",
        (line(*head, value, " USD"), hours_line(asked)),
        rests_on,
        ("full_duty", "cost_book"),
    )


def hours_line(workload: VoiceWorkload) -> Line:
    """Hours of sessions in a year, beside a sum."""
    head = (f"{workload.name}: ", workload.concurrent_sessions, " sessions ÷ ")
    duty = workload.peak_to_mean or 1
    hours = float(session_hours(workload))
    return aside(*head, duty, " peak to mean × ", HOURS_PER_YEAR, " h = ", hours, " h")

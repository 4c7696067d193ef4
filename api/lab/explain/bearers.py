"""The cost of a year by workload: who bears how much of what stands."""

from collections.abc import Iterator

from api.lab.explain.money import prices_of
from api.lab.explain.parts import Explained, Line, aside, line
from api.lab.explain.purposes import chip_cost
from planner.demand import VoiceWorkload
from planner.quote import Quote, WorkloadCost
from planner.report.busy import loads_by_stage
from planner.report.charges import Charge, charges_of, idle_factor, idle_stands, usd_by_load
from planner.report.lots import lots_of
from planner.report.tokens import MILLION, tokens_a_year
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
    idle = idle_stands(quote)
    for number, part in enumerate(quote.cost.by_workload):
        path = f"cost.by_workload[{number}]"
        yield Explained(
            f"{path}.usd_per_year",
            f"Cost of {part.name}",
            part.usd_per_year,
            "USD a year",
            f"{_FORMULA}{_IDLE if idle else ''}",
            (*_terms(quote, part.name), *(chip_cost(stand) for stand in idle)),
            rests_on,
            ("price_source", "cost_book"),
        )
        yield from _per_million(quote, path, part, rests_on)
        yield from _per_hour(quote, number, part, rests_on)


def _terms(quote: Quote, name: str) -> Iterator[Line]:
    factor = float(idle_factor(quote))
    for charge in charges_of(quote):
        if charge.busy.workload == name:
            yield _term(charge, factor)


def _term(charge: Charge, factor: float) -> Line:
    stand = charge.stand
    stage = "" if charge.busy.load.stage == "serve" else f" ({charge.busy.load.stage})"
    head = (f"{charge.pool.id}{stage}: ", float(stand.usd), " USD × ", float(charge.chips))
    share = (" ÷ ", float(charge.of_chips), f" busy chips of {stand.hardware} at {stand.site}")
    more = (" × ", factor) if factor != 1 else ()
    return line(*head, *share, *more, " = ", float(charge.usd) * factor, " USD")


def _usd(quote: Quote, name: str) -> float:
    return float(sum(usd for (owner, _), usd in usd_by_load(quote).items() if owner == name))


def _per_million(
    quote: Quote, path: str, part: WorkloadCost, rests_on: tuple[str, ...]
) -> Iterator[Explained]:
    if part.usd_per_million_tokens is None:
        return
    asked = next(w for w in quote.demand.workloads if w.name == part.name)
    tokens = tokens_a_year(asked, loads_by_stage(quote)[part.name, "serve"])
    head = (_usd(quote, part.name), " USD ÷ ", float(tokens.all), " tokens × ", MILLION, " = ")
    yield Explained(
        f"{path}.usd_per_million_tokens",
        f"Cost per million tokens of {part.name}",
        part.usd_per_million_tokens,
        "USD per million tokens",
        "cost of the workload ÷ (its input + accepted output), at the mean rate",
        (
            line(*head, part.usd_per_million_tokens, " USD"),
            aside(float(tokens.input), " input + ", float(tokens.output), " accepted output"),
        ),
        rests_on,
        ("full_duty", "cost_book"),
    )


def _per_hour(
    quote: Quote, number: int, part: WorkloadCost, rests_on: tuple[str, ...]
) -> Iterator[Explained]:
    asked = quote.demand.workloads[number]
    if part.usd_per_session_hour is None or not isinstance(asked, VoiceWorkload):
        return
    hours = float(session_hours(asked))
    head = (_usd(quote, part.name), " USD ÷ ", hours, " session-hours = ")
    yield Explained(
        f"cost.by_workload[{number}].usd_per_session_hour",
        f"Cost per session-hour of {part.name}",
        part.usd_per_session_hour,
        "USD per session-hour",
        "cost of the workload ÷ hours of its sessions in a year, at the mean",
        (line(*head, part.usd_per_session_hour, " USD"), hours_line(asked)),
        rests_on,
        ("full_duty", "cost_book"),
    )


def hours_line(workload: VoiceWorkload) -> Line:
    """Hours of sessions in a year, beside a sum."""
    head = (f"{workload.name}: ", workload.concurrent_sessions, " sessions ÷ ")
    duty = workload.peak_to_mean or 1
    hours = float(session_hours(workload))
    return aside(*head, duty, " peak to mean × ", HOURS_PER_YEAR, " h = ", hours, " h")

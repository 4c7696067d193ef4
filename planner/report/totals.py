"""`quote.totals` and `quote.cost`: the fleet in one table, and where its money goes."""

from fractions import Fraction
from typing import Any

from planner.demand import VoiceWorkload
from planner.quote import ByPurpose, Cost, CostLine, Totals, WorkloadCost
from planner.report import money
from planner.report.bands import bands_of
from planner.report.flows import Flows
from planner.report.pools import MEGA, total_racks
from planner.report.tokens import per_million, split_by_token, tokens_of, total_tokens
from planner.sizing.cost import kwh_per_year
from planner.units import HOURS_PER_YEAR, exact

GRAMS_PER_TONNE = 10**6


def totals_of(flows: Flows) -> Totals:
    """Counts, power, rates and (where all is priced) money."""
    return Totals.model_validate(
        {**_counts(flows), **_power(flows), **_rates(flows), **_money(flows)}
    )


def _counts(flows: Flows) -> dict[str, Any]:
    used = flows.pools_in_use
    standings = list(flows.standings.values())
    return {
        "replicas": sum(flows.replicas(p) for p in used),
        "spare_replicas": sum(flows.fleet.spares[p] for p in used),
        "chips": sum(flows.replicas(p) * flows.candidates.problem.pools[p].chips for p in used),
        "provisioned_chips": sum(s.chips for s in standings),
        "nodes": sum(s.nodes for s in standings),
        "spare_nodes": sum(s.spare_nodes for s in standings),
        "rented_nodes": sum(s.rented_nodes for s in standings),
        "racks": total_racks(standings),
    }


def _power(flows: Flows) -> dict[str, Any]:
    it_w = facility_w = mean_w = grams = Fraction(0)
    for standing in flows.standings.values():
        rates = standing.place.rates
        mean_here = standing.mean_it_w(standing.owned_nodes) * rates.pue
        it_w += standing.it_w
        facility_w += standing.facility_w
        mean_w += mean_here
        grams += (
            kwh_per_year(standing.mean_it_w(standing.nodes) * rates.pue) * rates.grams_co2_per_kwh
        )
    return {
        "it_megawatts": float(it_w / MEGA),
        "facility_megawatts": float(facility_w / MEGA),
        "mean_facility_megawatts": float(mean_w / MEGA),
        "energy_mwh_per_year": float(kwh_per_year(mean_w) / 1000),
        "tonnes_co2_per_year": float(grams / GRAMS_PER_TONNE),
    }


def _output_per_s(flows: Flows) -> tuple[Fraction, Fraction]:
    raw = required = Fraction(0)
    for load in flows.candidates.loads:
        if load.stage == "serve":
            raw += load.peak * load.shape.output_tokens
            required += load.peak * load.shape.output_tokens * (1 + load.headroom)
    return raw, required


def _ratio(above: Fraction, below: Fraction | int | None) -> float | None:
    return float(above / below) if below else None


def _rates(flows: Flows) -> dict[str, Any]:
    raw, required = _output_per_s(flows)
    standings = list(flows.standings.values())
    facility_w = sum((s.facility_w for s in standings), Fraction(0))
    tokens = total_tokens(flows)
    return {
        "output_tokens_per_s": float(raw),
        "required_output_tokens_per_s": float(required),
        "output_tokens_per_s_per_chip": _ratio(raw, sum(s.chips for s in standings)),
        "output_tokens_per_s_per_rack": _ratio(raw, total_racks(standings)),
        "output_tokens_per_s_per_megawatt": _ratio(raw, facility_w / MEGA),
        "cached_input_tokens_per_year": float(tokens.cached),
        "input_tokens_per_year": float(tokens.input),
        "output_tokens_per_year": float(tokens.output),
    }


def _money(flows: Flows) -> dict[str, Any]:
    if not money.is_priced(flows):
        return {}
    exact_usd = money.fleet_total(flows)
    usd = money.to_the_cent(exact_usd)
    raw, _ = _output_per_s(flows)
    tokens = total_tokens(flows)
    scale = usd / exact_usd if exact_usd else Fraction(1)
    split = split_by_token(
        flows, {load: part * scale for load, part in money.by_load(flows).items()}
    )
    capex = sum(
        (h.cost.capex_usd * n for s in flows.standings.values() for h, n in s.holdings if h.cost),
        Fraction(0),
    )
    return {
        "capex_usd": float(money.to_the_cent(capex)),
        "usd_per_year": float(usd),
        "usd_per_hour": float(usd / HOURS_PER_YEAR),
        "usd_per_million_tokens": per_million(usd, tokens.all),
        "usd_per_million_input_tokens": per_million(split.input_usd, tokens.input),
        "usd_per_million_output_tokens": per_million(split.output_usd, tokens.output),
        "usd_per_million_output_tokens_all_in": per_million(usd, tokens.output),
        "usd_per_million_uncached_tokens": per_million(usd, tokens.all - tokens.cached),
        "usd_per_million_tokens_at_peak_to_mean": _at_duties(flows),
        "usd_per_session_hour": _per_session_hour(flows, usd),
        "output_tokens_per_s_per_usd_hour": _ratio(raw, usd / HOURS_PER_YEAR),
    }


def _at_duties(flows: Flows) -> dict[str, float | None] | None:
    """Cost per million for a peak of 1, 2 and 3 x the mean, where a workload leaves that open."""
    demand = flows.candidates.demand
    if all(w.peak_to_mean is not None for w in demand.workloads):
        return None
    return {str(times): _at_duty(flows, Fraction(times)) for times in (1, 2, 3)}


def _at_duty(flows: Flows, duty: Fraction) -> float | None:
    """The same fleet, with the energy and the tokens of another mean."""
    demand, loads = flows.candidates.demand, flows.candidates.loads
    is_open = [demand.workloads[load.workload].peak_to_mean is None for load in loads]
    usd = money.to_the_cent(money.fleet_total(flows))
    for flow in flows.all:
        if is_open[flow.load]:
            usd -= flows.load_energy_usd(flow) * (1 - 1 / duty)
    tokens = sum(
        (
            tokens_of(flows, load, duty if opened else None).all
            for load, opened in zip(loads, is_open, strict=True)
        ),
        Fraction(0),
    )
    return per_million(usd, tokens)


def _per_session_hour(flows: Flows, usd: Fraction) -> float | None:
    workloads = flows.candidates.demand.workloads
    voice = [w for w in workloads if isinstance(w, VoiceWorkload)]
    if len(voice) != len(workloads):
        return None
    hours = sum((session_hours(w) for w in voice), Fraction(0))
    return _ratio(usd, hours)


def session_hours(workload: VoiceWorkload) -> Fraction:
    """Hours of sessions in a year, at the mean."""
    return exact(workload.concurrent_sessions) / exact(workload.peak_to_mean or 1) * HOURS_PER_YEAR


def cost_of(flows: Flows) -> Cost | None:
    """The cost by line, purpose and workload; `None` where a price is missing."""
    if not money.is_priced(flows):
        return None
    lines = money.all_lines(flows)
    usd = sum(lines.values(), Fraction(0))
    return Cost(
        lines=tuple(
            CostLine(item=item, usd_per_year=value)  # type: ignore[arg-type]
            for item, value in money.in_cents(lines, usd).items()
        ),
        by_purpose=ByPurpose(**money.in_cents(money.by_purpose(flows), usd)),
        by_workload=_by_workload(flows, usd),
        bands=bands_of(flows),
    )


def _by_workload(flows: Flows, usd: Fraction) -> tuple[WorkloadCost, ...]:
    demand, loads = flows.candidates.demand, flows.candidates.loads
    shares: dict[str, Fraction] = {workload.name: Fraction(0) for workload in demand.workloads}
    for load, cost in money.by_load(flows).items():
        shares[demand.workloads[loads[load].workload].name] += cost
    cents = money.in_cents(shares, usd)
    return tuple(
        WorkloadCost(
            name=workload.name,
            usd_per_year=cents[workload.name],
            usd_per_million_tokens=per_million(
                shares[workload.name],
                sum(
                    (tokens_of(flows, x).all for x in loads if x.workload == position), Fraction(0)
                ),
            ),
            usd_per_session_hour=_ratio(shares[workload.name], session_hours(workload))
            if isinstance(workload, VoiceWorkload)
            else None,
        )
        for position, workload in enumerate(demand.workloads)
    )

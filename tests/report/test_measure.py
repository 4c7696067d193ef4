"""The benchmark runs that would settle a quote."""

from typing import Any

from planner import make_quote
from planner.report.measure import TOOLS, runs_for


def _with_curve(demand_of: Any, **slo: Any) -> dict[str, Any]:
    """Points at 4 and 16 in flight with a median TPOT only; 20 ms at p50 caps at 12."""
    demand = demand_of()
    points = [
        {"concurrency": 4, "output_tokens_per_s": 200, "tpot_ms": {"p50": 10}},
        {"concurrency": 16, "output_tokens_per_s": 600, "tpot_ms": {"p50": 25}},
    ]
    demand["deployments"][0]["curves"] = [
        {"input_tokens": 100, "output_tokens": 100, "points": points}
    ]
    demand["workloads"][0]["slo"] = slo
    return demand


def test_an_interpolated_rate_is_worth_measuring(demand_of: Any) -> None:
    """4 + 12 x (20 - 10) / 15 = 12 in flight: between points; run at 1, at 10 and around 12."""
    (run,) = runs_for(make_quote(_with_curve(demand_of, tpot_ms={"p50": 20})))
    assert run.why == "its rate is interpolated; its latencies are interpolated"
    assert run.concurrencies == (1, 6, 10, 12, 18)
    assert (run.hardware, run.chips) == ("box", 4)
    assert run.usd_per_year is not None


def test_a_run_is_long_enough_for_its_percentile(demand_of: Any) -> None:
    """20 requests a slot; ten beyond p99 are 1,000 requests."""
    demand = _with_curve(demand_of, tpot_ms={"p99": 20})
    demand["policy"]["missing_percentile"] = "use_lower"
    (run,) = runs_for(make_quote(demand))
    assert run.requests(1) == 1000
    assert run.requests(100) == 2000


def test_what_was_measured_as_it_stands_needs_no_run(demand_of: Any) -> None:
    """16 in flight is a measured point of one's own."""
    assert runs_for(make_quote(_with_curve(demand_of, tpot_ms={"p50": 25}))) == ()


def test_what_could_not_be_used_has_a_run(demand_of: Any) -> None:
    """p95 is promised and p50 was measured: no fleet, and a run that would tell."""
    quote = make_quote(_with_curve(demand_of, tpot_ms={"p95": 20}))
    assert quote.status == "infeasible"
    (run,) = runs_for(quote)
    assert run.usd_per_year is None
    assert "TPOT p95 is promised" in run.why


def test_each_tool_gets_its_command_lines(demand_of: Any) -> None:
    """One line per concurrency, each repeat with a file of its own."""
    (run,) = runs_for(make_quote(_with_curve(demand_of, tpot_ms={"p50": 20})))
    for tool in TOOLS:
        lines = run.commands(tool)
        assert len(lines) == len(run.concurrencies)
        assert all("m-box-tp4-c" in line and "-r$run" in line for line in lines)
    assert "--max-concurrency 12 " in run.commands("vllm")[3]
    assert "--hardware box --chips 4" in run.import_command()

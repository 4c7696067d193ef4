"""Who serves what: the load of each route, the rate of its replica, what that rate rests on."""

from collections.abc import Iterator
from fractions import Fraction

from api.lab.explain.parts import Explained, Line, aside, line
from planner.quote import PoolPart, Quote, Route
from planner.report.busy import loads_by_stage


def figures(quote: Quote) -> Iterator[Explained]:
    """Each route of each workload."""
    pools = {pool.id: pool for pool in quote.pools}
    loads = loads_by_stage(quote)
    for position, workload in enumerate(quote.workloads):
        for number, route in enumerate(workload.routes):
            path = f"workloads[{position}].routes[{number}]"
            peak = float(loads[workload.name, route.stage].peak)
            yield _load(path, workload.name, route, peak)
            yield from _rate(path, workload.name, route, pools[route.pool])


def unit_of(route: Route) -> str:
    """What the load of a route counts in."""
    return "requests/s" if route.stage == "serve" else "streams"


def _load(path: str, name: str, route: Route, peak: float) -> Explained:
    unit = unit_of(route)
    terms = (
        peak,
        f" {unit} × ",
        float(Fraction(route.share)),
        " = ",
        route.requests_per_s,
        f" {unit}",
    )
    return Explained(
        f"{path}.requests_per_s",
        f"{name} on {route.pool}",
        route.requests_per_s,
        f"{unit} at the peak",
        "load of the workload at the peak, without headroom × share that the pool carries: "
        "so that the busiest pool is as little busy as can be",
        (line(*terms),),
    )


def _rate(path: str, name: str, route: Route, pool: PoolPart) -> Iterator[Explained]:
    curve = (f"deployment:{pool.deployment}",)
    rate, unit = float(Fraction(route.rate_per_replica)), unit_of(route)
    about = f"{name} on {route.pool}"
    yield Explained(
        f"{path}.rate_per_replica",
        f"Rate of one replica: {about}",
        rate,
        f"{unit} per replica",
        "from the curve of the deployment, at the most concurrency that keeps every promise",
        (line(route.derivation), *_times(route)),
        curve,
        ("interpolated", "fitted_shape"),
    )
    of_rate = route.rate
    if of_rate.concurrency_cap is not None:
        yield Explained(
            f"{path}.rate.concurrency_cap",
            f"Requests in flight: {about}",
            of_rate.concurrency_cap,
            "a replica",
            "that of the pool: at most what keeps every promise of all that it serves",
            (line(of_rate.concurrency_cap, f" in flight in each replica of {route.pool}"),),
            curve,
        )
    if of_rate.residence_s is not None and of_rate.concurrency_cap is not None:
        head = (of_rate.concurrency_cap, " in flight ÷ ", rate, f" {unit} = ")
        yield Explained(
            f"{path}.rate.residence_s",
            f"Time of one request in a replica: {about}",
            of_rate.residence_s,
            "s in the mean",
            "requests in flight ÷ rate of one replica (Little's law)",
            (line(*head, of_rate.residence_s, " s"),),
            curve,
        )
    yield from _shape(f"{path}.rate", about, route, curve)


def _shape(path: str, about: str, route: Route, curve: tuple[str, ...]) -> Iterator[Explained]:
    for which in ("input", "output"):
        tokens: float | None = getattr(route.rate, f"planned_{which}_tokens")
        if tokens is not None:
            yield Explained(
                f"{path}.planned_{which}_tokens",
                f"Planned {which} tokens: {about}",
                tokens,
                "tokens",
                "the shape that was measured or can be fitted and is no shorter than the asked one",
                (line(tokens, f" {which} tokens a request"),),
                curve,
            )
    if route.rate.fit_residual_fraction is not None:
        residual = route.rate.fit_residual_fraction
        yield Explained(
            f"{path}.fit_residual_fraction",
            f"Residual of the fit: {about}",
            residual,
            "1",
            "the largest relative error of α × uncached input + β × output on what was measured",
            (line("largest error: ", residual), *_times(route)),
            curve,
        )


def _times(route: Route) -> Iterator[Line]:
    alpha = route.rate.replica_s_per_uncached_input_token
    beta = route.rate.replica_s_per_output_token
    if alpha is not None and beta is not None:
        each = "replica-seconds a token"
        yield aside("α: ", float(Fraction(alpha)), f" {each}, uncached input")
        yield aside("β: ", float(Fraction(beta)), f" {each}, output")

"""Print what an output token costs against an uncached input token, over the catalog's curves.

For each deployment with two shapes or more, at the highest concurrency c that all of its shapes
have, as a loaded fleet runs: the replica-seconds of a request, c x output / rate, are fitted by
alpha x input + beta x output. Fits with a token time of 0 are left out, and so are those that miss
a shape by over 15 %. The median of beta / alpha over deployments is `output_to_input_cost_ratio` of
`profiles/costs.yaml`.
"""

from fractions import Fraction
from statistics import median, quantiles

from planner.catalog import Catalog, load_catalog
from planner.entries import Curve, Deployment
from planner.sizing.shape import MeasuredTime, fit_token_times
from planner.units import exact

WORST_RESIDUAL = Fraction(15, 100)


def ratios(catalog: Catalog) -> dict[str, float]:
    """Return beta / alpha by deployment, where it is measured."""
    found = {name: _ratio(entry) for name, entry in catalog.deployments.items()}
    return {name: ratio for name, ratio in found.items() if ratio is not None}


def _ratio(deployment: Deployment) -> float | None:
    curves = [curve for curve in deployment.curves if curve.output_tokens is not None]
    if deployment.role != "serve" or len(curves) < 2:
        return None
    first, *others = (_concurrencies(curve) for curve in curves)
    shared = first.intersection(*others)
    if not shared:
        return None
    times = fit_token_times([_time(curve, max(shared)) for curve in curves])
    if not (times.per_uncached_input and times.per_output) or times.residual > WORST_RESIDUAL:
        return None
    return float(times.per_output / times.per_uncached_input)


def _concurrencies(curve: Curve) -> set[float]:
    return {point.concurrency for point in curve.points if point.concurrency is not None}


def _time(curve: Curve, held: float) -> MeasuredTime:
    point = next(point for point in curve.points if point.concurrency == held)
    output = exact(curve.output_tokens or 0)
    uncached = exact(curve.input_tokens or 0) * (1 - exact(curve.cached_input_fraction))
    rate = exact(point.output_tokens_per_s or 0)
    return MeasuredTime(uncached, output, exact(held) * output / rate)


def main() -> None:
    """Print the median with the middle half and the number of deployments."""
    values = sorted(ratios(load_catalog()).values())
    low, _, high = quantiles(values, n=4)
    print(f"{median(values):.3g} (middle half {low:.3g} to {high:.3g}, {len(values)} deployments)")


if __name__ == "__main__":
    main()

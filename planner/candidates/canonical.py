"""One order of curves and of their points, however a document lists them."""

from planner.entries import Curve, Deployment, OperatingPoint


def in_canonical_order(deployment: Deployment) -> Deployment:
    """The same deployment with curves by shape and points by concurrency.

    "The first" of several is then one and the same, whatever the order of lists.
    Positions of curves and points in a quote are those of this order.
    """
    curves = tuple(_with_sorted_points(curve) for curve in deployment.curves)
    ordered = tuple(sorted(curves, key=_by_shape)) if len(curves) > 1 else curves
    if all(a is b for a, b in zip(ordered, deployment.curves, strict=True)):
        return deployment
    return deployment.model_copy(update={"curves": ordered})


def _by_shape(curve: Curve) -> tuple[float, float, float]:
    return (curve.input_tokens or -1.0, curve.output_tokens or -1.0, curve.cached_input_fraction)


def _with_sorted_points(curve: Curve) -> Curve:
    if len(curve.points) < 2:
        return curve
    ordered = tuple(sorted(curve.points, key=_by_concurrency))
    is_sorted = all(a is b for a, b in zip(ordered, curve.points, strict=True))
    return curve if is_sorted else curve.model_copy(update={"points": ordered})


def _by_concurrency(point: OperatingPoint) -> tuple[float, str]:
    """Those without a concurrency last, by all that they say."""
    if point.concurrency is None:
        return (float("inf"), point.model_dump_json(exclude_none=True))
    return (point.concurrency, "")

"""Whether the degrees of parallelism that a deployment states make one layout of its chips."""

from planner.entries import Deployment
from planner.sizing.layouts import layout_of


def layout_fault(deployment: Deployment) -> str | None:
    """What is wrong with the degrees; `None` where nothing is, or none are stated."""
    if deployment.parts or not deployment.parallelism:
        return None
    try:
        layout_of(deployment.parallelism, deployment.chips)
    except ValueError as error:
        return str(error)
    return None

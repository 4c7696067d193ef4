"""Whether the degrees of parallelism that a deployment states make one layout of its chips."""

from planner.entries import Deployment, LanguageModel
from planner.sizing.layouts import layout_of, layout_refusal


def layout_fault(deployment: Deployment, model: LanguageModel | None) -> str | None:
    """What is wrong with the degrees; `None` where nothing is, or none are stated.

    Their product is the chips of a replica, and tensor ranks share the attention heads evenly.
    """
    if deployment.parts or not deployment.parallelism:
        return None
    try:
        layout = layout_of(deployment.parallelism, deployment.chips)
    except ValueError as error:
        return str(error)
    return model and layout_refusal(layout, model.attention.heads, model.layers)

"""How a replica is cut over its chips, and which cuts are possible."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Layout:
    """Degrees of parallelism of one replica.

    Raises:
        ValueError: a degree below 1, or experts that do not spread evenly over the ranks.
    """

    tensor: int = 1
    pipeline: int = 1
    data: int = 1
    """Attention ranks that each serve sequences of their own, with a copy of what they share."""
    expert: int = 1
    """Ranks that the experts are divided among; the same chips as tensor and data, not more."""
    context: int = 1
    """Ranks that the tokens of one sequence are divided among."""

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) < 1:
                raise ValueError(f"{field.name} parallelism must be at least 1")
        if self.stage_chips % self.expert:
            raise ValueError(
                f"expert parallelism {self.expert} does not divide the {self.stage_chips} chips "
                "of a stage (tensor × data × context)"
            )

    @property
    def stage_chips(self) -> int:
        """Chips of one pipeline stage."""
        return self.tensor * self.data * self.context

    @property
    def chips(self) -> int:
        r"""Chips of the replica, $tp \cdot pp \cdot dp \cdot cp$.

        >>> Layout(context=8).chips, Layout(tensor=8, expert=8).chips
        (8, 8)
        """
        return self.stage_chips * self.pipeline


def layout_of(degrees: Mapping[str, int], chips: int) -> Layout:
    """The layout that a deployment's degrees name, held against its chips.

    Expert parallelism alone implies as many data-parallel attention ranks.

    Raises:
        ValueError: a degree that is not known, or degrees whose product is not `chips`.

    >>> layout_of({"expert": 32}, chips=32)
    Layout(tensor=1, pipeline=1, data=32, expert=32, context=1)
    >>> layout_of({"context": 8}, chips=1)
    Traceback (most recent call last):
    ValueError: tensor 1 × pipeline 1 × data 1 × context 8 is 8 chips, not 1
    """
    known = [field.name for field in fields(Layout)]
    unknown = sorted(set(degrees) - set(known))
    if unknown:
        raise ValueError(f"parallelism {unknown[0]} is not known; known are {', '.join(known)}")
    given = dict(degrees)
    inner = given.get("tensor", 1) * given.get("context", 1)
    if "data" not in given and given.get("expert", 1) > inner:
        given["data"] = given["expert"] // inner
    layout = Layout(**given)
    if layout.chips != chips:
        raise ValueError(
            f"tensor {layout.tensor} × pipeline {layout.pipeline} × data {layout.data} × "
            f"context {layout.context} is {layout.chips} chips, not {chips}"
        )
    return layout


def layout_refusal(layout: Layout, heads: int, layers: int) -> str | None:
    """Why an engine would not start with this layout; None if nothing speaks against it.

    Tensor parallelism must divide the attention heads, and a stage needs a layer.

    >>> layout_refusal(Layout(tensor=24), heads=128, layers=61)
    'tensor parallelism 24 does not divide 128 attention heads (remainder 8)'
    >>> layout_refusal(Layout(tensor=8, pipeline=3), heads=128, layers=61) is None
    True
    """
    remainder = heads % layout.tensor
    if remainder:
        return (
            f"tensor parallelism {layout.tensor} does not divide {heads} attention heads "
            f"(remainder {remainder})"
        )
    if layout.pipeline > layers:
        return f"{layout.pipeline} pipeline stages are more than {layers} layers"
    return None


def tensor_degrees(heads: int, limit: int) -> Iterator[int]:
    """Tensor degrees up to a limit that divide the attention heads, rising.

    >>> list(tensor_degrees(40, 16))
    [1, 2, 4, 5, 8, 10]
    """
    return (degree for degree in range(1, min(heads, limit) + 1) if heads % degree == 0)

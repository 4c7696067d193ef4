"""Whole bytes: what weights take, what a chip has for them, and how often a thing fits.

Bytes are integers. What is needed is rounded up and what there is, down, so that divisions
of one by the other are exact and on the safe side.
"""

from fractions import Fraction
from math import ceil, floor
from typing import Final

from planner.units import BYTES_PER_GB, BYTES_PER_GIB, exact

MIB_PER_GIB: Final = 1024


def bytes_of_gb(gigabytes: float) -> int:
    """Whole bytes in so many GB of $10^9$.

    >>> bytes_of_gb(0.23)
    230000000
    """
    return floor(exact(gigabytes) * BYTES_PER_GB)


def bytes_of_gib(gibibytes: float) -> int:
    """Whole bytes in so many GiB of $2^{30}$.

    81,559 MiB, an 80 GB card, is 79.65 GiB and 85.52 GB:

    >>> round(bytes_of_gib(81_559 / 1024) / 1e9, 2)
    85.52
    """
    return floor(exact(gibibytes) * BYTES_PER_GIB)


def weight_bytes(parameters: float, bytes_per_parameter: float | Fraction) -> int:
    r"""What the weights take in memory, of a mixture of experts all of them.

    $$B = \lceil P \cdot b \rceil$$

    Args:
        parameters: total parameters, $P$; the active ones say nothing about memory.
        bytes_per_parameter: $b$, of `NumberFormat.held_bytes`.

    >>> weight_bytes(46.7e9, 2)
    93400000000
    """
    return ceil(exact(parameters) * exact(bytes_per_parameter))


def usable_bytes(
    chips: int, memory_bytes: int, usable_fraction: float = 1, reserve_bytes: int = 0
) -> int:
    r"""Memory for weights and KV cache of so many chips; the reserve goes off each of them.

    $$U = n \, \lfloor M u - R \rfloor$$

    Args:
        chips: $n$.
        memory_bytes: of one chip, $M$.
        usable_fraction: what the engine may take of it, $u$, 0 to 1.
        reserve_bytes: activations, graphs and buffers of one chip, $R$.

    Returns:
        Bytes; below 0 where the reserve is more than there is.

    84 GB in four chips, 5 GB reserved on each, 16 GB of weights leave 48 GB, not 63:

    >>> (usable_bytes(4, bytes_of_gb(21), 1, bytes_of_gb(5)) - bytes_of_gb(16)) / 1e9
    48.0
    """
    return chips * floor(memory_bytes * exact(usable_fraction) - reserve_bytes)


def chips_by_capacity(needed_bytes: int, usable_bytes_per_chip: int) -> int:
    """The fewest chips whose memory together holds so much; layouts may need more.

    Raises:
        ValueError: a chip has nothing usable.

    20 GB on a chip of 44, 2,000 GB on 46 of them:

    >>> chips_by_capacity(bytes_of_gb(20), bytes_of_gb(44))
    1
    >>> chips_by_capacity(bytes_of_gb(2000), bytes_of_gb(44))
    46
    """
    if usable_bytes_per_chip <= 0:
        raise ValueError("a chip has no usable memory: the reserve is all that it has")
    return max(1, -(-needed_bytes // usable_bytes_per_chip))


def shortfall_bytes(needed_bytes: int, usable: int) -> int:
    """By how much something does not fit; 0 if it does.

    >>> shortfall_bytes(1313, 144), shortfall_bytes(144, 144)
    (1169, 0)
    """
    return max(0, needed_bytes - usable)


def whole_times(room_bytes: int, item_bytes: int) -> int:
    """How many whole items there is room for; none where there is no room, never a default.

    >>> whole_times(1496, 100), whole_times(1500, 100), whole_times(-1, 100)
    (14, 15, 0)
    """
    return max(0, room_bytes) // item_bytes


def pool_tokens(room_bytes: int, bytes_per_token: int, block_tokens: int = 1) -> int:
    """Tokens of a KV pool; it is made of whole blocks, so those are floored first.

    2.89 GiB at 131,072 bytes a token are 1,479 blocks of 16:

    >>> pool_tokens(bytes_of_gib(2.89), 131_072, block_tokens=16)
    23664
    """
    return whole_times(room_bytes, block_tokens * bytes_per_token) * block_tokens


def binding_limit(chips_by_limit: dict[str, int]) -> tuple[str, int]:
    """Which limit asks for the most chips, and how many; the first named of equals.

    >>> binding_limit({"compute": 10, "memory": 6})
    ('compute', 10)
    """
    return max(chips_by_limit.items(), key=lambda item: item[1])

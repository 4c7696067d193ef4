"""Number formats: the bytes that one parameter, or one cached value, takes in each."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True)
class NumberFormat:
    """One number format, as a deployment names it."""

    name: str
    value_bits: int
    """Of one value, scales apart: decides which arithmetic peak of a chip can hold."""
    held_bits: Fraction
    """Of one value with its share of the scales, the most that the name allows."""
    read_bits: Fraction
    """The same, the least that the name allows."""

    @property
    def held_bytes(self) -> Fraction:
        """Bytes a value, for what must fit: errs on the large side."""
        return self.held_bits / 8

    @property
    def read_bytes(self) -> Fraction:
        """Bytes a value, for ceilings on a rate: errs on the small side."""
        return self.read_bits / 8


def _plain(name: str, bits: int) -> NumberFormat:
    return NumberFormat(name, bits, Fraction(bits), Fraction(bits))


def _scaled(name: str, bits: int, scale_bits: int, group: int) -> NumberFormat:
    """A format whose definition says the scale: `scale_bits` for every `group` values."""
    held = bits + Fraction(scale_bits, group)
    return NumberFormat(name, bits, held, held)


_FORMATS: Final = (
    _plain("fp32", 32),
    _plain("bf16", 16),
    _plain("fp16", 16),
    _plain("fp8", 8),
    _plain("int8", 8),
    _scaled("mxfp8", 8, scale_bits=8, group=32),
    _scaled("mxfp6", 6, scale_bits=8, group=32),
    _scaled("nvfp4", 4, scale_bits=8, group=16),
    _scaled("mxfp4", 4, scale_bits=8, group=32),
    # The names leave the scales open: at most NVFP4's; at most a 16-bit scale and a 4-bit zero
    # for every 128 values, as AWQ and GPTQ have them. At least none.
    NumberFormat("fp4", 4, Fraction(9, 2), Fraction(4)),
    NumberFormat("int4", 4, 4 + Fraction(20, 128), Fraction(4)),
)
_ALIASES: Final = {
    "bfloat16": "bf16",
    "float16": "fp16",
    "half": "fp16",
    "float32": "fp32",
    "fp8_e4m3": "fp8",
    "fp8_e5m2": "fp8",
    "float8_e4m3fn": "fp8",
    "float8_e5m2": "fp8",
    "awq": "int4",
    "gptq": "int4",
}
NUMBER_FORMATS: Final[Mapping[str, NumberFormat]] = MappingProxyType(
    {found.name: found for found in _FORMATS}
    | {alias: found for found in _FORMATS for alias, name in _ALIASES.items() if name == found.name}
)
"""By name. Scales of 8-bit formats (one for 128 values and more) are below 0.4 % and left out."""


def number_format(name: str) -> NumberFormat:
    """The number format of a name, whatever its case.

    Args:
        name: such as `bf16`, `fp8`, `nvfp4`, `int4`; never a bare number, which could be
            bits or bytes.

    Raises:
        ValueError: the name is a bare number, or not known; the message lists those that are.

    >>> number_format("FP8").held_bytes, number_format("nvfp4").held_bytes
    (Fraction(1, 1), Fraction(9, 16))
    >>> float(number_format("int4").held_bytes), float(number_format("int4").read_bytes)
    (0.51953125, 0.5)
    >>> number_format("16")
    Traceback (most recent call last):
    ValueError: 16 could be bits or bytes; name the number format: bf16, fp16
    """
    found = NUMBER_FORMATS.get(name.strip().lower())
    if found is not None:
        return found
    if name.strip().replace(".", "", 1).isdigit():
        same = [known.name for known in _FORMATS if str(known.value_bits) == name.strip()]
        fitting = ", ".join(same or [known.name for known in _FORMATS])
        raise ValueError(f"{name} could be bits or bytes; name the number format: {fitting}")
    known = ", ".join(found.name for found in _FORMATS)
    raise ValueError(f"{name} is not a known number format; known are {known}")


def known_format(name: str | None) -> NumberFormat | None:
    """The same where it may not be given, or be one whose bytes are not known: then `None`.

    >>> known_format("FP8") is number_format("fp8"), known_format("w4a8"), known_format(None)
    (True, None, None)
    """
    return None if name is None else NUMBER_FORMATS.get(name.strip().lower())

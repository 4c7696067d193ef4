"""Text that a spreadsheet shows to the letter and never reckons with."""

from typing import Final

_STARTERS: Final = frozenset("=+-@\t\r\n＝＋－＠")
"""What makes a spreadsheet take text for a formula, full-width forms included."""


def is_formula_like(text: str) -> bool:
    """Whether a spreadsheet might reckon with a text instead of showing it.

    >>> is_formula_like("=1+1"), is_formula_like("  @x"), is_formula_like("east")
    (True, True, False)
    """
    return text[:1] in _STARTERS or text.lstrip()[:1] in _STARTERS if text.strip() else False


def defused(text: str) -> str:
    """The text, behind an apostrophe where it looks like a formula.

    >>> defused("-2+3"), defused("b200-sxm")
    ("'-2+3", 'b200-sxm')
    """
    return f"'{text}" if is_formula_like(text) else text

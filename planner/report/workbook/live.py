"""Formulas of a spreadsheet that carry the value that they come to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Live:
    """The text of a formula, without the equals sign, and its value.

    Both are made by the same operations, so a preview that does not reckon shows what a
    spreadsheet that does would.

    >>> price, nodes = Live("C4", 515_000.0), Live("D4", 2.0)
    >>> price * nodes
    Live(text='C4*D4', value=1030000.0)
    """

    text: str
    value: float

    def __add__(self, other: "Live | float") -> "Live":
        right = _live(other)
        return Live(f"({self.text}+{right.text})", self.value + right.value)

    def __sub__(self, other: "Live | float") -> "Live":
        right = _live(other)
        return Live(f"({self.text}-{right.text})", self.value - right.value)

    def __mul__(self, other: "Live | float") -> "Live":
        right = _live(other)
        return Live(f"{self.text}*{right.text}", self.value * right.value)

    def __truediv__(self, other: "Live | float") -> "Live":
        right = _live(other)
        below = f"({right.text})" if "*" in right.text or "/" in right.text else right.text
        return Live(f"{self.text}/{below}", self.value / right.value if right.value else 0.0)

    def rounded(self, digits: int) -> "Live":
        """To so many decimals."""
        return Live(f"ROUND({self.text},{digits})", round(self.value, digits) + 0.0)


def _live(value: Live | float) -> Live:
    return value if isinstance(value, Live) else Live(f"{value:.15g}", float(value))


def recovery(life: Live, residual: Live, rate: Live) -> Live:
    r"""Share of a price that is paid in each year.

    $$(1 - S/(1+r)^n) \\cdot \\mathrm{CRF}(r, n), \\qquad \\mathrm{CRF}(0, n) = 1/n$$

    >>> round(recovery(Live("n", 5), Live("s", 0.1), Live("r", 0)).value, 6)
    0.18
    """
    n, s, r = life.text, residual.text, rate.text
    text = f"(1-{s}*(1+{r})^-{n})*IF({r}=0,1/{n},{r}/(1-(1+{r})^-{n}))"
    grown = (1 + rate.value) ** -life.value
    per_year = rate.value / (1 - grown) if rate.value else 1 / life.value
    return Live(text, (1 - residual.value * grown) * per_year)

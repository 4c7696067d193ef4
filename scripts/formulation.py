"""Writes docs/formulation.md, the whole program in formulas, from the docstrings of its rules."""

import inspect
from pathlib import Path

from planner.program.model import objective
from planner.program.rules import RULES

PAGE = Path(__file__).parent.parent / "docs" / "formulation.md"

HEAD = """\
# The fleet program

Written by `python -m scripts.formulation` from the rules in `planner/program/`. Latency is settled
before: a pair of load and pool exists only where promises are kept.

| symbol | stands for |
|---|---|
| $w$, $h$, $s$ | load; hardware; site |
| $p$, $o$ | pool (deployment, cap, site); offer (hardware, site, owned or rented) |
| $g$, $f$ | group of pools that carry the same loads alike; site that is lost |
| $d_w$, $h_w$, $\\ell$ | requests/s at peak; headroom; headroom kept after the loss of a site |
| $\\mu_{w,p}$ | requests/s of one replica that keeps the promises of $w$ |
| $c_p$ | chips of one replica |
| $x_{w,g}$, $x^f_{w,g}$ | share of a load, 0 to 1; the same after the loss of site $f$ |
| $n_p$, $k_p$, $y_p$ | working replicas, spare replicas, pool in use (0 or 1); whole |
| $b_{h,s}$, $z_i$ | domains that hold replicas; domains filled in one way; whole |
| $N_o$, $R_{h,s}$ | units bought or rented; rack positions; whole |
| $z_{h,s}$ | spare nodes kept (0 or 1) |

"""


def formulation() -> str:
    """The page as it should be."""
    rules = "\n".join(section(name, inspect.getdoc(rule) or "") for name, rule in RULES.items())
    return HEAD + section("objective", inspect.getdoc(objective) or "") + "\n" + rules


def section(name: str, docstring: str) -> str:
    """One rule: its name, the rule in words, the formula, and what is surprising."""
    return f"## {name}\n\n{docstring.strip()}\n"


def main() -> None:
    """Write the page."""
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(formulation(), "utf-8")


if __name__ == "__main__":
    main()

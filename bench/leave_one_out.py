"""How far the planner errs between what was measured: `python bench/leave_one_out.py`.

Every inner point of every shipped curve is left out and predicted from the rest, and so is every
shape of a deployment with three or more. `--json` prints figures, `--write` puts the tables into
docs/interpolation.md, `--check` tells whether they are current.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bench.left_out.study import Study
from bench.left_out.tables import figures, tables
from planner.catalog import load_catalog

DOCUMENT: Final = Path(__file__).resolve().parent.parent / "docs" / "interpolation.md"
BLOCK: Final = re.compile(r"(<!-- table: (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def renewed(text: str, found: Mapping[str, str]) -> str:
    """A document with its tables anew.

    Raises:
        KeyError: it asks for a table that there is not.
    """
    return BLOCK.sub(lambda m: m.group(1) + found[m.group("name")] + m.group(3), text)


def printed(found: Mapping[str, str]) -> Iterator[str]:
    """Every table under its name."""
    for name, table in found.items():
        yield f"{name}\n\n{table}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, and prints, writes or checks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    for flag, does in (
        ("--json", "print figures as JSON"),
        ("--write", "put the tables into docs/interpolation.md"),
        ("--check", "tell whether its tables are current"),
    ):
        parser.add_argument(flag, action="store_true", help=does)
    given = parser.parse_args(arguments)
    study = Study(load_catalog())
    if given.json:
        print(json.dumps(figures(study), indent=2))
    elif given.write or given.check:
        _renew(tables(study), is_check=given.check)
    else:
        print("\n".join(printed(tables(study))))


def _renew(found: Mapping[str, str], *, is_check: bool) -> None:
    old = DOCUMENT.read_text(encoding="utf-8")
    new = renewed(old, found)
    if not is_check:
        DOCUMENT.write_text(new, encoding="utf-8")
    elif new != old:
        sys.exit("docs/interpolation.md is not current: run bench/leave_one_out.py --write")


if __name__ == "__main__":
    main()

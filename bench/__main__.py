"""`python -m bench [NAME ...]`: the quick benchmarks, those named, or `all`."""

import sys
from collections.abc import Callable

from bench import catalog, curves, melange, stages, startup

BENCHMARKS: dict[str, Callable[[], None]] = {
    "startup": startup.measure,
    "catalog": catalog.measure,
    "stages": stages.measure,
    "curves": lambda: curves.measure(curves.QUICK),
    "curves-all": lambda: curves.measure(curves.ALL),
    "melange": melange.measure,
}
QUICK = ["startup", "catalog", "curves"]


def main(names: list[str]) -> int:
    """Runs benchmarks by name; 2 where there is none of that name."""
    wanted = [n for n in BENCHMARKS if n != "curves"] if names == ["all"] else names or QUICK
    if unknown := [name for name in wanted if name not in BENCHMARKS]:
        print(f"{unknown[0]} is no benchmark; there are: all, {', '.join(BENCHMARKS)}")
        return 2
    for name in wanted:
        BENCHMARKS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Sizes language-model fleets: demand and benchmarks into chips, power and a proven cost."""

from typing import TYPE_CHECKING, Any

from planner.version import __version__

if TYPE_CHECKING:
    from planner.catalog.library import Catalog, load_catalog
    from planner.demand import Demand, read_demand
    from planner.quote import Quote, read_quote
    from planner.service import make_quote
    from planner.verify import check_quote

__all__ = [
    "Catalog",
    "Demand",
    "Quote",
    "__version__",
    "check_quote",
    "load_catalog",
    "make_quote",
    "read_demand",
    "read_quote",
]

_HOMES = {
    "Catalog": "planner.catalog.library",
    "Demand": "planner.demand",
    "Quote": "planner.quote",
    "check_quote": "planner.verify",
    "load_catalog": "planner.catalog.library",
    "make_quote": "planner.service",
    "read_demand": "planner.demand",
    "read_quote": "planner.quote",
}


def __getattr__(name: str) -> Any:
    """Loads a public name when it is first used, so that `import planner` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'planner' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)

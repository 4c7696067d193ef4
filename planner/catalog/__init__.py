"""The catalog: every figure that ships or that a user keeps, each with its source."""

from planner.catalog.library import Catalog, load_catalog

__all__ = ["Catalog", "load_catalog"]

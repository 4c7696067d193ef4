"""Importers: result files of benchmark tools as operating points, and as a deployment."""

from planner.catalog.importers.canonical import finding_json, point_json
from planner.catalog.importers.finding import Finding
from planner.catalog.importers.formats import TOOLS
from planner.catalog.importers.measurement import Measurement
from planner.catalog.importers.options import ImportOptions
from planner.catalog.importers.reading import read_results
from planner.catalog.importers.results import ImportResult, conclude, import_results
from planner.catalog.importers.writing import deployment_json, deployment_yaml

__all__ = [
    "TOOLS",
    "Finding",
    "ImportOptions",
    "ImportResult",
    "Measurement",
    "conclude",
    "deployment_json",
    "deployment_yaml",
    "finding_json",
    "import_results",
    "point_json",
    "read_results",
]

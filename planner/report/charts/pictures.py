"""The pictures that a quote has from its file alone, without solving anything."""

from planner.catalog.library import Catalog
from planner.quote import Quote
from planner.report.charts.cost import cost_picture
from planner.report.charts.picture import Picture
from planner.report.charts.sites import sites_picture
from planner.report.charts.throughput import throughput_picture


def pictures_of(quote: Quote, catalog: Catalog | None = None) -> tuple[Picture, ...]:
    """Those that have something to show; of an infeasible quote, what each candidate reaches.

    Args:
        quote: any.
        catalog: that it was made with, for the curves of what was rejected.
    """
    found = (throughput_picture(quote, catalog), cost_picture(quote), sites_picture(quote))
    return tuple(picture for picture in found if picture is not None)

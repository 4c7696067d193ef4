"""The pictures that a quote has from its file alone, without solving anything."""

from planner.quote import Quote
from planner.report.charts.cost import cost_picture
from planner.report.charts.picture import Picture
from planner.report.charts.sites import sites_picture
from planner.report.charts.throughput import throughput_picture


def pictures_of(quote: Quote) -> tuple[Picture, ...]:
    """Those that have something to show; of an infeasible quote, what each candidate reaches."""
    found = (throughput_picture(quote), cost_picture(quote), sites_picture(quote))
    return tuple(picture for picture in found if picture is not None)

"""`planner plot`: the pictures of a quote, or of the published claims, as files."""

import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from planner.cli.reading import STDIN, read_path
from planner.cli.writing import make_folder, write_bytes
from planner.errors import InvalidInput

if TYPE_CHECKING:
    from planner.catalog import Catalog
    from planner.quote import Quote
    from planner.report.charts import Picture


def plot(
    quote: Annotated[
        str | None,
        typer.Argument(metavar="QUOTE", help="quote.json or .yaml; - reads stdin."),
    ] = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="Where the files go.")
    ] = Path(),
    claims: Annotated[
        bool, typer.Option("--claims", help="Draw the published claims of the catalog.")
    ] = False,
    curves: Annotated[
        bool,
        typer.Option(help="Draw cost against headroom and TPOT, which solves the demand anew."),
    ] = True,
    seconds: Annotated[
        float, typer.Option(min=1, max=3600, help="Time for each of these curves.")
    ] = 30,
    theme: Annotated[
        Literal["light", "dark"], typer.Option(help="dark adds -dark to the file names.")
    ] = "light",
    profiles: Annotated[
        Path | None,
        typer.Option("--profiles", metavar="DIR", help="Another catalog than the one that ships."),
    ] = None,
) -> None:
    """Draw a quote: SVG, PNG and Vega-Lite JSON of each picture.

    Prints the name of each file.
    """
    from planner.catalog.library import load_catalog
    from planner.report.extras import need

    for module in ("altair", "vl_convert"):
        need(module)
    _check_asked(quote, claims, seconds)
    catalog = load_catalog(profiles)
    make_folder(output)
    drawn = 0
    if quote is not None:
        for picture in _of_quote(_read(quote), catalog, seconds if curves else None):
            _write(picture, output, theme)
            drawn += 1
    if claims:
        for picture in _of_claims(catalog):
            _write(picture, output, theme)
            drawn += 1
    if not drawn:
        typer.echo("There is nothing to draw: no cost, no site, no curve with two rates.", err=True)


def _check_asked(quote: str | None, claims: bool, seconds: float) -> None:
    if math.isnan(seconds):
        raise InvalidInput.at("--seconds", "must be a number", "plot")
    if quote is None and not claims:
        raise InvalidInput.at("QUOTE", "name a quote, or give --claims", "plot")


def _read(path: str) -> "Quote":
    from planner.quote import read_quote

    return read_quote(read_path(path), "stdin" if path == STDIN else path)


def _of_quote(quote: "Quote", catalog: "Catalog", seconds: float | None) -> "Iterator[Picture]":
    from planner.report.charts import pictures_of

    yield from pictures_of(quote, catalog)
    if seconds is None:
        return
    yield from curves_of(quote, catalog, seconds)


def curves_of(quote: "Quote", catalog: "Catalog", seconds: float) -> "Iterator[Picture]":
    """Solves on the catalog of the quote; where it has changed since, on what the quote carries."""
    from planner.report.carried import solvable
    from planner.report.charts.curves import curve_pictures
    from planner.report.tradeoffs import outcomes, tradeoffs_of
    from planner.service import make_quote

    demand, own = solvable(quote, catalog)
    if own is not catalog:
        typer.echo(
            "The catalog has changed since: curves are solved on what the quote carries.", err=True
        )
    found = [
        (tradeoff, outcomes(tradeoff, lambda d: make_quote(d, own), time.monotonic() + seconds))
        for tradeoff in tradeoffs_of(demand)
    ]
    for tradeoff, reached in found:
        if left := len(tradeoff.variants) - len(reached):
            name = "headroom" if tradeoff.workload is None else f"TPOT of {tradeoff.workload}"
            text = f"{name}: no time for {left} of {len(tradeoff.variants)} points; --seconds gives"
            typer.echo(f"{text} more.", err=True)
    yield from curve_pictures(quote, found)


def _of_claims(catalog: "Catalog") -> "Iterator[Picture]":
    from planner.catalog.claims import grouped
    from planner.report.charts.claims import claims_picture

    picture = claims_picture(grouped(catalog.claims.values()))
    if picture is not None:
        yield picture


def _write(picture: "Picture", folder: Path, name: str) -> None:
    from planner.report.charts import THEMES, png_of, svg_of
    from planner.report.charts.render import json_of

    theme = THEMES[name]
    stem = picture.name if name == "light" else f"{picture.name}-{name}"
    for ending, content in (
        ("svg", svg_of(picture, theme).encode()),
        ("png", png_of(picture, theme)),
        ("vl.json", json_of(picture, theme)),
    ):
        path = folder / f"{stem}.{ending}"
        write_bytes(path, content)
        typer.echo(str(path))

"""What a worker can be asked: a quote, a check of one, a fit, an import, and whether it is well."""

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final

from api.errors import Refused
from api.work import fitting, importing, showing, tradeoffs
from api.work.frames import Frame
from api.work.overlay import Base, OrganisationCatalog, entries_of
from api.work.parsing import parsed
from planner.catalog.library import Catalog
from planner.demand import Demand, read_demand
from planner.quote import Note, Quote, read_quote
from planner.service import make_quote
from planner.verify import check_quote

_KEPT: Final = 8
"""Catalogs of organisations that a worker remembers."""
_PROBE: Final[dict[str, Any]] = {
    "name": "probe",
    "workloads": [
        {"name": "w", "model": "m", "requests_per_s": 5, "input_tokens": 10, "output_tokens": 10}
    ],
    "hardware": [
        {
            "id": "h",
            "memory_gb": 80,
            "chips_per_node": 8,
            "node_power_w": 10000,
            "price_usd_per_node": 1000,
        }
    ],
    "deployments": [
        {
            "id": "d",
            "model": "m",
            "hardware": "h",
            "chips_per_replica": 2,
            "curves": [{"points": [{"output_tokens_per_s": 40}]}],
        }
    ],
}


class Tasks:
    """What a worker keeps between tasks: the catalog, and those of a few organisations."""

    def __init__(self, announce: Callable[[float], None]) -> None:
        self._announce = announce
        self._base = Base()
        self._own: dict[str, OrganisationCatalog] = {}
        self._tasks: dict[str, Callable[[Frame], Frame]] = {
            "quote": self._quote,
            "verify": self._verify,
            "fit": self._fit,
            "import": self._import,
            "demand": self._demand,
            "figures": self._figures,
            "pictures": self._pictures,
            "document": self._document,
            "tradeoffs": self._tradeoffs,
            "outcome": self._outcome,
            "tradeoff_pictures": self._tradeoff_pictures,
            "claims": self._claims,
            "charts": self._charts,
            "probe": self._probe,
        }

    def warm_up(self) -> None:
        """Imports what the first quote would."""
        self._probe(Frame({}))

    def run(self, frame: Frame) -> Frame:
        """The answer to a task."""
        return self._tasks[frame.head["kind"]](frame)

    def _probe(self, _: Frame) -> Frame:
        quote = make_quote(_PROBE, self._base.catalog)
        if quote.totals is None or quote.totals.replicas != 2:  # 5 × 10 × 1.3 / 40 = 1.6
            raise Refused("internal-error", "The solver gave a wrong answer.")
        return Frame({"ok": True})

    def _quote(self, frame: Frame) -> Frame:
        demand = read_demand(parsed(frame.parts[0]))
        catalog = self._catalog(frame)
        self._announce(demand.solver.time_limit_s)
        start = time.monotonic()
        quote = _with_note(make_quote(demand, catalog), demand, catalog)
        return Frame(
            {
                "id": quote.id,
                "name": quote.name,
                "status": quote.status,
                "created_at": quote.created_at,
                "gap_fraction": quote.gap_fraction,
                "usd_per_year": quote.totals and quote.totals.usd_per_year,
                "replicas": quote.totals and quote.totals.replicas,
                "demand_digest": quote.certificate.demand_digest,
                "seconds": time.monotonic() - start,
            },
            [quote.model_dump_json().encode()],
        )

    def _verify(self, frame: Frame) -> Frame:
        quote = read_quote(parsed(frame.parts[0]))
        self._announce(quote.demand.solver.time_limit_s)
        checks = [check.model_dump(mode="json") for check in check_quote(quote)]
        return Frame({"checks": checks})

    def _fit(self, frame: Frame) -> Frame:
        return Frame({}, [fitting.fit_json(parsed(frame.parts[0]), self._catalog(frame))])

    def _import(self, frame: Frame) -> Frame:
        return Frame({}, [importing.import_json(parsed(frame.parts[0]))])

    def _demand(self, frame: Frame) -> Frame:
        return Frame({}, [showing.demand_json(parsed(frame.parts[0]))])

    def _figures(self, frame: Frame) -> Frame:
        return Frame({}, [showing.explained(frame.parts[0], self._catalog(frame))])

    def _pictures(self, frame: Frame) -> Frame:
        made = showing.pictures(frame.parts[0], frame.head["theme"], self._catalog(frame))
        return Frame({}, [made])

    def _document(self, frame: Frame) -> Frame:
        made = showing.document(frame.parts[0], frame.head["document"], self._catalog(frame))
        return Frame({}, [made])

    def _tradeoffs(self, frame: Frame) -> Frame:
        return Frame({"orders": tradeoffs.listed(frame.parts[0], self._catalog(frame))})

    def _outcome(self, frame: Frame) -> Frame:
        tradeoff, variant = frame.head["place"]
        catalog = self._catalog(frame)
        place = (tradeoff, variant)
        found = tradeoffs.outcome(frame.parts[0], catalog, place, self._announce)
        return Frame({"outcome": found and asdict(found)})

    def _tradeoff_pictures(self, frame: Frame) -> Frame:
        head, catalog = frame.head, self._catalog(frame)
        made = tradeoffs.drawn(frame.parts[0], catalog, head["outcomes"], head["theme"])
        return Frame({}, [made])

    def _claims(self, frame: Frame) -> Frame:
        return Frame({}, [showing.claims(self._base.catalog, frame.head["theme"])])

    def _charts(self, _: Frame) -> Frame:
        return Frame({}, [showing.chart_library()])

    def _catalog(self, frame: Frame) -> Catalog:
        """The catalog that ships, or with the entries that came with the task."""
        if len(frame.parts) < 2:
            return self._base.catalog
        version = frame.head["entries_version"]
        if version not in self._own:
            while len(self._own) >= _KEPT:
                self._own.pop(next(iter(self._own)))
            self._own[version] = self._base.with_entries(entries_of(frame.parts[1]))
        return self._own[version]


def _with_note(quote: Quote, demand: Demand, catalog: Catalog) -> Quote:
    """The quote, saying which of the organisation's own entries it rests on."""
    if not isinstance(catalog, OrganisationCatalog):
        return quote
    inline = {d.id for d in demand.inline_deployments}
    shadowed = {h.id for h in demand.hardware}
    used = [
        *(
            f"deployment {d.id}"
            for d in quote.inputs.deployments
            if d.id not in inline and d.id in catalog.own["deployments"]
        ),
        *(
            f"hardware {h.id}"
            for h in quote.inputs.hardware
            if h.id not in shadowed and h.id in catalog.own["hardware"]
        ),
        *dict.fromkeys(
            f"price list {p.provider}"
            for p in quote.inputs.prices
            if p.provider in catalog.own["prices"]
        ),
    ]
    if not used:
        return quote
    text = f"From the organisation's own entries, which outrank the catalog's: {', '.join(used)}."
    note = Note(code="own_entries", text=text)
    return quote.model_copy(update={"assumptions": (*quote.assumptions, note)})

"""Public names are made of the glossary's words, and end in the unit that the schema states."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from planner.demand import Demand
from planner.entries import CostBook, Deployment, Hardware, LanguageModel, PriceList, Source
from planner.quote import Quote

GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"
PUBLIC = (Demand, Deployment, Hardware, LanguageModel, PriceList, CostBook, Source, Quote)
UNITS = (
    (r"ms", {"ms"}),
    (r"requests_per_s", {"requests/s"}),
    (r"tasks_per_s", {"tasks/s"}),
    (r"tokens_per_(audio_)?s", {"tokens/s"}),
    (r"gb_per_s", {"GB/s"}),
    (r"per_minute", {"1/min"}),
    (r"s(_per_call)?", {"s"}),
    (r"fraction(_of_server_price|_per_year)?", {"1"}),
    (r"tokens", {"tokens"}),
    (r"w(_per_chip)?", {"W"}),
    (r"kw", {"kW"}),
    (r"megawatts", {"MW"}),
    (r"gb", {"GB"}),
    (r"tflops|bf16|fp8|fp4", {"TFLOPS"}),
    (r"usd_per_kwh", {"USD/kWh"}),
    (r"usd_per_kw_month", {"USD/(kW month)"}),
    (r"usd_per_chip_hour", {"USD/h"}),
    (r"budget_usd_per_year", {"USD/year"}),
    (r"usd_per_(node|chip|rack|chip_year|node_year)", {"USD"}),
    (r"grams_co2_per_kwh", {"gCO2/kWh"}),
    (r"chips(_per_node|_per_replica)?", {"chips"}),
)
"""How a name ends, and the units that it may then have; the first that fits counts."""
ELSEWHERE = {
    "on_demand": "USD/h",  # the terms of rent_usd_per_chip_hour
    "reserved_1y": "USD/h",
    "reserved_3y": "USD/h",
    "spot": "USD/h",
    "active_users": "users",
    "concurrent_sessions": "users",
    "concurrency": "requests in flight",
    "streams": "streams",
    "life_years": "years",
    "total_parameters": "parameters",
    "active_parameters": "parameters",
}
"""Names that are their own unit."""


def properties() -> Iterator[tuple[str, str, Any]]:
    for model in PUBLIC:
        schema = model.model_json_schema()
        for owner, part in {**schema.get("$defs", {}), model.__name__: schema}.items():
            for field, described in part.get("properties", {}).items():
                yield owner, field, described


FIELDS = {(owner, field): described for owner, field, described in properties()}


def glossary_words() -> set[str]:
    """Every word of the first column of a table, every unit, every word of the last list."""
    text = GLOSSARY.read_text("utf-8").lower()
    rows = re.findall(r"^\| *([^|]+)\|", text, re.MULTILINE)
    plain = text.split("## other words in names")[1]
    words = set(re.findall(r"[a-z0-9]+", " ".join(rows) + plain))
    return words | {f"{word}s" for word in words}


def units_in(described: Any) -> set[str]:
    return set(re.findall(r"'x-unit': '([^']+)'", str(described)))


@pytest.mark.parametrize("field", sorted({field for _, field in FIELDS}))
def test_a_name_is_made_of_the_glossarys_words(field: str):
    unknown = set(field.split("_")) - glossary_words()
    assert not unknown, f"docs/glossary.md does not have {', '.join(sorted(unknown))}"


@pytest.mark.parametrize(("owner", "field"), sorted(FIELDS))
def test_a_name_ends_in_the_unit_of_its_type(owner: str, field: str):
    units = units_in(FIELDS[owner, field])
    if not units:
        return
    if field in ELSEWHERE:
        assert units == {ELSEWHERE[field]}
        return
    ends = (allowed for end, allowed in UNITS if re.search(rf"(^|_)({end})$", field))
    assert units <= next(ends, {"1"}), f"{owner}.{field} is in {units}"


def test_the_glossary_says_what_is_not_meant():
    text = GLOSSARY.read_text("utf-8")
    for trap in ("Not TPOT", "**not** a utilization cap of 0.7", "A bare number is refused"):
        assert trap in text

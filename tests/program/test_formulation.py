"""The page of formulas says what the rules say."""

from planner.program.rules import RULES
from scripts.formulation import PAGE, formulation


def test_the_page_is_current():
    assert PAGE.read_text("utf-8") == formulation(), "run python -m scripts.formulation"


def test_every_rule_has_a_formula_with_its_unit():
    for name, rule in RULES.items():
        text = rule.__doc__ or ""
        assert text.count("$$") >= 2, name
        assert r"\text{" in text, name

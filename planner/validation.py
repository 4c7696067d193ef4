"""What pydantic found wrong, as faults in our words: path, what, and by how much."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic import ValidationError

from planner.documents import printable
from planner.errors import Fault

_TAG: Final = "\N{MIDDLE DOT}"
"""Tags of our unions start with it; they are no part of a path."""

_MESSAGES: Final[Mapping[str, str]] = {
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be above {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be below {lt}",
    "finite_number": "must be a finite number",
    "int_from_float": "must be a whole number",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "too_long": "has more than {max_length} items",
    "too_short": "needs at least {min_length}",
    "string_too_short": "must not be empty",
    "string_too_long": "is longer than {max_length} characters",
    "literal_error": "must be one of {expected}",
    "dict_type": "must be a mapping",
    "model_type": "must be a mapping",
    "model_attributes_type": "must be a mapping",
    "tuple_type": "must be a list",
    "list_type": "must be a list",
    "union_tag_invalid": "must be one of {expected_tags}",
}
_WHOLE: Final[Mapping[str, str]] = {
    "missing": "is missing",
    "extra_forbidden": "is not a known field here",
}
"""Messages beside which the value would say nothing."""
_PATTERNS: Final[Mapping[str, str]] = {
    "^(mean|": "is not a percentile; write mean or pNN, such as p95",
    "^[0-9]{4}": "is not a date; write YYYY-MM-DD",
}
_SHOWN: Final = 20


def faults_of(error: ValidationError) -> list[Fault]:
    """Each fault of a validation, in the order of the document."""
    details = [d for d in error.errors(include_url=False) if not _follows_from_another(d)]
    return [_fault(detail) for detail in details[:_SHOWN]]


def _follows_from_another(detail: Any) -> bool:
    """A list whose items are all invalid is also called too short; the items say it better."""
    least = detail.get("ctx", {}).get("min_length", 0)
    return detail["type"] == "too_short" and len(detail["input"]) >= least


def _fault(detail: Any) -> Fault:
    message = _message(detail)
    value = detail.get("input")
    if isinstance(value, str | int | float) and detail["type"] in _MESSAGES:
        message = f"{message}, not {_shown(value)}"
    return Fault(path_of(detail["loc"]), message)


def _message(detail: Any) -> str:
    kind, context = detail["type"], detail.get("ctx", {})
    if kind == "string_pattern_mismatch":
        pattern = str(context.get("pattern", ""))
        return next(
            (text for start, text in _PATTERNS.items() if pattern.startswith(start)),
            "has a form that is not known",
        )
    template = _MESSAGES.get(kind) or _WHOLE.get(kind)
    if template is None:
        return str(detail["msg"]).removeprefix("Value error, ")
    tidy = {key: _tidy(value) for key, value in context.items()}
    return template.format_map(tidy)


def _tidy(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).replace(_TAG, "")


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, str) else str(value)
    return printable(text, 60)


def path_of(location: tuple[int | str, ...]) -> str:
    """A place in a document, such as `workloads[0].slo.ttft_ms`.

    >>> path_of(("workloads", 0, "slo"))
    'workloads[0].slo'
    """
    path = ""
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
        elif not step.startswith(_TAG) and step != "[key]":
            path += f".{printable(step)}" if path else printable(step)
    return path

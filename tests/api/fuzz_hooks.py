"""Makes generated requests mean something where a schema cannot."""

import re
from typing import Any

import schemathesis
from schemathesis import GenerationMode

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:+@-]{0,199}", re.ASCII)


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """A valid PUT goes to the path of its entry; every other valid demand becomes a job."""
    mode = getattr(getattr(case.meta, "generation", None), "mode", None)
    if mode is not GenerationMode.POSITIVE:
        return
    body = case.body
    if case.operation.label == "POST /v1/quotes" and hash(case.id) % 2:
        case.headers["Prefer"] = "respond-async"
    if case.method == "PUT" and isinstance(body, dict) and _ID.fullmatch(str(body.get("id", ""))):
        case.path_parameters["entry_id"] = body["id"]

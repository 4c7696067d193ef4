"""Result files of benchmark tools, from plain data, into a deployment."""

import json
import re
from typing import Any, Final

from pydantic import ValidationError

from api.errors import Refused
from api.schemas.questions import ImportRequest
from planner.catalog.importers.canonical import finding_json
from planner.catalog.importers.options import ImportOptions
from planner.catalog.importers.results import ImportResult, import_results
from planner.errors import InvalidInput
from planner.validation import faults_of

_OPTION: Final = re.compile(r"--([a-z][a-z-]*)")
_STANDING_IN_THE_WAY: Final = {"refusal", "question"}


def import_json(data: Any) -> bytes:
    """The deployment and what is to be said about it, as JSON.

    Raises:
        InvalidInput: a field of the request that is wrong.
        Refused: files that make no deployment, with every finding.
    """
    try:
        asked = ImportRequest.model_validate(data)
    except ValidationError as error:
        raise InvalidInput(faults_of(error), "import") from None
    files = [(file.name, file.text.encode()) for file in asked.files]
    options = ImportOptions(**asked.options.model_dump(exclude_none=True))
    return _answer(import_results(files, options))


def _answer(result: ImportResult) -> bytes:
    findings = [_named(finding_json(finding)) for finding in result.findings]
    if result.deployment is None:
        said = [f for f in findings if f["kind"] in _STANDING_IN_THE_WAY]
        errors = [{"path": f"{f['file']} {f['place']}".strip(), "message": f["text"]} for f in said]
        text = "; ".join(error["message"] for error in errors[:3]) or "no point was read"
        raise Refused("invalid-import", text, errors=errors, extra={"findings": findings})
    deployment = result.deployment.model_dump(mode="json", exclude_unset=True)
    answer = {"deployment": deployment, "findings": findings, "points": len(result.points)}
    return json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()


def _named(finding: dict[str, Any]) -> dict[str, Any]:
    """The finding with the options of this service where the command line's are named."""
    text = _OPTION.sub(lambda m: f"options.{m[1].replace('-', '_')}", finding["text"])
    return finding | {"text": text}

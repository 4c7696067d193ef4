"""The log: one JSON object a line on standard error, without secrets and without bodies."""

import json
import sys
from typing import Any

from api.clock import now


def log(event: str, **fields: Any) -> None:
    """Writes one line."""
    stated = {name: value for name, value in fields.items() if value is not None}
    sys.stderr.write(json.dumps({"at": now(), "event": event, **stated}) + "\n")

"""The contract as the text of `openapi.json`."""

import json

from api.app import create_app
from api.settings import Settings


def contract_text() -> str:
    """The document, indented, as it stands in the repository."""
    app = create_app(Settings(database_url="sqlite://"))
    return json.dumps(app.openapi(), indent=1, ensure_ascii=False) + "\n"

"""`python -m planner`, and the command `planner`."""

import gc
import os
from typing import Final

RARELY: Final = 200_000
"""Objects between two looks for garbage: a short run keeps what it makes, and looks cost time."""


def main() -> None:
    """Starts the command line, as quickly as that can be done."""
    gc.set_threshold(RARELY, 20, 100)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # we have none to look for
    from planner.cli.main import main as run

    run()


if __name__ == "__main__":
    main()

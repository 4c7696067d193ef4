"""Packages that only some documents need: imported where they are used, missed clearly."""

from importlib import import_module
from typing import Any, Final

from planner.errors import NotInstalled

EXTRA: Final = "documents"


def need(module: str) -> Any:
    """A package of the extra `documents`.

    Raises:
        NotInstalled: it is not there; the message says what to install.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != module.partition(".")[0]:
            raise
        raise NotInstalled(module, f'pip install "planner[{EXTRA}]"') from None

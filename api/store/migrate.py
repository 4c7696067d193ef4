"""Brings the tables of a database up to date, once, however many services start at once."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text

_FOLDER: Final = Path(__file__).parent / "migrations"
_LOCK: Final = 0x706C616E
"""Of PostgreSQL, held while migrating; SQLite has one writer anyway."""


def migrate(engine: Engine) -> None:
    """Runs the migrations that the database lacks."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

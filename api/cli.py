"""The subcommands of `planner-api`: serve, migrate, keys, openapi."""

import json
import re
from typing import Annotated, Any

import typer

from api.auth.caller import SCOPES
from api.auth.secrets import new_key
from api.clock import new_id
from api.settings import settings_of
from api.store import keys
from api.store.database import Database
from api.store.keys import StoredKey
from api.store.migrate import migrate as migrate_tables

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="The REST service of planner. Without a subcommand it serves.",
)
keys_app = typer.Typer(no_args_is_help=True, help="API keys.")
app.add_typer(keys_app, name="keys")


@app.callback(invoke_without_command=True)
def root(ctx: typer.Context) -> None:
    """Everything is set by the environment: PLANNER_PORT, PLANNER_DATABASE_URL and others."""
    if ctx.invoked_subcommand is None:
        serve()


@app.command("serve")
def serve() -> None:
    """Serve on PLANNER_HOST (127.0.0.1) and PLANNER_PORT (8080) until told to stop."""
    from api.server import serve as listen

    listen(settings_of())


@app.command("migrate")
def migrate() -> None:
    """Bring the tables of the database up to date, and end."""
    database = _database()
    typer.echo("The tables are up to date.")
    database.close()


@app.command("openapi")
def openapi() -> None:
    """Print the OpenAPI document."""
    from api.published import contract_text

    typer.echo(contract_text(), nl=False)


@keys_app.command("create")
def create_key(
    organisation: Annotated[str, typer.Option(help="Whose; made if there is none of this name.")],
    name: Annotated[str, typer.Option(help="What the key is for.")] = "key",
    scope: Annotated[
        list[str] | None, typer.Option(help="read, write, admin; omitted: read and write.")
    ] = None,
    rate_per_minute: Annotated[
        int | None, typer.Option(min=1, max=10**9, help="Instead of PLANNER_RATE_PER_MINUTE.")
    ] = None,
) -> None:
    """Make a key and print it: the only time that it is shown."""
    scopes = frozenset(scope or ("read", "write"))
    if unknown := scopes - set(SCOPES):
        raise typer.BadParameter(f"{', '.join(sorted(unknown))}: choose of {', '.join(SCOPES)}")
    _check_name(organisation)
    _check_name(name)
    key_id, secret_hash, text = new_key()

    def work(connection: Any) -> None:
        owner = keys.ensure_organisation(connection, organisation, new_id("o"))
        keys.add_key(
            connection,
            StoredKey(key_id, owner, name, secret_hash, scopes, rate_per_minute, 0, False),
        )

    database = _database()
    database.write_here(work)
    database.close()
    typer.echo(text)


@keys_app.command("list")
def list_keys(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the keys; none can be shown again."""
    database = _database()
    rows = [dict(row._mapping) for row in database.read_here(keys.list_keys)]
    database.close()
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        state = f"revoked {row['revoked_at']}" if row["revoked_at"] else "valid"
        typer.echo(f"{row['id']}  {row['organisation']}  {row['name']}  {row['scopes']}  {state}")


@keys_app.command("revoke")
def revoke_key(key_id: Annotated[str, typer.Argument(help="As `keys list` shows it.")]) -> None:
    """Make a key useless, at once."""
    database = _database()
    was_valid = database.write_here(lambda c: keys.revoke_key(c, key_id))
    database.close()
    if not was_valid:
        typer.echo(f"There is no valid key {key_id}.", err=True)
        raise typer.Exit(2)
    typer.echo(f"{key_id} is revoked.")


def _database() -> Database:
    """The database of the settings, its tables up to date."""
    database = Database(settings_of().database_url)
    migrate_tables(database.engine)
    return database


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[^\x00-\x1f\x7f]{1,200}", name):
        raise typer.BadParameter("a name has 1 to 200 characters, no control characters")

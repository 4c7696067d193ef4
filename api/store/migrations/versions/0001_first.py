"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "organisations",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False, unique=True),
        _moment("created_at"),
        sa.Column("entries_version", sa.Integer, nullable=False),
    )
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(40), primary_key=True),
        _organisation(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("scopes", sa.String(100), nullable=False),
        sa.Column("rate_per_minute", sa.Integer),
        _moment("created_at"),
        _moment("revoked_at", nullable=True),
    )
    _quotes()
    _in_flight()
    op.create_table(
        "entries",
        _organisation(),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("id", sa.String(200), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        _moment("created_at"),
        _moment("updated_at"),
        sa.UniqueConstraint("organisation_id", "kind", "id", name="entries_once"),
    )
    op.create_table(
        "audit",
        sa.Column("id", _SERIAL, primary_key=True, autoincrement=True),
        _moment("at"),
        _organisation(),
        sa.Column("key_id", sa.String(40)),
        sa.Column("key_name", sa.String(200)),
        sa.Column("action", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(300), nullable=False),
        sa.Column("request_id", sa.String(64), nullable=False),
    )
    op.create_index("audit_of_organisation", "audit", ["organisation_id", "id"])


def downgrade() -> None:
    """Drop them."""
    for table in ("audit", "entries", "jobs", "idempotency", "quotes", "api_keys", "organisations"):
        op.drop_table(table)


def _quotes() -> None:
    op.create_table(
        "quotes",
        sa.Column("position", _SERIAL, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(40), nullable=False, unique=True),
        _organisation(),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        _moment("created_at"),
        sa.Column("replicas", sa.BigInteger),
        sa.Column("usd_per_year", sa.Float),
        sa.Column("demand_digest", sa.String(80), nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        _moment("withdrawn_at", nullable=True),
    )
    for name, columns in (
        ("quotes_of_organisation", ["organisation_id", "position"]),
        ("quotes_by_name", ["organisation_id", "name", "position"]),
        ("quotes_by_status", ["organisation_id", "status", "position"]),
        ("quotes_by_time", ["organisation_id", "created_at"]),
    ):
        op.create_index(name, "quotes", columns)


def _in_flight() -> None:
    op.create_table(
        "idempotency",
        sa.Column(
            "organisation_id", sa.String(40), sa.ForeignKey("organisations.id"), primary_key=True
        ),
        sa.Column("key", sa.String(255), primary_key=True),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("leased_until", sa.Float, nullable=False),
        sa.Column("quote_id", sa.String(40)),
        _moment("created_at"),
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(40), primary_key=True),
        _organisation(),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("leased_until", sa.Float, nullable=False),
        _moment("created_at"),
        _moment("finished_at", nullable=True),
        sa.Column("quote_id", sa.String(40)),
        sa.Column("problem", sa.Text),
    )


def _organisation() -> sa.Column[str]:
    return sa.Column(
        "organisation_id", sa.String(40), sa.ForeignKey("organisations.id"), nullable=False
    )


def _moment(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(32), nullable=nullable)

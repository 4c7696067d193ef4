"""The tables; `migrations` makes them."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata: Final = MetaData()
_Serial: Final = BigInteger().with_variant(Integer, "sqlite")

organisations: Final = Table(
    "organisations",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("created_at", String(32), nullable=False),
    Column("entries_version", Integer, nullable=False, default=0),
)

api_keys: Final = Table(
    "api_keys",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("organisation_id", String(40), ForeignKey("organisations.id"), nullable=False),
    Column("name", String(200), nullable=False),
    Column("secret_hash", String(64), nullable=False),
    Column("scopes", String(100), nullable=False),
    Column("rate_per_minute", Integer, nullable=True),
    Column("created_at", String(32), nullable=False),
    Column("revoked_at", String(32), nullable=True),
)

quotes: Final = Table(
    "quotes",
    metadata,
    Column("position", _Serial, primary_key=True, autoincrement=True),
    Column("id", String(40), nullable=False, unique=True),
    Column("organisation_id", String(40), ForeignKey("organisations.id"), nullable=False),
    Column("name", String(200), nullable=False),
    Column("status", String(20), nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("replicas", BigInteger, nullable=True),
    Column("usd_per_year", Float, nullable=True),
    Column("demand_digest", String(80), nullable=False),
    Column("document", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("withdrawn_at", String(32), nullable=True),
    Index("quotes_of_organisation", "organisation_id", "position"),
    Index("quotes_by_name", "organisation_id", "name", "position"),
    Index("quotes_by_status", "organisation_id", "status", "position"),
    Index("quotes_by_time", "organisation_id", "created_at"),
)

idempotency: Final = Table(
    "idempotency",
    metadata,
    Column("organisation_id", String(40), ForeignKey("organisations.id"), primary_key=True),
    Column("key", String(255), primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("token", String(40), nullable=False),
    Column("leased_until", Float, nullable=False),
    Column("quote_id", String(40), nullable=True),
    Column("created_at", String(32), nullable=False),
)

jobs: Final = Table(
    "jobs",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("organisation_id", String(40), ForeignKey("organisations.id"), nullable=False),
    Column("status", String(20), nullable=False),
    Column("leased_until", Float, nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("finished_at", String(32), nullable=True),
    Column("quote_id", String(40), nullable=True),
    Column("problem", Text, nullable=True),
)

entries: Final = Table(
    "entries",
    metadata,
    Column("organisation_id", String(40), ForeignKey("organisations.id"), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("id", String(200), nullable=False),
    Column("document", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("updated_at", String(32), nullable=False),
    UniqueConstraint("organisation_id", "kind", "id", name="entries_once"),
)

audit: Final = Table(
    "audit",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("at", String(32), nullable=False),
    Column("organisation_id", String(40), ForeignKey("organisations.id"), nullable=False),
    Column("key_id", String(40), nullable=True),
    Column("key_name", String(200), nullable=True),
    Column("action", String(40), nullable=False),
    Column("subject", String(300), nullable=False),
    Column("request_id", String(64), nullable=False),
    Index("audit_of_organisation", "organisation_id", "id"),
)

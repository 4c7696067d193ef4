"""Tables, migrations and leases, on both databases."""

import time

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import update

from api.store import idempotency, jobs
from api.store.migrate import migrate
from api.store.tables import idempotency as idempotency_table
from api.store.tables import jobs as jobs_table
from api.store.tables import metadata
from tests.api.harness import Live


def test_migrations_make_the_tables_that_the_code_expects(service: Live):
    engine = service.services.database.engine
    migrate(engine)  # once more changes nothing
    with engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), metadata)
    assert [d for d in found if d[0] != "remove_table"] == []


def test_a_claim_ends_with_its_lease(service: Live):
    database = service.services.database
    first = idempotency.new_claim("local", "leased", "f")
    second = idempotency.new_claim("local", "leased", "f")
    assert database.write_here(lambda c: idempotency.claim(c, first)).state == "ours"
    assert database.write_here(lambda c: idempotency.claim(c, second)).state == "in_flight"
    past = update(idempotency_table).values(leased_until=time.time() - 1)
    database.write_here(lambda c: c.execute(past.where(idempotency_table.c.token == first.token)))
    assert database.write_here(lambda c: idempotency.claim(c, second)).state == "ours"
    # The first one comes back late: the key is no longer its own.
    database.write_here(lambda c: idempotency.give_up(c, first))
    assert database.write_here(lambda c: idempotency.claim(c, first)).state == "in_flight"
    database.write_here(lambda c: idempotency.renew(c, [second.token]))
    database.write_here(idempotency.forget_old)
    database.write_here(lambda c: idempotency.give_up(c, second))


def test_a_job_whose_process_is_gone_has_failed(service: Live):
    database = service.services.database
    job_id = "j_" + "a" * 20
    database.write_here(lambda c: jobs.add(c, "local", job_id))
    assert database.write_here(lambda c: jobs.find(c, "local", job_id)).status == "queued"
    assert database.write_here(lambda c: jobs.those_left(c, [job_id])) == {job_id}
    past = update(jobs_table).where(jobs_table.c.id == job_id).values(leased_until=0.0)
    database.write_here(lambda c: c.execute(past))
    found = database.write_here(lambda c: jobs.find(c, "local", job_id))
    assert (found.status, '"status": 503' in found.problem) == ("failed", True)
    database.write_here(jobs.forget_old)
    assert database.write_here(lambda c: jobs.remove(c, "local", job_id))

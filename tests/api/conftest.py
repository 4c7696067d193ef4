from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from api.settings import Settings
from tests.api.harness import Live, has_postgres, live, postgres

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session", params=DATABASES)
def database_url(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('api') / 'test.db'}"
    elif not has_postgres():
        pytest.skip("no PostgreSQL is reachable; PLANNER_TEST_POSTGRES_URL names one")
    else:
        with postgres() as url:
            yield url


@pytest.fixture(scope="session")
def service(database_url: str) -> Iterator[Live]:
    """A service on each kind of database, shared by the tests."""
    with live(Settings(database_url=database_url, workers=2, rate_per_minute=0)) as found:
        found.key()
        yield found


@pytest.fixture(scope="session")
def client(service: Live) -> Iterator[httpx.Client]:
    """A client of the organisation acme, with every scope."""
    with service.client() as found:
        yield found


@pytest.fixture(scope="module")
def own_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A service of the module alone, on SQLite, with one worker and a short queue."""
    folder: Path = tmp_path_factory.mktemp("own")
    url = f"sqlite:///{folder / 'own.db'}"
    settings = Settings(database_url=url, workers=1, queue_size=2, rate_per_minute=0)
    with live(settings) as found:
        found.key()
        yield found

"""What is shipped to run the service in containers keeps its own promises."""

from pathlib import Path
from typing import Any

import pytest

from api.server import config_of
from api.settings import Settings
from planner.demand import Solver
from planner.yaml_core import load_yaml

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: Any = load_yaml((ROOT / "compose.yaml").read_text(), 32)
API, DATABASE = COMPOSE["services"]["api"], COMPOSE["services"]["database"]


@pytest.mark.parametrize("service", [API, DATABASE])
def test_containers_write_nowhere_and_say_how_they_are(service: Any):
    assert service["read_only"] is True
    assert "/tmp" in service["tmpfs"]
    assert service["healthcheck"]["test"]
    assert "no-new-privileges:true" in service["security_opt"]


def test_the_image_runs_as_nobody_in_particular():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert "USER 10001" in lines
    assert any(line.startswith("HEALTHCHECK") for line in lines)


def test_it_is_closed_until_there_is_a_key():
    assert API["environment"]["PLANNER_AUTH"] == "required"
    assert API["ports"] == ["127.0.0.1:8080:8080"]


def test_the_database_is_not_reachable_from_outside():
    assert "ports" not in DATABASE
    assert COMPOSE["networks"]["back"]["internal"] is True
    assert DATABASE["networks"] == ["back"]


def test_each_time_limit_is_within_the_next(tmp_path: Path):
    """The solver's 30 s, twice, and 30 s more; answers leave before a container is killed."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'x.db'}")
    solver = Solver()
    from api.app import create_app

    config = config_of(create_app(settings), settings)
    grace_s = float(API["stop_grace_period"].removesuffix("s"))
    assert 2 * solver.time_limit_s + settings.overhead_s <= 90
    assert settings.shutdown_s < (config.timeout_graceful_shutdown or 0) < grace_s

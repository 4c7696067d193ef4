"""A copy of the tiny catalog for each test, and a cache folder that is nobody's."""

import shutil
from pathlib import Path

import pytest

TINY = Path(__file__).resolve().parents[1] / "data" / "profiles"


@pytest.fixture(autouse=True)
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test keeps parsed catalogs."""
    home = tmp_path / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    return home


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny catalog, to be changed at will."""
    return Path(shutil.copytree(TINY, tmp_path / "profiles"))

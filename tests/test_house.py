"""The rules of this repository that hold for its files, whatever they contain."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted([*(ROOT / "planner").rglob("*.py"), *(ROOT / "api").rglob("*.py")])
MAX_LINES = 350

# Split, so that this file does not hold what it looks for.
REGISTRIES = ["pypi,org", "pythonhosted,org", "npmjs,org", "npmjs,com", "yarnpkg,com"]
REGISTRIES += ["anaconda,org", "crates,io", "deb.debian,org", "archive.ubuntu,com"]
REGISTRIES += ["proxy.golang,org"]

REGISTRY_HOST = re.compile("|".join(rf"\b{re.escape(r.replace(',', '.'))}\b" for r in REGISTRIES))
MACHINE_PATH = re.compile(r"(?<![\w.~/-])/(?:home|root|Users|work)/[\w.]|\b[A-Z]:\\+Users\b")


def tracked_files() -> list[Path]:
    """Return what is committed, and what would be: new files that are not ignored."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    # A container may mount the checkout of another user, which git refuses to read by default.
    git = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z"]
    names = subprocess.check_output([*git, "--cached", "--others", "--exclude-standard"], text=True)
    return [path for name in names.split("\0") if name and (path := ROOT / name).is_file()]


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Return where the pattern stands in tracked files, as `file:line: text`."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in tracked_files()
        for number, line in enumerate(path.read_text("utf-8", errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_file_names_a_package_registry():
    """Whoever installs this chooses where packages come from."""
    assert lines_with(REGISTRY_HOST) == []


def test_no_file_names_a_path_of_somebodys_machine():
    assert lines_with(MACHINE_PATH) == []


@pytest.mark.parametrize("host", REGISTRIES)
def test_the_pattern_finds_registries(host: str):
    assert REGISTRY_HOST.search(f"https://files.{host.replace(',', '.')}/simple")


@pytest.mark.parametrize("path", ["|home|ada|planner", "|root|.cache", "|Users|ada", "|work|x"])
def test_the_pattern_finds_paths_of_machines(path: str):
    assert MACHINE_PATH.search(f"see '{path.replace('|', '/')}'")
    assert MACHINE_PATH.search("C:|Users|ada".replace("|", "\\"))


@pytest.mark.parametrize(
    "text", ["https://example.org/home/x", "api/work/x", "/usr/bin/env", "~/work/x", "/v1/quotes"]
)
def test_the_pattern_leaves_other_paths_alone(text: str):
    assert not MACHINE_PATH.search(text)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_opens_with_one_sentence(path: Path):
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    first, _, rest = docstring.partition("\n")
    assert re.fullmatch(r"[A-Z`].*\.", first), f"{path.name} opens with {first!r}"
    assert not re.search(r"[.!?] [A-Z]", first), f"{path.name} opens with two sentences"
    assert rest.startswith("\n") or not rest, "an empty line follows the first sentence"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_is_long(path: Path):
    lines = len(path.read_text("utf-8").splitlines())
    assert lines <= MAX_LINES, f"{lines} lines: look for the second thing in it"

"""The files of the page: small, complete, and without anything from elsewhere."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.contract.document import document_of
from api.lab.files import FOLDER, page_files
from api.lab.recent import Recent
from planner.catalog.importers import TOOLS
from tests.api.harness import Live

SCRIPTS = sorted(FOLDER.rglob("*.js"))
MOST_BYTES = 100_000
MOST_LINES = 200


PAGES = sorted(name for name in page_files() if name.endswith(".html"))


def loaded_by(page: str) -> set[str]:
    """What a page brings with it: itself, its styles, its icon, and every script."""
    found, waiting = set[str](), [page]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = page_files()[name].content.decode()
            waiting += re.findall(r'"/lab/([\w./]+)"', text) if name.endswith(".html") else []
            waiting += [f"js/{other}" for other in re.findall(r'"\./([\w.]+\.js)"', text)]
    return found


def test_every_page_says_where_one_is_and_what_it_needs():
    assert PAGES == ["claims.html", "compare.html", "lab.html", "quote.html", "quotes.html"]
    for name in PAGES:
        text = page_files()[name].content.decode()
        assert "$" not in text, name
        assert f'src="/lab/js/{name.removesuffix(".html")}.js"' in text
        assert text.count("aria-current=page") == (
            name in {"lab.html", "quotes.html", "claims.html"}
        )
        assert text.count("<h1") == 1


@pytest.mark.parametrize("page", PAGES)
def test_a_page_weighs_little(page: str):
    """As it is sent; the chart library comes when it is looked at."""
    files = [page_files()[name] for name in loaded_by(page)]
    assert sum(len(each.compressed) for each in files) < MOST_BYTES
    assert len(files) > 5


def test_nothing_comes_from_elsewhere():
    for name, each in page_files().items():
        text = each.content.decode().replace("http://www.w3.org/2000/svg", "")
        assert "//" not in re.sub(r"^\s*//.*$|\s// .*$", "", text, flags=re.MULTILINE), name
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text)
        assert not re.search(r"<script(?! type=\"module\" src=)|<style|\sstyle=|\son\w+=", text), (
            name
        )


def test_scripts_are_small_and_say_what_they_are():
    for path in SCRIPTS:
        lines = path.read_text().splitlines()
        assert len(lines) <= MOST_LINES, path.name
        assert lines[0].startswith("// "), path.name


def test_the_page_knows_every_tool_whose_results_are_read():
    text = (FOLDER / "js" / "benchmark.js").read_text()
    listed = re.search(r"const TOOLS = \[(.*?)\]", text, re.DOTALL)
    assert listed is not None
    assert set(re.findall(r'"([^"]+)"', listed[1])) == set(TOOLS)


def test_scripts_import_only_what_is_there():
    for path in SCRIPTS:
        for name in re.findall(r'from "\./([\w.]+)"', path.read_text()):
            assert (path.parent / name).is_file(), f"{path.name} imports {name}"


def exported_by(path: Path) -> set[str]:
    text = path.read_text()
    listed = re.findall(r"^export \{ (.*?) \}", text, re.MULTILINE)
    made = re.findall(r"^export (?:async )?(?:function|const|class|let) (\w+)", text, re.MULTILINE)
    return {*made, *(name for names in listed for name in names.split(", "))}


def test_scripts_import_only_names_that_are_exported():
    for path in SCRIPTS:
        imported = re.findall(
            r'^import \{ (.*?) \} from "\./(.+?)"', path.read_text(), re.MULTILINE
        )
        for names, source in imported:
            missing = set(names.split(", ")) - exported_by(path.parent / source)
            assert not missing, f"{path.name} imports {missing} from {source}"


def test_the_form_knows_the_fields_of_a_demand(lab: Live):
    """Every field of the demand, and of what it brings along, is in the form."""
    document: dict[str, Any] = document_of(httpx_app(lab))
    text = "".join(path.read_text() for path in SCRIPTS)
    for schema in ("Demand", "Policy", "Solver", "Site", "Slo", "CostOverrides", "SiteCosts",
                   "VoiceWorkload", "AgentWorkload", "UsersWorkload", "RequestsWorkload",
                   "Hardware", "PeakTeraflops", "MemoryTier", "RentTerms", "LanguageModel",
                   "Attention", "Deployment", "Part", "Quality", "Curve",
                   "OperatingPoint"):  # fmt: skip
        for name in document["components"]["schemas"][schema]["properties"]:
            assert re.search(rf"\b{name}\b", text), f"{schema}.{name}"


def httpx_app(lab: Live) -> Any:
    from api.app import create_app

    return create_app(lab.services.settings)


def test_files_are_compressed_and_asked_about_again(lab: Live):
    first = httpx.get(f"{lab.url}/lab/js/lab.js")
    assert first.headers["content-encoding"] == "gzip"
    tag = {"If-None-Match": first.headers["etag"]}
    assert httpx.get(f"{lab.url}/lab/js/lab.js", headers=tag).status_code == 304
    plain = httpx.get(f"{lab.url}/lab/js/lab.js", headers={"Accept-Encoding": "identity"})
    assert plain.text == first.text
    assert httpx.head(lab.url).status_code == 200


def test_previews_make_room_for_newer_ones():
    recent = Recent(most_bytes=10)
    recent.keep("o", "q1", b"12345")
    recent.keep("o", "q2", b"12345")
    recent.keep("o", "q3", b"1")
    assert recent.find("o", "q1") is None
    assert recent.find("o", "q2") == b"12345"
    assert recent.find("other", "q3") is None
    recent.keep("o", "q4", b"12345678901")
    assert recent.find("o", "q4") is None


def test_an_organisation_that_previews_much_pushes_out_its_own():
    """6 bytes of b's leave a its 4; the oldest of b's goes, though a's is older."""
    recent = Recent(most_bytes=10)
    recent.keep("a", "q1", b"1234")
    recent.keep("b", "q2", b"123")
    recent.keep("b", "q3", b"123")
    recent.keep("b", "q4", b"123")
    assert recent.find("a", "q1") == b"1234"
    assert recent.find("b", "q2") is None
    assert recent.find("b", "q4") == b"123"


@pytest.mark.parametrize("path", ["/v1/previews/q_x/figures", "/v1/previews/q_x/pictures"])
def test_a_preview_that_is_gone_is_not_found(lab: Live, path: str):
    assert httpx.get(f"{lab.url}{path}").status_code == 404

import json
import re
from pathlib import Path

import pytest

from planner import documents
from planner.catalog import load_catalog
from planner.catalog.cache import cache_file
from planner.catalog.folder import default_folder
from planner.errors import InvalidProfile

CHIP_X = "hardware/chip-x.yaml"
ON_CHIP_X = "deployments/tiny-8b/tiny-8b--chip-x.yaml"


def change(folder: Path, path: str, old: str, new: str) -> None:
    text = (folder / path).read_text("utf-8")
    assert old in text
    (folder / path).write_text(text.replace(old, new), "utf-8")


def message_of(folder: Path) -> str:
    with pytest.raises(InvalidProfile) as caught:
        load_catalog(folder)
    return str(caught.value)


def count_parses(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    parsed: list[str] = []
    real = documents.read_document

    def counting(text: str, *, is_yaml: bool = False, source: str = ""):
        parsed.append(source)
        return real(text, is_yaml=is_yaml, source=source)

    monkeypatch.setattr(documents, "read_document", counting)
    return parsed


def test_entries_are_found_by_kind_and_id_in_order(folder: Path):
    catalog = load_catalog(folder)
    assert list(catalog.hardware) == ["chip-x", "rack-y"]
    assert list(catalog.models) == ["tiny-8b"]
    assert list(catalog.deployments) == ["speak--chip-x", "tiny-8b--chip-x", "tiny-8b--rack-y"]
    assert list(catalog.price_lists) == ["cloud", "shop"]
    assert list(catalog.sources) == ["guess", "lab", "list"]
    assert catalog.hardware["chip-x"].memory_gb == 80
    assert "chip-z" not in catalog.hardware


def test_deployments_of_a_model_are_its_own(folder: Path):
    found = load_catalog(folder).deployments_of("tiny-8b")
    assert [entry.id for entry in found] == ["tiny-8b--chip-x", "tiny-8b--rack-y"]
    assert load_catalog(folder).deployments_of("unheard-of") == ()


def test_prices_come_from_all_providers_with_date_and_source_of_their_list(folder: Path):
    (cloud, rent), (shop, price) = load_catalog(folder).prices_of("chip-x")
    assert (cloud, shop) == ("cloud", "shop")
    assert (rent.date, rent.source) == ("2026-02-01", "list")
    assert price.price_usd_per_node == (200000, 240000)


def test_a_price_keeps_a_date_and_a_source_of_its_own(folder: Path):
    [(_, price)] = load_catalog(folder).prices_of("rack-y")
    assert (price.date, price.source) == ("2025-06-01", "guess")


def test_the_cost_book_holds_the_values_and_the_parameters_their_sources(folder: Path):
    catalog = load_catalog(folder)
    assert catalog.cost_book.life_years == 5
    assert catalog.cost_parameters["life_years"].source == "guess"


def test_a_folder_without_a_cost_book_says_so_only_when_asked(folder: Path):
    (folder / "costs.yaml").unlink()
    catalog = load_catalog(folder)
    with pytest.raises(InvalidProfile, match=r"costs\.yaml: is missing; copy the one that ships"):
        _ = catalog.cost_book


def test_a_cost_book_that_lacks_a_parameter_names_it(folder: Path):
    change(folder, "costs.yaml", "usd_per_kwh: {value: 0.08, source: guess}\n", "")
    with pytest.raises(InvalidProfile, match=r"costs\.yaml: usd_per_kwh: is missing"):
        _ = load_catalog(folder).cost_book


def test_only_what_is_looked_up_is_validated(folder: Path):
    change(folder, CHIP_X, "memory_gb: 80", "memory_gb: -80")
    catalog = load_catalog(folder)
    assert catalog.hardware["rack-y"].memory_gb == 200
    with pytest.raises(InvalidProfile, match=r"memory_gb: must be at least 1e-06, not -80"):
        _ = catalog.hardware["chip-x"]


def test_a_fault_is_named_by_file_and_place(folder: Path):
    change(folder, ON_CHIP_X, "ttft_ms: {p50: 300}", "ttft_ms: {p50: 300, p95: 200}")
    with pytest.raises(InvalidProfile) as caught:
        _ = load_catalog(folder).deployments["tiny-8b--chip-x"]
    [fault] = caught.value.faults
    assert fault.path == "curves[0].points[1]"
    assert "ttft_ms: p95 (200) is below p50 (300)" in fault.message
    assert caught.value.source.endswith(ON_CHIP_X)


def test_an_entry_that_is_not_there_is_a_key_error(folder: Path):
    with pytest.raises(KeyError):
        _ = load_catalog(folder).hardware["chip-z"]


def test_an_id_stands_in_one_file_only(folder: Path):
    twin = folder / "deployments" / "other" / "tiny-8b--chip-x.yaml"
    twin.parent.mkdir()
    twin.write_text((folder / ON_CHIP_X).read_text("utf-8"), "utf-8")
    text = message_of(folder)
    assert "tiny-8b--chip-x is the id of" in text
    assert text.count("tiny-8b--chip-x.yaml") == 2


def test_a_file_is_named_after_its_id(folder: Path):
    (folder / CHIP_X).rename(folder / "hardware" / "other.yaml")
    assert "id: chip-x stands in other.yaml; name the file chip-x.yaml" in message_of(folder)


def test_an_id_may_hold_what_a_file_name_may_not(folder: Path):
    change(folder, CHIP_X, "id: chip-x", "id: acme/chip x")
    (folder / CHIP_X).rename(folder / "hardware" / "acme_chip_x.yaml")
    assert load_catalog(folder).hardware["acme/chip x"].memory_gb == 80


def test_an_entry_without_an_id_is_refused(folder: Path):
    change(folder, CHIP_X, "id: chip-x\n", "")
    assert re.search(r"chip-x\.yaml: id: is missing", message_of(folder))


@pytest.mark.parametrize("path", ["stray.yaml", "chips/stray.yaml"])
def test_a_file_of_no_kind_is_refused(folder: Path, path: str):
    (folder / path).parent.mkdir(exist_ok=True)
    (folder / path).write_text("id: stray\n", "utf-8")
    assert "belongs to no kind of entry; move it to hardware/" in message_of(folder)


def test_hidden_files_and_other_endings_are_left_alone(folder: Path):
    before = load_catalog(folder).digest
    (folder / ".draft.yaml").write_text("nonsense: [", "utf-8")
    (folder / "README.md").write_text("About this folder", "utf-8")
    assert load_catalog(folder).digest == before


def test_a_file_that_is_not_yaml_says_where(folder: Path):
    (folder / CHIP_X).write_text("id: chip-x\nmemory_gb: [80", "utf-8")
    assert re.search(r"chip-x\.yaml: line \d+, column \d+: not YAML", message_of(folder))


def test_a_key_that_stands_twice_is_refused(folder: Path):
    change(folder, CHIP_X, "tdp_w: 700", "tdp_w: 700\ntdp_w: 600")
    assert "tdp_w" in message_of(folder)


@pytest.mark.parametrize("text", ["[1, 2]\n", "just text\n"])
def test_a_file_that_is_no_mapping_is_refused(folder: Path, text: str):
    (folder / CHIP_X).write_text(text, "utf-8")
    assert "a mapping of fields is expected" in message_of(folder)


def test_a_folder_that_is_not_there_says_what_to_do(tmp_path: Path):
    assert "is not a folder; give one with --profiles" in message_of(tmp_path / "nowhere")


def test_the_digest_follows_contents_and_names(folder: Path):
    before = load_catalog(folder).digest
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", before)
    assert load_catalog(folder).digest == before
    change(folder, CHIP_X, "memory_gb: 80", "memory_gb: 81")
    changed = load_catalog(folder).digest
    (folder / ON_CHIP_X).rename(folder / "voice" / "tiny-8b--chip-x.yaml")
    assert len({before, changed, load_catalog(folder).digest}) == 3


def test_the_variable_names_the_default_folder(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PLANNER_PROFILES", str(folder))
    assert load_catalog().folder == folder


def test_without_the_variable_the_shipped_one_is_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("PLANNER_PROFILES", raising=False)
    assert (default_folder() / "costs.yaml").is_file()


def test_nothing_is_parsed_twice(folder: Path, monkeypatch: pytest.MonkeyPatch):
    parsed = count_parses(monkeypatch)
    first = load_catalog(folder)
    files = len(parsed)
    second = load_catalog(folder)
    assert len(parsed) == files > 0
    assert dict(second.hardware) == dict(first.hardware)
    change(folder, CHIP_X, "memory_gb: 80", "memory_gb: 81")
    assert load_catalog(folder).hardware["chip-x"].memory_gb == 81
    assert len(parsed) == files + 1


@pytest.mark.parametrize("damage", [b"", b"\x00\xff", b"planner profiles 1 0\n{}"])
def test_a_damaged_cache_is_made_anew(folder: Path, damage: bytes):
    load_catalog(folder)
    cache_file(folder).write_bytes(damage)
    assert load_catalog(folder).hardware["chip-x"].memory_gb == 80
    assert cache_file(folder).read_bytes() != damage


def test_half_a_cache_is_made_anew(folder: Path):
    load_catalog(folder)
    whole = cache_file(folder).read_bytes()
    cache_file(folder).write_bytes(whole[: len(whole) // 2])
    assert load_catalog(folder).hardware["chip-x"].memory_gb == 80
    assert cache_file(folder).read_bytes() == whole


def test_a_cache_that_cannot_be_written_is_done_without(folder: Path, cache_home: Path):
    cache_home.write_text("a file where a folder should be", "utf-8")
    assert load_catalog(folder).hardware["chip-x"].memory_gb == 80


def test_the_cache_leaves_no_other_files_and_is_json(folder: Path):
    load_catalog(folder)
    place = cache_file(folder)
    assert list(place.parent.iterdir()) == [place]
    assert json.loads(place.read_bytes().partition(b"\n")[2])


def test_writers_at_the_same_time_leave_a_whole_cache(folder: Path):
    from concurrent.futures import ThreadPoolExecutor

    def load(_: int) -> str:
        cache_file(folder).unlink(missing_ok=True)
        return load_catalog(folder).hardware["chip-x"].id

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(load, range(40))) == {"chip-x"}
    assert list(cache_file(folder).parent.iterdir()) == [cache_file(folder)]


def test_yaml_is_not_imported_while_the_cache_serves(folder: Path):
    import subprocess
    import sys

    load_catalog(folder)
    code = f"""
import sys
from pathlib import Path
from planner.catalog import load_catalog
assert load_catalog(Path({str(folder)!r})).hardware["chip-x"].memory_gb == 80
print([name for name in ("yaml", "numpy", "pulp", "rich") if name in sys.modules])
"""
    root = Path(__file__).resolve().parents[2]
    shown = subprocess.check_output([sys.executable, "-c", code], cwd=root, text=True)
    assert shown.strip() == "[]"

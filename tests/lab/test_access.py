"""Keys: signing in, a cookie that no script reads, a header that no other page sends."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from api.settings import Settings
from tests.api.harness import Live, demand, live
from tests.lab.pages import figure


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A service that asks for a key."""
    url = f"sqlite:///{tmp_path_factory.mktemp('closed') / 'lab.db'}"
    with live(Settings(database_url=url, workers=1, auth="required")) as found:
        yield found


@pytest.fixture
def visitor(browser: Browser, closed: Live) -> Iterator[Page]:
    context = browser.new_context(base_url=closed.url, locale="en-US")
    page = context.new_page()
    page.goto("/")
    yield page
    context.close()


def test_a_key_opens_the_lab_and_signing_out_closes_it(visitor: Page, closed: Live):
    dialog = visitor.locator("dialog.sign-in")
    expect(dialog).to_be_visible()
    dialog.get_by_label("API key").fill("plk_wrong")
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    dialog.get_by_label("API key").fill(closed.key())
    dialog.get_by_role("button", name="Sign in").click()
    figure(visitor, "totals.replicas", "65")
    [cookie] = visitor.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == (True, "Strict", "/")
    assert cookie["expires"] == -1
    assert visitor.evaluate("document.cookie") == ""
    visitor.get_by_role("button", name="Sign out").click()
    expect(dialog).to_be_visible()
    assert visitor.context.cookies() == []


def test_who_closes_the_question_for_a_key_can_open_it_again(visitor: Page, closed: Live):
    dialog = visitor.locator("dialog.sign-in")
    expect(dialog).to_be_visible()
    for _ in range(2):
        visitor.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(visitor.locator("#status")).to_have_text("You are not signed in.")
    visitor.locator("#session").get_by_role("button", name="Sign in").click()
    dialog.get_by_label("API key").fill(closed.key())
    visitor.keyboard.press("Enter")
    figure(visitor, "totals.replicas", "65")


def test_a_session_that_ends_while_saving_asks_for_the_key(visitor: Page, closed: Live):
    dialog = visitor.locator("dialog.sign-in")
    dialog.get_by_label("API key").fill(closed.key())
    visitor.keyboard.press("Enter")
    figure(visitor, "totals.replicas", "65")
    visitor.context.clear_cookies()
    visitor.click('[data-key="save"]')
    dialog.get_by_label("API key").fill(closed.key())
    visitor.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    visitor.click('[data-key="save"]')
    expect(visitor.locator("#trouble")).to_contain_text("Saved.")


def test_organisations_see_their_own_quotes(visitor: Page, closed: Live):
    with closed.client("other") as other:
        made = other.post("/v1/quotes", json=demand()).json()["id"]
        preview = other.post("/v1/previews", json=demand()).json()["id"]
    with closed.client("acme") as client:
        assert client.get(f"/v1/quotes/{made}/figures").status_code == 404
        assert client.get(f"/v1/previews/{preview}/figures").status_code == 404


def test_a_cookie_alone_changes_nothing(closed: Live):
    cookies = {"planner_key": closed.key()}
    with httpx.Client(base_url=closed.url, cookies=cookies) as client:
        assert client.get("/v1/quotes").status_code == 200
        refused = client.post("/v1/quotes", json=demand())
        assert refused.status_code == 403
        assert "x-planner-page" in refused.json()["detail"]
        allowed = client.post("/v1/quotes", json=demand(), headers={"X-Planner-Page": "1"})
        assert allowed.status_code == 201


def test_behind_tls_the_cookie_is_secure(closed: Live):
    asked = {"json": {"key": closed.key()}}
    plain = httpx.post(f"{closed.url}/v1/session", **asked)
    behind = httpx.post(f"{closed.url}/v1/session", **asked, headers={"X-Forwarded-Proto": "https"})
    assert "secure" not in plain.headers["set-cookie"].lower()
    assert "secure" in behind.headers["set-cookie"].lower()


def test_a_wrong_key_gets_no_cookie(closed: Live):
    answer = httpx.post(f"{closed.url}/v1/session", json={"key": "plk_x"})
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers


def test_the_page_itself_needs_no_key_and_tells_nothing(closed: Live):
    answer = httpx.get(closed.url)
    assert answer.status_code == 200
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert httpx.get(f"{closed.url}/v1/examples").status_code == 401
    session = httpx.get(f"{closed.url}/v1/session").json()
    assert session == {"is_allowed": False, "is_signed_in": False, "key_name": None, "scopes": []}


@pytest.mark.parametrize(
    "name", ["../files.py", "%2e%2e/files.py", "js", "lab.html", "frame.html", ""]
)
def test_only_files_of_the_page_are_served(closed: Live, name: str):
    assert httpx.get(f"{closed.url}/lab/{name}").status_code == 404

"""What a device may set for itself, and that every page wears it."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from tests.web.table import server_alone

CHOSEN: dict[str, Any] = {"language": "ja", "theme": "black", "contrast": "more", "hand": "left"}


def test_settings_are_worn_by_every_page(client: FlaskClient) -> None:
    """After saving, the root of a page names theme, contrast and hand, and the page speaks the language."""
    saved = client.post("/settings", data=CHOSEN)
    page = client.get("/").text

    assert (saved.status_code, saved.headers["Location"]) == (303, "/settings?saved=1")
    assert '<html lang="ja" data-theme="black" data-contrast="more" data-hand="left">' in page
    assert '<meta name="color-scheme" content="dark">' in page
    assert 'contrast.css" media="all">' in page


def test_strong_contrast_on_black_shows_every_mark(page: Page, address: str) -> None:
    """The bars beside outcomes differ from the page and from one another, and what a field asks for is read."""
    page.request.post(f"{address}/settings", form=CHOSEN)
    page.goto(f"{address}/rulings/exposed_tiles?ruleset=aalto")
    page.locator("details summary").first.click()
    bars = page.locator(".outcomes td + td").evaluate_all(
        "(all) => all.map((e) => getComputedStyle(e).borderLeftColor)"
    )
    by_kind = dict(
        zip(page.locator(".outcomes td + td").evaluate_all("(all) => all.map((e) => e.className)"), bars, strict=True)
    )
    assert by_kind["outcome--none"] == "rgb(157, 255, 214)"
    assert by_kind["outcome--chombo"] == "rgb(255, 179, 167)"
    page.goto(f"{address}/rulings?ruleset=aalto")
    asked = page.locator("input[placeholder]").first
    assert asked.evaluate("(field) => getComputedStyle(field, '::placeholder').color") == "rgb(238, 238, 238)"


@pytest.mark.parametrize(("language", "said"), [("en", "Text is as large as"), ("ja", "文字の大きさは")])
def test_it_is_said_what_sets_the_size_of_text(client: FlaskClient, language: str, said: str) -> None:
    """No setting of this page does: the browser's does, and who looks for it here finds that."""
    assert said in client.get(f"/settings?lang={language}").text


def test_a_device_that_chose_nothing_follows_itself(client: FlaskClient) -> None:
    """Without a choice nothing is forced: colours, contrast and language come from the device."""
    page = client.get("/", headers={"Accept-Language": "ja"}).text

    assert '<html lang="ja">' in page
    assert '<meta name="color-scheme" content="light dark">' in page
    assert 'contrast.css" media="(prefers-contrast: more)">' in page


def test_a_language_can_be_given_back_to_the_browser(client: FlaskClient) -> None:
    """Choosing "as the browser asks" forgets the language that was chosen before."""
    client.post("/settings", data=CHOSEN)
    client.post("/settings", data=CHOSEN | {"language": "device"})

    assert '<html lang="en"' in client.get("/", headers={"Accept-Language": "en"}).text


@pytest.mark.parametrize("cookie", ["", "theme=pink&hand=third", "theme", "%00=%ff", "theme=dark&theme=light&x=1"])
def test_no_cookie_breaks_a_page(client: FlaskClient, cookie: str) -> None:
    """A look that is no look is the first one."""
    client.set_cookie("look", cookie)

    assert client.get("/").status_code == 200
    assert client.get("/settings").status_code == 200


@pytest.mark.parametrize(
    ("theme", "scheme", "page_colour"),
    [
        ("device", "light", "rgb(239, 233, 220)"),
        ("device", "dark", "rgb(11, 15, 13)"),
        ("light", "dark", "rgb(239, 233, 220)"),
        ("dark", "light", "rgb(11, 15, 13)"),
        ("black", "light", "rgb(0, 0, 0)"),
    ],
)
def test_the_chosen_theme_overrules_the_device(
    browser: Browser, address: str, theme: str, scheme: str, page_colour: str
) -> None:
    """The page has the colour of the chosen theme, whatever the device prefers; black is truly black."""
    context = server_alone(browser, color_scheme="dark" if scheme == "dark" else "light")
    context.request.post(f"{address}/settings", form=CHOSEN | {"theme": theme, "contrast": "device"})
    page = context.new_page()
    page.goto(address)

    expect(page.locator("body")).to_have_css("background-color", page_colour)
    context.close()


def test_a_choice_holds_at_once_and_nothing_jumps(page: Page, address: str) -> None:
    """From the first page: each tap is kept and worn by the page, which stays where it is under the finger."""
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(address)
    page.get_by_role("link", name="Settings").tap()
    page.wait_for_url("**/settings")
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    left = page.get_by_role("radio", name="Left")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    before = (page.evaluate("scrollY"), left.bounding_box())
    left.tap()
    expect(page.locator("html")).to_have_attribute("data-hand", "left")
    games, pays = (page.locator(f"nav.sections a[href='{path}']").bounding_box() for path in ("/", "/pays"))
    assert games is not None
    assert pays is not None
    assert games["x"] > pays["x"]
    assert before[0] > 0
    assert (page.evaluate("scrollY"), left.bounding_box()) == before
    expect(left).to_be_focused()


def test_one_choice_after_another(page: Page, address: str) -> None:
    """Whoever tries one thing and then the one beside it gets the last, in the language and the rules chosen."""
    page.goto(f"{address}/settings")
    for name in ("Light", "Black", "High", "日本語"):
        page.get_by_role("radio", name=name).tap()
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.get_by_role("heading", name="設定")).to_be_visible()
    expect(page.locator("meta[name=theme-color]")).to_have_attribute("content", "#000")
    page.locator("select[name=ruleset]").select_option("standard-shuugi")
    expect(page.locator("select[name=option-house]")).to_be_visible()
    page.reload()
    expect(page.locator("select[name=ruleset]")).to_have_value("standard-shuugi")
    expect(page.locator("html")).to_have_attribute("data-theme", "black")
    expect(page.locator("html")).to_have_attribute("data-contrast", "more")


def test_without_scripts_settings_are_saved(browser: Browser, address: str) -> None:
    """The button is there, and says that it has saved; rules that nobody chose are not taken for chosen."""
    page = browser.new_page(java_script_enabled=False, locale="en")
    page.goto(f"{address}/settings")
    page.locator("label", has_text="Left").click()
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("main").get_by_role("status")).to_have_text("Saved on this device.")
    expect(page.locator("html")).to_have_attribute("data-hand", "left")
    expect(page.locator("select[name=ruleset]")).to_have_value("")
    page.goto(address)
    expect(page.locator(".books a").first).to_be_visible()


def test_a_stored_page_wears_the_new_look(page: Page, address: str) -> None:
    """A page that a phone had kept from before the settings were changed is shown as they are now."""
    stored = page.request.get(f"{address}/pays").text()
    page.request.post(f"{address}/settings", form=CHOSEN)
    page.route("**/pays", lambda route: route.fulfill(body=stored, content_type="text/html"))
    page.goto(f"{address}/pays")

    expect(page.locator("html")).to_have_attribute("data-theme", "black")
    expect(page.locator("html")).to_have_attribute("data-hand", "left")
    expect(page.locator("#contrast")).to_have_attribute("media", "all")
    expect(page.locator("body")).to_have_css("background-color", "rgb(0, 0, 0)")

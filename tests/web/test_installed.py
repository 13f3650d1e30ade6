"""What a phone needs to install the pages as an app."""

import json
import struct
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from playwright.sync_api import Playwright

from tests.conftest import CHROMIUM_FLAGS, find_browser

Manifest = dict[str, Any]


def manifest(client: FlaskClient, language: str = "en") -> Manifest:
    """Return the manifest that a page in this language links."""
    page = client.get("/", headers={"Accept-Language": language}).text
    link = page.split('rel="manifest" href="')[1].split('"')[0]
    response = client.get(link, headers={"Accept-Language": language})
    assert response.mimetype == "application/manifest+json"
    found: Manifest = json.loads(response.text)
    return found


def size_of(png: bytes) -> str:
    """Return width and height of a picture as a manifest writes them: the first figures of a PNG file."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


def test_the_manifest_is_of_the_page_s_language(client: FlaskClient) -> None:
    """It stands at the root, covers everything, and says its names in the language of the page."""
    english, japanese = manifest(client), manifest(client, "ja")

    assert (english["lang"], japanese["lang"]) == ("en", "ja")
    assert (english["name"], japanese["name"]) == ("Riichi referee", "麻雀審判")
    assert {english[key] for key in ("id", "start_url", "scope")} == {"/"} == {japanese["id"], japanese["scope"]}
    assert english["display"] == "standalone"


def test_icons_are_what_they_say(client: FlaskClient) -> None:
    """192 and 512 for any use and a maskable 512 of its own, each a PNG file of that size; 180 for Apple."""
    icons = manifest(client)["icons"]
    touch = client.get("/").text.split('rel="apple-touch-icon" href="')[1].split('"')[0]

    assert [(icon["sizes"], icon["purpose"]) for icon in icons] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    assert [size_of(client.get(icon["src"]).data) for icon in icons] == [icon["sizes"] for icon in icons]
    assert size_of(client.get(touch).data) == "180x180"


def test_the_phone_is_shown_what_it_installs(client: FlaskClient) -> None:
    """One upright picture of the table, as large as it says, light enough for a hall, and named in both languages."""
    (english,), (japanese,) = (manifest(client, language)["screenshots"] for language in ("en", "ja"))
    picture = client.get(english["src"]).data

    assert (english["form_factor"], size_of(picture)) == ("narrow", english["sizes"])
    assert len(picture) < 60_000
    assert english["src"] == japanese["src"]
    assert english["label"] != japanese["label"]


def test_shortcuts_lead_somewhere(client: FlaskClient) -> None:
    """A long press on the app's icon offers my table and what a hand pays; each opens a page."""
    shortcuts = {each["name"]: each["url"] for each in manifest(client)["shortcuts"]}

    assert {"My table": "/my-table", "Calculate a payment": "/pays"}.items() <= shortcuts.items()
    for url in shortcuts.values():
        assert client.get(url, follow_redirects=True).status_code == 200


def test_my_table_is_the_one_used_last(client: FlaskClient) -> None:
    """The shortcut goes to the games while there is no table, then to the newest one."""
    assert client.get("/my-table").headers["Location"] == "/"

    table = client.post("/games", data={f"name-{seat}": f"P{seat}" for seat in range(4)}).headers["Location"]

    assert client.get("/my-table").headers["Location"] == table


def test_chromium_would_install_it(playwright: Playwright, address: str, tmp_path: Path) -> None:
    """Chromium, asked as its developer tools ask it, has nothing against an installation."""
    executable = find_browser(playwright.chromium.executable_path)
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "profile", executable_path=executable, args=CHROMIUM_FLAGS
    )
    page = context.new_page()
    page.goto(address)
    tools = context.new_cdp_session(page)

    assert tools.send("Page.getAppManifest")["errors"] == []
    assert tools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    context.close()

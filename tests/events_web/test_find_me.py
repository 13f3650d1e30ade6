"""Players who look for themselves on the event's page, on phones of their own."""

import re

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.store.tournaments import PersonRow
from referee.tournament.events import Role
from referee.web.context import desk_in_use
from tests.tournaments import Hall, opened_hall


@pytest.fixture
def hall(app: Flask) -> Hall:
    """Return an event of two tables whose first round is published."""
    with app.app_context():
        found = opened_hall(desk_in_use(), "ema-2016", rounds=1)
        found.seat(8, rounds=1)
    return found


def phone(browser: Browser) -> BrowserContext:
    """Return a phone that keeps what pages leave there."""
    return browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB")


def find(page: Page, address: str, name: str) -> None:
    """Open the event and look for somebody."""
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.get_by_role("searchbox").fill(name)
    with page.expect_navigation(url=re.compile(f"me={name}$")):
        page.get_by_role("button", name="Find me").tap()
    page.wait_for_load_state("networkidle")


def test_who_has_found_himself_is_found_when_he_comes_back(browser: Browser, hall: Hall, address: str) -> None:
    """His seat of the next round is there with no tap, on the standings too; only his number is kept."""
    page, event = phone(browser).new_page(), f"{address}/e/{hall.id}"
    find(page, event, "given3")
    expect(page.locator(".own-table")).to_be_visible()

    page.goto(event)
    expect(page.locator(".own-table")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("Given3 F.")
    page.goto(f"{event}/standings?rounds=1")
    expect(page.get_by_role("searchbox")).to_have_value("Given3 F.")
    assert "rounds=1" in page.url
    assert "Given3" not in str(page.evaluate("JSON.stringify(localStorage)"))


def test_who_is_somebody_else_says_so_once(browser: Browser, hall: Hall, address: str) -> None:
    """A phone that is handed on forgets; a name that nobody has, or several have, changes nothing."""
    page, event = phone(browser).new_page(), f"{address}/e/{hall.id}"
    find(page, event, "given3")
    find(page, event, "nobody")
    find(page, event, "given")
    page.goto(event)
    expect(page.get_by_role("searchbox")).to_have_value("Given3 F.")

    page.get_by_role("link", name="Not me").tap()
    expect(page.get_by_role("searchbox")).to_have_value("")
    page.goto(event)
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("searchbox")).to_have_value("")


def test_a_whole_name_finds_who_is_shown_with_an_initial(app: Flask, hall: Hall) -> None:
    """The only one it can be is found at once; two may share what is shown, and the page says no more of a name."""
    with app.app_context():
        rows = [(1, "Doi", "Chika"), (2, "Dan", "Chika"), (3, "千葉", "千佳"), (4, "Endo", "Dai")]
        people = [PersonRow(number=number, family=family, given=given) for number, family, given in rows]
        hall.event_desk.store.put_people(hall.id, people)
    client = app.test_client()

    def found(typed: str) -> list[str]:
        page = client.get(f"/e/{hall.id}", query_string={"me": typed}).text
        return re.findall(r'<a class="chip" href="\?me=(\d+)"', page)

    assert found("chika doi") == found("Chika Dunn") == ["1", "2"]
    assert found("千葉") == found("千葉 千佳") == found("千葉千佳") == []
    assert found("Chi") == ["1", "2"]
    assert found("Doi Chika") == found("doi") == ["1", "2"]
    assert found("Dai Ende") == found("千佳 千葉") == []
    for typed, number in (("千葉 千佳", 3), ("千葉千佳", 3), ("千佳 千葉", 3), ("Dai Endo", 4), ("endo dai", 4)):
        assert f'data-me="{number}"' in client.get(f"/e/{hall.id}", query_string={"me": typed}).text, typed
    assert found("Dai Doi") == found("Doi Dai") == found("35") == found("佳") == found(" ") == []


def test_names_are_found_without_their_accents_and_in_other_scripts(app: Flask, hall: Hall) -> None:
    """A phone's keyboard has no È at hand; who types it finds Eve, too. Same sounds are only asked about."""
    with app.app_context():
        rows = [
            (1, "Moreau", "Ève"),
            (2, "Björk", "Ýmir"),
            (3, "Łaska", "Åsa"),
            (4, "さくら", "ハナ"),
            (5, "Tanaka", "Ken"),
        ]
        people = [PersonRow(number=number, family=family, given=given) for number, family, given in rows]
        hall.event_desk.store.put_people(hall.id, people)
    client = app.test_client()

    def seen(typed: str) -> list[str]:
        page = client.get(f"/e/{hall.id}", query_string={"me": typed}).text
        return re.findall(r'(?:data-me="|href="\?me=)(\d+)"', page)

    assert [seen(typed) for typed in ("eve", "eve m", "Eve Moreau", "EVE\u0300", "ève")] == [["1"]] * 5
    wanted = {
        "ymir": "2",
        "ymir bjork": "2",
        "asa": "3",
        "asa laska": "3",
        "\uff45\uff56\uff45": "1",
        "サクラ": "4",
        "sakura": "4",
        "ken": "5",
    }
    assert {typed: seen(typed) for typed in wanted} == {typed: [number] for typed, number in wanted.items()}
    assert seen("-") == []


def test_a_number_that_is_gone_is_looked_for_once_more_and_no_longer(
    browser: Browser, hall: Hall, address: str
) -> None:
    """A page never leads to itself for ever."""
    page, event = phone(browser).new_page(), f"{address}/e/{hall.id}"
    page.goto(event)
    page.evaluate("(event) => localStorage.setItem(`me ${event}`, '99')", hall.id)
    page.goto(event)
    expect(page.get_by_text("Nobody here is called “99”. People are shown here with given name")).to_be_visible()

    page.goto(event)
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text("Nobody here is called")).to_have_count(0)


def test_staff_who_look_people_up_are_not_taken_for_them(browser: Browser, hall: Hall, address: str) -> None:
    """An organiser asks for one after the other, and then for all."""
    assert hall.right.role == Role.ORGANISER
    page = phone(browser).new_page()
    page.goto(f"{address}/in/{hall.token}")
    find(page, f"{address}/e/{hall.id}/standings", "given3")
    expect(page.get_by_role("searchbox")).to_have_value("Given3 Family3")

    page.goto(f"{address}/e/{hall.id}/standings")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("searchbox")).to_have_value("")

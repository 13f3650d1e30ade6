"""The draw for the first dealer on the page of a new game, as each rulebook prescribes it."""

import re

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.web.requests_at_table import NAMES, started

ORDER = ("Aino", "Ben", "Chie", "Dai")
"""The players as they sit and as their names are typed."""


def dealer_of(client: FlaskClient, path: str) -> str:
    """Return who is East at a table that has just started."""
    found = re.search(r'role="group" aria-label="(\w+), East"', client.get(path).text)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("ruleset", "expected", "dealer"),
    [
        ("aalto", {"token": "E", "token_at": "2"}, "Chie"),
        ("aalto", {"token": "S", "token_at": "2"}, "Ben"),
        ("aalto", {"token": "S", "token_at": "0"}, "Dai"),
        ("warsaw", {"east": "2", "dice": "7"}, "Aino"),
        ("warsaw", {"east": "1", "dice": "5"}, "Ben"),
        ("aalto", {}, "Aino"),
        ("aalto", {"token": "E"}, "Aino"),
        ("aalto", {"token": "Q", "token_at": "9"}, "Aino"),
        ("ema-2016", {"token": "E", "token_at": "2"}, "Aino"),
        ("aalto", {"token": "E", "token_at": "2", "at": "E1"}, "Ben"),
    ],
    ids=[
        "aalto/1 East up: who sits at the lower edge",
        "aalto/1 South up: who sits to the left of him",
        "aalto/1 South up round the corner",
        "warsaw/seating seven from the third",
        "warsaw/seating five comes back",
        "nothing told: the first name",
        "half told: the first name",
        "nonsense: the first name",
        "ema-2016 draws wind tiles: East is typed first",
        "in mid-game seats are those of the start",
    ],
)
def test_the_draw_names_the_first_dealer(
    client: FlaskClient, ruleset: str, expected: dict[str, str], dealer: str
) -> None:
    """The winds follow from the first dealer in turn order, wherever the names were begun."""
    assert dealer_of(client, started(client, ruleset, **expected)) == dealer


def test_the_others_follow_in_turn(client: FlaskClient) -> None:
    """After the third player as first dealer come the fourth, the first and the second."""
    path = started(client, "aalto", token="E", token_at="2")  # noqa: S106 - a piece of wood with winds on it
    winds = dict(re.findall(r'role="group" aria-label="(\w+), (\w+)"', client.get(path).text))

    assert winds == {"Chie": "East", "Dai": "South", "Aino": "West", "Ben": "North"}


@pytest.mark.parametrize(("ruleset", "asks"), [("aalto", True), ("warsaw", True), ("ema-2016", False)])
def test_only_a_draw_at_the_table_is_asked_about(client: FlaskClient, ruleset: str, asks: bool) -> None:  # noqa: FBT001
    """Where East is simply the first dealer there is nothing to tell."""
    assert ("Who deals first?" in client.get(f"/games/new?ruleset={ruleset}").text) == asks


def test_the_rules_stand_first_by_their_name(client: FlaskClient) -> None:
    """Whoever starts a game reads under which rules; who has no name yet is called a player, not a place."""
    text = client.get("/games/new?ruleset=aalto&lang=ja").text
    assert text.index("<span>ルール</span>") < text.index('name="ruleset"') < text.index('name="name-0"')
    assert 'placeholder="プレイヤー1"' in text


def test_two_taps_tell_the_token(page: Page, address: str) -> None:
    """East up in front of the third player: the page says that she deals, and her wind becomes East."""
    page.goto(address + "/games/new?ruleset=aalto")
    for name, player in NAMES.items():
        page.locator(f"input[name={name}]").fill(player)
    page.locator(".draw summary").tap()
    page.get_by_role("radio", name="East").tap()
    page.get_by_role("radio", name="Chie").tap()

    expect(page.locator(".names [role=status]")).to_have_text("Chie deals first.")
    expect(page.locator(".name .wind").nth(2)).to_have_text("東")
    expect(page.locator("input[name=name-2]")).to_have_value("Chie")

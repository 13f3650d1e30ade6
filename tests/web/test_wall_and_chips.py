"""What the form of a hand asks under a book with wareme, and which chips it offers and takes."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.requests_at_table import scores_at, send, started

BOOK = "standard-shuugi"
RON = {"result": "ron", "ron": "1", "from": "0", "han-1": "3", "fu-1": "40", "drawn": "1"}
TSUMO = {"result": "tsumo", "tsumo": "1", "han-1": "3", "fu-1": "40", "drawn": "1"}
NAGASHI = {"result": "draw", "nagashi": "1", "drawn": "1"}
DRAW = {"result": "draw", "tenpai": "1", "drawn": "1"}
ABORT = {"result": "abort", "abort": "suufon_renda", "drawn": "1"}
CHOMBO = {"result": "chombo", "offender": "1", "drawn": "1"}
ASKED = "Whose wall was broken?"


def asked(client: FlaskClient, address: str, hand: dict[str, str]) -> list[str]:
    """Return what stands in place of a payment, or on the button that confirms it."""
    text = client.get(address, query_string=hand).text
    foot = text[text.index('<section id="payment"') :]
    return re.findall(r'(?:hint"><p class="who">|hx-sync="this:replace">)([^<]*)<', foot)


@pytest.mark.parametrize("hand", [RON, TSUMO, NAGASHI])
def test_a_win_asks_whose_wall_was_broken(client: FlaskClient, hand: dict[str, str]) -> None:
    """standard/wareme: some seat is the broken wall in every hand, so that nobody is no answer."""
    path = started(client, ruleset=BOOK)

    assert asked(client, path + "/record", hand) == [ASKED]
    assert send(client, path, hand) == 422
    assert asked(client, path + "/record", hand | {"wareme": "0"}) == ["Confirm"]
    assert send(client, path, hand | {"wareme": "0"}) == 303


def test_a_broken_wall_counts_twice(client: FlaskClient) -> None:
    """standard/wareme: the discarder's wall was broken."""
    path = started(client, ruleset=BOOK)
    assert send(client, path, RON | {"wareme": "0"}) == 303

    assert scores_at(client, path) == ["14,600", "35,400", "25,000", "25,000"]


@pytest.mark.parametrize(
    ("more", "hand"),
    [
        ({}, DRAW),
        ({"option-table": "auto"}, ABORT),
        ({}, CHOMBO),
        ({"option-house": "on"}, RON),
        ({"ruleset": "aalto"}, RON),
    ],
)
def test_what_no_wall_changes_asks_for_none(client: FlaskClient, more: dict[str, str], hand: dict[str, str]) -> None:
    """standard/wareme, standard/chombo, standard/house-wareme: it doubles wins alone."""
    path = started(client, **{"ruleset": BOOK} | more)

    assert asked(client, path + "/record", hand) == ["Confirm"]
    assert send(client, path, hand) == 303


def test_a_payment_that_nobody_records_asks_too(client: FlaskClient) -> None:
    """The same row stands on the page of payments, and in a correction of a hand that was sent without it."""
    assert asked(client, "/pays", RON | {"ruleset": BOOK, "at": "E0"}) == [ASKED]
    text = client.get("/pays", query_string={"ruleset": BOOK}).text
    assert text.index('class="broken"') < text.index('class="more"')


@pytest.mark.parametrize(
    ("value", "chips", "expected"),
    [
        ({"han-1": "3", "fu-1": "40"}, {"red-1": "2"}, "Confirm"),
        (
            {"han-1": "3", "fu-1": "40"},
            {"red-1": "1", "ura-1": "1", "ippatsu-1": "1"},
            "These chips need more han",
        ),
        ({"han-1": "haneman"}, {"red-1": "5", "ura-1": "1"}, "Confirm"),
        ({"han-1": "haneman"}, {"red-1": "5", "ura-1": "2"}, "These chips need more han"),
        ({"han-1": "mangan"}, {"red-1": "5"}, "These chips need more han"),
        ({"han-1": "counted"}, {"red-1": "6", "ura-1": "12", "ippatsu-1": "1"}, "Confirm"),
        ({"han-1": "yakuman1"}, {"red-1": "3"}, "Confirm"),
    ],
)
def test_chips_fit_the_han(client: FlaskClient, value: dict[str, str], chips: dict[str, str], expected: str) -> None:
    """standard/red, standard/chips: each chip is a han, and a hand has at least one of a yaku beside them."""
    path = started(client, ruleset=BOOK)
    hand = {"result": "ron", "ron": "1", "from": "0", "wareme": "2", "drawn": "1", "riichi": "1"} | value | chips

    assert asked(client, path + "/record", hand) == [expected]
    assert send(client, path, hand) == (303 if expected == "Confirm" else 422)


@pytest.mark.parametrize("ending", [{"result": "ron", "ron": "1", "from": "0"}, {"result": "tsumo", "tsumo": "1"}])
@pytest.mark.parametrize(
    ("chips", "marks", "expected"),
    [
        ({"red-1": "1"}, {}, "Confirm"),
        ({"ura-1": "1"}, {}, "Chips for ippatsu and ura need riichi"),
        ({"ippatsu-1": "1"}, {"riichi": "2"}, "Chips for ippatsu and ura need riichi"),
        ({"ippatsu-1": "1"}, {"riichi": "1"}, "Confirm"),
        ({"ura-1": "1"}, {"open": "1"}, "Confirm"),
    ],
)
def test_chips_for_ippatsu_and_ura_need_riichi(
    client: FlaskClient, ending: dict[str, str], chips: dict[str, str], marks: dict[str, str], expected: str
) -> None:
    """standard/chips: both are yaku and dora of a riichi only, and a forgotten mark would leave out its stick."""
    path = started(client, ruleset=BOOK)
    hand = ending | {"wareme": "2", "drawn": "1", "han-1": "haneman"} | chips | marks

    assert asked(client, path + "/record", hand) == [expected]


def test_no_more_red_chips_than_red_fives(client: FlaskClient) -> None:
    """standard/red: two red fives in each suit are six."""
    text = client.get("/pays", query_string={"ruleset": BOOK}).text

    assert re.findall(r'name="red-1" value="(\d*)"', text) == ["", "1", "2", "3", "4", "5", "6"]
    assert re.findall(r'name="ura-1" value="(\d*)"', text)[-1] == "12"

"""One program on two hosts: whatever is asked, the phone answers byte for byte what the server does."""

import secrets

import pytest

from referee.phone.lower import whole_program
from tests.phone.conftest import Phone
from tests.phone.parity import Server, beside, differences, texts
from tests.web.requests_at_table import NAMES, RON

__all__ = ["beside"]

HOSTILE = {"name-0": "<b>Ä & 'x'", "name-1": '"Ben"', "name-2": "智恵", "name-3": "D"}
BOOKS = ("aalto", "tenhou", "warsaw")
PLAIN = (
    "/",
    "/games/new",
    "/games/new?ruleset=wrc-2025",
    "/pays",
    "/pays?ruleset=aalto&result=ron&ron=1&from=0&han-1=3&fu-1=40",
    "/pays/payment?ruleset=aalto&result=draw&tenpai=0&tenpai=3&at=E3&honba=2",
    "/rulings",
    "/rulings?query=chombo",
    "/rulings/found?query=riichi&ruleset=aalto",
    "/rulings/mistaken_win?ruleset=aalto&answer-shown=14",
    "/rulings/nonsense",
    "/rulings/answer?ruleset=aalto&offence=empty_call",
    "/tiles",
    "/tiles?tiles=123m456p789s1122z&ruleset=aalto",
    "/tiles/answer?check=furiten&tiles=234567m66678s88p&discards=9s",
    "/settings",
)
AT_TABLE = (
    "",
    "?gap=2",
    "/state",
    "/record",
    "/record?result=ron&ron=1&from=0&han-1=3&fu-1=40&drawn=1",
    "/record/payment?result=tsumo&tsumo=2&han-2=2&fu-2=30&riichi=2&drawn=1",
    "/sheet",
    "/sheet/state",
    "/adjust",
    "/end",
    "/share",
    "/seats",
    "/hands/0",
    "/hands/0/payment?result=draw&tenpai=1&drawn=1",
    "/hands/0/changes?result=draw&tenpai=1&drawn=1",
    "/hands/77",
    "/rulings",
    "/rulings?query=noten",
    "/rulings/found?query=chombo",
    "/rulings/mistaken_win?answer-shown=14",
    "/rulings/apply?offence=mistaken_win&answer-shown=0&seat=1",
    "/rulings/apply/outcome?offence=empty_call&seat=2&kind=fine&amount-fine=1000&kind=warning",
    "/rulings/apply/hearing?offence=mistaken_win",
    "/tiles?for=2&result=ron&ron=2&from=1",
    "/since?of=hand&expected=1",
)
LANGUAGES = ("en", "ja")
TSUMO = {"result": "tsumo", "tsumo": "2", "han-2": "2", "fu-2": "30", "riichi": "2", "drawn": "1"}
ADJUSTED = {
    "score-0": "25000",
    "score-1": "25000",
    "score-2": "25000",
    "score-3": "24000",
    "kyoutaku": "1000",
    "honba": "3",
    "dealer": "2",
    "round": "S",
    "text": "counted",
}
ORDERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("marks", {"mark": "riichi-2-on", "hand": "0"}),
    ("marks", {"mark": "dead_hand-3-on", "hand": "0", "why": "chii_without_pair"}),
    ("seat", {"me": "2"}),
    ("hands", RON),
    ("marks", {"mark": "tenpai-1-on", "hand": "1"}),
    ("hands", TSUMO),
    ("names", {"name-0": "Aino", "name-1": "<b>Bo</b>", "name-2": "Chie", "name-3": "Dai"}),
    ("hands", {"result": "draw", "tenpai": "1", "drawn": "1"}),
    ("signal", {"running": "yes"}),
    ("undo", {"reason": "mistyped"}),
    ("rulings/apply", {"seat": "1", "kind": "fine", "amount-fine": "1000", "text": "tore a tile"}),
    ("rulings/apply", {"offence": "mistaken_win", "answer-shown": "14", "seat": "3", "referee": "<i>R</i>"}),
    ("notes", {"note": "<b>East</b> is late"}),
    ("adjust", ADJUSTED),
    ("hands/0", RON | {"fu-1": "30", "way": "points_only"}),
    ("hands/1", TSUMO | {"fu-2": "40", "way": "replay"}),
    ("rulings/12/withdraw", {"text": "it was Dai"}),
    ("hands", {"result": "chombo", "offender": "3", "drawn": "1"}),
    ("undo", {"reason": "miscounted"}),
    ("end", {}),
    ("reopen", {"text": "one hand was left"}),
    ("end", {}),
    ("finish", {}),
    ("reopen", {"text": "once more"}),
)
"""A game in which everything happens that can."""
WRONG: tuple[tuple[str, dict[str, str]], ...] = (
    ("hands", {"expected": "1", "expected_event": "0123456789abcdef"} | RON),
    ("hands", {"result": "win", "from": "9"}),
    ("hands/instead", {"expected": "1"} | RON),
    ("hands/0", RON | {"fu-1": "30", "way": "replay", "expected": "1"}),
    ("hands/9", RON),
    ("marks", {"mark": "riichi-9-on", "hand": "1"}),
    ("marks", {"mark": "riichi-1-on", "hand": "0"}),
    ("names", {"name-0": "", "name-1": "x" * 60, "name-2": " ", "name-3": "\u202eD"}),
    ("undo", {"reason": "no reason"}),
    ("undo", {"reason": "mistyped", "expected": "1"}),
    ("adjust", ADJUSTED | {"score-0": "lots", "text": ""}),
    ("notes", {"note": ""}),
    ("reopen", {"text": ""}),
    ("finish", {}),
    ("rulings/apply", {"offence": "nonsense", "seat": "7"}),
    ("rulings/99/withdraw", {"text": "x"}),
    ("seat", {"me": "9"}),
    ("lost", {"kind": "hand_recorded", "body": "{}"}),
)
"""Orders that are refused, or come too late."""


REPLY = """
def reply(text):
    call = json_value(text)
    return globals()[call[0]](*call[1:])
"""


def same(beside: Server, phone: Phone) -> list[str]:
    """Return where a phone that is called as the server was asked answers otherwise."""
    return differences(beside, phone(whole_program() + REPLY, texts(beside)))


def begin(beside: Server, ruleset: str, names: dict[str, str] = NAMES) -> str:
    """Begin a game, and tell the phone."""
    response = beside.client.post("/games", data=names | {"ruleset": ruleset, "command_id": secrets.token_urlsafe(32)})
    path = str(response.headers["Location"])
    beside.open_table(path)
    return path


def look_at_all(beside: Server, path: str) -> None:
    """Ask for every page of a table in both languages."""
    for lang in LANGUAGES:
        beside.client.set_cookie("lang", lang)
        for page in AT_TABLE:
            beside.get(path + page)
    beside.client.set_cookie("lang", "en")


def write(beside: Server, path: str, action: str, **fields: str) -> None:
    """Send an order that the present state of the table allows."""
    state = beside.client.get(f"{path}/record")
    assert state.status_code < 400
    told = {name: carried(state.text, name) for name in ("expected", "expected_event")}
    beside.post(f"{path}/{action}", {"command_id": f"order-{len(beside.calls)}"} | told | fields)


def carried(text: str, name: str) -> str:
    """Return a hidden field of a page."""
    return text.partition(f'name="{name}" value="')[2].partition('"')[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_without_a_table(beside: Server, phone: Phone, lang: str) -> None:
    """The first page, payments, rulings, tiles and settings."""
    beside.client.set_cookie("lang", lang)
    for page in PLAIN:
        beside.get(page)
    assert same(beside, phone) == []


@pytest.mark.parametrize("ruleset", BOOKS)
def test_pages_of_a_table(beside: Server, phone: Phone, ruleset: str) -> None:
    """Every page as a game begins, and after a hand."""
    path = begin(beside, ruleset, HOSTILE)
    beside.get("/")
    look_at_all(beside, path)
    write(beside, path, "hands", **RON)
    look_at_all(beside, path)
    beside.open_table(path)
    look_at_all(beside, path)
    assert same(beside, phone) == []


def test_what_is_written_without_a_network(beside: Server, phone: Phone) -> None:
    """Orders of every kind, carried out here and there; after each the table, at the end all of its pages."""
    path = begin(beside, "aalto")
    for action, fields in ORDERS:
        write(beside, path, action, **fields)
        beside.get(path)
    look_at_all(beside, path)
    beside.open_table(path)
    look_at_all(beside, path)
    assert same(beside, phone) == []


def test_what_is_refused_without_a_network(beside: Server, phone: Phone) -> None:
    """Forms that lack something, that were drawn from an older sheet, or that make no sense, as pages and as parts."""
    path = begin(beside, "aalto")
    write(beside, path, "hands", **RON)
    for action, fields in WRONG:
        for part in (False, True):
            told = {"command_id": f"wrong-{len(beside.calls)}"} | fields
            beside.post(f"{path}/{action}", told, part=part)
    write(beside, path, "end")
    write(beside, path, "hands", **RON)
    beside.get(path)
    assert same(beside, phone) == []


def test_a_game_begun_without_a_network(beside: Server, phone: Phone) -> None:
    """It lies at the address that the server gives it, too; what lacks something says so on both."""
    beside.get("/games/new?ruleset=aalto")
    beside.post("/games", NAMES | {"ruleset": "aalto", "name-2": ""})
    begun = beside.post("/games", NAMES | {"ruleset": "aalto", "command_id": secrets.token_urlsafe(32)})
    path = str(begun.headers["Location"])
    beside.get(path)
    write(beside, path, "hands", **RON)
    beside.get(f"{path}/record")
    beside.get("/")
    beside.post("/settings", {"language": "ja", "theme": "black", "contrast": "more", "hand": "left"})
    beside.get("/settings?saved=1")
    assert same(beside, phone) == []

"""One program on two hosts: whatever is asked, the phone answers byte for byte what the server does."""

import secrets
from urllib.parse import urlencode

import pytest

from referee.app.answer import SEE_OTHER
from tests.desks import shipped
from tests.phone.conftest import Phone
from tests.phone.parity import Server, beside, differences, texts
from tests.web.requests_at_table import NAMES, RON, expected_at, reader_of, send

__all__ = ["beside"]

CARRIED = ("expected", "expected_event", "marks", "previewed", "hand")
"""What forms carry of the table as they show it."""
HOSTILE = {"name-0": "<b>Ä & 'x'", "name-1": '"Ben"', "name-2": "智恵", "name-3": "D"}
BOOKS = ("aalto", "tenhou", "warsaw")
PLAYED = ("aalto", "ema-2016", "wrc-2025")
PAYMENTS = (
    "ruleset=aalto",
    "ruleset=aalto&result=draw&tenpai=0&tenpai=3&at=E3&honba=2",
    "ruleset=aalto&result=ron&ron=1&from=0&han-1=3&fu-1=40",
    "ruleset=aalto&result=ron&ron=1&ron=2&from=0&han-1=mangan&han-2=1&fu-2=30&riichi=2&honba=1&sticks=1&me=2",
    "ruleset=wrc-2025&result=tsumo&tsumo=0&han-0=yakuman1&pao-0=3&at=S2",
    "ruleset=aalto&result=tsumo&tsumo=0&han-0=1&fu-0=many&score-0=%3Cb%3E",
    "ruleset=ema-2016&result=draw&tenpai=0&tenpai=3&at=E3&honba=2",
    "ruleset=standard-shuugi&option-house=on&result=ron&ron=3&from=1&riichi=3&han-3=8&ippatsu-3=1&red-3=2",
    "ruleset=aalto&result=chombo&offender=1&offender=2",
)
"""Forms of "Calculate a payment": complete, lacking something, and refused."""
PLAIN = (
    "/",
    "/games/new",
    "/games/new?ruleset=wrc-2025",
    "/games/new?ruleset=aalto",
    "/games/new?ruleset=aalto&name-0=Aki&name-1=Ben&name-2=Chie&name-3=Dai&lot=draw",
    "/games/new?ruleset=aalto&name-0=Aki&lot=draw",
    "/pays",
    "/pays?ruleset=aalto&result=ron&ron=1&from=0&han-1=3&fu-1=40",
    *(f"/pays/payment?{payment}" for payment in PAYMENTS),
    "/points",
    "/points?ruleset=ema-2025&result=ron&ron=1",
    "/rulings",
    "/rulings?query=chombo",
    "/rulings/found?query=riichi&ruleset=aalto",
    "/rulings/mistaken_win?ruleset=aalto&answer-shown=14",
    "/rulings?ruleset=aalto&query=chombo&event=spring-open-abc",
    "/rulings/mistaken_win?ruleset=aalto&event=spring-open-abc",
    "/rulings/nonsense",
    "/rulings/late?ruleset=ema-2016&option-play=social&answer-minutes=7",
    "/rulings/answer?ruleset=aalto&offence=empty_call",
    "/tiles",
    "/tiles?tiles=123m456p789s1122z&ruleset=aalto",
    "/tiles/answer?check=furiten&tiles=234567m66678s88p&discards=9s",
    "/settings",
    "/offline",
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
    "/points",
    "/rulings",
    "/rulings?query=noten",
    "/rulings/found?query=chombo",
    "/rulings/mistaken_win?answer-shown=14",
    "/rulings/phone?ruleset=wrc-2025",
    "/rulings/apply?offence=mistaken_win&answer-shown=0&seat=1",
    "/rulings/apply/outcome?offence=empty_call&seat=2&kind=fine&amount-fine=1000&kind=warning",
    "/rulings/apply/hearing?offence=mistaken_win",
    "/tiles?for=2&result=ron&ron=2&from=1",
    "/pays",
    "/pays/payment?result=ron&ron=2&from=1&han-2=3&fu-2=40",
    "/again",
    "/since?of=hand&expected=1",
)
AFTER_ANOTHER_BOOK = {
    "offence": "false_set",
    "answer-call": "pon",
    "answer-noticed": "after_discard",
    "seat": "1",
    "after": "wrc-2025",
}
"""A ruling that the head referee takes over where the text of a book is not known."""
IN_EVERY_BOOK = (
    "",
    "/record?result=chombo&offender=2&drawn=1",
    "/record/payment?result=tsumo&tsumo=2&han-2=yakuman2&pao-2=0&drawn=1",
    "/sheet",
    "/hands/0/changes?result=draw&tenpai=1&drawn=1",
    "/rulings/empty_call?answer-call=chii",
    "/rulings",
    "/rulings/apply/outcome?offence=mistaken_win&answer-shown=14&seat=3",
    "/rulings/apply?" + urlencode(AFTER_ANOTHER_BOOK),
    "/end",
)
"""What differs most from ruleset to ruleset."""
AFTER_ORDERS = ("", "?gap=2", "/record", "/adjust", "/sheet")
"""The pages on which everything stands that an order changes."""
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
    ("archive", {"to": "archive"}),
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
    ("rulings/11/withdraw", {"text": "it was Dai"}),
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
    ("adjust", {}),
    ("notes", {"note": ""}),
    ("reopen", {"text": ""}),
    ("finish", {}),
    ("rulings/apply", {"offence": "nonsense", "seat": "7"}),
    ("rulings/99/withdraw", {"text": "x"}),
    ("seat", {"me": "9"}),
    ("lost", {"kind": "hand_recorded", "body": "{}"}),
)
"""Orders that are refused, or come too late."""
PREVIEWED: tuple[dict[str, str], ...] = (
    RON,
    TSUMO,
    {"result": "draw", "tenpai": "1"},
    {"result": "chombo", "offender": "3"},
    {"result": "ron"},
    RON | {"from": "1"},
)
"""Hands that are complete, lack something, or cannot be."""
RULED = (
    "",
    "offence=mistaken_win",
    "offence=mistaken_win&answer-shown=14&seat=0&seat=3",
    "offence=mistaken_win&answer-shown=0&seat=1",
    "offence=empty_call&seat=2&kind=fine&amount-fine=1000&kind=warning",
    "offence=nonsense&seat=2&answer-x=%3Cb%3E&kind=fine&amount-fine=x",
)
"""Forms that apply a ruling: open, decided, decided otherwise, and without sense."""
LAID = (
    "",
    "check=furiten&tiles=234567m66678s88p&discards=9s",
    "drawn=1&result=ron&ron=2&from=1&riichi=1&riichi=2&riichi_tile=no&for=2&to=/t/x/record&command_id=1",
    "drawn=1&result=tsumo&tsumo=0&hand-0=234m456p67855234s&winner=0&for=0&dora-0=7p",
    "drawn=1&result=ron&ron=2&from=1&for=2&use_han=5&use_fu=30&tiles=123m&ruleset=aalto",
    "drawn=1&result=ron&ron=2&from=1&riichi=2&hand-2=234067m67s88p8s&melds-2=(7777z)&dora-2=7p&winner=2&forget=1",
)
"""Forms that go to the tiles and come back from them."""


REPLY = """
def reply(text):
    call = json.loads(text)
    return globals()[call[0]](*call[1:])
"""


def same(beside: Server, phone: Phone) -> list[str]:
    """Return where a phone that is called as the server was asked answers otherwise."""
    return differences(beside, phone(beside.program + REPLY, texts(beside)))


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


def write(beside: Server, path: str, action: str, **fields: str) -> int:
    """Send an order with what its form carries as the table stands, and return the status of its answer."""
    page = "rulings/apply/outcome" if action == "rulings/apply" else "record"
    shown = [beside.client.get(f"{path}/{page}", query_string=fields).text, beside.client.get(path).text]
    found = {name: carried(" ".join(shown), name) for name in CARRIED}
    kept = {name: value for name, value in found.items() if value}
    command = f"{path} {len(beside.calls)}"
    return beside.post(f"{path}/{action}", kept | {"command_id": command} | fields).status_code


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


def test_every_ruleset(beside: Server, phone: Phone) -> None:
    """A hand of each of them, and the pages that its choices show in most; each language with every other one."""
    for place, book in enumerate(shipped().books):
        beside.client.set_cookie("lang", LANGUAGES[place % 2])
        beside.get(f"/games/new?ruleset={book.id}")
        beside.get(f"/pays?ruleset={book.id}&result=tsumo&tsumo=0&han-0=2&fu-0=30&riichi=1&honba=1")
        path = begin(beside, book.id, HOSTILE)
        write(beside, path, "marks", mark="riichi-1-on", hand="0")
        assert write(beside, path, "hands", **(RON | {"riichi": "1", "wareme": ""})) == SEE_OTHER, book.id
        for page in IN_EVERY_BOOK:
            beside.get(path + page)
        if book.id == "m-league":
            assert write(beside, path, "rulings/apply", **AFTER_ANOTHER_BOOK) == SEE_OTHER
    assert same(beside, phone) == []


@pytest.mark.parametrize("ruleset", PLAYED)
def test_what_is_written_without_a_network(beside: Server, phone: Phone, ruleset: str) -> None:
    """Orders of every kind, carried out here and there; what they change after each, at the end every page.

    Also once the phone has forgotten what it had entered, and once the server has told it all.
    """
    path = begin(beside, ruleset)
    for place, (action, fields) in enumerate(ORDERS):
        assert write(beside, path, action, **fields) == 303, action
        beside.client.set_cookie("lang", LANGUAGES[place % 2])
        for page in AFTER_ORDERS:
            beside.get(path + page)
    beside.tell_again()
    look_at_all(beside, path)
    beside.open_table(path)
    look_at_all(beside, path)
    assert same(beside, phone) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_forms_at_a_table(beside: Server, phone: Phone, lang: str) -> None:
    """What a hand would pay, and what a ruling would do, asked part by part as a form is filled in."""
    path = begin(beside, "wrc-2025")
    beside.client.set_cookie("lang", lang)
    write(beside, path, "seat", me="2")
    write(beside, path, "marks", mark="riichi-0-on")
    write(beside, path, "rulings/apply", seat="1", kind="fine", text="tore a tile", **{"amount-fine": "1000"})
    for fields in PREVIEWED:
        asked = urlencode(fields | {"drawn": "1", "riichi": "0", "riichi_tile": "no"})
        assert 'class="who"' in beside.get(f"{path}/record/payment?{asked}", part=True).text
    for query in RULED:
        whole = beside.get(f"{path}/rulings/apply?{query}").text
        assert beside.get(f"{path}/rulings/apply/hearing?{query}", part=True).text in whole
        beside.get(f"{path}/rulings/apply/outcome?{query}", part=True)
    assert same(beside, phone) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tiles_at_a_table(beside: Server, phone: Phone, lang: str) -> None:
    """The page of tiles, and the form that they come back to, each with the address that it leads on to."""
    path = begin(beside, "tenhou")
    beside.client.set_cookie("lang", lang)
    write(beside, path, "hands", **RON)
    write(beside, path, "seat", me="2")
    for query in LAID:
        assert beside.follow(f"{path}/tiles?{query}").status_code == 200
        assert beside.follow(f"{path}/record?{query}").status_code == 200
    assert same(beside, phone) == []


def test_what_is_refused_without_a_network(beside: Server, phone: Phone) -> None:
    """Forms that lack something, that were drawn from an older sheet, or that make no sense, as pages and as parts."""
    path = begin(beside, "aalto")
    write(beside, path, "hands", **RON)
    for action, fields in WRONG:
        for part in (False, True):
            found = {"command_id": f"{path} {len(beside.calls)}"} | fields
            beside.post(f"{path}/{action}", found, part=part)
    assert write(beside, path, "end") == 303
    assert write(beside, path, "hands", **RON) == 422
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


@pytest.mark.parametrize("knows_table", [True, False])
def test_a_game_is_only_read(beside: Server, phone: Phone, knows_table: bool) -> None:  # noqa: FBT001 a case
    """By a phone that knows its table, and by one that was told no more than its address to read shows."""
    new = HOSTILE | {"ruleset": "warsaw", "command_id": secrets.token_urlsafe(32)}
    path = str(beside.client.post("/games", data=new).headers["Location"])
    for number, hand in enumerate((RON, TSUMO)):
        assert send(beside.client, path, hand, command_id=f"{path} {number}") == SEE_OTHER
    end = {"expected": expected_at(beside.client, path), "command_id": f"{path} end"}
    assert beside.client.post(path + "/end", data=end).status_code == SEE_OTHER
    reader = reader_of(beside.client, path)
    if knows_table:
        beside.open_table(path)
    beside.open_table(reader)
    for lang in LANGUAGES:
        beside.client.set_cookie("lang", lang)
        for page in (reader, reader + "/state", reader[:-1], "/s/x"):
            beside.get(page)
    beside.client.set_cookie("lang", "en")
    assert same(beside, phone) == []


def test_a_log_to_read_names_no_order(beside: Server) -> None:
    """Nothing that is kept of one, nor the token of the table; and it needs no names of its events."""
    path = begin(beside, "aalto")
    assert send(beside.client, path, RON, command_id=f"{path} ron") == SEE_OTHER
    table = beside.client.get(path + "/log", headers={"Referee-Build": "parity"}).get_json()
    log = beside.client.get(reader_of(beside.client, path) + "/log").get_json()
    found = str(log)
    assert [*log["events"]] == table["events"]
    assert "hashes" not in log
    for secret in (path.rpartition("/")[2], *(each[0] for each in table["written"])):
        assert secret not in found

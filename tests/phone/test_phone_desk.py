"""What a phone works out about a table is what the server's pages say, and MicroPython says it like CPython."""

import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.phone.desk import (
    DRAWN,
    phone_at_table,
    phone_check,
    phone_fragment,
    phone_keep,
    phone_keep_log,
    phone_keep_rules,
    phone_laid,
    phone_table,
)
from referee.phone.lower import program
from referee.phone.pieces import pieces_of
from tests.desks import shipped
from tests.phone.conftest import Phone, macros
from tests.web.requests_at_table import RON, expected_at, send, started

ALWAYS = ("riichi-hidden", "dead_hand-hidden", "tenpai-disabled", "dead_hand-disabled", "open_riichi-disabled")
ONLY_ON_A_PHONE = "hidden=over-hidden"
"""Says that the game is over until the server's page shows the result."""
NEVER_CHANGING = {f"seat-{seat}-{each}" for seat in range(4) for each in ALWAYS}
"""Attributes that the buttons of marks share, but that some of them never have."""
LANGUAGES = ("en", "ja")
TSUMO = {"result": "tsumo", "tsumo": "2", "han-2": "2", "fu-2": "30", "riichi": "2", "drawn": "1"}
DRAW = {"result": "draw", "tenpai": "1", "drawn": "1"}
CHOMBO = {"result": "chombo", "offender": "3", "drawn": "1"}
ADJUSTED = {"score-0": "25000", "score-1": "25000", "score-2": "25000", "score-3": "24000", "kyoutaku": "1000"} | {
    "honba": "3",
    "dealer": "2",
    "round": "S",
    "text": "counted",
}
ORDERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("marks", {"mark": "riichi-2-on"}),
    ("marks", {"mark": "tenpai-1-on"}),
    ("marks", {"mark": "dead_hand-3-on"}),
    ("hands", RON),
    ("marks", {"mark": "riichi-2-on"}),
    ("hands", TSUMO),
    ("hands", DRAW),
    ("signal", {"running": "yes"}),
    ("undo", {"reason": "mistyped"}),
    ("rulings/apply", {"seat": "1", "kind": "fine", "amount-fine": "1000", "text": "tore a tile"}),
    ("notes", {"note": "<b>East</b> is late"}),
    ("adjust", ADJUSTED),
    ("hands/0", RON | {"fu-1": "30", "way": "points_only"}),
    ("hands/1", TSUMO | {"fu-2": "40", "way": "replay"}),
    ("rulings/11/withdraw", {"text": "it was Dai"}),
    ("hands", CHOMBO),
    ("undo", {"reason": "miscounted"}),
    ("end", {}),
    ("reopen", {"text": "one hand was left"}),
    ("hands", DRAW),
)
"""A game in which everything happens that a phone carries out by itself."""
PAYMENTS = (
    "ruleset=aalto",
    "ruleset=aalto&result=ron&ron=1&from=0&han-1=3&fu-1=40",
    "ruleset=aalto&result=ron&ron=1&ron=2&from=0&han-1=mangan&han-2=1&fu-2=30&riichi=2&honba=1&sticks=1&me=2",
    "ruleset=wrc-2025&result=tsumo&tsumo=0&han-0=yakuman1&pao-0=3&at=S2",
    "ruleset=aalto&result=tsumo&tsumo=0&han-0=1&fu-0=many&score-0=%3Cb%3E",
    "ruleset=ema-2016&result=draw&tenpai=0&tenpai=3&at=E3&honba=2",
    "ruleset=standard-shuugi&option-house=on&result=ron&ron=3&from=1&han-3=8&ippatsu-3=1&red-3=2",
    "ruleset=aalto&result=chombo&offender=1&offender=2",
)
"""Forms of "What does this pay?": complete, lacking something, and refused."""


CONTENTS = ("text", "html")
"""What stands inside an element; of a part of a page its text is compared."""


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
NOT_IN_PHONE = ("lang", "command_id", "to")
"""What only belongs to one sending of a form, or to the question of this test."""


class Hooks(HTMLParser):
    """Collects every value of a page that a phone fills in, by "what=name"."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str | None] = {}
        self.open: list[tuple[str, list[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the attributes of an element, and wait for its text."""
        named = dict(attrs)
        hooks = [pair.partition("=")[::2] for pair in (named.get("data-fill") or "").split()]
        for what, name in hooks:
            if what not in CONTENTS:
                self.found[f"{what}={name}"] = (named[what] or "") if what in named else None
        texts = [f"{what}={name}" for what, name in hooks if what in CONTENTS]
        self.found |= dict.fromkeys(texts, "")
        if tag not in ("input", "meta", "link"):
            self.open.append((tag, texts))

    def handle_endtag(self, tag: str) -> None:
        """Leave the innermost element of this name."""
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        """Add text to every element that is open."""
        for _, texts in self.open:
            for name in texts:
                self.found[name] = (self.found[name] or "") + data


@pytest.fixture(scope="module")
def pieces() -> dict[str, str]:
    """Return the library in pieces, given to the phone's functions of this process too, with what draws fragments."""
    DRAWN.update(macros())
    found = pieces_of(shipped())
    for text in found.values():
        phone_keep(text)
    return found


def log_at(client: FlaskClient, path: str) -> dict[str, Any]:
    """Return a table's log, given to the phone's functions of this process with its rules."""
    log: dict[str, Any] = json.loads(client.get(path + "/log").text)
    phone_keep_rules(log["rules"], client.get(f"{path}/rules/{log['rules']}").text)
    phone_keep_log(json.dumps(log))
    return log


def seen(
    log: dict[str, Any], lang: str, orders: list[dict[str, Any]], gap: int | None = None, shown: int | None = None
) -> str:
    """Return what a phone says of a table when it asks."""
    address = f"/t/{log['token']}"
    return json.dumps(
        {"token": log["token"], "unsent": orders, "lang": lang, "gap": gap, "shown": shown, "address": address}
    )


def carried_out(client: FlaskClient, path: str, action: str, fields: dict[str, str]) -> None:
    """Let the server carry out an order."""
    if action == "hands":
        assert send(client, path, fields, **{name: fields[name] for name in ("command_id",) if name in fields}) == 303
    else:
        if action == "rulings/apply":
            shown = client.get(f"{path}/{action}/outcome", query_string=fields).text
            fields = fields | {"previewed": re.findall(r'name="previewed" value="([^"]*)"', shown)[0]}
        told = {"expected": expected_at(client, path), "hand": Hooks(client.get(path).text).found["value=number"] or ""}
        assert client.post(f"{path}/{action}", data=told | fields).status_code == 303


def name_of(hook: str) -> str:
    """Return the name of the value that a hook is filled with."""
    return hook.partition("=")[2]


def worked_out(hook: str, filled: dict[str, str | None]) -> str | None:
    """Return what a phone fills a hook with, of a part of a page its text."""
    value = filled[name_of(hook)]
    return unescape(re.sub("<[^>]*>", "", value or "")) if hook.startswith("html=") else value


def differences(
    shown: dict[str, str | None], filled: dict[str, str | None]
) -> dict[str, tuple[str | None, str | None]]:
    """Return every value that the page and the phone know differently; a page may lack some."""
    pairs = {hook: (value, worked_out(hook, filled)) for hook, value in shown.items() if name_of(hook) in filled}
    return {hook: pair for hook, pair in pairs.items() if pair[0] != pair[1]}


@pytest.mark.usefixtures("pieces")
@pytest.mark.parametrize("ruleset", ["aalto", "ema-2016", "wrc-2025"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_fills_in_what_the_server_draws(client: FlaskClient, lang: str, ruleset: str) -> None:
    """After every order: what the phone works out from the first log and its orders stands on the server's pages."""
    path = started(client, ruleset)
    client.post(path + "/seat", data={"me": "0"})
    client.get(f"{path}?lang={lang}")
    log = log_at(client, path)
    orders: list[dict[str, Any]] = []
    filled = {"number": "0"}
    for place, (action, told) in enumerate(ORDERS):
        fields = told | {"command_id": f"{log['token']} {place}"}
        carried_out(client, path, action, fields)
        orders.append({"action": action, "pairs": list(({"hand": filled["number"]} | fields).items())})
        for page, gap in (("", None), ("?gap=2", 2), ("/record", None), ("/adjust", None)):
            text = client.get(path + page)
            filled = json.loads(phone_table(seen(log, lang, orders, gap)))
            shown = Hooks(text.text).found
            shown.pop(ONLY_ON_A_PHONE, None)
            assert len(shown) > 12, page
            assert {name_of(hook) for hook in shown} - filled.keys() <= NEVER_CHANGING
            assert differences(shown, filled) == {}, (action, page)


@pytest.mark.usefixtures("pieces")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_kept_sheet_is_brought_up_to_date(client: FlaskClient, lang: str) -> None:
    """Every row that was entered since stands at its end as on the server's sheet, and says whether it was sent."""
    path = started(client)
    log = log_at(client, path)
    given = [(action, fields) for action, fields in ORDERS if "hands/" not in action]
    orders = [{"action": each, "pairs": list(({"hand": "0"} | fields).items())} for each, fields in given]
    made = json.loads(phone_table(seen(log, lang, orders, shown=1)))
    for action, fields in given:
        carried_out(client, path, action, fields)
    later = json.loads(phone_table(seen(log_at(client, path), lang, [], shown=1)))
    sheet = client.get(f"{path}/sheet?lang={lang}").text

    words = shipped().sentences[lang]
    rows = later["sheet-added"].split('<tr class="row">')[1:]
    standing = [row for row in rows if words["offline.action_undo"] not in row]
    for row in standing:
        parts = [part for found in re.findall("<th[^>]*>(.*?)</th>|<td>(.*?)</td>|<p>(.*?)</p>", row) for part in found]
        assert all(part in sheet for part in parts), row
    assert (len(rows), len(standing)) == (14, 12)
    assert made["sheet-totals"] == later["sheet-totals"]
    assert later["sheet-totals"] in sheet
    note = f" <small>{words['offline.not_sent']}</small>"
    assert made["sheet-added"].count(note) == 14
    plain = made["sheet-added"].replace(note, "").replace(" row--waiting", "")
    assert plain == later["sheet-added"]
    assert (made["sheet-waiting-hidden"], later["sheet-waiting-hidden"]) == (None, "")


@pytest.mark.usefixtures("pieces")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("fields", [RON, TSUMO, DRAW, CHOMBO, {"result": "ron"}, RON | {"from": "1"}])
def test_the_preview_at_a_table_is_the_same(client: FlaskClient, lang: str, fields: dict[str, str]) -> None:
    """The block of the record page, byte for byte: payment, next question or refusal, and the button."""
    path = started(client)
    client.post(path + "/seat", data={"me": "2"})
    client.post(path + "/marks", data={"mark": "riichi-0-on", "hand": "0"})
    asked = fields | {"drawn": "1", "riichi": "0", "riichi_tile": "no"}
    here = phone_at_table("record", seen(log_at(client, path), lang, []), json.dumps(list(asked.items())))

    there = client.get(f"{path}/record/payment?lang={lang}&{urlencode(asked)}").text

    assert here == there.strip("\n")
    assert "headline" in here


@pytest.mark.usefixtures("pieces")
@pytest.mark.parametrize("ruleset", ["aalto", "wrc-2025"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_at_a_table_is_shown_the_same(client: FlaskClient, lang: str, ruleset: str) -> None:
    """The screen that applies a ruling, and its outcome alone, byte for byte; with an earlier ruling on the sheet."""
    path = started(client, ruleset)
    client.post(path + "/seat", data={"me": "2"})
    carried_out(client, path, "rulings/apply", dict(ORDERS[9][1]))
    table = seen(log_at(client, path), lang, [])
    for query in RULED:
        applying, outcome = (
            phone_at_table(name, table, json.dumps(parse_qsl(query))) for name in ("applying", "outcome")
        )
        address = f"{path}/rulings/apply"
        assert applying == client.get(f"{address}/hearing?lang={lang}&{query}").text, query
        assert outcome == client.get(f"{address}/outcome?lang={lang}&{query}").text, query
        assert applying in client.get(f"{address}?lang={lang}&{query}").text


@pytest.mark.usefixtures("pieces")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_tiles_at_a_table_are_shown_the_same(client: FlaskClient, lang: str) -> None:
    """The page of tiles, and the form that they come back to, hold what a phone draws for the same address."""
    path = started(client, "tenhou")
    send(client, path, RON)
    client.post(path + "/seat", data={"me": "2"})
    table = seen(log_at(client, path), lang, [])
    for query in LAID:
        asked = json.dumps(parse_qsl(query))
        page = client.get(f"{path}/tiles?lang={lang}&{query}", follow_redirects=True)
        address = parse_qsl(page.request.query_string.decode())
        assert phone_at_table("tiles_laid", table, json.dumps(address)) in page.text, query
        form = client.get(f"{path}/record?lang={lang}&{query}", follow_redirects=True)
        there = [pair for pair in parse_qsl(form.request.query_string.decode()) if pair[0] not in NOT_IN_PHONE]
        comes_back = "for=" in query or "forget=" in query
        laid = json.loads(phone_laid(asked)) if comes_back else parse_qsl(query)
        assert [tuple(pair) for pair in laid if pair[0] not in NOT_IN_PHONE] == there, query
        for seat in ("0", "2"):
            drawn = phone_at_table("winner_by_tiles", table, json.dumps([["winner", seat], *laid]))
            assert f"<!--drawn winner_by_tiles {seat}-->{drawn}<!--/drawn-->" in form.text, query


@pytest.mark.usefixtures("pieces")
@pytest.mark.parametrize("query", PAYMENTS)
def test_the_payment_is_the_same(client: FlaskClient, query: str) -> None:
    """The block of "What does this pay?", byte for byte."""
    there = client.get(f"/pays/payment?{query}").text
    here = phone_fragment("payment", json.dumps(parse_qsl(query)), "en")

    assert here == there.strip("\n")
    assert "headline" in here


@pytest.mark.usefixtures("pieces")
def test_what_cannot_be_done_is_refused_at_once(client: FlaskClient) -> None:
    """A phone says why an order cannot be carried out: a hand after the end, a mark that is none."""
    log = log_at(client, started(client))
    orders: list[dict[str, Any]] = [{"action": "end", "pairs": []}, {"action": "hands", "pairs": list(RON.items())}]

    assert json.loads(phone_check(seen(log, "en", orders[:1]))) == []
    assert "over" in json.loads(phone_check(seen(log, "en", orders)))[0]
    assert json.loads(phone_check(seen(log, "en", [{"action": "marks", "pairs": [["mark", "riichi-9-on"]]}]))) != []
    assert json.loads(phone_check(seen(log, "en", [{"action": "adjust", "pairs": []}]))) != []


def test_micropython_says_the_same(app: Flask, phone: Phone, pieces: dict[str, str]) -> None:
    """The lowered program keeps pieces, rules and logs, and answers like this process."""
    client = app.test_client()
    path = started(client)
    log = log_at(client, path)
    rules = client.get(f"{path}/rules/{log['rules']}").text
    orders: list[dict[str, Any]] = [{"action": a, "pairs": list(({"hand": "0"} | f).items())} for a, f in ORDERS]
    calls: list[list[str]] = [["phone_keep", text] for text in pieces.values()]
    calls += [["phone_keep_rules", log["rules"], rules], ["phone_keep_log", json.dumps(log)]]
    for lang in LANGUAGES:
        calls += [["phone_fragment", "payment", json.dumps(parse_qsl(query)), lang] for query in PAYMENTS]
        calls += [["phone_table", seen(log, lang, orders[:count], count % 5 or None)] for count in range(len(orders))]
        calls += [["phone_table", seen(log, lang, orders, shown=1)]]
        calls += [["phone_check", seen(log, lang, orders[:count])] for count in range(1, len(orders))]
        calls += [["phone_at_table", "record", seen(log, lang, orders[:2]), json.dumps(list(RON.items()))]]
        calls += [
            ["phone_at_table", name, seen(log, lang, orders[:11]), json.dumps(parse_qsl(query))]
            for query in RULED
            for name in ("applying", "outcome")
        ]
        calls += [
            ["phone_at_table", name, seen(log, lang, orders[:4]), json.dumps(parse_qsl(query))]
            for query in LAID
            for name in ("tiles_laid", "winner_by_tiles", "record")
        ]
    calls += [["phone_laid", json.dumps(parse_qsl(query))] for query in LAID]
    functions = {each.__name__: each for each in KNOWN}
    here = [functions[name](*arguments) for name, *arguments in calls]

    reply = "\ndef reply(text):\n    call = json_value(text)\n    return globals()[call[0]](*call[1:])\n"
    there = phone(program() + reply, [json.dumps(call) for call in calls])

    assert there == here


KNOWN = (
    *(phone_keep, phone_keep_rules, phone_keep_log),
    *(phone_fragment, phone_table, phone_check, phone_at_table, phone_laid),
)

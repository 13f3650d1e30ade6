"""Every page speaks one language: no English is left over in Japanese, and no Japanese in English."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from http import HTTPStatus
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

from referee.paths import rulesets_dir
from tests.web.languages import ids_shown, strangers
from tests.web.requests_at_table import RON, expected_at, fields_of, reader_of

PLAYERS = {"ja": ("青木", "馬場", "千葉", "土井"), "en": ("Aino", "Ben", "Chie", "Dai")}
WHY = {"ja": "棒の置き忘れ", "en": "stick forgotten"}
RESULTS = (
    "result=ron&ron=1&from=2&han-1=3&fu-1=40&honba=1&sticks=1",
    "result=ron&ron=1&ron=3&from=0&riichi=0&han-1=3&fu-1=30&han-3=yakuman1&pao-3=2",
    "result=ron&ron=0&from=1&han-0=1&fu-0=30&honba=5",
    "result=tsumo&tsumo=1&han-1=2&fu-1=30",
    "result=tsumo&tsumo=0&han-0=yakuman1&wareme=1&score-3=1000",
    "result=draw&tenpai=0&tenpai=1&riichi=1",
    "result=draw&nagashi=2&at=S3",
    "result=abort&abort=suufon_renda",
    "result=abort&abort=suucha_riichi&riichi=0&riichi=1&riichi=2&riichi=3",
    "result=chombo&offender=1&riichi=2",
    "result=ron&ron=1&from=1&han-1=3&fu-1=40",
    "result=ron&ron=1&dead=1&from=2&han-1=3&fu-1=40",
    "result=tsumo&tsumo=1&han-1=1&fu-1=110",
    "result=ron&ron=1&from=2&han-1=9&honba=1x",
    "result=ron",
    "result=tsumo",
    "result=abort",
    "result=chombo",
)
"""Hands as "Calculate a payment" is asked about them, also such as cannot be."""
ANSWERS = (
    "mistaken_win?answer-call=ron&answer-cause=no_yaku&answer-shown=14&ruleset=aalto&other=wrc-2025",
    "mistaken_win?answer-call=ron&answer-shown=3&ruleset=warsaw&other=ema-2016",
    "exposed_tiles?answer-source=wall&answer-count=7&answer-deal=no&ruleset=ema-2025",
    "exposed_tiles?answer-count=2&ruleset=standard-shuugi&other=ema-rcr-2012",
)
TILES = (
    "ruleset=aalto&tiles=123m456p789s11222z&by=tsumo&honba=2",
    "ruleset=ema-2016&tiles=234m456p678s22456p&fact=ippatsu&declared=riichi",
    "ruleset=tenhou&tiles=19m19p19s12345677z&by=tsumo",
    "ruleset=standard-shuugi&tiles=222m333p444s55566z&dora=1z&honba=5",
    "tiles=123m456p789s1122z&ruleset=warsaw",
    "tiles=123m456p789s1122z&honba=1x&ticked=riichi&ticked=pinfu&fu=30",
    "check=waits&tiles=123m456p789s1122z",
    "check=furiten&tiles=123m456p789s1122z&discards=1z",
    "check=riichi_kan&tiles=123m456p789s1112z&kan=1z",
    "check=kuikae&tiles=23m456p789s1122z&called=1m&discard=4m",
    "check=riichi&tiles=123m456p789s11223z",
    "tiles=9x",
)
ADDRESS = re.compile(r'\b(?:href|hx-get|action)="(/[^"]*)"')
RULING = re.compile(r"/t/[^/]+/rulings/(?!apply)\w+")
"""What is said about an offence at a table: the sheet does not change it."""
SENT = re.compile(r' (?:value|href|action|hx-[a-z-]+)="[^"]*"')
"""What a page only sends: without it two pages that say the same are the same."""
NO_PAGES = ("assets", "api", "events", "health", "phone")
"""The parts of the server that hold no pages for people; those of events are looked at by tests of their own."""


@dataclass
class Walker:
    """Somebody who looks at every page and remembers what he saw, by address and time."""

    app: Flask
    client: FlaskClient
    seen: dict[str, str] = field(default_factory=dict)
    visited: set[str] = field(default_factory=set)
    ruled: set[str] = field(default_factory=set)
    time: int = 0

    def look(self, address: str) -> str:
        """Look at a page."""
        return self.note(f"{address} at {self.time}", address, self.client.get(address))

    def send(self, address: str, fields: Mapping[str, str]) -> str:
        """Send a form; what is looked at afterwards is looked at anew. Return where it leads."""
        self.time += 1
        response = self.client.post(address, data=dict(fields))
        self.note(f"{address} sent at {self.time}", "", response)
        return response.headers.get("Location", "")

    def note(self, key: str, address: str, response: TestResponse) -> str:
        """Remember a page, and which handler drew it."""
        assert response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, key
        if response.mimetype == "text/html" and "Location" not in response.headers:
            self.seen[key] = response.text
        with suppress(HTTPException, RequestRedirect):
            self.visited.add(str(self.app.url_map.bind("").match(address.partition("?")[0])[0]))
        return response.text

    def follow(self, start: str, within: str = "/", *, again: bool = False) -> None:
        """Look at a page and at every page that its links lead to, as long as they begin with ``within``.

        A ruling at a table that was looked at before is looked at once more only where ``again`` says so.
        """
        waiting, known = [start], {start} | (set() if again else self.ruled)
        while waiting:
            links = {unescape(each).partition("#")[0] for each in ADDRESS.findall(self.look(waiting.pop()))}
            new = {each for each in links - known if each.startswith(within) and not each.startswith("/files/")}
            known |= new
            self.ruled.update(each for each in new if RULING.fullmatch(each))
            waiting += sorted(new)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_page_is_in_one_language(app: Flask, language: str) -> None:
    """On every page that a game and a curious reader come to, refusals and errors too, nothing is left over."""
    walker = Walker(app, app.test_client())
    walker.look(f"/?lang={language}")
    look_up(walker)
    ask_what_it_pays(walker)
    walker.look("/rules/aalto/against/ema-2016")
    walker.look("/rules/standard-shuugi/against/wrc-2025")
    play(walker, language)
    for address in ("/nowhere", "/my-table", "/clock", "/own-rules?book=aalto", "/rules/ours/edit", "/rules/edit/x"):
        walker.look(address)
    walker.follow("/")

    different = {SENT.sub("", html): where for where, html in walker.seen.items()}
    wrong = {where: [*strangers(html, language), *ids_shown(html)] for html, where in different.items()}

    assert {where: found for where, found in wrong.items() if found} == {}
    assert pages_of(app) - walker.visited == set()


def pages_of(app: Flask) -> set[str]:
    """Return every handler that a browser can open."""
    rules = app.url_map.iter_rules()
    return {
        rule.endpoint
        for rule in rules
        if "GET" in (rule.methods or ()) and rule.endpoint.partition(".")[0] not in NO_PAGES
    }


def ask_what_it_pays(walker: Walker) -> None:
    """Ask about every kind of hand under every ruleset."""
    for ruleset in sorted(path.stem for path in rulesets_dir().glob("*.toml")):
        walker.look(f"/games/new?ruleset={ruleset}")
        walker.look(f"/points?ruleset={ruleset}")
        for result in RESULTS:
            walker.look(f"/pays?ruleset={ruleset}&{result}")


def look_up(walker: Walker) -> None:
    """Look up every offence under every ruleset, and judge and price some tiles."""
    for ruleset in sorted(path.stem for path in rulesets_dir().glob("*.toml")):
        walker.follow(f"/rulings?ruleset={ruleset}", within="/rulings")
    for answers in ANSWERS:
        walker.look(f"/rulings/{answers}")
        walker.look(f"/rulings/answer?offence={answers.replace('?', '&')}")
    for asked in TILES:
        walker.look(f"/tiles?{asked}")
        for part in ("value", "yaku", "verdict"):
            walker.look(f"/tiles/{part}?{asked}")


def play(walker: Walker, language: str) -> None:
    """Play a game in which everything happens that a table can come to, and look around after every step."""
    names = {f"name-{seat}": name for seat, name in enumerate(PLAYERS[language])}
    walker.send("/games", names | {"name-3": "", "ruleset": "aalto"})
    path = walker.send("/games", names | {"ruleset": "aalto"})
    for address, fields in (
        ("/marks", {"mark": "riichi-0-on", "hand": "0"}),
        ("/marks", {"mark": "tenpai-2-on", "hand": "0"}),
        ("/marks", {"mark": "dead_hand-3-on", "hand": "0"}),
        ("/marks", {"mark": "nonsense", "hand": "0"}),
        ("/seat", {"me": "1"}),
        ("/seat", {"me": "9"}),
        ("/names", {**names, "name-0": "x" * 99}),
        ("/undo", {"reason": "nonsense"}),
        ("/hands/7", {"way": "replay"}),
    ):
        walker.send(path + address, fields)
        walker.follow(path, within=path)
    rule(walker, path, language)
    play_hands(walker, path)
    close(walker, path, language)


def rule(walker: Walker, path: str, language: str) -> None:
    """Issue rulings with and without a reason, and withdraw one."""
    apply, fields = path + "/rulings/apply", {"offence": "empty_call", "answer-call": "pon", "seat": "0"}
    for more in ({}, {"kind": "points", "amount-points": "2000"}, {"kind": "warning", "text": WHY[language]}):
        shown = walker.look(f"{apply}?{urlencode(fields | more)}")
        walker.look(f"{apply}/outcome?{urlencode(fields | more)}")
        walker.look(f"{apply}/hearing?{urlencode(fields | more)}")
        carried = dict(re.findall(r'name="(command_id|expected|previewed)" value="([^"]*)"', shown))
        walker.send(apply, fields | more)
        walker.send(apply, fields | more | carried)
        walker.follow(path, within=path)
    for address in set(re.findall(r'action="([^"]*/withdraw)"', walker.look(path + "/sheet"))):
        walker.send(address, {})
        walker.send(address, {"text": WHY[language], "expected": expected_at(walker.client, path)})
    walker.follow(path, within=path)


def play_hands(walker: Walker, path: str) -> None:
    """Record hands, the same again by a slower phone, correct one and take one back."""
    client = walker.client
    slower = fields_of(client, path, RON | {"fu-1": "30"})
    walker.send(path + "/hands", fields_of(client, path, RON) | {"fu-1": "60"})
    for hand in (RON, RON | {"han-1": "5"}, {"result": "draw", "tenpai": "1", "drawn": "1"}):
        walker.send(path + "/hands", fields_of(client, path, hand))
        walker.follow(path, within=path)
    walker.send(path + "/hands", slower)
    for result in RESULTS:
        walker.look(f"{path}/record?drawn=1&{result}")
        walker.look(f"{path}/record/payment?drawn=1&{result}")
        walker.look(f"{path}/hands/0/changes?drawn=1&{result}")
    for way in ("", "replay", "points_only"):
        fields = {**RON, "ron": "0", "from": "1", "han-0": "2", "fu-0": "30", "way": way}
        walker.send(path + "/hands/0", fields | {"expected": expected_at(client, path)})
    for address in ("hands/9", "points"):
        walker.look(f"{path}/{address}")
    walker.send(path + "/undo", {"reason": "mistyped", "expected": expected_at(client, path)})
    walker.follow(path, within=path)


def close(walker: Walker, path: str, language: str) -> None:
    """Set points right, give the time signal, end the game, sign it and open it again."""
    client = walker.client
    figures = {"score-0": "-1000", "score-1": "51000", "score-2": "25000", "score-3": "25000"}
    table = figures | {"kyoutaku": "0", "honba": "0", "dealer": "1", "round": "E"}
    for address, fields in (
        ("/adjust", table | {"score-0": "many"}),
        ("/adjust", table),
        ("/adjust", table | {"text": WHY[language]}),
        ("/marks", {"mark": "riichi-0-on", "hand": "3"}),
        ("/notes", {"note": ""}),
        ("/notes", {"note": WHY[language]}),
        ("/signal", {"running": "yes"}),
        ("/signal", {"running": "yes"}),
        ("/finish", {}),
        ("/end", {}),
        ("/hands", RON),
        ("/finish", {}),
        ("/undo", {"reason": "mistyped"}),
        ("/reopen", {"text": WHY[language]}),
    ):
        walker.send(path + address, {"expected": expected_at(client, path)} | fields)
        walker.follow(path, within=path)
        for below in ("", "/state", "/result.svg", "/sheet.csv"):
            walker.look(reader_of(client, path) + below)
    walker.follow(path, within=path, again=True)


@pytest.mark.parametrize(
    ("html", "language", "found"),
    [
        ("<p>ロン</p><p>Ron</p>", "ja", ["Ron"]),
        ('<button aria-label="Undo">取り消し</button>', "ja", ["Undo"]),
        ('<input placeholder="no signal">', "ja", ["no signal"]),
        ('<p lang="en">Title</p><a lang="en">English</a><code>aalto/1</code>', "ja", ["Title"]),
        ("<p>東 East</p>", "en", ["東 East"]),
        ('<p><span lang="ja">東</span> East</p><br><p>Ron</p>', "en", []),
    ],
)
def test_what_is_left_over_is_found(html: str, language: str, found: list[str]) -> None:
    """The check above sees texts, labels and placeholders, and knows what is marked as another language."""
    assert strangers(f'<html lang="{language}">{html}</html>', language) == found

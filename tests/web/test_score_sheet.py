"""The result with its sum, the score sheet, and the address at which both are only read."""

import csv
import re
from dataclasses import replace
from html import unescape
from io import StringIO
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserType, Page, expect

from referee import desk
from referee.app.layout import short_names
from referee.app.rows import NONE
from referee.database import DatabaseDesk
from referee.web import create_app
from referee.web.share import qr_at
from tests.desks import shipped
from tests.web.layout import check_layout
from tests.web.requests_at_table import RON, expected_at, fields_of, reader_of, send, started, text_of_page
from tests.web.table import server_alone
from tests.web.test_apply import EMPTY_PON, issued
from tests.web.test_game import pages_of

BOOKS = [book.id for book in shipped().books]
TSUMO = {"result": "tsumo", "tsumo": "2", "han-2": "2", "fu-2": "30", "riichi": "2", "drawn": "1"}
DRAW = {"result": "draw", "tenpai": "1", "drawn": "1"}
NO_BREAK = "\N{NO-BREAK SPACE}"
HOSTILE = {"name-0": "=1+1", "name-1": '<b>"Ben"&', "name-2": "@cmd", "name-3": "智恵"}


def ended(client: FlaskClient, book: str = "aalto", **names: str) -> str:
    """Play two hands and close the game; return the path of its table."""
    path = started(client, book, **names)
    send(client, path, RON)
    send(client, path, TSUMO)
    client.post(path + "/end", data={"expected": expected_at(client, path)})
    return path


def amount(sentence: str) -> int:
    """Return hundredths of a number as a page writes it."""
    return round(float(sentence.replace(",", "").replace("−", "-")) * 100)


@pytest.mark.parametrize("book", BOOKS)
def test_the_sum_of_a_result_comes_out(client: FlaskClient, book: str) -> None:
    """Under every book: the score, less what is taken off, with rounding, uma and oka, is the result beside it."""
    page = client.get(ended(client, book) + "?lang=en").text
    rows = re.findall(r'<strong class="amount">([^<]*)</strong>\s*<small class="muted">([^<]*)</small>', page)
    assert len(rows) == 4
    for final, found in rows:
        left, _, right = found.rpartition(" = ")
        assert right == final
        score, *rest = re.split(r" ([+−]) ", left)
        assert amount(score) % 100 in range(100)
        signs, parts = rest[::2], [part.rpartition(" ")[2] for part in rest[1::2]]
        summed = sum(amount(part) * (1 if sign == "+" else -1) for sign, part in zip(signs, parts, strict=True))
        assert amount(score) + summed == amount(final), found


def test_the_result_stands_first_and_is_confirmed(client: FlaskClient) -> None:
    """Above the table, which says that the game is over and not which hand would come next."""
    path = ended(client, "ema-2016")
    page = client.get(path + "?lang=en").text
    assert page.index('class="result"') < page.index('class="felt')
    assert "Confirm result" in page
    assert "<h1>The game is over</h1>" in page
    sheet = client.get(path + "/sheet").text
    assert sheet.index('class="result"') < sheet.index("<table")
    assert ">Final<" in sheet
    assert client.post(path + "/finish", data={"expected": expected_at(client, path)}).status_code == 303
    sheet = client.get(path + "/sheet").text
    assert ">Final<" in sheet
    assert ">Now<" not in sheet


@pytest.fixture
def ended_with_chips(client: FlaskClient) -> str:
    """Return a game of `standard-shuugi` that is closed before Aino and Ben have won a hand."""
    path = started(client, "standard-shuugi")
    wall = {"wareme": "2", "drawn": "1"}
    tsumo_with_red = {"result": "tsumo", "tsumo": "2", "han-2": "3", "fu-2": "30", "red-2": "1"}
    for hand in (tsumo_with_red, DRAW, {"result": "tsumo", "tsumo": "3", "han-3": "yakuman1"}):
        assert send(client, path, hand | wall) == 303
    client.post(path + "/end", data={"expected": expected_at(client, path)})
    return path


def test_a_result_with_chips_adds_up_to_the_sheet(client: FlaskClient, ended_with_chips: str) -> None:
    """`standard/yakitori`: −11 chips and −2 for not having won are the 13 that the result counts, at 5.0 each."""
    for page in (ended_with_chips, ended_with_chips + "/sheet", reader_of(client, ended_with_chips)):
        text = text_of_page(client.get(page + "?lang=en").text)
        assert "− 13 chips \N{MULTIPLICATION SIGN} 5.0 = −" in text.replace(NO_BREAK, " ")
        assert "Yakitori: Aino and Ben each pay 1 chip to every other player. Standard with chips" in text
        assert "A chip is worth 5,000." in text
    sheet = text_of_page(client.get(ended_with_chips + "/sheet?lang=en").text)
    assert "chips −11 −11 −7 +29 yakitori −2 −2 +2 +2" in sheet
    assert "Tsumo: Chie (3 han 30 fu) · Broken wall: Chie" in sheet
    assert sheet.count("Broken wall: ") == 2
    values = client.get(reader_of(client, ended_with_chips) + "/sheet.csv").text
    assert "Tsumo: Dai (yakuman) · Broken wall: Chie" in values
    assert "焼き鳥：Aino、Benが各自、他家にチップ1枚ずつを払う。" in client.get(ended_with_chips + "?lang=ja").text


def added_in_file(client: FlaskClient, path: str) -> tuple[list[int], list[int]]:
    """Return what the last lines of a game's file add up to, and the results that they tell."""
    text = client.get(reader_of(client, path) + "/sheet.csv?lang=en").text
    rows = list(csv.reader(StringIO(text.removeprefix("\ufeff"))))
    last = rows[next(place for place, row in enumerate(rows) if row[2] == "Final") :]
    scores = [int(score) for score in last[0][8:12]]
    added = [sum(int(row[4 + seat]) for row in last[1:] if row[4]) for seat in range(4)]
    return [sum(pair) for pair in zip(scores, added, strict=True)], [int(result) for result in last[-1][8:12]]


@pytest.mark.parametrize("book", BOOKS)
def test_a_file_adds_up(client: FlaskClient, book: str) -> None:
    """From the scores over return points, rounding, uma and oka to the results, column by column."""
    added, results = added_in_file(client, ended(client, book))

    assert added == results


def test_a_file_with_chips_adds_up(client: FlaskClient, ended_with_chips: str) -> None:
    """`standard/chips`: what the chips are worth stands among what is added."""
    added, results = added_in_file(client, ended_with_chips)

    assert added == results


def test_nobody_is_told_of_yakitori_while_nobody_or_everybody_has_won(client: FlaskClient) -> None:
    """Nobody would pay: all four stand alike. After the first win the others are marked, and the sheet counts them."""
    path = started(client, "standard-shuugi")
    marked = re.compile(r'role="group" aria-label="([^,]*), [^"]*">(?:(?!role="group").)*?焼', re.DOTALL)
    for winner, waiting in enumerate(("Ben Chie Dai", "Chie Dai", "Dai", "")):
        assert (marked.findall(client.get(path).text) == []) == (winner == 0)
        hand = {"result": "tsumo", "tsumo": str(winner), f"han-{winner}": "1", f"fu-{winner}": "30"}
        assert send(client, path, hand | {"wareme": "2", "drawn": "1"}) == 303
        assert sorted(marked.findall(client.get(path).text)) == waiting.split()
        assert ("Yakitori" in client.get(path + "/sheet?lang=en").text.title()) == (waiting != "")


def test_chips_stand_beside_the_hand_that_moved_them(client: FlaskClient, ended_with_chips: str) -> None:
    """On the sheet and in the file: one from each payer for a red five, ten for a yakuman."""
    page = client.get(ended_with_chips + "/sheet?lang=en").text
    shown = re.findall(r'<small class="chips"><span class="hidden">chips </span>([^<]*)</small>', page)
    assert shown == ["−1", "−1", "+3", "−1", "−10", "−10", "−10", "+30"]
    text = client.get(reader_of(client, ended_with_chips) + "/sheet.csv?lang=en").text
    rows = list(csv.reader(StringIO(text.removeprefix("\ufeff"))))
    assert rows[0][12:] == [f"{name} chips ±" for name in ("Aino", "Ben", "Chie", "Dai")]
    assert [row[12:] for row in rows[2:5]] == [
        ["-1", "-1", "3", "-1"],
        ["0"] * 4,
        ["-10", "-10", "-10", "30"],
    ]
    totals = {row[2]: row[12:] for row in rows if len(row) > 12}
    assert [totals["Yakitori"], totals["Chips"]] == [["-2", "-2", "2", "2"], ["-13", "-13", "-5", "31"]]


def test_who_was_liable_is_told(client: FlaskClient) -> None:
    """Pao, alone to pay: named after the hand, on the sheet and in the file, in Japanese by the word of the field."""
    path = started(client, points="50000")
    send(client, path, {"result": "tsumo", "tsumo": "2", "han-2": "yakuman1", "pao-2": "1", "drawn": "1"})
    assert "Chie +32,000 by tsumo, liable (pao): Ben" in client.get(path + "?lang=en").text
    assert "包：Ben" in client.get(path + "?lang=ja").text
    told = "Tsumo: Chie (yakuman, liable (pao): Ben)"
    assert told in client.get(path + "/sheet?lang=en").text
    assert told in client.get(reader_of(client, path) + "/sheet.csv?lang=en").text
    assert "ツモ：Chie（役満、包：Ben）" in client.get(path + "/sheet?lang=ja").text


@pytest.mark.parametrize(("book", "wins"), [("tenhou", "0"), ("standard-shuugi", "1")])
def test_nagashi_is_told_on_the_sheet(client: FlaskClient, book: str, wins: str) -> None:
    """Who had it stands beside what was paid, on the sheet and in the file; where the rules say so it is a win."""
    path = started(client, book)
    drawn = {"result": "draw", "tenpai": "0", "nagashi": "1", "drawn": "1"}
    assert send(client, path, drawn | ({"wareme": "2"} if book == "standard-shuugi" else {})) == 303
    told = "Exhaustive draw, tenpai: Aino · Nagashi mangan: Ben"
    sheet = client.get(path + "/sheet?lang=en").text
    assert told in sheet
    assert told in client.get(reader_of(client, path) + "/sheet.csv?lang=en").text
    assert "流局、聴牌：Aino · 流し満貫：Ben" in client.get(path + "/sheet?lang=ja").text
    assert f"Wins 0 {wins} 0 0" in text_of_page(sheet)


def test_rounding_is_said(client: FlaskClient) -> None:
    """Warsaw rounds to thousands: each sum says what rounding does, and the clause stands with the reason."""
    page = client.get(ended(client, "warsaw") + "?lang=en").text
    assert re.search(r"[+−] rounding \d\.\d", page)
    assert "rounded to the nearest 1,000" in page


@pytest.mark.parametrize(("book", "times"), [("ema-2016", 1), ("tenhou", 0)])
def test_penalties_that_part_a_shared_place_are_explained(client: FlaskClient, book: str, times: int) -> None:
    """EMA 2016, 3.6: two share a place with other results; where the earlier seat is ahead, nobody shares one."""
    path = started(client, book)
    send(client, path, RON)
    issued(client, path, EMPTY_PON | {"seat": "2", "kind": "points", "amount-points": "2000"}, text="the third time")
    client.post(path + "/end", data={"expected": expected_at(client, path)})
    said = "Chie and Dai share 2nd place: places go by the scores, before penalties."
    for shown in (path, path + "/sheet", reader_of(client, path)):
        assert client.get(shown + "?lang=en").text.count(said) == times
    assert said not in client.get(ended(client, book) + "?lang=en").text


def test_a_hand_is_one_line(client: FlaskClient) -> None:
    """Named "E1-0" with its title for whoever hears it; riichi is marked where it was declared, and nowhere else."""
    path = started(client)
    send(client, path, RON)
    send(client, path, TSUMO)
    rows = re.findall(r'<tr role="row" class="row.*?</tr>', client.get(path + "/sheet?lang=en").text, re.DOTALL)
    assert ["E1-0" in rows[0], "East 1, 0 honba" in rows[0], "E2-0" in rows[1]] == [True, True, True]
    cells = [row.split('<td role="cell">')[1:5] for row in rows]
    assert [["declared" in cell for cell in row] for row in cells] == [[False] * 4, [False, False, True, False]]


def test_a_chombo_of_later_is_told_in_brackets(client: FlaskClient) -> None:
    """`ema-2025`: what comes off the tournament score moves nothing at the table, and stands there as its cost."""
    path = started(client, "ema-2025")
    send(client, path, {"result": "chombo", "offender": "3", "drawn": "1"})
    sheet = client.get(path + "/sheet?lang=en").text
    assert re.findall(r'<span class="(zero|gain|loss later)">([^<]*)</span></small>', sheet) == [
        *[("zero", NONE)] * 3,
        ("loss later", "(−20,000)"),
    ]
    others = f'<td role="cell"><b>{NONE}</b></td>' * 3
    assert f'Penalty</th>{others}<td role="cell"><b>−20,000</b>' in sheet


def test_brackets_are_those_of_the_language(client: FlaskClient) -> None:
    """A Japanese sheet has them full-width, as its commas and colons are."""
    path = started(client)
    send(client, path, RON)
    send(client, path, TSUMO)
    sheet = client.get(path + "/sheet?lang=ja").text
    assert "ロン：Ben（3翻40符）、放銃：Aino" in sheet
    assert "ツモ：Chie（2翻30符）" in sheet


def test_a_correction_tells_the_old_and_the_new(client: FlaskClient) -> None:
    """What the hand was and is, and whose points: also once another correction came on top; undone it tells neither."""
    path = started(client)
    send(client, path, RON)
    send(client, path, DRAW)
    for fu in ("30", "60"):
        client.post(path + "/hands/0", data=fields_of(client, path, RON | {"fu-1": fu}) | {"way": "replay"})
    sheet = unescape(client.get(path + "/sheet?lang=en").text)
    first = "Ron: Ben (3 han 40 fu) from Aino → Ron: Ben (3 han 30 fu) from Aino · Aino −5,200 → −3,900"
    assert first in sheet
    assert "(3 han 30 fu) from Aino → Ron: Ben (3 han 60 fu) from Aino · Aino −3,900 → −7,700" in sheet
    client.post(path + "/undo", data={"expected": expected_at(client, path), "reason": "miscounted"})
    sheet = unescape(client.get(path + "/sheet?lang=en").text)
    assert first in sheet
    assert "→ Ron: Ben (3 han 60 fu)" not in sheet
    assert "Undone: Wrong han or fu" in sheet


def test_a_correction_tells_why_and_who(client: FlaskClient) -> None:
    """Both may be left out; the page that asks for them keeps what was typed when it is shown again."""
    path = started(client)
    send(client, path, RON)
    found = {"text": "fu counted again", "by": "Chie"}
    fields = fields_of(client, path, RON | {"fu-1": "30"}) | found
    asked = client.get(path + "/hands/0/changes", query_string=fields | {"lang": "en"}).text
    for name, typed in found.items():
        assert re.findall(f'name="{name}" value="([^"]*)"', asked) == [typed]
    client.post(path + "/hands/0", data=fields | {"way": "replay"})
    ends = "Later hands recalculated. · Reason: fu counted again · Corrected by Chie"
    assert ends in unescape(client.get(path + "/sheet?lang=en").text)
    assert "理由：fu counted again · 訂正者：Chie" in unescape(client.get(path + "/sheet?lang=ja").text)


def test_a_correction_says_that_it_ends_the_game(client: FlaskClient) -> None:
    """A yakuman takes more than the discarder has: without a word of it a referee would be surprised."""
    path = started(client, "tenhou")
    send(client, path, RON)
    asked = fields_of(client, path, RON | {"han-1": "yakuman1"}) | {"lang": "en"}
    assert "A player went bust: the game is over." in client.get(path + "/hands/0/changes", query_string=asked).text


def test_times_are_told_in_utc_without_a_script(client: FlaskClient) -> None:
    """Each with its moment, for the script to show it by the reader's clock."""
    path = started(client)
    send(client, path, RON)
    times = re.findall(r'<time datetime="([^"]+)" data-local="[a-z]+">([^<]+)</time>', client.get(path + "/sheet").text)
    assert len(times) == 2
    for at, found in times:
        assert at[11:16] in found
        assert "UTC" in found


# --- only to read -----------------------------------------------------------------------------------------------------
def test_a_game_is_read_and_not_written(client: FlaskClient, app: Flask) -> None:
    """Its own address shows sheet and result, leads nowhere else, and takes no order; no form stands on it."""
    path = ended(client)
    reader = reader_of(client, path)
    stranger = app.test_client()
    page = stranger.get(reader + "?lang=en")
    assert page.status_code == 200
    assert page.headers["X-Robots-Tag"] == "noindex"
    for found in ("<h1>Aino · Ben · Chie · Dai</h1>", "E1-0", "+", "Read only"):
        assert found in page.text
    assert path.rpartition("/")[2] not in page.text
    assert "<form" not in page.text
    assert "command_id" not in page.text
    for below in ("", "/state", "/hands", "/undo", "/finish"):
        assert stranger.post(reader + below, data={"expected": "1"}).status_code in (404, 405)
    for write in ("/hands", "/undo", "/finish"):
        assert stranger.post(reader.replace("/s/", "/t/") + write, data={"expected": "1"}).status_code == 404
    assert stranger.get(reader.replace("/s/", "/t/")).status_code == 404
    assert reader.rpartition("/")[2] not in stranger.get("/").text


def test_an_address_to_read_cannot_be_guessed(client: FlaskClient) -> None:
    """Neither the id of the game, nor the token of the table, nor a letter less or another one opens it."""
    path = ended(client)
    reader = reader_of(client, path)
    found = reader.rpartition("/")[2]
    for wrong in (
        found[:12],
        found[:-1],
        found[:-1] + ("A" if found[-1] != "A" else "B"),
        path.rpartition("/")[2],
        "x",
    ):
        for below in ("", "/state", "/result.svg", "/sheet.csv"):
            assert client.get(f"/s/{wrong}{below}").status_code == 404, wrong


def test_what_is_read_follows_the_game(client: FlaskClient) -> None:
    """It asks for what changed, and is told nothing while nothing did."""
    path = started(client)
    reader = reader_of(client, path)
    version = re.search(r'hx-ptag="([^"]*)"', client.get(reader).text)
    assert version is not None
    assert client.get(reader + "/state", headers={"HX-PTag": version[1], "HX-Request": "true"}).status_code == 304
    send(client, path, RON)
    changed = client.get(reader + "/state", headers={"HX-PTag": version[1], "HX-Request": "true"})
    assert "E1-0" in changed.text


def test_a_ruling_is_read_and_not_withdrawn(client: FlaskClient) -> None:
    """On the sheet it can be, under the address to read there is nothing to do it with."""
    path = started(client, "warsaw")
    issued(client, path, EMPTY_PON | {"seat": "0"}, text="tore a tile")
    assert 'class="withdraw' in client.get(path + "/sheet").text
    read = client.get(reader_of(client, path)).text
    assert "tore a tile" in read
    assert 'class="withdraw' not in read


def test_the_picture_of_a_result(client: FlaskClient) -> None:
    """A drawing that any program reads, with every name as it was typed; there is none while the game is played."""
    path = started(client)
    assert client.get(reader_of(client, path) + "/result.svg").status_code == 404
    answer = client.get(reader_of(client, ended(client, **HOSTILE)) + "/result.svg")
    assert answer.mimetype == "image/svg+xml"
    texts = [each.text for each in ET.fromstring(answer.text).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314 ours
    assert set(HOSTILE.values()) <= set(texts)


OVER = """() => {
    const boxes = [...document.querySelectorAll("text")].map((each) => [each, each.getBoundingClientRect()]);
    const apart = (one, other) =>
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
    const areLines = (one, other) =>
        one.matches(".player") && other.matches(".player") && one.parentElement === other.parentElement;
    return boxes.flatMap(([one, box], place) => [
        ...(box.left < 0 || box.right > 1080 ? [one.textContent] : []),
        ...boxes.slice(place + 1).filter(([other, next]) => !apart(box, next) && !areLines(one, other))
            .map(([other]) => `${one.textContent} over ${other.textContent}`),
    ]);
}"""
"""Texts of a picture that leave it, or lie over another that is not the next line of the same name."""
LONGEST = (
    "Maximiliano Fernandez-Rui",
    "カタカナノナガイナマエノヒトハコマルコトガアルノダヨ"[:25],
    "WOLFGANGWOLFGANGWOLFGANGW",
    "ワタナベ" * 10,
)
"""Twenty-five letters of either width, letters that are all wide, and as many as a name may have."""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("first", range(4))
def test_no_name_in_the_picture_reaches_its_score(page: Page, client: FlaskClient, first: int, language: str) -> None:
    """Beside the widest scores, in every place, whole or on two lines, and large enough to be read in a chat."""
    begun = {f"name-{seat}": name for seat, name in enumerate(LONGEST)} | {
        f"score-{seat}": "-16900" for seat in range(4)
    }
    path = started(client, "m-league", at="E1", **begun | {f"score-{first}": "150700"})
    client.post(path + "/end", data={"expected": expected_at(client, path)})
    drawn = client.get(f"{reader_of(client, path)}/result.svg?lang={language}").text
    page.set_content(f"<body style='margin: 0'>{drawn}</body>")
    assert "+170.7" in drawn
    assert page.evaluate(OVER) == []
    names = "".join(page.locator(".player").all_text_contents()).replace(" ", "")
    assert sorted(names) == sorted("".join(LONGEST).replace(" ", ""))
    sizes = page.evaluate(
        "[...document.querySelectorAll('.player')].map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 18


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_sum_with_chips_stands_on_two_lines_of_the_picture(page: Page, client: FlaskClient, language: str) -> None:
    """It is read in a chat, too, beside the longest names: 28 of 1,080 are 10 of a phone's 390."""
    path = started(client, "standard-shuugi", **{f"name-{seat}": name for seat, name in enumerate(LONGEST)})
    hand = {"result": "tsumo", "tsumo": "1", "riichi": "1", "han-1": "3", "fu-1": "40", "ura-1": "1", "wareme": "2"}
    send(client, path, hand | {"drawn": "1"})
    client.post(path + "/end", data={"expected": expected_at(client, path)})
    drawn = client.get(f"{reader_of(client, path)}/result.svg?lang={language}").text
    page.set_content(f"<body style='margin: 0'>{drawn}</body>")
    sums = page.locator(".sum")
    chips = {"en": "6 chips", "ja": "チップ6枚"}[language]
    expect(sums.nth(1)).to_have_text(f"+ {chips} \N{MULTIPLICATION SIGN} 5.0 = +96.5")
    assert page.evaluate(OVER) == []
    assert sums.first.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") == 28


@pytest.mark.parametrize("firsts", [1, 2, 3, 4])
def test_the_picture_has_a_larger_place_for_who_is_first(page: Page, client: FlaskClient, firsts: int) -> None:
    """However many are first, they stand alike above the others, and nothing lies over anything."""
    scores = {
        1: (40_000, 20_000, 20_000, 20_000),
        2: (30_000, 30_000, 20_000, 20_000),
        3: (30_000, 30_000, 30_000, 10_000),
    }
    begun = {f"score-{seat}": str(score) for seat, score in enumerate(scores.get(firsts, (25_000,) * 4))}
    path = started(client, "m-league", at="E1", **begun)
    client.post(path + "/end", data={"expected": expected_at(client, path)})
    page.set_content(f"<body style='margin: 0'>{client.get(reader_of(client, path) + '/result.svg').text}</body>")
    assert page.evaluate(OVER) == []
    cards = page.evaluate(
        "[...document.querySelectorAll('g > rect:last-of-type')].map((each) => each.getBoundingClientRect())"
    )
    tops, heights = [each["top"] for each in cards], [each["height"] for each in cards]
    assert all(top + height < after for top, height, after in zip(tops, heights, tops[1:], strict=False))
    assert len(set(heights[:firsts])) == 1
    assert all(each < heights[0] for each in heights[firsts:])


FIRSTS = """() => {
    const size = (each) => parseFloat(getComputedStyle(each).fontSize);
    return [...document.querySelectorAll(".result ol > li")].map((each) =>
        [each.className, size(each.querySelector(".player")), size(each.querySelector(".amount"))]);
}"""
"""Of every row of a result what it is, and how large its name and its points are."""


@pytest.mark.parametrize("names", [("Aino", "Ben", "Chie", "Dai"), LONGEST])
def test_who_is_first_has_a_place_of_its_own(
    browser: Browser, address: str, client: FlaskClient, names: tuple[str, ...]
) -> None:
    """Larger than the others, all of those who tie; the button that confirms stays in sight on the smallest phone."""
    context = server_alone(browser, viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True, locale="en")
    page = context.new_page()
    begun = {f"name-{seat}": name for seat, name in enumerate(names)}
    for firsts, scores in (
        (1, "45000 15000 20000 20000"),
        (2, "30000 30000 20000 20000"),
        (4, "25000 25000 25000 25000"),
    ):
        begun |= {f"score-{seat}": score for seat, score in enumerate(scores.split())}
        path = started(client, "m-league", at="E1", **begun)
        client.post(path + "/end", data={"expected": expected_at(client, path)})
        page.goto(address + path)
        rows = page.evaluate(FIRSTS)
        assert [row[0].startswith("first") for row in rows] == [True] * firsts + [False] * (4 - firsts)
        assert all(
            larger > smaller for row in rows[firsts:] for larger, smaller in zip(rows[0][1:], row[1:], strict=True)
        )
        if names[0] == "Aino":
            button = page.locator(".result .act--main").bounding_box()
            tabs = page.locator(".sections").bounding_box()
            assert button is not None
            assert tabs is not None
            assert button["y"] + button["height"] <= tabs["y"], firsts
    context.close()


def test_four_short_names_below_the_graph_stand_on_one_line(
    browser: Browser, address: str, client: FlaskClient
) -> None:
    """On the smallest phone, and longer ones within it."""
    context = server_alone(browser, viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True, locale="en")
    page = context.new_page()
    for names, lines in ((("Alice", "Bob", "Carol", "Dave"), 1), (LONGEST, 4)):
        path = started(client, "m-league", **{f"name-{seat}": name for seat, name in enumerate(names)})
        page.goto(f"{address}{path}/sheet")
        tops = page.evaluate(
            "[...document.querySelectorAll('figcaption span')].map((each) => each.getBoundingClientRect().top)"
        )
        assert len(set(tops)) <= lines
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_the_sheet_as_a_table_of_values(client: FlaskClient) -> None:
    """Spreadsheets read its letters and its numbers, and no name as a formula."""
    path = started(client, **HOSTILE)
    send(client, path, RON)
    client.post(path + "/notes", data={"note": "=HYPERLINK(1)"})
    answer = client.get(reader_of(client, path) + "/sheet.csv?lang=en")
    assert answer.get_data().startswith(b"\xef\xbb\xbf")
    head, start, hand, note = csv.reader(StringIO(answer.text.removeprefix("\ufeff")))
    assert head[8:] == ["'=1+1", '<b>"Ben"&', "'@cmd", "智恵"]
    assert start[8:] == ["25000"] * 4
    assert hand[1:3] == ["E1-0", 'Ron: <b>"Ben"& (3 han 40 fu) from =1+1']
    assert hand[4:] == ["-5200", "5200", "0", "0", "19800", "30200", "25000", "25000"]
    assert note[2] == "'=HYPERLINK(1)"


def test_the_table_of_values_has_the_result(client: FlaskClient) -> None:
    """wrc-2025/12.2: the chombo is in no score; its tournament points, the places and the results stand below."""
    path = started(client, "wrc-2025")
    send(client, path, RON)
    send(client, path, {"result": "chombo", "offender": "1", "drawn": "1"})
    table = reader_of(client, path) + "/sheet.csv?lang=en"
    read = [line[2:] for line in csv.reader(StringIO(client.get(table).text))]
    assert [line[0] for line in read[1:4:2]] == [
        "World Riichi Championship rules, 2025",
        "Chombo: Ben −30,000 tournament score",
    ]
    assert read[-1] == ["Penalty", "", "0", "-30000", "0", "0", "", "", "", ""]
    client.post(path + "/end", data={"expected": expected_at(client, path)})

    lines = {line[2]: line[4:] for line in csv.reader(StringIO(client.get(table).text))}
    assert lines["Final"] == ["", "", "", "", "24800", "35200", "30000", "30000"]
    assert lines["Uma"] == ["-15000", "15000", "0", "0", "", "", "", ""]
    assert lines["Penalty"] == ["0", "-30000", "0", "0", "", "", "", ""]
    assert lines["Place"] == ["", "", "", "", "4", "1", "2", "2"]
    assert lines["Final result"] == ["", "", "", "", "-20200", "-9800", "0", "0"]
    assert "oka" not in lines


# --- the list of games ------------------------------------------------------------------------------------------------
def test_games_are_listed_with_day_rules_and_winner(client: FlaskClient) -> None:
    """The winner once the game is over."""
    ended(client)
    page = client.get("/?lang=en").text
    card = page[page.index('<ul class="cards"') :]
    assert "Ben +4.2" in card
    assert "Aalto" in card
    assert re.search(r"<time datetime=", card)


@pytest.fixture
def later(desk: DatabaseDesk) -> FlaskClient:
    """Return a client of the same games a week later."""
    return create_app(desk.library, replace(desk, clock=lambda: "2126-01-01T12:00:00.000+00:00")).test_client()


def test_games_of_another_day_are_in_the_archive(client: FlaskClient, later: FlaskClient) -> None:
    """Folded, and open where a name was looked for; a name that nobody has finds nothing."""
    tables = [started(client, **{"name-0": name}) for name in ("Eri", "Fumi", "Go", "Ha", "İda")]
    for table in tables:
        later.get(table)
    page = later.get("/?lang=en").text
    assert "Archive (5)" in page
    assert '<details class="archive">' in page
    found = later.get("/?lang=en&name=FUM").text
    assert "Archive (1)" in found
    assert '<details class="archive" open>' in found
    assert "Go ·" not in found
    assert "No game with this player" in later.get("/?lang=en&name=nobody").text


def test_a_game_is_put_away_and_taken_out_by_hand(client: FlaskClient, later: FlaskClient) -> None:
    """Whatever its day, on this device only; what the list no longer holds is forgotten."""
    table = started(client)
    assert client.post(f"{table}/archive", data={"to": "archive"}).headers["Location"] == "/"
    assert '<details class="archive">' in client.get("/").text
    client.post(f"{table}/archive", data={"to": "list"})
    assert '<details class="archive">' not in client.get("/").text
    later.get(table)
    assert '<details class="archive">' in later.get("/").text
    later.post(f"{table}/archive", data={"to": "list"})
    assert '<details class="archive">' not in later.get("/").text
    assert client.post("/t/unknown/archive", data={"to": "archive"}).status_code == 404


# --- in a browser -----------------------------------------------------------------------------------------------------
def tsumo(seat: int) -> dict[str, str]:
    """Return a small self-drawn hand with riichi."""
    won = {"tsumo": str(seat), f"han-{seat}": "2", f"fu-{seat}": "30", "riichi": str(seat)}
    return {"result": "tsumo", "drawn": "1"} | won


@pytest.fixture
def long_game(client: FlaskClient) -> str:
    """Return a hanchan of twenty hands with riichi, an undo, two corrections, a note and a ruling, confirmed."""
    path = started(client, "ema-2016", **{"name-0": "Maximiliana Featherstone", "name-1": "Benedikt von Hohenlohe"})
    for place in range(8):
        dealer = place % 4
        repeated = [DRAW | {"tenpai": str(dealer)}] * (2 if place < 4 else 1)
        for hand in (*repeated, tsumo((dealer + 1) % 4)):
            assert send(client, path, hand) == 303
    client.post(path + "/undo", data={"expected": expected_at(client, path), "reason": "mistyped"})
    assert send(client, path, tsumo(0)) == 303
    for tenpai in ("2", "0"):
        fields = fields_of(client, path, DRAW | {"tenpai": tenpai})
        assert client.post(path + "/hands/0", data=fields | {"way": "points_only"}).status_code == 303
    client.post(path + "/notes", data={"note": "A tile fell from the wall and was put back"})
    issued(client, path, EMPTY_PON | {"seat": "0"}, text="tore a tile")
    for action in ("/end", "/finish"):
        client.post(path + action, data={"expected": expected_at(client, path)})
    return path


ROWS = """() => [...document.querySelectorAll("tr.row--hand")].map((row) => {
    const size = (cell, part) => parseFloat(getComputedStyle(row.cells[1].querySelector(part)).fontSize);
    return [row.getBoundingClientRect().height, size(row, "b"), size(row, "small")];
})"""
CUT = """() => [...document.querySelectorAll("tr.row--hand > *, tr.start > *, .totals tr > *")]
    .filter((cell) => !cell.matches(".story") && cell.scrollWidth > cell.clientWidth + 1)
    .map((cell) => cell.textContent)"""
ON_TOP = """() => [...document.querySelectorAll("tr.row--hand")].flatMap((row) => {
    const shown = "td > b, td > small > span:not(.hidden), td > .chips, .code";
    const texts = [...row.querySelectorAll(shown)].map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getBoundingClientRect();
    });
    const beside = (one, other) => one.left >= other.right - 1 || other.left >= one.right - 1;
    const below = (one, other) => one.top + 6 >= other.bottom || other.top + 6 >= one.bottom;
    const meet = (one, other) => !beside(one, other) && !below(one, other);
    return texts.filter((one, place) => texts.some((other, at) => at > place && meet(one, other)));
}).length"""


OPENS_BELOW = """() => {
    const row = document.querySelector("tr.row--hand");
    const moved = row.querySelector("td > small:last-child").getBoundingClientRect();
    const said = row.querySelector(".ended").getBoundingClientRect();
    return said.height > 16 && said.bottom > moved.bottom + 16;
}"""


def sheet_at(browser: Browser, address: str, **shape: Any) -> Page:  # noqa: ANN401 whatever a context takes
    """Return a page in a browser of this shape."""
    made = server_alone(browser, is_mobile=True, has_touch=True, **shape).new_page()
    made.goto(address)
    return made


@pytest.mark.parametrize("size", [24, 32])
@pytest.mark.parametrize("game", ["long_game", "ended_with_chips"])
def test_large_type_covers_nothing(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    address: str,
    request: pytest.FixtureRequest,
    game: str,
    size: int,
) -> None:
    """Where the reader's letters are half as large again, or twice as large, a hand takes more lines."""
    flags = [*browser_type_launch_args["args"], f"--blink-settings=defaultFontSize={size}"]
    browser = browser_type.launch(**(browser_type_launch_args | {"args": flags}))
    played = request.getfixturevalue(game)
    page = sheet_at(browser, f"{address}{played}/sheet", viewport={"width": 390, "height": 844})
    assert page.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)") == size
    assert page.evaluate(CUT) == []
    assert page.evaluate(ON_TOP) == 0
    page.locator("tr.row--hand details").first.evaluate("(row) => { row.open = true; }")
    page.wait_for_function(OPENS_BELOW)
    browser.close()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_a_phone_shows_many_hands_at_once(
    browser: Browser, address: str, long_game: str, width: int, height: int
) -> None:
    """A hand is a line, what it moved is smaller than the scores, and nothing is cut or covered."""
    page = sheet_at(browser, f"{address}{long_game}/sheet", viewport={"width": width, "height": height})
    for tall, total, delta in page.evaluate(ROWS):
        assert 48 <= tall <= 64
        assert delta < total
    assert page.evaluate(CUT) == []
    assert page.evaluate(ON_TOP) == 0
    check_layout(page)
    page.locator("tr.row--hand summary").first.tap()
    page.wait_for_function(OPENS_BELOW)
    page.context.close()


def test_a_name_to_look_for_can_be_read_while_it_is_typed(page: Page, address: str, client: FlaskClient) -> None:
    """The field has room for sixteen letters beside its button, and a game takes most of its line."""
    page.set_viewport_size({"width": 360, "height": 640})
    for table in [started(client) for _ in range(5)]:
        page.goto(address + table)
    page.goto(address)
    typed, card = (page.locator(each).first.bounding_box() for each in (".find-game input", ".card--game"))
    assert typed is not None
    assert typed["width"] >= 200
    assert card is not None
    assert card["width"] >= 240


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (820, 1180), (844, 390)])
def test_a_game_with_long_names_takes_a_line_for_each(
    page: Page, address: str, client: FlaskClient, width: int, height: int
) -> None:
    """Whole names, the hand, the rules and the time; the buttons for a new game stand right above, or beside it."""
    names = (
        "Maximiliana Constantinova",
        "Bartholomew Vanderheidens",
        "Wilhelmina Featherstonehg",
        "Ekaterina Vladimirovna Sk",
    )
    table = started(client, **{f"name-{seat}": name for seat, name in enumerate(names)})
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address + table)
    page.goto(address)
    lines = page.locator(".card--game").evaluate(
        "(card) => Math.round((card.clientHeight - 24) / parseFloat(getComputedStyle(card).lineHeight))"
    )
    card, button = (page.locator(each).bounding_box() for each in (".card--game", ".home .act--main"))

    assert lines <= len(names) + 3
    assert page.locator(".four").inner_text().replace("\u00ad", "").split("\n") == list(names)
    assert card is not None
    assert button is not None
    if width < 768:
        assert 0 < card["y"] - button["y"] - button["height"] < 96
    else:
        assert card["x"] + card["width"] <= button["x"]
        assert abs(button["y"] - card["y"]) < 8
    expect(page.get_by_role("link", name=" · ".join(names))).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_a_new_game_is_begun_in_the_same_place_however_many_there_are(
    page: Page, address: str, width: int, height: int
) -> None:
    """The button that is tapped most neither moves nor leaves the screen."""
    page.set_viewport_size({"width": width, "height": height})
    places = set[tuple[float, float]]()
    for games in range(1, 7):
        page.request.post(f"{address}/games", form={"ruleset": "aalto", "name-0": f"Aino {games}"})
        page.goto(address)
        expect(page.locator(".card--game")).to_have_count(games)
        button = page.locator(".home .act--main").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] < height / 2
        places.add((button["x"], button["y"]))

    assert len(places) == 1


def test_the_sheet_prints_on_one_page(page: Page, address: str, long_game: str) -> None:
    """Twenty hands, an undo, two corrections, a note and a ruling, with the result, and room to sign."""
    page.goto(f"{address}{long_game}/sheet")
    assert pages_of(page.pdf(prefer_css_page_size=True)) == 1
    page.set_viewport_size({"width": 703, "height": 1000})
    page.emulate_media(media="print")
    for shown in (".signatures", ".result", "tr.row--undone .only-print"):
        expect(page.locator(shown).first).to_be_visible()
    corrected = page.locator(".entry-text", has_text="tenpai: Chie → Exhaustive draw, tenpai: Maximiliana Featherstone")
    expect(corrected).to_be_visible()
    spanning, beside = (page.locator(each).first.bounding_box() for each in (".story[colspan]", ".row--hand .story"))
    assert spanning is not None
    assert beside is not None
    assert spanning["width"] > 1.5 * beside["width"]
    expect(page.locator(".entry-text .only-print", has_text="Reason: tore a tile")).to_be_visible()
    expect(page.get_by_text("R = riichi")).to_be_visible()
    sizes = {
        each.evaluate("(e) => getComputedStyle(e).fontSize") for each in page.locator(".entry-text p:visible").all()
    }
    assert sizes == {page.locator(".entry-text .ended").first.evaluate("(e) => getComputedStyle(e).fontSize")}


def test_nothing_on_paper_is_larger_than_the_scores(page: Page, address: str, client: FlaskClient) -> None:
    """Penalties stand in the size of the scores above them, and what moved no points is told in one line."""
    path = started(client, "ema-2016")
    send(client, path, RON)
    issued(client, path, EMPTY_PON | {"seat": "2", "kind": "points", "amount-points": "2000"}, text="the third time")
    client.post(path + "/end", data={"expected": expected_at(client, path)})
    page.set_viewport_size({"width": 703, "height": 1000})
    page.goto(f"{address}{path}/sheet")
    page.emulate_media(media="print")
    sizes = page.locator(".sheet td > b").evaluate_all("(all) => all.map((each) => getComputedStyle(each).fontSize)")
    assert len(set(sizes)) == 1
    for title in ("Ruling, East 2", "Game ended early"):
        lines = "(e) => { const r = new Range(); r.selectNodeContents(e); return r.getClientRects().length; }"
        assert page.get_by_role("rowheader", name=title).evaluate(lines) == 1


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_on_paper_what_a_hand_moved_stands_beside_the_score(
    page: Page, address: str, client: FlaskClient, lang: str
) -> None:
    """Five figures and the sign of a riichi, too."""
    path = started(client)
    send(client, path, TSUMO | {"han-2": "yakuman1", "fu-2": ""})
    page.set_viewport_size({"width": 703, "height": 1000})
    page.goto(f"{address}{path}/sheet?lang={lang}")
    page.emulate_media(media="print")
    told = page.locator("td:has(.declared)")
    assert "+32,000" in told.inner_text()
    gap = "(cell) => cell.querySelector('b').offsetTop - cell.querySelector('small').offsetTop"
    assert abs(told.evaluate(gap)) < 5


def test_a_phone_prints_the_sheet_by_a_tap(page: Page, address: str, client: FlaskClient) -> None:
    """On the sheet, and beside what is sent where it is only read."""
    path = ended(client)
    page.add_init_script("window.print = () => { window.printed = true; };")
    for shown in (f"{path}/sheet", reader_of(client, path)):
        page.goto(address + shown)
        page.get_by_role("button", name="Print", exact=True).click()
        assert page.evaluate("() => window.printed")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_scores_are_drawn_over_the_whole_width(page: Page, address: str, client: FlaskClient, width: int) -> None:
    """In the room that the sheet has, with letters of ordinary size whatever that is."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{address}{ended(client)}/sheet")
    sheet, lines = (page.locator(each).bounding_box() for each in ("table[role=table]", ".course > svg > svg"))
    assert sheet is not None
    assert lines is not None
    assert sheet["width"] - lines["width"] < 90
    assert page.locator(".course text").first.evaluate("(e) => getComputedStyle(e).fontSize") == "16px"


def test_times_are_those_of_the_reader(browser: Browser, address: str, client: FlaskClient) -> None:
    """A phone in Tokyo is nine hours ahead of UTC."""
    path = started(client)
    send(client, path, RON)
    page = sheet_at(browser, f"{address}{path}/sheet", timezone_id="Asia/Tokyo", locale="en-GB")
    time = page.locator("tr.row time")
    hour = int((time.get_attribute("datetime") or "")[11:13])
    page.locator("tr.row summary").tap()
    expect(time).to_have_text(re.compile(rf"^{(hour + 9) % 24:02}:\d\d$"))
    page.context.close()


SHARING = """
navigator.canShare = () => true;
navigator.share = async (told) => {
  const [file] = told.files ?? [];
  const letters = file ? [...new Uint8Array(await file.arrayBuffer()).slice(1, 4)] : [];
  window.told = { url: told.url ?? told.text, kind: String.fromCharCode(...letters) };
};
"""


def test_a_result_is_shared_as_a_picture(page: Page, address: str, client: FlaskClient) -> None:
    """By one tap on the result where the phone has a menu for it: a PNG, and a link that only reads."""
    path = ended(client)
    page.add_init_script(SHARING)
    for shown in (path, f"{path}/share"):
        page.goto(address + shown)
        page.get_by_role("button", name="Share the result").tap()
        page.wait_for_function("() => window.told")
        found = page.evaluate("() => window.told")
        assert found == {"url": address + reader_of(client, path), "kind": "PNG"}
        check_layout(page)


def test_the_picture_of_a_result_is_saved_as_chats_show_it(page: Page, address: str, client: FlaskClient) -> None:
    """A PNG; where the page cannot draw it, the drawing at its address is shown."""
    path = ended(client)
    page.goto(f"{address}{path}/share")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Picture").tap()
    assert saved.value.suggested_filename == "result.png"
    assert saved.value.path().read_bytes()[1:4] == b"PNG"

    page.reload()
    page.evaluate("HTMLCanvasElement.prototype.getContext = () => null")
    page.get_by_role("link", name="Picture").tap()
    page.wait_for_url("**/result.svg")


def test_the_result_is_read_by_a_code_and_written_by_one_that_is_folded_away(
    page: Page, address: str, client: FlaskClient
) -> None:
    """While a game is played both codes can be seen; whoever scans the first of a finished one can change nothing."""
    codes = {"read": "QR code with the link that is read only", "written": "QR code with the link of this table"}
    seen = {each: page.get_by_alt_text(codes[each]) for each in codes}
    for path, shown in ((started(client), {"read", "written"}), (ended(client), {"read"})):
        page.goto(f"{address}{path}/share")
        assert {each for each in seen if seen[each].is_visible()} == shown
        assert seen["read"].get_attribute("src") == qr_at(page.locator("input[value*='/s/']").input_value())
    page.locator(".share summary").click()
    expect(seen["written"]).to_be_visible()


def test_an_address_is_copied(page: Page, address: str, client: FlaskClient) -> None:
    """By one tap, and the button says so; without the phone's menu nothing is offered that needs it."""
    path = started(client)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(f"{address}{path}/share")
    expect(page.get_by_role("button", name="Share the link")).to_have_count(0)
    page.get_by_role("button", name="Copy").last.tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()").endswith(reader_of(client, path))


def test_the_course_of_a_game(page: Page, address: str, client: FlaskClient) -> None:
    """A line for each player, told in words too, and how often each won, dealt in, declared and was tenpai."""
    path = started(client)
    for hand in (RON, TSUMO, DRAW):
        send(client, path, hand)
    page.goto(f"{address}{path}/sheet")
    graph = page.get_by_role("img", name=re.compile("Aino: 25,000 → "))
    expect(graph.locator("polyline")).to_have_count(4)
    counts = page.locator(".counts-of tbody tr")
    expect(counts).to_have_text([re.compile(each) for each in ("Wins0110", "Deal-ins1000", "Riichi0010", "Tenpai0100")])


def test_desk_tells_the_same_address_every_time(client: FlaskClient, desk_of_app: DatabaseDesk) -> None:
    """It is worked out from what is kept of the table's own, so that nothing has to be kept of it."""
    path = started(client)
    token = path.rpartition("/")[2]
    game = desk.find(desk_of_app, token)
    assert game is not None
    found = desk.reader_address(desk_of_app, game)
    assert desk.find_to_read(desk_of_app, found) == game
    assert desk.find(desk_of_app, found) is None
    assert token not in found


@pytest.fixture
def desk_of_app(app: Flask) -> DatabaseDesk:
    """Return the desk of the application."""
    found: DatabaseDesk = app.extensions["desk"]
    return found


def test_long_names_stand_in_two_lines_at_most_above_the_columns(page: Page, address: str, client: FlaskClient) -> None:
    """On a phone in so few letters as tell the four apart, on paper whole; the result names them whole too."""
    names = ("Wolfeschlegelsteinhausenb", "Wolfgang Raghunathan", "Hana Lindqvist-Rautavaara", "Dan")
    path = started(client, **{f"name-{seat}": name for seat, name in enumerate(names)})
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}{path}/sheet")
    heads = page.locator("#sheet > table[role] thead th:not(:first-child, .story)")

    assert heads.all_inner_texts() == ["Wolfes.", "Wolfga.", "Hana", "Dan"]
    assert page.locator("#sheet > table[role] thead tr").evaluate("(row) => row.clientHeight") < 48
    page.emulate_media(media="print")
    assert [each.replace("\u00ad", "") for each in heads.all_inner_texts()] == list(names)


ENDS = """(rows) => rows.slice(0, 2).map((row) => [...row.children].slice(1, 5).map((cell) => {
  const text = document.createRange();
  text.selectNodeContents(cell);
  const rects = [...text.getClientRects()].filter(({ width }) => width > 2);
  return [cell.getBoundingClientRect().left - Math.min(...rects.map(({ left }) => left)),
          cell.getBoundingClientRect().right - Math.max(...rects.map(({ right }) => right))];
}))"""
"""How far the names, and the scores below them, stand over to the left of their columns, and in from their right."""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("width", [360, 390])
def test_names_stand_over_their_columns(
    page: Page, address: str, client: FlaskClient, language: str, width: int
) -> None:
    """No long name lies over its neighbour's, and each ends where its scores do."""
    names = ("Konstantinos", "勅使河原小百合左衛門之丞千代丸御手洗武者小路五", "Maximiliane", "Dmitri")
    path = started(client, **{f"name-{seat}": name for seat, name in enumerate(names)})
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{address}{path}/sheet?lang={language}")
    heads, scores = page.locator("#sheet > table[role] tr").evaluate_all(ENDS)

    for (over, head_in), (_, score_in) in zip(heads, scores, strict=True):
        assert over <= 0
        assert abs(head_in - score_in) <= 2


UNBROKEN = tuple(first + "使河原小百合左衛門之丞千代丸御手洗武者小路五" for first in "勅天地玄")


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390)])
def test_names_without_a_gap_make_no_page_wider(
    page: Page, address: str, client: FlaskClient, width: int, height: int
) -> None:
    """Read along in Japanese, at whichever page of the link, all stays on the screen."""
    path = started(client, **{f"name-{seat}": name for seat, name in enumerate(UNBROKEN)})
    assert send(client, path, RON) == 303
    page.set_viewport_size({"width": width, "height": height})
    for shown in (reader_of(client, path), f"{path}/sheet"):
        page.goto(f"{address}{shown}?lang=ja")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_winner_s_long_name_leaves_room_on_a_phone_on_its_side(page: Page, address: str, client: FlaskClient) -> None:
    """The points stand below it, and who is second can be read."""
    path = started(client, **{f"name-{seat}": name for seat, name in enumerate(UNBROKEN)})
    assert send(client, path, RON) == 303
    assert client.post(path + "/end", data={"expected": expected_at(client, path)}).status_code == 303
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(f"{address}{path}?lang=ja")
    places = page.locator(".result li")

    first, second = places.nth(0).bounding_box(), places.nth(1).locator(".amount").bounding_box()
    assert first is not None
    assert second is not None
    assert first["height"] < 180
    assert second["y"] + second["height"] < 390 - 48


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Aki", "Ben", "Chie", "Dan"), ()),
        (("Anna Berg", "Anna Carr", "Ben", "Chie"), ("Anna B.", "Anna C.", "Ben", "Chie")),
        (("Anna Berg", "Anna Bell", "Ben", "Chie"), ()),
        (("Alexandrina A", "Alexandrovna B", "Ben", "Chie"), ("Alexan. A", "Alexan. B", "Ben", "Chie")),
        (("Player 1", "Player 2", "Ben", "Chie"), ("Player 1", "Player 2", "Ben", "Chie")),
    ],
)
def test_short_names_are_told_apart(names: tuple[str, ...], short: tuple[str, ...]) -> None:
    """Where no few letters do, whole names stand."""
    assert short_names(names) == short


def test_a_ruled_chombo_is_one_row(client: FlaskClient) -> None:
    """The void hand says what it was ruled for; what nobody lost has a dash."""
    path = started(client, "ema-2016")
    issued(
        client,
        path,
        {"offence": "mistaken_win", "seat": "1", "answer-call": "ron", "answer-cause": "no_yaku", "answer-shown": "14"},
    )
    sheet = client.get(f"{path}/sheet").text

    assert sheet.count("Invalid win call") == 1
    assert "Ruling, East 1" not in sheet
    assert sheet.count("<b>\N{EN DASH}</b>") == 3


def test_paper_says_whose_sheet_it_is(client: FlaskClient) -> None:
    """A casual game is named by who played."""
    path = started(client, **{"name-0": "Aino"})
    assert '<h2 class="only-print">Aino · ' in client.get(f"{path}/sheet").text

"""The questions about tiles that have no price, as they are tapped in: verdicts worked by hand."""

import re

import pytest

from referee.app.form import Form
from referee.app.tiles import tiles_answer
from referee.rules.table import Kinds
from referee.texts.words import Speaker
from tests.cases import library
from tests.drawn import drawn


def shown(*pairs: tuple[str, str], lang: str = "en", **fields: str) -> str:
    """Return the fragment of a form."""
    return drawn("tiles", tiles_answer(Form(pairs=(*fields.items(), *pairs)), library(), lang), lang)


def verdict(html: str) -> str:
    """Return the verdict in a word."""
    found = re.search(r'<p class="verdict"><strong>([^<]*)</strong>', html)
    return found[1] if found else ""


def tiles_named(html: str) -> list[str]:
    """Return the tiles that the verdict names."""
    found = re.search(r'<p class="waits">(.*?)</p>', html)
    return re.findall(r"art--(\w\w)", found[1]) if found else []


SIX_NINE_EIGHT = "234567m66678s88p"
"""Waits for 8p, 6s and 9s."""


def test_waits_are_named() -> None:
    """66678s with 88p: 6s and 9s beside 88p, 6s and 8p beside 678s."""
    html = shown(check="waits", ruleset="tenhou", tiles=SIX_NINE_EIGHT)
    assert (verdict(html), tiles_named(html)) == ("Tenpai", ["8p", "6s", "9s"])
    assert verdict(shown(check="waits", ruleset="tenhou", tiles="1379m1379p1379s1z")) == "Noten"


@pytest.mark.parametrize(
    ("lang", "sentence"), [("en", "waits for 3 man, East, red dragon."), ("ja", "待ちは3萬・東・中です")]
)
def test_a_sentence_names_tiles_as_people_do(lang: str, sentence: str) -> None:
    """Not in the letters that a program reads; a wind tile is no seat."""
    waits = Speaker(lang=lang, words=library().sentences[lang]).say(
        "waits.tenpai", (("waits", Kinds(kinds=(2, 27, 33))),)
    )
    assert sentence in waits
    html = shown(lang=lang, check="waits", ruleset="tenhou", tiles="123m456p789s1122z")
    assert "1z" not in re.sub(r"<[^>]*>", "", html)


@pytest.mark.parametrize(
    ("fields", "since", "word"),
    [
        ({"discards": "1z9s"}, (), "Furiten"),
        ({"discards": "1z2z"}, (), "Not furiten"),
        ({"passed": "6s"}, (), "Furiten"),
        ({"passed": "6s"}, ("own_draw", "own_discard"), "Not furiten"),
        ({"passed": "6s", "in_riichi": "1"}, ("own_draw", "own_discard"), "Furiten"),
        ({"passed": "1z"}, (), "Not furiten"),
    ],
)
def test_furiten_by_discard_and_by_what_was_let_pass(fields: dict[str, str], since: tuple[str, ...], word: str) -> None:
    """A waited tile in the own river, or one let pass: until the own discard, in riichi to the end (Tenhou)."""
    happened = [("since", each) for each in since]
    assert verdict(shown(*happened, check="furiten", ruleset="tenhou", tiles=SIX_NINE_EIGHT, **fields)) == word


@pytest.mark.parametrize(
    ("tiles", "word"),
    [
        ("222m34567p99s555z2m", "Allowed"),  # 222m is a triplet in every reading; the waits stay 2p 5p 8p
        ("33345m567p789p22s3m", "Not allowed"),  # 2s would be lost: before the kan it waits for 3m, 6m and 2s
    ],
)
def test_a_kan_in_riichi_keeps_the_waits(tiles: str, word: str) -> None:
    """The drawn tile is the last one, the kan of its kind."""
    assert verdict(shown(check="riichi_kan", ruleset="tenhou", tiles=tiles)) == word


def test_a_kan_needs_four_of_the_drawn_kind() -> None:
    """What cannot be asked is refused with its reason."""
    html = shown(check="riichi_kan", ruleset="tenhou", tiles="222m34567p99s555z8p")
    assert "headline--refused" in html
    assert "8p" in html


@pytest.mark.parametrize(
    ("call", "discard", "word"),
    [
        ("345m", "6m", "Not allowed"),  # the other end of the run
        ("345m", "3m", "Not allowed"),  # the same tile
        ("435m", "3m", "Allowed"),  # called in the middle: only 4m is barred
        ("345m", "9p", "Allowed"),
        ("555z", "5z", "Not allowed"),
    ],
)
def test_swap_calls_need_the_call_and_the_discard_only(call: str, discard: str, word: str) -> None:
    """Under Tenhou neither the called tile nor the other end may follow; the called tile comes first."""
    assert verdict(shown(check="kuikae", ruleset="tenhou", call=call, tiles=discard)) == word


def test_a_swap_call_with_nothing_else_to_discard_is_told_from_the_whole_hand() -> None:
    """Only a whole hand shows that there was no other tile: after three melds two 6m are left."""
    fields = {"check": "kuikae", "ruleset": "tenhou", "call": "345m", "melds": "111z 222z 333z"}
    whole, part = shown(tiles="66m", **fields), shown(tiles="6m", **fields)
    assert verdict(whole) == verdict(part) == "Not allowed"
    reason = re.compile(r'<p class="message">([^<]*)')
    assert reason.findall(whole) != reason.findall(part)


def test_riichi_needs_points_and_names_the_discards() -> None:
    """Tenhou asks for 1,000 points; without 1z the hand waits."""
    html = shown(check="riichi", ruleset="tenhou", tiles=SIX_NINE_EIGHT + "1z")
    assert (verdict(html), tiles_named(html)) == ("Allowed", ["1z"])
    assert verdict(shown(check="riichi", ruleset="tenhou", tiles=SIX_NINE_EIGHT + "1z", points="900")) == "Not allowed"


def test_what_is_missing_is_said_instead_of_an_error() -> None:
    """Each question says what to tap."""
    assert "Tap the waiting hand" in shown(check="waits", ruleset="tenhou", tiles="123m")
    assert "called tile first" in shown(check="kuikae", ruleset="tenhou")
    assert "Tap the discard" in shown(check="kuikae", ruleset="tenhou", call="345m")
    assert "do not form a chii or pon" in shown(check="kuikae", ruleset="tenhou", call="349m", tiles="1m")


def test_a_full_tray_hands_over_to_the_hand() -> None:
    """The first three tiles of a swap call are the call, the next one is the discard."""
    taps = [("tap", each) for each in ("3m", "4m", "5m", "6m")]
    assert verdict(shown(*taps, check="kuikae", ruleset="tenhou")) == "Not allowed"


def test_every_verdict_names_its_clause() -> None:
    """A referee can say where it stands."""
    for fields in (
        {"check": "waits", "tiles": SIX_NINE_EIGHT},
        {"check": "furiten", "tiles": SIX_NINE_EIGHT, "discards": "9s"},
        {"check": "riichi_kan", "tiles": "222m34567p99s555z2m"},
        {"check": "kuikae", "call": "345m", "tiles": "6m"},
        {"check": "riichi", "tiles": SIX_NINE_EIGHT + "1z"},
    ):
        for book in library().books:
            html = shown(ruleset=book.id, **fields)
            assert verdict(html), (book.id, fields)
            assert 'class="clause"' in html, (book.id, fields)

"""What the reading pages say of a clause is all of it, still holds, and is marked where it was decided here."""

from typing import Any

import pytest

from referee.explain.rulebook import ClauseStatements, Force, clauses_explained, explained
from tests.cases import ask, library
from tests.reading.readers import rulebook

EVEN = [25000, 25000, 25000, 25000]
VARIANTS = [(book.id, variant) for book in library().books for variant in book.variants]


def clauses_of(book: str, variant: str = "") -> dict[str, ClauseStatements]:
    """Return the clauses that a page tells, by id."""
    here = rulebook(book, "en", variant) if variant else rulebook(book)
    listed = clauses_explained(here.book, here.variant, explained(here.rules, here.speaker), here.speaker)
    return {each.cite.clause: each for each in listed}


def cited(book: str, rule: str) -> list[str]:
    """Return the clauses that end the sentence about a rule."""
    here = rulebook(book)
    lines = [line for chapter in explained(here.rules, here.speaker) for line in chapter.lines if line.rule == rule]
    return [cite.clause for cite in lines[0].cites]


@pytest.mark.parametrize(("book", "variant"), VARIANTS, ids=[" ".join(pair).strip() for pair in VARIANTS])
def test_a_clause_of_a_base_is_told_only_where_something_of_it_holds(book: str, variant: str) -> None:
    """Nothing replaced stands in the list of what holds, and no part of a clause is announced and then empty."""
    base = [each for each in clauses_of(book, variant).values() if not each.own]

    assert [each.cite.clause for each in base if each.force == Force.NONE] == []
    assert [each.cite.clause for each in base if each.force == Force.PART and not each.lines] == []


@pytest.mark.parametrize("variant", ["play=club", "play=tournament"])
def test_aalto_takes_over_nothing_that_its_sheet_rules_otherwise(variant: str) -> None:
    """aalto/44 and 45 name exposed tiles, aalto/6 the uma, aalto/3 points, aalto/decided-chombo a win beside."""
    found = clauses_of("aalto", variant)

    assert not {"ema-rcr/3.4.6", "ema-rcr/3.4.7", "ema-rcr/3.4.8", "ema-rcr/uma", "ema-rcr/paper"} & found.keys()
    assert {"ema-rcr/furiten-kinds", "ema-rcr/interruption", "ema-rcr/decided-honba"} <= found.keys()


SAID = [
    ("aalto", "aalto/1", "In tournaments the referees set the seats"),
    ("aalto", "aalto/11", "A dealer who wins or is tenpai repeats with a honba more"),
    ("aalto", "aalto/28", "Passing a winning tile in riichi"),
    ("aalto", "aalto/32", "a winning tile that is passed"),
    ("aalto", "aalto/38b", "nagashi mangan stands there with five han"),
    ("aalto", "aalto/44", "5 or more tiles"),
    ("aalto", "aalto/48", "unless the game is complete by then"),
    ("ema-rcr-2012", "ema-rcr/nagashi", "with a closed hand"),
    ("ema-rcr-2012", "ema-rcr/time", "a hand starts when the dice are thrown"),
    ("warsaw", "warsaw/paarenchan", "eight dealer wins in a row"),
    ("warsaw", "warsaw/paarenchan", "own honba, the next win is a yakuman"),
]
"""Words of the sheets that once were left out."""


@pytest.mark.parametrize(("book", "clause", "words"), SAID, ids=[row[1] for row in SAID])
def test_a_clause_says_all_that_its_sheet_says(book: str, clause: str, words: str) -> None:
    """The condition stands in the text of the clause."""
    assert words in clauses_of(book)[clause].text


DECIDED = ["aalto/19", "aalto/32", "aalto/34", "aalto/decided-honba", "ema-rcr/furiten-kinds", "warsaw/decided-abort"]
"""Clauses that the sheets leave open in part (rulesets.md [D])."""


@pytest.mark.parametrize("clause", DECIDED)
def test_what_was_decided_here_says_so(clause: str) -> None:
    """An interpretation is marked, and its note names the other reading."""
    book = {"aalto": "aalto", "ema-rcr": "ema-rcr-2012", "warsaw": "warsaw"}[clause.partition("/")[0]]
    cite = clauses_of(book)[clause].cite

    assert cite.confidence == "interpretation"
    assert cite.note["en"]
    assert cite.note["ja"]


@pytest.mark.parametrize("book", ["ema-2016", "warsaw"])
def test_robbing_a_closed_kan_is_text(book: str) -> None:
    """EMA 2016 4.2.1 lets kokushi rob a closed kan; ippatsu beside a robbed kan it does not name."""
    rules = rulebook(book).rules

    assert (rules.cite("hand.closed_kan_kokushi").clause, rules.cite("hand.closed_kan_kokushi").confidence) == (
        "ema-2016/4.2.1",
        "text",
    )
    assert rules.cite("hand.chankan_ippatsu").confidence == "interpretation"
    assert "no difference" not in clauses_of("ema-2016")["ema-2016/decided-hand"].cite.note["en"]


def test_triple_ron_is_cited_where_it_stands() -> None:
    """aalto/20 is about two winners, aalto/18 about three; warsaw has a clause for each."""
    assert cited("aalto", "wins.multiple_ron") == ["aalto/20", "aalto/18"]
    assert cited("warsaw", "wins.multiple_ron") == ["warsaw/double-ron", "warsaw/triple-ron"]


def settled(book: str, hand: dict[str, Any]) -> dict[str, str]:
    """Return the notes of a settled hand with one honba on the table: their clauses by text."""
    table = {"scores": EVEN, "round": "E", "dealer": 0, "honba": 1, "kyoutaku": 0}
    answer = ask({"ask": "settle", "ruleset": book, "table": table, "hand": hand})
    return {note["text"]: note["clause"] for note in answer["notes"]}


@pytest.mark.parametrize(
    ("book", "clause"),
    [("warsaw", "warsaw/decided-abort"), ("aalto", "aalto/18"), ("ema-rcr-2012", "ema-rcr/counters")],
)
def test_the_honba_of_an_abort_is_cited_where_it_stands(book: str, clause: str) -> None:
    """EMA 2016 3.4.10 speaks of wins and exhaustive draws: under warsaw the honba of an abort was decided here."""
    notes = settled(book, {"result": "abort", "reason": "kyuushu_kyuuhai"})

    assert notes["1 honba added: now 2."] == clause


def test_the_honba_that_go_say_what_was_decided() -> None:
    """aalto/11 literally adds a honba to every hand after which the deal passes."""
    notes = settled("aalto", {"result": "win", "from": 0, "wins": [{"seat": 1, "han": 2, "fu": 30}]})

    assert "aalto/decided-honba" in notes.values()


@pytest.mark.parametrize(("winners", "expected"), [((1,), False), ((1, 3), True)])
def test_what_only_several_winners_share_is_told_for_several(winners: tuple[int, ...], *, expected: bool) -> None:
    """Who takes the sticks first, by aalto/20, makes no difference where one player has won."""
    hand = {"result": "win", "from": 2, "riichi": [1], "wins": [{"seat": seat, "han": 3, "fu": 30} for seat in winners]}

    assert ("aalto/20" in settled("aalto", hand).values()) == expected

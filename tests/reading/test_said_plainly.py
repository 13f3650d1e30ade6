"""Sentences that could be read at a table to say something else than the rule."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.explain.rulebook import explained
from referee.paths import offences_file, procedures_file, rulesets_dir
from tests.cases import ask, library
from tests.reading.readers import rulebook, texts_of

ROOT = Path(__file__).resolve().parents[2]
READ_OTHERWISE = {
    "en": (
        "the honba go.",
        "nearest after the discarder",
        "on the discarder's right",
        "costs 30,000 and",
        "turn the tile;",
        "all go when",
        "hand is drawn",
        "any other double two",
        "passed in riichi is furiten",
        "and noten riichi fall",
    ),
    "ja": (
        "十分を過ぎ",
        "放銃者から最も近い",
        "放銃者に最も近い",
        "場に100点",
        "リーチに必要な点数は",
        "その他は記載なし",
        "採用役",
    ),
}
"""Words that were taken for another meaning: who is nearest, what is drawn, ten minutes read as enough."""


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_sentence_says_what_can_be_read_otherwise(lang: str) -> None:
    """None of the words of the list stands in a sentence of the rules, a step or a penalty, in either language."""
    sentences = tomllib.loads((ROOT / "referee" / "words" / f"{lang}.toml").read_text("utf-8"))
    found = [str(sentences[part]) for part in ("rule", "verdict", "effect", "outcome", "next", "end")]
    found += [file.read_text("utf-8") for file in (ROOT / "rulesets").glob("*.toml")]

    assert [words for words in READ_OTHERWISE[lang] if any(words in text for text in found)] == []


QUAINT = re.compile(
    r"\b(he|him|his|himself|lays?|lying|swap calls?|counted yakuman|self-draws?|self-drawn|let pass|reckon"
    r"|the own|somebody|anybody|everybody|equal winds|false set|mistaken win|claimed|the sheet (says|is|does|has)"
    r"|makes? the hand dead|costs? nothing|nothing happens|plays? on|the dealer stays"
    r"|decided as in|rules? is taken"
    r"|counts twice|returns (as many|30,000)|in whole thousands|\d thousand|rules (only )?(takes|shares|lists|says)"
    r"|lies|crowns|feeds|sinks)\b|\w'\w",
    re.IGNORECASE,
)
"""Words that are not plain, or not what the field calls the thing; a player is not he."""
LONG_NO = ("There is no ", "There are no ")
"""How no rule begins that can begin with "No"."""
FILES = (offences_file(), procedures_file(), *sorted(rulesets_dir().glob("*.toml")))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_rules_are_told_in_plain_words(path: Path) -> None:
    """The rulebooks, the offences and the procedures."""
    assert [text for text in texts_of(path, "en") if QUAINT.search(text) or text.startswith(LONG_NO)] == []


def test_the_program_speaks_plainly() -> None:
    """And its own sentences; what is searched for may be said in any words."""
    found = library().sentences["en"].items()

    assert {key: text for key, text in found if not key.startswith("search.") and QUAINT.search(text)} == {}
    assert {key: text for key, text in found if key.startswith("rule.") and text.startswith(LONG_NO)} == {}


SENTENCES = [
    ("standard-shuugi", "final.uma", "If 2nd place has at least 30,000"),
    ("wrc-2025", "wins.multiple_ron", "only the next in turn order after the discarder wins"),
    ("aalto", "course.yame", "in 1st place with at least 30,000"),
    ("ema-rcr-2012", "riichi.wall", "at least 4 tiles left in the wall"),
    ("ema-2025", "riichi.wall", "at least 1 tile left in the wall"),
]


@pytest.mark.parametrize(("book", "rule", "words"), SENTENCES, ids=[" ".join(row[:2]) for row in SENTENCES])
def test_a_rule_says_who_and_how_much(book: str, rule: str, words: str) -> None:
    """The sentence of a value names who it is about and what counts."""
    here = rulebook(book)
    (line,) = (each for found in explained(here.rules, here.speaker) for each in found.lines if each.rule == rule)

    assert words in line.text


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_points_of_a_penalty_are_those_of_the_tournament(lang: str) -> None:
    """WRC 2025 and EMA 2016 take them off the tournament score, never off the table (RF §7.8)."""
    word = {"en": "tournament score", "ja": "大会成績"}[lang]
    cases = [("wrc-2025", "dead_hand_action", {"action": "ankan", "declared": "yes", "shown": 0})]
    cases += [(book, "late", {"minutes": 3}) for book in ("wrc-2025", "ema-2016")]
    for book, offence, answers in cases:
        answer = ask({"ask": "ruling", "ruleset": book, "offence": offence, "answers": answers, "lang": lang})
        assert answer["text"].count(word) >= 1, answer
        assert library().sentences[lang]["outcome.points"].replace("{points}", "") != "−"


VERDICTS = {
    "chombo": ("Chombo for", "is a chombo", "チョンボ。", "チョンボとし", "チョンボとす"),
    "dead_hand": ("makes it dead", "is dead", "Dead hand", "和了放棄。", "和了放棄とす"),
    "referee": ("the referee decides.", "審判が決める。"),
    "warning": ("Warning", "警告とし"),
}
"""Words that pronounce a penalty; a row's own sentence only says what for."""


def rows_in(expected: object) -> list[dict[str, Any]]:
    """Return every row of penalties of a file, those of its options too."""
    if isinstance(expected, list):
        return [row for each in expected for row in rows_in(each)]
    if not isinstance(expected, dict):
        return []
    return ([expected] if "penalties" in expected and "says" in expected else []) + rows_in(list(expected.values()))


def says_again(row: dict[str, Any], lang: str) -> bool:
    """Return whether the first words of a row's sentence, or its amounts, were said with the penalty already."""
    kinds = [each if isinstance(each, dict) else {"kind": each} for each in row["penalties"]]
    words = [word for each in kinds for word in VERDICTS.get(each["kind"], ())]
    fixed = [each for each in kinds if "per" not in each]
    amounts = [f"{each[name]:,}" for each in fixed for name in ("amount", "least", "most") if each.get(name)]
    says = row["says"][lang]
    first = re.split(r"[.;,。、]", says)[0] + ("." if lang == "en" else "")
    return any(word in first for word in words) or any(amount in says for amount in amounts)


@pytest.mark.parametrize("path", sorted(rulesets_dir().glob("*.toml")), ids=lambda path: str(path.stem))
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_verdict_is_said_twice(path: Path, lang: str) -> None:
    """A ruling is read aloud as its penalty and the row's sentence: no penalty and no amount comes twice."""
    rows = rows_in(tomllib.loads(path.read_text("utf-8")))

    assert [row["says"][lang] for row in rows if says_again(row, lang)] == []

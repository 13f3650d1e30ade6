"""Every value of a ruleset is said in a sentence, in both languages, and another value is said otherwise."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from referee.explain.rulebook import Sentence, explained
from referee.paths import rulesets_dir
from referee.rulebook import Variant, books_in, ruleset_of
from referee.rulebook.vocabulary import ALL_KEYS, CHAPTERS, Plain, Shape
from referee.rules.ruleset import Ruleset
from referee.texts.words import Speaker, Words
from tests.reading.readers import LANGUAGES, rulebook, speaker

NAMED = [
    (f"{chapter}.{key}", name)
    for chapter, keys in CHAPTERS.items()
    for key, kind in keys.items()
    if kind.shape is Shape.NAME and not kind.is_list
    for name in kind.names
]
FLAGS = [
    (f"{chapter}.{key}", answer)
    for chapter, keys in CHAPTERS.items()
    for key, kind in keys.items()
    if kind.shape is Shape.FLAG
    for answer in ("yes", "no")
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("key", "choice"), [*NAMED, *FLAGS], ids=lambda part: part)
def test_every_choice_has_a_sentence(key: str, choice: str, lang: str) -> None:
    """Whatever a ruleset may choose can be said."""
    assert speaker(lang).words[f"rule.{key}.{choice}"].strip()


MOST_UNLIKE = (
    ("aalto", "play=club"),
    ("ema-2016", "play=tournament"),
    ("standard-shuugi", "house=on,table=auto"),
    ("standard-shuugi", "house=off,table=auto"),
    ("warsaw", ""),
    ("tenhou", "kuitan=on,length=hanchan,red_fives=on"),
    ("jpml", ""),
)
"""Variants that between them let every question arise."""


@cache
def variants() -> tuple[Variant, ...]:
    """Return variants that are unlike each other."""
    books = {book.document.id: book for book in books_in((rulesets_dir(),))}
    return tuple(books[name].variants[variant] for name, variant in MOST_UNLIKE)


def rules_of(variant: Variant, key: str = "", value: Plain = 0) -> Ruleset:
    """Return the ruleset of a variant, with one value changed if a key is given; it need not make sense."""
    return ruleset_of(replace(variant, values=variant.values | ({key: value} if key else {})))


def other_values(key: str, value: Plain) -> Iterator[Plain]:
    """Yield other values that could stand at a key."""
    chapter, name = key.split(".")
    kind = CHAPTERS[chapter][name]
    match value:
        case bool():
            yield not value
        case int():
            yield value + 600
        case str():
            yield from (other for other in kind.names if other != value)
        case tuple() if kind.shape is Shape.NAME:
            yield () if value else (kind.names[0],)
            yield tuple(name for name in kind.names if name in value)[1:]
        case _:
            yield tuple(int(number) + 1 for number in value)


def sentences_of(rules: Ruleset, by: Speaker) -> list[str]:
    """Return everything that is said about a ruleset."""
    return [line.text for chapter in explained(rules, by) for line in chapter.lines]


@cache
def said_unchanged(place: int) -> list[str]:
    """Return everything that is said about one of the variants as it is."""
    return sentences_of(rules_of(variants()[place]), speaker())


@pytest.mark.parametrize("key", ALL_KEYS)
def test_another_value_is_said_otherwise(key: str) -> None:
    """Each choice of a key, and each other number, changes what is said of some ruleset: none is passed over."""
    chapter, name = key.split(".")
    kind = CHAPTERS[chapter][name]
    noticed: set[Plain] = set()
    for place, variant in enumerate(variants()):
        before = said_unchanged(place)
        for other in set(other_values(key, variant.values[key])) - noticed:
            if sentences_of(rules_of(variant, key, other), speaker()) != before:
                noticed |= {other, variant.values[key]}

    assert noticed
    if kind.shape is Shape.NAME and not kind.is_list:
        assert noticed == set(kind.names)


class Listening(Words):
    """The words of a language, which remember those that were used."""

    used: set[str]

    def __getitem__(self, key: str) -> str:
        """Return the sentence and remember it."""
        self.used.add(key)
        return super().__getitem__(key)


def listening(lang: str = "en") -> Listening:
    """Return words that remember."""
    words = Listening(speaker(lang).words)
    words.used = set()
    return words


def test_no_sentence_is_idle() -> None:
    """Every sentence about a rule is said under some value of some ruleset."""
    words = listening()
    by = Speaker(lang="en", words=words)
    for variant in variants()[:3]:
        sentences_of(rules_of(variant), by)
        for key in ALL_KEYS:
            zero = (0,) if type(variant.values[key]) is int else ()
            for other in (*other_values(key, variant.values[key]), *zero):
                sentences_of(rules_of(variant, key, other), by)

    chapters = {"title", "penalty"}
    rule_words = {key for key in words if key.startswith("rule.") and key.split(".")[1] not in chapters}
    assert rule_words - words.used == set()


@pytest.mark.parametrize("name", ["aalto", "ema-2016", "standard-shuugi", "ranking-match"])
def test_every_sentence_has_its_clause(name: str) -> None:
    """Nothing is said without a clause, and the clause is the one of the value."""
    for chapter in explained(rulebook(name).rules, speaker()):
        assert chapter.lines
        for line in chapter.lines:
            assert line.cites
            assert line.cites[0] == rulebook(name).rules.cite(line.rule)


def line_about(rule: str, name: str, lang: str = "en", variant: str | None = None) -> Sentence:
    """Return what a book says about one thing."""
    found = rulebook(name, lang, variant)
    lines = [line for chapter in explained(found.rules, found.speaker) for line in chapter.lines]
    return next(line for line in lines if line.rule == rule)


@pytest.mark.parametrize(
    ("rule", "name", "lang", "text", "clauses", "confidence"),
    [
        ("values.mangan", "ema-2016", "en", "A mangan is 8,000 points, 12,000 for the dealer.", "ema-2016/4.1", "text"),
        ("wins.honba_ron", "standard-shuugi", "ja", "1本場はロン1,500点、ツモは各500点。", "standard/honba", "text"),
        (
            "final.uma",
            "standard-shuugi",
            "en",
            "Uma: 9 / 1 / −3 / −7 chips. If 2nd place has at least 30,000: 6 / 2 / −2 / −6 chips.",
            "standard/uma",
            "text",
        ),
        ("final.uma", "ema-rcr-2012", "ja", "ウマは30,000・10,000・△10,000・△30,000。", "ema-rcr/uma", "text"),
        (
            "time.limit",
            "ema-rcr-2012",
            "en",
            "A game lasts 90 minutes.",
            "ema-rcr/time, ema-rcr/decided-minutes",
            "interpretation",
        ),
        (
            "hand.replaces.isshoku_sanjun over iipeikou",
            "aalto",
            "en",
            "iipeikou also counts together with isshoku sanjun.",
            "aalto/41",
            "text",
        ),
    ],
)
def test_sentence_reads(rule: str, name: str, lang: str, text: str, clauses: str, confidence: str) -> None:
    """The numbers of the sheets, as they are said."""
    line = line_about(rule, name, lang)

    assert (line.text, line.clauses, line.confidence) == (text, clauses, confidence)

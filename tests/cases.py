"""The hand-worked cases and golden games of the tables, read into typed rows, and how they are put to the core.

`tables/*/*.toml` hold single questions, `sheets/*.toml` whole games. Both were worked out by hand from the
rules; nothing in them was taken from an answer of this program.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee.ask_event.api import answer
from referee.paths import rulesets_dir
from referee.rulebook import books_in, policies_of
from referee.texts.words import Library
from referee.tournament.policy import Policies
from tests.libraries import load

TESTS = Path(__file__).resolve().parent
TABLES = TESTS / "tables"
SHEETS = TESTS / "sheets"

START_POINTS = {
    "aalto": 25_000,
    "arizona-2025": 25_000,
    "ema-2016": 30_000,
    "ema-2025": 30_000,
    "ema-rcr-2012": 0,
    "jpml": 30_000,
    "m-league": 25_000,
    "mahjong-soul": 25_000,
    "npm": 25_000,
    "philadelphia-2024": 30_000,
    "ranking-match": 25_000,
    "rmu": 30_000,
    "rrc-1.5": 30_000,
    "saikouisen": 30_000,
    "saikouisen-classic": 30_000,
    "saikyosen-2022": 25_000,
    "standard-shuugi": 25_000,
    "tenhou": 25_000,
    "toronto-2026": 30_000,
    "toronto-casual": 25_000,
    "warsaw": 25_000,
    "wrc-2022": 30_000,
    "wrc-2025": 30_000,
}
"""Points of each player before the first hand, typed from the sheets; an aalto tournament starts from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One question and the part of its answer that was worked out by hand."""

    clause: str
    about: str
    source: str
    why: str
    cites: bool
    question: dict[str, Any]
    expect: dict[str, Any]

    @property
    def name(self) -> str:
        """The name under which the test runs: the clause first."""
        return f"{self.clause} {self.about}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """One hand of a game: either refused with a code, or paid as `deltas` and leaving `scores` and `kyoutaku`.

    `signal` is how many hands were left when the time signal fell before it.
    """

    label: str
    what: str
    hand: dict[str, Any]
    refused: str | None = None
    deltas: tuple[int, ...] = ()
    chips: tuple[int, ...] | None = None
    scores: tuple[int, ...] = ()
    kyoutaku: int = 0
    signal: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A whole game under one ruleset, to its natural end."""

    name: str
    about: str
    source: str
    ruleset: str
    options: dict[str, str]
    hands: tuple[Hand, ...]
    end: dict[str, Any]

    @property
    def first_table(self) -> dict[str, Any]:
        """The table before the first hand, with the points the ruleset starts from."""
        at_nothing = self.ruleset == "aalto" and self.options.get("play") == "tournament"
        points = 0 if at_nothing else START_POINTS[self.ruleset]
        return {"scores": [points] * 4, "round": "E", "dealer": 0, "honba": 0, "kyoutaku": 0}

    def question(self, table: Mapping[str, Any], hand: Hand) -> dict[str, Any]:
        """Return the settle question of one hand at a table."""
        asked = {"ask": "settle", "ruleset": self.ruleset, "options": self.options}
        signal = {} if hand.signal is None else {"hands_left": hand.signal}
        return {**asked, "table": {**table, **signal}, "hand": hand.hand}


@cache
def library() -> Library:
    """Return the shipped rulesets, read once."""
    return load()


@cache
def policies() -> Policies:
    """Return what the shipped rulesets say about events, read once."""
    return policies_of(books_in((rulesets_dir(),)))


def ask_text(question: Mapping[str, Any]) -> str:
    """Put a question to the core and return its answer as the text it is."""
    return answer(json.dumps(question, ensure_ascii=False), library(), policies())


def ask(question: Mapping[str, Any]) -> dict[str, Any]:
    """Put a question to the core and return its answer as an object."""
    answered: dict[str, Any] = json.loads(ask_text(question))
    return answered


@cache
def cases() -> tuple[Case, ...]:
    """Return every case of every table, table by table in their own order."""
    return tuple(case for path in sorted(TABLES.glob("*/*.toml")) for case in read_table(path))


@cache
def sheets() -> tuple[Sheet, ...]:
    """Return every golden game."""
    return tuple(read_sheet(path) for path in sorted(SHEETS.glob("*.toml")))


def read_table(path: Path) -> Iterator[Case]:
    """Yield the cases of one table; a field that no case has is a KeyError or TypeError."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    for row in document["case"]:
        yield read_case(document["ruleset"], dict(row))


def read_case(ruleset: str, row: dict[str, Any]) -> Case:
    """Return one case: its JSON texts become one question."""
    asked = {"ask": row.pop("ask", "settle"), "ruleset": ruleset, "options": json.loads(row.pop("options", "{}"))}
    asked |= {key: json.loads(row.pop(key)) for key in ("table", "hand") if key in row}
    asked |= json.loads(row.pop("question", "{}"))
    return Case(question=asked, expect=json.loads(row.pop("expect")), cites=row.pop("cites", False), **row)


def read_sheet(path: Path) -> Sheet:
    """Return the game of one file, named as the file."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    hands = tuple(read_hand(row) for row in document.pop("hand"))
    return Sheet(name=path.stem, options=json.loads(document.pop("options", "{}")), hands=hands, **document)


def read_hand(row: Mapping[str, Any]) -> Hand:
    """Return one hand of a game."""
    read = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Hand(**{**read, "hand": json.loads(row["hand"])})


def differences(expected: object, found: object, where: str = "answer") -> list[str]:
    """Say where an answer is not what was expected: objects may hold more than asked for, lists may not.

    Numbers are compared by value, and a truth value is never a number.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        missing = [f"{where}.{key} is missing" for key in expected if key not in found]
        pairs = ((f"{where}.{key}", expected[key], found[key]) for key in expected if key in found)
        return missing + [line for path, one, other in pairs for line in differences(one, other, path)]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        places = enumerate(zip(expected, found, strict=True))
        return [line for place, (one, other) in places for line in differences(one, other, f"{where}[{place}]")]
    same = expected == found and isinstance(expected, bool) == isinstance(found, bool)
    return [] if same else [f"{where} is {found!r}, worked out by hand as {expected!r}"]


def cited(answered: Mapping[str, Any]) -> set[str]:
    """Return every clause that the lines and notes of an answer name."""
    spoken = [*answered.get("lines", []), *answered.get("notes", []), answered]
    return {found["clause"] for found in spoken if found.get("clause")}


def label(table: Mapping[str, Any]) -> str:
    """Name a hand as players do: round, dealer's number, honba."""
    return f"{table['round']}{table['dealer'] + 1}-{table['honba']}"


def table_of(hand: Hand, scores: Iterable[int], kyoutaku: int) -> dict[str, Any]:
    """Return the table before a hand, read off its label and what the hand before it left."""
    place, honba = hand.label.split("-")
    position = {"round": place[0], "dealer": int(place[1]) - 1, "honba": int(honba)}
    return {"scores": list(scores), **position, "kyoutaku": kyoutaku}


def sheet_questions(sheet: Sheet) -> Iterator[dict[str, Any]]:
    """Yield the question of every hand of a game, with the points worked out by hand."""
    scores, kyoutaku = tuple(sheet.first_table["scores"]), 0
    for hand in sheet.hands:
        yield sheet.question(table_of(hand, scores, kyoutaku), hand)
        if hand.refused is None:
            scores, kyoutaku = hand.scores, hand.kyoutaku


def all_questions() -> list[str]:
    """Return every question of the tables and the games as JSON text, in a fixed order."""
    asked = [case.question for case in cases()]
    asked += [question for sheet in sheets() for question in sheet_questions(sheet)]
    return [json.dumps(question, ensure_ascii=False) for question in asked]

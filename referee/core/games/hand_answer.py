"""Looking before recording: what a hand would pay in a game, with every mark of the table counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.core.asking.answers import error_record, settlement_record, table_record
from referee.core.asking.questions import read_hand
from referee.core.games.codec import hand_record
from referee.core.games.decide import NotDone, closed, with_dead
from referee.core.settling.settlement import settle
from referee.core.settling.verify import verify
from referee.core.text.jsontext import Record, Value, plain_value, record
from referee.core.text.reading import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.core.games.game import Game
    from referee.core.rules.facts import Hand, Table
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.words import Speaker


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """A settle question and its answer; a refusal is an answer too."""

    question: dict[str, Any]
    answer: dict[str, Any]


def hand_from(fields: Mapping[str, object], table: Table, rules: Ruleset) -> Hand | NotDone:
    """Return a finished hand from the fields of a settle question about this table."""
    reader = Reader(path="hand", fields=dict(fields), problems=[])
    hand = read_hand(reader, table, rules)
    return NotDone(problems=tuple(reader.problems)) if reader.problems else hand


def hand_preview(game: Game, fields: Mapping[str, object], rules: Ruleset, speaker: Speaker) -> Preview:
    """Return what a hand would pay if it were recorded now."""
    facts = closed(game) or hand_from(fields, game.table, rules)
    if isinstance(facts, NotDone):
        return previewed(game.table, dict(fields), error_record(facts.problems, rules, speaker))
    return preview_of(game.table, with_dead(facts, game.marks.dead), rules, speaker)


def preview_of(table: Table, hand: Hand, rules: Ruleset, speaker: Speaker) -> Preview:
    """Return the question and the answer about a hand at a table."""
    problems = verify(table, hand, rules)
    if problems:
        return previewed(table, hand_record(hand), error_record(problems, rules, speaker))
    answer = settlement_record(settle(table, hand, rules), table.dealer, rules, speaker)
    return previewed(table, hand_record(hand), answer)


def previewed(table: Table, hand: Value, answer: Record) -> Preview:
    """Return a question with its answer."""
    question = record(("table", table_record(table)), ("hand", hand))
    return Preview(question=plain_value(question), answer=plain_value(answer))

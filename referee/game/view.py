"""A game as it is seen from its table: its sticks and scores, who may declare, and what a hand would pay in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.ask.hands import read_hand
from referee.ask.settle import error_record, settlement_record, table_record
from referee.game.decide import can_bet, is_dead, why_closed, with_dead
from referee.game.events import Marked, MarkKind, hand_record
from referee.records import dataclass
from referee.rules.choices import OpenRiichi, TimeLimit
from referee.rules.placement import Standing, standing
from referee.rules.riichi import is_open_free
from referee.rules.settlement import is_dead_noten, played, settle, verify
from referee.rules.table import ALL_SEATS, NOTHING, STICK, Four, NotDone
from referee.texts.case import Rulebook
from referee.texts.codec import Record, Value, plain_value, record
from referee.texts.reader import Reader
from referee.texts.words import Library, variant_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.game.game import Game
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Hand, Table
    from referee.texts.words import Speaker


@dataclass(frozen=True, kw_only=True, slots=True)
class AtTable:
    """A game with its rules and players; ``me`` is the seat of the holder, ``address`` that of the table's page.

    ``expected_event`` is the hash of the last event that changed the sheet.
    """

    game: Game
    rules: Ruleset
    names: tuple[str, ...]
    me: int
    library: Library
    speaker: Speaker
    address: str
    expected_event: str

    @property
    def rulebook(self) -> Rulebook | None:
        """Return where offences are judged here."""
        return rulebook_of_game(self.game, self.library, self.speaker)


def rulebook_of_game(game: Game, library: Library, speaker: Speaker) -> Rulebook | None:
    """Return where the offences of a game are judged, None where its book is not here."""
    book, variant = library.book(game.start.book), variant_key(game.start.options)
    if book is None or variant not in book.variants:
        return None
    return Rulebook(library=library, book=book, variant=variant, speaker=speaker)


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
    facts = why_closed(game) or hand_from(fields, game.table, rules)
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


_MARK_FIELDS = ("riichi", "open", "tenpai")
"""The fields of a hand's form that start from the marks of the table."""


def is_playing(game: Game) -> bool:
    """Return whether hands are still played."""
    return game.result is None and game.end is None


def final_standing(game: Game, rules: Ruleset) -> Standing | None:
    """Return the result: as it was issued, or as it is now when the game is over; None while it is played."""
    if game.end is None:
        return None
    return game.standing or standing(played(game.table), rules)


def sticks_on_table(game: Game, rules: Ruleset) -> tuple[int, ...]:
    """Return the seats whose stick lies on the table in this hand; a free open riichi lays none.

    A hand that is not played to its end, because the game was closed, gives them back.
    """
    return riichi_sticks(game, rules) if is_playing(game) else ()


def riichi_sticks(game: Game, rules: Ruleset) -> tuple[int, ...]:
    """Return the seats that laid a stick in the last hand that was begun."""
    free = game.marks.open_riichi if is_open_free(rules) else ()
    return tuple(seat for seat in game.marks.riichi if seat not in free)


def shown_scores(game: Game, rules: Ruleset) -> Four:
    """Return the scores with this hand's sticks taken off; of a game that is over those of its result."""
    final = final_standing(game, rules)
    if final is not None:
        return final.scores
    riichi = sticks_on_table(game, rules)
    points = tuple(game.table.scores[seat] - (STICK if seat in riichi else 0) for seat in ALL_SEATS)
    return (points[0], points[1], points[2], points[3])


def shown_kyoutaku(game: Game, rules: Ruleset) -> int:
    """Return the points on the table, this hand's sticks among them, without what a result has given out."""
    return game.table.kyoutaku + STICK * len(sticks_on_table(game, rules)) - sum(left_given(game, rules))


def left_given(game: Game, rules: Ruleset) -> Four:
    """Return what each seat was given at the end of the game of the points that lay on the table."""
    final = final_standing(game, rules)
    if final is None:
        return NOTHING
    gained = tuple(final.scores[seat] - game.table.scores[seat] for seat in ALL_SEATS)
    return (gained[0], gained[1], gained[2], gained[3])


def can_declare(game: Game, seat: int, kind: MarkKind, rules: Ruleset) -> bool:
    """Return whether the seat may still declare riichi in this hand."""
    marked = Marked(hand=game.number, seat=seat, mark=kind, on=True, reason="")
    free = seat not in game.marks.riichi and not is_dead(game, seat)
    return is_playing(game) and free and can_bet(game, marked, rules)


def can_declare_open(game: Game, seat: int, rules: Ruleset) -> bool:
    """Return whether the seat may still declare an open riichi in this hand."""
    return rules.riichi.open != OpenRiichi.NONE and can_declare(game, seat, MarkKind.OPEN_RIICHI, rules)


def can_signal(game: Game, rules: Ruleset) -> bool:
    """Return whether a time signal can still be given."""
    return rules.time.limit != TimeLimit.NONE and game.table.hands_left is None and is_playing(game)


def _seats_marked(game: Game, field: str, rules: Ruleset) -> tuple[int, ...]:
    """Return the seats that a field of a hand's form starts with.

    Riichi is tenpai too; a dead hand is not where the rules say so.
    """
    marks = game.marks
    if field == "riichi":
        return marks.riichi
    if field == "open":
        return marks.open_riichi
    return tuple(
        seat
        for seat in ALL_SEATS
        if seat in (*marks.tenpai, *marks.riichi) and can_be_tenpai(rules, dead=is_dead(game, seat))
    )


def can_be_tenpai(rules: Ruleset, *, dead: bool) -> bool:
    """Return whether a hand can be tenpai at a draw: a dead one not where the rules say so."""
    return not dead or not is_dead_noten(rules)


def marks_text(game: Game, rules: Ruleset) -> str:
    """Return the marks that change a payment as one short text."""
    fields = [",".join([str(seat) for seat in _seats_marked(game, field, rules)]) for field in _MARK_FIELDS]
    return ";".join(fields)

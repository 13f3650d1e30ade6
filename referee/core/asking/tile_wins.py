"""A winner of a settle question whose hand is told by its tiles: the core evaluates it, the table must agree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.core.asking.score_answers import HandChips, hand_chips
from referee.core.asking.score_reading import ANY_REDS, SCORE_FIELDS, read_score
from referee.core.rules.facts import LaidHand, Pao, Table, Win, WinChips, wind_of
from referee.core.rules.ledger import listed
from referee.core.rules.problems import Code
from referee.core.text.reading import Fields, Reader, shown
from referee.core.tiles.reading import read_melds
from referee.core.tiles.texts import melds_text, tiles_text
from referee.core.tiles.tiles import kind_of, tiles_of
from referee.core.worth.pricing import price_list
from referee.core.worth.value import NoWin, evaluate
from referee.core.worth.winning import RiichiState

if TYPE_CHECKING:
    from referee.core.rules.ledger import Facts
    from referee.core.rules.ruleset import Ruleset
    from referee.core.worth.outcome import Outcome

SPOKEN_FOR = ("han", "fu", "yakuman", "yaku_han", "yaku", "chips", "closed")
"""What the tiles themselves tell."""

IN_RIICHI = (RiichiState.RIICHI, RiichiState.DOUBLE)
IN_OPEN_RIICHI = (RiichiState.OPEN, RiichiState.OPEN_DOUBLE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What the question says beside the winners: the table, who is in riichi, and who discarded."""

    table: Table
    rules: Ruleset
    riichi: tuple[int, ...]
    open_riichi: tuple[int, ...]
    discarder: int | None

    def states(self, seat: int) -> tuple[str, ...]:
        """Return what a seat can have declared, the usual form first."""
        if seat in self.open_riichi:
            return IN_OPEN_RIICHI
        return IN_RIICHI if seat in self.riichi else (RiichiState.NONE,)


def read_tile_win(reader: Reader, seat: int, pao: Pao | None, told: Told | None) -> Win | None:
    """Return a winner whose value the core works out from ``hand``, or None when problems were noted."""
    for key in SPOKEN_FOR:
        if reader.has(key):
            reader.refuse(Code.IMPOSSIBLE, reader.at(key), "error.hand_tells")
    inside = reader.nested("hand")
    if inside is None or told is None or reader.problems:
        return None
    inside.only(SCORE_FIELDS)
    check_table(inside, seat, told)
    hand = read_score(with_table(inside, seat, told), told.rules)
    if hand is None or reader.problems:
        return None
    prices = price_list(told.rules)
    value = evaluate(hand, prices)
    if value.outcome is None or value.no_win == NoWin.NO_YAKU:
        reader.refuse(Code.IMPOSSIBLE, inside.at("tiles"), f"score.{value.no_win}")
        return None
    return replace(win_of(seat, pao, value.outcome, hand_chips(hand, value, prices)), laid=laid_hand(inside))


def facts_of_table(seat: int, told: Told) -> Fields:
    """Return what the table says about a winner's hand."""
    table = told.table
    return {
        "by": "tsumo" if told.discarder is None else "ron",
        "seat_wind": wind_of(seat, table.dealer),
        "round_wind": table.round,
        "honba": table.honba,
        "dealer_wins": table.dealer_wins,
        "renchan": table.renchan,
        "from_riichi": told.discarder in told.riichi,
    }


def check_table(inside: Reader, seat: int, told: Told) -> None:
    """Note every field of the hand that the table contradicts."""
    said = facts_of_table(seat, told)
    for key in sorted(said):
        if inside.has(key) and inside.fields[key] != said[key]:
            differs(inside, key, (said[key],))
    if inside.has("riichi") and inside.fields["riichi"] not in told.states(seat):
        differs(inside, "riichi", told.states(seat))


def differs(inside: Reader, key: str, said: tuple[object, ...]) -> None:
    """Note a field that the table contradicts; ``said`` is what it can be."""
    allowed = listed(tuple([shown(each).text for each in said]))
    facts: Facts = (("found", shown(inside.fields[key])), ("allowed", allowed))
    inside.refuse(Code.IMPOSSIBLE, inside.at(key), "error.table_differs", facts)


def with_table(inside: Reader, seat: int, told: Told) -> Reader:
    """Return a reader of the hand in which the table fills what was left out."""
    fields: Fields = {**facts_of_table(seat, told), "riichi": told.states(seat)[0]}
    given: Fields = {key: inside.fields[key] for key in inside.fields if inside.has(key)}
    return Reader(path=inside.path, fields={**fields, **given}, problems=inside.problems)


def win_of(seat: int, pao: Pao | None, outcome: Outcome, held: HandChips) -> Win:
    """Return the winner with the value of his tiles."""
    return Win(
        seat=seat,
        han=outcome.han,
        fu=outcome.fu,
        yakuman=outcome.yakuman,
        pao=pao,
        yaku_han=None if outcome.yakuman else outcome.yaku_han,
        yaku=tuple([name for name, _ in outcome.yaku]),
        chips=WinChips(ippatsu=held.ippatsu, red=held.red, ura=held.ura),
    )


def laid_hand(inside: Reader) -> LaidHand:
    """Return the tiles of a hand that was read without problems, as people type them."""
    told = inside.fields
    tiles, _ = tiles_of(str(told["tiles"]))
    win, _ = tiles_of(str(told["win"]))
    kinds = [kind_of(tile) for tile in tiles]
    place = tiles.index(win[0]) if win[0] in tiles else kinds.index(kind_of(win[0]))
    parts = (
        ("tiles", tiles_text((*tiles[:place], *tiles[place + 1 :], tiles[place]))),
        ("melds", melds_text(read_melds(inside, ANY_REDS))),
        ("dora", str(told.get("dora_indicators") or "")),
        ("ura", str(told.get("ura_indicators") or "")),
        ("declared", str(told.get("riichi") or "")),
        ("fact", " ".join([str(each) for each in inside.items("flags")])),
    )
    return tuple(sorted([part for part in parts if part[1]]))

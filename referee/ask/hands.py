"""The table and the hand of a settle question, read from JSON, also where a winner is told by his tiles."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.ask.score import ANY_REDS, SCORE_FIELDS, HandChips, hand_chips, read_score
from referee.records import dataclass
from referee.rules.choices import Abort
from referee.rules.score import NoWin, evaluate
from referee.rules.table import (
    NO_CHIPS,
    WINDS,
    AbortiveDraw,
    Chombo,
    Code,
    Ending,
    ExhaustiveDraw,
    Hand,
    Pao,
    Result,
    Table,
    TypedHand,
    Win,
    WinChips,
    Won,
    listed,
    wind_of,
)
from referee.rules.tiles import kind_of, tiles_of
from referee.rules.win import RiichiState
from referee.rules.yaku import YAKU_NAMES, YAKUMAN_NAMES, price_list
from referee.texts.reader import MOST_COUNT, Fields, Reader, melds_text, read_melds, shortened, tiles_text

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset
    from referee.rules.score import Reading
    from referee.rules.table import Facts


_FIELDS_OF_VALUE = ("han", "fu", "yakuman", "yaku_han", "yaku", "chips", "closed")
"""What the tiles themselves tell."""

_IN_RIICHI = (RiichiState.RIICHI, RiichiState.DOUBLE)
_IN_OPEN_RIICHI = (RiichiState.OPEN, RiichiState.OPEN_DOUBLE)


@dataclass(frozen=True, kw_only=True, slots=True)
class TableContext:
    """What the question says beside the winners: the table, who is in riichi, and who discarded."""

    table: Table
    rules: Ruleset
    riichi: tuple[int, ...]
    open_riichi: tuple[int, ...]
    discarder: int | None

    def states(self, seat: int) -> tuple[str, ...]:
        """Return what a seat can have declared, the usual form first."""
        if seat in self.open_riichi:
            return _IN_OPEN_RIICHI
        return _IN_RIICHI if seat in self.riichi else (RiichiState.NONE,)


def _read_tile_win(reader: Reader, seat: int, pao: Pao | None, context: TableContext | None) -> Win | None:
    """Return a winner whose value is worked out from ``hand``, or None when problems were noted."""
    for key in _FIELDS_OF_VALUE:
        if reader.has(key):
            reader.refuse(Code.IMPOSSIBLE, reader.at(key), "error.hand_tells")
    inside = reader.nested("hand")
    if inside is None or context is None or reader.problems:
        return None
    inside.only(SCORE_FIELDS)
    _check_table(inside, seat, context)
    hand = read_score(_with_table(inside, seat, context), context.rules)
    if hand is None or reader.problems:
        return None
    prices = price_list(context.rules)
    value = evaluate(hand, prices)
    if value.outcome is None or value.no_win == NoWin.NO_YAKU:
        reader.refuse(Code.IMPOSSIBLE, inside.at("tiles"), f"score.{value.no_win}")
        return None
    return replace(_win_of(seat, pao, value.outcome, hand_chips(hand, value, prices)), typed_hand=_typed_hand(inside))


def _facts_of_table(seat: int, context: TableContext) -> Fields:
    """Return what the table says about a winner's hand."""
    table = context.table
    return {
        "by": "tsumo" if context.discarder is None else "ron",
        "seat_wind": wind_of(seat, table.dealer),
        "round_wind": table.round,
        "honba": table.honba,
        "dealer_wins": table.dealer_wins,
        "renchan": table.renchan,
        "from_riichi": context.discarder in context.riichi,
    }


def _check_table(inside: Reader, seat: int, context: TableContext) -> None:
    """Note every field of the hand that the table contradicts."""
    facts = _facts_of_table(seat, context)
    for key in sorted(facts):
        if inside.has(key) and inside.fields[key] != facts[key]:
            _refuse_contradiction(inside, key, (facts[key],))
    if inside.has("riichi") and inside.fields["riichi"] not in context.states(seat):
        _refuse_contradiction(inside, "riichi", context.states(seat))


def _refuse_contradiction(inside: Reader, key: str, allowed_values: tuple[object, ...]) -> None:
    """Note a field that the table contradicts; ``allowed_values`` are what it can be."""
    allowed = listed(tuple([shortened(each).text for each in allowed_values]))
    facts: Facts = (("found", shortened(inside.fields[key])), ("allowed", allowed))
    inside.refuse(Code.IMPOSSIBLE, inside.at(key), "error.table_differs", facts)


def _with_table(inside: Reader, seat: int, context: TableContext) -> Reader:
    """Return a reader of the hand in which the table fills what was left out."""
    fields: Fields = {**_facts_of_table(seat, context), "riichi": context.states(seat)[0]}
    given: Fields = {key: inside.fields[key] for key in inside.fields if inside.has(key)}
    return Reader(path=inside.path, fields={**fields, **given}, problems=inside.problems)


def _win_of(seat: int, pao: Pao | None, outcome: Reading, held: HandChips) -> Win:
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


def _typed_hand(inside: Reader) -> TypedHand:
    """Return the tiles of a hand that was read without problems, as people type them."""
    fields = inside.fields
    tiles, _ = tiles_of(str(fields["tiles"]))
    win, _ = tiles_of(str(fields["win"]))
    kinds = [kind_of(tile) for tile in tiles]
    place = tiles.index(win[0]) if win[0] in tiles else kinds.index(kind_of(win[0]))
    parts = (
        ("tiles", tiles_text((*tiles[:place], *tiles[place + 1 :], tiles[place]))),
        ("melds", melds_text(read_melds(inside, ANY_REDS))),
        ("dora", str(fields.get("dora_indicators") or "")),
        ("ura", str(fields.get("ura_indicators") or "")),
        ("declared", str(fields.get("riichi") or "")),
        ("fact", " ".join([str(each) for each in inside.items("flags")])),
    )
    return tuple(sorted([part for part in parts if part[1]]))


TABLE_FIELDS = (
    "scores",
    "round",
    "dealer",
    "honba",
    "kyoutaku",
    "chips",
    "penalties",
    "dealer_wins",
    "renchan",
    "yakitori",
    "hands_left",
    "extra",
)
_COMMON_FIELDS = ("riichi", "open_riichi", "dead", "wareme")
_ENDING_FIELDS = {
    "win": ("from", "wins"),
    "draw": ("tenpai", "nagashi"),
    "abort": ("reason", "declarer"),
    "chombo": ("offenders",),
}
_TYPED_HAND = "laid"
"""What only the log holds of a winner: his tiles as they were told."""
_WIN_FIELDS = ("seat", "han", "fu", "yakuman", "pao", "yaku_han", "yaku", "chips", "closed", "hand")
_FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170)
MOST_POINTS = 10_000_000
_RESULTS = tuple(Result)
_ABORTS = tuple(Abort)


def read_table(reader: Reader, last_round: str) -> Table:
    """Return the table; ``last_round`` is the wind after which a round is an extra round."""
    reader.only(TABLE_FIELDS)
    if reader.required("scores") and not reader.has("scores"):
        reader.wrong_type(reader.at("scores"), None, "type.list")
    scores = reader.four("scores", -MOST_POINTS, MOST_POINTS, 100)
    wind = reader.choice("round", WINDS)
    extra = reader.flag("extra")
    return Table(
        scores=scores,
        round=wind,
        dealer=reader.integer("dealer", 0, 3),
        honba=reader.integer("honba", 0, MOST_COUNT),
        kyoutaku=reader.integer("kyoutaku", 0, MOST_POINTS, 100),
        chips=reader.four("chips", -MOST_COUNT, MOST_COUNT),
        penalties=reader.four("penalties", -MOST_POINTS, 0, 100),
        dealer_wins=reader.optional_integer("dealer_wins", 0, MOST_COUNT) or 0,
        renchan=reader.optional_integer("renchan", 0, MOST_COUNT) or 0,
        yakitori=read_yakitori(reader),
        hands_left=reader.optional_integer("hands_left", 0, MOST_COUNT),
        extra=WINDS.index(wind) > WINDS.index(last_round) if extra is None else extra,
    )


def read_yakitori(reader: Reader) -> tuple[bool, bool, bool, bool]:
    """Return who has not won yet; everybody, if left out."""
    if not reader.has("yakitori"):
        return (True, True, True, True)
    items = reader.items("yakitori")
    if len(items) != 4:
        reader.refuse(Code.OUT_OF_RANGE, reader.at("yakitori"), "error.four_values", (("count", len(items)),))
        return (True, True, True, True)
    for i, value in enumerate(items):
        if not isinstance(value, bool):
            reader.wrong_type(f"{reader.at('yakitori')}[{i}]", value, "type.boolean")
    flags = [value is True for value in items]
    return (flags[0], flags[1], flags[2], flags[3])


def read_hand(reader: Reader, table: Table | None, rules: Ruleset | None) -> Hand:
    """Return the finished hand; table and ruleset are looked at only where a winner's tiles are told."""
    result = reader.choice("result", _RESULTS)
    belongs = ("result", *_ENDING_FIELDS[result], *_COMMON_FIELDS)
    reader.only((*belongs, *_empty_fields(reader)))
    riichi, open_riichi = reader.seats("riichi"), reader.seats("open_riichi")
    context = None
    if table is not None and rules is not None:
        discarder = reader.fields.get("from")
        seat = discarder if isinstance(discarder, int) else None
        context = TableContext(table=table, rules=rules, riichi=riichi, open_riichi=open_riichi, discarder=seat)
    ending = _read_ending(reader, result, context)
    if any(seat not in riichi for seat in open_riichi):
        reader.refuse(Code.IMPOSSIBLE, reader.at("open_riichi"), "error.open_riichi_without_riichi")
    if isinstance(ending, Won):
        _check_closed(reader, ending, riichi)
    return Hand(
        ending=ending,
        riichi=riichi,
        open_riichi=open_riichi,
        dead=reader.seats("dead"),
        wareme=reader.optional_integer("wareme", 0, 3),
    )


def _check_closed(parent: Reader, won: Won, riichi: tuple[int, ...]) -> None:
    """Note hands said to be open that cannot be: in riichi, and seven pairs."""
    if parent.problems:
        return
    for i, value in enumerate(parent.items("wins")):
        reader = parent.reader_of(f"{parent.at('wins')}[{i}]", value)
        if reader is not None and reader.flag("closed") is False:
            if won.wins[i].seat in riichi:
                reader.refuse(Code.IMPOSSIBLE, reader.at("closed"), "error.open_in_riichi")
            elif won.wins[i].fu == 25:
                reader.refuse(Code.IMPOSSIBLE, reader.at("closed"), "error.open_seven_pairs")


def _empty_fields(reader: Reader) -> tuple[str, ...]:
    """Return the fields of other results that are given but say nothing."""
    others = ("from", "wins", "tenpai", "nagashi", "reason", "declarer", "offenders")
    return tuple(key for key in others if key in reader.fields and reader.fields[key] in (None, []))


def _read_ending(reader: Reader, result: str, context: TableContext | None) -> Ending:
    match result:
        case Result.DRAW:
            reader.required("tenpai")
            return ExhaustiveDraw(tenpai=reader.seats("tenpai"), nagashi=reader.seats("nagashi"))
        case Result.ABORT:
            return _read_abort(reader)
        case Result.CHOMBO:
            offenders = reader.seats("offenders")
            if reader.required("offenders") and not offenders and not reader.problems:
                reader.refuse(Code.OUT_OF_RANGE, reader.at("offenders"), "error.nobody")
            return Chombo(offenders=offenders)
        case _:
            return _read_won(reader, context)


def _read_abort(reader: Reader) -> AbortiveDraw:
    """Return an abortive draw; only kyuushu kyuuhai is declared by somebody."""
    reason, declarer = reader.choice("reason", _ABORTS), reader.optional_integer("declarer", 0, 3)
    if declarer is not None and reason != Abort.KYUUSHU_KYUUHAI and not reader.problems:
        reader.refuse(Code.IMPOSSIBLE, reader.at("declarer"), "error.no_declarer")
    return AbortiveDraw(reason=reason, declarer=declarer)


def _read_won(reader: Reader, context: TableContext | None) -> Won:
    discarder = None
    if reader.required("from"):
        discarder = reader.optional_integer("from", 0, 3)
    reader.required("wins")
    wins = tuple(win for i, value in enumerate(reader.items("wins")) for win in _read_win(reader, i, value, context))
    if not reader.problems:
        _check_winners(reader, discarder, wins)
    return Won(discarder=discarder, wins=wins)


def _check_winners(reader: Reader, discarder: int | None, wins: tuple[Win, ...]) -> None:
    """Note winners that cannot be: nobody, one twice, the discarder, or several by tsumo."""
    seats = tuple(win.seat for win in wins)
    if not seats:
        reader.refuse(Code.OUT_OF_RANGE, reader.at("wins"), "error.nobody")
    elif len(set(seats)) < len(seats):
        reader.refuse(Code.IMPOSSIBLE, reader.at("wins"), "error.winner_twice")
    elif discarder in seats:
        path = f"{reader.at('wins')}[{seats.index(discarder)}].seat"
        reader.refuse(Code.IMPOSSIBLE, path, "error.winner_discards")
    elif discarder is None and len(seats) > 1:
        reader.refuse(Code.IMPOSSIBLE, reader.at("wins"), "error.several_tsumo")


def _read_win(parent: Reader, index: int, value: object, context: TableContext | None) -> tuple[Win, ...]:
    """Return one winner, or nothing if it is no object or his tiles are no win."""
    reader = parent.reader_of(f"{parent.at('wins')}[{index}]", value)
    if reader is None:
        return ()
    reader.only(_WIN_FIELDS if context is not None else (*_WIN_FIELDS, _TYPED_HAND))
    seat, pao = reader.integer("seat", 0, 3), _read_pao(reader)
    if reader.has("hand"):
        win = _read_tile_win(reader, seat, pao, context)
        return () if win is None else (win,)
    yakuman = reader.optional_integer("yakuman", 1, MOST_COUNT) or 0
    han, fu = (0, 0) if reader.has("yakuman") else _read_han_fu(reader)
    if reader.has("yakuman") and reader.has("han"):
        reader.refuse(Code.IMPOSSIBLE, reader.at("han"), "error.han_and_yakuman")
    return (
        Win(
            seat=seat,
            han=han,
            fu=fu,
            yakuman=yakuman,
            pao=pao,
            yaku_han=_read_yaku_han(reader, han),
            yaku=_read_yaku(reader),
            chips=_read_chips(reader),
            typed_hand=_read_typed_hand(reader) if context is None else (),
        ),
    )


def _read_typed_hand(parent: Reader) -> TypedHand:
    """Return the tiles that the log keeps of a winner."""
    reader = parent.nested(_TYPED_HAND) if parent.has(_TYPED_HAND) else None
    return () if reader is None else tuple([(name, str(reader.fields[name])) for name in sorted(reader.fields)])


def _read_han_fu(reader: Reader) -> tuple[int, int]:
    """Return han and fu; fu may be left out from five han on and is then 0."""
    if not reader.has("han"):
        reader.refuse(Code.MISSING_FIELD, reader.at("han"), "error.missing_value")
        return (0, 0)
    han = reader.integer("han", 1, MOST_POINTS)
    if not reader.has("fu"):
        if 0 < han < 5:
            reader.refuse(Code.MISSING_FIELD, reader.at("fu"), "error.missing_fu")
        return (han, 0)
    fu = reader.whole(reader.at("fu"), reader.fields["fu"], 0, MOST_POINTS)
    if fu not in _FU and not isinstance(reader.fields["fu"], bool) and isinstance(reader.fields["fu"], int):
        reader.out_of_range(reader.at("fu"), reader.fields["fu"], listed(tuple(str(each) for each in _FU)))
    return (han, fu)


def _read_yaku_han(reader: Reader, han: int) -> int | None:
    """Return the han from yaku alone, if given."""
    if not reader.has("yaku_han"):
        return None
    if han == 0:
        reader.refuse(Code.IMPOSSIBLE, reader.at("yaku_han"), "error.yaku_han_of_yakuman")
        return None
    return reader.integer("yaku_han", 1, han)


def _read_pao(parent: Reader) -> Pao | None:
    """Return the liable player, if there is one; without ``yakuman`` it is a rinshan pao."""
    reader = parent.nested("pao") if parent.has("pao") else None
    if reader is None:
        return None
    reader.only(("seat", "yakuman"))
    return Pao(seat=reader.integer("seat", 0, 3), yakuman=reader.optional_integer("yakuman", 1, MOST_COUNT) or 0)


def _read_yaku(reader: Reader) -> tuple[str, ...]:
    for i, value in enumerate(reader.items("yaku")):
        if not isinstance(value, str):
            reader.wrong_type(f"{reader.at('yaku')}[{i}]", value, "type.text")
        elif value not in (*YAKU_NAMES, *YAKUMAN_NAMES):
            reader.out_of_range(f"{reader.at('yaku')}[{i}]", value, listed((*YAKU_NAMES, *YAKUMAN_NAMES)))
    return tuple(value for value in reader.items("yaku") if isinstance(value, str))


def _read_chips(parent: Reader) -> WinChips:
    """Return the chips in the winning hand; an open hand has none."""
    closed = parent.flag("closed")
    reader = parent.nested("chips") if parent.has("chips") else None
    if reader is None:
        return NO_CHIPS
    reader.only(("ippatsu", "red", "ura"))
    chips = WinChips(
        ippatsu=reader.optional_integer("ippatsu", 0, 1) or 0,
        red=reader.optional_integer("red", 0, 12) or 0,
        ura=reader.optional_integer("ura", 0, MOST_COUNT) or 0,
    )
    if closed is False and chips != NO_CHIPS:
        parent.refuse(Code.IMPOSSIBLE, parent.at("chips"), "error.chips_of_open_hand")
    return chips

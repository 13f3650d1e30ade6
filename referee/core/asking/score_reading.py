"""The hand of a score question, read from JSON; facts that cannot be true together are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.rules.choices import OpenRiichi
from referee.core.rules.facts import WINDS
from referee.core.rules.ledger import Facts, Quoted, listed
from referee.core.rules.problems import Code
from referee.core.text.reading import MOST_COUNT, Reader, shown
from referee.core.tiles.reading import check_copies, check_size, read_melds, read_optional_tiles, read_tile, read_tiles
from referee.core.tiles.shapes import is_thirteen_orphans
from referee.core.tiles.tiles import FIRST_HONOUR, Meld, MeldKind, all_tiles, kind_of
from referee.core.worth.situation import OPEN_STATES
from referee.core.worth.winning import Circumstances, Flag, RiichiState, WinningHand, winning_hand

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset

SCORE_FIELDS = (
    "tiles",
    "win",
    "by",
    "seat_wind",
    "round_wind",
    "melds",
    "riichi",
    "flags",
    "dora_indicators",
    "ura_indicators",
    "honba",
    "dealer_wins",
    "renchan",
    "from_riichi",
)
WAYS = ("tsumo", "ron")
RIICHI_STATES = (
    RiichiState.NONE,
    RiichiState.RIICHI,
    RiichiState.DOUBLE,
    RiichiState.OPEN,
    RiichiState.OPEN_DOUBLE,
)
FLAGS = (
    Flag.IPPATSU,
    Flag.RINSHAN,
    Flag.CHANKAN,
    Flag.ROBBED_CLOSED_KAN,
    Flag.LAST_TILE,
    Flag.FIRST_DRAW,
    Flag.BEFORE_FIRST_DRAW,
    Flag.FIRST_TURN_KAN,
    Flag.KAN_DISCARD,
    Flag.RIICHI_TILE,
    Flag.MIXED_IN,
)
ANY_REDS = (1, 1, 1)
"""Red fives of every suit, while the ruleset is not known."""

COMPLETE = 14
MOST_INDICATORS = 5
FIRST_TURN_KANS = (MeldKind.ANKAN, MeldKind.DAIMINKAN)

Clash = tuple[bool, str, str]
"""Whether two things contradict each other, the fact that cannot be, and the key of the reason."""


def read_score(reader: Reader, rules: Ruleset | None) -> WinningHand | None:
    """Return the hand that a question describes, or None when problems were noted."""
    before = len(reader.problems)
    reds = ANY_REDS if rules is None else rules.hand.red
    tiles = read_tiles(reader, "tiles", reds)
    win = read_tile(reader, "win", reds)
    melds = read_melds(reader, reds)
    indicators = (read_indicators(reader, "dora_indicators", reds), read_indicators(reader, "ura_indicators", reds))
    told = read_circumstances(reader)
    if len(reader.problems) > before or win is None:
        return None
    check_size(reader, "tiles", tiles, melds, COMPLETE)
    check_copies(reader, reader.at("tiles"), all_tiles(tiles, melds))
    if kind_of(win) not in [kind_of(tile) for tile in tiles]:
        reader.refuse(Code.IMPOSSIBLE, reader.at("win"), "error.win_not_in_tiles")
    if len(reader.problems) > before:
        return None
    hand = winning_hand(tiles, melds, win, indicators, told)
    check_facts(reader, hand, melds)
    if rules is not None:
        check_rules(reader, hand, rules)
    return hand if len(reader.problems) == before else None


def read_indicators(reader: Reader, key: str, reds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the indicators, five at most."""
    tiles = read_optional_tiles(reader, key, reds)
    if len(tiles) > MOST_INDICATORS:
        facts: Facts = (("count", len(tiles)), ("most", MOST_INDICATORS))
        reader.refuse(Code.OUT_OF_RANGE, reader.at(key), "error.many_indicators", facts)
    return tiles


def read_circumstances(reader: Reader) -> Circumstances:
    """Return everything beside the tiles."""
    return Circumstances(
        is_tsumo=reader.choice("by", WAYS) == "tsumo",
        seat=FIRST_HONOUR + WINDS.index(reader.choice("seat_wind", WINDS)),
        round=FIRST_HONOUR + WINDS.index(reader.choice("round_wind", WINDS)),
        riichi=reader.choice("riichi", RIICHI_STATES) if reader.has("riichi") else RiichiState.NONE,
        flags=read_flags(reader),
        honba=reader.optional_integer("honba", 0, MOST_COUNT) or 0,
        dealer_wins=reader.optional_integer("dealer_wins", 0, MOST_COUNT) or 0,
        renchan=reader.optional_integer("renchan", 0, MOST_COUNT) or 0,
        from_riichi=reader.flag("from_riichi") is True,
    )


def read_flags(reader: Reader) -> tuple[str, ...]:
    """Return the facts of the win, each once."""
    items = reader.items("flags")
    for i, value in enumerate(items):
        path = f"{reader.at('flags')}[{i}]"
        if not isinstance(value, str):
            reader.wrong_type(path, value, "type.text")
        elif value not in FLAGS:
            reader.out_of_range(path, value, listed(FLAGS))
        elif value in items[:i]:
            reader.refuse(Code.IMPOSSIBLE, path, "error.fact_twice", (("found", shown(value)),))
    return tuple(value for value in items if isinstance(value, str))


def check_facts(reader: Reader, hand: WinningHand, melds: tuple[Meld, ...]) -> None:
    """Note every fact that cannot be true beside the others."""
    given = (*hand.flags, *(("riichi",) if hand.riichi != RiichiState.NONE else ()))
    clashes = (*kan_clashes(hand, melds), *turn_clashes(hand, melds), *other_clashes(hand))
    for is_there, fact, why in clashes:
        if is_there and (fact in given or fact == "from_riichi"):
            path = reader.at(fact) if fact in ("riichi", "from_riichi") else reader.at("flags")
            facts: Facts = (("fact", Quoted(text=fact)), ("why", f"clash.{why}"))
            reader.refuse(Code.IMPOSSIBLE, path, "error.impossible_fact", facts)


def kan_clashes(hand: WinningHand, melds: tuple[Meld, ...]) -> tuple[Clash, ...]:
    """Return what contradicts facts about kans."""
    robbed = Flag.CHANKAN in hand.flags or Flag.ROBBED_CLOSED_KAN in hand.flags
    not_of_turn = any(meld.kind not in FIRST_TURN_KANS for meld in melds)
    return (
        (not hand.is_tsumo, Flag.RINSHAN, "by_ron"),
        (not any(meld.is_kan for meld in melds), Flag.RINSHAN, "no_kan"),
        (hand.is_tsumo, Flag.CHANKAN, "by_tsumo"),
        (hand.whole[hand.win] > 1, Flag.CHANKAN, "kind_used_up"),
        (hand.is_tsumo, Flag.ROBBED_CLOSED_KAN, "by_tsumo"),
        (hand.whole[hand.win] > 1, Flag.ROBBED_CLOSED_KAN, "kind_used_up"),
        (not is_thirteen_orphans(hand.closed), Flag.ROBBED_CLOSED_KAN, "no_orphans"),
        (Flag.RINSHAN not in hand.flags, Flag.FIRST_TURN_KAN, "no_rinshan"),
        (hand.riichi != RiichiState.NONE, Flag.FIRST_TURN_KAN, "riichi"),
        (not_of_turn, Flag.FIRST_TURN_KAN, "later_melds"),
        (hand.is_tsumo, Flag.KAN_DISCARD, "by_tsumo"),
        (robbed, Flag.KAN_DISCARD, "robbed"),
    )


def turn_clashes(hand: WinningHand, melds: tuple[Meld, ...]) -> tuple[Clash, ...]:
    """Return what contradicts facts about the first turns."""
    late = Flag.LAST_TILE in hand.flags
    konged = Flag.KAN_DISCARD in hand.flags or Flag.CHANKAN in hand.flags
    return (
        (not hand.is_tsumo, Flag.FIRST_DRAW, "by_ron"),
        (bool(melds), Flag.FIRST_DRAW, "melds"),
        (hand.riichi != RiichiState.NONE, Flag.FIRST_DRAW, "riichi"),
        (late, Flag.FIRST_DRAW, "last_tile"),
        (hand.is_tsumo, Flag.BEFORE_FIRST_DRAW, "by_tsumo"),
        (bool(melds), Flag.BEFORE_FIRST_DRAW, "melds"),
        (hand.riichi != RiichiState.NONE, Flag.BEFORE_FIRST_DRAW, "riichi"),
        (hand.seat == FIRST_HONOUR, Flag.BEFORE_FIRST_DRAW, "east_draws_first"),
        (late, Flag.BEFORE_FIRST_DRAW, "last_tile"),
        (konged, Flag.BEFORE_FIRST_DRAW, "konged"),
    )


def other_clashes(hand: WinningHand) -> tuple[Clash, ...]:
    """Return what contradicts riichi, ippatsu and the rest."""
    konged = Flag.RINSHAN in hand.flags or Flag.KAN_DISCARD in hand.flags
    robbed = Flag.CHANKAN in hand.flags or Flag.ROBBED_CLOSED_KAN in hand.flags
    return (
        (hand.is_tsumo, Flag.RIICHI_TILE, "by_tsumo"),
        (robbed, Flag.RIICHI_TILE, "robbed"),
        (hand.from_riichi, Flag.RIICHI_TILE, "not_yet_riichi"),
        (hand.riichi == RiichiState.NONE, Flag.IPPATSU, "no_riichi"),
        (konged, Flag.IPPATSU, "konged"),
        (not hand.is_closed, "riichi", "open_hand"),
        (not hand.is_tsumo, Flag.MIXED_IN, "by_ron"),
        (hand.is_tsumo and hand.from_riichi, "from_riichi", "by_tsumo"),
    )


def check_rules(reader: Reader, hand: WinningHand, rules: Ruleset) -> None:
    """Note a fact that the ruleset does not know."""
    if hand.riichi in OPEN_STATES and rules.riichi.open == OpenRiichi.NONE:
        reader.refuse(Code.IMPOSSIBLE, reader.at("riichi"), "refused.no_open_riichi")
    if Flag.ROBBED_CLOSED_KAN in hand.flags and not rules.hand.closed_kan_kokushi:
        reader.refuse(Code.IMPOSSIBLE, reader.at("flags"), "refused.closed_kan_not_robbed")

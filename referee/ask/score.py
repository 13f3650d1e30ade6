"""The question what a hand is worth: read, and answered with its sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.choices import OpenRiichi
from referee.rules.points import MANGAN_FROM, ron_amount, shares_phrase, tsumo_amounts, value_phrase
from referee.rules.progress import MOST_INDICATORS, most_indicators
from referee.rules.score import HandValue, NoWin, Refusal, evaluate, refusals
from referee.rules.table import WINDS, Code, Facts, Phrase, Quoted, listed
from referee.rules.tiles import FIRST_HONOUR, KIND_OF, Meld, MeldKind, all_tiles, is_thirteen_orphans
from referee.rules.win import EAST, OPEN_STATES, RiichiState, WinContext, WinFlag, WinningHand, winning_hand
from referee.rules.yaku import YAKU_NAMES, YAKUMAN_NAMES, PriceList, price_list, price_rule
from referee.texts.codec import Record, record
from referee.texts.reader import (
    MOST_COUNT,
    Reader,
    check_copies,
    check_size,
    read_melds,
    read_optional_tiles,
    read_tile,
    read_tiles,
    shortened,
)
from referee.texts.words import tile_in_words

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset
    from referee.rules.score import Reading
    from referee.rules.yaku import Priced
    from referee.texts.words import Speaker


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
_WAYS = ("tsumo", "ron")
_RIICHI_STATES = tuple(RiichiState)
FLAGS = tuple(WinFlag)
ANY_REDS = (1, 1, 1)
"""Red fives of every suit, while the ruleset is not known."""

_COMPLETE = 14
_FIRST_TURN_KANS = (MeldKind.ANKAN, MeldKind.DAIMINKAN)

Clash = tuple[bool, str, str]
"""Whether two things contradict each other, the fact that cannot be, and the key of the reason."""


def read_score(reader: Reader, rules: Ruleset | None) -> WinningHand | None:
    """Return the hand that a question describes, or None when problems were noted."""
    before = len(reader.problems)
    reds = ANY_REDS if rules is None else rules.hand.red
    tiles = read_tiles(reader, "tiles", reds)
    win = read_tile(reader, "win", reds)
    melds = read_melds(reader, reds)
    most = MOST_INDICATORS if rules is None else most_indicators(rules)
    most_ura = most if rules is None or rules.riichi.ura else 0
    indicators = (
        _read_indicators(reader, "dora_indicators", reds, most),
        _read_indicators(reader, "ura_indicators", reds, most_ura),
    )
    circumstances = _read_circumstances(reader)
    if len(reader.problems) > before or win is None:
        return None
    check_size(reader, "tiles", tiles, melds, _COMPLETE)
    check_copies(reader, reader.at("tiles"), all_tiles(tiles, melds))
    if KIND_OF[win] not in [KIND_OF[tile] for tile in tiles]:
        reader.refuse(Code.IMPOSSIBLE, reader.at("win"), "error.win_not_in_tiles")
    if len(reader.problems) > before:
        return None
    hand = winning_hand(tiles, melds, win, indicators, circumstances)
    _check_facts(reader, hand, melds)
    if rules is not None:
        _check_rules(reader, hand, rules)
    return hand if len(reader.problems) == before else None


def _read_indicators(reader: Reader, key: str, reds: tuple[int, ...], most: int) -> tuple[int, ...]:
    """Return the indicators, so many at most."""
    tiles = read_optional_tiles(reader, key, reds)
    if len(tiles) > most:
        facts: Facts = (("count", len(tiles)), ("most", most))
        reader.refuse(Code.OUT_OF_RANGE, reader.at(key), "error.many_indicators", facts)
    return tiles


def _read_circumstances(reader: Reader) -> WinContext:
    """Return everything beside the tiles."""
    return WinContext(
        is_tsumo=reader.choice("by", _WAYS) == "tsumo",
        seat=FIRST_HONOUR + WINDS.index(reader.choice("seat_wind", WINDS)),
        round=FIRST_HONOUR + WINDS.index(reader.choice("round_wind", WINDS)),
        riichi=reader.choice("riichi", _RIICHI_STATES) if reader.has("riichi") else RiichiState.NONE,
        flags=_read_flags(reader),
        honba=reader.optional_integer("honba", 0, MOST_COUNT) or 0,
        dealer_wins=reader.optional_integer("dealer_wins", 0, MOST_COUNT) or 0,
        renchan=reader.optional_integer("renchan", 0, MOST_COUNT) or 0,
        from_riichi=reader.flag("from_riichi") is True,
    )


def _read_flags(reader: Reader) -> tuple[str, ...]:
    """Return the facts of the win, each once."""
    items = reader.items("flags")
    for i, value in enumerate(items):
        path = f"{reader.at('flags')}[{i}]"
        if not isinstance(value, str):
            reader.wrong_type(path, value, "type.text")
        elif value not in FLAGS:
            reader.out_of_range(path, value, listed(FLAGS))
        elif value in items[:i]:
            reader.refuse(Code.IMPOSSIBLE, path, "error.fact_twice", (("found", shortened(value)),))
    return tuple(value for value in items if isinstance(value, str))


def _check_facts(reader: Reader, hand: WinningHand, melds: tuple[Meld, ...]) -> None:
    """Note every fact that cannot be true beside the others."""
    if not hand.flags and not hand.from_riichi and (hand.is_closed or hand.riichi == RiichiState.NONE):
        return
    given = (*hand.flags, *(("riichi",) if hand.riichi != RiichiState.NONE else ()))
    clashes = (*_kan_clashes(hand, melds), *_turn_clashes(hand, melds), *_other_clashes(hand))
    for is_there, fact, why in clashes:
        if is_there and (fact in given or fact == "from_riichi"):
            path = reader.at(fact) if fact in ("riichi", "from_riichi") else reader.at("flags")
            facts: Facts = (("fact", Quoted(text=fact)), ("why", f"clash.{why}"))
            reader.refuse(Code.IMPOSSIBLE, path, "error.impossible_fact", facts)


def _kan_clashes(hand: WinningHand, melds: tuple[Meld, ...]) -> tuple[Clash, ...]:
    robbed = WinFlag.CHANKAN in hand.flags or WinFlag.ROBBED_CLOSED_KAN in hand.flags
    not_of_turn = any(meld.kind not in _FIRST_TURN_KANS for meld in melds)
    return (
        (not hand.is_tsumo, WinFlag.RINSHAN, "by_ron"),
        (not any(meld.is_kan for meld in melds), WinFlag.RINSHAN, "no_kan"),
        (hand.is_tsumo, WinFlag.CHANKAN, "by_tsumo"),
        (hand.whole[hand.win] > 1, WinFlag.CHANKAN, "kind_used_up"),
        (hand.is_tsumo, WinFlag.ROBBED_CLOSED_KAN, "by_tsumo"),
        (hand.whole[hand.win] > 1, WinFlag.ROBBED_CLOSED_KAN, "kind_used_up"),
        (not is_thirteen_orphans(hand.closed), WinFlag.ROBBED_CLOSED_KAN, "no_orphans"),
        (WinFlag.RINSHAN not in hand.flags, WinFlag.FIRST_TURN_KAN, "no_rinshan"),
        (hand.riichi != RiichiState.NONE, WinFlag.FIRST_TURN_KAN, "riichi"),
        (not_of_turn, WinFlag.FIRST_TURN_KAN, "later_melds"),
        (hand.is_tsumo, WinFlag.KAN_DISCARD, "by_tsumo"),
        (robbed, WinFlag.KAN_DISCARD, "robbed"),
    )


def _turn_clashes(hand: WinningHand, melds: tuple[Meld, ...]) -> tuple[Clash, ...]:
    """Return what contradicts facts about the first turns."""
    late = WinFlag.LAST_TILE in hand.flags
    konged = WinFlag.KAN_DISCARD in hand.flags or WinFlag.CHANKAN in hand.flags
    return (
        (not hand.is_tsumo, WinFlag.FIRST_DRAW, "by_ron"),
        (bool(melds), WinFlag.FIRST_DRAW, "melds"),
        (hand.riichi != RiichiState.NONE, WinFlag.FIRST_DRAW, "riichi"),
        (late, WinFlag.FIRST_DRAW, "last_tile"),
        (hand.is_tsumo, WinFlag.BEFORE_FIRST_DRAW, "by_tsumo"),
        (bool(melds), WinFlag.BEFORE_FIRST_DRAW, "melds"),
        (hand.riichi != RiichiState.NONE, WinFlag.BEFORE_FIRST_DRAW, "riichi"),
        (hand.seat == FIRST_HONOUR, WinFlag.BEFORE_FIRST_DRAW, "east_draws_first"),
        (late, WinFlag.BEFORE_FIRST_DRAW, "last_tile"),
        (konged, WinFlag.BEFORE_FIRST_DRAW, "konged"),
    )


def _other_clashes(hand: WinningHand) -> tuple[Clash, ...]:
    """Return what contradicts riichi, ippatsu and the rest."""
    konged = WinFlag.RINSHAN in hand.flags or WinFlag.KAN_DISCARD in hand.flags
    robbed = WinFlag.CHANKAN in hand.flags or WinFlag.ROBBED_CLOSED_KAN in hand.flags
    return (
        (hand.is_tsumo, WinFlag.RIICHI_TILE, "by_tsumo"),
        (robbed, WinFlag.RIICHI_TILE, "robbed"),
        (hand.from_riichi, WinFlag.RIICHI_TILE, "not_yet_riichi"),
        (hand.riichi == RiichiState.NONE, WinFlag.IPPATSU, "no_riichi"),
        (konged, WinFlag.IPPATSU, "konged"),
        (not hand.is_closed, "riichi", "open_hand"),
        (not hand.is_tsumo, WinFlag.MIXED_IN, "by_ron"),
        (hand.is_tsumo and hand.from_riichi, "from_riichi", "by_tsumo"),
    )


def _check_rules(reader: Reader, hand: WinningHand, rules: Ruleset) -> None:
    """Note a fact that the ruleset does not know."""
    if hand.riichi in OPEN_STATES and rules.riichi.open == OpenRiichi.NONE:
        reader.refuse(Code.IMPOSSIBLE, reader.at("riichi"), "refused.no_open_riichi")
    if WinFlag.ROBBED_CLOSED_KAN in hand.flags and not rules.hand.closed_kan_kokushi:
        reader.refuse(Code.IMPOSSIBLE, reader.at("flags"), "refused.closed_kan_not_robbed")


BONUSES = ("dora", "red", "ura")


@dataclass(frozen=True, kw_only=True, slots=True)
class Scored:
    """A hand with its value, and what speaks about it."""

    hand: WinningHand
    value: HandValue
    prices: PriceList
    speaker: Speaker

    def clause(self, rule: str) -> str:
        """Return the clause that a rule stands in."""
        return self.prices.rules.cites[rule].clause


@dataclass(frozen=True, kw_only=True, slots=True)
class HandChips:
    """Chips: one each for ippatsu, red fives and ura dora, and those of the yakuman, from each who pays."""

    ippatsu: int
    red: int
    ura: int
    yakuman: int


def score_result(reader: Reader, rules: Ruleset | None, speaker: Speaker) -> Record | None:
    """Return the answer to a score question, or None when problems were noted."""
    hand = read_score(reader, rules)
    if hand is None or reader.problems or rules is None:
        return None
    prices = price_list(rules)
    return _score_record(Scored(hand=hand, value=evaluate(hand, prices), prices=prices, speaker=speaker))


def _score_record(scored: Scored) -> Record:
    """Return the record of a hand: its worth, or why it is no win."""
    refused = refusals(scored.hand, scored.value, scored.prices)
    outcome = scored.value.outcome
    if outcome is None or scored.value.no_win:
        return record(
            ("valid", False),
            ("reason", scored.value.no_win),
            ("refused", tuple(_refused_record(each, scored) for each in refused)),
            ("text", scored.speaker.say(f"score.{scored.value.no_win}", (("honba", scored.hand.honba),))),
            ("clause", scored.clause(_no_win_rule(scored.value.no_win))),
            ("notes", interpretations(tuple(each.rule for each in refused), scored.prices.rules, scored.speaker)),
        )
    return _won_record(scored, outcome, refused)


def _no_win_rule(reason: str) -> str:
    """Return which rule a hand that does not win is told by."""
    return "wins.two_han" if reason == NoWin.TWO_HAN_MINIMUM else "hand.replaces"


def _won_record(scored: Scored, outcome: Reading, refused: tuple[Refusal, ...]) -> Record:
    value, speaker = scored.value, scored.speaker
    bonus = (0, 0, 0) if outcome.yakuman or _is_renhou_mangan(outcome) else (value.dora, value.red, value.ura)
    chips = hand_chips(scored.hand, value, scored.prices)
    return record(
        ("valid", True),
        ("han", outcome.han),
        ("fu", outcome.fu),
        ("yakuman", outcome.yakuman),
        ("limit", outcome.worth.limit or None),
        ("yaku", tuple(_yaku_record(name, worth, outcome, speaker) for name, worth in _priced_in_order(outcome))),
        *zip(BONUSES, bonus, strict=True),
        ("base", outcome.worth.base),
        ("ron", None if scored.hand.is_tsumo else _ron_points(scored.hand, outcome)),
        ("tsumo", _tsumo_record(scored.hand, outcome) if scored.hand.is_tsumo else None),
        ("fu_parts", tuple(_part_record(part, speaker) for part in outcome.parts)),
        (
            "chips",
            record(("ippatsu", chips.ippatsu), ("red", chips.red), ("ura", chips.ura), ("yakuman", chips.yakuman)),
        ),
        ("refused", tuple(_refused_record(each, scored) for each in refused)),
        ("text", _value_text(scored, outcome, bonus)),
        ("clause", scored.clause(outcome.worth.rule)),
        ("notes", interpretations(_deciding_rules(outcome, refused), scored.prices.rules, scored.speaker)),
    )


def _priced_in_order(outcome: Reading) -> Priced:
    """Return the yaku that count in the order in which they are told."""
    return tuple(sorted(outcome.yaku, key=lambda each: _YAKU_ORDER[each[0]]))


_YAKU_ORDER = {name: place for place, name in enumerate((*YAKU_NAMES, *YAKUMAN_NAMES))}
"""The place of each yaku in the order in which they are told."""


def _is_renhou_mangan(outcome: Reading) -> bool:
    """Return whether the hand is a renhou beside which no dora count."""
    return outcome.yakuman == 0 and outcome.yaku[0][0] == "renhou"


def _ron_points(hand: WinningHand, outcome: Reading) -> int:
    """Return what a discarder pays, without honba."""
    return ron_amount(outcome.worth.base, dealer_wins=hand.seat == EAST)


def _tsumo_points(hand: WinningHand, outcome: Reading) -> tuple[int | None, int]:
    """Return what the dealer (None if he wins) and each other player pay, without honba."""
    return tsumo_amounts(outcome.worth.base, dealer_wins=hand.seat == EAST)


def _tsumo_record(hand: WinningHand, outcome: Reading) -> Record:
    """Return the payments of a self-drawn hand."""
    dealer, other = _tsumo_points(hand, outcome)
    return record(("dealer", dealer), ("other", other))


def _yaku_record(name: str, worth: int, outcome: Reading, speaker: Speaker) -> Record:
    han, yakuman = (0, worth) if outcome.yakuman else (worth, 0)
    return record(("id", name), ("han", han), ("yakuman", yakuman), ("name", speaker.say(f"yaku.{name}")))


def _part_record(part: tuple[str, int, int], speaker: Speaker) -> Record:
    name, kind, fu = part
    tile = Quoted(text=tile_in_words(kind, speaker.words) if kind >= 0 else "")
    return record(("text", speaker.say(name, (("tile", tile),))), ("fu", fu))


def _refused_record(refused: Refusal, scored: Scored) -> Record:
    """Return one yaku that does not count."""
    why = scored.speaker.say(refused.reason, (("yaku", f"yaku.{refused.name}"), *refused.facts))
    return record(("id", refused.name), ("why", why), ("clause", scored.clause(refused.rule)))


def hand_chips(hand: WinningHand, value: HandValue, prices: PriceList) -> HandChips:
    """Return the chips of a winning hand: closed hands only, but yakuman of any."""
    rules, outcome = prices.rules.chips, value.outcome
    if not rules.used or outcome is None:
        return HandChips(ippatsu=0, red=0, ura=0, yakuman=0)
    each = rules.yakuman_tsumo if hand.is_tsumo else rules.yakuman_ron
    closed = int(hand.is_closed)
    return HandChips(
        ippatsu=closed * int(WinFlag.IPPATSU in hand.flags),
        red=closed * hand.reds,
        ura=closed * value.ura if hand.riichi != RiichiState.NONE else 0,
        yakuman=each * _chip_yakuman(outcome),
    )


def _chip_yakuman(outcome: Reading) -> int:
    """Return how many yakuman are paid in chips: a counted one too, but not that of a ron on an open riichi."""
    if outcome.worth.limit == "counted_yakuman":
        return 1
    return outcome.yakuman - int("open_riichi_ron" in [name for name, _ in outcome.yaku])


def _value_text(scored: Scored, outcome: Reading, bonus: tuple[int, int, int]) -> str:
    """Return the hand in one sentence: its yaku, its worth, and who pays what."""
    speaker = scored.speaker
    names = [speaker.say(f"yaku.{name}") for name, _ in _priced_in_order(outcome)]
    names += [speaker.say(f"score.{key}", (("han", han),)) for key, han in zip(BONUSES, bonus, strict=True) if han]
    facts: Facts = (
        ("yaku", Quoted(text=speaker.say("score.comma").join(names))),
        ("hand", _hand_phrase(outcome)),
        ("payment", _payment_phrase(scored.hand, outcome)),
    )
    return speaker.say("score.value", facts)


def _hand_phrase(outcome: Reading) -> Phrase:
    """Return how the worth is named: "3 han 40 fu", "mangan (5 han)", "mangan (4 han 30 fu)", "2 yakuman"."""
    limit = "" if outcome.yakuman else outcome.worth.limit
    phrase = value_phrase(outcome.han, outcome.fu, outcome.yakuman, limit)
    if not limit:
        return phrase
    counted = value_phrase(outcome.han, outcome.fu, 0, "")
    if outcome.han >= MANGAN_FROM:
        counted = Phrase(key="hand.han", facts=(("han", outcome.han),))
    return Phrase(key="score.limit", facts=(("limit", phrase), ("hand", counted)))


def _payment_phrase(hand: WinningHand, outcome: Reading) -> Phrase:
    """Return who pays what: "5,200 by ron", "2,000 from each"."""
    if not hand.is_tsumo:
        return Phrase(key="score.by_ron", facts=(("points", _ron_points(hand, outcome)),))
    return shares_phrase(*_tsumo_points(hand, outcome))


def _deciding_rules(outcome: Reading, refused: tuple[Refusal, ...]) -> tuple[str, ...]:
    """Return the rules that the worth, the yaku and the refusals rest on."""
    prices = tuple(price_rule(name) for name, _ in outcome.yaku)
    return (outcome.worth.rule, *prices, *[each.rule for each in refused])


def interpretations(used: tuple[str, ...], rules: Ruleset, speaker: Speaker) -> tuple[Record, ...]:
    """Return the note of every interpreted rule among those that decided something, each once."""
    cites = [rules.cite(rule) for rule in used]
    notes = [(cite.clause, speaker.text(cite.note)) for cite in cites if cite.note]
    return tuple(
        record(("text", speaker.say("note.interpretation", (("note", Quoted(text=text)),))), ("clause", clause))
        for i, (clause, text) in enumerate(notes)
        if (clause, text) not in notes[:i]
    )

"""What a hand is worth, as a record of the JSON interface with its sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.core.asking.score_reading import read_score
from referee.core.rules.ledger import Facts, Phrase, Quoted
from referee.core.text.jsontext import Record, record
from referee.core.tiles.tiles import tile_name
from referee.core.worth.payments import ron_amount, rounded_up
from referee.core.worth.pricing import PriceList, price_list, price_rule
from referee.core.worth.situation import EAST
from referee.core.worth.value import HandValue, NoWin, evaluate
from referee.core.worth.why_not import Refusal, refusals
from referee.core.worth.winning import Flag, RiichiState, WinningHand
from referee.core.worth.yaku import YAKU_NAMES, YAKUMAN_NAMES

if TYPE_CHECKING:
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.reading import Reader
    from referee.core.text.words import Speaker
    from referee.core.worth.outcome import Outcome, Priced

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
    return score_record(Scored(hand=hand, value=evaluate(hand, prices), prices=prices, speaker=speaker))


def score_record(scored: Scored) -> Record:
    """Return the record of a hand: its worth, or why it is no win."""
    refused = refusals(scored.hand, scored.value, scored.prices)
    outcome = scored.value.outcome
    if outcome is None or scored.value.no_win:
        return record(
            ("valid", False),
            ("reason", scored.value.no_win),
            ("refused", tuple(refused_record(each, scored) for each in refused)),
            ("text", scored.speaker.say(f"score.{scored.value.no_win}", (("honba", scored.hand.honba),))),
            ("clause", scored.clause(no_win_rule(scored.value.no_win))),
            ("notes", interpreted(scored, tuple(each.rule for each in refused))),
        )
    return won_record(scored, outcome, refused)


def no_win_rule(reason: str) -> str:
    """Return which rule a hand that does not win is told by."""
    return "wins.two_han" if reason == NoWin.TWO_HAN_MINIMUM else "hand.replaces"


def won_record(scored: Scored, outcome: Outcome, refused: tuple[Refusal, ...]) -> Record:
    """Return the record of a hand that wins."""
    value, speaker = scored.value, scored.speaker
    bonus = (0, 0, 0) if outcome.yakuman or is_renhou_mangan(outcome) else (value.dora, value.red, value.ura)
    chips = hand_chips(scored.hand, value, scored.prices)
    return record(
        ("valid", True),
        ("han", outcome.han),
        ("fu", outcome.fu),
        ("yakuman", outcome.yakuman),
        ("limit", outcome.worth.limit or None),
        ("yaku", tuple(yaku_record(name, worth, outcome, speaker) for name, worth in told_in_order(outcome))),
        *zip(BONUSES, bonus, strict=True),
        ("base", outcome.worth.base),
        ("ron", None if scored.hand.is_tsumo else ron_points(scored.hand, outcome)),
        ("tsumo", tsumo_record(scored.hand, outcome) if scored.hand.is_tsumo else None),
        ("fu_parts", tuple(part_record(part, speaker) for part in outcome.parts)),
        (
            "chips",
            record(("ippatsu", chips.ippatsu), ("red", chips.red), ("ura", chips.ura), ("yakuman", chips.yakuman)),
        ),
        ("refused", tuple(refused_record(each, scored) for each in refused)),
        ("text", value_text(scored, outcome, bonus)),
        ("clause", scored.clause(outcome.worth.rule)),
        ("notes", interpreted(scored, deciding_rules(outcome, refused))),
    )


def told_in_order(outcome: Outcome) -> Priced:
    """Return the yaku that count in the order in which they are told."""
    return tuple([each for name in (*YAKU_NAMES, *YAKUMAN_NAMES) for each in outcome.yaku if each[0] == name])


def is_renhou_mangan(outcome: Outcome) -> bool:
    """Return whether the hand is a renhou beside which no dora count."""
    return outcome.yakuman == 0 and outcome.yaku[0][0] == "renhou"


def ron_points(hand: WinningHand, outcome: Outcome) -> int:
    """Return what a discarder pays, without honba."""
    return ron_amount(outcome.worth.base, dealer_wins=hand.seat == EAST)


def tsumo_points(hand: WinningHand, outcome: Outcome) -> tuple[int | None, int]:
    """Return what the dealer (None if he wins) and each other player pay, without honba."""
    double, single = rounded_up(outcome.worth.base * 2), rounded_up(outcome.worth.base)
    return (None, double) if hand.seat == EAST else (double, single)


def tsumo_record(hand: WinningHand, outcome: Outcome) -> Record:
    """Return the payments of a self-drawn hand."""
    dealer, other = tsumo_points(hand, outcome)
    return record(("dealer", dealer), ("other", other))


def yaku_record(name: str, worth: int, outcome: Outcome, speaker: Speaker) -> Record:
    """Return one yaku with its worth and its name."""
    han, yakuman = (0, worth) if outcome.yakuman else (worth, 0)
    return record(("id", name), ("han", han), ("yakuman", yakuman), ("name", speaker.say(f"yaku.{name}")))


def part_record(part: tuple[str, int, int], speaker: Speaker) -> Record:
    """Return one part of the fu."""
    name, kind, fu = part
    tile = Quoted(text=tile_name(kind) if kind >= 0 else "")
    return record(("text", speaker.say(name, (("tile", tile),))), ("fu", fu))


def refused_record(refused: Refusal, scored: Scored) -> Record:
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
        ippatsu=closed * int(Flag.IPPATSU in hand.flags),
        red=closed * hand.reds,
        ura=closed * value.ura if hand.riichi != RiichiState.NONE else 0,
        yakuman=each * chip_yakuman(outcome),
    )


def chip_yakuman(outcome: Outcome) -> int:
    """Return how many yakuman are paid in chips: a counted one too, but not that of a ron on an open riichi."""
    if outcome.worth.limit == "counted_yakuman":
        return 1
    return outcome.yakuman - int("open_riichi_ron" in [name for name, _ in outcome.yaku])


def value_text(scored: Scored, outcome: Outcome, bonus: tuple[int, int, int]) -> str:
    """Return the hand in one sentence: its yaku, its worth, and who pays what."""
    speaker = scored.speaker
    names = [speaker.say(f"yaku.{name}") for name, _ in told_in_order(outcome)]
    names += [speaker.say(f"score.{key}", (("han", han),)) for key, han in zip(BONUSES, bonus, strict=True) if han]
    facts: Facts = (
        ("yaku", Quoted(text=speaker.say("score.comma").join(names))),
        ("hand", hand_phrase(outcome)),
        ("payment", payment_phrase(scored.hand, outcome)),
    )
    return speaker.say("score.value", facts)


def hand_phrase(outcome: Outcome) -> Phrase:
    """Return how the worth is named: "3 han 40 fu", "mangan", "2 yakuman"."""
    if outcome.yakuman:
        key = "hand.yakuman" if outcome.yakuman == 1 else "hand.yakumans"
        return Phrase(key=key, facts=(("count", outcome.yakuman),))
    han: Facts = (("han", outcome.han), ("fu", outcome.fu))
    if not outcome.worth.limit:
        return Phrase(key="hand.han_fu", facts=han)
    return Phrase(
        key="score.limit", facts=(("han", outcome.han), ("limit", Phrase(key=f"hand.{outcome.worth.limit}", facts=han)))
    )


def payment_phrase(hand: WinningHand, outcome: Outcome) -> Phrase:
    """Return who pays what: "5,200 by ron", "2,000 from each"."""
    if not hand.is_tsumo:
        return Phrase(key="score.by_ron", facts=(("points", ron_points(hand, outcome)),))
    dealer, other = tsumo_points(hand, outcome)
    if dealer is None:
        return Phrase(key="each.all", facts=(("points", other),))
    return Phrase(key="each.split", facts=(("other", other), ("dealer", dealer)))


def deciding_rules(outcome: Outcome, refused: tuple[Refusal, ...]) -> tuple[str, ...]:
    """Return the rules that the worth, the yaku and the refusals rest on."""
    prices = tuple(price_rule(name) for name, _ in outcome.yaku)
    return (outcome.worth.rule, *prices, *[each.rule for each in refused])


def interpreted(scored: Scored, rules: tuple[str, ...]) -> tuple[Record, ...]:
    """Return the note of every interpreted rule that decided something here, each once."""
    cites = scored.prices.rules.cites
    told = [(cites[rule].clause, scored.speaker.text(cites[rule].note)) for rule in rules if cites[rule].note]
    return tuple(
        record(("text", scored.speaker.say("note.interpretation", (("note", Quoted(text=text)),))), ("clause", clause))
        for i, (clause, text) in enumerate(told)
        if (clause, text) not in told[:i]
    )

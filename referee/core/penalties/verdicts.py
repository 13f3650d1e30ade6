"""Rulings in words: what the referee says aloud, and what is then done at the table step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.rules.choices import ChomboForm, DeadHand, Nagashi, TimeLimit
from referee.core.rules.offences import Consequence, Penalty, Ruling
from referee.core.worth.payments import ron_amount, tsumo_transfers

if TYPE_CHECKING:
    from referee.core.penalties.court import Charge
    from referee.core.rules.ledger import Facts
    from referee.core.rules.ruleset import Ruleset, Values
    from referee.core.text.words import Speaker

NOTEN_RIICHI = "noten_riichi"
"""The offence that a nagashi mangan makes void where it is a win."""


def spoken(ruling: Ruling, counted: dict[str, int], rules: Ruleset, speaker: Speaker) -> str:
    """Return a ruling as a referee can say it aloud; ``counted`` holds the answers to count questions."""
    said = [speaker.say(*verdict(each, counted, rules)) for each in ruling.consequences]
    if not ruling.covered:
        said = [speaker.say("verdict.uncovered" if ruling.found else "verdict.unknown")]
    own = [speaker.text(ruling.says)] if ruling.says else []
    return spacing(speaker).join([*said, *own])


def spacing(speaker: Speaker) -> str:
    """Return what stands between two sentences."""
    return speaker.words["language.gap"]


def amount_of_points(consequence: Consequence, counted: dict[str, int]) -> int:
    """Return the points of a penalty, multiplied by what it counts."""
    return consequence.amount * (counted[consequence.per] if consequence.per else 1)


def verdict(consequence: Consequence, counted: dict[str, int], rules: Ruleset) -> tuple[str, Facts]:
    """Return the sentence that pronounces one penalty."""
    match consequence.kind:
        case Penalty.CHOMBO:
            return (f"verdict.chombo_{rules.chombo.form}", chombo_facts(rules))
        case Penalty.FINE:
            return ("verdict.fine", (("points", consequence.amount),))
        case Penalty.POINTS:
            return points_verdict(consequence, counted)
        case Penalty.REFEREE:
            return referee_verdict(consequence)
        case _:
            return (f"verdict.{consequence.kind}", ())


def points_verdict(consequence: Consequence, counted: dict[str, int]) -> tuple[str, Facts]:
    """Return the sentence for points off the tournament score; what they count may not be known yet."""
    if consequence.per and consequence.per not in counted:
        return ("verdict.points_per", (("points", consequence.amount),))
    return ("verdict.points", (("points", amount_of_points(consequence, counted)),))


def referee_verdict(consequence: Consequence) -> tuple[str, Facts]:
    """Return the sentence for a referee's discretion, with what the book leaves him."""
    if consequence.most:
        return ("verdict.referee_range", (("low", consequence.least), ("high", consequence.most)))
    choices = consequence.choices
    if len(choices) > 1:
        return ("verdict.referee_choices", (("first", f"penalty.{choices[0]}"), ("last", f"penalty.{choices[-1]}")))
    return ("verdict.referee", ())


def chombo_facts(rules: Ruleset) -> Facts:
    """Return the amounts of a chombo as the rulebook's form of it needs them."""
    match rules.chombo.form:
        case ChomboForm.CHIPS:
            return (("count", rules.chombo.chips),)
        case ChomboForm.PENALTY:
            return (("points", rules.chombo.penalty),)
        case _:
            return mangan_facts(rules.values)


def mangan_facts(values: Values) -> Facts:
    """Return what a mangan pays: ``each`` by the dealer, ``dealer`` and ``other`` by another player."""
    by_dealer = tsumo_transfers(values.mangan, 0, 0)
    by_other = tsumo_transfers(values.mangan, 1, 0)
    return (("each", by_dealer[0][2]), ("dealer", by_other[0][2]), ("other", by_other[1][2]))


def chombo_amounts(rules: Ruleset) -> tuple[tuple[str, int], ...]:
    """Return a chombo's amount: points in all (the dealer's is another), chips to each, or points of penalty."""
    match rules.chombo.form:
        case ChomboForm.CHIPS:
            return (("amount", rules.chombo.chips),)
        case ChomboForm.PENALTY:
            return (("amount", rules.chombo.penalty),)
        case _:
            base = rules.values.mangan
            other, dealer = ron_amount(base, dealer_wins=False), ron_amount(base, dealer_wins=True)
            return (("amount", other), ("dealer_amount", dealer))


def effects(ruling: Ruling, charge: Charge | None, rules: Ruleset, speaker: Speaker) -> tuple[str, ...]:
    """Return what is to be done at the table, step by step: the book's own steps, then those of each penalty.

    Without a charge it is not known what for, nor when.
    """
    own = [speaker.text(step) for step in ruling.steps]
    steps = [step for each in ruling.consequences for step in steps_of(each, ruling, charge, rules)]
    return (*own, *[speaker.say(key, facts) for key, facts in steps])


def steps_of(
    consequence: Consequence, ruling: Ruling, charge: Charge | None, rules: Ruleset
) -> tuple[tuple[str, Facts], ...]:
    """Return the steps that one penalty takes."""
    counted: dict[str, int] = {} if charge is None else charge.counted()
    match consequence.kind:
        case Penalty.CHOMBO:
            return chombo_steps(charge, rules)
        case Penalty.DEAD_HAND:
            return dead_hand_steps(rules)
        case Penalty.FINE:
            return (("effect.fine", (("points", consequence.amount),)),)
        case Penalty.POINTS:
            key, facts = verdict(consequence, counted, rules)
            return ((key.replace("verdict", "effect"), facts),)
        case Penalty.NONE:
            over = charge is not None and charge.ended != ""
            return () if ruling.steps else (("effect.none_over" if over else "effect.none", ()),)
        case _:
            return ((f"effect.{consequence.kind}" if ruling.covered else "effect.uncovered", ()),)


def dead_hand_steps(rules: Ruleset) -> tuple[tuple[str, Facts], ...]:
    """Return what a dead hand may still do."""
    noten = (("effect.noten", ()),) if rules.wins.dead_hand == DeadHand.NO_WIN_NO_TENPAI else ()
    return (("effect.dead_hand", ()), ("effect.dead_hand_may", ()), *noten)


def chombo_steps(charge: Charge | None, rules: Ruleset) -> tuple[tuple[str, Facts], ...]:
    """Return what a chombo does to the hand, the sticks, the payment, the honba, the dealer and the clock.

    The last steps say what happens when more comes together with it, as far as that can be.
    """
    timed = rules.time.limit == TimeLimit.SIGNAL
    ended = "" if charge is None else charge.ended
    at_draw = charge is None or ended == "draw"
    void = charge is not None and at_draw and charge.offence.id == NOTEN_RIICHI and rules.draws.nagashi == Nagashi.WIN
    return (
        ("effect.chombo_void", ()),
        ("effect.chombo_sticks", ()),
        (f"effect.chombo_{rules.chombo.form}", chombo_facts(rules)),
        ("effect.chombo_next", ()),
        *((("effect.chombo_clock", ()),) if timed else ()),
        (f"effect.chombo_several_{rules.chombo.several}", ()),
        *(() if ended else ((f"effect.chombo_with_win_{rules.chombo.with_win}", ()),)),
        *(((f"effect.chombo_with_draw_{rules.chombo.with_draw}", ()),) if at_draw else ()),
        *((("effect.chombo_with_nagashi", ()),) if void else ()),
    )

"""Combinations of values that no rulebook can mean, each with a name and a sentence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.rulebook.vocabulary import HUNDRED, SEATS, Plain
from referee.rules.choices import (
    Abort,
    Bust,
    ChomboForm,
    Extension,
    KanDora,
    MultipleRon,
    OpenRiichi,
    OpenRiichiRon,
    PaarenchanCounts,
    TimeLimit,
    TwoHan,
    UmaBy,
    Yakitori,
    Yame,
)

PENALTY_FORMS = (ChomboForm.PENALTY, ChomboForm.EACH)
"""The forms of a chombo that cost a number of points."""
CHOMBO_TOGETHER = ("chombo.with_win", "chombo.with_draw", "chombo.several")


@dataclass(frozen=True, kw_only=True, slots=True)
class Answers:
    """What a ruleset says, by ``chapter.key``; asking for another type than the key has is our own mistake."""

    values: Mapping[str, Plain]

    def choice(self, key: str) -> str:
        """Return a name."""
        return str(self.values[key])

    def used(self, key: str) -> bool:
        """Return whether something is there: true, more than nothing, or a list that is not empty."""
        return bool(self.values[key])

    def number(self, key: str) -> int:
        """Return a number."""
        return sum(self.row(key))

    def row(self, key: str) -> tuple[int, ...]:
        """Return a row of numbers; a single number is a row of one."""
        value = self.values[key]
        entries = value if isinstance(value, tuple) else (value,)
        return tuple(entry for entry in entries if isinstance(entry, int))

    def names(self, key: str) -> tuple[str, ...]:
        """Return a list of names."""
        value = self.values[key]
        return tuple(str(entry) for entry in value) if isinstance(value, tuple) else ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Impossible:
    """A combination: the keys it looks at, whether it is there, and why it cannot be."""

    name: str
    reads: tuple[str, ...]
    is_there: Callable[[Answers], bool]
    sentence: str


def unless(amount: str, key: str, unused: str, sentence: str) -> Impossible:
    """Return the refusal of an amount that is there although ``key`` is ``unused``, or missing although it is not."""
    return Impossible(
        name=f"{amount} unless {key} = {unused}",
        reads=(amount, key),
        is_there=lambda said: said.used(amount) == (said.choice(key) == unused),
        sentence=sentence,
    )


def only_with(amount: str, key: str, needed: str, sentence: str) -> Impossible:
    """Return the refusal of an amount that is there although ``key`` is not ``needed``, or missing although it is."""
    return Impossible(
        name=f"{amount} only with {key} = {needed}",
        reads=(amount, key),
        is_there=lambda said: said.used(amount) != (said.choice(key) == needed),
        sentence=sentence,
    )


def needs_chips(amount: str) -> Impossible:
    """Return the refusal of chips in a game without them."""
    return Impossible(
        name=f"{amount} without chips",
        reads=(amount, "chips.used"),
        is_there=lambda said: said.used(amount) and not said.used("chips.used"),
        sentence="Without chips no chips can be paid: this amount is 0 where chips.used is false.",
    )


def is_broken_oka(said: Answers) -> bool:
    """Return whether there is an oka that is not what the four players pay in."""
    oka = said.number("final.oka")
    return oka > 0 and oka != SEATS * (said.number("final.subtract") - said.number("setup.points"))


def is_finer_than_hundreds(said: Answers) -> bool:
    """Return whether an uma in points has a part below a hundred."""
    amounts = said.row("final.uma") + said.row("final.uma_high") + said.row("final.uma_low")
    return not said.used("final.uma_chips") and any(amount % HUNDRED for amount in amounts)


def is_broken_second_uma(said: Answers) -> bool:
    """Return whether a second uma is there by place alone, or missing otherwise."""
    return said.used("final.uma_high") == (said.choice("final.uma_by") == UmaBy.PLACE)


def is_ruled_without_chombo(said: Answers) -> bool:
    """Return whether a book without a chombo says what comes together with one."""
    unsaid = all(said.choice(key) == "referee" for key in CHOMBO_TOGETHER)
    return said.choice("chombo.form") == ChomboForm.NONE and not unsaid


def is_timed_without_limit(said: Answers) -> bool:
    """Return whether a game without a time limit has times."""
    times = ("time.minutes", "time.signal", "time.running", "time.between")
    return said.choice("time.limit") == TimeLimit.NONE and any(said.used(key) for key in times)


def is_broken_signal(said: Answers) -> bool:
    """Return whether a timed game has no length, or its signal does not fall into it."""
    minutes, signal = said.number("time.minutes"), said.number("time.signal")
    return said.choice("time.limit") == TimeLimit.SIGNAL and not 0 <= signal < minutes


TABLE_RULES = (
    Impossible(
        name="sanchahou exactly with double ron",
        reads=("draws.aborts", "wins.multiple_ron"),
        is_there=lambda said: (
            (Abort.SANCHAHOU in said.names("draws.aborts")) != (said.choice("wins.multiple_ron") == MultipleRon.DOUBLE)
        ),
        sentence="Three ron are an abortive draw (sanchahou) exactly where only two may win (multiple_ron = double).",
    ),
    unless(
        "wins.two_han_honba",
        "wins.two_han",
        TwoHan.NEVER,
        "A two-han minimum begins at 1 honba or more; two_han_honba is 0 where there is none.",
    ),
    Impossible(
        name="seconds without calls that have seconds, or missing",
        reads=("calls.seconds", "calls.set_priority", "calls.set_until"),
        is_there=lambda said: (
            said.used("calls.seconds")
            != ("seconds" in (said.choice("calls.set_priority"), said.choice("calls.set_until")))
        ),
        sentence="Calls have 1 second or more where they are limited by seconds, and 0 where they are not.",
    ),
    Impossible(
        name="kan dora of one kan only",
        reads=("kan.dora_closed", "kan.dora_other"),
        is_there=lambda said: (
            (said.choice("kan.dora_closed") == KanDora.NEVER) != (said.choice("kan.dora_other") == KanDora.NEVER)
        ),
        sentence="There are kan dora for every kan or for none: both values are never, or neither is.",
    ),
    Impossible(
        name="open riichi yakuman without open riichi",
        reads=("riichi.open_ron", "riichi.open"),
        is_there=lambda said: (
            said.choice("riichi.open_ron") == OpenRiichiRon.YAKUMAN and said.choice("riichi.open") == OpenRiichi.NONE
        ),
        sentence="Dealing into an open riichi cannot be a yakuman where there is no open riichi.",
    ),
    unless(
        "paarenchan.before",
        "paarenchan.counts",
        PaarenchanCounts.NONE,
        "Paarenchan needs a row of 1 or more before the win; before is 0 where there is no paarenchan.",
    ),
    unless(
        "course.target",
        "course.extension",
        Extension.NONE,
        "An extension is played until somebody has the target, above 0; target is 0 where there is no extension.",
    ),
    unless(
        "course.yame_points",
        "course.yame",
        Yame.NONE,
        "The last dealer ends the game with a score above 0; yame_points is 0 where he cannot.",
    ),
)

CHIP_RULES = (
    only_with(
        "chombo.chips",
        "chombo.form",
        ChomboForm.CHIPS,
        "A chombo costs 1 chip or more where it is paid in chips, else 0 chips.",
    ),
    Impossible(
        name="chombo.penalty only where it is taken",
        reads=("chombo.penalty", "chombo.form"),
        is_there=lambda said: said.used("chombo.penalty") != (said.choice("chombo.form") in PENALTY_FORMS),
        sentence="A chombo costs a penalty above 0 where it comes off the tournament score or goes to each, else 0.",
    ),
    Impossible(
        name="chombo rules without a chombo",
        reads=("chombo.form", *CHOMBO_TOGETHER),
        is_there=is_ruled_without_chombo,
        sentence="Where there is no chombo the referee decides: with_win, with_draw and several are referee.",
    ),
    Impossible(
        name="chombo in chips without chips",
        reads=("chombo.form", "chips.used"),
        is_there=lambda said: said.choice("chombo.form") == ChomboForm.CHIPS and not said.used("chips.used"),
        sentence="A chombo cannot be paid in chips where chips.used is false.",
    ),
    Impossible(
        name="chips exactly with a value",
        reads=("chips.value", "chips.used"),
        is_there=lambda said: said.used("chips.value") != said.used("chips.used"),
        sentence="Chips have a value above 0 points where they are used, else a value of 0.",
    ),
    needs_chips("chips.yakuman_ron"),
    needs_chips("chips.yakuman_tsumo"),
    needs_chips("chips.bust_east"),
    needs_chips("chips.bust_later"),
    needs_chips("chips.yakitori_each"),
    needs_chips("final.uma_chips"),
    unless(
        "chips.yakitori_each",
        "chips.yakitori",
        Yakitori.NONE,
        "Yakitori costs 1 chip or more; yakitori_each is 0 where there is no yakitori.",
    ),
    Impossible(
        name="bust chips without bust",
        reads=("chips.bust_east", "chips.bust_later", "course.bust"),
        is_there=lambda said: (
            said.choice("course.bust") == Bust.NONE and (said.used("chips.bust_east") or said.used("chips.bust_later"))
        ),
        sentence="No chips can be paid for a bust where a score below zero is none.",
    ),
)

RESULT_RULES = (
    Impossible(
        name="oka that nobody pays",
        reads=("final.oka", "final.subtract", "setup.points"),
        is_there=is_broken_oka,
        sentence="The oka is what the four pay in: four times the points subtracted less those at the start, or 0.",
    ),
    Impossible(
        name="uma finer than hundreds",
        reads=("final.uma", "final.uma_high", "final.uma_low", "final.uma_chips"),
        is_there=is_finer_than_hundreds,
        sentence="An uma in points is in whole hundreds.",
    ),
    Impossible(
        name="second uma exactly where there are several",
        reads=("final.uma_high", "final.uma_by"),
        is_there=is_broken_second_uma,
        sentence="By place uma_high is empty; with uma_by = second_score or floating it has four numbers.",
    ),
    Impossible(
        name="score of the second without its uma",
        reads=("final.uma_second", "final.uma_by"),
        is_there=lambda said: said.used("final.uma_second") and said.choice("final.uma_by") != UmaBy.SECOND_SCORE,
        sentence="The uma depends on the second's score with uma_by = second_score only; else uma_second is 0.",
    ),
    only_with(
        "final.uma_low",
        "final.uma_by",
        UmaBy.FLOATING,
        "With uma_by = floating uma_low has four numbers, for one player above water; else it is empty.",
    ),
    Impossible(
        name="times without a limit",
        reads=("time.limit", "time.minutes", "time.signal", "time.running", "time.between"),
        is_there=is_timed_without_limit,
        sentence="Without a time limit every number of minutes and hands is 0.",
    ),
    Impossible(
        name="signal outside the game",
        reads=("time.limit", "time.minutes", "time.signal"),
        is_there=is_broken_signal,
        sentence="A timed game lasts 1 minute or more, and its signal comes before the end less than that long.",
    ),
    Impossible(
        name="signal that stops the running hand",
        reads=("time.limit", "time.running"),
        is_there=lambda said: said.choice("time.limit") == TimeLimit.SIGNAL and not said.used("time.running"),
        sentence="The hand that is running at the signal counts as one, so running is 1 or more.",
    ),
)

IMPOSSIBLE = TABLE_RULES + CHIP_RULES + RESULT_RULES
"""Every combination that is refused."""


def impossible(values: Mapping[str, Plain]) -> tuple[Impossible, ...]:
    """Return the impossible combinations among ``values`` (by ``chapter.key``); those it cannot judge are left out."""
    said = Answers(values=values)
    return tuple(rule for rule in IMPOSSIBLE if values.keys() >= set(rule.reads) and rule.is_there(said))

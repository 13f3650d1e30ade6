"""Combinations of values that no rulebook can mean, each with a name and a sentence."""

from collections.abc import Callable, Mapping

from referee.records import dataclass
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

_PENALTY_FORMS = (ChomboForm.PENALTY, ChomboForm.EACH)
"""The forms of a chombo that cost a number of points."""
_CHOMBO_TOGETHER = ("chombo.with_win", "chombo.with_draw", "chombo.several")


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
    """A combination: the keys it looks at, whether it is there, and why it cannot be, in each language."""

    name: str
    reads: tuple[str, ...]
    is_there: Callable[[Answers], bool]
    sentence: dict[str, str]


def _unless(amount: str, key: str, unused: str, sentence: dict[str, str]) -> Impossible:
    """Return the refusal of an amount that is there although ``key`` is ``unused``, or missing although it is not."""
    return Impossible(
        name=f"{amount} unless {key} = {unused}",
        reads=(amount, key),
        is_there=lambda answers: answers.used(amount) == (answers.choice(key) == unused),
        sentence=sentence,
    )


def _only_with(amount: str, key: str, needed: str, sentence: dict[str, str]) -> Impossible:
    """Return the refusal of an amount that is there although ``key`` is not ``needed``, or missing although it is."""
    return Impossible(
        name=f"{amount} only with {key} = {needed}",
        reads=(amount, key),
        is_there=lambda answers: answers.used(amount) != (answers.choice(key) == needed),
        sentence=sentence,
    )


def _needs_chips(amount: str) -> Impossible:
    """Return the refusal of chips in a game without them."""
    return Impossible(
        name=f"{amount} without chips",
        reads=(amount, "chips.used"),
        is_there=lambda answers: answers.used(amount) and not answers.used("chips.used"),
        sentence={
            "en": "Without chips no chips can be paid: this amount is 0 where chips.used is false.",
            "ja": "チップを使わなければチップの支払いもない（chips.used = false ならこの数は0）。",
        },
    )


def _is_broken_oka(answers: Answers) -> bool:
    """Return whether there is an oka that is not what the four players pay in."""
    oka = answers.number("final.oka")
    return oka > 0 and oka != SEATS * (answers.number("final.subtract") - answers.number("setup.points"))


def _is_finer_than_hundreds(answers: Answers) -> bool:
    """Return whether an uma in points has a part below a hundred."""
    amounts = answers.row("final.uma") + answers.row("final.uma_high") + answers.row("final.uma_low")
    return not answers.used("final.uma_chips") and any(amount % HUNDRED for amount in amounts)


def _is_broken_second_uma(answers: Answers) -> bool:
    """Return whether a second uma is there by place alone, or missing otherwise."""
    return answers.used("final.uma_high") == (answers.choice("final.uma_by") == UmaBy.PLACE)


def _is_ruled_without_chombo(answers: Answers) -> bool:
    """Return whether a book without a chombo says what comes together with one."""
    unsaid = all(answers.choice(key) == "referee" for key in _CHOMBO_TOGETHER)
    return answers.choice("chombo.form") == ChomboForm.NONE and not unsaid


def _is_timed_without_limit(answers: Answers) -> bool:
    """Return whether a game without a time limit has times."""
    times = ("time.minutes", "time.signal", "time.running", "time.between")
    return answers.choice("time.limit") == TimeLimit.NONE and any(answers.used(key) for key in times)


def _is_broken_signal(answers: Answers) -> bool:
    """Return whether a timed game has no length, or its signal does not fall into it."""
    minutes, signal = answers.number("time.minutes"), answers.number("time.signal")
    return answers.choice("time.limit") == TimeLimit.SIGNAL and not 0 <= signal < minutes


_TABLE_RULES = (
    Impossible(
        name="sanchahou exactly with double ron",
        reads=("draws.aborts", "wins.multiple_ron"),
        is_there=lambda answers: (
            (Abort.SANCHAHOU in answers.names("draws.aborts"))
            != (answers.choice("wins.multiple_ron") == MultipleRon.DOUBLE)
        ),
        sentence={
            "en": "Three ron are an abortive draw (sanchahou) exactly where only two may win (multiple_ron = double).",
            "ja": "三家和の流局（sanchahou）は、ロンを二人まで認める（multiple_ron = double）ときだけ、必ずある。",
        },
    ),
    _unless(
        "wins.two_han_honba",
        "wins.two_han",
        TwoHan.NEVER,
        {
            "en": "A two-han minimum begins at 1 honba or more; two_han_honba is 0 where there is none.",
            "ja": "二翻縛りは1本場以上から始まる。二翻縛りがなければ two_han_honba は0。",
        },
    ),
    Impossible(
        name="seconds without calls that have seconds, or missing",
        reads=("calls.seconds", "calls.set_priority", "calls.set_until"),
        is_there=lambda answers: (
            answers.used("calls.seconds")
            != ("seconds" in (answers.choice("calls.set_priority"), answers.choice("calls.set_until")))
        ),
        sentence={
            "en": "Calls have 1 second or more where they are limited by seconds, and 0 where they are not.",
            "ja": "発声を秒数で限るなら1秒以上、限らないなら0秒。",
        },
    ),
    Impossible(
        name="kan dora of one kan only",
        reads=("kan.dora_closed", "kan.dora_other"),
        is_there=lambda answers: (
            (answers.choice("kan.dora_closed") == KanDora.NEVER) != (answers.choice("kan.dora_other") == KanDora.NEVER)
        ),
        sentence={
            "en": "There are kan dora for every kan or for none: both values are never, or neither is.",
            "ja": "槓ドラはすべての槓にあるか、一つもないか。二つの値はどちらも never か、どちらも別のもの。",
        },
    ),
    Impossible(
        name="open riichi yakuman without open riichi",
        reads=("riichi.open_ron", "riichi.open"),
        is_there=lambda answers: (
            answers.choice("riichi.open_ron") == OpenRiichiRon.YAKUMAN
            and answers.choice("riichi.open") == OpenRiichi.NONE
        ),
        sentence={
            "en": "Dealing into an open riichi cannot be a yakuman where there is no open riichi.",
            "ja": "オープンリーチがなければ、それへの放銃を役満とすることはできない。",
        },
    ),
    _unless(
        "paarenchan.before",
        "paarenchan.counts",
        PaarenchanCounts.NONE,
        {
            "en": "Paarenchan needs a row of 1 or more before the win; before is 0 where there is no paarenchan.",
            "ja": "八連荘にはその前の1回以上の連荘が必要。八連荘がなければ before は0。",
        },
    ),
    _unless(
        "course.target",
        "course.extension",
        Extension.NONE,
        {
            "en": "An extension goes on until somebody has the target, above 0; without an extension target is 0.",
            "ja": "延長は誰かが0点より高い目標点に達するまで行う。延長がなければ target は0。",
        },
    ),
    _unless(
        "course.yame_points",
        "course.yame",
        Yame.NONE,
        {
            "en": "The last dealer ends the game with a score above 0; yame_points is 0 where he cannot.",
            "ja": "和了やめには0点より高い点数が必要。和了やめがなければ yame_points は0。",
        },
    ),
)

_CHIP_RULES = (
    _only_with(
        "chombo.chips",
        "chombo.form",
        ChomboForm.CHIPS,
        {
            "en": "A chombo costs 1 chip or more where it is paid in chips, else 0 chips.",
            "ja": "チョンボをチップで払うなら1枚以上、ほかは0枚。",
        },
    ),
    Impossible(
        name="chombo.penalty only where it is taken",
        reads=("chombo.penalty", "chombo.form"),
        is_there=lambda answers: answers.used("chombo.penalty") != (answers.choice("chombo.form") in _PENALTY_FORMS),
        sentence={
            "en": "A chombo costs a penalty above 0 where it comes off the tournament score or goes to each, else 0.",
            "ja": "チョンボを大会成績から引くか各家に払うなら0より多い点数、ほかは0点。",
        },
    ),
    Impossible(
        name="chombo rules without a chombo",
        reads=("chombo.form", *_CHOMBO_TOGETHER),
        is_there=_is_ruled_without_chombo,
        sentence={
            "en": "Where there is no chombo the referee decides: with_win, with_draw and several are referee.",
            "ja": "チョンボがなければ審判が決める（with_win・with_draw・several は referee）。",
        },
    ),
    Impossible(
        name="chombo in chips without chips",
        reads=("chombo.form", "chips.used"),
        is_there=lambda answers: answers.choice("chombo.form") == ChomboForm.CHIPS and not answers.used("chips.used"),
        sentence={
            "en": "A chombo cannot be paid in chips where chips.used is false.",
            "ja": "チップを使わなければ、チョンボをチップで払うことはできない。",
        },
    ),
    Impossible(
        name="chips exactly with a value",
        reads=("chips.value", "chips.used"),
        is_there=lambda answers: answers.used("chips.value") != answers.used("chips.used"),
        sentence={
            "en": "Chips have a value above 0 points where they are used, else a value of 0.",
            "ja": "チップを使うなら一枚の価値は0点より高く、使わないなら0点。",
        },
    ),
    _needs_chips("chips.yakuman_ron"),
    _needs_chips("chips.yakuman_tsumo"),
    _needs_chips("chips.bust_east"),
    _needs_chips("chips.bust_later"),
    _needs_chips("chips.yakitori_each"),
    _needs_chips("final.uma_chips"),
    _unless(
        "chips.yakitori_each",
        "chips.yakitori",
        Yakitori.NONE,
        {
            "en": "Yakitori costs 1 chip or more; yakitori_each is 0 where there is no yakitori.",
            "ja": "焼き鳥は1枚以上のチップを払う。焼き鳥がなければ yakitori_each は0。",
        },
    ),
    Impossible(
        name="bust chips without bust",
        reads=("chips.bust_east", "chips.bust_later", "course.bust"),
        is_there=lambda answers: (
            answers.choice("course.bust") == Bust.NONE
            and (answers.used("chips.bust_east") or answers.used("chips.bust_later"))
        ),
        sentence={
            "en": "No chips can be paid for a bust where a score below zero is none.",
            "ja": "0点を割っても飛びとしないなら、飛びのチップもない。",
        },
    ),
)

_RESULT_RULES = (
    Impossible(
        name="oka that nobody pays",
        reads=("final.oka", "final.subtract", "setup.points"),
        is_there=_is_broken_oka,
        sentence={
            "en": "The oka is what the four pay in: four times the points subtracted less those at the start, or 0.",
            "ja": "オカは四人が出し合う額、つまり返し点と配給原点の差の4倍か、0。",
        },
    ),
    Impossible(
        name="uma finer than hundreds",
        reads=("final.uma", "final.uma_high", "final.uma_low", "final.uma_chips"),
        is_there=_is_finer_than_hundreds,
        sentence={"en": "An uma in points is in whole hundreds.", "ja": "点数のウマは100の倍数。"},
    ),
    Impossible(
        name="second uma exactly where there are several",
        reads=("final.uma_high", "final.uma_by"),
        is_there=_is_broken_second_uma,
        sentence={
            "en": "By place uma_high is empty; with uma_by = second_score or floating it has four numbers.",
            "ja": "順位だけなら uma_high は空、二位の点数か浮き人数によるなら四つの数。",
        },
    ),
    Impossible(
        name="score of the second without its uma",
        reads=("final.uma_second", "final.uma_by"),
        is_there=lambda answers: (
            answers.used("final.uma_second") and answers.choice("final.uma_by") != UmaBy.SECOND_SCORE
        ),
        sentence={
            "en": "The uma depends on the second's score with uma_by = second_score only; else uma_second is 0.",
            "ja": "ウマが二位の点数によるのは uma_by = second_score のときだけ。ほかは uma_second は0。",
        },
    ),
    _only_with(
        "final.uma_low",
        "final.uma_by",
        UmaBy.FLOATING,
        {
            "en": "With uma_by = floating uma_low has four numbers, for one player above water; else it is empty.",
            "ja": "uma_by = floating なら uma_low は四つの数（浮き一人のとき）、ほかは空。",
        },
    ),
    Impossible(
        name="times without a limit",
        reads=("time.limit", "time.minutes", "time.signal", "time.running", "time.between"),
        is_there=_is_timed_without_limit,
        sentence={
            "en": "Without a time limit every number of minutes and hands is 0.",
            "ja": "時間制限がなければ、分数と局数はすべて0。",
        },
    ),
    Impossible(
        name="signal outside the game",
        reads=("time.limit", "time.minutes", "time.signal"),
        is_there=_is_broken_signal,
        sentence={
            "en": "A timed game lasts 1 minute or more, and its signal comes before the end less than that long.",
            "ja": "時間制限は1分以上で、終了前の合図までの分数はそれより短い。",
        },
    ),
    Impossible(
        name="signal that stops the running hand",
        reads=("time.limit", "time.running"),
        is_there=lambda answers: answers.choice("time.limit") == TimeLimit.SIGNAL and not answers.used("time.running"),
        sentence={
            "en": "The hand that is running at the signal counts as one, so running is 1 or more.",
            "ja": "合図のときの局も一局と数えるので、running は1以上。",
        },
    ),
)

IMPOSSIBLE = _TABLE_RULES + _CHIP_RULES + _RESULT_RULES
"""Every combination that is refused."""


def impossible(values: Mapping[str, Plain]) -> tuple[Impossible, ...]:
    """Return the impossible combinations among ``values`` (by ``chapter.key``); those it cannot judge are left out."""
    answers = Answers(values=values)
    return tuple(rule for rule in IMPOSSIBLE if values.keys() >= set(rule.reads) and rule.is_there(answers))

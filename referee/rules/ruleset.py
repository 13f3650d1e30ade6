"""The vocabulary of rulesets: what a rulebook may decide.

A chapter is one frozen dataclass, its choices stand in ``choices``. The values come from ``rulesets/*.toml``.
Points are in points (not thousands), times in minutes, chips in pieces.
"""

from __future__ import annotations

from referee.records import dataclass
from referee.rules.choices import (
    Abort,
    Bust,
    ChomboForm,
    ChomboWithDraw,
    ChomboWithWin,
    DeadHand,
    DealerStays,
    EarlyDraw,
    Extension,
    HonbaAfterDraw,
    HonbaTo,
    Indicators,
    KanDora,
    Karaten,
    Kuikae,
    LastHand,
    LastingFuriten,
    LeftSticks,
    MixedIn,
    MultipleRon,
    Nagashi,
    OpenRiichi,
    OpenRiichiRon,
    PaarenchanAfter,
    PaarenchanCounts,
    PaoCovers,
    PaoHonba,
    Remainder,
    Renhou,
    RiichiKan,
    RiichiPoints,
    RonUntil,
    Rounding,
    Rounds,
    RoundWinds,
    SeatDraw,
    SetPriority,
    SetUntil,
    SeveralChombo,
    SticksTo,
    SuddenDeath,
    TemporaryFuriten,
    Ties,
    TimeLimit,
    TwoHan,
    UmaBy,
    WallBreak,
    Yakitori,
    YakumanSum,
    Yame,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Setup:
    """Before the first hand."""

    seat_draw: SeatDraw
    wall_break: WallBreak
    indicators: Indicators
    points: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Riichi:
    """Declaring riichi; ``wall`` is how many live tiles must be left, ``furiten`` whether the hand may be furiten.

    ``ura`` says whether the tiles under the indicators count for who wins in riichi.
    """

    points: RiichiPoints
    wall: int
    furiten: bool
    kan: RiichiKan
    open: OpenRiichi
    open_ron: OpenRiichiRon
    ura: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Furiten:
    """How long each kind lasts; ``robbed_kan`` says whether passing a kan that could be robbed counts."""

    discard: LastingFuriten
    temporary: TemporaryFuriten
    riichi: LastingFuriten
    robbed_kan: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Calls:
    """What a call forbids, which call goes first and until when one counts; ``seconds`` are left for calls, 0 for none.

    What stands here with a value of its own was not yet written down for games begun with an older version.
    """

    kuikae: Kuikae
    set_priority: SetPriority = SetPriority.SET_OVER_CHII
    set_until: SetUntil = SetUntil.NEXT_DRAW
    ron_until: RonUntil = RonUntil.NEXT_DISCARD
    early_draw: EarlyDraw = EarlyDraw.CALL_STANDS
    seconds: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Kan:
    """When the new indicator is turned: ``dora_closed`` for a closed kan, ``dora_other`` for the others."""

    dora_closed: KanDora = KanDora.AT_ONCE
    dora_other: KanDora = KanDora.AT_ONCE


@dataclass(frozen=True, kw_only=True, slots=True)
class Wins:
    """Who is paid by whom; ``honba_ron`` in all, ``honba_tsumo`` from each."""

    multiple_ron: MultipleRon
    sticks: SticksTo
    honba_to: HonbaTo
    honba_ron: int
    honba_tsumo: int
    two_han: TwoHan
    two_han_honba: int
    dead_hand: DeadHand


@dataclass(frozen=True, kw_only=True, slots=True)
class Values:
    """What han, fu and yakuman are worth; ``mangan`` is its base points, of which every limit is a multiple."""

    mangan: int
    kiriage: bool
    counted_yakuman: bool
    seven_pairs_fu: int
    pinfu_tsumo_fu: int
    mixed_in: MixedIn
    yakuman_sum: YakumanSum
    most_yakuman: int
    wareme: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class HandRules:
    """How a hand is read: ``red`` fives of man, pin and sou, and what fu and yaku depend on beside the tiles.

    ``replaces`` (yaku) and ``upgrades`` (yakuman) list pairs such as "ryanpeikou over iipeikou": beside the first
    the second does not count. ``first_draw_fixed`` says whether the dealer's first draw is his winning tile, or any.
    """

    red: tuple[int, ...]
    red_open: bool
    round_winds: RoundWinds
    double_wind_fu: int
    rinshan_fu: bool
    rinshan_haitei: bool
    chankan_ippatsu: bool
    closed_kan_kokushi: bool
    first_draw_fixed: bool
    renhou: Renhou
    replaces: tuple[str, ...]
    upgrades: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class YakuPrices:
    """What each yaku is worth: han in a closed hand, han in an open hand; 0 where it does not exist."""

    riichi: tuple[int, ...]
    double_riichi: tuple[int, ...]
    open_riichi: tuple[int, ...]
    open_double_riichi: tuple[int, ...]
    ippatsu: tuple[int, ...]
    menzen_tsumo: tuple[int, ...]
    pinfu: tuple[int, ...]
    iipeikou: tuple[int, ...]
    tanyao: tuple[int, ...]
    yakuhai_haku: tuple[int, ...]
    yakuhai_hatsu: tuple[int, ...]
    yakuhai_chun: tuple[int, ...]
    yakuhai_seat: tuple[int, ...]
    yakuhai_round: tuple[int, ...]
    rinshan: tuple[int, ...]
    chankan: tuple[int, ...]
    haitei: tuple[int, ...]
    houtei: tuple[int, ...]
    kanburi: tuple[int, ...]
    tsubame_gaeshi: tuple[int, ...]
    iipin_moyue: tuple[int, ...]
    chuupin_raoyui: tuple[int, ...]
    shiiaru_raotai: tuple[int, ...]
    sanshoku_doujun: tuple[int, ...]
    ittsuu: tuple[int, ...]
    chanta: tuple[int, ...]
    chiitoitsu: tuple[int, ...]
    toitoi: tuple[int, ...]
    sanankou: tuple[int, ...]
    sankantsu: tuple[int, ...]
    sanshoku_doukou: tuple[int, ...]
    honroutou: tuple[int, ...]
    shousangen: tuple[int, ...]
    sanrenkou: tuple[int, ...]
    sanpuukou: tuple[int, ...]
    isshoku_sanjun: tuple[int, ...]
    uumensai: tuple[int, ...]
    honitsu: tuple[int, ...]
    junchan: tuple[int, ...]
    ryanpeikou: tuple[int, ...]
    chinitsu: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class YakumanPrices:
    """How many yakuman each counts in a closed hand and in an open hand; 0 where it does not exist."""

    kokushi: tuple[int, ...]
    kokushi13: tuple[int, ...]
    suuankou: tuple[int, ...]
    suuankou_tanki: tuple[int, ...]
    daisangen: tuple[int, ...]
    shousuushii: tuple[int, ...]
    daisuushii: tuple[int, ...]
    tsuuiisou: tuple[int, ...]
    daichiisei: tuple[int, ...]
    ryuuiisou: tuple[int, ...]
    ryuuiisou_hatsu: tuple[int, ...]
    ryuuiisou_nohatsu: tuple[int, ...]
    chinroutou: tuple[int, ...]
    chuuren: tuple[int, ...]
    junsei_chuuren: tuple[int, ...]
    suukantsu: tuple[int, ...]
    suurenkou: tuple[int, ...]
    tenhou: tuple[int, ...]
    chihou: tuple[int, ...]
    toukanhou: tuple[int, ...]
    ishi_no_ue: tuple[int, ...]
    shiisanputou: tuple[int, ...]
    shiisuuputou: tuple[int, ...]
    daisharin: tuple[int, ...]
    daichikurin: tuple[int, ...]
    daisuurin: tuple[int, ...]
    benikujaku: tuple[int, ...]
    touhokushinkansen: tuple[int, ...]
    touhokujidoushadou: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PaoRules:
    """Liability: ``yakuman`` lists the yakuman that create it."""

    yakuman: tuple[str, ...]
    covers: PaoCovers
    rinshan: bool
    ron_honba: PaoHonba


@dataclass(frozen=True, kw_only=True, slots=True)
class Paarenchan:
    """The dealer's row; ``before`` is how many must lie behind him when he wins."""

    counts: PaarenchanCounts
    before: int
    after: PaarenchanAfter


@dataclass(frozen=True, kw_only=True, slots=True)
class Draws:
    """Hands without a win; ``noten_pool`` is the sum of the noten payments."""

    noten_pool: int
    karaten: Karaten
    nagashi: Nagashi
    aborts: tuple[Abort, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Course:
    """From hand to hand, and the end of the game."""

    dealer: DealerStays
    honba: HonbaAfterDraw
    rounds: Rounds
    extension: Extension
    target: int
    sudden_death: SuddenDeath
    yame: Yame
    yame_points: int
    last_hand: LastHand
    bust: Bust


@dataclass(frozen=True, kw_only=True, slots=True)
class ChomboRules:
    """What a chombo costs: ``chips`` to each other player, ``penalty`` points off the tournament score or to each.

    ``with_win``, ``with_draw`` and ``several`` say what happens when more comes together.
    """

    form: ChomboForm
    chips: int
    penalty: int
    with_win: ChomboWithWin
    with_draw: ChomboWithDraw
    several: SeveralChombo


@dataclass(frozen=True, kw_only=True, slots=True)
class ChipRules:
    """Chips: ``value`` points each; ``yakuman_tsumo`` from each, per yakuman; yakitori to each other player."""

    used: bool
    value: int
    yakuman_ron: int
    yakuman_tsumo: int
    bust_east: int
    bust_later: int
    yakitori: Yakitori
    yakitori_each: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Final:
    """The result: ``uma`` by place in points (or chips), ``uma_high`` when the second has ``uma_second``.

    Of a floating uma ``uma_low`` is for one player at or above the points taken off, ``uma_high`` for three.
    Uma and oka are shared in whole ``unit`` points.
    """

    subtract: int
    oka: int
    uma: tuple[int, ...]
    uma_by: UmaBy
    uma_second: int
    uma_high: tuple[int, ...]
    uma_chips: bool
    ties: Ties
    remainder: Remainder
    left_sticks: LeftSticks
    rounding: Rounding
    uma_low: tuple[int, ...] = ()
    unit: int = 100


@dataclass(frozen=True, kw_only=True, slots=True)
class Time:
    """A timed game: the signal comes ``signal`` minutes before the end of ``minutes``.

    ``running`` and ``between`` say how many hands may still be played, the running one included,
    when the signal falls into a hand and when it falls between two.
    """

    limit: TimeLimit
    minutes: int
    signal: int
    running: int
    between: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Cite:
    """Where a value is from: clause id, source and, if it is interpreted, a note, both per language; confidence."""

    clause: str
    source: dict[str, str]
    confidence: str
    note: dict[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruleset:
    """One rulebook with its options chosen.

    ``cites`` holds a source for every ``chapter.key``, and for entries of lists that have one of their own.
    """

    setup: Setup
    riichi: Riichi
    furiten: Furiten
    calls: Calls
    kan: Kan
    wins: Wins
    values: Values
    hand: HandRules
    yaku: YakuPrices
    yakuman: YakumanPrices
    pao: PaoRules
    paarenchan: Paarenchan
    draws: Draws
    course: Course
    chombo: ChomboRules
    chips: ChipRules
    final: Final
    time: Time
    cites: dict[str, Cite]

    def cite(self, rule: str) -> Cite:
        """Return the source of ``chapter.key``, or of ``chapter.key.entry`` where it has one of its own."""
        if rule in self.cites:
            return self.cites[rule]
        chapter, key = rule.split(".")[:2]
        return self.cites[f"{chapter}.{key}"]

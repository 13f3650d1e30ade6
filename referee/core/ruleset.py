"""The vocabulary of rulesets: what a rulebook may decide, and the closed set of answers to each point.

A chapter is one frozen dataclass, a choice is one ``StrEnum``. The values come from ``rulesets/*.toml``;
what a choice means is written once, in the module that acts on it. Points are in points (not thousands),
times in minutes, chips in pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SeatDraw(StrEnum):
    """How the first dealer is found."""

    TOKEN = "token"  # an East/South token is thrown on the table
    WINDS = "winds"  # wind tiles are drawn; the provisional East throws two dice
    WIND_TILES = "wind_tiles"  # wind tiles are drawn; who holds East is the first dealer
    ASSIGNED = "assigned"  # the organiser or the program assigns the seats


class WallBreak(StrEnum):
    """How the dice choose the place where the wall is broken."""

    ONE_THROW = "one_throw"  # the sum of two dice picks the wall and the stack
    REROLL_ONE = "reroll_one"  # the picked player throws one die again; the new sum picks the stack


class Indicators(StrEnum):
    """How many dora indicators are turned at the start."""

    ONE = "one"
    BY_DICE = "by_dice"  # 1-6, 1-1, 6-6: three; any other double: two; else one


class RiichiPoints(StrEnum):
    """Which score a riichi needs."""

    ANY = "any"
    BET = "bet"  # enough to pay the stick


class OpenRiichi(StrEnum):
    """Whether riichi may be declared with the hand shown."""

    NONE = "none"
    BET = "bet"  # with the usual stick
    FREE = "free"  # without a stick


class OpenRiichiRon(StrEnum):
    """What dealing into an open riichi makes of the hand."""

    ORDINARY = "ordinary"
    YAKUMAN = "yakuman"  # unless the discarder is in riichi himself


class RiichiKan(StrEnum):
    """Which closed kan a player in riichi may declare with the tile just drawn."""

    NEVER = "never"
    SAME_WAITS = "same_waits"  # the waits stay as they are
    STRICT = "strict"  # also: in no reading of the winning hand are the three tiles anything but a triplet


class TemporaryFuriten(StrEnum):
    """What ends the furiten of a player, not in riichi, who let a winning tile pass."""

    OWN_DRAW = "own_draw"
    OWN_DISCARD = "own_discard"
    OWN_DRAW_OR_CALL = "own_draw_or_call"
    INTERRUPTION = "interruption"  # the own draw or anybody's call


class LastingFuriten(StrEnum):
    """What ends a furiten that no draw and no call lifts."""

    WAITS_CHANGE = "waits_change"
    END_OF_HAND = "end_of_hand"


class Kuikae(StrEnum):
    """Which tiles may be discarded right after a chii or pon."""

    ALLOWED = "allowed"  # every tile
    OTHER_END = "other_end"  # not the tile just called, but the one at the other end of the run
    NONE = "none"  # neither of them


class Karaten(StrEnum):
    """Where the four copies of its only wait make a hand noten."""

    NEVER = "never"
    CLOSED_TILES = "closed_tiles"  # among the tiles that can be discarded, melds left out
    OWN_HAND = "own_hand"  # in the hand and its melds


class MultipleRon(StrEnum):
    """What happens when several players ron one tile."""

    HEAD_BUMP = "head_bump"  # only the nearest after the discarder wins
    DOUBLE = "double"  # two win; three are an abortive draw
    ALL = "all"


class SticksTo(StrEnum):
    """Who takes the points lying on the table when several players win together."""

    NEAREST = "nearest"  # everything to the nearest after the discarder
    OWN_FIRST = "own_first"  # each winner his own stick of this hand, the rest to the nearest


class HonbaTo(StrEnum):
    """Which of several winners is paid for the honba."""

    NEAREST = "nearest"
    EACH = "each"


class DeadHand(StrEnum):
    """What a dead hand (agari houki) may not do at the end of a hand."""

    NO_WIN = "no_win"
    NO_WIN_NO_TENPAI = "no_win_no_tenpai"


class TwoHan(StrEnum):
    """Whether a win may be refused for having only one han of yaku."""

    NEVER = "never"
    FROM_HONBA = "from_honba"


class YakumanSum(StrEnum):
    """What several yakuman in one hand are worth."""

    ADD = "add"
    LARGEST = "largest"


class PaoCovers(StrEnum):
    """How much of a hand of several yakuman the liable player answers for."""

    HAND = "hand"
    YAKUMAN = "yakuman"  # only the yakuman that he made possible


class PaoHonba(StrEnum):
    """Who pays the honba when the liable player and the discarder share a ron."""

    DISCARDER = "discarder"
    LIABLE = "liable"


class PaarenchanCounts(StrEnum):
    """What the dealer's row for paarenchan is made of."""

    NONE = "none"
    WINS = "wins"
    KEEPS = "keeps"  # wins and draws after which he kept the deal


class PaarenchanAfter(StrEnum):
    """What happens to the deal after a paarenchan."""

    STAYS = "stays"
    PASSES = "passes"


class Nagashi(StrEnum):
    """What nagashi mangan is."""

    NONE = "none"
    PAYMENT = "payment"  # a payment in place of the noten payments
    WIN = "win"


class Abort(StrEnum):
    """The abortive draws."""

    KYUUSHU_KYUUHAI = "kyuushu_kyuuhai"
    SUUFON_RENDA = "suufon_renda"
    SUUCHA_RIICHI = "suucha_riichi"
    SUUKAIKAN = "suukaikan"
    SANCHAHOU = "sanchahou"


class DealerStays(StrEnum):
    """When the dealer keeps the deal."""

    WIN_OR_TENPAI = "win_or_tenpai"
    WIN = "win"


class HonbaAfterDraw(StrEnum):
    """What an exhaustive draw does to the honba."""

    ALWAYS_MORE = "always_more"  # one more, also when the deal passes
    WITH_DEALER = "with_dealer"  # one more when the dealer stays, none when the deal passes


class Rounds(StrEnum):
    """The regular length of a game."""

    TONPUUSEN = "tonpuusen"
    HANCHAN = "hanchan"


class Extension(StrEnum):
    """What follows the last regular hand when nobody has reached the target."""

    NONE = "none"
    ONE_ROUND = "one_round"
    UNTIL_TARGET = "until_target"


class SuddenDeath(StrEnum):
    """When reaching the target in an extra round ends the game."""

    ALWAYS = "always"
    UNLESS_DEALER_CHASES = "unless_dealer_chases"  # not while the dealer stays and is not first


class Yame(StrEnum):
    """Whether the last dealer's lead ends the game after his win or tenpai."""

    NONE = "none"
    FIRST_AT_TARGET = "first_at_target"


class LastHand(StrEnum):
    """What ends the last hand."""

    DEALER_PASSES = "dealer_passes"
    NON_DEALER_WIN = "non_dealer_win"  # a draw repeats it, also when the dealer is noten


class Bust(StrEnum):
    """Whether a score below zero ends the game."""

    NONE = "none"
    BELOW_ZERO = "below_zero"


class ChomboForm(StrEnum):
    """What a chombo costs."""

    NONE = "none"  # the ruleset knows no chombo
    MANGAN = "mangan"  # a mangan to the others, in the game
    CHIPS = "chips"
    PENALTY = "penalty"  # off the tournament score


class Yakitori(StrEnum):
    """Whether a player without a win pays at the end."""

    NONE = "none"
    RESET = "reset"  # paid; when all four have won, all start again


class UmaBy(StrEnum):
    """Whether the uma depends on the second's score."""

    PLACE = "place"
    SECOND_SCORE = "second_score"


class Ties(StrEnum):
    """How equal scores are placed."""

    SEAT = "seat"  # the earlier starting seat is ahead
    SHARED = "shared"


class Remainder(StrEnum):
    """Where the rest of a shared amount goes that does not divide into whole hundreds."""

    NOBODY = "nobody"
    EARLIER_SEAT = "earlier_seat"


class LeftSticks(StrEnum):
    """Who takes the points left on the table at the end of the game."""

    FIRST = "first"  # shared by tied firsts where ties are shared
    NOBODY = "nobody"


class Rounding(StrEnum):
    """How a final score becomes whole thousands."""

    NONE = "none"
    HALF_AWAY = "half_away"  # nearest, halves away from zero; the first takes what makes the sum zero
    HALF_UP = "half_up"  # nearest, halves up; the first takes what makes the sum zero


class TimeLimit(StrEnum):
    """Whether the book knows timed games."""

    NONE = "none"
    SIGNAL = "signal"


class RoundWinds(StrEnum):
    """Which winds count as the round's wind."""

    ROUND = "round"
    WITH_OPPOSITE = "with_opposite"  # the wind across the table too: each gives its own han and fu


class Renhou(StrEnum):
    """What a ron before the own first draw, in the first uninterrupted turns, is worth."""

    NONE = "none"
    YAKUMAN = "yakuman"
    MANGAN = "mangan"  # a mangan beside which nothing counts, unless the hand is worth more without it


@dataclass(frozen=True, kw_only=True, slots=True)
class Setup:
    """Before the first hand."""

    seat_draw: SeatDraw
    wall_break: WallBreak
    indicators: Indicators
    points: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Riichi:
    """Declaring riichi; ``wall`` is how many live tiles must be left, ``furiten`` whether the hand may be furiten."""

    points: RiichiPoints
    wall: int
    furiten: bool
    kan: RiichiKan
    open: OpenRiichi
    open_ron: OpenRiichiRon


@dataclass(frozen=True, kw_only=True, slots=True)
class Furiten:
    """How long each kind lasts; ``robbed_kan`` says whether passing a kan that could be robbed counts."""

    discard: LastingFuriten
    temporary: TemporaryFuriten
    riichi: LastingFuriten
    robbed_kan: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Calls:
    """What a call forbids."""

    kuikae: Kuikae


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
    mixed_in_20_fu: bool
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
    chinroutou: tuple[int, ...]
    chuuren: tuple[int, ...]
    junsei_chuuren: tuple[int, ...]
    suukantsu: tuple[int, ...]
    suurenkou: tuple[int, ...]
    tenhou: tuple[int, ...]
    chihou: tuple[int, ...]
    toukanhou: tuple[int, ...]
    shiisanputou: tuple[int, ...]
    shiisuuputou: tuple[int, ...]
    daisharin: tuple[int, ...]
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
    """What a chombo costs: ``chips`` to each other player, ``penalty`` points off the tournament score."""

    form: ChomboForm
    chips: int
    penalty: int


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
    """The result: ``uma`` by place in points (or chips), ``uma_high`` when the second has ``uma_second``."""

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
    """Where a value is from: clause id, source in words, confidence, and a note per language if interpreted."""

    clause: str
    source: str
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

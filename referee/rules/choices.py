"""The closed set of answers to each point that rulebooks decide differently.

What a choice means is written once, in the module that acts on it.
"""

from __future__ import annotations

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


class SetPriority(StrEnum):
    """Which of several calls for a set on one tile counts."""

    SET_OVER_CHII = "set_over_chii"  # pon and kan before chii, whichever was said first
    FIRST_CALL = "first_call"  # the one said first; pon and kan before chii only at the same moment
    SECONDS = "seconds"  # pon and kan before chii if they come within the seconds left for calls


class SetUntil(StrEnum):
    """Until when a tile may be called for a set."""

    NEXT_DRAW = "next_draw"
    SECONDS = "seconds"  # as long as the seconds left for calls run, also when somebody drew


class RonUntil(StrEnum):
    """Until when a tile may be called for ron."""

    NEXT_DRAW = "next_draw"
    NEXT_DISCARD = "next_discard"


class EarlyDraw(StrEnum):
    """What a tile that was drawn early does to a call."""

    CALL_STANDS = "call_stands"  # the tile goes back
    DRAW_STANDS = "draw_stands"  # the call comes too late


class KanDora(StrEnum):
    """When the indicator of a kan is turned."""

    NEVER = "never"  # there are no kan dora
    AT_ONCE = "at_once"  # before the replacement tile is drawn
    AFTER_DISCARD = "after_discard"


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


class MixedIn(StrEnum):
    """What a self-drawn winning tile that was mixed into the hand takes away."""

    UNCHANGED = "unchanged"
    WAIT = "wait"  # yaku and fu of the wait; a closed hand with nothing else but the self-draw has 20 fu
    TILE = "tile"  # the fu of the self-draw too


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
    FIRST_AT_TARGET = "first_at_target"  # by itself
    MAY_AT_TARGET = "may_at_target"  # if he says so


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
    EACH = "each"  # a fixed amount to each of the others, in the game


class ChomboWithWin(StrEnum):
    """What becomes of a chombo when another player wins at the same moment."""

    VOID = "void"  # the win is scored and nobody pays for a chombo
    STANDS = "stands"  # the win is scored and the chombo is paid, without a new deal
    REFEREE = "referee"  # the book does not say


class ChomboWithDraw(StrEnum):
    """What becomes of an exhaustive draw at which a chombo is found."""

    CHOMBO_FIRST = "chombo_first"  # the hand is void: no noten payments, no honba
    REFEREE = "referee"  # the book does not say


class SeveralChombo(StrEnum):
    """What several chombo in one hand cost."""

    EACH = "each"  # every offender in full, and the hand is played again once
    REFEREE = "referee"  # the book does not say


class Yakitori(StrEnum):
    """Whether a player without a win pays at the end."""

    NONE = "none"
    RESET = "reset"  # paid; when all four have won, all start again


class UmaBy(StrEnum):
    """What the uma depends on beside the places."""

    PLACE = "place"
    SECOND_SCORE = "second_score"
    FLOATING = "floating"  # on how many have at least the points that are taken off


class Ties(StrEnum):
    """How equal scores are placed."""

    SEAT = "seat"  # the earlier starting seat is ahead
    SHARED = "shared"


class Remainder(StrEnum):
    """Where the rest of a shared amount goes that does not divide into whole units, such as hundreds."""

    NOBODY = "nobody"
    EARLIER_SEAT = "earlier_seat"
    ROUNDED = "rounded"  # there is none: every part is rounded to the nearest unit


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

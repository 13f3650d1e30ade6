"""The rules core: hands settled, and hands valued beside another library on the same hands in the same run."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.meld import Meld
from mahjong.tile import TilesConverter

from referee.ask.score import read_score
from referee.rules.ruleset import Ruleset
from referee.rules.score import evaluate
from referee.rules.settlement import settle
from referee.rules.table import ALL_SEATS, NO_CHIPS, NOTHING, Hand, Table, Win, Won
from referee.rules.win import WinningHand
from referee.rules.yaku import PriceList, price_list
from referee.texts.reader import Reader
from tests.benchmarks.figures import Figure, Work, seconds_for, seconds_once
from tests.benchmarks.played import played_hands
from tests.cases import library
from tests.tiles.generated import Generated, generated
from tests.tiles.test_other_library import MELDS, their_config, their_question

UNSEEN = 1500
TURNS = 12
SHORT_TURNS = 48
"""More of them where one takes a few milliseconds, so that some are not disturbed."""
SETTLED_PER_SECOND = 20_000
NEVER_YAKITORI = (False, False, False, False)


def rules_of(ruleset: str) -> Ruleset:
    """Return a shipped ruleset with the options that it begins with."""
    book = library().book(ruleset)
    assert book is not None
    return next(iter(book.variants.values()))


def core_figures() -> Iterator[Figure]:
    """Measure settling and scoring, in CPU time."""
    rules, questions = rules_of("aalto"), tuple(wins())
    each = seconds_for(lambda: [settle(table, hand, rules) for table, hand in questions]) / len(questions)
    yield Figure(
        what="wins settled by the core, a second",
        measured=f"{1 / each:,.0f}",
        wanted=f"{SETTLED_PER_SECOND:,} were wanted once; see beside",
    )
    prices = price_list(rules_of("tenhou"))
    played = played_hands()
    yield beside_mahjong(
        f"{len(played)} hands of real games valued, the same each time",
        [
            (partial(valued, hands), partial(valued_there, theirs))
            for hands, theirs in [both_ways(played, prices)] * SHORT_TURNS
        ],
        "at least 3",
    )
    chance = random.Random()  # noqa: S311 hands, no secrets; others in every run
    fresh = [both_ways([generated(chance) for _ in range(UNSEEN)], prices) for _ in range(TURNS)]
    yield beside_mahjong(
        "hands that it has not seen before",
        [(partial(valued, hands), partial(valued_there, theirs)) for hands, theirs in fresh],
        "at least 2",
    )
    yield beside_mahjong(
        "the same hands of real games, from strings",
        [(partial(read_and_valued, played), partial(read_and_valued_there, played))] * SHORT_TURNS,
        "at least 1.5, with its own converter",
    )


Hands = list[tuple[WinningHand, PriceList]]
Theirs = list[dict[str, Any]]


def both_ways(hands: list[Generated], prices: PriceList) -> tuple[Hands, Theirs]:
    """Return hands as we and as the other library take them, prepared."""
    ours = [(prepared({"ask": "score", **hand.fields()}, prices.rules), prices) for hand in hands]
    return ours, [their_question(hand) for hand in hands]


def valued(hands: Hands) -> None:
    """Value hands."""
    for hand, prices in hands:
        evaluate(hand, prices)


def valued_there(hands: Theirs) -> None:
    """Let the other library value hands."""
    for hand in hands:
        HandCalculator.estimate_hand_value(**hand)


def read_and_valued(hands: list[Generated]) -> None:
    """Value hands that are told in words."""
    prices = price_list(rules_of("tenhou"))
    for hand in hands:
        evaluate(prepared({"ask": "score", **hand.fields()}, prices.rules), prices)


def read_and_valued_there(hands: list[Generated]) -> None:
    """Let the other library do so, with its own converter."""
    tiles_of = TilesConverter.one_line_string_to_136_array
    for hand in hands:
        closed = tiles_of("".join(hand.closed))
        melds = [Meld(MELDS[kind], tiles_of("".join(tiles)), opened=kind != "ankan") for kind, tiles in hand.melds]
        HandCalculator.estimate_hand_value(
            tiles=closed + [tile for meld in melds for tile in meld.tiles],
            win_tile=closed[hand.closed.index(hand.win)],
            melds=melds,
            dora_indicators=tiles_of("".join(hand.dora)),
            config=their_config(hand),
            ura_dora_indicators=tiles_of("".join(hand.ura)),
        )


def beside_mahjong(what: str, turns: Sequence[tuple[Work, Work]], wanted: str) -> Figure:
    """Return how many times as fast we are as PyPI mahjong, in turns: the quickest turn of each."""
    took = [(seconds_once(ours), seconds_once(theirs)) for ours, theirs in turns]
    ours, theirs = (min(times) for times in zip(*took, strict=True))
    return Figure(what=what, measured=f"{theirs / ours:.2f} x mahjong", wanted=wanted)


def wins() -> Iterator[tuple[Table, Hand]]:
    """Return a ron or a tsumo of every seat at every dealer's turn, with honba and sticks."""
    for dealer, honba, kyoutaku, winner, loser, han in product(
        ALL_SEATS, range(3), (0, 1000, 3000), ALL_SEATS, ALL_SEATS, range(1, 14)
    ):
        table = Table(
            scores=(25_000, 25_000, 25_000, 25_000 - kyoutaku),
            round="E",
            dealer=dealer,
            honba=honba,
            kyoutaku=kyoutaku,
            chips=NOTHING,
            penalties=NOTHING,
            dealer_wins=0,
            renchan=0,
            yakitori=NEVER_YAKITORI,
            hands_left=None,
            extra=False,
        )
        win = Win(seat=winner, han=han, fu=40, yakuman=0, pao=None, yaku_han=None, yaku=(), chips=NO_CHIPS)
        ending = Won(discarder=None if loser == winner else loser, wins=(win,))
        yield table, Hand(ending=ending, riichi=(winner,), open_riichi=(), dead=(), wareme=None)


def prepared(question: dict[str, object], rules: Ruleset) -> WinningHand:
    """Return a hand as the evaluator takes it."""
    hand = read_score(Reader(path="", fields=question, problems=[]), rules)
    assert hand is not None
    return hand

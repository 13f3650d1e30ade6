"""The rules core: hands settled, and hands valued beside another library on the same hands in the same run."""

import random
from collections.abc import Iterator
from itertools import product

from mahjong.hand_calculating.hand import HandCalculator

from referee.ask.score import read_score
from referee.rules.ruleset import Ruleset
from referee.rules.score import evaluate
from referee.rules.settlement import settle
from referee.rules.table import ALL_SEATS, NO_CHIPS, NOTHING, Hand, Table, Win, Won
from referee.rules.win import WinningHand
from referee.rules.yaku import price_list
from referee.texts.reader import Reader
from tests.benchmarks.figures import Figure, seconds_for
from tests.cases import library
from tests.tiles.generated import generated
from tests.tiles.test_other_library import their_question

HANDS = 2000
SETTLED_PER_SECOND = 20_000
NEVER_YAKITORI = (False, False, False, False)


def rules_of(ruleset: str) -> Ruleset:
    """Return a shipped ruleset with the options that it begins with."""
    book = library().book(ruleset)
    assert book is not None
    return next(iter(book.variants.values()))


def core_figures() -> Iterator[Figure]:
    """Measure settling and scoring."""
    rules, questions = rules_of("aalto"), tuple(wins())
    each = seconds_for(lambda: [settle(table, hand, rules) for table, hand in questions]) / len(questions)
    yield Figure(
        what="wins settled by the core, a second",
        measured=f"{1 / each:,.0f}",
        wanted=f"at least {SETTLED_PER_SECOND:,}",
    )

    chance = random.Random(20_261_121)  # noqa: S311 hands, no secrets
    drawn = [generated(chance) for _ in range(HANDS)]
    prices = price_list(rules_of("tenhou"))
    ours = [prepared({"ask": "score", **hand.fields()}, prices.rules) for hand in drawn]
    theirs = [their_question(hand) for hand in drawn]
    our_time = seconds_for(lambda: [evaluate(hand, prices) for hand in ours]) / HANDS
    their_time = seconds_for(lambda: [HandCalculator.estimate_hand_value(**hand) for hand in theirs]) / HANDS
    yield Figure(
        what="one hand valued by the core, beside PyPI mahjong",
        measured=f"{our_time * 1e6:.0f} µs, {their_time * 1e6:.0f} µs",
        wanted="at most as long, better half",
    )


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

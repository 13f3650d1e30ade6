"""Times the core of whichever version of the program stands in the path, so that two can be run side by side.

Reads settlements and questions as JSON, and writes the shortest time of each kind in seconds. It is run by itself, and
knows where both versions keep what is timed.
"""

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

ROUNDS = 5
HERE = {
    "library": "tests.libraries",
    "settle": "referee.rules.settlement",
    "facts": "referee.rules.table",
    "answer": "referee.ask.api",
}
THERE = {
    "library": "referee.library",
    "settle": "referee.core.settling.settlement",
    "facts": "referee.core.rules.facts",
    "answer": "referee.core.asking.wire",
}
PLACES = {True: HERE, False: THERE}


def main() -> None:
    """Time what the standard input asks for."""
    asked = json.load(sys.stdin)
    places = PLACES[asked["is_new"]]
    library = import_module(places["library"]).load()
    facts = import_module(places["facts"])
    settle = import_module(places["settle"]).settle
    answer = import_module(places["answer"]).answer
    rules = next(iter(library.book("aalto").variants.values()))
    hands = [table_and_hand(facts, known) for known in asked["wins"]]
    found = {
        "settle": shortest(lambda: [settle(table, hand, rules) for table, hand in hands]),
        "ask_settle": shortest(lambda: [answer(each, library) for each in asked["settle"]]),
        "ask_score": shortest(lambda: [answer(each, library) for each in asked["score"]]),
    }
    json.dump(found, sys.stdout)


def table_and_hand(
    facts: Any,  # noqa: ANN401 the module of either version
    expected: dict[str, int],
) -> tuple[object, object]:
    """Return a win as the core takes it."""
    nothing = facts.NOTHING
    table = facts.Table(
        scores=(25_000, 25_000, 25_000, 25_000 - expected["kyoutaku"]),
        round="E",
        dealer=expected["dealer"],
        honba=expected["honba"],
        kyoutaku=expected["kyoutaku"],
        chips=nothing,
        penalties=nothing,
        dealer_wins=0,
        renchan=0,
        yakitori=(False, False, False, False),
        hands_left=None,
        extra=False,
    )
    seat, han = expected["seat"], expected["han"]
    win = facts.Win(
        seat=seat,
        han=han,
        fu=40,
        yakuman=0,
        pao=None,
        yaku_han=None,
        yaku=(),
        chips=facts.NO_CHIPS,
    )
    discarder = None if expected["discarder"] == seat else expected["discarder"]
    ending = facts.Won(discarder=discarder, wins=(win,))
    hand = facts.Hand(ending=ending, riichi=(seat,), open_riichi=(), dead=(), wareme=None)
    return table, hand


def shortest(work: Callable[[], object]) -> float:
    """Return the shortest time of some rounds, in seconds of this process."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


if __name__ == "__main__":
    main()

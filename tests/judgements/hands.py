"""Generated hands: tiles in mpsz, near enough to winning that many of them wait for something."""

import random
from collections.abc import Iterator

SUITS = "mps"
COPIES = 4


def kinds_of_suits(suits: str) -> list[str]:
    """Return the kinds of the suits, honours always among them."""
    return [f"{number}{suit}" for suit in suits for number in range(1, 10)] + [f"{number}z" for number in range(1, 8)]


def blocks(kinds: list[str]) -> list[list[str]]:
    """Return every run, triplet and pair that the kinds make."""
    runs = [[f"{n}{suit}", f"{n + 1}{suit}", f"{n + 2}{suit}"] for suit in SUITS for n in range(1, 8)]
    return [run for run in runs if run[0] in kinds] + [[kind] * 3 for kind in kinds]


def complete_hand(chance: random.Random, sets: int) -> list[str]:
    """Return a winning hand of some sets and a pair, of one to three suits, with at most four of a kind."""
    kinds = kinds_of_suits(chance.choice(["m", "p", "s", "mp", "mps", "mps"]))
    while True:
        hand = [tile for block in chance.choices(blocks(kinds), k=sets) for tile in block]
        hand += [chance.choice(kinds)] * 2
        if all(hand.count(tile) <= COPIES for tile in hand):
            return hand


def waiting_hands(count: int, seed: int) -> Iterator[list[str]]:
    """Yield closed hands of 13, 10, 7, 4 or 1 tiles, tenpai or not far from it."""
    chance = random.Random(seed)  # noqa: S311 hands, no secrets
    for _ in range(count):
        hand = complete_hand(chance, chance.choice([4, 4, 4, 3, 2, 1, 0]))
        if chance.random() < 0.2 and len(hand) == 14:
            hand = [tile for kind in chance.sample(kinds_of_suits(SUITS), 7) for tile in (kind, kind)]
        chance.shuffle(hand)
        hand.pop()
        if chance.random() < 0.2:
            hand[0] = chance.choice([kind for kind in kinds_of_suits(SUITS) if hand.count(kind) < COPIES])
        yield hand

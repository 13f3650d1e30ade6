"""Winning hands made up at random from sets and a pair, for comparison with another library and for properties."""

import random
from dataclasses import dataclass

from referee.rules.tiles import DIGITS, SUIT_LETTERS

KINDS = tuple(f"{digit}{suit}" for suit in "mps" for digit in range(1, 10)) + tuple(
    f"{digit}z" for digit in range(1, 8)
)
WINDS = "ESWN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """A winning hand: ``sets`` are closed, melds are (kind, tiles), the winning tile is one of the closed tiles."""

    closed: tuple[str, ...]
    melds: tuple[tuple[str, tuple[str, ...]], ...]
    win: str
    tsumo: bool
    seat: str
    round: str
    riichi: str
    flags: tuple[str, ...]
    dora: tuple[str, ...]
    ura: tuple[str, ...]

    def fields(self) -> dict[str, object]:
        """Return the hand as the fields of a score question."""
        return {
            "tiles": "".join(self.closed),
            "win": self.win,
            "by": "tsumo" if self.tsumo else "ron",
            "seat_wind": self.seat,
            "round_wind": self.round,
            "melds": [{"kind": kind, "tiles": "".join(tiles)} for kind, tiles in self.melds],
            "riichi": self.riichi,
            "flags": list(self.flags),
            "dora_indicators": "".join(self.dora),
            "ura_indicators": "".join(self.ura),
        }


def generated(chance: random.Random) -> Generated:
    """Return a hand in which no tile comes more than four times."""
    while True:
        found = attempt(chance)
        tiles = [*found.closed, *[tile for _, tiles in found.melds for tile in tiles]]
        if all(tiles.count(tile) <= 4 for tile in tiles):
            return found


def attempt(chance: random.Random) -> Generated:
    """Return a hand of four sets and a pair, or of seven pairs, that may hold too many of a tile."""
    kinds = pool(chance)
    melds = tuple(meld(chance, kinds) for _ in range(chance.choice([0, 0, 0, 1, 2, 3, 4])))
    sets = [one_set(chance, kinds) for _ in range(4 - len(melds))]
    closed = (*[tile for tiles in sets for tile in tiles], *[chance.choice(kinds)] * 2)
    if not melds and chance.random() < 0.1 and len(kinds) >= 7:
        closed = tuple(tile for kind in chance.sample(kinds, 7) for tile in (kind, kind))
    tsumo = chance.random() < 0.5
    is_closed = all(kind == "ankan" for kind, _ in melds)
    riichi = chance.choice(["none", "riichi", "double"]) if is_closed else "none"
    return Generated(
        closed=closed,
        melds=melds,
        win=chance.choice(closed),
        tsumo=tsumo,
        seat=chance.choice(WINDS),
        round=chance.choice("ES"),
        riichi=riichi,
        flags=facts(chance, melds, tsumo=tsumo, riichi=riichi),
        dora=tuple(chance.choices(KINDS, k=chance.randint(0, 2))),
        ura=tuple(chance.choices(KINDS, k=1)) if riichi != "none" else (),
    )


def pool(chance: random.Random) -> tuple[str, ...]:
    """Return the kinds that a hand is made of: all, one suit with or without honours, outside tiles, or honours."""
    suit = chance.choice(SUIT_LETTERS[:3])
    flush = tuple(kind for kind in KINDS if kind[1] == suit)
    honours = KINDS[27:]
    outside = (*[kind for kind in KINDS[:27] if kind[0] in "19"], *honours)
    return chance.choice([KINDS, KINDS, KINDS, KINDS[:27], flush, (*flush, *honours), outside, honours])


def one_set(chance: random.Random, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """Return a run or a triplet."""
    first = chance.choice(kinds)
    number = DIGITS.index(first[0])
    if first[1] == "z" or number > 7 or chance.random() < 0.35:
        return (first, first, first)
    return tuple(f"{each}{first[1]}" for each in (number, number + 1, number + 2))


def meld(chance: random.Random, kinds: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return a meld of any kind."""
    tiles = one_set(chance, kinds)
    if tiles[0] != tiles[1]:
        return ("chii", tiles)
    kind = chance.choice(["pon", "daiminkan", "kakan", "ankan"])
    return (kind, tiles if kind == "pon" else (*tiles, tiles[0]))


def facts(
    chance: random.Random, melds: tuple[tuple[str, tuple[str, ...]], ...], *, tsumo: bool, riichi: str
) -> tuple[str, ...]:
    """Return facts that can be true together."""
    konged = any(kind.endswith("kan") for kind, _ in melds)
    if konged and tsumo and chance.random() < 0.2:
        return ("rinshan",)
    found = ("ippatsu",) if riichi != "none" and chance.random() < 0.3 else ()
    return (*found, "last_tile") if chance.random() < 0.1 else found

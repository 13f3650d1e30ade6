"""Hands that were won in real games, as they lie in `played.tsv`."""

from pathlib import Path

from referee.rules.tiles import kind_names, kind_of, tiles_of
from tests.tiles.generated import Generated

FILE = Path(__file__).with_name("played.tsv")


def played_hands() -> list[Generated]:
    """Return the hands of the file."""
    lines = FILE.read_text("utf-8").splitlines()
    return [hand_of(line.split("\t")) for line in lines if not line.startswith("#")]


def hand_of(row: list[str]) -> Generated:
    """Return the hand of a row."""
    closed, win, way, winds, riichi, facts, melds, dora, ura = row
    return Generated(
        closed=(*names_of(closed), win),
        melds=tuple((kind, names_of(tiles)) for kind, tiles in (meld.split(":") for meld in melds.split())),
        win=win,
        tsumo=way == "tsumo",
        seat=winds[0],
        round=winds[1],
        riichi=riichi,
        flags=tuple(facts.split()),
        dora=tuple(dora.split()),
        ura=tuple(ura.split()),
    )


def names_of(text: str) -> tuple[str, ...]:
    """Return the tiles of a text one by one."""
    tiles, _ = tiles_of(text)
    return kind_names(tuple(map(kind_of, tiles)))

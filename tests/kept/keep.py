"""Keeps what this version writes and sends: `python -m tests.kept.keep NAME`, run once before a change of shapes.

Every golden game is played through, one more game meets every kind of event, and everything that a phone fetches is
packed as it is sent. The folder of a version is never written again.
"""

import gzip
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from referee import desk
from referee.database import DatabaseDesk
from referee.desk import Adjustment, MarkKind, NewGame, Recorded, Sanction, UndoReason, Way
from referee.rules.offences import Penalty
from referee.store.sqlite import backup, exported
from referee.web import create_app
from tests.cases import Sheet, sheets
from tests.desks import NAMES, Played, abort, begin, chombo, draw, opened, order, ron, ruling_plan, tsumo
from tests.kept.states import states

HERE = Path(__file__).parent
FALSE_RON: dict[str, str | int] = {"call": "ron", "cause": "no_yaku", "shown": 14}
UNSHOWN: dict[str, str | int] = {"call": "ron", "cause": "no_yaku", "shown": 0}


def golden(own_desk: DatabaseDesk, sheet: Sheet) -> Played:
    """Play a golden game with its riichi marked, its time signal given and its result signed."""
    plan = NewGame(ruleset=sheet.ruleset, options=sheet.options, names=NAMES, table=dict(sheet.first_table))
    begun = desk.start(own_desk, order(), plan)
    assert isinstance(begun, desk.Begun), begun
    game = Played(desk=own_desk, game=begun.game, token=begun.token)
    for hand in sheet.hands:
        if hand.refused is None:
            give_signal(game, hand.signal)
            game.record(hand.hand)
    game.must(desk.finish)
    return game


def give_signal(game: Played, hands_left: int | None) -> None:
    """Give the time signal before the first hand that counts down to the end."""
    offer = game.view.signal
    if hands_left is None or offer is None or game.view.hands_left is not None:
        return
    game.must(desk.signal, running=offer.running == hands_left)


def every_kind(own_desk: DatabaseDesk) -> Played:
    """Play a game in which every kind of entry is made, taken back, corrected or withdrawn."""
    game = begin(own_desk, "ema-2016")
    for seat, kind in ((0, MarkKind.RIICHI), (1, MarkKind.TENPAI), (2, MarkKind.DEAD_HAND)):
        game.mark(seat, kind, reason="wrong_tiles" if kind == MarkKind.DEAD_HAND else "")
    game.mark(1, MarkKind.TENPAI, on=False)
    game.record(ron(0, 1, 3, 40))
    for reason in UndoReason:
        game.record(tsumo(1, 2, 30))
        game.must(desk.undo, reason)
    game.record(draw(0, 2), chombo(3), tsumo(1, 2, 30), ron(2, 3, 5, 30))
    game.must(desk.correct, desk.Correction(number=1, hand=draw(3), way=Way.REPLAY))
    game.must(desk.correct, desk.Correction(number=0, hand=ron(0, 1, 2, 40), way=Way.POINTS_ONLY))
    east, south, west, north = game.scores
    moved = (east + 1000, south - 1000, west, north)
    game.must(desk.adjust, Adjustment(scores=moved, honba=2, text="Counted again"))
    assert isinstance(desk.note(own_desk, game.game, order(), "Ben left for a minute"), Recorded)
    rulings(game)
    desk.rename(own_desk, game.game, order(), ("Aki", "Benjamin", "Chie", "Dan"))
    game.must(desk.signal, running=True)
    game.must(desk.force_end)
    game.must(desk.finish)
    game.must(desk.reopen, "A hand was missing")
    game.record(ron(1, 2, 1, 30))
    game.must(desk.force_end)
    game.must(desk.finish)
    return game


def rulings(game: Played) -> None:
    """Issue rulings as proposed, with another penalty, and on a chombo; withdraw one."""
    game.must(desk.rule, (ruling_plan(2, "mistaken_win", UNSHOWN),))
    game.must(desk.withdraw_ruling, game.view.seq, "A call of chii after all")
    other = (Sanction(kind=Penalty.WARNING, amount=0),)
    game.must(desk.rule, (ruling_plan(1, "empty_call", {"call": "pon"}, other, "First time"),))
    game.must(desk.rule, (ruling_plan(0, "mistaken_win", FALSE_RON),))
    game.must(desk.rule, (ruling_plan(3, "mistaken_win", FALSE_RON),))
    game.must(desk.undo, UndoReason.RULED_OTHERWISE)


def other_games(own_desk: DatabaseDesk) -> tuple[Played, ...]:
    """Play games with open riichi, chips, an abort, several chombo, fines on the table and a start in mid-game."""
    chips = begin(own_desk, "standard-shuugi", house="on")
    chips.mark(0, MarkKind.OPEN_RIICHI)
    chips.record(abort("suufon_renda"), chombo(0, 2))
    fines = begin(own_desk, "warsaw")
    fines.must(desk.rule, (ruling_plan(0, "empty_call", {"call": "pon"}),))
    fines.record(ron(1, 2, 3, 40))
    middle = {"scores": [31000, 19000, 28000, 22000], "round": "S", "dealer": 2, "honba": 1, "kyoutaku": 0}
    later = begin(own_desk, "aalto", middle)
    later.record(draw(0, 1))
    return (chips, fines, later)


def sent(own_desk: DatabaseDesk) -> Iterator[tuple[str, bytes]]:
    """Yield the worker and everything that a phone keeps, by address, as they are before they are packed."""
    client = create_app(own_desk.library, own_desk).test_client()
    build: dict[str, Any] = client.get("/phone/build.json").json or {}
    scripts = sorted((HERE.parents[1] / "static/js/phone").glob("*.js"))
    imported = [f"{build['transport'].rpartition('/')[0]}/{script.name}" for script in scripts]
    named = [build[name] for name in ("transport", "store", "wasm", "machine")]
    addresses = ["/sw.js", "/phone/build.json", *named, *imported, *build["files"], *build["pieces"].values()]
    for address in dict.fromkeys(addresses):
        yield address, client.get(address).data


def keep(name: str) -> None:
    """Write the folder of a version; raise ``FileExistsError`` where there is one."""
    folder = HERE / name
    folder.mkdir()
    with TemporaryDirectory() as place:
        own_desk = opened(Path(place))
        games = (*(golden(own_desk, sheet) for sheet in sheets()), every_kind(own_desk), *other_games(own_desk))
        write_packed(folder / "games.jsonl.gz", "".join(f"{line}\n" for line in exported(own_desk.store)).encode())
        write_json(folder / "states.json", states(own_desk))
        write_json(folder / "tokens.json", {game.game: game.token for game in games})
        with zipfile.ZipFile(folder / "sent.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as box:
            for address, content in sent(own_desk):
                box.writestr(address.lstrip("/"), content)
        backup(own_desk.store, Path(place) / "copy.db")
        write_packed(folder / "games.db.gz", (Path(place) / "copy.db").read_bytes())
        own_desk.close()


def write_packed(file: Path, content: bytes) -> None:
    """Write a packed file."""
    file.write_bytes(gzip.compress(content, 9, mtime=0))


def write_json(file: Path, value: object) -> None:
    """Write a file that can be read and compared line by line."""
    file.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    keep(sys.argv[1])

"""The core beside that of an earlier version, in turns in one run: only such a ratio says anything on any machine."""

import json
import os
import random
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.rules.table import ALL_SEATS
from tests.benchmarks.figures import Figure
from tests.tiles.generated import generated

OLD = "eaf7b57"
"""The version that budgets are measured by."""
ROOT = Path(__file__).parents[2]
TURNS = 4
SCORED = 600
WANTED = {"settle": 1.35, "ask_settle": 1.8, "ask_score": 1.8}
CALLED = {
    "settle": "a win settled by the core",
    "ask_settle": "a settle question answered as JSON",
    "ask_score": "a score question answered as JSON",
}


def beside_figures() -> Iterator[Figure]:
    """Measure both versions in turns."""
    with TemporaryDirectory() as folder:
        try:
            unpack(Path(folder))
        except (OSError, subprocess.CalledProcessError, tarfile.TarError):
            yield Figure(what=f"the core beside {OLD}", measured="not measured", wanted=f"{OLD} is not in this history")
            return
        times: dict[bool, list[dict[str, float]]] = {True: [], False: []}
        for _ in range(TURNS):
            for is_new, root in ((False, Path(folder)), (True, ROOT)):
                times[is_new].append(timed(root, is_new=is_new))
    for name, wanted in WANTED.items():
        old, new = (min(each[name] for each in times[is_new]) for is_new in (False, True))
        yield Figure(
            what=f"{CALLED[name]}, beside {OLD}",
            measured=f"{old / new:.2f} times as fast",
            wanted=f"at least {wanted}",
        )


def unpack(folder: Path) -> None:
    """Put the earlier version into a folder."""
    packed = subprocess.run(  # noqa: S603 our own history
        ["git", "-C", str(ROOT), "archive", OLD],  # noqa: S607 as the shell finds it
        check=True,
        capture_output=True,
    )
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")


def timed(root: Path, *, is_new: bool) -> dict[str, float]:
    """Return the times of a version."""
    found = subprocess.run(  # noqa: S603 our own file
        [sys.executable, str(Path(__file__).with_name("timed.py"))],
        check=True,
        capture_output=True,
        env=os.environ | {"PYTHONPATH": str(root)},
        cwd=root,
        input=json.dumps({"is_new": is_new, "wins": WINS, "settle": SETTLE, "score": scored()}).encode(),
    )
    times: dict[str, float] = json.loads(found.stdout)
    return times


WINS = [
    {"dealer": dealer, "honba": honba, "kyoutaku": kyoutaku, "seat": seat, "discarder": discarder, "han": han}
    for dealer, honba, kyoutaku, seat, discarder, han in product(
        ALL_SEATS, range(2), (0, 2000), ALL_SEATS, ALL_SEATS, (1, 2, 3, 4, 5, 8, 13)
    )
]
"""Wins of every seat off every other, and tsumo where the discarder is the winner."""


def settle_question(expected: dict[str, int]) -> str:
    """Return a win as a question."""
    table = {
        "scores": [25_000, 25_000, 25_000, 25_000 - expected["kyoutaku"]],
        "round": "E",
        "dealer": expected["dealer"],
        "honba": expected["honba"],
        "kyoutaku": expected["kyoutaku"],
    }
    won = {"seat": expected["seat"], "han": expected["han"], "fu": 40}
    discarder = None if expected["discarder"] == expected["seat"] else expected["discarder"]
    hand = {"result": "win", "from": discarder, "riichi": [expected["seat"]], "wins": [won]}
    return json.dumps({"ask": "settle", "ruleset": "aalto", "table": table, "hand": hand})


SETTLE = [settle_question(told) for told in WINS]


def scored() -> list[str]:
    """Return questions about hands that were not seen before, the same for both versions."""
    chance = random.Random(20_261_123)  # noqa: S311 hands, no secrets
    hands = [generated(chance).fields() for _ in range(SCORED)]
    return [json.dumps({"ask": "score", "ruleset": "tenhou", **hand}) for hand in hands]

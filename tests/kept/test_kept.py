"""Databases and exports of every earlier version come to what they came to then."""

import gzip
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from referee import desk
from referee.commands.audit import audit
from referee.database import DatabaseDesk
from referee.store.sqlite import all_games, restore
from referee.web import create_app
from tests.desks import opened
from tests.kept.states import states

VERSIONS = sorted(file.parent for file in Path(__file__).parent.glob("*/states.json"))
KINDS_AT_FIRST = 13
"""How many kinds of entries the first kept version knew."""

SENT = [version for version in VERSIONS if (version / "sent.zip").exists()]
"""Those that sent phones something else than the ones after them."""

of_every_version = pytest.mark.parametrize("version", VERSIONS, ids=[version.name for version in VERSIONS])


def read(version: Path, name: str) -> dict[str, Any]:
    """Return what a version told of its games."""
    found: dict[str, Any] = json.loads((version / name).read_text("utf-8"))
    return found


def with_its_database(version: Path, folder: Path) -> DatabaseDesk:
    """Return a desk over a copy of a version's database."""
    with gzip.open(version / "games.db.gz") as packed, (folder / "table.db").open("wb") as file:
        shutil.copyfileobj(packed, file)
    return opened(folder)


def test_there_are_versions() -> None:
    """The first one that phones have used, and the last one that kept texts in the log."""
    assert {version.name for version in VERSIONS} >= {"eaf7b57", "50b4e3d"}


@of_every_version
def test_a_database_is_read_as_it_was_written(version: Path, tmp_path: Path) -> None:
    """Every game stands where it stood, row by row, and working it out again finds nothing else."""
    own_desk = with_its_database(version, tmp_path)

    assert states(own_desk) == read(version, "states.json")
    assert audit(own_desk) == (len(all_games(own_desk.store.database())), ())
    assert len(list(own_desk.store.database().query("select distinct kind from events"))) >= KINDS_AT_FIRST
    own_desk.close()


@of_every_version
def test_an_export_is_restored_as_it_was_written(version: Path, tmp_path: Path) -> None:
    """Every game stands where it stood, and its people still find it under its address."""
    own_desk = opened(tmp_path)
    lines = gzip.decompress((version / "games.jsonl.gz").read_bytes()).decode().splitlines()
    restore(own_desk.store, lines)

    assert states(own_desk) == read(version, "states.json")
    client = create_app(own_desk.library, own_desk).test_client()
    for game, token in read(version, "tokens.json").items():
        assert desk.find(own_desk, token) == game
        assert [client.get(f"/t/{token}{page}").status_code for page in ("", "/sheet", "/log")] == [200, 200, 200]
    own_desk.close()


@pytest.mark.parametrize("version", SENT, ids=[version.name for version in SENT])
def test_what_a_phone_fetched_is_kept_whole(version: Path) -> None:
    """The worker, and every file that it names."""
    with zipfile.ZipFile(version / "sent.zip") as box:
        build = json.loads(box.read("phone/build.json"))
        there = set(box.namelist())
    wanted = [build["core"], build["wasm"], build["machine"], *build["files"], *build["pieces"].values()]
    assert {"sw.js", *(address.lstrip("/") for address in wanted)} <= there

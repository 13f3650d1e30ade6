"""What phones take along is made once, and read from then on; while it is made, they are told to wait."""

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.database import DatabaseDesk
from referee.paths import cache_folder
from referee.web import build_cache, build_process, create_app, downloads
from referee.web.assets import QUICK
from referee.web.cache import Cache, cache_at
from tests.desks import shipped
from tests.libraries import load


def filled(hall: DatabaseDesk, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let an application make everything into a folder, quickly; return its worker."""
    monkeypatch.setattr(downloads, "lowered", lambda: b"made = 'page.app'")
    return create_app(shipped(), hall, folder).test_client().get("/sw.js").text


def never() -> bytes:
    """Fail, for nothing must be made again."""
    pytest.fail("it was made again")


def test_a_second_start_reads_what_the_first_made(
    hall: DatabaseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same worker, and nothing is lowered."""
    first = filled(hall, tmp_path / "made", monkeypatch)
    monkeypatch.setattr(downloads, "lowered", never)

    assert create_app(shipped(), hall, tmp_path / "made").test_client().get("/sw.js").text == first
    assert (tmp_path / "made").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "spoil", [lambda file: file.write_bytes(file.read_bytes()[:-1]), lambda file: file.write_bytes(b"")]
)
def test_a_spoiled_file_is_made_again(
    hall: DatabaseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], object]
) -> None:
    """What is not as it was written is not sent to anybody."""
    first = filled(hall, tmp_path / "made", monkeypatch)
    for file in (tmp_path / "made").iterdir():
        spoil(file)

    assert filled(hall, tmp_path / "made", monkeypatch) == first
    monkeypatch.setattr(downloads, "lowered", never)
    assert create_app(shipped(), hall, tmp_path / "made").test_client().get("/sw.js").text == first


def test_a_second_start_compiles_no_template_again(
    hall: DatabaseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first pages after a start wait for nothing; a spoiled one is compiled again."""
    first = create_app(shipped(), hall, tmp_path / "made").test_client().get("/glossary").text
    app = create_app(shipped(), hall, tmp_path / "made")
    with monkeypatch.context() as patched:
        patched.setattr(app.jinja_env, "compile", lambda *_: never())
        assert app.test_client().get("/glossary").text == first
    for file in (tmp_path / "made").glob("template-*"):
        file.write_bytes(file.read_bytes()[:-1])
    assert create_app(shipped(), hall, tmp_path / "made").test_client().get("/glossary").text == first


def test_a_folder_that_cannot_be_used_only_costs_time(
    hall: DatabaseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is none, one that others may write to, and a full one."""
    (tmp_path / "file").write_text("", "utf-8")
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)

    assert filled(hall, tmp_path / "file" / "made", monkeypatch) == filled(hall, tmp_path / "open", monkeypatch)
    assert list((tmp_path / "open").iterdir()) == []
    assert Cache(folder=tmp_path / "gone").kept("kind", b"source", lambda: b"made") == b"made"


def test_what_no_start_has_used_for_long_is_thrown_away(tmp_path: Path) -> None:
    """The folder does not grow with every version."""
    cache = cache_at(tmp_path / "made")
    for source in (b"old", b"new"):
        cache.kept("kind", source, lambda: b"made")
    old = min((tmp_path / "made").iterdir())
    os.utime(old, (0, 0))
    cache.tidy()

    assert len(list((tmp_path / "made").iterdir())) == 1


@pytest.fixture
def slow(
    own_app: Flask, hall: DatabaseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[FlaskClient, threading.Event, Flask]:
    """Return the client of an application that is still at work on what phones take along, and what lets it go on."""
    assert own_app
    go_on = threading.Event()

    def slowly(_place: Path, _folders: Sequence[Path]) -> None:
        assert go_on.wait(60)

    monkeypatch.setattr(build_cache, "make_in_process", slowly)
    monkeypatch.setattr(downloads, "lowered", lambda: b"made = 'page.app'")
    app = create_app(shipped(), hall, tmp_path / "made")
    build_cache.make_in_background(app, ())
    return app.test_client(), go_on, app


def test_phones_are_told_to_wait_while_it_is_made(slow: tuple[FlaskClient, threading.Event, Flask]) -> None:
    """With our header and the cause; pages come meanwhile, and then the worker too."""
    client, go_on, app = slow
    waiting = [client.get(path) for path in ("/sw.js", "/phone/build.json", "/phone/0/core.py")]
    others = [client.get(path).status_code for path in ("/", "/pays", "/phone/alive")]
    go_on.set()
    made = app.extensions[downloads.EXTENSION]
    made.maker.join(60)

    for answer in waiting:
        assert (answer.status_code, answer.headers["Referee-Cause"]) == (503, "starting")
        assert answer.headers["Referee"]
        assert int(answer.headers["Retry-After"]) <= 60
    assert others == [200, 200, 204]
    assert client.get("/sw.js").status_code == 200


def test_nobody_is_told_to_wait_for_what_is_only_read(
    hall: DatabaseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first request after a start with a full cache is answered, however early it comes."""
    filled(hall, tmp_path / "made", monkeypatch)
    monkeypatch.setattr(downloads, "lowered", never)
    monkeypatch.setattr(build_cache, "make_in_process", lambda *_: None)
    app = create_app(shipped(), hall, tmp_path / "made")
    build_cache.make_in_background(app, ())

    assert app.test_client().get("/sw.js").status_code == 200
    app.extensions[downloads.EXTENSION].maker.join(60)


def test_another_process_makes_everything(hall: DatabaseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it leaves, with a club's rules too, is all that the server would have made or read."""
    folder, made = tmp_path / "club", tmp_path / "made"
    for each in (folder, made):
        each.mkdir(mode=0o700)
    text = 'extends = "aalto"\n[document]\ntitle = "Club"\nedition = "1"\nconfidence = "text"\nsource = "Wall"\n'
    (folder / "club.toml").write_text(text, "utf-8")
    monkeypatch.setattr(downloads, "lowered", lambda: b"made = 'page.app'")
    monkeypatch.setattr(build_process, "SMALL", QUICK)
    build_process.make(made, [folder])
    monkeypatch.setattr(downloads, "lowered", never)
    monkeypatch.setattr(build_cache, "read_anew", lambda _: never())
    shelf, library = build_cache.read_library([folder], cache_at(made))
    app = create_app(library, hall, made, shelf)

    assert library == load([folder])
    with app.test_request_context("/"):
        downloads.read_from_cache()
        assert build_cache.is_made([folder])
        assert not build_cache.is_made([])
    monkeypatch.setattr(app.jinja_env, "compile", lambda *_: never())
    assert [app.test_client().get(path).status_code for path in ("/", "/pays", "/sw.js")] == [200, 200, 200]


def test_a_spoiled_library_is_read_anew(tmp_path: Path) -> None:
    """As it is where a ruleset was changed."""
    cache = cache_at(tmp_path / "made")
    read = build_cache.read_anew(())
    build_cache.keep_library(read, (), cache)
    (file,) = (tmp_path / "made").iterdir()

    assert build_cache.read_library((), cache) == read
    file.write_bytes(file.read_bytes()[:-1])
    assert build_cache.read_library((), cache)[1] == read[1]


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "/home/eri/.cache"),
        ("linux", {"XDG_CACHE_HOME": "/var/made"}, "/var/made"),
        ("linux", {"XDG_CACHE_HOME": "made"}, "/home/eri/.cache"),
        ("darwin", {}, "/home/eri/Library/Caches"),
        ("win32", {}, "/home/eri/AppData/Local/Cache"),
    ],
)
def test_the_folder_is_the_systems(platform: str, environment: dict[str, str], folder: str) -> None:
    """Where programs of the system keep what they can make again."""
    assert cache_folder(platform, environment, Path("/home/eri")) == Path(folder)


def test_a_library_is_kept_for_the_place_of_its_files(tmp_path: Path) -> None:
    """It names its files: the same program in another folder reads its own, and not those that may be gone."""
    folders = [tmp_path / "old", tmp_path / "new"]
    for folder in folders:
        folder.mkdir()
        (folder / "club.toml").write_text('extends = "aalto"\n', "utf-8")

    assert build_cache.source_of([folders[0]]) != build_cache.source_of([folders[1]])

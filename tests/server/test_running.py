"""The program as a process: how it starts, what it says when it cannot, and how it ends."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.cli import main
from referee.store.sqlite import open_store
from tests.attacks.writers import Writers
from tests.offline.conftest import RealServer, free_port

SERVE = [sys.executable, "-m", "referee", "serve", "--host", "127.0.0.1"]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[RealServer]:
    """Return a server that answers."""
    server = RealServer(database=tmp_path / "club.db", port=free_port())
    server.launch()
    yield server
    if server.process is not None and server.process.poll() is None:
        server.kill()


def ended(server: RealServer, how: signal.Signals) -> int:
    """Send a signal; return the exit code."""
    assert server.process is not None
    server.send(how)
    return server.process.wait(timeout=60)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_server_ends_well_when_told_to(running: RealServer, how: signal.Signals) -> None:
    """With 0, though phones hold connections open; the database is closed and whole."""
    idle = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(20)]
    half = socket.create_connection(("127.0.0.1", running.port))
    half.sendall(b"GET / HTTP/1.1\r\n")

    assert ended(running, how) == 0
    assert [each.name for each in running.database.parent.iterdir() if "journal" in each.name] == []
    for each in (*idle, half):
        each.close()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_what_was_confirmed_is_there_after_the_end(running: RealServer, how: signal.Signals) -> None:
    """Ended in the middle of writing phones, gently or not: every acknowledged entry stands once."""
    writers = Writers(running.port, phones=4)
    with writers.at_work():
        writers.wait_for(20)
        code = ended(running, how)
    assert code == (0 if how == signal.SIGTERM else -how)
    writers.check(running.database)


def test_an_answer_that_was_begun_is_finished(running: RealServer) -> None:
    """A request that waits for another program's lock is answered although the server was told to end meanwhile."""
    writers = Writers(running.port, phones=1)
    writers.begin_games()
    store = open_store(running.database)
    answers: list[int] = []
    waiting = threading.Thread(target=lambda: answers.append(writers.write(0)))
    with store.writing():
        waiting.start()
        time.sleep(1)
        running.send(signal.SIGTERM)
        time.sleep(0.5)
    waiting.join(60)
    store.close()
    assert running.process is not None

    assert running.process.wait(timeout=60) == 0
    assert answers == [303]
    writers.check(running.database)


def test_a_closed_terminal_does_not_end_what_was_to_outlive_it(tmp_path: Path) -> None:
    """`nohup referee serve` goes on."""
    server = RealServer(database=tmp_path / "club.db", port=free_port())
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        server.launch()
    finally:
        signal.signal(signal.SIGHUP, before)
    server.send(signal.SIGHUP)
    time.sleep(0.5)

    assert server.status_of("/health") == 200
    assert ended(server, signal.SIGTERM) == 0


def can_be_first() -> bool:
    """Say whether a process may be made the first of a namespace here."""
    tool = shutil.which("unshare")
    command = [str(tool), "--pid", "--fork", "--kill-child", "true"]
    return tool is not None and subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603


def child_of(process: int) -> int:
    """Return the only child of a process."""
    while True:
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
        if children:
            return int(children[0])
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has process namespaces")
def test_the_first_process_of_a_container_ends_too(tmp_path: Path) -> None:
    """Nothing ends process 1 unasked; where no namespace may be made, the handler is looked for instead."""
    port = free_port()
    serve = [*SERVE, "--port", str(port), "--db", str(tmp_path / "club.db")]
    first = can_be_first()
    command = ["unshare", "--pid", "--fork", "--kill-child", *serve] if first else serve
    outer = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
    RealServer(database=tmp_path / "club.db", port=port).wait_for("/phone/alive", 204)
    inner = child_of(outer.pid) if first else outer.pid
    status = Path(f"/proc/{inner}/status").read_text("ascii").splitlines()
    caught = int(next(line for line in status if line.startswith("SigCgt")).split()[1], 16)
    os.kill(inner, signal.SIGTERM)

    assert caught >> (signal.SIGTERM - 1) & 1
    assert outer.wait(timeout=60) == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "99999"], "99999 is no port"),
        (["--port", "-1"], "-1 is no port"),
        (["--port", "eight"], "eight is no port"),
        (["--host", "no.such.host.invalid"], "no.such.host.invalid is no address"),
        (["--host", "203.0.113.1"], "203.0.113.1 is no address of this machine"),
        (["--host", "a" * 70], "is no address"),
    ],
)
def test_a_wrong_place_is_a_sentence(
    tmp_path: Path, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be listened on is said, with what can; no trace."""
    try:
        code: object = main(["serve", "--port", "0", "--db", str(tmp_path / "club.db"), *arguments])
    except SystemExit as ending:
        code = ending.code
    text = capsys.readouterr().err

    assert code in (1, 2)
    assert sentence in text
    assert "Traceback" not in text


def test_a_taken_port_is_a_sentence(running: RealServer, tmp_path: Path) -> None:
    """With another one to try."""
    command = [*SERVE, "--port", str(running.port), "--db", str(tmp_path / "other.db")]
    done = subprocess.run(command, capture_output=True, check=False, text=True, timeout=60)  # noqa: S603

    assert done.returncode == 1
    assert f"--port {running.port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp932"])
def test_no_output_stops_the_start(tmp_path: Path, encoding: str) -> None:
    """A service on Windows, a pipe without Unicode: the addresses are printed, and the server answers."""
    folder = tmp_path / "Würfel雀"
    folder.mkdir()
    server, out = RealServer(database=folder / "club.db", port=free_port()), tmp_path / "out"
    command = [*SERVE[:-1], "0.0.0.0", "--port", str(server.port), "--db", str(server.database)]  # noqa: S104
    with out.open("wb") as sink:
        environment = os.environ | {"PYTHONIOENCODING": encoding}
        server.process = subprocess.Popen(command, stdout=sink, stderr=sink, env=environment, text=True)  # noqa: S603
    server.wait_for("/health", 200)

    assert ended(server, signal.SIGTERM) == 0
    assert f"http://127.0.0.1:{server.port}".encode() in out.read_bytes()
    assert b"Traceback" not in out.read_bytes()


def test_a_request_is_written_down_without_its_table(tmp_path: Path) -> None:
    """`--access-log` names the kind of address and the answer, never whose table it is; nor does any other line."""
    server, out = RealServer(database=tmp_path / "club.db", port=free_port()), tmp_path / "out"
    command = [*SERVE, "--port", str(server.port), "--db", str(server.database), "--access-log"]
    with out.open("wb") as sink:
        server.process = subprocess.Popen(command, stdout=sink, stderr=sink, text=True)  # noqa: S603
    server.wait_for("/health", 200)
    writers = Writers(server.port, phones=1)
    writers.begin_games()
    assert writers.write(0) == 303
    (server.database).chmod(0o600)
    assert ended(server, signal.SIGTERM) == 0
    shown = out.read_text("utf-8")

    assert "POST /t/<token>/notes 303" in shown
    assert writers.tokens[0] not in shown


def test_two_programs_on_one_database_lose_nothing(running: RealServer) -> None:
    """Two servers, each with phones that write: every acknowledged entry stands once."""
    other = RealServer(database=running.database, port=free_port())
    other.launch()
    both = [Writers(server.port, phones=3) for server in (running, other)]
    with both[0].at_work(), both[1].at_work():
        for each in both:
            each.wait_for(15)
    assert ended(other, signal.SIGTERM) == 0
    assert ended(running, signal.SIGTERM) == 0

    for each in both:
        each.check(running.database)


def test_a_locked_database_makes_writers_wait_and_readers_not(running: RealServer) -> None:
    """Another program writes for long: pages come, what is written says why it was not, and later it is written."""
    writers = Writers(running.port, phones=1)
    writers.begin_games()
    store = open_store(running.database)
    crowd = [threading.Thread(target=writers.write, args=(0,)) for _ in range(40)]
    with store.writing():
        for each in crowd:
            each.start()
        time.sleep(0.5)
        begun = time.monotonic()
        assert running.status_of("/pays") == 200
        assert running.status_of(f"/t/{writers.tokens[0]}") == 200
        assert time.monotonic() - begun < 9
        answer = writers.answer_to_health()
        assert (answer.status, answer.headers["Referee-Cause"]) == (503, "locked")
    for each in crowd:
        each.join(120)
    store.close()

    assert writers.write(0) == 303
    assert set(writers.statuses) <= {303, 503}
    writers.check(running.database)

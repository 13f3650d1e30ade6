"""The program as processes of their own that are there at once: forks of one that has read everything already."""

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee import cli
from referee.web import build_cache
from referee.web.cache import Cache, program_hash, sources_hash


@dataclass(frozen=True)
class Fork:
    """A running program that somebody else is the parent of, in the words of ``subprocess.Popen``."""

    pid: int

    def send_signal(self, what: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, what)

    def poll(self) -> int | None:
        """Return None while it runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self, timeout: float) -> int:
        """Wait until it has ended."""
        deadline = time.monotonic() + timeout
        while self.poll() is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            time.sleep(0.01)
        return 0


@dataclass(frozen=True)
class Parent:
    """The process that forks."""

    process: subprocess.Popen[str]

    def start(self, arguments: list[str]) -> Fork:
        """Start the program with these arguments."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(arguments) + "\n")
        self.process.stdin.flush()
        return Fork(pid=int(self.process.stdout.readline()))


@contextmanager
def parent() -> Iterator[Parent]:
    """Run a process that forks."""
    command = [sys.executable, "-m", __spec__.name]
    pipe, root = subprocess.PIPE, Path(__file__).parents[2]
    with subprocess.Popen(command, cwd=root, stdin=pipe, stdout=pipe, text=True) as process:  # noqa: S603
        yield Parent(process=process)
        process.communicate()


def fork(arguments: list[str]) -> int:
    """Run the program in a fork of this process, and return its number."""
    child = os.fork()
    if child == 0:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for each in range(3):
            os.dup2(nowhere, each)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os._exit(cli.main(arguments))
    return child


def read_once() -> None:
    """Let every start find the shipped rulesets read: those of a folder it reads by itself."""
    shipped = build_cache.read_anew(())

    def read_library(folders: Sequence[Path], cache: Cache) -> build_cache.Read:
        return build_cache.read_library(folders, cache) if folders else shipped

    assert "read_library" in vars(cli), "the program reads its rulesets by another name now"
    vars(cli)["read_library"] = read_library
    sources_hash()
    program_hash()
    gc.freeze()  # a fork that looks for garbage would copy all of this


def main() -> None:
    """Read the shipped rulesets, then start a program for each line of arguments."""
    read_once()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who has ended is gone at once
    for line in sys.stdin:
        print(fork(json.loads(line)), flush=True)  # noqa: T201 the answer


if __name__ == "__main__":
    main()

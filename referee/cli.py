"""The `referee` command: answer questions, serve the pages, check a ruleset file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from referee.check import run_check
from referee.core.wire import answer
from referee.library import load
from referee.rulebook import RulebookError
from referee.web import create_app
from referee.web.server import serve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.core.library import Library

ALL_INTERFACES = "0.0.0.0"  # noqa: S104 - phones in the same room have to reach it


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    chosen = parser().parse_args(arguments)
    folders = [chosen.rulesets] if chosen.rulesets else []
    if chosen.command == "check":
        return run_check(chosen.file, folders)
    try:
        library = load(folders)
    except RulebookError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    if chosen.command == "ask":
        return ask(sys.stdin.buffer, sys.stdout.buffer, library)
    return serve(create_app(library), chosen.host, chosen.port)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    whole = argparse.ArgumentParser(prog="referee", description="What a riichi hand pays under your rules, and why.")
    whole.set_defaults(rulesets=None)
    commands = whole.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask", help="answer questions: one JSON object a line, in and out")
    serving = commands.add_parser("serve", help="start the app and print its address")
    serving.add_argument("--host", default=ALL_INTERFACES, help="address to listen on (default: every one)")
    serving.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    checking = commands.add_parser("check", help="say whether a ruleset file can be played with")
    checking.add_argument("file", type=Path, help="the ruleset, a TOML file")
    for command in (asking, serving, checking):
        command.add_argument("--rulesets", type=Path, metavar="DIR", help="a folder with rulesets of your own")
    return whole


def ask(questions: BinaryIO, answers: BinaryIO, library: Library) -> int:
    """Answer a question a line, in order; blank lines are skipped, an error is an answer too."""
    for line in questions:
        if line.strip():
            answers.write(
                answer(line.decode("utf-8", "surrogateescape"), library).encode("utf-8", "surrogateescape") + b"\n"
            )
            answers.flush()
    return 0

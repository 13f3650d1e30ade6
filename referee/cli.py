"""The `referee` command: answer questions, serve the pages, check and explain rulesets, keep copies of score sheets."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sqlite3
import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from referee.ask_event.api import answer
from referee.commands.audit import audit_all
from referee.commands.copies import (
    Backups,
    backup_all,
    event_at,
    export_games,
    failed,
    link_event,
    no_event,
    restore_games,
)
from referee.commands.people import forgetting, person
from referee.commands.rulesets import Known, run_check, run_clauses, run_diff, run_link, with_saved
from referee.database import DatabaseDesk, open_desk
from referee.library import CatalogueError, languages_in
from referee.paths import cache_dir, words_dir
from referee.rulebook import RulebookError, policies_of
from referee.store.sqlite import NoDatabaseError
from referee.web import create_app
from referee.web.build_cache import keep_library, read_library
from referee.web.cache import cache_at
from referee.web.club import Club
from referee.web.cookies import BrokenKeyError
from referee.web.privacy import BrokenNoticeError, notice_in, use_notice
from referee.web.publish import publish
from referee.web.published_folder import PublishError
from referee.web.server import Ending, serve, write_requests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.rulebook import Shelf
    from referee.texts.words import Library


_LAST_PORT = 65535
_FEWEST_MINUTES = 0.1
_MOST_MINUTES = 1440
_MOST_DAYS = 36500
_SECONDS_TO_OPEN = 2.0
_RULES = "rules"
"""Says that a link is for editing the rules in a folder."""
_OPEN = "open"
"""Says that everybody may save rules."""
_RUNNING = (
    "/health answers 200 while score sheets can be read and written. SIGTERM ends the server when what it has begun to "
    "answer is answered. A proxy in front has to be on this machine and to pass Host and X-Forwarded-Proto on. The "
    "README has a systemd unit and a container file."
)
_PUBLISHED = (
    "Run it again as often as you like, beside the running app: it writes only what has changed, and removes what is "
    "no longer public."
)
_ALL_INTERFACES = "0.0.0.0"  # noqa: S104 - phones in the same room have to reach it


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _make_printable()
    chosen = parser().parse_args(arguments)
    folders = _folders_of(chosen)
    if chosen.command in ("check", "clauses") or _links_rules(chosen):
        return _run_on_files(chosen, folders)
    try:
        shelf, library = read_library(folders, cache_at(cache_dir()))
    except (RulebookError, CatalogueError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    if chosen.command in ("ask", "diff"):
        return _run_on_library(chosen, library, shelf)
    return _at_desk(chosen, library, shelf)


def _folders_of(chosen: argparse.Namespace) -> list[Path]:
    return [chosen.rulesets] if chosen.rulesets else []


def _run_on_library(chosen: argparse.Namespace, library: Library, shelf: Shelf) -> int:
    """Run a command that needs no score sheets; in a folder of rulesets it reads those that were saved on pages."""
    books = (chosen.one, chosen.other) if chosen.command == "diff" else ()
    known = Known(library=library, policies=policies_of(shelf.books))
    if chosen.rulesets:
        known = with_saved(known, chosen.rulesets, shelf, books)
    if chosen.command == "ask":
        return ask(sys.stdin.buffer, sys.stdout.buffer, known)
    return run_diff(known, books, chosen.option, chosen.lang)


def _run_on_files(chosen: argparse.Namespace, folders: Sequence[Path]) -> int:
    """Run a command that needs no library."""
    match chosen.command:
        case "check":
            return run_check(chosen.file, folders)
        case "clauses":
            return run_clauses(folders, chosen.ruleset)
        case _ if chosen.rulesets is None:
            sys.stderr.write("Say which rules with --rulesets DIR, the folder of serve --rulesets.\n")
            return 2
        case _:
            return run_link(chosen.rulesets, chosen.address, revoke=chosen.revoke)


def _links_rules(chosen: argparse.Namespace) -> bool:
    """Return whether a link is about rules, not about an event."""
    return (chosen.command, getattr(chosen, "what", "")) == ("link", _RULES)


def _make_printable() -> None:
    """Let every text be written wherever the output goes: a service may have none, an old console few characters."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, io.StringIO())
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _at_desk(chosen: argparse.Namespace, library: Library, shelf: Shelf) -> int:
    """Run a command that needs the score sheets."""
    reading_only = chosen.command not in ("serve", "restore")
    try:
        desk = open_desk(chosen.db, library, must_exist=reading_only, tell=_tell_copied)
    except NoDatabaseError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    try:
        if chosen.command == "serve":
            ending = Ending()
            with ending.heeding_signals():
                return _run_server(chosen, desk, shelf, ending)
        if chosen.command == "publish":
            return _run_publish(chosen, desk, shelf)
        return _run_copies(chosen, desk)
    finally:
        desk.close()


def _tell_copied(copy: Path) -> None:
    """Say that an older database is being changed, and where it lies as it was."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"The score sheets are moved to the tables of this version. A copy as they were: {copy}\n")


def _run_server(chosen: argparse.Namespace, desk: DatabaseDesk, shelf: Shelf, ending: Ending) -> int:
    """Serve the pages until a signal ends it."""
    if chosen.backup is not None and not _can_hold_copies(chosen.backup):
        sys.stderr.write(f"--backup {chosen.backup}: this is no folder that can be written to. Make it first.\n")
        return 1
    try:
        rules = Club(rulesets=chosen.rulesets, is_open=chosen.rules_editing == _OPEN)
        app = create_app(desk.library, desk, shelf=shelf, rules=rules)
        use_notice(notice_in(chosen.notice, chosen.forget_after), app)
    except (BrokenKeyError, BrokenNoticeError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    if chosen.access_log:
        write_requests(app)
    with contextlib.suppress(OSError):
        sys.stdout.write(f"\n  Score sheets:  {desk.path}\n{_why_not_writable(desk)}")
    with _copies_made(chosen, desk), forgetting(desk, chosen.forget_after):
        return serve(app, chosen.host, chosen.port, _folders_of(chosen), ending)


def _run_publish(chosen: argparse.Namespace, desk: DatabaseDesk, shelf: Shelf) -> int:
    """Write the public pages of an event as files."""
    event = event_at(desk, chosen.event)
    if event is None:
        return failed(no_event(desk, chosen.event))
    languages = tuple(dict.fromkeys(chosen.lang)) or languages_in(words_dir())
    try:
        app = create_app(desk.library, desk, shelf=shelf, rules=Club(rulesets=chosen.rulesets, is_open=False))
        done = publish(app, desk, event, chosen.folder, languages)
    except (BrokenKeyError, PublishError, sqlite3.Error) as problem:
        return failed(str(problem))
    keep_library((shelf, desk.library), _folders_of(chosen), cache_at(cache_dir()))
    sys.stdout.write(f"{chosen.folder}: {done.files} files, {done.written} written, {done.removed} removed\n")
    return 0


def _can_hold_copies(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


def _copies_made(chosen: argparse.Namespace, desk: DatabaseDesk) -> contextlib.AbstractContextManager[None]:
    """Make copies of the score sheets while the pages are served, if a folder was named for them."""
    if chosen.backup is None:
        return contextlib.nullcontext()
    return Backups(store=desk.store, folder=chosen.backup, minutes=chosen.backup_every).running()


def _why_not_writable(desk: DatabaseDesk) -> str:
    """Return why nothing can be written on the score sheets now, empty if everything can."""
    try:
        desk.store.check(_SECONDS_TO_OPEN)
    except sqlite3.Error as problem:
        return f"  They can only be read now, nothing can be recorded ({problem}).\n"
    return ""


def _run_copies(chosen: argparse.Namespace, desk: DatabaseDesk) -> int:
    """Run a command about the score sheets as a whole."""
    match chosen.command:
        case "export":
            return export_games(desk, None if chosen.all else chosen.game)
        case "restore":
            return restore_games(desk, chosen.file)
        case "backup":
            return backup_all(desk, chosen.file)
        case "link":
            return link_event(desk, chosen.what, chosen.address, revoke=chosen.revoke)
        case "person":
            return person(desk, chosen.name, chosen.which, exports=chosen.export, erases=chosen.erase)
        case _:
            return audit_all(desk)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    whole = argparse.ArgumentParser(prog="referee", description="What a riichi hand pays under your rules, and why.")
    whole.set_defaults(rulesets=None)
    commands = whole.add_subparsers(dest="command", required=True)
    asking = commands.add_parser("ask", help="answer questions: one JSON object a line, in and out")
    serving = commands.add_parser("serve", help="start the app and print its address", epilog=_RUNNING)
    serving.add_argument("--host", default=_ALL_INTERFACES, help="address to listen on (default: every one)")
    serving.add_argument("--port", type=port, default=8000, help="port to listen on (default: 8000)")
    serving.add_argument(
        "--forget-after", type=days, metavar="DAYS", help="forget names in games that began so many days ago"
    )
    serving.add_argument("--notice", type=Path, metavar="FILE", help="plain text that the page about privacy adds")
    serving.add_argument("--access-log", action="store_true", help="write a line about every request")
    serving.add_argument(
        "--backup", type=Path, metavar="FOLDER", help="copy the score sheets there, say to another disk, as they change"
    )
    serving.add_argument(
        "--backup-every", type=minutes, default=5, metavar="MINUTES", help="how often to look (default: 5)"
    )
    serving.add_argument(
        "--rules-editing",
        choices=("link", _OPEN),
        default="link",
        help="who may save rules in DIR: who has an editing link, or everybody (default: link)",
    )
    linking = _link_parser(commands)
    publishing = _publish_parser(commands)
    checking = commands.add_parser("check", help="say whether a ruleset file can be played with")
    checking.add_argument("file", type=Path, help="the ruleset, a TOML file")
    reading = _reading_parsers(commands)
    keeping = _copy_parsers(commands)
    for command in (serving, linking, publishing, *keeping):
        command.add_argument("--db", type=Path, metavar="FILE", help="the database (default: in your data folder)")
    for command in (asking, serving, linking, publishing, checking, *reading, *keeping):
        command.add_argument("--rulesets", type=Path, metavar="DIR", help="a folder with rulesets of your own")
    return whole


def _link_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    linking = commands.add_parser("link", help="print a link for an organiser of an event, or for editing rules")
    linking.add_argument("what", metavar="EVENT", help=f"the event: its address, or its last part; or: {_RULES}")
    linking.add_argument("--address", default="http://127.0.0.1:8000", help="where the app is opened")
    linking.add_argument("--revoke", action="store_true", help=f"with {_RULES}: revoke every link instead")
    return linking


def _publish_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command that writes pages as files."""
    publishing = commands.add_parser(
        "publish", help="write an event's public pages as files for any web server", epilog=_PUBLISHED
    )
    publishing.add_argument("event", metavar="EVENT", help="the event: its address, or its last part")
    publishing.add_argument("folder", type=Path, metavar="FOLDER", help="an empty folder, or one written before")
    publishing.add_argument(
        "--lang",
        choices=languages_in(words_dir()),
        action="append",
        default=[],
        help="a language, the first at the top of the folder; may be repeated (default: all)",
    )
    return publishing


def port(text: str) -> int:
    """Return a port from its text, 0 for any that is free."""
    if not text.isascii() or not text.isdecimal() or int(text) > _LAST_PORT:
        message = f"{text} is no port: ports are the numbers from 1 to {_LAST_PORT}, and 0 takes any free one"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def minutes(text: str) -> float:
    """Return a time in minutes."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not _FEWEST_MINUTES <= found <= _MOST_MINUTES:
        message = f"{text} is not allowed: give minutes from {_FEWEST_MINUTES} to {_MOST_MINUTES}"
        raise argparse.ArgumentTypeError(message)
    return found


def days(text: str) -> int:
    """Return a number of days from its text."""
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) <= _MOST_DAYS:
        message = f"{text} is no number of days from 1 to {_MOST_DAYS}"
        raise argparse.ArgumentTypeError(message)
    return int(text)


def _reading_parsers(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
) -> tuple[argparse.ArgumentParser, ...]:
    """Add the commands that explain rulesets."""
    comparing = commands.add_parser("diff", help="say how two rulesets differ")
    comparing.add_argument("one", metavar="A", help="a ruleset")
    comparing.add_argument("other", metavar="B", help="another, or the same with other options")
    comparing.add_argument(
        "--option", action="append", default=[], metavar="a.NAME=CHOICE", help="an option of A, or of B: b.NAME=CHOICE"
    )
    comparing.add_argument("--lang", choices=languages_in(words_dir()), default="en", help="language (default: en)")
    listing = commands.add_parser("clauses", help="say where each clause lives in the data, and which tests name it")
    listing.add_argument("ruleset", nargs="?", metavar="RULESET", help="one ruleset (default: all)")
    return (comparing, listing)


def _copy_parsers(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
) -> tuple[argparse.ArgumentParser, ...]:
    """Add the commands about the score sheets as a whole."""
    exporting = commands.add_parser("export", help="write score sheets as JSON Lines")
    which = exporting.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "game", nargs="?", metavar="ADDRESS", help="the game or the event: its address, or the last part of it"
    )
    which.add_argument("--all", action="store_true", help="everything")
    restoring = commands.add_parser("restore", help="enter the score sheets of an export")
    restoring.add_argument("file", type=Path, help="what export wrote")
    backing = commands.add_parser("backup", help="copy the whole database while it is in use")
    backing.add_argument("file", type=Path, help="the copy, a file that is not there yet")
    auditing = commands.add_parser("audit", help="work every hand out again and report differences")
    return (exporting, restoring, backing, auditing, _person_parser(commands))


def _person_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    found = commands.add_parser("person", help="list where a name stands in score sheets, export it or erase it")
    found.add_argument("name", metavar="NAME", help="the name of a player or a referee")
    found.add_argument("--which", metavar="NUMBERS", help="the places of the list that are meant: all, or 1,3-5")
    found.add_argument("--export", action="store_true", help="write what is known of the person as JSON")
    found.add_argument("--erase", action="store_true", help="erase the name, and texts that hold it, from the database")
    return found


def ask(questions: BinaryIO, answers: BinaryIO, known: Known) -> int:
    """Answer a question a line, in order; blank lines are skipped, an error is an answer too."""
    for line in questions:
        if line.strip():
            reply = answer(line.decode("utf-8", "surrogateescape"), known.library, known.policies)
            answers.write(reply.encode("utf-8", "surrogateescape") + b"\n")
            answers.flush()
    return 0

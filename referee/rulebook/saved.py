"""The versions of clubs' rules that were saved on pages: a file for each, never written again; and who may save."""

import contextlib
import hashlib
import re
import secrets
import string
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from referee.paths import write_new
from referee.records import dataclass
from referee.rulebook.club import (
    LONGEST_TITLE,
    ClubRules,
    Contradiction,
    Speakers,
    club_table,
    file_checked,
    is_line,
    is_too_large,
    name_of,
    rules_in,
    toml_text,
)
from referee.rulebook.problems import Location, Problem, RulebookError, as_written
from referee.rulebook.shelf import Book, Shelf
from referee.texts.words import VERSION, rules_id

FOLDER = "pages"
"""Where the versions lie in the folder of a club's rulesets."""
MOST_RULESETS, MOST_VERSIONS = 200, 100
_RANDOM_LETTERS = 6
_HASH_LENGTH = 12
FILE = re.compile(r"((?:[a-z0-9]+-)+[a-z]{6})\.([1-9][0-9]{0,2})\.toml")
_LINK_BYTES = 16
_LINK = "link"
"""How the names of files end whose names are hashed editing links."""


class Why(StrEnum):
    """Why rules were not saved."""

    CLOSED = "rules_closed"
    TOO_LARGE = "too_large"
    NOT_WRITABLE = "folder_not_writable"
    STALE = "rules_stale"  # others have saved a version since the one that was edited
    WRONG = "rules_wrong"


class NotSaved(Exception):  # noqa: N818 it is an answer, no mistake of ours
    """Nothing was saved: why, ``kind`` of which there are several, and everything that is wrong with the rules.

    ``newest`` is the number of the version that others have saved since.
    """

    def __init__(
        self, why: Why, kind: str = "", wrong: tuple[Problem | Contradiction, ...] = (), newest: int = 0
    ) -> None:
        super().__init__(f"{kind or why} {' '.join(map(str, wrong))}")
        self.why = why
        self.kind = kind or str(why)
        self.wrong = wrong
        self.newest = newest


@dataclass(frozen=True, kw_only=True, slots=True)
class Version:
    """A version of a club's rules: their id, its number and its text."""

    rules: str
    number: int
    text: str

    @property
    def book(self) -> str:
        """The id of the book that it makes, which never stands for another text."""
        return f"{self.rules}{VERSION}{hashlib.sha256(self.text.encode()).hexdigest()[:_HASH_LENGTH]}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Edited:
    """Rules as they were sent: their text, and the id and the number of the version edited; new ones have neither."""

    text: str
    rules: str = ""
    number: int = 0


def numbers_in(folder: Path) -> dict[str, list[int]]:
    """Return the numbers of the versions of all rules in a folder of saved ones, by id, the oldest first."""
    found: dict[str, list[int]] = {}
    for name in sorted(each.name for each in folder.glob("*.toml")):
        known = FILE.fullmatch(name)
        if known:
            found.setdefault(known[1], []).append(int(known[2]))
    return {rules: sorted(numbers) for rules, numbers in found.items()}


def _file_of(folder: Path, rules: str, number: int) -> Path:
    """Return where a version lies; the rules are among ``numbers_in``, or new."""
    return folder / f"{rules}.{number}.toml"


def _version_of(folder: Path, rules: str, number: int) -> Version:
    """Return a version as it was written; raise ``OSError`` or ``ValueError`` where it cannot be read."""
    return Version(rules=rules, number=number, text=_file_of(folder, rules, number).read_text("utf-8"))


def versions_of(folder: Path, rules: str) -> tuple[Version, ...]:
    """Return every version of some rules that can be read, the newest first."""
    found: list[Version] = []
    for number in reversed(numbers_in(folder).get(rules, [])):
        with contextlib.suppress(OSError, ValueError):
            found.append(_version_of(folder, rules, number))
    return tuple(found)


def _checked_version(version: Version, shelf: Shelf) -> tuple[Book | None, tuple[Problem, ...]]:
    """Return the book that a version makes, and what is wrong with it."""
    try:
        checked = file_checked(version.text, version.book, shelf)
    except RulebookError as wrong:
        return None, wrong.problems
    return checked.book, checked.problems


def saved_book(name: str, folder: Path, shelf: Shelf) -> Book | None:
    """Return the book with this id as it was saved, None if there is no such version or it was broken since."""
    found = next((each for each in versions_of(folder, rules_id(name)) if each.book == name), None)
    return None if found is None else _checked_version(found, shelf)[0]


def newest_books(folder: Path, shelf: Shelf, broken: list[str]) -> tuple[Book, ...]:
    """Return the newest version of all rules that nobody has broken; what is wrong is added."""
    newest = [
        next(_sound_among(numbers, folder, rules, shelf, broken), None) for rules, numbers in numbers_in(folder).items()
    ]
    return tuple(each[1] for each in newest if each is not None)


def sound_versions(folder: Path, rules: str, shelf: Shelf) -> Iterator[tuple[Version, Book]]:
    """Yield the versions of some rules that nobody has broken, the newest first."""
    return _sound_among(numbers_in(folder).get(rules, []), folder, rules, shelf, [])


def _sound_among(
    numbers: list[int], folder: Path, rules: str, shelf: Shelf, broken: list[str]
) -> Iterator[tuple[Version, Book]]:
    """Yield the versions with these numbers that nobody has broken, the newest first; what is wrong is added."""
    for number in reversed(numbers):
        file = _file_of(folder, rules, number)
        try:
            version = _version_of(folder, rules, number)
        except (OSError, ValueError) as problem:
            broken.append(f"{file}: {problem}")
            continue
        book, problems = _checked_version(version, shelf)
        broken += [str(replace(each, file=str(file))) for each in problems]
        if book is not None:
            yield version, book


def saved(edited: Edited, folder: Path, shelf: Shelf, speakers: Speakers) -> tuple[Version, Book]:
    """Write rules as their next version; raise ``NotSaved``, or ``LookupError`` if there are no rules with the id.

    What is as the newest version already, because it is sent twice, stays that version. The text is written anew
    whatever was sent, so that it says nothing but rules.
    """
    rules = _rules_sent(edited.text, shelf)
    text = toml_text(club_table(rules, shelf, speakers))
    if is_too_large(text):
        raise NotSaved(Why.TOO_LARGE, "too_large_text")
    known = _as_before(edited, text, folder)
    new = Version(rules=_new_name(rules.title), number=1, text=text)
    version = known or _next_version(edited, new, folder, shelf)
    checked = file_checked(version.text, version.book, shelf)
    if checked.book is None:
        raise NotSaved(Why.WRONG, wrong=(*checked.contradictions, *_without_file(checked.others)))
    if known is None:
        write(_file_of(folder, version.rules, version.number), version)
    return version, checked.book


def _without_file(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return problems as they are told to those who have no file."""
    return tuple(replace(each, file="") for each in problems)


def _rules_sent(text: str, shelf: Shelf) -> ClubRules:
    if is_too_large(text):
        raise NotSaved(Why.TOO_LARGE, "too_large_text")
    try:
        rules = rules_in(text, shelf)
    except RulebookError as wrong:
        raise NotSaved(Why.WRONG, wrong=_without_file(wrong.problems)) from None
    location = Location(file="", key="document")
    for name, line in (("title", rules.title), ("edition", rules.edition)):
        if not is_line(line):
            allowed = f"one line of up to {LONGEST_TITLE} characters that can be seen"
            location.inside(name).report("Too long, or not one line.", found=as_written(line), allowed=allowed)
    if location.problems:
        raise NotSaved(Why.WRONG, wrong=tuple(location.problems))
    return rules


def _as_before(edited: Edited, text: str, folder: Path) -> Version | None:
    """Return the newest version of the rules edited, of any where they are new, if it says the same."""
    for rules, numbers in numbers_in(folder).items():
        if edited.rules in ("", rules):
            with contextlib.suppress(OSError, ValueError):
                newest = _version_of(folder, rules, numbers[-1])
                if newest.text == text:
                    return newest
    return None


def _next_version(edited: Edited, new: Version, folder: Path, shelf: Shelf) -> Version:
    """Return the version that rules become: the first of new ones, else the one after the newest, if that was edited.

    Raise ``LookupError`` if there are no rules with the id.
    """
    known = numbers_in(folder)
    if not edited.rules:
        if len(known) >= MOST_RULESETS:
            raise NotSaved(Why.TOO_LARGE, "too_many_rulesets")
        return new
    newest, _ = next(sound_versions(folder, edited.rules, shelf), (None, None))
    if newest is None:
        raise LookupError(edited.rules)
    if newest.number != edited.number:
        raise NotSaved(Why.STALE, newest=newest.number)
    last = known[edited.rules][-1]
    if last >= MOST_VERSIONS:
        raise NotSaved(Why.TOO_LARGE, "too_many_versions")
    return replace(new, rules=edited.rules, number=last + 1)


def _new_name(title: str) -> str:
    """Return a new id: what of a title can stand in an address, and letters that nobody can foresee.

    Should it be taken nevertheless, nothing is written over.
    """
    letters = "".join(secrets.choice(string.ascii_lowercase) for _ in range(_RANDOM_LETTERS))
    return f"{name_of(title) or 'club'}-{letters}"


def write(file: Path, version: Version) -> None:
    """Put a version into its place."""
    try:
        if not file.parent.is_dir():
            file.parent.mkdir()
        write_new(file, version.text.encode())
    except OSError:
        raise (NotSaved(Why.STALE, newest=version.number) if file.exists() else NotSaved(Why.NOT_WRITABLE)) from None


def new_link(folder: Path) -> str:
    """Return a new editing link, of which only the hash is kept; raise ``OSError`` where nothing can be written."""
    token = secrets.token_urlsafe(_LINK_BYTES)
    folder.mkdir(exist_ok=True)
    write_new(link_file(folder, hash_of_link(token)), b"")
    return token


def hash_of_link(token: str) -> str:
    """Return what is kept of an editing link."""
    return hashlib.sha256(f"rules link {token}".encode()).hexdigest()


def link_file(folder: Path, digest: str) -> Path:
    """Return the file that says that an editing link holds."""
    return folder / f"{digest}.{_LINK}"


def revoke_links(folder: Path) -> int:
    """Revoke every editing link; return how many there were."""
    links = list(folder.glob(f"*.{_LINK}"))
    for each in links:
        each.unlink(missing_ok=True)
    return len(links)

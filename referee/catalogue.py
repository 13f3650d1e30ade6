"""The sentences of the program in every language, read from ``words/*.toml``.

A file is one language; its name is the language's code. It holds ``key = "template with {facts}"``; keys of nested
tables are joined with dots. The chapter ``[language]`` says what the language is called and how it writes numbers.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.paths import words_dir

ALWAYS = ("en", "ja")
"""The languages that are always there; texts that another one lacks are shown in the first."""

FACT = re.compile(r"\{([a-z][a-z_0-9]*)(?:\|[^{}|]+\|[^{}|]+)?\}")
"""The place of a fact in a sentence, or of a word that goes with its number: ``{count|chip|chips}``."""

Words = dict[str, str]
"""The sentence templates of one language by key."""


class CatalogueError(ValueError):
    """The word lists do not match each other; ``problems`` holds one sentence for each mistake."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        self.problems = problems
        super().__init__("\n".join(problems))


def sentences(folder: Path | None = None) -> dict[str, Words]:
    """Return the word list of each language; raise ``CatalogueError`` unless all say the same things."""
    folder = folder or words_dir()
    problems: list[str] = []
    lists = {language: words_in(folder / f"{language}.toml", problems) for language in languages_in(folder)}
    problems += missing(lists)
    for language, words in lists.items():
        problems += differences((ALWAYS[0], lists[ALWAYS[0]]), (language, words))
    if problems:
        raise CatalogueError(tuple(sorted(problems)))
    return lists


def languages_in(folder: Path) -> tuple[str, ...]:
    """Return the languages that a folder has word lists for, those that are always there first."""
    others = {path.stem for path in folder.glob("*.toml")} - set(ALWAYS)
    return (*ALWAYS, *sorted(others))


def words_in(path: Path, problems: list[str]) -> Words:
    """Return the templates of one file by key; what is no template is added to ``problems``."""
    words: Words = {}
    for key, found in entries(read(path, problems), ""):
        if not isinstance(found, str) or facts_of(found) is None:
            problems.append(f"{path.name}: {key} is not a sentence")
        else:
            words[key] = found
    return words


def read(path: Path, problems: list[str]) -> dict[str, object]:
    """Return a parsed file, or nothing and a problem."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError:
        problems.append(f"{path.name}: cannot be read")
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        problems.append(f"{path.name}: {error}")
    return {}


def entries(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, object]]:
    """Yield every entry of a table and of the tables in it, keys joined with dots."""
    for name, found in table.items():
        if isinstance(found, dict):
            yield from entries(found, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", found


def facts_of(template: str) -> frozenset[str] | None:
    """Return the names between braces, ``None`` if a brace stands for anything else."""
    if {"{", "}"} & set(FACT.sub("", template)):
        return None
    return frozenset(FACT.findall(template))


def missing(lists: Mapping[str, Words]) -> list[str]:
    """Return a sentence for each key that a language lacks and another has."""
    keys = {key for words in lists.values() for key in words}
    return [f"{language}.toml: {key} is missing" for language, words in lists.items() for key in keys - words.keys()]


def differences(one: tuple[str, Words], other: tuple[str, Words]) -> list[str]:
    """Return a sentence for each key under which two languages hold different facts."""
    (first, words), (second, others) = one, other
    unlike = [key for key in words.keys() & others.keys() if facts_of(words[key]) != facts_of(others[key])]
    return [f"{key}: {first} and {second} do not name the same facts" for key in unlike]

"""Rulesets as the program reads them, also those of a test."""

from collections.abc import Sequence
from pathlib import Path

from referee.library import library_of
from referee.paths import rulesets_dir
from referee.rulebook import shelf_in
from referee.texts.words import Library


def load(folders: Sequence[Path] = (), words: Path | None = None) -> Library:
    """Return the shipped rulesets and those in ``folders``, with the shipped sentences or those in ``words``.

    Raise ``RulebookError`` or ``CatalogueError`` if any of them is wrong.
    """
    return library_of(shelf_in((rulesets_dir(), *folders)), words)

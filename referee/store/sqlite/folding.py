"""Names as they are compared: however they were typed, and whichever part of them."""

import unicodedata

from sqlite_utils import Database

from referee.store.tournaments import PersonRow


def folded(text: str) -> str:
    """Return a text so that names which read alike are the same: large or small, wide or narrow."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def with_folding(database: Database) -> Database:
    """Return a connection that can fold texts."""
    database.conn.create_function("folded", 1, folded, deterministic=True)
    return database


def whole_names(person: PersonRow) -> set[str]:
    """Return what a person is called in full, folded; nothing of one who was erased."""
    both = [" ".join(pair) for pair in ((person.given, person.family), (person.family, person.given)) if all(pair)]
    return {folded(name) for name in (person.name, *both) if name}


def all_names(person: PersonRow) -> set[str]:
    """Return what a person may be called, folded: also by one name alone."""
    return whole_names(person) | {folded(name) for name in (person.given, person.family) if name}

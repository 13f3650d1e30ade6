"""The score sheets on disk: the only part that knows the database."""

from referee.store.sqlite.archive import RestoreError, backup, exported, restore
from referee.store.sqlite.schema import NoDatabaseError
from referee.store.sqlite.store import (
    SqliteStore,
    all_games,
    books_played,
    database_path,
    logs_of,
    open_store,
)

__all__ = [
    "NoDatabaseError",
    "RestoreError",
    "SqliteStore",
    "all_games",
    "backup",
    "books_played",
    "database_path",
    "exported",
    "logs_of",
    "open_store",
    "restore",
]

"""The score sheets on disk: the only part that knows the database."""

from referee.store.sqlite.archive import RestoreError, backup, exported, restore
from referee.store.sqlite.connections import GAME_LOG, TOURNAMENT_LOG
from referee.store.sqlite.schema import NoDatabaseError
from referee.store.sqlite.store import (
    NameKind,
    NameUse,
    SqliteStore,
    all_games,
    books_played,
    database_path,
    erase,
    events_by,
    forget_names,
    open_store,
    uses_of_name,
)

__all__ = [
    "GAME_LOG",
    "TOURNAMENT_LOG",
    "NameKind",
    "NameUse",
    "NoDatabaseError",
    "RestoreError",
    "SqliteStore",
    "all_games",
    "backup",
    "books_played",
    "database_path",
    "erase",
    "events_by",
    "exported",
    "forget_names",
    "open_store",
    "restore",
    "uses_of_name",
]

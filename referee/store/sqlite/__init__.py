"""The score sheets on disk: the only part that knows the database."""

from referee.store.sqlite.archive import RestoreError, backup, exported, restore
from referee.store.sqlite.people import Place, Spot, erase, events_by, forget_names, places_of
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
    "Place",
    "RestoreError",
    "Spot",
    "SqliteStore",
    "all_games",
    "backup",
    "books_played",
    "database_path",
    "erase",
    "events_by",
    "exported",
    "forget_names",
    "logs_of",
    "open_store",
    "places_of",
    "restore",
]

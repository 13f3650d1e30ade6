"""The score sheets on disk: the only part that knows the database."""

from referee.store.sqlite.archive import RestoreError, backup, exported, restore
from referee.store.sqlite.logs import GAME_LOG, TOURNAMENT_LOG
from referee.store.sqlite.people import Place, Spot, erase, events_by, forget_names, places_of
from referee.store.sqlite.schema import NoDatabaseError
from referee.store.sqlite.store import (
    SqliteStore,
    all_games,
    books_played,
    database_path,
    open_store,
)

__all__ = [
    "GAME_LOG",
    "TOURNAMENT_LOG",
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
    "open_store",
    "places_of",
    "restore",
]

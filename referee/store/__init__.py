"""The score sheets on disk: the only part that knows the database."""

from referee.store.archive import RestoreError, backup, exported, restore, ruleset_hash
from referee.store.games import (
    GameRow,
    add_game,
    add_ruleset,
    all_games,
    game_by_token,
    game_row,
    mend_names,
    revision_of,
    ruleset_body,
)
from referee.store.log import (
    EVENT_SCHEMA,
    Database,
    Store,
    Stored,
    Writer,
    append,
    event_by_command,
    events_of,
    last_seq,
    logs_of,
    open_store,
)
from referee.store.place import NoDatabaseError, database_path

__all__ = [
    "EVENT_SCHEMA",
    "Database",
    "GameRow",
    "NoDatabaseError",
    "RestoreError",
    "Store",
    "Stored",
    "Writer",
    "add_game",
    "add_ruleset",
    "all_games",
    "append",
    "backup",
    "database_path",
    "event_by_command",
    "events_of",
    "exported",
    "game_by_token",
    "game_row",
    "last_seq",
    "logs_of",
    "mend_names",
    "open_store",
    "restore",
    "revision_of",
    "ruleset_body",
    "ruleset_hash",
]

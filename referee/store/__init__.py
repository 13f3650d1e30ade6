"""The score sheets: what the desk asks of a store, and one in memory; the one on disk has a listener of its own."""

from referee.store.memory import MemoryStore
from referee.store.port import EVENT_SCHEMA, GameRow, Store, Stored, Writer

__all__ = ["EVENT_SCHEMA", "GameRow", "MemoryStore", "Store", "Stored", "Writer"]

"""What draws are made of."""

from __future__ import annotations

from referee.rules.table import Four

Round = tuple[Four, ...]
"""The numbers at each table in the order East, South, West, North; the first table is table 1."""

Rounds = tuple[Round, ...]

Blocks = list[list[int]]
"""Groups of four that play together, before they have a table or winds."""

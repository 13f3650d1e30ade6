"""A desk for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.database import DatabaseDesk
from tests.desks import opened


@pytest.fixture
def own_desk(tmp_path: Path) -> Iterator[DatabaseDesk]:
    """Return a desk over a new database."""
    found = opened(tmp_path)
    yield found
    found.close()

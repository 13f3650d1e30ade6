"""A desk for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.desk import Desk
from tests.desks import opened


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Desk]:
    """Return a desk over a new database."""
    found = opened(tmp_path)
    yield found
    found.close()

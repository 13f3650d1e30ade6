"""A desk for each test, over each kind of store."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.database import DatabaseDesk
from referee.desk import Desk
from tests.desks import in_memory, opened


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[DatabaseDesk]:
    """Return a desk over a new database, for a test that looks into the file."""
    found = opened(tmp_path)
    yield found
    found.close()


@pytest.fixture(params=["sqlite", "memory"])
def new_desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Desk]]:
    """Return what opens another desk of the same kind."""
    files: list[DatabaseDesk] = []

    def over_a_file() -> Desk:
        files.append(opened(tmp_path_factory.mktemp("desk")))
        return files[-1]

    yield over_a_file if request.param == "sqlite" else in_memory
    for each in files:
        each.close()


@pytest.fixture
def own_desk(new_desk: Callable[[], Desk]) -> Desk:
    """Return a desk over a new store."""
    return new_desk()

"""The key journeys in other engines; they run only when asked for: ``ENGINES=firefox,webkit pytest tests/engines``."""

import os
from collections.abc import Iterator

import pytest

WANTED = [name for name in os.environ.get("ENGINES", "").split(",") if name]

if not WANTED:
    collect_ignore_glob = ["test_*.py"]
else:
    from tests.engines.engines import ENGINES, Hand

    @pytest.fixture(scope="session", params=WANTED)
    def hand(request: pytest.FixtureRequest) -> Iterator[Hand]:
        """Return a hand at each wanted engine."""
        engine = ENGINES[request.param]()
        yield Hand(engine)
        engine.close()

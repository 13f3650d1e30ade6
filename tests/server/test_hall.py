"""A hall of phones and a server that ends again and again, in small; `python -m tests.attacks` has the full size."""

from pathlib import Path

from tests.attacks.hall import Hall, filled
from tests.attacks.kills import ended_again_and_again
from tests.attacks.writers import Writers
from tests.offline.conftest import RealServer, free_port


def test_no_poll_fails_in_a_hall(tmp_path: Path) -> None:
    """More idle connections than a server of this kind takes by itself, and some that are half open, hinder nobody."""
    server = RealServer(database=tmp_path / "hall.db", port=free_port())
    server.launch()
    tables = Writers(server.port, phones=10)
    tables.begin_games()
    paths = [f"/t/{token}/state" for token in tables.tokens]
    seen = filled(server.port, paths, Hall(phones=30, connections=6, half_open=20, seconds=7))
    server.kill()

    assert seen.failed == []
    assert len(seen.polls) >= 30
    assert len(seen.newcomers) >= 2


def test_nothing_acknowledged_is_lost_however_the_server_ends(tmp_path: Path) -> None:
    """Killed and told to end under writing phones, started again each time on the same database."""
    assert "0 lost" in ended_again_and_again(tmp_path / "club.db", rounds=4)

"""A server that is killed, or told to end, again and again while phones write."""

import random
import signal
import time
from pathlib import Path

from tests.attacks.writers import Writers
from tests.offline.conftest import RealServer, free_port

PHONES = 4
LONGEST_SECONDS = 1.0


def ended_again_and_again(database: Path, *, rounds: int) -> str:
    """Kill a server so many times, every third time gently; return the figures when nothing was lost or doubled."""
    chance = random.Random(320)  # noqa: S311 moments, no secrets
    everybody: list[Writers] = []
    server = RealServer(database=database, port=free_port())
    for turn in range(rounds):
        server.launch()
        assert server.process is not None
        writers = Writers(server.port, phones=PHONES)
        everybody.append(writers)
        with writers.at_work():
            time.sleep(chance.uniform(0.0, LONGEST_SECONDS))
            gently = turn % 3 == 0
            server.send(signal.SIGTERM if gently else signal.SIGKILL)
            code = server.process.wait(timeout=60)
        assert code == (0 if gently else -signal.SIGKILL), code
    Writers.check_all(everybody, database)
    sent, kept = (sum(len(getattr(each, name)) for each in everybody) for name in ("said", "kept"))
    return (
        f"{rounds} ends under {PHONES} phones: {kept} of {sent} notes acknowledged, 0 lost, 0 doubled, database sound"
    )

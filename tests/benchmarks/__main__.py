"""`python -m tests.benchmarks`: every figure beside what it should be, best on a machine that does nothing else."""

import sys

from tests.benchmarks.beside import beside_figures
from tests.benchmarks.core import core_figures
from tests.benchmarks.event import event_figures
from tests.benchmarks.limits import limit_figures
from tests.benchmarks.phone import phone_figures
from tests.benchmarks.rules import rules_figures
from tests.benchmarks.server import server_figures

PARTS = {
    "core": core_figures,
    "beside": beside_figures,
    "server": server_figures,
    "limits": limit_figures,
    "phone": phone_figures,
    "event": event_figures,
    "rules": rules_figures,
}


def main(*parts: str) -> None:
    """Measure everything, or the parts named, and print it."""
    for part in parts or PARTS:
        for figure in PARTS[part]():
            sys.stdout.write(f"{figure.what:<58} {figure.measured:>16}   {figure.wanted}\n")
            sys.stdout.flush()


main(*sys.argv[1:])

"""`python -m tests.benchmarks`: every figure beside what it should be, best on a machine that does nothing else."""

import sys

from tests.benchmarks.core import core_figures
from tests.benchmarks.server import server_figures


def main() -> None:
    """Measure everything and print it."""
    for figures in (core_figures, server_figures):
        for figure in figures():
            sys.stdout.write(f"{figure.what:<58} {figure.measured:>16}   {figure.wanted}\n")
            sys.stdout.flush()


main()

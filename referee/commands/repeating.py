"""What is done beside the server again and again, from its start to its end."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def repeated(work: Callable[[], str], seconds: float, *, at_end: bool = False) -> Iterator[None]:
    """Do some work at once and every so many seconds while the block runs, and once more ``at_end`` where asked for.

    What the work returns is told on the standard error, if that takes anything; it has to deal with its own troubles.
    """
    over = threading.Event()

    def work_on() -> None:
        tell(work())
        while not over.wait(seconds):
            tell(work())
        if at_end:
            tell(work())

    thread = threading.Thread(target=work_on)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def tell(text: str) -> None:
    """Write what was done; a service may have nowhere to write."""
    with suppress(OSError, ValueError):
        sys.stderr.write(text)

"""Work that takes longer than somebody should wait for a page: it is done in a thread of its own."""

from __future__ import annotations

from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.database import DatabaseDesk

SECONDS = 1.0
"""How long a page waits for what it asked."""

Result = TypeVar("Result")


def run_in_background(desk: DatabaseDesk, work: Callable[[], Result]) -> Result | None:
    """Do work in a thread, and return what came of it; None where that takes too long, and it goes on by itself.

    A server that is told to end does not wait for it: nothing is written but by one transaction at its end.
    """
    found: Future[Result] = Future()

    def run() -> None:
        try:
            found.set_result(work())
        except BaseException as problem:  # noqa: BLE001 it is raised where the result is waited for
            found.set_exception(problem)
        finally:
            desk.store.leave()

    Thread(target=run, name="background", daemon=True).start()
    try:
        return found.result(SECONDS)
    except TimeoutError:
        return None

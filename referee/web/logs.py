"""What the server writes about itself: never the address of a table, for whoever has it may write there."""

from __future__ import annotations

import logging
import re
import sys
import time
from typing import TYPE_CHECKING

from flask import g, request

if TYPE_CHECKING:
    from flask import Flask, Response

TOKEN = re.compile(r"(/t/)[^/\s?\"']+")
QUEUE = "waitress.queue"
"""Counts every request that waits for a thread, which is no trouble in a hall."""


class WithoutTokens(logging.Filter):
    """Takes the tokens out of what is written to a log."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything pass, with dots for tokens."""
        record.msg, record.args = TOKEN.sub(r"\1...", record.getMessage()), None
        return True


def install(app: Flask) -> None:
    """Keep tokens out of the logs of the app and of its server."""
    for logger in (app.logger, logging.getLogger("waitress")):
        if not any(isinstance(each, WithoutTokens) for each in logger.filters):
            logger.addFilter(WithoutTokens())
    logging.getLogger(QUEUE).setLevel(logging.ERROR)


def write_requests(app: Flask) -> None:
    """Write a line about every request to the standard error: when, what, the answer, and how long it took."""
    app.before_request(begin)
    app.after_request(write)


def begin() -> None:
    """Note when a request came."""
    g.begun = time.perf_counter()


def write(response: Response) -> Response:
    """Write a line about a request; it names the kind of address, not the table."""
    place = request.url_rule.rule if request.url_rule is not None else "?"
    taken = round((time.perf_counter() - g.pop("begun", time.perf_counter())) * 1000)
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    sys.stderr.write(f"{now} {request.method} {place} {response.status_code} {taken} ms\n")
    return response

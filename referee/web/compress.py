"""Pages and answers are sent compressed: half a hall of phones may share one access point."""

import gzip

from flask import Flask, Response, request

TEXTS = frozenset({"text/html", "application/json"})
SMALLEST_WORTH_COMPRESSING = 500
QUICK = 5
"""A compression level that costs under a millisecond for a page."""


def compress(response: Response) -> Response:
    """Compress a text that is long enough, where the browser takes it."""
    if response.mimetype not in TEXTS or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    body = response.get_data()
    if len(body) >= SMALLEST_WORTH_COMPRESSING and request.accept_encodings["gzip"]:
        response.set_data(gzip.compress(body, QUICK, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


def install(app: Flask) -> None:
    """Compress every response of the app."""
    app.after_request(compress)

"""Pages and answers are sent compressed: half a hall of phones may share one access point."""

import gzip

from flask import Flask, Response, request

TEXTS = frozenset({"text/html", "application/json"})
SMALLEST_WORTH_COMPRESSING = 500
QUICK = 5
"""A compression level that costs under a millisecond for a page."""
WHOLE_LENGTH = "Whole-Length"
"""Tells how long a compressed answer is unpacked: browsers may take one that broke off on the way for a whole one."""


def compress(response: Response) -> Response:
    """Compress a text that is long enough, where the browser takes it, and tell the length of what is compressed."""
    packed = packed_if_worth(response)
    if packed.headers.get("Content-Encoding") == "gzip" and (body := packed.get_data()):
        packed.headers[WHOLE_LENGTH] = str(int.from_bytes(body[-4:], "little"))  # as gzip itself tells it at its end
    return packed


def packed_if_worth(response: Response) -> Response:
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

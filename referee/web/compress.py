"""Everything is sent packed: half a hall of phones may share one access point."""

import gzip
from functools import partial
from http import HTTPStatus
from threading import Lock

import brotli
from flask import Flask, Response, request

from referee.web.cache import cache_in_use

TEXTS = frozenset({"text/html", "text/javascript", "application/json", "application/manifest+json"})
SMALLEST_WORTH_COMPRESSING = 500
QUICK = {"br": partial(brotli.compress, quality=5), "gzip": partial(gzip.compress, compresslevel=5, mtime=0)}
"""How a page is packed that one reader has asked for, in under a millisecond; the smaller form first."""
SMALL = {"br": partial(brotli.compress, quality=11), "gzip": partial(gzip.compress, compresslevel=9, mtime=0)}
"""How a file is packed that every phone asks for; the largest takes a second, once."""

WHOLE_LENGTH = "Whole-Length"
"""Tells how long a packed answer is unpacked: browsers may take one that broke off on the way for a whole one."""

FORMS: dict[tuple[str, str], bytes] = {}
"""The files that were packed, by the hash of their content and the coding."""

PACKING: dict[tuple[str, str], Lock] = {}
"""Held while one of them is being packed."""


def coding_taken() -> str:
    """Return the best coding that the browser takes: gzip over the plain HTTP of a hall, nothing for some programs."""
    return next((coding for coding in SMALL if request.accept_encodings[coding]), "")


def packed(content: bytes, digest: str, coding: str) -> bytes:
    """Return content with this hash in its smallest form, worked out when it is first asked for by anybody ever.

    Whoever asks for the same at that moment waits for it; meanwhile others are answered.
    """
    key = (digest, coding)
    with PACKING.setdefault(key, Lock()):
        if key not in FORMS:
            FORMS[key] = cache_in_use().kept(coding, content, lambda: SMALL[coding](content))
        return FORMS[key]


def fill(response: Response, content: bytes, digest: str) -> None:
    """Put content with this hash into a response, packed where the browser takes it and it pays."""
    if len(content) < SMALLEST_WORTH_COMPRESSING:
        response.set_data(content)
        return
    response.vary.add("Accept-Encoding")
    coding = coding_taken()
    if coding:
        put_packed(response, packed(content, digest, coding), coding, len(content))
    else:
        response.set_data(content)


def put_packed(response: Response, body: bytes, coding: str, length: int) -> None:
    """Put a packed body into a response, with the ``length`` that it has when it is unpacked."""
    response.set_data(body)
    response.headers["Content-Encoding"] = coding
    response.headers[WHOLE_LENGTH] = str(length)


def compress(response: Response) -> Response:
    """Compress a text that is long enough, where the browser takes it; one that it holds already is not sent again."""
    if response.mimetype not in TEXTS or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if request.method == "GET" and response.status_code == HTTPStatus.OK:
        response.add_etag()
        response.make_conditional(request)
    body, coding = response.get_data(), coding_taken()
    if len(body) >= SMALLEST_WORTH_COMPRESSING and coding:
        put_packed(response, QUICK[coding](body), coding, len(body))
    return response


def install(app: Flask) -> None:
    """Compress every response of the app."""
    app.after_request(compress)

"""Static files under addresses that hold the hash of their content, and everything packed before it is sent."""

import gzip
import hashlib
import mimetypes
import re
from functools import lru_cache, partial
from http import HTTPStatus
from pathlib import Path
from threading import Lock

import brotli
from flask import Blueprint, Flask, Response, abort, current_app, request, url_for

from referee.web.cache import cache_in_use

_TEXTS = frozenset({"text/html", "text/javascript", "application/json", "application/manifest+json"})
SMALLEST_WORTH_COMPRESSING = 500
QUICK = {"br": partial(brotli.compress, quality=5), "gzip": partial(gzip.compress, compresslevel=5, mtime=0)}
"""How a page is packed that one reader has asked for, in under a millisecond; the smaller form first."""
ONCE = QUICK | {"br": partial(brotli.compress, quality=10)}
"""How the page is packed that every phone fetches once and keeps, in some milliseconds."""
SMALL = {
    "br": partial(brotli.compress, quality=11, lgblock=17),
    "gzip": partial(gzip.compress, compresslevel=9, mtime=0),
}
"""How a file is packed that every phone asks for; the largest takes a second, once. Blocks of 128 KB fit ours best."""

_WHOLE_LENGTH = "Whole-Length"
"""Tells how long a packed answer is unpacked: browsers may take one that broke off on the way for a whole one.

Of a file the hash in its address tells that.
"""

_FORMS: dict[tuple[str, str], bytes] = {}
"""The files that were packed, by the hash of their content and the coding."""

_PACKING: dict[tuple[str, str], Lock] = {}
"""Held while one of them is being packed."""


def _coding_taken() -> str:
    """Return the best coding that the browser takes: gzip over the plain HTTP of a hall, nothing for some programs."""
    return next((coding for coding in SMALL if request.accept_encodings[coding]), "")


def packed(content: bytes, digest: str, coding: str) -> bytes:
    """Return content with this hash in its smallest form, worked out when it is first asked for by anybody ever.

    Whoever asks for the same at that moment waits for it; meanwhile others are answered.
    """
    key = (digest, coding)
    with _PACKING.setdefault(key, Lock()):
        if key not in _FORMS:
            _FORMS[key] = cache_in_use().kept(coding, content, lambda: SMALL[coding](content))
        return _FORMS[key]


def fill(response: Response, content: bytes, digest: str) -> None:
    """Put content with this hash into a response, packed where the browser takes it and it pays."""
    if len(content) < SMALLEST_WORTH_COMPRESSING:
        response.set_data(content)
        return
    response.vary.add("Accept-Encoding")
    coding = _coding_taken()
    if coding:
        _put_packed(response, packed(content, digest, coding), coding)
    else:
        response.set_data(content)


def _put_packed(response: Response, body: bytes, coding: str) -> None:
    response.set_data(body)
    response.headers["Content-Encoding"] = coding


def _compress(response: Response) -> Response:
    """Compress a text that is long enough, where the browser takes it; one that it holds already is not sent again."""
    if response.mimetype not in _TEXTS or response.is_streamed or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    if request.method == "GET" and response.status_code == HTTPStatus.OK:
        response.add_etag()
        response.make_conditional(request)
    body, coding = response.get_data(), _coding_taken()
    if len(body) >= SMALLEST_WORTH_COMPRESSING and coding:
        pack = ONCE if request.endpoint == "offline.show" else QUICK
        _put_packed(response, pack[coding](body), coding)
        response.headers[_WHOLE_LENGTH] = str(len(body))
    return response


def install(app: Flask) -> None:
    """Compress every response of the app."""
    app.after_request(_compress)


HASH_LENGTH = 12
ALREADY_COMPRESSED = frozenset({".png", ".woff2", ".jpg", ".gz"})
FOREVER = "max-age=31536000, immutable"
BRIEFLY = "no-cache"

assets = Blueprint("assets", __name__)


_REMARKS = {
    ".js": re.compile(rb"^ *//.*\n|^ +", re.MULTILINE),
    ".css": re.compile(rb"^ */\*.*?\*/\n|/\*.*?\*/|(?<=[{};:,])\s+|\s+(?=\{)|;(?=\s*\})", re.DOTALL | re.MULTILINE),
}
"""What only who changes a script or a style reads, and how its lines are set in; a test sees to it that no script has
another kind of remark, or a text of several lines.
"""
_NOT_OURS = "vendor"


@lru_cache(maxsize=512)
def _content_at(file: Path, _modified_ns: int) -> tuple[bytes, str]:
    """Return what is sent of a file, our own without remarks, and a short hash; an edited one is read anew."""
    content = file.read_bytes()
    if file.suffix in _REMARKS and _NOT_OURS not in file.parts:
        content = _REMARKS[file.suffix].sub(b"", content)
    return content, hashlib.sha256(content).hexdigest()[:HASH_LENGTH]


def content_of(file: Path) -> tuple[bytes, str]:
    """Return what is sent of a static file, and its hash."""
    return _content_at(file, file.stat().st_mtime_ns)


def _static_file(path: str) -> Path | None:
    """Return the file that a path below `static/` names, or None where there is none or can be none."""
    try:
        return _file_in(current_app.config["STATIC"], path)
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=512)
def _file_in(folder: Path, path: str) -> Path:
    """Return the file that a path below a folder names; looking for it takes as long as a tenth of a page."""
    file = (folder / path).resolve()
    if not (file.is_relative_to(folder) and file.is_file()):
        raise FileNotFoundError(path)
    return file


def asset(path: str) -> str:
    """Return the address of a static file, for templates; a missing file is our mistake and fails loudly."""
    file = _static_file(path)
    if file is None:
        message = f"there is no static file {path}"
        raise FileNotFoundError(message)
    return address_of(path, content_of(file)[1])


@lru_cache(maxsize=512)
def address_of(path: str, digest: str) -> str:
    """Return the address of a static file with this hash, of which a page names a dozen."""
    return url_for("assets.send", digest=digest, path=path)


@assets.get("/files/<digest>/<path:path>")
@assets.get("/static/<digest>/<path:path>", endpoint="before")
def send(digest: str, path: str) -> Response:
    """Send a static file; an address with another hash gets the present file, but nobody may keep it unasked.

    A picture that a style sheet names has the sheet's hash in its address: browsers then ask whether it changed.
    No coding of letters is told: each page that asks says UTF-8 for all that it takes.
    Below `/static/` lie those that earlier versions name: their workers answer there with their own files, whatever the
    hash, so a page of today must not.
    """
    file = _static_file(path)
    if file is None:
        abort(404)
    content, current = content_of(file)
    response = Response(content_type=mimetypes.guess_type(file.name)[0] or "application/octet-stream")
    is_forever = digest == current
    response.headers["Cache-Control"] = FOREVER if is_forever else BRIEFLY
    if file.suffix in ALREADY_COMPRESSED:
        response.set_data(content)
    else:
        fill(response, content, current)
    if not is_forever:
        response.set_etag(current)
        response.make_conditional(request)
    return response

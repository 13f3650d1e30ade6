"""Static files under addresses that hold the hash of their content, compressed in memory at the first request."""

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request, url_for

HASH_LENGTH = 12
SMALLEST_WORTH_COMPRESSING = 500
ALREADY_COMPRESSED = frozenset({".png", ".woff2", ".jpg", ".gz"})
FOREVER = "public, max-age=31536000, immutable"
BRIEFLY = "no-cache"

assets = Blueprint("assets", __name__)


@lru_cache(maxsize=512)
def content_hash(file: Path, _modified_ns: int) -> str:
    """Return a short hash of the file's content; the time of change makes an edited file count as a new one."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:HASH_LENGTH]


@lru_cache(maxsize=512)
def compressed(file: Path, _digest: str) -> bytes:
    """Return the gzipped content of the file whose content has this hash."""
    return gzip.compress(file.read_bytes(), 9, mtime=0)


def static_file(path: str) -> Path | None:
    """Return the file that a path below `static/` names, or None where there is none."""
    folder = Path(current_app.config["STATIC"])
    file = (folder / path).resolve()
    return file if file.is_relative_to(folder) and file.is_file() else None


def asset(path: str) -> str:
    """Return the address of a static file, for templates; a missing file is our mistake and fails loudly."""
    file = static_file(path)
    if file is None:
        message = f"there is no static file {path}"
        raise FileNotFoundError(message)
    return url_for("assets.send", digest=content_hash(file, file.stat().st_mtime_ns), path=path)


@assets.get("/static/<digest>/<path:path>")
def send(digest: str, path: str) -> Response:
    """Send a static file; an address with another hash gets the present file, but nobody may keep it unasked.

    A picture that a style sheet names has the sheet's hash in its address: browsers then ask whether it changed.
    """
    file = static_file(path)
    if file is None:
        abort(404)
    current = content_hash(file, file.stat().st_mtime_ns)
    response = Response(mimetype=mimetypes.guess_type(file.name)[0] or "application/octet-stream")
    response.headers["Cache-Control"] = FOREVER if digest == current else BRIEFLY
    fill(response, file, current)
    response.set_etag(current)
    response.make_conditional(request)
    return response


def fill(response: Response, file: Path, digest: str) -> None:
    """Put the file's content into the response, compressed where the browser takes it and it pays."""
    worth = file.suffix not in ALREADY_COMPRESSED and file.stat().st_size >= SMALLEST_WORTH_COMPRESSING
    if worth:
        response.vary.add("Accept-Encoding")
    if worth and request.accept_encodings["gzip"]:
        response.headers["Content-Encoding"] = "gzip"
        response.set_data(compressed(file, digest))
    else:
        response.set_data(file.read_bytes())

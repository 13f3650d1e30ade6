"""Static files under addresses that hold the hash of their content."""

import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request, url_for

from referee.web import compress

HASH_LENGTH = 12
ALREADY_COMPRESSED = frozenset({".png", ".woff2", ".jpg", ".gz"})
FOREVER = "public, max-age=31536000, immutable"
BRIEFLY = "no-cache"

assets = Blueprint("assets", __name__)


@lru_cache(maxsize=512)
def content_hash(file: Path, _modified_ns: int) -> str:
    """Return a short hash of the file's content; the time of change makes an edited file count as a new one."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:HASH_LENGTH]


def static_file(path: str) -> Path | None:
    """Return the file that a path below `static/` names, or None where there is none or can be none."""
    folder = Path(current_app.config["STATIC"])
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder) and file.is_file() else None
    except (OSError, ValueError):
        return None


def asset(path: str) -> str:
    """Return the address of a static file, for templates; a missing file is our mistake and fails loudly."""
    file = static_file(path)
    if file is None:
        message = f"there is no static file {path}"
        raise FileNotFoundError(message)
    return url_for("assets.send", digest=content_hash(file, file.stat().st_mtime_ns), path=path)


@assets.get("/files/<digest>/<path:path>")
@assets.get("/static/<digest>/<path:path>", endpoint="before")
def send(digest: str, path: str) -> Response:
    """Send a static file; an address with another hash gets the present file, but nobody may keep it unasked.

    A picture that a style sheet names has the sheet's hash in its address: browsers then ask whether it changed.
    Below `/static/` lie those that earlier versions name: their workers answer there with their own files, whatever the
    hash, so a page of today must not.
    """
    file = static_file(path)
    if file is None:
        abort(404)
    current = content_hash(file, file.stat().st_mtime_ns)
    response = Response(mimetype=mimetypes.guess_type(file.name)[0] or "application/octet-stream")
    response.headers["Cache-Control"] = FOREVER if digest == current else BRIEFLY
    if file.suffix in ALREADY_COMPRESSED:
        response.set_data(file.read_bytes())
    else:
        compress.fill(response, file.read_bytes(), current)
    response.set_etag(current)
    response.make_conditional(request)
    return response

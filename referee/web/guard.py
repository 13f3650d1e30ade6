"""What every request must pass and every response must carry: origin check and security headers."""

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, request

from referee.web.language import say

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
POLICIES = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def comes_from_own_page(incoming: Request) -> bool:
    """Say whether a writing request was sent by a page of ours, or by something that is no browser.

    Browsers on HTTPS and localhost send `Sec-Fetch-Site`; on the plain HTTP of a club's network they only send
    `Origin`. A program such as curl sends neither, and carries no cookie that could be misused.
    """
    site = incoming.headers.get("Sec-Fetch-Site", "none")
    if site != "none":
        return site == "same-origin"
    origin = incoming.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == incoming.host


def refuse_foreign_writes() -> None:
    """Answer 403 when another site's page tries to write."""
    if request.method not in SAFE_METHODS and not comes_from_own_page(request):
        abort(HTTPStatus.FORBIDDEN, say("mishap.other_site"))


def refuse_large_bodies() -> None:
    """Answer 413 to more than is read; the interface for programs says so itself."""
    if request.blueprint != "api" and (request.content_length or 0) > current_app.config["MAX_CONTENT_LENGTH"]:
        abort(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


def add_security_headers(response: Response) -> Response:
    """Forbid foreign scripts, frames and content sniffing on every response.

    What never changes under its address is fetched by pages only, whose own policies hold for it: on bad Wi-Fi ten
    kilobytes of repeated headers count.
    """
    response.headers["X-Content-Type-Options"] = "nosniff"
    if not response.cache_control.immutable:
        response.headers.update(POLICIES)
    return response


def install(app: Flask) -> None:
    """Put the guard in front of and behind every handler of the app."""
    app.before_request(refuse_foreign_writes)
    app.before_request(refuse_large_bodies)
    app.after_request(add_security_headers)

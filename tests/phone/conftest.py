"""The phone: the vendored MicroPython in a page of the browser."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from referee.phone.lower import pieces_of, program
from referee.texts.words import Library

MICROPYTHON = Path(__file__).parents[2] / "static" / "vendor" / "micropython"
ORIGIN = "http://phone.test/"
KINDS = {".mjs": "text/javascript", ".wasm": "application/wasm"}
RUN = """async ([program, texts]) => {
    if (globalThis.program !== program) {
        const { loadMicroPython } = await import("/micropython.mjs");
        const phone = await loadMicroPython({ heapsize: 256 * 1024 * 1024 });
        phone.runPython("__import__('gc').threshold(192 * 1024 * 1024)");
        phone.runPython(program);
        Object.assign(globalThis, { program, reply: phone.globals.get("reply"), kept: new Map() });
    }
    const isKept = (text) => /^\\["keep_(piece|assets)",/.test(text);
    return texts.map((text) => {
        if (!isKept(text)) return reply(text);
        if (!kept.has(text)) kept.set(text, reply(text));
        return kept.get(text);
    });
}"""
"""Runs a program; one that ran last time goes on, with the pieces of the library that it was told.

Otherwise memory would be tidied up after every single reply: two fifths of the time.
"""

REPLY_WITH_PART = """
def reply(text):
    return respond(text).partition("\\n")[2]
"""
"""What makes a phone reply to `part_asked` with the part as HTML."""

Phone = Callable[[str, list[str]], list[str]]
"""Runs a program that defines ``reply(text) -> str`` and returns its replies to the texts."""


def as_sent(library: Library) -> str:
    """Return the program that a phone is sent, after it was given every piece of a library."""
    return program() + "".join(f"keep_piece({text!r})\n" for text in pieces_of(library).values())


def part_asked(path: str, pairs: list[list[str]], lang: str) -> str:
    """Return the question with which a phone without tables is asked for a part of a page."""
    device = {"id": "", "language": "", "look": [], "tables": [], "referee": "", "rules": []}
    asked = {
        "method": "GET",
        "path": path,
        "query": pairs,
        "form": pairs,
        "is_part": True,
        "device": device,
        "lang": lang,
        "unsent": {},
        "at": "",
        "command": "",
        "order": "",
        "tag": "",
        "url": "",
    }
    return json.dumps(asked, ensure_ascii=False)


def serve(route: Route) -> None:
    """Answer a request of the page from the vendored files, or with an empty page."""
    file = MICROPYTHON / route.request.url.removeprefix(ORIGIN)
    if file.suffix in KINDS:
        route.fulfill(path=file, content_type=KINDS[file.suffix])
    else:
        route.fulfill(body="<!doctype html><title>phone</title>", content_type="text/html")


@pytest.fixture(scope="session")
def phone_page(browser: Browser) -> Page:
    """Return the page in which phones run."""
    page = browser.new_page()
    page.route(ORIGIN + "**", serve)
    page.goto(ORIGIN)
    return page


@pytest.fixture
def phone(phone_page: Page) -> Phone:
    """Return a phone without a network."""

    def run(program: str, texts: list[str]) -> list[str]:
        found = phone_page.evaluate(RUN, [program, texts])
        return list(json.loads(json.dumps(found)))

    return run

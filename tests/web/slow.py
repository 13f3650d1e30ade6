"""A server that takes its time, and fingers that do not."""

import asyncio
import re
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Locator, Page

from referee.database import open_desk
from referee.web import create_app
from referee.web.server import make_server
from tests.desks import shipped

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SECONDS_IN_A_HURRY = 0.6
SECONDS_TO_TOUCH = 5.0


@dataclass
class SlowServer:
    """A server that takes its time before it carries out an order, and may take it again before it answers."""

    address: str
    before: float = 0
    after: float = 0
    posts: list[str] = field(default_factory=list)

    def around(self, app: "WSGIApplication") -> "WSGIApplication":
        """Return the application with the delays."""

        def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
            if environ["REQUEST_METHOD"] != "POST":
                return app(environ, start_response)
            self.posts.append(environ["PATH_INFO"])
            time.sleep(self.before)
            body = list(app(environ, start_response))
            time.sleep(self.after)
            return body

        return answer


@contextmanager
def serving_slowly(folder: Path) -> Iterator[SlowServer]:
    """Run a server over a new database in this folder, without a delay yet."""
    desk = open_desk(folder / "club.db", shipped())
    app = create_app(shipped(), desk)
    slow = SlowServer(address="")
    app.wsgi_app = slow.around(app.wsgi_app)  # type: ignore[method-assign,assignment]
    running = make_server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    slow.address = f"http://127.0.0.1:{running.effective_port}"
    yield slow
    running.close()
    thread.join(timeout=5)
    desk.close()


def rows(page: Page, table: str) -> list[str]:
    """Return the titles of the rows of the server's sheet."""
    text = page.request.get(table + "/sheet").text()
    return re.findall(r'<tr [^>]*class="row[^>]*>\s*<th[^>]*>(?:<span class="hidden">)?([^<]*)', text)


def hurry(page: Page, target: Locator, times: int) -> None:
    """Tap where something lies several times within half a second, whatever lies there by then.

    A busy machine taps less often than that; a later tap would be one of a person who has looked.
    """
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    touch, begun = page.touchscreen, time.monotonic()
    for turn in range(times):
        if turn and time.monotonic() - begun > SECONDS_IN_A_HURRY:
            return
        finger = touch._impl_obj.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # noqa: SLF001
        # A touch whose page is left under the finger may never be answered, and a tap of Playwright's waits for ever.
        with suppress(TimeoutError):
            touch._sync(asyncio.wait_for(finger, SECONDS_TO_TOUCH))  # noqa: SLF001
        page.wait_for_timeout(100)

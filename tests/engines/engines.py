"""Other browser engines on a desk: Firefox through WebDriver BiDi, WebKitGTK through its own driver."""

import json
import os
import re
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from websocket import create_connection

MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PHONE = {"width": 390, "height": 844}
TAP = 0.1
"""Seconds that a tap takes; in less, no page that has just been drawn is ready for one."""
PATIENCE = 15.0
"""Seconds until something that is waited for counts as missing."""


class Engine(Protocol):
    """A browser with one page."""

    def goto(self, address: str) -> None:
        """Open an address and wait until it has loaded."""

    def run(self, body: str) -> Any:  # noqa: ANN401 - whatever the script returns, as JSON
        """Run the body of an async function in the page and return what it returns."""

    def close(self) -> None:
        """End the browser."""


class Firefox:
    """Debian's Firefox ESR without a window."""

    def __init__(self) -> None:
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        command = ["firefox-esr", "--headless", "--no-remote", "--remote-debugging-port=0"]
        self.process = subprocess.Popen(  # noqa: S603
            [*command, "--profile", self.profile.name], stderr=subprocess.PIPE, text=True
        )
        self.socket = create_connection(self.listening() + "/session", suppress_origin=True, timeout=60)
        self.sent = 0
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self.context, viewport=PHONE)

    def listening(self) -> str:
        """Return the address on which the browser takes commands."""
        assert self.process.stderr is not None
        for line in self.process.stderr:
            found = LISTENING.search(line)
            if found is not None:
                return found[1]
        message = "Firefox ended before it listened"
        raise RuntimeError(message)

    def ask(self, method: str, **parameters: object) -> Any:  # noqa: ANN401 - as the browser answers
        """Send a command and return its result."""
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        while True:
            reply = json.loads(self.socket.recv())
            if reply.get("id") == self.sent:
                assert reply["type"] == "success", reply
                return reply["result"]

    def goto(self, address: str) -> None:
        """Open an address and wait until it has loaded."""
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, body: str) -> Any:  # noqa: ANN401 - whatever the script returns, as JSON
        """Run the body of an async function in the page and return what it returns."""
        expression = f"(async () => JSON.stringify(await (async () => {{ {body} }})() ?? null))()"
        found = self.ask("script.evaluate", expression=expression, target={"context": self.context}, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def close(self) -> None:
        """End the browser."""
        self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=30)
        assert self.process.stderr is not None
        self.process.stderr.close()
        self.profile.cleanup()


class WebKit:
    """Debian's WebKitGTK, the engine nearest to an iPhone's; it needs a display, for example of ``xvfb-run``."""

    def __init__(self) -> None:
        os.environ["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        options = Options()
        options.binary_location = MINI_BROWSER
        options.add_argument("--automation")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # selenium's own
            self.driver = webdriver.WebKitGTK(options=options, service=Service("/usr/bin/WebKitWebDriver"))
        self.driver.set_window_size(PHONE["width"], PHONE["height"])

    def goto(self, address: str) -> None:
        """Open an address and wait until it has loaded."""
        self.driver.get(address)

    def run(self, body: str) -> Any:  # noqa: ANN401 - whatever the script returns, as JSON
        """Run the body of an async function in the page and return what it returns."""
        script = (
            f"const done = arguments[0]; (async () => JSON.stringify(await (async () => {{ {body} }})() ?? null))()"
        )
        return json.loads(
            self.driver.execute_async_script(script + ".then(done, (error) => done('\"' + error + '\"'))")
        )

    def close(self) -> None:
        """End the browser."""
        self.driver.quit()


ENGINES: dict[str, Callable[[], Engine]] = {"firefox": Firefox, "webkit": WebKit}


def having(selector: str, text: str) -> str:
    """Return an expression for the first element of the selector that holds the text."""
    every = f"[...document.querySelectorAll({json.dumps(selector)})]"
    return f"{every}.find((element) => element.textContent.includes({json.dumps(text)}))"


class Hand:
    """One hand at a page of an engine: taps and looks, each waiting until there is something to tap or to see."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def tap(self, selector: str, text: str = "") -> None:
        """Tap the first element of the selector that holds the text."""
        find = having(selector, text)
        self.wait(f"return Boolean({find})", f"nothing to tap: {selector} {text}")
        self.engine.run(f"setTimeout(() => {find}.click(), {TAP * 1000});")
        time.sleep(2 * TAP)

    def type(self, selector: str, text: str) -> None:
        """Put a text into a field as typing would."""
        self.wait(f"return Boolean(document.querySelector({json.dumps(selector)}))", f"no field: {selector}")
        self.engine.run(
            f"const field = document.querySelector({json.dumps(selector)}); field.value = {json.dumps(text)};"
            "for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));"
        )

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until an element of the selector holds the text."""
        self.wait(f"return Boolean({having(selector, text)})", f"not seen: {text!r} in {selector}")

    def misses(self, selector: str) -> None:
        """Wait until no element of the selector is there any more."""
        self.wait(f"return !document.querySelector({json.dumps(selector)})", f"still there: {selector}")

    def wait(self, body: str, otherwise: str) -> None:
        """Wait until the script says true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self.engine.run(body) is True:
                    return
            except (AssertionError, OSError):
                pass  # the page is just changing
            time.sleep(0.1)
        page = Path(tempfile.gettempdir()) / "last-page.html"
        page.write_text(str(self.engine.run("return document.documentElement.outerHTML")))
        message = f"{otherwise} (the page is in {page})"
        raise AssertionError(message)

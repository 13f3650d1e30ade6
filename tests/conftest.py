"""Fixtures for every test: a browser that is found or installed, and a running server."""

import math
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, Playwright, expect
from playwright.sync_api import Error as PlaywrightError

from referee.database import DatabaseDesk, open_desk
from referee.library import library_of
from referee.paths import rulesets_dir
from referee.rulebook import Shelf, shelf_in
from referee.web import create_app, guard
from referee.web.server import make_server
from tests.once import read_shipped_once

read_shipped_once()
# How fast an answer or an example is there, is measured elsewhere.
settings.register_profile("no hurry", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("no hurry")

PHONE = {"width": 390, "height": 844}
SHELL = "chromium-headless-shell"
"""Chromium without windows: a new page costs it a tenth of the time that it costs the whole browser."""
BROWSER_NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FONTS = "fonts-noto-cjk"
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS_TO_SHOW = 60
"""How long a page may take on a busy machine; what has to be quicker says so in its own test."""
SECONDS_TO_INSTALL = 600
HOW_TO_INSTALL = (
    "The browser tests need Chromium and none could be found or installed. Install one, for example with "
    "`.venv/bin/playwright install --with-deps chromium` or `sudo apt-get install -y chromium`, and run them again."
)


LONGEST = (
    *("test_quality.py", "test_parity.py", "test_phone.py", "test_everybody_at_once.py", "test_accessibility.py"),
    *("test_languages.py", "test_upgrade.py", "test_game.py", "test_phone_answers.py", "test_eight_clocks.py"),
    *("test_event_accessibility.py", "test_look_up.py", "test_hall.py", "test_running.py"),
)
"""Files with tests that take long, begun first: begun last, one core would wait for another."""
WORKERS_OF_TWO_CORES = 4
"""A quarter of the time a worker waits, for a browser's clock or for another process: meanwhile others work."""


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run the whole suite side by side; tests that are named run in this process, where a debugger reaches them."""
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not hasattr(config, "workerinput")
    if is_whole and getattr(config.option, "numprocesses", "without xdist") is None:
        config.option.numprocesses, config.option.dist = "auto", "worksteal"


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Start more workers than there are cores."""
    cores = yield
    return -(-cores * WORKERS_OF_TWO_CORES // 2)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each worker begin with its share of the longest files: at first each gets as many tests, one by one."""
    shares = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    others = [item for item in items if item.path.name not in LONGEST]
    ordered: list[pytest.Item] = []
    for share in range(shares):
        own = LONGEST[share::shares]
        ordered += sorted((item for item in items if item.path.name in own), key=lambda item: own.index(item.path.name))
        ordered += others[len(others) * share // shares : len(others) * (share + 1) // shares]
    items[:] = ordered


def runs(browser: str | Path | None) -> bool:
    """Say whether this browser is there and starts: a stub or one that lacks a library does not count."""
    return browser is not None and Path(browser).is_file() and succeeds([str(browser), "--version"], 30)


def quietly(command: list[str], seconds: int) -> tuple[bool, str]:
    """Run a command; return whether it ended well in time, and what it complained about."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=seconds, env=environment)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as problem:
        return False, str(problem)
    return done.returncode == 0, done.stderr.decode(errors="replace")


def succeeds(command: list[str], seconds: int) -> bool:
    """Say whether a command ends well in time."""
    return quietly(command, seconds)[0]


def browser_on_path() -> str | None:
    """Return the first working Chromium that the search path offers."""
    found = (shutil.which(name) for name in BROWSER_NAMES)
    return next((browser for browser in found if runs(browser)), None)


def install_from_debian() -> bool:
    """Install Debian's Chromium where we may: as root on a machine with apt-get."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    apt_get("update")
    return any(apt_get("install", "-y", browser, FONTS) for browser in (SHELL, "chromium"))


def apt_get(*order: str) -> bool:
    """Run apt-get, and again as long as another one holds the lock: a second worker, or who set the machine up."""
    deadline = time.monotonic() + SECONDS_TO_INSTALL
    while True:
        is_done, complaint = quietly(["apt-get", "-qq", *order], SECONDS_TO_INSTALL)
        if is_done or "/lock" not in complaint or time.monotonic() > deadline:
            return is_done
        time.sleep(3)


def find_browser(own: str) -> str:
    """Return a Chromium that runs: the quickest where it can be installed, else any on the path, or Playwright's."""
    if not runs(shutil.which(SHELL)):
        install_from_debian()
    found = browser_on_path()
    if found is not None:
        return found
    if runs(own) or (succeeds([sys.executable, "-m", "playwright", "install", "chromium"], 300) and runs(own)):
        return own
    pytest.exit(HOW_TO_INSTALL, returncode=1)


expect.set_options(timeout=SECONDS_TO_SHOW * 1000)
NEW_CONTEXT = Browser.new_context


def patient_context(browser: Browser, **how: Any) -> BrowserContext:  # noqa: ANN401 whatever a context takes
    """Return a phone whose pages may take as long as any."""
    context = NEW_CONTEXT(browser, **how)
    context.set_default_timeout(SECONDS_TO_SHOW * 1000)
    return context


Browser.new_context = patient_context  # type: ignore[assignment, method-assign]

SECONDS_TO_LOOK = 0.8
"""How long a person looks at a new page before a tap where the last one was."""
NEAR = 70
LAST_TOUCH = """() => {
    const changed = performance.getEntriesByName("page changed").at(-1);
    const [x, y] = JSON.parse(sessionStorage.getItem("last touch")) ?? [-1000, -1000];
    return changed ? { x, y, ago: (performance.now() - changed.startTime) / 1000 } : null;
}"""
TAP = Locator.tap


def tap_as_a_person(locator: Locator, **how: Any) -> None:  # noqa: ANN401 whatever a tap takes
    """Tap, but look first where the page has just changed under the finger: a tap there would be ignored.

    What is tapped may stand on a page that is still to come.
    """
    with suppress(PlaywrightError):
        locator.wait_for()
        touch = locator.page.evaluate(LAST_TOUCH)
        if touch is not None and touch["ago"] < SECONDS_TO_LOOK:
            locator.scroll_into_view_if_needed()
            box = locator.bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}
            across = box["x"] + box["width"] / 2 - touch["x"]
            down = box["y"] + box["height"] / 2 - touch["y"]
            if math.hypot(across, down) <= NEAR:
                time.sleep(SECONDS_TO_LOOK)
    TAP(locator, **how)


Locator.tap = tap_as_a_person  # type: ignore[assignment, method-assign]

How = ParamSpec("How")
Loaded = TypeVar("Loaded")
GONE_ELSEWHERE = ("net::ERR_ABORTED", "interrupted by another navigation")


def as_a_person(load: Callable[How, Loaded]) -> Callable[How, Loaded]:
    """Do what ends on another page, and once more where the page went elsewhere by itself in that very moment."""

    def loaded(*page: How.args, **how: How.kwargs) -> Loaded:
        try:
            return load(*page, **how)
        except PlaywrightError as problem:
            if not any(sign in problem.message for sign in GONE_ELSEWHERE):
                raise
            return load(*page, **how)

    return loaded


Page.goto = as_a_person(Page.goto)  # type: ignore[method-assign]
Page.reload = as_a_person(Page.reload)  # type: ignore[method-assign]
Page.wait_for_url = as_a_person(Page.wait_for_url)  # type: ignore[method-assign]

BOUNDING_BOX = Locator.bounding_box


def bounding_box(locator: Locator, **how: Any) -> FloatRect | None:  # noqa: ANN401 whatever is asked with
    """Return where something stands, asked once more where the page was drawn anew in that very moment."""
    return BOUNDING_BOX(locator, **how) or BOUNDING_BOX(locator, **how)


Locator.bounding_box = bounding_box  # type: ignore[assignment, method-assign]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """Start the Chromium that was found, with flags that keep it quiet."""
    executable = find_browser(playwright.chromium.executable_path)
    return browser_type_launch_args | {"executable_path": executable, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Look at every page as a phone does."""
    return browser_context_args | {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell what a browser showed when its test failed: who reads the report was not there."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.failed and browser is not None:
        report.sections += [("page", shown_by(page)) for context in browser.contexts for page in context.pages]
    return report


def shown_by(page: Page) -> str:
    """Return the address and the words of a page."""
    try:
        return f"{page.url}\n{page.locator('body').inner_text(timeout=2000)}"
    except PlaywrightError as problem:
        return f"{page.url}\n{problem.message}"


@pytest.fixture(autouse=True)
def no_phone_left_on(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close the phones that a test leaves on: beside all later ones they would go on asking their server."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    on_before = browser.contexts
    yield
    for context in browser.contexts:
        if context not in on_before:
            context.close()


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    """Return the shipped rulesets as they were read."""
    return shelf_in((rulesets_dir(),))


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory, shelf: Shelf) -> Iterator[DatabaseDesk]:
    """Return a desk with the shipped rulesets and an empty database of its own."""
    opened = open_desk(tmp_path_factory.mktemp("desk") / "referee.db", library_of(shelf))
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def app(desk: DatabaseDesk, shelf: Shelf) -> Flask:
    """Return the application with the shipped rulesets, at which all tests together begin more games than a hall."""
    made = create_app(desk.library, desk, shelf=shelf)
    made.extensions[guard.LIMITS] = guard.Limits(most=1_000_000)
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Return a client that asks the application without a network."""
    return app.test_client()


@pytest.fixture(scope="session")
def address(app: Flask) -> Iterator[str]:
    """Run the application in its real server and return its address."""
    server = make_server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()
    thread.join(timeout=5)

"""A phone without a network: how soon it shows its first page after its worker was stopped, and every page after it."""

import os
import re
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, ViewportSize, sync_playwright

from tests.benchmarks.figures import ROUNDS, Figure
from tests.conftest import CHROMIUM_FLAGS, find_browser
from tests.offline.conftest import RealServer, free_port, ready
from tests.offline.test_start import IN_RULES, pieces_copied, started_from, stop_worker
from tests.web.table import begin

RON = "result=ron&drawn=1&ron=1&from=0&han-1=3&fu-1=40"
QUICK = {"table": "", "sheet": "/sheet", "form": f"/record?{RON}", "preview": f"/record/payment?{RON}"}
OTHERS = {
    "look-up": "/rulings",
    "words found": "/rulings/found?query=dead+hand",
    "words misspelt": "/rulings/found?query=chonbo+wron+tile",
    "offence": "/rulings/mistaken_win?answer-call=ron&answer-cause=no_yaku&answer-shown=14",
    "ruling to apply": "/rulings/apply?offence=empty_call",
    "tiles": "/tiles",
}
ANSWERED = (
    "() => { const [first] = performance.getEntriesByType('navigation'); return first.responseEnd - first.startTime; }"
)
TIMED = """async (address) => {
    const began = performance.now();
    const reply = await fetch(address, { headers: { "HX-Request": "true", "HX-Request-Type": "full" } });
    await reply.text();
    if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
    return performance.now() - began;
}"""
SLOWER = 4
TURN = 0.01
"""For how many seconds of its turn a slowed browser may work."""
PARENT = re.compile(r"\((.*)\) \S (\d+)")


def phone_figures() -> Iterator[Figure]:
    """Measure a phone that keeps a table, at full speed and slowed."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = RealServer(database=Path(folder) / "club.db", port=free_port())
        server.start()
        browser = playwright.chromium.launch(
            executable_path=find_browser(playwright.chromium.executable_path), args=CHROMIUM_FLAGS
        )
        page = browser.new_context(
            viewport=ViewportSize(width=390, height=844), is_mobile=True, has_touch=True
        ).new_page()
        table = begin(page, server.address, "aalto")
        ready(page)
        page.context.set_offline(offline=True)
        page.goto(table)
        pieces_copied(page)
        yield from starts(page, table, "")
        yield from pages(page, table)
        with slowed():
            yield from starts(page, table, f", {SLOWER} times slower")
        browser.close()
        server.kill()


def starts(page: Page, table: str, how: str) -> Iterator[Figure]:
    """Measure the first page from a copy of the machine's memory and from source, in turns."""
    took = [(first_page(page, table, "copy"), first_page(page, table, "source")) for _ in range(ROUNDS)]
    copied, built = zip(*took, strict=True)
    wanted = "at most 1.4 s, 0.8 of the other" if how else "at most 0.3 s, half of the other"
    yield Figure(what=f"first page from a copy{how}", measured=f"{median(copied):.0f} ms", wanted=wanted)
    share = median(copied) / median(built)
    yield Figure(
        what=f"first page from source{how}", measured=f"{median(built):.0f} ms", wanted=f"copy / source {share:.2f}"
    )


def first_page(page: Page, table: str, begun: str) -> float:
    """Return the milliseconds until a stopped worker has answered, from its copy or, as that is spoilt, from source."""
    page.evaluate(IN_RULES, ["build", begun == "source"])
    stop_worker(page)
    page.goto(table)
    took = float(page.evaluate(ANSWERED))
    assert started_from(page) == begun
    pieces_copied(page)
    return took


def pages(page: Page, table: str) -> Iterator[Figure]:
    """Measure pages of a running worker."""
    for wanted, addresses in (("at most 60 ms", QUICK), ("at most 100 ms", OTHERS)):
        for name, path in addresses.items():
            took = median([float(page.evaluate(TIMED, table + path)) for _ in range(ROUNDS)])
            yield Figure(what=f"{name}, drawn by the phone", measured=f"{took:.0f} ms", wanted=wanted)


@contextmanager
def slowed() -> Iterator[None]:
    """Let the browser work for a part of the time only: the switch that browsers have for it spares their workers."""
    done = threading.Event()

    def stop_and_go() -> None:
        while not done.wait(TURN):
            tell_browser(signal.SIGSTOP)
            done.wait(TURN * (SLOWER - 1))
            tell_browser(signal.SIGCONT)

    turns = threading.Thread(target=stop_and_go)
    turns.start()
    try:
        yield
    finally:
        done.set()
        turns.join()
        tell_browser(signal.SIGCONT)


def tell_browser(what: signal.Signals) -> None:
    """Send every process of our browser a signal."""
    for process in descendants(os.getpid()):
        try:
            os.kill(process, what)
        except ProcessLookupError:
            continue


def descendants(process: int) -> Iterator[int]:
    """Yield the browser's processes among those that a process has begun."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            found = PARENT.search(file.read_text("utf-8"))
        except OSError:
            continue
        if found is not None and int(found[2]) == process:
            child = int(file.parent.name)
            if "chrom" in found[1]:
                yield child
            yield from descendants(child)

"""A phone starts from the copy that it keeps of its machine's memory, and from source where the copy is of no use."""

import pytest
from playwright.sync_api import Page, expect

from tests.offline.conftest import PhoneAtTable

RON = "result=ron&drawn=1&ron=1&from=0&han-1=3&fu-1=40"
IN_RULES = """([what, change]) => new Promise((resolve, reject) => {
    const opening = indexedDB.open("referee", 1);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const rules = opening.result.transaction("rules", "readwrite").objectStore("rules");
        const asked = rules.get("machine");
        asked.onsuccess = () => {
            const copy = asked.result;
            if (copy && change) {
                if (what === "bytes") copy.bytes[copy.bytes.length >> 1] ^= 1;
                else copy[what] = "other";
                rules.put(copy, "machine");
            }
            rules.transaction.oncomplete = () => {
                opening.result.close();
                resolve(copy ? copy.pieces : null);
            };
        };
    };
})"""


def pieces_copied(page: Page) -> list[str]:
    """Wait for the copy and return the pieces of the library that it holds."""
    for _ in range(600):
        found = page.evaluate(IN_RULES, ["", False])
        if found is not None:
            return list(found)
        page.wait_for_timeout(100)
    pytest.fail("no copy was kept")


def payment_drawn_here(at_table: PhoneAtTable) -> str:
    """Return what the phone itself says that a hand pays."""
    page = at_table.page
    page.goto(f"{at_table.table}/record?{RON}")
    expect(page.locator("#payment")).to_contain_text("5,200")
    return page.locator("#payment").inner_html()


def stop_worker(page: Page) -> None:
    """Stop the service worker as a browser does that needs the memory."""
    browser = page.context.new_cdp_session(page)
    browser.send("ServiceWorker.enable")
    browser.send("ServiceWorker.stopAllWorkers")
    browser.detach()


def started_from(page: Page) -> str:
    """Return what the machine of the running worker was started from."""
    return str(page.evaluate("async () => (await globalThis.phone.ask('kept')).startedFrom"))


@pytest.mark.parametrize("what", ["nothing", "bytes", "build", "size", "answer"])
def test_a_start_from_a_copy(at_table: PhoneAtTable, what: str) -> None:
    """The same payment either way; a copy that was changed, or is of another build, is not used."""
    page = at_table.page
    at_table.context.set_offline(offline=True)
    drawn = payment_drawn_here(at_table)
    assert started_from(page) == "source"
    assert pieces_copied(page)[:2] == ["words.en", "book.aalto"]

    page.evaluate(IN_RULES, [what, what != "nothing"])
    stop_worker(page)
    assert payment_drawn_here(at_table) == drawn
    assert started_from(page) == ("copy" if what == "nothing" else "source")

"""A name that is erased on the server goes from the phones that hold it, with their next question."""

from playwright.sync_api import expect

from referee.cli import main
from tests.offline.conftest import PhoneAtTable, RealServer

NAME = "Ben"
HOLDS = """async (name) => {
    const end = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
    const database = await end(indexedDB.open("referee"));
    const stores = [...database.objectStoreNames];
    const kept = await Promise.all(stores.map((each) => end(database.transaction(each).objectStore(each).getAll())));
    database.close();
    return kept.filter((each, at) => stores[at] !== "settings" && JSON.stringify(each).includes(name)).length;
}"""
"""How many of the phone's stores hold a name, without the settings of the device."""


def test_an_erased_name_leaves_the_phone(at_table: PhoneAtTable, server: RealServer) -> None:
    """While another process erases it, the table is open: seats, sheet, the kept log, and without a network too."""
    page = at_table.page
    page.goto(at_table.table + "/sheet")
    page.locator("input[name=note]").fill(f"{NAME} was late")
    page.locator("button", has_text="note").tap()
    expect(page.locator("main.sheet")).to_contain_text(f"{NAME} was late")
    page.goto(at_table.table)
    expect(page.locator("#table")).to_contain_text(NAME)
    page.wait_for_function(f"async () => await ({HOLDS})('{NAME} was late') > 0")

    assert main(["person", NAME, "--erase", "--which", "all", "--db", str(server.database)]) == 0

    expect(page.locator("#table")).not_to_contain_text(NAME)
    expect(page.locator("#table")).to_contain_text("P2")
    page.wait_for_function(f"async () => await ({HOLDS})('{NAME}') === 0")
    server.kill()
    page.goto(at_table.table + "/sheet")
    expect(page.locator("main.sheet")).to_contain_text("P2")
    expect(page.locator("main.sheet")).not_to_contain_text(NAME)

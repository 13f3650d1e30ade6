"""Phones at an event behind a network that can be cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from referee.desk_event.links import make_cards, make_link
from referee.desk_event.rounds import table_address
from referee.tournament.events import Role
from tests.offline.conftest import ready
from tests.offline.proxy import Between, broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.tournaments import Hall


@dataclass
class Phones:
    """Phones behind the network."""

    network: Between
    hall: Hall
    browser: Browser

    @property
    def address(self) -> str:
        """Where the server is for them."""
        return f"http://127.0.0.1:{self.network.port}"

    def at(self, path: str = "") -> str:
        """Return the address of a page of the event."""
        return f"{self.address}/e/{self.hall.id}{path}"

    def table(self, table_no: int = 1, round_no: int = 1) -> str:
        """Return the address of a table."""
        return f"{self.address}/t/{table_address(self.hall.id, round_no, table_no)}"

    def new(self) -> Page:
        """Return a phone that has opened nothing yet."""
        context = self.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB")
        return context.new_page()

    def phone(self, *tokens: str) -> Page:
        """Return a phone with these links, whose worker answers for it."""
        page = self.new()
        for token in tokens:
            self.take(page, token)
        page.goto(self.at())
        ready(page)
        return page

    def at_table(self) -> Page:
        """Return a phone that has scanned the card of table 1 and keeps its running game."""
        cards = make_cards(self.hall.event_desk, self.hall.order(), (1,))
        assert isinstance(cards, tuple)
        page = self.new()
        self.take(page, cards[0])
        page.wait_for_url(self.table())
        ready(page)
        return page

    def take(self, page: Page, token: str) -> None:
        """Let a phone take in a link."""
        page.goto(f"{self.address}/in/{token}")

    def link(self, role: Role = Role.REFEREE) -> str:
        """Return a new link of the event."""
        token = make_link(self.hall.event_desk, self.hall.order(), role)
        assert isinstance(token, str)
        return token

    def cut(self) -> None:
        """Cut the network."""
        self.network.playing = broken

    def mend(self) -> None:
        """Let the network through again."""
        self.network.playing = None


def until(page: Page, expected: Callable[[], bool]) -> None:
    """Wait until something holds."""
    for _ in range(600):
        if expected():
            return
        page.wait_for_timeout(100)
    pytest.fail("it never came so far")

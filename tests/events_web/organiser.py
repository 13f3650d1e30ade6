"""An organiser in a browser without JavaScript: forms are filled in and sent as they stand in the page."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from html import unescape

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
SIXTEEN = "\n".join(
    f"{given} Berg"
    for given in [
        "Aki",
        "Ben",
        "Chie",
        "Dan",
        "Emi",
        "Fumi",
        "Gen",
        "Hana",
        "Ivo",
        "Jun",
        "Kei",
        "Lea",
        "Mio",
        "Nao",
        "Oki",
        "Pia",
    ]
)


@dataclass
class Organiser:
    """Somebody who made an event and holds its link."""

    client: FlaskClient
    event: str

    def to(self, page: str = "") -> str:
        """Return the address of a page of the event."""
        return f"/e/{self.event}/{page}" if page else f"/e/{self.event}"

    def see(self, page: str = "") -> str:
        """Return a page that is there."""
        answer = self.client.get(self.to(page))
        assert answer.status_code == 200, (page, answer.status_code)
        return answer.get_data(as_text=True)

    def hidden(self, page: str, action: str) -> dict[str, str]:
        """Return what the form of a page sends to an address without being shown."""
        for attributes, body in FORM.findall(self.see(page)):
            if f'action="{self.to(action)}"' in attributes:
                return {name: unescape(value) for name, value in HIDDEN.findall(body)}
        message = f"no form to {action} on {page or 'the first page'}"
        raise AssertionError(message)

    def send(self, page: str, action: str, **fields: str) -> TestResponse:
        """Send a form of a page."""
        return self.client.post(self.to(action), data=self.hidden(page, action) | fields)

    def paste(self, text: str) -> None:
        """Put people on the list."""
        answer = self.client.post(self.to("people/paste"), data={"text": text})
        found = dict(HIDDEN.findall(answer.get_data(as_text=True)))
        entered = self.client.post(self.to("people/paste/enter"), data=found | {"text": text})
        assert entered.status_code == 303, entered.get_data(as_text=True)


def organiser_of(client: FlaskClient, name: str = "Spring cup", **fields: str) -> Organiser:
    """Make an event and return its organiser."""
    found = {"name": name, "ruleset": "aalto", "command_id": secrets.token_hex(16)} | fields
    made = client.post("/events", data=found)
    page = made.get_data(as_text=True)
    assert made.status_code == 200, page
    return Organiser(client=client, event=page.partition('href="/e/')[2].partition('"')[0])

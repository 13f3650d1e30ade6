"""Every page of the application, found as a reader finds it: by following links."""

import re
from typing import Any

from flask import Flask
from playwright.sync_api import APIRequestContext
from werkzeug.exceptions import HTTPException

from tests.web.table import PLAYERS

RON = "result=ron&drawn=1&ron=1&from=0&riichi=0&riichi_tile=no&han-1=3&fu-1=40"
TSUMO = "result=tsumo&drawn=1&tsumo=2&han-2=yakuman1"
HREF = re.compile(r'<a\b[^>]*\bhref="([^"]+)"')


def start(request: APIRequestContext, address: str, ruleset: str = "aalto") -> str:
    """Start a game with a long name in it and sit down; return the path of its table."""
    form: dict[str, Any] = {f"name-{seat}": name for seat, name in enumerate(PLAYERS)}
    form |= {"name-1": "Bartholomäus", "ruleset": ruleset}
    table = request.post(f"{address}/games", form=form).url.removeprefix(address)
    request.post(f"{address}{table}/seat", form={"me": "0"})
    return table


def endpoint_of(app: Flask, path: str) -> str | None:
    """Return the name of the page at an address, None where there is none."""
    try:
        return str(app.url_map.bind("").match(path.partition("#")[0].partition("?")[0])[0])
    except HTTPException:
        return None


def linked(app: Flask, request: APIRequestContext, address: str, begin: list[str]) -> dict[str, str]:
    """Return one address of every page that links lead to from these, or that needs no link, by the page's name."""
    found: dict[str, str] = {}
    waiting = [*begin, *addresses_without_values(app)]
    while waiting:
        path = waiting.pop(0)
        name = endpoint_of(app, path)
        if name is None or name in found or "lang=" in path:
            continue
        answer = request.get(address + path)
        assert answer.ok, path
        found[name] = path
        if answer.headers["content-type"].startswith("text/html"):
            waiting += [link.replace("&amp;", "&") for link in HREF.findall(answer.text()) if link.startswith("/")]
    return found


def addresses_without_values(app: Flask) -> list[str]:
    """Return the addresses of what answers a GET without naming a table, an offence or anything else."""
    return sorted(
        rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments
    )


def pages_to_see(app: Flask) -> set[str]:
    """Return the names of everything that answers a GET, but for the pages of events."""
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return {rule.endpoint for rule in rules if not rule.endpoint.startswith("events.")}

"""Whatever was written meanwhile, a form that comes too late is answered with both sides, in words."""

import re
from collections.abc import Callable
from html import unescape
from http import HTTPStatus
from secrets import token_urlsafe
from typing import get_args

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.desk import Row
from referee.game.events import EventKind, UndoReason, Way
from referee.rules.choices import Abort
from referee.rules.offences import Penalty
from referee.rules.progress import EndReason
from tests.desks import shipped
from tests.web.requests_at_table import NAMES, RON, expected_at, fields_of, send, started

LANGUAGES = tuple(shipped().sentences)
TSUMO = {"result": "tsumo", "tsumo": "2", "han-2": "2", "fu-2": "30", "drawn": "1"}
CHOMBO = {"result": "chombo", "offender": "3", "drawn": "1"}
FIGURES = {"score-0": "24000", "score-1": "26000", "score-2": "25000", "score-3": "25000", "kyoutaku": "0"} | {
    "honba": "2",
    "dealer": "1",
    "round": "S",
    "text": "counted",
}
FINE = {"seat": "1", "kind": "fine", "amount-fine": "1000", "text": "tore a tile", "offence": "other"}
LATE: dict[str, dict[str, str]] = {
    "/hands": RON,
    "/hands/instead": RON,
    "/undo": {"reason": "mistyped"},
    "/signal": {"running": "yes"},
    "/end": {},
    "/finish": {},
    "/reopen": {"text": "why"},
    "/adjust": FIGURES,
    "/hands/0": RON | {"fu-1": "30", "way": "replay"},
    "/rulings/apply": FINE,
    "/rulings/4/withdraw": {"text": "why"},
    "/lost": {"kind": "undone", "body": '{"target":3,"reason":"mistyped"}'},
    "/notes": {"note": "late"},
    "/names": {"name-0": "Aino", "name-1": "Ben", "name-2": "Doris", "name-3": "Dai"},
}
"""Every order that a form gives; the last three never conflict."""
NEVER = {"/lost", "/notes", "/names"}
BESIDE_A_HAND = {"SignalRow", "WithdrawalRow"}
"""What a hand that is being entered goes on beside, as it is worth the same (`events/7`)."""


def ordered(client: FlaskClient, path: str, action: str, fields: dict[str, str]) -> None:
    """Do something at the table as it is now."""
    more = {"expected": expected_at(client, path)}
    if action == "/hands":
        assert send(client, path, fields) == HTTPStatus.SEE_OTHER
        return
    if action == "/rulings/apply":
        shown = client.get(f"{path}{action}/outcome", query_string=fields).text
        more["previewed"] = re.findall(r'name="previewed" value="([^"]*)"', shown)[0]
    assert client.post(path + action, data=more | fields).status_code == HTTPStatus.SEE_OTHER, action


def done(*orders: tuple[str, dict[str, str]]) -> Callable[[FlaskClient, str], None]:
    """Return what somebody else does, one order after another."""

    def do(client: FlaskClient, path: str) -> None:
        for action, fields in orders:
            ordered(client, path, action, fields)

    return do


CLOSED: tuple[tuple[str, dict[str, str]], ...] = (("/end", {}), ("/finish", {}))
MEANWHILE: dict[str, Callable[[FlaskClient, str], None]] = {
    "HandRow": done(("/hands", TSUMO)),
    "ChomboRow": done(("/hands", CHOMBO)),
    "Undone": done(("/undo", {"reason": "not_over"})),
    "CorrectionRow": done(("/hands/0", RON | {"fu-1": "30", "way": "points_only"})),
    "AdjustmentRow": done(("/adjust", FIGURES)),
    "SignalRow": done(("/signal", {"running": "no"})),
    "NoteRow": done(("/notes", {"note": "<b>"}), ("/hands", TSUMO)),
    "EndRow": done(CLOSED[0]),
    "FinishedRow": done(*CLOSED),
    "ReopenedRow": done(*CLOSED, ("/reopen", {"text": "one hand was left"})),
    "RenamedRow": done(("/names", LATE["/names"]), ("/hands", TSUMO)),
    "RulingRow": done(("/rulings/apply", FINE)),
    "WithdrawalRow": done(("/rulings/apply", FINE), ("/rulings/3/withdraw", {"text": "it was Dai"})),
}
"""What others do while a form is open, by the row that it leaves on the sheet."""


@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_every_late_form_is_answered_with_both_sides(app: Flask, meanwhile: str) -> None:
    """Every order, after every kind of entry, in every language: a conflict page, and nothing is written."""
    client = app.test_client()
    path = started(client, "wrc-2025")
    assert send(client, path, RON) == HTTPStatus.SEE_OTHER
    stale = {"expected": expected_at(client, path), "hand": "0"}
    form = fields_of(client, path, RON)
    MEANWHILE[meanwhile](client, path)
    before = len(client.get(path + "/log").get_json()["events"])
    for action, fields in LATE.items():
        if action in NEVER or (action == "/hands" and meanwhile in BESIDE_A_HAND):
            continue
        for lang in LANGUAGES:
            client.get(f"{path}?lang={lang}")
            sent = (form if action.startswith("/hands") else {}) | stale | fields | {"expected_event": ""}
            answer = client.post(path + action, data=sent | {"command_id": f"{path}{action}{lang}"})
            assert answer.status_code == HTTPStatus.CONFLICT, (action, lang, answer.text)
            assert shipped().sentences[lang]["page.conflict.stale"] in unescape(answer.text)
    assert len(client.get(path + "/log").get_json()["events"]) == before
    client.get(f"{path}?lang=en")


def test_what_others_entered_says_whose_points_it_moved(client: FlaskClient) -> None:
    """2 han 30 fu by tsumo, while a form is open: names stand at the amounts."""
    path = started(client, "wrc-2025")
    stale, form = {"expected": expected_at(client, path)}, fields_of(client, path, RON)
    assert send(client, path, TSUMO) == HTTPStatus.SEE_OTHER
    late = client.post(f"{path}/hands?lang=en", data=form | stale | {"expected_event": "", "command_id": path})
    assert late.status_code == HTTPStatus.CONFLICT
    moved = re.findall('<p class="moved">(.*?)</p>', late.text)
    names = [NAMES[f"name-{seat}"] for seat in range(4)]
    changes = ("−1,000", "−500", "+2,000", "−500")
    assert moved == ["".join(f"<span>{name} {by}</span> " for name, by in zip(names, changes, strict=True))]


@pytest.mark.parametrize("action", sorted(NEVER))
@pytest.mark.parametrize("meanwhile", ["FinishedRow", "ReopenedRow", "HandRow"])
def test_what_never_conflicts_is_written_or_refused(client: FlaskClient, action: str, meanwhile: str) -> None:
    """A note, a name, a lost entry: an answer in words whatever happened."""
    path = started(client, "wrc-2025")
    send(client, path, RON)
    MEANWHILE[meanwhile](client, path)
    answer = client.post(path + action, data=LATE[action])
    assert answer.status_code in (HTTPStatus.SEE_OTHER, HTTPStatus.UNPROCESSABLE_ENTITY), answer.text


def test_every_row_was_tried() -> None:
    """A new kind of row has to be shown on a conflict page, too."""
    assert {kind.__name__ for kind in get_args(Row)} - {"StartRow"} == set(MEANWHILE) - {"ChomboRow", "Undone"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_stands_on_a_sheet_has_words(lang: str) -> None:
    """Every row, reason, abort, end, penalty and kind of event, in every language."""
    words = shipped().sentences[lang]
    rows = ("start", "signal", "note", "end", "finished", "reopened", "renamed", "adjustment", "correction", "hand")
    wanted = [
        *(f"sheet.{row}" for row in rows),
        *("apply.row", "apply.withdrawal", "sheet.replayed", "sheet.points_only"),
        *(f"undo.{reason}" for reason in UndoReason),
        *(f"entry.{kind}" for kind in EventKind),
        *(f"abort.{reason}" for reason in Abort),
        *(f"penalty.{kind}" for kind in Penalty if kind != Penalty.REFEREE),
        *(f"end.{reason}" for reason in EndReason if reason != EndReason.FORCED),
        *(f"page.conflict.{why}" for why in ("stale", "reused", "elsewhere", "begun")),
    ]
    assert [key for key in wanted if key not in words] == []
    assert set(Way) == {"replay", "points_only"}


@pytest.mark.parametrize("book", [book.id for book in shipped().books])
def test_an_abort_of_other_rules_is_refused_in_words(client: FlaskClient, book: str) -> None:
    """Every abort under every rulebook, confirmed, previewed and as a correction: a sentence, never a stumble."""
    path = started(client, book)
    send(client, path, RON)
    found = shipped().book(book)
    assert found is not None
    known = {str(abort) for variant in found.variants.values() for abort in variant.draws.aborts}
    for abort in Abort:
        fields = {"result": "abort", "abort": str(abort), "drawn": "1"}
        form = fields_of(client, path, fields) | {"expected_event": ""}
        answers = [
            client.get(path + "/record/payment", query_string=fields),
            client.get(path + "/hands/0/changes", query_string=fields),
            client.post(path + "/hands", data=form | {"expected": "99"}),
            client.post(path + "/hands", data=form),
        ]
        assert all(answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR for answer in answers), abort
        if str(abort) not in known:
            assert answers[-1].status_code == HTTPStatus.UNPROCESSABLE_ENTITY


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_never_begun_under_other_rules_than_a_phone_began_it(client: FlaskClient, lang: str) -> None:
    """A phone names the rules that it knew; where they are others by now, a person chooses, and the address stays."""
    form = NAMES | {"ruleset": "aalto", "command_id": token_urlsafe(32)}
    asked = client.post(f"/games?lang={lang}", data=form | {"rules": "0" * 64, "resolves": "kept"})
    assert asked.status_code == HTTPStatus.CONFLICT
    assert shipped().sentences[lang]["page.conflict.rules"] in unescape(asked.text)
    assert f'value="{form["command_id"]}"' in asked.text
    assert 'name="rules"' not in asked.text
    assert 'name="resolves" value="kept"' in asked.text
    begun = client.post("/games", data=form)
    assert begun.status_code == HTTPStatus.SEE_OTHER
    again = client.post("/games", data=form | {"rules": begun.headers["Game-Rules"]})
    assert again.headers["Location"] == begun.headers["Location"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_that_are_gone_are_a_choice_too(client: FlaskClient, lang: str) -> None:
    """A club's rules that the server no longer has: nothing is chosen for anybody, and the address stays."""
    options = {"option-house": "on", "rules": "0" * 64, "resolves": "kept"}
    form = NAMES | {"command_id": token_urlsafe(32)}
    asked = client.post(f"/games?lang={lang}", data=form | options | {"ruleset": "club@3"})
    assert asked.status_code == HTTPStatus.CONFLICT
    assert shipped().sentences[lang]["page.conflict.rules"] in unescape(asked.text)
    offered = asked.text.partition('<select name="ruleset"')[2].partition("</select>")[0]
    assert " required>" in offered
    assert "selected" not in offered
    ranked = sorted(shipped().books, key=lambda book: (book.rank, book.id))
    assert re.findall('value="([^"]*)"', offered) == ["", *(book.id for book in ranked)]
    again = dict(re.findall('type="hidden" name="([^"]*)" value="([^"]*)"', asked.text))
    assert again == form | {"resolves": "kept"}
    begun = client.post("/games", data=again | {"ruleset": "wrc-2025"})
    assert begun.status_code == HTTPStatus.SEE_OTHER
    assert client.post("/games", data=form | {"ruleset": "wrc-2025"}).headers["Location"] == begun.headers["Location"]


def test_unknown_rules_without_a_phone_behind_them_are_refused(client: FlaskClient) -> None:
    """Somebody who made an address up is told which rulesets there are."""
    asked = client.post("/games", data=NAMES | {"ruleset": "club@3", "command_id": token_urlsafe(32)})
    assert asked.status_code == HTTPStatus.UNPROCESSABLE_ENTITY


def test_refused_names_stay_as_they_were_typed(client: FlaskClient) -> None:
    """Two are missing: the page says so and shows what was typed, not what stands on the sheet."""
    path = started(client, "aalto")
    typed = {"name-0": "Aki", "name-1": "<Ben>", "name-2": "", "name-3": ""}
    refused = client.post(path + "/names", data=typed | {"command_id": "names"})
    assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert {
        name: unescape(value) for name, value in re.findall('name="(name-.)" value="([^"]*)"', refused.text)
    } == typed
    assert all(name in client.get(path + "/seats").text for name in NAMES.values())

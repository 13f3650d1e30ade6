"""Saving a club's rules: the orders of the pages that edit them, the editing link, and what phones ask about them."""

from __future__ import annotations

import secrets
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import abort, current_app, jsonify, redirect, request
from werkzeug.exceptions import TooManyRequests

from referee.app.answer import Answer, page_of, redirect_after_write
from referee.app.asked import HttpError
from referee.app.routes import PATHS, url_for
from referee.editor.pages import first_page
from referee.records import dataclass
from referee.rulebook.club import MOST_BYTES, Contradiction
from referee.rulebook.saved import (
    MOST_RULESETS,
    MOST_VERSIONS,
    Edited,
    NotSaved,
    Version,
    Why,
    saved,
    sound_versions,
)
from referee.texts.reader import is_digits
from referee.texts.words import Speaker, rules_id
from referee.web.api import refused
from referee.web.club import add_to_library, club_in_use, let_save
from referee.web.context import shelf_in_use
from referee.web.cookies import say
from referee.web.guard import CAUSE, Limits, client_address
from referee.web.host import answered, current_asked

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.wrappers import Response as AnyResponse

    from referee.app.asked import Asked
    from referee.app.form import Form
    from referee.desk import Desk


SAVES = "saves"
MOST_SAVES = 30
_AN_HOUR = 3600.0
_JSON = "application/json"
_STATUS = {
    Why.CLOSED: HTTPStatus.FORBIDDEN,
    Why.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Why.NOT_WRITABLE: HTTPStatus.SERVICE_UNAVAILABLE,
    Why.STALE: HTTPStatus.CONFLICT,
    Why.WRONG: HTTPStatus.UNPROCESSABLE_ENTITY,
}
_MOST = {
    "too_large_text": MOST_BYTES // 1024,
    "too_many_rulesets": MOST_RULESETS,
    "too_many_versions": MOST_VERSIONS,
}
"""How much there may be of what there is too much of."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EditPage:
    """The text of rules to be saved: ``rules`` and ``number`` are the version that is edited, empty for new ones.

    ``reasons`` say why nothing was saved yet.
    """

    text: str
    rules: str
    number: str
    reasons: tuple[str, ...]


def save(asked: Asked, _desk: Desk) -> Answer:
    """Save rules as a new version and show them, or say why not, with what was typed.

    Whoever has seen that there is a newer version can save his as the next one.
    """
    try:
        version = _saved_now(asked)
    except NotSaved as refusal:
        number = str(refusal.newest) if refusal.newest else asked.form.one("version")
        page = EditPage(
            text=asked.form.one("text"), rules=asked.form.one("id"), number=number, reasons=_reasons_of(asked, refusal)
        )
        return page_of("rules/edit.html", _STATUS[refusal.why], page=page).with_headers((CAUSE, refusal.why))
    return redirect_after_write(asked, url_for("rules.show", book=version.rules))


def _saved_by_program() -> AnyResponse:
    """Save rules for a program, which is told their version."""
    asked = current_asked()
    try:
        version = _saved_now(asked)
    except NotSaved as refusal:
        return refused(refusal.why, " ".join(_reasons_of(asked, refusal)), "", _STATUS[refusal.why])
    except HttpError as refusal:
        return refused("not_found", refusal.message, "id", HTTPStatus(refusal.status))
    return jsonify(id=version.rules, version=version.number, book=version.book)


def _saved_now(asked: Asked) -> Version:
    """Write rules that were sent, and answer from them from now on; raise ``NotSaved``."""
    club = club_in_use()
    if club.folder is None:
        raise NotSaved(Why.CLOSED, "no_folder")
    if not asked.may_save_rules:
        raise NotSaved(Why.CLOSED)
    limits: Limits = current_app.extensions[SAVES]
    wait = limits.seconds_to_wait(client_address(), "")
    if wait:
        raise TooManyRequests(say("saving.too_often", most=limits.most, minutes=-(-wait // 60)), retry_after=wait)
    speakers = tuple(Speaker(lang=lang, words=words) for lang, words in asked.library.sentences.items())
    try:
        version, book = saved(_edited_in(asked.form), club.folder, shelf_in_use(), speakers)
    except LookupError:
        raise HttpError(HTTPStatus.NOT_FOUND, asked.say("saving.gone")) from None
    add_to_library((book,))
    limits.note(client_address(), secrets.token_hex(8))
    return version


def _edited_in(form: Form) -> Edited:
    number = form.one("version")
    return Edited(text=form.one("text"), rules=form.one("id"), number=int(number) if is_digits(number) else 0)


def _reasons_of(asked: Asked, refusal: NotSaved) -> tuple[str, ...]:
    """Return why rules were not saved; problems are named as ``referee check`` does."""
    if refusal.why == Why.WRONG:
        return tuple(
            asked.speaker.text(each.sentence) if isinstance(each, Contradiction) else str(each)
            for each in refusal.wrong
        )
    most = {"most": _MOST[refusal.kind]} if refusal.kind in _MOST else {}
    return (asked.say(f"saving.{refusal.kind}", **most),)


def edit(asked: Asked, _desk: Desk, book: str) -> Answer:
    """Show the newest version of some rules to be edited, to who may not save them as a copy."""
    club = club_in_use()
    newest = next(sound_versions(club.folder, rules_id(book), shelf_in_use()), None) if club.folder else None
    if newest is None:
        raise HttpError(HTTPStatus.NOT_FOUND, asked.say("saving.gone"))
    version = newest[0]
    origin = (version.rules, str(version.number)) if asked.may_save_rules else ("", "")
    return first_page(asked, shelf_in_use(), version.text, *origin)


def _save_asked() -> AnyResponse:
    """Save rules for a page or for a program."""
    return _saved_by_program() if request.accept_mimetypes.best == _JSON else answered(save, writes=False)


def unlock(link: str) -> AnyResponse:
    """Let the browser save rules that was opened with an editing link, whose address it then leaves."""
    if not let_save(link):
        abort(HTTPStatus.FORBIDDEN, say("saving.no_link"))
    return redirect(url_for("rules.books"), HTTPStatus.SEE_OTHER)


def install(app: Flask) -> None:
    """Take the orders of the pages that edit rules, so many an hour from each address."""
    app.extensions[SAVES] = Limits(most=MOST_SAVES, seconds=_AN_HOUR)
    app.add_url_rule(PATHS["rules.save"], "rules.save", _save_asked, methods=["POST"])
    app.add_url_rule(PATHS["rules.edit"], "rules.edit", partial(answered, edit, writes=False))
    app.add_url_rule("/rules/edit/<link>", "rules.unlock", unlock)

"""Recording a finished hand: the form, its live preview, the confirmation, and the choice after a conflict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee import desk
from referee.app.answer import UNPROCESSABLE, Answer, block_of, elsewhere, onwards, page_of
from referee.app.recordpage import (
    Errand,
    RecordPage,
    address_with,
    lacking,
    marks_of,
    record_page,
    with_marks,
    with_state,
)
from referee.app.refusals import sentences
from referee.app.routes import url_for
from referee.app.tables import Seen, as_seen, expected_of, is_fresh, order_of, table_at
from referee.app.written import CONFLICT_PAGE, can_be_replaced, conflict_page, conflicting, kept_fields
from referee.core.forms.hand_form import HAN_OF_LIMIT, hand_mark, hand_recorded
from referee.core.forms.winner_tiles import from_tiles, tells_hand, with_hand_laid
from referee.core.pages.over_view import ANEW
from referee.core.pages.record_view import record_at_table
from referee.desk import Conflict, Desk, HandRow, Refused, TableView

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.core.forms.form import Form

PAGE = "games/record.html"
NAMED = {"ron": "ron", "tsumo": "tsumo", "draw": "tenpai", "abort": "abort", "chombo": "offender"}
"""Which field names the players of each result."""


def errand_at(asked: Asked, seen: Seen) -> Errand:
    """Return what the form of the present hand is for."""
    return Errand(
        title=asked.say("page.record.title"),
        back=url_for("play.show", token=seen.token),
        back_text=asked.say("page.back"),
        address=url_for("record.show", token=seen.token),
        preview=url_for("record.preview", token=seen.token),
        tiles=url_for("tiles.at_table", token=seen.token),
        of="record",
        table=seen.view.table,
        on_table=seen.view.kyoutaku,
        dead=tuple(seat.seat for seat in seen.view.seats if seat.dead is not None),
    )


def answered(asked: Asked, at: Desk, seen: Seen, form: Form) -> RecordPage:
    """Return the form with what it pays, or with the next question."""
    told = record_at_table(form, as_seen(asked, at, seen))
    return record_page(asked, seen, form, errand_at(asked, seen), told)


def show(asked: Asked, at: Desk, token: str) -> Answer:
    """Show the form of the present hand, with the marks of the table filled in; an older one is said to be over."""
    seen = table_at(asked, at, token)
    sent = asked.form
    if sent.one(ANEW):
        return elsewhere(address_of_form(seen, sent))
    if from_tiles(sent):
        return elsewhere(address_with(url_for("record.show", token=token), with_hand_laid(sent)))
    form = with_marks(sent, seen.view)
    return page_of(PAGE, page=answered(asked, at, seen, form))


def address_of_form(seen: Seen, form: Form) -> str:
    """Return the address that shows a form once more, for the hand that is played now."""
    again = with_state(form.changed("drawn", "1"), seen.view)
    return address_with(url_for("record.show", token=seen.token), again)


def preview(asked: Asked, at: Desk, token: str) -> Answer:
    """Return only what the hand pays, and the address that shows the whole form again."""
    form = asked.form
    shown = block_of(PAGE, "payment", page=answered(asked, at, table_at(asked, at, token), form))
    again = address_with(url_for("record.show", token=token), form)
    return shown.telling(("HX-Replace-Url", again))


def confirm(asked: Asked, at: Desk, token: str) -> Answer:
    """Record the hand whose payment was shown."""
    seen, form = table_at(asked, at, token), asked.form
    changed = changed_since_shown(asked, seen, form)
    if changed:
        return shown_again(asked, at, seen, form, (changed,))
    written = desk.record(at, seen.game, order_of(asked), expected_of(form), hand_recorded(form))
    if isinstance(written, Refused):
        return shown_again(asked, at, seen, form, sentences(asked, written.problems, seen.view.rules))
    if isinstance(written, Conflict):
        return hand_conflict(asked, token, written, form)
    return onwards(asked, url_for("play.show", token=token), written)


def changed_since_shown(asked: Asked, seen: Seen, form: Form) -> str:
    """Return why the payment must be looked at once more before it counts, nothing when it need not."""
    return changed_about(asked, form, marks_of(seen.view)) if is_fresh(form, seen.view) else ""


def changed_about(asked: Asked, form: Form, marks: str) -> str:
    """Return what is not as it was when a form's payment was shown: the marks of the table, or the hand itself."""
    if form.one("marks", marks) != marks:
        return asked.say("page.record.marks_changed")
    if lacking(asked, form) or form.one("previewed") != hand_mark(form):
        return asked.say("page.record.look_again")
    return ""


def shown_again(asked: Asked, at: Desk, seen: Seen, form: Form, told: tuple[str, ...]) -> Answer:
    """Show the form as it was sent, with a reason; marks that others changed meanwhile are taken over."""
    if form.one("marks", marks_of(seen.view)) != marks_of(seen.view):
        form = with_marks(form.changed("drawn", ""), seen.view)
    page = replace(answered(asked, at, seen, form), refusals=told)
    return page_of(PAGE, UNPROCESSABLE, page=page)


def hand_conflict(asked: Asked, token: str, conflict: Conflict, form: Form) -> Answer:
    """Show the recorded hand and the one in the form side by side."""
    mine = tuple(hand_in_words(asked, conflict.view, form))
    page = conflict_page(asked, token, conflict, mine, kept_fields(form))
    look = with_state(form.changed("drawn", "1"), conflict.view)
    return conflicting(
        replace(
            page,
            again=url_for("record.take_mine", token=token) if can_be_replaced(conflict) else "",
            again_text=asked.say("page.conflict.mine"),
            look=address_with(url_for("record.show", token=token), look),
            look_text=asked.say("page.conflict.next_hand" if plays_on(conflict) else "page.conflict.look"),
        )
    )


def plays_on(conflict: Conflict) -> bool:
    """Say whether somebody recorded a hand meanwhile, so that the one in the form would be the next."""
    return any(isinstance(row, HandRow) and row.undone is None for row in conflict.theirs)


def hand_in_words(asked: Asked, view: TableView, form: Form) -> list[str]:
    """Return how the hand of a form ended, who is named in it, and what each winner's hand is worth."""
    result = form.one("result", "ron")
    if result not in NAMED:
        return []
    named = [(seat.name, str(seat.seat)) for seat in view.seats if form.has(NAMED[result], str(seat.seat))]
    values = [f"{name}: {value_in_words(asked, form, seat)}" for name, seat in named if is_told(form, seat)]
    return [f"{asked.say(f'result.{result}')}: {', '.join(name for name, _ in named)}", *values]


def is_told(form: Form, seat: str) -> bool:
    """Say whether a winner's hand is told, by its value or by its tiles."""
    return tells_hand(form, seat) or bool(form.one(f"han-{seat}"))


def value_in_words(asked: Asked, form: Form, seat: str) -> str:
    """Return what a winner's hand was tapped to be worth, or its tiles."""
    if tells_hand(form, seat):
        return form.one(f"hand-{seat}")
    han, fu = form.one(f"han-{seat}"), form.one(f"fu-{seat}")
    if han in HAN_OF_LIMIT:
        return asked.say(f"limit.{han}")
    if han.startswith("yakuman"):
        return asked.say("hand.yakumans", count=han[len("yakuman") :])
    return asked.say("hand.han_fu", han=han, fu=fu) if fu else asked.say("sheet.han", han=han)


def take_mine(asked: Asked, at: Desk, token: str) -> Answer:
    """Take back the hand that the other device recorded, and record this one in its place."""
    seen, form = table_at(asked, at, token), asked.form
    if changed_since_compared(asked, at, seen, form):
        return both_shown_again(asked, seen, form, (asked.say("page.conflict.not_as_shown"),))
    order, expected = order_of(asked), expected_of(form)
    written = desk.record_instead(at, seen.game, order, expected, hand_recorded(form))
    if isinstance(written, Conflict):
        return hand_conflict(asked, token, written, form)
    if isinstance(written, Refused):
        return both_shown_again(asked, seen, form, sentences(asked, written.problems, seen.view.rules))
    return onwards(asked, url_for("play.show", token=token), written)


def changed_since_compared(asked: Asked, at: Desk, seen: Seen, form: Form) -> bool:
    """Say whether a hand, or a mark, is not as it was when the payment was shown of the hand that replaces another."""
    marks = desk.marks_before_last(at, seen.game) if is_fresh(form, seen.view) else None
    return marks is not None and changed_about(asked, form, marks) != ""


def both_shown_again(asked: Asked, seen: Seen, form: Form, told: tuple[str, ...]) -> Answer:
    """Show the hand that stands and the one in the form once more, with the reason why nothing was changed."""
    undo = seen.view.undo
    standing = tuple(row for row in seen.view.sheet if undo is not None and row.seq == undo.seq)
    page = conflict_page(
        asked, seen.token, Conflict(theirs=standing, view=seen.view), tuple(hand_in_words(asked, seen.view, form))
    )
    look = url_for("play.show", token=seen.token)
    again = replace(page, refusals=told, look=look, look_text=asked.say("page.conflict.look"))
    return page_of(CONFLICT_PAGE, UNPROCESSABLE, page=again)

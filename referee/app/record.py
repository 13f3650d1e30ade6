"""Recording a finished hand: the form, its live preview, the confirmation, and the choice after a conflict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import UNPROCESSABLE, Answer, block_of, page_of, redirect, redirect_after_write
from referee.app.entries import EXPECTED, EXPECTED_EVENT, START_AGAIN, OverView, is_over, over_view
from referee.app.form import Form
from referee.app.hand_form import (
    HAN_OF_LIMIT,
    NOT_IN_ADDRESS,
    abort_chosen,
    chips_without_riichi,
    digest_of_hand,
    from_tiles,
    hand_recorded,
    has_tiles,
    missing_in_record,
    next_question,
    with_hand_tiles,
)
from referee.app.pages import (
    Choice,
    SeatView,
    choices,
    hand_name,
    limits_of,
    offers_of,
    points,
    refusals_at,
    seat_views,
)
from referee.app.preview import READING_ORDER, PaymentView, flows, hint_text, in_turn, payment_view, seats_before
from referee.app.routes import query_of, url_for
from referee.app.tables import (
    CONFLICT_PAGE,
    CurrentTable,
    at_table_of_device,
    can_be_replaced,
    conflict_page,
    conflicting,
    expected_of,
    is_fresh,
    kept_fields,
    order_of,
    seat_of,
    table_at,
)
from referee.desk import Conflict, Desk, HandRow, Refused, TableView, standing_hands, writing
from referee.game.view import Preview, can_be_tenpai, hand_preview
from referee.records import dataclass
from referee.rules.choices import Abort
from referee.texts.words import filled, points_written

if TYPE_CHECKING:
    from referee.app.asked import Asked
    from referee.app.pages import Limit, Offers
    from referee.app.preview import SeatRow
    from referee.desk import SeatView as SeatSeen
    from referee.game.view import AtTable
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Table
    from referee.texts.words import Speaker


_NO_PAYMENT = PaymentView()
_ASKED_AT_SEATS = ("ron", "from", "tsumo", "abort", "declarer", "offender")
"""The questions that stand in the middle of the seats, as long as they are open."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ConfirmButton:
    """The button that confirms a hand: where it sends the form, by which method, its text, and the hand's mark."""

    address: str
    method: str
    text: str
    mark: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordView:
    """What a form is told; ``over`` says that it was made for a state which is no more, and then nothing else is told.

    ``total`` is what a discarder pays several winners together. Only a payment can be confirmed.
    ``ways`` are inputs of the form that answer what is asked for by one tap, each with its text.
    """

    over: OverView | None = None
    payment: PaymentView = _NO_PAYMENT
    total: str = ""
    confirm: ConfirmButton | None = None
    ways: tuple[tuple[str, str], ...] = ()


def _record_at_table(form: Form, table: AtTable) -> RecordView:
    """Return what the hand of a form would pay at a table, with the button that records it, or the next question."""
    if is_over(form, table):
        return RecordView(over=over_view(form, "record", table))
    words, question = table.speaker.words, next_question(form, table.rules)
    if question is not None:
        before = seats_before(table.game.table, form.all("riichi"), table.me, table.speaker)
        asking = hint_view(hint_text(question, table.rules, words), question, before)
        return replace(asking, ways=_ways_on(form, question, table))
    found = hand_preview(table.game, hand_recorded(form), table.rules, table.speaker)
    button = ConfirmButton(
        address=table.address + "/hands", method="post", text=words["page.record.confirm"], mark=digest_of_hand(form)
    )
    return record_view(found, button, table)


def _ways_on(form: Form, question: str, table: AtTable) -> tuple[tuple[str, str], ...]:
    """Return which inputs of a form go on from a question that none of its seats and values answers."""
    words = table.speaker.words
    if question == "sanchahou":
        return (("result-abort", words["result.abort"]),)
    silent = chips_without_riichi(form) if question == "riichi" else ()
    riichi = words["rulings.colon"] + words["seat.riichi"]
    return tuple([("riichi-is-" + seat, table.names[int(seat)] + riichi) for seat in silent])


def hint_view(hint: str, question: str | None = None, before: tuple[SeatRow, ...] = ()) -> RecordView:
    """Return what is still to be chosen, and what everybody has ``before`` it once it is known who won and who paid."""
    of_seats = question in _ASKED_AT_SEATS
    return RecordView(payment=PaymentView(hint=hint, of_seats=of_seats, before=() if of_seats else before))


def record_view(found: Preview, button: ConfirmButton, table: AtTable, score: str = "preview.score") -> RecordView:
    """Return a payment with the button that confirms it; a hand that is refused has none."""
    payment = payment_view(found.question, found.answer, table.me, table.rules, table.speaker, score)
    if payment.settlement is None:
        return RecordView(payment=payment)
    return RecordView(payment=payment, total=_total_text(found, table.speaker), confirm=button)


def _total_text(found: Preview, speaker: Speaker) -> str:
    """Return what a discarder pays several winners together, nothing for any other hand."""
    hand = found.question["hand"]
    if hand["result"] != "win" or len(hand["wins"]) == 1:
        return ""
    paid = sum([amount for payer, _, amount in flows(found.answer["lines"]) if payer == hand["from"]])
    words = speaker.words
    return filled(words["page.record.sum"], (("points", points_written(paid, words)),))


_SEAT_MARKS = ("riichi", "open", "tenpai")
"""The fields of the form that start from the marks of the table."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FormTarget:
    """What a form is for: words, addresses, the table before the hand, and whose hand is dead in it.

    ``tiles`` is where tiles are entered, ``of`` the last part of its own address.
    """

    title: str
    back: str
    back_text: str
    address: str
    preview: str
    tiles: str
    of: str
    table: Table
    on_table: int
    dead: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RecordPage:
    """The form of a hand; ``preview`` is what it pays, or the next question, ``winners`` the seats that won by ron."""

    token: str
    form: Form
    target: FormTarget
    command: str
    expected: str
    expected_event: str
    version: str
    marks: str
    offers: Offers
    hand: str
    honba: int
    on_table: str
    results: tuple[Choice, ...]
    aborts: tuple[Choice, ...]
    limits: tuple[Limit, ...]
    seats: tuple[SeatView, ...]
    seats_in_order: tuple[SeatView, ...]
    preview: RecordView
    winners: tuple[str, ...]
    refusals: tuple[str, ...] = ()


def record_page(asked: Asked, current: CurrentTable, form: Form, target: FormTarget, preview: RecordView) -> RecordPage:
    """Return the form with what it is told."""
    view, table = current.view, target.table
    offers, me = offers_of(view.rules), seat_of(asked, current.token)
    seats = tuple(
        _seat_drawn(drawn, seat, target, view)
        for drawn, seat in zip(seat_views(asked, table.dealer, me), view.seats, strict=True)
    )
    return RecordPage(
        token=current.token,
        form=form,
        target=target,
        command=asked.command,
        expected=expected_in(form, current),
        expected_event=expected_event_in(form, current),
        version=view.version,
        marks=_marks_of(view),
        offers=offers,
        hand=hand_name(asked, table.round, table.dealer),
        honba=table.honba,
        on_table=points(asked, target.on_table),
        results=choices(asked, "result", offers.results, form.one("result", "ron")),
        aborts=choices(asked, "abort", offers.aborts, abort_chosen(form)),
        limits=limits_of(asked, offers),
        seats=tuple(seats[(me + step) % 4] for step in READING_ORDER),
        seats_in_order=seats,
        preview=preview,
        winners=tuple([str(each) for each in in_turn(form.one("from", "-")) if form.has("ron", str(each))])
        if form.one("result", "ron") == "ron"
        else (),
    )


def _seat_drawn(drawn: SeatView, seat: SeatSeen, target: FormTarget, view: TableView) -> SeatView:
    """Return a seat with its player, and how its hand can have ended."""
    is_dead = seat.seat in target.dead
    waits = can_be_tenpai(view.rules, dead=is_dead)
    return replace(drawn, player=seat.name, can_win=not is_dead, can_be_tenpai=waits)


def expected_in(form: Form, current: CurrentTable) -> str:
    """Return the state that a form was made for: the one that it names, else the present one."""
    return form.one(EXPECTED, str(current.view.expected))


def expected_event_in(form: Form, current: CurrentTable) -> str:
    """Return the hash of that state's last change, empty where the form names the state by its number alone."""
    return form.one(EXPECTED_EVENT) if form.one(EXPECTED) else current.view.expected_event


def with_state(form: Form, view: TableView) -> Form:
    """Return a form made for the present state, whatever it was made for before."""
    state = ((EXPECTED, str(view.expected)), (EXPECTED_EVENT, view.expected_event))
    return Form(pairs=(*without_state(form).pairs, *state))


def without_state(form: Form) -> Form:
    """Return a form that does not say which state it was made for."""
    return form.without(START_AGAIN, EXPECTED, EXPECTED_EVENT)


def _possible(sent: Form, view: TableView) -> Form:
    """Return a form without a result that these rules do not have, so that it asks for the usual one."""
    return sent if sent.one("result") in offers_of(view.rules).results else sent.without("result")


def _with_marks(sent: Form, view: TableView) -> Form:
    """Return a form that was not drawn yet with the marks of the table filled in."""
    if sent.has("drawn", "1"):
        return sent
    marks = [(field, seat) for field in _SEAT_MARKS for seat in marked(view, field)]
    return Form(pairs=(*sent.without(*_SEAT_MARKS).pairs, *marks))


def marked(view: TableView, field: str) -> list[str]:
    """Return the seats that a field starts with; riichi is tenpai, a dead hand is not where the rules say so."""
    held = {
        "riichi": [seat.riichi for seat in view.seats],
        "open": [seat.open_riichi for seat in view.seats],
        "tenpai": [
            (seat.tenpai or seat.riichi) and can_be_tenpai(view.rules, dead=seat.dead is not None)
            for seat in view.seats
        ],
    }
    return [str(seat) for seat, holds in enumerate(held[field]) if holds]


def _marks_of(view: TableView) -> str:
    """Return the marks that change a payment as one short text."""
    return ";".join(",".join(marked(view, field)) for field in _SEAT_MARKS)


def question_asked(asked: Asked, form: Form, rules: Ruleset) -> str:
    """Return the question that comes next, nothing when the hand is complete."""
    found = missing_in_record(form, rules)
    return "" if found is None else asked.say(f"hint.{found}")


def fields_kept(form: Form) -> list[tuple[str, str]]:
    """Return the filled fields that say what happened, without what only belongs to one sending."""
    return [(name, value) for name, value in form.pairs if value and name not in NOT_IN_ADDRESS]


def address_with(address: str, form: Form) -> str:
    """Return the address that shows a form once more as it is filled in."""
    return f"{address}?{query_of(fields_kept(form))}"


PAGE = "games/record.html"
_SEAT_FIELDS = {"ron": "ron", "tsumo": "tsumo", "draw": "tenpai", "abort": "declarer", "chombo": "offender"}
"""Which field names the players of each result."""


def _target_at(asked: Asked, current: CurrentTable) -> FormTarget:
    return FormTarget(
        title=asked.say(
            "page.record.title", hand=hand_name(asked, current.view.table.round, current.view.table.dealer)
        ),
        back=url_for("table.show", token=current.token),
        back_text=asked.say("page.back"),
        address=url_for("record.show", token=current.token),
        preview=url_for("record.preview", token=current.token),
        tiles=url_for("tiles.at_table", token=current.token),
        of="record",
        table=current.view.table,
        on_table=current.view.kyoutaku,
        dead=tuple(seat.seat for seat in current.view.seats if seat.dead is not None),
    )


def _form_answered(asked: Asked, desk: Desk, current: CurrentTable, form: Form) -> RecordPage:
    """Return the form with what it pays, or with the next question."""
    view = _record_at_table(form, at_table_of_device(asked, desk, current))
    return record_page(asked, current, form, _target_at(asked, current), view)


def show(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the form of the present hand, with the marks of the table filled in; an older one is said to be over."""
    current = table_at(asked, desk, token)
    sent = asked.form
    if sent.one(START_AGAIN):
        return redirect(_address_of_form(current, sent))
    if from_tiles(sent):
        return redirect(address_with(url_for("record.show", token=token), with_hand_tiles(sent)))
    form = _with_marks(_possible(sent, current.view), current.view)
    return page_of(PAGE, page=_form_answered(asked, desk, current, form))


def _address_of_form(current: CurrentTable, form: Form) -> str:
    """Return the address that shows a form once more, for the hand that is played now."""
    again = with_state(form.changed("drawn", "1"), current.view)
    return address_with(url_for("record.show", token=current.token), again)


def preview(asked: Asked, desk: Desk, token: str) -> Answer:
    """Return only what the hand pays, and the address that shows the whole form again."""
    form = asked.form
    shown = block_of(PAGE, "payment", page=_form_answered(asked, desk, table_at(asked, desk, token), form))
    again = address_with(url_for("record.show", token=token), form)
    return shown.with_headers(("HX-Replace-Url", again))


def confirm(asked: Asked, desk: Desk, token: str) -> Answer:
    """Record the hand whose payment was shown."""
    current, form = table_at(asked, desk, token), asked.form
    changed = _changed_since_shown(asked, current, form)
    if changed:
        return _shown_again(asked, desk, current, form, (changed,))
    written = writing.record(desk, current.game, order_of(asked), expected_of(form), hand_recorded(form))
    if isinstance(written, Refused):
        return _shown_again(asked, desk, current, form, refusals_at(asked, written.problems, current.view))
    if isinstance(written, Conflict):
        return _hand_conflict(asked, token, written, form)
    return redirect_after_write(asked, url_for("table.show", token=token), written)


def _changed_since_shown(asked: Asked, current: CurrentTable, form: Form) -> str:
    """Return why the payment must be looked at once more before it counts, nothing when it need not."""
    view = current.view
    return _changed_about(asked, form, _marks_of(view), view.rules) if is_fresh(form, view) else ""


def _changed_about(asked: Asked, form: Form, marks: str, rules: Ruleset) -> str:
    """Return what is not as it was when a form's payment was shown: the marks of the table, or the hand itself."""
    if form.one("marks", marks) != marks:
        return asked.say("page.record.marks_changed")
    if question_asked(asked, form, rules) or form.one("previewed") != digest_of_hand(form):
        return asked.say("page.record.look_again")
    return ""


def _shown_again(asked: Asked, desk: Desk, current: CurrentTable, form: Form, refusals: tuple[str, ...]) -> Answer:
    """Show the form as it was sent, with a reason; marks that others changed meanwhile are taken over."""
    if form.one("marks", _marks_of(current.view)) != _marks_of(current.view):
        form = _with_marks(form.changed("drawn", ""), current.view)
    page = replace(_form_answered(asked, desk, current, form), refusals=refusals)
    return page_of(PAGE, UNPROCESSABLE, page=page)


def _hand_conflict(asked: Asked, token: str, conflict: Conflict, form: Form) -> Answer:
    """Show the recorded hand and the one in the form side by side."""
    mine = tuple(_hand_in_words(asked, conflict.view, form))
    page = conflict_page(asked, token, conflict, mine, kept_fields(form))
    look = with_state(form.changed("drawn", "1"), conflict.view)
    return conflicting(
        replace(
            page,
            again=url_for("record.take_mine", token=token) if can_be_replaced(conflict) else "",
            again_text=asked.say("page.conflict.mine"),
            look=address_with(url_for("record.show", token=token), look),
            look_text=asked.say("page.conflict.next_hand" if _is_of_next_hand(conflict) else "page.conflict.look"),
        )
    )


def _is_of_next_hand(conflict: Conflict) -> bool:
    """Say whether somebody recorded a hand meanwhile, so that the one in the form would be the next."""
    return bool(standing_hands(conflict.theirs))


def _hand_in_words(asked: Asked, view: TableView, form: Form) -> list[str]:
    """Return how the hand of a form ended, who is named in it, and what each winner's hand is worth."""
    result = form.one("result", "ron")
    if result not in _SEAT_FIELDS:
        return []
    named = [(seat.name, str(seat.seat)) for seat in view.seats if form.has(_SEAT_FIELDS[result], str(seat.seat))]
    values = [f"{name}: {_value_in_words(asked, form, seat)}" for name, seat in named if _has_value(form, seat)]
    players = ", ".join(name for name, _ in named)
    ended = asked.say("rulings.colon").join([asked.say(f"result.{result}"), *([players] if players else [])])
    aborted = result == "abort" and abort_chosen(form) in tuple(Abort)
    return [ended, *values, *([asked.say(f"abort.{abort_chosen(form)}")] if aborted else [])]


def _has_value(form: Form, seat: str) -> bool:
    """Say whether a winner's hand is told, by its value or by its tiles."""
    return has_tiles(form, seat) or bool(form.one(f"han-{seat}"))


def _value_in_words(asked: Asked, form: Form, seat: str) -> str:
    """Return what a winner's hand was tapped to be worth, or its tiles."""
    if has_tiles(form, seat):
        return form.one(f"hand-{seat}")
    han, fu = form.one(f"han-{seat}"), form.one(f"fu-{seat}")
    if han in HAN_OF_LIMIT:
        return asked.say(f"limit.{han}")
    if han.startswith("yakuman"):
        return asked.say("hand.yakumans", count=han[len("yakuman") :])
    return asked.say("hand.han_fu", han=han, fu=fu) if fu else asked.say("hand.han", han=han)


def take_mine(asked: Asked, desk: Desk, token: str) -> Answer:
    """Take back the hand that the other device recorded, and record this one in its place."""
    current, form = table_at(asked, desk, token), asked.form
    if _changed_since_compared(asked, desk, current, form):
        return _both_shown_again(asked, current, form, (asked.say("page.conflict.not_as_shown"),))
    order, expected = order_of(asked), expected_of(form)
    written = writing.record_instead(desk, current.game, order, expected, hand_recorded(form))
    if isinstance(written, Conflict):
        return _hand_conflict(asked, token, written, form)
    if isinstance(written, Refused):
        refusals = refusals_at(asked, written.problems, current.view, _dealer_of_last(current.view))
        return _both_shown_again(asked, current, form, refusals)
    return redirect_after_write(asked, url_for("table.show", token=token), written)


def _dealer_of_last(view: TableView) -> int | None:
    """Return who dealt the hand that an undo would take back, None where it would take back something else."""
    hands = [row.dealer for row in view.sheet if isinstance(row, HandRow) and view.undo and row.seq == view.undo.seq]
    return hands[0] if hands else None


def _changed_since_compared(asked: Asked, desk: Desk, current: CurrentTable, form: Form) -> bool:
    """Say whether a hand, or a mark, is not as it was when the payment was shown of the hand that replaces another."""
    marks = writing.marks_before_last(desk, current.game) if is_fresh(form, current.view) else None
    return marks is not None and _changed_about(asked, form, marks, current.view.rules) != ""


def _both_shown_again(asked: Asked, current: CurrentTable, form: Form, refusals: tuple[str, ...]) -> Answer:
    """Show the hand that stands and the one in the form once more, with the reason why nothing was changed."""
    undo = current.view.undo
    standing = tuple(row for row in current.view.sheet if undo is not None and row.seq == undo.seq)
    page = conflict_page(
        asked,
        current.token,
        Conflict(theirs=standing, view=current.view),
        tuple(_hand_in_words(asked, current.view, form)),
    )
    look = url_for("table.show", token=current.token)
    again = replace(page, refusals=refusals, look=look, look_text=asked.say("page.conflict.look"))
    return page_of(CONFLICT_PAGE, UNPROCESSABLE, page=again)

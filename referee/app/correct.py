"""Correcting an earlier hand, the form filled as it was recorded; and setting scores, sticks or honba by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import (
    BAD_REQUEST,
    NOT_FOUND,
    OK,
    UNPROCESSABLE,
    Answer,
    block_of,
    page_of,
    problem_sentences,
    redirect,
    redirect_after_write,
)
from referee.app.asked import Asked, HttpError
from referee.app.entries import (
    CORRECTION,
    EXPECTED,
    EXPECTED_EVENT,
    START_AGAIN,
    OverView,
    is_over,
    over_since,
    over_view,
)
from referee.app.form import Form
from referee.app.hand_form import (
    FIELDS_WITH_SEAT,
    FU_MATTERS_BELOW,
    digest_of_hand,
    from_tiles,
    hand_recorded,
    missing_in_record,
    with_hand_tiles,
)
from referee.app.pages import Choice, hand_told, hand_with_honba, offers_of, points, refusals_at, signed, speaker_at
from referee.app.record import (
    ConfirmButton,
    FormTarget,
    RecordPage,
    RecordView,
    address_with,
    expected_event_in,
    expected_in,
    fields_kept,
    hint_view,
    question_asked,
    record_page,
    record_view,
    with_state,
    without_state,
)
from referee.app.routes import query_of, url_for
from referee.app.rows import hand_code, over_text
from referee.app.tables import (
    CurrentTable,
    after_order,
    at_table_of_device,
    expected_of,
    game_of,
    order_of,
    order_of_referee,
    referee_named,
    table_at,
)
from referee.desk import (
    Changed,
    Consequences,
    Correction,
    Desk,
    HandRow,
    Recorded,
    Refused,
    SeatView,
    Way,
    standing_hands,
    writing,
)
from referee.game.decide import Adjustment
from referee.records import dataclass
from referee.rules.table import (
    ALL_SEATS,
    NO_CHIPS,
    AbortiveDraw,
    Chombo,
    Code,
    ExhaustiveDraw,
    NotDone,
    Table,
    Won,
    not_done,
)
from referee.texts.reader import read_number

if TYPE_CHECKING:
    from referee.rules.progress import EndReason
    from referee.rules.table import Four, Hand, Win


Pairs = list[tuple[str, str]]


def _form_of(hand: Hand) -> Form:
    pairs: Pairs = [("drawn", "1"), *_ending_fields(hand)]
    pairs += [("riichi", str(seat)) for seat in hand.riichi]
    pairs += [("open", str(seat)) for seat in hand.open_riichi]
    pairs += [("dead", str(seat)) for seat in hand.dead]
    if hand.wareme is not None:
        pairs.append(("wareme", str(hand.wareme)))
    return Form(pairs=tuple(pairs))


def _ending_fields(hand: Hand) -> Pairs:
    """Return the fields that say how the hand ended; a discarder still in riichi was not ronned on his riichi tile."""
    match hand.ending:
        case Won(discarder=None, wins=wins):
            return [("result", "tsumo"), ("tsumo", str(wins[0].seat)), *_win_fields(wins[0])]
        case Won(discarder=discarder, wins=wins):
            winners = [pair for win in wins for pair in (("ron", str(win.seat)), *_win_fields(win))]
            tile = [("riichi_tile", "no")] if discarder in hand.riichi else []
            return [("result", "ron"), ("from", str(discarder)), *winners, *tile]
        case ExhaustiveDraw(tenpai=tenpai, nagashi=nagashi):
            waiting = [("tenpai", str(seat)) for seat in tenpai]
            return [("result", "draw"), *waiting, *[("nagashi", str(seat)) for seat in nagashi]]
        case AbortiveDraw(reason=reason, declarer=declarer):
            caller = [] if declarer is None else [("declarer", str(declarer))]
            return [("result", "abort"), ("abort", reason), *caller]
        case Chombo(offenders=offenders):
            return [("result", "chombo"), *[("offender", str(seat)) for seat in offenders]]


def _win_fields(win: Win) -> Pairs:
    """Return the fields of one winner's hand."""
    seat = win.seat
    pairs = _tile_fields(win) if win.typed_hand else _value_fields(win)
    if win.pao is not None:
        pairs.append((f"pao-{seat}", str(win.pao.seat)))
        pairs += [(f"pao_yakuman-{seat}", str(win.pao.yakuman))] if win.pao.yakuman else []
    return pairs


def _tile_fields(win: Win) -> Pairs:
    """Return the tiles that a hand was told by."""
    names = dict(FIELDS_WITH_SEAT)
    return [
        (f"{names[name]}-{win.seat}", each)
        for name, typed in win.typed_hand
        for each in (typed.split(" ") if name == "fact" else (typed,))
    ]


def _value_fields(win: Win) -> Pairs:
    """Return what a hand was tapped to be worth."""
    seat = win.seat
    pairs: Pairs = [(f"han-{seat}", f"yakuman{win.yakuman}" if win.yakuman else str(win.han))]
    if not win.yakuman and win.han < FU_MATTERS_BELOW:
        pairs.append((f"fu-{seat}", str(win.fu)))
    if win.yaku_han is not None:
        pairs.append((f"yaku_han-{seat}", str(win.yaku_han)))
    if win.chips != NO_CHIPS:
        counts = (("ippatsu", win.chips.ippatsu), ("red", win.chips.red), ("ura", win.chips.ura))
        pairs += [(f"{kind}-{seat}", str(count)) for kind, count in counts if count]
    return pairs


_REASON_FIELDS = ("text", "by")
"""What is typed beside a correction: why, and who corrects."""
_FORM = "games/record.html"
_CHANGES = "games/changes.html"


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangedHand:
    """A later hand that would come out differently."""

    title: str
    changes: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    next: str


Outcome = tuple[tuple[str, ...], str]
"""What a way leads to: everybody's scores, and the hand that is then played, or why none is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChangesPage:
    """What a correction changes, and the two ways; ``replay`` is None where it is impossible.

    ``is_one_way`` says that both come to the same, so that there is nothing to choose.
    """

    token: str
    of: str
    title: str
    back: str
    send: str
    command: str
    expected: str
    expected_event: str
    version: str
    players: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    later: tuple[ChangedHand, ...]
    scores: tuple[str, ...]
    replay: Outcome | None
    no_replay: tuple[str, ...]
    points: Outcome
    is_one_way: bool
    text: str
    by: str
    fields: tuple[tuple[str, str], ...]
    refusals: tuple[str, ...]


def _hand_at(asked: Asked, current: CurrentTable, number: int) -> HandRow:
    """Return the standing hand of a number, or answer that there is none."""
    hands = [row for row in standing_hands(current.view.sheet) if row.number == number]
    if not hands:
        raise HttpError(NOT_FOUND, asked.say("page.changes.no_hand"))
    return hands[-1]


def _target_at(asked: Asked, current: CurrentTable, row: HandRow) -> FormTarget:
    return FormTarget(
        title=asked.say("page.changes.title", hand=hand_code(asked, row)),
        back=url_for("sheet.show", token=current.token),
        back_text=asked.say("table.sheet"),
        address=url_for("correct.show", token=current.token, number=row.number),
        preview=url_for("correct.preview", token=current.token, number=row.number),
        tiles=url_for("tiles.at_table", token=current.token),
        of=f"{CORRECTION}{row.number}",
        table=row.before,
        on_table=row.before.kyoutaku,
        dead=tuple(seat for seat, _ in row.dead),
    )


def _form_answered(asked: Asked, desk: Desk, current: CurrentTable, row: HandRow, form: Form) -> RecordPage:
    """Return the form with what the hand would pay, or with the next question."""
    view = _preview_of_correction(asked, desk, current, row, form)
    return record_page(asked, current, form, _target_at(asked, current, row), view)


def _preview_of_correction(asked: Asked, desk: Desk, current: CurrentTable, row: HandRow, form: Form) -> RecordView:
    """Return what the mended hand would pay, with the button that shows what changes, or the next question."""
    table = at_table_of_device(asked, desk, current)
    if is_over(form, table):
        return RecordView(over=over_view(form, f"{CORRECTION}{row.number}", table))
    hint = question_asked(asked, form, table.rules)
    if hint:
        return hint_view(hint, missing_in_record(form, table.rules))
    table = replace(table, speaker=speaker_at(asked, current.view, row.dealer))
    found = writing.consequences(desk, current.game, row.number, hand_recorded(form), table.speaker)
    if isinstance(found, Refused):
        refusals = refusals_at(asked, found.problems, current.view, row.dealer)
        return hint_view(asked.speaker.words["language.gap"].join(refusals))
    return record_view(found.preview, _changes_button(asked, current, row, form), table, "preview.score_then")


def _changes_button(asked: Asked, current: CurrentTable, row: HandRow, form: Form) -> ConfirmButton:
    return ConfirmButton(
        address=url_for("correct.changes", token=current.token, number=row.number),
        method="get",
        text=asked.say("page.changes.see"),
        mark=digest_of_hand(form),
    )


def _with_state_of(form: Form, sent: Form) -> Form:
    """Return a form that was made for the state that another one names."""
    for name in (EXPECTED, EXPECTED_EVENT):
        form = form.changed(name, sent.one(name))
    return form


def show(asked: Asked, desk: Desk, token: str, number: int) -> Answer:
    """Show the hand as it was recorded, to be mended."""
    current = table_at(asked, desk, token)
    row = _hand_at(asked, current, number)
    sent = asked.form
    if sent.one(START_AGAIN):
        return redirect(
            address_with(url_for("correct.show", token=token, number=number), with_state(sent, current.view))
        )
    if from_tiles(sent):
        return redirect(address_with(url_for("correct.show", token=token, number=number), with_hand_tiles(sent)))
    form = sent if sent.has("drawn", "1") else _with_state_of(_form_of(row.hand), sent)
    return page_of(_FORM, page=_form_answered(asked, desk, current, row, form))


def preview(asked: Asked, desk: Desk, token: str, number: int) -> Answer:
    """Return only what the mended hand would pay."""
    current = table_at(asked, desk, token)
    page = _form_answered(asked, desk, current, _hand_at(asked, current, number), asked.form)
    return block_of(_FORM, "payment", page=page)


def changes(asked: Asked, desk: Desk, token: str, number: int) -> Answer:
    """Show every later hand that would change, and the two ways."""
    return _changes_shown(asked, desk, token, number, asked.form)


def _changes_shown(
    asked: Asked, desk: Desk, token: str, number: int, form: Form, refusals: tuple[str, ...] = ()
) -> Answer:
    """Return the page of what a correction changes, or the form again where it cannot be settled."""
    current = table_at(asked, desk, token)
    row = _hand_at(asked, current, number)
    unfit = question_asked(asked, form, current.view.rules) or is_over(form, at_table_of_device(asked, desk, current))
    speaker = speaker_at(asked, current.view, row.dealer)
    found = None if unfit else writing.consequences(desk, current.game, number, hand_recorded(form), speaker)
    if found is None or isinstance(found, Refused):
        return page_of(_FORM, UNPROCESSABLE, page=_form_answered(asked, desk, current, row, form))
    status = UNPROCESSABLE if refusals else OK
    return page_of(_CHANGES, status, page=_changes_page(asked, current, row, form, found, refusals))


def _changes_page(
    asked: Asked, current: CurrentTable, row: HandRow, form: Form, found: Consequences, refusals: tuple[str, ...]
) -> ChangesPage:
    return ChangesPage(
        token=current.token,
        of=f"{CORRECTION}{row.number}",
        title=asked.say("page.changes.title", hand=hand_code(asked, row)),
        back=url_for("correct.show", token=current.token, number=row.number),
        send=url_for("correct.save", token=current.token, number=row.number),
        command=asked.command,
        expected=expected_in(form, current),
        expected_event=expected_event_in(form, current),
        version=current.view.version,
        players=tuple(seat.name for seat in current.view.seats),
        old=_signed_amounts(asked, row.deltas),
        new=_signed_amounts(asked, _changes_when_corrected(row, found)),
        later=tuple(_changed_hand(asked, each) for each in found.later),
        scores=_written(asked, current.view.table.scores),
        replay=None if found.replay_table is None else _outcome(asked, found.replay_table, found.replay_end),
        no_replay=problem_sentences(asked, found.replay_refused, current.view.rules),
        points=_outcome(asked, found.points_table, current.view.end),
        is_one_way=not found.later and found.replay_table == found.points_table,
        text=form.one("text"),
        by=form.one("by", asked.device.referee),
        fields=tuple(pair for pair in fields_kept(without_state(form)) if pair[0] not in _REASON_FIELDS),
        refusals=refusals,
    )


def _changes_when_corrected(row: HandRow, found: Consequences) -> Four:
    """Return what the mended hand moves at each seat: the old changes and the difference."""
    east, south, west, north = (old + more for old, more in zip(row.deltas, found.difference.points, strict=True))
    return (east, south, west, north)


def _signed_amounts(asked: Asked, amounts: Four) -> tuple[str, ...]:
    return tuple(signed(asked, amount) for amount in amounts)


def _outcome(asked: Asked, table: Table, end: EndReason | None) -> Outcome:
    after = f"{asked.say('preview.next')} {hand_with_honba(asked, table)}" if end is None else over_text(asked, end)
    return _written(asked, table.scores), after


def _written(asked: Asked, scores: Four) -> tuple[str, ...]:
    return tuple(points(asked, score) for score in scores)


def _changed_hand(asked: Asked, changed: Changed) -> ChangedHand:
    old, new = changed.old, changed.new
    return ChangedHand(
        title=hand_told(asked, old),
        changes=", ".join(asked.say(f"change.{each}") for each in changed.changes),
        old=_signed_amounts(asked, old.deltas),
        new=() if new is None else _signed_amounts(asked, new.deltas),
        next="" if new is None else asked.say("page.changes.played_as", hand=hand_with_honba(asked, new.before)),
    )


def save(asked: Asked, desk: Desk, token: str, number: int) -> Answer:
    """Correct the hand in the way that was chosen."""
    form = asked.form
    if form.one("way") not in tuple(Way):
        raise HttpError(BAD_REQUEST, asked.say("page.changes.no_way"))
    current = table_at(asked, desk, token)
    fix = Correction(number=number, hand=hand_recorded(form), way=Way(form.one("way")), text=form.one("text"))
    written = writing.correct(desk, current.game, order_of_referee(asked, referee_named(form)), expected_of(form), fix)
    if isinstance(written, Refused):
        return _changes_shown(
            asked, desk, token, number, form, problem_sentences(asked, written.problems, current.view.rules)
        )
    if isinstance(written, Recorded):
        return redirect_after_write(asked, url_for("sheet.show", token=token) + _NEWEST_ROW, written)
    look = address_with(url_for("correct.changes", token=token, number=number), without_state(form))
    return after_order(asked, desk, token, written, asked.say("page.changes.title", hand=str(number + 1)), look)


_ADJUSTED_FIELDS = (*[f"score-{seat}" for seat in ALL_SEATS], "kyoutaku", "honba", "dealer")
"""The fields that hold whole numbers."""


def _figures_of(table: Table) -> Form:
    scores = [(f"score-{seat}", str(table.scores[seat])) for seat in ALL_SEATS]
    others = [("kyoutaku", str(table.kyoutaku)), ("honba", str(table.honba)), ("dealer", str(table.dealer))]
    return Form(pairs=(*scores, *others, ("round", table.round)))


def _read_adjustment(form: Form) -> Adjustment | NotDone:
    """Return what the figures shall be, those that stay as they are among them."""
    numbers = {name: read_number(form.one(name, "-")) for name in _ADJUSTED_FIELDS}
    wanted = {name: number for name, number in numbers.items() if isinstance(number, int)}
    if len(wanted) < len(_ADJUSTED_FIELDS):
        return not_done("", "page.adjust.whole_numbers", code=Code.WRONG_TYPE)
    return Adjustment(
        scores=(wanted["score-0"], wanted["score-1"], wanted["score-2"], wanted["score-3"]),
        kyoutaku=wanted["kyoutaku"],
        honba=wanted["honba"],
        dealer=wanted["dealer"],
        round=form.one("round") or None,
        chips=None,
        penalties=None,
        text=form.one("text"),
    )


_KEPT_FIELDS = ("text", "resolves")
_NEWEST_ROW = "#now"
"""Where a score sheet ends: what was written last stands there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AdjustPage:
    """The form with the present figures filled in."""

    token: str
    command: str
    expected: str
    expected_event: str
    version: str
    form: Form
    over: OverView | None
    seats: tuple[SeatView, ...]
    rounds: tuple[Choice, ...]
    refusals: tuple[str, ...]


def _adjust_page(
    asked: Asked, desk: Desk, current: CurrentTable, form: Form, refusals: tuple[str, ...] = ()
) -> AdjustPage:
    """Return the form as it was sent, with what is wrong."""
    winds = offers_of(current.view.rules).rounds
    return AdjustPage(
        token=current.token,
        command=asked.command,
        expected=expected_in(form, current),
        expected_event=expected_event_in(form, current),
        version=current.view.version,
        form=form,
        over=over_since(form.changed("of", "adjust"), at_table_of_device(asked, desk, current)),
        seats=current.view.seats,
        rounds=tuple(
            Choice(value=wind, text=asked.say(f"round.{wind}"), chosen=form.has("round", wind)) for wind in winds
        ),
        refusals=refusals,
    )


def show_adjusting(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the figures to be set right; once they have changed, only the reason is taken over."""
    current, sent = table_at(asked, desk, token), asked.form
    if sent.one(START_AGAIN):
        kept = [(name, sent.one(name)) for name in _KEPT_FIELDS if sent.one(name)]
        named = query_of(with_state(Form(pairs=tuple(kept)), current.view).pairs)
        return redirect(f"{url_for('adjust.show', token=token)}?{named}")
    form = _figures_of(current.view.table)
    for name in (*_KEPT_FIELDS, EXPECTED, EXPECTED_EVENT):
        form = form.changed(name, sent.one(name))
    return page_of("games/adjust.html", page=_adjust_page(asked, desk, current, form))


def adjust(asked: Asked, desk: Desk, token: str) -> Answer:
    """Set the figures as they are wanted."""
    current, form = table_at(asked, desk, token), asked.form
    wanted = _read_adjustment(form)
    if isinstance(wanted, NotDone):
        return _refused_page(asked, desk, current, form, problem_sentences(asked, wanted.problems))
    written = writing.adjust(desk, current.game, order_of(asked), expected_of(form), wanted)
    if isinstance(written, Refused):
        return _refused_page(asked, desk, current, form, refusals_at(asked, written.problems, current.view))
    summary = asked.say("table.adjust") + ": " + form.one("text")
    return after_order(asked, desk, token, written, summary, url_for("adjust.show", token=token))


def _refused_page(asked: Asked, desk: Desk, current: CurrentTable, form: Form, refusals: tuple[str, ...]) -> Answer:
    """Show the form as it was sent, with what is wrong."""
    return page_of("games/adjust.html", UNPROCESSABLE, page=_adjust_page(asked, desk, current, form, refusals))


def note(asked: Asked, desk: Desk, token: str) -> Answer:
    """Write a note on the sheet."""
    form = asked.form
    written = writing.note(desk, game_of(asked, desk, token), order_of(asked), form.one("note"))
    if isinstance(written, Recorded):
        return redirect_after_write(asked, url_for("sheet.show", token=token) + _NEWEST_ROW, written)
    return after_order(asked, desk, token, written, asked.say("sheet.note") + ": " + form.one("note"))

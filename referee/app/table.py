"""The table page: everything it shows, what it answers to every entry, and where the holder of a device sits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.answer import (
    BAD_REQUEST,
    CONFLICT,
    NEVER_KEPT,
    OK,
    SEE_OTHER,
    UNPROCESSABLE,
    VERSION_TAG,
    Answer,
    Fragment,
    block_of,
    not_modified,
    page_of,
    problem_sentences,
    redirect,
    redirect_after_write,
    with_last_event,
)
from referee.app.asked import Asked, EventTable, HttpError
from referee.app.entries import hand_ended, over_since, rulings_now
from referee.app.games import setup_text
from referee.app.hand_form import FORM_SEATS
from referee.app.pages import (
    Choice,
    choices,
    hand_name,
    hand_told,
    hand_with_honba,
    offers_of,
    points,
    refusals_at,
    rules_line,
    signed,
)
from referee.app.preview import CHARACTERS, PLACES, READING_ORDER, stick_told
from referee.app.routes import url_for
from referee.app.rows import changes_when_played, last_about, result_of, row_text, ruling_line, unexplained_dead
from referee.app.settings import rules_at
from referee.app.tables import after_order, at_table_of_device, clash_text, game_of, order_of, table_at
from referee.desk import (
    Conflict,
    CorrectionRow,
    Desk,
    HandRow,
    Mark,
    MarkKind,
    Phase,
    Refused,
    RulingRow,
    StartRow,
    UndoReason,
    is_for_staff,
    reader_address,
    ruling_taken_back,
    standing_hands,
    starting,
    table_version,
    table_view,
    writing,
)
from referee.game.view import can_be_tenpai
from referee.records import dataclass
from referee.rules.choices import OpenRiichi, TimeLimit
from referee.rules.offences import Penalty
from referee.rules.placement import yakitori_chips
from referee.rules.table import ALL_SEATS, Chombo, ExhaustiveDraw, Won
from referee.texts.reader import is_digits
from referee.texts.words import listed

if TYPE_CHECKING:
    from referee.app.form import Form
    from referee.app.rows import DeadHand, ResultView
    from referee.app.tables import CurrentTable
    from referee.desk import Row, SeatView, TableView
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Four


_HANDS_SHOWN = 3
"""How many hands lie below the latest entry."""
_OF_RULING = (UndoReason.MISTYPED, UndoReason.RULED_OTHERWISE)
"""Why a ruling is taken back."""


@dataclass(frozen=True, kw_only=True, slots=True)
class HandLine:
    """One hand in one line."""

    title: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Latest:
    """The latest entry in few words, the hand that is played now, and the hands before, the latest first."""

    text: str
    next: str
    hands: tuple[HandLine, ...]


def _latest_of(asked: Asked, view: TableView) -> Latest | None:
    """Return what is answered to the latest entry, None before the first."""
    row = max(view.sheet, key=last_about)
    if isinstance(row, StartRow):
        return None
    hands = [each for each in standing_hands(view.sheet) if each is not row]
    return Latest(
        text=_entry_line(asked, row, view),
        next=_next_line(asked, view) if view.phase == Phase.PLAYING else "",
        hands=tuple([_hand_line(asked, each, view) for each in list(reversed(hands))[:_HANDS_SHOWN]]),
    )


def _next_line(asked: Asked, view: TableView) -> str:
    """Return "East 2, Ben deals"; the middle of the table tells the honba."""
    table = view.table
    stands = hand_name(asked, table.round, table.dealer)
    dealer = asked.say("sheet.dealer_now", player=view.seats[table.dealer].name)
    return asked.say("preview.separator").join([stands, dealer])


def _hand_line(asked: Asked, row: HandRow, view: TableView) -> HandLine:
    return HandLine(title=hand_with_honba(asked, row), text=hand_moved(asked, row, view))


def _entry_line(asked: Asked, row: Row, view: TableView) -> str:
    """Return one entry in few words; one that was taken back is only named."""
    if row.undone is not None:
        return asked.say("latest.undone", what=_entry_named(asked, row, view))
    match row:
        case HandRow():
            return hand_moved(asked, row, view)
        case RulingRow():
            return ruling_line(asked, row, view)
        case _:
            line = row_text(asked, row, view)
            what = _corrected_line(asked, row, view) if isinstance(row, CorrectionRow) else line.what
            return asked.say("rulings.colon").join([each for each in (line.title, what) if each])


def _corrected_line(asked: Asked, row: CorrectionRow, view: TableView) -> str:
    """Return what a corrected hand moves now, in few words; the sheet tells the old value beside it."""
    if row.difference is not None:
        return asked.say("sheet.points_only")
    return hand_moved(asked, next(each for each in standing_hands(view.sheet) if each.number == row.number), view)


def _entry_named(asked: Asked, row: Row, view: TableView) -> str:
    """Return what an entry was; a hand with how it ended, because another of the same name may follow."""
    if not isinstance(row, HandRow):
        return row_text(asked, row, view).title
    ended = hand_ended(row.hand, tuple([seat.name for seat in view.seats]), view.rules, asked.speaker)
    return asked.say("preview.separator").join([hand_name(asked, row.round, row.dealer), ended])


def hand_moved(asked: Asked, row: HandRow, view: TableView) -> str:
    """Return "Dmitri +6,200 from Aino": whom the hand moved up or made pay, and how it ended."""
    names, moved = tuple(seat.name for seat in view.seats), changes_when_played(row)
    match row.hand.ending:
        case Won(discarder=discarder, wins=wins):
            winners = _with_amounts(asked, tuple([win.seat for win in wins]), names, row, moved)
            if discarder is None:
                told = asked.say("latest.tsumo", winners=winners)
            else:
                told = asked.say("latest.ron", winners=winners, discarder=names[discarder])
            liable = [asked.say("sheet.pao", player=names[win.pao.seat]) for win in wins if win.pao]
            return asked.say("preview.separator").join([told, *liable])
        case ExhaustiveDraw(tenpai=tenpai, nagashi=nagashi) if nagashi or tenpai:
            key = "latest.nagashi" if nagashi else "latest.draw"
            return asked.say(key, tenpai=_with_amounts(asked, nagashi or tenpai, names, row, moved))
        case Chombo(offenders=offenders):
            return asked.say("sheet.chombo", offenders=_with_amounts(asked, offenders, names, row, moved))
        case _:
            return hand_ended(row.hand, names, view.rules, asked.speaker)


def _with_amounts(asked: Asked, seats: tuple[int, ...], names: tuple[str, ...], row: HandRow, moved: Four) -> str:
    """Return players with what the hand moves at their seats, chips and what is noted for the tournament included."""
    words = asked.speaker.words
    players: dict[str, list[str]] = {}
    for seat in seats:
        players.setdefault(_amounts_at(asked, seat, row, moved), []).append(names[seat])
    parts = [" ".join(filter(None, [listed(each, words), amount])) for amount, each in players.items()]
    return words["sheet.comma"].join(parts) if len(parts) < len(seats) else listed(parts, words)


def _amounts_at(asked: Asked, seat: int, row: HandRow, moved: Four) -> str:
    """Return a seat's points, chips and penalty with their signs, nothing where none move."""
    stick = stick_told(moved[seat], [(line.points[seat], line.kyoutaku) for line in row.lines], asked.speaker.words)
    parts = [signed(asked, moved[seat])] if moved[seat] or stick else []
    if stick:
        parts = [asked.say("latest.with_stick", points=parts[0], stick=stick)]
    if row.chips[seat]:
        parts.append(asked.say("preview.chips", count=signed(asked, row.chips[seat])))
    penalty = sum([line.penalties[seat] for line in row.lines])
    if penalty:
        parts.append(asked.say("latest.penalty", points=signed(asked, penalty)))
    return asked.say("preview.separator").join(parts)


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatAt:
    """One seat: who sits there, the score or the difference that is shown, and the marks of this hand.

    ``penalties`` is how often the player was penalised in this game.
    """

    number: str
    place: str
    character: str
    name: str
    player: str
    is_dealer: bool
    points: int
    score: str
    score_label: str
    rank: str
    chips: str
    yakitori: bool
    gap_link: str
    gap_poll: str
    riichi: bool
    open_riichi: bool
    tenpai: bool
    dead: bool
    penalties: int
    can_riichi: bool
    can_open: bool
    can_be_tenpai: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Centre:
    """The middle of the table: which hand it is, what lies there, and the running check."""

    hand: str
    honba: int
    kyoutaku: int
    on_table: str
    hands_left: str
    balance: str
    balanced: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TablePage:
    """The table; ``gap`` is the seat to which score differences are shown, ``minutes`` the time until the signal.

    ``gap_to`` says so, ``latest`` what was entered last, ``reader`` where the game is only read. ``event_table`` is
    the table in its event, ``due`` that its time signal has fallen and waits for an answer, whose id is ``signal``.
    ``rounds`` is where all tables are, for staff, who walk between them and sit at none.
    """

    token: str
    command: str
    expected: int
    expected_event: str
    number: int
    version: str
    poll: str
    gap: int | None
    gap_to: str
    me_chosen: bool
    rounds: str
    book: str
    rules: str
    latest: Latest | None
    centre: Centre
    seats: tuple[SeatAt, ...]
    in_turn: tuple[SeatAt, ...]
    playing: bool
    offers_open: bool
    results: tuple[Choice, ...]
    undo: str
    reasons: tuple[Choice, ...]
    signals: tuple[Choice, ...]
    minutes: int
    now: tuple[str, ...]
    unexplained: tuple[DeadHand, ...]
    can_force_end: bool
    dealer_may_stop: bool
    can_finish: bool
    can_reopen: bool
    result: ResultView | None
    reader: str
    notice: str
    event_table: EventTable | None
    due: bool
    signal: str


def table_page(asked: Asked, desk: Desk, current: CurrentTable, gap: int | None = None, notice: str = "") -> TablePage:
    """Return the table as this browser sees it: its holder's seat at the bottom."""
    view, chosen, event_table = current.view, asked.device.tables.get(current.token), asked.event_table
    me = chosen or 0
    seats = tuple(_seat_at(asked, current, seat, me, gap) for seat in view.seats)
    return TablePage(
        token=current.token,
        command=asked.command,
        expected=view.expected,
        expected_event=view.expected_event,
        number=view.number,
        version=_version_tag(asked, desk, current.token, view.version, gap),
        poll=url_for("table.state", token=current.token, gap=gap),
        gap=gap,
        gap_to="" if gap is None else asked.say("table.differences", player=view.seats[gap].name),
        me_chosen=chosen is not None,
        rounds="" if event_table is None or event_table.role == "table" else event_table.event + "/round",
        book=view.book,
        rules=rules_line(asked, view),
        latest=_latest_of(asked, view),
        centre=_centre_of(asked, view),
        seats=tuple(seats[(me + step) % 4] for step in READING_ORDER),
        in_turn=seats,
        playing=view.phase == Phase.PLAYING,
        offers_open=view.rules.riichi.open != OpenRiichi.NONE,
        results=choices(asked, "result", offers_of(view.rules).results, ""),
        undo="" if max(view.sheet, key=last_about).undone else undo_text(asked, view),
        reasons=undo_reasons(asked, view),
        signals=_signals_of(asked, desk, view),
        minutes=_minutes_until_signal(view.rules),
        now=rulings_now(at_table_of_device(asked, desk, current)),
        unexplained=unexplained_dead(asked, view),
        can_force_end=view.can_force_end,
        dealer_may_stop=view.dealer_may_stop,
        can_finish=view.can_finish,
        can_reopen=view.can_reopen,
        result=result_of(asked, view),
        reader=reader_address(desk, current.game),
        notice=notice,
        event_table=event_table,
        due=_is_due(asked, desk) and view.signal is not None,
        signal="" if view.signal is None else view.signal.command,
    )


def _is_due(asked: Asked, desk: Desk) -> bool:
    """Say whether the time signal of an event's round has fallen; times are told as the log tells them."""
    return asked.event_table is not None and asked.event_table.signal != "" and asked.event_table.signal <= desk.clock()


def _centre_of(asked: Asked, view: TableView) -> Centre:
    return Centre(
        hand=hand_name(asked, view.table.round, view.table.dealer),
        honba=view.table.honba,
        kyoutaku=view.kyoutaku,
        on_table=points(asked, view.kyoutaku),
        hands_left=hands_left_text(asked, view.hands_left),
        balance=balance_text(asked, view),
        balanced=view.balance.difference == 0,
    )


def _version_tag(asked: Asked, desk: Desk, token: str, version: str, gap: int | None) -> str:
    """Return what tells one drawing of the table from another: the game's version, and how this browser sees it."""
    version_text = f"{version}-{asked.device.tables.get(token)}-{gap}"
    return (
        version_text
        if asked.event_table is None
        else f"{version_text}-{event_table_tag(asked.event_table)}{_is_due(asked, desk)}"
    )


def event_table_tag(event_table: EventTable) -> str:
    """Return what tells one state of an event's table from another, beside its game; news stand behind the mark."""
    return f"{event_table.role}{event_table.signal}{event_table.left}!{event_table.news}"


def _seat_at(asked: Asked, current: CurrentTable, seat: SeatView, me: int, gap: int | None) -> SeatAt:
    shown = points(asked, seat.score) if gap in (None, seat.seat) else signed(asked, seat.differences[gap or 0])
    target = None if gap == seat.seat else seat.seat
    return SeatAt(
        number=str(seat.seat),
        place=PLACES[(seat.seat - me) % 4],
        character=CHARACTERS[seat.wind],
        name=asked.say(f"wind.{seat.wind}"),
        player=seat.name,
        is_dealer=seat.wind == "E",
        points=seat.score,
        score=shown,
        score_label=_score_label(asked, seat, shown, gap),
        rank=asked.say(f"preview.place_{seat.place}") if len({*current.view.table.scores}) > 1 else "",
        chips=(signed(asked, seat.chips) if seat.chips else "0") if current.view.rules.chips.used else "",
        yakitori=yakitori_chips(current.view.table.yakitori, current.view.rules)[seat.seat] < 0,
        gap_link=url_for("table.show", token=current.token, gap=target),
        gap_poll=url_for("table.state", token=current.token, gap=target),
        riichi=seat.riichi,
        open_riichi=seat.open_riichi,
        tenpai=seat.tenpai,
        dead=seat.dead is not None,
        penalties=_penalties_of(current.view, seat.seat),
        can_riichi=seat.can_riichi,
        can_open=_offers_open(seat, current.view),
        can_be_tenpai=can_be_tenpai(current.view.rules, dead=seat.dead is not None),
    )


def _penalties_of(view: TableView, seat: int) -> int:
    """Return how often a player was penalised; a chombo and the ruling that led to it count once."""
    rulings = [row for row in view.sheet if isinstance(row, RulingRow) and row.stands]
    ruled = [row for row in rulings if row.seat == seat and any(each.kind != Penalty.NONE for each in row.issued)]
    told = [row.recorded for row in rulings]
    ended = [row.hand.ending for row in standing_hands(view.sheet) if row.seq not in told]
    return len(ruled) + len([each for each in ended if isinstance(each, Chombo) and seat in each.offenders])


def _offers_open(seat: SeatView, view: TableView) -> bool:
    """Say whether an open riichi is offered: to a player in riichi, or to one who can only declare it open."""
    if view.rules.riichi.open == OpenRiichi.NONE:
        return False
    return seat.riichi or (seat.can_open_riichi and not seat.can_riichi)


def _score_label(asked: Asked, seat: SeatView, shown: str, gap: int | None) -> str:
    """Return what a score says to somebody who does not see it: the player, the points, the place."""
    key = "table.score_of" if gap in (None, seat.seat) else "table.difference_of"
    return asked.say(key, player=seat.name, points=shown, place=asked.say(f"preview.place_{seat.place}"))


def hands_left_text(asked: Asked, left: int | None) -> str:
    """Return how many hands are left after the time signal, nothing without one."""
    if left is None or left == 0:
        return ""
    return asked.say({1: "table.last_hand", 2: "table.one_more"}.get(left, "table.hands_left"), count=left)


def balance_text(asked: Asked, view: TableView) -> str:
    """Return the running check: scores and table together are what the game started with."""
    total = points(asked, view.balance.scores + view.balance.kyoutaku)
    if view.balance.difference == 0:
        return asked.say("table.balanced", total=total)
    return asked.say("table.unbalanced", total=total, difference=signed(asked, view.balance.difference))


def undo_text(asked: Asked, view: TableView) -> str:
    """Return what an undo would take back, nothing if there is nothing that whoever asks may take back."""
    if view.undo is None:
        return ""
    ruling = ruling_taken_back(view.sheet, view.undo.seq)
    if ruling is not None and is_for_staff(ruling, asked.role):
        return ""
    row = next((row for row in view.sheet if row.seq == view.undo.seq), None)
    if isinstance(row, HandRow):
        return hand_told(asked, row) if ruling is None else asked.say("entry.ruling_issued")
    return asked.say(f"entry.{view.undo.kind}")


def undo_reasons(asked: Asked, view: TableView) -> tuple[Choice, ...]:
    """Return why the last entry may be taken back; the reasons that are about a hand do not fit a ruling."""
    is_ruling = view.undo is not None and ruling_taken_back(view.sheet, view.undo.seq) is not None
    return choices(asked, "undo", _OF_RULING if is_ruling else tuple(UndoReason), "")


def _signals_of(asked: Asked, desk: Desk, view: TableView) -> tuple[Choice, ...]:
    """Return the answers to "dice thrown?" with the hands that are then left; one answer where it does not matter.

    The hand that was recorded just now is over: then the next one's dice lie there still.
    """
    if view.signal is None:
        return ()
    counts = [("yes", view.signal.running), ("no", view.signal.between)]
    if view.signal.running == view.signal.between:
        return (Choice(value="yes", text=signal_text(asked, "any", view.signal.running), chosen=False),)
    last = view.sheet[-1]
    if isinstance(last, HandRow) and _second_of(desk.clock()) - _second_of(last.stamp.at) in range(_JUST_NOW):
        counts = [counts[1], counts[0]]
    return tuple(Choice(value=value, text=signal_text(asked, value, count), chosen=False) for value, count in counts)


_JUST_NOW = 60


def _second_of(time: str) -> int:
    """Return the second of its day that a time of the log tells."""
    return (int(time[11:13]) * 60 + int(time[14:16])) * 60 + int(time[17:19])


def signal_text(asked: Asked, answered: str, count: int) -> str:
    """Return one answer with what follows from it."""
    left = hands_left_text(asked, count) or asked.say("table.none_left")
    return asked.say(f"table.signal_{answered}", left=left)


def _minutes_until_signal(rules: Ruleset) -> int:
    """Return after how many minutes of play the time signal falls, 0 where a round is not timed."""
    return rules.time.minutes - rules.time.signal if rules.time.limit == TimeLimit.SIGNAL else 0


PAGE = "games/show.html"


def _gap_wanted(asked: Asked) -> int | None:
    """Return the seat whose score differences are to be shown."""
    gap = asked.query.one("gap")
    return int(gap) if gap in FORM_SEATS else None


def show(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show the table, and remember that this browser uses it, and its rules where it is a new one."""
    current, before = table_at(asked, desk, token), asked.device
    shown = page_of(PAGE, page=table_page(asked, desk, current, _gap_wanted(asked)))
    rules = before.rules if token in before.tables else rules_at(current.view)
    return replace(shown, device=replace(before.with_table(token), rules=rules))


def state(asked: Asked, desk: Desk, token: str) -> Answer:
    """Return the table for a page that already shows it, or nothing when nothing has changed."""
    tag = _version_tag(asked, desk, token, table_version(desk, game_of(asked, desk, token)), _gap_wanted(asked))
    if asked.tag == tag:
        return not_modified()
    return drawn(asked, desk, token)


def drawn(asked: Asked, desk: Desk, token: str, notice: str = "", status: int = OK) -> Answer:
    """Return the table alone, with its version."""
    page = table_page(asked, desk, table_at(asked, desk, token), _gap_wanted(asked), notice)
    return block_of(PAGE, "table", status, page=page).with_headers((VERSION_TAG, page.version), NEVER_KEPT)


def mark(asked: Asked, desk: Desk, token: str) -> Answer:
    """Put a mark of the present hand where it is wanted: riichi, tenpai or a dead hand, on or off."""
    form = asked.form
    wanted = _mark_of(asked, form)
    game = game_of(asked, desk, token)
    written = writing.mark(desk, game, order_of(asked, form.one("mark")), wanted)
    if isinstance(written, Conflict):
        return _refused_mark(asked, desk, token, (clash_text(asked, written.why),), CONFLICT)
    if isinstance(written, Refused):
        return _refused_mark(asked, desk, token, refusals_at(asked, written.problems, table_view(desk, game)))
    if asked.is_part:
        return with_last_event(drawn(asked, desk, token), written)
    return redirect(url_for("table.show", token=token, gap=_gap_wanted(asked)), SEE_OTHER)


def _refused_mark(
    asked: Asked, desk: Desk, token: str, refusals: tuple[str, ...], status: int = UNPROCESSABLE
) -> Answer:
    """Return the table with the reason why a mark cannot be set."""
    if asked.is_part:
        return drawn(asked, desk, token, " ".join(refusals), status)
    page = table_page(asked, desk, table_at(asked, desk, token), _gap_wanted(asked), " ".join(refusals))
    return page_of(PAGE, status, page=page)


def _mark_of(asked: Asked, form: Form) -> Mark:
    """Return the mark that a button stands for: "riichi-2-on"; anything else is no button of ours."""
    kind, _, rest = form.one("mark").partition("-")
    seat, _, wanted = rest.partition("-")
    hand = form.one("hand")
    if kind not in tuple(MarkKind) or seat not in FORM_SEATS or wanted not in ("on", "off") or not is_digits(hand):
        raise HttpError(BAD_REQUEST, asked.say("table.no_mark"))
    return Mark(hand=int(hand[:6]), seat=int(seat), kind=MarkKind(kind), on=wanted == "on", reason=form.one("why"))


def seats(asked: Asked, desk: Desk, token: str) -> Answer:
    """Show who sits where, to mend a name or to turn the table."""
    return _seats_shown(asked, desk, token)


def _seats_shown(
    asked: Asked, desk: Desk, token: str, refusals: tuple[str, ...] = (), typed: tuple[str, ...] = ()
) -> Answer:
    """Return the page of seats and names, those that were typed where they are wrong, and how to set the table up."""
    current = table_at(asked, desk, token)
    setup = setup_text(asked, current.view.rules.setup)
    shown = typed or tuple([seat.name for seat in current.view.seats])
    names = {str(seat): shown[seat] for seat in ALL_SEATS}
    return page_of(
        "games/seats.html", page=table_page(asked, desk, current), names=names, refusals=refusals, setup=setup
    )


def sit(asked: Asked, desk: Desk, token: str) -> Answer:
    """Remember where the holder of this device sits."""
    game_of(asked, desk, token)
    me = asked.form.one("me")
    if me not in FORM_SEATS:
        raise HttpError(BAD_REQUEST, asked.say("table.no_seat"))
    return replace(
        redirect_after_write(asked, url_for("table.show", token=token)), device=asked.device.with_seat(token, int(me))
    )


def rename(asked: Asked, desk: Desk, token: str) -> Answer:
    """Mend the players' names."""
    form = asked.form
    names = tuple([form.one(f"name-{seat}") for seat in ALL_SEATS])
    renamed = starting.rename(desk, game_of(asked, desk, token), order_of(asked), names)
    if isinstance(renamed, Refused):
        return replace(
            _seats_shown(asked, desk, token, problem_sentences(asked, renamed.problems), names), status=UNPROCESSABLE
        )
    summary = f"{asked.say('page.seats.names')}: {' · '.join(names)}"
    return after_order(asked, desk, token, renamed, summary, url_for("table.seats", token=token))


def since(asked: Asked, desk: Desk, token: str) -> Answer:
    """Return that a form is over, nothing while it is not, and not even that while nothing has changed."""
    tag = table_version(desk, game_of(asked, desk, token))
    if asked.tag == tag:
        return not_modified()
    over = over_since(asked.form, at_table_of_device(asked, desk, table_at(asked, desk, token)))
    return Answer(body=Fragment(name="since", view=over)).with_headers((VERSION_TAG, tag), NEVER_KEPT)

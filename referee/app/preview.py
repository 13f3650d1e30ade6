"""What a hand pays, as a form is filled in: line by line, each with its reason."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.app.hand_form import missing_in_hand, settle_question
from referee.ask.settle import settle_answer
from referee.records import dataclass
from referee.rules.choices import MultipleRon
from referee.rules.points import MANGAN_FROM, value_phrase, worth
from referee.rules.table import ALL_SEATS, STICK, Quoted, wind_of, wind_word
from referee.texts.codec import Thousands, plain_value, thousands
from referee.texts.words import (
    Library,
    Speaker,
    change_written,
    filled,
    listed,
    number_written,
    points_written,
    rules_wanted,
    shares_written,
    with_field_named,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NotRequired, TypedDict

    from referee.app.form import Form
    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Facts, Table
    from referee.texts.words import Words

    Flow = tuple[int, int, int]

    class LineShape(TypedDict):
        """A line of the answer, as far as it is shown; ``penalties`` are there where there are any."""

        points: list[int]
        kyoutaku: int
        bank: int
        chips: list[int]
        penalties: NotRequired[list[int]]
        text: str
        clause: str

    class NoteShape(TypedDict):
        """A remark of the answer."""

        text: str
        clause: str

    class EndShape(TypedDict):
        """The result of the game."""

        places: list[int]
        final: list[Thousands]

    class TableShape(TypedDict):
        """A table, as far as it is shown."""

        scores: list[int]
        round: str
        dealer: int
        honba: int
        kyoutaku: int

    class AnswerShape(TypedDict):
        """The answer to ``settle``."""

        deltas: list[int]
        chips: list[int]
        table: TableShape
        next: str
        end: EndShape | None
        lines: list[LineShape]
        notes: list[NoteShape]

    class ErrorShape(TypedDict):
        """A refusal, as far as it is shown."""

        message: str
        field: str

    class HandShape(TypedDict, total=False):
        """The finished hand that was asked about."""

        result: str
        tenpai: list[int]
        nagashi: list[int]
        riichi: list[int]
        wins: list[dict[str, Any]]


CHARACTERS = {"E": "東", "S": "南", "W": "西", "N": "北"}
PLACES = ("bottom", "right", "top", "left")
"""Where a seat stands on the page, by its distance from the seat shown at the bottom."""
READING_ORDER = (2, 3, 1, 0)
"""Distances in the order in which the places are read: top, left, right, bottom."""
_ALL_OTHERS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class PaymentRow:
    """One payment: the amount, the chips with it, who pays whom, and what that makes where it is another sum.

    Where nobody pays there is no amount.
    """

    amount: str
    who: str
    chips: str = ""
    in_all: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatRow:
    """What a hand does to one seat; ``moved`` is gain, loss or zero, ``rank`` and ``final`` are there at the end.

    ``player`` is empty where no name is known, ``stick`` where he declared no riichi.
    """

    place: str
    wind: str
    player: str
    change: str
    moved: str
    stick: str
    chips: str
    score: str
    rank: str
    final: str

    @property
    def character(self) -> str:
        """Return the wind as it stands on its tile."""
        return CHARACTERS[self.wind]


@dataclass(frozen=True, kw_only=True, slots=True)
class ReasonRow:
    """One reason: its sentence, what it is worth where it is worth something, and the clause that leads on."""

    text: str
    clause: str
    worth: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class SettlementView:
    """What a hand pays, why, and what comes next; ``next_hand`` is empty when the game is over."""

    payments: tuple[PaymentRow, ...]
    seats: tuple[SeatRow, ...]
    next_hand: str
    lines: tuple[ReasonRow, ...]
    notes: tuple[ReasonRow, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PaymentView:
    """The settlement of a hand, or why there is none: what is still to be chosen, or a refusal.

    ``of_seats`` says that the hint is asked in the middle of the seats too. ``before`` is what everybody has while only
    the worth of a hand is to be chosen.
    """

    hint: str = ""
    of_seats: bool = False
    before: tuple[SeatRow, ...] = ()
    refused: str = ""
    settlement: SettlementView | None = None


def payment_view(
    question: dict[str, Any],
    answer: dict[str, Any],
    me: int,
    rules: Ruleset,
    speaker: Speaker,
    score: str = "preview.score",
) -> PaymentView:
    """Return what a settle question was answered; ``me`` is the seat shown at the bottom, ``score`` says a new one."""
    if "error" in answer:
        return PaymentView(refused=refusal_text(answer["error"], speaker.words))
    settled: Any = answer
    view = _settlement_view(question["hand"], question["table"]["dealer"], settled, me, speaker, score)
    return PaymentView(settlement=replace(view, lines=(*_counted_up(question["hand"], rules, speaker), *view.lines)))


def _counted_up(hand: HandShape, rules: Ruleset, speaker: Speaker) -> Iterator[ReasonRow]:
    """Yield which han and fu count as mangan, with the clause that says so."""
    for win in hand.get("wins", ()):
        han, fu = win.get("han", 0), win.get("fu", 0)
        base = worth(han, fu, rules.values)
        if base.limit and han < MANGAN_FROM:
            facts = (("hand", value_phrase(han, fu, 0, "")), ("limit", "hand." + base.limit))
            yield ReasonRow(text=speaker.say("preview.counts_as", facts), clause=rules.cite(base.rule).clause)


def _settlement_view(
    hand: HandShape, dealer: int, answer: AnswerShape, me: int, speaker: Speaker, score: str
) -> SettlementView:
    """Return what a settled hand looks like."""
    lines = answer["lines"]
    return SettlementView(
        payments=_payment_rows(hand, answer, dealer, speaker),
        seats=tuple(
            [_seat_row(answer, (me + step) % 4, dealer, PLACES[step], speaker, score) for step in READING_ORDER]
        ),
        next_hand="" if answer["end"] is not None else next_hand(answer, dealer, speaker),
        lines=tuple([ReasonRow(text=e["text"], clause=e["clause"]) for e in lines]),
        notes=note_rows(answer["notes"]),
    )


def note_rows(notes: list[NoteShape]) -> tuple[ReasonRow, ...]:
    """Return remarks as reasons."""
    return tuple([ReasonRow(text=note["text"], clause=note["clause"]) for note in notes])


def refusal_text(error: ErrorShape, words: Words) -> str:
    """Return a refusal in a sentence, with the field that is wrong named as people call it."""
    return with_field_named(error["message"], error["field"], words)


def _payment_rows(hand: HandShape, answer: AnswerShape, dealer: int, speaker: Speaker) -> tuple[PaymentRow, ...]:
    """Return who pays whom, in the words that players say."""
    paid, chips = flows(answer["lines"]), answer["chips"]
    at = Payments(paid=paid, deltas=answer["deltas"], chips=chips, dealer=dealer, speaker=speaker)
    nothing = (PaymentRow(amount="", who=speaker.words["preview." + _why_nothing(hand)]),)
    return _rows_of_payments(hand, at) or _paid_without_points(hand, answer["lines"], at) or nothing


def _why_nothing(hand: HandShape) -> str:
    """Return the key of why nobody pays: after a draw, that nobody was tenpai or everybody."""
    waiting = len(hand["tenpai"]) if hand["result"] == "draw" else 1
    return {0: "all_noten", len(ALL_SEATS): "all_tenpai"}.get(waiting, "nothing")


@dataclass(frozen=True, kw_only=True, slots=True)
class Payments:
    """What players hand to players, what the whole hand moves at each seat, and in whose words it is said."""

    paid: list[Flow]
    deltas: list[int]
    chips: list[int]
    dealer: int
    speaker: Speaker

    def player(self, seat: int) -> str:
        """Return who sits there, by wind where no name is known."""
        return self.speaker.word(wind_word(seat, self.dealer))


def _rows_of_payments(hand: HandShape, at: Payments) -> tuple[PaymentRow, ...]:
    """Return one amount and its explanation for each winner, each offender, or the noten payments together."""
    if hand["result"] == "chombo":
        return tuple([row for seat in ALL_SEATS for row in _rows_paid(seat, at)])
    if hand["result"] == "draw" and not hand.get("nagashi"):
        return noten_payment(at)
    return tuple([row for seat in in_turn(str(hand.get("from"))) for row in _rows_received(seat, at)])


def in_turn(discarder: str) -> list[int]:
    """Return the seats in the order in which they win a tile: from the discarder on, from the first without one."""
    first = "0123".find(discarder) + 1
    return [(first + step) % 4 for step in ALL_SEATS]


def _paid_without_points(hand: HandShape, lines: list[LineShape], at: Payments) -> tuple[PaymentRow, ...]:
    """Return what each offender of a chombo gives of his chips, or loses of the tournament score."""
    if hand["result"] != "chombo":
        return ()
    return tuple([row for line in lines for seat in ALL_SEATS for row in _lost_by_offender(seat, line, at)])


def _lost_by_offender(seat: int, line: LineShape, at: Payments) -> list[PaymentRow]:
    """Return the chips that one line takes from a seat for each of the others, or the points off its final score."""
    words, penalty = at.speaker.words, _penalty_at(seat, line)
    if line["chips"][seat] < 0:
        chips = _chips_text(str(max(line["chips"])), words)
        each = filled(words["preview.all"], (("points", chips),))
        return [PaymentRow(amount=each, who=at.speaker.say("preview.pays_everyone", _payer_of(seat, at)))]
    if penalty < 0:
        who = at.speaker.say("preview.off_score", _payer_of(seat, at))
        return [PaymentRow(amount=change_written(penalty, words), who=who)]
    return []


def _penalty_at(seat: int, line: LineShape) -> int:
    """Return what a line takes off the tournament score of a seat, below zero."""
    return line.get("penalties", [0] * len(ALL_SEATS))[seat]


def _chips_text(count: str, words: Words) -> str:
    return filled(words["preview.chips"], (("count", count),))


def flows(lines: list[LineShape]) -> list[Flow]:
    """Return payer, payee and amount of what moves between players, added up over the lines.

    Sticks and fines go over the table and are left out.
    """
    paid: dict[tuple[int, int], int] = {}
    for line in lines:
        if line["kyoutaku"] == 0 and line["bank"] == 0:
            for payer, payee, amount in _line_flows(line["points"]):
                paid[(payer, payee)] = paid.get((payer, payee), 0) + amount
    return [(payer, payee, paid[(payer, payee)]) for payer, payee in sorted(paid)]


def _line_flows(points: list[int]) -> list[Flow]:
    """Return the payments of one line; with several on both sides each payer pays all in equal parts."""
    payers = [seat for seat in ALL_SEATS if points[seat] < 0]
    payees = [seat for seat in ALL_SEATS if points[seat] > 0]
    if len(payers) == 1:
        return [(payers[0], payee, points[payee]) for payee in payees]
    return [(payer, payee, -points[payer] // len(payees)) for payer in payers for payee in payees]


def _rows_received(seat: int, at: Payments) -> list[PaymentRow]:
    """Return what one player is paid: "500/1,000", "2,000 all", or payer by payer; and what that makes in all."""
    parts = [(payer, amount) for payer, payee, amount in at.paid if payee == seat]
    amount_text = _combined_text(parts, at.dealer, at.speaker.words)
    if amount_text:
        rows = [PaymentRow(amount=amount_text, who=at.speaker.say("preview.everyone_pays", _payee_of(seat, at)))]
    else:
        rows = [_paid_row(payer, seat, amount, at) for payer, amount in parts]
    return _with_total(_with_chips(rows, seat, [payer for payer, _ in parts], at), seat, at)


def _rows_paid(seat: int, at: Payments) -> list[PaymentRow]:
    """Return what one offender pays the others, and what that makes in all."""
    parts = [(payee, amount) for payer, payee, amount in at.paid if payer == seat]
    amount_text = _combined_text(parts, at.dealer, at.speaker.words)
    if amount_text:
        rows = [PaymentRow(amount=amount_text, who=at.speaker.say("preview.pays_everyone", _payer_of(seat, at)))]
    else:
        rows = [_paid_row(seat, payee, amount, at) for payee, amount in parts]
    return _with_total(_with_chips(rows, seat, [payee for payee, _ in parts], at), seat, at)


def _paid_row(payer: int, payee: int, amount: int, at: Payments) -> PaymentRow:
    """Return "West pays South"."""
    who = at.speaker.say("preview.pays", (*_payer_of(payer, at), *_payee_of(payee, at)))
    return PaymentRow(amount=points_written(amount, at.speaker.words), who=who)


def _payer_of(seat: int, at: Payments) -> Facts:
    return (("payer", Quoted(text=at.player(seat))),)


def _payee_of(seat: int, at: Payments) -> Facts:
    return (("payee", Quoted(text=at.player(seat))),)


def _with_chips(rows: list[PaymentRow], seat: int, others: list[int], at: Payments) -> list[PaymentRow]:
    """Return a player's payments with the chips that go with each; what all pay alike is said as points are."""
    words, between, moved = at.speaker.words, [abs(at.chips[other]) for other in others], at.chips[seat]
    if len(others) == 1 and moved:
        return [replace(rows[0], chips=_chips_text(change_written(moved, words), words))]
    if sum(between) != abs(moved):
        return rows
    told = [_chips_text(change_written(count, words), words) if count else "" for count in between]
    if len(rows) == len(others):
        return [replace(row, chips=chips) for row, chips in zip(rows, told, strict=True)]
    if moved and len(set(told)) == 1:
        return [replace(rows[0], chips=filled(words["preview.all"], (("points", told[0]),)))]
    return rows


def _with_total(rows: list[PaymentRow], seat: int, at: Payments) -> list[PaymentRow]:
    """Return a player's payments, the last with what the hand moves in all where no single one says that."""
    moved, chips, speaker = at.deltas[seat], at.chips[seat], at.speaker
    paid = [amount * ((payee == seat) - (payer == seat)) for payer, payee, amount in at.paid]
    amounts = [amount for amount in paid if amount]
    if not rows or (amounts == [moved] and (rows[0].chips or not chips)):
        return rows
    key = "preview.in_all" if sum(amounts) == moved else "preview.in_all_sticks"
    told = [change_written(moved, speaker.words)]
    if chips and len(amounts) > 1:
        told.append(_chips_text(change_written(chips, speaker.words), speaker.words))
    points = Quoted(text=speaker.words["preview.separator"].join(told))
    player = Quoted(text=_player_at(seat, at))
    return [*rows[:-1], replace(rows[-1], in_all=speaker.say(key, (("player", player), ("points", points))))]


def _combined_text(parts: list[tuple[int, int]], dealer: int, words: Words) -> str:
    """Return "2,000 all" or "500/1,000", nothing where it cannot be said that way."""
    if len(parts) != _ALL_OTHERS:
        return ""
    others = [amount for seat, amount in parts if seat != dealer]
    dealers = [amount for seat, amount in parts if seat == dealer]
    if max(others) != min(others):
        return ""
    return shares_written(others[0], dealers[0] if dealers else None, words)


def noten_payment(at: Payments) -> tuple[PaymentRow, ...]:
    """Return what the noten players pay, each of them, and what the tenpai players receive."""
    if not at.paid:
        return ()
    payers, payees = {payer for payer, _, _ in at.paid}, {payee for _, payee, _ in at.paid}
    pool, words = sum(amount for _, _, amount in at.paid), at.speaker.words
    facts = (
        ("pay", len(payers)),
        ("payers", _players_in_row(payers, at)),
        ("points", pool // len(payees)),
        ("gain", len(payees)),
        ("payees", _players_in_row(payees, at)),
    )
    amount = points_written(pool // len(payers), words)
    return (PaymentRow(amount=amount, who=at.speaker.say("preview.noten", facts)),)


def _players_in_row(seats: set[int], at: Payments) -> Quoted:
    """Return players in a row, by their names alone, by their winds where none are known."""
    called = [_player_at(seat, at) for seat in sorted(seats)]
    return Quoted(text=listed(called, at.speaker.words))


def _player_at(seat: int, at: Payments) -> str:
    """Return a player's name, else the wind."""
    wind = wind_word(seat, at.dealer)
    return at.speaker.player(wind) or at.speaker.words[wind]


def stick_told(change: int, moves: list[tuple[int, int]], words: Words, back: str = "") -> str:
    """Return a change without the player's own riichi stick, "+1,500 − stick"; ``back`` where he won the stick back.

    ``moves`` are what each line moves at the player's seat, and on the table.
    """
    if not any(points < 0 < table for points, table in moves):
        return ""
    if any(points > 0 > table for points, table in moves):
        return back
    rest = change_written(change + STICK, words) if change + STICK else ""
    return filled(words["preview.less_stick" if rest else "preview.stick"], (("points", rest),))


def _seat_row(answer: AnswerShape, seat: int, dealer: int, place: str, speaker: Speaker, score: str) -> SeatRow:
    """Return what the hand does to one seat; where only chips move, or what comes off later, that is the change."""
    change, chips, end, words = answer["deltas"][seat], answer["chips"][seat], answer["end"], speaker.words
    moves = [(line["points"][seat], line["kyoutaku"]) for line in answer["lines"]]
    later = sum([_penalty_at(seat, line) for line in answer["lines"]])
    points = f"({change_written(later, words)})" if later and not change else change_written(change, words)
    chips_moved = _chips_text(change_written(chips, words), words) if chips else ""
    if not change and chips:
        points, chips_moved = chips_moved, ""
    moved = change or chips or later
    return SeatRow(
        place=place,
        wind=wind_of(seat, dealer),
        player=speaker.player(wind_word(seat, dealer)),
        change=points,
        moved="zero" if moved == 0 else "gain" if moved > 0 else "loss",
        stick=stick_told(change, moves, words, words["preview.stick_back"]),
        chips=chips_moved,
        score=filled(words[score], (("points", points_written(answer["table"]["scores"][seat], words)),)),
        rank="" if end is None else words["preview.place_" + str(end["places"][seat])],
        final="" if end is None else _thousands_with_sign(end["final"][seat], words),
    )


def seats_before(table: Table, riichi: tuple[str, ...], me: int, speaker: Speaker) -> tuple[SeatRow, ...]:
    """Return what everybody has before a hand, as the table tells it: less the stick of whoever is in ``riichi``.

    ``me`` is the seat shown at the bottom.
    """
    scores = [score - STICK * (str(seat) in riichi) for seat, score in enumerate(table.scores)]
    return tuple(
        [
            SeatRow(
                place=PLACES[step],
                wind=wind_of((me + step) % 4, table.dealer),
                player=speaker.player(wind_word((me + step) % 4, table.dealer)),
                change="",
                moved="zero",
                stick="",
                chips="",
                score=points_written(scores[(me + step) % 4], speaker.words),
                rank="",
                final="",
            )
            for step in READING_ORDER
        ]
    )


def next_hand(answer: AnswerShape, dealer: int, speaker: Speaker) -> str:
    """Return "East 1, 1 honba, dealer stays" and what lies on the table; ``dealer`` is that of the hand before."""
    table, words = answer["table"], speaker.words
    place = (("round", words["round." + table["round"]]), ("number", str(table["dealer"] + 1)))
    parts = [
        filled(words["table.hand"], place),
        filled(words["preview.honba"], (("count", str(table["honba"])),)),
        _deals_next(answer, dealer, speaker),
    ]
    if table["kyoutaku"]:
        parts.append(filled(words["preview.on_table"], (("points", points_written(table["kyoutaku"], words)),)))
    return words["preview.separator"].join(parts)


def _deals_next(answer: AnswerShape, dealer: int, speaker: Speaker) -> str:
    """Return who deals next: by name, else whether the dealer stays."""
    player = speaker.player(wind_word(answer["table"]["dealer"], dealer))
    if not player:
        return speaker.words["preview.dealer_" + answer["next"]]
    return speaker.say("sheet.dealer_now", (("player", Quoted(text=player)),))


def _thousands_with_sign(result: Thousands, words: Words) -> str:
    """Return a final result in thousands with its sign and one decimal, or two."""
    plain = thousands(result.points)
    text = plain if "." in plain else plain + ".0"
    return ("" if text[0] == "-" or text == "0.0" else "+") + number_written(text, words)


def hint_text(lacking: str, rules: Ruleset, words: Words) -> str:
    """Return what is still to be chosen; where one ron only counts, that is said before a second one is tapped."""
    if lacking == "sanchahou":
        return words["refused.triple_ron_aborts"]
    is_alone = lacking == "ron" and rules.wins.multiple_ron == MultipleRon.HEAD_BUMP
    return words["hint.ron_alone" if is_alone else "hint." + lacking]


def settle_payment(form: Form, library: Library, lang: str) -> PaymentView:
    """Return what the hand of a form pays, or what is still to be chosen; an unknown ruleset is refused."""
    words = library.sentences[lang]
    book = library.book_or_first(form.one("ruleset"))
    ruleset = form.one("ruleset", book.id)
    rules = rules_wanted(book, form.options())
    lacking = missing_in_hand(form, rules)
    if lacking is not None and ruleset == book.id:
        return PaymentView(hint=hint_text(lacking, rules, words))
    question = settle_question(form, ruleset, rules.setup.points)
    speaker = Speaker(lang=lang, words=words)
    answer = plain_value(settle_answer(question, library, speaker))
    return payment_view(question, answer, seat_below(form), rules, speaker)


def seat_below(form: Form) -> int:
    """Return the seat that a form shows at the bottom."""
    me = form.one("me", "0")
    return int(me) if me in ("0", "1", "2", "3") else 0

"""The settle preview: a question and its answer as HTML, the same on the server and on a phone without a network.

Pure string building. ``words`` gives the labels of one language; every text of the answer is escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from referee.core.rules.facts import ALL_SEATS, wind_of
from referee.core.text.amounts import change_written, number_written, points_written
from referee.core.text.jsontext import Decimals, json_value
from referee.core.text.words import filled, with_field_named

if TYPE_CHECKING:
    from typing import TypedDict

    from referee.core.text.words import Words

    Flow = tuple[int, int, int]

    class LineShape(TypedDict):
        """A line of the answer, as far as it is shown."""

        points: list[int]
        kyoutaku: int
        bank: int
        text: str
        clause: str
        source: str

    class NoteShape(TypedDict):
        """A remark of the answer."""

        text: str
        clause: str

    class EndShape(TypedDict):
        """The result of the game."""

        places: list[int]
        final: list[int | Decimals]

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
        nagashi: list[int]


CHARACTERS = {"E": "東", "S": "南", "W": "西", "N": "北"}
PLACES = ("bottom", "right", "top", "left")
"""Where a seat stands on the page, by its distance from the seat shown at the bottom."""
READING_ORDER = (2, 3, 1, 0)
"""Distances in the order in which the places are read: top, left, right, bottom."""
ALL_OTHERS = 3


def settle_preview(question: str, answer: str, me: int, words: Words) -> str:
    """Return what a hand pays, why, and what comes next; ``me`` is the seat shown at the bottom.

    ``question`` and ``answer`` are the JSON texts of one ``settle``; a refusal becomes its message.
    """
    shown, details = settle_parts(question, answer, me, words)
    return shown + details


def settle_parts(question: str, answer: str, me: int, words: Words) -> tuple[str, str]:
    """Return the same in two parts: the headline, and everything below it."""
    found: Any = json_value(answer)
    if "error" in found:
        return refusal_shown(found["error"], words), ""
    asked: Any = json_value(question)
    dealer = asked["table"]["dealer"]
    details = (
        seat_changes(found, dealer, me, words) + what_follows(found, words) + why(found["lines"], found["notes"], words)
    )
    return headline(asked["hand"], found, dealer, words), details


def refusal_shown(error: ErrorShape, words: Words) -> str:
    """Return a refusal in place of a payment."""
    message = with_field_named(error["message"], error["field"], words)
    return (
        f'<div class="headline headline--refused"><p class="who">{escape(words["preview.refused"])}</p>'
        f'<p class="message">{escape(message)}</p></div>'
    )


def headline(hand: HandShape, answer: AnswerShape, dealer: int, words: Words) -> str:
    """Return who pays whom, in the words that players say."""
    rows = said_payments(hand, flows(answer["lines"]), dealer, words)
    if not rows:
        rows = [("0", words["preview.nothing"])]
    shown = "".join(payment_row(amount, who) for amount, who in rows)
    return f'<div class="headline">{shown}</div>'


def payment_row(amount: str, who: str) -> str:
    """Return one payment: the amount large, then who pays whom."""
    said = f'<strong class="amount">{escape(amount)}</strong> <span class="who">{escape(who)}</span>'
    return f'<p class="payment">{said}</p>'


def said_payments(hand: HandShape, paid: list[Flow], dealer: int, words: Words) -> list[tuple[str, str]]:
    """Return one amount and its explanation for each winner, each offender, or the noten payments together."""
    if hand["result"] == "chombo":
        return [row for seat in ALL_SEATS for row in given(seat, paid, dealer, words)]
    if hand["result"] == "draw" and not hand.get("nagashi"):
        return noten_payment(paid, words)
    return [row for seat in ALL_SEATS for row in taken(seat, paid, dealer, words)]


def flows(lines: list[LineShape]) -> list[Flow]:
    """Return payer, payee and amount of what moves between players, added up over the lines.

    Sticks and fines go over the table and are left out.
    """
    paid: dict[tuple[int, int], int] = {}
    for line in lines:
        if line["kyoutaku"] == 0 and line["bank"] == 0:
            for payer, payee, amount in line_flows(line["points"]):
                paid[(payer, payee)] = paid.get((payer, payee), 0) + amount
    return [(payer, payee, paid[(payer, payee)]) for payer, payee in sorted(paid)]


def line_flows(points: list[int]) -> list[Flow]:
    """Return the payments of one line; with several on both sides each payer pays all in equal parts."""
    payers = [seat for seat in ALL_SEATS if points[seat] < 0]
    payees = [seat for seat in ALL_SEATS if points[seat] > 0]
    if len(payers) == 1:
        return [(payers[0], payee, points[payee]) for payee in payees]
    return [(payer, payee, -points[payer] // len(payees)) for payer in payers for payee in payees]


def taken(seat: int, paid: list[Flow], dealer: int, words: Words) -> list[tuple[str, str]]:
    """Return what one player is paid: "500/1,000", "2,000 all", or payer by payer."""
    parts = [(payer, amount) for payer, payee, amount in paid if payee == seat]
    said = said_together(parts, dealer, words)
    if said:
        return [(said, filled(words["preview.everyone_pays"], (("payee", seat_word(seat, dealer, words)),)))]
    return [(points_written(amount, words), pays(payer, seat, dealer, words)) for payer, amount in parts]


def given(seat: int, paid: list[Flow], dealer: int, words: Words) -> list[tuple[str, str]]:
    """Return what one offender pays the others."""
    parts = [(payee, amount) for payer, payee, amount in paid if payer == seat]
    said = said_together(parts, dealer, words)
    if said:
        return [(said, filled(words["preview.pays_everyone"], (("payer", seat_word(seat, dealer, words)),)))]
    return [(points_written(amount, words), pays(seat, payee, dealer, words)) for payee, amount in parts]


def said_together(parts: list[tuple[int, int]], dealer: int, words: Words) -> str:
    """Return "2,000 all" or "500/1,000", the dealer's share last; nothing where it cannot be said that way."""
    if len(parts) != ALL_OTHERS:
        return ""
    others = [amount for seat, amount in parts if seat != dealer]
    dealers = [amount for seat, amount in parts if seat == dealer]
    if max(others) != min(others):
        return ""
    if not dealers or dealers[0] == others[0]:
        return filled(words["preview.all"], (("points", points_written(others[0], words)),))
    return points_written(others[0], words) + "/" + points_written(dealers[0], words)


def noten_payment(paid: list[Flow], words: Words) -> list[tuple[str, str]]:
    """Return what each noten player pays and each tenpai player receives."""
    if not paid:
        return []
    pool = sum(amount for _, _, amount in paid)
    each_pays = points_written(pool // len({payer for payer, _, _ in paid}), words)
    each_takes = points_written(pool // len({payee for _, payee, _ in paid}), words)
    return [(each_pays, filled(words["preview.noten"], (("points", each_takes),)))]


def seat_changes(answer: AnswerShape, dealer: int, me: int, words: Words) -> str:
    """Return the change and the new score of each seat, in its place at the table."""
    cells = "".join(seat_cell(answer, (me + step) % 4, dealer, PLACES[step], words) for step in READING_ORDER)
    return f'<div class="deltas" role="group" aria-label="{escape(words["preview.changes"])}">{cells}</div>'


def seat_cell(answer: AnswerShape, seat: int, dealer: int, place: str, words: Words) -> str:
    """Return one seat: wind, change, chips, new score, and the final place when the game is over."""
    wind = wind_of(seat, dealer)
    change = answer["deltas"][seat]
    return (
        f'<div class="delta delta--{place} {sign_class(change)}">'
        f'<span class="wind" lang="ja" aria-hidden="true">{CHARACTERS[wind]}</span>'
        f'<span class="seat-name">{escape(words["wind." + wind])}</span>'
        f'<strong class="change">{change_written(change, words)}</strong>'
        f"{chip_change(answer['chips'][seat], words)}"
        f'<span class="score">{escape(new_score(answer["table"]["scores"][seat], words))}</span>'
        f"{final_place(answer['end'], seat, words)}</div>"
    )


def new_score(points: int, words: Words) -> str:
    """Return the score after the hand."""
    return filled(words["preview.score"], (("points", points_written(points, words)),))


def chip_change(count: int, words: Words) -> str:
    """Return how many chips a seat wins or loses, nothing for none."""
    if count == 0:
        return ""
    won = filled(words["preview.chips"], (("count", change_written(count, words)),))
    return f'<span class="chips">{escape(won)}</span>'


def final_place(end: EndShape | None, seat: int, words: Words) -> str:
    """Return a seat's place and result when the game is over."""
    if end is None:
        return ""
    place = words["preview.place_" + str(end["places"][seat])]
    return f'<span class="final">{escape(place)} <b>{thousands_with_sign(end["final"][seat], words)}</b></span>'


def what_follows(answer: AnswerShape, words: Words) -> str:
    """Return what comes next: the name of the next hand, and whether the dealer stays."""
    if answer["end"] is not None:
        return f'<p class="next"><strong>{escape(words["preview.game_over"])}</strong></p>'
    label, hand = escape(words["preview.next"]), escape(next_hand(answer, words))
    return f'<p class="next"><span>{label}</span> <strong>{hand}</strong></p>'


def next_hand(answer: AnswerShape, words: Words) -> str:
    """Return "East 1, 1 honba, dealer stays" and what lies on the table."""
    table = answer["table"]
    place = (("round", words["round." + table["round"]]), ("number", str(table["dealer"] + 1)))
    parts = [
        filled(words["table.hand"], place),
        filled(words["preview.honba"], (("count", str(table["honba"])),)),
        words["preview.dealer_" + answer["next"]],
    ]
    if table["kyoutaku"]:
        parts.append(filled(words["preview.on_table"], (("points", points_written(table["kyoutaku"], words)),)))
    return words["preview.separator"].join(parts)


def why(lines: list[LineShape], notes: list[NoteShape], words: Words) -> str:
    """Return every line with its clause and source, then the remarks."""
    rows = "".join(
        f'<li class="line"><span>{escape(line["text"])}</span>{cited(line["clause"], line["source"])}</li>'
        for line in lines
    )
    remarks = "".join(
        f'<li class="note"><span>{escape(note["text"])}</span>{cited(note["clause"], "")}</li>' for note in notes
    )
    return f'<div class="reasons"><h2>{escape(words["preview.why"])}</h2><ul>{rows}{remarks}</ul></div>'


def cited(clause: str, source: str) -> str:
    """Return the clause that decided, with its source where there is one."""
    if not clause:
        return ""
    origin = f' <span class="source">{escape(source)}</span>' if source else ""
    return f'<small class="clause"><code>{escape(clause)}</code>{origin}</small>'


def pays(payer: int, payee: int, dealer: int, words: Words) -> str:
    """Return "West pays South"."""
    names = (("payer", seat_word(payer, dealer, words)), ("payee", seat_word(payee, dealer, words)))
    return filled(words["preview.pays"], names)


def seat_word(seat: int, dealer: int, words: Words) -> str:
    """Return the word for a seat, which is its wind."""
    return words["wind." + wind_of(seat, dealer)]


def thousands_with_sign(result: int | Decimals, words: Words) -> str:
    """Return a final result in thousands with its sign and one decimal."""
    text = result.text if isinstance(result, Decimals) else f"{result}.0"
    return ("" if text[0] == "-" or text == "0.0" else "+") + number_written(text, words)


def sign_class(amount: int) -> str:
    """Return the style class of a change."""
    if amount == 0:
        return "delta--zero"
    return "delta--gain" if amount > 0 else "delta--loss"

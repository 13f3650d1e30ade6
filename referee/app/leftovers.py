"""What a form still holds of another ruleset after the ruleset or an option was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.forms.form import Form
from referee.core.text.library import chosen_options

if TYPE_CHECKING:
    from referee.app.offers import Offers
    from referee.core.text.library import Book


def without_leftovers(form: Form, book: Book, offers: Offers) -> Form:
    """Return the form as it is, or after a change of ruleset without what the new one does not offer.

    ``shown`` names the ruleset and options that the sent form was drawn for. Where nothing changed, or nobody says
    so, nothing is dropped: the core then refuses what the ruleset does not know.
    """
    if form.one("shown", mark(book, form)) == mark(book, form):
        return form
    kept = [(name, value) for name, value in form.pairs if is_offered(name, value, book, offers)]
    return Form(pairs=tuple(kept))


def mark(book: Book, form: Form) -> str:
    """Return a ruleset with its chosen options as one short text."""
    return ",".join(
        [book.id, *(f"{option}:{choice}" for option, choice in chosen_options(book, form.options()).items())]
    )


def is_offered(name: str, value: str, book: Book, offers: Offers) -> bool:
    """Say whether the ruleset offers this field with this value."""
    kind = name.partition("-")[0]
    allowed = {
        "option": (name.partition("-")[2], value) in known_options(book),
        "result": value in offers.results,
        "abort": value in offers.aborts,
        "at": value[:1] in offers.rounds,
        "nagashi": offers.nagashi,
        "wareme": offers.wareme,
        "open": offers.open_riichi,
        "won": offers.yakitori,
        "hands_left": offers.timed,
        "dealer_wins": offers.dealer_wins,
        "renchan": offers.renchan,
        "yaku_han": offers.yaku_han,
        "ippatsu": offers.chips,
        "red": offers.chips,
        "ura": offers.chips,
        "chips": offers.chips,
        "pao": offers.pao or offers.rinshan_pao,
        "pao_yakuman": offers.pao,
        "han": is_value_offered(value, offers),
        "fu": value in map(str, (*offers.fu, *offers.fu_tsumo)),
    }
    return allowed.get(kind, True)


def known_options(book: Book) -> set[tuple[str, str]]:
    """Return every option of a ruleset with every choice."""
    return {(option.id, choice.id) for option in book.options for choice in option.choices}


def is_value_offered(value: str, offers: Offers) -> bool:
    """Say whether a hand's value, told in han or by its limit's name, can be chosen."""
    if value.startswith("yakuman"):
        return value[len("yakuman") :] in map(str, offers.yakuman)
    return value != "counted" or offers.counted_yakuman

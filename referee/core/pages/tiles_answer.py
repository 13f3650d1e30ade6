"""Everything that is asked about tiles on one page: what ``templates/_parts/tiles.html`` draws on both hosts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.core.asking.judgements import JUDGEMENT_NAMES
from referee.core.forms.tile_form import tile_entry_of
from referee.core.pages.circumstances_view import circumstances_asked
from referee.core.pages.fields_view import FieldGroup, Pairs, names_asked
from referee.core.pages.hand_value import VALUE, hand_worth
from referee.core.pages.tile_checks import CHECKS, check_questions, check_worth
from referee.core.pages.tile_entry_view import TileEntryView, tile_entry_view
from referee.core.pages.tile_rules import rules_asked
from referee.core.pages.worth_view import Headline, WorthView
from referee.core.pages.yaku_value import ticked_of, ticked_worth, ticks_asked
from referee.core.text.words import Speaker, Words
from referee.core.worth.pricing import price_list

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.rules.ruleset import Ruleset
    from referee.core.text.library import Library

ABOUT_TILES = ("value", "yaku", *JUDGEMENT_NAMES)
"""What can be asked: the value of a hand by its tiles or by its yaku, and the verdicts."""

KEPT = (
    *("tiles", "melds", "dora", "ura", "discards", "passed", "call", "ticked", "shape", "dora_count"),
    *("by", "declared", "fact", "seat_wind", "round_wind", "honba", "dealer_wins", "renchan", "from_riichi"),
    *("in_riichi", "points", "wall"),
)
"""What another question may ask about again."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TilesView:
    """Tiles being entered where there are any, what is asked beside them, and the answer.

    ``refused`` stands in place of it all under an unknown ruleset; ``kept`` are fields of other questions.
    """

    refused: Headline | None = None
    entry: TileEntryView | None = None
    asked: tuple[FieldGroup, ...] = ()
    worth: WorthView | None = None
    kept: Pairs = ()


def tiles_answer(form: Form, library: Library, lang: str) -> TilesView:
    """Return the answer to the question that the field ``check`` names, the value of a hand where it names none.

    Fields: ``ruleset``, ``option-OPTION``, ``tiles``, ``melds`` (mpsz), ``into`` and ``tap``.

    For the value ``dora``, ``ura``, ``by``, ``declared``, ``fact`` (several), ``seat_wind``, ``round_wind``, ``honba``,
    ``dealer_wins``, ``renchan``, ``from_riichi``. ``for`` names the seat whose win at a table this is, ``marked`` that
    seat's riichi mark, and ``to`` the address of the form that the hand goes back to; what the table tells is then not
    asked. By its yaku instead ``ticked`` (several), ``shape`` (closed or open), ``dora_count`` and ``fu``.

    For furiten ``discards``, ``passed``, ``passed_by``, ``since`` (several) and ``in_riichi``; for kuikae ``call``, its
    called tile first, the discard being the last of ``tiles``; in riichi questions the last of ``tiles`` is the drawn
    one; for riichi ``points`` and ``wall``.
    """
    speaker = Speaker(lang=lang, words=library.sentences[lang])
    rules = rules_asked(form, library)
    if rules is None:
        view = TilesView(refused=Headline(look="refused", message=speaker.words["tiles.no_rules"]))
    elif form.one("check") == "yaku":
        view = of_ticks(form, rules, speaker.words)
    else:
        view = of_check(form, rules, speaker) if form.one("check") in JUDGEMENT_NAMES else of_hand(form, rules, speaker)
    return replace(view, kept=kept_for_later(form, view))


def of_ticks(form: Form, rules: Ruleset, words: Words) -> TilesView:
    """Return the value of a hand by its yaku."""
    prices = price_list(rules)
    ticked = ticked_of(form, prices)
    return TilesView(asked=ticks_asked(form, ticked, prices, words), worth=ticked_worth(form, ticked, prices, words))


def of_check(form: Form, rules: Ruleset, speaker: Speaker) -> TilesView:
    """Return a verdict on tiles."""
    entry = tile_entry_of(form, CHECKS[form.one("check")], rules.hand.red)
    return TilesView(
        entry=tile_entry_view(form, entry, speaker.words),
        asked=check_questions(form, entry, speaker.words),
        worth=check_worth(form, entry, rules, speaker),
    )


def of_hand(form: Form, rules: Ruleset, speaker: Speaker) -> TilesView:
    """Return the value of a hand by its tiles."""
    entry = tile_entry_of(form, VALUE, rules.hand.red)
    return TilesView(
        entry=tile_entry_view(form, entry, speaker.words),
        asked=circumstances_asked(form, entry, rules, speaker.words),
        worth=hand_worth(form, entry, rules, speaker),
    )


def kept_for_later(form: Form, view: TilesView) -> Pairs:
    """Return the fields that this question does not ask, so that another question finds them again."""
    typed = [field.name for field in view.entry.typed] if view.entry is not None else []
    asked = (*typed, *names_asked(view.asked))
    return tuple([(name, value) for name in KEPT if name not in asked for value in form.all(name)])

"""The value of a hand by ticking its yaku."""

from __future__ import annotations

from referee.core.forms.form import Form
from referee.core.pages.circumstances_view import known_at_table, way_asked, winds_asked
from referee.core.pages.fields_view import FieldGroup, Pick, number_group, radio_group
from referee.core.pages.preview import ReasonRow
from referee.core.pages.tile_rules import is_by_tsumo, wind_asked
from referee.core.pages.worth_view import (
    Found,
    Headline,
    ReasonList,
    Reasons,
    WorthView,
    han_said,
    hint_worth,
    payment_said,
    refused_worth,
    use_button,
    value_named,
    with_honba_said,
)
from referee.core.text.spaces import number_told
from referee.core.text.words import Words, filled
from referee.core.worth.claims import needs_two_han
from referee.core.worth.payments import MANGAN_FROM, ron_amount, rounded_up, worth
from referee.core.worth.pricing import PriceList, price_rule
from referee.core.worth.yaku import YAKU_NAMES
from referee.core.worth.yaku_ticks import Ticked, can_tick, fu_possible, price_ticked, ticked_han, ticked_yaku

MOST_DORA = 12


def ticks_asked(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> tuple[FieldGroup, ...]:
    """Return the yaku of a ruleset to tick, dora and fu to choose, and the circumstances that the payment hangs on."""
    known = (known_at_table(form, words),)
    told = (way_asked(form, words), winds_asked("seat_wind", form, words), number_group(("honba",), form, words))
    shape = radio_group("half", "shape", ("closed", "open"), "open" if ticked.is_open else "closed", words)
    boxes = [yaku_pick(name, ticked, prices, words) for name in YAKU_NAMES if name in prices.closed_han]
    return (
        *(known if form.one("for") else told),
        shape,
        FieldGroup(look="yaku", title=words["tiles.yaku"], picks=tuple(boxes)),
        numbers_to_choose("dora_count", tuple(range(MOST_DORA + 1)), dora_of_form(form), words["tiles.dora_count"]),
        *fu_asked(form, ticked, prices, words),
    )


def ticked_of(form: Form, prices: PriceList) -> Ticked:
    """Return what a form ticks."""
    return ticked_yaku(form.all("ticked"), prices, is_open=form.one("shape") == "open", is_tsumo=is_by_tsumo(form))


def yaku_pick(name: str, ticked: Ticked, prices: PriceList, words: Words) -> Pick:
    """Return one yaku with its han, greyed when it cannot be added."""
    is_on = name in ticked.yaku
    unasked = name == "menzen_tsumo"
    han = price_ticked(name, ticked, prices) or prices.closed_han[name]
    text = filled(words["tiles.yaku_han"], (("yaku", words["yaku." + name]), ("han", str(han))))
    off = unasked or not (is_on or can_tick(name, ticked, prices))
    return Pick(name="ticked", value=name, text=text, chosen=is_on, off=off)


def dora_of_form(form: Form) -> int:
    """Return how many dora a form tells."""
    told = number_told(form.one("dora_count", "0"))
    return told if isinstance(told, int) and 0 <= told <= MOST_DORA else 0


def numbers_to_choose(name: str, numbers: tuple[int, ...], chosen: int, title: str) -> FieldGroup:
    """Return a titled row of numbers of which one is chosen."""
    picks = [Pick(name=name, value=str(each), text=str(each), chosen=each == chosen) for each in numbers]
    return FieldGroup(look="row", kind="radio", title=title, picks=tuple(picks))


def fu_asked(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> tuple[FieldGroup, ...]:
    """Return the fu to choose from, nothing where they do not matter."""
    possible = fu_possible(ticked, prices)
    if ticked_han(ticked, prices) + dora_of_form(form) >= MANGAN_FROM or len(possible) == 1:
        return ()
    return (numbers_to_choose("fu", tuple(possible), fu_of_form(form, ticked, prices), words["tiles.fu_asked"]),)


def fu_of_form(form: Form, ticked: Ticked, prices: PriceList) -> int:
    """Return the fu that a form tells, the only possible ones where there is one, 0 while they are not chosen."""
    possible = fu_possible(ticked, prices)
    if len(possible) == 1:
        return possible[0]
    told = number_told(form.one("fu"))
    return told if isinstance(told, int) and told in possible else 0


def ticked_worth(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> WorthView:
    """Return what the ticked hand is worth, or what is still to be chosen."""
    yaku_han = ticked_han(ticked, prices)
    honba = number_told(form.one("honba", "0"))
    told_honba = honba if isinstance(honba, int) else 0
    if not ticked.yaku:
        return hint_worth(words["tiles.tick_yaku"])
    if yaku_han < 2 and needs_two_han(told_honba, prices.rules):
        return refused_worth(filled(words["score.two_han_minimum"], (("honba", str(told_honba)),)))
    han, fu = yaku_han + dora_of_form(form), fu_of_form(form, ticked, prices)
    if han < MANGAN_FROM and not fu:
        return hint_worth(words["hint.fu"])
    found = found_of_ticks(form, ticked, prices, han, fu)
    fields = (("use_han", str(found["han"])), ("use_fu", str(found["fu"])))
    headline = Headline(
        amount=payment_said(found, 0, prices.rules, words),
        who=value_named(found, words),
        with_honba=with_honba_said(found, told_honba, prices.rules, words),
        use=use_button(form, words["tiles.use_value"], fields),
    )
    rows = tuple([ticked_row(name, ticked, prices, words) for name in ticked.yaku])
    yaku = ReasonList(kind="line", title=words["tiles.yaku"], rows=rows)
    return WorthView(headline=headline, reasons=(Reasons(lists=(yaku,)),))


def found_of_ticks(form: Form, ticked: Ticked, prices: PriceList, han: int, fu: int) -> Found:
    """Return the value as the answer to a score question holds it."""
    value = worth(han, fu, prices.rules.values)
    is_dealer = wind_asked(form, "seat_wind") == "E"
    double, single = rounded_up(value.base * 2), rounded_up(value.base)
    tsumo = {"dealer": None, "other": double} if is_dealer else {"dealer": double, "other": single}
    return {
        "han": han,
        "fu": fu,
        "yakuman": 0,
        "limit": value.limit or None,
        "ron": None if ticked.is_tsumo else ron_amount(value.base, dealer_wins=is_dealer),
        "tsumo": tsumo if ticked.is_tsumo else None,
    }


def ticked_row(name: str, ticked: Ticked, prices: PriceList, words: Words) -> ReasonRow:
    """Return one ticked yaku with its han and its clause."""
    return ReasonRow(
        text=words["yaku." + name],
        clause=prices.rules.cites[price_rule(name)].clause,
        worth=han_said(price_ticked(name, ticked, prices), words),
    )

"""The value of a hand by ticking its yaku: the same HTML on the server and on a phone without a network."""

from __future__ import annotations

from html import escape

from referee.core.forms.form import Form, number_told
from referee.core.pages.circumstances_view import fixed_view, number_field, radios, tick, winds_view
from referee.core.pages.hand_view import Found, han_said, is_of_table, payment_said, refused_hand, value_named
from referee.core.pages.preview_html import cited
from referee.core.pages.tile_rules import is_by_tsumo, rules_asked, wind_asked
from referee.core.text.library import Library
from referee.core.text.words import Words, filled
from referee.core.worth.claims import needs_two_han
from referee.core.worth.payments import MANGAN_FROM, ron_amount, rounded_up, worth
from referee.core.worth.pricing import PriceList, price_list, price_rule
from referee.core.worth.yaku import YAKU_NAMES
from referee.core.worth.yaku_ticks import Ticked, can_tick, fu_possible, price_ticked, ticked_han, ticked_yaku

MOST_DORA = 12


def yaku_view(form: Form, library: Library, lang: str) -> str:
    """Return the yaku of a form's ruleset to tick, dora and fu to choose, and what that is worth.

    Fields: ``ruleset``, ``option-OPTION``, ``ticked`` (several), ``shape`` (closed or open), ``dora_count``, ``fu``,
    and of the circumstances of `hand_view` ``by``, ``seat_wind`` and ``honba``.
    """
    words = library.sentences[lang]
    rules = rules_asked(form, library)
    if rules is None:
        return refused_hand(words["tiles.no_rules"])
    prices = price_list(rules)
    ticked = ticked_of(form, prices)
    shape = radios("shape", ("closed", "open"), "open" if ticked.is_open else "closed", words)
    boxes = [yaku_box(name, ticked, prices, words) for name in YAKU_NAMES if name in prices.closed_han]
    title = escape(words["tiles.yaku"])
    return (
        ways_asked(form, words)
        + f'<div class="picks picks--half">{shape}</div>'
        + f'<div class="picks picks--yaku" role="group" aria-label="{title}">{"".join(boxes)}</div>'
        + dora_boxes(form, words)
        + fu_boxes(form, ticked, prices, words)
        + f'<div id="worth" role="status">{ticked_worth(form, ticked, prices, words)}</div>'
    )


def ways_asked(form: Form, words: Words) -> str:
    """Return the circumstances that the payment hangs on."""
    if form.one("for"):
        return fixed_view(form, words)
    by = radios("by", ("ron", "tsumo"), "tsumo" if is_by_tsumo(form) else "ron", words)
    winds = winds_view("seat_wind", form, words)
    honba = f'<div class="figures">{number_field("honba", form, words)}</div>'
    return f'<div class="picks picks--half">{by}</div>{winds}{honba}'


def ticked_of(form: Form, prices: PriceList) -> Ticked:
    """Return what a form ticks."""
    return ticked_yaku(form.all("ticked"), prices, is_open=form.one("shape") == "open", is_tsumo=is_by_tsumo(form))


def yaku_box(name: str, ticked: Ticked, prices: PriceList, words: Words) -> str:
    """Return one yaku with its han, greyed when it cannot be added."""
    is_on = name in ticked.yaku
    unasked = name == "menzen_tsumo"
    han = price_ticked(name, ticked, prices) or prices.closed_han[name]
    text = filled(words["tiles.yaku_han"], (("yaku", words["yaku." + name]), ("han", str(han))))
    return tick("ticked", name, text, on=is_on, off=unasked or not (is_on or can_tick(name, ticked, prices)))


def dora_boxes(form: Form, words: Words) -> str:
    """Return how many dora there are, of all kinds together."""
    chosen = dora_of_form(form)
    boxes = [
        tick("dora_count", str(count), str(count), on=count == chosen, kind="radio") for count in range(MOST_DORA + 1)
    ]
    return chosen_from("dora_count", boxes, words)


def dora_of_form(form: Form) -> int:
    """Return how many dora a form tells."""
    told = number_told(form.one("dora_count", "0"))
    return told if isinstance(told, int) and 0 <= told <= MOST_DORA else 0


def chosen_from(name: str, boxes: list[str], words: Words) -> str:
    """Return a titled row of choices."""
    title = escape(words["tiles." + name])
    row = f'<div class="picks" role="radiogroup" aria-label="{title}">{"".join(boxes)}</div>'
    return f'<p class="hint-line">{title}</p>{row}'


def fu_boxes(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> str:
    """Return the fu to choose from, nothing where they do not matter."""
    possible = fu_possible(ticked, prices)
    if ticked_han(ticked, prices) + dora_of_form(form) >= MANGAN_FROM or len(possible) == 1:
        return ""
    chosen = fu_of_form(form, ticked, prices)
    boxes = [tick("fu", str(fu), str(fu), on=fu == chosen, kind="radio") for fu in possible]
    return chosen_from("fu_asked", boxes, words)


def fu_of_form(form: Form, ticked: Ticked, prices: PriceList) -> int:
    """Return the fu that a form tells, the only possible ones where there is one, 0 while they are not chosen."""
    possible = fu_possible(ticked, prices)
    if len(possible) == 1:
        return possible[0]
    told = number_told(form.one("fu"))
    return told if isinstance(told, int) and told in possible else 0


def ticked_worth(form: Form, ticked: Ticked, prices: PriceList, words: Words) -> str:
    """Return what the ticked hand is worth, or what is still to be chosen."""
    yaku_han = ticked_han(ticked, prices)
    honba = number_told(form.one("honba", "0"))
    told_honba = honba if isinstance(honba, int) else 0
    if not ticked.yaku:
        return hint_of_ticks(words["tiles.tick_yaku"])
    if yaku_han < 2 and needs_two_han(told_honba, prices.rules):
        return refused_hand(filled(words["score.two_han_minimum"], (("honba", str(told_honba)),)))
    han, fu = yaku_han + dora_of_form(form), fu_of_form(form, ticked, prices)
    if han < MANGAN_FROM and not fu:
        return hint_of_ticks(words["hint.fu"])
    found = found_of_ticks(form, ticked, prices, han, fu)
    return priced_view(form, found, prices, words, told_honba) + ticked_reasons(ticked, prices, words)


def hint_of_ticks(text: str) -> str:
    """Return what is still to be chosen."""
    return f'<div class="headline hint"><p class="who">{escape(text)}</p></div>'


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


def priced_view(form: Form, found: Found, prices: PriceList, words: Words, honba: int) -> str:
    """Return the payment, and the button that takes the value back to the form of a finished hand."""
    amount = payment_said(found, 0, prices.rules, words)
    more = ""
    if honba > 0:
        facts = (("honba", str(honba)), ("points", payment_said(found, honba, prices.rules, words)))
        more = f'<p class="with-honba">{escape(filled(words["tiles.with_honba"], facts))}</p>'
    return (
        f'<div class="headline"><p class="payment"><strong class="amount">{escape(amount)}</strong> '
        f'<span class="who">{escape(value_named(found, words))}</span></p>{more}'
        f"{value_button(form, found, words)}</div>"
    )


def value_button(form: Form, found: Found, words: Words) -> str:
    """Return the button, with the value as the fields that the other form takes over; nothing without such a form."""
    address = form.one("to")
    if not form.one("for") or not is_of_table(address):
        return ""
    text, fields = escape(words["tiles.use_value"]), (("use_han", found["han"]), ("use_fu", found["fu"]))
    told = "".join([f'<input type="hidden" name="{name}" value="{value}">' for name, value in fields])
    return f'{told}<button class="act act--main use" formaction="{escape(address)}">{text}</button>'


def ticked_reasons(ticked: Ticked, prices: PriceList, words: Words) -> str:
    """Return the ticked yaku with their han and clauses."""
    rows = [ticked_row(name, ticked, prices, words) for name in ticked.yaku]
    return f'<div class="reasons"><h2>{escape(words["tiles.yaku"])}</h2><ul>{"".join(rows)}</ul></div>'


def ticked_row(name: str, ticked: Ticked, prices: PriceList, words: Words) -> str:
    """Return one ticked yaku."""
    clause = cited(prices.rules.cites[price_rule(name)].clause, "")
    han = han_said(price_ticked(name, ticked, prices), words)
    return f'<li class="line"><span>{escape(words["yaku." + name])}</span> <b>{han}</b>{clause}</li>'

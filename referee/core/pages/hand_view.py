"""What a hand is worth, as tiles are tapped in: the same HTML on the server and on a phone without a network."""

from __future__ import annotations

from html import escape
from typing import Any

from referee.core.asking.answers import error_record
from referee.core.asking.judgements import waits_result
from referee.core.asking.score_answers import BONUSES, score_result
from referee.core.forms.form import Form, number_told
from referee.core.forms.tile_faces import (
    calls_view,
    count_said,
    keyboard,
    laid_view,
    tile_shown,
    trays_view,
    typed_view,
    unread_view,
)
from referee.core.forms.tile_form import folded, laid_out
from referee.core.forms.tile_trays import Laid, Purpose
from referee.core.pages.circumstances_view import circumstances_view
from referee.core.pages.preview_html import cited
from referee.core.pages.tile_rules import (
    asks_discarder,
    declared_in,
    facts_possible,
    is_by_tsumo,
    rules_asked,
    wind_asked,
)
from referee.core.rules.ruleset import Ruleset
from referee.core.text.amounts import points_written
from referee.core.text.jsontext import json_text, json_value
from referee.core.text.library import Library
from referee.core.text.reading import Reader
from referee.core.text.words import Speaker, Words, filled, with_field_named
from referee.core.tiles.texts import meld_told, tiles_text
from referee.core.tiles.tiles import MELD_KINDS, tile_name, tiles_of
from referee.core.worth.pricing import price_rule

INDICATORS = (("dora", 5), ("ura", 5))
VALUE = Purpose(closed=14, calls=MELD_KINDS, trays=INDICATORS, last="winning", one_by_one=("dora", "ura"))
"""A finished hand with its indicators."""

Found = dict[str, Any]
"""An answer of the JSON interface."""

WAITING = 13
"""How many tiles a hand has that waits, a meld counted as three."""


def hand_view(form: Form, library: Library, lang: str) -> str:
    """Return the tiles of a form, the keyboard, the circumstances, and what the hand is worth.

    Fields: ``ruleset``, ``option-OPTION``, ``tiles``, ``melds``, ``dora``, ``ura`` (mpsz), ``into`` and ``tap``,
    ``by``, ``declared``, ``fact`` (several), ``seat_wind``, ``round_wind``, ``honba``, ``dealer_wins``, ``renchan``,
    ``from_riichi``. ``for`` names the seat whose win at a table this is, ``marked`` that seat's riichi mark, and ``to``
    the address of the form that the hand goes back to; the circumstances that the table tells are then not asked.
    """
    speaker = Speaker(lang=lang, words=library.sentences[lang])
    rules = rules_asked(form, library)
    if rules is None:
        return refused_hand(speaker.words["tiles.no_rules"])
    laid = laid_out(form, VALUE, rules.hand.red)
    return (
        laid_view(laid, speaker.words)
        + calls_view(laid, speaker.words)
        + keyboard(laid, speaker.words)
        + trays_view(laid, speaker.words)
        + circumstances_view(form, laid, rules, speaker.words)
        + f'<div id="worth" role="status">{worth_view(form, laid, rules, speaker)}</div>'
        + typed_view(form, laid, speaker.words)
    )


def hand_folded(form: Form, library: Library) -> Form:
    """Return a form about a hand with its taps worked into its fields."""
    rules = rules_asked(form, library)
    return form if rules is None else folded(form, laid_out(form, VALUE, rules.hand.red))


def worth_view(form: Form, laid: Laid, rules: Ruleset, speaker: Speaker) -> str:
    """Return what the hand is worth, what it waits for, or what is still missing."""
    if laid.unread:
        return unread_view(laid, speaker.words)
    if not laid.is_whole:
        return unfinished(laid, rules, speaker)
    reader = Reader(path="", fields=hand_question(form, laid, rules), problems=[])
    found = plain_answer(score_result(reader, rules, speaker), reader, rules, speaker)
    if "error" in found:
        return error_shown(found, speaker.words)
    if not found["valid"]:
        return no_win_view(found, speaker.words)
    return won_view(form, found, rules, speaker)


def plain_answer(found: object, reader: Reader, rules: Ruleset, speaker: Speaker) -> Found:
    """Return an answer as it stands in JSON, or the problems that were noted."""
    told = error_record(tuple(reader.problems), rules, speaker) if found is None else found
    plain: Any = json_value(json_text(told))
    answered: Found = plain
    return answered


def hand_question(form: Form, laid: Laid, rules: Ruleset) -> Found:
    """Return the score question of a whole hand."""
    return {
        "tiles": tiles_text(laid.closed),
        "win": tile_name(laid.closed[-1]),
        "by": "tsumo" if is_by_tsumo(form) else "ron",
        "seat_wind": wind_asked(form, "seat_wind"),
        "round_wind": wind_asked(form, "round_wind"),
        "melds": [meld_told(meld) for meld in laid.melds],
        "riichi": declared_in(form, laid, rules),
        "flags": [fact for fact in facts_possible(form, laid, rules) if form.has("fact", fact)],
        "dora_indicators": tiles_text(laid.tray("dora")),
        "ura_indicators": tiles_text(laid.tray("ura")),
        "honba": number_told(form.one("honba", "0")),
        "dealer_wins": number_told(form.one("dealer_wins", "0")),
        "renchan": number_told(form.one("renchan", "0")),
        "from_riichi": asks_discarder(form, laid, rules) and form.has("from_riichi", "1"),
    }


def unfinished(laid: Laid, rules: Ruleset, speaker: Speaker) -> str:
    """Return how many tiles there are, and what a hand waits for that lacks one."""
    words = speaker.words
    count = escape(count_said(laid, words))
    if len(laid.closed) == laid.wanted - 1:
        return waits_view(count, waits_found(laid, rules, speaker), words)
    asked = words["tiles.start" if not laid.closed and not laid.melds else "tiles.go_on"]
    if len(laid.closed) > laid.wanted:
        asked = words["tiles.too_many"]
    return f'<div class="headline hint"><p class="who">{count}</p><p>{escape(asked)}</p></div>'


def waits_found(laid: Laid, rules: Ruleset, speaker: Speaker) -> Found:
    """Return what the hand waits for."""
    question: Found = {"tiles": tiles_text(laid.closed), "melds": [meld_told(meld) for meld in laid.melds]}
    reader = Reader(path="", fields=question, problems=[])
    return plain_answer(waits_result(reader, rules, speaker), reader, rules, speaker)


def waits_view(count: str, found: Found, words: Words) -> str:
    """Return the tiles that a hand waits for."""
    if "error" in found:
        return error_shown(found, words)
    tiles = "".join([tile_shown(tiles_of(name)[0][0], words) for name in found["waits"]])
    shown = f'<p class="waits">{tiles}</p>' if tiles else ""
    return (
        f'<div class="headline hint"><p class="who">{count}</p>{shown}<p>{escape(found["text"])}'
        f"{cited(found['clause'], '')}</p></div>"
    )


def error_shown(found: Found, words: Words) -> str:
    """Return why there is no answer, with the field that is wrong named as people call it."""
    error = found["error"]
    return refused_hand(with_field_named(error["message"], error["field"], words))


def refused_hand(message: str) -> str:
    """Return a sentence in place of a value."""
    return f'<div class="headline headline--refused"><p class="message" role="alert">{escape(message)}</p></div>'


def no_win_view(found: Found, words: Words) -> str:
    """Return why a whole hand does not win."""
    said = f'<p class="who">{escape(words["tiles.no_win"])}</p><p class="message">{escape(found["text"])}</p>'
    return f'<div class="headline headline--refused">{said}</div>{why_not_view(found, words)}'


def won_view(form: Form, found: Found, rules: Ruleset, speaker: Speaker) -> str:
    """Return the payment, then yaku, fu and what does not count, each with its clause."""
    words = speaker.words
    amount = payment_said(found, 0, rules, words)
    honba = number_told(form.one("honba", "0"))
    with_honba = ""
    if isinstance(honba, int) and honba > 0:
        facts = (("honba", str(honba)), ("points", payment_said(found, honba, rules, words)))
        with_honba = f'<p class="with-honba">{escape(filled(words["tiles.with_honba"], facts))}</p>'
    return (
        f'<div class="headline"><p class="payment"><strong class="amount">{escape(amount)}</strong> '
        f'<span class="who">{escape(value_named(found, words))}</span></p>'
        f'<p class="named">{escape(yaku_named(found, words))}</p>{with_honba}{use_button(form, words)}</div>'
        f'<div class="reasons"><h2>{escape(words["tiles.yaku"])}</h2><ul>{yaku_rows(found, rules, words)}</ul>'
        f"{fu_rows(found, words)}{chip_row(found, words)}</div>{why_not_view(found, words)}"
    )


def payment_said(found: Found, honba: int, rules: Ruleset, words: Words) -> str:
    """Return what is paid as players say it, honba included: "5,200", "2,000 all", "500/1,000"."""
    if found["ron"] is not None:
        return points_written(found["ron"] + honba * rules.wins.honba_ron, words)
    more = honba * rules.wins.honba_tsumo
    other, dealer = found["tsumo"]["other"] + more, found["tsumo"]["dealer"]
    if dealer is None:
        return filled(words["preview.all"], (("points", points_written(other, words)),))
    return points_written(other, words) + "/" + points_written(dealer + more, words)


def value_named(found: Found, words: Words) -> str:
    """Return "3 han 40 fu", the limit with its han, or how many yakuman."""
    if found["yakuman"]:
        return filled(words["tiles.yakuman"], (("count", str(found["yakuman"])),))
    numbers = (("han", str(found["han"])), ("fu", str(found["fu"])))
    if found["limit"] is None:
        return filled(words["hand.han_fu"], numbers)
    limit = "counted" if found["limit"] == "counted_yakuman" else found["limit"]
    return filled(words["tiles.limit"], (*numbers, ("limit", words["limit." + limit])))


def yaku_named(found: Found, words: Words) -> str:
    """Return the names of all that counts: "riichi, tanyao, dora 2"."""
    names = [each["name"] for each in found["yaku"]]
    names += [filled(words["score." + key], (("han", str(found[key])),)) for key in BONUSES if found[key]]
    return words["score.comma"].join(names)


def yaku_rows(found: Found, rules: Ruleset, words: Words) -> str:
    """Return the yaku and the dora, each with what it is worth."""
    rows = [yaku_row(each, rules, words) for each in found["yaku"]]
    for key in BONUSES:
        if found[key]:
            name = words["tiles.bonus_" + key]
            rows.append(f'<li class="line"><span>{escape(name)}</span> <b>{han_said(found[key], words)}</b></li>')
    return "".join(rows)


def yaku_row(each: Found, rules: Ruleset, words: Words) -> str:
    """Return one yaku."""
    worth = han_said(each["han"], words)
    if each["yakuman"]:
        worth = escape(filled(words["tiles.yakuman"], (("count", str(each["yakuman"])),)))
    clause = cited(rules.cites[price_rule(each["id"])].clause, "")
    return f'<li class="line"><span>{escape(each["name"])}</span> <b>{worth}</b>{clause}</li>'


def han_said(han: int, words: Words) -> str:
    """Return "2 han"."""
    return escape(filled(words["tiles.han"], (("han", str(han)),)))


def fu_rows(found: Found, words: Words) -> str:
    """Return what the fu are made of, nothing where they do not matter."""
    parts = found["fu_parts"]
    if not parts:
        return ""
    rows = "".join([f'<li class="line"><span>{escape(each["text"])}</span> <b>{each["fu"]}</b></li>' for each in parts])
    title = filled(words["tiles.fu"], (("fu", str(found["fu"])),))
    return f"<h2>{escape(title)}</h2><ul>{rows}</ul>"


def chip_row(found: Found, words: Words) -> str:
    """Return the chips that the hand brings, nothing where there are none."""
    chips = found["chips"]
    total = chips["ippatsu"] + chips["red"] + chips["ura"] + chips["yakuman"]
    if not total:
        return ""
    return f'<p class="hint-line">{escape(filled(words["tiles.chips"], (("count", str(total)),)))}</p>'


def why_not_view(found: Found, words: Words) -> str:
    """Return the yaku that do not count, and the remarks, each with its clause."""
    told = [(each["why"], each["clause"]) for each in found["refused"]]
    told += [(each["text"], each["clause"]) for each in found["notes"]]
    if not told:
        return ""
    rows = "".join([f'<li class="note"><span>{escape(text)}</span>{cited(clause, "")}</li>' for text, clause in told])
    return f'<div class="reasons"><h2>{escape(words["tiles.why_not"])}</h2><ul>{rows}</ul></div>'


def use_button(form: Form, words: Words) -> str:
    """Return the button that takes the hand back to the form of a finished hand, nothing where there is none."""
    address = form.one("to")
    if not form.one("for") or not is_of_table(address):
        return ""
    text = escape(words["tiles.use"])
    return f'<button class="act act--main use" formaction="{escape(address)}">{text}</button>'


def is_of_table(address: str) -> bool:
    """Return whether an address leads to a table of ours and nowhere else."""
    plain = all("a" <= each <= "z" or "A" <= each <= "Z" or each in "0123456789/_-" for each in address)
    return plain and address.startswith("/t/")

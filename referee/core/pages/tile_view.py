"""Questions about tiles without a price: the tiles as they lie, and the verdict in words with its clause.

The same HTML on the server and on a phone without a network.
"""

from __future__ import annotations

from html import escape

from referee.core.asking.judgements import JUDGEMENT_NAMES, MOST_WALL, judgement_result, reasoned
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
from referee.core.forms.tile_form import laid_out
from referee.core.forms.tile_trays import Laid, Purpose
from referee.core.pages.circumstances_view import number_field, radios, tick
from referee.core.pages.hand_view import Found, error_shown, plain_answer, refused_hand
from referee.core.pages.preview_html import cited
from referee.core.pages.tile_rules import rules_asked
from referee.core.rules.ruleset import Ruleset
from referee.core.text.jsontext import record
from referee.core.text.library import Library
from referee.core.text.reading import Reader
from referee.core.text.words import Speaker, Words
from referee.core.tiles.furiten import EVENTS, WAYS_TO_PASS
from referee.core.tiles.kuikae import discard_after_call
from referee.core.tiles.texts import meld_told, tiles_text
from referee.core.tiles.tiles import MELD_KINDS, Meld, MeldKind, is_set_of, kind_of, tile_name, tiles_of

MOST_DISCARDS = 24
CHECKS = {
    "waits": Purpose(closed=13, calls=MELD_KINDS, trays=()),
    "furiten": Purpose(closed=13, calls=MELD_KINDS, trays=(("discards", MOST_DISCARDS), ("passed", 4))),
    "riichi_kan": Purpose(closed=14, calls=(MeldKind.ANKAN,), trays=(), last="drawn"),
    "kuikae": Purpose(closed=11, calls=MELD_KINDS, trays=(("call", 3),), last="thrown", first="call"),
    "riichi": Purpose(closed=14, calls=(MeldKind.ANKAN,), trays=(), last="drawn"),
}
"""What is laid out for each question; of a call the called tile comes first."""


def tile_verdict(form: Form, library: Library, lang: str) -> str:
    """Return the tiles of a form, the keyboard, and the verdict on them.

    Fields: ``check`` (waits, furiten, riichi_kan, kuikae or riichi), ``ruleset``, ``option-OPTION``, ``tiles``,
    ``melds``, ``into`` and ``tap``; for furiten ``discards``, ``passed``, ``passed_by``, ``since`` (several) and
    ``in_riichi``; for kuikae ``call``, its called tile first, the discard being the last of ``tiles``; in riichi
    questions the last of ``tiles`` is the drawn one; for riichi ``points`` and ``wall``.
    """
    speaker = Speaker(lang=lang, words=library.sentences[lang])
    rules = rules_asked(form, library)
    if rules is None:
        return refused_hand(speaker.words["tiles.no_rules"])
    laid = laid_for_check(form, rules)
    return (
        laid_view(laid, speaker.words)
        + calls_view(laid, speaker.words)
        + keyboard(laid, speaker.words)
        + trays_view(laid, speaker.words)
        + questions_view(form, laid, speaker.words)
        + f'<div id="worth" role="status">{verdict_view(form, laid, rules, speaker)}</div>'
        + typed_view(form, laid, speaker.words)
    )


def check_asked(form: Form) -> str:
    """Return which question a form asks, the waits where it names none."""
    return form.one("check") if form.one("check") in JUDGEMENT_NAMES else "waits"


def laid_for_check(form: Form, rules: Ruleset) -> Laid:
    """Return what a form lays out for its question."""
    return laid_out(form, CHECKS[check_asked(form)], rules.hand.red)


def questions_view(form: Form, laid: Laid, words: Words) -> str:
    """Return what is asked beside the tiles."""
    match check_asked(form):
        case "furiten":
            return furiten_questions(form, laid, words)
        case "riichi":
            return (
                f'<div class="figures">{number_field("points", form, words)}{number_field("wall", form, words)}</div>'
            )
        case _:
            return ""


def furiten_questions(form: Form, laid: Laid, words: Words) -> str:
    """Return whether the player is in riichi, and for a tile that was let pass how it came and what happened since."""
    riichi = tick("in_riichi", "1", words["tiles.in_riichi"], on=form.has("in_riichi", "1"))
    if not laid.tray("passed"):
        return f'<div class="picks picks--flow">{riichi}</div>'
    way = form.one("passed_by") if form.one("passed_by") in WAYS_TO_PASS else WAYS_TO_PASS[0]
    ways = radios("passed_by", WAYS_TO_PASS, way, words)
    since = [tick("since", each, words["tiles.since_" + each], on=form.has("since", each)) for each in EVENTS]
    title = escape(words["tiles.since"])
    return (
        f'<div class="picks picks--flow">{riichi}</div><div class="picks picks--flow">{ways}</div>'
        f'<p class="hint-line">{title}</p><div class="picks picks--flow">{"".join(since)}</div>'
    )


def verdict_view(form: Form, laid: Laid, rules: Ruleset, speaker: Speaker) -> str:
    """Return the verdict, or what is still missing."""
    words = speaker.words
    if laid.unread:
        return unread_view(laid, words)
    check = check_asked(form)
    lacking = lacking_tiles(check, laid)
    if lacking:
        count = f'<p class="who">{escape(count_said(laid, words))}</p>'
        return f'<div class="headline hint">{count}<p>{escape(words["tiles." + lacking])}</p></div>'
    found = kuikae_found(laid, rules, speaker) if check == "kuikae" else judged(check, form, laid, rules, speaker)
    if "error" in found:
        return error_shown(found, words)
    return said_view(check, found, words)


def lacking_tiles(check: str, laid: Laid) -> str:
    """Return the key of what is still to be laid out, nothing when the question can be asked."""
    if check == "kuikae":
        if laid.has_room("call"):
            return "lay_call"
        return "" if laid.closed else "lay_discard"
    if len(laid.closed) > laid.wanted:
        return "too_many"
    return "" if laid.is_whole else "lay_" + check


def judged(check: str, form: Form, laid: Laid, rules: Ruleset, speaker: Speaker) -> Found:
    """Return the answer to a question other than that of a swap call."""
    closed = laid.closed[:-1] if laid.purpose.last else laid.closed
    question: Found = {"tiles": tiles_text(closed), "melds": [meld_told(meld) for meld in laid.melds]}
    drawn = tile_name(laid.closed[-1])
    match check:
        case "furiten":
            question |= behaviour_told(form, laid)
        case "riichi_kan":
            question |= {"drawn": drawn, "kan": drawn}
        case "riichi":
            question |= {
                "drawn": drawn,
                "points": number_told(form.one("points", str(rules.setup.points))),
                "wall": number_told(form.one("wall", str(MOST_WALL))),
            }
        case _:
            pass
    reader = Reader(path="", fields=question, problems=[])
    return plain_answer(judgement_result(check, reader, rules, speaker), reader, rules, speaker)


def behaviour_told(form: Form, laid: Laid) -> Found:
    """Return what a player has discarded and let pass."""
    since = [each for each in EVENTS if form.has("since", each)]
    way = form.one("passed_by", WAYS_TO_PASS[0])
    passed = [{"tile": tile_name(tile), "by": way, "since": since} for tile in laid.tray("passed")]
    return {"discards": tiles_text(laid.tray("discards")), "passed": passed, "riichi": form.has("in_riichi", "1")}


def kuikae_found(laid: Laid, rules: Ruleset, speaker: Speaker) -> Found:
    """Return whether the last tile may follow the call; the rest of the hand need not be known."""
    call = call_made(laid.tray("call"))
    if call is None:
        return {"error": {"field": "call", "message": speaker.words["tiles.no_call"]}}
    rest = laid.closed if laid.is_whole else ()
    verdict = discard_after_call(call, laid.tray("call")[0], rest, laid.closed[-1], rules)
    told = record(("allowed", verdict.allowed), *reasoned(verdict.why, rules, speaker))
    return plain_answer(told, Reader(path="", fields={}, problems=[]), rules, speaker)


def call_made(tiles: tuple[int, ...]) -> Meld | None:
    """Return the chii or pon that three tiles make, or None."""
    for kind in (MeldKind.CHII, MeldKind.PON):
        if is_set_of(kind, tiles):
            return Meld(kind=kind, tiles=tuple(sorted(tiles, key=kind_of)), source=None)
    return None


def said_view(check: str, found: Found, words: Words) -> str:
    """Return the verdict in a word, the tiles it names, the reason and the clause."""
    named = found["waits"] if check == "waits" else found["discards"] if check == "riichi" else ()
    tiles = "".join([tile_shown(tiles_of(name)[0][0], words) for name in named])
    shown = f'<p class="waits">{tiles}</p>' if tiles else ""
    word = escape(words["tiles." + verdict_word(check, found)])
    return (
        f'<div class="headline"><p class="verdict"><strong>{word}</strong></p>{shown}'
        f'<p class="message">{escape(found["text"])}{cited(found["clause"], "")}</p></div>{remarks_view(found)}'
    )


def remarks_view(found: Found) -> str:
    """Return the remarks of an answer, nothing where there are none."""
    if not found["notes"]:
        return ""
    told = [(each["text"], each["clause"]) for each in found["notes"]]
    rows = "".join([f'<li class="note"><span>{escape(text)}</span>{cited(clause, "")}</li>' for text, clause in told])
    return f'<div class="reasons"><ul>{rows}</ul></div>'


def verdict_word(check: str, found: Found) -> str:
    """Return the key of the verdict."""
    if check == "waits":
        return "tenpai" if found["tenpai"] else "noten"
    if check == "furiten":
        return "furiten" if found["furiten"] else "not_furiten"
    return "allowed" if found["allowed"] else "not_allowed"

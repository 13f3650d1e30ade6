"""The JSON interface: one question as text in, one answer as text out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.ask.hands import MOST_POINTS, read_yakitori
from referee.ask.rulings import offences_result, procedure_result, ruling_result
from referee.ask.score import SCORE_FIELDS, score_result
from referee.ask.settle import (
    Asked,
    dice_record,
    error_record,
    read_book,
    read_variant,
    rules_asked_for,
    rulesets_record,
    settle_result,
    standing_record,
)
from referee.ask.tiles import JUDGEMENT_NAMES, judgement_result
from referee.records import dataclass
from referee.rules.choices import WallBreak
from referee.rules.placement import Played, standing
from referee.rules.progress import broken_wall
from referee.rules.table import Code, Problem, listed
from referee.texts.case import Rulebook
from referee.texts.codec import DEEPEST, Record, json_text, json_value, record, too_deep
from referee.texts.reader import MOST_COUNT, Fields, Reader, shortened
from referee.texts.words import Speaker

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.rules.ruleset import Ruleset
    from referee.rules.table import Facts
    from referee.texts.words import Library


_LARGEST = 65536
"""How many characters a question may have."""

_MOST_BRACKETS = 400
"""How many lists and objects a question may hold; no text of fewer nests too deeply to be read."""

FRAME = ("ask", "ruleset", "options", "lang", "id")
"""Fields of every question."""

_KINDS = {
    "settle": ("table", "hand"),
    "final": ("scores", "chips", "kyoutaku", "penalties", "yakitori"),
    "dice": ("dealer", "dice", "reroll"),
    "ruling": ("offence", "answers", "table", "offender", "riichi"),
    "offences": ("query",),
    "procedure": ("procedure", "answers"),
    "rulesets": (),
    "score": SCORE_FIELDS,
    "waits": ("tiles", "melds"),
    "furiten": ("tiles", "melds", "discards", "passed", "riichi"),
    "riichi_kan": ("tiles", "melds", "drawn", "kan"),
    "kuikae": ("tiles", "melds", "call", "discard"),
    "riichi": ("tiles", "melds", "drawn", "points", "wall", "open"),
}
"""The kinds of questions, each with its own fields."""

_RULEBOOK_KINDS = {"ruling": ruling_result, "offences": offences_result, "procedure": procedure_result}
KIND_NAMES = ("settle", "final", "dice", "ruling", "offences", "procedure", "rulesets", "score", *JUDGEMENT_NAMES)


@dataclass(frozen=True, kw_only=True, slots=True)
class Kinds:
    """The kinds of questions that are ``known`` here, what answers them, and all that are ``named`` in a refusal."""

    named: tuple[str, ...]
    known: tuple[str, ...]
    result_of: Callable[[str, Reader, Speaker, Library], Record | None]


def answer(question: str, library: Library, ask: str | None = None, named: tuple[str, ...] = KIND_NAMES) -> str:
    """Return the answer to a question, both as JSON text.

    ``ask`` is the kind that an address names; the question may then leave it out. Whatever the text
    holds, the answer is a result or an ``error``. ``named`` are the kinds that there are, here and elsewhere.
    """
    if len(question) > _LARGEST or _brackets(question) > _MOST_BRACKETS:
        return refused(Code.TOO_LARGE, "error.too_large", library)
    fields = parsed(question)
    if fields is None:
        return refused(Code.NOT_JSON, "error.not_json", library)
    return json_text(answered(fields, library, ask, Kinds(named=named, known=KIND_NAMES, result_of=result_of)))


def refused(code: Code, reason: str, library: Library) -> str:
    """Return the answer to a text that cannot be read as a question."""
    problem = Problem(code=code, field="", reason=reason)
    return json_text(error_record((problem,), None, Speaker(lang="en", words=library.sentences["en"])))


def _brackets(question: str) -> int:
    """Return how many lists and objects the text opens."""
    return question.count("[") + question.count("{")


def parsed(question: str) -> Fields | None:
    """Return the question as an object, or None if it is none."""
    try:
        fields = json_value(question)
    except ValueError:
        return None
    return fields if isinstance(fields, dict) else None


def answered(fields: Fields, library: Library, ask: str | None, kinds: Kinds) -> Record:
    """Return the answer to a question of one of these kinds that is a JSON object."""
    reader = Reader(path="", fields=fields, problems=[])
    speaker = read_speaker(reader, library)
    echoed = too_deep(fields.get("id"), DEEPEST)
    if echoed:
        reader.refuse(Code.TOO_LARGE, "id", "error.id_too_deep")
    kind = read_kind(reader, ask, kinds)
    found = None if kind is None else kinds.result_of(kind, reader, speaker, library)
    if found is None:
        found = error_record(tuple(reader.problems), None, speaker)
    if "id" not in fields or echoed:
        return found
    return record(("id", fields["id"]), *found.pairs)


def read_speaker(reader: Reader, library: Library) -> Speaker:
    """Return the language of the answer, English if none is asked for."""
    languages = tuple(sorted(library.sentences))
    lang = reader.choice("lang", languages) if reader.has("lang") else "en"
    return Speaker(lang=lang, words=library.sentences[lang])


def read_kind(reader: Reader, ask: str | None, kinds: Kinds) -> str | None:
    """Return the kind of the question, or None if it is not known; ``ask`` is what the address says."""
    kind = reader.fields.get("ask")
    if ask is not None and ask not in kinds.known:
        _unknown_kind(reader, ask, kinds.named)
    elif kind is None and ask is None:
        reader.refuse(Code.MISSING_FIELD, "ask", "error.missing_field")
    elif kind is None or kind == ask:
        return ask
    elif not isinstance(kind, str):
        reader.wrong_type("ask", kind, "type.text")
    elif ask is not None:
        reader.refuse(
            Code.IMPOSSIBLE, "ask", "error.ask_differs", (("found", shortened(kind)), ("allowed", shortened(ask)))
        )
    elif kind in kinds.known:
        return kind
    else:
        _unknown_kind(reader, kind, kinds.named)
    return None


def _unknown_kind(reader: Reader, kind: str, named: tuple[str, ...]) -> None:
    """Note that there is no such kind of question."""
    facts: Facts = (("found", shortened(kind)), ("allowed", listed(named)))
    reader.refuse(Code.UNKNOWN_ASK, "ask", "error.unknown_ask", facts)


def result_of(kind: str, reader: Reader, speaker: Speaker, library: Library) -> Record | None:
    """Return the result of a question, or None when problems were noted."""
    reader.only((*FRAME, *_KINDS[kind]))
    if kind == "rulesets":
        return None if reader.problems else rulesets_record(library, speaker)
    book = read_book(reader, library)
    variant = read_variant(reader, book)
    if kind in _RULEBOOK_KINDS:
        if book is None or variant is None:
            return None
        rulebook = Rulebook(library=library, book=book, variant=variant, speaker=speaker)
        return _RULEBOOK_KINDS[kind](reader, rulebook)
    rules = rules_asked_for(book, variant)
    if kind in JUDGEMENT_NAMES:
        return judgement_result(kind, reader, rules, speaker)
    return _rules_result(kind, Asked(reader=reader, speaker=speaker, rules=rules, book=book))


def _rules_result(kind: str, asked: Asked) -> Record | None:
    """Return the result of a question about points or dice."""
    match kind:
        case "settle":
            return settle_result(asked)
        case "final":
            return _final_result(asked)
        case "score":
            return score_result(asked.reader, asked.rules, asked.speaker)
        case _:
            return _dice_result(asked)


def _final_result(asked: Asked) -> Record | None:
    reader = asked.reader
    if reader.required("scores") and not reader.has("scores"):
        reader.wrong_type("scores", None, "type.list")
    played = Played(
        scores=reader.four("scores", -MOST_POINTS, MOST_POINTS, 100),
        kyoutaku=reader.integer("kyoutaku", 0, MOST_POINTS, 100) if reader.has("kyoutaku") else 0,
        chips=reader.four("chips", -MOST_COUNT, MOST_COUNT),
        penalties=reader.four("penalties", -MOST_POINTS, 0, 100),
        yakitori=read_yakitori(reader),
    )
    if reader.problems or asked.rules is None:
        return None
    return standing_record(standing(played, asked.rules), None)


def _dice_result(asked: Asked) -> Record | None:
    """Return where the wall is broken."""
    reader = asked.reader
    dealer = reader.integer("dealer", 0, 3)
    dice = _read_dice(reader, "dice") if reader.required("dice") else None
    reroll = _read_dice(reader, "reroll") if reader.has("reroll") else None
    if reroll is not None and dice is not None and asked.rules is not None:
        _check_reroll(reader, dice, reroll, asked.rules)
    if reader.problems or dice is None or asked.rules is None:
        return None
    return dice_record(broken_wall(dealer, dice, reroll, asked.rules), dealer, asked.rules, asked.speaker)


def _read_dice(reader: Reader, key: str) -> tuple[int, int] | None:
    value = reader.fields[key]
    if not isinstance(value, list):
        reader.wrong_type(key, value, "type.list")
        return None
    pips = [reader.whole(f"{key}[{i}]", each, 1, 6) for i, each in enumerate(value)]
    if len(pips) == 2:
        return (pips[0], pips[1])
    reader.refuse(Code.OUT_OF_RANGE, key, "error.two_dice", (("count", len(pips)),))
    return None


def _check_reroll(reader: Reader, dice: tuple[int, int], reroll: tuple[int, int], rules: Ruleset) -> None:
    """Note a second throw that the ruleset does not have, or in which neither die was left lying."""
    if rules.setup.wall_break != WallBreak.REROLL_ONE:
        reader.refuse(Code.IMPOSSIBLE, "reroll", "error.no_reroll")
    elif reroll[0] not in dice and reroll[1] not in dice:
        reader.refuse(Code.IMPOSSIBLE, "reroll", "error.one_die_lies")

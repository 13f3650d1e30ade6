"""Results as records: the keys of the JSON interface in their order, with sentences and citations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.rules.ledger import Facts, Line, Note, Quoted, total, wind_word
from referee.core.text.jsontext import Record, Thousands, record

if TYPE_CHECKING:
    from referee.core.rules.facts import Table
    from referee.core.rules.problems import Problem
    from referee.core.rules.ruleset import Ruleset
    from referee.core.settling.endgame import EndReason
    from referee.core.settling.placement import Parts, Standing
    from referee.core.settling.settlement import Settlement
    from referee.core.settling.setup import Break
    from referee.core.text.library import Library, Option
    from referee.core.text.words import Speaker


def error_record(problems: tuple[Problem, ...], rules: Ruleset | None, speaker: Speaker) -> Record:
    """Return an error; ``problems`` is there when there are several. Refusals name the clause."""
    each = tuple(problem_record(problem, rules, speaker) for problem in problems)
    several = (("problems", each),) if len(each) > 1 else ()
    return record(("error", record(*each[0].pairs, *several)))


def problem_record(problem: Problem, rules: Ruleset | None, speaker: Speaker) -> Record:
    """Return one problem with its sentence."""
    message = speaker.say(problem.reason, problem.facts)
    base = (("code", problem.code), ("message", message), ("field", problem.field))
    if rules is None or not problem.rule:
        return record(*base)
    cite = rules.cite(problem.rule)
    return record(*base, ("clause", cite.clause), ("source", speaker.text(cite.source)))


def settlement_record(settled: Settlement, dealer: int, rules: Ruleset, speaker: Speaker) -> Record:
    """Return the answer to a settle question."""
    end = settled.progress.end
    standing = settled.standing
    return record(
        ("deltas", total(tuple(line.points for line in settled.lines))),
        ("chips", total(tuple(line.chips for line in settled.lines))),
        ("table", table_record(settled.progress.table)),
        ("next", settled.progress.step),
        ("end", None if end is None or standing is None else standing_record(standing, end)),
        ("lines", tuple(line_record(line, rules, speaker) for line in settled.lines)),
        ("notes", (*said(settled.notes, dealer, rules, speaker), *interpretations(settled, rules, speaker))),
    )


def table_record(table: Table) -> Record:
    """Return the fields of a table in their order."""
    return record(
        ("scores", table.scores),
        ("round", table.round),
        ("dealer", table.dealer),
        ("honba", table.honba),
        ("kyoutaku", table.kyoutaku),
        ("chips", table.chips),
        ("penalties", table.penalties),
        ("dealer_wins", table.dealer_wins),
        ("renchan", table.renchan),
        ("yakitori", table.yakitori),
        ("hands_left", table.hands_left),
        ("extra", table.extra),
    )


def line_record(line: Line, rules: Ruleset, speaker: Speaker) -> Record:
    """Return one line; chips of the bank and penalties are shown where there are any."""
    cite = rules.cite(line.rule)
    bank_chips = (("bank_chips", line.bank_chips),) if line.bank_chips else ()
    penalties = (("penalties", line.penalties),) if any(line.penalties) else ()
    return record(
        ("reason", line.reason.split(".")[1]),
        ("points", line.points),
        ("kyoutaku", line.kyoutaku),
        ("bank", line.bank),
        ("chips", line.chips),
        *bank_chips,
        *penalties,
        ("text", speaker.say(line.reason, line.facts)),
        ("clause", cite.clause),
        ("source", speaker.text(cite.source)),
    )


def said(notes: tuple[Note, ...], dealer: int, rules: Ruleset, speaker: Speaker) -> tuple[Record, ...]:
    """Return the remarks in words; a remark may name the dealer by his seat."""
    place: Facts = (("dealer", wind_word(dealer, dealer)),)
    return tuple(
        record(("text", speaker.say(note.reason, (*note.facts, *place))), ("clause", rules.cite(note.rule).clause))
        for note in notes
    )


def interpretations(settled: Settlement, rules: Ruleset, speaker: Speaker) -> tuple[Record, ...]:
    """Return the note of every interpreted rule that decided something here, each once."""
    used = (*[line.rule for line in settled.lines], *[note.rule for note in settled.notes])
    cites = [rules.cite(rule) for i, rule in enumerate(used) if rule not in used[:i]]
    told = [(cite.clause, speaker.text(cite.note)) for cite in cites if cite.note]
    return tuple(
        record(("text", speaker.say("note.interpretation", (("note", Quoted(text=text)),))), ("clause", clause))
        for i, (clause, text) in enumerate(told)
        if (clause, text) not in told[:i]
    )


def standing_record(standing: Standing, reason: EndReason | None) -> Record:
    """Return the end of a game; ``reason`` is left out where nobody asked why."""
    return record(
        *((("reason", reason),) if reason is not None else ()),
        ("scores", standing.scores),
        ("places", standing.places),
        ("final", tuple(Thousands(points=result(parts)) for parts in standing.parts)),
        ("parts", tuple(parts_record(parts) for parts in standing.parts)),
    )


def result(parts: Parts) -> int:
    """Return the final result in points."""
    return parts.score + parts.uma + parts.oka + parts.chips + parts.penalties


def parts_record(parts: Parts) -> Record:
    """Return what a result is made of, in thousands."""
    return record(
        ("score", Thousands(points=parts.score)),
        ("uma", Thousands(points=parts.uma)),
        ("oka", Thousands(points=parts.oka)),
        ("chips", Thousands(points=parts.chips)),
        ("penalties", Thousands(points=parts.penalties)),
    )


def dice_record(broken: Break, dealer: int, rules: Ruleset, speaker: Speaker) -> Record:
    """Return where the wall is broken, in numbers and words."""
    facts: Facts = (("wall", wind_word(broken.wall, dealer)), ("stack", broken.stack or 0))
    key = "dice.throw_again" if broken.stack is None else "dice.broken"
    indicators = speaker.say("dice.indicators", (("count", broken.indicators),)) if broken.indicators > 1 else ""
    cite = rules.cite("setup.wall_break")
    return record(
        ("wall", broken.wall),
        ("stack", broken.stack),
        ("indicators", broken.indicators),
        ("wareme", broken.wareme),
        ("text", speaker.say(key, facts) + indicators),
        ("clause", cite.clause),
    )


def rulesets_record(library: Library, speaker: Speaker) -> Record:
    """Return what rulebooks there are, each with its titles, edition, confidence and options."""
    books = tuple(
        record(
            ("id", book.id),
            ("title", speaker.text(book.titles)),
            ("titles", titles_record(book.titles)),
            ("edition", speaker.text(book.edition)),
            ("confidence", book.confidence),
            ("extends", book.extends or None),
            ("options", tuple(option_record(option, speaker) for option in book.options)),
        )
        for book in library.books
    )
    return record(("rulesets", books))


def titles_record(titles: dict[str, str]) -> Record:
    """Return a title per language."""
    return record(*[(lang, titles[lang]) for lang in sorted(titles)])


def option_record(option: Option, speaker: Speaker) -> Record:
    """Return an option with its choices, the default first."""
    return record(
        ("id", option.id),
        ("title", speaker.text(option.titles)),
        ("choices", tuple(choice.id for choice in option.choices)),
        ("labels", record(*[(choice.id, speaker.text(choice.titles)) for choice in option.choices])),
        ("default", option.choices[0].id),
    )

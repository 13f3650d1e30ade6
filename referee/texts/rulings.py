"""Rulings in words: what the referee says aloud, what is then done step by step, and their outcomes as tables."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.records import dataclass
from referee.rules.choices import ChomboForm, TimeLimit
from referee.rules.offences import (
    Cell,
    Consequence,
    KnownAnswers,
    Offence,
    OffenceQuestion,
    OutcomeTable,
    Penalty,
    PenaltyBook,
    Ruling,
    TableRow,
    Texts,
    distinguishing_questions,
    fitting_cells,
    holds,
    is_due,
    joint_ruling,
    leading,
    ranges_of,
    span_text,
    table_rows,
)
from referee.rules.points import ron_amount, tsumo_transfers
from referee.rules.progress import is_nagashi_win
from referee.rules.settlement import is_dead_noten
from referee.rules.table import Quoted
from referee.texts.codec import Record, record
from referee.texts.words import Speaker, Words, choices_in, filled, variant_key

if TYPE_CHECKING:
    from referee.rules.choices import Abort
    from referee.rules.ruleset import Ruleset, Values
    from referee.rules.table import Facts
    from referee.texts.case import Case, Rulebook


_STICKS_BACK = "effect.chombo_sticks"
_NOTEN_RIICHI = "noten_riichi"
"""The offence that a nagashi mangan makes void where it is a win."""


def ruling_sentence(ruling: Ruling, counted: dict[str, int], rules: Ruleset, speaker: Speaker) -> str:
    """Return a ruling as a referee can say it aloud; ``counted`` holds the answers to count questions."""
    return _spacing(speaker).join(_sentences(ruling, counted, rules, speaker))


_NAMED_ONLY = (Penalty.NONE, Penalty.WARNING, Penalty.DISQUALIFICATION, Penalty.REFEREE)
"""Penalties of which a sentence says no more than their outcome."""


def sentence_below(ruling: Ruling, counted: dict[str, int], rules: Ruleset, speaker: Speaker) -> str:
    """Return the sentences of a ruling below its outcome, which has named the penalty already."""
    return _spacing(speaker).join(_sentences(ruling, counted, rules, speaker, is_named=True))


def _sentences(
    ruling: Ruling, counted: dict[str, int], rules: Ruleset, speaker: Speaker, *, is_named: bool = False
) -> list[str]:
    """Return the sentences of a ruling; a chombo is named first, then what it costs."""
    own = [speaker.text(ruling.says)] if ruling.says else []
    if not ruling.covered:
        return [speaker.say("verdict.uncovered" if ruling.found else "verdict.unknown"), *own]
    sentences: list[str] = []
    for each in ruling.consequences:
        is_chombo = each.kind == Penalty.CHOMBO
        if is_chombo and not is_named:
            sentences.append(speaker.words["verdict.chombo"])
        is_told = rules.chombo.form == ChomboForm.NONE if is_chombo else is_named and each.kind in _NAMED_ONLY
        if not is_told:
            sentences.append(speaker.say(*_verdict(each, counted, rules)))
    return [*sentences, *own]


def _spacing(speaker: Speaker) -> str:
    """Return what stands between two sentences."""
    return speaker.words["language.gap"]


def amount_of_points(consequence: Consequence, counted: dict[str, int]) -> int:
    """Return the points of a penalty, multiplied by what it counts."""
    return consequence.amount * (counted[consequence.per] if consequence.per else 1)


def _verdict(consequence: Consequence, counted: dict[str, int], rules: Ruleset) -> tuple[str, Facts]:
    """Return the sentence that pronounces one penalty; of a chombo, what it costs."""
    match consequence.kind:
        case Penalty.CHOMBO:
            return (f"verdict.chombo_{rules.chombo.form}", _chombo_facts(rules))
        case Penalty.FINE:
            return ("verdict.fine", (("points", consequence.amount),))
        case Penalty.POINTS:
            return _points_verdict(consequence, counted)
        case Penalty.REFEREE:
            return _referee_verdict(consequence)
        case _:
            return (f"verdict.{consequence.kind}", ())


def _points_verdict(consequence: Consequence, counted: dict[str, int]) -> tuple[str, Facts]:
    """Return the sentence for points off the tournament score; what they count may not be known yet."""
    if consequence.per and consequence.per not in counted:
        counts = "minutes" if consequence.per == "minutes" else "per"
        return (f"verdict.points_{counts}", (("points", consequence.amount),))
    return ("verdict.points", (("points", amount_of_points(consequence, counted)),))


def _referee_verdict(consequence: Consequence) -> tuple[str, Facts]:
    """Return the sentence for a referee's discretion, with what the book leaves him."""
    if consequence.most:
        return ("verdict.referee_range", (("low", consequence.least), ("high", consequence.most)))
    choices = consequence.choices
    if len(choices) > 1:
        return ("verdict.referee_choices", (("first", f"penalty.{choices[0]}"), ("last", f"penalty.{choices[-1]}")))
    return ("verdict.referee", ())


def _chombo_facts(rules: Ruleset) -> Facts:
    """Return the amounts of a chombo as the rulebook's form of it needs them."""
    match rules.chombo.form:
        case ChomboForm.CHIPS:
            return (("count", rules.chombo.chips),)
        case ChomboForm.PENALTY | ChomboForm.EACH:
            return (("points", rules.chombo.penalty),)
        case _:
            return mangan_facts(rules.values)


def mangan_facts(values: Values) -> Facts:
    """Return what a mangan pays: ``each`` by the dealer, ``dealer`` and ``other`` by another player, and the sums."""
    each = tsumo_transfers(values.mangan, 0, 0)[0][2]
    by_other = tsumo_transfers(values.mangan, 1, 0)
    dealer, other = by_other[0][2], by_other[1][2]
    sums = (("dealer_sum", 3 * each), ("other_sum", dealer + 2 * other))
    return (("each", each), ("dealer", dealer), ("other", other), *sums)


def _chombo_amounts(rules: Ruleset) -> tuple[tuple[str, int], ...]:
    """Return a chombo's amount: points in all (the dealer's is another), chips or points to each, or a penalty."""
    match rules.chombo.form:
        case ChomboForm.CHIPS:
            return (("amount", rules.chombo.chips),)
        case ChomboForm.PENALTY | ChomboForm.EACH:
            return (("amount", rules.chombo.penalty),)
        case _:
            base = rules.values.mangan
            other, dealer = ron_amount(base, dealer_wins=False), ron_amount(base, dealer_wins=True)
            return (("amount", other), ("dealer_amount", dealer))


def effects(
    ruling: Ruling, case: Case | None, rules: Ruleset, speaker: Speaker, idle: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return what is to be done at the table, step by step: the book's own steps, then those of each penalty.

    Without a case it is not known what for, nor when. Steps that are ``idle`` at the table are left out; a wrong
    riichi has laid its stick, marked or not.
    """
    if case is not None and case.offence.category == "riichi":
        idle = tuple([each for each in idle if each != _STICKS_BACK])
    own = [speaker.text(step) for step in ruling.steps]
    steps = [step for each in ruling.consequences for step in _steps_of(each, ruling, case, rules)]
    return (*own, *[speaker.say(key, facts) for key, facts in steps if key not in idle])


def idle_steps(*, has_sticks: bool, has_signal: bool) -> tuple[str, ...]:
    """Return the steps of a chombo for which nothing is there: no stick of this hand, or no count of hands left."""
    return (*(() if has_sticks else (_STICKS_BACK,)), *(() if has_signal else ("effect.chombo_clock",)))


def _steps_of(
    consequence: Consequence, ruling: Ruling, case: Case | None, rules: Ruleset
) -> tuple[tuple[str, Facts], ...]:
    counted: dict[str, int] = {} if case is None else case.counted()
    match consequence.kind:
        case Penalty.CHOMBO:
            return chombo_steps(case, rules)
        case Penalty.DEAD_HAND:
            return _dead_hand_steps(rules)
        case Penalty.FINE:
            return (("effect.fine", (("points", consequence.amount),)),)
        case Penalty.POINTS:
            key, facts = _verdict(consequence, counted, rules)
            return ((key.replace("verdict", "effect"), facts),)
        case Penalty.NONE:
            over = case is not None and case.ended != ""
            return () if ruling.steps else (("effect.none_over" if over else "effect.none", ()),)
        case _:
            return ((f"effect.{consequence.kind}" if ruling.covered else "effect.uncovered", ()),)


def _dead_hand_steps(rules: Ruleset) -> tuple[tuple[str, Facts], ...]:
    noten = (("effect.noten", ()),) if is_dead_noten(rules) else ()
    return (("effect.dead_hand", ()), ("effect.dead_hand_may", ()), *noten)


def chombo_steps(case: Case | None, rules: Ruleset) -> tuple[tuple[str, Facts], ...]:
    """Return what a chombo does to the hand, the sticks, the payment, the honba, the dealer and the clock.

    The last steps say what happens when more comes together with it, as far as that can be.
    """
    timed = rules.time.limit == TimeLimit.SIGNAL
    ended = "" if case is None else case.ended
    at_draw = case is None or ended == "draw"
    void = case is not None and at_draw and case.offence.id == _NOTEN_RIICHI and is_nagashi_win(rules)
    return (
        ("effect.chombo_void", ()),
        (_STICKS_BACK, ()),
        (f"effect.chombo_{rules.chombo.form}", _chombo_facts(rules)),
        ("effect.chombo_next", ()),
        *((("effect.chombo_clock", ()),) if timed else ()),
        (f"effect.chombo_several_{rules.chombo.several}", ()),
        *(() if ended else ((f"effect.chombo_with_win_{rules.chombo.with_win}", ()),)),
        *(((f"effect.chombo_with_draw_{rules.chombo.with_draw}", ()),) if at_draw else ()),
        *((("effect.chombo_with_nagashi", ()),) if void else ()),
    )


When = tuple[tuple[OffenceQuestion, tuple[str, ...]], ...]
"""When something applies: for each question that matters the ids of its answers, or its ranges."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeRow:
    """One row of a table of outcomes; ``cells`` are the combinations of answers that it stands for."""

    when: When
    ruling: Ruling
    cells: tuple[Cell, ...]


def consequences_record(ruling: Ruling, counted: dict[str, int], rules: Ruleset) -> tuple[Record, ...]:
    """Return the penalties of a ruling with their amounts."""
    return tuple(record(("kind", each.kind), *_amounts(each, counted, rules)) for each in ruling.consequences)


def _amounts(consequence: Consequence, counted: dict[str, int], rules: Ruleset) -> tuple[tuple[str, object], ...]:
    """Return what belongs to the kind of one penalty."""
    match consequence.kind:
        case Penalty.CHOMBO:
            return (("settles", rules.chombo.form), *_chombo_amounts(rules))
        case Penalty.FINE:
            return (("amount", consequence.amount),)
        case Penalty.POINTS:
            if consequence.per and consequence.per not in counted:
                return (("amount", consequence.amount), ("per", consequence.per))
            return (("amount", amount_of_points(consequence, counted)),)
        case Penalty.REFEREE:
            bounds = (("min", consequence.least), ("max", consequence.most)) if consequence.most else ()
            return (*bounds, *((("choices", consequence.choices),) if consequence.choices else ()))
        case _:
            return ()


def questions_record(places: tuple[int, ...], case: Case, rulebook: Rulebook) -> tuple[Record, ...]:
    """Return questions with the answers that are still possible."""
    return tuple(_question_record(place, case, rulebook) for place in places)


def _question_record(place: int, case: Case, rulebook: Rulebook) -> Record:
    """Return one question: words to choose from, or a count with the ranges between which the ruling changes."""
    question = case.offence.questions[place]
    texts = (("id", question.id), ("text", rulebook.speaker.text(question.texts)))
    default = (("default", question.default),) if question.default else ()
    if not question.answers:
        return record(*texts, ("choices", _count_record(place, case, rulebook)))
    open_ones = sorted({cell.key[place] for cell in case.cells})
    answers = [question.answers[at] for at in open_ones]
    return record(
        *texts,
        ("choices", tuple(answer.id for answer in answers)),
        ("labels", record(*[(answer.id, rulebook.speaker.text(answer.titles)) for answer in answers])),
        *default,
    )


def _count_record(place: int, case: Case, rulebook: Rulebook) -> Record:
    outcome_table = rulebook.outcome_table(case.offence)
    question = case.offence.questions[place]
    ranges = ranges_of(place, leading(case.cells, rulebook.book.penalties), outcome_table)
    texts = tuple(span_text(span, question.high) for span in ranges)
    return record(("min", question.low), ("max", question.high), ("ranges", texts))


def table_of_outcomes(case: Case, rulebook: Rulebook) -> tuple[Record, ...]:
    """Return everything that the answers still leave open, equal rulings in one row."""
    return tuple(_row_record(row, rulebook) for row in rows_of(case, rulebook))


def rows_of(case: Case, rulebook: Rulebook) -> tuple[OutcomeRow, ...]:
    """Return everything that the answers still leave open as rows, equal rulings in one."""
    rows = _rows_left(rulebook.outcome_table(case.offence), case.given, rulebook.book.penalties)
    return tuple(_row_of(row, case, rulebook) for row in rows)


def rows_in_turn(case: Case, rulebook: Rulebook) -> tuple[OutcomeRow, ...]:
    """Return the rows of a table to be read, which speak of no question where its turn does not come."""
    rows, known = rows_of(case, rulebook), _known_at(case, rulebook.rules.draws.aborts)
    if known == case.cells and not any(each.after for each in case.offence.questions):
        return rows
    told = replace(case, cells=_in_turn(known, case.offence))
    merged = table_rows(leading(told.cells, rulebook.book.penalties))
    shorter = tuple(_row_of(row, told, rulebook) for row in merged)
    return rows if len(shorter) > len(rows) else shorter


def _known_at(case: Case, aborts: tuple[Abort, ...]) -> tuple[Cell, ...]:
    """Return the combinations of answers that can be where a table knows these abortive draws; all if none can."""
    asked = case.offence.questions
    known = [cell for cell in case.cells if all(each.is_known(cell.key[i], aborts) for i, each in enumerate(asked))]
    return tuple(known) or case.cells


def _in_turn(cells: tuple[Cell, ...], offence: Offence) -> tuple[Cell, ...]:
    """Return each combination of answers once, whatever would be answered out of turn."""
    places = tuple(range(len(offence.questions)))
    first = [min([cell.key[place] for cell in cells]) for place in places]
    return tuple(
        [
            cell
            for cell in cells
            if all(
                cell.key[place] == first[place] or is_due(place, tuple([(at, at) for at in cell.key]), offence)
                for place in places
            )
        ]
    )


_KNOWN_TABLES: list[tuple[OutcomeTable, KnownAnswers, PenaltyBook, tuple[TableRow, ...]]] = []
"""The tables asked for lately, the newest last: merging one takes a fifth of the page of an offence."""
_MOST_TABLES = 16


def _rows_left(outcome_table: OutcomeTable, given: KnownAnswers, book: PenaltyBook) -> tuple[TableRow, ...]:
    for of, answers, under, found in _KNOWN_TABLES:
        if of is outcome_table and under is book and answers == given:
            return found
    rows = table_rows(leading(fitting_cells(outcome_table, given), book))
    _KNOWN_TABLES.append((outcome_table, given, book, rows))
    del _KNOWN_TABLES[:-_MOST_TABLES]
    return rows


def _row_of(row: TableRow, case: Case, rulebook: Rulebook) -> OutcomeRow:
    """Return one row; where rows of the book differ in their source only, all sources are named."""
    cells = tuple(cell for cell in case.cells if holds(row, cell.key))
    ruling = joint_ruling(cells, rulebook.book.penalties)
    return OutcomeRow(when=when_of_row(row, case, rulebook.outcome_table(case.offence)), ruling=ruling, cells=cells)


def _row_record(row: OutcomeRow, rulebook: Rulebook) -> Record:
    """Return one row: when it applies, the penalties, and where they are from."""
    ruling = row.ruling
    return record(
        ("when", record(*[(question.id, ids) for question, ids in row.when])),
        ("penalties", consequences_record(ruling, {}, rulebook.prices)),
        ("text", ruling_sentence(ruling, {}, rulebook.prices, rulebook.speaker)),
        ("clause", ruling.cite.clause),
        ("confidence", ruling.cite.confidence),
        ("covered", ruling.covered),
    )


def when_of_row(row: TableRow, case: Case, outcome_table: OutcomeTable) -> When:
    """Return the answers of a row by question; a question that does not matter is left out, unless another needs it."""
    questions = case.offence.questions
    places = distinguishing_questions(row, case.cells)
    needed = [name for i in places for name in questions[i].after]
    return tuple(
        (each, answers_of(each, row.spans[i], outcome_table.spans[i]))
        for i, each in enumerate(questions)
        if i in places or each.id in needed
    )


def answers_of(
    question: OffenceQuestion, places: tuple[int, ...], spans: tuple[tuple[int, int], ...]
) -> tuple[str, ...]:
    """Return the answers in words, or the ranges of a count with neighbours put together."""
    if question.answers:
        return tuple(question.answers[place].id for place in places)
    ranges: list[tuple[int, int]] = []
    for low, high in [spans[place] for place in places]:
        if ranges and ranges[-1][1] == low - 1:
            ranges[-1] = (ranges[-1][0], high)
        else:
            ranges.append((low, high))
    return tuple(span_text(span, question.high) for span in ranges)


PENALTIES = tuple(Penalty)
_TOLD_IN_FULL = ("verdict.chombo_mangan", "verdict.referee_choices")


def outcome_text(ruling: Ruling, counted: dict[str, int], rulebook: Rulebook, *, in_full: bool = False) -> str:
    """Return the penalties of a ruling in few words; ``in_full`` with what a chombo pays and who decides a choice."""
    speaker = rulebook.speaker
    if not ruling.covered:
        return speaker.words["outcome.uncovered" if ruling.found else "outcome.unknown"]
    penalties = [penalty_text(each, counted, rulebook.prices, speaker, in_full=in_full) for each in ruling.consequences]
    return speaker.words["rulings.plus"].join(penalties)


def penalty_text(
    consequence: Consequence, counted: dict[str, int], rules: Ruleset, speaker: Speaker, *, in_full: bool = False
) -> str:
    """Return one penalty in few words."""
    key, facts = _verdict(consequence, counted, rules)
    named = key.replace("verdict.", "outcome.")
    return speaker.say(named + "_full" if in_full and key in _TOLD_IN_FULL else named, facts)


def heaviest_kind(ruling: Ruling) -> str:
    """Return the last penalty of a ruling, by which it is coloured; the books name the heaviest last."""
    return str(ruling.consequences[-1].kind) if ruling.covered else "referee"


_SWITCH = ("on", "off")
"""What a choice is called that says nothing without its option."""


def book_named(rulebook: Rulebook) -> str:
    """Return what people call a book, and whatever was chosen in it that touches rulings; of a switch also for what."""
    speaker, book = rulebook.speaker, rulebook.book
    parts = [speaker.words.get("clause.of." + book.id) or ruleset_named(book.titles, book.edition, speaker)]
    for option in book.options:
        variants = {choice.id: _variant_with(option.id, choice.id, rulebook.variant) for choice in option.choices}
        if any(_rules_otherwise(variants[choice.id], rulebook) for choice in option.choices):
            of = speaker.text(option.titles) + speaker.words["rulings.colon"]
            chosen = [choice for choice in option.choices if variants[choice.id] == rulebook.variant]
            parts += [(of if each.id in _SWITCH else "") + speaker.text(each.titles) for each in chosen]
    return " · ".join(parts)


def _variant_with(option: str, choice: str, variant: str) -> str:
    pairs = choices_in(variant)
    return variant_key(tuple((name, choice if name == option else chosen) for name, chosen in pairs))


def _rules_otherwise(variant: str, rulebook: Rulebook) -> bool:
    """Return whether another variant of the book rules otherwise on any offence; equal tables are one object."""
    outcome_tables, there = rulebook.book.penalties.outcome_tables, rulebook.book.variants[variant]
    return outcome_tables[variant] is not outcome_tables[rulebook.variant] or there.chombo != rulebook.rules.chombo


def ruleset_named(titles: Texts, edition: Texts, speaker: Speaker) -> str:
    """Return a book's title with its edition, unless the title says it or the book names none."""
    title, year = speaker.text(titles), speaker.text(edition)
    facts = (("title", Quoted(text=title)), ("edition", Quoted(text=year)))
    return title if year in title or is_undated(year, speaker) else speaker.say("page.ruleset", facts)


def is_undated(edition: str, speaker: Speaker) -> bool:
    """Return whether the words for an edition only say that the book names none."""
    return edition == speaker.words["page.rules.undated"]


def when_text(when: When, speaker: Speaker, to: str = "") -> str:
    """Return when an outcome applies: "live wall / dead wall, 3 to 5 seen", with ``to`` or a dash in a range."""
    words = speaker.words
    dash = to or words["rulings.to"]
    parts = []
    for question, ids in when:
        titles = {answer.id: speaker.text(answer.titles) for answer in question.answers}
        unit, more = speaker.text(question.units) if question.units else "{count}", words["rulings.up"]
        counts = [each.partition("+")[0] for each in ids] if "{more}" in unit else ids
        answers = words["rulings.or"].join([titles.get(each) or _counts_text(each, words, dash) for each in counts])
        parts.append(filled(unit, (("count", answers), ("more", more if ids[-1].endswith("+") else ""))))
    return words["rulings.and"].join(parts) or words["rulings.always"]


def _counts_text(counts: str, words: Words, dash: str) -> str:
    """Return a count or a range of counts in words: "none", "1 to 5" with a dash, "6 or more"."""
    if counts == "0":
        return words["rulings.count_none"]
    low, plus, _ = counts.partition("+")
    return filled(words["rulings.count_from"], (("low", low),)) if plus else counts.replace("-", dash)


def kinds_of(offence: Offence, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the penalties that an offence can lead to."""
    places = rulebook.outcome_table(offence).cells
    rulings = [ruling for place, ruling in enumerate(rulebook.book.penalties.rulings) if place in places]
    return tuple(sorted({each.kind for ruling in rulings for each in ruling.consequences}))

"""A ruleset in sentences, chapter by chapter and clause by clause, and two rulebooks side by side."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from referee.explain.statements import (
    PriceTag,
    Statement,
    calls_points,
    chips_points,
    chombo_points,
    course_points,
    draws_points,
    final_points,
    furiten_points,
    hand_points,
    kan_points,
    paarenchan_points,
    pair_points,
    pao_points,
    price_groups,
    price_tags,
    priced_point,
    riichi_points,
    setup_points,
    time_points,
    values_points,
    wins_points,
)
from referee.records import dataclass
from referee.rules.offences import (
    CONFIDENCES_FROM_LEAST,
    NEVER,
    Cell,
    CellKey,
    Consequence,
    Offence,
    OutcomeTable,
    Penalty,
    Ruling,
    Span,
    TableRow,
    cell_keys,
    cells_of,
    fitting_cells,
    holds,
    joint_ruling,
    table_rows,
)
from referee.rules.table import Phrase, Quoted
from referee.texts.case import Case, Rulebook
from referee.texts.rulings import rows_of, ruling_sentence, when_of_row, when_text

if TYPE_CHECKING:
    from referee.rules.ruleset import Cite, Ruleset
    from referee.texts.words import Book, ClauseText, Speaker
    from referee.tournament.policy import Policy, StandingsRules, TournamentRules


READING_CHAPTERS = (
    "setup",
    "riichi",
    "furiten",
    "calls",
    "kan",
    "wins",
    "draws",
    "values",
    "hand",
    "yaku",
    "yakuman",
    "pao",
    "paarenchan",
    "course",
    "chombo",
    "chips",
    "final",
    "time",
)
"""The chapters in the order in which they are read: as a game goes."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """One sentence and the clauses that it is from; ``rule`` is the ``chapter.key`` or the entry that it is about."""

    rule: str
    text: str
    cites: tuple[Cite, ...]

    @property
    def clauses(self) -> str:
        """Return the ids of the clauses, as they end the sentence."""
        return ", ".join([cite.clause for cite in self.cites])

    @property
    def confidence(self) -> str:
        """Return how well this is known: as well as the least certain of its clauses."""
        return CONFIDENCES_FROM_LEAST[min([CONFIDENCES_FROM_LEAST.index(cite.confidence) for cite in self.cites])]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChapterStatements:
    """The sentences of one chapter."""

    id: str
    lines: tuple[Sentence, ...]


def explained(rules: Ruleset, speaker: Speaker) -> tuple[ChapterStatements, ...]:
    """Return a ruleset in sentences."""
    return tuple(
        ChapterStatements(
            id=chapter, lines=tuple(sentence_of(point, rules, speaker) for point in points_of(chapter, rules))
        )
        for chapter in READING_CHAPTERS
    )


def points_of(chapter: str, rules: Ruleset) -> tuple[Statement, ...]:
    """Return the points of one chapter."""
    if chapter in ("yaku", "yakuman"):
        prices = tuple(priced_point(group) for group in price_groups(chapter, rules))
        return (*prices, *pair_points(chapter, rules))
    return {**_points_in_play(rules), **_points_in_worth(rules)}[chapter]


def _points_in_play(rules: Ruleset) -> dict[str, tuple[Statement, ...]]:
    return {
        "setup": setup_points(rules.setup),
        "riichi": riichi_points(rules.riichi),
        "furiten": furiten_points(rules.furiten),
        "calls": calls_points(rules.calls),
        "kan": kan_points(rules.kan),
        "wins": wins_points(rules.wins),
        "draws": draws_points(rules.draws),
        "paarenchan": paarenchan_points(rules.paarenchan),
        "course": course_points(rules.course),
        "time": time_points(rules.time),
    }


def _points_in_worth(rules: Ruleset) -> dict[str, tuple[Statement, ...]]:
    return {
        "values": values_points(rules.values),
        "hand": hand_points(rules.hand),
        "pao": pao_points(rules.pao),
        "chombo": chombo_points(rules.chombo, rules.values),
        "chips": chips_points(rules.chips),
        "final": final_points(rules.final),
    }


def sentence_of(point: Statement, rules: Ruleset | Policy, speaker: Speaker) -> Sentence:
    """Return a point in words with its clauses."""
    names = speaker.say("rule.comma").join([speaker.words[name] for name in point.names])
    text = speaker.say(point.phrase.key, (*point.phrase.facts, ("names", Quoted(text=names))))
    return Sentence(rule=point.rules[0], text=text, cites=_cites_of(point.rules, rules))


def _cites_of(about: tuple[str, ...], rules: Ruleset | Policy) -> tuple[Cite, ...]:
    """Return the source of each value, each clause once."""
    cites = [rules.cite(rule) for rule in about]
    clauses = [cite.clause for cite in cites]
    return tuple(cite for i, cite in enumerate(cites) if cite.clause not in clauses[:i])


class Force(StrEnum):
    """How much of a clause holds where others may come before it."""

    WHOLE = "whole"
    PART = "part"
    NONE = "none"


@dataclass(frozen=True, kw_only=True, slots=True)
class ClauseStatements:
    """One clause: ``text`` as it stands, ``lines`` the sentences that still follow from it."""

    cite: Cite
    text: str
    own: bool
    force: Force
    lines: tuple[Sentence, ...]


def clauses_explained(
    book: Book,
    variant: str,
    chapters: tuple[ChapterStatements, ...],
    speaker: Speaker,
    policy: Policy | None = None,
) -> tuple[ClauseStatements, ...]:
    """Return the clauses that stand in a variant, the book's own first, else in the order of their files.

    A clause of a base of which nothing is left that could be told is left out; ``policy`` tells what is left of those
    about events.
    """
    rules = book.variants[variant]
    texts = book.clauses_under(variant)
    in_order = [*[text for text in texts if text.own], *[text for text in texts if not text.own]]
    clauses = [
        ClauseStatements(
            cite=text.cite,
            text=speaker.text(text.texts),
            own=text.own,
            force=_force_of(text, rules, policy),
            lines=_lines_from(text.cite.clause, chapters),
        )
        for text in in_order
    ]
    return tuple(each for each in clauses if each.own or each.force == Force.WHOLE or _is_explained(each))


def _is_explained(clause: ClauseStatements) -> bool:
    """Return whether some sentences are left of a clause."""
    return clause.force == Force.PART and clause.lines != ()


def _force_of(text: ClauseText, rules: Ruleset, policy: Policy | None) -> Force:
    """Return whether a clause decides all that it speaks of, some of it, or nothing."""
    about_games = [value for value in text.values if value.split(".")[0] in READING_CHAPTERS]
    cites = [rules.cite(value) for value in about_games]
    if policy is not None:
        cites += [policy.cite(value) for value in text.values if value not in about_games]
    deciding = [cite.clause == text.cite.clause for cite in cites]
    if all(deciding):
        return Force.WHOLE
    return Force.PART if any(deciding) else Force.NONE


def _lines_from(clause: str, chapters: tuple[ChapterStatements, ...]) -> tuple[Sentence, ...]:
    return tuple(
        line for chapter in chapters for line in chapter.lines if clause in [cite.clause for cite in line.cites]
    )


_PRICED_CHAPTERS = ("yaku", "yakuman")


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """One point on which two rulesets differ; None where the question does not arise."""

    chapter: str
    one: Sentence | None
    other: Sentence | None


def differences_of(one: Ruleset, other: Ruleset, speaker: Speaker) -> tuple[Difference, ...]:
    """Return every point that two rulesets say different things about, in reading order."""
    found: list[Difference] = []
    for chapter in READING_CHAPTERS:
        if chapter in _PRICED_CHAPTERS:
            found += _price_differences(chapter, one, other, speaker)
        found += _point_differences(chapter, one, other, speaker)
    return tuple(found)


def _point_differences(chapter: str, one: Ruleset, other: Ruleset, speaker: Speaker) -> list[Difference]:
    """Return the differences of a chapter, prices left out."""
    mine, yours = _lines_by_rule(chapter, one, speaker), _lines_by_rule(chapter, other, speaker)
    pairs = [(rule, mine.get(rule), yours.get(rule)) for rule in _side_by_side_order(list(mine), list(yours))]
    return [
        Difference(chapter=chapter, one=left, other=right)
        for rule, left, right in pairs
        if _differ(left, right) and not (_is_pair(rule) and (left is None or right is None))
    ]


def _side_by_side_order(one: list[str], other: list[str]) -> list[str]:
    """Return what stands in either list, each beside what it stands beside in its own."""
    merged, at = list(one), 0
    for rule in other:
        if rule in merged:
            at = merged.index(rule) + 1
        else:
            merged.insert(at, rule)
            at += 1
    return merged


def _lines_by_rule(chapter: str, rules: Ruleset, speaker: Speaker) -> dict[str, Sentence]:
    """Return the sentences of a chapter by what they are about, prices left out."""
    points = [point for point in points_of(chapter, rules) if point.rules[0].split(".")[0] not in _PRICED_CHAPTERS]
    return {point.rules[0]: sentence_of(point, rules, speaker) for point in points}


def _differ(one: Sentence | None, other: Sentence | None) -> bool:
    """Return whether two sentences say different things."""
    return one is None or other is None or one.text != other.text


def _is_pair(rule: str) -> bool:
    """Return whether a sentence is about two yaku together: the prices tell where one of them does not exist."""
    return " over " in rule


def _price_differences(chapter: str, one: Ruleset, other: Ruleset, speaker: Speaker) -> list[Difference]:
    """Return the yaku with different prices; those that differ alike, from the same clauses, are one difference."""
    pairs = zip(price_tags(chapter, one), price_tags(chapter, other), strict=True)
    groups: dict[tuple[object, ...], list[tuple[PriceTag, PriceTag]]] = {}
    for left, right in pairs:
        if (left.closed, left.open) != (right.closed, right.open):
            clauses = (one.cite(left.rule).clause, other.cite(right.rule).clause)
            key = (left.closed, left.open, right.closed, right.open, *clauses)
            groups.setdefault(key, []).append((left, right))
    return [
        Difference(
            chapter=chapter,
            one=sentence_of(priced_point(tuple(left for left, _ in group)), one, speaker),
            other=sentence_of(priced_point(tuple(right for _, right in group)), other, speaker),
        )
        for group in groups.values()
    ]


_SAME = 0
"""Stands in a joint table of outcomes for answers under which both rulesets do the same."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OutcomeLine:
    """One row: ``when`` is empty where every answer leads here."""

    when: str
    sentence: Sentence


@dataclass(frozen=True, kw_only=True, slots=True)
class OffenceTable:
    """An offence with its outcomes."""

    offence: Offence
    title: str
    outcomes: tuple[OutcomeLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingDifference:
    """An offence, or some cases of it, on which two rulesets rule differently."""

    offence: str
    title: str
    when: str
    one: Sentence
    other: Sentence


def offence_tables(rulebook: Rulebook) -> tuple[OffenceTable, ...]:
    """Return every offence under a ruleset with all its outcomes, equal rulings in one row."""
    return tuple(
        OffenceTable(
            offence=offence, title=rulebook.speaker.text(offence.titles), outcomes=_outcomes_under(offence, rulebook)
        )
        for offence in rulebook.offences()
    )


def _outcomes_under(offence: Offence, rulebook: Rulebook) -> tuple[OutcomeLine, ...]:
    return tuple(
        OutcomeLine(when=when_text(row.when, rulebook.speaker), sentence=row_sentence(row.ruling, offence, rulebook))
        for row in rows_of(bare_case(offence, rulebook.outcome_table(offence)), rulebook)
    )


def bare_case(offence: Offence, outcome_table: OutcomeTable) -> Case:
    """Return an offence of which nothing more is known."""
    nothing_known = (None,) * len(offence.questions)
    return Case(offence=offence, given=nothing_known, cells=cells_of(outcome_table, nothing_known))


def row_sentence(ruling: Ruling, offence: Offence, rulebook: Rulebook) -> Sentence:
    """Return what is ruled in one row."""
    text = ruling_sentence(ruling, {}, rulebook.rules, rulebook.speaker)
    return Sentence(rule=f"offence.{offence.id}", text=text, cites=(ruling.cite,))


def ruled_differently(one: Rulebook, other: Rulebook) -> tuple[RulingDifference, ...]:
    """Return where two rulesets rule differently; offences that only one of them knows are left out."""
    known = [offence.id for offence in other.offences()]
    shared = [offence for offence in one.offences() if offence.id in known]
    return tuple(difference for offence in shared for difference in differences_on(offence, one, other))


def differences_on(offence: Offence, one: Rulebook, other: Rulebook) -> tuple[RulingDifference, ...]:
    """Return the cases of one offence that are ruled differently, merged into as few rows as can be."""
    joint = _joint_table(offence, one, other)
    case = bare_case(offence, joint)
    rows = [row for row in table_rows(fitting_cells(joint, case.given)) if row.ruling != _SAME]
    return tuple(
        RulingDifference(
            offence=offence.id,
            title=one.speaker.text(offence.titles),
            when=when_text(when_of_row(row, case, joint), one.speaker),
            one=_in_short(row, joint, offence, one),
            other=_in_short(row, joint, offence, other),
        )
        for row in rows
    )


def _joint_table(offence: Offence, one: Rulebook, other: Rulebook) -> OutcomeTable:
    """Return the outcomes of an offence as pairs of rulings, numbered from one; equal ones are ``_SAME``."""
    outcome_tables = (one.outcome_table(offence), other.outcome_table(offence))
    spans = tuple(
        _joined_spans(outcome_tables[0].spans[i], outcome_tables[1].spans[i]) for i in range(len(offence.questions))
    )
    pairs: list[tuple[int, int]] = []
    cells = tuple(
        _joint_cell(_first_answers(key, spans), outcome_tables, (one, other), pairs) for key in cell_keys(spans)
    )
    return OutcomeTable(spans=spans, cells=cells)


def _first_answers(key: CellKey, spans: tuple[tuple[Span, ...], ...]) -> list[int]:
    """Return an answer to each question that falls into this cell."""
    return [spans[i][at][0] for i, at in enumerate(key)]


def _joined_spans(one: tuple[Span, ...], other: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return the spans of a question that neither table of outcomes cuts through."""
    starts = sorted({low for low, _ in one} | {low for low, _ in other})
    last = max([high for _, high in one])
    ends = [*[start - 1 for start in starts[1:]], last]
    return tuple(zip(starts, ends, strict=True))


def _joint_cell(
    answers: list[int],
    outcome_tables: tuple[OutcomeTable, OutcomeTable],
    both: tuple[Rulebook, Rulebook],
    pairs: list[tuple[int, int]],
) -> int:
    one, other = [_ruling_for(answers, outcome_table) for outcome_table in outcome_tables]
    if NEVER in (one, other):
        return NEVER
    left, right = both[0].book.penalties, both[1].book.penalties
    if _costs_of(left.rulings[one]) == _costs_of(right.rulings[other]):
        return _SAME
    pair = (left.leaders[one], right.leaders[other])
    if pair not in pairs:
        pairs.append(pair)
    return pairs.index(pair) + 1


def _ruling_for(answers: list[int], outcome_table: OutcomeTable) -> int:
    index = 0
    for i, answer in enumerate(answers):
        at = [low <= answer <= high for low, high in outcome_table.spans[i]].index(True)
        index = index * len(outcome_table.spans[i]) + at
    return outcome_table.cells[index]


def _costs_of(ruling: Ruling) -> tuple[object, ...]:
    """Return what a ruling costs, to compare it with another book's."""
    return (
        ruling.covered,
        ruling.found,
        *[(each.kind, each.amount, each.per, each.least, each.most, each.choices) for each in ruling.consequences],
    )


def _in_short(row: TableRow, joint: OutcomeTable, offence: Offence, rulebook: Rulebook) -> Sentence:
    """Return in few words what a ruleset rules in the cases of one row, with all the clauses that say so."""
    keys = [cell.key for cell in cells_of(joint, (None,) * len(offence.questions)) if holds(row, cell.key)]
    answers = [_first_answers(key, joint.spans) for key in keys]
    cells = tuple(Cell(key=(), ruling=_ruling_for(each, rulebook.outcome_table(offence))) for each in answers)
    ruling = joint_ruling(cells, rulebook.book.penalties)
    penalties = [_penalty_in_short(each, rulebook.speaker) for each in ruling.consequences]
    silent = "rule.penalty.uncovered" if ruling.found else "rule.penalty.unknown"
    text = " + ".join(penalties) if ruling.covered else rulebook.speaker.say(silent)
    return Sentence(rule=f"offence.{offence.id}", text=text, cites=(ruling.cite,))


def _penalty_in_short(consequence: Consequence, speaker: Speaker) -> str:
    """Return one penalty as part of a sentence; of a chombo not what it costs, which its own chapter compares."""
    key = f"rule.penalty.{consequence.kind}"
    if consequence.kind in (Penalty.FINE, Penalty.POINTS):
        return speaker.say(key, (("points", consequence.amount),))
    if consequence.kind == Penalty.REFEREE and consequence.most:
        facts = (("low", consequence.least), ("high", consequence.most))
        return speaker.say("rule.penalty.referee_range", facts)
    return speaker.say(key)


@dataclass(frozen=True, kw_only=True, slots=True)
class Comparison:
    """What differs between two rulebooks; ``words`` are clauses without a value, which cannot be compared."""

    values: tuple[Difference, ...]
    rulings: tuple[RulingDifference, ...]
    words: tuple[tuple[Sentence, ...], tuple[Sentence, ...]]


def compared(one: Rulebook, other: Rulebook) -> Comparison:
    """Return what differs between two rulebooks under their options, in the language of the first."""
    mine, yours = _in_words_only(one), _in_words_only(other)
    shared = [line.clauses for line in mine if line in yours]
    return Comparison(
        values=differences_of(one.rules, other.rules, one.speaker),
        rulings=ruled_differently(one, other),
        words=(
            tuple(line for line in mine if line.clauses not in shared),
            tuple(line for line in yours if line.clauses not in shared),
        ),
    )


def _in_words_only(rulebook: Rulebook) -> tuple[Sentence, ...]:
    """Return the clauses that decide no value and no offence, whatever the options."""
    book = rulebook.book
    deciding = [text.cite.clause for text in book.clauses if text.values]
    ruling = [each.cite.clause for each in book.penalties.rulings]
    return tuple(
        Sentence(rule="", text=rulebook.speaker.text(text.texts), cites=(text.cite,))
        for text in book.clauses_under(rulebook.variant)
        if text.cite.clause not in deciding and text.cite.clause not in ruling
    )


_SUBSTITUTED = "tournament.substituted"


def events_explained(policy: Policy, speaker: Speaker) -> tuple[ChapterStatements, ...]:
    """Return what a book says about events in sentences."""
    return tuple(
        ChapterStatements(id=chapter, lines=tuple([sentence_of(point, policy, speaker) for point in points]))
        for chapter, points in (
            ("standings", _standings_points(policy.standings)),
            ("tournament", _tournament_points(policy.tournament)),
        )
    )


def _standings_points(rules: StandingsRules) -> tuple[Statement, ...]:
    names = tuple([f"policy.ties.{each}" for each in rules.ties])
    return (_point("standings.ties", "value" if names else "none", names=names),)


def _tournament_points(rules: TournamentRules) -> tuple[Statement, ...]:
    """Return what is said about people who are late, missing or gone, and about results."""
    late = (("value", rules.late),)
    return (
        _point("tournament.late", "value" if rules.late else "none", late),
        _point("tournament.absent", rules.absent),
        _substituted_point(rules),
        _point("tournament.others", rules.others),
        _point("tournament.withdrawn", rules.withdrawn),
        _point("tournament.disqualified", rules.disqualified),
        _point("tournament.staff_check", "yes" if rules.staff_check else "no"),
    )


def _substituted_point(rules: TournamentRules) -> Statement:
    return Statement(
        rules=(_SUBSTITUTED, "tournament.substituted_parts"),
        phrase=Phrase(
            key=f"policy.{_SUBSTITUTED}.{rules.substituted}",
            facts=(
                ("total", _total_text(sum(rules.substituted_parts))),
                ("parts", _parts_text(rules.substituted_parts)),
            ),
        ),
    )


def substitution_explained(policy: Policy, speaker: Speaker) -> Sentence:
    """Return what a book lets a round count that somebody else played."""
    return sentence_of(_substituted_point(policy.tournament), policy, speaker)


def _parts_text(parts: tuple[int, ...]) -> Phrase:
    """Return points, uma and penalty of a result as a list; beside the points only what there is."""
    score, uma, penalty = parts
    phrases = [
        Phrase(key=f"policy.tournament.parts.{name}", facts=(("value", value),))
        for name, value in (("score", score), ("uma", uma), ("penalty", -penalty))
        if value or name == "score"
    ]
    whole, joint = phrases[-1], "last"
    for each in reversed(phrases[:-1]):
        whole = Phrase(key=f"policy.tournament.parts.{joint}", facts=(("first", each), ("rest", whole)))
        joint = "more"
    return whole


def _total_text(points: int) -> Phrase:
    """Return a result as standings write it, in thousands with one decimal."""
    facts = (("whole", abs(points) // 1000), ("tenths", abs(points) % 1000 // 100))
    figure = Phrase(key="policy.tournament.parts.total", facts=facts)
    return Phrase(key="rule.minus", facts=(("value", figure),)) if points < 0 else figure


def _point(rule: str, choice: str, facts: tuple[tuple[str, int], ...] = (), names: tuple[str, ...] = ()) -> Statement:
    return Statement(rules=(rule,), phrase=Phrase(key=f"policy.{rule}.{choice}", facts=facts), names=names)


def events_compared(one: Policy, other: Policy, speaker: Speaker) -> tuple[Difference, ...]:
    """Return every point on which two books say something else about events."""
    return tuple(
        Difference(chapter=chapter, one=left, other=right)
        for chapter, left, right in _paired(events_explained(one, speaker), events_explained(other, speaker))
        if _differ(left, right)
    )


def _paired(
    one: tuple[ChapterStatements, ...], other: tuple[ChapterStatements, ...]
) -> list[tuple[str, Sentence, Sentence]]:
    """Return the sentences of two books about the same values, with their chapter."""
    return [
        (mine.id, left, right)
        for mine, yours in zip(one, other, strict=True)
        for left, right in zip(mine.lines, yours.lines, strict=True)
    ]

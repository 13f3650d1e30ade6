"""Offences and procedures: the questions that can decide, a ruling for every answer, and what a book says of them."""

from __future__ import annotations

from enum import StrEnum

from referee.records import dataclass
from referee.rules.ruleset import Cite

Texts = dict[str, str]
"""A text per language."""

Span = tuple[int, int]
"""Answers from the first to the last, both included; an answer in words is its place among the answers."""

NEVER = -1
"""Stands for a ruling where the answers cannot come together."""


CATEGORIES = ("tiles", "calls", "win", "riichi", "end", "conduct")
"""The kinds of offences and procedures, in the order in which they are shown."""


class Penalty(StrEnum):
    """What a player can suffer for an offence."""

    NONE = "none"
    WARNING = "warning"
    FINE = "fine"  # points to the table
    DEAD_HAND = "dead_hand"  # agari houki for the rest of the hand
    CHOMBO = "chombo"  # paid as the rulebook's chapter on chombo says
    POINTS = "points"  # off the tournament score only
    DISQUALIFICATION = "disqualification"
    REFEREE = "referee"  # at the referee's discretion


@dataclass(frozen=True, kw_only=True, slots=True)
class Consequence:
    """One penalty. ``amount`` in points, ``per`` the count question that it is multiplied by, empty for none.

    ``least`` and ``most`` bound the referee's discretion, 0 where the book gives no bounds; ``choices`` are the
    penalties it leaves him.
    """

    kind: Penalty
    amount: int
    per: str
    least: int
    most: int
    choices: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ruling:
    """What a book says: penalties, a sentence to say, first steps at the table, the source, and own guidance.

    ``says`` and ``guidance`` are empty where the book adds nothing. Where it is not ``covered`` the book is silent, or
    its text was not ``found``.
    """

    consequences: tuple[Consequence, ...]
    says: Texts
    steps: tuple[Texts, ...]
    cite: Cite
    covered: bool
    found: bool
    guidance: Texts


@dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """One answer in words."""

    id: str
    titles: Texts


@dataclass(frozen=True, kw_only=True, slots=True)
class Inquiry:
    """One question about an offence: answered by one of ``answers``, or by a count from ``low`` to ``high``.

    ``default`` is the answer where nothing is said, empty if it must be asked; ``units`` says a {count} in words, empty
    where the number says enough; ``checks`` are the questions about tiles that help to answer. ``after`` holds the
    answers to other questions without which this one is not asked, ``earlier`` the answers of earlier catalogues, each
    with those of today that stand for it, the first and the last.
    """

    id: str
    texts: Texts
    answers: tuple[Answer, ...]
    low: int
    high: int
    default: str
    units: Texts
    checks: tuple[str, ...]
    after: dict[str, str]
    earlier: dict[str, tuple[str, str]]

    def named(self, name: str) -> Span | None:
        """Return an answer in words as a span, one of an earlier catalogue as all that stand for it, or None."""
        names = [answer.id for answer in self.answers]
        if name in names:
            return (names.index(name), names.index(name))
        if name in self.earlier:
            first, last = self.earlier[name]
            return (names.index(first), names.index(last))
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Offence:
    """One offence; ``search`` holds folded words, ``checks`` the questions about tiles that help to decide it.

    ``ended`` says when the hand is over before it is ruled on: by draw, abort or win the answers with which it is, none
    for all of them.
    """

    id: str
    category: str
    titles: Texts
    search: tuple[str, ...]
    checks: tuple[str, ...]
    ended: dict[str, tuple[str, ...]]
    questions: tuple[Inquiry, ...]

    def question(self, name: str) -> Inquiry | None:
        """Return the question with this id, or None."""
        for question in self.questions:
            if question.id == name:
                return question
        return None


@dataclass(frozen=True, kw_only=True, slots=True)
class Chart:
    """An offence under a rulebook: the spans that each question falls into, and the ruling of every combination.

    ``cells`` counts through the spans with the last question running fastest; an entry is a place in the book's
    ``rulings`` or ``NEVER``.
    """

    spans: tuple[tuple[Span, ...], ...]
    cells: tuple[int, ...]


Charts = dict[str, Chart]
"""A chart for every offence."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ladder:
    """How the price of a repeated offence rises.

    ``raises`` is what the first time costs, ``steps`` what the second costs, the third and so on; the last stands for
    all later ones. Repeats are counted within a ``scope``, for each of ``offences`` alone or for all ``together``;
    ``when`` holds the only answers that it is for, by question.
    """

    offences: tuple[str, ...]
    when: dict[str, tuple[Span, ...]]
    together: bool
    scope: str
    raises: Penalty
    steps: tuple[Ruling, ...]

    def step(self, times: int) -> Ruling:
        """Return what the offence costs when it is committed for this time, the second or a later one."""
        return self.steps[min(times, len(self.steps) + 1) - 2]


@dataclass(frozen=True, kw_only=True, slots=True)
class PenaltyBook:
    """All that one rulebook says about offences: those of its own, its rulings, and charts by variant key.

    ``leaders`` holds for each ruling the place of the first one that does the same at the table: equal penalties and
    steps, whatever the clause. ``ladders`` say what rises when it is repeated.
    """

    own: tuple[Offence, ...]
    rulings: tuple[Ruling, ...]
    leaders: tuple[int, ...]
    charts: dict[str, Charts]
    ladders: tuple[Ladder, ...]

    def ladder(self, offence: str) -> Ladder | None:
        """Return how the price of an offence rises, None where it does not."""
        for ladder in self.ladders:
            if offence in ladder.offences:
                return ladder
        return None


Only = tuple[tuple[str, tuple[str, ...]], ...]
"""When something holds: for each ``chapter.key`` or question all that it may be; everywhere if there is nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """One answer to a question; ``go`` is the procedure that answers it instead, empty for none."""

    id: str
    title: str
    go: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Ask:
    """One question about a procedure, which is asked ``only`` after some answers to another."""

    id: str
    text: str
    replies: tuple[Reply, ...]
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcedureStep:
    """One thing to do at the table."""

    text: str
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """An offence whose ruling belongs to a procedure, with the answers that are known."""

    offence: str
    answers: tuple[tuple[str, str], ...]
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class ValueWhen:
    """A value whose sentence answers a procedure only after some answers."""

    value: str
    only: Only


@dataclass(frozen=True, kw_only=True, slots=True)
class Procedure:
    """One question to a referee.

    ``values`` are the ``chapter.key`` whose sentences answer it, behind ``says``, which holds under every ruleset, and
    ``when`` those of them that are not always told; where there are none, only the text of a book answers.
    """

    id: str
    category: str
    title: str
    says: str
    values: tuple[str, ...]
    when: tuple[ValueWhen, ...]
    asks: tuple[Ask, ...]
    steps: tuple[ProcedureStep, ...]
    rulings: tuple[Named, ...]
    see: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class BookText:
    """What the text of a book says about a procedure, and steps that only this book has."""

    texts: Texts
    steps: tuple[Texts, ...]
    cite: Cite

"""What a book says about events in sentences, and how two books differ in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.explain.compare import Difference, differ
from referee.explain.rulebook import ChapterStatements, Sentence, sentence_of
from referee.explain.statements import Statement
from referee.rules.ledger import Phrase

if TYPE_CHECKING:
    from referee.texts.words import Speaker
    from referee.tournament.policy import Policy, StandingsRules, TournamentRules

SUBSTITUTED = "tournament.substituted"


def events_explained(policy: Policy, speaker: Speaker) -> tuple[ChapterStatements, ...]:
    """Return what a book says about events in sentences."""
    return tuple(
        ChapterStatements(id=chapter, lines=tuple([sentence_of(point, policy, speaker) for point in points]))
        for chapter, points in (
            ("standings", standings_points(policy.standings)),
            ("tournament", tournament_points(policy.tournament)),
        )
    )


def standings_points(rules: StandingsRules) -> tuple[Statement, ...]:
    """Return what is said about the standings."""
    names = tuple([f"policy.ties.{each}" for each in rules.ties])
    return (point("standings.ties", "value" if names else "none", names=names),)


def tournament_points(rules: TournamentRules) -> tuple[Statement, ...]:
    """Return what is said about people who are late, missing or gone, and about results."""
    late = (("value", rules.late),)
    return (
        point("tournament.late", "value" if rules.late else "none", late),
        point("tournament.absent", rules.absent),
        Statement(
            rules=(SUBSTITUTED, "tournament.substituted_parts"),
            said=Phrase(
                key=f"policy.{SUBSTITUTED}.{rules.substituted}", facts=(("parts", parts_text(rules.substituted_parts)),)
            ),
        ),
        point("tournament.others", rules.others),
        point("tournament.withdrawn", rules.withdrawn),
        point("tournament.disqualified", rules.disqualified),
        point("tournament.staff_check", "yes" if rules.staff_check else "no"),
    )


def parts_text(parts: tuple[int, ...]) -> Phrase:
    """Return points, uma and penalty of a result as a list; beside the points only what there is."""
    score, uma, penalty = parts
    told = [
        Phrase(key=f"policy.tournament.parts.{name}", facts=(("value", value),))
        for name, value in (("score", score), ("uma", uma), ("penalty", -penalty))
        if value or name == "score"
    ]
    said = told[-1]
    for each in reversed(told[:-1]):
        said = Phrase(key="policy.tournament.parts.more", facts=(("first", each), ("rest", said)))
    return said


def point(rule: str, choice: str, facts: tuple[tuple[str, int], ...] = (), names: tuple[str, ...] = ()) -> Statement:
    """Return what is said of one value."""
    return Statement(rules=(rule,), said=Phrase(key=f"policy.{rule}.{choice}", facts=facts), names=names)


def events_compared(one: Policy, other: Policy, speaker: Speaker) -> tuple[Difference, ...]:
    """Return every point on which two books say something else about events."""
    return tuple(
        Difference(chapter=chapter, one=left, other=right)
        for chapter, left, right in paired(events_explained(one, speaker), events_explained(other, speaker))
        if differ(left, right)
    )


def paired(
    one: tuple[ChapterStatements, ...], other: tuple[ChapterStatements, ...]
) -> list[tuple[str, Sentence, Sentence]]:
    """Return the sentences of two books about the same values, with their chapter."""
    return [
        (mine.id, left, right)
        for mine, yours in zip(one, other, strict=True)
        for left, right in zip(mine.lines, yours.lines, strict=True)
    ]

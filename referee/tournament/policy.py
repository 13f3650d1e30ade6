"""What a book says about events: ties in the standings, players who are late or missing, repeated offences."""

from __future__ import annotations

from enum import StrEnum

from referee.records import dataclass
from referee.rules.offences import Ladder
from referee.rules.ruleset import Cite
from referee.tournament.standings import TieBreak


class Absent(StrEnum):
    """What happens at the table of a player who is not there."""

    SUBSTITUTE = "substitute"  # somebody else plays
    FORFEITED = "forfeited"  # somebody else plays, and the missing player has no result


class Substituted(StrEnum):
    """Who says what a round counts that somebody else played."""

    BOOK = "book"
    PROPOSED = "proposed"  # the organiser, after a proposal
    FROM_UMA = "from_uma"  # the organiser, after a proposal made from the book's own uma and oka


class Others(StrEnum):
    """The uma of those who played against a substitute."""

    AS_PLAYED = "as_played"
    BY_ORDER = "by_order"  # of a seat taken over in mid-game the first three places' uma, by their order


class Withdrawn(StrEnum):
    """Where somebody stands who left the event."""

    RANKED = "ranked"  # missed rounds count as played by a substitute
    UNRANKED = "unranked"


class Disqualified(StrEnum):
    """Where somebody stands who was disqualified."""

    LAST = "last"
    UNRANKED = "unranked"


@dataclass(frozen=True, kw_only=True, slots=True)
class StandingsRules:
    """How the standings are sorted: what decides between equal totals, in this order; who is still tied shares."""

    ties: tuple[TieBreak, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentRules:
    """What happens to those who are late, missing, or gone.

    ``late`` is how many minutes are an offence of its own; after them a player is absent. 0: the referee decides.
    ``substituted_parts`` are points, uma and penalty of a round that somebody else played, or what is proposed;
    where the proposal is made from the book's uma, that and the oka come on top. With ``staff_check`` staff look at
    every result that four players agreed on.
    """

    late: int
    absent: Absent
    substituted: Substituted
    substituted_parts: tuple[int, ...]
    others: Others
    withdrawn: Withdrawn
    disqualified: Disqualified
    staff_check: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """What a book says about events; ``cites`` holds a source for every ``chapter.key``."""

    standings: StandingsRules
    tournament: TournamentRules
    ladders: tuple[Ladder, ...]
    cites: dict[str, Cite]

    def cite(self, rule: str) -> Cite:
        """Return the source of ``chapter.key``."""
        return self.cites[rule]

    @property
    def covers_substitutes(self) -> bool:
        """Return whether the book itself says what a round counts that somebody else played."""
        return self.tournament.substituted is Substituted.BOOK


Policies = dict[str, Policy]
"""What books say about events, by their ids."""

"""What happened in an event, in the past tense: its log holds numbers of people, never their names.

Times are milliseconds of Unix time, amounts points. Free text is only what a person typed as a reason.
"""

from __future__ import annotations

from enum import StrEnum

from referee.records import dataclass
from referee.rules.placement import Parts
from referee.rules.table import Four
from referee.tournament.quality import Quality
from referee.tournament.winds import Rounds


class TournamentEventKind(StrEnum):
    """The kinds of entries in an event's log, by the name under which they are stored."""

    TOURNAMENT_OPENED = "tournament_opened"
    SETTINGS_CHANGED = "settings_changed"
    LINK_ISSUED = "link_issued"
    LINK_REVOKED = "link_revoked"
    PEOPLE_ENTERED = "people_entered"
    PERSON_ERASED = "person_erased"
    STATUS_SET = "status_set"
    MANNED = "manned"
    DRAWN = "drawn"
    DRAW_PUBLISHED = "draw_published"
    SEATED = "seated"
    ROUND_STARTED = "round_started"
    ROUND_CLOSED = "round_closed"
    CLOCK_PAUSED = "clock_paused"
    CLOCK_RESUMED = "clock_resumed"
    TIME_ADDED = "time_added"
    RESULT_ENTERED = "result_entered"
    FINALS_ENTERED = "finals_entered"
    RESULT_ACCEPTED = "result_accepted"
    RESULT_TAKEN_BACK = "result_taken_back"
    PENALTY_GIVEN = "penalty_given"
    PENALTY_WITHDRAWN = "penalty_withdrawn"
    PUBLISHED = "published"
    TOURNAMENT_CLOSED = "tournament_closed"
    TOURNAMENT_REOPENED = "tournament_reopened"


class Form(StrEnum):
    """What kind of event it is."""

    TOURNAMENT = "tournament"  # rounds of all tables, under one clock
    NIGHT = "night"  # a table starts when four people sit down


class Mode(StrEnum):
    """How tables keep their sheets."""

    ANY = "any"
    PHONES = "phones"
    PAPER = "paper"


class Release(StrEnum):
    """When standings are published."""

    EACH = "each"  # when a round closes
    ALL_BUT_LAST = "all_but_last"  # the same, but the last round only by hand
    BY_HAND = "by_hand"


class PublicNames(StrEnum):
    """How people are called where everybody may look."""

    FULL = "full"
    INITIAL = "initial"  # the given name and the first letter of the family's
    NUMBERS = "numbers"


class Ranking(StrEnum):
    """What a club night ranks by."""

    TOTAL = "total"
    AVERAGE_FINAL = "average_final"
    AVERAGE_PLACE = "average_place"


class Role(StrEnum):
    """What a link lets its holder do; whoever has none is the public."""

    ORGANISER = "organiser"
    REFEREE = "referee"
    TABLE = "table"
    PUBLIC = "public"


class PersonKind(StrEnum):
    """Whether somebody plays, or plays for others."""

    PLAYER = "player"
    SUBSTITUTE = "substitute"


class Status(StrEnum):
    """Whether somebody is there."""

    EXPECTED = "expected"
    PRESENT = "present"
    ABSENT = "absent"
    LATE = "late"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class DrawMethod(StrEnum):
    """How a draw was made."""

    FIXED = "fixed"
    RANDOM = "random"
    SWISS = "swiss"
    BY_PLACE = "by_place"
    PASTED = "pasted"
    HAND = "hand"


class Winds(StrEnum):
    """How winds are come by."""

    DRAWN = "drawn"
    TABLE = "table"  # by the book's draw of seats at the table; until then they are provisional


class Source(StrEnum):
    """Where a result comes from."""

    SHEET = "sheet"  # the game on the phone
    PAPER = "paper"


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentOpened:
    """An event was made; ``ruleset`` and ``policy`` are hashes of kept texts, ``minutes`` None without a limit.

    ``days`` are dates such as 2026-11-23, ``options`` (option, choice) pairs, ``ties`` names of tie-breaks in order.
    """

    form: Form
    ruleset: str
    book: str
    options: tuple[tuple[str, str], ...]
    policy: str
    tables: int
    rounds: int
    minutes: int | None
    zone: str
    days: tuple[str, ...]
    mode: Mode
    ties: tuple[str, ...]
    release: Release
    staff_check: bool
    public_names: PublicNames
    ranking: Ranking
    least_games: int
    team_substitutes: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class SettingsChanged:
    """A field of the settings, named as in ``TournamentOpened``, has another value, as it stands in JSON."""

    field: str
    value: object


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkIssued:
    """A link was made; ``table_no`` is the table of a table's link, else None."""

    link: str
    role: Role
    table_no: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkRevoked:
    """A link leads nowhere any more."""

    link: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Entrant:
    """A number that plays, or plays for others; ``keeps_table`` is a table's number, or None."""

    number: int
    kind: PersonKind
    team: str
    keeps_table: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class PeopleEntered:
    """People were entered or changed; ``removed`` are numbers that were taken off before anything was played."""

    people: tuple[Entrant, ...]
    removed: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonErased:
    """What is known of a person was erased, but for the number and results."""

    number: int


@dataclass(frozen=True, kw_only=True, slots=True)
class StatusSet:
    """Whether somebody is there, from a round on; ``minutes`` is how late."""

    number: int
    status: Status
    from_round: int
    minutes: int | None
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Manned:
    """From a round on ``by`` plays for ``number``; the player's own number when he comes back."""

    number: int
    by: int
    from_round: int
    during: bool
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Drawn:
    """A draw was made for these rounds, with the tables of each; ``from_version`` is that of the standings it used."""

    draw: int
    rounds: tuple[int, ...]
    method: DrawMethod
    seed: int
    winds: Winds
    tables: Rounds
    quality: Quality
    apart: tuple[tuple[int, ...], ...]
    from_version: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class DrawPublished:
    """A draw was shown to everybody for these rounds; ``reason`` is why it takes the place of another one."""

    draw: int
    rounds: tuple[int, ...]
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Seated:
    """Who sits at a table, in the order East, South, West, North."""

    round: int
    table_no: int
    numbers: Four
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundStarted:
    """A round began; ``minutes`` is None where no clock runs."""

    round: int
    minutes: int | None
    at: int


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundClosed:
    """A round is over: all its results are in."""

    round: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockPaused:
    """The clock of a round was stopped."""

    round: int
    at: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockResumed:
    """The clock of a round runs again."""

    round: int
    at: int


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeAdded:
    """These tables have more time before their signal, or more hands after it; ``call`` is the call it is for."""

    round: int
    tables: tuple[int, ...]
    seconds: int
    hands: int
    call: int | None
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultEntered:
    """The result of a table; ``seq`` is the game's event that issued it, None on paper.

    ``points`` stand as on the table before ``left`` sticks are given out, ``chombo`` counts them, ``agreed`` are the
    seats that agreed. ``substituted`` are what the book takes from or gives to each line because a substitute played.
    """

    round: int
    table_no: int
    source: Source
    seq: int | None
    numbers: Four
    manned_by: Four
    points: Four
    chips: Four
    yakitori: tuple[bool, bool, bool, bool]
    left: int
    chombo: Four
    final: Four
    place: Four
    parts: tuple[Parts, Parts, Parts, Parts]
    substituted: Four
    agreed: tuple[int, ...]
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class NumberFinal:
    """The final of a number in a published table."""

    number: int
    final: int


@dataclass(frozen=True, kw_only=True, slots=True)
class FinalsEntered:
    """The finals of a round were taken over from a published table."""

    round: int
    finals: tuple[NumberFinal, ...]
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultAccepted:
    """Staff accepted a result; with a reason where not all four agreed."""

    round: int
    table_no: int
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultTakenBack:
    """A result does not count any more, and its table is open again."""

    round: int
    table_no: int
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PenaltyGiven:
    """Somebody was punished outside a game: ``points`` off the total, 0 for a warning.

    ``offence``, ``answers``, ``clause`` and ``confidence`` are those of the book, as far as it has any for it.
    """

    penalty: int
    number: int
    points: int
    offence: str
    answers: tuple[tuple[str, str], ...]
    clause: str
    confidence: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PenaltyWithdrawn:
    """A penalty outside a game does not count any more."""

    penalty: int
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Published:
    """The standings up to a round were shown to everybody, as the version with this number."""

    version: int
    round: int
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentClosed:
    """The event is over."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentReopened:
    """The event goes on after all."""

    reason: str


RoundEvent = (
    Seated
    | RoundStarted
    | RoundClosed
    | ClockPaused
    | ClockResumed
    | TimeAdded
    | ResultEntered
    | FinalsEntered
    | ResultAccepted
    | ResultTakenBack
)
"""What happens in a round."""

TournamentEvent = (
    TournamentOpened
    | SettingsChanged
    | LinkIssued
    | LinkRevoked
    | PeopleEntered
    | PersonErased
    | StatusSet
    | Manned
    | Drawn
    | DrawPublished
    | RoundEvent
    | PenaltyGiven
    | PenaltyWithdrawn
    | Published
    | TournamentClosed
    | TournamentReopened
)

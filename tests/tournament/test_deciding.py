"""What is done at an event and what is refused, decided from its log alone (`events.md` 2-6)."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from referee.library import sentences
from referee.rules.table import NotDone
from referee.tournament.codec import EVENTS, event_kind, event_of, event_text
from referee.tournament.entry import decide_manning, decide_people, decide_status
from referee.tournament.events import (
    DrawMethod,
    Entrant,
    Form,
    Manned,
    PersonKind,
    Role,
    Status,
    StatusSet,
    TimeAdded,
    TournamentEvent,
    Winds,
)
from referee.tournament.life import decide_link, decide_revoking, decide_settings
from referee.tournament.refusals import EventCode
from referee.tournament.rounds import decide_close, decide_release, decide_reopening, decide_start, decide_time
from referee.tournament.seating import (
    DrawWish,
    decide_draw,
    decide_pasted,
    decide_publishing,
    decide_seats,
    decide_sitting_down,
    decide_swap,
    not_seated,
    waiting,
)
from referee.tournament.tournament import RoundState, Tournament, evolve, opened
from tests.cups import settings

SETTINGS = replace(settings("r"), book="warsaw", policy="p", zone="UTC", days=())


def after(tournament: Tournament, decided: TournamentEvent | tuple[TournamentEvent, ...] | NotDone) -> Tournament:
    """Return the event once something is done, which must be allowed; every entry is read back from its text."""
    assert not isinstance(decided, NotDone), decided
    for event in decided if isinstance(decided, tuple) else (decided,):
        kind = event_kind(event)
        assert event_of(kind, event_text(event)) == event
        tournament = evolve(tournament, tournament.seq + 1, event)
    return tournament


def code_of(decided: object) -> EventCode:
    """Return why something is refused."""
    assert isinstance(decided, NotDone), decided
    code = decided.problems[0].code
    assert isinstance(code, EventCode)
    return code


def players(*numbers: int) -> tuple[Entrant, ...]:
    """Return people who play."""
    return tuple(Entrant(number=each, kind=PersonKind.PLAYER, team="", keeps_table=None) for each in numbers)


def substitute(number: int) -> Entrant:
    """Return somebody who plays for others."""
    return Entrant(number=number, kind=PersonKind.SUBSTITUTE, team="", keeps_table=None)


@pytest.fixture
def eight() -> Tournament:
    """Return an event of eight people and a substitute."""
    made = opened(1, SETTINGS)
    return after(made, decide_people(made, (*players(*range(1, 9)), substitute(9))))


def drawn(tournament: Tournament, *rounds: int, winds: Winds = Winds.DRAWN) -> Tournament:
    """Return the event with rounds drawn and published."""
    tournament = after(
        tournament, decide_draw(tournament, DrawWish(rounds=rounds, method=DrawMethod.FIXED, seed=1, winds=winds))
    )
    return after(tournament, decide_publishing(tournament, tournament.draws[-1].draw, rounds))


def test_every_refusal_has_its_sentence() -> None:
    """In both languages, under its code (`events/12`)."""
    for words in sentences().values():
        assert {f"event.refused.{code}" for code in EventCode} <= words.keys()


def test_every_kind_of_entry_is_stored_under_its_name() -> None:
    """`events/11`: the names are those of the table there."""
    assert all(event.__name__.lower() == kind.replace("_", "") for kind, event in EVENTS.items())


def test_people_are_fours(eight: Tournament) -> None:
    """`events/2.3`: how many are missing beside the substitute who is there is said; nobody is drawn."""
    nine = after(eight, decide_people(eight, players(10)))
    refused = decide_draw(nine, DrawWish(rounds=(1,), method=DrawMethod.RANDOM))
    assert code_of(refused) == EventCode.PEOPLE_NOT_FOUR
    assert isinstance(refused, NotDone)
    assert ("missing", 2) in refused.problems[0].facts


def test_substitutes_fill_tables_of_four(eight: Tournament) -> None:
    """`events/2.3`: as many as are needed sit in the draw, none who is absent; who sits there plays for nobody else."""
    seven = after(eight, decide_people(eight, (), (8,)))
    assert eight.in_draw == (1, 2, 3, 4, 5, 6, 7, 8)
    assert seven.in_draw == (1, 2, 3, 4, 5, 6, 7, 9)
    published = drawn(seven, 1)
    assert code_of(decide_manning(published, 3, 9, 1)) == EventCode.PLAYS_FOR_OTHERS
    pasted = decide_pasted(seven, DrawWish(rounds=(1,), method=DrawMethod.PASTED), (((1, 2, 3, 4), (5, 6, 7, 9)),))
    assert not isinstance(pasted, NotDone)
    gone = after(seven, decide_status(seven, 9, Status.ABSENT))
    assert code_of(decide_draw(gone, DrawWish(rounds=(1,), method=DrawMethod.RANDOM))) == EventCode.PEOPLE_NOT_FOUR


def test_who_is_taken_off_leaves_draws_that_nobody_has_seen(eight: Tournament) -> None:
    """`events/2.3`: such a draw is none any more; one that everybody has seen keeps its people."""
    wish = DrawWish(rounds=(1, 2), method=DrawMethod.FIXED, seed=1)
    unseen = after(eight, decide_draw(eight, wish))
    assert after(unseen, decide_people(unseen, (), (3,))).rounds == ()
    assert after(unseen, decide_people(unseen, (), (9,))).rounds == unseen.rounds


def test_people_are_told_once_and_stay_while_drawn(eight: Tournament) -> None:
    """`events/2.2`: all problems at once, nothing of it is written."""
    assert code_of(decide_people(eight, players(11, 11))) == EventCode.DUPLICATE_NUMBER
    assert code_of(decide_people(eight, (), (77,))) == EventCode.UNKNOWN_NUMBER
    assert code_of(decide_people(drawn(eight, 1), (), (1,))) == EventCode.IN_A_DRAW
    assert after(eight, decide_people(eight, (), (9,))).substitutes == ()


def test_a_substitute_plays_for_one_number_at_a_time(eight: Tournament) -> None:
    """`events/2.4`: from round r on, and the player may come back; draws never change because of people."""
    published = drawn(eight, 1, 2)
    manned = after(published, decide_manning(published, 3, 9, 1))
    assert manned.manned_by(3, 1) == manned.manned_by(3, 2) == 9
    assert code_of(decide_manning(manned, 4, 9, 1)) == EventCode.PLAYS_FOR_OTHERS
    assert code_of(decide_manning(manned, 4, 5, 1)) == EventCode.PLAYS_FOR_OTHERS
    back = after(manned, decide_manning(manned, 3, 3, 2))
    assert (back.manned_by(3, 1), back.manned_by(3, 2)) == (9, 3)
    assert back.rounds == published.rounds
    started = after(back, decide_start(back, 1, 0))
    assert code_of(decide_manning(started, 4, 9, 1)) == EventCode.ROUND_STARTED_ALREADY


def test_who_comes_back_meets_his_substitute_nowhere(eight: Tournament) -> None:
    """`events/11`: nobody mans two numbers in a round, also where one of them was told for later rounds."""
    first = after(eight, decide_manning(eight, 3, 9, 2))
    assert code_of(decide_manning(first, 4, 9, 1)) == EventCode.PLAYS_FOR_OTHERS


def test_a_status_is_told_without_conflict(eight: Tournament) -> None:
    """`events/7`: it changes nothing that two people have to agree on."""
    late = after(eight, decide_status(eight, 3, Status.LATE, 7))
    person = late.person(3)
    assert person is not None
    assert (person.status, person.minutes) == (Status.LATE, 7)
    assert late.changed == eight.changed
    assert code_of(decide_status(eight, 30, Status.PRESENT)) == EventCode.UNKNOWN_NUMBER


@pytest.mark.parametrize("minutes", [None, -1, 0, 11, 12345])
def test_who_is_later_than_ten_minutes_is_absent(eight: Tournament, minutes: int | None) -> None:
    """`events/2.4`: late is 1 to 10 minutes; the refusal holds what was told, and what is allowed."""
    refused = decide_status(eight, 3, Status.LATE, minutes)

    assert code_of(refused) == EventCode.LATE_MINUTES
    assert isinstance(refused, NotDone)
    assert ("most", 10) in refused.problems[0].facts
    assert all(isinstance(decide_status(eight, 3, Status.LATE, each), StatusSet) for each in range(1, 11))


def test_a_draw_is_seen_once_it_is_published(eight: Tournament) -> None:
    """`events/2.5`: what everybody has seen is replaced only with a reason, and only before its round begins."""
    one = drawn(eight, 1)
    again = after(one, decide_draw(one, DrawWish(rounds=(1,), method=DrawMethod.RANDOM, seed=7)))
    assert again.rounds == one.rounds
    assert code_of(decide_publishing(again, 2, (1,))) == EventCode.REASON_MISSING
    replaced = after(again, decide_publishing(again, 2, (1,), "two came late"))
    found = replaced.round(1)
    assert found is not None
    assert found.tables == again.draws[1].tables[0]
    started = after(replaced, decide_start(replaced, 1, 0))
    assert code_of(decide_draw(started, DrawWish(rounds=(1,), method=DrawMethod.RANDOM))) == EventCode.DRAW_STARTED


def test_a_pasted_draw_seats_everybody_once(eight: Tournament) -> None:
    """`events/2.5`: every playing number exactly once, four at a table, none unknown."""
    wish = DrawWish(rounds=(1,), method=DrawMethod.PASTED)
    assert code_of(decide_pasted(eight, wish, (((1, 2, 3, 4), (5, 6, 7, 7)),))) == EventCode.DUPLICATE_NUMBER
    assert code_of(decide_pasted(eight, wish, (((1, 2, 3, 4), (5, 6, 7, 70)),))) == EventCode.UNKNOWN_NUMBER
    assert code_of(decide_pasted(eight, wish, (((1, 2, 3, 4), (5, 6, 7, 9)),))) == EventCode.DRAW_INCOMPLETE
    assert code_of(decide_pasted(eight, wish, (((1, 2, 3, 4),),))) == EventCode.DRAW_INCOMPLETE
    good = after(eight, decide_pasted(eight, wish, (((1, 2, 3, 4), (5, 6, 7, 8)),)))
    assert good.draws[0].quality.repeats == 0


def test_two_change_places(eight: Tournament) -> None:
    """`events/2.5`: before the round without, in it with a reason."""
    one = drawn(eight, 1)
    found = one.round(1)
    assert found is not None
    (first, *_), (second, *_) = found.tables
    swapped = after(one, decide_swap(one, 1, first, second))
    new = swapped.round(1)
    assert new is not None
    assert (new.tables[0][0], new.tables[1][0]) == (second, first)
    started = after(swapped, decide_start(swapped, 1, 0))
    assert code_of(decide_swap(started, 1, first, second)) == EventCode.REASON_MISSING
    assert code_of(decide_swap(started, 1, first, 70, "x")) == EventCode.UNKNOWN_NUMBER


def test_no_hand_before_the_seats_are_told(eight: Tournament) -> None:
    """`events/2.5`: where winds are drawn at the table; only its own four can sit there."""
    one = drawn(eight, 1, winds=Winds.TABLE)
    one = after(one, decide_start(one, 1, 0))
    found = one.round(1)
    assert found is not None
    assert code_of(not_seated(one, 1, 1)) == EventCode.NOT_SEATED
    east, south, west, north = found.tables[0]
    stranger = found.tables[1][0]
    assert code_of(decide_seats(one, 1, 1, (stranger, south, west, north))) == EventCode.UNKNOWN_NUMBER
    known = after(one, decide_seats(one, 1, 1, (north, east, south, west)))
    assert not_seated(known, 1, 1) is None
    assert not_seated(known, 1, 2) is not None


def test_one_round_at_a_time(eight: Tournament) -> None:
    """`events/3`: a round starts when the one before is closed, and closes when all its tables are done."""
    two = drawn(eight, 1, 2)
    assert code_of(decide_start(eight, 1, 0)) == EventCode.ROUND_NOT_PUBLISHED
    one = after(two, decide_start(two, 1, 0))
    assert code_of(decide_start(one, 1, 0)) == EventCode.ROUND_STARTED_ALREADY
    assert code_of(decide_start(one, 2, 0)) == EventCode.ROUND_OPEN
    assert code_of(decide_close(one, 1)) == EventCode.ROUND_OPEN


def test_a_referee_gives_ten_minutes_at_a_table_in_a_round(eight: Tournament) -> None:
    """`events/1`, `events/3`: an organiser any; before the signal minutes, after it one more hand, organisers only."""
    published = drawn(eight, 1)
    one = after(published, decide_start(published, 1, 0))

    def given(by: Role, minutes: int, *tables: int, now: int = 0, hands: int = 0) -> TimeAdded | NotDone:
        added = TimeAdded(round=1, tables=tables, seconds=minutes * 60, hands=hands, call=None, reason="")
        return decide_time(one, added, by=by, signal=15, now=now)

    one = after(one, given(Role.REFEREE, 6, 1))
    refused = given(Role.REFEREE, 5, 1, 2)
    assert code_of(refused) == EventCode.EXTRA_TIME_LIMIT
    assert isinstance(refused, NotDone)
    assert dict(refused.problems[0].facts)["minutes"] == 4
    assert not isinstance(given(Role.REFEREE, 4, 1), NotDone)
    assert not isinstance(given(Role.REFEREE, 10, 2), NotDone)
    assert not isinstance(given(Role.ORGANISER, 30, 1, 2), NotDone)
    signal = 75 * 60_000
    assert code_of(given(Role.ORGANISER, 5, 1, 2, now=signal)) == EventCode.SIGNAL_GIVEN
    assert not isinstance(given(Role.ORGANISER, 5, 1, now=signal), NotDone)
    assert code_of(given(Role.REFEREE, 0, 2, now=signal, hands=1)) == EventCode.NOT_ALLOWED
    assert not isinstance(given(Role.ORGANISER, 0, 2, now=signal, hands=1), NotDone)
    assert code_of(given(Role.ORGANISER, 0, 1, now=signal, hands=1)) == EventCode.SIGNAL_NOT_GIVEN


def test_nothing_is_shown_to_all_before_a_round_is_closed(eight: Tournament) -> None:
    """`events/5`: only closed rounds are published."""
    published = drawn(eight, 1)
    assert code_of(decide_release(after(published, decide_start(published, 1, 0)))) == EventCode.RESULT_MISSING


def test_rules_freeze_with_the_first_round(eight: Tournament) -> None:
    """`events/2.1`: rules and tie list; minutes, mode, release and names may still change."""
    one = drawn(eight, 1)
    before = after(one, decide_settings(one, {"ruleset": "other", "minutes": 60}))
    assert (before.settings.ruleset, before.settings.minutes) == ("other", 60)
    started = after(before, decide_start(before, 1, 0))
    assert code_of(decide_settings(started, {"ruleset": "third"})) == EventCode.RULES_FROZEN
    assert after(started, decide_settings(started, {"minutes": 75, "release": "by_hand"})).settings.minutes == 75
    assert code_of(decide_settings(started, {"rounds": 21})) == EventCode.TOO_LARGE
    assert code_of(decide_settings(started, {"mode": "stone"})) == EventCode.NOT_ALLOWED


def test_the_last_link_of_an_organiser_stays(eight: Tournament) -> None:
    """`events/1`."""
    one = after(eight, decide_link(eight, "a", Role.ORGANISER))
    two = after(one, decide_link(one, "t", Role.TABLE, 4))
    assert code_of(decide_revoking(two, ("a",))) == EventCode.LAST_ORGANISER_LINK
    assert after(two, decide_revoking(two, ("t",))).links[1].revoked
    three = after(two, decide_link(two, "b", Role.ORGANISER))
    assert code_of(decide_revoking(three, ("a", "b"))) == EventCode.LAST_ORGANISER_LINK
    gone = after(three, decide_revoking(three, ("a",)))
    assert code_of(decide_revoking(gone, ("a",))) == EventCode.LINK_REVOKED
    assert code_of(decide_link(gone, "t2", Role.TABLE)) == EventCode.UNKNOWN_NUMBER


def test_a_night_seats_whoever_is_there() -> None:
    """`events/0`, `events/2.3`: a game is a round of its own; who has played least comes first."""
    night = opened(1, replace(SETTINGS, form=Form.NIGHT, minutes=None))
    night = after(night, decide_people(night, players(*range(1, 10))))
    assert waiting(night) == ()
    for number in range(1, 10):
        night = after(night, decide_status(night, number, Status.PRESENT))
    times = count()
    night = after(night, decide_sitting_down(night, 3, (1, 2, 3, 4), next(times)))
    assert [(each.number, each.seats, each.state) for each in night.rounds] == [
        (1, {3: (1, 2, 3, 4)}, RoundState.RUNNING)
    ]
    assert waiting(night) == (5, 6, 7, 8, 9)
    assert code_of(decide_sitting_down(night, 2, (4, 5, 6, 7), 0)) == EventCode.STILL_PLAYING
    assert code_of(decide_sitting_down(night, 3, (5, 6, 7, 8), 0)) == EventCode.STILL_PLAYING
    assert code_of(decide_sitting_down(night, 2, (5, 6, 7, 7), 0)) == EventCode.DUPLICATE_NUMBER
    assert code_of(decide_sitting_down(night, 251, (5, 6, 7, 8), 0)) == EventCode.TOO_LARGE
    assert code_of(decide_sitting_down(night, 0, (5, 6, 7, 8), 0)) == EventCode.NOT_ALLOWED
    night = after(night, decide_sitting_down(night, 2, (5, 6, 7, 8), next(times)))
    assert len(night.running) == 2


def test_a_closed_event_changes_no_more(eight: Tournament) -> None:
    """`events/2`: it is opened again with a reason only."""
    closed = replace(eight, is_closed=True)
    assert code_of(decide_people(closed, players(10))) == EventCode.EVENT_CLOSED
    assert code_of(decide_reopening(closed, "")) == EventCode.REASON_MISSING
    assert not after(closed, decide_reopening(closed, "a round was left out")).is_closed
    assert code_of(decide_reopening(eight, "x")) == EventCode.EVENT_OPEN


def test_a_manning_is_told_by_number() -> None:
    """`events/2.4`: the log holds numbers only."""
    assert event_text(Manned(number=3, by=9, from_round=2, during=False, reason="")) == (
        '{"number":3,"by":9,"from_round":2,"during":false,"reason":""}'
    )

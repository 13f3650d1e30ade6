"""Results from paper, accepted, taken back, corrected, and what of them is published (events/5)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee import desk
from referee.desk import Refused
from referee.desk_event.opened import Entered, open_events
from referee.desk_event.penalties import Punished, give_penalty
from referee.desk_event.people import man
from referee.desk_event.results import accept, agree, correct, enter_finals, enter_paper, take_back
from referee.desk_event.rounds import close, release, rules_of_event
from referee.desk_event.standings import latest, published
from referee.texts.reader import problem_text
from referee.texts.words import Speaker
from referee.tournament.events import FinalsEntered, Mode, NumberFinal, Published, Release, ResultEntered, Status
from referee.tournament.results import leaves_a_rest
from referee.tournament.sheets import PaperSheet
from tests.desks import opened, ron, ruling_plan
from tests.tournaments import Hall, codes, done, opened_hall, shipped_policies

SCORES = (40_000, 30_000, 30_000, 20_000)
OTHERS = (41_000, 30_000, 29_000, 20_000)
FINALS = tuple(NumberFinal(number=number, final=number * 10_000 - 45_000) for number in range(1, 9))
SEATS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))


def new_hall(folder: Path, ruleset: str = "ema-2016", **expected: object) -> Hall:
    """Return an event of two tables in the first of two rounds."""
    hall = opened_hall(opened(folder), ruleset, rounds=2, **expected)
    hall.seat(8, rounds=2, substitutes=1, seats=SEATS)
    hall.start()
    return hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Return an event of two tables in the first of two rounds, with the preset of everything."""
    found = new_hall(tmp_path)
    yield found
    found.event_desk.desk.store.close()  # type: ignore[attr-defined]


def paper(table_no: int = 1, scores: tuple[int | None, ...] = SCORES, **more: object) -> PaperSheet:
    """Return a sheet from paper of the first round."""
    return PaperSheet(round=1, table_no=table_no, scores=scores, **more)  # type: ignore[arg-type]


def results(hall: Hall) -> dict[int, ResultEntered]:
    """Return the results of the first round that stand, by table."""
    return {table_no: each.entered for table_no, each in hall.state.rounds[0].results}


def both_in(hall: Hall) -> None:
    """Enter both sheets of the first round from paper."""
    for table_no in (1, 2):
        done(enter_paper(hall.event_desk, hall.order(), paper(table_no)))


def test_staff_enter_a_sheet_from_paper_and_it_is_done(hall: Hall) -> None:
    """events/5: four scores as seated, and what follows from them."""
    done(enter_paper(hall.event_desk, hall.order(hall.referee()), paper()))

    result = results(hall)[1]
    assert (result.source, result.seq, result.agreed) == ("paper", None, ())
    assert result.place == (1, 2, 2, 4)
    assert result.final == (25_000, 0, 0, -25_000)


@pytest.mark.parametrize(
    ("scores", "left", "sentence"),
    [
        ((40_300, 30_000, 30_000, 20_000), 0, "120,300, not 120,000: 300 too many"),
        (SCORES, 1_000, "121,000, not 120,000: 1,000 too many"),
        ((39_000, 30_000, 30_000, 20_000), 0, "119,000, not 120,000: 1,000 too few"),
    ],
)
def test_a_wrong_sum_is_refused_with_the_difference(
    hall: Hall, scores: tuple[int, int, int, int], left: int, sentence: str
) -> None:
    """events/5: E + S + W + N + left = 4 x start, else refused."""
    refused = enter_paper(hall.event_desk, hall.order(), paper(scores=scores, left=left))

    assert isinstance(refused, Refused)
    speaker = Speaker(lang="en", words=hall.event_desk.desk.library.sentences["en"])
    assert sentence in problem_text(refused.problems[0], None, speaker)
    assert not results(hall)


def test_left_sticks_belong_to_the_sum(hall: Hall) -> None:
    """events/5: scores as on the table before left sticks are given out."""
    done(enter_paper(hall.event_desk, hall.order(), paper(scores=(39_000, 30_000, 30_000, 20_000), left=1_000)))

    assert results(hall)[1].left == 1_000


@pytest.mark.parametrize("ruleset", ["ema-2016", "wrc-2025", "m-league"])
def test_another_sum_with_a_reason_only_where_a_rest_belongs_to_nobody(tmp_path: Path, ruleset: str) -> None:
    """events/5: elsewhere every point belongs to somebody, and a reason does not make it vanish."""
    hall = new_hall(tmp_path, ruleset=ruleset)
    start = rules_of_event(hall.event_desk, hall.state).setup.points

    odd = paper(scores=(start - 100, start, start, start))
    found = enter_paper(hall.event_desk, hall.order(reason="a stick was lost"), odd)

    may = leaves_a_rest(rules_of_event(hall.event_desk, hall.state))
    assert isinstance(found, Refused) != may
    without = enter_paper(hall.event_desk, hall.order(), paper(2, odd.scores))
    assert codes(without) == ["sum_wrong"]
    speaker = Speaker(lang="en", words=hall.event_desk.desk.library.sentences["en"])
    assert ("give a reason" in problem_text(without.problems[0], None, speaker)) == may  # type: ignore[union-attr]


def test_places_alone_are_no_result(hall: Hall) -> None:
    """events/5: only places known: refused."""
    refused = enter_paper(hall.event_desk, hall.order(), paper(scores=(40_000, None, None, 30_000)))

    assert codes(refused) == ["places_only", "places_only"]


def test_a_table_enters_its_paper_sheet_with_four_taps(hall: Hall) -> None:
    """events/5: at the table all four agree; fewer cannot."""
    mine = hall.table_right(1)

    assert codes(enter_paper(hall.event_desk, hall.order(mine), paper(agreed=(0, 1, 2)))) == ["not_agreed"]
    done(enter_paper(hall.event_desk, hall.order(mine), paper(agreed=(0, 1, 2, 3))))
    assert codes(enter_paper(hall.event_desk, hall.order(mine), paper(2, agreed=(0, 1, 2, 3)))) == ["not_your_table"]


def test_an_event_on_phones_takes_paper_with_a_reason_only(tmp_path: Path) -> None:
    """events/0: an event may demand phones for all."""
    hall = new_hall(tmp_path, mode=Mode.PHONES)

    assert codes(enter_paper(hall.event_desk, hall.order(), paper())) == ["wrong_mode"]
    done(enter_paper(hall.event_desk, hall.order(reason="the phone fell"), paper()))


def test_a_ruling_in_the_game_counts_beside_the_sheet_from_paper(tmp_path: Path) -> None:
    """events/13.7: EMA 2016, seven minutes late: -7.0, with its table on paper."""
    hall = new_hall(tmp_path, ruleset="ema-2016")
    game = hall.game(1, 1)
    plan = ruling_plan(2, "late", {"minutes": 7})
    game.must(desk.rule, (plan,))
    done(enter_paper(hall.event_desk, hall.order(), paper()))

    assert results(hall)[1].final == (25_000, 0, -7_000, -25_000)
    assert results(hall)[1].parts[2].penalties == -7_000


def test_staff_accept_with_a_reason_what_fewer_than_four_agreed_on(hall: Hall) -> None:
    """events/5: the game is signed and its result entered in the same order."""
    game = hall.play(1, 1)
    who = hall.referee()

    assert codes(accept(hall.event_desk, hall.order(who), 1, 1)) == ["reason_missing"]
    done(accept(hall.event_desk, hall.order(who, "West has left"), 1, 1))

    assert game.view.standing is not None
    assert hall.kinds[-2:] == ["result_entered", "result_accepted"]
    assert codes(accept(hall.event_desk, hall.order(hall.table_right(2), "why"), 1, 2)) == ["not_allowed"]


def test_with_a_staff_check_an_agreed_result_needs_one_tap_more(tmp_path: Path) -> None:
    """events/5: on for wrc-2025; the round closes only then."""
    hall = new_hall(tmp_path, ruleset="wrc-2025")
    hall.play(1, 1)
    done(agree(hall.event_desk, hall.order(), 1, 1))
    done(enter_paper(hall.event_desk, hall.order(), paper(2)))

    assert codes(close(hall.event_desk, hall.order(), 1)) == ["round_open"]
    done(accept(hall.event_desk, hall.order(hall.referee()), 1, 1))
    hall.close()


def test_a_result_taken_back_opens_the_game_again(hall: Hall) -> None:
    """events/5: its phone may send what it still holds, and agree anew."""
    game = hall.play(1, 1)
    done(agree(hall.event_desk, hall.order(), 1, 1))

    assert codes(take_back(hall.event_desk, hall.order(), 1, 1)) == ["reason_missing"]
    done(take_back(hall.event_desk, hall.order(reason="two hands are missing"), 1, 1))

    assert game.view.standing is None
    assert not results(hall)
    game.record(ron(2, 3, 1, 30))
    hall.play(1, 1)
    done(agree(hall.event_desk, hall.order(hall.table_right(1)), 1, 1))
    assert results(hall)[1].seq == game.view.sheet[-1].seq


def test_in_a_closed_round_only_organisers_accept_and_take_back(hall: Hall) -> None:
    """events/1: a referee until the round is closed."""
    both_in(hall)
    hall.close()

    assert codes(take_back(hall.event_desk, hall.order(hall.referee(), "wrong"), 1, 1)) == ["not_allowed"]
    assert codes(accept(hall.event_desk, hall.order(hall.referee(), "right"), 1, 1)) == ["not_allowed"]
    done(take_back(hall.event_desk, hall.order(reason="wrong"), 1, 1))


def test_correcting_takes_back_and_enters_in_one_order_and_is_published_with_its_reason(hall: Hall) -> None:
    """events/5: what was published changes as version v+1."""
    both_in(hall)
    hall.close()
    assert [each.version for _, each in hall.state.versions] == [1]

    done(correct(hall.event_desk, hall.order(reason="East and South were swapped"), paper(scores=OTHERS)))

    assert hall.kinds[-3:] == ["result_taken_back", "result_entered", "published"]
    assert hall.state.versions[-1][1] == Published(version=2, round=1, reason="East and South were swapped")
    assert results(hall)[1].points == OTHERS


def test_a_correction_that_is_wrong_itself_changes_nothing(hall: Hall) -> None:
    """All problems at once, and neither half of the order is written."""
    both_in(hall)
    before = hall.kinds

    assert codes(correct(hall.event_desk, hall.order(), paper(scores=(1, 2, 3, 4)))) == ["reason_missing", "sum_wrong"]
    assert hall.kinds == before


def test_a_result_entered_after_taking_back_is_published_with_the_reason_of_that(hall: Hall) -> None:
    """events/5: until then everybody sees the version before."""
    both_in(hall)
    hall.close()
    done(take_back(hall.event_desk, hall.order(reason="the sticks were not counted"), 1, 2))
    assert len(hall.state.versions) == 1

    done(enter_paper(hall.event_desk, hall.order(), paper(2, OTHERS)))

    assert hall.state.versions[-1][1] == Published(version=2, round=1, reason="the sticks were not counted")


def test_by_hand_nothing_is_published_before_the_organiser_does(tmp_path: Path) -> None:
    """events/5: release by_hand, and no version for what nobody has seen."""
    hall = new_hall(tmp_path, release=Release.BY_HAND)
    both_in(hall)
    hall.close()
    done(correct(hall.event_desk, hall.order(reason="typed wrongly"), paper(scores=OTHERS)))
    assert not hall.state.versions

    done(release(hall.event_desk, hall.order()))

    assert [each.version for _, each in hall.state.versions] == [1]


def test_a_penalty_outside_a_game_is_shown_with_the_round_that_waits_to_be_published(tmp_path: Path) -> None:
    """events/4, 5: at once over a published round; not while one that is closed later is still to be shown."""
    hall = new_hall(tmp_path, release=Release.BY_HAND)
    both_in(hall)
    hall.close()
    done(release(hall.event_desk, hall.order()))

    done(give_penalty(hall.event_desk, hall.order(reason="late"), Punished(number=3, points=1_000, offence="")))
    assert [each.version for _, each in hall.state.versions] == [1, 2]

    hall.start(2)
    for table_no in (1, 2):
        done(enter_paper(hall.event_desk, hall.order(), replace(paper(table_no), round=2)))
    hall.close(2)
    done(give_penalty(hall.event_desk, hall.order(reason="late"), Punished(number=3, points=2_000, offence="")))
    assert [each.version for _, each in hall.state.versions] == [1, 2]

    done(release(hall.event_desk, hall.order()))
    assert [each.round for _, each in hall.state.versions] == [1, 1, 2]
    shown = published(hall.event_desk, hall.id)
    assert shown is not None
    assert [row.record.adjusted for row in shown.rows if row.record.number == 3] == [-3_000]


def test_finals_of_a_published_table_stand_for_their_rounds(tmp_path: Path) -> None:
    """events/5: by an organiser; replaced only with a reason, and published as a correction."""
    hall = opened_hall(opened(tmp_path), rounds=2)
    hall.seat(4, rounds=2, seats=(((1, 2, 3, 4),), ((2, 1, 3, 4),)))

    def finals(round_no: int, points: int, reason: str = "") -> FinalsEntered:
        found = tuple(NumberFinal(number=number, final=points * number) for number in (1, 2, 3, 4))
        return FinalsEntered(round=round_no, finals=found, reason=reason)

    both = (finals(1, 100), finals(2, 200))
    assert codes(enter_finals(hall.event_desk, hall.order(hall.referee()), both)) == ["not_allowed"]
    done(enter_finals(hall.event_desk, hall.order(), both))
    assert [each.state for each in hall.state.rounds] == ["closed", "closed"]
    assert hall.state.versions[-1][1].round == 2

    assert codes(enter_finals(hall.event_desk, hall.order(), (finals(1, 300),))) == ["reason_missing"]
    done(enter_finals(hall.event_desk, hall.order(), (finals(1, 300, "mistyped"),)))
    assert hall.state.versions[-1][1] == Published(version=2, round=2, reason="mistyped")


def test_finals_of_nobody_here_or_of_a_round_played_here_are_refused(hall: Hall) -> None:
    """events/11: a round has results of its tables or finals only, never both."""
    known = (NumberFinal(number=1, final=0), NumberFinal(number=99, final=0))

    found = enter_finals(hall.event_desk, hall.order(), (FinalsEntered(round=1, finals=known, reason=""),))

    assert codes(found) == ["unknown_number", "round_started_already"]


def test_who_plays_for_another_from_a_round_on_stands_in_its_results(hall: Hall) -> None:
    """events/13.7: from the start, -30.0 for the number, from the next round that begins."""
    both_in(hall)
    assert codes(man(hall.event_desk, hall.order(), 2, 9, 1)) == ["round_started_already"]
    done(man(hall.event_desk, hall.order(), 1, 9, 2))
    hall.close()
    hall.start(2)
    done(enter_paper(hall.event_desk, hall.order(), PaperSheet(round=2, table_no=1, scores=SCORES)))

    result = dict(hall.state.rounds[1].results)[1].entered
    assert (result.manned_by, result.final[0] + result.substituted[0]) == ((9, 5, 2, 6), -30_000)


def test_a_substitute_enters_the_round_in_play_until_a_hand_is_recorded_at_its_table(hall: Hall) -> None:
    """events/2.4: the round then counts as substituted from its start, and the sheet names who plays."""
    game = hall.game(1, 1).game
    done(man(hall.event_desk, hall.order(), 2, 9, 1))
    seats = [hall.event_desk.store.numbers_of_game(game)]
    done(man(hall.event_desk, hall.order(), 2, 2, 1))
    done(man(hall.event_desk, hall.order(), 1, 9, 1))
    seats.append(hall.event_desk.store.numbers_of_game(game))
    hall.play(1, 1)
    refused = man(hall.event_desk, hall.order(), 1, 1, 1)
    result = dict(done(agree(hall.event_desk, hall.order(), 1, 1)).tournament.rounds[0].results)[1].entered

    assert (seats, codes(refused)) == ([(1, 9, 3, 4), (9, 2, 3, 4)], ["round_started_already"])
    assert (result.manned_by, result.final[0] + result.substituted[0]) == ((9, 2, 3, 4), -30_000)


@pytest.mark.parametrize(("from_round", "status"), [(1, Status.PRESENT), (2, Status.EXPECTED)])
def test_who_plays_for_another_now_is_there(hall: Hall, from_round: int, status: Status) -> None:
    """events/2.2: nobody asks about a substitute who was put in; who plays in a later round may still come."""
    done(man(hall.event_desk, hall.order(), 1, 9, from_round))
    back = done(man(hall.event_desk, hall.order(), 1, 1, from_round)).tournament

    assert [back.people[number - 1].status for number in (9, 1)] == [status, status]


@pytest.mark.parametrize(("ruleset", "counted"), [("aalto", -20_000), ("ema-2016", -30_000)])
def test_where_the_book_only_lets_propose_the_organiser_says_what_counts_for_an_absent_player(
    tmp_path: Path, ruleset: str, counted: int
) -> None:
    """events/2.4: proposed from the book's own uma and oka; a referee's word and a book that says it change nothing."""
    hall = opened_hall(opened(tmp_path), ruleset, rounds=1)
    hall.seat(8, substitutes=2, seats=(SEATS[0],))
    start = rules_of_event(hall.event_desk, hall.state).setup.points
    done(man(hall.event_desk, hall.order(), 1, 9, 1))
    done(man(hall.event_desk, hall.order(), 5, 10, 1))
    hall.start()
    scores = (start + 10_000, start, start, start - 10_000)
    mine = paper(1, scores, absent=(-20_000, None, None, None))

    done(enter_paper(hall.event_desk, hall.order(), mine))
    done(enter_paper(hall.event_desk, hall.order(hall.referee()), replace(mine, table_no=2)))

    found = [each.final[0] + each.substituted[0] for each in results(hall).values()]
    assert found[0] == counted
    assert found[1] != -20_000


def test_standings_that_are_gone_on_from_equal_those_of_a_replay(hall: Hall) -> None:
    """events/6, 8: after every order, for staff and for all, what was worked out before leads to the same lines."""
    orders: tuple[Callable[[], Entered], ...] = (
        lambda: enter_paper(hall.event_desk, hall.order(), paper(1)),
        lambda: enter_paper(hall.event_desk, hall.order(), paper(2, OTHERS)),
        lambda: correct(hall.event_desk, hall.order(reason="misread"), paper(1, OTHERS)),
        lambda: close(hall.event_desk, hall.order(), 1),
        lambda: take_back(hall.event_desk, hall.order(reason="wrong sheet"), 1, 2),
        lambda: enter_paper(hall.event_desk, hall.order(), paper(2)),
        lambda: release(hall.event_desk, hall.order(reason="misread")),
        lambda: enter_finals(hall.event_desk, hall.order(), (FinalsEntered(round=2, finals=FINALS, reason=""),)),
    )
    versions = set()
    for each in orders:
        done(each())
        again = open_events(hall.event_desk.desk, hall.event_desk.store, shipped_policies)
        assert latest(hall.event_desk, hall.id).rows == latest(again, hall.id).rows
        shown, anew = published(hall.event_desk, hall.id), published(again, hall.id)
        assert (shown and shown.rows) == (anew and anew.rows)
        versions.add(shown and shown.version)
    assert len(versions) == 5
    assert [row.place for row in latest(hall.event_desk, hall.id).rows] == list(range(1, 9))

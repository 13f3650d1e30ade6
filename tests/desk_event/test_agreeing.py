"""A result on which four agreed at their phone: signed and entered in one order (events/5)."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.desk import reopen
from referee.desk_event.opened import Done, Stale
from referee.desk_event.people import man
from referee.desk_event.results import Agreed, agree
from referee.rulebook import policy_in
from referee.tournament.events import Form, ResultEntered, Source
from tests.desks import opened, ron
from tests.tournaments import Hall, codes, done, opened_hall


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Return an event of two tables in its first round."""
    desk = opened(tmp_path)
    found = opened_hall(desk, "ema-2016", rounds=1)
    found.seat(8, substitutes=1)
    found.start()
    yield found
    desk.close()


def entered(found: Done) -> ResultEntered:
    """Return the result that an order entered."""
    result = found.events[0]
    assert isinstance(result, ResultEntered)
    return result


def test_four_who_agree_sign_the_sheet_and_enter_the_result(hall: Hall) -> None:
    """events/5: finished and result_entered in one order, with the numbers as issued."""
    game = hall.play(1, 1)

    result = entered(done(agree(hall.event_desk, hall.order(hall.table_right(1)), 1, 1)))

    standing = game.view.standing
    assert standing is not None
    assert result.parts == standing.parts
    assert result.place == (4, 1, 2, 2) == standing.places
    assert result.final == tuple(p.score + p.uma + p.oka + p.chips + p.penalties for p in standing.parts)
    assert sum(result.final) == 0
    assert result.points == (28_000, 32_000, 30_000, 30_000)
    assert (result.source, result.agreed, result.manned_by) == (Source.SHEET, (0, 1, 2, 3), result.numbers)
    assert result.numbers == hall.state.rounds[0].seats[1]
    assert result.seq == game.view.sheet[-1].seq


def test_a_game_that_is_not_over_has_no_result(hall: Hall) -> None:
    """Nothing is written in either log."""
    hall.game(1, 1).record(ron(1, 0, 2, 30))
    before = hall.kinds

    assert codes(agree(hall.event_desk, hall.order(), 1, 1)) == ["impossible"]
    assert hall.kinds == before


def test_the_same_order_again_enters_nothing_more(hall: Hall) -> None:
    """A phone that heard no answer sends again."""
    hall.play(1, 1)
    mine = hall.order()
    first = done(agree(hall.event_desk, mine, 1, 1))

    again = done(agree(hall.event_desk, mine, 1, 1))

    assert again.repeated
    assert again.seq == first.seq
    assert hall.kinds.count("result_entered") == 1


def test_a_second_result_of_a_table_is_refused(hall: Hall) -> None:
    """events/11: one standing result for a round and a table."""
    hall.play(1, 1)
    done(agree(hall.event_desk, hall.order(), 1, 1))

    assert codes(agree(hall.event_desk, hall.order(), 1, 1)) == ["result_exists"]


def test_a_sheet_that_changed_since_is_looked_at_again(hall: Hall) -> None:
    """Who agreed on another state of the sheet did not agree on this one."""
    game = hall.play(1, 1)
    seen = game.view.expected
    game.must(reopen, "one more hand")
    game.record(ron(2, 1, 1, 30))
    hall.play(1, 1)

    assert codes(agree(hall.event_desk, hall.order(), 1, 1, Agreed(seen=seen))) == ["sheet_changed"]
    assert done(agree(hall.event_desk, hall.order(), 1, 1, Agreed(seen=game.view.expected)))


@pytest.mark.parametrize(
    ("table_no", "in_round", "code"), [(2, 1, "not_your_table"), (1, 2, "scan_again")], ids=["other", "earlier"]
)
def test_a_phone_agrees_only_at_its_own_table(hall: Hall, table_no: int, in_round: int, code: str) -> None:
    """events/1: a scan holds for a table and a round."""
    hall.play(1, 1)

    assert codes(agree(hall.event_desk, hall.order(hall.table_right(table_no, in_round)), 1, 1)) == [code]


def test_a_round_that_a_substitute_played_counts_what_the_book_says(tmp_path: Path) -> None:
    """events/13.7: EMA 2016 5.7: from the start, -30.0, whatever he scored; the others as played."""
    desk = opened(tmp_path)
    hall = opened_hall(desk, "ema-2016", rounds=1)
    hall.seat(4, substitutes=1, seats=(((1, 2, 3, 4),),))
    done(man(hall.event_desk, hall.order(), 2, 5, 1))
    hall.start()
    hall.play(1, 1)

    result = entered(done(agree(hall.event_desk, hall.order(), 1, 1)))

    assert result.manned_by == (1, 5, 3, 4)
    assert result.final[1] == 17_000
    assert result.final[1] + result.substituted[1] == -30_000
    assert result.substituted[::2] == (0, 0)
    desk.close()


def test_an_event_keeps_what_its_book_says_about_events(tmp_path: Path) -> None:
    """events/11: policy is kept under a hash of its own; ties and staff check are the book's unless chosen."""
    desk = opened(tmp_path)
    warsaw, wrc = opened_hall(desk, "warsaw").state.settings, opened_hall(desk, "wrc-2025").state.settings

    assert warsaw.ties == ("firsts", "average_place", "fourths", "raw_points", "direct")
    assert (wrc.ties, wrc.staff_check, warsaw.staff_check) == ((), True, False)
    assert not policy_in(desk.store.ruleset_body(warsaw.policy)).covers_substitutes
    assert opened_hall(desk, "warsaw", ties=(), staff_check=True).state.settings.ties == ()
    desk.close()


@pytest.mark.parametrize(("wished", "checked"), [(None, False), (True, True)])
def test_nobody_checks_the_results_of_a_night_unless_that_is_wished(
    tmp_path: Path, *, wished: bool | None, checked: bool
) -> None:
    """events/0: the fourth name closes a game there, whatever the book says of tournaments."""
    desk = opened(tmp_path)
    night = opened_hall(desk, "wrc-2025", form=Form.NIGHT, staff_check=wished)

    assert night.state.settings.staff_check is checked
    desk.close()


def test_an_order_of_another_content_is_not_taken_for_the_same(hall: Hall) -> None:
    """The id of an order stands for one wish."""
    hall.play(1, 1)
    hall.play(1, 2)
    mine = hall.order()
    done(agree(hall.event_desk, mine, 1, 1))

    assert isinstance(agree(hall.event_desk, replace(mine), 1, 2), Stale)

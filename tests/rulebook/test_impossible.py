"""Each combination that no rulebook can mean is refused, and only that one."""

from pathlib import Path

import pytest

from referee.rulebook import books_in
from referee.rulebook.contradictions import IMPOSSIBLE, impossible
from referee.rulebook.vocabulary import (
    ALL_KEYS,
    CHAPTERS,
    EVENT_CHAPTERS,
    NUMBERS,
    Plain,
    Shape,
    limit_of,
    row_limit,
)

Values = dict[str, Plain]
CHIPS: Values = {"chips.used": True, "chips.value": 1000}
UMA = (15000, 5000, -5000, -15000)

CASES: list[tuple[str, Values]] = [
    ("sanchahou exactly with double ron", {"wins.multiple_ron": "double"}),
    ("sanchahou exactly with double ron", {"draws.aborts": ("sanchahou",)}),
    ("wins.two_han_honba unless wins.two_han = never", {"wins.two_han_honba": 0}),
    ("wins.two_han_honba unless wins.two_han = never", {"wins.two_han": "never"}),
    ("seconds without calls that have seconds, or missing", {"calls.seconds": 3}),
    ("seconds without calls that have seconds, or missing", {"calls.set_until": "seconds"}),
    ("kan dora of one kan only", {"kan.dora_closed": "never"}),
    ("kan dora of one kan only", {"kan.dora_other": "never"}),
    ("open riichi yakuman without open riichi", {"riichi.open_ron": "yakuman"}),
    ("paarenchan.before unless paarenchan.counts = none", {"paarenchan.counts": "keeps"}),
    ("paarenchan.before unless paarenchan.counts = none", {"paarenchan.before": 7}),
    ("course.target unless course.extension = none", {"course.extension": "one_round"}),
    ("course.target unless course.extension = none", {"course.target": 30000}),
    ("course.yame_points unless course.yame = none", {"course.yame": "first_at_target"}),
    ("course.yame_points unless course.yame = none", {"course.yame_points": 30000}),
    ("chombo.chips only with chombo.form = chips", CHIPS | {"chombo.form": "chips"}),
    ("chombo.chips only with chombo.form = chips", {"chombo.chips": 2}),
    ("chombo.penalty only where it is taken", {"chombo.form": "penalty"}),
    ("chombo.penalty only where it is taken", {"chombo.form": "each"}),
    ("chombo.penalty only where it is taken", {"chombo.penalty": 20000}),
    ("chombo rules without a chombo", {"chombo.form": "none"}),
    (
        "chombo rules without a chombo",
        {"chombo.form": "none", "chombo.with_win": "referee", "chombo.with_draw": "referee"},
    ),
    ("chombo in chips without chips", {"chombo.form": "chips", "chombo.chips": 2}),
    ("chips exactly with a value", {"chips.used": True}),
    ("chips exactly with a value", {"chips.value": 5000}),
    ("chips.yakuman_ron without chips", {"chips.yakuman_ron": 20}),
    ("chips.yakuman_tsumo without chips", {"chips.yakuman_tsumo": 10}),
    ("chips.bust_east without chips", {"chips.bust_east": 2, "course.bust": "below_zero"}),
    ("chips.bust_later without chips", {"chips.bust_later": 1, "course.bust": "below_zero"}),
    ("chips.yakitori_each without chips", {"chips.yakitori": "reset", "chips.yakitori_each": 1}),
    ("final.uma_chips without chips", {"final.uma_chips": True}),
    ("chips.yakitori_each unless chips.yakitori = none", CHIPS | {"chips.yakitori": "reset"}),
    ("chips.yakitori_each unless chips.yakitori = none", CHIPS | {"chips.yakitori_each": 1}),
    ("bust chips without bust", CHIPS | {"chips.bust_later": 1}),
    ("oka that nobody pays", {"final.oka": 20000}),
    ("oka that nobody pays", {"setup.points": 25000, "final.subtract": 30000, "final.oka": 2000}),
    ("uma finer than hundreds", {"final.uma": (15, 5, -5, -15)}),
    ("uma finer than hundreds", {"final.uma_by": "floating", "final.uma_high": UMA, "final.uma_low": (7, 3, -1, -9)}),
    ("second uma exactly where there are several", {"final.uma_by": "second_score"}),
    ("second uma exactly where there are several", {"final.uma_by": "floating", "final.uma_low": UMA}),
    ("second uma exactly where there are several", {"final.uma_high": UMA}),
    ("score of the second without its uma", {"final.uma_second": 30000}),
    ("final.uma_low only with final.uma_by = floating", {"final.uma_low": UMA}),
    ("final.uma_low only with final.uma_by = floating", {"final.uma_by": "floating", "final.uma_high": UMA}),
    ("times without a limit", {"time.limit": "none"}),
    ("signal outside the game", {"time.minutes": 0}),
    ("signal outside the game", {"time.signal": 90}),
    ("signal that stops the running hand", {"time.running": 0}),
]

POSSIBLE: list[Values] = [
    {"kan.dora_closed": "never", "kan.dora_other": "never", "riichi.ura": False},
    {"wins.multiple_ron": "double", "draws.aborts": ("sanchahou",)},
    {"wins.two_han": "never", "wins.two_han_honba": 0},
    {"riichi.open": "free", "riichi.open_ron": "yakuman"},
    {"paarenchan.counts": "wins", "paarenchan.before": 7},
    {"course.extension": "one_round", "course.target": 30000},
    {"course.yame": "first_at_target", "course.yame_points": 30000},
    CHIPS | {"chombo.form": "chips", "chombo.chips": 2, "chips.bust_east": 2, "course.bust": "below_zero"},
    CHIPS | {"final.uma_chips": True, "final.uma": (9, 1, -3, -7), "chips.yakitori": "reset", "chips.yakitori_each": 1},
    {"chombo.form": "penalty", "chombo.penalty": 20000},
    {"chombo.form": "each", "chombo.penalty": 3000},
    {"chombo.form": "none", "chombo.with_win": "referee", "chombo.with_draw": "referee", "chombo.several": "referee"},
    {"chombo.with_win": "stands", "chombo.several": "referee"},
    {"setup.points": 25000, "final.subtract": 30000, "final.oka": 20000},
    {"final.uma_by": "second_score", "final.uma_second": 30000, "final.uma_high": UMA},
    {"final.uma_by": "floating", "final.uma_low": UMA, "final.uma_high": UMA},
    {"time.limit": "none", "time.minutes": 0, "time.signal": 0, "time.running": 0, "time.between": 0},
    {"final.rounding": "half_up", "final.ties": "shared"},
]

REFUSED_ALONE: list[tuple[str, Plain]] = [
    ("setup.points", -100),
    ("wins.honba_ron", 350),
    ("wins.honba_tsumo", 1),
    ("riichi.wall", -1),
    ("values.seven_pairs_fu", 26),
    ("values.pinfu_tsumo_fu", 0),
    ("values.most_yakuman", 0),
    ("draws.noten_pool", 1000),
    ("draws.noten_pool", -600),
    ("course.target", 30050),
    ("chombo.penalty", -20000),
    ("chips.value", 50),
    ("final.subtract", -30000),
    ("final.oka", 20050),
    ("final.uma", ()),
    ("final.uma", (5000, 15000, -5000, -15000)),
    ("final.uma", (15000, 5000, -5000, -10000)),
    ("final.uma_high", (15000, 5000, -20000)),
    ("final.unit", 1),
    ("final.unit", 50),
    ("time.minutes", -1),
]


@pytest.fixture
def values(folder: Path) -> Values:
    """Return the values of a book in which everything fits together."""
    (book,) = books_in((folder,))
    return book.variants[""].values


@pytest.mark.parametrize(("name", "changes"), CASES, ids=[f"{name}: {changes}" for name, changes in CASES])
def test_impossible_combination_is_refused(name: str, changes: Values, values: Values) -> None:
    """The changed book breaks exactly the combination that is named."""
    assert [rule.name for rule in impossible(values | changes)] == [name]


@pytest.mark.parametrize("changes", POSSIBLE, ids=str)
def test_possible_combination_is_taken(changes: Values, values: Values) -> None:
    """What real rulebooks combine is not refused."""
    assert impossible(values | changes) == ()


@pytest.mark.parametrize(("key", "value"), REFUSED_ALONE, ids=str)
def test_value_out_of_bounds_is_refused(key: str, value: Plain) -> None:
    """Amounts are whole hundreds, counts not negative, and an uma is one."""
    assert limit_of(key, value) != ""


def test_every_number_of_a_book_has_bounds_of_its_own_and_nothing_else_has() -> None:
    """A number whose bounds were forgotten would be taken for a count."""
    chapters = CHAPTERS | EVENT_CHAPTERS
    kinds = {f"{chapter}.{key}": kind for chapter, keys in chapters.items() for key, kind in keys.items()}
    numbers = {key for key, kind in kinds.items() if kind.shape is Shape.NUMBER}
    assert {key for key in numbers if not kinds[key].is_list} == set(NUMBERS)
    assert [key for key in numbers if kinds[key].is_list and row_limit(key) is None] == []


def test_every_combination_has_a_case() -> None:
    """No refusal is without an example, and no two have one name."""
    assert sorted({name for name, _ in CASES}) == sorted(rule.name for rule in IMPOSSIBLE)


def test_every_combination_reads_real_keys() -> None:
    """A renamed key would silence a check."""
    assert {key for rule in IMPOSSIBLE for key in rule.reads} <= set(ALL_KEYS)


def test_a_missing_value_silences_only_its_own_checks(values: Values) -> None:
    """One mistake does not hide another: all other combinations are still judged."""
    broken = values | {"chombo.chips": 2, "wins.multiple_ron": "double"}
    del broken["draws.aborts"]

    assert [rule.name for rule in impossible(broken)] == ["chombo.chips only with chombo.form = chips"]

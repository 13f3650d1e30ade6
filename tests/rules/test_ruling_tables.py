"""Every ruling that was worked out by hand from a sheet or a book, row by row."""

import pytest

from tests.cases import TESTS, Case, ask, differences, read_table

RULINGS = tuple(case for path in sorted((TESTS / "tables" / "ruling").glob("*.toml")) for case in read_table(path))


@pytest.mark.parametrize("case", RULINGS, ids=[f"{case.question['ruleset']} {case.name}" for case in RULINGS])
def test_ruling_is_as_worked_out_by_hand(case: Case) -> None:
    """Penalties, clause, confidence and whether the book covers the case are those of the source."""
    assert not differences(case.expect, ask(case.question)), f"{case.why} ({case.source})"

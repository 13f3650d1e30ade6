"""Every case that was worked out by hand, clause by clause."""

import pytest

from tests.cases import Case, ask, cases, cited, differences


@pytest.mark.parametrize("case", cases(), ids=[case.name for case in cases()])
def test_answer_is_as_worked_out_by_hand(case: Case) -> None:
    """The answer holds every amount, place and verdict that the case names, and its clause where it must be said."""
    answered = ask(case.question)

    assert not differences(case.expect, answered), f"{case.why} ({case.source})"
    assert not case.cites or case.clause in cited(answered), f"{case.clause} is not named in lines or notes"

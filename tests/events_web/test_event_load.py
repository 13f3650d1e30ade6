"""The load of a full event in small: what `python -m tests.benchmarks event` measures, and whether it is right."""

from tests.benchmarks.event_load import SMALL, play_event


def test_sixteen_tables_play_three_rounds_while_everybody_asks() -> None:
    """events/8, 13.14: every answer is as it should be, and every budget has its figure; how long it takes is open."""
    found = [(figure.what, figure.wanted, wrong) for figure, wrong in play_event(SMALL)]

    assert [wrong for *_, wrong in found] == [[]] * len(found)
    budgets = " ".join(wanted for _, wanted, _ in found)
    for budget in ("50 ms", "20 ms", "200 ms", "120 s", "80 KB", "300 MB", "3 s"):
        assert budget in budgets
    assert "public standings of 64, compressed" in [what for what, *_ in found]

"""A club's own penalties and offences, and everything that can be wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.ask.api import answer
from referee.rulebook import Problem, RulebookError
from tests.libraries import load

HEAD = """\
extends = "{base}"
document = {{ title = "Riverside", edition = "2026", confidence = "text", source = "Notice board" }}
clause.riverside-1 = {{ values = [], place = "1", text = "Our penalties." }}
"""
TEA = """
[offence.spilled_tea]
category = "conduct"
title = { en = "Spilled tea", ja = "お茶をこぼした" }
search = ["tea", "mugicha", "coffee"]
[[offence.spilled_tea.question]]
id = "cups"
text = "How many cups?"
min = 1
max = 4
[[offence.spilled_tea.question]]
id = "on_tiles"
text = "On the tiles?"
answers = { no = "no", yes = "yes" }
default = "no"
"""
ROW = '[[penalty]]\nclause = "riverside-1"\n'


def row(text: str) -> str:
    """Return a row of penalties that cites the club's clause."""
    return f"\n{ROW}{text}\n"


def write(folder: Path, content: str, base: str = "warsaw") -> None:
    """Write the club's file."""
    (folder / "riverside.toml").write_text(HEAD.format(base=base) + content, "utf-8")


def rule(folder: Path, offence: str, answers: dict[str, Any], ruleset: str = "riverside") -> dict[str, Any]:
    """Ask for a ruling with the club's file loaded."""
    question = {"ask": "ruling", "ruleset": ruleset, "offence": offence, "answers": answers}
    answered: dict[str, Any] = json.loads(answer(json.dumps(question), load((folder,))))
    return answered


def problems(folder: Path, content: str, base: str = "warsaw") -> list[Problem]:
    """Return what is wrong with a club's file."""
    write(folder, content, base)
    with pytest.raises(RulebookError) as caught:
        load((folder,))
    return list(caught.value.problems)


def test_club_adds_a_row(tmp_path: Path) -> None:
    """The club fines an empty pon by 1,000; every other answer stays as its base has it."""
    write(
        tmp_path,
        row('offence = "empty_call"\nwhen = { call = "pon" }\npenalties = [{ kind = "fine", amount = 1000 }]'),
    )

    assert rule(tmp_path, "empty_call", {"call": "pon"})["penalties"] == [{"kind": "fine", "amount": 1000}]
    assert rule(tmp_path, "empty_call", {"call": "pon"})["source"] == "Notice board, 1"
    assert rule(tmp_path, "empty_call", {"call": "chii"})["penalties"] == [{"kind": "fine", "amount": 100}]
    assert rule(tmp_path, "empty_call", {"call": "pon"}, "warsaw")["penalties"] == [{"kind": "fine", "amount": 100}]


def test_heirs_wide_row_hides_the_bases_narrow_ones(tmp_path: Path) -> None:
    """One row of the club for all exposed tiles beats all of its base's, however narrow."""
    write(tmp_path, row('offence = "exposed_tiles"\npenalties = ["warning"]'))

    answer = rule(tmp_path, "exposed_tiles", {})

    assert answer["penalties"] == [{"kind": "warning"}]


def test_narrow_row_beats_a_wide_one_of_the_same_file(tmp_path: Path) -> None:
    """Within a file the most specific row rules, in whatever order they stand."""
    wide = row('offence = "exposed_tiles"\npenalties = ["warning"]')
    narrow = row('offence = "exposed_tiles"\nwhen = { count = "6+" }\npenalties = ["dead_hand"]')
    for content in (wide + narrow, narrow + wide):
        write(tmp_path, content)
        assert rule(tmp_path, "exposed_tiles", {"count": 6})["penalties"] == [{"kind": "dead_hand"}]
        assert rule(tmp_path, "exposed_tiles", {"count": 5})["penalties"] == [{"kind": "warning"}]


def test_club_adds_an_offence(tmp_path: Path) -> None:
    """A new offence has questions, outcomes and search words like any other, and only this club has it."""
    dry = row('offence = "spilled_tea"\npenalties = [{ kind = "points", amount = 500, per = "cups" }]')
    wet = row('offence = "spilled_tea"\nwhen = { on_tiles = "yes" }\npenalties = ["chombo"]')
    write(tmp_path, TEA + dry + wet)
    library = load((tmp_path,))

    found = json.loads(answer('{"ask":"offences","ruleset":"riverside","query":"mugicha"}', library))["offences"]

    assert [each["id"] for each in found] == ["spilled_tea"]
    assert [each["penalties"][0]["kind"] for each in found[0]["outcomes"]] == ["points", "chombo"]
    assert rule(tmp_path, "spilled_tea", {"cups": 3})["penalties"] == [{"kind": "points", "amount": 1500}]
    assert rule(tmp_path, "spilled_tea", {"on_tiles": "yes"})["penalties"][0]["kind"] == "chombo"
    assert rule(tmp_path, "spilled_tea", {}, "warsaw")["error"]["code"] == "out_of_range"


def test_penalties_come_together(tmp_path: Path) -> None:
    """A fine and a dead hand are a list of two, each with its steps."""
    write(tmp_path, row('offence = "phone"\npenalties = [{ kind = "fine", amount = 300 }, "dead_hand"]'))

    answer = rule(tmp_path, "phone", {})

    assert answer["penalties"] == [{"kind": "fine", "amount": 300}, {"kind": "dead_hand"}]
    assert len(answer["effects"]) == 4


def test_row_says_more_than_its_penalty(tmp_path: Path) -> None:
    """Own words, steps and guidance of the row come with the ruling."""
    own = 'says = "Off with it."\nsteps = ["Switch it off."]\nguidance = "A drink for all."\n'
    write(tmp_path, row(f'offence = "phone"\npenalties = ["referee"]\n{own}'))

    answer = rule(tmp_path, "phone", {})

    assert answer["text"].endswith("Off with it.")
    assert answer["effects"][0] == "Switch it off."
    assert answer["guidance"]["text"] == "A drink for all."


def test_referees_range_is_told(tmp_path: Path) -> None:
    """Where the book leaves a range of points or kinds, the penalty names it."""
    write(tmp_path, row('offence = "phone"\npenalties = [{ kind = "referee", min = 8000, max = 12000 }]'))

    answer = rule(tmp_path, "phone", {})

    assert answer["penalties"] == [{"kind": "referee", "min": 8000, "max": 12000}]
    assert "8,000" in answer["text"]


def test_gap_is_an_error(tmp_path: Path) -> None:
    """A new offence without a row for some answers names the answers."""
    (problem,) = problems(
        tmp_path, TEA + row('offence = "spilled_tea"\nwhen = { on_tiles = "yes" }\npenalties = ["none"]')
    )

    assert problem.message == "No row says what spilled_tea costs."
    assert problem.found == "cups = 1-4, on_tiles = no"


def test_conflict_names_both_rows(tmp_path: Path) -> None:
    """Two rows that cross and differ cannot stand in one file."""
    one = row('offence = "exposed_tiles"\nwhen = { source = "wall" }\npenalties = ["warning"]')
    other = row('offence = "exposed_tiles"\nwhen = { count = "6+" }\npenalties = ["chombo"]')
    (problem,) = problems(tmp_path, one + other)

    assert "neither is more specific" in problem.message
    assert problem.found == (
        'penalty 1 of riverside (exposed_tiles with {"source": "wall"}) and '
        'penalty 2 of riverside (exposed_tiles with {"count": "6+"})'
    )


def test_crossing_rows_that_agree_are_no_conflict(tmp_path: Path) -> None:
    """Nobody minds two rows that say the same."""
    one = row('offence = "exposed_tiles"\nwhen = { source = "wall" }\npenalties = ["warning"]')
    other = row('offence = "exposed_tiles"\nwhen = { count = "6+" }\npenalties = ["warning"]')
    write(tmp_path, one + other)

    assert rule(tmp_path, "exposed_tiles", {"source": "wall", "count": 7})["penalties"] == [{"kind": "warning"}]


def test_row_that_never_rules_is_an_error(tmp_path: Path) -> None:
    """A wide row all of whose answers narrower ones take away is a mistake."""
    whole = row('offence = "phone"\npenalties = ["warning"]')
    wide = row('offence = "swap_calling"\npenalties = ["warning"]')
    narrow = "".join(
        row(f'offence = "swap_calling"\nwhen = {{ form = "{form}" }}\npenalties = ["none"]')
        for form in ("same_tile", "other_end")
    )
    (problem,) = problems(tmp_path, whole + wide + narrow)

    assert problem.message == "A row never rules: others cover all its answers."
    assert problem.found == "penalty 2 of riverside (swap_calling)"


def test_options_may_not_decide_the_same_offence(tmp_path: Path) -> None:
    """The order of two options would matter."""
    option = """
[option.{name}]
title = "{name}"
choices = ["off", "on"]
labels = {{ off = "off", on = "on" }}
[[option.{name}.set.on.penalty]]
clause = "riverside-1"
offence = "phone"
penalties = ["{penalty}"]
"""
    content = option.format(name="one", penalty="none") + option.format(name="two", penalty="warning")
    found = [problem for problem in problems(tmp_path, content) if "has rows for this too" in problem.message]

    assert [problem.found for problem in found] == ["phone"]


def test_option_changes_a_penalty(tmp_path: Path) -> None:
    """A choice lies over the file's own rows."""
    content = """
[option.strict]
title = "Strict"
choices = ["off", "on"]
labels = { off = "off", on = "on" }
[[option.strict.set.on.penalty]]
clause = "riverside-1"
offence = "phone"
penalties = ["disqualification"]
"""
    write(tmp_path, row('offence = "phone"\npenalties = ["warning"]') + content)
    library = load((tmp_path,))
    question = {"ask": "ruling", "ruleset": "riverside", "offence": "phone", "answers": {}}

    answered = [
        json.loads(answer(json.dumps({**question, "options": {"strict": choice}}), library))["penalties"]
        for choice in ("off", "on")
    ]

    assert answered == [[{"kind": "warning"}], [{"kind": "disqualification"}]]


PHONE = 'offence = "phone"\n'
WRONG = [
    ('offence = "phnoe"\npenalties = ["none"]', "penalty.1.offence", "There is no such offence.", "phone"),
    (
        'offence = "exposed_tiles"\nwhen = { sauce = "wall" }\npenalties = ["none"]',
        "penalty.1.when.sauce",
        "exposed_tiles has no such question.",
        "source",
    ),
    (
        'offence = "exposed_tiles"\nwhen = { source = "wal" }\npenalties = ["none"]',
        "penalty.1.when.source",
        "There is no such answer.",
        "wall",
    ),
    (
        'offence = "exposed_tiles"\nwhen = { count = "0-3" }\npenalties = ["none"]',
        "penalty.1.when.count",
        "There is no such count.",
        "",
    ),
    (
        'offence = "exposed_tiles"\nwhen = { count = "5-3" }\npenalties = ["none"]',
        "penalty.1.when.count",
        "There is no such count.",
        "",
    ),
    (PHONE + 'when = 5\npenalties = ["none"]', "penalty.1.when", "Wrong type.", ""),
    (
        'offence = "*"\nwhen = { count = 1 }\npenalties = ["none"]',
        "penalty.1.when",
        "A row for every offence cannot have answers.",
        "",
    ),
    (PHONE + 'penalties = ["chmobo"]', "penalty.1.penalties", "There is no such choice.", "chombo"),
    (PHONE + "penalties = []", "penalty.1.penalties", "A row needs penalties.", ""),
    (PHONE, "penalty.1.penalties", "A row needs penalties.", ""),
    (PHONE + "penalties = [5]", "penalty.1.penalties", "Wrong type.", ""),
    (PHONE + 'penalties = ["none", "warning"]', "penalty.1.penalties", "No penalty stands alone.", ""),
    (PHONE + 'penalties = ["warning", "warning"]', "penalty.1.penalties", "A penalty comes twice.", ""),
    (
        PHONE + 'penalties = ["chombo", { kind = "points", amount = 100 }]',
        "penalty.1.penalties",
        "A chombo has its price already: no points and no fine beside it.",
        "",
    ),
    (PHONE + 'penalties = ["fine"]', "penalty.1.penalties.amount", "This value cannot be.", ""),
    (
        PHONE + 'penalties = [{ kind = "fine", amount = 150 }]',
        "penalty.1.penalties.amount",
        "This value cannot be.",
        "",
    ),
    (
        PHONE + 'penalties = [{ kind = "dead_hand", amount = 100 }]',
        "penalty.1.penalties.amount",
        "There is no such key here.",
        "",
    ),
    (
        PHONE + 'penalties = [{ kind = "points", amount = 100, per = "minutes" }]',
        "penalty.1.penalties.per",
        "There is no such choice.",
        "",
    ),
    (
        PHONE + 'penalties = [{ kind = "referee", min = 5000, max = 1000 }]',
        "penalty.1.penalties.max",
        "A range needs a most above its least.",
        "",
    ),
    (
        PHONE + 'penalties = [{ kind = "referee", choices = ["referee"] }]',
        "penalty.1.penalties.choices",
        "There is no such choice.",
        "",
    ),
    (PHONE + 'penalties = ["none"]\ncovered = false', "penalty.1.covered", "Where the book says nothing", ""),
    (PHONE + 'penalties = ["referee"]\ncovered = 0', "penalty.1.covered", "Wrong type.", ""),
    (PHONE + 'penalties = ["none"]\nguidance = "x"', "penalty.1.guidance", "Guidance is for a referee", ""),
    (PHONE + 'penalties = ["none"]\nsteps = "x"', "penalty.1.steps", "Wrong type.", ""),
    (PHONE + 'penalties = ["none"]\nconfidence = "guess"', "penalty.1.confidence", "There is no such choice.", ""),
    (
        PHONE + 'penalties = ["none"]\nconfidence = "interpretation"',
        "penalty.1.note",
        "An interpretation needs a note",
        "",
    ),
    (PHONE + 'penalties = ["none"]\nzzz = 1', "penalty.1.zzz", "There is no such key here.", ""),
]


@pytest.mark.parametrize(("content", "key", "message", "nearest"), WRONG)
def test_wrong_row_is_told(tmp_path: Path, content: str, key: str, message: str, nearest: str) -> None:
    """Each mistake in a row is named with its place, and the nearest name where there is one."""
    found = [problem for problem in problems(tmp_path, row(content)) if problem.key == key]

    assert [problem.nearest for problem in found if problem.message.startswith(message)] == [nearest]


def test_unknown_clause_is_told(tmp_path: Path) -> None:
    """A row cites a clause of the file or its bases, or gives its own place."""
    content = '[[penalty]]\nclause = "riverside-2"\noffence = "phone"\npenalties = ["none"]\n'

    (problem,) = problems(tmp_path, content)

    assert (problem.key, problem.nearest) == ("penalty.1.clause", "riverside-1")
    write(tmp_path, content + 'place = "2"\n')
    assert rule(tmp_path, "phone", {})["source"] == "Notice board, 2"


def test_chombo_needs_a_chombo(tmp_path: Path) -> None:
    """A ruleset without a chombo cannot rule one."""
    (problem,) = problems(tmp_path, row('offence = "phone"\npenalties = ["chombo"]'), base="tenhou")

    assert problem.message == "There is no chombo here: chombo.form is none."


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('category = "conduct"', 'category = "manners"', "offence.spilled_tea.category"),
        ('title = { en = "Spilled tea", ja = "お茶をこぼした" }', "", "offence.spilled_tea.title"),
        ("max = 4", "max = 1", "offence.spilled_tea.question.1.max"),
        ("min = 1", 'min = "1"', "offence.spilled_tea.question.1.min"),
        ("min = 1", 'min = 1\nunit = "cups"', "offence.spilled_tea.question.1.unit.en"),
        ("min = 1", 'min = 1\nunit = "{count} {cups}"', "offence.spilled_tea.question.1.unit.ja"),
        ("min = 1", 'min = 1\nchecks = ["eyes"]', "offence.spilled_tea.question.1.checks"),
        ('default = "no"', 'default = "maybe"', "offence.spilled_tea.question.2.default"),
        ('default = "no"', 'after = { cups = "1" }', "offence.spilled_tea.question.2.after.cups"),
        ('default = "no"', 'earlier = { wet = ["damp"] }', "offence.spilled_tea.question.2.earlier.wet"),
        ('answers = { no = "no", yes = "yes" }', "answers = {}", "offence.spilled_tea.question.2.answers"),
        ('id = "on_tiles"', 'id = "cups"', "offence.spilled_tea.question"),
        ('search = ["tea", "mugicha", "coffee"]', 'checks = ["eyes"]', "offence.spilled_tea.checks"),
        ('search = ["tea", "mugicha", "coffee"]', "impossible = 5", "offence.spilled_tea.impossible"),
        ('search = ["tea", "mugicha", "coffee"]', "ended = { rain = [] }", "offence.spilled_tea.ended.rain"),
        ("[offence.spilled_tea]", "[offence.Tea]", "offence.Tea"),
        ("[offence.spilled_tea]", "[offence.phone]", "offence.phone"),
    ],
)
def test_wrong_offence_is_told(tmp_path: Path, old: str, new: str, key: str) -> None:
    """Each mistake in an offence is named with its place."""
    content = TEA.replace(old, new) + row('offence = "spilled_tea"\npenalties = ["none"]')

    assert key in [problem.key for problem in problems(tmp_path, content)]

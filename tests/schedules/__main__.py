"""`python -m tests.schedules`: find the plans that the program keeps, and write them; it needs a C compiler, `cc`."""

import subprocess
import sys
from pathlib import Path
from string import ascii_letters
from tempfile import TemporaryDirectory

from tests.schedules.lines import rounds as rounds_of_lines

FILE = Path(__file__).resolve().parents[2] / "referee" / "tournament" / "schedules.py"
SOURCE = Path(__file__).with_name("anneal.c")
STEPS, LONG, TURNED_STEPS = 10_000_000, 120_000_000, 20_000_000
"""How many steps an attempt has: as a rule, where it is hard, and where one round leads to all."""
HARD = ((32, 10), (36, 12))
SEED = 1
LONGEST_LINE = 100

FOUND = {
    8: (2, 3, 4, 5, 6, 9, 10, 11, 12),
    12: (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    16: (5, 6, 7, 8, 9, 10, 11, 12),
    20: (6, 7, 8, 9, 10, 11, 12),
    24: (8, 9, 10, 11, 12),
    28: (11, 12),
    32: (10, 11, 12),
    36: (12,),
}
"""Rounds that are each searched for themselves, by players: where pairs have to meet again."""

AGAIN = {7: 6, 8: 4}
"""Rounds of eight players that begin again after so many: in seven splits of eight into halves that share no more than
they must, somebody is at one of two tables six times."""

ENOUGH = {(8, 4): 24, (12, 4): 18, (12, 5): 30, (12, 6): 45, (20, 6): 6, (24, 8): 24, (32, 10): 21, (36, 12): 46}
"""The sum over pairs of C(meetings, 2) that is enough, where the least that can be thought of was never found."""

TURNED = {
    (24, 7): 7,
    (28, 9): 9,
    (32, 9): 9,
    (36, 11): 11,
    (44, 12): 12,
    (48, 12): 12,
    (56, 12): 14,
    (60, 12): 15,
    (72, 12): 18,
    (84, 12): 21,
    (88, 12): 22,
    (96, 12): 24,
    (120, 12): 30,
    (132, 12): 33,
}
"""How many places an orbit has, by players and rounds: where one round leads to all others and no pair meets again."""


def least(players: int, rounds: int) -> int:
    """Return the sum of C(meetings, 2) where the meetings are spread over the pairs as evenly as can be."""
    pairs = players * (players - 1) // 2
    each, more = divmod(players // 4 * 6 * rounds, pairs)
    return pairs * (each * (each - 1) // 2) + more * each


def searched(program: Path, *numbers: int) -> tuple[int, list[list[int]]]:
    """Return what the search comes to, and the rounds."""
    command = [str(program), *map(str, numbers), str(SEED)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603
    sys.stderr.write(f"{' '.join(command[1:])}: {done.stderr}")
    return int(done.stderr), [[int(place) for place in line.split()] for line in done.stdout.splitlines()]


def found(program: Path, players: int, rounds: int) -> str:
    """Return a plan that is searched for these."""
    goal = ENOUGH.get((players, rounds), least(players, rounds))
    _, plan = searched(program, players, rounds, 1, players, goal, LONG if (players, rounds) in HARD else STEPS)
    return in_letters(plan)


def in_letters(plan: list[list[int]]) -> str:
    """Return the rounds of a plan, a letter for each place."""
    return " ".join("".join(ascii_letters[place] for place in each) for each in plan)


def turned(program: Path, players: int, rounds: int, orbit: int) -> str:
    """Return the first round of a plan, in which nobody may meet anybody again."""
    cost, plan = searched(program, players, 1, rounds, orbit, 0, TURNED_STEPS)
    if cost:
        sys.stderr.write("not found\n")
    return " ".join(map(str, plan[0]))


def in_lines(text: str) -> str:
    """Return a text as the lines of an expression."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= LONGEST_LINE:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] or len(lines) > 1 else word
    if len(lines) == 1:
        return f'"{lines[0]}"'
    return "(\n" + "".join(f'        "{line}"\n' for line in lines) + "    )"


def written(program: Path) -> str:
    """Return the text of the module."""
    kept = [(key, found(program, *key)) for key in ((size, each) for size in FOUND for each in FOUND[size])]
    for rounds, first in AGAIN.items():
        rows = dict(kept)[8, first].split()
        kept.append(((8, rounds), " ".join([*rows, *rows[: rounds - first]])))
    kept.append(((40, 13), in_letters(rounds_of_lines())))
    turning = [(key, orbit, turned(program, *key, orbit)) for key, orbit in TURNED.items()]
    return "\n".join(
        (
            '"""Plans that `python -m tests.schedules` found and wrote; nothing is changed here by hand."""',
            "",
            f'LETTERS = "{ascii_letters}"',
            '"""Places by letter."""',
            "",
            "FOUND: dict[tuple[int, int], str] = {",
            *[f"    {key}: {in_lines(text)}," for key, text in kept],
            "}",
            '"""Rounds by players and number of rounds: the places table by table, four letters each."""',
            "",
            "TURNED: dict[tuple[int, int], tuple[int, str]] = {",
            *[
                f"    {key}: ({orbit}, {in_lines(text).replace(chr(10) + '    ', chr(10) + '        ')}),"
                for key, orbit, text in turning
            ],
            "}",
            '"""The size of an orbit and the places of a first round, table by table, by players and rounds."""',
            "",
        )
    )


def main() -> None:
    """Search everything and write it."""
    with TemporaryDirectory() as folder:
        program = Path(folder) / "anneal"
        subprocess.run(["cc", "-O2", "-o", program, SOURCE, "-lm"], check=True)  # noqa: S603, S607
        FILE.write_text(written(program), "utf-8")


main()

"""The payment table: every cell typed by hand, asked of the core, and held against the formula behind it."""

import tomllib
from dataclasses import dataclass
from typing import Any

import pytest

from tests.cases import TESTS, ask

PLAIN = "tenhou"
KIRIAGE = "wrc-2025"
MANGAN_BASE = 2000
LIMIT_BASES = {
    "mangan": 2000,
    "haneman": 3000,
    "baiman": 4000,
    "sanbaiman": 6000,
    "counted_yakuman": 8000,
    "yakuman": 8000,
}
DOCUMENT: dict[str, dict[str, dict[str, Any]]] = tomllib.loads(
    (TESTS / "tables" / "payments.toml").read_text(encoding="utf-8")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What one kind of hand pays: `win` is the hand as a question names it, `paid` the row of the table."""

    name: str
    ruleset: str
    win: dict[str, int]
    paid: dict[str, Any]


def cells_of(section: str, ruleset: str) -> list[Cell]:
    """Return the cells of a section whose keys are han/fu."""
    return [Cell(name=key, ruleset=ruleset, win=han_and_fu(key), paid=row) for key, row in DOCUMENT[section].items()]


def han_and_fu(key: str) -> dict[str, int]:
    """Read a key of the table as a question names a hand: "3/40" is 3 han 40 fu."""
    han, fu = key.split("/")
    return {"han": int(han), "fu": int(fu)}


def limit_cells() -> list[Cell]:
    """Return a cell for every number of han of every limit, and one for the yakuman itself."""
    counted = [
        Cell(name=f"{limit} {han}", ruleset=PLAIN, win={"han": han}, paid=row)
        for limit, row in DOCUMENT["limits"].items()
        for han in row["han"]
    ]
    return [*counted, Cell(name="yakuman", ruleset=PLAIN, win={"yakuman": 1}, paid=DOCUMENT["limits"]["yakuman"])]


CELLS = [*cells_of("cells", PLAIN), *limit_cells()]
ROUNDED_UP = cells_of("kiriage", KIRIAGE)


def settled(cell: Cell, winner: int, discarder: int | None) -> list[int]:
    """Return what everybody wins or loses when seat 0 deals and `winner` has the cell's hand."""
    table = {"scores": [60_000] * 4, "round": "E", "dealer": 0, "honba": 0, "kyoutaku": 0}
    hand = {"result": "win", "from": discarder, "wins": [{"seat": winner, **cell.win}]}
    answered = ask({"ask": "settle", "ruleset": cell.ruleset, "table": table, "hand": hand})
    assert "deltas" in answered, answered
    return list(answered["deltas"])


def rounded(points: int) -> int:
    """Round up to whole hundreds, as every single payment is."""
    return -(-points // 100) * 100


def by_formula(base: int) -> dict[str, Any]:
    """Return a row of the table from its base points: shares of one, two, four and six."""
    one, two, four, six = (rounded(base * share) for share in (1, 2, 4, 6))
    return {"child_ron": four, "child_tsumo": [one, two], "dealer_ron": six, "dealer_tsumo": two}


@pytest.mark.parametrize("cell", [*CELLS, *ROUNDED_UP], ids=lambda cell: f"{cell.ruleset} {cell.name}")
def test_settle_pays_the_typed_table(cell: Cell) -> None:
    """Ron and tsumo of dealer and non-dealer pay what players know by heart."""
    paid = cell.paid

    if "child_ron" in paid:
        assert settled(cell, 1, 2) == [0, paid["child_ron"], -paid["child_ron"], 0]
        assert settled(cell, 0, 3) == [paid["dealer_ron"], 0, 0, -paid["dealer_ron"]]
    if "child_tsumo" in paid:
        child, dealer = paid["child_tsumo"]
        assert settled(cell, 1, None) == [-dealer, 2 * child + dealer, -child, -child]
        each = paid["dealer_tsumo"]
        assert settled(cell, 0, None) == [3 * each, -each, -each, -each]


@pytest.mark.parametrize("key", DOCUMENT["cells"])
def test_typed_cell_follows_the_formula(key: str) -> None:
    """A typed cell is fu x 2^(han + 2), at most a mangan, times each payer's share, rounded up to 100."""
    value = han_and_fu(key)
    worked_out = by_formula(min(value["fu"] * 2 ** (value["han"] + 2), MANGAN_BASE))

    assert all(worked_out[name] == amount for name, amount in DOCUMENT["cells"][key].items())


@pytest.mark.parametrize("limit", DOCUMENT["limits"])
def test_typed_limit_follows_its_base(limit: str) -> None:
    """A typed limit is its base times each payer's share."""
    typed = {name: amount for name, amount in DOCUMENT["limits"][limit].items() if name != "han"}

    assert typed == by_formula(LIMIT_BASES[limit])


def test_kiriage_cells_are_mangan() -> None:
    """The two rounded-up cells are exactly those worth 1,920, and pay a mangan."""
    assert set(DOCUMENT["kiriage"]) == {"4/30", "3/60"}
    assert all(row == by_formula(MANGAN_BASE) for row in DOCUMENT["kiriage"].values())


@pytest.mark.parametrize(
    ("han", "fu", "discarder"),
    [(1, 20, None), (2, 20, 2), (1, 25, 2), (2, 25, None), (4, 20, 2)],
    ids=["1/20 tsumo", "2/20 ron", "1/25 ron", "2/25 tsumo", "4/20 ron"],
)
def test_cell_that_cannot_be_is_refused(han: int, fu: int, discarder: int | None) -> None:
    """20 fu is a closed self-drawn pinfu, 25 fu seven pairs with their two han and one more when self-drawn."""
    table = {"scores": [25_000] * 4, "round": "E", "dealer": 0, "honba": 0, "kyoutaku": 0}
    hand = {"result": "win", "from": discarder, "wins": [{"seat": 1, "han": han, "fu": fu}]}

    answered = ask({"ask": "settle", "ruleset": PLAIN, "table": table, "hand": hand})

    assert answered["error"]["code"] == "impossible"


@pytest.mark.parametrize(
    ("discarder", "texts"),
    [
        (
            None,
            (
                (
                    "South wins by tsumo with yakuman: "
                    "16,000 from the dealer and 8,000 from each other player, 32,000 in all."
                ),
                "North is the liable player (pao) and pays South 32,000 for yakuman.",
            ),
        ),
        (
            2,
            (
                "West pays South 48,000 for 2 yakuman by ron.",
                "North is the liable player (pao) and pays South 16,000 for yakuman.",
            ),
        ),
    ],
    ids=["tsumo", "ron"],
)
def test_each_line_names_the_yakuman_that_it_pays(discarder: int | None, texts: tuple[str, str]) -> None:
    """wrc-2025/decided-pao: of two yakuman the liable player answers for the one that his discard made certain."""
    table = {"scores": [30000] * 4, "round": "E", "dealer": 0, "honba": 0, "kyoutaku": 0}
    win = {"seat": 1, "yakuman": 2, "pao": {"seat": 3, "yakuman": 1}}
    hand = {"result": "win", "from": discarder, "wins": [win]}
    settled = ask({"ask": "settle", "ruleset": "wrc-2025", "table": table, "hand": hand})

    assert tuple(line["text"] for line in settled["lines"]) == texts

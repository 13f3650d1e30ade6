"""Strategies for valid settle questions under every shipped ruleset."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

SEATS = (0, 1, 2, 3)
FOUR_ABORTS = ("kyuushu_kyuuhai", "suufon_renda", "suukaikan", "suucha_riichi")
FIVE_ABORTS = (*FOUR_ABORTS, "sanchahou")
AUTO_ABORTS = ("kyuushu_kyuuhai", "suufon_renda", "suukaikan", "sanchahou")
SHIBARI_HONBA = 5
NO_BOUND = -20_000
Question = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What must be known of a ruleset to ask it only what it can answer.

    `winners` is how many may ron together, `lowest` the lowest score drawn: 1,000 where a game ends below zero,
    so that everybody may declare riichi.
    """

    ruleset: str
    options: tuple[tuple[str, str], ...] = ()
    winners: int = 3
    aborts: tuple[str, ...] = ()
    nagashi: bool = False
    chombo: bool = True
    wareme: bool = False
    liability: bool = True
    lowest: int = NO_BOUND

    @property
    def most_riichi(self) -> int:
        """How many may be in riichi in a hand that goes on."""
        return 3 if "suucha_riichi" in self.aborts else 4

    @property
    def results(self) -> tuple[str, ...]:
        """The results of a hand that the ruleset knows."""
        return ("win", "draw", *(("abort",) if self.aborts else ()), *(("chombo",) if self.chombo else ()))


BOOKS = (
    Book(ruleset="aalto", winners=2, aborts=FIVE_ABORTS, nagashi=True, lowest=1000),
    Book(ruleset="aalto", options=(("play", "tournament"),), winners=2, aborts=FIVE_ABORTS, nagashi=True),
    Book(ruleset="ema-rcr-2012", aborts=FOUR_ABORTS, nagashi=True),
    Book(ruleset="standard-shuugi", winners=2, aborts=AUTO_ABORTS, nagashi=True, wareme=True, lowest=1000),
    Book(ruleset="standard-shuugi", options=(("table", "hand"), ("house", "on")), nagashi=True, lowest=1000),
    Book(ruleset="warsaw", winners=2, aborts=FIVE_ABORTS, nagashi=True, lowest=1000),
    Book(ruleset="ranking-match", winners=2, aborts=FIVE_ABORTS, nagashi=True, chombo=False, lowest=1000),
    Book(ruleset="tenhou", winners=2, aborts=FIVE_ABORTS, nagashi=True, chombo=False, lowest=1000),
    Book(ruleset="ema-2016"),
    Book(ruleset="ema-2016", options=(("play", "social"),)),
    Book(ruleset="ema-2025"),
    Book(ruleset="ema-2025", options=(("play", "social"),)),
    Book(ruleset="wrc-2025", winners=1),
    Book(ruleset="m-league", winners=1),
    Book(ruleset="rrc-1.5"),
    Book(ruleset="mahjong-soul", aborts=FOUR_ABORTS, nagashi=True, chombo=False, lowest=1000),
    Book(ruleset="wrc-2022", winners=1),
    Book(ruleset="toronto-2026", winners=1),
    Book(ruleset="philadelphia-2024", winners=1, nagashi=True),
    Book(ruleset="arizona-2025", winners=1),
    Book(ruleset="toronto-casual", nagashi=True, lowest=1000),
    Book(ruleset="saikyosen-2022", winners=1),
    Book(ruleset="rmu", winners=1, liability=False),
    Book(ruleset="rmu", options=(("rule", "b"),), winners=1, liability=False),
    Book(ruleset="saikouisen", winners=1, liability=False),
    Book(ruleset="saikouisen-classic", winners=1, liability=False),
    Book(ruleset="npm", winners=1, liability=False),
    Book(ruleset="jpml", winners=1),
)

some_seats = st.lists(st.sampled_from(SEATS), unique=True)


@st.composite
def tables(draw: st.DrawFn, book: Book) -> Question:
    """Draw a table of the East or South round, as it can stand before a hand."""
    scores = st.integers(book.lowest // 100, 600).map(lambda hundreds: hundreds * 100)
    return {
        "scores": draw(st.lists(scores, min_size=4, max_size=4)),
        "round": draw(st.sampled_from("ES")),
        "dealer": draw(st.sampled_from(SEATS)),
        "honba": draw(st.integers(0, 8)),
        "kyoutaku": 1000 * draw(st.integers(0, 6)),
    }


@st.composite
def values(draw: st.DrawFn, book: Book, winner: int, honba: int) -> Question:
    """Draw what a winner's hand is worth, with two han where five honba ask for them."""
    if draw(st.booleans()) and draw(st.booleans()):
        yakuman: Question = {"yakuman": 1}
        others = [seat for seat in SEATS if seat != winner and book.liability]
        liable = draw(st.sampled_from([None, *others]))
        return yakuman | ({"pao": {"seat": liable, "yakuman": 1}} if liable is not None else {})
    han = draw(st.integers(2 if honba >= SHIBARI_HONBA else 1, 14))
    return {"han": han, "fu": draw(st.sampled_from([30, 40, 50, 60, 70]))}


@st.composite
def wins(draw: st.DrawFn, book: Book, honba: int) -> Question:
    """Draw a tsumo, or a ron by as many as the ruleset pays."""
    discarder = draw(st.sampled_from([None, *SEATS]))
    able = [seat for seat in SEATS if seat != discarder]
    most = 1 if discarder is None else book.winners
    winners = draw(st.lists(st.sampled_from(able), min_size=1, max_size=most, unique=True))
    hands = [{"seat": seat, **draw(values(book, seat, honba))} for seat in winners]
    wareme = {"wareme": draw(st.sampled_from(SEATS))} if book.wareme and draw(st.booleans()) else {}
    return {"result": "win", "from": discarder, "wins": hands, "riichi": draw(some_seats)[: book.most_riichi], **wareme}


@st.composite
def draws(draw: st.DrawFn, book: Book) -> Question:
    """Draw an exhaustive draw: whoever is in riichi is tenpai."""
    riichi = draw(some_seats)[: book.most_riichi]
    tenpai = draw(some_seats.map(lambda seats: [*riichi, *(seat for seat in seats if seat not in riichi)]))
    nagashi = {"nagashi": draw(some_seats)} if book.nagashi and draw(st.booleans()) else {}
    return {"result": "draw", "riichi": riichi, "tenpai": tenpai, **nagashi}


@st.composite
def aborts(draw: st.DrawFn, book: Book) -> Question:
    """Draw an abortive draw: suucha riichi has four seats in riichi, another has any but all."""
    reason = draw(st.sampled_from(book.aborts))
    riichi = list(SEATS) if reason == "suucha_riichi" else draw(some_seats)[:3]
    declarers = [seat for seat in SEATS if seat not in riichi] if reason == "kyuushu_kyuuhai" else []
    who = draw(st.sampled_from([None, *declarers]))
    declarer = {} if who is None else {"declarer": who}
    return {"result": "abort", "reason": reason, "riichi": riichi, **declarer}


@st.composite
def chombos(draw: st.DrawFn) -> Question:
    """Draw a chombo by one or several players."""
    offenders = draw(st.lists(st.sampled_from(SEATS), min_size=1, unique=True))
    return {"result": "chombo", "offenders": offenders, "riichi": draw(some_seats)}


@st.composite
def hands(draw: st.DrawFn, book: Book, honba: int) -> Question:
    """Draw a finished hand of any kind that the ruleset knows."""
    kinds = {"win": wins(book, honba), "draw": draws(book), "abort": aborts(book), "chombo": chombos()}
    return draw(kinds[draw(st.sampled_from(book.results))])


@st.composite
def settle_questions(draw: st.DrawFn) -> Question:
    """Draw a settle question that its ruleset answers."""
    book = draw(st.sampled_from(BOOKS))
    table = draw(tables(book))
    hand = draw(hands(book, table["honba"]))
    asked = {"ask": "settle", "ruleset": book.ruleset, "options": dict(book.options)}
    return {**asked, "table": table, "hand": hand}

"""The hand, the checks and the yaku list look the same on the phone, byte for byte."""

import json

from referee.app.form import Form
from referee.app.tiles import tiles_answer
from tests.desks import shipped
from tests.drawn import drawn
from tests.phone.conftest import REPLY_WITH_PART, Phone, as_sent, part_asked, phone, phone_page
from tests.phone.test_phone_answers import differences

__all__ = ["phone", "phone_page"]

LIBRARY = shipped()
HANDS = (
    "",
    "tiles=234567m66678s888p",
    "tiles=234567m66678s88p",
    "tiles=234067m67s88p8s&melds=(7777z)&dora=7p&declared=riichi&fact=ippatsu",
    "tiles=19m19p19s12345677z&by=tsumo&fact=first_draw&seat_wind=E",
    "tiles=\uff12\uff13\uff14\uff4d x&melds=12m&dora=\uff19",
    "tiles=12m99p3m&melds=555z 666z 777z&by=ron&for=1&to=/t/abc/record&honba=3",
    "tap=into-pon&tap=5z&tap=into-ankan&tap=5m&tap=0p&tap=into-dora&tap=3s&tap=red-0&tap=drop-melds-0&tap=back",
    'tiles="><script>&honba=<b>&seat_wind=X&by=东',
    "tiles=11223355m7788p9s9s&by=tsumo&declared=double&ura=1m&dora=1m&honba=9999999999999",
)
CHECKS = (
    "check=waits&tiles=234567m66678s88p",
    "check=furiten&tiles=234567m66678s88p&discards=1z9s",
    "check=furiten&tiles=234567m66678s88p&passed=6s&since=own_draw&in_riichi=1&passed_by=kakan",
    "check=riichi_kan&tiles=222m34567p99s555z2m",
    "check=kuikae&call=345m&tiles=6m",
    "check=riichi&tiles=234567m66678s88p1z&points=900&wall=3",
    "check=nonsense&tiles=1m",
)
TICKS = (
    "",
    "ticked=riichi&ticked=ippatsu&ticked=pinfu&dora_count=2",
    "ticked=toitoi&shape=open&fu=40&by=tsumo&honba=5&for=2&to=/t/abc/record",
    "ticked=tanyao&ticked=pinfu&ticked=ittsuu&dora_count=99&fu=x",
)
BOOKS = ("aalto", "ema-2016", "tenhou", "wrc-2025")
ALL = (*HANDS, *CHECKS, *(f"check=yaku&{ticks}" for ticks in TICKS))


def pairs_of(query: str) -> list[list[str]]:
    """Return the fields of a query that is written as it is read."""
    return [list(field.partition("=")[::2]) for field in query.split("&") if field]


def questions(books: tuple[str, ...]) -> list[str]:
    """Return every fragment for every form under some rulesets, in both languages."""
    return [
        part_asked("/tiles/answer", [["ruleset", book], *pairs_of(query)], lang)
        for query in ALL
        for lang, book in zip(("en", "ja") * len(books), books, strict=False)
    ]


def here(question: str) -> str:
    """Return what the server draws."""
    asked = json.loads(question)
    form = Form(pairs=tuple((name, value) for name, value in asked["query"]))
    return drawn("tiles", tiles_answer(form, LIBRARY, asked["lang"]), asked["lang"])


def test_every_fragment_of_tiles_is_the_same_on_the_phone(phone: Phone) -> None:
    """All forms, drawn by CPython and by MicroPython."""
    asked = questions(BOOKS)
    drawn = [here(question) for question in asked]
    assert all(drawn)
    assert differences(asked, drawn, phone(as_sent(LIBRARY) + REPLY_WITH_PART, asked)) == []

"""The shared parts of pages are the same, byte for byte, from the server and from the phone."""

import pytest

from tests.offline.conftest import PhoneAtTable, RealServer

ASK = """async ([address, page]) => {
    const shown = await (await fetch(page, { headers: { "HX-Request-Type": "full" } })).text();
    const [, lang] = shown.match(/<html[^>]* lang="(..)"/);
    const response = await fetch(address, { headers: { "HX-Request": "true", "Page-Language": lang } });
    return [response.status, response.headers.get("HX-Replace-Url"), await response.text()];
}"""
PAYMENTS = (
    "/pays/payment?ruleset=aalto&result=ron&ron=1&from=0&han-1=3&fu-1=40",
    "/pays/payment?ruleset=aalto&result=tsumo&tsumo=2&han-2=mangan&honba=2&sticks=1&riichi=2&fu-2=",
    "/pays/payment?ruleset=aalto&result=draw&tenpai=0&tenpai=3&at=E3",
    "/pays/payment?ruleset=aalto&result=ron",
)
RULINGS = (
    "/rulings/answer?ruleset=aalto&offence=empty_call",
    "/rulings/answer?ruleset=aalto&offence=wrong_draw&answer-noticed=before_discard&other=ema-2016",
    "/rulings/answer?ruleset=aalto&offence=play_cannot_continue",
    "/rulings/answer?ruleset=wrc-2025&offence=false_tenpai&answer-times=2",
)
TILES = (
    "/tiles/answer?ruleset=aalto&tiles=234067m67s88p8s&melds=(7777z)&dora=7p&declared=riichi",
    "/tiles/answer?ruleset=aalto&tiles=234567m66678s88p&tap=8p&tap=into-dora",
    "/tiles/answer?ruleset=aalto&check=furiten&tiles=234567m66678s88p&discards=9s",
    "/tiles/answer?check=yaku&ruleset=aalto&ticked=riichi&ticked=pinfu&dora_count=3",
)
AT_TABLE = (
    "/record/payment?result=ron&ron=1&from=0&han-1=3&fu-1=40&drawn=1",
    "/record/payment?result=chombo&offender=2&drawn=1",
    "/record/payment?result=tsumo&drawn=1",
    "/rulings/apply/hearing?offence=mistaken_win",
    "/rulings/apply/hearing?offence=mistaken_win&answer-shown=14&seat=1&seat=2",
    "/rulings/apply/outcome?offence=mistaken_win&answer-shown=0&seat=3&kind=fine&amount-fine=1000",
)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_fragment_is_the_same_without_a_network(at_table: PhoneAtTable, server: RealServer, lang: str) -> None:
    """The same addresses are asked with the server running and killed; the address to be shown is the same too."""
    page = at_table.page
    if lang == "ja":
        page.goto(f"{server.address}/?lang=ja")
        page.goto(at_table.table)
        page.wait_for_timeout(1500)
    path = at_table.table.removeprefix(server.address)
    asked = [(each, each.rpartition("/")[0]) for each in (*PAYMENTS, *RULINGS, *TILES)] + [
        (path + each, path) for each in AT_TABLE
    ]
    online = [page.evaluate(ASK, each) for each in asked]
    server.kill()
    offline = [page.evaluate(ASK, each) for each in asked]

    for address, there, here in zip(asked, online, offline, strict=True):
        assert [here[0], here[1], here[2].strip()] == [there[0], there[1], there[2].strip()], address
        assert "<" in here[2]

"""The look-up on a phone: found by words or by kind, narrowed by taps, answered as the core does."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, ViewportSize, expect

from referee.app.lookup import MOST_HITS
from referee.ask.lookup import COMMONEST
from tests.cases import ask, library
from tests.rulings.test_search import QUERIES
from tests.web.layout import check_layout
from tests.web.table import PLAYERS, Fingers, server_alone

SMALL: ViewportSize = {"width": 360, "height": 740}
OFFENCES = {offence.id: offence for offence in library().offences}
VISIBLE = """() => [...document.querySelectorAll(".hits a")].filter((each) => each.checkVisibility())
    .map((each) => new URL(each.href).pathname.split("/").pop())"""
OUT_OF_CARD = """() => [...document.querySelectorAll(".side")].flatMap((card) => [...card.querySelectorAll("*")]
    .filter((each) => each.getBoundingClientRect().right > card.getBoundingClientRect().right)
    .map((each) => each.outerHTML.slice(0, 120)))"""
TERM_GAPS = """() => {
    const words = [...document.querySelectorAll(".terms > *")].map((each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return range.getBoundingClientRect();
    });
    return words.slice(1).map((word, at) => [word, words[at]]).filter(([word, last]) => word.top === last.top)
        .map(([word, last]) => word.left - last.right);
}"""
MOST_TO_TABLE = 3
"""Taps from any screen to the table of an offence's outcomes: Rulings, the kind, the offence."""


def hits(page: Page) -> list[str]:
    """Return the offences that are shown, in their order."""
    return [str(each) for each in page.evaluate(VISIBLE)]


def gists_in(html: str) -> list[str]:
    """Return the answers in a few words, wherever their lines may end."""
    return [each.replace("\u00a0", " ") for each in re.findall(r'<span class="gist">(.*?)</span>', html)]


def core_hits(query: str, ruleset: str, lang: str = "en") -> list[str]:
    """Return what the core finds, offences and procedures in one order, as many as the page shows."""
    found = ask({"ask": "offences", "ruleset": ruleset, "query": query, "lang": lang})
    ranks = {each["rank"]: each["id"] for kind in ("offences", "procedures") for each in found[kind]}
    return [ranks[rank] for rank in sorted(ranks)][:MOST_HITS]


def check_hits(page: Page, query: str, expected: list[str]) -> None:
    """Type a query and expect what the core finds."""
    page.locator("#query").fill(query)
    hrefs = [re.compile(rf"/{each}(\?|$)") for each in expected]
    expect(page.locator(":is(#found, #found > details) > .hits a")).to_have_count(len(expected))
    for place, href in enumerate(hrefs):
        expect(page.locator(":is(#found, #found > details) > .hits a").nth(place)).to_have_attribute("href", href)


@pytest.mark.parametrize(("ruleset", "lang"), [("warsaw", "en"), ("ranking-match", "ja")])
def test_page_finds_what_the_core_finds(page: Page, address: str, ruleset: str, lang: str) -> None:
    """Typed on the phone: the core's list in its order, whatever the words."""
    page.goto(f"{address}/rulings?ruleset={ruleset}&lang={lang}")
    for query in (*[query for query, _ in QUERIES[::20]], "fine", "罰符", "  Nōten　", "ron ron ron"):
        check_hits(page, query, core_hits(query, ruleset, lang))


@pytest.mark.parametrize(("query", "large"), [("riichi two tiles left", 3), ("underpaid 1000 points", 4)])
def test_what_hardly_fits_is_smaller_than_what_fits(client: FlaskClient, query: str, large: int) -> None:
    """The hits that fit best are large, the others below them small; what all fits alike is all large."""
    looks = re.findall(
        r'class="act act--hit( act--minor)?"', client.get(f"/rulings?ruleset=ema-2016&query={query}").text
    )
    assert [not look for look in looks] == [True] * large + [False] * (len(looks) - large)
    assert len(looks) > large
    alike = client.get("/rulings?ruleset=ema-2016&query=dora").text
    assert "act--hit" in alike
    assert "act--minor" not in alike


@pytest.mark.parametrize("query", ["xyzzy", "()", "🀄"])
def test_no_query_empties_the_page(page: Page, address: str, query: str) -> None:
    """Nothing found is said, and what is asked most is offered instead."""
    page.goto(f"{address}/rulings?ruleset=warsaw")
    page.locator("#query").fill(query)

    expect(page.locator(".offered .hits a")).to_have_count(len(COMMONEST))
    if query == "xyzzy":
        expect(page.locator("#no-hit")).to_be_visible()


def test_look_up_opens_with_what_is_asked_most(client: FlaskClient) -> None:
    """Eight calls and the chombo, each with its gist, and below them every kind; no box is empty."""
    html = client.get("/rulings?ruleset=ema-2016").text
    opening = html.partition('<div class="offered">')[2]

    assert re.findall(r"/rulings/(\w+)\?", opening) == list(COMMONEST)
    assert len(re.findall(r'<span class="gist">[^<]{4,}</span>', opening)) == len(COMMONEST)
    assert re.findall(r'href="#(\w+)">', opening) == ["tiles", "calls", "win", "riichi", "end", "conduct"]
    assert 'class="empty"' not in html


@pytest.mark.parametrize(
    ("query", "gist"),
    [
        ("false set", "Dead hand (after the discard) · No penalty (before the discard)"),
        ("exposed tiles", "Chombo, −20,000 tournament score / The referee decides / No penalty"),
        ("noten riichi", "Chombo, −20,000 tournament score / Dead hand / No penalty"),
        ("who goes first", "Ron goes before pon and kan, and these before chii, even if chii was called first."),
    ],
)
def test_best_answer_stands_in_the_list(client: FlaskClient, query: str, gist: str) -> None:
    """The gist of each hit is its answer under the ruleset."""
    html = client.get("/rulings/found", query_string={"ruleset": "ema-2016", "query": query}).text

    assert gists_in(html)[0] == gist


@pytest.mark.parametrize(
    ("ruleset", "query", "gist"),
    [
        ("m-league", "wrong tile count", "WRC 2025: Chombo"),
        ("ema-2025", "false set", "EMA 2016: Dead hand (after the discard) · "),
        ("tenhou", "deadhand call", "EMA 2016: Chombo, −20,000 tournament score / Dead hand / "),
        (
            "m-league",
            "wrong payment",
            "WRC 2025: The right score counts, and all players are responsible for it.",
        ),
        ("warsaw", "wrong tile count", "Dead hand"),
        (
            "wrc-2025",
            "noten riichi",
            (
                "Chombo, −30,000 tournament score (at an exhaustive draw / by the player\u2019s own win call)"
                " · No penalty (otherwise)"
            ),
        ),
        (
            "m-league",
            "exposed tiles",
            "Warning (2 or more seen, not during the deal) · WRC 2025: Warning / No penalty (otherwise)",
        ),
    ],
)
def test_a_silent_book_is_followed_by_the_nearest_that_speaks(
    client: FlaskClient, ruleset: str, query: str, gist: str
) -> None:
    """Its name stands before what it says; what a chombo costs here is never told under its name."""
    html = client.get("/rulings/found", query_string={"ruleset": ruleset, "query": query}).text

    assert gists_in(html)[0].startswith(gist)
    named = [each for each in gists_in(html) if re.search(r"(WRC|EMA) \d{4}\)?: ", each)]
    assert ('<p class="elsewhere">' in html) == (named != [])


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            "m-league",
            (
                "Answers with the name of another ruleset are guidance: the head referee decides."
                " A chombo costs what this ruleset says."
            ),
        ),
        ("ema-2025", "Answers with the name of another ruleset are guidance: the head referee decides."),
        (
            "m-league&lang=ja",
            ("ほかのルール名が付いた答えは参考です。審判長が決めます。チョンボの点数はこのルールによります。"),
        ),
    ],
)
def test_what_is_not_known_is_said_once_above_the_list(client: FlaskClient, rules: str, said: str) -> None:
    """The lines below name the book that they are from, and none of them is empty of an answer."""
    opening = client.get(f"/rulings?ruleset={rules}").text.partition('<div class="offered">')[2]

    assert re.findall(r'<p class="elsewhere">(.*?)</p>', opening) == [said]
    named = [each for each in gists_in(opening) if re.match(r"(WRC|EMA) \d{4}[:：]", each)]
    assert len(named) >= 5
    silent = re.compile("The rules do not say|The rules\u2019 text|ルール本文|規定なし")
    assert not [each for each in gists_in(opening) if silent.match(each)]


@pytest.mark.parametrize(
    ("query", "gist"),
    [
        ("empty closed kan", "No penalty (chii / pon / open kan) · EMA 2016: Dead hand / No penalty (otherwise)"),
        ("riichi not allowed", "Invalid riichi: return the stick and turn the tile upright."),
        ("furiten riichi", "Riichi in furiten is allowed."),
    ],
)
def test_a_hit_says_what_was_asked(client: FlaskClient, query: str, gist: str) -> None:
    """Of an offence on which Aalto says only a part, the nearest says the rest; of a rule, the line that was meant."""
    html = client.get("/rulings/found", query_string={"ruleset": "aalto", "query": query}).text

    assert [each for each in gists_in(html) if each.startswith(gist)]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("width", [360, 390])
def test_both_sides_stay_in_their_cards(browser: Browser, address: str, lang: str, width: int) -> None:
    """Nothing of one ruleset reaches under the other, however long the name of its clause."""
    context = server_alone(browser, viewport={"width": width, "height": 844}, is_mobile=True, has_touch=True)
    page = context.new_page()
    for asked in ("mistaken_win?ruleset=ema-rcr-2012&other=aalto", "empty_call?ruleset=ema-rcr-2012&other=wrc-2025"):
        page.goto(f"{address}/rulings/{asked}&answer-call=pon&lang={lang}")
        over = page.evaluate(OUT_OF_CARD)
        assert over == [], asked
    context.close()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_terms_stand_equally_far_apart(page: Page, address: str, lang: str) -> None:
    """However short a word, the gap between it and the next one is that of all others."""
    page.goto(f"{address}/rulings/mistaken_win?ruleset=aalto&answer-shown=1%2B&lang={lang}")

    gaps = page.evaluate(TERM_GAPS)
    assert len(gaps) > 2
    assert max(gaps) - min(gaps) < 2, gaps


@pytest.mark.parametrize("ruleset", ["ema-2025", "m-league", "wrc-2025", "aalto"])
@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("exposed tile", ["exposed_tiles"]),
        ("14 tiles", ["wrong_tile_count"]),
        ("noten riichi", ["noten_riichi"]),
        ("talking", ["information"]),
        ("dead hand", ["dead_hand_means"]),
        ("テンパイ", ["tenpai_or_noten"]),
        ("take back call", ["changed_call"]),
    ],
)
def test_what_is_called_exactly_so_stands_alone(
    client: FlaskClient, ruleset: str, query: str, meant: list[str]
) -> None:
    """What only shares words with it is folded away, and nothing where no entry is called exactly so."""
    html = client.get("/rulings/found", query_string={"ruleset": ruleset, "query": query}).text
    named, _, related = html.partition("<details>")

    assert re.findall(r'href="/rulings/(\w+)', named) == meant
    assert re.findall(r'href="/rulings/(\w+)', related)
    assert "<details>" not in client.get("/rulings/found?query=riichi+two+tiles+left").text


def test_what_shares_only_the_penalty_is_folded_away(client: FlaskClient) -> None:
    """What the words name stands open; where they name nothing else, everything does."""
    html = client.get("/rulings/found?ruleset=wrc-2025&query=chombo").text
    named, _, related = html.partition("<details>")

    assert 'href="/rulings/chombo_steps?' in named
    assert 'href="/rulings/exposed_tiles?' not in named
    assert 'href="/rulings/exposed_tiles?' in related
    assert "<details>" not in client.get("/rulings/found?ruleset=wrc-2025&query=empty+pon").text


def test_what_is_typed_stands_in_the_address(client: FlaskClient) -> None:
    """Htmx then shows the address that gives the same list again."""
    found = client.get("/rulings/found", query_string={"ruleset": "warsaw", "query": "空ポン"})

    assert found.headers["HX-Replace-Url"] == "/rulings?ruleset=warsaw&query=%E7%A9%BA%E3%83%9D%E3%83%B3"
    assert found.text in client.get(found.headers["HX-Replace-Url"]).text


def test_an_emptied_box_gives_the_kinds_back(page: Page, address: str) -> None:
    """A kind lists its offences and procedures."""
    page.goto(f"{address}/rulings?ruleset=warsaw&query=kuikae")
    assert hits(page)[0] == "swap_calling"
    page.locator("#query").fill("")
    expect(page.locator(".kinds a")).to_have_count(6)
    page.locator(".kinds a").nth(2).tap()
    shown = hits(page)
    assert shown[:2] == ["mistaken_win", "winning_tile_mixed_in"]
    assert {"multiple_ron", "furiten", "pao"} <= set(shown)


def test_way_back_leads_to_the_same_list(page: Page, address: str) -> None:
    """From an offence back to what was typed, or to the kind that was opened."""
    page.goto(f"{address}/rulings?ruleset=warsaw")
    page.locator("#query").fill("emtpy pon")
    page.wait_for_url("**query=emtpy*")
    page.locator(".hits a:visible").first.tap()
    page.wait_for_url("**/empty_call?*")
    page.go_back()
    expect(page.locator("#query")).to_have_value("emtpy pon")
    assert hits(page)[0] == "empty_call"

    page.goto(f"{address}/rulings?ruleset=warsaw")
    page.get_by_role("link", name="Win calls").tap()
    page.locator(".hits a:visible").last.tap()
    page.wait_for_url("**/rulings/score_count?*")
    page.locator(".back").tap()
    page.wait_for_url("**/rulings?ruleset=warsaw#win")
    assert hits(page)[:2] == ["mistaken_win", "winning_tile_mixed_in"]


def test_another_ruleset_is_one_choice(page: Page, address: str) -> None:
    """The list goes over to the other ruleset with its options, and what was typed stays."""
    page.goto(f"{address}/rulings?ruleset=warsaw")
    page.locator("#query").fill("furiten")
    page.wait_for_url("**query=furiten*")
    page.locator("select[name=ruleset]").select_option("ema-2016")
    expect(page.locator("select[name=option-play]")).to_have_value("tournament")
    page.locator("select[name=option-play]").select_option("social")
    page.wait_for_url("**option-play=social*")
    assert "mistaken_win" in hits(page)[:2]
    page.locator("#query").fill("late to the table")
    page.wait_for_url("**query=late*")
    page.locator(".hits a:visible").first.tap()

    expect(page.locator(".under")).to_contain_text("EMA 2016 · Social play")


@pytest.mark.parametrize(("query", "offence"), QUERIES[::15])
def test_search_without_javascript(browser: Browser, address: str, query: str, offence: str) -> None:
    """The form is sent, and the core's search answers."""
    context = browser.new_context(java_script_enabled=False, viewport=SMALL, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}/rulings?ruleset=warsaw")
    page.locator("#query").fill(query)
    page.locator(".look .show").tap()

    page.wait_for_url("**query=*")
    assert offence in hits(page)[:3]
    expect(page.locator("#query")).to_have_value(query)
    context.close()


def begin(page: Page, address: str, ruleset: str) -> str:
    """Start a game and return the address of its table."""
    form: dict[str, Any] = {f"name-{seat}": name for seat, name in enumerate(PLAYERS)} | {"ruleset": ruleset}
    return str(page.request.post(f"{address}/games", form=form).url)


def answers_on(page: Page) -> dict[str, str]:
    """Return the answers that are pressed on the page."""
    pressed = page.locator("#facts input[type=radio]:checked").all()
    pairs = [(str(each.get_attribute("name")), str(each.get_attribute("value"))) for each in pressed]
    return {name.removeprefix("answer-"): value for name, value in pairs}


def ruled(ruleset: str, offence: str, answers: dict[str, Any]) -> dict[str, Any]:
    """Return the core's ruling."""
    return ask({"ask": "ruling", "ruleset": ruleset, "offence": offence, "answers": answers})


def said_by_core(ruleset: str, offence: str, answers: dict[str, str]) -> set[str]:
    """Return what the core says at both ends of a range; the same where no range was tapped."""
    found = set()
    for end in (0, -1):
        plain: dict[str, Any] = dict(answers)
        for question in OFFENCES[offence].questions:
            if question.id in plain and not question.answers:
                edges = plain[question.id].replace("+", f"-{question.high}").split("-")
                plain[question.id] = int(edges[end])
        found.add(str(ruled(ruleset, offence, plain)["text"]))
    return found


@pytest.mark.parametrize("ruleset", ["warsaw", "ema-2016"])
def test_every_offence_is_ruled_in_few_taps(page: Page, address: str, ruleset: str) -> None:
    """From the table: at most three taps to the outcomes, then one for each question that matters."""
    table = begin(page, address, ruleset)
    for offence in OFFENCES.values():
        page.goto(table)
        fingers = Fingers(page)
        fingers.tap(page.locator(".sections").get_by_role("link", name="Rulings"))
        fingers.tap(page.locator(f'.kinds a[href="#{offence.category}"]'))
        fingers.tap(page.locator(f".hits a:visible[href$='/{offence.id}']"))
        expect(page.locator("#ruling .outcomes, #ruling .verdict").first).to_be_visible()
        assert fingers.taps <= MOST_TO_TABLE
        asked = ruled(ruleset, offence.id, {}).get("questions", [])
        answer_all(fingers)
        assert fingers.taps <= MOST_TO_TABLE + len(asked), offence.id
        sentence, by_core = (
            " ".join(page.locator(".verdict > .verdict-text").all_inner_texts()),
            said_by_core(ruleset, offence.id, answers_on(page)),
        )
        if page.locator(".nearest-said").count():
            assert all(text.endswith(sentence) for text in by_core), offence.id
            continue
        below = {NAMED_ABOVE.sub("", text) for text in by_core}
        assert sentence in below or (len(below) > 1 and all(text.startswith(sentence) for text in below)), offence.id


NAMED_ABOVE = re.compile(r"^(Chombo|No penalty|Warning|Disqualified|The referee decides[^.]*)\. ?")
"""What the outcome says before the sentence below it goes on."""


def answer_all(fingers: Fingers) -> None:
    """Tap the first answer of each open question until there is a ruling."""
    page = fingers.page
    while page.locator(".verdict").count() == 0:
        page.evaluate("document.getElementById('ruling').firstElementChild.id = 'before'")
        fingers.tap(page.locator("fieldset:not(:has(input:checked)) input:enabled").first)
        expect(page.locator("#before")).to_have_count(0)


def test_answer_keeps_its_address(page: Page, address: str) -> None:
    """The address names the answers, so that a reload, a link or the way back shows the same ruling."""
    page.goto(f"{address}/rulings/exposed_tiles?ruleset=warsaw")
    page.locator('input[value="6+"]').tap()
    expect(page.locator(".verdict .outcome")).to_have_text("Chombo, −8,000 (dealer −12,000)")
    page.reload()

    expect(page.locator(".verdict .outcome")).to_have_text("Chombo, −8,000 (dealer −12,000)")
    expect(page.locator('input[value="6+"]')).to_be_checked()
    expect(page.locator(".under")).to_contain_text("Warsaw")


def test_address_names_the_rules_as_well(page: Page, address: str) -> None:
    """An option of the rules and an answer stand in the address; another answer takes the place of the first one."""
    page.goto(f"{address}/rulings/late?ruleset=ema-2016&option-play=social&answer-minutes=7")

    expect(page.locator("h1")).to_have_text("Late to the table")
    expect(page.locator(".verdict .outcome")).to_have_text("−7,000 tournament score")
    expect(page.locator(".under")).to_contain_text("EMA 2016 · Social play")
    page.locator("#answer-minutes-9").tap()
    expect(page.locator(".verdict .outcome")).to_have_text("−9,000 tournament score")
    found = parse_qs(urlsplit(page.url).query)
    assert found == {"ruleset": ["ema-2016"], "option-play": ["social"], "answer-minutes": ["9"]}


def test_page_of_a_table_keeps_its_rules(page: Page, address: str) -> None:
    """What the address says of the rules is not listened to at a table."""
    table = begin(page, address, "warsaw")
    page.goto(f"{table}/rulings/phone?ruleset=wrc-2025")

    expect(page.locator("h1")).to_have_text("Phone or device at the table")
    expect(page.locator(".under")).to_contain_text("Warsaw")


def test_focus_goes_to_the_answer(page: Page, address: str) -> None:
    """A screen reader reads the ruling as soon as it stands; before that the focus stays on the button."""
    page.goto(f"{address}/rulings/dead_hand_action?ruleset=warsaw")
    page.locator('input[value="yes"]').tap()
    expect(page.locator(".verdict")).to_be_focused()

    page.goto(f"{address}/rulings/changed_call?ruleset=warsaw")
    page.locator("#answer-from-chii").tap()
    expect(page.locator("#answer-from-chii")).to_be_focused()


def test_other_ruleset_side_by_side(page: Page, address: str) -> None:
    """One choice puts the other book's answer beside, each under its title with edition."""
    page.goto(f"{address}/rulings/wrong_tile_count?ruleset=warsaw")
    page.locator("select[name=other]").select_option("ema-2016")

    expect(page.locator(".side h3")).to_have_text(["Warsaw", "EMA 2016 · Tournament"])
    left, right = page.locator(".side").evaluate_all(
        "sides => sides.map((side) => side.getBoundingClientRect().toJSON())"
    )
    assert left["y"] == right["y"]
    assert left["x"] < right["x"]


def test_offence_without_javascript(browser: Browser, address: str) -> None:
    """The buttons are a form: chosen, then sent."""
    context = browser.new_context(java_script_enabled=False, viewport=SMALL, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"{address}/rulings?ruleset=warsaw")
    page.get_by_role("link", name="Calls and melds").tap()
    page.get_by_role("link", name="Invalid meld").tap()
    page.get_by_role("radio", name="after the discard").tap()
    page.get_by_role("button", name="Show the ruling").tap()

    expect(page.locator(".verdict > .outcome")).to_have_text("100 to the table + Dead hand")
    context.close()


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, SMALL])
def test_rulings_fit_a_phone(browser: Browser, address: str, size: ViewportSize, language: str) -> None:
    """Nothing is too small to tap or to read, and nothing is wider than the phone."""
    context = server_alone(browser, viewport=size, is_mobile=True, has_touch=True, locale=language)
    page = context.new_page()
    table = begin(page, address, "warsaw").removeprefix(address)
    for path in (
        "/rulings?ruleset=aalto",
        "/rulings?ruleset=standard-shuugi#riichi",
        "/rulings?ruleset=warsaw&query=riichi",
        f"{table}/rulings",
        f"{table}/rulings/exposed_tiles?answer-count=3-5&other=ema-2016",
        "/rulings/dead_hand_action?ruleset=ema-2016",
        "/rulings/late?ruleset=wrc-2025&answer-minutes=7",
        "/rulings/mistaken_win?ruleset=aalto&answer-shown=1%2B&answer-cause=furiten&other=tenhou",
        "/rulings/noten_riichi?ruleset=tenhou",
    ):
        page.goto(address + path)
        check_layout(page)
        for summary in page.locator("summary:visible").all():
            summary.tap()
        check_layout(page)
    context.close()


TOUCHING = """() => [...document.querySelectorAll(".outcomes tr")].flatMap((row) => {
    const lines = [...row.querySelectorAll(".clause")].flatMap((mark) =>
        [...mark.getClientRects()].map((box) => ({ mark, box })));
    const strong = row.querySelector("strong");
    if (strong) lines.push(...[...strong.getClientRects()].map((box) => ({ mark: strong, box })));
    return lines.flatMap((one, place) => lines.slice(place + 1).filter((other) => one.mark !== other.mark
        && Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left) > 1
        && Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 1)
        .map((other) => `${one.mark.innerText} / ${other.mark.innerText}`));
})"""
"""The marks of clauses in a table of outcomes, and its outcomes, that lie over each other."""


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("width", [390, 360])
def test_no_mark_of_a_clause_lies_over_another(browser: Browser, address: str, width: int, language: str) -> None:
    """Each can be read and tapped in every row of a table of outcomes, also where it needs two lines."""
    context = server_alone(
        browser, viewport={"width": width, "height": 844}, is_mobile=True, has_touch=True, locale=language
    )
    page = context.new_page()
    marks, touching = 0, []
    for offence in ("exposed_tiles", "noten_riichi", "mistaken_win", "empty_call", "false_set", "changed_call"):
        for ruleset in ("ema-2016", "warsaw", "rrc-1.5", "standard-shuugi"):
            page.goto(f"{address}/rulings/{offence}?ruleset={ruleset}")
            marks += page.locator(".outcomes .clause").count()
            touching += [f"{offence}, {ruleset}: {each}" for each in page.evaluate(TOUCHING)]
    context.close()

    assert marks > 50
    assert touching == []


def test_rules_of_the_last_time_are_remembered(client: FlaskClient) -> None:
    """A browser that looked up a ruling under one ruleset finds it there again."""
    client.get("/rulings?ruleset=standard-shuugi&option-house=on")

    assert "Standard with chips · House rules: On" in client.get("/rulings/phone").text
    assert '<option value="standard-shuugi" selected>' in client.get("/rulings").text


def test_rules_of_a_table_cannot_be_talked_away(client: FlaskClient) -> None:
    """At a table the address may name another ruleset; the game's own counts."""
    begun = client.post(
        "/games", data={f"name-{seat}": name for seat, name in enumerate(PLAYERS)} | {"ruleset": "aalto"}
    )
    table = begun.headers["Location"]

    assert "Aalto · Club" in client.get(f"{table}/rulings/phone?ruleset=warsaw&option-play=tournament").text
    assert "Aalto · Club" in client.get(f"{table}/rulings/phone?option-play=tournament").text
    assert '<select name="ruleset"' not in client.get(f"{table}/rulings").text


@pytest.mark.parametrize("path", ["/rulings/spilled_tea", "/t/nobody/rulings", "/t/nobody/rulings/phone"])
def test_what_is_not_there_is_said(client: FlaskClient, path: str) -> None:
    """An unknown offence or table is a page that was not found."""
    assert client.get(path).status_code == 404


def test_fragment_is_the_answer_of_the_page(client: FlaskClient) -> None:
    """What htmx fetches stands in the page as it is, and nonsense is answered too."""
    query = {"ruleset": "warsaw", "offence": "exposed_tiles", "answer-count": "6+", "other": "aalto"}
    fragment = client.get("/rulings/answer", query_string=query).text

    assert fragment in client.get("/rulings/exposed_tiles", query_string=query).text
    assert "verdict" in fragment
    assert client.get("/rulings/answer?ruleset=x&offence=y").text == ""

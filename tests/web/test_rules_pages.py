"""The pages that explain rulesets: found from everywhere, readable on a phone, the card on one A4 page."""

import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, ViewportSize

from tests.cases import library
from tests.web.layout import check_layout
from tests.web.table import server_alone

BOOKS = [book.id for book in library().books]
PAIRS = list(combinations(BOOKS, 2))
LONGEST = [
    "aalto/against/standard-shuugi",
    "aalto/against/m-league",
    "aalto/against/wrc-2025",
    "ema-rcr-2012/against/standard-shuugi?other-house=on&other-table=hand",
    "standard-shuugi/against/wrc-2025",
    "aalto/against/ema-2016?option-play=tournament&other-play=social",
]
"""The cards that are fullest."""

SIZES: dict[str, ViewportSize] = {"390x844": {"width": 390, "height": 844}, "360x740": {"width": 360, "height": 740}}
UNFOLD = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
ENDLESS = """() => [...document.querySelectorAll(".pair p:not(.case)")]
    .map((each) => each.cloneNode(true))
    .filter((each) => {
        each.querySelectorAll(".hidden, .lead, .sure").forEach((mark) => mark.remove());
        const last = each.lastElementChild;
        const cited = last.matches("cite") && each.textContent.trim().endsWith(last.textContent);
        return !(cited || last.matches(".muted"));
    })
    .map((each) => each.textContent)"""
"""What stands on the card and does not end in a clause, dashes left out."""


def test_rules_are_one_tap_from_the_first_page_and_from_the_table(client: FlaskClient) -> None:
    """The list from the first page, the table's own book from its fold-out."""
    form = {f"name-{seat}": name for seat, name in enumerate(("Aino", "Boris", "Chie", "Dana"))}
    table = client.post("/games", data=form | {"ruleset": "warsaw"}, follow_redirects=True).text

    assert 'href="/rules"' in client.get("/").text
    assert 'href="/rules/warsaw"' in table


def test_list_names_every_book_with_edition_and_confidence(client: FlaskClient) -> None:
    """A book is never named without its edition, and how well it is known stands beside it."""
    page = client.get("/rules?lang=en").text

    assert [name for name in BOOKS if f'href="/rules/{name}"' not in page] == []
    assert "EMA Riichi rules, 2016" in page
    assert "from a secondary source" in page
    assert "where the rules do not say: as EMA Riichi rules, 2016" in page


@pytest.mark.parametrize(
    ("language", "title", "undated"),
    [("en", "Aalto University mahjong club", "undated"), ("ja", "アールト大学麻雀部", "版の記載なし")],
)
def test_a_book_without_an_edition_is_named_by_its_title(
    client: FlaskClient, language: str, title: str, undated: str
) -> None:
    """That it names none is said where its edition would be told, on the list and on its page, and nowhere else."""
    client.get(f"/?lang={language}")

    card = re.search(r'href="/rules/aalto">(.*?)</a>', client.get("/rules").text, re.DOTALL)
    assert card is not None
    assert f"<strong>{title}</strong>" in card[1]
    assert undated in card[1]
    assert undated in client.get("/rules/aalto").text
    for page in ("/games/new", "/rulings?ruleset=aalto", "/pays?ruleset=aalto", "/points?ruleset=aalto", "/settings"):
        html = client.get(page).text
        assert title in html, page
        assert undated not in html, page


def test_every_clause_leads_to_its_words(client: FlaskClient) -> None:
    """Whatever a book in any of its variants rests on; a clause that nobody wrote is not there."""
    cited = {
        cite.clause for book in library().books for rules in book.variants.values() for cite in rules.cites.values()
    } | {ruling.cite.clause for book in library().books for ruling in book.penalties.rulings}
    named = {clause for each in cited for clause in each.split(", ")}

    assert len(named) > 400
    assert {client.get(f"/rules/clauses/{each}").status_code for each in named} == {302}
    assert client.get("/rules/clauses/aalto/999").status_code == 404


@pytest.mark.parametrize("clause", ["aalto/24", "ema-rcr/not-covered", "rrc-1.5/calls"])
def test_a_clause_is_marked_on_the_page_of_its_book(client: FlaskClient, clause: str) -> None:
    """The address ends in the clause, which stands there."""
    answer = client.get(f"/rules/clauses/{clause}")
    address, _, anchor = answer.headers["Location"].partition("#")

    assert anchor == f"clause-{clause}"
    assert f'id="{anchor}"' in client.get(address).text


def test_two_books_chosen_lead_to_their_card(client: FlaskClient) -> None:
    """Plain forms: two lists, or one list on a book's own page, whose options are kept."""
    both = client.get("/rules?one=aalto&other=warsaw")
    one = client.get("/rules/aalto?with=warsaw&option-play=tournament")

    assert both.headers["Location"] == "/rules/aalto/against/warsaw"
    assert one.headers["Location"] == "/rules/aalto/against/warsaw?option-play=tournament"


def test_options_change_what_is_explained(client: FlaskClient) -> None:
    """aalto/3: 25,000 points in the club, none in a tournament; a choice that does not exist is the default."""
    club = "Everyone starts with 25,000 points."

    assert club in client.get("/rules/aalto?lang=en").text
    assert club in client.get("/rules/aalto?lang=en&option-play=nonsense").text
    assert "Everyone starts with 0 points." in client.get("/rules/aalto?lang=en&option-play=tournament").text


def test_each_side_has_options_of_its_own(client: FlaskClient) -> None:
    """The same book under both of its options: the sides are not mixed up, and the language keeps them."""
    page = client.get("/rules/aalto/against/aalto?lang=en&other-play=tournament").text

    assert page.index("starts with 25,000 points") < page.index("starts with 0 points")
    assert 'href="?other-play=tournament&amp;lang=ja"' in page


def test_interpretations_are_marked_and_folded_out(client: FlaskClient) -> None:
    """warsaw/nagashi is an interpretation: the mark stands at the sentence, the note below it."""
    page = client.get("/rules/warsaw?lang=en").text
    line = page[page.index('<li id="draws.nagashi">') : page.index('<li id="draws.aborts">')]

    assert '<cite>Warsaw</cite> <span class="sure">interpretation</span>' in line
    assert "Interpretation: The rules say only that it exists" in line


def test_what_holds_at_events_is_explained(client: FlaskClient) -> None:
    """Ties, and late and missing players, with their clauses; of a base's clause only what is left of it."""
    page = client.get("/rules/warsaw?lang=en").text
    ties, people = (
        page.split(f'<section class="chapter" id="{chapter}">')[1] for chapter in ("standings", "tournament")
    )
    base = page.split('id="clause-ema-2016/5.8"')[1].split("</article>")[0]

    assert "fewer fourth places, more raw points" in ties.split("</section>")[0]
    assert "Source: Warsaw tournament rules, 9 Tournament format" in ties.split("</section>")[0]
    assert "for the organiser to decide; proposed: −15,000 points" in people.split("</section>")[0]
    assert "A disqualified player is last in the ranking." in base
    assert "player who withdraws" not in base


def test_penalties_are_explained(client: FlaskClient) -> None:
    """warsaw/revealed: three to five tiles make the hand dead."""
    page = client.get("/rules/warsaw?lang=en").text
    offence = page[page.index('id="offence-exposed_tiles"') : page.index('id="offence-wrong_tile_count"')]
    row = next(part for part in offence.split("<li>") if "3\N{EN DASH}5" in part)

    assert "Dead hand (agari houki)." in row
    assert "<cite>Warsaw</cite>" in row


@pytest.mark.parametrize(
    "path", ["/rules/riverside", "/rules/aalto/against/riverside", "/rules/riverside/against/aalto"]
)
def test_unknown_book_is_told(path: str, client: FlaskClient) -> None:
    """The page leads to the books that there are."""
    answered = client.get(path)

    assert answered.status_code == 404
    assert "Ruleset riverside not found. Choose another under Rules." in answered.text
    assert '<a class="act" href="/rules">Rules</a>' in answered.text


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_a_phone(browser: Browser, address: str, size: str, language: str) -> None:
    """Nothing is too small to tap or to read, and nothing is wider than the phone, also with everything folded out."""
    context = server_alone(browser, viewport=SIZES[size], is_mobile=True, has_touch=True, locale=language)
    page = context.new_page()
    for path in ("", "/aalto", "/ema-rcr-2012", "/standard-shuugi", "/aalto/against/standard-shuugi"):
        page.goto(f"{address}/rules{path}")
        check_layout(page)
        page.evaluate(UNFOLD)
        check_layout(page)
    context.close()


@pytest.fixture(scope="module")
def paper(browser: Browser) -> Iterator[Page]:
    """Return a page of a browser that prints one card after the other."""
    context = server_alone(browser)
    yield context.new_page()
    context.close()


def sheets_of(page: Page) -> int:
    """Return how many sheets of paper a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=[" ".join(pair) for pair in PAIRS])
def test_card_prints_on_one_page(one: str, other: str, address: str, paper: Page) -> None:
    """Any two books: one A4 page with every difference of values on it, each sentence ending in its clause."""
    paper.goto(f"{address}/rules/{one}/against/{other}?lang=en")

    assert paper.locator(".pair.no-print:not(.pair--case):has(cite)").count() <= len_of_words(paper)
    assert paper.evaluate(ENDLESS) == []
    assert sheets_of(paper) == 1


def len_of_words(page: Page) -> int:
    """Return how many rows of the card are words that cannot be compared: these alone may stay off the paper."""
    return page.locator("h2:has(small) ~ .pair:not(.pair--case)").count()


@pytest.mark.parametrize("path", LONGEST)
def test_card_prints_on_one_page_in_japanese(path: str, address: str, paper: Page) -> None:
    """The fullest cards, in Japanese."""
    paper.goto(f"{address}/rules/{path}{'&' if '?' in path else '?'}lang=ja")

    assert paper.evaluate(ENDLESS) == []
    assert sheets_of(paper) == 1


def test_what_paper_has_no_room_for_is_told(address: str, paper: Page) -> None:
    """The printed card says how many differences it leaves out and where they stand; the screen shows all."""
    paper.goto(f"{address}/rules/aalto/against/standard-shuugi?lang=en")
    hidden = paper.locator(".pair.no-print").count()
    text = paper.locator(".more-elsewhere").text_content() or ""

    assert hidden > 0
    assert paper.locator(".pair.no-print").first.is_visible()
    assert f"{hidden} more differences: {address}/rules/aalto/against/standard-shuugi" in text
    paper.emulate_media(media="print")
    assert paper.locator(".pair.no-print").first.is_hidden()
    assert paper.locator(".more-elsewhere").is_visible()


@pytest.mark.parametrize(("lang", "term"), [("en", "head bump (atamahane)"), ("ja", "頭ハネ")])
def test_glossary_explains_the_terms_in_every_language(client: FlaskClient, lang: str, term: str) -> None:
    """Each term with kana or kanji and one sentence, led to from every page of rules."""
    page = client.get("/glossary", query_string={"lang": lang}).text
    words = library().sentences[lang]
    names = [key.removeprefix("term.") for key in words if key.startswith("term.")]

    assert len(names) > 60
    assert all(words[f"{part}.{name}"] in page for name in names for part in ("term", "written", "meaning"))
    assert f"<strong>{term}</strong>" in page
    assert all('href="/glossary"' in client.get(path).text for path in ("/", "/rules", "/rules/aalto"))


@pytest.mark.parametrize(
    ("lang", "twice"), [("en", "§\N{NO-BREAK SPACE}41 · Aalto, Aalto"), ("ja", "アールト §41, アールト<")]
)
def test_a_book_is_not_named_again_beside_its_clause(client: FlaskClient, lang: str, twice: str) -> None:
    """What was decided without a clause of its own stands with the clause beside it."""
    html = client.get(f"/rules/warsaw/against/aalto?lang={lang}").text

    assert twice not in html
    assert twice.split(",", maxsplit=1)[0] in html


def test_a_line_never_ends_between_the_sign_of_a_clause_and_its_number(client: FlaskClient) -> None:
    """Not after "(§" with "3.6" below it."""
    page = client.get("/rules/ema-2016?lang=en").text
    assert "§\N{NO-BREAK SPACE}3.6" in page
    assert "§ " not in page

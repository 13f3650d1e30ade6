"""A club's own rules on pages: a book copied, each value and row changed, everything wrong said, the file sent."""

import re
import tomllib
from dataclasses import replace
from html import unescape

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import Error as PlaywrightError

from referee.editor import pages
from referee.editor.draft import text_carried
from referee.explain.rulebook import READING_CHAPTERS
from referee.library import sentences
from referee.paths import rulesets_dir
from referee.rulebook import Shelf
from referee.rulebook.club import MOST_BYTES, ClubRules, Speakers, changed, checked, ground_of, rules_in, with_row
from referee.rulebook.club import copied as copied_by_hand
from referee.rulebook.settings import ClubRow, texts_of
from referee.rulebook.vocabulary import ALL_KEYS, CHAPTERS, Plain
from referee.rules.offences import Consequence, Penalty
from referee.texts.words import Speaker
from referee.web.host import current_asked, render_body
from tests.rulebook.test_club_rules import HOSTILE, others
from tests.web.layout import check_layout
from tests.web.own_rules import Fields, copied, fields_in, post, text_in, without
from tests.web.requests_at_table import text_of_page

NAMES = sorted(path.stem for path in rulesets_dir().glob("*.toml"))
SPEAKERS: Speakers = tuple(Speaker(lang=lang, words=words) for lang, words in sentences().items())
HOME = "/own-rules"
CARRIED = ("text", "id", "version", "from")
"""The fields with which every form begins."""
CANNOT = "This cannot be played with yet"


def by_hand(shelf: Shelf, base: str, title: str) -> ClubRules:
    """Return a copy of a book that no page has made."""
    book = shelf.book(base)
    assert book is not None
    return copied_by_hand(book, {}, title)


def file_of(client: FlaskClient, fields: Fields) -> str:
    """Return the file that is sent for the rules in a form."""
    answer = client.post(f"{HOME}/file", data=dict(fields))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/toml; charset=utf-8"
    assert re.fullmatch(r'attachment; filename="[a-z0-9-]+\.toml"', answer.headers["Content-Disposition"])
    return answer.text


def with_value(fields: Fields, key: str, value: Plain) -> Fields:
    """Return fields with another value; numbers of a row that may be empty are all left empty."""
    found = texts_of(value)
    if not found and (key, "") not in fields and ("asked", key) not in fields:
        found = ("",) * sum(name == key for name, _ in fields)
    return [*without(fields, key), *((key, text) for text in found)]


@pytest.mark.parametrize("base", NAMES)
def test_every_book_is_copied_and_each_value_changed(base: str, client: FlaskClient, shelf: Shelf) -> None:
    """Every group sent back as it is shown changes nothing; then each value, once: as in a file written by hand."""
    rules = by_hand(shelf, base, "Riverside")
    now = ground_of(rules, shelf).values
    fields = [*without(fields_in(copied(client, base)), "title"), ("title", "Riverside")]
    shown: Fields = []
    for chapter in READING_CHAPTERS:
        fields = fields_in(post(client, f"{HOME}/values/{chapter}", fields))
        shown += fields[len(CARRIED) :]
    result = post(client, f"{HOME}/result", fields)
    assert "Nothing differs from the original rules yet." in result
    assert file_of(client, fields_in(result)) == checked(rules, "riverside", shelf, SPEAKERS).text

    values = {key: others(key, now[key])[0] for key in ALL_KEYS}
    for key, value in values.items():
        shown = with_value(shown, key, value)
    result = post(client, f"{HOME}/result", [*fields[: len(CARRIED)], *shown])

    expected = changed(rules, values, shelf)
    assert rules_in(text_in(result), shelf) == expected
    assert told_in(text_in(result)) == values
    assert text_in(result) == text_carried(checked(expected, "riverside", shelf, SPEAKERS).text)
    assert result.count("<ins>") >= len(ALL_KEYS)


def told_in(text: str) -> dict[str, Plain]:
    """Return the values that a file changes, each with a clause of its own, by ``chapter.key``."""
    file = tomllib.loads(text)
    found = {f"{chapter}.{name}": file[chapter][name] for chapter in file.keys() & CHAPTERS for name in file[chapter]}
    assert {name: clause["values"] for name, clause in file["clause"].items()} == {
        f"club/{key}": [key] for key in found
    }
    return {key: tuple(value) if isinstance(value, list) else value for key, value in found.items()}


def test_every_value_is_changed_through_the_form(client: FlaskClient, shelf: Shelf) -> None:
    """Group by group, with each value marked that differs: the rules are those that somebody made by hand."""
    rules = by_hand(shelf, "warsaw", "Riverside")
    now = ground_of(rules, shelf).values
    values = {key: others(key, now[key])[0] for key in ALL_KEYS}
    fields = [*without(fields_in(copied(client, "warsaw")), "title"), ("title", "Riverside")]

    for chapter in READING_CHAPTERS:
        fields = fields_in(post(client, f"{HOME}/values/{chapter}", fields))
        mine = {key: value for key, value in values.items() if key.startswith(f"{chapter}.")}
        for key, value in mine.items():
            fields = with_value(fields, key, value)
        page = post(client, f"{HOME}/values/{chapter}", fields)
        fields = fields_in(page)
        assert page.count('class="own-value own-value--differs"') == len(mine)

    assert rules_in(dict(fields)["text"], shelf) == changed(rules, values, shelf)


def test_one_value_changed_is_the_file_made_by_hand(client: FlaskClient, shelf: Shelf) -> None:
    """Its number as people type it; the sentence before and after, and the procedures that say something else."""
    fields = fields_in(post(client, f"{HOME}/values/riichi", fields_in(copied(client, "ema-2016"))))
    fields = with_value(with_value(fields, "riichi.furiten", value=False), "setup.points", 31000)
    page = post(client, f"{HOME}/values/riichi", fields)

    assert page.count("<strong>Changed</strong>") == 1
    assert "Original: Riichi in furiten is allowed. Ours: Riichi in furiten is not allowed." in text_of_page(page)
    assert "Answers that change" in page
    assert "2 changed" in post(client, HOME, fields_in(page))
    result = post(client, f"{HOME}/result", fields_in(page))
    title = "Our rules after EMA Riichi rules, 2016"
    rules = changed(by_hand(shelf, "ema-2016", title), {"riichi.furiten": False, "setup.points": 31000}, shelf)
    assert file_of(client, fields_in(result)) == checked(rules, "x", shelf, SPEAKERS).text


def test_what_cannot_stand_is_said_beside_its_field(client: FlaskClient, shelf: Shelf) -> None:
    """With what was typed and what is allowed; it stays in its field, and everything else is taken over."""
    fields = fields_in(post(client, f"{HOME}/values/riichi", fields_in(copied(client, "ema-2016"))))
    wrong = with_value(with_value(fields, "riichi.furiten", value=False), "riichi.wall", 0)
    wrong = [*without(wrong, "riichi.wall"), ("riichi.wall", '"><b>four')]

    page = post(client, f"{HOME}/values/furiten", wrong, 422)

    assert 'value="&#34;&gt;&lt;b&gt;four"' in page
    assert '“"><b>four” is not possible here. Allowed: 0 or more.' in unescape(page)
    assert 'aria-invalid="true" aria-describedby="error-riichi.wall"' in page
    assert rules_in(text_in(page), shelf).values == {"riichi.furiten": False}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [("title", " ", "1 to 60 characters that can be seen"), ("title", "x" * 61, "1 to 60 characters that can be seen"),
     ("title", "a\N{RIGHT-TO-LEFT OVERRIDE}b", "1 to 60 characters that can be seen"),
     ("edition", "x" * 61, "up to 60 characters that can be seen"),
     ("edition", "\N{ZERO WIDTH SPACE}", "up to 60 characters that can be seen"),
     ("note", "x" * 2001, "up to 2,000 characters")],
)  # fmt: skip
def test_a_text_that_cannot_stand(name: str, text: str, expected: str, client: FlaskClient, shelf: Shelf) -> None:
    """Too long, missing or not to be seen: it is refused on the page where it was typed, where it still stands."""
    start = copied(client, "aalto")
    page = post(client, f"{HOME}/result", [*without(fields_in(start), name), (name, text)], 422)

    assert dict(fields_in(page))[name] == text.strip()
    assert rules_in(text_in(page), shelf) == rules_in(text_in(start), shelf)

    assert f"Allowed: {expected}." in page
    assert f'aria-describedby="error-{name}"' in page


def test_the_options_of_the_book_are_kept_and_changed(client: FlaskClient, shelf: Shelf) -> None:
    """A copy is made under the options of the page that it was made from; others move the ground."""
    page = client.get(f"{HOME}?book=aalto&option-play=tournament&with=").text
    assert rules_in(text_in(page), shelf).options == {"play": "tournament"}

    fields = [*without(fields_in(page), "option-play"), ("option-play", "club"), ("note", "")]
    assert rules_in(text_in(post(client, HOME, fields)), shelf).options == {"play": "club"}


def test_a_contradiction_is_named_with_ways_to_its_fields(client: FlaskClient) -> None:
    """On every page, in both languages; there is no file until it is gone."""
    fields = fields_in(post(client, f"{HOME}/values/chips", fields_in(copied(client, "ema-2016"))))
    page = post(client, f"{HOME}/values/chips?lang=ja", with_value(fields, "chips.used", value=True))

    label = sentences()["ja"]["club.chips.value"]
    assert f'formaction="/own-rules/values/chips#chips.value">{label}' in page
    assert 'id="chips.value"' in page
    result = post(client, f"{HOME}/result?lang=en", fields_in(page))
    assert CANNOT in result
    assert "Download" not in result
    assert CANNOT in post(client, f"{HOME}/file", fields_in(result), 422)


WARNING = Consequence(kind=Penalty.WARNING, amount=0, per="", least=0, most=0, choices=())
FINE = replace(WARNING, kind=Penalty.FINE, amount=1000)
OFFENCE = f"{HOME}/penalties/exposed_tiles"


def row_form(client: FlaskClient, number: int) -> Fields:
    """Return the fields of one row about exposed tiles, without its penalties."""
    fields = fields_in(post(client, OFFENCE, fields_in(copied(client, "ema-2016"))))
    return without(fields_in(post(client, f"{OFFENCE}/row", [*fields, ("row", str(number))])), "penalty", "says")


def test_a_row_is_changed_and_put_back(client: FlaskClient, shelf: Shelf) -> None:
    """Ranges as they are typed, an amount, a sentence of the club's: as by hand; as in the book leaves no trace."""
    fields = without(row_form(client, 0), "when.count", "when.deal", "fine", "when.source")
    fields += [("when.count", "2, 5+"), ("when.source", "own_hand"), ("penalty", "fine"), ("fine", "1,000")]
    page = post(client, OFFENCE, [*fields, ("says", "So it <b>is</b>.")])

    rules = by_hand(shelf, "ema-2016", "Our rules after EMA Riichi rules, 2016")
    row = ClubRow(
        offence="exposed_tiles",
        when={"source": ("own_hand",), "count": ("2", "5+")},
        consequences=(FINE,),
        says="So it <b>is</b>.",
    )
    assert rules_in(text_in(page), shelf) == with_row(rules, row, shelf)
    assert "own hand, 2 / 5 or more seen Changed Fine of 1,000 points" in text_of_page(page)
    assert "So it <b>is</b>. Change As in the original rules" in text_of_page(page)
    first = post(client, HOME, fields_in(page))
    assert "1 changed" in first
    result = text_of_page(post(client, f"{HOME}/result", fields_in(first)))
    assert "Tiles exposed" in result
    assert "Ours: 1,000 to the table" in result
    while (drop := re.search(r'name="drop" value="(\d+)"', page)) is not None:
        page = post(client, OFFENCE, [*fields_in(page), ("drop", drop[1])])
    assert rules_in(text_in(page), shelf) == rules


def test_a_wrong_row_stays_in_its_form(client: FlaskClient, shelf: Shelf) -> None:
    """Each field says what is wrong with it, and no row is made."""
    fields = [*without(row_form(client, 0), "when.count", "fine"), ("when.count", "many"), ("fine", "150")]

    page = post(client, OFFENCE, [*fields, ("penalty", "fine"), ("penalty", "none")], 422)

    found = text_of_page(page)
    assert "“many” is not possible here. Allowed: answers to the questions about this offence." in found
    assert "“150” is not possible here. Allowed: a whole number above 0, in whole hundreds." in found
    assert 'name="fine" value="150"' in page
    assert rules_in(text_in(page), shelf).rows == ()
    assert "This is empty." in text_of_page(post(client, OFFENCE, row_form(client, 0), 422))


def test_a_chombo_where_there_is_none_leads_to_its_offence(client: FlaskClient) -> None:
    """A row that costs what the values do not know is named with its offence."""
    page = post(client, OFFENCE, [*row_form(client, 0), ("penalty", "chombo")])
    fields = fields_in(post(client, f"{HOME}/values/chombo", fields_in(page)))

    page = post(client, f"{HOME}/values/chombo", with_value(fields, "chombo.form", "none"))

    assert 'formaction="/own-rules/values/chombo#chombo.form"' in page
    assert 'formaction="/own-rules/penalties/exposed_tiles">Tiles exposed' in page


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_do_no_harm(text: str, client: FlaskClient, shelf: Shelf) -> None:
    """Every text that somebody types stands on all pages and in the file as a text; a title is what can be seen."""
    fields = without(fields_in(copied(client, "aalto")), "title", "edition", "note")
    title = "".join(each for each in " ".join(text.split()) if each.isprintable())
    page = post(client, HOME, [*fields, ("title", title), ("edition", title), ("note", text)])
    for path in (f"{HOME}/values/time", OFFENCE, f"{HOME}/result"):
        page = post(client, path, fields_in(page))
        assert "<script>alert" not in page

    rules = rules_in(text_in(page), shelf)
    assert rules.title == " ".join(title.split())
    assert rules.note.split() == text.split()
    assert rules.values == {}
    assert checked(rules, "x", shelf, SPEAKERS).text == file_of(client, fields_in(page))


@pytest.mark.parametrize(
    ("path", "text", "status"),
    [(HOME, "", 400), (HOME, "title = 'x", 400), (HOME, "extends = 'nowhere'", 400), (HOME, "[[[[" * 2000, 400),
     (HOME, "#" * MOST_BYTES, 413), (f"{HOME}/file", "x = 1", 400),
     (f"{HOME}/values/tea", None, 404), (f"{HOME}/penalties/tea", None, 404), (f"{HOME}/penalties/tea/row", None, 404)],
)  # fmt: skip
def test_what_no_page_sends(path: str, text: str | None, status: int, client: FlaskClient) -> None:
    """It is refused on a page of ours."""
    fields = fields_in(copied(client, "aalto"))

    page = post(client, path, fields if text is None else [("text", text)], status)

    assert "<main" in page


def test_a_book_that_is_not_there(client: FlaskClient) -> None:
    """No book leads to the list of books, an unknown one is 404."""
    assert client.get(HOME).headers["Location"] == "/rules"
    assert client.get(f"{HOME}?book=nowhere").status_code == 404


def test_rules_too_large_for_a_file_are_not_sent(client: FlaskClient, shelf: Shelf) -> None:
    """What forms carry is shorter than the file, in which every difference is said in words: the file is measured."""
    rules = by_hand(shelf, "ema-2016", "x")
    ground = ground_of(rules, shelf).values
    values = {key: others(key, ground[key])[0] for key in ALL_KEYS}
    large = replace(changed(rules, values, shelf), note="x" * 20000)
    text = checked(large, "x", shelf, SPEAKERS).text
    assert len(text_carried(text)) < MOST_BYTES < len(text)

    page = post(client, f"{HOME}/result", [("text", text_carried(text))])

    assert "The rules are too large: a file may have up to 64 KB." in page
    assert "Download" not in page


def test_saving_is_offered_to_those_who_may(app: Flask, client: FlaskClient, shelf: Shelf) -> None:
    """With the id and the version that are edited; to others the page says why it only has the file."""
    text = text_in(copied(client, "aalto"))
    form = {"text": text, "id": "club-abcdef", "version": "3"}
    with app.test_request_context(f"{HOME}/result?lang=en", method="POST", data=form):
        asked = current_asked()
        body = pages.result(replace(asked, may_save_rules=True), shelf).body
        allowed = render_body(body)
        refused = render_body(pages.result(asked, shelf).body)
        first = render_body(pages.first_page(asked, shelf, text, "club-abcdef", "3").body)

    assert 'formaction="/rules/save"' in allowed
    assert "/rules/save" not in refused
    assert "You cannot save on this server from here" in refused
    assert "Download club-abcdef.toml" in allowed
    for page in (allowed, refused, first):
        assert page.count('name="id" value="club-abcdef"') == page.count('name="text"') > 0
        assert page.count('name="version" value="3"') == page.count('name="text"')


def test_a_language_is_chosen_without_losing_what_was_typed(client: FlaskClient, shelf: Shelf) -> None:
    """The switch sends the form."""
    fields = fields_in(post(client, f"{HOME}/values/riichi", fields_in(copied(client, "ema-2016"))))
    page = post(client, f"{HOME}/values/riichi?lang=ja", with_value(fields, "riichi.furiten", value=False))

    assert "フリテンリーチなし。" in page
    assert rules_in(text_in(page), shelf).values == {"riichi.furiten": False}


def tap(page: Page, selector: str) -> None:
    """Tap, and wait for the page that answers."""
    with page.expect_navigation():
        page.locator(selector).first.tap()


@pytest.mark.parametrize("scripted", [True, False])
def test_a_club_writes_its_rules_with_taps(browser: Browser, address: str, *, scripted: bool) -> None:
    """From the book to the file with taps, with scripts and without; every page can be read, and back goes back."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        java_script_enabled=scripted,
        locale="en",
    )
    page = context.new_page()
    page.goto(f"{address}/rules/ema-2016")
    tap(page, "button[name=book]")
    look_at(page, scripted=scripted)
    tap(page, "button[formaction$='/values/riichi']")
    page.get_by_text("Riichi in furiten is not allowed.").tap()
    tap(page, ".actions button")
    look_at(page, scripted=scripted)
    page.go_back()
    expect(page.get_by_label("Riichi in furiten is not allowed.")).to_be_checked()
    page.go_forward()
    tap(page, "header .back")
    page.locator("summary").first.tap()
    tap(page, "button[formaction$='/penalties/exposed_tiles']")
    look_at(page, scripted=scripted)
    tap(page, "button[name=row]")
    look_at(page, scripted=scripted)
    tap(page, "header .back")
    tap(page, "header .back")
    tap(page, ".actions button")
    look_at(page, scripted=scripted)
    with page.expect_download() as found:
        page.locator("form[action$='/file'] button").tap()
    assert found.value.suggested_filename.endswith(".toml")
    assert "furiten = false" in found.value.path().read_text("utf-8")
    context.close()


def test_without_a_network_what_was_typed_is_sent_again(browser: Browser, address: str) -> None:
    """Whoever tapped where there is no network loads the page again once there is: nothing typed is lost."""
    context = browser.new_context(has_touch=True, locale="en")
    page = context.new_page()
    page.goto(f"{address}/own-rules?book=ema-2016")
    tap(page, "button[formaction$='/values/riichi']")
    page.get_by_text("Riichi in furiten is not allowed.").tap()
    page.locator("[name='riichi.wall']").fill("7")
    context.set_offline(offline=True)
    with pytest.raises(PlaywrightError, match="ERR_INTERNET_DISCONNECTED"):
        tap(page, ".actions button")
    page.wait_for_function("location.protocol === 'chrome-error:'")
    context.set_offline(offline=False)

    page.reload()

    expect(page.locator("[name='riichi.wall']")).to_have_value("7")
    assert page.locator(".own-value--differs").count() == 2
    context.close()


def test_back_from_a_refusal_shows_what_was_typed(browser: Browser, address: str) -> None:
    """Whoever goes back from the page that says what is wrong finds the fields as they were left."""
    context = browser.new_context(has_touch=True, locale="en")
    page = context.new_page()
    page.goto(f"{address}/own-rules?book=ema-2016")
    tap(page, "button[formaction$='/values/riichi']")
    page.get_by_text("Riichi in furiten is not allowed.").tap()
    page.locator("[name='riichi.wall']").fill("four")
    tap(page, ".actions button")
    expect(page.locator(".error")).to_have_count(1)

    page.go_back()

    expect(page.locator(".error")).to_have_count(0)
    expect(page.locator("[name='riichi.wall']")).to_have_value("four")
    expect(page.get_by_label("Riichi in furiten is not allowed.")).to_be_checked()
    context.close()


def look_at(page: Page, *, scripted: bool) -> None:
    """Assert that a page can be read and tapped, and that axe finds nothing."""
    if scripted:
        check_layout(page)
        found = Axe().run(page, options={"resultTypes": ["violations"]})
        assert found.response["violations"] == [], found.generate_report()

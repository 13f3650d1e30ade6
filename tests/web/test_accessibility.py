"""Every page for everybody: axe finds nothing, targets are large, the keyboard reaches all and keeps its place."""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.web.crawl import RON, TSUMO, linked, pages_to_see, start
from tests.web.layout import check_layout
from tests.web.table import Fingers, Played, begin, fill, server_alone

TALL: ViewportSize = {"width": 390, "height": 3000}
"""As wide as a phone, and so tall that hardly anything sticks to an edge."""
UNSTUCK = ".felt { background-image: none !important } .sections, .actions--stuck { position: static !important }"
"""Axe sees a page where it is scrolled to: what the bars hide there is another test's, ``test_sections``."""
NAMED_AS_WRITTEN = {"label-content-name-mismatch": {"enabled": True}}
"""Axe calls this rule an experiment; whoever speaks to a phone says what is written."""
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": NAMED_AS_WRITTEN,
    "resultTypes": ["violations"],
}
BUT_COLOURS = RULES | {"rules": NAMED_AS_WRITTEN | {"color-contrast": {"enabled": False}}}
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}
"""The one rule whose verdict depends on the theme."""
THEMES: tuple[tuple[Literal["light", "dark"], Literal["no-preference", "more"]], ...] = (
    ("dark", "no-preference"),
    ("dark", "more"),
    ("light", "more"),
)
"""Night and strong colours; by day every page has been seen before with all rules."""
NO_PAGES = frozenset(
    {
        *("assets.send", "assets.before", "api.describe", "installed.manifest", "installed.my_table", "clock.now"),
        *("pays.payment", "pays.payment_at_table", "table.state", "record.preview", "sheet.state", "correct.preview"),
        *("rulings.answer", "apply.outcome", "apply.facts"),
        *("rulings.found", "rulings.found_at_table", "tiles.answer", "table.since", "health.show"),
        *("phone.send", "phone.alive", "phone.build_response", "phone.worker", "phone.log", "phone.rules"),
        *("phone.saved_book", "rules.unlock", "rules.edit"),
        *("reader.picture", "reader.state", "reader.table", "phone.log_to_read", "phone.rules_to_read"),
    }
)
"""What answers a GET and is no page of its own: files, figures for programs, parts of pages, a way elsewhere."""
UNLINKED = (
    "/nowhere",
    "/rules/aalto/against/warsaw",
    "/own-rules?book=aalto",
    "/tiles?tiles=11m&melds=123m+(9999p)+055s+7777z&dora=1m&by=tsumo",
    "/tiles?check=yaku&ticked=riichi&ticked=tanyao&fu=40",
    "/tiles?check=furiten&tiles=234567m66678s88p&discards=1z9s&passed=6s",
    f"/pays?ruleset=aalto&{RON}",
    f"/pays?ruleset=aalto&{TSUMO}",
    f"/pays?{RON}&honba=abc",
)
"""Pages that no link leads to: an error, answers, a refusal."""


@pytest.fixture
def world(browser: Browser, address: str, language: str) -> Iterator[tuple[BrowserContext, list[str]]]:
    """Return a browser of this language that has played at two tables, and addresses to begin with."""
    context = server_alone(browser, viewport=TALL, is_mobile=True, has_touch=True, locale=language, bypass_csp=True)
    table, over = start(context.request, address), start(context.request, address)
    page = context.new_page()
    page.goto(f"{address}{table}/record?{RON}")
    page.locator(".confirm button").tap()
    page.wait_for_url(address + table)
    context.request.post(f"{address}{table}/marks", form={"mark": "riichi-3-on", "hand": "1"})
    page.goto(f"{address}{over}/end")
    page.locator("button[form=ending]").tap()
    page.wait_for_url(address + over)
    page.close()
    answers = [f"{table}/record?{query}" for query in (RON, TSUMO, "result=draw", "result=chombo", "result=abort")]
    answers.append(f"{table}/rulings/apply?offence=noten_riichi&answer-found=exhaustive_draw&seat=1")
    changes = f"{table}/hands/0/changes?{RON.replace('fu-1=40', 'fu-1=50')}"
    yield context, ["/", table, f"{table}/end", f"{table}/points", changes, over, *answers, *UNLINKED]
    context.close()


LOOKS = """() => {
    const WORN = ["color", "backgroundColor", "backgroundImage", "opacity", "filter", "textShadow", "fontSize",
        "fontWeight", "position", "display", "clip", "clipPath", "overflow", "textIndent"];
    const look = (each) => {
        const style = getComputedStyle(each);
        const idle = each.matches(":disabled, [aria-disabled=true]") || each.control?.disabled;
        return [idle, ...WORN.map((name) => style[name])].join();
    };
    const known = new Map([[document.documentElement, look(document.documentElement)]]);
    const seen = new Set();
    const shown = [];
    for (const each of document.querySelectorAll("body, body *")) {
        known.set(each, `${known.get(each.parentElement)}|${each.localName},${look(each)}`);
        const says = [...each.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim());
        if (!says && !each.matches("input, select, textarea")) continue;
        if (!each.checkVisibility() || seen.has(known.get(each))) continue;
        seen.add(known.get(each));
        shown.push(each);
    }
    return shown;
}"""
"""One text of each look: of its own colours, size and place, and those of everything that it lies in."""


def violations(page: Page, rules: Mapping[str, object] = RULES) -> list[str]:
    """Return what axe finds on a page: the rule and the markup of every place."""
    return run_axe(page, "(rules) => axe.run(rules).then(({ violations }) => violations)", rules)


def violations_of_colours(page: Page) -> list[str]:
    """Return the colours that axe finds hard to read in one text of each look: alike texts are as hard to read."""
    look = f"(rules) => axe.run({{ include: ({LOOKS})() }}, rules).then(({{ violations }}) => violations)"
    return run_axe(page, look, COLOURS)


def run_axe(page: Page, script: str, rules: Mapping[str, object]) -> list[str]:
    """Return what a run of axe finds."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(script, rules)
    return [f"{page.url} {each['id']}: {node['html']}" for each in found for node in each["nodes"]]


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_every_page_is_for_everybody(
    world: tuple[BrowserContext, list[str]], app: Flask, address: str, language: str
) -> None:
    """Axe finds nothing (WCAG 2.2 AA) by day, and by night and in strong colours, which are those of every language.

    By day every text is looked at in English; else one text of each look. All is folded out, and every page leads to
    the rulings, in one tap.
    """
    context, begin_at = world
    reached = linked(app, context.request, address, begin_at)
    page = context.new_page()
    found = []
    for path in dict.fromkeys([*begin_at, *(path for name, path in reached.items() if name not in NO_PAGES)]):
        page.goto(address + path)
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        page.add_style_tag(content=UNSTUCK)
        check_layout(page)
        expect(page.locator("a[href$='/rulings']").first).to_be_visible()
        if language != "en-GB":
            found += violations(page, BUT_COLOURS) + violations_of_colours(page)
            continue
        found += violations(page)
        for theme, contrast in THEMES:
            page.emulate_media(color_scheme=theme, contrast=contrast)
            found += violations_of_colours(page)
        page.emulate_media(color_scheme="light", contrast="no-preference")

    assert found == []
    assert pages_to_see(app) - set(reached) - NO_PAGES == set()


def test_the_alarm_and_a_conflict_are_for_everybody(browser: Browser, address: str) -> None:
    """Two states that no address shows: two entries for one hand, and the end of a round."""
    context = server_alone(browser, viewport=TALL, is_mobile=True, has_touch=True, locale="en", bypass_csp=True)
    table = start(context.request, address)
    page, other = context.new_page(), context.new_page()
    known = re.compile(r"/js/(forms|offline)\.js|/since\b")  # which would tell it beforehand
    page.route(known, lambda route: route.abort())
    for each in (page, other):
        each.goto(f"{address}{table}/record?{RON}")
    other.locator(".confirm button").tap()
    other.wait_for_url(address + table)
    page.locator(".confirm button").tap()
    expect(page.get_by_role("heading", name="Two entries")).to_be_visible()
    found = violations(page)
    other.evaluate("localStorage.setItem('clock', JSON.stringify({ deadline: 1 }))")
    other.reload()
    expect(other.get_by_role("alert").first).to_have_text("Time is up")
    found += violations(other)
    context.close()

    assert found == []


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_the_question_for_the_rules_is_for_everybody(browser: Browser, address: str, language: str) -> None:
    """It is asked only before any were chosen, in all colours."""
    context = server_alone(browser, viewport=TALL, is_mobile=True, has_touch=True, locale=language, bypass_csp=True)
    page = context.new_page()
    page.goto(f"{address}/rulings")
    expect(page.locator(".books a").first).to_be_visible()
    check_layout(page)
    found = violations(page)
    for theme, contrast in THEMES:
        page.emulate_media(color_scheme=theme, contrast=contrast)
        found += violations_of_colours(page)
    context.close()

    assert found == []


def test_no_list_is_hard_to_tap_where_the_bar_lies_over_it(browser: Browser, address: str) -> None:
    """Whichever entry is half under the bar of sections on a phone, as it is met and where it ends."""
    context = server_alone(browser, is_mobile=True, has_touch=True, locale="en-GB", bypass_csp=True)
    page = context.new_page()
    found = []
    for path in ("/rulings?ruleset=aalto", "/rulings?ruleset=aalto&query=noten", "/rules/aalto", "/settings"):
        page.goto(address + path)
        for height in (640, 823, 844):
            page.set_viewport_size({"width": 412, "height": height})
            found += violations(page, {"runOnly": {"type": "rule", "values": ["target-size"]}})
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        last = "() => document.querySelector('main').getBoundingClientRect().bottom"
        assert page.evaluate(last) <= page.locator("nav.sections").bounding_box()["y"] + 1, path  # type: ignore[index]
    context.close()

    assert found == []


def test_the_keyboard_keeps_its_place(page: Page, address: str) -> None:
    """A mark set with the keyboard redraws the table and leaves the focus on the mark."""
    begin(page, address, "aalto")
    riichi = page.locator(".seat--right button[value^=riichi-]")
    riichi.focus()
    page.keyboard.press("Enter")

    expect(riichi).to_have_attribute("aria-pressed", "true")
    expect(riichi).to_be_focused()


def test_the_focus_goes_to_what_was_refused(page: Page, address: str) -> None:
    """A confirmation that is refused puts the focus on the refusal, not back to the top of the page."""
    table = begin(page, address, "aalto")
    page.goto(f"{table}/record?result=tsumo")
    hand = Played(hand="", result="Tsumo", wins=(("Ben", ("3 han", "40 fu")),), scores=(0, 0, 0, 0))
    fill(Fingers(page=page), hand)
    page.locator("input[name=previewed]").evaluate("(field) => { field.value = 'another'; }")
    page.locator(".confirm button").press("Enter")

    expect(page.locator(".refusals")).to_be_focused()


@pytest.mark.parametrize("path", ["/", "/settings", "/games/new", "/pays", "table", "table/record?result=ron"])
def test_the_keyboard_reaches_everything_in_reading_order(page: Page, address: str, path: str) -> None:
    """Tab visits every control once in the order of the page, shows where it is, and comes to an end."""
    table = begin(page, address, "tenhou")
    page.goto(table + path.removeprefix("table") if path.startswith("table") else address + path)
    page.evaluate("document.activeElement.blur()")
    visited = []
    for _ in range(80):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at is None or at in visited:
            break
        visited.append(at)

    assert visited == sorted(visited)
    assert visited == page.evaluate(REACHABLE)


ORDER = "const all = [...document.querySelectorAll('a[href], button, input, select, summary')];"
"""Everything that can be tapped, in the order of the page."""
FOCUSED = f"""() => {{
    {ORDER}
    const at = document.activeElement;
    return all.includes(at) ? all.indexOf(at) : null;
}}"""
REACHABLE = f"""() => {{
    {ORDER}
    const group = (each) => all.filter((other) => other.type === "radio" && other.name === each.name);
    const first = (each) => group(each).find((other) => other.checked) ?? group(each)[0];
    return all.flatMap((each, place) => {{
        if (each.type === "hidden" || each.disabled || each.tabIndex < 0 || !each.checkVisibility()) return [];
        return each.type === "radio" && each !== first(each) ? [] : [place];
    }});
}}"""
"""What Tab should visit: of a group of radio buttons only the chosen one, else the first."""

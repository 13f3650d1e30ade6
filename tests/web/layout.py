"""Whether a page can be read and tapped on a phone."""

from playwright.sync_api import Page

MEASURE = """() => [...document.querySelectorAll("a, button, select, summary, label, .amount, .change, .score strong")]
    .filter((each) => each.checkVisibility({ opacityProperty: true }) && !each.closest("[aria-hidden=true]"))
    .map((each) => {
        const box = each.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(each).fontSize);
        const amount = each.matches(".amount, .change, .score strong");
        return [each.outerHTML.slice(0, 120), box.width, box.height, size, amount];
    })"""
"""Markup, width, height, size of the text, and whether it is an amount, of everything that is tapped or read out."""

SMALL = """() => [...document.querySelectorAll("body *")]
    .filter((each) => [...each.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim()))
    .filter((each) => parseFloat(getComputedStyle(each).fontSize) < 16 && each.checkVisibility())
    .map((each) => each.outerHTML.slice(0, 120))"""
"""Texts that are too small to be read at arm's length."""

WIDER = """(width) => [...document.querySelectorAll("body *")]
    .filter((each) => document.documentElement.scrollWidth > width && each.getBoundingClientRect().right > width + 0.5)
    .map((each) => each.outerHTML.slice(0, 120))"""
"""What sticks out on the right of a page that is wider than the phone."""


def check_layout(page: Page) -> None:
    """Targets are at least 48 px, texts 16 px, amounts 28 px, and nothing is wider than the phone."""
    for markup, width, height, text, is_amount in page.evaluate(MEASURE):
        if is_amount:
            assert text >= 28, markup
        else:
            assert min(width, height) >= 48, markup
            assert text >= 16, markup
    assert page.evaluate(SMALL) == [], page.url
    wide = page.evaluate(WIDER, page.evaluate("screen.width"))
    assert wide == [], page.url


WIDE = ((844, 390), (820, 1180), (1180, 820), (1366, 768))
"""A phone on its side, a tablet both ways round, and a laptop."""
LONGEST_LINE = 62
"""How many times as wide as its letters are high a line may be: about a hundred and ten letters."""

LINES = """(most) => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) {
        const range = document.createRange();
        const size = parseFloat(getComputedStyle(walker.currentNode.parentElement).fontSize);
        range.selectNodeContents(walker.currentNode);
        const widest = Math.max(0, ...[...range.getClientRects()].map((line) => line.width));
        if (widest > most * size) found.push(walker.currentNode.data.slice(0, 60));
    }
    return found;
}"""
"""What is too wide to be read without losing the line."""


def check_beside(page: Page, one: str, other: str) -> None:
    """On every wide screen one part stands beside the other, no line is too long, and nothing is wider than it."""
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        left, right = page.locator(one).first.bounding_box(), page.locator(other).first.bounding_box()
        where = f"{page.url} at {width}x{height}: {left} {right}"
        assert left is not None, where
        assert right is not None, where
        assert left["x"] + left["width"] <= right["x"] + 1, where
        assert page.evaluate("document.querySelector('main').clientWidth") >= min(0.85 * width, 900), where
        assert page.evaluate(LINES, LONGEST_LINE) == [], where
        assert page.evaluate("document.documentElement.scrollWidth") <= width, where

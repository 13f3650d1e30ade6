"""A referee's fingers: what is tapped at a table, and what the page then shows."""

from dataclasses import dataclass, field, replace
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

PLAYERS = ("Aino", "Ben", "Chie", "Dai")
"""In turn order; Aino deals first."""
PLACES = ("bottom", "right", "top", "left")

Value = tuple[str, ...]
"""What a winner's hand is worth, as it is tapped: "3 han", "40 fu", or a limit's name."""


@dataclass(frozen=True, kw_only=True)
class Played:
    """One hand of a game as it is tapped, and what the score sheet says after it.

    ``marks`` are set on the table before, each as (player, "riichi" or "tenpai"). ``after`` names the next hand and
    what lies on the table; it is empty when the game is over.
    """

    hand: str
    result: str
    scores: tuple[int, int, int, int]
    wins: tuple[tuple[str, Value], ...] = ()
    discarder: str = ""
    marks: tuple[tuple[str, str], ...] = ()
    offender: str = ""
    abort: str = ""
    declarer: str = ""
    riichi_tile: str = ""
    on_table: int = 0


def from_30_000(played: Played) -> Played:
    """Return a hand as it is played where everybody starts with 30,000 instead of 25,000."""
    first, second, third, fourth = played.scores
    return replace(played, scores=(first + 5000, second + 5000, third + 5000, fourth + 5000))


RON = Played(
    hand="East 1, 0 honba",
    result="Ron",
    wins=(("Ben", ("3 han", "40 fu")),),
    discarder="Aino",
    scores=(19800, 30200, 25000, 25000),
)
"""3 han 40 fu from the dealer: 5,200."""


@dataclass
class Fingers:
    """Taps on one page, counted."""

    page: Page
    taps: int = field(default=0)

    def tap(self, target: Locator) -> None:
        """Tap something and count it."""
        target.tap()
        self.taps += 1


AT_REST = """(() => {
    const worker = { postMessage: (message, [port]) => port.postMessage({ orders: [] }) };
    const registration = Object.assign(new EventTarget(), { active: worker });
    const found = async () => registration;
    const workers = { controller: worker, ready: found(), register: found, getRegistration: found };
    Object.defineProperty(navigator, "serviceWorker", { value: Object.assign(new EventTarget(), workers) });
})()"""
"""A worker that keeps nothing and answers nobody but the page that asks what is unsent: nothing is."""


def at_rest(context: BrowserContext) -> BrowserContext:
    """Give the pages of a phone a worker that has nothing to do: a real one fetches a megabyte for each new phone."""
    context.add_init_script(AT_REST)
    return context


def server_alone(browser: Browser, **how: Any) -> BrowserContext:  # noqa: ANN401 whatever a context takes
    """Return a phone whose pages only the server answers, though they take all that is written for saved."""
    return at_rest(browser.new_context(**how))


def begin(page: Page, address: str, ruleset: str, *, me: str = "Aino") -> str:
    """Start a game under a ruleset, sit down, and return the address of its table."""
    page.goto(f"{address}/games/new?ruleset={ruleset}")
    return start(page, me=me)


def choose_rules(page: Page, name: str) -> None:
    """Tap rules on the first page, where those are folded that are seldom played."""
    page.locator(".which summary").tap()
    page.get_by_role("link", name=name).tap()


def start(page: Page, *, me: str = "Aino") -> str:
    """Name the players of a new game, sit down, and return the address of the table."""
    for seat, name in enumerate(PLAYERS):
        page.locator(f"input[name=name-{seat}]").fill(name)
    page.locator(".actions--stuck button").tap()
    page.wait_for_url("**/t/*")
    sit(page, me)
    return page.url


def sit(page: Page, me: str) -> None:
    """Choose the seat of the page's holder, without a touch that the next one could be too near to."""
    page.locator(".choose").get_by_role("button", name=me).click()
    expect(page.locator(".choose")).to_have_count(0)
    expect(page.locator(".seat--bottom .player")).to_have_text(me)


def unhurried(page: Page) -> Page:
    """Wait until a touch at the place of the last one counts again, as a person does who looks at a new page."""
    page.wait_for_timeout(800)
    return page


def place(player: str) -> str:
    """Return where a player sits for Aino."""
    return f".seat--{PLACES[PLAYERS.index(player)]}"


def mark(page: Page, player: str, kind: str) -> None:
    """Set or take back a mark at a player's seat, and wait until it is shown."""
    button = page.locator(f"{place(player)} button[value^={kind}-]")
    before = button.get_attribute("aria-pressed")
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "false" if before == "true" else "true")


def record(fingers: Fingers, played: Played, *, scripted: bool = True) -> int:
    """Record a hand from the table page on, and return with how many taps."""
    page, start = fingers.page, fingers.taps
    fingers.tap(page.locator("nav.record").get_by_role("link", name=played.result, exact=True))
    fill(fingers, played)
    if not scripted:
        fingers.tap(page.locator("button.show"))
    fingers.tap(page.get_by_role("button", name="Confirm", exact=True))
    page.wait_for_url(lambda url: url.count("/") == 4)
    return fingers.taps - start


def fill(fingers: Fingers, played: Played) -> None:
    """Tap what happened into the form of a hand."""
    page = fingers.page
    for winner, _ in played.wins:
        fingers.tap(page.locator(f"{place(winner)} input[name={'ron' if played.discarder else 'tsumo'}]"))
    if played.discarder:
        fingers.tap(page.locator(f"{place(played.discarder)} input[name=from]"))
    if played.riichi_tile:
        fingers.tap(page.get_by_role("radio", name=played.riichi_tile))
    for winner, value in played.wins:
        box = page.locator(f"#value-{PLAYERS.index(winner)}")
        for part in value:
            fingers.tap(box.get_by_role("radio", name=part, exact=True))
    if played.offender:
        fingers.tap(page.locator(f"{place(played.offender)} input[name=offender]"))
    if played.declarer:
        fingers.tap(page.locator(f"{place(played.declarer)} input[name=declarer]"))
    if played.abort:
        fingers.tap(page.get_by_role("radio", name=played.abort))


def check_scores(page: Page, scores: tuple[int, int, int, int], on_table: int) -> None:
    """Compare the table with the score sheet."""
    for player, score in zip(PLAYERS, scores, strict=True):
        expect(page.locator(f"{place(player)} .score strong")).to_have_text(f"{score:,}".replace("-", "−"))
    if page.locator(".felt--play .counts").count():
        expect(page.locator(".felt--play .counts")).to_contain_text(f"{on_table:,} on the table")


def play(fingers: Fingers, played: Played, *, scripted: bool = True) -> int:
    """Play one hand: see that it is the right one, set the marks, record it, and check the scores."""
    page = fingers.page
    expect(page.locator(".centre h1")).to_have_text(played.hand.split(",")[0])
    expect(page.locator(".centre .counts")).to_contain_text(played.hand.split(", ")[1])
    for player, kind in played.marks:
        mark(page, player, kind)
    taps = record(fingers, played, scripted=scripted)
    check_scores(page, played.scores, played.on_table)
    return taps

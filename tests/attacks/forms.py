"""Forms with spoiled fields and old pages at tables of every rulebook: no stumble, nothing written that was refused."""

import random
import re
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from flask.testing import FlaskClient

from referee import desk
from referee.commands.audit import audit
from referee.database import DatabaseDesk
from referee.web import create_app
from tests.desks import opened
from tests.web.requests_at_table import NAMES

STEPS = 25
"""How many forms are sent to one table."""
ANSWERS = {200, 303, 400, 404, 409, 422}
WRITTEN = {200, 303}
PAGES = ("", "/sheet", "/record", "/adjust", "/state", "/log", "/seats", "/hands/0", "/rulings/apply", "/end")
NASTY = (
    *("", "0", "1", "3", "4", "-1", "7", "99", "٣", "1e3", "9" * 30, "-100", "150", "25050", "Q", "W", "\x00", "<b>"),
    *("\u202e", "\u3164", "x" * 600, "yes", "replay", "mangan", "yakuman9", "kyuushu_kyuuhai", "sanchahou", "ron"),
)


@dataclass
class Attack:
    """Somebody who sends whatever comes to hand; the same ``seed`` sends the same."""

    desk: DatabaseDesk
    seed: int
    rounds: int
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)  # noqa: S311 no secret
        self.app = create_app(self.desk.library, self.desk)

    def run(self) -> str:
        """Play every round, and return what was answered."""
        for turn in range(self.rounds):
            books = self.desk.library.books
            self.table(books[turn % len(books)].id)
        checked, differences = audit(self.desk)
        assert differences == (), differences[:3]
        found = ", ".join(f"{count} x {what}" for what, count in sorted(self.seen.items()))
        return f"{checked} games, {found}; audit without a difference"

    def table(self, book: str) -> None:
        """Send forms to a table of its own."""
        client = self.app.test_client()
        begun = client.post("/games", data=NAMES | {"ruleset": book})
        path = str(begun.headers["Location"])
        game = desk.find(self.desk, path.rpartition("/")[2])
        assert game is not None
        kept: list[dict[str, str]] = [{}]
        for _ in range(STEPS):
            action, fields = self.order()
            form = self.drawn(client, path, action, fields)
            kept.append({name: form[name] for name in ("command_id", "expected", "expected_event") if name in form})
            if self.random.random() < 0.5:
                form = self.spoiled(form, kept)
            self.send(client, game, path + action, form)
            for page in self.random.sample(PAGES, 2):
                answer = client.get(path + page, query_string=fields if "hands" in page or page == "/record" else {})
                assert answer.status_code in ANSWERS, (page, fields, answer.text)

    def send(self, client: FlaskClient, game: str, address: str, form: dict[str, str]) -> None:
        """Send a form, and once more if it was written: a refused one writes nothing, a repeated one nothing more."""
        before = self.written(game)
        answer = client.post(address, data=form)
        after = self.written(game)
        shown = (address, form, answer.status_code, answer.text[:2000])
        self.seen[str(answer.status_code)] += 1
        assert answer.status_code in ANSWERS, shown
        assert after == before or answer.status_code in WRITTEN, shown
        if after > before and form.get("command_id"):
            again = client.post(address, data=form)
            assert again.status_code in ANSWERS, (*shown, again.status_code, again.text)
            assert self.written(game) == after, shown

    def written(self, game: str) -> int:
        """Return how many events a game has."""
        return len(self.desk.store.events_of(game))

    def drawn(self, client: FlaskClient, path: str, action: str, fields: dict[str, str]) -> dict[str, str]:
        """Return a form as its page carries it, with what is filled in."""
        page = {"/hands": "/record", "/hands/instead": "/record", "/rulings/apply": "/rulings/apply"}.get(
            action, "/end"
        )
        text = client.get(path + page, query_string=fields if page != "/end" else {}).text
        carried = ("expected", "expected_event", "marks", "previewed")
        found = {name: re.search(rf'name="{name}" value="([^"]*)"', text) for name in carried}
        known = {name: match[1] for name, match in found.items() if match is not None}
        number = re.search(r'name="hand" value="(\d+)"', client.get(path).text)
        hand = {"hand": "0" if number is None else number[1]}
        return {"command_id": f"{self.random.getrandbits(64):x}"} | hand | fields | known

    def spoiled(self, form: dict[str, str], kept: list[dict[str, str]]) -> dict[str, str]:
        """Return a form with a field that is old, gone, or nonsense."""
        form = dict(form)
        for _ in range(self.random.randint(1, 3)):
            name = self.random.choice(list(form) or ["text"])
            match self.random.randint(0, 3):
                case 0:
                    form |= self.random.choice(kept)
                case 1:
                    form.pop(name, None)
                case _:
                    form[name] = self.random.choice(NASTY)
        return form

    def order(self) -> tuple[str, dict[str, str]]:
        """Return what somebody does, and the fields that say so."""
        kinds = (self.hand, self.hand, self.hand, self.mark, self.seldom, self.figures, self.ruling, self.other)
        return self.random.choice(kinds)()

    def seat(self) -> str:
        """Return a seat."""
        return str(self.random.randint(0, 3))

    def hand(self) -> tuple[str, dict[str, str]]:
        """Return a hand that is recorded, corrected or taken instead of another."""
        winner, other = (str(seat) for seat in self.random.sample(range(4), 2))
        value = {f"han-{winner}": self.random.choice(("1", "3", "5", "mangan", "yakuman1")), f"fu-{winner}": "30"}
        endings: tuple[dict[str, str], ...] = (
            {"result": "ron", "ron": winner, "from": other} | value,
            {"result": "tsumo", "tsumo": winner} | value,
            {"result": "draw", "tenpai": winner, "riichi": winner},
            {"result": "draw", "tenpai": winner, "nagashi": other},
            {"result": "abort", "abort": self.random.choice(NASTY[-4:]), "declarer": other},
            {"result": "chombo", "offender": winner},
        )
        action = self.random.choice(("/hands", "/hands", "/hands", "/hands/instead", "/hands/0", "/hands/1"))
        way = {"way": self.random.choice(("replay", "points_only"))} if action[-1].isdigit() else {}
        return action, {"drawn": "1"} | self.random.choice(endings) | way

    def mark(self) -> tuple[str, dict[str, str]]:
        """Return a mark."""
        kind = self.random.choice(("riichi", "open_riichi", "tenpai", "dead_hand"))
        return "/marks", {"mark": f"{kind}-{self.seat()}-{self.random.choice(('on', 'off'))}"}

    def seldom(self) -> tuple[str, dict[str, str]]:
        """Return what is done once in a while."""
        return self.random.choice(
            (
                ("/undo", {"reason": self.random.choice(("mistyped", "not_over"))}),
                ("/signal", {"running": "yes"}),
                ("/end", {}),
                ("/finish", {}),
                ("/reopen", {"text": "one hand was left"}),
                ("/reopen", {"text": "one hand was left"}),
                ("/notes", {"note": "late"}),
            )
        )

    def figures(self) -> tuple[str, dict[str, str]]:
        """Return an adjustment."""
        scores = {f"score-{seat}": str(self.random.randint(-50, 600) * 100) for seat in range(4)}
        table = {"kyoutaku": "1000", "honba": "2", "dealer": self.seat(), "round": self.random.choice("ES")}
        return "/adjust", scores | table | {"text": "counted"}

    def ruling(self) -> tuple[str, dict[str, str]]:
        """Return a ruling, or the withdrawal of one."""
        if self.random.random() < 0.3:
            return f"/rulings/{self.random.randint(1, STEPS)}/withdraw", {"text": "it was another"}
        kind = self.random.choice(("fine", "points", "dead_hand", "chombo", "warning"))
        amounts = {"amount-fine": "1000", "amount-points": "500"}
        return "/rulings/apply", {"seat": self.seat(), "offence": "other", "kind": kind, "text": "so"} | amounts

    def other(self) -> tuple[str, dict[str, str]]:
        """Return a changed name, or an entry that was lost."""
        names = {f"name-{seat}": self.random.choice(("Aino", "Ben", "Chie", "Dai", "Eva")) for seat in range(4)}
        target = self.random.randint(1, STEPS)
        lost = {"kind": "undone", "body": f'{{"target":{target},"reason":"mistyped"}}', "seq": str(target + 1)}
        return self.random.choice((("/names", names), ("/lost", lost)))


def main(rounds: int) -> str:
    """Send so many tables' worth of forms, and return what was answered; raise ``AssertionError`` if one broke it."""
    with tempfile.TemporaryDirectory() as folder:
        own_desk = opened(Path(folder))
        try:
            return Attack(desk=own_desk, seed=rounds, rounds=rounds).run()
        finally:
            own_desk.close()

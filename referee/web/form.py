"""The form of the first screen: what was typed, kept as it was, and the question that it asks of the core.

Numbers that are no numbers go to the core as they are: it alone says what is wrong and what is allowed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict

SEATS = ("0", "1", "2", "3")
LIMITS = {"mangan": 5, "haneman": 6, "baiman": 8, "sanbaiman": 11, "counted": 13}
"""The least han of each limit, for a hand that is told by its limit's name."""
MARKS = {"riichi": ("riichi", "open"), "open_riichi": ("open",), "dead": ("dead",)}
"""Which fields name the seats of a mark: an open riichi is a riichi too."""
FU_MATTERS_BELOW = 5
STICK = 1000
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,12}", re.ASCII)

Json = None | int | str | list["Json"] | dict[str, "Json"]


def number(text: str) -> int | str:
    """Return the number that a text says, or the text itself when it says none."""
    return int(text) if WHOLE_NUMBER.fullmatch(text) else text


@dataclass(frozen=True, kw_only=True, slots=True)
class Form:
    """The fields as sent, by name."""

    fields: MultiDict[str, str]

    def one(self, name: str, default: str = "") -> str:
        """Return the first value of a field; what is empty counts as left out."""
        return self.fields.get(name, "").strip() or default

    def all(self, name: str) -> list[str]:
        """Return every value of a field that may come several times, each once."""
        return list(dict.fromkeys(value for value in self.fields.getlist(name) if value))

    def has(self, name: str, value: str) -> bool:
        """Say whether a field holds this value."""
        return value in self.fields.getlist(name)

    def options(self) -> dict[str, str]:
        """Return the chosen options of the ruleset by name."""
        prefix = "option-"
        return {
            name.removeprefix(prefix): self.one(name)
            for name in self.fields
            if name.startswith(prefix) and self.one(name)
        }

    def changed(self, name: str, value: str) -> Form:
        """Return the form with one field set to another value."""
        fields = self.fields.copy()
        fields[name] = value
        return Form(fields=fields)

    def uses(self, *names: str) -> bool:
        """Say whether any of these fields is filled in."""
        return any(self.one(name) for name in names)


def seats_of(form: Form, *names: str) -> list[Json]:
    """Return the seats that any of these fields names, each once, in the order of the seats."""
    return sorted({number(value) for name in names for value in form.all(name)}, key=str)


def question_of(form: Form, ruleset: str, start: int) -> dict[str, Json]:
    """Return the settle question of a form that is filled in far enough."""
    options: dict[str, Json] = dict(form.options())
    return {
        "ask": "settle",
        "ruleset": ruleset,
        "options": options,
        "table": table_of(form, start),
        "hand": hand_of(form),
    }


def table_of(form: Form, start: int) -> dict[str, Json]:
    """Return the table before the hand; scores left out are the ruleset's start."""
    at = form.one("at", "E0")
    sticks, other = number(form.one("sticks", "0")), number(form.one("fines", "0"))
    table: dict[str, Json] = {
        "scores": [number(form.one(f"score-{seat}", str(start))) for seat in SEATS],
        "round": at[:1],
        "dealer": number(at[1:]),
        "honba": number(form.one("honba", "0")),
        "kyoutaku": sticks * STICK + other
        if isinstance(sticks, int) and isinstance(other, int)
        else f"{sticks} + {other}",
    }
    for name in ("dealer_wins", "renchan", "hands_left"):
        if form.one(name):
            table[name] = number(form.one(name))
    return table | yakitori_of(form)


def yakitori_of(form: Form) -> dict[str, Json]:
    """Return who has not won yet, if anybody is said to have won."""
    if not form.all("won"):
        return {}
    waiting: list[Json] = [not form.has("won", seat) for seat in SEATS]
    return {"yakitori": waiting}


def hand_of(form: Form) -> dict[str, Json]:
    """Return the finished hand."""
    hand: dict[str, Json] = ending_of(form)
    for field, names in MARKS.items():
        if any(form.all(name) for name in names):
            hand[field] = seats_of(form, *names)
    if form.one("wareme"):
        hand["wareme"] = number(form.one("wareme"))
    return hand


def ending_of(form: Form) -> dict[str, Json]:
    """Return how the hand ended."""
    match form.one("result", "ron"):
        case "ron":
            return {
                "result": "win",
                "from": number(form.one("from")),
                "wins": [win_of(form, seat) for seat in form.all("ron")],
            }
        case "tsumo":
            return {"result": "win", "from": None, "wins": [win_of(form, form.one("tsumo"))]}
        case "draw":
            nagashi: dict[str, Json] = {"nagashi": seats_of(form, "nagashi")} if form.all("nagashi") else {}
            return {"result": "draw", "tenpai": seats_of(form, "tenpai"), **nagashi}
        case "abort":
            return {"result": "abort", "reason": form.one("abort")}
        case "chombo":
            return {"result": "chombo", "offenders": seats_of(form, "offender")}
        case other:
            return {"result": other}


def win_of(form: Form, seat: str) -> dict[str, Json]:
    """Return one winner with the value of the hand and its circumstances."""
    win: dict[str, Json] = {"seat": number(seat)} | value_of(form, seat) | pao_of(form, seat)
    if form.one(f"yaku_han-{seat}"):
        win["yaku_han"] = number(form.one(f"yaku_han-{seat}"))
    chips = {
        kind: number(form.one(f"{kind}-{seat}")) for kind in ("ippatsu", "red", "ura") if form.one(f"{kind}-{seat}")
    }
    if chips:
        win["chips"] = dict(chips)
    return win


def value_of(form: Form, seat: str) -> dict[str, Json]:
    """Return han and fu, or the number of yakuman."""
    told = form.one(f"han-{seat}")
    if told.startswith("yakuman"):
        return {"yakuman": number(told.removeprefix("yakuman"))}
    han = LIMITS.get(told) or number(told)
    if isinstance(han, int) and han >= FU_MATTERS_BELOW:
        return {"han": han}
    return {"han": han, "fu": number(form.one(f"fu-{seat}"))}


def pao_of(form: Form, seat: str) -> dict[str, Json]:
    """Return who is liable for the win, and for how many yakuman; without a yakuman it is a rinshan pao."""
    liable = form.one(f"pao-{seat}")
    if not liable:
        return {}
    pao: dict[str, Json] = {"seat": number(liable)}
    if form.one(f"han-{seat}").startswith("yakuman"):
        pao["yakuman"] = number(form.one(f"pao_yakuman-{seat}", "1"))
    return {"pao": pao}


def missing(form: Form) -> str | None:
    """Return the key of what has to be chosen next before the question can be asked, None when it can."""
    match form.one("result", "ron"):
        case "ron":
            return missing_of_ron(form)
        case "tsumo":
            return missing_value(form, [form.one("tsumo")]) if form.one("tsumo") else "tsumo"
        case "abort":
            return None if form.one("abort") else "abort"
        case "chombo":
            return None if form.all("offender") else "offender"
        case _:
            return None


def missing_of_ron(form: Form) -> str | None:
    """Return what a ron still lacks: a winner, the discarder, or a winner's value."""
    if not form.all("ron"):
        return "ron"
    if not form.one("from"):
        return "from"
    return missing_value(form, form.all("ron"))


def missing_value(form: Form, winners: list[str]) -> str | None:
    """Return whether a winner's han or fu is still to be chosen."""
    for seat in winners:
        value = value_of(form, seat)
        if value.get("han") == "":
            return "han"
        if value.get("fu") == "":
            return "fu"
    return None

"""How the pages look on a device: theme, contrast and the hand that holds it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from referee.core.forms.form import Form

Choice = TypeVar("Choice", bound=StrEnum)


class Theme(StrEnum):
    """Light or dark as the device says, or always one of them; black is dark for screens whose black costs nothing."""

    DEVICE = "device"
    LIGHT = "light"
    DARK = "dark"
    BLACK = "black"


class Contrast(StrEnum):
    """Stronger colours where the device asks for them, or always."""

    DEVICE = "device"
    MORE = "more"


class Hand(StrEnum):
    """The hand that holds the phone; what is tapped most lies on the side of its thumb."""

    RIGHT = "right"
    LEFT = "left"


PAGES = {Theme.LIGHT: "#efe9dc", Theme.DARK: "#0b0f0d", Theme.BLACK: "#000"}
"""The colour of the page in each theme, as in the style sheet."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """What one device has chosen."""

    theme: Theme = Theme.DEVICE
    contrast: Contrast = Contrast.DEVICE
    hand: Hand = Hand.RIGHT

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes of the page's root that the style sheets listen to; what the device decides is left out."""
        chosen = {"data-theme": self.theme, "data-contrast": self.contrast, "data-hand": self.hand}
        return {name: str(value) for name, value in chosen.items() if value not in (Theme.DEVICE, Hand.RIGHT)}

    @property
    def scheme(self) -> str:
        """The colour schemes that pages come in, for the browser's own parts."""
        return {Theme.DEVICE: "light dark", Theme.LIGHT: "light"}.get(self.theme, "dark")

    @property
    def bars(self) -> tuple[tuple[str, str], ...]:
        """The colours of the browser's bars, each with its condition; the first whose condition holds counts."""
        if self.theme == Theme.DEVICE:
            return ((PAGES[Theme.DARK], "(prefers-color-scheme: dark)"), (PAGES[Theme.LIGHT], ""))
        return ((PAGES[self.theme], ""),)


def look_of(fields: Form) -> Look:
    """Return the look that these fields name; what they do not name, or name wrongly, is as at first."""
    return Look(
        theme=known(Theme, fields.one("theme"), Theme.DEVICE),
        contrast=known(Contrast, fields.one("contrast"), Contrast.DEVICE),
        hand=known(Hand, fields.one("hand"), Hand.RIGHT),
    )


def known(kind: type[Choice], wanted: str, otherwise: Choice) -> Choice:
    """Return the choice with this name, if there is one."""
    return next((choice for choice in kind if choice == wanted), otherwise)

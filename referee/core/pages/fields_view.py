"""Fields in groups as a page asks them: what ``templates/_parts/asked.html`` draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.core.forms.form import Form
    from referee.core.text.words import Words

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TextField:
    """A field to type into."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Pick:
    """One choice that looks like a tile; ``character`` is shown in place of its text."""

    name: str
    value: str
    text: str
    chosen: bool
    off: bool = False
    character: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldGroup:
    """Fields that stand together; ``look`` says how: half, flow, yaku, row, winds, alone, figures or known.

    ``kind`` is radio or checkbox, ``kept`` are fields that are sent without being shown.
    """

    look: str
    kind: str = "checkbox"
    title: str = ""
    picks: tuple[Pick, ...] = ()
    figures: tuple[TextField, ...] = ()
    kept: Pairs = ()


def names_asked(groups: tuple[FieldGroup, ...]) -> tuple[str, ...]:
    """Return the names of all fields of some groups."""
    return (
        *[pick.name for group in groups for pick in group.picks],
        *[field.name for group in groups for field in group.figures],
        *[name for group in groups for name, _ in group.kept],
    )


def radio_group(look: str, name: str, values: tuple[str, ...], chosen: str, words: Words) -> FieldGroup:
    """Return choices of which one is taken."""
    picks = [Pick(name=name, value=each, text=words[f"tiles.{name}_{each}"], chosen=each == chosen) for each in values]
    return FieldGroup(look=look, kind="radio", picks=tuple(picks))


def number_group(names: tuple[str, ...], form: Form, words: Words) -> FieldGroup:
    """Return fields for small numbers."""
    fields = [TextField(name=name, label=words["tiles." + name], value=form.one(name)) for name in names]
    return FieldGroup(look="figures", figures=tuple(fields))


def tick_group(look: str, name: str, value: str, form: Form, words: Words) -> FieldGroup:
    """Return one thing that is so or is not."""
    pick = Pick(name=name, value=value, text=words["tiles." + name], chosen=form.has(name, value))
    return FieldGroup(look=look, picks=(pick,))

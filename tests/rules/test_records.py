"""Records that are made quickly are the frozen dataclasses that they would be without."""

import dataclasses
import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from typing import Any

import pytest

from referee.records import dataclass
from referee.rules.table import Line, Note


@dataclass(frozen=True, kw_only=True, slots=True)
class Quick:
    """A record of a field, of one with a default, and of one that is made for each."""

    kind: str
    points: tuple[int, ...] = (0, 0)
    notes: tuple[str, ...] = field(default_factory=tuple)


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Plain:
    """The same without."""

    kind: str
    points: tuple[int, ...] = (0, 0)
    notes: tuple[str, ...] = field(default_factory=tuple)


@dataclass(frozen=True, kw_only=True, slots=True)
class Empty:
    """A record of nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Of:
    """A record that holds another and says itself what it is."""

    inner: Quick

    def __repr__(self) -> str:
        return f"of {self.inner.kind}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Heir(Quick):
    """A record with all fields of another and one more."""

    more: int = 1


def test_it_is_made_compared_and_changed_like_any_other() -> None:
    """Fields, defaults, equality, text, `replace` and `asdict` are those of a dataclass."""
    quick, plain = Quick(kind="a"), Plain(kind="a")

    assert (quick.kind, quick.points, quick.notes) == (plain.kind, plain.points, plain.notes)
    assert quick == Quick(kind="a", points=(0, 0))
    assert quick != Quick(kind="a", points=(0, 1))
    assert quick != plain  # type: ignore[comparison-overlap] # what is tried
    assert hash(quick) == hash(Quick(kind="a", points=(0, 0)))
    assert repr(quick) == repr(plain).replace("Plain", "Quick")
    assert replace(quick, points=(1, 2)) == Quick(kind="a", points=(1, 2))
    assert asdict(Of(inner=quick)) == {"inner": asdict(plain)}
    assert is_dataclass(Quick)
    assert [each.name for each in fields(Quick)] == [each.name for each in fields(Plain)]


def test_what_a_class_says_itself_stays() -> None:
    """A method of its own is not replaced; a record without fields and one that inherits are made too."""
    assert repr(Of(inner=Quick(kind="a"))) == "of a"
    assert Empty() == Empty()
    assert len({Empty(), Empty()}) == 1
    assert Heir(kind="a") == Heir(kind="a", more=1)


@pytest.mark.parametrize("again", [copy, deepcopy, lambda it: pickle.loads(pickle.dumps(it))])  # noqa: S301 our own
def test_it_is_copied(again: Any) -> None:  # noqa: ANN401 any function of the library
    """A copy and what was written and read again are equal."""
    assert again(Quick(kind="a", points=(3,))) == Quick(kind="a", points=(3,))


def test_it_stays_as_it_was_made() -> None:
    """No field can be changed or deleted, and none can be added."""
    with pytest.raises(FrozenInstanceError):
        Quick(kind="a").kind = "b"  # type: ignore[misc] # what is tried
    with pytest.raises(FrozenInstanceError):
        del Quick(kind="a").kind
    with pytest.raises(FrozenInstanceError):
        Line(reason="a", rule="b", facts=()).kyoutaku = 1  # type: ignore[misc] # what is tried


@pytest.mark.parametrize("given", [{}, {"kind": "a", "colour": "b"}], ids=["too few", "unknown"])
def test_what_it_is_made_of_must_fit(given: dict[str, str]) -> None:
    """A field without default must be told, and no other can be."""
    with pytest.raises(TypeError):
        Quick(**given)  # type: ignore[arg-type] # what is tried
    with pytest.raises(TypeError):
        Note("a", "b")  # type: ignore[call-arg] # by its name only

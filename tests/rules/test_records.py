"""Records that are made quickly are the frozen dataclasses that they would be without."""

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from referee.records import quickly_made
from referee.rules.ledger import Line, Note


@quickly_made
@dataclass(frozen=True, kw_only=True, slots=True)
class Quick:
    """A record of a field and of one with a default."""

    kind: str
    points: tuple[int, ...] = (0, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Plain:
    """The same without."""

    kind: str
    points: tuple[int, ...] = (0, 0)


def test_it_is_made_compared_and_changed_like_any_other() -> None:
    """Fields, defaults, equality, hash, text and `replace` are those of a dataclass."""
    quick, plain = Quick(kind="a"), Plain(kind="a")

    assert (quick.kind, quick.points) == (plain.kind, plain.points)
    assert quick == Quick(kind="a", points=(0, 0))
    assert hash(quick) == hash(plain)
    assert repr(quick) == repr(plain).replace("Plain", "Quick")
    assert replace(quick, points=(1, 2)) == Quick(kind="a", points=(1, 2))


def test_it_stays_as_it_was_made() -> None:
    """No field can be changed, and none can be added."""
    with pytest.raises(FrozenInstanceError):
        Quick(kind="a").kind = "b"  # type: ignore[misc] # what is tried
    with pytest.raises(FrozenInstanceError):
        Line(reason="a", rule="b", facts=()).kyoutaku = 1  # type: ignore[misc] # what is tried


@pytest.mark.parametrize("given", [{}, {"kind": "a", "colour": "b"}], ids=["too few", "unknown"])
def test_what_it_is_made_of_must_fit(given: dict[str, str]) -> None:
    """A field without default must be told, and no other can be."""
    with pytest.raises(TypeError):
        Quick(**given)  # type: ignore[arg-type] # what is tried
    with pytest.raises(TypeError):
        Note("a", "b")  # type: ignore[call-arg] # by its name only

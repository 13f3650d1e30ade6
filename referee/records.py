"""Frozen dataclasses, made as quickly as Python can: the classes at the start, and their records in every answer."""

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

Method = Callable[..., Any]

_COMMON = {"frozen": True, "kw_only": True, "slots": True}
"""The one kind of dataclass that there are hundreds of."""


def _quickly_made(**how: bool) -> Callable[[Any], Any]:
    """Stand for `dataclasses.dataclass`, which compiles six methods for each class: half the time of a start.

    Here those of the common kind share theirs but ``__init__``, which is compiled when the first record is made. It
    fills the slots at once, where the other asks ``object.__setattr__`` for each field by its name: a quarter of the
    time of settling a hand. See `tests.benchmarks`.
    """
    return _made if how == _COMMON else dataclasses.dataclass(**how)


def _made(kind: Any) -> Any:  # noqa: ANN401 a class
    """Return a class as a frozen dataclass with slots; the few that inherit are made as everywhere."""
    own = vars(kind)
    if kind.__bases__ != (object,):
        return dataclasses.dataclass(frozen=True, kw_only=True, slots=True)(kind)
    kind = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=True, slots=True)(kind)
    kind.__dataclass_params__.frozen = True
    for name, method in {**_SHARED, **_methods_of(kind)}.items():
        if name not in own:
            setattr(kind, name, method)
    return kind


def _methods_of(kind: Any) -> dict[str, Method]:  # noqa: ANN401 a dataclass
    names = tuple(kind.__dataclass_fields__)
    values = attrgetter(*names) if names else lambda _: ()

    def init(self: object, /, **given: object) -> None:
        kind.__init__ = _filling(kind)
        kind.__init__(self, **given)

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash((self.__class__, values(self)))

    return {"__init__": init, "__eq__": equal, "__hash__": hashed}


def _filling(kind: Any) -> Method:  # noqa: ANN401 a dataclass
    """Return the ``__init__`` that fills the slots of a dataclass."""
    known: dict[str, Any] = {"MISSING": MISSING}
    given, filled = [], []
    for field in dataclasses.fields(kind):
        known[f"fill_{field.name}"] = vars(kind)[field.name].__set__
        known[f"default_{field.name}"] = field.default
        known[f"make_{field.name}"] = field.default_factory
        given.append(field.name if _is_needed(field) else f"{field.name}=default_{field.name}")
        filled.append(f"fill_{field.name}(self, {_filler(field)})")
    parameters = ", ".join(["self", *(["*", *given] if given else [])])
    exec(f"def __init__({parameters}):\n    " + "\n    ".join(filled or ["pass"]), known)  # noqa: S102 as `dataclass` does
    return known["__init__"]  # type: ignore[no-any-return]


def _is_needed(field: Field[Any]) -> bool:
    """Say whether a field has no default."""
    return field.default is MISSING and field.default_factory is MISSING


def _filler(field: Field[Any]) -> str:
    """Return what a field is filled with, as Python is written."""
    name = field.name
    return name if field.default_factory is MISSING else f"make_{name}() if {name} is MISSING else {name}"


def _represented(self: Any) -> str:  # noqa: ANN401 a dataclass
    """Stand for ``__repr__``."""
    fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__dataclass_fields__)
    return f"{type(self).__qualname__}({fields})"


def _refuse_change(_: object, name: str, _value: object = None) -> None:
    """Stand for ``__setattr__`` and ``__delattr__``."""
    message = f"{name} stays as it was made"
    raise FrozenInstanceError(message)


def _state(self: Any) -> list[object]:  # noqa: ANN401 a dataclass
    """Stand for ``__getstate__``."""
    return [getattr(self, name) for name in self.__dataclass_fields__]


def _restore(self: Any, state: list[object]) -> None:  # noqa: ANN401 a dataclass
    """Stand for ``__setstate__``."""
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)


_SHARED: dict[str, Method] = {
    "__repr__": _represented,
    "__setattr__": _refuse_change,
    "__delattr__": _refuse_change,
    "__getstate__": _state,
    "__setstate__": _restore,
}

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _quickly_made

"""The core uses nothing that MicroPython lacks or does differently; what it must not use is named with its line."""

import ast
import builtins
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import referee
from referee.phone.lower import CORE, LOWERED_AWAY, bundle, lowered, program, runtime_source, stripped

ROOT = Path(referee.__file__).parent
MODULES = [
    *(path for part in (*CORE, "desk", "app") for path in sorted((ROOT / part).rglob("*.py"))),
    *(ROOT / "store" / name for name in ("port.py", "memory.py")),
    ROOT / "phone/host.py",
]
SAME_THERE = {"binascii": {"b2a_base64"}, "hashlib": {"sha256"}, "html": {"escape"}}
BUILTINS = frozenset(
    """abs all any bool bytes callable chr dict divmod enumerate filter float frozenset getattr hasattr int isinstance
    iter len list map max min next object ord property range reversed set sorted staticmethod classmethod str sum super
    tuple type zip ArithmeticError AssertionError AttributeError Exception IndexError KeyError LookupError
    NotImplementedError OverflowError RuntimeError StopIteration TypeError ValueError ZeroDivisionError""".split()  # noqa: SIM905 one a line would fill a page
)
METHODS = frozenset(
    """add append clear copy count decode difference digest discard encode endswith extend find format get hex index
    insert intersection isdisjoint issubset issuperset items join lstrip partition pop remove replace reverse rfind
    rindex rpartition rsplit rstrip setdefault split startswith strip union update values""".split()  # noqa: SIM905 one a line would fill a page
)
KNOWN_METHODS = {name for kind in (str, bytes, int, float, list, tuple, dict, set) for name in dir(kind)}
SPACES = {"split", "rsplit", "strip", "lstrip", "rstrip"}
SPECIAL = {
    f"__{name}__"
    for name in "init eq hash len iter contains getitem add bool str html enter exit".split()  # noqa: SIM905
}
"""Methods that MicroPython calls by itself, and one that drawing asks for by name."""
STRIPS = {"strip", "lstrip", "rstrip"}
ORDERLESS = {"tuple", "list", "enumerate", "zip", "map", "iter", "next", "dict", "reversed"}
NO_KEYWORDS = {"dict", "sum", "int", "str"}
FORMATS = re.compile(r"\+?(0\d+)?,?[dx]?|\.1f")
LOADS_KEYWORDS = {"parse_float", "parse_constant"}
GRAMMAR: dict[type[ast.AST], str] = {
    ast.AsyncFunctionDef: "the core waits for nothing: no async",
    ast.Await: "the core waits for nothing: no await",
    ast.Global: "the core has no state: no global",
    ast.Nonlocal: "what a function calls its own gets another name there: no nonlocal",
    ast.TryStar: "MicroPython has no exception groups",
    ast.Div: "floats are printed differently there: divide whole numbers with //",
    ast.MatMult: "MicroPython's numbers have no @",
}


def complaints(source: str, path: str) -> list[str]:
    """Return ``file:line: sentence`` for everything in a file of the core that cannot go to the phone."""
    tree = stripped(source)
    found = [(getattr(node, "lineno", 0), about(node)) for node in ast.walk(tree)]
    found += [(node.lineno, f"MicroPython has no {node.id}, or a different one") for node in missing_builtins(tree)]
    listed = [f"{path}:{line}: {sentence}" for line, sentence in sorted(found) if sentence]
    try:
        lowered(stripped(source), path)
    except NotImplementedError as refusal:
        listed.append(str(refusal))
    return listed


def missing_builtins(tree: ast.Module) -> list[ast.Name]:
    """Return where builtins are used that the phone lacks; a field called ``round`` is none."""
    parameters = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    missing = set(dir(builtins)) - BUILTINS - parameters
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    return [name for name in names if name.id in missing]


def about(node: ast.AST) -> str:
    """Return why a node cannot go to the phone, empty if it can."""
    asked = chain(about_grammar(node), about_definition(node), about_expression(node), about_call(node))
    return next(filter(None, asked), "")


def about_grammar(node: ast.AST) -> Iterator[str]:
    """Yield what is wrong with a statement or with a part of one."""
    match node:
        case ast.Import(names=[ast.alias(name="json", asname=None)]):
            pass
        case ast.Import():
            yield f"only json is imported as a module, not `{ast.unparse(node)}`"
        case ast.ImportFrom(module=module, names=names):
            yield about_import(str(module), {name.name for name in names})
        case ast.ExceptHandler(name=str(name)) if uses_text(node, name):
            yield "an exception prints differently there: read only the fields you gave it"
        case ast.For(iter=walked) | ast.comprehension(iter=walked) if is_set(walked):
            yield "the order of a set differs there: sort it"
        case _:
            yield GRAMMAR.get(type(node), "")


def about_import(module: str, names: set[str]) -> str:
    """Return what is wrong with an import of names."""
    known = SAME_THERE.get(module, set()) | LOWERED_AWAY.get(module, set())
    if module.split(".", maxsplit=1)[0] == "referee":
        return "say what is imported: no `*`" if "*" in names else ""
    return "" if names <= known else f"the phone has no {', '.join(sorted(names - known))} of {module}"


def about_definition(node: ast.AST) -> Iterator[str]:
    """Yield what is wrong with a class or a function."""
    match node:
        case ast.arguments(posonlyargs=[_, *_]):
            yield "MicroPython has no positional-only parameters"
        case ast.FunctionDef(name=name) if name.startswith("__") and name not in SPECIAL:
            yield f"MicroPython never calls {name}"
        case ast.FunctionDef(decorator_list=decorators) if others(
            decorators, "property", "staticmethod", "classmethod"
        ):
            yield f"{others(decorators, 'property', 'staticmethod', 'classmethod')} is not lowered"
        case ast.FunctionDef(args=ast.arguments(kwarg=ast.arg(arg=name))) if not orderless(node, name):
            yield f"keywords have no order there: pass **{name} on, sort them, or take one by its name"
        case ast.ClassDef(decorator_list=[_, *_]):
            yield "a dataclass must be (frozen=True, kw_only=True, slots=True) without a base; no other decorator"
        case ast.ClassDef(keywords=[_, *_]):
            yield "MicroPython's classes take no keywords"
        case ast.ClassDef(bases=[ast.Name(id="StrEnum")]) if not all(is_member(item) for item in node.body):
            yield "a StrEnum has members of constant text only"
        case ast.ClassDef(bases=[ast.Name(id=base)]) if base not in ("StrEnum", "PhoneRecord") and not calls_super(
            node
        ):
            yield "an exception begins its __init__ with super().__init__()"
        case _:
            pass


def about_expression(node: ast.AST) -> Iterator[str]:
    """Yield what is wrong with an expression other than a call."""
    match node:
        case ast.Slice(step=ast.expr()):
            yield "MicroPython steps through lists only: use reversed() or range()"
        case ast.FormattedValue(conversion=code) if code != -1:
            yield "!r and !s print differently there"
        case ast.FormattedValue(format_spec=ast.expr() as spec) if not FORMATS.fullmatch(ast.unparse(spec)[2:-1]):
            yield f"the format {ast.unparse(spec)[2:-1]} is not known to be the same there"
        case ast.Attribute(attr=name) if name.startswith("__") and name != "__init__":
            yield f"MicroPython has no {name}"
        case ast.Name(id=name) if name in LOWERED_AWAY["collections.abc"] | {"Literal", "Protocol", "TypeVar"}:
            yield f"{name} is for annotations only"
        case ast.Constant(value=float() | complex()):
            yield "floats are printed differently there: count in tenths"
        case _:
            pass


def about_call(node: ast.AST) -> Iterator[str]:
    """Yield what is wrong with a call."""
    if not isinstance(node, ast.Call):
        return
    called = ast.unparse(node.func)
    method = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    keywords = {str(keyword.arg) for keyword in node.keywords}
    if called.startswith("json.") and called != "json.loads":
        yield f"{called} writes other text there"
    if called == "json.loads" and keywords != LOADS_KEYWORDS:
        yield "json.loads needs parse_float and parse_constant, for floats print differently there and NaN is unknown"
    if method in KNOWN_METHODS - METHODS and not method.startswith("__") and not called.startswith("json."):
        yield f"MicroPython has no .{method}(), or a different one"
    if method in SPACES and (not node.args or keywords):
        yield f"MicroPython's .{method}() knows other spaces and no keywords: say what to look for"
    if method in STRIPS and not all(is_ascii(argument) for argument in node.args):
        yield f"MicroPython's .{method}() takes off single bytes, of kana too: use spaces_off()"
    if called in NO_KEYWORDS and keywords - {"None"}:
        yield f"MicroPython's {called}() takes no keywords"
    if (called in ORDERLESS or method == "join") and any(is_set(argument) for argument in node.args):
        yield "the order of a set differs there: sort it"


def is_ascii(node: ast.expr) -> bool:
    """Say whether this is a constant of plain characters."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isascii()


def others(decorators: list[ast.expr], *known: str) -> str:
    """Return the decorators that are not known."""
    return ", ".join(name for name in map(ast.unparse, decorators) if name not in known)


def is_set(node: ast.expr) -> bool:
    """Say whether this is plainly a set."""
    called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    return isinstance(node, ast.Set | ast.SetComp) or called in ("set", "frozenset")


def is_member(item: ast.stmt) -> bool:
    """Say whether this is a member of a StrEnum."""
    return isinstance(item, ast.Assign) and isinstance(item.value, ast.Constant)


def calls_super(node: ast.ClassDef) -> bool:
    """Say whether a class has no ``__init__``, or one that begins with its base's."""
    made = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"]
    return all(ast.unparse(item.body[0]).startswith("super().__init__(") for item in made)


def uses_text(handler: ast.ExceptHandler, name: str) -> bool:
    """Say whether a caught exception is used otherwise than for a field it was given."""
    nodes = [node for line in handler.body for node in ast.walk(line)]
    fields = [node for node in nodes if isinstance(node, ast.Attribute) and node.attr != "args"]
    uses = [node.id for node in nodes if isinstance(node, ast.Name)]
    return uses.count(name) != [ast.unparse(field.value) for field in fields].count(name)


def orderless(function: ast.FunctionDef, name: str) -> bool:
    """Say whether a ``**name`` parameter is only given on as ``**name``, sorted, and looked into by key."""
    nodes = [node for line in function.body for node in ast.walk(line)]
    used = [ast.unparse(use) for node in nodes for use in uses_without_order(node)]
    return used.count(name) == [node.id for node in nodes if isinstance(node, ast.Name)].count(name)


def uses_without_order(node: ast.AST) -> list[ast.expr]:
    """Return what a node uses in a way in which its order does not show."""
    match node:
        case ast.keyword(arg=None, value=value) | ast.Subscript(value=value):
            return [value]
        case ast.Call(func=ast.Name(id="sorted"), args=[value]):
            return [value]
        case _:
            return []


@pytest.mark.parametrize("module", MODULES, ids=lambda module: f"{module.parent.stem}.{module.stem}")
def test_module_of_the_core_runs_on_the_phone(module: Path) -> None:
    """Nothing in this module is missing or different in MicroPython."""
    assert complaints(module.read_text("utf-8"), str(module.relative_to(ROOT.parent))) == []


def test_the_bundle_is_one_module() -> None:
    """It compiles, and imports nothing of the core."""
    text = runtime_source() + bundle(*CORE)
    compile(text, "bundle", "exec")
    assert "import referee" not in text
    assert "from referee" not in text


def test_every_process_makes_the_same_program() -> None:
    """A server that is only started again must not look like a new version to the phones that keep its program."""
    command = [sys.executable, "-c", "import referee.phone.lower as made; print(made.program(), end='')"]
    seed = next(seed for seed in ("1", "2") if seed != os.environ.get("PYTHONHASHSEED"))
    done = subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True)  # noqa: S603
    assert program()
    assert done.stdout.decode() == program()


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("def f(a, /): pass", "positional-only"),
        ("x = 'a'.zfill(3)", ".zfill()"),
        ("x = 'A'.lower()", ".lower()"),
        ("x = ' a'.split()", "spaces"),
        ("x = ' か'.strip('\u3000')", "single bytes"),
        ("x = 'a-b'.split('-', maxsplit=1)", "keywords"),
        ("x = {}.keys()", ".keys()"),
        ("x.sort()", ".sort()"),
        ("from functools import lru_cache", "lru_cache"),
        ("from collections import Counter", "Counter"),
        ("from itertools import product", "product"),
        ("import math", "math"),
        ("from referee.rules.table import *", "no `*`"),
        ("import json\nx = json.dumps({})", "writes other text"),
        ("import json\nx = json.loads('1')", "parse_constant"),
        ("x = f'{1!r}'", "!r"),
        ("x = f'{1:>3}'", ">3"),
        ("x = repr(1)", "repr"),
        ("x = round(1)", "round"),
        ("x = 1 / 2", "floats"),
        ("x = 0.5", "floats"),
        ("x = (1, 2)[::-1]", "reversed()"),
        ("x = [y for y in {1, 2}]", "order of a set"),
        ("x = tuple(set(y))", "order of a set"),
        ("x = dict(a=1)", "keywords"),
        ("def f(**k): return list(k)", "order"),
        ("@cache\ndef f(): pass", "cache"),
        ("@dataclass\nclass A: pass", "frozen=True"),
        ("class A(metaclass=M): pass", "keywords"),
        ("class A(StrEnum):\n    B = auto()", "constant text"),
        ("class A:\n    def __init_subclass__(cls): pass", "__init_subclass__"),
        ("class A(Exception):\n    def __init__(self, *, a): self.a = a", "super().__init__()"),
        ("x = type(1).__name__", "__name__"),
        ("async def f(): pass", "async"),
        ("def f():\n    global x\n    x = 1", "global"),
        ("def f():\n    x = 1\n    def g():\n        nonlocal x", "nonlocal"),
        ("try: pass\nexcept* ValueError: pass", "groups"),
        ("try: pass\nexcept ValueError as error: x = str(error)", "exception"),
        ("match x:\n    case {'a': 1}: pass", "pattern"),
        ("match x:\n    case [a, *b]: pass", "pattern"),
        ("match x:\n    case Ron(1): pass", "pattern"),
    ],
)
def test_is_refused_with_file_and_line(source: str, word: str) -> None:
    """What the phone cannot do is named where it stands."""
    found = complaints("\n\n" + source, "rules/sample.py")
    assert any(re.match(r"rules/sample\.py:\d+: ", line) and word in line for line in found), found

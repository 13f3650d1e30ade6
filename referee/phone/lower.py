"""Lowering: the program rewritten into the Python that MicroPython runs, and the library in pieces for a phone."""

from __future__ import annotations

import ast
import builtins
import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import is_dataclass, replace
from functools import cache
from itertools import product
from keyword import kwlist
from pathlib import Path
from string import ascii_letters
from symtable import SymbolTable, symtable
from typing import TYPE_CHECKING, Any

import referee
from referee.app.answer import FRAGMENT_MACROS
from referee.game.events import EVENTS
from referee.paths import data_dir
from referee.phone.link import PROJECT, Module, linked, module_of
from referee.phone.templates import compiled, function_of
from referee.rules.offences import Offence, Procedure
from referee.texts.codec import SIMPLE, fields_of
from referee.texts.search import NO_INDEX, NO_LEXICON
from referee.texts.words import LIBRARY, Book, Library

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.texts.codec import Shape


_SHAPES = f"{PROJECT}.phone.runtime.shapes"
"""What the module is called that is written here."""


def shapes_module(known: Collection[str]) -> Module:
    """Return a module that tells the shapes of the fields of every class that can be read from plain values.

    What cannot be reached from the modules ``known`` is left out.
    """
    classes = _with_field_classes([kind for kind in (Library, *EVENTS.values()) if kind.__module__ in known])
    imports = [f"from {kind.__module__} import {kind.__name__} as {_alias(kind)}" for kind in classes]
    rows = [f"{_alias(kind)}: {_shape_texts(kind)}" for kind in classes if is_dataclass(kind)]
    source = "\n".join([*imports, f"PHONE_SHAPES.update({{{', '.join(rows)}}})"])
    return module_of(_SHAPES, source, ast.parse(source))


def _shape_texts(kind: type) -> str:
    """Return the shapes of the fields of a dataclass as the text of an expression."""
    return _shape_text(tuple(shape for _, shape in fields_of(kind) or ()))


def _with_field_classes(kinds: list[type]) -> list[type]:
    """Return these dataclasses, and all classes that stand in their fields, sorted by name."""
    found: set[type] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if kind not in found:
            found.add(kind)
            waiting += [inner for _, shape in fields_of(kind) or () for inner in _classes_in(shape)]
    return sorted(found, key=_alias)


def _classes_in(shape: Shape) -> Iterator[type]:
    if isinstance(shape, type):
        yield from () if shape in SIMPLE else (shape,)
        return
    for inner in shape.values() if isinstance(shape, dict) else shape:
        yield from _classes_in(inner)


def _alias(kind: type) -> str:
    """Return a name that no other class has."""
    return f"{kind.__name__}_{kind.__module__.replace('.', '_')}"


def _shape_text(shape: Shape) -> str:
    if isinstance(shape, type):
        simple = "type(None)" if shape is type(None) else shape.__name__
        return simple if shape in SIMPLE else _alias(shape)
    if isinstance(shape, dict):
        return f"{{str: {_shape_text(shape[str])}}}"
    inner = [_shape_text(each) for each in shape]
    if isinstance(shape, frozenset):
        return f"{{{', '.join(sorted(inner))}}}"
    return f"[{inner[0]}]" if isinstance(shape, list) else f"({''.join([f'{each}, ' for each in inner])})"


_NO_NAME = ""
_SIGN = r"[-+*/%<>=!|&:,()\[\]{}]"
_TEXT_OR_SIGNS = re.compile(rf"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<=\S) ?({_SIGN}+)(?: (?!{_SIGN}))?""")
"""A text, which stays as it is, or signs with the spaces around them, which only people need."""
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler)


def reachable(program: str, wanted: Iterable[str]) -> str:
    """Return the statements of a program that define what is wanted, and what those use in turn, in their order.

    A statement that defines nothing does something, and is kept too. A name that is defined twice is refused, for the
    later would take the earlier's place.
    """
    lines = program.splitlines()
    statements = ["\n".join(lines[each.lineno - 1 : each.end_lineno]) for each in ast.parse(program).body]
    makers = defaultdict(list)
    for statement in statements:
        for name in _defined_in(statement) or {_NO_NAME}:
            makers[name].append(statement)
    twins = sorted(name for name, made in makers.items() if name and len(set(made)) > 1)
    if twins:
        message = f"two statements define the same name: {', '.join(twins)}"
        raise ValueError(message)
    kept: set[str] = set()
    waiting = [_NO_NAME, *wanted]
    while waiting:
        for statement in makers.pop(waiting.pop(), []):
            kept.add(statement)
            waiting += _names_in(_table_of(statement))
    return "".join(f"{statement}\n" for statement in statements if statement in kept)


def _table_of(text: str) -> SymbolTable:
    """Return what Python knows of the names in a text."""
    return symtable(text, "program", "exec")


def _defined_in(text: str) -> set[str]:
    symbols = _table_of(text).get_symbols()
    return {each.get_name() for each in symbols if each.is_assigned() or each.is_imported()}


def _names_in(table: SymbolTable) -> set[str]:
    """Return the names of the program that are spoken of, not those that a function keeps to itself."""
    names = {each.get_name() for each in table.get_symbols() if each.is_global()}
    return names.union(*map(_names_in, table.get_children()))


def shortened(program: str, kept: Collection[str]) -> str:
    """Return a program that means the same, a fifth shorter; what is ``kept`` is called by its name from outside."""
    tree = ast.parse(program)
    known = _defined_in(program).union(dir(builtins))
    for statement in tree.body:
        for inner in statement.body if isinstance(statement, ast.ClassDef) else [statement]:
            if isinstance(inner, ast.FunctionDef):
                _rename_own(inner, known)
    _rename_shared(tree, kept)
    stepping = re.sub("^(?: {4})+|^\n", _short_indent, ast.unparse(tree), flags=re.MULTILINE)
    return re.sub(_TEXT_OR_SIGNS, r"\1\2", stepping) + "\n"


def _rename_shared(tree: ast.Module, kept: Collection[str]) -> None:
    """Give two or three letters to every name of the whole program, the fewest to those that are written most often.

    One that is also a parameter, a name of a function's own or one inside a class stays: there it means something else.
    """
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    makers = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    outer = {
        *map(id, makers),
        *(id(node) for each in tree.body if isinstance(each, ast.Assign) for node in each.targets),
    }
    taken = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}.union(kept, dir(builtins), kwlist)
    taken |= {str(node.name) for node in ast.walk(tree) if isinstance(node, _DEFINITIONS) and id(node) not in outer}
    taken |= {name.id for name in names if isinstance(name.ctx, ast.Store) and id(name) not in outer}
    shared = {name.id for name in names if id(name) in outer}.union(maker.name for maker in makers) - taken
    often = [name for name, _ in Counter(name.id for name in names).most_common() if name in shared]
    free = ("".join(letters) for many in (2, 3) for letters in product(ascii_letters, repeat=many))
    short = dict(zip(often, (each for each in free if each not in taken), strict=False))
    for name in names:
        name.id = short.get(name.id, name.id)
    for maker in makers:
        maker.name = short.get(maker.name, maker.name)


def _rename_own(function: ast.FunctionDef, known: set[str]) -> None:
    """Give a letter to every name that a function assigns to, but not to its parameters, for callers write those.

    A name that is ``known`` to all of the program stays, for only inside a comprehension it may be the function's own.
    """
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    fixed = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    fixed |= {str(node.name) for node in ast.walk(function) if isinstance(node, ast.FunctionDef | ast.ExceptHandler)}
    assigned = dict.fromkeys(name.id for name in names if isinstance(name.ctx, ast.Store))
    own = [name for name in assigned if name not in fixed and name not in known]
    taken = fixed.union(name.id for name in names)
    letters = dict(zip(own, [letter for letter in ascii_letters if letter not in taken], strict=False))
    for name in names:
        name.id = letters.get(name.id, name.id)


def _short_indent(indent: re.Match[str]) -> str:
    """Return one space for each step of four, and nothing for a line that is empty."""
    return " " * (len(indent[0]) // 4)


ROOT = Path(referee.__file__).parent
CORE = ("rules", "texts", "explain", "ask", "game")
"""The packages that know no host and no table but the one that they are told."""
_PARTS = (*CORE, "desk", "store/__init__", "store/port", "store/memory", "app", "phone/drawing", "phone/host")
"""The packages and modules that make the program."""
DOCUMENTS, _OF_EVENTS, _UPGRADE = "rules", "events", "upgrade.html"
"""The templates of what a phone keeps as the server drew it, and of what only the server shows."""
_HOST, _DRAWING = "referee.phone.host", "referee.phone.drawing"
"""Those whose names stay as they are: the host is called from outside, the compiled templates call the other."""
LOWERED_AWAY = {
    "__future__": {"annotations"},
    "contextlib": {"AbstractContextManager"},
    "dataclasses": {"asdict", "is_dataclass", "replace"},
    "enum": {"StrEnum"},
    "referee.records": {"dataclass"},
    "types": {"UnionType"},
    "typing": {
        *("Any", "Final", "Literal", "Never", "Protocol", "TYPE_CHECKING", "TypeAlias", "TypeVar", "assert_never"),
        *("get_args", "get_origin", "get_type_hints"),
    },
    "collections.abc": {"Callable", "Collection", "Iterable", "Iterator", "Mapping", "Sequence"},
}
"""What may be imported because nothing of it is left on the phone."""
_CALLS = {"assert_never": "phone_never", "dict": "phone_dict", "replace": "phone_replace", "sorted": "phone_sorted"}
_CALLS |= {"asdict": "phone_asdict", "trusted_value": "phone_trusted"}
_CALLS |= {"fields_of": "phone_fields_of", "made": "phone_made"}
_STRICTER = {"json.loads": "phone_loads", "zip": "phone_zip"}
_EAGER = {"dict", "frozenset", "list", "max", "min", "set", "sorted", "sum", "tuple"}
_TYPES = {"bool", "dict", "float", "frozenset", "int", "list", "object", "set", "str", "tuple", "type"}


def bundle(*parts: str, kept: Collection[str] = (), fixed: Collection[str] = ()) -> str:
    """Return modules and packages of the project as one module, each after those it imports from.

    See `referee.phone.link.linked` for the names that stay as they are.
    """
    modules = [_module_at(path) for part in parts for path in _files_of(ROOT / part)]
    modules.append(shapes_module({module.name for module in modules}))
    trees = linked(modules, kept, fixed)
    spell_out(trees.values())
    return "\n".join(
        [*(lowered(trees[name], name) if name != _SHAPES else ast.unparse(trees[name]) for name in trees), ""]
    )


def spell_out(trees: Collection[ast.Module]) -> None:
    """Write the text of a member of a choice wherever these modules name it: on a phone it is no more than its text."""
    members = {name: member for tree in trees for name, member in _members_in(tree)}
    for tree in trees:
        SpellingOut(members).visit(tree)


def _members_in(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the members of the choices of a module, such as ``Nagashi.WIN``, with their texts."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and _is_choice(node):
            for item in node.body:
                if isinstance(item, ast.Assign):
                    yield f"{node.name}.{ast.unparse(item.targets[0])}", item.value


class SpellingOut(ast.NodeTransformer):
    """Puts the text of a member of a choice in the place of its name."""

    def __init__(self, members: Mapping[str, ast.expr]) -> None:
        self.members = members

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Return what stands for a name behind a dot."""
        self.generic_visit(node)
        return self.members.get(ast.unparse(node), node) if isinstance(node.value, ast.Name) else node


def _files_of(part: Path) -> list[Path]:
    """Return the files of a package, or the one of a module."""
    return sorted(part.rglob("*.py")) if part.is_dir() else [part.with_suffix(".py")]


def _module_at(path: Path) -> Module:
    parts = [ROOT.name, *path.relative_to(ROOT).with_suffix("").parts]
    source = path.read_text("utf-8")
    return module_of(".".join(parts).removesuffix(".__init__"), source, stripped(source))


def runtime_source() -> str:
    """Return what MicroPython lacks, as it runs there."""
    return ast.unparse(stripped(Path(__file__).with_name("runtime.py").read_text("utf-8"))) + "\n"


@cache
def program() -> str:
    """Return what a phone runs: its host, and behind that as much of the program and its templates as it needs."""
    return shortened(program_named(), _functions_of_host())


def program_named() -> str:
    """Return the same with the names that were written."""
    templates = compiled(data_dir() / "templates", DOCUMENTS, _OF_EVENTS, _UPGRADE)
    fixed = _defined_in(runtime_source() + templates)
    whole = runtime_source() + templates + bundle(*_PARTS, kept=(_HOST, _DRAWING), fixed=fixed) + _drawn_by()
    return reachable(whole, _functions_of_host())


def _functions_of_host() -> set[str]:
    host = ast.parse((ROOT / "phone" / "host.py").read_text("utf-8"))
    return {node.name for node in host.body if isinstance(node, ast.FunctionDef)}


def _drawn_by() -> str:
    """Return the statements that tell the host what draws each page and each fragment."""
    macros = ", ".join([f"{name!r}: {function_of(*macro)}" for name, macro in FRAGMENT_MACROS.items()])
    return f"MACROS.update({{{macros}}})\nPAGES.update(TEMPLATES)\n"


def stripped(source: str) -> ast.Module:
    """Return what is left for a machine to read."""
    return Stripping().visit(ast.parse(source))  # type: ignore[no-any-return]


def lowered(tree: ast.Module, path: str) -> str:
    """Return the text of what was stripped as MicroPython runs it; ``path`` is named where a pattern is refused."""
    return ast.unparse(ast.fix_missing_locations(Lowering(path).visit(tree)))


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _union_members(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return [*_union_members(node.left), *_union_members(node.right)]
    return [leaf for each in node.elts for leaf in _union_members(each)] if isinstance(node, ast.Tuple) else [node]


def _flat_types(node: ast.expr) -> ast.expr:
    """Return the second argument of isinstance as a flat tuple in which a bool is an int, as in CPython."""
    spelled = {"int": "int, bool", "None": "type(None)"}
    return _parsed("(" + ", ".join(spelled.get(name, name) for name in map(ast.unparse, _union_members(node))) + ",)")


def _is_type(node: ast.expr) -> bool:
    """Say whether a value is plainly a type: ``tuple[int, ...]``, or a union of such, of classes and of None."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return all(_is_type(leaf) or ast.unparse(leaf) == "None" for leaf in _union_members(node))
    name = node.value if isinstance(node, ast.Subscript) else node
    return isinstance(name, ast.Name) and (name.id in _TYPES or (name.id[0].isupper() and not name.id.isupper()))


def _is_frozen_value(node: ast.ClassDef) -> bool:
    """Say whether this is the one kind of dataclass that is lowered."""
    spelled = [ast.unparse(decorator).replace(", slots=True", "") for decorator in node.decorator_list]
    return not node.bases and spelled == ["dataclass(frozen=True, kw_only=True)"]


def _plain_class(node: ast.ClassDef) -> None:
    """Turn a dataclass into a plain class that names its fields; their defaults become attributes of the class."""
    names = tuple(ast.unparse(item.target) for item in node.body if isinstance(item, ast.AnnAssign))
    node.body = [*ast.parse(f"_fields = {names}").body, *node.body]
    node.bases, node.decorator_list = [_parsed("PhoneRecord")], []


def _is_for_readers(node: ast.AST) -> bool:
    """Say whether only people and type checkers read this."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.AnnAssign(value=None) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")) | ast.ClassDef(bases=[ast.Name(id="Protocol")]):
            return True
        case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
            return True
        case ast.Assign(value=value):
            return node.col_offset == 0 and _is_type(value)
        case ast.ImportFrom(module=str(module)):
            return {name.name for name in node.names} <= LOWERED_AWAY.get(module, set())
        case _:
            return False


class Stripping(ast.NodeTransformer):
    """Takes away annotations, docstrings and imports for types, and writes out dataclasses, whose fields those are."""

    def visit(self, node: ast.AST) -> Any:  # noqa: ANN401 as the method it overrides
        """Drop what is for readers, and leave no body empty."""
        if _is_for_readers(node):
            return None
        if isinstance(node, ast.AnnAssign):
            node = ast.copy_location(ast.Assign([node.target], node.value or _parsed("None")), node)
        if isinstance(node, ast.ClassDef) and _is_frozen_value(node):
            _plain_class(node)
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        self.generic_visit(node)
        if getattr(node, "body", None) == [] and not isinstance(node, ast.Module):
            setattr(node, "body", [ast.Pass()])  # noqa: B010 many kinds of nodes have a body
        return node


class Lowering(ast.NodeTransformer):
    """Rewrites what MicroPython's grammar lacks, and calls of what its library lacks or does differently."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.subjects = 0

    def visit(self, node: ast.AST) -> Any:  # noqa: ANN401 as the method it overrides
        """Rewrite the parts of a node, then the node."""
        if isinstance(node, ast.JoinedStr):
            return self.formatted(node)
        self.generic_visit(node)
        return self.chain(node) if isinstance(node, ast.Match) else _rewritten(node)

    def formatted(self, node: ast.JoinedStr) -> ast.expr:
        """Return an f-string as a call of format, for MicroPython reads only simple ones."""
        template, values = "", []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                form = ":" + ast.unparse(part.format_spec)[2:-1] if part.format_spec else ""
                template += "{" + form + "}"
                values.append(ast.unparse(self.visit(part.value)))
            elif isinstance(part, ast.Constant):
                template += str(part.value).replace("{", "{{").replace("}", "}}")
        return _parsed(f"{template!r}.format({', '.join(values)})")

    def chain(self, node: ast.Match) -> list[ast.stmt]:
        """Return a match as a chain of ifs over its subject."""
        self.subjects += 1
        subject = f"subject_{self.subjects}"
        chain: list[ast.stmt] = []
        for case in reversed(node.cases):
            tests = [self.test(case.pattern, subject), f"({ast.unparse(case.guard)})" if case.guard else ""]
            test = " and ".join(filter(None, tests))
            chain = [ast.If(_parsed(test), case.body, chain)] if test else case.body
        return [ast.Assign([ast.Name(subject, ast.Store())], node.subject), *chain]

    def test(self, pattern: ast.pattern, value: str) -> str:
        """Return the test whether a value fits a pattern, as text; empty if every value does.

        What a pattern captures is assigned inside a tuple, which is true whatever it holds.
        """
        match pattern:
            case ast.MatchValue(value=wanted):
                return f"{value} == {ast.unparse(wanted)}"
            case ast.MatchSingleton(value=wanted):
                return f"{value} is {wanted}"
            case ast.MatchOr(patterns=patterns):
                return "(" + " or ".join(self.test(each, value) or "True" for each in patterns) + ")"
            case ast.MatchSequence(patterns=patterns):
                inner = [self.test(each, f"{value}[{place}]") for place, each in enumerate(patterns)]
                first = f"isinstance({value}, (list, tuple)) and len({value}) == {len(inner)}"
                return " and ".join([first, *filter(None, inner)])
            case ast.MatchClass(cls=kind, patterns=[], kwd_attrs=names, kwd_patterns=patterns):
                inner = [self.test(each, f"{value}.{name}") for name, each in zip(names, patterns, strict=True)]
                return " and ".join([f"isinstance({value}, {ast.unparse(_flat_types(kind))})", *filter(None, inner)])
            case ast.MatchAs(pattern=inside, name=name):
                tests = [self.test(inside, value) if inside else "", f"({name} := {value},)" if name else ""]
                return " and ".join(filter(None, tests))
            case _:
                raise NotImplementedError(f"{self.path}:{pattern.lineno}" + ": this pattern is not lowered")


def _rewritten(node: ast.AST) -> ast.AST | None:
    """Return what stands for a node whose parts are rewritten already."""
    match node:
        case ast.ImportFrom(module=str(module)) if module.startswith(PROJECT):
            return None
        case ast.ClassDef() if _is_choice(node):
            return choice(node)
        case ast.Call():
            return called(node)
        case ast.Raise():
            return ast.Raise(node.exc)
        case _:
            return display(node)


def _is_choice(node: ast.ClassDef) -> bool:
    return [ast.unparse(base) for base in node.bases] == ["StrEnum"]


def choice(node: ast.ClassDef) -> ast.stmt:
    """Return a StrEnum as the texts of its members."""
    texts = [ast.unparse(item.value) for item in node.body if isinstance(item, ast.Assign)]
    return ast.parse(f"{node.name} = PhoneChoice({', '.join(texts)})").body[0]


def called(node: ast.Call) -> ast.Call:
    """Call the phone's own in place of what is missing or different; no generator where a list will do."""
    name = ast.unparse(node.func)
    if name in _STRICTER:
        is_strict = name != "zip" or ast.unparse(node).endswith("strict=True)")
        node.keywords = [keyword for keyword in node.keywords if keyword.arg == "parse_float"]
        name = _STRICTER[name] if is_strict else name
    arguments = [node.args[0], _flat_types(node.args[1])] if name == "isinstance" else node.args
    if arguments and isinstance(arguments[0], ast.GeneratorExp) and (name in _EAGER or name.endswith(".join")):
        arguments = [ast.ListComp(arguments[0].elt, arguments[0].generators), *arguments[1:]]
    return ast.Call(_parsed(_CALLS.get(name, name)), arguments, node.keywords)


def display(node: ast.AST) -> ast.AST:
    """Return dicts that keep their order, and lists, tuples and sets with starred parts as a sum of displays."""
    if isinstance(node, ast.DictComp):
        pairs = ast.ListComp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)
        return ast.Call(_parsed("phone_dict"), [pairs], [])
    if isinstance(node, ast.Dict):
        items = zip(node.keys, node.values, strict=True)
        parts = [f"[({ast.unparse(key)}, {ast.unparse(value)})]" if key else ast.unparse(value) for key, value in items]
        return _parsed(f"phone_dict({', '.join(parts)})")
    if isinstance(node, ast.List | ast.Tuple | ast.Set) and not isinstance(getattr(node, "ctx", None), ast.Store):
        return joined(node.elts, type(node).__name__.lower(), node)
    return node


def joined(elements: list[ast.expr], kind: str, display: ast.expr) -> ast.expr:
    """Return a display with starred parts as a sum, or union, of displays without."""
    form = {"list": "[{}]", "tuple": "({},)", "set": "{{{}}}"}[kind]
    texts = [ast.unparse(each) for each in elements]
    parts = [f"{kind}({text[1:]})" if text[0] == "*" else form.format(text) for text in texts]
    return _parsed(("|" if kind == "set" else "+").join(parts)) if "*" in [text[0] for text in texts] else display


EMPTY = Library(
    books=(),
    shelf=(),
    languages=(),
    offences=(),
    procedures={},
    lexicon=NO_LEXICON,
    index=NO_INDEX,
    sentences={},
)
"""A library with nothing in it."""


def pieces_of(library: Library, core: str | None = None) -> dict[str, str]:
    """Return the JSON text of every piece: one for each book, and one for each language with what every book needs.

    ``core`` is the program that a phone runs, if it is made already.
    """
    pieces = {f"book.{book.id}": library_json(replace(EMPTY, books=(for_phones(book),))) for book in library.books}
    common = replace(library, books=(), offences=_unsearched(library.offences))
    named = _keys_named(core or program())
    for lang, words in library.sentences.items():
        spoken = _rules_in_procedures(library.procedures[lang])
        sentences = {
            key: sentence for key, sentence in words.items() if key.startswith(named) and _is_in_procedures(key, spoken)
        }
        own = replace(common, procedures={lang: library.procedures[lang]}, sentences={lang: sentences})
        pieces[f"words.{lang}"] = library_json(own)
    return pieces


def _rules_in_procedures(procedures: tuple[Procedure, ...]) -> tuple[str, ...]:
    """Return how the keys of the sentences begin that tell the rules which answer procedures."""
    values = {value for procedure in procedures for value in procedure.values}
    return ("rule.comma", *[f"rule.{value}." for value in sorted(values)])


def _is_in_procedures(key: str, spoken: tuple[str, ...]) -> bool:
    """Return whether a sentence is no rule, or one that answers a procedure."""
    return not key.startswith("rule.") or key.startswith(spoken)


def _keys_named(text: str) -> tuple[str, ...]:
    """Return how the keys of the sentences begin that a program can say: each stands in one of its texts."""
    texts = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    heads = {each.partition("{")[0] for each in texts if isinstance(each, str)}
    return tuple(sorted(head for head in heads if "." in head))


_PACKED_SMALLEST = ("sentences", "procedures", "index", "lexicon", "languages", "shelf", "offences", "books")
"""The parts of a library in the order in which a phone fetches the fewest bytes."""


def library_json(library: Library) -> str:
    """Return a library as the JSON text that a phone reads."""
    plain = LIBRARY.plain(library)
    ordered = {part: plain[part] for part in sorted(plain, key=_PACKED_SMALLEST.index)}
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":"))


def for_phones(book: Book) -> Book:
    """Return a book without its clauses, which are read on pages only, and those are kept whole."""
    penalties = replace(book.penalties, own=_unsearched(book.penalties.own))
    return replace(book, penalties=penalties, clauses=(), listed=dict.fromkeys(book.listed, ()))


def _unsearched(offences: tuple[Offence, ...]) -> tuple[Offence, ...]:
    """Return offences without what they are found by, which is read on pages only."""
    return tuple(replace(offence, search=()) for offence in offences)

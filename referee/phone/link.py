"""Linking: the modules of the program as one, where a name means one thing only.

A phone runs one text without modules. What two modules call the same is told apart here, and what a module imports
from another is called what it is called there.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, TypeVar

from referee.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping


PROJECT = "referee"
Comprehended = TypeVar("Comprehended", ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Names = dict[str, str]
"""What a name of a module is called in the program."""
_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True, kw_only=True, slots=True)
class Module:
    """A module: its full name, what is left of it for a machine to read, and what it imports of the project.

    ``imported`` tells by the name that stands for it here the module and the name there. ``aliases`` are other names
    for what has one already, ``types`` what only type checkers read.
    """

    name: str
    tree: ast.Module
    defined: frozenset[str]
    imported: Mapping[str, tuple[str, str]]
    aliases: Mapping[str, str]
    types: frozenset[str]


def module_of(name: str, source: str, stripped: ast.Module) -> Module:
    """Return a module as the linking sees it."""
    whole, defined = ast.parse(source), frozenset(_defined_by(stripped.body))
    imported = dict(_imports_of(stripped))
    return Module(
        name=name,
        tree=stripped,
        defined=defined,
        imported=imported,
        aliases={alias: meant for alias, meant in _aliases_of(whole) if meant in defined or meant in imported},
        types=frozenset(_defined_by(whole.body)) - defined,
    )


def _defined_by(body: list[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements define where they stand."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement.name
        else:
            yield from _stored_in(statement)


def _stored_in(node: ast.AST) -> Iterator[str]:
    """Yield the names that something assigns to, without those of functions, classes and comprehensions inside it."""
    match node:
        case ast.Name(ctx=ast.Store(), id=name):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
            yield name
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case _:
            pass
    if not isinstance(node, _SCOPES):
        for child in ast.iter_child_nodes(node):
            yield from _stored_in(child)


def _imports_of(tree: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield what a module imports of the project, by the name that stands for it."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == PROJECT:
            for each in node.names:
                yield each.asname or each.name, (str(node.module), each.name)


def _aliases_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield a module's other names for what has a name already."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=alias)], value=ast.Name(id=name)):
                yield alias, name
            case _:
                pass


def linked(modules: Collection[Module], kept: Collection[str], fixed: Collection[str] = ()) -> dict[str, ast.Module]:
    """Return the modules by name with their own names told apart, each after those it imports from.

    What the modules ``kept`` define keeps its name, for it is called from outside; ``fixed`` are further names of the
    program that no module may take.
    """
    by_name = {module.name: module for module in modules}
    names = _program_names(modules, kept, fixed)
    order = TopologicalSorter({module.name: _sources_of(module, by_name) for module in modules}).static_order()
    return {name: renamed(by_name[name], by_name, names) for name in order}


def _program_names(modules: Collection[Module], kept: Collection[str], fixed: Collection[str]) -> dict[str, Names]:
    counted = Counter(name for module in modules for name in module.defined)
    counted.update([*fixed, *dir(builtins), *shadowed(modules)])
    found = {
        module.name: {
            name: name if counted[name] == 1 or module.name in kept else _qualified_name(name, module)
            for name in sorted(module.defined)
        }
        for module in modules
    }
    given = Counter(name for names in found.values() for name in names.values())
    twins = sorted(name for name, times in given.items() if times > 1)
    if twins:
        message = f"two modules of one name define {', '.join(twins)}"
        raise ValueError(message)
    return found


def shadowed(modules: Collection[Module]) -> set[str]:
    """Return the names that a module has from another one, as ``other.name``, and uses for something of its own too."""
    return {name for module in modules for name in _attributes_in(module) & _names_within(module)}


def _attributes_in(module: Module) -> set[str]:
    """Return the names that are asked of what a module imports."""
    asked = [node for node in ast.walk(module.tree) if isinstance(node, ast.Attribute)]
    return {node.attr for node in asked if isinstance(node.value, ast.Name) and node.value.id in module.imported}


def _names_within(module: Module) -> set[str]:
    """Return the names that the functions of a module keep to themselves, and perhaps some more."""
    nodes = list(ast.walk(module.tree))
    return {node.arg for node in nodes if isinstance(node, ast.arg)} | {
        name for node in nodes if isinstance(node, ast.stmt | ast.comprehension) for name in _stored_in(node)
    }


def _qualified_name(name: str, module: Module) -> str:
    return f"{name}_of_{module.name.removeprefix(f'{PROJECT}.').replace('.', '_')}"


def _sources_of(module: Module, modules: Mapping[str, Module]) -> list[str]:
    """Return the modules that have to stand before one."""
    found = [_defining(where, name, modules) for where, name in module.imported.values()]
    return sorted({each[0] for each in found if each is not None and each[0] != module.name})


def _defining(where: str, name: str, modules: Mapping[str, Module]) -> tuple[str, str] | None:
    """Return the module that defines what is imported, and its name there; "" as the name of a module itself.

    Nothing defines what only type checkers read.
    """
    if f"{where}.{name}" in modules:
        return f"{where}.{name}", ""
    if where not in modules:
        message = f"{where} is not linked, but {name} is imported from it"
        raise ValueError(message)
    module = modules[where]
    if name not in module.defined:
        name = module.aliases.get(name, name)
    if name in module.defined:
        return where, name
    if name in module.imported:
        return _defining(*module.imported[name], modules)
    if name not in module.types:
        message = f"{where} has no {name}"
        raise ValueError(message)
    return None


def renamed(module: Module, modules: Mapping[str, Module], names: Mapping[str, Names]) -> ast.Module:
    """Return a module in which everything is called what it is called in the program."""
    known = _members_of(module, modules, names)
    members = {here: _members_of(there, modules, names) for here, there in _modules_in(module, modules)}
    body = [each for each in module.tree.body if not isinstance(each, ast.ImportFrom) or not _is_ours(each)]
    return Renaming(known, members).visit(ast.Module(body, []))  # type: ignore[no-any-return]


def _members_of(module: Module, modules: Mapping[str, Module], names: Mapping[str, Names]) -> Names:
    """Return what can be had from a module, its own and what it imports, by the name that it has there."""
    found = dict(names[module.name])
    for here, (where, name) in module.imported.items():
        source = _defining(where, name, modules)
        if source is not None and source[1]:
            found[here] = names[source[0]][source[1]]
    return {alias: found[meant] for alias, meant in module.aliases.items() if meant in found} | found


def _modules_in(module: Module, modules: Mapping[str, Module]) -> Iterator[tuple[str, Module]]:
    """Yield the modules that a module speaks of, by the name that stands for each."""
    for here, (where, name) in module.imported.items():
        if f"{where}.{name}" in modules:
            yield here, modules[f"{where}.{name}"]


def _is_ours(node: ast.ImportFrom) -> bool:
    return (node.module or "").partition(".")[0] == PROJECT


class Renaming(ast.NodeTransformer):
    """Calls what is meant by a module's own names and by those it imports what it is called in the program."""

    def __init__(self, names: Names, members: Mapping[str, Names]) -> None:
        self.names, self.members = names, members
        self.scopes: list[set[str]] = []

    def is_own(self, name: str) -> bool:
        """Say whether a name is kept by a function to itself."""
        return any(name in scope for scope in self.scopes)

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a name that the whole module knows."""
        if not self.is_own(node.id):
            node.id = self.names.get(node.id, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Rename what is had from a module by its name."""
        match node.value:
            case ast.Name(id=name) if name in self.members and not self.is_own(name):
                return ast.Name(self.members[name][node.attr], node.ctx)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Rename a function of the module, and what it speaks of beside its own."""
        if not self.scopes:
            node.name = self.names.get(node.name, node.name)
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self.inside(node, {name for statement in node.body for name in _stored_in(statement)})
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        """Rename what a lambda speaks of beside its own."""
        self.inside(node, set())
        return node

    def inside(self, node: ast.FunctionDef | ast.Lambda, own: set[str]) -> None:
        """Rename in a function, whose defaults are worked out outside of it."""
        given = node.args
        given.defaults = [self.visit(each) for each in given.defaults]
        given.kw_defaults = [each and self.visit(each) for each in given.kw_defaults]
        self.scopes.append(own | {each.arg for each in ast.walk(given) if isinstance(each, ast.arg)})
        if isinstance(node, ast.Lambda):
            node.body = self.visit(node.body)
        else:
            node.body = [self.visit(each) for each in node.body]
        self.scopes.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Rename a class of the module; its fields and methods are asked of an object and stay."""
        if not self.scopes:
            node.name = self.names.get(node.name, node.name)
        node.bases = [self.visit(each) for each in node.bases]
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.body = [self.member(each) for each in node.body]
        return node

    def member(self, node: ast.stmt) -> ast.stmt:
        """Rename in what stands in a class."""
        match node:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                node.value = self.visit(value)
                return node
            case ast.FunctionDef():
                self.scopes.append(set())
                found: ast.stmt = self.visit(node)
                self.scopes.pop()
                return found
            case _:
                return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.ListComp:
        """Rename in a comprehension."""
        return self.comprehended(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.SetComp:
        """Rename in a comprehension."""
        return self.comprehended(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.DictComp:
        """Rename in a comprehension."""
        return self.comprehended(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.GeneratorExp:
        """Rename in a generator."""
        return self.comprehended(node)

    def comprehended(self, node: Comprehended) -> Comprehended:
        """Rename in a comprehension, each of whose loops knows the names of those before it."""
        own: set[str] = set()
        self.scopes.append(own)
        for loop in node.generators:
            loop.iter = self.visit(loop.iter)
            own.update(_stored_in(loop.target))
            loop.ifs = [self.visit(each) for each in loop.ifs]
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, self.visit(getattr(node, part)))
        self.scopes.pop()
        return node

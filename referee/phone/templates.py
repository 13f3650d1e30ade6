"""Templates as Python: Jinja's own parser reads them, and every block and every macro becomes a plain function.

The server draws with Jinja; a phone, which has none, with these. They take a closed part of Jinja's language, the part
that means the same in both; whatever else a template says is a ``TemplateError``. ``referee.phone.drawing`` holds what
they call.
"""

from __future__ import annotations

import re
from keyword import iskeyword
from typing import TYPE_CHECKING

from jinja2 import Environment, nodes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path


_OPERATORS = {"eq": "==", "ne": "!=", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">=", "in": "in", "notin": "not in"}
_FILTERS = {
    "join": "{1}.join([str(each) for each in {0}])",
    "length": "len({0})",
    "list": "list({0})",
    "replace": "str({0}).replace({1}, {2})",
    "selectattr": "[each for each in {0} if getattr(each, {1})]",
    "string": "str({0})",
    "tojson": "render_json({0})",
    "xmlattr": "render_attributes({0})",
}
_BUILT_IN = frozenset({"range"})
_CALLER = "caller"
_OF_A_PAGE = ("put", "c", "blocks")
"""What a block is given: what puts into the page, the page's values, and the blocks that the page fills."""
_NOT_FILED = "filed"
"""What stands in the way of parts that only pages in files have, or lack: a phone draws none of these."""
_RESERVED = frozenset({*_OF_A_PAGE, "loop"})
Blocks = dict[str, str]
"""The functions that draw a template's blocks, by the name of the block."""


class TemplateError(ValueError):
    """A template says what is not compiled; the message names the file, the line and what it is."""


def compiled(folder: Path, *left_out: str) -> str:
    """Return a module that draws every template of a folder; its ``TEMPLATES`` tells where each page begins.

    Folders inside it that are ``left_out`` are not compiled.
    """
    environment = Environment(trim_blocks=True, lstrip_blocks=True, autoescape=True)
    files = [path for path in sorted(folder.rglob("*.html")) if path.relative_to(folder).parts[0] not in left_out]
    paths = {path.relative_to(folder).as_posix(): path for path in files}
    templates = {name: _Template(name, environment.parse(path.read_text("utf-8"))) for name, path in paths.items()}
    functions = [function for template in templates.values() for function in template.functions(templates)]
    _refuse_twins(functions)
    pages = [f"    {name!r}: {template.page(templates)}," for name, template in templates.items() if template.is_page]
    return "\n".join([*functions, "TEMPLATES = {", *pages, "}", ""])


def function_of(template: str, macro: str) -> str:
    """Return the name of the function that draws a macro of a template."""
    return f"{_function(template)}_{macro}"


def _function(template: str) -> str:
    """Return how the names of a template's functions begin."""
    return "draw_" + re.sub(r"\W+", "_", template.removesuffix(".html")).strip("_")


def _refuse_twins(functions: list[str]) -> None:
    """Refuse two functions of one name: the later would take the earlier's place."""
    names = [function.partition("(")[0] for function in functions]
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        message = f"two macros or blocks are compiled to the same name: {', '.join(twins)}"
        raise TemplateError(message)


def _python(name: str) -> str:
    """Return a template's name as Python takes it."""
    return f"{name}_" if iskeyword(name) else name


class _Template:
    """One file: the macros it can call, by the functions that draw them, and the blocks it fills."""

    def __init__(self, name: str, tree: nodes.Template) -> None:
        self.name, self.tree = name, tree
        self.function = _function(name)
        self.own_macros = {macro.name: function_of(name, macro.name) for macro in tree.find_all(nodes.Macro)}
        self.macros = dict(self.own_macros)
        self.blocks: Blocks = {block.name: f"{self.function}_in_{block.name}" for block in tree.find_all(nodes.Block)}
        self.parent = next((self.constant(each.template) for each in tree.find_all(nodes.Extends)), None)
        self.sets = {_name_of(each.target): each.node for each in tree.body if isinstance(each, nodes.Assign)}

    @property
    def is_page(self) -> bool:
        """Say whether the file is drawn by itself: those below an underscore only hold macros."""
        return not self.name.startswith("_")

    def refuse(self, node: nodes.Node, what: str = "") -> TemplateError:
        """Return the refusal of a node."""
        return TemplateError(f"{self.name}, line {node.lineno}: {what or type(node).__name__} is not compiled")

    def constant(self, node: nodes.Node) -> str:
        """Return the name of another template, which has to stand there as it is."""
        if isinstance(node, nodes.Const):
            return str(node.value)
        raise self.refuse(node, "a template chosen while drawing")

    def page(self, templates: dict[str, _Template]) -> str:
        """Return what draws this page: the function of its outermost template, and the function of each block."""
        outermost, blocks = self, self.blocks
        while outermost.parent is not None:
            outermost = templates[outermost.parent]
            blocks = outermost.blocks | blocks
        filled = ", ".join(f"{name!r}: {function}" for name, function in blocks.items())
        return f"({outermost.function}, {{{filled}}})"

    def functions(self, templates: dict[str, _Template]) -> list[str]:
        """Return the text of every function of this file."""
        for each in self.tree.find_all(nodes.FromImport):
            self.take_over(each, templates[self.constant(each.template)])
        drawn = [_macro(self, macro) for macro in self.tree.find_all(nodes.Macro)]
        drawn += [
            _Body(self).function(self.blocks[block.name], _OF_A_PAGE, block.body)
            for block in self.tree.find_all(nodes.Block)
        ]
        if self.is_page and self.parent is None:
            drawn.append(_Body(self).function(self.function, _OF_A_PAGE, self.tree.body))
        return drawn

    def take_over(self, node: nodes.FromImport, other: _Template) -> None:
        """Let macros of another file be called by their names."""
        for name in node.names:
            if not isinstance(name, str) or name not in other.own_macros:
                raise self.refuse(node, f"the import of {name}")
            self.macros[name] = other.own_macros[name]


def _add_text(parts: list[str], text: str) -> None:
    """Add a text where texts and values take turns: after a text it is written beside it, which joins the two."""
    if len(parts) % 2 == 0:
        parts.append(repr(text))
    elif text:
        parts[-1] += f" {text!r}"


def _drawn(body: list[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield the statements of a body; of a choice between a page in a file and any other only the latter."""
    for node in body:
        test = node.test if isinstance(node, nodes.If) else None
        is_not = isinstance(test, nodes.Not) and _name_of(test.node) == _NOT_FILED
        if isinstance(node, nodes.If) and test is not None and (is_not or _name_of(test) == _NOT_FILED):
            yield from _drawn(node.body if is_not else node.else_)
        else:
            yield node


def _joined(body: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Return statements with those that put something out joined where they follow each other."""
    found: list[nodes.Node] = []
    for node in body:
        last = found[-1] if found else None
        if isinstance(node, nodes.Output) and isinstance(last, nodes.Output):
            found[-1] = nodes.Output([*last.nodes, *node.nodes], lineno=last.lineno)
        else:
            found.append(node)
    return found


def _name_of(node: nodes.Node) -> str:
    """Return the name of a plain name, "" of anything else."""
    return node.name if isinstance(node, nodes.Name) else ""


def _macro(template: _Template, macro: nodes.Macro) -> str:
    """Return the function of a macro; one that draws what its caller fills in takes that as ``caller``."""
    names = [_python(_name_of(arg)) for arg in macro.args]
    plain = len(names) - len(macro.defaults)
    body = _Body(template, {*map(_name_of, macro.args), _CALLER})
    given = [f"{name}={body.value(node)}" for name, node in zip(names[plain:], macro.defaults, strict=True)]
    is_filled = any(name.name == _CALLER for name in macro.find_all(nodes.Name))
    filled = [f"{_CALLER}=None"] if is_filled else []
    return body.function(template.own_macros[macro.name], ["put", "c", *names[:plain], *given, *filled], macro.body)


class _Body:
    """A function being written: its lines, the names of its own, and those it takes from the page's values."""

    def __init__(self, template: _Template, own: Iterable[str] = ()) -> None:
        self.template = template
        self.own = set(own)
        self.taken: dict[str, None] = {}
        self.lines: list[str] = []
        self.depth = 1
        self.loops: list[str] = []
        self.counted = 0

    def function(self, name: str, given: Sequence[str], body: list[nodes.Node]) -> str:
        """Return the text of the function that draws a body."""
        self.statements(body)
        sets = {each: self.value(node) for each, node in self.template.sets.items() if each in self.taken}
        taken = [
            f"    {_python(each)} = {sets.get(each, f'c[{each!r}]')}"
            for each in sorted(self.taken, key=sets.__contains__)
        ]
        return "\n".join([f"def {name}({', '.join(given)}):", *taken, *(self.lines or ["    pass"])])

    def write(self, line: str) -> None:
        """Add a line."""
        self.lines.append("    " * self.depth + line)

    def inside(self, head: str, body: list[nodes.Node]) -> None:
        """Add a line and below it what depends on it."""
        self.write(head)
        self.depth += 1
        before = len(self.lines)
        self.statements(body)
        if len(self.lines) == before:
            self.write("pass")
        self.depth -= 1

    def new(self, name: str) -> str:
        """Return a name that nothing else in this function has."""
        self.counted += 1
        return f"{name}_{self.counted}"

    # --- statements ---------------------------------------------------------------------------------------------------
    def statements(self, body: list[nodes.Node]) -> None:
        """Write statements one after the other."""
        for node in _joined(_drawn(body)):
            self.statement(node)

    def statement(self, node: nodes.Node) -> None:
        """Write one statement."""
        match node:
            case nodes.Output():
                self.output(node)
            case nodes.If():
                self.condition(node)
            case nodes.For(recursive=False):
                self.loop(node)
            case nodes.Assign(target=nodes.Name()):
                self.assign(node)
            case nodes.CallBlock(args=[]):
                self.call_block(node)
            case nodes.Block(scoped=False):
                self.write(f"blocks[{node.name!r}]({', '.join(_OF_A_PAGE)})")
            case nodes.Macro() | nodes.FromImport() | nodes.Extends():
                pass
            case _:
                raise self.template.refuse(node)

    def output(self, node: nodes.Output) -> None:
        """Write what is put out: ``put(text, value, text, ...)``, every second part a value to be escaped."""
        parts: list[str] = []
        for each in node.nodes:
            call = self.macro_called(each)
            if call:
                self.put(parts)
                self.write(call)
            elif isinstance(each, nodes.TemplateData):
                _add_text(parts, each.data)
            else:
                _add_text(parts, "")
                parts.append(self.value(each))
        self.put(parts)

    def put(self, parts: list[str]) -> None:
        """Write the parts that have come together."""
        if parts:
            self.write(f"put({', '.join(parts)})")
            parts.clear()

    def macro_called(self, node: nodes.Node, filling: str = "") -> str:
        """Return the call of a macro, or of what a caller fills in; nothing for anything else."""
        name = _name_of(node.node) if isinstance(node, nodes.Call) else ""
        if not isinstance(node, nodes.Call) or (name in self.own and name != _CALLER):
            return ""
        if name == _CALLER:
            return f"{_CALLER}()"
        if name not in self.template.macros:
            return ""
        given = ["put", "c", *self.arguments(node), *([f"{_CALLER}={filling}"] if filling else [])]
        return f"{self.template.macros[name]}({', '.join(given)})"

    def condition(self, node: nodes.If) -> None:
        """Write a condition with its branches."""
        self.inside(f"if {self.value(node.test)}:", node.body)
        for other in node.elif_:
            self.inside(f"elif {self.value(other.test)}:", other.body)
        if node.else_:
            self.inside("else:", node.else_)

    def loop(self, node: nodes.For) -> None:
        """Write a loop; its names end with it, and ``loop.index`` counts from 1."""
        rows, before = self.value(node.iter), set(self.own)
        target = self.target(node.target)
        if node.test is not None:
            rows = f"[{target} for {target} in {rows} if {self.value(node.test)}]"
        if node.else_:
            kept = self.new("rows")
            self.write(f"{kept} = list({rows})")
            rows = kept
        self.loops.append(self.new("index"))
        counts = any(name.name == "loop" for each in node.body for name in each.find_all(nodes.Name))
        head = f"for {self.loops[-1]}, {target} in enumerate({rows}, 1):" if counts else f"for {target} in {rows}:"
        self.inside(head, node.body)
        self.loops.pop()
        self.own = before
        if node.else_:
            self.inside(f"if not {rows}:", node.else_)

    def target(self, node: nodes.Node) -> str:
        """Return the names that are given a value; one that was the page's until here may not become another."""
        names = [_name_of(each) for each in (node.items if isinstance(node, nodes.Tuple) else [node])]
        twice = [name for name in names if not name or name in self.taken]
        if twice:
            raise self.template.refuse(node, f"the name {twice[0]}, which the page's values have too,")
        self.own |= set(names)
        return f"({', '.join(map(_python, names))})" if len(names) > 1 else _python(names[0])

    def assign(self, node: nodes.Assign) -> None:
        """Write an assignment; those of a whole template stand where their names are used."""
        if node in self.template.tree.body:
            return
        value = self.value(node.node)
        self.write(f"{self.target(node.target)} = {value}")

    def call_block(self, node: nodes.CallBlock) -> None:
        """Write a call that draws what stands between its tags."""
        filling = self.new("filling")
        self.inside(f"def {filling}():", node.body)
        call = self.macro_called(node.call, filling)
        if not call:
            raise self.template.refuse(node)
        self.write(call)

    # --- values -------------------------------------------------------------------------------------------------------
    def values(self, each: Iterable[nodes.Node]) -> str:
        """Return expressions in a row."""
        return ", ".join(map(self.value, each))

    def arguments(self, call: nodes.Call) -> list[str]:
        """Return what a call is given."""
        if call.dyn_args or call.dyn_kwargs:
            raise self.template.refuse(call, "a call with * or **")
        named = [f"{_python(each.key)}={self.value(each.value)}" for each in call.kwargs]
        return [*map(self.value, call.args), *named]

    def value(self, node: nodes.Node) -> str:
        """Return an expression."""
        match node:
            case nodes.Const():
                return repr(node.value)
            case nodes.Name():
                return self.name(node)
            case nodes.Getattr(node=nodes.Name(name="loop"), attr="index") if self.loops:
                return self.loops[-1]
            case nodes.Getattr():
                return f"{self.value(node.node)}.{node.attr}"
            case nodes.Getitem():
                return f"{self.value(node.node)}[{self.value(node.arg)}]"
            case _:
                return self.applied(node)

    def applied(self, node: nodes.Node) -> str:
        """Return a call, a filter or a test; a macro is no value, for it puts what it draws straight into the page."""
        match node:
            case nodes.Call() if not self.macro_called(node):
                return f"{self.value(node.node)}({', '.join(self.arguments(node))})"
            case nodes.Filter(kwargs=[], node=nodes.Expr() as filtered) if node.name in _FILTERS:
                return _FILTERS[node.name].format(self.value(filtered), *map(self.value, node.args))
            case nodes.Test(name="none"):
                return f"({self.value(node.node)} is None)"
            case nodes.Test(name="defined", node=nodes.Name(name="caller")):
                return f"({_CALLER} is not None)"
            case nodes.Tuple() | nodes.List():
                return f"[{self.values(node.items)}]"
            case _:
                return self.combined(node)

    def text(self, node: nodes.Node) -> str:
        """Return an expression that is a text."""
        if isinstance(node, nodes.Const) and isinstance(node.value, str):
            return repr(node.value)
        return f"str({self.value(node)})"

    def combined(self, node: nodes.Node) -> str:
        """Return an expression that is put together from others."""
        match node:
            case nodes.Concat():
                return f"({' + '.join(self.text(each) for each in node.nodes)})"
            case nodes.Compare():
                compared = [f"{_OPERATORS[other.op]} {self.value(other.expr)}" for other in node.ops]
                return f"({self.value(node.expr)} {' '.join(compared)})"
            case nodes.Not():
                return f"(not {self.value(node.node)})"
            case nodes.And() | nodes.Or() | nodes.Add():
                return f"({self.value(node.left)} {node.operator} {self.value(node.right)})"
            case nodes.CondExpr(expr2=nodes.Expr() as other):
                return f"({self.value(node.expr1)} if {self.value(node.test)} else {self.value(other)})"
            case _:
                raise self.template.refuse(node)

    def name(self, node: nodes.Name) -> str:
        """Return a name; what is not the function's own is taken from the page's values."""
        if node.name in _RESERVED:
            raise self.template.refuse(node, f"the name {node.name}")
        if node.name not in self.own | _BUILT_IN:
            self.taken[node.name] = None
        return _python(node.name)

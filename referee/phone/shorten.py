"""A program in fewer letters: short names for what each function keeps to itself, one space for each step inwards."""

import ast
import builtins
import re
from string import ascii_letters

from referee.phone.reached import defined_in


def shortened(program: str) -> str:
    """Return a program that means the same, a twentieth shorter."""
    tree = ast.parse(program)
    known = defined_in(program).union(dir(builtins))
    for statement in tree.body:
        for inner in statement.body if isinstance(statement, ast.ClassDef) else [statement]:
            if isinstance(inner, ast.FunctionDef):
                rename_own(inner, known)
    return re.sub("^(?: {4})+", stepped, ast.unparse(tree), flags=re.MULTILINE) + "\n"


def rename_own(function: ast.FunctionDef, known: set[str]) -> None:
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


def stepped(indent: re.Match[str]) -> str:
    """Return one space for each step of four."""
    return " " * (len(indent[0]) // 4)

"""What a program needs in order to answer: no phone is sent a definition that nothing it may be asked leads to."""

import ast
from collections import defaultdict
from collections.abc import Iterable
from symtable import SymbolTable, symtable

NO_NAME = ""


def reached(program: str, wanted: Iterable[str]) -> str:
    """Return the statements of a program that define what is wanted, and what those use in turn, in their order.

    A statement that defines nothing does something, and is kept too. A name that is defined twice is refused, for the
    later would take the earlier's place.
    """
    lines = program.splitlines()
    statements = ["\n".join(lines[each.lineno - 1 : each.end_lineno]) for each in ast.parse(program).body]
    makers = defaultdict(list)
    for statement in statements:
        for name in defined_in(statement) or {NO_NAME}:
            makers[name].append(statement)
    twins = sorted(name for name, made in makers.items() if name and len(set(made)) > 1)
    if twins:
        message = f"two statements define the same name: {', '.join(twins)}"
        raise ValueError(message)
    kept: set[str] = set()
    waiting = [NO_NAME, *wanted]
    while waiting:
        for statement in makers.pop(waiting.pop(), []):
            kept.add(statement)
            waiting += names_in(table_of(statement))
    return "".join(f"{statement}\n" for statement in statements if statement in kept)


def table_of(text: str) -> SymbolTable:
    """Return what Python knows of the names in a text."""
    return symtable(text, "program", "exec")


def defined_in(text: str) -> set[str]:
    """Return the names that a text defines for all of a program."""
    symbols = table_of(text).get_symbols()
    return {each.get_name() for each in symbols if each.is_assigned() or each.is_imported()}


def names_in(table: SymbolTable) -> set[str]:
    """Return the names of the program that are spoken of, not those that a function keeps to itself."""
    names = {each.get_name() for each in table.get_symbols() if each.is_global()}
    return names.union(*map(names_in, table.get_children()))

"""Makes the two files that stand here from those that are published: python3 prepare.py FOLDER, with the package in it."""

import re
import struct
import sys
from pathlib import Path

KEPT = (b"collections/__init__.py", b"collections/defaultdict.py", b"html/__init__.py", b"string.py")
"""The modules written in Python that the lowered core imports, and those that they import in turn."""
FIRST_NAMES = b"asyncio/event.py\0asyncio/funcs.py\0"
FILES = "FS={root"
UNUSED = """
    createLazyFile forceLoadFile createDataFile createPath createFile analyzePath findObject syncfs unmount mkdirTree readlink
    utime mmap readFile writeFile ioctl quit dupStream lchmod fchmod lchown fchown chown doChown ftruncate createFolder
    createLink joinPath absolutePath standardizePath mmapAlloc
""".split()
"""What the system of files can do and nothing in the mjs file asks it for; the core opens no file."""
ADDRESS = 65536
DATA = b"\0\x41\x80\x80\x04\x0b"
"""What announces the data that lies in memory from ADDRESS on; its length and the data follow."""


def without_command_line(script):
    """Cut the command line for Node: an `await` at the top level keeps a service worker from importing the file."""
    start = script.rindex("if(globalThis.loadMicroPython=")
    return script[:start] + script[script.index("class PyProxy{", start) :]


def for_browsers_only(script):
    """Cut what serves developers and Node: the names that explain a missing export, old versions, its own files."""
    told = r"(function\(sym\)\{unexportedRuntimeSymbol\(sym\)\}|unexportedRuntimeSymbol)"
    script, count = re.subn(r'\[("\w+",?){50,}\]\.forEach\(' + told + r"\)[;,]", "", script)
    assert count == 2, "the hints are written otherwise"
    versions = script.index("!function(){function humanReadableVersionToPacked")
    script = script[:versions] + script[script.index("var Module=moduleArg", versions) :]
    is_node = 'ENVIRONMENT_IS_NODE=globalThis.process?.versions?.node&&"renderer"!=globalThis.process?.type'
    assert script.count(is_node) == 1, "Node is recognised otherwise"
    return script.replace(is_node, "ENVIRONMENT_IS_NODE=!1")


def without_files(script):
    """Cut from the object for files what nobody calls, and how files are fetched before a start."""
    for name in UNUSED:
        start = script.index(f",{name}(", script.index(FILES)) + 1
        script = script[:start] + script[end_of_part(script, start) :]
    preloading = script.index("FS.createPreloadedFile=")
    return script[:preloading] + script[script.index("FS.staticInit()", preloading) :]


def end_of_part(script, place):
    """Return the place behind a method and its comma; the last one ends with the object."""
    depth = 0
    while depth or script[place] not in ",}":
        if script[place] in "\"'`":
            place = script.index(script[place], place + 1)
        depth += (script[place] in "{([") - (script[place] in "})]")
        place += 1
    return place + (script[place] == ",")


def without_modules(published):
    """Blank the modules written in Python that nobody imports, code and name; nothing else refers to them.

    Their names stand in a row; then follow, for each, three addresses, of which the first is where its code begins. The
    last one stays, for nothing tells where it ends.
    """
    wasm = bytearray(published)
    to_file = after_length(wasm, wasm.index(DATA) + len(DATA)) - ADDRESS
    name_at = wasm.index(FIRST_NAMES)
    names_end = wasm.index(b"\0\0", name_at)
    names = published[name_at:names_end].split(b"\0")
    table = (names_end + 2 - to_file + 3) // 4 * 4 + to_file
    code = [first + to_file for first, _, _ in struct.iter_unpack("<3I", wasm[table : table + 12 * len(names)])]
    assert code == sorted(code), "the addresses do not stand there any more"
    for name, start, end in zip(names, code, code[1:]):
        if name not in KEPT:
            wasm[start:end] = bytes(end - start)
            wasm[name_at : name_at + len(name)] = b"-" * len(name)
        name_at += len(name) + 1
    return bytes(wasm)


def after_length(wasm, place):
    """Return the place behind a number of unknown length."""
    return place + 1 if wasm[place] < 0x80 else after_length(wasm, place + 1)


if __name__ == "__main__":
    package, here = Path(sys.argv[1]), Path(__file__).parent
    script = for_browsers_only(without_command_line((package / "micropython.mjs").read_text("utf-8")))
    script = without_files(script)
    (here / "micropython.mjs").write_text(script, "utf-8")
    (here / "micropython.wasm").write_bytes(without_modules((package / "micropython.wasm").read_bytes()))

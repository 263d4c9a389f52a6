"""The front ends of our widgets as texts: what a kernel sends, and what a server of ours gives as a file instead.

A file has an address that names its very content, so a browser fetches it once. It is put together here for both: the
kernel knows the address of what the server will send, because both read the same package.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from fujikoro_nb import paths

FRONTS_SERVED = "FUJIKORO_FRONTS"
"""Environment: set where the server of a page has `FRONT_ROUTE`; kernels inherit it."""
FRONT_ROUTE = r"/fujikoro/widget/([a-z_]{1,60})((?:\+[a-z_]{1,60}){0,8})\.js"
"""The name of a script, and of the style sheets that it brings along, in their order."""

_FOLDER = paths.PACKAGE / "widgets"
_IMPORT = re.compile(r'^import \{[\w\s,]*\} from "(\.\.?/(?:\w+/)?[\w-]+\.mjs)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)
_REMARK = re.compile(r"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
"""Lines that are only a remark or types: for those who read the file, not for every page that is served."""

_FRONT = re.compile(r'^class \w+\([\w,\s]*front_end="([a-z_]+)"(?:,\s*sheets=\(([^)]*)\))?', re.MULTILINE)
"""How a widget's class names its files."""

_STAND_IN = """const name = %s;
fujikoroFront.later(name);
export default {
  async render(view) {
    const front = await fujikoroFront(name).catch(() => null);
    return front ? front.default.render(view) : fujikoroFront.lost(view.el);
  },
};"""


@functools.cache
def _places() -> Mapping[str, Path]:
    """Where each file is, by its name: one name stands in one room only."""
    return {
        path.name: path for kind in ("*.js", "*.mjs", "*.css", "*.svg") for path in _FOLDER.glob(f"*/{kind}")
    }


def place_of(name: str) -> Path:
    """The front-end file of this name, in whatever room of the widgets it is. Raises KeyError when there is none."""
    return _places()[name]


def source_of(name: str) -> str:
    """The text of one of our front-end files, as `joined` makes it. Raises KeyError when there is none."""
    return joined(place_of(name))


@functools.cache
def joined(path: Path) -> str:
    """The text of a file, its imports put in front of it.

    A widget's module is handed to the browser as one text, and such a text cannot import another file. So the lines
    ``import { a, b } from "../room/other.mjs";`` are replaced by the modules they name, each once, dependencies first,
    with their ``export`` taken off: the files stay real modules that node can test, and all names share one scope.
    """
    parts: dict[Path, str] = {}
    _collect(path.resolve(), parts)
    return "\n".join(parts.values())


def _collect(path: Path, parts: dict[Path, str]) -> None:
    source = path.read_text(encoding="utf-8")
    for taken in _IMPORT.findall(source):
        module = (path.parent / taken).resolve()
        if module not in parts:
            _collect(module, parts)
    body = _IMPORT.sub("", source)
    parts[path] = body if path.suffix == ".css" else _REMARK.sub("", _EXPORT.sub("", body))


@functools.cache
def fronts() -> Mapping[str, tuple[str, ...]]:
    """The style sheets of each widget's script, as the classes say it: read in their files, which imports none."""
    found = {}
    for path in _FOLDER.glob("*/*.py"):
        for name, sheets in _FRONT.findall(path.read_text(encoding="utf-8")):
            found[name] = tuple(re.findall(r"[a-z_]+", sheets)) or (name,)
    return found


def front_file(name: str, sheets: tuple[str, ...]) -> bytes | None:
    """A script that brings its style sheets into the page; None for what is no widget's of ours."""
    return _made(name) if fronts().get(name) == sheets else None


@functools.cache
def _made(name: str) -> bytes:
    wanted = (f"{name}.js", *(f"{sheet}.css" for sheet in fronts()[name]))
    style = json.dumps("".join(source_of(one) for one in wanted[1:]))
    brought = (
        f'document.head.append(Object.assign(document.createElement("style"), {{ textContent: {style} }}));'
    )
    return f"{brought}\n{source_of(wanted[0])}".encode()


def mark_of(content: bytes) -> str:
    """What an address says of its content."""
    return blake2b(content, digest_size=8).hexdigest()


@functools.cache
def stand_in(name: str, sheets: tuple[str, ...]) -> str:
    """A module that fetches the file: what a kernel sends to a page of a server that has it."""
    content = front_file(name, sheets)
    assert content is not None, "a widget of ours has its files"
    return _STAND_IN % json.dumps(f"{'+'.join((name, *sheets))}.js?v={mark_of(content)}")

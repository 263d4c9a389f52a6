"""YAML text to plain data with a line for every value: the core schema's scalars and nothing clever.

Anchors, aliases, tags, directives, merge keys and further documents are refused, as are duplicate keys and deep
nesting. The reader works on PyYAML's events, which are a flat stream, so no input can exhaust the stack. What stands
before a syntax error is kept, so that a damaged file still gives its whole records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from fujikoro_nb.content.faults import Datum, Fault, shown

MAX_BYTES = 256 * 1024
MAX_DEPTH = 6
MAX_ITEMS = 500

Path = tuple[str | int, ...]

# What YAML calls printable, without the line breaks that only YAML counts as such: a person's editor does not.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_INTEGER = re.compile(r"[-+]?[0-9]{1,15}", re.ASCII)
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_TRUE = frozenset(("true", "True", "TRUE"))
_FALSE = frozenset(("false", "False", "FALSE"))


class Tree:
    """One file as plain data: ``lines`` has the line of every path, ``faults`` what the reader refused.

    ``spoiled`` are paths whose value cannot be judged any more, because a fault already lies on them.
    """

    def __init__(self, file: str) -> None:
        self.file = file
        self.data: Any = None
        self.lines: dict[Path, int] = {(): 1}
        self.first_rows: dict[Path, int] = {}
        """Line of the first row of a text of several lines."""
        self.spoiled: set[Path] = set()
        self.is_whole = True
        """False when reading stopped before the end."""
        self.faults: list[Fault] = []

    def line(self, path: Path) -> int:
        """The line of a path, or of the nearest thing round it."""
        while path not in self.lines:
            path = path[:-1]
        return self.lines[path]

    def row_line(self, path: Path, row: int) -> int:
        """The line of the n-th row (0-based) of a pattern, list or text."""
        if path in self.first_rows:
            return self.first_rows[path] + row
        return self.line((*path, row))

    def fault(self, where: Path | int, reason: str, **data: Datum) -> None:
        """Note a fault at a path or a line; where one lies already, nothing more can be said."""
        if not isinstance(where, int) and self.is_spoiled(where):
            return
        line = where if isinstance(where, int) else self.line(where)
        self.faults.append(Fault(self.file, line, reason, tuple(data.items())))

    def is_spoiled(self, path: Path) -> bool:
        """Whether this value or something round it is already known to be wrong."""
        return any(path[:end] in self.spoiled for end in range(len(path) + 1))


def read_tree(content: bytes, file: str) -> Tree:
    """Read one file's bytes. Never raises: what is wrong is in the tree's faults."""
    tree = Tree(file)
    text = _text(content, tree)
    if text is None:
        tree.is_whole = False
        return tree
    try:
        _Composer(tree).compose(yaml.parse(text, Loader=yaml.SafeLoader))
    except yaml.YAMLError as problem:
        _stop(tree, text, problem)
    except (ValueError, OverflowError):
        # PyYAML turns an impossible \U escape or version number into these two, without a place.
        tree.fault(0, "yaml-number")
        tree.is_whole = False
    return tree


def _text(content: bytes, tree: Tree) -> str | None:
    if len(content) > MAX_BYTES:
        tree.fault(0, "too-big", max=MAX_BYTES // 1024)
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        tree.fault(content.count(b"\n", 0, problem.start) + 1, "not-utf8")
        return None
    bad = _UNPRINTABLE.search(text)
    if bad is not None:
        tree.fault(text.count("\n", 0, bad.start()) + 1, "unprintable", code=f"U+{ord(bad[0]):04X}")
        return None
    return text


def _stop(tree: Tree, text: str, problem: yaml.YAMLError) -> None:
    lines = text.splitlines()
    number, line = 0, ""
    # What PyYAML stumbles over may be the end of the file; then the line in which that thing began is meant.
    for name in ("problem_mark", "context_mark"):
        mark = getattr(problem, name, None)
        if mark is not None and not line.strip():
            number = mark.line + 1
            line = lines[number - 1] if number <= len(lines) else ""
    if line[: len(line) - len(line.lstrip())].count("\t"):
        tree.fault(number, "yaml-tab")
    else:
        tree.fault(number, "yaml", found=shown(line.strip()))
    tree.is_whole = False


class _Frame:
    def __init__(self, path: Path, holds: dict[str, Any] | list[Any]) -> None:
        self.path = path
        self.holds = holds
        self.key: str | None = None
        self.keys = 0
        self.is_ignored = False
        """The next value belongs to a key that was refused."""


class _Stopped(Exception):
    """The rest of the file is not read."""


class _Composer:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.frames: list[_Frame] = []

    def compose(self, events: Iterator[yaml.Event]) -> None:
        documents = 0
        try:
            for event in events:
                if isinstance(event, yaml.DocumentStartEvent):
                    documents += 1
                    self._start_document(event, documents)
                elif isinstance(event, yaml.NodeEvent):
                    self._node(event)
                elif isinstance(event, yaml.CollectionEndEvent):
                    self.frames.pop()
        except _Stopped:
            self.tree.is_whole = False
        except (yaml.YAMLError, ValueError, OverflowError):
            self._spoil_unfinished()
            raise
        if not documents:
            self.tree.fault(1, "empty")
            self.tree.spoiled.add(())

    def _start_document(self, event: yaml.DocumentStartEvent, number: int) -> None:
        line = _line(event)
        if number > 1:
            self.tree.fault(line, "documents")
            raise _Stopped
        if event.version or event.tags:
            self.tree.fault(line, "directive")

    def _spoil_unfinished(self) -> None:
        # The record in which reading stopped is not whole; those before it are.
        deepest = self.frames[-1].path if self.frames else ()
        if len(deepest) >= 2:
            self.tree.spoiled.add(deepest[:2])

    def _node(self, event: yaml.NodeEvent) -> None:
        line = _line(event)
        top = self.frames[-1] if self.frames else None
        if top is not None and isinstance(top.holds, dict) and top.key is None:
            self._key(event, top, line)
            return
        path = self._path_for_value(top, line)
        value = self._value(event, path, line)
        if top is None:
            self.tree.data = value
        elif isinstance(top.holds, list):
            top.holds.append(value)
        else:
            assert top.key is not None, "a value in a mapping follows its key"
            if not top.is_ignored:
                top.holds[top.key] = value
            top.key = None
        if isinstance(event, yaml.CollectionStartEvent):
            self._open(path, value, line)

    def _path_for_value(self, top: _Frame | None, line: int) -> Path:
        if top is None:
            self.tree.lines[()] = line
            return ()
        if isinstance(top.holds, list):
            if len(top.holds) >= MAX_ITEMS:
                self.tree.fault(line, "too-many", max=MAX_ITEMS)
                raise _Stopped
            path: Path = (*top.path, len(top.holds))
            self.tree.lines[path] = line
            return path
        assert top.key is not None, "a value in a mapping follows its key"
        # The value of a refused key gets a path that nothing else has.
        return (*top.path, top.key, "refused") if top.is_ignored else (*top.path, top.key)

    def _open(self, path: Path, value: Any, line: int) -> None:
        self.frames.append(_Frame(path, value))
        if len(self.frames) > MAX_DEPTH:
            self.tree.fault(line, "deep", max=MAX_DEPTH)
            self._spoil_unfinished()
            raise _Stopped

    def _key(self, event: yaml.NodeEvent, top: _Frame, line: int) -> None:
        if not isinstance(event, yaml.ScalarEvent):
            self.tree.fault(line, "key-not-text")
            self._spoil_unfinished()
            raise _Stopped
        key = event.value
        top.keys += 1
        if top.keys > MAX_ITEMS:
            self.tree.fault(line, "too-many", max=MAX_ITEMS)
            self._spoil_unfinished()
            raise _Stopped
        self._refuse_extras(event, (*top.path, key), line)
        top.key = key
        top.is_ignored = True
        if key == "<<":
            self.tree.fault(line, "merge-key")
            self.tree.spoiled.add((*top.path, key))
        elif key in top.holds:
            self.tree.fault(line, "duplicate-key", entry=shown(key), first=self.tree.lines[(*top.path, key)])
            self.tree.spoiled.add((*top.path, key))  # which of the two is meant, nobody knows
        else:
            top.is_ignored = False
            self.tree.lines[(*top.path, key)] = line
            # Its place is taken before its value is read, so that a second one is seen at once.
            assert isinstance(top.holds, dict), "only a mapping has keys"
            top.holds[key] = None

    def _value(self, event: yaml.NodeEvent, path: Path, line: int) -> Any:
        self._refuse_extras(event, path, line)
        if isinstance(event, yaml.MappingStartEvent):
            return {}
        if isinstance(event, yaml.SequenceStartEvent):
            return []
        if not isinstance(event, yaml.ScalarEvent):
            return None
        if event.style in ("|", ">"):
            self.tree.first_rows[path] = line + 1
        return _scalar(event.value, is_plain=event.style is None)

    def _refuse_extras(self, event: yaml.NodeEvent, path: Path, line: int) -> None:
        if isinstance(event, yaml.AliasEvent):
            reason = "alias"
        elif event.anchor is not None:
            reason = "anchor"
        elif getattr(event, "tag", None) is not None:
            reason = "tag"
        else:
            return
        self.tree.fault(line, reason)
        self.tree.spoiled.add(path)


def _line(event: yaml.Event) -> int:
    assert event.start_mark is not None, "PyYAML marks every event of a text"
    return event.start_mark.line + 1


def _scalar(text: str, *, is_plain: bool) -> str | int | bool | None:
    """The core schema's null, bool and int. The format knows no other number, so ``1.5`` stays the text it is."""
    if not is_plain:
        return text
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    return int(text) if _INTEGER.fullmatch(text) else text

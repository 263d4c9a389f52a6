"""YAML text to plain data with a line for every value: the core schema's scalars and nothing clever.

Anchors, aliases, tags, directives, merge keys and further documents are refused, as are duplicate keys and deep
nesting. The reader works on PyYAML's events, which are a flat stream, so no input can exhaust the stack. What stands
before a syntax error is kept, so that a damaged file still gives its whole records.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import yaml

from fujikoro_nb.content.disk import MAX_BYTES
from fujikoro_nb.content.faults import Datum, Fault, shown

MAX_DEPTH = 6
MAX_ITEMS = 500
MAX_RESUMED = 20

Path = tuple[str | int, ...]

# What YAML calls printable, without the line breaks that only YAML counts as such: a person's editor does not.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_INTEGER = re.compile(r"[-+]?[0-9]{1,15}", re.ASCII)
_WORD = re.compile("[A-Za-z_]+", re.ASCII)
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
        self.is_given_up = False
        """Stopped for good: what follows is not worth reading."""
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

    def join(self, later: Tree) -> None:
        """Take over what was read after a syntax error: entries go behind those of the same list."""
        self.faults += later.faults
        if not isinstance(self.data, dict) or not isinstance(later.data, dict):
            return
        moved: dict[str | int, int] = {}
        for key, value in later.data.items():
            mine = self.data.get(key)
            if isinstance(mine, list) and isinstance(value, list):
                moved[key] = len(mine)
                mine.extend(value)
            elif key not in self.data:
                self.data[key] = value
        for path, line in later.lines.items():
            self.lines.setdefault(_moved(path, moved), line)
        for path, line in later.first_rows.items():
            self.first_rows.setdefault(_moved(path, moved), line)
        self.spoiled |= {_moved(path, moved) for path in later.spoiled}
        self.is_given_up = later.is_given_up

    def fault(self, where: Path | int, reason: str, **data: Datum) -> None:
        """Note a fault at a path or a line; where one lies already, nothing more can be said."""
        if not isinstance(where, int) and self.is_spoiled(where):
            return
        line = where if isinstance(where, int) else self.line(where)
        self.faults.append(Fault(self.file, line, reason, tuple(data.items())))

    def is_spoiled(self, path: Path) -> bool:
        """Whether this value or something round it is already known to be wrong."""
        return any(path[:end] in self.spoiled for end in range(len(path) + 1))


def read_tree(content: bytes, file: str, *, sections: Iterable[str] = ()) -> Tree:
    """Read one file's bytes. Never raises: what is wrong is in the tree's faults.

    After a syntax error the reader goes on at the next entry of the list in which it stopped, or at the next of
    ``sections``, so that one slip of the hand hides neither the records behind it nor their faults.
    """
    tree = Tree(file)
    text = _text(content, tree)
    if text is None:
        tree.is_whole = False
        return tree
    _compose(tree, text)
    lines = text.splitlines()
    last, done = tree, 0
    for _ in range(MAX_RESUMED):
        found = None if last.is_whole or last.is_given_up else _resumption(last, lines, done, tuple(sections))
        if found is None:
            break
        done, section = found
        last = Tree(file)
        # Empty lines in front keep the line numbers; the one before the entry names its list.
        lead = "\n" * (done - 2) + f"{section}:\n" if section else "\n" * (done - 1)
        _compose(last, lead + "\n".join(lines[done - 1 :]))
        tree.join(last)
    return tree


def _compose(tree: Tree, text: str) -> None:
    try:
        _Composer(tree).compose(yaml.parse(text, Loader=yaml.SafeLoader))
    except yaml.YAMLError as problem:
        _stop(tree, text, problem)
    except (ValueError, OverflowError):
        # PyYAML turns an impossible \U escape or version number into these two, without a place.
        tree.fault(0, "yaml-number")
        tree.is_whole = False


def _resumption(tree: Tree, lines: list[str], done: int, sections: tuple[str, ...]) -> tuple[int, str] | None:
    """The line at which to go on and the list that it is an entry of, if any; None when nothing is left.

    It lies behind the entry in which reading stopped, whose first line is the last that is known to be one.
    """
    held = tree.data if isinstance(tree.data, dict) else {}
    section = next(reversed(held), "")
    entries = len(held[section]) if _WORD.fullmatch(section) and isinstance(held[section], list) else 0
    begin = tree.line((section, entries - 1)) if entries else tree.line((section,)) if section else done
    begin = max(begin, done)
    dash = lines[begin - 1].partition("-")[0] + "-" if entries and begin <= len(lines) else None
    for number, line in enumerate(lines[begin:], begin + 1):
        if line.partition(":")[0] in sections:
            return number, ""
        if dash is not None and line.startswith(dash) and not dash.strip(" -") and number > 1:
            return number, section
    return None


def _moved(path: Path, moved: Mapping[str | int, int]) -> Path:
    if len(path) > 1 and path[0] in moved and isinstance(path[1], int):
        return (path[0], path[1] + moved[path[0]], *path[2:])
    return path


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
    # Of a key or a quoted text that does not end, the begin is meant, not the line in which PyYAML despairs of it.
    is_open = str(getattr(problem, "context", "")).startswith("while scanning")
    marks = ("problem_mark", "context_mark")
    for name in reversed(marks) if is_open else marks:
        mark = getattr(problem, name, None)
        if mark is not None and not line.strip():
            number = mark.line + 1
            line = lines[number - 1] if number <= len(lines) else ""
    if not line.strip():  # the file ended where something was still open
        number, line = next(
            ((at, text) for at, text in reversed(list(enumerate(lines, 1))) if text.strip()), (number, line)
        )
    if line[: len(line) - len(line.lstrip())].count("\t"):
        tree.fault(number, "yaml-tab")
    else:
        tree.fault(number, "yaml", found=shown(line.strip()))
    tree.is_whole = False


class _Frame:
    def __init__(self, path: Path, holds: dict[str, Any] | list[Any], column: int) -> None:
        self.path = path
        self.column = column
        """Where it begins; 0 in brackets, where indentation ends nothing."""
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
            self.tree.is_given_up = True
        except yaml.YAMLError as problem:
            self._spoil_unfinished(problem)
            raise
        except (ValueError, OverflowError):
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

    def _spoil_unfinished(self, problem: yaml.YAMLError | None = None) -> None:
        """The record in which reading stopped is not whole; those before it are.

        It is whole too when what cannot be read stands further left, where the record has ended.
        """
        top = self.frames[-1] if self.frames else None
        mark = getattr(problem, "problem_mark", None)
        if top is None or not top.path:
            return
        if len(top.path) == 1:
            # A line that is indented between an entry and the next belongs to the entry, badly.
            if isinstance(top.holds, list) and top.holds and mark is not None and mark.column > top.column:
                self.tree.spoiled.add((*top.path, len(top.holds) - 1))
            return
        mark = getattr(problem, "context_mark", None)
        has_ended = (
            len(top.path) == 2
            and top.key is None
            and mark is not None
            and mark.column < top.column
            and mark.column <= self.frames[-2].column
        )
        if not has_ended:
            self.tree.spoiled.add(top.path[:2])

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
            self._open(path, value, event)

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

    def _open(self, path: Path, value: Any, event: yaml.CollectionStartEvent) -> None:
        assert event.start_mark is not None, "PyYAML marks every event of a text"
        self.frames.append(_Frame(path, value, 0 if event.flow_style else event.start_mark.column))
        if len(self.frames) > MAX_DEPTH:
            self.tree.fault(_line(event), "deep", max=MAX_DEPTH)
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

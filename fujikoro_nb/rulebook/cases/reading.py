"""From case files to cases: bounded, strict, every fault with its file and line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from fujikoro_nb.content.disk import MAX_BYTES
from fujikoro_nb.content.faults import BrokenContent, Fault, shown
from fujikoro_nb.content.tree import Path as TreePath
from fujikoro_nb.content.tree import Tree, read_tree
from fujikoro_nb.rulebook.cases.records import FIELDS_OF, Case, Expect, Fight, Game, LocatedCase, Rest, Step
from fujikoro_nb.rulebook.rules import has_rule

SUFFIX = ".yaml"
_AT = re.compile(r" - at `\$(.*)`$")
_STEP = re.compile(r"\.([A-Za-z_]+)|\[(\d+|\.\.\.)\]")
_NAMED = re.compile(r"`([^`]*)`")


def case_files(paths: Iterable[str | Path]) -> list[Path]:
    """The files that these paths stand for; a folder stands for its ``.yaml`` files."""
    found: list[Path] = []
    for path in map(Path, paths):
        found.extend(sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path])
    return list(dict.fromkeys(found))


def read_cases(paths: Iterable[str | Path]) -> list[LocatedCase]:
    """Every case of these files and folders, in order. Raises BrokenContent with every fault of every file."""
    cases: list[LocatedCase] = []
    faults: list[Fault] = []
    first_of: dict[str, LocatedCase] = {}
    for path in case_files(paths):
        tree = _tree(path)
        for located in _cases(tree):
            first = first_of.setdefault(located.case.id, located)
            if first is not located:
                tree.fault(
                    located.line, "duplicate-id", id=located.case.id, file=first.file, first=first.line
                )
            cases.append(located)
        faults += tree.faults
    if faults:
        raise BrokenContent(sorted(faults))
    return cases


def _tree(path: Path) -> Tree:
    reason = "no-file"
    if path.is_file():  # a device or a pipe could keep us waiting for ever
        try:
            with path.open("rb") as file:
                return read_tree(file.read(MAX_BYTES + 1), str(path))
        except OSError:
            reason = "no-access"
    tree = Tree(str(path))
    tree.fault(0, reason)
    return tree


def _cases(tree: Tree) -> Iterable[LocatedCase]:
    if tree.faults:
        return
    plain = tree.data.get("cases") if isinstance(tree.data, dict) else None
    if not isinstance(plain, list) or set(tree.data) != {"cases"}:
        tree.fault((), "case-root")
        return
    for index, entry in enumerate(plain):
        path: TreePath = ("cases", index)
        try:
            case = msgspec.convert(entry, Case)
        except msgspec.ValidationError as problem:
            _note(tree, path, str(problem), entry)
            continue
        _check_whole(tree, path, case)
        yield LocatedCase(tree.file, tree.line(path), case)


def _note(tree: Tree, path: TreePath, message: str, entry: Any) -> None:
    """msgspec names the place and the kind of fault; the sentence is ours."""
    at = _AT.search(message)
    for name, number in _STEP.findall(at[1]) if at else ():
        path = (*path, name or (int(number) if number.isdigit() else 0))
    named = _NAMED.search(message)
    name = named[1] if named else ""
    if message.startswith("Object contains unknown field"):
        tree.fault((*path, name), "case-unknown", entry=shown(name))
    elif message.startswith("Object missing required field"):
        tree.fault(path, "case-missing", entry=shown(name))
    else:
        field = next((part for part in reversed(path) if isinstance(part, str)), "cases")
        tree.fault(path, "case-value", field=shown(field))


def _check_whole(tree: Tree, path: TreePath, case: Case) -> None:
    """What types cannot say: one thing done, expectations that belong to it, rules and examples that exist."""
    done = case.done()
    if done is None:
        tree.fault(path, "case-kinds", known=", ".join(kind.__name__.lower() for kind in FIELDS_OF))
        return
    said = [name for name in Expect.__struct_fields__ if getattr(case.expect, name) is not UNSET]
    for name in said:
        if name not in FIELDS_OF[type(done)]:
            tree.fault((*path, "expect", name), "case-unknown", entry=name)
    if case.steps and not isinstance(done, Rest | Fight | Game):
        tree.fault((*path, "steps"), "case-unknown", entry="steps")
    if not said and not any(_says(step) for step in case.steps):
        tree.fault(path, "case-missing", entry="expect")
    for index, step in enumerate(case.steps):
        _check_step(tree, (*path, "steps", index), step, done)
    if isinstance(done, Fight) and (done.dragon is UNSET) == (done.stander is UNSET):
        tree.fault((*path, "fight"), "case-kinds", known="dragon, stander")
    if isinstance(done, Game) and done.setup and done.taken:
        tree.fault((*path, "game"), "case-kinds", known="setup, taken")
    for rule_id in (*case.rules, *(example.rpartition("/")[0] for example in case.shows)):
        if not has_rule(rule_id):
            tree.fault(path, "case-rule", rule=shown(rule_id))


_OF_RESTS: tuple[str, ...] = ("craft", "claim", "magic")


def _check_step(tree: Tree, path: TreePath, step: Step, done: object) -> None:
    """A rest has crafts, claims and magic, a fight has answers as text, a game has all; exactly one a step."""
    answers = () if isinstance(done, Fight) else _OF_RESTS
    known = {*answers, "refused", "events"}
    if not isinstance(done, Rest):
        answers = (*answers, "do")
        known |= {"do", "asks", "happens"}
    for name in Step.__struct_fields__:
        if name not in known and getattr(step, name) is not UNSET:
            tree.fault((*path, name), "case-unknown", entry=name)
    said = sum(getattr(step, name) is not UNSET for name in answers)
    if said == 0 and len(answers) == 1:
        tree.fault(path, "case-missing", entry=answers[0])
    elif said != 1:
        tree.fault(path, "case-kinds", known=", ".join(answers))


def _says(step: Step) -> bool:
    return any(said is not UNSET for said in (step.refused, step.events, step.asks, step.happens))

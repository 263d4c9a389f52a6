"""Every refusal, event and unreadable text that our code can hand out, found in the code itself.

A call is read as a set of sentence keys and the names of its data. Rules that are not written out as a string are
resolved the few ways in which the code says them; a new way fails here until it is taught.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.gear.limits import Limit
from fujikoro_nb.helper.kinds.modes import TABLE_MODES

PACKAGE = Path(__file__).resolve().parents[2] / "fujikoro_nb"
ENGINE = PACKAGE / "engine"
_ID = re.compile(r"[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+")

# Combinations that the code's logic rules out, though the scan cannot see it.
_IMPOSSIBLE = {
    # Takeko's weapons are two-handed wherever they lie, so the reason is always "two-handed".
    ("char.takeko.two-handed-only", "", frozenset({"weapons", "max"})),
}


class Call(NamedTuple):
    """One place that hands something out."""

    place: str
    family: str
    """``refusal``, ``event`` or ``unreadable``."""
    key: str
    """Rule, rule/reason, rule/kind or reason."""
    slots: frozenset[str]


@cache
def _trees() -> tuple[tuple[Path, ast.Module], ...]:
    return tuple(
        (path, ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(PACKAGE.rglob("*.py"))
    )


@cache
def _unreadable_names() -> frozenset[str]:
    """Unreadable and its subclasses."""
    names = {"Unreadable"}
    for _, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and any(
                isinstance(base, ast.Name) and base.id in names for base in node.bases
            ):
                names.add(node.name)
    return frozenset(names)


def calls(folder: Path) -> Iterator[Call]:
    """Every call below a folder."""
    for path, tree in _trees():
        if path.is_relative_to(folder):
            for function, node in _calls_in(tree):
                place = f"{path.relative_to(PACKAGE)}:{node.lineno}"
                slots = frozenset(keyword.arg or "**" for keyword in node.keywords)
                for family, key in _handed_out(function, node, slots):
                    assert "**" not in slots, f"{place}: data by name only, so that a sentence can be checked"
                    yield Call(place, family, key, slots)


def _handed_out(function: ast.AST, node: ast.Call, slots: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Family and key of everything that one call can make; nothing for any other call."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name == "refuse":
        reasons = _values(node.args[1], function) if len(node.args) > 1 else {""}
        for rule, reason in product(_values(node.args[0], function), reasons):
            if (rule, reason, slots) not in _IMPOSSIBLE:
                yield "refusal", f"{rule}/{reason}" if reason else rule
    elif name == "event":
        for kind, rule in product(_values(node.args[0], function), _values(node.args[1], function)):
            yield "event", f"{rule}/{kind}"
    elif name in _unreadable_names():
        for reason in _values(node.args[0], function):
            yield "unreadable", reason


def _calls_in(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.Call]]:
    """Calls with the function round them, docstring examples left out by nature."""
    for outer in ast.walk(tree):
        if isinstance(outer, ast.FunctionDef):
            for node in ast.walk(outer):
                if isinstance(node, ast.Call):
                    yield outer, node


def _values(node: ast.expr, function: ast.AST) -> set[str]:
    """The strings that an expression can be."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp(body=body, orelse=orelse):
            return _values(body, function) | _values(orelse, function)
        case ast.Name(id=name):
            return _of_name(name, function)
        case ast.Attribute(value=ast.Name(id="self"), attr="_unasked"):
            return _unasked()
        case ast.Attribute(value=ast.Name(id="self"), attr="rule"):
            return _window_rules()
        case ast.Attribute(attr="players_rule"):
            return {mode.players_rule for mode in TABLE_MODES.values() if mode.players_rule}
        case ast.Attribute(value=value, attr="rule"):
            return {rule for field in _limit_fields(value, function) for rule in _rules_of(field)}
        case ast.Call(func=ast.Name(id=name)):
            return _returned_ids(name)
    raise AssertionError(f"teach this scan what {ast.unparse(node)} can be")


def _of_name(name: str, function: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in node.targets
        ):
            found |= _values(node.value, function)
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Tuple):
            found |= _of_rows(name, node.target, node.iter, function)
    assert found, f"teach this scan where {name} comes from"
    return found


def _of_rows(name: str, target: ast.Tuple, rows: ast.expr, function: ast.AST) -> set[str]:
    """The strings of one column in ``for name, other in ((...), (...))``."""
    names = [one.id if isinstance(one, ast.Name) else "" for one in target.elts]
    if name not in names or not isinstance(rows, ast.Tuple):
        return set()
    columns = [row.elts[names.index(name)] for row in rows.elts if isinstance(row, ast.Tuple)]
    return {text for column in columns for text in _values(column, function)}


def _limit_fields(node: ast.expr, function: ast.AST) -> set[str]:
    """Fields of BoardLimits that an expression such as ``limits.weapons`` or a local ``limit`` stands for."""
    match node:
        case ast.Attribute(attr=field):
            return {field}
        case ast.IfExp(body=body, orelse=orelse):
            return _limit_fields(body, function) | _limit_fields(orelse, function)
        case ast.Name(id=name):
            fields: set[str] = set()
            for each in ast.walk(function):
                if isinstance(each, ast.Assign) and any(
                    isinstance(target, ast.Name) and target.id == name for target in each.targets
                ):
                    fields |= _limit_fields(each.value, function)
            return fields
    raise AssertionError(f"teach this scan which limit {ast.unparse(node)} is")


def _rules_of(field: str) -> set[str]:
    limits = [getattr(board, field) for board in CHARACTERS.values()]
    return {limit.rule for limit in limits if isinstance(limit, Limit)}


@cache
def _window_rules() -> set[str]:
    """The rules that the windows of our games name for themselves."""
    return {
        line.value.value
        for path, tree in _trees()
        if path.is_relative_to(ENGINE)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and any("WindowRules" in ast.unparse(base) for base in node.bases)
        for line in node.body
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant)
    }


@cache
def _unasked() -> set[str]:
    """The rules that games name for an answer that nobody asked for."""
    return {
        keyword.value.value
        for path, tree in _trees()
        if path.is_relative_to(ENGINE)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "unasked" and isinstance(keyword.value, ast.Constant)
    }


@cache
def _functions() -> dict[str, list[ast.FunctionDef]]:
    """All of ours by their names."""
    found: dict[str, list[ast.FunctionDef]] = {}
    for _, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, []).append(node)
    return found


@cache
def _returned_ids(function: str) -> set[str]:
    """The ids that a function of ours can return."""
    found: set[str] = set()
    for node in _functions().get(function, ()):
        for each in ast.walk(node):
            if isinstance(each, ast.Return) and each.value is not None:
                found |= {
                    constant.value
                    for constant in ast.walk(each.value)
                    if isinstance(constant, ast.Constant)
                    and isinstance(constant.value, str)
                    and _ID.fullmatch(constant.value)
                }
    assert found, f"teach this scan what {function} returns"
    return found

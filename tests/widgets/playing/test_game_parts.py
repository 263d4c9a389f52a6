"""GamePage owns its parts: one widget and plain objects, and none of them reaches into another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.playing import game_page
from fujikoro_nb.widgets.playing.game_page import GamePage
from fujikoro_nb.widgets.sharing import sharing

ROOM = Path(game_page.__file__).parent
FILES = [*sorted(ROOM.glob("*.py")), Path(sharing.__file__)]


def names_of(path: Path) -> str:
    return path.stem


def reached(tree: ast.Module) -> Iterator[str]:
    """Private attributes of anything but ``self``, and of ``other`` where that is one more of the same class."""
    for owner in ast.walk(tree):
        if not isinstance(owner, ast.ClassDef):
            continue
        for method in (one for one in ast.walk(owner) if isinstance(one, ast.FunctionDef)):
            given = {one.arg: one.annotation for one in (*method.args.args, *method.args.kwonlyargs)}
            same = {name for name, kind in given.items() if kind and owner.name in ast.unparse(kind)}
            for node in ast.walk(method):
                if isinstance(node, ast.Attribute) and node.attr.startswith("_") and node.attr[1] != "_":
                    of = ast.unparse(node.value)
                    if of != "self" and of not in same:
                        yield f"{owner.name}.{method.name}: {of}.{node.attr}"


def test_the_page_is_at_most_two_classes_below_the_widget() -> None:
    above = [one for one in GamePage.__mro__ if issubclass(one, FujiWidget) and one is not FujiWidget]
    assert len(above) <= 2


def test_every_act_has_its_method() -> None:
    assert all(hasattr(GamePage, f"act_{name.replace('-', '_')}") for name in GamePage.acts)


@pytest.mark.parametrize("path", FILES, ids=names_of)
def test_no_part_waits_for_a_subclass_or_reaches_into_another(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert "NotImplementedError" not in source
    assert list(reached(ast.parse(source))) == []


def test_reaching_would_be_noticed() -> None:
    bad = ast.parse(
        "class A:\n    def f(self, other: A, b: B):\n        return other._x, b._y, self._b._z, self._own"
    )
    assert list(reached(bad)) == ["A.f: b._y", "A.f: self._b._z"]

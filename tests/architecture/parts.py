"""What pages are made of: few classes, one history, one service of odds, one place for language and rulings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.reading import (
    FILES,
    PACKAGE,
    Classes,
    Place,
    all_classes,
    ancestors,
    bases_of,
    folded,
    imported,
    in_parts,
    is_own,
    is_self,
    name_of,
    nodes_of,
    part_of,
    place_of,
    snippet,
    used,
    with_classes_of,
)

BASE = "fujikoro_nb.widgets.base.widget.FujiWidget"
MOST_DEPTH = 2
"""Our classes that one is made of, wherever they stand and however it got them."""
PAGES = ("helper", "play", "views", "widgets")


# ------------------------------------------------------------------ only widgets, and what steers them

DRAWN = {"traitlets", "ipywidgets", "anywidget", "tornado", "voila", "plotly"}


def is_protocol(node: ast.ClassDef, place: Place) -> bool:
    return any(name.rpartition(".")[2] == "Protocol" for name in bases_of(node, place))


def is_of_a_page(name: str, classes: Classes) -> bool:
    """Whether a class is a widget, what a part needs of one, or made of one of these."""
    made_of = {name, *ancestors(name, classes)}
    return any(
        one == BASE
        or one.split(".")[0] in DRAWN
        or (one in classes and one.startswith("fujikoro_nb.widgets") and is_protocol(*classes[one]))
        for one in made_of
    )


def draws_or_steers(place: Place) -> bool:
    """Whether a file holds a widget or draws one, or something that is given one and acts on it."""
    classes = with_classes_of(place)
    if any(name.split(".")[0] in DRAWN for _, name in used(place)):
        return True
    for node in place.nodes:
        if isinstance(node, ast.ClassDef) and is_of_a_page(f"{place.name}.{node.name}", classes):
            return True
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            told = [part for one in given if one.annotation is not None for part in ast.walk(one.annotation)]
            if any(is_of_a_page(place.origin(one), classes) for one in told if place.origin(one)):
                return True
            if node.name == "__init__" and any(one.arg in ("page", "panel") for one in given):
                return True
    return False


def test_a_room_of_widgets_holds_widgets_and_what_steers_them() -> None:
    """Whatever needs neither a widget nor a page is a view and stands there, whatever it borrows of the base."""
    plain = {
        name_of(path)
        for path in in_parts("widgets")
        if path.name != "__init__.py"
        and "base" not in path.relative_to(PACKAGE / "widgets").parts
        and not draws_or_steers(place_of(path))
    }
    assert plain == set()


@pytest.mark.parametrize(
    "old",
    [
        "def verdict_view(position):\n    return {}",
        "from fujikoro_nb.widgets.base.widget import text\ndef verdict_view(position):\n    return {}",
        "from fujikoro_nb.widgets.base.widget import source_of as _source\nclass Verdict(msgspec.Struct): ...",
    ],
)
def test_a_view_among_widgets_would_be_noticed(old: str) -> None:
    assert not draws_or_steers(snippet(old))


@pytest.mark.parametrize(
    "fine",
    [
        "from fujikoro_nb.widgets import FujiWidget\nclass Grid(FujiWidget): ...",
        "from fujikoro_nb.widgets.gear.craft_grid import CraftGrid\ndef lay(grid: CraftGrid | None) -> None: ...",
        "from typing import Protocol\nclass Desk:\n    def __init__(self, page): ...",
    ],
)
def test_what_steers_a_widget_may_stand_there(fine: str) -> None:
    assert draws_or_steers(snippet(fine))


# ------------------------------------------------------------------ towers


def towers(place: Place) -> Iterator[tuple[str, list[str]]]:
    """Classes of a file that are made of too many others of ours; what our base class is made of does not count."""
    classes = with_classes_of(place)
    below = ancestors(BASE, classes)
    for name in place.classes:
        made_of = {one for one in ancestors(f"{place.name}.{name}", classes) if one in classes} - below
        if len(made_of) > MOST_DEPTH:
            yield name, sorted(made_of)


def heirs() -> list[Path]:
    """All of `widgets`, and every file with a widget."""
    classes = all_classes()
    with_widget = {place.name for name, (_, place) in classes.items() if BASE in ancestors(name, classes)}
    return [path for path in FILES if part_of(path) == "widgets" or place_of(path).name in with_widget]


def test_widgets_are_no_towers() -> None:
    """Neither pages nor what steers them, however a class got its parts."""
    found = {f"{name_of(path)} {name}": parts for path in heirs() for name, parts in towers(place_of(path))}
    assert found == {}
    classes = all_classes()
    for known in (
        "gear.craft_grid.CraftGrid",
        "playing.game_page.GamePage",
        "helper.helper_page.HelperPage",
    ):
        assert BASE in ancestors(f"fujikoro_nb.widgets.{known}", classes)


@pytest.mark.parametrize(
    "old",
    [
        # Mixins, whether they stand here or in play/.
        (
            "from fujikoro_nb.widgets import FujiWidget\n"
            "class A: ...\nclass B: ...\nclass C: ...\nclass D: ...\nclass Page(FujiWidget, A, B, C, D): ..."
        ),
        (
            "from fujikoro_nb.widgets import GamePage\nfrom fujikoro_nb.play.history import History\n"
            "class Page(GamePage, History): ..."
        ),
        # One on top of another; under another name, and with what it is a kind of.
        (
            "from fujikoro_nb.widgets.learn.lesson_page import LessonPage as Base\n"
            "class Page(Base): ...\nclass Other(Page): ..."
        ),
        "class A: ...\nclass B(A): ...\nclass C(B): ...\nclass D(C): ...",
        "class A(Generic[T]): ...\nclass B(A[int]): ...\nclass C(B): ...\nclass D(C): ...",
    ],
)
def test_a_tower_would_be_noticed(old: str) -> None:
    assert [*towers(snippet(old))]


def test_two_steps_are_no_tower() -> None:
    fine = "from fujikoro_nb.widgets import FujiWidget\nclass Panel(FujiWidget): ...\nclass Other(Panel): ..."
    assert [*towers(snippet(fine))] == []


# ------------------------------------------------------------------ nothing waits for heirs


def body_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """Without the docstring."""
    is_told = ast.get_docstring(node, clean=False) is not None
    return node.body[1:] if is_told else node.body


def waits_for_heirs(place: Place) -> Iterator[str]:
    """Methods that only an heir can carry out."""
    for _, name in used(place):
        if name == "NotImplementedError" or name.split(".")[0] == "abc":
            yield name
    for outer in place.nodes:
        if not isinstance(outer, ast.ClassDef) or is_protocol(outer, place):
            continue
        for node in outer.body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            is_left = [
                isinstance(one, ast.Raise)
                or (
                    isinstance(one, ast.Expr)
                    and isinstance(one.value, ast.Constant)
                    and one.value.value is ...
                )
                for one in body_of(node)
            ]
            if is_left == [True]:
                yield f"{outer.name}.{node.name}"


def test_no_page_waits_for_its_heirs() -> None:
    """What a part needs of its page is a Protocol; what every heir has to say is given to the base as a value."""
    found = {name_of(path): [*waits_for_heirs(place_of(path))] for path in in_parts(*PAGES)}
    assert {name: waiting for name, waiting in found.items() if waiting} == {}


@pytest.mark.parametrize(
    "old",
    [
        "class Page:\n    def show(self):\n        raise NotImplementedError",
        "class Page:\n    def show(self):\n        '''Show.'''\n        raise TypeError('say what is shown')",
        "from abc import abstractmethod\nclass Page:\n    @abstractmethod\n    def show(self):\n        '''Show.'''",
        "import abc\nclass Page(abc.ABC):\n    @abc.abstractmethod\n    def show(self): ...",
        "class Page:\n    def show(self): ...",
    ],
)
def test_a_method_left_to_heirs_would_be_noticed(old: str) -> None:
    assert [*waits_for_heirs(snippet(old))]


def test_an_interface_waits_for_nobody() -> None:
    fine = "from typing import Protocol\nclass Host(Protocol):\n    def show(self) -> None: ..."
    assert [*waits_for_heirs(snippet(fine))] == []


# ------------------------------------------------------------------ one history

UNDO_NAMES = re.compile(r"_(past|future|undone|redone|undo_stack|done_stack|changes_made)")


def test_one_class_keeps_what_can_be_undone() -> None:
    """Whatever a page undoes is an entry of `play.history.History`; sessions and stored tables replay."""
    keepers = {
        f"{name_of(path)} {node.attr}"
        for path in in_parts(*PAGES)
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute) and is_self(node.value) and UNDO_NAMES.fullmatch(node.attr)
    }
    assert {keeper.split()[0] for keeper in keepers} == {"fujikoro_nb/play/history.py"}
    using = {
        name_of(path)
        for path in in_parts("widgets")
        if any(name.endswith("play.history.History") for name in imported(path))
    }
    rooms = {Path(name).relative_to("fujikoro_nb/widgets").as_posix() for name in using}
    assert {
        "gear/craft_grid.py",
        "gear/card_strip.py",
        "pieces/piece_shelf.py",
        "evening/setup_page.py",
        "helper/helper_page.py",
    } <= rooms


# ------------------------------------------------------------------ one service of odds

THREADS = re.compile(
    r"concurrent\.futures\b.*|threading\.(Thread|Timer)|multiprocessing\b.*|asyncio\.to_thread|_thread\b.*"
    r"|fujikoro_nb\.background\.Background|(.*\.)?run_in_executor"
)
WORK_BESIDE = {
    "fujikoro_nb/play/kept_small.py": "the disk's own record of a folder",
    "fujikoro_nb/play/odds_service.py": "odds",
    "fujikoro_nb/views/game/end.py": "the way off the mountain",
    "fujikoro_nb/views/game/played.py": "the work that pages of a game share",
    "fujikoro_nb/views/small/played.py": "the bots of a small game",
    "fujikoro_nb/widgets/guided/counsel.py": "what the planner would do",
    "fujikoro_nb/widgets/guided/review.py": "a game looked at again",
    "fujikoro_nb/widgets/helper/saved_puzzles.py": "making a puzzle",
    "fujikoro_nb/widgets/learn/puzzle_page.py": "making a puzzle without end",
    "fujikoro_nb/widgets/rules/rules_page.py": "searching by meaning",
}
"""Who works beside a page, and at what."""


def threads_of(place: Place) -> set[str]:
    """What a file has to work beside a page with."""
    found = {name for _, name in used(place) if THREADS.fullmatch(name)}
    return found | {
        node.attr
        for node in place.nodes
        if isinstance(node, ast.Attribute) and node.attr == "run_in_executor"
    }


def works_odds_out_beside(place: Place) -> bool:
    """Whether a file both has odds and a thread for them."""
    has_odds = any(name.startswith("fujikoro_nb.odds") for _, name in used(place))
    return has_odds and bool(threads_of(place))


def test_odds_beside_a_page_are_asked_of_one_service() -> None:
    """Nobody else both works odds out and has a thread for it."""
    assert {name_of(path) for path in in_parts(*PAGES) if threads_of(place_of(path))} == set(WORK_BESIDE)
    assert {name_of(path) for path in in_parts(*PAGES) if works_odds_out_beside(place_of(path))} == {
        "fujikoro_nb/play/odds_service.py"
    }
    asked = {
        name_of(path)
        for path in FILES
        if any(name.endswith(".odds_service.OddsService") for name in imported(path))
    }
    assert {
        "fujikoro_nb/views/fight/odds.py",
        "fujikoro_nb/views/game/ahead.py",
        "fujikoro_nb/views/game/chances.py",
        "fujikoro_nb/widgets/fight/odds.py",
        "fujikoro_nb/widgets/playing/outlook.py",
    } <= asked


@pytest.mark.parametrize(
    "old",
    [
        "from fujikoro_nb.background import Background\nfrom fujikoro_nb.odds import solve",
        "from concurrent.futures import ThreadPoolExecutor\nfrom fujikoro_nb.odds import solve",
        (
            "import concurrent.futures as futures\nfrom fujikoro_nb import odds\n"
            "pool = futures.ThreadPoolExecutor()\npool.submit(odds.solve, samurai, foe)"
        ),
        "import threading\nfrom fujikoro_nb.odds.solving import solve\nthreading.Thread(target=solve).start()",
        "import asyncio\nfrom fujikoro_nb.odds import solve\nodds = await asyncio.to_thread(solve, samurai, foe)",
        "from fujikoro_nb.odds import solve\nodds = await loop.run_in_executor(None, solve)",
    ],
)
def test_a_second_service_of_odds_would_be_noticed(old: str) -> None:
    assert works_odds_out_beside(snippet(old))


# ------------------------------------------------------------------ a page in another language is the same page


def test_nobody_goes_on_from_another_of_its_kind() -> None:
    """A page in another language is the same page: nothing takes over what another one kept for itself."""
    taken = []
    for path in in_parts(*PAGES):
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef) and node.name in ("take_over", "take_from", "go_on_from"):
                taken.append(f"{name_of(path)}:{node.lineno} {node.name}")
            if isinstance(node, ast.Assign):
                taken += [f"{name_of(path)}:{node.lineno} {one}" for one in copied_attributes(node)]
    assert taken == []


def copied_attributes(node: ast.Assign) -> Iterator[str]:
    """``self._x = other._x``, alone or in a row."""
    for target in node.targets:
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        for one, value in zip(targets, values, strict=False):
            held = [each for each in ast.walk(value) if isinstance(each, ast.Attribute)]
            if isinstance(one, ast.Attribute) and is_self(one.value) and is_own(one.attr):
                yield from (one.attr for each in held if each.attr == one.attr and not is_self(each.value))


def test_a_copy_would_be_noticed() -> None:
    old = "self._standing, self._at = other._standing, other._at"
    assert [*copied_attributes(ast.parse(old).body[0])] == ["_standing", "_at"]  # type: ignore[arg-type]
    assert [*copied_attributes(ast.parse("self._known = dict(other._known)").body[0])] == ["_known"]  # type: ignore[arg-type]
    assert [*copied_attributes(ast.parse("self._at = self._at + one.at").body[0])] == []  # type: ignore[arg-type]


HEARING = {"observe", "dlink", "link", "directional_link", "on_trait_change", "jslink", "jsdlink"}


def hears_language(place: Place) -> bool:
    """Whether a file is told of another language by traitlets, as a call or a decorator."""
    for node in place.nodes:
        if not isinstance(node, ast.Call):
            continue
        called = place.origin(node.func) or (node.func.attr if isinstance(node.func, ast.Attribute) else "")
        if called.rpartition(".")[2] in HEARING and any(
            isinstance(one, ast.Constant) and one.value == "language"
            for given in (*node.args, *(word.value for word in node.keywords))
            for one in ast.walk(folded(given, place))
        ):
            return True
    return False


def test_a_language_is_heard_in_one_place() -> None:
    """`FujiWidget` tells the parts of a widget, then the widget itself, by `speak_anew`."""
    hearing = {name_of(path) for path in in_parts("widgets") if hears_language(place_of(path))}
    assert hearing == {"fujikoro_nb/widgets/base/widget.py"}


@pytest.mark.parametrize(
    "old",
    [
        'self.observe(self._speak, "language")',
        'self.observe(self._speak, names=["language"])',
        'import traitlets as t\nclass Page:\n    @t.observe("language")\n    def _speak(self, change): ...',
        'from traitlets import observe\nclass Page:\n    @observe("language")\n    def _speak(self, change): ...',
        'from traitlets import observe as on\nclass Page:\n    @on("language")\n    def _speak(self, change): ...',
        'import traitlets as t\nt.dlink((self, "language"), (rules, "language"))',
        'from traitlets import dlink\nSPOKEN = "language"\ndlink((self, SPOKEN), (rules, SPOKEN))',
    ],
)
def test_another_ear_would_be_noticed(old: str) -> None:
    assert hears_language(snippet(old))


# ------------------------------------------------------------------ rulings and mode of a table

PLAYS_AS_TOLD = {
    "fujikoro_nb/serve/readers/one_table.py view.rulings": "a reader's page, from what is stored",
    "fujikoro_nb/widgets/playing/bench.py grid.rulings": "gear at a game's bench, from the game",
    "fujikoro_nb/widgets/seats/seat_page.py grid.rulings": "a seat's own gear, from what is stored",
}
"""Who is given rulings and is no part of a page that a table's decisions are linked to."""


def pushed_rulings(place: Place) -> Iterator[str]:
    """Rulings set on something else, by whatever way."""
    for node in place.nodes:
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for one in ast.walk(target):
                    if isinstance(one, ast.Attribute) and one.attr == "rulings" and not is_self(one.value):
                        yield ast.unparse(one)
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func).rpartition(".")[2]
            is_told = any(
                isinstance(told := folded(one, place), ast.Constant) and told.value == "rulings"
                for one in node.args
            )
            if called in ("setattr", "set_trait", "__setattr__") and is_told:
                yield ast.unparse(node)


def test_rulings_and_mode_of_a_table_are_told_in_one_place() -> None:
    """The helper's parts are linked to what the table decided; what is played is asked of `stored.played_at`."""
    pushed = {
        f"{name_of(path)} {one}"
        for path in in_parts("play", "views", "widgets", "serve")
        for one in pushed_rulings(place_of(path))
    }
    assert pushed == set(PLAYS_AS_TOLD)
    helper = [path for path in FILES if path.is_relative_to(PACKAGE / "widgets" / "helper")]
    read = [
        f"{name_of(path)}:{node.lineno} {ast.unparse(node)}"
        for path in FILES
        if part_of(path) in ("play", "views", "widgets", "serve") or path in helper
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute)
        and node.attr in ("mode", "options", "players")
        and ast.unparse(node.value).endswith(("table.setup", "setup", ".setup"))
    ]
    assert read == []


@pytest.mark.parametrize(
    "old",
    [
        "panel.rulings = self.rulings",
        "self.panel.rulings = self.table.rulings",
        "self.grid.rulings, self.panel.rulings = one, one",
        'setattr(panel, "rulings", rulings)',
        'panel.set_trait("rulings", rulings)',
    ],
)
def test_pushed_rulings_would_be_noticed(old: str) -> None:
    assert [*pushed_rulings(snippet(old))]

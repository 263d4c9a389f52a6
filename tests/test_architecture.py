"""The shape of the whole: who may import whom, what the engine may touch, and a kernel that knows no game."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro import modes
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.rulings import SWITCHES
from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
    Event,
    Frame,
    FrameRules,
    Game,
    Illegal,
    Options,
    Outcome,
    Question,
    Record,
    Refusal,
    Seat,
    State,
    event,
    push,
    refuse,
    replace_top,
)
from fujikoro_nb.helper.kinds.modes import TABLE_MODES
from tests.support.each import each

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "fujikoro_nb"
ENGINE = PACKAGE / "engine"

# DESIGN's list: a folder imports only what stands above it. `paths` is a module that says where files lie.
ORDER = (
    "texts",
    "engine",
    "paths",
    "background",
    "content",
    "rulebook",
    "odds",
    "bots",
    "puzzles",
    "learning",
    "helper",
    "store",
    "play",
    "views",
    "widgets",
    "serve",
    "hub",
    "commands",
    "cli",
    "__main__",
)
IMPORTS_NOTHING = {"texts", "engine", "paths", "background"}
"""Stand above others in the list, and know none of ours but themselves."""

# No files, no clock, no chance, no threads: what is not here is not for the engine.
ENGINE_MAY_IMPORT = {
    "__future__",
    "bisect",
    "collections",
    "enum",
    "functools",
    "hashlib",  # a pure function: a seed and a number into bits
    "heapq",
    "itertools",
    "math",
    "msgspec",
    "operator",
    "re",
    "typing",
}
TOUCHES_THE_WORLD = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}

FILES = sorted(PACKAGE.rglob("*.py"))
ENGINE_FILES = [path for path in FILES if path.is_relative_to(ENGINE)]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Dotted names of every imported module, wherever the import stands."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part_of(path: Path) -> str:
    """The folder of the package, or the module's own name for one that lies beside the folders."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_every_folder_stands_in_the_list() -> None:
    parts = {part_of(path) for path in FILES} - {"__init__"}
    assert parts - set(ORDER) == set()


@each("path", FILES, ids=name_of)
def test_a_folder_imports_only_what_stands_above_it(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        return  # publishes names from anywhere, lazily
    for name in imported(path):
        if not name.startswith("fujikoro_nb"):
            continue
        words = name.split(".")
        assert len(words) > 1, f"{name_of(path)} imports the whole package"
        target = words[1]
        if target == part or (target == "__version__" and part not in IMPORTS_NOTHING):
            continue
        assert target in ORDER, f"{name_of(path)} imports {name}"
        assert part not in IMPORTS_NOTHING, f"{name_of(path)} imports {name}"
        assert ORDER.index(target) < ORDER.index(part), (
            f"{name_of(path)} imports {name}, which stands below it"
        )


@each("path", ENGINE_FILES, ids=name_of)
def test_engine_needs_only_the_language_and_msgspec(path: Path) -> None:
    for name in imported(path):
        top = name.split(".")[0]
        if top == "fujikoro_nb":
            continue
        assert top in ENGINE_MAY_IMPORT, f"{name_of(path)} imports {name}"
        assert top == "msgspec" or top in sys.stdlib_module_names


@each("path", ENGINE_FILES, ids=name_of)
def test_engine_touches_no_files_clock_or_chance(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in TOUCHES_THE_WORLD, f"{name_of(path)}:{node.lineno}"
        assert not isinstance(node, ast.Global), f"{name_of(path)}: the engine has no changing globals"


def for_developers(tree: ast.Module) -> set[int]:
    """Ids of the strings that no player ever reads: docstrings and what an assertion says."""
    ours: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            ours |= {id(node.value)}
        elif isinstance(node, ast.Assert) and node.msg is not None:
            ours |= {id(inner) for inner in ast.walk(node.msg)}
        elif isinstance(node, ast.Raise) and ast.unparse(node.exc or node).startswith("AssertionError("):
            ours |= {id(inner) for inner in ast.walk(node)}
    return ours


@each("path", ENGINE_FILES, ids=name_of)
def test_engine_holds_no_sentence(path: Path) -> None:
    """Two words with a space between them are a sentence, and sentences live in texts."""
    tree = tree_of(path)
    ours = for_developers(tree)
    said = [
        f"{name_of(path)}:{node.lineno}: {node.value!r}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in ours
        and re.search(r"[^\W\d_]{2,} [^\W\d_]{2,}", node.value)
    ]
    assert said == []


@each("path", ENGINE_FILES, ids=name_of)
def test_no_rule_asks_for_its_mode_or_seed(path: Path) -> None:
    """Modes are objects that rules ask, not branches."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            asked: ast.expr = node.test
        elif isinstance(node, ast.Match):
            asked = node.subject
        else:
            continue
        for inner in ast.walk(asked):
            word = (
                inner.id
                if isinstance(inner, ast.Name)
                else inner.attr
                if isinstance(inner, ast.Attribute)
                else ""
            )
            assert word not in ("mode", "seed", "edition"), f"{name_of(path)}:{node.lineno}"


@each("path", sorted((ENGINE / "kernel").glob("*.py")), ids=name_of)
def test_kernel_knows_no_game(path: Path) -> None:
    for name in imported(path):
        assert not name.startswith("fujikoro_nb") or name.startswith("fujikoro_nb.engine.kernel"), name


# ------------------------------------------------------------------ rooms: their size, their order, what is inside

MOST_FILES, MOST_LINES, MOST_DEPTH = 25, 500, 2
SOURCES = (".py", ".js", ".mjs", ".css")
"""Kinds of files that are counted; what is only data is not."""
SHOWS_NOTHING = ("helper", "store", "play", "views")
DRAWING = {"traitlets", "ipywidgets", "anywidget", "tornado", "voila"}
ROOMS = (
    "base",
    "gear",
    "map",
    "fight",
    "pieces",
    "rules",
    "evening",
    "sharing",
    "learn",
    "playing",
    "helper",
    "readers",
)
"""Of the widgets: a room takes only from those before it."""
FRONT_FILES = sorted(
    path
    for path in (PACKAGE / "widgets").rglob("*")
    if path.suffix in (".js", ".mjs", ".css", ".svg") and path.parent.name != "vendor"
)
PAGE_SCRIPTS = sorted(
    path for path in (ROOT / "voila" / "templates" / "fujikoro").iterdir() if path.suffix in (".js", ".mjs")
)
"""Of the pages around the widgets, and the modules that they are joined with."""
_FROM = re.compile(r'^(?:import|export) [^;]*? from "([^"]+)";', re.MULTILINE | re.DOTALL)


def source_files() -> list[Path]:
    return [path for path in PACKAGE.rglob("*") if path.suffix in SOURCES and path.parent.name != "vendor"]


def test_no_folder_holds_more_than_one_looks_through() -> None:
    held = Counter(
        path.parent.relative_to(PACKAGE).as_posix() for path in source_files() if path.name != "__init__.py"
    )
    assert len(held) > 30
    assert {folder: number for folder, number in held.items() if number > MOST_FILES} == {}


def test_no_module_is_too_long_to_read() -> None:
    long = {
        name_of(path) for path in FILES if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES
    }
    assert long == set()


@pytest.mark.parametrize("part", SHOWS_NOTHING)
def test_what_is_shown_is_made_without_what_shows_it(part: str) -> None:
    """A view is a plain function of a state: no widget, no server."""
    paths = [path for path in FILES if part_of(path) == part]
    assert paths
    taken = {
        (name_of(path), name) for path in paths for name in imported(path) if name.split(".")[0] in DRAWING
    }
    assert taken == set()


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE / "widgets").parts[0].removesuffix(".py")


def test_a_room_of_widgets_takes_only_from_those_before_it() -> None:
    found = {room_of(path) for path in FRONT_FILES} | {
        room_of(path) for path in FILES if part_of(path) == "widgets" and path.parent.name != "widgets"
    }
    assert found == set(ROOMS)
    for path in FILES:
        if part_of(path) != "widgets" or path.parent.name == "widgets":
            continue
        for name in imported(path):
            if name.startswith("fujikoro_nb.widgets."):
                target = name.split(".")[2]
                assert ROOMS.index(target) <= ROOMS.index(room_of(path)), f"{name_of(path)} imports {name}"


def test_so_does_their_javascript() -> None:
    found = 0
    for path in FRONT_FILES:
        if path.suffix not in (".js", ".mjs"):
            continue
        for taken in _FROM.findall(path.read_text(encoding="utf-8")):
            target = (path.parent / taken).resolve()
            assert target in FRONT_FILES, f"{name_of(path)} takes {taken}"
            assert ROOMS.index(room_of(target)) <= ROOMS.index(room_of(path)), (
                f"{name_of(path)} takes {taken}"
            )
            found += 1
    assert found > 100


def test_a_front_end_file_is_found_by_its_name_alone() -> None:
    """Two rooms with a file of one name: whichever came first would be sent."""
    names = Counter(path.name for path in (*FRONT_FILES, *PAGE_SCRIPTS))
    assert [name for name, number in names.items() if number > 1] == []


MOST_LINES_OF_A_FUNCTION = 120
_BEGINS = re.compile(
    r"(?:export )?(?:default )?(?:async )?function\*? ?(\w*).*\{$|(?:export )?const (\w+) = .*=> \{$"
)


def functions_of(text: str) -> Iterator[tuple[str, int]]:
    """Those at the top of a file with their lines; what stands inside another is no longer than that one."""
    name, begun = "", 0
    for number, line in enumerate(text.splitlines()):
        if found := _BEGINS.match(line):
            name, begun = found[1] or found[2] or "default", number
        elif name and re.match(r"\}\)?;?$", line):
            yield name, number - begun + 1
            name = ""


def test_no_function_of_the_front_end_is_too_long_to_read() -> None:
    found = [
        (path.name, name, lines)
        for path in (*FRONT_FILES, *PAGE_SCRIPTS)
        if path.suffix in (".js", ".mjs")
        for name, lines in functions_of(path.read_text(encoding="utf-8"))
    ]
    assert len(found) > 200
    assert [one for one in found if one[2] > MOST_LINES_OF_A_FUNCTION] == []


_PAGE = re.compile(
    r"\b(?:document|location|history|navigator|localStorage|sessionStorage|addEventListener|requestAnimationFrame)\b"
)


def without_a_page() -> list[Path]:
    """Modules of the front end that use no page, nor anything that uses one."""
    paths = [path for path in (*FRONT_FILES, *PAGE_SCRIPTS) if path.suffix == ".mjs"]
    modules = {path.name: path.read_text(encoding="utf-8") for path in paths}
    taken = {name: {Path(each).name for each in _FROM.findall(text)} for name, text in modules.items()}
    using = {name for name, text in modules.items() if _PAGE.search(re.sub(r"//.*", "", text))}
    while more := {name for name in modules if taken[name] & using} - using:
        using |= more
    return [path for path in paths if path.name in modules.keys() - using]


def test_what_needs_no_page_has_tests_of_its_own() -> None:
    plain = without_a_page()
    assert len(plain) > 10
    tests = ROOT / "tests" / "js"
    assert [path.name for path in plain if not (tests / f"{path.stem}.test.mjs").is_file()] == []


_TOP = re.compile(
    r"^(?:export )?(?:default )?(?:async )?(?:function\*?|class|const|let|var) +(\w+|[{[][^=]*[}\]])"
)


@pytest.mark.parametrize(
    "path",
    [path for path in (*FRONT_FILES, *PAGE_SCRIPTS) if path.suffix == ".js"],
    ids=lambda path: path.name,
)
def test_no_name_is_made_twice_in_what_is_sent(path: Path) -> None:
    """What is joined shares one scope: of two functions of one name, the later one would be used."""
    from fujikoro_nb.widgets.base.front_texts import joined

    made = [
        name
        for line in joined(path).splitlines()
        if (top := _TOP.match(line))
        for name in re.findall(r"\w+", top[1])
    ]
    assert made
    assert [name for name, number in Counter(made).items() if number > 1] == []


def test_a_room_of_widgets_holds_widgets_and_what_steers_them() -> None:
    """Whatever needs neither a widget nor its base, and steers none, is a view and stands there."""
    plain = []
    for path in FILES:
        if part_of(path) != "widgets" or path.name == "__init__.py" or room_of(path) == "base":
            continue
        names = [
            name
            for name in imported(path)
            if name.split(".")[0] in DRAWING | {"plotly"} or name.startswith("fujikoro_nb.widgets")
        ]
        steers = any(
            isinstance(node, ast.FunctionDef) and node.name == "__init__" and "page" in ast.unparse(node.args)
            for node in ast.walk(tree_of(path))
        )
        if not names and not steers:
            plain.append(name_of(path))
    assert plain == []


def files_below(name: str) -> str:
    """The dotted name of a module without the name that is imported from it."""
    words = name.split(".")
    while words and not (
        ROOT.joinpath(*words).with_suffix(".py").is_file() or ROOT.joinpath(*words).is_dir()
    ):
        words.pop()
    return ".".join(words)


def test_no_two_files_need_each_other() -> None:
    """What is imported for its types counts as well; what a function imports when it runs does not."""
    graph: dict[str, set[str]] = {}
    for path in FILES:
        tree = tree_of(path)
        inside = {
            id(inner)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for inner in ast.walk(node)
        }
        here = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        graph[here] = {
            files_below(f"{node.module}.{alias.name}")
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            and id(node) not in inside
            and str(node.module).startswith("fujikoro_nb")
            for alias in node.names
        } - {here}
    while True:
        ends = {name for name, needs in graph.items() if not needs & set(graph)}
        if not ends:
            break
        graph = {name: needs for name, needs in graph.items() if name not in ends}
    # What is left waits for each other, or for those that do.
    while heads := set(graph) - {need for needs in graph.values() for need in needs}:
        graph = {name: needs for name, needs in graph.items() if name not in heads}
    assert graph == {}


def is_own(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_what_begins_with_an_underscore_stays_in_its_folder() -> None:
    taken = []
    for path in FILES:
        folder = ".".join(path.relative_to(ROOT).parts[:-1])
        for name in imported(path):
            words = name.split(".")
            for length, word in enumerate(words):
                if (
                    words[0] == "fujikoro_nb"
                    and is_own(word)
                    and not f"{folder}.".startswith(".".join(words[:length]) + ".")
                ):
                    taken.append((name_of(path), name))
    assert taken == []


NAMED_BY_OTHERS = {"_replace", "_asdict", "_SubParsersAction", "_css", "_fields"}
"""Public in spite of their underscore: of named tuples, argparse and anywidget."""


def test_nobody_reaches_into_anothers_attributes() -> None:
    """``other._attr`` only in the file that makes the attribute."""
    reached = []
    for path in FILES:
        nodes = list(ast.walk(tree_of(path)))
        own = {node.attr for node in nodes if isinstance(node, ast.Attribute) and is_self(node.value)}
        own |= {
            node.name
            for node in nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        }
        own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        reached += [
            f"{name_of(path)}:{node.lineno} {ast.unparse(node)}"
            for node in nodes
            if isinstance(node, ast.Attribute)
            and is_own(node.attr)
            and not is_self(node.value)
            and node.attr not in own | NAMED_BY_OTHERS
        ]
    assert reached == []


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def test_widgets_are_no_towers() -> None:
    """From our base class at most two steps, however a class got its parts."""
    from fujikoro_nb.widgets import __all__ as published

    bases = {
        node.name: [ast.unparse(base).split("[")[0].rpartition(".")[2] for base in node.bases]
        for path in FILES
        if part_of(path) == "widgets"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ClassDef)
    }

    def ancestors(name: str) -> set[str]:
        return {
            one
            for base in bases.get(name, ())
            if base in bases and base != "FujiWidget"
            for one in {base, *ancestors(base)}
        }

    def is_widget(name: str) -> bool:
        return "FujiWidget" in bases.get(name, ()) or any(map(is_widget, bases.get(name, ())))

    towers = {
        name: sorted(ancestors(name))
        for name in bases
        if is_widget(name) and len(ancestors(name)) >= MOST_DEPTH
    }
    assert {"CraftGrid", "GamePage", "HelperPage"} <= set(bases) & set(published)
    assert towers == {}


UNDO_NAMES = re.compile(r"_(past|future|undone|redone|undo_stack|done_stack|changes_made)")


def test_one_class_keeps_what_can_be_undone() -> None:
    """Whatever a page undoes is an entry of `play.history.History`; sessions and stored tables replay."""
    keepers = {
        f"{name_of(path)} {node.attr}"
        for path in FILES
        if part_of(path) in ("helper", "play", "views", "widgets")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and is_self(node.value) and UNDO_NAMES.fullmatch(node.attr)
    }
    assert {keeper.split()[0] for keeper in keepers} == {"fujikoro_nb/play/history.py"}
    using = {
        name_of(path)
        for path in FILES
        if part_of(path) == "widgets"
        and any(name.endswith("play.history.History") for name in imported(path))
    }
    rooms = {Path(name).relative_to("fujikoro_nb/widgets").as_posix() for name in using}
    assert {
        "gear/craft_grid.py",
        "gear/card_strip.py",
        "pieces/piece_shelf.py",
        "evening/setup_page.py",
        "helper/helper_page.py",
    } <= rooms


def test_odds_beside_a_page_are_asked_of_one_service() -> None:
    """Nobody else both works odds out and has a thread for it."""
    threads = {
        name_of(path): {name.split(".")[1] for name in imported(path) if name.startswith("fujikoro_nb.")}
        for path in FILES
        if part_of(path) in ("helper", "play", "views", "widgets")
        and any(name == "fujikoro_nb.background.Background" for name in imported(path))
    }
    assert {name for name, taken in threads.items() if "odds" in taken} == {
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


def test_nobody_goes_on_from_another_of_its_kind() -> None:
    """A page in another language is the same page: nothing takes over what another one kept for itself."""
    taken = []
    for path in FILES:
        if part_of(path) not in ("helper", "play", "views", "widgets"):
            continue
        for node in ast.walk(tree_of(path)):
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


def test_a_language_is_heard_in_one_place() -> None:
    """`FujiWidget` tells the parts of a widget, then the widget itself, by `speak_anew`."""
    hearing = {
        name_of(path)
        for path in FILES
        if part_of(path) == "widgets"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("observe", "dlink", "link")
        and any(isinstance(one, ast.Constant) and one.value == "language" for one in ast.walk(node))
    }
    assert hearing == {"fujikoro_nb/widgets/base/widget.py"}


def test_rulings_and_mode_of_a_table_are_told_in_one_place() -> None:
    """The helper's parts are linked to what the table decided; what is played is asked of `stored.played_at`."""
    helper = [path for path in FILES if path.is_relative_to(PACKAGE / "widgets" / "helper")]
    pushed = [
        f"{name_of(path)}:{node.lineno}"
        for path in helper
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Assign | ast.AugAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute) and target.attr == "rulings"
    ]
    assert pushed == []
    read = [
        f"{name_of(path)}:{node.lineno} {ast.unparse(node)}"
        for path in FILES
        if part_of(path) in ("play", "views", "widgets", "serve") or path in helper
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute)
        and node.attr in ("mode", "options", "players")
        and ast.unparse(node.value).endswith(("table.setup", "setup", ".setup"))
    ]
    assert read == []


def test_no_widget_waits_for_its_heirs() -> None:
    waiting = [
        name_of(path)
        for path in FILES
        if part_of(path) == "widgets" and "NotImplementedError" in path.read_text(encoding="utf-8")
    ]
    assert waiting == []


def test_games_are_named_only_where_they_are_made_and_played() -> None:
    """Whoever holds a session asks it for its game."""
    named = {
        name_of(path)
        for path in FILES
        if part_of(path) != "play" and path.name != "games.py"
        for name in imported(path)
        if name.rpartition(".")[2] in ("GAME", "FIGHT_GAME")
    }
    assert named == set()


# A mode, a scenario and a character is asked what it is; its name is for saves, links, texts and whoever looks it up.
NAMES_OF_KINDS = {
    *(mode.name for mode in vars(modes).values() if isinstance(mode, modes.Mode)),
    *TABLE_MODES,
    *CHARACTERS,
}
SCENARIO_NAME = re.compile(r"scenario-(\d+(-coop)?)?")
BY_NUMBER = {"scenario", "character"}
"""What holds one of them: no number and no word is compared with it."""
LOOKED_UP = {"get", "pop", "index", "count", "setdefault"}
CUT = {"startswith", "endswith", "removeprefix", "removesuffix", "find", "split", "partition", "fullmatch"}
ALSO_EXTRAS = {modes.PEACEFUL.name}
"""What a message calls an extra; no object is chosen by it."""
NO_CHOICES = {
    "fujikoro_nb/engine/fujikoro/gear/limits.py self.character == SYMMETRIC_NAME": "the object says what it is",
    "fujikoro_nb/rulebook/search.py chapter in ASIDE": "two chapters of the rules are called as modes are",
}
"""What looks like one, with the reason why it is none."""


def names_kind(node: ast.AST) -> bool:
    """Whether it is the name of a mode, a scenario or a character, written out."""
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and (node.value in NAMES_OF_KINDS or SCENARIO_NAME.fullmatch(node.value) is not None)
    )


def has_kind(node: ast.AST) -> bool:
    return any(map(names_kind, ast.walk(node)))


def holds_kind(node: ast.AST) -> bool:
    """Whether it asks for the scenario or character of something."""
    return any(
        (isinstance(one, ast.Name) and one.id in BY_NUMBER)
        or (isinstance(one, ast.Attribute) and one.attr in BY_NUMBER)
        for one in ast.walk(node)
    )


def is_written_out(node: ast.AST) -> bool:
    """A number or a word; nothing at all is not a kind."""
    return any(
        isinstance(one, ast.Constant)
        and isinstance(one.value, int | str)
        and not isinstance(one.value, bool)
        and one.value != ""
        for one in ast.walk(node)
    )


def named_at_top(tree: ast.Module) -> dict[str, ast.expr]:
    """What a module calls its own tables and words."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found[node.target.id] = node.value
    return found


def behind(node: ast.expr, top: dict[str, ast.expr]) -> ast.expr:
    """What stands behind a name of a module, if it is written out there."""
    value = top.get(node.id) if isinstance(node, ast.Name) else None
    return value if isinstance(value, ast.Constant | ast.Tuple | ast.List | ast.Set | ast.Dict) else node


def compares_kinds(node: ast.Compare, top: dict[str, ast.expr]) -> bool:
    known = [behind(side, top) for side in (node.left, *node.comparators)]
    sides = [ast.Tuple([*filter(None, one.keys)]) if isinstance(one, ast.Dict) else one for one in known]
    others = [side for side in sides if not holds_kind(side)]
    return any(map(has_kind, sides)) or (len(others) < len(sides) and any(map(is_written_out, others)))


def patterns_of_kinds(node: ast.Match) -> Iterator[ast.pattern]:
    for case in node.cases:
        if has_kind(case.pattern) or (holds_kind(node.subject) and is_written_out(case.pattern)):
            yield case.pattern


def keys_of_kinds(node: ast.Dict) -> Iterator[ast.expr]:
    for key in node.keys:
        is_extra = isinstance(key, ast.Constant) and key.value in ALSO_EXTRAS
        if key is not None and has_kind(key) and not is_extra:
            yield key


def looks_up_kinds(table: ast.expr, key: ast.expr, top: dict[str, ast.expr]) -> bool:
    """By a name that is written out, or by number in a table that is."""
    return has_kind(key) or (isinstance(behind(table, top), ast.Dict) and holds_kind(key))


def chosen_by_name(tree: ast.Module) -> Iterator[ast.expr | ast.pattern]:
    """Wherever something is chosen by the name or number of a mode, a scenario or a character."""
    top = named_at_top(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Compare() if compares_kinds(node, top):
                yield node
            case ast.Match():
                yield from patterns_of_kinds(node)
            case ast.Dict():
                yield from keys_of_kinds(node)
            case ast.Subscript(value=table, slice=key) if looks_up_kinds(table, key, top):
                if ast.unparse(table).rpartition(".")[2] != "Literal":  # a type chooses nothing
                    yield node
            case ast.Call(func=ast.Attribute(value=table, attr=called), args=[key, *_]):
                is_cut = called in CUT and has_kind(key)
                if is_cut or (called in LOOKED_UP and looks_up_kinds(table, key, top)):
                    yield node


def test_what_is_played_is_asked_and_never_compared() -> None:
    """A fact of a mode, scenario or character stands in its object; whoever needs it asks for the fact."""
    assert {"competitive", "coop", "solo", "peaceful", "makai_fuda", "tomoe", "symmetric"} <= NAMES_OF_KINDS
    found = {
        f"{name_of(path)} {ast.unparse(node)}" for path in FILES for node in chosen_by_name(tree_of(path))
    }
    assert found == set(NO_CHOICES)


@pytest.mark.parametrize(
    "old",
    [
        'is_scored = mode == "competitive"',
        'is_one = mode != "competitive" and players == 1',
        'is_group = self.mode in ("coop", "solo")',
        'is_group = mode not in {"coop", "solo"}',
        'modes = (*modes, "solo") if "coop" in modes else modes',
        'is_alone = modes == ("solo",)',
        'is_peaceful = "peaceful" in evening.agreed',
        'GROUP = ("coop", "solo")\nis_group = mode in GROUP',
        'SOLO = "solo"\nis_alone = mode == SOLO',
        'end = END["solo" if is_alone else kind]',
        'fewest, most = PLAYERS["competitive"]',
        'PLAYERS = {"competitive": (2, 6), "coop": (1, 6)}',
        'steps = {"makai_fuda": makai_steps}.get(mode, others)(table)',
        'steps = STEPS.get("coop")',
        'CHANGES = {(1, "competitive"): first, (3, "group"): third}',
        'match mode:\n    case "coop" | "solo":\n        pass',
        "if table.scenario == 7:\n    pass",
        "if table.scenario not in (1, 2):\n    pass",
        "ALONE = (0, 3, 7)\nis_needed = scenario in ALONE",
        "match scenario:\n    case 3:\n        pass",
        "GAMES: Mapping[int, Game] = {1: first, 3: third}\ngame = GAMES.get(scenario, usual)",
        "GAMES = {1: first, 3: third}\ngame = GAMES[table.scenario]",
        'READ = {"scenario-1": (), "scenario-3-coop": ()}',
        'is_known = f"scenario-{number}" in SCENARIOS',
        'number = int(option.removeprefix("scenario-"))',
        'is_scenario = option.startswith("scenario-")',
        'kind = "group" if key.endswith("coop") else ""',
        'if "tomoe" in table.characters:\n    pass',
        'owners = sum(hero != "daisuke" for hero in heroes)',
        'is_impossible = tuple(characters) == ("daisuke",)',
        'symmetric = sum(limits.character == "symmetric" for limits in boards)',
        'is_plain = link.character == "usual"',
    ],
)
def test_a_choice_by_name_would_be_noticed(old: str) -> None:
    """As such choices stood in lists, evening, quick answers and pages."""
    assert [*chosen_by_name(ast.parse(old))]


@pytest.mark.parametrize(
    "fine",
    [
        "is_group = mode_of(mode).is_together",
        "is_known = mode in MODES",
        'first = new_evening(people, mode="competitive")',
        "character = Person(name, SYMMETRIC.character)",
        "if evening.scenario and not table.side.hostiles:\n    pass",
        'told = {"peaceful": evening.is_peaceful}',
        'mode: Literal["competitive", "peaceful"] = "competitive"',
        'if name in ("players", "scenario"):\n    pass',
        "side = SIDES[scenario_of(number).name]",
    ],
)
def test_asking_a_fact_is_no_choice_by_name(fine: str) -> None:
    assert [*chosen_by_name(ast.parse(fine))] == []


# A number of a rule and a reading of a switch are the engine's; whoever stands above it asks for what follows of them.
PRICES = {"LAVA_DAMAGE", "TEMPLES", "MAGIC_INITIATIVE"}
"""Numbers that were once multiplied, and places once gone through, by pages and planners."""
SAID = {
    ("fujikoro_nb/views/gear/magic.py", "MAGIC_INITIATIVE"),
    ("fujikoro_nb/views/gear/verdict.py", "MAGIC_INITIATIVE"),
}
"""Who only names such a number in a sentence."""
PLAYS_READINGS = {
    "fujikoro_nb/odds/_accelerate.py",
    "fujikoro_nb/odds/decide.py",
    "fujikoro_nb/odds/weapons.py",
    "fujikoro_nb/views/gear/magic.py",
}
"""Above the engine, what asks for a reading by its name: the solver, whose play the engine's playouts judge, and the
sentence that explains one. Everything else asks a rule, which takes the rulings."""
ABOVE = [path for path in FILES if not path.is_relative_to(ENGINE)]


def test_no_rules_number_is_taken_out_of_the_engine() -> None:
    taken = {
        (name_of(path), name.rpartition(".")[2])
        for path in ABOVE
        for name in imported(path)
        if name.startswith("fujikoro_nb.engine.fujikoro") and name.rpartition(".")[2] in PRICES
    }
    assert taken == SAID, "ask the rule"


def test_only_the_engine_goes_by_a_reading() -> None:
    """`reading` or `option` with a switch written out; a page may ask for whatever rule somebody points at."""
    asked = {
        name_of(path)
        for path in ABOVE
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("reading", "option")
        and any(isinstance(given, ast.Constant) and given.value in SWITCHES for given in node.args)
    }
    assert asked == PLAYS_READINGS


def test_the_countdown_is_read_ahead_by_the_engine() -> None:
    """What the token reaches next is `final.ahead`: a page that counts on the track counts a second time."""
    counted = [
        f"{name_of(path)}:{node.lineno}"
        for path in ABOVE
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("charts.track")
    ]
    assert counted == []


def rulings_come_with(function: ast.FunctionDef, known: set[str]) -> bool:
    """Whether a parameter is the rulings, or something that holds them."""
    given = function.args
    for one in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        words = set(re.findall(r"\w+", ast.unparse(one.annotation))) if one.annotation is not None else set()
        if one.arg == "rulings" or words & known:
            return True
    return False


def with_rulings() -> set[str]:
    """Classes with a field of rulings, wherever they are, and those made of them."""
    bodies = [node for path in FILES for node in ast.walk(tree_of(path)) if isinstance(node, ast.ClassDef)]
    found = {
        node.name
        for node in bodies
        if any(
            isinstance(field, ast.AnnAssign) and ast.unparse(field.target) == "rulings" for field in node.body
        )
    }
    while True:
        heirs = {
            node.name
            for node in bodies
            if {word for base in node.bases for word in re.findall(r"\w+", ast.unparse(base))} & found
        }
        if heirs <= found:
            return found
        found |= heirs


def cited_switches(function: ast.FunctionDef) -> set[str]:
    """The switches among the rules that a decorator cites."""
    return {
        str(given.value)
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "cites"
        for given in decorator.args
        if isinstance(given, ast.Constant) and given.value in SWITCHES
    }


def test_what_cites_a_switch_above_the_engine_takes_rulings() -> None:
    """Else it can only play the adopted reading, as the odds of joint fights once did."""
    known, found = with_rulings(), 0
    for path in ABOVE:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef) and (cited := cited_switches(node)):
                found += 1
                assert rulings_come_with(node, known), f"{name_of(path)}:{node.lineno} cites {cited}"
    assert found, "the odds cite some"


def test_the_old_order_of_attack_would_be_noticed() -> None:
    """As it stood in odds/joint.py: it cited the switch and could not know the reading."""
    (old,) = ast.parse(
        '@cites("combat.init.descending", "combat.init.tie-samurai")\n'
        "def order_of(initiatives: Sequence[int], senders: Sequence[bool], dragon: int) -> tuple[int, ...]: ..."
    ).body
    assert isinstance(old, ast.FunctionDef)
    assert cited_switches(old) == {"combat.init.tie-samurai"}
    assert not rulings_come_with(old, with_rulings())


def test_states_answers_frames_and_refusals_are_frozen() -> None:
    """Every struct of the engine is frozen, and none holds a dict or a set."""
    found = 0
    for path in ENGINE_FILES:
        for node in ast.walk(tree_of(path)):
            if not isinstance(node, ast.ClassDef):
                continue
            if any("Struct" in ast.unparse(base) for base in node.bases):
                found += 1
                options = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
                assert options.get("frozen") == "True", f"{name_of(path)}: {node.name}"
                for field in (each for each in node.body if isinstance(each, ast.AnnAssign)):
                    kind = ast.unparse(field.annotation)
                    assert not re.search(r"\b(dict|set|list)\b", kind), f"{name_of(path)}: {node.name}.{kind}"
    assert found > 20


# ------------------------------------------------------------------ a toy game: push your luck with one die
# Seats roll in turn order, as often as they like; a 1 throws the whole turn away. First to TARGET wins.

TARGET = 12


class Match(Frame, frozen=True):
    turn: int = 0


class Turn(Frame, frozen=True):
    seat: Seat
    points: int = 0
    is_over: bool = False


class Roll(Frame, frozen=True):
    seat: Seat
    face: int = 0


class Again(Answer, frozen=True):
    pass


class Stop(Answer, frozen=True):
    pass


class Face(Answer, frozen=True):
    face: int


class ToyState(State, frozen=True):
    agenda: tuple[Match | Turn | Roll, ...] = ()
    scores: tuple[int, ...] = (0, 0, 0)


class MatchRules(FrameRules[ToyState]):
    def advance(self, state: ToyState, frame: Match) -> Outcome[ToyState] | None:
        if max(state.scores) >= TARGET:
            return None
        seat = Seat(frame.turn % len(state.scores))
        state = push(replace_top(state, Match(frame.turn + 1)), Turn(seat))
        return state, (event("opened", "toy.turn", seat=int(seat)),)


class TurnRules(FrameRules[ToyState]):
    def question(self, state: ToyState, frame: Turn) -> Question | None:
        return None if frame.is_over else Question(frame.seat, "again", "toy.turn", frame.name)

    def check(self, state: ToyState, frame: Turn, answer: Answer) -> Refusal | None:
        if isinstance(answer, Again):
            return None
        return None if isinstance(answer, Stop) and frame.points else refuse("toy.stop", points=frame.points)

    def options(self, state: ToyState, frame: Turn) -> Options:
        return Complete([answer for answer in (Again(), Stop()) if self.check(state, frame, answer) is None])

    def answered(self, state: ToyState, frame: Turn, answer: Answer) -> Outcome[ToyState]:
        if isinstance(answer, Again):
            return push(state, Roll(frame.seat)), (event("opened", "toy.roll", seat=int(frame.seat)),)
        scores = [score + frame.points * (seat == frame.seat) for seat, score in enumerate(state.scores)]
        state = msgspec.structs.replace(state, scores=tuple(scores))
        return replace_top(state, msgspec.structs.replace(frame, is_over=True)), ()

    def closed(self, state: ToyState, frame: Turn) -> Outcome[ToyState]:
        return state, (event("over", "toy.turn", seat=int(frame.seat)),)


class RollRules(FrameRules[ToyState]):
    def question(self, state: ToyState, frame: Roll) -> Question | None:
        return None if frame.face else Question(CHANCE, "roll", "toy.roll", frame.name)

    def check(self, state: ToyState, frame: Roll, answer: Answer) -> Refusal | None:
        is_face = isinstance(answer, Face) and 1 <= answer.face <= 6
        return None if is_face else refuse("toy.roll")

    def options(self, state: ToyState, frame: Roll) -> Options:
        return Complete([Face(face) for face in range(1, 7)])

    def answered(self, state: ToyState, frame: Roll, answer: Answer) -> Outcome[ToyState]:
        assert isinstance(answer, Face)
        state = replace_top(state, msgspec.structs.replace(frame, face=answer.face))
        if answer.face == 1:
            return TOY.unwind_to(state, "Match")
        match, turn, roll = state.agenda
        assert isinstance(turn, Turn)
        turn = msgspec.structs.replace(turn, points=turn.points + answer.face)
        return msgspec.structs.replace(state, agenda=(match, turn, roll)), ()

    def closed(self, state: ToyState, frame: Roll) -> Outcome[ToyState]:
        return state, (event("over", "toy.roll", seat=int(frame.seat), face=frame.face),)


TOY: Game[ToyState] = Game({Match: MatchRules(), Turn: TurnRules(), Roll: RollRules()}, unasked="toy.over")


def play(*answers: Answer) -> tuple[ToyState, list[Event]]:
    """The toy from its beginning through these answers."""
    step = TOY.start(ToyState((Match(),)))
    events = list(step.events)
    for answer in answers:
        step = TOY.step(step.state, answer)
        events += step.events
    return step.state, events


def kinds(events: list[Event]) -> list[str]:
    return [f"{each.kind} {each.rule}" for each in events]


def test_toy_asks_in_turn_order_and_chance_for_the_die() -> None:
    state, _ = play()
    assert (TOY.question(state).seat, TOY.question(state).frame) == (0, "Turn")  # type: ignore[union-attr]
    state, _ = play(Again())
    assert TOY.question(state).seat == CHANCE  # type: ignore[union-attr]
    assert list(TOY.options(state)) == [Face(face) for face in range(1, 7)]
    state, _ = play(Again(), Face(4), Stop())
    assert (state.scores, TOY.question(state).seat) == ((4, 0, 0), 1)  # type: ignore[union-attr]


def test_toy_refuses_and_changes_nothing() -> None:
    state, _ = play()
    assert TOY.check(state, Stop()) == refuse("toy.stop", points=0)
    with pytest.raises(Illegal) as caught:
        TOY.step(state, Stop())
    assert caught.value.refusals == (refuse("toy.stop", points=0),)
    assert state == play()[0]


def test_toy_unwinds_innermost_first_each_frame_once() -> None:
    state, events = play(Again(), Face(5), Again(), Face(1))
    assert kinds(events) == [
        "opened toy.turn",
        "opened toy.roll",
        "over toy.roll",
        "opened toy.roll",
        "over toy.roll",
        "over toy.turn",
        "opened toy.turn",
    ]
    assert state.scores == (0, 0, 0)
    assert TOY.question(state).seat == 1  # type: ignore[union-attr]


def test_toy_ends_and_asks_nothing_more() -> None:
    state, events = play(Again(), Face(6), Again(), Face(6), Stop())
    assert (state.scores, state.agenda, TOY.question(state)) == ((12, 0, 0), (), None)
    assert Counter(kinds(events))["over toy.turn"] == 1
    assert TOY.check(state, Again()) == refuse("toy.over", "nothing-asked")


@given(st.lists(st.integers(0, 5), max_size=60))
def test_toy_every_opened_frame_is_over_exactly_once(choices: list[int]) -> None:
    """Along every walk: options equal check, replay equals state, and each opened frame emits exactly one over."""
    record: Record[ToyState] = Record(ToyState((Match(),)))
    state, events = record.replay(TOY)
    told = list(events)
    for choice in choices:
        if TOY.question(state) is None:
            break
        options = list(TOY.options(state))
        every = [Again(), Stop(), *(Face(face) for face in range(8))]
        assert options == [answer for answer in every if TOY.check(state, answer) is None]
        record, events = record.play(TOY, options[choice % len(options)])
        told += events
        state, replayed = record.replay(TOY)
        assert list(replayed) == told
        said = Counter(kinds(told))
        frames = Counter(f"toy.{frame.name.lower()}" for frame in state.agenda)
        for rule in ("toy.turn", "toy.roll"):
            assert said[f"opened {rule}"] == said[f"over {rule}"] + frames[rule]


def test_toy_undo_takes_back_what_was_forced() -> None:
    """At the start of a turn only Again is possible, so it is given by itself and undone with the answer before it."""
    start: Record[ToyState] = Record(ToyState((Match(),)))
    record, _ = start.play(TOY, Again())
    longer, _ = record.play(TOY, Face(1))
    assert [entry.automatic for entry in longer.entries] == [False, False, True]
    assert longer.undo() == record
    assert record.undo() == start

"""The shape of the whole: who may import whom, what the engine may touch, and a kernel that knows no game."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.asked import *  # noqa: F403
from tests.architecture.choices import *  # noqa: F403
from tests.architecture.parts import *  # noqa: F403
from tests.architecture.reading import (
    ENGINE,
    ENGINE_FILES,
    FILES,
    PACKAGE,
    ROOT,
    imported,
    is_own,
    is_self,
    name_of,
    nodes_of,
    part_of,
    place_of,
    tree_of,
)
from tests.architecture.toy import *  # noqa: F403
from tests.support.each import each

THEMES = ("asked", "choices", "parts", "toy")
"""Files of `tests/architecture` whose tests run here: whoever changes the house runs this file."""

# CONTRIBUTING's table: a folder imports only what stands above it. `paths` is a module that says where files lie.
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
    "review",
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


def test_every_theme_runs_here() -> None:
    folder = ROOT / "tests" / "architecture"
    held = {path.stem for path in folder.glob("*.py")} - {"__init__", "reading"}
    assert held == set(THEMES)
    for one in THEMES:
        tests = {name for name in place_of(folder / f"{one}.py").functions if name.startswith("test_")}
        assert tests
        assert {name for name in tests if name not in globals()} == set()


FROM_TESTS = 62
"""Imports from a file of tests. What several files need stands in `tests/support` or in a room's own module: whoever
moves something there lowers this number."""


_TAKES_FROM_TESTS = re.compile(r"\bfrom\s+[\w.]*\btest_")
"""A file without it takes nothing, and need not be parsed."""


def from_tests(tree: ast.Module) -> list[str]:
    """What a file takes out of files of tests."""
    return [
        str(node.module)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).rpartition(".")[2].startswith("test_")
    ]


def test_less_and_less_is_taken_out_of_tests() -> None:
    files = [path for part in ("tests", "benchmarks", "tools") for path in (ROOT / part).rglob("*.py")]
    some = [path for path in files if _TAKES_FROM_TESTS.search(path.read_text(encoding="utf-8"))]
    taken = [f"{path.relative_to(ROOT)} {name}" for path in some for name in from_tests(tree_of(path))]
    taken = [one for one in taken if one != "tests/test_documents.py tests.test_architecture"]
    assert len(taken) == FROM_TESTS, "put it where others find it; fewer: lower the number"
    assert from_tests(ast.parse("from tests.browser.test_table import write")) == ["tests.browser.test_table"]


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
    for node in nodes_of(path):
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
    for node in nodes_of(path):
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


@each(
    "path",
    sorted(
        path
        for path in ENGINE.rglob("*.py")
        if path.relative_to(ENGINE).parts[0] not in ("kernel", "__init__.py")
    ),
    ids=name_of,
)
def test_a_game_knows_the_kernel_and_itself(path: Path) -> None:
    """A second game takes nothing from the first; the two `games.py` alone list them."""
    if path in (ENGINE / "fujikoro" / "games.py", ENGINE / "games.py"):
        return
    known = (f"fujikoro_nb.engine.{path.relative_to(ENGINE).parts[0]}.", "fujikoro_nb.engine.kernel.")
    for name in imported(path):
        assert not name.startswith("fujikoro_nb") or name.startswith(known), name


# ------------------------------------------------------------------ rooms: their size, their order, what is inside

MOST_FILES, MOST_LINES, MOST_DEPTH = 25, 500, 2
SOURCES = (".py", ".js", ".mjs", ".css")
"""Kinds of files that are counted; what is only data is not."""
SHOWS_NOTHING = ("helper", "store", "play", "review", "views")
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
    "quick",
    "small",
    "guided",
    "learn",
    "playing",
    "helper",
    "readers",
    "seats",
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
        nodes = nodes_of(path)
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


def test_states_answers_frames_and_refusals_are_frozen() -> None:
    """Every struct of the engine is frozen, and none holds a dict or a set."""
    found = 0
    for path in ENGINE_FILES:
        for node in nodes_of(path):
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

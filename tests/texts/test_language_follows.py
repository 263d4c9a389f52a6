"""What a page says follows its language: nobody on the way to a page forgets to pass it on.

A function that speaks has a parameter ``language`` with English as its default, for scripts and the command line. Here
every call of one, in code that a page runs, must name the language. A widget's own ``say`` knows it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from fujikoro_nb.texts import LANGUAGES, decimal, say
from tests.support.each import each

PACKAGE = Path(__file__).resolve().parents[2] / "fujikoro_nb"
FOLDERS = (
    "content",
    "rulebook",
    "odds",
    "puzzles",
    "learning",
    "helper",
    "store",
    "play",
    "views",
    "widgets",
    "serve",
    "commands",
)

# Printed in a terminal or written into a file, in English: the command line has no language.
TERMINAL = {
    "content/__main__.py",
    "content/_schema.py",  # words in faults of files, which `fujikoro content check` reports
    "helper/card_solver.py",
    "commands/advise.py",
    "commands/advise_fuji.py",
    "commands/advise_makai.py",
    "commands/cases.py",
    "commands/craft.py",
    "commands/odds.py",
    "commands/fight_setup.py",
    "commands/fight.py",
    "commands/games.py",
    "commands/guarded.py",
    "commands/play.py",
    "commands/playing.py",
    "commands/printing.py",
    "commands/printed.py",
    "commands/removed.py",
    "commands/reply.py",
    "commands/review.py",
    "commands/serving.py",
    "serve/devices.py",
    "serve/invitation.py",
    "serve/server.py",
}
PLACES = {
    ("content/faults.py", "Fault.sentence"): "the terminal's form of `said`",
    ("content/faults.py", "Fault.remedy"): "told in the terminal only",
    ("content/faults.py", "printed_faults"): "printed in the terminal",
    ("content/owner.py", "OwnerPack._save"): "the comment at the head of the owner's file",
    ("content/writing_lock.py", "NotSaved.__init__"): "the exception's own text, for a log",
    ("serve/log_lines.py", "Causes.line"): "a line of the log, for the terminal",
    ("helper/table_rulings.py", "TableRulings.option"): "names of options, which no language changes",
    ("helper/table_rulings.py", "TableRulings.with_option"): "names of options, which no language changes",
    ("learning/fighting/checks.py", "_sorted_out"): "only the outcome counts",
}
MAKERS = {"helper_page", "lesson", "puzzles", "in_chosen_language"}
"""Functions that make a page, which is asked for its language in the browser."""
METHODS = {"said", "sentence", "sentences", "goal_of_the_game", "title"}
"""Methods that speak; ``text`` of a lesson as well."""


@cache
def trees() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of these folders with its path."""
    paths = [path for folder in FOLDERS for path in sorted((PACKAGE / folder).rglob("*.py"))]
    return tuple(
        (path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))) for path in paths
    )


def has_default_language(function: ast.FunctionDef) -> bool:
    named = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    return any(one.arg == "language" and default is not None for one, default in named)


@cache
def speakers() -> frozenset[tuple[str, str]]:
    """(module, function) of those that speak English unless they are told another language."""
    texts = {"say", "words", "has", "refusal_sentence", "event_sentence", "error_sentence"}
    ours = {
        (module_of(name), node.name)
        for name, tree in trees()
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and has_default_language(node) and node.name not in MAKERS
    }
    return frozenset({("fujikoro_nb.texts", name) for name in texts} | ours)


def module_of(name: str) -> str:
    return "fujikoro_nb." + name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def known_names(module: str, tree: ast.Module) -> set[str]:
    """The names by which a module knows those that speak."""
    found = {name for home, name in speakers() if home == module}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found |= {
                alias.asname or alias.name for alias in node.names if (node.module, alias.name) in speakers()
            }
    return found


def silent_calls(name: str, tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """(function, line, call) of every call that does not say in which language."""
    names = known_names(module_of(name), tree)

    def walk(node: ast.AST, where: tuple[str, ...], hidden: frozenset[str]) -> Iterator[tuple[str, int, str]]:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            where = (*where, node.name)
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            every = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            hidden |= {one.arg for one in every}
        if isinstance(node, ast.Call) and is_speaking(node, names - hidden) and not tells_language(node):
            yield ".".join(where), node.lineno, ast.unparse(node)[:80]
        for child in ast.iter_child_nodes(node):
            yield from walk(child, where, hidden)

    return walk(tree, (), frozenset())


def is_speaking(call: ast.Call, names: set[str]) -> bool:
    match call.func:
        case ast.Name(id=name):
            return name in names
        case ast.Attribute(attr="text", value=ast.Attribute(attr="lesson")):
            return True
        case ast.Attribute(attr="title", value=ast.Name(id="str")):
            return False
        case ast.Attribute(attr=name):
            return name in METHODS
    return False


def tells_language(call: ast.Call) -> bool:
    return any(keyword.arg == "language" for keyword in call.keywords)


def test_the_scan_sees_those_who_speak() -> None:
    known = {name for _, name in speakers()}
    assert {"say", "statement", "check", "judge", "judge_answer", "fight_hint", "reading_sentence"} <= known
    tree = ast.parse("from fujikoro_nb.texts import say\ndef page(): return say('widgets.failed')")
    assert [where for where, _, _ in silent_calls("x.py", tree)] == ["page"]
    tree = ast.parse("from fujikoro_nb.texts import say\ndef page(say): return say('widgets.failed')")
    assert not list(silent_calls("x.py", tree))


@each("name, tree", trees, ids=lambda case: case[0])
def test_every_call_for_a_page_names_the_language(name: str, tree: ast.Module) -> None:
    if name in TERMINAL:
        return
    found = [(where, line, call) for where, line, call in silent_calls(name, tree)]
    assert [one for one in found if (name, one[0]) not in PLACES] == []


def test_every_exception_is_still_needed() -> None:
    there = {(name, where) for name, tree in trees() for where, _, _ in silent_calls(name, tree)}
    assert set(PLACES) - there == set()
    assert {name for name, _ in trees()} >= TERMINAL


@each("path", sorted((PACKAGE / "widgets").rglob("*.py")), ids=lambda path: path.name)
def test_a_widget_never_shows_the_terminals_form_of_a_fault(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr == "sentence":
            assert not isinstance(node.value, ast.Subscript), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(("language", "shown"), [("en", "0.8"), ("fr", "0,8"), ("de", "0,8")])
def test_numbers_follow_the_language(language: str, shown: str) -> None:
    assert decimal(0.8, 1, lambda key: say(key, language=language)) == shown
    assert set(LANGUAGES) == {"en", "fr", "de"}

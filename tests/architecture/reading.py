"""The package as text: every file parsed once, and what a name in it stands for, wherever it was made or renamed."""

from __future__ import annotations

import ast
import copy
import functools
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "fujikoro_nb"
ENGINE = PACKAGE / "engine"
OURS = "fujikoro_nb"

FILES = sorted(PACKAGE.rglob("*.py"))
ENGINE_FILES = [path for path in FILES if path.is_relative_to(ENGINE)]
ABOVE = [path for path in FILES if not path.is_relative_to(ENGINE)]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@functools.cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a file's tree, walked once for all who look."""
    return tuple(ast.walk(tree_of(path)))


@functools.cache
def imported(path: Path) -> tuple[str, ...]:
    """Dotted names of every imported module, wherever the import stands."""
    found: list[str] = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: imports are absolute"
            found += (f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(found)


def part_of(path: Path) -> str:
    """The folder of the package, or the module's own name for one that lies beside the folders."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def in_parts(*parts: str) -> list[Path]:
    return [path for path in FILES if part_of(path) in parts]


def is_own(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def last_word(node: ast.AST) -> str:
    """Of a name, a chain of attributes or a call of one."""
    if isinstance(node, ast.Call):
        return last_word(node.func)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


# ------------------------------------------------------------------ what a name stands for


class Place:
    """A file, or a snippet: what its names stand for."""

    def __init__(self, tree: ast.Module, name: str = "snippet") -> None:
        self.tree, self.name = tree, name
        self.nodes = tuple(ast.walk(tree))
        self.imports: dict[str, str] = {}
        """What is imported by the name that it has here, wherever the import stands."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    self.imports[alias.asname or alias.name.split(".")[0]] = (
                        alias.name if alias.asname else alias.name.split(".")[0]
                    )
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self.imports[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        self.classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        self.functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.top = dict(_assigned(tree))
        lazily = self.top.get("_HOME")
        if isinstance(lazily, ast.Dict):  # published when somebody asks for it
            for key, value in zip(lazily.keys, lazily.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
                    self.imports.setdefault(str(key.value), f"{name}.{value.value}.{key.value}")

    def dotted(self, node: ast.AST) -> str:
        """A name or a chain of attributes with what its first word stands for here; else nothing."""
        if isinstance(node, ast.Name):
            if node.id in self.imports:
                return self.imports[node.id]
            is_own = node.id in self.top or node.id in self.classes or node.id in self.functions
            return f"{self.name}.{node.id}" if is_own else node.id
        if isinstance(node, ast.Attribute):
            before = self.dotted(node.value)
            return f"{before}.{node.attr}" if before else ""
        return ""

    def origin(self, node: ast.AST) -> str:
        """Where what a name or a chain stands for is made, whatever it is called here and on the way."""
        name = self.dotted(node)
        return _origin(name, self) if name else ""


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
            elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                for one, value in zip(target.elts, node.value.elts, strict=False):
                    if isinstance(one, ast.Name):
                        yield one.id, value


@functools.cache
def place_of(path: Path) -> Place:
    words = path.relative_to(ROOT).with_suffix("").parts
    return Place(tree_of(path), ".".join(words[:-1] if words[-1] == "__init__" else words))


def snippet(text: str) -> Place:
    """Code of a few lines, to be judged as a file is."""
    return Place(ast.parse(text))


@functools.cache
def module(name: str) -> Place | None:
    """The file of a dotted name of ours."""
    words = name.split(".")
    if words[0] != OURS:
        return None
    file = ROOT.joinpath(*words).with_suffix(".py")
    if not file.is_file():
        file = ROOT.joinpath(*words, "__init__.py")
    return place_of(file) if file.is_file() else None


def _home(name: str, here: Place) -> Place | None:
    return here if name == here.name else module(name)


@functools.cache
def _origin(name: str, here: Place) -> str:
    seen: set[str] = set()
    while name not in seen:
        seen.add(name)
        before, _, last = name.rpartition(".")
        if not before or module(name) is not None:
            return name
        home = _home(before, here)
        if home is None:
            parent = _origin(before, here)
            name = f"{parent}.{last}"
            continue
        value = home.top.get(last)
        if last in home.imports:
            name = home.imports[last]
        elif isinstance(value, ast.Name | ast.Attribute) and (further := home.dotted(value)):
            name = further
    return name


def value_of(name: str, here: Place) -> tuple[ast.expr, Place] | None:
    """What a dotted name is at the top of its module, and where that stands."""
    before, _, last = name.rpartition(".")
    home = _home(before, here) if before else None
    value = home.top.get(last) if home is not None else None
    return (value, home) if value is not None and home is not None else None


def used(place: Place) -> Iterator[tuple[ast.AST, str]]:
    """Every import, and every name or chain that begins with an import: where what it stands for is made."""
    for node in place.nodes:
        if isinstance(node, ast.ImportFrom):
            yield from ((node, _origin(f"{node.module}.{alias.name}", place)) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((node, alias.name) for alias in node.names)
        elif isinstance(node, ast.Attribute | ast.Name) and (name := place.origin(node)):
            yield node, name


class _Folded(ast.NodeTransformer):
    """Names replaced by what is written out for them, built texts by the text, objects as `stands_for` says."""

    def __init__(self, place: Place, stands_for: Callable[[str], object], depth: int = 0) -> None:
        self.place, self.stands_for, self.depth = place, stands_for, depth

    def _known(self, node: ast.expr) -> ast.expr | None:
        name = self.place.origin(node)
        if not name:
            return None
        if (told := self.stands_for(name)) is not None:
            return ast.Constant(told)
        found = value_of(name, self.place) if self.depth < 6 else None
        if found is None:
            return None
        value, home = found
        if isinstance(value, ast.Constant | ast.Tuple | ast.List | ast.Set | ast.JoinedStr | ast.BinOp):
            deeper = _Folded(home, self.stands_for, self.depth + 1)
            result = deeper.visit(copy.deepcopy(value))
            assert isinstance(result, ast.expr)
            return result
        return None

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._known(node) or node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        known = self._known(node)
        if known is not None:
            return known
        if not self.place.dotted(node):  # a field of what is named stands for that field alone
            self.generic_visit(node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.expr:
        self.generic_visit(node)
        parts = [one.value if isinstance(one, ast.FormattedValue) else one for one in node.values]
        if all(isinstance(one, ast.Constant) for one in parts):
            return ast.Constant("".join(str(one.value) for one in parts))  # type: ignore[attr-defined]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        sides = (node.left, node.right)
        if isinstance(node.op, ast.Add) and all(
            isinstance(one, ast.Constant) and isinstance(one.value, str) for one in sides
        ):
            return ast.Constant(node.left.value + node.right.value)  # type: ignore[attr-defined]
        return node


def _nothing(_name: str) -> object:
    return None


def folded(node: ast.expr, place: Place, stands_for: Callable[[str], object] = _nothing) -> ast.expr:
    """An expression with everything put in that is written out elsewhere, in this file or another."""
    result = _Folded(place, stands_for).visit(copy.deepcopy(node))
    assert isinstance(result, ast.expr)
    return result


# ------------------------------------------------------------------ classes

Classes = Mapping[str, tuple[ast.ClassDef, Place]]
"""Each with its file, by dotted name."""


@functools.cache
def all_classes() -> Classes:
    """Every class at the top of a file, by its dotted name."""
    return {
        f"{place.name}.{name}": (node, place)
        for place in map(place_of, FILES)
        for name, node in place.classes.items()
    }


def bases_of(node: ast.ClassDef, place: Place) -> tuple[str, ...]:
    """Where its bases are made; ``Base[Kind]`` is a Base."""
    return tuple(
        name
        for base in node.bases
        if (name := place.origin(base.value if isinstance(base, ast.Subscript) else base))
    )


def ancestors(name: str, classes: Classes) -> set[str]:
    """All that a class is an heir of, by its dotted name, also what is not ours."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        for base in bases_of(*classes[one]) if one in classes else ():
            if base not in found:
                found.add(base)
                waiting.append(base)
    return found


def with_classes_of(place: Place) -> Classes:
    """All classes, and those of a snippet."""
    own = {f"{place.name}.{name}": (node, place) for name, node in place.classes.items()}
    return {**all_classes(), **own}

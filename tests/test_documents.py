"""What README and CONTRIBUTING say is so: their code runs, their pictures and files are there, their commands exist."""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import json
import re
import shlex
from pathlib import Path

import pytest

import fujikoro_nb
from fujikoro_nb.cli import main
from tests.test_architecture import ORDER

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PUBLIC_NAMES = (ROOT / "docs" / "public-names.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_readme_python_gives_what_it_says() -> None:
    code = re.findall(r"```python\n(.*?)```", README, re.DOTALL)[0]
    scope: dict[str, object] = {}
    for line in code.splitlines():
        source, _, said = line.partition("  #")
        if said:
            assert repr(eval(source, scope)) == said.strip()
        else:
            exec(source, scope)


def examples_of(page: str) -> dict[str, str]:
    """The code under each heading of a page, headings without code left out; line numbers are the page's."""
    title, fence = "", ""
    lines: dict[str, list[str]] = {}
    for number, line in enumerate(page.splitlines()):
        if not fence and line.startswith("#"):
            title = line.lstrip("# ")
        if line.startswith("```"):
            fence = "" if fence else line
        elif fence == "```python":
            code = lines.setdefault(title, [])
            code += [""] * (number - len(code))
            code.append(line)
    return {title: "\n".join(code) + "\n" for title, code in lines.items()}


EXAMPLES = examples_of(PUBLIC_NAMES)


@pytest.mark.parametrize("title", list(EXAMPLES)[1:])
def test_examples_for_notebooks_give_what_they_say(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    test = doctest.DocTestParser().get_doctest(
        EXAMPLES[title], {"fk": fujikoro_nb}, title, "docs/public-names.md", 0
    )
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=told.write)
    assert not told.getvalue(), told.getvalue()


@pytest.mark.parametrize("name", sorted(set(re.findall(r"\bfk\.(\w+)", PUBLIC_NAMES))))
def test_examples_use_published_names(name: str) -> None:
    assert name in fujikoro_nb.__all__


def test_readme_command_prints_what_it_says() -> None:
    block = re.search(r"```\n\$ fujikoro gear \"(\S+)\" --kind weapon\n(.*?)```", README, re.DOTALL)
    assert block is not None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(["gear", block[1], "--kind", "weapon"]) == 0
    assert out.getvalue() == block[2]


def test_readme_odds_command_answers() -> None:
    block = re.search(r"```\n\$ fujikoro (odds .*)\n```", README)
    assert block is not None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main([*shlex.split(block[1]), "--json"]) == 0
    assert 0 < json.loads(out.getvalue())["win"] < 1


@pytest.mark.parametrize("path", sorted(set(re.findall(r"\]\((?!https?:)([^)]+)\)", README))))
def test_readme_links_lead_somewhere(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(
    "target", sorted(set(re.findall(r"(?m)(?:^|`)make ([a-z]+)", README + CONTRIBUTING)))
)
def test_make_targets_exist(target: str) -> None:
    assert re.search(
        rf"^[a-z ]*\b{target}\b[a-z ]*:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )


@pytest.mark.parametrize(
    "path",
    sorted(
        set(re.findall(r"`((?:fujikoro_nb|tests|tools|cases|notebooks|texts|engine)/[^`* ]+)`", CONTRIBUTING))
    ),
)
def test_contributing_names_real_files(path: str) -> None:
    assert (ROOT / path).exists() or (ROOT / "fujikoro_nb" / path).exists()


def test_the_table_of_folders_is_the_order_of_imports() -> None:
    """All that lies in the package, in the order that `tests/test_architecture.py` proves; the engine has its games."""
    rows = re.findall(r"^\| `fujikoro_nb/([\w/]+)(/|\.py)` \|", CONTRIBUTING, re.MULTILINE)
    expected: list[tuple[str, str]] = []
    for part in ORDER:
        if part == "engine":
            games = ("kernel", "fujikoro", "fuji_99", "makai_fuda")
            expected += [(f"engine/{game}", "/") for game in games]
        else:
            expected.append((part, "/" if (ROOT / "fujikoro_nb" / part).is_dir() else ".py"))
    assert rows == expected


def test_every_fault_in_security_has_its_test() -> None:
    """The list of the faults that an evening survives names a test each, and it is there."""
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    section = text.partition("## What an evening survives")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 9  # those that the table was built against
    for row in rows:
        found = re.search(r"`(test_\w+)` in `([\w/.]+)`", row)
        assert found, row
        assert f"def {found[1]}(" in (ROOT / found[2]).read_text(encoding="utf-8"), row


NEEDS = (ROOT / "docs" / "needs.md").read_text(encoding="utf-8")


def test_every_need_names_what_shows_it() -> None:
    rows = re.findall(r"^\| ([HTP]\d+) \|.*\| (.+) \|$", NEEDS, re.MULTILINE)
    names = [name for name, _ in rows]
    assert len(set(names)) == len(names)
    assert [name for name in names if name[0] == "H"] == [f"H{number}" for number in range(1, 20)]
    assert all("`" in shown for _, shown in rows)


OURS = (
    ".",
    "accelerator",
    "benchmarks",
    "cases",
    "deploy",
    "docs",
    "fujikoro_nb",
    "notebooks",
    "tests",
    "tools",
    "voila",
)
"""Where our files lie; what else is in a checkout was made or fetched."""
FETCHED = {"node_modules", "vendor", "__pycache__", ".ipynb_checkpoints", "build", "dist"}


def text_files() -> list[tuple[str, str]]:
    """Path and text of what we write: sources, documents, cases and results."""
    endings = {".py", ".js", ".mjs", ".css", ".md", ".toml", ".yaml", ".yml", ".txt", ".ipynb", ".c", ".conf"}
    paths = [
        path
        for folder in OURS
        for path in sorted((ROOT / folder).glob("*") if folder == "." else (ROOT / folder).rglob("*"))
        if path.suffix in endings or path.name == "Makefile"
    ]
    return [
        (path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in paths
        if path.is_file() and not FETCHED & set(path.relative_to(ROOT).parts)
    ]


ELSEWHERE = re.compile(
    r"\b(?:PRODUCT|PERFORMANCE|DESIGN|STACK)\b|\b(?:HOUSE|COMPONENTS|STYLE)(?:\.md\b|'s\b| \d| (?:says|calls|lists)\b)"
)
"""A document that is not in this repository, cited."""
CITED = re.compile(r"\b[Nn]eeds? ((?:[HTP]\d+)(?:(?:-|, | and )[HTP]\d+)*)")


def test_every_citation_can_be_followed() -> None:
    """No document is cited that is not here, and each "need P5" is a line of docs/needs.md."""
    needs = set(re.findall(r"^\| ([HTP]\d+) \|", NEEDS, re.MULTILINE))
    lost, cited = [], set()
    for path, text in text_files():
        if path == "tests/test_documents.py":
            continue
        lost += [(path, found) for found in ELSEWHERE.findall(text)]
        for found in CITED.findall(text):
            named = set(re.findall(r"[HTP]\d+", found))
            lost += [(path, name) for name in sorted(named - needs)]
            cited |= named
    assert lost == []
    assert len(cited) > 20, "the scan still finds the citations"


OTHER_FORM = re.compile(
    r"(?<!\.venv/bin/)(?<!\$\(BIN\)/)\bpython (?:-m tools\.|tools/)|\.venv/bin/python tools/"
)


def test_tools_are_run_in_one_form() -> None:
    """As ``.venv/bin/python -m tools.x``, in documents and in what tools and tests say; and each of them is there."""
    others, named = [], set()
    for path, text in text_files():
        if path in ("tests/test_documents.py", "CHANGELOG.md") or path.startswith("benchmarks/results/"):
            continue
        others += [(path, found) for found in OTHER_FORM.findall(text)]
        named |= set(re.findall(r"python -m tools\.(\w+)", text))
    assert others == []
    assert sorted(name for name in named if not (ROOT / "tools" / f"{name}.py").is_file()) == []


SEE = re.compile(r"\b[Ss]ee\s((?:[^`.;:()]|`[^`]*`)*)")


def names_of(path: Path) -> set[str]:
    """What a module makes or takes: names at any depth, and what classes hold."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).rpartition(".")[2])
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def leads_somewhere(name: str, path: Path) -> bool:
    """Whether a reader of this file finds the name: in it, as a file beside it or in its folder's face, or as a path.

    Of `one.other` the first leads to a file beside it that has the other, or both stand in this file.
    """
    if "/" in name:
        return (ROOT / name).exists() or (ROOT / "fujikoro_nb" / name).exists()
    first, _, rest = name.partition(".")
    beside = path.parent / f"{first}.py"
    if beside.is_file():
        return not rest or rest in names_of(beside)
    if (path.parent / first / "__init__.py").is_file():
        return not rest or leads_somewhere(rest, path.parent / first / "__init__.py")
    face = path.parent / "__init__.py"
    here = names_of(path) | (names_of(face) if face.is_file() else set())
    return all(part in here for part in name.split("."))


def test_see_leads_somewhere() -> None:
    """Whatever a docstring sends its reader to, with "see" and a name between backticks, is there."""
    lost, count = [], 0
    for folder in ("fujikoro_nb", "tools", "tests", "benchmarks"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                    continue
                said = str(node.value.value).replace("``", "")
                names = [name for found in SEE.findall(said) for name in re.findall(r"`([^`]+)`", found)]
                count += len(names)
                lost += [(path.name, name) for name in names if not leads_somewhere(name, path)]
    assert lost == []
    assert count > 8, "the scan still finds them"


@pytest.mark.parametrize(
    "name", ["map_picture", "figure", "plotly_bundle.PATH", "_map_figure", "nowhere.else"]
)
def test_a_name_that_leads_nowhere_would_be_noticed(name: str) -> None:
    page = ROOT / "fujikoro_nb" / "widgets" / "map" / "hex_map.py"
    assert leads_somewhere(name, page) == (name in ("map_picture", "figure"))


@pytest.mark.parametrize("shown", sorted(set(re.findall(r"`((?:tests|benchmarks)/[^`]*[^`/])`", NEEDS))))
def test_what_shows_a_need_is_there(shown: str) -> None:
    path, _, test = shown.partition("::")
    source = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"^def {test}\(", source, re.MULTILINE) if test else "def main" in source

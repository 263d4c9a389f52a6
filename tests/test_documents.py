"""What README and CONTRIBUTING say is so: their code runs, their pictures and files are there, their commands exist."""

from __future__ import annotations

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
    """All that lies in the package, in the order that `tests/test_architecture.py` proves; the engine has two parts."""
    rows = re.findall(r"^\| `fujikoro_nb/([\w/]+)(/|\.py)` \|", CONTRIBUTING, re.MULTILINE)
    expected: list[tuple[str, str]] = []
    for part in ORDER:
        if part == "engine":
            expected += [("engine/kernel", "/"), ("engine/fujikoro", "/")]
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


def test_every_need_of_a_table_names_what_shows_it() -> None:
    rows = re.findall(r"^\| (H\d+) \|.*\| (.+) \|$", NEEDS, re.MULTILINE)
    assert [name for name, _ in rows] == [f"H{number}" for number in range(1, 17)]
    assert all("`" in shown for _, shown in rows)


@pytest.mark.parametrize("shown", sorted(set(re.findall(r"`((?:tests|benchmarks)/[^`]*[^`/])`", NEEDS))))
def test_what_shows_a_need_is_there(shown: str) -> None:
    path, _, test = shown.partition("::")
    source = (ROOT / path).read_text(encoding="utf-8")
    assert re.search(rf"^def {test}\(", source, re.MULTILINE) if test else "def main" in source

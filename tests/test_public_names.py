"""The names that notebooks and scripts use."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import fujikoro_nb
from fujikoro_nb import bots, odds, widgets

PACKAGE = Path(fujikoro_nb.__file__).parent
TREE = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))


def run(code: str) -> None:
    """In a fresh Python that has loaded nothing of ours; ``loaded`` says which of these modules it has by now."""
    loaded = "import sys\ndef loaded(*names):\n    return sorted({*names} & {*sys.modules})\n"
    done = subprocess.run([sys.executable, "-c", loaded + code], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", fujikoro_nb.__all__)
def test_a_public_name_is_there_and_documented(name: str) -> None:
    value = getattr(fujikoro_nb, name)
    plain = isinstance(value, str | int | tuple) or name == "BOTS"
    assert plain or value.__doc__, name


def test_lists_of_names_agree() -> None:
    """What is published, what is looked up, and what mypy is told; `dir` says it in order."""
    published = {*fujikoro_nb.__all__} - {"__version__"}
    assert len(fujikoro_nb.__all__) == len(published) + 1
    assert published == {*fujikoro_nb._HOME}
    assert list(fujikoro_nb._HOME) == sorted(fujikoro_nb._HOME)
    assert dir(fujikoro_nb) == sorted(fujikoro_nb.__all__)
    (typed,) = [node for node in TREE.body if isinstance(node, ast.If)]
    told = {
        alias.name: f"{node.module}"
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert {*told} == published
    for name, module in told.items():
        home = fujikoro_nb._HOME[name]
        if home == "widgets":
            home += f".{widgets._HOME[name]}"
        assert module == f"fujikoro_nb.{home}", name


def test_widgets_odds_and_bots_are_published_whole() -> None:
    """All but a bot's way to begin a game, which `new_game` is for."""
    parts = {*widgets.__all__, *odds.__all__, *bots.__all__} - {"new_session"}
    assert parts - {*fujikoro_nb.__all__} == set()


@pytest.mark.parametrize("package", [fujikoro_nb, widgets], ids=lambda package: package.__name__)
def test_no_public_name_is_a_folder(package: ModuleType) -> None:
    """Whoever imports a folder sets it as a name of the package, and would hide ours."""
    parts = {path.name.removesuffix(".py") for path in Path(str(package.__file__)).parent.iterdir()}
    assert parts & {*package.__all__} == set()


def test_a_notebook_of_an_earlier_version_gets_them_by_their_names_of_then() -> None:
    """`fujikoro lab` copied the notebooks into people's own folders, and never writes over a copy."""
    run(
        "from fujikoro_nb.widgets import game, lesson, puzzles\n"
        "from fujikoro_nb.widgets import game_page, puzzle_book\n"
        "game_page(), puzzle_book()\n"
        "import fujikoro_nb.widgets as widgets\n"
        "assert (widgets.game, widgets.puzzles) == (game, puzzles) == (game_page, puzzle_book)"
    )


@pytest.mark.parametrize("package", ["fujikoro_nb", "fujikoro_nb.widgets"])
def test_a_notebook_gets_the_pages_themselves(package: str) -> None:
    run(
        f"from {package} import game_page, helper_page, lesson, puzzle_book\n"
        "assert all(map(callable, (game_page, helper_page, lesson, puzzle_book)))"
    )


def test_an_unknown_name_is_none() -> None:
    with pytest.raises(AttributeError, match="fujikoro_nb"):
        _ = fujikoro_nb.katana  # type: ignore[attr-defined]


def test_the_package_alone_loads_next_to_nothing() -> None:
    run(
        "import fujikoro_nb\n"
        "assert not loaded('ipywidgets', 'plotly', 'numpy', 'yaml', 'sqlalchemy', 'voila', 'jupyter_server')\n"
        "ours = {name for name in sys.modules if name.startswith('fujikoro_nb.')}\n"
        "assert all(name.startswith('fujikoro_nb.engine') for name in ours), ours\n"
        "assert not any(name.startswith('fujikoro_nb.engine.fujikoro') for name in ours), ours"
    )


@pytest.mark.parametrize(
    "asked",
    [
        "board = fk.character('tomoe')\nfk.inspect(fk.parse_gear('WWM', 'weapon', board), 'weapon', board)",
        "fk.new_game(seats=3, seed=1)",
        "fk.solve",
        "fk.RandomBot",
        "fk.book_01()",
    ],
    ids=["engine", "game", "odds", "bots", "puzzles"],
)
def test_a_script_without_widgets_never_loads_jupyter(asked: str) -> None:
    run(
        f"import fujikoro_nb as fk\n{asked}\n"
        "assert not loaded('ipywidgets', 'plotly', 'numpy', 'voila', 'jupyter_server')"
    )


def test_one_widget_does_not_load_the_others() -> None:
    run(
        "import fujikoro_nb as fk\nfk.CraftGrid\n"
        "assert not loaded('fujikoro_nb.widgets.playing.game_page', 'fujikoro_nb.widgets.map.hex_map')"
    )

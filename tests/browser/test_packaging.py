"""The wheel and the editable install: what players get is built, installed elsewhere and opened in a browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.servers import start_server
from tests.support.environments import linked
from tests.support.sampling import ALL

ROOT = Path(__file__).resolve().parent.parent.parent
FRONT_END = (".js", ".mjs", ".css", ".svg", ".yaml", ".toml", ".json")

pytestmark = pytest.mark.timeout(900)


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run to the end, without the settings of our own environment, and show what it said when it fails."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as pip builds it, in an environment of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment far from the checkout, with nothing but the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("elsewhere")
    if not os.environ.get(ALL):
        linked(folder / "env", wheel)
        return folder
    run(sys.executable, "-m", "venv", folder / "env")
    # Of all that is installed little is imported, so nothing is compiled ahead.
    run(python_of(folder / "env"), "-m", "pip", "install", "--quiet", "--no-compile", wheel, cwd=folder)
    return folder


def tracked(*folders: str) -> set[str]:
    """What git knows below these folders: the files that have to reach a player."""
    return set(run("git", "ls-files", *folders, cwd=ROOT).split())


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    # What entries.json is joined from stays in the checkout.
    missing = tracked("fujikoro_nb") - names - tracked("fujikoro_nb/rulebook/entries")
    assert not missing
    assert not [name for name in names if name.startswith("fujikoro_nb/rulebook/entries/")]
    assert {"fujikoro_nb/rulebook/entries.json", "fujikoro_nb/rulebook/meanings.npz"} <= names
    assert any(name.endswith(FRONT_END) for name in names)


def test_notebooks_and_voila_files_are_in_the_wheel_once(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert len(names) == len(set(names))
    assert {f"fujikoro_nb/_share/{name}" for name in tracked("notebooks", "voila")} <= set(names)
    assert not [name for name in names if "checkpoint" in name or "__pycache__" in name]


def test_plotlys_bundle_is_in_the_wheel_and_not_in_git(wheel: Path) -> None:
    bundle = zipfile.ZipFile(wheel).getinfo("fujikoro_nb/widgets/vendor/plotly-basic.min.js")
    assert 1_000_000 < bundle.file_size < 1_400_000
    assert not tracked("fujikoro_nb/widgets/vendor")


def test_plotlys_licence_comes_with_its_bundle(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as content:
        licence = content.read("fujikoro_nb/widgets/vendor/plotly-LICENSE.txt").decode()
    assert "MIT License" in licence and "Plotly" in licence and "Permission is hereby granted" in licence


def test_the_lock_file_names_a_hash_and_no_host() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
    assert "http" not in json.dumps(packages)


def open_in_browser(python: Path, cwd: Path, page: Visit, app: str = "table") -> None:
    """Start the command from another folder and wait until the widgets are drawn."""
    command = [str(python), "-m", "fujikoro_nb.cli", app, "--no-browser", "--port", "0"]
    server = start_server(command, cwd=cwd)
    try:
        tab = page.open(server.url)
        if tab.locator("main.fk-list").count():
            tab.get_by_role("link").last.click()
            tab.wait_for_selector("html[data-fk-ready=true]", timeout=60_000)
        expect(tab.locator("#rendered_cells .lm-Widget button:visible").first).to_be_visible()
    finally:
        server.stop()
    assert "Traceback" not in server.output()


@pytest.mark.parametrize("app", ["table", "learn", "puzzles"])
def test_the_wheel_serves_each_app_from_an_empty_environment(installed: Path, page: Visit, app: str) -> None:
    python = python_of(installed / "env")
    where = run(python, "-c", "import fujikoro_nb; print(fujikoro_nb.__file__)", cwd=installed)
    assert str(ROOT) not in where
    command = python.with_name("fujikoro.exe" if sys.platform == "win32" else "fujikoro")
    assert app in run(command, "--help", cwd=installed)
    open_in_browser(python, installed, page, app)


def test_the_editable_install_serves_the_helper_from_elsewhere(tmp_path: Path, page: Visit) -> None:
    open_in_browser(Path(sys.executable), tmp_path, page)


def test_the_wheel_opens_the_lab_on_copies_and_asks_nobody_outside(installed: Path, page: Visit) -> None:
    command = [
        str(python_of(installed / "env")),
        "-m",
        "fujikoro_nb.cli",
        "lab",
        "--no-browser",
        "--port",
        "0",
    ]
    folder = installed / "my notebooks"
    link = r"^\s+(http://127\S+token=\S+)$"
    server = start_server([*command, "--dir", str(folder)], cwd=installed, link=link)
    try:
        tab = page.open(server.url, ready=False)
        tab.wait_for_selector("#jp-main-dock-panel .jp-NotebookPanel .jp-Notebook", timeout=90_000)
    finally:
        server.stop()
    copied = {path.relative_to(folder).as_posix() for path in folder.rglob("*.ipynb")}
    assert {f"notebooks/{name}" for name in copied} >= tracked("notebooks/*.ipynb")


def test_the_editable_install_has_the_bundle() -> None:
    assert (ROOT / "fujikoro_nb/widgets/vendor/plotly-basic.min.js").is_file()

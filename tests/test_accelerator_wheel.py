"""The accelerator as somebody installs it: a wheel built by the maintainers' script, and the extra that names it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.odds.test_accelerate import ACCELERATOR, loaded
from tools import build_accelerator

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
KERNEL = tomllib.loads((ROOT / "accelerator" / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def has_compiler() -> bool:
    return loaded(ACCELERATOR / "_build.py", "_build").compiler() is not None


def test_the_extra_names_the_accelerator_as_it_is() -> None:
    (wanted,) = PROJECT["optional-dependencies"]["fast"]
    name, _, versions = wanted.partition(">=")
    least, _, below = versions.partition(",<")
    assert name == KERNEL["name"]
    number = [int(part) for part in KERNEL["version"].split(".")]
    assert [int(part) for part in least.split(".")] <= number < [int(part) for part in below.split(".")]
    assert KERNEL["requires-python"] == PROJECT["requires-python"]


@pytest.mark.timeout(900)  # pip twice, and a compiler that tries hard
def test_a_wheel_is_built_installed_and_used(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In an environment where it has never been; without a compiler the script says so and fails."""
    code = build_accelerator.main(["--into", str(tmp_path)])
    told = capfd.readouterr()
    if not has_compiler():
        assert (code, list(tmp_path.glob("*.whl"))) == (1, [])
        assert "the wheel was not built" in told.err
        return
    assert code == 0
    assert "a fight solved by" in told.out
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.startswith(f"fujikoro_accelerator-{KERNEL['version']}-py3-none-")
    assert sys.platform != "linux" or "-manylinux_2_" in wheel.name  # a package index refuses linux_x86_64
    with zipfile.ZipFile(wheel) as files:
        libraries = [name for name in files.namelist() if name.endswith((".so", ".dylib", ".dll"))]
    assert len(libraries) == 1
    whole_line(wheel)


def whole_line(wheel: Path) -> None:
    """The README's line for a checkout, with the wheel for the folder that it was just made of, which spares compiling
    it again: pip takes it for the one that the extra names, and asks no package index."""
    assert 'pip install ./accelerator ".[fast]"' in (ROOT / "README.md").read_text(encoding="utf-8")
    options = ["--dry-run", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, str(wheel), ".[fast]"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = done.stdout.replace("-", "_")
    # Where `make bench` has installed it, pip says so instead.
    there = "fujikoro_accelerator is already installed with the same version as the provided wheel"
    assert there in told or "fujikoro_accelerator" in told.partition("Would install")[2], told

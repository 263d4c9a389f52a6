"""Plotly's bundle is the one that the lock names, byte for byte, and a spoilt one is fetched again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import plotly_bundle

ROOT = Path(__file__).resolve().parents[1]
BUNDLE = plotly_bundle.VENDOR / "plotly-basic.min.js"
LOCKS = ("package.json", "package-lock.json", "bundle-lock.json")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What of the checkout has to do with the bundle, which is whole."""
    for name in (*LOCKS, "Makefile", "pyproject.toml", "hatch_build.py", "tools/plotly_bundle.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    plotly_bundle.provide(ROOT)
    shutil.copytree(ROOT / plotly_bundle.VENDOR, tmp_path / plotly_bundle.VENDOR)
    return tmp_path


def spoil(checkout: Path) -> None:
    """One byte in the middle; the comment at the beginning still names the version."""
    content = bytearray((checkout / BUNDLE).read_bytes())
    content[len(content) // 2] ^= 1
    (checkout / BUNDLE).write_bytes(content)


def test_a_changed_byte_is_found_and_the_file_fetched_again(checkout: Path) -> None:
    assert plotly_bundle.is_current(checkout)
    spoil(checkout)
    assert not plotly_bundle.is_current(checkout)
    plotly_bundle.provide(checkout)
    assert plotly_bundle.is_current(checkout)
    assert (checkout / BUNDLE).read_bytes() == (ROOT / BUNDLE).read_bytes()


def test_a_file_that_is_not_there_is_missed(checkout: Path) -> None:
    (checkout / plotly_bundle.VENDOR / "plotly-LICENSE.txt").unlink()
    assert not plotly_bundle.is_current(checkout)


def test_another_version_wants_another_lock(checkout: Path) -> None:
    lock = (checkout / "package-lock.json").read_text(encoding="utf-8")
    (checkout / "package-lock.json").write_text(lock.replace("sha512-", "sha512-A"), encoding="utf-8")
    with pytest.raises(plotly_bundle.SpoiltError, match="another version"):
        plotly_bundle.is_current(checkout)


def test_a_download_that_the_lock_does_not_name_is_not_taken(checkout: Path) -> None:
    lock = json.loads((checkout / "bundle-lock.json").read_text(encoding="utf-8"))
    lock["sha256"]["plotly-basic.min.js"] = "0" * 64
    (checkout / "bundle-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    before = (checkout / BUNDLE).read_bytes()
    with pytest.raises(plotly_bundle.SpoiltError, match="not the file"):
        plotly_bundle.provide(checkout)
    assert (checkout / BUNDLE).read_bytes() == before


def test_make_installs_again_when_the_bundle_is_spoilt_and_only_then(checkout: Path) -> None:
    for name in ("bin/python", ".ready", ".ready-test"):
        (checkout / "env" / name).parent.mkdir(parents=True, exist_ok=True)
        (checkout / "env" / name).touch()

    def told() -> str:
        command = ["make", "--dry-run", "table", f"PYTHON={sys.executable}", "VENV=env"]
        return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=True).stdout

    assert "Installing" not in told()
    spoil(checkout)
    assert "Installing fujikoro_nb" in told()

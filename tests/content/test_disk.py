"""What lies in the data folder is for its owner, whatever the account's usual mask is and whatever lay there before."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fujikoro_nb.content import owner
from fujikoro_nb.content.disk import locked
from fujikoro_nb.content.owner import OwnerPack, made_folder
from fujikoro_nb.hub import members
from fujikoro_nb.serve.keys import kept_keys

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows keeps others out of a user's folder in its own way"
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def _usual_mask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Our own folder, which nobody chose."""
    monkeypatch.delenv("FUJIKORO_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return owner.data_folder()


def write_everything(folder: Path) -> None:
    """A card, a damaged pack that is put aside, a link and a member."""
    pack = OwnerPack(folder)
    pack.add_card("weapon", "WWM", bonus="vp-or-peek")
    pack.path.write_text("spoilt: [", encoding="utf-8")
    pack.path.chmod(0o644)
    pack.add_card("weapon", "MWW", bonus="vp-or-peek")
    kept_keys(folder)
    file = folder / "members"
    with members.alone(file):
        members.write(file, {"ann": (b"salt", b"hash")})


def test_everything_that_is_written_is_for_its_owner(default: Path) -> None:
    write_everything(default)
    assert mode(default) == 0o700
    written = {path.name: mode(path) for path in default.rglob("*")}
    assert {"owner-pack.yaml", "owner-pack.damaged-1.yaml", "owner-pack.yaml.lock"} <= set(written)
    assert {"link.json", "members", "members.lock"} <= set(written)
    assert {name: oct(bits) for name, bits in written.items() if bits & 0o077} == {}


def test_our_own_folder_is_closed_where_it_stood_open(default: Path) -> None:
    default.mkdir(mode=0o755, parents=True)
    assert made_folder() == default
    assert mode(default) == 0o700


def test_a_folder_that_somebody_chose_and_opened_stays_and_its_files_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = tmp_path / "club"
    monkeypatch.setenv("FUJIKORO_DATA", str(chosen))
    assert mode(made_folder()) == 0o700  # made by us
    chosen.chmod(0o755)
    assert mode(made_folder()) == 0o755
    write_everything(chosen)
    assert {path.name: oct(mode(path)) for path in chosen.rglob("*") if mode(path) & 0o077} == {}


def test_a_lock_of_before_is_closed(tmp_path: Path) -> None:
    lock = tmp_path / "owner-pack.yaml.lock"
    lock.touch(0o644)
    with locked(lock):
        assert mode(lock) == 0o600

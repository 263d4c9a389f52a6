"""Small games that wait: there at once for whoever comes, and on the disk a moment later."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from fujikoro_nb.play import kept_small
from fujikoro_nb.play.kept_small import KeptGames


def test_what_was_put_away_is_there_before_the_disk_has_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process loses nothing, and no answer waits for the folder."""
    may_go_on, synced = threading.Event(), threading.Event()

    def slow(folder: Path) -> None:
        assert folder == tmp_path / "games"
        may_go_on.wait(20)
        synced.set()

    monkeypatch.setattr(kept_small, "sync_folder", slow)
    games, code = KeptGames(tmp_path / "games"), KeptGames.new_code()
    for save in (b"one", b"two"):
        games.keep(code, save)
        assert KeptGames(tmp_path / "games").find(code) == save
    assert not synced.is_set()
    may_go_on.set()
    assert synced.wait(20)

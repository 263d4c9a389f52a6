"""Saved games as files: read whole, written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fujikoro_nb.bots.kinds import KINDS
from fujikoro_nb.content.disk import write_atomically
from fujikoro_nb.engine.games import game_named
from fujikoro_nb.engine.kernel import Save, Session, Unreadable, read_save
from fujikoro_nb.engine.kernel.save import LARGEST


def write_game(path: Path, session: Session[Any]) -> None:
    """Keep a game in a file; what the file held before stays if that fails. Raises Unreadable naming the file."""
    save = session.save()
    try:
        write_atomically(path, save)
    except OSError:
        raise Unreadable("file-folder", str(path), 0) from None


def check_place(path: Path) -> None:
    """Refuse early a place where nothing can be kept. Raises Unreadable."""
    if path.is_dir() or not path.parent.is_dir():
        raise Unreadable("file-folder", str(path), 0)


def read_game_file(path: Path) -> Save:
    """The save that a file holds. Raises Unreadable."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise Unreadable("file-none", str(path), 0) from None
    except OSError:
        raise Unreadable("file-closed", str(path), 0) from None
    return read_save(data)


def open_game(save: Save, *, auto_deal: bool = False) -> Session[Any]:
    """The session of a save, whatever game it is of. Raises Unreadable."""
    session = Session.load(game_named(save.game), save, auto_deal=auto_deal)
    kind = KINDS.get(save.game)
    if kind is not None and not kind.is_ours(save, session.state):
        raise Unreadable("save-field", save.game, 0, field="deck")
    return session

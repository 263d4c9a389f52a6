"""``fujikoro advise``: what a small game's odds say about one decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fujikoro_nb.commands.advise_fuji import fuji_99_advised, fuji_99_reply
from fujikoro_nb.commands.advise_makai import advised, makai_reply
from fujikoro_nb.commands.game_files import open_game, read_game_file
from fujikoro_nb.commands.reply import Reply
from fujikoro_nb.engine.fuji_99.game import GAME as FUJI_99
from fujikoro_nb.engine.kernel import CHANCE, Question, Seat, Unreadable
from fujikoro_nb.engine.makai_fuda.game import GAME as MAKAI


def advise_reply(game: str, *, file: Path | None = None, **asked: Any) -> Reply:
    """``fujikoro advise``. Raises Unreadable, and Illegal for what the game cannot come to."""
    if file is not None:
        return saved_reply(file, player=asked.get("player"), after=asked.get("after"))
    game = game or FUJI_99.name
    if game not in ADVISED:
        raise Unreadable("advise-game", game, 0, known=", ".join(ADVISED))
    return ADVISED[game](**asked)


def saved_reply(path: Path, *, player: int | None = None, after: int | None = None) -> Reply:
    """What a seat of a saved game is told, from its view alone; ``after`` so many answers, else at the end."""
    session = open_game(read_game_file(path))
    name = session.game.name
    if name not in ADVISED_SAVES:
        raise Unreadable("advise-game", name, 0, known=", ".join(ADVISED_SAVES))
    if after is not None:
        if not 0 <= after <= len(session.lines):
            raise Unreadable("advise-after", str(after), 0, most=len(session.lines))
        while len(session.lines) > after and session.undo() is not None:
            pass
    question = session.question
    seats = len(getattr(session.state, "gold", ())) or len(getattr(session.state, "players", ()))
    if player is None:
        player = int(question.seat) + 1 if question is not None and question.seat != CHANCE else 1
    if not 1 <= player <= seats:
        raise Unreadable("advise-player", str(player), 0, most=seats)
    seat = Seat(player - 1)
    return ADVISED_SAVES[name](session.view_for(seat), seat, question)


ADVISED: Mapping[str, Callable[..., Reply]] = {FUJI_99.name: fuji_99_reply, MAKAI.name: makai_reply}
"""By the game's name."""
ADVISED_SAVES: Mapping[str, Callable[[Any, Seat, Question | None], Reply]] = {
    FUJI_99.name: fuji_99_advised,
    MAKAI.name: advised,
}
"""Of a view, its seat and the question, by the game's name."""

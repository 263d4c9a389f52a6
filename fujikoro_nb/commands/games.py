"""``fujikoro play --game``: whole games of bots, each told in its own numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fujikoro_nb.bots.driver import MOST_TURNS, play_out
from fujikoro_nb.bots.kinds import KINDS, Kind
from fujikoro_nb.commands.game_files import check_place, write_game
from fujikoro_nb.commands.play import play_reply
from fujikoro_nb.commands.progress_line import ProgressLine
from fujikoro_nb.commands.reply import GOOD, Reply
from fujikoro_nb.engine.fujikoro.games import WHOLE
from fujikoro_nb.engine.kernel import Session, Unreadable
from fujikoro_nb.texts import say

BOX_OPTIONS = ("mode", "scenario", "characters", "adventures", "peaceful", "budget")
"""What only the game of the big box knows."""


def game_reply(game: str, **asked: Any) -> Reply:
    """``fujikoro play``. Raises Unreadable, and Illegal for a table that the game cannot have."""
    name = game or WHOLE.name
    if name not in PLAYED:
        raise Unreadable("play-game", game, 0, known=", ".join(PLAYED))
    return PLAYED[name](**asked)


def _box(*, variants: Sequence[str] = (), **asked: Any) -> Reply:
    for variant in variants:
        raise Unreadable("play-variant", variant, 0, known="-")
    return play_reply(**asked)


def _small(
    kind: Kind,
    *,
    players: int | None = None,
    seed: str = "1",
    bots: str = "random",
    save: Path | None = None,
    turns: int | None = None,
    readings: Sequence[str] = (),
    variants: Sequence[str] = (),
    progress: ProgressLine | None = None,
    **others: Any,
) -> Reply:
    """A small game; ``winners`` are seats counted from 0, nobody where it was broken off."""
    for option in BOX_OPTIONS:
        if others.get(option):
            raise Unreadable("play-option", option, 0, game=kind.name)
    if turns is not None and turns < 1:
        raise Unreadable("bot-turns", str(turns), 0)
    if save is not None:
        check_place(save)
    players = kind.usual if players is None else players
    names = [name.strip() for name in bots.split(",")]
    rulings, agreed = kind.rulings(readings), kind.agreed(variants)
    session = kind.session(
        players=players,
        seed=seed,
        rulings=rulings,
        variants=agreed,
        seats=names,
    )
    seated = kind.seated(names, players=players, seed=seed)
    try:
        played = play_out(
            session,
            seated,
            most_turns=turns or MOST_TURNS,
            turn=kind.turn,
            hear=None if progress is None else lambda _, __: progress.told(lambda: _how_far(kind, session)),
        )
    finally:
        if progress is not None:
            progress.erase()
    if save is not None:
        write_game(save, session)
    names = names * players if len(names) == 1 else names
    scores, winners = [*kind.score(session.state)], [*map(int, kind.winners(session.state))]
    data: dict[str, Any] = {
        "game": kind.name,
        "players": players,
        kind.counted: played.turns,
        "answers": len(session.lines),
        "ended_by": played.ended_by,
        kind.scored: scores,
        "winners": winners,
        "save": None if save is None else str(save),
    }
    lines = [say(f"small-play.{kind.name}-{played.ended_by}", n=played.turns, answers=data["answers"])]
    lines += [
        say(f"small-play.{kind.name}-score", player=seat + 1, bot=bot, n=score)
        for seat, (bot, score) in enumerate(zip(names, scores, strict=True))
    ]
    lines += [say("play.winner", player=winner + 1) for winner in winners]
    if save is not None:
        lines.append(say("play.saved", file=save))
    return Reply(GOOD, data, tuple(lines))


def _how_far(kind: Kind, session: Session[Any]) -> str:
    scores = ", ".join(map(str, kind.score(session.state)))
    return say(f"small-play.{kind.name}-progress", answers=len(session.lines), scores=scores)


PLAYED: Mapping[str, Callable[..., Reply]] = {
    WHOLE.name: _box,
    **{name: partial(_small, kind) for name, kind in KINDS.items()},
}
"""By the name in saves."""

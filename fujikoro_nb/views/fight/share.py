"""Teeth that a group shares, given out person by person: the same on the game's page and on that of a fight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.fight import Share, ShareTeeth
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.stowing import room, things
from fujikoro_nb.engine.kernel import Options, Question, Seat

__all__ = ["share_view"]

Say = Callable[..., str]


def share_view(
    state: Arena,
    question: Question,
    options: Options,
    *,
    names: Sequence[str],
    say: Say,
    colours: Sequence[str] = (),
) -> dict[str, Any]:
    """How teeth are shared out person by person: how many there are to give, and how many each can get at most.

    Every division with these sums and no more than that for anybody is an answer; other questions: empty. ``told`` says
    for each number of teeth what it leaves in that backpack. ``colours``: of the seats, where they are known.
    """
    if question.kind != "share-teeth":
        return {}
    frame = next(frame for frame in reversed(state.agenda) if isinstance(frame, ShareTeeth))
    ways = [answer.teeth for answer in options if isinstance(answer, Share)]
    teeth = sum(ways[0])
    return {
        "teeth": teeth,
        "lost": say("combat.teeth-lost", n=frame.teeth - teeth) if teeth < frame.teeth else "",
        "seats": [
            {
                "seat": int(seat),
                "name": names[seat],
                "colour": colours[seat] if colours else "",
                "told": [_left(state, seat, say, n) for n in range(1 + max(way[at] for way in ways))],
            }
            for at, seat in enumerate(frame.seats)
        ],
    }


def _left(state: Arena, seat: Seat, say: Say, teeth: int) -> str:
    """What so many teeth leave in a backpack: spaces, or cubes that have to go for them."""
    board = state.fighter(seat)
    free = room(board) - things(board.backpack) - teeth
    if free < 0:
        return say("combat.teeth-over", n=-free)
    return say("combat.teeth-free", n=free) if free else say("combat.teeth-full")

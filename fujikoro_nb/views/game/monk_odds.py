"""Which monk to send before a fight, as the odds' card says it in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fujikoro_nb.engine.fujikoro.board.player import Backpack
from fujikoro_nb.odds import Monk, MonkChoice
from fujikoro_nb.views.fight.odds import Say, said_outcome

MONK_RULE = "combat.hero.when"


def monk_view(found: Sequence[MonkChoice], backpack: Backpack, say: Say, *, is_quick: bool) -> dict[str, Any]:
    """The best of all choices and its three numbers; ``is_quick``: compared with all dice rolled."""
    best = found[0]
    odds = said_outcome(best.outcome, say)
    if best.monk is None:
        sentence = say("combat.monk-none-helps")
    else:
        win, hurt, lose = odds["said"]
        monk = monk_said(best.monk, backpack, say)
        sentence = say("combat.monk-best", monk=monk, win=win, hurt=hurt, lose=lose)
    return {
        "state": "quick" if is_quick else "ready",
        "sentence": sentence,
        "rule": MONK_RULE,
        "is_sent": best.monk is not None,
        **odds,
    }


def monk_said(monk: Monk, backpack: Backpack, say: Say) -> str:
    """A monk and what it throws, as the beginning of a sentence."""
    return say(f"combat.monk-best-{monk.source}", throw=_throw(monk, backpack, say))


def _throw(monk: Monk, backpack: Backpack, say: Say) -> str:
    """What it throws; the area is named where both hold such a cube."""
    if monk.cube is None:
        return say("combat.monk-throws-none")
    cube = say(f"combat.monk-throws-{monk.cube}")
    if backpack.lower.cubes.count(monk.cube) and backpack.upper.cubes.count(monk.cube):
        return say("combat.monk-throws-from", cube=cube, area=say(f"word.{monk.area}-area"))
    return cube

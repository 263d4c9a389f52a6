"""What an evening says of whom a group has to beat, or to catch, by the goals that the engine knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.modes import CAPTURE, DRAGONS, FALLEN, LEGEND
from fujikoro_nb.helper.said import Said, sentence


class Foe(msgspec.Struct, frozen=True, kw_only=True):
    """Whom the goal of a group names."""

    name: str
    """``legendary``, ``dragons`` or ``fallen``."""
    rule: str
    open_rule: str
    """By which nobody leaves before."""
    to_beat: Said
    goal: str = ""
    """``evening.late-goal-...``; empty: as so many people play without it."""
    to_do: tuple[str, str, str] | None = None
    """``evening.late-do-...``; None: as so many people play without it."""
    may_come_again: bool = False
    """Whether another one may appear when somebody has left."""
    is_wanted_alive: bool = False
    gear_rule: str = ""
    """Why magical gear is needed besides; empty: as so many people play without it."""


_FOES: Mapping[str, Foe] = {
    LEGEND: Foe(
        name="legendary",
        rule="coop.goal.legendary-defeated",
        open_rule="coop.goal.escape-after-legendary",
        to_beat=sentence("evening.end-legendary", "coop.goal.escape-after-legendary"),
    ),
    DRAGONS: Foe(
        name="dragons",
        rule="scenario.5.coop.goal",
        open_rule="scenario.5.coop.goal",
        to_beat=sentence("evening.end-dragons", "scenario.5.coop.goal"),
        goal="dragons",
        to_do=("hunt", "together", "lives-dragons"),
        may_come_again=True,
    ),
    CAPTURE: Foe(
        name="legendary",
        rule="scenario.6.coop.goal-capture",
        open_rule="scenario.6.coop.goal-capture",
        to_beat=sentence("evening.end-capture", "scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses"),
        goal="capture",
        to_do=("lure", "fewer-dice", "together"),
        is_wanted_alive=True,
    ),
    FALLEN: Foe(
        name="fallen",
        rule="scenario.7.solo.goal",
        open_rule="scenario.7.solo.goal",
        to_beat=sentence("evening.end-fallen", "scenario.7.solo.goal"),
        goal="fallen",
        to_do=("magic-all", "fallen", "lives-fallen"),
        gear_rule="scenario.7.solo.goal",
    ),
}


def foe_of(goals: Sequence[str]) -> Foe:
    """Whom these goals name; of several the last one, which holds the others.

    >>> foe_of(("legend", "dragons", "all-out")).name
    'dragons'
    """
    return [_FOES[goal] for goal in goals if goal in _FOES][-1]

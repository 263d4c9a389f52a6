"""What an evening says of whom a group has to beat, or to catch, by the goals that the engine knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from fujikoro_nb.engine.fujikoro.modes import CAPTURE, DRAGONS, FALLEN, LEGEND
from fujikoro_nb.engine.kernel import Refusal, refuse
from fujikoro_nb.helper.said import Said, sentence


class Foe(msgspec.Struct, frozen=True, kw_only=True):
    """Whom the goal of a group names."""

    name: str
    """``legendary``, ``dragons`` or ``fallen``."""
    rule: str
    to_beat: Said
    not_beaten: Refusal | None = None
    """Why nobody has won before; None where its death loses the game."""
    way_shut: Refusal | None = None
    """Why nobody leaves before."""
    is_beaten_once: Refusal | None = None
    """Why it cannot live again when somebody has left; None where another one may appear."""
    no_way: Refusal | None = None
    """Why nobody leaves at all."""
    goal: str = ""
    """``evening.late-goal-...``; empty: as so many people play without it."""
    to_do: tuple[str, str, str] | None = None
    """``evening.late-do-...``; None: as so many people play without it."""
    win: str = "won"
    """``score-page....`` of the button for a victory."""
    gear_rule: str = ""
    """Why magical gear is needed besides; empty: as so many people play without it."""


@cache
def _foes() -> Mapping[str, Foe]:
    return {
        LEGEND: Foe(
            name="legendary",
            rule="coop.goal.legendary-defeated",
            not_beaten=refuse("coop.goal.legendary-defeated", "evening"),
            way_shut=refuse("coop.goal.escape-after-legendary", "evening"),
            is_beaten_once=refuse("coop.goal.escape-after-legendary", "left"),
            to_beat=sentence("evening.end-legendary", "coop.goal.escape-after-legendary"),
        ),
        DRAGONS: Foe(
            name="dragons",
            rule="scenario.5.coop.goal",
            not_beaten=refuse("scenario.5.coop.goal", "evening"),
            way_shut=refuse("scenario.5.coop.goal", "evening"),
            to_beat=sentence("evening.end-dragons", "scenario.5.coop.goal"),
            goal="dragons",
            to_do=("hunt", "together", "lives-dragons"),
        ),
        CAPTURE: Foe(
            name="legendary",
            rule="scenario.6.coop.goal-capture",
            no_way=refuse("scenario.6.coop.goal-capture", "way"),
            to_beat=sentence(
                "evening.end-capture", "scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses"
            ),
            goal="capture",
            to_do=("lure", "fewer-dice", "together"),
            win="caught",
        ),
        FALLEN: Foe(
            name="fallen",
            rule="scenario.7.solo.goal",
            not_beaten=refuse("scenario.7.solo.goal", "evening"),
            way_shut=refuse("scenario.7.solo.goal", "evening"),
            is_beaten_once=refuse("scenario.7.solo.goal", "left"),
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
    return [_foes()[goal] for goal in goals if goal in _foes()][-1]

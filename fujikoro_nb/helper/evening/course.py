"""How a game runs, as far as an evening asks: what wins it, what begins its countdown, which ways lead out.

A `Course` is what a mode does; a scenario is a table of what it does otherwise. No page and no change of an evening
asks which scenario is played: they ask the course.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.kernel import Refusal, refuse
from fujikoro_nb.helper.said import Said, sentence
from fujikoro_nb.helper.setup.numbers import number, number_for

FINAL_POINTS = COMPETITIVE.final_points
"""final.trigger"""


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """Either a countdown that points begin and turns move, or one that rounds move."""

    has_points: bool
    final_points: int = 0
    """Who has them begins the Final Chapter; 0 where rounds do."""
    trigger_rule: str = "final.trigger"
    """Why so many points."""
    lava_points: int = 0
    """Who has them begins a first countdown, without rope or end."""
    goal_points: int = 0
    """So many are needed at the end, for a victory against the mountain."""
    normal_rounds: tuple[int, ...] = ()
    """Rounds before each eruption; all but the last eruption are no end. Adventure tokens shorten the last one."""
    rounds_rule: str = "coop.rounds.limit"
    """Why so many rounds."""
    ways: tuple[str, ...]
    """The ways off the mountain, of `PALACES`."""
    closed: Mapping[str, Refusal]
    """By way: why it leads nowhere."""
    can_come_back: bool = False
    """Whether who has left may have to return."""
    sources: tuple[str, ...] = ()
    """What gives or costs points in this scenario only."""

    foe: str = ""
    """Who has to be beaten before the way out is open: ``legendary``, ``dragons`` or ``fallen``; empty for nobody."""
    foe_rule: str = ""
    not_beaten: Refusal | None = None
    """Why nobody has won while the foe lives; None where its death loses the game."""
    way_shut: Refusal | None = None
    """Why nobody leaves while the foe lives."""
    is_beaten_once: Refusal | None = None
    """Why the foe cannot live again when somebody has left; None where another may appear."""

    goal: str
    """``evening.late-goal-...``"""
    turn: str
    """``evening.late-turn-...``"""
    to_do: tuple[str, str, str]
    """``evening.late-do-...``, while nothing ends yet."""
    late_lava: str = "sandals"
    """``evening.late-do-...``: what pays for lava when the end has begun."""
    win: str = "won"
    """``score-page....`` of the button for a victory."""
    rope: Said = sentence("evening.end-rope", "escape.rope")
    to_beat: Said | None = None
    """What is said of the foe while it lives."""
    all_out: Said | None = None
    """What still has to be true when everybody has left."""
    note: Said | None = None
    """What the scenario changes, and what the page does not count."""
    round_end: Said | None = None
    """What the end of a round brings, where turns move the countdown."""
    unscored: Said | None = None
    """What is to be entered when the game is over."""


@cache
def course(mode: str, scenario: int, players: int) -> Course:
    """The course of a game that the rules have (`setup_table.has_scenario`).

    >>> course("competitive", 1, 3).final_points
    20
    """
    plain = _against_each_other() if mode == "competitive" else _together(players)
    if not scenario:
        return plain
    kind = "competitive" if mode == "competitive" else "group"
    return msgspec.structs.replace(plain, **_changes(players)[scenario, kind])


def _against_each_other() -> Course:
    return Course(
        has_points=True,
        final_points=FINAL_POINTS,
        ways=("big", "small"),
        closed={"exit": refuse("escape.secret", "way")},
        goal="points",
        turn="points",
        to_do=("explore", "craft", "dragon"),
    )


def _together(players: int) -> Course:
    """coop.rounds.limit, coop.goal.escape-after-legendary; alone the whole set is needed (solo.goal.full-set-alone)."""
    rule = "solo.goal.full-set-alone" if players == 1 else "coop.goal.collective-set"
    return Course(
        has_points=False,
        normal_rounds=(number_for("coop.rounds.limit", players, after=".normal"),),
        ways=("exit",),
        closed=dict.fromkeys(("big", "small"), refuse("coop.goal.everyone-escaped", "way")),
        foe="legendary",
        foe_rule="coop.goal.legendary-defeated",
        not_beaten=refuse("coop.goal.legendary-defeated", "evening"),
        way_shut=refuse("coop.goal.escape-after-legendary", "evening"),
        is_beaten_once=refuse("coop.goal.escape-after-legendary", "left"),
        goal="coop",
        turn="coop",
        to_do=("magic", "together", "lives"),
        to_beat=sentence("evening.end-legendary", "coop.goal.escape-after-legendary"),
        all_out=sentence("evening.end-gear", rule, "coop.end.win-immediately"),
    )


def _changes(players: int) -> Mapping[tuple[int, str], Mapping[str, object]]:
    """By scenario and side of the board: what the scenario's own text changes (scenario.general.base-rules)."""
    return {
        (1, "competitive"): {
            "final_points": number("scenario.1.competitive.final-at-twenty", "trigger_vp"),
            "trigger_rule": "scenario.1.competitive.final-at-twenty",
            "ways": ("big",),
            "closed": {
                "exit": refuse("escape.secret", "way"),
                "small": refuse("scenario.1.competitive.no-secret-exit", "way"),
            },
            "to_do": ("explore", "craft", "dragon-alone"),
            "late_lava": "tokens",
            "rope": sentence("evening.end-rope-later", "scenario.1.competitive.escape-delayed"),
            "note": sentence(
                "evening.scenario-1",
                "scenario.1.competitive.escape-delayed",
                "scenario.1.competitive.tokens-end-score",
            ),
            "unscored": sentence("evening.over-tokens", "scenario.1.competitive.tokens-end-score"),
        },
        (2, "competitive"): {
            "note": sentence("evening.scenario-2", "scenario.2.competitive.take-dragon"),
            "round_end": sentence(
                "evening.remind-dragons",
                "scenario.2.competitive.dragons-move-each-round",
                "scenario.2.competitive.status-tokens-apply",
            ),
            "unscored": sentence(
                "evening.over-dragons",
                "scenario.2.competitive.dragon-values",
                "scenario.2.competitive.same-color-set",
                "scenario.2.competitive.different-color-set",
                "scenario.2.competitive.sets-disjoint",
            ),
        },
        (3, "competitive"): {
            "lava_points": number("scenario.3.competitive.lava-phase-trigger", "trigger_vp"),
            "final_points": number("scenario.3.competitive.real-final", "trigger_vp"),
            "trigger_rule": "scenario.3.competitive.real-final",
            "note": sentence(
                "evening.scenario-3",
                "scenario.3.competitive.lava-phase-trigger",
                "scenario.3.competitive.real-final",
            ),
        },
        (3, "group"): {
            "normal_rounds": (
                number("scenario.3.coop.lava-phase", "start"),
                number_for("scenario.3.coop.second-countdown", players),
            ),
            "rounds_rule": "scenario.3.coop.second-countdown",
            "note": sentence(
                "evening.scenario-3-coop", "scenario.3.coop.lava-phase", "scenario.3.coop.second-countdown"
            ),
        },
        (4, "competitive"): {
            "sources": ("monk",),
            "note": sentence("evening.scenario-4", "scenario.4.competitive.monk-beats-samurai"),
            "round_end": sentence("evening.remind-monks", "scenario.4.competitive.monk-move"),
        },
        (5, "competitive"): {
            "can_come_back": True,
            "note": sentence(
                "evening.scenario-5",
                "scenario.5.competitive.no-escape-while-dragon",
                "scenario.5.competitive.return-on-reveal",
            ),
        },
        (5, "group"): {
            "foe": "dragons",
            "foe_rule": "scenario.5.coop.goal",
            "not_beaten": refuse("scenario.5.coop.goal", "evening"),
            "way_shut": refuse("scenario.5.coop.goal", "evening"),
            "is_beaten_once": None,
            "goal": "dragons",
            "to_do": ("hunt", "together", "lives-dragons"),
            "to_beat": sentence("evening.end-dragons", "scenario.5.coop.goal"),
            "all_out": sentence("evening.end-out", "scenario.5.coop.goal", "coop.end.win-immediately"),
            "note": sentence("evening.scenario-5-coop", "scenario.5.coop.unrevealed-ignored"),
        },
        (6, "group"): {
            "ways": (),
            "closed": dict.fromkeys(("big", "small", "exit"), refuse("scenario.6.coop.goal-capture", "way")),
            "not_beaten": None,
            "goal": "capture",
            "to_do": ("lure", "fewer-dice", "together"),
            "win": "caught",
            "to_beat": sentence(
                "evening.end-capture", "scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses"
            ),
            "note": sentence("evening.scenario-6", "scenario.6.coop.check-after-roll"),
        },
        (7, "group"): {
            "foe": "fallen",
            "foe_rule": "scenario.7.solo.goal",
            "not_beaten": refuse("scenario.7.solo.goal", "evening"),
            "way_shut": refuse("scenario.7.solo.goal", "evening"),
            "is_beaten_once": refuse("scenario.7.solo.goal", "left"),
            "goal": "fallen",
            "to_do": ("magic-all", "fallen", "lives-fallen"),
            "to_beat": sentence("evening.end-fallen", "scenario.7.solo.goal"),
            "all_out": sentence("evening.end-gear", "scenario.7.solo.goal", "coop.end.win-immediately"),
            "note": sentence("evening.scenario-7", "scenario.7.solo.goal"),
        },
        (8, "group"): {
            "has_points": True,
            "final_points": number("scenario.8.solo.final-at-twenty", "trigger_vp"),
            "trigger_rule": "scenario.8.solo.final-at-twenty",
            "goal_points": number("scenario.8.solo.goal-fifty", "vp"),
            "normal_rounds": (),
            "ways": ("big", "small"),
            "closed": {"exit": refuse("escape.secret", "way")},
            "foe": "",
            "goal": "ronin",
            "turn": "ronin",
            "to_do": ("explore", "craft", "dragon-alone"),
            "to_beat": None,
            "all_out": None,
            "note": sentence("evening.scenario-8", "scenario.8.solo.goal-fifty", "scenario.8.solo.loss"),
            "round_end": sentence("evening.remind-round-dragons", "coop.rounds.start-of-round-order"),
        },
    }

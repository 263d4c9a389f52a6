"""How a game runs, as far as an evening asks: what wins it, what begins its countdown, which ways lead out.

A `Course` is what a mode does; a scenario says itself what it does otherwise. No page and no change of an evening
asks which scenario is played: they ask the course.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from fujikoro_nb.engine.fujikoro.modes import EXIT, LEGEND, ROPE, Mode, Rounds
from fujikoro_nb.engine.fujikoro.rules.group.rounds import eruption_round, last_round
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Refusal, refuse
from fujikoro_nb.helper.evening.track import SPACES
from fujikoro_nb.helper.kinds.modes import mode_of
from fujikoro_nb.helper.kinds.scenarios import scenario_of
from fujikoro_nb.helper.said import Said, sentence


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
    clock: Rounds | None = None
    """What a group's rounds are; None where turns move the countdown."""
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

    def stretches(
        self, players: int, *, has_adventures: bool, rulings: Rulings
    ) -> tuple[tuple[int, ...], int]:
        """Normal rounds before each eruption, and all rounds until the mountain wins; of no rounds, nothing.

        What a table decided about the first round and the last one changes the first and the last stretch; adventure
        tokens shorten the last one (coop.rounds.adventure-minus-two, scenario.3.coop.adventure-tokens-rounds).
        """
        clock = self.clock
        if clock is None or self.has_points:
            return (), 0
        begins = eruption_round(clock, players, has_adventures=has_adventures, rulings=rulings)
        last = last_round(clock, players, has_adventures=has_adventures, rulings=rulings)
        whole = clock.before_eruption(players, has_adventures=has_adventures)
        first, *others = self.normal_rounds
        stretches = [first - (whole + 1 - begins), *others]
        stretches[-1] += whole - clock.before_eruption(players, has_adventures=False)
        return tuple(stretches), sum(stretches) + SPACES * len(others) + last - begins + 1


@cache
def course(mode: str, scenario: int, players: int) -> Course:
    """The course of a game that the rules have (`setup.choices.has_scenario`).

    >>> course("competitive", 1, 3).final_points
    20
    """
    rules = mode_of(mode).rules
    assert rules is not None, "a small game has no evening"
    plain = _together(rules, players) if rules.said.goals else _against_each_other(rules)
    side = scenario_of(scenario).side(is_together=bool(rules.said.goals))
    assert side is not None, "no such game"
    return msgspec.structs.replace(plain, **side.course(players))


def _against_each_other(rules: Mode) -> Course:
    ways = {ROPE: "big", EXIT: "small"}
    return Course(
        has_points=rules.said.has_points,
        final_points=rules.final_points,
        ways=tuple(ways[way] for way in rules.said.ways_out),
        closed={"exit": refuse("escape.secret", "way")},
        goal="points",
        turn="points",
        to_do=("explore", "craft", "dragon"),
    )


def _together(rules: Mode, players: int) -> Course:
    """coop.rounds.limit, coop.goal.escape-after-legendary; alone the whole set is needed (solo.goal.full-set-alone)."""
    clock, said = rules.rounds, rules.said
    assert clock is not None and LEGEND in said.goals and said.is_exit_guarded, "as the sentences below say"
    rule = "solo.goal.full-set-alone" if players == 1 else "coop.goal.collective-set"
    ways = {EXIT: "exit"}
    return Course(
        has_points=said.has_points,
        clock=clock,
        normal_rounds=(clock.before_eruption(players, has_adventures=False),),
        ways=tuple(ways[way] for way in said.ways_out),
        closed=dict.fromkeys(("big", "small"), refuse("coop.goal.everyone-escaped", "way")),
        foe="legendary",
        foe_rule="coop.goal.legendary-defeated",
        not_beaten=refuse("coop.goal.legendary-defeated", "evening"),
        way_shut=refuse("coop.goal.escape-after-legendary", "evening"),
        is_beaten_once=refuse("coop.goal.escape-after-legendary", "left"),
        goal="alone" if players == 1 else "coop",
        turn="alone" if players == 1 else "coop",
        to_do=("magic-all", "alone", "lives") if players == 1 else ("magic", "together", "lives"),
        to_beat=sentence("evening.end-legendary", "coop.goal.escape-after-legendary"),
        all_out=sentence("evening.end-gear", rule, "coop.end.win-immediately"),
    )

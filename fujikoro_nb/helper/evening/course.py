"""How a game runs, as far as an evening asks: what wins it, what begins its countdown, which ways lead out.

A `Course` is read off what the engine plays: a mode, as a scenario has it, and the scenario's own plot. No page and no
change of an evening asks which scenario is played: they ask the course.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from fujikoro_nb.engine.fujikoro.components import DRAGON_COLOURS
from fujikoro_nb.engine.fujikoro.modes import ALL_OUT, EXIT, MAGIC_SET, POINTS, ROPE, Mode, Rounds
from fujikoro_nb.engine.fujikoro.rules.group.rounds import eruption_round, last_round
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, Plot, Side, scenario_of
from fujikoro_nb.engine.kernel import Refusal, refuse
from fujikoro_nb.helper.evening.foes import Foe, foe_of
from fujikoro_nb.helper.evening.track import SPACES
from fujikoro_nb.helper.kinds.modes import mode_of
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
    wakes_in_temples: bool = False
    """Whether who is knocked out stands up in a temple at once, where the table has not decided otherwise."""
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
    rules, found = mode_of(mode).rules, scenario_of(scenario)
    assert rules is not None, "a small game has no evening"
    assert found is not None, "no such game"
    side = found.side(rules)
    if side is None:
        assert not scenario, "no such game"
        return _plain(rules, NO_PLOT, players)
    return _told(_plain(side.over(rules), side.plot, players), side, rules)


def _plain(rules: Mode, plot: Plot, players: int) -> Course:
    return _by_points(rules, plot, players) if rules.said.has_points else _by_rounds(rules, plot, players)


def _told(plain: Course, side: Side, rules: Mode) -> Course:
    """The course with what the evening says of the scenario that it is read off."""
    key = f"evening.scenario-{side.plot.number}{'-coop' if rules.said.goals else ''}"
    wanted = {"max": side.plot.goal_points} if side.plot.goal_points else {}
    note = sentence(key, *side.minded, **_figures(side.plot), **wanted)
    more = msgspec.structs.replace(plain, trigger_rule=side.final_rule, note=note, **_seen(side.plot))
    return _with_later_rope(more) if side.plot.leaves_later else more


def _with_later_rope(plain: Course) -> Course:
    rope = sentence("evening.end-rope-later", "scenario.1.competitive.escape-delayed")
    return msgspec.structs.replace(plain, rope=rope)


def _seen(plot: Plot) -> Mapping[str, Said]:
    """What the end of a round brings, and what is to be entered at the end; nothing where the page knows it all."""
    said = {}
    if plot.dragons_march:
        said["round_end"] = sentence(
            "evening.remind-dragons",
            "scenario.2.competitive.dragons-move-each-round",
            "scenario.2.competitive.status-tokens-apply",
        )
    if plot.warriors is not None:
        said["round_end"] = sentence("evening.remind-monks", "scenario.4.competitive.monk-move")
    if plot.token_points:
        said["unscored"] = sentence("evening.over-tokens", "scenario.1.competitive.tokens-end-score")
    if plot.figures is not None:
        said["unscored"] = sentence(
            "evening.over-dragons",
            "scenario.2.competitive.dragon-values",
            "scenario.2.competitive.same-color-set",
            "scenario.2.competitive.different-color-set",
            "scenario.2.competitive.sets-disjoint",
            **_figures(plot),
        )
    return said


def _figures(plot: Plot) -> Mapping[str, int]:
    """What kept dragons count at the end; nothing where they do not."""
    if plot.figures is None:
        return {}
    values = dict(zip(DRAGON_COLOURS, plot.figures.values, strict=True))
    return {**values, "alike": plot.figures.alike, "unlike": plot.figures.unlike}


def _by_points(rules: Mode, plot: Plot, players: int) -> Course:
    """Who has enough points begins a countdown that a marked player's turns move."""
    ways = {ROPE: "big", EXIT: "small"}
    closed = {"exit": refuse("escape.secret", "way")}
    if plot.is_without_exit:
        del ways[EXIT]
        closed["small"] = refuse("scenario.1.competitive.no-secret-exit", "way")
    goal = "ronin" if POINTS in rules.said.goals else "points"
    is_alone = plot.is_alone_with_dragons or players == 1
    walks = rules.said.dragons_move
    return Course(
        has_points=True,
        final_points=rules.final_points,
        lava_points=plot.lava_points,
        goal_points=plot.goal_points,
        ways=tuple(ways[way] for way in rules.said.ways_out if way in ways),
        closed=closed,
        can_come_back=plot.calls_back,
        wakes_in_temples=plot.wakes_in_temples,
        sources=() if plot.warriors is None else ("monk",),
        goal=goal,
        turn=goal,
        to_do=("explore", "craft", "dragon-alone" if is_alone else "dragon"),
        late_lava="tokens" if plot.leaves_loot else "sandals",
        round_end=sentence("evening.remind-round-dragons", "coop.rounds.start-of-round-order")
        if walks
        else None,
    )


def _by_rounds(rules: Mode, plot: Plot, players: int) -> Course:
    """coop.rounds.limit, coop.goal.escape-after-legendary; alone the whole set is needed (solo.goal.full-set-alone)."""
    clock, said = rules.rounds, rules.said
    assert clock is not None and said.is_exit_guarded, "as the sentences below say"
    foe, alone = foe_of(said.goals), "alone" if players == 1 else ""
    usual = ("magic-all", "alone", "lives") if alone else ("magic", "together", "lives")
    ways = {EXIT: "exit"}
    return Course(
        has_points=False,
        clock=clock,
        normal_rounds=_stretches_of(plot, clock, players),
        rounds_rule="scenario.3.coop.second-countdown" if plot.early_rounds else "coop.rounds.limit",
        ways=tuple(ways[way] for way in said.ways_out) if foe.no_way is None else (),
        closed=_closed(foe),
        foe=foe.name,
        foe_rule=foe.rule,
        not_beaten=foe.not_beaten,
        way_shut=foe.way_shut,
        is_beaten_once=foe.is_beaten_once,
        goal=foe.goal or alone or "coop",
        turn=alone or "coop",
        to_do=foe.to_do or usual,
        win=foe.win,
        to_beat=foe.to_beat,
        all_out=_all_out(rules, foe, alone) if ALL_OUT in said.goals else None,
    )


def _closed(foe: Foe) -> Mapping[str, Refusal]:
    """By way: why it leads nowhere."""
    if foe.no_way is not None:
        return dict.fromkeys(("big", "small", "exit"), foe.no_way)
    return dict.fromkeys(("big", "small"), refuse("coop.goal.everyone-escaped", "way"))


def _all_out(rules: Mode, foe: Foe, alone: str) -> Said:
    """What still has to be true when everybody has left."""
    if MAGIC_SET not in rules.said.goals:
        return sentence("evening.end-out", foe.rule, "coop.end.win-immediately")
    usual = "solo.goal.full-set-alone" if alone else "coop.goal.collective-set"
    return sentence("evening.end-gear", foe.gear_rule or usual, "coop.end.win-immediately")


def _stretches_of(plot: Plot, clock: Rounds, players: int) -> tuple[int, ...]:
    """Rounds before the one eruption, or before each of two; the first of two has its own rounds between."""
    normal = clock.before_eruption(players, has_adventures=False)
    early = plot.early_rounds
    return (early, normal - early - len(clock.final)) if early else (normal,)

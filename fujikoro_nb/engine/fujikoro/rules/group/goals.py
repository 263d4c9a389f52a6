"""What a group plays for, and how its game ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import (
    CAPTURED,
    LOST_DRAGON,
    LOST_LIFE,
    LOST_POINTS,
    LOST_TIME,
    LOST_WAY,
    WON,
)
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.modes import (
    ALL_OUT,
    BY_ROPE,
    CAPTURE,
    DRAGONS,
    FALLEN,
    LEGEND,
    MAGIC_EACH,
    MAGIC_SET,
    POINTS,
)
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Outcome, cites, event

ROPE_PALACE, EXIT_PALACE = "big", "small"
"""The palaces to which the two ways lead."""

Parts = tuple[bool, ...]
"""What a goal is made of, and whether each part is there."""


@cites("coop.goal.legendary-defeated")
def _legend(state: GameState) -> Parts:
    return (state.party is not None and state.party.has_beaten_legend,)


@cites("coop.goal.everyone-escaped")
def _all_out(state: GameState) -> Parts:
    return tuple(not samurai.is_on_map for samurai in state.samurai)


@cites("coop.goal.one-magic-gear-each")
def _magic_each(state: GameState) -> Parts:
    return tuple(any(map(board.gear.is_magical, GearKind)) for board in state.boards)


@cites("coop.goal.collective-set", "solo.goal.full-set-alone")
def _magic_set(state: GameState) -> Parts:
    """One alone is the whole group."""
    return tuple(_has_magic(state, kind) for kind in GearKind)


def _has_magic(state: GameState, kind: GearKind) -> bool:
    """Whether somebody wears magical gear of this kind, and its blueprint is held in the group."""
    by_anyone = state.rulings.reading("coop.goal.collective-set") == "anyone-holds"
    for board in state.boards:
        holders = state.boards if by_anyone else (board,)
        if board.gear.is_magical(kind) and any(_holds(one, board, kind, state.rulings) for one in holders):
            return True
    return False


def _holds(holder: Board, wearer: Board, kind: GearKind, rulings: Rulings) -> bool:
    return any(
        contains(wearer.gear.layout(kind), pattern, rulings=rulings) for pattern in holder.patterns(kind)
    )


@cites("scenario.5.coop.goal", "scenario.5.coop.unrevealed-ignored")
def _dragons(state: GameState) -> Parts:
    """Nothing else on the mountain lives; what was never revealed does not matter."""
    return (not is_any_dragon_left(state),)


def is_any_dragon_left(state: GameState) -> bool:
    """Whether a revealed dragon lives."""
    return any(laid is not None and laid.dragon is not None for laid in state.ground)


@cites("scenario.8.solo.goal-fifty", "scenario.8.solo.rewards")
def _points(state: GameState) -> Parts:
    return (sum(samurai.score for samurai in state.samurai) >= state.plot.goal_points,)


@cites("scenario.8.solo.goal-fifty", "scenario.8.solo.secret-exit-insufficient")
def _by_rope(state: GameState) -> Parts:
    return tuple(samurai.palace == ROPE_PALACE for samurai in state.samurai)


@cites("scenario.6.coop.goal-capture")
def _capture(state: GameState) -> Parts:
    return (state.party is not None and state.party.outcome == CAPTURED,)


@cites("scenario.7.solo.goal")
def _fallen(state: GameState) -> Parts:
    """One part a guard."""
    return tuple(guard.is_beaten for guard in state.staged.guards)


GOALS: Mapping[str, Callable[[GameState], Parts]] = {
    LEGEND: _legend,
    ALL_OUT: _all_out,
    MAGIC_EACH: _magic_each,
    MAGIC_SET: _magic_set,
    POINTS: _points,
    BY_ROPE: _by_rope,
    DRAGONS: _dragons,
    CAPTURE: _capture,
    FALLEN: _fallen,
}
"""By the names that a mode gives them."""


@cites("scenario.5.coop.goal")
def goals_of(state: GameState) -> tuple[str, ...]:
    """The names of the group's goals, in the order in which they are told."""
    goals, further = state.mode.said.goals, state.plot.further_goals
    if further and state.rulings.reading("scenario.5.coop.goal") == "gear-too":
        return (*goals, *further)
    return goals


def goal_parts(state: GameState) -> tuple[tuple[str, Parts], ...]:
    """Every goal of the group, and which of its parts are there as things stand.

    The legendary dragon is one part; whoever is out, and whoever wears magical gear, one a seat; the set one a kind of
    gear, in the order of `GearKind`.
    """
    return tuple((name, GOALS[name](state)) for name in goals_of(state))


def goals_met(state: GameState) -> tuple[tuple[str, bool], ...]:
    """Every goal of the group, and whether it is reached as things stand: with all its parts."""
    return tuple((name, all(parts)) for name, parts in goal_parts(state))


@cites("coop.end.win-immediately", "coop.goal.state-frozen-on-escape", "coop.end.escaped-without-gear")
def judged(state: GameState) -> GameState:
    """The state with the group's victory, if every goal is reached.

    Asked when somebody has left the mountain, because nothing else can be the last that was missing: whoever is out
    keeps everything as it is, magical or not.
    """
    party, goals = state.party, goals_met(state)
    if party is None or party.outcome or not goals or not all(is_met for _, is_met in goals):
        return state
    return decided(state, WON)


def decided(state: GameState, outcome: str) -> GameState:
    """The state of a group whose game is over."""
    assert state.party is not None, "only a group wins and loses together"
    return state.with_party(msgspec.structs.replace(state.party, outcome=outcome))


@cites("scenario.8.solo.secret-exit-insufficient")
def judged_way(state: GameState) -> GameState:
    """The state of one who has left the mountain where points count: by the other way all is lost at once."""
    is_astray = BY_ROPE in state.mode.said.goals and any(
        samurai.palace == EXIT_PALACE for samurai in state.samurai
    )
    return decided(state, LOST_WAY) if is_astray else state


@cites("scenario.8.solo.goal-fifty")
def judged_at_end(state: GameState) -> GameState:
    """The state of a group whose countdown is over, all points counted."""
    goals = dict(goals_met(state))
    if all(goals.values()):
        return decided(state, WON)
    return decided(state, LOST_POINTS if goals.get(BY_ROPE, True) else LOST_WAY)


def out_of_time(state: GameState) -> GameState:
    """The state of a group that has played its last round."""
    return decided(state, LOST_TIME)


@cites("coop.end.lose-conditions")
def verdict(state: GameState) -> Outcome[GameState]:
    """The group's game is over, and how."""
    party = state.party
    assert party is not None and party.outcome, "the game is decided"
    if party.outcome == WON:
        return state, (event("group-wins", "coop.end.win-immediately", round=party.round),)
    if party.outcome == CAPTURED:
        return state, (event("group-wins", "scenario.6.coop.goal-capture", round=party.round),)
    if party.outcome == LOST_DRAGON:
        return state, (event("dragon-killed", "scenario.6.coop.kill-loses"),)
    if party.outcome == LOST_LIFE:
        seat = party.lives.index(0)
        return state, (event("group-loses", "coop.lives.second-loss-defeat", seat=seat),)
    if party.outcome == LOST_POINTS:
        points, enough = sum(samurai.score for samurai in state.samurai), state.plot.goal_points
        return state, (event("too-few-points", "scenario.8.solo.goal-fifty", points=points, enough=enough),)
    if party.outcome == LOST_WAY:
        return state, (event("not-by-rope", "scenario.8.solo.secret-exit-insufficient"),)
    return state, (event("time-is-up", "coop.end.lose-conditions", rounds=party.round),)

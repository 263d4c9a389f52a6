"""An escape plan in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.helper.quick.escape_clock import runs
from fujikoro_nb.helper.quick.escape_way import REST, Danger, EscapePlan, Leg, PlannedTurn, WayOut
from fujikoro_nb.texts import say

_STEP = " › "


def needs_help(state: GameState, plan: EscapePlan) -> bool:
    """Whether somebody on the mountain has no way out any more."""
    return runs(state) and state.samurai[plan.seat].is_on_map and not plan.ways


def told(state: GameState, plan: EscapePlan, *, language: str = "en") -> tuple[str, ...]:
    """The plan line by line."""
    player = plan.seat + 1
    is_group = state.party is not None
    if not runs(state):
        return (say("escape.not-now" if is_group else "escape.not-yet", language=language),)
    if not state.samurai[plan.seat].is_on_map:
        return (say("escape.gone", language=language, player=player),)
    left = say("escape.turns-left", language=language, player=player, turns=plan.turns_left)
    if is_group:
        data = {"player": player, "turns": plan.turns_left, "last": plan.rounds}
        left = say("escape.turns-left-rounds", language=language, **data)
    shut = (say("escape.shut", language=language),) if plan.is_shut else ()
    ways = [line for way in plan.ways for line in _way(way, language)]
    none = () if ways else (say("escape.none", language=language),)
    is_met = any(leg.met for way in plan.ways for turn in way.turns for leg in turn.legs)
    rival = (say("escape.rival", language=language),) if is_met else ()
    rest = say("escape.left-out-group" if is_group else "escape.left-out", language=language)
    return (left, *shut, *ways, *none, *rival, rest)


def _way(way: WayOut, language: str) -> Iterator[str]:
    last = way.turns[-1]
    key = (
        way.palace
        if not last.is_lifted
        else f"{way.palace}-arriving"
        if last.number
        else f"{way.palace}-before"
    )
    yield say(f"escape.{key}", language=language, turn=last.number)
    for turn in way.turns:
        yield "  " + " ".join(_turn(turn, language))
        yield from (f"  {_danger(one, language)}" for one in way.dangers if one.turn == turn.number)


def _turn(turn: PlannedTurn, language: str) -> Iterator[str]:
    if turn.number == 0:
        yield say("escape.waiting", language=language)
    else:
        legs = [_leg(leg, language) for leg in turn.legs] or [say("escape.stay", language=language)]
        yield say("escape.turn", language=language, turn=turn.number, legs=", ".join(legs))
    if turn.is_lifted:
        yield say("escape.lifts", language=language)
    if not turn.erupts:
        return
    if not turn.fled:
        yield say("escape.erupts", language=language, number=turn.erupts)
        return
    key = "flees" if not turn.is_revived else "revived" if turn.paid else "carried"
    where = {"number": turn.erupts, "path": _STEP.join(turn.fled)}
    yield say(f"escape.{key}", language=language, pays=pays(turn.paid, language=language), **where)


def _danger(danger: Danger, language: str) -> str:
    """What the turn depends on besides."""
    dragons = ", ".join(say(f"combat.dragon-{colour}", language=language) for colour in danger.dragons)
    place = say("map.volcano", language=language, place=danger.place, number=danger.place.rpartition("-")[2])
    return say("escape.if-dragon", language=language, dragons=dragons, place=place)


def _leg(leg: Leg, language: str) -> str:
    walk = _walk(leg, language)
    return say("escape.leaps", language=language, walk=walk, space=leg.leapt) if leg.leapt else walk


def _walk(leg: Leg, language: str) -> str:
    path = _STEP.join(leg.path)
    if not leg.path:
        return say("escape.rest" if leg.action == REST else "escape.halt", language=language)
    if not leg.lava and not leg.free:
        return say("escape.walk", language=language, path=path)
    if not leg.lava:
        return say("escape.walk-free", language=language, path=path, free=leg.free)
    key = "walk-lava-free" if leg.free else "walk-lava"
    told = {"path": path, "lava": leg.lava, "pays": pays(leg.cubes, language=language)}
    return say(f"escape.{key}", language=language, **told, **({"free": leg.free} if leg.free else {}))


def pays(cubes: str, *, language: str = "en") -> str:
    """What the sandals pay, ``G`` for the magic cube.

    >>> pays("WMMG")
    'paying 1 wood, 2 metal and the magic cube'
    """
    bare = cubes.replace("G", "")
    if bare == cubes:
        return say("escape.pays", language=language, cubes=cubes)
    return say("escape.pays-magic" if bare else "escape.pays-magic-alone", language=language, cubes=bare)

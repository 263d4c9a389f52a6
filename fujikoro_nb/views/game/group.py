"""A group's game on its page: the round and what it brings, lives, goals, and where each dragon goes next and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.game import Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import RoundEnd
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, initiative
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
from fujikoro_nb.engine.fujikoro.rules.fights.attack import most_dice
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import usable_weapons
from fujikoro_nb.engine.fujikoro.rules.fights.combat import health_at_start, printed_in
from fujikoro_nb.engine.fujikoro.rules.group.goals import Parts, goal_parts
from fujikoro_nb.engine.fujikoro.rules.group.rounds import eruption_of, last_of, next_eruption_of
from fujikoro_nb.engine.fujikoro.rules.mountain.final import steps_until
from fujikoro_nb.engine.fujikoro.rules.scenes.guards import temple_of
from fujikoro_nb.rulebook.chosen import is_house
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.map.dragons import ASLEEP, AWAKE, NextStep, hidden_from_dragons, marks_of, walkers

__all__ = ["dragon_states", "goals_view", "group_view", "is_round_ending", "march_view"]

_GOAL_RULES = {
    LEGEND: "coop.goal.legendary-defeated",
    ALL_OUT: "coop.goal.everyone-escaped",
    MAGIC_EACH: "coop.goal.one-magic-gear-each",
    MAGIC_SET: "coop.goal.collective-set",
    DRAGONS: "scenario.5.coop.goal",
    POINTS: "scenario.8.solo.goal-fifty",
    BY_ROPE: "scenario.8.solo.goal-fifty",
    CAPTURE: "scenario.6.coop.goal-capture",
    FALLEN: "scenario.7.solo.goal",
}
_GOAL_SIGNS = {
    LEGEND: "dragon-XL",
    ALL_OUT: "exit",
    MAGIC_EACH: "cube-G",
    MAGIC_SET: "blueprint",
    DRAGONS: "dragon-L",
    POINTS: "i-flag",
    BY_ROPE: "rope",
    CAPTURE: "dragon-XL",
    FALLEN: "samurai",
}


def group_view(state: GameState, words: Words) -> dict[str, Any]:
    """What the page shows of a group; nothing where everybody plays alone."""
    party = state.party
    if party is None:
        return {}
    say, last, begins = words.say, last_of(state), next_eruption_of(state)
    now = round_said(state, words)
    until: str | None  # None: the countdown waits for points, as among rivals
    if party.outcome:
        until = now
    elif last is None or begins is None:
        until = None if state.marker is None else say("game-group.until-end", n=steps_until(state, "end"))
    elif not party.round:
        until = ""
    elif party.round < begins:
        until = say("game-group.until-eruption", n=begins - party.round)
    else:
        final = last - begins + 1 if begins == eruption_of(state) else len(state.track)
        until = say("game-group.erupting", n=party.round - begins + 1, of=final)
    return {
        "round": party.round,
        "rounds": last,
        "said": now if party.round else say("game-page.setup"),
        "until": until,
        "is_over": bool(party.outcome),
        "normal": None if begins is None else begins - 1,
        "first": int(party.first),
        "lives": list(party.lives),
        "most_lives": state.mode.said.lives,
        "goals": goals_view(state, words),
        "dragons": list(dragon_states(state, words)),
        "hidden": _hidden(state, words),
        "mark": say("chosen.mark-board") if any(map(is_house, state.charts.track)) else "",
    }


def march_view(state: GameState, words: Words) -> dict[str, Any]:
    """What the page shows of dragons that walk among rivals; nothing where there are none."""
    if state.party is not None or not state.do_dragons_walk or not state.agenda:
        return {}
    first = state.first_of_round
    return {
        "first": int(first),
        "said": words.say("game-group.march", name=words.seat(first)),
        "dragons": list(dragon_states(state, words)),
        "hidden": _hidden(state, words),
    }


def is_round_ending(state: GameState) -> bool:
    """Whether nobody has a turn now, because a round of rivals ends with dragons that walk."""
    frames = [type(frame) for frame in state.agenda]
    return RoundEnd in frames and Turn not in frames


def round_said(state: GameState, words: Words) -> str:
    """Which round is played, and of how many where that is known."""
    party, last = state.party, last_of(state)
    assert party is not None, "a group plays rounds"
    if last is None:
        return words.say("game-group.round-open", n=party.round)
    return words.say("game-group.party-round", n=party.round, of=last)


def goals_view(state: GameState, words: Words) -> list[dict[str, Any]]:
    """Every goal, how much of it is there, and what is missing."""
    return [_goal(name, parts, state, words) for name, parts in goal_parts(state)]


def _goal(name: str, parts: Parts, state: GameState, words: Words) -> dict[str, Any]:
    """One goal with how much of it is there and what is missing."""
    say = words.say
    if name == MAGIC_SET:
        missing = [words.word(str(kind)) for kind, has in zip(GearKind, parts, strict=True) if not has]
    elif name in (LEGEND, DRAGONS, POINTS, CAPTURE, FALLEN):
        missing = []
    else:
        missing = [words.seat(seat) for seat, has in enumerate(parts) if not has]
    is_met = all(parts)
    about = "" if is_met or not missing else say("game-group.goal-missing", what=", ".join(missing))
    if name in (LEGEND, CAPTURE) and not is_met:
        about = _legend(state, words)
    if name == FALLEN and not is_met:
        about = " ".join(_guards(state, words))
    needed = state.plot.captured_at or state.plot.goal_points
    there = (sum(one.score for one in state.samurai), needed) if name == POINTS else None
    met, of = there or (sum(parts), len(parts))
    return {
        "name": name,
        "text": say(f"game-group.aim-{name}{_alone(name, state)}", n=needed),
        "about": about or ("" if is_met else say(f"game-group.aim-{name}-about", n=needed)),
        "count": say("game-group.goal-count", n=met, of=of),
        "is_met": is_met,
        "sign": _GOAL_SIGNS[name],
        "rule": _GOAL_RULES[name],
    }


def _alone(name: str, state: GameState) -> str:
    """What a key ends with where a goal of everybody is one of somebody who plays alone."""
    return "-alone" if state.players == 1 and name in (ALL_OUT, MAGIC_EACH) else ""


def _guards(state: GameState, words: Words) -> Iterator[str]:
    """What each guard that is left can do."""
    for seat in state.guards_left:
        board, rulings = state.fighter(seat), state.rulings
        weapons = usable_weapons(board, rulings)
        yield words.say(
            "game-group.guard-line" if weapons else "game-group.guard-unarmed",
            where=words.place(f"temple-{temple_of(state, seat)}"),
            initiative=initiative(board.gear, board.limits, rulings=rulings),
            absorbs=absorption(board.gear, GearKind.HELMET, rulings=rulings),
            dice=sum(sum(most_dice(board.gear, weapon)) for weapon in weapons),
        )


def _legend(state: GameState, words: Words) -> str:
    """Where the legendary dragon is and how much of its health is left; empty while nobody has found it."""
    for one in walkers(state):
        if one.dragon.is_legendary:
            most = printed_in(state, one.dragon)
            left = max(0, health_at_start(state, one.dragon))
            there = {"place": words.place(one.at), "state": words.say(f"game-group.dragon-{one.token}")}
            return words.say("game-group.goal-legend-there", left=left, most=most, **there)
    return ""


# ---- the dragons


def dragon_states(state: GameState, words: Words) -> Iterator[dict[str, Any]]:
    """Every dragon on the mountain in the order of the map: its mark, its token, its next step and why."""
    there = walkers(state)
    marks = marks_of(one.dragon for one in there)
    for one in there:
        text, rule = _next_step(state, one, words)
        yield {
            "mark": marks[one.dragon.id],
            "id": one.dragon.id,
            "name": words.component(one.dragon.id),
            "tone": one.dragon.colour,
            "token": one.token,
            "state": words.say(f"game-group.dragon-{one.token}"),
            "at": one.at,
            "where": words.place(one.at),
            "steps": list(one.steps),
            "text": text,
            "rule": rule,
        }


def _next_step(state: GameState, one: NextStep, words: Words) -> tuple[str, str]:
    """What a dragon would do as things stand: sentence and rule."""
    say = words.say
    if state.party is None:
        return _march_step(state, one, words)
    if one.token == ASLEEP:
        return say("game-group.next-asleep"), "coop.dragon.wake-sequence"
    later = "next" if one.token == AWAKE else "now"
    if not one.near:
        return say("game-group.next-nobody"), "coop.dragon.nobody-visible"
    seen = ", ".join(_there(state, to, words) for to in one.near)
    if one.fights:
        return say(f"game-group.{later}-fights", names=seen), "coop.dragon.same-tile-no-move"
    if not one.steps:
        return say(f"game-group.{later}-blocked", names=seen), "coop.dragon.blocked-stays"
    places = say("game-group.or").join(words.place(to) for to in one.steps)
    key = "one" if len(one.steps) == 1 else "several"
    rule = "coop.dragon.moves-towards-nearest" if len(one.near) == 1 else "coop.dragon.tie-choice"
    if len(one.near) == 1 and len(one.steps) > 1:
        rule = "coop.dragon.equal-steps-choice"
    return say(f"game-group.{later}-{key}", names=seen, places=places), rule


def _march_step(state: GameState, one: NextStep, words: Words) -> tuple[str, str]:
    """The same where it walks as a round of rivals ends."""
    say, chooser = words.say, "scenario.2.competitive.choice-maker"
    if one.token == ASLEEP:
        return say("game-group.march-asleep"), "scenario.2.competitive.status-tokens-apply"
    if one.token == AWAKE and is_round_ending(state):
        return say("game-group.march-awake"), "scenario.2.competitive.status-tokens-apply"
    if not one.near:
        return say("game-group.next-nobody"), "coop.dragon.nobody-visible"
    seen = ", ".join(_there(state, to, words) for to in one.near)
    if one.fights:
        return say("game-group.march-fights", names=seen), "coop.dragon.same-tile-no-move"
    if not one.steps:
        return say("game-group.now-blocked", names=seen), "coop.dragon.blocked-stays"
    places = say("game-group.or").join(words.place(to) for to in one.steps)
    if len(one.steps) == 1:
        rule = "scenario.2.competitive.dragons-move-each-round" if len(one.near) == 1 else chooser
        return say("game-group.march-one", names=seen, places=places), rule
    first = words.seat(state.first_of_round)
    return say("game-group.march-several", names=seen, places=places, first=first), chooser


def _hidden(state: GameState, words: Words) -> str:
    """Whom no dragon sees, by name; empty for nobody."""
    names = ", ".join(map(words.seat, hidden_from_dragons(state)))
    return words.say("game-group.hidden", names=names) if names else ""


def _there(state: GameState, at: PlaceId, words: Words) -> str:
    """Who stands on a place, by name, with the place."""
    return words.say("game-group.there", names=words.standing(state, at), place=words.place(at))

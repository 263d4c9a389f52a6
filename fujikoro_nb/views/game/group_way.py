"""A group's way out on its page: where the exit is, what still shuts it, and how soon whoever is asked can be out."""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.modes import ALL_OUT
from fujikoro_nb.engine.fujikoro.rules.group.rounds import is_final, last_of
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import exits_of, is_barred, is_exit_open
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.helper.quick.escape_way import Danger, EscapePlan
from fujikoro_nb.views.game.words import Words

__all__ = ["way_lines"]

_TIME = "coop.final.eight-rounds"
_OPENS = "coop.goal.escape-after-legendary"


def way_lines(
    state: GameState, words: Words, plan: EscapePlan | None, here: Seat | None
) -> list[dict[str, str]]:
    """What is known of the way out; nothing before there is an exit to go to, until the eruption makes it pressing.

    ``plan`` is that of whoever is asked, ``here`` whoever looks, who may be out already.
    """
    party = state.party
    assert party is not None, "a group plays rounds"
    if not party.round or party.outcome:
        return []
    if ALL_OUT not in state.mode.said.goals and not state.has_points:
        # nobody plays for the way out: what presses is the time
        time = {"text": words.say("game-group.way-time", last=last_of(state)), "rule": _TIME}
        return [time] if is_final(state) else []
    exits = exits_of(state)
    if here is not None and not state.samurai[here].is_on_map:
        text = words.say("game-group.way-gone", name=words.seat(here))
        return [{"text": text, "rule": "coop.goal.state-frozen-on-escape"}]
    if state.has_points or (not exits and not is_final(state)):
        return []
    return [{"text": text, "rule": rule} for text, rule in _told(state, words, plan)]


def _shut(state: GameState, words: Words) -> tuple[str, str]:
    """Why the exit is shut."""
    if is_barred(state) and state.party is not None and state.party.has_beaten_legend:
        return words.say("game-page.final-barred"), "scenario.5.coop.goal"
    if state.plot.guards:
        return words.say("game-group.way-shut-fallen"), "scenario.7.solo.goal"
    return words.say("game-group.way-shut"), _OPENS


def _told(state: GameState, words: Words, plan: EscapePlan | None) -> Iterator[tuple[str, str]]:
    say, last = words.say, last_of(state)
    exits = exits_of(state)
    if not exits:
        yield say("game-group.way-unknown", last=last), _TIME
        return
    if plan is None:
        where = say("game-group.or").join(words.place(at) for at in exits)
        key = "way-runs" if state.players > 1 else "way-runs-alone"
        yield say(f"game-group.{key}", where=where, last=last), _TIME
        if not is_exit_open(state):
            yield _shut(state, words)
        return
    yield say("game-group.way-turns", name=words.seat(Seat(plan.seat)), n=plan.turns_left, last=last), _TIME
    if not plan.ways:
        yield say("game-page.final-none"), "coop.goal.everyone-escaped"
        return
    way = plan.ways[0]
    key = "way-if-open" if plan.is_shut else "way-open"
    told = say(f"game-group.{key}", where=words.space(way.space), n=way.turns[-1].number)
    yield told, _OPENS if plan.is_shut else "coop.goal.escape-at-turn-end"
    if way.dangers:
        yield _dangers(way.dangers, words), "coop.dragon.move-triggers-combat"


def _dangers(dangers: tuple[Danger, ...], words: Words) -> str:
    """Tiles of the way onto which a dragon may have come by then, and which dragons."""
    places = dict.fromkeys(words.place(one.place) for one in dangers)
    dragons = dict.fromkeys(words.say(f"combat.dragon-{colour}") for one in dangers for colour in one.dragons)
    return words.say("game-group.way-dragons", places=", ".join(places), dragons=", ".join(dragons))

"""One roll of a monk: wood for whoever fights it, then the damage."""

from __future__ import annotations

from typing import TypeVar

from fujikoro_nb.engine.fujikoro.asked.characters import Slip
from fujikoro_nb.engine.fujikoro.asked.fight import DragonTurn, MonkFight, Stow, Suffer
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.rules.characters.slip import who_slips
from fujikoro_nb.engine.fujikoro.rules.fights.dice import broken_of, hits_of, reaching
from fujikoro_nb.engine.kernel import Outcome, cites, event, push

A = TypeVar("A", bound=Arena)


@cites("scenario.4.competitive.monk-broken-gives-wood", "scenario.4.competitive.monk-stats")
def monk_struck(state: A, frame: DragonTurn, fight: MonkFight) -> Outcome[A]:
    """The cubes come first, also for whom this roll knocks out, as with a dragon's teeth."""
    assert frame.roll is not None, "the dice lie"
    seat = fight.samurai
    state = push(state, *map(Slip, reversed(who_slips(state, None))))
    hits = hits_of(state, frame.roll, has_void_hits=frame.has_void_hits)
    damage, shielded = reaching(state, seat, hits, frame.shields)
    events = [event("monk-strikes", "scenario.4.competitive.monk-stats", hits=hits), *shielded]
    if damage:
        state = push(state, Suffer(seat, damage))
    wood = broken_of(state, frame.roll)[0]
    if wood:
        rule = "scenario.4.competitive.monk-broken-gives-wood"
        events.append(event("monk-splinters", "scenario.4.competitive.monk-broken-gives-wood", wood=wood))
        state = push(state, Stow(seat, rule, Cubes(wood=wood)))
    return state, tuple(events)

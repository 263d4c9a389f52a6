"""Where dragons that walk go next and whom they see: what the map draws of it, and what the list beside it tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.group import Prowl
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, space, spaces_of
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.rules.group.steps import next_steps, seen_by_dragons, targets
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.helper.quick.lairs import ASLEEP, AWAKE, WALKS

__all__ = [
    "ASLEEP",
    "AWAKE",
    "DRAGON_SIGNS",
    "WALKS",
    "NextStep",
    "gaze_of",
    "hidden_from_dragons",
    "marks_of",
    "token_of",
    "walkers",
    "walks_drawn",
]

DRAGON_SIGNS = {"blue": "S", "green": "M", "red": "L", "white": "XL"}
"""The size of each dragon, which is drawn and said beside its colour."""

_NUMBERED = re.compile(r"-([1-9][0-9]?)$")


def token_of(state: GameState, dragon: Dragon) -> str:
    """What the status token beside a dragon says; without one it walks (coop.dragon.wake-sequence)."""
    if dragon.id in state.asleep:
        return ASLEEP
    return AWAKE if dragon.id in state.awake else WALKS


class NextStep(msgspec.Struct, frozen=True):
    """One dragon that walks, and what it would do in its next step as things stand."""

    dragon: Dragon
    at: PlaceId
    token: str
    near: tuple[PlaceId, ...] = ()
    """The places of the samurai it heads for; somebody is asked where there are several."""
    steps: tuple[PlaceId, ...] = ()
    """The tiles that bring it nearer."""

    @property
    def fights(self) -> bool:
        """Somebody stands on its own tile."""
        return self.at in self.near


def walkers(state: GameState) -> tuple[NextStep, ...]:
    """Every dragon in the order of the map; nothing where dragons stay where they are."""
    if not state.do_dragons_walk:
        return ()
    return tuple(_walker(state, den.at, den.dragon, token_of(state, den.dragon)) for den in dens(state))


def _walker(state: GameState, at: PlaceId, dragon: Dragon, token: str) -> NextStep:
    if token == ASLEEP:
        return NextStep(dragon, at, token)
    near = _chosen(state, dragon) or targets(state, at)
    if at in near:
        return NextStep(dragon, at, token, near)
    steps = dict.fromkeys(to for target in near for to in next_steps(state, at, target))
    return NextStep(dragon, at, token, near, tuple(steps))


def _chosen(state: GameState, dragon: Dragon) -> tuple[PlaceId, ...]:
    """Whom somebody has chosen already for the dragon that is walking."""
    top = state.agenda[-1] if state.agenda else None
    if not isinstance(top, Prowl) or top.dragon != dragon.id or top.target is None:
        return ()
    return (top.target,)


def marks_of(dragons: Iterable[Dragon]) -> dict[str, str]:
    """What each dragon is called on the map, by its name: the size, and a number where several have it.

    The number is that of its name, so that it stays the same while others come and go.
    """
    named = {one.id: one for one in dragons}
    sizes = Counter(DRAGON_SIGNS[one.colour] for one in named.values())
    marks: dict[str, str] = {}
    for size, count in sizes.items():
        alike = sorted(name for name, one in named.items() if DRAGON_SIGNS[one.colour] == size)
        numbers = [found[1] for name in alike if (found := _NUMBERED.search(name))]
        if len(set(numbers)) < len(alike):
            numbers = [str(number) for number in range(1, len(alike) + 1)]
        for name, number in zip(alike, numbers, strict=True):
            marks[name] = f"{size}{number}" if count > 1 else size
    return marks


def walks_drawn(state: GameState) -> list[dict[str, Any]]:
    """The dragons that will walk, as the map draws it: from where, onto which tiles, and the samurai they see.

    Nothing once the game is over: nobody walks any more.
    """
    if _is_over(state):
        return []
    here = [samurai.space for samurai in state.samurai if samurai.is_on_map]
    return [
        {
            "id": one.dragon.id,
            "from": _middle(one.at),
            "to": [_middle(to) for to in one.steps],
            "sees": [at for at in dict.fromkeys(here) if space(at).place in one.near],
            "fights": one.fights,
        }
        for one in walkers(state)
        if one.near
    ]


def gaze_of(state: GameState) -> list[str]:
    """The spaces to look at while dragons walk: where they are, where they go, and whom they see."""
    drawn = walks_drawn(state)
    return [*dict.fromkeys(at for one in drawn for at in (one["from"], *one["to"], *one["sees"]))]


def hidden_from_dragons(state: GameState) -> tuple[Seat, ...]:
    """The seats on the mountain that no dragon sees; nobody where no dragon walks."""
    if _is_over(state) or not any(one.token != ASLEEP for one in walkers(state)):
        return ()
    seen = seen_by_dragons(state)
    return tuple(
        Seat(seat)
        for seat, samurai in enumerate(state.samurai)
        if samurai.is_on_map and space(samurai.space).place not in seen
    )


def _is_over(state: GameState) -> bool:
    return state.is_over if state.party is None else state.is_decided


def _middle(at: PlaceId) -> str:
    return str(spaces_of(at)[0].id)

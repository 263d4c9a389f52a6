"""What has to come of the answers in a task of turns, and what of it is missing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Battle
from fujikoro_nb.engine.fujikoro.asked.group import Prowl
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, neighbours, space, spaces_of
from fujikoro_nb.engine.fujikoro.board.mountain import Thing, TokenThing
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import weapons_of
from fujikoro_nb.engine.fujikoro.rules.fights.joining import defenders_of
from fujikoro_nb.engine.kernel import Event, Seat
from fujikoro_nb.learning.happened import has_happened
from fujikoro_nb.rulebook.cases.positions import print_thing

SEAT = Seat(0)
"""The learner's."""

ALLY = Seat(1)
"""Who plays with the learner, where a group plays together: it takes what it is offered."""

THIRD = Seat(2)
"""Who plays as well, in few tasks."""


class TurnGoal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What has to come of the answers; what is empty is not asked."""

    safe: bool = False
    """No dragon is met."""
    at: tuple[str, ...] = ()
    """Where the samurai stands, one of these spaces."""
    place: str = ""
    """The place that is explored."""
    near: bool = False
    """A token lies on the new tile, on a space beside the samurai."""
    event: str = ""
    """Something that happens, by the kind of its event."""
    backpack: str = ""
    """What the backpack holds."""
    pool: int | None = None
    """Discs ready to be used."""
    score: int | None = None
    """Points at least."""
    unhurt: bool = False
    """No dragon comes to anybody."""
    lairs: dict[str, str] = {}
    """Where dragons are, by their colours."""
    fight: tuple[int, ...] = ()
    """The seats that a dragon has come to: all of them fight."""
    ally: str = ""
    """What the ally's backpack holds."""
    lives: tuple[int, ...] = ()
    """What each seat has left."""
    outcome: str = ""
    """How the group's game ends."""
    on: str = ""
    """What lies under the samurai, in the words of a position."""
    happens: tuple[str, ...] = ()
    """What happens, by the kind of event, each perhaps with some of its data: ``monk-placed spot=scroll``."""
    never: tuple[str, ...] = ()
    """The same of what must not happen."""
    gear: dict[GearKind, str] = {}
    """Cubes that are left on the learner's gear."""
    bonus: str = ""
    """What a gear card of the learner gives."""
    power: str = ""
    """What a scroll of the learner does."""
    magical: str = ""
    """The part of the grid whose weapon bears the magic cube."""
    down: tuple[str, ...] = ()
    """Tokens that still lie face down, at most these."""


def missing(goal: TurnGoal, state: GameState, events: Sequence[Event]) -> str | None:
    """The first thing that is missing."""
    samurai, board = state.samurai[SEAT], state.fighter(SEAT)
    kinds = {each.kind for each in events}
    named = {str(dict(each.data)["place"]) for each in events if each.kind == "place-named"}
    laid = {str(dict(each.data)["place"]) for each in events if each.kind == "tile-laid"}
    found = {
        "unhurt": not goal.unhurt or "dragon-attacks" not in kinds,
        "tie": not goal.unhurt or not any(isinstance(frame, Prowl) for frame in state.agenda),
        "lives": not goal.lives or (state.party is not None and state.party.lives == goal.lives),
        "lairs": goal.lairs.items() <= lairs_of(state).items(),
        "fight": not goal.fight or _defenders(state) == goal.fight,
        "ally": not goal.ally or str(state.fighter(ALLY).backpack.cubes) == goal.ally,
        "outcome": not goal.outcome or (state.party is not None and state.party.outcome == goal.outcome),
        "safe": not goal.safe or "dragon-attacked" not in kinds,
        "never": not any(has_happened(each, events) for each in goal.never),
        "place": not goal.place or goal.place in named,
        "near": not goal.near or _has_token_beside(state, laid),
        "at": not goal.at or samurai.space in goal.at,
        "on": not goal.on or print_thing(thing_on(state, samurai.space)) == goal.on,
        "backpack": not goal.backpack or str(board.backpack.cubes) == goal.backpack,
        "gear": all(str(board.gear.layout(kind).cubes) == cubes for kind, cubes in goal.gear.items()),
        "pool": goal.pool is None or board.pool >= goal.pool,
        "score": goal.score is None or samurai.score >= goal.score,
        "bonus": not goal.bonus or any(card.bonus == goal.bonus for card in board.cards),
        "power": not goal.power
        or any(effect.kind == goal.power for one in samurai.scrolls for effect in one.effects),
        "magical": not goal.magical or goal.magical in _magical_parts(board),
        "event": not goal.event or goal.event in kinds,
        "happens": all(has_happened(each, events) for each in goal.happens),
        "down": not goal.down or set(face_down(state)) <= set(goal.down),
    }
    return next((key for key, is_met in found.items() if not is_met), None)


def _magical_parts(board: Board) -> list[str]:
    return [one.part for one in weapons_of(board.gear, board.limits) if one.is_magical]


def face_down(state: GameState) -> list[str]:
    """The spaces of tokens that lie face down."""
    every = (one.id for place in PLACES for one in spaces_of(place.id))
    return [
        name for name in every if isinstance(thing := thing_on(state, name), TokenThing) and thing.is_used
    ]


def lairs_of(state: GameState) -> dict[str, PlaceId]:
    """Where each dragon is, by its colour."""
    return {
        laid.dragon.colour: one.id
        for one, laid in zip(PLACES, state.ground, strict=True)
        if laid is not None and laid.dragon is not None
    }


def _defenders(state: GameState) -> tuple[int, ...]:
    """Whom a dragon has come to."""
    battle = next((frame for frame in state.agenda if isinstance(frame, Battle)), None)
    return () if battle is None else tuple(sorted(map(int, defenders_of(battle))))


def _has_token_beside(state: GameState, places: set[str]) -> bool:
    """Whether a token lies beside the samurai on one of these places."""
    beside = neighbours(state.samurai[SEAT].space)
    return any(space(name).place in places and is_fresh(thing_on(state, name)) for name in beside)


def thing_on(state: GameState, name: str) -> Thing | None:
    """What lies on a space; None where no tile lies or nothing is on it."""
    laid = state.tile_on(space(name).place)
    return None if laid is None or "." not in name else laid.things[int(name[-1])]


def is_fresh(thing: Thing | None) -> bool:
    """Whether this is a resource token that nobody has turned."""
    return isinstance(thing, TokenThing) and not thing.is_used

"""The mountain erupts: lava comes, and whoever stands there pays and flees, or is revived in a temple.

All lava is laid before anybody moves. The victims are dealt with one after the other, in turn order from the marked
player; each is asked step by step, because a refuge may have filled meanwhile. Only a monk
is fought on the way (scenario.4.competitive.monks-conquered).
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage
from fujikoro_nb.engine.fujikoro.asked.game import Eruption, Flee, Revive
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.table_top import CENTRE
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    TEMPLES,
    SpaceId,
    neighbours,
    space,
)
from fujikoro_nb.engine.fujikoro.board.mountain import SPACES_OF_A_TILE
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.rules.fights.joining import begin_defence
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import paid_with, payments_by_cells
from fujikoro_nb.engine.fujikoro.rules.mountain.lava import check_sandals, sandals_paid
from fujikoro_nb.engine.fujikoro.rules.mountain.lava_price import lava_price
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import check_space
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
from fujikoro_nb.engine.fujikoro.rules.scenes.trial import tried_where_it_is
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Event,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    event,
    push,
    refuse,
    replace_top,
)

PAY, FLEE, REVIVE = "pay", "flee", "revive"
"""What a victim has to do."""


@cites("final.event.lava")
def erupting(state: GameState, number: int) -> tuple[SpaceId, ...]:
    """Every revealed space with this number, in the order of the map."""
    return tuple(
        SpaceId(f"{at.id}.{petal}")
        for at, tile in zip(PLACES, state.ground, strict=True)
        if tile is not None
        for petal in range(SPACES_OF_A_TILE)
        if tile.face(petal).lava == number
    )


@cites("final.lava.contents")
def covered(state: GameState, spaces: tuple[SpaceId, ...]) -> GameState:
    """The state with lava tiles on these spaces."""
    return msgspec.structs.replace(state, lava=tuple(sorted({*state.lava, *spaces})))


@cites(
    "final.eruption.place-first",
    "final.eruption.order",
    "final.lava.contents",
    "coop.final.lava-order",
    "scenario.3.coop.lava-returns",
    "scenario.1.competitive.eruption-unchanged",
)
def erupt(state: GameState, number: int) -> Outcome[GameState]:
    """All lava tiles of this number are laid, then the victims act.

    final.lava.contents: what lies there stays; nobody can stop there to take it.
    """
    spaces = erupting(state, number)
    victims = tuple(seat for seat in state.in_turn_order(state.first) if state.samurai[seat].space in spaces)
    state = covered(state, spaces)
    laid = event("erupts", "final.event.lava", number=number, spaces=len(spaces))
    return (push(state, Eruption(victims)) if victims else state), (laid,)


@cites("final.eruption.chain")
def refuges(state: GameState, seat: Seat) -> tuple[SpaceId, ...]:
    """Where a victim may step: firm neighbours with room or, when there is none, lava with room.

    final.eruption.no-duel, final.eruption.no-dragon: neither a samurai nor a dragon there matters.
    """
    at = state.samurai[seat].space
    every = tuple(to for to in neighbours(at) if check_space(state, seat, to) is None)
    if state.scene is not UNSET:
        every = tuple(to for to in every if state.guard_on(to) is None)
    firm = tuple(to for to in every if not state.is_lava(to))
    return firm or every


@cites("scenario.7.solo.combat-at-temple")
def temples_with_room(state: GameState, seat: Seat) -> tuple[SpaceId, ...]:
    """Where a samurai that dies in lava, or lies there unconscious, may wake up: in no temple that is guarded."""
    return tuple(
        temple
        for temple in TEMPLES
        if state.has_room(temple, for_seat=seat) and state.guard_on(temple) is None
    )


@cites("final.eruption.death")
def woken(state: GameState, seat: Seat, temple: SpaceId) -> GameState:
    """The state with the samurai awake in a temple."""
    samurai = msgspec.structs.replace(state.samurai[seat], space=temple, is_conscious=True)
    return state.with_samurai(seat, samurai)


@cites("coop.lives.lava-revival-place", "scenario.6.coop.revive-when-centre-occupied")
def revival_places(state: GameState, seat: Seat) -> tuple[SpaceId, ...]:
    """Where who dies in lava stands up."""
    is_centre = state.has_lives and state.rulings.reading("coop.lives.lava-revival-place") == "centre"
    is_centre = is_centre and state.dragon_on(CENTRE) is None
    temples = () if is_centre else temples_with_room(state, seat)
    return temples or (CENTRE,)


@cites("final.eruption.damage")
def can_bear(board: Board, rulings: Rulings) -> bool:
    """Whether the sandals pay one portion of an eruption's damage."""
    return absorption(board.gear, GearKind.SANDALS, rulings=rulings) >= lava_price()


@cites("final.eruption.death-sandals")
def without_sandals(board: Board, rulings: Rulings) -> tuple[Board, PayDamage]:
    """The board of one who dies in lava, which loses nothing but the sandals; and what those were."""
    everything = PayDamage(board.gear.sandals.occupied, board.gear.sandals_magic)
    return paid_with(board, GearKind.SANDALS, everything, rulings)[0], everything


class EruptionRules(FrameRules[GameState]):
    """Asks one victim after the other: what the sandals pay, where it flees to, in which temple it wakes."""

    def question(self, state: GameState, frame: Eruption) -> Question | None:
        match frame.task:
            case "pay":
                rule, data = "final.eruption.damage", (("damage", lava_price()),)
                return Question(frame.waiting[0], "pay-eruption", rule, frame.name, data)
            case "flee":
                return Question(frame.waiting[0], "flee", "final.eruption.damage", frame.name)
            case "revive":
                return Question(frame.waiting[0], "revive", "final.eruption.death", frame.name)
            case _:
                return None

    def check(self, state: GameState, frame: Eruption, answer: Answer) -> Refusal | None:
        seat = frame.waiting[0]
        match answer:
            case PayDamage() if frame.task == PAY:
                return check_sandals(state, seat, answer, lava_price())
            case Flee(space=to) if frame.task == FLEE:
                return _check_refuge(state, seat, to)
            case Revive(temple=temple) if frame.task == REVIVE:
                if temple not in TEMPLES:
                    return refuse("final.eruption.death", space=temple[:40])
                if state.guard_on(temple) is not None:
                    return refuse("scenario.7.solo.combat-at-temple", space=temple)
                return (
                    None
                    if state.has_room(temple, for_seat=seat)
                    else refuse("map.capacity.two", space=temple)
                )
            case Revive():
                return refuse("final.eruption.death", "alive")
            case _:
                return other_question(self.question(state, frame), "erupting")

    def options(self, state: GameState, frame: Eruption) -> Options:
        seat = frame.waiting[0]
        match frame.task:
            case "pay":
                gear = state.fighter(seat).gear
                return Complete(tuple(payments_by_cells(gear, GearKind.SANDALS, lava_price(), state.rulings)))
            case "flee":
                return Complete([Flee(to) for to in refuges(state, seat)])
            case _:
                return Complete([Revive(temple) for temple in temples_with_room(state, seat)])

    @cites("final.eruption.separate-payments", "final.eruption.no-duel", "final.eruption.no-dragon")
    def answered(self, state: GameState, frame: Eruption, answer: Answer) -> Outcome[GameState]:
        seat = frame.waiting[0]
        match answer:
            case PayDamage():
                return sandals_paid(_with_task(state, frame, FLEE), seat, answer, lava_price())
            case Flee(space=to):
                state = state.moved(seat, to)
                fled = event("flees", "final.eruption.damage", seat=int(seat), space=to)
                if not state.is_lava(to):
                    state, met = _met(_next(state, frame), seat)
                    return state, (fled, *met)
                if state.has_monk_on(to):  # fought first: whoever is still here then is struck by `advance`
                    state, met = tried_where_it_is(replace_top(state, Eruption(frame.waiting)), seat)
                    return state, (fled, *met)
                state, events = _struck(state, frame)
                return state, (fled, *events)
            case Revive(temple=temple):
                woke = event("revived", "final.eruption.death", seat=int(seat), space=temple)
                return _next(woken(state, seat, temple), frame), (woke,)
            case _:
                raise AssertionError("check lets nothing else through")

    @cites("final.eruption.unconscious")
    def advance(self, state: GameState, frame: Eruption) -> Outcome[GameState] | None:
        """The next victim; one that lies there unconscious suffers no damage."""
        if not frame.waiting:
            return None
        seat = frame.waiting[0]
        if not state.is_lava(state.samurai[seat].space):  # a fight on the way has taken it elsewhere
            return _next(state, frame), ()
        if state.is_conscious(seat):
            return _struck(state, frame)
        lies = event("carried-off", "final.eruption.unconscious", seat=int(seat))
        return _with_task(state, frame, REVIVE), (lies,)


def _with_task(state: GameState, frame: Eruption, task: str) -> GameState:
    return replace_top(state, msgspec.structs.replace(frame, task=task))


def _next(state: GameState, frame: Eruption) -> GameState:
    return replace_top(state, Eruption(frame.waiting[1:]))


@cites("final.eruption.death")
def _struck(state: GameState, frame: Eruption) -> Outcome[GameState]:
    """One portion of damage: the sandals pay it, or are lost with the samurai, and nothing else is."""
    seat = frame.waiting[0]
    board = state.fighter(seat)
    struck = event("struck", "final.eruption.damage", seat=int(seat), damage=lava_price())
    if can_bear(board, state.rulings):
        return _with_task(state, frame, PAY), (struck,)
    worth = absorption(board.gear, GearKind.SANDALS, rulings=state.rulings)
    sandals = board.gear.sandals
    board, everything = without_sandals(board, state.rulings)
    dies = event("dies", "final.eruption.death", seat=int(seat), points=worth, damage=lava_price())
    events: tuple[Event, ...] = (struck, dies)
    if everything.cells or everything.magic:
        cubes = str(sandals.cubes)
        events += (event("sandals-lost", "final.eruption.death-sandals", seat=int(seat), cubes=cubes),)
    state = state.with_fighter(seat, board)
    if state.has_lives:
        state, more = _life_lost(state, seat)
        if revival_places(state, seat) == (CENTRE,):
            return _next(woken(state, seat, CENTRE), frame), (*events, *more)
        events += more
    return _with_task(state, frame, REVIVE), events


@cites("coop.lives.lava-costs-life", "coop.lives.lava-revival-place")
def _life_lost(state: GameState, seat: Seat) -> Outcome[GameState]:
    state = state.with_life_lost(seat)
    assert state.party is not None, "only a group has lives"
    left = state.party.lives[seat]
    return state, (event("life-lost", "coop.lives.lava-costs-life", seat=int(seat), left=left),)


@cites("coop.final.lava-push-onto-dragon", "scenario.4.competitive.monks-conquered")
def _met(state: GameState, seat: Seat) -> Outcome[GameState]:
    """Nobody fights in an eruption but whom lava drives to a monk or, at some tables of a group, onto a dragon's tile.

    Neither that monk nor final.eruption.no-dragon asks for a fight with a dragon on the same tile first.
    """
    to = state.samurai[seat].space
    is_at_once = state.rulings.reading("coop.final.lava-push-onto-dragon") == "at-once"
    if is_at_once and state.party is not None and state.dragon_on(to) is not None:
        return begin_defence(state, space(to).place)
    return tried_where_it_is(state, seat)


@cites("final.eruption.place-first")
def _check_refuge(state: GameState, seat: Seat, to: SpaceId) -> Refusal | None:
    at = state.samurai[seat].space
    if to not in neighbours(at):
        return refuse("map.adjacency", space=to[:40], at=at)
    refusal = check_space(state, seat, to)
    if refusal is not None:
        return refusal
    return None if to in refuges(state, seat) else refuse("final.eruption.chain", space=to)

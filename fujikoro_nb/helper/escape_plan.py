"""The escape planner: once the Final Chapter runs, which ways out a samurai can still take, when, and at what cost.

Every move, payment, eruption and way out is the engine's own. Of the scrolls it counts what they add to a move action
by themselves: further steps, and lava spaces that cost no sandals. What the planner leaves out, it leaves out on the
safe side: it enters no dragon's tile, neither explores nor gathers, crafts nothing while resting, uses no gear card,
adventure token or other power of a scroll, and takes the other samurai to stand where they stand now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.board import Board
from fujikoro_nb.engine.fujikoro.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear import Gear, absorption
from fujikoro_nb.engine.fujikoro.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.limits import GearKind
from fujikoro_nb.engine.fujikoro.magic import can_gain
from fujikoro_nb.engine.fujikoro.rules.eruption import TEMPLES, erupting, refuges
from fujikoro_nb.engine.fujikoro.rules.escape import way_out
from fujikoro_nb.engine.fujikoro.rules.fight import PayDamage
from fujikoro_nb.engine.fujikoro.rules.move import begin_move
from fujikoro_nb.engine.fujikoro.rules.play import Act, Match, Move, Turn
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.suffer import paid_with, payments_by_cells
from fujikoro_nb.engine.fujikoro.rules.turn import can_rest, check_disc, disc_pushed, discs_back
from fujikoro_nb.engine.fujikoro.rules.walking import LAVA_DAMAGE, walks
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.fujikoro.samurai import Samurai
from fujikoro_nb.engine.kernel import Seat

MOVE, REST = "move", "rest"


class Leg(msgspec.Struct, frozen=True):
    """One action: a walk, or a rest that gives the discs back."""

    action: str
    path: tuple[SpaceId, ...] = ()
    monk: bool = False
    """Whether the action monk is pushed instead of a disc."""
    lava: int = 0
    """Lava spaces on the way that the sandals pay for."""
    free: int = 0
    """Further ones, which a scroll crosses (scroll.lava-walk)."""
    cubes: str = ""
    """What the sandals pay, ``G`` for the magic cube."""


class PlannedTurn(msgspec.Struct, frozen=True):
    """One own turn, and what the mountain does before the next one."""

    number: int
    """1 is the turn going on, or else the next own one; 0 what happens before that one."""
    legs: tuple[Leg, ...] = ()
    erupts: int = 0
    """The number that erupts before the next own turn; 0 for none."""
    fled: tuple[SpaceId, ...] = ()
    """Where the eruption drives the samurai."""
    paid: str = ""
    """What the sandals pay for that."""
    is_revived: bool = False
    """The sandals do not cover it: the last space of ``fled`` is a temple."""


class WayOut(msgspec.Struct, frozen=True):
    """The quickest plan that ends in one palace; among those the one that leaves the most in the sandals."""

    palace: str
    space: SpaceId
    turns: tuple[PlannedTurn, ...]
    """The last one ends with the escape."""
    cubes: str
    """All that the sandals lose."""


class EscapePlan(msgspec.Struct, frozen=True):
    """What one seat can still do."""

    seat: int
    turns_left: int
    """Own turns until the countdown ends, one that is going on included."""
    ways: tuple[WayOut, ...] = ()
    """At most one for each palace, the quicker one first."""


class _Node(NamedTuple):
    state: GameState
    lost: int
    """Points that the sandals have lost so far."""
    steps: int
    turns: tuple[PlannedTurn, ...]
    """The turns that are over."""
    legs: tuple[Leg, ...] = ()
    """What has been done in the turn that is not."""

    @property
    def cost(self) -> tuple[int, int, int]:
        """What makes one plan better than another of as many turns."""
        return self.lost, self.steps, len(self.legs)


class _Stride(NamedTuple):
    """One move action, its lava paid and the action over; discs do not matter to it."""

    path: tuple[SpaceId, ...]
    lava: int
    free: int
    gear: Gear
    lost: int
    """Points that the sandals lose."""
    cubes: str


_Known = dict[tuple[SpaceId, Gear, tuple[SpaceId, ...]], tuple[_Stride, ...]]
"""The strides from a space with this gear while this lava lies, found once in a plan."""


def is_settled(state: GameState) -> bool:
    """Whether no action, fight or eruption is going on, which may still cost something."""
    return not state.agenda or isinstance(state.agenda[-1], Match | Turn)


def escape_plan(state: GameState, seat: Seat) -> EscapePlan:
    """The plan of one seat. There is none, and no turn is counted, before the Final Chapter and after an escape.

    ValueError where the state is not `is_settled`: what is still to be paid there would be forgotten.
    """
    found: dict[str, WayOut] = {}
    turns_left = 0
    for turns_left, ended in enumerate(_turns(state, seat), 1):
        for node in sorted(ended, key=lambda each: each.cost):
            palace = way_out(node.state, seat)
            if palace and palace not in found:
                found[palace] = _way(node, seat, palace, turns_left)
    return EscapePlan(int(seat), turns_left, tuple(found.values()))


def soonest_way(state: GameState, seat: Seat) -> int:
    """The own turn in which the plan first leads out; 0 for none. No turn after that one is looked at."""
    return next(
        (
            turn
            for turn, ended in enumerate(_turns(state, seat), 1)
            if any(way_out(node.state, seat) for node in ended)
        ),
        0,
    )


def can_cross(state: GameState, seat: Seat, spaces: int) -> bool:
    """Whether the sandals pay for so many lava spaces, were they as far apart as one likes."""
    boards = [{state.fighter(seat)}]
    for count in range(1, spaces + 1):
        boards.append(
            {
                _restored(after, state.rulings)
                for crossed, before in enumerate(boards)
                for board in before
                for after, _, _ in _paid(state.with_fighter(seat, board), seat, count - crossed)
            }
        )
    return bool(boards[-1])


def _turns(state: GameState, seat: Seat) -> Iterator[list[_Node]]:
    """For each own turn that is left, every way in which it can end."""
    if state.marker is None or not state.samurai[seat].is_on_map:
        return
    if not is_settled(state):
        raise ValueError("an action, a fight or an eruption is going on")
    state, actions, has_advance = _own_turn(state, seat)
    nodes = [_Node(state, 0, 0, ())]
    if has_advance:
        nodes = [each for node in nodes for each in _erupted(node, seat, 0)]
    known: _Known = {}
    number = 0
    while nodes and not nodes[0].state.is_over:
        number += 1
        ended = _turn(nodes, seat, actions, known)
        yield ended
        actions = state.actions
        staying = [node for node in ended if _may_stay(node.state, seat)]
        nodes = _best((each for node in staying for each in _erupted(node, seat, number)), seat)


def _may_stay(state: GameState, seat: Seat) -> bool:
    """Whether a turn may end here without an escape."""
    return not way_out(state, seat) or state.rulings.reading("escape.mandatory") == "optional"


def _own_turn(state: GameState, seat: Seat) -> tuple[GameState, int, bool]:
    """The state as the seat's turn begins or goes on, its actions left, and whether the token advances before that."""
    frames = state.agenda
    turn = next((frame for frame in reversed(frames) if isinstance(frame, Turn)), None)
    match = next(frame for frame in frames if isinstance(frame, Match))
    state = msgspec.structs.replace(state, agenda=(match,))
    if turn is not None and turn.seat == seat:
        is_awake = state.is_conscious(seat) and not turn.is_over
        return state, (state.actions - turn.taken if is_awake else 0), False
    now = turn.seat if turn is not None else match.following
    assert now is not None, "the Final Chapter begins after the setup"
    order = state.in_turn_order(now)
    assert state.marker is not None, "asked before"
    return state, state.actions, order.index(state.marker) < order.index(seat)


def _turn(nodes: Iterable[_Node], seat: Seat, actions: int, known: _Known) -> list[_Node]:
    """Every way to spend one's actions; a samurai wakes up as its turn begins (turn.wake-up)."""
    reached = _best((_awake(node, seat) for node in nodes), seat) if actions else list(nodes)
    every = list(reached)
    for _ in range(actions):
        reached = _best((each for node in reached for each in _acted(node, seat, known)), seat)
        every += reached
    return _best(every, seat)


def _awake(node: _Node, seat: Seat) -> _Node:
    samurai = msgspec.structs.replace(node.state.samurai[seat], is_conscious=True)
    return node._replace(state=node.state.with_samurai(seat, samurai))


def _best(nodes: Iterable[_Node], seat: Seat) -> list[_Node]:
    """The cheapest way into each state; nothing but the seat's own samurai and board changes."""
    best: dict[tuple[Samurai, Board], _Node] = {}
    for node in nodes:
        key = (node.state.samurai[seat], node.state.fighter(seat))
        if key not in best or node.cost < best[key].cost:
            best[key] = node
    return list(best.values())


# ---- one action


def _acted(node: _Node, seat: Seat, known: _Known) -> Iterator[_Node]:
    state = node.state
    if can_rest(state, seat):
        rested = discs_back(state, seat)
        rested = rested.with_fighter(seat, _restored(rested.fighter(seat), state.rulings))
        yield node._replace(state=rested, legs=(*node.legs, Leg(REST)))
    for monk in (False, True):
        act = Act(MOVE, monk)
        if check_disc(state, seat, act) is None:
            yield from _moved(node._replace(state=disc_pushed(state, seat, act)), seat, monk, known)


def _moved(node: _Node, seat: Seat, monk: bool, known: _Known) -> Iterator[_Node]:
    state = node.state
    board = state.fighter(seat)
    key = (state.samurai[seat].space, board.gear, state.lava)
    if key not in known:
        known[key] = tuple(_strides(state, seat))
    for stride in known[key]:
        shod = state.with_fighter(seat, msgspec.structs.replace(board, gear=stride.gear))
        leg = Leg(MOVE, stride.path, monk, stride.lava, stride.free, stride.cubes)
        yield node._replace(
            state=shod.moved(seat, stride.path[-1]),
            lost=node.lost + stride.lost,
            steps=node.steps + len(stride.path),
            legs=(*node.legs, leg),
        )


def _strides(state: GameState, seat: Seat) -> Iterator[_Stride]:
    """To each space the cheapest walk of one move action, once for each way of paying for it."""
    move = begin_move(state, seat).agenda[-1]
    assert isinstance(move, Move), "just pushed"
    best: dict[SpaceId, tuple[int, int, tuple[SpaceId, ...], int]] = {}
    for walk in walks(state, move):
        end = walk.path[-1]
        if state.dragon_on(end) is not None:
            continue
        lava = sum(map(state.is_lava, walk.path))
        free = min(lava, move.free)
        rated = (lava - free, len(walk.path), walk.path, free)
        best[end] = min(best.get(end, rated), rated)
    for lava, _, path, free in best.values():
        for board, lost, cubes in _paid(state, seat, lava):
            yield _Stride(path, lava, free, _restored(board, state.rulings).gear, lost, cubes)


def _paid(state: GameState, seat: Seat, spaces: int) -> Iterator[tuple[Board, int, str]]:
    """Every board after paying for so many lava spaces, with the points and the cubes that went."""
    board = state.fighter(seat)
    if spaces == 0:
        yield board, 0, ""
        return
    portion = spaces if state.rulings.reading("move.lava.pay-after") == "together" else 1
    for after, lost, cubes in _payments(state, board, portion * LAVA_DAMAGE):
        if spaces == portion:
            yield after, lost, cubes
            continue
        for last, more, others in _paid(state.with_fighter(seat, after), seat, spaces - portion):
            yield last, lost + more, _together(cubes, others)


def _payments(state: GameState, board: Board, damage: int) -> Iterator[tuple[Board, int, str]]:
    """One for each kind of cubes that can pay; which of two alike goes makes no difference to a walk."""
    before = absorption(board.gear, GearKind.SANDALS, rulings=state.rulings)
    if before < damage:
        return
    seen = set()
    for payment in payments_by_cells(board.gear, GearKind.SANDALS, damage, state.rulings):
        cubes = _named(board, payment)
        after, _ = paid_with(board, GearKind.SANDALS, payment, state.rulings)
        outcome = (cubes, after.gear.sandals_magic)
        if outcome not in seen:
            seen.add(outcome)
            yield after, before - absorption(after.gear, GearKind.SANDALS, rulings=state.rulings), cubes


def _named(board: Board, payment: PayDamage) -> str:
    return str(board.gear.sandals.only(payment.cells).cubes) + ("G" if payment.magic else "")


def _together(*said: str) -> str:
    """Cubes of several payments as one text."""
    letters = "".join(said)
    return str(Cubes.parse(letters.replace("G", ""))) + "G" * letters.count("G")


def _restored(board: Board, rulings: Rulings) -> Board:
    """The board after an action: whole sandals are magical again (move.lava.magic-restore)."""
    pattern = board.pattern(GearKind.SANDALS)
    if not can_gain(board.gear, GearKind.SANDALS, pattern, board.limits, rulings=rulings):
        return board
    return msgspec.structs.replace(board, gear=board.gear.with_magic(GearKind.SANDALS))


# ---- between two own turns


def _erupted(node: _Node, seat: Seat, turn: int) -> Iterator[_Node]:
    """The token advances once after this turn of one's own."""
    state = node.state
    step = state.charts.track[state.countdown]
    state = msgspec.structs.replace(state, countdown=state.countdown + 1)
    number = step.lava if step.event == "lava" else 0
    done = PlannedTurn(turn, node.legs, number)
    if number:
        lava = erupting(state, number)
        state = msgspec.structs.replace(state, lava=tuple(sorted({*state.lava, *lava})))
        if state.samurai[seat].space in lava:
            for after, lost, fled in _struck(state, seat, done):
                yield node._replace(state=after, lost=node.lost + lost, turns=(*node.turns, fled), legs=())
            return
    yield node._replace(state=state, turns=(*node.turns, done), legs=())


def _struck(state: GameState, seat: Seat, turn: PlannedTurn) -> Iterator[tuple[GameState, int, PlannedTurn]]:
    """Pay five and flee, again and again; or wake up in a temple (final.eruption.chain, final.eruption.death)."""
    board = state.fighter(seat)
    worth = absorption(board.gear, GearKind.SANDALS, rulings=state.rulings)
    if not state.is_conscious(seat) or worth < LAVA_DAMAGE:
        lost = worth if state.is_conscious(seat) else 0
        if state.is_conscious(seat):
            everything = PayDamage(board.gear.sandals.occupied, board.gear.sandals_magic)
            turn = msgspec.structs.replace(turn, paid=_together(turn.paid, _named(board, everything)))
            board, _ = paid_with(board, GearKind.SANDALS, everything, state.rulings)
        samurai = msgspec.structs.replace(state.samurai[seat], is_conscious=True)
        state = state.with_fighter(seat, board).with_samurai(seat, samurai)
        for temple in TEMPLES:
            if state.has_room(temple, for_seat=seat):
                woken = msgspec.structs.replace(turn, fled=(*turn.fled, temple), is_revived=True)
                yield state.moved(seat, temple), lost, woken
        return
    for after, lost, cubes in _payments(state, board, LAVA_DAMAGE):
        paid = state.with_fighter(seat, after)
        for to in refuges(paid, seat):
            fled = msgspec.structs.replace(turn, fled=(*turn.fled, to), paid=_together(turn.paid, cubes))
            if not paid.is_lava(to):
                yield paid.moved(seat, to), lost, fled
                continue
            for last, more, told in _struck(paid.moved(seat, to), seat, fled):
                yield last, lost + more, told


def _way(node: _Node, seat: Seat, palace: str, turn: int) -> WayOut:
    turns = (*node.turns, PlannedTurn(turn, node.legs))
    cubes = _together(*(leg.cubes for each in turns for leg in each.legs), *(each.paid for each in turns))
    at = node.state.samurai[seat].space
    return WayOut(palace, at, turns, cubes)

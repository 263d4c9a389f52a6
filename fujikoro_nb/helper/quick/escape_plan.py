"""The escape planner: once the Final Chapter runs, which ways out a samurai can still take, when, and at what cost.

Every move, payment, eruption and way out is the engine's own. Of the scrolls it counts what they add to a move action
by themselves: further steps, and lava spaces that cost no sandals. What the planner leaves out, it leaves out on the
safe side: it enters no dragon's tile, neither explores nor gathers, crafts nothing while resting, uses no gear card,
adventure token or other power of a scroll, and takes the other samurai to stand where they stand now. Where one of
them is awake and may want a duel, it goes only if no other walk costs as little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.game import Act, Eruption, Leave, Match, Move, Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.samurai import Samurai
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.engine.fujikoro.rules.mountain.eruption import (
    can_bear,
    refuges,
    revival_places,
    without_sandals,
    woken,
)
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import (
    escaped,
    is_barred,
    is_exit_open,
    may_stay,
    way_out,
)
from fujikoro_nb.engine.fujikoro.rules.mountain.move import begin_move
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import check_halt
from fujikoro_nb.engine.fujikoro.rules.turn import (
    awake_for_turn,
    can_rest,
    check_disc,
    disc_pushed,
    discs_back,
)
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.helper.quick import escape_clock as clock
from fujikoro_nb.helper.quick.escape_dragons import dangers
from fujikoro_nb.helper.quick.escape_strides import (
    Stride,
    named,
    paid_for,
    payments,
    restored,
    strides,
    together,
    worth_of,
)
from fujikoro_nb.helper.quick.escape_way import MOVE, OUT, REST, EscapePlan, Leg, PlannedTurn, WayOut


class _Node(NamedTuple):
    state: GameState
    lost: int
    """Points by which the sandals absorb less than at first."""
    met: int
    """Spaces where somebody may have stopped the samurai."""
    steps: int
    turns: tuple[PlannedTurn, ...]
    """The turns that are over."""
    legs: tuple[Leg, ...] = ()
    """What has been done in the turn that is not."""
    lifted_from: SpaceId = SpaceId("")
    """Where the rope took the samurai as it arrived."""

    @property
    def cost(self) -> tuple[int, int, int, int]:
        """What makes one plan better than another of as many turns."""
        return self.lost, self.met, self.steps, len(self.legs)


_Known = dict[tuple[SpaceId, Gear, tuple[SpaceId, ...]], tuple[Stride, ...]]
"""The strides from a space with this gear while this lava lies, found once in a plan."""


def is_settled(state: GameState) -> bool:
    """Whether no action, fight or eruption is going on, which may still cost something."""
    return not state.agenda or isinstance(state.agenda[-1], Match | Turn)


def escape_plan(state: GameState, seat: Seat) -> EscapePlan:
    """The plan of one seat. There is none, and no turn is counted, before the Final Chapter and after an escape.

    A group's time runs from the first round on. While its exit is shut, the plan is for when it opens at once; where
    dragons may be on the way by then, it says so. ValueError where the state is not `is_settled`: what is still to be
    paid there would be forgotten.
    """
    is_shut = clock.runs(state) and (
        is_barred(state) or (state.party is not None and not is_exit_open(state))
    )
    if is_shut:
        state = _opened(state)
    found: dict[str, WayOut] = {}
    for turn, ended in _turns(state, seat):
        for node in sorted(ended, key=lambda each: each.cost):
            palace = _palace(node.state, seat)
            if palace and palace not in found:
                found[palace] = _in_group(state, _way(node, seat, palace, turn), seat)
    left = clock.turns_left(state, seat)
    last = None if state.party is None else last_of(state)
    return EscapePlan(int(seat), left, tuple(found.values()), is_shut, last or 0)


def _opened(state: GameState) -> GameState:
    """The position as it would be with nothing left to beat before anybody leaves."""
    if state.party is not None:
        state = state.with_party(msgspec.structs.replace(state.party, has_beaten_legend=True))
    scene = state.scene
    if scene is UNSET:
        return state
    plot = msgspec.structs.replace(scene.plot, is_barred_by_dragons=False)
    return msgspec.structs.replace(state, scene=msgspec.structs.replace(scene, plot=plot))


def _in_group(state: GameState, way: WayOut, seat: Seat) -> WayOut:
    """A group's way leads out and to no palace, and holds only if no dragon comes onto it."""
    if state.party is None:
        return way
    out = way.palace if state.has_points else OUT
    begun = int(_own_turn(state, seat)[2])
    found = dangers(state, way.turns, start=state.samurai[seat].space, rounds=begun)
    return msgspec.structs.replace(way, palace=out, dangers=tuple(found))


def soonest_way(state: GameState, seat: Seat) -> int | None:
    """The own turn in which, or after which, the plan first leads out; 0: before the first one; None: in none.

    No turn after that one is looked at.
    """
    ends = _turns(state, seat)
    return next((turn for turn, ended in ends if any(_palace(node.state, seat) for node in ended)), None)


def can_cross(state: GameState, seat: Seat, spaces: int) -> bool:
    """Whether the sandals pay for so many lava spaces, were they as far apart as one likes."""
    boards = [{state.fighter(seat)}]
    for count in range(1, spaces + 1):
        boards.append(
            {
                restored(after, state.rulings)
                for crossed, before in enumerate(boards)
                for board in before
                for after, _, _ in paid_for(state.with_fighter(seat, board), seat, count - crossed)
            }
        )
    return bool(boards[-1])


def _turns(state: GameState, seat: Seat) -> Iterator[tuple[int, list[_Node]]]:
    """Each own turn that is left with every way in which it can end, and then those which the rope ends after it."""
    if not clock.runs(state) or not state.samurai[seat].is_on_map:
        return
    if not is_settled(state):
        raise ValueError("an action, a fight or an eruption is going on")
    state, actions, has_advance = _own_turn(state, seat)
    nodes = [_Node(state, 0, 0, 0, ())]
    if has_advance:
        nodes, lifted = _between(nodes, seat, 0)
        yield 0, lifted
    known: _Known = {}
    number = 0
    while nodes and not clock.is_up(nodes[0].state):
        number += 1
        ended = _turn(nodes, seat, actions, known)
        yield number, ended
        actions = state.actions
        nodes, lifted = _between([node for node in ended if _may_stay(node.state, seat)], seat, number)
        yield number, lifted


def _between(nodes: Iterable[_Node], seat: Seat, number: int) -> tuple[list[_Node], list[_Node]]:
    """What follows until the next own turn: who begins that, and whom the rope has taken meanwhile."""
    every = _best((each for node in nodes for each in _erupted(node, seat, number)), seat)
    lifted = [node for node in every if node.lifted_from]
    return [node for node in every if not node.lifted_from], lifted


def _palace(state: GameState, seat: Seat) -> str:
    """The palace that the samurai is in, or reaches if its turn ends now; empty for none."""
    return state.samurai[seat].palace or way_out(state, seat)


def _may_stay(state: GameState, seat: Seat) -> bool:
    """Whether a turn may end here without an escape."""
    return not way_out(state, seat) or may_stay(state.rulings)


def _own_turn(state: GameState, seat: Seat) -> tuple[GameState, int, bool]:
    """The state as the seat's turn begins or goes on, its actions left, and whether the token advances before that.

    Of what the others do until then only the end of an action counts, which brings magic back.
    """
    turn = clock.turn_of(state)
    if turn is not None and turn.seat == seat:
        is_awake = state.is_conscious(seat) and not turn.is_over
        actions = state.actions - turn.taken if is_awake else 0
        return _bare(state), actions, False
    before, has_advance = clock.before_own(state, seat)
    now = clock.now_of(state)
    if turn is not None and (turn.is_over or turn.taken >= state.actions or not state.is_conscious(now)):
        before = before[1:]
    state = _bare(state)
    if _is_anybody_on_map(state, before):
        state = state.with_fighter(seat, restored(state.fighter(seat), state.rulings))
    return state, state.actions, has_advance


def _bare(state: GameState) -> GameState:
    """The state with nothing going on."""
    match = next(frame for frame in state.agenda if isinstance(frame, Match))
    return msgspec.structs.replace(state, agenda=(match,))


def _is_anybody_on_map(state: GameState, seats: Iterable[Seat]) -> bool:
    """Whether one of them has an action in its turn: the unconscious wake up, and only who escaped has none."""
    return any(state.samurai[seat].is_on_map for seat in seats)


def _turn(nodes: Iterable[_Node], seat: Seat, actions: int, known: _Known) -> list[_Node]:
    """Every way to spend one's actions; a turn with none of them left has begun before."""
    begun = (node._replace(state=awake_for_turn(node.state, seat)) for node in nodes)
    reached = _best(begun, seat) if actions else list(nodes)
    every = list(reached)
    for _ in range(actions):
        reached = _best((each for node in reached for each in _acted(node, seat, known)), seat)
        every += reached
    return _best(every, seat)


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
        rested = _with_magic(node._replace(state=discs_back(state, seat)), seat)
        yield rested._replace(legs=(*node.legs, Leg(REST)))
    for monk in (False, True):
        act = Act(MOVE, monk)
        if check_disc(state, seat, act) is None:
            pushed = node._replace(state=disc_pushed(state, seat, act))
            yield from _moved(pushed, seat, monk, known)
            yield from _stood(pushed, seat, monk)


def _stood(node: _Node, seat: Seat, monk: bool) -> Iterator[_Node]:
    """A move of no step, where its end brings magic back."""
    after = _with_magic(node, seat)
    if after.lost == node.lost:
        return
    begun = begin_move(node.state, seat)
    move = begun.agenda[-1]
    assert isinstance(move, Move), "just begun"
    if check_halt(begun, move) is None:
        yield after._replace(legs=(*node.legs, Leg(MOVE, monk=monk)))


def _with_magic(node: _Node, seat: Seat) -> _Node:
    """The node at the end of an action."""
    state = node.state
    before = state.fighter(seat)
    after = restored(before, state.rulings)
    gained = worth_of(after, state.rulings) - worth_of(before, state.rulings)
    return node._replace(state=state.with_fighter(seat, after), lost=node.lost - gained)


def _moved(node: _Node, seat: Seat, monk: bool, known: _Known) -> Iterator[_Node]:
    state = node.state
    board = state.fighter(seat)
    key = (state.samurai[seat].space, board.gear, state.lava)
    if key not in known:
        known[key] = tuple(strides(state, seat))
    for stride in known[key]:
        shod = state.with_fighter(seat, msgspec.structs.replace(board, gear=stride.gear))
        told = (stride.lava, stride.free, stride.cubes, stride.leapt, stride.met)
        leg = Leg(MOVE, stride.path, monk, *told)
        yield node._replace(
            state=shod.moved(seat, stride.path[-1]),
            lost=node.lost + stride.lost,
            met=node.met + stride.met,
            steps=node.steps + len(stride.path),
            legs=(*node.legs, leg),
        )


# ---- between two own turns


def _erupted(node: _Node, seat: Seat, turn: int) -> Iterator[_Node]:
    """The token advances once after this turn of one's own.

    magic.eruption-restore: the first action after it brings magic back, if somebody acts before the next own turn.
    """
    between = clock.after_advance(node.state, seat)
    for after in _advanced(node, seat, turn):
        is_restored = not after.lifted_from and _is_anybody_on_map(after.state, between)
        yield _with_magic(after, seat) if is_restored else after


def _advanced(node: _Node, seat: Seat, turn: int) -> Iterator[_Node]:
    """The token advances, and the space that it reaches happens; what others are asked then is let be."""
    before = node.state
    moved = clock.advanced(before)
    if moved is None:
        return
    state, asked, erupts = moved
    done = PlannedTurn(turn, node.legs, erupts)
    if any(isinstance(frame, Eruption) and seat in frame.waiting for frame in asked):
        for after, lost, fled in _struck(state, seat, done):
            yield node._replace(state=after, lost=node.lost + lost, turns=(*node.turns, fled), legs=())
        return
    leave = next((one for one in asked if isinstance(one, Leave) and one.seat == seat), None)
    gone = state if leave is None else escaped(state, seat, leave.palace)[0]
    if gone.samurai[seat].palace:
        lifted = msgspec.structs.replace(done, is_lifted=True)
        here = before.samurai[seat].space
        yield node._replace(state=gone, turns=(*node.turns, lifted), legs=(), lifted_from=here)
    if not state.samurai[seat].palace:
        yield node._replace(state=state, turns=(*node.turns, done), legs=())


def _struck(state: GameState, seat: Seat, turn: PlannedTurn) -> Iterator[tuple[GameState, int, PlannedTurn]]:
    """Pay and flee, again and again; or wake up in a temple (final.eruption.chain, final.eruption.death)."""
    board = state.fighter(seat)
    if not state.is_conscious(seat) or not can_bear(board, state.rulings):
        lost = 0
        if state.is_conscious(seat):
            lost = worth_of(board, state.rulings)
            bare, everything = without_sandals(board, state.rulings)
            turn = msgspec.structs.replace(turn, paid=together(turn.paid, named(board, everything)))
            state = state.with_fighter(seat, bare)
            if state.has_lives:
                state = state.with_life_lost(seat)
                if clock.is_up(state):
                    return
        for temple in revival_places(state, seat):
            revived = msgspec.structs.replace(turn, fled=(*turn.fled, temple), is_revived=True)
            yield woken(state, seat, temple), lost, revived
        return
    for after, lost, cubes in payments(state, board):
        paid = state.with_fighter(seat, after)
        for to in refuges(paid, seat):
            fled = msgspec.structs.replace(turn, fled=(*turn.fled, to), paid=together(turn.paid, cubes))
            if not paid.is_lava(to):
                yield paid.moved(seat, to), lost, fled
                continue
            for last, more, told in _struck(paid.moved(seat, to), seat, fled):
                yield last, lost + more, told


def _way(node: _Node, seat: Seat, palace: str, turn: int) -> WayOut:
    turns = node.turns if node.lifted_from else (*node.turns, PlannedTurn(turn, node.legs))
    cubes = together(*(leg.cubes for each in turns for leg in each.legs), *(each.paid for each in turns))
    at = node.lifted_from or node.state.samurai[seat].space
    return WayOut(palace, at, turns, cubes, worth_of(node.state.fighter(seat), node.state.rulings))

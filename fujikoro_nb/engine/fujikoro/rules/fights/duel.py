"""Chapter "duel": samurai against samurai, and what the winner may take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import (
    Duel,
    Steal,
    StealBlueprint,
    StealCube,
    StealMonk,
    StealNothing,
    StealScroll,
    Stow,
    boost_of,
)
from fujikoro_nb.engine.fujikoro.asked.rest import EndOfAction
from fujikoro_nb.engine.fujikoro.board.arena import RETREATED, Arena
from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, Board
from fujikoro_nb.engine.fujikoro.board.stowing import (
    area_of_cube,
    area_of_disc,
    can_make_room,
    without_cube,
    without_disc,
)
from fujikoro_nb.engine.fujikoro.components import Blueprint
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import initiative
from fujikoro_nb.engine.fujikoro.rules.fights.attack import begin_attack
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import usable_weapons
from fujikoro_nb.engine.fujikoro.rules.fights.combat import are_seats, check_fighter
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import rested
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.fujikoro.rules.scrolls import DISC, POINTS, check_slot, slotted
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
    close_top,
    event,
    push,
    refuse,
    replace_top,
)

A = TypeVar("A", bound=Arena)

_NO_CUBES = Cubes()

IDLE_TURNS = 2
"""duel.draw-guard: a full round in which neither has a weapon and neither surrenders."""


def begin_duel(state: A, mover: Seat, stander: Seat) -> A:
    """The state with a duel about to begin; ``stander`` was on the space first. Raises Illegal."""
    assert are_seats(state, mover, stander), "fighters are different seats of this arena"
    for seat in (mover, stander):
        check_fighter(state, seat)
    return push(state, Duel(mover, stander))


class DuelRules(FrameRules[A], Generic[A]):
    """Asks nothing itself: turn after turn until somebody is down, surrenders, or neither can fight."""

    @cites(
        "duel.rules-base",
        "duel.draw-guard",
        "duel.no-teeth",
        "duel.no-hero",
        "scenario.7.solo.samurai-combat-rules",
        "scenario.7.solo.loss-costs-life",
        "scenario.7.solo.hostile-unusable-weapon",
    )
    def advance(self, state: A, frame: Duel) -> Outcome[A] | None:
        if frame.is_robbed:
            return None
        if frame.loser is not None:
            robbed = replace_top(state, msgspec.structs.replace(frame, is_robbed=True))
            if state.is_hostile(frame.other(frame.loser)):
                return robbed, ()  # scenario.7.solo.loss-costs-life: it steals nothing
            return push(robbed, Steal(frame.other(frame.loser), frame.loser)), ()
        if not frame.order:
            order = duel_order(state, frame)
            is_guarded = state.is_hostile(frame.stander)
            rule = "scenario.7.solo.samurai-combat-rules" if is_guarded else "duel.tie"
            fixed = event("duel-order", rule, order=" ".join(str(int(seat)) for seat in order))
            return replace_top(state, msgspec.structs.replace(frame, order=order)), (fixed,)
        if frame.idle_turns >= IDLE_TURNS:
            if not state.is_hostile(frame.stander):
                return None
            # scenario.7.solo.hostile-unusable-weapon: the guard stays, so who cannot beat it goes back.
            drawn = replace_top(state, msgspec.structs.replace(frame, is_robbed=True))
            return drawn.leaves(frame.mover, RETREATED)
        return _next_turn(state, frame)

    @cites("duel.draw-guard", "scenario.7.solo.damage-persists")
    def closed(self, state: A, frame: Duel) -> Outcome[A]:
        drawn = frame.loser is None and frame.idle_turns >= IDLE_TURNS
        mended: tuple[Event, ...] = ()
        if state.is_hostile(frame.stander):
            board = state.fighter(frame.stander)
            after = rested(board, state.rulings)
            state = state.with_fighter(frame.stander, after)
            mended = tuple(
                event("guard-charmed", "scenario.7.solo.damage-persists", kind=str(kind))
                for kind in GearKind
                if after.gear.is_magical(kind) and not board.gear.is_magical(kind)
            )
            over = event("duel-drawn", "scenario.7.solo.hostile-unusable-weapon")
            if not drawn:
                over = event("duel-over", "scenario.7.solo.samurai-combat-rules")
        else:
            over = event("duel-drawn", "duel.draw-guard") if drawn else event("duel-over", "duel.rules-base")
        return push(state, EndOfAction(frame.mover)), (over, *mended)


@cites("scenario.7.solo.hostile-initiative")
def duel_order(state: Arena, duel: Duel) -> tuple[Seat, Seat]:
    """Both seats, the one that attacks first before the other."""
    mover, stander = (
        initiative(board.gear, board.limits, rulings=state.rulings) + boost_of(duel.boosts, seat)
        for seat, board in ((seat, state.fighter(seat)) for seat in (duel.mover, duel.stander))
    )
    return (duel.mover, duel.stander) if is_mover_first(mover, stander) else (duel.stander, duel.mover)


@cites("duel.tie", "scenario.7.solo.samurai-combat-rules")
def is_mover_first(mover: int, stander: int) -> bool:
    """Whether who came last attacks first: by initiative; in a tie the samurai who was standing there does."""
    return mover > stander


def _next_turn(state: A, frame: Duel) -> Outcome[A]:
    turn = frame.turn + 1
    if turn == len(frame.order):
        over = event("round", "combat.end", round=frame.round)
        return replace_top(state, msgspec.structs.replace(frame, turn=-1, round=frame.round + 1)), (over,)
    seat = frame.order[turn]
    idle = 0 if usable_weapons(state.fighter(seat), state.rulings) else frame.idle_turns + 1
    state = replace_top(state, msgspec.structs.replace(frame, turn=turn, idle_turns=idle))
    return begin_attack(state, seat)


class StealRules(FrameRules[A], Generic[A]):
    """Asks the winner for one thing out of the loser's backpack, or nothing."""

    def question(self, state: A, frame: Steal) -> Question:
        rule = "scenario.7.solo.win-steals-blueprint" if state.is_hostile(frame.loser) else "duel.steal.one"
        return Question(frame.winner, "steal", rule, frame.name)

    def check(self, state: A, frame: Steal, answer: Answer) -> Refusal | None:
        winner, loser = state.fighter(frame.winner), state.fighter(frame.loser)
        match answer:
            case StealNothing():
                return None
            case StealCube():
                return _check_cube(winner, loser, answer)
            case StealMonk():
                return _check_monk(winner, loser, answer, state.rulings)
            case StealBlueprint():
                return _check_blueprint(winner, loser, answer, has_any=state.is_group)
            case StealScroll():
                return check_scroll(state, frame, answer)
            case _:
                return not_asked(state, answer, self.question(state, frame))

    def options(self, state: A, frame: Steal) -> Options:
        every = (*_thefts(state.fighter(frame.loser)), *scroll_thefts(state, frame))
        return Complete(tuple(one for one in every if self.check(state, frame, one) is None))

    def answered(self, state: A, frame: Steal, answer: Answer) -> Outcome[A]:
        state = close_top(state)
        winner, loser = state.fighter(frame.winner), state.fighter(frame.loser)
        seat = int(frame.winner)
        match answer:
            case StealCube():
                cube = Cubes.one(answer.cube)
                backpack = without_cube(loser.backpack, cube, area_of_cube(loser.backpack, cube))
                loser = msgspec.structs.replace(loser, backpack=backpack)
                state = _stow_both(state, frame, winner, loser, cubes=cube)
                return state, (event("cube-stolen", "duel.steal.resource", seat=seat, cube=str(answer.cube)),)
            case StealMonk():
                loser = _without_disc(loser, "monk")
                stolen = event(
                    "monk-stolen", "duel.steal.monk", seat=seat, spot=answer.spot or "backpack-area"
                )
                if not answer.spot:
                    return _stow_both(state, frame, winner, loser, discs=("monk",)), (stolen,)
                winner = msgspec.structs.replace(winner, monk_spots=(*winner.monk_spots, answer.spot))
                return _stow_both(state, frame, winner, loser), (stolen,)
            case StealBlueprint():
                winner, loser = _blueprint_moved(winner, loser, answer.blueprint)
                state = _stow_both(state, frame, winner, loser, discs=(answer.blueprint,))
                return state, (
                    event("blueprint-stolen", "duel.steal.blueprint", seat=seat, blueprint=answer.blueprint),
                )
            case StealScroll():
                return scroll_moved(state, frame, answer)
            case _:
                return state, (event("nothing-stolen", "duel.steal.one", seat=seat),)


def _thefts(loser: Board) -> Iterator[Answer]:
    yield StealNothing()
    for material in MATERIALS:
        yield StealCube(material)
    for spot in (*MONK_SPOTS, ""):
        yield StealMonk(spot)
    for blueprint in loser.blueprints:
        yield StealBlueprint(blueprint.id)


def _check_cube(winner: Board, loser: Board, answer: StealCube) -> Refusal | None:
    if not loser.backpack.cubes.count(answer.cube):
        return refuse("duel.steal.resource", cube=str(answer.cube))
    return None if can_make_room(winner) else refuse("duel.steal.room")


@cites("duel.steal.monk-place")
def _check_monk(winner: Board, loser: Board, answer: StealMonk, rulings: Rulings) -> Refusal | None:
    if "monk" not in loser.backpack.discs:
        return refuse("duel.steal.monk")
    free = winner.free_spots
    if answer.spot:
        return None if answer.spot in free else refuse("duel.steal.monk-place", "taken", spot=answer.spot)
    if free and rulings.reading("gather.monk.backpack") == "spot-first":
        return refuse("duel.steal.monk-place", free=len(free))
    return None if can_make_room(winner) else refuse("duel.steal.room")


@cites("scenario.7.solo.win-steals-blueprint")
def _check_blueprint(winner: Board, loser: Board, answer: StealBlueprint, *, has_any: bool) -> Refusal | None:
    wanted = _blueprint(loser, answer.blueprint)
    if wanted is None or wanted.id not in loser.backpack.discs:
        return refuse("duel.steal.blueprint", "not-there", blueprint=answer.blueprint)
    if not has_any and winner.pattern(wanted.kind) is not None:
        return refuse("duel.steal.blueprint", kind=str(wanted.kind))
    return None if can_make_room(winner) else refuse("duel.steal.room")


def scroll_thefts(state: Arena, frame: Steal) -> Iterator[StealScroll]:
    """Every scroll of the loser, and what each could replace."""
    if state.is_hostile(frame.loser):
        return
    own = ("", *(card.id for card in state.scrolls_of(frame.winner)))
    for card in state.scrolls_of(frame.loser):
        for replaces in own:
            yield StealScroll(card.id, replaces)


@cites("duel.steal.scroll", "duel.steal.scroll-slot")
def check_scroll(state: Arena, frame: Steal, answer: StealScroll) -> Refusal | None:
    """Nothing, or why this scroll cannot change hands."""
    if state.is_hostile(frame.loser) or all(
        card.id != answer.scroll for card in state.scrolls_of(frame.loser)
    ):
        return refuse("duel.steal.scroll", card=answer.scroll)
    return check_slot(state, frame.winner, answer.replaces)


@cites("duel.steal.scroll", "duel.steal.scroll-slot")
def scroll_moved(state: A, frame: Steal, answer: StealScroll) -> Outcome[A]:
    """Card and disc leave the loser, who keeps the points; the disc is gone when it replaces another scroll."""
    owned = state.scrolls_of(frame.loser)
    card = next(one for one in owned if one.id == answer.scroll)
    state = state.with_scrolls(frame.loser, tuple(one for one in owned if one is not card))
    state, events = slotted(state, frame.winner, card, answer.replaces)
    stolen = event("scroll-taken", "duel.steal.scroll", seat=int(frame.winner), scroll=card.id, points=POINTS)
    winner, loser = state.fighter(frame.winner), _without_disc(state.fighter(frame.loser), DISC)
    discs = () if answer.replaces else (DISC,)
    return _stow_both(state, frame, winner, loser, discs=discs), (stolen, *events)


def _blueprint(board: Board, name: str) -> Blueprint | None:
    return next((one for one in board.blueprints if one.id == name), None)


@cites("duel.steal.magic-stays")
def _blueprint_moved(winner: Board, loser: Board, name: str) -> tuple[Board, Board]:
    """Card and disc change hands; the victim's gear remembers the pattern, because its magic stays for now."""
    blueprint = _blueprint(loser, name)
    assert blueprint is not None, "check lets nothing else through"
    rest = tuple(one for one in loser.blueprints if one.id != name)
    loser = msgspec.structs.replace(
        _without_disc(loser, name), blueprints=rest, lost_blueprints=(*loser.lost_blueprints, blueprint)
    )
    return msgspec.structs.replace(winner, blueprints=(*winner.blueprints, blueprint)), loser


def _without_disc(board: Board, disc: str) -> Board:
    backpack = without_disc(board.backpack, disc, area_of_disc(board.backpack, disc))
    return msgspec.structs.replace(board, backpack=backpack)


@cites("backpack.rearrange")
def _stow_both(
    state: A,
    frame: Steal,
    winner: Board,
    loser: Board,
    *,
    cubes: Cubes = _NO_CUBES,
    discs: tuple[str, ...] = (),
) -> A:
    """The winner takes the thing in first; then the loser may rearrange what is left."""
    state = state.with_fighter(frame.winner, winner).with_fighter(frame.loser, loser)
    frames = [] if state.is_hostile(frame.loser) else [Stow(frame.loser, "backpack.rearrange")]
    if cubes or discs:
        frames.append(Stow(frame.winner, "duel.steal.room", cubes, discs, must_take=True))
    return push(state, *frames)

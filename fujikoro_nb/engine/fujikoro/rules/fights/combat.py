"""Chapter "combat": a dragon against one or more samurai, from the monks to the reward."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked.characters import Slip
from fujikoro_nb.engine.fujikoro.asked.fight import (
    DRAGON,
    Defence,
    DragonFight,
    DragonTurn,
    FoeFight,
    Hero,
    MonkFight,
    Stow,
    Suffer,
    Throw,
    fight_of,
)
from fujikoro_nb.engine.fujikoro.asked.foes import throws
from fujikoro_nb.engine.fujikoro.asked.rest import EndOfAction
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import inspect
from fujikoro_nb.engine.fujikoro.rules.characters.slip import who_slips
from fujikoro_nb.engine.fujikoro.rules.fights.attack import begin_attack
from fujikoro_nb.engine.fujikoro.rules.fights.attack_order import attack_order
from fujikoro_nb.engine.fujikoro.rules.fights.dice import broken_of, hits_of, reaching
from fujikoro_nb.engine.fujikoro.rules.fights.monk_strike import monk_struck
from fujikoro_nb.engine.fujikoro.rules.fights.teeth import pooled, with_teeth
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    FrameRules,
    Illegal,
    Outcome,
    Refusal,
    Seat,
    cites,
    event,
    push,
    refuse,
    replace_top,
)

A = TypeVar("A", bound=Arena)


@cites("combat.health.over-30", "combat.health.reset", "combat.health.start")
def health_at_start(state: Arena, dragon: Dragon) -> int:
    """Printed health less permanent damage; what an earlier fight took off is not remembered.

    combat.health.over-30: the track's +30 piece is bookkeeping, the number is not bounded by thirty.
    """
    printed = printed_in(state, dragon)
    return printed - state.damage_on(dragon)


@cites("scenario.1.competitive.solo-health")
def printed_in(state: Arena, dragon: Dragon) -> int:
    """`printed_health` of a game that is played."""
    if state.has_solo_health and dragon.health_solo is not None:
        return dragon.health_solo
    return printed_health(dragon, players=state.players, rulings=state.rulings, is_group=state.is_group)


@cites(
    "combat.health.stat-by-count",
    "coop.combat.health-solo-icon",
    "coop.combat.health-two-icon",
    "scenario.8.solo.health-solo",
)
def printed_health(dragon: Dragon, *, players: int, rulings: Rulings, is_group: bool = False) -> int:
    """The value for this number of players; ``is_group``: they play together, or one alone."""
    alone = dragon.health_solo
    if is_group and alone is not None:
        is_any = rulings.reading("coop.combat.health-solo-icon") == "every-coop"
        if players == 1 or is_any:
            return alone
    for_two = dragon.health_two_players
    is_general = rulings.reading("combat.health.stat-by-count") == "any-dragon"
    if players == 2 and for_two is not None and (is_general or dragon.is_legendary):
        return for_two
    return dragon.health


@cites("example.joint-fight")
def begin_dragon_fight(
    state: A,
    dragon: Dragon,
    attacker: Seat,
    joiners: tuple[Seat, ...] = (),
    *,
    defence: Defence | UnsetType = UNSET,
) -> A:
    """The state with a fight about to begin. Raises Illegal for a fighter who is unconscious or has illegal gear.

    ``attacker`` entered the tile, ``joiners`` came along in any order. Start it with `Game.start`. With a
    ``defence`` the dragon came to them, and ``attacker`` is the first of them in turn order.
    """
    assert are_seats(state, attacker, *joiners), "fighters are different seats of this arena"
    party = tuple(seat for seat in state.in_turn_order(attacker) if seat == attacker or seat in joiners)
    for seat in party:
        check_fighter(state, seat)
    fight = DragonFight(
        dragon,
        attacker,
        fighters=party,
        health=health_at_start(state, dragon),
        undecided=() if dragon.is_legendary else party,
        defence=defence,
    )
    return push(state, fight)


def are_seats(state: Arena, *seats: Seat) -> bool:
    """Whether these are different seats that have a board here."""
    return len(set(seats)) == len(seats) and all(
        0 <= seat < len(state.boards) or state.is_hostile(seat) for seat in seats
    )


def check_fighter(state: Arena, seat: Seat) -> None:
    """Raises Illegal with the reason why this seat cannot fight."""
    if not state.is_hostile(seat) and not state.is_conscious(seat):
        raise Illegal(refuse("combat.defeat.safe", seat=int(seat)))
    refusals = next(faults_of(state.fighter(seat), state.rulings), None)
    if refusals is not None:
        raise Illegal(*refusals)


def faults_of(board: Board, rulings: Rulings) -> Iterator[tuple[Refusal, ...]]:
    """What makes gear illegal, kind by kind; nothing for gear that is legal."""
    for kind in GearKind:
        report = inspect(
            board.gear, kind, board.limits, is_unlocked=board.is_weapon_grid_open, rulings=rulings
        )
        if report.faults:
            yield report.refusals


class DragonFightRules(FrameRules[A], Generic[A]):
    """Asks nothing itself: monks first, then turn after turn in the fixed order, then the reward."""

    @cites("combat.hero.kill", "combat.hero.order", "combat.hero.resolve-each")
    def advance(self, state: A, frame: DragonFight) -> Outcome[A] | None:
        if frame.is_rewarded:
            return None
        if frame.undecided and not frame.is_won:
            seat, *rest = frame.undecided
            return push(
                replace_top(state, msgspec.structs.replace(frame, undecided=tuple(rest))), Hero(seat)
            ), ()
        if frame.plans:
            deed, *later = frame.plans
            return push(replace_top(state, msgspec.structs.replace(frame, plans=tuple(later))), deed), ()
        if frame.is_won:
            return _reward(state, frame)
        if not frame.order:
            order = attack_order(state, frame)
            names = " ".join("dragon" if seat == DRAGON else str(int(seat)) for seat in order)
            fixed = event("order-fixed", "combat.init.fixed", order=names, health=frame.health)
            return replace_top(state, msgspec.structs.replace(frame, order=order)), (fixed,)
        if frame.turn >= 0 and frame.order[frame.turn] != DRAGON:
            judged, caught = state.caught(is_turn_over=True)
            if caught:
                return judged, caught
        return _next_turn(state, frame) if frame.fighters else None

    @cites(
        "combat.end", "combat.health.reset", "example.joint-fight.aftermath", "coop.dragon.stays-after-combat"
    )
    def closed(self, state: A, frame: DragonFight) -> Outcome[A]:
        over = event("combat-over", "combat.end")
        return push(state, EndOfAction(frame.attacker)), (over,)


@cites("combat.init.fixed", "combat.end")
def _next_turn(state: A, frame: DragonFight) -> Outcome[A]:
    turn = frame.turn + 1
    if turn == len(frame.order):
        over = event("round", "combat.end", round=frame.round)
        return replace_top(state, msgspec.structs.replace(frame, turn=-1, round=frame.round + 1)), (over,)
    frame = msgspec.structs.replace(frame, turn=turn)
    state = replace_top(state, frame)
    seat = frame.order[turn]
    if seat == DRAGON:
        return push(state, DragonTurn()), ()
    return begin_attack(state, seat) if seat in frame.fighters else (state, ())


@cites(
    "combat.win",
    "combat.win.reward",
    "combat.win.tooth-room",
    "example.joint-fight.finish",
    "final.trigger.simultaneous",
)
@cites(
    "scenario.1.competitive.kill-gives-points-only",
    "scenario.2.competitive.take-dragon",
    "scenario.2.competitive.monk-kill-counts",
    "scenario.8.solo.competitive-board",
)
def _reward(state: A, frame: DragonFight) -> Outcome[A]:
    """final.trigger.simultaneous: the fighters stand in turn order from the attacker, whose turn it is."""
    state = replace_top(state, msgspec.structs.replace(frame, is_rewarded=True))
    state = state.without_dragon(frame.dragon)
    points = state.points(frame.dragon.victory_points)
    winners = " ".join(str(int(seat)) for seat in frame.fighters)
    events = [event("dragon-defeated", "combat.win", dragon=frame.dragon.id, winners=winners)]
    if state.is_group:
        for seat in frame.fighters if points else ():  # who plays alone may be scoring: the Ronin is
            state, begun = state.award(seat, points)
            events += [
                event("reward", "scenario.8.solo.competitive-board", seat=int(seat), points=points),
                *begun,
            ]
        rule = "coop.combat.teeth-for-victory"
        return with_teeth(state, frame.fighters, state.teeth_of(frame.dragon), rule), tuple(events)
    rewarded = frame.fighters
    if state.keeps_figures:
        assert frame.blow is not UNSET, "no dragon dies without a blow"
        state = state.with_figure(frame.blow, frame.dragon)
        events.append(
            event(
                "figure-taken",
                "scenario.2.competitive.take-dragon",
                seat=int(frame.blow),
                dragon=frame.dragon.id,
            )
        )
        if state.rulings.reading("scenario.2.competitive.take-dragon") == "killer-only":
            rewarded = tuple(seat for seat in rewarded if seat == frame.blow)
    for seat in rewarded:
        state, more = state.award(seat, points)
        events += [event("reward", "combat.win.reward", seat=int(seat), points=points), *more]
    if state.leaves_loot:
        return state, tuple(events)
    teeth = [Stow(seat, "combat.win.tooth-room", Cubes(tooth=1)) for seat in reversed(rewarded)]
    return push(state, *teeth), tuple(events)


class DragonTurnRules(FrameRules[A], Generic[A]):
    """One roll of the dragon: teeth for all, then damage for all."""

    @cites("combat.dragon.dice", "combat.dragon.roller")
    def advance(self, state: A, frame: DragonTurn) -> Outcome[A] | None:
        fight = fight_of(state)
        assert isinstance(fight, FoeFight), "whoever has a board takes attack turns"
        if frame.is_done:
            return None
        if frame.roll is None:
            return push(state, Throw(throws(fight))), ()
        state = replace_top(state, DragonTurn(frame.roll, is_done=True))
        if isinstance(fight, MonkFight):
            return monk_struck(state, frame, fight)
        return _struck(state, frame, fight)


@cites("combat.dragon.all", "combat.dragon.teeth", "scenario.1.competitive.dice-teeth-remain")
def _struck(state: A, frame: DragonTurn, fight: DragonFight) -> Outcome[A]:
    """combat.dragon.teeth: the teeth come first, also for whom this roll knocks out."""
    assert frame.roll is not None, "the dice lie"
    state = push(state, *map(Slip, reversed(who_slips(state, None))))
    hits = hits_of(state, frame.roll, has_void_hits=frame.has_void_hits)
    teeth = broken_of(state, frame.roll)[2]
    events = [event("dragon-strikes", "combat.dragon.all", hits=hits)]
    frames: list[Stow | Suffer] = []
    for seat in fight.fighters:
        damage, shielded = reaching(state, seat, hits, frame.shields)
        events += shielded
        if damage:
            frames.insert(0, Suffer(seat, damage))
    if teeth and state.is_group:
        rule = "coop.combat.teeth-from-dice-shared"
        pool = pooled(teeth, len(fight.fighters), state.rulings)
        events.append(event("teeth", rule, teeth=pool))
        return with_teeth(push(state, *frames), fight.fighters, pool, rule), tuple(events)
    if teeth:
        events.append(event("teeth", "combat.dragon.teeth", teeth=teeth))
        frames += [Stow(seat, "combat.dragon.teeth", Cubes(tooth=teeth)) for seat in reversed(fight.fighters)]
    return push(state, *frames), tuple(events)

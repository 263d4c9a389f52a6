"""A dragon's tile was entered: others beside it may join, then the fight begins (combat.join.who and the next)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked.dens import dragon_at
from fujikoro_nb.engine.fujikoro.asked.fight import Defence
from fujikoro_nb.engine.fujikoro.asked.game import Battle, Entry, Join, StayOut, Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import usable_weapons
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.mountain.lava import move_of, stopped
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import way_back
from fujikoro_nb.engine.fujikoro.rules.scenes.trial import with_trials
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
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


@cites(
    "combat.join.order",
    "adventure.sashimono",
    "coop.dragon.attacked-asleep",
    "scenario.1.competitive.no-joining",
)
def begin_battle(state: GameState, attacker: Seat) -> Outcome[GameState]:
    """The samurai stands on a dragon's tile: its move is over, and the others are asked clockwise from its left.

    adventure.sashimono: before they are asked, it may bring one of them near.
    """
    at = state.samurai[attacker].space
    dragon = state.dragon_on(at)
    assert dragon is not None, "a dragon defends this tile"
    back = Entry(attacker, way_back(state, move_of(state).path))
    waiting = state.in_turn_order(attacker)[1:]
    if state.plot.is_alone_with_dragons:
        waiting = ()
    state, windows = state.opened("before-join", (attacker,))
    state = stopped(state, Battle(space(at).place, attacker, (back,), waiting), *windows)
    return state, (event("dragon-attacked", "move.dragon.stop", seat=int(attacker), dragon=dragon.id),)


@cites(
    "coop.dragon.move-triggers-combat",
    "coop.dragon.join-defence",
    "coop.combat.join-by-step",
    "option.adventure.sashimono",
    "scenario.6.coop.centre-fight-participants",
)
def begin_defence(state: GameState, at: PlaceId) -> Outcome[GameState]:
    """A dragon has come to the samurai on a tile: they fight it, and the others are asked from the first player on.

    option.adventure.sashimono: it is nobody's turn, so nobody is brought near first.
    """
    dragon = dragon_at(state, at)
    assert dragon is not None, "it has come here"
    attacks = event("dragon-attacks", "coop.dragon.move-triggers-combat", dragon=dragon.id, place=at)
    order = state.in_turn_order(state.first_of_round)
    here = tuple(seat for seat in order if _is_at(state, seat, at))
    if state.rulings.reading("coop.dragon.move-triggers-combat") == "who-wants":
        here = ()
    others = tuple(seat for seat in order if seat not in here)
    return push(state, Battle(at, order[0], (), others, defenders=here)), (attacks,)


def defenders_of(battle: Battle) -> tuple[Seat, ...]:
    """Of those whom a dragon came to, who fights."""
    return () if battle.defenders is UNSET else battle.defenders


def _is_at(state: GameState, seat: Seat, at: PlaceId) -> bool:
    return state.is_conscious(seat) and space(state.samurai[seat].space).place == at


class BattleRules(FrameRules[GameState]):
    """Asks who can join one after the other; each has moved before the next one decides."""

    def question(self, state: GameState, frame: Battle) -> Question | None:
        if not frame.waiting or not joins(state, frame, frame.waiting[0]):
            return None
        return Question(frame.waiting[0], "join", "combat.join.who", frame.name)

    @cites("combat.join.no-veto", "example.joint-fight.join")
    def check(self, state: GameState, frame: Battle, answer: Answer) -> Refusal | None:
        """combat.join.no-veto: nobody but the joiner is asked."""
        match answer:
            case StayOut():
                return None
            case Join(space=to):
                is_way = answer in joins(state, frame, frame.waiting[0])
                return None if is_way else refuse("combat.join.step", space=to[:40])
            case _:
                return refuse("combat.join.who", "not-asked")

    def options(self, state: GameState, frame: Battle) -> Options:
        return Complete((StayOut(), *joins(state, frame, frame.waiting[0])))

    @cites("combat.join.no-duel")
    def answered(self, state: GameState, frame: Battle, answer: Answer) -> Outcome[GameState]:
        """combat.join.no-duel: joining is no move, so whoever stands there is not met."""
        seat = frame.waiting[0]
        frame = msgspec.structs.replace(frame, waiting=frame.waiting[1:])
        if not isinstance(answer, Join):
            return replace_top(state, frame), (event("stays-out", "combat.join.who", seat=int(seat)),)
        if _is_at(state, seat, frame.place):
            frame = msgspec.structs.replace(frame, defenders=(*defenders_of(frame), seat))
        else:
            entry = Entry(seat, state.samurai[seat].space if answer.by is UNSET else answer.by)
            frame = msgspec.structs.replace(frame, entries=(*frame.entries, entry))
        joined = event("joined", "combat.join.step", seat=int(seat), space=answer.space)
        return replace_top(state, frame).moved(seat, answer.space), (joined,)

    def advance(self, state: GameState, frame: Battle) -> Outcome[GameState] | None:
        if frame.is_fought:
            return None
        if frame.waiting:
            return replace_top(state, msgspec.structs.replace(frame, waiting=frame.waiting[1:])), ()
        state = replace_top(state, msgspec.structs.replace(frame, is_fought=True))
        if frame.defenders is not UNSET:
            return _defended(state, frame)
        dragon = state.dragon_on(state.samurai[frame.attacker].space)
        assert dragon is not None, "nothing happens to it before the fight"
        joiners = tuple(entry.seat for entry in frame.entries[1:])
        state = begin_dragon_fight(state, dragon, frame.attacker, joiners)
        fighters = [
            seat for seat in state.in_turn_order(frame.attacker) if seat in (frame.attacker, *joiners)
        ]
        return state.with_window("fight", tuple(fighters)), ()

    @cites("combat.end.continue")
    def closed(self, state: GameState, frame: Battle) -> Outcome[GameState]:
        """The turn goes on for one who is awake; at some tables only for one who won: still there, the dragon not."""
        if frame.defenders is not UNSET:
            return state, ()  # it is nobody's turn
        state = with_trials(state, frame.entries)
        is_beaten = dragon_at(state, frame.place) is None
        is_won = is_beaten and any(entry.seat == frame.attacker for entry in frame.entries)
        if is_won or state.rulings.reading("combat.end.continue") == "conscious":
            return state, ()
        agenda = tuple(
            msgspec.structs.replace(each, is_over=True) if isinstance(each, Turn) else each
            for each in state.agenda
        )
        return msgspec.structs.replace(state, agenda=agenda), ()


@cites("coop.combat.heroic-monk-allowed")
def _defended(state: GameState, frame: Battle) -> Outcome[GameState]:
    """The fight that a dragon has begun; nobody fights at tables where everybody may decline and does."""
    dragon = dragon_at(state, frame.place)
    assert dragon is not None, "it has come here"
    party = party_of(state, frame)
    if not party:
        return state, (event("fight-shunned", "coop.dragon.move-triggers-combat"),)
    defence = defence_of(frame, party)
    state = begin_dragon_fight(state, dragon, party[0], party[1:], defence=defence)
    return state.with_window("fight", party), ()


def party_of(state: GameState, battle: Battle, *joiners: Seat) -> tuple[Seat, ...]:
    """Who fights when these join too, in turn order from the attacker, or the first player where a dragon came."""
    fighting = {*defenders_of(battle), *(entry.seat for entry in battle.entries), *joiners}
    return tuple(seat for seat in state.in_turn_order(battle.attacker) if seat in fighting)


@cites("coop.dragon.tie-between-samurai", "scenario.2.competitive.defender-ties")
def defence_of(battle: Battle, party: Sequence[Seat]) -> Defence | UnsetType:
    """What the fight of this party is where the dragon came to them; UNSET where one of them came to it."""
    return UNSET if battle.defenders is UNSET else Defence(is_active=party[0] == battle.attacker)


@cites("coop.dragon.retreat-when-attacked")
def can_leave(state: GameState, battle: Battle, seat: Seat) -> bool:
    """Whether one who is in this fight, or would be, could retreat: who came in goes back, others need a space."""
    has_come = any(entry.seat == seat for entry in battle.entries) or not _is_at(state, seat, battle.place)
    return battle.defenders is UNSET or has_come or bool(state.refuges(seat))


def joins(state: GameState, battle: Battle, seat: Seat) -> tuple[Join, ...]:
    """Every way in which this samurai can join: by one step, or from farther away where its character may."""
    near = tuple(map(Join, ways_in(state, battle, seat)))
    steps = state.boards[seat].character.join_steps
    return near if steps == 1 else (*near, *_from_afar(state, battle, seat, steps))


@cites("char.daisuke.join-from-four", "scenario.4.competitive.monks-conquered")
def _from_afar(state: GameState, battle: Battle, seat: Seat, steps: int) -> Iterator[Join]:
    """Onto the tile from the spaces that are reached before: firm ones with room, past whoever is there but a monk.

    Where the step onto the tile is none of these, one more space is reached. Nobody enters it from another dragon's.
    """
    start = state.samurai[seat].space
    if not may_join(state, battle, seat):
        return
    is_beyond = state.rulings.reading("char.daisuke.join-from-four") == "four-then-entry"
    seen, edge = {start}, [start]
    for _ in range(steps - 1 + is_beyond):
        edge = [
            to
            for to in dict.fromkeys(to for at in edge for to in neighbours(at))
            if to not in seen
            and space(to).place != battle.place
            and state.is_revealed(space(to).place)
            and not state.is_lava(to)
            and not state.has_monk_on(to)
            and state.has_room(to, for_seat=seat)
        ]
        seen.update(edge)
        for by in edge:
            if state.dragon_on(by) is None:
                yield from (Join(to, by) for to in _entries(state, battle, seat, by))


def may_join(state: GameState, battle: Battle, seat: Seat) -> bool:
    """Whether this samurai can join from anywhere off the tile at all."""
    if not state.is_conscious(seat) or space(state.samurai[seat].space).place == battle.place:
        return False
    needs_weapon = state.rulings.reading("combat.join.weapon-not-required") == "usable-weapon"
    return not needs_weapon or bool(usable_weapons(state.fighter(seat), state.rulings))


def _entries(state: GameState, battle: Battle, seat: Seat, at: SpaceId) -> tuple[SpaceId, ...]:
    """Firm spaces of the dragon's tile with room beside a space."""
    return tuple(
        to
        for to in neighbours(at)
        if space(to).place == battle.place and not state.is_lava(to) and state.has_room(to, for_seat=seat)
    )


@cites("combat.join.who", "combat.join.step", "combat.join.weapon-not-required", "combat.defeat.safe")
def ways_in(state: GameState, battle: Battle, seat: Seat) -> tuple[SpaceId, ...]:
    """The spaces of the dragon's tile onto which this samurai can step to join: firm ones with room beside it."""
    samurai = state.samurai[seat]
    if battle.defenders is not UNSET and _is_at(state, seat, battle.place):
        return (samurai.space,)
    return _entries(state, battle, seat, samurai.space) if may_join(state, battle, seat) else ()

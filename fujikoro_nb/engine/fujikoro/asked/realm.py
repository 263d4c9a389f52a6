"""The state of the whole game: an arena with a mountain under it."""

from __future__ import annotations

from typing import Self

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked import dens
from fujikoro_nb.engine.fujikoro.asked.fight import Duel, MonkFight, fight_of, may_fall_back
from fujikoro_nb.engine.fujikoro.asked.foes import fighting
from fujikoro_nb.engine.fujikoro.asked.game import Battle, Gather, Lay, Meeting, Turn
from fujikoro_nb.engine.fujikoro.asked.group import FallBack, StandUp
from fujikoro_nb.engine.fujikoro.asked.scenario import Aside, Trial
from fujikoro_nb.engine.fujikoro.asked.table_top import CENTRE, TableTop
from fujikoro_nb.engine.fujikoro.board.arena import KNOCKED_OUT
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.board.scene import Guard
from fujikoro_nb.engine.fujikoro.components import (
    Dragon,
    EffectKind,
)
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Event, Seat, cites, event, push


@cites("scenario.2.competitive.knockout-temple")
def do_temples_wake(rulings: Rulings, *, is_told: bool) -> bool:
    """Whether temples wake who is knocked out; ``is_told``: the scenario has it, and a table may decide otherwise."""
    return is_told and rulings.reading("scenario.2.competitive.knockout-temple") == "temple"


class GameState(TableTop, frozen=True):
    """Everything on the table, and what a fight asks of it."""

    # ---- what a fight asks

    @cites("scroll.use")
    def shield(self, seat: Seat) -> int:
        """Damage that the scrolls of a samurai keep off."""
        return 0 if self.is_hostile(seat) else self.samurai[seat].power(EffectKind.SHIELD)

    @cites("adventure.gunbai")
    def after_roll(self, roller: Seat | None) -> Self:
        """Asks the roller, and whom the roll can hit: the other side of the fight, nobody who looks on."""
        fight = fight_of(self)
        if isinstance(fight, Duel):
            return self.with_window("rolled", self.seated(*fighting(fight)))
        return self.with_window("rolled", fighting(fight) if roller is None else (roller,))

    @cites("combat.damage-tokens")
    def damage_on(self, dragon: Dragon) -> int:
        """Permanent damage beside a dragon."""
        return dens.den_of(self, dragon).damage

    @cites("combat.win", "coop.dragon.token-gone-on-defeat", "coop.goal.legendary-defeated")
    def without_dragon(self, dragon: Dragon) -> Self:
        """The mountain without a dragon that was defeated, nor what lay beside it."""
        state, party = dens.without(self, dragon), self.party
        if party is None:
            if not self.do_dragons_walk:
                return state
            asleep, awake = (
                tuple(name for name in names if name != dragon.id) for names in (self.asleep, self.awake)
            )
            return state.with_statuses(asleep, awake)
        return state.with_party(party.without_dragon(dragon, is_wanted=self.plot.captured_at > 0))

    def caught(self, *, is_turn_over: bool) -> tuple[Self, tuple[Event, ...]]:
        """The dragon may be caught alive where a scenario says so."""
        if self.scene is UNSET or not self.plot.captured_at:
            return self, ()
        return dens.caught_at(self, fight_of(self), battle_of(self).place, is_turn_over=is_turn_over)

    @cites("coop.dragon.retreat-when-attacked")
    def can_retreat(self, seat: Seat) -> bool:
        """Whom a dragon came to can only go to a space beside; all others go back where they came from."""
        fight = fight_of(self)
        if isinstance(fight, Duel):
            return True
        if isinstance(fight, MonkFight):
            trial = trial_of(self)
            return trial.back is not UNSET or bool(self.asides(seat))
        is_stranger = any(entry.seat == seat for entry in battle_of(self).entries)
        return is_stranger or bool(self.refuges(seat))

    @cites("coop.dragon.retreat-when-attacked")
    def refuges(self, seat: Seat) -> tuple[SpaceId, ...]:
        """Where one whom a dragon came to can retreat: firm spaces with room beside, on no dragon's tile."""
        if not may_fall_back(self.rulings):
            return ()
        return tuple(
            to
            for to in neighbours(self.samurai[seat].space)
            if self.is_revealed(space(to).place)
            and not self.is_lava(to)
            and self.dragon_on(to) is None
            and self.has_room(to, for_seat=seat)
        )

    @cites("scenario.4.competitive.knockout-place")
    def asides(self, seat: Seat) -> tuple[SpaceId, ...]:
        """Where one to whom a monk came can lie, or go: firm spaces with room beside, without a dragon or a monk."""
        return tuple(
            to
            for to in neighbours(self.samurai[seat].space)
            if self.is_revealed(space(to).place)
            and not self.is_lava(to)
            and self.dragon_on(to) is None
            and not self.has_monk_on(to)
            and self.has_room(to, for_seat=seat)
        )

    @cites("scenario.4.competitive.monk-won")
    def monk_won(self, seat: Seat) -> tuple[Self, tuple[Event, ...]]:
        """The monk leaves his space; its winner is asked for a place as for one that is gathered."""
        state = self.with_scene(self.staged.without_monk(self.samurai[seat].space))
        return push(state, Gather(seat, "monk")), ()

    @cites("scenario.4.competitive.monk-beats-samurai")
    def shame_of(self, seat: Seat) -> int:
        """Points that a monk takes from this samurai when he knocks it out; none where no monk fights."""
        warriors = self.plot.warriors
        if warriors is None:
            return 0
        is_floor = self.rulings.reading("scenario.4.competitive.monk-beats-samurai") == "not-below-zero"
        return warriors.fine(self.samurai[seat].score) if is_floor else warriors.shame

    @cites("scenario.4.competitive.monk-beats-samurai", "scenario.4.competitive.knockout-place")
    def _beaten_by_monk(self, seat: Seat, *, is_down: bool) -> tuple[Self, tuple[Event, ...]]:
        """Away from a monk: back where one came from, or aside; whoever is knocked out loses points."""
        trial = trial_of(self)
        state, events = self, tuple[Event, ...]()
        if is_down:
            samurai, lost = self.samurai[seat], self.shame_of(seat)
            state = self.with_samurai(seat, msgspec.structs.replace(samurai, score=samurai.score - lost))
            shamed = event("shamed", "scenario.4.competitive.monk-beats-samurai", seat=int(seat), points=lost)
            events = (shamed,) if lost else ()
        if trial.back is not UNSET:
            rule = "scenario.4.competitive.knockout-place" if is_down else "combat.retreat.where"
            back = event("back", rule, seat=int(seat), space=trial.back)
            return state.moved(seat, trial.back), (*events, back)
        return push(state, Aside(seat)), events

    @cites("combat.retreat.no-duel", "combat.end.stay")
    def leaves(self, seat: Seat, why: str) -> tuple[Self, tuple[Event, ...]]:
        """Out of a dragon's tile at once; in a duel the winner is asked where the loser lies.

        combat.retreat.no-duel: going back is no step of a move, so it meets nobody. combat.end.stay: who does not
        leave stays.
        """
        if self.is_hostile(seat):
            return self._without_guard(seat)
        samurai = self.samurai[seat]
        is_down = why == KNOCKED_OUT
        if is_down and self.has_lives:
            return self._revived(seat)
        if is_down and self.wakes_in_temples:
            return push(self._turn_ended(seat), StandUp(seat)), ()
        state = self.with_samurai(
            seat, msgspec.structs.replace(samurai, is_conscious=samurai.is_conscious and not is_down)
        )
        fight = fight_of(state)
        if isinstance(fight, Duel):
            if is_down:
                return push(state, Lay(fight.other(seat), seat)), ()
            return state._sent_back(fight, seat)
        if isinstance(fight, MonkFight):
            return state._beaten_by_monk(seat, is_down=is_down)
        battle = battle_of(state)
        back = next((entry.space for entry in battle.entries if entry.seat == seat), None)
        if back is None:  # the dragon came here, so there is no way back
            return push(state, FallBack(seat)), ()
        left = tuple(entry for entry in battle.entries if entry.seat != seat)
        agenda = tuple(
            msgspec.structs.replace(battle, entries=left) if frame is battle else frame
            for frame in state.agenda
        )
        state = msgspec.structs.replace(state, agenda=agenda)
        rule = "combat.defeat.where" if is_down else "combat.retreat.where"
        return state.moved(seat, back), (event("back", rule, seat=int(seat), space=back),)

    @cites(
        "coop.lives.knockout-costs-life",
        "coop.lives.knockout-ends-own-turn",
        "scenario.6.coop.revive-when-centre-occupied",
    )
    def _revived(self, seat: Seat) -> tuple[Self, tuple[Event, ...]]:
        """A samurai of a group stands up on the central tile, or away from a dragon there; its own turn is over."""
        state = self.with_life_lost(seat)
        party, number = state.party, int(seat)
        assert party is not None, "only a group has lives"
        left = party.lives[seat]
        if dens.lair_at_heart(self) is None:
            state = state.moved(seat, CENTRE)
            is_guard = isinstance(fight_of(self), Duel)  # a group fights no duels but with guards
            rule = "scenario.7.solo.loss-costs-life" if is_guard else "coop.lives.knockout-costs-life"
            lost = event("life-lost", rule, seat=number, left=left)
        else:
            state = push(state, StandUp(seat))
            lost = event("life-lost", "scenario.6.coop.revive-when-centre-occupied", seat=number, left=left)
        return state._turn_ended(seat), (lost,)

    @property
    def wakes_in_temples(self) -> bool:
        """Whether who is knocked out, by whomever, stands up in a temple at once and loses nothing by it."""
        return do_temples_wake(self.rulings, is_told=self.plot.wakes_in_temples)

    def _turn_ended(self, seat: Seat) -> Self:
        """The turn of this seat is over, if it is its turn."""
        agenda = tuple(
            msgspec.structs.replace(frame, is_over=True)
            if isinstance(frame, Turn) and frame.seat == seat
            else frame
            for frame in self.agenda
        )
        return msgspec.structs.replace(self, agenda=agenda)

    @cites("scenario.7.solo.win-steals-blueprint", "scenario.7.solo.goal")
    def _without_guard(self, seat: Seat) -> tuple[Self, tuple[Event, ...]]:
        """A guard that is beaten leaves the game, with all but what the winner takes."""
        guard = self.guard(seat)
        bare = msgspec.structs.replace(guard.board, gear=Gear(), monk_spots=())
        state = self.with_guard(seat, Guard(bare, is_beaten=True))
        left = len(state.guards_left)
        temple = int(seat) - self.players + 1
        return state, (event("guard-beaten", "scenario.7.solo.goal", temple=temple, left=left),)

    @cites("duel.surrender.stay", "scenario.7.solo.loss-costs-life")
    def _sent_back(self, duel: Duel, seat: Seat) -> tuple[Self, tuple[Event, ...]]:
        """Out of a duel by surrender: who came last goes where it came from, the other one stays."""
        if seat != duel.mover:
            return self, ()
        back = meeting_of(self).back
        is_guarded = self.is_hostile(duel.stander)
        rule = "scenario.7.solo.loss-costs-life" if is_guarded else "duel.surrender.stay"
        return self.moved(seat, back), (event("back", rule, seat=int(seat), space=back),)


def battle_of(state: GameState) -> Battle:
    """The innermost battle for a dragon's tile on the agenda."""
    return next(frame for frame in reversed(state.agenda) if isinstance(frame, Battle))


def trial_of(state: GameState) -> Trial:
    """The innermost trial by a monk on the agenda."""
    return next(frame for frame in reversed(state.agenda) if isinstance(frame, Trial))


def meeting_of(state: GameState) -> Meeting:
    """The innermost meeting on the agenda."""
    return next(frame for frame in reversed(state.agenda) if isinstance(frame, Meeting))


def turn_of(state: GameState) -> Turn:
    """The turn that is going on."""
    for frame in reversed(state.agenda):
        if isinstance(frame, Turn):
            return frame
    raise AssertionError("nobody has a turn")

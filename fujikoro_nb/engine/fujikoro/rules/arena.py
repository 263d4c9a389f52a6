"""Fights as a game of their own: an arena without a map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.arena import CONSCIOUS, KNOCKED_OUT, Arena
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.rules.attack import AttackRules
from fujikoro_nb.engine.fujikoro.rules.combat import DragonFightRules, DragonTurnRules
from fujikoro_nb.engine.fujikoro.rules.dice import ThrowRules
from fujikoro_nb.engine.fujikoro.rules.duel import DuelRules, StealRules
from fujikoro_nb.engine.fujikoro.rules.fight import (
    Attack,
    DragonFight,
    DragonTurn,
    Duel,
    FightAnswer,
    FightFrame,
    Hero,
    HeroDeed,
    ScrollLost,
    Steal,
    Stow,
    Suffer,
    Throw,
)
from fujikoro_nb.engine.fujikoro.rules.hero import HeroDeedRules, HeroRules
from fujikoro_nb.engine.fujikoro.rules.magic import EndOfActionRules
from fujikoro_nb.engine.fujikoro.rules.scrolls import ScrollLostRules
from fujikoro_nb.engine.fujikoro.rules.sound import is_sound_fight
from fujikoro_nb.engine.fujikoro.rules.stow import StowRules
from fujikoro_nb.engine.fujikoro.rules.suffer import SufferRules
from fujikoro_nb.engine.fujikoro.rules.table import EndOfAction, PlaceMagic
from fujikoro_nb.engine.kernel import Event, Frame, FrameRules, Game, Seat, cites

A = TypeVar("A", bound=Arena)


class DamageTokens(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Permanent damage beside one dragon."""

    dragon: str
    damage: int


class ArenaState(Arena, frozen=True):
    """An arena without a map: boards, who is still on their feet, points won, tokens beside dragons."""

    agenda: tuple[FightFrame | EndOfAction, ...] = ()
    table_size: int = 0
    """Players in the game, when it is more than the boards that are here."""
    standing: tuple[str, ...] = ()
    """``conscious``, ``knocked-out`` or ``retreated``, one a seat; empty while all are conscious."""
    scores: tuple[int, ...] = ()
    """Victory points won here, one a seat; empty while nobody has won any."""
    tokens: tuple[DamageTokens, ...] = ()
    defeated: tuple[str, ...] = ()
    """Ids of the dragons that are out of the game."""

    @property
    def players(self) -> int:
        return max(self.table_size, len(self.boards))

    @cites("combat.damage-tokens")
    def damage_on(self, dragon: Dragon) -> int:
        return sum(token.damage for token in self.tokens if token.dragon == dragon.id)

    def stands(self, seat: Seat) -> str:
        """How a samurai stands."""
        return self.standing[seat] if self.standing else CONSCIOUS

    @cites("combat.defeat.safe")
    def is_conscious(self, seat: Seat) -> bool:
        return self.stands(seat) != KNOCKED_OUT

    def score(self, seat: Seat) -> int:
        """Victory points won here."""
        return self.scores[seat] if self.scores else 0

    @cites("combat.defeat.no-loot")
    def leaves(self, seat: Seat, why: str) -> tuple[Self, tuple[Event, ...]]:
        """combat.defeat.no-loot: nothing but the standing changes."""
        standing = [self.stands(Seat(index)) for index in range(self.players)]
        standing[seat] = why
        return msgspec.structs.replace(self, standing=tuple(standing)), ()

    def award(self, seat: Seat, victory_points: int) -> tuple[Self, tuple[Event, ...]]:
        scores = [self.score(Seat(index)) for index in range(self.players)]
        scores[seat] += victory_points
        return msgspec.structs.replace(self, scores=tuple(scores)), ()

    def without_dragon(self, dragon: Dragon) -> Self:
        return msgspec.structs.replace(self, defeated=(*self.defeated, dragon.id))


ArenaAnswer = FightAnswer | PlaceMagic
"""Everything that can be answered here: decode outside input to this union."""


def fight_rules() -> dict[type[Frame], FrameRules[A]]:
    """The rules of every frame of a fight, for any game whose state is an arena."""
    return {
        DragonFight: DragonFightRules(),
        Duel: DuelRules(),
        Hero: HeroRules(),
        HeroDeed: HeroDeedRules(),
        Attack: AttackRules(),
        DragonTurn: DragonTurnRules(),
        Throw: ThrowRules(),
        Suffer: SufferRules(),
        Stow: StowRules(),
        Steal: StealRules(),
        ScrollLost: ScrollLostRules(),
        EndOfAction: EndOfActionRules(),
    }


class FightGame(Game[ArenaState]):
    """A fight on an arena without a map. Nothing in it is hidden."""

    def is_sound(self, state: ArenaState) -> bool:
        """Whether this is a fight about to begin that a table can have."""
        return is_sound_fight(state)

    def is_played_by(self, state: ArenaState, rulings: Iterable[tuple[str, str]]) -> bool:
        return set(rulings) <= set(state.rulings.in_force().items())


FIGHT_GAME = FightGame(
    fight_rules(), unasked="combat.end", name="fight", state=ArenaState, answers=ArenaAnswer
)
"""Fights as a game of their own: begin with `begin_dragon_fight` or `begin_duel`, then `Game.start`."""

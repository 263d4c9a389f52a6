"""Fights as a game of their own: an arena without a map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from fujikoro_nb.engine.fujikoro.asked.characters import Slip
from fujikoro_nb.engine.fujikoro.asked.fight import (
    Attack,
    DragonFight,
    DragonTurn,
    Duel,
    FightAnswer,
    Hero,
    HeroDeed,
    MonkFight,
    ScrollLost,
    ShareTeeth,
    Steal,
    Stow,
    Suffer,
    Throw,
)
from fujikoro_nb.engine.fujikoro.asked.rest import EndOfAction, PlaceMagic
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.rules.characters.slip import SlipRules
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.attack import AttackRules
from fujikoro_nb.engine.fujikoro.rules.fights.combat import DragonFightRules, DragonTurnRules
from fujikoro_nb.engine.fujikoro.rules.fights.dice import ThrowRules
from fujikoro_nb.engine.fujikoro.rules.fights.duel import DuelRules, StealRules
from fujikoro_nb.engine.fujikoro.rules.fights.hero import HeroDeedRules, HeroRules
from fujikoro_nb.engine.fujikoro.rules.fights.magic import EndOfActionRules
from fujikoro_nb.engine.fujikoro.rules.fights.monk_fight import MonkFightRules
from fujikoro_nb.engine.fujikoro.rules.fights.sound import is_sound_fight
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import SufferRules
from fujikoro_nb.engine.fujikoro.rules.fights.teeth import ShareTeethRules
from fujikoro_nb.engine.fujikoro.rules.scrolls import ScrollLostRules
from fujikoro_nb.engine.fujikoro.rules.stow import StowRules
from fujikoro_nb.engine.kernel import Frame, FrameRules, Game

A = TypeVar("A", bound=Arena)


ArenaAnswer = FightAnswer | PlaceMagic
"""Everything that can be answered here: decode outside input to this union."""


def fight_rules() -> dict[type[Frame], FrameRules[A]]:
    """The rules of every frame of a fight, for any game whose state is an arena."""
    return {
        DragonFight: DragonFightRules(),
        MonkFight: MonkFightRules(),
        Duel: DuelRules(),
        Hero: HeroRules(),
        HeroDeed: HeroDeedRules(),
        Attack: AttackRules(),
        DragonTurn: DragonTurnRules(),
        Throw: ThrowRules(),
        Suffer: SufferRules(),
        Stow: StowRules(),
        ShareTeeth: ShareTeethRules(),
        Steal: StealRules(),
        ScrollLost: ScrollLostRules(),
        Slip: SlipRules(),
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

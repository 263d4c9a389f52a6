"""Answers that come at the wrong moment of a fight, and the rule that says so."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.arena import Arena
from fujikoro_nb.engine.fujikoro.rules.fight import (
    DiscardScroll,
    DragonFight,
    Duel,
    KeepMonk,
    LoseCubes,
    PayDamage,
    RepairWeapon,
    Retreat,
    RollDice,
    Rolled,
    SendMonk,
    Stay,
    StealBlueprint,
    StealCube,
    StealMonk,
    StealNothing,
    StealScroll,
    StowThings,
    ThrowCube,
    fight_of,
    is_fighting,
)
from fujikoro_nb.engine.kernel import Answer, Refusal, refuse


def not_asked(state: Arena, answer: Answer) -> Refusal:
    """The refusal of an answer to a question that is not the pending one."""
    fight = fight_of(state) if is_fighting(state) else None
    is_duel = isinstance(fight, Duel)
    match answer:
        case Retreat() | Stay():
            return refuse("duel.surrender" if is_duel else "combat.retreat.when", "not-now")
        case RollDice():
            return refuse("combat.attack.dice", "not-now")
        case LoseCubes():
            return refuse("combat.break.per-symbol", "not-now")
        case RepairWeapon():
            return refuse("combat.break.split", "not-now")
        case PayDamage():
            return refuse("combat.helmet.absorb", "not-now")
        case SendMonk() if isinstance(fight, DragonFight) and fight.dragon.is_legendary:
            return refuse("combat.hero.when", "legendary")
        case SendMonk() | KeepMonk():
            return refuse("duel.no-hero") if is_duel else refuse("combat.hero.when", "not-now")
        case ThrowCube():
            return refuse("combat.hero.resource", "not-now")
        case StealCube() | StealMonk() | StealBlueprint() | StealScroll() | StealNothing():
            return refuse("duel.steal.one", "not-now")
        case StowThings() | DiscardScroll():
            return refuse("backpack.rearrange", "not-now")
        case Rolled():
            return refuse("combat.attack.dice", "nothing-thrown")
        case _:
            return refuse("combat.end", "other-question")

"""Answers to another question than the one that is asked, and the rule that says so."""

from __future__ import annotations

from fujikoro_nb.engine.fujikoro.asked.fight import (
    AnyFight,
    DiscardScroll,
    DragonFight,
    Duel,
    KeepMonk,
    LoseCubes,
    MonkFight,
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
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.kernel import Answer, Question, Refusal, refuse


def other_question(asked: Question | None, reason: str = "other-question") -> Refusal:
    """The refusal that rests on the rule of what is asked; its sentence is the same whatever that is."""
    assert asked is not None, "checked only while a question is pending"
    return Refusal(asked.rule, reason)


def not_asked(state: Arena, answer: Answer, asked: Question | None) -> Refusal:
    """The refusal of an answer to a question that is not the pending one, ``asked``.

    In a fight the answer's own rule says when it has its moment; where nobody fights that would say nothing.
    """
    return _in_fight(fight_of(state), answer, asked) if is_fighting(state) else other_question(asked)


def _no_monk(fight: AnyFight, answer: Answer) -> Refusal:
    if isinstance(fight, Duel):
        return refuse("duel.no-hero")
    if isinstance(answer, SendMonk) and isinstance(fight, MonkFight):
        return refuse("combat.hero.when", "monk")
    if isinstance(answer, SendMonk) and isinstance(fight, DragonFight) and fight.dragon.is_legendary:
        return refuse("combat.hero.when", "legendary")
    return refuse("combat.hero.when", "not-now")


def _in_fight(fight: AnyFight, answer: Answer, asked: Question | None) -> Refusal:
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
        case SendMonk() | KeepMonk():
            return _no_monk(fight, answer)
        case ThrowCube():
            return refuse("combat.hero.resource", "not-now")
        case StealCube() | StealMonk() | StealBlueprint() | StealScroll() | StealNothing():
            return refuse("duel.steal.one", "not-now")
        case StowThings() | DiscardScroll():
            return refuse("backpack.rearrange", "not-now")
        case Rolled():
            return refuse("combat.attack.dice", "nothing-thrown")
        case _:
            return other_question(asked)

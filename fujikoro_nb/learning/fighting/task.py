"""A task of fighting: a fight that the engine plays, judged by what comes of an answer."""

from __future__ import annotations

from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import DRAGON, RollDice
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import usable_weapons
from fujikoro_nb.engine.kernel import Event, Unreadable
from fujikoro_nb.learning.lesson import Judged, Outcome, Task
from fujikoro_nb.puzzles.fights.scene import Moment, Scene, opened
from fujikoro_nb.texts import event_sentence, refusal_sentence, say

ATTACK = "attack "
"""Begins the answer to "whom do you attack?": a dragon's three numbers follow."""


class FightGoal(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What has to come of an answer; what is None or empty is not asked."""

    first: bool = False
    """The samurai strikes before the dragon."""
    event: str = ""
    """Something that happens, by the kind of its event."""
    dice: int | None = None
    """So many dice are rolled."""
    usable: int | None = None
    """So many weapons can fight afterwards."""
    whole: bool = False
    """Nothing else falls off."""
    backpack: str = ""
    """What the backpack holds afterwards."""
    kept: int | None = None
    """Cubes left on the helmet at least."""
    absorbs: int | None = None
    """What the helmet still absorbs at least."""


class FightTask(Task, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a step or a check asks, with the ways to do it, the shown one first."""

    scene: Scene
    goal: FightGoal
    right: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    foes: tuple[str, ...] = ()
    """Dragons to choose from, when the question is whom to attack."""
    dice: str = ""
    """What the dealer throws after the answer, as `thrown` reads it."""

    @property
    def moment(self) -> Moment:
        """Where the fight stands when the learner is asked."""
        return opened(self.scene)


class FightStep(FightTask, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A task that teaches one rule, with an answer that goes wrong."""

    rule: str
    wrong: str
    wrong_outcome: Outcome


class JudgedAnswer(Judged, frozen=True, kw_only=True):
    """What an answer is worth, with the fight afterwards, if it was legal."""

    after: Moment | None = None


def judge_answer(
    task: FightTask, text: str, *, right: str = "", rule: str = "", language: str = "en"
) -> JudgedAnswer:
    """What the engine and the goal say to an answer. ``right`` and ``rule``: what to say when it is right.

    Raises Unreadable for a text that is no answer.
    """
    if task.foes:
        return _judge_foe(task, text, right, rule, language)
    moment = task.moment
    answer = moment.read(text)
    refusal = moment.check(answer)
    if refusal is not None:
        return JudgedAnswer(
            outcome=Outcome.REFUSED,
            sentence=refusal_sentence(refusal, language=language),
            rule=refusal.rule,
        )
    after = moment.after(answer, task.dice)
    rolled = sum(answer.dice) if isinstance(answer, RollDice) else None
    return _judged(task, after, rolled, right, rule, language)


def _judge_foe(task: FightTask, text: str, right: str, rule: str, language: str) -> JudgedAnswer:
    foe = text.removeprefix(ATTACK)
    if foe not in task.foes:
        raise Unreadable("answer-word", text, 0, word=foe)
    after = opened(msgspec.structs.replace(task.scene, foe=foe))
    return _judged(task, after, None, right, rule, language)


def _judged(
    task: FightTask, after: Moment, rolled: int | None, right: str, rule: str, language: str
) -> JudgedAnswer:
    happened = tuple(
        (event_sentence(each, language=language), each.rule) for each in after.events if _is_told(each)
    )
    missing = _miss(task.goal, after, rolled)
    if missing is not None:
        key, broken_rule = missing
        sentence = say(f"fight-miss.{key}", language=language)
        return JudgedAnswer(
            outcome=Outcome.OTHER,
            sentence=sentence,
            rule=broken_rule or rule,
            happened=happened,
            after=after,
        )
    praise = say(right, language=language) if right else ""
    return JudgedAnswer(outcome=Outcome.RIGHT, sentence=praise, rule=rule, happened=happened, after=after)


def _is_told(each: Event) -> bool:
    """Who attacks with how many dice, and that the fight is over, the learner sees anyway."""
    return each.kind not in ("attacks", "combat-over", "order-fixed", "monk-kept", "round")


def _miss(goal: FightGoal, after: Moment, rolled: int | None) -> tuple[str, str] | None:
    """The first thing that is missing, and the rule it rests on."""
    fight = after.fight
    if goal.first and (fight is None or not fight.order or fight.order[0] == DRAGON):
        return "first", "combat.init.tie-dragon"
    if goal.dice is not None and rolled is not None and rolled != goal.dice:
        return (
            ("dice-more", "combat.attack.dice")
            if rolled < goal.dice
            else ("dice-fewer", "combat.attack.fewer")
        )
    if goal.event and goal.event not in {each.kind for each in after.events}:
        return f"event-{goal.event}", _EVENT_RULE.get(goal.event, "")
    if goal.whole and after.asks == "repair":
        return "whole", "combat.break.split"
    if goal.usable is not None and len(usable_weapons(after.board, after.state.rulings)) < goal.usable:
        return "usable", "combat.attack.usable"
    if goal.backpack and str(after.board.backpack.cubes) != goal.backpack:
        return "backpack", "combat.win.tooth-room"
    if goal.kept is not None and len(after.board.gear.helmet) < goal.kept:
        return "kept", "combat.helmet.choice"
    if goal.absorbs is not None and absorption(after.board.gear, GearKind.HELMET) < goal.absorbs:
        return "absorbs", "combat.helmet.absorb"
    return None


_EVENT_RULE = {
    "dragon-defeated": "combat.win",
    "retreated": "combat.retreat.when",
    "monk-sent": "combat.hero.when",
    "cubes-stowed": "combat.win.tooth-room",
    "paid": "combat.helmet.absorb",
}

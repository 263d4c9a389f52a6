"""What somebody has to know before an answer: the dragon's numbers, what joining brings and risks, how a turn ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.dens import dragon_at
from fujikoro_nb.engine.fujikoro.asked.fight import AnyFight, DragonFight, Duel, MonkFight, boost_of, fight_of
from fujikoro_nb.engine.fujikoro.asked.game import Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, battle_of, meeting_of, trial_of
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, initiative
from fujikoro_nb.engine.fujikoro.rules.fights.combat import health_at_start
from fujikoro_nb.engine.fujikoro.rules.fights.joining import party_of
from fujikoro_nb.engine.fujikoro.rules.mountain.eruption import erupting
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import way_out
from fujikoro_nb.engine.fujikoro.rules.mountain.final import step_at_end
from fujikoro_nb.engine.fujikoro.rules.scenes.figures import collected
from fujikoro_nb.engine.fujikoro.rules.turn import has_to_rest_next
from fujikoro_nb.engine.kernel import Question, Seat
from fujikoro_nb.views.fight.board import SIZES
from fujikoro_nb.views.game.words import Words

__all__ = ["Fact", "dragon_facts", "facts_of"]

Fact = dict[str, Any]
"""``{"text": ..., "rule": ..., "more": ...}``; ``more``: only for whoever asks for it."""


def facts_of(state: GameState, question: Question, words: Words) -> list[Fact]:
    """What belongs to the pending question of a person, the most important first."""
    if question.seat < 0:
        return []
    look = {
        "join": _join,
        "send-monk": _send_monk,
        "withdraw": _withdraw,
        "meet": _meet,
        "act": _act,
        "walk": _end_of_turn,
    }.get(question.kind)
    return [] if look is None else list(look(state, question.seat, words))


def _fact(words: Words, key: str, rule: str, /, *, more: bool = False, **data: object) -> Fact:
    return {"text": words.say(f"game-page.fact-{key}", **data), "rule": rule, "more": more}


# ---- fights


def dragon_facts(state: GameState, dragon: Dragon, words: Words, *, health: int | None = None) -> Fact:
    """One dragon in numbers; ``health`` is what is left of it in a fight."""
    return _fact(
        words,
        "dragon",
        "combat.health.start",
        name=words.component(dragon.id),
        size=SIZES.get(dragon.dice, ""),
        health=health_at_start(state, dragon) if health is None else health,
        dice=dragon.dice,
        initiative=dragon.initiative,
    )


def _own(state: GameState, seat: Seat, words: Words, *, more: bool = False) -> Fact:
    board, rulings = state.fighter(seat), state.rulings
    fight = next((frame for frame in reversed(state.agenda) if isinstance(frame, AnyFight)), None)
    more_initiative = 0 if fight is None else boost_of(fight.boosts, seat)
    return _fact(
        words,
        "gear",
        "combat.init.descending",
        name=words.seat(seat),
        initiative=initiative(board.gear, board.limits, rulings=rulings) + more_initiative,
        absorbs=absorption(board.gear, GearKind.HELMET, rulings=rulings),
        more=more,
    )


def _join(state: GameState, seat: Seat, words: Words) -> Iterator[Fact]:
    battle = battle_of(state)
    dragon = dragon_at(state, battle.place)
    assert dragon is not None, "nobody is asked to join without a dragon"
    fighters = ", ".join(words.seat(one) for one in party_of(state, battle))
    back = words.space(state.samurai[seat].space)
    yield dragon_facts(state, dragon, words)
    if state.is_group:
        yield _fact(words, "join-teeth", "coop.combat.teeth-for-victory", n=state.teeth_of(dragon))
        yield from _scores(state, dragon, words)
    else:
        yield _fact(words, "join", "combat.win.reward", points=dragon.victory_points)
        yield from _figure(state, seat, dragon, words)
    yield _own(state, seat, words, more=True)
    if fighters:
        key = "join-with-group" if state.is_group else "join-with"
        yield _fact(words, key, "combat.join.order", names=fighters, more=True)
    if state.has_lives:
        yield _fact(words, "join-risks-life", "coop.lives.knockout-costs-life", more=True)
    elif state.wakes_in_temples:
        yield _fact(words, "join-risks-temple", "scenario.2.competitive.knockout-temple", more=True)
    else:
        yield _fact(words, "join-risks", "combat.dragon.all", space=back, more=True)


def _scores(state: GameState, dragon: Dragon, words: Words, *, more: bool = False) -> Iterator[Fact]:
    """What a dragon's defeat scores where those who share its teeth score as well."""
    points = state.points(dragon.victory_points)
    if points:
        yield _fact(words, "scores", "scenario.8.solo.competitive-board", points=points, more=more)


def _figure(state: GameState, seat: Seat, dragon: Dragon, words: Words) -> Iterator[Fact]:
    """What the dragon would add to a seat's collection, where dragons are collected."""
    figures = state.plot.figures
    if figures is not None:
        held = state.staged.figures[seat]
        now, then = (collected(all_of, figures, state.rulings) for all_of in (held, (*held, dragon)))
        more = then.points(figures) - now.points(figures)
        yield _fact(words, "figure", "scenario.2.competitive.take-dragon", points=more)


def _send_monk(state: GameState, seat: Seat, words: Words) -> Iterator[Fact]:
    fight = next(frame for frame in reversed(state.agenda) if isinstance(frame, DragonFight))
    yield dragon_facts(state, fight.dragon, words, health=fight.health)
    yield _fact(words, "monk", "combat.hero.roll")
    yield _own(state, seat, words, more=True)
    yield _fact(words, "monk-first", "combat.init.monk-first", more=True)
    yield _fact(words, "monk-gone", "combat.hero.gone", more=True)
    if state.is_group:
        teeth = state.teeth_of(fight.dragon)
        yield _fact(words, "reward-teeth", "coop.combat.teeth-for-victory", n=teeth, more=True)
        yield from _scores(state, fight.dragon, words, more=True)
    else:
        yield _fact(words, "reward", "combat.win.reward", points=fight.dragon.victory_points, more=True)


def _withdraw(state: GameState, seat: Seat, words: Words) -> Iterator[Fact]:
    fight = fight_of(state)
    if isinstance(fight, MonkFight):
        yield from _leave_a_monk(state, fight, words)
        return
    if isinstance(fight, Duel) and state.is_hostile(fight.other(seat)):
        back = words.space(meeting_of(state).back)
        yield _fact(words, "surrender-guard", "scenario.7.solo.loss-costs-life", space=back)
        return
    if isinstance(fight, Duel):
        yield _fact(words, "surrender", "duel.steal.one", name=words.seat(fight.other(seat)))
        return
    back = next((entry.space for entry in battle_of(state).entries if entry.seat == seat), "")
    yield dragon_facts(state, fight.dragon, words, health=fight.health)
    if back:
        yield _fact(words, "retreat", "combat.retreat.where", space=words.space(back))
    else:  # the dragon came to it
        yield _fact(words, "retreat-beside", "coop.dragon.retreat-when-attacked")
    if state.is_group:
        yield _fact(words, "stay-together", "combat.retreat.no-dice", n=state.teeth_of(fight.dragon))
        yield from _scores(state, fight.dragon, words)
    else:
        yield _fact(words, "stay", "combat.retreat.no-dice", points=fight.dragon.victory_points)


def _leave_a_monk(state: GameState, fight: MonkFight, words: Words) -> Iterator[Fact]:
    back, rule = trial_of(state).back, "scenario.4.competitive.monk-stats"
    yield _fact(words, "foe-monk", rule, health=fight.health, dice=fight.dice)
    if back is not UNSET:
        yield _fact(words, "retreat", "combat.retreat.where", space=words.space(back))
    else:  # he came to it
        yield _fact(words, "retreat-monk", "scenario.4.competitive.knockout-place")
    yield _fact(words, "stay-monk", "combat.retreat.no-dice")


def _meet(state: GameState, seat: Seat, words: Words) -> Iterator[Fact]:
    meeting = meeting_of(state)
    other = meeting.stander if seat == meeting.mover else meeting.mover
    yield _own(state, seat, words)
    yield _own(state, other, words)
    yield _fact(words, "duel-stake", "duel.steal.one")


# ---- the turn


def _act(state: GameState, seat: Seat, words: Words) -> Iterator[Fact]:
    board = state.fighter(seat)
    if has_to_rest_next(state, seat):
        yield _fact(words, "last-disc", "turn.rest.forced")
    else:
        has_monk = board.pool > board.discs
        yield _fact(words, "discs-and-monk" if has_monk else "discs", "turn.disc.cost", n=board.discs)
    yield from _end_of_turn(state, seat, words)


def _end_of_turn(state: GameState, seat: Seat, words: Words) -> Iterator[Fact]:
    """What the end of this turn does to whoever stays where it is: the way out, and the countdown."""
    turn = next((frame for frame in reversed(state.agenda) if isinstance(frame, Turn)), None)
    if turn is None or turn.seat != seat:
        return
    palace = way_out(state, seat)
    if palace:
        rule = "escape.rope" if palace == "big" else "escape.secret"
        yield _fact(words, f"way-out-{palace}", rule)
    step = step_at_end(state, seat)
    if step is None:
        return
    if step.event != "lava":
        yield _fact(words, f"end-{step.event}", f"final.event.{step.event}")
        return
    is_hit = state.samurai[seat].space in erupting(state, step.lava)
    yield _fact(words, "end-lava", "final.event.lava", n=step.lava)
    if is_hit:
        yield _fact(words, "end-hit", "final.eruption.damage")

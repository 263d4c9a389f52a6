"""``fujikoro odds``: arguments in, exact odds as plain data and as lines out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from fujikoro_nb.commands.fight_setup import FightBox, fight_box, fighter_board, monk_of, with_monk
from fujikoro_nb.commands.guarded import GUARD, guarded_reply
from fujikoro_nb.commands.reply import GOOD, UNREADABLE, USUAL, Reply, rulings_from
from fujikoro_nb.engine.fujikoro.asked.fight import Defence, KeepMonk, SendMonk, ThrowCube
from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.refused import Asked, check_asked, mode_named
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Illegal, Unreadable
from fujikoro_nb.odds import (
    Decision,
    FightOdds,
    Foe,
    Goal,
    Monk,
    MonkChoice,
    OddsError,
    Outcome,
    Samurai,
    best_monk,
    solve,
)
from fujikoro_nb.odds.fight import First
from fujikoro_nb.odds.hero import why_no_monk
from fujikoro_nb.odds.joint import Fighter, JointOdds, solve_joint
from fujikoro_nb.odds.sampling import sample
from fujikoro_nb.texts import refusal_sentence, say

MONK = "monk"
"""In the place of a dragon: a monk who fights (scenario.4.competitive.monk-stats)."""
_MOST_ALTERNATIVES = 8
_SAMPLED_FIGHTS = 20_000


def odds_reply(
    weapon: str,
    helmet: str,
    dragon: str,
    *,
    sandals: str = "",
    monk: str | None = None,
    allies: Sequence[str] = (),
    goal: str = Goal.WIN,
    all_dice: bool = False,
    first: First | None = None,
    who: str = "symmetric",
    backpack: str = "",
    blueprints: Sequence[str] = (),
    lost_blueprints: Sequence[str] = (),
    players: int | None = None,
    mode: str = "",
    came: bool = False,
    readings: Sequence[str] = (),
    pack: Path | None = None,
    guard: Sequence[str] = (),
) -> Reply:
    """The odds of a fight. Raises Unreadable and BrokenContent; illegal gear and fights too large are answers.

    ``mode`` is the game's, the competitive one where it is empty; ``came``: the dragon came to the samurai. Without
    ``players`` three play, or as many as the mode allows. Raises Illegal for a table that the game cannot have.
    """
    game = mode_named(mode or COMPETITIVE.name)
    rules = game.said
    players = min(USUAL, game.most_players) if players is None else players
    alone = (who,) if players == 1 and who in CHARACTERS else ()
    if (refusal := check_asked(Asked(game.name, players, characters=alone))) is not None:
        raise Illegal(refusal)
    if came and not rules.dragons_move:
        raise Unreadable("came-alone", "--came", 0)
    rulings = rulings_from(readings)
    box = fight_box(pack=pack).playing(who, rulings, is_joint=bool(allies))
    if first is not None and (allies or monk is not None):
        raise Unreadable("first-alone", first, 0)  # the order of several, and of a monk, is the rules'
    try:
        board = fighter_board(
            weapon,
            helmet,
            sandals=sandals,
            who=who,
            blueprints=blueprints,
            lost_blueprints=lost_blueprints,
            backpack=backpack,
            box=box,
        )
        if dragon == GUARD or guard:
            is_alone = dragon == GUARD and not (allies or monk or came or first)
            return guarded_reply(board, guard, box, all_dice=all_dice, rulings=rulings, is_alone=is_alone)
        foe_card = None if dragon == MONK else box.dragon(dragon)
        if foe_card is None:
            foe = Foe.monk()
        else:
            box = box.noting(foe_card)
            teeth = box.teeth_of(foe_card)
            foe = Foe.of(foe_card, players=players, is_group=rules.shares_teeth, teeth=teeth, rulings=rulings)
        if came:
            foe = msgspec.structs.replace(foe, defence=Defence())
        sent = None if monk is None else monk_of(monk)
        if sent is not None:
            board = with_monk(board, sent)
        if allies:
            return _joint(board, sent, allies, foe_card, foe, goal, box, rulings, all_dice=all_dice)
        samurai = Samurai.of(board, rulings=rulings)
        if sent is not None:
            return _with_monk(samurai, sent, foe_card, foe, goal, box, all_dice=all_dice)
        odds = solve(samurai, foe, box.faces, goal=goal, first=first, all_dice=all_dice)
    except OddsError as error:
        data: dict[str, Any] = dict(error.data)
        sentence = say(f"odds.{error.key}", **data)
        return Reply(UNREADABLE, {"error": {"reason": error.key, "sentence": sentence}}, (sentence,))
    except Illegal as error:
        refusal = error.refusals[0]
        sentence = refusal_sentence(refusal)
        told = {"legal": False, "refusals": [{"rule": refusal.rule, "sentence": sentence}]}
        return Reply(GOOD, told, (say("command.illegal"), f"  {sentence} ({refusal.rule})"), box.notes)
    return _alone(odds, foe_card, box)


def _alone(odds: FightOdds, dragon: Dragon | None, box: FightBox) -> Reply:
    told = _told(odds.outcome, odds, dragon, box)
    if dragon is not None and odds.foe.is_shared:
        chances = odds.distributions.teeth_gained
        told |= _teeth(sum(number * chance for number, chance in enumerate(chances)), odds.foe, dragon, box)
    told["first"] = odds.first
    told["decision"] = decision_told(odds.decision)
    lines = [*_lines(told), say("odds.first-foe-monk" if dragon is None else f"odds.first-{odds.first}")]
    best = odds.decision.best
    lines.append(say("odds.best", answer=print_answer(best.answer)))
    lines += [
        say("odds.alternative", answer=print_answer(one.answer), cost=f"{float(one.cost):.2f}")
        for one in odds.decision.alternatives[1:_MOST_ALTERNATIVES]
    ]
    return Reply(GOOD, told, tuple(lines), box.notes)


def decision_told(decision: Decision) -> dict[str, Any]:
    """A decision as plain data: what is asked, the best answer, what the others cost."""
    return {
        "asks": decision.asks,
        "best": print_answer(decision.best.answer),
        "alternatives": [
            {"answer": print_answer(one.answer), "cost": float(one.cost), **_chances(one.outcome)}
            for one in decision.alternatives
        ],
    }


def _with_monk(
    samurai: Samurai, monk: Monk, dragon: Dragon | None, foe: Foe, goal: str, box: FightBox, *, all_dice: bool
) -> Reply:
    choices = best_monk(samurai, foe, box.faces, goal=goal, all_dice=all_dice)
    chosen = next((one for one in choices if one.monk == monk), None)
    if chosen is None:
        raise OddsError("monk-throw" if foe.can_be_distracted else why_no_monk(foe))
    plain = solve(samurai, foe, box.faces, goal=goal, all_dice=all_dice)
    told = _told(chosen.outcome, plain, dragon, box)
    told["first"] = "samurai"
    told["decision"] = {
        "asks": "send-monk",
        "best": _monk_notation(choices[0]),
        "alternatives": [
            {"answer": _monk_notation(one), "cost": one.cost, **_chances(one.outcome)} for one in choices
        ],
    }
    lines = [*_lines(told), say("odds.first-monk"), say("odds.best-monk", answer=_monk_text(choices[0]))]
    lines += [
        say("odds.alternative", answer=_monk_text(one), cost=f"{one.cost:.2f}")
        for one in choices[1:_MOST_ALTERNATIVES]
    ]
    return Reply(GOOD, told, tuple(lines), box.notes)


def _monk_notation(choice: MonkChoice) -> str:
    """As `fujikoro fight` reads it: the answer, and the one after it."""
    if choice.monk is None:
        return print_answer(KeepMonk())
    sent = print_answer(SendMonk(choice.monk.source))
    if choice.monk.cube is None:
        return sent
    return f"{sent}; {print_answer(ThrowCube(choice.monk.cube, choice.monk.area))}"


def _monk_text(choice: MonkChoice) -> str:
    if choice.monk is None:
        return say("odds.monk-none")
    source = say(f"word.{choice.monk.source}")
    if choice.monk.cube is None:
        return say("odds.monk-shouts", source=source)
    return say("odds.monk-throws", source=source, cube=say(f"word.{choice.monk.cube}"))


def _joint(
    board: Board,
    monk: Monk | None,
    allies: Sequence[str],
    dragon: Dragon | None,
    foe: Foe,
    goal: str,
    box: FightBox,
    rulings: Rulings,
    *,
    all_dice: bool,
) -> Reply:
    if dragon is None:
        raise OddsError("monk-alone")
    fighters = [Fighter(Samurai.of(board, rulings=rulings), monk)]
    fighters += [_ally(text, box, rulings) for text in allies]
    try:
        odds = solve_joint(fighters, foe, box.faces, goal=goal, all_dice=all_dice)
    except OddsError as error:
        if error.key != "too-large":
            raise
        odds = sample(fighters, foe, box.faces, fights=_SAMPLED_FIGHTS, goal=goal, all_dice=all_dice)
    return _joint_reply(odds, dragon, foe, box)


def _teeth(mean: float, foe: Foe, dragon: Dragon, box: FightBox) -> dict[str, Any]:
    """What a group gets to share, on average, and what of it the victory brings; nothing where nobody can know that."""
    if not foe.has_known_teeth:
        return {}
    return {"teeth": mean, "teeth_for_victory": foe.teeth, "house_teeth": box.has_house_teeth(dragon)}


def _joint_reply(odds: JointOdds, dragon: Dragon, foe: Foe, box: FightBox) -> Reply:
    own = odds.fighters[0]
    told: dict[str, Any] = {
        "win": odds.win,
        "conscious": own.conscious,
        "retreat": own.retreat,
        "knocked_out": own.knocked_out,
        "fighters": [
            {
                "rewarded": one.rewarded,
                "conscious": one.conscious,
                "retreat": one.retreat,
                "knocked_out": one.knocked_out,
            }
            for one in odds.fighters
        ],
        "method": odds.method,
        "policy": odds.policy,
        "error": odds.error,
        "uncertainty": odds.uncertainty,
        "decision": None,
        **_shown(dragon, box),
        **(_teeth(odds.teeth, foe, dragon, box) if foe.is_shared else {}),
    }
    lines = list(_lines(told))
    lines += [
        say("odds.fighter", n=number, win=_percent(one.rewarded), out=_percent(one.knocked_out))
        for number, one in enumerate(odds.fighters, 1)
    ]
    return Reply(GOOD, told, tuple(lines), box.notes)


def _ally(text: str, box: FightBox, rulings: Rulings) -> Fighter:
    """WEAPON=HELMET, or WEAPON=HELMET=MONK. Raises Unreadable."""
    weapon, mark, rest = text.partition("=")
    helmet, has_monk, sent = rest.partition("=")
    if not mark:
        raise Unreadable("ally-text", text, 0)
    board = fighter_board(weapon, helmet, box=box)
    if not has_monk:
        return Fighter(Samurai.of(board, rulings=rulings))
    monk = monk_of(sent)
    return Fighter(Samurai.of(with_monk(board, monk), rulings=rulings), monk)


def _told(outcome: Outcome, odds: FightOdds, dragon: Dragon | None, box: FightBox) -> dict[str, Any]:
    return {
        **_chances(outcome),
        "method": odds.method,
        "policy": odds.policy,
        "error": odds.error,
        **(_shown_monk(odds.foe, box) if dragon is None else _shown(dragon, box)),
    }


def _shown_monk(foe: Foe, box: FightBox) -> dict[str, Any]:
    return {"monk": {"health": foe.health, "dice": foe.dice}, "house_dice": box.house_dice}


def _chances(outcome: Outcome) -> dict[str, float]:
    return {
        "win": float(outcome.win),
        "conscious": float(outcome.conscious),
        "retreat": float(outcome.retreat),
        "knocked_out": float(outcome.knocked_out),
    }


def _shown(dragon: Dragon, box: FightBox) -> dict[str, Any]:
    return {
        "dragon": {
            "id": dragon.id,
            "health": dragon.health,
            "initiative": dragon.initiative,
            "dice": dragon.dice,
            "provenance": str(dragon.provenance),
        },
        "house_dice": box.house_dice,
    }


def _lines(told: dict[str, Any]) -> Sequence[str]:
    if "monk" in told:
        against = say("odds.against-monk", **told["monk"])
    else:
        dragon = told["dragon"]
        against = say("odds.against", **{key: dragon[key] for key in ("id", "health", "initiative", "dice")})
    return (
        against,
        say("odds.win", percent=_percent(told["win"])),
        say("odds.conscious", percent=_percent(told["conscious"])),
        say("odds.retreat", percent=_percent(told["retreat"])),
        say("odds.knocked-out", percent=_percent(told["knocked_out"])),
        say(f"odds.{told['policy']}"),
        say(f"odds.{told['method']}", fights=_SAMPLED_FIGHTS),
        _error_line(told),
        *([_teeth_line(told)] if "teeth" in told else []),
    )


def _teeth_line(told: dict[str, Any]) -> str:
    key = "odds.teeth-chosen" if told["house_teeth"] else "odds.teeth"
    return say(key, teeth=f"{told['teeth']:.2f}", n=told["teeth_for_victory"])


def _error_line(told: dict[str, Any]) -> str:
    percent = f"{100 * told.get('uncertainty', 0.0):.2f}"
    tail = f"{told.get('uncertainty', 0.0):.1e}"
    return say(f"odds.{told['error']}", percent=percent, rounds=400, tail=tail)


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f}"

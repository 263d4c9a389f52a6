"""Solved fights as a page shows them: three numbers, a curve, one more cube, round by round. No widget, no thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from fujikoro_nb.content.box import COLOUR_BY_DICE
from fujikoro_nb.engine.fujikoro.asked.fight import Defence
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.grid import column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.modes import Together
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import charmed
from fujikoro_nb.odds import (
    Ally,
    DiceSet,
    Distributions,
    DuelOdds,
    Fighter,
    FighterOdds,
    FightOdds,
    Goal,
    JointOdds,
    OddsError,
    Outcome,
    Samurai,
    Situation,
    WhatIf,
    roll_odds,
    sample,
    solve,
    solve_duel,
    solve_guarded,
    solve_joint,
)
from fujikoro_nb.odds.fight import MAX_HEALTH, SAMURAI, Foe, who_is_first
from fujikoro_nb.odds.situation import ROLL, WITHDRAW
from fujikoro_nb.play.odds_service import OddsService
from fujikoro_nb.rulebook.chosen import fact_of_rule
from fujikoro_nb.texts import decimal

Say = Callable[..., str]
Report = Callable[[float], None]

BYTES_A_STATE = 120
MORE_HEALTH = 4
LEAST_SPAN = 14
MAX_ROWS = 8
"""Rounds that are drawn one by one; the rest is said together."""
NOTHING = 5e-10
SAMPLED = 20_000
"""Fights played where a joint fight is too large to be solved: about 0.7 points of uncertainty."""


class Ask(msgspec.Struct, frozen=True):
    """All that a solution depends on but the dragon's health and who is first: one solution answers these for all."""

    samurai: Samurai
    foe: Foe
    """With no health and no initiative of its own: those do not matter to the solution."""
    goal: Goal
    faces: tuple[tuple[str, Die], ...]
    all_dice: bool

    @classmethod
    def of(cls, samurai: Samurai, foe: Foe, faces: Mapping[str, Die], *, goal: str, all_dice: bool) -> Ask:
        """The question about this foe."""
        dice = tuple(sorted(faces.items()))
        any_such = msgspec.structs.replace(foe, health=1, initiative=0)
        return cls(samurai, any_such, Goal(goal), dice, all_dice)


def met(foe: Foe, said: Together, *, came: bool, teeth: Mapping[str, int] | None = None) -> Foe:
    """The dragon as it is met in a game of which this is said: a group shares its teeth, and it may have come itself.

    ``teeth`` are those of the group's board by colour; without, the numbers that we chose.
    """
    if foe.is_always_first:
        return foe  # a monk has no teeth, and is first anyway
    if said.shares_teeth:
        foe = foe.shared(None if teeth is None else teeth.get(COLOUR_BY_DICE.get(foe.dice, ""), 0))
    return msgspec.structs.replace(foe, defence=Defence() if came and said.dragons_move else UNSET)


class Solver:
    """Solves fights; the service remembers the solutions."""

    def __init__(self, service: OddsService) -> None:
        self._service = service

    def known(self, ask: Ask, health: int) -> FightOdds | None:
        """A solution that holds this health, if there is one already."""
        found = self._service.known(ask)
        odds: FightOdds | None = None if found is None else found.value
        return odds if odds is not None and odds.foe.health >= health else None

    def is_wide(self, ask: Ask, health: int) -> bool:
        """Whether a known solution holds somewhat more than this health, as a curve should."""
        return self.known(ask, min(MAX_HEALTH, health + 2)) is not None

    def solved(self, ask: Ask, health: int, *, report: Report) -> FightOdds:
        """A solution that holds this health. Raises Illegal, OddsError, and whatever ``report`` raises."""
        found = self.known(ask, health)
        return found if found is not None else self._keep(ask, self._solve(ask, health, report))

    def widened(self, ask: Ask, health: int, *, report: Report) -> FightOdds:
        """The same with some more health, for a curve and the next taps; as it is where that is too large."""
        span = min(MAX_HEALTH, max(health + MORE_HEALTH, LEAST_SPAN))
        try:
            return self._keep(ask, self._solve(ask, span, report))
        except OddsError:
            return self.solved(ask, health, report=report)

    def _keep(self, ask: Ask, odds: FightOdds) -> FightOdds:
        self._service.keep(ask, odds, size=bytes_of(odds))
        return odds

    @staticmethod
    def _solve(ask: Ask, health: int, report: Report) -> FightOdds:
        foe = msgspec.structs.replace(ask.foe, health=health)
        is_solving = True

        def heard(share: float) -> None:
            if is_solving:  # a solution goes on using it when it is asked for decisions, in other threads too
                report(share)

        odds = solve(
            ask.samurai,
            foe,
            dict(ask.faces),
            goal=ask.goal,
            first="samurai",
            all_dice=ask.all_dice,
            progress=heard,
        )
        is_solving = False
        return odds


def between(
    samurai: Samurai,
    others: Sequence[Board],
    faces: Mapping[str, Die],
    rivals: tuple[bool, bool],
    report: Report,
) -> tuple[list[DuelOdds], list[DuelOdds]]:
    """A duel with each of the others, and a fight with each as the guard of a temple; all dice are rolled.

    ``rivals`` says whether the game on the table has the one and the other.
    """
    may_duel, has_guards = rivals
    duels, guards = [], []
    for number, board in enumerate(others):
        report(number / len(others))
        if may_duel:
            rival = Samurai.of(board, rulings=samurai.rulings)
            duels.append(solve_duel(samurai, rival, faces, all_dice=True))
        report((number + 0.5) / len(others))
        if has_guards:
            guard = charmed(board, samurai.rulings)
            guards.append(solve_guarded(samurai, guard, faces, all_dice=True, rulings=samurai.rulings))
    return duels, guards


def bytes_of(odds: FightOdds) -> int:
    """About how much memory a solution takes, and rather more than less; the solver bounds each."""
    return BYTES_A_STATE * len(odds.solution.fight.nodes) * len(odds.armour.classes) * odds.foe.health


def percents(shares: Sequence[float], *, less: str, more: str) -> list[str]:
    """Whole numbers of 100 that sum to 100; never 0 for what can happen nor 100 for what can fail."""
    whole = [int(share * 100) for share in shares]
    by_rest = sorted(range(len(shares)), key=lambda index: whole[index] - shares[index] * 100)
    for index in by_rest[: max(0, 100 - sum(whole))]:
        whole[index] += 1
    said = []
    for share, number in zip(shares, whole, strict=True):
        if number == 0 and share > NOTHING:
            said.append(less)
        elif number == 100 and share < 1 - NOTHING:
            said.append(more)
        else:
            said.append(str(number))
    return said


def shares_of(outcome: Outcome) -> list[float]:
    """Win, hurt (left on one's feet), lose (knocked out)."""
    win, conscious = float(outcome.win), float(outcome.conscious)
    return [min(1.0, max(0.0, share)) for share in (win, conscious - win, 1 - conscious)]


def said_outcome(outcome: Outcome, say: Say) -> dict[str, Any]:
    """Three shares and the three numbers to show."""
    return said_shares(shares_of(outcome), say)


def said_shares(shares: Sequence[float], say: Say) -> dict[str, Any]:
    """Shares that sum to 1, and the numbers to show."""
    said = percents(shares, less=say("combat.less-than-one"), more=say("combat.more-than-99"))
    return {"shares": [round(share, 6) for share in shares], "said": said}


def who_starts(samurai: Samurai, foe: Foe, say: Say) -> dict[str, str]:
    """Who strikes first and by which rule."""
    mine, theirs = samurai.initiative, foe.initiative
    if foe.is_always_first:
        key, rule = "first-monk", "scenario.4.competitive.monk-stats"
    elif who_is_first(samurai, foe) == SAMURAI:
        has_come = mine == theirs and foe.defence is not UNSET
        key = "first-came" if has_come else "first-you"
        rule = "coop.dragon.samurai-defend-ties" if has_come else "combat.init.descending"
    elif mine == theirs:
        key, rule = "first-tie", "combat.init.tie-dragon"
    else:
        key, rule = "first-dragon", "combat.init.descending"
    return {
        "who": say(f"combat.{key}"),
        "why": say(f"combat.{key}-why", mine=mine, theirs=theirs),
        "rule": rule,
    }


def answer_view(odds: FightOdds, foe: Foe, say: Say, *, label: Callable[[Any], str]) -> dict[str, Any]:
    """Everything about the start of one fight."""
    first = who_is_first(odds.samurai, foe)
    outcome = odds.at(foe.health, first=first)
    best = odds.decide(
        Situation(ROLL if odds.arms.usable(odds.arms.start) else WITHDRAW, odds.samurai.gear, foe.health)
    ).best
    return {
        **said_outcome(outcome, say),
        "health": foe.health,
        "lost": decimal(outcome.lost, 1, say),
        "method": say(f"odds.{odds.method}"),
        "policy": say(f"odds.{odds.policy}"),
        "error": say(f"odds.{odds.error}"),
        "all": odds.all_dice,
        "first": who_starts(odds.samurai, foe, say),
        "roll": "" if odds.all_dice else label(best.answer),
        "curve": [
            [round(share, 4) for share in shares_of(odds.at(health, first=first))[:2]]
            for health in range(1, (foe if foe.is_always_first else odds.foe).health + 1)
        ],
    }


def joint_of(fighters: Sequence[Fighter], foe: Foe, ask: Ask, *, report: Report) -> JointOdds:
    """Exact for fixed play where that is small enough, sampled where not. Raises what ``report`` raises."""
    faces = dict(ask.faces)
    try:
        return solve_joint(fighters, foe, faces, goal=ask.goal, all_dice=ask.all_dice, progress=report)
    except OddsError as fault:
        if fault.key != "too-large":
            raise
        return sample(
            fighters, foe, faces, fights=SAMPLED, goal=ask.goal, all_dice=ask.all_dice, progress=report
        )


def joint_view(odds: JointOdds, say: Say, *, names: Sequence[str]) -> dict[str, Any]:
    """A joint fight: the first fighter's three numbers, and everybody's."""
    rows: list[dict[str, Any]] = [
        {"name": name, **said_shares(_ends(one), say)} for name, one in zip(names, odds.fighters, strict=True)
    ]
    return {
        "said": rows[0]["said"],
        "shares": rows[0]["shares"],
        "fighters": rows,
        "falls": _percent(odds.win, say),
        "method": say(f"odds.{odds.method}", fights=odds.fights),
        "policy": say(f"odds.{odds.policy}"),
        "error": say(f"odds.{odds.error}", percent=decimal(odds.uncertainty * 100, 1, say)),
    }


def _ends(one: FighterOdds) -> list[float]:
    out = [max(0.0, one.rewarded), max(0.0, one.retreat), max(0.0, one.knocked_out)]
    total = sum(out) or 1.0
    return [share / total for share in out]


def allies_view(
    allies: Sequence[Ally],
    duels: Sequence[DuelOdds],
    guards: Sequence[DuelOdds],
    say: Say,
    *,
    names: Sequence[str],
) -> dict[str, Any]:
    """What each ally is worth alone at one's side, and what a duel with each, or each as a guard, would bring."""
    return {
        "allies": ally_rows(allies, say, names=names),
        "duels": duel_rows(duels, say, names=names, other="combat.duel-first-other"),
        "policy": say(f"odds.{duels[0].policy}") if duels else "",
        "guards": duel_rows(guards, say, names=names, other="odds.first-guard"),
        "guarded": say(f"odds.{guards[0].policy}") if guards else "",
    }


def duel_rows(
    duels: Sequence[DuelOdds], say: Say, *, names: Sequence[str], other: str
) -> list[dict[str, Any]]:
    """What a fight with each would bring; ``other`` says that it is not the first fighter who strikes first."""
    return [
        {
            "name": name,
            "who": say("combat.duel-first-you" if duel.first == "mover" else other),
            **said_shares([duel.mover, duel.drawn, max(0.0, 1 - duel.mover - duel.drawn)], say),
        }
        for name, duel in zip(names if duels else (), duels, strict=True)  # no game has to have such fights
    ]


def ally_rows(allies: Sequence[Ally], say: Say, *, names: Sequence[str]) -> list[dict[str, Any]]:
    """What each ally is worth alone at one's side; ``names`` of those who could be asked."""
    return [
        {
            "name": names[ally.ally],
            **_gain(ally.gain),
            **said_shares(_ends(ally.odds.fighters[0]), say),
        }
        for ally in allies
    ]


def _gain(points: float) -> dict[str, str]:
    """Whole points of 100 with their sign; less than half a point is none."""
    number = f"{abs(points):.0f}"
    sign = "±" if number == "0" else "+" if points > 0 else "−"
    return {"gain": number if sign == "±" else sign + number, "sign": sign}


def more_view(found: WhatIf, say: Say, *, goal: str) -> dict[str, Any]:
    """One more cube of each material: on the weapon and on the helmet, where and what it brings."""
    rows: list[dict[str, Any]] = []
    for kind in (GearKind.WEAPON, GearKind.HELMET):
        for letter in "WMT":
            place = next(
                (one for one in found.places if str(one.material) == letter and one.kind == kind), None
            )
            if place is None:
                rows.append({"kind": str(kind), "material": letter, "cells": []})
                continue
            gain = place.gain
            sign = "+" if gain > 0.05 else "−" if gain < -0.05 else "±"
            number = decimal(abs(gain), 0 if abs(gain) >= 9.95 else 1, say)
            rows.append(
                {
                    "kind": str(kind),
                    "material": letter,
                    "cells": [list(column_row(cell)) for cell in place.cells],
                    "gain": sign + number,
                    "sign": sign,
                    **said_outcome(place.outcome, say),
                }
            )
    best = max((place.gain for place in found.places), default=0.0)
    return {"rows": rows, "best": best > 0.05, "unit": say(f"combat.more-unit-{goal}")}


def trace_view(odds: FightOdds, found: Distributions, say: Say, *, has_own_teeth: bool) -> dict[str, Any]:
    """Round by round, what breaks, what the dragon does.

    ``has_own_teeth``: what a group's victory brings is what the board of these players says.
    """
    helmet = absorption(odds.samurai.gear, GearKind.HELMET, rulings=odds.samurai.rulings)
    dice = odds.foe.dice
    strike = roll_odds(DiceSet(wood=dice) if odds.foe.die == "W" else DiceSet(tooth=dice), odds.faces)
    beaten = float(strike.at_least(helmet + 1)) if helmet + 1 < len(strike.hits) else 0.0
    rounds = []
    going = 1.0
    for number, ends in list(enumerate(found.rounds))[1 : MAX_ROWS + 1]:
        won = found.won_in[number] if number < len(found.won_in) else 0.0
        going = max(0.0, going - ends)
        shares = [won, max(0.0, ends - won), going]
        if sum(shares) < 0.005:
            break
        said = [_percent(share, say) for share in shares]
        rounds.append({"number": number, "shares": [round(share, 5) for share in shares], "said": said})
    lost = {"W": found.wood_lost, "M": found.metal_lost, "T": found.tooth_lost}
    return {
        "rounds": rounds,
        "lost": [
            {
                "colour": letter,
                "mean": decimal(_mean(chances), 1, say),
                "none": _percent(_at(chances, 0), say),
            }
            for letter, chances in lost.items()
            if sum(chances[1:]) > NOTHING
        ],
        "teeth": _teeth(odds.foe, found, say, is_own=has_own_teeth),
        "helmet": helmet,
        "strike": decimal(strike.expected_hits, 1, say),
        "beaten": _percent(beaten, say),
        "left": f"{_mean_left(found.health):.0f}",
        "missing": found.missing < 1e-6,
    }


def _teeth(foe: Foe, found: Distributions, say: Say, *, is_own: bool) -> dict[str, str]:
    """The teeth of a fight, with the mark of those that no booklet prints."""
    fact = fact_of_rule("coop.combat.teeth-for-victory")
    assert fact is not None, "these numbers are ours"
    mark = say(f"chosen.mark-{fact.says}") if foe.is_shared and not is_own else ""
    return {"mean": decimal(_mean(found.teeth_gained), 1, say), "mark": mark}


def _at(chances: Sequence[float], number: int) -> float:
    return chances[number] if number < len(chances) else 0.0


def _mean(chances: Sequence[float]) -> float:
    return sum(number * chance for number, chance in enumerate(chances))


def _mean_left(chances: Sequence[float]) -> float:
    """Mean of the dragon's health where it does not fall."""
    alive = sum(chances[1:])
    return _mean(chances) / alive if alive > NOTHING else 0.0


def _percent(share: float, say: Say) -> str:
    return percents([share, 1 - share], less=say("combat.less-than-one"), more=say("combat.more-than-99"))[0]

"""Stated fixed play: what a samurai does depends on their own weapons and helmet only.

Where several fight together, or two against each other, such play makes the weapons of each independent of everything
else, so that exact numbers need no joint table of all gear. Dice, broken cubes, repairs and payments are those of the
best play alone against a *reference* dragon at full health, with the helmet as it was at the start (for weapons) or
the weapons as they were (for payments).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Attack
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Weapon, absorption
from fujikoro_nb.engine.fujikoro.rules.fights.attack import losses, most_dice
from fujikoro_nb.engine.fujikoro.rules.fights.breaking import (
    judge_magic,
    kind_of,
    mending_refusal,
    mendings,
    usable_weapons,
    without_cells,
)
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import decided
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import paid_with, payments_by_cells
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Seat, cites
from fujikoro_nb.odds.dicetable import NO_BREAKS, Breaks, DiceTable
from fujikoro_nb.odds.fight import checked_faces
from fujikoro_nb.odds.helmets import in_order
from fujikoro_nb.odds.numbers import Triple, best_of
from fujikoro_nb.odds.solving import FightOdds
from fujikoro_nb.odds.weapon_states import DEAD, Losses, Option, Plan

Strikes = tuple[int, ...]
"""Hits of one weapon after the other in one attack turn."""

Turn = tuple[tuple[int, Strikes, float], ...]
"""Where an attack turn may lead: the next class of weapons, the hits, the chance."""


class FixedPlay:
    """The play of a solved reference fight, frozen at its full health."""

    def __init__(self, odds: FightOdds) -> None:
        self.odds = odds
        self.start = odds.arms.class_of(odds.arms.start)
        self.helmet = odds.armour.class_of(odds.armour.start)
        self._fight = odds.solution.fight
        self._place = odds.solution.place(self.helmet, self._fight.health)
        self._table = DiceTable(odds.faces)
        self._turns: dict[int, Turn] = {DEAD: ((DEAD, (), 1.0),)}
        self._paid: dict[tuple[int, int], int] = {}

    def turn(self, node: int) -> Turn:
        """An attack turn with these weapons."""
        found = self._turns.get(node)
        if found is None:
            merged: dict[tuple[int, Strikes], float] = {}
            self._roll(node, (), 1.0, merged)
            found = self._turns[node] = tuple((*step, chance) for step, chance in merged.items())
        return found

    def hit(self, helmet: int, hits: int) -> int:
        """The helmet after so many hits; -1 when they knock out."""
        if hits == 0:
            return helmet
        worn = self.odds.armour.classes[helmet]
        if hits > worn.absorbs:
            return -1
        key = (helmet, hits)
        found = self._paid.get(key)
        if found is None:
            options = in_order(worn.answers[hits - 1])
            values = [
                self._less(self.odds.solution.at_turn(self.start, one, self._fight.health), losses)
                for one, losses in options
            ]
            found = self._paid[key] = options[best_of(values)][0]
        return found

    def _roll(
        self, node: int, struck: Strikes, chance: float, merged: dict[tuple[int, Strikes], float]
    ) -> None:
        described = self.odds.arms.nodes[node]
        assert described is not None, "only weapons are rolled"
        self._stage(node, described.plan, 0, struck, chance, merged)

    def _stage(
        self,
        node: int,
        plan: Plan,
        stage: int,
        struck: Strikes,
        chance: float,
        merged: dict[tuple[int, Strikes], float],
    ) -> None:
        flat = self._fight.nodes[node]
        assert flat is not None, "only weapons are rolled"
        choice = flat.stages[stage][self.odds.solution.picks[node][self._place * len(flat.stages) + stage]]
        roll = plan.rolls[choice.weapon]
        options_of = dict(roll.options)
        total = 6 ** sum(choice.dice)
        for breaks, weights in self._table.roll(choice.dice).items():
            reached = -1 if breaks == NO_BREAKS else self._best(options_of[breaks])
            for hits, weight in enumerate(weights):
                if not weight:
                    continue
                here = chance * weight / total
                strikes = (*struck, hits)
                if reached >= 0:
                    self._go_on(reached, strikes, here, merged)
                elif roll.then is not None:
                    self._stage(node, roll.then, choice.then, strikes, here, merged)
                else:
                    step = (flat.owner, strikes)
                    merged[step] = merged.get(step, 0.0) + here

    def _go_on(
        self, node: int, strikes: Strikes, chance: float, merged: dict[tuple[int, Strikes], float]
    ) -> None:
        flat = self._fight.nodes[node]
        if flat is None or flat.is_turn:
            merged[node, strikes] = merged.get((node, strikes), 0.0) + chance
        else:
            self._roll(node, strikes, chance, merged)

    def _best(self, options: tuple[Option, ...]) -> int:
        solution = self.odds.solution
        options = self.odds.arms.in_order(options)
        values = [
            self._less(solution.at_entry(node, self.helmet, self._fight.health), losses)
            for node, losses in options
        ]
        return options[best_of(values)][0]

    def _less(self, value: Triple, losses: Losses) -> Triple:
        parts: list[Any] = list(value)
        parts[self._fight.loss_part] -= float(self.odds.aim.worth.of(losses))
        return parts[0], parts[1], parts[2]


_ANYBODY = Seat(0)


class HostilePlay:
    """The play of a hostile samurai: its weapons and its helmet, each in all the states that they come to."""

    def __init__(self, board: Board, faces: Mapping[str, Die], rulings: Rulings) -> None:
        self._rulings = rulings
        self._table = DiceTable(checked_faces(faces))
        self._arms: list[Board | None] = [None]
        """By number; `DEAD` is without a usable weapon."""
        self._helmets: list[Board] = [board]
        self._turns: dict[int, Turn] = {DEAD: ((DEAD, (), 1.0),)}
        self.start = self._armed(board)
        self.helmet = 0

    def turn(self, node: int) -> Turn:
        """An attack turn with these weapons."""
        found = self._turns.get(node)
        if found is None:
            board = self._arms[node]
            assert board is not None, "told before"
            parts = tuple(weapon.part for weapon in usable_weapons(board, self._rulings))
            merged: dict[tuple[int, Strikes], float] = {}
            self._roll(board, parts, (), 1.0, merged)
            found = self._turns[node] = tuple((*step, chance) for step, chance in merged.items())
        return found

    @cites("scenario.7.solo.hostile-decisions")
    def hit(self, helmet: int, hits: int) -> int:
        """The helmet after so many hits; -1 when they knock out."""
        board = self._helmets[helmet]
        if hits == 0:
            return helmet
        if hits > absorption(board.gear, GearKind.HELMET, rulings=self._rulings):
            return -1
        answers = tuple(payments_by_cells(board.gear, GearKind.HELMET, hits, self._rulings))
        chosen = decided(board, GearKind.HELMET, answers, hits, self._rulings)
        after = paid_with(board, GearKind.HELMET, chosen, self._rulings)[0]  # type: ignore[arg-type]
        if after not in self._helmets:
            self._helmets.append(after)
        return self._helmets.index(after)

    def _armed(self, board: Board) -> int:
        if not usable_weapons(board, self._rulings):
            return DEAD
        if board not in self._arms:
            self._arms.append(board)
        return self._arms.index(board)

    @cites("scenario.7.solo.hostile-unusable-weapon")
    def _roll(
        self,
        board: Board,
        parts: tuple[str, ...],
        strikes: Strikes,
        chance: float,
        merged: dict[tuple[int, Strikes], float],
    ) -> None:
        """One weapon after the other, all its dice."""
        weapon = next((one for one in usable_weapons(board, self._rulings) if one.part in parts), None)
        if weapon is None:
            step = (self._armed(board), strikes)
            merged[step] = merged.get(step, 0.0) + chance
            return
        rest = tuple(part for part in parts if part != weapon.part)
        dice = most_dice(board.gear, weapon)
        total = 6 ** sum(dice)
        for breaks, weights in self._table.roll(dice).items():
            after = self._broken(board, weapon, breaks)
            for hits, weight in enumerate(weights):
                if weight:
                    self._roll(after, rest, (*strikes, hits), chance * weight / total, merged)

    def _broken(self, board: Board, weapon: Weapon, breaks: Breaks) -> Board:
        """The board after these cubes of a rolled weapon broke, mended, its magic judged."""
        if breaks == NO_BREAKS:
            return board
        kind, rulings = kind_of(weapon.part), self._rulings
        rolled = Attack(_ANYBODY, (), rolling=weapon.part, broken=breaks)
        lost = decided(board, kind, tuple(losses(board, rolled, rulings)), 0, rulings)
        after = without_cells(board, kind, lost.cells)  # type: ignore[attr-defined]
        if mending_refusal(after, rulings) is not None:
            fix = decided(after, GearKind.WEAPON, tuple(mendings(after, rulings)), 0, rulings)
            after = without_cells(after, GearKind.WEAPON, fix.cells)  # type: ignore[attr-defined]
        judged = judge_magic(board.gear, after, kind, _ANYBODY, rulings)
        if not judged.places:
            return judged.board
        gear = judged.board.gear.with_magic(kind, judged.places[0])
        return msgspec.structs.replace(judged.board, gear=gear)

"""Stated fixed play: what a samurai does depends on their own weapons and helmet only.

Where several fight together, or two against each other, such play makes the weapons of each independent of everything
else, so that exact numbers need no joint table of all gear. Dice, broken cubes, repairs and payments are those of the
best play alone against a *reference* dragon at full health, with the helmet as it was at the start (for weapons) or
the weapons as they were (for payments).
"""

from __future__ import annotations

from typing import Any

from fujikoro_nb.odds.dicetable import NO_BREAKS, DiceTable
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

"""How long a fight lasts and how it ends, in numbers: chances carried forward round by round under the solved play.

Exact but for what is stated: chances below ``DROPPED`` are not followed, the fight is left off when less than
``TAIL`` of it is still going on, and ``missing`` is the sum of both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from fujikoro_nb.odds.decide import Solved
from fujikoro_nb.odds.dicetable import NO_BREAKS, DiceTable, one_colour
from fujikoro_nb.odds.fight import DRAGON
from fujikoro_nb.odds.flat import Choice
from fujikoro_nb.odds.helmets import in_order
from fujikoro_nb.odds.numbers import Triple, best_of
from fujikoro_nb.odds.progress import Progress
from fujikoro_nb.odds.weapon_states import DEAD, Losses, Option, Plan

DROPPED = 1e-15
TAIL = 1e-12
MAX_ROUNDS = 400

NO_LOSSES: Losses = (0, 0, 0, 0)

WIN, LEFT, DOWN = "win", "left", "down"


class Distributions(msgspec.Struct, frozen=True):
    """Chances by number; each of them sums to 1 less ``missing``."""

    rounds: tuple[float, ...]
    """``rounds[n]``: the fight ends in round n; ``rounds[0]`` is 0."""
    won_in: tuple[float, ...]
    """``won_in[n]``: the dragon falls in round n."""
    health: tuple[float, ...]
    """``health[n]``: the dragon has n health left at the end; ``health[0]`` is the chance to win."""
    wood_lost: tuple[float, ...]
    metal_lost: tuple[float, ...]
    tooth_lost: tuple[float, ...]
    """Cubes of weapons and helmet lost."""
    teeth_gained: tuple[float, ...]
    """Teeth received: one for each broken symbol of the dragon, and those for the win, if there is room."""
    missing: float


class _Track:
    """What is carried along with a position: how it changes by a loss and by broken symbols of the dragon."""

    def __init__(
        self, lose: Callable[[Any, Losses], Any], gain: Callable[[Any, int], Any], start: Any
    ) -> None:
        self.lose, self.gain, self.start = lose, gain, start


_LOSSES = _Track(
    lambda held, losses: (held[0] + losses[0], held[1] + losses[1], held[2] + losses[2]),
    lambda held, symbols: held,
    (0, 0, 0),
)
_TEETH = _Track(lambda held, losses: held, lambda held, symbols: held + symbols, 0)

_Key = tuple[int, int, int, Any]
"""Node, helmet, health and what is carried along."""


def distributions(odds: Solved, *, progress: Progress | None = None) -> Distributions:
    """All distributions from the start of a solved fight (after a monk, at full health).

    ``progress`` is called with the share done and may raise to cancel.
    """
    run = Run(odds)
    report = progress or (lambda share: None)
    ends, missing = run.played(_LOSSES, lambda share: report(share / 2))
    teeth, missing_teeth = run.played(_TEETH, lambda share: report((1 + share) / 2))
    by_teeth: dict[int, float] = {}
    for (_, how, _, held), chance in teeth.items():
        number = held + (how == WIN) * odds.foe.teeth
        by_teeth[number] = by_teeth.get(number, 0.0) + chance

    def by(key: Callable[[int, str, int, Any], int | None]) -> tuple[float, ...]:
        found: dict[int, float] = {}
        for (number, how, health, held), chance in ends.items():
            value = key(number, how, health, held)
            if value is not None:
                found[value] = found.get(value, 0.0) + chance
        return _listed(found)

    return Distributions(
        rounds=by(lambda number, how, health, held: number),
        won_in=by(lambda number, how, health, held: number if how == WIN else None),
        health=by(lambda number, how, health, held: health),
        wood_lost=by(lambda number, how, health, held: held[0]),
        metal_lost=by(lambda number, how, health, held: held[1]),
        tooth_lost=by(lambda number, how, health, held: held[2]),
        teeth_gained=_listed(by_teeth),
        missing=max(missing, missing_teeth),
    )


def _listed(found: Mapping[int, float]) -> tuple[float, ...]:
    return tuple(found.get(number, 0.0) for number in range(max(found, default=0) + 1))


class Run:
    """The turns of a solved fight as chances, and fights carried forward with them."""

    def __init__(self, odds: Solved) -> None:
        self._odds = odds
        self._fight = odds.solution.fight
        self._unarmed = LEFT if self._fight.has_way_out else ""
        """What happens without a usable weapon."""
        self._table = DiceTable(odds.faces)
        self._turns: dict[tuple[int, int, int], list[tuple[str, int, int, Losses, float]]] = {}
        self._answers: dict[tuple[int, int, int], list[tuple[int, Losses, int, float]]] = {}
        self._worth: dict[Losses, float] = {}
        self._chosen: dict[tuple[tuple[Option, ...], int, int], Option] = {}
        rows = one_colour(odds.faces[odds.foe.die].faces, odds.foe.dice, can_break=True)
        total = 6**odds.foe.dice
        self._dragon = [
            (hits, symbols, weight / total)
            for symbols, row in enumerate(rows)
            for hits, weight in enumerate(row)
            if weight
        ]

    def played(
        self, track: _Track, progress: Progress
    ) -> tuple[dict[tuple[int, str, int, Any], float], float]:
        """Chance of each end: round, how, health left, what was carried along; and the chance not followed."""
        odds = self._odds
        node = odds.arms.class_of(odds.arms.start)
        helmet = odds.armour.class_of(odds.armour.start)
        ends: dict[tuple[int, str, int, Any], float] = {}
        live: dict[_Key, float] = {(node, helmet, self._fight.health, track.start): 1.0}
        missing = 0.0
        if odds.first == DRAGON:
            live = self._dragon_rolls(live, 1, ends, track)
        number = 1
        while live and number <= MAX_ROUNDS:
            after = self._samurai_attacks(live, number, ends, track)
            number_after = number + (odds.first == DRAGON)
            live = self._dragon_rolls(after, number_after, ends, track)
            number += 1
            small = [key for key, chance in live.items() if chance < DROPPED]
            missing += sum(live.pop(key) for key in small)
            going = sum(live.values())
            progress(1 - going)
            if going < TAIL:
                break
        return ends, missing + sum(live.values())

    def _samurai_attacks(
        self,
        live: Mapping[_Key, float],
        number: int,
        ends: dict[tuple[int, str, int, Any], float],
        track: _Track,
    ) -> dict[_Key, float]:
        after: dict[_Key, float] = {}
        for (node, helmet, health, held), mass in live.items():
            for how, reached, left, losses, chance in self.turn(node, helmet, health):
                carried = track.lose(held, losses) if losses != NO_LOSSES else held
                if how:
                    end = (number, how, left, carried)
                    ends[end] = ends.get(end, 0.0) + mass * chance
                else:
                    key = (reached, helmet, left, carried)
                    after[key] = after.get(key, 0.0) + mass * chance
        return after

    def _dragon_rolls(
        self,
        live: Mapping[_Key, float],
        number: int,
        ends: dict[tuple[int, str, int, Any], float],
        track: _Track,
    ) -> dict[_Key, float]:
        after: dict[_Key, float] = {}
        for (node, helmet, health, held), mass in live.items():
            for worn, losses, symbols, chance in self._answer(node, helmet, health):
                carried = track.gain(track.lose(held, losses), symbols)
                if worn < 0:
                    end = (number, DOWN, health, carried)
                    ends[end] = ends.get(end, 0.0) + mass * chance
                else:
                    if self._odds.solution.slips_after_dragon(node, worn, health):
                        end = (number, LEFT, health, carried)
                        ends[end] = ends.get(end, 0.0) + mass * chance
                        continue
                    key = (node, worn, health, carried)
                    after[key] = after.get(key, 0.0) + mass * chance
        return after

    # ---- one turn under the solved play

    def _answer(self, node: int, helmet: int, health: int) -> list[tuple[int, Losses, int, float]]:
        """Helmet after the dragon's roll (-1: knocked out), losses, broken symbols, chance."""
        key = (node, helmet, health)
        found = self._answers.get(key)
        if found is None:
            merged: dict[tuple[int, Losses, int], float] = {}
            worn = self._odds.armour.classes[helmet]
            for hits, symbols, chance in self._dragon:
                if hits == 0:
                    step = (helmet, NO_LOSSES, symbols)
                elif hits > worn.absorbs:
                    step = (-1, worn.losses, symbols)
                else:
                    step = (*self.paid(node, worn.answers[hits - 1], health), symbols)
                merged[step] = merged.get(step, 0.0) + chance
            found = self._answers[key] = [(*step, chance) for step, chance in merged.items()]
        return found

    def paid(self, node: int, options: tuple[Option, ...], health: int) -> Option:
        """The payment that is made, as the helmet afterwards and the losses."""
        options = in_order(options)
        values = [
            self._less(self._odds.solution.after_dragon(node, helmet, health), losses)
            for helmet, losses in options
        ]
        return options[best_of(values)]

    def turn(self, node: int, helmet: int, health: int) -> list[tuple[str, int, int, Losses, float]]:
        """How it ends ("" if it goes on), node, health, losses, chance, after the samurai's attack turn."""
        key = (node, helmet, health)
        found = self._turns.get(key)
        if found is None:
            merged: dict[tuple[str, int, int, Losses], float] = {}
            self._roll(node, helmet, health, NO_LOSSES, 1.0, merged)
            found = self._turns[key] = [(*step, chance) for step, chance in merged.items()]
        return found

    def _roll(
        self,
        node: int,
        helmet: int,
        health: int,
        losses: Losses,
        chance: float,
        merged: dict[tuple[str, int, int, Losses], float],
    ) -> None:
        """Go on rolling from the beginning of a node."""
        described = self._odds.arms.nodes[node]
        if described is None:
            _add(merged, (self._unarmed, DEAD, health, losses), chance)
            return
        self._stage(node, described.plan, 0, helmet, health, losses, chance, merged)

    def _stage(
        self,
        node: int,
        plan: Plan,
        stage: int,
        helmet: int,
        health: int,
        losses: Losses,
        chance: float,
        merged: dict[tuple[str, int, int, Losses], float],
    ) -> None:
        flat = self._fight.nodes[node]
        assert flat is not None, "only weapons are rolled"
        pick = self._odds.solution.picks[node][
            self._odds.solution.place(helmet, health) * len(flat.stages) + stage
        ]
        choice: Choice = flat.stages[stage][pick]
        roll = plan.rolls[choice.weapon]
        options_of = dict(roll.options)
        total = 6 ** sum(choice.dice)
        for breaks, weights in self._table.roll(choice.dice).items():
            for hits, weight in enumerate(weights):
                if not weight:
                    continue
                here = chance * weight / total
                left = health - hits
                is_rolled = any(choice.dice)
                if breaks == NO_BREAKS:
                    if left <= 0:
                        _add(merged, (WIN, DEAD, 0, losses), here)
                    elif is_rolled and self._slips(node, choice.then, helmet, left):
                        _add(merged, (LEFT, DEAD, left, losses), here)
                    elif roll.then is None:
                        owner = flat.owner
                        _add(merged, ("", owner, left, losses), here)
                    else:
                        self._stage(node, roll.then, choice.then, helmet, left, losses, here, merged)
                    continue
                reached, lost = self._broken(options_of[breaks], helmet, left)
                together = _sum(losses, lost)
                if left <= 0:
                    _add(merged, (WIN, DEAD, 0, together), here)
                elif reached == DEAD:
                    _add(merged, (self._unarmed, DEAD, left, together), here)
                elif self._slips(reached, -1 if self._is_turn(reached) else 0, helmet, left):
                    _add(merged, (LEFT, DEAD, left, together), here)
                elif self._is_turn(reached):
                    _add(merged, ("", reached, left, together), here)
                else:
                    self._roll(reached, helmet, left, together, here, merged)

    def _slips(self, node: int, stage: int, helmet: int, health: int) -> bool:
        """Whether the samurai leaves after this roll; with nothing left to roll its end is that of the turn."""
        flat = self._fight.nodes[node]
        assert flat is not None, "only weapons are rolled"
        at = flat.owner if stage < 0 else node
        return self._odds.solution.slips_after_roll(at, stage, helmet, health)

    def _is_turn(self, node: int) -> bool:
        flat = self._fight.nodes[node]
        return flat is not None and flat.is_turn

    def _broken(self, options: tuple[Option, ...], helmet: int, health: int) -> Option:
        """Where the owner goes on after a breakage; after the win where least is lost."""
        if len(options) == 1:
            return options[0]
        options = self._odds.arms.in_order(options)
        health = max(0, health)
        key = (options, helmet, health)
        found = self._chosen.get(key)
        if found is None:
            at_entry = self._odds.solution.at_entry
            values = [
                self._less(self._fight.win if health == 0 else at_entry(node, helmet, health), losses)
                for node, losses in options
            ]
            found = self._chosen[key] = options[best_of(values)]
        return found

    def _less(self, value: Triple, losses: Losses) -> Triple:
        parts: list[Any] = list(value)
        loss = self._worth.get(losses)
        if loss is None:
            loss = self._worth[losses] = float(self._odds.aim.worth.of(losses))
        parts[self._fight.loss_part] -= loss
        return parts[0], parts[1], parts[2]


def _add(
    merged: dict[tuple[str, int, int, Losses], float], step: tuple[str, int, int, Losses], chance: float
) -> None:
    merged[step] = merged.get(step, 0.0) + chance


def _sum(one: Losses, other: Losses) -> Losses:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]

"""The choices of a node and the answers of a helmet, made ready for sums over values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from fujikoro_nb.odds.flat import Answer, Choice, FlatFight, Group, Node
from fujikoro_nb.odds.numbers import FLOOR, TOLERANCE, Number, Triple, dot

Options = tuple[tuple[int, Number], ...]
"""Nodes or helmets, each with its loss."""


def _best_among(tied: Sequence[int], values: Any, fight: FlatFight) -> int:
    """The best of some that are equal in the first part, the first of equals."""
    for part in (1, 2):
        top = max(values[index][part] for index in tied)
        least = top if fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
        tied = [index for index in tied if values[index][part] >= least]
        if len(tied) == 1:
            break
    return tied[0]


class Sheet:
    """An answer made ready: single options by helmet, the others one by one."""

    def __init__(self, answer: Answer, fight: FlatFight) -> None:
        loss_part = fight.loss_part
        self.spared: Any = answer.spared
        constant: list[Any] = [answer.knocked_out * part for part in fight.knocked_out]
        constant[loss_part] -= answer.knocked_out * answer.loss
        singles: dict[int, Any] = {}
        self.open: list[tuple[Any, Options]] = []
        for chance, options in answer.options:
            if len(options) == 1:
                helmet, loss = options[0]
                singles[helmet] = singles.get(helmet, 0) + chance
                constant[loss_part] -= chance * loss
            else:
                self.open.append((chance, options))
        self.constant = tuple(constant)
        self.helmets = tuple(singles)
        self.chances = tuple(singles.values())


class Table:
    """The choices of a node made ready: weights over slots, constants by health."""

    def __init__(self, node: Node, settled: Sequence[Options], fight: FlatFight) -> None:
        """``settled``: the targets, with one option only where it is the best with every helmet and health."""
        self.fight = fight
        self.node = node
        self.settled = settled
        self.slots: list[tuple[tuple[int, Number], ...]] = []
        self._slot_of: dict[object, int] = {}
        self._first = len(node.stages)
        for target in settled[1:]:
            self._slot(target)
        self.width = self._first + len(self.slots)
        self.stages = [[_Row(choice, self) for choice in stage] for stage in node.stages]
        self.reach = max(len(row.weights) for stage in self.stages for row in stage)
        self._last = 0
        self.has_brief = node.is_turn and len(self.stages) == 1 and self.width > 3 and len(self.stages[0]) > 3
        if self.has_brief:
            for row in self.stages[0]:
                row.make_brief(self.width)

    def slot(self, options: tuple[tuple[int, Number], ...]) -> int | None:
        """Where the value of a target lies; None without one (the samurai leaves, which has one value everywhere)."""
        if len(options) == 1 and options[0][0] == 0 and self.fight.has_way_out:
            return None
        return self._first + self._slot_of[self._key(options)]

    @staticmethod
    def _key(options: tuple[tuple[int, Number], ...]) -> object:
        return options[0][0] if len(options) == 1 else options

    def _slot(self, options: tuple[tuple[int, Number], ...]) -> None:
        key = self._key(options)
        if (key == 0 and self.fight.has_way_out) or key in self._slot_of:
            return
        self._slot_of[key] = len(self.slots)
        self.slots.append(options)

    def best_turn(
        self,
        rests: Sequence[Sequence[Any]],
        points: int,
        answer: Sequence[Any],
        spared: Any,
        brief: Sequence[Any] = (),
    ) -> tuple[int, tuple[Any, Any, Any]]:
        """The best choice of a turn with one weapon, its value in closed form.

        ``brief``: by hits, the value with nothing broken and the best one with anything broken.
        """
        rows = self.stages[0]
        first, second, third = rests
        if len(rows) == 1:
            row = rows[0]
            one, two, three = row.constants[points]
            weights, again = row.weights, row.again
            factor = 1 / (1 - again * spared)
            return 0, (
                (one + dot(weights, first) + again * answer[0]) * factor,
                (two + dot(weights, second) + again * answer[1]) * factor,
                (three + dot(weights, third) + again * answer[2]) * factor,
            )
        begun = answer[0]
        waiting: Sequence[int] = range(len(rows))
        if brief:
            waiting = self._promising(brief, points, first, begun, spared)
        values = {}
        for index in waiting:
            row = rows[index]
            values[index] = (row.constants[points][0] + dot(row.weights, first) + row.again * begun) / (
                1 - row.again * spared
            )
        top = max(values.values())
        least = top if self.fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
        tied = [index for index, value in values.items() if value >= least]
        self._last = tied[0]
        triples = {}
        for index in tied:
            row = rows[index]
            factor = 1 / (1 - row.again * spared)
            two = row.constants[points][1] + dot(row.weights, second) + row.again * answer[1]
            three = row.constants[points][2] + dot(row.weights, third) + row.again * answer[2]
            triples[index] = (values[index], two * factor, three * factor)
        pick = tied[0] if len(tied) == 1 else _best_among(tied, triples, self.fight)
        return pick, triples[pick]

    def _promising(
        self, brief: Sequence[Any], points: int, first: Sequence[Any], begun: Any, spared: Any
    ) -> list[int]:
        """The choices that may be the best: those that are not worse than a good one even if all that breaks did
        least harm.
        """
        rows = self.stages[0]
        good = rows[self._last]
        value = (good.constants[points][0] + dot(good.weights, first) + good.again * begun) / (
            1 - good.again * spared
        )
        least = value - 2 * (TOLERANCE * abs(value) + FLOOR)  # never leave out one that may be equal
        return [
            index
            for index, row in enumerate(rows)
            if row.constants[points][0] + dot(row.brief, brief) + row.again * begun
            >= least * (1 - row.again * spared)
        ]

    def best_turns(
        self, rests: Sequence[Sequence[Any]], points: int, answer: Sequence[Any], spared: Any
    ) -> tuple[list[int], list[tuple[Any, Any, Any]]]:
        """The best choices of a turn with several weapons: improved until they stay."""
        rows = [[row.sums(rests, points) for row in stage] for stage in self.stages]
        picks = [0] * len(rows)
        seen: set[tuple[int, ...]] = set()
        while True:
            forms = self._forms(rows, picks)
            sums, again = forms
            value = [
                (part + again * more) / (1 - again * spared) for part, more in zip(sums, answer, strict=True)
            ]
            end = [more + spared * part for more, part in zip(answer, value, strict=True)]
            better, values = self._picked(rows, end, picks)
            if better == picks or tuple(better) in seen:
                return picks, values
            seen.add(tuple(better))
            picks = better

    def best_rest(
        self, rests: Sequence[Sequence[Any]], points: int, end: Sequence[Any]
    ) -> tuple[list[int], list[tuple[Any, Any, Any]]]:
        """The best choices of the rest of a turn whose end has a known value."""
        rows = [[row.sums(rests, points) for row in stage] for stage in self.stages]
        return self._picked(rows, end, None)

    def _picked(
        self, rows: list[list[tuple[Any, Any, Any]]], end: Sequence[Any], picks: list[int] | None
    ) -> tuple[list[int], list[tuple[Any, Any, Any]]]:
        """For each stage the best choice and its value, the value of the end being given."""
        found = [0] * len(rows)
        values: list[Any] = [None] * len(rows)
        for stage in range(len(rows) - 1, -1, -1):
            triples = []
            for sums, choice in zip(rows[stage], self.node.stages[stage], strict=True):
                then = end if choice.then < 0 else values[choice.then]
                triples.append(
                    tuple(part + choice.again * more for part, more in zip(sums, then, strict=True))
                )
            top = max(triple[0] for triple in triples)
            least = top if self.fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
            tied = [index for index, triple in enumerate(triples) if triple[0] >= least]
            index = tied[0] if len(tied) == 1 else _best_among(tied, triples, self.fight)
            if picks is not None and self._is_equal(triples[picks[stage]], triples[index]):
                index = picks[stage]
            found[stage] = index
            values[stage] = triples[index]
        return found, values

    def _is_equal(self, first: Sequence[Any], second: Sequence[Any]) -> bool:
        if self.fight.is_exact:
            return tuple(first) == tuple(second)
        return all(
            abs(a - b) <= TOLERANCE * max(abs(a), abs(b)) + FLOOR for a, b in zip(first, second, strict=True)
        )

    def _forms(self, rows: list[list[tuple[Any, Any, Any]]], picks: list[int]) -> tuple[list[Any], Any]:
        """The chosen way through the stages: everything but the repeated round, and its chance."""
        sums = list(rows[0][picks[0]])
        choice = self.node.stages[0][picks[0]]
        again: Any = choice.again
        while choice.then >= 0:
            stage = choice.then
            more = rows[stage][picks[stage]]
            sums = [part + again * other for part, other in zip(sums, more, strict=True)]
            choice = self.node.stages[stage][picks[stage]]
            again = again * choice.again
        return sums, again


class _Row:
    """One choice made ready: what does not depend on values, by health, and the weight of every slot by hits."""

    def __init__(self, choice: Choice, table: Table) -> None:
        fight = table.fight
        self.again: Any = choice.again
        hits = max(len(group.chances) for group in choice.groups)
        self.weights: list[Any] = [0] * (min(hits, fight.health) * table.width)
        self.constants: list[list[Any]] = [[0, 0, 0] for _ in range(fight.health + 1)]
        for group in choice.groups:
            options = table.node.targets[group.target]
            self._count_wins(group, min((loss for _, loss in options), default=0), fight)
            options = table.settled[group.target]
            slot = table.slot(options) if group.target else max(choice.then, 0)
            loss = options[0][1] if len(options) == 1 else 0
            if slot is None or loss:
                self._count_known(group, None if slot is not None else fight.left, loss, fight)
            if slot is not None:
                for at, chance in enumerate(group.chances[: fight.health]):
                    self.weights[at * table.width + slot] += chance
                if not group.target:
                    self.weights[slot] -= group.chances[
                        0
                    ]  # the repeated round, or going on at once: ``again``
        while self.weights and not self.weights[-1]:
            self.weights.pop()
        self.brief: list[Any] = []

    def make_brief(self, width: int) -> None:
        """By hits, the chance that nothing breaks and the chance that something does (and is not settled)."""
        for start in range(0, len(self.weights), width):
            self.brief += [self.weights[start], sum(self.weights[start + 1 : start + width])]

    def _count_wins(self, group: Group, least_loss: Any, fight: FlatFight) -> None:
        """As many hits as there is health, or more."""
        above = list(accumulate(reversed(group.chances)))[::-1]
        for points in range(1, min(fight.health + 1, len(above))):
            row = self.constants[points]
            for part in range(3):
                row[part] += above[points] * fight.win[part]
            row[fight.loss_part] -= above[points] * least_loss

    def _count_known(self, group: Group, value: Triple | None, loss: Any, fight: FlatFight) -> None:
        """Fewer hits: the value of leaving where one leaves, and the loss of an only option."""
        below: Any = 0
        for points in range(1, fight.health + 1):
            if points <= len(group.chances):
                below += group.chances[points - 1]
            row = self.constants[points]
            if value is not None:
                for part in range(3):
                    row[part] += below * value[part]
            row[fight.loss_part] -= below * loss

    def sums(self, rests: Sequence[Sequence[Any]], points: int) -> tuple[Any, Any, Any]:
        """Everything but the repeated round."""
        first, second, third = rests
        one, two, three = self.constants[points]
        return (
            one + dot(self.weights, first),
            two + dot(self.weights, second),
            three + dot(self.weights, third),
        )

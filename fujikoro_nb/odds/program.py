"""Dynamic programming over a flat fight in plain Python, on floats or on fractions.

Order: nodes, helmets, health, all ascending; what a value needs is there before it, but for the one loop, which has a
closed form (see ``flat``). With two weapons the loop runs through several choices at once; there the choices are
improved until they stay (policy iteration), which ends after finitely many rounds with the optimum.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence, Sequence
from itertools import accumulate, chain
from operator import itemgetter, mul
from typing import Any

from fujikoro_nb.odds.flat import Answer, Choice, FlatFight, Node
from fujikoro_nb.odds.numbers import FLOOR, TOLERANCE, Number, Triple

Column = MutableSequence[Any]
"""Values by ``health - 1`` *descending*: index 0 is full health."""

Parts = tuple[Column, Column, Column]

Progress = Callable[[float], None]
"""Called with the done share, 0 to 1; may raise to cancel."""


class Solution:
    """All values of a flat fight and the choices that bring them.

    ``turn[node][helmet][part][i]`` and ``entry[...]``, where ``i = health of the fight - health``; ``picks[node][helmet]``
    holds for each ``i`` the chosen index in stage 0 (and, behind it, those of the further stages).
    """

    def __init__(self, fight: FlatFight, *, progress: Progress | None = None) -> None:
        self.fight = fight
        self.turn: list[list[Parts]] = []
        self.entry: list[list[Parts]] = []
        self.picks: list[list[list[int] | array[int]]] = []
        self._sheets = [_sheet(answer, fight) for answer in fight.helmets]
        for index, node in enumerate(fight.nodes):
            if node is None:
                self._add_left()
            else:
                self._add(index, node)
            if progress is not None:
                progress((index + 1) / len(fight.nodes))

    def at_turn(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the samurai attacks next."""
        return self._read(self.turn, node, helmet, health)

    def at_entry(self, node: int, helmet: int, health: int) -> Triple:
        """The value after the attack, before the dragon's roll; for a rest of a turn, of going on."""
        return self._read(self.entry, node, helmet, health)

    def before_dragon(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the dragon rolls next, also without a usable weapon."""
        if self.fight.nodes[node] is not None:
            return self.at_entry(node, helmet, health)
        turns = [self.fight.left] * len(self.fight.helmets)
        answer = self.answer(helmet, turns)
        spared = self.fight.helmets[helmet].spared
        one, two, three = (part + spared * left for part, left in zip(answer, self.fight.left, strict=True))
        return one, two, three

    def answer(self, helmet: int, turns: Sequence[Triple]) -> Triple:
        """The dragon's roll but for no hit, when ``turns[helmet]`` are the values of the samurai's next turn."""
        return _answered(
            self._sheets[helmet], [[turn[part] for turn in turns] for part in range(3)], self.fight
        )

    def _read(self, table: list[list[Parts]], node: int, helmet: int, health: int) -> Triple:
        index = self.fight.health - health
        one, two, three = (column[index] for column in table[node][helmet])
        return one, two, three

    def _column(self, values: list[Number]) -> Column:
        return values if self.fight.is_exact else array("d", values)  # type: ignore[arg-type]

    def _add_left(self) -> None:
        health = self.fight.health
        columns = tuple(self._column([part] * health) for part in self.fight.left)
        self.turn.append([columns] * len(self.fight.helmets))  # type: ignore[list-item]
        self.entry.append(self.turn[-1])
        self.picks.append([])

    def _add(self, index: int, node: Node) -> None:
        table = _Table(node, self.fight)
        by_helmet = [[[] for _ in range(self.fight.health)] for _ in range(3)]  # type: ignore[var-annotated]
        turns: list[Parts] = []
        entries: list[Parts] = []
        picks: list[list[int] | array[int]] = []
        for helmet, sheet in enumerate(self._sheets):
            solved = self._solved(index, node, table, helmet, sheet, by_helmet)
            turn, entry, picked = solved
            turns.append(tuple(map(self._column, turn)))  # type: ignore[arg-type]
            entries.append(tuple(map(self._column, entry)))  # type: ignore[arg-type]
            picks.append(array("H", picked))
        self.turn.append(turns)
        self.entry.append(entries)
        self.picks.append(picks)

    def _solved(
        self,
        index: int,
        node: Node,
        table: _Table,
        helmet: int,
        sheet: _Sheet,
        by_helmet: list[list[list[Any]]],
    ) -> tuple[list[list[Any]], list[list[Any]], list[int]]:
        """All healths of one node and helmet, lowest health first; columns come out highest first."""
        fight = self.fight
        health = fight.health
        width = table.width
        flats = self._flats(node, table, helmet)
        turn: list[list[Any]] = [[0] * health for _ in range(3)]
        entry: list[list[Any]] = [[0] * health for _ in range(3)]
        stages = len(node.stages)
        picked = [0] * (health * stages)
        spared = sheet.spared
        for points in range(1, health + 1):
            place = health - points
            start = place * width
            rests = tuple(flat[start:] for flat in flats)
            columns = tuple(parts[place] for parts in by_helmet)
            if node.is_turn:
                answer = _answered(sheet, columns, fight)
                if stages == 1:
                    pick, value = table.best_turn(rests, points, answer, spared)
                    pick_list, stage_values = [pick], [value]
                else:
                    pick_list, stage_values = table.best_turns(rests, points, answer, spared)
                    value = stage_values[0]
                end = [answer[part] + spared * value[part] for part in range(3)]
            else:
                end = [flat[start] for flat in flats]
                pick_list, stage_values = table.best_rest(rests, points, end)
                value = stage_values[0]
            picked[place * stages : (place + 1) * stages] = pick_list
            for part in range(3):
                turn[part][place] = value[part]
                entry[part][place] = end[part] if node.is_turn else value[part]
                columns[part].append(value[part])
                flats[part][start] = end[part]
                for stage in range(1, stages):
                    flats[part][start + stage] = stage_values[stage][part]
        return turn, entry, picked

    def _flats(self, node: Node, table: _Table, helmet: int) -> tuple[list[Any], list[Any], list[Any]]:
        """Values of all slots at all healths, highest health first: the end, the stages, the targets."""
        health = self.fight.health
        blank = [0] * health
        known: list[Sequence[Sequence[Any]]] = []
        for options in table.slots:
            if len(options) == 1:
                known.append(self.entry[options[0][0]][helmet])
            else:
                known.append(self._chosen(options, helmet))
        end = [blank] * 3 if node.is_turn else self.entry[node.owner][helmet]
        flats = []
        for part in range(3):
            rows = [end[part], *[blank] * (len(node.stages) - 1), *(columns[part] for columns in known)]
            flats.append(list(chain.from_iterable(zip(*rows, strict=True))))
        return flats[0], flats[1], flats[2]

    def _chosen(self, options: tuple[tuple[int, Number], ...], helmet: int) -> list[list[Any]]:
        """Values of the best of several options, at all healths."""
        fight = self.fight
        columns = []
        for node, loss in options:
            parts: list[Any] = list(self.entry[node][helmet])
            if loss:
                parts[fight.loss_part] = [value - loss for value in parts[fight.loss_part]]
            columns.append(parts)
        best: list[list[Any]] = [[], [], []]
        firsts = list(zip(*(parts[0] for parts in columns), strict=True))
        for place, row in enumerate(firsts):
            top = max(row)
            index = row.index(top)
            least = top if fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
            tied = [other for other, value in enumerate(row) if value >= least]
            if len(tied) > 1:
                index = _best_among(
                    tied, [(parts[0][place], parts[1][place], parts[2][place]) for parts in columns], fight
                )
            for part in range(3):
                best[part].append(columns[index][part][place])
        return best


def _best_among(tied: Sequence[int], values: Sequence[Sequence[Any]], fight: FlatFight) -> int:
    """The best of some that are equal in the first part, the first of equals."""
    for part in (1, 2):
        top = max(values[index][part] for index in tied)
        least = top if fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
        tied = [index for index in tied if values[index][part] >= least]
        if len(tied) == 1:
            break
    return tied[0]


class _Sheet:
    """An answer made ready: single options as one weighted sum, the others one by one."""

    def __init__(self, answer: Answer, fight: FlatFight) -> None:
        loss_part = fight.loss_part
        self.spared: Any = answer.spared
        constant: list[Any] = [answer.knocked_out * part for part in fight.knocked_out]
        constant[loss_part] -= answer.knocked_out * answer.loss
        singles: dict[int, Any] = {}
        self.open: list[tuple[Any, tuple[int, ...], tuple[Any, ...]]] = []
        for chance, options in answer.options:
            if len(options) == 1:
                helmet, loss = options[0]
                singles[helmet] = singles.get(helmet, 0) + chance
                constant[loss_part] -= chance * loss
            else:
                helmets, losses = zip(*options, strict=True)
                self.open.append((chance, helmets, losses))
        self.constant = tuple(constant)
        self.chances = list(singles.values())
        self.get = _getter(list(singles))


def _sheet(answer: Answer, fight: FlatFight) -> _Sheet:
    return _Sheet(answer, fight)


def _getter(indices: list[int]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Values at some indices, as a tuple also for one or none."""
    if not indices:
        return lambda values: ()
    if len(indices) == 1:
        only = indices[0]
        return lambda values: (values[only],)
    return itemgetter(*indices)


def _answered(sheet: _Sheet, columns: Sequence[Sequence[Any]], fight: FlatFight) -> tuple[Any, Any, Any]:
    """The dragon's roll but for no hit: the owner pays as the goal wants it."""
    first, second, third = columns
    one, two, three = sheet.constant
    get = sheet.get
    one += sum(map(mul, sheet.chances, get(first)))
    two += sum(map(mul, sheet.chances, get(second)))
    three += sum(map(mul, sheet.chances, get(third)))
    loss_part = fight.loss_part
    for chance, helmets, losses in sheet.open:
        if loss_part == 0:
            values = [first[helmet] - loss for helmet, loss in zip(helmets, losses, strict=True)]
        else:
            values = [first[helmet] for helmet in helmets]
        top = max(values)
        least = top if fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
        tied = [index for index, value in enumerate(values) if value >= least]
        index = tied[0]
        if len(tied) > 1:
            triples = [
                (values[i], second[helmet], third[helmet] - (losses[i] if loss_part == 2 else 0))
                for i, helmet in enumerate(helmets)
            ]
            index = _best_among(tied, triples, fight)
        helmet = helmets[index]
        one += chance * values[index]
        two += chance * second[helmet]
        three += chance * (third[helmet] - losses[index] if loss_part == 2 else third[helmet])
    return one, two, three


class _Table:
    """The choices of a node made ready: weights over slots, constants by health."""

    def __init__(self, node: Node, fight: FlatFight) -> None:
        self.fight = fight
        self.node = node
        self.slots: list[tuple[tuple[int, Number], ...]] = []
        self._slot_of: dict[object, int] = {}
        self._first = len(node.stages)
        for target in node.targets[1:]:
            self._slot(target)
        self.width = self._first + len(self.slots)
        self.stages = [[_Row(choice, self) for choice in stage] for stage in node.stages]

    def slot(self, options: tuple[tuple[int, Number], ...]) -> int | None:
        """Where the value of a target lies; None without one (the samurai leaves)."""
        if len(options) == 1 and options[0][0] == 0:
            return None
        return self._first + self._slot_of[self._key(options)]

    @staticmethod
    def _key(options: tuple[tuple[int, Number], ...]) -> object:
        return options[0][0] if len(options) == 1 else options

    def _slot(self, options: tuple[tuple[int, Number], ...]) -> None:
        key = self._key(options)
        if key == 0 or key in self._slot_of:
            return
        self._slot_of[key] = len(self.slots)
        self.slots.append(options)

    def best_turn(
        self, rests: Sequence[Sequence[Any]], points: int, answer: Sequence[Any], spared: Any
    ) -> tuple[int, tuple[Any, Any, Any]]:
        """The best choice of a turn with one weapon, its value in closed form."""
        rows = self.stages[0]
        one = rests[0]
        first = answer[0]
        if len(rows) == 1:
            row = rows[0]
            factor = row.factor(spared)
            return 0, tuple(
                (
                    row.constants[part][points]
                    + sum(map(mul, row.weights, rests[part]))
                    + row.again * answer[part]
                )
                * factor
                for part in range(3)
            )  # type: ignore[return-value]
        values = [
            (row.constants[0][points] + sum(map(mul, row.weights, row.get(one))) + row.again * first)
            * row.factor(spared)
            for row in rows
        ]
        top = max(values)
        least = top if self.fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
        tied = [index for index, value in enumerate(values) if value >= least]
        triples = {}
        for index in tied:
            row = rows[index]
            factor = row.factor(spared)
            two, three = (
                (
                    row.constants[part][points]
                    + sum(map(mul, row.weights, row.get(rests[part])))
                    + row.again * answer[part]
                )
                * factor
                for part in (1, 2)
            )
            triples[index] = (values[index], two, three)
        pick = tied[0] if len(tied) == 1 else _best_among(tied, triples, self.fight)  # type: ignore[arg-type]
        return pick, triples[pick]

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
    """One choice made ready."""

    def __init__(self, choice: Choice, table: _Table) -> None:
        fight, node = table.fight, table.node
        health, width, loss_part = fight.health, table.width, fight.loss_part
        self.again: Any = choice.again
        self._factors: dict[Any, Any] = {}
        hits = max(len(group.chances) for group in choice.groups)
        weights: list[Any] = [0] * (min(hits, health) * width)
        constants: list[list[Any]] = [[0] * (health + 1) for _ in range(3)]
        for group in choice.groups:
            options = node.targets[group.target] if group.target else ((-1, 0),)
            least_loss = min(loss for _, loss in options)
            if group.target:
                slot = table.slot(options)
            else:
                slot = 0 if choice.then < 0 else choice.then
            is_self = not group.target
            below: Any = 0
            above = list(accumulate(reversed(group.chances)))[::-1]
            for points in range(1, health + 1):
                if points - 1 < len(group.chances):
                    chance = group.chances[points - 1]
                    below += chance
                    if slot is not None and not (is_self and points == 1):
                        weights[(points - 1) * width + slot] += chance
                killed = above[points] if points < len(above) else 0
                if killed:
                    for part in range(3):
                        constants[part][points] += killed * fight.win[part]
                    constants[loss_part][points] -= killed * least_loss
                if slot is None:
                    for part in range(3):
                        constants[part][points] += below * fight.left[part]
                if not is_self and len(options) == 1:
                    constants[loss_part][points] -= below * options[0][1]
        self.constants = constants
        self.weights: list[Any] = weights
        self.get: Callable[[Sequence[Any]], Sequence[Any]] = _same

    def factor(self, spared: Any) -> Any:
        """One over the chance that the round does not merely repeat."""
        found = self._factors.get(spared)
        if found is None:
            found = self._factors[spared] = 1 / (1 - self.again * spared)
        return found

    def sums(self, rests: Sequence[Sequence[Any]], points: int) -> tuple[Any, Any, Any]:
        """Everything but the repeated round."""
        one, two, three = (
            self.constants[part][points] + sum(map(mul, self.weights, rests[part])) for part in range(3)
        )
        return one, two, three


def _same(values: Sequence[Any]) -> Sequence[Any]:
    return values

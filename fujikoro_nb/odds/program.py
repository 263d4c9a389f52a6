"""Dynamic programming over a flat fight in plain Python, on floats or on fractions.

Order: nodes, helmets, health, all ascending; what a value needs is there before it, but for the one loop, which has a
closed form (see ``flat``). With two weapons the loop runs through several choices at once; there the choices are
improved until they stay (policy iteration), which ends after finitely many rounds with the optimum.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence, Sequence
from itertools import accumulate, chain
from operator import mul, sub
from typing import Any

from fujikoro_nb.odds.flat import Answer, Choice, FlatFight, Node
from fujikoro_nb.odds.numbers import FLOOR, TOLERANCE, Number, Triple

Column = MutableSequence[Any]
"""Values by ``health - 1`` *descending*: index 0 is full health."""

Parts = tuple[Column, Column, Column]

Options = tuple[tuple[int, Number], ...]

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
        self._sheets = [_Sheet(answer, fight) for answer in fight.helmets]
        self._best: dict[tuple[Options, int], Parts] = {}
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
        left = self.fight.left
        one_row: list[Parts] = [([left[0]], [left[1]], [left[2]])] * len(self.fight.helmets)
        sheet = self._sheets[helmet]
        one, two, three = (
            parts[0] + sheet.spared * part for parts, part in zip(self._answers(sheet, one_row), left, strict=True)
        )
        return one, two, three

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
        turns: list[Parts] = []
        entries: list[Parts] = []
        picks: list[list[int] | array[int]] = []
        for helmet, sheet in enumerate(self._sheets):
            answers = self._answers(sheet, turns) if node.is_turn else None
            turn, entry, picked = self._solved(node, table, helmet, sheet.spared, answers)
            turns.append(self._columns(turn))
            entries.append(self._columns(entry))
            picks.append(array("H", picked))
        self.turn.append(turns)
        self.entry.append(entries)
        self.picks.append(picks)

    def _columns(self, parts: Parts) -> Parts:
        one, two, three = map(self._column, parts)
        return one, two, three

    def _answers(self, sheet: _Sheet, turns: Sequence[Parts]) -> Parts:
        """The dragon's roll but for no hit, at all healths: the owner pays as the goal wants it."""
        chances = list(sheet.chances)
        columns: list[Sequence[Sequence[Any]]] = [turns[helmet] for helmet in sheet.helmets]
        for chance, options in sheet.open:
            chances.append(chance)
            columns.append(self._chosen(options, turns))
        found = []
        for part in range(3):
            constant = sheet.constant[part]
            if not columns:
                found.append([constant] * (len(turns[0][0]) if turns else self.fight.health))
                continue
            rows = zip(*(parts[part] for parts in columns), strict=True)
            found.append([constant + sum(map(mul, chances, row)) for row in rows])
        return found[0], found[1], found[2]

    def _solved(
        self, node: Node, table: _Table, helmet: int, spared: Any, answers: Parts | None
    ) -> tuple[Parts, Parts, list[int]]:
        """All healths of one node and helmet, lowest health first; columns come out highest first."""
        health, width, stages = self.fight.health, table.width, len(node.stages)
        flats = self._flats(node, table, helmet)
        turn: Parts = ([0] * health, [0] * health, [0] * health)
        entry: Parts = ([0] * health, [0] * health, [0] * health) if node.is_turn else turn
        picked = [0] * (health * stages)
        reach = table.reach
        for points in range(1, health + 1):
            place = health - points
            start = place * width
            rests = (
                flats[0][start : start + reach],
                flats[1][start : start + reach],
                flats[2][start : start + reach],
            )
            if answers is None:
                found, values = table.best_rest(rests, points, [flat[start] for flat in flats])
                value = values[0]
                picked[place * stages : (place + 1) * stages] = found
            else:
                answer = (answers[0][place], answers[1][place], answers[2][place])
                if stages == 1:
                    picked[place], value = table.best_turn(rests, points, answer, spared)
                    values = []
                else:
                    found, values = table.best_turns(rests, points, answer, spared)
                    picked[place * stages : (place + 1) * stages] = found
                    value = values[0]
                for part in range(3):
                    flats[part][start] = entry[part][place] = answer[part] + spared * value[part]
            for part in range(3):
                turn[part][place] = value[part]
                for stage in range(1, stages):
                    flats[part][start + stage] = values[stage][part]
        return turn, entry, picked

    def _flats(self, node: Node, table: _Table, helmet: int) -> tuple[list[Any], list[Any], list[Any]]:
        """Values of all slots at all healths, highest health first: the end, the stages, the targets."""
        blank = [0] * self.fight.health
        known: list[Sequence[Sequence[Any]]] = []
        for options in table.slots:
            if len(options) == 1:
                known.append(self.entry[options[0][0]][helmet])
            else:
                known.append(self._best_entries(options, helmet))
        end = [blank] * 3 if node.is_turn else self.entry[node.owner][helmet]
        flats = []
        for part in range(3):
            rows = [end[part], *[blank] * (len(node.stages) - 1), *(columns[part] for columns in known)]
            flats.append(list(chain.from_iterable(zip(*rows, strict=True))))
        return flats[0], flats[1], flats[2]

    def _best_entries(self, options: Options, helmet: int) -> Parts:
        """Values of the best of several nodes; kept, because weapons of one family meet the same options."""
        key = (options, helmet)
        found = self._best.get(key)
        if found is None:
            found = self._best[key] = self._chosen(options, _Entries(self.entry, helmet))
        return found

    def _chosen(self, options: Options, table: Sequence[Parts] | _Entries) -> Parts:
        """Values of the best of several options at all healths.

        An option that is better or worse than another one at all healths is settled at once; the rest row by row.
        """
        loss_part = self.fight.loss_part
        columns: list[Parts] = []
        for index, loss in options:
            one, two, three = table[index]
            if loss and loss_part == 2:
                three = [value - loss for value in three]
            elif loss:
                one = [value - loss for value in one]
            columns.append((one, two, three))
        columns = self._led(columns)
        return columns[0] if len(columns) == 1 else self._row_by_row(columns)

    def _led(self, columns: list[Parts]) -> list[Parts]:
        """The options that are not worse than another one at all healths."""
        kept: list[Parts] = []
        for parts in columns:
            for index, other in enumerate(kept):
                leads = self._leads(other, parts)
                if leads > 0:
                    break
                if leads < 0:
                    kept[index] = parts
                    break
            else:
                kept.append(parts)
        return kept

    def _leads(self, one: Parts, other: Parts) -> int:
        """1 where the first is at least as good at all healths, -1 where the second is better, 0 where it varies."""
        for first, second in zip(one, other, strict=True):
            gaps = list(map(sub, first, second))
            low, high = min(gaps), max(gaps)
            if low == high == 0:
                continue
            slack = 0.0 if self.fight.is_exact else TOLERANCE * max(map(abs, (*first, *second))) + FLOOR
            if low > slack:
                return 1
            if high < -slack:
                return -1
            return 0
        return 1

    def _row_by_row(self, columns: list[Parts]) -> Parts:
        """The best of several options, at each health its own."""
        fight = self.fight
        best: Parts = ([], [], [])
        for place, row in enumerate(zip(*(parts[0] for parts in columns), strict=True)):
            top = max(row)
            least = top if fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
            tied = [index for index, value in enumerate(row) if value >= least]
            index = tied[0]
            if len(tied) > 1:
                index = _best_among(tied, [(0, parts[1][place], parts[2][place]) for parts in columns], fight)
            one, two, three = columns[index]
            best[0].append(one[place])
            best[1].append(two[place])
            best[2].append(three[place])
        return best


class _Entries:
    """The entries of all nodes with one helmet."""

    def __init__(self, entry: list[list[Parts]], helmet: int) -> None:
        self._entry, self._helmet = entry, helmet

    def __getitem__(self, node: int) -> Parts:
        return self._entry[node][self._helmet]


def _best_among(tied: Sequence[int], values: Any, fight: FlatFight) -> int:
    """The best of some that are equal in the first part, the first of equals."""
    for part in (1, 2):
        top = max(values[index][part] for index in tied)
        least = top if fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
        tied = [index for index in tied if values[index][part] >= least]
        if len(tied) == 1:
            break
    return tied[0]


class _Sheet:
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
        self.reach = max(len(row.weights) for stage in self.stages for row in stage)

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
        first, second, third = rests
        if len(rows) == 1:
            row = rows[0]
            one, two, three = row.constants[points]
            weights, again = row.weights, row.again
            factor = 1 / (1 - again * spared)
            return 0, (
                (one + sum(map(mul, weights, first)) + again * answer[0]) * factor,
                (two + sum(map(mul, weights, second)) + again * answer[1]) * factor,
                (three + sum(map(mul, weights, third)) + again * answer[2]) * factor,
            )
        begun = answer[0]
        values = [
            (row.constants[points][0] + sum(map(mul, row.weights, first)) + row.again * begun)
            / (1 - row.again * spared)
            for row in rows
        ]
        top = max(values)
        least = top if self.fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
        tied = [index for index, value in enumerate(values) if value >= least]
        triples = {}
        for index in tied:
            row = rows[index]
            factor = 1 / (1 - row.again * spared)
            two = row.constants[points][1] + sum(map(mul, row.weights, second)) + row.again * answer[1]
            three = row.constants[points][2] + sum(map(mul, row.weights, third)) + row.again * answer[2]
            triples[index] = (values[index], two * factor, three * factor)
        pick = tied[0] if len(tied) == 1 else _best_among(tied, triples, self.fight)
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
        hits = max(len(group.chances) for group in choice.groups)
        weights: list[Any] = [0] * (min(hits, health) * width)
        constants: list[list[Any]] = [[0, 0, 0] for _ in range(health + 1)]
        for group in choice.groups:
            options = node.targets[group.target]
            slot = table.slot(options) if group.target else max(choice.then, 0)
            chances = group.chances[:health]
            least_loss = min((loss for _, loss in options), default=0)
            above = list(accumulate(reversed(group.chances)))[::-1]
            for points in range(1, min(health + 1, len(above))):
                for part in range(3):
                    constants[points][part] += above[points] * fight.win[part]
                constants[points][loss_part] -= above[points] * least_loss
            if slot is not None:
                for at, chance in enumerate(chances):
                    weights[at * width + slot] += chance
                if not group.target:
                    weights[slot] -= chances[0]  # the repeated round, or going on at once: see ``again``
            loss = options[0][1] if len(options) == 1 else 0
            if slot is None or loss:
                below: Any = 0
                for points in range(1, health + 1):
                    if points <= len(chances):
                        below += chances[points - 1]
                    if slot is None:
                        for part in range(3):
                            constants[points][part] += below * fight.left[part]
                    constants[points][loss_part] -= below * loss
        while weights and not weights[-1]:
            weights.pop()
        self.constants = constants
        self.weights: list[Any] = weights

    def sums(self, rests: Sequence[Sequence[Any]], points: int) -> tuple[Any, Any, Any]:
        """Everything but the repeated round."""
        first, second, third = rests
        one, two, three = self.constants[points]
        return (
            one + sum(map(mul, self.weights, first)),
            two + sum(map(mul, self.weights, second)),
            three + sum(map(mul, self.weights, third)),
        )

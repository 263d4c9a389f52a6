"""Dynamic programming over a flat fight in plain Python, on floats or on fractions.

Order: nodes, helmets, health, all ascending; what a value needs is there before it, but for the one loop, which has a
closed form (see ``flat``). With two weapons the loop runs through several choices at once; there the choices are
improved until they stay (policy iteration), which ends after finitely many rounds with the optimum.
"""

from __future__ import annotations

from array import array
from collections.abc import MutableSequence, Sequence
from itertools import chain
from operator import sub
from typing import Any

from fujikoro_nb.odds.flat import FlatFight, Node
from fujikoro_nb.odds.numbers import FLOOR, TOLERANCE, Triple, dot
from fujikoro_nb.odds.progress import Progress, step_of
from fujikoro_nb.odds.rows import Options, Sheet, Table
from fujikoro_nb.odds.slipping import Staying

Column = MutableSequence[Any]
"""Values by ``health - 1`` *descending*: index 0 is full health."""

Parts = tuple[Column, Column, Column]


class Solution(Staying):
    """All values of a flat fight and the choices that bring them.

    ``turn[node][part]`` and ``entry[node][part]`` are columns over helmets and healths: the value with a helmet and
    so much health is at ``place(helmet, health)``. ``picks[node]`` holds at ``place * stages + stage`` the chosen
    index in each stage.
    """

    def __init__(self, fight: FlatFight, *, progress: Progress | None = None) -> None:
        self.fight = fight
        self.turn: list[Parts] = []
        self.entry: list[Parts] = []
        self.picks: list[Sequence[int]] = []
        self._sheets = [Sheet(answer, fight) for answer in fight.helmets]
        self._best: dict[Options, tuple[Parts, Options]] = {}
        last_uses = fight.last_uses()
        for index, node in enumerate(fight.nodes):
            if node is None:
                self._add_left()
                if progress is not None:
                    progress(1 / len(fight.nodes))
            else:
                self._add(node, step_of(progress, index, len(fight.nodes)))
            for options in last_uses.get(index, ()):
                del self._best[options]

    def place(self, helmet: int, health: int) -> int:
        """Where the values with this helmet and health stand in a column."""
        return helmet * self.fight.health + self.fight.health - health

    def at_turn(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the samurai attacks next."""
        one, two, three = (column[self.place(helmet, health)] for column in self.turn[node])
        return one, two, three

    def at_entry(self, node: int, helmet: int, health: int) -> Triple:
        """The value after the attack, before the dragon's roll; for a rest of a turn, of going on."""
        one, two, three = (column[self.place(helmet, health)] for column in self.entry[node])
        return one, two, three

    def before_dragon(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the dragon rolls next, also without a usable weapon."""
        if self.fight.nodes[node] is not None:
            return self.at_entry(node, helmet, health)
        left = self.fight.unarmed(helmet)
        if not self.fight.has_way_out:
            return left
        one_row: list[Parts] = [([left[0]], [left[1]], [left[2]])] * len(self.fight.helmets)
        sheet = self._sheets[helmet]
        one, two, three = (
            parts[0] + sheet.spared * part
            for parts, part in zip(self._answers(sheet, one_row, 1), left, strict=True)
        )
        return one, two, three

    def _column(self, values: Column) -> Column:
        return values if self.fight.is_exact or isinstance(values, array) else array("d", values)

    def _columns(self, parts: Parts) -> Parts:
        one, two, three = (self._column(column) for column in parts)
        return one, two, three

    def _add_left(self) -> None:
        parts: Parts = ([], [], [])
        for helmet in range(len(self.fight.helmets)):
            for column, value in zip(parts, self.fight.unarmed(helmet), strict=True):
                column.extend([value] * self.fight.health)
        self.turn.append(self._columns(parts))
        self.entry.append(self.turn[-1])
        self.picks.append(())

    def _add(self, node: Node, progress: Progress | None) -> None:
        fight = self.fight
        table = Table(node, self._settled(node, progress), fight)
        flats = self._flats(node, table)
        turns: list[Parts] = []
        entry: Parts = ([], [], [])
        picks = array("H")
        for helmet, sheet in enumerate(self._sheets):
            answers = self._answers(sheet, turns, fight.health) if node.is_turn else None
            report = step_of(progress, helmet, len(self._sheets))
            solved, ends, picked = self._solved(node, table, flats, helmet, sheet.spared, answers, report)
            turns.append(solved)
            picks.extend(picked)
            for part in range(3):
                entry[part].extend(ends[part])
        one, two, three = (list(chain.from_iterable(parts[part] for parts in turns)) for part in range(3))
        self.turn.append(self._columns((one, two, three)))
        self.entry.append(self._columns(entry))
        self.picks.append(picks)

    def _answers(self, sheet: Sheet, turns: Sequence[Parts], rows: int) -> Parts:
        """The dragon's roll but for no hit, at all healths: the owner pays as the goal wants it."""
        chances = list(sheet.chances)
        columns: list[Parts] = [turns[helmet] for helmet in sheet.helmets]
        for chance, options in sheet.open:
            chances.append(chance)
            columns.append(self._chosen(options, turns)[0])
        found = []
        for part in range(3):
            constant = sheet.constant[part]
            if columns:
                values = zip(*(parts[part] for parts in columns), strict=True)
                found.append([constant + dot(chances, row) for row in values])
            else:
                found.append([constant] * rows)
        return found[0], found[1], found[2]

    def _solved(
        self,
        node: Node,
        table: Table,
        flats: tuple[list[Any], list[Any], list[Any]],
        helmet: int,
        spared: Any,
        answers: Parts | None,
        progress: Progress | None,
    ) -> tuple[Parts, Parts, list[int]]:
        """All healths of one node and helmet, lowest health first; columns come out highest first."""
        health, width, stages = self.fight.health, table.width, len(node.stages)
        turn: Parts = ([0] * health, [0] * health, [0] * health)
        entry: Parts = ([0] * health, [0] * health, [0] * health) if node.is_turn else turn
        picked = [0] * (health * stages)
        reach = table.reach
        first, second, third = flats
        base = helmet * health * width
        last = base + health * width
        brief = self._brief(flats[0][base:last], width) if table.has_brief else []
        for points in range(1, health + 1):
            place = health - points
            start = base + place * width
            stop = min(start + reach, last)  # beyond lie the values of the next helmet
            rests = first[start:stop], second[start:stop], third[start:stop]
            if answers is None:
                found, values = table.best_rest(rests, points, (first[start], second[start], third[start]))
                value = values[0]
                picked[place * stages : (place + 1) * stages] = found
            else:
                answer = (answers[0][place], answers[1][place], answers[2][place])
                if stages == 1:
                    picked[place], value = table.best_turn(rests, points, answer, spared, brief[2 * place :])
                    if brief:
                        brief[2 * place] = answer[0] + spared * value[0]
                else:
                    found, values = table.best_turns(rests, points, answer, spared)
                    picked[place * stages : (place + 1) * stages] = found
                    value = values[0]
                first[start] = entry[0][place] = answer[0] + spared * value[0]
                second[start] = entry[1][place] = answer[1] + spared * value[1]
                third[start] = entry[2][place] = answer[2] + spared * value[2]
            turn[0][place], turn[1][place], turn[2][place] = value
            for stage in range(1, stages):
                first[start + stage], second[start + stage], third[start + stage] = values[stage]
            if progress is not None:
                progress(points / health)
        return turn, entry, picked

    @staticmethod
    def _brief(flat: list[Any], width: int) -> list[Any]:
        """For each health the value of the end, still blank, and the best one of all targets."""
        best = map(max, *(flat[slot::width] for slot in range(1, width)))
        return [value for one in best for value in (0, one)]

    def _settled(self, node: Node, progress: Progress | None) -> list[Options]:
        """The targets, each with a single option where it is the best one at all places: targets become alike."""
        settled: list[Options] = [()]
        for options in node.targets[1:]:
            settled.append(self._best_entry(options)[1])
            if progress is not None:
                progress(0.0)  # it may take long until the first value is there
        return settled

    def _flats(self, node: Node, table: Table) -> tuple[list[Any], list[Any], list[Any]]:
        """Values of all slots at all places: the end, the stages, the targets."""
        blank = [0] * (self.fight.health * len(self.fight.helmets))
        known = [self._best_entry(options)[0] for options in table.slots]
        end: Parts = (blank, blank, blank) if node.is_turn else self.entry[node.owner]
        flats = []
        for part in range(3):
            rows = [end[part], *[blank] * (len(node.stages) - 1), *(columns[part] for columns in known)]
            flats.append(list(chain.from_iterable(zip(*rows, strict=True))))
        return flats[0], flats[1], flats[2]

    def _best_entry(self, options: Options) -> tuple[Parts, Options]:
        """Values of the best of several nodes; kept, because weapons of one family meet the same options."""
        if len(options) == 1:
            return self.entry[options[0][0]], options
        found = self._best.get(options)
        if found is None:
            parts, only = self._chosen(options, self.entry)
            found = self._best[options] = self._columns(parts), only
        return found

    def _chosen(self, options: Options, table: Sequence[Parts]) -> tuple[Parts, Options]:
        """Values of the best of several options, place by place; and the only option where one is the best at all."""
        loss_part = self.fight.loss_part
        best: Parts | None = None
        only = options
        for option in options:
            index, loss = option
            one, two, three = table[index]
            if loss and loss_part == 2:
                three = [value - loss for value in three]
            elif loss:
                one = [value - loss for value in one]
            other = one, two, three
            better = other if best is None else self._better(best, other)
            if better is other:
                only = (option,)
            elif better is not best:
                only = options
            best = better
        assert best is not None, "there is always somewhere to go on"
        return best, only

    def _better(self, one: Parts, other: Parts) -> Parts:
        """The better of two at each place, the first where they are equal."""
        gaps = list(map(sub, one[0], other[0]))
        low, high = min(gaps), max(gaps)
        is_exact = self.fight.is_exact
        slack = 0.0 if is_exact else TOLERANCE * max(map(abs, one[0])) + FLOOR
        if low > slack:
            return one
        if high < -slack:
            return other
        if is_exact:
            takes = [gap > 0 or (not gap and self._second(one, other, at)) for at, gap in enumerate(gaps)]
        else:
            firsts = one[0]
            takes = []
            for at, gap in enumerate(gaps):
                if gap > slack:
                    takes.append(True)
                elif gap < -slack:
                    takes.append(False)
                else:  # small gaps are judged by the size of the numbers themselves
                    least = TOLERANCE * abs(firsts[at]) + FLOOR
                    takes.append(gap > least or (gap >= -least and self._second(one, other, at)))
        if all(takes):
            return one
        if not any(takes):
            return other
        found = [
            [a if take else b for take, a, b in zip(takes, mine, theirs, strict=True)]
            for mine, theirs in zip(one, other, strict=True)
        ]
        return found[0], found[1], found[2]

    def _second(self, one: Parts, other: Parts, at: int) -> bool:
        """Whether the first is at least as good where both are equal in the first part."""
        for mine, theirs in ((one[1][at], other[1][at]), (one[2][at], other[2][at])):
            slack = 0 if self.fight.is_exact else TOLERANCE * max(abs(mine), abs(theirs)) + FLOOR
            if mine > theirs + slack:
                return True
            if mine < theirs - slack:
                return False
        return True

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

from fujikoro_nb.odds.flat import Answer, Choice, FlatFight, Group, Node
from fujikoro_nb.odds.numbers import FLOOR, TOLERANCE, Number, Triple

Column = MutableSequence[Any]
"""Values by ``health - 1`` *descending*: index 0 is full health."""

Parts = tuple[Column, Column, Column]

Options = tuple[tuple[int, Number], ...]

Progress = Callable[[float], None]
"""Called with the done share, 0 to 1; may raise to cancel."""


class Solution:
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
        self._sheets = [_Sheet(answer, fight) for answer in fight.helmets]
        self._best: dict[Options, Parts] = {}
        last_uses = fight.last_uses()
        for index, node in enumerate(fight.nodes):
            if node is None:
                self._add_left()
            else:
                self._add(node)
            for options in last_uses.get(index, ()):
                del self._best[options]
            if progress is not None:
                progress((index + 1) / len(fight.nodes))

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
        left = self.fight.left
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
        places = self.fight.health * len(self.fight.helmets)
        one, two, three = self.fight.left
        self.turn.append(self._columns(([one] * places, [two] * places, [three] * places)))
        self.entry.append(self.turn[-1])
        self.picks.append(())

    def _add(self, node: Node) -> None:
        fight = self.fight
        table = _Table(node, fight)
        flats = self._flats(node, table)
        turns: list[Parts] = []
        entry: Parts = ([], [], [])
        picks = array("H")
        for helmet, sheet in enumerate(self._sheets):
            answers = self._answers(sheet, turns, fight.health) if node.is_turn else None
            solved, ends, picked = self._solved(node, table, flats, helmet, sheet.spared, answers)
            turns.append(solved)
            picks.extend(picked)
            for part in range(3):
                entry[part].extend(ends[part])
        one, two, three = (list(chain.from_iterable(parts[part] for parts in turns)) for part in range(3))
        self.turn.append(self._columns((one, two, three)))
        self.entry.append(self._columns(entry))
        self.picks.append(picks)

    def _answers(self, sheet: _Sheet, turns: Sequence[Parts], rows: int) -> Parts:
        """The dragon's roll but for no hit, at all healths: the owner pays as the goal wants it."""
        chances = list(sheet.chances)
        columns: list[Parts] = [turns[helmet] for helmet in sheet.helmets]
        for chance, options in sheet.open:
            chances.append(chance)
            columns.append(self._chosen(options, turns))
        found = []
        for part in range(3):
            constant = sheet.constant[part]
            if columns:
                values = zip(*(parts[part] for parts in columns), strict=True)
                found.append([constant + sum(map(mul, chances, row)) for row in values])
            else:
                found.append([constant] * rows)
        return found[0], found[1], found[2]

    def _solved(
        self,
        node: Node,
        table: _Table,
        flats: tuple[list[Any], list[Any], list[Any]],
        helmet: int,
        spared: Any,
        answers: Parts | None,
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
        return turn, entry, picked

    @staticmethod
    def _brief(flat: list[Any], width: int) -> list[Any]:
        """For each health the value of the end, still blank, and the best one of all targets."""
        best = map(max, *(flat[slot::width] for slot in range(1, width)))
        return [value for one in best for value in (0, one)]

    def _flats(self, node: Node, table: _Table) -> tuple[list[Any], list[Any], list[Any]]:
        """Values of all slots at all places: the end, the stages, the targets."""
        blank = [0] * (self.fight.health * len(self.fight.helmets))
        known = [self._best_entry(options) for options in table.slots]
        end: Parts = (blank, blank, blank) if node.is_turn else self.entry[node.owner]
        flats = []
        for part in range(3):
            rows = [end[part], *[blank] * (len(node.stages) - 1), *(columns[part] for columns in known)]
            flats.append(list(chain.from_iterable(zip(*rows, strict=True))))
        return flats[0], flats[1], flats[2]

    def _best_entry(self, options: Options) -> Parts:
        """Values of the best of several nodes; kept, because weapons of one family meet the same options."""
        if len(options) == 1:
            return self.entry[options[0][0]]
        found = self._best.get(options)
        if found is None:
            found = self._best[options] = self._columns(self._chosen(options, self.entry))
        return found

    def _chosen(self, options: Options, table: Sequence[Parts]) -> Parts:
        """Values of the best of several options, place by place."""
        loss_part = self.fight.loss_part
        best: Parts | None = None
        for index, loss in options:
            one, two, three = table[index]
            if loss and loss_part == 2:
                three = [value - loss for value in three]
            elif loss:
                one = [value - loss for value in one]
            best = (one, two, three) if best is None else self._better(best, (one, two, three))
        assert best is not None, "there is always somewhere to go on"
        return best

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
        self._last = 0
        self.has_brief = node.is_turn and len(self.stages) == 1 and self.width > 3 and len(self.stages[0]) > 3
        if self.has_brief:
            for row in self.stages[0]:
                row.make_brief(self.width)

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
                (one + sum(map(mul, weights, first)) + again * answer[0]) * factor,
                (two + sum(map(mul, weights, second)) + again * answer[1]) * factor,
                (three + sum(map(mul, weights, third)) + again * answer[2]) * factor,
            )
        begun = answer[0]
        waiting: Sequence[int] = range(len(rows))
        if brief:
            waiting = self._promising(brief, points, first, begun, spared)
        values = {}
        for index in waiting:
            row = rows[index]
            values[index] = (
                row.constants[points][0] + sum(map(mul, row.weights, first)) + row.again * begun
            ) / (1 - row.again * spared)
        top = max(values.values())
        least = top if self.fight.is_exact else top - TOLERANCE * abs(top) - FLOOR
        tied = [index for index, value in values.items() if value >= least]
        self._last = tied[0]
        triples = {}
        for index in tied:
            row = rows[index]
            factor = 1 / (1 - row.again * spared)
            two = row.constants[points][1] + sum(map(mul, row.weights, second)) + row.again * answer[1]
            three = row.constants[points][2] + sum(map(mul, row.weights, third)) + row.again * answer[2]
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
        value = (good.constants[points][0] + sum(map(mul, good.weights, first)) + good.again * begun) / (
            1 - good.again * spared
        )
        least = value - 2 * (TOLERANCE * abs(value) + FLOOR)  # never leave out one that may be equal
        return [
            index
            for index, row in enumerate(rows)
            if row.constants[points][0] + sum(map(mul, row.brief, brief)) + row.again * begun
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

    def __init__(self, choice: Choice, table: _Table) -> None:
        fight = table.fight
        self.again: Any = choice.again
        hits = max(len(group.chances) for group in choice.groups)
        self.weights: list[Any] = [0] * (min(hits, fight.health) * table.width)
        self.constants: list[list[Any]] = [[0, 0, 0] for _ in range(fight.health + 1)]
        for group in choice.groups:
            options = table.node.targets[group.target]
            self._count_wins(group, min((loss for _, loss in options), default=0), fight)
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
            one + sum(map(mul, self.weights, first)),
            two + sum(map(mul, self.weights, second)),
            three + sum(map(mul, self.weights, third)),
        )

"""The flat fight of one who may leave after any roll (char.daisuke.retreat-any-roll), in plain Python.

As `program`, with two more decisions: after an own roll and, where the table plays it so, after the dragon's. Both
lead to the triple ``left``. A weapon that is held back is no roll. The one loop of a round that changes nothing is
solved by policy iteration: choices and slips stay or become better, and what they are worth follows in closed form.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

from fujikoro_nb.odds.flat import Choice, FlatFight, Node
from fujikoro_nb.odds.numbers import Triple, best_of, dot
from fujikoro_nb.odds.progress import Progress

Column = Sequence[Any]
Columns = tuple[Column, Column, Column]
Options = tuple[tuple[int, Any], ...]

_ZERO = (0, 0, 0)
_END = -1
"""The stage after the last roll of a turn."""


class Staying:
    """What is asked of every solution, answered for one who stays while there is a usable weapon."""

    def at_turn(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the samurai attacks next."""
        raise NotImplementedError

    def after_dragon(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the dragon has rolled."""
        return self.at_turn(node, helmet, health)

    def better(self, value: Triple) -> Triple:
        """The better of this and leaving after an own roll."""
        return value

    def slips_after_roll(self, node: int, stage: int, helmet: int, health: int) -> bool:
        """Whether the samurai leaves after an own roll, with this still to roll in the turn; -1: with nothing."""
        return False

    def slips_after_dragon(self, node: int, helmet: int, health: int) -> bool:
        """Whether it leaves after the dragon's roll."""
        return False


class _Way(NamedTuple):
    """A choice as it stands at one place: what it is worth but for a roll that changes nothing."""

    rest: Triple
    again: Any
    then: int
    is_roll: bool


class _Policy(NamedTuple):
    """What is done at one place while nothing changes."""

    picks: tuple[int, ...]
    slips: tuple[bool, ...]
    """By stage, and last after the turn: whether the samurai leaves on coming there by a roll."""
    slips_after_dragon: bool


class SlippingSolution(Staying):
    """Answers what `SolvedFight` asks."""

    def __init__(
        self, fight: FlatFight, *, is_after_dragon: bool = True, progress: Progress | None = None
    ) -> None:
        assert fight.has_way_out, "who has nowhere to go does not slip away"
        self.fight = fight
        self._after_dragon = is_after_dragon
        self._length = fight.health * len(fight.helmets)
        self._turn: list[Columns] = []
        self._entry: list[Columns] = []
        """After the last roll of a turn, before the dragon's; of the rest of a turn, of going on. Without a slip."""
        self._rolled: list[Columns] = []
        """The same with it."""
        self._stages: list[list[list[Triple]]] = []
        self.picks: list[Sequence[int]] = []
        self._best: dict[Options, Columns] = {}
        for index, node in enumerate(fight.nodes):
            if node is None:
                self._add_left()
            else:
                self._add(node)
            if progress is not None:
                progress((index + 1) / len(fight.nodes))

    # ---- what is asked

    def place(self, helmet: int, health: int) -> int:
        """Where a helmet and a health stand, as in `Solution`."""
        return helmet * self.fight.health + self.fight.health - health

    def at_turn(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the samurai attacks next."""
        return _at(self._turn[node], self.place(helmet, health))

    def at_entry(self, node: int, helmet: int, health: int) -> Triple:
        """The value after a roll, of leaving or of going on."""
        return _at(self._rolled[node], self.place(helmet, health))

    def before_dragon(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the dragon rolls next, also without a usable weapon."""
        if self.fight.nodes[node] is not None:
            return _at(self._entry[node], self.place(helmet, health))
        spared = _added(_ZERO, self.fight.left, self.fight.helmets[helmet].spared)
        return self._answered(node, helmet, health, spared)

    def after_dragon(self, node: int, helmet: int, health: int) -> Triple:
        """The value when the dragon has rolled."""
        value = self.at_turn(node, helmet, health)
        return self.better(value) if self._after_dragon else value

    def better(self, value: Triple) -> Triple:
        """The better of this and leaving."""
        return self.fight.left if self._is_worse(value) else value

    def slips_after_roll(self, node: int, stage: int, helmet: int, health: int) -> bool:
        """Whether the samurai leaves after an own roll, with this still to roll in the turn; -1: with nothing."""
        if stage == _END:
            return self._is_worse(_at(self._entry[node], self.place(helmet, health)))
        return self._is_worse(self._stages[node][self.place(helmet, health)][stage])

    def slips_after_dragon(self, node: int, helmet: int, health: int) -> bool:
        """Whether it leaves after the dragon's roll."""
        return self._after_dragon and self._is_worse(self.at_turn(node, helmet, health))

    def _is_worse(self, value: Triple) -> bool:
        """Whether leaving is better; of two that are equal one stays."""
        return best_of([value, self.fight.left], is_exact=self.fight.is_exact) == 1

    # ---- node after node

    def _add_left(self) -> None:
        left = self.fight.left
        columns = tuple(self._column([part] * self._length) for part in left)
        self._turn.append((columns[0], columns[1], columns[2]))
        self._entry.append(self._turn[-1])
        self._rolled.append(self._turn[-1])
        self._stages.append([[left]] * self._length)
        self.picks.append(())

    def _add(self, node: Node) -> None:
        fight = self.fight
        index = len(self._turn)
        blank: list[list[Any]] = [[0] * self._length for _ in range(9)]
        turn, entry, rolled = blank[0:3], blank[3:6], blank[6:9]
        stages: list[list[Triple]] = [[] for _ in range(self._length)]
        picks: list[int] = [0] * (self._length * len(node.stages))
        self._turn.append((turn[0], turn[1], turn[2]))
        self._entry.append((entry[0], entry[1], entry[2]))
        self._rolled.append((rolled[0], rolled[1], rolled[2]))
        # What the stages are worth by place, for rolls that hit and break nothing.
        beyond: list[tuple[list[Any], list[Any], list[Any]]] = [
            ([0] * self._length, [0] * self._length, [0] * self._length) for _ in node.stages
        ]
        targets = [self._target(options) for options in node.targets]
        for helmet in range(len(fight.helmets)):
            for health in range(1, fight.health + 1):
                place = self.place(helmet, health)
                ways = [
                    [self._way(node, choice, place, health, beyond, targets) for choice in stage]
                    for stage in node.stages
                ]
                answer = self._answered(index, helmet, health, _ZERO) if node.is_turn else _ZERO
                values, end, chosen = self._settled(node, ways, answer, helmet, place)
                stages[place] = values
                picks[place * len(values) : (place + 1) * len(values)] = chosen
                gone = self.better(end)
                for part in range(3):
                    turn[part][place], entry[part][place] = values[0][part], end[part]
                    rolled[part][place] = gone[part]
                for stage, value in enumerate(values):
                    for part, one in enumerate(self.better(value)):
                        beyond[stage][part][place] = one
        for columns in (self._turn, self._entry, self._rolled):
            first, second, third = map(self._column, columns[-1])
            columns[-1] = first, second, third
        self._stages.append(stages)
        self.picks.append(picks)

    def _column(self, values: Any) -> Column:
        return values if self.fight.is_exact else array("d", values)

    def _target(self, options: Options) -> Columns | None:
        """Values of the best of several nodes after a roll, at every place."""
        if not options:
            return None
        found = self._best.get(options)
        if found is None:
            columns: list[list[Any]] = [[], [], []]
            for place in range(self._length):
                values = [self._less(_at(self._rolled[node], place), loss) for node, loss in options]
                for column, part in zip(columns, values[self._best_of(values)], strict=True):
                    column.append(part)
            one, two, three = map(self._column, columns)
            found = self._best[options] = one, two, three
        return found

    def _way(
        self,
        node: Node,
        choice: Choice,
        place: int,
        health: int,
        beyond: Sequence[Columns],
        targets: Sequence[Columns | None],
    ) -> _Way:
        """A choice here. Hits lead to healths below, which stand behind this place."""
        end = self._rolled[-1 if node.is_turn else node.owner]
        rest: list[Any] = [0, 0, 0]
        for group in choice.groups:
            chances = group.chances
            beaten = sum(chances[health:])
            if group.target:
                columns, first = targets[group.target], 0
                least = min(loss for _, loss in node.targets[group.target]) if beaten else 0
            else:
                columns, first, least = (end if choice.then < 0 else beyond[choice.then]), 1, 0
            assert columns is not None, "a breakage leads somewhere"
            won = self._less(self.fight.win, least) if beaten else _ZERO
            for part in range(3):
                values = columns[part][place + first : place + min(health, len(chances))]
                rest[part] += dot(chances[first : first + len(values)], values) + beaten * won[part]
        return _Way((rest[0], rest[1], rest[2]), choice.again, choice.then, is_roll=any(choice.dice))

    def _answered(self, node: int, helmet: int, health: int, spared: Triple) -> Triple:
        """The dragon's roll; ``spared``: the part of a roll that does not hit."""
        answer = self.fight.helmets[helmet]
        value = _added(spared, self._less(self.fight.knocked_out, answer.loss), answer.knocked_out)
        for chance, options in answer.options:
            values = [self._less(self.after_dragon(node, worn, health), loss) for worn, loss in options]
            value = _added(value, values[self._best_of(values)], chance)
        return value

    # ---- the round that changes nothing

    def _settled(
        self, node: Node, ways: Sequence[Sequence[_Way]], answer: Triple, helmet: int, place: int
    ) -> tuple[list[Triple], Triple, list[int]]:
        """Values of all stages, of the end of the turn, and the choices."""
        if not node.is_turn:
            return self._rest(ways, _at(self._entry[node.owner], place))
        spared = self.fight.helmets[helmet].spared
        policy = _Policy((0,) * len(ways), (False,) * (len(ways) + 1), slips_after_dragon=False)
        while True:
            values, end = self._worth(ways, policy, answer, spared)
            better = self._improved(ways, policy, values, end)
            if better == policy:
                return values, end, list(policy.picks)
            policy = better

    def _rest(self, ways: Sequence[Sequence[_Way]], end: Triple) -> tuple[list[Triple], Triple, list[int]]:
        """Of the rest of a turn: nothing leads back."""
        values: list[Triple] = [_ZERO] * len(ways)
        picks = [0] * len(ways)
        for stage in range(len(ways) - 1, -1, -1):
            every = [self._worth_of(way, values, end) for way in ways[stage]]
            picks[stage] = self._best_of(every)
            values[stage] = every[picks[stage]]
        return values, values[0], picks

    def _worth_of(self, way: _Way, values: Sequence[Triple], end: Triple) -> Triple:
        """A choice, with what follows where nothing changes; only who has rolled may leave then."""
        then = end if way.then == _END else values[way.then]
        return _added(way.rest, self.better(then) if way.is_roll else then, way.again)

    def _worth(
        self, ways: Sequence[Sequence[_Way]], policy: _Policy, answer: Triple, spared: Any
    ) -> tuple[list[Triple], Triple]:
        """What a policy is worth: every value is a number and so many times that of the turn's beginning."""
        left = self.fight.left
        end = (_added(answer, left, spared), 0) if policy.slips_after_dragon else (answer, spared)
        forms: list[tuple[Triple, Any]] = [end] * len(ways)
        for stage in range(len(ways) - 1, -1, -1):
            way = ways[stage][policy.picks[stage]]
            then = end if way.then == _END else forms[way.then]
            if way.is_roll and policy.slips[way.then]:
                then = left, 0
            forms[stage] = _added(way.rest, then[0], way.again), way.again * then[1]
        (one, two, three), back = forms[0]
        rest = 1 - back
        turn = one / rest, two / rest, three / rest
        return [_added(form, turn, share) for form, share in forms], _added(end[0], turn, end[1])

    def _improved(
        self, ways: Sequence[Sequence[_Way]], policy: _Policy, values: Sequence[Triple], end: Triple
    ) -> _Policy:
        """The best choices against these values; what is as good as before stays."""
        picks = []
        for stage, pick in enumerate(policy.picks):
            every = [self._worth_of(way, values, end) for way in ways[stage]]
            order = [pick, *(index for index in range(len(every)) if index != pick)]
            picks.append(order[self._best_of([every[index] for index in order])])
        slips = [self._is_worse(value) for value in (*values, end)]
        goes = self._after_dragon and self._is_worse(values[0])
        return _Policy(tuple(picks), tuple(slips), goes)

    # ---- numbers

    def _less(self, value: Triple, loss: Any) -> Triple:
        if not loss:
            return value
        parts: list[Any] = list(value)
        parts[self.fight.loss_part] -= loss
        return parts[0], parts[1], parts[2]

    def _best_of(self, values: Sequence[Triple]) -> int:
        return best_of(values, is_exact=self.fight.is_exact)


def _at(columns: Columns, place: int) -> Triple:
    one, two, three = (column[place] for column in columns)
    return one, two, three


def _added(value: Triple, other: Triple, share: Any) -> Triple:
    one, two, three = (mine + share * theirs for mine, theirs in zip(value, other, strict=True))
    return one, two, three

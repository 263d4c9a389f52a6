"""From weapons, helmet, dice and goal to the flat fight."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from fujikoro_nb.odds.dicetable import NO_BREAKS, Breaks, DiceTable, DiceVector, Weights
from fujikoro_nb.odds.fight import Aim, Outcome
from fujikoro_nb.odds.flat import Answer, Choice, FlatFight, Group, Node
from fujikoro_nb.odds.helmets import Armour
from fujikoro_nb.odds.numbers import Number, Ratio, float_of, fraction_of
from fujikoro_nb.odds.progress import Progress
from fujikoro_nb.odds.weapon_states import Class, Losses, Plan, Rest, Roll
from fujikoro_nb.odds.weapons import Arms

Options = tuple[tuple[int, Number], ...]


def flat_fight(
    arms: Arms,
    armour: Armour,
    table: DiceTable,
    foe_hits: Weights,
    *,
    health: int,
    aim: Aim,
    all_dice: bool = False,
    is_exact: bool = False,
    has_way_out: bool = True,
    progress: Progress | None = None,
) -> FlatFight:
    """The flat fight of all nodes and helmets found so far."""
    ratio = fraction_of if is_exact else float_of
    maker = Maker(table, aim, ratio, all_dice=all_dice)
    zero, one = ratio(0, 1), ratio(1, 1)
    nodes: list[Node | None] = []
    for node in arms.nodes:
        nodes.append(maker.node(node) if node else None)
        if progress is not None:
            progress(len(nodes) / len(arms.nodes))
    return FlatFight(
        health=health,
        nodes=tuple(nodes),
        helmets=tuple(maker.answers(armour, foe_hits)),
        win=aim.triple(Outcome(one, one, zero)),
        left=aim.triple(Outcome(zero, one, zero)),
        knocked_out=aim.triple(Outcome(zero, zero, zero)),
        loss_part=aim.loss_part,
        is_exact=is_exact,
        has_way_out=has_way_out,
    )


class Maker:
    """Makes nodes and answers, with one kind of numbers."""

    def __init__(self, table: DiceTable, aim: Aim, ratio: Ratio, *, all_dice: bool) -> None:
        self._table, self._aim, self.ratio, self._all_dice = table, aim, ratio, all_dice
        self._chances: dict[tuple[DiceVector, tuple[Breaks, ...]], tuple[Number, ...]] = {}
        self._losses: dict[Losses, Number] = {}

    def node(self, node: Class | Rest) -> Node:
        """One node with all its stages."""
        plans: list[Plan] = []
        _listed(node.plan, plans)
        # A plan may be reached in two orders; equal ones are one stage.
        stage_of = {plan: index for index, plan in enumerate(plans)}
        targets: list[Options] = [()]
        target_of: dict[Options, int] = {}
        stages = []
        for plan in plans:
            choices: list[Choice] = []
            for weapon, roll in enumerate(plan.rolls):
                by_breaks = {}
                for breaks, options in roll.options:
                    reduced = self.reduced(options)
                    if reduced not in target_of:
                        target_of[reduced] = len(targets)
                        targets.append(reduced)
                    by_breaks[breaks] = target_of[reduced]
                then = -1 if roll.then is None else stage_of[roll.then]
                choices += (self._choice(weapon, dice, by_breaks, then) for dice in self._dice(roll))
            stages.append(tuple(choices))
        owner = node.owner if isinstance(node, Rest) else node.node
        return Node(isinstance(node, Class), owner, tuple(stages), tuple(targets))

    def answers(self, armour: Armour, hits: tuple[int, ...]) -> Iterable[Answer]:
        """The dragon's roll against each class of helmets."""
        total = sum(hits)
        for helmet in armour.classes:
            grouped: dict[Options, int] = {}
            for points, options in enumerate(helmet.answers, 1):
                if points < len(hits):
                    reduced = armour.undominated(self.reduced(options))
                    grouped[reduced] = grouped.get(reduced, 0) + hits[points]
            yield Answer(
                spared=self.ratio(hits[0], total),
                knocked_out=self.ratio(sum(hits[helmet.absorbs + 1 :]), total),
                loss=self._loss(helmet.losses),
                options=tuple(
                    (self.ratio(chance, total), options) for options, chance in grouped.items() if chance
                ),
            )

    def reduced(self, options: tuple[tuple[int, Losses], ...]) -> Options:
        """Each node once, with its least loss."""
        best: dict[int, Number] = {}
        for node, losses in options:
            loss = self._loss(losses)
            if node not in best or loss < best[node]:
                best[node] = loss
        return tuple(sorted(best.items()))

    def _loss(self, losses: Losses) -> Number:
        found = self._losses.get(losses)
        if found is None:
            found = self._losses[losses] = self.ratio(self._aim.worth.of(losses), 1)
        return found

    def _dice(self, roll: Roll) -> Iterable[DiceVector]:
        """All dice first, then fewer and fewer (combat.attack.fewer)."""
        if self._all_dice:
            return [roll.dice]
        wood, metal, tooth, magic = (range(count, -1, -1) for count in roll.dice)
        return sorted(product(wood, metal, tooth, magic), key=lambda dice: -sum(dice))

    def _choice(self, weapon: int, dice: DiceVector, by_breaks: dict[Breaks, int], then: int) -> Choice:
        rolled = self._table.roll(dice)
        breaks_of: dict[int, list[Breaks]] = {}
        for breaks in rolled:
            breaks_of.setdefault(by_breaks[breaks] if breaks != NO_BREAKS else 0, []).append(breaks)
        groups = tuple(
            Group(target, self._chances_of(dice, tuple(breaks))) for target, breaks in breaks_of.items()
        )
        nothing = rolled.get(NO_BREAKS, (0,))[0]
        return Choice(weapon, dice, groups, then, self.ratio(nothing, 6 ** sum(dice)))

    def _chances_of(self, dice: DiceVector, breaks: tuple[Breaks, ...]) -> tuple[Number, ...]:
        """Chances of 0, 1, 2, ... hits together with one of these breakages."""
        key = (dice, breaks)
        found = self._chances.get(key)
        if found is None:
            rolled = self._table.roll(dice)
            rows = [rolled[one] for one in breaks]
            length = max(map(len, rows))
            weights = [sum(row[hits] for row in rows if hits < len(row)) for hits in range(length)]
            total = 6 ** sum(dice)
            if self.ratio is float_of:
                found = tuple(weight / total for weight in weights)
            else:
                found = tuple(Fraction(weight, total) for weight in weights)
            self._chances[key] = found
        return found


def _listed(plan: Plan, plans: list[Plan]) -> None:
    """The plan and what may be left of it, each before what it leads to."""
    waiting = [plan]
    while waiting:
        one = waiting.pop(0)
        if one in plans:
            plans.remove(one)
        plans.append(one)
        waiting += [roll.then for roll in one.rolls if roll.then is not None]

"""The best answer to any question of a solved fight, and what every other answer costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cmp_to_key
from typing import Any, Protocol

from fujikoro_nb.engine.fujikoro.asked.fight import (
    LoseCubes,
    PayDamage,
    RepairWeapon,
    Retreat,
    RollDice,
    Stay,
)
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.grid import Cell, Mask, pieces
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.odds._accelerate import SolvedFight
from fujikoro_nb.odds.fight import DRAGON, SAMURAI, Aim, Foe, Goal, OddsError, Samurai
from fujikoro_nb.odds.flat import Choice, Node
from fujikoro_nb.odds.flatten import Maker
from fujikoro_nb.odds.helmets import Armour, HelmetState
from fujikoro_nb.odds.numbers import Triple, best_of
from fujikoro_nb.odds.situation import (
    PAY,
    PLACE,
    ROLL,
    SLIP,
    WITHDRAW,
    Alternative,
    Decision,
    FightChoice,
    Situation,
)
from fujikoro_nb.odds.weapon_states import SANDALS, SANDALS_SHIFT, Class, Losses, State, choices_of
from fujikoro_nb.odds.weapons import Arms

Valued = tuple[FightChoice, Triple]


class Solved(Protocol):
    """The parts and the solution of a fight of one samurai against one dragon."""

    samurai: Samurai
    foe: Foe
    faces: Mapping[str, Die]
    aim: Aim
    first: str
    arms: Arms
    armour: Armour
    solution: SolvedFight

    def value(
        self,
        weapons: State,
        helmet: HelmetState,
        health: int,
        *,
        first: str = SAMURAI,
        is_after_dragon: bool = False,
    ) -> Triple:
        """What a state is worth to whoever plays on as well as possible."""
        ...


class Adviser:
    """Values of answers. Values of states come from the solution; only the question's own step is computed here."""

    def __init__(self, odds: Solved, maker: Maker) -> None:
        self._odds, self._maker = odds, maker
        self._rests: dict[tuple[State, tuple[Mask, ...], HelmetState, int], Triple] = {}
        self._nodes: dict[tuple[State, tuple[Mask, ...]], Node] = {}

    def decide(self, situation: Situation) -> Decision:
        """The answers, the best first. Raises OddsError for a state that this fight cannot reach."""
        fight = self._odds.solution.fight
        lowest = 1 if situation.asks in (ROLL, WITHDRAW, PAY, SLIP) else situation.health
        if not lowest <= situation.health <= fight.health:
            raise OddsError("state-health", health=situation.health, max=fight.health)
        valued = list(self._valued(situation))
        if not valued:
            raise OddsError("state-unknown")
        valued.sort(key=cmp_to_key(self._order))
        best: Any = valued[0][1][0]
        scale = 1 if self._odds.aim.goal == Goal.POINTS else 100
        alternatives = (
            Alternative(answer, self._odds.aim.outcome(value), (best - value[0]) * scale)
            for answer, value in valued
        )
        return Decision(situation.asks, tuple(alternatives))

    def _order(self, first: Valued, second: Valued) -> int:
        """The better value first; equal ones stay in the order in which they were made."""
        is_exact = self._odds.solution.fight.is_exact
        if best_of([first[1], second[1]], is_exact=is_exact) == 1:
            return 1
        return -1 if best_of([second[1], first[1]], is_exact=is_exact) == 1 else 0

    def _valued(self, at: Situation) -> Iterable[Valued]:
        helmet = HelmetState(at.gear.helmet.occupied, at.gear.helmet_magic)
        self._odds.armour.known(helmet)  # raises KeyError
        if at.asks == PAY:
            return self._payments(at, helmet)
        before = at.before if at.before is not None else at.gear
        state = self.state_of(before)
        if at.asks != PLACE:  # there the green cube is in the hand
            self._odds.arms.check(state)
        match at.asks:
            case "roll-dice":
                return self._rolls(self.state_of(at.gear), at.parts, helmet, at.health)
            case "lose-cubes":
                return self._losses(at, state, helmet)
            case "repair":
                return self._repairs(at, state, helmet)
            case "place-magic":
                return self._places(at, helmet)
            case "slip-away":
                return self._slips(at, helmet)
            case _:
                return self._withdrawals(helmet, at.health)

    # ---- one question each

    def _rolls(
        self, state: State, parts: tuple[str, ...] | None, helmet: HelmetState, health: int
    ) -> Iterable[Valued]:
        usable = self._odds.arms.usable(state)
        pending = tuple(part for part, cells, _ in usable if parts is None or self._part(cells) in parts)
        if not pending:
            return
        node = self._node(state, pending)
        names = {part: self._part(cells) for part, cells, _ in usable}
        for choice in node.stages[0]:
            value = self._choice_value(node, choice, state, pending, helmet, health)
            wood, metal, tooth, magic = choice.dice
            yield RollDice(names[pending[choice.weapon]], wood, metal, tooth, magic), value

    def _losses(self, at: Situation, state: State, helmet: HelmetState) -> Iterable[Valued]:
        arms = self._odds.arms
        part = self._mask(state, at.rolling)
        shift = SANDALS_SHIFT if at.rolling == "sandals" else 0
        for lost in choices_of(state.cells & part, arms.planes, at.broken):
            values = [self._after(state, after, at, helmet) for after in arms.after_loss(state, lost, part)]
            yield (
                LoseCubes(lost >> shift),
                values[best_of(values, is_exact=self._odds.solution.fight.is_exact)],
            )

    def _repairs(self, at: Situation, state: State, helmet: HelmetState) -> Iterable[Valued]:
        arms = self._odds.arms
        part = self._mask(state, at.rolling)
        there = self.state_of(at.gear).cells
        by_rest: dict[Mask, list[Triple]] = {}
        for after in arms.after_loss(state, state.cells & ~there, part):
            by_rest.setdefault(after.cells, []).append(self._after(state, after, at, helmet))
        for rest, values in by_rest.items():
            index = best_of(values, is_exact=self._odds.solution.fight.is_exact)
            yield RepairWeapon(there & ~rest), values[index]

    def _places(self, at: Situation, helmet: HelmetState) -> Iterable[Valued]:
        bare = self.state_of(at.gear)
        for place in at.places:
            after = State(bare.cells, place, bare.has_sandals_magic)
            weapon = next(piece for piece in pieces(at.gear.weapon.occupied) if piece >> place & 1)
            yield PlaceMagic(self._part(weapon)), self._after(after, after, at, helmet)

    def _withdrawals(self, helmet: HelmetState, health: int) -> Iterable[Valued]:
        odds = self._odds
        if not odds.solution.fight.has_way_out:
            yield Stay(), odds.solution.before_dragon(0, odds.armour.known(helmet), health)
            return
        yield Retreat(), odds.solution.fight.left
        if odds.samurai.rulings.reading("combat.retreat.optional") != "must":
            yield Stay(), odds.solution.before_dragon(0, odds.armour.known(helmet), health)

    def _slips(self, at: Situation, helmet: HelmetState) -> Iterable[Valued]:
        """After the dragon's roll no ``parts`` are told, after an own one those that are still to roll."""
        odds, state = self._odds, self.state_of(at.gear)
        yield Retreat(), odds.solution.fight.left
        if at.parts is None:
            yield Stay(), odds.value(state, helmet, at.health)
        else:
            pending = tuple(
                part for part, cells, _ in odds.arms.usable(state) if self._part(cells) in at.parts
            )
            yield Stay(), self._onward(state, pending, helmet, at.health)

    def _payments(self, at: Situation, helmet: HelmetState) -> Iterable[Valued]:
        odds = self._odds
        weapons = self.state_of(at.gear)
        kept = odds.armour.kept(helmet)
        found = False
        for cells, is_magic_paid, left in odds.armour.every_payment(helmet, at.damage):
            found = True
            value = odds.value(weapons, left, at.health, is_after_dragon=True)
            yield PayDamage(cells, is_magic_paid), self._less(value, kept, odds.armour.kept(left))
        if not found:
            value = self._less(odds.solution.fight.knocked_out, kept, (0, 0, 0, 0))
            yield PayDamage(helmet.cells, helmet.has_magic), value

    # ---- values

    def _after(self, before: State, after: State, at: Situation, helmet: HelmetState) -> Triple:
        """After a roll is done with; losses counted from ``before``."""
        parts = at.parts or ()
        usable = self._odds.arms.usable(after)
        pending = tuple(part for part, cells, _ in usable if self._part(cells) in parts)
        value = self._rest(after, pending, helmet, at.health)
        return self._less(value, self._odds.arms.kept(before), self._odds.arms.kept(after))

    def _rest(self, state: State, pending: tuple[Mask, ...], helmet: HelmetState, health: int) -> Triple:
        """The rest of an attack turn after a roll, of leaving or of going on."""
        value = self._onward(state, pending, helmet, health)
        return self._odds.solution.better(value) if health > 0 else value

    def _onward(self, state: State, pending: tuple[Mask, ...], helmet: HelmetState, health: int) -> Triple:
        """The rest of an attack turn for one who goes on."""
        fight = self._odds.solution.fight
        if health <= 0:
            return fight.win
        if not pending:
            if not self._odds.arms.usable(state):
                return fight.unarmed(self._odds.armour.known(helmet)) if not fight.has_way_out else fight.left
            return self._odds.value(state, helmet, health, first=DRAGON)
        key = (state, pending, helmet, health)
        found = self._rests.get(key)
        if found is None:
            node = self._node(state, pending)
            values = [
                self._choice_value(node, choice, state, pending, helmet, health) for choice in node.stages[0]
            ]
            found = self._rests[key] = values[best_of(values, is_exact=fight.is_exact)]
        return found

    def _choice_value(
        self,
        node: Node,
        choice: Choice,
        state: State,
        pending: tuple[Mask, ...],
        helmet: HelmetState,
        health: int,
    ) -> Triple:
        """Roll these dice now and play well afterwards."""
        solution = self._odds.solution
        fight = solution.fight
        worn = self._odds.armour.known(helmet)
        others = tuple(part for index, part in enumerate(pending) if index != choice.weapon)
        rest = self._rest if any(choice.dice) else self._onward
        total: list[Any] = [0, 0, 0]
        for group in choice.groups:
            options = node.targets[group.target]
            for hits, chance in enumerate(group.chances):
                if not chance:
                    continue
                if not group.target:
                    value = rest(state, others, helmet, health - hits)
                elif hits >= health:
                    value = self._minus(fight.win, min(loss for _, loss in options))
                else:
                    values = [
                        self._minus(solution.at_entry(one, worn, health - hits), loss)
                        for one, loss in options
                    ]
                    value = values[best_of(values, is_exact=fight.is_exact)]
                for part in range(3):
                    total[part] += chance * value[part]
        return total[0], total[1], total[2]

    def _minus(self, value: Triple, loss: Any) -> Triple:
        parts: list[Any] = list(value)
        parts[self._odds.solution.fight.loss_part] -= loss
        return parts[0], parts[1], parts[2]

    def _less(self, value: Triple, before: Losses, after: Losses) -> Triple:
        lost = [one - other for one, other in zip(before, after, strict=True)]
        return self._minus(value, self._maker.ratio(self._odds.aim.worth.of(lost), 1))

    def _node(self, state: State, pending: tuple[Mask, ...]) -> Node:
        key = (state, pending)
        if key not in self._nodes:
            plan = self._odds.arms.plan(state, pending)
            self._nodes[key] = self._maker.node(Class(0, plan))
        return self._nodes[key]

    # ---- gear and states

    def state_of(self, gear: Gear) -> State:
        """Weapons of some gear."""
        limits = self._odds.samurai.limits
        worn = gear.sandals.occupied << SANDALS_SHIFT if limits.are_sandals_a_weapon else 0
        magic: Cell = -1 if gear.weapon_magic is None else gear.weapon_magic
        return State(gear.weapon.occupied | worn, magic, bool(worn) and gear.sandals_magic)

    def _part(self, cells: Mask) -> str:
        """The engine's name of where a weapon lies."""
        area = self._odds.samurai.limits.weapon
        if cells & SANDALS:
            return "sandals"
        return (
            "both" if cells & area.left and cells & area.right else "left" if cells & area.left else "right"
        )

    def _mask(self, state: State, name: str) -> Mask:
        for part, cells, _ in self._odds.arms.usable(state):
            if self._part(cells) == name:
                return part
        raise OddsError("weapon-rolled")

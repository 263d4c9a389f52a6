"""`solve`: the best play of one samurai against a dragon, and every number that follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.kernel import cites
from fujikoro_nb.odds._accelerate import SolvedFight, accelerated
from fujikoro_nb.odds.decide import Adviser
from fujikoro_nb.odds.dicetable import DiceTable
from fujikoro_nb.odds.distribution import Distributions, distributions
from fujikoro_nb.odds.fight import (
    DRAGON,
    MAX_BYTES,
    MAX_STATES,
    SAMURAI,
    Aim,
    First,
    Foe,
    Goal,
    OddsError,
    Outcome,
    Samurai,
    Worth,
    checked_faces,
    may_leave,
    played_for,
    who_is_first,
)
from fujikoro_nb.odds.flat import FlatFight
from fujikoro_nb.odds.flatten import Maker, flat_fight
from fujikoro_nb.odds.helmets import Armour, HelmetState
from fujikoro_nb.odds.hero import Monk, check_monk, without_monk
from fujikoro_nb.odds.numbers import Number, Triple, best_of, float_of, fraction_of
from fujikoro_nb.odds.program import Solution
from fujikoro_nb.odds.progress import Progress, part_of, step_of
from fujikoro_nb.odds.situation import ROLL, WITHDRAW, Decision, Situation
from fujikoro_nb.odds.slipping import SlippingSolution
from fujikoro_nb.odds.weapon_states import State, TooManyStates
from fujikoro_nb.odds.weapons import LAID_OUT, Arms

_FLAT = 0.15
"""Share of the work, as reported, until values are computed."""


_LISTED = 4
"""By how much lists of triples are larger than columns (`SlippingSolution`)."""


class FightOdds:
    """The solved fight: the numbers of its start, and the values of all its states.

    ``method``, ``policy`` and ``error`` are keys of sentences in table ``odds``.
    """

    method = "method-exact"
    hero: Monk | None = None
    """The monk that was sent."""
    hero_value: Triple | None = None

    def __init__(
        self,
        samurai: Samurai,
        foe: Foe,
        faces: Mapping[str, Die],
        aim: Aim,
        first: str,
        arms: Arms,
        armour: Armour,
        solution: SolvedFight,
        *,
        all_dice: bool,
    ) -> None:
        self.samurai, self.foe, self.faces, self.aim, self.first = samurai, foe, faces, aim, first
        self.arms, self.armour, self.solution, self.all_dice = arms, armour, solution, all_dice
        self.policy = f"policy-{played_for(aim.goal, foe)}-{'all' if all_dice else 'free'}"
        self.error = "error-none" if solution.fight.is_exact else "error-rounding"

    # ---- numbers of the start

    @property
    def outcome(self) -> Outcome:
        """Chances and expected loss from the start, a monk's die included."""
        return self.aim.outcome(self.start if self.hero_value is None else self.hero_value)

    @property
    def start(self) -> Triple:
        """The value of the start in the order of the goal, after a monk."""
        return self.start_at(self.foe.health)

    def start_at(self, health: int) -> Triple:
        """The same against a dragon with less health left."""
        return self.value(self.arms.start, self.armour.start, health, first=self.first)

    @property
    def win(self) -> Number:
        """Chance that the dragon falls."""
        return self.outcome.win

    @property
    def conscious(self) -> Number:
        """Chance to end on one's feet: by the win or by leaving."""
        return self.outcome.conscious

    @property
    def retreat(self) -> Number:
        """Chance to leave."""
        return self.outcome.retreat

    @property
    def knocked_out(self) -> Number:
        """Chance to end unconscious."""
        return self.outcome.knocked_out

    def at(self, health: int, *, first: str | None = None) -> Outcome:
        """The same against a dragon with less health left, and with either of the two first."""
        if not 1 <= health <= self.solution.fight.health:
            raise OddsError("state-health", health=health, max=self.solution.fight.health)
        return self.aim.outcome(
            self.value(self.arms.start, self.armour.start, health, first=first or self.first)
        )

    @cached_property
    def distributions(self) -> Distributions:
        """How long the fight lasts and how it ends (after a monk, at full health); computed when first asked for."""
        return distributions(self)

    # ---- decisions

    @cached_property
    def decision(self) -> Decision:
        """What to roll on the first attack turn with everything still there, or whether to leave."""
        asks = ROLL if self.arms.usable(self.arms.start) else WITHDRAW
        return self.decide(Situation(asks, self.samurai.gear, self.foe.health))

    def decide(self, situation: Situation) -> Decision:
        """The best answer to any question of this fight, and what the others cost.

        Raises OddsError for a situation that this fight cannot reach.
        """
        try:
            return self._adviser.decide(situation)
        except KeyError:
            raise OddsError("state-unknown") from None

    @cached_property
    def _adviser(self) -> Adviser:
        ratio = fraction_of if self.solution.fight.is_exact else float_of
        return Adviser(self, Maker(DiceTable(self.faces), self.aim, ratio, all_dice=self.all_dice))

    # ---- values of states

    def value(
        self,
        weapons: State,
        helmet: HelmetState,
        health: int,
        *,
        first: str = SAMURAI,
        is_after_dragon: bool = False,
    ) -> Triple:
        """The value of any state in the order of the goal, losses counted from that state on.

        ``is_after_dragon``: it has just rolled, so that who may leave after any roll may do so now.
        """
        node, worn = self._numbers(weapons, helmet)
        if is_after_dragon:
            return self.solution.after_dragon(node, worn, health)
        if first == DRAGON:
            return self.solution.before_dragon(node, worn, health)
        return self.solution.at_turn(node, worn, health)

    def _numbers(self, weapons: State, helmet: HelmetState) -> tuple[int, int]:
        """Node and helmet class of a state that was met when the fight was laid out."""
        try:
            return self.arms.known(weapons), self.armour.known(helmet)
        except KeyError:
            raise OddsError("state-unknown") from None


def arms_of(samurai: Samurai, *, max_nodes: int = 200_000, progress: Progress | None = None) -> Arms:
    """The samurai's weapons as the solver wants them."""
    patterns, is_owned = samurai.deciding(GearKind.WEAPON)
    sandals_patterns, are_sandals_owned = samurai.deciding(GearKind.SANDALS)
    return Arms(
        samurai.gear,
        samurai.limits,
        is_unlocked=samurai.is_unlocked,
        patterns=patterns,
        is_owned=is_owned,
        sandals_patterns=sandals_patterns,
        are_sandals_owned=are_sandals_owned,
        rulings=samurai.rulings,
        max_nodes=max_nodes,
        progress=progress,
    )


def armour_of(samurai: Samurai, most_hits: int, aim: Aim, *, can_prune: bool) -> Armour:
    """The samurai's helmet as the solver wants it."""
    patterns, is_owned = samurai.deciding(GearKind.HELMET)
    return Armour(
        samurai.gear,
        most_hits=most_hits,
        patterns=patterns,
        is_owned=is_owned,
        can_be_magical=samurai.limits.can_helmet_be_magical,
        rulings=samurai.rulings,
        worth=aim.worth,
        can_prune=can_prune,
    )


@cites("combat.end", "combat.retreat.when", "combat.retreat.optional", "combat.attack.fewer")
def solve(
    samurai: Samurai,
    foe: Foe,
    faces: Mapping[str, Die],
    *,
    goal: Goal | str = Goal.WIN,
    worth: Worth | None = None,
    first: First | None = None,
    monk: Monk | None = None,
    all_dice: bool = False,
    is_exact: bool = False,
    has_way_out: bool | None = None,
    progress: Progress | None = None,
) -> FightOdds:
    """Solve a fight exactly. ``faces``: dice by letter; ``first`` overrides the initiative; ``worth`` by default
    one, two, three for wood, metal, tooth, nothing for magic, and the dragon's points.

    ``monk`` is sent before (combat.hero): its die is part of the odds, decisions are those after it, at full health.
    ``has_way_out``: whether there is a space to retreat to; by default as the table's readings have it.
    ``all_dice`` rolls all dice of each weapon always. ``is_exact`` computes with fractions (slow). ``progress`` is
    called with the share done and may raise to cancel. Raises Illegal for gear that no board can hold and OddsError
    for a foe, dice or a size that cannot be solved.
    """
    samurai.checked()
    foe.checked()
    checked_faces(faces, foe.die)
    aim = Aim(Goal(goal), worth or Worth(points=foe.reward))
    if has_way_out is None:
        has_way_out = may_leave(foe, samurai.rulings)
    if monk is None:
        start = first or who_is_first(samurai, foe)
        return solve_checked(
            samurai,
            foe,
            faces,
            aim,
            start,
            all_dice=all_dice,
            is_exact=is_exact,
            has_way_out=has_way_out,
            progress=progress,
        )
    check_monk(samurai, foe, monk)
    afters = list(without_monk(samurai, monk))
    fights = [
        solve_checked(
            after,
            foe,
            faces,
            aim,
            first or who_is_first(after, foe, has_sent_monk=True),
            all_dice=all_dice,
            is_exact=is_exact,
            has_way_out=has_way_out,
            progress=step_of(progress, index, len(afters)),
        )
        for index, after in enumerate(afters)
    ]
    odds = fights[best_of([fight.start for fight in fights], is_exact=is_exact)]
    odds.hero = monk
    odds.hero_value = _with_monk(samurai, foe, faces, monk, fights)
    return odds


@cites("combat.hero.roll", "combat.hero.no-break", "combat.hero.kill")
def _with_monk(
    samurai: Samurai, foe: Foe, faces: Mapping[str, Die], monk: Monk, fights: Sequence[FightOdds]
) -> Triple:
    """The mean over the monk's die; losses counted from before it was sent, of gear only."""
    fight = fights[0].solution.fight
    ratio = fraction_of if fight.is_exact else float_of
    hits = [face.hits for face in faces[monk.cube].faces] if monk.cube is not None else [0] * 6
    whole = kept_of(samurai)
    total: list[Any] = [0, 0, 0]
    for struck in hits:
        values = []
        for odds in fights:
            value = list(fight.win if struck >= foe.health else odds.start_at(foe.health - struck))
            lost = [one - other for one, other in zip(whole, kept_of(odds.samurai), strict=True)]
            value[fight.loss_part] -= ratio(odds.aim.worth.of(lost), 1)
            values.append(value)
        best = values[best_of(values, is_exact=fight.is_exact)]
        for part in range(3):
            total[part] += best[part] * ratio(1, 6)
    return total[0], total[1], total[2]


def kept_of(samurai: Samurai) -> tuple[int, int, int, int]:
    """Wood, metal, tooth and magic cubes of weapons and helmet that a fight may cost."""
    arms, armour = arms_of(samurai), armour_of(samurai, 0, Aim(), can_prune=False)
    one, two, three, four = map(sum, zip(arms.kept(arms.start), armour.kept(armour.start), strict=True))
    return one, two, three, four


def solve_checked(
    samurai: Samurai,
    foe: Foe,
    faces: Mapping[str, Die],
    aim: Aim,
    first: str,
    *,
    all_dice: bool = False,
    is_exact: bool = False,
    most_hits: int = 0,
    has_way_out: bool = True,
    progress: Progress | None = None,
) -> FightOdds:
    """`solve` for what was checked before. ``most_hits``: lay out the helmet also for more hits than the dragon's."""
    table = DiceTable(faces)
    hits = table.hits(foe.die, foe.dice)
    # See Armour: surviving must never be worse than being knocked out.
    can_prune = hits[0] > 0 and (aim.goal != Goal.POINTS or not all_dice)
    arms = arms_of(samurai, progress=part_of(progress, 0.0, LAID_OUT))
    armour = armour_of(samurai, max(len(hits) - 1, most_hits), aim, can_prune=can_prune)
    slips = has_way_out and _would_slip(samurai, faces, aim)
    try:
        if (
            not is_exact and has_way_out and not slips
        ):  # the kernel lets everybody leave, and nobody slip away
            fast = accelerated(
                arms,
                armour,
                Maker(table, aim, float_of, all_dice=all_dice),
                faces,
                hits,
                health=foe.health,
                aim=aim,
                all_dice=all_dice,
                max_states=MAX_STATES,
                progress=progress,
            )
            if fast is not None:
                return FightOdds(samurai, foe, faces, aim, first, *fast, all_dice=all_dice)
        arms.class_of(arms.start)
    except TooManyStates:
        raise OddsError("too-large", max=MAX_BYTES // 10**6) from None
    arms.settle()
    arms.forget()
    armour.class_of(armour.start)
    fight: FlatFight = flat_fight(
        arms,
        armour,
        table,
        hits,
        health=foe.health,
        aim=aim,
        all_dice=all_dice,
        is_exact=is_exact,
        has_way_out=has_way_out,
        progress=part_of(progress, LAID_OUT, _FLAT),
    )
    if fight.bytes_needed * (_LISTED if slips else 1) > MAX_BYTES:
        raise OddsError("too-large", max=MAX_BYTES // 10**6)
    solved = part_of(progress, _FLAT, 1.0)
    solution: SolvedFight = (
        SlippingSolution(fight, is_after_dragon=samurai.slips[1], progress=solved)
        if slips
        else Solution(fight, progress=solved)
    )
    return FightOdds(
        samurai,
        foe,
        faces,
        aim,
        first,
        arms,
        armour,
        solution,
        all_dice=all_dice,
    )


@cites("char.daisuke.retreat-any-roll")
def _would_slip(samurai: Samurai, faces: Mapping[str, Die], aim: Aim) -> bool:
    """Whether one who may leave after a roll ever would.

    Who plays for the win never does while a die of every cube may hit: there is a chance to win then, which goes before
    all else.
    """
    if not any(samurai.slips):
        return False
    may_hit = all(any(face.hits for face in faces[letter].faces) for letter in str(samurai.gear.weapon.cubes))
    return aim.goal != Goal.WIN or not may_hit

"""Several samurai against one dragon, exactly, for stated fixed play.

Every helmet meets the same rolls of the dragon, so the helmets are followed together; the damage that each samurai has
done after n attack turns is independent of that and of the others, so it is followed for each alone and only summed.
Who is knocked out stops adding damage: the sum is over the turns that each one had. The Fight page asks this first;
the page of a whole game shows sampled fights (`sampling.py`), which take as long for six.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.rules.fights.attack_order import order_by_initiative
from fujikoro_nb.engine.fujikoro.rules.fights.teeth import pooled
from fujikoro_nb.odds.dicetable import DiceTable
from fujikoro_nb.odds.fight import Foe, Goal, OddsError, Samurai, Worth, may_leave, played_for
from fujikoro_nb.odds.hero import Monk
from fujikoro_nb.odds.policy import FixedPlay
from fujikoro_nb.odds.progress import Progress, part_of, step_of
from fujikoro_nb.odds.solving import FightOdds, solve
from fujikoro_nb.odds.weapon_states import DEAD

MAX_FIGHTERS = 6
MAX_HELMETS = 60_000
"""Products of helmet classes; above that a joint fight is sampled instead."""
MAX_ROUNDS = 400
DROPPED = 1e-15
"""Chances below this are not followed; their sum is stated."""

_ALONE = 0.5
"""Share of the work, as reported, until each one's play is known."""

Damage = list[float]
"""Chance of 0, 1, 2, ... damage so far; what would defeat the dragon is left out."""


class Fighter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One samurai of a joint fight. The first one attacks, the others joined, in turn order."""

    samurai: Samurai
    monk: Monk | None = None
    can_leave: bool = True
    """Leave as soon as there is no usable weapon; False: stay, for the reward."""
    has_way_out: bool | None = None
    """Whether there is a space to retreat to; None: as the table's readings have it."""
    boost: int = 0
    """Initiative that was added for this fight."""
    has_sent: bool = False
    """Whether a monk of this samurai has gone already; ``monk`` is one that is still to go."""

    def has_exit(self, foe: Foe) -> bool:
        """Whether it could leave if it wanted to."""
        return may_leave(foe, self.samurai.rulings) if self.has_way_out is None else self.has_way_out

    def leaves(self, foe: Foe) -> bool:
        """Whether it leaves as soon as it has no usable weapon."""
        return self.can_leave and self.has_exit(foe)


class FighterOdds(msgspec.Struct, frozen=True):
    """What comes of one samurai."""

    rewarded: float
    """Chance to be in the fight when the dragon falls."""
    knocked_out: float
    retreat: float

    @property
    def conscious(self) -> float:
        """Chance to end conscious."""
        return self.rewarded + self.retreat


class JointOdds(msgspec.Struct, frozen=True):
    """Odds of a joint fight. ``method``, ``policy`` and ``error`` are keys of table ``odds``."""

    win: float
    """Chance that the dragon falls."""
    fighters: tuple[FighterOdds, ...]
    method: str
    policy: str
    error: str
    uncertainty: float
    """What was not followed, or twice the standard error of a sampled chance to win."""
    fights: int = 0
    """Fights played, when sampled."""
    teeth: float = 0.0
    """Teeth that all of them get, on average: of the dragon's rolls and of the victory."""


def order_of(fighters: Sequence[Fighter], solved: Sequence[FightOdds], foe: Foe) -> tuple[int, ...]:
    """Indices of the fighters in the order of attack, a negative one for the dragon.

    It is fixed after the monks, so with the gear that is left then; the table's readings are those of the attacker.
    """
    return order_by_initiative(
        [odds.samurai.initiative + fighter.boost for odds, fighter in zip(solved, fighters, strict=True)],
        [fighter.monk is not None or fighter.has_sent for fighter in fighters],
        foe.initiative,
        defence=foe.defence,
        rulings=fighters[0].samurai.rulings,
    )


def checked_fighters(fighters: Sequence[Fighter]) -> None:
    """Raises OddsError for too few or too many."""
    if not 2 <= len(fighters) <= MAX_FIGHTERS:
        raise OddsError("fighters", fighters=len(fighters), max=MAX_FIGHTERS)


def solve_joint(
    fighters: Sequence[Fighter],
    foe: Foe,
    faces: Mapping[str, Die],
    *,
    goal: Goal | str = Goal.WIN,
    worth: Worth | None = None,
    all_dice: bool = False,
    progress: Progress | None = None,
) -> JointOdds:
    """Exact odds of 2 to 6 samurai with fixed play; OddsError ``too-large`` where it has to be sampled.

    The fixed play of each is the best one alone for the goal against its share of the dragon: this dragon with the
    health divided by the number of fighters. With a monk: of the ways to lose it, the one that is best alone.
    """
    checked_fighters(fighters)
    foe.checked()
    alone = part_of(progress, 0.0, _ALONE)
    solved = [
        solve(
            fighter.samurai.staying,
            share_of(foe, len(fighters)),
            faces,
            goal=goal,
            worth=worth,
            monk=fighter.monk,
            all_dice=all_dice,
            has_way_out=fighter.has_exit(foe),
            progress=step_of(alone, seat, len(fighters)),
        )
        for seat, fighter in enumerate(fighters)
    ]
    plays = [FixedPlay(odds) for odds in solved]
    helmets = 1
    for play in plays:
        helmets *= len(play.odds.armour.classes) + 1
    if helmets > MAX_HELMETS:
        raise OddsError("too-large", max=MAX_HELMETS)
    order = order_of(fighters, solved, foe)
    name = played_for(Goal(goal), foe)
    return _Joint(fighters, foe, faces, plays, order, name, part_of(progress, _ALONE, 1.0)).odds()


def symbols_of(die: Die, foe: Foe) -> float:
    """Broken symbols of one roll of the dragon, on average."""
    return foe.dice * sum(face.is_broken for face in die.faces) / len(die.faces)


def is_pool(foe: Foe, fighters: Sequence[Fighter]) -> bool:
    """Whether each broken symbol brings one tooth to all fighters together, not one to each."""
    return foe.is_shared and pooled(1, 2, fighters[0].samurai.rulings) == 1


def share_of(foe: Foe, fighters: int) -> Foe:
    """The dragon with the health divided by the number of fighters, rounded up."""
    return msgspec.structs.replace(foe, health=-(-foe.health // fighters))


class Blows:
    """Damage of one samurai after each number of attack turns."""

    def __init__(self, play: FixedPlay, health: int, *, can_leave: bool) -> None:
        self._play, self._health, self._can_leave = play, health, can_leave
        begin = [1.0] + [0.0] * (health - 1)
        self._by_node: list[dict[int, Damage]] = [{play.start: begin}]
        self._all = [begin]
        self._before = [begin]

    def all(self, turns: int) -> Damage:
        """Whatever became of the weapons."""
        self._reach(turns)
        return self._all[turns]

    def staying(self, turns: int) -> Damage:
        """Together with still being in the fight after these turns."""
        self._reach(turns)
        if not self._can_leave:
            return self._all[turns]
        return self._sum([one for node, one in self._by_node[turns].items() if node != DEAD or turns == 0])

    def left(self, turns: int) -> Damage:
        """Together with having left the fight by now."""
        there = self.staying(turns)
        return [every - one for every, one in zip(self.all(turns), there, strict=True)]

    def stayed(self, turns: int) -> Damage:
        """Together with having been in the fight before the last of these turns."""
        self._reach(turns)
        return self._before[turns]

    def _reach(self, turns: int) -> None:
        while len(self._by_node) <= turns:
            last = self._by_node[-1]
            after: dict[int, Damage] = {}
            were_in: list[Damage] = []
            for node, damage in last.items():
                made: dict[int, Damage] = {}
                for reached, strikes, chance in self._play.turn(node):
                    hits = sum(strikes)
                    row = made.setdefault(reached, [0.0] * self._health)
                    for points in range(hits, self._health):
                        row[points] += chance * damage[points - hits]
                for reached, row in made.items():
                    after[reached] = self._sum([after[reached], row]) if reached in after else row
                if node != DEAD or len(self._by_node) == 1 or not self._can_leave:
                    were_in += made.values()
            self._by_node.append(after)
            self._all.append(self._sum(list(after.values())))
            self._before.append(self._sum(were_in))

    def _sum(self, rows: Sequence[Damage]) -> Damage:
        return [sum(column) for column in zip(*rows, strict=True)] if rows else [0.0] * self._health


class _Joint:
    def __init__(
        self,
        fighters: Sequence[Fighter],
        foe: Foe,
        faces: Mapping[str, Die],
        plays: Sequence[FixedPlay],
        order: tuple[int, ...],
        goal: str,
        progress: Progress | None,
    ) -> None:
        self._health, self._plays, self._order, self._progress = foe.health, plays, order, progress
        self._goal = goal
        self._weapons = [
            Blows(play, foe.health, can_leave=fighter.leaves(foe))
            for play, fighter in zip(plays, fighters, strict=True)
        ]
        hits = DiceTable(faces).hits(foe.die, foe.dice)
        self._dragon = [(points, weight / sum(hits)) for points, weight in enumerate(hits) if weight]
        self._symbols = symbols_of(faces["T"], foe)
        self._is_pool = is_pool(foe, fighters)
        self._foe = foe
        self._thrown = self._heroes(fighters, faces)
        self._known: dict[tuple[tuple[int, ...], int, bool], float] = {}
        count = len(fighters)
        self.win, self.rewarded, self.down = 0.0, [0.0] * count, [0.0] * count
        self.missing = self.teeth = 0.0

    def _heroes(self, fighters: Sequence[Fighter], faces: Mapping[str, Die]) -> Damage:
        """Damage of all monks together, before the first turn."""
        thrown = [1.0] + [0.0] * (self._health - 1)
        for fighter in fighters:
            if fighter.monk is not None and fighter.monk.cube is not None:
                after = [0.0] * self._health
                for face in faces[fighter.monk.cube].faces:
                    for points in range(face.hits, self._health):
                        after[points] += thrown[points - face.hits] / 6
                thrown = after
        return thrown

    def odds(self) -> JointOdds:
        """Round after round until hardly anything is left to happen."""
        count = len(self._plays)
        killed = 1.0 - sum(self._thrown)  # combat.hero.kill: all are present
        self.win = killed
        self.rewarded = [killed] * count
        start = tuple(play.helmet for play in self._plays)
        live: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {(start, (0,) * count): 1.0}
        rounds = 0
        while live and rounds < MAX_ROUNDS:
            rounds += 1
            for seat in self._order:
                live = self._dragon_rolls(live) if seat < 0 else self._attack(live, seat)
            if self._progress is not None:
                self._progress(1 - 1 / (1 + rounds) if live else 1.0)
        self.missing += sum(chance * self._below(turns) for (_, turns), chance in live.items())
        fighters = tuple(
            FighterOdds(won, down, max(0.0, 1 - won - down))
            for won, down in zip(self.rewarded, self.down, strict=True)
        )
        return JointOdds(
            win=self.win,
            fighters=fighters,
            method="method-factored",
            policy=f"policy-fixed-{self._goal}",
            error="error-missing",
            uncertainty=self.missing,
            teeth=self.teeth + self._foe.teeth * (self.win if self._foe.is_shared else sum(self.rewarded)),
        )

    def _attack(
        self, live: Mapping[tuple[tuple[int, ...], tuple[int, ...]], float], seat: int
    ) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
        after = {}
        for (helmets, turns), chance in live.items():
            if helmets[seat] < 0:
                after[helmets, turns] = chance
                continue
            later = (*turns[:seat], turns[seat] + 1, *turns[seat + 1 :])
            self.win += chance * (self._below(turns) - self._below(later))
            for other, helmet in enumerate(helmets):
                if helmet >= 0:
                    still = self._below(later, other, was=other == seat)
                    self.rewarded[other] += chance * (self._below(turns, other) - still)
            after[helmets, later] = chance
        return after

    def _dragon_rolls(
        self, live: Mapping[tuple[tuple[int, ...], tuple[int, ...]], float]
    ) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
        after: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        for (helmets, turns), chance in live.items():
            self.teeth += chance * self._symbols * self._receivers(helmets, turns)
            for hits, share in self._dragon:
                struck = tuple(
                    play.hit(helmet, hits) if helmet >= 0 else helmet
                    for play, helmet in zip(self._plays, helmets, strict=True)
                )
                for seat, (before, now) in enumerate(zip(helmets, struck, strict=True)):
                    if before >= 0 > now:
                        self.down[seat] += chance * share * self._below(turns, seat)
                if any(helmet >= 0 for helmet in struck):
                    after[struck, turns] = after.get((struck, turns), 0.0) + chance * share
        for key in [key for key, chance in after.items() if chance * self._below(key[1]) < DROPPED]:
            self.missing += after.pop(key) * self._below(key[1])
        return after

    def _receivers(self, helmets: tuple[int, ...], turns: tuple[int, ...]) -> float:
        """How many get a tooth for each broken symbol of a roll, on average: everybody in the fight, or one for all."""
        there = [seat for seat, helmet in enumerate(helmets) if helmet >= 0]
        if not self._is_pool:
            return sum(self._below(turns, seat) for seat in there)
        nobody = self._thrown
        for seat, (weapons, made) in enumerate(zip(self._weapons, turns, strict=True)):
            nobody = self._folded(nobody, weapons.left(made) if seat in there else weapons.all(made))
        return self._below(turns) - sum(nobody)

    def _below(self, turns: tuple[int, ...], seat: int = -1, *, was: bool = False) -> float:
        """Chance that the dragon still stands after so many turns of each; with ``seat``: and that one is in."""
        key = (turns, seat, was)
        found = self._known.get(key)
        if found is None:
            together = self._thrown
            for other, (weapons, made) in enumerate(zip(self._weapons, turns, strict=True)):
                one_in = weapons.stayed if was else weapons.staying
                together = self._folded(together, one_in(made) if other == seat else weapons.all(made))
            found = self._known[key] = sum(together)
        return found

    def _folded(self, one: Damage, other: Damage) -> Damage:
        result = [0.0] * self._health
        for shift, chance in enumerate(one):
            if chance:
                for points in range(self._health - shift):
                    result[shift + points] += chance * other[points]
        return result

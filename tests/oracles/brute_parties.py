"""Joint fights and duels without any choice, face by face in exact fractions: nothing is factored, nothing shared.

Weapons of two wood, perhaps with a metal and a tooth below: a broken wood makes any of them unusable, a broken metal or
tooth leaves the rest whole, so there is nothing to choose. All dice are rolled. Helmets are of one material, so that
payments are alike. A round in which nothing happened repeats itself; it is summed as a geometric series.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from tests.oracles.brute_fight import VALUE, Faces, dragon_hits


class Fighter(NamedTuple):
    """What is left of one samurai."""

    weapon: str
    """Letters of cubes; no weapon without two wood."""
    helmet: str
    """Letters of cubes, all alike."""
    stands: str = "in"
    """``in``, ``left`` or ``down``."""

    @property
    def is_armed(self) -> bool:
        """Has a usable weapon."""
        return self.weapon.count("W") >= 2

    def hit(self, hits: int) -> Fighter:
        """After hits of one roll."""
        if sum(VALUE[letter] for letter in self.helmet) < hits:
            return self._replace(helmet="", stands="down")
        worn = self.helmet
        while hits > 0:
            hits -= VALUE[worn[-1]]
            worn = worn[:-1]
        return self._replace(helmet=worn)


Ways = Iterator[tuple[Fraction, int, Fighter]]


class Brute:
    """One set of faces."""

    def __init__(self, faces: dict[str, Faces]) -> None:
        self._faces = faces

    def attack(self, fighter: Fighter) -> Ways:
        """Chance, hits and what is left of the weapon: every face of every die."""
        if not fighter.is_armed:
            yield Fraction(1), 0, fighter
            return
        for (hits, weapon), count in self._rolled(fighter.weapon).items():
            yield Fraction(count, 6 ** len(fighter.weapon)), hits, fighter._replace(weapon=weapon)

    @cache  # noqa: B019  # lives as long as the tests
    def _rolled(self, weapon: str) -> Counter[tuple[int, str]]:
        found: Counter[tuple[int, str]] = Counter()
        for rolled in product(*(self._faces[letter] for letter in weapon)):
            left = "".join(
                letter for letter, (_, is_broken) in zip(weapon, rolled, strict=True) if not is_broken
            )
            found[sum(hits for hits, _ in rolled), left] += 1
        return found

    # ---- a duel

    def duel(self, fighters: tuple[Fighter, Fighter], *, first: int, surrenders: bool) -> dict[str, Fraction]:
        """Chances of ``0`` and ``1`` (who wins), ``drawn`` and ``surrender`` (part of the wins)."""
        return self._duel_round(fighters, first, surrenders)

    @cache  # noqa: B019
    def _duel_round(
        self, start: tuple[Fighter, Fighter], first: int, surrenders: bool
    ) -> dict[str, Fraction]:
        if not surrenders and not any(one.is_armed for one in start):
            return {"drawn": Fraction(1)}  # duel.draw-guard
        total: Counter[str] = Counter()
        again = Fraction(0)
        live = {start: Fraction(1)}
        for seat in (first, 1 - first):
            after: dict[tuple[Fighter, Fighter], Fraction] = {}
            for fighters, mass in live.items():
                for chance, hits, own in self.attack(fighters[seat]):
                    here = mass * chance
                    other = fighters[1 - seat].hit(hits)
                    if other.stands == "down":
                        total[str(seat)] += here  # type: ignore[assignment]
                    elif surrenders and not own.is_armed:
                        total[str(1 - seat)] += here  # type: ignore[assignment]
                        total["surrender"] += here  # type: ignore[assignment]
                    else:
                        both = (own, other) if seat == 0 else (other, own)
                        after[both] = after.get(both, Fraction(0)) + here
            live = after
        for fighters, mass in live.items():
            if fighters == start:
                again = mass
            else:
                for key, chance in self._duel_round(fighters, first, surrenders).items():
                    total[key] += mass * chance  # type: ignore[assignment]
        return {key: Fraction(chance) / (1 - again) for key, chance in total.items()}

    # ---- a joint fight

    def joint(
        self,
        fighters: tuple[Fighter, ...],
        health: int,
        dice: int,
        order: tuple[int, ...],
        can_leave: tuple[bool, ...],
    ) -> dict[object, Fraction]:
        """Chances of ``win`` and of (seat, ``rewarded``), (seat, ``down``), (seat, ``left``)."""
        return self._joint_round(fighters, health, dice, order, can_leave)

    @cache  # noqa: B019
    def _joint_round(
        self,
        start: tuple[Fighter, ...],
        health: int,
        dice: int,
        order: tuple[int, ...],
        can_leave: tuple[bool, ...],
    ) -> dict[object, Fraction]:
        total: dict[object, Fraction] = {}

        def count(key: object, chance: Fraction) -> None:
            total[key] = total.get(key, Fraction(0)) + chance

        if all(one.stands != "in" for one in start):
            return {(seat, one.stands): Fraction(1) for seat, one in enumerate(start)}
        live = {(start, health): Fraction(1)}
        for seat in order:
            after: dict[tuple[tuple[Fighter, ...], int], Fraction] = {}
            for (fighters, left), mass in live.items():
                for chance, now, still in self._turn(fighters, left, seat, dice, can_leave):
                    here = mass * chance
                    if still <= 0:
                        count("win", here)
                        for other, one in enumerate(now):
                            count((other, "rewarded" if one.stands == "in" else one.stands), here)
                    else:
                        after[now, still] = after.get((now, still), Fraction(0)) + here
            live = after
        again = live.pop((start, health), Fraction(0))
        for (fighters, left), mass in live.items():
            for key, chance in self._joint_round(fighters, left, dice, order, can_leave).items():
                count(key, mass * chance)
        return {key: chance / (1 - again) for key, chance in total.items()}

    def _turn(
        self, fighters: tuple[Fighter, ...], health: int, seat: int, dice: int, can_leave: tuple[bool, ...]
    ) -> Iterator[tuple[Fraction, tuple[Fighter, ...], int]]:
        if seat < 0:
            weights = dragon_hits(self._faces["T"], dice)
            for hits, weight in weights.items():
                struck = tuple(one.hit(hits) if one.stands == "in" else one for one in fighters)
                yield Fraction(weight, 6**dice), struck, health
        elif fighters[seat].stands != "in":
            yield Fraction(1), fighters, health
        else:
            for chance, hits, own in self.attack(fighters[seat]):
                goes = health > hits and can_leave[seat] and not own.is_armed
                now = own._replace(stands="left") if goes else own
                yield chance, (*fighters[:seat], now, *fighters[seat + 1 :]), health - hits

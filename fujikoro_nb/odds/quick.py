"""The chance to beat a dragon alone, close to the best play and in a fraction of the time of `solve`.

Two chains instead of one table of everything: what the weapons do to the dragon and what the dragon does to the helmet
depend on nothing of each other once the play is fixed. Weapons play as if every blow could be the last one (the best
play without a helmet against a small dragon), the helmet pays so that it covers as many further hits as it can.
All dice are rolled. One computation of the weapons serves all dragons.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY
from fujikoro_nb.odds.dicetable import DiceTable
from fujikoro_nb.odds.fight import SAMURAI, Aim, Foe, Goal, Samurai, Worth, checked_faces, who_is_first
from fujikoro_nb.odds.helmets import in_order
from fujikoro_nb.odds.joint import Blows
from fujikoro_nb.odds.policy import FixedPlay
from fujikoro_nb.odds.solving import armour_of, solve_checked

SMALL = Foe(12, 0, 1, points=0)
"""The dragon against which the weapons' play is the best one: its single die ends a fight without a helmet soon."""

OVER = 1e-4
"""A fight that goes on less likely than this counts as lost."""

MOST_TURNS = 60
"""Attack turns after which nobody waits for an end."""

STEP = 24
"""Damage is followed up to a multiple of this, so that dragons of about the same health share their numbers."""

NO_HELMET = -1


class QuickOdds:
    """One samurai, ready to be held against any dragon. Asking twice gives the same number.

    Raises Illegal for gear that no board can hold, and OddsError for weapons that are too large.
    """

    def __init__(self, samurai: Samurai, faces: Mapping[str, Die]) -> None:
        samurai.checked()
        checked_faces(faces)
        self._samurai = samurai
        self._faces = faces
        self._table = DiceTable(faces)
        bare = msgspec.structs.replace(samurai.gear, helmet=EMPTY, helmet_magic=False)
        aim = Aim(Goal.WIN, Worth(points=0))
        odds = solve_checked(
            msgspec.structs.replace(samurai.staying, gear=bare), SMALL, faces, aim, SAMURAI, all_dice=True
        )
        self._play = FixedPlay(odds)
        self._blows: dict[int, Blows] = {}
        # No hits are too many to be told apart: a helmet that covers more of them is the better one.
        self._armour = armour_of(samurai, 1_000, aim, can_prune=False)
        self._helmet = self._armour.class_of(self._armour.start)
        self._paid: dict[tuple[int, int], int] = {}

    def win(self, foe: Foe) -> float:
        """Chance that this dragon falls; too low by half a point or so, never too high."""
        foe.checked()
        checked_faces(self._faces, foe.die)
        most = -(-foe.health // STEP) * STEP
        if most not in self._blows:
            self._blows[most] = Blows(self._play, most, can_leave=False)
        blows = self._blows[most]
        weights = self._table.hits(foe.die, foe.dice)
        rolls = [(hits, weight / sum(weights)) for hits, weight in enumerate(weights) if weight]
        helmets = {self._helmet: 1.0}
        awake = won = 0.0
        stands = 1.0
        is_first = who_is_first(self._samurai, foe) == SAMURAI
        for turn in range(1, MOST_TURNS + 1):
            if turn > 1 or not is_first:
                helmets = self._struck(helmets, rolls)
            awake = sum(helmets.values())
            if awake * stands < OVER:
                break
            still = sum(blows.all(turn)[: foe.health])
            won += awake * (stands - still)
            stands = still
        return won

    def _struck(self, helmets: Mapping[int, float], rolls: list[tuple[int, float]]) -> dict[int, float]:
        """One roll of the dragon; who is knocked out is in none of the helmets."""
        after: dict[int, float] = {}
        for helmet, chance in helmets.items():
            for hits, share in rolls:
                left = self._left(helmet, hits) if hits else helmet
                if left != NO_HELMET:
                    after[left] = after.get(left, 0.0) + chance * share
        return after

    def _left(self, helmet: int, hits: int) -> int:
        """The helmet after so many hits: of all payments the one that covers most further hits."""
        key = (helmet, hits)
        found = self._paid.get(key)
        if found is None:
            classes = self._armour.classes
            answers = classes[helmet].answers
            found = NO_HELMET
            if hits <= len(answers):
                options = [one for one, _ in in_order(answers[hits - 1])]
                found = max(options, key=lambda one: (classes[one].absorbs, sum(classes[one].losses)))
            self._paid[key] = found
        return found

"""The part of the CombatPanel about one roll of a weapon: which dice, how many hits, what breaks; exact."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import traitlets as t

from fujikoro_nb.content.faces import parse_faces, print_faces, refusal_of
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.components import Die, Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, Weapon, fighting_weapons, inspect
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Refusal, Unreadable, refuse
from fujikoro_nb.odds import COLOURS, DiceSet, RollOdds, dice_of, roll_odds
from fujikoro_nb.texts import decimal, refusal_sentence
from fujikoro_nb.views.gear.input import sentence_of
from fujikoro_nb.widgets.fight.panel_traits import PanelTraits

__all__ = ["DiceKeeper", "OnChoice", "RollController"]

DiceKeeper = Callable[[Die], None]
"""Keeps an owner's die for the next visit."""

OnChoice = Callable[[str, Callable[[], None]], None]
"""Told what a person chose (``dice``, ``chosen``, ``target``, ``faces-W``) and what takes it back."""


class RollController:
    """Which weapons there are, which dice are rolled, and what comes of it.

    ``chose`` is told what a person chose, ``keep`` keeps an owner's die, ``open_gear`` shows the gear.
    """

    def __init__(
        self,
        panel: PanelTraits,
        *,
        chose: OnChoice,
        keep: DiceKeeper | None,
        open_gear: Callable[[], None] | None,
    ) -> None:
        self._panel, self._chose = panel, chose
        self._keep, self._open_gear = keep, open_gear
        self._weapons: tuple[Weapon, ...] = ()
        self._most = DiceSet()
        self._gear = Gear()

    @property
    def limits(self) -> BoardLimits:
        """The board of whoever holds the weapon."""
        grid = self._panel.grid
        return grid.limits if grid is not None else character(self._panel.character)

    @property
    def rulings_now(self) -> Rulings:
        """What the table plays."""
        return (self._panel.grid.rulings if self._panel.grid is not None else self._panel.rulings) or ADOPTED

    @property
    def choice(self) -> tuple[int, str, int]:
        """What `choose_again` brings back."""
        return self._panel.chosen, self._panel.dice, self._panel.target

    def rollable(self, dice: str) -> str:
        """combat.attack.dice, combat.attack.fewer: any of the weapon's dice, none beyond. Raises TraitError."""
        say, language = self._panel.say, self._panel.language
        try:
            wanted = DiceSet.parse(dice)
        except Unreadable as fault:
            raise t.TraitError(sentence_of(fault, language=language)) from None
        if not wanted.is_within(self._most):
            refusal = refuse("combat.attack.dice", most=str(self._most) or say("combat.broken-none"))
            raise t.TraitError(refusal_sentence(refusal, language=language))
        return str(wanted)

    def one_of_the_weapons(self, chosen: int) -> int:
        """The nearest weapon that there is."""
        return min(chosen, max(0, len(self._weapons) - 1))

    def describe(self) -> None:
        """What comes of the dice that are rolled."""
        panel = self._panel
        with panel.hold_sync():
            panel.notice = ""
            panel.faces = [self._die_row(panel.box[colour]) for colour in COLOURS if colour in panel.box]
            panel.odds = self._odds()
            panel.house_dice = self._house_dice()

    @property
    def roll(self) -> RollOdds:
        """The engine's exact odds of the dice that are rolled."""
        return roll_odds(DiceSet.parse(self._panel.dice), self._panel.box)

    def choose_again(self, chosen: int, dice: str, target: int) -> None:
        """Bring back what was chosen, as far as the weapon still allows."""
        with self._panel.hold_sync():
            self._panel.chosen = chosen
            if DiceSet.parse(dice).is_within(self._most):
                self._panel.dice = dice
            self._panel.target = target

    def choose_all_dice(self) -> None:
        """Roll all dice of the weapon."""
        before = (self._panel.chosen, self._panel.dice, self._panel.target)
        self._panel.dice = str(self._most)
        self._chose("dice", lambda: self.choose_again(*before))

    def set_faces(self, colour: str, faces: str) -> None:
        """The owner's own die."""
        try:
            die = parse_faces(faces, colour)
        except Unreadable as fault:
            raise t.TraitError(sentence_of(fault, language=self._panel.language)) from None
        refusal = refusal_of(die)
        if refusal is not None:
            raise t.TraitError(refusal_sentence(refusal, language=self._panel.language))
        self._use_by_hand(die)

    def use_house_faces(self, colour: str) -> None:
        """Back to the die that the panel came with."""
        self._use_by_hand(self._panel.house[colour])

    def _use_by_hand(self, die: Die) -> None:
        before = self._panel.box[die.material]
        self.use(die)
        self._chose(f"faces-{die.material}", lambda: self.use(before))

    def show_gear(self) -> None:
        """The page around the panel shows the gear."""
        if self._open_gear is not None:
            self._open_gear()

    def use(self, die: Die) -> None:
        """Use this die from now on, and keep it."""
        if self._keep is not None:
            self._keep(die)
        self._panel.box = {**self._panel.box, die.material: die}

    def look_at_gear(self) -> None:
        """The gear is another one."""
        grid = self._panel.grid
        if grid is not None:
            self._gear = grid.gear
        else:
            self._gear = parse_gear(self._panel.weapon, GearKind.WEAPON, character(self._panel.character))
        rulings = self.rulings_now
        self._weapons = tuple(fighting_weapons(self._gear, self.limits, rulings=rulings))
        with self._panel.hold_sync():
            self._panel.weapons = [self._weapon_row(weapon) for weapon in self._weapons]
            if self._panel.chosen >= len(self._weapons):
                self._panel.chosen = 0
            self.choose_weapon()

    def choose_weapon(self) -> None:
        """All dice of the chosen weapon, unless the person had left some out and they still fit."""
        weapon = self._weapons[self._panel.chosen] if self._weapons else None
        most = DiceSet() if weapon is None else self._dice_of(weapon)
        if most != self._most:
            self._most = most
            self._panel.most = dict(zip(COLOURS, most.counts, strict=True))
            if self._panel.dice == str(most):
                self.describe()
            self._panel.dice = str(most)
        else:
            self.describe()

    def _refusal(self, weapon: Weapon) -> Refusal | None:
        """Why this weapon cannot be rolled: gear that may not lie there is no weapon (craft.weapon.illegal-fix)."""
        is_unlocked = self._panel.grid is None or self._panel.grid.is_open
        kinds = [GearKind.WEAPON, *([GearKind.SANDALS] if weapon.part == "sandals" else [])]
        for kind in kinds:
            report = inspect(self._gear, kind, self.limits, is_unlocked=is_unlocked, rulings=self.rulings_now)
            if report.refusals:
                return report.refusals[0]
        if weapon.is_usable:
            return None
        needs = self.limits.two_handed_wood if weapon.hands == 2 else self.limits.one_handed_wood
        return refuse("combat.attack.usable", wood=weapon.wood, needs=needs.value)

    def _dice_of(self, weapon: Weapon) -> DiceSet:
        return DiceSet() if self._refusal(weapon) else dice_of(weapon, self._gear)

    def _weapon_row(self, weapon: Weapon) -> dict[str, Any]:
        refusal = self._refusal(weapon)
        return {
            "name": self._panel.say(f"combat.weapon-{weapon.part}"),
            "about": self._panel.say("combat.weapon-about", cubes=weapon.cubes, initiative=weapon.initiative),
            "dice": str(self._dice_of(weapon)),
            "refusal": refusal_sentence(refusal, language=self._panel.language) if refusal else "",
            "rule": refusal.rule if refusal else "",
        }

    def _die_row(self, die: Die) -> dict[str, Any]:
        return {
            "colour": die.material,
            "faces": [{"hits": face.hits, "broken": face.is_broken} for face in die.faces],
            "text": print_faces(die),
            "mark": str(die.provenance),
        }

    def _house_dice(self) -> list[str]:
        if not self._panel.is_real_box:
            return []
        return [
            colour
            for colour in COLOURS
            if colour in self._panel.dice and self._panel.box[colour].provenance == Provenance.HOUSE
        ]

    def _odds(self) -> dict[str, Any]:
        odds = self.roll
        hits = odds.hits
        return {
            "dice": len(odds.dice),
            "mean_hits": decimal(odds.expected_hits, 1, self._panel.say),
            "mean_broken": decimal(odds.expected_broken, 1, self._panel.say),
            "whole": self._percent(odds.unbroken()),
            "middle": max(1, round(odds.expected_hits)) if len(hits) > 1 else 0,
            "hits": [
                {
                    "share": float(Fraction(weight, odds.total)),
                    "percent": self._percent(Fraction(weight, odds.total)),
                    "at_least": self._percent(odds.at_least(count)),
                    "whole": self._percent(_at_least_and_whole(odds, count)),
                }
                for count, weight in enumerate(hits)
            ],
            "broken": [self._broken_row(odds, colour) for colour in COLOURS[:3] if odds.dice.count(colour)],
        }

    def _broken_row(self, odds: RollOdds, colour: str) -> dict[str, Any]:
        weights = odds.broken[COLOURS.index(colour)]
        return {
            "colour": colour,
            "mean": decimal(odds.expected_broken_of(colour), 1, self._panel.say),
            "shares": [
                {
                    "share": float(Fraction(weight, odds.total)),
                    "percent": self._percent(Fraction(weight, odds.total)),
                }
                for weight in weights
            ],
        }

    def _percent(self, share: Fraction) -> str:
        """Of 100 rolls, in whole numbers; never 0 for what can happen, nor 100 for what can fail."""
        if share not in (0, 1):
            if share < Fraction(1, 100):
                return self._panel.say("combat.less-than-one")
            if share > Fraction(99, 100):
                return self._panel.say("combat.more-than-99")
        return str(round(share * 100))


def _at_least_and_whole(odds: RollOdds, hits: int) -> Fraction:
    """Probability of this many hits or more with nothing broken."""
    return Fraction(sum(row[0] for row in odds.joint[hits:]), odds.total)

"""The part of the CombatPanel about one roll of a weapon: which dice, how many hits, what breaks; exact."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar

import traitlets as t

from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.components import Die, Provenance
from fujikoro_nb.engine.fujikoro.gear import Gear, Weapon, fighting_weapons, inspect
from fujikoro_nb.engine.fujikoro.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.notation import parse_gear
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal, Refusal, Unreadable, refuse
from fujikoro_nb.odds import COLOURS, DiceSet, RollOdds, dice_of, roll_odds
from fujikoro_nb.odds.faces import parse_faces, print_faces, refusal_of
from fujikoro_nb.texts import decimal, refusal_sentence
from fujikoro_nb.widgets.base.widget import FujiWidget, Validator, one_of, text, whole
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid, sentence_of

__all__ = ["DiceKeeper", "OnChoice", "RollPart"]

MAX_HITS = 80
_COLOUR = one_of(*COLOURS)

DiceKeeper = Callable[[Die], None]
"""Keeps an owner's die for the next visit."""

OnChoice = Callable[[str, Callable[[], None]], None]
"""Told what a person chose (``dice``, ``chosen``, ``target``, ``faces-W``) and what takes it back."""


class RollPart(FujiWidget):
    """The odds of one roll: follows a CraftGrid with ``grid=grid``, a text with ``weapon="WWMT"``.

    ``dice`` is what is rolled (combat.attack.fewer); it starts as all dice of the chosen weapon. ``box`` gives the
    die of each colour; an owner's faces go through ``keep``, so that they last longer than this panel.
    """

    word_tables = ("widgets", "combat")
    from_browser: ClassVar[Mapping[str, Validator]] = {
        "chosen": whole(0, 9),
        "dice": text(max_length=40),
        "target": whole(0, MAX_HITS),
    }
    acts: ClassVar[Mapping[str, Mapping[str, Validator]]] = {
        "all-dice": {},
        "faces": {"colour": _COLOUR, "faces": text(max_length=60)},
        "house-faces": {"colour": _COLOUR},
        "to-gear": {},
    }

    grid = t.Instance(CraftGrid, allow_none=True)
    weapon = t.Unicode()
    """Notation of the weapon grid, used without a ``grid``."""
    character = t.Unicode("symmetric")
    rulings = t.Instance(Rulings, args=())
    box = t.Dict()
    """Colour letter to Die: the faces in use."""
    house = t.Dict()
    """Colour letter to Die: what "back to the house faces" brings back."""
    is_real_box = t.Bool(False)
    """Whether the dice on the table are those of the real box, whose faces only their owner knows."""
    house_dice: t.List[Any] = t.List().tag(sync=True)
    """At the real box: colours of the dice rolled that are the house's, so the odds are not those of that box."""
    chosen = t.Int(0).tag(sync=True)
    """Which of the weapons rolls (combat.attack.two-weapons: one after the other)."""
    dice = t.Unicode().tag(sync=True)
    target = t.Int(-1).tag(sync=True)
    """The N of "at least N hits"; -1 until a person has chosen: then it is the mean."""
    weapons: t.List[Any] = t.List().tag(sync=True)
    most = t.Dict().tag(sync=True)
    odds = t.Dict().tag(sync=True)
    faces: t.List[Any] = t.List().tag(sync=True)

    def __init__(self, **settings: Any) -> None:
        self._weapons: tuple[Weapon, ...] = ()
        self._most = DiceSet()
        self._gear = Gear()
        self._keep: DiceKeeper | None = settings.pop("keep", None)
        self._open_gear: Callable[[], None] | None = settings.pop("open_gear", None)
        self._on_choice: OnChoice | None = settings.pop("on_choice", None)
        dice = settings.pop("dice", None)
        if "box" not in settings:
            from fujikoro_nb.content import house_pack

            settings["box"] = {die.material: die for die in house_pack().dice}
        settings.setdefault("house", settings["box"])
        super().__init__(**settings)
        if self.grid is not None:
            self.grid.observe(self._gear_changed, ["gear", "character", "areas", "is_unlocked", "rulings"])
        self._look_at_gear()
        if dice is not None:
            self.dice = dice

    @property
    def limits(self) -> BoardLimits:
        """The board of whoever holds the weapon."""
        return self.grid.limits if self.grid is not None else character(self.character)

    @property
    def roll(self) -> RollOdds:
        """The engine's exact odds of the dice that are rolled."""
        return roll_odds(DiceSet.parse(self.dice), self.box)

    # ---- traits

    @t.validate("weapon")
    def _readable_weapon(self, proposal: Any) -> str:
        try:
            parse_gear(proposal.value, GearKind.WEAPON, character(self.character))
        except (Unreadable, Illegal) as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        return str(proposal.value)

    @t.validate("dice")
    def _rollable(self, proposal: Any) -> str:
        """combat.attack.dice, combat.attack.fewer: any of the weapon's dice, none beyond."""
        try:
            dice = DiceSet.parse(proposal.value)
        except Unreadable as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        if not dice.is_within(self._most):
            refusal = refuse("combat.attack.dice", most=str(self._most) or self.say("combat.broken-none"))
            raise t.TraitError(refusal_sentence(refusal, language=self.language))
        return str(dice)

    @t.validate("chosen")
    def _one_of_the_weapons(self, proposal: Any) -> int:
        return min(int(proposal.value), max(0, len(self._weapons) - 1))

    @t.observe("weapon", "character", "rulings")
    def _own_gear_changed(self, change: Any) -> None:
        if self.grid is None and self.keys and hasattr(self, "_weapons"):
            self._look_at_gear()

    def _gear_changed(self, change: Any) -> None:
        self._look_at_gear()

    @t.observe("chosen")
    def _other_weapon(self, change: Any) -> None:
        self._choose_weapon()

    @t.observe("dice", "box", "is_real_box", "language")
    def _describe(self, change: Any = None) -> None:
        if not hasattr(self, "_weapons"):
            return
        with self.hold_sync():
            self.notice = ""
            self.faces = [self._die_row(self.box[colour]) for colour in COLOURS if colour in self.box]
            self.odds = self._odds()
            self.house_dice = self._house_dice()

    # ---- acts of the browser

    def _set_from_browser(self, name: str, value: Any) -> None:
        before = (self.chosen, self.dice, self.target)
        super()._set_from_browser(name, value)
        if (self.chosen, self.dice, self.target) != before:
            self._chose(name, lambda: self._choose_again(*before))

    def _chose(self, name: str, restore: Callable[[], None]) -> None:
        if self._on_choice is not None:
            self._on_choice(name, restore)

    def _choose_again(self, chosen: int, dice: str, target: int) -> None:
        with self.hold_sync():
            self.chosen = chosen
            if DiceSet.parse(dice).is_within(self._most):
                self.dice = dice
            self.target = target

    def act_all_dice(self) -> None:
        """Roll all dice of the weapon."""
        before = (self.chosen, self.dice, self.target)
        self.dice = str(self._most)
        self._chose("dice", lambda: self._choose_again(*before))

    def act_faces(self, *, colour: str, faces: str) -> None:
        """The owner's own die."""
        try:
            die = parse_faces(faces, colour)
        except Unreadable as fault:
            raise t.TraitError(sentence_of(fault, language=self.language)) from None
        refusal = refusal_of(die)
        if refusal is not None:
            raise t.TraitError(refusal_sentence(refusal, language=self.language))
        self._use_by_hand(die)

    def act_house_faces(self, *, colour: str) -> None:
        """Back to the die that the panel came with."""
        self._use_by_hand(self.house[colour])

    def _use_by_hand(self, die: Die) -> None:
        before = self.box[die.material]
        self.use(die)
        self._chose(f"faces-{die.material}", lambda: self.use(before))

    def act_to_gear(self) -> None:
        """The page around the panel shows the gear."""
        if self._open_gear is not None:
            self._open_gear()

    def use(self, die: Die) -> None:
        """Use this die from now on, and keep it."""
        if self._keep is not None:
            self._keep(die)
        self.box = {**self.box, die.material: die}

    # ---- inside

    def _look_at_gear(self) -> None:
        grid = self.grid
        if grid is not None:
            self._gear = grid.gear
        else:
            self._gear = parse_gear(self.weapon, GearKind.WEAPON, character(self.character))
        rulings = self._rulings
        self._weapons = tuple(fighting_weapons(self._gear, self.limits, rulings=rulings))
        with self.hold_sync():
            self.weapons = [self._weapon_row(weapon) for weapon in self._weapons]
            if self.chosen >= len(self._weapons):
                self.chosen = 0
            self._choose_weapon()

    @property
    def _rulings(self) -> Rulings:
        return (self.grid.rulings if self.grid is not None else self.rulings) or ADOPTED

    def _choose_weapon(self) -> None:
        """All dice of the chosen weapon, unless the person had left some out and they still fit."""
        weapon = self._weapons[self.chosen] if self._weapons else None
        most = DiceSet() if weapon is None else self._dice_of(weapon)
        if most != self._most:
            self._most = most
            self.most = dict(zip(COLOURS, most.counts, strict=True))
            if self.dice == str(most):
                self._describe()
            self.dice = str(most)
        else:
            self._describe()

    def _refusal(self, weapon: Weapon) -> Refusal | None:
        """Why this weapon cannot be rolled: gear that may not lie there is no weapon (craft.weapon.illegal-fix)."""
        is_unlocked = self.grid is None or self.grid.is_open
        kinds = [GearKind.WEAPON, *([GearKind.SANDALS] if weapon.part == "sandals" else [])]
        for kind in kinds:
            report = inspect(self._gear, kind, self.limits, is_unlocked=is_unlocked, rulings=self._rulings)
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
            "name": self.say(f"combat.weapon-{weapon.part}"),
            "about": self.say("combat.weapon-about", cubes=weapon.cubes, initiative=weapon.initiative),
            "dice": str(self._dice_of(weapon)),
            "refusal": refusal_sentence(refusal, language=self.language) if refusal else "",
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
        if not self.is_real_box:
            return []
        return [
            colour
            for colour in COLOURS
            if colour in self.dice and self.box[colour].provenance == Provenance.HOUSE
        ]

    def _odds(self) -> dict[str, Any]:
        odds = self.roll
        hits = odds.hits
        return {
            "dice": len(odds.dice),
            "mean_hits": decimal(odds.expected_hits, 1, self.say),
            "mean_broken": decimal(odds.expected_broken, 1, self.say),
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
            "mean": decimal(odds.expected_broken_of(colour), 1, self.say),
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
                return self.say("combat.less-than-one")
            if share > Fraction(99, 100):
                return self.say("combat.more-than-99")
        return str(round(share * 100))


def _at_least_and_whole(odds: RollOdds, hits: int) -> Fraction:
    """Probability of this many hits or more with nothing broken."""
    return Fraction(sum(row[0] for row in odds.joint[hits:]), odds.total)

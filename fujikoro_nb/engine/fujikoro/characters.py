"""The seven characters: what each changes of gear and backpack, and what else it may, as objects that the rules ask.

The symmetric board is the eighth of `CHARACTERS`, and `NOBODY` the character of a board that is played as it. A board
says its limits by itself; `Board.character` is there where the character is played as a whole (a table of before may
have the limits alone). No rule asks who it is.

Masako's grid reaches ten columns (char.masako.weapon-grid); that the two extra columns lie on the right is our
choice, the texts do not say it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind, Limit, WeaponArea
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Unreadable, cites

SYMMETRIC = BoardLimits()

CHARACTERS: Mapping[str, BoardLimits] = {
    board.character: board
    for board in (
        SYMMETRIC,
        BoardLimits("yoshihiro"),
        BoardLimits(
            "masako",
            weapon=WeaponArea(right_columns=5),
            sandals_cubes=Limit(5, "char.masako.sandals-five"),
            is_weapon_grid_open=True,
        ),
        BoardLimits(
            "masatsura",
            helmet_cubes=Limit(12, "char.masatsura.helmet-twelve"),
            backpack_upper=9,
            is_backpack_open=True,
        ),
        BoardLimits("mitsuhide"),
        BoardLimits(
            "takeko",
            two_handed_cubes=Limit(16, "char.takeko.two-handed-only"),
            two_handed_wood=Limit(3, "char.takeko.always-two-handed"),
            weapons=Limit(1, "char.takeko.two-handed-only"),
            only_hands=Limit(2, "char.takeko.two-handed-only"),
            is_weapon_grid_open=True,
        ),
        BoardLimits(
            "tomoe",
            only_hands=Limit(1, "char.tomoe.one-handed-only"),
            is_weapon_grid_open=True,
            are_sandals_a_weapon=True,
        ),
        BoardLimits(
            "daisuke", helmet_cubes=Limit(3, "char.daisuke.helmet-three"), can_helmet_be_magical=False
        ),
    )
}


def character(name: str) -> BoardLimits:
    """The limits of a character by name, any case. Raises Unreadable.

    >>> character("Masatsura").helmet_cubes.value
    12
    """
    try:
        return CHARACTERS[name.strip().lower()]
    except KeyError:
        raise Unreadable("character", name, 0, known=", ".join(CHARACTERS)) from None


# ---- what a character may besides


class Kit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With what a character begins instead of the kit of a symmetric board."""

    weapon: Cubes
    helmet: Cubes = Cubes()
    backpack: Cubes = Cubes()
    discs: int = 3
    action_monks: int = 0
    """Monks that begin as action discs."""
    scrolls: int = 0
    """Sacred scrolls chosen from the display."""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a character changes of the rules; the defaults change nothing."""

    name: str = ""
    colour: str = ""
    """char.general.colors"""
    kit: Kit | None = None
    """None: what the mode gives everybody."""

    # ---- moving

    more_steps: int = 0
    """Of every move action."""
    sprint: int = 0
    """Steps more with complete sandals, at tables that read it so (char.masako.move)."""
    sneaks: bool = False
    """Whether it passes samurai and dragons without a fight (char.daisuke.sneak)."""
    may_leap: bool = False
    """Whether it burns a wood cube of its weapon to jump over a lava space (char.mitsuhide.lava-jump)."""
    join_steps: int = 1
    """From how far it joins a fight with a dragon, the step onto the tile among them (char.daisuke.join-from-four)."""

    # ---- fighting

    may_slip_away: bool = False
    """Whether it may retreat after a roll although it has a usable weapon (char.daisuke.retreat-any-roll)."""

    # ---- crafting

    crafts_after_actions: bool = False
    """char.yoshihiro.craft-after-each-action"""
    crafted_together: tuple[tuple[GearKind, GearKind], ...] = ()
    """Kinds of which it may craft one after the other at once (char.masako.double-craft)."""

    # ---- monks and scrolls

    more_action_monks: int = 0
    """Monks that find room as action discs beside the first one (char.tomoe.second-action-monk)."""
    more_scroll_slots: int = 0
    """Slots that are open without the scroll monk, which then opens no other (char.mitsuhide.two-scrolls)."""
    has_scroll_discs: bool = True
    """Whether there are scroll discs of its colour (char.daisuke.no-scroll-from-board)."""
    needs_two_weapons: bool = False
    """Whether a weapon blueprint in the game has to show two weapons (char.tomoe.blueprint-with-two-weapons)."""

    @property
    def told(self) -> tuple[str, ...]:
        """The rules that state what is different with it, the most telling first; its kit is `setup_rule`'s."""
        return tuple(rule for rule in _TOLD if rule.startswith(f"char.{self.name}."))

    @property
    def setup_rule(self) -> str:
        """What the back of its insert lists."""
        return f"char.{self.name}.setup"

    @property
    def scroll_rule(self) -> str:
        """Why it begins with a scroll, if it does."""
        return "char.mitsuhide.start-scroll" if self.kit is not None and self.kit.scrolls else ""

    @property
    def blueprint_rule(self) -> str:
        """What becomes of blueprints that it cannot use, if there are any."""
        return "char.tomoe.blueprint-with-two-weapons" if self.needs_two_weapons else ""

    @property
    def discless_rule(self) -> str:
        """What follows where there are no scroll discs of its colour."""
        return "" if self.has_scroll_discs else "char.daisuke.asymmetric-only"

    @cites("char.general.start-monks")
    def first_monks(self, everybody: int) -> int:
        """Monks with which it begins, action discs among them, where ``everybody`` else would place so many."""
        return everybody if self.kit is None else everybody - 1 + self.kit.action_monks

    @cites("char.masako.move", "char.daisuke.move-three")
    def steps(self, *, is_complete: bool, rulings: Rulings) -> int:
        """Steps beside those of everybody; ``is_complete``: its sandals are."""
        is_long = is_complete and rulings.reading("char.masako.move") == "five"
        return self.more_steps + (self.sprint if is_long else 0)

    @cites("char.daisuke.retreat-any-roll")
    def slips_after(self, *, is_own: bool, rulings: Rulings) -> bool:
        """Whether it may leave a fight after a roll, its own or another one."""
        return self.may_slip_away and (
            is_own or rulings.reading("char.daisuke.retreat-any-roll") == "any-roll"
        )

    def slips(self, rulings: Rulings) -> tuple[bool, bool]:
        """Whether it may leave a fight after a roll of its own, and after another one."""
        return self.slips_after(is_own=True, rulings=rulings), self.slips_after(is_own=False, rulings=rulings)

    @cites("char.masako.double-craft")
    def kinds_with(self, crafted: GearKind) -> tuple[GearKind, ...]:
        """What it may craft together with something that it has just crafted."""
        return tuple(
            other for pair in self.crafted_together if crafted in pair for other in pair if other != crafted
        )


NOBODY = Character()
"""Of a board without a character."""


@cites(
    "char.general.colors",
    "char.yoshihiro.setup",
    "char.yoshihiro.four-discs",
    "char.masako.setup",
    "char.masatsura.setup",
    "char.mitsuhide.setup",
    "char.takeko.setup",
    "char.tomoe.setup",
    "char.daisuke.setup",
)
def _people() -> tuple[Character, ...]:
    return (
        Character(
            "yoshihiro",
            "red",
            Kit(Cubes(wood=2, metal=2), backpack=Cubes(metal=3), discs=4),
            crafts_after_actions=True,
        ),
        Character(
            "masako",
            "pink",
            Kit(Cubes(wood=3, metal=3)),
            more_steps=1,
            sprint=1,
            crafted_together=(
                (GearKind.HELMET, GearKind.SANDALS),
                (GearKind.WEAPON, GearKind.SANDALS),
            ),
        ),
        Character("masatsura", "green", Kit(Cubes(wood=2, metal=2), helmet=Cubes(wood=2, metal=2))),
        Character(
            "mitsuhide",
            "blue",
            Kit(Cubes(wood=2, metal=3), scrolls=1),
            more_scroll_slots=1,
            may_leap=True,
        ),
        Character("takeko", "purple", Kit(Cubes(wood=3, metal=4))),
        Character(
            "tomoe",
            "black",
            Kit(Cubes(wood=2, metal=2, tooth=1), discs=2, action_monks=1),
            more_action_monks=1,
            needs_two_weapons=True,
        ),
        Character(
            "daisuke",
            "white",
            Kit(Cubes(wood=2, metal=2)),
            more_steps=1,
            sneaks=True,
            join_steps=4,
            may_slip_away=True,
            has_scroll_discs=False,
        ),
    )


_TOLD = (
    "char.yoshihiro.craft-after-each-action",
    "char.yoshihiro.four-discs",
    "char.yoshihiro.gear-card-any-craft",
    "char.yoshihiro.no-craft-when-down",
    "char.masako.move",
    "char.masako.double-craft",
    "char.masako.weapon-grid",
    "char.masako.sandals-five",
    "char.masako.double-craft-waste",
    "char.masatsura.helmet-twelve",
    "char.masatsura.backpack-fifteen",
    "char.mitsuhide.lava-jump",
    "char.mitsuhide.start-scroll",
    "char.mitsuhide.two-scrolls",
    "char.mitsuhide.jump-weapon-damage",
    "char.takeko.two-handed-only",
    "char.takeko.always-two-handed",
    "char.takeko.grid-open",
    "char.tomoe.sandals-as-weapon",
    "char.tomoe.one-handed-only",
    "char.tomoe.second-action-monk",
    "char.tomoe.grid-open",
    "char.tomoe.sandals-initiative",
    "char.tomoe.sandals-break",
    "char.tomoe.action-monk-heroic",
    "char.tomoe.blueprint-with-two-weapons",
    "char.daisuke.sneak",
    "char.daisuke.join-from-four",
    "char.daisuke.retreat-any-roll",
    "char.daisuke.move-three",
    "char.daisuke.steal-scroll",
    "char.daisuke.helmet-three",
    "char.daisuke.no-scroll-from-board",
    "char.daisuke.asymmetric-only",
)
"""Beside the objects, so that a save does not carry what says how they are told; the most telling of each first."""

PEOPLE: Mapping[str, Character] = {one.name: one for one in _people()}
"""By name, in the order of `CHARACTERS`."""


def person(name: str) -> Character:
    """A character by its name, any case. Raises Unreadable; the symmetric board is none.

    >>> person("Daisuke").colour
    'white'
    """
    try:
        return PEOPLE[name.strip().lower()]
    except KeyError:
        raise Unreadable("character", name[:40], 0, known=", ".join(PEOPLE)) from None

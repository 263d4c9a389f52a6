"""A fight as people write it down: a samurai's gear, a dragon, allies, the dice in use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET

from fujikoro_nb.content import Pack, at_table, house_pack, read_pack
from fujikoro_nb.content.box import COLOUR_BY_DICE
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.characters import PEOPLE, character
from fujikoro_nb.engine.fujikoro.components import DRAGON_DICE, Blueprint, Die, Dragon, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.helper.characters_told import fights_otherwise
from fujikoro_nb.odds import Foe, Monk
from fujikoro_nb.texts import say

MONK_SOURCES = (*MONK_SPOTS, "lower-area")
_MOST_CUBES = 11


class FightBox(msgspec.Struct, frozen=True):
    """The components that a fight uses, and what has to be said about them."""

    pack: Pack
    notes: tuple[str, ...] = ()

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice in use."""
        return self.pack.dice

    @property
    def faces(self) -> Mapping[str, Die]:
        """The dice by letter."""
        return {die.material: die for die in self.pack.dice}

    @property
    def house_dice(self) -> str:
        """Letters of the dice whose faces are ours, because nobody has entered the real ones."""
        return "".join(die.material for die in self.dice if die.provenance == Provenance.HOUSE)

    def teeth_of(self, dragon: Dragon) -> int | None:
        """What the group's side of the board prints for a dragon; None where nobody has entered it."""
        board = self.pack.group_board
        return None if board is None else dict(zip(DRAGON_DICE, board.teeth, strict=True)).get(dragon.colour)

    def has_house_teeth(self, dragon: Dragon) -> bool:
        """Whether this number is ours, because nobody has entered the board's."""
        name = f"number-coop-teeth-{dragon.colour}"
        return dragon.colour in DRAGON_DICE and self.pack.provenance_of(name) == Provenance.HOUSE

    def playing(self, who: str, rulings: Rulings = ADOPTED, *, is_joint: bool = False) -> FightBox:
        """This box with what this character does otherwise in a fight."""
        told = (one.text for one in fights_otherwise(who, is_joint=is_joint, rulings=rulings))
        return msgspec.structs.replace(self, notes=(*self.notes, *told))

    def noting(self, dragon: Dragon) -> FightBox:
        """This box with a note when the dragon's numbers are ours, because nobody has entered the real one's."""
        if dragon.provenance != Provenance.HOUSE:
            return self
        note = say("odds.house-dragon", id=dragon.id)
        return msgspec.structs.replace(self, notes=(*self.notes, note))

    def dragon(self, text: str) -> Dragon:
        """A dragon by id, by colour, or as HEALTH/INITIATIVE/DICE. Raises Unreadable and OddsError.

        Of several of a colour it is the owner's, then the one that a rulebook prints, then the first.
        """
        if "/" in text:
            return typed_dragon(Foe.parse(text))
        known = {dragon.id: dragon for dragon in self.pack.dragons}
        if text in known:
            return known[text]
        of_colour = [dragon for dragon in self.pack.dragons if dragon.colour == text]
        if not of_colour:
            raise Unreadable("dragon", text, 0, known=", ".join((*DRAGON_DICE, "12/9/4")))
        for provenance in (Provenance.OWNER, Provenance.RULEBOOK):
            for dragon in of_colour:
                if dragon.provenance == provenance:
                    return dragon
        stated = [dragon for dragon in of_colour if _is_printed(dragon)]
        return (stated or of_colour)[0]


def _is_printed(dragon: Dragon) -> bool:
    """Whether a worked example of the rulebooks has a dragon with these numbers."""
    return (dragon.colour, dragon.health, dragon.initiative) == ("green", 12, 9)


def typed_dragon(foe: Foe) -> Dragon:
    """A dragon from its three numbers; the colour follows from the dice (combat.dragon.dice)."""
    colour = COLOUR_BY_DICE.get(foe.dice, "")
    numbers = f"{foe.health}/{foe.initiative}/{foe.dice}"
    return Dragon(
        numbers, colour, foe.health, None, None, foe.initiative, foe.dice, foe.points, Provenance.OWNER
    )


def fight_box(*, pack: Path | None = None) -> FightBox:
    """The owner's dice and dragons, or those of a pack file, with ours where there are none. Raises BrokenContent."""
    faults: tuple[str, ...] = ()
    if pack is not None:
        chosen = read_pack(pack)
    else:
        loaded = OwnerPack().load()
        chosen, faults = loaded.pack, tuple(map(str, loaded.faults))
    mixed = at_table(chosen, with_house=True)
    mine = {die.material for die in at_table(chosen).dice}
    ours = {die.material: die for die in house_pack().dice}
    dice = tuple(
        die if die.material in mine else ours[die.material] for die in mixed.dice if die.material in ours
    )
    box = FightBox(msgspec.structs.replace(mixed, dice=dice))
    notes = tuple(say("command.pack-fault", fault=fault) for fault in faults)
    if box.house_dice:
        notes += (say("odds.house-dice", letters=", ".join(box.house_dice)),)
    return msgspec.structs.replace(box, notes=notes)


def fighter_board(
    weapon: str,
    helmet: str,
    *,
    sandals: str = "",
    who: str = "symmetric",
    blueprints: Sequence[str] = (),
    lost_blueprints: Sequence[str] = (),
    backpack: str = "",
    monks: Iterable[str] = (),
    box: FightBox | None = None,
) -> Board:
    """A fighter's board. Raises Unreadable for a text that makes no sense and Illegal for gear off the board.

    Gear in the right part means that a monk lies beside the weapon grid. ``blueprints`` as ``helmet:MM/.M``.
    """
    limits = character(who)
    if box is not None:
        limits = box.pack.areas.on(limits)
    arms = parse_gear(weapon, GearKind.WEAPON, limits)
    worn = parse_gear(helmet, GearKind.HELMET, limits)
    feet = parse_gear(sandals, GearKind.SANDALS, limits)
    gear = Gear(
        arms.weapon, worn.helmet, feet.sandals, arms.weapon_magic, worn.helmet_magic, feet.sandals_magic
    )
    spots = set(monks)
    if gear.weapon.occupied & limits.weapon.right and not limits.is_weapon_grid_open:
        spots.add("weapon")
    cubes = Cubes.parse(backpack)
    if len(cubes) > _MOST_CUBES:
        raise Unreadable("backpack-full", backpack, _MOST_CUBES, most=_MOST_CUBES)
    lower = Cubes.parse(str(cubes)[: limits.backpack_lower])
    upper = cubes - lower
    if upper:
        spots.add("backpack")
    return Board(
        limits=limits,
        gear=gear,
        backpack=Backpack(Contents(lower), Contents(upper)),
        monk_spots=tuple(spot for spot in MONK_SPOTS if spot in spots),
        blueprints=tuple(map(blueprint_of, blueprints)),
        lost_blueprints=tuple(map(blueprint_of, lost_blueprints)),
        played=PEOPLE.get(limits.character, UNSET),
    )


def blueprint_of(text: str) -> Blueprint:
    """A blueprint written ``helmet:MM/.M``. Raises Unreadable."""
    kind, mark, pattern = text.partition(":")
    if not mark or kind not in tuple(GearKind):
        raise Unreadable("blueprint-text", text, 0)
    return Blueprint(text, GearKind(kind), parse_pattern(pattern), Provenance.OWNER)


def monk_of(text: str) -> Monk:
    """A monk to send, ``M`` or ``weapon:M``: from where (the backpack unless said) and the cube it throws, - for none.

    Raises Unreadable.
    """
    source, mark, cube = text.rpartition(":")
    if not mark:
        source = "lower-area"
    if source not in MONK_SOURCES:
        raise Unreadable("monk-text", text, 0, known=", ".join(MONK_SOURCES))
    if cube == "-":
        return Monk(source)
    if cube not in tuple(Material):
        raise Unreadable("monk-text", text, len(source) + len(mark), known=", ".join(MONK_SOURCES))
    return Monk(source, Material(cube))


def with_monk(board: Board, monk: Monk) -> Board:
    """The board with this monk where it is sent from, and the cube that it throws in the backpack."""
    cubes = board.backpack.lower.cubes
    if monk.cube is not None and not board.backpack.cubes.count(monk.cube):
        cubes += Cubes.one(monk.cube)
    discs = (
        (*board.backpack.lower.discs, "monk") if monk.source == "lower-area" else board.backpack.lower.discs
    )
    backpack = Backpack(Contents(cubes, discs), board.backpack.upper)
    spots = {*board.monk_spots, monk.source}
    return msgspec.structs.replace(
        board, backpack=backpack, monk_spots=tuple(spot for spot in MONK_SPOTS if spot in spots)
    )

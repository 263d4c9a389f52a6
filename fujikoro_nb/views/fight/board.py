"""Who fights: player boards out of gear links, and dragons out of three numbers."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.content.box import COLOUR_BY_DICE
from fujikoro_nb.engine.fujikoro.asked.fight import COLOURS, Defence, DragonFight, MonkFight, ThrowCube
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
from fujikoro_nb.engine.fujikoro.characters import PEOPLE, character
from fujikoro_nb.engine.fujikoro.components import DRAGON_POINTS, Blueprint, Dragon, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.monk_fight import begin_monk_fight
from fujikoro_nb.engine.fujikoro.scenarios import WARRIORS
from fujikoro_nb.engine.kernel import Illegal, Seat, Session, cites, refuse
from fujikoro_nb.odds import Foe, OddsError
from fujikoro_nb.views.fight.play import fight_frame
from fujikoro_nb.views.gear.input import known_blueprints
from fujikoro_nb.views.gear.link import AreasOf, GearLink, no_areas, parse_link

MAX_FIGHTERS = 6
MAX_PANEL_HEALTH = 99
"""What a stepper goes up to; printed health ends at 60."""

MAX_INITIATIVE = 30

SIZES: Mapping[int, str] = {3: "S", 4: "M", 5: "L", 6: "XL"}
"""Dice to the size of the dragon (combat.dragon.dice)."""


class Offer(msgspec.Struct, frozen=True):
    """A dragon that may be chosen, as three numbers. ``mark``: ``owner``, ``house``, ``rulebook`` or ``typed``."""

    health: int
    initiative: int
    dice: int
    mark: str = "typed"
    id: str = ""

    @property
    def text(self) -> str:
        """HEALTH/INITIATIVE/DICE."""
        return f"{self.health}/{self.initiative}/{self.dice}"

    @property
    def colour(self) -> str:
        """Derived from the dice (combat.dragon.dice)."""
        return COLOUR_BY_DICE[self.dice]

    @property
    def foe(self) -> Foe:
        """For the solver."""
        return Foe.numbered(self.dragon, self.health)

    @property
    def dragon(self) -> Dragon:
        """For the rules."""
        return Dragon(
            self.id or f"dragon-{self.colour}",
            self.colour,
            self.health,
            None,
            None,
            self.initiative,
            self.dice,
            DRAGON_POINTS[self.colour],
            Provenance.OWNER if self.mark == "typed" else Provenance(self.mark),
        )

    @property
    def kind(self) -> str:
        """What kind of foe it is."""
        return "dragon"

    def begun(self, arena: ArenaState, joiners: tuple[Seat, ...], defence: Defence | UnsetType) -> ArenaState:
        """The state in which all fighters meet it. Raises Illegal."""
        return begin_dragon_fight(arena, self.dragon, Seat(0), joiners, defence=defence)

    def check_joiners(self, joiners: int) -> None:
        """Raises Illegal where so many may not join."""


class MonkOffer(Offer, frozen=True):
    """A monk who fights, whose numbers the booklets print (scenario.4.competitive.monk-stats)."""

    @property
    def text(self) -> str:
        """In a link."""
        return MONK

    @property
    def kind(self) -> str:
        """What kind of foe it is."""
        return MONK

    @property
    def foe(self) -> Foe:
        """For the solver."""
        return Foe.monk()

    def begun(self, arena: ArenaState, joiners: tuple[Seat, ...], defence: Defence | UnsetType) -> ArenaState:
        """The state in which the first fighter meets him. Raises Illegal."""
        self.check_joiners(len(joiners))
        return begin_monk_fight(arena, Seat(0))

    @cites("scenario.4.competitive.no-joining-monk")
    def check_joiners(self, joiners: int) -> None:
        """Raises Illegal for any."""
        if joiners:
            raise Illegal(refuse("scenario.4.competitive.no-joining-monk"))


MONK = "monk"
MONK_OFFER = MonkOffer(WARRIORS.health, 0, WARRIORS.dice, "printed", MONK)


def read_offer(text: str) -> Offer:
    """Read HEALTH/INITIATIVE/DICE, within what the panel's steppers reach, or ``monk``. Raises OddsError.

    >>> read_offer("12/9/4").colour
    'green'
    """
    if text == MONK:
        return MONK_OFFER
    foe = Foe.parse(text)
    if foe.dice not in SIZES or foe.health > MAX_PANEL_HEALTH or foe.initiative > MAX_INITIATIVE:
        raise OddsError("foe-text", text=text[:40])
    return Offer(foe.health, foe.initiative, foe.dice)


def offers_of(dragons: tuple[Dragon, ...]) -> tuple[Offer, ...]:
    """Dragons of a pack; one with another health for two players is offered with each."""
    found = []
    for dragon in dragons:
        for health in dict.fromkeys((dragon.health, dragon.health_two_players)):
            if health is not None and dragon.dice in SIZES:
                mark = str(dragon.provenance)
                found.append(Offer(health, dragon.initiative, dragon.dice, mark, dragon.id))
    return tuple(found)


def board_of(link: GearLink, *, areas: AreasOf = no_areas, monks: tuple[str, ...] = ()) -> Board:
    """The player board that a link draws. ``monks`` stand on spots besides those that the link knows of."""
    limits = areas(link.is_real_box).on(character(link.character))
    known = known_blueprints(link.blueprints)
    drawn = {
        kind: Blueprint(f"blueprint-{kind}", GearKind(kind), one.pattern, Provenance.OWNER)
        for kind, one in known.items()
        if one.pattern is not None
    }
    spots = {*monks, *(("weapon",) if link.is_unlocked else ())}
    spots |= {"backpack"} if link.has_backpack_monk else set()
    letters = str(link.backpack)
    lower, upper = letters[: limits.backpack_lower], letters[limits.backpack_lower :]
    return Board(
        limits=limits,
        gear=link.gear,
        backpack=Backpack(Contents(Cubes.parse(lower)), Contents(Cubes.parse(upper))),
        monk_spots=tuple(sorted(spots)),
        blueprints=tuple(drawn[kind] for kind in drawn if known[kind].state == "owned"),
        lost_blueprints=tuple(drawn[kind] for kind in drawn if known[kind].state == "lost"),
        played=PEOPLE.get(limits.character, UNSET),
    )


def read_fighter(text: str, *, areas: AreasOf = no_areas) -> GearLink:
    """Another fighter's gear: a link of the helper's, or a weapon and a helmet in notation. Raises BadLink."""
    said = text.strip().partition("#")[2] or text.strip()
    if "=" not in said:
        words = said.split()
        said = "&".join(f"{kind}={word}" for kind, word in zip(("weapon", "helmet"), words, strict=False))
        said += "&unlocked=1" if ":" in said else ""  # who draws a right part has it open
    parts = [part for part in said.split("&") if part and not part.startswith("page=")]
    return parse_link("&".join(parts), areas=areas)


def house_dice_of(session: Session[ArenaState]) -> list[str]:
    """Colours of this fight's own dice that are the house's and are, or may be, rolled in it.

    The dragon rolls white dice, a monk who fights wooden ones, samurai those of what they carried at the start and
    carry now, monks who are sent those of the cubes that were thrown.
    """
    start, now = session.record.start, session.state
    fought = fight_frame(start)
    rolled = {"T"} if isinstance(fought, DragonFight) else {"W"} if isinstance(fought, MonkFight) else set()
    for board in (*start.boards, *now.boards):
        gear = board.gear
        rolled |= set(str(gear.weapon.cubes))
        if board.limits.are_sandals_a_weapon:
            rolled |= set(str(gear.sandals.cubes))
            rolled |= {"G"} if gear.sandals_magic else set()
        rolled |= {"G"} if gear.weapon_magic is not None else set()
    answers = (line.entry.answer for line in session.lines)
    rolled |= {str(answer.cube) for answer in answers if isinstance(answer, ThrowCube)}
    house = {str(die.material) for die in now.dice if die.provenance == Provenance.HOUSE}
    return [colour for colour in COLOURS if colour in rolled & house]

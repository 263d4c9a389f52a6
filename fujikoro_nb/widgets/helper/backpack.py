"""The backpack on the helper's page: its cubes, the monk that opens it, and what could be crafted with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.solve import Craft, cheapest_craft
from fujikoro_nb.play.history import Label, called
from fujikoro_nb.views.gear.link import backpack_room
from fujikoro_nb.widgets.base.widget import FujiWidget
from fujikoro_nb.widgets.gear.card_strip import CardStrip, capital
from fujikoro_nb.widgets.gear.craft_grid import CraftGrid

__all__ = ["Backpack", "reach"]

MAX_REACH = 6
"""Lines that a page shows; the cheapest crafts come first."""


class Backpack:
    """What is in it. ``limits`` gives the board; ``note`` is told what a change is called before it is made.

    ``changed`` is told when it is made.
    """

    def __init__(
        self,
        page: FujiWidget,
        *,
        limits: Callable[[], BoardLimits],
        note: Callable[[Label], None],
        changed: Callable[[], None],
    ) -> None:
        self._page, self._limits = page, limits
        self._note, self._changed = note, changed
        self.cubes = Cubes()
        self.has_monk = False

    @property
    def room(self) -> int:
        """How many cubes it holds."""
        return backpack_room(self._limits(), has_monk=self.has_monk)

    @property
    def is_open(self) -> bool:
        """Whether its upper spaces hold cubes."""
        return self.has_monk or self._limits().is_backpack_open

    def told(self) -> dict[str, Any]:
        """For the page's ``board``."""
        return {
            "backpack": {str(each): self.cubes.count(each) for each in MATERIALS},
            "cubes": len(self.cubes),
            "room": self.room,
            "monk": self.has_monk,
            "always": self._limits().is_backpack_open,
        }

    def cut(self) -> str:
        """Take out what has no room on another board; the sentence about that, empty when all of it stays."""
        room = self.room
        if len(self.cubes) <= room:
            return ""
        kept = Cubes.parse(str(self.cubes)[:room])
        left = spelt(self.cubes - kept, self._page)
        self.cubes = kept
        return self._page.say("helper.backpack-cut", max=room, cubes=left)

    def put(self, material: str, by: int) -> None:
        """One cube into the backpack or out of it."""
        page, one = self._page, Cubes.one(Material(material))
        if by > 0 and len(self.cubes) >= self.room:
            key = "backpack-full" if self.is_open else "backpack-full-monk"
            page.notice = page.say(f"helper.{key}", max=self.room)
            return
        if by < 0 and not self.cubes.count(Material(material)):
            return
        key = "helper.change-backpack" if by > 0 else "helper.change-backpack-off"
        self._note(called(key, material=called(f"word.{material}")))
        self.cubes = self.cubes + one if by > 0 else self.cubes - one
        page.notice = ""
        self._changed()

    def set_monk(self, on: bool) -> None:
        """The monk that opens the upper backpack spaces comes or goes; cubes up there have to go first."""
        page = self._page
        room = backpack_room(self._limits(), has_monk=on)
        if on == self.has_monk:
            return
        if len(self.cubes) > room:
            page.notice = page.say("helper.backpack-monk-stays", max=room, n=len(self.cubes) - room)
            return
        self._note(called("helper.change-backpack-monk" if on else "helper.change-backpack-monk-off"))
        self.has_monk = on
        page.notice = ""
        self._changed()


def reach(backpack: Backpack, grid: CraftGrid, strip: CardStrip, page: FujiWidget) -> list[str]:
    """One sentence for each card that the backpack can craft now; takes milliseconds a card."""
    if not backpack.cubes:
        return []
    cards = [card for card in strip.cards if _is_to_be_crafted(card, grid)]
    crafts = [(card, _craft_for(card, backpack, grid)) for card in cards]
    found = [(card, craft) for card, craft in crafts if craft is not None]
    found.sort(key=lambda pair: pair[1].cost)
    lines = [_line(strip.name_of(card), craft, page) for card, craft in found[:MAX_REACH]]
    if len(found) > MAX_REACH:
        lines.append(page.say("helper.reach-more", n=len(found) - MAX_REACH))
    return lines or [page.say("helper.reach-none" if cards else "helper.reach-no-cards")]


def _is_to_be_crafted(card: GearCard | Blueprint, grid: CraftGrid) -> bool:
    """Whether a craft would bring something: no match yet, and no helmet that never becomes magical."""
    if isinstance(card, Blueprint) and card.kind == GearKind.HELMET and not grid.limits.can_helmet_be_magical:
        return False
    is_there = contains(grid.gear.layout(card.kind), card.pattern, rulings=grid.rulings)
    return not (is_there and grid.report(card.kind).is_legal)


def _craft_for(card: GearCard | Blueprint, backpack: Backpack, grid: CraftGrid) -> Craft | None:
    return cheapest_craft(
        grid.gear,
        GearKind(card.kind),
        [card],
        backpack.cubes,
        grid.limits,
        is_unlocked=grid.is_open,
        capacity=backpack.room,
        rulings=grid.rulings,
    )


def _line(name: str, craft: Craft, page: FujiWidget) -> str:
    key = "reach" + ("-waste" if craft.wasted else "-line" if craft.taken else "")
    key += "" if craft.taken else "-free"
    line = page.say(
        f"helper.{key}",
        card=capital(name),
        cubes=spelt(craft.taken, page),
        wasted=page.say(f"word.{craft.wasted}") if craft.wasted else "",
    )
    if craft.thrown:
        return page.say("helper.reach-thrown", line=line, cubes=spelt(craft.thrown, page))
    return line


def spelt(cubes: Cubes, page: FujiWidget) -> str:
    """Cubes in words."""
    parts = [f"{cubes.count(each)} {page.say(f'word.{each}')}" for each in MATERIALS if cubes.count(each)]
    return ", ".join(parts)

"""Fuji Koro in Jupyter notebooks: rules engine, lessons, puzzles and a table helper.

The names a notebook or a script needs. They are looked up when first used, so that importing the package is quick
and a script that only asks the engine never loads Jupyter.

>>> import fujikoro_nb as fk
>>> axe = fk.parse_gear("WWM/..M", fk.GearKind.WEAPON, fk.character("symmetric"))
>>> fk.inspect(axe, fk.GearKind.WEAPON, fk.character("symmetric")).is_legal
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fujikoro_nb.content import house_pack, read_pack
    from fujikoro_nb.engine.fujikoro.board import Backpack, Board, Contents
    from fujikoro_nb.engine.fujikoro.characters import character
    from fujikoro_nb.engine.fujikoro.cubes import Cubes
    from fujikoro_nb.engine.fujikoro.gear import (
        Gear,
        initiative,
        inspect,
        inspect_helmet,
        inspect_sandals,
        inspect_weapon,
    )
    from fujikoro_nb.engine.fujikoro.hand import count_minimal, minimal_crafts, placements_of_hand
    from fujikoro_nb.engine.fujikoro.limits import GearKind
    from fujikoro_nb.engine.fujikoro.match import placements
    from fujikoro_nb.engine.fujikoro.matchset import CardSet
    from fujikoro_nb.engine.fujikoro.near import distance, one_away
    from fujikoro_nb.engine.fujikoro.notation import parse_gear, parse_pattern, print_gear, print_pattern
    from fujikoro_nb.engine.fujikoro.payment import payments
    from fujikoro_nb.engine.fujikoro.repair import repairs
    from fujikoro_nb.engine.fujikoro.rules.craft import check_craft
    from fujikoro_nb.engine.fujikoro.rules.table import CraftGear
    from fujikoro_nb.engine.fujikoro.rulings import Rulings
    from fujikoro_nb.engine.fujikoro.solve import cheapest_craft
    from fujikoro_nb.engine.kernel import Illegal, Unreadable
    from fujikoro_nb.rulebook import rule
    from fujikoro_nb.texts import refusal_sentence

__version__: str

_HOME = {
    "Backpack": "engine.fujikoro.board",
    "Board": "engine.fujikoro.board",
    "CardSet": "engine.fujikoro.matchset",
    "Contents": "engine.fujikoro.board",
    "CraftGear": "engine.fujikoro.rules.table",
    "Cubes": "engine.fujikoro.cubes",
    "Gear": "engine.fujikoro.gear",
    "GearKind": "engine.fujikoro.limits",
    "Illegal": "engine.kernel",
    "Rulings": "engine.fujikoro.rulings",
    "Unreadable": "engine.kernel",
    "character": "engine.fujikoro.characters",
    "cheapest_craft": "engine.fujikoro.solve",
    "check_craft": "engine.fujikoro.rules.craft",
    "count_minimal": "engine.fujikoro.hand",
    "distance": "engine.fujikoro.near",
    "house_pack": "content",
    "initiative": "engine.fujikoro.gear",
    "inspect": "engine.fujikoro.gear",
    "inspect_helmet": "engine.fujikoro.gear",
    "inspect_sandals": "engine.fujikoro.gear",
    "inspect_weapon": "engine.fujikoro.gear",
    "minimal_crafts": "engine.fujikoro.hand",
    "one_away": "engine.fujikoro.near",
    "parse_gear": "engine.fujikoro.notation",
    "parse_pattern": "engine.fujikoro.notation",
    "payments": "engine.fujikoro.payment",
    "placements": "engine.fujikoro.match",
    "placements_of_hand": "engine.fujikoro.hand",
    "print_gear": "engine.fujikoro.notation",
    "print_pattern": "engine.fujikoro.notation",
    "read_pack": "content",
    "refusal_sentence": "texts",
    "repairs": "engine.fujikoro.repair",
    "rule": "rulebook",
}
"""Each public name and the module it lives in."""

__all__ = [
    "Backpack",
    "Board",
    "CardSet",
    "Contents",
    "CraftGear",
    "Cubes",
    "Gear",
    "GearKind",
    "Illegal",
    "Rulings",
    "Unreadable",
    "__version__",
    "character",
    "cheapest_craft",
    "check_craft",
    "count_minimal",
    "distance",
    "house_pack",
    "initiative",
    "inspect",
    "inspect_helmet",
    "inspect_sandals",
    "inspect_weapon",
    "minimal_crafts",
    "one_away",
    "parse_gear",
    "parse_pattern",
    "payments",
    "placements",
    "placements_of_hand",
    "print_gear",
    "print_pattern",
    "read_pack",
    "refusal_sentence",
    "repairs",
    "rule",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version  # a third of the time that importing the package would take

        return version(__name__)
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def _spoken(error: ValueError) -> str:
    """The sentence of an engine's error; what it carries where no catalogue has one: an error never hides another."""
    from fujikoro_nb.texts import MissingText, error_sentence

    try:
        return error_sentence(error)
    except (MissingText, TypeError):
        return ValueError.__str__(error)


def _let_errors_speak() -> None:
    """In a notebook an error is what it prints: give it its sentence, which the engine does not know.

    Done here, once, because whoever imports anything of ours comes by here first: what an error says must not depend
    on what was imported, or looked up, before it.
    """
    from fujikoro_nb.engine.kernel.errors import Illegal, Unreadable

    for family in (Unreadable, Illegal):
        family.__str__ = _spoken  # type: ignore[method-assign, assignment]


_let_errors_speak()

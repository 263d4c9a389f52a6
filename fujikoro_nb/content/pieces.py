"""Single pieces of one's own box: as a pack file says them, and which of those described in a game a pack lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import msgspec

from fujikoro_nb.content.pack import Pack, component_of
from fujikoro_nb.content.records import RECORD_TYPES
from fujikoro_nb.engine.fujikoro.asked.game import Described
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Component, Piles
from fujikoro_nb.engine.fujikoro.components import (
    AdventureToken,
    Blueprint,
    Dragon,
    Effect,
    GearCard,
    Provenance,
    ResourceToken,
    ScrollCard,
    SpaceFace,
    Tile,
)
from fujikoro_nb.engine.fujikoro.gear.match import turns
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import sort_of
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import described
from fujikoro_nb.engine.kernel import Record

SECTION_OF: Mapping[str, str] = {
    "tile": "tiles",
    "square": "resource_tokens",
    "hexagon": "resource_tokens",
    "dragon": "dragons",
    "card": "gear_cards",
    "blueprint": "blueprints",
    "scroll": "scrolls",
    "adventure": "adventure_tokens",
}
"""What is drawn, and the section of a pack that holds it."""


def pieces_of(pack: Pack) -> tuple[Component, ...]:
    """Everything of a pack that is drawn."""
    return (
        *pack.tiles, *pack.resource_tokens, *pack.dragons, *pack.gear_cards, *pack.blueprints, *pack.scrolls,
        *pack.adventure_tokens,
    )  # fmt: skip


def plain_of(piece: Component) -> dict[str, Any]:
    """A piece as the plain data of a pack file, its source left to the file; `piece_of` is the way back.

    >>> from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
    >>> plain_of(ResourceToken("mine", "square", "I", Cubes(wood=1, metal=2), False, Provenance.OWNER))
    {'id': 'mine', 'shape': 'square', 'level': 'I', 'cubes': 'WMM', 'monk': False}
    """
    plain: dict[str, Any] = msgspec.to_builtins(piece)
    del plain["provenance"]
    match piece:
        case Tile():
            plain["spaces"] = [space_text(face) for face in piece.spaces]
        case ResourceToken():
            del plain["is_monk"]
            plain |= {"cubes": str(piece.cubes), "monk": piece.is_monk}
        case Dragon():
            plain = {field: value for field, value in plain.items() if value is not None}
        case GearCard() | Blueprint():
            plain["pattern"] = print_pattern(piece.pattern)
        case ScrollCard() | AdventureToken():
            plain["effects"] = [_plain_effect(effect) for effect in piece.effects]
    return plain


def space_text(face: SpaceFace) -> str:
    """A space as a pack file says it, such as ``scroll red 3``."""
    return " ".join(filter(None, (str(face.kind), face.colour, str(face.lava or ""))))


def _plain_effect(effect: Effect) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": str(effect.kind)}
    if effect.amount:
        plain["amount"] = effect.amount
    if effect.cubes:
        plain["cubes"] = str(effect.cubes)
    return plain


def piece_of(kind: str, plain: Mapping[str, Any]) -> Component:
    """The engine's piece of plain data. Raises msgspec.ValidationError, and Unreadable for a pattern."""
    record = msgspec.convert(plain, RECORD_TYPES[SECTION_OF[kind]])
    return component_of(record)


def stem_of(piece: Component) -> str:
    """The middle of an owner's id, such as ``tile-ii`` in ``owner-tile-ii-3``."""
    kind, sort = sort_of(piece)
    if kind == "card":
        return sort
    return f"{kind}-{sort.lower()}" if sort else kind


def free_id(stem: str, taken: Iterable[str]) -> str:
    """The next id of an owner's piece: one more than the highest in use.

    >>> free_id("tile-ii", ["owner-tile-ii-2", "owner-tile-iii-7"])
    'owner-tile-ii-3'
    """
    return f"owner-{stem}-{max((number_of(stem, name) for name in taken), default=0) + 1}"


def number_of(stem: str, name: str) -> int:
    """The number in an owner's id of this stem; 0 for any other name.

    >>> number_of("weapon", "owner-weapon-2"), number_of("weapon", "owner-blueprint-weapon-2")
    (2, 0)
    """
    start = f"owner-{stem}-"
    number = name.removeprefix(start) if name.startswith(start) else ""
    return int(number) if number.isascii() and number.isdigit() else 0


def face_of(piece: Component) -> Hashable:
    """What makes two pieces the same to look at: not their ids, nor how a tile or a card is held."""
    bare = msgspec.structs.replace(piece, id="", provenance=Provenance.OWNER)
    match bare:
        case Tile():
            middle, *petals = bare.spaces
            held = [(middle, *petals[by:], *petals[:by]) for by in range(len(petals))]
            return bare.level, min(tuple(map(space_text, spaces)) for spaces in held)
        case GearCard() | Blueprint():
            drawn = min(print_pattern(turn.layout) for turn in turns(bare.pattern))
            return sort_of(bare), drawn, getattr(bare, "bonus", "")
        case ScrollCard() | AdventureToken():
            return sort_of(bare), frozenset(bare.effects)
        case _:
            return bare


def described_in(log: Record[GameState]) -> tuple[Component, ...]:
    """What was described in this game, in order."""
    told = (described(entry.answer) for entry in log.entries if isinstance(entry.answer, Described))
    return tuple(piece for piece in told if piece is not None)


def new_pieces(log: Record[GameState], owned: Pack) -> tuple[Component, ...]:
    """What this game showed of the box and the owner's pack does not hold, as often as the box has it.

    What the piles held at the beginning lies in the box as well, so the same face described beside it is another
    piece.
    """
    in_box = Counter(map(face_of, _in_piles(log.start.piles)))
    owned_faces = Counter(map(face_of, pieces_of(owned)))
    new: list[Component] = []
    for piece in described_in(log):
        face = face_of(piece)
        in_box[face] += 1
        if in_box[face] > owned_faces[face]:
            new.append(piece)
            owned_faces[face] += 1
    return tuple(new)


def _in_piles(piles: Piles) -> Iterable[Component]:
    for field in piles.__struct_fields__:
        yield from getattr(piles, field)

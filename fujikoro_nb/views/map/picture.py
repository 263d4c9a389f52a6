"""What lies on the mountain, as a small picture for the page: only what differs from the empty map.

A picture is plain JSON: ``ground`` names the tiles that lie open, ``spaces`` the spaces that hold anything. What one
holds is a list of pieces, printed signs among them; where on the space each is drawn, the page knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.dens import den_at, dens
from fujikoro_nb.engine.fujikoro.asked.game import Explore
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, Place, PlaceId, PlaceKind, SpaceId, spaces_of
from fujikoro_nb.engine.fujikoro.board.mountain import (
    AdventureDisc,
    LaidTile,
    Loot,
    MonkDisc,
    ScrollDisc,
    Thing,
    TokenThing,
)
from fujikoro_nb.engine.fujikoro.components import Dragon, SpaceFace, SpaceKind
from fujikoro_nb.engine.fujikoro.rules.fights.combat import printed_in
from fujikoro_nb.engine.fujikoro.rules.mountain.final import ahead, steps_until
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.views.map.dragons import DRAGON_SIGNS, hidden_from_dragons, marks_of, token_of, walks_drawn

Piece = dict[str, Any]
"""``kind`` and what belongs to it: ``sign`` (a shape), ``tone`` (a colour), ``cubes``, ``number``, ``steps`` ..."""

Picture = dict[str, Any]

EMPTY: Picture = {"is_game": False, "ground": {}, "spaces": {}, "walks": []}
"""The map of no game: 37 places, nothing on them."""


class _Eyes(NamedTuple):
    """Whose picture it is, and what of it is worked out from the whole mountain, once."""

    state: GameState
    seat: Seat | None
    hidden: tuple[Seat, ...]
    marks: Mapping[str, str]


def _eyes(state: GameState, seat: Seat | None) -> _Eyes:
    there = (den.dragon for den in dens(state))
    return _Eyes(state, seat, hidden_from_dragons(state), marks_of(there))


def map_picture(state: GameState, *, seat: Seat | None = None, turned: int = 0) -> Picture:
    """The mountain as ``seat`` sees it; nobody sees more than what lies open.

    A tile that is drawn and not laid yet is shown on its place, ``turned`` by so many sixths, and marked as such.
    """
    eyes = _eyes(state, seat)
    ground: dict[str, str] = {}
    spaces: dict[str, dict[str, Any]] = {}
    for entry in PLACES:
        laid = _tile_shown(state, entry, turned)
        if laid is not None:
            ground[entry.id] = "open" if state.is_revealed(entry.id) else "laying"
        for number, one in enumerate(spaces_of(entry.id)):
            shown = _space(eyes, entry, one.id, number, laid)
            if shown:
                spaces[one.id] = shown
    return {"is_game": True, "ground": ground, "spaces": spaces, "walks": walks_drawn(state)}


def _tile_shown(state: GameState, entry: Place, turned: int) -> LaidTile | None:
    """The volcano tile that lies on a place, or the one about to be laid there."""
    laid = state.tile_on(entry.id)
    top = state.agenda[-1] if state.agenda else None
    if laid is None and isinstance(top, Explore) and top.place == entry.id and top.tile is not None:
        return LaidTile(top.tile, turned)
    return laid


def _space(
    eyes: _Eyes, entry: Place, space_id: SpaceId, number: int, laid: LaidTile | None
) -> dict[str, Any]:
    """What one space shows; nothing for one that is as on the empty map."""
    state = eyes.state
    pieces: list[Piece] = []
    shown: dict[str, Any] = {}
    if laid is not None:
        pieces += _lying_on(eyes, laid, number)
        if laid.face(number).kind == SpaceKind.LAVA:
            shown["lava"] = "printed"
        elif space_id in state.lava:  # the lava tile covers what is printed
            shown["lava"] = "tile"
        else:
            pieces += _printed(state, laid.face(number), is_covered=bool(pieces))
    always = next((str(one.cubes) for one in state.charts.fixed_tiles if one.kind == entry.kind), "")
    pieces += [{"kind": "monk"}] * _monks_on(state, space_id)
    if laid is None:
        pieces += _dragon_on(eyes, entry.id)
    if always:
        pieces.append({"kind": "always", "cubes": always})
    if entry.kind == PlaceKind.TEMPLE:
        index = int(entry.id.rpartition("-")[2]) - 1
        pieces += [{"kind": "blueprint", "sign": str(one.kind), "id": one.id} for one in state.temples[index]]
        if state.plot.has_blind_temples and (left := state.staged.blueprints_in(index)):
            pieces.append({"kind": "blind", "number": left})
        if state.guard_on(space_id) is not None:
            pieces.append({"kind": "guard"})
    pieces += _samurai(eyes, space_id)
    if pieces:
        shown["pieces"] = pieces
    return shown


def _monks_on(state: GameState, space_id: SpaceId) -> int:
    """How many monks who fight are on a space."""
    return 0 if state.scene is UNSET else state.scene.monks.count(space_id)


def _lying_on(eyes: _Eyes, laid: LaidTile, number: int) -> Iterator[Piece]:
    """The dragon, which lives on the middle of its tile, and what lies on a space."""
    thing = laid.things[number]
    if laid.dragon is not None and number == 0:
        yield _dragon(eyes, laid.dragon, laid.damage)
    if thing is not None:
        yield _lying(thing)


def _dragon_on(eyes: _Eyes, at: PlaceId) -> Iterator[Piece]:
    """The dragon on a tile that is no volcano tile, where a scenario lets one come there."""
    den = den_at(eyes.state, at)
    if den is not None:
        yield _dragon(eyes, den.dragon, den.damage)


def _dragon(eyes: _Eyes, dragon: Dragon, damage: int) -> Piece:
    return {
        "kind": "dragon",
        "id": dragon.id,
        "sign": DRAGON_SIGNS[dragon.colour],
        "tone": dragon.colour,
        "number": printed_in(eyes.state, dragon),
        "damage": damage,
        **_of_walker(eyes, dragon),
    }


def _of_walker(eyes: _Eyes, dragon: Dragon) -> dict[str, str]:
    """What tells a dragon that walks from the others: its status token, and its mark."""
    if not eyes.state.do_dragons_walk:
        return {}
    return {"token": token_of(eyes.state, dragon), "mark": eyes.marks[dragon.id]}


def _lying(thing: Thing) -> Piece:
    match thing:
        case TokenThing(token=token, is_used=True):
            return {"kind": "used", "id": token.id, "sign": token.shape, "level": token.level}
        case TokenThing(token=token):
            return {"kind": "token", "id": token.id, "sign": token.shape, "cubes": str(token.cubes)}
        case MonkDisc():
            return {"kind": "monk"}
        case ScrollDisc(colour=colour):
            return {"kind": "scroll", "tone": colour}
        case Loot():
            return {"kind": "loot"}
        case AdventureDisc(token=token):
            return {"kind": "adventure", "id": token.id}


def _printed(state: GameState, face: SpaceFace, *, is_covered: bool) -> Iterator[Piece]:
    """The printed sign, unless something lies on it, and the printed number, which stays readable."""
    if face.kind not in (SpaceKind.PLAIN, SpaceKind.LAVA) and (not is_covered or face.kind == SpaceKind.EXIT):
        yield {"kind": "print", "sign": str(face.kind), **({"tone": face.colour} if face.colour else {})}
    if face.lava:
        yield {"kind": "number", "number": face.lava, **_eruption(state, face.lava)}


def _eruption(state: GameState, number: int) -> dict[str, Any]:
    """In how many steps of the countdown a number erupts, and whether that is the next eruption of all."""
    steps = steps_until(state, "lava", number)
    if not steps:
        return {"steps": 0}
    is_first = all(step.event != "lava" for step in ahead(state)[: steps - 1])
    return {"steps": steps, "is_next": state.marker is not None and is_first}


def _samurai(eyes: _Eyes, space_id: SpaceId) -> Iterator[Piece]:
    for seat, samurai in enumerate(eyes.state.samurai):
        if samurai.space == space_id:
            is_hidden = seat in eyes.hidden
            yield {
                "kind": "samurai",
                "tone": samurai.colour,
                "seat": seat,
                "is_down": not samurai.is_conscious,
                "is_own": seat == eyes.seat,
                **({"is_hidden": True} if is_hidden else {}),
            }

"""Chapter "explore": a place is named, a tile drawn, turned and laid, and everything printed on it is put there."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from fujikoro_nb.engine.fujikoro.components import Dragon, ResourceToken, SpaceFace, SpaceKind, Tile
from fujikoro_nb.engine.fujikoro.geometry import (
    LEVELS,
    PlaceId,
    SpaceId,
    neighbour_places,
    place,
    places_beside,
)
from fujikoro_nb.engine.fujikoro.mountain import (
    PETALS,
    SPACES_OF_A_TILE,
    AdventureDisc,
    LaidTile,
    MonkDisc,
    ScrollDisc,
    Thing,
    TokenThing,
)
from fujikoro_nb.engine.fujikoro.rules.draw import Draw
from fujikoro_nb.engine.fujikoro.rules.play import ChoosePlace, Explore, TurnTile
from fujikoro_nb.engine.fujikoro.rules.realm import GameState
from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
    Event,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    event,
    push,
    refuse,
    replace_top,
)


@cites("explore.where")
def explorable(state: GameState, seat: Seat) -> tuple[PlaceId, ...]:
    """The places without a tile that border the samurai's space and whose stack is not empty."""
    return tuple(
        place_id
        for place_id in places_beside(state.samurai[seat].space)
        if not state.is_revealed(place_id) and has_tiles(state, place_id)
    )


@cites("explore.stack-empty", "explore.level-by-ring")
def has_tiles(state: GameState, place_id: PlaceId) -> bool:
    """Whether the stack of this place's ring has a tile; of a real box nobody counts them here."""
    return state.is_described or bool(state.piles.tiles_of(place(place_id).level or ""))


def check_explore(state: GameState, seat: Seat) -> Refusal | None:
    """Nothing, or why nothing can be explored from where the samurai stands."""
    if explorable(state, seat):
        return None
    at = state.samurai[seat].space
    bare = [place_id for place_id in places_beside(at) if not state.is_revealed(place_id)]
    if bare:
        return refuse("explore.stack-empty", level=str(place(bare[0]).level))
    return refuse("explore.where", space=at)


def begin_explore(state: GameState, seat: Seat) -> GameState:
    """The state with an explore action of this seat about to begin."""
    return push(state, Explore(seat))


class ExploreRules(FrameRules[GameState]):
    """Asks for the place, chance for the tile, then how it lies, and chance for what comes on it."""

    KINDS: ClassVar[dict[SpaceKind, str]] = {
        SpaceKind.SQUARE: "square",
        SpaceKind.HEXAGON: "hexagon",
        SpaceKind.DRAGON: "dragon",
    }

    def question(self, state: GameState, frame: Explore) -> Question | None:
        if frame.place is None:
            return Question(frame.seat, "place", "explore.announce", frame.name)
        if frame.tile is not None and not frame.is_laid:
            return Question(frame.seat, "turn-tile", "explore.orient", frame.name)
        draw = self._draw(state, frame)
        if draw is None:
            return None
        data = (("what", draw.kind), ("sort", draw.sort))
        if draw.kind == "tile":
            return Question(CHANCE, "draw", "explore.level-by-ring", frame.name, data)
        if draw.kind == "dragon":
            return Question(CHANCE, "draw", "explore.fill.dragon", frame.name, data)
        return Question(CHANCE, "draw", "setup.tokens.resource-square", frame.name, data)

    def check(self, state: GameState, frame: Explore, answer: Answer) -> Refusal | None:
        if frame.place is None:
            return self._check_place(state, frame, answer)
        if frame.tile is not None and not frame.is_laid:
            if isinstance(answer, TurnTile) and 0 <= answer.sixths < PETALS:
                return None
            if isinstance(answer, ChoosePlace):
                return refuse("explore.announce", place=frame.place)
            return refuse("explore.orient")
        draw = self._draw(state, frame)
        assert draw is not None, "nobody is asked otherwise"
        return draw.check(state, answer)

    @staticmethod
    def _check_place(state: GameState, frame: Explore, answer: Answer) -> Refusal | None:
        if not isinstance(answer, ChoosePlace):
            return refuse("explore.where", "no-place")
        if answer.place not in explorable(state, frame.seat):
            return refuse("explore.where", "not-beside", place=answer.place[:40])
        return None

    def options(self, state: GameState, frame: Explore) -> Options:
        if frame.place is None:
            return Complete(tuple(map(ChoosePlace, explorable(state, frame.seat))))
        if frame.tile is not None and not frame.is_laid:
            return Complete(tuple(map(TurnTile, range(PETALS))))
        draw = self._draw(state, frame)
        assert draw is not None, "nobody is asked otherwise"
        return draw.options(state)

    @cites("explore.fill.square", "explore.fill.hex", "setup.dragons.pool")
    def _draw(self, state: GameState, frame: Explore) -> Draw | None:
        """What chance is asked for now: the tile, or what belongs on the next space."""
        assert frame.place is not None, "asked before"
        level = place(frame.place).level or ""
        if frame.tile is None:
            return Draw("tile", level, state.drawable(level))
        if not frame.is_laid or frame.filled == SPACES_OF_A_TILE:
            return None
        face = self._face(state, frame)
        kind = self.KINDS.get(face.kind, "")
        if kind == "dragon":
            pile: tuple[Dragon | ResourceToken, ...] = state.piles.dragons_of(face.colour)
            sort = face.colour
        elif kind and (kind == "square" or has_hexagons(state)):
            pile, sort = state.piles.tokens_of(kind, level), level
        else:
            return None
        return Draw(kind, sort, pile) if pile or state.is_described else None

    @staticmethod
    def _face(state: GameState, frame: Explore) -> SpaceFace:
        assert frame.place is not None, "asked before"
        tile = state.tile_on(frame.place)
        assert tile is not None, "laid before"
        return tile.face(frame.filled)

    def answered(self, state: GameState, frame: Explore, answer: Answer) -> Outcome[GameState]:
        match answer:
            case ChoosePlace(place=place_id):
                state = replace_top(state, msgspec.structs.replace(frame, place=place_id))
                return state, (
                    event("place-named", "explore.announce", seat=int(frame.seat), place=place_id),
                )
            case TurnTile(sixths=sixths):
                return self._laid(state, frame, sixths)
        draw = self._draw(state, frame)
        assert draw is not None, "nobody is asked otherwise"
        component = draw.component(answer)
        state = msgspec.structs.replace(state, piles=state.piles.without(component))
        if isinstance(component, Tile):
            peeked = tuple(one for one in state.peeked if one.level != component.level)
            state = msgspec.structs.replace(state, peeked=peeked)
            state = replace_top(state, msgspec.structs.replace(frame, tile=component))
            return state, (event("tile-drawn", "explore.level-by-ring", tile=component.id),)
        if isinstance(component, Dragon):
            return self._with_dragon(state, frame, component)
        assert isinstance(component, ResourceToken), "nothing else is drawn here"
        return self._with_token(state, frame, component)

    @cites("explore.orient")
    def _laid(self, state: GameState, frame: Explore, sixths: int) -> Outcome[GameState]:
        """explore.vp: exploring scores at once."""
        assert frame.place is not None and frame.tile is not None, "asked before"
        state = state.with_tile(frame.place, LaidTile(frame.tile, sixths))
        points = state.mode.tile_points[LEVELS.index(frame.tile.level)]
        state = replace_top(state, msgspec.structs.replace(frame, is_laid=True))
        state, events = state.award(frame.seat, points)
        seat = int(frame.seat)
        laid = event("tile-laid", "explore.orient", seat=seat, place=frame.place)
        return state, (laid, event("explored", "explore.vp", seat=seat, points=points), *events)

    def _with_dragon(self, state: GameState, frame: Explore, dragon: Dragon) -> Outcome[GameState]:
        assert frame.place is not None, "asked before"
        tile = state.tile_on(frame.place)
        assert tile is not None, "laid before"
        state = state.with_tile(frame.place, msgspec.structs.replace(tile, dragon=dragon))
        state, events = self._filled(state, frame, None)
        return state, (event("dragon-appears", "explore.fill.dragon", dragon=dragon.id), *events)

    @cites("explore.fill.hex-monk")
    def _with_token(self, state: GameState, frame: Explore, token: ResourceToken) -> Outcome[GameState]:
        if not token.is_monk:
            return self._filled(state, frame, TokenThing(token))
        state, events = self._filled(state, frame, MonkDisc())
        return state, (event("token-is-monk", "explore.fill.hex-monk"), *events)

    def advance(self, state: GameState, frame: Explore) -> Outcome[GameState] | None:
        """A space on which nothing is drawn, and at last the neighbours."""
        if frame.filled == SPACES_OF_A_TILE:
            return None
        face = self._face(state, frame)
        match face.kind:
            case SpaceKind.SCROLL if face.colour in state.colours:
                return self._with_scroll(state, frame, face.colour)
            case SpaceKind.MONK:
                return self._filled(state, frame, MonkDisc())
            case SpaceKind.ADVENTURE if state.mode.has_adventures:
                return self._filled(state, frame, AdventureDisc())
            case _:
                return self._filled(state, frame, None)

    @cites("explore.fill.scroll", "setup.player.scroll-discs")
    def _with_scroll(self, state: GameState, frame: Explore, colour: str) -> Outcome[GameState]:
        """The disc comes from its owner, as long as one is left."""
        owner = Seat(state.colours.index(colour))
        samurai = state.samurai[owner]
        if not samurai.scroll_discs:
            return self._filled(state, frame, None)
        fewer = msgspec.structs.replace(samurai, scroll_discs=samurai.scroll_discs - 1)
        return self._filled(state.with_samurai(owner, fewer), frame, ScrollDisc(colour))

    @cites("explore.fill.monk", "setup.option.adventure")
    def _filled(self, state: GameState, frame: Explore, thing: Thing | None) -> Outcome[GameState]:
        """The next space has its thing, and lava if its number has erupted already."""
        assert frame.place is not None, "asked before"
        tile = state.tile_on(frame.place)
        assert tile is not None, "laid before"
        number, face = frame.filled, tile.face(frame.filled)
        state = state.with_tile(frame.place, tile.with_thing(number, thing))
        state = replace_top(state, msgspec.structs.replace(frame, filled=number + 1))
        if not (face.lava and state.has_erupted(face.lava)):
            return state, ()
        at = SpaceId(f"{frame.place}.{number}")
        state = msgspec.structs.replace(state, lava=tuple(sorted((*state.lava, at))))
        return state, (event("late-lava", "explore.fill.late-lava", space=at),)

    @cites("explore.refresh")
    def closed(self, state: GameState, frame: Explore) -> Outcome[GameState]:
        """The last step: used tokens on the tiles beside the new one come up again."""
        events: list[Event] = []
        for beside in neighbour_places(frame.place) if frame.place is not None and frame.is_laid else ():
            tile = state.tile_on(beside)
            if tile is not None and tile.refreshed() != tile:
                state = state.with_tile(beside, tile.refreshed())
                events.append(event("refreshed", "explore.refresh", place=beside))
        return state, tuple(events)


@cites("explore.fill.hex")
def has_hexagons(state: GameState) -> bool:
    """Whether hexagonal tokens are in the game."""
    return state.players >= state.mode.hexagons_from

"""Chapter "explore": a place is named, a tile drawn, turned and laid, and everything printed on it is put there."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import ChoosePlace, Enough, Explore, TurnTile, Use
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    LEVELS,
    PlaceId,
    SpaceId,
    neighbour_places,
    place,
    places_beside,
)
from fujikoro_nb.engine.fujikoro.board.mountain import (
    PETALS,
    SPACES_OF_A_TILE,
    AdventureDisc,
    LaidTile,
    Loot,
    MonkDisc,
    ScrollDisc,
    Thing,
    TokenThing,
)
from fujikoro_nb.engine.fujikoro.components import (
    AdventureToken,
    Dragon,
    EffectKind,
    ResourceToken,
    SpaceFace,
    SpaceKind,
    Tile,
)
from fujikoro_nb.engine.fujikoro.rules.mountain.comeback import called_back
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import Draw, tile_draw
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
from fujikoro_nb.engine.fujikoro.rules.powers import check_use, used, uses
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
    beside = places_beside(state.samurai[seat].space)
    return tuple(
        [place_id for place_id in beside if not state.is_revealed(place_id) and has_tiles(state, place_id)]
    )


@cites("explore.stack-empty", "explore.level-by-ring")
def has_tiles(state: GameState, place_id: PlaceId) -> bool:
    """Whether the stack of this place's ring has a tile; of a real box nobody counts them here."""
    return state.is_described or bool(state.piles.tiles_of(place(place_id).level or ""))


def check_explore(state: GameState, seat: Seat) -> Refusal | None:
    """Nothing, or why nothing can be explored from where the samurai stands."""
    at = state.samurai[seat].space
    bare = [place_id for place_id in places_beside(at) if not state.is_revealed(place_id)]
    if not bare:
        return refuse("explore.where", space=at)
    if not explorable(state, seat):
        return refuse("explore.stack-empty", level=str(place(bare[0]).level))
    return None


def begin_explore(state: GameState, seat: Seat) -> GameState:
    """The state with an explore action of this seat about to begin."""
    return push(state, Explore(seat, more=state.samurai[seat].power(EffectKind.TILES)))


@cites("scroll.multi-tile", "adventure.ancient-map")
def places_now(state: GameState, frame: Explore) -> tuple[PlaceId, ...]:
    """Where the next tile may go: beside the samurai's space, or beside the tile placed last."""
    here = explorable(state, frame.seat)
    beside = neighbour_places(frame.last) if frame.last is not None else ()
    return here + tuple(
        place_id
        for place_id in beside
        if place_id not in here and not state.is_revealed(place_id) and has_tiles(state, place_id)
    )


class ExploreRules(FrameRules[GameState]):
    """Asks for the place, chance for the tile, then how it lies, and chance for what comes on it."""

    KINDS: ClassVar[dict[SpaceKind, str]] = {
        SpaceKind.SQUARE: "square",
        SpaceKind.HEXAGON: "hexagon",
        SpaceKind.DRAGON: "dragon",
        SpaceKind.ADVENTURE: "adventure",
    }

    def question(self, state: GameState, frame: Explore) -> Question | None:
        if frame.is_over:
            return None
        if frame.place is None:
            kind, rule = ("place", "explore.announce") if frame.last is None else _ANOTHER
            return Question(frame.seat, kind, rule, frame.name) if places_now(state, frame) else None
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
        if draw.kind == "adventure":
            return Question(CHANCE, "draw", "setup.option.adventure", frame.name, data)
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
        return draw.check(state, answer, self.question(state, frame))

    def _check_place(self, state: GameState, frame: Explore, answer: Answer) -> Refusal | None:
        if isinstance(answer, Use):
            return check_use(state, frame.seat, "explore", answer)
        if isinstance(answer, Enough) and frame.last is not None:
            return None
        if not isinstance(answer, ChoosePlace):
            return other_question(self.question(state, frame), "no-place")
        if answer.place not in places_now(state, frame):
            return refuse("explore.where", "not-beside", place=answer.place[:40])
        return None

    def options(self, state: GameState, frame: Explore) -> Options:
        if frame.place is None:
            places = map(ChoosePlace, places_now(state, frame))
            enough = (Enough(),) if frame.last is not None else ()
            return Complete((*places, *enough, *uses(state, frame.seat, "explore")))
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
            return tile_draw(state, level)
        if not frame.is_laid or frame.filled == SPACES_OF_A_TILE:
            return None
        face = self._face(state, frame)
        kind = self.KINDS.get(face.kind, "")
        if kind == "dragon":
            pile: tuple[Dragon | ResourceToken | AdventureToken, ...] = state.piles.dragons_of(face.colour)
            sort = face.colour
        elif kind == "adventure" and has_adventures(state):
            pile, sort = state.piles.adventures, ""
        elif kind in ("square", "hexagon") and (kind == "square" or has_hexagons(state)):
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
            case Use():
                return used(state, frame.seat, "explore", answer)
            case Enough():
                return replace_top(state, msgspec.structs.replace(frame, is_over=True)), ()
        draw = self._draw(state, frame)
        assert draw is not None, "nobody is asked otherwise"
        component = draw.component(answer)
        state = msgspec.structs.replace(state, piles=state.piles.without(component))
        if isinstance(component, Tile):
            peeked = tuple(one for one in state.peeked if one.level != component.level)
            state = msgspec.structs.replace(state, peeked=peeked)
            state = replace_top(state, msgspec.structs.replace(frame, tile=component))
            return state, (event("tile-drawn", "explore.level-by-ring", tile=component.id),)
        if isinstance(component, AdventureToken):
            return self._with_adventure(state, frame, component)
        if isinstance(component, Dragon):
            return self._with_dragon(state, frame, component)
        assert isinstance(component, ResourceToken), "nothing else is drawn here"
        return self._with_token(state, frame, component)

    @cites("explore.orient", "example.yoshihiro-explore")
    def _laid(self, state: GameState, frame: Explore, sixths: int) -> Outcome[GameState]:
        """explore.vp: exploring scores at once."""
        assert frame.place is not None and frame.tile is not None, "asked before"
        state = state.with_tile(frame.place, LaidTile(frame.tile, sixths))
        points = state.mode.tile_points[LEVELS.index(frame.tile.level)]
        state = replace_top(state, msgspec.structs.replace(frame, is_laid=True))
        state, events = state.award(frame.seat, points)
        seat = int(frame.seat)
        laid = event("tile-laid", "explore.orient", seat=seat, place=frame.place)
        if not state.has_points:
            return state, (laid,)
        return state, (laid, event("explored", "explore.vp", seat=seat, points=points), *events)

    @cites("setup.option.adventure")
    def _with_adventure(self, state: GameState, frame: Explore, token: AdventureToken) -> Outcome[GameState]:
        state, events = self._filled(state, frame, AdventureDisc(token))
        return state, (event("adventure-appears", "setup.option.adventure", item=token.id), *events)

    @cites("scenario.1.competitive.dragon-loot")
    def _with_dragon(self, state: GameState, frame: Explore, dragon: Dragon) -> Outcome[GameState]:
        assert frame.place is not None, "asked before"
        tile = state.tile_on(frame.place)
        assert tile is not None, "laid before"
        state = state.with_tile(frame.place, msgspec.structs.replace(tile, dragon=dragon))
        loot = Loot() if state.leaves_loot else None
        state, events = self._filled(with_sleeper(state, dragon), frame, loot)
        state, back = called_back(state)
        return state, (event("dragon-appears", "explore.fill.dragon", dragon=dragon.id), *events, *back)

    @cites("explore.fill.hex-monk")
    def _with_token(self, state: GameState, frame: Explore, token: ResourceToken) -> Outcome[GameState]:
        if not token.is_monk:
            return self._filled(state, frame, TokenThing(token))
        state, events = self._with_monk(state, frame)
        return state, (event("token-is-monk", "explore.fill.hex-monk"), *events)

    def advance(self, state: GameState, frame: Explore) -> Outcome[GameState] | None:
        """A space on which nothing is drawn, and at last the neighbours."""
        if frame.place is None or frame.is_over:
            return None
        if frame.filled == SPACES_OF_A_TILE:
            return self._another(state, frame) if frame.more else None
        face = self._face(state, frame)
        match face.kind:
            case SpaceKind.SCROLL if face.colour in state.colours:
                return self._with_scroll(state, frame, face.colour)
            case SpaceKind.MONK:
                return self._with_monk(state, frame)
            case _:
                return self._filled(state, frame, None)

    @cites("scenario.4.competitive.monks-conquered", "scenario.4.competitive.token-monks")
    def _with_monk(self, state: GameState, frame: Explore) -> Outcome[GameState]:
        """A monk, whether printed or on a token; where monks fight he has no place of his own."""
        if state.plot.warriors is None:
            return self._filled(state, frame, MonkDisc())
        at = SpaceId(f"{frame.place}.{frame.filled}")
        return self._filled(state.with_scene(state.staged.with_monk(at)), frame, None)

    @cites("explore.fill.scroll", "setup.player.scroll-discs")
    def _with_scroll(self, state: GameState, frame: Explore, colour: str) -> Outcome[GameState]:
        """The disc comes from its owner, as long as one is left."""
        owner = Seat(state.colours.index(colour))
        samurai = state.samurai[owner]
        if not samurai.scroll_discs:
            return self._filled(state, frame, None)
        fewer = msgspec.structs.replace(samurai, scroll_discs=samurai.scroll_discs - 1)
        return self._filled(state.with_samurai(owner, fewer), frame, ScrollDisc(colour))

    @cites("explore.fill.monk", "setup.option.adventure", "coop.final.late-explored-lava")
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

    @staticmethod
    @cites("scroll.multi-tile", "adventure.ancient-map", "option.scroll.several-tiles")
    def _another(state: GameState, frame: Explore) -> Outcome[GameState]:
        """This tile is done; the next one may follow."""
        assert frame.place is not None, "laid before"
        state, events = _refreshed(state, frame.place)
        return replace_top(state, Explore(frame.seat, more=frame.more - 1, last=frame.place)), events

    def closed(self, state: GameState, frame: Explore) -> Outcome[GameState]:
        if frame.place is None or not frame.is_laid:
            return state, ()
        return _refreshed(state, frame.place)


_ANOTHER = ("place-another", "scroll.multi-tile")
"""What is asked, and by which rule, when a tile has been placed and more may follow."""


@cites("explore.refresh")
def _refreshed(state: GameState, laid: PlaceId) -> Outcome[GameState]:
    """The last step: used tokens on the tiles beside the new one come up again."""
    events: list[Event] = []
    for beside in neighbour_places(laid):
        tile = state.tile_on(beside)
        if tile is not None and tile.refreshed() != tile:
            state = state.with_tile(beside, tile.refreshed())
            events.append(event("refreshed", "explore.refresh", place=beside))
    return state, tuple(events)


@cites("explore.fill.hex")
def has_hexagons(state: GameState) -> bool:
    """Whether hexagonal tokens are in the game."""
    return state.players >= state.mode.hexagons_from


@cites(
    "coop.dragon.asleep-on-reveal", "coop.setup.status-tokens", "scenario.2.competitive.status-tokens-apply"
)
def with_sleeper(state: GameState, dragon: Dragon) -> GameState:
    """The state with a sleeping token beside a dragon that appears, where dragons walk; there are enough of them."""
    if not state.do_dragons_walk:
        return state
    return state.with_statuses((*state.asleep, dragon.id), state.awake)


@cites("setup.option.adventure", "option.adventure.use")
def has_adventures(state: GameState) -> bool:
    """Whether adventure tokens are in the game."""
    return state.mode.has_adventures

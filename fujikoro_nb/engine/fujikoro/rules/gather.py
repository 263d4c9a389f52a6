"""Chapter "gather": one category off the own space: cubes, a scroll disc, a monk, blueprints or an adventure token."""

from __future__ import annotations

from itertools import combinations

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.fight import Stow
from fujikoro_nb.engine.fujikoro.asked.game import (
    Gather,
    PickScroll,
    PlaceMonk,
    Take,
    TakeBlueprints,
)
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, turn_of
from fujikoro_nb.engine.fujikoro.asked.scenario import Blind
from fujikoro_nb.engine.fujikoro.board.box import Charts
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceKind, kind_of, place, space
from fujikoro_nb.engine.fujikoro.board.mountain import (
    AdventureDisc,
    LaidTile,
    Loot,
    MonkDisc,
    ScrollDisc,
    Thing,
    TokenThing,
)
from fujikoro_nb.engine.fujikoro.board.stowing import can_make_room
from fujikoro_nb.engine.fujikoro.components import Blueprint
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.rules.monks import PACK, check_monk, monk_places
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import is_central
from fujikoro_nb.engine.fujikoro.rules.not_asked import other_question
from fujikoro_nb.engine.fujikoro.rules.powers import adventure_taken, after_cubes
from fujikoro_nb.engine.fujikoro.rules.scenes.blind import check_blind
from fujikoro_nb.engine.fujikoro.rules.scenes.tokens import with_loot
from fujikoro_nb.engine.fujikoro.rules.scroll_cards import check_scroll
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
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

RESOURCES, BLUEPRINTS, MONK, SCROLL, ADVENTURE = "resources", "blueprints", "monk", "scroll", "adventure"
LOOT = "loot"

MOST_BLUEPRINTS = 2
"""gather.blueprint.count"""

_CATEGORY: dict[type, str] = {
    TokenThing: RESOURCES,
    MonkDisc: MONK,
    ScrollDisc: SCROLL,
    AdventureDisc: ADVENTURE,
    Loot: LOOT,
}


# ---- what lies there


def thing_at(state: GameState, seat: Seat) -> Thing | None:
    """What lies on the samurai's own space of a volcano tile."""
    at = state.samurai[seat].space
    tile = state.tile_on(space(at).place)
    return None if tile is None else tile.things[int(at[-1])]


@cites("gather.permanent")
def permanent(state: GameState, seat: Seat) -> Cubes:
    """What the central tile or a temple always offers; nothing elsewhere."""
    return laid_out(state.charts, kind_of(state.samurai[seat].space))


def laid_out(charts: Charts, kind: str) -> Cubes:
    """What a fixed tile of this kind always offers."""
    return next((tile.cubes for tile in charts.fixed_tiles if tile.kind == kind), Cubes())


def temple_of(state: GameState, seat: Seat) -> int:
    """The number of the temple where the samurai is, from 0; -1 elsewhere."""
    here = space(state.samurai[seat].space).place
    return int(here[-1]) - 1 if place(here).kind == PlaceKind.TEMPLE else -1


def blueprints_at(state: GameState, seat: Seat) -> tuple[Blueprint, ...]:
    """The blueprints of the temple where the samurai is."""
    number = temple_of(state, seat)
    return () if number < 0 else state.temples[number]


def is_blind_here(state: GameState, seat: Seat) -> bool:
    """Whether blueprints lie face down where the samurai is."""
    temple = temple_of(state, seat)
    return state.plot.has_blind_temples and temple >= 0 and state.staged.blueprints_in(temple) > 0


@cites("gather.what", "scenario.4.competitive.monks-conquered")
def categories(state: GameState, seat: Seat) -> tuple[str, ...]:
    """What is here, whether it can be taken or not."""
    thing = thing_at(state, seat)
    found = [] if thing is None else [_CATEGORY[type(thing)]]
    if kind_of(state.samurai[seat].space) == PlaceKind.VOLCANO:
        return tuple(found)  # all else is offered by the tiles that are there from the start
    if permanent(state, seat):
        found.append(RESOURCES)
    if blueprints_at(state, seat) or (state.scene is not UNSET and is_blind_here(state, seat)):
        found.append(BLUEPRINTS)
    return tuple(found)


# ---- may it be taken?


def check_gather(state: GameState, seat: Seat) -> Refusal | None:
    """Nothing, or why nothing here can be gathered: the reason of the first thing that is here."""
    refusals = [_check_here(state, seat, what) for what in categories(state, seat)]
    if None in refusals:
        return None
    if refusals:
        return refusals[0]
    at = state.samurai[seat].space
    if state.has_monk_on(at):
        return refuse("scenario.4.competitive.monks-conquered")
    return refuse("gather.what", space=at)


def check_category(state: GameState, seat: Seat, what: str) -> Refusal | None:
    """Nothing, or why this category cannot be gathered here."""
    if what not in categories(state, seat):
        if what == MONK and state.has_monk_on(state.samurai[seat].space):
            return refuse("scenario.4.competitive.monks-conquered")
        return refuse("gather.what", "not-here", what=what[:40])
    return _check_here(state, seat, what)


def _check_here(state: GameState, seat: Seat, what: str) -> Refusal | None:
    match what:
        case "resources":
            return _check_resources(state, seat)
        case "monk":
            is_there = bool(monk_places(state.fighter(seat), state.rulings))
            return None if is_there else refuse("backpack.refuse", "monk")
        case "scroll":
            return _check_disc(state, seat) or check_scroll(state, seat)
        case "blueprints":
            return _check_any_blueprint(state, seat)
        case "loot":
            return _check_loot(state, seat)
        case _:
            return None


@cites("gather.token.take", "gather.permanent.once", "gather.central.rope")
def _check_resources(state: GameState, seat: Seat) -> Refusal | None:
    thing = thing_at(state, seat)
    if isinstance(thing, TokenThing):
        if thing.is_used:
            return refuse("gather.token.take", space=state.samurai[seat].space)
    elif is_central(state.samurai[seat].space) and state.has_rope:
        return refuse("gather.central.rope")
    elif turn_of(state).is_supplied:
        return refuse("gather.permanent.once")
    return _check_room(state, seat, offered(state, seat))


def offered(state: GameState, seat: Seat) -> Cubes:
    """The cubes of the token or of the fixed tile here."""
    thing = thing_at(state, seat)
    return thing.token.cubes if isinstance(thing, TokenThing) else permanent(state, seat)


@cites("gather.token.partial")
def _check_room(state: GameState, seat: Seat, cubes: Cubes) -> Refusal | None:
    """At least one cube has to be kept, at some tables all of them."""
    fewest = len(cubes) if must_take_all(state) else 1
    if can_make_room(state.fighter(seat), fewest):
        return None
    return refuse("gather.token.partial", fewest=fewest)


def must_take_all(state: GameState) -> bool:
    """Whether a token is gathered as a whole or not at all."""
    return state.rulings.reading("gather.token.partial") == "all-or-nothing"


@cites("gather.scroll.own", "char.daisuke.no-scroll-from-board")
def _check_disc(state: GameState, seat: Seat) -> Refusal | None:
    if not state.boards[seat].character.has_scroll_discs:
        return refuse("char.daisuke.no-scroll-from-board")
    thing, colour = thing_at(state, seat), state.samurai[seat].colour
    if isinstance(thing, ScrollDisc) and thing.colour != colour:
        return refuse("gather.scroll.own", colour=thing.colour)
    return None


@cites("scenario.1.competitive.dragon-loot")
def _check_loot(state: GameState, seat: Seat) -> Refusal | None:
    """Nothing, or that the dragon beside which it lies still lives."""
    is_kept = state.dragon_on(state.samurai[seat].space) is not None
    return refuse("scenario.1.competitive.dragon-loot") if is_kept else None


def _check_any_blueprint(state: GameState, seat: Seat) -> Refusal | None:
    if state.plot.has_blind_temples:
        return check_blind(state, seat, temple_of(state, seat))
    refusals = [check_blueprints(state, seat, (blueprint.id,)) for blueprint in blueprints_at(state, seat)]
    return None if None in refusals else refusals[0]


@cites(
    "gather.blueprint.count",
    "gather.blueprint.kind-limit",
    "gather.blueprint.disc-space",
    "gather.blueprint.twice",
)
def check_blueprints(state: GameState, seat: Seat, names: tuple[str, ...]) -> Refusal | None:
    """Nothing, or why these blueprints cannot be taken together.

    gather.blueprint.twice: what the turn brought before does not matter, as it does with resources.
    """
    if not 1 <= len(names) <= MOST_BLUEPRINTS or len(set(names)) < len(names):
        return refuse("gather.blueprint.count", most=MOST_BLUEPRINTS)
    board, here = state.fighter(seat), blueprints_at(state, seat)
    kinds = []
    for name in names:
        blueprint = next((one for one in here if one.id == name), None)
        if blueprint is None:
            return refuse("gather.blueprint.count", "not-here", blueprint=name)
        is_second = board.pattern(blueprint.kind) is not None or blueprint.kind in kinds
        if is_second and not has_any_blueprints(state):
            return refuse("gather.blueprint.kind-limit", kind=str(blueprint.kind))
        kinds.append(blueprint.kind)
    if not can_make_room(board, len(names)):
        return refuse("gather.blueprint.disc-space", discs=len(names))
    return None


@cites("coop.blueprint.unlimited")
def has_any_blueprints(state: GameState) -> bool:
    """Whether more than one blueprint of a kind may be held."""
    return state.mode.said.has_any_blueprints


# ---- the frame


def begin_gather(state: GameState, seat: Seat) -> GameState:
    """The state with a gather action of this seat about to begin."""
    return push(state, Gather(seat))


class GatherRules(FrameRules[GameState]):
    """Asks what to gather where there is a choice, then where a monk goes or which blueprints are taken.

    gather.magic-check: the action that ends here compares all gear with all blueprints.
    """

    @cites("gather.one-category", "gather.magic-check")
    def question(self, state: GameState, frame: Gather) -> Question | None:
        if frame.is_taken:
            return None
        match frame.what:
            case "":
                is_choice = len(self._possible(state, frame)) > 1
                return Question(frame.seat, "gather", "gather.what", frame.name) if is_choice else None
            case "monk":
                is_room = bool(monk_places(state.fighter(frame.seat), state.rulings))
                asked = Question(frame.seat, "place-monk", "gather.monk.spot", frame.name)
                return asked if is_room else None
            case "blueprints" if not state.plot.has_blind_temples:
                return Question(frame.seat, "blueprints", "gather.blueprint.count", frame.name)
            case _:
                return None

    def check(self, state: GameState, frame: Gather, answer: Answer) -> Refusal | None:
        match answer, frame.what:
            case Take(), "":
                return check_category(state, frame.seat, answer.what)
            case Take(), _:
                return refuse("gather.one-category", what=frame.what)
            case PlaceMonk(), "monk":
                return check_monk(state.fighter(frame.seat), answer.spot, state.rulings)
            case TakeBlueprints(), "blueprints":
                return check_blueprints(state, frame.seat, answer.blueprints)
            case _:
                reason = "other-question" if frame.what else "what-to-gather"
                return other_question(self.question(state, frame), reason)

    def options(self, state: GameState, frame: Gather) -> Options:
        match frame.what:
            case "":
                return Complete(tuple(map(Take, self._possible(state, frame))))
            case "monk":
                return Complete(tuple(map(PlaceMonk, monk_places(state.fighter(frame.seat), state.rulings))))
            case _:
                names = [one.id for one in blueprints_at(state, frame.seat)]
                every = (one for size in range(1, MOST_BLUEPRINTS + 1) for one in combinations(names, size))
                return Complete(
                    [TakeBlueprints(one) for one in every if not check_blueprints(state, frame.seat, one)]
                )

    @staticmethod
    def _possible(state: GameState, frame: Gather) -> tuple[str, ...]:
        here = categories(state, frame.seat)
        return tuple(what for what in here if _check_here(state, frame.seat, what) is None)

    def answered(self, state: GameState, frame: Gather, answer: Answer) -> Outcome[GameState]:
        match answer:
            case Take(what=what):
                return replace_top(state, msgspec.structs.replace(frame, what=what)), ()
            case PlaceMonk(spot=spot):
                return _with_monk(_taken(state, frame), frame.seat, spot)
            case _:
                assert isinstance(answer, TakeBlueprints), "check lets nothing else through"
                return _with_blueprints(_taken(state, frame), frame.seat, answer.blueprints)

    def advance(self, state: GameState, frame: Gather) -> Outcome[GameState] | None:
        """Where nothing is left to choose."""
        if frame.is_taken:
            return None
        if not frame.what:
            possible = self._possible(state, frame)
            return (
                (replace_top(state, msgspec.structs.replace(frame, what=possible[0])), ())
                if possible
                else None
            )
        if frame.what == MONK:  # a beaten one, for whom there is no room
            gone = event("monk-leaves", "scenario.4.competitive.monk-won", seat=int(frame.seat))
            return _taken(state, frame), (gone,)
        if frame.what == SCROLL:
            state = _lifted(_taken(state, frame), frame.seat)
            return push(state, PickScroll(frame.seat)), ()
        if frame.what == BLUEPRINTS:
            return push(_taken(state, frame), Blind(frame.seat, temple_of(state, frame.seat))), ()
        if frame.what == LOOT:
            return with_loot(_lifted(_taken(state, frame), frame.seat), frame.seat)
        if frame.what == ADVENTURE:
            return adventure_taken(_taken(state, frame), frame.seat)
        return _with_resources(_taken(state, frame), frame.seat)


def _taken(state: GameState, frame: Gather) -> GameState:
    return replace_top(state, msgspec.structs.replace(frame, is_taken=True))


def _tile_of(state: GameState, seat: Seat) -> tuple[LaidTile, int]:
    at = state.samurai[seat].space
    tile = state.tile_on(space(at).place)
    assert tile is not None, "things lie on volcano tiles"
    return tile, int(at[-1])


def _lifted(state: GameState, seat: Seat, *, leaves: Thing | None = None) -> GameState:
    """The state without what lies on the samurai's space, or with something else there."""
    tile, number = _tile_of(state, seat)
    return state.with_tile(space(state.samurai[seat].space).place, tile.with_thing(number, leaves))


@cites(
    "gather.token.take",
    "gather.token.partial",
    "gather.permanent",
    "example.gather-partial",
    "scenario.1.competitive.resources-permanent",
)
def _with_resources(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The token turns whatever is kept; then the owner says what is."""
    cubes, thing = offered(state, seat), thing_at(state, seat)
    if isinstance(thing, TokenThing):
        rule = "gather.token.take"
        if not state.plot.keeps_resources:
            state = _lifted(state, seat, leaves=msgspec.structs.replace(thing, is_used=True))
    else:
        rule = "gather.permanent"
        state = _supplied(state)
    must_take = must_take_all(state)
    stow = Stow(seat, rule, cubes, must_take=must_take, may_leave=not must_take)
    return push(after_cubes(state, seat), stow), (event("gathers", rule, seat=int(seat), cubes=str(cubes)),)


@cites("gather.monk.spot", "scenario.4.competitive.monk-won")
def _with_monk(state: GameState, seat: Seat, spot: str) -> Outcome[GameState]:
    """A beaten monk has left his space before."""
    if isinstance(thing_at(state, seat), MonkDisc):
        state = _lifted(state, seat)
    placed = event("monk-gathered", "gather.monk.spot", seat=int(seat), spot=spot)
    if spot == PACK:
        return push(state, Stow(seat, "gather.monk.backpack", discs=("monk",))), (placed,)
    board = state.fighter(seat)
    board = msgspec.structs.replace(board, monk_spots=(*board.monk_spots, spot))
    return state.with_fighter(seat, board), (placed,)


@cites("gather.blueprint.disc-space", "setup.player.blueprint-discs")
def _with_blueprints(state: GameState, seat: Seat, names: tuple[str, ...]) -> Outcome[GameState]:
    """The cards go beside the board, a disc of each into the backpack."""
    number, board = temple_of(state, seat), state.fighter(seat)
    here = state.temples[number]
    taken = tuple(next(one for one in here if one.id == name) for name in names)
    rest = tuple(one for one in here if one.id not in names)
    temples = (*state.temples[:number], rest, *state.temples[number + 1 :])
    board = msgspec.structs.replace(board, blueprints=(*board.blueprints, *taken))
    state = msgspec.structs.replace(state.with_fighter(seat, board), temples=temples)
    events = [
        event("blueprint-taken", "gather.blueprint.count", seat=int(seat), blueprint=name) for name in names
    ]
    return push(state, Stow(seat, "gather.blueprint.disc-space", discs=names)), tuple(events)


# ---- the turn's note


@cites("gather.permanent.once")
def _supplied(state: GameState) -> GameState:
    turn = turn_of(state)
    agenda = tuple(
        msgspec.structs.replace(frame, is_supplied=True) if frame is turn else frame for frame in state.agenda
    )
    return msgspec.structs.replace(state, agenda=agenda)

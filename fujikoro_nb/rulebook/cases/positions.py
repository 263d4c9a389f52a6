"""Positions of the whole game in notation: tiles as letters, components in a few words, seats as in a fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.dens import HEART, dragon_at, is_heart_open, with_dragon
from fujikoro_nb.engine.fujikoro.asked.game import Match, Setup, Turn
from fujikoro_nb.engine.fujikoro.asked.group import Round
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Piles, charts_of, piles_of
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS, PlaceKind, SpaceId, place, space
from fujikoro_nb.engine.fujikoro.board.mountain import (
    SPACES_OF_A_TILE,
    AdventureDisc,
    LaidTile,
    Loot,
    MonkDisc,
    ScrollDisc,
    Thing,
    TokenThing,
)
from fujikoro_nb.engine.fujikoro.board.party import Party
from fujikoro_nb.engine.fujikoro.board.samurai import Samurai
from fujikoro_nb.engine.fujikoro.board.scene import Guard, Scene, scene_at_start
from fujikoro_nb.engine.fujikoro.board.state import next_seat
from fujikoro_nb.engine.fujikoro.components import (
    BARE_EFFECTS,
    DRAGON_COLOURS,
    SCROLL_COLOURS,
    AdventureToken,
    Blueprint,
    Effect,
    EffectKind,
    Provenance,
    ResourceToken,
    ScrollCard,
    SpaceFace,
    SpaceKind,
    Tile,
)
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, PEACEFUL, SOLO, Mode
from fujikoro_nb.engine.fujikoro.refused import scene_of
from fujikoro_nb.engine.fujikoro.rules.group.beginning import party_of, printed_for
from fujikoro_nb.engine.fujikoro.rules.group.rounds import MOST_STEPS_OF_A_ROUND
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.fujikoro.scenarios import Plot
from fujikoro_nb.engine.kernel import Seat, Unreadable
from fujikoro_nb.rulebook.cases.fighting import dice_of, dragon_of
from fujikoro_nb.rulebook.cases.records import BoxRecord, Game, SeatRecord
from fujikoro_nb.rulebook.cases.resting import blueprint_of, board_of, display_of, items, words_of

AWAY = "away"
"""Where a samurai is that has left the mountain."""

USED = "used"

FACES = {
    ".": SpaceFace(),
    "L": SpaceFace(SpaceKind.LAVA),
    "s": SpaceFace(SpaceKind.SQUARE),
    "h": SpaceFace(SpaceKind.HEXAGON),
    "m": SpaceFace(SpaceKind.MONK),
    "a": SpaceFace(SpaceKind.ADVENTURE),
    "X": SpaceFace(SpaceKind.EXIT),
    **{
        letter: SpaceFace(SpaceKind.DRAGON, colour)
        for letter, colour in zip("BDRW", DRAGON_COLOURS, strict=True)
    },
    **{
        letter: SpaceFace(SpaceKind.SCROLL, colour)
        for letter, colour in zip("rpgbuk", SCROLL_COLOURS, strict=True)
    },
    **{str(number): SpaceFace(lava=number) for number in range(1, 6)},
}
"""A letter for each space that can be printed; a number with a thing on it has none."""


def tile_of(letters: str, *, level: str, name: str) -> Tile:
    """A tile from its seven letters, the middle first. Raises Unreadable."""
    for at, letter in enumerate(letters):
        if letter not in FACES:
            raise Unreadable("case-tile", letters, at, known=" ".join(FACES))
    if len(letters) != SPACES_OF_A_TILE or level not in LEVELS:
        raise Unreadable("case-tile", letters, 0, known=" ".join(FACES))
    return Tile(name, level, tuple(map(FACES.__getitem__, letters)), Provenance.OWNER)


def token_of(name: str, shape: str, level: str, cubes: str) -> ResourceToken:
    """A resource token; ``monk`` for cubes is a hexagon that shows one. Raises Unreadable."""
    is_monk = cubes == "monk"
    heap = Cubes() if is_monk else Cubes.parse(cubes)
    return ResourceToken(name, shape, level, heap, is_monk, Provenance.OWNER)


def thing_of(text: str, on: str) -> Thing:
    """What lies on a space: ``square WMM used``, ``monk``, ``scroll red``, ``adventure map tiles 2``.

    Raises Unreadable.
    """
    level = place(space(on).place).level or ""
    match text.split():
        case ["square" | "hexagon" as shape, cubes, *rest] if rest in ([], [USED]):
            return TokenThing(token_of(f"token-{on}", shape, level, cubes), bool(rest))
        case ["monk"]:
            return MonkDisc()
        case ["loot"]:
            return Loot()
        case ["scroll", colour] if colour in SCROLL_COLOURS:
            return ScrollDisc(colour)
        case ["adventure", *words] if words:
            return AdventureDisc(adventure_of(" ".join(words)))
    raise Unreadable("case-thing", text, 0)


def print_thing(thing: Thing | None) -> str:
    """The words of a thing; the inverse of `thing_of`."""
    match thing:
        case TokenThing(token=token, is_used=is_used):
            cubes = "monk" if token.is_monk else str(token.cubes)
            return f"{token.shape} {cubes}{' ' + USED if is_used else ''}"
        case MonkDisc():
            return "monk"
        case Loot():
            return "loot"
        case ScrollDisc(colour=colour):
            return f"scroll {colour}"
        case AdventureDisc(token=token):
            return " ".join(("adventure", token.id, *map(_print_effect, token.effects)))
        case None:
            return "-"


def _print_effect(effect: Effect) -> str:
    if effect.kind in BARE_EFFECTS:
        return f"{effect.kind} {effect.cubes}" if effect.cubes else str(effect.kind)
    return f"{effect.kind} {effect.amount}"


def scroll_of(text: str) -> ScrollCard:
    """A scroll from ``wings steps 1`` or ``forge cubes WM shield 2``. Raises Unreadable."""
    name, effects = _effects(text)
    return ScrollCard(name, effects, Provenance.OWNER)


def adventure_of(text: str) -> AdventureToken:
    """An adventure token from the same words. Raises Unreadable."""
    name, effects = _effects(text)
    return AdventureToken(name, effects, Provenance.OWNER)


def _effects(text: str) -> tuple[str, tuple[Effect, ...]]:
    name, *words = text.split()
    effects, kinds = [], tuple(EffectKind)
    while words:
        kind, *words = words
        if kind not in kinds:
            raise Unreadable("case-effect", text, text.index(kind), known=", ".join(kinds))
        value, rest = (words[0], words[1:]) if words else ("", [])
        if kind == EffectKind.CUBES and value:
            effects.append(Effect(EffectKind(kind), cubes=Cubes.parse(value)))
            words = rest
        elif kind in BARE_EFFECTS:
            effects.append(Effect(EffectKind(kind)))
        elif value.isascii() and value.isdigit():
            effects.append(Effect(EffectKind(kind), amount=int(value)))
            words = rest
        else:
            raise Unreadable("case-effect", text, text.index(kind), known=", ".join(kinds))
    return name, tuple(effects)


# ---- the whole position


def _scene(said: Game, plot: Plot, rulings: Rulings) -> Scene:
    """What the scenario has on the table. Raises Unreadable."""
    try:
        begun = msgspec.to_builtins(scene_at_start(plot, len(said.seats)))
        scene = msgspec.convert({**begun, **said.scene}, Scene)
    except msgspec.ValidationError as error:
        raise Unreadable("case-scene", str(said.scene)[:40], 0) from error
    for seat, colours in enumerate(said.figures[: len(scene.figures)]):
        for number, colour in enumerate(colours.split()):
            beast = dragon_of(f"{colour} 9/6/1", name=f"figure-{seat}-{number}")
            scene = scene.with_figure(Seat(seat), beast)
    stand = tuple(Guard(board_of(one, rulings)) for one in said.guards)
    return msgspec.structs.replace(scene, guards=stand) if stand else scene


def position_of(said: Game, rulings: Rulings) -> GameState:
    """The state before the turn of seat ``first`` begins. Raises Unreadable or Illegal."""
    for seat in (said.first, *(() if isinstance(said.marker, UnsetType) else (said.marker,))):
        if seat >= len(said.seats):
            raise Unreadable("case-seat", str(seat), 0, boards=len(said.seats))
    pack = house_pack()
    mode = _mode(said)
    scene: Scene | UnsetType = UNSET
    if said.scenario:
        who = [one.character for one in said.seats if one.played]
        mode, plot = scene_of(said.scenario, mode, len(said.seats), who)
        scene = _scene(said, plot, rulings)
    state = GameState(
        agenda=(Match(Seat(said.first)), *((Setup(),) if said.setup else ())),
        boards=tuple(board_of(one, rulings) for one in said.seats),
        rulings=rulings,
        dice=dice_of(said.dice),
        mode=mode,
        charts=printed_for(charts_of(pack), mode, rulings),
        group=_party(said, mode) or UNSET,
        scene=scene,
        piles=piles_of(pack) if isinstance(said.box, UnsetType) else box_of(said.box),
        samurai=tuple(_samurai(number, record) for number, record in enumerate(said.seats)),
        lava=tuple(sorted(space(name).id for name in items(said.lava))),
        countdown=said.countdown,
        marker=None if isinstance(said.marker, UnsetType) else Seat(said.marker),
        display=display_of(said.display),
        scrolls=tuple(map(scroll_of, items(said.scrolls))),
        temples=_temples(said.temples),
    )
    state = msgspec.structs.replace(
        state, piles=_dealt(state.piles, piles_of(pack) if said.setup else Piles())
    )
    for name, letters in said.tiles.items():
        there = place(name)
        if there.kind != PlaceKind.VOLCANO:
            raise Unreadable("place", name[:40], 0)
        laid = LaidTile(tile_of(letters, level=there.level or "", name=name))
        state = state.with_tile(there.id, laid)
    state = _with_tokens(with_dragons(state, said.dragons.items()), said.tokens)
    for name, text in said.things.items():
        laid = laid_on(state, space(name).place)
        thing = thing_of(text, name)
        state = state.with_tile(space(name).place, laid.with_thing(int(name[-1]), thing))
    if said.taken and state.party is not None:
        first, *others = state.in_turn_order(Seat(said.first))
        frames = (Match(first), Round(tuple(others), MOST_STEPS_OF_A_ROUND), Turn(first, said.taken))
        state = msgspec.structs.replace(state, agenda=frames)
    elif said.taken:
        after = Match(next_seat(len(said.seats), said.first))
        state = msgspec.structs.replace(state, agenda=(after, Turn(Seat(said.first), said.taken)))
    return state


def with_dragons(state: GameState, dragons: Iterable[tuple[str, str]]) -> GameState:
    """The state with dragons on these places: ``green 12/9/4``, perhaps ``damage 3`` behind it. Raises Unreadable."""
    for name, text in dragons:
        at = place(name).id
        if at != HEART or not is_heart_open(state):
            laid_on(state, name)
        numbers, _, damage = text.partition(" damage ")
        numbers, _, alone = numbers.partition(" solo ")
        if damage and not (damage.isascii() and damage.isdigit()):
            raise Unreadable("case-dragon", text, 0, known=", ".join(DRAGON_COLOURS))
        beast = dragon_of(numbers, name=f"dragon-{name}")
        if alone:
            beast = msgspec.structs.replace(beast, health_solo=_health(text, alone))
        state = with_dragon(state, at, beast, int(damage or 0))
    return state


def _health(text: str, said: str) -> int:
    if not (said.isascii() and said.isdigit() and len(said) <= 2):
        raise Unreadable("case-dragon", text, 0, known=", ".join(DRAGON_COLOURS))
    return int(said)


def _with_tokens(state: GameState, tokens: Mapping[str, str]) -> GameState:
    """The state with status tokens beside dragons. Raises Unreadable."""
    for name, side in tokens.items():
        dragon = dragon_at(state, place(name).id)
        if dragon is None or not state.do_dragons_walk:
            raise Unreadable("case-dragon", name, 0, known=", ".join(DRAGON_COLOURS))
        sides = {"asleep": state.asleep, "awake": state.awake}
        state = state.with_statuses(**{**sides, side: (*sides[side], dragon.id)})
    return state


def _party(said: Game, mode: Mode) -> Party | None:
    """The group, if one plays: before the round that begins, or in the one that goes on. Raises Unreadable."""
    fresh = party_of(len(said.seats), mode)
    if fresh is None:
        return None
    if said.lives and len(said.lives) != len(said.seats):
        raise Unreadable("case-seat", str(len(said.lives)), 0, boards=len(said.seats))
    number = said.round if said.taken else said.round - 1
    return Party(said.lives or fresh.lives, Seat(said.first), number, has_beaten_legend=said.legend)


def laid_on(state: GameState, name: str) -> LaidTile:
    """The tile on a place. Raises Unreadable where none lies."""
    laid = state.tile_on(place(name).id)
    if laid is None:
        raise Unreadable("case-no-tile", name, 0)
    return laid


def box_of(said: BoxRecord) -> Piles:
    """The hidden piles. Raises Unreadable."""
    tiles = (words_of(text, 3) for text in items(said.tiles))
    tokens = (words_of(text, 4) for text in items(said.tokens))
    dragons = (words_of(text, 3) for text in items(said.dragons))
    return Piles(
        tiles=tuple(tile_of(letters, level=level, name=name) for name, level, letters in tiles),
        tokens=tuple(token_of(name, shape, level, cubes) for name, shape, level, cubes in tokens),
        dragons=tuple(dragon_of(f"{colour} {numbers}", name=name) for name, colour, numbers in dragons),
        scrolls=tuple(map(scroll_of, items(said.scrolls))),
        adventures=tuple(map(adventure_of, items(said.adventures))),
    )


def _dealt(piles: Piles, still: Piles) -> Piles:
    """After the setup cards and blueprints that were not drawn have left the game; before, ``still`` has them."""
    return msgspec.structs.replace(piles, gear_cards=still.gear_cards, blueprints=still.blueprints)


def _mode(said: Game) -> Mode:
    mode = {mode.name: mode for mode in (COMPETITIVE, PEACEFUL, COOP, SOLO)}[said.mode]
    return msgspec.structs.replace(mode, has_adventures=said.adventures)


def _samurai(number: int, record: SeatRecord) -> Samurai:
    if record.colour and record.colour not in SCROLL_COLOURS:
        raise Unreadable("case-thing", record.colour, 0)
    moves, explores, gathers = map(int, record.fields.split())
    return Samurai(
        record.colour or SCROLL_COLOURS[number],
        SpaceId("") if record.at == AWAY else space(record.at).id,
        not record.down,
        score=record.score,
        fields=(moves, explores, gathers),
        scroll_discs=record.scroll_discs,
        scrolls=tuple(map(scroll_of, items(record.scrolls))),
        adventures=tuple(map(adventure_of, items(record.adventures))),
    )


def _temples(said: tuple[str, ...]) -> tuple[tuple[Blueprint, ...], ...]:
    texts = (*said, "", "", "")[:3]
    return tuple(tuple(map(blueprint_of, items(text))) for text in texts)

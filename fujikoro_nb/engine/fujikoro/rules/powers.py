"""Sacred scrolls and adventure tokens: what a seat can use at which moment, and what it does.

A scroll lasts and works at every occasion, an adventure token once. A power of a scroll that nobody could wish to
decline works by itself (`BY_ITSELF`, `Samurai.power`); all others are used by an answer. Where the owner is asked
anyway, uses stand among the options of that question (moments ``act``, ``move``, ``explore``); elsewhere a window
opens (`rules.windows`).
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import den_of, with_dragon
from fujikoro_nb.engine.fujikoro.asked.fight import (
    Attack,
    Boost,
    DragonFight,
    DragonTurn,
    FoeFight,
    Stow,
    fight_of,
    striking,
    with_fight,
    with_striking,
)
from fujikoro_nb.engine.fujikoro.asked.game import Deed, Explore, Move, Occasion, Use
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import space
from fujikoro_nb.engine.fujikoro.board.mountain import AdventureDisc
from fujikoro_nb.engine.fujikoro.components import AdventureToken, Effect, EffectKind, ScrollCard
from fujikoro_nb.engine.fujikoro.rules.deeds import choices_of
from fujikoro_nb.engine.fujikoro.rules.fights.dice import hits_of, reaching
from fujikoro_nb.engine.kernel import (
    Event,
    Outcome,
    Refusal,
    Seat,
    cites,
    event,
    push,
    refuse,
    replace_top,
    top,
)

Item = ScrollCard | AdventureToken

KINDS: Mapping[str, tuple[EffectKind, ...]] = {
    "act": (EffectKind.DISCS, EffectKind.SUMMON, EffectKind.COOL),
    "move": (EffectKind.LAVA_STEP, EffectKind.STEPS),
    "explore": (EffectKind.TILES,),
    "gathered": (EffectKind.CUBES,),
    "rest": (EffectKind.REFRESH,),
    "before-join": (EffectKind.SUMMON,),
    "fight": (EffectKind.DRAGON_DAMAGE, EffectKind.INITIATIVE),
    "rolled": (EffectKind.HITS, EffectKind.SHIELD, EffectKind.CANCEL_BROKEN),
}
"""What can be used at which moment."""

BY_ITSELF = frozenset(
    (EffectKind.LAVA_STEP, EffectKind.STEPS, EffectKind.TILES, EffectKind.CUBES, EffectKind.SHIELD)
)
"""Powers that a scroll has without a question, because nobody is worse off with them."""

_DEEDS = frozenset((EffectKind.REFRESH, EffectKind.DISCS, EffectKind.SUMMON, EffectKind.COOL))


# ---- what can be used


@cites("scroll.use", "setup.option.adventure")
def uses(state: GameState, seat: Seat, moment: str) -> tuple[Use, ...]:
    """The scrolls and tokens of this seat that do something now; a scroll only once a window."""
    items = _items(state, seat)
    return tuple([Use(item.id) for item in items if _working(state, seat, moment, item)]) if items else ()


def check_use(state: GameState, seat: Seat, moment: str, answer: Use) -> Refusal | None:
    """Nothing, or why this seat cannot use this now."""
    item = _item(state, seat, answer.item)
    if item is None:
        return refuse("scroll.use", "not-owned", item=answer.item)
    if _working(state, seat, moment, item):
        return None
    if moment != "act" and any(effect.kind == EffectKind.SUMMON for effect in item.effects):
        return refuse("adventure.sashimono", item=item.id)
    return refuse("scroll.use", "not-now", item=item.id)


def _item(state: GameState, seat: Seat, name: str) -> Item | None:
    return next((one for one in _items(state, seat) if one.id == name), None)


def _items(state: GameState, seat: Seat) -> tuple[Item, ...]:
    """The scrolls and tokens beside a player's board."""
    samurai = state.samurai[seat]
    scrolls: tuple[Item, ...] = samurai.scrolls
    return scrolls + samurai.adventures


def _working(state: GameState, seat: Seat, moment: str, item: Item) -> tuple[Effect, ...]:
    """The effects of an item that can be used at this moment and do something."""
    kinds = KINDS[moment]
    apt = [effect for effect in item.effects if effect.kind in kinds]
    if not apt:
        return ()
    if isinstance(item, ScrollCard):
        window = top(state)
        if isinstance(window, Occasion) and item.id in window.used:
            return ()
        apt = [effect for effect in apt if effect.kind not in BY_ITSELF]
    return tuple([effect for effect in apt if _does_something(state, seat, effect)])


def _does_something(state: GameState, seat: Seat, effect: Effect) -> bool:
    match effect.kind:
        case EffectKind.LAVA_STEP | EffectKind.STEPS:
            move = top(state)
            return isinstance(move, Move) and not move.is_bonus
        case EffectKind.TILES | EffectKind.CUBES | EffectKind.INITIATIVE:
            return True
        case EffectKind.DRAGON_DAMAGE:
            fight = fight_of(state)
            return isinstance(fight, DragonFight) and fight.health > 1
        case EffectKind.HITS:
            frame = striking(state)
            return isinstance(frame, Attack) and frame.seat == seat and _hits(state, frame) > 0
        case EffectKind.SHIELD | EffectKind.CANCEL_BROKEN:
            return _wards_off(state, seat, effect.kind)
        case _:
            return next(iter(choices_of(state, Deed(seat, effect.kind, effect.amount))), None) is not None


@cites("adventure.gunbai", "option.adventure.gunbai")
def _wards_off(state: GameState, seat: Seat, kind: EffectKind) -> bool:
    """Whether a roll of this seat's opponent has hits that a shield, or the end of the broken dice, would take."""
    frame = striking(state)
    if isinstance(frame, Attack) and (isinstance(fight_of(state), FoeFight) or frame.seat == seat):
        return False
    hits = _hits(state, frame)
    if kind == EffectKind.SHIELD:
        return reaching(state, seat, hits, frame.shields)[0] > 0
    assert frame.roll is not None, "asked after a roll"
    return not frame.has_void_hits and hits_of(state, frame.roll, has_void_hits=True) < hits_of(
        state, frame.roll
    )


def _hits(state: GameState, frame: Attack | DragonTurn) -> int:
    """The hits of a roll as they count now."""
    assert frame.roll is not None, "asked after a roll"
    extra = frame.extra if isinstance(frame, Attack) else 0
    return hits_of(state, frame.roll, has_void_hits=frame.has_void_hits) + extra


# ---- what it does


def used(state: GameState, seat: Seat, moment: str, answer: Use) -> Outcome[GameState]:
    """The effects of a checked use; a token leaves the game, a scroll is remembered by the window."""
    item = _item(state, seat, answer.item)
    assert item is not None, "check lets nothing else through"
    working = _working(state, seat, moment, item)
    window = top(state)
    if isinstance(item, AdventureToken):
        state = _without_token(state, seat, item)
    elif isinstance(window, Occasion):
        state = replace_top(state, msgspec.structs.replace(window, used=(*window.used, item.id)))
    events = []
    for effect in working:
        state = _applied(state, seat, effect)
        events.append(_told(item, effect.kind, int(seat)))
    return state, tuple(events)


def _told(item: Item, kind: EffectKind, seat: int) -> Event:
    """A use, with its rule: four tokens are known by name."""
    if isinstance(item, ScrollCard):
        return event("scroll-used", "scroll.use", seat=seat, item=item.id)
    match kind:
        case EffectKind.LAVA_STEP:
            return event("token-used", "adventure.omamori-fire", seat=seat, item=item.id)
        case EffectKind.TILES:
            return event("token-used", "adventure.ancient-map", seat=seat, item=item.id)
        case EffectKind.SUMMON:
            return event("token-used", "adventure.sashimono", seat=seat, item=item.id)
        case EffectKind.CANCEL_BROKEN:
            return event("token-used", "adventure.gunbai", seat=seat, item=item.id)
        case _:
            return event("token-used", "setup.option.adventure", seat=seat, item=item.id)


def _without_token(state: GameState, seat: Seat, token: AdventureToken) -> GameState:
    samurai = state.samurai[seat]
    rest = tuple(one for one in samurai.adventures if one.id != token.id)
    return state.with_samurai(seat, msgspec.structs.replace(samurai, adventures=rest))


@cites("adventure.omamori-fire", "adventure.ancient-map", "option.adventure.omamori-fire")
def _applied(state: GameState, seat: Seat, effect: Effect) -> GameState:
    """One effect at its moment; what its owner has to choose is asked next."""
    kind, amount, frame = effect.kind, effect.amount, top(state)
    if kind in _DEEDS:
        return push(state, Deed(seat, kind, amount))
    match kind, frame:
        case EffectKind.LAVA_STEP, Move() if state.leaves_loot:
            return state  # tokens alone cross lava (scenario.1.competitive.tokens-cross-lava)
        case EffectKind.LAVA_STEP, Move():
            return replace_top(state, msgspec.structs.replace(frame, free=frame.free + amount))
        case EffectKind.STEPS, Move():
            return replace_top(state, msgspec.structs.replace(frame, steps=frame.steps + amount))
        case EffectKind.TILES, Explore():
            return replace_top(state, msgspec.structs.replace(frame, more=frame.more + amount))
        case EffectKind.CUBES, _:
            return push(state, Stow(seat, "scroll.use", effect.cubes))
        case EffectKind.DRAGON_DAMAGE, _:
            return _hurt(state, amount)
        case EffectKind.INITIATIVE, _:
            fight = fight_of(state)
            boosts = (*fight.boosts, Boost(seat, amount))
            return with_fight(state, msgspec.structs.replace(fight, boosts=boosts))
        case _:
            return _rolled(state, seat, effect)


@cites("combat.damage-tokens")
def _hurt(state: GameState, amount: int) -> GameState:
    """Damage tokens beside the dragon that is fought, never so many that it dies of them."""
    fight = fight_of(state)
    assert isinstance(fight, DragonFight), "only dragons get damage tokens"
    tokens = min(amount, fight.health - 1)
    state = with_fight(state, msgspec.structs.replace(fight, health=fight.health - tokens))
    at, dragon, damage = den_of(state, fight.dragon)
    return with_dragon(state, at, dragon, damage + tokens)


def _rolled(state: GameState, seat: Seat, effect: Effect) -> GameState:
    """What changes a roll that has just fallen."""
    frame = striking(state)
    match effect.kind:
        case EffectKind.HITS:
            assert isinstance(frame, Attack), "an own roll"
            return with_striking(state, msgspec.structs.replace(frame, extra=frame.extra + effect.amount))
        case EffectKind.SHIELD:
            shields = (*frame.shields, Boost(seat, effect.amount))
            return with_striking(state, msgspec.structs.replace(frame, shields=shields))
        case _:
            return with_striking(state, msgspec.structs.replace(frame, has_void_hits=True))


# ---- gathering


@cites("scroll.use")
def after_cubes(state: GameState, seat: Seat) -> GameState:
    """The state in which what a gather of cubes brings besides comes next: scrolls by themselves, then a window.

    A gather pushes this below the stowing of what it took.
    """
    state = state.with_window("gathered", (seat,))
    more = [
        Stow(seat, "scroll.use", effect.cubes)
        for scroll in state.samurai[seat].scrolls
        for effect in scroll.effects
        if effect.kind == EffectKind.CUBES
    ]
    return push(state, *more)


def adventure_here(state: GameState, seat: Seat) -> AdventureToken | None:
    """The adventure token on the samurai's own space."""
    at = state.samurai[seat].space
    tile = state.tile_on(space(at).place)
    thing = None if tile is None else tile.things[int(at[-1])]
    return thing.token if isinstance(thing, AdventureDisc) else None


@cites("setup.option.adventure")
def adventure_taken(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The token on the samurai's own space goes beside its player's board; it needs no room in the backpack."""
    token = adventure_here(state, seat)
    assert token is not None, "checked before"
    samurai = state.samurai[seat]
    tile = state.tile_on(space(samurai.space).place)
    assert tile is not None, "something lies there"
    state = state.with_tile(space(samurai.space).place, tile.with_thing(int(samurai.space[-1]), None))
    samurai = msgspec.structs.replace(samurai, adventures=(*samurai.adventures, token))
    taken = event("adventure-taken", "setup.option.adventure", seat=int(seat), item=token.id)
    return state.with_samurai(seat, samurai), (taken,)

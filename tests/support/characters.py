"""Positions with characters that are played as a whole, and what each reading of their switches comes to."""

from __future__ import annotations

import msgspec

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.game import Join
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import PEOPLE, person
from fujikoro_nb.engine.fujikoro.components import Blueprint
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, Mode
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Answer
from tests.support.fights import dragon
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import WEAPON, CraftNothing, StopClaiming, board, card

EVERYBODY = tuple(PEOPLE)
FORCED = ("draw", "start-player", "first-player")
STRONG = dragon("30/9/3", name="strong")
SLOW = dragon("30/1/3", name="slow")
LAIR = {"II-1": "D......"}


def hero(who: str, **more: object) -> Board:
    """The board of a character in notation, with everything that it may."""
    return msgspec.structs.replace(board(who=who, **more), played=person(who))  # type: ignore[arg-type]


def begun(*who: str, mode: Mode = COMPETITIVE, rulings: Rulings = ADOPTED) -> Realm:
    """A game of these characters before the first question that is not chance's."""
    return on(Realm(new_game(house_pack(), players=len(who), characters=who, mode=mode, rulings=rulings)))


def on(game: Realm) -> Realm:
    """The first of what may come up, until a seat has to choose."""
    while game.asked in FORCED:
        game.play(first(game))
    return game


def first(game: Realm) -> Answer:
    """The first listed answer."""
    return next(iter(game.options))


def set_up(game: Realm) -> Realm:
    """The first listed answer of everybody, until the first turn."""
    while game.asked != "act":
        game.play(first(game))
    return game


def asked_of(game: Realm, kind: str) -> Realm:
    """The first listed answer of everybody, until this is asked."""
    while game.asked != kind:
        game.play(first(game))
    return game


def crafts(game: Realm, kind: str) -> Answer:
    """The first listed craft of a kind of gear."""
    return next(one for one in game.options if getattr(one, "kind", None) == kind)


# ---- the readings of switches


def masako_steps(rulings: Rulings) -> object:
    """Steps of a move with complete sandals."""
    game = realm(hero("masako", sandals="WM/MM/M"), board(), rulings=rulings).play("move")
    return game.about()["steps"]


def rests_twice(rulings: Rulings) -> object:
    """What is asked when the craft of a rest was declined."""
    game = realm(hero("yoshihiro", lower="M"), board(), rulings=rulings)
    game.play("move", "halt", CraftNothing(), "rest", CraftNothing(), StopClaiming())
    return game.asked, game.seat


def moves_and_crafts(rulings: Rulings) -> object:
    """Whether a card is asked for after a craft that is no rest."""
    here = hero("yoshihiro", weapon="WW", lower="M")
    state = realm(here, board(), rulings=rulings).state
    game = Realm(msgspec.structs.replace(state, display=(card("w", WEAPON, "WW"),)))
    game.play("move", "halt")
    return game.play(crafts(game, "weapon")).asked


def leaps_far(rulings: Rulings) -> object:
    """Whether a jump and two more spaces are walked with two steps."""
    game = realm(
        hero("mitsuhide", weapon="WWM"), board(), tiles={"I-1": "L......"}, at=("I-1.1",), rulings=rulings
    )
    return game.play("move").refused("leap 1,1 I-1.0 I-1.4 I-1.3")


def joins_from(rulings: Rulings, *, lava: tuple[str, ...] = ()) -> list[int]:
    """With how many steps, the last one onto the tile, he can join."""
    starts = {3: "centre", 4: "I-4.1", 5: "I-4.0", 6: "I-4.4"}
    return [steps for steps, start in starts.items() if joins(rulings, start, lava=lava)]


def joins(rulings: Rulings, start: str, *, lava: tuple[str, ...] = ()) -> list[Join]:
    """How he can join a fight on II-1 from a space, with I-1 between and I-4 behind him."""
    game = battle(board(weapon="WWM"), hero("daisuke", weapon="WWM"), at=start, lava=lava, rulings=rulings)
    return [one for one in game.options if isinstance(one, Join)] if game.asked == "join" else []


def battle(*boards: Board, at: str, lava: tuple[str, ...] = (), rulings: Rulings = ADOPTED) -> Realm:
    """The first samurai has entered the lair on II-1 from I-1; the second one is asked if it can join."""
    tiles = {"I-1": ".......", "I-4": ".......", **LAIR}
    game = realm(*boards, tiles=tiles, dragons={"II-1": STRONG}, at=("I-1.1", at), lava=lava, rulings=rulings)
    return game.play("move", "walk II-1.3")


def slips_after(rulings: Rulings) -> object:
    """What is asked when the dragon has rolled, and when he has."""
    after_dragon = daisuke_fights(STRONG, rulings).play("roll T 0 0 0").asked
    game = daisuke_fights(SLOW, rulings).play("attack left W", "roll W 0")
    return after_dragon, game.asked


def daisuke_fights(beast: object, rulings: Rulings = ADOPTED, **more: object) -> Realm:
    """He alone against a dragon, before the first roll; a dragon of initiative 9 is quicker, one of 1 slower."""
    here = hero("daisuke", weapon="WWM", **more)
    game = realm(here, board(), tiles={"I-1": "D......"}, dragons={"I-1": beast}, rulings=rulings)  # type: ignore[dict-item]
    return game.play("move", "walk I-1.4", "stay-out", "keep")


def blueprints_with_tomoe(rulings: Rulings) -> object:
    """Whether something is swapped where no weapon blueprint that was drawn shows two weapons."""
    return bool(with_tomoe(rulings).happened("blueprint-swapped"))


def with_tomoe(rulings: Rulings = ADOPTED) -> Realm:
    """A game of hers in which blueprints of one weapon come up."""
    game = Realm(new_game(house_pack(), players=2, characters=("tomoe", "takeko"), rulings=rulings))
    while game.asked in FORCED:
        plain = [one for one in game.options if getattr(one, "id", "") not in TWO_WEAPONS]
        game.play((plain or list(game.options))[0])
    return game


TWO_WEAPONS = ("house-blueprint-weapon-5", "house-blueprint-weapon-7")
"""The notes of the pack say so."""


def weapons_in_temples(game: Realm) -> list[Blueprint]:
    """The weapon blueprints that lie in temples."""
    return [one for temple in game.state.temples for one in temple if one.kind == WEAPON]

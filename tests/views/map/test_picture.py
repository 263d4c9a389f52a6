"""The picture of a game: every component on the mountain is drawn once, and nothing that lies hidden."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.asked.game import Explore
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, SPACES, place, space
from fujikoro_nb.engine.fujikoro.board.mountain import (
    AdventureDisc,
    LaidTile,
    Loot,
    MonkDisc,
    ScrollDisc,
    TokenThing,
)
from fujikoro_nb.engine.fujikoro.components import SpaceKind
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.map.picture import EMPTY, Picture, map_picture
from fujikoro_nb.views.map.words import lies, of_space, piece_words
from tests.laws.games import begun
from tests.support.game_positions import HOUSE, WEAK, realm
from tests.support.sampling import examples

ROOT = Path(__file__).parents[3]
GAMES = 12
PLAYED = 260


@cache
def walk_through(seed: int) -> tuple[GameState, ...]:
    """States along a seeded game whose players explore where they can."""
    session, chance = begun(seed), random.Random(seed)
    states = []
    for _ in range(PLAYED):
        if session.question is None:
            break
        if session.can_deal:
            session.deal()
        else:
            listed = list(session.options)
            eager = [one for one in listed if getattr(one, "field", "") in ("explore", "move")]
            session.play(chance.choice(eager or listed))
        states.append(session.state)
    return tuple(states)


moments = st.tuples(st.integers(0, GAMES - 1), st.integers(0, PLAYED - 1))
"""A seed and an answer of its game: small to print, where a state is not."""


def at(moment: tuple[int, int]) -> GameState:
    """The state at a moment."""
    seed, number = moment
    played = walk_through(seed)
    return played[min(number, len(played) - 1)]


def pieces_of(picture: Picture) -> list[tuple[str, dict[str, object]]]:
    return [(name, piece) for name, shown in picture["spaces"].items() for piece in shown.get("pieces", ())]


def on_the_mountain(state: GameState) -> Counter[tuple[str, str, str]]:
    """Space, kind and name of everything that lies or stands there, read off the state alone."""
    lying: list[tuple[str, str, str]] = []
    for entry, laid in zip(PLACES, state.ground, strict=True):
        if laid is None:
            continue
        if laid.dragon is not None:
            lying.append((f"{entry.id}.0", "dragon", laid.dragon.id))
        for number, thing in enumerate(laid.things):
            at = f"{entry.id}.{number}"
            match thing:
                case TokenThing(token=token, is_used=is_used):
                    lying.append((at, "used" if is_used else "token", token.id))
                case MonkDisc():
                    lying.append((at, "monk", ""))
                case ScrollDisc(colour=colour):
                    lying.append((at, "scroll", colour))
                case AdventureDisc(token=token):
                    lying.append((at, "adventure", token.id))
    for number, cards in enumerate(state.temples, start=1):
        lying += [(f"temple-{number}", "blueprint", card.id) for card in cards]
    lying += [(s.space, "samurai", s.colour) for s in state.samurai if s.space]
    return Counter(lying)


COMPONENTS = ("dragon", "used", "token", "monk", "scroll", "adventure", "blueprint", "samurai")


@settings(max_examples=examples(120), deadline=None)
@given(moments)
def test_every_component_on_the_mountain_is_drawn_exactly_once(moment: tuple[int, int]) -> None:
    state = at(moment)
    picture = map_picture(state)
    drawn = Counter(
        (name, str(piece["kind"]), str(piece.get("id") or piece.get("tone") or ""))
        for name, piece in pieces_of(picture)
        if piece["kind"] in COMPONENTS
    )
    assert drawn == on_the_mountain(state)


@settings(max_examples=examples(120), deadline=None)
@given(moments)
def test_ground_numbers_and_printed_signs_are_those_of_the_tiles_as_they_lie(moment: tuple[int, int]) -> None:
    state = at(moment)
    picture = map_picture(state)
    open_now = {name for name, how in picture["ground"].items() if how == "open"}
    assert open_now == {p.id for p, laid in zip(PLACES, state.ground, strict=True) if laid}
    for entry, laid in zip(PLACES, state.ground, strict=True):
        for number in range(7 if laid else 0):
            assert laid is not None
            name = f"{entry.id}.{number}"
            face, shown = laid.face(number), picture["spaces"].get(name, {})
            kinds = [piece["kind"] for piece in shown.get("pieces", ())]
            assert ("lava" in shown) == state.is_lava(space(name).id)
            assert kinds.count("number") == (face.lava > 0 and not state.is_lava(space(name).id))
            is_sign = face.kind not in (SpaceKind.PLAIN, SpaceKind.LAVA)
            covered = laid.things[number] is not None or (number == 0 and laid.dragon is not None)
            if is_sign and not covered:
                assert kinds.count("print") == 1
            assert kinds.count("print") <= is_sign


@settings(max_examples=examples(40), deadline=None)
@given(moments, st.sampled_from(LANGUAGES))
def test_every_piece_has_words_and_the_picture_is_small_plain_json(
    moment: tuple[int, int], language: str
) -> None:
    state = at(moment)
    picture = map_picture(state)
    assert json.loads(json.dumps(picture)) == picture
    assert len(json.dumps(picture)) < 30_000

    def spoken(key: str, /, **data: object) -> str:
        return say(key, language=language, **data)

    told = lies(picture, spoken)
    assert set(told) >= set(picture["spaces"])
    assert all(told.values())
    for entry in SPACES:
        assert of_space(picture, place(entry.place), entry.id, spoken)


def test_a_token_face_down_does_not_tell_its_cubes() -> None:
    """What lies face down is not in the message to the page, so nobody reads it there."""
    game = walk_through(1)[-1]
    ground = tuple(
        laid
        and msgspec.structs.replace(
            laid,
            things=tuple(
                TokenThing(t.token, is_used=True) if isinstance(t, TokenThing) else t for t in laid.things
            ),
        )
        for laid in game.ground
    )
    picture = map_picture(msgspec.structs.replace(game, ground=ground))
    used = [piece for _, piece in pieces_of(picture) if piece["kind"] == "used"]
    assert used
    assert all("cubes" not in piece for piece in used)
    assert not any(piece["kind"] == "token" for _, piece in pieces_of(picture))


def test_damage_own_figure_and_lying_ones_are_marked() -> None:
    game = realm(tiles={"I-1": "D......"}, dragons={"I-1": WEAK}, at=("I-1.1", "I-1.1"), down=(1,)).state
    laid = game.tile_on(place("I-1").id)
    assert laid is not None
    game = game.with_tile(place("I-1").id, msgspec.structs.replace(laid, damage=4))
    picture = map_picture(game, seat=Seat(0))
    (beast,) = [piece for _, piece in pieces_of(picture) if piece["kind"] == "dragon"]
    assert (beast["damage"], beast["number"]) == (4, 12)
    figures = [piece for _, piece in pieces_of(picture) if piece["kind"] == "samurai"]
    assert [(one["is_own"], one["is_down"]) for one in figures] == [(True, False), (False, True)]
    assert of_space(picture, place("I-1"), "I-1.1", say) == "samurai (red), samurai (pink), lying"
    assert of_space(picture, place("I-1"), "I-1.0", say) == "dragon M (green), health 12, 4 damage taken"
    assert of_space(picture, place("II-1"), "II-1.0", say) == "not explored, level II"


@pytest.mark.parametrize(
    ("countdown", "steps"),
    [
        (0, {1: 1, 2: 2, 3: 3, 4: 5, 5: 6}),
        (3, {1: 0, 2: 0, 3: 0, 4: 2, 5: 3}),
        (7, dict.fromkeys(range(1, 6), 0)),
    ],
)
def test_numbers_say_in_how_many_steps_of_the_track_they_erupt(countdown: int, steps: dict[int, int]) -> None:
    """The house track: 1, 2, 3, the rope, 4, 5, a blank, the end."""
    assert [(one.event, one.lava) for one in HOUSE.countdown][:6] == [
        ("lava", 1), ("lava", 2), ("lava", 3), ("rope", 0), ("lava", 4), ("lava", 5),
    ]  # fmt: skip
    game = realm(tiles={"I-1": ".12345."}, countdown=countdown).state
    picture = map_picture(msgspec.structs.replace(game, marker=Seat(0)))
    numbers = [piece for _, piece in pieces_of(picture) if piece["kind"] == "number"]
    assert {piece["number"]: piece["steps"] for piece in numbers} == steps
    ahead = [number for number, left in steps.items() if left]
    assert [piece["number"] for piece in numbers if piece.get("is_next")] == ahead[:1]


def test_before_the_final_chapter_no_number_is_next() -> None:
    picture = map_picture(realm(tiles={"I-1": ".12345."}).state)
    assert not any(piece.get("is_next") for _, piece in pieces_of(picture))


def test_a_drawn_tile_is_shown_turned_before_it_is_laid() -> None:
    game = realm(tiles={"I-1": "......."}, at=("I-1.1", "I-1.1")).state
    drawn = LaidTile(HOUSE.tiles[0])
    there = place("II-2").id
    game = msgspec.structs.replace(
        game, agenda=(*game.agenda, Explore(Seat(0), place=there, tile=drawn.tile))
    )
    for sixths in range(6):
        picture = map_picture(game, turned=sixths)
        assert picture["ground"]["II-2"] == "laying"
        lying = msgspec.structs.replace(drawn, turned=sixths)
        signs = {
            name: [piece["sign"] for piece in shown.get("pieces", ()) if piece["kind"] == "print"]
            for name, shown in picture["spaces"].items()
            if name.startswith("II-2.")
        }
        for number in range(7):
            kind = lying.face(number).kind
            wanted = [] if kind in (SpaceKind.PLAIN, SpaceKind.LAVA) else [str(kind)]
            assert signs.get(f"II-2.{number}", []) == wanted


def test_central_tile_and_temples_say_what_they_always_offer() -> None:
    picture = map_picture(realm().state)
    assert of_space(picture, place("temple-2"), "temple-2", say) == "always 1 wood, 1 metal"
    assert of_space(picture, place("bridge-1"), "bridge-1.a", say) == "nothing"
    assert of_space(EMPTY, place("centre"), "centre", say) == "nothing"


def test_every_kind_of_piece_of_a_scenario_is_one_that_the_page_draws() -> None:
    """What a dragon guards and what lies face down in a temple; the page's own list is compared in tests/js."""
    drawn = (ROOT / "fujikoro_nb" / "widgets" / "map" / "hex_map_pieces.mjs").read_text(encoding="utf-8")
    state = realm(scenario=1, tiles={"I-1": "......."}).state
    at = place("I-1").id
    laid = state.tile_on(at)
    assert laid is not None
    picture = map_picture(state.with_tile(at, msgspec.structs.replace(laid, things=(Loot(), *[None] * 6))))
    pieces = [piece for one in picture["spaces"].values() for piece in one.get("pieces", ())]
    kinds = {piece["kind"] for piece in pieces}
    assert {"loot", "blind"} <= kinds
    assert [piece["number"] for piece in pieces if piece["kind"] == "blind"] == [2, 2, 2]
    assert all(f"\n  {kind}: (" in drawn for kind in kinds)
    assert piece_words({"kind": "blind", "number": 2}, say) == "2 blueprints face down"

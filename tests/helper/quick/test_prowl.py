"""The dragons' step at a real box: equal to a naive reference over all orders, tiles and tokens; and by hand."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, place
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.helper.quick.lairs import ASLEEP, OPEN, SHUT, TILES, WALKS, Lairs, parse_lairs
from fujikoro_nb.helper.quick.prowl import (
    BLOCKED,
    CHOICE,
    FIGHTS,
    FREE,
    GOES,
    HIT,
    NOBODY,
    PERHAPS,
    UNSEEN,
    Prowling,
    Walker,
    prowling,
)
from tests.oracles.dragon_steps import legal_moves
from tests.support.gear_positions import adopted_but
from tests.support.sampling import sample

Moves = set[tuple[str, str]]
MAPS = sample(range(2_000), 30)


def asked(text: str, players: int = 2, rulings: Rulings = ADOPTED) -> Prowling:
    return prowling(parse_lairs(text), players=players, rulings=rulings)


def walker(answer: Prowling, at: str) -> Walker:
    return next(one for one in answer.walkers if one.at == at)


def moves_of(one: Walker, *, only_sure: bool = False) -> Moves:
    """(target, where it is then) of each way, as the reference says it; empty for no target."""
    ways = [found.way for found in one.ways if not (only_sure and found.unknown)]
    return {(way.target or "", way.to or "") for way in ways}


def safety(answer: Prowling) -> dict[str, str]:
    return {str(at): how for at, how in answer.safe}


# ---- against the naive reference


def by_hand(
    explored: list[PlaceId], dragons: dict[PlaceId, bool], samurai: list[PlaceId], **readings: bool
) -> dict[PlaceId, Moves]:
    """Every move of each dragon that walks, in every order and with every choice."""
    found: dict[PlaceId, Moves] = {at: set() for at, walks in dragons.items() if walks}
    for order in permutations(found):
        maps = [{at: at for at in dragons}]
        for dragon in order:
            later = []
            for where in maps:
                for target, to in legal_moves(
                    explored, list(where.values()), samurai, where[dragon], **readings
                ):
                    found[dragon].add((target, to))
                    later.append({**where, dragon: PlaceId(to)})
            maps = later
    return found


def random_lairs(chance: random.Random, *, unknown: int) -> Lairs:
    """Up to three dragons near each other, and a few tiles or tokens that nobody has told."""
    middle = chance.choice(TILES)
    near = [at for at in TILES if abs(place(at).at - place(middle).at) <= 2]
    lairs = Lairs(rest=chance.choice((OPEN, OPEN, SHUT)))
    for at in chance.sample(near, min(len(near), chance.randint(1, 3))):
        lairs = lairs.with_dragon(at, "green").with_token(at, WALKS)
    for seat in range(chance.randint(1, 3)):
        lairs = lairs.with_samurai(chance.choice([one.id for one in PLACES]), seat)
    for at in chance.sample(near, min(len(near), 6)):
        lairs = lairs.with_tile(at, chance.choice((OPEN, SHUT)))
    for at in chance.sample(near, min(len(near), unknown)):
        if lairs.dragon_on(at) is not None:
            lairs = lairs.with_token(at, "")
    told = {at: lairs.state_of(at) for at in TILES}
    hidden = chance.sample(near, min(len(near), unknown))
    tiles = tuple((at, state) for at, state in told.items() if at not in hidden)
    return msgspec.structs.replace(lairs, rest="", tiles=tiles)


def compare(lairs: Lairs, rulings: Rulings, **readings: bool) -> None:
    """Over all that the unknown can be: what is possible, and what is so in any case."""
    names = [at for at in TILES if not lairs.state_of(at)]
    tokens = [one.at for one in lairs.dragons if not one.token]
    samurai = [at for _, at in lairs.samurai]
    every: list[dict[PlaceId, Moves]] = []
    for values in product((OPEN, SHUT), repeat=len(names)):
        state = dict(zip(names, values, strict=True))
        explored = [at for at in TILES if (lairs.state_of(at) or state[at]) == OPEN]
        for sleeping in product((True, False), repeat=len(tokens)):
            asleep = dict(zip(tokens, sleeping, strict=True))
            walking = {one.at: one.token != ASLEEP and not asleep.get(one.at) for one in lairs.dragons}
            every.append(by_hand(explored, walking, samurai, **readings))
    answer = prowling(lairs, players=3, rulings=rulings)
    for one in answer.walkers:
        possible = set().union(*(case.get(one.at, set()) for case in every))
        always = possible.intersection(*(case.get(one.at, set()) for case in every))
        if one.has_more:
            assert moves_of(one) <= possible, lairs.text()
            continue
        assert moves_of(one) == possible, lairs.text()
        assert moves_of(one, only_sure=True) == always, lairs.text()


@pytest.mark.rule(
    "coop.dragon.order-by-players",
    "coop.dragon.one-per-tile",
    "coop.dragon.tie-choice",
    "coop.dragon.equal-steps-choice",
)
def test_every_move_in_every_order_is_that_of_the_reference() -> None:
    for seed in MAPS:
        compare(random_lairs(random.Random(seed), unknown=0), ADOPTED)


def test_what_is_unknown_is_tried_both_ways_wherever_it_matters() -> None:
    for seed in MAPS[:15]:
        compare(random_lairs(random.Random(seed), unknown=3), ADOPTED)


@pytest.mark.parametrize(
    ("rule", "reading", "known"),
    [
        ("coop.dragon.moves-towards-nearest", "by-route", "by_route"),
        ("coop.dragon.blocked-stays", "may-sidestep", "sidesteps"),
    ],
)
def test_a_ruling_of_the_table_is_followed(rule: str, reading: str, known: str) -> None:
    for seed in MAPS[:10]:
        lairs = random_lairs(random.Random(seed), unknown=2)
        compare(lairs, ADOPTED.with_reading(rule, reading), **{known: True})


# ---- by hand


def test_the_nearest_samurai_from_above_and_why_a_nearer_tile_is_closed() -> None:
    """I-1 lies nearer to I-4 from above, but from there the way round the centre is as long as from II-3."""
    one = walker(asked("red.II-3.walks,0.I-4,rest.open"), "II-3")
    assert moves_of(one) == {("I-4", "I-2")} and one.distance == 3
    assert [(closed.place, closed.rule) for closed in one.closed] == [
        ("I-1", "coop.dragon.moves-towards-nearest")
    ]


@pytest.mark.rule("coop.dragon.wake-sequence")
def test_asleep_awake_and_without_a_token() -> None:
    """Told before the round begins: who is awake loses its token then, and walks."""
    for token, walks in (("asleep", False), ("awake", True), ("walks", True)):
        assert bool(walker(asked(f"red.II-3.{token},0.I-4,rest.open"), "II-3").ways) == walks
    unsaid = walker(asked("red.II-3,0.I-4,rest.open"), "II-3")
    assert [found.unknown for found in unsaid.ways] == [("token.II-3",)]


@pytest.mark.rule("coop.dragon.one-per-tile", "coop.dragon.blocked-stays")
def test_another_dragon_closes_a_tile_until_it_has_gone() -> None:
    answer = asked("red.II-3.walks,green.II-4.awake,0.I-4,1.II-1,rest.open")
    after = {found.way.to: found.after for found in walker(answer, "II-4").ways if found.way.target == "II-1"}
    assert after == {"I-2": (), "II-3": ("II-3",)}


@pytest.mark.rule("coop.dragon.only-explored-tiles")
def test_an_if_names_the_tile_that_decides() -> None:
    """One way only, over II-4: everything else is known not to lie there."""
    one = walker(asked("red.II-3.walks,0.II-5,rest.shut"), "II-3")
    assert [found.way.kind for found in one.ways] == [BLOCKED]
    tiles = ",".join(f"shut.{at}" for at in TILES if at not in ("II-3", "II-4", "II-5"))
    one = walker(asked(f"red.II-3.walks,0.II-5,{tiles}"), "II-3")
    assert {(found.way.kind, found.unknown) for found in one.ways} == {
        (GOES, ("II-4",)),
        (BLOCKED, ("II-4",)),
    }


@pytest.mark.rule("coop.dragon.same-tile-no-move", "coop.dragon.move-triggers-combat")
def test_a_fight_begins_where_a_samurai_is() -> None:
    here = walker(asked("red.II-3.walks,0.II-3,rest.open"), "II-3")
    assert [(found.way.kind, found.way.is_fight) for found in here.ways] == [(FIGHTS, True)]
    beside = walker(asked("red.II-3.walks,0.II-4,rest.open"), "II-3")
    assert [(found.way.to, found.way.is_fight) for found in beside.ways] == [("II-4", True)]


@pytest.mark.rule("coop.dragon.nobody-visible", "coop.dragon.safe-samurai-invisible")
def test_whom_no_dragon_sees() -> None:
    for at in ("centre", "temple-1", "bridge-1"):
        one = walker(asked(f"red.II-3.walks,0.{at},rest.open"), "II-3")
        assert [found.way.kind for found in one.ways] == [NOBODY]
    seen = adopted_but("coop.dragon.safe-samurai-invisible", "without-bridges")
    one = walker(asked("red.II-3.walks,0.bridge-1,rest.open", rulings=seen), "II-3")
    assert {found.way.target for found in one.ways} == {"bridge-1"}


@pytest.mark.rule("coop.dragon.one-tile-per-round", "coop.dragon.goes-around-centre")
def test_where_it_is_safe() -> None:
    """Alone on the map, one samurai is hit beside the dragon or on its tile, hidden on safe ground, free elsewhere."""
    safe = safety(asked("red.II-3.walks,0.I-4,rest.open", players=1))
    beside = {"I-1", "I-2", "II-2", "II-4", "III-3", "III-4"}
    assert {at for at, how in safe.items() if how == HIT} == beside
    assert {at for at, how in safe.items() if how == UNSEEN} == {one.id for one in PLACES if one.is_safe}
    assert "II-3" not in safe  # nobody goes there but to fight it
    assert {how for at, how in safe.items() if at in TILES and at not in beside} == {FREE}
    unsaid = safety(asked("red.II-3,0.I-4,rest.open", players=1))
    assert {at for at, how in unsaid.items() if how == PERHAPS} == beside


def test_where_it_is_safe_depends_on_whom_the_dragon_may_choose() -> None:
    """With somebody else as near on the other side, you may send it there."""
    safe = safety(asked("red.II-3.walks,0.I-4,1.I-2,rest.open"))
    assert safe["II-2"] == CHOICE and safe["I-2"] == HIT


def test_nothing_is_asked_before_somebody_is_on_the_map() -> None:
    assert asked("red.II-3.walks,rest.open") == Prowling((), ())
    assert prowling(parse_lairs("red.II-3,5.I-4"), players=2) == Prowling((), ())


def test_alone_it_is_the_same() -> None:
    lairs = parse_lairs("red.II-3.walks,0.I-4,rest.open")
    assert prowling(lairs, players=1, mode=SOLO) == prowling(lairs, players=1, mode=COOP)


def test_nearly_everything_unknown_is_an_if_and_says_that_more_is_needed() -> None:
    one = walker(asked("red.II-3.walks,0.I-4"), "II-3")
    assert one.has_more and all(found.unknown for found in one.ways)


# ---- what was tapped


def test_a_map_is_a_part_of_a_link_and_back() -> None:
    for seed in MAPS[:20]:
        lairs = random_lairs(random.Random(seed), unknown=2)
        assert parse_lairs(lairs.text()) == lairs
    whole = "red.II-3.awake,white.III-1,0.I-4,3.centre,open.I-1,shut.II-2,rest.open,first.2,for.3"
    assert sorted(parse_lairs(whole).text().split(",")) == sorted(whole.split(","))


@pytest.mark.parametrize(
    "text",
    [
        *("red", "red.I-9", "red.temple-1", "red.II-3.sleepy", "red.II-3.awake.x", "7.I-1", "0.I-1.awake"),
        *("open.temple-1", "rest.maybe", "first.9", "for.x", "red.II-3,blue.II-3", "0.I-1,0.I-2", ","),
        "white.I-1,white.I-2",
    ],
)
def test_what_no_map_can_be_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_lairs(text)


@pytest.mark.rule("setup.dragons.pool")
def test_there_are_no_more_dragons_than_in_the_box() -> None:
    lairs = Lairs()
    for at in TILES:
        lairs = lairs.with_dragon(at, "blue")
    assert len(lairs.dragons) == 4
    gone = lairs.with_dragon(lairs.dragons[0].at, "blue")
    assert len(gone.dragons) == 3
    assert gone.with_dragon(gone.dragons[0].at, "white").dragons[0].colour == "white"


# ---- scenarios

MARCH, OPEN_CENTRE = SCENARIOS[1].against, SCENARIOS[5].together
assert MARCH is not None and OPEN_CENTRE is not None


@pytest.mark.rule("scenario.2.competitive.dragons-move-each-round")
@pytest.mark.parametrize(
    "text",
    [
        "blue.I-1.walks,0.I-3,1.I-5,rest.open",
        "blue.I-1,0.I-4,1.II-9",
        "red.II-3.walks,5.I-4,rest.open",
        "blue.I-1.walks,green.I-2.asleep,0.I-4,1.centre,shut.I-3",
        "red.I-1.walks,blue.I-2.walks,0.I-3,first.1,rest.open",
    ],
)
@pytest.mark.parametrize("reading", ["round", "turn"])
def test_among_rivals_dragons_walk_as_in_a_group(text: str, reading: str) -> None:
    """ "Following the co-op movement rules": on the same map the same moves and the same safe places."""
    rulings = Rulings().with_reading("scenario.2.competitive.dragons-move-each-round", reading)
    lairs = parse_lairs(text)
    rivals = prowling(lairs, players=2, mode=COMPETITIVE, rulings=rulings, plot=MARCH.plot)
    assert rivals == prowling(lairs, players=2, mode=COOP, rulings=rulings)


def ways(text: str, **asked: Any) -> set[tuple[str, str | None, bool]]:
    (walker,) = prowling(parse_lairs(text), players=1, mode=SOLO, **asked).walkers
    return {(one.way.kind, one.way.to, one.way.is_fight) for one in walker.ways}


@pytest.mark.rule("scenario.6.coop.centre-not-safe", "scenario.6.coop.route-through-centre")
def test_onto_the_central_tile_only_where_a_scenario_opens_it() -> None:
    """From I-1 to I-4 it is two tiles through the middle, and three around it."""
    across = "blue.I-1.walks,0.I-4,rest.open"
    assert ways(across) == {(GOES, "I-2", False), (GOES, "I-6", False)}
    assert ways(across, plot=OPEN_CENTRE.plot) == {(GOES, "centre", False)}
    there = "blue.I-1.walks,0.centre,rest.open"
    assert ways(there) == {(NOBODY, "I-1", False)}
    assert ways(there, plot=OPEN_CENTRE.plot) == {(GOES, "centre", True)}
    heart = "white.centre.walks,0.I-4,rest.open"
    assert parse_lairs(heart).text() == heart
    assert ways(heart, plot=OPEN_CENTRE.plot) == {(GOES, "I-4", True)}
    assert prowling(parse_lairs(heart), players=1, mode=SOLO).walkers == ()


@pytest.mark.rule("scenario.6.coop.other-dragon-blocks")
def test_a_dragon_in_the_middle_is_in_the_way() -> None:
    lairs = parse_lairs("white.centre.asleep,blue.I-1.walks,0.I-4,rest.open")
    answer = prowling(lairs, players=1, mode=SOLO, plot=OPEN_CENTRE.plot)
    blue = next(one for one in answer.walkers if one.at == "I-1")
    assert [(one.place, one.rule) for one in blue.closed] == [("centre", "coop.dragon.one-per-tile")]
    assert {one.way.kind for one in blue.ways} == {BLOCKED}

"""A group's way home: past a dragon at the exit, who mends and who leaves, and what is kept for the magic."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.bots import HeuristicBot, why_sentence
from fujikoro_nb.bots.bot import why
from fujikoro_nb.bots.goals import ESCAPE, FIGHT, GATHER, Goal
from fujikoro_nb.bots.together.aims import LURE, MEET, URGENT, aims, blueprint_worth
from fujikoro_nb.bots.together.home import DRAW, NEAR, guard_of, is_done
from fujikoro_nb.bots.together.plan import Phase, Plan, Threats
from fujikoro_nb.bots.together.rests import keeps
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, PlaceId, PlaceKind, SpaceId, place, space
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.modes import SOLO
from fujikoro_nb.engine.fujikoro.rules.group.steps import next_steps
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.texts import LANGUAGES
from tests.support.game_positions import GAME, Realm
from tests.support.gear_positions import blueprint, board
from tests.support.group_ends import PLANS
from tests.support.groups import group

DRAGONS = {dragon.id: dragon for dragon in house_pack().dragons}
RED, WHITE = DRAGONS["house-dragon-red-1"], DRAGONS["house-dragon-white-1"]
HELMET, WEAPON, SANDALS = PLANS
DONE = board(
    monks=("weapon",),
    weapon="WWMMM+G@1,1",
    helmet="MMM/MMM+G",
    sandals="MM+G",
    blueprints=PLANS,
    discs=tuple(one.id for one in PLANS),
)
"""The whole set, with its blueprints."""
OPEN = {one.id: "......." for one in PLACES if one.level in ("I", "II")} | {"II-2": "X......"}


def home(*boards: Board, **more: object) -> Realm:
    """The white dragon is beaten, and both inner rings are explored; the exit lies on II-2."""
    game = group(*boards, **{"tiles": OPEN, "round_number": 20, **more})  # type: ignore[arg-type]
    party = game.state.party
    assert party is not None
    game.state = game.state.with_party(msgspec.structs.replace(party, has_beaten_legend=True))
    return game


def goals(state: GameState, kind: str) -> list[Goal]:
    return [goal for goal in aims(Plan(state), Seat(0)) if goal.kind == kind]


def test_a_dragon_on_the_exit_is_drawn_away_from_there() -> None:
    """Wherever the samurai lets itself be seen, the dragon walks off the exit and not onto its tile."""
    state = home(DONE, DONE, dragons={"II-2": RED}).state
    assert guard_of(Plan(state)) == RED
    drawn = {space(goal.at).place for goal in goals(state, DRAW)}
    assert drawn
    for there in drawn:
        seen = state.moved(Seat(0), SpaceId(f"{there}.0"))
        steps = next_steps(seen, place("II-2").id, there)
        assert steps and there not in steps
        assert all(abs(place(to).at - place(there).at) == 1 for to in steps)
    free = home(DONE, DONE).state
    assert not goals(free, DRAW) and [goal.at for goal in goals(free, ESCAPE)] == ["II-2.0"]


def test_a_dragon_on_the_exit_is_attacked_when_no_time_is_left() -> None:
    """An even fight is no risk for who has lost anyway if it waits."""
    even = board(
        monks=("weapon",),
        weapon="WWWWW:MMM+G@1,1",
        helmet="MMM/MMM+G",
        sandals="MM+G",
        blueprints=PLANS,
        discs=tuple(one.id for one in PLANS),
    )
    more = {"mode": SOLO, "at": ("centre",), "dragons": {"II-2": RED}, "tokens": {"II-2": "asleep"}}
    early, last = (home(even, round_number=number, **more).state for number in (20, 33))
    assert 0.3 < Plan(last).fight((Seat(0),), RED).win < 0.7
    assert not goals(early, FIGHT)
    assert {space(goal.at).place for goal in goals(last, FIGHT)} == {"II-2"}


def test_who_stands_before_the_exit_goes_out_though_a_dragon_is_near() -> None:
    """Outside it is in nobody's reach."""
    known = {one.id: OPEN.get(one.id, ".......") for one in PLACES if one.level}
    more = {"tiles": known, "dragons": {"II-3": RED}, "tokens": {"II-3": "asleep"}}
    game = home(DONE, DONE, at=("II-2.1", "centre"), **more)
    assert Threats(Plan(game.state)).risk(Seat(0), SpaceId("II-2.0")) > 0
    bot = HeuristicBot()
    while game.seat == Seat(0):
        question = GAME.question(game.state)
        assert question is not None
        game.play(bot.choose(GAME, GAME.view_for(game.state, Seat(0)), question).answer)
    assert not game.state.samurai[0].is_on_map


def test_of_two_who_could_mend_one_does_and_the_other_leaves() -> None:
    """Both hold the blueprint of the helmet; who lacks fewer cubes for it stays."""
    near = board(
        weapon="WWMMM+G@1,1", helmet="M", blueprints=(HELMET, WEAPON), discs=("h", "w"), monks=("weapon",)
    )
    far = board(sandals="MM+G", blueprints=(HELMET, SANDALS), discs=("h", "s"))
    plan = Plan(home(far, near).state)
    assert plan.phase == Phase.HOME and plan.missing_kinds() == (GearKind.HELMET,)
    assert (is_done(plan, Seat(0)), is_done(plan, Seat(1))) == (True, False)


def test_on_the_way_home_no_cube_goes_elsewhere_that_the_magic_waits_for() -> None:
    waits = board(
        weapon="WWMMM+G@1,1", lower="M", blueprints=(HELMET, WEAPON), discs=("h", "w"), monks=("weapon",)
    )
    done = board(sandals="MM+G", blueprints=(SANDALS,), discs=("s",))
    may = keeps(Plan(home(waits, done).state), Seat(0))
    assert may is not None
    assert may(waits)
    assert may(board(weapon="WWMMM+G@1,1", helmet="M", blueprints=(HELMET, WEAPON), monks=("weapon",)))
    assert not may(board(weapon="WWMMM:M+G@1,1", blueprints=(HELMET, WEAPON), monks=("weapon",)))
    assert keeps(Plan(group(waits, done).state), Seat(0)) is None, "the white dragon comes first"


def test_who_is_alone_keeps_the_cubes_of_every_kind_that_is_missing() -> None:
    """Two patterns wait: what one cube serves it does not serve twice, and what lies in a temple is known."""
    waits = board(
        weapon="WWMMM+G@1,1", lower="MM", blueprints=PLANS, discs=("h", "w", "s"), monks=("weapon",)
    )
    alone = home(waits, mode=SOLO, at=("centre",)).state
    helmet, sandals = HELMET.pattern.cubes, SANDALS.pattern.cubes
    lacking = Plan(alone).lacking(Seat(0))
    assert (
        lacking == (helmet + sandals).surplus_over(Cubes(metal=2))
        and len(lacking) == len(helmet) + len(sandals) - 2
    )

    held = board(
        weapon="WWMMM+G@1,1", lower="MM", blueprints=(HELMET, WEAPON), discs=("h", "w"), monks=("weapon",)
    )
    fetched = home(held, mode=SOLO, at=("centre",)).state
    offered = msgspec.structs.replace(fetched, temples=((SANDALS,), (), ()))
    assert Plan(offered).lacking(Seat(0)) == lacking
    assert Plan(msgspec.structs.replace(fetched, temples=((), (), ()))).lacking(
        Seat(0)
    ) == helmet.surplus_over(Cubes(metal=2))
    may = keeps(Plan(offered), Seat(0))
    assert may is not None and may(held)
    assert not may(board(weapon="WWMMM:M+G@1,1", lower="M", blueprints=(HELMET, WEAPON), monks=("weapon",)))


def test_on_the_way_home_cubes_that_nothing_waits_for_make_room() -> None:
    """A full backpack of teeth is no reason to leave what the magic waits for: it is gathered, and teeth are left."""
    sandals = blueprint(GearKind.SANDALS, "WW", "s")
    full = board(
        weapon="WWMMM+G@1,1",
        helmet="MMM+G",
        lower="TTT",
        blueprints=(HELMET, WEAPON, sandals),
        discs=("h", "w", "s"),
        monks=("weapon",),
    )
    game = home(full, mode=SOLO, at=("centre",))
    plan = Plan(game.state)
    assert (plan.lacking(Seat(0)), plan.idle(Seat(0))) == (Cubes(wood=2), Cubes(tooth=3))
    assert any(goal.at == "centre" for goal in goals(game.state, GATHER))

    bot = HeuristicBot()
    game.play(Act("gather"))
    question = GAME.question(game.state)
    assert question is not None and question.kind == "stow"
    game.play(bot.choose(GAME, GAME.view_for(game.state, Seat(0)), question).answer)
    assert game.state.boards[0].backpack.cubes.wood == 1
    assert Plan(game.state).lacking(Seat(0)) == Cubes(wood=1)

    ready = msgspec.structs.replace(full, backpack=board(lower="WWT", discs=("h", "w", "s")).backpack)
    game = home(ready, mode=SOLO, at=("centre",))
    plan = Plan(game.state)
    assert (plan.lacking(Seat(0)), plan.idle(Seat(0))) == (Cubes(), Cubes(tooth=1))
    game.play(Act("gather"))
    question = GAME.question(game.state)
    assert question is not None and question.kind == "stow"
    game.play(bot.choose(GAME, GAME.view_for(game.state, Seat(0)), question).answer)
    assert Plan(game.state).lacking(Seat(0)) == Cubes(), "all that the magic waits for is still there"


def test_who_is_alone_fetches_first_what_makes_strong() -> None:
    """Of three blueprints that are equally near the helmet's, then the weapon's; a group wants weapons first."""
    worth = {
        number: [
            blueprint_worth(Plan(group(*[board()] * number, **more).state), Seat(0), kind)
            for kind in (GearKind.HELMET, GearKind.WEAPON, GearKind.SANDALS)
        ]
        for number, more in ((1, {"mode": SOLO}), (2, {}))
    }
    assert worth[1] == sorted(worth[1], reverse=True) and len(set(worth[1])) == 3
    assert max(worth[2]) == worth[2][1]


def test_who_is_alone_does_not_hurry_to_an_exit_through_which_it_cannot_win() -> None:
    """With a cube too few, or a blueprint still to fetch, the exit is no place to wait when the end is near."""
    ready = board(
        weapon="WWMMM+G@1,1",
        sandals="MM+G",
        lower="MM",
        blueprints=PLANS,
        discs=("h", "w", "s"),
        monks=("weapon",),
    )
    short = board(
        weapon="WWMMM+G@1,1", sandals="MM+G", blueprints=PLANS, discs=("h", "w", "s"), monks=("weapon",)
    )
    bare = board(
        weapon="WWMMM+G@1,1",
        sandals="MM+G",
        blueprints=(WEAPON, SANDALS),
        discs=("w", "s"),
        monks=("weapon",),
    )
    more = {"mode": SOLO, "at": ("centre",), "round_number": 32}
    near = {
        name: goals(home(one, **more).state, NEAR)
        for name, one in (("ready", ready), ("short", short), ("bare", bare))
    }
    assert near["ready"] and near["short"] and not near["bare"]
    assert near["ready"][0].worth > 5 * near["short"][0].worth


def test_with_its_last_life_a_samurai_keeps_away_from_dragons_two_tiles_off() -> None:
    game = group(board(), board(), tiles=OPEN, dragons={"II-2": RED}, at=("I-4.0", "centre"), round_number=8)
    party = game.state.party
    assert party is not None
    far = next(one.id for one in PLACES if one.level == "I" and abs(one.at - place("II-2").at) == 2)
    last = game.state.with_party(msgspec.structs.replace(party, lives=(1, 2)))
    assert Threats(Plan(game.state)).risk(Seat(0), SpaceId(f"{far}.0")) == 0
    assert Threats(Plan(last)).risk(Seat(0), SpaceId(f"{far}.0")) > 5
    assert Threats(Plan(last)).risk(Seat(0), SpaceId("centre")) == 0


def test_who_has_no_weapon_looks_for_wood() -> None:
    armed = board(weapon="WWMMM", monks=("weapon",))
    tiles = {"I-1": "......."}
    worth = {
        bool(one.gear.weapon): max(
            goal.worth
            for goal in goals(group(one, board(), tiles=tiles).state, GATHER)
            if goal.at == "centre"
        )
        for one in (armed, board())
    }
    assert worth[False] > worth[True] + 2


@pytest.mark.parametrize(("left", "is_struck"), [(URGENT + 1, False), (URGENT, True)])
def test_at_the_end_nobody_waits_for_the_white_dragon_to_come(left: int, is_struck: bool) -> None:
    """A tie is broken by who is attacked; without time to wait that is given up."""
    gear = board(weapon="WWWWW:MMM/MMMM.:...", helmet="MMMM/MMMM", sandals="MM/M.", monks=("weapon",))
    tied = msgspec.structs.replace(WHITE, health_solo=20, initiative=8)
    state = group(
        gear,
        mode=SOLO,
        tiles={"I-1": ".......", "I-2": "......."},
        dragons={"I-2": tied},
        round_number=33 - left,
    ).state
    plan = Plan(state)
    assert plan.phase == Phase.MEET and plan.lure > plan.attack + 0.05
    assert bool(goals(state, FIGHT)) is is_struck


def test_at_the_end_a_group_that_is_not_beside_the_white_dragon_lets_itself_be_seen() -> None:
    """It is strong enough, and so little time is left that it attacks at once where it can: hidden it would lose."""
    gear = board(weapon="WWWWW:MMM/MMMM.:...", helmet="MMMM/MMMM", sandals="MM/M.", monks=("weapon",))
    state = group(gear, gear, tiles=OPEN, dragons={"II-5": WHITE}, round_number=25).state
    plan = Plan(state)
    assert plan.left <= URGENT and plan.phase == Phase.MEET and plan.attack >= plan.least
    assert not plan.is_at_hand(Seat(0), PlaceId("II-5"))
    lures = goals(state, LURE)
    assert lures and not goals(state, MEET)
    assert all(place(space(goal.at).place).kind == PlaceKind.VOLCANO for goal in lures), (
        "where dragons see it"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_of_the_way_home_are_told(language: str) -> None:
    for key in ("near", "draw"):
        assert "{" not in why_sentence(why(key), language=language)

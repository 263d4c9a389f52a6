"""The escape planner against the engine itself: every play of one seat, tried out, on small mountains."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.commands.game_files import open_game, read_game_file, write_game
from fujikoro_nb.commands.play import play_reply
from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage
from fujikoro_nb.engine.fujikoro.asked.game import (
    Act,
    Flee,
    Halt,
    LeaveMountain,
    LetBe,
    Match,
    Revive,
    StayBehind,
    Turn,
    Walk,
)
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import CraftNothing, StopClaiming
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.modes import PEACEFUL
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from fujikoro_nb.engine.kernel import Answer, Event, Seat
from fujikoro_nb.helper.quick.escape_plan import escape_plan, is_settled
from fujikoro_nb.helper.quick.escape_sentences import needs_help, pays, told
from fujikoro_nb.texts import LANGUAGES, say
from tests.support.game_positions import adventure, realm, scroll
from tests.support.gear_positions import blueprint, board

ME, OTHER = Seat(0), Seat(1)
OWN = (Act, Walk, Halt, PayDamage, Flee, Revive, CraftNothing, StopClaiming, LetBe, LeaveMountain, StayBehind)
TURNS = 3
FLEEING = (272,)
"""Samples in which the best plan lets itself be driven off by an eruption."""
SCROLLS = {
    "lava": (scroll("lava", "lava-step 1"),),
    "steps": (scroll("steps", "steps 1"),),
    "one of both": (scroll("both", "lava-step 1", "steps 1"),),
    "lava twice": (scroll("lava", "lava-step 1"), scroll("more", "lava-step 1", "shield 1")),
}
"""Scrolls that change a move action by themselves."""
RESTORED = (
    (10, "WW/W+G", 2),
    (16, "MM/M+G", 3),
    (19, "TT/W+G", 2),
    (23, "TT/W+G", 3),
    (24, "MM/M+G", 2),
)
"""Samples of these sandals whose best play of two turns needs magic that comes back, and players."""
MAGICAL = {"MM/M+G": "MM", "TT/W+G": "TT", "WW/W+G": "WW", "MM+G": "MM"}
"""Sandals with their magic, and the blueprint that is owned."""
READ = (
    *(("combat.helmet.absorb", "tooth-two", seed, "") for seed in (1, 10, 13)),
    *(("escape.rope.not-on-placement", "on-placement", seed, "rope") for seed in (0, 4, 7, 8)),
)
"""A reading, and a sample whose best play of two turns is another one with it, as ``small`` takes it."""
HELPED = (
    (10, "lava"),
    (18, "lava"),
    (18, "one of both"),
    (18, "lava twice"),
    (19, "steps"),
    (23, "lava"),
    (24, "lava"),
    (28, "one of both"),
    (28, "lava twice"),
    (32, "steps"),
)
"""Samples whose best play of two turns is another one with these scrolls."""


def idled(state: GameState) -> GameState:
    """The turns of the other samurai go by without a step, unless the rope takes the own one meanwhile."""
    while (question := GAME.question(state)) is not None and question.seat != ME:
        if state.samurai[ME].palace:
            break
        wanted: tuple[Answer, ...] = (
            Act("rest"),
            Act("move"),
            Halt(),
            CraftNothing(),
            StopClaiming(),
            LetBe(),
            StayBehind(),
        )
        options = GAME.options(state)
        answer = next((one for one in wanted if one in options), None)
        state = GAME.step(state, answer if answer is not None else next(iter(options))).state
    return state


def is_own(state: GameState) -> bool:
    """Whether it is the own turn."""
    return any(isinstance(frame, Turn) and frame.seat == ME for frame in state.agenda)


def begins_own(events: tuple[Event, ...]) -> bool:
    """Whether the next own turn has begun, and nobody was asked before it."""
    return any(one.kind == "turn" and dict(one.data)["seat"] == ME for one in events)


def has_left(after: GameState, turn: int, found: dict[str, tuple[int, int]]) -> bool:
    """Whether the samurai is in a palace; if no sooner way there is known, or none that leaves more, it is kept."""
    palace = after.samurai[ME].palace
    if palace:
        left = absorption(after.boards[ME].gear, GearKind.SANDALS, rulings=after.rulings)
        found[palace] = min(found.get(palace, (turn, left)), (turn, left), key=lambda one: (one[0], -one[1]))
    return bool(palace)


def tried(state: GameState, *, turns: int = TURNS) -> dict[str, tuple[int, int]]:
    """Palace to the own turn in which it is reached at the soonest, and the most points left in the sandals then.

    In an own turn, or after it and before the next one, where the rope takes who stands there as it arrives.
    """
    found: dict[str, tuple[int, int]] = {}

    turn = 1
    waiting = {each for each in (idled(state),) if not has_left(each, 0, found)}
    while turn <= turns + 1 and waiting:
        now = {(each, is_own(each)) for each in waiting}
        seen, following = set(now), set()
        while now:
            one, has_begun = now.pop()
            if has_begun and turn > turns:
                continue
            for answer in GAME.options(one):
                if not isinstance(answer, OWN) or (
                    isinstance(answer, Act) and answer.field not in ("move", "rest")
                ):
                    continue
                step = GAME.step(one, answer)
                after = step.state
                if has_left(after, turn if has_begun else turn - 1, found):
                    continue
                question = GAME.question(after)
                if question is not None and question.seat != ME and not has_begun:
                    after = idled(after)  # what drove the samurai off came before the own turn
                    question = GAME.question(after)
                    if has_left(after, turn - 1, found):
                        continue
                if question is None:
                    continue
                reached = after, has_begun or is_own(after)
                if question.seat != ME or (has_begun and begins_own(step.events)):
                    following.add(after)
                elif reached not in seen:  # an eruption at the turn's end asks as well
                    seen.add(reached)
                    now.add(reached)
        waiting = {
            each
            for each in map(idled, following)
            if GAME.question(each) is not None and not has_left(each, turn, found)
        }
        turn += 1
    return found


def planned(state: GameState, *, turns: int = TURNS) -> dict[str, tuple[int, int]]:
    """The same of the plan, within as many turns."""
    return {
        way.palace: (way.turns[-1].number, way.worth)
        for way in escape_plan(state, ME).ways
        if way.turns[-1].number <= turns
    }


def small(
    seed: int,
    *,
    scrolls: str = "",
    magic: str = "",
    players: int = 2,
    rulings: Rulings = ADOPTED,
    before: str = "",
    is_alone: bool = False,
) -> GameState:
    """Two to four tiles round the centre with lava and numbers, a samurai somewhere, the countdown under way.

    ``scrolls`` is a key of `SCROLLS` and ``magic`` one of `MAGICAL`, empty for none; ``before``: what the token is one
    or two spaces before; ``is_alone``: the other one has left. The mountain is the same with all of them.
    """
    chance = random.Random(seed)
    tiles = {}
    for name in chance.sample(["I-1", "I-2", "I-3", "II-1", "II-2", "II-3"], chance.randint(2, 4)):
        letters = [chance.choice("..LLL123") for _ in range(7)]
        if name.startswith("II") and chance.random() < 0.7:
            letters[chance.randrange(7)] = "X"
        tiles[name] = "".join(letters)
    firm = [
        "centre",
        *(f"{name}.{n}" for name, drawn in tiles.items() for n in range(7) if drawn[n] != "L"),
    ]
    mine = board(sandals=chance.choice(["", "MM", "WM/T", "MM/M", "TT"]))
    if magic:
        mine = board(sandals=magic, blueprints=(blueprint(GearKind.SANDALS, MAGICAL[magic]),))
    played = realm(
        mine,
        *(board() for _ in range(players - 1)),
        tiles=tiles,
        at=(chance.choice(firm), *("temple-1", "temple-2")[: players - 1]),
        marker=chance.randint(0, 1),
        countdown=chance.choice([0, 1, 2]),
        scores=(30,) * players,
        first=chance.randint(0, 1),
        scrolls={0: SCROLLS[scrolls]} if scrolls else {},
    )
    state = msgspec.structs.replace(played.state, rulings=rulings)
    if before:
        events = [step.event for step in state.charts.track]
        state = msgspec.structs.replace(state, countdown=events.index(before) - chance.randint(0, 1))
    if is_alone:
        away = msgspec.structs.replace(state.samurai[OTHER], space=SpaceId(""), palace="big", escape=1)
        state = state.with_samurai(OTHER, away)
    return state


@pytest.mark.parametrize("seed", [*range(10), *FLEEING])
def test_a_plan_is_as_quick_and_as_cheap_as_the_best_play(seed: int) -> None:
    assert planned(small(seed)) == tried(small(seed))


@pytest.mark.rule("scroll.lava-walk")
@pytest.mark.parametrize(("seed", "scrolls"), HELPED)
def test_scrolls_are_planned_with_as_the_best_play_uses_them(seed: int, scrolls: str) -> None:
    """scroll.use, scroll.lava-walk: lava that a scroll crosses is not paid for, and steps of a scroll are walked."""
    with_scrolls = planned(small(seed, scrolls=scrolls), turns=2)
    assert with_scrolls == tried(small(seed, scrolls=scrolls), turns=2)
    assert with_scrolls != planned(small(seed), turns=2)


@pytest.mark.soak
@pytest.mark.parametrize("scrolls", SCROLLS)
@pytest.mark.parametrize("seed", range(40))
def test_scrolls_are_planned_with_on_any_mountain(seed: int, scrolls: str) -> None:
    """The same where they may be of no use."""
    state = small(seed, scrolls=scrolls)
    assert planned(state, turns=2) == tried(state, turns=2)


@pytest.mark.rule("move.lava.magic-restore")
@pytest.mark.parametrize(("seed", "magic", "players"), RESTORED)
def test_magic_that_comes_back_is_planned_with_as_the_best_play_uses_it(
    seed: int, magic: str, players: int
) -> None:
    state = small(seed, magic=magic, players=players)
    assert planned(state, turns=2) == tried(state, turns=2)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("magic", MAGICAL)
@pytest.mark.parametrize("seed", range(20))
def test_magic_is_planned_with_on_any_mountain(seed: int, magic: str, players: int) -> None:
    """The same where it may be of no use."""
    state = small(seed, magic=magic, players=players)
    assert planned(state, turns=2) == tried(state, turns=2)


OTHERWISE = [(rule, reading) for rule, switch in SWITCHES.items() for reading in switch.readings[1:]]
"""Every reading that is not the adopted one."""
MOVING = ("turn.pass-fallback",)
"""Where somebody else would have to walk, whom a plan takes to stand still."""
ON_PLACEMENT = ADOPTED.with_reading("escape.rope.not-on-placement", "on-placement")
OPTIONAL = ON_PLACEMENT.with_reading("escape.mandatory", "optional")


@pytest.mark.parametrize(("rule", "reading", "seed", "before"), READ)
def test_a_reading_is_planned_with_as_the_engine_plays_it(
    rule: str, reading: str, seed: int, before: str
) -> None:
    """Samples in which the table's reading makes another play the best one."""
    state = small(seed, before=before, rulings=ADOPTED.with_reading(rule, reading))
    assert planned(state, turns=2) == tried(state, turns=2)
    assert planned(state, turns=2) != planned(small(seed, before=before), turns=2)


@pytest.mark.parametrize(
    ("rule", "reading"),
    [one for one in OTHERWISE if one[0].startswith(("escape.", "map.", "move.", "turn.", "magic.loss"))],
)
def test_readings_of_what_a_plan_plays_are_planned_with(rule: str, reading: str) -> None:
    """The same where it may make no difference."""
    for seed, before in ((1, ""), (5, "rope")):
        rulings = ADOPTED.with_reading(rule, reading)
        state = small(seed, before=before, rulings=rulings, is_alone=rule in MOVING)
        assert planned(state, turns=2) == tried(state, turns=2), seed


@pytest.mark.soak
@pytest.mark.parametrize("before", ["", "rope", "end"])
@pytest.mark.parametrize(("rule", "reading"), OTHERWISE)
def test_every_reading_is_planned_with_on_any_mountain(rule: str, reading: str, before: str) -> None:
    """Every switch there is, also those that no plan comes by."""
    for seed in range(12):
        for magic in ("", "TT/W+G"):
            rulings = ADOPTED.with_reading(rule, reading)
            state = small(seed, before=before, magic=magic, rulings=rulings, is_alone=rule in MOVING)
            assert planned(state, turns=2) == tried(state, turns=2), (seed, magic)


def beside_the_rope(*, at: str, marker: int, first: int, rulings: Rulings) -> GameState:
    """The rope comes with the next step of the token."""
    state = realm(
        tiles={"I-1": "......."},
        at=(at, "temple-1"),
        marker=marker,
        scores=(30, 30),
        first=first,
        rulings=rulings,
    ).state
    events = [step.event for step in state.charts.track]
    return msgspec.structs.replace(state, countdown=events.index("rope"))


@pytest.mark.rule("escape.rope.not-on-placement", "escape.mandatory")
@pytest.mark.parametrize("rulings", [ON_PLACEMENT, OPTIONAL])
@pytest.mark.parametrize(
    ("at", "marker", "first", "turn", "key"),
    [
        ("I-1.0", 0, 0, 1, "big-arriving"),  # the own turn ends, and the rope comes
        ("I-1.0", 1, 0, 1, "big-arriving"),  # it comes as the other turn ends, before the next own one
        ("centre", 1, 1, 0, "big-before"),  # it comes before the first own turn
    ],
)
def test_the_rope_takes_who_stands_there_as_it_arrives(
    at: str, marker: int, first: int, turn: int, key: str, rulings: Rulings
) -> None:
    state = beside_the_rope(at=at, marker=marker, first=first, rulings=rulings)
    assert planned(state)["big"] == (turn, 0)
    assert planned(state, turns=2) == tried(state, turns=2)
    plan = escape_plan(state, ME)
    (way,) = plan.ways
    assert (way.space, way.turns[-1].is_lifted) == ("centre", True)
    for language in LANGUAGES:
        lines = told(state, plan, language=language)
        assert lines[1] == say(f"escape.{key}", language=language, **({"turn": turn} if turn else {}))
        assert any(say("escape.lifts", language=language) in line for line in lines)
    adopted = msgspec.structs.replace(state, rulings=ADOPTED)
    assert planned(adopted, turns=2) == tried(adopted, turns=2) == {"big": (turn + 1, 0)}


def test_own_turns_are_counted_whether_a_way_leads_out_or_not() -> None:
    """final.advance: the rope takes every samurai there is on the central tile, the countdown goes on all the same."""
    state = beside_the_rope(at="centre", marker=1, first=1, rulings=ON_PLACEMENT)
    left = len(state.charts.track) - state.countdown
    assert escape_plan(state, ME).turns_left == left - 1


STRIP = ("III-1.3", "II-1.1", "II-1.2", "II-1.3", "I-1.6", "I-1.5")


def on_a_strip(*, at: str, erupts: bool, magic: str = "+G", players: int = 3) -> GameState:
    """A way to the rope through lava, with lava on it; seat 1 is marked, and its turn goes on.

    Where it erupts, the first space does so next; the last number but one has come otherwise.
    """
    letters = {name: ["L"] * 7 for name in ("III-1", "II-1", "I-1")}
    for one in STRIP:
        name, number = one.rsplit(".", 1)
        letters[name][int(number)] = "L" if one == "II-1.2" else "."
    letters["III-1"][3] = "5" if erupts else "L"
    mine = board(
        sandals="MM/M+G" if erupts else f"MM{magic}",
        blueprints=(blueprint(GearKind.SANDALS, "MM"),),
        monks=("action",),
    )
    return realm(
        mine,
        *(board() for _ in range(players - 1)),
        tiles={name: "".join(row) for name, row in letters.items()},
        at=(at, *("temple-1", "temple-2")[: players - 1]),
        marker=1,
        countdown=5 if erupts else 6,
        scores=(0, *(30,) * (players - 1)),
        first=1 if erupts else 0,
    ).state


@pytest.mark.rule("magic.eruption-restore")
@pytest.mark.parametrize("players", [2, 3])
def test_an_action_after_the_eruption_brings_the_magic_back(players: int) -> None:
    """With three players seat 2 acts before the own turn, with two nobody does: then a move of no step has to."""
    state = on_a_strip(at="III-1.3", erupts=True, players=players)
    plan = escape_plan(state, ME)
    assert planned(state) == tried(state)
    assert [way.turns[-1].number for way in plan.ways] == [2]
    legs = plan.ways[0].turns[1].legs
    assert [bool(leg.path) for leg in legs] == ([True, True] if players == 3 else [False, True])


@pytest.mark.rule("magic.eruption-restore")
def test_magic_is_back_when_somebody_else_is_still_to_act() -> None:
    """Asked in seat 2's turn, after the eruption: its first action comes before the own turn."""
    state = on_a_strip(at="II-1.1", erupts=False, magic="", players=3)
    (match,) = (frame for frame in state.agenda if isinstance(frame, Match))
    assert match.following is not None
    for taken, is_back in ((0, True), (1, True), (2, False)):
        theirs = msgspec.structs.replace(state, agenda=(Match(ME), Turn(Seat(2), taken=taken)))
        (way,) = escape_plan(theirs, ME).ways
        assert bool(way.turns[0].legs[0].path) == is_back


@pytest.mark.rule("move.lava.magic-restore")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_of_no_step_is_said(language: str) -> None:
    state = on_a_strip(at="II-1.1", erupts=False, magic="", players=2)
    assert planned(state) == tried(state)
    lines = told(state, escape_plan(state, ME), language=language)
    assert any(say("escape.halt", language=language) in line for line in lines)
    assert all(say("escape.rest", language=language) not in line for line in lines[:-1])


@pytest.mark.rule("move.samurai.elect", "move.samurai.unconscious-ignored", "variant.peaceful")
@pytest.mark.parametrize("other", ["I-1.0", "I-1.3", "I-1.4", "I-1.5", "I-1.6"])
def test_a_rival_is_walked_round_where_that_costs_as_little(other: str) -> None:
    state = realm(tiles={"I-1": "......."}, at=("I-1.1", other), marker=0, countdown=6, scores=(30, 0)).state
    (way,) = escape_plan(state, ME).ways
    assert [len(leg.path) for leg in way.turns[0].legs] == [1, 2]
    assert all(other not in leg.path and not leg.met for leg in way.turns[0].legs)
    assert say("escape.rival") not in told(state, escape_plan(state, ME))


@pytest.mark.rule("move.samurai.elect")
def test_a_rival_who_cannot_be_avoided_is_said() -> None:
    """One who lies there asks for nothing, and neither does anybody in the peaceful game."""
    state = realm(
        tiles={"I-1": ".LLL.LL"}, at=("I-1.0", "I-1.4"), marker=0, countdown=6, scores=(30, 0)
    ).state
    lying = state.with_samurai(OTHER, msgspec.structs.replace(state.samurai[OTHER], is_conscious=False))
    peaceful = msgspec.structs.replace(state, mode=PEACEFUL)
    for here, met in ((state, 1), (lying, 0), (peaceful, 0)):
        plan = escape_plan(here, ME)
        assert [leg.met for leg in plan.ways[0].turns[0].legs] == [met]
        for language in LANGUAGES:
            said = say("escape.rival", language=language)
            assert (said in told(here, plan, language=language)) == bool(met)


def test_other_scrolls_and_tokens_are_left_out() -> None:
    """Only what a scroll adds to a move by itself is counted; a token waits for its owner's word."""
    bare = realm(tiles={"I-1": ".LLLLLL"}, at=("I-1.0",), marker=0, countdown=4, scores=(30, 0)).state
    tokens = (adventure("omamori", "lava-step 2"), adventure("boots", "steps 2"))
    token = msgspec.structs.replace(bare.samurai[ME], adventures=tokens)
    shield = msgspec.structs.replace(bare.samurai[ME], scrolls=(scroll("shield", "shield 1", "tiles 1"),))
    for samurai in (token, shield):
        assert not escape_plan(bare.with_samurai(ME, samurai), ME).ways
    lava = msgspec.structs.replace(bare.samurai[ME], scrolls=SCROLLS["lava"])
    assert escape_plan(bare.with_samurai(ME, lava), ME).ways


@pytest.mark.parametrize("language", LANGUAGES)
def test_lava_that_a_scroll_crosses_is_said(language: str) -> None:
    """One lava space is free, a second one is paid for."""
    for sandals, letters, home, key in (
        ("", ".LLLLLL", "I-1.0", "walk-free"),
        ("TT", "L.LLLLL", "I-1.1", "walk-lava-free"),
    ):
        state = realm(
            board(sandals=sandals),
            board(),
            tiles={"I-1": letters},
            at=(home,),
            marker=0,
            countdown=4,
            scores=(30, 0),
            scrolls={0: (*SCROLLS["lava"], *SCROLLS["steps"])},
        ).state
        plan = escape_plan(state, ME)
        (leg,) = plan.ways[0].turns[0].legs
        said = {"path": " › ".join(leg.path), "free": 1}
        if key == "walk-lava-free":
            said |= {"lava": 1, "pays": pays(leg.cubes, language=language)}
        assert (leg.free, leg.lava) == (1, int(key == "walk-lava-free"))
        assert say(f"escape.{key}", language=language, **said) in told(state, plan, language=language)[2]


def test_the_samples_hold_ways_out_and_their_cost() -> None:
    """The law above says something: of its plans some lead out, and some of those cost cubes."""
    ways = [way for seed in range(10) for way in escape_plan(small(seed), ME).ways]
    assert {way.palace for way in ways} == {"big", "small"}
    assert any(way.cubes for way in ways)
    assert any(
        turn.fled for seed in FLEEING for way in escape_plan(small(seed), ME).ways for turn in way.turns
    )


def test_nobody_has_to_leave_before_the_final_chapter() -> None:
    early = msgspec.structs.replace(small(1), marker=None)
    assert escape_plan(early, ME).turns_left == 0
    assert told(early, escape_plan(early, ME)) == (say("escape.not-yet"),)


def test_the_rope_is_two_steps_away() -> None:
    """escape.rope: the marked player has as many turns as the track has spaces left (final.advance)."""
    state = realm(tiles={"I-1": "......."}, at=("I-1.0",), marker=0, countdown=4, scores=(30, 0)).state
    plan = escape_plan(state, ME)
    assert plan.turns_left == 4
    (way,) = plan.ways
    assert (way.palace, way.space, len(way.turns), way.cubes) == ("big", "centre", 1, "")
    assert told(state, plan)[1] == say("escape.big", turn=1)


def test_lava_on_the_way_is_paid() -> None:
    """move.lava.cost: five points a space, here three metal of six; the other way round is all lava too."""
    state = realm(
        board(sandals="MM/M"),
        board(),
        tiles={"I-1": ".LLLLLL"},
        at=("I-1.0",),
        marker=0,
        countdown=4,
        scores=(30, 0),
    ).state
    (way,) = escape_plan(state, ME).ways
    assert way.cubes == "MMM"
    assert told(state, escape_plan(state, ME))[2].endswith(pays("MMM") + ".")


def test_no_plan_forgets_lava_that_is_still_to_be_paid() -> None:
    """move.lava.pay-after: in the middle of a move the cubes for its lava lie on the sandals, but are owed."""
    played = realm(
        board(sandals="TM/W"),
        board(),
        tiles={"I-1": "L.LL.LL", "II-1": ".LLLLLL"},
        at=("II-1.0", "temple-1"),
        marker=0,
        countdown=6,
        scores=(30, 0),
    )
    assert is_settled(played.state)
    assert not escape_plan(played.state, ME).ways
    for answer in ("move", "walk II-1.3 I-1.1"):
        played = played.play(answer)
        assert not is_settled(played.state)
        with pytest.raises(ValueError, match="going on"):
            escape_plan(played.state, ME)


def test_barefoot_behind_lava_there_is_no_way_out() -> None:
    state = realm(tiles={"I-1": ".LLLLLL"}, at=("I-1.0",), marker=0, countdown=4, scores=(30, 0)).state
    plan = escape_plan(state, ME)
    assert needs_help(state, plan)
    assert say("escape.none") in told(state, plan)


def test_the_barefoot_wake_up_in_a_temple_and_leave_from_there() -> None:
    """final.eruption.death; temple 1 borders II-4, whose lava-free way leads to an exit."""
    state = realm(
        tiles={"I-1": "1LLLLLL", "II-4": "X......"}, at=("I-1.0",), marker=1, scores=(0, 30), first=1
    ).state
    (way,) = escape_plan(state, ME).ways
    waiting = way.turns[0]
    assert (way.palace, waiting.number, waiting.erupts, waiting.fled) == ("small", 0, 1, ("temple-1",))
    assert waiting.is_revived
    assert planned(state) == tried(state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plan_speaks_every_language(language: str) -> None:
    lines = [
        line
        for seed in range(10)
        for line in told(small(seed), escape_plan(small(seed), ME), language=language)
    ]
    assert all(lines)


def test_the_command_reads_a_saved_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "game.json"
    play_reply(players=2, seed="3", turns=2, save=place)
    assert main(["escape", str(place), "--player", "1"]) == 0
    assert capsys.readouterr().out == say("escape.not-yet") + "\n"
    assert main(["escape", str(place), "--player", "9"]) == 2
    assert capsys.readouterr().err == say("unreadable.escape-player", text="9") + "\n"


def test_the_command_waits_for_the_end_of_an_action(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    place = Path("in-a-move.json")
    save = Path(__file__).parents[2] / "golden" / "saves" / "near-end-format-2.json"
    session = open_game(read_game_file(save))
    assert session.question is not None
    assert session.question.kind == "act"
    session.play(next(one for one in session.options if isinstance(one, Act) and one.field == "move"))
    write_game(place, session)
    assert main(["escape", str(place)]) == 2
    assert capsys.readouterr().err == say("unreadable.escape-open", text=str(place)) + "\n"

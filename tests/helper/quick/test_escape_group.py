"""The escape planner for a group: rounds instead of a marked player's turns, out by the secret exit alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from fujikoro_nb.cli import main
from fujikoro_nb.engine.fujikoro.asked.game import Battle
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, SpaceId
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.helper.quick.escape_clock import turns_left
from fujikoro_nb.helper.quick.escape_dragons import dangers
from fujikoro_nb.helper.quick.escape_plan import escape_plan
from fujikoro_nb.helper.quick.escape_sentences import needs_help, told
from fujikoro_nb.helper.quick.escape_way import MOVE, OUT, Danger, EscapePlan, Leg, PlannedTurn
from fujikoro_nb.texts import LANGUAGES
from tests.support.fights import dragon
from tests.support.game_positions import Realm
from tests.support.gear_positions import adopted_but, board
from tests.support.group_saves import asked, played_until, save_of
from tests.support.groups import group, idle, round_of, turn_over

ME, OTHER = Seat(0), Seat(1)
RIVALS = re.compile(
    r"palace|rope|Final Chapter|Palast|Palästen|Seil|Finale|palais|corde|chapitre final", re.IGNORECASE
)
"""Words of the competitive game, in three languages."""
EXIT = {"I-1": "......X"}


def mountain(**more: object) -> Realm:
    """Two of a group: one on the tile of the secret exit, one in the middle. Their last round is the 28th."""
    known: dict[str, object] = {"tiles": EXIT, "at": ("I-1.3", "centre"), "legend": True, "round_number": 26}
    return group(board(), board(), **{**known, **more})


def said(game: Realm, plan: EscapePlan) -> str:
    lines = [told(game.state, plan, language=language) for language in LANGUAGES]
    assert not any(RIVALS.search(line) for every in lines for line in every)
    return " ".join(lines[LANGUAGES.index("en")])


@pytest.mark.rule("coop.rounds.limit", "coop.final.eight-rounds")
def test_turns_are_rounds() -> None:
    """20 rounds and 8 for two: in round 26 a turn now and two more; whose turn is over has one less."""
    game = mountain()
    assert (turns_left(game.state, ME), turns_left(game.state, OTHER)) == (3, 3)
    second = mountain(first=1, round_number=28)
    assert (turns_left(second.state, ME), turns_left(second.state, OTHER)) == (1, 1)
    assert escape_plan(game.state, ME).rounds == 28
    assert "3 own turns left; time is up after round 28" in said(game, escape_plan(game.state, ME))


@pytest.mark.rule("coop.goal.everyone-escaped", "coop.goal.escape-at-turn-end")
def test_the_way_leads_out_as_the_engine_plays_it() -> None:
    game = mountain()
    (way,) = escape_plan(game.state, ME).ways
    assert (way.palace, way.space, [turn.number for turn in way.turns]) == (OUT, "I-1.6", [1])
    assert "Out by the secret exit, in own turn 1." in said(game, escape_plan(game.state, ME))
    (leg,) = way.turns[0].legs
    game.play("move")
    game.play(f"walk {' '.join(leg.path)}")
    assert game.state.samurai[ME].space == "I-1.6"


@pytest.mark.rule("coop.goal.escape-after-legendary")
def test_the_exit_is_shut_while_the_white_dragon_lives() -> None:
    """The plan is for when it falls at once, and says so; at some tables the exit is open anyway."""
    shut = mountain(legend=False)
    plan = escape_plan(shut.state, ME)
    assert plan.is_shut and [way.palace for way in plan.ways] == [OUT]
    assert "The white dragon lives, so nobody leaves yet." in said(shut, plan)
    rulings = shut.state.rulings.with_reading("coop.goal.escape-after-legendary", "any-order")
    assert not escape_plan(mountain(legend=False, rulings=rulings).state, ME).is_shut


@pytest.mark.rule("coop.final.no-rope")
def test_no_rope_and_no_palace() -> None:
    """Who stands in the middle waits for no rope; without an exit on the map there is no way."""
    game = mountain(tiles={"I-1": "......."})
    plan = escape_plan(game.state, OTHER)
    assert plan.ways == () and needs_help(game.state, plan)
    assert "leads to no way out" in said(game, plan)


@pytest.mark.rule("coop.rounds.limit")
def test_time_is_up() -> None:
    """Six steps to the exit take two moves; a turn has two, and after the last round comes none."""
    ring = {f"I-{number}": "......." for number in range(1, 6)} | {"I-6": "......X"}
    far = {"tiles": ring, "at": ("I-3.2", "centre")}
    soon, late = (escape_plan(mountain(round_number=number, **far).state, ME) for number in (20, 28))
    assert [turn.number for way in soon.ways for turn in way.turns] == [1, 2]
    assert late.turns_left == 1 and late.ways == ()


@pytest.mark.rule("coop.dragon.one-tile-per-round", "coop.dragon.wake-sequence")
def test_a_dragon_that_may_come_is_an_if() -> None:
    """The first turn ends on the tile of the exit, beside a dragon that walks before the second one.

    While it is asleep it walks only a round later, when the samurai is out.
    """
    ring = {f"I-{number}": "......." for number in range(1, 6)} | {"I-6": "......X", "II-12": "......."}
    game = mountain(
        tiles=ring,
        at=("I-3.2", "centre"),
        dragons={"II-12": dragon("12/9/5")},
        tokens={"II-12": "asleep"},  # and awake as the round has begun
        round_number=5,
    )
    (way,) = escape_plan(game.state, ME).ways
    assert [one.turn for one in way.dangers if one.place == "I-6"] == [2]
    assert "Only if no dragon comes: by then one could be on I-6" in said(game, escape_plan(game.state, ME))
    party = game.state.party
    assert party is not None and party.awake
    sleeping = game.state.with_party(replace(party, asleep=party.awake, awake=()))
    (way,) = escape_plan(sleeping, ME).ways
    assert way.dangers == ()


@pytest.mark.rule("coop.dragon.move-triggers-combat", "coop.dragon.same-tile-no-move")
@pytest.mark.parametrize("lair", ["I-2", "I-1"])
def test_a_dragon_that_attacks_before_the_first_step_is_an_if(lair: str) -> None:
    """Whose turn is over stands still when the next round begins: a dragon beside it comes, one on its tile stays.

    While that is asleep it does neither, and the way is free.
    """
    game = mountain(
        tiles={"I-1": ".......", "I-2": ".......", "II-1": "...X..."},
        at=("I-1.1", "centre"),
        dragons={lair: dragon("12/9/5", colour="blue")},
        tokens={lair: "asleep"},  # and awake as the round has begun
        round_number=5,
    )
    party = turn_over(game).state.party
    assert party is not None and party.awake
    (way,) = escape_plan(game.state, ME).ways
    assert [turn.number for turn in way.turns] == [0, 1]
    assert Danger(1, PlaceId("I-1"), ("blue",)) in way.dangers
    sleeping = game.state.with_party(replace(party, asleep=party.awake, awake=()))
    assert escape_plan(sleeping, ME).ways[0].dangers == ()
    idle(game, until=lambda one: round_of(one) == 6)
    battle = game.state.agenda[-1]
    assert isinstance(battle, Battle) and (battle.place, battle.defenders) == ("I-1", (ME,))


@pytest.mark.rule("coop.dragon.one-tile-per-round", "coop.rounds.start-of-round-order")
def test_a_dragon_comes_to_where_the_samurai_has_fled() -> None:
    """Turn by turn: where it stands as a round begins, without a walk too, and after the lava, not before it."""
    game = mountain(
        tiles={"I-1": ".......", "I-2": ".......", "I-3": ".......", "II-1": "......."},
        at=("centre", "centre"),
        dragons={"I-2": dragon("12/9/5")},
    )
    fled = PlannedTurn(0, erupts=1, fled=(SpaceId("I-3.1"),))
    walk = PlannedTurn(2, legs=(Leg(MOVE, (SpaceId("II-1.4"), SpaceId("II-1.0"))),))
    turns = (fled, PlannedTurn(1), walk)
    found = [(one.turn, one.place) for one in dangers(game.state, turns, start=SpaceId("centre"), rounds=1)]
    assert found == [(1, "I-3"), (2, "I-3"), (2, "II-1")]


@pytest.mark.rule("coop.final.lava-events", "coop.lives.lava-costs-life", "coop.lives.lava-revival-place")
@pytest.mark.parametrize(("lives", "has_way"), [((2, 2), True), ((1, 2), False)])
def test_lava_of_the_next_round_costs_a_life_and_the_last_one_ends_the_game(
    lives: tuple[int, int], has_way: bool
) -> None:
    """Round 21 opens with lava 1 under the samurai, whose turn is over and whose sandals pay nothing.

    At this table it stands up in the middle, two steps from the exit; with its last life the game is lost.
    """
    game = mountain(
        tiles={"I-1": "1111111", "I-4": "......X"},
        at=("I-1.0", "temple-1"),
        round_number=20,
        lives=lives,
        rulings=adopted_but("coop.lives.lava-revival-place", "centre"),
    )
    plan = escape_plan(turn_over(game).state, ME)
    assert plan.turns_left == 8
    assert bool(plan.ways) == has_way
    for way in plan.ways:
        first, *others = way.turns
        assert (first.number, first.erupts, first.fled, first.is_revived) == (0, 1, ("centre",), True)
        assert [turn.number for turn in others] == [1]


def test_the_command_line_plans_for_a_group(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = played_until(asked("act"), players=2)
    path = tmp_path / "game.json"
    path.write_bytes(save_of(session))
    code = main(["escape", str(path), "--player", "1", "--json"])
    reply = json.loads(capsys.readouterr().out)
    assert (reply["rounds"], reply["turns_left"], reply["is_shut"]) == (28, 28, True)
    assert code == 1  # no exit is on the map yet
    main(["escape", str(path), "--player", "2"])
    assert not RIVALS.search(capsys.readouterr().out)

"""Fights of a group in the odds: a dragon that came, and the health of one alone; the order is the engine's."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from fujikoro_nb.cli import main
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.fight import DRAGON, Defence
from fujikoro_nb.engine.fujikoro.rules.fights.attack_order import attack_order
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.odds import Fighter, Foe, Samurai, solve, solve_joint, who_is_first
from fujikoro_nb.odds.fight import DRAGON as DRAGON_FIRST
from fujikoro_nb.odds.fight import SAMURAI as SAMURAI_FIRST
from tests.support.game_positions import dragon
from tests.support.gear_positions import board
from tests.support.groups import group

ARMED = board(weapon="WWM", helmet="MMM")
FACES = {die.material: die for die in house_pack().dice}


def tied(*, came: bool) -> Foe:
    """A dragon as quick as three cubes in a row."""
    foe = Foe(6, Samurai.of(ARMED).initiative, 3)
    return msgspec.structs.replace(foe, defence=Defence()) if came else foe


@pytest.mark.rule("coop.dragon.samurai-defend-ties", "combat.init.tie-dragon")
def test_whom_a_dragon_came_to_goes_first_in_a_tie() -> None:
    """Alone as told to be first: the same odds to the digit; and never worse than being second."""
    samurai = Samurai.of(ARMED)
    assert who_is_first(samurai, tied(came=False)) == DRAGON_FIRST
    assert who_is_first(samurai, tied(came=True)) == SAMURAI_FIRST
    defended, told = (
        solve(samurai, tied(came=True), FACES),
        solve(samurai, tied(came=False), FACES, first="samurai"),
    )
    assert defended.outcome == told.outcome
    assert defended.outcome.win > solve(samurai, tied(came=False), FACES).outcome.win


@pytest.mark.rule("coop.dragon.samurai-defend-ties")
@pytest.mark.parametrize("came", [True, False])
def test_several_go_in_the_order_of_the_engine(came: bool) -> None:
    """Two of the same initiative as the dragon; the engine's fight of the same boards has the same order."""
    foe = tied(came=came)
    beast = dragon(f"6/{foe.initiative}/3")
    state = group(ARMED, ARMED, tiles={"I-1": "......."}, at=("I-1.1", "I-1.2"), dragons={"I-1": beast}).state
    fought = begin_dragon_fight(state, beast, Seat(0), (Seat(1),), defence=foe.defence)
    order = attack_order(fought, fought.agenda[-1])  # type: ignore[arg-type]
    assert order.index(DRAGON) == (2 if came else 0)
    team = [Fighter(Samurai.of(ARMED)), Fighter(Samurai.of(ARMED))]
    alone = [Fighter(Samurai.of(ARMED)), Fighter(Samurai.of(ARMED))]
    here = solve_joint(team, foe, FACES, all_dice=True).win
    other = solve_joint(alone, tied(came=not came), FACES, all_dice=True).win
    assert (here > other) is came


@pytest.mark.rule("coop.combat.health-solo-icon")
def test_one_alone_meets_a_weaker_legend() -> None:
    """25 alone, 40 for two, 60 for more; competitive games know no solo symbol."""
    (legend,) = [one for one in house_pack().dragons if one.is_legendary]
    health = [Foe.of(legend, players=n, is_group=True).health for n in (1, 2, 3)]
    assert health == [25, 40, 60]
    assert Foe.of(legend, players=1).health == 60


def asked(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, dict[str, Any]]:
    code = main(
        [
            "odds",
            "--weapon",
            "WWM",
            "--helmet",
            "MMM",
            "--dragon",
            f"6/{tied(came=True).initiative}/3",
            *more,
            "--json",
        ]
    )
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.rule("coop.combat.teeth-for-victory", "coop.combat.teeth-from-dice-shared")
def test_a_group_plays_for_teeth() -> None:
    """Nobody scores: a victory is worth its teeth, three a tooth as in the gear; a rival's is worth its points."""
    (red,) = [one for one in house_pack().dragons if one.colour == "red"][:1]
    rival, shared = Foe.of(red), Foe.of(red, is_group=True)
    assert (rival.teeth, rival.is_shared, rival.reward) == (1, False, red.victory_points)
    assert (shared.teeth, shared.is_shared, shared.reward) == (3, True, 9)
    assert Foe.of(red, is_group=True, teeth=5).reward == 15
    odds = solve(
        Samurai.of(ARMED), msgspec.structs.replace(tied(came=True), is_shared=True), FACES, goal="points"
    )
    assert odds.policy == "policy-teeth-free"
    rivals = solve(Samurai.of(ARMED), tied(came=True), FACES, goal="points")
    assert rivals.policy == "policy-points-free"


@pytest.mark.rule("coop.combat.teeth-for-victory")
def test_teeth_of_a_victory_are_counted() -> None:
    """Four more teeth for the victory are four times its chance more, alone and together."""
    few = msgspec.structs.replace(tied(came=True), is_shared=True)
    many = msgspec.structs.replace(few, teeth=5)

    def alone(foe: Foe) -> float:
        chances = solve(Samurai.of(ARMED), foe, FACES).distributions.teeth_gained
        return sum(teeth * chance for teeth, chance in enumerate(chances))

    win = float(solve(Samurai.of(ARMED), few, FACES).win)
    assert alone(many) - alone(few) == pytest.approx(4 * win, abs=1e-9)
    team = [Fighter(Samurai.of(ARMED))] * 2
    one, other = (solve_joint(team, foe, FACES, all_dice=True) for foe in (few, many))
    assert other.teeth - one.teeth == pytest.approx(4 * one.win, abs=1e-9)


def test_the_shell_tells_the_teeth_to_share(capsys: pytest.CaptureFixture[str]) -> None:
    """With the mark of the house's number; rivals share nothing."""
    _, alone = asked(capsys, "--mode", "coop", "--came")
    assert alone["teeth"] > 0 and (alone["teeth_for_victory"], alone["house_teeth"]) == (1, True)
    _, joint = asked(capsys, "--mode", "coop", "--came", "--ally", "WW=MM")
    assert joint["teeth"] >= alone["teeth_for_victory"] * joint["win"]
    assert "teeth" not in asked(capsys)[1]
    main(["odds", "--weapon", "WWM", "--dragon", "6/3/3", "--mode", "coop"])
    assert "The victory brings 1 (not printed; your board says)." in capsys.readouterr().out


@pytest.mark.parametrize("more", [(), ("--ally", "WW=MM")])
def test_the_shell_tells_no_teeth_of_a_dragon_without_a_colour(
    capsys: pytest.CaptureFixture[str], more: tuple[str, ...]
) -> None:
    """No dragon has two dice: what it would bring stands nowhere."""
    asked_of = ["odds", "--weapon", "WWM", "--dragon", "6/3/2", "--mode", "coop", *more]
    assert main(asked_of) == 0
    said = capsys.readouterr().out
    assert "6/3/2" in said
    assert "teeth to share" not in said.lower() and "victory brings" not in said
    assert main([*asked_of, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["win"] > 0
    assert not {"teeth", "teeth_for_victory", "house_teeth"} & set(told)


@pytest.mark.rule("coop.dragon.retreat-when-attacked")
def test_the_shell_plays_the_reading_without_a_way_out(capsys: pytest.CaptureFixture[str]) -> None:
    never = ("--ruling", "coop.dragon.retreat-when-attacked=never")
    assert asked(capsys, "--mode", "coop", "--came")[1]["retreat"] > 0.01
    assert asked(capsys, "--mode", "coop", "--came", *never)[1]["retreat"] == pytest.approx(0)
    assert asked(capsys, "--mode", "coop", *never)[1]["retreat"] > 0.01


def test_the_shell_knows_a_dragon_that_came(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "--mode", "coop")[1]["first"] == "dragon"
    assert asked(capsys, "--mode", "coop", "--came")[1]["first"] == "samurai"
    code, told = asked(capsys, "--came")
    assert (code, told["error"]["reason"]) == (2, "came-alone")
    assert asked(capsys, "--mode", "together")[0] == 2

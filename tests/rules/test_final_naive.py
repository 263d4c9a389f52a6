"""Eruptions, escapes, bonuses and the last scoring as the naive reference has them, on random positions."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import PayDamage
from fujikoro_nb.engine.fujikoro.asked.game import Flee, Revive
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.samurai import Bonus
from fujikoro_nb.engine.fujikoro.components import CountdownStep, PalaceRow, Provenance
from fujikoro_nb.engine.fujikoro.rules.bonus import claimable, worth
from fujikoro_nb.engine.fujikoro.rules.end import leftovers, standing
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.eruption import erupt
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import way_out
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Answer, Seat
from tests.oracles import countdown as naive_countdown
from tests.oracles import eruption as naive_eruption
from tests.oracles import scoring as naive_scoring
from tests.oracles.generate import random_end, random_position
from tests.oracles.readings import READINGS
from tests.rules.test_move_naive import paid_by
from tests.support.game_positions import realm
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, blueprint, board
from tests.support.naive_walks import SWITCH

POSITIONS = 150

KINDS = {"helmet": HELMET, "weapon": WEAPON, "sandals": SANDALS}

READINGS_HERE = {
    **SWITCH,
    ("rope_escape", "on-placement"): ("escape.rope.not-on-placement", "on-placement"),
    ("secret_exit", "tile"): ("escape.secret", "tile"),
    ("secret_exit_when", "always"): ("escape.secret.final-only", "always"),
    ("escape", "optional"): ("escape.mandatory", "optional"),
    ("tie", "escaped"): ("end.tie", "escaped"),
}
"""The naive reading and the switch that says the same."""


def readings_of(seed: int) -> tuple[dict[str, Any], Rulings]:
    """The adopted readings at even seeds, any others at odd ones."""
    chance = random.Random(seed)
    names = ("tooth_value", "safe_room", "stolen_magic", "secret_exit", "secret_exit_when", "tie")
    chosen = {name: chance.choice(READINGS[name]) for name in names} if seed % 2 else {}
    rulings = ADOPTED
    for said in chosen.items():
        if said in READINGS_HERE:
            rulings = rulings.with_reading(*READINGS_HERE[said])
    return chosen, rulings


def board_of(one: dict[str, Any]) -> Board:
    """The same player board; a weapon lies in the left part of its grid."""
    gear: dict[str, str] = {}
    plans: dict[str, list[Any]] = {"blueprint": [], "lost": []}
    for kind in KINDS:
        drawn = "/".join(one[kind]["cubes"])
        if one[kind]["magic"]:
            at = next(
                f"@{x + 1},{y + 1}"
                for y, line in enumerate(one[kind]["cubes"])
                for x, letter in enumerate(line)
                if letter != "."
            )
            drawn += "+G" + (at if kind == "weapon" else "")
        gear[kind] = drawn
        for name, made in plans.items():
            if one[kind][name]:
                made.append(blueprint(KINDS[kind], "/".join(one[kind][name]), f"{kind}-{name}"))
    monks = one["monks"]
    return board(
        **gear,  # type: ignore[arg-type]
        lower="T" * one["backpack_teeth"],
        discs=["monk"] * (monks["backpack"] - bool(monks["backpack"])),
        monks=tuple(spot for spot in ("action", "scroll", "weapon", "backpack") if monks[spot]),
        blueprints=tuple(plans["blueprint"]),
        lost=tuple(plans["lost"]),
    )


def state_of(position: dict[str, Any], rulings: Rulings) -> GameState:
    """The same position in the engine, between two actions."""
    players = position["players"]
    lava = [
        f"{place}.{number}"
        for place, letters in position["tiles"].items()
        for number, letter in enumerate(letters)
        if letter.isdigit() and int(letter) in position["erupted"]
    ]
    state = realm(
        *map(board_of, players),
        tiles=position["tiles"],
        at=tuple(one["space"] or "" for one in players),
        down=tuple(seat for seat, one in enumerate(players) if not one["conscious"]),
        lava=tuple(lava),
        countdown=position["countdown"],
        scores=tuple(one["vp"] for one in players),
        first=position["active"],
        rulings=rulings,
    ).state
    track = tuple(
        CountdownStep(
            number, "lava" if isinstance(what, int) else what, what if isinstance(what, int) else 0, OURS
        )
        for number, what in enumerate(position["track"], start=1)
    )
    rows = tuple(
        PalaceRow(palace, category, tuple(free), naive_scoring.LOWEST[category] * (palace == "big"), OURS)
        for palace, categories in position["palaces"].items()
        for category, free in categories.items()
    )
    charts = msgspec.structs.replace(state.charts, track=track, palaces=rows)
    samurai = tuple(
        msgspec.structs.replace(
            figure,
            is_conscious=one["conscious"],  # the turn that has begun woke somebody up
            palace=one["palace"] or "",
            escape=one["escaped"] or 0,
        )
        for figure, one in zip(state.samurai, players, strict=True)
    )
    # A blueprint handed in counts as a disc somewhere else, so that the free places here are those of the position.
    bonuses = tuple(
        Bonus(Seat(seat), "", kind, 0) for seat, one in enumerate(players) for kind in one["placed"]
    )
    marker = None if position["marker"] is None else Seat(position["marker"])
    return msgspec.structs.replace(state, charts=charts, samurai=samurai, bonuses=bonuses, marker=marker)


OURS = Provenance.OWNER


def said(answer: Answer) -> Any:
    """An answer in the form of the reference."""
    match answer:
        case PayDamage():
            return paid_by(answer)
        case Flee(space=to) | Revive(temple=to):
            return str(to)
    raise AssertionError(f"{answer} in an eruption")


def lies(state: GameState) -> list[Any]:
    """Where everybody is, and what is left of the sandals."""
    return [
        (str(one.space), one.is_conscious, str(board.gear.sandals.cubes), board.gear.sandals_magic)
        for one, board in zip(state.samurai, state.boards, strict=True)
    ]


def naive_lies(position: dict[str, Any]) -> list[Any]:
    return [
        (
            one["space"] or "",
            one["conscious"],
            "".join(sorted("".join(one["sandals"]["cubes"]).replace(".", ""), key="WMT".index)),
            one["sandals"]["magic"],
        )
        for one in position["players"]
    ]


def eruption_goes_alike(seed: int) -> int:
    """One way through an eruption on both sides, the same choices at each question; how many there were."""
    chosen, rulings = readings_of(seed)
    position = random_position(seed)
    chance = random.Random(seed)
    if position["marker"] is None:
        position["marker"] = position["active"]
    coming = [number for number in range(1, 6) if number not in position["erupted"]]
    if not coming:
        return 0
    # What the victims stand on erupts more often than by chance.
    under = [naive_eruption.face(position, one["space"]) for one in position["players"] if one["space"]]
    liked = [number for number in coming if str(number) in under] or coming
    number = chance.choice(liked)
    state = state_of(position, rulings)
    state, _ = erupt(msgspec.structs.replace(state, agenda=state.agenda[:1]), number)
    position = naive_eruption.erupt(position, number, **chosen)
    asked = 0
    state = GAME.start(state).state
    while position["victim"] is not None:
        question = GAME.question(state)
        assert question is not None
        assert question.seat == position["victim"]
        offered = {said(answer): answer for answer in GAME.options(state)}
        assert sorted(offered) == sorted(naive_eruption.choices(position, **chosen))
        choice = chance.choice(sorted(offered))
        state = GAME.step(state, offered[choice]).state
        position = naive_eruption.choose(position, choice, **chosen)
        asked += 1
        # A turn that begins wakes its samurai; until then both sides have the same figures.
        if position["victim"] is not None:
            assert lies(state) == naive_lies(position)
    laid = {space for space in state.lava if not space.startswith("centre")}
    assert set(naive_eruption.erupting_spaces(position, number)) <= laid
    assert [place for place, *_ in lies(state)] == [place for place, *_ in naive_lies(position)]
    return asked


def scoring_goes_alike(seed: int) -> None:
    """Ways out, claims of every escaped player, and the ranking of a game that is over."""
    chosen, rulings = readings_of(seed)
    position = random_position(seed)
    state = state_of(position, rulings)
    for seat, one in enumerate(position["players"]):
        assert way_out(state, Seat(seat)) == (naive_countdown.way_out(position, seat, **chosen) or "")
        if one["palace"]:
            mine = {**position, "active": seat}
            offered = {(category, points) for category, _, points in naive_scoring.claims(mine, seat)}
            found = {(each, worth(state, one["palace"], each)) for each in claimable(state, Seat(seat))}
            assert found == offered
    over = random_end(seed)
    state = state_of(over, rulings)
    scores = naive_scoring.final_scores(over)
    assert [one.score + leftovers(state, Seat(seat)) for seat, one in enumerate(state.samurai)] == scores
    samurai = tuple(
        msgspec.structs.replace(one, score=points) for one, points in zip(state.samurai, scores, strict=True)
    )
    ranks = standing(msgspec.structs.replace(state, samurai=samurai))
    assert [int(rank.seat) for rank in ranks if rank.is_first] == naive_scoring.winners(over, **chosen)


@pytest.mark.rule("final.eruption.chain", "final.eruption.order", "final.eruption.separate-payments")
@pytest.mark.parametrize("block", range(3))
def test_every_eruption_goes_as_in_the_reference(block: int) -> None:
    asked = [eruption_goes_alike(seed) for seed in range(block * POSITIONS, (block + 1) * POSITIONS)]
    assert max(asked) > 2
    assert sum(map(bool, asked)) > POSITIONS // 4, "the positions show eruptions with victims"


@pytest.mark.rule("end.leftovers", "end.winner", "end.tie", "bonus.space.highest", "bonus.gear.condition")
@pytest.mark.parametrize("block", range(2))
def test_every_score_is_that_of_the_reference(block: int) -> None:
    for seed in range(block * POSITIONS, (block + 1) * POSITIONS):
        scoring_goes_alike(seed)

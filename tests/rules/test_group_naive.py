"""Rounds, goals and shares of a group against what the rules say in a line each, on random tables."""

from __future__ import annotations

import random
from itertools import product

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import KeepMonk, Share, ShareTeeth
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.group.goals import goals_met
from fujikoro_nb.engine.fujikoro.rules.group.rounds import eruption_of, last_of
from fujikoro_nb.engine.kernel import Seat, push
from tests.support.fights import dragon
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, adopted_but, blueprint, board
from tests.support.groups import group, lives_of, outcome_of
from tests.support.sampling import sample

SEEDS = sample(range(10_000), 150)
PATTERN = {HELMET: "MM", WEAPON: "WT", SANDALS: "MM"}
MADE = {HELMET: ("helmet", "MM"), WEAPON: ("weapon", "WT"), SANDALS: ("sandals", "MM")}


def table(chance: random.Random) -> tuple[list[Board], list[set[str]], list[set[str]]]:
    """Boards, and of each which kinds are magical and of which a fitting blueprint is held."""
    boards, magical, held = [], [], []
    for _ in range(chance.randint(1, 4)):
        own = {kind for kind in PATTERN if chance.random() < 0.5}
        plans = {kind for kind in PATTERN if chance.random() < 0.5}
        gear = {MADE[kind][0]: MADE[kind][1] for kind in PATTERN}
        for kind in own:
            name, cubes = MADE[kind]
            gear[name] = f"{cubes}+G" + ("@1,1" if kind == WEAPON else "")
        owned = tuple(blueprint(kind, PATTERN[kind], str(kind)) for kind in PATTERN if kind in plans)
        boards.append(board(**gear, blueprints=owned))  # type: ignore[arg-type]
        magical.append({str(kind) for kind in own})
        held.append({str(kind) for kind in plans})
    return boards, magical, held


@pytest.mark.rule("coop.goal.collective-set", "coop.goal.one-magic-gear-each", "coop.goal.everyone-escaped")
def test_goals_are_those_of_the_rules() -> None:
    for seed in SEEDS:
        chance = random.Random(seed)
        boards, magical, held = table(chance)
        out = [chance.random() < 0.7 for _ in boards]
        wearer, legend = chance.random() < 0.5, chance.random() < 0.5
        rulings = adopted_but("coop.goal.collective-set", "wearer-holds" if wearer else "anyone-holds")
        at = tuple("" if gone else "centre" for gone in out)
        if all(out):
            at = ("centre", *at[1:])
        game = group(*boards, at=at, legend=legend, rulings=rulings)
        together = set().union(*held)
        pairs = list(zip(magical, held, strict=True))
        expected = {
            "legend": legend,
            "all-out": not any(at),
            "magic-each": all(magical),
            "magic-set": all(
                any(kind in worn and kind in (own if wearer else together) for worn, own in pairs)
                for kind in map(str, PATTERN)
            ),
        }
        assert dict(goals_met(game.state)) == expected, seed


@pytest.mark.rule("coop.rounds.limit", "coop.rounds.adventure-minus-two", "coop.final.eight-rounds")
def test_rounds_are_those_of_the_rules() -> None:
    """20 normal rounds, 25 alone, two fewer with tokens, one fewer where the first one counts; then eight, or seven."""
    for players, tokens, early, cut in product(range(1, 7), *((False, True),) * 3):
        rulings = adopted_but("coop.rounds.no-advance-before-first", "advanced" if early else "skipped")
        rulings = rulings.with_reading("coop.final.eight-rounds", "at-eighth" if cut else "after-eighth")
        mode = msgspec.structs.replace(COOP, has_adventures=tokens)
        state = group(players=players, mode=mode, rulings=rulings).state
        normal = (25 if players == 1 else 20) - 2 * tokens - early
        assert (eruption_of(state), last_of(state)) == (normal + 1, normal + 8 - cut)


@pytest.mark.rule("coop.combat.teeth-from-dice-shared", "coop.combat.teeth-need-space")
def test_shares_are_those_of_the_rules() -> None:
    """Every share that gives away all that anybody has room for, and nobody more than its room of six spaces."""
    for seed in SEEDS:
        chance = random.Random(seed)
        full = [chance.randint(0, 6) for _ in range(chance.randint(2, 4))]
        teeth = chance.randint(0, 6)
        state = group(*(board(discs=("scroll",) * discs) for discs in full)).state
        seats = tuple(map(Seat, range(len(full))))
        asked = push(state, ShareTeeth(seats, teeth, "coop.combat.teeth-for-victory"))
        room = [6 - discs for discs in full]
        wanted = min(teeth, sum(room))
        expected = {
            Share(each)
            for each in product(range(teeth + 1), repeat=len(full))
            if sum(each) == wanted and all(got <= most for got, most in zip(each, room, strict=True))
        }
        listed = list(GAME.options(asked))
        assert len(set(listed)) == len(listed)
        assert set(listed) == expected, seed


@pytest.mark.rule("coop.lives.flip-tile", "coop.lives.second-loss-defeat", "coop.lives.knockout-costs-life")
def test_lives_are_those_of_the_rules() -> None:
    """All on a tile are knocked out by one roll, from the first player on, until somebody's last life is gone."""
    for seed in SEEDS:
        chance = random.Random(f"lives {seed}")
        players = chance.randint(1, 6)
        first, lives = chance.randrange(players), tuple(chance.choice((1, 2, 2)) for _ in range(players))
        there = sorted(chance.sample(range(players), min(players, chance.randint(1, 6))))
        at = [f"temple-{chance.randint(1, 3)}"] * players
        for place, seat in enumerate(there):
            at[seat] = f"I-1.{place}"
        game = group(
            *(board(),) * players,
            at=tuple(at),
            tiles={"I-1": "......."},
            dragons={"I-1": dragon("9/9/1")},
            lives=lives,
            first=first,
        )
        while game.asked == "send-monk":
            game.play(KeepMonk())
        game.play("roll T 3")
        while game.asked == "pay-damage":
            game.play(next(iter(game.options)))
        left, where, outcome = list(lives), list(at), ""
        for seat in [(first + step) % players for step in range(players)]:
            if seat in there and not outcome:
                left[seat] -= 1
                outcome = "" if left[seat] else "lost-life"
                where[seat] = where[seat] if outcome else "centre"
        assert (lives_of(game), outcome_of(game)) == (tuple(left), outcome), seed
        assert (game.asked is None) is bool(outcome), seed
        for seat in range(players):
            if not outcome:
                assert (game.at(seat), game.samurai(seat).is_conscious) == (where[seat], True), (seed, seat)

"""The checks of lessons on maps: what is not right is never taken for it, and what is best is so by another count."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from fujikoro_nb.engine.fujikoro.board.geometry import (
    PlaceId,
    SpaceId,
    neighbour_places,
    neighbours,
    place,
    space,
)
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turns.checks import KINDS, turn_check
from fujikoro_nb.learning.turns.goal import SEAT
from fujikoro_nb.learning.turns.task import judge_turn
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.views.learn.turns_lesson import choices

VALUE = {"W": 1, "M": 2, "T": 3}
"""Points that a cube absorbs (move.lava.value-table), and the most hits of its die (combat.dice.limits)."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_right_is_said_with_its_rule(kind: str) -> None:
    for seed in (1, 2):
        task = turn_check(kind, seed)
        offered = {(text,) for text in (*choices(task.start), "rest", "gather", "explore")} - set(task.right)
        for way in offered:
            judged = judge_turn(task, way)
            assert judged.outcome != Outcome.RIGHT, (seed, way)
            assert judged.outcome == Outcome.IDLE or has_rule(judged.rule)


def test_the_fewest_dice_are_those_that_hit_most() -> None:
    for seed in range(1, 9):
        task = turn_check("dice", seed)
        health = int(task.game.dragons["I-2"].split()[1].split("/")[0])
        hits = sorted((VALUE[letter] for letter in task.game.seats[SEAT].weapon), reverse=True)
        fewest = next(n for n in range(1, len(hits) + 1) if sum(hits[:n]) >= health)
        ((attack,),) = task.right
        assert len(attack.split()[-1]) == fewest


def test_as_many_cubes_stay_as_can() -> None:
    for seed in range(1, 9):
        task = turn_check("keep", seed)
        cubes = task.game.seats[SEAT].sandals.replace("/", "")
        paying = next(
            n
            for n in range(1, len(cubes) + 1)
            if any(sum(map(VALUE.__getitem__, some)) >= 5 for some in combinations(cubes, n))
        )
        assert {len(pay.split()) - 1 for (pay,) in task.right} == {paying}


def test_a_full_backpack_keeps_the_six_best() -> None:
    for seed in range(1, 9):
        task = turn_check("full", seed)
        heap = task.game.things["I-1.0"].split()[1]
        best = sorted(task.game.seats[SEAT].lower + heap, key=VALUE.__getitem__, reverse=True)[:6]
        assert sorted(task.goal.backpack) == sorted(best)


def steps_from(at: str, tiles: set[str]) -> dict[str, int]:
    """Steps to every space of these tiles, counted apart from the engine's walks."""
    found, edge = {SpaceId(at): 0}, [SpaceId(at)]
    while edge:
        beyond = {to for one in edge for to in neighbours(one) if space(to).place in tiles} - found.keys()
        found |= dict.fromkeys(beyond, found[edge[0]] + 1)
        edge = list(beyond)
    return dict(found)


@pytest.mark.rule("char.masako.move", "char.masako.sandals-five")
def test_masako_fetches_the_best_heap_of_three_or_four_steps() -> None:
    for seed in range(1, 9):
        task = turn_check("farther", seed)
        one = task.game.seats[SEAT]
        most = 4 if len(one.sandals.replace("/", "")) == 5 else 3
        steps = steps_from(one.at, set(task.game.tiles))
        near = [name for name in task.game.things if steps[SpaceId(name)] <= most]
        best = max(near, key=lambda name: len(task.game.things[name]))
        ((_, walk, *_),) = task.right
        assert walk.split()[-1] == best
        assert len(near) > 1 and (len(near) < 3 or steps[SpaceId(best)] == 4)


@pytest.mark.rule("char.daisuke.sneak")
def test_daisuke_goes_past_the_dragon_and_not_onto_its_tile() -> None:
    for seed in range(1, 9):
        task = turn_check("past", seed)
        (lair,) = task.game.dragons
        ((_, walk, *_),) = task.right
        places = [space(SpaceId(step)).place for step in walk.split()[1:]]
        assert len(places) <= 3 and lair in places[:-1] and places[-1] != lair
        around = steps_from(task.game.seats[SEAT].at, set(task.game.tiles) - {lair})
        assert around.get(SpaceId(walk.split()[-1]), 99) >= len(places), "there is no shorter way round"


@pytest.mark.rule("char.takeko.always-two-handed")
def test_takekos_weapon_keeps_three_wood_in_one_piece() -> None:
    for seed in range(1, 9):
        task = turn_check("whole", seed)
        rows = task.game.seats[SEAT].weapon.split("/")
        cubes = {(x, y): c for y, row in enumerate(rows, 1) for x, c in enumerate(row, 1) if c != "."}
        good = []
        for x, letter in enumerate(rows[0], 1):
            rest = cubes.keys() - {(x, 1)}
            piece, edge = set(), {min(rest)}
            while edge:
                piece |= edge
                edge = {
                    (a + i, b + j) for a, b in edge for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))
                } & rest - piece
            if letter == "W" and piece == rest:
                good.append((f"lose {x},1",))
        assert sorted(task.right) == good


def tiles_from(at: str, tiles: set[str]) -> dict[str, int]:
    """Steps of a dragon from a place over these tiles, counted apart from the engine's."""
    found, edge = {at: 0}, [at]
    while edge:
        one = edge.pop(0)
        for to in neighbour_places(PlaceId(one)):
            if to in tiles and to not in found:
                found[to] = found[one] + 1
                edge.append(to)
    return found


@pytest.mark.rule("scenario.2.competitive.dragons-move-each-round")
def test_the_dragon_goes_a_tile_nearer_to_whom_it_sees_nearest() -> None:
    for seed in range(1, 7):
        task = turn_check("nearer", seed)
        (lair,) = task.game.dragons
        for way in task.right:
            own = next(word for word in way if word.startswith("walk ")).split()[-1]
            seen = [
                str(space(SpaceId(at)).place)
                for at in (own, task.game.seats[1].at)
                if space(SpaceId(at)).place in task.game.tiles
            ]
            far = {at: abs(place(at).at - place(lair).at) for at in seen}
            (nearest,) = (at for at in far if far[at] == min(far.values()))
            ways = tiles_from(nearest, set(task.game.tiles))
            to = task.goal.lairs["blue"]
            assert to in neighbour_places(PlaceId(lair)) and ways[to] == ways[lair] - 1
            assert to not in seen, "nobody is attacked"


@pytest.mark.rule("scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses")
def test_a_dragon_is_caught_with_one_to_ten_health_left() -> None:
    for seed in range(1, 9):
        task = turn_check("caught", seed)
        told = dict(task.slots)
        health, hits = int(told["health"]), {"W": int(told["wood"]), "M": int(told["metal"])}
        metal = task.game.seats[SEAT].weapon.count("M")
        rolls = ["W" * n + "M" * m for n, m in product(range(3), range(metal + 1)) if n + m]
        good = {one for one in rolls if 1 <= health - sum(map(hits.__getitem__, one)) <= 10}
        assert {attack.split()[-1] for (attack,) in task.right} == good


@pytest.mark.rule("scenario.7.solo.win-steals-blueprint")
def test_the_right_blueprint_is_shown_by_the_gear() -> None:
    """Turned by quarters and moved about, the card lies on the gear cube for cube."""
    kinds = set()
    for seed in range(1, 13):
        task = turn_check("spoils", seed)
        seat, guard = task.game.seats[SEAT], task.game.guards[0]
        cards = {words[2]: words for words in (card.split() for card in guard.blueprints.split(", "))}
        worn = {"helmet": cells_of(seat.helmet), "weapon": cells_of(seat.weapon), "sandals": {}}
        good = {
            name
            for name, (kind, pattern, _) in cards.items()
            if any(lies_on(one, worn[kind]) for one in quarters(cells_of(pattern)))
        }
        ((_, stolen),) = task.right
        assert {stolen.split()[-1]} == good
        kinds.add(cards[stolen.split()[-1]][0])
    assert kinds == {"helmet", "weapon"}


def cells_of(rows: str) -> dict[tuple[int, int], str]:
    return {
        (x, y): cube for y, row in enumerate(rows.split("/")) for x, cube in enumerate(row) if cube != "."
    }


def quarters(cells: dict[tuple[int, int], str]) -> list[dict[tuple[int, int], str]]:
    turned = [cells]
    for _ in range(3):
        turned.append({(-y, x): cube for (x, y), cube in turned[-1].items()})
    return turned


def lies_on(card: dict[tuple[int, int], str], worn: dict[tuple[int, int], str]) -> bool:
    return any(
        all(worn.get((x + right, y + down)) == cube for (x, y), cube in card.items())
        for right, down in product(range(-8, 9), repeat=2)
    )

"""What a lesson on fights can end with: new fights from a seed, each with an answer (need T5)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache

from fujikoro_nb.engine.fujikoro.asked.fight import LoseCubes, PayDamage
from fujikoro_nb.engine.fujikoro.asked.fight_notation import print_answer
from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.gear.grid import EMPTY, Layout, cells_of, grow, rectangle
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, initiative
from fujikoro_nb.learning.fighting.task import FightGoal, FightTask, judge_answer
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.puzzles.fights.scene import Scene

KINDS = ("order", "loss", "payment")
"""What checks test: who strikes first, which cube breaks, what the helmet pays."""


@lru_cache(maxsize=128)
def fight_check(kind: str, seed: int) -> FightTask:
    """One task of a kind, the same for the same seed; another seed gives another."""
    source = random.Random(f"fujikoro fight check {kind} {seed}")
    draw = {"order": _order, "loss": _loss, "payment": _payment}[kind]
    return next(task for task in draw(source) if task is not None)


def _weapon(source: random.Random, letters: str) -> Layout:
    """A connected weapon of these cubes in the left part."""
    layout, reachable = EMPTY, rectangle(4, 3)
    for letter in source.sample(letters, len(letters)):
        free = reachable & SYMMETRIC.weapon.left & ~layout.occupied
        layout = layout.with_cube(source.choice(list(cells_of(free))), Material(letter))
        reachable = grow(layout.occupied)
    return layout


def _text(layout: Layout, kind: GearKind) -> str:
    gear = Gear().with_layout(kind, layout)
    return print_gear(gear, kind, SYMMETRIC)


def _order(source: random.Random) -> Iterator[FightTask | None]:
    """Three dragons: slower, as fast, faster."""
    while True:
        weapon = _weapon(source, "WWMMT"[: source.choice((4, 5))])
        length = initiative(Gear(weapon=weapon), SYMMETRIC)
        if length < 3:
            yield None
            continue
        speeds = source.sample((length - 1, length, length + 1), 3)
        foes = tuple(f"{source.randint(8, 14)}/{speed}/3" for speed in speeds)
        best = foes[speeds.index(length - 1)]
        yield FightTask(
            id="order",
            scene=Scene(foe=foes[0], weapon=_text(weapon, GearKind.WEAPON)),
            foes=foes,
            goal=FightGoal(first=True),
            right=(f"attack {best}",),
        )


def _loss(source: random.Random) -> Iterator[FightTask | None]:
    """A metal or a wood breaks; some losses let the weapon fall apart, some leave it whole and usable."""
    while True:
        letters, broken = source.choice((("WWMMM", "M"), ("WWWMM", "W"), ("WWMMTT", "T")))
        weapon = _weapon(source, letters)
        dice = {colour: letters.count(colour) for colour in "WMT" if colour in letters}
        shown = ", ".join(
            " ".join(
                [
                    colour,
                    *(
                        (
                            ["1*", "1", "0"]
                            if colour == "W"
                            else ["2*", "1", "0"]
                            if colour == "M"
                            else ["3*", "1"]
                        )
                        if colour == broken
                        else ["1", "0", "1"]
                    )[:count],
                ]
            )
            for colour, count in dice.items()
        )
        played = (f"attack left {letters}", f"roll {shown}")
        scene = Scene(foe="30/1/3", weapon=_text(weapon, GearKind.WEAPON), played=played)
        yield _sorted_out("loss", scene, FightGoal(event="cubes-broken", whole=True, usable=1))


def _payment(source: random.Random) -> Iterator[FightTask | None]:
    """A helmet pays; only some payments leave the most cubes."""
    while True:
        layout = EMPTY
        area = SYMMETRIC.area_mask(GearKind.HELMET)
        for letter in source.choice(("WWMT", "WMMT", "WWMM", "WMTT", "WWMTT")):
            layout = layout.with_cube(
                source.choice(list(cells_of(area & ~layout.occupied))), Material(letter)
            )
        played = (f"roll T {source.choice(('2 1 1', '2 1 0', '2 2 0', '2 2 1'))}",)
        scene = Scene(foe="12/9/3", weapon="WWM", helmet=_text(layout, GearKind.HELMET), played=played)
        moment_kept = _most_kept(scene)
        yield _sorted_out("payment", scene, FightGoal(event="paid", kept=moment_kept), kept=moment_kept)


def _most_kept(scene: Scene) -> int:
    moment = FightTask(id="x", scene=scene, goal=FightGoal(), right=("retreat",)).moment
    whole = len(moment.board.gear.helmet)
    paid = [
        each.cells.bit_count()
        for each in game_of(moment.state).options(moment.state)
        if isinstance(each, PayDamage)
    ]
    return whole - min(paid)


def _sorted_out(kind: str, scene: Scene, goal: FightGoal, **slots: int) -> FightTask | None:
    """The task with all its right answers, or None when no answer or every answer is right."""
    bare = FightTask(id=kind, scene=scene, goal=goal, right=("retreat",))
    moment = bare.moment
    offered = [
        each
        for each in game_of(moment.state).options(moment.state)
        if isinstance(each, LoseCubes | PayDamage)
    ]
    texts = [print_answer(each) for each in offered]
    right = tuple(text for text in texts if judge_answer(bare, text).outcome == Outcome.RIGHT)
    if not right or len(right) == len(texts):
        return None
    return FightTask(id=kind, scene=scene, goal=goal, right=right, slots=tuple(slots.items()))

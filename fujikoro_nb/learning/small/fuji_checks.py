"""What lessons of Fuji 99 end with: how many to draw, Danger and Crisis, draw or stop, cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from fujikoro_nb.content.small import fuji_99_deck
from fujikoro_nb.engine.fuji_99.components import (
    CRISIS,
    DANGER,
    FEWEST_DRAWN,
    FIRST_BAG,
    GOAL,
    MILESTONES,
    Cubes,
)
from fujikoro_nb.engine.fuji_99.effects import IMMEDIATE, WHEN
from fujikoro_nb.engine.fuji_99.state import Step
from fujikoro_nb.learning.small.task import SmallGoal, SmallTask, play
from fujikoro_nb.learning.small.ways import options_of, with_right
from fujikoro_nb.odds.fuji_99.turn import advice, bust_chance
from fujikoro_nb.puzzles.small.fuji_99 import FujiTable

Drawn = Iterator[SmallTask | None]
_CLEARLY = 1.5
"""Floors by which the better of two answers has to be better."""
_PERCENT = 100
_BETWEEN = (5, 20, 50)
"""Bounds that part none out, one and two: what the lesson says of each tells on which side of them a bag is."""
_GO_ON, _STOP = ("again", f"draw {FEWEST_DRAWN}"), ("stop",)
_HELD = tuple(card.key for card in fuji_99_deck().cards if WHEN[card.effect] != IMMEDIATE)


def _task(
    kind: str, rule: str, table: FujiTable, right: tuple[tuple[str, ...], ...], **more: Any
) -> SmallTask:
    goal = more.pop("goal", SmallGoal(gives=tuple(way[-1] for way in right)))
    return SmallTask(
        id=kind, rule=rule, table=table, goal=goal, right=right, miss=f"fuji99-check.{kind}", **more
    )


def _text(cubes: Cubes) -> str:
    return f"T{cubes.clear}Y{cubes.yellow}R{cubes.red}"


def _bag(source: random.Random, red: int = 0) -> Cubes:
    """A bag as it grows in a game, with so many red cubes out."""
    return FIRST_BAG + Cubes(source.randint(0, 4), source.randint(0, 2)) - Cubes(red=red)


def _safe_draws(bag: Cubes) -> tuple[str, ...]:
    """For each number a draw without red, where the bag has as many others."""
    draws = []
    for number in range(FEWEST_DRAWN, bag.clear + bag.yellow + 1):
        yellow = max(number - bag.clear, min(bag.yellow, number // 3))
        draws.append(_text(Cubes(number - yellow, yellow)))
    return tuple(draws)


def _between(source: random.Random, out: int) -> tuple[Cubes, Cubes]:
    """The cubes of the draw that was just made, and the bag without them; those red cubes are out."""
    bag = _bag(source, out)
    drawn = Cubes(source.randint(2, 4), source.randint(0, 2))
    return bag - drawn, drawn


# ------------------------------------------------------------------ draw


def _reaching(
    source: random.Random, kind: str, rule: str, to: int, floor: int, happens: str
) -> SmallTask | None:
    """The number of cubes from one floor to the other."""
    bag, number = _bag(source), to - floor
    if not FEWEST_DRAWN < number <= bag.clear + bag.yellow:
        return None
    table = FujiTable(bag=_text(bag), floor=floor, others=(max(0, min(floor + 4, GOAL - 2)),))
    text = f"draw {number}"
    goal = SmallGoal(gives=(text,), happens=(happens,))
    return _task(
        kind,
        rule,
        table,
        ((text,),),
        goal=goal,
        replies=_safe_draws(bag),
        slots=(("floor", floor), ("to", to)),
    )


def reach(source: random.Random) -> Drawn:
    """So many cubes that one would land on a floor that is named."""
    while True:
        floor = source.randint(0, GOAL - 20)
        to = floor + source.randint(FEWEST_DRAWN + 1, 11)
        yield _reaching(
            source, "reach", "fuji99.move.all-drawn-cubes", to, floor, f"moved floors={to - floor}"
        )


def milestone(source: random.Random) -> Drawn:
    """As few as bring one to a floor with a yellow cube."""
    while True:
        to = source.choice(MILESTONES)
        floor = to - source.randint(FEWEST_DRAWN + 1, 10)
        yield _reaching(source, "milestone", "fuji99.move.milestones", to, floor, f"milestone floor={to}")


def goal_of(source: random.Random) -> Drawn:
    """As few as bring one to the goal."""
    while True:
        floor = GOAL - source.randint(FEWEST_DRAWN + 1, 11)
        yield _reaching(source, "goal", "fuji99.end.reach-ninety-nine", GOAL, floor, "won seat=0")


# ------------------------------------------------------------------ Danger and Crisis


def danger(source: random.Random) -> Drawn:
    """Red cubes and face-down cards together say whether the next red ends the turn."""
    while True:
        red, facing = source.choice(((0, 1), (1, 0), (1, 1), (2, 0), (0, 2)))
        bag, drawn = _between(source, red)
        floor = source.randint(5, 60)
        table = FujiTable(
            bag=_text(bag),
            drawn=_text(drawn),
            floor=floor,
            to=floor + drawn.number + red * 6,
            red=red,
            facing=facing,
            others=(floor + 9,),
            step=Step.DETERMINATION,
        )
        right = _STOP if red + facing == DANGER - 1 else _GO_ON
        yield _decided("danger", "fuji99.danger.count", table, right)


def _decided(kind: str, rule: str, table: FujiTable, right: tuple[str, ...], **more: Any) -> SmallTask:
    """To go on, with whatever number, or to stop."""
    goal = SmallGoal(gives=_STOP) if right == _STOP else SmallGoal(happens=("drew",))
    return _task(kind, rule, table, (right,), goal=goal, replies=_safe_draws(_whole(table)), **more)


def crisis(source: random.Random) -> Drawn:
    """The next card is known: one card of the hand has to go before it comes."""
    deck = fuji_99_deck()
    while True:
        hand = _some(source, [key for key in _HELD if key != "facedown"])
        following = source.choice(_HELD)
        value = deck.cards[deck.at(following)].value
        floor = source.randint(5, 70)
        yellow = source.randint(1, 3)
        table = FujiTable(
            bag=_text(_bag(source) - Cubes(3, yellow)),
            drawn=_text(Cubes(3, yellow)),
            floor=floor,
            to=floor + 3 + yellow,
            hand=hand,
            others=(floor + 12, floor + 20),
            step=Step.EFFECT,
        )
        task = _task(
            "crisis",
            "fuji99.crisis.seven",
            table,
            (("",),),
            goal=SmallGoal(happens=("used", "found"), never=("crisis", "won")),
            replies=(following,),
            slots=(("card", following), ("value", value)),
        )
        if not any(one.kind == "crisis" for one in play(task, ("keep",)).events):
            yield None
            continue
        found = with_right(task, _single(task), most=1)
        yield found


def _single(task: SmallTask) -> list[tuple[str, ...]]:
    """Each card alone, and none; after a use with yellow left nothing more is used."""
    ways: list[tuple[str, ...]] = []
    for (text,) in options_of(task):
        played = play(task, (text,))
        asked = task.game.question(played.state)
        is_more = text != "keep" and asked is not None and asked.kind == Step.EFFECT
        ways.append((text, "keep") if is_more else (text,))
    return ways


def chance(source: random.Random) -> Drawn:
    """As many cubes as keep the chance of Danger below a bound. One red is in the bag: so far the lesson counts."""
    while True:
        out = DANGER - 1
        bag = _bag(source, out)
        percent = source.choice((40, 50, 60, 75))
        every = range(FEWEST_DRAWN, bag.number + 1)
        dared = [n for n in every if bust_chance(bag, n, out) * _PERCENT <= percent]
        if not dared or dared[-1] in (FEWEST_DRAWN, bag.number):
            yield None
            continue
        floor = source.randint(0, 60)
        table = FujiTable(bag=_text(bag), floor=floor, to=floor + out * 7, red=out, others=(floor + 3,))
        text = f"draw {dared[-1]}"
        yield _task(
            "chance",
            "fuji99.danger.three-red",
            table,
            ((text,),),
            replies=_safe_draws(bag),
            slots=(("percent", percent),),
        )


# ------------------------------------------------------------------ draw or stop


def _turn(source: random.Random, out: int, gained: int) -> FujiTable:
    bag, drawn = _between(source, out)
    floor = source.randint(0, 40)
    return FujiTable(
        bag=_text(bag),
        drawn=_text(drawn),
        floor=floor,
        to=floor + gained,
        red=out,
        others=(floor + 10,),
        step=Step.DETERMINATION,
    )


def _whole(table: FujiTable) -> Cubes:
    """The bag of the next draw: what was drawn and is not red goes back."""
    state = table.start()
    return state.players[0].bag + state.drawn


def below(source: random.Random) -> Drawn:
    """Go on only if five cubes are safe enough."""
    while True:
        out = source.choice((0, 1, 2))
        table = _turn(source, out, source.randint(6, 30))
        percent = source.choice(_BETWEEN)
        bust = bust_chance(_whole(table), FEWEST_DRAWN, out) * _PERCENT
        if abs(bust - percent) < Fraction(1):
            yield None
            continue
        right = _GO_ON if bust < percent else _STOP
        yield _decided("below", "fuji99.act.blind-random", table, right, slots=(("percent", percent),))


def best(source: random.Random) -> Drawn:
    """Draw or stop, for most floors in this turn; no cards are in the hand."""
    while True:
        out = source.choice((0, 1, 2, 2))
        gained = source.randint(3, 36)
        table = _turn(source, out, gained)
        told = advice(_whole(table), out=out, gained=gained, ahead=GOAL - table.floor)
        most = max(one.floors for one in told.every)
        if abs(most - gained) < _CLEARLY:
            yield None
            continue
        right = ("again", f"draw {told.best}") if most > gained else _STOP
        yield _decided("best", "fuji99.determination.choice", table, right)


def most_floors(source: random.Random) -> Drawn:
    """A number to draw that promises more floors than drawing the whole bag, or fewer than half of it."""
    while True:
        out = source.choice((0, 1, 2))
        bag = _bag(source, out)
        gained = out * source.randint(5, 8)
        floor = source.randint(0, 40)
        told = advice(bag, out=out, gained=gained, ahead=GOAL - floor)
        ranked = sorted((one.floors for one in told.every), reverse=True)
        near = [one.number for one in told.every if one.floors > ranked[0] - 0.5]
        if len(near) > 3 or len(near) == len(told.every):
            yield None
            continue
        table = FujiTable(bag=_text(bag), floor=floor, to=floor + gained, red=out, others=(floor + 10,))
        ways = [told.best, *(number for number in near if number != told.best)]
        right = tuple((f"draw {number}",) for number in ways)
        yield _task("most", "fuji99.act.no-redraw", table, right, replies=_safe_draws(bag))


# ------------------------------------------------------------------ cards


def _some(source: random.Random, keys: Sequence[str] = _HELD) -> tuple[str, ...]:
    """Two cards that a hand can hold together."""
    deck = fuji_99_deck()
    while True:
        hand = tuple(source.sample(keys, 2))
        if sum(deck.cards[deck.at(key)].value for key in hand) < CRISIS:
            return hand


def _hand(source: random.Random) -> FujiTable:
    yellow = source.randint(1, 3)
    clear = source.randint(2, 4)
    floor = source.randint(5, 70)
    return FujiTable(
        bag=_text(_bag(source) - Cubes(clear, yellow)),
        drawn=_text(Cubes(clear, yellow)),
        floor=floor,
        to=floor + clear + yellow,
        hand=_some(source),
        others=(floor + source.randint(8, 20), max(0, floor - 4)),
        step=Step.EFFECT,
    )


def payable(source: random.Random) -> Drawn:
    """One card of two can be paid."""
    while True:
        table = _hand(source)
        task = _task(
            "payable", "fuji99.effect.pay-yellow", table, (("",),), goal=SmallGoal(happens=("used",))
        )
        ways = [(f"use {place}",) for place in range(2)] + [("keep",)]
        yield with_right(task, ways, most=1)


def farthest(source: random.Random) -> Drawn:
    """Of several cards one takes the token farthest, alone."""
    while True:
        table = _hand(source)
        bare = _task("farthest", "fuji99.effect.optional-use-mandatory-effect", table, (("",),))
        uses = [way for way in options_of(bare) if way != ("keep",)]
        floors = {way: play(bare, way).state.movement for way in uses}
        high = max(floors.values(), default=0)
        top = [way for way in uses if floors[way] == high]
        if len(uses) < 2 or len(top) != 1 or high in (table.to, GOAL):
            yield None
            continue
        yield _task(
            "farthest", "fuji99.effect.optional-use-mandatory-effect", table, tuple(top), shows=("others",)
        )


def lay(source: random.Random) -> Drawn:
    """The pagoda is nearly empty, and one card is to get what is left."""
    deck = fuji_99_deck()
    while True:
        table = _hand(source)
        names = table.hand
        each = [deck.cards[deck.at(name)].transparent for name in names]
        left = source.randint(1, 3)
        wanted = source.randrange(2)
        if sum(each) <= left or each[wanted] < left:
            yield None
            continue
        short = msgspec.structs.replace(table, step=Step.PAGODA, pagoda=left)
        text = f"lay {left if not wanted else 0},{left if wanted else 0}"
        task = _task(
            "lay",
            "fuji99.determination.pagoda-short",
            short,
            ((text,),),
            slots=(("card", names[wanted]), ("n", left)),
        )
        yield task if len(options_of(task)) > 1 else None


DRAWN: Mapping[str, Callable[[random.Random], Drawn]] = {
    "reach": reach,
    "milestone": milestone,
    "goal": goal_of,
    "danger": danger,
    "crisis": crisis,
    "chance": chance,
    "below": below,
    "best": best,
    "most": most_floors,
    "payable": payable,
    "farthest": farthest,
    "lay": lay,
}

"""What a lesson on cards and scrolls can end with: what discs with a bonus bring, which scroll helps, which may go."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fujikoro.asked.game import Act, Halt, SlotScroll, Walk
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import neighbours, place, space, spaces_of
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import Answer
from fujikoro_nb.learning.lesson import Outcome
from fujikoro_nb.learning.turns.goal import SEAT, TurnGoal
from fujikoro_nb.learning.turns.task import Answers, TurnTask, acts_of, judge_turn, play
from fujikoro_nb.learning.turns.ways import BARE, LANDS, walks_of, with_right
from fujikoro_nb.rulebook.cases.records import Game, SeatRecord

_RIVAL = SeatRecord(at="temple-2", weapon="WWMM")
_POINT, _STEP = "house-weapon-1 weapon {} vp", "house-sandals-1 sandals {} step"
_ACTIONS = 2
"""turn.two-actions"""

_OVER_LAVA = "lava-step"
_LAVA_SCROLLS = ("house-scroll-1 lava-step 1", "house-scroll-2 lava-step 1")
_STRIDE = "house-scroll-5 steps 1"
_OTHER_SCROLLS = (
    "house-scroll-8 initiative 3",
    "house-scroll-10 hits 1",
    "house-scroll-12 shield 1",
    "house-scroll-14 cubes W",
    "house-scroll-15 cubes M",
)


def bonus(source: random.Random) -> Iterator[TurnTask | None]:
    """A token, under the samurai or beside it, and cards on move and gather: some turns score more than others."""
    while True:
        land = source.choice(LANDS)
        token = source.choice([one.id for one in spaces_of(place(land[0]).id)])
        beside = [one for one in neighbours(space(token).id) if space(one).place in land]
        at = source.choice([token, *beside])
        first, second = source.sample(("move", "gather"), 2)
        cards = [_POINT.format(first)] + ([_STEP.format(second)] if source.random() < 0.7 else [])
        score = source.randint(3, 12)
        heap = source.choice(("WM", "WMM", "WMT"))
        game = Game(
            seats=(SeatRecord(at=at, weapon="WWMM", cards=", ".join(cards), score=score), _RIVAL),
            tiles={name: _letters(name, token) for name in land},
            things={token: f"square {heap}"},
        )
        bare = TurnTask(
            id="bonus", rule="gearcard.bonus.every-time", game=game, goal=TurnGoal(), right=(("gather",),)
        )
        ways = sorted(_turns(bare.start, token), key=len)
        reached = [play(bare.start, way).state for way in ways]
        points = [one.samurai[SEAT].score for one in reached if str(one.boards[SEAT].backpack.cubes) == heap]
        if not points or min(points) == max(points):
            yield None
            continue
        goal = TurnGoal(score=max(points), backpack=heap)
        task = msgspec.structs.replace(bare, goal=goal, slots=(("points", max(points)),))
        yield with_right(task, _until_right(task, ways), most=len(ways))


def _until_right(task: TurnTask, ways: list[Answers]) -> list[Answers]:
    """Each way up to where it is right: nothing is asked of the learner any more."""
    cut = dict.fromkeys(
        next(
            (
                way[:n]
                for n in range(1, len(way))
                if judge_turn(task, way[:n], language="en").outcome == Outcome.RIGHT
            ),
            way,
        )
        for way in ways
    )
    return sorted(cut, key=len)


def _letters(name: str, token: str) -> str:
    return "".join("s" if one.id == token else "." for one in spaces_of(place(name).id))


def _turns(start: GameState, token: str) -> list[Answers]:
    """The turns of moves and gathering in which every walk ends on the token."""
    ended: list[Answers] = []
    open_ways: list[Answers] = [()]
    while open_ways:
        way = open_ways.pop()
        played = play(start, way)
        question = played.question
        is_act = question is not None and question.seat == SEAT and question.kind == "act"
        if question is None or question.seat != SEAT or (is_act and len(acts_of(way)) == _ACTIONS):
            ended.append(way)
            continue
        open_ways += [(*way, print_game_answer(one)) for one in _tried(played.state, token)]
    return ended


def _tried(state: GameState, token: str) -> list[Answer]:
    """What is tried here: a walk goes to the token by the shortest way, or nowhere."""
    options = list(game_of(state).options(state))
    walks = [one for one in options if isinstance(one, Walk)]
    if walks:
        there = [one for one in walks if one.path[-1] == token]
        return [min(there, key=lambda one: len(one.path))] if there else [Halt()]
    return [one for one in options if not isinstance(one, Act) or one.field in ("move", "gather")]


def power(source: random.Random) -> Iterator[TurnTask | None]:
    """Three open scrolls; with one of them a space, far away or behind lava, is reached in the second action."""
    while True:
        land = source.choice(LANDS)
        spots = [one.id for name in land for one in spaces_of(place(name).id)]
        at = source.choice(spots)
        hot = {one for one in spots if one != at and source.random() < 0.55}
        letters = {one: "L" if one in hot else "r" if one == at else "." for one in spots}
        scrolls = [source.choice(_LAVA_SCROLLS), _STRIDE, source.choice(_OTHER_SCROLLS)]
        source.shuffle(scrolls)
        game = Game(
            seats=(SeatRecord(at=at, weapon="WWMM", score=source.randint(3, 12)), _RIVAL),
            tiles={name: "".join(letters[one.id] for one in spaces_of(place(name).id)) for name in land},
            things={at: "scroll red"},
            scrolls=", ".join(scrolls),
        )
        bare = TurnTask(
            id="power", rule="gather.scroll.card", game=game, goal=TurnGoal(), right=(("gather",),)
        )
        ways = [
            (*taken, *walk)
            for taken in (("gather", f"scroll {one.split()[0]}") for one in scrolls)
            for walk in walks_of(msgspec.structs.replace(bare, played=taken))
        ]
        ends = [way[3].split()[-1] for way in ways]
        only = sorted({one for one in ends if ends.count(one) == 1} & set(spots))
        if not only:
            yield None
            continue
        target = source.choice(only)
        task = msgspec.structs.replace(bare, goal=TurnGoal(at=(target,)), slots=(("space", target),))
        yield with_right(task, ways, most=1)


def slot(source: random.Random) -> Iterator[TurnTask | None]:
    """A scroll more than there is room for, or not: the power that crosses lava has to stay."""
    while True:
        has_monk = source.random() < 0.7
        owned = [_LAVA_SCROLLS[0]]
        others = source.sample(_OTHER_SCROLLS, 4)
        if has_monk and source.random() < 0.6:
            owned.append(others.pop())
        source.shuffle(owned)
        is_there_another = not has_monk or source.random() < 0.3
        shown = [others[0], others[1], _LAVA_SCROLLS[1] if is_there_another else others[2]]
        source.shuffle(shown)
        seat = SeatRecord(
            at="I-1.0",
            weapon="WWMM",
            monks="scroll" if has_monk else "",
            discs=", ".join(["scroll"] * len(owned)),
            scrolls=", ".join(owned),
            score=source.randint(3, 12),
        )
        game = Game(
            seats=(seat, _RIVAL),
            tiles={"I-1": "r......", "I-2": BARE},
            things={"I-1.0": "scroll red"},
            scrolls=", ".join(shown),
        )
        task = TurnTask(
            id="slot",
            rule="gather.scroll.replace",
            game=game,
            goal=TurnGoal(happens=("scroll-taken",), power=_OVER_LAVA),
            right=(("gather",),),
        )
        ways: list[Answers] = []
        for one in shown:
            taken = ("gather", f"scroll {one.split()[0]}")
            state = play(task.start, taken).state
            options = [each for each in game_of(state).options(state) if isinstance(each, SlotScroll)]
            ways += [(*taken, print_game_answer(each)) for each in options] or [taken]
        yield with_right(task, ways, most=6)

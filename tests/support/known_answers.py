"""Positions whose best answer is known without a review: ways out now or never, and fights whose odds are proved.

Each is a game of one bad decision. The answers come from the exact escape planner and from the certificates of fight
puzzles, which are solved in fractions. Of the first a review knows the quickest way as one plan among others, which it
values as it values those; of the second it solves the fight in floating point, from the question on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count

import msgspec

from fujikoro_nb.bots.heuristic import HeuristicBot
from fujikoro_nb.bots.planner.rollout import Part
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer, print_answer
from fujikoro_nb.engine.fujikoro.asked.game import Act, Halt
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Seat, Seeded, Session
from fujikoro_nb.helper.quick.escape_clock import turns_left
from fujikoro_nb.helper.quick.escape_plan import escape_plan, is_settled
from fujikoro_nb.play.seats import GameSession
from fujikoro_nb.puzzles.fights.book import FightEntry, book_02
from fujikoro_nb.puzzles.fights.maker import make_fight
from fujikoro_nb.puzzles.fights.puzzle import FightKind
from fujikoro_nb.puzzles.fights.scene import dragon_of, house_dice
from fujikoro_nb.review.decisions import all_looked_again, costliest, first_look, judged_moments
from fujikoro_nb.review.moments import moments_of
from fujikoro_nb.review.values import Effort
from tests.support.game_positions import realm
from tests.support.gear_positions import board

ME = Seat(0)
WORLDS = 12
"""Of the decisions that are looked at again."""
LETTERS = {"blue": "B", "green": "D", "red": "R"}


class Known(msgspec.Struct, frozen=True):
    """``game`` holds the bad decision of seat 0; ``is_right`` judges what a review calls better."""

    name: str
    game: GameSession
    is_right: Callable[[tuple[Part, ...]], bool]


# ---- now or never


def mountain(seed: int) -> GameState:
    """Two to four tiles round the centre with lava and numbers, the samurai on one of them, in its last turn."""
    chance = random.Random(f"known {seed}")
    tiles = {}
    for name in chance.sample(["I-1", "I-2", "I-3", "II-1", "II-2", "II-3"], chance.randint(2, 4)):
        letters = [chance.choice("...LL123") for _ in range(7)]
        if name.startswith("II") and chance.random() < 0.7:
            letters[chance.randrange(7)] = "X"
        tiles[name] = "".join(letters)
    firm = [f"{name}.{n}" for name, drawn in tiles.items() for n in range(7) if drawn[n] != "L"]
    mine = board(weapon="WWMT", helmet="MMT", sandals=chance.choice(["", "MM", "WM/T", "TT"]))
    return realm(
        mine,
        board(weapon="WWM"),
        tiles=tiles,
        at=(chance.choice(firm), "temple-1"),
        marker=chance.randint(0, 1),
        countdown=7,
        scores=(30, 30),
    ).state


def can_leave(state: GameState) -> bool:
    """Whether the samurai is out, or can still get out."""
    samurai = state.samurai[ME]
    return bool(samurai.palace) or (is_settled(state) and bool(escape_plan(state, ME).ways))


def after(state: GameState, parts: tuple[Part, ...]) -> GameState:
    """The state after the action that these answers begin, whatever it brings."""
    session: GameSession = Session(GAME, state, dealer=Seeded("known"))
    for part in parts:
        if session.question is not None and GAME.check(session.state, part.answer) is None:
            session.play(part.answer)
    while (question := session.question) is not None and not is_settled(session.state):
        if session.can_deal:
            session.deal()
        elif question.kind == "walk" and GAME.check(session.state, Halt()) is None:
            session.play(Halt())
        else:
            session.play(next(iter(session.options)))
    return session.state


def now_or_never(seed: int) -> Known | None:
    """An escape that the wrong action throws away; None where this mountain holds none."""
    state = mountain(seed)
    plan = escape_plan(state, ME)
    if turns_left(state, ME) != 1 or not any(turn.legs for way in plan.ways for turn in way.turns):
        return None
    begun: GameSession = Session(GAME, state)
    begun.play(Act("move"))
    if begun.question is None or begun.question.kind != "walk":
        return None
    chance = random.Random(seed)
    ways = list(begun.options)
    for wrong in chance.sample(ways, len(ways)):
        game: GameSession = Session(GAME, state)
        game.play(Act("move"))
        game.play(wrong)
        if game.question is not None and game.question.kind == "walk":
            continue  # it may go on
        if is_settled(game.state) and game.question is not None and not can_leave(game.state):
            return Known(f"escape {seed}", game, lambda parts: can_leave(after(state, parts)))
    return None


def escapes() -> Iterator[Known]:
    """All of them, one mountain after the other."""
    return (one for seed in count() if (one := now_or_never(seed)) is not None)


# ---- fights


def fight(entry: FightEntry) -> Known:
    """A fight puzzle about the fight's own question as a game, answered as badly as can be."""
    scene = entry.puzzle.scene
    dragon = dragon_of(scene.foe)
    state = realm(
        scene.board,
        board(),
        board(),
        tiles={"I-1": f"{LETTERS[dragon.colour]}......"},
        dragons={"I-1": dragon},
        at=("centre", "temple-1", "temple-2"),
    ).state
    game: GameSession = Session(GAME, msgspec.structs.replace(state, dice=house_dice()))
    for text in ("move", "walk I-1.4"):
        game.play(game.game.from_text(text))
    for text in scene.played:
        game.play(parse_answer(text, house_dice()))
    worth = dict(entry.certificate.worth)
    best = max(worth.values())
    game = Session(GAME, game.state)  # the one decision alone
    game.play(parse_answer(min(worth, key=lambda text: worth[text]), house_dice()))

    def is_right(parts: tuple[Part, ...]) -> bool:
        return worth.get(print_answer(parts[0].answer)) == best

    return Known(f"fight {entry.puzzle.id}", game, is_right)


def book_fights() -> Iterator[FightEntry]:
    """The puzzles of the book that ask the fight's own question."""
    return (one for one in book_02().entries if one.puzzle.kind == FightKind.ANSWER)


RECIPES = ("lose", "repair", "pay", "dice")
"""Of questions that a fight itself asks."""


def drawn_fights() -> Iterator[Known]:
    """Puzzles that are in no book, proved as those are."""
    for seed in count(1000):
        entry = make_fight(RECIPES[seed % len(RECIPES)], seed, name=f"drawn {seed}")
        if entry is not None:
            yield fight(entry)


# ---- all


def names_it(known: Known) -> bool:
    """Whether the dearest decision is the bad one, and what the review calls better is the best answer there is."""
    moments, effort, bot = moments_of(known.game, ME), Effort(WORLDS), HeuristicBot()
    weighed = [first_look(moments, one, effort, map, bot) for one in judged_moments(moments, ME)]
    told = costliest(all_looked_again(weighed, effort, map, lambda _: None))
    return bool(told) and told[0].at == 0 and known.is_right(told[0].better)

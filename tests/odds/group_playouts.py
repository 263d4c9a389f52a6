"""Fights of a group played in the whole game, beside what odds compute: dragons that came, and fights of several.

One alone decides everything as the solver does, whatever its gear. Several wear gear that leaves nothing to choose (as
in `joint_playouts`), so that what is left is whose turn it is, who may leave, and how many teeth there are to share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import sqrt
from random import Random
from typing import NamedTuple

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import (
    Defence,
    DragonFight,
    KeepMonk,
    Retreat,
    SendMonk,
    Stay,
    Throw,
    ThrowCube,
)
from fujikoro_nb.engine.fujikoro.asked.game import Join, StayOut
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import DRAGON_TEETH, Blueprint, Dragon
from fujikoro_nb.engine.fujikoro.gear.cubes import Material
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import CHANCE, Answer, Event, Question, Seat
from fujikoro_nb.odds import Fighter, FightOdds, Foe, JointOdds, Samurai, Situation, solve, solve_joint
from fujikoro_nb.odds.situation import QUESTIONS
from tests.odds.joint_playouts import ARMED, MONK, ONE, SENDER, STRONG, rolled
from tests.odds.playouts import (
    DOWN,
    LEFT,
    WIN,
    Compared,
    End,
    _cubes,
    compared_ends,
    compared_numbers,
    share_compared,
)
from tests.support.fights import DICE, dragon
from tests.support.gear_positions import HELMET, WEAPON, blueprint, board
from tests.support.groups import group

FACES = {die.material: die for die in DICE}
RETREAT, TEETH, TIE = (
    "coop.dragon.retreat-when-attacked",
    "coop.combat.teeth-from-dice-shared",
    "combat.init.tie-samurai",
)
LAIR, TILES = "I-1", {"I-1": ".......", "II-2": ".......", "II-3": "......."}
OUT, IDLE = ("I-1.4", "I-1.5", "I-1.4", "I-1.5"), "temple-1"
"""Spaces of the lair beside the central tile; where dragons see nobody."""
INSIDE = "I-1.0"
"""In the middle of the lair: every space beside is one of the dragon's."""
SEAT = Seat(0)


class GroupFight(NamedTuple):
    """Where everybody stands when the round begins, and what comes of it."""

    boards: tuple[Board, ...]
    at: tuple[str, ...]
    dragon: str
    party: tuple[int, ...] = ()
    """Who will fight, in turn order from the first player; without: one alone, whom the solver tells what to do."""
    stuck: tuple[int, ...] = ()
    """Who of them has nowhere to retreat to."""
    senders: tuple[int, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    colour: str = "green"
    has_come: bool = True
    goal: str = "win"
    all_dice: bool = False

    @property
    def rulings(self) -> Rulings:
        """The table's readings."""
        rulings = ADOPTED
        for rule, reading in self.readings:
            rulings = rulings.with_reading(rule, reading)
        return rulings

    @property
    def beast(self) -> Dragon:
        """The dragon."""
        return dragon(self.dragon, colour=self.colour)

    @property
    def foe(self) -> Foe:
        """The same for odds."""
        foe = Foe.of(self.beast, players=len(self.boards), is_group=True, rulings=self.rulings)
        first = self.party[0] if self.party else 0
        return msgspec.structs.replace(foe, defence=Defence(is_active=first == 0)) if self.has_come else foe


def blueprints(kind: str, *patterns: str) -> tuple[Blueprint, ...]:
    """Several of one kind, as only a group may hold."""
    known = {"weapon": WEAPON, "helmet": HELMET}[kind]
    return tuple(blueprint(known, one, f"{kind}-{number}") for number, one in enumerate(patterns))


def alone(board: Board, dragon: str, *, at: str = OUT[0], **more: object) -> GroupFight:
    """A dragon comes to one of two; the other one hides."""
    return GroupFight((board, ONE), (at, IDLE), dragon, **more)  # type: ignore[arg-type]


def came(*boards: Board, dragon: str, at: tuple[str, ...] = OUT, **more: object) -> GroupFight:
    """A dragon comes to several who stand on its tile."""
    party = tuple(range(len(boards)))
    return GroupFight(boards, at[: len(boards)], dragon, **{"party": party, **more})  # type: ignore[arg-type]


NEVER = ((RETREAT, "never"),)
TWO_WEAPONS = blueprints("weapon", "WWM", "WW")
TWO_HELMETS = blueprints("helmet", "MM", "W")
CRAFTED = {"discs": tuple(one.id for one in TWO_WEAPONS), "blueprints": TWO_WEAPONS}
WORN = {"discs": tuple(one.id for one in TWO_HELMETS), "blueprints": TWO_HELMETS}

SINGLE = {
    "a tie": alone(board(weapon="WWM", helmet="MMM"), "7/3/2"),
    "a tie, to stay conscious": alone(board(weapon="WWM", helmet="WMT"), "5/3/2", goal="conscious"),
    "quicker than it": alone(board(weapon="WWMT", helmet="TT"), "9/2/3", colour="red"),
    "it is quicker": alone(board(weapon="MWW/W", helmet="MMT"), "6/9/3"),
    "for teeth": alone(board(weapon="WWT/.M", helmet="WWMM"), "7/4/2", goal="points"),
    "in the middle of its tile": alone(board(weapon="WWM", helmet="WWM"), "6/3/2", at=INSIDE, stuck=(0,)),
    "nobody may leave": alone(
        board(weapon="WWM", helmet="WWW"), "4/9/1", readings=NEVER, stuck=(0,), goal="points"
    ),
    "nobody may leave, two weapons": alone(
        board(weapon="WWM:..W/...:..W", helmet="MM", monks=("weapon",)), "7/2/2", readings=NEVER, stuck=(0,)
    ),
    "two blueprints of weapons": alone(board(weapon="WWMM+G@1,1", helmet="MM", **CRAFTED), "12/4/3"),  # type: ignore[arg-type]
    "two blueprints of helmets": alone(board(weapon="WWM", helmet="WMM+G", **WORN), "6/3/2", all_dice=True),  # type: ignore[arg-type]
}
"""One alone, with gear that leaves much to choose."""

JOINT = {
    "two in a tie": came(ARMED, STRONG, dragon="3/2/2"),
    "three in a tie, the first one last": came(
        ONE, ARMED, STRONG, dragon="5/1/2", readings=((TIE, "active-last"),)
    ),
    "without the first player": GroupFight(
        (ONE, ARMED, ONE), (IDLE, *OUT[:2]), "3/1/2", (1, 2), readings=((TIE, "active-last"),)
    ),
    "four, a tooth each": came(
        ARMED, ONE, STRONG, ARMED, dragon="6/2/2", readings=((TEETH, "each-then-share"),), colour="red"
    ),
    "six": came(ONE, ARMED, ONE, STRONG, ARMED, ONE, dragon="8/2/2", at=(*OUT, "I-1.1", "I-1.1")),
    "nobody may leave": came(ARMED, STRONG, dragon="4/2/2", readings=NEVER, stuck=(0, 1)),
    "one in the middle": came(ARMED, STRONG, dragon="6/2/2", at=(INSIDE, OUT[0]), stuck=(0,)),
    "who joins may leave": came(
        ARMED, STRONG, dragon="6/2/2", at=(OUT[0], "II-2.5"), readings=NEVER, stuck=(0,)
    ),
    "a monk is sent": came(SENDER, ARMED, dragon="6/2/3", senders=(0,)),
    "attacked by three": came(ARMED, STRONG, ONE, dragon="4/2/2", at=("centre",) * 3, has_come=False),
}

FIGHTS = {**{f"alone: {name}": one for name, one in SINGLE.items()}, **JOINT}


# ---- the game


def begun(fight: GroupFight) -> GameState:
    """The game when somebody is asked about the fight for the first time."""
    game = group(*fight.boards, tiles=TILES, at=fight.at, dragons={LAIR: fight.beast}, rulings=fight.rulings)
    if not fight.has_come:
        game.play("move", f"walk {OUT[0]}")
    return game.state


class Played(NamedTuple):
    """What became of a fight."""

    state: GameState
    events: tuple[Event, ...]
    fight: DragonFight

    @property
    def is_won(self) -> bool:
        """Whether the dragon fell."""
        return any(one.kind == "dragon-defeated" for one in self.events)

    @property
    def rolled_teeth(self) -> int:
        """Of all rolls of the dragon."""
        return sum(int(dict(one.data)["teeth"]) for one in self.events if one.kind == "teeth")

    def how(self, seat: int) -> str:
        """How one of them stands at the end."""
        for kind, said in (("knocked-out", DOWN), ("retreated", LEFT)):
            if any(one.kind == kind and dict(one.data)["seat"] == seat for one in self.events):
                return said
        return WIN


def played(
    state: GameState, fight: GroupFight, random: Random, decide: Callable[[GameState, Question], Answer]
) -> Played:
    """One fight to its end."""
    events: list[Event] = []
    known: DragonFight | None = None
    while not any(one.kind == "combat-over" for one in events):
        question = GAME.question(state)
        assert question is not None, "a round goes on after a fight"
        frame = state.agenda[-1]
        if question.seat == CHANCE:
            assert isinstance(frame, Throw)
            answer: Answer = rolled(frame, random)
        else:
            answer = decided(state, question, fight, decide)
        step = GAME.step(state, answer)
        state = step.state
        known = next((one for one in state.agenda if isinstance(one, DragonFight)), known)
        events += step.events
    assert known is not None, "there was a fight"
    return Played(state, tuple(events), known)


def decided(
    state: GameState, question: Question, fight: GroupFight, decide: Callable[[GameState, Question], Answer]
) -> Answer:
    """What the position says; else what the solver does; else the first answer, which makes no difference."""
    if question.kind == "join":
        wanted = question.seat in fight.party
        return next(one for one in GAME.options(state) if isinstance(one, Join if wanted else StayOut))
    if question.kind == "send-monk":
        return SendMonk(MONK.source) if question.seat in fight.senders else KeepMonk()
    if question.kind == "throw-cube":
        return ThrowCube(Material.METAL, "lower")
    if question.kind in QUESTIONS:
        return decide(state, question)
    return next(iter(GAME.options(state)))


# ---- beside the odds


def compared(name: str, times: int) -> list[Compared]:
    """A fight played so often, beside what is computed."""
    fight = FIGHTS[name]
    return _compared_alone(fight, name, times) if not fight.party else _compared_joint(fight, name, times)


def _compared_alone(fight: GroupFight, name: str, times: int) -> list[Compared]:
    odds = odds_alone(fight)
    answers = cache(lambda situation: odds.decide(situation).best.answer)
    state, random = begun(fight), Random(name)

    def decide(state: GameState, question: Question) -> Answer:
        answer: Answer = answers(Situation.of(state, question.seat, question.kind))
        return answer

    ends = Counter(_end(fight, played(state, fight, random, decide)) for _ in range(times))
    return [*compared_ends(odds, ends), *compared_numbers(odds, ends)]


def odds_alone(fight: GroupFight) -> FightOdds:
    """Exact odds of one alone."""
    samurai = Samurai.of(fight.boards[SEAT], rulings=fight.rulings)
    exits = None if fight.readings == NEVER else not fight.stuck
    return solve(samurai, fight.foe, FACES, goal=fight.goal, all_dice=fight.all_dice, has_way_out=exits)


def _end(fight: GroupFight, one: Played) -> End:
    gone = _cubes(fight.boards[SEAT].gear) - _cubes(one.state.boards[SEAT].gear)
    teeth = one.rolled_teeth + one.is_won * DRAGON_TEETH[fight.colour]
    health = 0 if one.is_won else one.fight.health
    return End(one.how(SEAT), one.fight.round, health, gone.wood, gone.metal, gone.tooth, teeth)


def _compared_joint(fight: GroupFight, name: str, times: int) -> list[Compared]:
    odds, state, random = odds_joint(fight), begun(fight), Random(name)
    found = [played(state, fight, random, _forced) for _ in range(times)]
    compares = [share_compared("win", odds.win, sum(one.is_won for one in found), times)]
    for place, seat in enumerate(fight.party):
        ends = Counter(one.how(seat) for one in found)
        of = odds.fighters[place]
        for how, chance in ((WIN, of.rewarded), (DOWN, of.knocked_out), (LEFT, of.retreat)):
            compares.append(share_compared(f"{seat} {how}", max(0.0, chance), ends[how], times))
    teeth = [one.rolled_teeth + one.is_won * DRAGON_TEETH[fight.colour] for one in found]
    mean = sum(teeth) / times
    spread = sum((one - mean) ** 2 for one in teeth) / (times - 1)
    return [*compares, Compared("teeth", odds.teeth, mean, (mean - odds.teeth) / sqrt(spread / times))]


def odds_joint(fight: GroupFight) -> JointOdds:
    """Exact odds of several."""
    return solve_joint(fighters_of(fight), fight.foe, FACES, all_dice=True)


def fighters_of(fight: GroupFight) -> list[Fighter]:
    """Those who fight, in turn order."""
    return [
        Fighter(
            Samurai.of(fight.boards[seat], rulings=fight.rulings),
            monk=MONK if seat in fight.senders else None,
            has_way_out=seat not in fight.stuck,
        )
        for seat in fight.party
    ]


def _forced(state: GameState, question: Question) -> Answer:
    """Leave as soon as there is no weapon; else the first answer: all dice, or what makes no difference."""
    options = GAME.options(state)
    if question.kind == "withdraw":
        return Retreat() if Retreat() in options else Stay()
    return next(iter(options))

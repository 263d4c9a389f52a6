"""Fights played in the engine, every decision the solver's, and what became of them beside what was computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import exp, inf, lgamma, log, log1p, sqrt
from random import Random
from statistics import NormalDist
from typing import Any, NamedTuple

from fujikoro_nb.engine.fujikoro.asked.fight import (
    COLOURS,
    DragonFight,
    HeroDeed,
    KeepMonk,
    Rolled,
    SendMonk,
    Stow,
    Throw,
    ThrowCube,
)
from fujikoro_nb.engine.fujikoro.asked.rest import EndOfAction
from fujikoro_nb.engine.fujikoro.board.arena import KNOCKED_OUT, RETREATED
from fujikoro_nb.engine.fujikoro.board.player import Backpack
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.kernel import CHANCE, Answer, ChanceOptions, Event, Seat, Seeded
from fujikoro_nb.odds import FightOdds, Situation, solve
from fujikoro_nb.odds.hero import without_monk
from fujikoro_nb.odds.numbers import best_of
from fujikoro_nb.odds.situation import QUESTIONS
from fujikoro_nb.odds.solving import kept_of
from tests.odds.generated_positions import Position

SEAT = Seat(0)
WIN, DOWN, LEFT = "win", "knocked out", "retreat"
FEW = 9
"""A share is called normal when the variance of its count is at least this; below, the exact tail is taken."""

IMPOSSIBLE = 1e-12
"""Below the rounding of a solution: such a thing may never be seen."""


class End(NamedTuple):
    """What became of one fight."""

    how: str
    rounds: int
    health: int
    """Of the dragon."""
    wood_lost: int
    metal_lost: int
    tooth_lost: int
    teeth_gained: int


NUMBERS = ("rounds", "health", "wood_lost", "metal_lost", "tooth_lost", "teeth_gained")
"""What `FightOdds.distributions` tells the distribution of, by the same names."""


class Player:
    """Answers every question of one position's fight, each situation asked of the solver once."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.odds = self._solved()
        self.start = begin_dragon_fight(
            ArenaState(boards=(position.board,), dice=position.dice, table_size=3), position.dragon, SEAT
        )
        self._kinds = [tuple(dict.fromkeys(self._die(colour))) for colour in COLOURS]
        self._slots = [
            tuple(kinds.index(face) for face in self._die(colour))
            for colour, kinds in zip(COLOURS, self._kinds, strict=True)
        ]
        self._fights: dict[Gear, FightOdds] = {position.board.gear: self.odds}
        if position.monk is not None:
            for samurai in without_monk(position.samurai, position.monk):
                self._fights[samurai.gear] = self._solved(samurai=samurai, monk=None, first="samurai")
        self._decided: dict[Gear, dict[Situation, Answer]] = {gear: {} for gear in self._fights}
        self._stowed: dict[tuple[Backpack, Stow], Answer] = {}
        self._mended: dict[ArenaState, Answer] = {}

    def _die(self, colour: str) -> tuple[Any, ...]:
        return self.position.faces[colour].faces

    def _solved(self, **other: Any) -> FightOdds:
        position = self.position
        settings: dict[str, Any] = {
            "samurai": position.samurai,
            "foe": position.foe,
            "faces": position.faces,
            "goal": position.goal,
            "all_dice": position.all_dice,
            "monk": position.monk,
        }
        return solve(**(settings | other))

    def play(self, random: Random) -> End:
        """One fight from its beginning to its end."""
        begun = FIGHT_GAME.start(self.start)
        state, events = begun.state, list(begun.events)
        gear: Gear | None = None
        fight = state.agenda[0]
        while (question := FIGHT_GAME.question(state)) is not None:
            frame = state.agenda[-1]
            if isinstance(state.agenda[0], DragonFight):
                fight = state.agenda[0]
            if question.seat == CHANCE:
                assert isinstance(frame, Throw)
                answer: Answer = self._roll(frame.dice, random)
            elif isinstance(frame, Stow):
                answer = self._stow(state, frame)
            elif isinstance(frame, EndOfAction):
                answer = next(iter(FIGHT_GAME.options(state)))
            elif question.kind in ("send-monk", "throw-cube"):
                answer = self._sending(question.kind)
            elif isinstance(frame, HeroDeed):
                answer = self._mend(state)
            else:
                gear = gear or state.fighter(SEAT).gear
                answer = self._decide(gear, Situation.of(state, SEAT, question.kind))
            step = FIGHT_GAME.step(state, answer)
            state = step.state
            events += step.events
        assert isinstance(fight, DragonFight)
        return self._end(state, fight, events)

    # ---- answers

    def _roll(self, dice: Sequence[int], random: Random) -> Rolled:
        rolled = []
        for count, slots, kinds in zip(dice, self._slots, self._kinds, strict=True):
            counts = [0] * len(kinds) if count else []
            for _ in range(count):
                counts[slots[int(random.random() * 6)]] += 1
            rolled.append(tuple(counts))
        return Rolled(*rolled)

    def _decide(self, gear: Gear, situation: Situation) -> Answer:
        decided = self._decided[gear]
        answer = decided.get(situation)
        if answer is None:
            answer = decided[situation] = self._fights[gear].decide(situation).best.answer
        return answer

    def _stow(self, state: ArenaState, frame: Stow) -> Answer:
        key = (state.fighter(SEAT).backpack, frame)
        if key not in self._stowed:
            self._stowed[key] = next(iter(FIGHT_GAME.options(state)))
        return self._stowed[key]

    def _sending(self, kind: str) -> Answer:
        monk = self.position.monk
        if monk is None:
            return KeepMonk()
        if kind == "send-monk":
            return SendMonk(monk.source)
        assert monk.cube is not None
        return ThrowCube(monk.cube, monk.area)

    def _mend(self, state: ArenaState) -> Answer:
        """What the loss of a monk's half of the grid leaves: the gear of the best fight after it."""
        if state not in self._mended:
            answers = list(FIGHT_GAME.options(state))
            values = [self._worth(FIGHT_GAME.step(state, answer).state) for answer in answers]
            self._mended[state] = answers[best_of(values)]
        return self._mended[state]

    def _worth(self, state: ArenaState) -> tuple[Any, Any, Any]:
        if isinstance(state.agenda[-1], HeroDeed):
            return self._worth(FIGHT_GAME.step(state, self._mend(state)).state)
        fight = state.agenda[0]
        assert isinstance(fight, DragonFight)
        odds = self._fights[state.fighter(SEAT).gear]
        won = fight.health <= 0
        value = list(odds.solution.fight.win if won else odds.start_at(fight.health))
        whole, kept = kept_of(self.position.samurai), kept_of(odds.samurai)
        value[odds.aim.loss_part] -= float(
            odds.aim.worth.of([one - other for one, other in zip(whole, kept, strict=True)])
        )
        return value[0], value[1], value[2]

    # ---- the end

    def _end(self, state: ArenaState, fight: DragonFight, events: Sequence[Event]) -> End:
        teeth = sum(int(dict(event.data)["teeth"]) for event in events if event.kind == "teeth")
        how = WIN if state.defeated else {KNOCKED_OUT: DOWN, RETREATED: LEFT}[state.stands(SEAT)]
        before, after = self.position.board.gear, state.fighter(SEAT).gear
        gone = _cubes(before) - _cubes(after)
        return End(
            how,
            fight.round,
            0 if state.defeated else fight.health,
            gone.wood,
            gone.metal,
            gone.tooth,
            teeth + (how == WIN),
        )


def _cubes(gear: Gear) -> Cubes:
    return gear.weapon.cubes + gear.helmet.cubes


# ---- observed beside computed


class Compared(NamedTuple):
    """One number of one position: computed, observed, and how far apart in standard errors."""

    what: str
    odds: float
    observed: float
    z: float
    is_normal: bool = True
    """Whether z is fit for a mean of squares."""


def compared_ends(odds: FightOdds, ends: Mapping[End, int]) -> list[Compared]:
    """Chances of win, knockout and retreat against their shares."""
    fights = sum(ends.values())
    found = []
    for how, chance in ((WIN, odds.win), (DOWN, odds.knocked_out), (LEFT, odds.retreat)):
        count = sum(number for end, number in ends.items() if end.how == how)
        found.append(share_compared(how, min(1.0, max(0.0, float(chance))), count, fights))
    return found


def share_compared(what: str, chance: float, count: int, fights: int) -> Compared:
    """A chance against how often it came in so many fights."""
    variance = fights * chance * (1 - chance)
    if variance >= FEW:
        return Compared(what, chance, count / fights, (count - fights * chance) / sqrt(variance))
    # Too rare (or too common) for the normal law: the z that has the same tail as the binomial one.
    rare, number = (chance, count) if chance <= 0.5 else (1 - chance, fights - count)
    if rare < IMPOSSIBLE:
        return Compared(what, chance, count / fights, inf if number else 0.0, is_normal=False)
    is_many = number > fights * rare
    below = sum(_binomial(fights, rare, n) for n in range(number + (not is_many)))
    tail = 1 - below if is_many else below
    z = -NormalDist().inv_cdf(min(0.5, max(tail, 1e-16)))
    return Compared(what, chance, count / fights, z if is_many == (rare == chance) else -z, is_normal=False)


def _binomial(fights: int, chance: float, number: int) -> float:
    return exp(
        lgamma(fights + 1)
        - lgamma(number + 1)
        - lgamma(fights - number + 1)
        + number * log(chance)
        + (fights - number) * log1p(-chance)
    )


def compared_numbers(odds: FightOdds, ends: Mapping[End, int]) -> list[Compared]:
    """Mean and whole distribution of rounds, the dragon's health, cubes lost by kind, teeth; not after a monk."""
    fights = sum(ends.values())
    found = []
    for name in NUMBERS:
        chances: tuple[float, ...] = getattr(odds.distributions, name)
        counts: Counter[int] = Counter()
        for end, number in ends.items():
            counts[getattr(end, name)] += number
        mean = sum(number * chance for number, chance in enumerate(chances))
        variance = sum((number - mean) ** 2 * chance for number, chance in enumerate(chances))
        observed = sum(number * count for number, count in counts.items()) / fights
        if variance * fights < FEW:
            assert abs(observed - mean) * fights <= 4 * sqrt(variance * fights) + 4, (name, mean, observed)
            continue
        found.append(Compared(name, mean, observed, (observed - mean) / sqrt(variance / fights)))
        found += _spread(name, chances, counts)
    return found


def compared_worth(odds: FightOdds, ends: Mapping[End, int]) -> list[Compared]:
    """Mean worth of the gear cubes lost, the price of a monk included; the magic cubes are worth nothing here."""
    fights = sum(ends.values())
    worths = [(float(odds.aim.worth.of((*end[3:6], 0))), number) for end, number in ends.items()]
    mean = sum(worth * number for worth, number in worths) / fights
    variance = sum((worth - mean) ** 2 * number for worth, number in worths) / (fights - 1)
    lost = float(odds.outcome.lost)
    if variance * fights < FEW:
        assert abs(lost - mean) * fights <= 4 * FEW, (lost, mean)
        return []
    return [Compared("worth lost", lost, mean, (mean - lost) / sqrt(variance / fights))]


def _spread(name: str, chances: Sequence[float], counts: Mapping[int, int]) -> list[Compared]:
    """Pearson's sum over bins of at least ten expected fights, as the z of Wilson and Hilferty."""
    fights = sum(counts.values())
    bins: list[list[float]] = [[0.0, 0.0]]
    for number in range(max(len(chances), max(counts) + 1)):
        bins[-1][0] += fights * (chances[number] if number < len(chances) else 0.0)
        bins[-1][1] += counts.get(number, 0)
        if bins[-1][0] >= 10:
            bins.append([0.0, 0.0])
    last = bins.pop()
    if bins:
        bins[-1] = [one + other for one, other in zip(bins[-1], last, strict=True)]
    degrees = len(bins) - 1
    if degrees < 1:
        return []
    total = sum((count - expected) ** 2 / expected for expected, count in bins)
    part = 2 / (9 * degrees)
    z = ((total / degrees) ** (1 / 3) - 1 + part) / sqrt(part)
    return [Compared(f"{name}: chi-square of {degrees}", degrees, total, z, is_normal=degrees >= 3)]


def compared(position: Position, fights: int) -> list[Compared]:
    """Everything of one position; the distributions are those after a monk, so they are left out where one goes."""
    player, random = Player(position), Random(position.text)
    ends = Counter(player.play(random) for _ in range(fights))
    numbers = [] if position.monk else compared_numbers(player.odds, ends)
    return [*compared_ends(player.odds, ends), *compared_worth(player.odds, ends), *numbers]


def mean_square(found: Sequence[Compared]) -> float:
    """Mean of z squared; near 1 when the model is right."""
    squares = [one.z**2 for one in found if one.is_normal]
    return sum(squares) / len(squares)


# ---- single fights


def close(count: int, chance: float, fights: int) -> None:
    """The count of so many fights is within four standard errors of the chance."""
    spread = (fights * chance * (1 - chance)) ** 0.5
    assert abs(count - fights * chance) <= 4 * spread + 1e-6


def played(start: ArenaState, answers: Callable[[Situation], Any], seed: str) -> ArenaState:
    """One fight to its end, every decision one of these answers."""
    dealer, draw = Seeded(seed), 0
    state = FIGHT_GAME.start(start).state
    while (question := FIGHT_GAME.question(state)) is not None:
        options = FIGHT_GAME.options(state)
        if question.seat == CHANCE:
            assert isinstance(options, ChanceOptions)
            answer = dealer.deal(options, draw)
            draw += 1
        elif question.kind == "send-monk":
            answer = KeepMonk()
        elif question.kind in QUESTIONS:
            answer = answers(Situation.of(state, question.seat, question.kind))
        else:
            answer = next(iter(options))
        assert FIGHT_GAME.check(state, answer) is None, (question, answer)
        state = FIGHT_GAME.step(state, answer).state
    return state

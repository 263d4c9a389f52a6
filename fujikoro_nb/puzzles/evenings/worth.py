"""What an answer is worth: the engine plays out all that can follow.

Chance counts by its exact weights. Whoever asks decides what is best for it, and in a group everybody does; others
against whom one plays decide what is worst. No rule stands here: what may be answered, how likely a roll is and what
comes of it, the engine says. A fight in which nobody hits goes round and round: what its rounds have in common is
solved for, so it is exact as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import msgspec

from fujikoro_nb.engine.fujikoro.asked.dens import den_at
from fujikoro_nb.engine.fujikoro.asked.fight import DragonFight, Duel, MonkFight
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.table_top import CENTRE
from fujikoro_nb.engine.fujikoro.board.geometry import PLACES, space
from fujikoro_nb.engine.fujikoro.board.party import VICTORIES
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.kernel import CHANCE, ChanceOptions, Event, Refusal, Seat
from fujikoro_nb.puzzles.evenings.effort import TooMany, spend
from fujikoro_nb.puzzles.evenings.puzzle import THEN, EveningPuzzle, Goal
from fujikoro_nb.puzzles.legal.position import asked, read
from fujikoro_nb.rulebook.cases.fighting import by_itself

MOST = 4_000
"""Positions that are looked at."""
MOST_ANSWERS = 400
"""Answers to one question; whoever has more, such as for a craft, is not played out."""
_MOST_PLANS = 12
"""How often a fight that goes round is thought over."""

_NOTHING = Fraction(0)
_FIGHTS = (DragonFight, Duel, MonkFight)
_Fight = DragonFight | Duel | MonkFight
_Way = tuple[int, GameState, tuple[Event, ...]]
"""One answer with its weight, what lies then, and what happened."""


class Seen(msgspec.Struct):
    """What was met on the way."""

    foes: int = 0
    """Dragons on the map, monks who fight and guards, in the beginning."""
    positions: int = 0
    dice: bool = False
    own: bool = False
    others: bool = False


class Played(msgspec.Struct, frozen=True):
    """One answer: refused, or its worth with what happens most likely."""

    refusal: Refusal | None = None
    worth: Fraction = _NOTHING
    events: tuple[Event, ...] = ()
    after: GameState | None = None
    """Right after the answer, before anybody else does anything."""


class _Worth(msgspec.Struct, frozen=True):
    """A number, and how often it counts the worths that are not known yet."""

    number: Fraction
    open: Mapping[GameState, Fraction]
    hangs: frozenset[GameState] = frozenset()
    """Those by whose worths something was decided on the way."""


class Search:
    """Plays out the answers to one puzzle."""

    def __init__(self, puzzle: EveningPuzzle, *, is_likeliest: bool = False) -> None:
        """``is_likeliest``: only the likeliest of what chance can bring is looked at, as people do who do not weigh."""
        self._is_likeliest = is_likeliest
        state, question = asked(puzzle.position)
        assert isinstance(state, GameState), "an evening is a whole game"
        self.begun = state
        self.seat = question.seat
        self.seen = Seen(foes=foes_in(state))
        self._puzzle = puzzle
        self._measure = _MEASURES[puzzle.goal]
        self._known: dict[GameState, Fraction] = {}
        self._guess: dict[GameState, Fraction] = {}
        self._begun: set[GameState] = set()
        self._after = state

    def played(self, script: str) -> Played:
        """What an answer comes to. Raises TooMany, or Unreadable for a text that is none."""
        done = done_by(self.begun, script)
        if isinstance(done, Refusal):
            return Played(done)
        state, events = done
        self._known, self._guess, self._after = {}, {}, state
        return Played(None, self._worth(state), (*events, *self._likely(state)), state)

    # ---- what it is worth

    def _worth(self, state: GameState) -> Fraction:
        found = self._solved(state)
        assert not found.open, "what is open is solved where it began"
        return found.number

    def _solved(self, state: GameState) -> _Worth:
        key = state if self._puzzle.rounds else _without_rounds(state)
        known = self._known.get(key)
        if known is not None:
            return _Worth(known, {})
        if key in self._begun:  # the same again, a round later
            return _Worth(_NOTHING, {key: Fraction(1)}, frozenset((key,)))
        self._begun.add(key)
        try:
            found = self._settled(state, key)
        finally:
            self._begun.discard(key)
        if not found.hangs:
            self._known[key] = found.number
        return found

    def _settled(self, state: GameState, key: GameState) -> _Worth:
        """The worth, solved for itself; decided anew until the decisions fit what they rest on."""
        for _ in range(_MOST_PLANS):
            self.seen.positions += 1
            if self.seen.positions > MOST:
                raise TooMany(str(MOST))
            if self._is_over(state):
                return _Worth(Fraction(self._measure(self._before(), state, self.seat)), {})
            found = self._decided(state)
            if key not in found.hangs:
                return found
            again = found.open.get(key, _NOTHING)
            rest = {one: times for one, times in found.open.items() if one != key}
            if again == 1:  # round and round for ever: it never comes
                found = _Worth(_NOTHING, rest, found.hangs - {key})
            else:
                rest = {one: times / (1 - again) for one, times in rest.items()}
                found = _Worth(found.number / (1 - again), rest, found.hangs - {key})
            now = self._about(found)
            if self._guess.get(key) == now:
                return found
            self._guess[key] = now
        raise TooMany(str(_MOST_PLANS))

    def _before(self) -> GameState:
        """What the end is compared with: the beginning, or where the answer has led."""
        return self._after if self._puzzle.goal == Goal.STAYS else self.begun

    def _about(self, worth: _Worth) -> Fraction:
        return worth.number + sum(
            (times * self._guess.get(one, _NOTHING) for one, times in worth.open.items()), _NOTHING
        )

    def _decided(self, state: GameState) -> _Worth:
        question = game_of(state).question(state)
        assert question is not None, "it is not over"
        ways = self._ways(state)
        worths = [self._solved(after) for _, after, _ in ways]
        if question.seat == CHANCE:
            self.seen.dice |= len(ways) > 1
            return _mixed([weight for weight, _, _ in ways], worths)
        is_own = self._is_own(state, question.seat)
        if len({self._about(one) for one in worths}) > 1:
            self.seen.own |= is_own
            self.seen.others |= not is_own
        best = (max if is_own else min)(worths, key=lambda one: (self._about(one), -sum(one.open.values())))
        return msgspec.structs.replace(best, hangs=frozenset().union(*(one.hangs for one in worths)))

    def _is_own(self, state: GameState, seat: Seat) -> bool:
        return seat == self.seat or state.party is not None

    def _is_over(self, state: GameState) -> bool:
        """Whether it is counted now. Raises TooMany where a win asks for turns that are not played out."""
        question = game_of(state).question(state)
        if question is None:
            return True
        if question.kind == "act":
            if self._puzzle.goal == Goal.WON and not self._puzzle.rounds:
                raise TooMany("turns")
            return True
        fight = fight_in(state)
        if self._puzzle.goal in _BEFORE_FIGHTS:
            return fight is not None
        rounds = self._puzzle.rounds
        return bool(rounds) and (fight is None or fight.round > rounds)

    def _ways(self, state: GameState) -> list[_Way]:
        game = game_of(state)
        options = game.options(state)
        if not options.is_complete or len(options) > MOST_ANSWERS:
            raise TooMany(str(MOST_ANSWERS))
        spend(len(options))
        found: list[_Way] = []
        for answer in list(options):
            weight = options.weight(answer) if isinstance(options, ChanceOptions) else 1
            if weight:
                step = game.step(state, answer)
                found.append((weight, step.state, step.events))
        if self._is_likeliest and isinstance(options, ChanceOptions):
            return [max(found, key=lambda one: one[0])]
        return found

    # ---- what happens

    def _likely(self, state: GameState) -> tuple[Event, ...]:
        """What happens if chance brings the likeliest and everybody decides as is counted."""
        told: tuple[Event, ...] = ()
        been: set[GameState] = set()
        while not self._is_over(state) and _without_rounds(state) not in been:
            been.add(_without_rounds(state))
            question = game_of(state).question(state)
            assert question is not None, "it is not over"
            ways = self._ways(state)
            if question.seat == CHANCE:
                best = max(ways, key=lambda one: one[0])
            else:
                pick = max if self._is_own(state, question.seat) else min
                best = pick(ways, key=lambda one: self._worth(one[1]))
            state, told = best[1], (*told, *best[2])
        return told


def _mixed(weights: list[int], worths: list[_Worth]) -> _Worth:
    total = sum(weights)
    number, still = _NOTHING, dict[GameState, Fraction]()
    for weight, worth in zip(weights, worths, strict=True):
        share = Fraction(weight, total)
        number += share * worth.number
        for one, times in worth.open.items():
            still[one] = still.get(one, _NOTHING) + share * times
    return _Worth(number, still, frozenset().union(*(one.hangs for one in worths)))


def _without_rounds(state: GameState) -> GameState:
    """The state as it would be in the first round of its fights."""
    agenda = tuple(
        msgspec.structs.replace(frame, round=1) if isinstance(frame, _FIGHTS) else frame
        for frame in state.agenda
    )
    return msgspec.structs.replace(state, agenda=agenda)


def fight_in(state: GameState) -> _Fight | None:
    """The innermost fight that goes on."""
    return next((frame for frame in reversed(state.agenda) if isinstance(frame, _FIGHTS)), None)


def done_by(state: GameState, script: str) -> tuple[GameState, tuple[Event, ...]] | Refusal:
    """The game right after these answers, what has no choice done as well; or the first refusal. Raises Unreadable."""
    told: tuple[Event, ...] = ()
    for text in script.split(THEN):
        spend()
        game, answer = game_of(state), read(text, state)
        refusal = game.check(state, answer)
        if refusal is not None:
            return refusal
        step = game.step(state, answer)
        state, more = by_itself(game, step.state, is_wanted=True, but="act")
        told = (*told, *step.events, *more)
    return state, told


def right_after(puzzle: EveningPuzzle, script: str) -> GameState:
    """The game right after an answer, before anybody decides anything else; as it is, where that is refused."""
    state, _ = asked(puzzle.position)
    assert isinstance(state, GameState), "an evening is a whole game"
    done = done_by(state, script)
    return state if isinstance(done, Refusal) else done[0]


# ---- measures


def foes_in(state: GameState) -> int:
    """Dragons on the map, monks who fight, and guards that are not beaten."""
    dragons = sum(
        1 for one in PLACES if (tile := state.tile_on(one.id)) is not None and tile.dragon is not None
    )
    scene = state.scene
    if isinstance(scene, msgspec.UnsetType):
        return dragons
    heart = int(not isinstance(scene.heart, msgspec.UnsetType))
    return dragons + heart + len(scene.monks) + sum(not one.is_beaten for one in scene.guards)


def _beaten(begun: GameState, state: GameState, _seat: Seat) -> int:
    return foes_in(begun) - foes_in(state)


def _points(_begun: GameState, state: GameState, seat: Seat) -> int:
    return state.samurai[seat].score


def _won(_begun: GameState, state: GameState, _seat: Seat) -> int:
    return int(state.party is not None and state.party.outcome in VICTORIES)


def _peace(_begun: GameState, state: GameState, _seat: Seat) -> int:
    return int(fight_in(state) is None)


def _awake(_begun: GameState, state: GameState, seat: Seat) -> int:
    return int(state.is_conscious(seat))


def _stays(begun: GameState, state: GameState, seat: Seat) -> int:
    return int(state.is_conscious(seat) and state.samurai[seat].space == begun.samurai[seat].space)


def _out(_begun: GameState, state: GameState, seat: Seat) -> int:
    return int(not state.samurai[seat].space)


def _home(_begun: GameState, state: GameState, _seat: Seat) -> int:
    den = den_at(state, space(CENTRE).place)
    return int(den is not None and den.dragon.is_legendary)


def _back(begun: GameState, state: GameState, _seat: Seat) -> int:
    pairs = zip(begun.samurai, state.samurai, strict=True)
    return sum(1 for before, after in pairs if after.space and not before.space)


_BEFORE_FIGHTS = frozenset({Goal.PEACE, Goal.HOME})
"""Goals that are counted when a fight begins."""

_MEASURES: Mapping[Goal, Callable[[GameState, GameState, Seat], int]] = {
    Goal.POINTS: _points,
    Goal.WON: _won,
    Goal.BEATEN: _beaten,
    Goal.PEACE: _peace,
    Goal.AWAKE: _awake,
    Goal.OUT: _out,
    Goal.STAYS: _stays,
    Goal.HOME: _home,
    Goal.BACK: _back,
}

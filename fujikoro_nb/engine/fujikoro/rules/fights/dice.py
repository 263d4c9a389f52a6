"""Dice in the air: a question to Chance, answered by a dealer or by people who rolled real dice."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import (
    COLOURS,
    Attack,
    Boost,
    DragonTurn,
    HeroDeed,
    MonkFight,
    Rolled,
    Throw,
    boost_of,
    fight_of,
    with_frame_below,
)
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.components import Face
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    DiceOptions,
    DieGroup,
    Event,
    Frame,
    FrameRules,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    close_top,
    event,
    refuse,
    top,
)

A = TypeVar("A", bound=Arena)


class ThrowRules(FrameRules[A], Generic[A]):
    """Asks Chance for a roll and gives it to the frame below."""

    def question(self, state: A, frame: Throw) -> Question:
        data = tuple(zip(("wood", "metal", "tooth", "magic"), frame.dice, strict=True))
        return Question(CHANCE, "roll", throw_rule(state, state.agenda[-2]), frame.name, data)

    def check(self, state: A, frame: Throw, answer: Answer) -> Refusal | None:
        if not isinstance(answer, Rolled):
            return not_asked(state, answer, self.question(state, frame))
        for group in _groups(state, frame):
            counts = answer.counts(group.colour)
            if not group.has(counts):
                return refuse(
                    "combat.dice.limits",
                    "impossible-roll",
                    material=group.colour,
                    dice=group.count,
                )
        return None

    def options(self, state: A, frame: Throw) -> DiceOptions:
        return DiceOptions(_groups(state, frame), lambda counts: Rolled(*counts), _counts_of)

    def answered(self, state: A, frame: Throw, answer: Answer) -> Outcome[A]:
        assert isinstance(answer, Rolled), "check lets nothing else through"
        state = close_top(state)
        below = top(state)
        assert isinstance(below, Attack | DragonTurn | HeroDeed), "somebody threw these dice"
        rolled = event(
            "rolled",
            throw_rule(state, below),
            hits=hits_of(state, answer),
            broken=sum(broken_of(state, answer)),
        )
        state = with_frame_below(state, msgspec.structs.replace(below, roll=answer))
        if isinstance(below, HeroDeed):
            return state, (rolled,)
        return state.after_roll(below.seat if isinstance(below, Attack) else None), (rolled,)


def throw_rule(state: Arena, below: Frame) -> str:
    """The rule by which the frame below threw the dice."""
    match below:
        case Attack():
            return "combat.attack.dice"
        case HeroDeed():
            return "combat.hero.roll"
        case _ if isinstance(fight_of(state), MonkFight):
            return "scenario.4.competitive.monk-stats"
        case _:
            return "combat.dragon.dice"


def _groups(state: Arena, frame: Throw) -> list[DieGroup]:
    return [
        DieGroup(colour, state.die(colour).faces if count else (), count)
        for colour, count in zip(COLOURS, frame.dice, strict=True)
    ]


def _counts_of(answer: Answer) -> tuple[tuple[int, ...], ...] | None:
    if not isinstance(answer, Rolled):
        return None
    return answer.wood, answer.metal, answer.tooth, answer.magic


def distinct_faces(state: Arena, colour: str) -> tuple[Face, ...]:
    """The different faces of a die, in the order in which `Rolled` counts them."""
    return tuple(dict.fromkeys(state.die(colour).faces))


@cites("combat.dice.limits")
def hits_of(state: Arena, roll: Rolled, *, has_void_hits: bool = False) -> int:
    """Hits of a whole roll; ``has_void_hits`` leaves out the dice that show a broken weapon."""
    return sum(
        count * face.hits
        for colour in COLOURS
        if roll.counts(colour)
        for count, face in zip(roll.counts(colour), distinct_faces(state, colour), strict=True)
        if not (has_void_hits and face.is_broken)
    )


@cites("scroll.use")
def reaching(
    state: Arena, seat: Seat, hits: int, shields: tuple[Boost, ...]
) -> tuple[int, tuple[Event, ...]]:
    """The hits of an opponent's roll that this samurai suffers, less what was used and what a scroll keeps off."""
    left = max(0, hits - boost_of(shields, seat))
    kept = min(left, state.shield(seat))
    events = (event("shielded", "scroll.use", seat=int(seat), hits=kept),) if kept else ()
    return left - kept, events


@cites("combat.dice.broken-face")
def broken_of(state: Arena, roll: Rolled) -> tuple[int, int, int]:
    """Broken-weapon symbols on wood, metal and tooth dice; a face may show hits as well."""
    wood, metal, tooth = (
        sum(
            count
            for count, face in zip(roll.counts(colour), distinct_faces(state, colour), strict=True)
            if face.is_broken
        )
        if roll.counts(colour)
        else 0
        for colour in "WMT"
    )
    return wood, metal, tooth

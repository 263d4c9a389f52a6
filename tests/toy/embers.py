"""Embers: a small game that has nothing to do with Fuji Koro, and uses everything that the kernel offers.

Two seats cast dice over a fire. Each spark is a point, a flame two, and any ash throws the whole turn away; whoever
banks in time keeps the points. A charm adds a die before a cast or picks one ash out of it afterwards, whoever cast
it. A seat that lost its turn is consoled with a charm or a point. The first to reach the target ends the game.
"""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
    Counts,
    DiceOptions,
    DieGroup,
    Event,
    Frame,
    FrameRules,
    Game,
    NotBefore,
    Options,
    Outcome,
    Pass,
    Question,
    Quiet,
    Refusal,
    RollCounts,
    Seat,
    State,
    Window,
    WindowRules,
    event,
    push,
    refuse,
    replace_top,
)

POINTS = {"ash": 0, "spark": 1, "flame": 2}
MOST_CHARMS = 2


class Match(Frame, frozen=True):
    turn: int = 0


class Turn(Frame, frozen=True):
    seat: Seat
    points: int = 0
    is_banked: bool = False


class Cast(Frame, frozen=True):
    seat: Seat
    dice: int
    counts: Counts | None = None


class Solace(Frame, frozen=True):
    seat: Seat


class Throw(Answer, frozen=True):
    dice: int


class Bank(Answer, frozen=True):
    pass


class Fell(Answer, frozen=True):
    """The dice on the table, as counts of the die's distinct faces."""

    counts: Counts


class AddDie(Answer, frozen=True):
    pass


class PickAsh(Answer, frozen=True):
    pass


class TakeCharm(Answer, frozen=True):
    pass


class TakePoint(Answer, frozen=True):
    pass


EmbersAnswer = Throw | Bank | Fell | AddDie | PickAsh | TakeCharm | TakePoint | Pass | NotBefore


class Embers(State, frozen=True):
    agenda: tuple[Match | Turn | Cast | Solace | Window, ...] = ()
    scores: tuple[int, int] = (0, 0)
    charms: tuple[int, int] = (1, 1)
    quiet: tuple[Quiet, ...] = ()
    faces: tuple[str, ...] = ("ash", "spark", "spark", "spark", "spark", "flame")
    most_dice: int = 2
    target: int = 6


class View(msgspec.Struct, frozen=True):
    """What one seat sees: charms are held in a closed hand."""

    scores: tuple[int, int]
    charms: int


def changed(numbers: tuple[int, int], seat: Seat, by: int) -> tuple[int, int]:
    first, second = numbers
    return (first + by, second) if seat == 0 else (first, second + by)


def order_from(seat: Seat) -> tuple[Seat, Seat]:
    return seat, Seat(1 - seat)


class MatchRules(FrameRules[Embers]):
    def advance(self, state: Embers, frame: Match) -> Outcome[Embers]:
        seat = Seat(frame.turn % 2)
        state = push(replace_top(state, Match(frame.turn + 1)), Turn(seat))
        return state, (event("opened", "embers.turn", seat=int(seat)),)

    def closed(self, state: Embers, frame: Match) -> Outcome[Embers]:
        return state, (event("over", "embers.match"),)


class TurnRules(FrameRules[Embers]):
    def question(self, state: Embers, frame: Turn) -> Question | None:
        return None if frame.is_banked else Question(frame.seat, "turn", "embers.turn", frame.name)

    def check(self, state: Embers, frame: Turn, answer: Answer) -> Refusal | None:
        match answer:
            case Throw(dice=dice) if 1 <= dice <= state.most_dice:
                return None
            case Throw(dice=dice):
                return refuse("embers.dice", most=state.most_dice)
            case Bank() if frame.points:
                return None
            case _:
                return refuse("embers.turn")

    def options(self, state: Embers, frame: Turn) -> Options:
        throws: list[Answer] = [Throw(dice) for dice in range(1, state.most_dice + 1)]
        return Complete([*throws, Bank()] if frame.points else throws)

    def answered(self, state: Embers, frame: Turn, answer: Answer) -> Outcome[Embers]:
        match answer:
            case Throw(dice=dice):
                state = push(state, Cast(frame.seat, dice))
                return WINDOWS.opened(state, "before-cast", order_from(frame.seat)), (
                    event("opened", "embers.cast", seat=int(frame.seat)),
                )
            case _:
                state = replace_top(state, msgspec.structs.replace(frame, is_banked=True))
                return scored(state, frame.seat, frame.points)

    def closed(self, state: Embers, frame: Turn) -> Outcome[Embers]:
        over = event("over", "embers.turn", seat=int(frame.seat))
        if frame.is_banked:
            return state, (over,)
        return push(state, Solace(frame.seat)), (over, event("opened", "embers.solace", seat=int(frame.seat)))


def scored(state: Embers, seat: Seat, points: int) -> Outcome[Embers]:
    """Points for a seat; whoever reaches the target ends the game at once."""
    state = msgspec.structs.replace(state, scores=changed(state.scores, seat, points))
    if state.scores[seat] < state.target:
        return state, ()
    state, events = EMBERS.end(state)
    return state, (*events, event("won", "embers.match", seat=int(seat)))


class CastRules(FrameRules[Embers]):
    def question(self, state: Embers, frame: Cast) -> Question | None:
        return Question(CHANCE, "cast", "embers.cast", frame.name) if frame.counts is None else None

    def check(self, state: Embers, frame: Cast, answer: Answer) -> Refusal | None:
        is_roll = isinstance(answer, Fell) and die(state, frame).has(answer.counts)
        return None if is_roll else refuse("embers.cast", dice=frame.dice)

    def options(self, state: Embers, frame: Cast) -> Options:
        def counts_of(answer: Answer) -> RollCounts | None:
            return (answer.counts,) if isinstance(answer, Fell) else None

        return DiceOptions([die(state, frame)], lambda counts: Fell(counts[0]), counts_of)

    def answered(self, state: Embers, frame: Cast, answer: Answer) -> Outcome[Embers]:
        assert isinstance(answer, Fell)
        state = replace_top(state, msgspec.structs.replace(frame, counts=answer.counts))
        return WINDOWS.opened(state, "after-cast", order_from(frame.seat)), ()

    def advance(self, state: Embers, frame: Cast) -> Outcome[Embers]:
        if ashes(state, frame):
            return EMBERS.unwind_to(state, "Match")
        assert frame.counts is not None
        state, events = EMBERS.close(state)
        turn = state.agenda[-1]
        assert isinstance(turn, Turn)
        kinds = die(state, frame).kinds
        gained = sum(POINTS[str(kind)] * count for kind, count in zip(kinds, frame.counts, strict=True))
        return replace_top(state, msgspec.structs.replace(turn, points=turn.points + gained)), events

    def closed(self, state: Embers, frame: Cast) -> Outcome[Embers]:
        return state, (event("over", "embers.cast", seat=int(frame.seat)),)


def die(state: Embers, frame: Cast) -> DieGroup:
    return DieGroup("ember", state.faces, frame.dice)


def ashes(state: Embers, frame: Cast) -> int:
    kinds = die(state, frame).kinds
    return frame.counts[kinds.index("ash")] if frame.counts and "ash" in kinds else 0


class SolaceRules(FrameRules[Embers]):
    def question(self, state: Embers, frame: Solace) -> Question:
        return Question(frame.seat, "solace", "embers.solace", frame.name)

    def check(self, state: Embers, frame: Solace, answer: Answer) -> Refusal | None:
        return None if answer in self.options(state, frame) else refuse("embers.solace", most=MOST_CHARMS)

    def options(self, state: Embers, frame: Solace) -> Options:
        is_full = state.charms[frame.seat] >= MOST_CHARMS
        return Complete([TakePoint()] if is_full else [TakeCharm(), TakePoint()])

    def answered(self, state: Embers, frame: Solace, answer: Answer) -> Outcome[Embers]:
        state, events = EMBERS.close(state)
        if isinstance(answer, TakeCharm):
            return msgspec.structs.replace(state, charms=changed(state.charms, frame.seat, 1)), events
        state, more = scored(state, frame.seat, 1)
        return state, events + more

    def closed(self, state: Embers, frame: Solace) -> Outcome[Embers]:
        return state, (event("over", "embers.solace", seat=int(frame.seat)),)


class CharmRules(WindowRules[Embers]):
    rule = "embers.charm"
    moments = ("before-cast", "after-cast")

    def uses(self, state: Embers, seat: Seat, moment: str) -> Options:
        cast = next(frame for frame in reversed(state.agenda) if isinstance(frame, Cast))
        if not state.charms[seat]:
            return Complete([])
        if moment == "before-cast":
            return Complete([AddDie()])
        return Complete([PickAsh()] if ashes(state, cast) else [])

    def used(self, state: Embers, frame: Window, seat: Seat, answer: Answer) -> Outcome[Embers]:
        state = msgspec.structs.replace(state, charms=changed(state.charms, seat, -1))
        cast = state.agenda[-2]
        assert isinstance(cast, Cast)
        counts = cast.counts
        if isinstance(answer, PickAsh):
            assert counts is not None
            ash = die(state, cast).kinds.index("ash")
            counts = (*counts[:ash], counts[ash] - 1, *counts[ash + 1 :])
            cast = msgspec.structs.replace(cast, dice=cast.dice - 1, counts=counts)
        else:
            cast = msgspec.structs.replace(cast, dice=cast.dice + 1)
        agenda = (*state.agenda[:-2], cast, frame)
        happened: tuple[Event, ...] = (event("charm", "embers.charm", seat=int(seat)),)
        return msgspec.structs.replace(state, agenda=agenda), happened

    def quiet(self, state: Embers) -> tuple[Quiet, ...]:
        return state.quiet

    def with_quiet(self, state: Embers, quiet: tuple[Quiet, ...]) -> Embers:
        return msgspec.structs.replace(state, quiet=quiet)


WINDOWS = CharmRules()


class EmbersGame(Game[Embers]):
    def view_for(self, state: Embers, seat: Seat) -> View:
        return View(state.scores, state.charms[seat])

    def is_sound(self, state: Embers) -> bool:
        return (
            state.agenda == (Match(0),)
            and 0 < len(state.faces) <= 6
            and set(state.faces) <= set(POINTS)
            and 0 < state.most_dice <= 4
            and 0 < state.target <= 100
            and all(0 <= held <= MOST_CHARMS for held in state.charms)
            and max(state.scores) < state.target
            and not state.quiet
        )


def embers_game(*, turn: TurnRules, version: int = 1, answers: object = EmbersAnswer) -> EmbersGame:
    """The game, or a later edition of it."""
    return EmbersGame(
        {
            Match: MatchRules(),
            Turn: turn,
            Cast: CastRules(),
            Solace: SolaceRules(),
            Window: WINDOWS,
        },
        unasked="embers.match",
        name="embers",
        version=version,
        state=Embers,
        answers=answers,
    )


EMBERS = embers_game(turn=TurnRules())
START = Embers(agenda=(Match(),))

"""Rounds: what each opens with, and then a turn of everybody from the first player on."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.game import Match, Turn
from fujikoro_nb.engine.fujikoro.asked.group import Round
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.components import CountdownStep
from fujikoro_nb.engine.fujikoro.modes import Mode, Rounds
from fujikoro_nb.engine.fujikoro.rules.group.goals import out_of_time
from fujikoro_nb.engine.fujikoro.rules.group.statuses import loosened, turn_tokens
from fujikoro_nb.engine.fujikoro.rules.mountain.final import advanced, ahead, brought, steps_until
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    Event,
    FrameRules,
    Outcome,
    Seat,
    cites,
    event,
    push,
    replace_top,
)


@cites(
    "coop.rounds.limit",
    "coop.rounds.adventure-minus-two",
    "coop.setup.countdown-start",
    "coop.rounds.no-advance-before-first",
    "coop.final.trigger",
)
def eruption_round(rounds: Rounds, players: int, *, has_adventures: bool, rulings: Rulings) -> int:
    """The round that begins with the token on the eruption: the first of the final ones.

    The token stands as many spaces before it as normal rounds are played, and goes on before every round but the
    first, at some tables before that one too.
    """
    normal = rounds.before_eruption(players, has_adventures=has_adventures)
    is_early = rulings.reading("coop.rounds.no-advance-before-first") == "advanced"
    return normal + (0 if is_early else 1)


@cites("coop.final.eight-rounds")
def last_round(rounds: Rounds, players: int, *, has_adventures: bool, rulings: Rulings) -> int:
    """The round after which there is none; at some tables the last event of the track is the end itself."""
    first = eruption_round(rounds, players, has_adventures=has_adventures, rulings=rulings)
    is_whole = rulings.reading("coop.final.eight-rounds") == "after-eighth"
    return first + len(rounds.final) - (1 if is_whole else 2)


def rounds_of(state: GameState) -> Rounds:
    """The clock of a group."""
    rounds = state.mode.rounds
    assert rounds is not None, "only a group plays rounds"
    return rounds


@cites("scenario.8.solo.no-round-limit")
def eruption_of(state: GameState) -> int | None:
    """`eruption_round` of this game; None where rounds are not its clock."""
    if not rounds_of(state).is_clock:
        return None
    return eruption_round(
        rounds_of(state), state.players, has_adventures=_has_adventures(state.mode), rulings=state.rulings
    )


@cites("scenario.3.coop.lava-phase", "scenario.3.coop.adventure-tokens-rounds")
def early_eruption_of(state: GameState) -> int | None:
    """The round that begins with the token on the eruption for the first of two times; None where it is the only one.

    scenario.3.coop.adventure-tokens-rounds: at some tables what adventure tokens take is taken here.
    """
    early = state.plot.early_rounds
    if not early:
        return None
    reading = state.rulings.reading("scenario.3.coop.adventure-tokens-rounds")
    has_adventures = _has_adventures(state.mode)
    if has_adventures and reading == "first":
        early += rounds_of(state).with_adventures
    is_early = state.rulings.reading("coop.rounds.no-advance-before-first") == "advanced"
    return early + (0 if is_early else 1)


def next_eruption_of(state: GameState) -> int | None:
    """`eruption_of`, of the first of two as long as that one is not over; None where rounds are not the clock."""
    early, party = early_eruption_of(state), state.party
    assert party is not None, "only a group plays rounds"
    is_over = early is None or party.round >= early + len(state.charts.track)
    return eruption_of(state) if is_over else early


def step_of_round(state: GameState, number: int) -> CountdownStep | None:
    """What the track brings as this round begins."""
    for first in (early_eruption_of(state), eruption_of(state)):
        if first is not None and first <= number < first + len(state.charts.track):
            return state.charts.track[number - first]
    return None


@cites("scenario.8.solo.no-round-limit")
def last_of(state: GameState) -> int | None:
    """`last_round` of this game; None where rounds are not its clock."""
    if not rounds_of(state).is_clock:
        return None
    return last_round(
        rounds_of(state), state.players, has_adventures=_has_adventures(state.mode), rulings=state.rulings
    )


def is_final(state: GameState) -> bool:
    """Whether the last rounds of a group have begun: the mountain erupts, or the countdown runs."""
    begins, party = eruption_of(state), state.party
    assert party is not None, "only a group plays rounds"
    return state.marker is not None if begins is None else party.round >= begins


@cites("scenario.8.solo.countdown-per-round")
def rounds_left(state: GameState) -> int | None:
    """Rounds after this one; None as long as nobody can know."""
    last, party = last_of(state), state.party
    assert party is not None, "only a group plays rounds"
    if last is not None:
        return last - party.round
    if state.marker is None:
        return None
    is_to_come = any(isinstance(frame, Turn) for frame in state.agenda) or bool(seats_of_round(state))
    return max(0, steps_until(state, "end") - is_to_come)


def _has_adventures(agreed: Mode) -> bool:
    return agreed.has_adventures


@cites("coop.rounds.first-player-fixed", "coop.rounds.first-player-escaped")
def next_round(state: GameState, frame: Match) -> Outcome[GameState]:
    """The next round begins, or the time is up; who has the first player's token keeps it, at some tables passes it on.

    A round begins although the first player, or everybody, has left the mountain: the clock runs on.
    """
    party = state.party
    assert party is not None and frame.following is not None, "the setup names the first player"
    if party.round == last_of(state):
        return out_of_time(state), ()
    first = frame.following
    if party.round and state.rulings.reading("coop.rounds.first-player-fixed") == "passes":
        first = state.in_turn_order(first)[1 % state.players]
    party = msgspec.structs.replace(party, round=party.round + 1, first=first)
    state = replace_top(state, Match(first)).with_party(party)
    begun = event("round-begins", "coop.rounds.start-of-round-order", round=party.round)
    return push(state, Round(state.in_turn_order(first))), (begun,)


class RoundRules(FrameRules[GameState]):
    """Asks nothing itself: the countdown, the status tokens, the dragons, then the turns."""

    @cites("coop.rounds.start-of-round-order")
    def advance(self, state: GameState, frame: Round) -> Outcome[GameState] | None:
        if frame.step < len(_STEPS):
            state = replace_top(state, msgspec.structs.replace(frame, step=frame.step + 1))
            return _STEPS[frame.step](state)
        if not frame.waiting:
            return None
        seat, *later = frame.waiting
        state = replace_top(state, msgspec.structs.replace(frame, waiting=tuple(later)))
        if not state.samurai[seat].is_on_map:
            return _away(state, seat)
        return _turn(state, seat)

    def closed(self, state: GameState, frame: Round) -> Outcome[GameState]:
        assert state.party is not None, "only a group plays rounds"
        return state, (event("round-over", "coop.rounds.first-player-fixed", round=state.party.round),)


def _turn(state: GameState, seat: Seat) -> Outcome[GameState]:
    assert state.party is not None, "only a group plays rounds"
    state = state.with_party(msgspec.structs.replace(state.party, trades=0))
    return push(state, Turn(seat)), (event("turn", "turn.order", seat=int(seat)),)


@cites("scenario.8.solo.rewards")
def _away(state: GameState, seat: Seat) -> Outcome[GameState]:
    """Whoever has left the mountain has turns only where points count: the shogun gives them in a palace."""
    return _turn(state, seat) if state.has_points else (state, ())


@cites("coop.final.trigger", "coop.final.lava-events")
def _count_down(state: GameState) -> Outcome[GameState]:
    """The token goes one space further; on the track of the eruption every space brings something."""
    party = state.party
    assert party is not None, "only a group plays rounds"
    begins = eruption_of(state)
    if begins is None or party.round < begins:
        first = early_eruption_of(state)
        return (state, ()) if first is None else _warm_up(state, party.round - first)
    events: list[Event] = []
    if party.round == begins:
        events.append(event("final-phase", "coop.final.trigger", round=party.round))
    step = next(iter(ahead(state)), None)
    if step is None:
        return state, tuple(events)
    state = advanced(state)
    events.append(event("final-round", "coop.final.eight-rounds", space=state.countdown))
    state, more = brought(state, step, state.first)
    return state, (*events, *more)


@cites("scenario.3.coop.lava-phase", "scenario.3.coop.second-countdown", "scenario.3.coop.lava-returns")
def _warm_up(state: GameState, past: int) -> Outcome[GameState]:
    """The first of two eruptions, ``past`` rounds of it gone: only lava comes, then the token goes back."""
    scene, party, track = state.scene, state.party, state.charts.track
    assert scene is not UNSET and party is not None, "only a scenario has two"
    if past == len(track):
        back = event("token-goes-back", "scenario.3.coop.second-countdown", rounds=len(track))
        scene = scene.with_token_back(state.countdown)
        return msgspec.structs.replace(state, scene=scene, countdown=0), (back,)
    if not 0 <= past < len(track):
        return state, ()
    events: list[Event] = []
    if past == 0:
        state = msgspec.structs.replace(state, scene=msgspec.structs.replace(scene, is_warm=True))
        events.append(event("early-eruption", "scenario.3.coop.lava-phase", round=party.round))
    step = state.track[past]
    state = advanced(state)
    events.append(event("early-round", "scenario.3.coop.lava-phase", space=state.countdown))
    state, more = brought(state, step, state.first)
    return state, (*events, *more)


def counted_on(state: GameState) -> Outcome[GameState]:
    """A round begins, as far as its clock goes: its number, and what its space of the track brings."""
    party = state.party
    assert party is not None, "only a group plays rounds"
    return _count_down(state.with_party(msgspec.structs.replace(party, round=party.round + 1)))


_STEPS = (_count_down, turn_tokens, loosened)
"""What a round opens with (coop.rounds.start-of-round-order)."""

MOST_STEPS_OF_A_ROUND = len(_STEPS)
"""As many of them are done when the turns begin."""


def seats_of_round(state: GameState) -> tuple[Seat, ...]:
    """Who still has a turn in this round, whose turn it is not among them."""
    return next((frame.waiting for frame in state.agenda if isinstance(frame, Round)), ())

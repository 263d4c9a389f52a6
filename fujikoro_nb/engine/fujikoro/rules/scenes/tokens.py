"""Status tokens: what dragons leave, and what the tokens are good for."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Stow
from fujikoro_nb.engine.fujikoro.asked.game import Enough, Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, turn_of
from fujikoro_nb.engine.fujikoro.asked.scenario import BuyAction, OneMore
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    FrameRules,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    cites,
    close_top,
    event,
    push,
    refuse,
)


@cites("scenario.1.competitive.dragon-loot", "scenario.1.competitive.tokens-kept")
def with_loot(state: GameState, seat: Seat) -> Outcome[GameState]:
    """The tooth goes into the backpack, the token beside the board."""
    state = state.with_scene(state.staged.with_tokens(seat, 1))
    found = event("loot-gathered", "scenario.1.competitive.dragon-loot", seat=int(seat))
    return push(state, Stow(seat, "combat.win.tooth-room", Cubes(tooth=1))), (found,)


@cites("scenario.1.competitive.tokens-cross-lava")
def paid_by_token(state: GameState, seat: Seat, spaces: int) -> GameState:
    """The state after so many steps onto lava."""
    return state.with_scene(state.staged.with_tokens(seat, -spaces)) if spaces else state


@cites("scenario.1.competitive.tokens-extra-action")
def can_buy(state: GameState, turn: Turn) -> bool:
    """Whether one whose actions are done is asked for another one: its turn is not over, and it has a token."""
    if turn.is_over or not state.is_conscious(turn.seat) or not state.tokens_of(turn.seat):
        return False
    is_one = state.rulings.reading("scenario.1.competitive.tokens-extra-action") == "one"
    return not (is_one and state.staged.has_bought)


class OneMoreRules(FrameRules[GameState]):
    """Asks one who has done everything."""

    def question(self, state: GameState, frame: OneMore) -> Question:
        return Question(frame.seat, "one-more", "scenario.1.competitive.tokens-extra-action", frame.name)

    def check(self, state: GameState, frame: OneMore, answer: Answer) -> Refusal | None:
        if isinstance(answer, BuyAction | Enough):
            return None
        return refuse("scenario.1.competitive.tokens-extra-action", "not-asked")

    def options(self, state: GameState, frame: OneMore) -> Options:
        return Complete((Enough(), BuyAction()))

    @cites("scenario.1.competitive.tokens-extra-action")
    def answered(self, state: GameState, frame: OneMore, answer: Answer) -> Outcome[GameState]:
        """An action that was bought is one that is not taken yet; who has enough is asked no more."""
        state, turn = close_top(state), turn_of(state)
        if not isinstance(answer, BuyAction):
            return _with_turn(state, msgspec.structs.replace(turn, is_over=True)), ()
        scene = msgspec.structs.replace(state.staged.with_tokens(frame.seat, -1), has_bought=True)
        state = _with_turn(state.with_scene(scene), msgspec.structs.replace(turn, taken=turn.taken - 1))
        left = scene.tokens[frame.seat]
        bought = event(
            "action-bought", "scenario.1.competitive.tokens-extra-action", seat=int(frame.seat), left=left
        )
        return state, (bought,)


def _with_turn(state: GameState, turn: Turn) -> GameState:
    now = turn_of(state)
    agenda = tuple(turn if frame is now else frame for frame in state.agenda)
    return msgspec.structs.replace(state, agenda=agenda)


def token_worth(state: GameState, seat: Seat) -> int:
    """Points for the status tokens that are left."""
    return state.tokens_of(seat) * state.plot.token_points

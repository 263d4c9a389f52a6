"""A fight on an arena where somebody holds something for the moment after a roll: the window comes before the hits."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Attack, DragonTurn, FightFrame, Rolled, with_frame_below
from fujikoro_nb.engine.fujikoro.asked.rest import EndOfAction
from fujikoro_nb.engine.fujikoro.rules.fights.arena import fight_rules
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Game,
    Options,
    Outcome,
    Pass,
    Quiet,
    Seat,
    Window,
    WindowRules,
    close_top,
    event,
    push,
)
from tests.support.fights import die, dragon
from tests.support.gear_positions import board


class Fan(Answer, frozen=True):
    """Annul the hits of the dice that show a broken weapon."""


class FanArena(ArenaState, frozen=True):
    """An arena on which some seats hold a fan."""

    agenda: tuple[FightFrame | EndOfAction | Window, ...] = ()  # type: ignore[assignment]
    fans: tuple[int, ...] = ()

    def after_roll(self, roller: Seat | None) -> FanArena:
        order = tuple(seat for seat in self.in_turn_order(Seat(0)) if seat != roller)
        return push(self, Window("after-roll", order))


class FanRules(WindowRules[FanArena]):
    """A fan can be used once, by its holder, after somebody else's roll."""

    rule = "combat.dragon.all"
    moments = ("after-roll",)

    def uses(self, state: FanArena, seat: Seat, moment: str) -> Options:
        return Complete((Fan(),) if seat in state.fans else ())

    def used(self, state: FanArena, frame: Window, seat: Seat, answer: Answer) -> Outcome[FanArena]:
        fans = tuple(holder for holder in state.fans if holder != seat)
        state = close_top(msgspec.structs.replace(state, fans=fans))
        below = state.agenda[-1]
        assert isinstance(below, Attack | DragonTurn)
        state = with_frame_below(state, msgspec.structs.replace(below, has_void_hits=True))
        return push(state, frame), (event("fanned", "combat.dragon.all"),)

    def quiet(self, state: FanArena) -> tuple[Quiet, ...]:
        return ()

    def with_quiet(self, state: FanArena, quiet: tuple[Quiet, ...]) -> FanArena:
        return state


GAME: Game[FanArena] = Game({**fight_rules(), Window: FanRules()}, unasked="combat.end")

# Distinct faces of the tooth die in order: 3, 2 with the broken weapon, 2, 1, 0.
DICE = tuple(
    die(colour, faces)
    for colour, faces in {"W": "1*,1,1,1,0,0", "T": "3,2*,2,1,1,0", "M": "2*,2,1,1,0,0"}.items()
)
THREE_AND_TWO_BROKEN = Rolled(tooth=(1, 2, 0, 0, 0))


def struck_state(*fans: int) -> FanArena:
    """Two samurai without weapons before a dragon that has just rolled 3, 2* and 2*."""
    boards = (board(helmet="TTT/TTT"), board(helmet="TTT/TTT"))
    start = FanArena(boards=boards, dice=DICE, fans=fans)
    start = begin_dragon_fight(start, dragon("12/9/3", colour="white"), Seat(0), (Seat(1),))
    state = GAME.start(start).state
    return GAME.step(state, THREE_AND_TWO_BROKEN).state


def asked(state: FanArena) -> tuple[int, str]:
    question = GAME.question(state)
    assert question is not None
    return int(question.seat), question.kind


def damage(state: FanArena) -> int:
    """Damage asked of the first helmet, after the teeth were put away."""
    while True:
        question = GAME.question(state)
        assert question is not None
        if question.kind == "pay-damage":
            return int(dict(question.data)["damage"])
        state = GAME.step(state, next(iter(GAME.options(state)))).state


def test_nobody_is_asked_who_holds_nothing() -> None:
    state = struck_state()
    assert asked(state)[1] == "stow"
    assert damage(state) == 3 + 2 + 2


def test_the_window_opens_before_the_hits_count() -> None:
    state = struck_state(1)
    assert asked(state) == (1, "window")
    after = GAME.step(state, Fan())
    assert next(each.kind for each in after.events) == "fanned"
    assert damage(after.state) == 3, "only the die without a broken weapon"
    assert damage(GAME.step(state, Pass()).state) == 3 + 2 + 2


def test_the_broken_weapons_of_an_annulled_roll_still_give_teeth() -> None:
    used = GAME.step(struck_state(0), Fan()).state
    question = GAME.question(used)
    assert question is not None
    assert (question.kind, dict(question.data)["cubes"]) == ("stow", "TT")


def test_holders_are_asked_one_by_one_and_a_used_fan_is_gone() -> None:
    state = struck_state(0, 1)
    assert asked(state) == (0, "window")
    state = GAME.step(state, Fan()).state
    assert asked(state) == (1, "window")
    state = GAME.step(state, Pass()).state
    assert state.fans == (1,)
    assert asked(state)[1] == "stow"

"""Chapter "turn": two actions, the discs they cost, rest, waking up, and what ends a turn early.

An action plugs in as a `mains.Main`: whether it can begin, and how. `TurnRules` and `ActionRules` get all of them by
the name of their field and know none of them.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.game import Act, Action, Challenge, DoPart, Enough, Match, Turn, Use
from fujikoro_nb.engine.fujikoro.asked.group import Hear, Offer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, turn_of
from fujikoro_nb.engine.fujikoro.asked.rest import EndOfAction
from fujikoro_nb.engine.fujikoro.asked.scenario import OneMore
from fujikoro_nb.engine.fujikoro.board.player import SLOTS, OwnedCard
from fujikoro_nb.engine.fujikoro.board.state import next_seat
from fujikoro_nb.engine.fujikoro.rules.bonus import is_deserted
from fujikoro_nb.engine.fujikoro.rules.cardbonus import BONUSES, STEP, card_on
from fujikoro_nb.engine.fujikoro.rules.end import last_scoring
from fujikoro_nb.engine.fujikoro.rules.fights.magic import with_magic_check
from fujikoro_nb.engine.fujikoro.rules.fights.meeting import no_duel
from fujikoro_nb.engine.fujikoro.rules.group.goals import verdict
from fujikoro_nb.engine.fujikoro.rules.group.rounds import next_round
from fujikoro_nb.engine.fujikoro.rules.group.trade import (
    begin_trade,
    check_trade,
    may_trade,
    traded,
    with_gifts,
)
from fujikoro_nb.engine.fujikoro.rules.mains import Mains, is_bonus_enough
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import departing, leave_at_end_of_turn
from fujikoro_nb.engine.fujikoro.rules.mountain.final import count_down
from fujikoro_nb.engine.fujikoro.rules.mountain.move import begin_bonus_step, bonus_ends
from fujikoro_nb.engine.fujikoro.rules.powers import check_use, used, uses
from fujikoro_nb.engine.fujikoro.rules.rest import craft_besides, rest
from fujikoro_nb.engine.fujikoro.rules.scenes.marching import with_round_end
from fujikoro_nb.engine.fujikoro.rules.scenes.tokens import can_buy
from fujikoro_nb.engine.fujikoro.rules.scenes.trial import tried_where_it_is
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
    event,
    push,
    refuse,
    replace_top,
)

REST = "rest"
"""Has no field and costs no disc."""


class MatchRules(FrameRules[GameState]):
    """Turn after turn, clockwise."""

    @cites("turn.order", "turn.wake-up", "final.event.end", "scenario.4.competitive.monks-conquered")
    def advance(self, state: GameState, frame: Match) -> Outcome[GameState] | None:
        if has_rounds(state):
            return next_round(state, frame)
        if state.is_over or is_deserted(state):
            return None
        assert frame.following is not None, "the setup names the start player"
        seat = frame.following
        state = replace_top(state, Match(next_seat(state.players, seat)))
        events = [event("turn", "turn.order", seat=int(seat))]
        up = awake_for_turn(state, seat)
        if up is not state:
            events.append(event("wakes", "turn.wake-up", seat=int(seat)))
        if up.scene is not UNSET:
            plot = up.plot
            if plot.has_round_ends:
                up = with_round_end(up, seat)
            if plot.leaves_later:
                up, gone = departing(up, seat)
                return up, (*events, *gone)
            up, tried = tried_where_it_is(push(up, Turn(seat)), seat)
            return up, (*events, *tried)
        return push(up, Turn(seat)), tuple(events)

    def closed(self, state: GameState, frame: Match) -> Outcome[GameState]:
        return verdict(state) if has_rounds(state) else last_scoring(state)


def has_rounds(state: GameState) -> bool:
    """Whether whole rounds are played, and not turn after turn until a countdown ends."""
    return state.mode.together is not UNSET and state.mode.rounds is not None


@cites("turn.wake-up")
def awake_for_turn(state: GameState, seat: Seat) -> GameState:
    """The state as the turn of a seat begins: its samurai wakes up where it lies; the same one where none does."""
    samurai = state.samurai[seat]
    if samurai.is_on_map and not samurai.is_conscious:
        return state.with_samurai(seat, msgspec.structs.replace(samurai, is_conscious=True))
    return state


class TurnRules(FrameRules[GameState]):
    """Asks for an action until both are done or the samurai lies unconscious."""

    def __init__(self, mains: Mains) -> None:
        self._mains = mains
        self._fields = [field for field in SLOTS if field in mains]

    @cites("turn.two-actions", "turn.ends-on-defeat", "duel.turn-end", "escape.no-actions")
    def question(self, state: GameState, frame: Turn) -> Question | None:
        if frame.is_over or frame.taken >= state.actions or not state.is_conscious(frame.seat):
            return None
        return Question(frame.seat, "act", "turn.two-actions", frame.name, (("taken", frame.taken),))

    def check(self, state: GameState, frame: Turn, answer: Answer) -> Refusal | None:
        if isinstance(answer, Use):
            return check_use(state, frame.seat, "act", answer)
        if isinstance(answer, Challenge):
            return no_duel(state, frame.seat)
        if not isinstance(answer, Act):
            if isinstance(answer, Offer | Hear) and may_trade(state):
                return check_trade(state, frame.seat, answer)
            return refuse("turn.two-actions", "not-asked")
        if answer.field == REST:
            return self._check_rest(state, frame.seat, answer)
        if answer.field not in self._mains:
            return refuse("turn.two-actions", "no-action", action=answer.field)
        return check_disc(state, frame.seat, answer) or self._check_main(state, frame.seat, answer.field)

    @cites("turn.rest.needs-disc")
    def _check_rest(self, state: GameState, seat: Seat, answer: Act) -> Refusal | None:
        if answer.monk:
            return refuse("turn.disc.cost", "rest")
        return None if can_rest(state, seat) else refuse("turn.rest.needs-disc")

    @cites("gearcard.bonus.either-both", "turn.pass-fallback")
    def _check_main(self, state: GameState, seat: Seat, field: str) -> Refusal | None:
        """A disc may be spent on the bonus of a card alone, and on a move that goes nowhere.

        turn.pass-fallback: some tables refuse such a move while any other action can do something.
        """
        card = card_on(state, seat, field)
        if card is not None and is_bonus_enough(state):
            return None
        refusal = self._mains[field].check(state, seat)
        if refusal is None or (card is not None and self._can_after(card, state, seat)):
            return None
        if field != "move":
            return refusal
        others = (self._check_main(state, seat, name) for name in self._mains if name != "move")
        return refusal if can_rest(state, seat) or None in others else None

    def _can_after(self, card: OwnedCard, state: GameState, seat: Seat) -> bool:
        """Whether the step of a card, done first, leads to where the main part can be done."""
        return card.bonus == STEP and bool(bonus_ends(begin_bonus_step(state, seat), self._mains[card.slot]))

    def options(self, state: GameState, frame: Turn) -> Options:
        # What `check` asks of an action and of what pays for it are two things: each is asked once.
        seat = frame.seat
        paying = ways_to_pay(state, seat)
        able = (
            [field for field in self._fields if self._check_main(state, seat, field) is None]
            if paying
            else []
        )
        rests = (Act(REST),) if can_rest(state, seat) else ()
        acts = [Act(field, monk) for field in able for monk in paying]
        every = Complete((*acts, *rests, *uses(state, seat, "act")))
        if state.group is UNSET or not may_trade(state):
            return every
        return with_gifts(state, seat, every, is_listed=not traded(state))

    @cites("turn.rest.forced")
    def answered(self, state: GameState, frame: Turn, answer: Answer) -> Outcome[GameState]:
        if isinstance(answer, Use):
            return used(state, frame.seat, "act", answer)
        if not isinstance(answer, Act):
            assert isinstance(answer, Offer | Hear), "check lets nothing else through"
            return begin_trade(state, frame.seat, answer)
        seat = frame.seat
        frame = msgspec.structs.replace(frame, taken=frame.taken + 1)
        if answer.field == REST:
            back = discs_back(replace_top(state, frame), seat)
            resting = rest(back, seat).with_window("rest", (seat,))
            return resting, (event("rests", "turn.rest.returns-all", seat=int(seat)),)
        has_card = card_on(state, seat, answer.field) is not None
        action = Action(seat, answer.field, ("main", "bonus") if has_card else (), is_begun=not has_card)
        state = disc_pushed(replace_top(state, frame, action), seat, answer)
        if not has_card:
            state = self._mains[answer.field].begin(state, seat)
        return state, (event("acts", "turn.disc.cost", seat=int(seat), action=answer.field),)

    def advance(self, state: GameState, frame: Turn) -> Outcome[GameState] | None:
        """The actions are over; whoever can leave the mountain from here does so before the turn is."""
        if frame.is_ending:
            return None
        if state.scene is not UNSET and state.leaves_loot and can_buy(state, frame):
            return push(state, OneMore(frame.seat)), ()
        ending = replace_top(state, msgspec.structs.replace(frame, is_ending=True))
        left, events = leave_at_end_of_turn(ending, frame.seat)
        return None if left is ending else (left, events)

    def closed(self, state: GameState, frame: Turn) -> Outcome[GameState]:
        """The countdown's step belongs to the end of a turn, however it ends."""
        state, events = count_down(state, frame.seat)
        return state, (event("turn-over", "turn.order", seat=int(frame.seat)), *events)


# ---- discs


@cites("turn.monk-disc")
def ways_to_pay(state: GameState, seat: Seat) -> tuple[bool, ...]:
    """What can pay for an action now: a disc, the action monk (told by True), both or nothing."""
    board = state.boards[seat]
    with_disc = (False,) if board.discs else ()
    return (*with_disc, True) if board.idle_monks else with_disc


@cites("turn.rest.forced", "turn.monk-disc", "example.rest-forced")
def check_disc(state: GameState, seat: Seat, act: Act) -> Refusal | None:
    """Nothing, or why there is no disc, or no action monk, to push."""
    ways = ways_to_pay(state, seat)
    if act.monk in ways:
        return None
    if not ways:
        return refuse("turn.rest.forced")
    return refuse("turn.monk-disc") if act.monk else refuse("turn.disc.cost", "monk-only")


@cites("turn.disc.cost", "turn.disc.stack", "turn.monk-disc")
def disc_pushed(state: GameState, seat: Seat, act: Act) -> GameState:
    """One disc less in the pool and one more on the field."""
    board = state.boards[seat]
    if act.monk:
        return state.with_board(seat, board.with_monk_fields((*board.monk_fields, act.field)))
    board = msgspec.structs.replace(board, discs=board.discs - 1)
    return state.with_player(seat, board, state.samurai[seat].with_disc_on(act.field))


@cites("turn.rest.forced")
def has_to_rest_next(state: GameState, seat: Seat) -> bool:
    """Whether another action follows the one that is asked for now, and one more disc leaves only rest for it."""
    return state.fighter(seat).pool == 1 and turn_of(state).taken + 1 < state.actions


def can_rest(state: GameState, seat: Seat) -> bool:
    """Whether a disc or the action monk lies on a field."""
    return any(state.samurai[seat].fields) or bool(state.boards[seat].action_monk_field)


@cites("turn.rest.returns-all", "turn.monk-disc")
def discs_back(state: GameState, seat: Seat) -> GameState:
    """Every disc and the action monk from all fields in the pool again."""
    board, samurai = state.boards[seat], state.samurai[seat]
    if board.monk_fields:
        board = board.with_monk_fields(())
    board = msgspec.structs.replace(board, discs=board.discs + sum(samurai.fields))
    return state.with_player(seat, board, msgspec.structs.replace(samurai, fields=(0, 0, 0)))


# ---- an action with a field


class ActionRules(FrameRules[GameState]):
    """Main part and bonus in either order; without a card the main part has begun with the action."""

    def __init__(self, mains: Mains) -> None:
        self._mains = mains

    @cites("combat.end.continue", "turn.ends-on-defeat")
    def _is_cut(self, state: GameState, frame: Action) -> bool:
        """Whether what is left of the action is lost: its samurai lies unconscious, or its turn is over."""
        return turn_of(state).is_over or not state.is_conscious(frame.seat)

    def question(self, state: GameState, frame: Action) -> Question | None:
        is_choice = "bonus" in frame.parts and not self._is_cut(state, frame)
        is_choice = is_choice or (frame.is_begun and bool(frame.parts) and not self._is_cut(state, frame))
        if not is_choice:
            return None
        return Question(
            frame.seat, "part", "gearcard.bonus.either-both", frame.name, (("action", frame.field),)
        )

    def check(self, state: GameState, frame: Action, answer: Answer) -> Refusal | None:
        match answer:
            case Enough():
                must_do_main = "main" in frame.parts and not is_bonus_enough(state)
                if not frame.is_begun or (must_do_main and self._can_main(state, frame)):
                    return refuse("gearcard.bonus.either-both")
                return None
            case DoPart(part=part) if part in frame.parts:
                return self._mains[frame.field].check(state, frame.seat) if part == "main" else None
            case DoPart():
                return refuse("gearcard.bonus.either-both", "no-part")
            case _:
                return refuse("gearcard.bonus.either-both", "not-asked")

    def _can_main(self, state: GameState, frame: Action) -> bool:
        return self._mains[frame.field].check(state, frame.seat) is None

    def options(self, state: GameState, frame: Action) -> Options:
        every = (Enough(), DoPart("main"), DoPart("bonus"))
        return Complete([one for one in every if self.check(state, frame, one) is None])

    def answered(self, state: GameState, frame: Action, answer: Answer) -> Outcome[GameState]:
        if not isinstance(answer, DoPart):
            return replace_top(state, msgspec.structs.replace(frame, parts=())), ()
        return self._begun(state, frame, answer.part)

    def _begun(self, state: GameState, frame: Action, part: str) -> Outcome[GameState]:
        rest_of_it = tuple(each for each in frame.parts if each != part)
        state = replace_top(state, msgspec.structs.replace(frame, parts=rest_of_it, is_begun=True))
        if part == "main":
            return self._mains[frame.field].begin(state, frame.seat), ()
        card = card_on(state, frame.seat, frame.field)
        assert card is not None, "a card stays where it is (gearcard.permanent)"
        return BONUSES[card.bonus](state, frame.seat)

    @cites("magic.gain", "move.lava.magic-restore", "char.yoshihiro.no-craft-when-down")
    def closed(self, state: GameState, frame: Action) -> Outcome[GameState]:
        """The action is over: who crafts after each one does, then everybody's gear is checked for magic."""
        over = event("action-over", "turn.two-actions", seat=int(frame.seat), action=frame.field)
        played = state.boards[frame.seat].played
        if played is not UNSET and played.crafts_after_actions and not self._is_cut(state, frame):
            return craft_besides(push(state, EndOfAction(frame.seat)), frame.seat), (over,)
        return with_magic_check(state, frame.seat), (over,)

"""Fuji 99 on the kernel: whose turn it is, how cards are drawn, and what is asked of a game from outside."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fujikoro_nb.engine.fuji_99.components import BOX, GOAL, MILESTONES, check_deck
from fujikoro_nb.engine.fuji_99.effects import EFFECTS, IMMEDIATE, WHEN
from fujikoro_nb.engine.fuji_99.setup import cards_of, check_table, cubes_of, new_game
from fujikoro_nb.engine.fuji_99.state import (
    Drawing,
    First,
    Found,
    Fuji99,
    FujiAnswer,
    Held,
    Race,
    Turn,
    added,
)
from fujikoro_nb.engine.fuji_99.turn import TurnRules
from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Counts,
    DrawOptions,
    Event,
    FrameRules,
    Game,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    Weighted,
    cites,
    event,
    push,
    refuse,
    replace_top,
)


class RaceRules(FrameRules[Fuji99]):
    """Turn after turn; who begins is asked of chance where the table has not said it."""

    def question(self, state: Fuji99, frame: Race) -> Question | None:
        """Who begins, before anybody has."""
        if frame.next is not None:
            return None
        return Question(CHANCE, "first", "fuji99.setup.first-player", frame.name)

    def check(self, state: Fuji99, frame: Race, answer: Answer) -> Refusal | None:
        """Any seat may begin."""
        is_seat = isinstance(answer, First) and 0 <= answer.seat < len(state.players)
        return None if is_seat else refuse("fuji99.setup.first-player", players=len(state.players))

    def options(self, state: Fuji99, frame: Race) -> Options:
        """Each seat alike."""
        return Weighted((First(Seat(seat)), 1) for seat in range(len(state.players)))

    def answered(self, state: Fuji99, frame: Race, answer: Answer) -> Outcome[Fuji99]:
        """Whoever chance named begins."""
        assert isinstance(answer, First)
        return replace_top(state, Race(answer.seat)), ()

    @cites("fuji99.turn.movement-token")
    def advance(self, state: Fuji99, frame: Race) -> Outcome[Fuji99]:
        """The next turn: the Movement token comes to that player, face-down cards begin to count."""
        seat = frame.next
        assert seat is not None, "asked before"
        player = state.players[seat]
        turned = msgspec.structs.replace(player, facing=player.waiting, waiting=0)
        state = msgspec.structs.replace(state.with_player(seat, turned), movement=player.floor)
        return push(state, Turn(seat)), (event("turn", "fuji99.turn.sequence", seat=int(seat)),)


class DrawingRules(FrameRules[Fuji99]):
    """Cards off the pile, for Discovery and for what an Immediate card starts."""

    def question(self, state: Fuji99, frame: Drawing) -> Question | None:
        """Which card comes, while somebody waits and a card is there."""
        if not frame.waiting or not sum(state.pile):
            return None
        data = (("seat", int(frame.waiting[0])),)
        return Question(CHANCE, "card", "fuji99.discovery.draw-one", frame.name, data)

    def check(self, state: Fuji99, frame: Drawing, answer: Answer) -> Refusal | None:
        """A card of the pile."""
        pile = state.pile
        is_there = isinstance(answer, Found) and 0 <= answer.card < len(pile) and pile[answer.card] > 0
        return None if is_there else refuse("fuji99.discovery.draw-one")

    def options(self, state: Fuji99, frame: Drawing) -> Options:
        """Each card of the pile is as likely as another."""

        def found(counts: Counts) -> Answer:
            return Found(counts.index(1))

        def counts_of(answer: Answer) -> Counts | None:
            if not isinstance(answer, Found):
                return None
            return tuple(int(at == answer.card) for at in range(len(state.pile)))

        return DrawOptions(state.pile, 1, found, counts_of)

    def answered(self, state: Fuji99, frame: Drawing, answer: Answer) -> Outcome[Fuji99]:
        """Into the hand, or an Immediate card, which waits for its turn."""
        assert isinstance(answer, Found)
        seat, card = frame.waiting[0], state.deck.cards[answer.card]
        told = event("found", "fuji99.discovery.draw-one", seat=int(seat), card=card.key)
        state = msgspec.structs.replace(state, pile=added(state.pile, answer.card, -1))
        frame = msgspec.structs.replace(frame, waiting=frame.waiting[1:])
        if EFFECTS[card.effect].when == IMMEDIATE:
            aside = added(frame.aside or (0,) * len(state.pile), answer.card)
            frame = msgspec.structs.replace(frame, owners=(*frame.owners, seat), aside=aside)
            return replace_top(state, frame), (told,)
        player = state.players[seat]
        hand = (*player.hand, Held(answer.card))
        state = state.with_player(seat, msgspec.structs.replace(player, hand=hand))
        return replace_top(state, frame), (told,)

    @cites("fuji99.card.immediate-chain", "fuji99.card.immediate-off-turn-no-crisis")
    def advance(self, state: Fuji99, frame: Drawing) -> Outcome[Fuji99] | None:
        """The oldest Immediate card lets everybody draw, its owner last; at the end they are all laid off."""
        if not frame.waiting:
            if not frame.owners:
                return None
            owner = frame.owners[0]
            waiting = (*state.after(owner), owner)
            frame = msgspec.structs.replace(frame, waiting=waiting, owners=frame.owners[1:])
            told = event("everybody", "fuji99.card.immediate-others-draw", seat=int(owner))
            return replace_top(state, frame), (told,)
        return _reshuffled(state, frame)

    def closed(self, state: Fuji99, frame: Drawing) -> Outcome[Fuji99]:
        """Immediate cards are never kept."""
        if not frame.aside:
            return state, ()
        discard = tuple(map(int.__add__, state.discard, frame.aside))
        return msgspec.structs.replace(state, discard=discard), ()


def _reshuffled(state: Fuji99, frame: Drawing) -> tuple[Fuji99, tuple[Event, ...]]:
    """The discard pile becomes the draw pile; where both are empty nobody draws."""
    cards = sum(state.discard)
    if not cards:
        frame = msgspec.structs.replace(frame, waiting=())
        return replace_top(state, frame), (event("none-left", "fuji99.discovery.nothing-left"),)
    empty = (0,) * len(state.discard)
    state = msgspec.structs.replace(state, pile=state.discard, discard=empty)
    return state, (event("reshuffled", "fuji99.discovery.reshuffle", cards=cards),)


class Fuji99Game(Game[Fuji99]):
    """The whole game. Nothing is hidden: which cube or card comes next is chance, and lies nowhere yet."""

    @cites("fuji99.card.hand-public")
    def view_for(self, state: Fuji99, seat: Seat) -> Fuji99:
        """Hands lie open, and everybody knows what the face-down card is."""
        return state

    def is_decided(self, state: Fuji99) -> bool:
        """The Movement token has reached the goal."""
        return state.winner is not None

    def is_sound(self, state: Fuji99) -> bool:
        """A game before its first question, as `new_game` makes it."""
        if len(state.agenda) != 1 or not isinstance(state.agenda[0], Race):
            return False
        colours = [player.colour for player in state.players]
        books = [player.book for player in state.players]
        begins = state.agenda[0].next
        first = None if begins is None else int(begins)
        refusal = check_table(len(state.players), state.rulings, colours, books, first)
        if refusal is not None or any(card.effect not in EFFECTS for card in state.deck.cards):
            return False
        if check_deck(state.deck, WHEN) is not None:
            return False
        fresh = new_game(
            state.deck,
            players=len(state.players),
            rulings=state.rulings,
            colours=colours,
            books=books,
            first=first,
        )
        return state == fresh

    def is_played_by(self, state: Fuji99, rulings: Iterable[tuple[str, str]]) -> bool:
        """Whether the save tells the readings that the state plays by."""
        return set(rulings) <= set(state.rulings.in_force().items())


GAME = Fuji99Game(
    {Race: RaceRules(), Turn: TurnRules(), Drawing: DrawingRules()},
    unasked="fuji99.turn.sequence",
    name="fuji99",
    state=Fuji99,
    answers=FujiAnswer,
)


@cites("fuji99.end.no-scoring")
def winners(state: Fuji99) -> tuple[Seat, ...]:
    """Exactly one when the game is over, before nobody."""
    return () if state.winner is None else (state.winner,)


def floors(state: Fuji99) -> tuple[int, ...]:
    """Where everybody stands: at their tokens, the winner where the Movement token is."""
    return tuple(
        state.movement if seat == state.winner else player.floor for seat, player in enumerate(state.players)
    )


def is_whole(state: Fuji99) -> bool:
    """Whether no cube and no card has gone or come; holds along every game."""
    return (
        cubes_of(state) == BOX
        and cards_of(state) == state.deck.number
        and all(
            lying + sum(player.taken[at] for player in state.players) == len(state.players)
            for at, lying in enumerate(state.milestones)
        )
        and len(state.milestones) == len(MILESTONES)
        and 0 <= state.movement <= GOAL
        and min(*msgspec.structs.astuple(state.box), *msgspec.structs.astuple(state.drawn), state.pagoda) >= 0
        and not any(min(msgspec.structs.astuple(player.bag)) < 0 for player in state.players)
    )

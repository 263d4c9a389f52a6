"""Makai Fuda on the kernel: tournaments, prizes, and what each seat may see."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

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
    close_top,
    event,
    push,
    refuse,
)
from fujikoro_nb.engine.makai_fuda.components import HAND, MATCHES_BEFORE, SECRET, Card, check_deck
from fujikoro_nb.engine.makai_fuda.judge import (
    backers,
    chips_after,
    is_over,
    prize,
    tournament_winner,
    winners,
)
from fujikoro_nb.engine.makai_fuda.play import MatchRules, PredictRules, ReplaceRules, exchange_debt
from fujikoro_nb.engine.makai_fuda.setup import check_table, new_game
from fujikoro_nb.engine.makai_fuda.state import (
    Deal,
    Dealt,
    Evening,
    First,
    Makai,
    MakaiAnswer,
    Match,
    Predict,
    Prizes,
    Replace,
    put,
)
from fujikoro_nb.engine.makai_fuda.worlds import MakaiWorlds


class EveningRules(FrameRules[Makai]):
    """Tournament after tournament."""

    def question(self, state: Makai, frame: Evening) -> Question | None:
        """Who begins, where the table has not said it."""
        if state.start_card is not None:
            return None
        return Question(CHANCE, "first", "makai.setup.first-start-player", frame.name)

    def check(self, state: Makai, frame: Evening, answer: Answer) -> Refusal | None:
        """Any seat may begin."""
        is_seat = isinstance(answer, First) and 0 <= answer.seat < state.players
        return None if is_seat else refuse("makai.setup.first-start-player", players=state.players)

    def options(self, state: Makai, frame: Evening) -> Options:
        """Each seat alike."""
        return Weighted((First(Seat(seat)), 1) for seat in range(state.players))

    def answered(self, state: Makai, frame: Evening, answer: Answer) -> Outcome[Makai]:
        """Whoever chance named has the start card."""
        assert isinstance(answer, First)
        return msgspec.structs.replace(state, start_card=answer.seat), ()

    @cites(
        "makai.prepare.reset-dice",
        "makai.prepare.deal-eleven",
        "makai.flow.phase-order",
        "makai.play.first-leader",
    )
    def advance(self, state: Makai, frame: Evening) -> Outcome[Makai] | None:
        """The next tournament: dice and face-down cards away, all cards shuffled, a hand for everybody."""
        if state.tournament and is_over(state):
            return None
        start, players = state.start_card, state.players
        assert start is not None, "asked before"
        state = msgspec.structs.replace(
            state,
            wins=(0,) * len(state.kinds),
            laid=(None,) * players,
            lacks=((),) * players,
            laid_lacks=((),) * players,
            exchanged=(False,) * players,
            used=(),
            stock=state.deck.dealt_to(players),
            leader=start,
            match=0,
            tournament=state.tournament + 1,
        )
        deals = [Deal(seat) for seat in reversed(state.from_seat(start))]
        told = event("tournament", "makai.flow.phase-order", number=state.tournament, start=int(start))
        return push(state, Prizes(), *deals), (told,)

    def closed(self, state: Makai, frame: Evening) -> Outcome[Makai]:
        """The game is over."""
        first = winners(state)
        return state, tuple(event("won", "makai.end.most-gold-wins", seat=int(seat)) for seat in first)


def different(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The different cards, in order."""
    return tuple(dict.fromkeys(sorted(cards)))


class DealRules(FrameRules[Makai]):
    """A hand of eleven."""

    def question(self, state: Makai, frame: Deal) -> Question:
        """Which cards; only their owner is told."""
        data = (("seat", int(frame.seat)),)
        return Question(CHANCE, "deal", "makai.prepare.deal-eleven", frame.name, data)

    def check(self, state: Makai, frame: Deal, answer: Answer) -> Refusal | None:
        """Eleven cards of those that are left."""
        return (
            None if answer in self.options(state, frame) else refuse("makai.prepare.deal-eleven", cards=HAND)
        )

    def options(self, state: Makai, frame: Deal) -> Options:
        """Each card is as likely as another."""
        heap = tuple(state.stock.count(card) for card in different(state.deck.dealt_to(state.players)))

        def counts_of(answer: Answer) -> Counts | None:
            return answer.counts if isinstance(answer, Dealt) else None

        return DrawOptions(heap, HAND, Dealt, counts_of)

    def answered(self, state: Makai, frame: Deal, answer: Answer) -> Outcome[Makai]:
        """Into the hand."""
        assert isinstance(answer, Dealt)
        cards = different(state.deck.dealt_to(state.players))
        hand = [card for card, count in zip(cards, answer.counts, strict=True) for _ in range(count)]
        stock = list(state.stock)
        for card in hand:
            stock.remove(card)
        hands = put(state.hands, frame.seat, tuple(hand))
        state = msgspec.structs.replace(close_top(state), hands=hands, stock=tuple(stock))
        return state, (event("dealt", "makai.prepare.deal-eleven", seat=int(frame.seat), cards=HAND),)


@cites("makai.variant.watch-first-leader")
def is_predicted_now(state: Makai) -> bool:
    """Whether the face-down cards are laid before the next match; who leads it stays as it is."""
    if any(state.laid):
        return False
    if not state.variants.watches:
        return state.match == 0
    if state.rulings.reading("makai.variant.watch-first") == "tournaments":
        return state.match == 0 and state.tournament > MATCHES_BEFORE
    return state.match == MATCHES_BEFORE


class PrizesRules(FrameRules[Makai]):
    """Predictions and matches while there are cards, then the prizes."""

    @cites("makai.play.ten-matches")
    def advance(self, state: Makai, frame: Prizes) -> Outcome[Makai] | None:
        """Match after match until the hands are empty."""
        if not any(state.hands):
            return paid(state)
        if is_predicted_now(state):
            assert state.start_card is not None, "asked before"
            return push(state, Predict(state.from_seat(state.start_card))), ()
        return push(state, Match(state.from_seat(state.leader))), ()


@cites("makai.prize.pass-start-card")
def paid(state: Makai) -> tuple[Makai, tuple[Event, ...]]:
    """All face-down cards are turned up, the winner's backers are paid, the start card moves on."""
    kind = tournament_winner(state)
    told = [
        event("revealed", "makai.prize.reveal", seat=seat, kind=card.kind, strength=card.strength)
        for seat, card in enumerate(state.laid)
        if card is not None
    ]
    told.append(event("tournament-over", "makai.prize.tournament-winner", kind=kind))
    gold = state.gold
    for seat in backers(state, kind):
        amount = max(0, prize(state, kind) - exchange_debt(state, seat))
        gold = put(gold, seat, gold[seat] + amount)
        told.append(event("prize", "makai.prize.base-amount", seat=int(seat), gold=amount))
    assert state.start_card is not None, "asked before"
    state = msgspec.structs.replace(
        close_top(state),
        gold=gold,
        chips=chips_after(state, kind),
        start_card=state.from_seat(state.start_card)[1],
    )
    return state, tuple(told)


class MakaiGame(Game[Makai]):
    """The whole game; hands and face-down cards are closed."""

    def view_for(self, state: Makai, seat: Seat) -> Makai:
        """The own cards, and of the others how many there are. Once the prizes are paid nothing is closed."""
        if not state.agenda:
            return state
        hands = tuple(
            hand if owner == seat else (SECRET,) * len(hand) for owner, hand in enumerate(state.hands)
        )
        laid = tuple(
            card if owner == seat or card is None else SECRET for owner, card in enumerate(state.laid)
        )
        stock = (SECRET,) * len(state.stock)
        return msgspec.structs.replace(state, hands=hands, laid=laid, stock=stock)

    def is_hidden(self, question: Question, seat: Seat) -> bool:
        """Hands and what is laid face down."""
        if question.kind == "deal":
            return dict(question.data)["seat"] != seat
        return question.kind in ("predict", "replace") and question.seat != seat

    def hides_choice(self) -> bool:
        """Who had no choice holds no other card."""
        return True

    def reveals(self, question: Question) -> bool:
        """Every card played lay in a closed hand before."""
        return question.kind == "match"

    def worlds(self, view: Makai) -> MakaiWorlds:
        """What may lie in closed hands and face down."""
        return MakaiWorlds(view)

    def is_sound(self, state: Makai) -> bool:
        """A game before its first question, as `new_game` makes it."""
        start = None if state.start_card is None else int(state.start_card)
        if check_table(len(state.gold), state.variants, start) or check_deck(state.deck):
            return False
        fresh = new_game(
            state.deck,
            players=state.players,
            variants=state.variants,
            rulings=state.rulings,
            start_player=start,
        )
        return state == fresh

    def is_played_by(self, state: Makai, rulings: Iterable[tuple[str, str]]) -> bool:
        """Whether the save tells the readings that the state plays by."""
        return set(rulings) <= set(state.rulings.in_force().items())


GAME = MakaiGame(
    {
        Evening: EveningRules(),
        Deal: DealRules(),
        Predict: PredictRules(),
        Match: MatchRules(),
        Replace: ReplaceRules(),
        Prizes: PrizesRules(),
    },
    unasked="makai.end.most-gold-wins",
    name="makai",
    state=Makai,
    answers=MakaiAnswer,
)


@cites("makai.setup.breakdown-public")
def breakdown(state: Makai) -> tuple[Card, ...]:
    """The cards in play: everybody has a list of them."""
    return state.deck.dealt_to(state.players)


def is_whole(state: Makai) -> bool:
    """Whether no card has gone or come while a tournament is played; holds along every game."""
    lying = [*state.stock, *state.used, *(played.card for played in state.field)]
    lying += [card for hand in state.hands for card in hand]
    lying += [card for card in state.laid if card is not None]
    return not state.tournament or sorted(lying) == sorted(breakdown(state))

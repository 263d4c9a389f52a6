"""What may be played in a match, laid face down and exchanged, and what it does."""

from __future__ import annotations

import msgspec

from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Event,
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
    replace_top,
)
from fujikoro_nb.engine.makai_fuda.components import Card
from fujikoro_nb.engine.makai_fuda.judge import next_leader, on_field, totals, winner
from fujikoro_nb.engine.makai_fuda.state import (
    LayDown,
    Makai,
    Match,
    Play,
    Played,
    PlayPrediction,
    Predict,
    Replace,
    put,
    without,
)

EXCHANGE_COST = 10

Result = tuple[Makai, tuple[Event, ...]]


class PredictRules(FrameRules[Makai]):
    """Everybody lays a monster face down."""

    def question(self, state: Makai, frame: Predict) -> Question | None:
        """Which one, of the next who has not laid yet."""
        if not frame.waiting:
            return None
        return Question(frame.waiting[0], "predict", "makai.predict.face-down-monster", frame.name)

    def check(self, state: Makai, frame: Predict, answer: Answer) -> Refusal | None:
        """A monster of the hand, no Magic."""
        if not isinstance(answer, LayDown) or answer.card not in state.hands[frame.waiting[0]]:
            return refuse("makai.predict.face-down-monster", "hand")
        return refuse("makai.predict.face-down-monster") if answer.card.is_magic else None

    def options(self, state: Makai, frame: Predict) -> Options:
        """The different monsters of the hand."""
        cards = dict.fromkeys(card for card in state.hands[frame.waiting[0]] if not card.is_magic)
        return Complete([LayDown(card) for card in cards])

    @cites("makai.predict.secrecy")
    def answered(self, state: Makai, frame: Predict, answer: Answer) -> Outcome[Makai]:
        """The card leaves the hand; what the hand is known to lack, the card cannot be."""
        assert isinstance(answer, LayDown)
        seat = frame.waiting[0]
        state = _laid_down(state, seat, answer.card, state.lacks[seat])
        told = event("laid", "makai.predict.secrecy", seat=int(seat))
        return replace_top(state, Predict(frame.waiting[1:])), (told,)


def _laid_down(state: Makai, seat: Seat, card: Card, lacks: tuple[str, ...]) -> Makai:
    return msgspec.structs.replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], card)),
        laid=put(state.laid, seat, card),
        laid_lacks=put(state.laid_lacks, seat, lacks),
    )


# ------------------------------------------------------------------ a match


@cites(
    "makai.play.leader-free-choice",
    "makai.play.no-monster-on-field-yet",
    "makai.play.free-when-all-types-present",
)
def check_play(state: Makai, seat: Seat, card: Card, target: str) -> Refusal | None:
    """Nothing, or why this card of the hand cannot be played, or not so."""
    hand, there = state.hands[seat], on_field(state.field)
    if card not in hand:
        return refuse("makai.play.prediction-card-not-playable")
    if card.is_magic:
        return check_magic(there, target)
    if target:
        return refuse("makai.magic.plus-three", "monster")
    if card.kind in there and has_new_monster(hand, there):
        return refuse("makai.play.must-play-new-monster", kind=card.kind)
    return None


def has_new_monster(hand: tuple[Card, ...], there: tuple[str, ...]) -> bool:
    """Whether a hand holds a monster that is not on the field."""
    return any(not card.is_magic and card.kind not in there for card in hand)


@cites("makai.play.magic-always-legal", "makai.magic.no-target-no-effect", "makai.magic.forced-target")
def check_magic(there: tuple[str, ...], target: str) -> Refusal | None:
    """Magic may always be played; it names a monster on the field, where there is one."""
    if target in there or (not there and not target):
        return None
    return refuse("makai.magic.plus-three")


@cites("makai.variant.exchange-after-prediction")
def check_exchange(state: Makai, seat: Seat) -> Refusal | None:
    """Nothing, or why the face-down card stays where it is."""
    laid = state.laid[seat]
    if not state.variants.exchanges or laid is None or state.exchanged[seat]:
        return refuse("makai.variant.exchange-prediction")
    if not replacements(state.hands[seat], laid.kind):
        return refuse("makai.variant.exchange-new-type", kind=laid.kind)
    return None


def replacements(hand: tuple[Card, ...], kind: str) -> tuple[Card, ...]:
    """Monsters of a hand that may be laid in place of this kind."""
    return tuple(dict.fromkeys(card for card in hand if not card.is_magic and card.kind != kind))


class MatchRules(FrameRules[Makai]):
    """One card of everybody, then the judgement."""

    def question(self, state: Makai, frame: Match) -> Question | None:
        """Which card, of the next in turn."""
        if not frame.waiting:
            return None
        return Question(frame.waiting[0], "match", "makai.play.clockwise-one-card", frame.name)

    def check(self, state: Makai, frame: Match, answer: Answer) -> Refusal | None:
        """A card of the hand by the rules for playing, or the face-down card by its variant."""
        match answer:
            case Play(card=card, target=target):
                return check_play(state, frame.waiting[0], card, target)
            case PlayPrediction():
                return check_exchange(state, frame.waiting[0])
            case _:
                return refuse("makai.play.clockwise-one-card")

    def options(self, state: Makai, frame: Match) -> Options:
        """The different cards that may be played, a Magic once for each monster that it can support."""
        seat, there = frame.waiting[0], on_field(state.field)
        plays = [
            Play(card, target)
            for card in dict.fromkeys(state.hands[seat])
            for target in ((there or ("",)) if card.is_magic else ("",))
        ]
        found: list[Answer] = [one for one in plays if check_play(state, seat, one.card, one.target) is None]
        if check_exchange(state, seat) is None:
            found.append(PlayPrediction())
        return Complete(found)

    def answered(self, state: Makai, frame: Match, answer: Answer) -> Outcome[Makai]:
        """The card lies on the field, open to everybody."""
        seat = frame.waiting[0]
        if isinstance(answer, PlayPrediction):
            return _exchanged(state, frame)
        assert isinstance(answer, Play)
        state = msgspec.structs.replace(
            shown_lacks(state, seat, answer.card),
            hands=put(state.hands, seat, without(state.hands[seat], answer.card)),
            field=(*state.field, Played(seat, answer.card, answer.target)),
        )
        told = event(
            "played",
            "makai.play.clockwise-one-card",
            seat=int(seat),
            kind=answer.card.kind,
            strength=answer.card.strength,
            target=answer.target,
        )
        return replace_top(state, Match(frame.waiting[1:])), (told,)

    def advance(self, state: Makai, frame: Match) -> Outcome[Makai] | None:
        """When everybody has played the match is judged."""
        return judged(state)


def shown_lacks(state: Makai, seat: Seat, card: Card) -> Makai:
    """Whoever repeats a monster of the field holds none that is not there, and everybody sees it."""
    there = on_field(state.field)
    if card.is_magic or card.kind not in there:
        return state
    lacks = dict.fromkeys((*state.lacks[seat], *(kind for kind in state.kinds if kind not in there)))
    return msgspec.structs.replace(state, lacks=put(state.lacks, seat, tuple(lacks)))


def _exchanged(state: Makai, frame: Match) -> Result:
    """The face-down card is played, whatever lies on the field; another one takes its place."""
    seat = frame.waiting[0]
    card = state.laid[seat]
    assert card is not None, "checked"
    state = msgspec.structs.replace(
        state,
        laid=put(state.laid, seat, None),
        exchanged=put(state.exchanged, seat, True),
        field=(*state.field, Played(seat, card)),
    )
    told = event(
        "exchanged",
        "makai.variant.exchange-prediction",
        seat=int(seat),
        kind=card.kind,
        strength=card.strength,
    )
    return push(replace_top(state, Match(frame.waiting[1:])), Replace(seat, card.kind)), (told,)


class ReplaceRules(FrameRules[Makai]):
    """Another monster goes face down, and the exchange is paid."""

    def question(self, state: Makai, frame: Replace) -> Question:
        """Which one."""
        return Question(frame.seat, "replace", "makai.variant.exchange-new-type", frame.name)

    def check(self, state: Makai, frame: Replace, answer: Answer) -> Refusal | None:
        """A monster of the hand, of another kind than was shown."""
        is_one = isinstance(answer, LayDown) and answer.card in replacements(
            state.hands[frame.seat], frame.kind
        )
        return None if is_one else refuse("makai.variant.exchange-new-type", kind=frame.kind)

    def options(self, state: Makai, frame: Replace) -> Options:
        """The different ones."""
        return Complete([LayDown(card) for card in replacements(state.hands[frame.seat], frame.kind)])

    def answered(self, state: Makai, frame: Replace, answer: Answer) -> Outcome[Makai]:
        """What it was is known to nobody else, but that it is not what was shown."""
        assert isinstance(answer, LayDown)
        seat = frame.seat
        lacks = tuple(dict.fromkeys((*state.lacks[seat], frame.kind)))
        state = close_top(_laid_down(state, seat, answer.card, lacks))
        paid = exchange_price(state, seat)
        state = msgspec.structs.replace(state, gold=put(state.gold, seat, state.gold[seat] - paid))
        return state, (event("paid-exchange", "makai.variant.exchange-cost", seat=int(seat), gold=paid),)


def exchange_price(state: Makai, seat: Seat) -> int:
    """What an exchange costs now: at most what one has, and nothing where it is taken from the prize."""
    if state.rulings.reading("makai.variant.exchange-cost") == "from-the-prize":
        return 0
    return min(EXCHANGE_COST, state.gold[seat])


def exchange_debt(state: Makai, seat: Seat) -> int:
    """What an exchange takes from the prize of its tournament."""
    is_later = state.rulings.reading("makai.variant.exchange-cost") == "from-the-prize"
    return EXCHANGE_COST if is_later and state.exchanged[seat] else 0


@cites("makai.judge.increment-die", "makai.play.used-cards-aside", "makai.lead.last-contributor-leads")
def judged(state: Makai) -> Result:
    """The winner's die goes up and says who leads; the cards lie aside until the next tournament."""
    field = state.field
    kind = winner(field, state.rulings)
    used = (*state.used, *(played.card for played in field))
    state = msgspec.structs.replace(close_top(state), field=(), used=used, match=state.match + 1)
    if kind is None:
        return state, (event("no-winner", "makai.judge.all-magic-no-winner"),)
    leader = next_leader(field, kind, state.rulings)
    at = state.kinds.index(kind)
    told = event(
        "match-won",
        "makai.judge.highest-total-wins",
        kind=kind,
        total=totals(field)[kind],
        leader=int(leader),
    )
    return msgspec.structs.replace(state, leader=leader, wins=put(state.wins, at, state.wins[at] + 1)), (
        told,
    )

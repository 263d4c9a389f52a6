"""A turn: Act, Danger, Move, Effect, Discovery, Crisis and Determination, and its end however it comes."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fujikoro_nb.engine.fuji_99.components import CRISIS, DANGER, FEWEST_DRAWN, Cubes
from fujikoro_nb.engine.fuji_99.effects import EFFECTS, lasting_bonus
from fujikoro_nb.engine.fuji_99.floors import advanced
from fujikoro_nb.engine.fuji_99.state import (
    ActAgain,
    Draw,
    Drawing,
    Drawn,
    Fuji99,
    NoMore,
    PlaceCubes,
    Race,
    Step,
    Stop,
    Turn,
    Use,
    added,
)
from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
    Counts,
    DrawOptions,
    Event,
    FrameRules,
    Lazy,
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

Result = tuple[Fuji99, tuple[Event, ...]]

RULES = {
    Step.ACT: "fuji99.act.choose-number",
    Step.DRAW: "fuji99.act.blind-random",
    Step.EFFECT: "fuji99.effect.pay-yellow",
    Step.DETERMINATION: "fuji99.determination.choice",
    Step.PAGODA: "fuji99.determination.pagoda-short",
}
"""The steps that ask, and the rule they ask by."""


class TurnRules(FrameRules[Fuji99]):
    """One player's turn."""

    def question(self, state: Fuji99, frame: Turn) -> Question | None:
        """What the step asks, if it has anything to ask."""
        rule = RULES.get(frame.step)
        if rule is None or not _asks(state, frame):
            return None
        seat = CHANCE if frame.step is Step.DRAW else frame.seat
        return Question(seat, frame.step.value, rule, frame.name, (("seat", int(frame.seat)),))

    def check(self, state: Fuji99, frame: Turn, answer: Answer) -> Refusal | None:
        """Each step takes its own answers only; a turn is never passed."""
        match frame.step, answer:
            case Step.ACT, Draw(number=number):
                return check_number(state, frame.seat, number)
            case Step.DRAW, Drawn():
                return None if answer in draw_options(state, frame) else refuse("fuji99.act.blind-random")
            case Step.EFFECT, Use(place=place):
                return check_use(state, frame.seat, place)
            case Step.EFFECT, NoMore():
                return check_no_more(state, frame.seat)
            case Step.DETERMINATION, ActAgain() | Stop():
                return None
            case Step.PAGODA, PlaceCubes(counts=counts):
                return check_placed(state, frame.seat, counts)
            case _:
                return refuse("fuji99.turn.sequence")

    def options(self, state: Fuji99, frame: Turn) -> Options:
        """What can be answered."""
        if frame.step is Step.DRAW:
            return draw_options(state, frame)
        if frame.step is Step.PAGODA:
            return Lazy(
                lambda: map(PlaceCubes, _placings(state, frame.seat)),
                lambda answer: isinstance(answer, Answer) and self.check(state, frame, answer) is None,
            )
        return Complete(tuple(_listed(state, frame)))

    def answered(self, state: Fuji99, frame: Turn, answer: Answer) -> Outcome[Fuji99]:
        """The effect of a checked answer."""
        match answer:
            case Draw(number=number):
                return _to(state, frame, Step.DRAW, number=number), ()
            case Drawn(counts=(clear, yellow, red)):
                return _drawn(state, frame, Cubes(clear, yellow, red))
            case Use(place=place):
                return _used(state, frame, place)
            case NoMore():
                return _to(state, frame, Step.DISCOVERY), ()
            case ActAgain():
                return _again(state, frame)
            case Stop():
                return _stopping(state, frame)
            case PlaceCubes(counts=counts):
                return _placed(state, frame, counts)
            case _:
                raise AssertionError(f"answered {answer} unchecked")

    def advance(self, state: Fuji99, frame: Turn) -> Outcome[Fuji99] | None:
        """The steps that ask nobody."""
        match frame.step:
            case Step.DANGER:
                return _danger(state, frame)
            case Step.MOVE:
                return _move(state, frame)
            case Step.EFFECT:
                return _to(state, frame, Step.DISCOVERY), ()
            case Step.DISCOVERY:
                return push(_to(state, frame, Step.CRISIS), Drawing((frame.seat,))), ()
            case Step.CRISIS:
                return _crisis(state, frame)
            case _:
                assert frame.step is Step.STOP, "every other step asks"
                return None

    def closed(self, state: Fuji99, frame: Turn) -> Outcome[Fuji99]:
        """Whoever has won ends the game in the middle of a turn; then nothing is put back."""
        return (state, ()) if state.winner is not None else _over(state, frame.seat)


def _to(state: Fuji99, frame: Turn, step: Step, *, number: int = 0) -> Fuji99:
    return replace_top(state, Turn(frame.seat, step, number))


def _asks(state: Fuji99, frame: Turn) -> bool:
    return frame.step is not Step.EFFECT or any(_payable(state, frame.seat))


def _listed(state: Fuji99, frame: Turn) -> Iterator[Answer]:
    match frame.step:
        case Step.ACT:
            yield from map(Draw, numbers(state, frame.seat))
        case Step.EFFECT:
            yield from (Use(place) for place, can in enumerate(_payable(state, frame.seat)) if can)
            if check_no_more(state, frame.seat) is None:
                yield NoMore()
        case _:
            yield ActAgain()
            yield Stop()


# ------------------------------------------------------------------ act


@cites("fuji99.act.bag-never-short", "fuji99.act.no-redraw")
def numbers(state: Fuji99, seat: Seat) -> range:
    """How many cubes can be drawn, once for each Act; a bag that falls short is drawn empty."""
    held = state.players[seat].bag.number
    return range(min(FEWEST_DRAWN, held), held + 1)


def check_number(state: Fuji99, seat: Seat, number: int) -> Refusal | None:
    """Nothing, or that so many cannot be drawn."""
    can = numbers(state, seat)
    if number in can:
        return None
    return refuse("fuji99.act.choose-number", number=number, fewest=can[0], most=can[-1])


def draw_options(state: Fuji99, frame: Turn) -> DrawOptions:
    """Each cube in the bag is as likely as another."""
    bag = state.players[frame.seat].bag

    def counts_of(answer: Answer) -> Counts | None:
        return answer.counts if isinstance(answer, Drawn) else None

    return DrawOptions((bag.clear, bag.yellow, bag.red), frame.number, Drawn, counts_of)


def _drawn(state: Fuji99, frame: Turn, cubes: Cubes) -> Result:
    player = state.players[frame.seat]
    state = state.with_player(frame.seat, msgspec.structs.replace(player, bag=player.bag - cubes))
    told = event(
        "drew",
        "fuji99.act.blind-random",
        seat=int(frame.seat),
        clear=cubes.clear,
        yellow=cubes.yellow,
        red=cubes.red,
    )
    return msgspec.structs.replace(_to(state, frame, Step.DANGER), drawn=cubes), (told,)


# ------------------------------------------------------------------ danger and move


@cites("fuji99.danger.count", "fuji99.danger.immediate-face-down-three")
def danger(state: Fuji99, seat: Seat) -> int:
    """Red cubes drawn now, those on the sheet, and face-down cards that count in this turn."""
    return state.drawn.red + state.sheet.red + state.players[seat].facing


@cites("fuji99.end.danger-before-move", "fuji99.danger.keeps-cards")
def _danger(state: Fuji99, frame: Turn) -> Result:
    count = danger(state, frame.seat)
    if count < DANGER:
        return _to(state, frame, Step.MOVE), ()
    told = event("bust", "fuji99.danger.three-red", seat=int(frame.seat), count=count)
    return _to(state, frame, Step.STOP), (told,)


@cites("fuji99.move.from-current", "fuji99.move.red-to-sheet")
def _move(state: Fuji99, frame: Turn) -> Result:
    floors = state.drawn.number + lasting_bonus(state, frame.seat)
    red = Cubes(red=state.drawn.red)
    state = msgspec.structs.replace(state, drawn=state.drawn - red, sheet=state.sheet + red)
    told = event("moved", "fuji99.move.all-drawn-cubes", seat=int(frame.seat), floors=floors)
    state, events = advanced(_to(state, frame, Step.EFFECT), frame.seat, state.movement + floors)
    return state, (told, *events)


# ------------------------------------------------------------------ effect


@cites("fuji99.effect.only-current-draw")
def _payable(state: Fuji99, seat: Seat) -> list[bool]:
    """Which cards of the hand the yellow cubes of this draw can pay."""
    return [state.card(held).cost <= state.drawn.yellow for held in state.players[seat].hand]


def check_use(state: Fuji99, seat: Seat, place: int) -> Refusal | None:
    """Nothing, or why this card cannot be used."""
    hand = state.players[seat].hand
    if not 0 <= place < len(hand):
        return refuse("fuji99.effect.several-once-each", cards=len(hand))
    cost = state.card(hand[place]).cost
    if cost > state.drawn.yellow:
        return refuse("fuji99.effect.pay-yellow", cost=cost, yellow=state.drawn.yellow)
    return None


def check_no_more(state: Fuji99, seat: Seat) -> Refusal | None:
    """Nothing, or that a table which has to use its cards has one that it can pay."""
    rule = "fuji99.effect.optional-use-mandatory-effect"
    if state.rulings.reading(rule) == "may" or not any(_payable(state, seat)):
        return None
    return refuse("fuji99.effect.optional-use-mandatory-effect")


@cites(
    "fuji99.effect.discard-and-free-cubes", "fuji99.effect.several-once-each", "fuji99.effect.not-just-drawn"
)
def _used(state: Fuji99, frame: Turn, place: int) -> Result:
    seat, player = frame.seat, state.players[frame.seat]
    held = player.hand[place]
    card = state.card(held)
    effect = EFFECTS[card.effect]
    player = msgspec.structs.replace(
        player, hand=player.hand[:place] + player.hand[place + 1 :], bag=player.bag + Cubes(clear=held.cubes)
    )
    paid = Cubes(yellow=card.cost)
    state = msgspec.structs.replace(
        state.with_player(seat, player),
        drawn=state.drawn - paid,
        sheet=state.sheet + paid,
        discard=state.discard if effect.is_kept else added(state.discard, held.card),
    )
    told = event("used", "fuji99.effect.pay-yellow", seat=int(seat), card=card.key, cost=card.cost)
    state, events = effect.use(state, seat, held.card)
    return state, (told, *events)


# ------------------------------------------------------------------ crisis and determination


@cites("fuji99.crisis.continuous-card-counts", "fuji99.crisis.only-at-this-step")
def hand_value(state: Fuji99, seat: Seat) -> int:
    """The values in a hand together; face-down cards are not in it."""
    return sum(state.card(held).value for held in state.players[seat].hand)


def _crisis(state: Fuji99, frame: Turn) -> Result:
    value, player = hand_value(state, frame.seat), state.players[frame.seat]
    if value < CRISIS:
        return _to(state, frame, Step.DETERMINATION), ()
    discard = state.discard
    for held in player.hand:
        discard = added(discard, held.card)
    pagoda = state.pagoda + sum(held.cubes for held in player.hand)
    state = state.with_player(frame.seat, msgspec.structs.replace(player, hand=()))
    state = msgspec.structs.replace(_to(state, frame, Step.STOP), discard=discard, pagoda=pagoda)
    return state, (event("crisis", "fuji99.crisis.seven", seat=int(frame.seat), value=value),)


@cites("fuji99.determination.act-again")
def _again(state: Fuji99, frame: Turn) -> Result:
    player = state.players[frame.seat]
    state = state.with_player(frame.seat, msgspec.structs.replace(player, bag=player.bag + state.drawn))
    return msgspec.structs.replace(_to(state, frame, Step.ACT), drawn=Cubes()), ()


def wanted(state: Fuji99, seat: Seat) -> Counts:
    """Transparent cubes that the cards of a hand would get from a Pagoda that never ends."""
    return tuple(state.card(held).transparent for held in state.players[seat].hand)


def _stopping(state: Fuji99, frame: Turn) -> Result:
    full = wanted(state, frame.seat)
    if state.pagoda and sum(full) > state.pagoda:
        return _to(state, frame, Step.PAGODA), ()
    return _placed(state, frame, full if state.pagoda else (0,) * len(full))


@cites("fuji99.determination.partial-fill")
def _placings(state: Fuji99, seat: Seat) -> Iterator[Counts]:
    """Every way to lay all cubes of the Pagoda on the cards, none of which gets more than it shows."""

    def share(left: int, most: Counts) -> Iterator[Counts]:
        if not most:
            if not left:
                yield ()
            return
        for first in range(min(left, most[0]), -1, -1):
            for rest in share(left - first, most[1:]):
                yield (first, *rest)

    return share(state.pagoda, wanted(state, seat))


def check_placed(state: Fuji99, seat: Seat, counts: Counts) -> Refusal | None:
    """Nothing, or that the last cubes do not lie so."""
    most = wanted(state, seat)
    is_right = len(counts) == len(most) and sum(counts) == state.pagoda
    if is_right and all(0 <= count <= full for count, full in zip(counts, most, strict=True)):
        return None
    return refuse("fuji99.determination.pagoda-short", cubes=state.pagoda)


@cites("fuji99.determination.place-transparent")
def _placed(state: Fuji99, frame: Turn, counts: Counts) -> Result:
    player = state.players[frame.seat]
    hand = tuple(
        msgspec.structs.replace(held, cubes=held.cubes + count) if count else held
        for held, count in zip(player.hand, counts, strict=True)
    )
    floor = state.movement
    state = state.with_player(frame.seat, msgspec.structs.replace(player, hand=hand, floor=floor))
    state = msgspec.structs.replace(_to(state, frame, Step.STOP), pagoda=state.pagoda - sum(counts))
    told = event("stopped", "fuji99.determination.move-player-token", seat=int(frame.seat), floor=floor)
    laid = event("laid", "fuji99.determination.place-transparent", seat=int(frame.seat), cubes=sum(counts))
    return state, (laid, told) if sum(counts) else (told,)


# ------------------------------------------------------------------ the end of a turn


@cites("fuji99.card.face-down-discard", "fuji99.endturn.pass-clockwise")
def _over(state: Fuji99, seat: Seat) -> Result:
    """All cubes but those on cards go back into the bag, the face-down cards of this turn to the discard pile."""
    player, discard = state.players[seat], state.discard
    for at, card in enumerate(state.deck.cards):
        if EFFECTS[card.effect].is_kept:
            discard = added(discard, at, player.facing)
    bag = player.bag + state.drawn + state.sheet
    state = state.with_player(seat, msgspec.structs.replace(player, bag=bag, facing=0))
    race = Race(state.after(seat)[0])
    state = msgspec.structs.replace(replace_top(state, race), drawn=Cubes(), sheet=Cubes(), discard=discard)
    return state, (event("turn-over", "fuji99.endturn.cubes-return", seat=int(seat)),)

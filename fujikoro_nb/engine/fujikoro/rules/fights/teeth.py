"""Dragon teeth for a group: they are shared by agreement, as far as the backpacks have room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from fujikoro_nb.engine.fujikoro.asked.fight import Share, ShareTeeth, Stow
from fujikoro_nb.engine.fujikoro.board.arena import Arena
from fujikoro_nb.engine.fujikoro.board.stowing import room
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.rules.not_asked import not_asked
from fujikoro_nb.engine.fujikoro.rulings import Rulings
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

A = TypeVar("A", bound=Arena)


@cites("coop.combat.teeth-from-dice-shared")
def pooled(symbols: int, fighters: int, rulings: Rulings) -> int:
    """Teeth for so many broken symbols: one each, at some tables one for every fighter."""
    is_pool = rulings.reading("coop.combat.teeth-from-dice-shared") == "pool"
    return symbols if is_pool else symbols * fighters


def with_teeth(state: A, seats: tuple[Seat, ...], teeth: int, rule: str) -> A:
    """The state in which so many teeth are shared; one alone gets them all."""
    if len(seats) == 1:
        return push(state, Stow(seats[0], rule, Cubes(tooth=teeth)))
    return push(state, ShareTeeth(seats, teeth, rule)) if seats else state


@cites("coop.combat.teeth-need-space")
def most_of(state: Arena, seat: Seat) -> int:
    """Teeth for which a backpack has room, or could have if its cubes went."""
    board = state.fighter(seat)
    return room(board) - len(board.backpack.discs)


class ShareTeethRules(FrameRules[A], Generic[A]):
    """Asks for all of them at once how many each gets; then each makes room for its own."""

    def question(self, state: A, frame: ShareTeeth) -> Question:
        seats = " ".join(str(int(seat)) for seat in frame.seats)
        data = (("group", 1), ("teeth", frame.teeth), ("seats", seats))
        return Question(state.spokesman_of(frame.seats), "share-teeth", frame.rule, frame.name, data)

    @cites("coop.combat.teeth-need-space")
    def check(self, state: A, frame: ShareTeeth, answer: Answer) -> Refusal | None:
        if not isinstance(answer, Share):
            return not_asked(state, answer, self.question(state, frame))
        most = [most_of(state, seat) for seat in frame.seats]
        wanted = min(frame.teeth, sum(most))
        if len(answer.teeth) != len(most) or min(answer.teeth) < 0 or sum(answer.teeth) != wanted:
            return refuse("coop.combat.teeth-from-dice-shared", teeth=wanted)
        if any(teeth > room_left for teeth, room_left in zip(answer.teeth, most, strict=True)):
            return refuse("coop.combat.teeth-need-space")
        return None

    def options(self, state: A, frame: ShareTeeth) -> Options:
        most = [most_of(state, seat) for seat in frame.seats]
        return Complete(tuple(map(Share, _shares(min(frame.teeth, sum(most)), most))))

    def answered(self, state: A, frame: ShareTeeth, answer: Answer) -> Outcome[A]:
        assert isinstance(answer, Share), "check lets nothing else through"
        got = list(zip(frame.seats, answer.teeth, strict=True))
        stows = [Stow(seat, frame.rule, Cubes(tooth=teeth)) for seat, teeth in reversed(got) if teeth]
        shared = event(
            "teeth-shared", "coop.combat.teeth-from-dice-shared", shares=" ".join(map(str, answer.teeth))
        )
        return push(close_top(state), *stows), (shared,)


def _shares(teeth: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to part the teeth, no one getting more than fits; the first gets the most first."""
    if not most:
        if not teeth:
            yield ()
        return
    for own in range(min(teeth, most[0]), -1, -1):
        for rest in _shares(teeth - own, most[1:]):
            yield (own, *rest)

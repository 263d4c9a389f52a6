"""The toy of closed hands: perft by hand, what each seat is told, undo past a look, and what may lie where."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb
from pathlib import Path
from random import Random

import msgspec
import pytest

from fujikoro_nb.engine.kernel import (
    CHANCE,
    NOBODY,
    ChanceOptions,
    DrawOptions,
    Hidden,
    OneWorld,
    Place,
    Placing,
    Record,
    Seat,
    Seeded,
    Session,
)
from tests.golden.perft.walker import counted, counted_per_answer, read
from tests.toy.embers import EMBERS, START
from tests.toy.lanterns import LANTERNS, SECRET, Dealt, Laid, Lanterns, Looked, start

POSITIONS = read(Path(__file__).with_name("lanterns.perft"))


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_perft(position: object) -> None:
    lines = position.lines  # type: ignore[attr-defined]
    state = LANTERNS.start(start(tuple(map(int, lines["heap"][0].split())), size=int(lines["size"][0]))).state
    for depth, numbers in position.depths.items():  # type: ignore[attr-defined]
        found = counted(LANTERNS, state, depth, LANTERNS.options)
        assert found == numbers, f"\n{counted_per_answer(LANTERNS, state, depth, LANTERNS.options)}"


def draw(heap: tuple[int, ...], number: int) -> DrawOptions:
    return DrawOptions(
        heap, number, Dealt, lambda answer: answer.counts if isinstance(answer, Dealt) else None
    )


@pytest.mark.parametrize(("heap", "number"), [((3, 1, 2), 3), ((0, 2), 1), ((4,), 4), ((2, 2), 0), ((), 0)])
def test_a_draw_weighs_what_its_numbers_lead_to(heap: tuple[int, ...], number: int) -> None:
    """Against every choice of single things."""
    options = draw(heap, number)
    dealt = Counter(options.outcome(k) for k in range(options.total))
    assert dict(dealt) == {answer: options.weight(answer) for answer in options}
    assert (options.total, len(options), len(set(options))) == (
        comb(sum(heap), number),
        len(dealt),
        len(dealt),
    )
    assert all(answer in options for answer in options)
    assert isinstance(options, ChanceOptions)
    for k in (-1, options.total):
        with pytest.raises(IndexError):
            options.outcome(k)


def test_what_is_no_draw_weighs_nothing() -> None:
    options = draw((3, 1), 2)
    for counts in ((0, 2), (2,), (3, -1), (1, 0), (2, 0, 0)):
        assert Dealt(counts) not in options
        assert options.weight(Dealt(counts)) == 0
    assert Laid(1) not in options
    assert "none" not in options
    dealt = options.outcome(0)
    assert options.has_made(dealt)
    assert not options.has_made(Dealt((2, 0)))


def test_a_hand_out_of_a_whole_deck_has_a_length() -> None:
    """44 cards, 11 each: the deal of all has 4.5e21 ways, a hand of it is listed lazily and told by its weight."""
    options = draw((10, 10, 10, 10, 4), 11)
    assert options.total == comb(44, 11)
    # 4 colours share 11 - m cards where m are magic, and all 11 cannot be of one colour.
    assert len(options) == sum(comb(14 - m, 3) for m in range(5)) - 4
    assert sum(map(options.weight, options)) == options.total


def played(seed: int = 3, *, has_peek: bool = False) -> Session[Lanterns]:
    return Session(LANTERNS, start(has_peek=has_peek), dealer=Seeded(seed), auto_deal=True)


def test_no_seat_is_told_what_it_may_not_know() -> None:
    """Two games that differ in what a seat cannot see tell it the same bytes."""

    def told(first: tuple[int, ...], laid: int, second: tuple[int, ...], seat: int) -> bytes:
        session = Session(LANTERNS, start((2, 2, 2)))
        for answer in (Dealt(first), Dealt(second), Laid(laid)):
            session.play(answer)
        return msgspec.json.encode(session.told_to(Seat(seat)))

    one, other = ((1, 1, 0), 0, (1, 1, 0)), ((1, 1, 0), 0, (0, 1, 1))
    assert told(*one, 0) == told(*other, 0)
    assert told(*one, 1) != told(*other, 1)
    hidden = ((0, 1, 1), 2, (1, 1, 0))
    assert told(*one, 1) == told(*hidden, 1)
    assert told(*one, NOBODY) == told(*other, NOBODY) == told(*hidden, NOBODY)


def test_a_line_hides_its_answer_and_that_it_was_forced() -> None:
    session = Session(LANTERNS, start((2, 2, 0), size=2))
    session.play(Dealt((2, 0, 0)))
    assert [(line.entry.seat, line.entry.automatic) for line in session.lines] == [
        (CHANCE, False),
        (CHANCE, True),
        (0, True),
        (1, True),
    ]
    own, other = session.told_to(Seat(0)).lines, session.told_to(Seat(1)).lines
    assert own[2].entry.answer == Laid(0)
    assert own[2].entry.automatic
    assert other[2].entry.answer == Hidden()
    assert not other[2].entry.automatic
    assert dict(own[2].events[0].data) == {"seat": 0, "rank": 0}
    assert dict(other[2].events[0].data) == {"seat": 0}
    assert [dict(each.data) for each in other[3].events if each.kind == "shown"] == [
        {"seat": 0, "rank": 0},
        {"seat": 1, "rank": 1},
    ]


def test_the_seed_is_told_when_the_game_is_over() -> None:
    session = played()
    assert session.told_to(Seat(0)).seed is None
    while session.question is not None:
        session.play(next(iter(session.options)))
    assert session.told_to(Seat(0)).seed == "3"


def test_a_look_makes_a_fork_though_no_chance_was_asked() -> None:
    session = Session(LANTERNS, start((2, 2, 2), has_peek=True))
    session.play(Dealt((1, 1, 0)))
    session.play(Dealt((0, 1, 1)))
    session.play(Laid(0))
    session.undo()
    assert not session.is_fork
    session.redo()
    session.play(Laid(1))
    session.play(Looked())
    session.undo()
    assert session.is_fork


def test_what_hides_nothing_is_told_whole() -> None:
    session = Session(EMBERS, START, dealer=Seeded(1))
    session.play(next(iter(session.options)))
    assert session.told_to(NOBODY).lines == tuple(session.lines)
    assert EMBERS.worlds(START).outcome(0) is START
    with pytest.raises(IndexError):
        OneWorld(START).outcome(1)


def every_world(view: Lanterns) -> Counter[Lanterns]:
    """By laying the unseen cards in every order into the places, told apart one by one."""
    cards = [rank for rank, number in enumerate(view.heap) for _ in range(number)]
    places = [seat for seat, hand in enumerate(view.hands) for card in hand if card == SECRET]
    places += [len(view.hands) + seat for seat, card in enumerate(view.laid) if card == SECRET]
    places += [-1] * (len(cards) - len(places))
    worlds: dict[frozenset[tuple[int, int]], Lanterns] = {}
    for order in permutations(range(len(cards))):
        put = frozenset(zip(order, places, strict=True))
        at = {place: sorted(cards[card] for card, where in put if where == place) for place in places}
        worlds[put] = msgspec.structs.replace(
            view,
            hands=tuple(tuple(at.get(seat, hand)) for seat, hand in enumerate(view.hands)),
            laid=tuple(
                at[len(view.hands) + seat][0] if card == SECRET else card
                for seat, card in enumerate(view.laid)
            ),
            heap=tuple(at.get(-1, []).count(rank) for rank in range(len(view.heap))),
        )
    return Counter(worlds.values())


@pytest.mark.parametrize("answers", [2, 3])
def test_worlds_are_those_of_the_view_each_as_often_as_it_can_be_dealt(answers: int) -> None:
    session = Session(LANTERNS, start((2, 2, 2)))
    for answer in (Dealt((1, 1, 0)), Dealt((0, 1, 1)), Laid(0))[:answers]:
        session.play(answer)
    for seat in (0, 1):
        view = session.view_for(Seat(seat))
        ways = LANTERNS.worlds(view)
        found = Counter(ways.outcome(k) for k in range(ways.total))
        assert found == every_world(view)
        assert session.state in found
        assert {LANTERNS.view_for(world, Seat(seat)) for world in found} == {view}


def test_a_draw_of_a_world_is_uniform() -> None:
    """Chi-square against all 90 worlds; the bound is met by one fair sampler in 10,000."""
    session = Session(LANTERNS, start((2, 2, 2)))
    session.play(Dealt((1, 1, 0)))
    session.play(Dealt((0, 1, 1)))
    ways = LANTERNS.worlds(session.view_for(NOBODY))
    chance, times = Random(5), 40 * ways.total
    seen = Counter(ways.outcome(chance.randrange(ways.total)) for _ in range(times))
    expected = {world: times * n / ways.total for world, n in every_world(session.view_for(NOBODY)).items()}
    chi = sum((seen[world] - number) ** 2 / number for world, number in expected.items())
    degrees = len(expected) - 1
    assert chi < degrees + 3.72 * (2 * degrees) ** 0.5 + 10


def test_placing_keeps_what_a_place_may_not_hold() -> None:
    """Against all orders of the cards."""
    kinds = (("a", "b"), ("c", "c", "d"), ("m",))
    places = (
        Place(2, frozenset((1, 2))),
        Place(2, frozenset((0, 1, 2))),
        Place(1, frozenset((0, 1))),
        Place(1, frozenset((0, 1))),
    )
    ways = Placing(kinds, places)
    kind_of = {card: kind for kind, cards in enumerate(kinds) for card in cards}
    flat = [card for cards in kinds for card in cards]
    found = set()
    for order in permutations(range(6)):
        heaps, at = [], 0
        for place in places:
            heaps.append(frozenset(order[at : at + place.size]))
            at += place.size
        if all(
            kind_of[flat[card]] in place.kinds
            for place, heap in zip(places, heaps, strict=True)
            for card in heap
        ):
            found.add(tuple(heaps))
    every = Counter(tuple(tuple(sorted(flat[card] for card in heap)) for heap in heaps) for heaps in found)
    told = Counter(tuple(tuple(sorted(heap)) for heap in ways.outcome(k)) for k in range(ways.total))
    assert ways.total == len(found)
    assert told == every
    assert {laid: ways.weight(laid) for laid in told} == dict(told)
    assert ways.weight(((), (), (), ())) == 0
    assert ways.weight((("a", "b"), ("c", "c"), ("d",), ("m",))) == 0
    with pytest.raises(IndexError):
        ways.outcome(ways.total)


def test_a_game_of_lanterns_is_saved_and_replayed() -> None:
    session = played(9)
    while session.question is not None:
        session.play(next(iter(session.options)))
    again = Session.load(LANTERNS, session.save())
    assert again.disagreement is None
    assert again.state == session.state
    assert Record(start(), session.record.entries).replay(LANTERNS)[0] == session.state

"""Cases that play the whole game: a position, answers as text, and what has become of everything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.fight import Rolled
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer, print_answer
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import space
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import CHANCE, Answer, ChanceOptions, Event, Question, Seat, Unreadable
from fujikoro_nb.rulebook.cases.fighting import Compared, asked_of, board_differences, by_itself, played
from fujikoro_nb.rulebook.cases.positions import AWAY, laid_on, position_of, print_thing
from fujikoro_nb.rulebook.cases.records import Expect, Game, SeatResult, Step
from fujikoro_nb.rulebook.cases.resting import answer_of, items


def game_differences(
    done: Game, steps: Sequence[Step], expect: Expect, rulings: Rulings
) -> Iterator[Compared]:
    """What each answer gave and how everything lies at the end, beside what the case expects.

    Raises Unreadable for a position or an answer that makes no sense, Illegal for a board that cannot be.
    """

    def go_on(state: GameState) -> tuple[GameState, tuple[Event, ...]]:
        return by_itself(game_of(state), state, is_wanted=done.automatic, but="act")

    state, _ = go_on(started(position_of(done, rulings)).state)
    for number, step in enumerate(steps, 1):
        question = game_of(state).question(state)
        if step.asks is not UNSET:
            yield f"step {number}: asks", step.asks, asked_of(question)
        answer = _said(step, state, question)
        state = yield from played(game_of(state), state, answer, number, step, go_on)
    yield from _end(state, expect)


def answer_said(text: str, state: GameState) -> Answer:
    """The answer behind a text; a roll is read with the dice in use. Raises Unreadable."""
    return parse_answer(text, state.dice) if text.startswith("roll ") else game_of(state).from_text(text)


def text_of(answer: Answer, state: GameState) -> str:
    """The text of an answer, a roll as the dice in use show it."""
    return print_answer(answer, state.dice) if isinstance(answer, Rolled) else print_game_answer(answer)


def _said(step: Step, state: GameState, question: Question | None) -> Answer:
    if not isinstance(step.do, UnsetType):
        return answer_said(step.do, state)
    if question is None or question.seat == CHANCE:
        raise Unreadable("case-nobody", asked_of(question), 0)
    return answer_of(step, state.boards[question.seat])


# ---- at the end


def _end(state: GameState, expect: Expect) -> Iterator[Compared]:
    question = game_of(state).question(state)
    if expect.asks is not UNSET:
        yield "asks", expect.asks, asked_of(question)
    if expect.offers is not UNSET:
        listed = () if question is None else game_of(state).options(state)
        yield "offers", expect.offers, tuple(text_of(each, state) for each in listed)
    if not isinstance(expect.weights, UnsetType):
        yield from _weights(state, expect.weights, question)
    yield from _group(state, expect)
    yield from _mountain(state, expect)
    if not isinstance(expect.seats, UnsetType):
        yield "seats", len(expect.seats), len(state.boards)
        for number, seat in enumerate(expect.seats):
            yield from _seat(state, Seat(number), seat)


def _group(state: GameState, expect: Expect) -> Iterator[Compared]:
    party = state.party
    if party is None:
        return
    if expect.lives is not UNSET:
        yield "lives", expect.lives, party.lives
    if expect.outcome is not UNSET:
        yield "outcome", expect.outcome, party.outcome
    if expect.round is not UNSET:
        yield "round", expect.round, party.round


def _mountain(state: GameState, expect: Expect) -> Iterator[Compared]:
    found = {
        "lava": ", ".join(state.lava),
        "countdown": state.countdown,
        "display": ", ".join(card.id for card in state.display),
        "scrolls": ", ".join(card.id for card in state.scrolls),
        "dragons": {den.at: den.damage for den in dens(state)},
    }
    for name, value in found.items():
        wanted = getattr(expect, name)
        if wanted is not UNSET:
            yield name, ", ".join(sorted(items(wanted))) if name == "lava" else wanted, value
    if not isinstance(expect.things, UnsetType):
        for name, wanted in expect.things.items():
            here = space(name)
            yield name, wanted, print_thing(laid_on(state, here.place).things[int(name[-1])])


def _weights(state: GameState, expected: Mapping[str, int], question: Question | None) -> Iterator[Compared]:
    options = None if question is None or question.seat != CHANCE else game_of(state).options(state)
    if not isinstance(options, ChanceOptions):
        yield "weights", "chance", asked_of(question)
        return
    for text, weight in expected.items():
        yield f"weight of {text}", weight, options.weight(answer_said(text, state))


def _seat(state: GameState, seat: Seat, expected: SeatResult) -> Iterator[Compared]:
    samurai, board = state.samurai[seat], state.boards[seat]
    awake = "conscious" if samurai.is_conscious else "unconscious"
    found = {
        "standing": awake if samurai.is_on_map else AWAY,
        "score": samurai.score,
        "at": str(samurai.space) or AWAY,
        "fields": " ".join(map(str, samurai.fields)),
        "action_monk": board.action_monk_field,
        "cards": ", ".join(f"{card.card} {card.kind} {card.slot} {card.bonus}" for card in board.cards),
        "scrolls": ", ".join(card.id for card in samurai.scrolls),
        "adventures": ", ".join(token.id for token in samurai.adventures),
    }
    yield from board_differences(f"seat {seat}", board, found, expected)

"""Cases that play a fight: boards and a dragon or a duel, answers as text, and what has become of everybody."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeVar

from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked.fight import COLOURS, DRAGON, DragonFight, Duel
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer, print_answer
from fujikoro_nb.engine.fujikoro.board.arena import CONSCIOUS, KNOCKED_OUT
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Die, Dragon, Face, Provenance
from fujikoro_nb.engine.fujikoro.games import game_of, started
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, print_gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState, DamageTokens
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    DiceOptions,
    Event,
    Illegal,
    Question,
    Seat,
    State,
    Unreadable,
)
from fujikoro_nb.engine.kernel import Game as PlayedGame
from fujikoro_nb.rulebook.cases.records import Expect, Fight, PlayerRecord, Step
from fujikoro_nb.rulebook.cases.resting import board_of, items, named, told

S = TypeVar("S", bound=State)

Compared = tuple[str, object, object]

HIGHEST = {"W": 1, "M": 2, "T": 3, "G": 4}
"""combat.dice.limits"""

DRAGON_DICE = {"blue": 3, "green": 4, "red": 5, "white": 6}
"""combat.dragon.dice"""

DRAGON_POINTS = {"blue": 5, "green": 7, "red": 10, "white": 15}
"""combat.win.reward"""

_DRAGON = re.compile(r"([a-z]+) ([0-9]{1,2})/([0-9]{1,2})(?:/([0-9]{1,2}))?", re.ASCII)
_FACE = re.compile(r"([0-9]{1,2})(\*?)", re.ASCII)
AGAIN = "again"
"""A step that begins the same fight once more, everybody and everything as the last one left them."""

_NAME = "dragon"
_GEAR = {str(kind): kind for kind in GearKind}


def fight_differences(
    done: Fight, steps: Sequence[Step], expect: Expect, rulings: Rulings
) -> Iterator[Compared]:
    """What each answer gave and how everybody stands at the end, beside what the case expects.

    Raises Unreadable for a position or an answer that makes no sense, Illegal for a fight that cannot be.
    """
    state = arena_of(done, rulings)
    try:
        state = started(_begun(done, state)).state
    except Illegal as error:
        if expect.refused is UNSET:
            raise
        yield "refused", expect.refused, named(error.refusals[0], expect.refused)
        return
    if expect.refused is not UNSET:
        yield "refused", expect.refused, "-"

    def go_on(state: ArenaState) -> tuple[ArenaState, tuple[Event, ...]]:
        return by_itself(game_of(state), state, is_wanted=done.automatic)

    state, _ = go_on(state)
    for number, step in enumerate(steps, 1):
        if step.asks is not UNSET:
            yield f"step {number}: asks", step.asks, asked_of(game_of(state).question(state))
        assert not isinstance(step.do, UnsetType), "the reader lets only steps through with an answer"
        if step.do == AGAIN and not state.agenda:
            fresh = started(_begun(done, state))
            state, more = go_on(fresh.state)
            yield from happened(number, step, (*fresh.events, *more))
            continue
        answer = parse_answer(step.do, state.dice)
        state = yield from played(game_of(state), state, answer, number, step, go_on)
    yield from _end(state, expect)


def played(
    game: PlayedGame[S],
    state: S,
    answer: Answer,
    number: int,
    step: Step,
    go_on: Callable[[S], tuple[S, tuple[Event, ...]]],
) -> Generator[Compared, None, S]:
    """What a step's answer gave; returns the state after it, and after all that ``go_on`` answers by itself."""
    refusal = game.check(state, answer)
    wanted = "-" if isinstance(step.refused, UnsetType) else step.refused
    yield f"step {number}: refused", wanted, named(refusal, wanted)
    if refusal is not None:
        return state
    after = game.step(state, answer)
    state, more = go_on(after.state)
    yield from happened(number, step, (*after.events, *more))
    return state


def by_itself(
    game: PlayedGame[S], state: S, *, is_wanted: bool, but: str = ""
) -> tuple[S, tuple[Event, ...]]:
    """The state once every question with one legal answer is answered, if so wanted; ``but`` one kind of question."""
    events: tuple[Event, ...] = ()
    while is_wanted:
        question = game.question(state)
        if question is None or question.seat == CHANCE or question.kind == but:
            break
        options = game.options(state)
        if not options.is_complete or len(options) != 1:
            break
        step = game.step(state, next(iter(options)))
        state, events = step.state, events + step.events
    return state, events


def happened(number: int, step: Step, events: Sequence[Event]) -> Iterator[Compared]:
    """The events of a step beside those that the case names."""
    if not isinstance(step.events, UnsetType):
        yield f"step {number}: events", step.events, told(events)
    if isinstance(step.happens, UnsetType):
        return
    left = iter(events)
    for wanted in items(step.happens):
        kind, rule, *data = wanted.split()
        is_there = any(
            (event.kind, event.rule) == (kind, rule) and set(data) <= _data(event) for event in left
        )
        yield f"step {number}: happens", wanted, wanted if is_there else ", ".join(map(_event, events))


def _data(event: Event) -> set[str]:
    """Data as ``name=value``; spaces in a value are written as ``+``."""
    return {f"{name}={str(value).replace(' ', '+')}" for name, value in event.data}


def _event(event: Event) -> str:
    return " ".join([event.kind, event.rule, *sorted(_data(event))])


# ---- the position


def arena_of(done: Fight, rulings: Rulings) -> ArenaState:
    """The arena before the fight. Raises Unreadable or Illegal."""
    boards = tuple(map(board_of, done.boards))
    seats = [done.attacker, *done.joiners, *done.unconscious]
    seats += [] if isinstance(done.stander, UnsetType) else [done.stander]
    for seat in seats:
        if seat >= len(boards):
            raise Unreadable("case-seat", str(seat), 0, boards=len(boards))
    fighters = (
        seats[: 1 + len(done.joiners)] if isinstance(done.stander, UnsetType) else [seats[0], seats[-1]]
    )
    for index, seat in enumerate(fighters):
        if seat in fighters[:index]:
            raise Unreadable("case-seat-twice", str(seat), 0)
    down = tuple(KNOCKED_OUT if seat in done.unconscious else CONSCIOUS for seat in range(len(boards)))
    return ArenaState(
        boards=boards,
        dice=dice_of(done.dice),
        rulings=rulings,
        table_size=done.players,
        standing=down if done.unconscious else (),
        tokens=(DamageTokens(_NAME, done.damage),) if done.damage else (),
    )


def fight_begun(done: Fight, rulings: Rulings) -> ArenaState:
    """The fight up to its first question. Raises Unreadable or Illegal."""
    return started(_begun(done, arena_of(done, rulings))).state


def _begun(done: Fight, state: ArenaState) -> ArenaState:
    if not isinstance(done.stander, UnsetType):
        return begin_duel(state, Seat(done.attacker), Seat(done.stander))
    assert not isinstance(done.dragon, UnsetType), "the reader lets only fights through with one opponent"
    two = None if isinstance(done.two_players, UnsetType) else done.two_players
    return begin_dragon_fight(
        state, dragon_of(done.dragon, two_players=two), Seat(done.attacker), tuple(map(Seat, done.joiners))
    )


def dragon_of(text: str, *, two_players: int | None = None, name: str = _NAME) -> Dragon:
    """A dragon from ``green 12/9/4`` or ``green 12/9``. Raises Unreadable."""
    found = _DRAGON.fullmatch(text)
    if found is None or found[1] not in DRAGON_DICE:
        raise Unreadable("case-dragon", text, 0, known=", ".join(DRAGON_DICE))
    colour = found[1]
    dice = int(found[4]) if found[4] else DRAGON_DICE[colour]
    return Dragon(
        name,
        colour,
        int(found[2]),
        two_players,
        None,
        int(found[3]),
        dice,
        DRAGON_POINTS[colour],
        Provenance.OWNER,
    )


def dice_of(said: Mapping[str, str]) -> tuple[Die, ...]:
    """The dice in use: as the case says, or with every face that such a die can have. Raises Unreadable."""
    for colour in said:
        if colour not in COLOURS:
            raise Unreadable("case-dice", colour, 0, known=", ".join(COLOURS))
    return tuple(
        Die(colour, _faces(said[colour]) if colour in said else _any_face(colour), Provenance.OWNER)
        for colour in COLOURS
    )


def _faces(text: str) -> tuple[Face, ...]:
    faces = []
    for word in text.split():
        found = _FACE.fullmatch(word)
        if found is None:
            raise Unreadable("case-face", text, text.index(word), word=word)
        faces.append(Face(int(found[1]), bool(found[2])))
    if not faces:
        raise Unreadable("case-face", text, 0, word="")
    return tuple(faces)


def _any_face(colour: str) -> tuple[Face, ...]:
    """combat.dice.broken-face: the broken weapon may come with hits, and never on the magic die."""
    kinds = (False,) if colour == "G" else (False, True)
    return tuple(Face(hits, is_broken) for is_broken, hits in product(kinds, range(HIGHEST[colour] + 1)))


# ---- on the way and at the end


def asked_of(question: Question | None) -> str:
    """Who is asked what: ``0 roll-dice``, ``chance roll``, ``nothing``."""
    if question is None:
        return "nothing"
    return f"{'chance' if question.seat == CHANCE else int(question.seat)} {question.kind}"


def _end(state: ArenaState, expect: Expect) -> Iterator[Compared]:
    fight = next((frame for frame in reversed(state.agenda) if isinstance(frame, DragonFight | Duel)), None)
    if expect.asks is not UNSET:
        yield "asks", expect.asks, asked_of(game_of(state).question(state))
    if expect.order is not UNSET:
        order = () if fight is None else fight.order
        yield "order", expect.order, " ".join("dragon" if seat == DRAGON else str(seat) for seat in order)
    if expect.health is not UNSET:
        yield "health", expect.health, fight.health if isinstance(fight, DragonFight) else UNSET
    if expect.defeated is not UNSET:
        yield "defeated", expect.defeated, _NAME in state.defeated
    if expect.offers is not UNSET:
        is_open = game_of(state).question(state) is not None
        listed = game_of(state).options(state) if is_open else ()
        yield "offers", expect.offers, tuple(print_answer(each, state.dice) for each in listed)
    if not isinstance(expect.weights, UnsetType):
        yield from _weights(state, expect.weights)
    if not isinstance(expect.players, UnsetType):
        yield "players", len(expect.players), len(state.boards)
        for seat, player in enumerate(expect.players):
            yield from _player(state, Seat(seat), player)


def _weights(state: ArenaState, expected: Mapping[str, int]) -> Iterator[Compared]:
    question = game_of(state).question(state)
    options = None if question is None else game_of(state).options(state)
    if not isinstance(options, DiceOptions):
        yield "weights", "chance roll", asked_of(question)
        return
    for text, weight in expected.items():
        yield f"weight of {text}", weight, options.weight(parse_answer(text, state.dice))


def _player(state: ArenaState, seat: Seat, expected: PlayerRecord) -> Iterator[Compared]:
    found = {"standing": state.stands(seat), "score": state.score(seat)}
    yield from board_differences(f"player {seat}", state.boards[seat], found, expected)


def board_differences(
    who: str, board: Board, beside: Mapping[str, object], expected: PlayerRecord
) -> Iterator[Compared]:
    """A board, and what lies ``beside`` it, as a case names them."""
    lower, upper = board.backpack.lower, board.backpack.upper
    found = {
        **{name: print_gear(board.gear, kind, board.limits) for name, kind in _GEAR.items()},
        "lower": str(lower.cubes),
        "upper": str(upper.cubes),
        "discs": ", ".join(lower.discs),
        "upper_discs": ", ".join(upper.discs),
        "monks": ", ".join(board.monk_spots),
        "blueprints": ", ".join(blueprint.id for blueprint in board.blueprints),
        "pool": board.pool,
        **beside,
    }
    for name, value in found.items():
        wanted = getattr(expected, name)
        if wanted is UNSET:
            continue
        if name in _GEAR:
            wanted = print_gear(parse_gear(wanted, _GEAR[name], board.limits), _GEAR[name], board.limits)
        elif name in ("lower", "upper"):
            wanted = str(Cubes.parse(wanted))
        elif isinstance(wanted, str):
            wanted = ", ".join(items(wanted))
        yield f"{who}: {name}", wanted, value

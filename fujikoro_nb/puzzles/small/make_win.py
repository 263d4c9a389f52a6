"""Which card makes a monster win: this match, or with open hands the tournament, whatever the others play."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

import msgspec

from fujikoro_nb.content.small import makai_deck
from fujikoro_nb.engine.kernel import Answer, Event, Refusal
from fujikoro_nb.engine.makai_fuda.components import Card, kinds_for
from fujikoro_nb.engine.makai_fuda.game import GAME
from fujikoro_nb.engine.makai_fuda.judge import on_field
from fujikoro_nb.engine.makai_fuda.state import Makai, Play, Played
from fujikoro_nb.puzzles.rating import had
from fujikoro_nb.puzzles.small.makai import MakaiTable, card_text
from fujikoro_nb.puzzles.small.puzzle import (
    LEVEL,
    Asks,
    SmallCertificate,
    SmallPuzzle,
    Takes,
    Thought,
    Worth,
    through,
)
from fujikoro_nb.puzzles.small.seats import LEARNER
from fujikoro_nb.puzzles.small.tree import Against, Goal
from fujikoro_nb.puzzles.small.who_wins import lucky_without, lying, seem_to_win, thoughts_of

_TRIES = 400
_MOST_RIGHT = 2
_FEWEST_ANSWERS = 3
LAST = 3
"""Matches that are left in an ending."""
_PLAYED = 7
"""Matches before it."""
_SPOILT = ("stopped", "never")
"""What the certificate calls a card of an ending that may be played and is wrong."""
LOOKED_THROUGH = 1.5
"""How hard it is to find the replies that spoil one card."""


def answers(puzzle: SmallPuzzle) -> tuple[str, ...]:
    """Every card of the hand, a Magic once for each monster that it can support; also what may not be played."""
    table = table_of(puzzle)
    return tuple(table.printed(way) for way in _ways(table.start()))


def _ways(state: Makai) -> Iterator[Play]:
    there = on_field(state.field)
    for card in dict.fromkeys(state.hands[0]):
        if card.is_magic and there:
            yield from (Play(card, kind) for kind in there)
        else:
            yield Play(card)


def refusal_of(puzzle: SmallPuzzle, answer: str) -> Refusal | None:
    """Why the engine refuses it."""
    table = table_of(puzzle)
    state = table.start()
    return GAME.check(state, next(way for way in _ways(state) if table.printed(way) == answer))


def certify(puzzle: SmallPuzzle) -> SmallCertificate:
    """Every card played, with everything that can be played after it."""
    table = table_of(puzzle)
    state = table.start()
    tree = Against(table, goal_of(puzzle))
    return SmallCertificate(every=tuple(_worth(puzzle, tree, state, way) for way in _ways(state)))


def goal_of(puzzle: SmallPuzzle) -> Goal:
    """The match, or the tournament, for the monster that has to win."""
    ends = ("match-won", "no-winner") if puzzle.asks == Asks.PLAY else ("tournament-over",)

    def goal(events: tuple[Event, ...]) -> bool | None:
        end = next((one for one in events if one.kind in ends), None)
        return None if end is None else dict(end.data).get("kind") == puzzle.wants

    return goal


def _worth(puzzle: SmallPuzzle, tree: Against, state: Makai, way: Play) -> Worth:
    answer = table_of(puzzle).printed(way)
    refusal = GAME.check(state, way)
    if refusal is not None:
        return Worth(answer=answer, word="refused", rule=refusal.rule)
    line = tree.after(state, way)
    if puzzle.asks == Asks.ENDING:
        rule = "makai.prize.tournament-winner"
        return Worth(
            answer=answer,
            is_right=line is None,
            word="stopped" if line else "never" if line is not None else "sure",
            rule=rule,
            kind=puzzle.wants,
            line=line or (),
        )
    end = _end_of(state, way)
    word = "made" if line is None else "countered" if line else "made-other"
    if end is None:
        return Worth(
            answer=answer,
            is_right=line is None,
            word="made-sure" if line is None else word,
            rule="makai.judge.highest-total-wins",
            kind=puzzle.wants,
            line=line or (),
        )
    told = dict(end.data)
    return Worth(
        answer=answer,
        is_right=line is None,
        word=word,
        rule=end.rule,
        kind=str(told["kind"]),
        n=int(told["total"]),
    )


def _end_of(state: Makai, way: Answer) -> Event | None:
    """How the match ends by this very card; None where others play after it."""
    return next((one for one in GAME.step(state, way).events if one.kind == "match-won"), None)


# ---- what it takes


def think(puzzle: SmallPuzzle, certificate: SmallCertificate) -> Takes:
    """Of a match what its cards take, and that others still play; of an ending what lies ahead."""
    return _ending(puzzle, certificate) if puzzle.asks == Asks.ENDING else _match(puzzle, certificate)


def chance(puzzle: SmallPuzzle, certificate: SmallCertificate) -> float:
    """How probably somebody of middling strength solves it."""
    takes = think(puzzle, certificate)
    if puzzle.asks == Asks.ENDING:
        return _chance_of_ending(puzzle, certificate, takes)
    if Thought.REPLIES not in takes:
        return through(takes)
    seen = had(LEVEL[Thought.REPLIES])  # whoever looks at the replies finds what is right whatever they are
    careless = through({one: lucky for one, lucky in takes.items() if one != Thought.REPLIES})
    return seen + (1 - seen) * careless * takes[Thought.REPLIES]


def _chance_of_ending(puzzle: SmallPuzzle, certificate: SmallCertificate, takes: Takes) -> float:
    """Somebody looks at every card, or at those alone that win this match; and ahead, or not."""
    right = {one.answer for one in certificate.right}
    blind, ahead = 1 - had(LOOKED_THROUGH), had(LEVEL[Thought.LATER])

    def among(cards: Collection[str]) -> float:
        good, bad = len(right & set(cards)), len(set(cards) - right)
        return good and ahead * good / (good + bad * blind) + (1 - ahead) * good / len(cards)

    allowed = [one.answer for one in certificate.every if one.word != "refused"]
    every, now = among(allowed), _winning_now(puzzle)
    seen = had(LEVEL[Thought.LET_GO])
    others: Takes = {one: takes[one] for one in takes if one in (Thought.BARRED, Thought.MAGIC)}
    return (seen * every + (1 - seen) * (among(now) if now else every)) * through(others)


def _winning_now(puzzle: SmallPuzzle) -> list[str]:
    """The cards that win this match, whatever comes of the next ones."""
    table = table_of(puzzle)
    state = table.start()
    tree = Against(table, goal_of(msgspec.structs.replace(puzzle, asks=Asks.PLAY)))
    ways = [way for way in _ways(state) if GAME.check(state, way) is None]
    return [table.printed(way) for way in ways if tree.after(state, way) is None]


def _share(right: Collection[str], said: Collection[str]) -> float:
    """How often one of these answers is right."""
    return len(set(right) & set(said)) / len(said) if said else 0.0


def _match(puzzle: SmallPuzzle, certificate: SmallCertificate) -> Takes:
    table = table_of(puzzle)
    state = table.start()
    right = [one.answer for one in certificate.right]
    ways = [way for way in _ways(state) if GAME.check(state, way) is None]
    found = {Thought.STRONGEST: _share(right, [table.printed(way) for way in ways])}

    def seem(some: Iterable[Play], lack: Thought) -> list[str]:
        fields = {table.printed(way): _whole_field(state, way) for way in some}
        return [text for text, field in fields.items() if puzzle.wants in seem_to_win(field, lack)]

    for way in ways:
        if table.printed(way) in right:
            then = GAME.step(state, way).state.field or _whole_field(state, way)
            for one in thoughts_of(then):
                found.setdefault(one, lucky_without(one, _share(right, seem(ways, one))))
    if any(one.word == "refused" for one in certificate.every):
        found[Thought.BARRED] = _share(right, seem(_ways(state), Thought.BARRED))
    if len(state.field) < state.players - 1:
        found[Thought.REPLIES] = _share(right, seem(ways, Thought.REPLIES))
    return found


def _whole_field(state: Makai, way: Play) -> tuple[Played, ...]:
    return (*state.field, Played(LEARNER, way.card, way.target))


def _ending(puzzle: SmallPuzzle, certificate: SmallCertificate) -> Takes:
    table = table_of(puzzle)
    state = table.start()
    right = [one.answer for one in certificate.right]
    allowed = {table.printed(way): way for way in _ways(state) if GAME.check(state, way) is None}
    found = {Thought.LATER: _share(right, allowed)}
    if any(one.word == "refused" for one in certificate.every):
        found[Thought.BARRED] = _share(
            right, [one.answer for one in certificate.every if one.word not in _SPOILT]
        )
    wins_now = _winning_now(puzzle)
    if not set(right) & set(wins_now):
        found[Thought.LET_GO] = 0.0 if wins_now else 1.0
    if any(allowed[text].card.is_magic for text in right):
        found[Thought.MAGIC] = float(not all(allowed[text].card.is_magic for text in right))
    return found


# ---- drawn


def make(source: random.Random, recipe: str, name: str) -> SmallPuzzle | None:
    """A position with one right card, or two, and enough others; None when none was drawn."""
    for _ in range(_TRIES):
        asks, table, wants = _RECIPES[recipe](source)
        puzzle = SmallPuzzle(id=name, asks=asks, table=table, wants=wants)
        if len(answers(puzzle)) < _FEWEST_ANSWERS:
            continue
        certificate = certify(puzzle)
        allowed = sum(one.word != "refused" for one in certificate.every)
        if 1 <= len(certificate.right) <= _MOST_RIGHT and allowed > len(certificate.right):
            wanted = _WANTED.get(recipe)
            if wanted is None or wanted in think(puzzle, certificate):
                return puzzle
    return None


def _match_drawn(source: random.Random, *, last: bool) -> tuple[Asks, MakaiTable, str]:
    """A match in which the learner plays last, or others with open hands after it."""
    players = source.choice((3, 4, 4))
    lie = players - 1 if last else source.randint(0, players - 2)
    held = source.randint(4, 5) if last else source.randint(3, 4)
    cards = source.sample(makai_deck().dealt_to(players), lie + held + (players - 1) * held)
    field = lying(source, cards[:lie])
    hand, others = cards[lie : lie + held], cards[lie + held :]
    table = MakaiTable(
        hand=_text(hand),
        field=field,
        others=() if last else _hands(others, players, lie, held),
        players=players,
    )
    return Asks.PLAY, table, source.choice(kinds_for(players))


def ending_drawn(source: random.Random) -> tuple[Asks, MakaiTable, str]:
    """Three matches to play, with every hand open, and a face-down card of the learner's."""
    players = source.choice((3, 4))
    kinds = kinds_for(players)
    cards = source.sample(makai_deck().dealt_to(players), (LAST + 1) * players)
    laid = [card for card in cards if not card.is_magic][:1]
    rest = [card for card in cards if card is not laid[0]][: LAST * players]
    lie = source.randrange(players)
    wins = [0] * len(kinds)
    for _ in range(_PLAYED):
        wins[source.randrange(len(kinds))] += 1
    table = MakaiTable(
        hand=_text(rest[:LAST]),
        field=lying(source, rest[LAST : LAST + lie]),
        others=_hands(rest[LAST + lie :], players, lie, LAST),
        laid=(card_text(laid[0]),),
        wins=tuple(wins),
        players=players,
    )
    return Asks.ENDING, table, laid[0].kind


def _hands(cards: Sequence[Card], players: int, lie: int, held: int) -> tuple[str, ...]:
    """The hands of the others, clockwise; the last ones have played a card already."""
    found, at = [], 0
    for seat in range(1, players):
        number = held - (seat >= players - lie)
        found.append(_text(cards[at : at + number]))
        at += number
    return tuple(found)


def _text(cards: Sequence[Card]) -> str:
    return " ".join(card_text(card) for card in sorted(cards))


def table_of(puzzle: SmallPuzzle) -> MakaiTable:
    """The table of a puzzle on Makai Fuda."""
    assert isinstance(puzzle.table, MakaiTable), "a match"
    return puzzle.table


_RECIPES: dict[str, Callable[[random.Random], tuple[Asks, MakaiTable, str]]] = {
    "last": partial(_match_drawn, last=True),
    "barred": partial(_match_drawn, last=True),
    "boss": partial(_match_drawn, last=True),
    "magic": partial(_match_drawn, last=True),
    "replies": partial(_match_drawn, last=False),
    "ending": ending_drawn,
    "let-go": ending_drawn,
}
_WANTED = {
    "barred": Thought.BARRED,
    "boss": Thought.POISON,
    "magic": Thought.MAGIC,
    "let-go": Thought.LET_GO,
}
PLAYS = ("last", "barred", "boss", "magic", "replies")
ENDINGS = ("ending", "let-go")
"""Recipes of the two kinds."""

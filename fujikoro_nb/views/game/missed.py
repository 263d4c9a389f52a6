"""Answers that somebody may miss at a question, each with the rule that refuses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from fujikoro_nb.engine.fujikoro.asked.fight import Retreat, SendMonk, Stay, is_between_people
from fujikoro_nb.engine.fujikoro.asked.game import (
    Act,
    ChoosePlace,
    DoPart,
    Enough,
    Halt,
    HandIn,
    Join,
    LayDown,
    PlaceMonk,
    Walk,
)
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, battle_of
from fujikoro_nb.engine.fujikoro.asked.rest import ClaimCard
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    neighbours,
    places_beside,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, SLOTS
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.rules.bonus import CATEGORIES
from fujikoro_nb.engine.fujikoro.rules.mountain.lava import move_of
from fujikoro_nb.engine.kernel import Answer, Question, Seat
from fujikoro_nb.views.game.question import sentence, spaces_meant
from fujikoro_nb.views.game.words import Words, capital

__all__ = ["refused_rows", "refused_space"]

MOST_REFUSED = 40


def refused_rows(state: GameState, question: Question, words: Words, *, at: str = "") -> list[dict[str, str]]:
    """Answers that somebody may miss, each with the rule that refuses it; with ``at`` only those of one space."""
    is_duel = is_between_people(state)
    rows: list[dict[str, str]] = []
    for answer in _missed(state, question):
        if at and at not in spaces_meant(answer):
            continue
        refusal = game_of(state).check(state, answer)
        if refusal is None:
            continue
        label = capital(words.answer(answer, is_duel=is_duel))
        row = {"label": label, **words.refused(refusal)}
        if row not in rows:
            rows.append(row)
        if len(rows) == MOST_REFUSED:
            break
    return rows


def refused_space(state: GameState, question: Question, words: Words, at: str) -> dict[str, str]:
    """Why a tapped space is no answer where the map itself has no reason: sentence and rule."""
    for row in refused_rows(state, question, words, at=at):
        return {"text": row["text"], "rule": row["rule"]}
    asked = sentence(state, question, words)
    text = words.say("game-page.not-asked-of-map", space=capital(words.space(at)), question=asked)
    return {"text": text, "rule": question.rule}


def _missed(state: GameState, question: Question) -> Iterator[Answer]:
    """What a person may look for among the answers to this question."""
    look = _MISSED.get(question.kind)
    return iter(()) if look is None else look(state, question.seat)


def _acts(state: GameState, seat: Seat) -> Iterator[Answer]:
    has_monk = "action" in state.fighter(seat).monk_spots
    for field in SLOTS:
        yield Act(field)
        if has_monk:
            yield Act(field, monk=True)
    yield Act("rest")


def _places(state: GameState, seat: Seat) -> Iterator[Answer]:
    yield from (ChoosePlace(one) for one in places_beside(state.samurai[seat].space))
    yield from (ChoosePlace(one.id) for one in PLACES)


def _ways_in(state: GameState, seat: Seat) -> Iterator[Answer]:
    battle = battle_of(state)
    return (Join(one.id) for one in spaces_of(battle.place))


def _claims(state: GameState, seat: Seat) -> Iterator[Answer]:
    for card in state.display:
        bonus = "vp" if card.kind == "weapon" else ""
        yield from (ClaimCard(card.id, slot, bonus) for slot in SLOTS)


def _steps(state: GameState, seat: Seat) -> Iterator[Answer]:
    """Staying, then walks of one step, then of two, along the shortest way."""
    yield Halt()
    at = move_of(state).path[-1]
    near = neighbours(at)
    yield from (Walk((to,)) for to in near)
    seen = {at, *near}
    for first in near:
        for to in neighbours(first):
            if to not in seen:
                seen.add(to)
                yield Walk((first, to))


_MISSED: Mapping[str, Callable[[GameState, Seat], Iterator[Answer]]] = {
    "act": _acts,
    "walk": _steps,
    "place": _places,
    "place-another": _places,
    "join": _ways_in,
    "lay": lambda state, seat: map(LayDown, neighbours(state.samurai[seat].space)),
    "part": lambda state, seat: iter((DoPart("main"), DoPart("bonus"), Enough())),
    "place-monk": lambda state, seat: map(PlaceMonk, MONK_SPOTS),
    "send-monk": lambda state, seat: map(SendMonk, (*MONK_SPOTS, "lower-area", "upper-area")),
    "withdraw": lambda state, seat: iter((Stay(), Retreat())),
    "claim": _claims,
    "hand-in": lambda state, seat: map(HandIn, CATEGORIES),
}
"""By kind of question: what somebody may miss, legal or not."""

"""An answer to another question is refused by the rule of what is asked, in every question that a game comes to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from fujikoro_nb.engine.fujikoro.asked.fight import is_fighting
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Answer, Question, Refusal, Session
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.texts import LANGUAGES, refusal_sentence, words
from tests.laws.games import along, begun

GAMES = 20
MOST = 600
"""Answers a game: within them every kind of question named in `ASKED` comes up."""

ASKED = {
    *(
        "act",
        "blueprints",
        "claim",
        "cool",
        "craft",
        "draw",
        "first-weapon",
        "gather",
        "join",
        "lay",
        "lose-cubes",
    ),
    *("meet", "part", "pay-damage", "place", "place-monk", "repair", "revive", "roll", "roll-dice", "scroll"),
    *("send-monk", "start-player", "steal", "stow", "throw-cube", "turn-tile", "walk", "window", "withdraw"),
}
"""Kinds of questions that these games come to; a test says when they no longer do."""

NOT_ASKED = {"not-asked", *words("not-asked")}
"""Reasons that say no more of an answer than that it answers something else."""


@cache
def met() -> tuple[
    dict[str, list[tuple[Session[object], Question]]], dict[str, set[type]], dict[type, Answer]
]:
    """Moments by kind of question (one for each rule that asks, in and outside of fights), what each kind takes,
    and one answer of every kind."""
    moments: dict[str, dict[object, tuple[Session[object], Question]]] = defaultdict(dict)
    takes: dict[str, set[type]] = defaultdict(set)
    answers: dict[type, Answer] = {}
    for seed in range(GAMES):
        session = begun(seed)
        for listed in along(session, seed, MOST):
            asked = session.question
            assert asked is not None, "there are answers only while something is asked"
            for one in listed:
                takes[asked.kind].add(type(one))
                answers.setdefault(type(one), one)
            key = (asked.rule, is_fighting(session.state))
            if key not in moments[asked.kind]:
                moments[asked.kind][key] = (session.fork(), asked)
    return {kind: list(found.values()) for kind, found in moments.items()}, dict(takes), answers


def refusals(kind: str) -> Iterator[tuple[Session[object], Question, Answer, Refusal]]:
    """What becomes of every answer that questions of this kind never take."""
    moments, takes, answers = met()
    for session, asked in moments[kind]:
        for answer in answers.values():
            if type(answer) not in takes[kind]:
                refusal = GAME.check(session.state, answer)
                assert refusal is not None, (kind, answer)
                yield session, asked, answer, refusal


def test_these_games_ask_every_kind_that_is_named_here() -> None:
    assert set(met()[0]) >= ASKED


@pytest.mark.parametrize("kind", sorted(ASKED))
def test_who_answers_something_else_hears_the_rule_of_what_is_asked(kind: str) -> None:
    said: set[str] = set()
    for session, asked, answer, refusal in refusals(kind):
        of_a_fight = type(answer).__module__.endswith(".fight") and not is_fighting(session.state)
        if refusal.reason in NOT_ASKED or of_a_fight:
            assert refusal.rule == asked.rule, (answer, refusal)
        said.add(refusal.rule)
        assert refusal.rule != "combat.end", answer
        assert has_rule(refusal.rule)
        assert all(refusal_sentence(refusal, language=language) for language in LANGUAGES)
    assert any(asked.rule in said for _, asked in met()[0][kind])


def test_a_walk_while_a_backpack_is_asked_outside_a_fight() -> None:
    """What a player met: the rule of fights, though nobody fought."""
    moments, _, answers = met()
    walk = next(answer for kind, answer in answers.items() if kind.__name__ == "Walk")
    outside = [one for one in moments["stow"] if not is_fighting(one[0].state)]
    assert outside
    for session, asked in outside:
        refusal = GAME.check(session.state, walk)
        assert refusal == Refusal(asked.rule, "other-question")
        assert refusal_sentence(refusal) == "That is no answer to what is asked now."

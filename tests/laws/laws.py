"""Laws of one moment and of one whole game; each raises AssertionError where it does not hold."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.game import Act, Enough, Halt, LetBe, Turn, Walk
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.scenario import Blind
from fujikoro_nb.engine.fujikoro.rules.game import GAME, GameAnswer
from fujikoro_nb.engine.kernel import Answer, ChanceOptions, Event, Illegal, Seat, Session
from fujikoro_nb.rulebook import has_rule
from fujikoro_nb.rulebook.cases.playing import answer_said, text_of
from fujikoro_nb.texts import LANGUAGES, event_sentence, has, refusal_sentence
from tests.laws.candidates import WHOLE, candidates

STRANGERS: tuple[Answer, ...] = (Act("move"), Act("rest"), Act("dance"), Halt(), Enough(), LetBe(), Walk(()))
"""Answers that are out of place at most questions."""

MOST_WEIGHED = 200
"""Longer lists of chance are not added up."""


def check_listed(state: GameState, listed: Sequence[Answer], chance: random.Random) -> None:
    """Somebody can answer; what is listed is legal, stands once, and is contained."""
    options = GAME.options(state)
    assert listed, "somebody can always answer"
    assert len(set(listed)) == len(listed)
    for answer in listed:  # all of them: a step takes them as they are
        assert GAME.check(state, answer) is None, answer
    for answer in chance.sample(listed, min(8, len(listed))):
        assert answer in options, answer
    if isinstance(options, ChanceOptions) and len(listed) < MOST_WEIGHED:
        weights = [options.weight(answer) for answer in listed]
        assert sum(weights) == options.total
        assert min(weights) > 0


def check_whole(state: GameState, listed: Sequence[Answer]) -> bool:
    """Where all answers can be thought of, those that `check` allows are listed; whether this was such a question."""
    question = GAME.question(state)
    if question is None or question.kind not in WHOLE or not GAME.options(state).is_complete:
        return False
    assert set(listed) == {answer for answer in candidates(state) if GAME.check(state, answer) is None}
    return True


def check_stranger(state: GameState, answer: Answer, listed: Sequence[Answer]) -> None:
    """Whatever is said: it is contained, legal and accepted, or none of these, with a rule and a sentence."""
    options = GAME.options(state)
    refusal = GAME.check(state, answer)
    assert (refusal is None) == (answer in options), (answer, refusal)
    if options.is_complete:
        assert (refusal is None) == (answer in listed), (answer, refusal)
    if refusal is None:
        return
    assert has_rule(refusal.rule), refusal
    assert all(refusal_sentence(refusal, language=language) for language in LANGUAGES)
    with pytest.raises(Illegal) as error:
        GAME.step(state, answer)
    assert error.value.refusals == (refusal,)


def check_step(state: GameState, answer: Answer) -> None:
    """The same answer twice gives equal states and events; answer and state survive text and JSON."""
    first, again = GAME.step(state, answer), GAME.step(state, answer)
    assert first == again
    assert hash(first.state) == hash(again.state)
    assert answer_said(text_of(answer, state), state) == answer
    assert GAME.from_text(GAME.to_text(answer)) == answer
    assert msgspec.json.decode(msgspec.json.encode(answer), type=GameAnswer) == answer
    assert msgspec.json.decode(msgspec.json.encode(first.state), type=GameState) == first.state


def check_views(state: GameState) -> None:
    """A seat sees everything but the tiles that only others have looked at."""
    for number in range(state.players):
        seat = Seat(number)
        view = GAME.view_for(state, seat)
        assert [one.tile for one in view.peeked] == [
            one.tile if seat in one.seats else None for one in state.peeked
        ]
        if not state.plot.has_blind_temples:
            assert msgspec.structs.replace(view, peeked=()) == msgspec.structs.replace(state, peeked=())
            continue
        check_blind(state, view, seat)


def check_blind(state: GameState, view: GameState, seat: Seat) -> None:
    """A seat knows of face-down blueprints how many lie where, and which ones it has put back itself."""
    assert GAME.view_for(view, seat) == view
    assert [one for one in view.staged.returned if seat not in one.seats] == []
    held = [frame for frame in state.agenda if isinstance(frame, Blind) and frame.seat != seat]
    for temple in range(3):
        hidden = sum(len(frame.drawn) for frame in held if frame.temple == temple)
        assert view.staged.blueprints_in(temple) == state.staged.blueprints_in(temple) + hidden
    lying = {one.id for one in (*view.piles.blueprints, *(known.card for known in view.staged.returned))}
    secret = [one.card.id for one in state.staged.returned if seat not in one.seats]
    assert set(secret) <= {one.id for one in view.piles.blueprints}
    assert {one.id for one in state.piles.blueprints} <= lying
    assert sum(view.staged.kinds) == sum(view.staged.unseen)
    assert list(view.piles.blueprints) == sorted(view.piles.blueprints, key=lambda card: card.id)


def check_monks(state: GameState) -> None:
    """No samurai is awake beside a monk who fights while anybody is asked for an action."""
    if state.scene is UNSET or not isinstance(state.agenda[-1], Turn):
        return
    awake = [one.space for seat, one in enumerate(state.samurai) if state.is_conscious(Seat(seat))]
    assert not set(awake) & set(state.staged.monks)


def check_told(session: Session[GameState]) -> None:
    """Every event and question of a game cites a rule of the rulebook and is a sentence in every language."""
    for line in session.lines:
        assert has_rule(line.question.rule), line.question
        assert line.question.kind in ("craft", "claim") or has(f"question.{line.question.kind}")
        for event in line.events:
            assert has_rule(event.rule), event
    samples = {(event.kind, event.rule): event for line in session.lines for event in line.events}
    for event in samples.values():
        assert all(event_sentence(event, language=language) for language in LANGUAGES), event


def check_frames(session: Session[GameState]) -> None:
    """Turns, actions and fights: as many beginnings as ends and frames still open."""
    told = Counter(event.kind for event in happened(session))
    still_open = Counter(frame.name for frame in session.state.agenda)
    assert told["turn"] == told["turn-over"] + still_open["Turn"]
    assert told["acts"] + told["rests"] == told["action-over"] + still_open["Action"] + still_open["Rest"]
    begun = told["challenge"] + told["has-to-fight"] + told["guard-met"]
    assert begun == told["duel-over"] + told["duel-drawn"] + still_open["Duel"]
    fought = _battles_that_are_over(session.state)
    begun = told["dragon-attacked"] + told["dragon-attacks"] - told["fight-shunned"]
    assert begun == told["combat-over"] + still_open["Battle"] - fought
    assert told["round-begins"] == told["round-over"] + still_open["Round"]


def _battles_that_are_over(state: GameState) -> int:
    """Battles whose fight is over, of which the event is told already."""
    names = [frame.name for frame in state.agenda]
    return sum(
        name == "Battle" and getattr(frame, "is_fought", False) and "DragonFight" not in names
        for name, frame in zip(names, state.agenda, strict=True)
    )


def check_log(session: Session[GameState]) -> None:
    """A replay gives the state, undo and redo are exact, and a save opens again."""
    state, lines = session.state, session.lines
    assert session.replay()[0] == state
    steps = min(5, sum(not line.entry.automatic for line in lines))
    for _ in range(steps):
        session.undo()
    for _ in range(steps):
        session.redo()
    assert session.state == state
    assert session.lines == lines
    loaded = Session.load(GAME, session.save())
    assert (loaded.state, loaded.disagreement) == (state, None)


def happened(session: Session[GameState]) -> list[Event]:
    """Every event of the log."""
    return [event for line in session.lines for event in line.events]

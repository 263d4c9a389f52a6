"""A game that is decided while frames are open: they are dropped, each with its exit effect, and nobody is asked."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.kernel import (
    Answer,
    Complete,
    Frame,
    FrameRules,
    Game,
    Illegal,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    Session,
    State,
    event,
    push,
    refuse,
)

# ------------------------------------------------------------------ a toy: boxes in boxes, and one of them explodes


class Box(Frame, frozen=True):
    depth: int


class Echo(Frame, frozen=True):
    """What an exit effect leaves behind, which would ask."""


class Open(Answer, frozen=True):
    """The next box in this one."""


class Close(Answer, frozen=True):
    pass


class Boxes(State, frozen=True):
    agenda: tuple[Box | Echo, ...] = (Box(0),)
    fuse: int = 3
    """The depth at which it explodes."""
    is_over: bool = False
    left: int = 0
    """Boxes that were closed in peace: an exit effect that a finished game does not have any more."""


class BoxRules(FrameRules[Boxes]):
    def question(self, state: Boxes, frame: Box) -> Question:
        return Question(Seat(0), "box", "toy.box", frame.name)

    def check(self, state: Boxes, frame: Box, answer: Answer) -> Refusal | None:
        return None if isinstance(answer, Open | Close) else refuse("toy.box")

    def options(self, state: Boxes, frame: Box) -> Options:
        return Complete((Open(), Close()))

    def answered(self, state: Boxes, frame: Box, answer: Answer) -> Outcome[Boxes]:
        if isinstance(answer, Close):
            return BOXES.close(state)
        state = push(state, Box(frame.depth + 1))
        return msgspec.structs.replace(state, is_over=frame.depth + 1 == state.fuse), ()

    def closed(self, state: Boxes, frame: Box) -> Outcome[Boxes]:
        state = push(state, Echo())
        if not BOXES.is_decided(state):
            state = msgspec.structs.replace(state, left=state.left + 1)
        return state, (event("over", "toy.box", depth=frame.depth),)


class EchoRules(FrameRules[Boxes]):
    def advance(self, state: Boxes, frame: Echo) -> Outcome[Boxes] | None:
        assert not BOXES.is_decided(state), "nothing goes on by itself when all is over"
        return None


class BoxGame(Game[Boxes]):
    def is_decided(self, state: Boxes) -> bool:
        return state.is_over


BOXES = BoxGame(
    {Box: BoxRules(), Echo: EchoRules()}, unasked="toy.over", name="boxes", state=Boxes, answers=Open | Close
)


def test_a_decided_game_drops_what_is_open() -> None:
    """Innermost first, every frame once; nothing is asked, and what exit effects push is dropped as well."""
    session = Session(BOXES, Boxes())
    session.play(Open())
    session.play(Open())
    events = session.play(Open())
    assert [dict(each.data)["depth"] for each in events] == [3, 2, 1, 0]
    assert (session.state.agenda, session.state.left, session.question) == ((), 0, None)
    with pytest.raises(Illegal) as error:
        session.play(Open())
    assert error.value.refusals[0].rule == "toy.over"


def test_an_undecided_game_goes_on() -> None:
    session = Session(BOXES, Boxes())
    session.play(Open())
    session.play(Close())
    assert (session.state.left, session.state.agenda) == (1, (Box(0),))


def test_a_game_may_be_decided_before_anything_is_asked() -> None:
    """Its opening tells what was dropped."""
    step = BOXES.start(Boxes(is_over=True))
    assert step.state.agenda == ()
    assert [each.kind for each in step.events] == ["over"]


def test_a_decided_game_is_saved_undone_and_replayed() -> None:
    session = Session(BOXES, Boxes())
    for _ in range(3):
        session.play(Open())
    end = session.state
    assert session.replay()[0] == end
    assert Session.load(BOXES, session.save()).state == end
    session.undo()
    assert session.question is not None
    session.redo()
    assert session.state == end


def test_other_games_are_decided_by_their_frames_alone() -> None:
    class Plain(Game[Boxes]):
        pass

    game = Plain({Box: BoxRules(), Echo: EchoRules()}, unasked="toy.over")
    assert game.is_decided(Boxes(is_over=True)) is False
    assert game.question(game.start(Boxes(is_over=True)).state) is not None

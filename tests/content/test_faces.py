"""Dice as an owner types them: read, printed back, and held to what the ledger states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.content.faces import parse_faces, print_faces, refusal_of
from fujikoro_nb.engine.fujikoro.components import Die, Face, Provenance
from fujikoro_nb.engine.kernel import Unreadable
from fujikoro_nb.odds import COLOURS
from fujikoro_nb.texts import refusal_sentence, say

_faces = st.tuples(*[st.builds(Face, st.integers(0, 9), st.booleans())] * 6)


@given(faces=_faces, colour=st.sampled_from(COLOURS))
def test_faces_round_trip(faces: tuple[Face, ...], colour: str) -> None:
    die = Die(colour, faces, Provenance.OWNER)
    assert parse_faces(print_faces(die), colour) == die


@given(st.text(max_size=60))
def test_any_text_is_a_die_or_one_sentence(text: str) -> None:
    try:
        faces = len(parse_faces(text, "W").faces)
    except Unreadable as fault:
        assert say(f"unreadable.{fault.reason}", text=fault.text, place=fault.place + 1, **fault.data)  # noqa: PT017
    else:
        assert faces == 6


@pytest.mark.parametrize(
    "text", ["", "1,1,1,1,0", "1,1,1,1,0,0,0", "1*,1,1,1,0,x", "-1,1,1,1,1,1", "11,0,0,0,0,0"]
)
def test_not_six_faces_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_faces(text, "W")


@pytest.mark.rule("combat.dice.limits")
@pytest.mark.parametrize(
    ("colour", "text", "is_possible"),
    [
        # combat.dice.limits states a maximum and a mean; some faces keep both, some do not.
        ("W", "1*,1,1,1,0,0", True),
        ("W", "2*,1,1,0,0,0", False),
        ("W", "1*,1,1,0,0,0", False),
        ("M", "2*,2,2,0,0,0", True),
        ("M", "2*,2,1,1,0,0", True),
        ("M", "2*,1,1,1,1,0", True),
        ("M", "1*,1,1,1,1,1", False),
        ("T", "3*,3,3,0,0,0", True),
        ("T", "3*,2,1,1,1,1", True),
        ("T", "3*,3,2,1,1,0", False),
        ("G", "4,3,2,2,1,0", True),
        ("G", "4,4,2,2,0,0", True),
        ("G", "3,3,3,3,0,0", False),
    ],
)
def test_combat_dice_limits(colour: str, text: str, is_possible: bool) -> None:
    refusal = refusal_of(parse_faces(text, colour))
    assert (refusal is None) is is_possible
    if refusal:
        assert refusal.rule == "combat.dice.limits"
        assert refusal_sentence(refusal)


@pytest.mark.rule("combat.dice.broken-face")
@pytest.mark.parametrize(
    ("colour", "text"),
    [("W", "1,1,1,1,0,0"), ("W", "1*,1*,1,1,0,0"), ("G", "4*,3,2,2,1,0"), ("T", "3,2,2,1,1,0")],
)
def test_combat_dice_broken_face(colour: str, text: str) -> None:
    refusal = refusal_of(parse_faces(text, colour))
    assert refusal is not None
    assert refusal.rule == "combat.dice.broken-face"
    assert refusal_sentence(refusal)

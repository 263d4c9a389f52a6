"""Errors and heaps as sentences: one line, bounded, the input quoted where it stops making sense."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.characters import SYMMETRIC
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.kernel import Illegal, Unreadable, refuse
from fujikoro_nb.texts import error_sentence, refusal_sentence, say


def test_unreadable_names_character_and_place() -> None:
    with pytest.raises(Unreadable) as caught:
        parse_gear("WW/WX", GearKind.HELMET, SYMMETRIC)
    assert error_sentence(caught.value).startswith("“X” at character 5 of “WW/WX” is no cube")


def test_illegal_says_its_first_refusal() -> None:
    error = Illegal(refuse("craft.helmet.size", cubes=9, max=8), refuse("craft.rearrange"))
    assert error_sentence(error) == "This helmet has 9 cubes; a helmet has at most 8."


def test_long_text_is_quoted_round_the_place() -> None:
    error = Unreadable("cube-letter", "W" * 200 + "x" + "M" * 150, 200, letter="x")
    sentence = error_sentence(error)
    assert "…WWWWWWWWWWWWWWWWWWWWxMMMMMMMMMMMMMMMMMMM…" in sentence
    assert "character 201" in sentence


def test_other_errors_have_no_friendly_sentence() -> None:
    with pytest.raises(TypeError):
        error_sentence(KeyError("x"))


@given(st.text(max_size=600), st.sampled_from(GearKind))
def test_every_error_is_one_short_visible_line(text: str, kind: GearKind) -> None:
    try:
        parse_gear(text, kind, SYMMETRIC)
    except (Unreadable, Illegal) as error:
        sentence = error_sentence(error)
        assert sentence.isprintable()
        assert len(sentence) < 1000
        sentence.encode("utf-8")


@given(st.text(max_size=200))
def test_a_refusal_quotes_a_persons_text_safely(text: str) -> None:
    sentence = refusal_sentence(refuse("gearcard.claim.when", "not-displayed", card=text))
    assert sentence.isprintable()
    assert len(sentence) < 600


@pytest.mark.parametrize(
    ("cubes", "said"),
    [("WWM", "2 wood, 1 metal"), ("TT", "2 teeth"), ("WMT", "1 wood, 1 metal, 1 tooth"), ("W", "wood")],
)
def test_a_heap_is_said_by_material(cubes: str, said: str) -> None:
    sentence = refusal_sentence(refuse("craft.waste", cubes=cubes))
    assert sentence.endswith(f"say which: {said}.")


def test_a_slot_may_be_called_key() -> None:
    with pytest.raises(KeyError):
        say("nothing.here", key=1)

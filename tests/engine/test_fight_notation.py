"""Answers of a fight as text: every one round-trips, and what makes no sense names its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.asked.fight import (
    KeepMonk,
    LoseCubes,
    PayDamage,
    RepairWeapon,
    Retreat,
    RollDice,
    Rolled,
    SendMonk,
    Share,
    Stay,
    StealBlueprint,
    StealCube,
    StealMonk,
    StealNothing,
    StowThings,
    ThrowCube,
)
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer, print_answer
from fujikoro_nb.engine.fujikoro.asked.rest import PlaceMagic
from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, Backpack, Contents
from fujikoro_nb.engine.fujikoro.components import Die, Face, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS, Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.grid import MAX_COLUMNS, MAX_ROWS, mask_of
from fujikoro_nb.engine.kernel import Answer, Unreadable
from fujikoro_nb.texts import error_sentence

WOOD = Die("W", (Face(0), Face(1, is_broken=True), Face(1), Face(1), Face(1), Face(0)), Provenance.OWNER)
TOOTH = Die("T", (Face(3), Face(0, is_broken=True), Face(3), Face(2), Face(1), Face(0)), Provenance.OWNER)
DICE = (WOOD, TOOTH)

SAID = [
    ("send action", SendMonk("action")),
    ("send upper-area", SendMonk("upper-area")),
    ("keep", KeepMonk()),
    ("throw W upper", ThrowCube(Material.WOOD, "upper")),
    # distinct faces in the order of the die: 0, 1*, 1 on wood and 3, 0*, 2, 1, 0 on tooth
    ("roll W 0 1* 1*", Rolled(wood=(1, 2, 0))),
    ("roll W 1, T 0* 0", Rolled(wood=(0, 0, 1), tooth=(0, 1, 0, 0, 1))),
    ("roll -", Rolled()),
    ("attack left WWMG", RollDice("left", 2, 1, 0, 1)),
    ("attack right -", RollDice("right")),
    ("lose 2,1 3,1", LoseCubes(mask_of((2, 1), (3, 1)))),
    ("lose -", LoseCubes(0)),
    ("repair 8,5", RepairWeapon(mask_of((8, 5)))),
    ("pay 1,1 +G", PayDamage(mask_of((1, 1)), magic=True)),
    ("pay +G", PayDamage(0, magic=True)),
    ("pay -", PayDamage(0)),
    ("stay", Stay()),
    ("retreat", Retreat()),
    ("stow -", StowThings(Backpack())),
    (
        "stow WT monk / - helmet-blueprint, throw M, leave T",
        StowThings(
            Backpack(Contents(Cubes(1, 0, 1), ("monk",)), Contents(Cubes(), ("helmet-blueprint",))),
            Cubes(metal=1),
            Cubes(tooth=1),
        ),
    ),
    ("steal T", StealCube(Material.TOOTH)),
    ("steal monk backpack", StealMonk("backpack")),
    ("steal monk", StealMonk()),
    ("steal blueprint helmet-blueprint", StealBlueprint("helmet-blueprint")),
    ("steal nothing", StealNothing()),
    ("magic left", PlaceMagic("left")),
    ("share 2 0 10", Share((2, 0, 10))),
]


@pytest.mark.parametrize(("text", "answer"), SAID, ids=[text for text, _ in SAID])
def test_said_and_meant(text: str, answer: Answer) -> None:
    assert parse_answer(text, DICE) == answer
    assert print_answer(answer, DICE) == text


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("surrender", Retreat()),
        ("throw M", ThrowCube(Material.METAL, "lower")),
        ("roll T 0 0*, W 1", Rolled(wood=(0, 0, 1), tooth=(0, 1, 0, 0, 1))),
        ("  attack   left  MWGW ", RollDice("left", 2, 1, 0, 1)),
        ("lose 3,1 2,1", LoseCubes(mask_of((2, 1), (3, 1)))),
        ("stow TW", StowThings(Backpack(Contents(Cubes(1, 0, 1))))),
    ],
)
def test_other_ways_to_say_it(text: str, answer: Answer) -> None:
    assert parse_answer(text, DICE) == answer


@pytest.mark.parametrize(
    ("text", "reason", "place"),
    [
        ("", "answer-short", 0),
        ("dance", "answer-verb", 0),
        ("attack left", "answer-short", 11),
        ("attack left WX", "answer-dice-letter", 12),
        ("lose 2,1 x", "answer-cell", 9),
        ("lose 0,1", "answer-cell", 5),
        ("lose 11,1", "answer-cell", 5),
        ("lose 1,6", "answer-cell", 5),
        ("lose ١,1", "answer-cell", 5),
        ("lose 2,1 2,1", "answer-twice", 9),
        ("lose", "answer-short", 4),
        ("pay +G 1,1", "answer-word", 7),
        ("roll W 2", "answer-face", 7),
        ("roll W 1,1", "answer-face", 7),
        ("roll G 4", "answer-die", 5),
        ("roll W 1, W 1", "answer-die", 10),
        ("roll W 1,", "answer-short", 9),
        ("throw G lower", "answer-cube-letter", 6),
        ("stow W , drop W", "answer-word", 9),
        ("stow W, throw W, throw W", "answer-word", 17),
        ("stow WX", "answer-cube-letter", 5),
        ("steal two", "answer-cube-letter", 6),
        ("stay here", "answer-word", 5),
        ("send a/b", "answer-word", 5),
        ("share", "answer-short", 5),
        ("share 1 -1", "answer-word", 8),
        ("share 007", "answer-word", 6),
        ("lose " + "1,1 " * 200, "answer-too-long", 400),
    ],
)
def test_nonsense_names_its_place(text: str, reason: str, place: int) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_answer(text, DICE)
    assert (caught.value.reason, caught.value.place) == (reason, place)
    assert error_sentence(caught.value).isprintable()


def test_a_name_with_a_space_is_never_written_down() -> None:
    with pytest.raises(ValueError, match="the action spot"):
        print_answer(SendMonk("the action spot"))


NAMES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,20}", fullmatch=True)
CUBES = st.builds(Cubes, *[st.integers(0, 15)] * 3)
CELLS = st.lists(st.tuples(st.integers(1, MAX_COLUMNS), st.integers(1, MAX_ROWS)), max_size=16).map(
    lambda places: mask_of(*set(places))
)
CONTENTS = st.builds(Contents, CUBES, st.lists(NAMES, max_size=4).map(tuple))
DICE_COUNT = st.integers(0, 16)
ANSWERS = st.one_of(
    st.builds(SendMonk, NAMES),
    st.builds(ThrowCube, st.sampled_from(MATERIALS), NAMES),
    st.builds(
        Rolled,
        st.just(()) | st.tuples(*[st.integers(0, 5)] * 3),
        st.just(()),
        st.just(()) | st.tuples(*[st.integers(0, 5)] * 5),
    ),
    st.builds(RollDice, NAMES, DICE_COUNT, DICE_COUNT, DICE_COUNT, st.integers(0, 1)),
    st.builds(LoseCubes, CELLS),
    st.builds(RepairWeapon, CELLS),
    st.builds(PayDamage, CELLS, st.booleans()),
    st.builds(StowThings, st.builds(Backpack, CONTENTS, CONTENTS), CUBES, CUBES),
    st.builds(StealCube, st.sampled_from(MATERIALS)),
    st.builds(StealMonk, st.sampled_from(["", *MONK_SPOTS])),
    st.builds(StealBlueprint, NAMES),
    st.builds(PlaceMagic, NAMES),
)


@given(ANSWERS)
def test_every_answer_round_trips(answer: Answer) -> None:
    assert parse_answer(print_answer(answer, DICE), DICE) == answer


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from([*"WMTG-/,", "roll", "stow", "pay", "1,1", "+G"])).map(" ".join)
)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        answer = parse_answer(text, DICE)
    except Unreadable as error:
        sentence = error_sentence(error)
        assert sentence.isprintable()
    else:
        assert parse_answer(print_answer(answer, DICE), DICE) == answer

"""Puzzles from a seed, for an owner's card, and from a failed gear check (needs P10, P11); links (need P6)."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.components import GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.kernel import Refusal, Unreadable
from fujikoro_nb.puzzles.book import Entry
from fujikoro_nb.puzzles.crafting.book import CraftingEntry, book_01
from fujikoro_nb.puzzles.crafting.goal import Goal
from fujikoro_nb.puzzles.crafting.maker import Made, Recipe, make, puzzle_from, puzzles_for
from fujikoro_nb.puzzles.crafting.position import Offer, Position
from fujikoro_nb.puzzles.crafting.prove import answers, certify
from fujikoro_nb.puzzles.crafting.puzzle import Puzzle, decode, encode
from fujikoro_nb.puzzles.crafting.steps import Technique, solve
from fujikoro_nb.texts import refusal_sentence
from tests.puzzles.crafting.brute import brute_force
from tests.support.sampling import sample


def own(pattern: str, kind: str = "weapon", name: str = "mine") -> GearCard:
    return GearCard(name, GearKind(kind), parse_pattern(pattern), "wood", Provenance.OWNER)


@cache
def ten(pattern: str, kind: str) -> Made:
    """A second and a half each."""
    return puzzles_for(own(pattern, kind), 1)


OWN = (("WMW/.T.", "weapon"), ("WWMM", "weapon"), ("W.M/.W.", "weapon"), ("WM/MT", "helmet"))


@pytest.mark.parametrize(("pattern", "kind"), sample(OWN, 2))
def test_owners_card_gets_ten_puzzles(pattern: str, kind: str) -> None:
    made = ten(pattern, kind)
    assert made.reason is None
    assert len(made.entries) == 10
    assert len({entry.puzzle.position for entry in made.entries}) >= 9
    for entry in made.entries:
        assert certify(entry.puzzle) == entry.certificate
        assert [(card.id, card.provenance) for card in entry.puzzle.position.cards] == [("mine", "owner")]


def test_same_seed_same_ten() -> None:
    pattern, kind = sample(OWN, 2)[0]
    assert puzzles_for(own(pattern, kind), 1) == ten(pattern, kind)
    assert puzzles_for(own(pattern, kind), 2) != ten(pattern, kind)


def test_house_cards_never_meet_an_owners_card() -> None:
    others = [own("MM/W", name="other")]
    names = {
        card.id
        for entry in puzzles_for(own("WM/.M"), 2, others=others).entries
        for card in entry.puzzle.position.cards
    }
    assert names <= {"mine", "other"}


@pytest.mark.parametrize(
    ("pattern", "kind", "rule"),
    [
        ("W", "weapon", "puzzle.too-small"),
        ("WWWWW", "sandals", "craft.grid.shapes"),
        ("WWWWWWWWW", "weapon", "craft.weapon.grid"),
        ("WWW/WWW/WWW", "helmet", "craft.helmet.size"),
        ("WW/WW", "sandals", "craft.sandals.size"),
        ("WWWW/WWWW/WWWW/WWWW", "weapon", "craft.weapon.two-handed.max-cubes"),
        ("WM", "sandals", "puzzle.few"),
    ],
)
def test_card_without_ten_puzzles_gives_the_reason(pattern: str, kind: str, rule: str) -> None:
    made = puzzles_for(own(pattern, kind), 1)
    assert len(made.entries) < 10
    assert made.reason is not None
    assert made.reason.rule == rule
    assert refusal_sentence(made.reason).endswith(".")


def gear(text: str) -> Layout:
    return parse_gear(text, GearKind.WEAPON, Position().limits).weapon


@pytest.mark.parametrize("text", ["WWM..:.../...M.:...", "..WWW:.../..MMM:.../..MMM:...", "WW.M.:..."])
def test_failed_check_becomes_a_puzzle(text: str) -> None:
    entry = puzzle_from(Position(is_unlocked=True), gear(text))
    assert isinstance(entry, Entry)
    position = entry.puzzle.position
    assert position.layout.cubes + position.cubes == gear(text).cubes
    assert answers(entry.puzzle)


def test_nine_cubes_without_the_monk_make_no_puzzle() -> None:
    """No arrangement of nine cubes in the left part is legal, so there is nothing to find."""
    said = puzzle_from(Position(), gear("..WWW:.../..MMM:.../..MMM:..."))
    assert isinstance(said, Refusal)
    assert said.rule == "puzzle.no-answer"


def test_gear_that_misses_a_card_becomes_a_puzzle() -> None:
    position = Position(cards=(Offer("mine", "WWM/..M", Provenance.OWNER),))
    entry = puzzle_from(position, gear("WW...:..."))
    assert isinstance(entry, Entry)
    assert entry.puzzle.position.hand == "MM"
    assert entry.puzzle.goal.match


def test_gear_that_lacks_nothing_is_no_puzzle() -> None:
    said = puzzle_from(Position(), gear("WWM..:..."))
    assert isinstance(said, Refusal)
    assert refusal_sentence(said)


@settings(deadline=None, max_examples=12)
@given(st.integers(0, 10**6), st.sampled_from([GearKind.WEAPON, GearKind.HELMET]))
def test_proof_agrees_with_brute_force(seed: int, kind: GearKind) -> None:
    entry = make(Recipe(kind=kind, hand=2, extra=1), house_pack().gear_cards, seed, name="x", tries=40)
    if entry is not None:
        assert set(answers(entry.puzzle)) == brute_force(entry.puzzle)


def test_anchor_is_seen_before_trial() -> None:
    """No tooth in hand: the card's tooth has to be the one that lies there."""
    card = Offer("c", "TM/.M")
    puzzle = Puzzle(
        id="x",
        position=Position(given="..T..:.../..W..:...", hand="MM", cards=(card,)),
        goal=Goal(match=True),
    )
    assert solve(puzzle)[0].technique == Technique.ANCHOR


def test_shared_cells_are_seen() -> None:
    """Three metal for two bars of three: only one bar for both cards can be paid."""
    cards = (Offer("a", "MMM"), Offer("b", "MMM/.W."))
    position = Position(given=".....:.../.....:.../..W..:...", hand="MMM", cards=cards)
    puzzle = Puzzle(id="x", position=position, goal=Goal(match=True))
    assert certify(puzzle) is not None
    assert Technique.SHARED in {step.technique for step in solve(puzzle)}


@pytest.mark.parametrize("entry", book_01().entries, ids=lambda entry: entry.puzzle.id)
def test_puzzle_fits_in_a_link(entry: CraftingEntry) -> None:
    code = encode(entry.puzzle)
    assert len(code) < 400
    assert decode(code) == entry.puzzle


@given(st.text(max_size=100) | st.binary(max_size=80).map(lambda raw: raw.hex()))
def test_any_text_as_a_puzzle_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        decode(text)


@pytest.mark.parametrize(
    "broken",
    [
        Position(given="WWWWWWW", hand="M"),
        Position(given=".....:W..", hand="M"),
        Position(given="W+G@1,1", hand="M"),
        Position(hand="M", cards=(Offer("a", "Q"),)),
        Position(hand="M", cards=tuple(Offer(name, "WM") for name in "abc")),
        Position(hand="M", character="nobody"),
    ],
)
def test_impossible_puzzle_in_a_link_is_refused(broken: Position) -> None:
    with pytest.raises(Unreadable):
        decode(encode(Puzzle(id="x", position=broken, goal=Goal(match=True))))


def test_bomb_in_a_link_is_refused() -> None:
    big = msgspec.structs.replace(Position(), given="." * 10**6)
    code = encode(Puzzle(id="x", position=big, goal=Goal()))
    with pytest.raises(Unreadable):
        decode(code)

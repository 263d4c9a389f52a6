"""Chapter "gearcard": which cards match, when they may be taken and where they go."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.fujikoro.board.player import SLOTS
from fujikoro_nb.engine.fujikoro.gear.match import contains
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
from tests.support.gear_positions import (
    HELMET,
    SANDALS,
    WEAPON,
    ClaimCard,
    CraftNothing,
    PlaceMagic,
    StopClaiming,
    Table,
    adopted_but,
    blueprint,
    board,
    card,
    craft,
    layout_of,
    owned,
)

HELM = card("helm", HELMET, "WW")
TWO_WEAPONS = (card("blade", WEAPON, "WM"), card("staff", WEAPON, "WW"))


def fits(gear: str, pattern: str) -> bool:
    return contains(layout_of(HELMET, gear), parse_pattern(pattern))


@pytest.mark.rule("gearcard.claim.when")
def test_gearcard_claim_when() -> None:
    """At the end of a rest the matching card may be taken: not before the craft is done, not after the rest."""
    table = Table(board(helmet="WW"), display=(HELM,))
    assert table.refused(ClaimCard("helm", "move")) == "gearcard.claim.when"
    table.play(CraftNothing())
    assert table.refused(ClaimCard("none", "move")) == "gearcard.claim.when"
    assert table.refused(PlaceMagic("left")) == "gearcard.claim.when"
    table.play(ClaimCard("helm", "move"))
    assert table.state.boards[0].cards == (owned("helm", HELMET, "move"),)
    assert table.state.display == ()
    table.play(StopClaiming())
    assert table.asked is None
    assert table.refused(ClaimCard("helm", "move")) == "craft.when"


@pytest.mark.rule("gearcard.claim.when")
def test_gearcard_claim_when_the_magic_check_has_begun() -> None:
    here = board(weapon="WW...:WW", monks=("weapon",), blueprints=(blueprint(WEAPON, "WW"),))
    table = Table(here, display=TWO_WEAPONS).rest()
    assert table.asked == "place-magic"
    assert table.refused(ClaimCard("staff", "move", "vp")) == "gearcard.claim.when"


@pytest.mark.rule("gearcard.claim.without-craft")
def test_gearcard_claim_without_craft() -> None:
    """Declined at the last rest, gear unchanged: taken at the next rest without crafting."""
    table = Table(board(helmet="WW", lower="M"), display=(HELM,)).rest()
    again = Table(*table.state.boards, display=table.state.display).play(CraftNothing())
    assert again.claims() == ["helm"]
    here = table.state.boards[0]
    other = Table(here, display=(HELM,)).play(craft(here, SANDALS, "M"))
    assert other.claims() == ["helm"]


@pytest.mark.rule("gearcard.claim.optional")
def test_gearcard_claim_optional() -> None:
    """Two weapon cards match: one is taken, or none."""
    table = Table(board(weapon="WWM"), display=TWO_WEAPONS).play(CraftNothing())
    assert table.claims() == ["blade", "staff"]
    assert table.refused(StopClaiming()) is None
    table.play(ClaimCard("staff", "gather", "peek"))
    assert table.claims() == []
    assert [shown.id for shown in table.state.display] == ["blade"]
    none = Table(board(weapon="WWM"), display=TWO_WEAPONS).rest()
    assert none.state.boards[0].cards == ()


@pytest.mark.rule("gearcard.match.contains")
def test_gearcard_match_contains() -> None:
    """Pattern W above M: W above M plus T matches; W beside T above M does not."""
    assert fits("W/M/T", "W/M")
    assert fits("WT/M.", "W/M")
    assert not fits("W./TM", "W/M")
    table = Table(board(helmet="W./TM"), display=(card("c", HELMET, "W/M"),)).play(CraftNothing())
    assert table.refused(ClaimCard("c", "move")) == "gearcard.match.contains"


@pytest.mark.rule("gearcard.match.contains")
def test_gearcard_match_contains_the_material_counts() -> None:
    """The same cells in another material are no match, and a gap of the pattern may be filled."""
    assert not fits("MM", "WW")
    assert fits("WMW", "W.W")
    assert not fits("WW", "W.W")


@pytest.mark.rule("gearcard.match.contains")
def test_gearcard_match_contains_in_the_same_kind_only() -> None:
    """A helmet card is not earned by sandals that show its pattern."""
    table = Table(board(sandals="WW"), display=(HELM,)).play(CraftNothing())
    assert table.claims() == []


@pytest.mark.rule("gearcard.match.rotation")
def test_gearcard_match_rotation() -> None:
    """An L turned by 90, 180 and 270 degrees matches; its mirror image does not."""
    pattern = "W./W./MT"
    for turned in ("W./W./MT", "MWW/T..", "TM/.W/.W", "..T/WWM"):
        assert fits(turned, pattern), turned
    for mirrored in (".W/.W/TM", "T../MWW", "MT/W./W.", "WWM/..T"):
        assert not fits(mirrored, pattern), mirrored


@pytest.mark.rule("gearcard.limit.type")
def test_gearcard_limit_type() -> None:
    """Who owns a weapon card takes no second one, wherever its slot."""
    here = board(weapon="WWM", helmet="WW", cards=(owned("old", WEAPON, "move", "vp"),))
    table = Table(here, display=(*TWO_WEAPONS, HELM)).play(CraftNothing())
    assert table.refused(ClaimCard("staff", "gather", "vp")) == "gearcard.limit.type"
    assert table.claims() == ["helm"]


@pytest.mark.rule("gearcard.limit.slot")
def test_gearcard_limit_slot() -> None:
    """The move slot is taken: the second card goes to explore or gather; rest has no slot."""
    assert set(SLOTS) == {"move", "explore", "gather"}
    table = Table(board(weapon="WWM", helmet="WW"), display=(*TWO_WEAPONS, HELM)).play(CraftNothing())
    table.play(ClaimCard("staff", "move", "vp"))
    assert table.refused(ClaimCard("helm", "move")) == "gearcard.limit.slot"
    assert table.refused(ClaimCard("helm", "rest")) == "gearcard.limit.slot"
    assert {answer.slot for answer in table.options() if isinstance(answer, ClaimCard)} == {
        "explore",
        "gather",
    }


@pytest.mark.rule("gearcard.bonus.weapon-fixed")
def test_gearcard_bonus_weapon_fixed() -> None:
    """A weapon card's bonus is chosen at placement; other cards have nothing to choose."""
    table = Table(board(weapon="WWM", helmet="WW"), display=(*TWO_WEAPONS, HELM)).play(CraftNothing())
    assert table.refused(ClaimCard("staff", "move")) == "gearcard.bonus.weapon-fixed"
    assert table.refused(ClaimCard("staff", "move", "step")) == "gearcard.bonus.weapon-fixed"
    assert table.refused(ClaimCard("helm", "move", "vp")) == "gearcard.bonus.weapon-fixed"
    table.play(ClaimCard("staff", "move", "peek"))
    assert table.state.boards[0].cards[0].bonus == "peek"


@pytest.mark.rule("gearcard.no-refill", "backpack.gear-cards-free")
def test_gearcard_no_refill() -> None:
    """Three helmet cards, one taken: two left; a full backpack does not matter."""
    shown = tuple(card(name, HELMET, "WW") for name in "abc")
    table = Table(board(helmet="WW", lower="WWWWWW"), display=shown).play(CraftNothing())
    table.play(ClaimCard("b", "move"))
    assert [left.id for left in table.state.display] == ["a", "c"]


@pytest.mark.rule("gearcard.and-blueprint")
def test_gearcard_and_blueprint() -> None:
    """A helmet that fits a card and a blueprint: card taken and magic cube placed."""
    table = Table(board(helmet="WW/MM", blueprints=(blueprint(HELMET, "MM"),)), display=(HELM,))
    table.play(CraftNothing(), ClaimCard("helm", "explore"), StopClaiming())
    assert [mine.card for mine in table.state.boards[0].cards] == ["helm"]
    assert table.gear().helmet_magic


@pytest.mark.rule("gearcard.claim.optional")
def test_gearcard_claim_optional_reading_must() -> None:
    """Where a match must be taken, stopping is refused as long as one can be."""
    must = adopted_but("gearcard.claim.optional", "must")
    table = Table(board(weapon="WWM"), display=TWO_WEAPONS, rulings=must).play(CraftNothing())
    assert table.refused(StopClaiming()) == "gearcard.claim.optional"
    assert StopClaiming() not in table.options()
    table.play(ClaimCard("staff", "move", "vp"))
    assert table.refused(StopClaiming()) is None

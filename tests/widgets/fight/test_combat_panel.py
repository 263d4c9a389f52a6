"""CombatPanel without a browser: which dice may be rolled, what stands in the read-out, whose faces are used."""

from __future__ import annotations

from fractions import Fraction

import pytest
import traitlets as t
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.odds import COLOURS, DiceSet
from fujikoro_nb.widgets import CraftGrid
from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
from tests.support.sampling import examples

TWO = "WWM..:.../.....:.../.....:.WW+G@7,3"


def act(panel: CombatPanel, name: str, **fields: object) -> None:
    """As a page sends it."""
    panel._handle_custom_msg({"act": name, **fields}, [])


@pytest.mark.rule("combat.attack.dice")
def test_panel_starts_with_all_dice() -> None:
    panel = CombatPanel(weapon="WWMT")
    assert panel.dice == "WWMT"
    assert panel.most == {"W": 2, "M": 1, "T": 1, "G": 0}


@pytest.mark.rule("combat.attack.two-weapons", "magic.weapon.own-roll-only")
def test_panel_lets_one_of_two_weapons_roll() -> None:
    panel = CombatPanel(weapon=TWO)
    assert [row["dice"] for row in panel.weapons] == ["WWM", "WWG"]
    panel.set_state({"chosen": 1})
    assert panel.dice == "WWG"


@pytest.mark.rule("combat.attack.usable")
def test_panel_refuses_an_unusable_weapon_with_its_sentence() -> None:
    panel = CombatPanel(weapon="WMMM")
    assert panel.dice == ""
    assert panel.weapons[0]["rule"] == "combat.attack.usable"
    assert "1 of 2 wood" in panel.weapons[0]["refusal"]
    assert panel.odds["dice"] == 0


@pytest.mark.rule("combat.attack.fewer")
def test_panel_rolls_fewer_dice_and_never_more() -> None:
    panel = CombatPanel(weapon="WWMT")
    panel.set_state({"dice": "WM"})
    assert panel.dice == "WM"
    panel.set_state({"dice": "WWWM"})
    assert panel.dice == "WM"
    assert "WWMT" in panel.notice
    act(panel, "all-dice")
    assert panel.dice == "WWMT"
    panel.set_state({"dice": ""})
    assert panel.dice == ""
    assert panel.odds["mean_hits"] == "0.0"


def test_panel_follows_the_grid() -> None:
    grid = CraftGrid(weapon="WWM")
    panel = CombatPanel(grid=grid)
    assert panel.dice == "WWM"
    grid.weapon = "WWMT"
    assert panel.dice == "WWMT"
    grid.clear()
    assert panel.weapons == []
    assert panel.dice == ""


def test_a_change_beside_the_weapon_keeps_what_was_chosen() -> None:
    grid = CraftGrid(weapon="WWMT")
    panel = CombatPanel(grid=grid)
    panel.set_state({"dice": "WW", "target": 1})
    grid.helmet = "M"
    assert panel.dice == "WW"


@pytest.mark.rule("combat.dice.limits")
def test_read_out_of_one_wood_die_by_hand() -> None:
    """Wood shows 1,1,1,1,0,0 (the only faces that fit), one of them broken: 4 of 6 hit, 1 of 6 breaks."""
    panel = CombatPanel(weapon="WW")
    panel.dice = "W"
    assert [row["percent"] for row in panel.odds["hits"]] == ["33", "67"]
    assert panel.odds["hits"][1]["at_least"] == "67"
    assert panel.odds["whole"] == "83"
    assert panel.odds["mean_broken"] == "0.2"
    # House: the broken face is a hit. So of the four hits three are whole: 3 of 6.
    assert panel.odds["hits"][1]["whole"] == "50"
    assert panel.roll.expected_hits == Fraction(2, 3)


def test_percent_never_says_0_or_100_for_what_may_happen_or_fail() -> None:
    panel = CombatPanel(weapon="..WMM:TT./..WWM:MM.")
    shown = [row["percent"] for row in panel.odds["hits"]]
    assert shown[0] == "<1"
    assert panel.odds["hits"][0]["at_least"] == "100"
    assert panel.odds["hits"][1]["at_least"] == ">99"


@settings(max_examples=examples(30), deadline=None)
@given(st.text("WMT.", min_size=1, max_size=5), st.text("WMTG", max_size=6))
def test_shares_sum_to_one_for_any_weapon_and_any_dice(row: str, dice: str) -> None:
    panel = CombatPanel(weapon=f"{row}:...")
    panel.set_state({"dice": dice})
    assert (
        DiceSet.parse(panel.dice).is_within(DiceSet(*panel.most.values())) if panel.most else not panel.dice
    )
    assert sum(row["share"] for row in panel.odds["hits"]) == pytest.approx(1)
    for broken in panel.odds["broken"]:
        assert sum(share["share"] for share in broken["shares"]) == pytest.approx(1)


# ---- faces


@pytest.mark.rule("combat.dice.broken-face")
def test_faces_in_use_wear_their_mark() -> None:
    panel = CombatPanel(weapon="WWMT")
    marks = {row["colour"]: row["mark"] for row in panel.faces}
    assert set(marks) == set(COLOURS)
    assert marks == {die.material: str(die.provenance) for die in house_pack().dice}
    assert "house" in marks.values()


def test_owner_types_other_faces_and_they_are_kept() -> None:
    kept = []
    panel = CombatPanel(weapon="WWM", keep=kept.append)
    act(panel, "faces", colour="M", faces="2*,1,1,1,1,0")
    assert kept[0].provenance == Provenance.OWNER
    assert panel.faces[1]["mark"] == "owner"
    assert panel.box["M"].faces[1].hits == 1
    act(panel, "house-faces", colour="M")
    assert panel.box["M"] == panel.house["M"]
    assert kept[1] == panel.house["M"]


@pytest.mark.parametrize("faces", ["", "2,2,2", "9,9,9,9,9,9", "2,2,1,1,0,0", "x*,2,1,1,0,0", "🎲" * 20])
def test_impossible_faces_are_refused_with_one_sentence(faces: str) -> None:
    kept = []
    panel = CombatPanel(weapon="WWM", keep=kept.append)
    act(panel, "faces", colour="M", faces=faces)
    assert panel.notice
    assert not kept
    assert panel.box == panel.house


# ---- bad input


@pytest.mark.parametrize("weapon", ["Q", "MWWWMM", "::", "W" * 1000, "WWW🐉"])
def test_unreadable_weapon_is_refused_with_a_sentence(weapon: str) -> None:
    panel = CombatPanel(weapon="WWM")
    with pytest.raises(t.TraitError, match=r"\w+ \w+"):
        panel.weapon = weapon
    assert panel.dice == "WWM"


@given(
    st.dictionaries(
        st.sampled_from(["dice", "chosen", "target", "weapons", "odds", "box"]),
        st.one_of(
            st.text(max_size=50), st.integers(), st.none(), st.booleans(), st.lists(st.integers(), max_size=3)
        ),
        max_size=3,
    )
)
@settings(max_examples=examples(60), deadline=None)
def test_any_state_from_the_browser_leaves_a_panel_that_works(state: dict[str, object]) -> None:
    panel = CombatPanel(weapon=TWO)
    panel.set_state(state)
    assert 0 <= panel.chosen < 2
    assert DiceSet.parse(panel.dice).is_within(DiceSet(*panel.most.values()))
    assert -1 <= panel.target <= 80
    assert panel.odds["hits"]


# ---- undo


def test_every_choice_tells_how_to_take_it_back() -> None:
    told = []
    panel = CombatPanel(weapon=TWO, on_choice=lambda name, restore: told.append((name, restore)))
    panel.set_state({"dice": "W"})
    panel.set_state({"target": 3})
    panel.set_state({"chosen": 1})
    act(panel, "faces", colour="M", faces="2*,1,1,1,1,0")
    assert [name for name, _ in told] == ["dice", "target", "chosen", "faces-M"]
    for _, restore in reversed(told):
        restore()
    assert (panel.dice, panel.chosen, panel.target) == ("WWM", 0, -1)
    assert panel.box == panel.house


@pytest.mark.parametrize(
    ("weapon", "rule"),
    [
        ("WWWWW:.../WWWW.:...", "craft.weapon.one-handed.max-cubes"),
        ("WWM..:.../.....:.../WW...:..W/.....:..W", "craft.weapon.one-per-part"),
    ],
)
def test_panel_gives_no_odds_for_gear_that_may_not_lie_there(weapon: str, rule: str) -> None:
    grid = CraftGrid(weapon=weapon)
    panel = CombatPanel(grid=grid)
    assert panel.dice == ""
    assert panel.odds["dice"] == 0
    assert {row["rule"] for row in panel.weapons} == {rule}
    assert panel.weapons[0]["refusal"] == grid.verdict["kinds"]["weapon"]["faults"][0]["sentence"]
    panel.set_state({"dice": "WW"})
    assert panel.dice == ""
    grid.close()


@pytest.mark.rule("monk.spot.weapon", "craft.weapon.right-only")
def test_panel_asks_whether_the_right_part_is_open() -> None:
    grid = CraftGrid(weapon=TWO, is_unlocked=False)
    panel = CombatPanel(grid=grid)
    assert {row["rule"] for row in panel.weapons} == {"craft.weapon.right-only"}
    grid.is_unlocked = True
    assert [row["refusal"] for row in panel.weapons] == ["", ""]
    assert panel.dice == "WWM"
    grid.close()


def test_house_dice_are_named_at_the_real_box_until_the_owner_typed_those_that_roll() -> None:
    house = {die.material: die for die in house_pack().dice if die.provenance == Provenance.HOUSE}
    panel = CombatPanel(weapon="WWMT", is_real_box=True)
    rolled = [colour for colour in "WMT" if colour in house]
    assert panel.house_dice == rolled
    assert rolled
    for colour, faces in {"W": "1*,1,1,1,0,0", "M": "2*,1,1,1,1,0", "T": "3*,3,3,0,0,0"}.items():
        act(panel, "faces", colour=colour, faces=faces)
        rolled = [left for left in rolled if left != colour]
        assert panel.house_dice == rolled
    assert panel.house_dice == []


def test_house_dice_count_only_where_they_roll_and_only_at_the_real_box() -> None:
    panel = CombatPanel(weapon="WWMT")
    assert panel.house_dice == []
    panel.is_real_box = True
    assert "M" in panel.house_dice
    panel.set_state({"dice": "WWT"})
    assert "M" not in panel.house_dice

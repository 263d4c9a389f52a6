"""The rules helper without a browser: link, undo over all pages, the real box, the backpack, the rule card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fujikoro_nb import rulebook
from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.widgets import HelperPage, helper_page
from tests.support.sampling import examples

GEAR = "weapon=WWM..:MMM&helmet=WM../.T..+G&unlocked=1&character=masako"


@pytest.fixture(scope="module", autouse=True)
def _nobodys_own_cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads the cards of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def page(tmp_path: Path) -> HelperPage:
    """A page as it is when the browser has just told its empty link."""
    page = HelperPage(store=OwnerPack(tmp_path))
    act(page, "open-link", text="")
    return page


def act(page: HelperPage, what: str, /, **fields: object) -> None:
    """As the browser sends it."""
    if what == "undo" and "undo" in page.acts and page.acts["undo"]:
        fields.setdefault("label", page.undo_label)
    page._handle_custom_msg({"act": what, **fields}, [])


def paint(page: HelperPage, column: int, row: int, *, material: str = "W", stroke: str = "") -> None:
    page.grid._handle_custom_msg(
        {
            "act": "paint",
            "kind": "weapon",
            "material": material,
            "cells": [[column, row]],
            "stroke": stroke,
            "client": "test",
            "seq": 1,
        },
        [],
    )


def test_a_page_that_is_told_no_language_has_all_its_words() -> None:
    assert HelperPage().words == HelperPage(language="en").words


# ---- the link


def test_link_brings_the_gear_and_follows_it(tmp_path: Path) -> None:
    page = HelperPage(store=OwnerPack(tmp_path))
    assert not page.is_opened
    act(page, "open-link", text="#" + GEAR)
    assert page.is_opened
    assert page.notice == ""
    assert page.grid.character == "masako"
    assert page.grid.is_unlocked
    assert page.grid.gear.helmet_magic
    paint(page, 1, 2)
    other = HelperPage(store=OwnerPack(tmp_path / "other"))
    act(other, "open-link", text=page.link)
    assert other.state == page.state
    assert other.link == page.link


def test_bad_link_gives_one_sentence_and_an_empty_board(tmp_path: Path) -> None:
    page = HelperPage(store=OwnerPack(tmp_path))
    act(page, "open-link", text="#weapon=<img src=x onerror=alert(1)>&helmet=WM")
    assert "weapon=<img" in page.notice
    assert "\n" not in page.notice
    assert page.link == ""
    assert len(page.grid.gear.helmet) == 0
    assert page.is_opened


def test_bad_link_in_an_open_page_changes_nothing(page: HelperPage) -> None:
    paint(page, 1, 1)
    before = page.state
    act(page, "open-link", text="helmet=QQQ")
    assert page.state == before
    assert "helmet=QQQ" in page.notice


def test_good_link_in_an_open_page_can_be_undone(page: HelperPage) -> None:
    paint(page, 1, 1)
    before = page.state
    act(page, "open-link", text=GEAR)
    assert page.grid.character == "masako"
    act(page, "undo")
    assert page.state == before


@settings(max_examples=examples(30), deadline=None)
@given(st.text(max_size=60))
def test_any_text_as_link_leaves_a_page_that_works(text: str) -> None:
    page = helper_page()
    act(page, "open-link", text=text)
    paint(page, 2, 2, material="M")
    assert "M" in page.grid.weapon
    assert page.undo_label


# ---- undo


def test_undo_names_each_change_and_takes_all_of_them_back_in_turn(page: HelperPage) -> None:
    start = page.state
    steps = []

    def step(*words: str) -> None:
        assert page.notice == ""
        assert all(word in page.undo_label for word in words), page.undo_label
        steps.append(page.state)

    paint(page, 1, 1)
    step("wood", "row 1", "column 1")
    paint(page, 2, 1)
    step("column 2")
    act(page, "backpack", material="M", by=1)
    step("metal", "backpack")
    act(page, "character", name="masatsura")
    step("Masatsura")
    page.grid._handle_custom_msg({"act": "unlock", "on": True}, [])
    step("monk")
    page.grid._handle_custom_msg({"act": "blueprint", "kind": "weapon", "state": "owned"}, [])
    step("blueprint")
    act(page, "real-box", on=False)
    step("house cards")
    page.fight.set_state({"dice": "W"})
    assert page.undo_label == page.say("helper.undo", what=page.say("helper.change-dice"))
    act(page, "undo")
    assert page.fight.dice == "WW"
    for state in reversed(steps[:-1]):
        act(page, "undo")
        assert page.state == state
    act(page, "undo")
    assert page.state == start
    assert page.undo_label == ""
    act(page, "undo")
    assert page.state == start


def test_one_stroke_of_a_finger_is_one_undo(page: HelperPage) -> None:
    start = page.state
    for column in (1, 2, 3):
        paint(page, column, 1, stroke="s1")
    assert len(page.grid.gear.weapon) == 3
    act(page, "undo")
    assert page.state == start


def test_undo_reaches_back_through_more_changes_than_the_grid_keeps(page: HelperPage) -> None:
    for number in range(150):
        paint(page, 1, 1, material="WM"[number % 2])
    for _ in range(149):
        act(page, "undo")
    assert page.grid.weapon == "W....:..."


def test_undo_takes_back_an_entered_card(page: HelperPage) -> None:
    page.strip._handle_custom_msg(
        {"act": "save", "kind": "weapon", "pattern": "WW", "bonus": "", "blueprint": False, "id": ""}, []
    )
    assert len(page.strip.cards) == 1
    assert page.undo_label
    act(page, "undo")
    assert page.strip.cards == ()
    assert page.undo_label == ""


# ---- the real box


def test_at_the_real_box_no_house_card_is_ever_shown(page: HelperPage, tmp_path: Path) -> None:
    assert page.is_real_box
    assert page.strip.cards == ()
    page.strip._handle_custom_msg(
        {"act": "save", "kind": "weapon", "pattern": "WM", "bonus": "", "blueprint": False, "id": ""}, []
    )
    act(page, "real-box", on=False)
    assert {card.provenance for card in page.strip.cards} == {Provenance.OWNER, Provenance.HOUSE}
    assert all(card["house"] for card in page.strip.shown if not card["own"])
    act(page, "real-box", on=True)
    assert [card.provenance for card in page.strip.cards] == [Provenance.OWNER]
    paint(page, 1, 1)
    paint(page, 2, 1, material="M")
    assert [card["state"] for card in page.strip.shown] == ["match"]


def test_own_cards_and_dice_are_there_again_in_the_next_page(page: HelperPage, tmp_path: Path) -> None:
    page.strip._handle_custom_msg(
        {"act": "save", "kind": "helmet", "pattern": "MM", "bonus": "wood", "blueprint": False, "id": ""}, []
    )
    page.fight._handle_custom_msg({"act": "faces", "colour": "T", "faces": "3*,3,3,0,0,0"}, [])
    again = HelperPage(store=OwnerPack(tmp_path))
    assert again.strip.cards == page.strip.cards
    assert [face.hits for face in again.fight.box["T"].faces] == [3, 3, 3, 0, 0, 0]
    assert again.fight.box["T"].provenance == Provenance.OWNER
    act(page, "undo")
    assert HelperPage(store=OwnerPack(tmp_path)).fight.box["T"].provenance == Provenance.HOUSE


# ---- board and backpack


def test_character_that_is_too_small_for_the_gear_is_refused(page: HelperPage) -> None:
    act(page, "open-link", text="weapon=.....:...WW&unlocked=1&character=masako")
    before = page.state
    assert before.character == "masako"
    act(page, "character", name="tomoe")
    assert page.state == before
    assert page.notice


def test_backpack_holds_what_its_character_holds(page: HelperPage) -> None:
    for _ in range(12):
        act(page, "backpack", material="W", by=1)
    assert (
        page.board["cubes"] == page.board["room"] == 6
    )  # the lower spaces; the upper five need a monk, 000:21
    assert page.notice == page.say("helper.backpack-full-monk", max=6)
    act(page, "backpack-monk", on=True)
    for _ in range(6):
        act(page, "backpack", material="W", by=1)
    assert page.board["cubes"] == page.board["room"] == 11
    assert "11" in page.notice
    act(page, "backpack-monk", on=False)
    assert page.board["monk"]
    assert page.notice == page.say("helper.backpack-monk-stays", max=6, n=5)
    act(page, "backpack", material="T", by=-1)
    assert page.board["cubes"] == 11


def test_reach_names_the_cards_that_the_backpack_can_craft(page: HelperPage) -> None:
    for pattern in ("WW", "TT"):
        page.strip._handle_custom_msg(
            {"act": "save", "kind": "weapon", "pattern": pattern, "bonus": "", "blueprint": False, "id": ""},
            [],
        )
    act(page, "reach")
    assert page.reach == []
    act(page, "backpack", material="W", by=1)
    act(page, "backpack", material="W", by=1)
    act(page, "reach")
    assert len(page.reach) == 1
    assert "2 wood" in page.reach[0]


# ---- rules


def test_rule_card_says_the_rule_and_where_it_stands(page: HelperPage) -> None:
    act(page, "rule", rule="combat.helmet.absorb")
    card = page.rule_card
    assert card["id"] == "combat.helmet.absorb"
    assert {entry["book"] for entry in card["where"]} >= {"English booklet", "French booklet"}
    assert card["conflict"]["says"]  # 000 and 004 say three for a tooth, 001 prints two
    act(page, "close-rule")
    assert page.rule_card == {}


def test_rule_card_says_the_reading_that_this_table_plays(page: HelperPage) -> None:
    act(page.rules, "ruling", rule="combat.helmet.absorb", option="tooth-two")
    act(page, "rule", rule="combat.helmet.absorb")
    played = rulebook.reading_sentence("combat.helmet.absorb", "tooth-two")
    assert page.rule_card["conflict"]["ruling"] == page.say("helper.rule-ruling", ruling=played)


def test_unknown_rule_says_so(page: HelperPage) -> None:
    act(page, "rule", rule="<b>no.such.rule</b>")
    assert page.rule_card["statement"] == page.say("helper.rule-unknown")


# ---- what a page may send


@settings(max_examples=examples(60), deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["act", "name", "on", "text", "material", "by", "rule"]),
        st.one_of(
            st.sampled_from([*HelperPage.acts, "W", "tomoe"]),
            st.booleans(),
            st.integers(-2, 2),
            st.none(),
            st.text(max_size=9),
        ),
        max_size=4,
    )
)
def test_any_message_leaves_a_page_that_works(message: dict[str, object]) -> None:
    page = helper_page()
    page._handle_custom_msg(message, [])
    page.set_state({"link": "weapon=WW", "board": {}, "is_opened": True})
    assert not page.is_opened or message.get("act") == "open-link"
    paint(page, 1, 1)
    assert "weapon=" in page.link


def test_map_is_made_when_it_is_first_opened(page: HelperPage) -> None:
    assert page.map is None
    act(page, "open-map")
    made = page.map
    assert made is not None
    act(page, "open-map")
    assert page.map is made


def enter(page: HelperPage, pattern: str, *, kind: str = "weapon", blueprint: bool = False) -> str:
    """Enter a card in the strip; its id."""
    known = {card.id for card in page.strip.cards}
    fields = {"kind": kind, "pattern": pattern, "bonus": "", "blueprint": blueprint, "id": ""}
    page.strip._handle_custom_msg({"act": "save", **fields}, [])
    return str(next(card.id for card in page.strip.cards if card.id not in known))


# ---- own cards: undo and names


def test_cards_taken_out_come_back_under_their_ids(page: HelperPage) -> None:
    first, second = enter(page, "WW"), enter(page, "MM")
    entered = page.strip.cards
    for card_id in (first, second):  # both removals are of "weapon card 1"
        page.strip._handle_custom_msg({"act": "remove", "id": card_id}, [])
    act(page, "undo")
    act(page, "undo")
    assert page.strip.cards == entered
    assert page.store.load().pack.gear_cards == entered
    act(page, "undo")
    act(page, "undo")
    assert page.strip.cards == ()
    assert page.undo_label == ""


def test_undo_goes_on_after_another_window_took_the_card_out(page: HelperPage, tmp_path: Path) -> None:
    start = page.state
    paint(page, 1, 1)
    card_id = enter(page, "WW")
    OwnerPack(tmp_path).remove(card_id)
    act(page, "undo")
    assert page.notice == page.say("card-strip.undo-gone", what="weapon card 1 entered")
    act(page, "undo")
    assert page.state == start
    assert page.notice == ""


def test_a_card_without_a_name_is_called_by_kind_and_number(page: HelperPage) -> None:
    enter(page, "WW")
    page.store.add_card("weapon", "MM", name="Kusarigama")
    again = HelperPage(store=page.store)
    assert [card["name"] for card in again.strip.shown] == ["Weapon card 1", "Kusarigama"]
    assert again.cards.title("no-such-card") == ""


# ---- own cards: changed into another kind


def change(page: HelperPage, card_id: str, pattern: str, **fields: object) -> None:
    """Change a card in the strip."""
    entered = {"kind": "weapon", "pattern": pattern, "bonus": "", "blueprint": False, "id": card_id, **fields}
    page.strip._handle_custom_msg({"act": "save", **entered}, [])


def test_a_card_becomes_a_blueprint_and_one_undo_takes_that_back(page: HelperPage) -> None:
    first, second = enter(page, "WW"), enter(page, "MM")
    before = page.strip.cards
    change(page, first, "WWM", blueprint=True)
    assert page.notice == page.strip.notice == ""
    pack = page.store.load().pack
    assert [card.id for card in pack.gear_cards] == [second]
    assert [(card.id, print_pattern(card.pattern)) for card in pack.blueprints] == [
        ("owner-blueprint-weapon-1", "WWM")
    ]
    assert [one["name"] for one in page.strip.shown if one["blueprint"]] == ["Weapon blueprint 1"]
    assert [one.key for one in page.store.removed()] == [first]
    assert page.undo_label == "Undo: weapon card 1 changed"
    act(page, "undo")
    assert page.strip.cards == before
    assert page.store.load().pack.gear_cards == before
    act(page, "undo")
    act(page, "undo")
    assert (page.strip.cards, page.undo_label, page.notice) == ((), "", "")


def test_a_card_changes_its_kind_and_is_judged_by_that(page: HelperPage) -> None:
    page.store.add_card("weapon", "WW", name="Kusarigama")
    page.refresh()
    (card,) = page.strip.cards
    change(page, card.id, "WM", kind="helmet", bonus="wood")
    assert page.strip.notice == ""
    (helmet,) = page.store.load().pack.gear_cards
    assert (helmet.id, helmet.kind, helmet.bonus) == ("owner-helmet-1", "helmet", "wood")
    assert page.store.load().pack.title(helmet.id) == "Kusarigama"
    change(page, helmet.id, "WM", kind="sandals")
    assert [(one.id, one.bonus) for one in page.strip.cards] == [("owner-sandals-1", "step")]
    act(page, "undo")
    act(page, "undo")
    assert page.strip.cards == (card,)


def test_a_blueprint_becomes_a_card(page: HelperPage) -> None:
    name = enter(page, "MM", kind="helmet", blueprint=True)
    change(page, name, "MM", kind="helmet", bonus="metal")
    (card,) = page.store.load().pack.gear_cards
    assert (card.id, card.bonus, page.store.load().pack.blueprints) == ("owner-helmet-1", "metal", ())
    act(page, "undo")
    assert [one.id for one in page.strip.cards] == [name]


def test_a_kind_that_cannot_be_leaves_the_card_as_it_was(page: HelperPage) -> None:
    card_id = enter(page, "WWWWWWW")
    before = page.strip.cards
    change(page, card_id, "WWWWWWW", kind="sandals")
    assert "sandals" in page.strip.notice.lower()
    assert page.strip.cards == before == page.store.load().pack.gear_cards
    assert page.strip.last_change == "weapon card 1 entered"
    page.strip._handle_custom_msg({"act": "clear-notice"}, [])
    assert page.strip.notice == ""


# ---- own cards: undo whatever came between


def test_undo_brings_back_the_card_that_was_taken_out_and_no_other_of_its_id(page: HelperPage) -> None:
    first = enter(page, "WW")
    page.strip._handle_custom_msg({"act": "remove", "id": first}, [])
    assert enter(page, "MM") == first, "the id is free again"
    act(page, "undo")
    act(page, "undo")
    assert [print_pattern(card.pattern) for card in page.store.load().pack.gear_cards] == ["WW"]


def test_undo_of_a_card_that_came_back_another_way(page: HelperPage) -> None:
    """On the command line, while this page still shows it as gone; or in this page's own list."""
    first, second = enter(page, "WW"), enter(page, "MM")
    page.strip._handle_custom_msg({"act": "remove", "id": first}, [])
    page.store.bring_back(page.store.removed()[0].mark)
    act(page, "undo")
    assert page.notice == ""
    assert {card.id for card in page.strip.cards} == {first, second}
    page.strip._handle_custom_msg({"act": "remove", "id": first}, [])
    page.store.bring_back(page.store.removed()[0].mark)
    page.refresh()
    act(page, "undo")
    assert page.notice == page.say("card-strip.undo-done", what="weapon card 1 taken out")
    assert {card.id for card in page.strip.cards} == {first, second}


def test_undo_brings_a_card_back_beside_one_that_has_its_id_now(page: HelperPage) -> None:
    first = enter(page, "WW")
    change(page, first, "WWM")
    page.strip._handle_custom_msg({"act": "remove", "id": first}, [])
    page.store.add_card("weapon", "MM")  # another page
    act(page, "undo")
    drawn = {card.id: print_pattern(card.pattern) for card in page.store.load().pack.gear_cards}
    assert drawn == {first: "MM", "owner-weapon-2": "WWM"}
    act(page, "undo")
    drawn = {card.id: print_pattern(card.pattern) for card in page.store.load().pack.gear_cards}
    assert drawn == {first: "MM", "owner-weapon-2": "WW"}
    act(page, "undo")
    assert [card.id for card in page.strip.cards] == [first]


def test_undo_takes_out_no_card_of_another_device(page: HelperPage) -> None:
    first = enter(page, "WW")
    change(page, first, "WM")
    page.store.add_card("weapon", "MM")  # another device from here on
    page.store.add_card("weapon", "WW")
    page.store.remove(first)
    before = [card.id for card in page.store.load().pack.gear_cards]
    enter(page, "WWM")  # the page hears of the others by this
    for _ in range(3):
        act(page, "undo")
    assert [card.id for card in page.store.load().pack.gear_cards] == before


def test_a_card_keeps_its_number_when_another_is_taken_out(page: HelperPage) -> None:
    first, _ = enter(page, "WW"), enter(page, "MM")
    page.strip._handle_custom_msg({"act": "remove", "id": first}, [])
    assert [one["name"] for one in page.strip.shown] == ["Weapon card 2"]
    assert page.undo_label == "Undo: weapon card 1 taken out"


# ---- own cards: what the backpack can craft is asked anew


def test_page_hears_that_the_cards_on_display_changed(page: HelperPage, tmp_path: Path) -> None:
    seen = [page.cards_changed]

    def is_new() -> bool:
        seen.append(page.cards_changed)
        return seen[-1] != seen[-2]

    card_id = enter(page, "WW")
    assert is_new()
    change(page, card_id, "WWM")
    assert is_new()
    paint(page, 1, 1)
    assert not is_new()
    page.strip._handle_custom_msg({"act": "remove", "id": card_id}, [])
    assert is_new()
    act(page, "undo")
    OwnerPack(tmp_path).add_card("weapon", "TT")
    is_new()
    act(page, "open-link", text=page.link)
    assert is_new()


# ---- what the table plays


OWN_AREAS = """\
format: 1
pack: owner
provenance: owner
areas:
  - kind: helmet
    columns: 5
    rows: 3
"""


@pytest.mark.rule("craft.grid.shapes")
def test_page_judges_by_the_areas_of_the_owners_pack(tmp_path: Path) -> None:
    (tmp_path / "owner-pack.yaml").write_text(OWN_AREAS, encoding="utf-8")
    page = HelperPage(store=OwnerPack(tmp_path))
    act(page, "open-link", text="helmet=MMMMM")
    assert page.notice == ""
    assert len(page.grid.gear.helmet) == 5
    assert page.grid.verdict["legal"]
    assert (page.grid.board["helmet"]["columns"], page.grid.board["helmet"]["rows"]) == (5, 3)
    assert page.link.startswith("helmet=MMMMM")
    other = HelperPage(store=OwnerPack(tmp_path))
    act(other, "open-link", text=page.link)
    assert other.state == page.state


def test_near_misses_say_whether_the_backpack_holds_the_cube(page: HelperPage) -> None:
    enter(page, "WWT")
    paint(page, 1, 1)
    paint(page, 2, 1)
    assert page.strip.shown[0]["badge"] == "1 tooth away"
    act(page, "backpack", material="M", by=1)
    assert page.strip.shown[0]["badge"] == "1 tooth away, none in the backpack"
    act(page, "backpack", material="T", by=1)
    assert page.strip.shown[0]["badge"] == "1 tooth away, in the backpack"
    act(page, "undo")
    assert page.strip.shown[0]["badge"] == "1 tooth away, none in the backpack"


@pytest.mark.rule("gearcard.match.rotation")
def test_reach_follows_the_tables_rulings(page: HelperPage) -> None:
    act(page, "open-link", text="weapon=WMW../..T..")
    enter(page, "WMW/T..")
    act(page, "backpack", material="T", by=1)
    act(page, "reach")
    assert "Weapon card 1" in page.reach[0]
    page.grid.rulings = Rulings().with_reading("gearcard.match.rotation", "turned-or-mirrored")
    act(page, "reach")
    assert page.reach == [page.say("helper.reach-no-cards")]


@pytest.mark.rule("char.daisuke.helmet-three")
def test_reach_names_no_helmet_blueprint_for_daisuke(page: HelperPage) -> None:
    enter(page, "WW", kind="helmet", blueprint=True)
    act(page, "character", name="daisuke")
    for _ in range(2):
        act(page, "backpack", material="W", by=1)
    act(page, "reach")
    assert not any("blueprint" in line for line in page.reach)


def test_a_smaller_backpack_says_what_was_taken_out(page: HelperPage) -> None:
    act(page, "open-link", text="backpack=WWWWWWMTT&character=masatsura")
    act(page, "character", name="takeko")
    assert page.board["cubes"] == 6
    assert page.notice == page.say("helper.backpack-cut", max=6, cubes="1 metal, 2 tooth")
    act(page, "undo")
    assert page.board["cubes"] == 9


def test_backpack_monk_is_in_the_link_and_can_be_undone(page: HelperPage) -> None:
    before = page.state
    act(page, "backpack-monk", on=True)
    assert page.link == "backpack-monk=1"
    act(page, "undo")
    assert page.state == before


def test_unknown_key_in_a_link_costs_one_sentence(tmp_path: Path) -> None:
    page = HelperPage(store=OwnerPack(tmp_path))
    act(page, "open-link", text="weapon=WWM&utm=1")
    assert len(page.grid.gear.weapon) == 3
    assert page.notice == page.say("helper.link-ignored", part="utm=1")

"""The craft grid without a browser: traits, verdict, acts of the browser, hand, given cubes, undo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import traitlets as t
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, mask_of
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.play.history import Entry, History, called
from fujikoro_nb.texts import say
from fujikoro_nb.widgets import CraftGrid

NINE = "...../.MM/WWMMT/.MM"
"""example.legality: nine cubes in the left part, one too many."""


@pytest.fixture
def grid() -> Iterator[CraftGrid]:
    widget = CraftGrid()
    yield widget
    widget.close()


class Finger:
    """Sends what a page sends."""

    def __init__(self, grid: CraftGrid) -> None:
        self.grid = grid
        self.seq = 0

    def paint(self, material: str, *cells: tuple[int, int], kind: str = "weapon", stroke: str = "") -> None:
        self.act("paint", kind=kind, material=material, cells=[list(cell) for cell in cells], stroke=stroke)

    def act(self, name: str, **fields: Any) -> None:
        if name in {"paint", "magic"}:
            self.seq += 1
            fields |= {"client": "test", "seq": self.seq}
        data = {"method": "custom", "content": {"act": name, **fields}}
        self.grid._handle_msg({"content": {"data": data}, "buffers": []})


@pytest.fixture
def finger(grid: CraftGrid) -> Finger:
    return Finger(grid)


# ---- notation


def test_text_becomes_canonical(grid: CraftGrid) -> None:
    grid.weapon = "WWM|/..M"
    assert grid.weapon == "WWM..:.../..M..:..."
    assert grid.gear.weapon == Layout(wood=mask_of((1, 1), (2, 1)), metal=mask_of((3, 1), (3, 2)))


def test_bad_text_raises_our_sentence_and_changes_nothing(grid: CraftGrid) -> None:
    grid.weapon = "WW"
    with pytest.raises(t.TraitError, match="“X”"):
        grid.weapon = "WWX"
    assert grid.weapon == "WW...:..."


def test_text_outside_the_board_raises_our_sentence(grid: CraftGrid) -> None:
    with pytest.raises(t.TraitError, match="5 cells of the left part"):
        grid.weapon = "WWWWWW"


@pytest.mark.parametrize("value", ["WWX", "W" * 500, "WWWWWW", "\x00", "W:W:W"])
def test_bad_text_from_the_browser_is_a_notice(grid: CraftGrid, value: str) -> None:
    grid.weapon = "WW"
    grid._handle_msg({"content": {"data": {"method": "update", "state": {"weapon": value}}}, "buffers": []})
    assert grid.weapon == "WW...:..."
    assert grid.notice


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    grid = CraftGrid(helmet="W")
    before, refusal = grid.gear, ""
    try:
        grid.helmet = text
    except t.TraitError as error:
        refusal = str(error)
    if refusal:
        assert grid.gear == before
        assert refusal.endswith(".")
    else:
        canonical = grid.helmet
        grid.helmet = canonical
        assert grid.helmet == canonical
    grid.close()


def test_gear_and_texts_are_one(grid: CraftGrid) -> None:
    grid.gear = Gear(helmet=Layout(metal=mask_of((1, 1))), helmet_magic=True)
    assert grid.helmet == "M...+G"
    grid.helmet = "W"
    assert grid.gear == Gear(helmet=Layout(wood=mask_of((1, 1))))


def test_gear_outside_the_board_is_refused(grid: CraftGrid) -> None:
    with pytest.raises(t.TraitError, match="too small"):
        grid.gear = Gear(sandals=Layout(metal=mask_of((3, 1))))
    assert grid.gear == Gear()


def test_gear_is_told_once_and_last(grid: CraftGrid) -> None:
    told: list[tuple[str, str]] = []
    grid.observe(lambda change: told.append((grid.weapon, grid.verdict["sentence"])), "gear")
    grid.weapon = "WWM"
    assert told == [("WWM..:...", "One-handed, length 3.")]


# ---- verdict


def test_empty_grid_is_legal(grid: CraftGrid) -> None:
    assert grid.verdict["legal"]
    assert grid.verdict["seal"] == "ok"


@pytest.mark.rule("craft.weapon.one-handed.max-cubes")
def test_nine_cubes_in_one_part(grid: CraftGrid) -> None:
    grid.weapon = NINE
    verdict = grid.verdict
    assert (verdict["legal"], verdict["seal"]) == (False, "no")
    assert verdict["rule"] == "craft.weapon.one-handed.max-cubes"
    assert verdict["kinds"]["weapon"]["note"] == "9 of 8 in this weapon"
    [fault] = verdict["kinds"]["weapon"]["faults"]
    assert sorted(map(tuple, fault["cells"])) == sorted(
        [(2, 2), (3, 2), (1, 3), (2, 3), (3, 3), (4, 3), (5, 3), (2, 4), (3, 4)]
    )


@pytest.mark.rule("craft.weapon.illegal-fix", "craft.weapon.fix-minimal")
def test_ways_out_of_nine_cubes(grid: CraftGrid) -> None:
    grid.weapon = NINE
    off, across = grid.verdict["ways"]
    # By hand: every cube but the three that hold others on: (2,3)->(1,3); (3,3)... see the drawing. Taking (4,3) cuts
    # off (5,3), taking (2,3) cuts off (1,3); all others leave eight connected cubes, among them (3,3): row 2 and 4 go
    # round it, but (4,3) hangs on (3,3) alone.
    assert sorted(map(tuple, off["cells"])) == [(1, 3), (2, 2), (2, 4), (3, 2), (3, 4), (5, 3)]
    assert across["cells"] == [[6, 3]]


@pytest.mark.rule("craft.weapon.usable.two-handed", "craft.weapon.legal-unusable")
def test_eleven_cubes_with_two_wood_are_legal_but_unusable(grid: CraftGrid) -> None:
    grid.weapon = "WWMMM:MMM/....M:MM"
    verdict = grid.verdict
    assert (verdict["legal"], verdict["seal"], verdict["rule"]) == (
        True,
        "but",
        "craft.weapon.usable.two-handed",
    )
    assert "2 of 3 wood" in verdict["sentence"]


@pytest.mark.rule("monk.spot.weapon")
def test_the_right_part_needs_a_monk(grid: CraftGrid) -> None:
    grid.weapon = "...WW:M"
    assert grid.verdict["legal"]
    grid.is_unlocked = False
    assert grid.verdict["rule"] == "monk.spot.weapon"
    assert grid.verdict["kinds"]["weapon"]["faults"][0]["cells"] == [[6, 1]]


@pytest.mark.rule("example.init-8")
def test_initiative_of_a_magical_weapon(grid: CraftGrid) -> None:
    # ledger, magic.value.weapon: WWM, length 3, with magic has initiative 7
    grid.weapon = "WWM+G@1,1"
    grid.blueprints = {"weapon": "owned"}
    assert (grid.verdict["initiative"], grid.verdict["initiative_magic"]) == (7, 4)


def test_magic_without_a_blueprint_is_doubted(grid: CraftGrid) -> None:
    grid.helmet = "MM+G"
    assert (grid.verdict["seal"], grid.verdict["rule"]) == ("but", "magic.gain")


@pytest.mark.rule("magic.loss.immediate")
def test_magic_that_no_longer_fits(grid: CraftGrid) -> None:
    grid.blueprints = {"helmet": {"state": "owned", "pattern": "MM"}}
    grid.helmet = "MW+G"
    assert (grid.verdict["seal"], grid.verdict["rule"]) == ("but", "magic.loss.immediate")
    grid.helmet = "MM+G"
    assert grid.verdict["seal"] == "ok"


def test_a_fitting_blueprint_says_what_comes(grid: CraftGrid) -> None:
    grid.blueprints = {"weapon": {"state": "owned", "pattern": "WM/.M"}}
    grid.weapon = "WM/.M"
    blueprint = grid.verdict["kinds"]["weapon"]["blueprint"]
    assert blueprint["fits"] is True
    assert blueprint["will"]["rule"] == "magic.gain"


@pytest.mark.parametrize(
    "told", [{"shield": "owned"}, {"weapon": "stolen"}, {"weapon": {"state": "owned", "pattern": "X"}}]
)
def test_a_blueprint_that_makes_no_sense(grid: CraftGrid, told: Any) -> None:
    with pytest.raises(t.TraitError):
        grid.blueprints = told
    assert grid.blueprints == {}


@pytest.mark.rule("char.masako.weapon-grid")
def test_character_changes_the_board(grid: CraftGrid) -> None:
    grid.is_unlocked = False
    grid.character = "Masako"
    assert grid.character == "masako"
    assert grid.board["weapon"]["columns"] == 10
    grid.weapon = "....W:WWW.M"
    with pytest.raises(t.TraitError, match="column 10"):
        grid.character = "symmetric"
    assert grid.character == "masako"


def test_unknown_character(grid: CraftGrid) -> None:
    with pytest.raises(t.TraitError):
        grid.character = "nobody"


# ---- the finger


def test_taps_lay_and_remove(grid: CraftGrid, finger: Finger) -> None:
    finger.paint("M", (3, 2))
    assert grid.weapon == ".....:.../..M..:..."
    assert grid.answered == ("test", 1)
    finger.paint(".", (3, 2))
    assert grid.weapon == ".....:..."


def test_one_push_for_one_tap(grid: CraftGrid, finger: Finger, monkeypatch: pytest.MonkeyPatch) -> None:
    pushed: list[set[str]] = []
    monkeypatch.setattr(grid, "send_state", lambda key=None: pushed.append(set(key or ())))
    finger.paint("M", (3, 2))
    [state] = [one for one in pushed if one]
    assert {"weapon", "verdict", "undo_label", "answered"} <= state


def test_a_stroke_is_one_undo(grid: CraftGrid, finger: Finger) -> None:
    finger.paint("W", (1, 1), stroke="1")
    finger.paint("W", (2, 1), (3, 1), stroke="1")
    finger.paint("M", (4, 1), stroke="2")
    assert grid.undo_label == "Undo: metal at row 1, column 4"
    finger.act("undo")
    assert grid.undo_label == "Undo: 3 cells of the weapon"
    finger.act("undo")
    assert (grid.weapon, grid.undo_label) == (".....:...", "")
    finger.act("redo")
    assert grid.weapon == "WWW..:..."


def test_undo_and_redo_of_every_kind_of_change(grid: CraftGrid, finger: Finger) -> None:
    moments = []

    def moment() -> tuple[object, ...]:
        return grid.weapon, grid.helmet, grid.sandals, grid.is_unlocked, str(grid.blueprints), grid.verdict

    for change in (
        lambda: finger.paint("W", (1, 1)),
        lambda: finger.act("magic", kind="weapon", column=1, row=1, on=True),
        lambda: finger.paint("T", (2, 2), kind="helmet"),
        lambda: finger.act("unlock", on=False),
        lambda: finger.act("blueprint", kind="weapon", state="owned"),
        lambda: setattr(grid, "sandals", "MM"),
        lambda: setattr(grid, "gear", Gear()),
        lambda: finger.paint("M", (1, 1), (2, 1)),
        lambda: finger.act("clear", kind="weapon"),
    ):
        moments.append(moment())
        change()
        assert grid.undo_label.startswith("Undo: ")
        assert moment() != moments[-1]
    last = moment()
    for before in reversed(moments):
        finger.act("undo")
        assert moment() == before
    assert grid.undo_label == ""
    for _ in moments:
        finger.act("redo")
    assert moment() == last


def test_a_new_change_forgets_what_was_undone(grid: CraftGrid, finger: Finger) -> None:
    finger.paint("W", (1, 1))
    finger.act("undo")
    finger.paint("M", (1, 1))
    assert grid.redo_label == ""


def test_forget(grid: CraftGrid) -> None:
    grid.weapon = "WW"
    grid.forget()
    assert grid.undo_label == ""
    grid.undo()
    assert grid.weapon == "WW...:..."


def test_cells_off_the_board_change_nothing(grid: CraftGrid, finger: Finger) -> None:
    finger.paint("W", (10, 5))
    finger.paint("W", (5, 5), kind="sandals")
    assert grid.gear == Gear()
    assert grid.undo_label == ""


@pytest.mark.rule("magic.one-per-gear", "magic.carrier-destroyed")
def test_magic_lies_on_a_cube_and_goes_with_it(grid: CraftGrid, finger: Finger) -> None:
    finger.act("magic", kind="weapon", column=2, row=1, on=True)
    assert grid.notice == say("craft-grid.magic-needs-cube")
    grid.weapon = "WW"
    finger.act("magic", kind="weapon", column=2, row=1, on=True)
    assert grid.weapon == "WW...:...+G@2,1"
    finger.act("magic", kind="weapon", column=1, row=1, on=True)  # one a kind: it moves
    assert grid.weapon == "WW...:...+G@1,1"
    finger.paint(".", (1, 1))
    assert grid.weapon == ".W...:..."


def test_magic_on_a_helmet(grid: CraftGrid, finger: Finger) -> None:
    grid.helmet = "M"
    finger.act("magic", kind="helmet", column=4, row=4, on=True)
    assert grid.helmet == "M...+G"
    finger.act("magic", kind="helmet", column=1, row=1, on=False)
    assert grid.helmet == "M..."


def test_a_hand_bounds_what_is_laid(grid: CraftGrid, finger: Finger) -> None:
    grid.hand = "MWW"
    assert grid.hand == "WWM"
    finger.paint("W", (1, 1), (2, 1), (3, 1))
    assert grid.weapon == "WW...:..."
    assert grid.notice == "There is no wood left in your hand."
    assert grid.cubes_left == Cubes(metal=1)
    finger.paint("M", (1, 1))  # the wood comes back into the hand
    assert grid.cubes_left == Cubes(wood=1)
    assert grid.notice == ""


def test_given_cubes_stay(grid: CraftGrid, finger: Finger) -> None:
    grid.weapon, grid.fixed, grid.hand = "WW", {"weapon": [[1, 1], [2, 1]]}, "M"
    finger.paint(".", (1, 1))
    finger.paint("M", (2, 1), (3, 1))
    assert grid.weapon == "WWM..:..."
    assert grid.cubes_left == Cubes()
    finger.act("clear", kind="weapon")
    assert grid.weapon == "WW...:..."


def test_a_grid_that_is_only_shown(grid: CraftGrid, finger: Finger) -> None:
    grid.weapon, grid.is_editable = "WW", False
    finger.paint("M", (3, 1))
    finger.act("clear", kind="weapon")
    finger.act("undo")
    finger.act("unlock", on=False)
    assert (grid.weapon, grid.is_unlocked) == ("WW...:...", True)
    assert grid.answered == ("test", 1)  # the page drops its own drawing


@pytest.mark.parametrize(
    "content",
    [
        {
            "act": "paint",
            "kind": "weapon",
            "material": "X",
            "cells": [[1, 1]],
            "stroke": "",
            "client": "",
            "seq": 1,
        },
        {
            "act": "paint",
            "kind": "shield",
            "material": "W",
            "cells": [[1, 1]],
            "stroke": "",
            "client": "",
            "seq": 1,
        },
        {
            "act": "paint",
            "kind": "weapon",
            "material": "W",
            "cells": [[0, 1]],
            "stroke": "",
            "client": "",
            "seq": 1,
        },
        {
            "act": "paint",
            "kind": "weapon",
            "material": "W",
            "cells": [[1, 1]] * 99,
            "stroke": "",
            "client": "",
            "seq": 1,
        },
        {
            "act": "paint",
            "kind": "weapon",
            "material": "W",
            "cells": [[1, 1]],
            "stroke": "",
            "client": "",
            "seq": -1,
        },
        {"act": "magic", "kind": "weapon", "column": 1, "row": 1, "on": "yes", "client": "", "seq": 1},
        {"act": "clear"},
        {"act": "forget"},
    ],
)
def test_malformed_acts_change_nothing(grid: CraftGrid, content: dict[str, Any]) -> None:
    grid.weapon = "WW"
    grid._handle_msg({"content": {"data": {"method": "custom", "content": content}}, "buffers": []})
    assert grid.weapon == "WW...:..."
    assert grid.notice == say("widgets.ignored")


@pytest.mark.parametrize(
    "name",
    [
        "verdict",
        "gear",
        "hand",
        "fixed",
        "marks",
        "card_marks",
        "character",
        "blueprints",
        "is_editable",
        "also",
    ],
)
def test_what_the_browser_may_not_set(grid: CraftGrid, name: str) -> None:
    before = getattr(grid, name)
    grid._handle_msg(
        {"content": {"data": {"method": "update", "state": {name: {"weapon": 1}}}}, "buffers": []}
    )
    assert getattr(grid, name) == before


def test_kinds(grid: CraftGrid) -> None:
    grid.kinds = ("sandals", "helmet")
    assert grid.kinds == ("helmet", "sandals")
    assert grid.open_kind == "helmet"
    with pytest.raises(t.TraitError):
        grid.kinds = ("shield",)


# ---- two weapons, and pieces that are too many


@pytest.mark.rule("craft.weapon.legal-unusable", "craft.weapon.two-max")
@pytest.mark.parametrize(
    ("weapon", "sentence", "note"),
    [
        (
            "WWM..:..M",
            "The right weapon is no use in a fight: 0 of 2 wood.",
            "right weapon unusable",
        ),
        (
            "WM...:.WW",
            "The left weapon is no use in a fight: 1 of 2 wood.",
            "left weapon unusable",
        ),
        (
            "WM...:..M",
            "Neither weapon is any use in a fight: 1 and 0 of 2 wood each.",
            "2 weapons, none usable",
        ),
    ],
)
def test_of_two_weapons_the_one_that_does_not_fight_is_named(
    grid: CraftGrid, weapon: str, sentence: str, note: str
) -> None:
    grid.weapon = weapon
    verdict = grid.verdict
    assert (verdict["seal"], verdict["rule"]) == ("but", "craft.weapon.usable.one-handed")
    assert (verdict["sentence"], verdict["kinds"]["weapon"]["note"]) == (sentence, note)
    assert verdict["more"] == []


def test_two_weapons_that_fight(grid: CraftGrid) -> None:
    grid.weapon = "WW...:.WW"
    assert (grid.verdict["seal"], grid.verdict["kinds"]["weapon"]["note"]) == ("ok", "2 weapons, both usable")


@pytest.mark.rule("craft.weapon.connected", "craft.weapon.one-per-part", "craft.weapon.two-max")
@pytest.mark.parametrize(
    ("weapon", "note"),
    [
        ("WWM/...M", "loose cube: row 2, column 4"),  # it touches the others at a corner
        (".M.WW:W", "loose cube: row 1, column 2"),  # a two-handed weapon lies alone
        ("WWM/...:..W/:/:WW", "loose cube: row 2, column 8"),
        ("WW.MM/WW", "2 pieces in the left part"),
        ("WW.MM:.MM/WW", "3 separate pieces"),
        ("M.W", "2 pieces in the left part"),  # either may go: neither is the loose one
        ("M...W:W", "2 separate pieces"),  # without its right half the two-handed weapon leaves two pieces
    ],
)
def test_pieces_that_are_too_many_are_told_by_their_place(grid: CraftGrid, weapon: str, note: str) -> None:
    grid.weapon = weapon
    assert not grid.verdict["legal"]
    assert grid.verdict["kinds"]["weapon"]["note"] == note


@pytest.mark.rule("monk.spot.weapon", "craft.weapon.right-only", "craft.weapon.hand-type")
@pytest.mark.parametrize(
    ("weapon", "is_unlocked", "chosen", "note"),
    [
        ("WW...:.WW", False, (), "right part locked"),
        ("WW...:..M", False, (), "right part locked"),
        ("...WW:W", False, (), "right part locked"),
        # ten cubes of one part are two-handed at such a table: that weapon lies alone
        (
            "WWWWW:..M/MMMMM",
            True,
            (("craft.weapon.hand-type", "any-place"),),
            "loose cube: row 1, column 8",
        ),
        ("WWM..:.../.....:...+G@5,2", True, (), "green cube on no cube"),
    ],
)
def test_note_over_illegal_weapons_never_calls_them_usable(
    grid: CraftGrid, weapon: str, is_unlocked: bool, chosen: tuple[tuple[str, str], ...], note: str
) -> None:
    grid.rulings = Rulings(chosen)
    grid.weapon, grid.is_unlocked = weapon, is_unlocked
    assert not grid.verdict["legal"]
    assert grid.verdict["kinds"]["weapon"]["note"] == note


# ---- the monk that opens the right part


@pytest.mark.rule("monk.spot.weapon", "craft.weapon.right-only")
@pytest.mark.parametrize(("weapon", "cells"), [("...WW:M", [[6, 1]]), ("WW...:..W", [[8, 1]])])
def test_a_closed_part_offers_the_monk_who_opens_it(
    grid: CraftGrid, finger: Finger, weapon: str, cells: list[list[int]]
) -> None:
    grid.weapon, grid.is_unlocked = weapon, False
    [opened] = [way for way in grid.verdict["ways"] if way.get("act") == "unlock"]
    assert opened["sentence"] == say("craft-grid.way-unlock")
    assert opened["cells"] == cells
    finger.act("unlock", on=True)
    assert grid.verdict["legal"]


def test_the_monk_is_no_way_out_where_more_is_wrong(grid: CraftGrid) -> None:
    grid.weapon, grid.is_unlocked = "WWWWW:M/WWWW:MMM/:MMM", False  # sixteen cubes in one two-handed weapon
    assert not grid.verdict["legal"]
    assert not [way for way in grid.verdict["ways"] if "act" in way]


# ---- undo and the board


@pytest.mark.rule("char.masako.weapon-grid")
def test_undo_never_leads_to_gear_that_the_present_board_cannot_hold(grid: CraftGrid, finger: Finger) -> None:
    grid.character = "masako"  # two columns more
    finger.paint("W", (1, 1))
    finger.paint("M", (10, 1))
    finger.paint(".", (10, 1))
    finger.paint("W", (2, 1))
    grid.character = "symmetric"
    assert grid.undo_label == "Undo: wood at row 1, column 2"
    finger.act("undo")
    assert grid.weapon == "W....:..."
    assert grid.undo_label == ""  # before that lay a cube in column 10
    finger.act("undo")
    assert (grid.weapon, grid.notice) == ("W....:...", "")
    finger.act("redo")
    assert grid.weapon == "WW...:..."


def test_redo_too_keeps_to_the_present_board(grid: CraftGrid, finger: Finger) -> None:
    grid.character = "masako"
    finger.paint("W", (1, 1))
    finger.paint("M", (10, 1))
    finger.act("undo")
    assert grid.redo_label
    grid.character = "symmetric"
    assert grid.redo_label == ""
    finger.act("redo")
    assert grid.weapon == "W....:..."
    assert grid.undo_label == "Undo: wood at row 1, column 1"


@pytest.mark.rule("char.masako.weapon-grid")
def test_on_a_page_what_the_board_cannot_hold_is_said_once_and_left_out() -> None:
    """A page's history leads back through the board of before; where it does not, the rest can be undone."""
    page = History()
    grid = CraftGrid(character="masako", history=page)
    grid.weapon = "W"
    grid.weapon = "W....:....M"
    grid.weapon = "W"
    page.add(Entry("page", called("helper.change-character", name=called("helper.character-symmetric"))))
    grid.character = "symmetric"
    assert len(page.entries) == 4
    grid.undo()
    assert (len(page.entries), grid.weapon) == (4, "W....:..."), "something else was changed since"
    page.take_back("page")
    with pytest.raises(t.TraitError):
        grid.undo()
    grid.undo()
    assert (page.entries[-1].before.gear, grid.weapon) == (Gear(), "W....:...")


# ---- the green cube's share


@pytest.mark.rule("magic.value.weapon", "magic.value.absorb")
def test_a_green_cube_says_what_it_is(grid: CraftGrid) -> None:
    grid.gear = Gear()
    assert [grid.verdict["kinds"][kind]["magic_is"] for kind in grid.kinds] == [None, None, None]
    grid.weapon, grid.helmet, grid.sandals = "WWM+G@1,1", "M+G", "M+G"
    told = {kind: grid.verdict["kinds"][kind]["magic_is"] for kind in grid.kinds}
    # ledger: four initiative and the magic die on a weapon, up to four points on helmet and sandals
    assert "4 initiative" in told["weapon"]["sentence"]
    assert told["weapon"]["rule"] == "magic.value.weapon"
    for kind in ("helmet", "sandals"):
        assert "up to 4" in told[kind]["sentence"]
        assert told[kind]["rule"] == "magic.value.absorb"


@pytest.mark.rule("magic.loss.no-blueprint-any-cube")
def test_a_cube_off_gear_whose_blueprint_is_gone_is_explained(grid: CraftGrid, finger: Finger) -> None:
    grid.weapon, grid.blueprints = "WWM+G@1,1", {"weapon": "owned"}
    finger.paint(".", (3, 1))
    assert grid.notice == ""
    grid.blueprints = {"weapon": "lost"}
    finger.paint("M", (3, 1))  # none is lost
    assert grid.notice == ""
    finger.paint(".", (3, 1))
    assert grid.notice == say("craft-grid.magic-may-go-any-cube", kind="weapon")
    assert grid.weapon == "WW...:...+G@1,1"
    assert grid.verdict["kinds"]["weapon"]["blueprint"]["will"]["rule"] == "magic.loss.no-blueprint-any-cube"
    finger.act("magic", kind="weapon", column=1, row=1, on=False)
    assert (grid.notice, grid.weapon) == ("", "WW...:...")


@pytest.mark.rule("magic.loss.no-blueprint-any-cube")
def test_where_magic_goes_with_the_pattern_a_cube_off_is_told_so(grid: CraftGrid, finger: Finger) -> None:
    grid.rulings = Rulings((("magic.loss.no-blueprint-any-cube", "no-longer-matches"),))
    grid.weapon, grid.blueprints = "WWM+G@1,1", {"weapon": "lost"}
    will = grid.verdict["kinds"]["weapon"]["blueprint"]["will"]
    assert will["sentence"] == say("craft-grid.magic-stays-no-longer-matches")
    finger.paint(".", (3, 1))
    assert grid.notice == say("craft-grid.magic-may-go-no-longer-matches", kind="weapon")
    # who told the pattern hears whether it is still there
    grid.weapon, grid.blueprints = "WWM+G@1,1", {"weapon": {"state": "lost", "pattern": "WW"}}
    finger.paint(".", (3, 1))
    assert (grid.notice, grid.verdict["seal"]) == ("", "ok")
    finger.paint(".", (2, 1))
    assert grid.notice == ""
    assert say("craft-grid.magic-goes-weapon") in [
        grid.verdict["sentence"],
        *(more["sentence"] for more in grid.verdict["more"]),
    ]
    assert grid.verdict["kinds"]["weapon"]["blueprint"]["will"] is None


def test_an_empty_hand_is_told_beside_magic_in_danger(grid: CraftGrid, finger: Finger) -> None:
    grid.weapon, grid.blueprints = "WW+G@1,1", {"weapon": "lost"}
    grid.hand = "WWM"
    finger.paint("M", (2, 1), (3, 1))
    assert grid.weapon == "WM...:...+G@1,1"
    assert grid.notice == " ".join(
        (
            say("craft-grid.none-left", material="metal"),
            say("craft-grid.magic-may-go-any-cube", kind="weapon"),
        )
    )


@pytest.mark.rule("magic.value.weapon", "magic.value.absorb")
@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ({"helmet": "WM+G", "character": "daisuke"}, "helmet"),
        ({"sandals": "W/W/W", "helmet": "MMMM/MMMM/M+G"}, "helmet"),
        ({"weapon": "WWM+G@5,5"}, "weapon"),
        ({"weapon": "WW...:..W+G@1,1", "is_unlocked": False}, "weapon"),
    ],
)
def test_a_green_cube_on_illegal_gear_promises_nothing(settings: dict[str, Any], kind: str) -> None:
    grid = CraftGrid(**settings)
    assert not grid.verdict["kinds"][kind]["legal"]
    assert grid.verdict["kinds"][kind]["magic_is"] is None
    grid.close()


CARRYING: tuple[tuple[str, str], ...] = ()
LONGEST = (("combat.init.magic", "longest-if-magical"),)
PLUS = (("combat.init.magic", "longest-plus"),)
ANY = (("combat.init.usable-only", "any-weapon"),)


@pytest.mark.rule("magic.value.weapon", "combat.init.magic", "combat.init.usable-only")
@pytest.mark.parametrize(
    ("weapon", "chosen", "told", "initiative"),
    [
        # length two under the cube and four more; three with four more; three alone
        ("WW...:/.....:WWW+G@1,1", CARRYING, "magic-lies-weapon", 6),
        ("WW...:/.....:WWW+G@1,1", PLUS, "magic-lies-weapon-longest", 7),
        ("WW...:/.....:WWW+G@1,1", LONGEST, "magic-lies-weapon-shorter", 3),
        ("WW...:/.....:WWW+G@6,2", LONGEST, "magic-lies-weapon-longest", 7),
        # a weapon without wood does not fight: its length counts only where any weapon's does
        ("MM+G@1,1", CARRYING, "magic-lies-weapon-nothing", 0),
        ("MM+G@1,1", PLUS, "magic-lies-weapon-nothing", 0),
        ("MM+G@1,1", ANY, "magic-lies-weapon-idle", 6),
        ("MM...:/.....:WWW+G@1,1", PLUS, "magic-lies-weapon-nothing", 3),
        ("MM...:/.....:WWW+G@1,1", (*PLUS, *ANY), "magic-lies-weapon-idle-longest", 7),
        ("MM...:/.....:WWW+G@1,1", (*LONGEST, *ANY), "magic-lies-weapon-nothing", 3),
    ],
)
def test_a_green_cube_gives_what_the_table_plays(
    grid: CraftGrid, weapon: str, chosen: tuple[tuple[str, str], ...], told: str, initiative: int
) -> None:
    grid.rulings, grid.blueprints = Rulings(chosen), {"weapon": "owned"}
    grid.weapon = weapon
    assert grid.verdict["kinds"]["weapon"]["magic_is"]["sentence"] == say(f"craft-grid.{told}", initiative=4)
    assert grid.verdict["initiative"] == initiative


@pytest.mark.parametrize("text", ["WWM+G@5,5", "+G@5,5"])
def test_a_green_cube_on_an_empty_cell_is_what_has_to_go(text: str) -> None:
    grid = CraftGrid(weapon=text)
    assert not grid.verdict["legal"]
    assert [way["sentence"] for way in grid.verdict["ways"]] == ["Take the green cube off the weapon."]
    assert grid.verdict["ways"][0]["cells"] == [[5, 5]]
    grid.close()


@pytest.mark.rule("char.daisuke.helmet-three")
def test_daisukes_magical_helmet_has_a_way_out() -> None:
    grid = CraftGrid(helmet="WM+G", character="daisuke")
    assert [way["sentence"] for way in grid.verdict["ways"]] == ["Take the green cube off the helmet."]
    grid.close()


@pytest.mark.rule("combat.init.magic", "char.tomoe.sandals-as-weapon")
def test_initiative_says_the_share_of_tomoes_magical_sandals() -> None:
    grid = CraftGrid(weapon="WWM", sandals="WW+G", character="tomoe")
    # the sandals are two long, plus four; the weapon is three long
    assert (grid.verdict["initiative"], grid.verdict["initiative_magic"]) == (6, 4)
    grid.close()

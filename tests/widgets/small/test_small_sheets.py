"""The sheets of the small games at the real box: gold, floors, bags and cards seen; kept, undone and read again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.helper.small.record import SmallSheets
from fujikoro_nb.helper.stored import HelperTable, first_table, read_table, write_table
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.widgets import HelperPage, SmallDesk
from fujikoro_nb.widgets.base.widget import FujiWidget
from tests.support.small_decks import MAKAI, typed


def act(widget: FujiWidget, what: str, /, **fields: object) -> None:
    widget._handle_custom_msg({"act": what, **fields}, [])


def tap(desk: SmallDesk, tool: str, *taps: str, then: str = "") -> None:
    """Taps as ``fact.value``, and a button of the answer."""
    act(desk, "look", tool=tool)
    for one in taps:
        fact, _, value = one.partition(".")
        act(desk, "tap", fact=fact, value=value)
    if then:
        act(desk, "do", what=then)
    assert desk.notice == ""


def answer(desk: SmallDesk) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json.dumps(desk.view["answer"]))
    return told


def tournament(desk: SmallDesk, kind: str, *backers: int) -> None:
    tap(desk, "gold", f"won.{kind}", *(f"backers.{seat}" for seat in backers), then="write")


@pytest.fixture
def page(tmp_path: Path) -> HelperPage:
    page = HelperPage(store=OwnerPack(tmp_path))
    act(page, "open-link", text="")
    act(page, "open-small")
    return page


@pytest.mark.rule("makai.prize.base-amount", "makai.prize.chip-bonus-each", "makai.prize.add-ten-to-losers")
def test_gold_of_each_tournament_with_the_chips_that_grew_meanwhile() -> None:
    """By hand: 50 alone; two back a monster with one chip, 40 and 10 each; nobody; one with 20 on it, 50 and 20."""
    desk = SmallDesk()
    tournament(desk, "red", 0)
    tournament(desk, "blue", 1, 2)
    tournament(desk, "red")
    assert [row[1:] for row in answer(desk)["table"]] == [
        ["+50", "–", "–", "–"],
        ["–", "+50", "+50", "–"],
        ["–", "–", "–", "–"],
        ["50", "50", "50", "0"],
    ]
    # Chips: blue 10 (taken in the second), green and yellow 30, red none.
    assert answer(desk)["notes"][0][0] == "Bonus chips now: blue 10, green 30, yellow 30, red 0."
    tournament(desk, "green", 3, 0)
    assert answer(desk)["table"][-1][1:] == ["120", "50", "50", "70"]
    assert answer(desk)["text"] == "Most gold: 1. The game is over."
    assert answer(desk)["seal"] == "ok"
    assert [name for name, _, _ in answer(desk)["actions"]] == ["new"], "nothing is played after the end"


@pytest.mark.rule("makai.variant.last-tournament-bonus", "makai.variant.exchange-cost")
def test_agreed_tournaments_double_the_last_prize_and_an_exchange_is_paid() -> None:
    desk = SmallDesk()
    act(desk, "look", tool="gold")
    act(desk, "write", fact="agreed", text="2")
    tap(desk, "gold", "doubles.yes", "exchange.yes", "won.red", "backers.0", then="write")
    tap(desk, "gold", "won.blue", "backers.1", "exchanged.0", then="write")
    # 50; then blue with one chip, 50 and 10, twice; and 10 for the exchange.
    assert [row[1:3] for row in answer(desk)["table"]] == [["+50", "–"], ["-10", "+120"], ["40", "120"]]
    assert answer(desk)["seal"] == "ok"


@pytest.mark.rule(
    "fuji99.move.milestones", "fuji99.move.milestone-kept-on-bust", "fuji99.end.reach-ninety-nine"
)
def test_floors_milestones_and_the_end() -> None:
    desk = SmallDesk()
    act(desk, "look", tool="floors")
    act(desk, "tap", fact="players", value="2")
    assert answer(desk)["text"] == "Nobody has gone down yet."
    for seat, floor, end in (
        (0, 25, "kept"),
        (1, 22, "lost"),
        (0, 60, "kept"),
        (1, 30, "kept"),
        (0, 120, ""),
    ):
        act(desk, "tap", fact="who", value=str(seat))
        act(desk, "write", fact="to", text=str(min(floor, 99)))
        if end == "lost":
            act(desk, "tap", fact="end", value="lost")
        act(desk, "do", what="write")
        assert desk.notice == ""
        if floor == 22:
            assert [row[1:3] for row in answer(desk)["table"]] == [["25", "1"], ["0", "1"]]
    assert [row[1:] for row in answer(desk)["table"]] == [["99", "2", "3"], ["30", "1", "2"]]
    assert answer(desk)["seal"] == "ok"


@pytest.mark.rule("fuji99.move.red-to-sheet", "fuji99.endturn.cubes-return")
def test_a_bag_knows_what_was_drawn_and_what_is_left() -> None:
    desk = SmallDesk()
    tap(desk, "bag", "who.1", "cube.draw-T", "cube.draw-T", "cube.draw-Y", "cube.draw-R")
    assert [row[1:] for row in answer(desk)["table"]] == [["2", "0", "4"], ["1", "0", "3"], ["1", "0", "2"]]
    tap(desk, "bag", then="pay")
    tap(desk, "bag", then="again")
    assert [row[1:] for row in answer(desk)["table"]] == [["0", "0", "6"], ["0", "1", "3"], ["0", "1", "2"]]
    tap(desk, "bag", "cube.draw-R", "cube.draw-R")
    assert answer(desk)["seal"] == "no"  # the third red one
    row = next(row for row in desk.view["rows"] if row["name"] == "cube")
    assert [one["gone"] for one in row["options"]] == [False, False, True]
    more = next(row for row in desk.view["rows"] if row["name"] == "more")
    assert [one["value"] for one in more["options"]] == ["own-T", "own-Y"], (
        "no bag ever gets another red cube"
    )
    tap(desk, "bag", then="over")
    assert [row[3] for row in answer(desk)["table"]] == ["6", "4", "3"]


def test_draw_or_stop_begins_with_what_the_sheet_knows() -> None:
    """Six transparent, four yellow and one red in the bag, two red ones on the sheet, floor 30."""
    desk = SmallDesk()
    tap(desk, "bag", *["cube.draw-T"] * 4, "cube.draw-R", "cube.draw-R", then="over")
    tap(desk, "bag", "cube.draw-R", "cube.draw-R", then="again")
    act(desk, "look", tool="floors")
    act(desk, "write", fact="to", text="30")
    tap(desk, "floors", "who.0", then="write")
    act(desk, "look", tool="draw")
    start = {row["name"]: row["typed"] for row in desk.view["rows"]}
    assert (start["bag-T"], start["bag-Y"], start["bag-R"], start["floor"]) == ("6", "4", "1", "30")
    shown = {number: lost.split()[0] for number, lost, _ in answer(desk)["table"]}
    assert shown["5"] == "5/11"  # the one red cube is among five of eleven


def test_cards_seen_and_cards_that_remain() -> None:
    desk = SmallDesk()
    tap(desk, "makai-seen", "seen.B2", "seen.B2", "seen.M")
    assert answer(desk)["table"][0] == ["blue", "2", "1 3 4 5 5 6 7 8"]
    assert answer(desk)["text"] == "3 seen, 41 remain."
    before = desk.view
    act(desk, "tap", fact="seen", value="B2")  # the deck has two
    assert desk.notice
    assert desk.view == before
    act(desk, "tap", fact="seen", value="")
    assert answer(desk)["text"] == "2 seen, 42 remain."
    tournament(desk, "red", 0)  # shuffled
    tap(desk, "makai-seen")
    assert answer(desk)["text"] == "0 seen, 44 remain."


def test_an_owner_s_deck_is_counted_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    typed(MAKAI)
    desk = SmallDesk(owned=OwnerPack().load().pack)
    tap(desk, "makai-seen", "seen.G8")
    assert answer(desk)["table"][1] == ["green", "1", "1 2 3 4 5 6 7 8 8"]
    assert answer(desk)["house"] == ""


def test_the_sheet_is_the_table_s_and_undo_names_what_it_undoes(page: HelperPage) -> None:
    desk = page.small
    assert isinstance(desk, SmallDesk)
    tournament(desk, "red", 0)
    tournament(desk, "blue", 1)
    assert page.undo_label == "Undo: tournament 2"
    kept = read_table(page.kept)
    assert kept.small.makai is not None
    assert len(kept.small.makai.done) == 2
    act(page, "undo", label=page.undo_label)
    assert page.undo_label == "Undo: tournament 1"
    assert len(answer(desk)["table"]) == 2
    tap(desk, "fuji-seen", "seen.lantern")
    assert page.undo_label == "Undo: Lantern seen"


def test_a_mistyped_name_is_put_right_and_what_is_half_tapped_stays(page: HelperPage) -> None:
    desk = page.small
    assert isinstance(desk, SmallDesk)
    tournament(desk, "red", 0)
    tap(desk, "gold", "won.blue", "renamed.1")
    assert [name for name, _, _ in answer(desk)["actions"]] == ["write", "new"], "no other name yet"
    act(desk, "write", fact="called", text="  Zoë\u202e ")
    act(desk, "do", what="rename")
    assert (desk.notice, page.undo_label) == ("", "Undo: 2 is called Zoë")
    assert answer(desk)["head"] == ["Tournament", "1", "Zoë", "3", "4"]
    assert [one["n"] for one in desk.view["rows"][0]["options"]] == [1, 0, 0, 0], "blue is still tapped"
    assert [row["typed"] for row in desk.view["rows"] if row["name"] == "called"] == []
    kept = read_table(page.kept)
    assert kept.small.makai is not None
    assert (kept.small.makai.names, len(kept.small.makai.done)) == (("1", "Zoë", "3", "4"), 1)
    act(page, "undo", label=page.undo_label)
    assert answer(desk)["head"][2] == "2"
    tap(desk, "bag", "who.1", "cube.draw-T")
    tap(desk, "floors", "renamed.3")
    act(desk, "write", fact="called", text="W" * 24)
    act(desk, "do", what="rename")
    assert answer(desk)["table"][3][0] == "W" * 24
    assert page.table.small.fuji99 is not None and page.table.small.fuji99.bags, "the bag stays"


@pytest.mark.parametrize("name", ["", "  ", "\u202e", "\u3164", "2"])
def test_what_is_no_other_name_is_not_offered(name: str) -> None:
    desk = SmallDesk()
    tournament(desk, "red", 0)
    tap(desk, "gold", "renamed.1")
    act(desk, "write", fact="called", text=name)
    before = desk.sheets
    act(desk, "do", what="rename")
    assert desk.notice
    assert desk.sheets == before


@pytest.mark.parametrize("tool", ["gold", "floors"])
def test_a_name_that_is_tapped_twice_or_emptied_is_left_alone(tool: str) -> None:
    desk = SmallDesk()

    def write() -> None:
        if tool == "gold":
            return tap(desk, tool, "won.red", "backers.0", then="write")
        tap(desk, tool, "who.0")
        act(desk, "write", fact="to", text="5")
        return tap(desk, tool, then="write")

    write()
    tap(desk, tool, "renamed.1", "renamed.1")
    tap(desk, tool, "renamed.1")
    for text in ("Ann", ""):
        act(desk, "write", fact="called", text=text)
    assert desk.notice == ""
    assert "rename" not in [name for name, _, _ in answer(desk)["actions"]]
    write()


def test_who_was_to_be_renamed_may_be_gone_after_an_undo(page: HelperPage) -> None:
    desk = page.small
    assert isinstance(desk, SmallDesk)
    for players, floor in (("2", "5"), ("4", "7")):
        tap(desk, "floors", f"players.{players}", f"who.{int(players) - 1}")
        act(desk, "write", fact="to", text=floor)
        tap(desk, "floors", then="write")
        if players == "2":
            tap(desk, "floors", then="new")
    tap(desk, "floors", "renamed.3")
    for _ in range(2):
        act(page, "undo", label=page.undo_label)
        assert page.notice == desk.notice == ""
    tap(desk, "gold")
    tap(desk, "floors")


def test_who_was_mistyped_is_no_second_player_of_a_new_sheet() -> None:
    desk = SmallDesk(people=["Ann", "Bob", "Cy"], players=3)
    tap(desk, "floors", "players.2", "who.0")
    act(desk, "write", fact="to", text="5")
    tap(desk, "floors", then="write")
    tap(desk, "floors", "renamed.0")
    act(desk, "write", fact="called", text="Anna")
    act(desk, "do", what="rename")
    tap(desk, "floors", then="new")
    tap(desk, "floors", "players.3", "who.2")
    act(desk, "write", fact="to", text="4")
    tap(desk, "floors", then="write")
    assert [row[:2] for row in answer(desk)["table"]] == [["Anna", "0"], ["Bob", "0"], ["Cy", "4"]]


def test_a_new_sheet_is_for_others_too() -> None:
    """Somebody has gone home: three go on, and the variants are asked anew with what was agreed on."""
    desk = SmallDesk(people=["Ann", "Bo", "Cy", "Di"])
    act(desk, "look", tool="gold")
    act(desk, "write", fact="agreed", text="2")
    tap(desk, "gold", "doubles.yes", "won.green", then="write")
    tap(desk, "gold", then="new")
    rows = {row["name"]: row for row in desk.view["rows"]}
    assert (rows["agreed"]["typed"], rows["doubles"]["options"][0]["n"]) == ("2", 1)
    assert "renamed" not in rows
    act(desk, "write", fact="agreed", text="0")
    tap(desk, "gold", "players.3", "won.red", "backers.2", then="write")
    assert answer(desk)["head"] == ["Tournament", "Ann", "Bo", "Cy"]
    assert desk.sheets.makai is not None
    assert (desk.sheets.makai.agreed, desk.sheets.makai.doubles_last) == (0, False)
    tap(desk, "floors", "players.2", "who.1")
    act(desk, "write", fact="to", text="12")
    tap(desk, "floors", then="write")
    tap(desk, "floors", then="new")
    tap(desk, "floors", "players.4", "who.3")
    act(desk, "write", fact="to", text="7")
    tap(desk, "floors", then="write")
    assert [row[:2] for row in answer(desk)["table"]] == [["Ann", "0"], ["Bo", "0"], ["Cy", "0"], ["Di", "7"]]


def test_a_kept_table_brings_its_sheets_back(page: HelperPage, tmp_path: Path) -> None:
    desk = page.small
    assert isinstance(desk, SmallDesk)
    tournament(desk, "red", 0)
    other = HelperPage(store=OwnerPack(tmp_path / "other"))
    act(other, "kept", text=page.kept)
    act(other, "open-link", text="")
    assert other.table.small == page.table.small


def test_tables_of_before_the_sheets_open_as_they_did(page: HelperPage) -> None:
    plain = json.loads(write_table(page.table))
    del plain["small"]
    assert read_table(json.dumps(plain)).small == SmallSheets()


@pytest.mark.parametrize(
    "small",
    [
        {"makai": {"names": ["A"]}},
        {"makai": {"names": ["A", "B", "C"], "done": [["green", [], []]]}},  # three play without green
        {"makai": {"names": ["A", "B", "C"], "done": [["red", [3], []]]}},
        {"makai": {"names": ["A", "B", "C"], "done": [["red", [1, 1], []]]}},
        {"makai": {"names": ["A", "B", "C"], "seen": ["<b>"]}},
        {"makai": {"names": ["A", "B", "\u202ex"]}},
        {"fuji99": {"names": ["A", "B"], "turns": [[2, 5, True]]}},
        {"fuji99": {"names": ["A", "B"], "turns": [[0, 100, True]]}},
        {"fuji99": {"names": ["A", "B"], "turns": [[0, 1, True]] * 201}},
        {"fuji99": {"names": ["A", "B"], "bags": [{"own": {"red": 1}, "drawn": {"red": 2}}, {}]}},
        {"fuji99": {"names": ["A", "B"], "bags": [{}]}},
        {"poker": {}},
    ],
)
def test_a_forged_sheet_is_never_shown(page: HelperPage, small: dict[str, object]) -> None:
    plain = json.loads(write_table(page.table)) | {"small": small}
    with pytest.raises(msgspec.ValidationError):
        read_table(json.dumps(plain))


def test_the_longest_sheets_find_room_beside_an_evening(page: HelperPage) -> None:
    names = ["W" * 24] * 4
    makai = {"names": names, "done": [["yellow", [0, 1, 2, 3], [0, 1, 2, 3]]] * 99, "seen": ["B10"] * 44}
    fuji = {"names": names, "turns": [[3, 98, False]] * 200, "seen": ["immediate"] * 44}
    small = msgspec.convert({"makai": makai, "fuji99": fuji}, SmallSheets)
    table = msgspec.structs.replace(first_table(page.table.evening), small=small)
    assert isinstance(table, HelperTable)
    assert len(write_table(table)) - len(write_table(page.table)) < 10_000


@pytest.mark.parametrize(
    "message",
    [
        {"act": "do", "what": "write"},
        {"act": "do", "what": "over"},
        {"act": "do", "what": "x" * 40},
        {"act": "tap", "fact": "backers", "value": "7"},
        {"act": "tap", "fact": "seen", "value": "B1"},
    ],
)
def test_what_is_not_offered_is_not_written(message: dict[str, object]) -> None:
    desk = SmallDesk()
    act(desk, "look", tool="gold")
    desk._handle_custom_msg(message, [])
    assert desk.notice
    assert desk.sheets == SmallSheets()


@pytest.mark.parametrize("name", ["", "  ", "\u202e", "\u3164", "x" * 200])
def test_any_name_makes_a_sheet_that_can_be_read_again(page: HelperPage, name: str) -> None:
    desk = page.small
    assert isinstance(desk, SmallDesk)
    act(desk, "look", tool="gold")
    act(desk, "write", fact="name-0", text=name)
    tap(desk, "gold", "won.red", then="write")
    assert read_table(page.kept).small == page.table.small


@pytest.mark.rule("fuji99.setup.bag-contents")
def test_a_table_that_the_rules_do_not_have_is_told_why() -> None:
    """Four red cubes in four bags are sixteen, and the box has twelve."""
    desk = SmallDesk(rulings=TableRulings((("fuji99.setup.bag-contents", "four"),)), players=4)
    for tool in ("floors", "bag"):
        act(desk, "look", tool=tool)
        assert answer(desk)["seal"] == "no"
        assert answer(desk)["rules"] == ["fuji99.setup.bag-contents"]
    desk.players = 3
    tap(desk, "bag", "cube.draw-R")
    assert answer(desk)["table"][2][1:] == ["1", "0", "3"]

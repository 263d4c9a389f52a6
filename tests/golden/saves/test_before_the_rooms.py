"""Everything that was kept before the rooms were built opens today, with what was in it (its README says what)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.kernel import Seat, Session
from fujikoro_nb.helper.evening.record import Evening, read_evening
from fujikoro_nb.helper.stored import PART, HelperTable, played_at, read_table
from fujikoro_nb.play.fights import fight_of
from fujikoro_nb.play.seats import GameSession, opened
from fujikoro_nb.play.stored import game_in
from fujikoro_nb.store import Store, game_log
from fujikoro_nb.views.gear.link import parse_link
from fujikoro_nb.widgets import CombatPanel, GamePage, HelperPage
from tests.support.open_tables import close_tables

KEPT = Path(__file__).parent / "2026-11-23-b575d6fe"
SHOWN: dict[str, Any] = json.loads((KEPT / "shown.json").read_bytes())
LINKS: dict[str, str] = json.loads((KEPT / "links.json").read_bytes())
BEN = "b" * 24


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user's data folder with the tables of then."""
    shutil.copytree(KEPT / "tables", tmp_path / "data")
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path / "data"))
    close_tables()
    yield tmp_path / "data"
    close_tables()


def act(page: Any, what: str, /, **fields: object) -> None:
    """As a browser sends it."""
    page._handle_custom_msg({"act": what, **fields}, [])
    assert page.notice == ""


def check_evening(evening: Evening) -> None:
    """The names, points and decisions that were typed then."""
    assert [(one.name, one.colour) for one in evening.people] == [
        ("Aiko", "red"),
        ("Botan", "blue"),
        ("Chiyo", "green"),
    ]
    assert (evening.mode, evening.edition, evening.agreed) == ("competitive", "fr", ("adventure",))
    assert [(one.seat, one.points, one.source) for one in evening.points[:5]] == [
        (0, 2, "exploration"),
        (1, 15, "dragon"),
        (2, 3, "scroll"),
        (0, 1, "correction"),
        (1, 15, "dragon"),
    ]
    assert (evening.driver, evening.palace(2), evening.on_the_mountain) == (1, "big", (0, 1))
    (decision,) = evening.decisions
    assert (decision.rule, decision.option) == ("combat.helmet.absorb", "tooth-two")
    assert (decision.who, decision.when, decision.note) == ("Botan", "2026-11-22 20:15", "as last year")
    assert evening.rulings.option("combat.helmet.absorb") == "tooth-two"


def check_game(session: GameSession) -> None:
    """Every answer is played again, and all stands where it stood."""
    assert (session.disagreement, session.unplayed) == (None, ())
    assert len(session.lines) == SHOWN["answers"]
    question = session.question
    assert question is not None
    assert [question.seat, question.kind] == SHOWN["asked"]
    assert [[one.colour, one.space, one.score, one.scroll_discs] for one in session.state.samurai] == SHOWN[
        "samurai"
    ]
    assert [print_gear(board.gear, GearKind.WEAPON, board.limits) for board in session.state.boards] == SHOWN[
        "weapons"
    ]


def check_fight(session: Session[ArenaState]) -> None:
    """W 1 and T 2 took 3 of the dragon's 8 health, and it is its turn to roll."""
    assert (session.disagreement, session.unplayed) == (None, ())
    question = session.question
    assert question is not None
    assert [question.kind, session.state.agenda[0].health] == SHOWN["fight"] == ["roll", 8 - 3]  # type: ignore[union-attr]
    board = session.state.fighter(Seat(0))
    assert print_gear(board.gear, GearKind.WEAPON, board.limits).startswith("WWMT")
    assert board.gear.helmet.cubes == Cubes.parse("WMT")


# ---- evenings and setup lists


def test_an_evening() -> None:
    evening = read_evening((KEPT / "evening.json").read_bytes())
    check_evening(evening)
    assert [evening.score(seat) for seat in range(3)] == [2 + 1, 15 + 15, 3]


def test_what_a_browser_kept_of_a_table() -> None:
    table = read_table((KEPT / "helper-table.json").read_text(encoding="utf-8"))
    check_evening(table.evening)
    assert (table.mode, table.players) == ("competitive", 3)
    assert (table.setup.options, table.setup.setup) == (("adventures",), ("board",))


def test_a_helper_page_shows_what_its_browser_kept() -> None:
    page = HelperPage(store=OwnerPack(), language="en")
    act(page, "kept", text=(KEPT / "helper-table.json").read_text(encoding="utf-8"))
    act(page, "open-link", text="")
    act(page, "open-score")
    check_evening(page.table.evening)
    assert [one["name"] for one in page.score.view["people"]] == ["Aiko", "Botan", "Chiyo"]


def test_a_setup_list_with_options() -> None:
    table: HelperTable = read_table((KEPT / "setup-list.json").read_text(encoding="utf-8"))
    assert [one.name for one in table.evening.people] == ["Rot", "Blau", "Rosa", "Grün"]
    assert (table.setup.mode, table.setup.players) == ("competitive", 4)
    assert table.setup.options == ("adventures", "scenario-2")
    assert table.setup.setup == ("board", "map", "tiles")
    assert table.evening.scenario == 2
    assert played_at(table).options == ("adventure", "scenario-2")


# ---- games and fights


def test_a_game() -> None:
    session, agreed = opened((KEPT / "game.json").read_bytes())
    check_game(session)
    assert session.replay()[0] == session.state
    assert [chair.name for chair in agreed.chairs] == ["Aiko", "Botan"]


def test_a_fight() -> None:
    check_fight(fight_of((KEPT / "fight.json").read_bytes()))


def test_a_fight_that_a_browser_kept() -> None:
    panel = CombatPanel()
    act(panel, "restore", save=(KEPT / "fight-in-browser.txt").read_text(encoding="ascii").strip())
    assert panel.session is not None
    check_fight(panel.session)


# ---- tables of the store


def test_both_tables_of_the_store(folder: Path) -> None:
    with Store.open(f"sqlite:///{folder}/tables.sqlite") as store:
        assert store.mended is None
        assert {(one.code, one.title) for one in store.tables()} == {
            (SHOWN["evening table"], "Aiko, Botan, Chiyo"),
            (SHOWN["game table"], "Aiko, Botan"),
        }
        shared = store.table(SHOWN["evening table"])
        evening = read_table(shared.state().parts[PART].decode()).evening
        check_evening(evening)
        assert [evening.score(seat) for seat in range(3)] == [2 + 1 + 5, 15 + 15, 3]
        assert [(one.name, one.kind) for one in shared.since(2)] == [("Ann", "change"), ("Ann", "change")]
        game = game_in(store.table(SHOWN["game table"]).state().parts[game_log.PART])
        check_game(game.session)
        assert [chair.name for chair in game.agreed.chairs] == ["Aiko", "Botan"]


def test_their_mirrors_mend_a_file_that_is_lost(folder: Path) -> None:
    """All of both tables comes back from what was written beside the file."""
    (folder / "tables.sqlite").write_bytes(b"")
    with Store.open(f"sqlite:///{folder}/tables.sqlite") as store:
        assert store.mended is not None
        assert {one.code: one.is_whole for one in store.mended.tables} == {
            SHOWN["evening table"]: True,
            SHOWN["game table"]: True,
        }
        evening = read_table(store.table(SHOWN["evening table"]).state().parts[PART].decode()).evening
        assert [evening.score(seat) for seat in range(3)] == [2 + 1 + 5, 15 + 15, 3]
        check_game(game_in(store.table(SHOWN["game table"]).state().parts[game_log.PART]).session)


def test_an_undo_of_then_is_taken_back_now(folder: Path) -> None:
    """The log goes on: the last change of then is taken back by a device of today."""
    with Store.open(f"sqlite:///{folder}/tables.sqlite") as store:
        shared = store.table(SHOWN["evening table"])
        lease = shared.take("phone-2", "Ben")
        shared.undo(lease.token, lease.version, part=PART)
        evening = read_table(shared.state().parts[PART].decode()).evening
        assert [evening.score(seat) for seat in range(3)] == [2 + 1, 15 + 15, 3]


@pytest.mark.usefixtures("folder")
def test_pages_sit_down_at_them() -> None:
    page = HelperPage(store=OwnerPack(), language="en")
    act(page, "open-link", text="")
    act(page, "join", code=SHOWN["evening table"], writer=BEN, name="Ben")
    assert (page.shared["code"], page.shared["who"]) == (SHOWN["evening table"], "Ann")
    assert [one.name for one in page.table.evening.people] == ["Aiko", "Botan", "Chiyo"]
    assert page.table.evening.score(0) == 2 + 1 + 5
    page.close()
    other = GamePage()
    act(other, "join", code=SHOWN["game table"], writer=BEN, name="Ben")
    assert other.session is not None
    check_game(other.session)
    other.close()


# ---- links


def test_a_link_of_gear() -> None:
    link = parse_link(LINKS["gear"])
    assert (link.character, link.is_unlocked, link.dragon) == ("tomoe", True, "12/9/4")
    assert link.gear.weapon.cubes == Cubes.parse("MMMMMWWW")
    assert link.gear.helmet.cubes == Cubes.parse("WMT")
    assert link.gear.helmet_magic
    assert (link.backpack, link.has_backpack_monk) == (Cubes.parse("WM"), True)


def test_links_of_a_fight_and_of_a_rule_open_their_page() -> None:
    """What stands before the gear is the page's own: `tests/js/helper_link.test.mjs` takes these links apart."""
    page = HelperPage(store=OwnerPack(), language="en")
    act(page, "open-link", text=LINKS["fight"].removeprefix("page=fight&"))
    assert page.state.dragon == "8/1/3"
    assert page.state.gear.weapon.cubes == Cubes.parse("WWMT")
    assert page.table.evening.rulings.option("combat.helmet.absorb") == "tooth-two"
    page = HelperPage(store=OwnerPack(), language="en")
    act(page, "open-link", text=LINKS["rule"].removeprefix("page=rules&rule=combat.helmet.absorb&"))
    assert page.state.gear.weapon.cubes == Cubes.parse("WWM")


# ---- the owner's pack


def test_an_own_pack(tmp_path: Path) -> None:
    shutil.copytree(KEPT / "pack", tmp_path / "pack")
    owned = OwnerPack(tmp_path / "pack")
    loaded = owned.load()
    assert loaded.faults == ()
    pack = loaded.pack
    assert [(one.id, one.kind, one.pattern.cubes) for one in pack.gear_cards] == [
        ("owner-weapon-1", GearKind.WEAPON, Cubes.parse("WWMM"))
    ]
    assert [(one.id, one.pattern.cubes) for one in pack.blueprints] == [
        ("owner-blueprint-helmet-1", Cubes.parse("WMT"))
    ]
    assert [(one.colour, one.health, one.initiative) for one in pack.dragons] == [("green", 12, 9)]
    (die,) = pack.dice
    assert (die.material, [face.hits for face in die.faces]) == ("W", [0, 1, 1, 1, 1, 0])
    assert [face.is_broken for face in die.faces] == [False] * 5 + [True]
    (tile,) = pack.tiles
    assert [str(face.kind) for face in tile.spaces] == [
        "monk", "plain", "square", "lava", "scroll", "plain", "hexagon"
    ]  # fmt: skip
    (gone,) = owned.removed()
    assert gone.record.id == "owner-sandals-1"
    assert [one.id for one in owned.bring_back(gone.mark).gear_cards] == ["owner-weapon-1", "owner-sandals-1"]

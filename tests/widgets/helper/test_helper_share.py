"""The helper's evening on a table, with real stores: stored before it is shown, and nothing of anybody lost."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.content.owner import OwnerPack
from fujikoro_nb.helper.evening.late_comer import MOST_WORDS
from fujikoro_nb.helper.stored import PART, read_table, with_puzzle
from fujikoro_nb.play.seat_table import Asking, SeatTable
from fujikoro_nb.store import Add, Mended, Put, game_log
from fujikoro_nb.store.labels import in_language
from fujikoro_nb.store.sharing import MENDED, SEATS_KEY, tables, tell_mended
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.widgets import HelperPage, SpokenPage
from fujikoro_nb.widgets.helper.share import part_of
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.play.seats_at_a_table import asked
from tests.support.game_pages import answered, begin
from tests.support.open_tables import close_tables
from tests.support.sampling import sample
from tests.widgets.playing.test_game_late import NEW_GAME

ANN, BEN = "a" * 24, "b" * 24
TOOTH = "combat.helmet.absorb"
WHEN = "2026-11-21 20:15"
CODE = "abc" * 20
"""A puzzle's code, as long as one."""


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    """A data folder of this test, and no table open in it before or after."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path))
        close_tables()
        yield tmp_path
        close_tables()


def act(widget: Any, what: str, /, **fields: object) -> None:
    """As the browser sends it, about what it shows now."""
    assert widget is not None
    if "at" in widget.acts[what] and "at" not in fields:
        fields["at"] = widget.view["at"]
    if what == "undo" and "undo" in widget.acts and widget.acts["undo"]:
        fields.setdefault("label", widget.undo_label)
    widget._handle_custom_msg({"act": what, **fields}, [])


def opened(language: str = "en", kept: str = "") -> HelperPage:
    """A page as it is when the browser has told its link."""
    page = HelperPage(store=OwnerPack(), language=language)
    page.clock = lambda: WHEN
    if kept:
        act(page, "kept", text=kept)
    act(page, "open-link", text="")
    for name in ("setup", "score", "log"):
        act(page, f"open-{name}")
    return page


def shared(page: HelperPage | None = None) -> HelperPage:
    """Ann's page, on a table."""
    page = page or opened()
    act(page, "share", writer=ANN, name="Ann")
    assert page.shared["mine"], page.notice
    return page


def joined(code: str, *, writer: str = BEN, name: str = "Ben", page: HelperPage | None = None) -> HelperPage:
    page = page or opened()
    act(page, "join", code=code, writer=writer, name=name)
    return page


def code_of(page: HelperPage) -> str:
    return str(page.shared["code"])


def stored(page_or_code: HelperPage | str) -> bytes:
    code = page_or_code if isinstance(page_or_code, str) else code_of(page_or_code)
    return tables().table(code).state().parts[PART]


def is_shown(page: HelperPage) -> bool:
    """Whether the page shows what is on the table."""
    table = read_table(stored(page).decode())
    return table.evening == page.table.evening and table.setup.setup == page.table.setup.setup


def tick(page: HelperPage, *, on: bool = True) -> None:
    assert page.setup is not None
    act(page.setup, "tick", tab="setup", key=page.setup.lists["setup"][0]["key"], on=on)


def people(page: HelperPage) -> None:
    act(page.score, "people", people=[["Aiko", "red", "symmetric"], ["Bo", "blue", "symmetric"]],
        mode="competitive", edition="", options=[])  # fmt: skip


CHANGES = {
    "people": people,
    "points": lambda page: act(page.score, "points", seats=[0], points=5, source="dragon"),
    "correct": lambda page: act(page.score, "correct", seat=1, by=1),
    "turn": lambda page: act(page.score, "next-turn"),
    "space": lambda page: act(page.score, "space", space=1, what="rope"),
    "ruling": lambda page: act(page.log, "decide", rule=TOOTH, option="tooth-two", who="", note=""),
    "rule": lambda page: act(page.rules, "ruling", rule=TOOTH, option="tooth-two"),
    "tick": tick,
    "choose": lambda page: act(page.setup, "choose", name="players", value="4"),
    "strip": lambda page: act(page, "set-table", mode="coop", players=3),
    "booklet": lambda page: act(page, "edition", edition="fr"),
    "link": lambda page: act(page, "open-link", text=f"rulings={TOOTH}:tooth-two"),
}
"""Everything that changes an evening."""


# ---- stored before it is shown


@pytest.mark.parametrize("change", sample(CHANGES, 4))
def test_each_change_is_on_the_disk_when_it_is_shown_and_undo_takes_it_back(change: str) -> None:
    page = shared()
    code, before = code_of(page), page.table
    version = tables().table(code).head().version
    first = stored(page)
    CHANGES[change](page)
    assert page.table != before
    assert is_shown(page)
    assert tables().table(code).head().version == version + 1
    label = tables().table(code).since(version)[0].label
    assert page.undo_label == page.say("helper.undo", what=in_language(label, "en"))
    act(page, "undo")
    assert stored(page) == first
    assert page.table == before
    assert page.undo_label == ""


@pytest.mark.parametrize("change", sample(CHANGES, 4))
def test_who_looks_on_changes_nothing(change: str) -> None:
    ann = shared()
    ben = joined(code_of(ann))
    before, kept = ben.table, stored(ann)
    CHANGES[change](ben)
    assert ben.table == before
    assert stored(ann) == kept
    sentence = say("game-share.share-not-yours", who="Ann")
    assert sentence in [part.notice for part in (ben, ben.score, ben.log, ben.setup, ben.rules) if part]
    assert ben.scope == {"mode": "", "players": 0, "scenario": 0, "edition": ""}
    assert ben.setup is not None
    assert ben.setup.ticks["setup"] == []


@pytest.mark.parametrize("change", sample(CHANGES, 4))
def test_a_change_that_cannot_be_stored_is_not_shown(change: str, data: Path) -> None:
    page = shared()
    before = page.table
    blocker = sqlite3.connect(data / "tables.sqlite", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    CHANGES[change](page)
    blocker.execute("ROLLBACK")
    blocker.close()
    assert page.table == before
    assert is_shown(page)
    said = [part.notice for part in (page, page.score, page.log, page.setup, page.rules) if part]
    assert any(one.startswith(say("evening-share.share-not-kept", why="")[:20]) for one in said)
    CHANGES[change](page)
    assert page.table != before
    assert is_shown(page)


# ---- several devices


def test_others_see_what_was_done_as_news() -> None:
    ann = shared()
    ben = joined(code_of(ann))
    assert (ben.shared["mine"], ben.shared["who"], ben.shared["news"]) == (False, "Ann", [])
    CHANGES["people"](ann)
    CHANGES["points"](ann)
    ben.poll()
    assert ben.table.evening == ann.table.evening
    assert ben.score is not None
    assert ben.score.view["people"][0]["points"] == 5
    first, second = ben.shared["news"]
    assert "Ann" in first
    assert "Aiko" in second
    act(ann, "undo")
    ben.poll()
    assert ben.table.evening == ann.table.evening
    undone = ben.shared["news"][-1]
    assert (
        undone.split(" ", 1)[1]
        == say("evening-share.share-undid", at="", who="Ann", what=second.split(": ", 1)[1]).strip()
    )
    assert ann.shared["news"] == []


@pytest.mark.parametrize("change", sample(sorted(CHANGES), 4))
def test_what_was_done_is_told_in_the_language_of_who_reads_it(change: str) -> None:
    """Ann's page is German, Ben's French, Cleo's English: none of the three reads another one's words."""
    ann = shared(opened("de"))
    ben, cleo = joined(code_of(ann), page=opened("fr")), joined(code_of(ann), writer="c" * 24)
    people(ann)
    CHANGES["correct" if change == "people" else change](ann)
    for language, page in (("fr", ben), ("en", cleo)):
        page.poll()
        native = shared(opened(language))
        people(native)
        CHANGES["correct" if change == "people" else change](native)
        told = page.shared["news"][-1].split(": ", 1)[1]
        assert native.undo_label == say("helper.undo", language=language, what=told)


def test_undo_goes_on_across_devices_and_says_whose_it_is() -> None:
    ann = shared()
    ben = joined(code_of(ann))
    CHANGES["people"](ann)
    before = ann.table
    CHANGES["points"](ann)
    act(ben, "take-over", name="Ben")
    assert ben.shared["mine"]
    label = tables().table(code_of(ann)).last(PART)
    assert label is not None
    what = say("evening-share.share-of", what=in_language(label.label, "en"), who="Ann")
    assert ben.undo_label == ben.say("helper.undo", what=what)
    act(ben, "undo")
    assert ben.table.evening == before.evening
    ann.poll()
    assert (ann.shared["mine"], ann.shared["who"]) == (False, "Ben")
    assert ann.table.evening == before.evening
    assert ann.undo_label == "", "who looks on takes nothing back"
    act(ben, "undo")
    assert ben.undo_label == ""
    act(ben, "undo")
    assert is_shown(ben)


def test_who_was_taken_over_without_knowing_loses_no_others_change() -> None:
    ann = shared()
    ben = joined(code_of(ann))
    act(ben, "take-over", name="Ben")
    CHANGES["points"](ben)
    kept = stored(ben)
    CHANGES["turn"](ann)  # before she has heard of it
    assert stored(ben) == kept
    assert ann.table.evening == ben.table.evening
    assert ann.score is not None
    assert "Ben" in ann.score.notice
    assert (ann.shared["mine"], ann.shared["who"]) == (False, "Ben")
    act(ann, "undo")
    assert stored(ben) == kept


def test_what_comes_in_between_is_news_to_who_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = shared()
    ben = joined(code_of(ann))
    table_type = type(ben.room.sharing.part.table)
    take = table_type.take

    def late(self: Any, writer: str, name: str) -> Any:
        monkeypatch.setattr(table_type, "take", take)
        CHANGES["points"](ann)  # after Ben's last look, before he takes over
        return take(self, writer, name)

    monkeypatch.setattr(table_type, "take", late)
    act(ben, "take-over", name="Ben")
    assert ben.table.evening == ann.table.evening
    CHANGES["turn"](ben)
    assert is_shown(ben)
    assert ben.table.evening.points


def test_the_same_device_writes_on_after_a_reload() -> None:
    ann = shared()
    CHANGES["points"](ann)
    again = joined(code_of(ann), writer=ANN, name="Ann", page=opened(kept=ann.kept))
    assert again.shared["mine"]
    assert again.table == ann.table
    CHANGES["turn"](again)
    assert is_shown(again)
    act(again, "unshare")
    assert again.table.evening.points, "the evening that was begun here stays here"


def test_two_pages_of_one_device_write_without_asking() -> None:
    ann = shared()
    second = joined(code_of(ann), writer=ANN, name="Ann")
    CHANGES["points"](second)
    CHANGES["turn"](ann)
    assert ann.table == second.table, "the first tap only shows what the other page did"
    CHANGES["turn"](ann)
    assert is_shown(ann)
    assert ann.table.evening.points


def test_a_game_on_the_same_table_is_left_alone_and_told() -> None:
    ann = shared()
    table = tables().table(code_of(ann))
    CHANGES["points"](ann)
    lease = table.take(ANN, "Ann")  # the game's page, on the same device
    version = table.append(lease.token, lease.version, [Put("game", b"begun")], label="a step")
    table.append(lease.token, version, [Add("game", b" and gone on")], label="another step")
    ann.poll()
    assert ann.shared["parts"] == ["game"]
    assert ann.shared["news"] == []
    act(ann, "undo")
    assert ann.table.evening.points == ()
    CHANGES["turn"](ann)
    assert is_shown(ann)
    assert table.state().parts["game"] == b"begun and gone on"


# ---- the own evening


def test_the_own_evening_waits_while_its_device_is_at_anothers_table() -> None:
    ann = shared()
    CHANGES["points"](ann)
    ben = opened()
    CHANGES["turn"](ben)
    own = ben.table
    joined(code_of(ann), page=ben)
    assert ben.table.evening == ann.table.evening
    assert read_table(ben.kept) == own, "the browser keeps the own one"
    assert "rulings" not in ben.link
    act(ben, "unshare")
    assert (ben.shared, ben.table) == ({}, own)
    CHANGES["turn"](ben)
    act(ben, "undo")
    assert ben.table == own
    assert ann.table.evening.points


def test_puzzles_and_gear_stay_with_their_device() -> None:
    ann = shared()
    ben = opened()
    ben.room.desk.table = with_puzzle(ben.table, CODE)
    joined(code_of(ann), page=ben)
    assert ben.table.puzzles == (CODE,)
    act(ben, "backpack", material="W", by=1)
    assert ben.undo_label
    CHANGES["points"](ann)
    ben.poll()
    act(ben, "undo")
    assert ben.board["cubes"] == 0
    assert ben.table.evening == ann.table.evening
    act(ben, "take-over", name="Ben")
    CHANGES["turn"](ben)
    assert CODE.encode() not in stored(ann)
    act(ben, "unshare")
    assert ben.table.puzzles == (CODE,)


def test_undo_takes_the_newest_back_be_it_gear_or_evening() -> None:
    page = shared()
    act(page, "backpack", material="W", by=1)
    CHANGES["ruling"](page)
    act(page, "backpack", material="M", by=1)
    act(page, "undo")
    assert page.board["backpack"]["M"] == 0
    assert page.rules.rulings == {TOOTH: "tooth-two"}, "gear brings no ruling back"
    act(page, "undo")
    assert page.rules.rulings == {}
    assert page.board["backpack"]["W"] == 1
    act(page, "undo")
    assert page.board["backpack"]["W"] == 0
    assert page.undo_label == ""


def test_a_decision_keeps_who_wrote_it_and_when() -> None:
    page = shared()
    assert page.log is not None
    assert page.log.view["me"] == "Ann"
    assert page.log.view["names"][0] == "Ann"
    CHANGES["rule"](page)
    (decision,) = page.table.evening.decisions
    assert (decision.who, decision.when) == ("Ann", WHEN)
    act(page, "unshare")
    assert page.log.view["me"] == ""


@pytest.mark.parametrize("language", ["fr", "de"])
def test_another_language_stays_at_the_table(language: str) -> None:
    frame = SpokenPage(lambda spoken: HelperPage(store=OwnerPack(), language=spoken))
    page = frame.page
    assert isinstance(page, HelperPage)
    act(page, "open-link", text="")
    act(page, "open-score")
    shared(page)
    act(frame, "speak", spoken=language)
    between = frame.page
    assert isinstance(between, HelperPage)
    assert is_shown(between), "names that nobody has changed stay as they are on the table"
    act(between, "open-score")
    CHANGES["turn"](between)
    act(frame, "speak", spoken="en")
    after = frame.page
    assert isinstance(after, HelperPage)
    assert after.shared["mine"]
    act(after, "open-score")
    CHANGES["turn"](after)
    assert is_shown(after)
    act(after, "undo")
    act(after, "undo")
    assert not after.table.evening.has_begun


def test_a_table_kept_as_it_is_leaves_nothing_to_undo() -> None:
    page = shared()
    assert page.score is not None
    told, version = page.score.view["table"], page.room.sharing.part.version
    act(page.score, "people", **{key: told[key] for key in ("people", "mode", "edition", "options")})
    assert (page.undo_label, page.room.sharing.part.version) == ("", version)
    assert not page.score.notice


# ---- what is damaged or hostile


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["", "BCDFGH", "hello", "☃" * 6, "'; DROP", "../../etc"])
def test_a_code_that_leads_nowhere_is_one_sentence(code: str, language: str) -> None:
    page = opened(language)
    before = page.table
    act(page, "join", code=code, writer=BEN, name="Ben")
    assert page.notice
    assert not page.shared
    assert page.table == before


def test_a_wrong_code_leaves_a_page_at_its_table() -> None:
    ann = shared()
    CHANGES["points"](ann)
    before, state = ann.table, dict(ann.shared)
    joined("BCDFGH", writer=ANN, name="Ann", page=ann)
    assert ann.notice
    assert (ann.table, ann.shared) == (before, state)
    CHANGES["turn"](ann)
    assert is_shown(ann)


def test_a_page_goes_from_one_table_to_another() -> None:
    ann, cleo = shared(), opened()
    act(cleo, "share", writer="c" * 24, name="Cleo")
    CHANGES["points"](ann)
    CHANGES["turn"](cleo)
    ben = opened()
    own = ben.table
    joined(code_of(ann), page=ben)
    joined(code_of(cleo), page=ben)
    assert ben.shared["code"] == code_of(cleo)
    assert ben.table.evening == cleo.table.evening
    act(ben, "unshare")
    assert ben.table == own


def test_a_table_that_cannot_be_read_leaves_a_page_where_it_is() -> None:
    ann, cleo = shared(), opened()
    act(cleo, "share", writer="c" * 24, name="Cleo")
    CHANGES["points"](ann)
    ben = opened()
    CHANGES["turn"](ben)
    own = ben.table
    joined(code_of(ann), page=ben)
    at_anns, state = ben.table, dict(ben.shared)
    table = tables().table(code_of(cleo))
    lease = table.take("somebody", "X")
    table.append(lease.token, lease.version, [Put(PART, b"garbage")], label="x")
    joined(code_of(cleo), page=ben)
    assert ben.notice == say("unreadable.evening-broken", place=0, text="")
    assert (ben.table, ben.shared) == (at_anns, state)
    CHANGES["points"](ann)
    ben.poll()
    assert ben.table.evening == ann.table.evening, "it still listens there"
    act(ben, "unshare")
    assert ben.table == own


def test_news_that_a_take_over_finds_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = shared()
    ben = joined(code_of(ann))
    shared_type = type(ben.room.sharing.part)
    take = shared_type.take

    def late(self: Any) -> None:
        monkeypatch.setattr(shared_type, "take", take)
        self.latest()  # what Ann did is found here
        act(ann, "take-over", name="Ann")
        CHANGES["turn"](ann)
        take(self)

    CHANGES["points"](ann)
    monkeypatch.setattr(shared_type, "take", late)
    act(ben, "take-over", name="Ben")
    assert len(ben.shared["news"]) == 2, ben.shared
    assert all("Ann" in line for line in ben.shared["news"])


@pytest.mark.parametrize("part", [b"garbage", b"{}", b"\xff\xfe", b"[" * 50_000, b'{"evening":{}}'])
def test_a_damaged_evening_is_a_sentence_and_the_page_lives(part: bytes) -> None:
    ann = shared()
    CHANGES["points"](ann)
    table = tables().table(code_of(ann))
    lease = table.take("somebody", "X")
    table.append(lease.token, lease.version, [Put(PART, part)], label="x")
    before = ann.table
    ann.poll()
    assert ann.shared["trouble"] == say("unreadable.evening-broken", place=0, text="")
    assert ann.table == before
    ben = joined(code_of(ann))
    assert ben.notice and not ben.shared
    act(ann, "take-over", name="Ann")
    CHANGES["turn"](ann)
    assert is_shown(ann), "whoever still has it puts it right"


@pytest.mark.parametrize(
    "message",
    [
        {"act": "share", "writer": "x" * 65, "name": "Ann"},
        {"act": "share", "writer": ANN},
        {"act": "join", "code": "x" * 25, "writer": ANN, "name": "Ann"},
        {"act": "take-over", "name": 7},
        {"act": "unshare", "more": 1},
        {"act": "show-code", "url": "x" * 301},
    ],
    ids=str,
)
def test_what_no_page_of_ours_sends_changes_nothing(message: dict[str, object]) -> None:
    page = shared()
    before, state = page.table, dict(page.shared)
    page._handle_custom_msg(message, [])
    assert (page.table, page.shared) == (before, state)
    assert page.notice == say("widgets.ignored")


@pytest.mark.parametrize("name", ["", "<script>x</script>", "a" * 40, "\u202eevil", "Zoë 🐉"])
def test_names_are_text_and_bounded(name: str) -> None:
    page = opened()
    act(page, "share", writer=ANN, name=name)
    assert page.shared.get("mine") or page.notice
    if page.shared:
        assert page.shared["who"] == (name.strip() or say("game-share.share-somebody"))
        CHANGES["rule"](page)
        assert len(page.table.evening.decisions) == 1


def test_a_tap_meant_for_an_evening_before_somebodys_news_is_not_counted() -> None:
    ann = shared()
    ben = joined(code_of(ann))
    assert ben.score is not None
    seen = ben.score.view["at"]
    act(ben, "take-over", name="Ben")
    CHANGES["points"](ben)
    act(ben.score, "next-turn", at=seen)
    assert ben.score.notice == say("score-page.late-tap")
    assert ben.table.evening.seat == 0


def test_a_table_that_vanishes_leaves_the_evening_and_one_sentence() -> None:
    page = shared()
    CHANGES["points"](page)
    before = page.table
    tables().remove(code_of(page))
    CHANGES["turn"](page)
    assert page.table == before
    page.poll()
    assert page.shared["trouble"]
    act(page, "unshare")
    assert page.table == before
    CHANGES["turn"](page)
    assert page.table != before


# ---- an evening and a game on one table


def game_at(code: str, *, writer: str = ANN) -> GamePage:
    """The game's page of a device, at a table."""
    page = GamePage()
    act(page, "join", code=code, writer=writer, name="Ann")
    return page


def test_a_game_begins_with_the_people_and_the_decisions_of_the_evening() -> None:
    ann = shared()
    CHANGES["people"](ann)
    CHANGES["ruling"](ann)
    game = game_at(code_of(ann))
    assert game.stage == "start"
    assert game.shared["mine"]
    assert game.table["evening"]["people"] == [
        {"name": "Aiko", "colour": "red", "character": ""},
        {"name": "Bo", "colour": "blue", "character": ""},
    ]
    assert game.table["rulings_changed"] == 1
    begin(game, "person person")
    assert game.session is not None
    assert game.session.state.rulings.chosen == ((TOOTH, "tooth-two"),)
    assert game_log.PART in tables().table(code_of(ann)).state().parts
    ann.poll()
    assert ann.shared["parts"] == [game_log.PART]
    assert ann.log is not None
    (told,) = ann.log.view["game"]
    assert (told["rule"], told["differs"]) == (TOOTH, False)
    act(ann, "undo")
    (told,) = ann.log.view["game"]
    assert (told["rule"], told["differs"]) == (TOOTH, True)


def test_only_who_writes_begins_a_game_at_a_table() -> None:
    ann = shared()
    game = game_at(code_of(ann), writer=BEN)
    act(game, "begin", **NEW_GAME)
    assert game.stage == "start"
    assert game.notice == say("game-share.share-not-yours", who="Ann")
    assert game_log.PART not in tables().table(code_of(ann)).state().parts
    act(game, "take-over", name="Ben")
    act(game, "begin", **NEW_GAME)
    assert game.stage == "play"
    assert game_log.PART in tables().table(code_of(ann)).state().parts
    ann.poll()
    assert ann.shared["parts"] == [game_log.PART]


def test_a_game_that_cannot_be_put_on_the_table_goes_on_alone_and_says_so(data: Path) -> None:
    ann = shared()
    game = game_at(code_of(ann))
    blocker = sqlite3.connect(data / "tables.sqlite", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    act(game, "begin", **NEW_GAME)
    blocker.execute("ROLLBACK")
    blocker.close()
    assert game.stage == "play"
    assert game.shared == {}
    assert game.notice == say("game-share.share-alone")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_for_who_comes_late_tells_of_the_game_as_it_stands(language: str) -> None:
    ann = shared(opened(language))
    game = begin(game_at(code_of(ann)), "person person")
    chance = random.Random(3)
    for _ in range(4):
        answered(game, chance)
    ann.poll()
    act(ann.score, "late", on=True)
    assert ann.score is not None and game.session is not None
    now = next(part["lines"] for part in ann.score.late if part["name"] == "now")
    names = [chair.name for chair in game.agreed.chairs]
    assert all(any(name in line for line in now) for name in names)
    words = sum(len(line.split()) for part in ann.score.late for line in (part["title"], *part["lines"]))
    assert words <= MOST_WORDS
    scores = [one.score for one in game.session.state.samurai]
    while [one.score for one in game.session.state.samurai] == scores:
        answered(game, chance)
    ann.poll()
    later = next(part["lines"] for part in ann.score.late if part["name"] == "now")
    assert later != now


def test_an_evening_at_a_table_that_began_with_a_game_has_its_people() -> None:
    game = begin(GamePage(), "person person person")
    act(game, "share", writer=ANN, name="Ann")
    page = joined(code_of(game), writer=ANN, name="Ann")
    assert page.shared["mine"]
    assert [one.name for one in page.table.evening.people] == [chair.name for chair in game.agreed.chairs]
    CHANGES["ruling"](page)
    assert is_shown(page)
    act(page, "undo")
    assert PART not in tables().table(code_of(page)).state().parts
    assert page.table.evening.decisions == ()


def test_a_damaged_game_leaves_the_evening_as_it_is() -> None:
    ann = shared()
    table = tables().table(code_of(ann))
    lease = table.take(ANN, "Ann")
    table.append(lease.token, lease.version, [Put(game_log.PART, b"garbage\n")], label="x")
    ann.poll()
    act(ann.score, "late", on=True)
    assert ann.score is not None
    assert ann.score.late
    assert ann.log is not None
    assert not ann.log.view["hasGame"]
    CHANGES["turn"](ann)
    assert is_shown(ann)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_two_devices_do_nothing_that_was_shown_as_done_is_lost(seed: int) -> None:
    """Taps, undos, take-overs and looks in any order: a page shows what was stored, each change stands in the log."""
    chance = random.Random(seed)
    ann = shared()
    ben = joined(code_of(ann))
    table = tables().table(code_of(ann))
    states, seen = [stored(ann)], {stored(ann)}
    version = table.head().version
    deeds: dict[str, Any] = {
        "points": lambda page: act(page.score, "points", seats=[0], points=5, source="dragon"),
        "more": lambda page: act(page.score, "correct", seat=1, by=1),
        "turn": CHANGES["turn"],
        "undo": lambda page: act(page, "undo"),
        "take": lambda page: act(page, "take-over", name="somebody"),
        "look": lambda page: page.poll(),
    }
    for _ in range(40):
        page = chance.choice((ann, ben))
        deeds[chance.choice(list(deeds))](page)
        told = [entry for entry in table.since(version) if entry.kind in ("change", "undo")]
        for entry in told:
            if entry.kind == "undo":
                states.pop()
            else:
                states.append(stored(ann))
        assert len(told) <= 1
        assert stored(ann) == states[-1]
        seen.add(states[-1])
        version = table.head().version
        shown_now = part_of(page.table)
        assert shown_now == states[-1] if told else shown_now in seen
    for page in (ann, ben):
        page.poll()
        assert part_of(page.table) == states[-1]
    assert len(seen) > 5


def test_without_a_writer_the_page_says_so_and_what_to_tap() -> None:
    """After a mended start everybody takes over anew: all leases have ended."""
    ann = shared()
    with tables().writing() as connection:
        connection.exec_driver_sql("UPDATE fujikoro_tables SET lease = NULL, writer = NULL, name = NULL")
    ben = joined(code_of(ann))
    CHANGES["points"](ben)
    assert ben.score is not None
    assert say("game-share.share-nobody-yet") in (ben.notice, ben.score.notice)


def test_a_lost_mirror_is_told_until_somebody_writes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MENDED, raising=False)
    ann = shared()
    code = code_of(ann)
    lost = Mended(None, (), (), is_rebuilt=False, is_unsure=True)
    monkeypatch.setenv(MENDED, "")  # so that it goes with this test
    tell_mended(lost, {code: tables().table(code).head().version})
    ben = joined(code)
    assert ben.shared["trouble"] == say("game-share.share-mirror-lost")
    CHANGES["points"](ann)
    ben.poll()
    assert ben.shared["trouble"] == ""
    tell_mended(Mended(None, (), (), is_rebuilt=False), {code: 1})
    assert joined(code).shared["trouble"] == "", "only the copy was damaged: nothing can be missing"


# ---- seats that write beside the page


def seat_gives(code: str, seat: int, points: int, *, number: int = 1) -> None:
    """A seat's phone enters points, which this page has not seen yet."""
    at = SeatTable(tables().table(code))
    key = at.take(seat, Asking(device=f"phone {seat}")).key
    score = read_table(stored(code).decode()).evening.score(seat)
    fields = {"points": points, "score": score, "source": "dragon"}
    at.write(asked(seat, "points", name=f"phone-{seat}-{number:04}", **fields), key)


@pytest.mark.parametrize("change", ["points", "turn", "ruling", "space", "booklet"])
def test_a_change_of_the_page_is_made_on_top_of_what_a_seat_entered_meanwhile(change: str) -> None:
    page = shared()
    code, start = code_of(page), page.table.evening
    seat_gives(code, 1, 7)
    CHANGES[change](page)
    now = read_table(stored(page).decode()).evening
    assert now.score(1) == 7 and now != start and page.notice == ""
    assert is_shown(page)
    act(page, "undo")
    assert read_table(stored(page).decode()).evening.score(1) == 7


def test_what_both_changed_is_refused_and_shown() -> None:
    page = shared()
    seat_gives(code_of(page), 1, 7)
    people(page)  # other people than those whom the seat's points were entered for
    now = read_table(stored(page).decode()).evening
    assert now.score(1) == 7 and is_shown(page)


def test_the_page_undoes_what_a_seat_entered_and_says_whose_it_is() -> None:
    page = shared()
    seat_gives(code_of(page), 1, 7)
    page.poll()
    name = page.table.evening.name(1)
    assert page.undo_label.endswith(f"({name})") and page.table.evening.score(1) == 7
    act(page, "undo")
    assert page.table.evening.score(1) == 0 and is_shown(page)


def test_the_link_for_seats_is_shown_where_there_are_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    page = shared()
    act(page, "show-code", url="http://192.168.0.2:3776")
    assert "seats" not in page.shared
    for key, ending in (("", ""), ("seats-only", "?token=seats-only")):
        monkeypatch.setenv(SEATS_KEY, key)
        act(page, "show-code", url="http://192.168.0.2:3776")
        assert page.shared["seats"] == f"http://192.168.0.2:3776/table/{code_of(page)}/seat{ending}"
        assert len(page.shared["seatsPicture"]) == len(page.shared["seatsPicture"][0])
    act(page.score, "points", seats=[0], points=5, source="dragon")
    assert page.shared["seats"]

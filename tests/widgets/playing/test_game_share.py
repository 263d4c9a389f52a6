"""A game on a table without a browser: stored before it is shown, one who writes, nothing lost by the others."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Session, Unreadable
from fujikoro_nb.store import Put, game_log
from fujikoro_nb.store.labels import in_language
from fujikoro_nb.store.sharing import tables
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.primers import CONTENT
from fujikoro_nb.widgets.playing.game_page import GamePage
from tests.support.game_pages import answered, begin, send
from tests.support.open_tables import close_tables
from tests.widgets.playing.test_game_late import ACTS

ANN, BEN = "a" * 24, "b" * 24
CHANCE = random.Random(5)


@pytest.fixture(autouse=True)
def data(tmp_path: Path) -> Iterator[Path]:
    """A data folder of this test, and no table open in it before or after."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUJIKORO_DATA", str(tmp_path))
        close_tables()
        yield tmp_path
        close_tables()


def first_answer(page: GamePage) -> None:
    """Give an answer, whatever is asked; whether it was taken is the test's to say."""
    rows = page.asked.get("rows")
    if page.shared.get("mine", True) and not rows:
        answered(page, CHANCE)
    else:
        send(page, "answer", text=rows[0]["text"] if rows else "pass", at=page.asked["at"])


def tried(page: GamePage) -> None:
    """Give an answer that is not taken; what the page shows afterwards is the test's to say."""
    with contextlib.suppress(AssertionError):
        answered(page, CHANCE)


def shared_game(players: str = "person person") -> GamePage:
    page = begin(GamePage(), players)
    send(page, "share", writer=ANN, name="Ann")
    assert page.shared["mine"], page.notice
    return page


def joined(code: str, *, writer: str = BEN, name: str = "Ben") -> GamePage:
    page = GamePage()
    send(page, "join", code=code, writer=writer, name=name)
    return page


def written(page: GamePage) -> bytes:
    assert page.session is not None
    return game_log.written(page.session, without=(CONTENT,))


def stored(code: str) -> bytes:
    return tables().table(code).state().parts[game_log.PART]


def test_each_step_is_on_the_disk_when_it_is_shown() -> None:
    page = shared_game()
    code = page.shared["code"]
    table = tables().table(code)
    for _ in range(6):
        before = table.head().version
        first_answer(page)
        assert page.session is not None
        assert stored(code) == written(page)
        assert table.head().version == before + 1
    label = table.since(table.head().version - 1)[0].label
    assert in_language(label, "en") == page.travel["undo"]
    german = GamePage(language="de")
    send(german, "join", code=code, writer=BEN, name="Ben")
    assert in_language(label, "de") == german.travel["undo"] != page.travel["undo"]


def test_a_part_grows_by_lines_and_comes_back_as_the_same_game() -> None:
    page = begin(GamePage(), "person person")
    assert page.session is not None
    before = written(page)
    first_answer(page)
    after = written(page)
    assert after.startswith(before)
    again: Session[Any] = Session.load(GAME, game_log.read(after))
    assert (again.state, again.lines) == (page.session.state, page.session.lines)


@pytest.mark.parametrize("text", [b"", b"x", b"{}\n", b"[1]\n{}\n", b"[" * 60_000, b"\xff\xfe\n"])
def test_a_part_that_is_no_game_is_refused(text: bytes) -> None:
    with pytest.raises(Unreadable):
        game_log.read(text)


def test_another_device_looks_on_and_cannot_write() -> None:
    ann = shared_game()
    ben = joined(ann.shared["code"])
    assert ben.shared == {**ann.shared, "mine": False, "who": "Ann"}
    assert ben.stage == "play"
    assert ben.status == ann.status
    first_answer(ann)
    ben.poll()
    assert ben.log == ann.log
    before = stored(ann.shared["code"])
    first_answer(ben)
    assert ben.notice == say("game-share.share-not-yours", who="Ann")
    send(ben, "undo")
    assert ben.notice == say("game-share.share-not-yours", who="Ann")
    assert stored(ann.shared["code"]) == before


def test_taking_over_is_seen_and_undo_goes_on_across_devices() -> None:
    ann = shared_game()
    ben = joined(ann.shared["code"])
    before = ann.asked["at"]
    first_answer(ann)
    done = ann.travel["undo"]
    send(ben, "take-over", name="Ben")
    assert ben.shared["mine"]
    assert ben.travel["undo"] == done
    ann.poll()
    assert (ann.shared["mine"], ann.shared["who"]) == (False, "Ben")
    send(ben, "undo")
    assert ben.asked["at"] == before
    ann.poll()
    assert ann.log == ben.log
    assert ann.session is not None and ann.session.state == ben.session.state


def test_who_was_taken_over_without_knowing_loses_no_others_step() -> None:
    ann = shared_game()
    ben = joined(ann.shared["code"])
    send(ben, "take-over", name="Ben")
    first_answer(ben)
    kept = stored(ann.shared["code"])
    tried(ann)  # before she has heard of it
    assert stored(ann.shared["code"]) == kept
    assert ann.session is not None and written(ann) == kept
    assert not ann.shared["mine"]
    assert "Ben" in ann.shared["trouble"] + ann.shared["who"]


def test_why_a_step_was_not_kept_is_told_though_the_table_cannot_be_read_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = shared_game()
    ben = joined(ann.shared["code"])
    send(ben, "take-over", name="Ben")
    first_answer(ben)
    kept = ann.log

    def breaks(*_: object) -> None:
        raise Unreadable("save-none", "", 0)

    monkeypatch.setattr(ann._sharing, "take_news", breaks)
    tried(ann)
    assert "Ben" in ann.shared["trouble"]
    assert ann.log == kept


def test_a_step_that_cannot_be_stored_is_taken_back_and_said(data: Path) -> None:
    page = shared_game()
    first_answer(page)
    code, before = page.shared["code"], page.log
    blocker = sqlite3.connect(data / "tables.sqlite", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    tried(page)
    blocker.execute("ROLLBACK")
    blocker.close()
    assert page.log == before
    assert page.shared["trouble"].startswith(say("game-share.share-not-kept", why="")[:20])
    assert page.session is not None and stored(code) == written(page)
    first_answer(page)  # and it goes on
    assert page.shared["trouble"] == ""
    assert stored(code) == written(page)


def test_bots_play_on_the_device_that_writes() -> None:
    ann = shared_game("person random")
    ben = joined(ann.shared["code"])
    assert not ben.job
    first_answer(ann)
    ben.poll()
    assert not ben.job


def test_the_same_device_writes_on_after_a_reload() -> None:
    ann = shared_game()
    again = joined(ann.shared["code"], writer=ANN, name="Ann")
    assert again.shared["mine"]
    first_answer(again)
    assert again.session is not None
    assert stored(ann.shared["code"]) == written(again)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["", "BCDFGH", "hello", "☃" * 6, "'; DROP", "../../etc"])
def test_a_code_that_leads_nowhere_is_one_sentence(code: str, language: str) -> None:
    page = GamePage(language=language)
    send(page, "join", code=code, writer=BEN, name="Ben")
    assert page.notice and page.stage == "start" and not page.shared


def test_a_damaged_game_is_a_sentence_and_the_page_lives() -> None:
    ann = shared_game()
    table = tables().table(ann.shared["code"])
    lease = table.take("somebody", "X")
    table.append(lease.token, lease.version, [Put(game_log.PART, b"garbage")], label="x")
    before = ann.log
    ann.poll()
    assert ann.shared["trouble"] and ann.log == before
    ben = joined(ann.shared["code"])
    assert ben.notice and ben.stage == "start"


@pytest.mark.parametrize("name", ["", "<script>x</script>", "a" * 40, "\u202eevil", "Zoë 🐉"])
def test_names_are_text_and_bounded(name: str) -> None:
    page = begin(GamePage(), "person person")
    send(page, "share", writer=ANN, name=name)
    assert page.shared.get("mine") or page.notice
    if page.shared:
        assert page.shared["who"] == (name.strip() or say("game-share.share-somebody"))


def test_the_picture_for_phones_holds_the_readers_address_and_no_key() -> None:
    page = shared_game()
    send(page, "show-code", url="http://192.0.2.7:3776/?token=secret#x")
    rows = page.code_picture
    assert len({len(row) for row in rows} | {len(rows)}) == 1
    import segno

    link = f"http://192.0.2.7:3776/table/{page.shared['code']}"
    wanted = segno.make(link, error="m", boost_error=False).matrix
    assert rows == ["".join(str(bit & 1) for bit in row) for row in wanted]
    send(page, "show-code", url="javascript:alert(1)")
    assert page.code_picture == rows


def test_no_act_of_who_looks_on_changes_the_game() -> None:
    """Each act that a page can send, at a moment when a bot could go on and when a person is asked."""
    for players in ("person person", "person random"):
        ann = shared_game(players)
        code, before = ann.shared["code"], written(ann)
        for act, fields in ACTS.items():
            if act in ("take-over", "leave", "unshare", "load", "restore", "begin"):
                continue  # the way to write; leaving is below; the rest is refused while a game is played
            ben = joined(code)
            now = written(ben)
            send(ben, act, **({**fields, "at": ben.asked["at"]} if "at" in GamePage.acts[act] else fields))
            assert written(ben) == now == before, act
            assert stored(code) == before, act
            ben.act_unshare()


def test_who_leaves_the_game_is_at_no_table_and_may_play_alone() -> None:
    ann = shared_game()
    ben = joined(ann.shared["code"])
    send(ben, "leave")
    assert ben.shared == {}
    begin(ben, "person person person")
    assert ben.session is not None and ben.session.state.players == 3
    first_answer(ann)
    ben.poll()
    assert ben.session.state.players == 3
    first_answer(ben)


def test_another_game_on_the_table_brings_its_people() -> None:
    ann = shared_game()
    ben = joined(ann.shared["code"])
    other = begin(GamePage(), "person random person")
    table = tables().table(ann.shared["code"])
    lease = table.take("c" * 24, "Cleo")
    table.append(lease.token, lease.version, [Put(game_log.PART, written(other))], label="another game")
    ben.poll()
    assert len(ben.people) == len(ben.agreed.chairs) == 3
    assert ben.agreed == other.agreed


def test_readers_are_given_their_own_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUJIKORO_READER_KEY", "only-looking")
    page = shared_game()
    send(page, "show-code", url="http://192.0.2.7:3776/x?token=whole")
    assert page.shared["link"] == f"http://192.0.2.7:3776/table/{page.shared['code']}?token=only-looking"


def test_a_table_that_vanishes_leaves_the_game_and_one_sentence() -> None:
    page = shared_game()
    first_answer(page)
    before, code = page.log, page.shared["code"]
    tables().remove(code)
    tried(page)
    assert page.log == before
    assert page.shared["trouble"] and page.shared["who"] == "Ann"
    page.poll()
    assert page.shared["trouble"]
    assert page.notice != say("widgets.failed")


def test_what_bots_played_while_somebody_took_over_is_not_shown() -> None:
    ann = shared_game()
    first_answer(ann)
    assert ann.session is not None
    assert game_log.length(written(ann)) == len(ann.session.lines)
    played: Any = Session.load(GAME, game_log.read(written(ann)))
    other = begin(GamePage(), "person person")
    other._game.session = played
    other._show()
    first_answer(other)
    ben = joined(ann.shared["code"])
    send(ben, "take-over", name="Ben")
    ann.poll()
    before, log = stored(ann.shared["code"]), ann.log
    assert len(played.lines) > len(ann.session.lines)
    ann._flow._bots_done((played, {}))
    assert ann.log == log
    assert written(ann) == before == stored(ann.shared["code"])


def test_a_step_in_the_moment_of_a_take_over_stays_where_it_was() -> None:
    """Between Ben's last look and his taking over Ann answers once more: he goes on from there."""
    ann = shared_game()
    ben = joined(ann.shared["code"])
    table_type = type(ben._sharing.table.table)
    take = table_type.take
    with pytest.MonkeyPatch.context() as patch:

        def late(self: Any, writer: str, name: str) -> Any:
            patch.setattr(table_type, "take", take)
            first_answer(ann)
            return take(self, writer, name)

        patch.setattr(table_type, "take", late)
        send(ben, "take-over", name="Ben")
    assert ben.log == ann.log
    first_answer(ben)
    assert written(ben) == stored(ben.shared["code"])

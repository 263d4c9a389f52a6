"""What a table promises, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from fujikoro_nb.store import (
    Add,
    Change,
    Conflict,
    Cut,
    Drop,
    Merged,
    NoTable,
    NotOpened,
    Put,
    Refused,
    Store,
    StoreError,
    Table,
    TakenOver,
    apply,
    read_code,
)
from fujikoro_nb.store import records as records_module
from fujikoro_nb.store.codes import LETTERS
from fujikoro_nb.store.records import MAX_LABEL, MAX_NAME, MAX_PARTS, MAX_STATE_BYTES, MAX_TITLE, Lease
from fujikoro_nb.texts import LANGUAGES


def folded(table: Table) -> dict[str, bytes]:
    """The parts, from the log as a reader gets it."""
    parts: dict[str, bytes] = {}
    last = 0
    while entries := table.since(last, most=7):
        for entry in entries:
            assert entry.version == last + 1
            apply(parts, entry.changes)
            last = entry.version
    return parts


def test_a_new_table_has_its_parts_a_title_and_no_writer(store: Store, table: Table) -> None:
    state = table.state()
    assert state.parts == {"gear": b"WWM"}
    assert (state.version, state.head.title, state.head.holder) == (1, "Friday", None)
    assert (state.undo, state.redo) == (None, None)
    assert store.tables() == (state.head,)


def test_a_code_has_six_letters_that_look_and_sound_like_nothing_else(table: Table) -> None:
    assert len(table.code) == 6
    assert not set(table.code) & set("AEIOUQVL")
    assert len(LETTERS) ** 6 > 30_000_000


@pytest.mark.parametrize("typed", ["{}", " {} ", "{}\n"])
def test_a_code_is_found_however_it_is_typed(store: Store, table: Table, typed: str) -> None:
    code = table.code
    for written in (code, code.lower(), f"{code[:3]}-{code[3:]}", f"{code[:3]} {code[3:]}"):
        if typed.endswith("\n"):
            with pytest.raises(NoTable):
                store.table(typed.format(written))
        else:
            assert store.table(typed.format(written)).code == code


@pytest.mark.parametrize(
    "typed", ["", "BCDFG", "BCDFGHJ", "BCDFGA", "' OR 1", "ßßßßßß", "B" * 10_000, "BCDFG\x00"]
)
def test_no_code_no_table(store: Store, typed: str) -> None:
    assert read_code(typed) is None
    with pytest.raises(NoTable):
        store.table(typed)


def test_two_tables_never_share_a_code(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    told = iter(["BBBBBB", "BBBBBB", "BBBBBB", "CCCCCC"])
    monkeypatch.setattr("fujikoro_nb.store.store.new_code", lambda: next(told))
    assert [store.create("a").code, store.create("b").code] == ["BBBBBB", "CCCCCC"]


def test_an_append_is_there_for_a_store_opened_anew(address: str, table: Table, lease: Lease) -> None:
    changes: list[Change] = [Put("gear", b"WWMT"), Add("game", b"roll 3\n")]
    version = table.append(lease.token, lease.version, changes, label="a tooth")
    assert version == 3
    with Store.open(address) as other:
        state = other.table(table.code).state()
        assert state.parts == {"gear": b"WWMT", "game": b"roll 3\n"}
        assert (state.version, state.undo, state.redo) == (3, "a tooth", None)
        entry = other.table(table.code).since(2)[0]
        assert (entry.kind, entry.writer, entry.name, entry.label) == ("change", "phone-1", "Ann", "a tooth")
        assert entry.changes == tuple(changes)


def test_the_one_who_was_slower_is_shown_what_came_first(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"A")], label="first")
    with pytest.raises(Conflict) as caught:
        table.append(lease.token, 2, [Put("gear", b"B")], label="second")
    there = caught.value.there
    assert (there.version, there.label, there.writer, there.name) == (3, "first", "phone-1", "Ann")
    assert table.state().parts == {"gear": b"A"}
    assert caught.value.said() == "Ann was quicker (“first”, step 3). Look at it, then do yours again."


@pytest.mark.parametrize("expected", [0, 1, 3, -1])
def test_an_append_to_any_other_version_is_refused(table: Table, lease: Lease, expected: int) -> None:
    with pytest.raises(Conflict):
        table.append(lease.token, expected, [Put("gear", b"B")], label="x")


def test_the_same_append_sent_twice_is_stored_once(table: Table, lease: Lease) -> None:
    for _ in range(3):
        assert table.append(lease.token, 2, [Add("game", b"a\n")], label="a", key="tap-1") == 3
    later = table.append(lease.token, 3, [Add("game", b"b\n")], label="b", key="tap-2")
    assert table.append(lease.token, 2, [Add("game", b"a\n")], label="a", key="tap-1") == 3
    assert (table.state().version, table.state().parts["game"]) == (later, b"a\nb\n")


def test_an_append_sent_again_after_a_take_over_is_answered(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"A")], label="a", key="tap-1")
    table.take("phone-2", "Ben")
    assert table.append(lease.token, 2, [Put("gear", b"A")], label="a", key="tap-1") == 3


def test_a_key_names_one_change(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"A")], label="a", key="tap-1")
    for label, value in (("a", b"B"), ("b", b"A")):
        with pytest.raises(Refused) as caught:
            table.append(lease.token, 3, [Put("gear", value)], label=label, key="tap-1")
        assert caught.value.reason == "key-used"
    with pytest.raises(Refused):
        table.undo(lease.token, 3, key="tap-1")


def test_a_key_belongs_to_its_table(store: Store, table: Table, lease: Lease) -> None:
    other = store.create("Saturday")
    theirs = other.take("phone-9", "Zoe")
    assert table.append(lease.token, 2, [Put("gear", b"A")], label="a", key="tap-1") == 3
    assert other.append(theirs.token, 2, [Put("score", b"1")], label="a", key="tap-1") == 3


# ---- who writes


def test_a_take_over_is_seen_and_ends_the_lease_before(table: Table, lease: Lease) -> None:
    assert lease.before is None
    second = table.take("phone-2", "Ben")
    assert second.before is not None and (second.before.writer, second.before.name) == ("phone-1", "Ann")
    with pytest.raises(TakenOver) as caught:
        table.append(lease.token, second.version, [Put("gear", b"A")], label="a")
    assert caught.value.holder is not None and caught.value.holder.name == "Ben"
    assert table.append(second.token, second.version, [Put("gear", b"B")], label="b") == 4
    assert [(entry.kind, entry.name) for entry in table.since(1)] == [
        ("take", "Ann"),
        ("take", "Ben"),
        ("change", "Ben"),
    ]
    holder = table.head().holder
    assert holder is not None and (holder.writer, holder.version) == ("phone-2", 3)


def test_nobody_writes_without_a_lease(table: Table) -> None:
    for act in (
        lambda: table.append("", 1, [Put("gear", b"A")], label="a"),
        lambda: table.undo("x", 1),
        lambda: table.redo("None", 1),
    ):
        with pytest.raises(TakenOver) as caught:
            act()
        assert (caught.value.holder, caught.value.reason) == (None, "nobody-writes")


def test_the_lease_of_one_table_opens_no_other(store: Store, lease: Lease) -> None:
    other = store.create("Saturday")
    other.take("phone-1", "Ann")
    with pytest.raises(TakenOver):
        other.append(lease.token, 2, [Put("gear", b"A")], label="a")


def test_no_token_is_stored(address: str, file: Path, table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"A")], label="a")
    said = repr((table.state(), table.since(0)))
    assert lease.token not in said
    for path in file.parent.glob("tables.sqlite*"):
        assert lease.token.encode() not in path.read_bytes()


# ---- undo and redo


def test_undo_by_another_device_names_what_it_takes_back(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"A"), Add("game", b"1\n")], label="one")
    table.append(lease.token, 3, [Put("gear", b"B"), Add("game", b"2\n")], label="two")
    ben = table.take("phone-2", "Ben")
    assert table.state().undo == "two"
    assert table.undo(ben.token, 5) == 6
    state = table.state()
    assert (state.parts, state.undo, state.redo) == ({"gear": b"A", "game": b"1\n"}, "one", "two")
    entry = table.since(5)[0]
    assert (entry.kind, entry.label, entry.of, entry.name) == ("undo", "two", 4, "Ben")
    assert set(entry.changes) == {Put("gear", b"A"), Cut("game", 2)}
    table.undo(ben.token, 6)
    assert table.state().parts == {"gear": b"WWM"}
    with pytest.raises(Refused) as caught:
        table.undo(ben.token, 7)
    assert caught.value.reason == "nothing-to-undo"
    table.redo(ben.token, 7)
    table.redo(ben.token, 8)
    state = table.state()
    assert (state.parts, state.undo, state.redo) == ({"gear": b"B", "game": b"1\n2\n"}, "two", None)
    with pytest.raises(Refused) as caught:
        table.redo(ben.token, 9)
    assert caught.value.reason == "nothing-to-redo"
    assert folded(table) == state.parts


def test_a_new_change_after_undo_ends_redo_and_keeps_the_log(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"A")], label="one")
    table.undo(lease.token, 3)
    table.append(lease.token, 4, [Drop("gear")], label="other")
    assert (table.state().undo, table.state().redo) == ("other", None)
    table.undo(lease.token, 5)
    assert table.state().parts == {"gear": b"WWM"}
    assert table.state().undo is None
    assert [entry.kind for entry in table.since(2)] == ["change", "undo", "change", "undo"]


def test_undo_sent_twice_takes_back_one(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"A")], label="one")
    table.append(lease.token, 3, [Put("gear", b"B")], label="two")
    for _ in range(2):
        assert table.undo(lease.token, 4, key="u1") == 5
    assert table.state().parts == {"gear": b"A"}
    for _ in range(2):
        assert table.redo(lease.token, 5, key="r1") == 6
    assert table.state().parts == {"gear": b"B"}


def test_undo_of_what_changed_nothing(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"WWM")], label="the same")
    table.undo(lease.token, 3)
    assert (table.state().undo, table.since(3)[0].changes) == (None, ())


def test_a_long_log_folds_to_the_same_and_undoes_all_the_way(table: Table, lease: Lease) -> None:
    version = lease.version
    for number in range(140):
        changes = [Add("game", b"%d\n" % number), Put("score", b"%d" % number)]
        version = table.append(lease.token, version, changes, label=f"answer {number}")
    game = b"".join(b"%d\n" % number for number in range(140))
    assert table.state().parts == {"gear": b"WWM", "game": game, "score": b"139"}
    assert folded(table) == table.state().parts
    for number in reversed(range(140)):
        assert table.state().undo == f"answer {number}"
        version = table.undo(lease.token, version)
    assert table.state().parts == {"gear": b"WWM"}
    for _ in range(70):
        version = table.redo(lease.token, version)
    assert table.state().parts["score"] == b"69"
    assert folded(table) == table.state().parts


def test_entries_come_at_most_500_at_once(table: Table, lease: Lease) -> None:
    version = lease.version
    for _ in range(503):
        version = table.append(lease.token, version, [Add("game", b"x")], label="x")
    first = table.since(2, most=10_000)
    assert [entry.version for entry in first] == list(range(3, 503))
    assert [entry.version for entry in table.since(502)] == [503, 504, 505]
    assert table.since(505) == ()


# ---- watching


def test_changes_of_another_store_are_seen_once(
    address: str, store: Store, table: Table, lease: Lease
) -> None:
    with Store.open(address) as reader:
        seen = reader.changes({})
        assert seen == {table.code: 2}
        assert reader.changes(seen) == {}
        table.append(lease.token, 2, [Put("gear", b"A")], label="a")
        other = store.create("Saturday")
        assert reader.changes(seen) == {table.code: 3, other.code: 1}
        seen.update(reader.changes(seen))
        assert reader.changes(seen) == {}
        assert reader.changes({}) == seen
        store.remove(other.code)
        assert reader.changes(seen) == {other.code: 0}
        seen.update({other.code: 0})
        assert reader.changes(seen) == {}


def test_own_changes_are_seen_too(store: Store, table: Table, lease: Lease) -> None:
    seen = store.changes({})
    table.append(lease.token, 2, [Put("gear", b"A")], label="a")
    assert store.changes(seen) == {table.code: 3}


def test_a_removed_table_is_gone_with_its_log(store: Store, table: Table, lease: Lease) -> None:
    other = store.create("Saturday", [Put("gear", b"T")])
    store.remove(table.code.lower())
    for ask in (table.head, table.state, lambda: table.since(0), lambda: table.take("a", "b")):
        with pytest.raises(NoTable):
            ask()
    with pytest.raises(NoTable):
        store.remove(table.code)
    assert [head.code for head in store.tables()] == [other.code]
    assert other.state().parts == {"gear": b"T"}


def test_the_table_that_changed_last_comes_first(address: str) -> None:
    told = iter([10.0, 20.0, 30.0])
    with Store.open(address, clock=lambda: next(told)) as store:
        one, two = store.create("one"), store.create("two")
        assert [head.title for head in store.tables()] == ["two", "one"]
        one.take("phone-1", "Ann")
        assert [(head.title, head.changed_at) for head in store.tables()] == [("one", 30.0), ("two", 20.0)]
        assert two.head().made_at == 20.0


# ---- bounds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "\u200b\u200b",
        "a\nb",
        "a\x00",
        "a\x1b[31m",
        "\u202eabc",
        "\ud800",
        "a\u2028",
        "\u3164",  # letters, by their category, that nobody sees
        "\u115f\u1160",
        "\uffa0 \u2800",
        "\u180e\u200b\u2060\u00ad\ufe0f",
        "x" * (MAX_LABEL + 1),
    ],
)
def test_names_labels_and_titles_are_refused_for_unseen_signs_and_length(
    store: Store, table: Table, lease: Lease, text: str
) -> None:
    for act in (
        lambda: store.create(text),
        lambda: table.take("phone-1", text),
        lambda: table.append(lease.token, 2, [Put("gear", b"A")], label=text),
    ):
        with pytest.raises(Refused) as caught:
            act()
        assert caught.value.reason in {"text-empty", "text-long", "text-signs"}
    assert table.state().version == 2


@pytest.mark.parametrize(
    "text",
    [
        "Ann",
        "Éloïse",
        "山田",
        "👩‍👩‍👧",
        "\u0646\u0645\u06cc\u200c\u062e",
        "ㅎ",
        "O'Neil; DROP TABLE",
        "<b>",
        "100 %",
    ],
)
def test_names_of_people_are_taken_as_they_are(table: Table, text: str) -> None:
    table.take("phone-1", text)
    holder = table.head().holder
    assert holder is not None and holder.name == text


def test_the_longest_texts_fit(store: Store) -> None:
    table = store.create("t" * MAX_TITLE)
    lease = table.take("w" * 64, "n" * MAX_NAME)
    table.append(lease.token, 2, [Put("g" * 32, b"")], label="l" * MAX_LABEL, key="k" * 64)
    assert table.state().undo == "l" * MAX_LABEL


@pytest.mark.parametrize("name", ["", "w" * 65, "a b", "a\n", "é", "a/b"])
def test_ids_of_programs_are_plain(table: Table, lease: Lease, name: str) -> None:
    with pytest.raises(Refused):
        table.take(name, "Ann")
    with pytest.raises(Refused):
        table.append(lease.token, 2, [Put("gear", b"A")], label="a", key=name)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ([], "changes"),
        ([Put("gear", b"")] * 33, "changes"),
        ([Put("Gear", b"")], "part-name"),
        ([Put("", b"")], "part-name"),
        ([Put("g" * 33, b"")], "part-name"),
        ([Put("gear\n", b"")], "part-name"),
        ([Drop("score")], "no-part"),
        ([Cut("score", 0)], "no-part"),
        ([Cut("gear", 4)], "no-part"),
        ([Cut("gear", -1)], "no-part"),
        ([Put("gear", b"x" * (MAX_STATE_BYTES + 1))], "too-large"),
        ([Add("gear", b"x" * MAX_STATE_BYTES)], "too-large"),
        ([Put(f"p{number}", b"") for number in range(MAX_PARTS)], "too-many-parts"),
    ],
)
def test_changes_out_of_bounds_are_refused(
    table: Table, lease: Lease, changes: list[Change], reason: str
) -> None:
    with pytest.raises(Refused) as caught:
        table.append(lease.token, 2, changes, label="a")
    assert caught.value.reason == reason
    assert table.state().parts == {"gear": b"WWM"}
    assert table.state().version == 2


def test_the_largest_state_fits(table: Table, lease: Lease) -> None:
    version = table.append(lease.token, 2, [Put("gear", b"x" * MAX_STATE_BYTES)], label="a")
    with pytest.raises(Refused):
        table.append(lease.token, version, [Put("score", b"x")], label="b")
    assert len(table.state().parts["gear"]) == MAX_STATE_BYTES


def test_tables_and_entries_are_bounded(
    store: Store, table: Table, lease: Lease, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fujikoro_nb.store.store.MAX_TABLES", 2)
    monkeypatch.setattr("fujikoro_nb.store.log.MAX_ENTRIES", 3)
    store.create("second")
    with pytest.raises(Refused) as caught:
        store.create("third")
    assert caught.value.reason == "too-many-tables"
    table.append(lease.token, 2, [Put("gear", b"A")], label="a")
    for act in (lambda: table.take("phone-2", "Ben"), lambda: table.undo(lease.token, 3)):
        with pytest.raises(Refused) as caught:
            act()
        assert caught.value.reason == "table-full"
    assert records_module.MAX_ENTRIES == 20_000


# ---- places


def test_the_users_own_file_is_for_nobody_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path / "new"))
    with Store.open() as store:
        store.create("Friday").take("phone-1", "Ann")
        if os.name != "nt":
            for path in (tmp_path / "new").iterdir():
                assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
    assert (tmp_path / "new" / "tables.sqlite").exists()


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nonsense",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://a:secret@b/c",
        "postgresql+asyncpg://a:secret@b/c",
    ],
)
def test_other_addresses_are_refused_without_their_password(address: str) -> None:
    with pytest.raises(NotOpened) as caught:
        Store.open(address)
    assert caught.value.reason == "address"
    assert "secret" not in f"{caught.value!r} {caught.value.said()}"


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        Store.open(f"postgresql+psycopg://tables@/none?host={tmp_path}")
    assert caught.value.reason == "unreachable"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_no_is_a_sentence(table: Table, lease: Lease, language: str) -> None:
    table.append(lease.token, 2, [Put("gear", b"A")], label="<b>\u00a0one</b>" * 5)
    with pytest.raises(Conflict) as conflict:
        table.append(lease.token, 2, [Put("gear", b"B")], label="two")
    said = conflict.value.said(language=language)
    assert "Ann" in said and "…" in said and len(said) < 200


def test_undo_of_one_part_leaves_what_others_did_since(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("evening", b"A")], label="A")
    table.append(lease.token, 3, [Put("evening", b"B")], label="B")
    version = 4
    for number in range(150):
        version = table.append(lease.token, version, [Add("game", b"%d\n" % number)], label="a step")
    game = table.state().parts["game"]
    last = table.last("evening")
    assert last is not None
    assert (last.label, last.version) == ("B", 4)
    version = table.undo(lease.token, version, part="evening")
    entry = table.since(version - 1)[0]
    assert (entry.kind, entry.label, entry.of, entry.changes) == ("undo", "B", 4, (Put("evening", b"A"),))
    assert table.state().parts["game"] == game
    version = table.undo(lease.token, version, part="evening")
    assert "evening" not in table.state().parts
    assert table.last("evening") is None
    with pytest.raises(Refused) as caught:
        table.undo(lease.token, version, part="evening")
    assert caught.value.reason == "nothing-to-undo"
    assert table.state().undo == "a step"
    assert folded(table) == table.state().parts


def test_undo_of_one_part_sees_what_was_undone_and_brought_back(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"A")], label="A")
    table.append(lease.token, 3, [Put("gear", b"B")], label="B")

    def last() -> str | None:
        entry = table.last("gear")
        return None if entry is None else entry.label

    table.undo(lease.token, 4, part="gear")
    assert last() == "A"
    table.redo(lease.token, 5)
    assert last() == "B"
    table.undo(lease.token, 6)
    assert last() == "A"
    table.append(lease.token, 7, [Put("gear", b"C")], label="C")
    table.undo(lease.token, 8, part="gear")
    assert (last(), table.state().parts["gear"]) == ("A", b"A")


def test_undo_of_a_part_that_changed_nothing_is_taken_back_once(table: Table, lease: Lease) -> None:
    table.append(lease.token, 2, [Put("gear", b"B")], label="one")
    table.append(lease.token, 3, [Put("gear", b"B")], label="the same")
    table.undo(lease.token, 4, part="gear")
    entry = table.last("gear")
    assert entry is not None
    assert entry.label == "one"


# ---- changes that need no lease


def seat(parts: dict[str, bytes], version: int, sent: object) -> Merged | None:
    """One more sign at the end of a seat's part."""
    grown = Put("seat-1", parts.get("seat-1", b"") + b"%d " % version)
    return Merged((grown,), "one more", "seat-1", "Ben")


def test_a_merge_is_made_on_what_is_there_and_beside_the_one_who_writes(table: Table, lease: Lease) -> None:
    assert table.merge(seat, key="s-1") == (3, True)
    with pytest.raises(Conflict):
        table.append(lease.token, 2, [Put("gear", b"A")], label="a")
    assert table.append(lease.token, 3, [Put("gear", b"A")], label="a") == 4
    assert table.merge(seat, key="s-2") == (5, True)
    assert table.state().parts == {"gear": b"A", "seat-1": b"3 5 "}
    assert folded(table) == table.state().parts
    assert [(one.writer, one.name, one.label) for one in table.since(4)] == [("seat-1", "Ben", "one more")]


def test_a_merge_that_was_made_already_is_judged_again_and_not_made_again(table: Table) -> None:
    assert table.merge(seat, key="s-1") == (2, True)
    table.merge(seat, key="s-2")
    assert table.merge(seat, key="s-1") == (2, False)

    def foreign(parts: dict[str, bytes], version: int, sent: object) -> None:
        assert sent is not None
        raise Refused("id", field="key", max=1)

    with pytest.raises(Refused):
        table.merge(foreign, key="s-1")
    assert table.state().parts["seat-1"] == b"2 3 "


def test_a_merge_that_changes_nothing_or_cannot_be_leaves_the_table(table: Table) -> None:
    before = table.state()
    assert table.merge(lambda *_: None, key="s-1") == (1, False)
    for bad in (
        Merged((Put("Seat", b""),), "x", "seat-1", "Ben"),
        Merged((), "x", "seat-1", "Ben"),
        Merged((Put("seat-1", b"x"),), "", "seat-1", "Ben"),
        Merged((Put("seat-1", b"x"),), "x", "seat 1", "Ben"),
        Merged((Put("seat-1", b"x"),), "x", "seat-1", ""),
    ):
        with pytest.raises(Refused):
            table.merge(lambda *_, bad=bad: bad, key="s-1")
    with pytest.raises(Refused):
        table.merge(seat, key="not a key")
    assert table.state() == before


def test_what_was_merged_is_undone_like_any_change(table: Table, lease: Lease) -> None:
    version, _ = table.merge(seat, key="s-1")
    assert table.last("seat-1") == table.since(version - 1)[0]
    table.undo(lease.token, version, part="seat-1")
    assert "seat-1" not in table.state().parts

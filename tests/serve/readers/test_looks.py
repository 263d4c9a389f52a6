"""What is gone on with says what a table holds, whatever was written, taken back or put in its place."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fujikoro_nb.serve.readers import looks
from fujikoro_nb.serve.readers.looks import Look, Looks
from fujikoro_nb.store import Add, Change, Cut, Drop, Lease, Put, Refused, Store, Table

CHANGES: st.SearchStrategy[Change] = st.one_of(
    st.builds(Put, st.sampled_from("ab"), st.binary(max_size=3)),
    st.builds(Add, st.just("log"), st.binary(min_size=1, max_size=3)),
)
STEPS = st.one_of(CHANGES, st.sampled_from(["undo", "redo", "look", "cut", "drop"]))


def write(table: Table, lease: Lease, step: Change | str) -> None:
    state = table.state()
    if step == "undo":
        table.undo(lease.token, state.version)
    elif step == "redo":
        table.redo(lease.token, state.version)
    else:
        lasting: Change = Cut("log", len(state.parts["log"]) // 2) if step == "cut" else Drop("a")
        change = lasting if isinstance(step, str) else step
        table.append(lease.token, state.version, [change], label="tap")


def is_told(look: Look, table: Table) -> bool:
    state = table.state()
    (newest,) = table.since(state.version - 1)
    return look == Look(state.head.title, state.version, state.parts, newest)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path_factory.mktemp('looks')}/tables.sqlite") as opened:
        yield opened


@given(steps=st.lists(STEPS, max_size=30), most=st.integers(1, 4), data=st.data())
def test_a_look_is_the_table_as_it_is(
    store: Store, steps: list[Change | str], most: int, data: st.DataObject
) -> None:
    """However many steps lie between two looks, and whether the version is known or a guess."""
    kept = Looks()
    table = store.create("Friday", [Put("a", b"1"), Put("log", b"")])
    lease = table.take("phone", "Ann")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(looks, "MOST_NEWS", most)  # so that more is written in between than is gone on with
        for step in steps:
            if step == "look":
                known = data.draw(st.sampled_from([0, table.head().version]))
                assert is_told(kept.at(table, known), table)
                continue
            with suppress(Refused):  # nothing to take back, or no such part any more
                write(table, lease, step)
        assert is_told(kept.at(table, table.head().version), table)


def test_a_copy_that_was_put_in_its_place_is_read_anew(tmp_path: Path) -> None:
    """It has other entries under the same numbers, and has gone on since."""
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    with Store.open(f"sqlite:///{here}") as store:
        table = store.create("Friday", [Put("a", b"1")])
        code, lease = table.code, table.take("phone", "Ann")
    shutil.copy(here, there)
    kept = Looks()
    for path, values in ((here, b"x"), (there, b"yz")):
        with Store.open(f"sqlite:///{path}") as store:
            table = store.table(code)
            for value in values:
                write(table, lease, Put("a", bytes([value])))
            seen = kept.at(table, table.head().version)
            assert is_told(seen, table)
    assert seen.parts == {"a": b"z"}


def test_what_is_known_already_is_not_read_again(store: Store) -> None:
    kept = Looks()
    tables = [store.create("Friday", [Put("a", b"1")]) for _ in range(looks.MOST_KEPT + 1)]
    first = [kept.at(table, 0) for table in tables]
    assert kept.at(tables[-1], 1) is first[-1]
    assert kept.at(tables[0], 1) is not first[0]  # too many tables: the one longest ago was forgotten

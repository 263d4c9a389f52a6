"""The owner's pack: what was entered stays, whatever else happens to the file."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import stat
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fujikoro_nb.content import BrokenContent, check_files, read_pack, writing_lock
from fujikoro_nb.content import disk as files
from fujikoro_nb.content.owner import OwnerPack, data_folder
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern, print_pattern
from fujikoro_nb.paths import user_data
from tests.support.sampling import examples


@pytest.fixture
def store(tmp_path: Path) -> OwnerPack:
    return OwnerPack(tmp_path / "mine")


def test_several_records_are_put_and_taken_out_in_one_change(store: OwnerPack) -> None:
    teeth = ("board_numbers", {"of": "coop-teeth-blue", "values": [2]})
    dragon = {"colour": "blue", "health": 8, "initiative": 6, "dice": 3, "victory_points": 5}
    pack = store.put([teeth, ("dragons", dragon), ("dragons", dragon)])
    assert [one.id for one in pack.dragons] == ["owner-dragon-blue-1", "owner-dragon-blue-2"]
    assert pack.citation("owner-dragon-blue-1", "dice").provenance == Provenance.RULEBOOK
    assert store.backups() == (), "one change, and nothing stood there before"
    again = store.put(
        [("dragons", {**dragon, "id": "owner-dragon-blue-1", "health": 9})],
        without=["number-coop-teeth-blue"],
    )
    assert [one.health for one in again.dragons] == [9, 8]
    assert again.numbers("coop-teeth-blue") is None
    assert len(store.backups()) == 1
    with pytest.raises(BrokenContent):
        store.put([("board_numbers", {"of": "tiles", "values": [7, 13]})])
    assert store.load().pack == again


def test_an_owner_begins_with_nothing(store: OwnerPack) -> None:
    loaded = store.load()
    assert (loaded.pack.gear_cards, loaded.pack.dice, loaded.faults, loaded.backup) == ((), (), (), None)
    assert not store.folder.exists(), "looking makes no files"


def test_cards_get_ids_and_the_owners_mark(store: OwnerPack) -> None:
    store.add_card(GearKind.WEAPON, parse_pattern("WWM/..M"), name=" My own ")
    store.add_card("weapon", "MM/W.")
    store.add_card("helmet", "WM", bonus="metal")
    pack = store.add_blueprint("weapon", "WWM/..M")
    assert [card.id for card in pack.gear_cards] == ["owner-weapon-1", "owner-weapon-2", "owner-helmet-1"]
    assert [card.id for card in pack.blueprints] == ["owner-blueprint-weapon-1"]
    assert [card.bonus for card in pack.gear_cards] == ["vp-or-peek", "vp-or-peek", "metal"]
    assert {card.provenance for card in pack.gear_cards} == {Provenance.OWNER}
    assert [pack.title(card.id) for card in pack.gear_cards] == ["My own", "owner-weapon-2", "owner-helmet-1"]
    assert store.load().pack == pack == read_pack(store.path)
    assert check_files([store.path]) == []


def test_dice_and_dragons(store: OwnerPack) -> None:
    store.set_die("M", [2, 2, 2, 0, 0, 0], broken=[4])
    store.set_die("M", [2, 2, 1, 1, 0, 0], broken=[6])
    store.add_dragon("blue", health=8, initiative=6)
    pack = store.add_dragon("white", health=60, initiative=11, health_two_players=45, health_solo=25)
    (die,) = pack.dice
    assert [face.hits for face in die.faces] == [2, 2, 1, 1, 0, 0]
    assert [face.is_broken for face in die.faces] == [False] * 5 + [True]
    blue, white = pack.dragons
    assert (blue.id, blue.dice, blue.victory_points, blue.health_solo) == ("owner-dragon-blue-1", 3, 5, None)
    assert (white.id, white.dice, white.victory_points) == ("owner-dragon-white-1", 6, 15)
    assert white.health_two_players == 45
    assert pack.citation(blue.id, "dice").provenance == Provenance.RULEBOOK
    assert pack.citation(blue.id, "health").provenance == blue.provenance == Provenance.OWNER
    assert store.remove("die-M").dice == ()
    assert store.remove("owner-dragon-blue-1").dragons == (white,)


def test_replace_keeps_the_id_and_the_rest(store: OwnerPack) -> None:
    store.add_card("helmet", "WM", bonus="wood", name="One")
    pack = store.replace("owner-helmet-1", pattern=parse_pattern("MM/W."))
    (card,) = pack.gear_cards
    assert (card.id, print_pattern(card.pattern), card.bonus) == ("owner-helmet-1", "MM/W.", "wood")
    assert pack.title(card.id) == "One"
    assert store.replace("owner-helmet-1", name="").title(card.id) == "owner-helmet-1"


def test_a_card_is_put_back_as_it_was_and_where_it_was(store: OwnerPack) -> None:
    store.add_card("weapon", "WW", name="Kusarigama")
    before = store.add_card("weapon", "MM")
    store.remove("owner-weapon-1")
    assert store.put_back("owner-weapon-1", before) == before
    assert store.load().pack == before
    assert store.put_back("owner-weapon-1", before) == before, "it is there already"
    store.replace("owner-weapon-1", pattern="TT")
    pack = store.put_back("owner-weapon-1", before)
    assert [(card.id, print_pattern(card.pattern)) for card in pack.gear_cards] == [
        ("owner-weapon-3", "WW"), ("owner-weapon-1", "TT"), ("owner-weapon-2", "MM"),
    ]  # fmt: skip


def test_a_card_that_changes_its_kind_is_another_record_with_its_name(store: OwnerPack) -> None:
    store.add_card("weapon", "WW", name="Kusarigama")
    before = store.add_card("weapon", "MM")
    pack = store.recast("owner-weapon-1", "weapon", "WWM", bonus="vp-or-peek", is_blueprint=False)
    assert [card.id for card in pack.gear_cards] == ["owner-weapon-1", "owner-weapon-2"]
    before = store.recast("owner-weapon-1", "weapon", "WW", bonus="vp-or-peek", is_blueprint=False)
    pack = store.recast("owner-weapon-1", "weapon", "WW", is_blueprint=True)
    assert [card.id for card in pack.gear_cards] == ["owner-weapon-2"]
    (blueprint,) = pack.blueprints
    assert (blueprint.id, pack.title(blueprint.id)) == ("owner-blueprint-weapon-1", "Kusarigama")
    assert "owner-weapon-1" in {one.key for one in store.removed()}
    assert store.put_back("owner-weapon-1", before, instead_of=blueprint.id) == before
    with pytest.raises(BrokenContent):
        store.recast("owner-weapon-1", "sandals", "WWWWWWW", bonus="step", is_blueprint=False)
    assert store.load().pack == before


def test_numbers_are_not_used_twice_while_higher_ones_live(store: OwnerPack) -> None:
    for drawing in ("W", "WW", "WM"):
        store.add_card("helmet", drawing, bonus="wood")
    store.remove("owner-helmet-2")
    pack = store.add_card("helmet", "MM", bonus="wood")
    assert [card.id for card in pack.gear_cards] == ["owner-helmet-1", "owner-helmet-3", "owner-helmet-4"]


BAD = [
    (lambda store: store.add_card("weapon", ""), "pattern-empty"),
    (lambda store: store.add_card("weapon", "WwM"), "pattern-lower"),
    (lambda store: store.add_card("weapon", "W\x00"), "pattern-letter"),
    (lambda store: store.add_card("weapon", "W" * 500), "too-long"),
    (lambda store: store.add_card("sandals", "MM/MM"), "pattern-cubes"),
    (lambda store: store.add_card("helmet", "MM"), "one-of"),
    (lambda store: store.add_card("shield", "MM", bonus="wood"), "one-of"),
    (lambda store: store.add_card("helmet", "W", bonus="metal"), "duplicate-pattern"),
    (lambda store: store.add_card("helmet", "MM", bonus="wood", name="x" * 61), "too-long"),
    (lambda store: store.add_card("helmet", "MM", bonus="wood", name="a\nb"), "name-signs"),
    (lambda store: store.add_card("helmet", "MM", bonus="wood", name="a\x1bb"), "name-signs"),
    (lambda store: store.add_card("helmet", "MM", bonus="wood", name="a\ud800"), "name-signs"),
    (lambda store: store.add_card("helmet", "MM", bonus="wood", name="\u202eab"), "name-signs"),
    (lambda store: store.set_die("W", [1, 1, 1, 1, 1, 0], broken=[1]), "die-sum"),
    (lambda store: store.set_die("W", [1, 1, 1, 1, 0], broken=[1]), "too-few"),
    (lambda store: store.set_die("X", [1, 1, 1, 1, 0, 0], broken=[1]), "one-of"),
    (lambda store: store.add_dragon("pink", health=7, initiative=5), "one-of"),
    (lambda store: store.add_dragon("blue", health=0, initiative=5), "smallest"),
    (lambda store: store.replace("owner-helmet-1", colour="red"), "unknown-key"),
    (lambda store: store.replace("owner-helmet-1", provenance="house"), "house-in-owner"),
    (lambda store: store.replace("owner-helmet-9", name="a"), "no-component"),
    (lambda store: store.remove("house-helmet-1"), "no-component"),
]


@pytest.mark.parametrize(("change", "reason"), BAD)
def test_bad_entry_says_why_and_changes_nothing(store: OwnerPack, change, reason: str) -> None:
    store.add_card("helmet", "W", bonus="wood")
    before = {path.name: path.read_bytes() for path in store.folder.iterdir()}
    with pytest.raises(BrokenContent) as caught:
        change(store)
    assert reason in [fault.reason for fault in caught.value.faults]
    assert all(fault.line == 0 and fault.sentence and fault.remedy for fault in caught.value.faults)
    assert {path.name: path.read_bytes() for path in store.folder.iterdir()} == before


@settings(
    max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(name=st.text(max_size=70), pattern=st.text("WMT./x\n ", max_size=20), kind=st.sampled_from(GearKind))
def test_any_entry_is_kept_or_refused(tmp_path: Path, name: str, pattern: str, kind: GearKind) -> None:
    store = OwnerPack(tmp_path / os.urandom(8).hex())
    try:
        pack = store.add_card(kind, pattern, name=name, bonus="wood" if kind == "helmet" else "")
    except BrokenContent:
        assert not store.path.exists()
    else:
        assert store.load().pack == pack
        assert check_files([store.path]) == []


def test_version_before_stays(store: OwnerPack) -> None:
    first = store.add_card("helmet", "W", bonus="wood")
    assert store.backups() == ()
    second = store.add_card("helmet", "M", bonus="wood")
    assert [read_pack(path) for path in store.backups()] == [first]
    assert store.restore() == first == store.load().pack
    assert store.restore() == second, "restoring keeps the other version in its turn"


def test_same_content_leaves_the_backup_alone(store: OwnerPack) -> None:
    first = store.add_card("helmet", "W", bonus="wood")
    store.add_card("helmet", "M", bonus="wood")
    store.replace("owner-helmet-2", bonus="wood")
    assert [read_pack(path) for path in store.backups()] == [first]


def test_the_last_five_versions_stay_and_the_oldest_goes(store: OwnerPack) -> None:
    packs = [
        store.add_card("helmet", drawing, bonus="wood") for drawing in ("W", "M", "T", "WW", "MM", "TT", "WM")
    ]
    assert [read_pack(path) for path in store.backups()] == packs[1:6]
    assert [path.name for path in store.backups()] == [f"owner-pack.before-{n}.yaml" for n in range(2, 7)]


def test_numbers_of_versions_go_on_behind_nine(store: OwnerPack) -> None:
    packs = [store.add_blueprint("weapon", f"T{drawing}") for drawing in DRAWINGS]
    packs += [store.replace("owner-blueprint-weapon-1", name=f"Name {number}") for number in range(4)]
    assert [read_pack(path) for path in store.backups()] == packs[-6:-1]
    assert store.restore() == packs[-2]


def test_a_spoiled_version_before_is_passed_over(store: OwnerPack) -> None:
    packs = [store.add_card("helmet", drawing, bonus="wood") for drawing in ("W", "M", "T")]
    store.backups()[-1].write_bytes(b"\xff")
    store.path.unlink()
    assert store.load().backup == packs[0]
    assert store.restore() == packs[0]


@pytest.mark.parametrize("step", range(1, 10))
def test_a_power_cut_never_costs_the_last_good_version(
    store: OwnerPack, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Stop at the n-th call to the disk, with five versions kept: each of them or its successor is still whole."""
    packs = [store.add_card("helmet", drawing, bonus="wood") for drawing in ("W", "M", "T", "WW", "MM", "TT")]
    calls = 0

    class PowerCut(BaseException):
        pass

    def counted(work):
        def call(*arguments, **options):
            nonlocal calls
            calls += 1
            if calls == step:
                raise PowerCut
            return work(*arguments, **options)

        return call

    for name in ("fsync", "replace", "fdopen", "unlink"):
        monkeypatch.setattr(files.os, name, counted(getattr(os, name)))
    with contextlib.suppress(PowerCut):
        store.add_card("helmet", "WM", bonus="wood")
    monkeypatch.undo()
    present = store.load()
    assert present.faults == ()
    before = [read_pack(path) for path in store.backups()]
    assert all(pack in (*before, present.pack) for pack in packs[1:]), "nothing that was good is gone"
    after = store.add_card("helmet", "MT", bonus="wood")
    versions = [read_pack(path) for path in store.backups()]
    assert (store.load().pack, versions[-1], len(versions)) == (after, present.pack, 5)
    assert all(one != other for one, other in itertools.pairwise(versions)), "no version twice"
    assert store.restore() == present.pack


def _packs_of_seven_saves(store: OwnerPack) -> list[Pack]:
    return [
        store.add_card("helmet", drawing, bonus="wood") for drawing in ("W", "M", "T", "WW", "WM", "WT", "MM")
    ]


def test_an_old_version_that_cannot_be_deleted_does_not_undo_the_save(
    store: OwnerPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, while another program has the old version open."""
    before = _packs_of_seven_saves(store)

    def held_open(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "in use", str(path))

    monkeypatch.setattr(Path, "unlink", held_open)
    after = store.add_card("helmet", "MT", bonus="wood")
    assert store.load().pack == after
    assert [read_pack(path) for path in store.backups()] == before[-6:]
    monkeypatch.undo()
    store.add_card("helmet", "TT", bonus="wood")
    assert [read_pack(path) for path in store.backups()] == [*before[-4:], after]


def test_a_folder_that_cannot_be_synced_does_not_undo_the_save(
    store: OwnerPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.add_card("helmet", "W", bonus="wood")
    sync = os.fsync

    def only_files(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(22, "Invalid argument")
        sync(descriptor)

    monkeypatch.setattr(files.os, "fsync", only_files)
    assert store.add_card("helmet", "M", bonus="wood") == store.load().pack


def test_a_persons_own_copy_is_no_version_of_ours(store: OwnerPack) -> None:
    store.folder.mkdir()
    own = [
        store.folder / f"owner-pack.before-{name}.yaml"
        for name in ("christmas", "0", "2-old", "1234567890", "new-year-2")
    ]
    for path in own:
        path.write_text("mine", encoding="utf-8")
    _packs_of_seven_saves(store)
    assert [path.read_text(encoding="utf-8") for path in own] == ["mine"] * 5
    assert [path.name for path in store.backups()] == [f"owner-pack.before-{n}.yaml" for n in range(2, 7)]


def test_a_version_that_cannot_be_opened_is_passed_over(
    store: OwnerPack, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = _packs_of_seven_saves(store)
    (store.folder / "owner-pack.before-7.yaml").mkdir()
    store.path.unlink()
    assert store.load().backup == packs[-2]
    opened = Path.open

    def closed(path: Path, *arguments: Any, **options: Any) -> Any:
        if path.name == "owner-pack.before-6.yaml":
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", closed)
    assert store.load().backup == packs[-3]
    assert store.restore() == packs[-3]
    monkeypatch.undo()
    assert store.add_card("helmet", "MT", bonus="wood") == store.load().pack
    assert (store.folder / "owner-pack.before-7.yaml").is_dir()
    assert read_pack(store.folder / "owner-pack.before-8.yaml") == packs[-3]


def test_spoiled_versions_are_not_counted_among_the_five(store: OwnerPack) -> None:
    packs = _packs_of_seven_saves(store)
    spoiled = store.backups()[-3:]
    for path in spoiled:
        path.write_bytes(b"\xff")
    good = [packs[1], packs[2]]
    for drawing in ("MT", "TT", "WWM"):
        good.append(store.load().pack)
        store.add_card("helmet", drawing, bonus="wood")
    assert [path.read_bytes() for path in spoiled] == [b"\xff"] * 3
    assert [read_pack(path) for path in store.backups() if path not in spoiled] == good
    store.add_card("helmet", "WMM", bonus="wood")
    assert [read_pack(path) for path in store.backups() if path not in spoiled][:-1] == good[1:]


def _spoil(store: OwnerPack) -> bytes:
    store.add_card("helmet", "W", bonus="wood")
    store.add_card("helmet", "WM", bonus="wood")
    store.add_card("helmet", "MM", bonus="wood")
    text = store.path.read_text(encoding="utf-8").replace("WM\n", "wM\n") + "oops\n"
    store.path.write_text(text, encoding="utf-8")
    return store.path.read_bytes()


def test_damaged_file_is_reported_and_its_good_records_offered(store: OwnerPack) -> None:
    damaged = _spoil(store)
    loaded = store.load()
    assert {fault.reason for fault in loaded.faults} == {"pattern-lower", "yaml"}
    assert [card.id for card in loaded.pack.gear_cards] == ["owner-helmet-1", "owner-helmet-3"]
    assert loaded.backup is not None
    assert len(loaded.backup.gear_cards) == 2
    assert store.path.read_bytes() == damaged, "looking changes nothing"


def test_a_huge_damaged_file_is_put_aside_whole(store: OwnerPack) -> None:
    huge = _spoil(store) + b"\n# " + b"x" * 400_000
    store.path.write_bytes(huge)
    store.add_card("weapon", "WMM/W..")
    assert [path.read_bytes() for path in store.put_aside()] == [huge]


def test_damaged_file_is_put_aside_before_the_next_entry(store: OwnerPack) -> None:
    damaged = _spoil(store)
    backup = [path.read_bytes() for path in store.backups()]
    pack = store.add_card("helmet", "MMM", bonus="wood")
    assert [card.id for card in pack.gear_cards] == ["owner-helmet-1", "owner-helmet-3", "owner-helmet-4"]
    assert [path.read_bytes() for path in store.put_aside()] == [damaged]
    assert [path.read_bytes() for path in store.backups()] == backup, (
        "the last good version is not pushed out by a damaged one"
    )
    assert store.load().faults == ()
    store.path.write_bytes(b"\xff")
    store.path.with_name("owner-pack.damaged-notes.yaml").write_bytes(b"")
    store.add_card("helmet", "W", bonus="wood")
    store.path.write_bytes(damaged)
    store.add_card("helmet", "TT", bonus="wood")
    kept = [path.read_bytes() for path in store.put_aside()]
    assert kept == [damaged, b"\xff"], "each damaged version once, and nobody else's file"


def test_damaged_file_is_put_aside_before_restoring(store: OwnerPack) -> None:
    damaged = _spoil(store)
    assert len(store.restore().gear_cards) == 2
    assert [path.read_bytes() for path in store.put_aside()] == [damaged]


def test_nothing_to_restore(store: OwnerPack) -> None:
    with pytest.raises(BrokenContent) as caught:
        store.restore()
    assert [fault.reason for fault in caught.value.faults] == ["no-file"]


def test_deleted_file_offers_the_backup(store: OwnerPack) -> None:
    first = store.add_card("helmet", "W", bonus="wood")
    store.add_card("helmet", "M", bonus="wood")
    store.path.unlink()
    loaded = store.load()
    assert loaded.pack.gear_cards == ()
    assert loaded.backup == first


def test_invented_components_in_the_owners_file_are_refused_by_name(store: OwnerPack) -> None:
    store.add_card("helmet", "W", bonus="wood")
    store.add_card("helmet", "M", bonus="wood")
    text = store.path.read_text(encoding="utf-8")
    store.path.write_text(text + "    provenance: house\n", encoding="utf-8")
    loaded = store.load()
    assert [fault.reason for fault in loaded.faults] == ["house-in-owner"]
    assert "owner-helmet-2" in loaded.faults[0].sentence
    assert [card.id for card in loaded.pack.gear_cards] == ["owner-helmet-1"]
    store.path.write_text(text.replace('provenance: "owner"', "provenance: house"), encoding="utf-8")
    assert store.load().pack.gear_cards == ()


@pytest.mark.parametrize("step", range(1, 9))
def test_power_cut_at_any_moment(store: OwnerPack, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """Stop at the n-th call to the disk: the file is the old or the new version, whole; nothing is lost."""
    store.add_card("helmet", "W", bonus="wood")
    old = store.add_card("helmet", "M", bonus="wood")
    calls = 0

    class PowerCut(BaseException):
        pass

    def counted(work):
        def call(*arguments, **options):
            nonlocal calls
            calls += 1
            if calls == step:
                raise PowerCut
            return work(*arguments, **options)

        return call

    for name in ("fsync", "replace", "fdopen", "open"):
        monkeypatch.setattr(files.os, name, counted(getattr(os, name)))
    try:
        new = store.add_card("helmet", "T", bonus="wood")
    except PowerCut:
        new = None
    monkeypatch.undo()
    after = store.load()
    assert after.faults == ()
    assert len(after.pack.gear_cards) in ((2, 3) if new is None else (3,))
    if len(after.pack.gear_cards) == 2:
        assert after.pack == old
    assert [path.name for path in store.folder.iterdir() if path.suffix == ".tmp"] == []
    assert len(store.add_card("helmet", "TT", bonus="wood").gear_cards) == len(after.pack.gear_cards) + 1


@pytest.mark.skipif(sys.platform == "win32", reason="folders have other permissions there")
def test_full_or_closed_disk_is_one_sentence(store: OwnerPack, monkeypatch: pytest.MonkeyPatch) -> None:
    before = store.add_card("helmet", "W", bonus="wood")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(NotSaved, match="Nothing was changed"):
        store.add_card("helmet", "M", bonus="wood")
    monkeypatch.undo()
    assert store.load().pack == before
    with pytest.raises(NotSaved, match="Nothing was changed"):
        OwnerPack(store.path / "below-a-file").add_card("helmet", "M", bonus="wood")


def test_busy_file_is_one_sentence(store: OwnerPack, monkeypatch: pytest.MonkeyPatch) -> None:
    store.add_card("helmet", "W", bonus="wood")
    monkeypatch.setattr(writing_lock, "locked", lambda lock: files.locked(lock, wait_seconds=0.05))
    with (
        files.locked(store.folder / "owner-pack.yaml.lock"),
        pytest.raises(NotSaved, match="Another program"),
    ):
        store.add_card("helmet", "M", bonus="wood")
    assert len(store.add_card("helmet", "M", bonus="wood").gear_cards) == 2


DRAWINGS = ["".join("WM"[number >> bit & 1] for bit in range(4)) for number in (0, 1, 2, 3, 4, 5, 6, 8)]


def _enter(folder: str, drawings: list[str]) -> None:
    for drawing in drawings:
        OwnerPack(folder).add_blueprint("weapon", f"T{drawing}")


def test_threads_do_not_lose_a_change(store: OwnerPack) -> None:
    threads = [threading.Thread(target=_enter, args=(str(store.folder), DRAWINGS[at::4])) for at in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pack = store.load().pack
    assert sorted(print_pattern(card.pattern) for card in pack.blueprints) == sorted(
        f"T{d}" for d in DRAWINGS
    )
    assert len({card.id for card in pack.blueprints}) == 8


def test_processes_do_not_lose_a_change(store: OwnerPack) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_enter, args=(str(store.folder), DRAWINGS[at::2])) for at in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    assert len(store.load().pack.blueprints) == 8


def test_folder_comes_from_the_argument_the_environment_or_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FUJIKORO_DATA", raising=False)
    assert data_folder() == user_data()
    monkeypatch.setenv("FUJIKORO_DATA", str(tmp_path))
    assert OwnerPack().folder == tmp_path
    assert OwnerPack(tmp_path / "b").folder == tmp_path / "b"


def test_file_says_what_it_is(store: OwnerPack) -> None:
    store.add_card("helmet", "WM/.W", bonus="wood", name="Grüße, 侍 \U0001f409")
    text = store.path.read_text(encoding="utf-8")
    assert text.startswith("# Your own cards")
    assert 'name: "Grüße, 侍 ' in text
    assert "    pattern: |\n      WM\n      .W\n" in text


def test_file_that_cannot_be_opened_is_reported_and_left_alone(store: OwnerPack) -> None:
    store.path.mkdir(parents=True)
    assert [fault.reason for fault in store.load().faults] == ["no-access"]
    with pytest.raises(NotSaved, match="Nothing was changed"):
        store.add_card("helmet", "M", bonus="wood")
    assert store.path.is_dir()


def test_one_slip_costs_one_card(store: OwnerPack) -> None:
    """A hand-edited file with a slip in the second of five cards still offers the other four."""
    for drawing in ("W", "M", "WW", "WM", "MM"):
        store.add_card("helmet", drawing, bonus="wood")
    text = store.path.read_text(encoding="utf-8").replace("      M\n", '      M\n    name: "no end\n')
    store.path.write_text(text, encoding="utf-8")
    loaded = store.load()
    assert [fault.reason for fault in loaded.faults] == ["yaml"]
    assert [card.id[-1] for card in loaded.pack.gear_cards] == ["1", "3", "4", "5"]

"""Guests who erase the owner's cards, and clocks, disks and files that help them: what was there comes back."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from fujikoro_nb.content import BrokenContent, read_pack
from fujikoro_nb.content import disk as files
from fujikoro_nb.content import kept_days as days_module
from fujikoro_nb.content.box import BOX
from fujikoro_nb.content.kept_days import BYTES_A_DAY, DAYS, Day, Gone
from fujikoro_nb.content.owner import KEPT_VERSIONS, OwnerPack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.writing_lock import NotSaved
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from tests.support.game_positions import tile, token
from tests.support.sampling import sample

HOUR, DAY = 3600.0, 86_400.0
NOON = datetime.datetime(2026, 5, 3, 12).astimezone().timestamp()
HELMETS = ("W", "M", "T", "WW", "WM", "WT", "MM", "MT")


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> OwnerPack:
    return OwnerPack(tmp_path / "mine", clock=clock)


def of_host(store: OwnerPack) -> dict[str, str]:
    """Eight helmets, and the pattern of each by its id."""
    for drawn in HELMETS:
        pack = store.add_card("helmet", drawn, bonus="wood")
    return {card.id: print_pattern(card.pattern) for card in pack.gear_cards}


def can_come_back(store: OwnerPack) -> dict[str, list[str]]:
    """The patterns of the cards that can be brought back, by id."""
    found: dict[str, list[str]] = {}
    for one in store.removed():
        if one.section == "gear_cards":
            found.setdefault(one.key, []).append("".join(one.record.pattern).strip())
    return found


def is_safe(store: OwnerPack, cards: dict[str, str]) -> bool:
    """Whether each of these is in the pack, or can come back by name."""
    here = {card.id: print_pattern(card.pattern) for card in store.load().pack.gear_cards}
    gone = can_come_back(store)
    return all(
        here.get(name) == drawn or any(drawn == one.rstrip("\n") for one in gone.get(name, ()))
        for name, drawn in cards.items()
    )


def mark(store: OwnerPack, name: str) -> str:
    return next(one.mark for one in store.removed() if one.key == name)


def junk(number: int, count: int = 20) -> list[Component]:
    """Tokens that no other call makes: the id tells them apart even where the cubes do not."""
    cubes = [
        "".join(letters)
        for size in (1, 2, 3)
        for letters in itertools.combinations_with_replacement("WMT", size)
    ]
    return [token("x", cubes[(number + at) % len(cubes)], level="I") for at in range(count)]


# ---- a guest


def test_fifteen_messages_erase_nothing_for_good(store: OwnerPack, clock: Clock) -> None:
    """Issue 14: eight cards taken out and seven of the guest's own, and no version of the file holds the host's."""
    cards = of_host(store)
    clock.now += 3 * HOUR
    for name in cards:
        store.remove(name)
    for drawn in ("TT", "WMT", "WWM", "WMM", "MMT", "WWT", "MTT"):
        store.add_card("helmet", drawn, bonus="metal")
    held = {
        card.id for path in store.backups() for card in read_pack(path).gear_cards if card.bonus == "wood"
    }
    assert held == set(), "the last five versions hold nothing of it"
    assert is_safe(store, cards)
    first = [one.key for one in store.removed()]
    assert set(first) == set(cards)


def test_what_comes_back_keeps_its_id_or_gets_the_next_one(store: OwnerPack) -> None:
    of_host(store)
    store.remove("owner-helmet-3")
    store.remove("owner-helmet-8")
    pack = store.bring_back(mark(store, "owner-helmet-3"))
    assert print_pattern(pack.gear_cards[-1].pattern) == "T"
    assert pack.gear_cards[-1].id == "owner-helmet-3"
    store.add_card("helmet", "TT", bonus="wood")
    assert store.load().pack.gear_cards[-1].id == "owner-helmet-8", "somebody else's card has the name now"
    pack = store.bring_back(mark(store, "owner-helmet-8"))
    assert (pack.gear_cards[-1].id, print_pattern(pack.gear_cards[-1].pattern)) == ("owner-helmet-9", "MT")
    assert store.removed() == (), "a card that came back under another id is not offered again"
    with pytest.raises(BrokenContent) as caught:
        store.bring_back("0123456789ab")
    assert [fault.reason for fault in caught.value.faults] == ["no-component"]


def test_what_was_replaced_comes_back(store: OwnerPack) -> None:
    store.set_die("T", (3, 3, 2, 1, 0, 0), broken=(6,))
    store.add_card("helmet", "WM", bonus="wood", name="Kabuto")
    store.add_piece(token("x", "WM"))
    store.set_die("T", (0, 0, 1, 2, 3, 3), broken=(1,))
    store.replace("owner-helmet-1", bonus="metal")
    store.replace_piece("owner-square-i-1", token("x", "T"))
    assert [(one.key, one.name, one.is_changed) for one in store.removed()] == [
        ("die-T", "die-T", True),
        ("owner-helmet-1", "Kabuto", True),
        ("owner-square-i-1", "owner-square-i-1", True),
    ]
    for one in store.removed():
        pack = store.bring_back(one.mark)
    assert pack.die("T").faces[0].hits == 3
    assert [(card.id, card.bonus) for card in pack.gear_cards] == [("owner-helmet-1", "wood")]
    assert [str(one.cubes) for one in pack.resource_tokens] == ["T", "WM"]


def test_a_guest_who_adds_and_takes_out_all_evening_pushes_nothing_out(
    store: OwnerPack, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """2,000 records come or go; a list of a fortieth of its size, for the time's sake, is full long before."""
    monkeypatch.setattr(days_module, "BYTES_A_DAY", BYTES_A_DAY // 40)
    cards = of_host(store)
    clock.now += 2 * HOUR
    for number in range(50):
        if number == 25:
            store.remove_all(list(cards))
        clock.now += 60
        pack = store.add_pieces(junk(number))
        clock.now += 60
        store.remove_all(one.id for one in pack.resource_tokens)
    (listed,) = store.folder.glob("owner-pack.removed-*.json")
    assert listed.stat().st_size <= BYTES_A_DAY // 40
    assert is_safe(store, cards)
    assert {one.key for one in store.removed()[:8]} == set(cards), "and on top of the list"


def test_the_list_of_a_day_has_room_for_all_that_a_page_can_keep_there_for_two_hours() -> None:
    """Whatever is sent, at one time no more lies in the pack than in the box: a boxful every two hours, one that was
    there when the day began, and one that is there now."""
    longest = {
        "dragons": {
            "health_two_players": 99,
            "health_solo": 99,
            "provenance": {"dice": "x" * 40, "victory_points": "x" * 40},
        },
        "gear_cards": {"pattern": "WWWWWWWWWW\n" * 5, "bonus": "vp-or-peek"},
        "blueprints": {"pattern": "WWWWWWWWWW\n" * 5},
        "tiles": {"level": "III", "spaces": ["scroll purple 5"] * 7},
        "resource_tokens": {"shape": "hexagon", "level": "III", "cubes": "WMTW", "monk": False},
        "scrolls": {"effects": [{"kind": "dragon-damage", "amount": 9, "cubes": "WMTW"}] * 3},
        "adventure_tokens": {"effects": [{"kind": "dragon-damage", "amount": 9, "cubes": "WMTW"}] * 3},
        "dice": {"material": "W", "hits": [3, 3, 3, 0, 0, 0], "broken": [6]},
    }
    whole = 0
    for section, counts in BOX.items():
        record = {
            "id": "owner-blueprint-sandals-9999",
            "kind": "sandals",
            **longest.get(section, {"single": [9] * 9}),
        }
        one = {"0123456789ab": Gone(section, record, NOON + 0.123456, 86_399.123456)}
        whole += sum(counts.values()) * len(msgspec.json.encode(Day({"0123456789ab": NOON + 0.123456}, one)))
    assert (24 / 2 + 2) * whole <= BYTES_A_DAY


# ---- days


def test_a_version_stays_of_each_day_and_each_is_restorable(store: OwnerPack, clock: Clock) -> None:
    """Forty days with a card a day and six changes each: thirty-one mornings are kept, and the last five changes."""
    mornings: list[Pack] = []
    for day in range(40):
        if day:
            mornings.append(store.load().pack)
        if day >= 8:
            store.remove(store.load().pack.gear_cards[0].id)
        store.add_card(
            "helmet", ("WWW", "WWM", "WMM", "MMM", "WWT", "WTT", "TTT", "MMT", "MTT")[day % 9], bonus="wood"
        )
        clock.now += DAY
    kept = store.days.versions()
    assert [read_pack(path) for path in kept] == mornings[-DAYS:]
    assert [path.name for path in kept[-1:]] == ["owner-pack.day-40-2026-06-11.yaml"]
    assert len(store.backups()) == KEPT_VERSIONS
    assert len(list(store.folder.iterdir())) == 1 + 1 + KEPT_VERSIONS + 2 * DAYS, (
        "the pack, its lock, and nothing else"
    )
    store.path.unlink()
    for path in store.backups():
        path.unlink()
    assert store.load().backup == mornings[-1]
    assert store.restore() == mornings[-1]


def test_what_went_thirty_days_ago_comes_back(store: OwnerPack, clock: Clock) -> None:
    cards = of_host(store)
    clock.now += DAY
    store.remove("owner-helmet-1")
    for _ in range(30):
        clock.now += DAY
        pack = store.add_piece(token("x", "W"))
        store.remove(pack.resource_tokens[-1].id)
    assert is_safe(store, cards)
    assert print_pattern(store.bring_back(mark(store, "owner-helmet-1")).gear_cards[-1].pattern) == "W"


@pytest.mark.parametrize(
    "jumps",
    [
        (24 * 365 * DAY, -24 * 365 * DAY),
        (-20 * 365 * DAY, 20 * 365 * DAY),
        (-60 * 365 * DAY, 60 * 365 * DAY),  # before 1970
        (DAY, -DAY),
        (400 * DAY, 400 * DAY, -800 * DAY),
    ],
    ids=["years-ahead", "years-back", "before-1970", "to-and-fro", "twice"],
)
def test_a_clock_that_jumps_ends_no_days_keeping(
    store: OwnerPack, clock: Clock, jumps: tuple[float, ...]
) -> None:
    cards = of_host(store)
    clock.now += DAY
    store.remove_all(list(cards))
    for jump in itertools.islice(itertools.cycle(jumps), 40):
        clock.now += jump
        tokens = store.load().pack.resource_tokens
        pack = store.remove(tokens[0].id) if tokens else store.add_piece(token("x", "W"))
    assert pack.gear_cards == ()
    assert is_safe(store, cards)
    assert any(read_pack(path).gear_cards for path in store.days.versions())


def test_a_clock_that_stands_still_makes_one_long_day(store: OwnerPack) -> None:
    cards = of_host(store)
    store.remove_all(list(cards))
    for number in range(5):
        store.remove_all([one.id for one in store.add_pieces(junk(number)).resource_tokens])
    assert is_safe(store, cards)


# ---- the disk


class PowerCut(BaseException):
    """The machine stops."""


def _stopped_at(step: int, stop: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = itertools.count(1)

    def counted(work):
        def call(*arguments, **options):
            if next(calls) == step:
                raise stop
            return work(*arguments, **options)

        return call

    for name in ("fsync", "replace", "fdopen", "unlink"):
        monkeypatch.setattr(files.os, name, counted(getattr(os, name)))


@pytest.mark.parametrize(
    ("stop", "step"),
    sample(itertools.product([PowerCut(), OSError(28, "No space left on device")], range(1, 24)), 14),
    ids=lambda value: str(value) if isinstance(value, int) else type(value).__name__,
)
def test_stopped_at_any_write_of_a_new_days_first_removal(
    store: OwnerPack, clock: Clock, monkeypatch: pytest.MonkeyPatch, step: int, stop: BaseException
) -> None:
    """Four files are written in turn, and old days deleted: at each step every card is there or comes back."""
    cards = of_host(store)
    clock.now += 2 * DAY
    before = store.load().pack
    names = {path.name for path in store.folder.iterdir()}
    _stopped_at(step, stop, monkeypatch)
    after: Pack | None = None
    with contextlib.suppress(PowerCut, NotSaved):
        after = store.remove_all(list(cards))
    monkeypatch.undo()
    loaded = store.load()
    assert loaded.faults == ()
    assert loaded.pack == (after or loaded.pack)
    assert loaded.pack == before or not loaded.pack.gear_cards
    assert is_safe(store, cards)
    assert [path.name for path in store.folder.iterdir() if path.suffix == ".tmp"] == []
    if loaded.pack == before:
        store.remove_all(list(cards))
    assert is_safe(store, cards)
    assert names <= {path.name for path in store.folder.iterdir()} | {"owner-pack.before-3.yaml"}
    assert len(store.bring_back(mark(store, "owner-helmet-2")).gear_cards) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"{",
        b"[" * 100_000,
        b'{"gone": {"a": {"section": "x"}}}',
        b'{"there": {"a": NaN}}',
        b"\0" * 9_000_000,
    ],
    ids=["empty", "bytes", "half", "deep", "keys", "nan", "huge"],
)
def test_a_spoiled_list_is_passed_over_and_another_begins(
    store: OwnerPack, clock: Clock, content: bytes
) -> None:
    cards = of_host(store)
    clock.now += DAY
    store.remove("owner-helmet-1")
    spoiled = store.days.all()[-1].removed(store.folder)
    spoiled.write_bytes(content)
    assert is_safe(store, cards), "the version of that morning has it"
    store.remove("owner-helmet-2")
    assert spoiled.read_bytes() == content, "nobody else's work is written over"
    assert is_safe(store, cards)
    store.remove("owner-helmet-3")
    assert len(store.days.all()) == 3, "and one is enough"
    assert is_safe(store, cards)


def test_a_list_that_somebody_wrote_into_cannot_bring_what_no_box_has(store: OwnerPack) -> None:
    of_host(store)
    store.remove_all(["owner-helmet-1", "owner-helmet-2"])
    (kept,) = store.days.all()
    listed = kept.removed(store.folder)
    day = msgspec.json.decode(listed.read_bytes())
    first, second = sorted(day["gone"], key=lambda one: day["gone"][one]["record"]["id"])
    day["gone"][first]["record"]["provenance"] = "house"
    day["gone"][second]["record"]["colour"] = "red"
    day["gone"]["x"] = {"section": "nothing", "record": {}, "went": 0, "lived": 0}
    listed.write_bytes(msgspec.json.encode(day))
    for path in (*store.backups(), *store.days.versions()):
        path.unlink()
    (one,) = store.removed()
    with pytest.raises(BrokenContent):
        store.bring_back(one.mark)
    assert len(store.load().pack.gear_cards) == 6


def test_spoiled_versions_of_days_are_passed_over(store: OwnerPack, clock: Clock) -> None:
    cards = of_host(store)
    for _ in range(3):
        clock.now += DAY
        pack = store.add_piece(tile("......."))
        store.remove(pack.tiles[-1].id)
    store.remove_all(list(cards))
    for kept in store.days.all():
        kept.removed(store.folder).write_bytes(b"\xff")
    newest, *older = reversed(store.days.versions())
    newest.write_bytes(b"\xff")
    older[0].unlink()
    older[0].mkdir()
    assert is_safe(store, cards)


def test_a_damaged_pack_is_put_aside_and_what_was_whole_comes_back(store: OwnerPack, clock: Clock) -> None:
    cards = of_host(store)
    clock.now += DAY
    store.path.write_bytes(store.path.read_bytes()[:-60] + b"oops\n")
    store.remove("owner-helmet-1")
    del cards["owner-helmet-8"]  # the last one of the file, which is whole in what was put aside alone
    assert is_safe(store, cards)
    assert len(store.put_aside()) == 1


def test_versions_of_before_there_were_days_count(store: OwnerPack) -> None:
    cards = of_host(store)
    for path in store.folder.glob("owner-pack.removed-*"):
        path.unlink()
    kept = store.path.read_bytes()
    store.remove("owner-helmet-1")
    for path in (*store.folder.glob("owner-pack.removed-*"), *store.days.versions()):
        path.unlink()
    assert store.backups()[-1].read_bytes() == kept
    assert is_safe(store, cards)


def test_a_persons_own_files_are_left_alone(store: OwnerPack, clock: Clock) -> None:
    store.folder.mkdir()
    own = [
        store.folder / f"owner-pack.{name}"
        for name in ("day-off.yaml", "day-1.yaml", "removed-2026-05-03.json", "day-0-2026-05-03.yaml")
    ]
    for path in own:
        path.write_text("mine", encoding="utf-8")
    for _ in range(DAYS + 3):
        clock.now += DAY
        pack = store.add_piece(token("x", "W"))
        store.remove(pack.resource_tokens[-1].id)
    assert [path.read_text(encoding="utf-8") for path in own] == ["mine"] * 4
    assert len(store.days.all()) == DAYS


@pytest.fixture
def as_a_stranger() -> Iterator[Path]:
    """A folder in which this test may read and not write, also where tests run as root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="folders have other permissions there")
def test_a_folder_that_may_only_be_read_lists_and_changes_nothing(as_a_stranger: Path) -> None:
    store = OwnerPack(as_a_stranger)
    cards = of_host(store)
    store.remove("owner-helmet-1")
    before = {path.name: path.read_bytes() for path in store.folder.iterdir()}
    for path in store.folder.iterdir():
        path.chmod(0o444)
    as_a_stranger.chmod(0o555)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65_534)
    try:
        assert is_safe(store, cards)
        for change in (
            lambda: store.remove("owner-helmet-2"),
            lambda: store.bring_back(mark(store, "owner-helmet-1")),
        ):
            with pytest.raises(NotSaved, match="Nothing was changed"):
                change()
    finally:
        if is_root:
            os.seteuid(0)
    assert {path.name: path.read_bytes() for path in store.folder.iterdir()} == before

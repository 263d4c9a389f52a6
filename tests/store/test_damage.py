"""One damage to any one file of the set: nothing confirmed is lost, and the store always opens."""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

import pytest

from fujikoro_nb.store import Put, Store
from tests.store.damage import ENDS, FILE, WAYS, Confirmed, evening, files, harm, lay_out
from tests.support.sampling import sample


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, dict[str, Confirmed]]]:
    made = {}
    for end in ENDS:
        folder = tmp_path_factory.mktemp(end.replace(" ", "-"))
        made[end] = (folder, evening(folder, end))
    return made


KINDS = ("file", "file", "file", "-wal", "-wal", "-wal", "-shm", ".lock", "copy", "mirror")


def kind_of(path: Path) -> str:
    """What a file of the set is."""
    ending = path.name.removeprefix(FILE)
    return next((kind for kind in ("copy", "mirror") if kind in ending), ending or "file")


def try_one(
    evenings: dict[str, tuple[Path, dict[str, Confirmed]]], folder: Path, seed: int
) -> tuple[str, str, bool]:
    """Harm one file by a seed, open, compare; which file it was, how, and whether the report says something."""
    chance = random.Random(seed)
    source, confirmed = evenings[chance.choice(ENDS)]
    lay_out(source, folder)
    # The database and its log in three of five tries; what is kept beside them in the others.
    by_kind: dict[str, list[Path]] = {}
    for path in files(folder):
        by_kind.setdefault(kind_of(path), []).append(path)
    kinds = [kind for kind in KINDS if kind in by_kind]
    harmed = chance.choice(by_kind[chance.choice(kinds)])
    way = chance.choice(WAYS)
    harm(harmed, way, chance)
    content = harmed.read_bytes() if harmed.exists() else None
    address = f"sqlite:///{folder / FILE}"
    with Store.open(address) as store:
        assert {head.code for head in store.tables()} == set(confirmed)
        for code, (title, version, parts) in confirmed.items():
            state = store.table(code).state()
            assert (state.head.title, state.version, state.parts) == (title, version, parts)
        mended = store.mended
        if mended is not None:
            assert mended.said()
            kept = {path.read_bytes() for path in folder.iterdir() if "damaged" in path.name}
            # What SQLite makes anew at each start, and what holds no content, is not kept.
            assert content is None or harmed.name.endswith(("-shm", ".lock")) or content in kept
            assert all(table.is_whole for table in mended.tables)
        # It goes on.
        table = store.table(min(confirmed))
        lease = table.take("phone-2", "Ben")
        table.append(lease.token, lease.version, [Put("gear", b"MMM")], label="gear")
    with Store.open(address) as again:
        assert again.mended is None
        assert again.table(min(confirmed)).state().parts["gear"] == b"MMM"
    shutil.rmtree(folder)
    return kind_of(harmed), way, mended is not None


def test_any_single_damage_loses_nothing(
    evenings: dict[str, tuple[Path, dict[str, Confirmed]]], tmp_path: Path
) -> None:
    for seed in sample(range(1000), 16):
        try_one(evenings, tmp_path / str(seed), seed)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_thousand_damages_lose_nothing(
    evenings: dict[str, tuple[Path, dict[str, Confirmed]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    count: dict[tuple[str, str], int] = {}
    told = 0
    for seed in range(1000):
        kind, way, is_told = try_one(evenings, tmp_path / str(seed), seed)
        count[kind, way] = count.get((kind, way), 0) + 1
        told += is_told
    lines = [
        f"1000 damages, one to one file each; in {told} the report told of it; nothing confirmed was lost",
        *(f"  {kind:10} {way:8} {number:4}" for (kind, way), number in sorted(count.items())),
    ]
    with capsys.disabled():
        sys.stdout.write("\n" + "\n".join(lines) + "\n")

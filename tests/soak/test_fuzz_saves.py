"""Spoilt saves, tables' parts, evenings, packs and links: read, or refused by the reader's own error, and soon.

A second of the processor is the most in the long run; the few cases of every day are compared with what a good file
costs in the same run.

``FUJIKORO_FILES`` says how many in the long run. A third of the saves are sealed anew after they were spoilt, so
that their check holds and the rules themselves have to notice.
"""

from __future__ import annotations

import json
import os
import random
import resource
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

import msgspec
import pytest

from fujikoro_nb.content import BrokenContent
from fujikoro_nb.content.reading import read_pack_text
from fujikoro_nb.content.writing import print_pack
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import Session, Unreadable
from fujikoro_nb.engine.kernel.save import Save, digest, read_save, write_save
from fujikoro_nb.helper.evening.record import read_evening, write_evening
from fujikoro_nb.helper.quick.facts import TableFacts
from fujikoro_nb.play.seats import opened, table_of_save
from fujikoro_nb.serve.readers.live import Reading
from fujikoro_nb.store import Put, Store, game_log
from fujikoro_nb.views.gear.link import BadLink, bad_ruling_in, ignored_in, parse_link, print_link
from fujikoro_nb.widgets.fight.play import unpacked
from tests.content.test_box_checks import GOOD_BOX
from tests.content.test_checks import GOOD
from tests.helper.evenings import chapter, coop, table
from tests.soak.messages import mutated
from tests.soak.spread import Spread
from tests.support.pace import least_seconds

FILES = int(os.environ.get("FUJIKORO_FILES", "10000"))
A_RUN = 100
MOST_SECONDS = 1.0
"""Of the processor, in the long run."""
MOST_LOOKS = 30
"""Of a good table, the dearest of good files: no spoilt file costs as much as so many of them."""
MOST_MEGABYTES = 400
"""More than before, after a whole run."""
SAVES = Path(__file__).parents[1] / "golden" / "saves"
LINKS = (
    "weapon=WWM..:MMM&helmet=WM../.T..+G&unlocked=1&character=masako",
    "weapon=MWWWM:MMM&backpack=WWM&backpack-monk=1&dragon=12/3/4&blueprint-helmet=owned@WM/.T",
    f"box=0&sandals=W/M&rulings=&table={TableFacts().text()}",
)
WORDS = (
    "\x00",
    "\u202e",
    "\ud800",
    "9" * 400,
    "-1",
    '"',
    "{",
    "]",
    "null",
    "NaN",
    "&",
    "=",
    "%ff",
    "[" * 3000,
)


@cache
def _games() -> tuple[bytes, ...]:
    return tuple(path.read_bytes() for path in sorted(SAVES.glob("*.json")))


@cache
def _part(number: int) -> bytes:
    return game_log.written(opened(_games()[number])[0])


def _cut(content: bytes, chance: random.Random) -> bytes:
    """Bytes left out, doubled, moved and changed."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        place = chance.randint(0, len(content))
        length = chance.choice((1, 1, 8, 200))
        piece = content[place : place + length]
        match chance.randrange(5):
            case 0:
                content = content[:place] + content[place + length :]
            case 1:
                content = content[:place] + piece + content[place:]
            case 2:
                content = content[:place] + chance.randbytes(len(piece)) + content[place + length :]
            case 3:
                word = chance.choice(WORDS).encode("utf-8", "surrogatepass")
                content = content[:place] + word + content[place:]
            case _:
                content = content[:place] if chance.random() < 0.3 else content[place:] + content[:place]
    return content


def _spoilt_json(content: bytes, chance: random.Random) -> bytes:
    """JSON that something in it is wrong with, at a place that may lie deep."""
    plain = json.loads(content)
    spot = plain
    while isinstance(spot, dict | list) and spot and chance.random() < 0.85:
        keys = list(spot) if isinstance(spot, dict) else range(len(spot))
        inner = spot[chance.choice(keys)]
        if not isinstance(inner, dict | list) or not inner:
            break
        spot = inner
    holder = {"it": spot}
    for _ in range(20):  # a mutation further out than this place is of no use here
        spoilt = mutated(holder, chance).get("it")
        if type(spoilt) is type(spot):
            break
    if isinstance(spot, dict) and isinstance(spoilt, dict):
        spot.clear()
        spot.update(spoilt)
    elif isinstance(spot, list) and isinstance(spoilt, list):
        spot[:] = spoilt
    try:
        return json.dumps(plain, ensure_ascii=False).encode("utf-8", "surrogatepass")
    except RecursionError:
        return b"[" * 5000


def _sealed(content: bytes) -> bytes:
    """With a check that holds, where there is something to check."""
    try:
        save = msgspec.json.decode(msgspec.json.format(content, indent=-1), type=Save)
        contents = tuple(
            msgspec.structs.replace(one, hash=digest(bytes(one.data))) for one in save.setting.content
        )
        setting = msgspec.structs.replace(save.setting, content=contents)
        return write_save(msgspec.structs.replace(save, setting=setting))
    except (msgspec.DecodeError, UnicodeDecodeError, Unreadable, RecursionError):
        return content


def _try(read: Callable[[], object], *documented: type[Exception]) -> str:
    try:
        read()
    except documented:
        return "refused"
    return "read"


def _save(chance: random.Random) -> str:
    content = chance.choice(_games())
    kind = chance.randrange(3)
    content = _cut(content, chance) if kind == 0 else _spoilt_json(content, chance)
    if kind == 2:
        content = _sealed(content)
    return _try(lambda: opened(content), Unreadable)


def _game_part(chance: random.Random) -> str:
    content = _spoilt_part(chance)

    def read() -> None:
        save = game_log.read(content)
        table_of_save(save, Session.load(GAME, save))

    return _try(read, Unreadable)


def _spoilt_part(chance: random.Random) -> bytes:
    content = _part(chance.randrange(len(_games())))
    if chance.random() < 0.4:
        return _cut(content, chance)
    lines = content.split(b"\n")
    at = chance.randrange(len(lines) - 1) if chance.random() < 0.7 else 0
    lines[at] = _spoilt_json(lines[at], chance)
    return b"\n".join(lines)


def _reader(chance: random.Random) -> str:
    """What a phone is shown of a part that was spoilt in the store: the game, or a sentence without paths."""
    return _looked_on(_spoilt_part(chance), chance.choice(("en", "fr", "de")))


def _looked_on(part: bytes, language: str) -> str:
    with tempfile.TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/t.sqlite") as store:
        shown = store.create("Friday", [Put(game_log.PART, part)])
        reading = Reading(shown, language)
        reading.read()
        trouble = str(reading._view.trouble)
        assert "Traceback" not in trouble
        assert folder not in trouble
    return "refused" if trouble else "read"


def _evening(chance: random.Random) -> str:
    content = write_evening(chance.choice((table(3), chapter(marker=0), coop(2))))
    content = _cut(content, chance) if chance.random() < 0.3 else _spoilt_json(content, chance)
    return _try(lambda: read_evening(content), ValueError)


def _pack(chance: random.Random) -> str:
    content = _cut(chance.choice((GOOD, GOOD_BOX)).encode(), chance)

    def read() -> None:
        pack = read_pack_text(content)
        assert read_pack_text(print_pack(pack.records)) == pack

    return _try(read, BrokenContent)


def _link(chance: random.Random) -> str:
    text = _cut(chance.choice(LINKS).encode(), chance).decode("utf-8", "surrogateescape")

    def read() -> None:
        ignored_in(text), bad_ruling_in(text)
        link = parse_link(text)
        assert parse_link(print_link(link)) == link

    return _try(read, BadLink)


def _packed(chance: random.Random) -> str:
    text = chance.randbytes(chance.randint(0, 60)).decode("latin-1")
    return _try(lambda: read_save(unpacked(text)), Unreadable)


CASES: Mapping[str, tuple[Callable[[random.Random], str], int]] = {
    "tables that are looked on": (_reader, 3),
    "saves": (_save, 20),
    "parts of tables": (_game_part, 35),
    "packs": (_pack, 20),
    "evenings": (_evening, 15),
    "links": (_link, 5),
    "saves of browsers": (_packed, 2),
}
"""Each kind, and its percentage of the long run: what costs most is tried least often."""


@cache
def good_look() -> float:
    """Seconds that a look on a good table takes, the dearest of them."""
    parts = [_part(number) for number in range(len(_games()))]
    return max(least_seconds(partial(_looked_on, part, "en")) for part in parts)


def read_spoilt(job: tuple[str, int, int], *, most: float = MOST_SECONDS) -> Counter[str]:
    """So many of one kind. Raises AssertionError with the seed of the case that broke something."""
    kind, first, count = job
    tally: Counter[str] = Counter()
    read_one, _ = CASES[kind]
    memory = _megabytes()
    for seed in range(3):  # loads what is loaded once
        read_one(random.Random(seed))
    for seed in range(first, first + count):
        ends: set[str] = set()

        def read(seed: int = seed, ends: set[str] = ends) -> None:
            try:
                ends.add(read_one(random.Random(f"{kind} {seed}")))
            except Exception as fault:
                raise AssertionError(f"{kind}, case {seed}: {type(fault).__name__}") from fault

        took = least_seconds(read, runs=1)
        if took >= most:  # what is dear is dear each time
            took = least_seconds(read)
        (how,) = ends
        tally[how] += 1
        tally["slowest"] = max(tally["slowest"], int(1000 * took))
        assert took < most, f"{kind}, case {seed}: {took:.1f} s"
    assert _megabytes() - memory < MOST_MEGABYTES
    return tally


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.parametrize("kind", CASES)
def test_some_spoilt_files(kind: str) -> None:
    assert read_spoilt((kind, 0, 12), most=MOST_LOOKS * good_look())["refused"] >= 3


@pytest.mark.soak
@pytest.mark.timeout(4 * 3600)
def test_spoilt_files(spread: Spread) -> None:
    jobs = [
        (kind, 1000 + at, A_RUN)
        for kind, (_, share) in CASES.items()
        for at in range(0, -(-FILES * share // 100), A_RUN)
    ]
    total: Counter[str] = Counter()
    slowest = 0
    for tally in spread.done(read_spoilt, jobs, what="runs"):
        slowest = max(slowest, tally.pop("slowest"))
        total += tally
    spread.say(
        f"{total.total():,} spoilt files of {len(CASES)} kinds: {total['refused']:,} refused by the reader's own "
        f"error, {total['read']:,} read; slowest {slowest} ms; {spread.took()}"
    )
    assert total.total() >= FILES

"""The owner's pack: real cards, dice, tiles, tokens, scrolls and dragons, typed in at the table and never lost.

One YAML file in the user's data folder. Every change is read, made, checked and written under a lock, so that two
windows do not undo each other. The last five versions before stay beside it as ``owner-pack.before-N.yaml``, the
highest number the latest; only good ones are kept, and an old one goes only when the new file is safe on the disk.
One that somebody spoiled since is neither counted nor touched, and no other name is ours. A file that somebody
damaged is never overwritten: it is put aside under a name of its own, and its good records live on.

Five versions are gone after five taps, so a version of each day stays as well, and whatever was taken out or replaced
can be brought back by name for thirty days: see `kept_days`.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from fujikoro_nb.content.box import BONUSES
from fujikoro_nb.content.disk import (
    MAX_BYTES,
    bytes_if_open,
    bytes_of,
    keep_to_owner,
    own_folder,
    write_atomically,
)
from fujikoro_nb.content.faults import BrokenContent, Fault
from fujikoro_nb.content.kept_days import DAYS, WHOLE_DAY, KeptDays
from fujikoro_nb.content.pack import Pack, empty_pack, pack_of
from fujikoro_nb.content.pieces import SECTION_OF, free_id, plain_of, stem_of
from fujikoro_nb.content.records import RECORD_TYPES, PackRecords, key_of
from fujikoro_nb.content.removed import Removed, Sections, brought_back, removed_from, with_free_id
from fujikoro_nb.content.writing import print_pack
from fujikoro_nb.content.writing_lock import FILE, Writing
from fujikoro_nb.engine.fujikoro.board.box import Component
from fujikoro_nb.engine.fujikoro.components import DRAGON_DICE, DRAGON_POINTS, Provenance
from fujikoro_nb.engine.fujikoro.gear.grid import Layout
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.rules.mountain.describe import sort_of
from fujikoro_nb.paths import user_data
from fujikoro_nb.texts import say

KEPT_VERSIONS = 5
_NAME = "owner"
_EMPTY = empty_pack(_NAME, "owner")


class Loaded(msgspec.Struct, frozen=True):
    """What the file gives: the pack of its good records, its faults, and the version before if there is one."""

    pack: Pack
    faults: tuple[Fault, ...] = ()
    backup: Pack | None = None
    """Read only when the file has faults or is gone: what `OwnerPack.restore` would bring back."""


def data_folder() -> Path:
    """Where the owner's files lie: ``FUJIKORO_DATA`` if set, else the user's data folder."""
    chosen = os.environ.get("FUJIKORO_DATA")
    return Path(chosen) if chosen else user_data()


def made_folder() -> Path:
    """The data folder, made for its owner alone; our own is closed where it stood open. Raises OSError."""
    folder = data_folder()
    own_folder(folder, is_ours=folder == user_data())
    return folder


class OwnerPack:
    """The store of one owner. Every change returns the new pack and is on the disk when it does.

    Raises BrokenContent when what was entered cannot be, and NotSaved when the disk refuses; then nothing changed.
    """

    def __init__(self, folder: str | Path | None = None, *, clock: Callable[[], float] = time.time) -> None:
        self.folder = Path(folder) if folder is not None else data_folder()
        self.days = KeptDays(self.folder, clock)

    @property
    def path(self) -> Path:
        """The pack file; it need not exist."""
        return self.folder / FILE

    def backups(self) -> tuple[Path, ...]:
        """The versions before, oldest first."""
        return self._numbered("before")

    def put_aside(self) -> tuple[Path, ...]:
        """The damaged files that were kept, oldest first."""
        return self._numbered("damaged")

    def load(self) -> Loaded:
        """The pack as it is. Never raises for what is in the file: its faults come back beside what is readable."""
        try:
            content = bytes_of(self.path)
        except OSError:
            return Loaded(_EMPTY, (Fault(str(self.path), 0, "no-access"),))
        if content is None:
            return Loaded(_EMPTY, (), self._latest_backup())
        pack, faults = _readable(content, str(self.path))
        return Loaded(pack, faults, self._latest_backup() if faults else None)

    def add_card(
        self, kind: GearKind | str, pattern: Layout | str, *, bonus: str = "", name: str = ""
    ) -> Pack:
        """Add a gear card. ``bonus`` may be left out where the kind allows one only."""
        allowed = BONUSES.get(str(kind), ())
        record = {
            **_carded(kind, pattern, name),
            "bonus": bonus or (allowed[0] if len(allowed) == 1 else ""),
        }
        return self._change(lambda held: held["gear_cards"].append({"id": _free(held, f"{kind}"), **record}))

    def add_blueprint(self, kind: GearKind | str, pattern: Layout | str, *, name: str = "") -> Pack:
        """Add a magical blueprint."""
        record = _carded(kind, pattern, name)
        return self._change(
            lambda held: held["blueprints"].append({"id": _free(held, f"blueprint-{kind}"), **record})
        )

    def add_dragon(
        self,
        colour: str,
        *,
        health: int,
        initiative: int,
        health_two_players: int | None = None,
        health_solo: int | None = None,
    ) -> Pack:
        """Add a dragon; its dice and victory points follow from its colour (combat.dragon.dice, combat.win.reward)."""
        record: dict[str, Any] = {"colour": colour, "health": health, "initiative": initiative}
        if health_two_players is not None:
            record["health_two_players"] = health_two_players
        if health_solo is not None:
            record["health_solo"] = health_solo
        record["dice"] = DRAGON_DICE.get(colour, 0)
        record["victory_points"] = DRAGON_POINTS.get(colour, 0)
        record |= _stated("dragons")
        return self._change(
            lambda held: held["dragons"].append({"id": _free(held, f"dragon-{colour}"), **record})
        )

    def set_die(self, material: str, hits: Iterable[int], *, broken: Iterable[int] = ()) -> Pack:
        """Enter a die, or replace it: the hits of six faces, the numbers (1 to 6) of those with the broken weapon."""
        record = {"material": material, "hits": list(hits), "broken": list(broken)}

        def change(held: Sections) -> None:
            held["dice"] = [die for die in held["dice"] if die["material"] != material] + [record]

        return self._change(change)

    def add_piece(self, piece: Component) -> Pack:
        """Add a piece that is drawn: a tile, token, dragon, card, blueprint, scroll or adventure token.

        It gets an id of this pack, whatever it was called before.
        """
        return self.add_pieces([piece])

    def add_pieces(self, pieces: Iterable[Component]) -> Pack:
        """Add several pieces at once, or none of them."""
        kept = [(SECTION_OF[sort_of(piece)[0]], stem_of(piece), plain_of(piece)) for piece in pieces]

        def change(held: Sections) -> None:
            for section, stem, plain in kept:
                held[section].append({**plain, **_stated(section), "id": _free(held, stem)})

        return self._change(change)

    def replace_piece(self, component: str, piece: Component) -> Pack:
        """Put another piece of the same section in the place of one; its id stays, and so does its name."""

        def change(held: Sections) -> None:
            section, index = self._find(held, component)
            name = {key: held[section][index][key] for key in ("name",) if key in held[section][index]}
            if section != SECTION_OF[sort_of(piece)[0]]:
                raise BrokenContent([Fault(str(self.path), 0, "no-component", (("id", component[:60]),))])
            held[section][index] = {**plain_of(piece), **_stated(section), **name, "id": component}

        return self._change(change)

    def replace(self, component: str, **fields: Any) -> Pack:
        """Change fields of a card, blueprint or dragon, such as ``pattern``, ``name`` or ``health``; its id stays."""
        if "pattern" in fields:
            fields["pattern"] = _drawn(fields["pattern"])
        if "name" in fields:
            fields["name"] = _tidy(fields["name"])

        def change(held: Sections) -> None:
            section, index = self._find(held, component)
            held[section][index] = {**held[section][index], **fields, "id": component}

        return self._change(change)

    def recast(
        self,
        component: str,
        kind: GearKind | str,
        pattern: Layout | str,
        *,
        bonus: str = "",
        is_blueprint: bool,
    ) -> Pack:
        """Change a card or blueprint, into the other or another kind too.

        Its name stays, and so does its id while that still says what it is; else it is a new record of its new kind,
        and the old one can be brought back.
        """
        wanted = "blueprints" if is_blueprint else "gear_cards"
        shown = {"kind": str(kind), "pattern": _drawn(pattern)} | ({} if is_blueprint else {"bonus": bonus})

        def change(held: Sections) -> None:
            section, index = self._find(held, component)
            old = held[section][index]
            if (section, old.get("kind")) == (wanted, str(kind)):
                held[section][index] = {**old, **shown}
                return
            name = {key: old[key] for key in ("name",) if key in old}
            new = {"id": _free(held, f"blueprint-{kind}" if is_blueprint else f"{kind}"), **name, **shown}
            del held[section][index]
            held[wanted].append(new)

        return self._change(change)

    def put(self, records: Iterable[tuple[str, dict[str, Any]]], *, without: Iterable[str] = ()) -> Pack:
        """Put records in, each with its section, in the place of what bears the same name; others go: one change.

        A dragon without an id is one more.
        """
        new, gone = tuple(records), frozenset(without)

        def change(held: Sections) -> None:
            for section, kind in RECORD_TYPES.items():
                held[section] = [
                    one for one in held[section] if key_of(msgspec.convert(one, kind)) not in gone
                ]
            for section, plain in new:
                record = {**plain, **_stated(section)}
                if section == "dragons" and "id" not in plain:
                    record["id"] = _free(held, f"dragon-{plain['colour']}")
                kind = RECORD_TYPES[section]
                keys = [key_of(msgspec.convert(one, kind)) for one in held[section]]
                key = key_of(msgspec.convert(record, kind))
                at = keys.index(key) if key in keys else len(keys)
                held[section][at : at + 1] = [record]

        return self._change(change)

    def remove(self, component: str) -> Pack:
        """Take out a card, blueprint, dragon or die (``die-W``)."""
        return self.remove_all([component])

    def remove_all(self, components: Iterable[str]) -> Pack:
        """Take out several at once, or none of them."""
        gone = tuple(components)

        def change(held: Sections) -> None:
            for component in gone:
                section, index = self._find(held, component)
                del held[section][index]

        return self._change(change)

    def put_back(self, component: str, before: Pack, *, instead_of: str = "") -> Pack:
        """Put a card, blueprint, dragon or die back as the pack ``before`` its removal had it, in its old place.

        What it became meanwhile, ``instead_of``, goes. If it is back already, nothing changes; if another has its id
        now, it gets the next one.
        """

        def change(held: Sections) -> None:
            if instead_of:
                section, index = self._find(held, instead_of)
                del held[section][index]
            for section in RECORD_TYPES:
                for index, record in enumerate(getattr(before.records, section)):
                    plain = msgspec.to_builtins(record)
                    if key_of(record) == component and plain not in held[section]:
                        held[section].insert(index, with_free_id(held, plain))

        return self._change(change)

    def removed(self) -> tuple[Removed, ...]:
        """What was taken out or replaced in the last thirty days at least, and is not there now."""
        # Of the last five nobody knows how long anything was there: it may be what a guest made this minute.
        of_changes = ((path, 0.0) for path in reversed(self.backups()))
        of_days = ((path, WHOLE_DAY) for path in reversed(self.days.versions()))
        versions = []
        for path, lived in (*of_changes, *of_days):
            version = _version(bytes_if_open(path))
            if version is not None:
                with contextlib.suppress(OSError):  # deleted meanwhile
                    versions.append((version.records, path.stat().st_mtime, lived))
        return removed_from(self.load().pack.records, self.days.gone(), versions)

    def bring_back(self, mark: str) -> Pack:
        """Put back what was taken out or replaced, by the mark that `removed` gives it: one change, as any other.

        Its id stays if it is free.
        """

        def change(held: Sections) -> None:
            one = next((one for one in self.removed() if one.mark == mark), None)
            if one is None:
                raise BrokenContent([Fault(str(self.path), 0, "no-component", (("id", mark[:60]),))])
            brought_back(held, one)

        return self._change(change)

    def restore(self) -> Pack:
        """Bring back the latest good version before the present one; a damaged file is put aside first."""
        with self._writing():
            old = bytes_of(self.path)
            present, faults = _readable(old, str(self.path)) if old is not None else (None, ())
            before = self._latest_backup(other_than=None if faults else present)
            if before is None:
                raise BrokenContent([Fault(str(self.folder / "owner-pack.before-1.yaml"), 0, "no-file")])
            self._save(before, old, before=present or _EMPTY, is_damaged=bool(faults))
            return before

    def _numbered(self, word: str) -> tuple[Path, ...]:
        """What bears a number of ours, lowest first; ``owner-pack.before-christmas.yaml`` is a person's own file."""
        found = self.folder.glob(f"owner-pack.{word}-*.yaml")
        return tuple(sorted((path for path in found if _number_of(path)), key=_number_of))

    def _find(self, held: Sections, component: str) -> tuple[str, int]:
        for section, kind in RECORD_TYPES.items():
            for index, plain in enumerate(held[section]):
                if key_of(msgspec.convert(plain, kind)) == component:
                    return section, index
        raise BrokenContent([Fault(str(self.path), 0, "no-component", (("id", component[:60]),))])

    def _latest_backup(self, *, other_than: Pack | None = None) -> Pack | None:
        """The latest version before that is whole: one that somebody spoiled since is passed over."""
        for path in (*reversed(self.backups()), *reversed(self.days.versions())):
            pack = _version(bytes_if_open(path))
            if pack is not None and pack != other_than:
                return pack
        return None

    def _writing(self) -> Any:
        return Writing(self.folder)

    def _change(self, change: Callable[[Sections], None]) -> Pack:
        with self._writing():
            old = bytes_of(self.path)
            before, faults = _readable(old, str(self.path)) if old is not None else (_EMPTY, ())
            held: Sections = {
                section: [msgspec.to_builtins(record) for record in getattr(before.records, section)]
                for section in RECORD_TYPES
            }
            change(held)
            pack = self._checked(held)
            self._save(pack, old, before=before, is_damaged=bool(faults))
            return pack

    def _checked(self, held: Sections) -> Pack:
        """The pack of plain records, by the way that every file goes. Raises BrokenContent without line numbers."""
        text = print_pack(_header(), plain=held)
        pack, faults = _readable(text.encode(), str(self.path))
        if faults:
            raise BrokenContent(msgspec.structs.replace(fault, line=0) for fault in faults)
        return pack

    def _save(self, pack: Pack, old: bytes | None, *, before: Pack, is_damaged: bool) -> None:
        """Write the pack; what stood there, ``old``, becomes a backup, or is put aside if it is damaged.

        What the change takes away from ``before``, which is what could be read of it, is noted first.
        """
        content = print_pack(pack.records, comment=say("content.owner-comment")).encode()
        if is_damaged and old is not None:
            self._keep_whole(self._aside(old))
        elif old is not None and old != content:
            self._back_up(old)
        self.days.note(before.records, pack.records, old=None if is_damaged else old)
        write_atomically(self.path, content)
        # Last of all: a stop anywhere above leaves one version too many and never one too few.
        good = [path for path in self.backups() if _version(bytes_if_open(path)) is not None]
        for path in good[:-KEPT_VERSIONS]:
            # Windows lets nobody delete what another program has open; the next save tries again.
            with contextlib.suppress(OSError):
                path.unlink()
        self.days.forget()

    def _back_up(self, old: bytes) -> None:
        kept = self.backups()
        if kept and bytes_if_open(kept[-1]) == old:
            return  # a stop after the last backup: the same version is not kept twice
        number = _number_of(kept[-1]) + 1 if kept else 1
        write_atomically(self.folder / f"owner-pack.before-{number}.yaml", old)

    def _keep_whole(self, aside: Path) -> None:
        """Copy the damaged file itself: what was read of it is bounded, and its tail must not be lost."""
        if not aside.exists():
            beside = aside.with_suffix(".new")
            shutil.copyfile(self.path, beside)
            keep_to_owner(beside)
            beside.replace(aside)

    def _aside(self, content: bytes) -> Path:
        kept = self.put_aside()
        for path in kept:
            # Beyond the bound only the beginning was read, and equal beginnings prove nothing.
            if len(content) <= MAX_BYTES and bytes_if_open(path) == content:
                return path
        number = _number_of(kept[-1]) + 1 if kept else 1
        return self.folder / f"owner-pack.damaged-{number}.yaml"


def _number_of(path: Path) -> int:
    """The number in a name that we gave; 0 for any other name."""
    found = re.fullmatch(r"owner-pack\.(?:before|damaged)-([1-9][0-9]{0,8})\.yaml", path.name)
    return int(found[1]) if found else 0


@lru_cache(maxsize=2 * (KEPT_VERSIONS + DAYS))
def _version(content: bytes | None) -> Pack | None:
    """The pack of a version that is whole. Remembered: every save asks it of the same few."""
    if content is None:
        return None
    pack, faults = _readable(content, FILE)
    return None if faults else pack


def _header() -> PackRecords:
    return PackRecords(format=1, pack=_NAME, provenance="owner")


def _readable(content: bytes, file: str) -> tuple[Pack, tuple[Fault, ...]]:
    """The good records of a file as the owner's pack, and every fault."""
    from fujikoro_nb.content import reading  # YAML: a table without an owner's pack need not wait for it

    records, faults = reading.read_what_can_be_read(content, file=file, header=_header())
    owned = pack_of(msgspec.structs.replace(records, pack=_NAME, provenance="owner", complete=False))
    invented = [
        key_of(record)
        for section in RECORD_TYPES
        for record in getattr(owned.records, section)
        if records.provenance == "house" or owned.provenance_of(key_of(record)) == Provenance.HOUSE
    ]
    if invented:
        faults = (*faults, *(Fault(file, 0, "house-in-owner", (("entry", key),)) for key in invented))
        owned = _without(owned, invented)
    return owned, faults


def _without(pack: Pack, keys: list[str]) -> Pack:
    kept = {
        section: tuple(record for record in getattr(pack.records, section) if key_of(record) not in keys)
        for section in RECORD_TYPES
    }
    return pack_of(msgspec.structs.replace(pack.records, **kept))


def _stated(section: str) -> dict[str, Any]:
    """Where the rulebooks are the source of what the owner did not enter."""
    if section != "dragons":
        return {}
    return {
        "provenance": {
            "dice": "rulebook 000:272 001:459 004:953-955",
            "victory_points": "rulebook 000:270 001:463 004:966-971",
        }
    }


def _free(held: Sections, stem: str) -> str:
    """The next id of a kind."""
    return free_id(stem, (str(plain.get("id", "")) for section in held.values() for plain in section))


def _carded(kind: GearKind | str, pattern: Layout | str, name: str) -> dict[str, Any]:
    record: dict[str, Any] = {"kind": str(kind)}
    if _tidy(name):
        record["name"] = _tidy(name)
    record["pattern"] = _drawn(pattern)
    return record


def _drawn(pattern: Layout | str) -> str:
    return print_pattern(pattern) if isinstance(pattern, Layout) else pattern


def _tidy(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip())

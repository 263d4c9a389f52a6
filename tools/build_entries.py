"""Join the hand-written rulebook entries into fujikoro_nb/rulebook/entries.json.

    .venv/bin/python -m tools.build_entries [--check]

--check writes nothing and fails when the committed file is not what would be written.
"""

from __future__ import annotations

import argparse
import hashlib
import sys

import msgspec

from fujikoro_nb.rulebook.entries import Entries, Entry
from fujikoro_nb.rulebook.rules import chapters, rules
from fujikoro_nb.texts import typeset
from tools.check_entries import ENTRIES, entry_of, read_chapter

TARGET = ENTRIES.parent / "entries.json"


def made_entries() -> tuple[Entry, ...]:
    """All entries in the order of the rules. Raises KeyError or msgspec.ValidationError."""
    written = {chapter: read_chapter(chapter) for chapter in chapters()}
    return tuple(in_french_type(entry_of(rule, written[rule.chapter][rule.id])) for rule in rules())


def in_french_type(entry: Entry) -> Entry:
    """The French texts with the blanks that no line breaks at, as every other sentence has them: nobody types those."""
    fields = {
        name: typeset(getattr(entry.fr, name), "fr")
        for name in ("title", "answer", "says", "ruling", "reason")
    }
    asked = tuple(typeset(text, "fr") for text in entry.fr.asked)
    books = tuple((seed, typeset(text, "fr")) for seed, text in entry.fr.books)
    options = tuple((name, typeset(text, "fr")) for name, text in entry.fr.options)
    french = msgspec.structs.replace(entry.fr, asked=asked, books=books, options=options, **fields)
    return msgspec.structs.replace(entry, fr=french)


def source_hash() -> str:
    """sha256 of the hand-written files together."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(ENTRIES.glob("*.yaml")))).hexdigest()


def written(entries: tuple[Entry, ...]) -> bytes:
    """The text of entries.json: an entry a line."""
    head = msgspec.json.encode(source_hash()).decode()
    lines = ",\n".join(msgspec.json.encode(entry).decode() for entry in entries)
    text = f'{{"made_from":{head},"entries":[\n{lines}\n]}}\n'
    assert msgspec.json.decode(text, type=Entries).entries == entries
    return text.encode()


def main() -> int:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    made = made_entries()
    text = written(made)
    if options.check:
        is_fresh = TARGET.is_file() and TARGET.read_bytes() == text
        print(f"{len(made)} entries, {'fresh' if is_fresh else 'stale: run without --check'}")
        return 0 if is_fresh else 1
    TARGET.write_bytes(text)
    print(f"{len(made)} entries, {len(text)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

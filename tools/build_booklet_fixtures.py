"""Make the fixtures of tests/rulebook/booklets from the five texts, which are not part of the project.

    .venv/bin/python -m tools.build_booklet_fixtures --booklets PATH

PATH is a folder with one .txt file a booklet, its name beginning with the seed (000 to 004). Written are, for each, the
number of lines, the blank ones, and the hash of every run of eight words.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from fujikoro_nb.rulebook.wording import fingerprint, runs

FIXTURES = Path(__file__).resolve().parent.parent / "tests" / "rulebook" / "booklets"


def main() -> int:
    """Write the fixtures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--booklets", type=Path, required=True)
    folder: Path = parser.parse_args().booklets
    FIXTURES.mkdir(exist_ok=True)
    lines = {}
    hashes: set[bytes] = set()
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        split = text.split("\n")
        blank = [number for number, line in enumerate(split, 1) if not line.strip()]
        lines[path.name[:3]] = {"lines": len(split), "blank": blank}
        hashes |= {fingerprint(run) for run in runs(text)}
    (FIXTURES / "lines.json").write_bytes(msgspec.json.encode(lines) + b"\n")
    (FIXTURES / "runs.bin").write_bytes(b"".join(sorted(hashes)))
    print(f"{len(lines)} booklets, {len(hashes)} runs")
    return 0


if __name__ == "__main__":
    sys.exit(main())

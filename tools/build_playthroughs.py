"""Play the golden games anew with bots and write them: read what changed before it is committed.

    .venv/bin/python -m tools.build_playthroughs [NAME ...] [--replay]

With ``--replay`` the files keep their answers and only what is told of them is written anew.
"""

from __future__ import annotations

import argparse
import sys

from tests.golden.playthroughs.games import FOLDER, GAMES, answers_of_bots, replayed, written


def main() -> int:
    """Write the files named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*GAMES, []], help="games; all without a name")
    parser.add_argument("--replay", action="store_true", help="keep the answers")
    given = parser.parse_args()
    for name in given.names or GAMES:
        text = replayed(name) if given.replay else written(GAMES[name], answers_of_bots(GAMES[name]))
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        sys.stdout.write(f"{name}: {len(text.splitlines())} lines, {len(text) // 1000} kB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

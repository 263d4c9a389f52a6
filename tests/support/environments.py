"""An environment with nothing but a wheel and what it asks for, linked to what is installed here already.

Every installed package is some thousand files: `pip install` takes half a minute to write them again. Links show the
same: a package that the wheel does not name, itself or through another, is not there.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from subprocess import run

from packaging.requirements import Requirement

HERE = Path(sysconfig.get_path("purelib"))


def asked_for(requirements: Iterable[str]) -> list[Distribution]:
    """What is asked for, and what that asks for, as pip would choose it here. Raises when something is missing."""
    found: dict[tuple[str, str], Distribution] = {}

    def follow(texts: Iterable[str], extra: str) -> None:
        for text in texts:
            one = Requirement(text)
            if one.marker and not one.marker.evaluate({"extra": extra}):
                continue
            for wanted in ("", *one.extras):
                if (one.name, wanted) not in found:
                    found[one.name, wanted] = distribution(one.name)
                    follow(found[one.name, wanted].requires or (), wanted)

    follow(requirements, "")
    return list({each.metadata["Name"]: each for each in found.values()}.values())


def linked(folder: Path, wheel: Path) -> Path:
    """Make it in ``folder``; the Python in it."""
    run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--python", python]
    run([*pip, "install", "--quiet", "--no-index", "--no-deps", "--no-compile", wheel], check=True)
    there = folder / HERE.relative_to(sys.prefix)
    (own,) = there.glob("fujikoro_nb-*.dist-info")
    for each in asked_for(Distribution.at(own).requires or ()):
        for file in each.files or ():
            if file.parts[0] == "..":
                _put(HERE / file, Path(os.path.normpath(there / file)))
            elif not (link := there / file.parts[0]).exists():
                link.symlink_to(HERE / file.parts[0])  # a package whole, with what Python has compiled of it
    run([*pip, "check"], check=True)  # also that each version is one that was asked for
    return python


def _put(source: Path, target: Path) -> None:
    """A file of share or etc, which many fill; Jupyter serves none that lies elsewhere in truth."""
    if not source.exists() or target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:  # another disk
        shutil.copy2(source, target)

"""Compiling the kernel: one file, any C11 compiler, no header but those of the language."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("fight.c")


def library_name() -> str:
    """What the compiled kernel is called here."""
    return {"win32": "_fight.dll", "darwin": "_fight.dylib"}.get(sys.platform, "_fight.so")


def compiler() -> str | None:
    """The C compiler of this machine: the one named by CC, else the first of the usual names."""
    names = [os.environ.get("CC", ""), "cc", "gcc", "clang"]
    return next((found for name in names if name and (found := shutil.which(name))), None)


def compile_into(folder: Path) -> Path:
    """Compile the kernel. Raises RuntimeError without a compiler, CalledProcessError when it fails."""
    command = compiler()
    if command is None:
        raise RuntimeError("no C compiler: install one, or do without the accelerator")
    target = folder / library_name()
    options = ["-std=c11", "-O3", "-ffp-contract=fast", "-shared"] + (
        [] if sys.platform == "win32" else ["-fPIC"]
    )
    subprocess.run([command, *options, "-o", str(target), str(SOURCE)], check=True)
    return target

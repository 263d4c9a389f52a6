"""Compiles the kernel into the wheel, which is then one for this kind of machine and any Python 3.

The kernel is called through ctypes and knows nothing of Python, so there is no ABI to keep: one wheel a platform.
"""

from __future__ import annotations

import importlib.util
import platform
import re
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelHook(BuildHookInterface):  # type: ignore[type-arg]
    """One shared library beside the module that loads it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile; an editable install gets the library into the source folder."""
        package = Path(self.root) / "src" / "fujikoro_accelerator"
        spec = importlib.util.spec_from_file_location("_build", package / "_build.py")
        assert spec is not None, "the file lies beside this one"
        assert spec.loader is not None, "a file has a loader"
        build = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(build)
        self._folder = None if version == "editable" else tempfile.TemporaryDirectory()
        target = build.compile_into(package if self._folder is None else Path(self._folder.name))
        if self._folder is not None:
            build_data["force_include"][str(target)] = f"fujikoro_accelerator/{target.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform_tag(target)}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if self._folder is not None:
            self._folder.cleanup()


OLDEST_GLIBC = 17
"""glibc 2.x that every Linux with a Python of today has at least."""
ALLOWED = re.compile(rb"lib[cm]\.so\.6|ld-linux[\w.-]*")
"""The only libraries that a wheel for any Linux may ask for here."""


def platform_tag(library: Path) -> str:
    """The platforms on which the compiled library runs, as in a wheel's name.

    Plain ``linux_x86_64`` would say "this machine and no other", and package indexes refuse it. What the library needs
    of glibc stands in it by name.
    """
    here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    if here.startswith("macosx_"):  # a Python for two kinds of machine compiles for the one that it runs on
        return here.replace("universal2", platform.machine())
    if not here.startswith("linux_"):
        return here
    content = library.read_bytes()
    needed = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", content)]
    asked = re.findall(rb"\0((?:lib|ld-)[\w.+-]+\.so[.\d]*)(?=\0)", content)
    if not needed or not all(ALLOWED.fullmatch(name) for name in asked):
        return here  # another C library, or a library beside it: for machines like this one
    machine = here.removeprefix("linux_")
    return f"manylinux_2_{max(OLDEST_GLIBC, *needed)}_{machine}"

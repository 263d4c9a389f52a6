"""Find the scripts that our pages need of Voila's front end, and write them down for `serve/front_files.py`.

    .venv/bin/python -m tools.build_front_parts

After another version of Voila, ipywidgets or anywidget. Opens every page in the test Chromium, with nothing in the list
but what is changed there.
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from fujikoro_nb.serve.front_files import CHANGES  # noqa: E402
from fujikoro_nb.serve.server import RENDERED, offer_for  # noqa: E402
from tests.browser.servers import start_server  # noqa: E402
from tools.ensure_chromium import FLAGS, ensure  # noqa: E402

LIST = ROOT / "fujikoro_nb" / "serve" / "front_parts.json"
ASKED = re.compile(r"/fujikoro/files/[0-9a-f]{16}/(static/\d+\.voila\.js|labextensions/[^?]*/\d+\.[^/?]*js)")


def main() -> int:
    """Write the list, sorted, with ``*`` for the mark in the name of an extension's script."""
    changed = {f"static/{name}" for name in CHANGES}
    _write(changed)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ["FUJIKORO_DATA"] = folder
        browser = playwright.chromium.launch(executable_path=str(ensure()), headless=True, args=list(FLAGS))
        server = start_server(
            [sys.executable, "-m", "fujikoro_nb.cli", "table", "--no-browser", "--port", "0"]
        )
        asked = set(changed)
        tab = browser.new_page()
        tab.on("request", lambda request: asked.update(ASKED.findall(request.url)))
        pages = ["/", *(f"{RENDERED}{name}" for name in offer_for("table", host="127.0.0.1", port=0).beside)]
        for page in pages:
            tab.goto(server.origin + page)
            tab.wait_for_selector("html[data-fk-ready=true]", state="attached", timeout=120_000)
            tab.wait_for_load_state("networkidle")
        browser.close()
        server.stop()
    found = {
        re.sub(r"/(\d+)\..*\.js$", r"/\1.*.js", name) if name.startswith("lab") else name for name in asked
    }
    _write(found)
    print(f"{len(found)} scripts in {LIST.relative_to(ROOT)}")
    return 0


def _write(names: set[str]) -> None:
    LIST.write_text(json.dumps(sorted(names), indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

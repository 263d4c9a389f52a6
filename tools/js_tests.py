"""Run the tests of the front end's plain modules: with node where it is there, otherwise in the test Chromium.

The tests are `tests/js/*.test.mjs` and use `node:test` and `node:assert/strict`. In Chromium the two names are
mapped to a small stand-in (tests/js/in_browser.mjs), so they are run there too and never skipped.
"""

from __future__ import annotations

import functools
import http.server
import shutil
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Nothing that a page asks for leaves this machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
PAGE = """<!doctype html><meta charset="utf-8">
<script type="importmap">{"imports": {
  "node:test": "/tests/js/in_browser.mjs",
  "node:assert/strict": "/tests/js/in_browser.mjs",
  "node:assert": "/tests/js/in_browser.mjs"}}</script>
<script type="module">
  import { results } from "/tests/js/in_browser.mjs";
  for (const path of %s) await import(path);
  window.results = await results();
</script>"""


def main() -> int:
    """Run all tests and give the exit code."""
    tests = sorted((ROOT / "tests" / "js").glob("*.test.mjs"))
    if not tests:
        print("tests/js holds no tests")
        return 0
    node = shutil.which("node")
    if node and "--browser" not in sys.argv:
        return subprocess.run([node, "--test", *map(str, tests)], cwd=ROOT, check=False).returncode
    return run_in_chromium(tests)


def run_in_chromium(tests: list[Path]) -> int:
    """Serve the repository to a Chromium on this machine and read the results from the page."""
    from playwright.sync_api import sync_playwright

    from tools.ensure_chromium import ensure

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(ROOT)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    names = [f"/{test.relative_to(ROOT).as_posix()}" for test in tests]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(ensure()), args=list(FLAGS))
        page = browser.new_page()
        page.on("pageerror", lambda error: print(error, file=sys.stderr))
        page.route("**/run.html", lambda route: route.fulfill(content_type="text/html", body=PAGE % names))
        page.goto(f"http://127.0.0.1:{server.server_port}/run.html")
        results = page.wait_for_function("window.results", timeout=60_000).json_value()
        browser.close()
    server.shutdown()
    for result in results:
        print(f"{'ok' if not result['error'] else 'FAILED'}  {result['name']}  {result['error'] or ''}")
    failed = sum(bool(result["error"]) for result in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a log, and knows that .mjs is a module (not every system does)."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".mjs": "text/javascript",
        ".js": "text/javascript",
    }

    def log_message(self, *_: object) -> None:
        """Say nothing."""


if __name__ == "__main__":
    sys.exit(main())

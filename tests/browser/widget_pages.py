"""A page to show single widgets on: a test gives the cell, and gets the widget, new, in a page that is open already.

    def test_something(stage):
        tab = stage.show("from fujikoro_nb.widgets import CraftGrid; CraftGrid()", widget="fk-grid")

A kernel and a page serve all tests of a run that look alike; what one test showed is closed before the next. The cell
also finds `touch(widget)`: it puts a handle on that widget's model into the page as `window.fkModel`, so that a test
can send what no page of ours would send.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

from tests.browser.servers import Server, start_copy

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

_SERVE = """
import sys
from pathlib import Path
from fujikoro_nb.serve.server import Offer, serve
folder = Path(sys.argv[1])
serve(Offer("test", folder, ("stage.ipynb",)), browser=False)
"""

_STAGE = '''
import ast
import anywidget, ipywidgets, traitlets
from ipywidgets.widgets import widget as known

class _Hand(anywidget.AnyWidget):
    _esm = """export default { async render({ model, el }) {
      el.textContent = "hand"; // a page is ready when nothing on it is empty
      const id = model.get("widget").replace("IPY_MODEL_", "");
      window.fkModel = await model.widget_manager.get_model(id);
    } }"""
    widget = traitlets.Instance(ipywidgets.Widget).tag(sync=True, **ipywidgets.widget_serialization)

def touch(widget):
    return _Hand(widget=widget)

class _Stage(anywidget.AnyWidget):
    _esm = """export default { render({ model, el }) {
      el.textContent = "stage";
      window.fkStage = model;
    } }"""

def play(_, content, buffers):
    boards.children = ()
    for key in [key for key in known._instances if key not in own]:
        if key in known._instances:
            known._instances[key].close()
    *first, last = ast.parse(content["cell"]).body
    names = {"touch": touch}
    exec(compile(ast.Module(first, []), "cell", "exec"), names)
    shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    boards.children = (ipywidgets.VBox([shown]).add_class(f"fk-scene-{content['number']}"),)

stage, boards = _Stage(), ipywidgets.VBox([ipywidgets.HTML("empty")])
stage.on_msg(play)
page = ipywidgets.VBox([stage, boards])
own = set(known._instances)
page
'''


def serve_stage(folder: Path) -> Server:
    """Start a server whose only page is a stage."""
    code = {
        "cell_type": "code",
        "id": "c",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": _STAGE,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {"cells": [code], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "stage.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    return start_copy("-c", _SERVE, str(folder))


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Until the page has drawn what it heard of last."""

STILL = """const still = async (read) => {
  for (let last = "", same = 0; ; ) {
    await new Promise(requestAnimationFrame);
    const now = JSON.stringify(read());
    same = now === last ? same + 1 : 0;
    if (same === 3) return JSON.parse(now);
    last = now;
  }
};"""
"""JavaScript: what `read` gives when it is the same in four frames; a map may still be drawing itself."""

BOXES = """all => all.map((one) => one.getBoundingClientRect())
  .map(({ left, right, width, height }) => [left, right, width, height])"""
"""For `evaluate_all`: where elements lie, in one look."""

HELPER = "from fujikoro_nb.widgets import helper_page\nhelper_page()"
"""The cell of the rules helper."""


def resized(tab: Page, width: int, height: int) -> None:
    """Make the window this large, and wait until the page is drawn in it."""
    tab.set_viewport_size({"width": width, "height": height})
    tab.evaluate(DRAWN)


class Stage:
    """One open page; `errors` are those of the present widget."""

    def __init__(self, visit: Visit, server: Server) -> None:
        self.visit, self.number = visit, 0
        self.tab = visit.open(server.url)
        self.tab.add_style_tag(content=".fk-cells { padding: 12px; }")
        self.tab.wait_for_function("window.fkStage")
        self._size = self.tab.viewport_size
        self._theme = self.tab.locator("html").get_attribute("data-theme")
        self._is_dark = self.tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")

    @property
    def errors(self) -> list[str]:
        return self.visit.errors

    def show(self, cell: str, *, widget: str, link: str = "") -> Page:
        """Show what the cell ends with, and wait until an element of the class `widget` is there."""
        tab = self.tab
        self.number += 1
        if self._size and tab.viewport_size != self._size:
            tab.set_viewport_size(self._size)
        # Whatever an earlier test left, in the look and in the page.
        tab.emulate_media(color_scheme="dark" if self._is_dark else "light", reduced_motion="no-preference")
        tab.mouse.move(0, 0)
        tab.evaluate(
            """([hash, theme, message]) => {
              localStorage.clear();
              document.documentElement.dataset.theme = theme;
              delete navigator.clipboard;
              history.replaceState(null, "", location.pathname + hash);
              document.body.removeAttribute("style");
              delete window.fkModel;
              scrollTo(0, 0);
              fkStage.send(message);
            }""",
            [f"#{link}" if link else "", self._theme, {"number": self.number, "cell": cell}],
        )
        tab.wait_for_selector(f".fk-scene-{self.number} .{widget}")
        expect(tab.locator("[class*=fk-scene-]")).to_have_count(1)
        self.visit.errors.clear()
        return tab

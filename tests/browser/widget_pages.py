"""Serve single widgets as pages: a test gives the cell that shows them, and gets an address.

The cell also finds `touch(widget)`: it puts a handle on that widget's model into the page as `window.fkModel`, so that
a test can send what no page of ours would send.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.browser.conftest import Server, Visit, start_server

_SERVE = """
import sys
from pathlib import Path
from fujikoro_nb.table.server import Offer, serve
folder = Path(sys.argv[1])
serve(Offer("test", folder, tuple(sorted(path.name for path in folder.glob("*.ipynb")))), browser=False)
"""

_TOUCH = '''
import anywidget, ipywidgets, traitlets

class _Hand(anywidget.AnyWidget):
    _esm = """export default { async render({ model }) {
      const id = model.get("widget").replace("IPY_MODEL_", "");
      window.fkModel = await model.widget_manager.get_model(id);
    } }"""
    widget = traitlets.Instance(ipywidgets.Widget).tag(sync=True, **ipywidgets.widget_serialization)

def touch(widget):
    return _Hand(widget=widget)
'''


def serve_cells(folder: Path, pages: Mapping[str, str]) -> Server:
    """Start a server with one notebook a page; `pages` maps a page's name to its cell."""
    for name in ("another", *pages):  # with a single notebook there would be no page names
        cell = _TOUCH + pages.get(name, "None")
        (folder / f"{name}.ipynb").write_text(json.dumps(_notebook(cell)), encoding="utf-8")
    return start_server([sys.executable, "-c", _SERVE, str(folder)], folder / "log.txt")


def _notebook(cell: str) -> dict[str, Any]:
    code = {
        "cell_type": "code",
        "id": "c",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": cell,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": [code], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def open_widget(visit: Visit, server: Server, name: str, *, widget: str) -> Any:
    """The tab, with the widget drawn and the margins that our pages have."""
    tab = visit.open(f"{server.origin}/voila/render/{name}.ipynb")
    tab.add_style_tag(content=".fk-cells { padding: 12px; }")
    tab.wait_for_selector(f".{widget}")
    return tab

"""Plotly's basic bundle, as a kernel sends it to a page that no server of ours gives the file."""

from __future__ import annotations

import gzip
import logging
from functools import cache
from pathlib import Path

LOG = logging.getLogger("fujikoro_nb.widgets")
BUNDLE = Path(__file__).parent / "vendor" / "plotly-basic.min.js"


def path() -> Path:
    """The bundle that the build fetched; without one, the whole of plotly.js inside the installed plotly."""
    if BUNDLE.is_file():
        return BUNDLE
    import plotly

    LOG.warning("plotly's basic bundle is missing; its whole bundle, four times as large, is used instead")
    return Path(plotly.__file__).parent / "package_data" / "plotly.min.js"


@cache
def compressed() -> bytes:
    """The bundle, gzipped."""
    return gzip.compress(path().read_bytes(), 6, mtime=0)

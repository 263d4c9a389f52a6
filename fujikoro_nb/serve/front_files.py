"""The front end's files: Jupyter's and Voila's scripts, and those of our widgets.

Every address names its content, so a browser keeps what it has fetched for good and asks for nothing twice. What can be
compressed is compressed once, when it is first asked for. None of it holds a key or anything that a visitor sent.

A page of Voila's loads a hundred small scripts, in waves that wait for each other. What all our pages need comes as one
(`START`): webpack takes the parts that are there already, and fetches any other part by itself as before.
"""

from __future__ import annotations

import functools
import gzip
import json
import re
import threading
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from jupyter_server.utils import url_path_join
from tornado.ioloop import IOLoop
from tornado.web import RequestHandler
from voila.paths import collect_static_paths
from voila.utils import get_voila_labextensions_path

from fujikoro_nb.serve.headers import takes_gzip
from fujikoro_nb.serve.pages import FOR_A_YEAR, TEMPLATE, show_not_found
from fujikoro_nb.widgets.base.front_texts import front_file, mark_of

FILES_ROUTE = r"/fujikoro/files/([0-9a-f]{16})/((?:static|labextensions)/[\w@./-]{1,200})"
START = "fujikoro-start.js"
"""What all pages need of Voila's and its extensions' scripts, as one file."""
EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", "@voila-dashboards/widgets-manager8", "anywidget")
"""The front-end extensions that draw widgets; others that happen to be installed only make the page heavier."""
_MAIN = "voila.js"
_STYLE = "voila-style.js"
_PARTS = Path(__file__).with_name("front_parts.json")
"""Names of scripts, as `tools/build_front_parts.py` saw our pages ask for them. One that a version of Voila's or of an
extension does not have is left out; a page fetches what it has instead by itself."""
_TYPES = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".ttf": "font/ttf",
    ".eot": "application/vnd.ms-fontobject",
    ".png": "image/png",
}
_PACKED_ALREADY = (".woff", ".woff2", ".png")

# Voila asks for its typesetter of formulas on every page, a megabyte of scripts, though few pages hold a formula.
CHANGES: Mapping[str, tuple[bytes, bytes]] = {
    "3307.voila.js": (
        b"async typeset(e){try{",
        rb"async typeset(e){if(!/[$\\]/.test(e.textContent))return;try{",
    )
}
"""Of the parts in `START`; a script that reads otherwise stays as it is."""

# The extensions are built for a newer JupyterLab than the parts of it that Voila brings, and say so a dozen times on
# every page. Which of them go together is settled where both are installed; nobody who opens a page can do anything.
_ENTRY = re.compile(r"labextensions/.*/remoteEntry\.[0-9a-f]+\.js")
_WARNS = re.compile(rb'"u(?:ndefined)?"(?:!=|>)typeof console&&console\.warn&&console\.warn\(\w+\)')


class FrontFiles:
    """The scripts below Voila's static folders and those of extensions, found once."""

    def __init__(self, static: Sequence[str], extensions: Mapping[str, Path]) -> None:
        """Folders of which the first has the say; ``extensions`` are folders by the extension's name."""
        found: dict[str, Path] = {}
        for place in reversed(static):
            found |= _files_in(Path(place), "static")
        for name, folder in sorted(extensions.items()):
            found |= _files_in(folder / "static", f"labextensions/{name}/static")
        self._paths = found
        self._marks: dict[str, str] = {}
        self.is_as_marked = True
        """Until a file is found to be another than when the server began: an installation that was changed."""
        told = blake2b(digest_size=8)
        for name, path in sorted(found.items()):
            content = path.read_bytes()
            self._marks[name] = mark_of(content)
            told.update(f"{name} {len(content)}\n".encode() + content)
        for path in (_PARTS, Path(__file__)):  # how `START` is made
            told.update(path.read_bytes())
        self.mark = told.hexdigest()
        self._packed: dict[str, bytes] = {}
        self._packing = threading.Lock()

    def content(self, name: str) -> bytes | None:
        """A file as it is, by its place such as ``static/voila.js``; None when there is none."""
        if name == f"static/{START}":
            return self._start()
        known = self._paths.get(name)
        if known is None:
            return None
        try:
            content = known.read_bytes()
        except FileNotFoundError:
            self.is_as_marked = False
            return None
        if mark_of(content) != self._marks[name]:
            self.is_as_marked = False
        return _WARNS.sub(b"void 0", content) if _ENTRY.fullmatch(name) else content

    def packed(self, name: str) -> bytes | None:
        """The same compressed: once, however many ask."""
        with self._packing:
            if name not in self._packed:
                content = self.content(name)
                if content is None:
                    return None
                self._packed[name] = gzip.compress(content, mtime=0)
            return self._packed[name]

    def ready(self, name: str) -> bytes | None:
        """The same, if it is compressed already."""
        return self._packed.get(name)

    def _start(self) -> bytes:
        parts: list[bytes] = [self.content(f"static/{_STYLE}") or b""]
        for place in json.loads(_PARTS.read_text("utf-8")):
            content = self.content(self._present(place))
            if content is None:
                continue
            before, after = CHANGES.get(place.rpartition("/")[2], (b"", b""))
            # In a function of its own: "use strict" at the head of one part is not said of the others.
            parts.append(b"(()=>{" + (content.replace(before, after) if before else content) + b"\n})();")
        return b"\n;".join([*parts, self.content(f"static/{_MAIN}") or b""])

    def _present(self, place: str) -> str:
        """A part's name in this version: those of extensions hold a mark of their content, ``*`` in the list."""
        if "*" not in place:
            return place
        head, _, tail = place.partition("*")
        return next((name for name in self._paths if name.startswith(head) and name.endswith(tail)), place)

    def addresses(self, base_url: str) -> dict[str, str]:
        """Where Voila's front end finds its files, in the words of its page configuration."""
        return {
            "fullStaticUrl": url_path_join(base_url, f"/fujikoro/files/{self.mark}/static"),
            "fullLabextensionsUrl": url_path_join(base_url, f"/fujikoro/files/{self.mark}/labextensions"),
        }


def _files_in(folder: Path, place: str) -> dict[str, Path]:
    """What browsers may ask for."""
    return {
        f"{place}/{path.relative_to(folder).as_posix()}": path
        for path in folder.rglob("*")
        if path.suffix in _TYPES and path.is_file()
    }


@functools.cache
def front_files() -> FrontFiles:
    """Those of this installation, as our template finds them."""
    places = [Path(place) for place in get_voila_labextensions_path()]
    found = {name: next((one / name for one in places if (one / name).is_dir()), None) for name in EXTENSIONS}
    return FrontFiles(
        collect_static_paths(["voila", "nbconvert"], TEMPLATE),
        {name: folder for name, folder in found.items() if folder is not None},
    )


def page_config(config: dict[str, Any], *, base_url: str, **_: object) -> dict[str, Any]:
    """Voila's settings for one page, with addresses that name what they lead to."""
    return config | front_files().addresses(base_url)


class _KeptHandler(RequestHandler):
    """A file that is the same for everybody."""

    def put_out(self, suffix: str, *, is_named: bool, is_packed: bool) -> None:
        """Only an address that names this very content may be kept: another version has another address."""
        self.set_header("Content-Type", _TYPES[suffix])
        self.set_header("Cache-Control", FOR_A_YEAR if is_named else "no-cache")
        self.set_header("Vary", "Accept-Encoding")
        if is_packed:
            self.set_header("Content-Encoding", "gzip")

    def show_nothing(self) -> None:
        """An address that leads nowhere."""
        show_not_found(self, self.settings["voila_jinja2_env"], self.settings["base_url"])


class FilesHandler(_KeptHandler):
    """Voila's scripts and those of extensions."""

    async def get(self, mark: str, place: str) -> None:
        """Read and compressed beside the loop: the largest takes half a second, once."""
        files = front_files()
        is_packed = takes_gzip(self.request) and not place.endswith(_PACKED_ALREADY)
        content = files.ready(place) if is_packed else None
        if content is None:
            make = files.packed if is_packed else files.content
            content = await IOLoop.current().run_in_executor(None, make, place)
        if content is None:
            self.show_nothing()
            return
        is_named = mark == files.mark and files.is_as_marked
        self.put_out(Path(place).suffix, is_named=is_named, is_packed=is_packed)
        self.write(content)

    head = get


class WidgetHandler(_KeptHandler):
    """The script of one of our widgets, with its style sheets."""

    def get(self, name: str, sheets: str) -> None:
        """As `stand_in` asks for it."""
        content = front_file(name, tuple(sheets.split("+")[1:]))
        if content is None:
            self.show_nothing()
            return
        is_named = self.get_query_argument("v", "") == mark_of(content)
        is_packed = takes_gzip(self.request)
        self.put_out(".js", is_named=is_named, is_packed=is_packed)
        self.write(_packed_front(content) if is_packed else content)

    head = get


@functools.cache
def _packed_front(content: bytes) -> bytes:
    """Of one of the widgets' scripts: there are as many as widgets."""
    return gzip.compress(content, mtime=0)

"""The pages around a notebook: our style, our sentences, the list of a folder, and a friendly page for faults."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gzip
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import url_path_join
from tornado.httputil import HTTPServerRequest, parse_cookie
from tornado.web import RequestHandler
from voila.tornado.handler import TornadoVoilaHandler

from fujikoro_nb import paths
from fujikoro_nb.helper.rules_data import PARTS, packed, version
from fujikoro_nb.serve.headers import takes_gzip
from fujikoro_nb.serve.kernels import TableFullError, TableKernelManager
from fujikoro_nb.serve.places import PATIENCE_SECONDS
from fujikoro_nb.serve.spoken import DEFAULT_LANGUAGE, choice, language_of, said, title_in, titles
from fujikoro_nb.texts import LANGUAGES, words
from fujikoro_nb.widgets.base.front_texts import joined, mark_of, place_of

TEMPLATE = "fujikoro"
PAGE_SCRIPTS = ("link", "reader", "seat")
"""Of the template, each joined with the modules beside it."""
PLOTLY_BUNDLE = paths.PACKAGE / "widgets" / "vendor" / "plotly-basic.min.js"
PLOTLY_ROUTE = "/fujikoro/plotly-basic.min.js"
RULES_ROUTE = rf"/fujikoro/({'|'.join(PARTS)})-([a-z]+)\.json"
ALIVE_ROUTE = r"/fujikoro/alive/([0-9a-f-]{36})"
PLACE_ROUTE = "/fujikoro/place"
ALL_OF_BOTH = "00_learn_and_solve.ipynb"
"""The notebook that leads to all lessons and puzzles: it stands first in both lists."""
TICKET_COOKIE = "fujikoro-place-"
"""Its name ends with the ticket: two tabs of a browser may wait."""
RETRY_SECONDS = 5
"""When whoever asks without our page's script may ask again."""
BEAT = "window.voila_heartbeat()"
"""What Voila says every ten seconds while a page waits for its kernel."""
STOPPED = "<script>window.fujikoroStuck()</script>\n"
"""What the page is told in its place when that kernel has ended."""
FOR_A_YEAR = "private, max-age=31536000, immutable"
"""How long a browser may keep what has another address when it changes."""

# Nothing outside this machine is asked, even if a widget or a notebook tried: the browser itself refuses.
# Widgets are modules in blobs, and the front end of Jupyter needs 'unsafe-eval' and inline parts.
CONTENT_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline' blob:",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "worker-src 'self' blob:",
        "frame-ancestors 'none'",
        "base-uri 'self'",
        "form-action 'self'",
    )
)


@dataclass(frozen=True)
class Page:
    """One notebook of a served folder."""

    path: str
    title: str


def template_folder() -> Path:
    """Our template; Voila finds it because `server.py` puts `share()` on Jupyter's path."""
    return paths.share() / "voila" / "templates" / TEMPLATE


def look(
    *,
    home: str | None = None,
    language: str = "",
    default: str = "",
    base_url: str = "/",
    paper: str | None = None,
) -> dict[str, Any]:
    """What the template needs: sentences, one style sheet, and the address of the start page when there is one.

    ``language`` is that of a page made for one request; a page made before has none yet, and begins with ``default``.
    ``paper`` is the address of the page to print, where this server has one.
    ``base_url`` is where the server's addresses begin: a hub gives each of its servers a place of its own.

    ``scripts`` stand in the page itself: they cost no request, and a page's link has to be there before Jupyter's front
    end, for which a module, fetched or not, would come too late.

    The widgets' own tokens come first, so a page and the widgets on it share their colours.
    """
    sheets = (
        place_of("tokens.css"),
        place_of("look.css"),
        template_folder() / "page.css",
    )
    style = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets if sheet.is_file())
    spoken = language or default or "en"
    return {
        "language": spoken,
        "words": words("serve", language=spoken),
        "choice": choice(default),
        "titles": titles(),
        "style": style,
        "home": home,
        "symbols": _symbols(),
        "scripts": {name: joined(template_folder() / f"{name}.js") for name in PAGE_SCRIPTS},
        "fronts": url_path_join(base_url, "/fujikoro/widget/"),
        "plotly": _plotly_address(base_url),
        "paper": paper,
        "rules": [
            (part, code, url_path_join(base_url, f"/fujikoro/{part}-{code}.json?v={version(part, code)}"))
            for part in PARTS
            for code in LANGUAGES
        ],
    }


@functools.cache
def _symbols() -> str:
    return place_of("symbols.svg").read_text(encoding="utf-8")


def _plotly_address(base_url: str) -> str | None:
    """Where the page finds plotly's bundle, so that browsers cache it; without a bundle the kernel sends one."""
    if not PLOTLY_BUNDLE.is_file():
        return None
    return url_path_join(base_url, f"{PLOTLY_ROUTE}?v={mark_of(_plotly_bundle())}")


@functools.cache
def _plotly_bundle() -> bytes:
    return PLOTLY_BUNDLE.read_bytes()


@functools.cache
def _plotly_packed() -> bytes:
    return gzip.compress(_plotly_bundle(), mtime=0)


class PlotlyHandler(RequestHandler):
    """Plotly's basic bundle as a file: a third of its size on the way, and once a device."""

    def get(self) -> None:
        """Compressed once, not at each request."""
        is_packed = takes_gzip(self.request)
        is_named = self.get_query_argument("v", "") == mark_of(_plotly_bundle())
        self.set_header("Content-Type", "text/javascript")
        self.set_header("Cache-Control", FOR_A_YEAR if is_named else "no-cache")
        self.set_header("Vary", "Accept-Encoding")
        if is_packed:
            self.set_header("Content-Encoding", "gzip")
        self.write(_plotly_packed() if is_packed else _plotly_bundle())

    head = get


class RulesHandler(RequestHandler):
    """The rulebook of one language as a file: one of the parts of `rules_data`, compressed once."""

    def get(self, part: str, language: str) -> None:
        """A language that we do not speak leads nowhere."""
        if language not in LANGUAGES:
            show_not_found(self, self.settings["voila_jinja2_env"], self.settings["base_url"])
            return
        content = packed(part, language)
        self.set_header("Content-Type", "application/json")
        # Only an address that names this very content may be kept: another version has another address.
        is_named = self.get_query_argument("v", "") == version(part, language)
        self.set_header("Cache-Control", FOR_A_YEAR if is_named else "no-cache")
        self.set_header("Vary", "Accept-Encoding")
        if takes_gzip(self.request):
            self.set_header("Content-Encoding", "gzip")
        else:
            content = gzip.decompress(content)
        self.write(content)

    head = get


def pages_in(folder: Path) -> tuple[Page, ...]:
    """The notebooks that lie directly in a folder, in the order of their file names."""
    return tuple(
        Page(path=path.name, title=title_of(path))
        for path in sorted(folder.glob("*.ipynb"))
        if path.is_file()
    )


def title_of(notebook: Path) -> str:
    """The title in the notebook's metadata, otherwise its first heading, otherwise its file name."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    title = content.get("metadata", {}).get("title")
    if title:
        return str(title)
    for cell in content.get("cells", ()):
        if cell.get("cell_type") == "markdown":
            for line in "".join(cell["source"]).splitlines():
                if line.startswith("# "):
                    return line.removeprefix("# ").strip()
    return notebook.stem.replace("_", " ")


class ListHandler(RequestHandler):
    """The start page of a folder."""

    def initialize(
        self,
        folder: Path,
        others: Sequence[Path],
        title: str,
        default: str,
        base_url: str,
        jinja: Environment,
    ) -> None:
        """Take what the server knows. `title` is a key of table `serve`, or a title as it is."""
        self.folder, self.others, self.title, self.default = folder, others, title, default
        self.base_url, self.jinja = base_url, jinja

    def set_default_headers(self) -> None:
        """As on every page."""
        self.set_header("Content-Security-Policy", CONTENT_POLICY)

    def get(self) -> None:
        """Read the folder afresh: a host may add a notebook while the server runs."""
        language = language_of(self.request, self.default)
        first = [page for other in self.others for page in pages_in(other) if page.path == ALL_OF_BOTH]
        listed = (*first, *pages_in(self.folder))
        pages = [Page(page.path, title_in(page.title, language)) for page in listed]
        known = self.title in words("serve", language="en")
        self.write(
            self.jinja.get_template("list.html").render(
                look=look(language=language, default=self.default, base_url=self.base_url),
                title=said(self.title, language) if known else self.title,
                base_url=self.base_url,
                notebooks=pages,
                intro=said("list-intro", language),
            )
        )

    head = get


class NotebookHandler(TornadoVoilaHandler):
    """Renders one of the folders' notebooks and nothing else that might lie there."""

    def initialize(
        self,
        folder: Path,
        others: Sequence[Path] = (),
        only: str | None = None,
        warm_after: float | None = None,
        before: Callable[[], None] | None = None,
        **kwargs: Any,
    ) -> None:
        """`folder` decides what may be asked for, `only` is a single start page; the rest is Voila's. `others` are
        folders beside it, where a name that it has not may lie.

        So many seconds after a visit the page gets a kernel that waits for the next one; None: it gets none.
        ``before`` is done before a page is made.
        """
        super().initialize(**kwargs)
        self.only, self.warm_after, self.before = only, warm_after, before
        self.folder, self.others = folder, others

    def _place(self, name: str) -> str:
        """Where the notebook of this name lies below Voila's folder; empty when there is none."""
        for folder in (self.folder, *self.others):
            if name in {page.path for page in pages_in(folder)}:
                return f"{folder.name}/{name}" if self.others else name
        return ""

    async def get(self, path: str = "") -> None:
        """A name that is not in the list is unknown here, whatever it points to on the disk."""
        path = self._place(self.only or path)
        if not path:
            show_not_found(self, self.settings["voila_jinja2_env"], self.settings["base_url"])
            return
        if self.before is not None:
            self.before()
        try:
            async with self.kernel_manager.opening(path, tickets_of(self.request)) as self._opening:
                await super().get(path)
        except TableFullError:
            show_full(self)
            return
        if self.warm_after is not None:
            asyncio.get_running_loop().call_later(self.warm_after, self.kernel_manager.warm, path)

    async def get_generator(self, path: str | None = None) -> AsyncIterator[str]:
        """Voila's parts of a page. It waits for ever for a kernel that ended meanwhile; the page says so instead."""
        async with contextlib.aclosing(super().get_generator(path=path)) as parts:
            async for part in parts:
                kernel_id = self._opening.kernel_id
                if BEAT in part and kernel_id and not await self.kernel_manager.lives(kernel_id):
                    yield STOPPED
                    return
                yield part

    def head(self, path: str = "") -> None:
        """Whether there is such a page; no kernel starts for it."""
        if not self._place(self.only or path):
            show_not_found(self, self.settings["voila_jinja2_env"], self.settings["base_url"])

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """One sentence and a way on; Jupyter's own needs templates that are not here."""
        name = "error" if status_code >= 500 else "not-found"
        jinja, base_url = self.settings["voila_jinja2_env"], self.settings["base_url"]
        show_message(self, jinja, base_url, status_code, name, has_again=status_code >= 500)


class PlaceHandler(RequestHandler):
    """The line in front of a full table: what the page that says so asks again and again. It needs no kernel."""

    def initialize(self, manager: TableKernelManager) -> None:
        """Take the kernels of the server."""
        self.manager = manager

    async def get(self) -> None:
        """Which ticket to show next time, whether a place is kept for it, and a sentence to read."""
        places = self.manager.places
        turn = places.ask(self.get_query_argument("ticket", None))
        if not turn.is_free:
            await self.manager.make_room()
            turn = places.ask(turn.ticket)
        key = "full-free" if turn.is_free else "full-ahead" if turn.ahead else "full-next"
        language = language_of(self.request, self.settings.get(DEFAULT_LANGUAGE, ""))
        self.set_header("Cache-Control", "no-store")
        self.write(
            {"ticket": turn.ticket, "free": turn.is_free, "said": said(key, language, ahead=turn.ahead)}
        )


class AliveHandler(RequestHandler):
    """The beat of a page: 204 while its kernel lives, 410 when that has ended."""

    def initialize(self, manager: TableKernelManager) -> None:
        """Take the kernels of the server."""
        self.manager = manager

    async def get(self, kernel_id: str) -> None:
        """Answer without a body, and never from a cache."""
        self.set_header("Cache-Control", "no-store")
        self.set_status(204 if await self.manager.lives(kernel_id) else 410)


def tickets_of(request: HTTPServerRequest) -> list[str]:
    """Of the line: a page for which a place is kept says so in a cookie, which lasts as long as the place is kept."""
    cookies = parse_cookie(request.headers.get("Cookie", ""))
    return [name.removeprefix(TICKET_COOKIE) for name in cookies if name.startswith(TICKET_COOKIE)]


def show_full(handler: TornadoVoilaHandler) -> None:
    """The page that waits for a place, and says so."""
    handler.set_status(503)
    handler.set_header("Content-Security-Policy", CONTENT_POLICY)
    handler.set_header("Cache-Control", "no-store")
    handler.set_header("Retry-After", str(RETRY_SECONDS))
    default, base_url = handler.settings.get(DEFAULT_LANGUAGE, ""), handler.settings["base_url"]
    language = language_of(handler.request, default)
    handler.finish(
        handler.settings["voila_jinja2_env"]
        .get_template("full.html")
        .render(
            look=look(language=language, default=default, base_url=base_url),
            words={key: said(key, language) for key in ("full-title", "full", "full-lost", "full-room")},
            address=url_path_join(base_url, PLACE_ROUTE),
            cookie=TICKET_COOKIE,
            seconds=int(PATIENCE_SECONDS),
            base_url=base_url,
        )
    )


class _WithoutTemplates:
    """A refusal is its status and no page: Jupyter's own needs templates that are not here."""

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Nobody reads it."""
        self.set_status(status_code)  # type: ignore[attr-defined]  # it stands before a handler
        self.finish()  # type: ignore[attr-defined]


def without_templates(handler: type[Any]) -> type[Any]:
    """One of Jupyter's handlers, as it can refuse on this server."""
    if handler.__dict__.get("write_error") or handler.write_error is not JupyterHandler.write_error:
        return handler
    return type(handler.__name__, (_WithoutTemplates, handler), {})


class NotFoundHandler(RequestHandler):
    """Every address that leads nowhere."""

    def check_xsrf_cookie(self) -> None:
        """Nothing is changed here, so there is nothing to forge."""

    def prepare(self) -> None:
        """Answer every method alike."""
        show_not_found(self, self.settings["voila_jinja2_env"], self.settings["base_url"])


def show_not_found(handler: RequestHandler, jinja: Environment, base_url: str) -> None:
    """A page with the way back."""
    show_message(handler, jinja, base_url, 404, "not-found")


def show_message(
    handler: RequestHandler,
    jinja: Environment,
    base_url: str,
    status: int,
    name: str,
    *,
    has_again: bool = False,
) -> None:
    """One sentence of table `serve` as a page: `name` is its key, `name-title` its heading.

    ``has_again``: with a button that asks for the same page anew.
    """
    handler.set_status(status)
    handler.set_header("Content-Security-Policy", CONTENT_POLICY)
    default = handler.settings.get(DEFAULT_LANGUAGE, "")
    language = language_of(handler.request, default)
    handler.finish(
        jinja.get_template("message.html").render(
            look=look(language=language, default=default, base_url=base_url),
            title=said(f"{name}-title", language),
            sentence=said(name, language),
            again=said("link-again", language) if has_again else "",
            base_url=base_url,
        )
    )

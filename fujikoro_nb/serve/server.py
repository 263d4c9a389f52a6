"""The server behind `fujikoro table`, `learn` and `puzzles`: Voila with our gate, template, kernels and messages."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import tornado.ioloop
from jinja2 import Environment
from jupyter_core.utils import run_sync
from jupyter_server.utils import url_path_join
from tornado.netutil import bind_sockets
from traitlets.config import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from fujikoro_nb import paths
from fujikoro_nb.content.owner import data_folder, made_folder
from fujikoro_nb.learning.index import LESSONS
from fujikoro_nb.puzzles.index import BOOKS
from fujikoro_nb.serve import addresses, connections, invitation, log_lines
from fujikoro_nb.serve.clients import BEHIND_PROXY
from fujikoro_nb.serve.forking import FORKER, ForkedKernels
from fujikoro_nb.serve.front_files import (
    EXTENSIONS,
    FILES_ROUTE,
    START,
    FilesHandler,
    WidgetHandler,
    front_files,
    page_config,
)
from fujikoro_nb.serve.guard import LEAVE_ROUTE, Guard, GuardedApplication, LeaveHandler
from fujikoro_nb.serve.kernels import (
    MAX_MESSAGE_BYTES,
    ChannelsHandler,
    ShutdownHandler,
    TableConnection,
    TableKernelManager,
)
from fujikoro_nb.serve.keys import Keys, kept_keys, new_keys, seats_key
from fujikoro_nb.serve.pages import (
    ALIVE_ROUTE,
    CONTENT_POLICY,
    PLACE_ROUTE,
    PLOTLY_BUNDLE,
    PLOTLY_ROUTE,
    RULES_ROUTE,
    TEMPLATE,
    AliveHandler,
    ListHandler,
    NotebookHandler,
    NotFoundHandler,
    PlaceHandler,
    PlotlyHandler,
    RulesHandler,
    look,
    pages_in,
    without_templates,
)
from fujikoro_nb.serve.sessions import Sessions
from fujikoro_nb.serve.spoken import DEFAULT_LANGUAGE
from fujikoro_nb.store import Store
from fujikoro_nb.store.sharing import READER_KEY, SEATS_KEY, open_tables
from fujikoro_nb.texts import SERVED_LANGUAGE, say
from fujikoro_nb.widgets.base.front_texts import FRONT_ROUTE, FRONTS_SERVED

# Voila's routes that our pages use. The rest is left out: what nobody needs, nobody can misuse.
_VOILA_ROUTES = (
    "/api/kernels/",
    "/voila/templates/",
    "/voila/static/",
    "/voila/api/themes/",
    "/voila/labextensions/",
)

PING_MS = 30_000
"""How often a page's websocket is asked whether its page is still there."""
RENDERED = "/voila/render/"
"""Where a notebook that is not the start page is served."""
GAME = "game.ipynb"
SMALL_GAMES = "small-games.ipynb"
FIRST_GAME = "first-game.ipynb"
STORM = "storm.ipynb"
WARM_AFTER_SECONDS = 4.0
"""Whoever plays may have to load the page again; its next kernel does not start while it is still being drawn."""

FEW_PAGES = 12
"""A machine that carries fewer says so when it starts: six people with two pages each may find it full."""
LAB_ONLY = "lab-only"
"""The tag of cells that only a reader in JupyterLab sees."""


class CannotServeError(Exception):
    """The server cannot start; the text is a sentence for the person who started it."""


class Readers(Protocol):
    """What is added for people who look on at a table; made of widgets, which this folder does not know."""

    def routes(
        self, jinja: Environment, base_url: str, names: Callable[[], frozenset[str]] | None
    ) -> list[tuple[Any, ...]]:
        """Addresses as tornado takes them; ``names`` are this server's now; None behind a hub."""

    def close(self) -> None:
        """The server ends."""


@dataclass(frozen=True)
class Offer:
    """What to serve and where: `notebooks` lie in one folder; a single one is the start page itself.

    `title` of a list is a key of table `serve`, or the title as it is.
    """

    title: str
    folder: Path
    notebooks: tuple[str, ...]
    host: str = "127.0.0.1"
    port: int = 0
    keys: Keys | None = None
    """What the links carry; None where only this machine comes in."""
    command: str = "table"
    """What was started, for sentences that say how to start it otherwise."""
    language: str = ""
    """Of pages whose browser has chosen none; empty: that of the browser."""
    readers: Callable[[Store], Readers] | None = None
    """Makes the pages for people who look on; None: no tables are kept here."""
    kernels: Mapping[str, int] = field(default_factory=dict)
    """Settings of `TableKernelManager`, where they are to be others: how long a kernel is kept, and how many."""
    beside: tuple[str, ...] = ()
    """Notebooks of the folder that the single one leads to, each at `RENDERED` and its name."""
    others: tuple[Path, ...] = ()
    """Folders beside that of a list, whose notebooks are served as well: lessons and puzzles lead to each other."""
    warm: Mapping[str, float] = field(default_factory=dict)
    """Those of them that have a kernel waiting, so many seconds after somebody has opened them."""
    behind_proxy: str = ""
    """The origin under which a proxy on this machine shows the server, such as ``https://club.example``."""

    @property
    def token(self) -> str | None:
        """The key of those who play, where one is needed."""
        return None if self.keys is None else self.keys.player

    @property
    def single(self) -> Path | None:
        """The notebook that stands at the start address, when there is just one."""
        return self.folder / self.notebooks[0] if len(self.notebooks) == 1 else None


def configuration(offer: Offer) -> Config:
    """Voila's settings for an offer."""
    config = Config()
    config.Voila.ip = offer.host
    config.Voila.port = offer.port
    config.Voila.port_retries = 0  # another port without a word would break the link that phones hold
    config.Voila.open_browser = False  # ours knows the key; see invitation.py
    config.Voila.kernel_websocket_connection_class = TableConnection
    config.Voila.log_level = "ERROR"
    config.Voila.tornado_settings = {
        "headers": {
            "Content-Security-Policy": CONTENT_POLICY,
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        },
        "websocket_max_message_size": MAX_MESSAGE_BYTES,
        "ws_ping_interval": PING_MS,
        # Jupyter's first look comes one interval after the opening, before any answer can be there.
        "ws_ping_timeout": 3 * PING_MS,
        "default_handler_class": NotFoundHandler,
        "log_function": log_lines.log_request,
        DEFAULT_LANGUAGE: offer.language,
        BEHIND_PROXY: bool(offer.behind_proxy),
    }
    voila = config.VoilaConfiguration
    voila.template = TEMPLATE
    voila.allow_template_override = "NO"
    voila.allow_theme_override = "NO"
    voila.strip_sources = True
    voila.show_tracebacks = False
    voila.extension_allowlist = list(EXTENSIONS)
    voila.page_config_hook = page_config
    voila.multi_kernel_manager_class = TableKernelManager
    config.TableKernelManager.update(offer.kernels)
    # A pool for one page makes it open at once; for a whole folder it would start a kernel for every notebook.
    voila.preheat_kernel = offer.single is not None
    voila.default_pool_size = 1
    # Cells for JupyterLab are taken out before anything runs: they cost a page time and say nothing to a player.
    config.TagRemovePreprocessor.enabled = True
    config.TagRemovePreprocessor.remove_cell_tags = {LAB_ONLY}
    home = None if offer.single else "/"
    paper = "/print" if offer.readers else None
    # Pages that the first one leads to lead back to it; the game's has a way of its own, which knows its table.
    beside = [Path(name).stem for name in offer.beside if name != GAME]
    voila.resources = {
        "fujikoro": look(home=home, default=offer.language, paper=paper)
        | {
            "beside": beside,
            "leave": LEAVE_ROUTE if offer.token else None,
        }
    }
    voila.kernel_spec_manager_class = ForkedKernels
    # A kernel that is started again knows nothing of the page it belongs to; the page is loaded again instead.
    config.KernelManager.autorestart = False
    if os.name == "posix":
        # Sockets in a folder of ours instead of ports that every user of the machine sees.
        config.KernelManager.transport = "ipc"
    return config


def is_of_interest(record: logging.LogRecord) -> bool:
    """Tornado reads Jupyter's milliseconds for its own seconds, and calls the patience above too long."""
    return "websocket_ping_timeout" not in record.getMessage()


class TableServer(Voila):
    """One running server. Use `serve`, which prepares what it needs."""

    offer: Offer
    port: int
    ready: Callable[[int], None]
    readers: Readers | None = None

    def prepare(self, offer: Offer, ready: Callable[[int], None]) -> None:
        """Take the offer's settings in place of a command line and of configuration files.

        `ready` is called with the port as soon as requests are answered.
        """
        self.offer, self.ready = offer, ready
        self.config_file_paths: list[
            str
        ] = []  # a voila.json in the present folder must not change what is served
        self.update_config(configuration(offer))
        self.root_dir = str(offer.folder.parent if offer.others else offer.folder)
        if offer.single:
            self.notebook_path = str(offer.single)
        self.initialize([])

    def init_handlers(self) -> list[tuple[Any, ...]]:
        """The routes we need of Voila's, then our own pages."""
        voilas = super().init_handlers()
        kept = [route for route in voilas if any(name in route[0] for name in _VOILA_ROUTES)]
        ours = {VoilaKernelWebsocketHandler: ChannelsHandler}
        kept = [(place, without_templates(ours.get(one, one)), *more) for place, one, *more in kept]
        kept += [(route[0], ShutdownHandler) for route in voilas if route[1] is VoilaShutdownKernelHandler]
        if PLOTLY_BUNDLE.is_file():
            kept.append((PLOTLY_ROUTE, PlotlyHandler))
        kept.append((RULES_ROUTE, RulesHandler))
        kept += [(FILES_ROUTE, FilesHandler), (FRONT_ROUTE, WidgetHandler)]
        kept.append((LEAVE_ROUTE, LeaveHandler))
        kept.append((ALIVE_ROUTE, AliveHandler, {"manager": self.kernel_manager}))
        kept.append((PLACE_ROUTE, PlaceHandler, {"manager": self.kernel_manager}))
        render = {
            "folder": self.offer.folder,
            "others": self.offer.others,
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
            "before": self._tell_phones,
        }
        if self.readers is not None:
            jinja, names = self.app.settings["voila_jinja2_env"], self.app.guard.names
            kept += self.readers.routes(jinja, self.base_url, names)
        if self.offer.single:
            start: tuple[Any, ...] = (
                self.server_url,
                NotebookHandler,
                render | {"only": self.offer.single.name},
            )
            beside = [
                (
                    url_path_join(self.server_url, RENDERED, re.escape(name)) + "$",
                    NotebookHandler,
                    render | {"only": name, "warm_after": self.offer.warm.get(name)},
                )
                for name in self.offer.beside
            ]
            return [*kept, start, *beside]
        listing = {
            "folder": self.offer.folder,
            "others": self.offer.others,
            "title": self.offer.title,
            "default": self.offer.language,
            "base_url": self.base_url,
            "jinja": self.app.settings["voila_jinja2_env"],
        }
        return [
            *kept,
            (self.server_url, ListHandler, listing),
            (url_path_join(self.server_url, r"/voila/render/(.*)"), NotebookHandler, render),
        ]

    def start(self) -> None:
        """As Voila's, with the port taken first and every route behind the guard."""
        sockets = self._bind()
        self.connection_dir = tempfile.mkdtemp(prefix="fujikoro_")
        if self.offer.readers is not None:
            store = open_tables(self.offer.language)
            self.readers = None if store is None else self.offer.readers(store)
        reader = self.offer.keys.reader if self.offer.keys and self.readers is not None else None
        # Kernels inherit them: a writer's page shows the links of readers and seats.
        seats = seats_key(self.offer.token or "") if reader else ""
        os.environ.update({READER_KEY: reader or "", SEATS_KEY: seats})
        public = self.offer.behind_proxy
        guard = Guard(
            names=lambda: addresses.public_names(public) or addresses.served_names(self.offer.host),
            token=self.offer.token,
            reader=reader,
            cookie=f"fujikoro-{self.port}",  # cookies know no ports: two tables on one machine need two names
            sessions=_sessions(self.offer.keys, is_kept=self.offer.command == "table"),
            public=public,
        )
        self._tell_phones()
        # Compressed while the first kernel starts, so that the first visitor need not wait for it.
        threading.Thread(target=front_files().packed, args=(f"static/{START}",), daemon=True).start()
        # A phone's Wi-Fi is slower than compressing; between two programs of one machine it is the other way round.
        self.app = GuardedApplication(guard, compress_response=self.offer.token is not None)
        # Pooled kernels read the application's settings while they are being made.
        self.app.settings.update(self.init_settings() | self.tornado_settings)
        self.app.add_handlers(r".*$", self.init_handlers())
        served = connections.LimitedServer(
            self.app,
            behind_proxy=bool(public),
            max_body_size=MAX_MESSAGE_BYTES,
            # Only a proxy of this machine can say who it speaks for: with one, nothing else is listened to.
            xheaders=bool(public),
        )
        served.add_sockets(sockets)
        self.ioloop = tornado.ioloop.IOLoop.current()
        self.ready(self.port)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()

    def _tell_phones(self) -> None:
        """A page that is opened on this machine gives phones an address which leads them here.

        As it is when the page is made: one that waits for its reader keeps that of then.
        """
        here = f"127.0.0.1:{self.port}"
        place, is_here_only = addresses.for_phones("http", here, addresses.served_names(self.offer.host))
        resources = self.voila_configuration.config.VoilaConfiguration.resources
        resources["fujikoro"]["phones"] = self.offer.behind_proxy or (None if is_here_only else place)

    def _bind(self) -> list[socket.socket]:
        """Take the port, or say in one sentence why not."""
        try:
            sockets = bind_sockets(self.port, self.ip)
        except socket.gaierror as error:
            raise CannotServeError(say("serve.host-unknown", host=self.ip)) from error
        except OSError as error:
            raise CannotServeError(self._why_not(error)) from error
        self.port = int(sockets[0].getsockname()[1])  # port 0 asks the system for any free one
        return sockets

    def _why_not(self, error: OSError) -> str:
        if error.errno == errno.EADDRNOTAVAIL:
            return say("serve.host-unknown", host=self.ip)
        reason = "port-taken" if error.errno == errno.EADDRINUSE else "port-denied"
        start = max(self.port, 1024)
        return say(f"serve.{reason}", port=self.port, free=addresses.next_free_port(self.ip, start))

    def stop(self) -> None:
        """End all kernels, then remove their connection files.

        At once: nothing that matters lives only in a kernel, and one that is just starting would answer a
        polite request with a traceback.
        """
        if self.readers is not None:
            self.readers.close()
        run_sync(self.kernel_manager.shutdown_all)(now=True)
        FORKER.close()
        shutil.rmtree(self.connection_dir, ignore_errors=True)


def offer_for(
    kind: str, *, host: str, port: int, language: str = "", has_new_link: bool = False, behind_proxy: str = ""
) -> Offer:
    """What `fujikoro table`, `learn` or `puzzles` serves; ``has_new_link``: the link of before opens nothing.

    ``behind_proxy``: see `Offer`. Raises CannotServeError.
    """
    if behind_proxy:
        behind_proxy = _public_origin(behind_proxy, host)
    if kind == "table":
        title, folder = "title", paths.voila_app("helper").parent
        others: tuple[Path, ...] = ()
        found: tuple[str, ...] = ("helper.ipynb",)
        lessons = (f"lesson-{lesson.page}.ipynb" for lesson in LESSONS)
        books = (f"{book.page}.ipynb" for book in BOOKS)
        beside: tuple[str, ...] = (GAME, FIRST_GAME, SMALL_GAMES, STORM, *lessons, *books)
    else:
        title, beside = f"title-{kind}", ()
        folder = paths.notebooks("tutorial" if kind == "learn" else kind)
        others = (paths.notebooks("puzzles" if kind == "learn" else "tutorial"),)
        found = tuple(page.path for page in pages_in(folder))
    if not found:
        raise CannotServeError(say("serve.nothing-to-serve", folder=folder))
    # Behind a proxy this machine is asked for everybody.
    needs_none = addresses.is_loopback(host) and not behind_proxy
    keys = None if needs_none else _keys(kind, has_new_link)
    return Offer(
        title=title,
        folder=folder,
        notebooks=found,
        host=host,
        port=port,
        keys=keys,
        command=kind,
        language=language,
        beside=beside,
        others=others,
        warm={GAME: WARM_AFTER_SECONDS} if GAME in beside else {},
        behind_proxy=behind_proxy,
    )


def _public_origin(address: str, host: str) -> str:
    """The proxy's address as browsers write an Origin."""
    if not addresses.is_loopback(host):
        raise CannotServeError(say("serve.proxy-host", host=host))
    try:
        return addresses.origin_of(address)
    except ValueError as fault:
        raise CannotServeError(say("serve.proxy-address", address=address)) from fault


def _keys(kind: str, has_new_link: bool) -> Keys:
    """A table's are kept; lessons and puzzles hold nothing that anybody would come back to."""
    if kind != "table":
        return new_keys()
    try:
        return kept_keys(made_folder(), is_new=has_new_link)
    except OSError:
        print(say("serve.link-not-kept"), file=sys.stderr)  # noqa: T201
        return new_keys()


def _sessions(keys: Keys | None, *, is_kept: bool) -> Sessions:
    """A table's are kept as its link is."""
    if keys is None:
        return Sessions()
    return Sessions(keys.player, keys.reader, folder=data_folder() if is_kept else None)


def find_templates() -> None:
    """Put ours on Jupyter's path, where Voila looks for templates, and so do the static files of a template."""
    os.environ["JUPYTER_PATH"] = os.pathsep.join(
        filter(None, (str(paths.share()), os.environ.get("JUPYTER_PATH")))
    )


def serve(offer: Offer, *, browser: bool) -> None:
    """Serve until somebody stops it. Raises CannotServeError."""
    find_templates()
    connections.raise_files()
    os.umask(0o077)  # kernels inherit it: what any of us writes is for this account alone
    if offer.readers is not None:
        with contextlib.suppress(OSError):  # the store says where it cannot write
            made_folder()
    logging.getLogger("tornado.general").addFilter(is_of_interest)
    os.environ[FRONTS_SERVED] = "1"
    os.environ[SERVED_LANGUAGE] = offer.language or "en"  # what a page is made in before anybody asks for it

    def ready(port: int) -> None:
        public = offer.behind_proxy
        said = invitation.text(offer.host, port, token=offer.token, command=offer.command, public=public)
        print(said, flush=True)  # noqa: T201
        kernels = server.kernel_manager
        if kernels.most_kernels < min(FEW_PAGES, kernels.max_kernels):
            print(say("serve.few-pages", pages=kernels.most_kernels), flush=True)  # noqa: T201
        if browser:
            invitation.open_browser(invitation.own_link(offer.host, port, token=offer.token, public=public))

    server = TableServer.instance()  # so that everything in Voila finds the log
    server.prepare(offer, ready)
    log_lines.quiet(server.log)
    server.start()

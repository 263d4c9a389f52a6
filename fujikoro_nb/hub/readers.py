"""The tables of a club for people who look on and phones that write a seat: one server without a kernel, a service of
JupyterHub.

Whoever scans a table's code comes in with the readers' or the seats' key and needs no account. Nobody is the host of
seats here: that is the member who began the table, on the page of the evening.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader
from jupyter_server.utils import url_path_join

from fujikoro_nb import paths
from fujikoro_nb.content.owner import data_folder
from fujikoro_nb.serve import connections, log_lines
from fujikoro_nb.serve.clients import BEHIND_PROXY
from fujikoro_nb.serve.guard import LEAVE_ROUTE, Guard, GuardedApplication, LeaveHandler
from fujikoro_nb.serve.kernels import MAX_MESSAGE_BYTES
from fujikoro_nb.serve.keys import new_keys
from fujikoro_nb.serve.pages import (
    PLOTLY_BUNDLE,
    PLOTLY_ROUTE,
    RULES_ROUTE,
    TEMPLATE,
    NotFoundHandler,
    PlotlyHandler,
    RulesHandler,
)
from fujikoro_nb.serve.readers.handlers import Readers
from fujikoro_nb.serve.seats.serving import ReadersAndSeats
from fujikoro_nb.serve.sessions import READERS_FILE, Sessions
from fujikoro_nb.serve.spoken import DEFAULT_LANGUAGE
from fujikoro_nb.store import Store
from fujikoro_nb.store.sharing import READER_KEY, SEATS_KEY, open_tables


def application(readers: Readers, key: str, base_url: str, seats: str = "") -> GuardedApplication:
    """Every address behind the readers' key or the seats'; nobody is told a better one."""
    templates = paths.share() / "voila" / "templates" / TEMPLATE
    jinja = Environment(loader=FileSystemLoader(templates), autoescape=True)
    guard = Guard(
        names=None,
        token=new_keys().player,
        reader=key,
        seats=seats,
        cookie="fujikoro-readers",
        base_url=base_url,
        sessions=Sessions(key, *filter(None, [seats]), folder=data_folder(), file=READERS_FILE),
    )
    app = GuardedApplication(
        guard,
        compress_response=True,
        default_handler_class=NotFoundHandler,
        voila_jinja2_env=jinja,
        base_url=base_url,
        **{DEFAULT_LANGUAGE: "", BEHIND_PROXY: True},
    )
    routes = readers.routes(jinja, base_url, guard.names)
    if PLOTLY_BUNDLE.is_file():
        routes.append((url_path_join(base_url, PLOTLY_ROUTE), PlotlyHandler))
    routes.append((url_path_join(base_url, RULES_ROUTE), RulesHandler))
    routes.append((url_path_join(base_url, LEAVE_ROUTE), LeaveHandler))
    app.add_handlers(r".*$", routes)
    return app


async def _serve(store: Store, key: str, seats: str) -> None:
    place = urlsplit(os.environ["JUPYTERHUB_SERVICE_URL"])
    readers = ReadersAndSeats(store, has_host=False) if seats else Readers(store)
    server = connections.LimitedServer(
        application(readers, key, os.environ["JUPYTERHUB_SERVICE_PREFIX"], seats),
        behind_proxy=True,
        max_body_size=MAX_MESSAGE_BYTES,
    )
    over = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, over.set)
    try:
        server.listen(place.port or 80, place.hostname or "127.0.0.1")
        await over.wait()
    finally:
        server.stop()
        readers.close()


def main(_arguments: Sequence[str] = ()) -> int:
    """Serve until JupyterHub ends it; 1 when the tables cannot be opened."""
    store = open_tables("en")
    if store is None:
        return 1
    connections.raise_files()
    log_lines.quiet()
    asyncio.run(_serve(store, os.environ[READER_KEY], os.environ.get(SEATS_KEY, "")))
    return 0

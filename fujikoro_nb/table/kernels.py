"""Kernels: how long they live, and what a browser may send them."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import OrderedDict
from datetime import timedelta
from typing import Any

from jupyter_client.jsonutil import json_default
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_core.utils import ensure_async
from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError, RequestHandler, authenticated
from tornado.websocket import WebSocketClosedError
from traitlets import Integer, default
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from fujikoro_nb.table.guard import is_still_in
from fujikoro_nb.table.messages import header_of

ALIVE_ROUTE = r"/fujikoro/alive/([0-9a-f-]{36})"
HOURS = 3600
V1_PROTOCOL = "v1.kernel.websocket.jupyter.org"
MAX_MESSAGE_BYTES = 256 * 1024
"""The largest message a page may send: a whole table's gear is a few kilobytes."""

UNTOLD = frozenset({"error", "stream"})
"""What a kernel says that no page is for: tracebacks, and what goes to its terminal. Both name this machine's files."""

REMEMBERED = 1000
"""Messages by their ids that the server knows to have passed on to a kernel."""
MAX_ID = 100
"""Characters; Jupyter's front end gives its messages 36."""


class OwnKernels(KernelSpecManager):
    """Knows only the kernel of this very environment: one of the same name elsewhere lacks our package."""

    @default("kernel_dirs")
    def _no_folders(self) -> list[str]:
        return []


class TableKernelManager(AsyncMappingKernelManager):
    """Ends kernels that nobody needs any more.

    A closed page ends its kernel itself (ShutdownHandler below). What is left over are phones: a sleeping one
    drops its link, and its kernel has to wait for it as long as a game lasts; an open page that nobody has
    touched since yesterday was forgotten.
    """

    # Jupyter's own setting is for kernels without a page here, and the one below for kernels with one.
    cull_idle_timeout = Integer(3 * HOURS, config=True, help="seconds that a kernel without a page is kept")
    cull_connected_timeout = Integer(12 * HOURS, config=True, help="seconds that an untouched page is kept")
    cull_interval = Integer(60, config=True, help="seconds between two looks at the kernels")
    max_kernels = Integer(40, config=True, help="open pages at most, a preheated one included")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cull_connected = True
        self._passed_on: dict[str, OrderedDict[str, None]] = {}
        self._looked_at: set[str] = set()

    def is_first(self, kernel_id: str, message_id: str) -> bool:
        """Whether a message with this id was never passed on to this kernel, as far as is remembered; it is now.

        A page that lost its link sends again what it has seen no answer to.
        """
        known = self._passed_on.setdefault(kernel_id, OrderedDict())
        if message_id in known:
            return False
        known[message_id] = None
        if len(known) > REMEMBERED:
            known.popitem(last=False)
        return True

    def remove_kernel(self, kernel_id: str) -> Any:
        """Forget what it was sent as well."""
        self._passed_on.pop(kernel_id, None)
        self._looked_at.discard(kernel_id)
        return super().remove_kernel(kernel_id)

    async def lives(self, kernel_id: str) -> bool:
        """Whether the kernel is there and its process runs; one that has ended by itself is cleared away."""
        kernel = self._kernels.get(kernel_id)
        if kernel is None:
            return False
        if await ensure_async(kernel.is_alive()):
            return True
        await ensure_async(self.shutdown_kernel(kernel_id, now=True))
        return False

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Give kernels with a page more time than Jupyter would.

        Voila leaves out those that wait for a page; such a one may have waited for hours, and its time begins now.
        """
        kernel = self._kernels[kernel_id]
        if kernel_id not in self._looked_at:
            self._looked_at.add(kernel_id)
            kernel.last_activity = utcnow()
        idle = utcnow() - getattr(kernel, "last_activity", utcnow())
        if self._kernel_connections.get(kernel_id, 0) and idle < timedelta(
            seconds=self.cull_connected_timeout
        ):
            return
        await ensure_async(super().cull_kernel_if_idle(kernel_id))

    def notify_disconnect(self, kernel_id: str) -> None:
        """Count the waiting time from the moment that the link was lost, not from the last tap."""
        super().notify_disconnect(kernel_id)
        kernel = self._kernels.get(kernel_id)
        if kernel is not None:
            kernel.last_activity = utcnow()


class TableConnection(ZMQChannelsWebsocketConnection):
    """The websocket between one page and its kernel.

    Too large messages never come here: tornado closes the socket when their length is announced
    (`websocket_max_message_size`). Voila lets only widget messages and kernel questions pass.
    """

    async def prepare(self) -> None:
        """Jupyter waits a minute for a kernel that has ended, and calls that a fault of the server."""
        ended = HTTPError(410, log_message="the kernel has ended")
        if not await self.multi_kernel_manager.lives(self.kernel_id):
            raise ended
        try:
            await super().prepare()
        except TimeoutError:  # it ended meanwhile: a page that was closed while it was opening
            raise ended from None

    def connect(self) -> asyncio.Future[None] | None:  # type: ignore[override]  # as its own base class does
        """Send small packets at once: a burst of messages would wait 40 ms at each hop."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        """Drop what is no Jupyter message: on an exception tornado would close the socket, and kill the page."""
        header = header_of(incoming_msg, v1=self.subprotocol == V1_PROTOCOL)
        if header is None:
            self.log.warning("a malformed message was dropped")
            return
        if not self.channels:  # closed meanwhile: the page will send it again
            return
        if self._came_before(header):
            self._say_idle(header)
        else:
            super().handle_incoming_message(incoming_msg)

    def handle_outgoing_message(self, stream: str, outgoing_msg: list[Any]) -> None:
        """Keep to ourselves what the kernel prints: ipywidgets answers an odd message with a traceback."""
        _, parts = self.session.feed_identities(outgoing_msg)
        if self.session.unpack(parts[1]).get("msg_type") in UNTOLD:
            self.log.warning("a kernel printed something that no page is told")
            return
        super().handle_outgoing_message(stream, outgoing_msg)

    def _came_before(self, header: dict[str, Any]) -> bool:
        """Only what a widget says is sent again; a name that Jupyter would never give is not remembered."""
        name = header.get("msg_id")
        if header["msg_type"] != "comm_msg" or not isinstance(name, str) or len(name) > MAX_ID:
            return False
        return not self.multi_kernel_manager.is_first(self.kernel_id, name)

    def _say_idle(self, header: dict[str, Any]) -> None:
        """Tell the page that a message which it sent again had come before: the kernel's own word was lost."""
        status = self.session.msg("status", content={"execution_state": "idle"}, parent=header)
        if self.subprotocol == V1_PROTOCOL:
            self.write_message(serialize_msg_to_ws_v1(status, "iopub", self.session.pack), binary=True)
        else:
            status["channel"] = "iopub"
            self.write_message(json.dumps(status, default=json_default))


class ChannelsHandler(VoilaKernelWebsocketHandler):
    """The websocket of a page, from its first request on."""

    def on_message(self, message: Any) -> None:
        """A device whose session was ended is heard no more."""
        if is_still_in(self):
            super().on_message(message)
        else:
            self.close()

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """A page that has just gone hears nothing, and asks for all when it is back; Jupyter waits for no answer."""
        if not is_still_in(self):
            self.close()
            return None
        try:
            written = super().write_message(message, binary)
        except WebSocketClosedError:
            return None
        if written is not None:
            written.add_done_callback(_without_page)
        return written

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """A status and no page: Jupyter's own needs templates that are not here, and no one would read it."""
        self.set_status(status_code)
        self.finish()


def _without_page(written: asyncio.Future[None]) -> None:
    """Take note of a page that went while it was written to; anything else is a fault."""
    if not written.cancelled():
        with contextlib.suppress(WebSocketClosedError):
            written.result()


class ShutdownHandler(VoilaShutdownKernelHandler):
    """Ends the kernel of a page that is being closed.

    Voila asks for an `_xsrf` cookie that its own pages never get, so that no kernel ever ended. The guard
    has already compared the Origin, which is the same protection.
    """

    def check_xsrf_cookie(self) -> None:
        """See above."""

    @authenticated
    async def post(self, kernel_id: str) -> None:
        """A kernel that is gone already is what the page wanted."""
        if kernel_id in self.kernel_manager:
            await ensure_async(self.kernel_manager.shutdown_kernel(kernel_id, now=True))
        self.set_status(204)
        self.finish()  # not awaited: the page is gone by now, and nobody takes the answer


class AliveHandler(RequestHandler):
    """The beat of a page: 204 while its kernel lives, 410 when that has ended."""

    def initialize(self, manager: TableKernelManager) -> None:
        """Take the kernels of the server."""
        self.manager = manager

    async def get(self, kernel_id: str) -> None:
        """Answer without a body, and never from a cache."""
        self.set_header("Cache-Control", "no-store")
        self.set_status(204 if await self.manager.lives(kernel_id) else 410)

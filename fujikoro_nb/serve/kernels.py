"""Kernels: how long they live, and what a browser may send them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
import weakref
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from jupyter_client.jsonutil import json_default
from jupyter_core.utils import ensure_async
from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.connection.base import serialize_msg_to_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.web import HTTPError, authenticated
from tornado.websocket import WebSocketClosedError
from traitlets import Bool, Integer
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from fujikoro_nb.serve import memory
from fujikoro_nb.serve.guard import is_still_in
from fujikoro_nb.serve.messages import asked_again, only_asks, read
from fujikoro_nb.serve.places import SPARE, Places

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

GROWING_SECONDS = 20
"""A kernel so young has not taken its memory yet."""


class TableFullError(Exception):
    """No place for one kernel more."""


@dataclass(eq=False)
class Opening:
    """A page that is being made, and its kernel as soon as there is one. It holds a place until then."""

    kernel_id: str | None = None


class TableKernelManager(AsyncMappingKernelManager):
    """Starts no kernel without a place for it, and ends those that nobody needs any more.

    Every way in which a kernel starts comes through `start_kernel`: pages, and those that Voila keeps ready for
    the next visitor (its "pool"). A page is made in `opening`, which takes its place first.

    A closed page ends its kernel itself (ShutdownHandler below). What is left over are phones: a sleeping one
    drops its link, and its kernel has to wait for it as long as a game lasts; an open page that nobody has
    touched since yesterday was forgotten. While somebody waits for a place, they are kept for less long.
    """

    # Jupyter's own setting is for kernels without a page here, and the one below for kernels with one.
    cull_idle_timeout = Integer(3 * HOURS, config=True, help="seconds that a kernel without a page is kept")
    cull_connected_timeout = Integer(12 * HOURS, config=True, help="seconds that an untouched page is kept")
    cull_interval = Integer(60, config=True, help="seconds between two looks at the kernels")
    max_kernels = Integer(40, config=True, help="kernels at most, those that wait for a page included")
    always_kernels = Integer(
        memory.LEAST_KERNELS, config=True, help="so many start however little memory there is"
    )
    has_memory_alone = Bool(
        True, config=True, help="whether no other server's kernels share what is free at the start"
    )
    kernel_mb = Integer(memory.KERNEL_MB, config=True, help="megabytes that a kernel is reckoned with")
    reserve_mb = Integer(memory.RESERVE_MB, config=True, help="megabytes left when all have started")
    least_free_mb = Integer(
        memory.LEAST_FREE_MB, config=True, help="megabytes that must be left when one more starts"
    )
    unopened_timeout = Integer(
        60, config=True, help="seconds that a kernel whose page never came is kept while somebody waits"
    )
    gone_timeout = Integer(
        600, config=True, help="seconds that a kernel whose page has gone is kept while somebody waits"
    )

    refill_delay = Integer(
        5, config=True, help="seconds until a page without a waiting kernel gets one again"
    )

    def __init__(self, **kwargs: Any) -> None:
        # Voila's pool, by notebooks; a class of Voila's over this one fills it, and behind a hub there is none.
        self._pools: dict[str, list[asyncio.Task[dict[str, Any]]]] = {}
        super().__init__(**kwargs)
        self.cull_connected = True
        self._passed_on: dict[str, OrderedDict[str, None]] = {}
        self._looked_at: set[str] = set()
        self._openings: dict[asyncio.Task[Any], Opening] = {}
        self._kernel_of: weakref.WeakKeyDictionary[asyncio.Task[Any], str] = weakref.WeakKeyDictionary()
        self._started: dict[str, float] = {}
        self._pageless: dict[str, float] = {}
        self._had_page: set[str] = set()
        self._unfilled: set[str] = set()
        self._refill: asyncio.TimerHandle | None = None
        self._is_making_room = False
        self.most_kernels = self._carried() if self.has_memory_alone else self.max_kernels
        """As set, or what the machine carries when the server starts."""
        self.places = Places(self.most_kernels, may_start=self._has_memory)

    # ---- places

    def _carried(self) -> int:
        return memory.carried(
            self.max_kernels,
            available=memory.available_mb(),
            kernel=self.kernel_mb,
            reserve=self.reserve_mb,
            least=self.always_kernels,
        )

    def _has_memory(self, taken: int) -> bool:
        """Whether one kernel more may start: what has just begun will still take its share."""
        if taken < self.always_kernels:
            return True
        now = time.monotonic()
        growing = sum(now - started < GROWING_SECONDS for started in self._started.values())
        return memory.available_mb() - (growing + 1) * self.kernel_mb >= self.least_free_mb

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]  # as its own base class does
        """Take a place, then start. Raises TableFullError."""
        kernel_id: str = kwargs.get("kernel_id") or self.new_kernel_id(**kwargs)
        if kernel_id in self:
            return str(await super().start_kernel(**kwargs))
        task = asyncio.current_task()
        assert task is not None
        opening = self._openings.get(task)
        if opening is not None and self.places.has(opening):
            self.places.hand_over(opening, kernel_id)
        elif not self._enter(task, kernel_id):
            self._leave_pool(task)
            raise TableFullError
        self._kernel_of[task] = kernel_id
        if opening is not None:
            opening.kernel_id = kernel_id
        self._started[kernel_id] = self._pageless[kernel_id] = time.monotonic()
        try:
            return str(await super().start_kernel(**kwargs | {"kernel_id": kernel_id}))
        except BaseException:
            self._leave_pool(task)
            if kernel_id in self:  # its process may run
                await ensure_async(self.shutdown_kernel(kernel_id, now=True))
            self._pending_kernels.pop(kernel_id, None)  # or the server's end would wait for it, and fail
            self._forget(kernel_id)
            raise

    def _enter(self, task: asyncio.Task[Any], kernel_id: str) -> bool:
        """A place for a start that no page has asked for; one of Voila's pool gives way to people."""
        notebook = next((name for name, pool in self._pools.items() if task in pool), None)
        if notebook is None:
            return self.places.enter(kernel_id)
        if self.places.enter_idly(kernel_id):
            return True
        self._unfilled.add(notebook)
        return False

    def _leave_pool(self, task: asyncio.Task[Any]) -> None:
        """A start that fails must not stay in Voila's pool, which asks each of its tasks for a kernel."""
        for pool in self._pools.values():
            if task in pool:
                pool.remove(task)
                task.add_done_callback(_without_word)

    def _forget(self, kernel_id: str) -> None:
        """It has ended: its place is free."""
        self.places.leave(kernel_id)
        for known in (self._passed_on, self._started, self._pageless):
            known.pop(kernel_id, None)
        self._looked_at.discard(kernel_id)
        self._had_page.discard(kernel_id)
        self._refill_soon()

    def _refill_soon(self) -> None:
        if self._unfilled and self._refill is None:
            self._refill = asyncio.get_running_loop().call_later(self.refill_delay, self._fill_again)

    def warm(self, notebook: str) -> None:
        """Have a kernel wait for the next one who opens this page, if there is room."""
        self._unfilled.add(notebook)
        self._fill_again()

    def _fill_again(self) -> None:
        """Pages that had to do without a waiting kernel have one again, if there is room by now."""
        if self._refill is not None:
            self._refill.cancel()
            self._refill = None
        for notebook in sorted(self._unfilled):
            if not self.places.is_awaited and self.places.free >= SPARE:
                self._unfilled.discard(notebook)
                self.fill_if_needed(delay=0, notebook_name=notebook)  # type: ignore[attr-defined]  # Voila's

    @contextlib.asynccontextmanager
    async def opening(self, notebook: str, tickets: Iterable[str] = ()) -> AsyncIterator[Opening]:
        """Make a page within: it has a place, of its own or with a kernel that waited for it. Raises TableFullError.

        Nothing is awaited between the entry and what stands within, so that nobody else takes the kernel that waited.
        """
        tickets = tuple(tickets)
        await self._drop_ended()
        if self._pools.get(notebook) == []:  # nobody could start for it, or what waited has ended
            self._unfilled.add(notebook)
            self._refill_soon()
        opening = self._entered(notebook, tickets)
        if opening is None:
            await self.make_room()
            opening = self._entered(notebook, tickets)
        if opening is None:
            raise TableFullError
        task, heated = asyncio.current_task(), self._heated(notebook)
        assert task is not None
        self._openings[task] = opening
        if heated is not None:
            self._openings[heated] = opening
        try:
            yield opening
        finally:
            self.places.leave(opening)
            del self._openings[task]
            if heated is not None:
                del self._openings[heated]
            if opening.kernel_id in self._pageless:
                self._pageless[opening.kernel_id] = time.monotonic()

    def _entered(self, notebook: str, tickets: tuple[str, ...]) -> Opening | None:
        heated = self._heated(notebook)
        kernel_id = None if heated is None else self._kernel_of.get(heated)
        opening = Opening(kernel_id)
        if kernel_id is None:
            return opening if self.places.enter(opening, tickets) else None
        return opening if self.places.spend(tickets) or not self.places.is_awaited else None

    def _heated(self, notebook: str) -> asyncio.Task[dict[str, Any]] | None:
        """The first of Voila's pool for this page, as Voila will take it; None: it starts a kernel for the page."""
        pool = self._pools.get(notebook)
        return pool[0] if pool and getattr(self, "notebook_data", {}).get(notebook) else None

    async def _drop_ended(self) -> None:
        """Nobody is given what waited in Voila's pool and has ended, or whose page could not be made."""
        for notebook, pool in tuple(self._pools.items()):
            for task in filter(_has_succeeded, tuple(pool)):
                kernel_id, page = str(task.result()["kernel_id"]), task.result()["task"]
                kernel = self._kernels.get(kernel_id)
                is_alive = kernel is not None and await ensure_async(kernel.is_alive())
                if task not in pool or (is_alive and (_has_succeeded(page) or not page.done())):
                    continue
                pool.remove(task)
                page.add_done_callback(_without_word)
                self._unfilled.add(notebook)
                if kernel_id in self:
                    await ensure_async(self.shutdown_kernel(kernel_id, now=True))
        self._refill_soon()

    async def make_room(self) -> None:
        """While somebody waits, end what ended by itself, or else the one kernel that is needed least."""
        if self._is_making_room:
            return
        self._is_making_room = True
        try:
            for kernel_id in [one for one in self._kernels if one not in self._pending_kernels]:
                await self.lives(kernel_id)
            least_needed = None if self.places.free else self._least_needed()
            if least_needed is not None:
                await ensure_async(self.shutdown_kernel(least_needed, now=True))
        finally:
            self._is_making_room = False

    def _least_needed(self) -> str | None:
        """A kernel that waits for a visitor, else the one whose page has been away longest; None: all are needed."""
        pooled = {task: name for name, pool in self._pools.items() for task in pool}
        for task, notebook in pooled.items():
            # One that is still making its page would say on the terminal that it was disturbed.
            if _has_succeeded(task) and task.result()["task"].done():
                self._unfilled.add(notebook)
                return str(task.result()["kernel_id"])
        busy = {opening.kernel_id for opening in self._openings.values()}
        busy |= {self._kernel_of.get(task) for task in pooled}
        now = time.monotonic()
        overdue = {
            kernel_id: now - since - (self.gone_timeout if is_known else self.unopened_timeout)
            for kernel_id, since in self._pageless.items()
            for is_known in [kernel_id in self._had_page]
            if kernel_id in self and kernel_id not in busy and not self._kernel_connections.get(kernel_id, 0)
        }
        last = max(overdue, key=lambda kernel_id: overdue[kernel_id], default=None)
        return last if last is not None and overdue[last] >= 0 else None

    # ---- messages and time

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
        """Forget what it was sent as well, and give its place back."""
        removed = super().remove_kernel(kernel_id)
        self._forget(kernel_id)
        return removed

    async def lives(self, kernel_id: str) -> bool:
        """Whether the kernel is there and its process runs; one that has ended by itself is cleared away."""
        kernel = self._kernels.get(kernel_id)
        if kernel is None:
            return False
        if await ensure_async(kernel.is_alive()):
            return True
        await ensure_async(self.shutdown_kernel(kernel_id, now=True))
        await self._drop_ended()  # what it was copied from may have ended, and all others with it
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

    def notify_connect(self, kernel_id: str) -> None:
        """Its page has come."""
        super().notify_connect(kernel_id)
        self._had_page.add(kernel_id)

    def notify_disconnect(self, kernel_id: str) -> None:
        """Count the waiting time from the moment that the link was lost, not from the last tap."""
        super().notify_disconnect(kernel_id)
        if kernel_id in self._pageless:
            self._pageless[kernel_id] = time.monotonic()
        kernel = self._kernels.get(kernel_id)
        if kernel is not None:
            kernel.last_activity = utcnow()


def _has_succeeded(task: asyncio.Task[Any]) -> bool:
    return task.done() and not task.cancelled() and task.exception() is None


def _without_word(task: asyncio.Task[Any]) -> None:
    """Take note of why it failed: nobody awaits it any more."""
    if not task.cancelled():
        task.exception()


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
        message = read(incoming_msg, v1=self.subprotocol == V1_PROTOCOL)
        if message is None:
            self.log.warning("a malformed message was dropped")
            return
        if not self.channels:  # closed meanwhile: the page will send it again
            return
        if self._came_before(message):
            if not only_asks(message):
                self._say_idle(message["header"])
                return
            incoming_msg = asked_again(message, incoming_msg, v1=self.subprotocol == V1_PROTOCOL)
        super().handle_incoming_message(incoming_msg)

    def handle_outgoing_message(self, stream: str, outgoing_msg: list[Any]) -> None:
        """Keep to ourselves what the kernel prints: ipywidgets answers an odd message with a traceback."""
        _, parts = self.session.feed_identities(outgoing_msg)
        if self.session.unpack(parts[1]).get("msg_type") in UNTOLD:
            self.log.warning("a kernel printed something that no page is told")
            return
        super().handle_outgoing_message(stream, outgoing_msg)

    def _came_before(self, message: dict[str, Any]) -> bool:
        """Only what a widget says and questions are sent again; a name that Jupyter would never give is not kept."""
        header = message["header"]
        name = header.get("msg_id")
        is_kept = header["msg_type"] == "comm_msg" or only_asks(message)
        if not is_kept or not isinstance(name, str) or len(name) > MAX_ID:
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

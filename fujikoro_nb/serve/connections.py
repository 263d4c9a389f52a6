"""What strangers may take of the server: connections, the time to say something, open files.

Every connection is unknown until a request on it has passed the guard. Unknown ones are few, an address and in all, and
wait a few seconds; when a new one comes and there is no room, the oldest unknown one of whoever has the most is closed.
So a guest, whose first words hold the key, gets in while strangers hold all they can.
"""

from __future__ import annotations

import errno
import logging
import socket
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.httputil import (
    HTTPHeaders,
    HTTPMessageDelegate,
    HTTPServerRequest,
    RequestStartLine,
    ResponseStartLine,
)
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.iostream import IOStream

from fujikoro_nb.store.guesses import Rate

LOG = logging.getLogger("fujikoro_nb.serve")

HEAD_SECONDS = 10.0
"""For the whole head of a request: of an unknown connection from its begin, of a known one from the first byte."""
BODY_SECONDS = 20.0
"""For the whole body of a request."""
KEEP_SECONDS = 120.0
"""How long a known connection is kept that asks nothing."""
MOST_HEAD_BYTES = 32 * 1024

MOST_UNKNOWN = 512
"""Unknown connections in all, where there are 4,096 files or more: an eighth of them."""
MOST_UNKNOWN_OF_ADDRESS = 64
"""A browser opens six at once, and thirty phones may have one address."""
MOST_OF_ADDRESS = 400
"""Connections of one address, known or not: thirty phones with two pages each."""

MOST_FILES = 8192
"""What the server asks the system for, where that allows it: 40 kernels take some 800, the rest is for guests."""
SPARE_FILES = 64
"""That no connection takes: for a kernel that starts, for tables and for pages."""
BACKLOG = 4096
"""Connections that wait in the system: what finds no place there is sent again only a second later."""
AT_ONCE = 16
"""Connections that are taken before others are heard; fewer than an address has, so that each is heard once."""
LOOKED_AT_ONCE = 256
"""Those that are closed at once, or put off, cost little."""
STRANGERS_AT_ONCE = 8
"""Of those put off, that are heard before others are."""
NEW_AT_ONCE, NEW_A_SECOND = 300, 50.0
"""Connections that an address may open from which nobody has shown the key, and how soon others after them."""
MOST_NETWORKS = 2000
"""That are remembered."""
PAUSE_SECONDS = 0.25
"""Between two tries when the system has no file for a connection."""
_NO_FILES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


# ---- files


def raise_files() -> None:
    """Ask the system for as many open files as it gives without more rights."""
    if sys.platform == "win32":  # has no such limit
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def files_allowed() -> int:
    """How many files this process may have open, as far as we use them."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)


def room_in(files: int) -> int:
    """How many connections there may be where the process may have so many files; kernels, tables and pages want some.

    >>> room_in(256), room_in(1024), room_in(8192)
    (192, 768, 7936)
    """
    return files - min(max(files // 4, 32), 256)


def unknown_in(files: int) -> int:
    """How many of them may be unknown: beside 40 kernels, which take some 800 files, they find place in 1,024.

    >>> unknown_in(256), unknown_in(1024), unknown_in(8192)
    (64, 128, 512)
    """
    return min(MOST_UNKNOWN, max(files // 8, min(files // 4, MOST_UNKNOWN_OF_ADDRESS)))


# ---- addresses


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Who may be behind an address: an IPv4 address, or the network of 64 bits that one household has in IPv6.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8::7%eth0")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        known: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:  # no address of the internet, such as a path
        return address
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is None:
            return f"{IPv6Address(int(known) >> 64 << 64)}/64"
        known = known.ipv4_mapped
    return str(known)


# ---- connections


class CountedStream(IOStream):
    """A connection that its server counts."""

    def __init__(self, connection: socket.socket, network: str, counts: Connections, **kwargs: Any) -> None:
        self.network, self.counts = network, counts
        self.is_known = False
        self.is_waiting = True
        """Whether a request's head is waited for."""
        self.since = time.monotonic()
        """When the wait began, or what came after it."""
        self.begun: float | None = None
        """When the first byte of this head came."""
        super().__init__(connection, **kwargs)

    def read_from_fd(self, buf: bytearray | memoryview) -> int | None:
        """As tornado's, and take the time."""
        count = super().read_from_fd(buf)
        if count and self.is_waiting and self.begun is None:
            self.begun = time.monotonic()
        return count

    def close_fd(self) -> None:
        """As tornado's, and count one less."""
        self.counts.gone(self)
        super().close_fd()

    def waits(self) -> None:
        """The next head is waited for."""
        self.is_waiting, self.since, self.begun = True, time.monotonic(), None
        self.counts.rests(self)

    def heard(self) -> None:
        """A whole head has come."""
        self.is_waiting, self.since = False, time.monotonic()
        self.counts.works(self)


class Connections:
    """All connections of a server, by who has them and what they are worth."""

    def __init__(self, files: int, *, has_addresses: bool) -> None:
        self.room = room_in(files)
        self.files = files - min(SPARE_FILES, files // 4)
        """Where the numbers end that connections may have among the files of the process."""
        self.has_addresses = has_addresses
        self.most_unknown = unknown_in(files)
        self.most_unknown_of_address = min(MOST_UNKNOWN_OF_ADDRESS, self.most_unknown // 2)
        self.most_of_address = min(MOST_OF_ADDRESS, self.room * 3 // 4)
        self._all: dict[CountedStream, None] = {}
        self._of: dict[str, int] = {}
        self._unknown: dict[str, dict[CountedStream, None]] = {}
        self._guests: OrderedDict[str, None] = OrderedDict()
        """Networks from which somebody has shown the key."""
        self._pace = Rate(NEW_A_SECOND, NEW_AT_ONCE)
        """At which each other network may open connections."""
        self._idle: dict[CountedStream, None] = {}
        """Known ones that ask nothing, the longest idle first."""

    @property
    def unknown(self) -> int:
        """How many are unknown."""
        return sum(map(len, self._unknown.values()))

    def has_room(self, network: str, file: int) -> bool:
        """Whether there is a place for one more, after closing what is worth less. ``file`` is its number."""
        if self.has_addresses:
            if len(self._unknown.get(network, ())) >= self.most_unknown_of_address:
                self._close_unknown(network)
            if self._of.get(network, 0) >= self.most_of_address and not self._close_of(network):
                return False
        if self.unknown >= self.most_unknown:
            self._close_unknown(self._greediest())
        return self.fits(file) or self.close_one()

    def fits(self, file: int) -> bool:
        """Whether connections may take one more, and the process such a file.

        Kernels and tables take files, too. Unix gives the lowest number that is free, so that of the newest says how
        many are taken. On Windows it is a handle, which says nothing, and files have no limit: connections are counted.
        """
        return len(self._all) < self.room and (sys.platform == "win32" or file < self.files)

    def came(self, stream: CountedStream) -> None:
        """One more, unknown as yet."""
        self._all[stream] = None
        self._of[stream.network] = self._of.get(stream.network, 0) + 1
        self._unknown.setdefault(stream.network, {})[stream] = None

    def gone(self, stream: CountedStream) -> None:
        """One less."""
        if stream not in self._all:
            return
        del self._all[stream]
        self._idle.pop(stream, None)
        self._forget_unknown(stream)
        self._of[stream.network] -= 1
        if not self._of[stream.network]:
            del self._of[stream.network]

    def known(self, stream: CountedStream) -> None:
        """It showed the key."""
        stream.is_known = True
        self._forget_unknown(stream)
        self._guests[stream.network] = None
        self._guests.move_to_end(stream.network)
        if len(self._guests) > MOST_NETWORKS:
            self._guests.popitem(last=False)

    def rests(self, stream: CountedStream) -> None:
        """It waits for the next request."""
        if stream.is_known:
            self._idle[stream] = None

    def works(self, stream: CountedStream) -> None:
        """It has one."""
        self._idle.pop(stream, None)

    def close_one(self) -> bool:
        """Close what is worth least, an unknown one or else an idle one; whether there was any."""
        if self._unknown:
            self._close_unknown(self._greediest())
            return True
        idle = next(iter(self._idle), None)
        if idle is not None:
            idle.close()
        return idle is not None

    def close_late(self, now: float) -> None:
        """Close those that took too long."""
        for stream in [one for one in self._all if self._is_late(one, now)]:
            stream.close()

    def _is_late(self, stream: CountedStream, now: float) -> bool:
        if not stream.is_waiting:
            return not stream.is_known and now - stream.since > HEAD_SECONDS + BODY_SECONDS
        if stream.begun is not None:
            return now - stream.begun > HEAD_SECONDS
        # A proxy keeps connections for whoever comes next.
        return self.has_addresses and not stream.is_known and now - stream.since > HEAD_SECONDS

    def has_guests(self, network: str) -> bool:
        """Whether somebody has shown the key from there; behind a proxy nobody knows."""
        return not self.has_addresses or network in self._guests

    def may_open(self, network: str) -> bool:
        """Whether an address of strangers only opens not too many in a row; one more is counted."""
        return not self._pace.wait(network)

    def _forget_unknown(self, stream: CountedStream) -> None:
        others = self._unknown.get(stream.network, {})
        others.pop(stream, None)
        if not others:
            self._unknown.pop(stream.network, None)

    def _greediest(self) -> str:
        """Who has the most unknown ones; of equals who came first."""
        return max(self._unknown, key=lambda network: len(self._unknown[network]))

    def _close_unknown(self, network: str) -> None:
        next(iter(self._unknown[network])).close()

    def _close_of(self, network: str) -> bool:
        if network in self._unknown:
            self._close_unknown(network)
            return True
        idle = next((one for one in self._idle if one.network == network), None)
        if idle is not None:
            idle.close()
        return idle is not None


class _Heard(HTTPMessageDelegate):
    """Passes a request on, and tells its connection when the head was whole."""

    def __init__(self, delegate: HTTPMessageDelegate, stream: CountedStream) -> None:
        self._delegate, self._stream = delegate, stream

    def headers_received(
        self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders
    ) -> Awaitable[None] | None:
        self._stream.heard()
        return self._delegate.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Awaitable[None] | None:
        return self._delegate.data_received(chunk)

    def finish(self) -> None:
        self._delegate.finish()

    def on_connection_close(self) -> None:
        self._delegate.on_connection_close()


class LimitedServer(HTTPServer):
    """Tornado's server with all limits of this module.

    Behind a proxy all connections come from its address, so that addresses are not counted.
    """

    def initialize(self, *args: Any, behind_proxy: bool = False, **kwargs: Any) -> None:
        """As tornado's."""
        bounds = {
            "idle_connection_timeout": KEEP_SECONDS,
            "body_timeout": BODY_SECONDS,
            "max_header_size": MOST_HEAD_BYTES,
        }
        super().initialize(*args, **(kwargs | bounds))
        self.counts = Connections(files_allowed(), has_addresses=not behind_proxy)
        self._listening: dict[socket.socket, bool] = {}
        """Those that are asked for connections, and whether they are just now."""
        self._put_off: deque[tuple[socket.socket, Any, str]] = deque()
        """Connections of strangers that are heard when guests have been."""
        self._late = PeriodicCallback(lambda: self.counts.close_late(time.monotonic()), 1000)

    def add_sockets(self, sockets: Iterable[socket.socket]) -> None:
        """Take connections from these."""
        for one in sockets:
            one.listen(BACKLOG)
            self._listening[one] = False
            self._listen(one)
        self._late.start()

    def stop(self) -> None:
        """Take no more connections."""
        self._late.stop()
        for one, is_asked in self._listening.items():
            if is_asked:
                IOLoop.current().remove_handler(one)
            one.close()
        self._listening.clear()
        for connection, _, _ in self._put_off:
            connection.close()
        self._put_off.clear()

    @property
    def sockets(self) -> tuple[socket.socket, ...]:
        """Where connections are taken."""
        return tuple(self._listening)

    def start_request(self, server_conn: Any, request_conn: Any) -> HTTPMessageDelegate:
        """As tornado's; the connection waits for a head from now on."""
        delegate = super().start_request(server_conn, request_conn)
        stream = server_conn.stream
        if not isinstance(stream, CountedStream):
            return delegate
        stream.waits()
        return _Heard(delegate, stream)

    def _listen(self, listening: socket.socket) -> None:
        if self._listening.get(listening) is False:  # not closed meanwhile
            self._listening[listening] = True
            IOLoop.current().add_handler(listening, lambda _, _events: self._accept(listening), IOLoop.READ)

    def _pause(self, listening: socket.socket) -> None:
        """The system would say at once again that somebody waits."""
        IOLoop.current().remove_handler(listening)
        self._listening[listening] = False
        IOLoop.current().call_later(PAUSE_SECONDS, self._listen, listening)

    def _accept(self, listening: socket.socket) -> None:
        taken = 0
        for _ in range(LOOKED_AT_ONCE):
            if taken >= AT_ONCE:
                return
            try:
                connection, address = listening.accept()
            except BlockingIOError:  # nobody waits
                return
            except ConnectionAbortedError:  # gone again
                continue
            except OSError as error:
                if error.errno in _NO_FILES and self.counts.close_one():
                    continue
                LOG.warning("no connection can be taken: %s", error)
                self._pause(listening)
                return
            network = network_of(address[0]) if isinstance(address, tuple) else ""
            if self.counts.has_guests(network):
                taken += self._take(connection, address, network)
            elif self.counts.may_open(network):
                self._put_off_for_guests(connection, address, network)
            else:
                connection.close()

    def _put_off_for_guests(self, connection: socket.socket, address: Any, network: str) -> None:
        if not self._put_off:
            IOLoop.current().add_callback(self._take_strangers)
        self._put_off.append((connection, address, network))
        if len(self._put_off) > self.counts.most_unknown or not self.counts.fits(connection.fileno()):
            oldest, _, _ = self._put_off.popleft()
            oldest.close()

    def _take_strangers(self) -> None:
        for _ in range(min(STRANGERS_AT_ONCE, len(self._put_off))):
            self._take(*self._put_off.popleft())
        if self._put_off:
            IOLoop.current().add_callback(self._take_strangers)

    def _take(self, connection: socket.socket, address: Any, network: str) -> bool:
        """Whether there was a place for it."""
        if not self.counts.has_room(network, connection.fileno()):
            connection.close()
            return False
        stream = CountedStream(
            connection,
            network,
            self.counts,
            max_buffer_size=self.max_buffer_size,
            read_chunk_size=self.read_chunk_size,
        )
        self.counts.came(stream)
        self.handle_stream(stream, address)
        return True


def showed_key(request: HTTPServerRequest) -> None:
    """The guard let this request in: its connection is a guest's from now on."""
    stream = getattr(request.connection, "stream", None)
    if isinstance(stream, CountedStream):
        stream.counts.known(stream)

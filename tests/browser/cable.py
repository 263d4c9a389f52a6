"""A cable between a browser and a server that a test can pull: what goes through it is passed on, or lost."""

from __future__ import annotations

import contextlib
import socket
import threading
from dataclasses import dataclass, field


@dataclass
class Cable:
    """Listens on a port of its own, and passes everything on to `port` of this machine.

    `pull` loses whatever is sent from now on, and tells nobody, as a dead Wi-Fi does. `plug` ends the connections that
    were there and takes new ones. `cut` ends all connections once. `blacken` lets what is there swallow everything for
    ever, open as it looks, while new connections work: a router that was started anew, another address.
    """

    port: int
    _ends: list[socket.socket] = field(default_factory=list)
    _is_pulled: threading.Event = field(default_factory=threading.Event)
    _black: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.own_port = int(self._ear.getsockname()[1])
        threading.Thread(target=self._listen, daemon=True).start()

    def url(self, url: str) -> str:
        """The same address through the cable."""
        return url.replace(f":{self.port}", f":{self.own_port}")

    def pull(self) -> None:
        """From now on everything is lost."""
        self._is_pulled.set()

    def plug(self) -> None:
        """New connections work again; the old ones are gone."""
        self._is_pulled.clear()
        self.cut()

    def cut(self) -> None:
        """End every connection that is there."""
        ends, self._ends = self._ends, []
        for end in ends:
            _hang_up(end)

    def blacken(self) -> None:
        """Whatever is connected now is never heard of again."""
        self._black = {id(end) for end in self._ends}

    def close(self) -> None:
        """Put it away."""
        _hang_up(self._ear)
        self.cut()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # put away
            while True:
                near, _ = self._ear.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self.port))
                except ConnectionRefusedError:  # the server is down, and the browser is to see just that
                    near.close()
                    continue
                self._ends += (near, far)
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):  # an end was hung up
            while data := one.recv(65536):
                if not self._is_pulled.is_set() and id(one) not in self._black:
                    other.sendall(data)
        if not self._is_pulled.is_set() and id(one) not in self._black:
            _hang_up(one)
            _hang_up(other)


def _hang_up(end: socket.socket) -> None:
    with contextlib.suppress(OSError):  # already
        end.shutdown(socket.SHUT_RDWR)
    end.close()

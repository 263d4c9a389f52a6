"""Which addresses lead to this machine, and which port is free."""

from __future__ import annotations

import contextlib
import errno
import io
import socket
from urllib.parse import urlencode, urlsplit

import psutil
import segno

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
"""What a browser on this machine calls it. Other addresses of 127.0.0.0/8 count as a network: nobody needs them."""

_USUAL_PORTS = {"http": 80, "https": 443}

EVERY_INTERFACE = frozenset({"", "0.0.0.0", "::"})


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens on `host`.

    >>> is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, False)
    """
    return host in LOOPBACK_NAMES


def served_names(host: str) -> frozenset[str]:
    """Every name that a browser may put into its Host header to reach a server that listens on `host`.

    Computed on demand, because a laptop may join a network after the server has started.
    """
    if host not in EVERY_INTERFACE:
        return LOOPBACK_NAMES | {host.lower()}
    name = socket.gethostname().lower()
    return LOOPBACK_NAMES | {name, f"{name.split('.')[0]}.local"} | set(network_addresses())


def network_addresses() -> list[str]:
    """The IPv4 addresses of this machine in its networks, the one that phones most likely reach first."""
    found = [
        entry.address
        for entries in psutil.net_if_addrs().values()
        for entry in entries
        if entry.family == socket.AF_INET and not entry.address.startswith("127.")
    ]
    outgoing = _outgoing_address()
    # 169.254.x.x is what a machine gives itself when its network gave it nothing: the last thing to try.
    return sorted(set(found), key=lambda ip: (ip != outgoing, ip.startswith("169.254."), ip))


def _outgoing_address() -> str | None:
    """The address that the machine uses towards other networks; asks the routing table, sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # 192.0.2.1 is reserved for documentation, so no real machine is named here.
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None


def link(host: str, port: int, *, token: str | None = None) -> str:
    """The address to open, with the key when the table has one.

    >>> link("::1", 3776, token="abc")
    'http://[::1]:3776/?token=abc'
    """
    name = f"[{host}]" if ":" in host else host
    return with_key(f"http://{name}:{port}/", token)


def with_key(address: str, token: str | None) -> str:
    """An address with the key in it, where there is one."""
    return f"{address}?{urlencode({'token': token})}" if token else address


def origin_of(address: str) -> str:
    """Scheme, name and port of an address as browsers write an Origin. Raises ValueError for any that says more.

    >>> origin_of("https://Club.Example:443/"), origin_of("http://club.example:8000")
    ('https://club.example', 'http://club.example:8000')
    """
    parts = urlsplit(address)
    name = parts.hostname or ""
    is_plain = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    if parts.scheme not in _USUAL_PORTS or not name or not is_plain or not name.isascii():
        raise ValueError(address)
    host = f"[{name}]" if ":" in name else name
    is_usual = parts.port in (None, _USUAL_PORTS[parts.scheme])
    return f"{parts.scheme}://{host}" + ("" if is_usual else f":{parts.port}")


def public_names(origin: str) -> frozenset[str]:
    """What a browser calls a server that a proxy shows under this origin; nothing without one."""
    name = urlsplit(origin).hostname
    return frozenset({name}) if name else frozenset()


def for_phones(protocol: str, host: str, names: frozenset[str]) -> tuple[str, bool]:
    """Where phones find what was asked for at `host`, and whether only this machine finds it.

    A page that the host opens on the server itself says ``127.0.0.1``; on paper that helps nobody, so another of the
    server's `names` stands there, where it has one.

    >>> for_phones("http", "table.local:3776", frozenset({"localhost", "table.local"}))
    ('http://table.local:3776', False)
    >>> for_phones("http", "localhost:3776", frozenset({"localhost", "table.local"}))
    ('http://table.local:3776', False)
    >>> for_phones("http", "[::1]:3776", frozenset({"::1", "localhost"}))
    ('http://[::1]:3776', True)
    """
    parts = urlsplit(f"//{host}")
    if parts.hostname not in LOOPBACK_NAMES:
        return f"{protocol}://{host}", False
    others = names - LOOPBACK_NAMES
    known = [name for name in network_addresses() if name in others] or sorted(others)
    if not known:
        return f"{protocol}://{host}", True
    name = f"[{known[0]}]" if ":" in known[0] else known[0]
    return f"{protocol}://{name}" + (f":{parts.port}" if parts.port else ""), False


def next_free_port(host: str, port: int) -> int:
    """The first port after `port` that nothing listens on."""
    for candidate in range(port + 1, 65536):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            try:
                probe.bind((host, candidate))
            except OSError as error:
                if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                    raise
            else:
                return candidate
    raise OSError(errno.EADDRINUSE, "no free port")


def qr_code(text: str) -> str:
    """The text as a QR code of characters, for a terminal."""
    out = io.StringIO()
    # Low error correction: a screen has no dirt, and a smaller code fits a small window.
    segno.make(text, error="l", boost_error=False).terminal(out=out, compact=True, border=2)
    return out.getvalue()

"""Who asks, as far as limits know: the key that was shown, and the address it came from.

Several people may be one client: the phones behind one address with the same key.
"""

from __future__ import annotations

from tornado.web import RequestHandler

from fujikoro_nb.serve.connections import network_of
from fujikoro_nb.serve.guard import Guard

BEHIND_PROXY = "fujikoro_behind_proxy"
"""The application's setting: whether every request comes through a proxy of ours, which names the client's address."""


def client_of(handler: RequestHandler) -> str:
    """The key and the address of a request."""
    request = handler.request
    guard = getattr(handler.application, "guard", None)
    key = guard.role_of(request) or "player" if isinstance(guard, Guard) else "player"
    address = request.remote_ip or ""
    if handler.settings.get(BEHIND_PROXY):
        # The last one is what our proxy saw; all before it is what the client says of itself.
        address = request.headers.get("X-Forwarded-For", address).rpartition(",")[2].strip()
    return f"{key} {network_of(address[:64])}"

"""What the terminal shows when a table is open: addresses, a code for phones, and one line of help."""

from __future__ import annotations

import os
import sys
import webbrowser

from fujikoro_nb.serve import addresses
from fujikoro_nb.texts import say


def own_link(host: str, port: int, *, token: str | None, public: str = "") -> str:
    """The address for a browser on this machine; behind a proxy that of everybody."""
    if public:
        return addresses.with_key(f"{public}/", token)
    everywhere = host in addresses.EVERY_INTERFACE
    return addresses.link("127.0.0.1" if everywhere else host, port, token=token)


def text(host: str, port: int, *, token: str | None, command: str = "table", public: str = "") -> str:
    """All that a host needs to know, best address first; ``command`` is what was started, ``public`` a proxy's origin.

    >>> print(text("127.0.0.1", 3777, token=None, command="learn"))
    Open http://127.0.0.1:3777/
    This link works on this computer only. For phones start with: fujikoro learn --host 0.0.0.0
    Stop with Ctrl-C.
    """
    lines = [say("serve.address", address=own_link(host, port, token=token, public=public))]
    if token is not None:
        lines += _through_proxy(port, token, public) if public else _for_phones(host, port, token)
        if command == "table":  # the only one whose link is kept
            lines.append(say("serve.link-stays"))
    else:
        lines.append(say("serve.here-only", command=command))
        if command == "table":  # the only one that make knows
            lines.append(say("serve.here-only-make"))
    return "\n".join([*lines, say("serve.stop")])


def _through_proxy(port: int, token: str, public: str) -> list[str]:
    """The code of the one address there is, and where the proxy has to lead."""
    code = addresses.qr_code(addresses.with_key(f"{public}/", token))
    lines = [code] if _can_print(code) else []
    return [*lines, say("serve.proxy-leads", public=public, port=port), say("serve.secret")]


def _for_phones(host: str, port: int, token: str) -> list[str]:
    """The addresses that other devices reach, and the code of the first one."""
    reachable = addresses.network_addresses() if host in addresses.EVERY_INTERFACE else [host]
    links = [addresses.link(name, port, token=token) for name in reachable]
    if not links:
        return [say("serve.no-network")]
    lines = [say("serve.phone", address=links[0])]
    code = addresses.qr_code(links[0])
    if _can_print(code):
        lines.append(code)
    lines += [say("serve.address-more", address=link) for link in links[1:]]
    return [*lines, say("serve.wifi", port=port), say("serve.secret")]


def _can_print(code: str) -> bool:
    """Some Windows terminals have no block characters; the link above the code does the same."""
    try:
        code.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def open_browser(link: str) -> None:
    """Open a window where there is a desktop: on a bare terminal Python would start a text browser in it."""
    has_desktop = sys.platform in {"win32", "darwin"} or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_desktop:
        webbrowser.open(link)

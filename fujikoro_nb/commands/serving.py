"""`fujikoro table`, `learn`, `puzzles`, `lab` and `sessions`: what is served, and to whom.

The server is imported when it runs: `fujikoro --help` does not wait for Jupyter.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fujikoro_nb.texts import LANGUAGES, say

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

# One port each, so that a table, the lessons and the puzzles can be open side by side. 3776 m: Mount Fuji.
_PORTS = {"table": 3776, "learn": 3777, "puzzles": 3778, "lab": 3779}


def add_serving(commands: Subparsers, name: str) -> None:
    """``fujikoro table``, ``learn`` or ``puzzles``."""
    sentence = say(f"serve.help-{name}")
    parser = commands.add_parser(name, help=sentence, description=sentence)
    _add_address(parser, name)
    parser.add_argument("--lang", default="", choices=LANGUAGES, help=say("serve.help-lang"))
    parser.set_defaults(run=_run_serving, new_link=False, behind_proxy="")
    if name == "table":
        parser.add_argument("--new-link", action="store_true", help=say("serve.help-new-link"))
        parser.add_argument(
            "--behind-proxy", metavar="ADDRESS", default="", help=say("serve.help-behind-proxy")
        )


def _add_address(parser: argparse.ArgumentParser, name: str) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say("serve.help-host"))
    parser.add_argument(
        "--port", type=int, default=_PORTS[name], help=say("serve.help-port", port=_PORTS[name])
    )
    parser.add_argument("--no-browser", action="store_true", help=say("serve.help-no-browser"))


def _run_serving(args: argparse.Namespace) -> int:
    # Said before the imports: on a slow machine they alone take two seconds.
    print(say("serve.starting"), flush=True)
    from fujikoro_nb.serve.seats.serving import ReadersAndSeats
    from fujikoro_nb.serve.server import CannotServeError, offer_for, serve

    try:
        offer = offer_for(
            args.command,
            host=args.host,
            port=args.port,
            language=args.lang,
            has_new_link=args.new_link,
            behind_proxy=args.behind_proxy,
        )
        if args.command == "table":
            offer = replace(offer, readers=ReadersAndSeats)
        serve(offer, browser=not args.no_browser)
    except CannotServeError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(say("serve.stopped"))
    return 0


def add_sessions(commands: Subparsers) -> None:
    """``fujikoro sessions``: who came in by the link, and who shall be out."""
    sentence = say("serve.help-sessions")
    parser = commands.add_parser("sessions", help=sentence, description=sentence)
    parser.add_argument("--end", metavar="ID", nargs="+", default=[], help=say("serve.help-end"))
    parser.set_defaults(run=_run_sessions)


def _run_sessions(args: argparse.Namespace) -> int:
    """0 when every one that was named is ended."""
    from fujikoro_nb.serve.devices import devices, end

    lines, is_done = end(args.end) if args.end else (devices(), True)
    print("\n".join(lines), file=sys.stdout if is_done else sys.stderr)
    return 0 if is_done else 1


def add_lab(commands: Subparsers) -> None:
    """``fujikoro lab``: JupyterLab with the notebooks."""
    from fujikoro_nb.paths import user_notebooks

    parser = commands.add_parser("lab", help=say("serve.help-lab"), description=say("serve.help-lab"))
    _add_address(parser, "lab")
    parser.add_argument(
        "--dir", type=Path, default=user_notebooks(), help=say("serve.help-dir", folder=user_notebooks())
    )
    parser.set_defaults(run=_run_lab)


def _run_lab(args: argparse.Namespace) -> int:
    from fujikoro_nb.serve.lab import copy_notebooks, open_lab

    copied, kept = copy_notebooks(args.dir)
    print(say("serve.lab-copied", n=copied, folder=args.dir))
    if kept:
        print(say("serve.lab-kept", n=kept))
    return open_lab(args.dir, host=args.host, port=args.port, browser=not args.no_browser)

"""The `fujikoro` command.

One `_add_<command>` and one `_run_<command>` a command. What a command needs is imported when it runs, so that
`fujikoro --help` and the small commands do not wait for Jupyter.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from fujikoro_nb.texts import say

if TYPE_CHECKING:
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

# One port each, so that a table, the lessons and the puzzles can be open side by side. 3776 m: Mount Fuji.
_PORTS = {"table": 3776, "learn": 3777, "puzzles": 3778, "lab": 3779}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    parser = argparse.ArgumentParser(prog="fujikoro", description=say("serve.about"))
    parser.add_argument(
        "--version", action="version", version=version("fujikoro_nb"), help=say("serve.help-version")
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for add in (_add_table, _add_learn, _add_puzzles, _add_lab, _add_content):
        add(commands)
    args = parser.parse_args(arguments)
    return int(args.run(args))


def _add_table(commands: Subparsers) -> None:
    _add_serving(commands, "table")


def _add_learn(commands: Subparsers) -> None:
    _add_serving(commands, "learn")


def _add_puzzles(commands: Subparsers) -> None:
    _add_serving(commands, "puzzles")


def _add_serving(commands: Subparsers, name: str) -> None:
    sentence = say(f"serve.help-{name}")
    parser = commands.add_parser(name, help=sentence, description=sentence)
    _add_address(parser, name)
    parser.set_defaults(run=_run_serving)


def _add_address(parser: argparse.ArgumentParser, name: str) -> None:
    parser.add_argument("--host", default="127.0.0.1", help=say("serve.help-host"))
    parser.add_argument(
        "--port", type=int, default=_PORTS[name], help=say("serve.help-port", port=_PORTS[name])
    )
    parser.add_argument("--no-browser", action="store_true", help=say("serve.help-no-browser"))


def _run_serving(args: argparse.Namespace) -> int:
    # Said before the imports: on a slow machine they alone take two seconds.
    print(say("serve.starting"), flush=True)
    from fujikoro_nb.table.server import CannotServeError, offer_for, serve

    try:
        serve(offer_for(args.command, host=args.host, port=args.port), browser=not args.no_browser)
    except CannotServeError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(say("serve.stopped"))
    return 0


def _add_lab(commands: Subparsers) -> None:
    from fujikoro_nb.paths import user_notebooks

    parser = commands.add_parser("lab", help=say("serve.help-lab"), description=say("serve.help-lab"))
    _add_address(parser, "lab")
    parser.add_argument(
        "--dir", type=Path, default=user_notebooks(), help=say("serve.help-dir", folder=user_notebooks())
    )
    parser.set_defaults(run=_run_lab)


def _run_lab(args: argparse.Namespace) -> int:
    from fujikoro_nb.table.lab import copy_notebooks, open_lab

    copied, kept = copy_notebooks(args.dir)
    print(say("serve.lab-copied", n=copied, folder=args.dir))
    if kept:
        print(say("serve.lab-kept", n=kept))
    return open_lab(args.dir, host=args.host, port=args.port, browser=not args.no_browser)


def _add_content(commands: Subparsers) -> None:
    content = commands.add_parser("content", help=say("content.help"), description=say("content.help"))
    sentence = say("content.help-check")
    check = content.add_subparsers(dest="content_command", required=True).add_parser(
        "check", help=sentence, description=sentence
    )
    check.add_argument("files", nargs="+", metavar="FILE", help=say("content.help-files"))
    check.add_argument("--json", action="store_true", help=say("content.help-json"))
    check.set_defaults(run=_run_content)


def _run_content(args: argparse.Namespace) -> int:
    """0 when every file is good, 1 when one has faults, 2 when one is not there or cannot be opened."""
    from fujikoro_nb.content.faults import printed_faults
    from fujikoro_nb.content.reading import check_files, pack_files

    faults = check_files(args.files)
    print(printed_faults(faults, files=len(pack_files(args.files)), as_json=args.json))
    if any(fault.reason in ("no-file", "no-access") for fault in faults):
        return 2
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

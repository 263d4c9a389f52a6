"""What every command that asks something shares: its arguments for answers, and how one is printed."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from fujikoro_nb.texts import say

if TYPE_CHECKING:
    from fujikoro_nb.commands.reply import Reply

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_asking(commands: Subparsers, name: str, sentence: str) -> argparse.ArgumentParser:
    """A command that asks the engine something and answers in text or JSON."""
    parser = commands.add_parser(name, help=sentence, description=sentence)
    parser.add_argument("--json", action="store_true", help=say("command.help-json"))
    return parser


def print_reply(reply: Reply, *, as_json: bool) -> int:
    """Answers to stdout, what cannot be read to stderr; JSON always to stdout."""
    from fujikoro_nb.commands.reply import UNREADABLE

    for note in reply.notes:
        print(note, file=sys.stderr)
    if as_json:
        print(json.dumps(reply.data, ensure_ascii=True))
    else:
        print("\n".join(reply.lines), file=sys.stderr if reply.code == UNREADABLE else sys.stdout)
    return reply.code

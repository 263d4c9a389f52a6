"""`fujikoro play`, `replay`, `review`, `advise` and `escape`: whole games, and what is asked about one.

What a command needs is imported when it runs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fujikoro_nb.commands.printing import add_asking, print_reply
from fujikoro_nb.texts import say

if TYPE_CHECKING:
    from fujikoro_nb.commands.reply import Reply

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_play(commands: Subparsers) -> None:
    """``fujikoro play``."""
    from fujikoro_nb.engine.fujikoro.scenarios import PLAYED

    parser = add_asking(commands, "play", say("play.help"))
    parser.add_argument("--game", default="", metavar="NAME", help=say("play.help-game"))
    parser.add_argument(
        "--variant", action="append", default=[], metavar="NAME[=N]", help=say("play.help-variant")
    )
    parser.add_argument("--mode", default="", help=say("play.help-mode"))
    parser.add_argument("--players", type=int, help=say("play.help-players"))
    parser.add_argument("--characters", default="", metavar="NAMES", help=say("play.help-characters"))
    parser.add_argument(
        "--scenario",
        type=int,
        action="append",
        default=[],
        metavar="K",
        help=say("play.help-scenario", known=", ".join(map(str, PLAYED))),
    )
    parser.add_argument("--seed", default="1", metavar="TEXT", help=say("play.help-seed"))
    parser.add_argument("--bots", default="random", help=say("play.help-bots"))
    parser.add_argument("--budget", default="", metavar="N|SECONDSs", help=say("play.help-budget"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=say("play.help-save"))
    parser.add_argument("--adventures", action="store_true", help=say("play.help-adventures"))
    parser.add_argument("--peaceful", action="store_true", help=say("play.help-peaceful"))
    parser.add_argument("--turns", type=int, help=say("play.help-turns"))
    parser.add_argument(
        "--ruling", action="append", default=[], metavar="RULE=READING", help=say("command.help-ruling")
    )
    parser.set_defaults(run=_run_play)


def _run_play(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.games import game_reply
    from fujikoro_nb.commands.progress_line import ProgressLine
    from fujikoro_nb.commands.reply import answered

    progress = ProgressLine(sys.stderr) if sys.stderr.isatty() and not args.json else None

    def ask() -> Reply:
        return game_reply(
            args.game,
            progress=progress,
            variants=args.variant,
            mode=args.mode,
            characters=args.characters.split(",") if args.characters else [],
            scenario=args.scenario,
            players=args.players,
            seed=args.seed,
            bots=args.bots,
            budget=args.budget,
            save=args.save,
            adventures=args.adventures,
            peaceful=args.peaceful,
            turns=args.turns,
            readings=args.ruling,
        )

    return print_reply(answered(ask), as_json=args.json)


def add_replay(commands: Subparsers) -> None:
    """``fujikoro replay``."""
    parser = add_asking(commands, "replay", say("play.help-replay"))
    parser.add_argument("file", type=Path, metavar="SAVE", help=say("play.help-file"))
    parser.set_defaults(run=_run_replay)


def _run_replay(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.play import replay_reply
    from fujikoro_nb.commands.reply import answered

    return print_reply(answered(lambda: replay_reply(args.file)), as_json=args.json)


def add_review(commands: Subparsers) -> None:
    """``fujikoro review``."""
    parser = add_asking(commands, "review", say("review.help"))
    parser.add_argument("file", type=Path, metavar="SAVE", help=say("play.help-file"))
    parser.add_argument("--player", type=int, help=say("review.help-player"))
    parser.add_argument("--budget", default="", metavar="N", help=say("review.help-budget"))
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help=say("review.help-keep"))
    parser.set_defaults(run=_run_review)


def _run_review(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.progress_line import ProgressLine
    from fujikoro_nb.commands.reply import answered
    from fujikoro_nb.commands.review import review_reply

    progress = ProgressLine(sys.stderr) if sys.stderr.isatty() and not args.json else None

    def ask() -> Reply:
        return review_reply(
            args.file, player=args.player, budget=args.budget, keep=args.keep, progress=progress
        )

    return print_reply(answered(ask), as_json=args.json)


def add_escape(commands: Subparsers) -> None:
    """``fujikoro escape``."""
    parser = add_asking(commands, "escape", say("escape.help"))
    parser.add_argument("file", type=Path, metavar="SAVE", help=say("play.help-file"))
    parser.add_argument("--player", type=int, help=say("escape.help-player"))
    parser.set_defaults(run=_run_escape)


def _run_escape(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.play import escape_reply
    from fujikoro_nb.commands.reply import answered

    return print_reply(answered(lambda: escape_reply(args.file, player=args.player)), as_json=args.json)


def add_advise(commands: Subparsers) -> None:
    """``fujikoro advise``."""
    parser = add_asking(commands, "advise", say("advise.help"))
    parser.add_argument("file", nargs="?", type=Path, metavar="SAVE", help=say("advise.help-file"))
    parser.add_argument("--player", type=int, help=say("advise.help-player"))
    parser.add_argument("--after", type=int, metavar="N", help=say("advise.help-after"))
    parser.add_argument("--game", default="", metavar="NAME", help=say("advise.help-game"))
    parser.add_argument("--players", type=int, help=say("advise.help-players"))
    parser.add_argument("--hand", metavar="CARDS", help=say("advise.help-hand"))
    parser.add_argument("--laid", default="", metavar="CARD", help=say("advise.help-laid"))
    parser.add_argument("--field", default="", metavar="CARDS", help=say("advise.help-field"))
    parser.add_argument("--gold", default="", metavar="N,...", help=say("advise.help-gold"))
    parser.add_argument("--chips", default="", metavar="N,...", help=say("advise.help-chips"))
    parser.add_argument("--bag", default="", metavar="CUBES", help=say("advise.help-bag"))
    parser.add_argument("--sheet", default="", metavar="CUBES", help=say("advise.help-sheet"))
    parser.add_argument("--gained", type=int, default=0, help=say("advise.help-gained"))
    parser.add_argument("--floor", type=int, default=0, help=say("advise.help-floor"))
    parser.add_argument("--number", type=int, help=say("advise.help-number"))
    parser.add_argument("--seen", metavar="CARDS", help=say("advise.help-seen"))
    parser.add_argument("--floors", default="", metavar="N,...", help=say("advise.help-floors"))
    parser.set_defaults(run=_run_advise)


def _run_advise(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.advise import advise_reply
    from fujikoro_nb.commands.reply import answered

    of_both = ("file", "player", "after", "hand")
    of_makai = ("players", "laid", "field", "gold", "chips")
    of_fuji_99 = ("bag", "sheet", "gained", "floor", "number", "seen", "floors")

    def ask() -> Reply:
        words = (*of_both, *of_makai, *of_fuji_99)
        return advise_reply(args.game, **{word: getattr(args, word) for word in words})

    return print_reply(answered(ask), as_json=args.json)

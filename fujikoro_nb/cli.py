"""The `fujikoro` command.

One `_add_<command>` and one `_run_<command>` a command; those that serve stand in `commands.serving`. What a command
needs is imported when it runs, so that `fujikoro --help` and the small commands do not wait for Jupyter.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fujikoro_nb.commands.playing import add_advise, add_escape, add_play, add_replay, add_review
from fujikoro_nb.commands.printing import add_asking, print_reply
from fujikoro_nb.commands.serving import add_lab, add_serving, add_sessions
from fujikoro_nb.texts import LANGUAGES, say

if TYPE_CHECKING:
    from fujikoro_nb.commands.reply import Reply

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


# As shells count a program that a signal ends: 128 and SIGPIPE, 128 and SIGINT.
_CLOSED_PIPE = 141
_INTERRUPTED = 130
_IS_WINDOWS = os.name == "nt"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code, also when whoever reads the answer stops reading, or Ctrl-C is hit."""
    try:
        code = _run(arguments)
        sys.stdout.flush()  # here, where a closed pipe can still be told from a fault
    except OSError as problem:
        if not _is_closed_pipe(problem):
            raise
        _give_up_output()
        return _CLOSED_PIPE
    except KeyboardInterrupt:
        return _INTERRUPTED
    return code


def _is_closed_pipe(problem: OSError) -> bool:
    """Windows says "invalid argument", without a file, when whoever reads has gone."""
    is_windows_way = _IS_WINDOWS and problem.errno == errno.EINVAL and problem.filename is None
    return isinstance(problem, BrokenPipeError) or is_windows_way


def _give_up_output() -> None:
    """Python flushes once more at the end, and would complain there."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str] | None) -> int:
    given = sys.argv[1:] if arguments is None else list(arguments)
    parser = argparse.ArgumentParser(prog="fujikoro", description=say("serve.about"))
    parser.add_argument("--version", action=_Version, nargs=0, help=say("serve.help-version"))
    commands = parser.add_subparsers(dest="command", required=True)
    added: dict[str, Callable[[Subparsers], None]] = {
        **{name: partial(add_serving, name=name) for name in ("table", "learn", "puzzles")},
        "sessions": add_sessions,
        "lab": add_lab,
        "content": _add_content,
        "gear": _add_gear,
        "solve": _add_solve,
        "check-cases": _add_check_cases,
        "odds": _add_odds,
        "fight": _add_fight,
        "play": add_play,
        "replay": add_replay,
        "review": add_review,
        "advise": add_advise,
        "escape": add_escape,
        "ask": _add_ask,
        "setup": _add_setup,
    }
    # Only the command that is named needs its arguments; an unknown one, or none, is told about all.
    named = given[0] if given and given[0] in added else None
    for name, add in added.items():
        if named in (None, name):
            add(commands)
    args = parser.parse_args(given)
    return int(args.run(args))


class _Version(argparse.Action):
    """Tells the version: asked for first here, because looking it up takes as long as a small command."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        from importlib.metadata import version

        print(version("fujikoro_nb"))
        parser.exit()


def _add_content(commands: Subparsers) -> None:
    content = commands.add_parser("content", help=say("content.help"), description=say("content.help"))
    of_content = content.add_subparsers(dest="content_command", required=True)
    sentence = say("content.help-check")
    check = of_content.add_parser("check", help=sentence, description=sentence)
    check.add_argument("files", nargs="+", metavar="FILE", help=say("content.help-files"))
    check.add_argument("--json", action="store_true", help=say("content.help-json"))
    check.set_defaults(run=_run_content)
    sentence = say("content-removed.help")
    removed = of_content.add_parser("removed", help=sentence, description=sentence)
    removed.add_argument("--json", action="store_true", help=say("content.help-json"))
    removed.set_defaults(run=_run_removed)
    sentence = say("content-removed.help-bring-back")
    back = of_content.add_parser("bring-back", help=sentence, description=sentence)
    back.add_argument("names", nargs="+", metavar="NAME", help=say("content-removed.help-names"))
    back.set_defaults(run=_run_bring_back)


def _run_content(args: argparse.Namespace) -> int:
    """0 when every file is good, 1 when one has faults, 2 when one is not there or cannot be opened."""
    from fujikoro_nb.content.faults import printed_faults
    from fujikoro_nb.content.reading import check_files, pack_files

    faults = check_files(args.files)
    print(printed_faults(faults, files=len(pack_files(args.files)), as_json=args.json))
    if any(fault.reason in ("no-file", "no-access") for fault in faults):
        return 2
    return 1 if faults else 0


def _run_removed(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.removed import printed_removed
    from fujikoro_nb.content.owner import OwnerPack

    print(printed_removed(OwnerPack().removed(), as_json=args.json))
    return 0


def _run_bring_back(args: argparse.Namespace) -> int:
    """0 when all came back, 1 when one did not, 2 when the disk refused."""
    from fujikoro_nb.commands.removed import bring_back

    lines, code = bring_back(args.names)
    print("\n".join(lines))
    return code


def _add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--unlocked", action="store_true", help=say("command.help-unlocked"))
    parser.add_argument(
        "--character", default="symmetric", metavar="NAME", help=say("command.help-character")
    )
    parser.add_argument(
        "--ruling", action="append", default=[], metavar="RULE=READING", help=say("command.help-ruling")
    )
    parser.add_argument("--pack", type=Path, metavar="FILE", help=say("command.help-pack"))


def _add_gear(commands: Subparsers) -> None:
    parser = add_asking(commands, "gear", say("command.help-gear"))
    parser.add_argument("notation", metavar="NOTATION", help=say("command.help-notation"))
    parser.add_argument(
        "--kind", required=True, choices=("weapon", "helmet", "sandals"), help=say("command.help-kind")
    )
    _add_board(parser)
    parser.add_argument(
        "--cards", choices=("owner", "house", "none"), default="owner", help=say("command.help-cards")
    )
    parser.set_defaults(run=_run_gear)


def _run_gear(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.craft import gear_reply
    from fujikoro_nb.commands.reply import answered

    def ask() -> Reply:
        return gear_reply(
            args.notation,
            args.kind,
            is_unlocked=args.unlocked,
            who=args.character,
            readings=args.ruling,
            cards=args.cards,
            pack=args.pack,
        )

    return print_reply(answered(ask), as_json=args.json)


def _add_solve(commands: Subparsers) -> None:
    parser = add_asking(commands, "solve", say("command.help-solve"))
    parser.add_argument("--card", required=True, metavar="ID", help=say("command.help-card"))
    parser.add_argument("--card2", metavar="ID", help=say("command.help-card2"))
    parser.add_argument("--backpack", required=True, metavar="CUBES", help=say("command.help-backpack"))
    parser.add_argument("--gear", default="", metavar="NOTATION", help=say("command.help-present"))
    parser.add_argument("--usable", action="store_true", help=say("command.help-usable"))
    parser.add_argument("--backpack-monk", action="store_true", help=say("command.help-backpack-monk"))
    _add_board(parser)
    parser.set_defaults(run=_run_solve)


def _run_solve(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.craft import solve_reply
    from fujikoro_nb.commands.reply import answered

    def ask() -> Reply:
        return solve_reply(
            [args.card] if args.card2 is None else [args.card, args.card2],
            args.backpack,
            present=args.gear,
            is_unlocked=args.unlocked,
            who=args.character,
            is_usable=args.usable,
            is_backpack_open=args.backpack_monk,
            readings=args.ruling,
            pack=args.pack,
        )

    return print_reply(answered(ask), as_json=args.json)


def _add_fighter(parser: argparse.ArgumentParser) -> None:
    """What `odds` and `fight` both need: one samurai and a dragon."""
    parser.add_argument("--weapon", required=True, metavar="NOTATION", help=say("odds.help-weapon"))
    parser.add_argument("--helmet", default="", metavar="NOTATION", help=say("odds.help-helmet"))
    parser.add_argument("--sandals", default="", metavar="NOTATION", help=say("odds.help-sandals"))
    parser.add_argument("--dragon", required=True, metavar="DRAGON", help=say("odds.help-dragon"))
    parser.add_argument(
        "--guard", action="append", default=[], metavar="KIND:PATTERN", help=say("odds.help-guard")
    )
    parser.add_argument("--backpack", default="", metavar="CUBES", help=say("command.help-backpack"))
    parser.add_argument(
        "--blueprint", action="append", default=[], metavar="KIND:PATTERN", help=say("odds.help-blueprint")
    )
    parser.add_argument(
        "--lost-blueprint", action="append", default=[], metavar="KIND:PATTERN", help=say("odds.help-lost")
    )
    parser.add_argument("--players", type=int, help=say("odds.help-players"))
    parser.add_argument(
        "--character", default="symmetric", metavar="NAME", help=say("command.help-character")
    )
    parser.add_argument(
        "--ruling", action="append", default=[], metavar="RULE=READING", help=say("command.help-ruling")
    )
    parser.add_argument("--pack", type=Path, metavar="FILE", help=say("command.help-pack"))


def _add_odds(commands: Subparsers) -> None:
    parser = add_asking(commands, "odds", say("odds.help"))
    _add_fighter(parser)
    parser.add_argument("--monk", metavar="[SOURCE:]CUBE", help=say("odds.help-monk"))
    parser.add_argument(
        "--ally", action="append", default=[], metavar="WEAPON=HELMET", help=say("odds.help-ally")
    )
    parser.add_argument(
        "--goal", choices=("win", "conscious", "points"), default="win", help=say("odds.help-goal")
    )
    parser.add_argument("--all-dice", action="store_true", help=say("odds.help-all-dice"))
    parser.add_argument("--first", choices=("samurai", "dragon"), help=say("odds.help-first"))
    parser.add_argument("--mode", default="", help=say("play.help-mode"))
    parser.add_argument("--came", action="store_true", help=say("odds.help-came"))
    parser.set_defaults(run=_run_odds)


def _run_odds(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.odds import odds_reply
    from fujikoro_nb.commands.reply import answered

    def ask() -> Reply:
        return odds_reply(
            args.weapon,
            args.helmet,
            args.dragon,
            sandals=args.sandals,
            monk=args.monk,
            allies=args.ally,
            goal=args.goal,
            all_dice=args.all_dice,
            first=args.first,
            who=args.character,
            backpack=args.backpack,
            blueprints=args.blueprint,
            lost_blueprints=args.lost_blueprint,
            players=args.players,
            mode=args.mode,
            came=args.came,
            readings=args.ruling,
            pack=args.pack,
            guard=args.guard,
        )

    return print_reply(answered(ask), as_json=args.json)


def _add_fight(commands: Subparsers) -> None:
    parser = add_asking(commands, "fight", say("fight.help"))
    _add_fighter(parser)
    parser.add_argument(
        "--monk", action="append", default=[], metavar="[SOURCE:]CUBE", help=say("fight.help-monk")
    )
    parser.add_argument("--seed", metavar="TEXT", help=say("fight.help-seed"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=say("fight.help-save"))
    parser.set_defaults(run=_run_fight)


def _run_fight(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.fight import play_in_terminal

    is_asked = sys.stdin.isatty() and not args.json

    def lines() -> Iterator[str]:
        while True:
            if is_asked:
                print("> ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                return
            yield line

    return play_in_terminal(args, lines(), lambda line: print(line, flush=True), is_asked=is_asked)


def _add_check_cases(commands: Subparsers) -> None:
    parser = add_asking(commands, "check-cases", say("command.help-cases"))
    parser.add_argument("files", nargs="+", metavar="FILE", help=say("command.help-files"))
    parser.set_defaults(run=_run_check_cases)


def _run_check_cases(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.cases import cases_reply
    from fujikoro_nb.commands.reply import answered

    return print_reply(answered(lambda: cases_reply(args.files)), as_json=args.json)


def _add_ask(commands: Subparsers) -> None:
    from fujikoro_nb.commands.ask import ALL_MODES, MOST
    from fujikoro_nb.engine.fujikoro.scenarios import SCENARIOS

    parser = add_asking(commands, "ask", say("ask.help"))
    parser.add_argument("question", metavar="QUESTION", help=say("ask.help-question"))
    parser.add_argument("--lang", default="", metavar="LANGUAGE", help=say("ask.help-lang"))
    parser.add_argument("--mode", default="", help=say("ask.help-mode", known=", ".join(ALL_MODES)))
    parser.add_argument("--players", type=int, default=0, help=say("ask.help-players"))
    parser.add_argument("--chapter", default="", help=say("ask.help-chapter"))
    parser.add_argument("--scenario", type=int, default=0, help=say("ask.help-scenario", most=len(SCENARIOS)))
    parser.add_argument("--limit", type=int, default=MOST, help=say("ask.help-limit"))
    parser.add_argument("--words-only", action="store_true", help=say("ask.help-words-only"))
    parser.set_defaults(run=_run_ask)


def _run_ask(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.ask import ask_reply
    from fujikoro_nb.commands.reply import answered

    def ask() -> Reply:
        return ask_reply(
            args.question,
            language=args.lang,
            mode=args.mode,
            players=args.players,
            chapter=args.chapter,
            scenario=args.scenario,
            limit=args.limit,
            is_lexical=args.words_only,
        )

    return print_reply(answered(ask), as_json=args.json)


def _add_setup(commands: Subparsers) -> None:
    from fujikoro_nb.helper.setup.choices import SETUP_MODES, SETUP_OPTIONS

    parser = add_asking(commands, "setup", say("setup.help"))
    parser.add_argument(
        "--mode", default="competitive", help=say("setup.help-mode", known=", ".join(SETUP_MODES))
    )
    parser.add_argument("--players", type=int, help=say("setup.help-players"))
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME",
        help=say("setup.help-option", known=", ".join(SETUP_OPTIONS)),
    )
    parser.add_argument("--pack-away", action="store_true", help=say("setup.help-pack"))
    parser.add_argument("--lang", default="en", choices=LANGUAGES, help=say("setup.help-lang"))
    parser.set_defaults(run=_run_setup)


def _run_setup(args: argparse.Namespace) -> int:
    from fujikoro_nb.commands.reply import answered
    from fujikoro_nb.commands.setup import setup_reply

    def ask() -> Reply:
        return setup_reply(
            args.mode, args.players, args.option, is_packing=args.pack_away, language=args.lang
        )

    return print_reply(answered(ask), as_json=args.json)


if __name__ == "__main__":
    sys.exit(main())

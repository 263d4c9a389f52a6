"""A process that writes at a table in a loop: run as ``python -m tests.store.writer ACT ADDRESS CODE TOKEN ...``.

Each line on its standard output is an answer that it got: what a page would draw as confirmed.
"""

from __future__ import annotations

import os
import signal
import sys

from fujikoro_nb.store import Add, Conflict, NotStored, Put, Store, Table


def say(*words: object) -> None:
    """Told at once: what is still in a buffer when the process is killed was never answered."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def append_for_ever(table: Table, token: str) -> None:
    version = table.head().version
    while True:
        version = table.append(token, version, [Add("game", b"%d\n" % version)], label="answer")
        say(version)


def race(table: Table, token: str, who: str, count: int) -> None:
    """Append so many lines of one's own, each made again on what came first."""
    for number in range(count):
        while True:
            version = table.head().version
            try:
                table.append(
                    token,
                    version,
                    [Add("game", f"{who} {number}\n".encode())],
                    label="answer",
                    key=f"{who}{number}",
                )
            except Conflict:
                continue
            break
    say("done")


def die_before_the_answer(table: Table, token: str) -> None:
    """Killed when the change is stored and nobody was told."""
    table.append(token, table.head().version, [Add("game", b"last\n")], label="answer", key="tap-1")
    os.kill(os.getpid(), signal.SIGKILL)


def fill(table: Table, token: str, limit: int) -> None:
    """Write until the system lets no file grow any more; say so; go on when it does again."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, most))
    version, lines = table.head().version, 0
    try:
        while True:
            version = table.append(
                token, version, [Add("game", b"x" * 2000)], label="answer", key=f"k{lines}"
            )
            lines += 1
    except NotStored as error:
        say(type(error).__name__, error.reason)
    state = table.state()
    say(len(state.parts["game"]) == 2000 * lines, state.version == version)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    say(
        table.append(token, version, [Add("game", b"x" * 2000)], label="answer", key=f"k{lines}") - version,
    )
    table.append(token, version + 1, [Put("gear", b"W")], label="more")


def main() -> None:
    act, address, code, token, *rest = sys.argv[1:]
    with Store.open(address, check=False) as store:
        table = store.table(code)
        if act == "for-ever":
            append_for_ever(table, token)
        elif act == "race":
            race(table, token, rest[0], int(rest[1]))
        elif act == "die":
            die_before_the_answer(table, token)
        elif act == "fill":
            fill(table, token, int(rest[0]))


if __name__ == "__main__":
    main()

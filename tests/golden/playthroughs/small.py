"""Golden playthroughs of the two small games, with what each seat sees after every match and turn.

The answers are read from the file itself. ``python -m tests.golden.playthroughs.small NAME`` writes a game of bots
anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from fujikoro_nb.bots import play_out
from fujikoro_nb.bots.kinds import KINDS, Kind
from fujikoro_nb.engine.fuji_99.state import Fuji99
from fujikoro_nb.engine.kernel import CHANCE, NOBODY, Answer, ChanceOptions, Seat, Session
from fujikoro_nb.engine.makai_fuda.components import SECRET, Card
from fujikoro_nb.engine.makai_fuda.state import Makai

FOLDER = Path(__file__).parent
ANSWER = "  answer: "
SHOWN_AFTER = {"tournament", "match-won", "no-winner", "turn"}


class Small(msgspec.Struct, frozen=True):
    """One game: which, for whom, and from which seed."""

    game: str
    bots: tuple[str, ...]
    seed: int
    variants: tuple[str, ...] = ()

    @property
    def kind(self) -> Kind:
        """The game."""
        return KINDS[self.game]

    def session(self) -> Session[Any]:
        """Before its first answer."""
        return self.kind.session(
            players=len(self.bots),
            seed=self.seed,
            rulings=self.kind.adopted,
            variants=self.kind.agreed(self.variants),
            seats=self.bots,
        )


GAMES = {
    "makai-three": Small("makai", ("heuristic", "random", "heuristic"), 1),
    "makai-four": Small("makai", ("heuristic", "random", "heuristic", "random"), 2),
    "makai-variants": Small(
        "makai",
        ("random", "heuristic", "random", "random"),
        3,
        ("watch-first", "exchange", "tournaments=2", "double-last"),
    ),
    "fuji99-two": Small("fuji99", ("heuristic", "random"), 1),
    "fuji99-three": Small("fuji99", ("heuristic", "random", "heuristic"), 2),
    "fuji99-four": Small("fuji99", ("random", "heuristic", "random", "heuristic"), 3),
}


def _card(card: Card | None) -> str:
    if card is None:
        return "-"
    return "?" if card == SECRET else f"{card.kind[0]}{card.strength}{card.ability[:1]}"


def _makai(view: Makai) -> str:
    hands = " / ".join(" ".join(map(_card, hand)) for hand in view.hands)
    laid, lacks = " ".join(map(_card, view.laid)), " / ".join(",".join(one) for one in view.lacks)
    return f"hands {hands}; face down {laid}; lacks {lacks}; gold {view.gold} chips {view.chips} wins {view.wins}"


def _fuji_99(view: Fuji99) -> str:
    each = " / ".join(
        f"floor {one.floor} bag {msgspec.structs.astuple(one.bag)} hand "
        + ",".join(f"{view.card(held).key}+{held.cubes}" for held in one.hand)
        for one in view.players
    )
    return f"{each}; token {view.movement} pile {sum(view.pile)} pagoda {view.pagoda}"


def views(session: Session[Any]) -> Iterator[str]:
    """A line a seat, and one for those who only look on."""
    state = session.state
    seats = len(state.gold if isinstance(state, Makai) else state.players)
    for seat in (*range(seats), NOBODY):
        view = session.view_for(Seat(seat))
        yield f"  seat {seat}: {_makai(view) if isinstance(view, Makai) else _fuji_99(view)}"


def lines(small: Small, answers: Sequence[Answer]) -> Iterator[str]:
    """The whole game."""
    game, start = small.kind.game, small.session().record.start
    session = Session(game, start)
    yield f"# {small.game}, seed {small.seed}: {', '.join((*small.bots, *small.variants))}"
    left = iter(answers)
    while (question := session.question) is not None:
        options = session.options
        count = options.total if isinstance(options, ChanceOptions) else len(options)
        who = "chance" if question.seat == CHANCE else f"seat {question.seat}"
        yield f"{who} is asked: {question.kind} ({question.rule}), {count}"
        answer = next(left)
        yield ANSWER + msgspec.json.encode(answer).decode()
        events = session.play(answer)
        for one in events:
            yield f"  event {one.kind} ({one.rule}) " + " ".join(f"{name}={said}" for name, said in one.data)
        if SHOWN_AFTER & {one.kind for one in events}:
            yield from views(session)
    assert next(left, None) is None, "an answer too many"
    yield from views(session)


def answers_of(small: Small, text: str) -> list[Answer]:
    """The answers that a file holds."""
    said = [line.removeprefix(ANSWER) for line in text.splitlines() if line.startswith(ANSWER)]
    return [msgspec.json.decode(one, type=small.kind.game.answer_types) for one in said]


def written(small: Small, answers: Sequence[Answer]) -> str:
    """The file."""
    return "\n".join(lines(small, answers)) + "\n"


def replayed(name: str) -> str:
    """The game of a file, played again with its own answers."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return written(GAMES[name], answers_of(GAMES[name], text))


PLAYTHROUGHS = {name: partial(replayed, name) for name in GAMES}
"""File name to the function that plays it."""


def main(names: Sequence[str]) -> None:
    """Let bots play these games, and write them."""
    for name in names or GAMES:
        small = GAMES[name]
        session = small.session()
        seated = small.kind.seated(small.bots, players=len(small.bots), seed=small.seed)
        play_out(session, seated, turn=small.kind.turn)
        chosen = [line.entry.answer for line in session.lines if not line.entry.automatic]
        (FOLDER / f"{name}.txt").write_text(written(small, chosen), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Golden playthroughs of whole games, from the first draw to the last tie-break.

The answers are read from the file itself, so a golden game stays the same when bots learn something:
``.venv/bin/python -m tools.build_playthroughs`` lets bots play the games of `GAMES` anew and writes the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.party import Party
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.kernel import CHANCE, Answer, ChanceOptions, Event, Seat, Session
from fujikoro_nb.rulebook.cases.playing import answer_said, text_of

FOLDER = Path(__file__).parent
SHOWN_OPTIONS = 3
LONGEST_OPTION = 40
ANSWER = "  answer: "


class Golden(msgspec.Struct, frozen=True):
    """One game: a seed, in which as much as possible happens, and a bot for each seat."""

    seed: int
    bots: tuple[str, ...]
    mode: str = COMPETITIVE.name
    characters: tuple[str, ...] = ()
    """Who is played, one a seat or nobody."""
    scenario: int = 0

    @property
    def title(self) -> str:
        """The first line of the file."""
        who = f"{len(self.bots)}" if self.mode == COMPETITIVE.name else f"{len(self.bots)}, {self.mode},"
        who += f" as {' and '.join(self.characters)}" if self.characters else ""
        what = f"scenario {self.scenario}, seed" if self.scenario else "with adventure tokens, seed"
        return f"# A game of {who} {what} {self.seed}: {', '.join(self.bots)}"


PAIR = ("heuristic", "random")

GAMES = {
    "game-two": Golden(42, PAIR),
    "game-four": Golden(17, PAIR * 2),
    "game-six": Golden(4, PAIR * 3),
    "group-one": Golden(18, ("random",), SOLO.name),
    "group-two": Golden(1, PAIR, COOP.name),
    "group-three": Golden(7, (*PAIR, "heuristic"), COOP.name),
    "group-six": Golden(4, PAIR * 3, COOP.name),
    "cast-four": Golden(2, PAIR * 2, characters=("yoshihiro", "masako", "mitsuhide", "daisuke")),
    "cast-three": Golden(4, (*PAIR, "heuristic"), COOP.name, ("tomoe", "takeko", "masatsura")),
    "scenario-1": Golden(6, (*PAIR, "heuristic"), scenario=1),
    "scenario-2": Golden(9, (*PAIR, "heuristic"), scenario=2),
    "scenario-3": Golden(3, (*PAIR, "heuristic"), scenario=3),
    "scenario-3-coop": Golden(6, PAIR, COOP.name, scenario=3),
    "scenario-3-solo": Golden(1, ("heuristic",), SOLO.name, scenario=3),
    "scenario-4": Golden(7, (*PAIR, "heuristic"), scenario=4),
    "scenario-5": Golden(5, (*PAIR, "heuristic"), scenario=5),
    "scenario-5-coop": Golden(2, PAIR, COOP.name, scenario=5),
    "scenario-5-solo": Golden(3, ("heuristic",), SOLO.name, scenario=5),
    "scenario-6": Golden(8, ("heuristic",) * 2, COOP.name, scenario=6),
    "scenario-6-solo": Golden(5, ("heuristic",), SOLO.name, scenario=6),
    "scenario-7": Golden(3, ("heuristic",), SOLO.name, scenario=7),
    "scenario-8": Golden(2, ("heuristic",), SOLO.name, scenario=8),
    "scenario-8-won": Golden(15, ("heuristic",), SOLO.name, scenario=8),
}


def fresh(golden: Golden) -> GameState:
    """The table before the first draw."""
    return _session(golden, auto_deal=False).record.start


def _session(golden: Golden, *, auto_deal: bool) -> Session[GameState]:
    return new_session(
        players=len(golden.bots),
        seed=golden.seed,
        adventures=not golden.scenario,
        auto_deal=auto_deal,
        mode=golden.mode,
        characters=golden.characters,
        scenario=golden.scenario,
    )


def answers_of_bots(golden: Golden) -> list[Answer]:
    """What the bots and the dealer answer, forced answers among them."""
    session = _session(golden, auto_deal=True)
    play_out(session, bots_of(golden.bots, players=len(golden.bots), seed=golden.seed))
    return [line.entry.answer for line in session.lines]


def answers_in(text: str, golden: Golden) -> list[Answer]:
    """The answers that a file holds."""
    state = GAME.start(fresh(golden)).state  # its dice never change, and a roll is read with them
    said = [line.removeprefix(ANSWER) for line in text.splitlines() if line.startswith(ANSWER)]
    return [answer_said(one, state) for one in said]


def lines(golden: Golden, answers: Sequence[Answer]) -> Iterator[str]:
    """The whole game."""
    yield golden.title
    step = GAME.start(fresh(golden))
    for answer in answers:
        yield from _asked(step.state)
        yield f"{ANSWER}{text_of(answer, step.state)}"
        step = GAME.step(step.state, answer)
        yield from _told(step.events)
        if any(event.kind == "turn" for event in step.events):
            yield from views(step.state)
    assert GAME.question(step.state) is None, "an answer too few"
    yield ""
    yield "nothing is asked"
    yield from views(step.state)


def _asked(state: GameState) -> Iterator[str]:
    question, options = GAME.question(state), GAME.options(state)
    assert question is not None, "an answer too many"
    who = "chance" if question.seat == CHANCE else f"seat {question.seat}"
    listed = [text_of(option, state) for option in _first(options)]
    shown = " | ".join(
        text if len(text) <= LONGEST_OPTION else f"{text[:LONGEST_OPTION]}~" for text in listed
    )
    count = (
        f"{len(options)} of weight {options.total}" if isinstance(options, ChanceOptions) else len(options)
    )
    yield ""
    yield f"{who} is asked: {question.kind} ({question.rule}) by {question.frame}{_data(question.data)}"
    yield f"  options, {options.maker}, {count}: {shown}"


def _first(options: object) -> list[Answer]:
    found = []
    for option in options:  # type: ignore[attr-defined]
        found.append(option)
        if len(found) == SHOWN_OPTIONS:
            break
    return found


def _told(events: Sequence[Event]) -> Iterator[str]:
    for happened in events:
        yield f"  event {happened.kind} ({happened.rule}){_data(happened.data)}"


def _data(data: Sequence[tuple[str, object]]) -> str:
    return "".join(f" {name}={'-' if value == '' else value}" for name, value in data)


# ---- views


def views(state: GameState) -> Iterator[str]:
    """A line a seat: its own things as it sees them, and what it alone knows."""
    lava = " ".join(state.lava) or "-"
    yield f"view: countdown {state.countdown}, lava {lava}"
    if state.party is not None:
        yield from _group(state.party)
    for seat in range(state.players):
        yield f"  seat {seat}: {', '.join(_view(GAME.view_for(state, Seat(seat)), Seat(seat)))}"


def _group(party: Party) -> Iterator[str]:
    lives = " ".join(map(str, party.lives))
    yield f"  group: round {party.round}, lives {lives}, first {int(party.first)}, {party.outcome or 'plays on'}"
    for side, names in (("asleep", party.asleep), ("awake", party.awake)):
        if names:
            yield f"  {side}: {' '.join(names)}"


def _view(state: GameState, seat: Seat) -> Iterator[str]:
    samurai, board = state.samurai[seat], state.boards[seat]
    awake = "" if samurai.is_conscious else " unconscious"
    yield f"{samurai.colour} {samurai.space or samurai.palace + ' palace'}{awake}"
    yield f"{samurai.score} points"
    yield f"discs {board.discs} ({' '.join(map(str, samurai.fields))})"
    for kind in GearKind:
        if board.gear.layout(kind):
            yield f"{kind} {print_gear(board.gear, kind, board.limits)}"
    for name, contents in (("backpack", board.backpack.lower), ("above", board.backpack.upper)):
        if len(contents):
            yield f"{name} {' '.join(filter(None, (str(contents.cubes), *contents.discs)))}"
    lists = {
        "monks": board.monk_spots,
        "cards": [f"{card.card} on {card.slot}" for card in board.cards],
        "blueprints": [one.id for one in board.blueprints],
        "scrolls": [one.id for one in samurai.scrolls],
        "tokens": [one.id for one in samurai.adventures],
        "knows": [str(one) for one in state.peeked],
    }
    for name, things in lists.items():
        if things:
            yield f"{name} {' '.join(things)}"


def written(golden: Golden, answers: Sequence[Answer]) -> str:
    """The file."""
    return "\n".join(lines(golden, answers)) + "\n"


def replayed(name: str) -> str:
    """The game of a file, played again with its own answers."""
    golden = GAMES[name]
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return written(golden, answers_in(text, golden))


PLAYTHROUGHS = {name: partial(replayed, name) for name in GAMES}
"""File name to the function that plays it."""

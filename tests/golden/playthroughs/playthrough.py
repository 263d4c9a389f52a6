"""Golden playthroughs: a rest written out line by line, for people who know the rules and for a test.

``python -m tests.golden.playthroughs.playthrough`` prints it anew; read what changed before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator

from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear, CraftingState
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear, print_pattern
from fujikoro_nb.engine.fujikoro.rules.rest import REST_GAME, rest
from fujikoro_nb.engine.kernel import Answer, Event, Options, Question, Refusal, Seat
from tests.support.gear_positions import (
    HELMET,
    SANDALS,
    WEAPON,
    ClaimCard,
    CraftNothing,
    PlaceMagic,
    StopClaiming,
    blueprint,
    board,
    card,
    craft,
    owned,
)

SHOWN_OPTIONS = 6


def _cubes(text: object) -> str:
    return str(text) or "-"


def answer_text(answer: Answer, limits_of: Board) -> str:
    """An answer in one line."""
    match answer:
        case CraftGear():
            gear = limits_of.gear.without_magic(answer.kind).with_layout(answer.kind, answer.layout)
            parts = [
                f"craft {answer.kind} {print_gear(gear, answer.kind, limits_of.limits)}",
                f"backpack {_cubes(answer.backpack.lower.cubes)} | {_cubes(answer.backpack.upper.cubes)}",
            ]
            parts += [f"waste {answer.wasted}"] if answer.wasted else []
            parts += [f"throw {answer.thrown}"] if answer.thrown else []
            return ", ".join(parts)
        case ClaimCard():
            return f"claim {answer.card} on {answer.slot}" + (f" for {answer.bonus}" if answer.bonus else "")
        case PlaceMagic():
            return f"magic on the {answer.part} weapon"
        case CraftNothing():
            return "craft nothing"
        case StopClaiming():
            return "claim no more"
        case _:
            raise TypeError(type(answer).__name__)


def view(state: CraftingState) -> Iterator[str]:
    """What every seat sees: nothing is hidden while crafting."""
    for seat, here in enumerate(state.boards):
        gear = "  ".join(f"{kind} {print_gear(here.gear, kind, here.limits)}" for kind in GearKind)
        yield f"  seat {seat}: {gear}"
        pack = here.backpack
        discs = " ".join([*pack.lower.discs, *pack.upper.discs]) or "-"
        yield f"          backpack {_cubes(pack.lower.cubes)} | {_cubes(pack.upper.cubes)}  discs {discs}"
        cards = ", ".join(f"{mine.card} on {mine.slot} ({mine.bonus})" for mine in here.cards) or "-"
        plans = ", ".join(f"{plan.kind} {print_pattern(plan.pattern)}" for plan in here.blueprints) or "-"
        yield f"          cards {cards}  blueprints {plans}"
    display = ", ".join(f"{shown.id} {shown.kind} {print_pattern(shown.pattern)}" for shown in state.display)
    yield f"  display: {display or '-'}"


def _events(events: tuple[Event, ...]) -> Iterator[str]:
    for happened in events:
        yield f"  event {happened.kind} ({happened.rule}){_data(happened)}"


def _data(cited: Event | Refusal) -> str:
    return "".join(f" {name}={'-' if value == '' else value}" for name, value in cited.data)


def _asked(question: Question, options: Options, here: Board) -> Iterator[str]:
    listed = [answer_text(option, here) for option in options]
    yield ""
    yield f"seat {question.seat} is asked: {question.kind} ({question.rule}) by {question.frame}"
    yield f"  options: {options.maker}, {len(listed)}"
    yield from (f"    {option}" for option in listed[:SHOWN_OPTIONS])
    yield from ["    ..."] if len(listed) > SHOWN_OPTIONS else []


def lines(title: str, start: CraftingState, answers: list[Answer]) -> Iterator[str]:
    """The whole playthrough; an answer that is refused is shown with its reason, and the question stays."""
    yield f"# {title}"
    step = REST_GAME.start(start)
    is_asked_again = False
    yield "view"
    yield from view(step.state)
    for answer in answers:
        state = step.state
        question = REST_GAME.question(state)
        assert question is not None, "an answer too many"
        here = state.boards[question.seat]
        if not is_asked_again:
            yield from _asked(question, REST_GAME.options(state), here)
        yield f"  answer: {answer_text(answer, here)}"
        refusal = REST_GAME.check(state, answer)
        if refusal is not None:
            reason = f" {refusal.reason}" if refusal.reason else ""
            yield f"    refused ({refusal.rule}){reason}{_data(refusal)}"
            is_asked_again = True
            continue
        is_asked_again = False
        step = REST_GAME.step(state, answer)
        yield from _events(step.events)
        yield "view"
        yield from view(step.state)
    assert REST_GAME.question(step.state) is None, "an answer too few"
    yield ""
    yield "nothing is asked"


def two_player_rest() -> str:
    """Seat 0 turns one weapon into two; two weapon cards match, a helmet card too, and one slot is free."""
    mine = board(
        weapon="WWWMM",
        helmet="WW",
        lower="MMTW",
        discs=("blueprint",),
        monks=("weapon",),
        cards=(owned("old-sandals", SANDALS, "gather"), owned("old-helmet", HELMET, "explore", "metal")),
        blueprints=(blueprint(WEAPON, "MM"),),
    )
    other = board(helmet="MM/W", blueprints=(blueprint(HELMET, "M/M"),))
    display = (card("axe", WEAPON, "WW/M."), card("club", WEAPON, "MM"), card("hood", HELMET, "W/W"))
    start = rest(CraftingState(boards=(mine, other), display=display), Seat(0))
    answers: list[Answer] = [
        ClaimCard("hood", "move"),
        craft(mine, WEAPON, "WW...:.MM/M....:..T", lower="MWW"),
        craft(mine, WEAPON, "WW...:.MM/M....:..T", lower="W", upper="M", waste="W"),
        craft(mine, WEAPON, "W.W..:.MM/M....:..T", lower="MW", waste="W"),
        craft(mine, WEAPON, "WW...:.MM/M....:..T", lower="MW", waste="W"),
        CraftNothing(),
        ClaimCard("hood", "move"),
        ClaimCard("axe", "gather", "vp"),
        ClaimCard("axe", "move", "vp"),
        ClaimCard("club", "move", "peek"),
        StopClaiming(),
        PlaceMagic("both"),
        PlaceMagic("right"),
    ]
    return "\n".join(lines("A rest in a game of two, symmetric boards", start, answers)) + "\n"


PLAYTHROUGHS = {"rest-two-players": two_player_rest}
"""File name to the function that plays it."""

if __name__ == "__main__":
    for play in PLAYTHROUGHS.values():
        print(play(), end="")  # noqa: T201

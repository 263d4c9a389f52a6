"""Golden playthroughs of fights, in the short texts in which answers are typed.

``python -m tests.golden.playthroughs.fights`` prints them anew; read what changed before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fujikoro_nb.engine.fujikoro.asked.fight import DRAGON, DragonFight, Duel
from fujikoro_nb.engine.fujikoro.asked.fight_notation import parse_answer, print_answer, print_face
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.gear.notation import print_gear, print_pattern
from fujikoro_nb.engine.fujikoro.rules.fights.arena import FIGHT_GAME
from fujikoro_nb.engine.fujikoro.rules.fights.arena_state import ArenaState
from fujikoro_nb.engine.fujikoro.rules.fights.combat import begin_dragon_fight
from fujikoro_nb.engine.fujikoro.rules.fights.duel import begin_duel
from fujikoro_nb.engine.kernel import CHANCE, ChanceOptions, Event, Options, Question, Refusal, Seat
from tests.support.fights import arena, die, dragon
from tests.support.gear_positions import HELMET, WEAPON, blueprint, board

SHOWN_OPTIONS = 6

DICE = (
    die("W", "0*,1,1,1,1,0"),
    die("M", "0*,2,2,1,1,0"),
    die("T", "0*,3,3,2,1,0"),
    die("G", "4,3,2,2,1,0"),
)
"""Ours, with the maxima and sums of combat.dice.limits."""


def _data(cited: Event | Refusal) -> str:
    return "".join(f" {name}={'-' if value == '' else value}" for name, value in cited.data)


def _events(events: Sequence[Event]) -> Iterator[str]:
    for happened in events:
        yield f"  event {happened.kind} ({happened.rule}){_data(happened)}"


def _view(state: ArenaState) -> Iterator[str]:
    """What every seat sees: nothing is hidden in a fight."""
    for index, here in enumerate(state.boards):
        seat = Seat(index)
        yield f"  seat {seat}: {_gear(here)}  backpack {_pack(here)}  monks {' '.join(here.monk_spots) or '-'}"
        plans = ", ".join(f"{plan.kind} {print_pattern(plan.pattern)}" for plan in here.blueprints) or "-"
        yield f"  seat {seat}: {state.stands(seat)}, {state.score(seat)} points, blueprints {plans}"
    for frame in state.agenda:
        match frame:
            case DragonFight():
                order = " ".join("dragon" if seat == DRAGON else str(seat) for seat in frame.order) or "-"
                yield f"  dragon: health {frame.health}, round {frame.round}, order {order}"
            case Duel():
                yield f"  duel: round {frame.round}, order {' '.join(map(str, frame.order)) or '-'}"


def _gear(here: Board) -> str:
    return f"weapon {print_gear(here.gear, WEAPON, here.limits)}  helmet {print_gear(here.gear, HELMET, here.limits)}"


def _pack(here: Board) -> str:
    lower, upper = here.backpack.lower, here.backpack.upper
    return " | ".join(" ".join([str(area.cubes) or "-", *area.discs]) for area in (lower, upper))


def _asked(question: Question, options: Options, dice: Sequence[Die]) -> Iterator[str]:
    who = "chance" if question.seat == CHANCE else f"seat {question.seat}"
    yield ""
    yield f"{who} is asked: {question.kind} ({question.rule}) by {question.frame}{_data_of(question)}"
    if isinstance(options, ChanceOptions):
        yield f"  options: {options.maker}, {len(options)} of weight {options.total}"
    else:
        yield f"  options: {options.maker}, {len(options)}"
    for number, option in enumerate(options):
        if number == SHOWN_OPTIONS:
            yield "    ..."
            return
        weight = f"  weight {options.weight(option)}" if isinstance(options, ChanceOptions) else ""
        yield f"    {print_answer(option, dice)}{weight}"


def _data_of(question: Question) -> str:
    return "".join(f" {name}={value}" for name, value in question.data)


def lines(title: str, start: ArenaState, answers: Sequence[str]) -> Iterator[str]:
    """The whole playthrough: after each answer the lines of the view that are new.

    An answer that is refused is shown with its reason, and the question stays.
    """
    yield f"# {title}"
    yield f"dice: {'; '.join(f'{die.material} ' + ' '.join(map(print_face, die.faces)) for die in start.dice)}"
    step = FIGHT_GAME.start(start)
    yield from _events(step.events)
    seen = list(_view(step.state))
    yield "view"
    yield from seen
    is_asked_again = False
    for text in answers:
        state = step.state
        question = FIGHT_GAME.question(state)
        assert question is not None, "an answer too many"
        if not is_asked_again:
            yield from _asked(question, FIGHT_GAME.options(state), state.dice)
        yield f"  answer: {text}"
        answer = parse_answer(text, state.dice)
        refusal = FIGHT_GAME.check(state, answer)
        is_asked_again = refusal is not None
        if refusal is not None:
            reason = f" {refusal.reason}" if refusal.reason else ""
            yield f"    refused ({refusal.rule}){reason}{_data(refusal)}"
            continue
        step = FIGHT_GAME.step(state, answer)
        yield from _events(step.events)
        now = list(_view(step.state))
        new = [line for line in now if line not in seen]
        yield from ["view", *new] if new else []
        seen = now
    assert FIGHT_GAME.question(step.state) is None, "an answer too few"
    yield ""
    yield "nothing is asked"


def joint_fight() -> str:
    """example.joint-fight, with gear that fits its text: seat 0 is Takeko, 1 Masatsura, 2 Mitsuhide."""
    takeko = board(weapon="WWWMM:MMM", helmet="MMM", monks=("weapon",))
    masatsura = board(weapon="WW")
    mitsuhide = board(
        weapon="WWWMM:MMT",
        helmet="WMM+G",
        lower="W",
        discs=("monk",),
        monks=("weapon",),
        blueprints=(blueprint(HELMET, "WM"),),
    )
    state = arena(takeko, masatsura, mitsuhide, dice=DICE)
    start = begin_dragon_fight(state, dragon("12/9/4"), Seat(0), (Seat(2),))
    answers = [
        "send scroll",
        "keep",
        "send lower-area",
        "keep",
        "throw W lower",
        "roll W 0",
        "attack both WWWMMMMMT",
        "attack both WWWMMMMT",
        "roll W 1 1 0, M 1 0 0 0, T 0*",
        "lose 1,1",
        "lose 8,1",
        "retreat",
        "roll T 3 3 0",
        "roll T 3 3 0 0*",
        "stow T",
        "stow T",
        "pay 1,1 2,1",
        "pay 1,1 2,1 3,1",
        "pay 1,1 2,1 +G",
        "pay 3,1 +G",
        "attack both WWWMMMMM",
        "roll W 1 0* 0*, M 2 2 2 1 0*",
        "lose 1,1 2,1 8,1",
        "stay",
        "attack both MM",
        "roll M 2 2",
        "stow TT",
        "stow TT",
    ]
    return (
        "\n".join(lines("The joint fight of the booklets: Takeko, Masatsura, Mitsuhide", start, answers))
        + "\n"
    )


def duel_for_a_blueprint() -> str:
    """A weapon splits, one surrenders, the winner takes a blueprint and the victim's magic stays."""
    mover = board(weapon="WWMWW", helmet="WW", lower="WWMMM")
    stander = board(
        weapon="WWT", helmet="MM+G", lower="W", discs=("plan",), blueprints=(blueprint(HELMET, "MM", "plan"),)
    )
    start = begin_duel(arena(mover, stander, dice=DICE), Seat(0), Seat(1))
    answers = [
        "send action",
        "attack left M",
        "roll M 0*",
        "lose 3,1",
        "repair 1,1",
        "repair 1,1 2,1",
        "retreat",
        "attack left WWT",
        "roll W 0* 0*, T 1",
        "pay 1,1",
        "lose 1,1 2,1",
        "surrender",
        "steal monk action",
        "steal blueprint plan",
        "stow WWMMM plan",
        "stow W",
    ]
    return "\n".join(lines("A duel for a blueprint", start, answers)) + "\n"


PLAYTHROUGHS = {"fight-joint": joint_fight, "fight-duel": duel_for_a_blueprint}
"""File name to the function that plays it."""

if __name__ == "__main__":
    for play in PLAYTHROUGHS.values():
        print(play(), end="")  # noqa: T201

"""What is asked now, as the game page shows it: who, what, why, every legal answer, and why others are refused."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.fight import DiscardScroll, is_between_people
from fujikoro_nb.engine.fujikoro.asked.game import (
    Act,
    ChoosePlace,
    DoPart,
    Enough,
    Explore,
    Flee,
    Halt,
    HandIn,
    Join,
    LayDown,
    Lead,
    Pick,
    PlaceMonk,
    SlotScroll,
    Take,
    TakeBlueprints,
    TakeScroll,
    Use,
    Walk,
)
from fujikoro_nb.engine.fujikoro.asked.game_notation import print_game_answer
from fujikoro_nb.engine.fujikoro.asked.group import (
    Agree,
    Build,
    DealCard,
    FallBackTo,
    GoFor,
    Hear,
    MoveFirst,
    Offer,
    StepTo,
)
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import ClaimCard, Craft
from fujikoro_nb.engine.fujikoro.asked.scenario import MonkFirst, MonkStep
from fujikoro_nb.engine.fujikoro.board.geometry import (
    neighbours,
    place,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.rules.bonus import worth
from fujikoro_nb.engine.fujikoro.rules.cardbonus import card_on
from fujikoro_nb.engine.fujikoro.rules.game import MAINS
from fujikoro_nb.engine.fujikoro.rules.group.steps import lair_of
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import way_out
from fujikoro_nb.engine.fujikoro.rules.mountain.lava import move_of
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import steps_of_a_move, walk_cost
from fujikoro_nb.engine.kernel import Answer, NotBefore, Options, Pass, Question
from fujikoro_nb.play.seats import is_together
from fujikoro_nb.texts import has
from fujikoro_nb.views.fight.question import drawn_boards, first_answers, question_parts
from fujikoro_nb.views.fight.share import share_view
from fujikoro_nb.views.game.facts import facts_of
from fujikoro_nb.views.game.group import dragon_states
from fujikoro_nb.views.game.people import faces_view
from fujikoro_nb.views.game.trade import offered, shared, trade_view
from fujikoro_nb.views.game.words import Words, capital

__all__ = ["asked_view", "place_of", "rows_of", "sentence", "space_of", "spaces_meant"]

MOST_ROWS = 60
"""Answers that a page lists at first; the others come when somebody asks for more."""

_PARTS = ("roll", "roll-dice", "lose-cubes", "repair", "pay-damage", "pay-lava", "pay-eruption", "stow")
"""Answered on boards and with dice, by `answer_parts.mjs`."""

_RULES = {
    "move": "move.steps.base",
    "explore": "explore.where",
    "gather": "gather.who",
    "rest": "turn.rest.returns-all",
}
"""What the actions are about, for the chip beside each."""


def asked_view(
    state: GameState, question: Question, options: Options, words: Words, *, most: int = MOST_ROWS
) -> dict[str, Any]:
    """The pending question with its answers: a person is asked, or the table throws and draws by hand."""
    say, seat = words.say, int(question.seat)
    shown: dict[str, Any] = {
        "kind": question.kind,
        "part": question.kind if question.kind in _PARTS else "rows",
        "seat": seat,
        "who": words.seat(seat),
        "colour": state.samurai[seat].colour if seat >= 0 else "",
        "text": sentence(state, question, words),
        "rule": "char.masako.double-craft" if crafted_beside(state, question) else question.rule,
        "facts": facts_of(state, question, words),
        "together": words.say("game-page.together-about", name=words.seat(seat))
        if is_together(question) and state.players > 1
        else "",
        "trade": trade_view(state, question, words),
        "share": share_view(
            state,
            question,
            options,
            names=words.names,
            say=say,
            colours=[one.colour for one in state.samurai],
        ),
        "boards": drawn_boards(state.fighter(question.seat)) if seat >= 0 else {},
    }
    if question.kind in ("craft", "first-weapon"):
        return {**shown, "part": "bench"}
    parts = question_parts(state, question, options, names=words.names, say=say)
    if parts:
        return {**shown, **parts}
    if question.kind == "stow":
        answers = first_answers(question.kind, options, state.fighter(question.seat))
        return {**shown, "choices": [_choice(one, words) for one in answers]}
    if question.kind == "turn-tile":
        shown["tile"] = _tile(state)
    rows, more = rows_of(state, question, options, words, most=most)
    shown |= {"rows": rows, "more": more, "has_map": any(row["at"] for row in rows)}
    if question.kind == "draw":
        shown["part"] = "draw"
        shown |= dict(question.data)
    return shown


def sentence(state: GameState, question: Question, words: Words) -> str:
    """The question itself."""
    is_duel = is_between_people(state)
    key = f"question.{question.kind}"
    if is_duel and has(f"{key}-duel", language=words.language):
        key += "-duel"
    if state.players == 1 and has(f"{key}-alone", language=words.language):
        key += "-alone"
    data = dict(question.data)
    if question.kind == "draw":
        what = words.say(f"game-page.draw-{data['what']}", sort=_sort(str(data["sort"]), words))
        return words.say("game-page.draw", what=what)
    if question.kind == "part":
        return _parts_asked(state, question, words)
    if question.kind == "agree":
        return f"{words.say(key)} {offered(state, words)}"
    also = crafted_beside(state, question)
    if also:
        gear = words.say("question.craft-or").join(words.say(f"why-gear.{kind}") for kind in also)
        return words.say("question.craft-also", gear=gear)
    return words.say(key, **data)


def crafted_beside(state: GameState, question: Question) -> tuple[GearKind, ...]:
    """What may be crafted as well, where something was already at this rest; nothing otherwise."""
    frame = state.agenda[-1] if state.agenda else None
    if question.kind != "craft" or not isinstance(frame, Craft) or frame.kinds is UNSET:
        return ()
    return frame.kinds


def _parts_asked(state: GameState, question: Question, words: Words) -> str:
    """Which part of an action comes now: only what can be answered, with the card and what its bonus gives."""
    field = str(dict(question.data)["action"])
    card = card_on(state, question.seat, field)
    assert card is not None, "asked only where a card lies"
    has_main, has_bonus = (game_of(state).check(state, DoPart(part)) is None for part in ("main", "bonus"))
    key = ("part-first" if has_main else "part-bonus-too") if has_bonus else "part-main-too"
    if (
        not has_main and game_of(state).check(state, Enough()) is not None
    ):  # one answer only: a lesson asks all the same
        key = "part-bonus-alone"
    bonus = words.say(f"game-page.bonus-{card.bonus}")
    action = words.say(f"game-page.did-act-{field}")
    return words.say(f"game-page.{key}", card=words.component(card.card), bonus=bonus, action=action)


def _sort(sort: str, words: Words) -> str:
    key = f"word.{sort}"
    return words.say(key) if has(key, language=words.language) else sort


def _choice(answer: Answer, words: Words) -> dict[str, str]:
    return {"text": print_game_answer(answer), "label": capital(words.answer(answer))}


# ---- rows


def rows_of(
    state: GameState, question: Question, options: Options, words: Words, *, most: int = MOST_ROWS
) -> tuple[list[dict[str, Any]], int]:
    """The answers as rows, and how many more there are than are listed."""
    if question.kind == "walk":
        return _walks(state, options, words), 0
    is_duel = is_between_people(state)
    # An exchange is put together in a part of its own: see `trade_view`.
    listed = (answer for answer in options if not isinstance(answer, Offer | Hear))
    answers = list(islice(listed, most + 1))
    more = max(0, len(options) - most) if len(answers) > most else 0
    rows = [_row(state, answer, words, is_duel=is_duel) for answer in answers[:most]]
    return rows, more


def _row(state: GameState, answer: Answer, words: Words, *, is_duel: bool) -> dict[str, Any]:
    at = space_of(answer) or place_of(answer, state)
    return {
        "text": print_game_answer(answer),
        "label": capital(_offered(state, answer, words) or words.answer(answer, is_duel=is_duel)),
        "about": _about(state, answer, words),
        "rule": _RULES.get(answer.field, "") if isinstance(answer, Act) else "",
        "at": at,
        "spaces": spaces_meant(answer, state),
        "path": [],
        "price": "",
        "ways": [],
        "letter": "",
        "dragon": "",
        "patterns": _patterns(state, answer),
    }


def _offered(state: GameState, answer: Answer, words: Words) -> str:
    """What a row says of an answer whose own words tell of it once it was given; empty for others."""
    return (
        words.say("game-page.lay-first-piece") if isinstance(answer, Build) else shared(state, answer, words)
    )


def _about(state: GameState, answer: Answer, words: Words) -> str:
    say = words.say
    match answer:
        case Act(field=field):
            return _acts_here(state, field, words)
        case Join(space=at) | LayDown(space=at):
            return words.ground(state, at)
        case ChoosePlace(place=at):
            return say("map.about-volcano", level=place(at).level)
        case Use(item=item) | TakeScroll(card=item) | SlotScroll(replaces=item) | DiscardScroll(scroll=item):
            return words.item(state, item)
        case ClaimCard(card=card, bonus=bonus):
            card_bonus = bonus or next((one.bonus for one in state.display if one.id == card), "")
            return say(f"game-page.bonus-{card_bonus}") if card_bonus else ""
        case Take(what=what):
            return _gathered(state, what, words)
        case HandIn(category=category):
            return say("game-page.hand-in-brings", n=_brings(state, category))
        case Flee(space=at) | Lead(space=at) | Pick(space=at):
            return words.ground(state, at)
        case PlaceMonk(spot=spot):
            key = f"game-page.spot-{spot}"
            return say(key) if has(key, language=words.language) else ""
        case Halt() | Pass() | NotBefore():
            return _given_up(state, answer, words)
        case _:
            return _about_together(state, answer, words)


def _about_together(state: GameState, answer: Answer, words: Words) -> str:
    """The same of what a group decides."""
    match answer:
        case FallBackTo(space=at) | MonkFirst(space=at) | MonkStep(space=at):
            return words.ground(state, at)
        case MoveFirst(dragon=name):
            return next((one["text"] for one in dragon_states(state, words) if one["id"] == name), "")
        case GoFor(place=at) | StepTo(place=at):
            return words.standing(state, at)
        case DealCard(card=name):
            return next((words.word(str(card.kind)) for card in state.display if card.id == name), "")
        case Build(layout=layout):
            return _built_at(layout, words)
        case Agree(replaces=names):
            return ", ".join(map(words.component, names))
        case _:
            return ""


def _built_at(layout: Layout, words: Words) -> str:
    """Where on its grid a first piece lies: its left column and its top row."""
    cells = [column_row(cell) for cell in cells_of(layout.occupied)]
    return words.say("game-group.build-at", x=min(x for x, _ in cells), y=min(y for _, y in cells))


def _on_grid(layout: Layout) -> str:
    """Cubes where they lie, from the first column and row of their grid on."""
    planes = (("W", layout.wood), ("M", layout.metal), ("T", layout.tooth))
    cubes = {column_row(cell): letter for letter, plane in planes for cell in cells_of(plane)}
    columns, rows = (range(1, 1 + max(at[axis] for at in cubes)) for axis in (0, 1))
    return "/".join("".join(cubes.get((x, y), ".") for x in columns) for y in rows)


def _given_up(state: GameState, answer: Halt | Pass | NotBefore, words: Words) -> str:
    """What it means to take no further step, or to use nothing."""
    match answer:
        case Pass():
            return words.say("game-page.about-pass")
        case NotBefore():
            return words.say("game-page.about-not-before")
    move = move_of(state)
    key = "-bonus" if move.is_bonus else "-at-once" if len(move.path) == 1 else ""
    about = words.say(f"game-page.about-halt{key}", n=move.steps)
    is_way_out = way_out(state, move.seat)
    return words.say("game-page.about-halt-way-out", about=about) if is_way_out else about


def _acts_here(state: GameState, field: str, words: Words) -> str:
    """What an action is for; where its main part can do nothing here, that only the bonus of its card is left."""
    question = game_of(state).question(state)
    assert question is not None, "somebody acts"
    is_in_vain = field in MAINS and MAINS[field].check(state, question.seat) is not None
    card = card_on(state, question.seat, field)
    if is_in_vain and card is not None:
        bonus = words.say(f"game-page.bonus-{card.bonus}")
        return words.say(f"game-page.about-{field}-in-vain", bonus=bonus)
    key = f"game-page.about-{field}"
    if state.is_group and has(f"{key}-group", language=words.language):
        key += "-group"
    steps = steps_of_a_move(state.boards[question.seat], state.rulings)
    return words.say(key, n=steps) if has(key, language=words.language) else ""


def _gathered(state: GameState, what: str, words: Words) -> str:
    """What lies where the asked samurai gathers: the cubes of its token."""
    question = game_of(state).question(state)
    assert question is not None, "somebody gathers"
    at = state.samurai[question.seat].space
    return words.ground(state, at) if what != "blueprints" else ""


def _brings(state: GameState, category: str) -> int:
    """Points for handing in one of these now."""
    question = game_of(state).question(state)
    assert question is not None, "somebody hands in"
    return worth(state, state.samurai[question.seat].palace, category)


def _patterns(state: GameState, answer: Answer) -> list[str]:
    """What an answer takes or builds, to be drawn."""
    if isinstance(answer, Build):
        return [_on_grid(answer.layout)]
    return [print_pattern(card.pattern) for card in _cards_of(state, answer)]


def _cards_of(state: GameState, answer: Answer) -> list[GearCard | Blueprint]:
    """The cards with patterns that an answer takes."""
    match answer:
        case ClaimCard(card=name):
            return [card for card in state.display if card.id == name]
        case DealCard(card=name):
            return [card for card in state.display if card.id == name]
        case TakeBlueprints(blueprints=names):
            return [card for temple in state.temples for card in temple if card.id in names]
        case _:
            return []


def _walks(state: GameState, options: Options, words: Words) -> list[dict[str, Any]]:
    """One row a space that can be walked to, the way with the least to pay and then the fewest steps first."""
    say = words.say
    start = move_of(state).path[-1]
    ways: dict[str, list[Walk]] = {}
    others: list[Answer] = []
    for answer in options:
        if isinstance(answer, Walk):
            ways.setdefault(answer.path[-1], []).append(answer)
        else:
            others.append(answer)
    rows = [_row(state, answer, words, is_duel=False) for answer in others if not isinstance(answer, Halt)]
    if any(isinstance(answer, Halt) for answer in others) and _is_idle(state, start, ways.get(start, [])):
        del ways[start]  # staying is the same, and is listed
    for at, walks in ways.items():
        walks.sort(key=lambda walk: (_cost(state, walk), len(walk.path), _met(state, walk)))
        best = walks[0]
        cost = _cost(state, best)
        dragon = state.dragon_on(space(at).id)
        about = [words.ground(state, at), say("game-page.steps", n=len(best.path))]
        if at == start:
            about.append(say("game-page.about-back"))
        if cost:
            about.append(say("game-page.lava-price", n=cost))
        rows.append(
            {
                "text": print_game_answer(best),
                "label": capital(words.space(at)),
                "about": ", ".join(filter(None, about)),
                "rule": "move.dragon.stop" if dragon is not None else "",
                "at": at,
                "spaces": [at],
                "path": [start, *best.path],
                "patterns": [],
                "price": f"−{cost}" if cost else "",
                "ways": _other_ways(state, walks, words),
                "letter": "",
                "dragon": "" if dragon is None else str(space(at).place),
                "weight": (dragon is None, not words.ground(state, at), len(best.path)),
            }
        )
    rows.sort(key=lambda row: row.pop("weight", (False, False, 0)))
    halts = [_row(state, answer, words, is_duel=False) for answer in others if isinstance(answer, Halt)]
    return [*rows, *halts]


def _is_idle(state: GameState, start: str, walks: list[Walk]) -> bool:
    """Whether walks back to where one stands change nothing: they meet nobody (move.duel.reenter) and no dragon."""
    on_way = {at for walk in walks for at in walk.path}
    asked = move_of(state).seat
    return (
        bool(walks)
        and not any(state.samurai_on(space(at).id, but=asked) for at in on_way)
        and state.dragon_on(space(start).id) is None
    )


def _other_ways(state: GameState, walks: list[Walk], words: Words) -> list[dict[str, Any]]:
    """All ways to one space, when there is more than one."""
    if len(walks) < 2:
        return []
    start = move_of(state).path[-1]
    found = []
    for walk in walks:
        via = ", ".join(words.space(one) for one in walk.path[:-1])
        cost = _cost(state, walk)
        label = words.say("game-page.via", spaces=via) if via else words.say("game-page.straight")
        price = f" (−{cost})" if cost else ""
        found.append({"text": print_game_answer(walk), "label": label + price, "path": [start, *walk.path]})
    return found


def _cost(state: GameState, walk: Walk) -> int:
    return walk_cost(state, move_of(state), walk.path)


def _met(state: GameState, walk: Walk) -> int:
    """Samurai on the way."""
    return sum(one.space in walk.path[:-1] for one in state.samurai)


def spaces_meant(answer: Answer, state: GameState | None = None) -> list[str]:
    """The spaces of the map that mean this answer when they are tapped."""
    at = place_of(answer, state)
    if at:
        return [str(one.id) for one in spaces_of(place(at).id)]
    return [space_of(answer)] if space_of(answer) else []


def space_of(answer: Answer) -> str:
    """The space that an answer is about, so that a tap on the map can give it; empty for others."""
    path = getattr(answer, "path", ())
    at = path[-1] if path else getattr(answer, "space", "")
    return str(at) if isinstance(at, str) else ""


def place_of(answer: Answer, state: GameState | None = None) -> str:
    """The place that an answer is about; of a dragon that walks first, its own, for which ``state`` is looked at."""
    if isinstance(answer, MoveFirst):
        return "" if state is None else str(lair_of(state, answer.dragon) or "")
    at = getattr(answer, "place", "") or getattr(answer, "temple", "")
    return str(at) if isinstance(at, str) else ""


def _tile(state: GameState) -> dict[str, Any]:
    """The tile in hand, as drawn, with the numbers of its spaces that will lie beside the explorer."""
    frame = state.agenda[-1]
    assert isinstance(frame, Explore), "only then a tile is turned"
    assert frame.tile is not None, "only then a tile is turned"
    return {
        "level": frame.tile.level,
        "place": str(frame.place),
        "beside": [
            int(to[-1])
            for to in neighbours(state.samurai[frame.seat].space)
            if space(to).place == frame.place
        ],
        "faces": faces_view(frame.tile),
    }

"""What is asked now, as the game page shows it: who, what, why, every legal answer, and why others are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

from fujikoro_nb.engine.fujikoro.asked.fight import DiscardScroll, Duel, Retreat, SendMonk, Stay
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
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, battle_of
from fujikoro_nb.engine.fujikoro.asked.rest import ClaimCard
from fujikoro_nb.engine.fujikoro.board.geometry import (
    PLACES,
    neighbours,
    place,
    places_beside,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, SLOTS
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.rules.bonus import CATEGORIES, worth
from fujikoro_nb.engine.fujikoro.rules.cardbonus import card_on
from fujikoro_nb.engine.fujikoro.rules.game import MAINS
from fujikoro_nb.engine.fujikoro.rules.mountain.lava import move_of
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import walk_cost
from fujikoro_nb.engine.kernel import Answer, NotBefore, Options, Pass, Question, Seat
from fujikoro_nb.texts import has
from fujikoro_nb.views.fight.question import drawn_boards, first_answers, question_parts
from fujikoro_nb.views.game.facts import facts_of
from fujikoro_nb.views.game.people import faces_view
from fujikoro_nb.views.game.words import Words, capital
from fujikoro_nb.views.map.reach import why_not

__all__ = ["asked_view", "place_of", "refused_rows", "refused_space", "rows_of", "sentence", "space_of"]

MOST_ROWS = 60
"""Answers that a page lists at first; the others come when somebody asks for more."""

MOST_REFUSED = 40

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
        "rule": question.rule,
        "facts": facts_of(state, question, words),
        "boards": drawn_boards(state.fighter(question.seat)) if seat >= 0 else {},
    }
    if question.kind in ("craft", "first-weapon"):
        return {**shown, "part": "bench"}
    parts = question_parts(state, question, options, names=words.names, say=say)
    if parts:
        return {**shown, **parts}
    if question.kind == "stow":
        answers = first_answers(question.kind, options)
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
    is_duel = any(isinstance(frame, Duel) for frame in state.agenda)
    key = f"question.{question.kind}"
    if is_duel and has(f"{key}-duel", language=words.language):
        key += "-duel"
    data = dict(question.data)
    if question.kind == "draw":
        what = words.say(f"game-page.draw-{data['what']}", sort=_sort(str(data["sort"]), words))
        return words.say("game-page.draw", what=what)
    if question.kind == "part":
        return _parts_asked(state, question, words)
    return words.say(key, **data)


def _parts_asked(state: GameState, question: Question, words: Words) -> str:
    """Which part of an action comes now: only what can be answered, with the card and what its bonus gives."""
    field = str(dict(question.data)["action"])
    card = card_on(state, question.seat, field)
    assert card is not None, "asked only where a card lies"
    # Whoever has one answer only is not asked.
    has_main, has_bonus = (game_of(state).check(state, DoPart(part)) is None for part in ("main", "bonus"))
    key = ("part-first" if has_main else "part-bonus-too") if has_bonus else "part-main-too"
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
    is_duel = any(isinstance(frame, Duel) for frame in state.agenda)
    answers = list(islice(options, most + 1))
    more = max(0, len(options) - most) if len(answers) > most else 0
    rows = [_row(state, answer, words, is_duel=is_duel) for answer in answers[:most]]
    return rows, more


def _row(state: GameState, answer: Answer, words: Words, *, is_duel: bool) -> dict[str, Any]:
    at = space_of(answer) or place_of(answer)
    return {
        "text": print_game_answer(answer),
        "label": capital(words.answer(answer, is_duel=is_duel)),
        "about": _about(state, answer, words),
        "rule": _RULES.get(answer.field, "") if isinstance(answer, Act) else "",
        "at": at,
        "spaces": _spaces_of(answer),
        "path": [],
        "price": "",
        "ways": [],
        "letter": "",
        "dragon": "",
        "patterns": [print_pattern(card.pattern) for card in _cards_of(state, answer)],
    }


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
            return ""


def _given_up(state: GameState, answer: Halt | Pass | NotBefore, words: Words) -> str:
    """What it means to take no further step, or to use nothing."""
    match answer:
        case Pass():
            return words.say("game-page.about-pass")
        case NotBefore():
            return words.say("game-page.about-not-before")
    move = move_of(state)
    if move.is_bonus:
        return words.say("game-page.about-halt-bonus")
    if len(move.path) == 1:
        return words.say("game-page.about-halt-at-once")
    return words.say("game-page.about-halt", n=move.steps)


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
    return words.say(key) if has(key, language=words.language) else ""


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


def _cards_of(state: GameState, answer: Answer) -> list[GearCard | Blueprint]:
    """The cards with patterns that an answer takes."""
    match answer:
        case ClaimCard(card=name):
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


def _spaces_of(answer: Answer) -> list[str]:
    """The spaces of the map that mean this answer when they are tapped."""
    if place_of(answer):
        return [str(one.id) for one in spaces_of(place(place_of(answer)).id)]
    return [space_of(answer)] if space_of(answer) else []


def space_of(answer: Answer) -> str:
    """The space that an answer is about, so that a tap on the map can give it; empty for others."""
    path = getattr(answer, "path", ())
    at = path[-1] if path else getattr(answer, "space", "")
    return str(at) if isinstance(at, str) else ""


def place_of(answer: Answer) -> str:
    """The place that an answer is about."""
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


# ---- why not?


def refused_rows(state: GameState, question: Question, words: Words, *, at: str = "") -> list[dict[str, str]]:
    """Answers that somebody may miss, each with the rule that refuses it; with ``at`` only those of one space."""
    is_duel = any(isinstance(frame, Duel) for frame in state.agenda)
    rows: list[dict[str, str]] = []
    for answer in _missed(state, question):
        if at and at not in _spaces_of(answer):
            continue
        refusal = game_of(state).check(state, answer)
        if refusal is None:
            continue
        label = capital(words.answer(answer, is_duel=is_duel))
        row = {"label": label, **words.refused(refusal)}
        if row not in rows:
            rows.append(row)
        if len(rows) == MOST_REFUSED:
            break
    return rows


def refused_space(state: GameState, question: Question, words: Words, at: str) -> dict[str, str]:
    """Why a tapped space is no answer: sentence and rule."""
    refusal = why_not(state, "plan" if question.kind == "act" else question.kind, space(at).id)
    if refusal is not None:
        return words.refused(refusal)
    for row in refused_rows(state, question, words, at=at):
        return {"text": row["text"], "rule": row["rule"]}
    asked = sentence(state, question, words)
    text = words.say("game-page.not-asked-of-map", space=capital(words.space(at)), question=asked)
    return {"text": text, "rule": question.rule}


def _missed(state: GameState, question: Question) -> Iterator[Answer]:
    """What a person may look for among the answers to this question."""
    look = _MISSED.get(question.kind)
    return iter(()) if look is None else look(state, question.seat)


def _acts(state: GameState, seat: Seat) -> Iterator[Answer]:
    has_monk = "action" in state.fighter(seat).monk_spots
    for field in SLOTS:
        yield Act(field)
        if has_monk:
            yield Act(field, monk=True)
    yield Act("rest")


def _places(state: GameState, seat: Seat) -> Iterator[Answer]:
    yield from (ChoosePlace(one) for one in places_beside(state.samurai[seat].space))
    yield from (ChoosePlace(one.id) for one in PLACES)


def _ways_in(state: GameState, seat: Seat) -> Iterator[Answer]:
    battle = battle_of(state)
    return (Join(one.id) for one in spaces_of(battle.place))


def _claims(state: GameState, seat: Seat) -> Iterator[Answer]:
    for card in state.display:
        bonus = "vp" if card.kind == "weapon" else ""
        yield from (ClaimCard(card.id, slot, bonus) for slot in SLOTS)


def _steps(state: GameState, seat: Seat) -> Iterator[Answer]:
    """Staying, then walks of one step, then of two, along the shortest way."""
    yield Halt()
    at = move_of(state).path[-1]
    near = neighbours(at)
    yield from (Walk((to,)) for to in near)
    seen = {at, *near}
    for first in near:
        for to in neighbours(first):
            if to not in seen:
                seen.add(to)
                yield Walk((first, to))


_MISSED: Mapping[str, Callable[[GameState, Seat], Iterator[Answer]]] = {
    "act": _acts,
    "walk": _steps,
    "place": _places,
    "place-another": _places,
    "join": _ways_in,
    "lay": lambda state, seat: map(LayDown, neighbours(state.samurai[seat].space)),
    "part": lambda state, seat: iter((DoPart("main"), DoPart("bonus"), Enough())),
    "place-monk": lambda state, seat: map(PlaceMonk, MONK_SPOTS),
    "send-monk": lambda state, seat: map(SendMonk, (*MONK_SPOTS, "lower-area", "upper-area")),
    "withdraw": lambda state, seat: iter((Stay(), Retreat())),
    "claim": _claims,
    "hand-in": lambda state, seat: map(HandIn, CATEGORIES),
}
"""By kind of question: what somebody may miss, legal or not."""

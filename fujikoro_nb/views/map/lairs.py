"""The dragons' step at a real box as its page shows it: what can be put down, the small map, the answers in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from fujikoro_nb.engine.fujikoro.board.geometry import (
    DIRECTIONS,
    PLACES,
    Place,
    PlaceId,
    PlaceKind,
    middle_of,
    place,
)
from fujikoro_nb.engine.fujikoro.rules.group.steps import counts_the_way
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.helper.quick.lairs import COLOURS, OPEN, SHUT, TILES, TOKENS, Lair, Lairs
from fujikoro_nb.helper.quick.prowl import (
    BLOCKED,
    CHOICE,
    FIGHTS,
    FREE,
    GOES,
    HIT,
    NOBODY,
    PERHAPS,
    UNSEEN,
    Found,
    Prowling,
    Walker,
)
from fujikoro_nb.views.map.dragons import DRAGON_SIGNS

__all__ = ["StepSpeech", "answers_view", "arrows_view", "map_view", "put_view"]

Say = Callable[..., str]

_SCALE = 100
"""Units of the drawing between two neighbouring places."""
_CLOSED = {
    "coop.dragon.goes-around-centre": "closed-centre",
    "coop.dragon.never-enters-safe": "closed-safe",
    "coop.dragon.only-explored-tiles": "closed-shut",
    "coop.dragon.one-per-tile": "closed-taken",
    "coop.dragon.moves-towards-nearest": "closed-longer",
}
_SAFETY_RULES = {
    HIT: "coop.dragon.move-triggers-combat",
    CHOICE: "coop.dragon.tie-choice",
    PERHAPS: "coop.dragon.only-explored-tiles",
    UNSEEN: "coop.dragon.safe-samurai-invisible",
    FREE: "coop.dragon.one-tile-per-round",
}
MOST_NAMED = 4
"""Unknown things that a sentence names."""


class StepSpeech:
    """What things are called in one language, for certain people: ``people`` are their names by seat."""

    def __init__(self, say: Say, people: Sequence[str], *, is_group: bool = True) -> None:
        self._say, self._is_group = say, is_group
        self.people = tuple(people)

    def __call__(self, key: str, **data: object) -> str:
        """A sentence of this page."""
        return self._say(f"dragons-step.{key}", **data)

    def decided(self, key: str, **data: object) -> str:
        """A sentence about what people decide: a group together, among rivals who began the game."""
        return self(key if self._is_group else f"{key}-rivals", **data)

    def game(self, key: str, **data: object) -> str:
        """A sentence that a keyed-in game says as well."""
        return self._say(f"game-group.{key}", **data)

    def place(self, at: str) -> str:
        """A place as the map calls it."""
        one = place(at)
        return self._say(f"map.{one.kind}", place=one.id, number=one.id.rpartition("-")[2])

    def dragon(self, lair: Lair) -> str:
        """Colour and size."""
        return self._say(f"combat.dragon-{lair.colour}")

    def colour(self, colour: str) -> str:
        """Colour and size of a dragon."""
        return self._say(f"combat.dragon-{colour}")

    def joined(self, named: Iterable[str], key: str = "and") -> str:
        """All of them in a row, the last two joined by a word."""
        names = list(named)
        if len(names) < 2:
            return "".join(names)
        return self(key, first=", ".join(names[:-1]), second=names[-1])

    def standing(self, lairs: Lairs, at: PlaceId) -> str:
        """Who stands on a place."""
        return self.joined(self.people[seat] for seat, there in lairs.samurai if there == at)

    def there(self, lairs: Lairs, places: Iterable[PlaceId]) -> str:
        """Who stands on some places, each with the place."""
        named = (self("near-there", names=self.standing(lairs, at), place=self.place(at)) for at in places)
        return self.joined(named)


def letters(lairs: Lairs) -> dict[PlaceId, str]:
    """A letter for each dragon, by its tile, in the order of the map."""
    return {one.at: chr(ord("A") + at) for at, one in enumerate(lairs.dragons)}


# ---- what can be put down


def put_view(lairs: Lairs, speech: StepSpeech) -> dict[str, Any]:
    """Brushes, tokens, first player and for whom it is asked."""
    names = letters(lairs)
    return {
        "brushes": [
            *(
                {"name": colour, "label": speech.colour(colour), "sign": f"dragon-{DRAGON_SIGNS[colour]}"}
                for colour in COLOURS
            ),
            *(
                {"name": str(seat), "label": name, "seat": seat + 1}
                for seat, name in enumerate(speech.people)
            ),
            *({"name": state, "label": speech(f"brush-{state}"), "tile": state} for state in (OPEN, SHUT)),
        ],
        "rest": [
            {"value": value, "label": speech(f"rest-{value or 'unknown'}"), "on": lairs.rest == value}
            for value in (OPEN, SHUT, "")
        ],
        "dragons": [
            {
                "at": one.at,
                "letter": names[one.at],
                "label": speech.dragon(one),
                "where": speech.place(one.at),
                "sign": f"dragon-{DRAGON_SIGNS[one.colour]}",
                "tokens": [
                    {"value": token, "label": speech(f"token-{token}"), "on": one.token == token}
                    for token in TOKENS
                ],
                "isUnknown": not one.token,
            }
            for one in lairs.dragons
        ],
        "first": _people(lairs.first, speech) if len(speech.people) > 1 else [],
        "asking": _people(asked_for(lairs), speech, seats=[seat for seat, _ in lairs.samurai])
        if len(lairs.samurai) > 1
        else [],
    }


def asked_for(lairs: Lairs) -> int | None:
    """For whom it is asked where it is safe; None while nobody is on the map."""
    first = lairs.samurai[0][0] if lairs.samurai else None
    return first if lairs.asking is None else lairs.asking


def _people(
    chosen: int | None, speech: StepSpeech, *, seats: Iterable[int] | None = None
) -> list[dict[str, Any]]:
    shown = range(len(speech.people)) if seats is None else seats
    return [{"value": seat, "label": speech.people[seat], "on": seat == chosen} for seat in shown]


# ---- the map


@cache
def _drawn() -> dict[PlaceId, tuple[float, float, str]]:
    """Middle and corners of each place: together the places tile the plane as their flowers do."""
    apart = abs(complex(*middle_of(DIRECTIONS[0]).point))
    unit = _SCALE / apart
    found = {}
    for one in PLACES:
        x, y = one.middle.point
        found[one.id] = (x * unit, -y * unit, _corners(x * unit, -y * unit))
    return found


def _corners(x: float, y: float) -> str:
    """The corners of a place lie between the directions to its neighbours."""
    to_x, to_y = middle_of(DIRECTIONS[0]).point
    turned = math.atan2(-to_y, to_x) + math.pi / 6
    radius = _SCALE / math.sqrt(3)
    points = (
        (x + radius * math.cos(turned + math.pi / 3 * k), y + radius * math.sin(turned + math.pi / 3 * k))
        for k in range(6)
    )
    return " ".join(f"{px:.1f},{py:.1f}" for px, py in points)


def map_view(lairs: Lairs, answer: Prowling | None, speech: StepSpeech) -> list[dict[str, Any]]:
    """Every place: where it is drawn, what lies on it, and what the answer says of it."""
    names = letters(lairs)
    coming = dict(_coming(answer, names))
    safe = dict(answer.safe) if answer is not None else {}
    return [_tile(one, lairs, names, coming.get(one.id, []), safe.get(one.id, ""), speech) for one in PLACES]


def _tile(
    one: Place,
    lairs: Lairs,
    names: dict[PlaceId, str],
    coming: list[str],
    safety: str,
    speech: StepSpeech,
) -> dict[str, Any]:
    x, y, points = _drawn()[one.id]
    lair = lairs.dragon_on(one.id)
    people = [{"seat": seat + 1, "name": speech.people[seat]} for seat, at in lairs.samurai if at == one.id]
    state = (lairs.state_of(one.id) or "unknown") if one.kind == PlaceKind.VOLCANO else ""
    said = [speech.place(one.id)]
    said += [speech(f"tile-{state}")] if state else []
    if lair is not None:
        token = speech(f"token-{lair.token or 'unknown'}")
        said.append(speech("tile-dragon", letter=names[one.id], name=speech.dragon(lair), token=token))
    said += [str(person["name"]) for person in people]
    said += [speech("tile-comes", letter=letter) for letter in coming]
    said += [speech(f"safety-short-{safety}")] if safety else []
    return {
        "id": one.id,
        "kind": str(one.kind),
        "level": one.level or "",
        "x": round(x, 1),
        "y": round(y, 1),
        "points": points,
        "state": state,
        "dragon": None
        if lair is None
        else {
            "letter": names[one.id],
            "sign": f"dragon-{DRAGON_SIGNS[lair.colour]}",
            "token": speech.game(f"dragon-short-{lair.token}")
            if lair.token in TOKENS[:2]
            else "?"
            if not lair.token
            else "",
        },
        "people": people,
        "safety": safety,
        "says": ", ".join(said),
    }


def _coming(answer: Prowling | None, names: dict[PlaceId, str]) -> Iterator[tuple[PlaceId, list[str]]]:
    found: dict[PlaceId, list[str]] = {}
    for walker in answer.walkers if answer is not None else ():
        for to in dict.fromkeys(one.way.to for one in walker.ways if one.way.kind == GOES):
            if to is not None:
                found.setdefault(to, []).append(names[walker.at])
    yield from found.items()


def arrows_view(answer: Prowling | None) -> list[dict[str, Any]]:
    """Where each dragon may go: from tile to tile, sure or not."""
    found: dict[tuple[PlaceId, PlaceId], bool] = {}
    for walker in answer.walkers if answer is not None else ():
        for one in walker.ways:
            if one.way.kind == GOES and one.way.to is not None:
                key = (walker.at, one.way.to)
                found[key] = found.get(key, False) or not (one.unknown or one.after)
    drawn = _drawn()
    return [
        {"from": at, "to": to, "sure": sure, "line": [*drawn[at][:2], *drawn[to][:2]]}
        for (at, to), sure in found.items()
    ]


# ---- the answers


def answers_view(lairs: Lairs, answer: Prowling, speech: StepSpeech, *, rulings: Rulings) -> dict[str, Any]:
    """A card for each dragon, and where it is safe."""
    missing = [name for seat, name in enumerate(speech.people) if lairs.place_of(seat) is None]
    first = speech.people[lairs.first or 0]
    notes = [{"text": speech("missing", names=speech.joined(missing)), "rule": ""}] if missing else []
    if sum(bool(one.ways) for one in answer.walkers) > 1:
        notes.append({"text": speech("order"), "rule": "coop.dragon.order-by-players"})
    if len(speech.people) > 1 and lairs.first is not None:
        notes.append({"text": speech.decided("together", name=first), "rule": "coop.dragon.order-by-players"})
    if any(one.way.is_fight for walker in answer.walkers for one in walker.ways):
        notes.append({"text": speech("fights-left-out"), "rule": "coop.dragon.move-triggers-combat"})
    by_route = counts_the_way(rulings)
    return {
        "dragons": [_card(lairs, one, speech, by_route=by_route) for one in answer.walkers],
        "notes": notes,
        "safe": list(_safe(lairs, answer, speech)),
        "safeAbout": speech("safety-about", name=speech.people[seat])
        if (seat := asked_for(lairs)) is not None
        else "",
    }


def _card(lairs: Lairs, walker: Walker, speech: StepSpeech, *, by_route: bool) -> dict[str, Any]:
    lair = lairs.dragon_on(walker.at)
    assert lair is not None, "asked of a dragon"
    kinds = {one.way.kind for one in walker.ways}
    is_open = walker.has_more or any(one.unknown for one in walker.ways)
    moves = {(one.way.kind, one.way.to) for one in walker.ways}
    word = "asleep" if not kinds else "if" if is_open else "choice" if len(moves) > 1 else kinds.pop()
    seal = {"asleep": "no", NOBODY: "no", BLOCKED: "no", GOES: "ok", FIGHTS: "ok"}.get(word, "but")
    return {
        "letter": letters(lairs)[walker.at],
        "title": f"{speech.dragon(lair)}, {speech.place(walker.at)}",
        "sign": f"dragon-{DRAGON_SIGNS[lair.colour]}",
        "seal": seal,
        "word": speech(f"word-{word}"),
        "lines": [
            {"text": text, "rule": rule} for text, rule in _lines(lairs, walker, speech, by_route=by_route)
        ],
    }


def _lines(lairs: Lairs, walker: Walker, speech: StepSpeech, *, by_route: bool) -> Iterator[tuple[str, str]]:
    """Whom it heads for, what it can do then, what that depends on, and which tiles are closed to it."""
    say = speech.game
    if not walker.ways:
        yield say("next-asleep"), "coop.dragon.wake-sequence"
        return
    targets = tuple(dict.fromkeys(one.way.target for one in walker.ways if one.way.target is not None))
    if not targets:
        yield say("next-nobody"), "coop.dragon.nobody-visible"
    elif any(one.way.kind == FIGHTS for one in walker.ways):
        yield speech("near-here", names=speech.standing(lairs, walker.at)), "coop.dragon.same-tile-no-move"
    elif by_route:
        yield speech("near-route", names=speech.there(lairs, targets)), "coop.dragon.moves-towards-nearest"
    else:
        names = speech.there(lairs, targets)
        if len(targets) == 1:
            yield speech("near-one", names=names, n=walker.distance), "coop.dragon.moves-towards-nearest"
        else:
            yield speech.decided("near-tie", names=names, n=walker.distance), "coop.dragon.tie-choice"
    yield from _ways(lairs, walker, targets, speech)
    if walker.has_more:
        yield speech("unknown-more"), "coop.dragon.only-explored-tiles"
    else:
        unknown = dict.fromkeys(name for one in walker.ways for name in one.unknown)
        if unknown:
            is_tile = any(name in TILES for name in unknown)
            rule = "coop.dragon.only-explored-tiles" if is_tile else "coop.dragon.wake-sequence"
            yield speech("depends", what=_unknown(lairs, tuple(unknown), speech)), rule
    for closed in walker.closed:
        yield speech(_CLOSED[closed.rule], place=speech.place(closed.place)), closed.rule


def _ways(
    lairs: Lairs, walker: Walker, targets: tuple[PlaceId, ...], speech: StepSpeech
) -> Iterator[tuple[str, str]]:
    """What it can do, those together that have the same target and need the same dragons to go before."""
    together: dict[tuple[str, PlaceId | None, tuple[PlaceId, ...], bool], list[Found]] = {}
    for one in walker.ways:
        way = one.way
        together.setdefault((way.kind, way.target, one.after, way.is_fight), []).append(one)
    for (kind, target, after, is_fight), same in sorted(together.items(), key=lambda each: len(each[0][2])):
        if kind == NOBODY:
            continue
        names = speech.there(lairs, (target,)) if target is not None else ""
        places = [one.way.to for one in same if one.way.to is not None]
        to = speech.joined(map(speech.place, places), "or")
        if kind == FIGHTS:
            text, rule = speech("fights", names=speech.standing(lairs, walker.at)), "move-triggers-combat"
        elif kind == BLOCKED:
            text = speech("blocked") if len(targets) == 1 else speech("blocked-for", names=names)
            rule = "blocked-stays"
        elif is_fight:
            text = speech("goes-fight", place=to, names=speech.standing(lairs, places[0]))
            rule = "move-triggers-combat"
        else:
            text = (
                speech("goes", places=to) if len(targets) == 1 else speech("goes-for", names=names, places=to)
            )
            text += f" {speech.decided('several')}" if len(places) > 1 else ""
            rule = "equal-steps-choice" if len(places) > 1 else "one-tile-per-round"
        if after:
            named = letters(lairs)
            text = speech("after", dragons=speech.joined(named[at] for at in after), n=len(after), way=text)
            rule = "one-per-tile"
        yield text, f"coop.dragon.{rule}"


def _unknown(lairs: Lairs, names: tuple[str, ...], speech: StepSpeech) -> str:
    said = []
    for name in names[:MOST_NAMED]:
        if name in TILES:
            said.append(speech("depends-tile", place=speech.place(name)))
            continue
        at = name.removeprefix("token.")
        said.append(
            speech(
                "depends-token", dragon=next(letter for one, letter in letters(lairs).items() if one == at)
            )
        )
    named = speech.joined(said)
    return named if len(names) <= MOST_NAMED else speech("depends-more", what=", ".join(said))


def _safe(lairs: Lairs, answer: Prowling, speech: StepSpeech) -> Iterator[dict[str, Any]]:
    """The places of each sort; of the last sort all the others."""
    if not lairs.dragons:
        return
    for kind in (HIT, CHOICE, PERHAPS, UNSEEN, FREE):
        places = [at for at, safety in answer.safe if safety == kind]
        if places:
            named = ", ".join(map(speech.place, places))
            data = {} if kind == FREE else {"places": named}
            on_tokens = kind == PERHAPS and all(map(lairs.state_of, TILES))
            rule = "coop.dragon.wake-sequence" if on_tokens else _SAFETY_RULES[kind]
            yield {"kind": kind, "text": speech(f"safety-{kind}", **data), "rule": rule}

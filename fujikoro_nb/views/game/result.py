"""How a fight of somebody at this device went, on one card: won or lost, what it brought and cost, round by round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.kernel import Event, Line, Seat
from fujikoro_nb.views.game.course import Moment, course_view, datum, tone_of
from fujikoro_nb.views.game.facts import Fact
from fujikoro_nb.views.game.words import Words, capital

__all__ = ["results_view"]

_BEGINS = ("dragon-attacked", "dragon-attacks", "challenge", "has-to-fight", "monk-fights", "guard-met")
_ENDS = ("combat-over", "duel-over", "duel-drawn", "monk-fight-over")
_BEATEN = ("dragon-defeated", "monk-beaten")

_OFF_WEAPON = ("cubes-broken", "weapon-mended", "right-part-lost")
_OFF_HELMET = ("paid", "paid-with-magic", "helmet-lost")
_TOLD = (
    "reward",
    "figure-taken",
    "forfeited",
    "thrown",
    "cube-stolen",
    "monk-stolen",
    "blueprint-stolen",
    "scroll-taken",
    "scroll-replaced",
    "knocked-out",
    "retreated",
    "surrendered",
    "back",
    "laid",
    "shamed",
    "goes-aside",
    "cube-thrown",
    "monk-gone",
    "upper-area-lost",
    "upper-discs-lost",
    "scroll-lost",
    "blueprint-lost",
    "magic-lost",
    "final-chapter",
)
"""What is told of each fighter as the log tells it, in its order."""


def results_view(
    lines: Sequence[Line], since: int, words: Words, *, colours: Sequence[str], persons: Collection[Seat]
) -> list[dict[str, Any]]:
    """A card for each fight with one of these persons in it that has ended since the line number ``since``."""
    cards = []
    for number in range(since, len(lines)):
        for place, event in enumerate(lines[number].events):
            if event.kind in _ENDS:
                moments = _up_to(lines, number, place)
                fight = [event for _, event in moments]
                seats = _fighters(fight)
                if any(seat in persons for seat in seats):
                    card = _card(fight, seats, words, colours, persons)
                    cards.append({**card, "rounds": course_view(moments, words, colours)})
    return cards


def _up_to(lines: Sequence[Line], number: int, place: int) -> list[Moment]:
    """The events of a fight up to its last one, back to the one that began it."""
    fight: list[Moment] = []
    for line in reversed(lines[: number + 1]):
        events = line.events[: place + 1] if line is lines[number] else line.events
        for event in reversed(events):
            fight.append((line, event))
            if event.kind in _BEGINS:
                return fight[::-1]
    return fight[::-1]


def _seat_of(event: Event) -> int:
    return datum(event, "seat")


def _fighters(fight: Sequence[Event]) -> list[Seat]:
    """Everybody to whom something happened in a fight, the one who began it first."""
    seats = [_seat_of(event) for event in fight if event.kind not in ("stays-out", "let-be")]
    return [Seat(seat) for seat in dict.fromkeys(seats) if seat >= 0]


def _card(
    fight: Sequence[Event],
    seats: Sequence[Seat],
    words: Words,
    colours: Sequence[str],
    persons: Collection[Seat],
) -> dict[str, Any]:
    own = [seat for seat in seats if seat in persons]
    lost = [_seat_of(event) for event in fight if event.kind in ("knocked-out", "surrendered", "retreated")]
    has_lost = any(seat in lost for seat in own)
    if any(event.kind in _BEATEN for event in fight):
        seal = "but" if has_lost else "ok"
    else:
        seal = (
            "no" if has_lost or fight[-1].kind in ("combat-over", "duel-drawn", "monk-fight-over") else "ok"
        )
    rows = [
        {"name": words.seat(seat), "colour": tone_of(seat, colours), "lines": _lines(fight, seat, words)}
        for seat in seats
    ]
    if fight[0].kind == "guard-met":
        return {**_with_guard(fight, own, words.say), "rows": rows}
    return {**_title(fight, lost, words), "seal": seal, "rows": rows}


def _title(fight: Sequence[Event], lost: Sequence[int], words: Words) -> Fact:
    say, end = words.say, fight[-1]
    names = ", ".join(words.seat(seat) for seat in lost)
    if end.kind == "duel-drawn":
        return {"text": say("game-page.result-drawn"), "rule": end.rule}
    if end.kind == "duel-over":
        return {"text": say("game-page.result-duel", names=names), "rule": "duel.defeat"}
    won = next((event for event in fight if event.kind in _BEATEN), None)
    if end.kind == "monk-fight-over":
        key, rule = ("monk-won", won.rule) if won is not None else ("monk-lost", end.rule)
        return {"text": say(f"game-page.result-{key}"), "rule": rule}
    dragon = next((str(value) for name, value in fight[0].data if name == "dragon"), "")
    key, rule = ("won", won.rule) if won is not None else ("lost", end.rule)
    return {"text": capital(say(f"game-page.result-{key}", dragon=words.component(dragon))), "rule": rule}


def _with_guard(fight: Sequence[Event], own: Collection[Seat], say: Callable[..., str]) -> dict[str, str]:
    """How a fight with the guard of a temple ended, whom nobody plays: won, lost, or back where one came from."""
    happened = {event.kind for event in fight if _seat_of(event) in own}
    if fight[-1].kind == "duel-drawn":
        end, seal, rule = "drawn", "but", fight[-1].rule
    elif "knocked-out" in happened:
        end, seal, rule = "lost", "no", "scenario.7.solo.loss-costs-life"
    elif "retreated" in happened:
        end, seal, rule = "left", "but", "scenario.7.solo.loss-costs-life"
    else:
        end, seal, rule = "won", "ok", "scenario.7.solo.win-steals-blueprint"
    return {"text": say(f"game-page.result-guard-{end}"), "rule": rule, "seal": seal}


def _lines(fight: Sequence[Event], seat: Seat, words: Words) -> list[Fact]:
    """What the fight was for one of them."""
    own = [event for event in fight if _seat_of(event) == seat]
    told = []
    for event in own:
        if event.kind in _TOLD:
            said = words.told(event)
            told.append({"text": said["text"], "rule": said["rule"]})
    for key, kinds, rule in (
        ("weapon", _OFF_WEAPON, "combat.break.per-symbol"),
        ("helmet", _OFF_HELMET, "combat.helmet.absorb"),
    ):
        off = _cubes(own, kinds)
        if off:
            text = words.say(f"game-page.result-off-{key}", cubes=words.cubes(off))
            told.append({"text": text, "rule": rule})
    return told or [{"text": words.say("game-page.result-unhurt"), "rule": ""}]


def _cubes(events: Sequence[Event], kinds: Collection[str]) -> Cubes:
    """All cubes of these events together."""
    off = Cubes()
    for event in events:
        if event.kind in kinds:
            off += Cubes.parse("".join(str(value) for name, value in event.data if name == "cubes"))
    return off

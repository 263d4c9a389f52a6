"""Player boards, scores and the countdown as the game page shows them; all plain data."""

from __future__ import annotations

from typing import Any

from fujikoro_nb.engine.fujikoro.asked.fight import DRAGON, AnyFight, Duel, MonkFight
from fujikoro_nb.engine.fujikoro.asked.game import Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, SLOTS, Contents
from fujikoro_nb.engine.fujikoro.components import AdventureToken, Blueprint, GearCard, ScrollCard, Tile
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import print_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, initiative
from fujikoro_nb.engine.fujikoro.rules.fights.combat import printed_in
from fujikoro_nb.engine.fujikoro.rules.mountain.final import ahead
from fujikoro_nb.engine.fujikoro.rules.scenes.figures import collected
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.rulebook.chosen import is_house
from fujikoro_nb.views.cast import character_view, named
from fujikoro_nb.views.fight.labels import disc_kind
from fujikoro_nb.views.fight.question import drawn_boards
from fujikoro_nb.views.game.course import tone_of
from fujikoro_nb.views.game.group import group_view, is_round_ending, march_view
from fujikoro_nb.views.game.words import Words, capital
from fujikoro_nb.views.map.dragons import DRAGON_SIGNS
from fujikoro_nb.views.scene import scene_said

__all__ = ["board_view", "card_view", "cards_view", "status_view"]


def board_view(state: GameState, seat: Seat, words: Words) -> dict[str, Any]:
    """Everything in front of one seat."""
    board, samurai = state.boards[seat], state.samurai[seat]
    rulings = state.rulings
    return {
        "seat": int(seat),
        "name": words.seat(seat),
        "colour": samurai.colour,
        "character": _character(state, seat, words),
        "score": samurai.score if state.has_points else None,
        "stands": _stands(state, seat),
        "where": words.space(samurai.space),
        "pool": board.discs,
        "fields": [_field(state, seat, field, words) for field in SLOTS],
        "monk_field": board.action_monk_field,
        "spots": {spot: spot in board.monk_spots for spot in MONK_SPOTS},
        "backpack": {
            "lower": _area(board.backpack.lower, board.limits.backpack_lower, words),
            "upper": _area(board.backpack.upper, board.limits.backpack_upper, words),
            "is_open": board.upper_spaces > 0,
        },
        "boards": drawn_boards(board),
        "is_weapon_open": board.is_weapon_grid_open,
        "magic": [str(kind) for kind in GearKind if board.gear.is_magical(kind)],
        "initiative": initiative(board.gear, board.limits, rulings=rulings),
        "absorbs": absorption(board.gear, GearKind.HELMET, rulings=rulings),
        "worth": absorption(board.gear, GearKind.SANDALS, rulings=rulings),
        "blueprints": [card_view(one, words) for one in board.blueprints],
        "scrolls": [_power(one, words) for one in samurai.scrolls],
        "adventures": [_power(one, words) for one in samurai.adventures],
        "adventure_count": len(samurai.adventures),
        "scroll_discs": samurai.scroll_discs,
        **_figures(state, seat, words),
        "peeked": [_seen(one.level, one.tile, words) for one in state.peeked if seat in one.seats],
    }


def _character(state: GameState, seat: Seat, words: Words) -> dict[str, Any] | None:
    """The card of the character that is played there, with what a game without points changes of it."""
    played = state.boards[seat].character
    if not played.name:
        return None
    view = character_view(played, words.language, state.rulings)
    if not state.has_points:
        view["more"].append("char.general.coop-no-points")
    return view


def _seen(level: str, tile: Tile | None, words: Words) -> dict[str, Any]:
    """The top of a stack that a seat has looked at; its faces only in that seat's own view."""
    return {
        "level": level,
        "name": words.say("game-page.peeked", level=level),
        "faces": [] if tile is None else faces_view(tile),
    }


def faces_view(tile: Tile) -> list[dict[str, Any]]:
    """What is printed on the seven spaces of a tile."""
    return [{"kind": str(face.kind), "colour": face.colour, "lava": face.lava} for face in tile.spaces]


def _stands(state: GameState, seat: Seat) -> str:
    samurai = state.samurai[seat]
    if not samurai.is_on_map:
        return "away"
    return "up" if samurai.is_conscious else "down"


def _field(state: GameState, seat: Seat, field: str, words: Words) -> dict[str, Any]:
    board = state.boards[seat]
    card = next((one for one in board.cards if one.slot == field), None)
    return {
        "field": field,
        "discs": state.samurai[seat].discs_on(field),
        "monk": board.action_monk_field == field,
        "card": None
        if card is None
        else {
            "name": words.component(card.card),
            "kind": str(card.kind),
            "bonus": words.say(f"game-page.bonus-{card.bonus}"),
        },
    }


def _area(contents: Contents, room: int, words: Words) -> dict[str, Any]:
    return {
        "cubes": str(contents.cubes),
        "discs": [_disc(disc, words) for disc in contents.discs],
        "room": room,
    }


def _disc(disc: str, words: Words) -> dict[str, str]:
    kind = disc_kind(disc)
    name = words.component(disc) if kind == "blueprint" else words.say(f"combat.disc-{kind}", n=1)
    return {"kind": kind, "name": name}


def card_view(card: GearCard | Blueprint, words: Words) -> dict[str, Any]:
    """A card with its pattern."""
    return {
        "id": card.id,
        "name": words.component(card.id),
        "kind": str(card.kind),
        "pattern": print_pattern(card.pattern),
        "house": is_house(card),
    }


def _power(card: ScrollCard | AdventureToken, words: Words) -> dict[str, str]:
    return {"name": words.component(card.id), "text": words.effects(card.effects)}


# ---- what lies beside the boards


def cards_view(state: GameState, words: Words) -> dict[str, Any]:
    """Cards on display, scrolls and the blueprints of the temples."""
    return {
        "display": [{**card_view(card, words), "bonus": _bonus(card.bonus, words)} for card in state.display],
        "scrolls": [_power(card, words) for card in state.scrolls],
        "temples": [
            {"name": words.place(f"temple-{number}"), "blueprints": [card_view(one, words) for one in temple]}
            for number, temple in enumerate(state.temples, 1)
        ],
    }


def _bonus(bonus: str, words: Words) -> str:
    return words.say(f"game-page.bonus-{bonus}")


def fight_view(state: GameState, words: Words) -> dict[str, Any]:
    """The fight that is going on: order, round and the dragon's health; empty when there is none."""
    frame = next((one for one in reversed(state.agenda) if isinstance(one, AnyFight)), None)
    if frame is None:
        return {}
    if isinstance(frame, MonkFight):
        return _monk_fight(state, frame, words)
    colours = [samurai.colour for samurai in state.samurai]
    dragon = "" if isinstance(frame, Duel) else capital(words.component(frame.dragon.id))
    order = [
        {
            "name": dragon if seat == DRAGON else words.seat(seat),
            "colour": "" if seat == DRAGON else tone_of(seat, colours),
            "is_on": number == frame.turn,
        }
        for number, seat in enumerate(frame.order)
    ]
    if isinstance(frame, Duel):
        return {"order": order, "round": frame.round, "dragon": {}}
    return {
        "order": order,
        "round": frame.round,
        "dragon": {
            "name": dragon,
            "dice": frame.dragon.dice,
            "health": max(0, frame.health),
            "most": printed_in(state, frame.dragon),
        },
    }


def _figures(state: GameState, seat: Seat, words: Words) -> dict[str, Any]:
    """The dragons beside a board, and what they would count now; nothing where nobody collects any."""
    figures = state.plot.figures
    if figures is None:
        return {}
    dragons = state.staged.figures[seat]
    found = collected(dragons, figures, state.rulings)
    sets = ((found.alike, "alike"), (found.unlike, "unlike"))
    return {
        "figures": [
            {"sign": DRAGON_SIGNS[one.colour], "tone": one.colour, "name": words.component(one.id)}
            for one in dragons
        ],
        "figures_said": ", ".join(
            (
                words.say("game-page.figures-worth", n=found.points(figures)),
                *(words.say(f"game-page.figures-{key}", n=n) for n, key in sets if n),
            )
        ),
    }


def _monk_fight(state: GameState, frame: MonkFight, words: Words) -> dict[str, Any]:
    """The monk strikes before the samurai in every round."""
    called = capital(words.say("game-page.the-monk"))
    monk = {"name": called, "colour": "", "is_on": frame.turn == 0}
    seat = frame.samurai
    own = {"name": words.seat(seat), "colour": state.samurai[seat].colour, "is_on": frame.turn == 1}
    warriors = state.plot.warriors
    assert warriors is not None, "monks fight here"
    return {
        "order": [monk, own],
        "round": frame.round,
        "dragon": {
            "name": called,
            "symbol": "monk",
            "dice": frame.dice,
            "health": max(0, frame.health),
            "most": warriors.health,
        },
    }


def _countdown_said(state: GameState, words: Words) -> str:
    """How far the countdown is from its last space; of two the first one is named as what it is."""
    if state.marker is None:
        return words.say("game-page.countdown-off")
    left = len(ahead(state))
    if state.is_final_chapter:
        return words.say("game-page.countdown-on", n=left)
    return words.say("game-page.countdown-warm" if left else "game-page.countdown-cooled", n=left)


def status_view(state: GameState, words: Words, bots: tuple[Seat, ...]) -> dict[str, Any]:
    """Whose turn it is, the scores, and how far the countdown has come."""
    turn = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
    say = words.say
    together = group_view(state, words)
    said = together["said"] if together else say("game-page.setup")
    if not state.agenda:
        said = say("game-page.over")
    elif is_round_ending(state):
        said = say("game-group.march-now" if state.plot.dragons_march else "game-page.monks-now")
    elif turn is not None:
        # the one that is asked for, or the one that is being done
        action = turn.taken + 1 if state.agenda[-1] is turn else max(turn.taken, 1)
        said = say(
            "game-page.turn", name=words.seat(turn.seat), n=min(action, state.actions), actions=state.actions
        )
        if together:
            said = say("game-group.turn", round=together["round"], turn=said)
    return {
        "fight": fight_view(state, words),
        "group": together,
        "march": march_view(state, words),
        "turn": -1 if turn is None else int(turn.seat),
        "said": said,
        "scene": scene_said(state.plot.number, state.mode, words.language),
        "final": state.is_final_chapter,
        "counting": state.marker is not None,
        "countdown": state.countdown,
        "countdown_said": _countdown_said(state, words),
        "track": [
            {
                "event": step.event,
                "lava": step.lava,
                "name": say(f"game-page.track-{step.event}", n=step.lava),
                "is_past": number <= state.countdown,
                "is_next": number == state.countdown + 1,
            }
            for number, step in enumerate(state.track, 1)
        ],
        "track_mark": say("chosen.mark-board") if any(map(is_house, state.charts.track)) else "",
        "seats": [
            {
                "seat": seat,
                "name": words.seat(seat),
                "colour": samurai.colour,
                "character": named(state.boards[seat].character, words.language),
                "score": samurai.score if state.has_points else None,
                "tokens": state.tokens_of(Seat(seat)) if state.plot.leaves_loot else None,
                "stands": _stands(state, Seat(seat)),
                "bot": seat in bots,
                "marker": state.marker == seat,
            }
            for seat, samurai in enumerate(state.samurai)
        ],
    }

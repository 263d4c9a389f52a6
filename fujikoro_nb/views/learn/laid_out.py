"""How a position is laid out on a real table: lines in words, all of them read off the engine's state (need T7).

A box shows other tiles, tokens and cards than a lesson: whatever stands for one there is counted as it is said here.
Numbers and cards that no booklet prints have their mark beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from fujikoro_nb.content.pack import house_title
from fujikoro_nb.engine.fujikoro.asked.dens import dens
from fujikoro_nb.engine.fujikoro.asked.game import Turn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.geometry import (
    LEVELS,
    PLACES,
    Place,
    PlaceKind,
    SpaceId,
    neighbours,
    place,
    space,
    spaces_of,
)
from fujikoro_nb.engine.fujikoro.board.player import SLOTS, Board, OwnedCard
from fujikoro_nb.engine.fujikoro.components import AdventureToken, Blueprint, Dragon, GearCard, ScrollCard
from fujikoro_nb.engine.fujikoro.gear.grid import Layout, cell_at, cells_of, column_row
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.engine.fujikoro.rules.mountain.final import ahead
from fujikoro_nb.engine.kernel import Seat
from fujikoro_nb.views.cast import named
from fujikoro_nb.views.fight.labels import things_of
from fujikoro_nb.views.game.people import fight_view
from fujikoro_nb.views.game.words import Words, capital
from fujikoro_nb.views.map.picture import Piece, map_picture
from fujikoro_nb.views.map.words import piece_words

Line = dict[str, str]
"""``name``: what is laid out; ``text``: how; ``mark``: that no booklet prints its numbers, or empty."""

_SEEN_ELSEWHERE = ("samurai", "always", "blueprint")
"""Pieces of the map that have a line of their own, or that every box has printed there."""

_GAP = "–"
_STEPS_AHEAD = 3


def line(name: str, text: str, mark: str = "") -> Line:
    """One line."""
    return {"name": name, "text": text, "mark": mark}


def joined(words: Words, parts: Iterable[str]) -> str:
    """Parts of a line, one after the other."""
    return words.say("laid.then").join(parts)


def laid_out(state: GameState, words: Words) -> list[Line]:
    """Everything that lies and stands on the table, the ground first."""
    return [
        *_game(state, words),
        *_tiles(state, words),
        *_ground(state, words),
        *(_person(state, Seat(seat), words) for seat in range(state.players)),
        *_guards(state, words),
        *_cards(state, words),
        *_clock(state, words),
        *_round(state, words),
        *_now(state, words),
    ]


def _game(state: GameState, words: Words) -> Iterator[Line]:
    """What is played, where it is not simply against each other."""
    said = []
    party = state.party
    if party is not None:
        last = last_of(state)
        said.append(words.say(f"game-page.mode-{state.mode.name}"))
        key = "turn-task.group" if last else "game-page.course-round"
        said.append(words.say(key, round=party.round, of=last, n=party.round))
    elif not state.mode.may_duel:
        said.append(words.say("game-page.peaceful"))
    if state.plot.number:
        said.append(words.say("laid.scenario", n=state.plot.number))
    if said:
        yield line(words.say("laid.game"), ", ".join(said))


def _tiles(state: GameState, words: Words) -> Iterator[Line]:
    """Where a tile lies, by level."""
    there = [one for one, tile in zip(PLACES, state.ground, strict=True) if tile]
    for level in LEVELS:
        ids = ", ".join(one.id for one in there if one.level == level)
        if ids:
            yield line(words.say("laid.tiles", level=level), ids)


def _ground(state: GameState, words: Words) -> Iterator[Line]:
    """What lies on each place, space by space."""
    spaces = map_picture(state)["spaces"]
    dragons = {den.dragon.id: den.dragon for den in dens(state)}
    for one in PLACES:
        said, is_marked = [], False
        for at in spaces_of(one.id):
            shown = spaces.get(at.id, {})
            pieces = [piece for piece in shown.get("pieces", ()) if piece["kind"] not in _SEEN_ELSEWHERE]
            parts = [words.say(f"map-game.lava-{shown['lava']}")] if "lava" in shown else []
            parts += [_piece(piece, dragons, words) for piece in pieces]
            is_marked |= any(piece["kind"] == "dragon" for piece in pieces)
            if one.kind == PlaceKind.CENTRE and state.has_rope:
                parts.append(words.say("laid.rope"))
            if parts and len(spaces_of(one.id)) == 1:
                said.append(", ".join(parts))
            elif parts:
                where_on = _on_its_place(one, at.id, words)
                said.append(words.say("laid.on", space=where_on, what=", ".join(parts)))
        if said:
            mark = words.say("chosen.mark-token") if is_marked else ""
            yield line(words.place(one.id), capital(joined(words, said)), mark)


def _piece(piece: Piece, dragons: dict[str, Dragon], words: Words) -> str:
    said = piece_words(piece, words.say)
    if piece["kind"] == "number":
        return words.say("laid.number", n=piece["number"])
    if piece["kind"] != "dragon":
        return said
    dragon = dragons[piece["id"]]
    return words.say("laid.dragon", dragon=said, initiative=dragon.initiative, dice=dragon.dice)


def _on_its_place(one: Place, space_id: SpaceId, words: Words) -> str:
    """A space by where it is on its place: the compass of the map, and what it lies towards."""
    mark = space_id.rpartition(".")[2]
    named_so = words.say(f"map.space-{'middle' if mark == '0' else mark}")
    beside = {space(other).place for other in neighbours(space_id)} - {one.id}
    if one.kind != PlaceKind.VOLCANO or not beside:
        return named_so
    towards = ", ".join(
        words.say("laid.centre") if other.kind == PlaceKind.CENTRE else words.place(other.id)
        for other in PLACES
        if other.id in beside
    )
    return words.say("laid.towards", space=named_so, places=towards)


def where(space_id: SpaceId, words: Words) -> str:
    """A space with its place, and what it lies towards."""
    if not space_id:
        return words.say("game-page.off-map")
    one = place(space(space_id).place)
    if len(spaces_of(one.id)) == 1:
        return words.place(one.id)
    return words.say("map.space-name", place=words.place(one.id), space=_on_its_place(one, space_id, words))


def _person(state: GameState, seat: Seat, words: Words) -> Line:
    """Where a samurai stands, and all that is in front of its player."""
    samurai, board = state.samurai[seat], state.boards[seat]
    say = words.say
    said = [where(samurai.space, words)]
    if samurai.is_on_map and not samurai.is_conscious:
        said.append(say("game-page.stands-down"))
    said += board_said(board, words)
    discs = [say("laid.ready", n=board.discs)]
    discs += [
        say("laid.disc-on", field=say(f"game-page.field-{field}"), n=n)
        for field in SLOTS
        if (n := samurai.discs_on(field))
    ]
    discs += [say("laid.monk-on", field=say(f"game-page.field-{field}")) for field in board.monk_fields]
    said.append(", ".join(discs))
    powers: tuple[ScrollCard | AdventureToken, ...] = (*samurai.scrolls, *samurai.adventures)
    said += [
        say("laid.power", name=words.component(power.id), text=words.effects(power.effects).rstrip("."))
        for power in powers
    ]
    if state.has_points:
        said.append(say("turn-task.points", points=samurai.score))
    if state.plot.leaves_loot:
        said.append(say("game-page.seat-tokens", n=state.tokens_of(seat)))
    if state.party is not None:
        said.append(say("laid.lives", n=state.party.lives[seat]))
    has_cards = board.cards or board.blueprints or samurai.scrolls or samurai.adventures
    return line(words.seat(seat), joined(words, said), say("chosen.mark-cards") if has_cards else "")


def board_said(board: Board, words: Words) -> list[str]:
    """What lies on a player board: gear, backpack, monks, gear cards and blueprints."""
    say = words.say
    said = (
        [say("laid.character", name=named(board.character, words.language))] if board.character.name else []
    )
    for kind in GearKind:
        layout = board.gear.layout(kind)
        if layout:
            key = "laid.gear-magic" if board.gear.is_magical(kind) else "laid.gear"
            said.append(say(key, kind=say(f"widgets.{kind}"), rows=rows_said(layout, words)))
    for area, contents in (("lower", board.backpack.lower), ("upper", board.backpack.upper)):
        if len(contents):
            said.append(say(f"laid.{area}", things=things_of(contents, say, is_named=True)))
    if board.monk_spots:
        spots = ", ".join(say(f"game-page.spot-name-{spot}") for spot in board.monk_spots)
        said.append(say("laid.monks", spots=spots))
    said += [_owned(card, words) for card in board.cards]
    said += [_blueprint(one, words) for one in board.blueprints]
    return said


def rows_said(layout: Layout, words: Words) -> str:
    """Cubes row by row, each from the first cell of its row on; a dash for an empty cell.

    >>> from functools import partial
    >>> from fujikoro_nb.engine.fujikoro.gear.notation import parse_pattern
    >>> from fujikoro_nb.texts import say
    >>> rows_said(parse_pattern("WM/.T"), Words((), partial(say, language="en"), "en"))
    'row 1 wood metal, row 2 – tooth'
    """
    cells = [column_row(cell) for cell in cells_of(layout.occupied)]
    rows = {
        row: " ".join(
            _GAP if cube is None else words.say(f"lesson.word-{cube}")
            for cube in (layout.at(cell_at(column, row)) for column in range(1, last + 1))
        )
        for row in sorted({at for _, at in cells})
        for last in [max(column for column, at in cells if at == row)]
    }
    if list(rows) == [1]:
        return rows[1]
    return ", ".join(words.say("laid.row", n=row, cubes=cubes) for row, cubes in rows.items())


def _owned(card: OwnedCard, words: Words) -> str:
    return words.say(
        "laid.owned",
        name=words.component(card.card),
        kind=words.say(f"widgets.{card.kind}"),
        field=words.say(f"game-page.field-{card.slot}"),
        bonus=words.say(f"game-page.bonus-{card.bonus}"),
    )


def _blueprint(one: Blueprint, words: Words) -> str:
    kind = words.say(f"widgets.{one.kind}")
    name = house_title(one.id, language=words.language)
    key = "laid.blueprint" if name else "laid.blueprint-plain"
    return words.say(key, name=name, kind=kind, rows=rows_said(one.pattern, words))


def _guards(state: GameState, words: Words) -> Iterator[Line]:
    """The fallen samurai, each in its temple."""
    mark = words.say("chosen.mark-cards")
    for guard in state.guards_left:
        board = state.fighter(guard)
        said = joined(words, board_said(board, words)) or words.say("combat.stow-nothing")
        yield line(words.seat(guard), said, mark if board.blueprints else "")


def _cards(state: GameState, words: Words) -> Iterator[Line]:
    """Cards that lie open: in temples, on display, and scrolls."""
    mark = words.say("chosen.mark-cards")
    for number, temple in enumerate(state.temples, 1):
        if temple:
            said = joined(words, (_blueprint(one, words) for one in temple))
            yield line(words.place(f"temple-{number}"), said, mark)
    if state.display:
        shown = joined(words, (_displayed(card, words) for card in state.display))
        yield line(words.say("game-page.display"), shown, mark)
    if state.scrolls:
        cards = (
            (words.component(card.id), words.effects(card.effects).rstrip(".")) for card in state.scrolls
        )
        shown = joined(words, (words.say("laid.card", name=name, says=says) for name, says in cards))
        yield line(words.say("game-page.scrolls"), shown, mark)


def _displayed(card: GearCard, words: Words) -> str:
    return words.say(
        "laid.displayed",
        name=words.component(card.id),
        kind=words.say(f"widgets.{card.kind}"),
        rows=rows_said(card.pattern, words),
        bonus=words.say(f"game-page.bonus-{card.bonus}"),
    )


def _clock(state: GameState, words: Words) -> Iterator[Line]:
    """How far the countdown has come, and what its next steps bring."""
    said = []
    if state.marker is not None:
        said.append(words.say("laid.countdown", n=state.countdown, name=words.seat(state.marker)))
    if state.is_final_chapter:
        steps = (
            words.say(f"game-page.track-{step.event}", n=step.lava) for step in ahead(state)[:_STEPS_AHEAD]
        )
        said.append(words.say("laid.next", steps=", ".join(steps)))
    if said:
        yield line(words.say("laid.clock"), joined(words, said), words.say("chosen.mark-board"))


def _round(state: GameState, words: Words) -> Iterator[Line]:
    """In which order a round goes, where rounds count; who is first has a token for it only in a group."""
    party = state.party
    if state.players == 1 or not (party is not None or state.plot.has_round_ends):
        return
    first, *others = (words.seat(seat) for seat in state.in_turn_order(state.first_of_round))
    key = "laid.first" if party is None else "laid.first-token"
    yield line(words.say("laid.round"), ", ".join((words.say(key, name=first), *others)))


def _now(state: GameState, words: Words) -> Iterator[Line]:
    """Whose action it is, and the fight that is going on."""
    turn = next((frame for frame in state.agenda if isinstance(frame, Turn)), None)
    said: list[Any] = []
    if turn is not None:
        action = turn.taken + 1 if state.agenda[-1] is turn else max(turn.taken, 1)
        said.append(
            words.say(
                "laid.turn",
                name=words.seat(turn.seat),
                n=min(action, state.actions),
                actions=state.actions,
            )
        )
    fight = fight_view(state, words)
    if fight:
        order = ", ".join(one["name"] for one in fight["order"])
        said.append(words.say("laid.fight", round=fight["round"], order=order))
        if fight["dragon"]:
            said.append(words.say("laid.foe-left", n=fight["dragon"]["health"]))
    if said:
        yield line(words.say("laid.now"), joined(words, said))

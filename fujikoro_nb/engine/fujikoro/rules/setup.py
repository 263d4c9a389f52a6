"""Chapter "setup": from the box to the first turn, one draw after the other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.characters import ArrangeHelmet
from fujikoro_nb.engine.fujikoro.asked.game import (
    ArrangeWeapon,
    DrawnSeat,
    Match,
    PlaceMonk,
    Setup,
    TakeScroll,
)
from fujikoro_nb.engine.fujikoro.asked.group import TOGETHER, Build, ChooseFirst, DealCard
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import ClaimCard
from fujikoro_nb.engine.fujikoro.board.box import Charts, Components, Piles, charts_of, piles_of
from fujikoro_nb.engine.fujikoro.board.player import MONK_SPOTS, Board
from fujikoro_nb.engine.fujikoro.board.samurai import Samurai
from fujikoro_nb.engine.fujikoro.board.scene import scene_at_start
from fujikoro_nb.engine.fujikoro.characters import NOBODY, PEOPLE, person
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS, Die
from fujikoro_nb.engine.fujikoro.gear.limits import BoardLimits, GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, inspect_weapon
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, Mode
from fujikoro_nb.engine.fujikoro.refused import check_cast, check_players, check_sets, scene_of
from fujikoro_nb.engine.fujikoro.rules.characters.kit import (
    board_of,
    check_first_helmet,
    check_first_scroll,
    check_people,
    first_helmet,
    first_weapon,
    helmets_in_a_row,
    in_a_row,
    monks_to_place,
    needs_helmet,
    needs_scroll,
    scroll_discs,
    with_helmet,
    with_scroll,
)
from fujikoro_nb.engine.fujikoro.rules.dealing import drawn, next_draw, rule_of_draw
from fujikoro_nb.engine.fujikoro.rules.group.beginning import (
    boxed,
    check_layers,
    party_of,
    printed_for,
    with_first,
    without_exit,
)
from fujikoro_nb.engine.fujikoro.rules.group.outfit import (
    check_dealing,
    check_outfit,
    check_weapon_monk,
    dealing_options,
    dealing_question,
    dealt,
    is_dealing,
    is_outfitted,
    needs_piece,
    outfit_options,
    outfit_question,
    outfitted,
)
from fujikoro_nb.engine.fujikoro.rules.scenes.guards import check_supply
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, Plot
from fujikoro_nb.engine.kernel import (
    CHANCE,
    Answer,
    Complete,
    FrameRules,
    Illegal,
    Menu,
    Options,
    Outcome,
    Question,
    Refusal,
    Seat,
    Weighted,
    cites,
    event,
    refuse,
)

COLOURS = frozenset((*SCROLL_COLOURS, *(one.colour for one in PEOPLE.values())))
"""Of seats (char.general.colors)."""


def new_game(
    pack: Components,
    *,
    players: int,
    colours: Sequence[str] = (),
    boards: Sequence[Board] = (),
    characters: Sequence[str] = (),
    mode: Mode = COMPETITIVE,
    scenario: int = 0,
    rulings: Rulings = ADOPTED,
    is_described: bool = False,
) -> GameState:
    """A table before anything is drawn. Raises Illegal for a table that the game cannot have.

    ``colours`` are the seats' own, by default the first ones; ``boards`` those that the seats begin with, by default
    the symmetric one; ``characters`` instead of both, one name a seat. ``scenario`` is its number, 0 without one.
    ``is_described``: the real box is played with, so the pack says only what is known of it.
    """
    charts = charts_of(pack)
    people = [person(name) for name in characters]
    refusal = check_cast([one.name for one in people], players)
    if refusal is not None:
        raise Illegal(refusal)
    if people:
        boards = [board_of(one, charts.limits) for one in people]
        colours = [one.colour for one in people]
    plot = NO_PLOT
    if scenario:
        mode, plot = scene_of(scenario, mode, players, [one.name for one in people])
    return table_of(
        charts,
        piles_of(pack),
        pack.dice,
        tuple(colours) or SCROLL_COLOURS[:players],
        tuple(boards) or (Board(charts.limits),) * players,
        mode=mode,
        plot=plot,
        rulings=rulings,
        is_described=is_described,
    )


@cites(
    "setup.map.fixed-tiles",
    "setup.samurai.start",
    "setup.countdown.start",
    "setup.player.kit",
    "coop.setup.samurai-start",
)
def table_of(
    charts: Charts,
    piles: Piles,
    dice: tuple[Die, ...],
    colours: tuple[str, ...],
    boards: tuple[Board, ...],
    *,
    mode: Mode,
    rulings: Rulings,
    is_described: bool,
    plot: Plot = NO_PLOT,
) -> GameState:
    """The fresh table of these components, one seat a board; ``mode`` as the scenario has it. Raises Illegal."""
    players = len(boards)
    refusal = (
        _check_seats(colours, players, mode)
        or check_boards([board.limits for board in boards])
        or check_people(boards, colours)
        or check_sets([board.limits for board in boards if board.character != NOBODY], mode)
        or (None if is_described else _check_piles(piles, players) or check_layers(piles, players, mode))
        or (None if is_described else check_supply(piles, players, plot, charts.limits, rulings))
    )
    if refusal is not None:
        raise Illegal(refusal)
    hexagons_from = mode.hexagons_from
    charts, piles = printed_for(charts, mode, rulings), boxed(piles, players, mode, is_described=is_described)
    if plot.is_without_exit:
        piles = without_exit(piles)
    if players < hexagons_from:  # explore.fill.hex: they are not in the game at all
        squares = tuple(token for token in piles.tokens if token.shape != "hexagon")
        piles = msgspec.structs.replace(piles, tokens=squares)
    return GameState(
        agenda=(Match(), Setup()),
        boards=boards,
        rulings=rulings,
        dice=dice,
        mode=mode,
        is_described=is_described,
        charts=charts,
        piles=piles,
        samurai=tuple(
            Samurai(colour, scroll_discs=scroll_discs(board, mode))
            for colour, board in zip(colours, boards, strict=True)
        ),
        group=party_of(players, mode) or UNSET,
        scene=UNSET if plot == NO_PLOT else scene_at_start(plot, players, charts.limits),
    )


def check_boards(boards: Sequence[BoardLimits]) -> Refusal | None:
    """Nothing, or why these boards are no table: all symmetric or all asymmetric."""
    symmetric = sum(limits.is_symmetric for limits in boards)
    if symmetric not in (0, len(boards)):
        return refuse("setup.board.same-side")
    return None


def _check_seats(colours: tuple[str, ...], players: int, mode: Mode) -> Refusal | None:
    refusal = check_players(players, mode)
    if refusal is not None:
        return refusal
    if len(colours) != players or len(set(colours)) < players or not set(colours) <= COLOURS:
        return refuse("setup.player.scroll-discs", players=players)
    return None


def _check_piles(piles: Piles, players: int) -> Refusal | None:
    """Nothing, or of which kind the box has too few cards for a display and three temples."""
    for kind in GearKind:
        cards = sum(card.kind == kind for card in piles.gear_cards)
        if cards < players:
            return refuse("setup.gearcards.draw", "box", kind=str(kind), cards=cards)
        blueprints = sum(card.kind == kind for card in piles.blueprints)
        if blueprints < players:
            return refuse("setup.blueprints.draw", "box", kind=str(kind), cards=blueprints)
    return None


def _match(state: GameState) -> Match:
    match = state.agenda[0]
    assert isinstance(match, Match), "a game begins with it"
    return match


def _unready(state: GameState) -> Seat | None:
    """The first seat, from the start player on, that still has monks or its weapon to place."""
    first = _match(state).following
    assert first is not None, "drawn before"
    return next((seat for seat in state.in_turn_order(first) if not _is_ready(state, seat)), None)


def _is_ready(state: GameState, seat: Seat) -> bool:
    return (
        not _needs_monk(state, seat)
        and bool(state.boards[seat].gear.weapon)
        and not needs_helmet(state, seat)
        and not needs_scroll(state, seat)
        and is_outfitted(state, seat)
    )


def _needs_monk(state: GameState, seat: Seat) -> bool:
    return monks_to_place(state, seat) > 0


class SetupRules(FrameRules[GameState]):
    """Asks chance for the start player and the cards, then each seat for its monks and its first weapon.

    Monks come first: one on the weapon spot opens the right part of the grid for the first weapon.
    """

    def question(self, state: GameState, frame: Setup) -> Question | None:
        if _match(state).following is None:
            if state.party is not None:
                return Question(
                    Seat(0), "first-player", "coop.rounds.first-player-fixed", frame.name, TOGETHER
                )
            return Question(CHANCE, "start-player", "setup.start-player", frame.name)
        draw = next_draw(state)
        if draw is not None:
            data = (("what", draw.kind), ("sort", draw.sort))
            return Question(CHANCE, "draw", rule_of_draw(state, draw), frame.name, data)
        if is_dealing(state):
            return dealing_question(state)
        seat = _unready(state)
        if seat is None:
            return None
        if _needs_monk(state, seat):
            return Question(seat, "place-monk", "setup.player.start-monks", frame.name)
        if needs_piece(state, seat):
            return outfit_question(state, seat)
        if needs_scroll(state, seat):
            return Question(seat, "scroll", "char.mitsuhide.start-scroll", frame.name)
        if needs_helmet(state, seat):
            return Question(seat, "first-helmet", "char.masatsura.setup", frame.name)
        return Question(seat, "first-weapon", "setup.player.start-weapon", frame.name)

    def check(self, state: GameState, frame: Setup, answer: Answer) -> Refusal | None:
        if _match(state).following is None:
            kind = DrawnSeat if state.party is None else ChooseFirst
            is_seat = isinstance(answer, kind) and 0 <= answer.seat < state.players
            return None if is_seat else refuse("setup.start-player", players=state.players)
        draw = next_draw(state)
        if draw is not None:
            return draw.check(state, answer, self.question(state, frame))
        if is_dealing(state):
            return check_dealing(state, answer)
        seat = _unready(state)
        assert seat is not None, "nobody is asked otherwise"
        if _needs_monk(state, seat):
            return self._check_monk(state, seat, answer)
        if needs_piece(state, seat):
            return check_outfit(state, seat, answer)
        if needs_scroll(state, seat):
            return check_first_scroll(state, answer)
        if needs_helmet(state, seat):
            return check_first_helmet(state, seat, answer)
        return check_first_weapon(state, seat, answer)

    @staticmethod
    def _check_monk(state: GameState, seat: Seat, answer: Answer) -> Refusal | None:
        left = monks_to_place(state, seat)
        return _check_monk(state.boards[seat], answer) or check_weapon_monk(state, seat, answer, left=left)

    def options(self, state: GameState, frame: Setup) -> Options:
        if _match(state).following is None:
            if state.party is not None:
                return Complete(tuple(map(ChooseFirst, range(state.players))))
            return Weighted([(DrawnSeat(seat), 1) for seat in range(state.players)])
        draw = next_draw(state)
        if draw is not None:
            return draw.options(state)
        if is_dealing(state):
            return dealing_options(state)
        seat = _unready(state)
        assert seat is not None, "nobody is asked otherwise"
        if _needs_monk(state, seat):
            free = [PlaceMonk(spot) for spot in MONK_SPOTS]
            return Complete([one for one in free if self._check_monk(state, seat, one) is None])
        if needs_piece(state, seat):
            return outfit_options(state, seat)
        if needs_scroll(state, seat):
            return Complete([TakeScroll(card.id) for card in state.scrolls])
        if needs_helmet(state, seat):
            return _helmets(state, seat)

        def is_legal(answer: object) -> bool:
            return isinstance(answer, Answer) and check_first_weapon(state, seat, answer) is None

        cubes = first_weapon(state, seat)
        return Menu("weapons-in-a-row/1", lambda: map(ArrangeWeapon, in_a_row(cubes)), is_legal)

    @cites("setup.start-player", "setup.blueprints.public")
    def answered(self, state: GameState, frame: Setup, answer: Answer) -> Outcome[GameState]:
        match answer:
            case DrawnSeat(seat=first):
                agenda = (Match(Seat(first)), *state.agenda[1:])
                state = msgspec.structs.replace(state, agenda=agenda)
                if state.plot.has_round_ends:
                    state = state.with_scene(msgspec.structs.replace(state.staged, first=Seat(first)))
                return state, (event("start-player", "setup.start-player", seat=first),)
            case ChooseFirst(seat=first):
                return with_first(state, Seat(first))
            case DealCard():
                return dealt(state, answer)
            case Build() | ClaimCard():
                seat = _unready(state)
                assert seat is not None, "nobody is asked otherwise"
                return outfitted(state, seat, answer)
            case TakeScroll() | ArrangeHelmet():
                seat = _unready(state)
                assert seat is not None, "nobody is asked otherwise"
                if isinstance(answer, TakeScroll):
                    return with_scroll(state, seat, answer)
                return with_helmet(state, seat, answer)
            case PlaceMonk(spot=spot):
                seat = _unready(state)
                assert seat is not None, "nobody is asked otherwise"
                board = state.boards[seat]
                board = msgspec.structs.replace(board, monk_spots=(*board.monk_spots, spot))
                placed = event("monk-placed", "setup.player.start-monks", seat=int(seat), spot=spot)
                return state.with_board(seat, board), (placed,)
            case ArrangeWeapon(layout=layout):
                seat = _unready(state)
                assert seat is not None, "nobody is asked otherwise"
                board = state.boards[seat]
                board = msgspec.structs.replace(board, gear=board.gear.with_layout(GearKind.WEAPON, layout))
                built = event("first-weapon", "setup.player.start-weapon", seat=int(seat))
                return state.with_board(seat, board), (built,)
            case _:
                return drawn(state, answer)

    def closed(self, state: GameState, frame: Setup) -> Outcome[GameState]:
        """What was not drawn leaves the game; of blueprints that lie face down nobody knows which those are."""
        piles = msgspec.structs.replace(state.piles, gear_cards=(), blueprints=())
        if state.plot.has_blind_temples:
            piles = msgspec.structs.replace(piles, blueprints=state.piles.blueprints)
        if state.party is not None:
            state = state.with_party(msgspec.structs.replace(state.party, dealt=()))
        return msgspec.structs.replace(state, piles=piles), (event("set-up", "setup.map.fixed-tiles"),)


def _helmets(state: GameState, seat: Seat) -> Options:
    def is_legal(answer: object) -> bool:
        return isinstance(answer, Answer) and check_first_helmet(state, seat, answer) is None

    cubes = first_helmet(state.boards[seat])
    return Menu("helmets-in-a-row/1", lambda: helmets_in_a_row(cubes), is_legal)


def _check_monk(board: Board, answer: Answer) -> Refusal | None:
    if not isinstance(answer, PlaceMonk):
        return refuse("setup.player.start-monks", "not-asked")
    if answer.spot not in board.free_spots:
        return refuse("setup.player.start-monks", spot=answer.spot)
    return None


@cites("setup.player.kit")
def check_first_weapon(state: GameState, seat: Seat, answer: Answer) -> Refusal | None:
    """Nothing, or why this is no first weapon: all start cubes, one legal weapon."""
    if not isinstance(answer, ArrangeWeapon):
        return refuse("setup.player.start-weapon", "not-asked")
    layout = answer.layout
    planes = (layout.wood, layout.metal, layout.tooth)
    is_layout = min(planes) >= 0 and sum(plane.bit_count() for plane in planes) == len(layout)
    kit = first_weapon(state, seat)
    if not is_layout or layout.cubes != kit:
        return refuse("setup.player.start-weapon", "cubes", cubes=str(kit))
    board = state.boards[seat]
    report = inspect_weapon(
        Gear(weapon=layout), board.limits, is_unlocked=board.is_weapon_grid_open, rulings=state.rulings
    )
    if not report.is_legal:
        return report.refusals[0]
    return None if len(report.weapons) == 1 else refuse("setup.player.start-weapon")

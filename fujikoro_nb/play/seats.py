"""Who sits at the table and what is played with: from the start panel to a session, and back from its save."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from fujikoro_nb import bots
from fujikoro_nb.content import empty_pack, house_pack
from fujikoro_nb.content.pack import Pack
from fujikoro_nb.content.table import at_real_board, at_table
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import charts_of, piles_of
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import person
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.engine.fujikoro.refused import Asked, check_asked, mode_named, scene_of
from fujikoro_nb.engine.fujikoro.rules.characters.kit import board_of
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.setup import table_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT
from fujikoro_nb.engine.kernel import CHANCE, Illegal, Question, Seat, Seeded, Session, Setting
from fujikoro_nb.engine.kernel.save import Content, Save, read_save

__all__ = [
    "BOTS",
    "MOST_SEATS",
    "PERSON",
    "Chair",
    "GameSession",
    "Table",
    "begin",
    "dealt",
    "is_together",
    "load_game",
    "new_game",
    "opened",
    "seated",
    "table_of_save",
]

GameSession = Session[GameState]

PERSON = "person"
BOTS = tuple(sorted(bots.BOTS))
"""Kinds of bots; the names are those of `fujikoro_nb.bots`."""
MOST_SEATS = 6
_NAME = "fuji-koro-table"

Dice = Literal["dealer", "hand"]


def is_together(question: Question) -> bool:
    """Whether the group decides this; the seat that is asked answers for all."""
    return ("group", 1) in question.data


class Chair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat: who sits there, ``person`` or a kind of bot, and which colour it plays."""

    name: Annotated[str, msgspec.Meta(max_length=30)]
    colour: str
    player: str = PERSON

    @property
    def is_bot(self) -> bool:
        """Whether no person sits here."""
        return self.player != PERSON


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was agreed before the game."""

    chairs: tuple[Chair, ...]
    seed: Annotated[str, msgspec.Meta(max_length=60)] = ""
    dice: Dice = "dealer"
    """``hand``: dice are thrown on the table and typed in."""
    is_real_box: bool = False
    """What is drawn comes out of the real box and is described."""

    @property
    def bots(self) -> tuple[Seat, ...]:
        """The seats that nobody has to be asked for."""
        return tuple(Seat(number) for number, chair in enumerate(self.chairs) if chair.is_bot)

    def asks_bot(self, question: Question) -> bool:
        """Whether a bot answers this; what a group decides together it does only where nobody else sits."""
        return question.seat in self.bots and not (is_together(question) and self.persons)

    def deals(self, question: Question) -> bool:
        """Whether the dealer answers this question of chance at once."""
        if question.seat != CHANCE:
            return False
        return self.dice == "dealer" if question.kind == "roll" else not self.is_real_box

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of the people at this device."""
        return tuple(Seat(number) for number, chair in enumerate(self.chairs) if not chair.is_bot)


def seated(
    names: Sequence[str], players: Sequence[str], colours: Sequence[str], characters: Sequence[str] = ()
) -> tuple[Chair, ...]:
    """Chairs from three rows; a colour that is taken or unknown gives way to the first free one.

    ``characters``, one a chair, bring their colours. Raises Unreadable for one that is none.
    """
    if characters:
        colours = [person(name).colour for name in characters]
        return tuple(Chair(*row) for row in zip(names, colours, players, strict=True))
    free = [colour for colour in SCROLL_COLOURS if colour not in colours]
    taken: set[str] = set()
    chairs = []
    for name, player, colour in zip(names, players, colours, strict=True):
        own = colour if colour in SCROLL_COLOURS and colour not in taken else free.pop(0)
        taken.add(own)
        chairs.append(Chair(name, own, player))
    return tuple(chairs)


def begin(
    table: Table,
    *,
    owned: Pack,
    mode: str = COMPETITIVE.name,
    characters: Sequence[str] = (),
    scenario: int = 0,
    has_adventures: bool = False,
    is_peaceful: bool = False,
    rulings: Rulings = ADOPTED,
    auto_deal: bool = False,
) -> GameSession:
    """A session at its first question. Raises Illegal for a table that the game cannot have, Unreadable for a mode
    or a character that is none.

    ``characters`` are named one a chair, or none; a chair's colour is then its character's. ``scenario`` is its number,
    0 without one.
    With ``auto_deal`` it deals by itself; else `dealt` does. With the real box nothing of the house lies in a pile:
    only what the owner has entered is known of it.
    """
    house = house_pack()
    board = at_real_board(owned) if table.is_real_box else house
    people = [person(name) for name in characters]
    who = tuple(one.name for one in people)
    scenarios = (scenario,) if scenario else ()
    refusal = check_asked(Asked(mode, len(table.chairs), scenarios, who, is_peaceful))
    if refusal is not None:
        raise Illegal(refusal)
    in_play = at_table(owned, with_house=not table.is_real_box)
    dice = {die.material: die for die in (*house.dice, *owned.dice)}
    charts = charts_of(board)
    limits = in_play.areas.on(charts.limits)
    agreed = mode_named(mode, is_peaceful=is_peaceful, has_adventures=has_adventures)
    played, plot = (
        (scene_of(scenario, agreed, len(people) or len(table.chairs), who)) if scenario else (agreed, NO_PLOT)
    )
    start = table_of(
        charts,
        piles_of(in_play if table.is_real_box else house),
        tuple(dice.values()),
        tuple(chair.colour for chair in table.chairs),
        tuple(board_of(one, limits) for one in people) or (Board(limits),) * len(table.chairs),
        mode=played,
        plot=plot,
        rulings=rulings,
        is_described=table.is_real_box,
    )
    setting = Setting(
        seats=tuple(chair.name for chair in table.chairs),
        rulings=tuple(rulings.in_force().items()),
        content=(Content.of(_NAME, msgspec.to_builtins(table)),),
    )
    return Session(GAME, start, dealer=Seeded(table.seed), auto_deal=auto_deal, setting=setting)


def new_game(
    *,
    seats: int | Sequence[str] = 2,
    seed: int | str = "",
    mode: str = COMPETITIVE.name,
    characters: Sequence[str] = (),
    scenario: int = 0,
    has_adventures: bool = False,
    is_peaceful: bool = False,
    rulings: Rulings = ADOPTED,
) -> GameSession:
    """A game with the house pack for a script, dealt by itself; what was agreed is that of the game's page.

    ``seats`` are names, or how many there are; the same ``seed`` deals the same game, without one it is drawn.
    ``mode`` is ``competitive``, ``coop`` or ``solo``; ``characters`` are named one a seat, or none; ``scenario`` is its
    number, 0 without one. Raises Illegal for a table that the game cannot have, Unreadable for a mode or a character
    that is none.

    >>> new_game(seats=1, seed=7, mode="solo").state.party.lives
    (2,)
    >>> [board.discs for board in new_game(seats=2, seed=7, characters=("yoshihiro", "tomoe")).state.boards]
    [4, 2]
    >>> game = new_game(seats=("Aki", "Bo"), seed=7)
    >>> game.question.seat, game.question.kind
    (1, 'place-monk')
    """
    names = [f"{number + 1}" for number in range(seats)] if isinstance(seats, int) else list(seats)
    free = [SCROLL_COLOURS[number % len(SCROLL_COLOURS)] for number in range(len(names))]
    own = [person(name).colour for name in characters]
    colours = own if len(own) == len(names) else free
    chairs = tuple(Chair(name[:30], colour) for name, colour in zip(names, colours, strict=True))
    table = Table(chairs, str(seed).strip()[:60] or secrets.token_hex(4))
    return begin(
        table,
        owned=empty_pack("nothing", "owner"),
        mode=mode,
        characters=characters,
        scenario=scenario,
        has_adventures=has_adventures,
        is_peaceful=is_peaceful,
        rulings=rulings,
        auto_deal=True,
    )


def dealt(session: GameSession, table: Table) -> GameSession:
    """The same session after everything that the dealer answers at once."""
    while (question := session.question) is not None and table.deals(question) and session.can_deal:
        session.deal()
    return session


def session_of(save: Save, *, auto_deal: bool = False) -> GameSession:
    """The game of a save. Raises Unreadable for a save of anything else."""
    session: GameSession = Session.load(GAME, save, auto_deal=auto_deal)
    return session


def opened(data: bytes) -> tuple[GameSession, Table]:
    """The session of a save file and its table. Raises Unreadable.

    A save that another program wrote says nothing of bots: everybody is a person then.
    """
    save = read_save(data)
    session = session_of(save)
    return session, table_of_save(save, session)


def load_game(data: bytes) -> GameSession:
    """The session of a save file for a script: it deals by itself what the dealer is to deal. Raises Unreadable."""
    save = read_save(data)
    told = _table_told(save)
    is_dealt = told is None or (told.dice == "dealer" and not told.is_real_box)
    return session_of(save, auto_deal=is_dealt)


def table_of_save(save: Save, session: GameSession) -> Table:
    """The table that a save tells of; where it tells something else, the seats alone."""
    samurai = session.state.samurai
    table = _table_told(save)
    if table is not None and [chair.colour for chair in table.chairs] == [one.colour for one in samurai]:
        return table
    names = save.setting.seats if len(save.setting.seats) == len(samurai) else ("",) * len(samurai)
    chairs = tuple(
        Chair(name[:30] or one.colour, one.colour) for name, one in zip(names, samurai, strict=True)
    )
    seed = save.dealer.seed[:60] if save.dealer is not None else ""
    return Table(chairs, seed, is_real_box=session.state.is_described)


def _table_told(save: Save) -> Table | None:
    """The table as a save tells it; None where it tells of none that we know."""
    for content in save.setting.content:
        if content.name != _NAME:
            continue
        try:
            table = msgspec.convert(content.value(), Table)
        except msgspec.ValidationError:
            return None
        if all(chair.player in (PERSON, *BOTS) for chair in table.chairs):
            return table
    return None

"""What a case may say, one type a kind of case. Gear, patterns and cubes are in notation; lists in a text have commas.

A case names its rules, the ledger examples that it shows, one of the eight things to do, and what must come of it. Of
what is expected only the named fields are compared, so a case says what it is about and nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from fujikoro_nb.engine.fujikoro.gear.limits import GearKind

Text = Annotated[str, Meta(max_length=400)]
Letters = Annotated[str, Meta(max_length=40)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Seat = Annotated[int, Meta(ge=0, le=5)]
Discs = Annotated[str, Meta(pattern=r"\A[0-9] [0-9] [0-9]\Z")]


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Strict: an unknown key is a fault."""


class Inspect(_Record, frozen=True, kw_only=True):
    """Look at one kind of gear as it lies."""

    kind: GearKind
    gear: Text
    character: Text = "symmetric"
    unlocked: bool = True
    rulings: dict[str, str] = {}


class Contain(_Record, frozen=True, kw_only=True):
    """Hold a pattern against gear."""

    kind: GearKind
    gear: Text
    pattern: Text
    character: Text = "symmetric"
    rulings: dict[str, str] = {}


class Repair(_Record, frozen=True, kw_only=True):
    """Take cubes off an illegal weapon grid, nothing shifted."""

    gear: Text
    character: Text = "symmetric"
    unlocked: bool = True
    rulings: dict[str, str] = {}


class Pay(_Record, frozen=True, kw_only=True):
    """Pay damage with cubes of helmet or sandals; ``G`` is the magic cube."""

    held: Letters
    damage: Annotated[int, Meta(ge=0, le=99)]
    paid: Letters | UnsetType = UNSET
    rulings: dict[str, str] = {}


class Lose(_Record, frozen=True, kw_only=True):
    """Magical gear loses cubes: ``after`` is what still lies there, without its green cube."""

    kind: GearKind
    gear: Text
    after: Text
    blueprint: Text
    owned: bool = True
    """Whether the owner still has the blueprint."""
    character: Text = "symmetric"
    rulings: dict[str, str] = {}


class BoardRecord(_Record, frozen=True, kw_only=True):
    """A player board. ``blueprints`` as ``helmet MM/.M, weapon WW``, ``cards`` as ``id kind slot bonus, ...``.

    A card that its owner began with has ``dealt`` behind it (coop.setup.gear-card-counts-as-owned).
    """

    character: Text = "symmetric"
    weapon: Text = ""
    helmet: Text = ""
    sandals: Text = ""
    lower: Letters = ""
    upper: Letters = ""
    discs: Text = ""
    monks: Text = ""
    upper_discs: Text = ""
    blueprints: Text = ""
    lost_blueprints: Text = ""
    cards: Text = ""
    discs_left: Annotated[int, Meta(ge=0, le=9)] = 3
    """Ordinary action discs in the pool."""
    action_monk: Text = ""
    """The action field on which the action monk lies."""
    played: bool = False
    """Whether the character is played with all that it may; otherwise only its board's limits hold."""


class Rest(_Record, frozen=True, kw_only=True):
    """A rest of seat 0. ``display`` as ``id kind pattern, ...``. Without ``resting`` nothing is asked at all."""

    board: BoardRecord = BoardRecord()
    others: tuple[BoardRecord, ...] = ()
    display: Text = ""
    rulings: dict[str, str] = {}
    resting: bool = True


class Fight(_Record, frozen=True, kw_only=True):
    """A fight with a dragon, or, with a ``stander``, a duel of the attacker with the samurai who stood there.

    ``dragon`` as ``green 12/9/4``: health, initiative, dice; or ``green 12/9``, the dice following from the colour.
    ``dice`` as six faces a colour, ``1* 1 1 1 0 0``; without it every face that any such die can have is possible.
    """

    boards: tuple[BoardRecord, ...] = (BoardRecord(),)
    attacker: Seat = 0
    joiners: tuple[Seat, ...] = ()
    stander: Seat | UnsetType = UNSET
    dragon: Text | UnsetType = UNSET
    two_players: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    """The dragon's health with two players, where one is printed."""
    damage: Annotated[int, Meta(ge=0, le=99)] = 0
    """Permanent damage beside the dragon."""
    players: Annotated[int, Meta(ge=0, le=6)] = 0
    """Players in the game, when they are more than the boards here."""
    unconscious: tuple[Seat, ...] = ()
    dice: dict[str, Letters] = {}
    rulings: dict[str, str] = {}
    automatic: bool = True
    """Whether a question with one legal answer is answered by itself, as at a table."""


class SeatRecord(BoardRecord, frozen=True, kw_only=True):
    """One seat of a whole game: the player board and all that lies beside it."""

    at: Text = "centre"
    """The space; ``away`` once it has left the mountain."""
    down: bool = False
    """Whether it lies unconscious."""
    colour: Text = ""
    """By default the seat's own: red, pink, green, blue, purple, black."""
    score: Count = 0
    fields: Discs = "0 0 0"
    """Ordinary discs on move, explore and gather."""
    scroll_discs: Count = 7
    """Discs of its colour that are not on the map yet."""
    scrolls: Text = ""
    """Scroll cards as ``wings steps 1, forge cubes WM``."""
    adventures: Text = ""
    """Adventure tokens in the same words."""


class BoxRecord(_Record, frozen=True, kw_only=True):
    """What is left in the hidden piles, each by its name; lists have commas."""

    tiles: Text = ""
    """``name level letters``"""
    tokens: Text = ""
    """``name square II WMM``, ``name hexagon III monk``"""
    dragons: Text = ""
    """``name green 12/9/4``"""
    scrolls: Text = ""
    adventures: Text = ""


class Game(_Record, frozen=True, kw_only=True):
    """A position of the whole game. Seat ``first`` begins its turn, or goes on after ``taken`` actions.

    ``tiles`` as ``I-1: s..D.r4``, a letter a space, the middle first, then clockwise from the north-east: ``.`` plain,
    ``L`` lava, ``1`` to ``5`` a number, ``B D R W`` a blue, green, red, white dragon, ``s`` square, ``h`` hexagon,
    ``m`` monk, ``a`` adventure, ``X`` exit, ``r p g b u k`` a red, pink, green, blue, purple, black scroll.
    """

    seats: Annotated[tuple[SeatRecord, ...], Meta(min_length=1, max_length=6)] = (SeatRecord(), SeatRecord())
    tiles: dict[str, Text] = {}
    dragons: dict[str, Text] = {}
    """By place, as in a fight, with ``damage N`` behind it for permanent damage."""
    things: dict[str, Text] = {}
    """By space: ``square WMM``, ``hexagon W used``, ``monk``, ``scroll red``, ``adventure``."""
    lava: Text = ""
    """Spaces with a lava tile."""
    first: Seat = 0
    taken: Annotated[int, Meta(ge=0, le=3)] = 0
    countdown: Annotated[int, Meta(ge=0, le=8)] = 0
    marker: Seat | UnsetType = UNSET
    """The seat whose turn ends drive the countdown."""
    temples: Annotated[tuple[Text, ...], Meta(max_length=3)] = ()
    """Blueprints of each temple as ``helmet MM name``."""
    display: Text = ""
    scrolls: Text = ""
    """The face-up ones."""
    box: BoxRecord | UnsetType = UNSET
    """The hidden piles; without them those of the house pack."""
    mode: Literal["competitive", "peaceful", "coop", "solo"] = "competitive"
    scenario: Annotated[int, Meta(ge=0, le=8)] = 0
    """Its number; 0 without one."""
    guards: Annotated[tuple[BoardRecord, ...], Meta(max_length=3)] = ()
    """The fallen samurai by temple; without them those of the setup, which wear nothing yet."""
    scene: dict[str, Any] = {}
    """What the scenario has on the table, by the names of its fields."""
    figures: Annotated[tuple[Text, ...], Meta(max_length=6)] = ()
    """The dragons that each seat has collected, by colour: ``blue blue red``."""
    round: Annotated[int, Meta(ge=1, le=33)] = 1
    """Of a group: the round that begins, or goes on after ``taken`` actions."""
    lives: tuple[Annotated[int, Meta(ge=0, le=9)], ...] = ()
    """By seat; without them everybody has all of them."""
    tokens: dict[str, Literal["asleep", "awake"]] = {}
    """The status tokens of dragons, by place."""
    legend: bool = False
    """Whether the legendary dragon is beaten."""
    adventures: bool = False
    """Whether adventure tokens are in the game."""
    setup: bool = False
    """Whether the setup goes on from here: it draws what is missing of cards, blueprints and scrolls."""
    dice: dict[str, Letters] = {}
    rulings: dict[str, str] = {}
    automatic: bool = True
    """Whether a question with one legal answer is answered by itself, all but which action is taken."""


class CraftStep(_Record, frozen=True, kw_only=True):
    """The answer to "craft?": the gear and the backpack as they are at the end; discs stay in the lower area."""

    kind: GearKind
    gear: Text
    lower: Letters = ""
    upper: Letters = ""
    discs: Text | UnsetType = UNSET
    waste: Letters = ""
    thrown: Letters = ""


class Step(_Record, frozen=True, kw_only=True):
    """One answer and what must come of it: nothing said, a refusal as ``rule`` or ``rule/reason``, or events.

    ``craft`` is a craft or ``nothing``; ``claim`` is ``id slot`` with ``vp`` or ``peek`` behind it, or ``stop``;
    ``magic`` is the part of the weapon that gets the cube. ``events`` as ``kind rule, ...``, all of them in order.

    In a game: ``do`` is an answer such as ``walk I-1.4`` or ``draw house-tile-i-1``, with ``asks`` and ``happens`` as
    in a fight; crafts, claims and magic are said as in a rest.

    In a fight: ``do`` is an answer such as ``attack left WWM``, or ``again`` for the same fight once more, ``asks``
    the question before it (``0 roll-dice``), and ``happens`` some of the events in order, with any of their data:
    ``dragon-hit combat.attack.hits health=9, ...``.
    """

    do: Text | UnsetType = UNSET
    asks: Text | UnsetType = UNSET
    happens: Annotated[str, Meta(max_length=2000)] | UnsetType = UNSET
    craft: CraftStep | Literal["nothing"] | UnsetType = UNSET
    claim: Text | UnsetType = UNSET
    magic: Text | UnsetType = UNSET
    refused: Text | UnsetType = UNSET
    events: Text | UnsetType = UNSET


class PlayerRecord(_Record, frozen=True, kw_only=True):
    """What became of one samurai in a fight."""

    weapon: Text | UnsetType = UNSET
    helmet: Text | UnsetType = UNSET
    sandals: Text | UnsetType = UNSET
    lower: Letters | UnsetType = UNSET
    upper: Letters | UnsetType = UNSET
    discs: Text | UnsetType = UNSET
    upper_discs: Text | UnsetType = UNSET
    monks: Text | UnsetType = UNSET
    blueprints: Text | UnsetType = UNSET
    """Ids, such as ``helmet-blueprint``."""
    standing: Text | UnsetType = UNSET
    """``conscious``, ``knocked-out`` or ``retreated``."""
    score: Count | UnsetType = UNSET
    pool: Count | UnsetType = UNSET
    """Discs to play, the action monk among them."""


class SeatResult(PlayerRecord, frozen=True, kw_only=True):
    """What became of one seat in a game; ``standing`` is ``conscious``, ``unconscious`` or ``away``."""

    at: Text | UnsetType = UNSET
    fields: Discs | UnsetType = UNSET
    action_monk: Text | UnsetType = UNSET
    cards: Text | UnsetType = UNSET
    scrolls: Text | UnsetType = UNSET
    """Names."""
    adventures: Text | UnsetType = UNSET


class WeaponRecord(_Record, frozen=True, kw_only=True):
    """One weapon, in the order of their first cells."""

    hands: Count | UnsetType = UNSET
    part: Text | UnsetType = UNSET
    cubes: Count | UnsetType = UNSET
    wood: Count | UnsetType = UNSET
    length: Count | UnsetType = UNSET
    initiative: Count | UnsetType = UNSET
    usable: bool | UnsetType = UNSET
    magic: bool | UnsetType = UNSET


class Expect(_Record, frozen=True, kw_only=True):
    """What must come of it; which fields make sense depends on what is done."""

    # inspect
    legal: bool | UnsetType = UNSET
    refusals: tuple[str, ...] | UnsetType = UNSET
    """Rule ids, each once, in the engine's order."""
    weapons: tuple[WeaponRecord, ...] | UnsetType = UNSET
    cubes: Count | UnsetType = UNSET
    absorbs: Count | UnsetType = UNSET
    initiative: Count | UnsetType = UNSET
    # contain
    contains: bool | UnsetType = UNSET
    places: Count | UnsetType = UNSET
    # repair
    accepted: tuple[Text, ...] | UnsetType = UNSET
    rejected: tuple[Text, ...] | UnsetType = UNSET
    fewest: Count | UnsetType = UNSET
    # pay
    refused: Text | UnsetType = UNSET
    left: Letters | UnsetType = UNSET
    surplus: Count | UnsetType = UNSET
    choices: tuple[Letters, ...] | UnsetType = UNSET
    # lose
    magic: Text | UnsetType = UNSET
    """``kept``, ``gone``, ``owner chooses``, or for weapons ``kept at column,row``."""
    by: Text | UnsetType = UNSET
    """The rule that took it."""
    restored: bool | UnsetType = UNSET
    """Whether the check after the action or combat puts a green cube back."""
    # rest, at the end
    weapon: Text | UnsetType = UNSET
    helmet: Text | UnsetType = UNSET
    sandals: Text | UnsetType = UNSET
    lower: Letters | UnsetType = UNSET
    upper: Letters | UnsetType = UNSET
    cards: Text | UnsetType = UNSET
    display: Text | UnsetType = UNSET
    asks: Text | UnsetType = UNSET
    """The kind of the pending question, or ``nothing``; in a fight with its seat before it, ``0 roll-dice``."""
    # fight, at the end
    players: tuple[PlayerRecord, ...] | UnsetType = UNSET
    order: Text | UnsetType = UNSET
    """Seats and ``dragon``, as long as the fight lasts."""
    lives: tuple[Count, ...] | UnsetType = UNSET
    """Of a group, by seat."""
    outcome: Text | UnsetType = UNSET
    """How the game of a group ended; empty while it goes on."""
    round: Count | UnsetType = UNSET
    health: int | UnsetType = UNSET
    """The dragon's, as long as the fight lasts."""
    defeated: bool | UnsetType = UNSET
    """Whether the dragon is out of the game."""
    offers: tuple[Text, ...] | UnsetType = UNSET
    """All answers to the pending question, in the engine's order."""
    weights: dict[str, Count] | UnsetType = UNSET
    """Rolls or draws that can come now and their weights, each die told from the others."""
    # game, at the end
    seats: tuple[SeatResult, ...] | UnsetType = UNSET
    things: dict[str, Text] | UnsetType = UNSET
    """What lies on these spaces, in the words of the position; ``-`` for nothing."""
    dragons: dict[str, int] | UnsetType = UNSET
    """Damage tokens beside the dragons that are left, by place; all of them are named."""
    lava: Text | UnsetType = UNSET
    countdown: Count | UnsetType = UNSET
    scrolls: Text | UnsetType = UNSET


class Case(_Record, frozen=True, kw_only=True):
    """One dispute."""

    id: Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9.-]{0,79}\Z")]
    rules: Annotated[tuple[str, ...], Meta(min_length=1, max_length=12)]
    shows: tuple[str, ...] = ()
    """Examples of the ledger: rule id, slash, ``legal``, ``illegal`` or ``example``."""
    note: Annotated[str, Meta(max_length=500)] = ""
    inspect: Inspect | UnsetType = UNSET
    contain: Contain | UnsetType = UNSET
    repair: Repair | UnsetType = UNSET
    pay: Pay | UnsetType = UNSET
    lose: Lose | UnsetType = UNSET
    rest: Rest | UnsetType = UNSET
    fight: Fight | UnsetType = UNSET
    game: Game | UnsetType = UNSET
    steps: tuple[Step, ...] = ()
    expect: Expect = Expect()

    def done(self) -> Inspect | Contain | Repair | Pay | Lose | Rest | Fight | Game | None:
        """What the case does; None unless it is exactly one thing."""
        all_kinds = (
            self.inspect,
            self.contain,
            self.repair,
            self.pay,
            self.lose,
            self.rest,
            self.fight,
            self.game,
        )
        said = [each for each in all_kinds if not isinstance(each, UnsetType)]
        return said[0] if len(said) == 1 else None


class LocatedCase(msgspec.Struct, frozen=True):
    """A case and where it stands, line from 1."""

    file: str
    line: int
    case: Case


FIELDS_OF = {
    Inspect: ("legal", "refusals", "weapons", "cubes", "absorbs", "initiative"),
    Contain: ("contains", "places"),
    Repair: ("accepted", "rejected", "fewest"),
    Pay: ("refused", "left", "surplus", "choices"),
    Lose: ("magic", "by", "restored"),
    Rest: ("weapon", "helmet", "sandals", "lower", "upper", "cards", "display", "asks"),
    Fight: ("refused", "asks", "players", "order", "health", "defeated", "offers", "weights"),
    Game: (
        "asks",
        "seats",
        "things",
        "dragons",
        "lava",
        "countdown",
        "lives",
        "outcome",
        "round",
        "display",
        "scrolls",
        "offers",
        "weights",
    ),
}
"""Which expectations a kind of case can have; another one would never be compared, so it is a fault."""

"""What a table keeps for its evening when it plays with the real box and no game is keyed in.

Who plays, whose turn it is, the points and where they came from, the countdown, who has left the mountain, and what the
table decided where booklets differ. Nothing here is played: the box is on the table, and this is its slip of paper.

An `Evening` is frozen; evening_changes.py makes the next one, evening_told.py says what it means.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import msgspec

from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.rulebook.entries import LANGUAGES, MODES

VERSION = 1
OPTIONS = ("adventure", "peaceful")
"""What a table agrees on before play (setup.option.adventure, variant.peaceful)."""
COLOURS = (*SCROLL_COLOURS, "white")
"""char.general.colors: white is Daisuke's, who has no scroll discs."""
PALACES = ("big", "small", "exit")
"""Where an escape leads: by the rope, by the secret exit, and, in co-op, simply out."""
PLAYERS: Mapping[str, tuple[int, int]] = {"competitive": (2, 6), "coop": (1, 6), "solo": (1, 1)}
"""Fewest and most (setup.players.count, coop.mode.players)."""

LONGEST_NAME = 24
LONGEST_NOTE = 120
LONGEST_ID = 80
LONGEST_WHEN = 40
MOST_ROUNDS = 200
MOST_POINTS = 400
"""Entries of the ledger."""
HIGHEST = 500
"""Nobody's score goes beyond it, up or down."""
MOST_DECISIONS = 100

SPACES = 8
"""Spaces that the countdown crosses once the end has begun (final.track.length, coop.final.eight-rounds)."""
FINAL_POINTS = COMPETITIVE.final_points
"""final.trigger"""
LIVES = 2
"""coop.setup.lives-two"""
UNKNOWN = ""
LAVA = ("lava-1", "lava-2", "lava-3", "lava-4", "lava-5")
ROPE, BLANK, END = "rope", "blank", "end"
TRACKS: Mapping[str, tuple[str, ...]] = {
    "competitive": (*(UNKNOWN,) * (SPACES - 1), END),
    "coop": (UNKNOWN,) * SPACES,
    "solo": (UNKNOWN,) * SPACES,
}
"""What is known of the track before somebody looks: no booklet prints the order of its spaces."""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at the table. ``character`` is ``symmetric`` for a board without one."""

    name: str
    colour: str = ""
    character: str = SYMMETRIC.character

    def __post_init__(self) -> None:
        _demand(self.name == clean(self.name) and 0 < len(self.name) <= LONGEST_NAME)
        _demand(self.colour in ("", *COLOURS) and self.character in CHARACTERS)


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the ledger: points that a seat got, what for, and by which rule (empty: by nobody's rule).

    No points at all only as what is left over: somebody has counted, and nothing is (end.leftovers).
    """

    seat: int
    points: int
    source: str
    rule: str = ""
    note: str = ""
    round: int = 1

    def __post_init__(self) -> None:
        _demand(self.source in SOURCES and abs(self.points) <= HIGHEST)
        _demand(self.points or self.source == "leftover")
        _demand(self.note == clean(self.note) and len(self.note) <= LONGEST_NOTE)
        _demand(len(self.rule) <= LONGEST_ID and 1 <= self.round <= MOST_ROUNDS)


class Source(msgspec.Struct, frozen=True):
    """One way to get points: by which rule, and which amounts that rule knows. No amounts: any up to ``most``."""

    rule: str
    amounts: tuple[int, ...] = ()
    most: int = 30


SOURCES: Mapping[str, Source] = {
    "exploration": Source("explore.vp", (1, 2)),
    "scroll": Source("gather.scroll.vp", (3,)),
    "theft": Source("duel.steal.scroll", (3,)),
    "gear": Source("gearcard.bonus.weapon", (1,)),
    "dragon": Source("combat.win.reward", (5, 7, 10, 15)),
    "escape": Source("bonus.one-per-turn"),
    "leftover": Source("end.leftovers"),
    "other": Source(""),
    "correction": Source(""),
}
"""Where points come from. ``escape``: handed in to the shogun; ``other``: what a card, token or scenario gives."""


class Escape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody left the mountain; the evening keeps them in order (escape.order-recorded)."""

    seat: int
    palace: str

    def __post_init__(self) -> None:
        _demand(self.palace in PALACES)


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the ruling log: how the table plays a rule, who said so, and when as text."""

    rule: str
    option: str
    who: str = ""
    when: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        texts = (
            (self.who, LONGEST_NAME),
            (self.when, LONGEST_WHEN),
            (self.note, LONGEST_NOTE),
        )
        _demand(all(text == clean(text) and len(text) <= most for text, most in texts))
        try:
            TableRulings().with_option(self.rule, self.option)
        except KeyError as unknown:
            raise ValueError(str(unknown)) from None


class Evening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything. Raises ValueError when it is made from what cannot be, so that a damaged file is never shown.

    ``people`` sit clockwise and the first of them begins (turn.order, coop.rounds.first-player-fixed). ``countdown``:
    spaces that the token has advanced. ``marker``: whose turn ends drive it, None before the Final Chapter.
    ``marked_in``: round and seat of the turn in which the points for it came, None where nobody knows.
    """

    people: tuple[Person, ...]
    version: int = VERSION
    mode: str = "competitive"
    edition: str = ""
    """Whose booklet lies on the table: a language, or nothing."""
    options: tuple[str, ...] = ()
    round: int = 1
    seat: int = 0
    marker: int | None = None
    marked_in: tuple[int, int] | None = None
    countdown: int = 0
    track: tuple[str, ...] = TRACKS["competitive"]
    points: tuple[Points, ...] = ()
    escapes: tuple[Escape, ...] = ()
    lost_lives: tuple[int, ...] = ()
    """Seats in the order of their losses; whoever stands here twice has lost the game for all."""
    is_legendary_beaten: bool = False
    result: str = ""
    """In co-op and solo ``won`` or ``lost``."""
    decisions: tuple[Decision, ...] = ()

    def __post_init__(self) -> None:
        _demand(self.version == VERSION and self.mode in MODES and self.edition in ("", *LANGUAGES))
        _demand(self.options == tuple(each for each in OPTIONS if each in self.options))
        fewest, most = PLAYERS[self.mode]
        seats = range(len(self.people))
        _demand(fewest <= len(seats) <= most and self.seat in seats)
        _demand(self.marker is None or (self.is_competitive and self.marker in seats))
        if self.marked_in is not None:
            _demand(self.marker is not None)
            _demand(1 <= self.marked_in[0] <= MOST_ROUNDS and self.marked_in[1] in seats)
        _demand(1 <= self.round <= MOST_ROUNDS and 0 <= self.countdown <= self.last_space)
        _demand(self.marker is not None or not self.is_competitive or not self.countdown)
        _demand(len(self.track) == SPACES and fits(self.track, self.mode))
        _demand(len(self.points) <= MOST_POINTS and len(self.decisions) <= MOST_DECISIONS)
        _demand(all(one.seat in seats for one in self.points))
        _demand(all(abs(self.score(seat)) <= HIGHEST for seat in seats))
        left = [one.seat for one in self.escapes]
        _demand(len(set(left)) == len(left) and set(left) <= set(seats))
        _demand(all((one.palace == "exit") != self.is_competitive for one in self.escapes))
        _demand(set(self.lost_lives) <= set(seats) and len(self.lost_lives) <= len(seats) + 1)
        _demand(all(self.lost_lives.count(seat) <= LIVES for seat in seats))
        _demand(self.result in ("", "won", "lost"))
        if self.is_competitive:
            _demand(not self.lost_lives and not self.result and not self.is_legendary_beaten)

    # ---- the countdown

    @property
    def is_competitive(self) -> bool:
        """Whether the table plays for points, and against each other."""
        return self.mode == "competitive"

    @property
    def normal_rounds(self) -> int:
        """Rounds before the eruption (coop.rounds.limit, coop.rounds.adventure-minus-two); 0 where none are counted."""
        if self.is_competitive:
            return 0
        return (25 if len(self.people) == 1 else 20) - 2 * ("adventure" in self.options)

    @property
    def last_space(self) -> int:
        """The furthest that the countdown goes: the end itself, or the event that opens the eighth final round."""
        return SPACES if self.is_competitive else self.normal_rounds + SPACES - 1

    @property
    def phase(self) -> str:
        """``normal``, ``final`` (the Final Chapter), ``eruption`` (the final rounds of co-op and solo) or ``over``."""
        if self.result or (self.is_competitive and self.countdown == SPACES):
            return "over"
        if self.is_competitive:
            return "normal" if self.marker is None else "final"
        return "eruption" if self.countdown >= self.normal_rounds else "normal"

    @property
    def steps_taken(self) -> int:
        """Spaces of the last eight that have happened."""
        return self.countdown if self.is_competitive else max(0, self.countdown - self.normal_rounds + 1)

    @property
    def next_event(self) -> str:
        """What the next of the last eight spaces brings: `UNKNOWN` where nobody has looked; END after the last."""
        return self.track[self.steps_taken] if self.steps_taken < SPACES else END

    def has_come(self, what: str) -> bool:
        """Whether a space with this has happened, as far as the table has said what its spaces are."""
        return what in self.track[: self.steps_taken]

    def turns_left(self, seat: int) -> int | None:
        """Own turns of a seat before the end, the one that is going on included; None while nothing drives the end.

        final.advance: the marked player's turn ends move the countdown. coop.final.eight-rounds: rounds do.
        """
        if self.phase == "over":
            return 0
        if not self.is_competitive:
            if self.palace(seat):
                return 0
            rounds = self.normal_rounds + SPACES - self.countdown
            return rounds - (seat < self.seat)
        if self.marker is None:
            return None
        distance = (self.marker - self.seat) % len(self.people)
        last = distance + (SPACES - self.countdown - 1) * len(self.people)
        own = (seat - self.seat) % len(self.people)
        return 0 if own > last else 1 + (last - own) // len(self.people)

    # ---- people

    def name(self, seat: int) -> str:
        """What somebody is called."""
        return self.people[seat].name

    def score(self, seat: int) -> int:
        """Points of a seat."""
        return sum(one.points for one in self.points if one.seat == seat)

    def has_counted_leftovers(self, seat: int) -> bool:
        """Whether somebody has said what is left over for a seat, be it nothing (end.leftovers)."""
        return any((one.seat, one.source) == (seat, "leftover") for one in self.points)

    def palace(self, seat: int) -> str:
        """Where somebody is who left the mountain; empty for who is still on it."""
        return next((one.palace for one in self.escapes if one.seat == seat), "")

    def lives(self, seat: int) -> int:
        """Lives left in co-op and solo."""
        return LIVES - self.lost_lives.count(seat)

    def in_turn_order(self) -> tuple[int, ...]:
        """All seats, from the one whose turn it is."""
        seats = tuple(range(len(self.people)))
        return (*seats[self.seat :], *seats[: self.seat])

    @property
    def on_the_mountain(self) -> tuple[int, ...]:
        """Seats that have not left, in turn order from the first seat."""
        left = {one.seat for one in self.escapes}
        return tuple(seat for seat in range(len(self.people)) if seat not in left)

    @property
    def has_begun(self) -> bool:
        """Whether anything is written down that another number of players or another mode would make wrong."""
        return (self.round, self.seat, self.countdown, self.marker) != (1, 0, 0, None) or bool(
            self.points or self.escapes or self.lost_lives or self.result or self.is_legendary_beaten
        )

    @property
    def rulings(self) -> TableRulings:
        """What this table plays; of several decisions on a rule the last one counts."""
        rulings = TableRulings()
        for decision in self.decisions:
            rulings = rulings.with_option(decision.rule, decision.option)
        return rulings


def fits(track: tuple[str, ...], mode: str) -> bool:
    """Whether these can be the spaces of a mode: no lava number, rope or, against each other, blank twice.

    coop.final.no-rope: no rope in co-op; its end comes after the eighth round and is no space.
    """
    known = [each for each in track if each not in (UNKNOWN, *(() if mode == "competitive" else (BLANK,)))]
    is_competitive = mode == "competitive"
    allowed = {*LAVA, ROPE, BLANK, END} if is_competitive else set(LAVA)
    is_ended = (track[-1] == END) == is_competitive
    return set(known) <= allowed and len(set(known)) == len(known) and is_ended


def clean(text: str) -> str:
    """A text as it can be shown: one line, no control or direction characters, single blanks, none at the ends.

    >>> clean("  Aiko\\u202e\\n  M. ")
    'Aiko M.'
    """
    plain = unicodedata.normalize("NFC", text)
    kept = "".join(
        " " if one.isspace() else one for one in plain if one.isspace() or unicodedata.category(one)[0] != "C"
    )
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def _demand(is_so: object) -> None:
    if not is_so:
        raise ValueError("no evening can be like this")


def write_evening(evening: Evening) -> bytes:
    """As JSON."""
    return msgspec.json.encode(evening)


def read_evening(text: bytes | str) -> Evening:
    """From JSON. Raises ValueError (msgspec's own is one) for what is no evening of this version."""
    return msgspec.json.decode(text, type=Evening)

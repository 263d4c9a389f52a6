"""What a table keeps for its evening when it plays with the real box and no game is keyed in.

Who plays, whose turn it is, the points and where they came from, the countdown, who has left the mountain, and what the
table decided where booklets differ. Nothing here is played: the box is on the table, and this is its slip of paper.

An `Evening` is frozen; changes.py, leaving.py and decisions.py make the next one, standing.py says what it means; how a
game of its mode and scenario runs stands in course.py.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import msgspec

from fujikoro_nb.content.signs import shows
from fujikoro_nb.engine.fujikoro.asked.countdowns import begins_final
from fujikoro_nb.engine.fujikoro.board.geometry import LEVELS
from fujikoro_nb.engine.fujikoro.board.state import clockwise
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS, SYMMETRIC
from fujikoro_nb.engine.fujikoro.components import DRAGON_POINTS, SCROLL_COLOURS
from fujikoro_nb.engine.fujikoro.modes import COOP
from fujikoro_nb.engine.fujikoro.rules.mountain.final import turns_before_end
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.helper.evening.course import Course, course
from fujikoro_nb.helper.evening.track import END, SPACES, TURNS_TRACK, fits
from fujikoro_nb.helper.kinds.modes import mode_of
from fujikoro_nb.helper.setup.choices import ADVENTURES, PEACEFUL, has_extra, has_scenario, player_range
from fujikoro_nb.helper.setup.numbers import number
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.rulebook.entries import LANGUAGES, MODES

VERSION = 1
AGREED: Mapping[str, str] = {"adventure": ADVENTURES, "peaceful": PEACEFUL}
"""What a table agrees on before play (setup.option.adventure, variant.peaceful), and what a setup list calls it."""
OPTIONS = (*AGREED,)
COLOURS = (*SCROLL_COLOURS, "white")
"""char.general.colors: white is Daisuke's, who has no scroll discs."""
PALACES = ("big", "small", "exit")
"""Where an escape leads: by the rope, by the secret exit, and, in co-op, simply out."""

LONGEST_NAME, LONGEST_NOTE, LONGEST_ID, LONGEST_WHEN = 24, 120, 80, 40
MOST_ROUNDS = 200
MOST_POINTS = 400
"""Entries of the ledger."""
HIGHEST = 500
"""Nobody's score goes beyond it, up or down."""
MOST_DECISIONS = 100

LIVES = COOP.said.lives
"""coop.setup.lives-two"""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at the table. ``character`` is ``symmetric`` for a board without one."""

    name: str
    colour: str = ""
    character: str = SYMMETRIC.character

    @property
    def is_symmetric(self) -> bool:
        """Whether the board belongs to no character."""
        return CHARACTERS[self.character].is_symmetric

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
    item: str = ""
    """Of what is left over: which thing was counted; empty for a sum."""

    def __post_init__(self) -> None:
        _demand(self.source in SOURCES and abs(self.points) <= HIGHEST)
        _demand(self.points or self.source == "leftover")
        _demand(not self.item or (self.item in LEFT_OVER and self.source == "leftover"))
        _demand(self.note == clean(self.note) and len(self.note) <= LONGEST_NOTE)
        _demand(len(self.rule) <= LONGEST_ID and 1 <= self.round <= MOST_ROUNDS)


LEFT_OVER = ("blueprint", "monk", "tooth")
"""Things that count at the end where they were not handed in (end.leftovers)."""


class Source(msgspec.Struct, frozen=True):
    """One way to get points: by which rule, and which of its numbers are amounts. None of them: any up to ``most``."""

    rule: str
    numbers: tuple[str, ...] = ()
    most: int = 30

    @property
    def amounts(self) -> tuple[int, ...]:
        """The amounts that the rule knows, but for nothing."""
        return tuple(filter(None, (number(self.rule, name) for name in self.numbers)))


SOURCES: Mapping[str, Source] = {
    "exploration": Source("explore.vp", LEVELS),
    "scroll": Source("gather.scroll.vp", ("vp",)),
    "theft": Source("duel.steal.scroll", ("vp",)),
    "gear": Source("gearcard.bonus.weapon", ("vp",)),
    "dragon": Source("combat.win.reward", (*DRAGON_POINTS,)),
    "escape": Source("bonus.one-per-turn"),
    "leftover": Source("end.leftovers"),
    "monk": Source("scenario.4.competitive.monk-beats-samurai"),
    "other": Source(""),
    "correction": Source(""),
}
"""Where points come from. ``escape``: handed in to the shogun; ``monk``: lost to one, in the scenario that has that;
``other``: what a card, token or scenario gives.
"""


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


class Countdown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a countdown that turns move stood when another one took its place."""

    marker: int | None
    space: int
    marked_in: tuple[int, int] | None = None


def options_in(mode: str) -> tuple[str, ...]:
    """What a table may agree on in a mode, of `OPTIONS`."""
    return tuple(name for name, option in AGREED.items() if has_extra(mode, option))


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
    """What the table agreed on. An evening of before may hold what its mode does not have: `agreed` leaves it out."""
    scenario: int = 0
    """0 without one; an evening of before scenarios were kept has none."""
    begun: str = ""
    """When the first thing was written down, as text; it decides nothing."""
    round: int = 1
    seat: int = 0
    marker: int | None = None
    marked_in: tuple[int, int] | None = None
    countdown: int = 0
    lava_phase: Countdown | None = None
    """The countdown that the Final Chapter put an end to (scenario.3.competitive.real-final)."""
    track: tuple[str, ...] = TURNS_TRACK
    points: tuple[Points, ...] = ()
    escapes: tuple[Escape, ...] = ()
    lost_lives: tuple[int, ...] = ()
    """Seats in the order of their losses; whoever stands here twice has lost the game for all."""
    down: tuple[int, ...] = ()
    """Seats that lie knocked out, where people play against each other, until their next turn (turn.wake-up)."""
    is_foe_beaten: bool = msgspec.field(default=False, name="is_legendary_beaten")
    """Whether whoever has to be beaten is: the legendary dragon, or whom the scenario names (`Course.foe`)."""
    result: str = ""
    """In co-op and solo ``won`` or ``lost``."""
    decisions: tuple[Decision, ...] = ()

    def __post_init__(self) -> None:
        _demand(self.version == VERSION and self.mode in MODES and self.edition in ("", *LANGUAGES))
        _demand(self.options == tuple(each for each in OPTIONS if each in self.options))
        fewest, most = player_range(self.mode)
        seats = range(len(self.people))
        _demand(fewest <= len(seats) <= most and self.seat in seats)
        _demand(not self.scenario or has_scenario(self.mode, len(seats), self.scenario))
        self._check_countdown(seats)
        _demand(len(self.points) <= MOST_POINTS and len(self.decisions) <= MOST_DECISIONS)
        _demand(all(one.seat in seats for one in self.points))
        _demand(all(abs(self.score(seat)) <= HIGHEST for seat in seats))
        left = [one.seat for one in self.escapes]
        _demand(len(set(left)) == len(left) and set(left) <= set(seats))
        _demand(all(one.palace in self.course.ways for one in self.escapes))
        _demand(set(self.lost_lives) <= set(seats) and len(self.lost_lives) <= len(seats) + 1)
        _demand(all(self.lost_lives.count(seat) <= LIVES for seat in seats))
        _demand(self.result in ("", "won", "lost"))
        _demand(len(set(self.down)) == len(self.down) and set(self.down) <= {*seats} - {*left})
        if self.is_competitive:
            _demand(not self.lost_lives and not self.result and not self.is_foe_beaten)
        else:
            _demand(not self.down)

    def _check_countdown(self, seats: range) -> None:
        _demand(self.marker is None or (self.has_points and self.marker in seats))
        if self.marked_in is not None:
            _demand(self.marker is not None)
            _demand(1 <= self.marked_in[0] <= MOST_ROUNDS and self.marked_in[1] in seats)
        _demand(self.begun == clean(self.begun) and len(self.begun) <= LONGEST_WHEN)
        # What the table decides about its last round may come when that has begun.
        furthest = SPACES if self.has_points else self._stretches(ADOPTED)[1] - 1
        _demand(1 <= self.round <= MOST_ROUNDS and 0 <= self.countdown <= furthest)
        _demand(self.marker is not None or not self.has_points or not self.countdown)
        if self.lava_phase is not None:
            before = self.lava_phase
            _demand(self.course.lava_points and self.marker is not None)
            # A correction may bring it back: then this is an evening as any other (scenario.3.competitive.real-final).
            msgspec.structs.replace(
                self,
                lava_phase=None,
                marker=before.marker,
                countdown=before.space,
                marked_in=before.marked_in,
            )
        _demand(len(self.track) == SPACES and fits(self.track, has_points=self.has_points))

    @property
    def agreed(self) -> tuple[str, ...]:
        """What the table plays of `options`."""
        known = options_in(self.mode)
        return tuple(each for each in self.options if each in known)

    @property
    def has_adventures(self) -> bool:
        """Whether the table plays with adventure tokens (setup.option.adventure)."""
        return ADVENTURES in map(AGREED.get, self.agreed)

    @property
    def is_peaceful(self) -> bool:
        """Whether nobody duels, although the mode would let them (variant.peaceful)."""
        return PEACEFUL in map(AGREED.get, self.agreed)

    # ---- the countdown

    @property
    def is_competitive(self) -> bool:
        """Whether the table plays for points, and against each other."""
        return not mode_of(self.mode).is_together

    @property
    def course(self) -> Course:
        """How a game of this mode and scenario runs."""
        return course(self.mode, self.scenario, len(self.people))

    @property
    def has_points(self) -> bool:
        """Whether points are counted, and begin a countdown that turns move; elsewhere rounds move it."""
        return self.course.has_points

    @property
    def is_final(self) -> bool:
        """Whether the countdown is, or will be, the one that ends the game, and not that of a lava phase before it."""
        if self.has_points:
            return not self.course.lava_points or self.lava_phase is not None
        return self._stretch[0] == len(self.stretches) - 1

    @property
    def points_wanted(self) -> int:
        """Who has them first gets the marker of this countdown."""
        return self.course.final_points if self.is_final else self.course.lava_points

    @property
    def driver(self) -> int | None:
        """Whose turn ends move the countdown now."""
        return None if self.countdown == SPACES else self.marker

    def _stretches(self, rulings: Rulings) -> tuple[tuple[int, ...], int]:
        return self.course.stretches(len(self.people), has_adventures=self.has_adventures, rulings=rulings)

    @property
    def stretches(self) -> tuple[int, ...]:
        """Normal rounds before each eruption (coop.rounds.limit), fewer with adventure tokens."""
        return self._stretches(self.rulings.switches)[0]

    @property
    def all_rounds(self) -> int:
        """Rounds until the mountain wins (coop.final.eight-rounds)."""
        return self._stretches(self.rulings.switches)[1]

    @property
    def rounds_left(self) -> int:
        """Rounds left where rounds are counted, this one included."""
        return max(0, self.all_rounds - self.countdown)

    @property
    def normal_rounds(self) -> int:
        """Normal rounds before the eruption that comes or goes on; 0 where no rounds are counted."""
        return 0 if self.has_points else self.stretches[self._stretch[0]]

    @property
    def rounds_done(self) -> int:
        """Spaces that the token has advanced since it was last set (scenario.3.coop.second-countdown)."""
        return self._stretch[1]

    @property
    def _stretch(self) -> tuple[int, int]:
        """Which stretch it is, and how far the token has come in it."""
        done = self.countdown
        for at, normal in enumerate(self.stretches):
            if done < normal + SPACES or at == len(self.stretches) - 1:
                return at, done
            done -= normal + SPACES
        raise AssertionError("a game has at least one stretch")

    @property
    def is_set_back_next(self) -> bool:
        """Whether the next round sets the token back, because an eruption that is no end is over."""
        return not self.has_points and self.steps_taken == SPACES and self.countdown < self.last_space

    @property
    def last_space(self) -> int:
        """The furthest that the countdown goes: the end itself, or the event that opens the last round."""
        return SPACES if self.has_points else self.all_rounds - 1

    @property
    def phase(self) -> str:
        """``normal``, ``lava`` (an eruption that is no end), ``final`` (the Final Chapter), ``eruption`` or ``over``.

        ``eruption``: the final rounds of co-op and solo.
        """
        if self.result or (self.has_points and self.is_final and self.countdown == SPACES):
            return "over"
        if self.driver is None if self.has_points else self.rounds_done < self.normal_rounds:
            return "normal"
        if not self.is_final:
            return "lava"
        return "final" if self.has_points else "eruption"

    @property
    def steps_taken(self) -> int:
        """Spaces of the last eight that have happened."""
        return (
            self.countdown
            if self.has_points
            else min(SPACES, max(0, self.rounds_done - self.normal_rounds + 1))
        )

    @property
    def next_event(self) -> str:
        """What the next of the last eight spaces brings: `UNKNOWN` where nobody has looked; END after the last."""
        return self.track[self.steps_taken] if self.steps_taken < SPACES else END

    def has_come(self, what: str) -> bool:
        """Whether a space with this has happened, as far as the table has said what its spaces are."""
        return self.is_final and what in self.track[: self.steps_taken]

    def turns_left(self, seat: int) -> int | None:
        """Own turns of a seat before the end, the one that is going on included; None while nothing drives the end.

        final.advance: the marked player's turn ends move the countdown. coop.final.eight-rounds: rounds do.
        """
        if self.phase == "over":
            return 0
        if not self.has_points:
            return 0 if self.palace(seat) else self.rounds_left - (seat < self.seat)
        if self.marker is None or self.phase != "final":
            return None
        left = SPACES - self.countdown
        return turns_before_end(seat, now=self.seat, marker=self.marker, left=left, players=len(self.people))

    # ---- people

    def name(self, seat: int) -> str:
        """What somebody is called."""
        return self.people[seat].name

    def score(self, seat: int) -> int:
        """Points of a seat."""
        return sum(one.points for one in self.points if one.seat == seat)

    def reached(self, wanted: int) -> tuple[int, ...]:
        """Who has come to so many points, in that order, but for those whom a correction has brought below them.

        final.trigger.once: whoever loses points by a rule has had them all the same.
        """
        totals: dict[int, int] = {}
        reached: list[int] = []
        for line in self.points:
            totals[line.seat] = totals.get(line.seat, 0) + line.points
            is_enough = begins_final(None, totals[line.seat], enough=wanted)
            if not is_enough and line.source == "correction":
                reached = [seat for seat in reached if seat != line.seat]
            elif is_enough and line.seat not in reached:
                reached.append(line.seat)
        return tuple(reached)

    def has_counted_leftovers(self, seat: int) -> bool:
        """Whether somebody has said what is left over for a seat, be it nothing (end.leftovers)."""
        return any((one.seat, one.source) == (seat, "leftover") for one in self.points)

    def palace(self, seat: int) -> str:
        """Where somebody is who left the mountain; empty for who is still on it."""
        return next((one.palace for one in self.escapes if one.seat == seat), "")

    def lives(self, seat: int) -> int:
        """Lives left in co-op and solo."""
        return LIVES - self.lost_lives.count(seat)

    def in_turn(self, seat: int, number: int) -> Evening:
        """The same in the turn of a seat, which stands up for it (turn.wake-up)."""
        awake = tuple(one for one in self.down if one != seat)
        return msgspec.structs.replace(self, seat=seat, round=number, down=awake)

    def in_turn_order(self) -> tuple[int, ...]:
        """All seats, from the one whose turn it is."""
        return clockwise(len(self.people), self.seat)

    @property
    def on_the_mountain(self) -> tuple[int, ...]:
        """Seats that have not left, in turn order from the first seat."""
        left = {one.seat for one in self.escapes}
        return tuple(seat for seat in range(len(self.people)) if seat not in left)

    @property
    def has_begun(self) -> bool:
        """Whether anything is written down that another number of players or another mode would make wrong."""
        return (self.round, self.seat, self.countdown, self.marker) != (1, 0, 0, None) or bool(
            self.points or self.escapes or self.lost_lives or self.down or self.result or self.is_foe_beaten
        )

    @property
    def rulings(self) -> TableRulings:
        """What this table plays; of several decisions on a rule the last one counts."""
        rulings = TableRulings()
        for decision in self.decisions:
            rulings = rulings.with_option(decision.rule, decision.option)
        return rulings


def clean(text: str) -> str:
    """A text as it can be shown: one line, no control or direction characters, single blanks, none at the ends.

    Empty when nobody would see anything.

    >>> clean("  Aiko\\u202e\\n  M. "), clean("\\u3164")
    ('Aiko M.', '')
    """
    plain = unicodedata.normalize("NFC", text)
    kept = "".join(
        " " if one.isspace() else one for one in plain if one.isspace() or unicodedata.category(one)[0] != "C"
    )
    return unicodedata.normalize("NFC", " ".join(kept.split())) if shows(kept) else ""


def _demand(is_so: object) -> None:
    if not is_so:
        raise ValueError("no evening can be like this")


def write_evening(evening: Evening) -> bytes:
    """As JSON."""
    return msgspec.json.encode(evening)


def read_evening(text: bytes | str) -> Evening:
    """From JSON. Raises ValueError (msgspec's own is one) for what is no evening of this version."""
    return msgspec.json.decode(text, type=Evening)

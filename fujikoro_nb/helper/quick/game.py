"""What game a table plays, as far as a quick question depends on it: mode, agreement and scenario as one value.

A quick question asks it what can be tapped, what a thing that can be done is called here, and when an exit leads out,
and never which mode it is. Where a scenario changes what no position of ours shows, a remark says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, PEACEFUL, Mode
from fujikoro_nb.helper.quick.facts import FACTS, TableFacts
from fujikoro_nb.helper.setup.choices import PEACEFUL as PEACEFUL_OPTION
from fujikoro_nb.helper.setup.choices import SCENARIOS, scenario_modes


class Told(msgspec.Struct, frozen=True):
    """A sentence, by its key, and the rules that it stands on."""

    key: str
    rules: tuple[str, ...]
    is_condition: bool = False
    """Whether it says only on what a "yes" depends."""


class Known(msgspec.Struct, frozen=True):
    """A fact that another page of the helper knows."""

    fact: str
    value: str
    source: str
    """``score``, ``turn`` (of the score page as well, and true for whose turn it is) or ``gear``."""
    name: str = ""
    """Whose turn it is."""


class TableGame(msgspec.Struct, frozen=True):
    """The competitive game, unless it says something else."""

    mode: Mode = COMPETITIVE
    """What the engine plays in the position that is asked about."""
    is_group: bool = False
    """Whether all play together, or one alone, against rounds (coop.rounds.limit)."""
    never: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(fact, values) that cannot be at this table, and are never offered."""
    lines: tuple[tuple[str, Told], ...] = ()
    """What a "yes" about a thing that can be done says here instead."""
    crosses_by_tokens: bool = False
    """Whether tokens pay for lava, and sandals never do (scenario.1.competitive.tokens-cross-lava)."""
    delay: int = 0
    """Own turns that must still begin after the one that ends on the exit."""
    exit_rules: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("rope", ("escape.rope",)),
        ("rope-later", ("escape.rope",)),
        ("secret", ("escape.secret",)),
    )
    clock: str = "final.advance"
    """The rule by which the end comes nearer."""
    lava: str = "final.event.lava"
    opens: Told | None = None
    """What else has to be so before an exit leads out."""
    is_open: bool = False
    """Whether that is known to be so."""
    shut: Told | None = None
    """Why nobody leaves at all."""
    has_second_end: bool = False
    """Whether the game goes on after the end that the score page counts to."""
    known: tuple[Known, ...] = ()
    """What is known of this table without a tap, and holds until a tap says something else."""
    remarks: tuple[Told, ...] = ()
    """What the answer about the way out leaves out here."""

    @property
    def has_rope(self) -> bool:
        """Whether a rope ever comes."""
        return "rope" in self.values("exit")

    def values(self, fact: str) -> tuple[str, ...]:
        """What a fact can be here."""
        never = dict(self.never).get(fact, ())
        return tuple(value for value in FACTS[fact] if value not in never)

    def asks(self, fact: str) -> bool:
        """Whether anybody has to be asked."""
        return len(self.values(fact)) > 1

    def fitting(self, facts: TableFacts) -> TableFacts:
        """These facts with what is known without asking, and without what cannot be here."""
        for fact, _ in self.never:
            values = self.values(fact)
            if len(values) == 1:
                facts = facts.with_fact(fact, values[0])
            elif facts.get(fact) not in values:
                facts = facts.with_fact(fact, "")
        for one in self.known:
            if self.known_of(one.fact, facts):
                facts = facts.with_fact(one.fact, one.value)
        return facts

    def known_of(self, fact: str, facts: TableFacts) -> Known | None:
        """What is known of a fact that was not tapped."""
        if facts.get(fact) in self.values(fact):
            return None
        return next(
            (one for one in self.known if one.fact == fact and one.value in self.values(fact)),
            None,
        )

    def possible(self, facts: TableFacts, fact: str) -> tuple[str, ...]:
        """What a fact can be: the one value that was tapped, or every one of this game."""
        known = facts.get(fact)
        return (known,) if known else self.values(fact)


COMPETITIVE_GAME = TableGame()
TOKENS = Told("opens-tokens", ("scenario.1.competitive.tokens-cross-lava",))
"""Needed where the way out leads over lava that only tokens cross."""


def _but(fact: str, *values: str) -> tuple[str, tuple[str, ...]]:
    """All that a fact cannot be, if it can only be this."""
    return fact, tuple(value for value in FACTS[fact] if value not in values)


_NO_DUELS = Told("yes-samurai-peaceful", ("variant.peaceful",))
_ALLIES = Told("yes-samurai-peaceful", ("coop.play.no-samurai-combat", "coop.trade.same-space"))
_GEAR = Told("remark-gear", ("coop.goal.one-magic-gear-each", "coop.end.escaped-without-gear"))
_SET = Told("remark-set", ("solo.goal.full-set-alone",))
_COOP = TableGame(
    mode=PEACEFUL,
    is_group=True,
    never=(_but("exit", "secret"), _but("marker", "first")),
    lines=(("samurai", _ALLIES),),
    exit_rules=(
        ("secret", ("coop.goal.everyone-escaped", "coop.goal.escape-at-turn-end", "coop.final.no-rope")),
    ),
    clock="coop.final.eight-rounds",
    lava="coop.final.lava-events",
    opens=Told("opens-legendary", ("coop.goal.escape-after-legendary",)),
    remarks=(_GEAR,),
)
"""coop.rounds.limit: each of the rounds left is one own turn, and nobody's turn ends the game before it."""
_ALONE = msgspec.structs.replace(
    _COOP, never=(*_COOP.never, _but("beside", "nobody", "dragon")), lines=(), remarks=(_SET,)
)

_COMPETITIVE_SCENARIOS: Mapping[int, TableGame] = {
    1: TableGame(
        never=(_but("exit", "rope", "rope-later"), ("space", ("token-down",))),
        lines=(
            ("samurai", Told("yes-samurai-forced", ("scenario.1.competitive.forced-combat",))),
            (
                "lava",
                Told("yes-lava-tokens", ("scenario.1.competitive.tokens-cross-lava",), is_condition=True),
            ),
        ),
        crosses_by_tokens=True,
        delay=1,
        remarks=(Told("remark-delayed", ("scenario.1.competitive.escape-delayed",)),),
    ),
    3: TableGame(remarks=(Told("remark-real-final", ("scenario.3.competitive.real-final",)),)),
    4: TableGame(
        never=(("space", ("monk",)),),
        remarks=(Told("remark-monks", ("scenario.4.competitive.monks-conquered",)),),
    ),
    5: TableGame(opens=Told("opens-dragons", ("scenario.5.competitive.no-escape-while-dragon",))),
}


def game_of(
    mode: str, players: int, options: Sequence[str] = (), *, is_foe_beaten: bool = False
) -> TableGame:
    """The game of a table. A scenario that its mode does not have is none.

    ``is_foe_beaten``: whether whoever has to be beaten in this scenario is, so that the way out is open.
    """
    is_alone = mode == "solo" or (mode == "coop" and players == 1)
    mode = "solo" if is_alone else mode
    chosen = [int(one.removeprefix("scenario-")) for one in options if one in SCENARIOS]
    scenario = chosen[0] if chosen and mode in scenario_modes(chosen[0]) else 0
    if mode not in ("coop", "solo"):
        game = _COMPETITIVE_SCENARIOS.get(scenario, COMPETITIVE_GAME)
        return _peaceful(game) if PEACEFUL_OPTION in options else game
    game = _in_scenario(_ALONE if is_alone else _COOP, scenario)
    return msgspec.structs.replace(game, is_open=is_foe_beaten and game.opens is not None)


def _in_scenario(game: TableGame, scenario: int) -> TableGame:
    """What a scenario changes of the co-op or solo game."""
    match scenario:
        case 3:
            second = Told("remark-second", ("scenario.3.coop.second-countdown",))
            return msgspec.structs.replace(game, remarks=(*game.remarks, second), has_second_end=True)
        case 5:
            opens = Told("opens-all-dragons", ("scenario.5.coop.goal",))
            return msgspec.structs.replace(game, opens=opens, remarks=())
        case 6:
            rules = ("scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses")
            return msgspec.structs.replace(game, shut=Told("escape-shut", rules))
        case 7:
            return msgspec.structs.replace(
                game,
                never=_COOP.never,
                lines=(("samurai", Told("yes-samurai-fallen", ("scenario.7.solo.combat-at-temple",))),),
                opens=Told("opens-fallen", ("scenario.7.solo.goal",)),
            )
        case 8:
            return msgspec.structs.replace(game, **_RONIN)
        case _:
            return game


_RONIN = {
    "is_group": False,
    "never": (_but("exit", "rope", "rope-later"), _but("marker", "mine"), _but("beside", "nobody", "dragon")),
    "exit_rules": COMPETITIVE_GAME.exit_rules,
    "clock": "scenario.8.solo.countdown-per-round",
    "lava": "final.event.lava",
    "opens": None,
    "remarks": (
        Told("remark-ronin", ("scenario.8.solo.goal-fifty", "scenario.8.solo.secret-exit-insufficient")),
    ),
}
"""scenario.8.solo.competitive-board: alone as in co-op, but with points, the rope and one's own marker."""


def _peaceful(game: TableGame) -> TableGame:
    others = tuple((name, told) for name, told in game.lines if name != "samurai")
    return msgspec.structs.replace(game, mode=PEACEFUL, lines=(*others, ("samurai", _NO_DUELS)))

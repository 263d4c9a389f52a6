"""What game a table plays, as far as a quick question depends on it: mode, agreement and scenario as one value.

A quick question asks it what can be tapped, what a thing that can be done is called here, and when an exit leads out,
and never which mode it is. Where a scenario changes what no position of ours shows, a remark says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from fujikoro_nb.engine.fujikoro.modes import (
    BY_ROPE,
    CAPTURE,
    COMPETITIVE,
    DRAGONS,
    FALLEN,
    MAGIC_EACH,
    MAGIC_SET,
    PEACEFUL,
    POINTS,
    Mode,
)
from fujikoro_nb.engine.fujikoro.scenarios import NO_PLOT, Plot, scenario_of
from fujikoro_nb.helper.kinds.modes import mode_for
from fujikoro_nb.helper.quick.facts import FACTS, TableFacts
from fujikoro_nb.helper.quick.told import EXITS, Told, never_in, only
from fujikoro_nb.helper.quick.walker import ANYBODY, Walker
from fujikoro_nb.helper.setup.choices import PEACEFUL as PEACEFUL_OPTION
from fujikoro_nb.helper.setup.choices import numbers_in, scenario_modes

T = TypeVar("T")


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
    plot: Plot = NO_PLOT
    """What the scenario says beside the mode."""
    is_group: bool = False
    """Whether all play together, or one alone, against rounds (coop.rounds.limit)."""
    never: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(fact, values) that cannot be at this table, and are never offered."""
    lines: tuple[tuple[str, Told], ...] = ()
    """What a "yes" about a thing that can be done says here instead."""
    beside: tuple[tuple[str, Told], ...] = ()
    """(thing that can be done, what no row of taps asks about and holds here whatever its answer is)."""
    crosses_by_tokens: bool = False
    """Whether tokens pay for lava, and sandals never do (scenario.1.competitive.tokens-cross-lava)."""
    delay: int = 0
    """Own turns that must still begin after the one that ends on the exit."""
    exit_rules: tuple[tuple[str, tuple[str, ...]], ...] = EXITS
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
    who: Walker = ANYBODY
    """Whose board it is."""

    @property
    def has_walkers(self) -> bool:
        """Whether dragons walk: a group's, and in a scenario those among rivals."""
        return self.mode.said.dragons_move or self.plot.dragons_march

    @property
    def told(self) -> Mapping[str, Told]:
        """What a "yes" says here instead, by thing that can be done: of the game, else of the character."""
        who = self.who.character
        lava = {} if self.crosses_by_tokens or not who.may_leap else {"lava": _JUMPS}
        passing = {"dragon": _SNEAKS, "samurai": _PASSES} if who.sneaks else {}
        return {**lava, **passing, **dict(self.lines)}

    @property
    def may_lack_wood(self) -> bool:
        """Whether nobody knows if there is wood for a jump."""
        return self.who.character.may_leap and self.who.wood is None

    @property
    def clocked(self) -> Mode:
        """The mode whose clock counts the turns until the end: a group's rounds, or a marked player's turns."""
        return self.mode if self.is_group else COMPETITIVE

    @property
    def has_rope(self) -> bool:
        """Whether a rope ever comes."""
        return "rope" in self.values("exit")

    def values(self, fact: str) -> tuple[str, ...]:
        """What a fact can be here."""
        never = {value for one, values in (*self.never, *self.who.never) if one == fact for value in values}
        return tuple(value for value in FACTS[fact] if value not in never)

    def asks(self, fact: str) -> bool:
        """Whether anybody has to be asked."""
        return len(self.values(fact)) > 1

    def fitting(self, facts: TableFacts) -> TableFacts:
        """These facts with what is known without asking, and without what cannot be here."""
        for fact, _ in (*self.never, *self.who.never):
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


_JUMPS = Told("yes-lava-leaps", ("char.mitsuhide.lava-jump", "move.lava.cost", "move.end.not-lava"))
_SNEAKS = Told("yes-dragon-sneaks", ("char.daisuke.sneak", "char.daisuke.combat-origin"))
_PASSES = Told("yes-samurai-sneaks", ("char.daisuke.sneak", "char.daisuke.steal-scroll"))
COMPETITIVE_GAME = TableGame()
TOKENS = Told("opens-tokens", ("scenario.1.competitive.tokens-cross-lava",))
"""Needed where the way out leads over lava that only tokens cross."""


_NO_DUELS = Told("yes-samurai-peaceful", ("variant.peaceful",))
_ALLIES = Told("yes-samurai-peaceful", ("coop.play.no-samurai-combat", "coop.trade.same-space"))
_GEAR = Told("remark-gear", ("coop.goal.one-magic-gear-each", "coop.end.escaped-without-gear"))
_SET = Told("remark-set", ("solo.goal.full-set-alone",))
_DRAGONS = Told("remark-dragons", ("coop.dragon.move-triggers-combat", "coop.dragon.one-tile-per-round"))
_EXIT = ("coop.goal.everyone-escaped", "coop.goal.escape-at-turn-end", "coop.final.no-rope")


_FALLEN = Told("yes-samurai-fallen", ("scenario.7.solo.combat-at-temple",))
_FORCED = Told("yes-samurai-forced", ("scenario.1.competitive.forced-combat",))
_BY_TOKENS = Told("yes-lava-tokens", ("scenario.1.competitive.tokens-cross-lava",), is_condition=True)
_BEYOND_TAPS: tuple[tuple[str, Told, Callable[[Plot], bool]], ...] = (
    (
        "move",
        Told("also-extra", ("scenario.1.competitive.tokens-extra-action",)),
        lambda plot: plot.leaves_loot,
    ),
    (
        "gather",
        Told("also-loot", ("scenario.1.competitive.kill-gives-points-only",)),
        lambda plot: plot.leaves_loot,
    ),
    (
        "gather",
        Told("also-blind", ("scenario.1.competitive.blueprints-blind-gather",)),
        lambda plot: plot.has_blind_temples,
    ),
    (
        "dragon",
        Told("also-nobody", ("scenario.1.competitive.no-joining",)),
        lambda plot: plot.is_alone_with_dragons,
    ),
    (
        "move",
        Told("also-monk", ("scenario.4.competitive.monks-conquered",)),
        lambda plot: plot.warriors is not None,
    ),
    (
        "dragon",
        Told("also-dragon-first", ("scenario.4.competitive.dragon-first",)),
        lambda plot: plot.warriors is not None,
    ),
)
"""By thing that can be done: what a scenario says of it beside the answer."""
_SHUT = Told("escape-shut", ("scenario.6.coop.goal-capture", "scenario.6.coop.kill-loses"))
_OPENS = {
    DRAGONS: Told("opens-all-dragons", ("scenario.5.coop.goal",)),
    FALLEN: Told("opens-fallen", ("scenario.7.solo.goal",)),
}
"""What opens the secret exit beside the end of the legendary dragon, or instead of it, by the engine's goals."""


def _among_rivals(plot: Plot) -> TableGame:
    """The competitive game as a scenario has it."""
    never = {
        only("exit", "rope", "rope-later"): plot.is_without_exit,
        ("space", ("token-down",)): plot.keeps_resources,
        ("space", ("monk",)): plot.warriors is not None,
    }
    lines = {("samurai", _FORCED): plot.must_fight, ("lava", _BY_TOKENS): plot.leaves_loot}
    remarks = {
        Told("remark-delayed", ("scenario.1.competitive.escape-delayed",)): plot.leaves_later,
        Told("remark-real-final", ("scenario.3.competitive.real-final",)): plot.lava_points > 0,
        Told("remark-monks", ("scenario.4.competitive.monks-conquered",)): plot.warriors is not None,
    }
    barred = Told("opens-dragons", ("scenario.5.competitive.no-escape-while-dragon",))
    return msgspec.structs.replace(
        COMPETITIVE_GAME,
        plot=plot,
        never=_those(never),
        lines=_those(lines),
        remarks=_those(remarks),
        beside=tuple((name, told) for name, told, is_so in _BEYOND_TAPS if is_so(plot)),
        crosses_by_tokens=plot.leaves_loot,
        delay=int(plot.leaves_later),
        opens=barred if plot.is_barred_by_dragons else None,
    )


def _together(mode: Mode, played: Mode, plot: Plot) -> TableGame:
    """A group's game; ``played`` is the mode as the scenario has it."""
    rounds, said, is_alone = played.rounds, played.said, mode.most_players == 1
    assert rounds is not None, "a group has rounds"
    needs_gear = MAGIC_EACH in said.goals or MAGIC_SET in said.goals
    by_rope = BY_ROPE in said.goals
    remarks = {
        _DRAGONS: said.dragons_move,
        _SET if is_alone else _GEAR: needs_gear,
        Told("remark-second", ("scenario.3.coop.second-countdown",)): plot.early_rounds > 0,
        Told(
            "remark-ronin", ("scenario.8.solo.goal-fifty", "scenario.8.solo.secret-exit-insufficient")
        ): POINTS in said.goals,
    }
    lines = {("samurai", _FALLEN): plot.guards > 0, ("samurai", _ALLIES): not (is_alone or mode.may_duel)}
    guarded = Told("opens-legendary", ("coop.goal.escape-after-legendary",)) if said.is_exit_guarded else None
    nobody = {only("beside", "nobody", "dragon"): is_alone and not plot.guards}
    only_ropes = (only("exit", "rope", "rope-later"), only("marker", "mine"))
    return TableGame(
        mode=mode,
        plot=plot,
        is_group=rounds.is_clock,
        never=(*(only_ropes if by_rope else never_in(played)), *_those(nobody)),
        lines=_those(lines),
        exit_rules=EXITS if by_rope else (("secret", _EXIT),),
        clock="coop.final.eight-rounds" if rounds.is_clock else "scenario.8.solo.countdown-per-round",
        lava="coop.final.lava-events" if rounds.is_clock else "final.event.lava",
        opens=next((told for goal, told in _OPENS.items() if goal in said.goals), guarded),
        shut=_SHUT if CAPTURE in said.goals else None,
        has_second_end=plot.early_rounds > 0,
        remarks=_those(remarks),
    )


def _those(found: Mapping[T, bool]) -> tuple[T, ...]:
    """What is so."""
    return tuple(one for one, is_so in found.items() if is_so)


def game_of(
    mode: str, players: int, options: Sequence[str] = (), *, is_foe_beaten: bool = False
) -> TableGame:
    """The game of a table. A scenario that its mode does not have is none.

    ``is_foe_beaten``: whether whoever has to be beaten in this scenario is, so that the way out is open.
    """
    kind = mode_for(mode, players)
    assert kind.rules is not None, "a small game has no quick questions"
    chosen = numbers_in(options)
    scenario = scenario_of(chosen[0] if chosen and kind.name in scenario_modes(chosen[0]) else 0)
    side = None if scenario is None else scenario.side(kind.rules)
    plot, played = (NO_PLOT, kind.rules) if side is None else (side.plot, side.over(kind.rules))
    if kind.rules.rounds is None:
        game = _among_rivals(plot)
        return _peaceful(game) if PEACEFUL_OPTION in options else game
    game = _together(kind.rules, played, plot)
    return msgspec.structs.replace(game, is_open=is_foe_beaten and game.opens is not None)


def _peaceful(game: TableGame) -> TableGame:
    others = tuple((name, told) for name, told in game.lines if name != "samurai")
    return msgspec.structs.replace(game, mode=PEACEFUL, lines=(*others, ("samurai", _NO_DUELS)))

"""What game a table plays, as far as a quick question depends on it: mode, agreement and scenario as one value.

A quick question asks it what can be tapped, what a thing that can be done is called here, and when an exit leads out,
and never which mode it is. Where a scenario changes what no position of ours shows, a remark says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from fujikoro_nb.engine.fujikoro.modes import COMPETITIVE, PEACEFUL, Mode
from fujikoro_nb.helper.kinds.modes import mode_for
from fujikoro_nb.helper.kinds.scenarios import numbers_in, scenario_of
from fujikoro_nb.helper.quick.facts import FACTS, TableFacts
from fujikoro_nb.helper.quick.told import EXITS, Told, never_in, only
from fujikoro_nb.helper.quick.walker import ANYBODY, Walker
from fujikoro_nb.helper.setup.choices import PEACEFUL as PEACEFUL_OPTION
from fujikoro_nb.helper.setup.choices import scenario_modes


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


def _plain(mode: Mode) -> TableGame:
    """A mode's game without a scenario, read off the engine's object."""
    if mode.rounds is None:
        return COMPETITIVE_GAME
    is_alone, opens = mode.most_players == 1, mode.said.is_exit_guarded
    dragons = (_DRAGONS,) if mode.said.dragons_move else ()
    nobody = (only("beside", "nobody", "dragon"),) if is_alone else ()
    return TableGame(
        mode=mode,
        is_group=True,
        never=(*never_in(mode), *nobody),
        lines=() if is_alone or mode.may_duel else (("samurai", _ALLIES),),
        exit_rules=(("secret", _EXIT),),
        clock="coop.final.eight-rounds",
        lava="coop.final.lava-events",
        opens=Told("opens-legendary", ("coop.goal.escape-after-legendary",)) if opens else None,
        remarks=(*dragons, _SET if is_alone else _GEAR),
    )


_A_MONK_TO_TAKE = ("space", ("monk",))


def game_of(
    mode: str, players: int, options: Sequence[str] = (), *, is_foe_beaten: bool = False
) -> TableGame:
    """The game of a table. A scenario that its mode does not have is none.

    ``is_foe_beaten``: whether whoever has to be beaten in this scenario is, so that the way out is open.
    """
    kind = mode_for(mode, players)
    chosen = numbers_in(options)
    scenario = chosen[0] if chosen and kind.name in scenario_modes(chosen[0]) else 0
    side = scenario_of(scenario).side(is_together=kind.is_together)
    assert side is not None, "no such game"
    assert kind.rules is not None, "a small game has no quick questions"
    plain = _plain(kind.rules)
    others = {"remarks": (*plain.remarks, *side.remarks), **side.game}
    if side.has_fighting_monks:
        others["never"] = (*plain.never, _A_MONK_TO_TAKE)
    game = msgspec.structs.replace(plain, **others)
    if not kind.is_together:
        return _peaceful(game) if PEACEFUL_OPTION in options else game
    return msgspec.structs.replace(game, is_open=is_foe_beaten and game.opens is not None)


def _peaceful(game: TableGame) -> TableGame:
    others = tuple((name, told) for name, told in game.lines if name != "samurai")
    return msgspec.structs.replace(game, mode=PEACEFUL, lines=(*others, ("samurai", _NO_DUELS)))

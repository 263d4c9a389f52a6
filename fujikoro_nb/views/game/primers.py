"""Cards of twenty seconds: what is new when a phase or a thing comes up for the first time in a game.

Which card belongs to which question or event is the table `PRIMERS`; their texts stand in ``texts/*/primers.toml``.
What a table has had is kept in its save, so that neither a reload nor an undo brings a card back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Annotated

import msgspec

from fujikoro_nb.engine.fujikoro.asked.fight import Duel, MonkFight
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.kernel import Event, Line, Question, Seat
from fujikoro_nb.engine.kernel.save import Content
from fujikoro_nb.play.seats import GameSession

__all__ = ["PRIMERS", "Primer", "Shown", "asked_as", "due_primer", "kept_shown", "primer_view", "shown_of"]

DUEL, GUARD, MONK = "-duel", "-guard", "-monk"
_OF_DRAGONS = ("roll-dice", "withdraw")
"""Explained by cards on fights with dragons, in which monks are not first."""
"""Ends the name of a question that is asked in a duel."""

CONTENT = "fuji-koro-primers"
"""The part of a save that says which cards were seen on a device."""


class Primer(msgspec.Struct, frozen=True):
    """One card: its rules, its picture and what it comes up with.

    ``signs`` are symbols in a row; a die and what its face shows stand in one, with spaces between.
    ``questions`` are kinds of questions to a person at the device, as `asked_as` names them; it stands as long as these
    follow each other. ``own_events`` are of a person at the device, ``events`` of anybody. ``is_of_group``: only a
    group's game has it, or only one in which everybody plays alone; None: both.
    """

    name: str
    rules: tuple[str, ...]
    signs: tuple[str, ...]
    questions: tuple[str, ...] = ()
    own_events: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    is_of_group: bool | None = None


PRIMERS = (
    Primer(
        "together",
        ("coop.rounds.start-of-round-order", "coop.setup.lives-two", "coop.end.lose-conditions"),
        ("s-first", "i-next", "s-heart", "s-heart"),
        ("first-player", "first-card"),
        is_of_group=True,
    ),
    Primer("monks", ("monk.spots", "monk.fixed"), ("monk", "i-next", "i-plus"), ("place-monk",)),
    Primer(
        "weapon",
        ("craft.weapon.connected", "craft.weapon.usable.one-handed", "combat.init.length"),
        ("cube-M", "cube-W", "cube-W", "cube-M"),
        ("first-weapon",),
    ),
    Primer(
        "turn",
        ("turn.two-actions", "turn.disc.cost", "turn.rest.returns-all"),
        ("samurai", "i-next", "i-next"),
        ("act",),
    ),
    Primer(
        "move",
        ("move.steps.base", "move.steps.sandals", "move.end.not-lava"),
        ("samurai", "i-next", "token-sq"),
        ("walk",),
    ),
    Primer(
        "explore",
        ("explore.announce", "explore.orient", "explore.vp"),
        ("samurai", "i-next", "i-turn"),
        ("place", "turn-tile"),
        is_of_group=False,
    ),
    Primer(
        "gather",
        ("gather.what", "gather.one-category", "gather.token.take"),
        ("token-sq", "i-next", "cube-W", "cube-M"),
        ("gather",),
        ("gathers",),
    ),
    Primer(
        "backpack",
        ("backpack.unit", "backpack.discard.resources", "backpack.refuse"),
        ("cube-W", "cube-M", "scroll", "blueprint"),
        ("stow", "stow-duel"),
    ),
    Primer(
        "craft",
        ("craft.one-type", "craft.from-backpack", "craft.waste"),
        ("cube-M", "i-next", "h-gear"),
        ("craft",),
    ),
    Primer(
        "rest",
        ("turn.rest.returns-all", "turn.rest.needs-disc", "turn.rest.forced"),
        ("samurai", "i-undo"),
        own_events=("rests",),
    ),
    Primer(
        "gear-card",
        ("gearcard.match.contains", "gearcard.limit.slot", "gearcard.permanent"),
        ("h-gear", "i-next", "i-ok"),
        ("claim",),
    ),
    Primer(
        "card-bonus",
        ("gearcard.bonus.every-time", "gearcard.bonus.helmet", "gearcard.bonus.sandals"),
        ("i-plus", "cube-W", "cube-M"),
        ("part",),
    ),
    Primer(
        "weapon-card",
        ("gearcard.bonus.weapon", "gearcard.bonus.weapon-fixed", "gearcard.bonus.peek"),
        ("i-plus", "i-eye"),
        ("side", "peek"),
        is_of_group=False,
    ),
    Primer(
        "scroll",
        ("gather.scroll.card", "gather.scroll.vp", "gather.scroll.slots"),
        ("scroll", "i-plus"),
        ("scroll", "slot"),
        is_of_group=False,
    ),
    Primer(
        "powers",
        ("scroll.use",),
        ("scroll", "i-hint"),
        ("window", "window-duel", "window-guard", "place-another", "refresh", "discs", "summon", "cool"),
        ("scroll-used",),
    ),
    Primer(
        "blueprint",
        ("gather.blueprint.count", "gather.blueprint.kind-limit", "magic.gain"),
        ("temple", "i-next", "blueprint", "cube-G"),
        ("blueprints",),
        ("blueprint-taken",),
        is_of_group=False,
    ),
    Primer(
        "magic",
        ("magic.value.absorb", "magic.value.weapon", "magic.loss.immediate"),
        ("blueprint", "i-next", "cube-G"),
        ("place-magic", "place-magic-duel", "place-magic-guard"),
        ("magic-gained",),
    ),
    Primer(
        "dragon",
        ("map.dragon.one-per-tile", "move.dragon.stop", "combat.dragon.dice"),
        ("dragon-S", "dragon-M", "dragon-L", "dragon-XL"),
        events=("dragon-appears",),
        is_of_group=False,
    ),
    Primer(
        "join",
        ("combat.join.step", "combat.join.no-veto", "combat.win.reward"),
        ("samurai", "samurai", "i-next", "dragon-M"),
        ("join",),
        is_of_group=False,
    ),
    Primer(
        "fight",
        ("combat.init.descending", "combat.init.monk-first", "combat.end"),
        ("samurai", "h-fight", "dragon-M"),
        ("send-monk", "roll-dice"),
        ("dragon-attacked",),
    ),
    Primer(
        "hero",
        ("combat.hero.resource", "combat.hero.roll", "combat.hero.gone"),
        ("monk", "cube-W", "i-next", "dragon-M"),
        ("send-monk", "throw-cube"),
    ),
    Primer(
        "duel",
        ("move.samurai.elect", "duel.rules-base", "duel.steal.one"),
        ("samurai", "h-fight", "samurai"),
        ("meet", "roll-dice-duel", "pay-damage-duel"),
    ),
    Primer(
        "guard",
        (
            "scenario.7.solo.combat-at-temple",
            "scenario.7.solo.samurai-combat-rules",
            "scenario.7.solo.win-steals-blueprint",
        ),
        ("temple", "i-next", "h-fight", "blueprint"),
        ("roll-dice-guard", "pay-damage-guard", "withdraw-guard"),
        events=("guard-met",),
        is_of_group=True,
    ),
    Primer(
        "attack",
        ("combat.attack.dice", "combat.attack.fewer", "combat.break.per-symbol"),
        ("cube-W", "i-next", "die-W hit-1", "die-W broken"),
        (
            "roll-dice",
            "lose-cubes",
            "roll-dice-duel",
            "lose-cubes-duel",
            "roll-dice-guard",
            "lose-cubes-guard",
        ),
    ),
    Primer(
        "mend",
        ("craft.weapon.illegal-fix", "craft.weapon.fix-minimal"),
        ("die-W broken", "i-next", "cube-W"),
        ("repair", "repair-duel", "repair-guard"),
    ),
    Primer(
        "helmet",
        ("combat.helmet.absorb", "combat.helmet.choice", "combat.defeat"),
        ("die-T hit-2", "i-next", "cube-M"),
        ("pay-damage", "pay-damage-duel", "pay-damage-guard"),
    ),
    Primer(
        "retreat",
        ("combat.retreat.when", "combat.retreat.where", "combat.retreat.optional"),
        ("dragon-M", "i-next", "samurai"),
        ("withdraw",),
        is_of_group=False,
    ),
    Primer(
        "surrender", ("duel.surrender", "duel.steal.one"), ("samurai", "i-no", "samurai"), ("withdraw-duel",)
    ),
    Primer(
        "steal",
        ("duel.steal.one", "duel.steal.blueprint", "duel.steal.room"),
        ("scroll", "blueprint", "cube-M"),
        ("steal", "steal-duel"),
    ),
    Primer(
        "knocked-out",
        ("combat.defeat", "turn.ends-on-defeat", "turn.wake-up"),
        ("samurai", "i-no"),
        own_events=("knocked-out",),
        is_of_group=False,
    ),
    Primer(
        "lava",
        ("move.lava.cost", "move.lava.choice", "move.lava.overpay"),
        ("lava", "i-minus", "cube-M"),
        ("pay-lava",),
    ),
    Primer(
        "final",
        ("final.trigger", "final.advance", "end.winner"),
        ("i-flag", "lava-next", "rope"),
        events=("final-chapter",),
        is_of_group=False,
    ),
    Primer(
        "way-out",
        ("escape.rope", "escape.secret", "escape.conscious"),
        ("rope", "i-next", "exit"),
        events=("final-chapter",),
        is_of_group=False,
    ),
    Primer(
        "eruption",
        ("final.event.lava", "final.eruption.damage", "final.eruption.death"),
        ("lava", "i-next", "samurai"),
        ("flee", "pay-eruption", "revive"),
        events=("erupts",),
    ),
    Primer(
        "palace",
        ("bonus.one-per-turn", "bonus.big.categories", "bonus.small.categories"),
        ("cube-G", "monk", "cube-T"),
        ("hand-in",),
        ("escaped",),
        is_of_group=False,
    ),
    Primer(
        "explore-together",
        ("explore.announce", "explore.orient", "coop.play.no-victory-points"),
        ("samurai", "i-next", "i-turn"),
        ("place", "turn-tile"),
        is_of_group=True,
    ),
    Primer(
        "scroll-together",
        ("gather.scroll.card", "gather.scroll.slots", "coop.play.no-victory-points"),
        ("scroll", "i-plus"),
        ("scroll", "slot"),
        is_of_group=True,
    ),
    Primer(
        "blueprint-together",
        ("gather.blueprint.count", "coop.blueprint.unlimited", "magic.gain"),
        ("temple", "i-next", "blueprint", "cube-G"),
        ("blueprints",),
        ("blueprint-taken",),
        is_of_group=True,
    ),
    Primer(
        "sleeping",
        ("coop.dragon.asleep-on-reveal", "coop.dragon.wake-sequence", "move.dragon.stop"),
        ("s-sleep", "i-next", "dragon-M"),
        events=("dragon-appears",),
        is_of_group=True,
    ),
    Primer(
        "dragons-step",
        (
            "coop.dragon.moves-towards-nearest",
            "coop.dragon.order-by-players",
            "coop.dragon.never-enters-safe",
        ),
        ("dragon-M", "i-next", "samurai"),
        ("dragon-order", "dragon-target", "dragon-step"),
        events=("dragon-walks",),
        is_of_group=True,
    ),
    Primer(
        "join-together",
        ("combat.join.step", "coop.dragon.join-defence", "coop.combat.teeth-for-victory"),
        ("samurai", "samurai", "i-next", "dragon-M"),
        ("join",),
        events=("dragon-attacks",),
        is_of_group=True,
    ),
    Primer(
        "share",
        ("coop.combat.teeth-from-dice-shared", "coop.combat.teeth-need-space"),
        ("cube-T", "i-next", "samurai", "samurai"),
        ("share-teeth",),
        is_of_group=True,
    ),
    Primer(
        "retreat-together",
        ("combat.retreat.when", "combat.retreat.where", "coop.dragon.retreat-when-attacked"),
        ("dragon-M", "i-next", "samurai"),
        ("withdraw", "fall-back"),
        is_of_group=True,
    ),
    Primer(
        "lives",
        ("coop.lives.knockout-costs-life", "coop.lives.second-loss-defeat"),
        ("s-heart", "i-minus", "samurai"),
        events=("life-lost",),
        is_of_group=True,
    ),
    Primer(
        "trade",
        ("coop.trade.same-space", "coop.trade.only-backpack", "coop.trade.space-needed"),
        ("samurai", "i-turn", "samurai"),
        ("agree", "offer"),
        is_of_group=True,
    ),
    Primer(
        "eruption-together",
        ("coop.final.trigger", "coop.final.lava-events", "coop.final.eight-rounds"),
        ("i-flag", "lava-next", "exit"),
        events=("final-phase",),
        is_of_group=True,
    ),
)
"""In the order in which they come where several are due."""

_BY_NAME = {primer.name: primer for primer in PRIMERS}

_Names = tuple[Annotated[str, msgspec.Meta(max_length=40)], ...]


class Shown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table has had of the cards.

    ``at`` is the number of answers at which the last one was put away: the next one waits for another question.
    """

    seen: Annotated[_Names, msgspec.Meta(max_length=200)] = ()
    at: Annotated[int, msgspec.Meta(ge=-1, le=10**6)] = -1
    is_off: bool = False

    def put_away(self, name: str, *, at: int) -> Shown:
        """The same after this card."""
        return msgspec.structs.replace(self, seen=(*self.seen, name), at=at)


def primer_view() -> list[dict[str, object]]:
    """All cards for the page, which says them itself."""
    return [{"name": one.name, "rules": list(one.rules), "signs": list(one.signs)} for one in PRIMERS]


def asked_as(state: GameState, question: Question) -> str:
    """The kind of a question, in a duel with `DUEL` behind it, against a guard, who asks nobody, with `GUARD`.

    What no card on dragons explains has `MONK` behind it.
    """
    if question.kind in _OF_DRAGONS and any(isinstance(frame, MonkFight) for frame in state.agenda):
        return question.kind + MONK
    duel = next((frame for frame in state.agenda if isinstance(frame, Duel)), None)
    if duel is None:
        return question.kind
    return question.kind + (GUARD if state.is_hostile(duel.stander) else DUEL)


def due_primer(
    session: GameSession, question: Question, shown: Shown, *, persons: Collection[Seat], standing: str = ""
) -> str:
    """The card that stands beside this question of a person: ``standing``, a new one, or none.

    One that explains the question goes before one about what happened.
    """
    asked = asked_as(session.state, question)
    if standing and asked in _BY_NAME[standing].questions:
        return standing
    if shown.is_off or shown.at == len(session.lines):
        return ""
    is_group = session.state.party is not None
    left = [
        primer
        for primer in PRIMERS
        if primer.name not in shown.seen
        and primer.name != standing
        and primer.is_of_group in (None, is_group)
    ]
    for primer in left:
        if asked in primer.questions:
            return primer.name
    happened = frozenset(_happened(session.lines, persons))
    return next((primer.name for primer in left if _has_happened(primer, happened)), "")


def _happened(lines: Iterable[Line], persons: Collection[Seat]) -> Iterator[tuple[str, bool]]:
    """Each kind of event, and whether it was of a person at the device."""
    for line in lines:
        for event in line.events:
            yield event.kind, _seat_of(event) in persons


def _seat_of(event: Event) -> object:
    return next((value for name, value in event.data if name == "seat"), None)


def _has_happened(primer: Primer, happened: frozenset[tuple[str, bool]]) -> bool:
    own = ((kind, True) in happened for kind in primer.own_events)
    return any(own) or any((kind, True) in happened or (kind, False) in happened for kind in primer.events)


# ---- kept in the save


def kept_shown(session: GameSession, shown: Shown) -> None:
    """Write it into what the session saves."""
    others = tuple(content for content in session.setting.content if content.name != CONTENT)
    content = (*others, Content.of(CONTENT, msgspec.to_builtins(shown)))
    session.setting = msgspec.structs.replace(session.setting, content=content)


def shown_of(session: GameSession, persons: Collection[Seat], *, is_off: bool = False) -> Shown:
    """What a save says of the cards; where it says nothing, what its people have met so far counts as seen."""
    for content in session.setting.content:
        if content.name == CONTENT:
            try:
                return msgspec.convert(content.value(), Shown)
            except msgspec.ValidationError:
                break
    lines = session.lines
    asked = {line.question.kind for line in lines if line.question.seat in persons}
    happened = frozenset(_happened(lines, persons))
    return Shown(
        tuple(
            primer.name
            for primer in PRIMERS
            if _has_happened(primer, happened)
            or any(kind.removesuffix(DUEL).removesuffix(GUARD) in asked for kind in primer.questions)
        ),
        is_off=is_off,
    )

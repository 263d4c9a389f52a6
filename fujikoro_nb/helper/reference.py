"""The rules on a slip of paper: a line each, with its numbers from the ledger and the rules behind it."""

from __future__ import annotations

from typing import NamedTuple

from fujikoro_nb.engine.fujikoro.gear.cubes import MATERIALS
from fujikoro_nb.engine.fujikoro.modes import Rounds
from fujikoro_nb.helper.kinds.modes import mode_of
from fujikoro_nb.helper.setup.numbers import number
from fujikoro_nb.helper.table_rulings import TableRulings
from fujikoro_nb.texts import say


class Line(NamedTuple):
    """One line of the slip. ``is_otherwise``: this table decided one of its rules otherwise than is printed here."""

    key: str
    text: str
    rules: tuple[str, ...]
    is_otherwise: bool = False


class Group(NamedTuple):
    """Lines under a heading."""

    key: str
    title: str
    lines: tuple[Line, ...]


class Worth(NamedTuple):
    """A material: its letter, its word, and what a cube of it is worth in helmet and sandals."""

    letter: str
    word: str
    worth: int


class Dragon(NamedTuple):
    """A colour of dragons: dice that they roll, and points for everybody still in the fight."""

    size: str
    word: str
    dice: int
    points: int


class _Plan(NamedTuple):
    """A line before it is said. ``numbers``: the text's slots, each filled by a rule's number."""

    key: str
    rules: tuple[str, ...]
    numbers: tuple[tuple[str, str, str], ...] = ()


_TURN = (
    _Plan(
        "two-actions",
        ("turn.two-actions", "turn.rest.needs-disc"),
        (("n", "turn.two-actions", "actions_per_turn"),),
    ),
    _Plan("disc", ("turn.disc.cost",), (("n", "turn.disc.cost", "cost"),)),
    _Plan("rest-forced", ("turn.rest.forced",)),
    _Plan("rest-needs", ("turn.rest.needs-disc",)),
)
_MOVING = (
    _Plan(
        "move",
        ("move.steps.base", "move.steps.sandals"),
        (
            ("n", "move.steps.base", "steps"),
            ("more", "move.steps.sandals", "steps"),
            ("cubes", "move.steps.sandals", "cubes_needed"),
        ),
    ),
    _Plan(
        "lava", ("move.lava.cost", "move.end.not-lava"), (("n", "move.lava.cost", "damage_per_lava_space"),)
    ),
    _Plan("dragon", ("move.dragon.stop",)),
)
_EXPLORING = _Plan(
    "explore",
    ("explore.where", "explore.vp"),
    (("two", "explore.vp", "II"), ("three", "explore.vp", "III")),
)
_EXPLORING_TOGETHER = _Plan("explore-coop", ("explore.where",))
_GATHERING = (_Plan("gather", ("gather.what", "gather.one-category")),)
_SCROLL = (_Plan("scroll", ("gather.scroll.vp",), (("n", "gather.scroll.vp", "vp"),)),)
_RESTING = (
    _Plan(
        "temple",
        ("gather.blueprint.count",),
        (("min", "gather.blueprint.count", "min"), ("max", "gather.blueprint.count", "max")),
    ),
    _Plan("rest", ("turn.rest.returns-all", "craft.one-type")),
    _Plan("waste", ("craft.waste",), (("n", "craft.waste", "waste"),)),
)
_GEAR = (
    _Plan(
        "one-handed",
        ("craft.weapon.one-handed.max-cubes", "craft.weapon.usable.one-handed"),
        (
            ("n", "craft.weapon.one-handed.max-cubes", "max"),
            ("wood", "craft.weapon.usable.one-handed", "wood"),
        ),
    ),
    _Plan(
        "two-handed",
        ("craft.weapon.two-handed.max-cubes", "craft.weapon.usable.two-handed"),
        (
            ("n", "craft.weapon.two-handed.max-cubes", "max"),
            ("wood", "craft.weapon.usable.two-handed", "wood"),
        ),
    ),
    _Plan("connected", ("craft.weapon.connected",)),
    _Plan(
        "sizes",
        ("craft.helmet.size", "craft.sandals.size"),
        (("helmet", "craft.helmet.size", "max"), ("sandals", "craft.sandals.size", "max")),
    ),
)
_FIGHT = (
    _Plan("join", ("combat.join.who",)),
    _Plan("initiative", ("combat.init.length", "combat.init.magic"), (("n", "combat.init.magic", "bonus"),)),
    _Plan("attack", ("combat.attack.dice", "combat.attack.fewer")),
    _Plan("broken", ("combat.break.per-symbol",)),
    _Plan("helmet", ("combat.helmet.absorb", "combat.defeat")),
    _Plan("monk", ("combat.hero.roll", "combat.hero.gone")),
    _Plan("retreat", ("combat.retreat.when",)),
)
_COUNTDOWN = (
    _Plan("trigger", ("final.trigger", "final.marker"), (("n", "final.trigger", "vp"),)),
    _Plan("advance", ("final.advance",), (("n", "final.advance", "advance"),)),
    _Plan(
        "event-lava",
        ("final.event.lava", "final.eruption.damage"),
        (("n", "final.eruption.damage", "damage"),),
    ),
    _Plan("event-death", ("final.eruption.death",)),
    _Plan("event-rope", ("final.event.rope",)),
    _Plan("event-blank", ("final.event.blank",)),
    _Plan("event-end", ("final.event.end", "final.track.length"), (("n", "final.track.length", "advances"),)),
)
_ROUNDS = (
    _Plan("round", ("coop.rounds.start-of-round-order",)),
    _Plan(
        "dragons",
        ("coop.dragon.one-tile-per-round", "coop.dragon.moves-towards-nearest"),
        (("n", "coop.dragon.one-tile-per-round", "tiles"),),
    ),
    _Plan(
        "event-lava-coop",
        ("coop.final.lava-events", "final.eruption.damage"),
        (("n", "final.eruption.damage", "damage"),),
    ),
    _Plan("lives", ("coop.lives.knockout-costs-life", "coop.lives.lava-costs-life")),
    _Plan("second-life", ("coop.lives.second-loss-defeat",)),
)
_END = (
    _Plan("rope", ("escape.rope",)),
    _Plan("secret", ("escape.secret", "escape.secret.final-only")),
    _Plan("bonus", ("bonus.one-per-turn",), (("n", "bonus.one-per-turn", "per_turn"),)),
    _Plan("big", ("bonus.big.categories",)),
    _Plan("small", ("bonus.small.categories",), (("n", "bonus.small.categories", "helmet"),)),
    _Plan(
        "leftovers",
        ("end.leftovers",),
        tuple((slot, "end.leftovers", slot) for slot in ("blueprint", "monk", "tooth")),
    ),
    _Plan("winner", ("end.winner", "end.tie")),
)
_END_TOGETHER = (
    _Plan("goal-dragon", ("coop.goal.legendary-defeated",)),
    _Plan("goal-exit", ("coop.goal.everyone-escaped", "coop.goal.escape-after-legendary")),
    _Plan("goal-each", ("coop.goal.one-magic-gear-each",)),
    _Plan("goal-set", ("coop.goal.collective-set",)),
    _Plan("win", ("coop.end.win-immediately", "coop.end.lose-conditions")),
)
_END_ALONE = (
    _Plan("goal-dragon", ("coop.goal.legendary-defeated",)),
    _Plan("goal-exit-solo", ("coop.goal.everyone-escaped", "coop.goal.escape-after-legendary")),
    _Plan("goal-solo", ("solo.goal.full-set-alone",)),
    _Plan("win", ("coop.end.win-immediately", "coop.end.lose-conditions")),
)
_WAKING = (_Plan("wake-up", ("turn.wake-up",)),)
_NO_POINTS = (_Plan("no-points", ("coop.play.no-victory-points",)),)
_SIZES = {"blue": "S", "green": "M", "red": "L", "white": "XL"}


def reference(
    mode: str = "competitive",
    *,
    players: int = 2,
    rulings: TableRulings | None = None,
    language: str = "en",
) -> tuple[Group, ...]:
    """What to look up in the middle of a game, for one of the three modes of Fuji Koro."""
    kind = mode_of(mode)
    assert kind.rules is not None, "a small game has no reference"
    is_scored, clock = kind.rules.said.has_points, kind.rules.rounds
    exploring = _EXPLORING if is_scored else _EXPLORING_TOGETHER
    plans = {
        "turn": (*_TURN, *(_WAKING if is_scored else _NO_POINTS)),
        "actions": (*_MOVING, exploring, *_GATHERING, *(_SCROLL if is_scored else ()), *_RESTING),
        "gear": _GEAR,
        "fight": _FIGHT,
        "countdown": _COUNTDOWN if is_scored else _ROUNDS,
        "end": _END_ALONE if kind.is_alone else _END_TOGETHER if kind.is_together else _END,
    }
    otherwise = {rule for rule, _ in (rulings or TableRulings()).chosen}
    groups = []
    for key, planned in plans.items():
        lines = tuple(_line(plan, otherwise, language) for plan in planned)
        if key == "countdown" and clock is not None:
            lines = (_rounds(clock, players, otherwise, language), *lines)
        heading = key if is_scored or key not in ("countdown", "end") else f"{key}-coop"
        groups.append(Group(key, say(f"reference.group-{heading}", language=language), lines))
    return tuple(groups)


def _line(plan: _Plan, otherwise: set[str], language: str) -> Line:
    data = {slot: number(rule, name) for slot, rule, name in plan.numbers}
    return _said(plan.key, plan.rules, otherwise, language, data)


def _rounds(clock: Rounds, players: int, otherwise: set[str], language: str) -> Line:
    """coop.rounds.limit: more rounds for one alone."""
    rules = ("coop.rounds.limit", "coop.rounds.adventure-minus-two")
    data = {
        "n": clock.before_eruption(players, has_adventures=False),
        "final": len(clock.final),
        "less": -clock.with_adventures,
    }
    return _said("rounds", rules, otherwise, language, data)


def _said(key: str, rules: tuple[str, ...], otherwise: set[str], language: str, data: dict[str, int]) -> Line:
    text = say(f"reference.{key}", language=language, **data)
    return Line(key, text, rules, not otherwise.isdisjoint(rules))


def worths(language: str) -> tuple[Worth, ...]:
    """What each kind of cube is worth (move.lava.value-table)."""
    letters = [*(str(material) for material in MATERIALS), "G"]
    return tuple(
        Worth(
            letter,
            say(f"reference.cube-{letter}", language=language),
            number("move.lava.value-table", letter),
        )
        for letter in letters
    )


def dragons(language: str) -> tuple[Dragon, ...]:
    """What each colour of dragon rolls and brings (combat.dragon.dice, combat.win.reward)."""
    return tuple(
        Dragon(
            size,
            say(f"reference.dragon-{colour}", language=language),
            number("combat.dragon.dice", colour),
            number("combat.win.reward", colour),
        )
        for colour, size in _SIZES.items()
    )

"""Cases that play a rest: a board, answers, what each gives, and the board at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET, UnsetType

from fujikoro_nb.engine.fujikoro.asked.rest import (
    ClaimCard,
    CraftGear,
    CraftingState,
    CraftNothing,
    PlaceMagic,
    StopClaiming,
)
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents, OwnedCard
from fujikoro_nb.engine.fujikoro.characters import character, person
from fujikoro_nb.engine.fujikoro.components import Blueprint, GearCard, Provenance
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes, Material
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern, print_gear
from fujikoro_nb.engine.fujikoro.gear.worn import Gear
from fujikoro_nb.engine.fujikoro.rules.group.outfit import card_to_begin_with
from fujikoro_nb.engine.fujikoro.rules.rest import REST_GAME, rest
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Answer, Event, Refusal, Seat, Unreadable
from fujikoro_nb.rulebook.cases.records import BoardRecord, CraftStep, Expect, Rest, Step

_BONUS = {GearKind.HELMET: "wood", GearKind.WEAPON: "vp-or-peek", GearKind.SANDALS: "step"}


def rest_differences(
    done: Rest, steps: Sequence[Step], expect: Expect, rulings: Rulings
) -> Iterator[tuple[str, object, object]]:
    """What each answer gave and how the board lies at the end, beside what the case expects."""
    state = rest_begun(done, rulings)
    for number, step in enumerate(steps, 1):
        answer = answer_of(step, state.boards[0])
        refusal = REST_GAME.check(state, answer)
        wanted = "-" if isinstance(step.refused, UnsetType) else step.refused
        yield f"step {number}: refused", wanted, named(refusal, wanted)
        if refusal is not None:
            continue
        outcome = REST_GAME.step(state, answer)
        state = outcome.state
        if not isinstance(step.events, UnsetType):
            yield f"step {number}: events", step.events, told(outcome.events)
    yield from _end(state, expect)


def rest_begun(done: Rest, rulings: Rulings) -> CraftingState:
    """The rest up to its first question. Raises Unreadable or Illegal."""
    state = CraftingState(
        boards=tuple(board_of(one, rulings) for one in (done.board, *done.others)),
        display=display_of(done.display),
        rulings=rulings,
    )
    return REST_GAME.start(rest(state, Seat(0)) if done.resting else state).state


def named(refusal: Refusal | None, wanted: object) -> str:
    """A refusal as the case names it: with the reason only when the case gives one; ``-`` for none."""
    if refusal is None:
        return "-"
    is_exact = isinstance(wanted, str) and "/" in wanted
    return f"{refusal.rule}/{refusal.reason}" if is_exact and refusal.reason else refusal.rule


def told(events: Sequence[Event]) -> str:
    """Events as a case lists them."""
    return ", ".join(f"{event.kind} {event.rule}" for event in events)


def _end(state: CraftingState, expect: Expect) -> Iterator[tuple[str, object, object]]:
    board = state.boards[0]
    for kind in GearKind:
        expected = getattr(expect, str(kind))
        if expected is not UNSET:
            wanted = print_gear(parse_gear(expected, kind, board.limits), kind, board.limits)
            yield str(kind), wanted, print_gear(board.gear, kind, board.limits)
    question = REST_GAME.question(state)
    found = {
        "lower": str(board.backpack.lower.cubes),
        "upper": str(board.backpack.upper.cubes),
        "cards": ", ".join(f"{card.card} {card.kind} {card.slot} {card.bonus}" for card in board.cards),
        "display": ", ".join(card.id for card in state.display),
        "asks": "nothing" if question is None else question.kind,
    }
    for name, value in found.items():
        expected = getattr(expect, name)
        if expected is not UNSET:
            yield name, _sorted(expected) if name in ("lower", "upper") else expected, value


def _sorted(letters: str) -> str:
    return str(Cubes.parse(letters))


def board_of(record: BoardRecord, rulings: Rulings = ADOPTED) -> Board:
    """A board from its record, as a table with these readings has it. Raises Unreadable or Illegal."""
    limits = character(record.character)
    weapon = parse_gear(record.weapon, GearKind.WEAPON, limits)
    helmet = parse_gear(record.helmet, GearKind.HELMET, limits)
    sandals = parse_gear(record.sandals, GearKind.SANDALS, limits)
    return Board(
        limits=limits,
        gear=Gear(
            weapon.weapon,
            helmet.helmet,
            sandals.sandals,
            weapon.weapon_magic,
            helmet.helmet_magic,
            sandals.sandals_magic,
        ),
        backpack=Backpack(
            Contents(Cubes.parse(record.lower), items(record.discs)),
            Contents(Cubes.parse(record.upper), items(record.upper_discs)),
        ),
        monk_spots=items(record.monks),
        cards=tuple(_owned(text, rulings) for text in items(record.cards)),
        blueprints=tuple(map(blueprint_of, items(record.blueprints))),
        lost_blueprints=tuple(map(blueprint_of, items(record.lost_blueprints))),
        discs=record.discs_left,
        action_monk_field=record.action_monk,
        played=person(record.character) if record.played else UNSET,
    )


def items(text: str) -> tuple[str, ...]:
    """The entries of a list in a text."""
    return tuple(item.strip() for item in text.split(",") if item.strip())


def words_of(text: str, count: int) -> list[str]:
    """A text of so many words. Raises Unreadable."""
    words = text.split()
    if len(words) != count:
        raise Unreadable("case-words", text, 0, wanted=count)
    return words


def _kind(word: str) -> GearKind:
    if word not in tuple(GearKind):
        raise Unreadable("gear-kind", word, 0)
    return GearKind(word)


def blueprint_of(text: str) -> Blueprint:
    """A blueprint from ``helmet MM``, with a name of its own behind it if it needs one. Raises Unreadable."""
    words = text.split()
    if len(words) != 3:
        words = [*words_of(text, 2), f"{words[0]}-blueprint"]
    kind, pattern, name = words
    return Blueprint(name, _kind(kind), parse_pattern(pattern), Provenance.OWNER)


def display_of(text: str) -> tuple[GearCard, ...]:
    """Gear cards from ``id kind pattern, ...``. Raises Unreadable."""
    cards = []
    for item in items(text):
        name, word, pattern = words_of(item, 3)
        kind = _kind(word)
        cards.append(GearCard(name, kind, parse_pattern(pattern), _BONUS[kind], Provenance.OWNER))
    return tuple(cards)


def _owned(text: str, rulings: Rulings) -> OwnedCard:
    """A card from ``id kind slot bonus``, or one to begin with: ``id kind slot bonus dealt``. Raises Unreadable."""
    name, kind, slot, bonus = words_of(text.removesuffix(" dealt"), 4)
    if text.endswith(" dealt"):
        return card_to_begin_with(name, _kind(kind), slot, bonus, rulings=rulings)
    return OwnedCard(name, _kind(kind), slot, bonus)


def answer_of(step: Step, board: Board) -> Answer:
    """The craft, claim or magic of a step. Raises Unreadable."""
    if isinstance(step.craft, CraftStep):
        return _craft(step.craft, board)
    if not isinstance(step.craft, UnsetType):
        return CraftNothing()
    if not isinstance(step.claim, UnsetType):
        if step.claim == "stop":
            return StopClaiming()
        card, slot, bonus = words_of(step.claim if step.claim.count(" ") == 2 else f"{step.claim} -", 3)
        return ClaimCard(card, slot, "" if bonus == "-" else bonus)
    assert not isinstance(step.magic, UnsetType), "the reader lets only steps through with one answer"
    return PlaceMagic(step.magic)


def _craft(step: CraftStep, board: Board) -> CraftGear:
    gear = parse_gear(step.gear, step.kind, board.limits)
    lower = board.backpack.lower.discs if isinstance(step.discs, UnsetType) else items(step.discs)
    waste = Cubes.parse(step.waste)
    if len(waste) > 1:
        raise Unreadable("case-waste", step.waste, 1)
    return CraftGear(
        step.kind,
        gear.layout(step.kind),
        Backpack(
            Contents(Cubes.parse(step.lower), lower),
            Contents(Cubes.parse(step.upper), board.backpack.upper.discs),
        ),
        wasted=Material(step.waste) if waste else None,
        thrown=Cubes.parse(step.thrown),
        magic_at=gear.weapon_magic,
    )

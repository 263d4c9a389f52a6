"""What holds for every rest, whatever is drawn, owned or answered; checked along random walks."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from fujikoro_nb.engine.fujikoro.asked.rest import (
    ClaimCard,
    CraftGear,
    CraftingAnswer,
    CraftingState,
    CraftNothing,
    PlaceMagic,
    StopClaiming,
)
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.grid import cells_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.rules.craft import check_craft
from fujikoro_nb.engine.fujikoro.rules.rest import REST_GAME
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Answer, Event, Illegal, Record, Refusal
from fujikoro_nb.rulebook.rules import rule as rule_of
from fujikoro_nb.texts import event_sentence, refusal_sentence
from tests.oracles import gear as oracle
from tests.support.sampling import examples
from tests.support.strategies import (
    BONUSES,
    SLOTS_AND_MORE,
    answers,
    boards,
    crafts,
    drawing_of,
    hostile_crafts,
    rests,
)

LAW = settings(
    max_examples=examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
STATE = msgspec.json.Decoder(CraftingState)
ANSWER = msgspec.json.Decoder(CraftingAnswer)
ID = re.compile(r"[a-z]+(\.[a-z0-9-]+)+")


def seat_of(state: CraftingState) -> int:
    """Whose boards answers are drawn from: the seat of the top frame, or seat 0."""
    return int(getattr(state.agenda[-1], "seat", 0)) if state.agenda else 0


def universe(state: CraftingState) -> list[Answer]:
    """Every answer that could be meant, other than the crafts."""
    found: list[Answer] = [CraftNothing(), StopClaiming()]
    found += [PlaceMagic(part) for part in ("left", "right", "both", "sandals", "")]
    names = [*(card.id for card in state.display), "no-such-card"]
    found += [ClaimCard(name, slot, bonus) for name in names for slot in SLOTS_AND_MORE for bonus in BONUSES]
    return found


def cubes_on(board: Board) -> Counter[str]:
    """All resource cubes of a board."""
    heaps = [board.gear.layout(kind).cubes for kind in GearKind]
    return Counter("".join(str(heap) for heap in [*heaps, board.backpack.cubes]))


def walk(data: st.DataObject, state: CraftingState) -> list[tuple[CraftingState, Answer, tuple[Event, ...]]]:
    """Random answers until nothing is asked; legal ones are played, the others checked and refused."""
    step = REST_GAME.start(state)
    steps = []
    while REST_GAME.question(step.state) is not None:
        before = step.state
        answer = data.draw(answers(before, seat_of(before)))
        if REST_GAME.check(before, answer) is not None:
            options = list(REST_GAME.options(before))
            answer = data.draw(st.sampled_from(options))
        step = REST_GAME.step(before, answer)
        steps.append((before, answer, step.events))
    steps.append((step.state, CraftNothing(), ()))
    return steps


def assert_cited(cited: Event | Refusal) -> None:
    """It names a rule of the rulebook and can be said in words."""
    assert ID.fullmatch(cited.rule), cited
    assert rule_of(cited.rule).id == cited.rule
    sentence = event_sentence(cited) if isinstance(cited, Event) else refusal_sentence(cited)
    assert sentence.endswith(".")


@LAW
@given(st.data(), rests())
def test_law_options_and_check_agree(data: st.DataObject, start: CraftingState) -> None:
    for state, _, _ in walk(data, start)[:-1]:
        options = REST_GAME.options(state)
        listed = list(options)
        assert len(options) == len(listed) == len(set(listed))
        candidates = [*universe(state), *(data.draw(crafts(state.boards[seat_of(state)])) for _ in range(2))]
        for answer in candidates:
            is_legal = REST_GAME.check(state, answer) is None
            assert (answer in options) == is_legal, answer
            if options.is_complete:
                assert (answer in listed) == is_legal
        for answer in listed[:40]:
            assert REST_GAME.check(state, answer) is None
        assert "no answer" not in options
        assert options.is_complete or CraftNothing() in listed


@LAW
@given(st.data(), rests())
def test_law_step_is_a_function_and_refusals_change_nothing(
    data: st.DataObject, start: CraftingState
) -> None:
    for state, answer, events in walk(data, start)[:-1]:
        first, second = REST_GAME.step(state, answer), REST_GAME.step(state, answer)
        assert first == second
        assert first.events == events
        other = data.draw(answers(state, seat_of(state)))
        refusal = REST_GAME.check(state, other)
        if refusal is not None:
            frozen = msgspec.json.encode(state)
            with pytest.raises(Illegal) as error:
                REST_GAME.step(state, other)
            assert error.value.refusals == (refusal,)
            assert msgspec.json.encode(state) == frozen


@LAW
@given(st.data(), rests())
def test_law_json_round_trip(data: st.DataObject, start: CraftingState) -> None:
    for state, answer, _ in walk(data, start):
        assert STATE.decode(msgspec.json.encode(state)) == state
        assert ANSWER.decode(msgspec.json.encode(answer)) == answer
        again = STATE.decode(msgspec.json.encode(state))
        assert REST_GAME.check(again, answer) == REST_GAME.check(state, answer)
        assert hash(again) == hash(state)


@LAW
@given(st.data(), rests())
def test_law_conserved(data: st.DataObject, start: CraftingState) -> None:
    """Cubes, the supply counted through what events say is lost; discs; cards; blueprints; green cubes."""
    steps = walk(data, start)
    for (before, answer, events), (after, _, _) in pairwise(steps):
        gone: Counter[str] = Counter()
        for event in events:
            said = dict(event.data)
            gone.update(str(said["cube"]) if event.kind == "wasted" else "")
            gone.update(str(said["cubes"]) if event.kind == "thrown" else "")
        everything = sum(map(cubes_on, before.boards), Counter())
        assert everything == sum(map(cubes_on, after.boards), Counter()) + gone
        for one, other in zip(before.boards, after.boards, strict=True):
            assert sorted(one.backpack.discs) == sorted(other.backpack.discs)
            assert (one.monk_spots, one.blueprints, one.lost_blueprints, one.limits) == (
                other.monk_spots,
                other.blueprints,
                other.lost_blueprints,
                other.limits,
            )
            assert set(one.cards) <= set(other.cards)
        cards = [
            sorted(
                [*(card.id for card in state.display), *(mine.card for b in state.boards for mine in b.cards)]
            )
            for state in (before, after)
        ]
        assert cards[0] == cards[1]
        green = [
            sum(board.gear.is_magical(kind) for board in state.boards for kind in GearKind)
            for state in (before, after)
        ]
        happened = Counter(event.kind for event in events)
        assert green[1] - green[0] == happened["magic-gained"] - happened["magic-lost"]
        assert after.rulings == before.rulings
        if not isinstance(answer, CraftGear):
            assert [board.backpack for board in after.boards] == [board.backpack for board in before.boards]


@LAW
@given(st.data(), rests())
def test_law_everything_cites_a_rule_and_has_a_sentence(data: st.DataObject, start: CraftingState) -> None:
    for state, _, events in walk(data, start):
        for event in events:
            assert_cited(event)
        for answer in (*universe(state), data.draw(answers(state, seat_of(state)))):
            refusal = REST_GAME.check(state, answer)
            if refusal is not None:
                assert_cited(refusal)
        question = REST_GAME.question(state)
        assert question is None or rule_of(question.rule).id == question.rule


@LAW
@given(st.data(), rests())
def test_law_every_frame_is_over_once(data: st.DataObject, start: CraftingState) -> None:
    kinds = Counter(event.kind for _, _, events in walk(data, start) for event in events)
    assert kinds["action-over"] == 1
    assert kinds["claim-over"] == 1
    assert kinds["crafted"] + kinds["craft-nothing"] == 1


@LAW
@given(st.data(), rests())
def test_law_undo_redo_and_replay(data: st.DataObject, start: CraftingState) -> None:
    record = Record(start)
    state = REST_GAME.start(start).state
    while REST_GAME.question(state) is not None:
        options = REST_GAME.options(state)
        answer = data.draw(st.one_of(crafts(state.boards[seat_of(state)]), st.sampled_from(list(options))))
        if answer not in options:
            continue
        longer, _ = record.play(REST_GAME, answer)
        assert longer.undo() == record
        assert longer.undo().play(REST_GAME, answer)[0] == longer
        assert not longer.entries[len(record.entries)].automatic
        record = longer
        state, events = record.replay(REST_GAME)
        assert record.replay(REST_GAME) == (state, events)
    saved = msgspec.json.decode(
        msgspec.json.encode([entry.answer for entry in record.entries]), type=list[CraftingAnswer]
    )
    assert saved == [entry.answer for entry in record.entries]


def is_craft_legal(board: Board, craft: CraftGear) -> bool:
    """The oracle's opinion of a craft that consists of cubes at all."""
    planes = (craft.layout.wood, craft.layout.metal, craft.layout.tooth)
    heaps = (craft.backpack.lower.cubes, craft.backpack.upper.cubes, craft.thrown)
    numbers = [count for heap in heaps for count in (heap.wood, heap.metal, heap.tooth)]
    if min(planes) < 0 or planes[0] & planes[1] or (planes[0] | planes[1]) & planes[2]:
        return False
    if not all(0 <= count <= 40 for count in numbers):
        return False
    if sorted(craft.backpack.lower.discs + craft.backpack.upper.discs) != sorted(
        board.backpack.lower.discs + board.backpack.upper.discs
    ):
        return False
    cell = craft.magic_at
    is_moved = (
        craft.kind == "weapon" and board.gear.weapon_magic is not None and cell is not None and cell >= 0
    )
    if cell is not None and not (is_moved and any(plane >> cell & 1 for plane in planes)):
        return False
    return oracle.is_craft_legal(
        kind=str(craft.kind),
        old=drawing_of(board.gear.layout(craft.kind)),
        new=drawing_of(craft.layout),
        had=str(board.backpack.cubes),
        lower=str(craft.backpack.lower.cubes),
        upper=str(craft.backpack.upper.cubes),
        wasted=str(craft.wasted or ""),
        thrown=str(craft.thrown),
        discs=(len(craft.backpack.lower.discs), len(craft.backpack.upper.discs)),
        who=board.limits.character,
        monks=board.monk_spots,
        area=board.limits.area_size(craft.kind),
    )


@settings(LAW, max_examples=examples(300))
@given(st.data(), boards())
def test_law_a_craft_is_legal_exactly_when_the_oracle_says_so(data: st.DataObject, board: Board) -> None:
    craft = data.draw(crafts(board))
    assert (check_craft(board, craft, rulings=ADOPTED) is None) == is_craft_legal(board, craft)


@settings(LAW, max_examples=examples(300))
@given(st.data(), boards())
def test_law_hostile_crafts_are_refused(data: st.DataObject, board: Board) -> None:
    """Negative masks and heaps, huge numbers, two cubes on one cell: judged like anything else, never an error."""
    craft = data.draw(hostile_crafts(board))
    refusal = check_craft(board, craft, rulings=ADOPTED)
    assert (refusal is None) == is_craft_legal(board, craft)
    if refusal is not None:
        assert_cited(refusal)


@LAW
@given(boards(), st.one_of(st.integers(), st.integers(-60, 60), st.sampled_from([2**63, 10**18])))
def test_law_the_green_cube_is_moved_only_onto_a_cube(board: Board, cell: int) -> None:
    """On a magical weapon left as it is, every cell without a cube is refused, however wild its number."""
    assume(board.gear.weapon)
    first = next(cells_of(board.gear.weapon.occupied))
    for magic in (None, first):
        here = msgspec.structs.replace(board, gear=msgspec.structs.replace(board.gear, weapon_magic=magic))
        craft = CraftGear(GearKind.WEAPON, here.gear.weapon, here.backpack, magic_at=cell)
        is_on_a_cube = cell in list(cells_of(here.gear.weapon.occupied))
        assert (check_craft(here, craft, rulings=ADOPTED) is None) == (magic is not None and is_on_a_cube)


@LAW
@given(st.data(), rests())
def test_law_seats_that_do_not_rest_keep_their_boards(data: st.DataObject, start: CraftingState) -> None:
    """Only the magic check touches the others."""
    seat = seat_of(start)
    assume(len(start.boards) > 1)
    steps = walk(data, start)
    last = steps[-1][0]
    for index, (before, after) in enumerate(zip(start.boards, last.boards, strict=True)):
        if index != seat:
            assert before.backpack == after.backpack
            for kind in GearKind:
                assert before.gear.layout(kind) == after.gear.layout(kind)
            assert before.cards == after.cards


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "boots"},
        {"kind": None},
        {"layout": {"wood": 1.5}},
        {"layout": {"wood": True}},
        {"layout": {"magic": 1}},
        {"layout": []},
        {"wasted": "G"},
        {"wasted": ["W"]},
        {"thrown": "WW"},
        {"magic_at": "0"},
        {"backpack": {"lower": {"discs": "monk"}}},
        {"cheat": True},
        {"type": "CraftEverything"},
    ],
)
def test_an_answer_of_the_wrong_kind_never_reaches_the_rules(change: dict[str, object]) -> None:
    """Outside input is decoded; what is no craft is refused there."""
    craft = {"type": "CraftGear", "kind": "helmet", "layout": {"wood": 1}, "backpack": {}}
    assert ANSWER.decode(msgspec.json.encode(craft))
    with pytest.raises(msgspec.ValidationError):
        ANSWER.decode(msgspec.json.encode(craft | change))

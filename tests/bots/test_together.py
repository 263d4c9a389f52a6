"""Bots in a group: they end by the rules, play for the goals, say why, and see only what their seat may see."""

from __future__ import annotations

import gc
import time
from collections import Counter
from functools import cache

import msgspec
import pytest

from fujikoro_nb.bots import HeuristicBot, bots_of, new_session, play_out, why_sentence
from fujikoro_nb.bots.bot import Choice, why
from fujikoro_nb.bots.chances import Chances
from fujikoro_nb.bots.crafts import best_craft
from fujikoro_nb.bots.goals import EXPLORE, FIGHT, GATHER, Goal, Outlook
from fujikoro_nb.bots.together.aims import LURE, MEET, SEEK, aims, blueprint_worth, ground_worth
from fujikoro_nb.bots.together.clock import LEAST, care
from fujikoro_nb.bots.together.plan import Phase, Plan, Threats
from fujikoro_nb.bots.together.routes import bait, waiting_spaces
from fujikoro_nb.bots.together.strength import Arm, arm_of, forecast
from fujikoro_nb.bots.together.turns import DISC, KEPT, Turns
from fujikoro_nb.bots.together.worth import GROUP
from fujikoro_nb.content import house_pack
from fujikoro_nb.engine.fujikoro.asked.game import Act, DoPart, Move
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Peeked
from fujikoro_nb.engine.fujikoro.board.geometry import SPACES, SpaceId, neighbours, space
from fujikoro_nb.engine.fujikoro.board.player import OwnedCard
from fujikoro_nb.engine.fujikoro.games import game_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.modes import COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.group.rounds import last_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.engine.kernel import Question, Seat, Seeded, Session
from fujikoro_nb.odds import Foe, QuickOdds, Samurai
from fujikoro_nb.texts import LANGUAGES
from tests.support.gear_positions import board
from tests.support.groups import group
from tests.support.sampling import sample

PACK = house_pack()
DICE = tuple(PACK.dice)
DRAGONS = {dragon.id: dragon for dragon in PACK.dragons}
WHITE = DRAGONS["house-dragon-white-1"]
BLUE = DRAGONS["house-dragon-blue-1"]
FIGHTS = ("prey", "far-prey", "lure", "strike", "far-strike", "join-together", "stay-out-together")
"""Reasons that rest on how a fight will go."""
SLOWEST = 0.5
"""Seconds of the processor that one move may take."""


@cache
def heard_in(
    players: int, seed: int
) -> tuple[Session[GameState], list[tuple[GameState, Question, Choice, float]]]:
    """A game of a group of bots, and each choice with what the seat saw and how long it thought."""
    mode = SOLO.name if players == 1 else COOP.name
    session = new_session(players=players, seed=f"heard {seed}", mode=mode)
    heard: list[tuple[GameState, Question, Choice, float]] = []

    class Timed:
        def __init__(self) -> None:
            self.inner = HeuristicBot()

        def choose(self, game: object, view: GameState, question: Question) -> Choice:
            began = time.process_time()
            choice = self.inner.choose(session.game, view, question)
            heard.append((view, question, choice, time.process_time() - began))
            return choice

    # What thousands of other tests have left in memory is not for a bot's move to be swept through, nor afterwards.
    gc.collect()
    gc.freeze()
    play_out(session, [Timed() for _ in range(players)])
    return session, heard


@pytest.mark.parametrize("players", [1, 3, *sample((2, 6), 1)])
def test_a_group_of_bots_ends_by_the_rules(players: int) -> None:
    """In at most 28 rounds, 33 alone; no move takes half a second (coop.rounds.limit)."""
    session, heard = heard_in(players, 1)
    party = session.state.party
    assert party is not None and party.outcome in ("won", "lost-life", "lost-time")
    assert party.round <= last_of(session.state) == (33 if players == 1 else 28)
    assert max(spent for *_, spent in heard) < SLOWEST


def test_bots_do_what_a_group_needs() -> None:
    """They explore, build, go to temples for blueprints and get magic, and take what dragons leave."""
    told: Counter[str] = Counter()
    for seed in (1, 2):
        session, _ = heard_in(3, seed)
        told += Counter(event.kind for line in session.lines for event in line.events)
    for kind in ("tile-laid", "crafted", "gathers", "magic-gained", "dragon-defeated"):
        assert told[kind], (kind, told)


def test_every_choice_of_a_group_has_its_reason_in_every_language() -> None:
    keys = set()
    for players in (1, 3):
        for _, _, choice, _ in heard_in(players, 1)[1]:
            if choice.why.key in keys:
                continue
            keys.add(choice.why.key)
            for language in LANGUAGES:
                sentence = why_sentence(choice.why, language=language)
                assert sentence and "{" not in sentence and not sentence.endswith(".")
    assert {"explore", "gather", "craft", "first-card", "first-player"} <= keys


def test_no_reason_of_a_group_states_a_chance() -> None:
    """A forecast is up to 18 points off where several fight: good to choose by, not to be told as a number."""
    heard = [choice for game in ((1, 1), (3, 1), (3, 2)) for _, _, choice, _ in heard_in(*game)[1]]
    assert {"prey", "join-together"} <= {choice.why.key for choice in heard}
    assert not [choice for choice in heard if "percent" in dict(choice.why.data)]
    for language in LANGUAGES:
        for key in FIGHTS:
            sentence = why_sentence(why(key), language=language)
            assert "{" not in sentence and not set(sentence) & set("%0123456789"), sentence


def test_a_bot_of_a_group_is_shown_what_its_seat_may_see() -> None:
    """Whenever it is asked: not the whole position, but the view of its own seat."""
    new = new_session(players=3, seed="seen", mode=COOP.name)
    tile = next(one for one in new.state.piles.tiles if one.level == "II")
    start = msgspec.structs.replace(new.state, peeked=(Peeked("II", tile, (Seat(1),)),))
    session = Session(new.game, start, dealer=Seeded("seen"))
    hidden: Counter[Seat] = Counter()

    class Watched:
        def __init__(self, seat: Seat) -> None:
            self.seat, self.inner = seat, HeuristicBot()

        def choose(self, game: object, view: GameState, question: Question) -> Choice:
            assert question.seat == self.seat
            assert view == session.game.view_for(session.state, self.seat)
            hidden[self.seat] += view != session.state
            return self.inner.choose(session.game, view, question)

    play_out(session, [Watched(Seat(number)) for number in range(3)], most_turns=12)
    assert min(hidden[Seat(0)], hidden[Seat(2)]) > 5
    assert not hidden[Seat(1)], "it has looked at that tile itself"


def test_a_bot_of_a_group_answers_the_same_again() -> None:
    session, heard = heard_in(2, 1)
    for view, question, choice, _ in heard[::25]:
        assert HeuristicBot().choose(session.game, view, question) == choice


# ---- strength


def test_one_alone_is_judged_by_the_health_at_the_solo_symbol() -> None:
    """coop.combat.health-solo-icon: 18 of the first red dragon, not the 27 that three meet."""
    red = DRAGONS["house-dragon-red-1"]
    gear = board(weapon="WWWWW:MMM/M....:...", helmet="MMMM/MMMM", monks=("weapon",))
    state = group(gear, mode=SOLO, tiles={"I-1": "......."}, dragons={"I-1": red}).state
    samurai = msgspec.structs.replace(Samurai.of(gear, rulings=ADOPTED), monk_spots=())
    faces = {die.material: die for die in state.dice}
    expected = QuickOdds(samurai, faces).win(Foe(18, red.initiative, red.dice))
    assert Chances()(state, Seat(0), red) == pytest.approx(expected)
    assert expected > 2 * QuickOdds(samurai, faces).win(Foe(27, red.initiative, red.dice))


def test_a_forecast_is_near_the_odds() -> None:
    """Against the quick odds of one samurai, whose weapon has wood to spare."""
    faces = {die.material: die for die in DICE}
    for weapon, helmet, foe in (
        ("WWWWW:MMM", "MMMM/MM..", (8, 6, 3)),
        ("WWWWW:MMM/M....:...", "MMMM/MMM.", (12, 9, 4)),
        ("WWWWW:MMM/MM...:...", "MMMM/MMMM", (18, 9, 5)),
    ):
        gear = board(weapon=weapon, helmet=helmet, monks=("weapon",))
        health, first, rolls = foe
        found = forecast([arm_of(gear, DICE, ADOPTED)], health, rolls, first, DICE, is_defence=False)
        exact = QuickOdds(Samurai.of(gear, rulings=ADOPTED), faces).win(Foe(*foe))
        assert abs(found.win - exact) < 0.1, (weapon, found, exact)


def test_a_forecast_knows_certain_fights() -> None:
    strong, weak = Arm(30.0, 4.0, 0.8, 40, 12), Arm(0.5, 0.2, 0.5, 0, 2)
    won = forecast([strong], 8, 3, 5, DICE, is_defence=False)
    assert won.win > 0.999 and won.fallen[0] < 0.001
    lost = forecast([weak], 60, 6, 12, DICE, is_defence=False)
    assert lost.win < 0.001 and lost.fallen[0] > 0.99


@pytest.mark.parametrize("fighters", [1, 2, 3])
def test_whom_the_white_dragon_comes_to_strikes_first_in_a_tie(fighters: int) -> None:
    """coop.dragon.samurai-defend-ties: worth a whole round of attacks to who has its initiative."""
    arms = [Arm(11.0, 8.0, 0.8, 18, WHITE.initiative)] * fighters
    health = {1: 25, 2: 40, 3: 60}[fighters]
    waits = forecast(arms, health, WHITE.dice, WHITE.initiative, DICE, is_defence=True)
    attacks = forecast(arms, health, WHITE.dice, WHITE.initiative, DICE, is_defence=False)
    assert waits.win > attacks.win + 0.2
    slow = [Arm(11.0, 8.0, 0.8, 18, WHITE.initiative - 1)] * fighters
    same = forecast(slow, health, WHITE.dice, WHITE.initiative, DICE, is_defence=True)
    assert same.win == forecast(slow, health, WHITE.dice, WHITE.initiative, DICE, is_defence=False).win


# ---- the plan


def test_a_weak_samurai_keeps_out_of_a_dragons_reach() -> None:
    """A loose dragon beside a tile is a danger there, asleep it is none, and nobody is seen on the central tile."""
    tiles = {"I-1": ".......", "I-2": "......."}
    state = group(board(), board(), tiles=tiles, dragons={"I-1": BLUE}).state
    assert state.party is not None
    for asleep, is_danger in (((), True), ((BLUE.id,), False)):
        party = msgspec.structs.replace(state.party, asleep=asleep)
        threats = Threats(Plan(state.with_party(party)))
        assert bool(threats.risk(Seat(0), SpaceId("I-2.1"))) is is_danger, asleep
        assert threats.risk(Seat(0), SpaceId("centre")) == 0


def test_a_strong_group_waits_for_the_white_dragon_on_one_tile() -> None:
    """Everybody can be on a tile beside it in this round: they go there, and the plan says to wait."""
    gear = board(weapon="WWWWW:MMM/MMMM.:...", helmet="MMMM/MMMM", sandals="MM/M.", monks=("weapon",))
    magical = msgspec.structs.replace(
        gear, gear=msgspec.structs.replace(gear.gear.with_magic("weapon", 0), helmet_magic=True)
    )
    tiles = {"I-1": ".......", "I-2": "......."}
    game = group(magical, magical, magical, tiles=tiles, dragons={"I-2": WHITE}, round_number=10)
    plan = Plan(game.state)
    assert plan.phase == Phase.MEET and plan.lure >= plan.attack
    goals = list(aims(plan, Seat(0)))
    waits = {goal.at for goal in goals if goal.kind == LURE}
    assert waits and {space(at).place for at in waits} == {"I-1"}
    assert not [goal for goal in goals if goal.kind == MEET]


def test_a_bare_group_does_not_go_for_the_white_dragon() -> None:
    tiles = {"I-1": ".......", "I-2": "......."}
    game = group(board(), board(), tiles=tiles, dragons={"I-2": WHITE}, round_number=3)
    plan = Plan(game.state)
    assert plan.phase == Phase.GROW
    assert {goal.kind for goal in aims(plan, Seat(0))} >= {EXPLORE}


def test_new_ground_is_explored_on_the_way_to_a_temple() -> None:
    """At the beginning each of a group goes to a temple, and what lies on the way is worth most."""
    session = new_session(players=3, seed="way", mode=COOP.name)
    bots = bots_of(["heuristic"], players=3, seed=1)
    while session.question is not None and session.question.kind != "act":
        question = session.question
        session.play(
            bots[question.seat].choose(session.game, session.view_for(question.seat), question).answer
        )
    question = session.question
    assert question is not None
    view = session.view_for(question.seat)
    outlook = Outlook(view, question.seat, aims(Plan(view), question.seat))
    worths = sorted(goal.worth for goal in outlook.all_here(EXPLORE))
    assert worths[-1] > worths[0]
    assert bots[question.seat].choose(session.game, view, question).answer in (Act("explore"), Act("gather"))


# ---- a turn as a whole

NO_DANGER = {"I-1": 0.0}


def turns_of(state: GameState, goals: list[Goal], dangers: dict[str, float] | None = None) -> Turns:
    """What the first seat makes of its turn: two steps a move, and a rest that brings nothing."""
    known = dangers or NO_DANGER

    def danger(at: SpaceId, is_won: bool) -> float:
        return 0.0 if is_won else known.get(space(at).place, 0.0)

    by_space: dict[SpaceId, list[Goal]] = {}
    for goal in goals:
        by_space.setdefault(goal.at, []).append(goal)
    return Turns(state, Seat(0), by_space, danger, steps=2, rest=0.0)


def test_two_actions_of_a_turn_are_worth_what_both_bring() -> None:
    state = group(board(), tiles={"I-1": "......."}).state
    goals = [
        Goal(GATHER, SpaceId("centre"), 3.0, thing="resources"),
        Goal(EXPLORE, SpaceId("centre"), 2.0, thing="I-3"),
    ]
    turns = turns_of(state, goals)
    worth, first = turns.followed(SpaceId("centre"), (), 3, 2)
    # What the centre gives comes again next turn: one action from then.
    assert worth == pytest.approx(3.0 + 2.0 - 2 * DISC + 3.0 * KEPT)
    assert first in goals
    assert turns.followed(SpaceId("centre"), (), 1, 2)[0] < worth, "one disc is enough for one of them"


def test_what_is_far_is_worth_less_with_each_action_and_nothing_behind_a_dragon() -> None:
    tiles = {"I-1": ".......", "II-1": "......."}
    free = group(board(), tiles=tiles).state
    far = Goal(EXPLORE, SpaceId("II-1.0"), 10.0, thing="III-1")
    promised = turns_of(free, [far]).field.promise(SpaceId("centre")).worth
    assert 0 < promised < 10.0 * KEPT
    assert turns_of(free, [far]).field.promise(SpaceId("I-1.0")).worth > promised
    barred = group(board(), tiles=tiles, dragons={"I-1": BLUE}).state
    assert turns_of(barred, [far]).field.promise(SpaceId("centre")).worth == 0


def test_a_danger_counts_where_the_turn_ends_and_not_on_the_way() -> None:
    """Out to gather and back home with the second action."""
    state = group(board(), tiles={"I-1": "......."}).state
    beside = next(one.id for one in SPACES if one.place == "I-1" and "centre" in neighbours(one.id))
    goals = [Goal(GATHER, beside, 4.0, thing="monk")]
    ending, _ = turns_of(state, goals, {"I-1": 50.0}).followed(beside, (), 3, 1)
    assert ending > -5.0, "it can go back"
    assert turns_of(state, goals, {"I-1": 50.0}).ended(beside)[0] < -40.0


def test_one_on_the_tile_is_bait_enough_while_the_others_are_hidden_beside_it() -> None:
    """Who stands on the central tile is seen by no dragon and joins by a step (coop.dragon.join-defence)."""
    gear = board(weapon="WWWWW:MMM/MMMM.:...", helmet="MMMM/MMMM", sandals="MM/M.", monks=("weapon",))
    tiles = {"I-1": ".......", "I-2": "......."}
    game = group(gear, gear, tiles=tiles, dragons={"I-2": WHITE}, round_number=10)
    plan = Plan(game.state)
    tile = bait(plan, Seat(0))
    assert tile == "I-1"
    assert {space(at).place for at in waiting_spaces(plan, Seat(0), tile)} == {"I-1"}, (
        "somebody has to be seen"
    )
    seen = next(one.id for one in SPACES if one.place == "I-1")
    baited = Plan(game.state.moved(Seat(1), seen))
    assert "centre" in set(waiting_spaces(baited, Seat(0), tile))


def test_dragons_are_hunted_with_those_who_stand_beside_them() -> None:
    """A green dragon is too much for one and worth a fight of three."""
    green = DRAGONS["house-dragon-green-1"]
    gear = board(weapon="WWWWW:MMM", helmet="MM../....", monks=("weapon",))
    for others, is_prey in (((board(),), False), ((gear, gear), True)):
        state = group(gear, *others, tiles={"I-1": "......."}, dragons={"I-1": green}).state
        fights = [goal for goal in aims(Plan(state), Seat(0)) if goal.kind == FIGHT]
        assert bool(fights) is is_prey, others


def test_who_has_no_magic_knows_what_it_lacks() -> None:
    sandals = next(one for one in PACK.blueprints if one.id == "house-blueprint-sandals-1")
    bare = board(sandals="M./..", lower="M", blueprints=(sandals,))
    lacking = Plan(group(bare, board()).state).lacking(Seat(0))
    assert lacking is not None
    assert len(lacking) == max(0, sandals.pattern.cubes.metal - 2) + sandals.pattern.cubes.wood


def test_every_blueprint_of_a_kind_is_looked_at() -> None:
    """coop.blueprint.unlimited: the second pair of sandals can be built, the first cannot."""
    pairs = {one.id: one for one in PACK.blueprints if one.kind == "sandals"}
    second = pairs["house-blueprint-sandals-1"]
    first = next(one for one in pairs.values() if one.pattern.cubes.tooth)
    here = board(lower="MMM", blueprints=(first, second))
    found = best_craft(group(here, board()).state, Seat(0), GROUP)
    assert found is not None and found.card == second.id


def test_what_is_beside_is_explored_before_the_card_lets_walk_on() -> None:
    """A step first would lead away from what the action was chosen for."""
    card = next(one for one in PACK.gear_cards if one.kind == "sandals")
    owned = OwnedCard(card.id, card.kind, "explore", card.bonus)
    here = msgspec.structs.replace(board(sandals="WW/W."), cards=(owned,))
    position = group(here, board(), tiles={"I-1": "......."})
    position.play(Act("explore"))
    assert position.asked == "part"
    game = game_of(position.state)
    question = game.question(position.state)
    assert question is not None
    assert HeuristicBot().choose(game, position.state, question).answer == DoPart("main")


def test_a_meeting_place_stays_one_while_who_goes_there_is_walking() -> None:
    """The steps of the move that has begun count: nobody goes out as bait for friends who then stay at home."""
    gear = board(weapon="WWWWW:MMM/MMMM.:...", helmet="MMMM/MMMM", sandals="MM/M.", monks=("weapon",))
    tiles = {"I-1": ".......", "I-2": ".......", "I-6": "......."}
    position = group(gear, gear, tiles=tiles, dragons={"I-2": WHITE}, round_number=10)
    near = next(
        one.id for one in SPACES if one.place == "I-6" and any(to[:3] == "I-1" for to in neighbours(one.id))
    )
    state = position.state.moved(Seat(1), SpaceId("I-1.0")).moved(Seat(0), near)
    for seat, discs in ((Seat(0), 1), (Seat(1), 0)):
        state = state.with_fighter(seat, msgspec.structs.replace(state.boards[seat], discs=discs))
    game = game_of(state)
    before = bait(Plan(state), Seat(0))
    walking = game.step(state, Act("move")).state
    assert any(isinstance(frame, Move) for frame in walking.agenda)
    assert before is not None and bait(Plan(walking), Seat(0)) == before


# ---- the clock


def test_dangers_count_less_the_less_time_there_is() -> None:
    """Who waits until nothing is dangerous has lost as well: whole care at first, the least at the end."""
    found = []
    for number in range(1, 29):
        state = group(board(), board(), tiles={"I-1": "......."}, round_number=number).state
        found.append(care(Plan(state), Seat(0)))
    assert found == sorted(found, reverse=True)
    assert (found[0], found[-1]) == (1.0, LEAST)


def test_who_has_its_magic_has_more_time_to_spare() -> None:
    """What is done need not be counted back from the clock."""
    weapon = next(one for one in PACK.blueprints if one.id == "house-blueprint-weapon-1")
    bare = board(weapon="WM/MW")
    holds = msgspec.structs.replace(bare, blueprints=(weapon,))
    magical = msgspec.structs.replace(holds, gear=holds.gear.with_magic("weapon", 0))
    cares = [
        care(Plan(group(one, board(), tiles={"I-1": "......."}, round_number=14).state), Seat(0))
        for one in (bare, holds, magical)
    ]
    assert cares[0] <= cares[1] < cares[2]


def test_a_weak_samurai_lets_the_white_dragon_lie_while_there_is_time() -> None:
    """On the outer ring red ones lie as well, and a tile that nobody uncovers hunts nobody."""
    weak = board()
    strong = board(weapon="WWWWW:MMM/MMMM.:...", helmet="MMMM/MMMM", monks=("weapon",))
    end = 28 - SEEK
    worths = {
        (name, number): ground_worth(
            Plan(group(gear, board(), tiles={"I-1": "......."}, round_number=number).state), Seat(0), "III-1"
        )
        for name, gear in (("weak", weak), ("strong", strong))
        for number in (end - 1, end)
    }
    assert worths["strong", end - 1] > 3 * worths["weak", end - 1]
    assert worths["weak", end] > 3 * worths["weak", end - 1]


def test_one_alone_goes_for_every_blueprint() -> None:
    """solo.goal.full-set-alone: nobody else brings what it leaves at a temple."""
    alone = blueprint_worth(Plan(group(board(), mode=SOLO).state), Seat(0), GearKind.SANDALS)
    helped = blueprint_worth(Plan(group(board(), board()).state), Seat(0), GearKind.SANDALS)
    assert alone > helped + 10


def test_a_tooth_waits_for_the_blueprint_that_needs_it() -> None:
    """In the weapon it would strike harder, and the sandals would never become magical."""
    sandals = next(one for one in PACK.blueprints if one.id == "house-blueprint-sandals-7")
    here = board(weapon="WWM", helmet="MM../....", lower="T", blueprints=())
    free = best_craft(group(here, mode=SOLO).state, Seat(0), GROUP)
    assert free is not None and free.craft.layout.cubes.tooth == 1
    waits = board(weapon="WWM", helmet="MM../....", lower="T", blueprints=(sandals,))
    kept = best_craft(group(waits, mode=SOLO).state, Seat(0), GROUP)
    assert kept is None or kept.craft.kind == GearKind.SANDALS or not kept.craft.layout.cubes.tooth


def test_only_a_card_is_acted_for_because_of_its_bonus() -> None:
    """Of every action that is weighed, also those that are not chosen: a page tells the next best ones as well."""
    _, heard = heard_in(1, 1)
    bot, told = HeuristicBot(), Counter[str]()
    for view, question, _, _ in heard:
        if question.kind != "act":
            continue
        fields = {card.slot for card in view.boards[question.seat].cards}
        game = game_of(view)
        legal = list(game.options(view))
        for weighed in bot.play_for(view).weigh_acts((game, view, question), legal):
            told[weighed.reason.key] += 1
            if weighed.reason.key == "bonus":
                assert isinstance(weighed.answer, Act) and weighed.answer.field in fields
    assert told["nothing-better"] >= 4

"""Scenario 7, the three fallen samurai: guards without a seat, who decide by a fixed rule, keep their damage and their
temples; all of them beaten, and out by the secret exit with three magical pieces."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from fujikoro_nb.bots import bots_of, new_session, play_out
from fujikoro_nb.content import Pack
from fujikoro_nb.engine.fujikoro.asked.fight import Duel, PayDamage, Retreat, StealBlueprint
from fujikoro_nb.engine.fujikoro.asked.game import Act, Described, Walk
from fujikoro_nb.engine.fujikoro.board.geometry import TEMPLES
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.board.scene import Guard
from fujikoro_nb.engine.fujikoro.characters import character, person
from fujikoro_nb.engine.fujikoro.components import Provenance
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.worn import initiative
from fujikoro_nb.engine.fujikoro.modes import SOLO
from fujikoro_nb.engine.fujikoro.rules.fights.hostile import charmed, decided, rested
from fujikoro_nb.engine.fujikoro.rules.fights.suffer import payments_by_cells
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.eruption import revival_places
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import is_exit_open
from fujikoro_nb.engine.fujikoro.rules.scenes.guards import dressed, is_wearable
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal, Seat, Seeded, Session
from fujikoro_nb.play.seats import GameSession
from fujikoro_nb.texts import LANGUAGES, say
from fujikoro_nb.views.game.ahead import fights_ahead
from fujikoro_nb.views.game.duel import ComingGuard, guard_chances, guard_words
from fujikoro_nb.views.game.group import goals_view
from fujikoro_nb.views.game.result import results_view
from fujikoro_nb.views.game.words import Words
from fujikoro_nb.views.map.picture import map_picture
from tests.support.game_positions import HOUSE, Realm, realm
from tests.support.gear_positions import HELMET, SANDALS, WEAPON, adopted_but, blueprint, board, gear_of
from tests.support.groups import goals_of, lives_of

GUARD = Seat(1)
"""How the guard of the first temple fights beside one player."""

BESIDE = "III-4.3"
LAND = {"III-4": ".......", "III-5": ".......", "II-4": "......."}
PLANS = (
    blueprint(HELMET, "MW/.M", "helm"),
    blueprint(WEAPON, "WWM", "blade"),
    blueprint(SANDALS, "MM", "shoes"),
)
HELMET_ONLY = adopted_but("scenario.7.solo.damage-persists", "helmet-only")
HERO = board(weapon="WWMMM", helmet="MMMM/M")


def guard(weapon: str = "WWM", helmet: str = "MW/.M", plans: tuple[object, ...] = PLANS) -> Board:
    """A guard's board; its gear is magical where it shows its blueprint."""
    worn = gear_of(weapon=weapon, helmet=helmet, sandals="MM")
    cards = {"gear": worn, "blueprints": plans, "discs": 0}
    bare = msgspec.structs.replace(board(discs=[one.id for one in PLANS]), **cards)
    return charmed(bare, ADOPTED)


def fallen(
    *guards: Board, hero: Board = HERO, rulings: Rulings = ADOPTED, beaten: int = 0, **more: object
) -> Realm:
    """One player beside the first temple, and three guards: these, then plain ones; the last ones may be beaten."""
    boards = [*guards, *(guard() for _ in range(3 - len(guards)))]
    stand = tuple(Guard(one, is_beaten=3 - number <= beaten) for number, one in enumerate(boards))
    known: dict[str, object] = {
        "mode": SOLO,
        "scenario": 7,
        "at": (BESIDE,),
        "tiles": LAND,
        "rulings": rulings,
    }
    return realm(hero, scene={"guards": stand}, **{**known, **more})  # type: ignore[arg-type]


def met(game: Realm) -> Realm:
    """The samurai steps into the first temple."""
    return game.play("move", "walk temple-1")


def duel_of(game: Realm) -> Duel | None:
    return next((frame for frame in game.state.agenda if isinstance(frame, Duel)), None)


# ---- the start


@pytest.mark.rule(
    "scenario.7.solo.fallen-at-temples", "scenario.7.solo.fallen-gear", "scenario.7.solo.blueprint-supply"
)
def test_three_guards_wear_what_no_temple_got() -> None:
    """24 - 3 - 9 = 12 blueprints are left over; each guard wears one of each kind as it shows it, with magic."""
    session = new_session(players=1, seed=7, mode="solo", scenario=7)
    while session.question is not None and session.question.kind != "act":
        session.play(next(iter(session.options)))
    state = session.state
    assert [state.guard_on(temple) for temple in TEMPLES] == [1, 2, 3]
    dealt = [card.id for temple in state.temples for card in temple]
    worn = [card.id for guard in state.staged.guards for card in guard.board.blueprints]
    assert len(dealt) == 3 and len(worn) == 9 and not set(dealt) & set(worn)
    for each in state.staged.guards:
        own = each.board
        assert own.limits.is_symmetric and own.character.name == ""
        assert own.backpack.lower.discs == tuple(sorted(card.id for card in own.blueprints))
        assert [card.kind for card in own.blueprints] == list(GearKind)
        for card in own.blueprints:
            assert own.gear.layout(card.kind).cubes == card.pattern.cubes
            assert own.gear.is_magical(card.kind)
    drawn = [
        event
        for line in session.lines
        for event in line.events
        if event.rule == "scenario.7.solo.fallen-gear"
    ]
    assert [dict(event.data)["temple"] for event in drawn] == [1, 1, 1, 2, 2, 2, 3, 3, 3]


@pytest.mark.rule("scenario.7.solo.fallen-gear")
def test_a_card_that_needs_the_whole_grid_opens_it() -> None:
    """Two weapons far apart lie on both parts, and a guard needs no monk of the box for that."""
    wide = blueprint(WEAPON, "MWW.WWM/M.....M", "wide")
    own = dressed(msgspec.structs.replace(guard(), blueprints=(PLANS[0], wide, PLANS[2])), ADOPTED)
    assert own.gear.weapon.cubes == wide.pattern.cubes and own.gear.weapon_magic is not None


@pytest.mark.rule("scenario.7.solo.fallen-gear", "scenario.7.solo.blueprint-supply")
def test_no_guard_goes_naked_for_a_card_that_is_no_gear() -> None:
    """A card may show a part of some gear (magic.match.contains); a guard that wears nothing else cannot wear it."""
    part = blueprint(WEAPON, "W.W.W", "part")
    assert not is_wearable(part, board().limits, ADOPTED) and is_wearable(PLANS[1], board().limits, ADOPTED)
    with pytest.raises(Illegal) as error:
        dressed(msgspec.structs.replace(guard(), blueprints=(PLANS[0], part, PLANS[2])), ADOPTED)
    assert [(one.rule, one.reason, dict(one.data)) for one in error.value.refusals] == [
        ("scenario.7.solo.fallen-gear", "unwearable", {"card": "part"})
    ]


def box_with(parts: int) -> Pack:
    """The house pack, in which so many blueprints for weapons show three pieces, one more than two hands hold."""
    weapons = [card for card in HOUSE.blueprints if card.kind == WEAPON][:parts]
    part = blueprint(WEAPON, "W.W.W", "part").pattern
    mixed = tuple(
        msgspec.structs.replace(card, pattern=part) if card in weapons else card for card in HOUSE.blueprints
    )
    return msgspec.structs.replace(HOUSE, blueprints=mixed)


@pytest.mark.rule("scenario.7.solo.fallen-gear", "scenario.7.solo.blueprint-supply")
def test_a_box_whose_blueprints_are_no_gear_arms_no_guard() -> None:
    """Eight weapons: one for the temple, three for guards. With four that are no gear these are never drawn for one."""
    weapons = [card.id for card in HOUSE.blueprints if card.kind == WEAPON]
    with pytest.raises(Illegal) as error:
        new_game(box_with(5), players=1, mode=SOLO, scenario=7)
    assert [one.rule for one in error.value.refusals] == ["scenario.7.solo.blueprint-supply"]
    assert new_game(box_with(5), players=1, mode=SOLO).piles.blueprints
    game = Realm(new_game(box_with(4), players=1, mode=SOLO, scenario=7)).play("first 0")
    drawn = []
    while game.asked == "draw":
        question = GAME.question(game.state)
        is_armed = question is not None and question.rule == "scenario.7.solo.blueprint-supply"
        if is_armed and game.about()["sort"] == "weapon":
            drawn.append(game.texts())
            assert game.refused(f"draw {weapons[0]}") == "setup.tiles.stacks"
        game.play(game.texts()[-1])
    assert drawn and not any(f"draw {name}" in texts for texts in drawn for name in weapons[:4])


@pytest.mark.rule("scenario.7.solo.fallen-gear")
def test_a_described_card_that_is_no_gear_is_refused_as_it_comes() -> None:
    """At the real box, where a part of some gear is a good card for a temple."""
    start = new_game(HOUSE, players=1, mode=SOLO, scenario=7, is_described=True)
    game = Realm(start).play("first 0")
    part = msgspec.structs.replace(blueprint(WEAPON, "W.W.W", "part"), provenance=Provenance.OWNER)
    seen = []
    while game.asked == "draw":
        if game.about() == {"what": "blueprint", "sort": "weapon"}:
            seen.append(game.refused(Described(blueprint=part)))
        game.play(game.texts()[0])
    assert seen == [None, *["scenario.7.solo.fallen-gear"] * 3]


# ---- meeting a guard


@pytest.mark.rule("scenario.7.solo.combat-at-temple")
def test_who_enters_a_guarded_temple_fights_at_once() -> None:
    game = fallen()
    assert not game.state.is_safe("temple-1")
    assert game.play("move").refused("walk temple-1 III-5.2") == "scenario.7.solo.combat-at-temple"
    assert "walk temple-1" in game.texts() and not any("temple-1 " in text for text in game.texts())
    game.play("walk temple-1")
    assert duel_of(game) is not None and game.happened("guard-met")
    free = fallen(beaten=3)
    assert free.state.is_safe("temple-1")
    free.play("move", "walk temple-1")
    assert duel_of(free) is None
    assert free.play("halt").refused("gather") is None


@pytest.mark.rule("scenario.7.solo.combat-at-temple")
def test_nobody_flees_to_a_guard_or_wakes_there() -> None:
    game = fallen(beaten=1)
    assert revival_places(game.state, Seat(0)) == TEMPLES[2:]
    assert revival_places(fallen().state, Seat(0)) == ("centre",)


@pytest.mark.rule("scenario.7.solo.samurai-combat-rules", "scenario.7.solo.hostile-initiative")
@pytest.mark.parametrize(("weapon", "plan", "order"), [("WWM", "WWM", "1 0"), ("WWMM", "WWMM", "0 1")])
def test_a_guard_defends_and_wins_ties(weapon: str, plan: str, order: str) -> None:
    """A blade of three is 3 long, 7 with its magic; so is the samurai's, or it is one longer."""
    own = guard()
    assert initiative(own.gear, own.limits, rulings=ADOPTED) == 3 + 4
    bare = msgspec.structs.replace(own, gear=own.gear.without_magic(WEAPON))
    assert initiative(bare.gear, bare.limits, rulings=ADOPTED) == 3
    hero = guard(weapon, plans=(blueprint(WEAPON, plan, "blade"),))
    game = met(fallen(hero=msgspec.structs.replace(hero, discs=3)))
    assert game.said("duel-order", "order") == [order]
    assert [event.rule for event in game.happened("duel-order")] == ["scenario.7.solo.samurai-combat-rules"]
    assert game.asked in ("roll", "roll-dice"), "nobody is asked for a heroic monk"


# ---- decisions


@pytest.mark.rule("scenario.7.solo.hostile-decisions")
def test_a_guard_rolls_everything_and_pays_by_the_fixed_rule() -> None:
    """2 damage, a helmet of 2 wood and 1 metal all in the pattern: the metal goes (the ledger's example)."""
    own = guard(helmet="WW/M.", plans=(blueprint(HELMET, "WW/M.", "helm"), *PLANS[1:]))
    own = msgspec.structs.replace(own, gear=own.gear.without_magic(HELMET))
    answers = tuple(payments_by_cells(own.gear, HELMET, 2, ADOPTED))
    chosen = decided(own, HELMET, answers, 2, ADOPTED)
    assert isinstance(chosen, PayDamage)
    assert str(own.gear.helmet.only(chosen.cells).cubes) == "M" and not chosen.magic
    game = met(fallen())
    assert game.seat == -1 and game.said("attacks", "dice") == [4]  # three cubes and the green one


@pytest.mark.rule("scenario.7.solo.hostile-unusable-weapon")
def test_a_guard_without_a_weapon_stays_and_is_struck() -> None:
    game = met(fallen(guard(weapon="WM")))
    assert game.asked == "roll-dice" and game.seat == 0
    game.play("attack left WW", "roll W 0 0")
    while game.asked != "roll-dice" and duel_of(game) is not None:
        game.play(game.texts()[0])
    assert duel_of(game) is not None and game.asked == "roll-dice"
    assert game.happened("stayed") and not game.happened("surrendered")


@pytest.mark.rule("scenario.7.solo.hostile-unusable-weapon")
def test_neither_with_a_weapon_ends_where_the_samurai_came_from() -> None:
    game = met(fallen(guard(weapon="WM"), hero=board(helmet="MMMM/M")))
    while duel_of(game) is not None:
        game.play("stay")
    assert game.at() == BESIDE and game.state.guards_left == (1, 2, 3) and lives_of(game) == (2,)


# ---- what comes of it


def beat(game: Realm) -> Realm:
    """The samurai strikes until the first guard falls, with the best rolls there are."""
    while duel_of(game) is not None and game.asked != "steal":
        if game.asked == "roll":
            game.play(game.texts()[0] if game.seat == -1 and len(game.texts()) == 1 else best(game))
        else:
            game.play(game.texts()[0])
    return game


def best(game: Realm) -> str:
    """Most hits for the samurai, fewest for the guard."""
    duel = duel_of(game)
    assert duel is not None
    own = duel.order[duel.turn] == 0

    def hits(text: str) -> int:
        return sum(
            int(face.rstrip("*")) for face in text.replace(",", " ").split() if face.rstrip("*").isdigit()
        )

    return sorted(game.texts(), key=hits)[-1 if own else 0]


@pytest.mark.rule("scenario.7.solo.win-steals-blueprint")
def test_the_winner_takes_one_blueprint_and_the_guard_leaves() -> None:
    owned = blueprint(WEAPON, "WWW", "mine")
    hero = msgspec.structs.replace(HERO, blueprints=(owned,))
    hero = msgspec.structs.replace(hero, backpack=msgspec.structs.replace(board(discs=["mine"]).backpack))
    game = beat(met(fallen(guard(helmet="W"), hero=hero)))
    assert game.asked == "steal" and game.seat == 0
    takes = [text for text in game.texts() if "blueprint" in text]
    assert (
        len(takes) == 3 and len(game.texts()) == 4
    )  # nothing, or one of three: also of a kind that one holds
    assert game.refused(StealBlueprint("mine")) == "duel.steal.blueprint"
    game.play(StealBlueprint("blade"))
    while duel_of(game) is not None:
        game.play(game.texts()[0])
    assert [card.id for card in game.board().blueprints] == ["mine", "blade"]
    assert "blade" in game.board().backpack.discs
    assert game.state.guards_left == (2, 3) and game.state.is_safe("temple-1")
    assert game.at() == "temple-1" and not game.state.staged.guards[0].board.gear.weapon
    nothing = beat(met(fallen(guard(helmet="W")))).play("steal nothing")
    assert not nothing.board().blueprints and nothing.state.guards_left == (2, 3)


@pytest.mark.rule("scenario.7.solo.loss-costs-life")
def test_a_lost_fight_costs_a_life_and_nothing_else() -> None:
    hero = board(weapon="WW", lower="WWM")
    game = met(fallen(hero=hero))
    while duel_of(game) is not None:
        game.play("roll W 1 1, M 2, G 4" if game.asked == "roll" else game.texts()[0])
    assert lives_of(game) == (1,) and game.at() == "centre"
    [lost] = game.happened("life-lost")
    assert lost.rule == "scenario.7.solo.loss-costs-life"
    assert str(game.board().backpack.cubes) == "WWM" and game.state.guards_left == (1, 2, 3)


@pytest.mark.rule("scenario.7.solo.loss-costs-life")
def test_a_retreat_leads_back_where_the_samurai_came_from() -> None:
    stays = adopted_but("duel.surrender.stay", "stays")
    for rulings in (ADOPTED, stays):
        game = met(fallen(guard(weapon="WM"), hero=board(helmet="MMMM/M"), rulings=rulings))
        assert game.asked == "withdraw"
        game.play("retreat")
        assert game.at() == BESIDE and lives_of(game) == (2,) and game.state.guards_left == (1, 2, 3)


@pytest.mark.rule("scenario.7.solo.loss-costs-life", "char.daisuke.retreat-any-roll")
def test_nobody_slips_out_of_a_fight_and_stays_with_the_guard() -> None:
    """Daisuke, who never plays alone (solo.setup.daisuke-impossible), at tables where who surrenders stays."""
    hero = board(weapon="WWM", helmet="MMM")
    who = msgspec.structs.replace(hero, limits=character("daisuke"), played=person("daisuke"))
    game = met(fallen(hero=who, rulings=adopted_but("duel.surrender.stay", "stays")))
    while game.asked != "slip-away":
        game.play("roll W 0 0, M 0, G 0" if game.asked == "roll" else game.texts()[0])
    game.play("retreat")
    assert game.at() == BESIDE and duel_of(game) is None


@pytest.mark.rule("scenario.7.solo.damage-persists", "scenario.7.solo.hostile-no-gear-repair")
def test_damage_stays_and_magic_comes_back_where_the_blueprint_still_fits() -> None:
    """Both readings: all gear, or the helmet alone."""
    own = guard(helmet="MW/.M")
    bare = msgspec.structs.replace(
        own, gear=own.gear.without_magic(HELMET).without_magic(WEAPON).without_magic(SANDALS)
    )
    assert [rested(bare, ADOPTED).gear.is_magical(kind) for kind in GearKind] == [True, True, True]
    only = rested(bare, HELMET_ONLY)
    assert [only.gear.is_magical(kind) for kind in (HELMET, WEAPON, SANDALS)] == [True, False, False]
    worn = msgspec.structs.replace(bare, gear=gear_of(weapon="WW", helmet="M", sandals="MM"))
    after = rested(worn, ADOPTED)
    assert after.gear.weapon == worn.gear.weapon and after.gear.helmet == worn.gear.helmet
    assert [after.gear.is_magical(kind) for kind in (HELMET, WEAPON, SANDALS)] == [False, False, True]
    bald = msgspec.structs.replace(bare, gear=gear_of(weapon="WW", sandals="MM"))
    assert not rested(bald, ADOPTED).gear.helmet and not rested(bald, ADOPTED).gear.helmet_magic


# ---- the end


@pytest.mark.rule("scenario.7.solo.goal")
def test_the_exit_opens_with_the_last_guard_and_three_pieces_win() -> None:
    magic = msgspec.structs.replace(guard(), discs=3)
    land = {**LAND, "II-1": "X......"}
    for beaten, wins in ((2, False), (3, True)):
        game = fallen(hero=magic, beaten=beaten, at=("II-1.0",), tiles=land)
        assert is_exit_open(game.state) == wins
        assert goals_of(game) == {"fallen": wins, "all-out": False, "magic-set": True}
    assert not game.state.party.has_beaten_legend  # type: ignore[union-attr]


@pytest.mark.rule("scenario.7.solo.goal")
@pytest.mark.parametrize("seed", range(2))
def test_games_end_for_random_bots(seed: int) -> None:
    session = new_session(players=1, seed=seed, mode="solo", scenario=7)
    play_out(session, bots_of(["random"], players=1, seed=seed))
    assert session.state.party is not None and session.state.party.outcome


# ---- on the page


@pytest.mark.rule("scenario.7.solo.combat-at-temple")
def test_the_chances_against_a_guard_stand_beside_its_temple() -> None:
    """Exact ones, as soon as a move could lead there; none once it is beaten."""
    state = fallen(guard(weapon="WM", helmet="M")).state
    ahead = fights_ahead(state, Seat(0), ["temple-1", BESIDE])
    assert list(ahead) == ["temple-1"]
    coming = ahead["temple-1"]
    assert isinstance(coming, ComingGuard) and coming.guard == GUARD
    chances = guard_chances(coming)
    assert chances is not None and chances.win > 0.9 and chances.lose == 0
    words = Words(("Aki",), partial(say, language="en"), "en")
    assert (
        guard_words(chances, words).startswith("wins ") and words.seat(GUARD) == "Fallen samurai of temple 1"
    )
    assert fights_ahead(fallen(beaten=3).state, Seat(0), ["temple-1"]) == {}
    kinds = [piece["kind"] for piece in map_picture(state)["spaces"]["temple-1"]["pieces"]]
    assert "guard" in kinds
    assert goals_view(state, words)[0]["about"].count("helmet absorbs") == 3


@pytest.mark.rule("scenario.7.solo.goal")
def test_a_heuristic_bot_goes_for_a_guard_that_it_can_beat() -> None:
    """It says how likely the fight is won."""
    hero = board(weapon="WWMMM", helmet="MMMM/MMMM")
    game = fallen(guard(weapon="WM", helmet="M"), hero=hero)
    (bot,) = bots_of(["heuristic"], players=1, seed=1)
    for _ in range(2):
        question = GAME.question(game.state)
        assert question is not None
        choice = bot.choose(GAME, game.state, question)
        game.play(choice.answer)
    assert duel_of(game) is not None and choice.why.key == "guard"


@pytest.mark.rule("scenario.7.solo.loss-costs-life")
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_goes_back_from_a_guard_has_lost_no_fight(language: str) -> None:
    """The third end beside won and lost: no life is lost, nobody is knocked out, and the card says so."""
    start = fallen(hero=board(helmet="MMMM/M")).state
    session: GameSession = Session(GAME, start, dealer=Seeded("1"))
    for answer in (Act("move"), Walk((TEMPLES[0],))):
        session.play(answer)
    while session.question is not None and session.question.kind != "withdraw":
        session.play(next(iter(session.options)))
    session.play(Retreat())
    words = Words(["Takeko"], partial(say, language=language), language, session.state.dice)
    (card,) = results_view(session.lines, 0, words, colours=session.state.colours, persons=(Seat(0),))
    assert card["text"] == say("game-page.result-guard-left", language=language)
    assert (card["seal"], card["rule"]) == ("but", "scenario.7.solo.loss-costs-life")
    kinds = [event.kind for line in session.lines for event in line.events]
    assert "retreated" in kinds and not {"knocked-out", "life-lost"} & {*kinds}

"""Every switch plays all its readings, and a switch that does not exist cannot be set."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.board.scene import Guard
from fujikoro_nb.engine.fujikoro.gear.grid import cell_at, mask_of
from fujikoro_nb.engine.fujikoro.gear.magic import after_removal
from fujikoro_nb.engine.fujikoro.gear.match import contains, placements
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import absorption, initiative
from fujikoro_nb.engine.fujikoro.modes import COOP, SOLO
from fujikoro_nb.engine.fujikoro.rules.end import standing
from fujikoro_nb.engine.fujikoro.rules.group.outfit import outfitted
from fujikoro_nb.engine.fujikoro.rules.group.rounds import early_eruption_of
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import escaped
from fujikoro_nb.engine.fujikoro.rules.scenes.figures import collected
from fujikoro_nb.engine.fujikoro.rules.scenes.monk_steps import target_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, SWITCHES, Rulings
from fujikoro_nb.engine.kernel import Seat, Unreadable
from fujikoro_nb.texts import error_sentence
from tests.support.characters import (
    blueprints_with_tomoe,
    joins_from,
    leaps_far,
    masako_steps,
    moves_and_crafts,
    rests_twice,
    slips_after,
)
from tests.support.fights import STAY, dragon, dragon_fight, lose, roll, send, throw
from tests.support.game_positions import Realm, realm
from tests.support.gear_positions import (
    HELMET,
    SANDALS,
    SYMMETRIC,
    WEAPON,
    ClaimCard,
    CraftNothing,
    StopClaiming,
    Table,
    adopted_but,
    blueprint,
    board,
    card,
    craft,
    faults,
    gear_of,
    layout_of,
    owned,
    report,
)
from tests.support.groups import goals_of, group, idle, outcome_of, turn_over
from tests.support.treasures import MONK, RED, cubes, furnished


def _hand_type(rulings: Rulings) -> object:
    """Nine cubes in the left part: the rule broken, or the hands of the legal weapon."""
    found = report(WEAPON, "WWWMM/MMMM", rulings=rulings)
    return [refusal.rule for refusal in found.refusals] or [weapon.hands for weapon in found.weapons]


def _without_craft(rulings: Rulings) -> object:
    table = Table(board(helmet="WW"), display=(card("h", HELMET, "WW"),), rulings=rulings)
    return table.play(CraftNothing()).refused(ClaimCard("h", "move"))


def _optional(rulings: Rulings) -> object:
    table = Table(board(helmet="WW"), display=(card("h", HELMET, "WW"),), rulings=rulings)
    return table.play(CraftNothing()).refused(StopClaiming())


def _rotation(rulings: Rulings) -> object:
    return contains(layout_of(HELMET, ".W/.W/TM"), parse_pattern("W./W./MT"), rulings=rulings)


def _no_blueprint(rulings: Rulings) -> object:
    """Helmet MMW, the W goes, MM still fits the lost blueprint: is it still magical?"""
    before = parse_gear("MMW+G", HELMET, SYMMETRIC)
    after = before.with_layout(HELMET, before.helmet.without(mask_of((3, 1))))
    lost = after_removal(
        before, after, HELMET, parse_pattern("MM"), SYMMETRIC, is_owned=False, rulings=rulings
    )
    return lost.gear.helmet_magic


def _split(rulings: Rulings) -> object:
    before = parse_gear("...WW:MWW+G@4,1", WEAPON, SYMMETRIC)
    after = before.with_layout(WEAPON, before.weapon.without(mask_of((6, 1))))
    split = after_removal(before, after, WEAPON, parse_pattern("WW"), SYMMETRIC, rulings=rulings)
    return split.gear.weapon_magic, len(split.places)


def _init_magic(rulings: Rulings) -> object:
    """Length 5 plain, length 3 magical; edge case 47 gives 7, 5 and 9."""
    return initiative(gear_of(weapon="WWMMM:.../...../.....:WWM+G@6,3"), SYMMETRIC, rulings=rulings)


def _init_usable(rulings: Rulings) -> object:
    """WWM of length 3, MMMMM of length 5 unusable."""
    return initiative(gear_of(weapon="MMMMM:.../...../.....:WWM"), SYMMETRIC, rulings=rulings)


def _absorb(rulings: Rulings) -> object:
    return absorption(gear_of(helmet="T"), HELMET, rulings=rulings)


def _tied_samurai(rulings: Rulings) -> object:
    """Attacker seat 2 and joiner seat 3, both 6 long."""
    party = [board(weapon="WWWMM:M", monks=("weapon",)) for _ in range(4)]
    fight = dragon_fight(*party, dragon=dragon("12/3/3"), attacker=2, joiners=(3,), rulings=rulings)
    return fight.order


def _retreat(rulings: Rulings) -> object:
    """The roll has left a weapon without enough wood: may its owner stay?"""
    fight = dragon_fight(board(weapon="WW"), dragon=dragon("12/0/3"), rulings=rulings)
    return fight.play(roll("left", "W"), "W: 0*", lose((1, 1))).refused(STAY)


def _heroes(rulings: Rulings) -> object:
    """Health 1, the attacker's monk hits: is the joiner, who has a monk as well, asked before that?"""
    party = [board(weapon="WW", monks=("scroll",), lower="W") for _ in range(2)]
    fight = dragon_fight(*party, dragon=dragon("1/9/3"), monks=True, rulings=rulings)
    fight.play(send("scroll"), throw("W"))
    return fight.asked, fight.asked_seat


def _two_players(rulings: Rulings) -> object:
    """A green dragon that has a value for two players."""
    party = [board(weapon="WW"), board(weapon="WW")]
    return dragon_fight(*party, dragon=dragon("12/9/4", two=10), rulings=rulings).health


def _bridge(rulings: Rulings) -> object:
    """Two samurai on a bridge: is anybody asked to fight?"""
    game = realm(tiles={"II-2": "......."}, at=("II-2.1", "bridge-1.a"), rulings=rulings)
    return game.play("move", "walk bridge-1.a").asked


def _room(rulings: Rulings) -> object:
    """Two on a temple: may a third one enter?"""
    at = ("III-4.3", "temple-1", "temple-1")
    game = realm(board(), board(), board(), tiles={"III-4": "......."}, at=at, rulings=rulings)
    return game.play("move").refused("walk temple-1")


def _no_step(rulings: Rulings) -> object:
    return realm(tiles={"I-1": "......."}, rulings=rulings).play("move").refused("halt")


def _two_lavas(rulings: Rulings) -> object:
    """Three metal and magic are ten points, but five and five would need two cubes too many."""
    magical = board(sandals="MM/M+G", blueprints=(blueprint(SANDALS, "MM/M"),))
    game = realm(magical, board(), tiles={"I-1": "L...L.."}, rulings=rulings)
    return game.play("move").refused("walk I-1.4 I-1.0 I-1.1")


def _fled(rulings: Rulings) -> object:
    """The first action ends with a retreat from the dragon: whose turn is it?"""
    game = realm(tiles={"I-1": "D......"}, dragons={"I-1": dragon("30/9/1")}, rulings=rulings)
    return game.play("move", "walk I-1.4", "stay-out", "keep", "roll T 0", "retreat").seat


def _unarmed(rulings: Rulings) -> object:
    """A samurai without a weapon beside the dragon's tile: is it asked to join?"""
    game = realm(tiles={"I-1": "D......"}, dragons={"I-1": dragon("30/9/1")}, rulings=rulings)
    return game.play("move", "walk I-1.4").asked


def _beaten_mover(rulings: Rulings) -> object:
    """Who came from the central tile loses: does the winner choose where it lies?"""
    winner = board(weapon="WWM")
    game = realm(board(), winner, tiles={"I-1": "......."}, at=("centre", "I-1.4"), rulings=rulings)
    game.play("move", "walk I-1.4", "challenge", "attack left WWM", "roll W 1 1, M 1", "pay -")
    return game.asked, game.at()


def _surrendering_mover(rulings: Rulings) -> object:
    """Who came from the central tile breaks its only weapon and surrenders: where is it when it is robbed?"""
    seats = (board(weapon="WWMM"), board(weapon="WWM", helmet="MM"))
    game = realm(*seats, tiles={"I-1": "......."}, at=("centre", "I-1.4"), rulings=rulings)
    game.play("move", "walk I-1.4", "challenge", "attack left WWMM", "roll W 0* 1, M 0 0", "pay 1,1")
    game.play("lose 1,1", "retreat")
    return game.asked, game.at(), game.samurai().is_conscious


def _bonus_alone(rulings: Rulings) -> object:
    """The bonus is taken; may the action be left?"""
    shoes = board(cards=(owned("s", SANDALS, "explore"),))
    game = realm(shoes, board(), tiles={"I-1": "......."}, rulings=rulings)
    return game.play("explore", "bonus", "walk I-1.4").refused("enough")


def _part_of_token(rulings: Rulings) -> object:
    """Token WM and one free space without cubes to throw: may it be gathered?"""
    game = realm(
        board(discs=("monk",) * 5), board(), tiles={"I-1": "......."}, at=("I-1.1",), rulings=rulings
    )
    return furnished(game, things={"I-1.1": cubes("WM")}).refused("gather")


def _replace(rulings: Rulings) -> object:
    """One scroll, a free slot, and room: may the new one replace it?"""
    here = board(monks=("scroll",), discs=("scroll",))
    game = realm(here, board(), tiles={"I-1": "......."}, at=("I-1.1",), rulings=rulings)
    game = furnished(game, things={"I-1.1": RED}, owned={0: "X"}).play("gather", "scroll A")
    return game.asked, [text for text in game.texts() if text.startswith("replace")]


def _monk(rulings: Rulings) -> object:
    game = realm(tiles={"I-1": "......."}, at=("I-1.1",), rulings=rulings)
    return furnished(game, things={"I-1.1": MONK}).play("gather").refused("monk backpack-area")


def _side(rulings: Rulings) -> object:
    """Does a claimed weapon card already say which side it gives?"""
    table = Table(board(weapon="WW"), display=(card("w", WEAPON, "WW"),), rulings=rulings)
    return table.play(CraftNothing()).refused(ClaimCard("w", "move"))


def _turn_over(game: Realm) -> Realm:
    """Both actions of seat 0 are moves of no step."""
    return game.play("move", "halt", "move", "halt")


def _rope_comes(rulings: Rulings) -> object:
    """Both stand on the central tile when the turn of the marked seat 0 brings the rope."""
    game = _turn_over(realm(marker=0, countdown=3, rulings=rulings))
    return game.samurai(0).palace, game.samurai(1).palace


def _beside_the_exit(rulings: Rulings) -> object:
    """The turn ends on the middle of the tile, the exit is its third petal."""
    game = realm(tiles={"II-1": "...X..."}, at=("II-1.0",), marker=1, rulings=rulings)
    return _turn_over(game).samurai().palace


def _early_exit(rulings: Rulings) -> object:
    """The turn ends on the exit, and nobody has thirty points."""
    game = realm(tiles={"II-1": "...X..."}, at=("II-1.3",), rulings=rulings)
    return _turn_over(game).samurai().palace


def _on_the_rope(rulings: Rulings) -> object:
    game = _turn_over(realm(marker=1, countdown=4, rulings=rulings))
    return game.seat, game.asked


def _equal_points(rulings: Rulings) -> object:
    """40 points each; seat 1 left first, seat 0 second, seat 2 not at all: their places by seat."""
    state = realm(board(), board(), board(), scores=(40, 40, 40), rulings=rulings).state
    for seat in (Seat(1), Seat(0)):
        state, _ = escaped(state, seat, "big")
    return [rank.place for rank in sorted(standing(state), key=lambda rank: rank.seat)]


# ---- a group

FIRST_TILES = {"I-1": ".......", "I-2": "......."}
RING = {f"I-{number}": "......." for number in range(1, 7)}
GREEN = dragon("30/0/1")
ARMED = board(weapon="WW", helmet="MM")


def _group_health(rulings: Rulings) -> object:
    """Two players, a dragon with 60 that has 25 at the solo symbol."""
    white = msgspec.structs.replace(dragon("60/0/6", colour="white"), health_solo=25)
    at = ("I-1.1", "temple-1")
    game = group(ARMED, board(), tiles=FIRST_TILES, at=at, dragons={"I-2": white}, rulings=rulings)
    return game.said("order-fixed", "health")


def _group_exit(rulings: Rulings) -> object:
    """The white dragon lives, and seat 0 ends its turn on the exit."""
    return turn_over(group(tiles={"II-1": "...X..."}, at=("II-1.3",), rulings=rulings)).at()


def _group_leaves(rulings: Rulings) -> object:
    game = idle(
        group(tiles={"II-1": "...X..."}, at=("II-1.3",), legend=True, rulings=rulings),
        until=lambda one: bool(one.happened("gets-out")),
    )
    return game.asked


def _group_set(rulings: Rulings) -> object:
    """Seat 0 wears and holds nothing but all blueprints; seat 1 wears all three."""
    plans = (blueprint(HELMET, "MM", "h"), blueprint(WEAPON, "WT", "w"), blueprint(SANDALS, "MM", "s"))
    wearer = board(helmet="MM+G", weapon="WT+G@1,1", sandals="MM+G")
    return goals_of(group(board(blueprints=plans), wearer, rulings=rulings))["magic-set"]


def _group_eruption(rulings: Rulings) -> object:
    return len(group(round_number=20, rulings=rulings).happened("final-phase"))


def _group_first(rulings: Rulings) -> object:
    return group(players=3, round_number=5, rulings=rulings).seat


def _group_room(rulings: Rulings) -> object:
    at = ("II-4.2", "temple-1", "temple-1")
    game = group(players=3, tiles={"II-4": "......."}, at=at, rulings=rulings).play("move")
    return game.refused("walk temple-1")


def _dragon_nearest(rulings: Rulings) -> object:
    tiles = {**RING, "II-6": "......."}
    game = group(tiles=tiles, at=("I-4.0", "II-6.0"), dragons={"I-1": GREEN}, rulings=rulings)
    return game.asked


def _dragon_bridge(rulings: Rulings) -> object:
    tiles = {"I-1": ".......", "II-2": "......."}
    game = group(tiles=tiles, at=("bridge-1.a",), dragons={"I-1": GREEN}, rulings=rulings)
    return game.said("dragon-walks", "place")


def _dragon_blocked(rulings: Rulings) -> object:
    tiles = {"I-1": ".......", "I-2": ".......", "I-3": ".......", "II-3": "......."}
    beasts = {"I-1": GREEN, "I-2": dragon("9/9/3", name="other")}
    game = group(tiles=tiles, at=("I-3.0",), dragons=beasts, tokens={"I-2": "asleep"}, rulings=rulings)
    return game.said("dragon-walks", "place")


def _dragon_comes(rulings: Rulings, *, at: str = "I-1.4") -> Realm:
    scene = {"tiles": FIRST_TILES, "at": (at, "temple-1"), "dragons": {"I-2": GREEN}}
    return group(ARMED, board(), rulings=rulings, **scene)  # type: ignore[arg-type]


def _attacked(rulings: Rulings) -> object:
    return _dragon_comes(rulings).asked


def _falls_back(rulings: Rulings) -> object:
    game = _dragon_comes(rulings).play("keep", "attack left WW", "roll W 0* 1", "lose 1,1")
    return game.refused("retreat")


def _teeth(rulings: Rulings) -> object:
    """One broken symbol for two fighters."""
    at = ("I-1.1", "I-1.0")
    beast = dragon("30/9/1")
    game = group(ARMED, ARMED, tiles=FIRST_TILES, at=at, dragons={"I-2": beast}, rulings=rulings)
    return game.play("keep", "keep", "roll T 0*").about()["teeth"]


def _lava_death(rulings: Rulings) -> object:
    game = group(tiles={"I-1": ".1....."}, at=("I-1.1",), round_number=21, rulings=rulings)
    return game.asked, game.at()


def _last_round(rulings: Rulings) -> object:
    return outcome_of(group(round_number=28, countdown=7, rulings=rulings))


def _group_rope(rulings: Rulings) -> object:
    return group(round_number=27, countdown=6, rulings=rulings).refused("gather")


def _driven(rulings: Rulings) -> object:
    """Lava drives seat 0 to a dragon that sleeps."""
    game = group(
        board(sandals="MM/M"),
        board(),
        tiles={"I-1": ".1.....", "II-2": "......."},
        at=("I-1.1",),
        dragons={"II-2": GREEN},
        tokens={"II-2": "asleep"},
        lava=("I-1.0", "I-1.2", "I-1.6"),
        round_number=21,
        rulings=rulings,
    )
    return game.play(game.texts()[0], "flee II-2.5").asked


def _second_helmet(rulings: Rulings) -> object:
    """Who began with a helmet card asks for another one."""
    here = group(rulings=rulings).state
    assert here.party is not None, "a group deals"
    party = msgspec.structs.replace(here.party, dealt=(card("own", HELMET, "WW"),) * 2)
    dealt, _ = outfitted(here.with_party(party), Seat(0), ClaimCard("own", "gather", "wood"))
    carded = msgspec.structs.replace(board(helmet="WW"), cards=dealt.boards[0].cards)
    table = Table(carded, display=(card("h", HELMET, "WW"),), rulings=rulings).play(CraftNothing())
    return table.refused(ClaimCard("h", "move"))


def _hears(rulings: Rulings) -> object:
    return group(at=("temple-1", "temple-1"), rulings=rulings).refused("hear 1")


def _ronin_rope(rulings: Rulings) -> str:
    """A Ronin stands on the central tile as the rope comes: the palace after that turn."""
    game = realm(board(), mode=SOLO, scenario=8, marker=0, countdown=3, rulings=rulings)
    return turn_over(game).samurai().palace


def _after_leaving_late(rulings: Rulings) -> str | None:
    """Seat 1 begins the turn in which it leaves, with something for the shogun: what is asked."""
    magic = board(weapon="WM+G@1,1", blueprints=(blueprint(WEAPON, "WM", "w"),))
    scene = {"leaving": (Seat(1),)}
    known = {"marker": 0, "countdown": 4, "scores": (20, 0), "at": ("temple-1", "centre")}
    game = realm(board(), magic, scenario=1, scene=scene, rulings=rulings, **known)
    return turn_over(game).asked


def _bought(rulings: Rulings) -> int:
    """Two status tokens and every wish to act: actions of the turn."""
    game, acted = realm(board(), board(), scenario=1, scene={"tokens": (2, 0)}, rulings=rulings), 0
    while game.seat == 0:
        acted += game.asked == "act"
        said = {"act": "move" if game.board().pool else "rest", "one-more": "buy-action", "walk": "halt"}
        game.play(said.get(game.asked or "") or game.texts()[0])
    return acted


def _turns_before_dragons_walk(rulings: Rulings) -> int:
    """Of three players: turns that are over when the dragon has walked, nine at most."""
    near = {"at": ("I-3.0", "temple-1", "temple-1"), "dragons": {"I-1": dragon("9/9/1")}}
    tiles = {f"I-{number}": "......." for number in range(1, 4)}
    game = realm(*(board(),) * 3, scenario=2, tiles=tiles, rulings=rulings, **near)
    idle(
        game,
        until=lambda one: bool(one.happened("dragon-walks")) or len(one.happened("turn-over")) == 9,
    )
    return len(game.happened("turn-over"))


def _after_a_knock_out(rulings: Rulings) -> str | None:
    """Beaten by a dragon that one came to: what is asked next."""
    beast = {"dragons": {"I-1": dragon("9/9/1")}, "tiles": {"I-1": "......."}, "at": ("centre", "temple-1")}
    game = realm(board(), board(), scenario=2, rulings=rulings, **beast).play("move", "walk I-1.4", "keep")
    game.play("roll T 3")
    return game.play(game.texts()[0]).asked


def _points_of_two(rulings: Rulings) -> tuple[int, ...]:
    """Two beat a green dragon, by the first one's roll."""
    beast = {"dragons": {"I-1": dragon("1/1/1")}, "tiles": {"I-1": "......."}}
    game = realm(board(weapon="WWM"), board(weapon="WW"), scenario=2, rulings=rulings, **beast)
    game.play("move", "walk I-1.4", "join I-1.4", "keep", "keep", "attack left WWM", "roll W 1 1, M 1")
    return tuple(samurai.score for samurai in game.state.samurai)


def _five_dragons(rulings: Rulings) -> int:
    """Three blue ones, a green and a red one."""
    colours = ("blue", "blue", "blue", "green", "red")
    held = [dragon("1/1/1", colour=one, name=f"{one}-{at}") for at, one in enumerate(colours)]
    figures = realm(scenario=2).state.plot.figures
    assert figures is not None, "this scenario collects them"
    return collected(held, figures, rulings).points(figures)


def _space_after_thirty(rulings: Rulings) -> int:
    """Thirty points while the eruption phase stands on space 6."""
    game = realm(
        board(), board(), scenario=3, scene={"is_warm": True}, marker=0, countdown=6, rulings=rulings
    )
    return game.state.award(Seat(0), 30)[0].countdown


def _early_round(rulings: Rulings) -> int | None:
    mode = msgspec.structs.replace(COOP, has_adventures=True)
    return early_eruption_of(realm(board(), board(), scenario=3, mode=mode, rulings=rulings).state)


def _out_without_magic(rulings: Rulings) -> str:
    """The last one leaves, the legendary dragon beaten, nobody with anything magical."""
    at = ("II-1.3", "II-1.3")
    game = group(tiles={"II-1": "...X..."}, at=at, legend=True, scenario=5, rulings=rulings)
    return outcome_of(turn_over(turn_over(game)))


def _two_weapons_at_the_dragon(rulings: Rulings) -> str:
    """The first of two weapons leaves the white dragon nine on the central tile: how the game stands then."""
    beast = {"centre": dragon("12/1/1", colour="white")}
    armed = board(weapon="WWM..:WWM", monks=("weapon",))
    game = realm(armed, mode=SOLO, scenario=6, dragons=beast, rulings=rulings)
    return outcome_of(game.play("attack left WWM", "roll W 1 1, M 1"))


def _monk_walks_after(rulings: Rulings) -> tuple[int, int]:
    """Spaces that a monk has walked after the first turn of two, and after the second one."""
    tiles = {"I-1": ".......", "II-1": "......."}
    game = realm(
        scenario=4, tiles=tiles, at=("I-1.4", "centre"), scene={"monks": ("II-1.1",)}, rulings=rulings
    )
    walked = []
    for _ in range(2):
        turn_over(game)
        while game.asked == "monk-step":
            game.play(game.texts()[0])
        walked.append(len(game.happened("monk-walks")))
    return walked[0], walked[1]


def _monk_beside_a_pair(rulings: Rulings) -> int | None:
    """Two stand together on the next tile, one alone on the tile after it: whom he heads for."""
    tiles = {"I-1": ".......", "II-1": ".......", "III-1": "......."}
    at = ("I-1.0", "I-1.0", "III-1.0")
    game = realm(*(board(),) * 3, scenario=4, tiles=tiles, at=at, rulings=rulings)
    return target_of(game.state, SpaceId("I-1.1"))


def _beaten_with_three_points(rulings: Rulings) -> int:
    """A monk beats one who has three."""
    known = {"scene": {"monks": ("I-1.4",)}, "scores": (3, 0), "tiles": {"I-1": "......."}}
    game = realm(board(), board(), scenario=4, rulings=rulings, **known)
    return game.play("move", "walk I-1.4", "roll W 1 1 1 1", "pay -").samurai().score


def _guard_after_a_fight(rulings: Rulings) -> bool:
    """Whether the weapon of a guard that lost its magic has it again when the samurai has retreated."""
    plans = (blueprint(WEAPON, "WM", "blade"),)
    bare = board(weapon="WM", helmet="MM", blueprints=plans, discs=["blade"])
    game = realm(
        board(helmet="MMM"),
        mode=SOLO,
        scenario=7,
        scene={"guards": (Guard(bare),) * 3},
        at=("III-4.3",),
        tiles={"III-4": "......."},
        rulings=rulings,
    ).play("move", "walk temple-1", "retreat")
    return game.state.staged.guards[0].board.gear.is_magical(WEAPON)


PLAYED: dict[str, tuple[Callable[[Rulings], object], dict[str, object]]] = {
    "craft.weapon.hand-type": (
        _hand_type,
        {"both-parts": ["craft.weapon.one-handed.max-cubes"], "any-place": [2]},
    ),
    "gearcard.claim.without-craft": (
        _without_craft,
        {"every-rest": None, "after-crafting": "gearcard.claim.without-craft"},
    ),
    "gearcard.claim.optional": (_optional, {"may": None, "must": "gearcard.claim.optional"}),
    "gearcard.match.rotation": (_rotation, {"turned": False, "turned-or-mirrored": True}),
    "magic.loss.no-blueprint-any-cube": (_no_blueprint, {"any-cube": False, "no-longer-matches": True}),
    "magic.split-carrier": (_split, {"carrier": (cell_at(4, 1), 0), "owner-chooses": (None, 2)}),
    "combat.init.magic": (
        _init_magic,
        {"carrying-weapon": 7, "longest-if-magical": 5, "longest-plus": 9},
    ),
    "combat.init.usable-only": (_init_usable, {"usable": 3, "any-weapon": 5}),
    "combat.helmet.absorb": (_absorb, {"tooth-three": 3, "tooth-two": 2}),
    "combat.init.tie-samurai": (
        _tied_samurai,
        {"active-first": [2, 3, "dragon"], "active-last": [3, 2, "dragon"]},
    ),
    "combat.retreat.optional": (_retreat, {"may": None, "must": "combat.retreat.optional"}),
    "combat.hero.resolve-each": (
        _heroes,
        {"one-by-one": ("roll", -1), "decide-first": ("send-monk", 1)},
    ),
    "combat.health.stat-by-count": (_two_players, {"any-dragon": 10, "legendary-only": 12}),
    "map.safe-tiles": (_bridge, {"with-bridges": "walk", "without-bridges": "meet"}),
    "map.capacity.safe-exempt": (_room, {"exempt": None, "two": "map.capacity.two"}),
    "turn.pass-fallback": (_no_step, {"up-to": None, "one-step": "turn.pass-fallback"}),
    "move.lava.pay-after": (_two_lavas, {"together": None, "each-step": "move.lava.affordable"}),
    "combat.end.continue": (_fled, {"conscious": 0, "won": 1}),
    "combat.join.weapon-not-required": (
        _unarmed,
        {"no-weapon-needed": "join", "usable-weapon": "send-monk"},
    ),
    "duel.surrender.stay": (
        _surrendering_mover,
        {"stays": ("steal", "I-1.4", True), "where-it-came-from": ("steal", "centre", True)},
    ),
    "duel.defeat.where": (
        _beaten_mover,
        {"winner-chooses": ("lay", "I-1.4"), "where-it-came-from": ("steal", "centre")},
    ),
    "gearcard.bonus.either-both": (
        _bonus_alone,
        {"bonus-alone": None, "with-main": "gearcard.bonus.either-both"},
    ),
    "gather.token.partial": (
        _part_of_token,
        {"keep-part": None, "all-or-nothing": "gather.token.partial"},
    ),
    "gather.scroll.replace-optional": (
        _replace,
        {"free-choice": ("slot", ["replace X"]), "only-when-full": ("stow", [])},
    ),
    "gather.monk.backpack": (_monk, {"spot-first": "gather.monk.backpack", "free-choice": None}),
    "gearcard.bonus.weapon-fixed": (
        _side,
        {"at-placement": "gearcard.bonus.weapon-fixed", "first-use": None},
    ),
    "escape.rope.not-on-placement": (
        _rope_comes,
        {"own-turn": ("", ""), "on-placement": ("big", "big")},
    ),
    "escape.secret": (_beside_the_exit, {"space": "", "tile": "small"}),
    "escape.secret.final-only": (_early_exit, {"final-chapter": "", "always": "small"}),
    "escape.mandatory": (_on_the_rope, {"automatic": (1, "act"), "optional": (0, "leave")}),
    "end.tie": (_equal_points, {"earliest": [2, 1, 3], "escaped": [1, 1, 3]}),
    "coop.combat.health-solo-icon": (_group_health, {"solo-only": [60], "every-coop": [25]}),
    "coop.goal.escape-after-legendary": (_group_exit, {"first-dragon": "II-1.3", "any-order": ""}),
    "coop.goal.escape-at-turn-end": (_group_leaves, {"automatic": "act", "may-stay": "leave"}),
    "coop.goal.collective-set": (_group_set, {"anyone-holds": True, "wearer-holds": False}),
    "coop.rounds.no-advance-before-first": (_group_eruption, {"skipped": 0, "advanced": 1}),
    "coop.setup.gear-card-counts-as-owned": (
        _second_helmet,
        {"counts": "gearcard.limit.type", "beside": None},
    ),
    "coop.rounds.first-player-fixed": (_group_first, {"fixed": 0, "passes": 1}),
    "coop.play.two-per-space": (_group_room, {"safe-exempt": None, "centre-exempt": "map.capacity.two"}),
    "coop.dragon.moves-towards-nearest": (
        _dragon_nearest,
        {"from-above": "dragon-step", "by-route": "dragon-target"},
    ),
    "coop.dragon.safe-samurai-invisible": (
        _dragon_bridge,
        {"with-bridges": [], "without-bridges": ["II-2"]},
    ),
    "coop.dragon.blocked-stays": (_dragon_blocked, {"must-get-nearer": [], "may-sidestep": ["II-3"]}),
    "coop.dragon.move-triggers-combat": (_attacked, {"all-on-tile": "send-monk", "who-wants": "join"}),
    "coop.dragon.retreat-when-attacked": (
        _falls_back,
        {"beside-tile": None, "never": "coop.dragon.retreat-when-attacked"},
    ),
    "coop.combat.teeth-from-dice-shared": (_teeth, {"pool": 1, "each-then-share": 2}),
    "coop.lives.lava-revival-place": (
        _lava_death,
        {"temple": ("revive", "I-1.1"), "centre": ("act", "centre")},
    ),
    "coop.final.eight-rounds": (_last_round, {"after-eighth": "", "at-eighth": "lost-time"}),
    "coop.final.no-rope": (_group_rope, {"no-rope": None, "rope": "gather.central.rope"}),
    "coop.final.lava-push-onto-dragon": (_driven, {"dragon-step": "act", "at-once": "send-monk"}),
    "coop.trade.same-space": (_hears, {"own-turn-or-other": None, "own-turn": "coop.trade.same-space"}),
    "char.masako.move": (masako_steps, {"four": 4, "five": 5}),
    "char.yoshihiro.craft-after-each-action": (
        rests_twice,
        {"once-after-rest": ("act", 1), "twice": ("craft", 0)},
    ),
    "char.yoshihiro.gear-card-any-craft": (moves_and_crafts, {"any-craft": "claim", "rest-only": "act"}),
    "char.mitsuhide.lava-jump": (leaps_far, {"one-step": "move.steps.sandals", "extra": None}),
    "char.daisuke.join-from-four": (joins_from, {"four-with-entry": [3, 4], "four-then-entry": [3, 4, 5]}),
    "char.daisuke.retreat-any-roll": (
        slips_after,
        {"any-roll": ("slip-away", "slip-away"), "own-roll": ("roll-dice", "slip-away")},
    ),
    "char.tomoe.blueprint-with-two-weapons": (blueprints_with_tomoe, {"swap": True, "as-drawn": False}),
    "scenario.1.competitive.escape-delayed": (
        _after_leaving_late,
        {"with-reward": "hand-in", "later-reward": "act"},
    ),
    "scenario.1.competitive.tokens-extra-action": (_bought, {"any-number": 4, "one": 3}),
    "scenario.2.competitive.dragons-move-each-round": (_turns_before_dragons_walk, {"round": 3, "turn": 1}),
    "scenario.2.competitive.knockout-temple": (_after_a_knock_out, {"temple": "revive", "usual": "act"}),
    "scenario.2.competitive.take-dragon": (
        _points_of_two,
        {"all-rewarded": (7, 7), "killer-only": (7, 0)},
    ),
    "scenario.2.competitive.sets-disjoint": (_five_dragons, {"one-set": 24, "each-sort": 31}),
    "scenario.3.competitive.reset-if-running": (_space_after_thirty, {"start": 0, "space-one": 1}),
    "scenario.3.coop.adventure-tokens-rounds": (_early_round, {"second": 6, "first": 4}),
    "scenario.4.competitive.monk-move": (_monk_walks_after, {"round": (0, 2), "turn": (2, 4)}),
    "scenario.4.competitive.monk-outnumbered": (_monk_beside_a_pair, {"looks-on": 2, "stays": None}),
    "scenario.4.competitive.monk-beats-samurai": (
        _beaten_with_three_points,
        {"not-below-zero": 0, "below-zero": -2},
    ),
    "scenario.5.coop.goal": (_out_without_magic, {"no-gear": "won", "gear-too": "lost-time"}),
    "scenario.6.coop.check-after-roll": (
        _two_weapons_at_the_dragon,
        {"each-roll": "captured", "attack-turn": ""},
    ),
    "scenario.7.solo.damage-persists": (_guard_after_a_fight, {"all-gear": True, "helmet-only": False}),
    "scenario.8.solo.rope-timing": (_ronin_rope, {"later-turn": "", "when-placed": "big"}),
}


@pytest.mark.parametrize("rule", [pytest.param(rule, marks=pytest.mark.rule(rule)) for rule in SWITCHES])
def test_every_switch_plays_all_its_readings(rule: str) -> None:
    play, expected = PLAYED[rule]
    assert tuple(expected) == SWITCHES[rule].readings
    for reading, outcome in expected.items():
        assert play(adopted_but(rule, reading)) == outcome, reading
    assert play(ADOPTED) == expected[SWITCHES[rule].adopted]


def test_no_other_switch_is_played() -> None:
    assert set(PLAYED) == set(SWITCHES)


@pytest.mark.rule("craft.weapon.hand-type")
def test_craft_weapon_hand_type_any_place() -> None:
    """Two-handed by size: up to twelve in a part, with three wood, alone, and with the monk that two hands need."""
    anywhere = adopted_but("craft.weapon.hand-type", "any-place")
    assert faults(WEAPON, "WWWMM/MMMMM/MM", rulings=anywhere) == []
    assert faults(WEAPON, "WWWMM/MMMMM/MMM", rulings=anywhere) == ["craft.weapon.two-handed.max-cubes"]
    assert faults(WEAPON, "WWWMM/MMMM", unlocked=False, rulings=anywhere) == ["monk.spot.weapon"]
    beside = "WWWMM:.../MMMM.:.../.....:WWM"
    assert faults(WEAPON, beside, rulings=anywhere) == ["craft.weapon.two-max"]


@pytest.mark.rule("gearcard.claim.without-craft")
def test_gearcard_claim_without_craft_after_crafting() -> None:
    """That reading asks for a craft in this rest, of whatever kind."""
    after = adopted_but("gearcard.claim.without-craft", "after-crafting")
    here = board(helmet="WW", lower="M")
    table = Table(here, display=(card("h", HELMET, "WW"),), rulings=after)
    assert table.play(craft(here, SANDALS, "M")).claims() == ["h"]


@pytest.mark.rule("gearcard.match.rotation", "magic.match.contains")
def test_gearcard_match_rotation_mirrored_for_blueprints_too() -> None:
    """magic.match.contains works as for gear cards, so the switch holds for both; placements follow it."""
    mirrored = adopted_but("gearcard.match.rotation", "turned-or-mirrored")
    here = board(helmet=".W/.W/TM", blueprints=(blueprint(HELMET, "W./W./MT"),))
    assert not Table(here).rest().gear().helmet_magic
    assert Table(here, rulings=mirrored).rest().gear().helmet_magic
    assert len(placements(parse_pattern("W./W./MT"), here.gear.helmet, rulings=mirrored)) == 1


def test_a_switch_that_does_not_exist_is_unreadable() -> None:
    for rule, reading in (("craft.waste", "two"), ("magic.split-carrier", "both"), ("", "")):
        with pytest.raises(Unreadable) as caught:
            ADOPTED.with_reading(rule, reading)
        said = error_sentence(caught.value)
        assert all(choice in said for choice in (SWITCHES[rule].readings if rule in SWITCHES else SWITCHES))


def test_a_save_keeps_every_ruling_in_force() -> None:
    chosen = adopted_but("combat.helmet.absorb", "tooth-two").with_reading("magic.split-carrier", "carrier")
    assert set(chosen.in_force()) == set(SWITCHES)
    assert chosen.in_force()["combat.helmet.absorb"] == "tooth-two"
    assert chosen.with_reading("combat.helmet.absorb", "tooth-three").in_force() == ADOPTED.in_force()

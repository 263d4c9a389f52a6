"""Dragons that sleep, wake and walk, and the fights that they begin."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.fight import Defence, DragonFight
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.box import Piles
from fujikoro_nb.engine.fujikoro.board.geometry import place
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.components import Dragon
from fujikoro_nb.engine.fujikoro.rules.fights.attack_order import order_by_initiative
from fujikoro_nb.engine.fujikoro.rules.group.steps import next_steps, seen_by_dragons, targets
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from tests.support.fights import dragon
from tests.support.game_positions import Realm, adventure, realm, tile
from tests.support.gear_positions import adopted_but, board
from tests.support.groups import group, idle, kinds, lives_of, outcome_of, round_of, turn_over

RING = {f"I-{number}": "......." for number in range(1, 7)}
"""The centre and the six tiles round it are known."""
STRONG = dragon("30/9/1")
WEAK = dragon("1/8/1")


def status(game: Realm, name: str) -> str:
    """The status token of the dragon on a tile."""
    party, dragon_there = game.state.party, game.laid(name).dragon
    assert party is not None, "only a group has tokens"
    if dragon_there is None:
        assert not (party.asleep or party.awake), "no token without a dragon"
        return ""
    return "asleep" * (dragon_there.id in party.asleep) + "awake" * (dragon_there.id in party.awake)


def next_round(game: Realm) -> Realm:
    """To the first question of the next round."""
    now = round_of(game)
    return idle(game, until=lambda one: round_of(one) > now)


def fight_of(state: GameState) -> DragonFight:
    """The fight that is going on."""
    found = next((frame for frame in state.agenda if isinstance(frame, DragonFight)), None)
    assert found is not None, "nobody fights"
    return found


def struck(game: Realm) -> Realm:
    """The dragon rolls three hits, and whose helmet has no choice pays all it has."""
    game.play("roll T 3")
    while game.asked == "pay-damage" and len(game.texts()) == 1:
        game.play(game.texts()[0])
    return game


# ---- asleep and awake


@pytest.mark.rule("coop.dragon.asleep-on-reveal", "coop.dragon.wake-sequence", "coop.setup.status-tokens")
def test_asleep_awake_off() -> None:
    """Explored in round 3: asleep; awake in round 4 without a step; it walks at the start of round 5."""
    piles = Piles(tiles=(tile("R......", name="lair"),), dragons=(dragon("9/9/3", colour="red", name="red"),))
    game = group(
        tiles={"II-3": ".......", "I-2": "......."}, at=("II-3.5", "I-2.0"), piles=piles, round_number=3
    )
    game.play("explore", "place I-1", "draw lair", "turn 0", "draw red")
    assert status(game, "I-1") == "asleep"
    next_round(game)
    assert (round_of(game), status(game, "I-1"), game.happened("dragon-walks")) == (4, "awake", [])
    next_round(game)
    assert (round_of(game), status(game, "I-1")) == (5, "")
    assert game.asked == "dragon-target", "I-2 and II-3 are equally near"


@pytest.mark.rule("coop.dragon.asleep-on-reveal", "coop.dragon.attacked-asleep")
def test_a_sleeping_dragon_can_be_attacked_and_sleeps_on() -> None:
    game = group(
        board(weapon="WW"),
        board(),
        tiles={"I-1": "......."},
        dragons={"I-1": STRONG},
        at=("centre", "temple-1"),
        tokens={"I-1": "asleep"},
    )
    assert status(game, "I-1") == "awake", "the round that began turned it"
    game.play("move", "walk I-1.4", "keep")
    assert (game.asked, fight_of(game.state).defence) == ("roll", UNSET)
    struck(game)
    assert (lives_of(game), status(game, "I-1")) == ((1, 2), "awake")


@pytest.mark.rule("coop.dragon.asleep-on-reveal")
def test_nobody_sleeps_among_rivals() -> None:
    piles = Piles(tiles=(tile("R......", name="lair"),), dragons=(dragon("9/9/3", colour="red", name="red"),))
    game = realm(piles=piles)
    game.play("explore", "place I-1", "draw lair", "turn 0", "draw red")
    assert (game.state.party, game.laid("I-1").dragon is None) == (None, False)


@pytest.mark.rule("coop.setup.status-tokens")
def test_there_are_as_many_tokens_as_are_needed() -> None:
    """Ten dragons sleep, and ten of them wake up."""
    lairs = [f"II-{number}" for number in range(1, 11)]
    beasts = {name: dragon("9/9/3", name=name) for name in lairs}
    game = group(tiles=dict.fromkeys(lairs, "......."), dragons=beasts, tokens=dict.fromkeys(lairs, "asleep"))
    assert {status(game, name) for name in lairs} == {"awake"}


@pytest.mark.rule("coop.dragon.token-gone-on-defeat")
def test_a_beaten_dragon_takes_its_token_along() -> None:
    game = group(
        board(weapon="WWM"),
        board(),
        tiles={"I-1": "......."},
        at=("centre", "temple-1"),
        dragons={"I-1": dragon("1/0/1")},
        tokens={"I-1": "asleep"},
    )
    game.play("move", "walk I-1.4", "keep", "attack left WWM", "roll W 1 1, M 1")
    assert (game.laid("I-1").dragon, status(game, "I-1")) == (None, "")


# ---- whom it sees, and which way it goes


@pytest.mark.rule(
    "coop.dragon.goes-around-centre", "coop.dragon.never-enters-safe", "coop.dragon.equal-steps-choice"
)
def test_round_the_centre() -> None:
    """Dragon on I-1, the only visible samurai on I-4: I-2 and I-6 are both legal, the group chooses, staying is not."""
    game = group(tiles=RING, at=("I-4.0", "centre"), dragons={"I-1": STRONG})
    assert (game.asked, game.about()) == ("dragon-step", {"group": 1, "dragon": "dragon"})
    assert game.texts() == ["prowl I-2", "prowl I-6"]
    assert game.refused("prowl centre") == "coop.dragon.blocked-stays"
    assert game.refused("prowl I-1") == "coop.dragon.blocked-stays"
    game.play("prowl I-6")
    assert game.laid("I-6").dragon == STRONG
    assert game.laid("I-1").dragon is None


@pytest.mark.rule("coop.dragon.moves-towards-nearest")
def test_nearest_as_seen_from_above() -> None:
    """A on I-4 is two tiles away from above and three to walk, B on II-6 three and three: it goes for A."""
    scene = {"tiles": {**RING, "II-6": "......."}, "at": ("I-4.0", "II-6.0"), "dragons": {"I-1": STRONG}}
    game = group(**scene)  # type: ignore[arg-type]
    assert targets(game.state, place("I-1").id) == ("I-4",)
    assert game.asked == "dragon-step", "nobody is asked whom"
    by_route = adopted_but("coop.dragon.moves-towards-nearest", "by-route")
    assert group(rulings=by_route, **scene).asked == "dragon-target"  # type: ignore[arg-type]


@pytest.mark.rule("coop.dragon.tie-choice")
def test_the_group_chooses_among_the_equally_near() -> None:
    """Samurai on I-3 and I-5, both two tiles from I-1; the next question is only asked where there is one."""
    game = group(tiles=RING, at=("I-3.0", "I-5.0"), dragons={"I-1": STRONG}, first=1)
    assert (game.asked, game.seat, game.texts()) == ("dragon-target", 1, ["chase I-3", "chase I-5"])
    assert game.refused("chase I-4") == "coop.dragon.moves-towards-nearest"
    game.play("chase I-5")
    assert game.said("dragon-walks", "place") == ["I-6"]


@pytest.mark.rule("coop.dragon.safe-samurai-invisible", "coop.setup.samurai-start")
def test_safe_samurai_are_not_seen() -> None:
    """On the centre, in a temple and on a bridge nobody is seen; by the other reading on the bridge."""
    tiles = {"I-1": ".......", "II-2": ".......", "III-2": "......."}
    scene = {
        "players": 3,
        "tiles": tiles,
        "at": ("centre", "temple-1", "bridge-1.a"),
        "dragons": {"I-1": STRONG},
    }
    hidden = group(**scene)  # type: ignore[arg-type]
    assert (seen_by_dragons(hidden.state), hidden.happened("dragon-walks")) == ((), [])
    seen = group(rulings=adopted_but("coop.dragon.safe-samurai-invisible", "without-bridges"), **scene)  # type: ignore[arg-type]
    assert seen_by_dragons(seen.state) == ("bridge-1",)
    assert seen.said("dragon-walks", "place") == ["II-2"]


@pytest.mark.rule("coop.dragon.never-enters-safe")
def test_a_dragon_beside_a_bridge_does_not_enter_it() -> None:
    seen = adopted_but("coop.dragon.safe-samurai-invisible", "without-bridges")
    game = group(tiles={"II-2": "......."}, at=("bridge-1.a",), dragons={"II-2": STRONG}, rulings=seen)
    assert kinds(game, "dragon-walks", "dragon-stays", "dragon-attacks") == ["dragon-stays"]


@pytest.mark.rule("coop.dragon.nobody-visible", "coop.setup.samurai-start")
def test_nobody_seen_nobody_walks() -> None:
    """All begin on the centre: two dragons stay, and nobody is asked for an order."""
    game = group(tiles=RING, dragons={"I-1": dragon("9/9/3", name="a"), "I-3": dragon("9/9/3", name="b")})
    assert (game.asked, game.said("dragon-stays", "dragon")) == ("act", ["a", "b"])


@pytest.mark.rule("coop.dragon.only-explored-tiles")
def test_no_way_over_what_is_not_explored() -> None:
    """Between I-1 and I-4 only I-2 is known: nothing leads there, so it stays."""
    game = group(
        tiles={"I-1": ".......", "I-2": ".......", "I-4": "......."}, at=("I-4.0",), dragons={"I-1": STRONG}
    )
    assert game.said("dragon-stays", "dragon") == ["dragon"]


@pytest.mark.rule("coop.dragon.one-per-tile", "coop.dragon.blocked-stays")
def test_another_dragon_closes_the_step() -> None:
    """On I-1 towards I-3 only I-2 is nearer, and another one, asleep, lies there: it stays, II-3 is as far as I-1."""
    tiles = {"I-1": ".......", "I-2": ".......", "I-3": ".......", "II-3": "......."}
    scene = {
        "tiles": tiles,
        "at": ("I-3.0",),
        "dragons": {"I-1": STRONG, "I-2": dragon("9/9/3", name="other")},
        "tokens": {"I-2": "asleep"},
    }
    game = group(**scene)  # type: ignore[arg-type]
    assert game.said("dragon-stays", "dragon") == ["dragon"]
    aside = adopted_but("coop.dragon.blocked-stays", "may-sidestep")
    assert group(rulings=aside, **scene).said("dragon-walks", "place") == ["II-3"]  # type: ignore[arg-type]


@pytest.mark.rule("coop.dragon.lava-harmless")
def test_lava_does_not_matter_to_dragons() -> None:
    game = group(
        tiles={"I-1": ".......", "I-2": ".LLLLLL", "I-3": "......."}, at=("I-3.0",), dragons={"I-1": STRONG}
    )
    assert game.said("dragon-walks", "place") == ["I-2"]


@pytest.mark.rule("coop.dragon.one-tile-per-round")
def test_one_tile_a_round_with_all_that_lies_beside_it() -> None:
    """Three tiles away, two after the step; damage tokens travel along."""
    game = group(tiles=RING, at=("I-4.0", "centre"), dragons={"I-1": STRONG})
    state = game.state.with_tile(
        place("I-1").id,
        type(game.laid("I-1"))(game.laid("I-1").tile, dragon=STRONG, damage=3),
    )
    game.state = state
    game.play("prowl I-2")
    assert (game.laid("I-2").dragon, game.laid("I-2").damage, game.laid("I-1").damage) == (STRONG, 3, 0)
    assert len(next_steps(game.state, place("I-2").id, place("I-4").id)) == 1


@pytest.mark.rule("coop.dragon.order-by-players", "solo.mode.coop-rules")
def test_the_group_chooses_the_order() -> None:
    """Both orders are listed, and the second dragon finds the tile of the first one taken: orders differ."""
    tiles = {"I-1": ".......", "I-2": ".......", "I-3": ".......", "II-3": "......."}
    scene = {
        "tiles": tiles,
        "at": ("I-3.0",),
        "dragons": {"I-1": dragon("30/9/1", name="a"), "II-3": dragon("30/9/1", name="b")},
    }
    ends = {}
    for first in "ab":
        game = group(**scene)  # type: ignore[arg-type]
        assert (game.asked, game.texts()) == ("dragon-order", ["dragon a", "dragon b"])
        assert game.refused("dragon c") == "coop.dragon.order-by-players"
        game.play(f"dragon {first}")
        ends[first] = (game.said("dragon-walks", "dragon"), game.said("dragon-stays", "dragon"))
    assert ends == {"a": (["a"], ["b"]), "b": (["b"], ["a"])}
    alone = group(board(), **scene)  # type: ignore[arg-type]
    assert (alone.asked, alone.seat) == ("dragon-order", 0), "one alone decides for the group"


@pytest.mark.rule("coop.dragon.same-tile-no-move")
def test_a_dragon_that_shares_its_tile_stays_and_fights() -> None:
    game = group(tiles=RING, at=("I-1.3", "I-2.0"), dragons={"I-1": STRONG})
    assert kinds(game, "dragon-walks", "dragon-attacks") == ["dragon-attacks"]
    asleep = group(tiles=RING, at=("I-1.3",), dragons={"I-1": STRONG}, tokens={"I-1": "asleep"})
    assert asleep.asked == "act", "one with a token does nothing"


# ---- the fight that it begins


def attacked(*boards: Board, at: tuple[str, ...], beast: Dragon = STRONG, **more: object) -> Realm:
    """The dragon on I-2 comes to I-1 in this round."""
    known: dict[str, object] = {"tiles": {"I-1": ".......", "I-2": "......."}, "dragons": {"I-2": beast}}
    return group(*boards, at=at, **{**known, **more})


ARMED = board(weapon="WWM", helmet="MM")


@pytest.mark.rule("coop.dragon.move-triggers-combat")
def test_all_on_the_tile_fight() -> None:
    """Two on different spaces of the tile both do; where each may choose, both are asked."""
    game = attacked(ARMED, ARMED, at=("I-1.1", "I-1.0"))
    assert (game.said("dragon-attacks", "place"), game.asked) == (["I-1"], "send-monk")
    assert fight_of(game.state).fighters == (0, 1)
    wants = adopted_but("coop.dragon.move-triggers-combat", "who-wants")
    game = attacked(ARMED, ARMED, at=("I-1.1", "I-1.0"), rulings=wants)
    assert (game.asked, game.texts()) == ("join", ["stay-out", "join I-1.1"])
    game.play("stay-out", "join I-1.0")
    assert fight_of(game.state).fighters == (1,)
    nobody = attacked(ARMED, ARMED, at=("I-1.1", "I-1.0"), rulings=wants).play("stay-out", "stay-out")
    assert nobody.asked == "act"


@pytest.mark.rule("coop.dragon.join-defence", "coop.combat.join-by-step")
def test_allies_beside_may_join_from_the_first_player_on() -> None:
    """Seats 0 and 2 stand on the centre beside I-1; seat 2 is the first player and is asked first."""
    game = attacked(ARMED, ARMED, ARMED, at=("centre", "I-1.1", "centre"), first=2)
    assert (game.asked, game.seat, game.texts()) == ("join", 2, ["stay-out", "join I-1.5", "join I-1.4"])
    game.play("join I-1.4")
    assert (game.asked, game.seat) == ("join", 0)
    game.play("stay-out")
    assert fight_of(game.state).fighters == (2, 1)


@pytest.mark.rule("coop.combat.join-by-step")
def test_nobody_joins_over_lava() -> None:
    """Both spaces of I-1 beside the centre are lava."""
    tiles = {"I-1": "....LL.", "I-2": "......."}
    game = attacked(ARMED, ARMED, at=("centre", "I-1.1"), tiles=tiles)
    assert (game.asked, fight_of(game.state).fighters) == ("send-monk", (1,))


@pytest.mark.rule("option.adventure.sashimono")
def test_the_banner_is_for_an_own_turn() -> None:
    """In the dragons' step nobody brings an ally near; in an own attack its owner is asked first."""
    banner = adventure("banner", "summon 2")
    game = attacked(ARMED, ARMED, at=("I-1.1", "centre"), adventures={0: (banner,)})
    assert game.asked == "join"
    own = group(
        ARMED,
        ARMED,
        tiles={"I-1": "......."},
        at=("centre", "temple-1"),
        dragons={"I-1": STRONG},
        tokens={"I-1": "asleep"},
        adventures={0: (banner,)},
    )
    assert own.refused("use banner") == "scroll.use", "nobody can be led anywhere from that temple"
    near = group(
        ARMED,
        ARMED,
        tiles={"I-1": ".......", "I-6": "......."},
        at=("I-6.2", "I-6.0"),
        dragons={"I-1": STRONG},
        tokens={"I-1": "asleep"},
        adventures={0: (banner,)},
    )
    near.play("move", "walk I-1.5")
    assert (near.asked, near.about()) == ("window", {"moment": "before-join"})
    near.play("use banner", "lead 1 centre")
    assert (near.asked, near.seat, near.texts()[0]) == ("join", 1, "stay-out"), (
        "led there, and free to decline"
    )


@pytest.mark.rule("coop.dragon.samurai-defend-ties")
def test_who_came_decides_a_tie() -> None:
    """Initiative 8 against 8: whom the dragon came to go first, whoever came to it after it."""
    assert order_by_initiative([8], [False], 8, rulings=ADOPTED, defence=Defence()) == (0, -2)
    assert order_by_initiative([8], [False], 8, rulings=ADOPTED) == (-2, 0)
    assert order_by_initiative([8, 7], [False, False], 8, rulings=ADOPTED, defence=Defence()) == (0, -2, 1)
    long = board(weapon="WWWMM:MMM", monks=("weapon",))
    game = attacked(long, at=("I-1.1",), beast=dragon("30/8/1")).play("keep")
    assert game.said("order-fixed", "order") == ["0 dragon"]
    assert game.asked == "roll-dice"


@pytest.mark.rule("coop.dragon.tie-between-samurai")
def test_ties_among_defenders_go_from_the_first_player() -> None:
    """Seats 1 and 3 tie, the first player is seat 3: it goes first; a first player who looks on changes nothing."""
    seats = (board(), ARMED, board(), ARMED)
    at = ("centre", "I-1.1", "temple-1", "I-1.0")
    game = attacked(*seats, at=at, first=3).play("stay-out", "keep", "keep")
    assert game.said("order-fixed", "order") == ["dragon 3 1"]
    last = adopted_but("combat.init.tie-samurai", "active-last")
    game = attacked(*seats, at=at, first=3, rulings=last).play("stay-out", "keep", "keep")
    assert game.said("order-fixed", "order") == ["dragon 1 3"]
    game = attacked(*seats, at=at, first=2, rulings=last).play("stay-out", "keep", "keep")
    assert game.said("order-fixed", "order") == ["dragon 3 1"], "seat 2 is the active one and does not fight"


@pytest.mark.rule("coop.dragon.retreat-when-attacked")
def test_where_the_attacked_retreat_to() -> None:
    """The weapon breaks: off the tile onto a firm, free space beside, none with a dragon; at some tables never."""
    weak = board(weapon="WW", helmet="MM")
    game = attacked(weak, at=("I-1.4",), beast=dragon("30/0/1"), lava=("I-2.6",))
    game.play("keep", "attack left WW", "roll W 0* 1", "lose 1,1")
    assert (game.asked, game.texts()) == ("withdraw", ["stay", "retreat"])
    game.play("retreat")
    assert (game.asked, game.texts()) == ("fall-back", ["fall-back centre"])
    assert game.refused("fall-back I-1.0") == "coop.dragon.retreat-when-attacked"
    game.play("fall-back centre")
    assert (game.at(), game.samurai().is_conscious, lives_of(game), game.asked) == (
        "centre",
        True,
        (2,),
        "act",
    )
    never = adopted_but("coop.dragon.retreat-when-attacked", "never")
    game = attacked(weak, at=("I-1.4",), beast=dragon("30/0/1"), rulings=never)
    game.play("keep", "attack left WW", "roll W 0* 1", "lose 1,1")
    assert (game.texts(), game.refused("retreat")) == (["stay"], "coop.dragon.retreat-when-attacked")


@pytest.mark.rule("coop.dragon.retreat-when-attacked")
def test_without_a_space_beside_nobody_retreats() -> None:
    """In the middle of the tile no other tile is beside."""
    game = attacked(board(weapon="WW", helmet="MM"), at=("I-1.0",), beast=dragon("30/0/1"))
    game.play("keep", "attack left WW", "roll W 0* 1", "lose 1,1")
    assert game.texts() == ["stay"]


@pytest.mark.rule("coop.dragon.stays-after-combat", "coop.lives.knockout-costs-life")
def test_the_dragon_stays_and_heals() -> None:
    """Health 12 less 2; all are knocked out: it stays where it came, with 12 in the next fight."""
    game = attacked(board(weapon="WWM"), at=("I-1.1",), beast=dragon("12/0/1"))
    game.play("keep", "attack left WWM", "roll W 1 0, M 1")
    assert fight_of(game.state).health == 10
    struck(game)
    assert (game.at(), lives_of(game), game.laid("I-1").dragon) == ("centre", (1,), dragon("12/0/1"))
    game.play("move", "walk I-1.4", "keep")
    assert game.said("order-fixed", "health")[-1] == 12


@pytest.mark.rule("coop.combat.heroic-monk-allowed")
def test_monks_help_whom_a_dragon_came_to() -> None:
    """The monk of the defender throws a cube before the order is fixed; against the white one nobody is asked."""
    game = attacked(board(weapon="WWM", monks=("scroll",), lower="M"), at=("I-1.1",), beast=WEAK)
    assert game.texts() == ["keep", "send scroll"]
    game.play("send scroll", "throw M lower", "roll M 2")
    assert game.laid("I-1").dragon is None
    white = dragon("60/25/6", colour="white")
    assert attacked(board(weapon="WWM", monks=("scroll",)), at=("I-1.1",), beast=white).asked == "roll"


# ---- knocked out


@pytest.mark.rule("coop.lives.knockout-costs-life", "coop.lives.flip-tile")
def test_a_knockout_costs_a_life_and_leads_to_the_centre() -> None:
    """Awake on the central tile at once; its own turn comes as usual afterwards."""
    game = attacked(board(), board(), at=("I-1.1", "temple-1"))
    struck(game.play("keep"))
    assert (lives_of(game), game.at(), game.samurai().is_conscious) == ((1, 2), "centre", True)
    assert (game.asked, game.seat, game.happened("wakes")) == ("act", 0, [])
    assert dict(game.happened("life-lost")[0].data) == {"seat": 0, "left": 1}


@pytest.mark.rule("coop.lives.knockout-ends-own-turn", "coop.lives.knockout-costs-life")
def test_a_knockout_in_the_own_turn_ends_it() -> None:
    """The first action walks into a dragon: no second one, though the samurai is awake on the centre."""
    game = group(
        board(),
        board(),
        tiles={"I-1": "......."},
        dragons={"I-1": STRONG},
        tokens={"I-1": "asleep"},
    )
    struck(game.play("move", "walk I-1.4", "stay-out", "keep"))
    assert (lives_of(game), game.at(), game.samurai().is_conscious) == ((1, 2), "centre", True)
    assert (game.asked, game.seat, game.said("turn-over", "seat")) == ("act", 1, [0])


@pytest.mark.rule("coop.lives.second-loss-defeat")
def test_the_second_knockout_loses_in_the_middle_of_the_roll() -> None:
    """Two defenders: the first one's last life goes, and the other's helmet is not even asked."""
    game = attacked(board(), ARMED, at=("I-1.1", "I-1.0"), lives=(1, 2))
    struck(game.play("keep", "keep"))
    assert (game.asked, outcome_of(game), lives_of(game)) == (None, "lost-life", (0, 2))
    told = kinds(game, "combat-over", "round-over", "group-loses", "turn")
    assert told == ["combat-over", "round-over", "group-loses"]


@pytest.mark.rule("coop.dragon.order-by-players", "coop.rounds.start-of-round-order")
def test_after_the_fight_the_next_dragon_walks() -> None:
    game = group(
        ARMED,
        ARMED,
        tiles=RING,
        at=("I-2.0", "centre"),
        dragons={"I-1": dragon("30/0/1", name="a"), "I-4": dragon("30/0/1", name="b")},
    )
    game.play("dragon a", "stay-out", "keep", "attack left -", "roll T 0")
    while game.asked not in ("act", None, "dragon-step") and len(game.happened("dragon-walks")) < 2:
        game.play("attack left -" if game.asked == "roll-dice" else "roll T 3")
        if game.asked == "pay-damage":
            game.play(game.texts()[0])
    assert game.said("dragon-walks", "dragon")[0] == "a"


def test_turns_still_come_after_a_quiet_dragons_step() -> None:
    game = group(tiles=RING, at=("centre", "temple-1"), dragons={"I-1": STRONG})
    turn_over(game)
    assert game.said("turn", "seat") == [0, 1]

"""The quick answers for each character: discs, steps, sandals, jumps and sneaking as its board has them."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.asked.characters import Leap
from fujikoro_nb.engine.fujikoro.asked.game import Act
from fujikoro_nb.engine.fujikoro.board.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.characters import CHARACTERS
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear
from fujikoro_nb.engine.fujikoro.gear.worn import absorption
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.mountain.walking import has_complete_sandals
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED
from fujikoro_nb.helper.quick.escape import Strip, escape_answer, lava_orders, turn_of
from fujikoro_nb.helper.quick.facts import parse_facts
from fujikoro_nb.helper.quick.game import COMPETITIVE_GAME, TableGame
from fujikoro_nb.helper.quick.now import Line, now_lines
from fujikoro_nb.helper.quick.positions import Spot, position, shod
from fujikoro_nb.helper.quick.sentences import told_escape, told_now
from fujikoro_nb.helper.quick.walker import ANYBODY, MONKS, Walker
from fujikoro_nb.texts import LANGUAGES, say


def game(who: str, weapon: str = "") -> TableGame:
    limits = CHARACTERS[who]
    drawn = parse_gear(weapon, GearKind.WEAPON, limits).weapon if weapon else None
    return msgspec.structs.replace(COMPETITIVE_GAME, who=Walker.of(limits, drawn))


def lines(who: str, text: str, weapon: str = "") -> dict[str, Line]:
    return {line.name: line for line in now_lines(parse_facts(text), game=game(who, weapon))}


def way(who: str, **changed: object) -> Strip:
    known: dict[str, object] = {
        "steps": 5,
        "lava": (),
        "discs": 3,
        "action_monk": "none",
        "sandals": "",
        "countdown": 4,
        "marker": "first",
        "exit": "rope",
        "rope_in": 0,
        "who": game(who).who,
    }
    return Strip(**(known | changed))  # type: ignore[arg-type]


# ---- discs


@pytest.mark.rule("char.yoshihiro.four-discs", "char.tomoe.second-action-monk", "char.tomoe.setup")
@pytest.mark.parametrize(
    ("who", "most", "own"), [("symmetric", 4, 3), ("yoshihiro", 5, 4), ("tomoe", 4, 2), ("masako", 4, 3)]
)
def test_so_many_discs_can_be_in_the_pool(who: str, most: int, own: int) -> None:
    assert [int(value) for value in game(who).values("discs")] == list(range(most + 1))
    walker = game(who).who
    for pool in range(most + 1):
        for monks in walker.monks(pool):
            board = walker.with_discs(shod("", walker), pool, monks)
            assert (board.pool, board.discs <= own) == (pool, True)
            assert board.monk_spots.count("action") == MONKS[monks][0]
            assert sum(walker.fields(board)) + board.discs == own


# ---- steps and sandals


@pytest.mark.rule("char.masako.move", "char.masako.sandals-five", "char.daisuke.move-three")
def test_masako_and_daisuke_go_further() -> None:
    assert lines("masako", "discs.2")["move"].steps == (3, 4)
    assert lines("masako", "discs.2,sandals.five")["move"].steps == (3,)
    assert lines("masako", "discs.2,sandals.five-complete")["move"].steps == (4,)
    assert lines("daisuke", "discs.2,sandals.weak-complete")["move"].steps == (4,)
    assert "weak-complete" not in game("masako").values("sandals"), "five cubes are worth five at least"
    assert turn_of(way("symmetric", steps=6), ADOPTED) == 2
    assert turn_of(way("masako", steps=6), ADOPTED) == turn_of(way("daisuke", steps=6), ADOPTED) == 1
    answer = escape_answer(
        parse_facts("exit.rope,steps.6,way-lava.0,discs.3,countdown.1,marker.first"), game=game("daisuke")
    )
    assert (answer.verdict, answer.turns) == ("yes", (1,))


@pytest.mark.rule("char.masako.sandals-five")
def test_masakos_sandals_behind_a_tap_are_the_best_and_the_worst() -> None:
    """Of all sandals of up to five cubes, with every blueprint that makes them magical."""
    masako = game("masako").who
    worth: dict[str, dict[str, tuple[int, ...]]] = {}
    lavas = ((1, 3), (1, 3, 5))
    for size in range(6):
        for cubes in map("".join, combinations_with_replacement("WMT", size)):
            plans = {"".join(part) for length in (2, 4) for part in combinations(cubes, length)}
            magic = [f"{cubes}+G:{plan}" for plan in sorted(plans) if cubes.startswith(plan)]
            for text in (cubes, *([f"{cubes}+G"] if cubes else ()), *magic):
                board = shod(text, masako)
                points = absorption(board.gear, GearKind.SANDALS)
                tap = "weak" if points < 5 else "five" if points < 10 else "ten"
                if tap != "ten" and has_complete_sandals(board):
                    tap += "-complete"
                worth.setdefault(tap, {})[text] = tuple(
                    turn_of(way("masako", steps=6, lava=lava, sandals=text), ADOPTED) or 99 for lava in lavas
                )
    assert set(worth) == {tap for tap, every in masako.sandals.items() if every}
    for tap, found in worth.items():
        first, *_, last = masako.sandals[tap]
        assert found[last] == tuple(map(min, zip(*found.values(), strict=True))), (tap, found[last])
        assert found[first] == tuple(map(max, zip(*found.values(), strict=True))), (tap, found[first])


# ---- jumps


@pytest.mark.rule("char.mitsuhide.lava-jump")
def test_a_jump_needs_wood_and_no_sandals() -> None:
    """The ledger: two steps, lava then plain, one wood burnt."""
    assert turn_of(way("mitsuhide", steps=2, lava=(1,), wood=1), ADOPTED) == 1
    assert turn_of(way("mitsuhide", steps=2, lava=(1,)), ADOPTED) == 0
    assert turn_of(way("symmetric", steps=2, lava=(1,), wood=1), ADOPTED) == 0
    # One jump a move: two lava spaces in a row are one too many, apart they take two moves and two cubes.
    assert turn_of(way("mitsuhide", steps=4, lava=(1, 2), wood=5), ADOPTED) == 0
    assert turn_of(way("mitsuhide", steps=4, lava=(1, 3), wood=2), ADOPTED) == 1
    assert turn_of(way("mitsuhide", steps=4, lava=(1, 3), wood=1), ADOPTED) == 0
    # Sandals pay for what is not jumped over.
    assert turn_of(way("mitsuhide", steps=4, lava=(1, 3), wood=1, sandals="TT"), ADOPTED) == 1
    assert turn_of(way("mitsuhide", steps=4, lava=(1, 2), wood=1, sandals="TTT"), ADOPTED) == 1


@pytest.mark.rule("char.mitsuhide.lava-jump")
def test_a_jump_comes_after_a_step() -> None:
    assert turn_of(way("mitsuhide", steps=3, lava=(2,), wood=1, sandals="WWW"), ADOPTED) == 1
    extra = ADOPTED.with_reading("char.mitsuhide.lava-jump", "extra")
    one_action = way("mitsuhide", steps=3, lava=(1,), wood=1, discs=1, countdown=1)
    assert turn_of(one_action, ADOPTED) == 0
    assert turn_of(one_action, extra) == 1


@pytest.mark.rule("char.mitsuhide.lava-jump")
@pytest.mark.parametrize(("steps", "count"), [(4, 1), (5, 2), (6, 2)])
@pytest.mark.parametrize(("wood", "sandals"), [(1, ""), (1, "TTT"), (2, ""), (3, "TT")])
def test_best_and_worst_order_of_lava_with_jumps(steps: int, count: int, wood: int, sandals: str) -> None:
    def worth(lava: tuple[int, ...]) -> int:
        return turn_of(way("mitsuhide", steps=steps, lava=lava, wood=wood, sandals=sandals), ADOPTED) or 99

    every = [worth(lava) for lava in combinations(range(1, steps), count)]
    asked = [worth(lava) for lava in lava_orders(steps, count)]
    assert (min(asked), max(asked)) == (min(every), max(every))


@pytest.mark.rule("char.mitsuhide.lava-jump")
def test_now_says_that_a_jump_leads_over_lava() -> None:
    told = "discs.2,lava.yes,sandals.weak"
    assert lines("symmetric", told)["lava"].verdict == "no"
    line = lines("mitsuhide", told)["lava"]
    assert line.verdict == "yes"
    assert ("char.mitsuhide.lava-jump", "no-wood") in [(one.rule, one.reason) for one in line.unless]
    known = lines("mitsuhide", told, "WWMM")["lava"]
    assert known.verdict == "yes"
    assert "char.mitsuhide.lava-jump" not in [one.rule for one in known.unless]
    bare = lines("mitsuhide", told, "MM")["lava"]
    assert (bare.verdict, bare.refusals[0].rule) == ("no", "char.mitsuhide.lava-jump")
    spot = Spot(lava="yes", who=game("mitsuhide").who)
    state = GAME.step(GAME.start(position(spot, ADOPTED)).state, Act("move")).state
    ways = [one for one in GAME.options(state) if isinstance(one, Leap)]
    assert (SpaceId(spot.around.lava), SpaceId(spot.around.beyond)) in [one.path for one in ways]


@pytest.mark.rule("char.mitsuhide.lava-jump")
def test_wood_that_nobody_drew_is_an_if_of_the_way_out() -> None:
    told = parse_facts("exit.rope,steps.2,way-lava.1,discs.3,sandals.weak,countdown.1,marker.first")
    unknown = escape_answer(told, game=game("mitsuhide"))
    assert (unknown.verdict, unknown.facts) == ("if", ("wood",))
    assert escape_answer(told, game=game("mitsuhide", "WWMM")).verdict == "yes"
    assert escape_answer(told, game=game("mitsuhide", "MM")).verdict == "no"
    assert escape_answer(told, game=game("takeko")).verdict == "no"


# ---- sneaking, scrolls


@pytest.mark.rule("char.daisuke.sneak", "char.daisuke.no-scroll-from-board")
def test_daisuke_sneaks_by_and_takes_no_scroll() -> None:
    told = parse_facts("discs.2,beside.both,space.scroll-own,lava.no")
    for language in LANGUAGES:
        said = {line.name: line for line in told_now(told, game=game("daisuke"), language=language)}
        assert said["dragon"].sentence == say("now.yes-dragon-sneaks", language=language)
        assert said["samurai"].sentence == say("now.yes-samurai-sneaks", language=language)
        assert said["gather"].verdict == "no"
        assert said["gather"].rules == ("char.daisuke.no-scroll-from-board",)


@pytest.mark.parametrize("who", CHARACTERS)
def test_every_character_has_its_answers(who: str) -> None:
    for language in LANGUAGES:
        for text in ("", "discs.1,lava.yes,beside.both,space.scroll-own,backpack.0,sandals.ten"):
            told = told_now(parse_facts(text), game=game(who), language=language)
            assert all(line.sentence for line in told)
        for text in ("", "steps.3,way-lava.1,sandals.five"):
            assert told_escape(parse_facts(text), game=game(who), language=language).sentence


def test_nobody_walks_as_before() -> None:
    assert Walker.of(CHARACTERS["symmetric"]) == ANYBODY
    assert ANYBODY.monks(4) == ("pool",)
    assert ANYBODY.monks(0) == ("none", "field")
    assert ANYBODY.monks(2) == ("none", "field", "pool")

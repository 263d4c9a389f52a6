"""Chapter "magic": the green cube gained, carried, lost and brought back."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.gear.grid import cell_at, mask_of
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.gear.magic import Carried, after_removal, can_gain
from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern
from fujikoro_nb.engine.fujikoro.gear.worn import Gear, absorption, absorption_of, inspect, weapons_of
from fujikoro_nb.engine.fujikoro.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.kernel import Illegal
from tests.support.game_positions import realm
from tests.support.gear_positions import (
    HELMET,
    SANDALS,
    SYMMETRIC,
    WEAPON,
    CraftNothing,
    PlaceMagic,
    StopClaiming,
    Table,
    adopted_but,
    blueprint,
    board,
    craft,
    craft_refusal,
    gear_of,
)


def removed(
    kind: GearKind,
    text: str,
    *places: tuple[int, int],
    pattern: str,
    owned: bool = True,
    rulings: Rulings = ADOPTED,
) -> Carried:
    """What happens to the magic when the cubes of these places go."""
    before = parse_gear(text, kind, SYMMETRIC)
    after = before.with_layout(kind, before.layout(kind).without(mask_of(*places)))
    return after_removal(
        before, after, kind, parse_pattern(pattern), SYMMETRIC, is_owned=owned, rulings=rulings
    )


def carrier(gear: Gear) -> str:
    """Which weapon is magical."""
    return ",".join(weapon.part for weapon in weapons_of(gear, SYMMETRIC) if weapon.is_magical)


# ---- gained


@pytest.mark.rule("magic.gain")
def test_magic_gain() -> None:
    """Sandals fit an owned blueprint after crafting: magic at the end of the rest. No blueprint, no magic."""
    here = board(lower="WMM", blueprints=(blueprint(SANDALS, "MM"),))
    table = Table(here).play(craft(here, SANDALS, "W./MM"))
    assert not table.gear().sandals_magic
    table.play(StopClaiming())
    assert table.gear().sandals_magic
    assert [event.rule for event in table.happened("magic-gained")] == ["magic.gain"]
    assert not Table(board(sandals="MM")).rest().gear().sandals_magic


@pytest.mark.rule("magic.gain")
def test_magic_gain_needs_a_blueprint_of_its_kind() -> None:
    """A helmet blueprint makes no sandals magical, and crafting alone never makes a green cube."""
    table = Table(board(sandals="MM", helmet="WW", blueprints=(blueprint(HELMET, "MM"),))).rest()
    assert not table.gear().sandals_magic
    assert not table.gear().helmet_magic
    here = board(weapon="WW", lower="M")
    answer = craft(here, WEAPON, "WWM", magic_at=cell_at(1, 1))
    assert craft_refusal(here, answer) == "magic.gain"


@pytest.mark.rule("magic.gain.all-players")
def test_magic_gain_all_players() -> None:
    """The check is every player's, in turn order."""
    plan = (blueprint(HELMET, "WW"),)
    table = Table(board(), board(helmet="WW", blueprints=plan), board(helmet="WW", blueprints=plan)).rest()
    assert [dict(event.data)["seat"] for event in table.happened("magic-gained")] == [1, 2]


@pytest.mark.rule("magic.match.contains")
def test_magic_match_contains() -> None:
    """Pattern MM in a row, gear column M M W: turned, with one cube more, it fits."""
    assert Table(board(helmet="M/M/W", blueprints=(blueprint(HELMET, "MM"),))).rest().gear().helmet_magic
    assert not Table(board(helmet="M/W/M", blueprints=(blueprint(HELMET, "MM"),))).rest().gear().helmet_magic


@pytest.mark.rule("magic.mandatory")
def test_magic_mandatory() -> None:
    """One weapon, helmet, sandals: the cubes are placed without a question; only two weapons are asked about."""
    plans = tuple(blueprint(kind, "WW", kind) for kind in GearKind)
    one = Table(board(weapon="WWM", helmet="WW", sandals="WW", blueprints=plans)).rest()
    assert one.asked is None
    assert [one.gear().is_magical(kind) for kind in GearKind] == [True, True, True]
    two = Table(board(weapon="WWM..:WWM", monks=("weapon",), blueprints=plans)).rest()
    assert (two.asked, two.asked_seat) == ("place-magic", 0)
    assert two.refused(StopClaiming()) == "magic.mandatory"
    assert two.refused(CraftNothing()) == "magic.mandatory"


@pytest.mark.rule("magic.two-weapons-choice")
def test_magic_two_weapons_choice() -> None:
    """The pattern lies only in the left weapon; the cube may go on the right one."""
    here = board(weapon="WWW..:WMM", monks=("weapon",), blueprints=(blueprint(WEAPON, "WWW"),))
    for part in ("left", "right"):
        table = Table(here).rest()
        assert table.refused(PlaceMagic("both")) == "magic.two-weapons-choice"
        assert table.options() == [PlaceMagic("left"), PlaceMagic("right")]
        assert carrier(table.play(PlaceMagic(part)).gear()) == part


@pytest.mark.rule("magic.two-weapons-choice")
def test_magic_two_weapons_choice_is_the_owners() -> None:
    """Seat 1 owns the two weapons, so seat 1 is asked though seat 0 rests."""
    here = board(weapon="WW...:WW", monks=("weapon",), blueprints=(blueprint(WEAPON, "WW"),))
    assert Table(board(), here).rest().asked_seat == 1


@pytest.mark.rule("magic.gain.all-players", "magic.two-weapons-choice")
@pytest.mark.parametrize("active", range(3))
def test_magic_owners_are_asked_clockwise_from_whose_action_it_was(active: int) -> None:
    def owner(name: str) -> Board:
        mine = blueprint(WEAPON, "WW", name)
        return board(weapon="WW...:WW", monks=("weapon",), blueprints=(mine,), discs=(name,))

    game = realm(owner("a"), owner("b"), owner("c"), first=active).play("move", "halt")
    asked = []
    while game.asked == "place-magic":
        asked.append(game.seat)
        game.play(game.texts()[0])
    assert asked == [active, (active + 1) % 3, (active + 2) % 3]


@pytest.mark.rule("magic.one-per-gear")
def test_magic_one_per_gear() -> None:
    """A magical helmet takes no second cube, from the check or in a drawing; two weapons share one."""
    magical = parse_gear("MM+G", HELMET, SYMMETRIC)
    assert not can_gain(magical, HELMET, parse_pattern("MM"), SYMMETRIC)
    table = Table(board(helmet="MM+G", blueprints=(blueprint(HELMET, "MM"),))).rest()
    assert table.happened("magic-gained") == []
    here = board(weapon="WW...:WW+G@1,1", monks=("weapon",), blueprints=(blueprint(WEAPON, "WW"),))
    assert Table(here).rest().happened("magic-gained") == []
    for kind, text in ((HELMET, "MM+G+G"), (SANDALS, "M+G+G"), (WEAPON, "WW...:WW+G@1,1+G@6,1")):
        with pytest.raises(Illegal) as error:
            parse_gear(text, kind, SYMMETRIC)
        assert [refusal.rule for refusal in error.value.refusals] == ["magic.one-per-gear"]


# ---- lost


@pytest.mark.rule("magic.loss.immediate")
def test_magic_loss_immediate() -> None:
    """Helmet pattern MM, one of these M goes: the magic leaves at once; an unrelated W leaves it."""
    lost = removed(HELMET, "MMW+G", (1, 1), pattern="MM")
    assert not lost.gear.helmet_magic
    assert [event.rule for event in lost.events] == ["magic.loss.immediate"]
    kept = removed(HELMET, "MMW+G", (3, 1), pattern="MM")
    assert kept.gear.helmet_magic
    assert kept.events == ()


@pytest.mark.rule("magic.loss.immediate")
def test_magic_loss_immediate_in_a_craft() -> None:
    """Rearranged until the blueprint no longer fits: lost without any cube going."""
    for kind, before, after in (
        (HELMET, "MMW+G", "MWM"),
        (WEAPON, "MMW+G@1,1", "MWM"),
        (SANDALS, "MM+G", "M/./M"),
    ):
        here = board(**{str(kind): before}, blueprints=(blueprint(kind, "MM"),))
        table = Table(here).play(craft(here, kind, after))
        assert table.lost_by() == ["magic.loss.immediate"]
        assert not table.gear().is_magical(kind)


@pytest.mark.rule("magic.loss.no-blueprint-any-cube")
def test_magic_loss_no_blueprint_any_cube() -> None:
    """Blueprint stolen, helmet MMW magic, W pays one damage: the magic goes though MM remains."""
    lost = removed(HELMET, "MMW+G", (3, 1), pattern="MM", owned=False)
    assert not lost.gear.helmet_magic
    assert [event.rule for event in lost.events] == ["magic.loss.no-blueprint-any-cube"]


@pytest.mark.rule("magic.loss.no-blueprint-any-cube", "magic.loss.immediate")
def test_magic_of_a_stolen_blueprint_is_not_judged_by_the_next_one() -> None:
    """Robbed of MM, with TTT since: a cube towards TTT leaves the magic, a cube less takes it."""
    stolen, since = (blueprint(HELMET, "MM", "old"),), (blueprint(HELMET, "TTT", "new"),)
    here = board(helmet="MM+G", lower="T", discs=("new",), blueprints=since, lost=stolen)
    kept = Table(here).play(craft(here, HELMET, "MMT", lower=""))
    assert kept.gear().helmet_magic
    gone = Table(here).play(craft(here, HELMET, "M", lower="T", waste="M"))
    assert gone.lost_by() == ["magic.loss.no-blueprint-any-cube"]


@pytest.mark.rule("magic.loss.no-blueprint-any-cube")
def test_magic_loss_no_blueprint_any_cube_in_a_craft() -> None:
    """Until a cube goes the magic stays: rearranged and enlarged as one likes. Then it is gone for good."""
    stolen = (blueprint(HELMET, "MM"),)
    here = board(helmet="MMW+G", lower="T", lost=stolen)
    kept = Table(here).play(craft(here, HELMET, "MWM/T"))
    assert kept.gear().helmet_magic
    gone = Table(here).play(craft(here, HELMET, "MM", lower="T", waste="W"), StopClaiming())
    assert gone.lost_by() == ["magic.loss.no-blueprint-any-cube"]
    assert not gone.gear().helmet_magic


@pytest.mark.rule("magic.restore.condition")
def test_magic_restore_condition() -> None:
    """Spent magic comes back when the action is over: blueprint owned and gear fits, else not."""
    plan = (blueprint(HELMET, "MM"),)
    assert Table(board(helmet="MMW", blueprints=plan)).rest().gear().helmet_magic
    assert not Table(board(helmet="MMW", lost=plan)).rest().gear().helmet_magic
    other = (blueprint(SANDALS, "WW", "other"),)
    assert not Table(board(helmet="MMW", blueprints=other, lost=plan)).rest().gear().helmet_magic
    assert not Table(board(helmet="MWM", blueprints=plan)).rest().gear().helmet_magic


@pytest.mark.rule("magic.restore.condition")
def test_magic_restore_condition_lost_while_crafting() -> None:
    """Lost and mended in the same rest cannot be; lost in one rest and mended in the next can."""
    here = board(helmet="MMW+G", blueprints=(blueprint(HELMET, "MM"),))
    first = Table(here).play(craft(here, HELMET, "MWM"), StopClaiming())
    assert not first.gear().helmet_magic
    there = first.state.boards[0]
    second = Table(there).play(craft(there, HELMET, "MMW"), StopClaiming())
    assert second.gear().helmet_magic


@pytest.mark.rule("magic.value.absorb")
def test_magic_value_absorb() -> None:
    """On helmet and sandals the cube absorbs four."""
    assert absorption_of("G") == 4
    assert absorption(gear_of(helmet="M+G"), HELMET) == 6
    assert absorption(gear_of(sandals="MM/M+G"), SANDALS) == 10


@pytest.mark.rule("magic.carrier-destroyed")
def test_magic_carrier_destroyed() -> None:
    """The weapon under the cube disappears: the cube goes with it, though the pattern lies in the other weapon."""
    lost = removed(WEAPON, "WM...:WW+G@1,1", (1, 1), (2, 1), pattern="WW")
    assert not lost.gear.is_magical(WEAPON)
    assert [event.rule for event in lost.events] == ["magic.carrier-destroyed"]


@pytest.mark.rule("magic.carrier-destroyed")
def test_magic_carrier_destroyed_returns_to_the_other() -> None:
    """At the end of the action the grid still matches: the other weapon becomes magical."""
    lost = removed(WEAPON, "WM...:WW+G@1,1", (1, 1), (2, 1), pattern="WW").gear
    here = msgspec.structs.replace(board(monks=("weapon",), blueprints=(blueprint(WEAPON, "WW"),)), gear=lost)
    assert carrier(Table(here).rest().gear()) == "right"


@pytest.mark.rule("magic.carrier-destroyed")
def test_magic_carrier_destroyed_helmet_and_sandals() -> None:
    """The cube lies on a cube: an emptied helmet keeps none, and none can be drawn on nothing."""
    for kind in (HELMET, SANDALS):
        lost = removed(kind, "M+G", (1, 1), pattern="W", owned=False)
        assert [event.rule for event in lost.events] == ["magic.carrier-destroyed"]
        drawn = inspect(parse_gear("+G", kind, SYMMETRIC), kind, SYMMETRIC)
        assert [refusal.rule for refusal in drawn.refusals] == ["magic.carrier-destroyed"]
    drawn = inspect(parse_gear("W+G@2,1", WEAPON, SYMMETRIC), WEAPON, SYMMETRIC)
    assert [refusal.rule for refusal in drawn.refusals] == ["magic.carrier-destroyed"]


SPLIT = "...WW:MWW"


@pytest.mark.rule("magic.split-carrier")
def test_magic_split_carrier() -> None:
    """A magical two-handed weapon falls apart and WW still fits: the piece under the cube stays magical."""
    for cell, part in (("4,1", "left"), ("8,1", "right")):
        split = removed(WEAPON, f"{SPLIT}+G@{cell}", (6, 1), pattern="WW")
        assert carrier(split.gear) == part
        assert split.places == ()
        assert split.events == ()


@pytest.mark.rule("magic.split-carrier")
def test_magic_split_carrier_when_the_cube_under_it_goes() -> None:
    """The lost cube carried the magic: one heir inherits, two are the owner's choice."""
    whole = removed(WEAPON, f"{SPLIT}+G@4,1", (4, 1), pattern="WW")
    assert carrier(whole.gear) == "both"
    split = removed(WEAPON, f"{SPLIT}+G@6,1", (6, 1), pattern="WW")
    assert split.places == (cell_at(4, 1), cell_at(7, 1))
    assert not split.gear.is_magical(WEAPON)


@pytest.mark.rule("magic.split-carrier")
def test_magic_split_carrier_reading_owner_chooses() -> None:
    free = adopted_but("magic.split-carrier", "owner-chooses")
    split = removed(WEAPON, f"{SPLIT}+G@4,1", (6, 1), pattern="WW", rulings=free)
    assert split.places == (cell_at(4, 1), cell_at(7, 1))


# ---- moved in a craft


@pytest.mark.rule("magic.gain")
def test_magic_moves_with_the_cube_under_it() -> None:
    """While weapons are rearranged the green cube may be carried along, never onto an empty or foreign cell."""
    here = board(weapon="WW...:WW+G@1,1", monks=("weapon",), blueprints=(blueprint(WEAPON, "WW"),))
    moved = Table(here).play(craft(here, WEAPON, "WW...:.WW", magic_at=cell_at(7, 1)))
    assert carrier(moved.gear()) == "right"
    for cell in (cell_at(6, 1), cell_at(9, 1), -1, 10**12):
        answer = craft(here, WEAPON, "WW...:.WW", magic_at=cell)
        assert craft_refusal(here, answer) == "magic.carrier-destroyed"
    worn = board(helmet="WW+G", blueprints=(blueprint(HELMET, "WW"),))
    assert craft_refusal(worn, craft(worn, HELMET, "WW", magic_at=0)) == "magic.gain"


@pytest.mark.rule("magic.gain")
def test_magic_stays_on_a_cube_when_nothing_is_said() -> None:
    """The cell under the cube is emptied: the cube lies on a weapon that is there."""
    here = board(weapon="WW+G@1,1", blueprints=(blueprint(WEAPON, "WW"),))
    after = Table(here).play(craft(here, WEAPON, "/.WW"))
    assert carrier(after.gear()) == "left"
    assert inspect(after.gear(), WEAPON, SYMMETRIC).is_legal

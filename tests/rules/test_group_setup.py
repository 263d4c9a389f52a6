"""How a group begins: piles in layers, the first player, a gear card for everybody, and who may play at all."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import msgspec
import pytest
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.game import Drawn
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.board.layers import is_special, removed, weights
from fujikoro_nb.engine.fujikoro.board.player import Board
from fujikoro_nb.engine.fujikoro.characters import character
from fujikoro_nb.engine.fujikoro.components import GearCard, Tile
from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
from fujikoro_nb.engine.fujikoro.modes import ALONE, COMPETITIVE, COOP, PEACEFUL, SOLO, Mode
from fujikoro_nb.engine.fujikoro.rules.game import GAME
from fujikoro_nb.engine.fujikoro.rules.group.outfit import is_balanced
from fujikoro_nb.engine.fujikoro.rules.mountain.draw import tile_draw
from fujikoro_nb.engine.fujikoro.rules.setup import new_game
from fujikoro_nb.engine.kernel import ChanceOptions, Illegal, Seat, Seeded, Session
from tests.support.game_positions import HOUSE, Realm, realm, tile
from tests.support.gear_positions import owned
from tests.support.groups import group

H, W, S = GearKind.HELMET, GearKind.WEAPON, GearKind.SANDALS


def begun(players: int, mode: Mode = COOP, **more: object) -> GameState:
    """A fresh table of the house's box."""
    return new_game(HOUSE, players=players, mode=mode, **more)  # type: ignore[arg-type]


class Draft:
    """A setup that a seeded dealer deals, up to the group's own questions."""

    def __init__(self, players: int, *, first: int = 0, mode: Mode = COOP, seed: int = 3) -> None:
        start = begun(players, mode)
        self.session = Session(GAME, start, dealer=Seeded(seed), auto_deal=True)
        self.play(f"first {first}")

    @property
    def state(self) -> GameState:
        return self.session.state

    @property
    def asked(self) -> tuple[str, int]:
        question = self.session.question
        assert question is not None, "the setup is not over"
        return question.kind, int(question.seat)

    @property
    def dealt(self) -> tuple[GearCard, ...]:
        """The cards to begin with."""
        assert self.state.party is not None, "a group deals"
        return self.state.party.dealt

    def texts(self) -> list[str]:
        return [GAME.to_text(answer) for answer in self.session.options]

    def play(self, *said: str) -> Draft:
        for text in said:
            self.session.play(GAME.from_text(text))
        return self

    def refused(self, text: str) -> str | None:
        refusal = GAME.check(self.state, GAME.from_text(text))
        return None if refusal is None else refusal.rule

    def cards(self, kind: GearKind) -> list[str]:
        """The cards of a kind on display."""
        return [card.id for card in self.state.display if card.kind == kind]

    def deal(self, *kinds: GearKind) -> Draft:
        """A card of each of these kinds, in the order of the seats."""
        for kind in kinds:
            self.play(f"deal {self.cards(kind)[0]}")
        return self

    def on(self, kind: str) -> Draft:
        """The first listed answers up to a question of this kind."""
        while self.asked[0] != kind:
            assert self.asked[0] != "act", f"the setup is over without {kind}"
            self.session.play(next(iter(self.session.options)))
        return self


# ---- piles


def chances(top: int, tiles: int = 12) -> list[Fraction]:
    """The chance that the special tile comes at each draw, by enumerating every order of draws by weight."""
    pile = [
        tile("...X...", level="II", name="exit"),
        *(tile(level="II", name=f"t{n}") for n in range(tiles - 1)),
    ]
    found, before = [], Fraction(1)
    left = list(pile)
    for drawn in range(tiles):
        weighed = weights(left, drawn=drawn, top=top)
        total = sum(weight for _, weight in weighed)
        own = sum(Fraction(weight, total) for one, weight in weighed if one.id == "exit")
        found.append(before * own)
        before *= 1 - own
        left.remove(next((one for one in left if one.id != "exit"), left[0]))
    return found


@pytest.mark.rule("coop.setup.pile-1-2-players", "coop.setup.special-packets")
def test_the_fifth_to_the_eighth_for_one_or_two() -> None:
    """A quarter each at the draws 5 to 8, nowhere else."""
    assert COOP.said.pile_tops[:2] == (4, 4)
    assert chances(4) == [Fraction(0)] * 4 + [Fraction(1, 4)] * 4 + [Fraction(0)] * 4


@pytest.mark.rule("coop.setup.pile-3-4-players", "coop.setup.special-packets")
def test_the_seventh_to_the_tenth_for_three_or_four() -> None:
    assert COOP.said.pile_tops[2:4] == (6, 6)
    assert chances(6) == [Fraction(0)] * 6 + [Fraction(1, 4)] * 4 + [Fraction(0)] * 2


@pytest.mark.rule("coop.setup.pile-5-6-players", "coop.setup.special-packets")
def test_the_last_four_for_five_or_six() -> None:
    assert COOP.said.pile_tops[4:] == (8, 8)
    assert chances(8) == [Fraction(0)] * 8 + [Fraction(1, 4)] * 4


def with_laid(state: GameState, level: str, number: int) -> GameState:
    """The state after so many ordinary tiles of a level have been laid."""
    for count in range(1, number + 1):
        drawn = next(one for one in state.piles.tiles_of(level) if not is_special(one))
        laid = type(realm(tiles={"I-1": "......."}).laid("I-1"))(drawn)
        state = msgspec.structs.replace(
            state.with_tile(f"{level}-{count}", laid),  # type: ignore[arg-type]
            piles=state.piles.without(drawn),
        )
    return state


@pytest.mark.rule(
    "coop.setup.pile-1-2-players",
    "coop.setup.pile-3-4-players",
    "coop.setup.pile-5-6-players",
    "coop.setup.special-tiles-aside",
)
def test_the_piles_of_a_game_are_in_layers() -> None:
    """By number of players: after so many tiles the special one can come, and after three more it must."""
    for players, level in product((2, 4, 6), ("II", "III")):
        top, state = COOP.said.pile_tops[players - 1], begun(players)
        for drawn in range(12):
            options = (
                tile_draw(with_laid(state, level, drawn), level).options(state) if drawn < top + 4 else None
            )
            if options is None:
                continue
            assert isinstance(options, ChanceOptions)
            special = [one for one in options if isinstance(one, Drawn) and _is_special(state, one.id)]
            is_there = top <= drawn < top + 4
            assert bool(special) == is_there, (players, level, drawn)
            if is_there:
                assert Fraction(options.weight(special[0]), options.total) == Fraction(1, top + 4 - drawn)


def _is_special(state: GameState, name: str) -> bool:
    return is_special(next(one for one in state.piles.tiles if one.id == name))


@pytest.mark.rule("coop.setup.level-one-pile", "coop.setup.special-tiles-aside")
def test_level_one_is_a_plain_pile() -> None:
    """Six tiles, none of them special, each as likely as another; the two special ones are one a level II and III."""
    state = begun(3)
    options = tile_draw(state, "I").options(state)
    assert isinstance(options, ChanceOptions)
    assert (options.total, len(options)) == (6, 6)
    special = [one for one in state.piles.tiles if is_special(one)]
    assert sorted(one.level for one in special) == ["II", "III"]
    assert {one.level: one.dragon == "white" for one in special} == {"II": False, "III": True}


@pytest.mark.rule("coop.setup.remove-tiles")
def test_tiles_are_taken_out_until_the_piles_are_whole() -> None:
    """Of 33 tiles 30 stay: 6, 12 and 12; other ones leave for other brackets, never a special one."""
    gone = []
    for players in range(1, 7):
        state = begun(players)
        count = Counter(one.level for one in state.piles.tiles)
        assert count == {"I": 6, "II": 12, "III": 12}
        out: tuple[Tile, ...] = removed(HOUSE.tiles, players)
        assert not any(map(is_special, out))
        gone.append(tuple(one.id for one in out))
    assert gone[0] == gone[1] != gone[2] == gone[3] != gone[4] == gone[5] != gone[0]
    assert len(begun(2, COMPETITIVE).piles.tiles) == 33


@pytest.mark.rule("coop.setup.remove-tiles", "coop.setup.special-tiles-aside")
def test_a_box_without_the_special_tiles_is_no_box_for_a_group() -> None:
    bare = msgspec.structs.replace(HOUSE, tiles=tuple(one for one in HOUSE.tiles if one.dragon != "white"))
    with pytest.raises(Illegal) as error:
        new_game(bare, players=2, mode=COOP)
    assert error.value.refusals[0].rule == "coop.setup.remove-tiles"
    assert new_game(bare, players=2).players == 2


@pytest.mark.rule("coop.setup.special-packets", "coop.setup.pile-1-2-players")
def test_the_real_box_is_held_to_its_layers() -> None:
    """Described by hand: the exit is refused as the first level II tile; as the eighth it is all that can come."""

    places = ("II-1", "II-12", "II-2", "II-3", "II-4", "II-5", "II-6", "II-7")

    def told(laid: int, *, special: bool) -> str | None:
        ground = dict.fromkeys(places[:laid], ".......")
        at = {"I-1": ".......", "I-4": "......."}
        game = group(
            tiles={**ground, **at}, at=("I-1.1" if laid < 3 else "I-4.4", "centre"), is_described=True
        )
        game.play("explore", "place II-2" if laid < 3 else "place II-8")
        return _described(game, special=special)

    assert [told(laid, special=True) for laid in (0, 2, 4, 7)] == [
        *["coop.setup.special-packets"] * 2,
        None,
        None,
    ]
    assert [told(laid, special=False) for laid in (0, 4, 6, 7)] == [*[None] * 3, "coop.setup.special-packets"]


def _described(game: Realm, *, special: bool) -> str | None:
    letters = "...X..." if special else "......."
    one = tile(letters, level="II", name="seen")
    text = msgspec.json.encode({"type": "Described", "tile": msgspec.to_builtins(one)}).decode()
    return game.refused(GAME.from_text(text))


# ---- the first player and the gear cards


@pytest.mark.rule("coop.rounds.first-player-fixed")
def test_the_group_says_who_is_first() -> None:
    """It is no draw: any seat, said by seat 0; then the rounds begin with it."""
    session = Session(GAME, begun(4), dealer=Seeded(1), auto_deal=True)
    question = session.question
    assert question is not None and (question.kind, question.seat) == ("first-player", 0)
    assert [GAME.to_text(one) for one in session.options] == ["first 0", "first 1", "first 2", "first 3"]
    assert GAME.check(session.state, GAME.from_text("first 4")) is not None
    session.play(GAME.from_text("first 2"))
    assert session.state.party is not None and session.state.party.first == 2


@pytest.mark.rule("coop.setup.starting-gear-card")
def test_a_card_for_everybody() -> None:
    """Two players, two of each kind on display: after the setup four cards are left."""
    draft = Draft(2, first=1)
    assert Counter(card.kind for card in draft.state.display) == {H: 2, W: 2, S: 2}
    assert draft.asked == ("first-card", 1)
    assert len(draft.texts()) == 6
    assert draft.refused("deal nothing") == "coop.setup.starting-gear-card"
    draft.deal(H, S)
    assert len(draft.state.display) == 4
    draft.on("act")
    assert [[card.kind for card in one.cards] for one in draft.state.boards] == [[S], [H]]
    assert not draft.state.piles.gear_cards


@pytest.mark.rule("coop.setup.starting-gear-card")
def test_characters_begin_without_a_card() -> None:
    """The card belongs to symmetric boards: after the draws nobody is asked for one."""
    boards = tuple(Board(HOUSE.areas.on(character(name))) for name in ("yoshihiro", "masatsura"))
    session = Session(GAME, begun(2, boards=boards), dealer=Seeded(3), auto_deal=True)
    session.play(GAME.from_text("first 0"))
    question = session.question
    assert question is not None and question.kind == "place-monk"


@pytest.mark.rule("coop.setup.gear-balanced")
def test_kinds_are_balanced() -> None:
    """Two helmets for two: refused; three: one each; 2-2-1 for five is legal, 3-1-1 is not."""
    draft = Draft(2).deal(H)
    assert draft.refused(f"deal {draft.cards(H)[0]}") == "coop.setup.gear-balanced"
    assert draft.refused(f"deal {draft.cards(W)[0]}") is None
    legal = {
        players: {
            tuple(sorted(Counter(each).values(), reverse=True))
            for each in product((H, W, S), repeat=players)
            if all(is_balanced(list(each[:size]), players) for size in range(1, players + 1))
        }
        for players in range(1, 7)
    }
    assert legal == {1: {(1,)}, 2: {(1, 1)}, 3: {(1, 1, 1)}, 4: {(2, 1, 1)}, 5: {(2, 2, 1)}, 6: {(2, 2, 2)}}


@pytest.mark.rule("coop.setup.gear-built", "coop.setup.default-weapon")
def test_the_piece_is_built_as_shown_beside_the_usual_weapon() -> None:
    """Who has a helmet card: first weapon of two wood and two metal, then the helmet, cubes as printed."""
    draft = Draft(2).deal(H, W)
    card, weapon = draft.dealt
    draft.on("first-weapon")
    assert draft.asked == ("first-weapon", 0)
    draft.on("first-piece")
    layouts = {answer.layout for answer in draft.session.options}  # type: ignore[attr-defined]
    assert {layout.cubes for layout in layouts} == {card.pattern.cubes}
    assert card.pattern in layouts, "as drawn, in the corner, among other places"
    turned = GAME.from_text('{"type": "Build", "layout": {"wood": 1, "metal": 0, "tooth": 0}}')
    refusal = GAME.check(draft.state, turned)
    assert refusal is not None and refusal.rule == "coop.setup.gear-built"
    draft.on("act")
    first, second = draft.state.boards
    assert (first.gear.weapon.cubes, first.gear.helmet.cubes) == (Cubes(2, 2), card.pattern.cubes)
    assert (second.gear.weapon.cubes, second.gear.helmet.cubes) == (weapon.pattern.cubes, Cubes())


@pytest.mark.rule("coop.setup.default-weapon")
def test_a_weapon_card_is_instead_of_the_usual_weapon() -> None:
    draft = Draft(2).deal(W, S)
    draft.on("first-piece")
    assert draft.asked == ("first-piece", 0)
    assert not [line for line in draft.session.lines if line.question.kind == "first-weapon"]


@pytest.mark.rule("coop.setup.weapon-card-monk", "coop.setup.start-monks")
def test_a_weapon_card_needs_a_monk_at_the_weapon() -> None:
    """One monk: the weapon spot; of the two with six players at least one."""
    draft = Draft(2).deal(W, S)
    entry = draft.session.lines[-1].entry
    assert (entry.seat, GAME.to_text(entry.answer), entry.automatic) == (0, "monk weapon", True)
    draft.on("place-monk")
    assert (draft.asked[1], len(draft.texts())) == (1, 4), "the other one is free"
    six = Draft(6).deal(W, W, H, H, S, S)
    assert six.refused("monk scroll") is None
    after = GAME.step(six.state, GAME.from_text("monk scroll")).state
    refusal = GAME.check(after, GAME.from_text("monk action"))
    assert refusal is not None and refusal.rule == "coop.setup.weapon-card-monk"


@pytest.mark.rule("coop.setup.start-monks")
def test_monks_as_among_rivals() -> None:
    """One each, two with six; one alone has one too."""
    for players, monks in ((1, 1), (5, 1), (6, 2)):
        draft = Draft(players)
        draft.on("act")
        assert [len(one.monk_spots) for one in draft.state.boards] == [monks] * players


@pytest.mark.rule("coop.setup.gear-card-slotted", "coop.setup.gear-card-counts-as-owned")
def test_the_card_goes_under_an_action_and_works_from_the_first_turn() -> None:
    """Under any of three actions; its bonus is offered with that action, and a second card of its kind never comes."""
    draft = Draft(2).deal(S, H)
    draft.on("first-slot")
    name = draft.dealt[0].id
    slots = [answer.slot for answer in draft.session.options]  # type: ignore[attr-defined]
    assert slots == ["move", "explore", "gather"]
    rest = f'{{"type": "ClaimCard", "card": "{name}", "slot": "rest"}}'
    assert draft.refused(rest) == "gearcard.limit.slot"
    draft.play(f'{{"type": "ClaimCard", "card": "{name}", "slot": "gather"}}').on("act")
    assert draft.state.boards[0].cards == (owned(name, S, "gather"),)
    draft.play("gather")
    assert draft.asked == ("part", 0)


@pytest.mark.rule("coop.setup.samurai-start", "coop.setup.lives-two", "coop.setup.blueprints-in-temples")
def test_where_everything_is_when_the_game_begins() -> None:
    """All on the centre with two lives; one blueprint of each kind a player, round the temples."""
    draft = Draft(2)
    draft.on("act")
    assert {one.space for one in draft.state.samurai} == {"centre"}
    assert draft.state.party is not None and draft.state.party.lives == (2, 2)
    assert [len(temple) for temple in draft.state.temples] == [2, 2, 2]
    assert Counter(one.kind for temple in draft.state.temples for one in temple) == {H: 2, W: 2, S: 2}


@pytest.mark.rule("solo.setup.one-card-of-each", "solo.mode.coop-rules")
def test_alone_there_is_one_of_each() -> None:
    draft = Draft(1, mode=SOLO)
    assert Counter(card.kind for card in draft.state.display) == {H: 1, W: 1, S: 1}
    assert [[one.kind for one in temple] for temple in draft.state.temples] == [[H], [W], [S]]
    assert draft.asked == ("first-card", 0)


@pytest.mark.rule("coop.setup.board-side")
def test_the_side_of_the_board_is_the_groups() -> None:
    """Its own track, without a rope; the competitive one stays where rivals play."""
    assert [step.event for step in begun(2).charts.track] == ["lava"] * 5 + ["blank"] * 3
    assert begun(2, COMPETITIVE).charts.track == HOUSE.countdown


# ---- who may play, and what a save may say


@pytest.mark.rule("coop.mode.players", "solo.mode.coop-rules")
def test_how_many_may_play() -> None:
    assert [begun(players).players for players in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    for players, mode, rule in (
        (7, COOP, "coop.mode.players"),
        (2, SOLO, "solo.mode.coop-rules"),
        (1, COMPETITIVE, "setup.players.count"),
    ):
        with pytest.raises(Illegal) as error:
            begun(players, mode)
        assert error.value.refusals[0].rule == rule, (players, mode.name)


def test_a_forged_mode_is_no_mode() -> None:
    """What belongs together has to be said together, and in numbers that a box can have."""
    assert COOP.rounds is not None

    def said(**more: object) -> Mode:
        return msgspec.structs.replace(COOP, together=msgspec.structs.replace(COOP.said, **more))

    def clock(**more: object) -> Mode:
        return said(rounds=msgspec.structs.replace(COOP.rounds, **more))

    forged = [
        said(goals=("money",)),
        said(goals=()),
        said(lives=0),
        said(has_points=True),
        said(ways_out=("stairs",)),
        said(pile_tops=(4,)),
        said(pile_tops=(9,) * 6),
        said(rounds=None),
        clock(normal=(1,)),
        clock(with_adventures=-20),
        clock(final=()),
        msgspec.structs.replace(COOP, may_duel=True),
        msgspec.structs.replace(COMPETITIVE, together=msgspec.structs.replace(ALONE, may_trade=True)),
        msgspec.structs.replace(PEACEFUL, together=ALONE),
    ]
    for mode in (COMPETITIVE, PEACEFUL, COOP, SOLO):
        assert GAME.is_sound(begun(mode.fewest_players, mode)), mode.name
    state = begun(3)
    for mode in forged:
        assert not GAME.is_sound(msgspec.structs.replace(state, mode=mode)), mode
    assert not GAME.is_sound(msgspec.structs.replace(state, group=UNSET))
    assert not GAME.is_sound(msgspec.structs.replace(begun(3, COMPETITIVE), group=state.group))


def test_a_game_of_a_group_is_saved_and_opened() -> None:
    draft = Draft(3)
    draft.on("act")
    loaded = Session.load(GAME, draft.session.save())
    assert (loaded.state, loaded.disagreement) == (draft.state, None)
    assert loaded.state.spokesman == Seat(0)

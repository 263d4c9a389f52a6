"""Makai Fuda: setup, prediction, tournaments, prizes and the end, from the ledger's words."""

from __future__ import annotations

import msgspec
import pytest

from fujikoro_nb.engine.kernel import CHANCE, ChanceOptions, Hidden, Illegal, Seat, Seeded, Session, refuse
from fujikoro_nb.engine.makai_fuda.components import SECRET, Card, Deck, check_deck, kinds_for
from fujikoro_nb.engine.makai_fuda.game import GAME, breakdown, new_game
from fujikoro_nb.engine.makai_fuda.judge import backers, prize, tournament_winner, winners
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED, Rulings
from fujikoro_nb.engine.makai_fuda.state import First, LayDown, Makai, PlayPrediction, Variants
from tests.support.makai import DECK, asked, at_match, at_prediction, at_prizes, card, go, play, told

LAID4 = ("B1", "G1", "Y1", "R1")


def refused(players: int = 4, **said: object) -> str:
    with pytest.raises(Illegal) as caught:
        new_game(DECK, players=players, **said)  # type: ignore[arg-type]
    return caught.value.refusals[0].rule


def session(
    players: int = 4, *, seed: int = 1, variants: Variants | None = None, rulings: Rulings = ADOPTED
) -> Session[Makai]:
    start = new_game(DECK, players=players, variants=variants, rulings=rulings, start_player=1)
    return Session(GAME, start, dealer=Seeded(seed), auto_deal=True)


def to_the_end(game: Session[Makai], tournament: int = 1) -> list[str]:
    """Plays the first answer always, until this tournament is over; the kinds of questions asked of people."""
    kinds = []
    before = len(game.lines)
    while (question := game.question) is not None and game.state.tournament <= tournament:
        game.play(next(iter(game.options)))
        kinds.append(question.kind)
    return [line.question.kind for line in game.lines[before:] if line.question.seat != CHANCE] or kinds


@pytest.mark.rule("makai.setup.player-count")
def test_three_or_four_play() -> None:
    assert [refused(n) for n in (-1, 0, 1, 2, 5, 10**9)] == ["makai.setup.player-count"] * 6
    assert [new_game(DECK, players=n).players for n in (3, 4)] == [3, 4]


@pytest.mark.rule("makai.setup.components")
def test_wins_and_bonuses_have_no_cap() -> None:
    """A die would end at six, eight chips at 160."""
    state = at_match(hands=["B1 B2", "G1", "Y1", "R1"], there="B8 G1 Y1", wins=(6, 0, 0, 0), leader=1)
    assert go(state, play("B1"))[0].wins[0] == 7
    state, _ = at_prizes(laid=("B1",) * 4, wins=(5, 0, 0, 0), chips=(0, 200, 200, 200))
    assert state.chips == (0, 210, 210, 210)
    assert new_game(DECK, players=4).chips == (0, 0, 0, 0)


@pytest.mark.rule("makai.setup.three-player-removal")
def test_with_three_players_green_and_a_magic_stay_away() -> None:
    assert [len(DECK.dealt_to(n)) for n in (3, 4)] == [33, 44]
    three, four = (new_game(DECK, players=n) for n in (3, 4))
    assert (len(breakdown(three)), len(breakdown(four))) == (33, 44)
    assert kinds_for(3) == ("blue", "yellow", "red")
    assert kinds_for(4) == ("blue", "green", "yellow", "red")


@pytest.mark.rule("makai.setup.prize-row")
def test_the_prize_row_is_in_order_and_empty() -> None:
    assert new_game(DECK, players=4).kinds == ("blue", "green", "yellow", "red")
    assert (new_game(DECK, players=3).kinds, new_game(DECK, players=3).chips) == (
        ("blue", "yellow", "red"),
        (0, 0, 0),
    )


@pytest.mark.rule("makai.setup.first-start-player")
def test_chance_or_the_table_gives_the_start_card() -> None:
    state = GAME.start(new_game(DECK, players=4)).state
    options = GAME.options(state)
    assert isinstance(options, ChanceOptions)
    assert (asked(state).seat, [options.weight(First(Seat(n))) for n in range(5)]) == (
        CHANCE,
        [1, 1, 1, 1, 0],
    )
    assert GAME.start(new_game(DECK, players=4, start_player=2)).state.leader == 2
    assert refused(start_player=4) == "makai.setup.first-start-player"


@pytest.mark.rule("makai.setup.breakdown-public")
def test_everybody_knows_the_cards_in_play() -> None:
    state = new_game(DECK, players=3)
    assert {one.kind for one in breakdown(state)} == {"blue", "yellow", "red", "magic"}
    assert [one.kind for one in breakdown(state)].count("magic") == 3
    assert breakdown(GAME.view_for(state, Seat(2))) == breakdown(state)


def changed(deck: Deck, *gone: Card, more: tuple[Card, ...] = ()) -> Deck:
    cards = list(deck.cards)
    for one in gone:
        cards.remove(one)
    return msgspec.structs.replace(deck, cards=(*cards, *more))


def reason(deck: Deck) -> str:
    refusal = check_deck(deck)
    return "" if refusal is None else refusal.rule


@pytest.mark.rule("makai.deck.forty-four-cards")
def test_the_house_deck_is_the_ledgers_and_is_marked() -> None:
    sums = {kind: sum(one.strength for one in DECK.cards if one.kind == kind) for kind in kinds_for(4)}
    assert sums == {"blue": 43, "green": 47, "yellow": 49, "red": 52}
    assert (DECK.mark, len(DECK.cards), reason(DECK)) == ("house", 44, "")
    assert reason(changed(DECK, card("B1"))) == "makai.deck.forty-four-cards"
    assert reason(changed(DECK, card("B1"), more=(Card("red", 1),))) == "makai.deck.forty-four-cards"


@pytest.mark.rule("makai.deck.three-player-deck")
def test_the_deck_for_three_is_thirty_monsters_and_three_magic() -> None:
    three = DECK.dealt_to(3)
    assert [
        sum(one.kind == kind for one in three) for kind in ("blue", "green", "yellow", "red", "magic")
    ] == [10, 0, 10, 10, 3]
    stays = msgspec.structs.replace(card("G1"), leaves_three=False)
    assert reason(changed(DECK, card("G1"), more=(stays,))) == "makai.deck.three-player-deck"


@pytest.mark.rule("makai.deck.single-boss")
def test_there_is_one_boss_the_red_nine() -> None:
    assert [one for one in DECK.cards if one.ability == "boss"] == [card("R9")]
    assert reason(changed(DECK, card("B8"), more=(Card("blue", 9),))) == "makai.deck.single-boss"
    assert reason(changed(DECK, card("B8"), more=(Card("blue", 8, "boss"),))) == "makai.deck.single-boss"
    assert reason(changed(DECK, card("R9"), more=(Card("red", 9),))) == "makai.deck.single-boss"


@pytest.mark.rule("makai.deck.poison-cards")
def test_poison_is_on_blue_three_green_three_and_yellow_four() -> None:
    poison = {(one.kind, one.strength) for one in DECK.cards if one.ability == "poison"}
    assert poison == {("blue", 3), ("green", 3), ("yellow", 4)}
    assert reason(changed(DECK, card("B3"), more=(Card("blue", 3),))) == "makai.deck.poison-cards"
    assert reason(changed(DECK, card("R1"), more=(Card("red", 1, "poison"),))) == "makai.deck.poison-cards"


@pytest.mark.rule("makai.deck.every-hand-can-predict")
def test_every_hand_holds_a_monster() -> None:
    magic = sum(one.is_magic for one in DECK.cards)
    assert (11 - magic, 11 - magic - 3) == (7, 4)
    many = [one for kind in ("B1", "G1", "Y1", "R1") for one in [card(kind)]]
    dull = tuple(Card("magic", 0, "magic") for _ in many)
    # One colour fewer by one each: eight Magic, and nine monsters a colour.
    assert (
        reason(changed(DECK, *many, more=(*dull[:3], Card("magic", 0, "magic"))))
        == "makai.deck.three-player-deck"
    )
    green = Card("magic", 0, "magic", leaves_three=True)
    assert reason(changed(DECK, *many, more=(*dull[:3], green))) == "makai.deck.every-hand-can-predict"


@pytest.mark.rule("makai.flow.phase-order")
def test_a_tournament_is_dealt_predicted_played_and_paid() -> None:
    game = session()
    kinds = [line.question.kind for line in game.lines]
    assert kinds == ["deal"] * 4
    kinds = to_the_end(game)
    assert kinds[:4] == ["predict"] * 4
    assert set(kinds[4:44]) == {"match"}
    assert (game.state.tournament, asked(game.state).kind) == (2, "predict")


@pytest.mark.rule("makai.prepare.reset-dice")
def test_dice_are_reset_and_chips_stay() -> None:
    state, _ = at_prizes(laid=("R1",) * 4, wins=(4, 3, 2, 1), chips=(0, 0, 0, 10))
    assert (state.tournament, state.wins, state.chips) == (2, (0, 0, 0, 0), (0, 10, 10, 20))


@pytest.mark.rule("makai.prepare.deal-eleven")
@pytest.mark.parametrize("players", [3, 4])
def test_all_cards_are_dealt_eleven_each(players: int) -> None:
    state = session(players).state
    assert ([len(hand) for hand in state.hands], state.stock) == ([11] * players, ())
    assert sorted(one for hand in state.hands for one in hand) == sorted(breakdown(state))
    options = GAME.options(GAME.start(new_game(DECK, players=players, start_player=0)).state)
    dealt = next(iter(options))
    assert sum(dealt.counts) == 11  # type: ignore[attr-defined]


@pytest.mark.rule("makai.predict.face-down-monster")
def test_everybody_lays_a_monster_face_down() -> None:
    state = at_prediction(hands=["B1 M", "B2 B4", "G1 G2", "Y1 Y2"])
    assert GAME.check(state, LayDown(card("M"))) == refuse("makai.predict.face-down-monster")
    assert GAME.check(state, LayDown(card("B2"))) == refuse("makai.predict.face-down-monster", "hand")
    assert [*GAME.options(state)] == [LayDown(card("B1"))]
    state, _ = go(state, LayDown(card("B1")), LayDown(card("B4")))
    assert (state.hands[0], state.laid[:2], asked(state).seat) == ((card("M"),), (card("B1"), card("B4")), 2)


@pytest.mark.rule("makai.predict.secrecy")
def test_only_its_owner_sees_what_lies_face_down() -> None:
    game = session()
    game.play(next(iter(game.options)))
    mine, other = game.view_for(Seat(1)), game.view_for(Seat(0))
    assert mine.laid[1] == game.state.laid[1]
    assert other.laid[1] == SECRET
    assert set(other.hands[1]) == {SECRET}
    assert other.hands[0] == game.state.hands[0]
    assert game.told_to(Seat(0)).lines[-1].entry.answer == Hidden()
    assert game.told_to(Seat(1)).lines[-1].entry.answer == LayDown(game.state.laid[1])  # type: ignore[arg-type]
    assert dict(game.told_to(Seat(0)).lines[-1].events[0].data) == {"seat": 1}


@pytest.mark.rule("makai.predict.type-only-counts")
def test_only_the_kind_of_the_face_down_card_counts() -> None:
    state = at_match(hands=["G1"] * 4, laid=("B1", "B8", "R1", "R9"))
    assert (backers(state, "blue"), backers(state, "red")) == ((0, 1), (2, 3))


@pytest.mark.rule("makai.play.ten-matches")
@pytest.mark.parametrize("watches", [False, True])
def test_a_tournament_has_ten_matches(watches: bool) -> None:
    game = session(variants=Variants(watches=watches))
    kinds = to_the_end(game)
    assert kinds[:44].count("match") == 40
    won = [one for line in game.lines for one in line.events if one.kind in ("match-won", "no-winner")]
    assert len(won) == 10


@pytest.mark.rule("makai.play.first-leader")
def test_the_start_card_leads_the_first_match_only() -> None:
    game = session()
    for _ in range(4):
        game.play(next(iter(game.options)))
    assert asked(game.state).seat == 1
    for _ in range(4):
        game.play(next(iter(game.options)))
    (leader,) = {dict(one.data)["leader"] for one in game.events if one.kind == "match-won"}
    assert asked(game.state).seat == leader
    assert leader != 1


@pytest.mark.rule("makai.prize.reveal")
def test_face_down_cards_are_turned_up() -> None:
    _, events = at_prizes(laid=LAID4, wins=(4, 3, 2, 1))
    assert [one["kind"] for one in told(events, "revealed")] == ["blue", "green", "yellow", "red"]


@pytest.mark.rule("makai.prize.tournament-winner")
def test_most_wins_win_the_tournament() -> None:
    state, events = at_prizes(laid=LAID4, wins=(4, 3, 2, 1))
    assert (told(events, "tournament-over"), state.gold) == ([{"kind": "blue"}], (50, 0, 0, 0))
    _, events = at_prizes(laid=LAID4, wins=(0, 3, 2, 5))
    assert told(events, "tournament-over") == [{"kind": "red"}]


@pytest.mark.rule("makai.prize.winner-tie-order")
@pytest.mark.parametrize(
    ("players", "wins", "kind"),
    [(4, (1, 3, 3, 3), "green"), (3, (0, 5, 5), "yellow"), (4, (2, 3, 2, 3), "green")],
)
def test_ties_go_by_the_prize_row(players: int, wins: tuple[int, ...], kind: str) -> None:
    """Edge case 5."""
    state = msgspec.structs.replace(new_game(DECK, players=players), wins=wins)
    assert tournament_winner(state) == kind


@pytest.mark.rule("makai.prize.base-amount")
@pytest.mark.parametrize(
    ("laid", "gold"),
    [
        (("B1", "G1", "Y1", "R1"), (50, 0, 0, 0)),
        (("B1", "B2", "Y1", "R1"), (40, 40, 0, 0)),
        (("B1", "B2", "B4", "R1"), (30, 30, 30, 0)),
        (("B1", "B2", "B4", "B5"), (30, 30, 30, 30)),
    ],
)
def test_the_prize_shrinks_with_those_who_get_it(laid: tuple[str, ...], gold: tuple[int, ...]) -> None:
    assert at_prizes(laid=laid, wins=(4, 3, 2, 1))[0].gold == gold


@pytest.mark.rule("makai.prize.chip-bonus-each")
def test_each_of_them_gets_the_whole_bonus() -> None:
    """The booklet's example: two on blue with a chip of 20 get 60 each. Edge case 6: three on red, 50 each."""
    assert at_prizes(laid=("B1", "B2", "Y1", "R1"), wins=(4, 3, 2, 1), chips=(20, 0, 0, 0))[0].gold == (
        60,
        60,
        0,
        0,
    )
    state, _ = at_prizes(laid=("R1", "R2", "R3", "B1"), wins=(1, 2, 3, 4), chips=(10, 0, 30, 20))
    assert (state.gold, state.chips) == ((50, 50, 50, 0), (20, 10, 40, 0))


@pytest.mark.rule("makai.prize.nobody-correct")
def test_without_a_backer_nothing_is_paid_and_chips_move_all_the_same() -> None:
    state, events = at_prizes(laid=("B1", "B2", "G1", "Y1"), wins=(1, 2, 3, 4), chips=(0, 0, 0, 20))
    assert (state.gold, state.chips, told(events, "prize")) == ((0, 0, 0, 0), (10, 10, 10, 0), [])


@pytest.mark.rule("makai.prize.clear-winner-chips")
def test_the_winners_chips_go_back() -> None:
    assert at_prizes(laid=LAID4, wins=(4, 3, 2, 1), chips=(20, 0, 0, 0))[0].chips[0] == 0


@pytest.mark.rule("makai.prize.add-ten-to-losers")
def test_every_other_monster_gets_ten() -> None:
    assert at_prizes(laid=LAID4, wins=(4, 3, 2, 1))[0].chips == (0, 10, 10, 10)
    assert at_prizes(3, laid=("B1", "Y1", "R1"), wins=(4, 3, 2))[0].chips == (0, 10, 10)


@pytest.mark.rule("makai.prize.chips-accumulate")
def test_bonuses_grow_until_the_monster_wins() -> None:
    chips: tuple[int, ...] = (0, 0, 0, 0)
    for _ in range(3):
        chips = at_prizes(laid=LAID4, wins=(4, 3, 2, 1), chips=chips)[0].chips
    assert chips == (0, 30, 30, 30)


@pytest.mark.rule("makai.prize.pass-start-card")
def test_the_start_card_moves_on_by_one() -> None:
    state, _ = at_prizes(laid=LAID4, wins=(4, 3, 2, 1), start_player=3, leader=Seat(1))
    assert (state.start_card, state.leader) == (0, 0)


@pytest.mark.rule("makai.end.eighty-gold")
def test_eighty_gold_end_the_game_after_the_prizes() -> None:
    state, _ = at_prizes(laid=LAID4, wins=(4, 3, 2, 1), gold=(30, 0, 0, 0))
    assert (GAME.question(state), state.gold) == (None, (80, 0, 0, 0))
    state, _ = at_prizes(laid=LAID4, wins=(4, 3, 2, 1), gold=(29, 0, 0, 0))
    assert state.tournament == 2


@pytest.mark.rule("makai.end.most-gold-wins")
def test_most_gold_wins_and_ties_share() -> None:
    state, events = at_prizes(laid=("B1", "B2", "Y1", "R1"), wins=(4, 3, 2, 1), gold=(50, 50, 50, 0))
    assert (winners(state), [one["seat"] for one in told(events, "won")]) == ((0, 1), [0, 1])
    assert GAME.check(state, PlayPrediction()) == refuse("makai.end.most-gold-wins", "nothing-asked")


@pytest.mark.rule("makai.variant.watch-first")
def test_three_matches_or_tournaments_come_before_the_predictions() -> None:
    """Both readings."""
    game = session(variants=Variants(watches=True))
    kinds = to_the_end(game)
    assert kinds[:16] == ["match"] * 12 + ["predict"] * 4
    rulings = ADOPTED.with_reading("makai.variant.watch-first", "tournaments")
    state, _ = at_prizes(laid=("",) * 4, wins=(4, 3, 2, 1), variants=Variants(watches=True), rulings=rulings)
    game = Session(GAME, state, dealer=Seeded(1), auto_deal=True)
    assert (game.state.tournament, asked(game.state).kind) == (2, "match")
    state, _ = at_prizes(
        laid=("",) * 4, wins=(4, 3, 2, 1), variants=Variants(watches=True), rulings=rulings, tournament=3
    )
    game = Session(GAME, state, dealer=Seeded(1), auto_deal=True)
    assert (game.state.tournament, asked(game.state).kind) == (4, "predict")


@pytest.mark.rule("makai.variant.watch-first-leader")
def test_who_won_the_third_match_leads_the_fourth() -> None:
    state = at_match(
        hands=["B8 B1", "G1 G2", "Y1 Y2", "R1 R2"],
        there="G1 Y1 R1",
        leader=1,
        match=2,
        variants=Variants(watches=True),
    )
    state, _ = go(state, play("B8"))
    assert (asked(state).kind, state.leader) == ("predict", 0)
    state, _ = go(state, *[LayDown(card(one)) for one in ("B1", "G2", "Y2", "R2")][:0])
    state = at_match(
        hands=["B8 B1 B2", "G1 G2 G3", "Y1 Y2 Y3", "R1 R2 R3"],
        there="R8 G1 B1",
        leader=2,
        match=2,
        variants=Variants(watches=True),
    )
    state, _ = go(state, play("G2"))
    order = [asked(state).seat]
    state, _ = go(state, *(LayDown(card(one)) for one in ("B1", "G1", "Y1", "R1")))
    assert (order, asked(state).kind, asked(state).seat) == ([0], "match", 2)


@pytest.mark.rule("makai.variant.time-limit")
def test_an_agreed_number_of_tournaments_ends_the_game() -> None:
    """Both readings of whether 80 gold still do."""
    two = Variants(tournaments=2)
    said = {"laid": LAID4, "wins": (4, 3, 2, 1), "gold": (40, 0, 0, 0), "variants": two}
    assert at_prizes(**said)[0].tournament == 2
    assert GAME.question(at_prizes(**{**said, "tournament": 2})[0]) is None
    assert GAME.question(at_prizes(**{**said, "gold": (0, 0, 0, 0), "tournament": 2})[0]) is None
    both = ADOPTED.with_reading("makai.variant.time-limit", "first-of-both")
    assert GAME.question(at_prizes(**said, rulings=both)[0]) is None
    assert refused(variants=Variants(tournaments=100)) == "makai.variant.time-limit"


@pytest.mark.rule("makai.variant.last-tournament-bonus")
def test_the_last_prize_may_count_twice() -> None:
    double = Variants(tournaments=3, doubles_last=True)
    said = {"laid": LAID4, "wins": (4, 3, 2, 1), "chips": (10, 0, 0, 0), "variants": double}
    assert at_prizes(**said, tournament=3)[0].gold[0] == 120
    assert at_prizes(**said, tournament=2)[0].gold[0] == 60
    assert refused(variants=Variants(doubles_last=True)) == "makai.variant.last-tournament-bonus"


@pytest.mark.rule("makai.variant.recommended-defaults")
def test_a_game_has_no_variant_unless_agreed() -> None:
    assert msgspec.structs.astuple(new_game(DECK, players=4).variants) == (False, False, 0, False)


@pytest.mark.rule("makai.gold.start-zero")
def test_everybody_begins_without_gold_and_sees_all_gold() -> None:
    game = session()
    assert game.state.gold == (0, 0, 0, 0)
    state = msgspec.structs.replace(game.state, gold=(10, 20, 30, 40))
    assert GAME.view_for(state, Seat(0)).gold == (10, 20, 30, 40)


@pytest.mark.rule("makai.variant.exchange-cost")
def test_an_exchange_may_be_taken_from_the_prize() -> None:
    rulings = ADOPTED.with_reading("makai.variant.exchange-cost", "from-the-prize")
    state, _ = at_prizes(
        laid=LAID4,
        wins=(4, 3, 2, 1),
        exchanged=(True, True, False, False),
        gold=(0, 20, 0, 0),
        rulings=rulings,
    )
    assert state.gold == (40, 20, 0, 0)
    assert prize(msgspec.structs.replace(state, laid=(card("B1"), None, None, None)), "blue") == 50

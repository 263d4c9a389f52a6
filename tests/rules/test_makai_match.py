"""Makai Fuda: which card may be played, who wins a match and who leads, from the ledger's words."""

from __future__ import annotations

import pytest

from fujikoro_nb.engine.kernel import Seat, refuse
from fujikoro_nb.engine.makai_fuda.components import Card
from fujikoro_nb.engine.makai_fuda.game import GAME
from fujikoro_nb.engine.makai_fuda.judge import has_boss, next_leader, on_field, totals, winner
from fujikoro_nb.engine.makai_fuda.rulings import ADOPTED
from fujikoro_nb.engine.makai_fuda.state import Play, Variants
from tests.support.makai import asked, at_match, card, cards, field, go, legal, play, told


def wins(text: str) -> str | None:
    return winner(field(text), ADOPTED)


def leads(text: str, first: int = 0) -> int:
    on_it = field(text, first)
    kind = winner(on_it, ADOPTED)
    assert kind is not None
    return next_leader(on_it, kind, ADOPTED)


@pytest.mark.rule("makai.card.anatomy")
def test_a_card_says_its_kind_strength_and_ability() -> None:
    assert (card("G7").kind, card("G7").strength, card("G7").ability) == ("green", 7, "")
    assert {one.ability for one in cards("B3 R9 M B1")} == {"", "poison", "boss", "magic"}
    assert card("M").is_magic
    assert not card("R9").is_magic


@pytest.mark.rule("makai.play.clockwise-one-card")
def test_everybody_plays_one_card_clockwise_from_the_leader() -> None:
    state = at_match(hands=["B1 B2 B4", "B4 B5 B6", "G1 G2 G4", "Y1 Y2 Y3"], laid=["R1"] * 4, leader=2)
    seats = []
    for text in ("G1", "Y1", "B1", "B4"):
        seats.append(asked(state).seat)
        state, _ = go(state, play(text))
    assert seats == [2, 3, 0, 1]
    for text, seat in (("B5", 1), ("G2", 2), ("Y2", 3), ("B2", 0)):
        assert asked(state).seat == seat
        state, _ = go(state, play(text))
    assert GAME.check(at_match(hands=["B1"] * 4), play("B1")) is None


@pytest.mark.rule("makai.play.leader-free-choice")
def test_the_leader_plays_anything() -> None:
    assert legal(at_match(hands=["R2 M"] * 4)) == {"R2", "M"}


@pytest.mark.rule("makai.play.must-play-new-monster")
def test_a_monster_that_is_not_there_goes_first() -> None:
    """Edge case 1: R2 is refused, a green one is in hand."""
    state = at_match(hands=["R1", "B1", "G4 R2 M", "Y1"], there="R7 B3", laid=["", "", "B1", ""])
    assert legal(state) == {"G4", "M>R", "M>B"}
    assert GAME.check(state, play("R2")) == refuse("makai.play.must-play-new-monster", kind="red")


@pytest.mark.rule("makai.play.free-when-all-types-present")
def test_who_has_only_monsters_of_the_field_is_free() -> None:
    assert legal(at_match(hands=["B1", "B2", "Y1", "B6 R1"], there="R7 B3 Y8")) == {"B6", "R1"}


@pytest.mark.rule("makai.play.magic-always-legal")
def test_magic_may_always_be_played_and_is_never_forced() -> None:
    """Edge case 2, with Magic alone forced as nothing else is in hand."""
    state = at_match(hands=["R1", "B1", "R2 B6 M", "Y1"], there="R7 B3")
    assert legal(state) == {"R2", "B6", "M>R", "M>B"}
    assert legal(at_match(hands=["R1", "R2 M", "R3", "R4"], there="R5")) == {"R2", "M>R"}
    assert legal(at_match(hands=["R1", "M", "R3", "R4"], there="R5")) == {"M>R"}
    assert "M>R" in legal(at_match(hands=["R1", "G2 M", "R3", "R4"], there="R5"))


@pytest.mark.rule("makai.play.no-monster-on-field-yet")
def test_after_magic_alone_anything_goes() -> None:
    assert legal(at_match(hands=["R1", "R2 B5 M", "R3", "R4"], there="M")) == {"R2", "B5", "M"}


@pytest.mark.rule("makai.play.prediction-card-not-playable")
def test_the_face_down_card_is_not_in_the_hand() -> None:
    """Edge case 2: G2 lies face down, so there is no green one."""
    state = at_match(hands=["R1", "B1", "R2 B6", "Y1"], there="R7 B3", laid=["B1", "B1", "G2", "B1"])
    assert legal(state) == {"R2", "B6"}
    assert GAME.check(state, play("G2")) == refuse("makai.play.prediction-card-not-playable")


@pytest.mark.rule("makai.magic.plus-three")
def test_magic_gives_a_monster_three() -> None:
    assert totals(field("R5 B3 M>B Y4")) == {"red": 5, "blue": 6, "yellow": 4}
    assert wins("R5 B3 M>B Y4") == "blue"
    state = at_match(hands=["R1", "M R2", "R3", "R4"], there="R5")
    assert GAME.check(state, Play(card("M"), "blue")) == refuse("makai.magic.plus-three")
    assert GAME.check(state, Play(card("R2"), "red")) == refuse("makai.magic.plus-three", "monster")


@pytest.mark.rule("makai.magic.targets-type")
def test_magic_counts_for_the_monster_whichever_card_is_meant() -> None:
    assert totals(field("B3 B6 M>B"))["blue"] == 12
    state = at_match(hands=["B1", "B2", "M", "Y1"], there="B3 B6")
    assert legal(state) == {"M>B"}


@pytest.mark.rule("makai.magic.no-target-no-effect")
def test_magic_without_a_monster_does_nothing() -> None:
    assert totals(field("M R1 B2 G1")) == {"red": 1, "blue": 2, "green": 1}
    state = at_match(hands=["M R1"] * 4)
    assert GAME.check(state, Play(card("M"), "red")) == refuse("makai.magic.plus-three")
    assert GAME.check(state, Play(card("M"))) is None


@pytest.mark.rule("makai.magic.forced-target")
def test_magic_must_support_a_monster_that_is_there() -> None:
    state = at_match(hands=["R1", "M R2", "R3", "R4"], there="R7")
    assert GAME.check(state, Play(card("M"))) == refuse("makai.magic.plus-three")
    assert totals(go(state, play("M>R"))[0].field) == {"red": 10}


@pytest.mark.rule("makai.magic.several-stack")
def test_several_magic_add_up() -> None:
    assert totals(field("B2 M>B M>B"))["blue"] == 8


@pytest.mark.rule("makai.boss.no-own-effect")
def test_the_boss_alone_is_a_nine() -> None:
    assert (wins("R9 B8 Y7 G7"), totals(field("R9 B8 Y7 G7"))["red"]) == ("red", 9)


@pytest.mark.rule("makai.poison.plus-hundred-with-boss")
def test_poison_counts_a_hundred_more_beside_the_boss() -> None:
    """Example 4 of the booklet."""
    assert totals(field("R9 B3 Y4 G4")) == {"red": 9, "blue": 103, "yellow": 104, "green": 4}
    assert wins("R9 B3 Y4 G4") == "yellow"


@pytest.mark.rule("makai.poison.no-boss-plain")
def test_poison_without_the_boss_is_plain() -> None:
    assert totals(field("R8 B3 Y4 G5")) == {"red": 8, "blue": 3, "yellow": 4, "green": 5}


@pytest.mark.rule("makai.poison.order-irrelevant")
def test_the_boss_may_come_last() -> None:
    assert wins("B3 Y1 G1 R9") == "blue"
    assert has_boss(field("B3 Y1 G1 R9"))


@pytest.mark.rule("makai.poison.boss-only-on-field")
def test_a_boss_elsewhere_does_not_count() -> None:
    state = at_match(hands=["B1", "Y1", "R9", "G1"], laid=["R9", "", "", ""], there="B3 Y2", used=cards("R9"))
    assert (has_boss(state.field), totals(state.field)["blue"]) == (False, 3)
    assert has_boss(field("R9 B3"))


@pytest.mark.rule("makai.poison.stacks-with-others")
def test_poison_its_kind_and_magic_add_up() -> None:
    """Edge case 4 as well: 3 + 100 + 3 beats 104, and who played the Magic leads."""
    assert totals(field("R9 B3 B6 M>B"))["blue"] == 112
    assert totals(field("R9 B3 M>B Y4")) == {"red": 9, "blue": 106, "yellow": 104}
    assert leads("R9 B3 M>B Y4") == 2


@pytest.mark.rule("makai.judge.highest-total-wins")
def test_the_strongest_monster_wins() -> None:
    assert [wins(text) for text in ("R7 B3 Y4 G8", "B8 R7 Y1 G1")] == ["green", "blue"]


@pytest.mark.rule("makai.judge.same-type-sums")
def test_cards_of_one_monster_add_up() -> None:
    """Example 2 of the booklet: blue has nine, and who played it last leads."""
    assert (totals(field("R7 B3 Y8 B6"))["blue"], wins("R7 B3 Y8 B6"), leads("R7 B3 Y8 B6")) == (9, "blue", 3)


@pytest.mark.rule("makai.judge.tie-first-on-field")
def test_of_equals_the_first_on_the_field_wins() -> None:
    """Example 1 of the booklet; both readings of a monster with two cards."""
    assert wins("R7 B3 Y4 G7") == "red"
    assert wins("B2 R7 Y1 B5") == "blue"
    last = ADOPTED.with_reading("makai.judge.tie-first-on-field", "last-card")
    assert winner(field("B2 R7 Y1 B5"), last) == "red"


@pytest.mark.rule("makai.judge.all-magic-no-winner")
def test_magic_alone_wins_nothing_and_the_leader_stays() -> None:
    state, events = go(at_match(hands=["B1 M", "B2 M", "B4 M", "B5 M"], there="M M M", leader=1), play("M"))
    assert (told(events, "no-winner"), state.wins, asked(state).seat) == ([{}], (0, 0, 0, 0), 1)


@pytest.mark.rule("makai.judge.increment-die")
def test_the_winners_die_goes_up() -> None:
    state = at_match(hands=["B1 B2", "B4", "G1", "Y1"], there="B8 R1 Y2", leader=1, wins=(0, 0, 0, 6))
    state, _ = go(state, play("B1"))
    assert state.wins == (1, 0, 0, 6)
    state = at_match(hands=["B1 B2", "B4", "G1", "Y1"], there="R8 B1 Y2", leader=1, wins=(0, 0, 0, 6))
    assert go(state, play("B1"))[0].wins == (0, 0, 0, 7)


@pytest.mark.rule("makai.lead.last-contributor-leads")
def test_the_last_who_gave_leads() -> None:
    """Both readings where Magic and a second monster came."""
    on_it = field("B3 M>B B6 R7")
    assert next_leader(on_it, "blue", ADOPTED) == 2
    magic = ADOPTED.with_reading("makai.lead.last-contributor-leads", "magic")
    assert next_leader(on_it, "blue", magic) == 1
    assert next_leader(field("B3 B6 R7"), "blue", magic) == 1


@pytest.mark.rule("makai.lead.single-card-winner")
def test_who_played_the_only_card_leads() -> None:
    assert leads("B1 G2 Y3 R8") == 3
    state, _ = go(at_match(hands=["B1 B2", "G1 G2", "Y1 Y2", "R8 R1"], there="B1 G2 Y3"), play("R8"))
    assert asked(state).seat == 3


@pytest.mark.rule("makai.lead.magic-user-leads")
def test_who_supported_the_winner_last_leads() -> None:
    """Example 3 of the booklet."""
    assert leads("R5 B3 M>B Y4") == 2


@pytest.mark.rule("makai.lead.effectless-magic-no-claim")
def test_magic_without_a_target_gives_no_lead() -> None:
    """Edge case 3: red wins with five, whoever played it leads."""
    assert (totals(field("M R5 B4 G2"))["red"], leads("M R5 B4 G2")) == (5, 1)


@pytest.mark.rule("makai.play.used-cards-aside")
def test_cards_of_a_match_lie_aside_openly() -> None:
    state, _ = go(at_match(hands=["B8 B1", "G1 G2", "Y1 Y2", "R1 R2"], there="B8 G1 Y1"), play("R1"))
    assert (state.used, state.field) == ((card("B8"), card("G1"), card("Y1"), card("R1")), ())
    assert GAME.view_for(state, Seat(1)).used == state.used


@pytest.mark.rule("makai.variant.exchange-prediction")
def test_the_face_down_card_may_be_played_once() -> None:
    hands = ["R1 B1", "G4 Y1", "Y1 Y2", "Y3 Y5"]
    laid = ["B2", "R4", "B2", "B2"]
    state = at_match(hands=hands, there="R7", laid=laid, variants=Variants(exchanges=True))
    assert legal(state) == {"G4", "Y1", "PlayPrediction"}
    (exchange,) = (one for one in GAME.options(state) if not isinstance(one, Play))
    after, events = go(state, exchange)
    assert [one.card for one in after.field] == [card("R7"), card("R4")]
    assert (told(events, "exchanged"), asked(after).kind) == (
        [{"seat": 1, "kind": "red", "strength": 4}],
        "replace",
    )
    assert GAME.check(at_match(hands=hands, there="R7", laid=laid), exchange) == refuse(
        "makai.variant.exchange-prediction"
    )
    once = at_match(
        hands=hands,
        there="R7",
        laid=laid,
        variants=Variants(exchanges=True),
        exchanged=(False, True, False, False),
    )
    assert GAME.check(once, exchange) == refuse("makai.variant.exchange-prediction")


@pytest.mark.rule("makai.variant.exchange-new-type")
def test_another_kind_goes_face_down() -> None:
    from fujikoro_nb.engine.makai_fuda.state import LayDown, PlayPrediction

    def at(hand: str) -> object:
        hands = ["R1", hand, "Y1", "Y3"]
        state = at_match(hands=hands, there="R7", laid=["", "R4", "", ""], variants=Variants(exchanges=True))
        refusal = GAME.check(state, PlayPrediction())
        return refusal or go(state, PlayPrediction())[0]

    assert at("R2 M") == refuse("makai.variant.exchange-new-type", kind="red")
    state = at("B1 R2 M")
    assert [*GAME.options(state)] == [LayDown(card("B1"))]  # type: ignore[arg-type]
    assert GAME.check(state, LayDown(card("R2"))) == refuse("makai.variant.exchange-new-type", kind="red")  # type: ignore[arg-type]
    assert GAME.check(state, LayDown(card("M"))) == refuse("makai.variant.exchange-new-type", kind="red")  # type: ignore[arg-type]
    after, _ = go(at("B1"), LayDown(card("B1")))  # type: ignore[arg-type]
    assert (after.hands[1], after.laid[1]) == ((), card("B1"))


@pytest.mark.rule("makai.variant.exchange-cost")
@pytest.mark.parametrize(
    ("reading", "gold", "left"),
    [("gold-now", 0, 0), ("gold-now", 40, 30), ("gold-now", 5, 0), ("from-the-prize", 40, 40)],
)
def test_an_exchange_costs_ten(reading: str, gold: int, left: int) -> None:
    from fujikoro_nb.engine.makai_fuda.state import LayDown, PlayPrediction

    rulings = ADOPTED.with_reading("makai.variant.exchange-cost", reading)
    state = at_match(
        hands=["R1", "B1", "Y1", "Y3"],
        there="R7",
        laid=["", "R4", "", ""],
        variants=Variants(exchanges=True),
        rulings=rulings,
        gold=(0, gold, 0, 0),
    )
    state, events = go(state, PlayPrediction(), LayDown(card("B1")))
    assert (state.gold[1], told(events, "paid-exchange")) == (left, [{"seat": 1, "gold": gold - left}])


@pytest.mark.rule("makai.variant.exchange-after-prediction")
def test_without_a_face_down_card_there_is_no_exchange() -> None:
    both = Variants(watches=True, exchanges=True)
    hands = ["R1 B1", "G4 Y1", "Y1 Y2", "Y3 Y5"]
    assert "PlayPrediction" not in legal(at_match(hands=hands, there="R7", variants=both, match=1))
    assert "PlayPrediction" in legal(
        at_match(hands=hands, there="R7", variants=both, match=4, laid=["B2"] * 4)
    )


@pytest.mark.rule("makai.variant.exchange-card-counts-normally")
def test_an_exchanged_card_counts_like_any_other() -> None:
    from fujikoro_nb.engine.makai_fuda.state import LayDown, PlayPrediction

    hands = ["B1 B2", "G1 G2", "Y1 Y2", "Y3 Y5"]
    state = at_match(hands=hands, there="B3", laid=["", "R9", "", ""], variants=Variants(exchanges=True))
    state, _ = go(state, PlayPrediction(), LayDown(card("G1")))
    assert totals(state.field) == {"blue": 103, "red": 9}
    assert on_field(state.field) == ("blue", "red")
    assert isinstance(state.field[1].card, Card)

"""Both small games once more, written as their booklets tell them: one after the other, with lists and no frames.

Each is a generator that yields what is asked, of whom, every answer that may be given, and what lies open; it is sent
the answer. Nothing is shared with the engine but the words for cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from itertools import product
from typing import Any

Asked = tuple[str, int, set[Any] | None, dict[str, Any]]
"""The kind of question, the seat (chance is -1), the answers, and what everybody sees."""
Monster = tuple[str, int, str]
"""Kind, strength, ability; Magic is a kind as well."""


def round_from(seat: int, players: int) -> list[int]:
    """Clockwise."""
    return [*range(seat, players), *range(seat)]


# ------------------------------------------------------------------ Makai Fuda


def match_winner(field: Sequence[tuple[int, Monster, str]], last_card: bool) -> str | None:
    """Sum each kind, three for a Magic on it, a hundred for Poison beside the Boss; ties by when it came."""
    boss = "boss" in [card[2] for _, card, _ in field]
    best, best_kind = -1, None
    seen = [card[0] for _, card, _ in field if card[0] != "magic"]
    order = seen[::-1] if last_card else seen
    order = list(dict.fromkeys(order))
    for kind in order[::-1] if last_card else order:
        total = 0
        for _, card, target in field:
            if card[0] == kind:
                total += card[1] + (100 if boss and card[2] == "poison" else 0)
            if target == kind:
                total += 3
        if total > best:
            best, best_kind = total, kind
    return best_kind


def may_play(hand: Sequence[Monster], there: Sequence[str]) -> set[Any]:
    """A new kind as long as one is in hand; Magic always, on something if something is there."""
    found: set[Any] = set()
    new = [card for card in hand if card[0] != "magic" and card[0] not in there]
    for card in new or [card for card in hand if card[0] != "magic"]:
        found.add((card, ""))
    for card in hand:
        if card[0] == "magic":
            found |= {(card, kind) for kind in there} or {(card, "")}
    return found


def makai(  # noqa: C901 - told in one go, as it is played
    deck: Sequence[Monster], players: int, agreed: Any, readings: Mapping[str, str]
) -> Generator[Asked, Any, dict[str, Any]]:
    """A whole game. ``agreed`` are the variants, ``readings`` what is played where the booklet is silent."""
    kinds = [kind for kind in ("blue", "green", "yellow", "red") if players == 4 or kind != "green"]
    gold, chips = [0] * players, dict.fromkeys(kinds, 0)

    def told() -> dict[str, Any]:
        return {"gold": list(gold), "chips": [chips[kind] for kind in kinds], "wins": list(wins.values())}

    wins = dict.fromkeys(kinds, 0)
    start = yield "first", -1, set(range(players)), told()
    number = 0
    while True:
        number += 1
        wins = dict.fromkeys(kinds, 0)
        hands: list[list[Monster]] = [[] for _ in range(players)]
        for seat in round_from(start, players):
            hands[seat] = list((yield "deal", -1, None, told()))
        assert Counter(card for hand in hands for card in hand) == Counter(deck)
        down: list[Monster | None] = [None] * players
        swapped = [False] * players
        leader, match = start, 0
        while any(hands):
            if not any(down):
                if not agreed.watches:
                    is_time = match == 0
                elif readings["makai.variant.watch-first"] == "matches":
                    is_time = match == 3
                else:
                    is_time = match == 0 and number > 3
                for seat in round_from(start, players) if is_time else ():
                    card = yield "predict", seat, {one for one in hands[seat] if one[0] != "magic"}, told()
                    hands[seat].remove(card)
                    down[seat] = card
            field: list[tuple[int, Monster, str]] = []
            for seat in round_from(leader, players):
                there = list(dict.fromkeys(card[0] for _, card, _ in field if card[0] != "magic"))
                answers, laid = may_play(hands[seat], there), down[seat]
                others = {card for card in hands[seat] if laid and card[0] not in ("magic", laid[0])}
                if agreed.exchanges and laid and not swapped[seat] and others:
                    answers.add("exchange")
                answer = yield "match", seat, answers, told()
                if answer != "exchange":
                    hands[seat].remove(answer[0])
                    field.append((seat, *answer))
                    continue
                assert laid is not None
                field.append((seat, laid, ""))
                swapped[seat] = True
                card = yield "replace", seat, others, told()
                hands[seat].remove(card)
                down[seat] = card
                if readings["makai.variant.exchange-cost"] == "gold-now":
                    gold[seat] = max(0, gold[seat] - 10)
            match += 1
            won = match_winner(field, readings["makai.judge.tie-first-on-field"] == "last-card")
            if won is not None:
                wins[won] += 1
                helpers = [seat for seat, card, target in field if won in (card[0], target)]
                magicians = [seat for seat, _, target in field if target == won]
                if magicians and readings["makai.lead.last-contributor-leads"] == "magic":
                    helpers = magicians
                leader = helpers[-1]
        first = max(kinds, key=lambda kind: (wins[kind], -kinds.index(kind)))
        right = [seat for seat in range(players) if (down[seat] or ("",))[0] == first]
        each = (50, 40, 30, 30)[len(right) - 1] + chips[first] if right else 0
        if agreed.doubles_last and number == agreed.tournaments:
            each *= 2
        for seat in right:
            owes = swapped[seat] and readings["makai.variant.exchange-cost"] == "from-the-prize"
            gold[seat] += max(0, each - 10) if owes else each
        chips = {kind: 0 if kind == first else chips[kind] + 10 for kind in kinds}
        start = (start + 1) % players
        rich = max(gold) >= 80
        if agreed.tournaments:
            is_over = number == agreed.tournaments or (
                rich and readings["makai.variant.time-limit"] == "first-of-both"
            )
        else:
            is_over = rich
        if is_over:
            return told()


# ------------------------------------------------------------------ Fuji 99


class Racer:
    """A player with everything that is theirs."""

    def __init__(self, red: int) -> None:
        self.bag = Counter(T=6, Y=4, R=red)
        self.floor = 0
        self.hand: list[list[int]] = []
        self.gifts = 0
        self.passed: set[int] = set()


def fuji_99(  # noqa: C901 - likewise
    cards: Sequence[Any], players: int, readings: Mapping[str, str]
) -> Generator[Asked, Any, dict[str, Any]]:
    """A whole race. ``cards`` are the kinds of the deck with their numbers."""
    red = 4 if readings["fuji99.setup.bag-contents"] == "four" else 3
    racers = [Racer(red) for _ in range(players)]
    pile = Counter({at: card.copies for at, card in enumerate(cards)})
    discard: Counter[int] = Counter()
    box = {"pagoda": 64 - 6 * players}
    token = 0

    def told() -> dict[str, Any]:
        return {
            "floors": [one.floor for one in racers],
            "hands": [[held[0] for held in one.hand] for one in racers],
            "bags": [(one.bag["T"], one.bag["Y"], one.bag["R"]) for one in racers],
            "pagoda": box["pagoda"],
            "pile": [pile[at] for at in range(len(cards))],
            "discard": [discard[at] for at in range(len(cards))],
            "token": token,
        }

    def step(me: Racer, floor: int) -> int:
        """Down to this floor, a yellow cube from each milestone for the first time."""
        for place in (20, 50):
            if token < place <= floor and place not in me.passed:
                me.passed.add(place)
                me.bag["Y"] += 1
        return min(floor, 99)

    seat = yield "first", -1, set(range(players)), told()
    while True:
        me, gifts = racers[seat], racers[seat].gifts
        me.gifts = 0
        token, out, spent, is_lost = me.floor, 0, 0, False
        while True:
            held = sum(me.bag.values())
            number = yield "act", seat, set(range(min(5, held), held + 1)), told()
            every = {
                one for one in product(*(range(me.bag[colour] + 1) for colour in "TYR")) if sum(one) == number
            }
            drawn = Counter(dict(zip("TYR", (yield "draw", -1, every, told()), strict=True)))
            me.bag.subtract(drawn)
            if drawn["R"] + out + gifts >= 3:
                is_lost = True
                break
            out += drawn["R"]
            drawn["R"] = 0
            lasting = sum(cards[one[0]].effect == "lasting-three" for one in me.hand)
            token = step(me, token + number + 3 * lasting)
            while token < 99:
                can = {at for at, one in enumerate(me.hand) if cards[one[0]].cost <= drawn["Y"]}
                if not can:
                    break
                is_free = readings["fuji99.effect.optional-use-mandatory-effect"] == "may"
                answer = yield "effect", seat, can | ({"no more"} if is_free else set()), told()
                if answer == "no more":
                    break
                kind, cubes = me.hand.pop(answer)
                card, keeps = cards[kind], False
                me.bag["T"] += cubes
                drawn["Y"] -= card.cost
                spent += card.cost
                ahead = [one.floor for one in racers if one is not me and one.floor > token]
                match card.effect:
                    case "step":
                        token = step(me, token + 3)
                    case "by-clear":
                        token = step(me, token + drawn["T"])
                    case "return-red" if out:
                        out -= 1
                        me.bag["R"] += 1
                    case "next-ten":
                        ten = token - token % 10 + 10
                        if ten < 100 or readings["fuji99.card.next-ten"] == "reaches-99":
                            token = step(me, ten)
                    case "catch-up" | "catch-up-five":
                        if players == 2:
                            token = step(me, token + 10)
                        elif ahead:
                            token = step(me, min(ahead) + (5 if card.effect == "catch-up-five" else 0))
                    case "face-down":
                        mine = token if readings["fuji99.rank.position"] == "token" else me.floor
                        stand = [mine if one is me else one.floor for one in racers]
                        if stand.count(max(stand)) == 1:
                            racers[stand.index(max(stand))].gifts += 1
                            keeps = True
                if not keeps:
                    discard[kind] += 1
            if token == 99:
                return told()
            draws, owners, aside = [seat], [], []
            while draws or owners:
                if not draws:
                    draws = round_from((owners.pop(0) + 1) % players, players)
                if not +pile:
                    if not +discard:
                        draws = []
                        continue
                    pile, discard = discard, Counter()
                who = draws.pop(0)
                kind = yield "card", -1, set(+pile), told()
                pile[kind] -= 1
                if cards[kind].effect == "others-draw":
                    owners.append(who)
                    aside.append(kind)
                else:
                    racers[who].hand.append([kind, 0])
            discard.update(aside)
            if sum(cards[one[0]].value for one in me.hand) >= 7:
                for kind, cubes in me.hand:
                    discard[kind] += 1
                    box["pagoda"] += cubes
                me.hand, is_lost = [], True
                break
            if (yield "determination", seat, {"again", "stop"}, told()) == "stop":
                break
            me.bag.update(drawn)
            drawn = Counter()
        if not is_lost:
            wants = [cards[one[0]].transparent for one in me.hand]
            if sum(wants) > box["pagoda"] > 0:
                ways = product(*(range(most + 1) for most in wants))
                wants = yield "pagoda", seat, {way for way in ways if sum(way) == box["pagoda"]}, told()
            elif not box["pagoda"]:
                wants = [0] * len(wants)
            for one, count in zip(me.hand, wants, strict=True):
                one[1] += count
                box["pagoda"] -= count
            me.floor = token
        me.bag.update(drawn)
        me.bag.update(R=out, Y=spent)
        discard[next(at for at, card in enumerate(cards) if card.effect == "face-down")] += gifts
        seat = (seat + 1) % players

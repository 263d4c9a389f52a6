"""The chances of whoever is asked about a fight, without and with the best monk: quick ones, with all dice every time.

They are worked out beside the page, those without a monk first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from fujikoro_nb.background import Report
from fujikoro_nb.bots.chances import MOST_CUBES, trimmed
from fujikoro_nb.engine.fujikoro.asked.dens import dragon_at
from fujikoro_nb.engine.fujikoro.asked.fight import Defence, DragonFight, boost_of
from fujikoro_nb.engine.fujikoro.asked.game import Battle
from fujikoro_nb.engine.fujikoro.asked.realm import GameState, battle_of
from fujikoro_nb.engine.fujikoro.board.geometry import PlaceId, space
from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.rules.fights.joining import can_leave, defence_of, party_of
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Question, Seat
from fujikoro_nb.odds import (
    Fighter,
    Foe,
    Monk,
    OddsError,
    Samurai,
    Worth,
    best_monk,
    monks_of,
    sample,
    solve,
    who_is_first,
)
from fujikoro_nb.odds.joint import share_of
from fujikoro_nb.odds.progress import Progress, part_of
from fujikoro_nb.play.odds_service import OddsService
from fujikoro_nb.views.fight.odds import percents
from fujikoro_nb.views.game.duel import ComingDuel, DuelChances, duel_chances, duel_said
from fujikoro_nb.views.game.facts import Fact
from fujikoro_nb.views.game.monk_odds import MONK_RULE, monk_said
from fujikoro_nb.views.game.words import Words

__all__ = [
    "Chances",
    "Coming",
    "Lookout",
    "chances_of",
    "chances_said",
    "chances_told",
    "chances_with_monk",
    "few_words",
    "fight_at",
    "fight_of_question",
    "fought",
    "has_monk",
]

FIGHTS = 2000
"""Joint fights that are played for an estimate: some 50 ms whatever the boards, and about two points of uncertainty."""

CUBES = {"wood": 1, "metal": 1, "tooth": 1}
"""What is lost is told in cubes, whatever they are worth."""


class Coming(msgspec.Struct, frozen=True):
    """A fight as it may come: the boards of all who would be in it, the attacker first, and whose chances are asked."""

    boards: tuple[Board, ...]
    place: int
    """Of the asked one among the boards."""
    foe: Foe
    faces: tuple[Die, ...]
    rulings: Rulings
    boosts: tuple[int, ...]
    """Initiative that was added for this fight, for each of the boards."""
    senders: tuple[bool, ...]
    """Which of them have sent a monk already."""
    exits: tuple[bool, ...]
    """Which of them could retreat."""


class Chances(msgspec.Struct, frozen=True):
    """What comes of the asked one."""

    win: float
    leave: float
    down: float
    is_alone: bool
    is_armed: bool
    is_trimmed: bool
    lost: float | None = None
    """Cubes of the gear that are lost on average; None where it was not asked."""
    monk: Monk | None = None
    """The monk that is sent in them."""
    backpack: Backpack = Backpack()
    """Of the asked one."""


def fight_of_question(state: GameState, question: Question) -> Coming | None:
    """The fight that a question is about: join it, send a monk into it; None for any other."""
    match question.kind:
        case "join":
            battle = battle_of(state)
            seats = party_of(state, battle, question.seat)
            return _coming(
                state, battle.place, seats, question.seat, battle=battle, defence=defence_of(battle, seats)
            )
        case "send-monk":
            fight = next(frame for frame in reversed(state.agenda) if isinstance(frame, DragonFight))
            battle = battle_of(state)
            return _coming(state, battle.place, fight.fighters, question.seat, fight, battle=battle)
        case _:
            return None


def fight_at(state: GameState, seat: Seat, at: str) -> Coming | None:
    """The fight against the dragon of this space, alone; None where there is none."""
    return _coming(state, space(at).place, (seat,), seat)


def _coming(
    state: GameState,
    at: PlaceId,
    seats: tuple[Seat, ...],
    asked: Seat,
    fight: DragonFight | None = None,
    *,
    battle: Battle | None = None,
    defence: Defence | UnsetType = UNSET,
) -> Coming | None:
    """``fight``: the one that has begun; ``defence``: of one that is about to."""
    dragon = dragon_at(state, at)
    if dragon is None:
        return None
    came = defence if fight is None else fight.defence
    foe = Foe.met_in(state, dragon, health=None if fight is None else fight.health, defence=came)
    return Coming(
        tuple(state.boards[seat] for seat in seats),
        seats.index(asked),
        foe,
        state.dice,
        state.rulings,
        tuple(0 if fight is None else boost_of(fight.boosts, seat) for seat in seats),
        tuple(fight is not None and seat in fight.senders for seat in seats),
        tuple(battle is None or can_leave(state, battle, seat) for seat in seats),
    )


def has_monk(coming: Coming) -> bool:
    """Whether the asked one could send a monk into this fight."""
    samurai = Samurai.of(coming.boards[coming.place], rulings=coming.rulings)
    return next(monks_of(samurai, coming.foe), None) is not None


def chances_of(coming: Coming, report: Progress | None = None) -> Chances | None:
    """The chances, with all dice and no monk, exact for one alone; None for a fight that is too large or over."""
    try:
        coming.foe.checked()
        if len(coming.boards) > 1:
            return _joint(coming, report=report)
        samurai, foe = _samurai(coming)[0], coming.foe
        has_sent = coming.senders[0]
        first = who_is_first(samurai, foe, has_sent_monk=has_sent, boost=coming.boosts[0])
        worth = Worth(**CUBES, points=foe.points)
        odds = solve(
            samurai,
            foe,
            _faces(coming),
            worth=worth,
            first=first,
            all_dice=True,
            has_way_out=coming.exits[0],
            progress=report,
        )
    except OddsError:
        return None
    alone = odds.outcome
    chances = _chances(coming, float(alone.win), float(alone.retreat), float(alone.knocked_out))
    return msgspec.structs.replace(chances, lost=float(alone.lost))


def chances_with_monk(coming: Coming, report: Report) -> Chances | None:
    """The same with the monk that brings most, in a joint fight against one's share of the dragon; None for none."""
    foe, is_alone = coming.foe, len(coming.boards) == 1
    own = _samurai(coming)[coming.place]
    searched = report if is_alone else part_of(report, 0.0, 0.5)
    try:
        found = best_monk(
            own,
            share_of(foe, len(coming.boards)),
            _faces(coming),
            all_dice=True,
            has_way_out=coming.exits[coming.place],
            progress=searched,
        )
        sent = next((choice for choice in found if choice.monk is not None), None)
        if sent is None:
            return None
        if not is_alone:
            return _joint(coming, sent.monk, report)
    except OddsError:
        return None
    out = sent.outcome
    return _chances(coming, float(out.win), float(out.retreat), float(out.knocked_out), sent.monk)


def _samurai(coming: Coming) -> list[Samurai]:
    """All who fight, each with the best cubes of its weapons."""
    rulings = coming.rulings
    return [Samurai.of(trimmed(board, rulings), rulings=rulings) for board in coming.boards]


def _faces(coming: Coming) -> dict[str, Die]:
    return {die.material: die for die in coming.faces}


def _joint(coming: Coming, monk: Monk | None = None, report: Progress | None = None) -> Chances:
    """Estimated from fights that are played; ``monk`` is sent by the asked one."""
    team = [
        Fighter(
            each,
            monk=monk if place == coming.place else None,
            boost=boost,
            has_sent=has_sent,
            has_way_out=has_exit,
        )
        for place, (each, boost, has_sent, has_exit) in enumerate(
            zip(_samurai(coming), coming.boosts, coming.senders, coming.exits, strict=True)
        )
    ]
    played = report if monk is None else part_of(report, 0.5, 1.0)
    joint = sample(
        team, coming.foe, _faces(coming), fights=FIGHTS, is_fixed=True, all_dice=True, progress=played
    )
    own = joint.fighters[coming.place]
    return _chances(coming, own.rewarded, own.retreat, own.knocked_out, monk)


def _chances(coming: Coming, win: float, leave: float, down: float, monk: Monk | None = None) -> Chances:
    boards, own = list(coming.boards), coming.boards[coming.place]
    is_trimmed = [trimmed(board, coming.rulings) for board in boards] != boards
    is_armed = Samurai.of(own, rulings=coming.rulings).initiative > 0
    return Chances(win, leave, down, len(boards) == 1, is_armed, is_trimmed, monk=monk, backpack=own.backpack)


def chances_said(chances: Chances, words: Words, sent: Chances | None = None) -> list[Fact]:
    """The chances in a sentence, and what they leave out; ``sent``: those with the best monk, in one more."""
    said = [_plain_said(chances, words)]
    if sent is not None:
        said.append(_sent_said(chances, sent, words))
    return said


def _shares(chances: Chances) -> dict[str, str]:
    shares = (chances.win, chances.leave, chances.down)
    return dict(zip(("win", "leave", "down"), percents(shares, less="<1", more=">99"), strict=True))


def _plain_said(chances: Chances, words: Words) -> Fact:
    shares = _shares(chances)
    if not chances.is_armed and chances.is_alone:
        said_bare = words.say("game-page.chance-bare", leave=shares["leave"], down=shares["down"])
        return {"text": said_bare, "rule": "combat.retreat.no-dice"}
    key = "alone" if chances.is_alone else "joint"
    said = [words.say(f"game-page.chance-{key}", **shares, fights=FIGHTS)]
    said.append(_lost_said(chances, words))
    if chances.is_trimmed:
        said.append(words.say("game-page.chance-trimmed", n=MOST_CUBES))
    return {"text": " ".join(filter(None, said)), "rule": ""}


def _lost_said(chances: Chances, words: Words) -> str:
    """What it costs in cubes; empty for less than half a one."""
    lost = round(chances.lost or 0)
    return words.say("game-page.chance-lost", n=lost) if lost else ""


def few_words(chances: Chances, words: Words) -> str:
    """The chances of one alone, short enough to stand beside a space."""
    shares = _shares(chances)
    if not chances.is_armed:
        return words.say("game-page.ahead-bare", leave=shares["leave"], down=shares["down"])
    said = words.say("game-page.ahead-alone", **shares)
    return " ".join(filter(None, (said, _lost_said(chances, words))))


def _sent_said(chances: Chances, sent: Chances, words: Words) -> Fact:
    """What the best monk makes of them."""
    assert sent.monk is not None, "these are the chances with a monk"
    key = "alone" if sent.is_alone else "joint"
    monk = monk_said(sent.monk, sent.backpack, words.say)
    text = words.say(f"game-page.chance-monk-{key}", monk=monk, **_shares(sent))
    if sent.is_alone and (sent.win, -sent.down) <= (chances.win, -chances.down):
        text = f"{text} {words.say('game-page.chance-monk-no-better')}"
    return {"text": text, "rule": MONK_RULE}


def fought(coming: Coming) -> tuple[object, ...]:
    """All of a fight that its chances hang on: a board without its action discs."""
    samurai = tuple(Samurai.of(board, rulings=coming.rulings) for board in coming.boards)
    terms = (coming.foe, coming.faces, coming.rulings, coming.boosts, coming.senders, coming.exits)
    return ("chances", samurai, coming.place, *terms)


class Lookout:
    """Looks for the chances of the fight that is spoken of, one at a time; ``found`` hears when some are there.

    ``told`` hears how far the work is, from 0 to 1: the chances first, then the search for the best monk.
    """

    def __init__(
        self,
        service: OddsService,
        *,
        found: Callable[[], None],
        told: Callable[[float], None],
        failed: Callable[[Exception], None],
    ) -> None:
        self._found, self._told, self._failed = found, told, failed
        self._asker = service.asker()
        self.coming: Coming | ComingDuel | None = None
        """The fight that is spoken of."""
        self.chances: Chances | DuelChances | None = None
        self.with_monk: Chances | None = None

    @property
    def is_looking(self) -> bool:
        """Whether some are still to come."""
        return self._asker.is_waiting

    def cancel(self) -> None:
        """Nobody waits for them any more."""
        self.look(None)

    def look(self, coming: Coming | ComingDuel | None) -> None:
        """This fight is spoken of now; None: no fight is."""
        if coming is not None and coming == self.coming:
            return
        self._asker.cancel()
        self.coming, self.chances, self.with_monk = coming, None, None
        match coming:
            case Coming():
                self._ask(
                    fought(coming),
                    lambda report: chances_of(coming, report),
                    lambda found: self._keep(coming, found),
                )
            case ComingDuel():
                self._ask(coming, lambda report: duel_chances(coming, report), self._keep_duel)

    def _ask(self, question: Hashable, work: Callable[[Report], Any], done: Callable[[Any], None]) -> None:
        self._asker.ask(question, work, done=done, failed=self._failed, told=self._told)

    def _keep(self, coming: Coming, chances: Chances | None) -> None:
        """Those without a monk are there; on to those with one."""
        self.chances = chances
        if chances is not None and has_monk(coming):
            self._ask(
                ("with a monk", coming), lambda report: chances_with_monk(coming, report), self._keep_sent
            )
        self._found()

    def _keep_sent(self, chances: Chances | None) -> None:
        self.with_monk = chances
        self._found()

    def _keep_duel(self, chances: DuelChances | None) -> None:
        self.chances = chances
        self._found()


def chances_told(look: Lookout, words: Words) -> list[Fact]:
    """What is known of the fight that is spoken of: its chances, that they are to come, or why none are told."""
    match look.chances:
        case Chances() as chances:
            return chances_said(chances, words, look.with_monk)
        case DuelChances() as chances:
            return duel_said(chances, words)
    if look.coming is None:
        return []
    if look.is_looking:
        return [{"text": words.say("game-page.chances-come"), "rule": "", "is_pending": True}]
    return [{"text": words.say("game-page.chance-none"), "rule": ""}]

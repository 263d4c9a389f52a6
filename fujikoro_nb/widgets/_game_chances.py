"""The chances of whoever is asked about a fight: quick ones, with all dice every time, worked out beside the page."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from fujikoro_nb.bots.chances import MOST_CUBES, trimmed
from fujikoro_nb.engine.fujikoro.board import Board
from fujikoro_nb.engine.fujikoro.components import Die
from fujikoro_nb.engine.fujikoro.geometry import SpaceId
from fujikoro_nb.engine.fujikoro.rules.combat import health_at_start
from fujikoro_nb.engine.fujikoro.rules.fight import DragonFight, boost_of
from fujikoro_nb.engine.fujikoro.rules.realm import GameState, battle_of
from fujikoro_nb.engine.fujikoro.rulings import Rulings
from fujikoro_nb.engine.kernel import Question, Seat
from fujikoro_nb.odds import Fighter, Foe, OddsError, Samurai, sample, solve, who_is_first
from fujikoro_nb.widgets._background import Background
from fujikoro_nb.widgets._combat_odds import percents
from fujikoro_nb.widgets._game_facts import Fact
from fujikoro_nb.widgets._game_words import Words

__all__ = ["Chances", "Coming", "Lookout", "chances_of", "chances_said", "fight_at", "fight_of_question"]


FIGHTS = 2000
"""Joint fights that are played for an estimate: some 50 ms whatever the boards, and about two points of uncertainty."""


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


class Chances(msgspec.Struct, frozen=True):
    """What comes of the asked one."""

    win: float
    leave: float
    down: float
    is_alone: bool
    is_armed: bool
    is_trimmed: bool


def fight_of_question(state: GameState, question: Question) -> Coming | None:
    """The fight that a question is about: join it, send a monk into it; None for any other."""
    match question.kind:
        case "join":
            battle = battle_of(state)
            seats = (*(entry.seat for entry in battle.entries), question.seat)
            return _coming(state, state.samurai[battle.attacker].space, seats, question.seat)
        case "send-monk":
            fight = next(frame for frame in reversed(state.agenda) if isinstance(frame, DragonFight))
            at = state.samurai[fight.attacker].space
            boosts = tuple(boost_of(fight.boosts, seat) for seat in fight.fighters)
            return _coming(state, at, fight.fighters, question.seat, health=fight.health, boosts=boosts)
        case _:
            return None


def fight_at(state: GameState, seat: Seat, at: str) -> Coming | None:
    """The fight against the dragon of this space, alone; None where there is none."""
    return _coming(state, SpaceId(at), (seat,), seat)


def _coming(
    state: GameState,
    at: SpaceId,
    seats: tuple[Seat, ...],
    asked: Seat,
    *,
    health: int | None = None,
    boosts: tuple[int, ...] = (),
) -> Coming | None:
    dragon = state.dragon_on(at)
    if dragon is None:
        return None
    left = health_at_start(state, dragon) if health is None else health
    foe = Foe(left, dragon.initiative, dragon.dice, dragon.victory_points, dragon.is_legendary)
    boards = tuple(state.boards[seat] for seat in seats)
    return Coming(boards, seats.index(asked), foe, state.dice, state.rulings, boosts or (0,) * len(seats))


def chances_of(coming: Coming) -> Chances | None:
    """The chances, with all dice every time, exact for one alone; None for a fight that is too large or over."""
    rulings, faces = coming.rulings, {die.material: die for die in coming.faces}
    boards = [trimmed(board, rulings) for board in coming.boards]
    samurai = [Samurai.of(board, rulings=rulings) for board in boards]
    is_trimmed = boards != list(coming.boards)
    is_armed = samurai[coming.place].initiative > 0
    try:
        coming.foe.checked()
        if len(samurai) == 1:
            first = who_is_first(samurai[0], coming.foe, boost=coming.boosts[0])
            alone = solve(samurai[0], coming.foe, faces, first=first, all_dice=True).outcome
            win, leave, down = float(alone.win), float(alone.retreat), float(alone.knocked_out)
        else:
            team = [Fighter(each, boost=boost) for each, boost in zip(samurai, coming.boosts, strict=True)]
            joint = sample(team, coming.foe, faces, fights=FIGHTS, is_fixed=True, all_dice=True)
            own = joint.fighters[coming.place]
            win, leave, down = own.rewarded, own.retreat, own.knocked_out
    except OddsError:
        return None
    return Chances(win, leave, down, len(samurai) == 1, is_armed, is_trimmed)


def chances_said(chances: Chances, words: Words) -> list[Fact]:
    """The chances in a sentence, and what they leave out."""
    shares = (chances.win, chances.leave, chances.down)
    win, leave, down = percents(shares, less="<1", more=">99")
    if not chances.is_armed and chances.is_alone:
        said_bare = words.say("game-page.chance-bare", leave=leave, down=down)
        return [{"text": said_bare, "rule": "combat.retreat.no-dice"}]
    key = "alone" if chances.is_alone else "joint"
    said = [words.say(f"game-page.chance-{key}", win=win, leave=leave, down=down, fights=FIGHTS)]
    if chances.is_trimmed:
        said.append(words.say("game-page.chance-trimmed", n=MOST_CUBES))
    return [{"text": " ".join(said), "rule": ""}]


class Lookout:
    """Looks for the chances of the fight that is spoken of, one at a time; ``found`` hears when they are there."""

    def __init__(self, found: Callable[[], None], failed: Callable[[Exception], None]) -> None:
        self._found, self._failed = found, failed
        self._work = Background()
        self._coming: Coming | None = None
        self.chances: Chances | None = None

    @property
    def is_looking(self) -> bool:
        """Whether they are still to come."""
        return self._work.is_running

    def cancel(self) -> None:
        """Nobody waits for them any more."""
        self.look(None)

    def look(self, coming: Coming | None) -> None:
        """This fight is spoken of now; None: no fight is."""
        if coming is not None and coming == self._coming:
            return
        self._work.cancel()
        self._coming, self.chances = coming, None
        if coming is not None:
            self._work.start(
                lambda _: chances_of(coming),
                done=self._keep,
                failed=self._failed,
                progress=lambda _: None,
            )

    def _keep(self, chances: Chances | None) -> None:
        self._work.cancel()
        self.chances = chances
        self._found()

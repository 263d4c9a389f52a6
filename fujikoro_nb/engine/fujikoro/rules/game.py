"""The whole game on the kernel: every frame with its rules, and what is asked of a game from outside."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import UNSET

from fujikoro_nb.engine.fujikoro.asked.characters import CharacterAnswer, Pilfer, Scorch
from fujikoro_nb.engine.fujikoro.asked.game import (
    Action,
    Battle,
    CardSide,
    Deed,
    Eruption,
    Explore,
    Gather,
    Lay,
    Leave,
    Match,
    Meeting,
    Move,
    Occasion,
    PayLava,
    Peek,
    PickScroll,
    PlayAnswer,
    Reward,
    Setup,
    Turn,
)
from fujikoro_nb.engine.fujikoro.asked.game_notation import parse_game_answer, print_game_answer
from fujikoro_nb.engine.fujikoro.asked.group import Bargain, FallBack, GroupAnswer, Prowl, Round, StandUp
from fujikoro_nb.engine.fujikoro.asked.realm import GameState
from fujikoro_nb.engine.fujikoro.asked.rest import Claim, Craft, CraftingAnswer, Rest
from fujikoro_nb.engine.fujikoro.asked.scenario import (
    Aside,
    Blind,
    OneMore,
    RoundEnd,
    SceneAnswer,
    Trial,
    Wander,
)
from fujikoro_nb.engine.fujikoro.rules.bonus import RewardRules
from fujikoro_nb.engine.fujikoro.rules.characters.leap import ScorchRules
from fujikoro_nb.engine.fujikoro.rules.characters.sneak import PilferRules
from fujikoro_nb.engine.fujikoro.rules.craft import CraftRules
from fujikoro_nb.engine.fujikoro.rules.deeds import DeedRules
from fujikoro_nb.engine.fujikoro.rules.fights.arena import ArenaAnswer, fight_rules
from fujikoro_nb.engine.fujikoro.rules.fights.joining import BattleRules
from fujikoro_nb.engine.fujikoro.rules.fights.meeting import LayRules, MeetingRules
from fujikoro_nb.engine.fujikoro.rules.fights.sound import are_dice, is_beginning, is_board
from fujikoro_nb.engine.fujikoro.rules.gather import GatherRules, begin_gather, check_gather
from fujikoro_nb.engine.fujikoro.rules.gearcard import ClaimRules
from fujikoro_nb.engine.fujikoro.rules.group.prowl import FallBackRules, ProwlRules
from fujikoro_nb.engine.fujikoro.rules.group.rising import StandUpRules
from fujikoro_nb.engine.fujikoro.rules.group.rounds import RoundRules
from fujikoro_nb.engine.fujikoro.rules.group.trade import BargainRules
from fujikoro_nb.engine.fujikoro.rules.mains import Main, Mains
from fujikoro_nb.engine.fujikoro.rules.mountain.eruption import EruptionRules
from fujikoro_nb.engine.fujikoro.rules.mountain.escape import LeaveRules
from fujikoro_nb.engine.fujikoro.rules.mountain.explore import ExploreRules, begin_explore, check_explore
from fujikoro_nb.engine.fujikoro.rules.mountain.lava import PayLavaRules
from fujikoro_nb.engine.fujikoro.rules.mountain.move import MoveRules, begin_move, check_move
from fujikoro_nb.engine.fujikoro.rules.mountain.peek import CardSideRules, PeekRules
from fujikoro_nb.engine.fujikoro.rules.rest import RestRules
from fujikoro_nb.engine.fujikoro.rules.scenes.blind import BlindRules, veiled
from fujikoro_nb.engine.fujikoro.rules.scenes.marching import RoundEndRules
from fujikoro_nb.engine.fujikoro.rules.scenes.tokens import OneMoreRules
from fujikoro_nb.engine.fujikoro.rules.scenes.trial import AsideRules, TrialRules
from fujikoro_nb.engine.fujikoro.rules.scenes.wander import WanderRules
from fujikoro_nb.engine.fujikoro.rules.scroll_cards import PickScrollRules
from fujikoro_nb.engine.fujikoro.rules.setup import SetupRules, table_of
from fujikoro_nb.engine.fujikoro.rules.sound_table import are_charts, are_piles, is_mode, is_scene
from fujikoro_nb.engine.fujikoro.rules.turn import ActionRules, MatchRules, TurnRules
from fujikoro_nb.engine.fujikoro.rules.windows import PowerRules
from fujikoro_nb.engine.kernel import CHANCE, Answer, Frame, FrameRules, Game, Illegal, Question, Seat, cites

MAINS: Mains = {
    "move": Main(check_move, begin_move),
    "explore": Main(check_explore, begin_explore),
    "gather": Main(check_gather, begin_gather),
}
"""The actions that cost a disc. A chapter adds its own here and nowhere else."""

GameAnswer = PlayAnswer | GroupAnswer | CharacterAnswer | SceneAnswer | CraftingAnswer | ArenaAnswer
"""Everything that can be answered in a game: decode outside input to this union."""


def game_rules(mains: Mains) -> dict[type[Frame], FrameRules[GameState]]:
    """The rules of every frame of a game with these actions."""
    return {
        **fight_rules(),
        Match: MatchRules(),
        Setup: SetupRules(),
        Turn: TurnRules(mains),
        Action: ActionRules(mains),
        Move: MoveRules(mains),
        Meeting: MeetingRules(),
        Lay: LayRules(),
        Battle: BattleRules(),
        PayLava: PayLavaRules(),
        Explore: ExploreRules(),
        Gather: GatherRules(),
        PickScroll: PickScrollRules(),
        Peek: PeekRules(),
        CardSide: CardSideRules(),
        Deed: DeedRules(),
        Occasion: PowerRules(),
        Leave: LeaveRules(),
        Reward: RewardRules(),
        Eruption: EruptionRules(),
        Round: RoundRules(),
        Prowl: ProwlRules(),
        FallBack: FallBackRules(),
        StandUp: StandUpRules(),
        Blind: BlindRules(),
        OneMore: OneMoreRules(),
        RoundEnd: RoundEndRules(),
        Wander: WanderRules(),
        Trial: TrialRules(),
        Aside: AsideRules(),
        Bargain: BargainRules(),
        Scorch: ScorchRules(),
        Pilfer: PilferRules(),
        Rest: RestRules(),
        Craft: CraftRules(),
        Claim: ClaimRules(),
    }


class FujiKoroGame(Game[GameState]):
    """One to six samurai on the mountain. Piles have no order to be read; only a looked-at tile is hidden."""

    def is_decided(self, state: GameState) -> bool:
        return state.is_decided

    def may_be_decided(self, state: GameState) -> bool:
        return state.group is not UNSET  # and it is there from the setup on, or never

    @cites("gearcard.bonus.peek")
    def view_for(self, state: GameState, seat: Seat) -> GameState:
        """The state without the tiles that others have looked at: that they did, everybody saw.

        Such a tile is still in its pile, so the options of the view show the whole stack.
        """
        peeked = tuple(
            one if seat in one.seats else msgspec.structs.replace(one, tile=None) for one in state.peeked
        )
        if state.plot.has_blind_temples:
            state = veiled(state, seat)
        return msgspec.structs.replace(state, peeked=peeked)

    def is_hidden(self, question: Question, seat: Seat) -> bool:
        """Cards that somebody draws face down are seen by nobody else."""
        return (
            question.frame == Blind.__name__
            and question.seat == CHANCE
            and dict(question.data)["seat"] != seat
        )

    def is_sound(self, state: GameState) -> bool:
        """Whether this is a table before anything is drawn."""
        is_possible = is_mode(state.mode) and are_charts(state.charts, state.mode) and are_piles(state.piles)
        if not (is_possible and is_scene(state)):
            return False
        try:
            fresh = table_of(
                state.charts,
                state.piles,
                state.dice,
                state.colours,
                state.boards,
                mode=state.mode,
                plot=state.plot,
                rulings=state.rulings,
                is_described=state.is_described,
            )
        except Illegal:
            return False
        return (
            state == fresh
            and are_dice(state.dice)
            and all(is_board(board) and is_beginning(board, state.rulings) for board in state.boards)
        )

    def is_played_by(self, state: GameState, rulings: Iterable[tuple[str, str]]) -> bool:
        return set(rulings) <= set(state.rulings.in_force().items())

    def to_text(self, answer: Answer) -> str:
        return print_game_answer(answer)

    def from_text(self, text: str) -> Answer:
        return parse_game_answer(text) or super().from_text(text)


GAME = FujiKoroGame(
    game_rules(MAINS), unasked="end.winner", name="fuji-koro", state=GameState, answers=GameAnswer
)
"""The whole game: begin with `rules.setup.new_game`, then `Game.start`."""

"""Fuji Koro in Jupyter notebooks: rules engine, lessons, puzzles and a table helper.

The names a notebook or a script needs. They are looked up when first used, so that importing the package is quick
and a script that only asks the engine never loads Jupyter.

>>> import fujikoro_nb as fk
>>> axe = fk.parse_gear("WWM/..M", fk.GearKind.WEAPON, fk.character("symmetric"))
>>> fk.inspect(axe, fk.GearKind.WEAPON, fk.character("symmetric")).is_legal
True
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fujikoro_nb.bots import (
        BOTS,
        ENDED_BY_TURNS,
        MOST_TURNS,
        Bot,
        Budget,
        Choice,
        HeuristicBot,
        PlannerBot,
        Played,
        RandomBot,
        Why,
        bots_of,
        chance_of,
        play_out,
        turns_over,
        why,
        why_sentence,
    )
    from fujikoro_nb.bots.games import Contest, play_many
    from fujikoro_nb.content import house_pack, read_pack
    from fujikoro_nb.engine.fujikoro.asked.rest import CraftGear
    from fujikoro_nb.engine.fujikoro.board.player import Backpack, Board, Contents
    from fujikoro_nb.engine.fujikoro.characters import character
    from fujikoro_nb.engine.fujikoro.gear.cubes import Cubes
    from fujikoro_nb.engine.fujikoro.gear.hand import count_minimal, minimal_crafts, placements_of_hand
    from fujikoro_nb.engine.fujikoro.gear.limits import GearKind
    from fujikoro_nb.engine.fujikoro.gear.match import placements
    from fujikoro_nb.engine.fujikoro.gear.matchset import CardSet
    from fujikoro_nb.engine.fujikoro.gear.near import distance, one_away
    from fujikoro_nb.engine.fujikoro.gear.notation import parse_gear, parse_pattern, print_gear, print_pattern
    from fujikoro_nb.engine.fujikoro.gear.payment import payments
    from fujikoro_nb.engine.fujikoro.gear.repair import repairs
    from fujikoro_nb.engine.fujikoro.gear.solve import cheapest_craft
    from fujikoro_nb.engine.fujikoro.gear.worn import (
        Gear,
        initiative,
        inspect,
        inspect_helmet,
        inspect_sandals,
        inspect_weapon,
    )
    from fujikoro_nb.engine.fujikoro.rules.craft import check_craft
    from fujikoro_nb.engine.fujikoro.rulings import Rulings
    from fujikoro_nb.engine.kernel import CHANCE, Illegal, Session, Unreadable
    from fujikoro_nb.odds import (
        COLOURS,
        Aim,
        Ally,
        Alternative,
        Decision,
        DiceSet,
        Distributions,
        DuelOdds,
        Fighter,
        FighterOdds,
        FightOdds,
        Foe,
        Goal,
        JointOdds,
        Monk,
        MonkChoice,
        OddsError,
        Outcome,
        Place,
        QuickOdds,
        RollOdds,
        Samurai,
        Situation,
        WhatIf,
        Worth,
        best_monk,
        dice_of,
        distributions,
        monks_of,
        roll_odds,
        sample,
        solve,
        solve_duel,
        solve_guarded,
        solve_joint,
        what_if,
        who_is_first,
        whom_to_ask,
    )
    from fujikoro_nb.play.seats import load_game, new_game
    from fujikoro_nb.puzzles.crafting.book import book_01
    from fujikoro_nb.puzzles.crafting.check import solution_of
    from fujikoro_nb.puzzles.crafting.maker import puzzles_for
    from fujikoro_nb.puzzles.crafting.prove import certify
    from fujikoro_nb.puzzles.crafting.puzzle import Puzzle, is_answer, statement
    from fujikoro_nb.puzzles.fights.book import book_02
    from fujikoro_nb.puzzles.fights.check import fight_statement
    from fujikoro_nb.puzzles.fights.puzzle import FightPuzzle
    from fujikoro_nb.rulebook import rule
    from fujikoro_nb.texts import refusal_sentence
    from fujikoro_nb.views.drawn.bars import Bars
    from fujikoro_nb.widgets.base.spoken_page import SpokenPage
    from fujikoro_nb.widgets.base.widget import FujiWidget, friendly
    from fujikoro_nb.widgets.evening.ruling_log import RulingLog
    from fujikoro_nb.widgets.evening.score_page import ScorePage
    from fujikoro_nb.widgets.evening.setup_page import SetupPage
    from fujikoro_nb.widgets.fight.combat_panel import CombatPanel
    from fujikoro_nb.widgets.gear.card_strip import CardStrip
    from fujikoro_nb.widgets.gear.craft_grid import CraftGrid
    from fujikoro_nb.widgets.gear.player_board import PlayerBoard
    from fujikoro_nb.widgets.helper.helper_page import HelperPage, helper_page
    from fujikoro_nb.widgets.helper.quick_ask import QuickAsk
    from fujikoro_nb.widgets.learn.lesson_page import FightLesson, LessonPage, TurnLessonPage
    from fujikoro_nb.widgets.learn.pages import learn_and_solve, lesson, puzzle_book, step, storm
    from fujikoro_nb.widgets.learn.puzzle_page import FightPuzzles, PuzzlePage
    from fujikoro_nb.widgets.map.dragons_step import DragonsStep
    from fujikoro_nb.widgets.map.hex_map import HexMap
    from fujikoro_nb.widgets.pieces.know_box import KnowBox
    from fujikoro_nb.widgets.pieces.piece_editor import PieceEditor
    from fujikoro_nb.widgets.pieces.piece_offer import PieceOffer
    from fujikoro_nb.widgets.pieces.piece_shelf import PieceShelf
    from fujikoro_nb.widgets.pieces.taken_out import TakenOut
    from fujikoro_nb.widgets.playing.game_page import GamePage, first_game, game_page
    from fujikoro_nb.widgets.quick.learn_page import LearnPage
    from fujikoro_nb.widgets.quick.storm_page import StormPage
    from fujikoro_nb.widgets.rules.rules_page import RulesPage
    from fujikoro_nb.widgets.small.small_desk import SmallDesk
    from fujikoro_nb.widgets.small.small_games import SmallGames, small_games

__version__: str

_HOME = {
    "Aim": "odds",
    "Ally": "odds",
    "Alternative": "odds",
    "BOTS": "bots",
    "Backpack": "engine.fujikoro.board.player",
    "Bars": "views.drawn.bars",
    "Board": "engine.fujikoro.board.player",
    "Bot": "bots",
    "Budget": "bots",
    "CHANCE": "engine.kernel",
    "COLOURS": "odds",
    "CardSet": "engine.fujikoro.gear.matchset",
    "CardStrip": "widgets",
    "Choice": "bots",
    "CombatPanel": "widgets",
    "Contents": "engine.fujikoro.board.player",
    "Contest": "bots.games",
    "CraftGear": "engine.fujikoro.asked.rest",
    "CraftGrid": "widgets",
    "Cubes": "engine.fujikoro.gear.cubes",
    "Decision": "odds",
    "DiceSet": "odds",
    "Distributions": "odds",
    "DragonsStep": "widgets",
    "DuelOdds": "odds",
    "ENDED_BY_TURNS": "bots",
    "FightLesson": "widgets",
    "FightOdds": "odds",
    "FightPuzzle": "puzzles.fights.puzzle",
    "FightPuzzles": "widgets",
    "Fighter": "odds",
    "FighterOdds": "odds",
    "Foe": "odds",
    "FujiWidget": "widgets",
    "GamePage": "widgets",
    "Gear": "engine.fujikoro.gear.worn",
    "GearKind": "engine.fujikoro.gear.limits",
    "Goal": "odds",
    "HelperPage": "widgets",
    "HeuristicBot": "bots",
    "HexMap": "widgets",
    "Illegal": "engine.kernel",
    "JointOdds": "odds",
    "KnowBox": "widgets",
    "LearnPage": "widgets",
    "LessonPage": "widgets",
    "MOST_TURNS": "bots",
    "Monk": "odds",
    "MonkChoice": "odds",
    "OddsError": "odds",
    "Outcome": "odds",
    "PieceEditor": "widgets",
    "PieceOffer": "widgets",
    "PieceShelf": "widgets",
    "Place": "odds",
    "PlannerBot": "bots",
    "Played": "bots",
    "PlayerBoard": "widgets",
    "Puzzle": "puzzles.crafting.puzzle",
    "PuzzlePage": "widgets",
    "QuickAsk": "widgets",
    "QuickOdds": "odds",
    "RandomBot": "bots",
    "RollOdds": "odds",
    "RulesPage": "widgets",
    "RulingLog": "widgets",
    "Rulings": "engine.fujikoro.rulings",
    "Samurai": "odds",
    "ScorePage": "widgets",
    "Session": "engine.kernel",
    "SetupPage": "widgets",
    "Situation": "odds",
    "SmallDesk": "widgets",
    "SmallGames": "widgets",
    "SpokenPage": "widgets",
    "StormPage": "widgets",
    "TakenOut": "widgets",
    "TurnLessonPage": "widgets",
    "Unreadable": "engine.kernel",
    "WhatIf": "odds",
    "Why": "bots",
    "Worth": "odds",
    "best_monk": "odds",
    "book_01": "puzzles.crafting.book",
    "book_02": "puzzles.fights.book",
    "bots_of": "bots",
    "certify": "puzzles.crafting.prove",
    "chance_of": "bots",
    "character": "engine.fujikoro.characters",
    "cheapest_craft": "engine.fujikoro.gear.solve",
    "check_craft": "engine.fujikoro.rules.craft",
    "count_minimal": "engine.fujikoro.gear.hand",
    "dice_of": "odds",
    "distance": "engine.fujikoro.gear.near",
    "distributions": "odds",
    "fight_statement": "puzzles.fights.check",
    "first_game": "widgets",
    "friendly": "widgets",
    "game_page": "widgets",
    "helper_page": "widgets",
    "house_pack": "content",
    "initiative": "engine.fujikoro.gear.worn",
    "inspect": "engine.fujikoro.gear.worn",
    "inspect_helmet": "engine.fujikoro.gear.worn",
    "inspect_sandals": "engine.fujikoro.gear.worn",
    "inspect_weapon": "engine.fujikoro.gear.worn",
    "is_answer": "puzzles.crafting.puzzle",
    "learn_and_solve": "widgets",
    "lesson": "widgets",
    "load_game": "play.seats",
    "minimal_crafts": "engine.fujikoro.gear.hand",
    "monks_of": "odds",
    "new_game": "play.seats",
    "one_away": "engine.fujikoro.gear.near",
    "parse_gear": "engine.fujikoro.gear.notation",
    "parse_pattern": "engine.fujikoro.gear.notation",
    "payments": "engine.fujikoro.gear.payment",
    "placements": "engine.fujikoro.gear.match",
    "placements_of_hand": "engine.fujikoro.gear.hand",
    "play_many": "bots.games",
    "play_out": "bots",
    "print_gear": "engine.fujikoro.gear.notation",
    "print_pattern": "engine.fujikoro.gear.notation",
    "puzzle_book": "widgets",
    "puzzles_for": "puzzles.crafting.maker",
    "read_pack": "content",
    "refusal_sentence": "texts",
    "repairs": "engine.fujikoro.gear.repair",
    "roll_odds": "odds",
    "rule": "rulebook",
    "sample": "odds",
    "small_games": "widgets",
    "solution_of": "puzzles.crafting.check",
    "solve": "odds",
    "solve_duel": "odds",
    "solve_guarded": "odds",
    "solve_joint": "odds",
    "statement": "puzzles.crafting.puzzle",
    "step": "widgets",
    "storm": "widgets",
    "turns_over": "bots",
    "what_if": "odds",
    "who_is_first": "odds",
    "whom_to_ask": "odds",
    "why": "bots",
    "why_sentence": "bots",
}
"""Each public name and the module it lives in; `docs/public-names.md` shows them at work."""

__all__ = [
    "BOTS",
    "CHANCE",
    "COLOURS",
    "ENDED_BY_TURNS",
    "MOST_TURNS",
    "Aim",
    "Ally",
    "Alternative",
    "Backpack",
    "Bars",
    "Board",
    "Bot",
    "Budget",
    "CardSet",
    "CardStrip",
    "Choice",
    "CombatPanel",
    "Contents",
    "Contest",
    "CraftGear",
    "CraftGrid",
    "Cubes",
    "Decision",
    "DiceSet",
    "Distributions",
    "DragonsStep",
    "DuelOdds",
    "FightLesson",
    "FightOdds",
    "FightPuzzle",
    "FightPuzzles",
    "Fighter",
    "FighterOdds",
    "Foe",
    "FujiWidget",
    "GamePage",
    "Gear",
    "GearKind",
    "Goal",
    "HelperPage",
    "HeuristicBot",
    "HexMap",
    "Illegal",
    "JointOdds",
    "KnowBox",
    "LearnPage",
    "LessonPage",
    "Monk",
    "MonkChoice",
    "OddsError",
    "Outcome",
    "PieceEditor",
    "PieceOffer",
    "PieceShelf",
    "Place",
    "PlannerBot",
    "Played",
    "PlayerBoard",
    "Puzzle",
    "PuzzlePage",
    "QuickAsk",
    "QuickOdds",
    "RandomBot",
    "RollOdds",
    "RulesPage",
    "RulingLog",
    "Rulings",
    "Samurai",
    "ScorePage",
    "Session",
    "SetupPage",
    "Situation",
    "SmallDesk",
    "SmallGames",
    "SpokenPage",
    "StormPage",
    "TakenOut",
    "TurnLessonPage",
    "Unreadable",
    "WhatIf",
    "Why",
    "Worth",
    "__version__",
    "best_monk",
    "book_01",
    "book_02",
    "bots_of",
    "certify",
    "chance_of",
    "character",
    "cheapest_craft",
    "check_craft",
    "count_minimal",
    "dice_of",
    "distance",
    "distributions",
    "fight_statement",
    "first_game",
    "friendly",
    "game_page",
    "helper_page",
    "house_pack",
    "initiative",
    "inspect",
    "inspect_helmet",
    "inspect_sandals",
    "inspect_weapon",
    "is_answer",
    "learn_and_solve",
    "lesson",
    "load_game",
    "minimal_crafts",
    "monks_of",
    "new_game",
    "one_away",
    "parse_gear",
    "parse_pattern",
    "payments",
    "placements",
    "placements_of_hand",
    "play_many",
    "play_out",
    "print_gear",
    "print_pattern",
    "puzzle_book",
    "puzzles_for",
    "read_pack",
    "refusal_sentence",
    "repairs",
    "roll_odds",
    "rule",
    "sample",
    "small_games",
    "solution_of",
    "solve",
    "solve_duel",
    "solve_guarded",
    "solve_joint",
    "statement",
    "step",
    "storm",
    "turns_over",
    "what_if",
    "who_is_first",
    "whom_to_ask",
    "why",
    "why_sentence",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version  # a third of the time that importing the package would take

        return version(__name__)
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def _spoken(error: ValueError) -> str:
    """The sentence of an engine's error; what it carries where no catalogue has one: an error never hides another."""
    from fujikoro_nb.texts import MissingText, error_sentence

    try:
        return error_sentence(error)
    except (MissingText, TypeError):
        return ValueError.__str__(error)


def _let_errors_speak() -> None:
    """In a notebook an error is what it prints: give it its sentence, which the engine does not know.

    Done here, once, because whoever imports anything of ours comes by here first: what an error says must not depend
    on what was imported, or looked up, before it.
    """
    from fujikoro_nb.engine.kernel.errors import Illegal, Unreadable

    for family in (Unreadable, Illegal):
        family.__str__ = _spoken  # type: ignore[method-assign, assignment]


_let_errors_speak()


def load_ipython_extension(shell: object) -> None:
    """Let a notebook draw gear, cards, maps, odds and games; importing the package in one does it by itself."""
    from fujikoro_nb.views.drawn.formats import register

    register(shell)


def _draw_in_a_notebook() -> None:
    """Where a notebook runs, its shell is there before anything of ours."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is not None:
        load_ipython_extension(shell)


_draw_in_a_notebook()

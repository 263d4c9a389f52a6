"""Widgets for notebooks and Voila. A name is imported when it is asked for: one widget does not load the others."""

from __future__ import annotations

from importlib import import_module

_HOME = {
    "CardStrip": "gear.card_strip",
    "CombatPanel": "fight.combat_panel",
    "CraftGrid": "gear.craft_grid",
    "DragonsStep": "map.dragons_step",
    "FightLesson": "learn.lesson_page",
    "FightPuzzles": "learn.puzzle_page",
    "FujiWidget": "base.widget",
    "GamePage": "playing.game_page",
    "HelperPage": "helper.helper_page",
    "HexMap": "map.hex_map",
    "KnowBox": "pieces.know_box",
    "LearnPage": "quick.learn_page",
    "LessonPage": "learn.lesson_page",
    "PieceEditor": "pieces.piece_editor",
    "PieceOffer": "pieces.piece_offer",
    "PieceShelf": "pieces.piece_shelf",
    "PlayerBoard": "gear.player_board",
    "PuzzlePage": "learn.puzzle_page",
    "QuickAsk": "helper.quick_ask",
    "RulesPage": "rules.rules_page",
    "RulingLog": "evening.ruling_log",
    "ScorePage": "evening.score_page",
    "SetupPage": "evening.setup_page",
    "SmallDesk": "small.small_desk",
    "SmallGames": "small.small_games",
    "SpokenPage": "base.spoken_page",
    "StormPage": "quick.storm_page",
    "TakenOut": "pieces.taken_out",
    "TurnLessonPage": "learn.lesson_page",
    "first_game": "playing.game_page",
    "friendly": "base.widget",
    "game_page": "playing.game_page",
    "helper_page": "helper.helper_page",
    "learn_and_solve": "learn.pages",
    "lesson": "learn.pages",
    "puzzle_book": "learn.pages",
    "small_games": "small.small_games",
    "step": "learn.pages",
    "storm": "learn.pages",
}
"""Published name to module. Keep it sorted; `__all__` follows."""

_EARLIER = {"game": "game_page", "puzzles": "puzzle_book"}
"""Names in notebooks that people copied from earlier versions; no folder here may be called so."""

__all__ = [
    "CardStrip",
    "CombatPanel",
    "CraftGrid",
    "DragonsStep",
    "FightLesson",
    "FightPuzzles",
    "FujiWidget",
    "GamePage",
    "HelperPage",
    "HexMap",
    "KnowBox",
    "LearnPage",
    "LessonPage",
    "PieceEditor",
    "PieceOffer",
    "PieceShelf",
    "PlayerBoard",
    "PuzzlePage",
    "QuickAsk",
    "RulesPage",
    "RulingLog",
    "ScorePage",
    "SetupPage",
    "SmallDesk",
    "SmallGames",
    "SpokenPage",
    "StormPage",
    "TakenOut",
    "TurnLessonPage",
    "first_game",
    "friendly",
    "game_page",
    "helper_page",
    "learn_and_solve",
    "lesson",
    "puzzle_book",
    "small_games",
    "step",
    "storm",
]


def __getattr__(name: str) -> object:
    name = _EARLIER.get(name, name)
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""Widgets for notebooks and Voila. A name is imported when it is asked for: one widget does not load the others."""

from __future__ import annotations

from importlib import import_module

_HOME = {
    "CardStrip": "card_strip",
    "CombatPanel": "combat_panel",
    "CraftGrid": "craft_grid",
    "FightLesson": "fight_lesson",
    "FightPuzzles": "fight_puzzles",
    "FujiWidget": "_base",
    "GamePage": "game_page",
    "HelperPage": "helper",
    "HexMap": "hex_map",
    "LessonPage": "lesson_page",
    "PieceEditor": "piece_editor",
    "PieceOffer": "piece_offer",
    "PieceShelf": "piece_shelf",
    "PlayerBoard": "player_board",
    "PuzzlePage": "puzzle_page",
    "QuickAsk": "quick_ask",
    "RulesPage": "rules_page",
    "RulingLog": "ruling_log",
    "ScorePage": "score_page",
    "SetupPage": "setup_page",
    "SpokenPage": "spoken_page",
    "TakenOut": "taken_out",
    "TurnLessonPage": "turn_lesson",
    "friendly": "_base",
    "game": "game_page",
    "helper_page": "helper",
    "lesson": "spoken_page",
    "puzzles": "spoken_page",
}
"""Published name to module. Keep it sorted; `__all__` follows."""

__all__ = [
    "CardStrip",
    "CombatPanel",
    "CraftGrid",
    "FightLesson",
    "FightPuzzles",
    "FujiWidget",
    "GamePage",
    "HelperPage",
    "HexMap",
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
    "SpokenPage",
    "TakenOut",
    "TurnLessonPage",
    "friendly",
    "game",
    "helper_page",
    "lesson",
    "puzzles",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""Puzzles of the eight scenarios: a decision in an evening, every answer played out by the engine to its worth."""

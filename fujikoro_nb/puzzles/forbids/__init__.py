"""Puzzles on an action that the engine refuses: which rule forbids it."""

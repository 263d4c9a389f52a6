"""Puzzles on a whole turn, or several: played out on the map, every way tried by the engine, the best one proven."""

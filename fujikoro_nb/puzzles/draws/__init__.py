"""Puzzle book of Fuji 99: draw or stop, and how many."""

"""Puzzle book of Makai Fuda: the last three matches, with open hands."""

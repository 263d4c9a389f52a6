"""Puzzle book of Makai Fuda: which card makes a monster win this match."""

"""Puzzle book of Makai Fuda: who wins this match, and who leads the next one."""

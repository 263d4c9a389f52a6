"""Puzzles on the dragons' step: where it goes, whom it comes for, and what follows from who walks first."""

"""Puzzles on an action in a position: may somebody do it, and what follows of it. The engine is the judge."""

"""A game being played, as its players see it."""

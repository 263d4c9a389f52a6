"""A game being played: who sits where, what bots do, back and forth, files."""

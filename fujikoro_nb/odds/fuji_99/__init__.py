"""Exact chances of Fuji 99: what a draw brings, when to stop, and how long the way down is."""

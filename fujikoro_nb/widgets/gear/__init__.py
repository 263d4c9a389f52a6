"""Grids and cards of gear."""

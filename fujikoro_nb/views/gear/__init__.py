"""Gear on its grids and cards."""

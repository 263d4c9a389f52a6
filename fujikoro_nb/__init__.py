"""Fuji Koro in Jupyter notebooks: rules engine, lessons, puzzles and a table helper."""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("fujikoro_nb")

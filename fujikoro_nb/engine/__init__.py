"""Rules of play. Standard library and msgspec only: no Jupyter, no files, no clock, no random numbers."""

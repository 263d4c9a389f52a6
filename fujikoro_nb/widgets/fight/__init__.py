"""The panel of a fight."""

"""The pieces that people enter."""

"""The mountain."""

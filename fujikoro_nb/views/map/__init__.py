"""The mountain as it is seen."""

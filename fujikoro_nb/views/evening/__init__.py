"""An evening at a real box."""

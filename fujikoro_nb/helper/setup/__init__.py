"""What lies where before the first turn, and how it all goes back into the box."""

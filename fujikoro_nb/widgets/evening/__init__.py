"""Setting up, keeping score, rulings."""

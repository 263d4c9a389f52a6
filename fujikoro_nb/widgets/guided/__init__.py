"""The first game with a coach, beside the game's page."""

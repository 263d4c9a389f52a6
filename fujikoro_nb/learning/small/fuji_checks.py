"""What lessons of Fuji 99 end with: draws."""
DRAWN = {}

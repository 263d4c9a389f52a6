"""What single characters may: jumping over lava, sneaking by, slipping out of a fight, their kits."""

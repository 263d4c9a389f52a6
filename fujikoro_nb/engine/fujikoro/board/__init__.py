"""What lies on the table: player boards, the mountain, samurai, the box, an arena."""

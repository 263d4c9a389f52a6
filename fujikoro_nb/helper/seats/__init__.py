"""Seats at a real box: what each keeps of its own board, and every change that its owner makes. No clock, no store."""

"""What those see who look on."""

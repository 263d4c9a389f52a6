"""The helper at the table."""

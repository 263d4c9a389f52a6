"""What a page shows: from a state to what is drawn of it, without a widget."""

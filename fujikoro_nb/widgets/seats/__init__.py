"""The page of one seat at a table: its phone writes it, and no kernel stands behind it."""

"""Looking on at a table without a kernel: what readers see, and the pages that show it."""

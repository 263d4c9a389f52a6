"""Seats of an evening that write from their phones: pages without a kernel, keys, writes, odds beside the server."""

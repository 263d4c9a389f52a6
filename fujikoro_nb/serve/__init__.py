"""Serving the pages: who may come in, which kernels run and for how long, and how a table finds its address."""

"""Serving the pages: who may come in, which kernels run and for how long, and how a table finds its address."""

import sys

# What checks Jupyter's schemas imports, where it is installed, a grammar of addresses in any script, and builds it: a
# second or two of each start. No schema of Jupyter's holds such an address, and where there is none it does without.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # importlib's own word for "not to be had"

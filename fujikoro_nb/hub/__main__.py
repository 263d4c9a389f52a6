"""``python -m fujikoro_nb.hub user | readers | member NAME``: what JupyterHub runs, and who may log in."""

import sys
from importlib import import_module

# Each imported when it runs: whoever adds a member need not wait for Jupyter.
_PARTS = {"user": "user_server", "readers": "readers", "member": "members"}

if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in _PARTS:
        sys.exit(f"python -m fujikoro_nb.hub {' | '.join(_PARTS)}")
    sys.exit(import_module(f"fujikoro_nb.hub.{_PARTS[sys.argv[1]]}").main(sys.argv[2:]))

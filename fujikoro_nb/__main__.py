"""``python -m fujikoro_nb``: the same as the `fujikoro` command, for systems where it is not on the PATH."""

from fujikoro_nb.cli import main

if __name__ == "__main__":
    raise SystemExit(main())

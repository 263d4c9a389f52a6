"""Where the files that are not Python lie: in the wheel, in a checkout, and in the user's own folders."""

from __future__ import annotations

from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent
_APP = "fujikoro"


def share() -> Path:
    """The folder that holds `notebooks/` and `voila/`.

    A wheel carries them as `fujikoro_nb/_share`; an editable install uses them where they lie in the checkout.

    >>> (share() / "voila").is_dir()
    True
    """
    in_wheel = PACKAGE / "_share"
    return in_wheel if in_wheel.is_dir() else PACKAGE.parent


def notebooks(collection: str) -> Path:
    """The folder of one collection of notebooks: `tutorial` or `puzzles`."""
    return share() / "notebooks" / collection


def voila_app(name: str) -> Path:
    """The notebook of one Voila app, such as `helper`."""
    return share() / "voila" / "apps" / f"{name}.ipynb"


def user_data() -> Path:
    """The folder for what a person entered and must not lose; not made here."""
    return platformdirs.user_data_path(_APP, appauthor=False)


def user_notebooks() -> Path:
    """The folder that `fujikoro lab` copies the notebooks to; not made here."""
    return platformdirs.user_documents_path() / "Fuji Koro"

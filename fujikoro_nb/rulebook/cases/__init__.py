"""Rules cases: disputes as data. A file of `cases/` is read strictly, run by the engine, and compared.

What a case may say is in `records`; CONTRIBUTING and the committed cases show it by example. Files are read by
`reading`, which pages that only build positions do not import: it brings YAML along.
"""

from fujikoro_nb.rulebook.cases.records import Case, LocatedCase
from fujikoro_nb.rulebook.cases.running import Difference, first_difference

__all__ = ["Case", "Difference", "LocatedCase", "first_difference"]

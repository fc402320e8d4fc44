"""From a puzzle to answers about it: queries, engines, searches, estimates. Start with ``api``.

``tilewright.solve`` names this package and the function :func:`tilewright.solve.api.solve`: whichever is
imported first, the package can be called as the function.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _SolvePackage(ModuleType):
    """This package, callable as the function of its name."""

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        from tilewright.solve.api import solve

        return solve(*arguments, **keywords)


sys.modules[__name__].__class__ = _SolvePackage

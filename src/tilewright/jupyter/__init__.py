"""Boards in Jupyter notebooks: play a puzzle, step through its solutions, turn solids.

    >>> from tilewright.jupyter import BoardWidget                  # doctest: +SKIP
    >>> BoardWidget(tilewright.load_puzzle("catalog:soma-cube"))    # doctest: +SKIP

Families have widgets of their own, such as ``DisassemblyWidget``; they are attributes of this module.
``board_widget`` has the widget for boards; ``bundle`` makes one ES module of those of the web pages, which
the widgets use. The extra ``jupyter`` installs what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.extras import import_failure
from tilewright.family import FAMILIES
from tilewright.registry import load_attribute

if TYPE_CHECKING:
    from tilewright.jupyter.board_widget import BoardWidget

__all__ = ["BoardWidget"]


def __getattr__(name: str) -> object:
    widgets = {"BoardWidget": "tilewright.jupyter.board_widget:BoardWidget"}
    for family in FAMILIES.values():
        widgets |= family.widgets
    if name not in widgets:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import anywidget  # noqa: F401
    except ImportError as error:
        raise ImportError(
            import_failure("boards in notebooks need", "jupyter", error), name=error.name
        ) from error
    return load_attribute(widgets[name])

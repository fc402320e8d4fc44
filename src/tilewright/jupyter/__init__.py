"""Boards in Jupyter notebooks: play a puzzle, step through its solutions, turn solids.

    >>> from tilewright.jupyter import BoardWidget                  # doctest: +SKIP
    >>> BoardWidget(tilewright.load_puzzle("catalog:soma-cube"))    # doctest: +SKIP

``board_widget`` has the widget; ``bundle`` makes one ES module of those of the web pages, which the widget
uses. The extra ``jupyter`` installs what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.jupyter.board_widget import BoardWidget

__all__ = ["BoardWidget"]


def __getattr__(name: str) -> object:
    if name != "BoardWidget":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import anywidget  # noqa: F401
    except ImportError as error:
        raise ImportError("boards in notebooks need anywidget: pip install 'tilewright[jupyter]'") from error
    from tilewright.jupyter.board_widget import BoardWidget

    return BoardWidget

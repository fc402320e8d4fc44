"""Polyforms of any size: how many there are, and lists of them, by the core.

``tilewright.model.pieces`` has the few small ones that sets of pieces consist of.
"""

from tilewright.polyforms.counting import PolyformCount, count_polyforms
from tilewright.polyforms.listing import PolyformList, list_polyforms
from tilewright.polyforms.query import PolyformQuery, can_have_holes

__all__ = [
    "PolyformCount",
    "PolyformList",
    "PolyformQuery",
    "can_have_holes",
    "count_polyforms",
    "list_polyforms",
]

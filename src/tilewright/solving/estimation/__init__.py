"""How large a search or a sweep will be, and how many solutions there are, estimated."""

from __future__ import annotations

import math
from enum import Enum
from typing import Any


def finite_fields(estimate: object) -> dict[str, Any]:
    """The fields of an estimate by name, as JSON holds them; None for numbers that it cannot: above 1e308."""
    found: dict[str, Any] = {}
    for name, value in vars(estimate).items():
        found[name] = value.value if isinstance(value, Enum) else value
        if isinstance(value, float) and not math.isfinite(value):
            found[name] = None
    return found

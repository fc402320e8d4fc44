"""How large a search or a sweep will be, estimated before it starts."""

from __future__ import annotations

import math
from typing import Any


def finite_fields(estimate: object) -> dict[str, Any]:
    """The fields of an estimate by name; None for numbers that JSON cannot hold: above 1e308."""
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in vars(estimate).items()
    }

"""A first look at a puzzle that somebody draws."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.play.draft_check import check as look_at
from tilewright.solve.engines.base import Limits
from tilewright.web.tasks import Tell
from tilewright.web.tasks.sources import puzzle_of

KINDS = {"fault": "wrong", "warning": "note", "note": "note"}
"""What a page shows for each gravity of a remark."""


def check(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """What a look at the puzzle found, as models.CheckView."""
    found = look_at(puzzle_of(args["source"], args["cells"]), Limits(seconds=args["seconds"]), cancel)
    remarks = [
        {"kind": KINDS[one.gravity], "sentence": one.sentence, "cells": [list(cell) for cell in one.cells]}
        for one in found.remarks
    ]
    if found.solvable:
        for remark in remarks[:1]:
            remark["kind"] = "fine"
    return {"impossible": found.solvable is False, "findings": remarks}

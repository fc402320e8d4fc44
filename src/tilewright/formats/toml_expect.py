"""Known counts in Tilewright's puzzle file, read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.formats.toml_places import Path
from tilewright.formats.toml_text import quoted
from tilewright.formats.toml_values import Values, shown
from tilewright.model.puzzle import MODES, Expected

EXPECT_KEYS = ("what", "count", "source", "motions", "use")
COSTS = ("least", "most")
COUNTS = ("solutions", "labelled", "unique", *COSTS, "cheapest", "dearest")
USES = ("all", "any")

MAX_DIGITS = 4_000
"""The most digits of an expected count."""

LARGEST_INTEGER = 2**63 - 1
"""TOML promises no larger one; larger counts are written as text."""


def expected_counts(values: Values) -> tuple[Expected, ...]:
    """The known counts of a file."""
    entries = values.tables(("expect",), values.data.get("expect", []))
    return tuple(_expected(values, path, entry) for path, entry in entries)


def _expected(values: Values, path: Path, entry: Mapping[str, Any]) -> Expected:
    values.check_keys(path, entry, EXPECT_KEYS)
    if "count" not in entry:
        values.fault(path, "an expected count lacks 'count', the number")
    what = values.choice((*path, "what"), entry.get("what", "solutions"), COUNTS)
    count = entry["count"]
    if isinstance(count, str) and re.fullmatch(rf"-?[0-9]{{1,{MAX_DIGITS}}}", count):
        count = int(count)
    if type(count) is not int or (count < 0 and what not in COSTS):
        wanted = "a whole number" if what in COSTS else "a number from 0"
        values.fault(
            (*path, "count"), f"'count' is {shown(entry['count'])}; expected {wanted}, or its digits"
        )
    return Expected(
        what,
        count,
        values.string((*path, "source"), entry.get("source", "")),
        values.choice((*path, "motions"), entry.get("motions", ""), ("", *MODES)),
        values.choice((*path, "use"), entry.get("use", "all"), USES),
    )


def expect_block(expected: Expected) -> list[str]:
    """The lines of one known count; UnsupportedError when it is none that a file may have."""
    if expected.what not in COUNTS or expected.use not in USES or expected.motions not in ("", *MODES):
        raise UnsupportedError(
            f"a puzzle file cannot say the expected {expected.what!r} for motions {expected.motions!r} "
            f"and use {expected.use!r}"
        )
    if abs(expected.count) >= 10**MAX_DIGITS or (expected.count < 0 and expected.what not in COSTS):
        raise UnsupportedError(
            f"an expected count in a puzzle file is from 0 and has at most {MAX_DIGITS:,} digits"
        )
    count = str(expected.count) if abs(expected.count) <= LARGEST_INTEGER else quoted(str(expected.count))
    lines = ["[[expect]]", f"what = {quoted(expected.what)}", f"count = {count}"]
    if expected.motions:
        lines.append(f"motions = {quoted(expected.motions)}")
    if expected.use != "all":
        lines.append(f"use = {quoted(expected.use)}")
    if expected.source:
        lines.append(f"source = {quoted(expected.source)}")
    return lines

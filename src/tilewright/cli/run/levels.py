"""The levels of the solutions of a run with a filter, as lines and as JSON."""

from __future__ import annotations

from pathlib import Path

from tilewright.cli.levels import level_keys, level_table
from tilewright.runs.reading import run_levels
from tilewright.runs.rows import RunRow


def level_lines(path: Path, row: RunRow) -> list[str]:
    """A table of the number of solutions by level; nothing where no levels are stored."""
    counts = run_levels(path, row.id)
    return [] if counts is None else level_table(counts, "solutions")


def level_facts(path: Path, row: RunRow) -> dict[str, object]:
    """The JSON key with the same; none where no levels are stored."""
    counts = run_levels(path, row.id)
    return {} if counts is None else {"by_level": level_keys(counts)}

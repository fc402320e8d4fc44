"""The levels of the solutions of a run with a filter, as lines and as JSON."""

from __future__ import annotations

from pathlib import Path

from tilewright.cli.levels import level_keys, level_table
from tilewright.runs.reading import run_levels
from tilewright.runs.rows import RunRow


def level_lines(path: Path, row: RunRow) -> list[str]:
    """A table of how many solutions have which level; nothing where no levels are stored."""
    return level_table(run_levels(path, row.id), "solutions") if row.has_levels else []


def level_facts(path: Path, row: RunRow) -> dict[str, object]:
    """The JSON key with the same; none where no levels are stored."""
    return {"by_level": level_keys(run_levels(path, row.id))} if row.has_levels else {}

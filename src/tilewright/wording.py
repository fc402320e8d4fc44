"""Numbers with their nouns and units, and tables, as text."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 solution, 9,356 solutions."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def memory_text(number: float) -> str:
    """A number of bytes with its unit: 640 KB, 2.1 GB, over a million TB."""
    if number >= 1e18:
        return "over a million TB"
    for unit, word in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if number >= unit:
            return f"{number / unit:,.{1 if number < 10 * unit else 0}f} {word}"
    return f"{number / 1e3:.0f} KB"


def aligned(rows: Sequence[Sequence[str]], sides: str = "<", gap: str = "  ") -> list[str]:
    """Rows as lines of columns, each aligned to the left (``<``) or right (``>``) as ``sides`` says.

    The last of the sides holds for all further columns.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    columns = list(zip(sides.ljust(len(widths), sides[-1]), widths, strict=True))
    return [
        gap.join(f"{cell:{side}{width}}" for cell, (side, width) in zip(row, columns, strict=True)).rstrip()
        for row in rows
    ]


def markdown_table(rows: Sequence[Sequence[str]], marks: Sequence[str] = ()) -> list[str]:
    """A table in Markdown as lines; the first row has the headings. ``marks`` align the columns."""
    return [
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
        for row in (rows[0], marks or ["---"] * len(rows[0]), *rows[1:])
    ]

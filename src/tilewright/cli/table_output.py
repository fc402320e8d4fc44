"""A table of results as aligned text, TSV, Markdown, JSON, or a chart of its times."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from tilewright.cli.json_output import with_number_texts
from tilewright.cli.output import PICTURES
from tilewright.cli.quantities import span
from tilewright.solve.tabulation import ERROR, PuzzleRow
from tilewright.wording import counted, markdown_table

if TYPE_CHECKING:
    from rich.table import Table

COUNTS = {"labelled": "labelled", "solutions": "solutions", "up_to_symmetry": "up to symmetry"}
TIMES = {"first_seconds": "first", "seconds": "all"}
NODES = "nodes"
LEGEND = "+: a limit ended the search, so the number is a lower bound."


def row_keys(row: PuzzleRow) -> dict[str, object]:
    """The JSON object of a row; ``motions`` only where they were given."""
    keys = asdict(row)
    for key in TIMES:
        keys[key] = None if keys[key] is None else round(keys[key], 6)
    if row.motions is None:
        del keys["motions"]
    return with_number_texts(keys)


def heading_keys(rows: Sequence[PuzzleRow], *, interrupted: bool) -> dict[str, object]:
    """The JSON object of a table."""
    ended = "limit" if any(row.status == "limit" for row in rows) else "complete"
    status = "cancelled" if interrupted else ended
    return {"command": "table", "status": status, "rows": [row_keys(row) for row in rows]}


def tsv(rows: Sequence[PuzzleRow]) -> str:
    """A line for each row, with the keys of the JSON object as headings; NA is not known."""
    keys = list(row_keys(rows[0])) if rows else ["name"]
    keys = [key for key in keys if not key.endswith("_text")]
    lines = ["\t".join(keys)]
    for row in rows:
        values = row_keys(row)
        texts = ("NA" if values[key] is None else str(values[key]) for key in keys)
        lines.append("\t".join(" ".join(text.split()) for text in texts))
    return "\n".join(lines) + "\n"


def text(rows: Sequence[PuzzleRow]) -> str:
    """Aligned columns, then what ended rows early."""
    from io import StringIO

    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    headings, body = _cells(rows)
    table: Table = Table(box=SIMPLE_HEAD, safe_box=True, pad_edge=False, show_edge=False)
    for number, heading in enumerate(headings):
        right = bool(number) and not heading.endswith("engine")
        table.add_column(
            Text(heading.replace(": ", "\n")), justify="right" if right else "left", no_wrap=True
        )
    for line in body:
        table.add_row(*map(Text, line))
    written = StringIO()
    width = 40 + sum(max(map(len, column)) + 4 for column in zip(headings, *body, strict=True))
    Console(file=written, width=width, color_system=None, legacy_windows=False).print(table)
    lines = [line.rstrip() for line in written.getvalue().splitlines()]
    return "\n".join([*lines, *_notes(rows)]) + "\n"


def markdown(rows: Sequence[PuzzleRow]) -> str:
    """A Markdown table, then what ended rows early."""
    headings, body = _cells(rows)
    marks = [
        "---" if not number or heading.endswith("engine") else "--:"
        for number, heading in enumerate(headings)
    ]
    lines = markdown_table([headings, *body], marks)
    notes = _notes(rows)
    return "\n".join([*lines, *([""] if notes else []), *(f"- {note}" for note in notes)]) + "\n"


def _by_puzzle(rows: Sequence[PuzzleRow]) -> dict[str, dict[str, PuzzleRow]]:
    """The rows of each puzzle by their motions, "" where none were given."""
    found: dict[str, dict[str, PuzzleRow]] = {}
    for row in rows:
        found.setdefault(row.name, {})[row.motions or ""] = row
    return found


def _cells(rows: Sequence[PuzzleRow]) -> tuple[list[str], list[list[str]]]:
    """The headings and the cells; several motions stand side by side, without nodes and engines."""
    modes = list(dict.fromkeys(row.motions or "" for row in rows)) or [""]
    keys = [*COUNTS, *TIMES, *([NODES, "engine"] if len(modes) == 1 else [])]
    names = COUNTS | TIMES
    headings = ["puzzle"]
    for mode in modes:
        prefix = f"{mode}: " if mode else ""
        headings += [prefix + names.get(key, key) for key in keys]
    body = []
    for name, by_mode in _by_puzzle(rows).items():
        line = [name]
        for mode in modes:
            row = by_mode.get(mode)
            line += [_cell(row, key) if row else "" for key in keys]
        body.append(line)
    return headings, body


def _cell(row: PuzzleRow, key: str) -> str:
    value = getattr(row, key)
    if row.status == ERROR:
        return "error" if key == "solutions" else ""
    if value is None:
        return "-"
    if key in TIMES:
        return span(value)
    if isinstance(value, int):
        return f"{value:,}{'+' if key in COUNTS and not row.complete else ''}"
    return str(value)


def _notes(rows: Sequence[PuzzleRow]) -> list[str]:
    notes = [LEGEND] if any(row.status == "limit" for row in rows) else []
    for row in rows:
        if row.status == ERROR or (row.complete and row.note):
            notes.append(f"{row.name}{f' ({row.motions})' if row.motions else ''}: {row.note}")
    return notes


def summary(rows: Sequence[PuzzleRow]) -> str:
    """How many puzzles the table has, and how long its rows took."""
    seconds = sum((row.first_seconds or 0.0) + (row.seconds or 0.0) for row in rows)
    return f"{counted(len(_by_puzzle(rows)), 'puzzle')}   {span(seconds)}"


def chart(rows: Sequence[PuzzleRow], suffix: str) -> bytes:
    """The times of all rows on a logarithmic scale, as .svg or .png."""
    from tilewright.render.chart import TimeSpan, times_scene
    from tilewright.render.png import scene_png
    from tilewright.render.svg import scene_svg

    modes = list(dict.fromkeys(row.motions or "" for row in rows))
    nothing = PuzzleRow("", ERROR)
    lines = []
    for name, by_mode in _by_puzzle(rows).items():
        held = [by_mode.get(mode, nothing) for mode in modes]
        lines.append((name, [TimeSpan(row.first_seconds, row.seconds, row.complete) for row in held]))
    scene = times_scene(
        "Time to the first solution and to all solutions",
        lines,
        [f"motions {mode}" if mode else "" for mode in modes],
    )
    return scene_png(scene) if suffix == ".png" else scene_svg(scene).encode()


FORMATS: Mapping[str, Callable[[Sequence[PuzzleRow]], str]] = {"text": text, "tsv": tsv, "markdown": markdown}
"""What can be printed, by the value of ``--to``."""

SUFFIXES = (".txt", ".tsv", ".md", ".json", *PICTURES)


def content(rows: Sequence[PuzzleRow], suffix: str, *, interrupted: bool) -> str | bytes:
    """The content of a file with this suffix."""
    if suffix in PICTURES:
        return chart(rows, suffix)
    if suffix == ".json":
        return json.dumps(heading_keys(rows, interrupted=interrupted), indent=1) + "\n"
    return FORMATS[{".txt": "text", ".tsv": "tsv", ".md": "markdown"}[suffix]](rows)

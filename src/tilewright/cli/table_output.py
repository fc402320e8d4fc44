"""A table of results as aligned text, TSV, Markdown, HTML, JSON, or a chart of its times."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import NamedTuple

from tilewright.cli.json_output import with_number_texts
from tilewright.cli.output import PICTURES
from tilewright.cli.quantities import span
from tilewright.solving.tabulation import ERROR, PuzzleRow
from tilewright.wording import counted, markdown_table

COUNTS = {"labelled": "labelled", "solutions": "solutions", "up_to_symmetry": "up to symmetry"}
TIMES = {"first_seconds": "first", "seconds": "all", "cpu_seconds": "cpu"}
NODES = "nodes"
LEGEND = "+: a limit ended the search, so the number is a lower bound."
BEST = "*: the shortest time of the puzzle."
SPEED_UP = "In brackets: how many times as fast as the first of the columns."


class Cell(NamedTuple):
    """A text of a table, and whether it is the best of several."""

    text: str
    is_best: bool = False


def row_keys(row: PuzzleRow) -> dict[str, object]:
    """The JSON object of a row; ``motions``, ``threads`` and ``workers`` only where they were given."""
    keys = asdict(row)
    for key in TIMES:
        keys[key] = None if keys[key] is None else round(keys[key], 6)
    for key in ("motions", "threads", "workers"):
        if keys[key] is None:
            del keys[key]
    return with_number_texts(keys)


def numbered_keys(rows: Sequence[PuzzleRow]) -> list[dict[str, object]]:
    """The JSON objects of all rows, with the number of the puzzle, and how numbers of threads compare."""
    entries = []
    for number, puzzle in enumerate(_by_puzzle(rows).values(), start=1):
        for row in puzzle:
            keys: dict[str, object] = {"id": number, **row_keys(row)}
            if setting_name(row):
                ratio = _speed_up(row, _compared(puzzle, row)[0])
                keys["speed_up"] = None if ratio is None else round(ratio, 3)
                keys["best"] = _is_best(row, _compared(puzzle, row))
            entries.append(keys)
    return entries


def heading_keys(rows: Sequence[PuzzleRow], *, interrupted: bool) -> dict[str, object]:
    """The JSON object of a table."""
    ended = "limit" if any(row.status == "limit" for row in rows) else "complete"
    status = "cancelled" if interrupted else ended
    return {"command": "table", "status": status, "rows": numbered_keys(rows)}


def tsv(rows: Sequence[PuzzleRow]) -> str:
    """A line for each row, with the keys of the JSON object as headings; NA is not known."""
    numbered = numbered_keys(rows)
    keys = dict.fromkeys(key for row in numbered for key in row if not key.endswith("_text"))
    lines = ["\t".join(keys) if rows else "id"]
    for values in numbered:
        texts = ("NA" if values.get(key) is None else str(values[key]) for key in keys)
        lines.append("\t".join(" ".join(text.split()) for text in texts))
    return "\n".join(lines) + "\n"


def text(rows: Sequence[PuzzleRow]) -> str:
    """Aligned columns, then what ended rows early."""
    from rich.cells import cell_len  # rich's own table takes a millisecond a row

    headings, cells = _cells(rows)
    body = [[f"{cell.text}{'*' * cell.is_best}" for cell in line] for line in cells]
    named = [heading.split(": ") for heading in headings]
    tall = max(map(len, named))
    above = [[""] * (tall - len(parts)) + parts for parts in named]
    head = [[parts[k] for parts in above] for k in range(tall)]
    widths = [max(map(cell_len, column)) for column in zip(*head, *body, strict=True)]

    def aligned(line: Sequence[str]) -> str:
        padded = []
        for heading, cell, width in zip(headings, line, widths, strict=True):
            space = " " * (width - cell_len(cell))
            padded.append(cell + space if _is_text(heading) else space + cell)
        return "   ".join(padded).rstrip()

    rule = "─" * (sum(widths) + 3 * (len(widths) - 1))
    lines = [*map(aligned, head), rule, *map(aligned, body)]
    marks = [BEST] if any(cell.is_best for line in cells for cell in line) else []
    return "\n".join([*lines, *marks, *_notes(rows)]) + "\n"


def _is_text(heading: str) -> bool:
    return heading == "puzzle" or heading.endswith("engine")


def markdown(rows: Sequence[PuzzleRow]) -> str:
    """A Markdown table, the best times in bold, then what ended rows early."""
    headings, cells = _cells(rows)
    body = [[f"**{cell.text}**" if cell.is_best else cell.text for cell in line] for line in cells]
    marks = ["---" if _is_text(heading) else "--:" for heading in headings]
    lines = markdown_table([headings, *body], marks)
    notes = _notes(rows)
    return "\n".join([*lines, *([""] if notes else []), *(f"- {note}" for note in notes)]) + "\n"


def html(rows: Sequence[PuzzleRow]) -> str:
    """A page with the table, the best times in bold, then what ended rows early."""
    from html import escape

    headings, cells = _cells(rows)
    sides = ["" if _is_text(heading) else ' class="number"' for heading in headings]

    def line(tag: str, texts: Sequence[str]) -> str:
        filled = (f"<{tag}{side}>{text}</{tag}>" for side, text in zip(sides, texts, strict=True))
        return f"<tr>{''.join(filled)}</tr>"

    lines = [line("th", [escape(heading) for heading in headings])]
    for row in cells:
        texts = [escape(cell.text) for cell in row]
        bold = [f"<strong>{t}</strong>" if c.is_best else t for t, c in zip(texts, row, strict=True)]
        lines.append(line("td", bold))
    notes = [f"<p>{escape(note)}</p>" for note in _notes(rows)]
    return "\n".join([HTML_HEAD, "<table>", *lines, "</table>", *notes, "</body>", "</html>"]) + "\n"


HTML_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Table of puzzles</title>
<style>
body { font-family: sans-serif; margin: 1rem; overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #ccc; padding: 0.25rem 0.75rem; text-align: left; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
</style>
</head>
<body>"""


# --- Rows side by side


def setting_name(row: PuzzleRow) -> str:
    """``2 threads`` or ``4 workers``, "" where the table does not compare them."""
    if row.workers is not None:
        return counted(row.workers, "worker")
    return "" if row.threads is None else counted(row.threads, "thread")


def _by_puzzle(rows: Sequence[PuzzleRow]) -> dict[str, list[PuzzleRow]]:
    """The rows of each puzzle, in their order."""
    puzzle_rows: dict[str, list[PuzzleRow]] = {}
    for row in rows:
        puzzle_rows.setdefault(row.name, []).append(row)
    return puzzle_rows


def _compared(puzzle: Sequence[PuzzleRow], row: PuzzleRow) -> list[PuzzleRow]:
    """The rows of a puzzle that differ from this one by the number of threads or workers only."""
    return [other for other in puzzle if other.motions == row.motions]


def _is_best(row: PuzzleRow, compared: Sequence[PuzzleRow]) -> bool:
    """Whether a complete row has the shortest time of several."""
    times = [other.seconds for other in compared if other.complete and other.seconds is not None]
    return row.complete and len(times) > 1 and row.seconds == min(times)


def _speed_up(row: PuzzleRow, first: PuzzleRow) -> float | None:
    """How many times as fast as the first a row is; None where one of the two is not complete."""
    if not (row.complete and first.complete and row.seconds and first.seconds):
        return None
    return first.seconds / row.seconds


def _cells(rows: Sequence[PuzzleRow]) -> tuple[list[str], list[list[Cell]]]:
    """The headings and the cells; several motions, and numbers of threads or workers, stand side by side."""
    modes = list(dict.fromkeys(row.motions or "" for row in rows)) or [""]
    settings = list(dict.fromkeys(filter(None, map(setting_name, rows))))
    keys = [*COUNTS, *([] if settings else TIMES)]
    last = [*([] if settings else [NODES]), "engine"] if len(modes) == 1 else []
    names = COUNTS | TIMES
    headings = ["ID", "puzzle"]
    for mode in modes:
        prefix = f"{mode}: " if mode else ""
        headings += [prefix + names.get(key, key) for key in [*keys, *settings, *last]]
    body = []
    for number, (name, puzzle) in enumerate(_by_puzzle(rows).items(), start=1):
        line = [Cell(str(number)), Cell(name)]
        for mode in modes:
            compared = [row for row in puzzle if (row.motions or "") == mode]
            row = max(compared, key=lambda one: (one.complete, one.solutions or 0), default=None)
            by_setting = {setting_name(one): one for one in compared}
            line += [Cell(_cell(row, key) if row else "") for key in keys]
            line += [_time_cell(by_setting.get(setting), compared) for setting in settings]
            if settings and last:
                line.append(Cell(", ".join(dict.fromkeys(one.engine for one in compared if one.engine))))
            else:
                line += [Cell(_cell(row, key) if row else "") for key in last]
        body.append(line)
    return headings, body


def _time_cell(row: PuzzleRow | None, compared: Sequence[PuzzleRow]) -> Cell:
    """The time to all solutions, and the speed-up over the first of the rows that are compared."""
    if row is None or row.status == ERROR:
        return Cell("" if row is None else "error")
    if row.seconds is None:
        return Cell("-")
    if not row.complete:
        return Cell(f"{span(row.seconds)}+")
    ratio = None if row is compared[0] else _speed_up(row, compared[0])
    speed_up = "" if ratio is None else f" ({_ratio_text(ratio)}x)"
    return Cell(span(row.seconds) + speed_up, _is_best(row, compared))


def _ratio_text(ratio: float) -> str:
    """Two digits, never with an exponent."""
    if ratio < 0.001:
        return "<0.001"
    return f"{ratio:.2g}" if ratio < 99.5 else f"{ratio:,.0f}"


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
    notes += [SPEED_UP] if len({setting_name(row) for row in rows}) > 1 else []
    for puzzle in _by_puzzle(rows).values():
        for row in puzzle:
            title = ", ".join(filter(None, (row.motions, setting_name(row))))
            title = f"{row.name} ({title})" if title else row.name
            if row.status == ERROR or (row.complete and row.note):
                notes.append(f"{title}: {row.note}")
            if different := _contradiction(row, _compared(puzzle, row)[0]):
                notes.append(f"{title}: {different}")
    return notes


def _contradiction(row: PuzzleRow, first: PuzzleRow) -> str:
    """How the counts of two complete rows that must agree differ; "" where they do not."""
    if not (row.complete and first.complete):
        return ""
    for key, name in COUNTS.items():
        ours, theirs = getattr(row, key), getattr(first, key)
        if None not in (ours, theirs) and ours != theirs:
            return f"{ours:,} {name} contradict {theirs:,} of {setting_name(first)}: one of the two is wrong"
    return ""


def summary(rows: Sequence[PuzzleRow]) -> str:
    """How many puzzles the table has, and how long its rows took."""
    seconds = sum((row.first_seconds or 0.0) + (row.seconds or 0.0) for row in rows)
    return f"{counted(len(_by_puzzle(rows)), 'puzzle')}   {span(seconds)}"


def chart(rows: Sequence[PuzzleRow], suffix: str) -> bytes:
    """The times of all rows on a logarithmic scale, as .svg or .png."""
    from tilewright.render.chart import TimeSpan, times_scene
    from tilewright.render.png import scene_png
    from tilewright.render.svg import scene_svg

    def column(row: PuzzleRow) -> str:
        motions = f"motions {row.motions}" if row.motions else ""
        return ", ".join(filter(None, (motions, setting_name(row))))

    columns = list(dict.fromkeys(map(column, rows)))
    nothing = PuzzleRow("", ERROR)
    lines = []
    for name, puzzle in _by_puzzle(rows).items():
        by_column = {column(row): row for row in puzzle}
        puzzle_rows = [by_column.get(one, nothing) for one in columns]
        lines.append((name, [TimeSpan(row.first_seconds, row.seconds, row.complete) for row in puzzle_rows]))
    scene = times_scene(
        "Time to the first solution and to all solutions",
        lines,
        columns,
    )
    return scene_png(scene) if suffix == ".png" else scene_svg(scene).encode()


FORMATS: Mapping[str, Callable[[Sequence[PuzzleRow]], str]] = {
    "text": text,
    "tsv": tsv,
    "markdown": markdown,
    "html": html,
}
"""What can be printed, by the value of ``--to``."""

SUFFIXES = (".txt", ".tsv", ".md", ".html", ".json", *PICTURES)


def content(rows: Sequence[PuzzleRow], suffix: str, *, interrupted: bool) -> str | bytes:
    """The content of a file with this suffix."""
    if suffix in PICTURES:
        return chart(rows, suffix)
    if suffix == ".json":
        return json.dumps(heading_keys(rows, interrupted=interrupted), indent=1) + "\n"
    return FORMATS[{".txt": "text", ".tsv": "tsv", ".md": "markdown", ".html": "html"}[suffix]](rows)

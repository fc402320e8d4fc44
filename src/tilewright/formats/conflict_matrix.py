"""The conflict graph as a matrix in CSV: a row and a column for each option, 1 for two that conflict."""

from __future__ import annotations

import csv
from io import StringIO

from tilewright.errors import UnsupportedError
from tilewright.formats.conflict_graph import conflicts_of, graph_puzzle
from tilewright.model.exact_cover_puzzle import AnyPuzzle

MAX_OPTIONS = 2_000  # so that there are at most four million entries


def looks_like(text: str) -> bool:
    """Whether the first row, behind an empty entry, has the labels of the rows."""
    try:
        rows = list(csv.reader(StringIO(text)))
    except csv.Error:
        return False
    return len(rows) > 1 and rows[0] == ["", *(row[0] for row in rows[1:] if row)]


def dumps(puzzle: AnyPuzzle) -> str:
    """The matrix, with the names of the options as labels of rows and columns.

    UnsupportedError as for the conflict graph, and for more than MAX_OPTIONS options.
    """
    cover, _ = graph_puzzle(puzzle)
    if len(cover.options) > MAX_OPTIONS:
        raise UnsupportedError(
            f"a matrix of {len(cover.options):,} options is not written; at most {MAX_OPTIONS:,} are "
            "accepted, and conflict-graph takes more"
        )
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    labels = [option.label for option in cover.options]
    writer.writerow(["", *labels])
    for label, conflicts in zip(labels, conflicts_of(cover), strict=True):
        writer.writerow([label, *(int(vertex in conflicts) for vertex in range(1, len(labels) + 1))])
    return text.getvalue()

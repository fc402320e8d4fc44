"""Writes an exact cover (.dlx): cells of a strip are painted so that no unpainted tromino is left.

python exact_cover.py ROWS COLUMNS > paint.dlx

Each cell is covered by paint, at a cost of 1, or by an unpainted single cell or pair. The edge between two
cells is a secondary item, covered at most once: by the unpainted single cell or pair beside it.
"""

import sys

rows, columns = map(int, sys.argv[1:])
cells = [(row, column) for column in range(columns) for row in range(rows)]
pairs = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in cells]


def label(*parts: tuple[int, int]) -> str:
    """The name of an item: a cell or an edge."""
    return "-".join(f"{row}.{column}" for row, column in parts)


print(*map(label, cells), "|", *(label(*pair) for pair in pairs))
for cell in cells:
    print(label(cell), "|1")
for part in [(cell,) for cell in cells] + pairs:
    print(*map(label, part), *(label(*pair) for pair in pairs if set(pair) & set(part)))

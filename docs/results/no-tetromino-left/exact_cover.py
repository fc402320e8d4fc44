"""Writes an exact cover (.dlx): cells of the n x n square are painted so that no unpainted tetromino is left.

python exact_cover.py N > paint.dlx

Each cell is covered by paint, at a cost of 1, or by an unpainted part of one to three cells. The edge between
two cells is a secondary item, which is covered at most once: by the unpainted part beside it.
"""

import sys

size = int(sys.argv[1])
cells = [(row, column) for row in range(size) for column in range(size)]
steps = ((0, 1), (1, 0))
edges = [((r, c), (r + y, c + x)) for r, c in cells for y, x in steps if max(r + y, c + x) < size]


def names(*parts: tuple[int, int]) -> str:
    """The name of an item: a cell or an edge."""
    return "-".join(f"{row}.{column}" for row, column in parts)


parts = {frozenset([cell]) for cell in cells}
for _ in range(2):
    parts |= {part | set(edge) for part in parts for edge in edges if part & set(edge)}
print(*map(names, cells), "|", *(names(*edge) for edge in edges))
for cell in cells:
    print(names(cell), "|1")
for part in sorted(map(sorted, parts)):
    print(*map(names, part), *(names(*edge) for edge in edges if set(edge) & set(part)))

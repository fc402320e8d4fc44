"""Writes an exact cover (.dlx): cells of the n x n square are painted so that no unpainted tromino is
left.

python exact_cover.py N > paint.dlx

Each cell is covered by paint, at a cost of 1, or by an unpainted single cell or pair. The edge between
two cells is a secondary item, which is covered at most once: by the unpainted single cell or pair
beside it.
"""

import sys

size = int(sys.argv[1])
cells = [(row, column) for row in range(size) for column in range(size)]
edges = [
    ((r, c), (r + dr, c + dc)) for r, c in cells for dr, dc in ((0, 1), (1, 0)) if max(r + dr, c + dc) < size
]


def names(*parts: tuple[int, int]) -> str:
    """The name of an item: a cell or an edge."""
    return "-".join(f"{row}.{column}" for row, column in parts)


print(*map(names, cells), "|", *(names(*edge) for edge in edges))
for cell in cells:
    print(names(cell), "|1")
for part in [(cell,) for cell in cells] + edges:
    print(*map(names, part), *(names(*edge) for edge in edges if set(edge) & set(part)))

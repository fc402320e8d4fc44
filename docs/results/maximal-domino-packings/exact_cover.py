"""Writes the packings of dominoes in the n x n square into which no more fits as an exact cover (.dlx).

python exact_cover.py N > dominoes.dlx

Cells are covered by dominoes and monominoes, the vacant cells. The edge between two cells is a
secondary item, which is covered at most once: by the vacant cells beside it. So no two vacant cells are
neighbours.
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
for edge in edges:
    print(*map(names, edge))
for cell in cells:
    print(names(cell), *(names(*edge) for edge in edges if cell in edge))

"""Writes the packings of dominoes in the 3 x n strip into which no more fits as an exact cover (.dlx).

python exact_cover.py N > strip.dlx

Vacant cells are covered by monominoes. The edge between two cells is a secondary item, which is covered
at most once: by the vacant cells beside it.
"""

import sys

length = int(sys.argv[1])
cells = [(row, column) for column in range(length) for row in range(3)]
steps = ((0, 1), (1, 0))
edges = [((r, c), (r + y, c + x)) for r, c in cells for y, x in steps if r + y < 3 and c + x < length]


def names(*parts: tuple[int, int]) -> str:
    """The name of an item: a cell or an edge."""
    return "-".join(f"{row}.{column}" for row, column in parts)


print(*map(names, cells), "|", *(names(*edge) for edge in edges))
for edge in edges:
    print(*map(names, edge))
for cell in cells:
    print(names(cell), *(names(*edge) for edge in edges if cell in edge))

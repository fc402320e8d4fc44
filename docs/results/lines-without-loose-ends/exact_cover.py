"""Writes the ways to lay matches on a grid of points without a loose end as an exact cover with colours.

python exact_cover.py ROWS COLUMNS > matches.dlx

Each point is an item. Each of its options says for all matches at the point whether they are there, as
the colour of an item of the match; the number of those that are there is not 1.
"""

import sys
from itertools import product

rows, columns = map(int, sys.argv[1:])
points = list(product(range(rows), range(columns)))
matches = [f"h{r}.{c}" for r, c in points if c + 1 < columns] + [
    f"v{r}.{c}" for r, c in points if r + 1 < rows
]
print(*(f"p{r}.{c}" for r, c in points), "|", *matches)
for r, c in points:
    here = [name for name in (f"h{r}.{c}", f"h{r}.{c - 1}", f"v{r}.{c}", f"v{r - 1}.{c}") if name in matches]
    for laid in product("01", repeat=len(here)):
        if laid.count("1") != 1:
            print(f"p{r}.{c}", *(f"{name}:{colour}" for name, colour in zip(here, laid, strict=True)))

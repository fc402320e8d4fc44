"""Writes the tilings of the n x n square by rectangles, no two of them alike, as an exact cover (.dlx).

python exact_cover.py N KIND > rectangles.dlx

KIND says which rectangles are alike: those of the same sizes (a 1 x 3 and a 3 x 1 are), of the same shapes
(they are not), or of the same areas. oblongs and oblong-shapes are like sizes and shapes without squares.
"""

import sys
from itertools import product

side, kind = int(sys.argv[1]), sys.argv[2]
NAMES = {
    "sizes": lambda height, width: f"s{min(height, width)}x{max(height, width)}",
    "shapes": lambda height, width: f"s{height}x{width}",
    "areas": lambda height, width: f"a{height * width}",
}
is_oblong = kind.startswith("oblong")
name = NAMES[{"oblongs": "sizes", "oblong-shapes": "shapes"}.get(kind, kind)]
sides = range(1, side + 1)
rectangles = [(h, w) for h, w in product(sides, repeat=2) if not (is_oblong and h == w)]
cells = [f"{row}.{column}" for row in range(side) for column in range(side)]
print(*cells, "|", *sorted({name(*rectangle) for rectangle in rectangles}))
for height, width in rectangles:
    for top, left in product(range(side - height + 1), range(side - width + 1)):
        covered = (f"{top + row}.{left + column}" for row in range(height) for column in range(width))
        print(*covered, name(height, width))

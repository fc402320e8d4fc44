"""Counts the burrs of a file of six_piece_burrs whose pieces are all in a set, by lines of piece-sets.txt.

python docs/results/count_in_sets.py solid.txt docs/results/piece-sets.txt

The file is of sticks of 6 cubes. Only the numbers of pieces are taken from Tilewright.
"""

from __future__ import annotations

import sys
from functools import cache
from itertools import product
from pathlib import Path

from tilewright.families.assembly.burr_sticks import piece_number, stick_places
from tilewright.model.lattices import Cell


def in_stick(stick: int, cell: Cell) -> bool:
    """Whether a cell belongs to a stick, by its number in six_piece_burrs."""
    axis, side = divmod(stick, 2)
    across, other = cell[(axis + 1) % 3], cell[(axis + 2) % 3]
    return (0 <= across < 2 if side else -2 <= across < 0) and -1 <= other < 1


CELLS = list(product(range(-3, 3), repeat=3))
SHARED = [
    [cell for cell in CELLS if in_stick(stick, cell) and sum(in_stick(k, cell) for k in range(6)) > 1]
    for stick in range(6)
]
PLACES = [
    next(place for place in stick_places(6) if all(in_stick(stick, cell) for cell in place))
    for stick in range(6)
]


@cache
def number(stick: int, keeps: int) -> int:
    """The number of the piece that a stick keeps, as 12 bits."""
    missing = (PLACES[stick][cell] for bit, cell in enumerate(SHARED[stick]) if not keeps >> bit & 1)
    return piece_number(missing)


burrs = [
    {number(stick, int(keeps)) for stick, keeps in enumerate(line.split())}
    for line in Path(sys.argv[1]).read_text().splitlines()
]
print(len(burrs), "burrs of", len(set().union(*burrs)), "pieces")
for line in Path(sys.argv[2]).read_text().splitlines():
    pieces = set(map(int, line.split()))
    print(len(pieces), "pieces:", sum(burr <= pieces for burr in burrs), "burrs")

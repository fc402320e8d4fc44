"""Counts the tilings of 2 x 2 x n boxes by cubes, dominoes, plates and L-trominoes, from the definition.

python tilings.py [N]   the terms up to N (default 12), each against the published ones
python tilings.py --b-files DIRECTORY [N]

It uses nothing but Python. The tiles are found by trying every set of at most four cells of a 2 x 2 x 2 cube.
A tiling is built cell by cell: the first vacant cell is covered by each tile whose first cell it is.
"""

from __future__ import annotations

import sys
from functools import cache
from itertools import combinations
from pathlib import Path

CELLS = [(z, y, x) for z in range(3) for y in range(2) for x in range(2)]  # three layers of a box
PUBLISHED = {  # the pieces; the step of the length; the terms from length 0 on, as the OEIS had them
    "A359885": ("L", 3, [1, 44, 2512, 145088, 8383744, 484453376]),
    "A359886": ("PL", 1, [1, 1, 3, 49, 231, 789, 4771, 27225, 122799, 607469]),
    "A360064": ("CL", 1, [1, 5, 89, 1177, 16873, 237977, 3366793, 47599097]),
    "A360065": ("DL", 1, [1, 2, 45, 412, 4705, 50374, 549109, 5955544]),
    "A360066": ("CDL", 1, [1, 11, 444, 13311, 422617, 13265660, 417336617]),
    "A360576": ("CPL", 1, [1, 6, 122, 1768, 28844, 457592, 7318760]),
    "A360644": ("CDPL", 1, [1, 12, 513, 16194, 547543, 18234354, 609298887]),
    "A006253": ("D", 1, [1, 2, 9, 32, 121, 450, 1681]),
    "A033516": ("CD", 1, [1, 7, 108, 1511, 21497, 305184]),
    "A335559": ("CP", 1, [1, 2, 10, 36, 144, 556, 2172]),
}


def kind(cells: tuple[tuple[int, int, int], ...]) -> str:
    """The letter of the tile that these cells form, or '' if they form none."""
    squares = [sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) for pair in combinations(cells, 2)]
    return {(): "C", (1,): "D", (1, 1, 2): "L", (1, 1, 1, 1, 2, 2): "P"}.get(tuple(sorted(squares)), "")


@cache
def tiles(pieces: str) -> list[tuple[int, int]]:
    """(first cell, mask) of each tile that begins in the first layer; bit 4 z + c is cell c of layer z."""
    return [
        (CELLS.index(cells[0]), sum(1 << CELLS.index(cell) for cell in cells))
        for size in range(1, 5)
        for cells in combinations(CELLS, size)
        if cells[0][0] == 0 and kind(cells) and kind(cells) in pieces
    ]


def counts(pieces: str, lengths: range) -> list[int]:
    """The numbers of tilings of the 2 x 2 x length boxes, for lengths in increasing order."""

    @cache
    def ways(
        layers: int, covered: int
    ) -> int:  # 'layers' are not full; 'covered' are cells of the first of them
        if layers == 0:
            return int(covered == 0)
        first = next((cell for cell in range(4) if not covered >> cell & 1), 4)
        if first == 4:
            return ways(layers - 1, covered >> 4)
        return sum(
            ways(layers, covered | mask)
            for cell, mask in tiles(pieces)
            if cell == first and not covered & mask
        )

    return [ways(length, 0) for length in lengths]


def main() -> None:
    """Print each sequence with the published terms, or write b-files."""
    words = sys.argv[1:]
    folder = Path(words.pop(0) and words.pop(0)) if words[:1] == ["--b-files"] else None
    last = int(words[0]) if words else (100 if folder else 12)
    for name, (pieces, step, published) in PUBLISHED.items():
        terms = counts(pieces, range(0, step * last + 1, step))
        if folder:
            text = "".join(f"{n} {term}\n" for n, term in enumerate(terms))
            if terms[: len(published)] != published:
                (folder / f"b{name[1:]}.txt").write_text(text, encoding="ascii")
            continue
        wrong = next(
            (n for n, pair in enumerate(zip(terms, published, strict=False)) if len(set(pair)) > 1), None
        )
        print(
            f"{name} {pieces:5}",
            "as published" if wrong is None else f"differs from n = {wrong} on:",
            end=" ",
        )
        print(", ".join(map(str, terms[:9])))
    if not folder:
        bent = [mask for _, mask in tiles("L") if mask < 256] + [mask for _, mask in upper()]
        print(
            len(bent),
            "trominoes in 2 x 2 x 2,",
            sum(not a & b for a, b in combinations(bent, 2)),
            "disjoint pairs",
        )


def upper() -> list[tuple[int, int]]:
    """The trominoes of the 2 x 2 x 2 cube that lie in its second layer."""
    return [(cell, mask << 4) for cell, mask in tiles("L") if mask < 16]


if __name__ == "__main__":
    main()

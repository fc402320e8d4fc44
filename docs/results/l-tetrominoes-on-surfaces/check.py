"""Check the certificates of colourings.txt from the shape alone: walks on the surface, one step at a time.

An L is three cells in a line and one beside the last; steps and turns follow the joined sides. A colouring
forbids an odd number of pieces if each of them covers an odd number of coloured cells, and an even number is
coloured in all. A tiling covers each cell once.
"""

from pathlib import Path

DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def step(
    surface: str, rows: int, columns: int, at: tuple[int, int, int, int]
) -> tuple[int, int, int, int] | None:
    """The cell and the direction after a step from (row, column, row step, column step)."""
    row, column, down, right = at
    row, column = row + down, column + right
    if not 0 <= row < rows:
        if surface in ("cylinder", "moebius"):
            return None
        row %= rows
    if not 0 <= column < columns:
        column %= columns
        if surface in ("moebius", "klein"):
            row, down = rows - 1 - row, -down
    return row, column, down, right


def pieces(surface: str, rows: int, columns: int) -> set[frozenset[tuple[int, int]]]:
    """The cells of all L-tetrominoes on a surface."""
    sets = set()
    for start in [(r, c, *d) for r in range(rows) for c in range(columns) for d in DIRECTIONS]:
        walk = [start]
        for _ in range(2):
            after = step(surface, rows, columns, walk[-1]) if walk else None
            walk = [*walk, after] if after else []
        if not walk:
            continue
        row, column, down, right = walk[-1]
        for turn in ((right, down), (-right, -down)):
            foot = step(surface, rows, columns, (row, column, *turn))
            cells = {(r, c) for r, c, _, _ in [*walk, foot]} if foot else set()
            if len(cells) == 4:
                sets.add(frozenset(cells))
    return sets


def main() -> None:
    """Check all lines, and print how many there are of each kind."""
    kinds: dict[tuple[str, str], int] = {}
    for line in (Path(__file__).parent / "colourings.txt").read_text(encoding="ascii").splitlines():
        surface, height, width, drawing = line.split()
        rows, columns = int(height), int(width)
        assert len(drawing) == rows * columns
        assert rows * columns % 8 == 4
        possible = pieces(surface, rows, columns)
        at = {(i // columns, i % columns): mark for i, mark in enumerate(drawing)}
        if set(drawing) == {"x", "."}:
            kind = "no tiling"
            assert drawing.count("x") % 2 == 0
            assert all(sum(at[cell] == "x" for cell in cells) % 2 for cells in possible)
        else:
            kind = "a tiling"
            for letter in set(drawing):
                assert frozenset(cell for cell, mark in at.items() if mark == letter) in possible
        kinds[surface, kind] = kinds.get((surface, kind), 0) + 1
    for (surface, kind), number in kinds.items():
        print(f"{surface}: {kind} on {number}")


main()

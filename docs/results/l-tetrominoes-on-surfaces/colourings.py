"""Colourings that forbid an odd number of L-tetrominoes, and tilings by an odd number, on joined rectangles.

python colourings.py CELLS prints certificates for all surfaces of 4, 12, 20, ... cells, up to CELLS, as lines
of a surface, its rows and columns, and a drawing: "x" and "." for a colouring, letters for a tiling.
"""

import sys

L_SHAPES = [
    [(r, c) for r, line in enumerate(drawing.split("/")) for c, cell in enumerate(line) if cell == "x"]
    for drawing in (
        "x./x./xx",
        ".x/.x/xx",
        "xx/x./x.",
        "xx/.x/.x",
        "xxx/x..",
        "xxx/..x",
        "x../xxx",
        "..x/xxx",
    )
]


def placements(surface: str, rows: int, columns: int) -> list[list[int]]:
    """The cells, as numbers row by row, that an L covers, in any position on the surface."""
    sets = set()
    for shape in L_SHAPES:
        for top in range(rows if surface in ("torus", "klein") else rows + 1):
            for left in range(columns):
                cells = set()
                for r, c in shape:
                    row, (rounds, column) = top + r, divmod(left + c, columns)
                    if surface in ("torus", "klein"):
                        row %= rows
                    elif row >= rows:
                        break
                    if surface in ("moebius", "klein") and rounds % 2:
                        row = rows - 1 - row
                    cells.add(row * columns + column)
                if len(cells) == 4:
                    sets.add(frozenset(cells))
    return sorted(sorted(cells) for cells in sets)


def tiling(surface: str, rows: int, columns: int) -> str | None:
    """The first tiling of a search that fills the first vacant cell, as letters, or None."""
    by_cell: dict[int, list[list[int]]] = {}
    for cells in placements(surface, rows, columns):
        for cell in cells:
            by_cell.setdefault(cell, []).append(cells)
    letters = ["."] * (rows * columns)

    def fill(number: int) -> bool:
        if "." not in letters:
            return True
        for cells in by_cell.get(letters.index("."), []):
            if all(letters[cell] == "." for cell in cells):
                for cell in cells:
                    letters[cell] = chr(ord("A") + number)
                if fill(number + 1):
                    return True
                for cell in cells:
                    letters[cell] = "."
        return False

    return "".join(letters) if fill(0) else None


def main() -> None:
    """Print one certificate for each surface."""
    for surface in ("cylinder", "torus", "moebius", "klein"):
        for size in range(4, int(sys.argv[1]) + 1, 8):
            for rows in [rows for rows in range(1, size + 1) if size % rows == 0]:
                columns = size // rows
                if columns % 2 == 0:
                    drawing = "x." * (size // 2)
                elif surface in ("cylinder", "torus"):
                    drawing = ("x" * columns + "." * columns) * (rows // 2)
                else:
                    drawing = tiling(surface, rows, columns) or "none"
                print(surface, rows, columns, drawing)


main()

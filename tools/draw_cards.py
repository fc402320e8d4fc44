"""Draw the pictures of the kinds of puzzles on the home page: ``NAME.svg`` beside the page ``NAME.html``.

    python tools/draw_cards.py

The pictures stand inside the page: classes take the colours of the theme, and parts of the class ``late``
appear one after another (``late-1`` first); see ``home.css``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path

import tilewright
from tilewright import catalogue
from tilewright.families.dominosa import generation
from tilewright.families.dominosa.hints import find_hint
from tilewright.families.pips.drawing import PIPS
from tilewright.families.vanishing.generation import BoardSpec, solvable_board
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.model.solution import Solution
from tilewright.render import palette
from tilewright.solving.steps import Control, Limits

CORE = Path(str(files("tilewright.web"))) / "static" / "pages"
FAMILIES = Path(str(files("tilewright.families")))
Cell = tuple[int, ...]


def late(number: int) -> str:
    """The class of a part that appears as this one in order; 0 for one that is there from the start."""
    return f" late late-{number}" if number else ""


def picture(box: tuple[float, float, float, float], parts: Iterable[str]) -> str:
    """The SVG of these parts in a box: left, top, width, height."""
    return (
        f'<svg class="small-board" viewBox="{" ".join(f"{value:g}" for value in box)}" aria-hidden="true">\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def outline(cells: Iterable[Cell]) -> str:
    """The path around cells of a square lattice."""
    squares = {(x, y) for x, y in cells}
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in sorted(squares):
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        others = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        for k in range(4):
            if others[k] not in squares:
                edges.setdefault(corners[k], []).append(corners[(k + 1) % 4])
    path = ""
    while edges:
        start = next(iter(edges))
        at, line = start, [start]
        while True:
            nexts = edges[at]
            at_next = nexts.pop()
            if not nexts:
                del edges[at]
            at = at_next
            if at == start:
                break
            line.append(at)
        path += "M" + "L".join(f"{x} {y}" for x, y in line) + "Z"
    return path


def ground(cells: Iterable[Cell]) -> str:
    """The empty cells of a board."""
    d = "".join(f"M{x} {y}h1v1h-1z" for x, y in sorted(cells))
    return f'<path class="ground" d="{d}"/>'


def piece(cells: Iterable[Cell], fill: str, number: int = 0) -> str:
    """A piece of squares."""
    return f'<path class="piece{late(number)}" fill="{fill}" d="{outline(cells)}"/>'


def domino(pair: Sequence[Cell], values: Sequence[int] | None, kind: str = "", number: int = 0) -> str:
    """A domino with pips; ``values`` None: one whose numbers do not matter."""
    (x, y), (u, v) = sorted(pair)
    wide, high = (u - x + 1, v - y + 1)
    parts = [
        f'<rect class="tile" x="{x + 0.05}" y="{y + 0.05}" width="{wide - 0.1:g}" height="{high - 0.1:g}" '
        'rx=".18"/>',
        f'<path class="middle" d="M{x + 1} {y + 0.2}v.6"/>'
        if wide == 2
        else f'<path class="middle" d="M{x + 0.2} {y + 1}h.6"/>',
    ]
    for cell, value in zip(sorted(pair), values or (), strict=False):
        for i, j in PIPS[value]:
            if wide == 2:
                i, j = j, i  # a domino that lies has its pips turned
            parts.append(
                f'<circle class="pip" cx="{cell[0] + 0.5 + 0.24 * i:.2f}" '
                f'cy="{cell[1] + 0.5 + 0.24 * j:.2f}" r=".085"/>'
            )
    return f'<g class="domino{kind}{late(number)}">{"".join(parts)}</g>'


def text(cell: Cell, word: str, kind: str = "number") -> str:
    """A word in the middle of a cell."""
    return f'<text class="{kind}" x="{cell[0] + 0.5}" y="{cell[1] + 0.5}" dy=".35em">{word}</text>'


def cubes(placements: Sequence[Placement], steps: dict[int, int], moved: dict[int, str]) -> list[str]:
    """Pieces of cubes from above: ``steps`` says which appear late, ``moved`` has classes of their own."""
    owner = {cell: k for k, one in enumerate(placements) for cell in one.cells}
    parts = []
    for cell in sorted(owner, key=lambda cell: (sum(cell), cell)):
        k = owner[cell]
        x, y, z = cell
        u, v = (x - y) * 0.87, (x + y) * 0.5 - z
        faces = (
            ("top", (x, y, z + 1), ((0, -1), (0.87, -0.5), (0, 0), (-0.87, -0.5))),
            ("left", (x, y + 1, z), ((-0.87, -0.5), (0, 0), (0, 1), (-0.87, 0.5))),
            ("right", (x + 1, y, z), ((0.87, -0.5), (0, 0), (0, 1), (0.87, 0.5))),
        )
        for side, beside, corners in faces:
            other = owner.get(beside)
            if other is not None and (other == k or not (steps.get(other) or moved.get(other))):
                continue
            d = "M" + "L".join(f"{u + a:.2f} {v + b:.2f}" for a, b in corners) + "Z"
            kind = f"face {side}{late(steps.get(k, 0))}{moved.get(k, '')}"
            parts.append(f'<path class="{kind}" fill="{palette.swatch(k).fill}" d="{d}"/>')
    return parts


def play() -> str:
    puzzle = catalogue.load("pentominoes-6x10")
    assert isinstance(puzzle, Puzzle)
    solution = tilewright.sample(puzzle, 1, seed=4).solutions[0]
    placements = sorted(solution.placements, key=lambda one: min(x + 0.1 * y for x, y in one.cells))
    colour = {one.name: palette.swatch(k).fill for k, one in enumerate(puzzle.pieces)}
    parts = [ground(puzzle.board.cells)]
    parts += [piece(one.cells, colour[one.piece], max(0, k - 5)) for k, one in enumerate(placements[:9])]
    return picture((-0.2, -0.2, 10.4, 6.4), parts)


def solids() -> str:
    solution = first("soma-cube")
    placements = sorted(
        solution.placements, key=lambda one: sum(sum(cell) for cell in one.cells) / len(one.cells)
    )
    steps = {k: k - 3 for k in range(4, 7)}
    return picture((-2.9, -3.3, 5.8, 6.6), cubes(placements[:6], steps, {}))


def assembly() -> str:
    solution = first("burr-level-5")
    low = [min(cell[axis] for one in solution.placements for cell in one.cells) for axis in range(3)]
    placements = [
        Placement(
            one.piece, tuple(tuple(c - a for c, a in zip(cell, low, strict=True)) for cell in one.cells)
        )
        for one in solution.placements
    ]
    top = max(range(len(placements)), key=lambda k: sum(cell[2] for cell in placements[k].cells))
    return picture((-6.2, -8.4, 12.4, 15), cubes(placements, {}, {top: " lifted"}))


def dominosa() -> str:
    made = generation.generate(3, "easy", Control(seed=3)).grid
    assert made is not None
    number: dict[Cell, int] = {
        (x, y): value for y, row in enumerate(made.rows) for x, value in enumerate(row) if value is not None
    }
    laid: list[tuple[Cell, Cell]] = []
    while len(laid) < 6:
        hint = find_hint(made, laid, Limits(seconds=60))
        assert hint.place is not None
        laid.append((tuple(hint.place[0]), tuple(hint.place[1])))
    covered = {cell for pair in laid for cell in pair}
    parts = [ground(number), *(text(cell, str(number[cell])) for cell in number if cell not in covered)]
    parts += [
        domino(pair, [number[c] for c in sorted(pair)], "", max(0, k - 2)) for k, pair in enumerate(laid)
    ]
    return picture((-0.2, -0.2, 5.4, 4.4), parts)


def pips() -> str:
    regions = [
        ([(0, 0), (1, 0)], "=", 0),
        ([(2, 0), (3, 0), (3, 1)], "10", 1),
        ([(0, 1), (0, 2)], "5", 2),
        ([(1, 1), (2, 1)], "≠", 3),
        ([(1, 2), (2, 2)], "=", 5),
        ([(3, 2)], "&gt;4", 6),
    ]
    laid = [
        (((0, 0), (1, 0)), (4, 4)),
        (((2, 0), (3, 0)), (2, 5)),
        (((0, 1), (0, 2)), (3, 2)),
        (((3, 1), (3, 2)), (3, 6)),
    ]
    parts = [ground(cell for cells, _, _ in regions for cell in cells)]
    parts += [
        f'<path class="region" fill="{palette.swatch(k).fill}" d="{outline(cells)}"/>'
        for cells, _, k in regions
    ]
    parts += [domino(pair, values, "", max(0, k - 1)) for k, (pair, values) in enumerate(laid)]
    for cells, word, _ in regions:
        x, y = max(cells)
        parts.append(
            f'<g class="rule"><rect x="{x + 0.62}" y="{y + 0.66}" width=".56" height=".4" rx=".12"/>'
            f'<text x="{x + 0.9}" y="{y + 0.86}" dy=".35em">{word}</text></g>'
        )
    return picture((-0.2, -0.2, 4.6, 3.5), parts)


def gunport() -> str:
    cells = [(x, y) for y in range(4) for x in range(5)]
    laid = fewest(5, 4)
    covered = {cell for pair in laid for cell in pair}
    ports = [cell for cell in cells if cell not in covered]
    parts = [ground(cells)]
    parts += [f'<circle class="port" cx="{x + 0.5}" cy="{y + 0.5}" r=".2"/>' for x, y in ports]
    parts += [domino(pair, None, "", max(0, k - 4)) for k, pair in enumerate(laid)]
    return picture((-0.2, -0.2, 5.4, 4.4), parts)


def fewest(width: int, height: int) -> list[tuple[Cell, Cell]]:
    """Dominoes on a board, as few as leave no room for another one."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    pairs = [
        ((x, y), (x + a, y + b))
        for x, y in cells
        for a, b in ((1, 0), (0, 1))
        if x + a < width and y + b < height
    ]

    def search(
        laid: list[tuple[Cell, Cell]], ports: frozenset[Cell], limit: int
    ) -> list[tuple[Cell, Cell]] | None:
        covered = {cell for pair in laid for cell in pair}
        cell = next((one for one in cells if one not in covered and one not in ports), None)
        if cell is None:
            return laid
        if len(laid) < limit:
            for pair in pairs:
                if cell in pair and not any(one in covered or one in ports for one in pair):
                    done = search([*laid, pair], ports, limit)
                    if done:
                        return done
        x, y = cell
        if (x - 1, y) in ports or (x, y - 1) in ports:
            return None
        return search(laid, ports | {cell}, limit)

    return next(filter(None, (search([], frozenset(), limit) for limit in range(len(cells)))))


def vanishing() -> str:
    made = solvable_board(BoardSpec(5, 4, largest=3), "easy", 5)
    gone = {number: k + 1 for k, number in enumerate(made.order[:4])}
    parts = [ground((x, y) for y in range(4) for x in range(5))]
    for k, one in enumerate(made.board.pieces):
        pair = ((one.x, one.y), (one.x + (not one.upright), one.y + one.upright))
        parts.append(domino(pair, (one.first, one.second), f" gone gone-{gone[k]}" if k in gone else ""))
    return picture((-0.2, -0.2, 5.4, 4.4), parts)


def edit() -> str:
    cells = [(x, y) for y in range(5) for x in range(7)]
    shape = [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (4, 2), (5, 2), (2, 3), (3, 3), (4, 3), (5, 3)]
    parts = [f'<path class="sheet" d="{"".join(f"M{x} {y}h1v1h-1z" for x, y in cells)}"/>']
    parts += [piece([cell], palette.swatch(1).fill, max(0, k - 6)) for k, cell in enumerate(shape)]
    parts.append('<path class="pencil" d="M6 3.9l1.5-2.1 .55 .4-1.5 2.1-.75 .35z"/>')
    return picture((-0.3, -0.3, 8.4, 5.6), parts)


def first(name: str) -> Solution:
    """The first solution of a puzzle of the catalogue."""
    solution = tilewright.first(catalogue.load(name))
    assert solution is not None
    return solution


def main() -> None:
    """Write all pictures."""
    for draw in (play, solids, edit):
        (CORE / f"{draw.__name__}.svg").write_text(draw(), encoding="utf-8")
    for draw in (gunport, vanishing, dominosa, assembly, pips):
        path = FAMILIES / draw.__name__ / "web" / "static" / f"{draw.__name__}.svg"
        path.write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()

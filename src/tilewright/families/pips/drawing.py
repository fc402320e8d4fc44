"""Boards of Pips as text and as scenes: regions in colours, their rules at a corner, dominoes with pips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tilewright.families.pips.puzzle import Cell, LaidDomino, PipsPuzzle, PipsSolution, domino_name
from tilewright.model.lattices import Point
from tilewright.render import palette
from tilewright.render.cell_text import framed_text
from tilewright.render.scene import Area, Dots, Label, Primitive, Scene, Stroke, fitting_scale, moved

_MARGIN = 0.5  # around a board, in cells
_TRAY_GAP = 0.35  # between the board and the dominoes, and between dominoes
_INSET = 0.07  # of a domino in its cells
_LABEL = 0.3  # the height of a rule
_NO_RULE = "#ece7db"

PIPS: dict[int, tuple[Point, ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a number are on a half, in steps from its middle."""


def board_text(puzzle: PipsPuzzle, solution: PipsSolution | None = None, *, plain: bool = False) -> str:
    """The board as text, then the rules by letters, and the dominoes; in ASCII if ``plain``.

    The cells of a region have its letter, and a border around it; with a solution the cells have numbers, and
    the borders are around dominoes.
    """
    if solution:
        return position_text(puzzle, solution.dominoes, plain=plain)
    letters = _letters(puzzle)
    drawn = _framed(puzzle, puzzle.region_of, letters, {}, plain=plain)
    return drawn + "\n".join([*_rules(puzzle, letters), _tray_text(puzzle, ())]) + "\n"


def position_text(
    puzzle: PipsPuzzle, laid: Sequence[LaidDomino], states: Sequence[str] = (), *, plain: bool = False
) -> str:
    """A board with some dominoes, the rules, with the states of regions if given, and what is left."""
    letters = _letters(puzzle)
    numbers = {cell: number for one in laid for cell, number in zip(one.cells, one.numbers, strict=True)}
    owner: dict[Cell, object] = {cell: letters[region] for cell, region in puzzle.region_of.items()}
    owner |= {cell: k for k, one in enumerate(laid) for cell in one.cells}
    drawn = _framed(puzzle, owner, letters, numbers, plain=plain)
    tray = _tray_text(puzzle, laid)
    return drawn + "\n".join([*_rules(puzzle, letters, states), *([tray] if tray else [])]) + "\n"


def _framed(
    puzzle: PipsPuzzle,
    owner: Mapping[Cell, object],
    letters: Sequence[str],
    numbers: Mapping[Cell, int],
    *,
    plain: bool,
) -> str:
    """The cells with their letters and numbers, and borders between owners."""
    left, top = _corner(puzzle)

    def words(x: int, y: int) -> str:
        cell = (x + left, y + top)
        if cell not in puzzle.region_of:
            return ""
        letter = letters[puzzle.region_of[cell]]
        return f"{letter}{numbers[cell]}" if cell in numbers else letter

    width = 2 + max(map(len, letters)) + bool(numbers)
    return framed_text(
        puzzle.width, puzzle.height, lambda x, y: owner.get((x + left, y + top)), words, width, plain=plain
    )


def _rules(puzzle: PipsPuzzle, letters: Sequence[str], states: Sequence[str] = ()) -> list[str]:
    """A line for each region, in the order of reading; with its state where that is not open."""
    shown = (
        [""] * len(letters) if not states else [f"  {state}" if state != "open" else "" for state in states]
    )
    order = dict.fromkeys(puzzle.region_of.values())
    return [f"{letters[k]}  {puzzle.regions[k].words}{shown[k]}" for k in order]


def _tray_text(puzzle: PipsPuzzle, laid: Sequence[LaidDomino]) -> str:
    """The dominoes that are not laid."""
    left = Counter(domino_name(*pair) for pair in puzzle.dominoes)
    left -= Counter(one.name for one in laid)
    return " ".join(left.elements())


def boards_text(puzzle: PipsPuzzle, solutions: Sequence[PipsSolution] = (), *, plain: bool = False) -> str:
    """The board alone, or the solutions one after another."""
    shown: Sequence[PipsSolution | None] = solutions or [None]
    return "\n".join(board_text(puzzle, one, plain=plain) for one in shown)


def board_scene(puzzle: PipsPuzzle, solutions: Sequence[PipsSolution] = (), title: str = "") -> Scene:
    """The board with the dominoes below it, or with a solution on it, or a sheet of several.

    Cells are one unit wide.
    """
    if len(solutions) > 1:
        return _sheet(puzzle, solutions, title)
    marks, width, height = board_marks(puzzle, *solutions)
    shown = title or puzzle.title or "Pips"
    return Scene(width, height, tuple(marks), fitting_scale(width, height, 700, 10, 70), title=shown)


def board_marks(
    puzzle: PipsPuzzle, solution: PipsSolution | None = None
) -> tuple[list[Primitive], float, float]:
    """The marks of a board with the dominoes below it, or with a solution on it, and the space they take."""
    marks, width, height = _board(puzzle, solution)
    if solution is None:
        tray, tray_width, tray_height = _tray(puzzle, width)
        marks += moved(tray, 0, height)
        width, height = max(width, tray_width), height + tray_height
    return marks, width, height


def bare_scene(puzzle: PipsPuzzle) -> Scene:
    """The board with its rules alone."""
    marks, width, height = _board(puzzle, None)
    return Scene(width, height, tuple(marks), fitting_scale(width, height, 700, 10, 70), title=puzzle.title)


def _sheet(puzzle: PipsPuzzle, solutions: Sequence[PipsSolution], title: str) -> Scene:
    """Several solutions on one sheet."""
    columns = max(1, round((len(solutions) * puzzle.height / puzzle.width) ** 0.5))
    marks: list[Primitive] = []
    width = height = 0.0
    for k, solution in enumerate(solutions):
        own, step_x, step_y = _board(puzzle, solution)
        x, y = k % columns * step_x, k // columns * step_y
        marks += moved(own, x, y)
        width, height = max(width, x + step_x), max(height, y + step_y)
    shown = title or puzzle.title or "Pips"
    scale = fitting_scale(width, height, 1000, 8, 60)
    return Scene(width, height, tuple(marks), scale, title=shown, description=f"{len(solutions)} solutions")


def region_colours(puzzle: PipsPuzzle) -> list[str]:
    """A colour for each region, not one of the regions next to it; pale where it has no rule."""
    near: list[set[int]] = [set() for _ in puzzle.regions]
    for cell, region in puzzle.region_of.items():
        near[region].update(puzzle.region_of[other] for other in puzzle.neighbours(cell))
    chosen: dict[int, int] = {}
    for k in sorted(range(len(puzzle.regions)), key=lambda k: -len(near[k])):
        if puzzle.regions[k].rule != "none":
            taken = {chosen[other] for other in near[k] if other in chosen}
            used = list(chosen.values())
            free = [index for index in range(len(palette.COLOURS)) if index not in taken]
            chosen[k] = min(free or [0], key=lambda index: (used.count(index), index))
    return [
        palette.mix(palette.COLOURS[chosen[k]], palette.PAPER, 0.45) if k in chosen else _NO_RULE
        for k in range(len(puzzle.regions))
    ]


def _corner(puzzle: PipsPuzzle) -> Cell:
    return min(x for x, _ in puzzle.cells), min(y for _, y in puzzle.cells)


def _letters(puzzle: PipsPuzzle) -> list[str]:
    """A letter for each region, in the order of reading; more than 26 regions have numbers after them."""
    order = list(dict.fromkeys(puzzle.region_of.values()))
    names = {region: chr(65 + k % 26) + ("" if k < 26 else str(k // 26)) for k, region in enumerate(order)}
    return [names[k] for k in range(len(puzzle.regions))]


def _board(puzzle: PipsPuzzle, solution: PipsSolution | None) -> tuple[list[Primitive], float, float]:
    """The marks of a board, and the space that it takes."""
    left, top = _corner(puzzle)
    marks: list[Primitive] = []
    colours = region_colours(puzzle)
    inner: list[tuple[Point, ...]] = []
    outer: list[tuple[Point, ...]] = []
    for (x, y), region in puzzle.region_of.items():
        marks.append(Area((((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)),), colours[region]))
        sides = {
            (x, y - 1): ((x, y), (x + 1, y)),
            (x - 1, y): ((x, y), (x, y + 1)),
            (x + 1, y): ((x + 1, y), (x + 1, y + 1)),
            (x, y + 1): ((x, y + 1), (x + 1, y + 1)),
        }
        for other, line in sides.items():
            (outer if puzzle.region_of.get(other) != region else inner).append(line)
    marks.append(Stroke(tuple(dict.fromkeys(inner)), palette.FAINT, 0.02))
    marks.append(Stroke(tuple(dict.fromkeys(outer)), palette.INK, 0.05))
    for laid in solution.dominoes if solution else ():
        marks += _domino(laid, [colours[puzzle.region_of[cell]] for cell in laid.cells])
    for own, colour in zip(puzzle.regions, colours, strict=True):
        if own.label:
            x, y = max(own.cells, key=lambda cell: (cell[1], cell[0]))
            marks += _rule_label((x + 1, y + 1), own.label, colour)
    shifted = moved(marks, _MARGIN - left, _MARGIN - top)
    return shifted, puzzle.width + 2 * _MARGIN, puzzle.height + 2 * _MARGIN


def _rule_label(corner: Point, words: str, colour: str) -> list[Primitive]:
    """A rule on a small plate over the lower right corner of a region."""
    width, height = max(0.36, 0.2 * len(words) + 0.16), 0.36
    x, y = corner[0] - 0.06, corner[1] - 0.02
    plate = ((x - width / 2, y - height / 2), (x + width / 2, y - height / 2),
             (x + width / 2, y + height / 2), (x - width / 2, y + height / 2))  # fmt: skip
    dark = palette.mix(colour, "#000000", 0.55)
    ink = palette.ink_on(dark)
    marks: list[Primitive] = [
        Area((plate,), dark),
        Stroke((plate,), palette.PAPER, 0.03, closed=True),
        Label((x, y), words.replace("≠", "="), _LABEL, ink),
    ]
    if words == "≠":  # not every font has this sign
        marks.append(Stroke((((x - 0.05, y + 0.1), (x + 0.05, y - 0.1)),), ink, 0.025))
    return marks


def _domino(laid: LaidDomino, colours: Sequence[str] = (palette.PAPER, palette.PAPER)) -> list[Primitive]:
    """A domino on its cells; each half is a pale form of the colour below it."""
    (x, y), (u, v) = laid.cells
    left, right = min(x, u) + _INSET, max(x, u) + 1 - _INSET
    top, bottom = min(y, v) + _INSET, max(y, v) + 1 - _INSET
    outline = _rounded(left, top, right, bottom, 0.12)
    middle = ((x + u + 1) / 2, (y + v + 1) / 2)
    across = (0.0, 0.3) if y == v else (0.3, 0.0)
    bar = (
        (middle[0] - across[0], middle[1] - across[1]),
        (middle[0] + across[0], middle[1] + across[1]),
    )
    first, second = (palette.mix(colour, palette.PAPER, 0.55) for colour in colours)
    marks: list[Primitive] = [Area((outline,), first)]
    if second != first:
        marks.append(Area((_part_beyond(outline, middle, (u - x, v - y)),), second))
    marks += [Stroke((outline,), palette.INK, 0.03, closed=True), Stroke((bar,), palette.FAINT, 0.03)]
    for cell, number in zip(laid.cells, laid.numbers, strict=True):
        marks += _half(cell, number, turned=y == v)
    return marks


def _part_beyond(outline: Sequence[Point], middle: Point, direction: Point) -> tuple[Point, ...]:
    """The part of a convex loop on one side of the line through its middle."""
    along = [(x - middle[0]) * direction[0] + (y - middle[1]) * direction[1] for x, y in outline]
    part: list[Point] = []
    for k, ((x, y), here) in enumerate(zip(outline, along, strict=True)):
        (u, v), there = outline[k - 1], along[k - 1]
        if (here > 0) != (there > 0):
            share = there / (there - here)
            part.append((u + share * (x - u), v + share * (y - v)))
        if here > 0:
            part.append((x, y))
    return tuple(part)


def _half(cell: Cell, number: int, *, turned: bool) -> list[Primitive]:
    """The pips of a number; the rows of a six lie along the domino."""
    step, (x, y) = 0.22, (cell[0] + 0.5, cell[1] + 0.5)
    at = [(dy, dx) if turned else (dx, dy) for dx, dy in PIPS[number]]
    return [Dots(tuple((x + step * dx, y + step * dy) for dx, dy in at), 0.075, palette.INK)] if at else []


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> tuple[Point, ...]:
    """A rectangle whose corners are cut, as a loop."""
    r, near = radius, radius * 0.3
    return (
        (left + r, top), (right - r, top), (right - near, top + near), (right, top + r),
        (right, bottom - r), (right - near, bottom - near), (right - r, bottom),
        (left + r, bottom), (left + near, bottom - near), (left, bottom - r),
        (left, top + r), (left + near, top + near),
    )  # fmt: skip


def _tray(puzzle: PipsPuzzle, width: float) -> tuple[list[Primitive], float, float]:
    """The dominoes in rows below the board, at least three in a row."""
    across = max(3, int((width - 2 * _MARGIN + _TRAY_GAP) // (2 + _TRAY_GAP)))
    marks: list[Primitive] = []
    for k, pair in enumerate(puzzle.dominoes):
        x = _MARGIN + k % across * (2 + _TRAY_GAP)
        y = k // across * (1 + _TRAY_GAP)
        marks += moved(_domino(LaidDomino(((0, 0), (1, 0)), pair)), x, y)
    columns, rows = min(across, len(puzzle.dominoes)), -(-len(puzzle.dominoes) // across)
    used = 2 * _MARGIN + columns * (2 + _TRAY_GAP) - _TRAY_GAP
    return marks, used, rows * (1 + _TRAY_GAP) - _TRAY_GAP + _MARGIN

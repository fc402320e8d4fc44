"""The shapes of BurrTools' puzzle files: voxels, read from the states of a box."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilewright.formats.burrtools_grids import MAX_COLOURS, MAX_VOXELS, Grid
from tilewright.formats.burrtools_writer import element
from tilewright.formats.xml_tree import Element
from tilewright.model.lattices import Cell
from tilewright.model.pieces.piece import MAX_WEIGHT
from tilewright.model.puzzle import MAX_CELLS
from tilewright.wording import quoted

TOTAL_CELLS = 10 * MAX_CELLS  # the most cells of the shapes that a problem uses, together


def usual_name(number: int) -> str:
    """What a shape without a name is called; shapes count from 0."""
    return f"S{number + 1}"


_STATE = re.compile(r"_+|([#+])([0-9]*)")


@dataclass(frozen=True)
class BurrToolsShape:
    """A shape's cells with their colours, "" where none is: filled ones, and those that may stay empty."""

    name: str
    weight: int
    hotspot: Cell
    filled: dict[Cell, str]
    variable: dict[Cell, str]


class BurrToolsShapes:
    """The shapes of a file, read on first use: a small file may name a large one many times."""

    def __init__(self, voxels: list[Element], grid: Grid) -> None:
        self.grid = grid
        self._voxels = voxels
        self._read: dict[int, BurrToolsShape] = {}
        self._cells_left = TOTAL_CELLS

    def shape(self, source: Element, number: int) -> BurrToolsShape:
        """The shape with this number, from 0, which the element ``source`` names."""
        if number not in self._read:
            if number >= len(self._voxels):
                source.fault(f"the shape {number} is named; there are {len(self._voxels)}, counted from 0")
            shape = self._read[number] = _shape(self._voxels[number], self.grid)
            self._cells_left -= len(shape.filled) + len(shape.variable)
            if self._cells_left < 0:
                source.fault(f"the shapes of this problem have more than {TOTAL_CELLS:,} cells")
        shape = self._read[number]
        if not shape.filled and not shape.variable:
            self._voxels[number].fault(f"the shape {number} has no cell")
        return shape

    def named(self, number: int) -> BurrToolsShape:
        """The shape with this number, with a name and even without a cell."""
        shape = _shape(self._voxels[number], self.grid)
        return replace(shape, name=shape.name or usual_name(number))

    def as_they_are(self) -> list[str]:
        """The elements of all shapes, of unused ones too; FormatError for one that is damaged."""
        for voxel in self._voxels:
            _shape(voxel, self.grid)
        return [element("voxel", voxel.attributes, "".join(voxel.text.split())) for voxel in self._voxels]


def _shape(voxel: Element, grid: Grid) -> BurrToolsShape:
    if voxel.attributes.get("type", "0") != "0":
        voxel.fault(f"the type of the shape is {quoted(voxel.attributes['type'])}; expected '0'")
    width, depth, height = (voxel.whole_number(axis, MAX_VOXELS) for axis in "xyz")
    box = width * depth * height
    if box > MAX_VOXELS:
        voxel.fault(f"the shape's box has {box:,} cells; at most {MAX_VOXELS:,} are accepted")
    shape = BurrToolsShape(
        " ".join(voxel.attributes.get("name", "").split()), _weight(voxel), _hotspot(voxel, grid), {}, {}
    )
    wanted = f"expected {width} x {depth} x {height} = {box:,}"
    number = 0
    for state, colour, run in _states(voxel):
        if number + run > box:
            voxel.fault(f"the shape has more states than its box has cells; {wanted}")
        if state != "_":
            z, within = divmod(number, width * depth)
            y, x = divmod(within, width)
            cell = grid.cell((x, y, z))
            if not grid.lattice.is_cell(cell):
                what = f"state {number + 1:,} of the shape, at ({x}, {y}, {z}), is {quoted(state)}"
                voxel.fault(f"{what}, and no cell is there; expected '_' ({grid.cells})")
            (shape.filled if state == "#" else shape.variable)[cell] = colour
            if len(shape.filled) + len(shape.variable) > MAX_CELLS:
                voxel.fault(f"the shape has more than {MAX_CELLS:,} cells")
        number += run
    if number < box:
        voxel.fault(f"the shape has {number:,} states; {wanted}")
    return shape


def _hotspot(voxel: Element, grid: Grid) -> Cell:
    texts = [voxel.attributes.get(name, "0") for name in ("hx", "hy", "hz")]
    for text in texts:
        if not re.fullmatch("-?[0-9]{1,7}", text):
            voxel.fault(f"the hotspot has the coordinate {quoted(text)}; expected a whole number")
    x, y, z = map(int, texts)
    return grid.cell((x, y, z))


def _weight(voxel: Element) -> int:
    text = voxel.attributes.get("weight", "0")
    if not re.fullmatch("-?[0-9]{1,7}", text) or abs(int(text)) > MAX_WEIGHT:
        voxel.fault(f"'weight' is {quoted(text)}; expected a whole number up to {MAX_WEIGHT:,}")
    return int(text)


def _states(voxel: Element) -> Iterator[tuple[str, str, int]]:
    """The states of a shape, ``_``, ``#`` or ``+``, each with its colour and how often it comes."""
    text = voxel.text.strip()
    at = number = 0
    while at < len(text):
        match = _STATE.match(text, at)
        if match is None:
            expected = "expected '_', '#' or '+'"
            voxel.fault(f"state {number + 1:,} of the shape begins with {quoted(text[at])}; {expected}")
        state, colour = match[1] or "_", match[2] or ""
        if colour and (len(colour) > 2 or colour[0] == "0" or int(colour) > MAX_COLOURS):
            expected = f"expected 1 to {MAX_COLOURS}"
            voxel.fault(f"state {number + 1:,} of the shape has the colour {colour[:10]}; {expected}")
        run = 1 if match[1] else len(match[0])
        yield state, colour, run
        number += run
        at = match.end()

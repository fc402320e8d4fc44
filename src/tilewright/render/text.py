"""Puzzles and solutions as text: borders of box-drawing or ASCII signs, colours of a terminal, or letters.

Text has square cells only; other lattices have SVG and PNG.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.lattices import Cell
from tilewright.puzzle import Piece, Placement, Puzzle, Solution
from tilewright.render import geometry, palette
from tilewright.render.board import board_tints, copy_shades, owners
from tilewright.render.labels import caption, letters, plain, plain_ascii, shortened
from tilewright.render.look import Look
from tilewright.render.sheet import labelled_by

MAX_SIGNS = 8_000_000
"""The largest text drawing, in signs: a board of two far cells would else be a page of blanks."""

BARE, OPTIONAL = -1, -2  # owners of uncovered cells, told from off the board (None) and placements (>= 0)

_BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the arms: 1 up, 2 right, 4 down, 8 left
_ASCII = " |-+||++-+-+++++"


@dataclass(frozen=True)
class _Sign:
    """One sign of a drawing; ``fill`` is the colour behind it, or ""."""

    sign: str
    fill: str = ""


_BLANK = _Sign(" ")


def solution_text(puzzle: Puzzle, solution: Solution, look: Look) -> str:
    """One solution with borders between the pieces; one letter a piece, unless all are alike."""
    return _lines_to_text(_board(puzzle, solution.placements, look, 3), look)


def letters_text(puzzle: Puzzle, solution: Solution) -> str:
    """One letter a cell: ``.`` for a cell left uncovered, a blank off the board; no blanks at line ends."""
    _only_square(puzzle)
    names = letters(puzzle)
    owner = owners(puzzle, solution.placements)
    left, top, right, bottom = _frame(puzzle, 1, 1)
    lines = []
    for y in range(top, bottom + 1):
        signs = []
        for x in range(left, right + 1):
            if (x, y) in owner:
                signs.append(names[solution.placements[owner[x, y]].piece])
            else:
                signs.append("." if (x, y) in puzzle.board.cells else " ")
        lines.append("".join(signs).rstrip())
    return "\n".join(lines) + "\n"


def puzzle_text(puzzle: Puzzle, look: Look) -> str:
    """The board with what is forced on it, then the pieces with their names and copies, side by side."""
    drawing = _board(puzzle, puzzle.board.forced, look, 3)
    names = letters(puzzle) if labelled_by(puzzle, look) else {}
    blocks = [
        _captioned(_piece(puzzle, i, piece, look), _words(caption(piece, names.get(piece.name, "")), look))
        for i, piece in enumerate(puzzle.pieces)
    ]
    text = _lines_to_text(drawing, look)
    return text + "\n" + _flow(blocks, look) if blocks else text


def sheet_text(puzzle: Puzzle, solutions: Sequence[Solution], look: Look) -> str:
    """Many solutions, drawn small, as many side by side as ``look.width`` (or ``look.columns``) allows."""
    blocks = []
    for i, solution in enumerate(solutions[: look.limit]):
        words = look.captions[i] if i < len(look.captions) else str(i + 1)
        blocks.append(_captioned(_board(puzzle, solution.placements, look, 1), _words(words, look)))
    return _flow(blocks, look)


def _only_square(puzzle: Puzzle) -> None:
    if puzzle.lattice.name != "square":
        raise UnsupportedError(
            f"text drawings have square cells only, and this puzzle is on the {puzzle.lattice.name} lattice; "
            "ask for SVG or PNG"
        )


def _frame(puzzle: Puzzle, wide: int, high: int) -> tuple[int, int, int, int]:
    """The first and last x and y of the board, when a drawing with cells so large is not too large."""
    xs = [x for x, _ in puzzle.board.cells]
    ys = [y for _, y in puzzle.board.cells]
    left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    if (right - left + 1) * wide * (bottom - top + 1) * high > MAX_SIGNS:
        raise UnsupportedError(
            f"the board reaches over {right - left + 1:,} x {bottom - top + 1:,} cells; "
            f"a text drawing of at most {MAX_SIGNS:,} signs is made"
        )
    return left, top, right, bottom


def _board(puzzle: Puzzle, placements: Sequence[Placement], look: Look, wide: int) -> list[list[_Sign]]:
    _only_square(puzzle)
    frame = _frame(puzzle, wide + 1, 2)
    tints = board_tints(puzzle)
    owner: dict[Cell, int] = dict.fromkeys(puzzle.board.required, BARE)
    owner.update(dict.fromkeys(puzzle.board.optional, OPTIONAL))
    owner.update(owners(puzzle, placements))
    index = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    names = letters(puzzle)
    labelled = labelled_by(puzzle, look)
    signs: dict[Cell, str] = {}
    fills: dict[Cell, str] = {}
    shades = copy_shades(puzzle, placements)
    for placement, shade in zip(placements, shades, strict=True):
        if labelled:
            signs[geometry.label_cell(puzzle.lattice, placement.cells)] = names[placement.piece]
        fill = palette.swatch(index[placement.piece], shade).fill
        fills.update((cell, _toned(fill, puzzle.board.colour(cell), tints)) for cell in placement.cells)
    for cell, held in owner.items():
        if held < 0:
            colour = puzzle.board.colour(cell)[:1] if tints else ""
            signs[cell] = colour if colour.isascii() and colour.isprintable() else ""
            signs[cell] = signs[cell] or ("." if look.ascii else "·")
    return _drawn(owner, signs, fills, frame, look, wide)


def _piece(puzzle: Puzzle, index: int, piece: Piece, look: Look) -> list[list[_Sign]]:
    _only_square(puzzle)
    tints = board_tints(puzzle)
    fill = palette.swatch(index).fill
    owner = dict.fromkeys(piece.cells, 0)
    signs: dict[Cell, str] = {}
    fills: dict[Cell, str] = {}
    for i, cell in enumerate(piece.cells):
        colour = piece.colour_of(i)
        fills[cell] = _toned(fill, colour, tints)
        if colour in tints and colour.isascii() and colour.isprintable():
            signs[cell] = colour[:1]
    right, bottom = max(x for x, _ in piece.cells), max(y for _, y in piece.cells)
    if (right + 1) * 4 * (bottom + 1) * 2 > MAX_SIGNS:
        raise UnsupportedError(
            f"piece {piece.name!r} is {right + 1:,} x {bottom + 1:,} cells, too large for text"
        )
    return _drawn(owner, signs, fills, (0, 0, right, bottom), look, 3)


def _toned(fill: str, colour: str, tints: Mapping[str, int]) -> str:
    return palette.two_tones(fill)[tints[colour]] if len(tints) == 2 and colour in tints else fill


def _drawn(
    owner: Mapping[Cell, int],
    signs: Mapping[Cell, str],
    fills: Mapping[Cell, str],
    frame: tuple[int, int, int, int],
    look: Look,
    wide: int,
) -> list[list[_Sign]]:
    """Lines of signs: cells ``wide`` signs wide and one high, with room for a border all round each."""
    left, top, right, bottom = frame
    corner = _ASCII if look.ascii else _BOX
    across, down = corner[10], corner[5]

    def differ(a: Cell, b: Cell) -> bool:
        held, other = owner.get(a), owner.get(b)
        if held is not None and other is not None and held < 0 and other < 0:
            return False
        return held != other

    lines = []
    for y in range(top, bottom + 2):
        border: list[_Sign] = []
        inside: list[_Sign] = []
        for x in range(left, right + 2):
            here, above, before, over = (x, y), (x, y - 1), (x - 1, y), (x - 1, y - 1)
            arms = (
                differ(over, above)
                + 2 * differ(above, here)
                + 4 * differ(before, here)
                + 8 * differ(over, before)
            )
            fill = fills.get(here, "")
            border.append(_Sign(corner[arms], "" if arms else fill))
            inside.append(_Sign(down) if arms & 4 else _Sign(" ", fill if before in fills else ""))
            if x <= right:
                border += [_Sign(across) if arms & 2 else _Sign(" ", fill)] * wide
                inside += _inside(owner.get(here), signs.get(here, " "), fill, look, wide)
        lines.append(border)
        if y <= bottom:
            lines.append(inside)
    return lines


def _inside(held: int | None, sign: str, fill: str, look: Look, wide: int) -> list[_Sign]:
    around = " "
    if held == OPTIONAL:
        around = ":" if look.ascii else "░"
        sign = sign if sign not in ".·" else around
    margin = [_Sign(around, fill)] * (wide // 2)
    return [*margin, _Sign(sign, fill), *margin]


def _words(words: str, look: Look) -> str:
    most = max(12, look.width)
    return shortened(plain_ascii(words), most) if look.ascii else shortened(plain(words), most)


def _captioned(drawing: list[list[_Sign]], words: str) -> list[list[_Sign]]:
    """The drawing with words under its middle; all lines equally long."""
    wide = max(len(drawing[0]), len(words))
    lines = [_centred(line, wide) for line in drawing]
    return [*lines, _centred([_Sign(sign) for sign in words], wide)]


def _centred(line: list[_Sign], wide: int) -> list[_Sign]:
    spare = wide - len(line)
    return [*[_BLANK] * (spare // 2), *line, *[_BLANK] * (spare - spare // 2)]


def _flow(blocks: Sequence[list[list[_Sign]]], look: Look) -> str:
    """Blocks side by side like words, on a common foot, in as many rows as the width needs."""
    rows: list[list[list[list[_Sign]]]] = []
    room = 0
    for block in blocks:
        wide = len(block[0])
        full = look.columns is not None and rows and len(rows[-1]) >= look.columns
        if not rows or full or (look.columns is None and wide > room):
            rows.append([])
            room = look.width
        rows[-1].append(block)
        room -= wide + 3
    return "\n".join(_lines_to_text(_side_by_side(row), look) for row in rows)


def _side_by_side(blocks: Sequence[list[list[_Sign]]]) -> list[list[_Sign]]:
    high = max(len(block) for block in blocks)
    lines: list[list[_Sign]] = []
    for y in range(high):
        line: list[_Sign] = []
        for i, block in enumerate(blocks):
            line += [_BLANK] * (3 if i else 0)
            at = y - (high - len(block))
            line += block[at] if at >= 0 else [_BLANK] * len(block[0])
        lines.append(line)
    return lines


def _lines_to_text(lines: Sequence[Sequence[_Sign]], look: Look) -> str:
    paint: Callable[[Sequence[_Sign]], str] = _painted if look.colour else _unpainted
    return "".join(paint(line) + "\n" for line in lines)


def _unpainted(line: Sequence[_Sign]) -> str:
    return "".join(sign.sign for sign in line).rstrip()


def _painted(line: Sequence[_Sign]) -> str:
    """The line with the colours of :func:`palette.nearest_256`; it ends with the terminal's own colours."""
    parts: list[str] = []
    fill = ""
    for sign in line:
        if sign.fill != fill:
            fill = sign.fill
            parts.append(_escape(fill) if fill else "\x1b[0m")
        parts.append(sign.sign)
    if fill:
        parts.append("\x1b[0m")
    return "".join(parts).rstrip(" ")


def _escape(fill: str) -> str:
    ground = palette.nearest_256(fill)
    letter = 16 if palette.ink_on(palette.terminal_colour(ground)) == "#000000" else 231
    return f"\x1b[38;5;{letter};48;5;{ground}m"

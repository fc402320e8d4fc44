"""Writing Tilewright's own puzzle file: drawings rather than coordinates, defaults left out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from tilewright.errors import UnsupportedError
from tilewright.formats.drawing import FIXED_LEGEND, CellSpec, corner_of, drawing_of, legend_for
from tilewright.formats.item_syntax import item_words, option_words
from tilewright.formats.to_exact_cover import MAX_OPTIONS, MAX_USES
from tilewright.formats.toml.values import (
    COSTS,
    COUNTS,
    LARGEST_INTEGER,
    MAX_COORDINATE,
    MAX_COPIES,
    MAX_DIGITS,
    TOTAL_CELLS,
    USES,
)
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Option
from tilewright.model.lattices import LATTICES, SQUARE, Cell, Lattice
from tilewright.model.pieces import KINDS, piece_set, set_copies, set_lattice, set_motions
from tilewright.model.pieces.sets import FORMS, NAMED_SETS
from tilewright.model.puzzle import MODES, Expected, Piece, Placement, Puzzle

_MIRROR_IMAGES = {None: "", False: "different", True: "same"}
LINE_WIDTH = 98  # items and arrays are written on lines about this wide


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as TOML text that loads to an equal puzzle.

    UnsupportedError when the lattice is not one of the known ones, a number is larger than a file may have,
    a piece is nameless, or a text has no UTF-8 form.
    """
    if isinstance(puzzle, ExactCoverPuzzle):
        blocks = cover_blocks(puzzle)
    elif LATTICES.get(puzzle.lattice.name) is not puzzle.lattice:
        raise UnsupportedError(f"a puzzle file cannot name the lattice {puzzle.lattice.name!r}")
    else:
        _refuse_excess(puzzle)
        blocks = _Emitter(puzzle).blocks()
    text = "\n\n".join("\n".join(block) for block in blocks) + "\n"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UnsupportedError(f"a title, name or colour has no UTF-8 form: {error.reason}") from None
    return text


def _refuse_excess(puzzle: Puzzle) -> None:
    """UnsupportedError when a puzzle has what no file may have."""
    for piece in puzzle.pieces:
        if not piece.name.strip():
            raise UnsupportedError("a piece has no name, and in a puzzle file each must have one")
        if piece.max_copies > MAX_COPIES:
            most = f"a puzzle file has at most {MAX_COPIES:,}"
            raise UnsupportedError(f"there are {piece.max_copies:,} copies of {piece.name!r}; {most}")
    shapes: list[Collection[Cell]] = [puzzle.board.cells, puzzle.board.cell_costs]
    shapes += [piece.cells for piece in puzzle.pieces]
    shapes += [placement.cells for placement in puzzle.board.forced]
    shapes += [listed.placement.cells for listed in puzzle.costs]
    total = sum(map(len, shapes))
    if total > TOTAL_CELLS:
        raise UnsupportedError(f"all cells are {total:,}; a puzzle file has at most {TOTAL_CELLS:,}")
    if any(abs(x) > MAX_COORDINATE for shape in shapes for cell in shape for x in cell):
        raise UnsupportedError(
            f"a cell lies farther off than {MAX_COORDINATE:,}, where no puzzle file reaches"
        )


class _Emitter:
    """The blocks of lines of one puzzle's file."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        modes = {piece.motions for piece in puzzle.pieces}
        self.usual = puzzle.lattice.usual_motions
        self.motions = modes.pop() if len(modes) == 1 else self.usual
        board = puzzle.board
        optional = set(board.optional)
        cells = (*board.required, *board.optional)
        self.board = {cell: CellSpec(board.colour(cell), cell in optional) for cell in cells}
        wanted = list(self.board.values())
        for piece in puzzle.pieces:
            wanted += map(CellSpec, piece.colours)
        self.legend_specs = legend_for(wanted, puzzle.lattice)

    def blocks(self) -> list[list[str]]:
        """Top keys, legend, board, pieces, forced placements, costs, expected counts; empty ones left out."""
        blocks = [self.top(), self.legend(), self.board_block()]
        left = list(self.puzzle.pieces)
        while left:
            named = self.leading_set(left)
            if named:
                blocks.append(self.set_block(named, left[0]))
                del left[: len(piece_set(named))]
            else:
                blocks.append(self.piece_block(left.pop(0)))
        blocks += [["[[forced]]", *self.placement_keys(forced)] for forced in self.puzzle.board.forced]
        blocks += self.cost_blocks()
        blocks += [expect_block(expected) for expected in self.puzzle.expect]
        return [block for block in blocks if block]

    def top(self) -> list[str]:
        puzzle = self.puzzle
        lines = _texts(
            title=puzzle.title,
            source=puzzle.source,
            lattice="" if puzzle.lattice is SQUARE else puzzle.lattice.name,
            motions="" if self.motions == self.usual else self.motions,
        )
        if puzzle.colour_pairs is not None:
            pairs = [f"[{quoted(own)}, {quoted(board)}]" for own, board in puzzle.colour_pairs]
            lines += _array("fits", pairs)
        if not puzzle.crossings:
            lines.append("crossings = false")
        if puzzle.max_holes is not None:
            lines.append(f"max_holes = {puzzle.max_holes}")
        return lines + _texts(mirror_images=_MIRROR_IMAGES[puzzle.mirrors])

    def legend(self) -> list[str]:
        shown = {m: c for m, c in (self.legend_specs or {}).items() if c not in FIXED_LEGEND}
        if not shown:
            return []
        lines = ["[legend]"]
        for mark, character in shown.items():
            meaning = quoted(mark.colour)
            if mark.optional:
                meaning = f"{{ colour = {meaning}, optional = true }}"
            lines.append(f"{bare_or_quoted(character)} = {meaning}")
        return lines

    def board_block(self) -> list[str]:
        drawn = self.drawing(self.board)
        if drawn is not None:
            return ["[board]", *self.at(self.board), *drawn]
        lines = ["[board]"]
        for key, optional in (("cells", False), ("optional", True)):
            part = {cell: mark.colour for cell, mark in self.board.items() if mark.optional is optional}
            if part:
                lines += _cells(key, part)
        return lines

    def leading_set(self, pieces: list[Piece]) -> str:
        """The name of the set that the next pieces are, alike in copies and motions; "" when none."""
        first = pieces[0]
        for name in _sets_of(self.puzzle.lattice, first):
            shapes, times = piece_set(name), set_copies(name)
            run = pieces[: len(shapes)]
            if len(shapes) < 2 or len(run) < len(shapes) or shapes[0] != (first.name, first.cells):
                continue
            least, most = first.min_copies // times[0], first.max_copies // times[0]
            if run == [
                replace(first, name=own, cells=cells, colours=(), min_copies=least * n, max_copies=most * n)
                for (own, cells), n in zip(shapes, times, strict=True)
            ]:
                return name
        return ""

    def set_block(self, name: str, first: Piece) -> list[str]:
        times = set_copies(name)[0]
        one = replace(first, min_copies=first.min_copies // times, max_copies=first.max_copies // times)
        default = self.motions if self.motions != self.usual else set_motions(name)
        return ["[[pieces]]", f"set = {quoted(name)}", *self.piece_keys(one, default)]

    def piece_block(self, piece: Piece) -> list[str]:
        lines = ["[[pieces]]", f"name = {quoted(piece.name)}", *self.piece_keys(piece, self.motions)]
        marks = {cell: CellSpec(piece.colour_of(i)) for i, cell in enumerate(piece.cells)}
        drawn = self.drawing(marks)
        if drawn is not None:
            return [*lines, *drawn]
        return [*lines, *_cells("cells", {cell: mark.colour for cell, mark in marks.items()})]

    def piece_keys(self, piece: Piece, default: str) -> list[str]:
        lines = []
        least, most = piece.min_copies, piece.max_copies
        if (least, most) != (1, 1):
            lines.append(f"copies = {least}" if least == most else f"copies = [{least}, {most}]")
        lines += _texts(motions="" if piece.motions == default else piece.motions)
        if piece.cost:
            lines.append(f"cost = {piece.cost}")
        if piece.groups:
            lines.append(f"groups = {list(piece.groups)}")
        if piece.weight:
            lines.append(f"weight = {piece.weight}")
        return lines

    def cost_blocks(self) -> list[list[str]]:
        """The cells of each cost, then the placements that have costs."""
        by_cost: dict[int, list[Cell]] = {}
        for cell, cost in sorted(self.puzzle.board.cell_costs.items()):
            by_cost.setdefault(cost, []).append(cell)
        blocks = []
        for cost, cells in sorted(by_cost.items()):
            drawn = self.drawing(dict.fromkeys(cells, CellSpec()))
            where = _cells("cells", dict.fromkeys(cells, "")) if drawn is None else [*self.at(cells), *drawn]
            blocks.append(["[[costs]]", f"cost = {cost}", *where])
        for listed in self.puzzle.costs:
            blocks.append(["[[costs]]", f"cost = {listed.cost}", *self.placement_keys(listed.placement)])
        return blocks

    def placement_keys(self, placement: Placement) -> list[str]:
        """The piece, and where it lies."""
        lines = [f"piece = {quoted(placement.piece)}"]
        drawn = self.drawing(dict.fromkeys(placement.cells, CellSpec()))
        if drawn is None or placement.cells != tuple(sorted(placement.cells)):
            return [*lines, *_cells("cells", dict.fromkeys(placement.cells, ""))]
        return [*lines, *self.at(placement.cells), *drawn]

    def drawing(self, cells: Mapping[Cell, CellSpec]) -> list[str] | None:
        """The key ``drawing`` with its lines, or None when these cells must be listed."""
        if self.legend_specs is None:
            return None
        characters = {cell: self.legend_specs[mark] for cell, mark in cells.items()}
        rows = drawing_of(characters, lattice=self.puzzle.lattice)
        return None if rows is None else multi_line("drawing", rows)

    def at(self, cells: Iterable[Cell]) -> list[str]:
        shift = corner_of(cells, self.puzzle.lattice)
        return [f"at = {list(shift)}"] if any(shift) else []


def _sets_of(lattice: Lattice, first: Piece) -> Iterator[str]:
    """The names of the sets that may begin with this piece; those of fixed pieces begin with a number 1."""
    polyforms, size = lattice.polyforms, first.size
    if polyforms and size <= min(len(polyforms.singular), polyforms.max_recognised_size):
        plain = polyforms.singular[size - 1] + polyforms.ending
        yield plain
        if polyforms.is_flat:
            yield from (f"{form} {plain}" for form in FORMS)
        kinds = [kind for kind in KINDS if kind != "fixed" or first.name.endswith("1")]
        yield from (f"{kind} {plain}" for kind in kinds)
    yield from (name for name in NAMED_SETS if set_lattice(name) is lattice)


def _texts(**texts: str) -> list[str]:
    """The keys whose texts are not empty."""
    return [f"{key} = {quoted(text)}" for key, text in texts.items() if text]


def _cells(key: str, cells: Mapping[Cell, str]) -> list[str]:
    """A list of cells, several a line."""
    items = [
        "[" + ", ".join([*map(str, cell), *([quoted(colour)] if colour else [])]) + "]"
        for cell, colour in cells.items()
    ]
    return _array(key, items)


def _array(key: str, items: list[str]) -> list[str]:
    """An array on one line, or with several elements a line where it is long."""
    short = f"{key} = [{', '.join(items)}]"
    if len(short) <= LINE_WIDTH:
        return [short]
    lines = [f"{key} = ["]
    line = "   "
    for item in items:
        if len(line) + len(item) > LINE_WIDTH:
            lines.append(line)
            line = "   "
        line += f" {item},"
    return [*lines, line, "]"]


def cover_blocks(puzzle: ExactCoverPuzzle) -> list[list[str]]:
    """The blocks of lines of a puzzle's file; UnsupportedError when there are too many options for one."""
    uses = sum(len(option.uses) for option in puzzle.options)
    if len(puzzle.options) > MAX_OPTIONS or uses > MAX_USES:
        raise UnsupportedError(
            f"there are {len(puzzle.options):,} options that use items {uses:,} times; "
            f"a puzzle file has at most {MAX_OPTIONS:,} options and {MAX_USES:,} uses"
        )
    top = _texts(title=puzzle.title, source=puzzle.source)
    lines = puzzle.description.split("\n")
    is_page = len(lines) > 1 and all(line.isprintable() for line in lines)
    top += multi_line("description", lines) if is_page else _texts(description=puzzle.description)
    cover = ["[cover]", *_items(item_words(puzzle.items))]
    if puzzle.options:
        cover += multi_line("options", map(_line, puzzle.options))
    return [block for block in (top, cover, *map(expect_block, puzzle.expect)) if block]


def _items(words: list[str]) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    if len(lines) == 1 and not set(lines[0]) & {'"', "\\"}:
        return [f"items = {quoted(lines[0])}"]
    return multi_line("items", lines)


def _line(option: Option) -> str:
    words = option_words(option)
    return " ".join([*words, "|", option.name] if option.name else words)


def expect_block(expected: Expected) -> list[str]:
    """The lines of one known count; UnsupportedError when it is none that a file may have."""
    if expected.what not in COUNTS or expected.use not in USES or expected.motions not in ("", *MODES):
        raise UnsupportedError(
            f"a puzzle file cannot express the expected {expected.what!r} for motions {expected.motions!r} "
            f"and use {expected.use!r}"
        )
    if abs(expected.count) >= 10**MAX_DIGITS or (expected.count < 0 and expected.what not in COSTS):
        raise UnsupportedError(
            f"an expected count in a puzzle file is from 0 and has at most {MAX_DIGITS:,} digits"
        )
    count = str(expected.count) if abs(expected.count) <= LARGEST_INTEGER else quoted(str(expected.count))
    use = "" if expected.use == "all" else expected.use
    rest = _texts(motions=expected.motions, use=use, source=expected.source)
    return ["[[expect]]", f"what = {quoted(expected.what)}", f"count = {count}", *rest]


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}


def quoted(text: str) -> str:
    """A TOML basic string."""
    return f'"{_escaped(text)}"'


def bare_or_quoted(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key)


def multi_line(key: str, lines: Iterable[str]) -> list[str]:
    """The lines of a key whose value is a text of several lines; escapes only where nothing else will do."""
    held = list(lines)
    text = "\n".join(held)
    if "\\" not in text and '"""' not in text:
        return [f'{key} = """', *held, '"""']
    if "'''" not in text:
        return [f"{key} = '''", *held, "'''"]
    return [f'{key} = """', *map(_escaped, held), '"""']


def _escaped(text: str) -> str:
    return "".join(
        _ESCAPES.get(c) or (f"\\u{ord(c):04X}" if ord(c) < 32 or ord(c) == 127 else c) for c in text
    )

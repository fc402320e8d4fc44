"""Dominosa: a whole set of dominoes is to be placed on a grid of numbers, each domino once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement

from tilewright.errors import FormatError, PuzzleError
from tilewright.families.dominosa import game_ids
from tilewright.family import FamilyPuzzle, kind_of
from tilewright.generators import Generator, Parameter
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.wording import quoted

MAX_NUMBER = 60  # the largest number that is accepted: a double-60 set has 1,891 dominoes
MAX_TEXT = 100_000  # the longest text of a grid, in characters
NO_CELL = "._"  # the characters for a missing cell, where a grid is not a rectangle

_USE = "use: tilewright dominosa solve FILE"
_EXPECTED = "expected digits, numbers separated by commas, or '.' for a missing cell"


@dataclass(frozen=True)
class NumberGrid(FamilyPuzzle):
    """Rows of numbers from 0 up; None is a missing cell. PuzzleError without numbers or for a large one."""

    rows: tuple[tuple[int | None, ...], ...]

    def __post_init__(self) -> None:
        if not self.cells:
            raise PuzzleError("the grid has no numbers")
        for number in self.cells.values():
            if not 0 <= number <= MAX_NUMBER:
                raise PuzzleError(f"the grid has the number {number}; expected 0 to {MAX_NUMBER}")

    @classmethod
    def filled(cls, numbers: Sequence[int], width: int) -> NumberGrid:
        """A rectangle from its numbers, row by row."""
        rows = range(0, len(numbers), width)
        return cls(tuple(tuple(numbers[start : start + width]) for start in rows))

    @cached_property
    def cells(self) -> dict[Cell, int]:
        """The number on each cell (x, y), row by row."""
        return {
            (x, y): number
            for y, row in enumerate(self.rows)
            for x, number in enumerate(row)
            if number is not None
        }

    @property
    def largest(self) -> int:
        """The largest number, which is that of the set."""
        return max(self.cells.values())

    @property
    def width(self) -> int:
        return max(map(len, self.rows))

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def is_rectangle(self) -> bool:
        """Whether all rows are equally long and no cell is missing."""
        return len(self.cells) == self.width * self.height

    @property
    def game_id(self) -> str:
        """The game ID of Tatham's Dominosa; "" unless the grid is n + 2 wide and n + 1 high."""
        return game_ids.game_id(self.rows)

    def __str__(self) -> str:
        """Text that reads as this grid again: a line per row."""
        between = "," if self.largest > 9 else ""
        return "\n".join(
            between.join("." if number is None else str(number) for number in row) or "." for row in self.rows
        )


MIN_HINTED = 2
"""Grids of 0 and 1 alone look like many other things."""


def read_grid(text: str) -> NumberGrid:
    """The grid in a text.

    A line is a row of digits, one digit per number; a single line may have several rows with blanks between
    them. In several lines with blanks each word is a number; with commas each part between them is a number.
    ``.`` and ``_`` are missing cells. A document of kind ``number-grid`` is read, too, and a game ID of
    Tatham's Dominosa (:mod:`tilewright.families.dominosa.game_ids`). FormatError with line and column.
    """
    if len(text) > MAX_TEXT:
        raise FormatError(f"the grid has {len(text):,} characters; at most {MAX_TEXT:,} are accepted")
    if kind_of(text):
        from tilewright import documents  # here: few texts are documents

        grid: NumberGrid = documents.loads_kind(text, NumberGrid)
        return grid
    if game_ids.is_game_id(text):
        return NumberGrid(tuple(map(tuple, game_ids.read_game_id(text, MAX_NUMBER))))
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise FormatError(f"the grid is empty; {_EXPECTED}")
    if "," in text:
        rows = [row for number, line in lines for row in _with_commas(line, number)]
    elif len(lines) > 1 and any(len(line.split()) > 1 for _, line in lines):
        rows = [[_number(word, number, at) for at, word in _words(line)] for number, line in lines]
    else:
        rows = [
            [_number(sign, number, at + k) for k, sign in enumerate(word)]
            for number, line in lines
            for at, word in _words(line)
        ]
    try:
        return NumberGrid(tuple(map(tuple, rows)))
    except PuzzleError as error:
        raise FormatError(str(error)) from None


def _words(line: str) -> Iterator[tuple[int, str]]:
    """(column from 1, word) for each word of a line."""
    return ((match.start() + 1, match.group()) for match in re.finditer(r"\S+", line))


def _with_commas(line: str, number: int) -> Iterator[list[int | None]]:
    """The rows of a line of numbers between commas; a blank that is not next to a comma begins a new row."""
    joined = re.finditer(r"[^\s,]*(?:\s*,\s*[^\s,]*)+|\S+", line)
    for match in joined:
        row = []
        at = match.start()
        for part in match.group().split(","):
            lead = len(part) - len(part.lstrip())
            row.append(_number(part.strip(), number, at + lead + 1))
            at += len(part) + 1
        yield row


def _number(word: str, line: int, column: int) -> int | None:
    if word in NO_CELL and word:
        return None
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise FormatError(
            f"{quoted(word)} is not a number; {_EXPECTED}" if word else f"a number is missing; {_EXPECTED}",
            line=line,
            column=column,
        )
    return int(word)


def hint(text: str) -> str:
    """What a text is if it has as many numbers as a set of dominoes, and the command to use; else ""."""
    if kind_of(text) == "number-grid":
        return f"a grid for dominosa; {_USE}"
    if re.search(r"[^\s0-9,._]", text) and not game_ids.is_game_id(text):
        return ""
    try:
        grid = read_grid(text)
    except FormatError:
        return ""
    surplus, missing = _differences(grid, _set_of(grid))
    almost = max(surplus.total(), missing.total()) <= MAX_CHANGES
    if grid.largest < MIN_HINTED or not (almost or _set_of(grid) == grid.largest):
        return ""
    return f"a grid for dominosa; {_USE}"


def domino_name(a: int, b: int) -> str:
    """The name of the piece with these two numbers, the smaller one first."""
    return f"{min(a, b)}-{max(a, b)}"


KNOWN_GRID = "dominosa-most"
"""The catalogue's grid that was once printed with a 4 in place of a 5."""

MAX_CHANGES = 3
"""A grid in which so few numbers are wrong is almost a set, and the error says what to change."""


def check_grid(grid: NumberGrid) -> None:
    """PuzzleError unless each number from 0 to n, the largest, is in the grid n + 2 times.

    Of a grid that is almost a set, the error says which numbers to change.
    """
    if grid.largest < 1:
        raise PuzzleError("the grid has only the number 0; expected the numbers of a double-1 set or larger")
    largest = _set_of(grid) or grid.largest
    surplus, missing = _differences(grid, largest)
    if surplus or missing:
        number = min(surplus.keys() | missing.keys())
        often = list(grid.cells.values()).count(number)
        changes = _misprint(grid) or _changes(grid, surplus, missing)
        raise PuzzleError(
            f"the number {number} appears {_times(often)} in the grid; in a double-{largest} "
            f"set, each number from 0 to {largest} appears {largest + 2} times, "
            f"{(largest + 1) * (largest + 2)} numbers in all" + (f"; {changes}" if changes else "")
        )


def _set_of(grid: NumberGrid) -> int:
    """The largest number of the set with as many numbers as the grid has; 0 when there is none."""
    sizes = ((n + 1) * (n + 2) for n in range(1, MAX_NUMBER + 1))
    return next((n for n, size in enumerate(sizes, start=1) if size == len(grid.cells)), 0)


def _differences(grid: NumberGrid, largest: int) -> tuple[Counter[int], Counter[int]]:
    """The numbers that a grid has too often for a set, and those it has too seldom."""
    tally, wanted = Counter(grid.cells.values()), Counter(dict.fromkeys(range(largest + 1), largest + 2))
    return tally - wanted, wanted - tally


def _misprint(grid: NumberGrid) -> str:
    """Where a grid differs from the known one, which was printed with a wrong number; "" for other grids."""
    from tilewright import catalogue
    from tilewright.model.exact_cover_puzzle import require_board

    board = require_board(catalogue.load(KNOWN_GRID)).board
    if grid.cells.keys() != board.cells:
        return ""
    wrong = [(cell, number) for cell, number in grid.cells.items() if str(number) != board.colour(cell)]
    if len(wrong) > 1:
        return ""
    (((x, y), number),) = wrong
    return (
        f"row {y + 1}, column {x + 1} is {number}; expected {board.colour((x, y))}, as in the known grid "
        f"catalog:{KNOWN_GRID}, which agrees with all other numbers"
    )


def _changes(grid: NumberGrid, surplus: Counter[int], missing: Counter[int]) -> str:
    """How to make a grid with these numbers too often and too seldom a set; "" when it is not almost one."""
    if max(surplus.total(), missing.total()) > MAX_CHANGES:
        return ""
    missing_ones = sorted(missing.elements())
    words: list[str] = []
    for number in sorted(surplus.elements(), reverse=True):  # a number above the set stands out
        places = [cell for cell, other in grid.cells.items() if other == number]
        one = f"one of the {len(places)} numbers {number}"
        if len(places) == surplus[number]:
            x, y = places[sum(word.startswith(f"the {number} ") for word in words)]
            one = f"the {number} in row {y + 1}, column {x + 1}"
        words.append(f"{one} must be {missing_ones.pop(0)}" if missing_ones else f"{one} is too many")
    words += [f"one {number} is missing" for number in missing_ones]
    return "almost such a set: " + ", ".join(words)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def dominosa(grid: NumberGrid) -> Puzzle:
    """The puzzle of a grid, coloured by the numbers; PuzzleError as in ``check_grid``."""
    check_grid(grid)
    largest = grid.largest
    pieces = tuple(
        Piece.of(domino_name(a, b), {(0, 0): str(a), (1, 0): str(b)})
        for a, b in combinations_with_replacement(range(largest + 1), 2)
    )
    board = Board.of({cell: str(number) for cell, number in grid.cells.items()})
    shape = f"a {grid.height} x {grid.width} grid" if grid.is_rectangle else f"{len(board.required)} cells"
    return Puzzle(board, pieces, title=f"Dominosa: the double-{largest} set on {shape}")


def dominosa_text(grid: str) -> Puzzle:
    """The same for a grid as text; FormatError, with line and column, when it is not a grid."""
    return dominosa(read_grid(grid))


DOMINOSA = Generator(
    "dominosa",
    "a whole set of dominoes on a grid of numbers, each domino once",
    dominosa_text,
    (Parameter("grid", "text", "Rows of digits, or of numbers with commas; or a file.", required=True),),
    ("dominosa '001 101'", "dominosa grid.txt -o grid.toml"),
)

"""Puzzles and solutions as text: drawings, tables, the notation of a format; puzzles as JSON."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from tilewright.cli.output import draws_lines, wants_color
from tilewright.cli.sources import has_items
from tilewright.errors import UnsupportedError
from tilewright.registry import did_you_mean
from tilewright.wording import aligned, counted, quoted

if TYPE_CHECKING:
    from tilewright.cli.kept_solutions import KeptSolutions
    from tilewright.formats import Format
    from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
    from tilewright.model.lattices import Cell
    from tilewright.model.puzzle import Puzzle, Solution
    from tilewright.render.options import RenderOptions

MAX_WIDTH = 160  # columns of a drawing on a wide terminal
LISTED = 12  # how many costs, or cells with one cost, a line lists


@dataclass(frozen=True)
class DrawStyle:
    """How to draw as text: ``plain`` uses ASCII only, ``color`` uses colours."""

    plain: bool
    color: bool

    @classmethod
    def from_options(cls, *, plain: bool, color: str) -> DrawStyle:
        """The style on the screen for these values of ``--ascii`` and ``--color``."""
        return cls(plain=not draws_lines(plain), color=wants_color(color))

    @property
    def render_options(self) -> RenderOptions:
        """Render options for the width of the terminal."""
        from tilewright.render.options import RenderOptions

        width = min(MAX_WIDTH, shutil.get_terminal_size((80, 24)).columns)
        return RenderOptions(width=max(20, width), ascii=self.plain, colour=self.color)

    def draw_solution(self, puzzle: Puzzle, solution: Solution) -> str:
        from tilewright.render.text import solution_text

        return solution_text(puzzle, solution, self.render_options).rstrip("\n")

    def draw_puzzle(self, puzzle: AnyPuzzle) -> str:
        """The title, the board and the pieces, or the tables of items and options."""
        from tilewright.render.picture import to_text

        if has_items(puzzle):
            return item_tables(puzzle)
        return to_text(puzzle, options=self.render_options).rstrip("\n")

    def draw_marks(self, puzzle: Puzzle, marks: Mapping[Cell, str]) -> str:
        """The board with a character on each cell of ``marks``."""
        from tilewright.model.puzzle import Piece, Placement, Solution
        from tilewright.model.puzzle import Puzzle as Whole
        from tilewright.render.text import solution_text

        origin = next(iter(marks))
        signs = tuple(
            Piece.of(sign, [origin], lattice=puzzle.lattice, copies=(0, len(marks)))
            for sign in sorted(set(marks.values()))
        )
        shown = Whole(replace(puzzle.board, forced=()), signs, lattice=puzzle.lattice)
        placed = Solution.of(Placement(sign, (cell,)) for cell, sign in marks.items())
        return solution_text(shown, placed, replace(self.render_options, labels=True)).rstrip("\n")


def echo_drawing(text: str, style: DrawStyle) -> None:
    """Print a drawing; click would strip the colours where stdout is not a terminal."""
    click.echo(text, color=style.color)


def unused_pieces(puzzle: Puzzle, solution: Solution) -> str:
    """A line that lists the pieces that a solution does not use; "" when it uses all."""
    from tilewright.wording import plain

    used = solution.used()
    out = []
    for piece in puzzle.pieces:
        spare = piece.max_copies - used.get(piece.name, 0)
        if spare:
            out.append(piece.name if spare == 1 else f"{spare} x {piece.name}")
    if not out:
        return ""
    total = sum(piece.max_copies for piece in puzzle.pieces)
    names = plain(", ".join(out))
    return f"uses {len(solution.placements)} of {counted(total, 'piece')}; unused: {names}"


def free_lines(puzzle: AnyPuzzle) -> list[str]:
    """A line with the labels of the cells that stay free, if cells have labels."""
    from tilewright.wording import plain

    if has_items(puzzle):
        return []
    board = puzzle.board
    free = dict.fromkeys(plain(word) for cell, word in board.labels.items() if cell not in board.cells)
    return [f"Free: {', '.join(free)}"] if free else []


def cost_lines(puzzle: AnyPuzzle) -> list[str]:
    """Lines that give the goal, if it is a cost, and the costs of pieces, cells and placements."""
    from tilewright.model.goal import FILL, goal_text
    from tilewright.wording import plain

    goal = [] if puzzle.goal == FILL else [f"Goal: {goal_text(puzzle.goal)}"]
    if has_items(puzzle):  # its costs are listed with the options
        return goal
    pieces = [f"{piece.name} {piece.cost:,}" for piece in puzzle.pieces if piece.cost]
    cells: dict[int, list[Cell]] = {}
    for cell, cost in sorted(puzzle.board.cell_costs.items()):
        if cost:
            cells.setdefault(cost, []).append(cell)
    priced = [
        f"{_named(value)} {cost:,}" + (" each" if len(value) > 1 else "")
        for cost, value in sorted(cells.items())
    ]
    placed = [
        f"{listed.placement.piece} on {_named(listed.placement.cells)} {listed.cost:,}"
        for listed in puzzle.costs
        if listed.cost
    ]
    kinds = (("per copy", pieces), ("of cells", priced), ("of placements", placed))
    return goal + [f"Cost {kind}: {plain(_some(words, '; '))}" for kind, words in kinds if words]


def _named(cells: Iterable[Cell]) -> str:
    return _some([f"({', '.join(map(str, cell))})" for cell in cells], " ")


def _some(words: Sequence[str], between: str) -> str:
    more = len(words) - LISTED
    return between.join(words[:LISTED]) + (f"{between}and {more:,} more" if more > 0 else "")


def _surface(puzzle: Puzzle) -> dict[str, object] | None:
    surface = puzzle.board.surface
    if surface is None:
        return None
    return {"wrap": str(surface.wrap), "columns": surface.width, "rows": surface.height}


def describe(puzzle: AnyPuzzle) -> dict[str, object]:
    """The JSON keys of a puzzle: its title, source, pieces or items, costs and known counts."""
    if has_items(puzzle):
        return _describe_items(puzzle)
    return {
        "title": puzzle.title,
        "source": puzzle.source,
        "lattice": puzzle.lattice.name,
        "cells": len(puzzle.board.required),
        "optional_cells": len(puzzle.board.optional),
        "max_holes": puzzle.max_holes,
        "surface": _surface(puzzle),
        "goal": puzzle.goal,
        "forced": len(puzzle.board.forced),
        "pieces": [
            {
                "name": piece.name,
                "size": piece.size,
                "copies": [piece.min_copies, piece.max_copies],
                "motions": piece.motions,
                "cells": [list(cell) for cell in piece.cells],
                "cost": piece.cost,
            }
            for piece in puzzle.pieces
        ],
        "cell_costs": [[list(cell), cost] for cell, cost in sorted(puzzle.board.cell_costs.items())],
        "placement_costs": [
            {
                "piece": listed.placement.piece,
                "cells": [list(cell) for cell in listed.placement.cells],
                "cost": listed.cost,
            }
            for listed in puzzle.costs
        ],
        "expect": _describe_counts(puzzle),
    }


as_option = click.option(
    "--as",
    "as_format",
    metavar="FORMAT",
    help="Print solutions in the notation of this format, as rows, or as locations.\f They are not drawn. "
    "rows: as the numbers of their options, the rows that 'show --placements' lists; locations: as the "
    "number of the piece on each location of DPF. Both also with --json.",
)


def _row_numbers(puzzle: AnyPuzzle, solution: Solution) -> list[int]:
    from tilewright.formats.to_exact_cover import row_numbers

    return row_numbers(puzzle, solution)


def _pieces_by_location(puzzle: AnyPuzzle, solution: Solution) -> list[int]:
    from tilewright.formats.dpf import pieces_by_location

    return pieces_by_location(puzzle, solution)


NUMBERINGS: dict[str, Callable[[AnyPuzzle, Solution], list[int]]] = {
    "rows": _row_numbers,
    "locations": _pieces_by_location,
}
"""The values of ``--as`` that are no formats: how a solution is written as numbers."""


def check_numbering(name: str, puzzle: AnyPuzzle) -> None:
    """UnsupportedError, before a search, when its solutions cannot be written as these numbers."""
    if name == "locations":
        from tilewright.formats.dpf import check_locations

        check_locations(puzzle)


@dataclass(frozen=True)
class SolutionFormatter:
    """Formats solutions as text: in the notation of ``format``, else drawn or as lists of options.

    With ``numbers`` a solution is a line of numbers. ``solutions_only``: nothing else may be printed on
    stdout, because another program may read it. ``kept`` has what a filter found of the solutions.
    """

    puzzle: AnyPuzzle
    style: DrawStyle
    format: Format | None = None
    solutions_only: bool = False
    kept: KeptSolutions | None = None
    numbers: Callable[[AnyPuzzle, Solution], list[int]] | None = None

    @property
    def is_notation(self) -> bool:
        """Whether the text has a notation of its own, to which nothing is added."""
        return self.format is not None or self.numbers is not None

    def text(self, solution: Solution, number: int) -> str:
        """Solution ``number`` (from 1) as whole lines, each ended by a newline."""
        if self.numbers is not None:
            return " ".join(map(str, self.numbers(self.puzzle, solution))) + "\n"
        if self.format is not None and self.format.solution_text is not None:
            return self.format.solution_text(self.puzzle, solution, number)
        if has_items(self.puzzle):
            return _options(self.puzzle, solution)
        drawing = self.style.draw_solution(self.puzzle, solution)
        caption = "" if self.kept is None else self.kept.caption(solution)
        lines = [caption, drawing, unused_pieces(self.puzzle, solution)]
        return "".join(f"{line}\n" for line in lines if line)


def format_of_solutions(name: str) -> Format:
    """The format of this name; UnsupportedError when it has no notation for solutions."""
    from tilewright.formats import FORMATS
    from tilewright.formats.registry import by_extension

    chosen = FORMATS.get(name) or (by_extension(f".{name.removeprefix('.')}") if name else None)
    if chosen is None or not chosen.solutions:
        others = [*(other for other, result in FORMATS.items() if result.solutions), *NUMBERINGS]
        what = f"{quoted(name)} is no" if chosen is None else f"the format {name} has no"
        raise UnsupportedError(
            f"{what} notation for solutions; expected one of {', '.join(others)}{did_you_mean(name, others)}"
        )
    return chosen


def _options(puzzle: ExactCoverPuzzle, solution: Solution) -> str:
    chosen = [puzzle.options[k] for k in sorted(puzzle.option_of(one) for one in solution.placements)]
    texts = ((puzzle.description and option.name) or option_text(option) for option in chosen)
    return "".join(f"{text}\n" for text in texts)


LISTED_ITEMS = 20  # how many items, and how many options, a table lists
MAX_OPTION_WIDTH = 100  # columns after which the text of an option is cut


def item_tables(puzzle: ExactCoverPuzzle) -> str:
    """The title, the numbers of items and options, and the first of each, or the puzzle's description."""
    from tilewright.wording import plain

    primary = sum(item.primary for item in puzzle.items)
    secondary = len(puzzle.items) - primary
    sizes = [counted(primary, "primary item"), counted(len(puzzle.options), "option")]
    if secondary:
        sizes.insert(1, counted(secondary, "secondary item"))
    counts = Counter(name for option in puzzle.options for name, _ in option.uses)
    coloured = {name for option in puzzle.options for name, colour in option.uses if colour}
    rows = [
        (item.name, _cover(item, coloured), f"{counts[item.name]:,}") for item in puzzle.items[:LISTED_ITEMS]
    ]
    lines = [*([plain(puzzle.title)] if puzzle.title else []), ", ".join(sizes), ""]
    if puzzle.description:
        return "\n".join([*lines, *map(plain, puzzle.description.split("\n"))])
    if rows:
        lines += [*aligned([("item", "covered", "options"), *rows], "<<>"), *_more(puzzle.items), ""]
    for number, option in enumerate(puzzle.options[:LISTED_ITEMS], start=1):
        text = f"{number:>4}  {option_text(option)}"
        lines.append(text if len(text) <= MAX_OPTION_WIDTH else text[: MAX_OPTION_WIDTH - 4] + " ...")
    return "\n".join([*lines, *_more(puzzle.options)]).rstrip("\n")


def option_text(option: Option) -> str:
    """An option in a line: its name, its items with their colours, its cost."""
    items = " ".join(option.words)
    cost = f" (cost {option.cost:,})" if option.cost else ""
    return (f"{option.name}: " if option.name else "") + items + cost


def _describe_items(puzzle: ExactCoverPuzzle) -> dict[str, object]:
    return {
        "title": puzzle.title,
        "source": puzzle.source,
        "goal": puzzle.goal,
        "items": [
            {"name": item.name, "covered": [item.least, item.most], "primary": item.primary}
            for item in puzzle.items
        ],
        "options": [
            {"name": option.name, "items": [list(use) for use in option.uses], "cost": option.cost}
            for option in puzzle.options
        ],
        "expect": _describe_counts(puzzle),
    }


def _describe_counts(puzzle: AnyPuzzle) -> list[dict[str, object]]:
    return [
        {"what": e.what, "count": e.count, "motions": e.motions, "use": e.use, "source": e.source}
        for e in puzzle.expect
    ]


def _cover(item: Item, coloured: Collection[str]) -> str:
    if not item.primary:
        return "at most once, or in one colour" if item.name in coloured else "at most once"
    if item.least == item.most:
        return {0: "never", 1: "once"}.get(item.least, f"{item.least:,} times")
    return f"{item.least:,} to {item.most:,} times"


def _more(listed: Sequence[object]) -> list[str]:
    return [f"... and {len(listed) - LISTED_ITEMS:,} more"] if len(listed) > LISTED_ITEMS else []

"""How the command line draws and describes: one place that knows --ascii and --color."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tilewright.cli.item_tables import describe_items, item_tables
from tilewright.cli.quantities import counted
from tilewright.cli.report import ascii_option, color_option, draws_lines, no_color_option, wants_color

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.lattices import Cell
    from tilewright.model.puzzle import Puzzle, Solution
    from tilewright.render.options import RenderOptions

Command = TypeVar("Command", bound=Callable[..., Any])

WIDEST = 160
"""A drawing is never laid out wider than this, however wide the terminal."""
LISTED = 12
"""How many prices, or cells with one price, a line lists."""


def drawing_options(command: Command) -> Command:
    """``--ascii``, ``--color`` and ``--no-color``, on a click command."""
    return ascii_option(color_option(no_color_option(command)))


@dataclass(frozen=True)
class Pen:
    """Draws in text: with plain ASCII or with lines, with colour or without."""

    plain: bool
    color: bool

    @classmethod
    def asked(cls, *, plain: bool, color: str) -> Pen:
        """What draws on the screen as ``--ascii`` and ``--color`` say."""
        return cls(plain=not draws_lines(plain), color=wants_color(color))

    @property
    def look(self) -> RenderOptions:
        """The settings of a drawing, as wide as the terminal."""
        from tilewright.render.options import RenderOptions

        width = min(WIDEST, shutil.get_terminal_size((80, 24)).columns)
        return RenderOptions(width=max(20, width), ascii=self.plain, colour=self.color)

    def solution(self, puzzle: Puzzle, solution: Solution) -> str:
        """One solution, without a title."""
        from tilewright.render.text import solution_text

        return solution_text(puzzle, solution, self.look).rstrip("\n")

    def puzzle(self, puzzle: AnyPuzzle) -> str:
        """The board and the pieces, under the title; without cells, tables of items and options."""
        from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
        from tilewright.render.picture import to_text

        if isinstance(puzzle, ExactCoverPuzzle):
            return item_tables(puzzle)
        return to_text(puzzle, look=self.look).rstrip("\n")

    def marked(self, puzzle: Puzzle, marks: Mapping[Cell, str]) -> str:
        """The board with a sign on each of some cells."""
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
        return solution_text(shown, placed, replace(self.look, labels=True)).rstrip("\n")


def echo_drawing(text: str, pen: Pen) -> None:
    """Print a drawing; click would take the colours out where it sees no terminal."""
    click.echo(text, color=pen.color)


def left_over(puzzle: Puzzle, solution: Solution) -> str:
    """A line that says which pieces stay out of a solution; "" when all are used."""
    from tilewright.render.labels import plain

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
    return f"uses {len(solution.placements)} of {counted(total, 'piece')}; left over: {names}"


def price_lines(puzzle: AnyPuzzle) -> list[str]:
    """Lines that say what pieces, cells and single placements cost; none when nothing does."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
    from tilewright.render.labels import plain

    if isinstance(puzzle, ExactCoverPuzzle):  # the options say it
        return []
    pieces = [f"{piece.name} {piece.cost:,}" for piece in puzzle.pieces if piece.cost]
    cells: dict[int, list[Cell]] = {}
    for cell, cost in sorted(puzzle.board.cell_costs.items()):
        if cost:
            cells.setdefault(cost, []).append(cell)
    priced = [
        f"{_named(held)} {cost:,}" + (" each" if len(held) > 1 else "")
        for cost, held in sorted(cells.items())
    ]
    placed = [
        f"{listed.placement.piece} on {_named(listed.placement.cells)} {listed.cost:,}"
        for listed in puzzle.costs
        if listed.cost
    ]
    kinds = (("of each copy", pieces), ("of covering", priced), ("on top", placed))
    return [f"Cost {kind}: {plain(_some(words, '; '))}" for kind, words in kinds if words]


def _named(cells: Iterable[Cell]) -> str:
    return _some([f"({', '.join(map(str, cell))})" for cell in cells], " ")


def _some(words: Sequence[str], between: str) -> str:
    """The first of many words, and how many more there are."""
    more = len(words) - LISTED
    return between.join(words[:LISTED]) + (f"{between}and {more:,} more" if more > 0 else "")


def describe(puzzle: AnyPuzzle) -> dict[str, object]:
    """A puzzle's title, source, sizes, pieces, costs and known counts, for a JSON object."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    if isinstance(puzzle, ExactCoverPuzzle):
        return describe_items(puzzle)
    return {
        "title": puzzle.title,
        "source": puzzle.source,
        "lattice": puzzle.lattice.name,
        "cells": len(puzzle.board.required),
        "optional_cells": len(puzzle.board.optional),
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
        "expect": [
            {"what": e.what, "count": e.count, "motions": e.motions, "use": e.use, "source": e.source}
            for e in puzzle.expect
        ],
    }

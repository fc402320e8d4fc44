"""Puzzles and solutions as text on the screen: drawn, as tables, or in the words of a format."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from tilewright.cli.output import draws_lines, wants_color
from tilewright.cli.quantities import counted
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.cli.sources import LoadedPuzzle
    from tilewright.formats import Format
    from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
    from tilewright.model.lattices import Cell
    from tilewright.model.puzzle import Puzzle, Solution
    from tilewright.render.options import RenderOptions

WIDEST = 160
"""A drawing is never laid out wider than this, however wide the terminal."""
LISTED = 12
"""How many prices, or cells with one price, a line lists."""


@dataclass(frozen=True)
class DrawStyle:
    """Draws in text: with plain ASCII or with lines, with colour or without."""

    plain: bool
    color: bool

    @classmethod
    def from_options(cls, *, plain: bool, color: str) -> DrawStyle:
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


def echo_drawing(text: str, style: DrawStyle) -> None:
    """Print a drawing; click would take the colours out where it sees no terminal."""
    click.echo(text, color=style.color)


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


WORDED = (".txt",)
"""Suffixes of files that hold solutions as text."""

as_option = click.option(
    "--as",
    "as_format",
    metavar="FORMAT",
    help="Print solutions in this format's own way (dlx, ec, dpf) instead of drawing them.",
)


@dataclass(frozen=True)
class SolutionFormatter:
    """Puts solutions of a puzzle into text; ``format`` None draws them, or lists options where no cells are.

    ``pure`` says that stdout is to hold solutions only: another program may read them.
    """

    puzzle: AnyPuzzle
    style: DrawStyle
    format: Format | None = None
    pure: bool = False

    @classmethod
    def from_options(
        cls,
        source: LoadedPuzzle,
        *,
        as_format: str | None,
        output: Path | None,
        as_json: bool,
        plain: bool,
        color: str,
    ) -> SolutionFormatter:
        """What ``--as`` says; without it a puzzle of items and options is worded as its file's format does.

        UnsupportedError for a format that has no words for solutions; UsageError where nothing is worded.
        """
        from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

        pen = (
            DrawStyle.from_options(plain=plain, color=color)
            if output is None
            else DrawStyle(plain=plain, color=False)
        )
        if as_format is None:
            own = source.format
            worded = isinstance(source.puzzle, ExactCoverPuzzle) and own is not None and own.solutions
            return cls(source.puzzle, pen, own if worded else None)
        if as_json or (output is not None and output.suffix.lower() not in WORDED):
            raise click.UsageError("--as says how to write text; it goes with the screen and with .txt files")
        return cls(source.puzzle, pen, _format_of_solutions(as_format), pure=output is None)

    def text(self, solution: Solution, number: int) -> str:
        """One solution, the ``number``-th from 1; whole lines, each with its end."""
        from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

        if self.format is not None and self.format.solution_text is not None:
            return self.format.solution_text(self.puzzle, solution, number)
        if isinstance(self.puzzle, ExactCoverPuzzle):
            return _options(self.puzzle, solution)
        drawing = self.style.solution(self.puzzle, solution)
        line = left_over(self.puzzle, solution)
        return f"{drawing}\n" + (f"{line}\n" if line else "")


def _format_of_solutions(name: str) -> Format:
    from tilewright.formats import FORMATS, by_name

    chosen = by_name(name)
    if not chosen.solutions:
        others = [other for other, held in FORMATS.items() if held.solutions]
        raise UnsupportedError(
            f"the format {name} has no way of its own to write solutions; "
            + (f"these have: {', '.join(others)}" if others else "no format has")
        )
    return chosen


def _options(puzzle: ExactCoverPuzzle, solution: Solution) -> str:
    chosen = sorted(puzzle.option_of(placement) for placement in solution.placements)
    return "".join(f"{option_text(puzzle.options[k])}\n" for k in chosen)


LISTED_ITEMS = 20
"""How many items, and how many options, a table lists."""
LONGEST = 100
"""A line about an option is cut here."""


def item_tables(puzzle: ExactCoverPuzzle) -> str:
    """The title, what there is of everything, the first items and the first options."""
    from tilewright.render.labels import plain

    primary = sum(item.primary for item in puzzle.items)
    secondary = len(puzzle.items) - primary
    sizes = [counted(primary, "primary item"), counted(len(puzzle.options), "option")]
    if secondary:
        sizes.insert(1, counted(secondary, "secondary item"))
    held = Counter(name for option in puzzle.options for name, _ in option.uses)
    coloured = {name for option in puzzle.options for name, colour in option.uses if colour}
    rows = [
        (item.name, _cover(item, coloured), f"{held[item.name]:,}") for item in puzzle.items[:LISTED_ITEMS]
    ]
    lines = [*([plain(puzzle.title)] if puzzle.title else []), ", ".join(sizes), ""]
    if rows:
        lines += [*_aligned([("item", "to be covered", "options"), *rows]), *_more(puzzle.items), ""]
    for number, option in enumerate(puzzle.options[:LISTED_ITEMS], start=1):
        text = f"{number:>4}  {option_text(option)}"
        lines.append(text if len(text) <= LONGEST else text[: LONGEST - 4] + " ...")
    return "\n".join([*lines, *_more(puzzle.options)]).rstrip("\n")


def option_text(option: Option) -> str:
    """An option in a line: its name, its items with their colours, what it costs."""
    items = " ".join(f"{name}:{colour}" if colour else name for name, colour in option.uses)
    cost = f" (cost {option.cost:,})" if option.cost else ""
    return (f"{option.name}: " if option.name else "") + items + cost


def describe_items(puzzle: ExactCoverPuzzle) -> dict[str, object]:
    """Title, source, items, options and known counts, for a JSON object."""
    return {
        "title": puzzle.title,
        "source": puzzle.source,
        "items": [
            {"name": item.name, "covered": [item.least, item.most], "primary": item.primary}
            for item in puzzle.items
        ],
        "options": [
            {"name": option.name, "items": [list(use) for use in option.uses], "cost": option.cost}
            for option in puzzle.options
        ],
        "expect": [
            {"what": e.what, "count": e.count, "motions": e.motions, "use": e.use, "source": e.source}
            for e in puzzle.expect
        ],
    }


def _cover(item: Item, coloured: Collection[str]) -> str:
    if not item.primary:
        return "at most once, or in one colour" if item.name in coloured else "at most once"
    if item.least == item.most:
        return {0: "never", 1: "once"}.get(item.least, f"{item.least:,} times")
    return f"{item.least:,} to {item.most:,} times"


def _more(listed: Sequence[object]) -> list[str]:
    return [f"... and {len(listed) - LISTED_ITEMS:,} more"] if len(listed) > LISTED_ITEMS else []


def _aligned(rows: Sequence[tuple[str, str, str]]) -> list[str]:
    """Columns side by side; the last one holds numbers."""
    first, second, third = (max(len(row[k]) for row in rows) for k in range(3))
    return [f"{a:{first}}  {b:{second}}  {c:>{third}}" for a, b, c in rows]

"""A board as an exact cover problem in a file: DLX, whose solutions of least cost are the best arrangements,
and EC, whose solutions are all arrangements.

The items and options are those of ``engines.cover_problem``: a domino or a port covers each cell, and no two
ports are adjacent. What excludes a given piece or port is left out.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard, PieceCells, Rules
from tilewright.families.gunport.engines.cover_problem import ItemKey, arrangement_problem
from tilewright.formats import write_atomically
from tilewright.formats.to_exact_cover import cell_word
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.wording import counted

NO_COSTS = "EC has no costs: each arrangement is a solution, however many pieces it has"
UNUSED = "unused"  # starts the name of an option that fills a secondary item


def to_exact_cover(board: GunportBoard, rules: Rules) -> ExactCoverPuzzle:
    """The exact cover problem of a board: each arrangement is a solution, and costs its number of pieces.

    PuzzleError when a given piece is not the rules' piece.
    """
    problem_held = arrangement_problem(board, rules)
    problem, pieces = problem_held.problem, len(problem_held.placements)
    names = [_item_name(key) for key in problem_held.keys]
    never = {item for item, bounds in enumerate(problem.bounds) if bounds == (0, 0)}
    items = [
        Item(name, *problem.bounds[item]) if item < problem.primary else Item(name, primary=False)
        for item, name in enumerate(names)
        if item not in never
    ]
    cells = [*problem_held.placements, *((cell,) for cell in problem_held.holes)]
    given = {cell: option for option in problem_held.given for cell in cells[option]}
    options = [
        Option(
            tuple((names[item], "") for item, _ in uses),
            f"{'piece' if option < pieces else 'port'}:{_word(cells[option])}",
            problem.costs[option],
        )
        for option, uses in enumerate(problem.options)
        if all(given.get(cell, option) == option for cell in cells[option])
        and never.isdisjoint(item for item, _ in uses)
    ]
    sliding = " that cannot slide" if rules.no_slide else ""
    title = f"gunport {board.name}: each {rules.piece.name}{sliding} costs 1, a port nothing"
    return ExactCoverPuzzle(tuple(items), tuple(options), title, goal="least")


def without_secondary_items(puzzle: ExactCoverPuzzle) -> ExactCoverPuzzle:
    """The same solutions without secondary items and costs, as EC needs it.

    Each secondary item becomes primary and gets an option of its own, which fills it where nothing else does.
    """
    items = tuple(replace(item, primary=True) for item in puzzle.items)
    fillers = [
        Option(((item.name, ""),), f"{UNUSED}:{item.name}") for item in puzzle.items if not item.primary
    ]
    options = [replace(option, cost=0) for option in puzzle.options]
    if options:  # EC has no comments; a name may be anything
        options[0] = replace(options[0], name=f"{options[0].name} ({NO_COSTS})")
    return ExactCoverPuzzle(items, (*options, *fillers), puzzle.title)


def write_cover(board: GunportBoard, rules: Rules, path: Path) -> str:
    """Write the exact cover problem of a board as DLX, EC, or EC-numeric if EC is too long; what was written.

    UnsupportedError where EC cannot express it: pieces of three cells or more.
    """
    from tilewright.formats import dlx, exact_cover_text

    puzzle, remark = to_exact_cover(board, rules), ""
    if path.suffix.lower() == ".ec":
        if any(item.most > 1 for item in puzzle.items):
            raise UnsupportedError(
                f"EC cannot express that no {rules.piece.name} fits; DLX can (-o FILE.dlx)"
            )
        puzzle, remark = without_secondary_items(puzzle), f"; {NO_COSTS}"
        is_long = len(puzzle.items) * len(puzzle.options) > exact_cover_text.MAX_CHARACTERS
        text = exact_cover_text.dumps_numeric(puzzle) if is_long else exact_cover_text.dumps(puzzle)
    else:
        text = dlx.dumps(puzzle)
    write_atomically(path, text)
    items, options = counted(len(puzzle.items), "item"), counted(len(puzzle.options), "option")
    return f"wrote {path}: {items}, {options}{remark}"


def _item_name(key: ItemKey) -> str:
    """The name of an item: a cell, cells that must not all be ports, or a placement and cells ahead."""
    these, ahead = key
    if not ahead:
        return _word(these)
    return f"{_word(these)}>{_word(ahead)}" if these else _word(ahead)


def _word(cells: PieceCells) -> str:
    return ";".join(map(cell_word, cells))

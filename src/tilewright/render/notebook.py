"""What notebooks show of puzzles, solutions and answers: pictures, and tables where there are no cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice

from tilewright.errors import TilewrightError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.render.picture import to_svg
from tilewright.wording import counted

MAX_CELLS = 10_000  # boards with more cells are not drawn unless requested
MAX_ROWS = 20  # of a table of options


def notebook_svg(shown: Puzzle | Solution) -> str | None:
    """The picture of a puzzle or of a solution that knows its puzzle; None when that takes long."""
    return solutions_svg([shown]) if isinstance(shown, Solution) else _svg(shown, [])


def solutions_svg(solutions: Sequence[Solution]) -> str | None:
    """The picture of one solution, or of several on a sheet; None as in :func:`notebook_svg`."""
    return _svg(solutions[0].puzzle, solutions) if solutions else None


def _svg(puzzle: AnyPuzzle | None, solutions: Sequence[Solution]) -> str | None:
    if not isinstance(puzzle, Puzzle) or len(puzzle.board.cells) > MAX_CELLS:
        return None
    try:
        return to_svg(puzzle, solutions)
    except TilewrightError:
        return None


def notebook_html(shown: ExactCoverPuzzle | Solution) -> str | None:
    """The options of a puzzle without cells, or those of a solution of one; None for other solutions."""
    puzzle = shown.puzzle if isinstance(shown, Solution) else shown
    if not isinstance(puzzle, ExactCoverPuzzle):
        return None
    numbers: Iterable[int] = range(len(puzzle.options))
    count = len(puzzle.options)
    if isinstance(shown, Solution):
        try:
            numbers = [puzzle.option_of(placement) for placement in shown]
        except TilewrightError:
            return None
        count = len(numbers)
        title = f"{puzzle.title or 'A solution'}: {counted(count, 'option')}"
    else:
        items = counted(len(puzzle.items), "item")
        title = f"{puzzle.title or 'Exact cover'}: {items}, {counted(count, 'option')}"
    rows = [
        (puzzle.options[k].name or f"option {k + 1}", " ".join(puzzle.options[k].words))
        for k in islice(numbers, MAX_ROWS)
    ]
    if count > MAX_ROWS:
        rows.append(("...", f"{count - MAX_ROWS:,} more"))
    return table(title, rows)


def table(title: str, rows: Iterable[tuple[str, str]], picture: str | None = None) -> str:
    """An HTML table of names and values, with a picture below it."""
    body = "".join(
        f'<tr><th style="text-align: left">{escape(name)}</th>'
        f'<td style="text-align: left">{escape(value)}</td></tr>'
        for name, value in rows
    )
    return f"<table><caption>{escape(title)}</caption><tbody>{body}</tbody></table>{picture or ''}"

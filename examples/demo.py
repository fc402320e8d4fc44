"""Solve the 6x10 pentominoes, count 12x12 dominoes, solve a gunport board, and draw the results.

``make demo`` runs this. The 2,339 solutions were first counted by Haselgrove and Haselgrove in 1960.
"""

from __future__ import annotations

import time
from itertools import product
from pathlib import Path

from rich.progress import BarColumn, Progress, TextColumn

import tilewright
from tilewright import Board, Piece, Puzzle, Solution
from tilewright.families.gunport import GunportBoard, GunportQuery, solve_board
from tilewright.families.gunport.pictures import RENDERERS, Caption, sheet_scene
from tilewright.formats import write_atomically
from tilewright.model.pieces import piece_set
from tilewright.render import RenderOptions, to_png, to_svg

OUT = Path("out")
DRAWN = 24


def pentominoes() -> Puzzle:
    """The twelve pentominoes on a board of 10 by 6 cells."""
    pieces = tuple(Piece.of(name, cells) for name, cells in piece_set("pentominoes"))
    return Puzzle(Board.of(product(range(10), range(6))), pieces, title="6x10 pentominoes")


def main() -> None:
    """Find all solutions with a progress bar and draw some of them."""
    puzzle = pentominoes()
    solutions: list[Solution] = []
    start_time = time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    with Progress(*columns, TextColumn("{task.fields[found]:,} found")) as bar:
        task = bar.add_task("6x10 pentominoes", total=1.0, found=0)
        answer = tilewright.solve(
            puzzle,
            sink=solutions.append,
            unique=True,
            on_progress=lambda now: bar.update(task, completed=now.share, found=now.images),
        )
        bar.update(task, completed=1.0, found=answer.solutions)
    elapsed = time.perf_counter() - start_time
    print(f"{answer.solutions:,} solutions ({answer.up_to_symmetry:,} up to symmetry) in {elapsed:.2f} s")

    # Consecutive solutions look alike, so draw some from the whole search.
    shown = range(0, len(solutions), len(solutions) // DRAWN)[:DRAWN]
    options = RenderOptions(
        title=f"{puzzle.title}: {len(shown)} of {len(solutions):,} solutions up to symmetry",
        captions=tuple(f"{number + 1:,}" for number in shown),
    )
    drawn = [solutions[number] for number in shown]
    OUT.mkdir(exist_ok=True)
    write_atomically(OUT / "pentominoes.svg", to_svg(puzzle, drawn, options))
    write_atomically(OUT / "pentominoes.png", to_png(puzzle, drawn, options))
    print(f"Pictures of {len(shown)} of them: {OUT / 'pentominoes.svg'} and {OUT / 'pentominoes.png'}")
    count_dominoes()


def count_dominoes() -> None:
    """Count tilings that are too many to list, and draw one of them uniformly at random."""
    side = 12
    domino = Piece.of("I2", ((0, 0), (0, 1)), copies=(0, side * side))
    puzzle = Puzzle(Board.of(product(range(side), range(side))), (domino,), title=f"{side}x{side} dominoes")
    answer = tilewright.count(puzzle, unique=True)
    print(
        f"{side}x{side} dominoes: {answer.solutions:,} tilings ({answer.up_to_symmetry:,} up to symmetry) "
        f"in {answer.seconds:.2f} s"
    )
    drawn = tilewright.sample(puzzle, 1, seed=7)
    write_atomically(
        OUT / "dominoes.svg", to_svg(puzzle, drawn.solutions, RenderOptions(title="A random tiling"))
    )
    print(f"A random tiling: {OUT / 'dominoes.svg'}")
    leave_ports()


def leave_ports() -> None:
    """Place as few dominoes as possible such that no more fits; the vacant cells are ports."""
    answer = solve_board(GunportBoard.rectangle(8, 10), query=GunportQuery(count=True))
    summary = f"{answer.board.name}: {answer.pieces} dominoes, {answer.ports} ports"
    counts = f"{answer.optima:,} arrangements, {answer.up_to_symmetry:,} up to symmetry"
    print(f"{summary} in {answer.seconds:.2f} s; {counts}")
    write_atomically(
        OUT / "gunport.svg", RENDERERS[".svg"](sheet_scene(answer.arrangements, Caption(summary)))
    )
    print(f"An optimal arrangement: {OUT / 'gunport.svg'}")


if __name__ == "__main__":
    main()

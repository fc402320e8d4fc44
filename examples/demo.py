"""The main job from end to end: a puzzle, all its solutions, verified and counted, and a picture of them.

``make demo`` runs this. Haselgrove and Haselgrove counted the same 2,339 in 1960.
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
SHOWN = 24


def pentominoes() -> Puzzle:
    """The twelve pentominoes on a board of 10 by 6 cells."""
    pieces = tuple(Piece.of(name, cells) for name, cells in piece_set("pentominoes"))
    return Puzzle(Board.of(product(range(10), range(6))), pieces, title="6x10 pentominoes")


def main() -> None:
    """Solve, show how it goes, say how many there are, leave pictures."""
    puzzle = pentominoes()
    found: list[Solution] = []
    begin = time.perf_counter()
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"))
    with Progress(*columns, TextColumn("{task.fields[found]:,} found")) as bar:
        task = bar.add_task("6x10 pentominoes", total=1.0, found=0)
        answer = tilewright.solve(
            puzzle,
            sink=found.append,
            unique=True,
            on_progress=lambda now: bar.update(task, completed=now.share, found=now.images),
        )
        bar.update(task, completed=1.0, found=answer.solutions)
    taken = time.perf_counter() - begin
    print(f"{answer.solutions:,} solutions ({answer.up_to_symmetry:,} up to symmetry) in {taken:.2f} s")

    # Solutions that were found one after the other look alike: show some from all over the search.
    shown = range(0, len(found), len(found) // SHOWN)[:SHOWN]
    look = RenderOptions(
        title=f"{puzzle.title}: {len(shown)} of {len(found):,} solutions up to symmetry",
        captions=tuple(f"{number + 1:,}" for number in shown),
    )
    some = [found[number] for number in shown]
    OUT.mkdir(exist_ok=True)
    write_atomically(OUT / "pentominoes.svg", to_svg(puzzle, some, look))
    write_atomically(OUT / "pentominoes.png", to_png(puzzle, some, look))
    print(f"Pictures of {len(shown)} of them: {OUT / 'pentominoes.svg'} and {OUT / 'pentominoes.png'}")
    count_dominoes()


def count_dominoes() -> None:
    """Count what nobody could list, and draw one of them, each as likely as any other."""
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
        OUT / "dominoes.svg", to_svg(puzzle, drawn.solutions, RenderOptions(title="A fair draw"))
    )
    print(f"One drawn from all of them: {OUT / 'dominoes.svg'}")
    leave_ports()


def leave_ports() -> None:
    """As few dominoes as possible such that no more fits; the vacant cells are ports."""
    answer = solve_board(GunportBoard.rectangle(8, 10), query=GunportQuery(count=True))
    told = f"{answer.board.name}: {answer.pieces} dominoes, {answer.ports} ports"
    kinds = f"{answer.optima:,} such arrangements, {answer.up_to_symmetry:,} up to symmetry"
    print(f"{told} in {answer.seconds:.2f} s; {kinds}")
    write_atomically(OUT / "gunport.svg", RENDERERS[".svg"](sheet_scene(answer.arrangements, Caption(told))))
    print(f"Such an arrangement: {OUT / 'gunport.svg'}")


if __name__ == "__main__":
    main()

"""The cover problems of the benchmark with their known counts, and a text format for them.

``python benchmarks/problems.py DIRECTORY`` writes them all, for programs that cannot read Python::

    72 72 2056          items, primary items, options
    0 1 2 3 10 60       an option: its items; `item:colour` where a secondary item has a colour
    ...
    bounds 3 0 2        only where an item is not covered exactly once: item, least, most
    near 0 1 10         only where it is known: the items that lie beside item 0
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import prod
from pathlib import Path

from tilewright.exact_cover.problem import CoverProblem, Use
from tilewright.exact_cover.translation import to_cover
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Board, Piece, Puzzle, merge_copies

PENTOMINOES = {
    "F": ".XX/XX./.X.",
    "I": "X/X/X/X/X",
    "L": "X/X/X/XX",
    "N": ".X/.X/XX/X.",
    "P": "XX/XX/X.",
    "T": "XXX/.X./.X.",
    "U": "X.X/XXX",
    "V": "X../X../XXX",
    "W": "X../XX./.XX",
    "X": ".X./XXX/.X.",
    "Y": ".X/XX/.X/.X",
    "Z": "XX./.X./.XX",
}

HOLES_8X8 = {
    "corner missing": ((6, 6), (7, 6), (6, 7), (7, 7)),
    "four missing corners": ((0, 0), (7, 0), (0, 7), (7, 7)),
    "four missing diagonal": ((5, 2), (4, 3), (3, 4), (2, 5)),
    "four missing near corners": ((1, 1), (6, 1), (1, 6), (6, 6)),
    "four missing near middle": ((2, 2), (5, 2), (2, 5), (5, 5)),
    "four missing offset near middle": ((3, 2), (5, 3), (2, 4), (4, 5)),
    "middle missing": ((3, 3), (4, 3), (3, 4), (4, 4)),
    "side missing": ((0, 3), (1, 3), (0, 4), (1, 4)),
}
HOLED_COUNTS = (10054, 17360, 296, 1504, 168, 504, 520, 2576)

TILINGS: dict[str, tuple[str, str, int]] = {
    # name: (board, pieces, labelled solutions). Letters are colours where there is more than one letter.
    "lucky13": (
        "/".join(["X" * 8] * 8),
        "XX/XX X/XX/X XX/.XX XX/.X/.X XX/X/XX XXX/X/X .XX/.X/XX XX/.XX/.X X/XX/X/X X/XX/.X/.X XX/X/X/X "
        "XX/XX/XX X.X/XXX/X.X",
        555320,
    ),
    "checkerboard": (
        "/".join(["XOXOXOXO", "OXOXOXOX"] * 4),
        "X/O/X XO/.X O/XO/.XO O/X/OXO OX/XO/.X OXOXO/....X OX/XO/O/X ...X/...O/OXOX X/O/X/O/XO XOXO/O/X "
        ".X/.O/.X/XO/O XO/OX/.O/.X/.O",
        6232,
    ),
    "board3": (
        "/".join(["X" * 10] * 10),
        "XX/X/X XX/X/X XX/X/X XX/X/X .X/XXX/.X .X/XXX/.X .X/XXX/.X .X/XXX/.X "
        "XXXXXXXXXX/XXXXXXXXXX/" + "XX......XX/" * 6 + "XXXXXXXXXX/XXXXXXXXXX",
        1152,
    ),
    "IQ creator": (
        "/".join(["X" * 8] * 8),
        "XXX/XXX/.XX XX/XXXX/..XX XXX/..X/..X/XXX X/X/XXX/XXX ..XX/XXXX/..XX XXX/XXXXX ..X/XXX/XXX/..X "
        "XX/XX/XX/XX",
        48,
    ),
    "partial cross 2": (
        "/".join(["...XXX"] * 3 + ["XXXXXXXXX"] * 3 + ["...XXX"] * 3),
        "XXX/.X XXX/X.X XXX/XXX XXX/XX/XXX XXX/.XX/XXX .XXX/XXXXX/.XXX/.XXX",
        32,
    ),
    "thirteen holes": (
        ".XXXXXXXXX/XXX.X.X.XXX/X.XXXXXXX.X/XXX.X.X.XXX/X.XXXXXXX.X/XXX.X.X.XXX/.XXXXXXXXX",
        " ".join(PENTOMINOES.values()),
        8,
    ),
    "test1": (
        "/".join(["X" * 8] * 8),
        "X X X X XX X/X XXX XX/X .XXXXXX/XXX..XX/XXXXXXXX/XX..XXXX/XXX.XX.X/XXXXXX.X/.XXXXX.X/XX.XX.XX",
        384,
    ),
    "test2": (
        "/".join(["X" * 8] * 8),
        "X X XXX XX/X XXXX .XXXXXX/XXX..XX/XXXXXXXX/XX..XXXX/XXX.XX.X/XXXXXX.X/.XXXXX.X/XXXXXXXX",
        0,
    ),
    "test puzzle 2": (
        "X/XX/XXX/XXXX/XXXXX/XXXXXX/XXX/XXXX/XXXXX/XXXXXX/XXXXXXX/XXXXXXXX",
        "X/XX/.X .X/XXX X/X/XX XXXX X/X/X/X/X/X X/X/X/XX/.X .X/XX/XX/.X X/XX/X/X/X X/XX/XX/XX X/XX/.XX/..XX",
        1134,
    ),
    "test puzzle 3": (
        "....X/...XXX/..X.X.X/.XXXXXXX/XXXXXXXXX/.XXXXXXX/..X.X.X/...XXX/....X",
        "XX .X/XX/.X XXX/.X .X/XXX/.X X/X/X/X/X XX/XX/X .X/XXX/XX .X/.X/XXX/.X",
        16,
    ),
    "test puzzle 4": (
        ".XXXXX/XXXXXXX/XX..XXX/XX..XXX/XXXXXXX/XXXXXXX/XXXXXXX/.XXXXX",
        "X/X XX/XX ..XX/XXX ..X/..X/XXX .XXX/XXX .XX/XX/.X/.X ..X/XXXXX XX/XXXXX X/X/X/X/XXX",
        81,
    ),
    "trivial": ("abba/baba", "b .b/aa bab/..a", 1),
}

CROSS = TILINGS["partial cross 2"][0]


@dataclass(frozen=True)
class Known:
    """A cover problem with the number of its solutions, known from elsewhere.

    ``plain`` is the problem to give to programs that know no multiplicities, with ``plain_count``
    solutions: the same one, or the one where copies of a piece are told apart.
    """

    problem: CoverProblem
    count: int
    plain: CoverProblem
    plain_count: int


def drawn(text: str) -> dict[Cell, str]:
    """The cells of a drawing with lines ended by ``/``; a full stop is an empty place."""
    return {
        (x, y): mark for y, line in enumerate(text.split("/")) for x, mark in enumerate(line) if mark != "."
    }


def puzzle(board: Iterable[Cell] | Mapping[Cell, str], pieces: Iterable[str]) -> Puzzle:
    """A puzzle of drawn pieces that may be turned and reflected; each has a name of its own."""
    all_pieces = [Piece.of(f"{number}", drawn(text)) for number, text in enumerate(pieces)]
    return Puzzle(Board.of(board), tuple(all_pieces))


def rectangle(width: int, height: int, holes: Iterable[Cell] = ()) -> set[Cell]:
    """The cells of a rectangle with holes."""
    cells: set[Cell] = {(x, y) for x, y in product(range(width), range(height))}
    return cells - set(holes)


def shifted(width: int, height: int) -> set[Cell]:
    """A rectangle where each line stands one cell to the left of the one above."""
    return {(x + height - y, y) for x, y in product(range(width), range(height))}


def known(tiling: Puzzle, labelled: int) -> Known:
    """The cover problem of a puzzle, and its labelled twin: ``labelled`` is the count of the latter."""
    merged = replace(tiling, pieces=merge_copies(tiling.pieces, tiling.lattice))
    swaps = prod(_factorial(piece.max_copies) for piece in merged.pieces)
    if labelled % swaps:
        raise ValueError(f"{labelled} labelled solutions cannot be: copies swap in {swaps} ways")
    return Known(to_cover(merged).problem, labelled // swaps, to_cover(tiling).problem, labelled)


def _factorial(n: int) -> int:
    return prod(range(2, n + 1))


def queens(n: int) -> CoverProblem:
    """n queens: a rank and a file each exactly once, each diagonal at most once (TAOCP 4B, 7.2.2.1, (23)).

    Ranks and files are taken from the middle outwards (Knuth's organ-pipe order), which helps all
    programs that take the first of several equally small items.
    """
    order = sorted(range(n), key=lambda i: (abs(2 * i + 1 - n), i))
    names = [f"{axis}{i}" for i in order for axis in "rc"]
    names += [f"a{s}" for s in range(2 * n - 1)] + [f"b{d}" for d in range(2 * n - 1)]
    index = {name: i for i, name in enumerate(names)}
    options = [
        tuple((index[name], 0) for name in (f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + n - 1}"))
        for r, c in product(range(n), range(n))
    ]
    return _problem(names, 2 * n, options)


def langford(n: int) -> CoverProblem:
    """Langford pairs, both directions: 1..n twice each in 2n slots, i slots between the two i."""
    names = [f"{i}" for i in range(1, n + 1)] + [f"s{j}" for j in range(2 * n)]
    options = [
        ((i - 1, 0), (n + j, 0), (n + j + i + 1, 0)) for i in range(1, n + 1) for j in range(2 * n - i - 1)
    ]
    return _problem(names, 3 * n, options)


def soma() -> CoverProblem:
    """The soma cube: seven pieces fill a cube of side 3; turns in space, no reflections."""
    pieces = {
        "ell": "000 100 200 010",
        "tee": "000 100 200 110",
        "skew": "000 100 110 210",
        "bent": "000 100 010",
        "claw": "000 100 010 001",
        "left": "000 100 010 011",
        "right": "000 100 010 101",
    }
    cells = sorted(product(range(3), repeat=3))
    index: dict[object, int] = {cell: i for i, cell in enumerate(cells)}
    names = ["{}{}{}".format(*cell) for cell in cells] + list(pieces)
    options: list[tuple[Use, ...]] = []
    for number, text in enumerate(pieces.values()):
        shape = [tuple(map(int, cell)) for cell in text.split()]
        cell_sets = {
            tuple(sorted(tuple(a + b for a, b in zip(turn(cell), shift, strict=True)) for cell in shape))
            for turn in _turns()
            for shift in product(range(-2, 5), repeat=3)
        }
        options += [
            (*((index[cell], 0) for cell in place), (27 + number, 0))
            for place in sorted(cell_sets)
            if all(cell in index for cell in place)
        ]
    near = [tuple(j for j, other in enumerate(cells) if _distance(cell, other) == 1) for cell in cells]
    return replace(_problem(names, 34, options), near=(*near, *[()] * 7))


def _distance(a: Cell, b: Cell) -> int:
    return sum(abs(x - y) for x, y in zip(a, b, strict=True))


def _turns() -> list[Callable[[Cell], Cell]]:
    """The 24 turns of a cube about the origin."""
    turns: list[Callable[[Cell], Cell]] = []
    for axes in permutations(range(3)):
        even = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3)) % 2 == 0
        for signs in product((1, -1), repeat=3):
            if (prod(signs) == 1) == even:
                turns.append(
                    lambda cell, axes=axes, signs=signs: tuple(  # type: ignore[misc]
                        sign * cell[axis] for axis, sign in zip(axes, signs, strict=True)
                    )
                )
    return turns


def _problem(names: Iterable[str], primary: int, options: Iterable[tuple[Use, ...]]) -> CoverProblem:
    ascending = tuple(tuple(sorted(option)) for option in options)
    return CoverProblem(tuple(names), ((1, 1),) * primary, ascending)


def catalogue() -> dict[str, Known]:
    """Every problem of the benchmark by name, with its known count."""
    knowns: dict[str, Known] = {}
    pentominoes = list(PENTOMINOES.values())
    for name, board, count in (
        ("6x10", rectangle(10, 6), 9356),
        ("5x12", rectangle(12, 5), 4040),
        ("4x15", rectangle(15, 4), 1472),
        ("3x20", rectangle(20, 3), 8),
        ("3x21", rectangle(21, 3, ((4, 1), (10, 1), (16, 1))), 24),
        ("8x9 middle missing", rectangle(9, 8, product(range(3, 6), range(2, 6))), 36),
        ("3x20 shift", shifted(20, 3), 4),
        ("4x15 shift", shifted(15, 4), 276),
        ("6x10 shift", shifted(10, 6), 312),
    ):
        knowns[name] = known(puzzle(board, pentominoes), count)
    for (name, holes), count in zip(HOLES_8X8.items(), HOLED_COUNTS, strict=True):
        knowns[f"8x8 {name}"] = known(puzzle(rectangle(8, 8, holes), pentominoes), count)
    for name, (board_text, pieces, count) in TILINGS.items():
        cells = drawn(board_text)
        knowns[name] = known(puzzle(cells, pieces.split()), count)
    cross = to_cover(puzzle(drawn(CROSS), pentominoes).using_any()).problem
    knowns["partial cross, any pieces"] = Known(cross, 160, cross, 160)
    for name, problem, count in (
        ("soma", soma(), 11520),
        ("12 queens", queens(12), 14200),
        ("Langford 11", langford(11), 2 * 17792),
        ("Langford 12", langford(12), 2 * 108144),
    ):
        knowns[name] = Known(problem, count, problem, count)
    return knowns


def problems() -> dict[str, CoverProblem]:
    """Every cover problem by name; where pieces have copies, ``NAME, labelled`` is there too."""
    cover_problems: dict[str, CoverProblem] = {}
    for name, entry in catalogue().items():
        cover_problems[name] = entry.problem
        if entry.plain != entry.problem:
            cover_problems[f"{name}, labelled"] = entry.plain
    return cover_problems


def dumps(problem: CoverProblem) -> str:
    """A cover problem in the text format of this module."""
    lines = [f"{len(problem.items)} {problem.primary} {len(problem.options)}"]
    lines += [
        " ".join(f"{item}:{colour}" if colour else f"{item}" for item, colour in option)
        for option in problem.options
    ]
    lines += [f"bounds {i} {lo} {hi}" for i, (lo, hi) in enumerate(problem.bounds) if (lo, hi) != (1, 1)]
    lines += [f"near {i} " + " ".join(map(str, row)) for i, row in enumerate(problem.near) if row]
    return "\n".join(lines) + "\n"


def loads(text: str) -> CoverProblem:
    """The cover problem in a text that ``dumps`` wrote; its items have no names."""
    first, *lines = text.splitlines()
    items, primary, count = map(int, first.split())
    bounds = [(1, 1)] * primary
    near: list[tuple[int, ...]] = [()] * items
    for line in lines[count:]:
        word, *numbers = line.split()
        item, *values = map(int, numbers)
        if word == "bounds":
            bounds[item] = (values[0], values[1])
        else:
            near[item] = tuple(values)
    options = tuple(tuple(_use(word) for word in line.split()) for line in lines[:count])
    names = tuple(str(i) for i in range(items))
    return CoverProblem(names, tuple(bounds), options, tuple(near) if any(near) else ())


def _use(word: str) -> Use:
    item, _, colour = word.partition(":")
    return int(item), int(colour or 0)


def file_name(name: str) -> str:
    """The file's name for a problem's name."""
    return name.replace(", ", "_").replace(" ", "_") + ".cover"


def main() -> None:
    """Write every problem to a directory."""
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for name, problem in problems().items():
        path = directory / file_name(name)
        path.write_text(dumps(problem))
        print(f"{path}: {len(problem.items)} items, {len(problem.options)} options")


if __name__ == "__main__":
    main()

"""Makes the tables of random games in tests/moves: ``PYTHONPATH=tests python -m support.random_moves``.

Each game is played on a few puzzles by moves of which some are not allowed; the results are those of the
rules in Python. The same seed gives the same files.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from support.move_tables import DIRECTORY, GAMES, REFUSED, result_of, tiling_puzzle
from tilewright.model.puzzle import Puzzle
from tilewright.play import tiling
from tilewright.play.notation import cell_text

MOVES = 40  # of each game
SEED = 2026

PUZZLES = {
    "tiling": (
        "some-pentominoes-3x5",
        "tetrominoes-5x5-plus",
        "tetrahexes-4x7",
        "hexiamonds-rhombus",
        "polysticks-1-3-corners-of-a-side",
        "given.toml",
    ),
    "solid": ("soma-cube", "soma-steps"),
    "gunport": ("3x3", "4x5", "2x7"),
    "dominosa": ("001/110", "0012/1102/2120", "0.0/011/1..", "01230/12301/23012/30123"),
    "pips": (
        "ABC/DDE/A sum 0/B sum 4/C sum 1/D equal/E sum 2/1-2 0-4 3-3",
        ".AB/CADEFG/C.DEFG/C.D..G/"
        "/A sum 6/C equal/D equal/E sum 1/F sum 2/G equal/3-6 2-2 0-2 6-6 1-1 1-2 3-5 0-1",
    ),
    "vanishing": (
        "6;1/h;0;1;0;0/h;1;0;3;0",
        "6;3/h;0;1;0;0/h;1;0;3;0/h;2;9;2;1/h;0;1;0;1/h;9;9;2;2",
        "5;4/v;1;2;0;0/h;0;1;1;0/h;2;0;3;0/h;1;0;1;1/v;0;1;3;1/v;1;0;4;1/v;2;0;0;2/h;1;1;1;2/h;0;0;1;3/h;1;2;3;3",
    ),
}


def _cell(dice: random.Random, width: int, height: int) -> tuple[int, int]:
    """A cell of a board, or at times one just beside it."""
    return dice.randint(-(dice.random() < 0.05), width - 1), dice.randint(0, height - (dice.random() < 0.95))


def _pair(dice: random.Random, width: int, height: int) -> str:
    """Two cells, mostly neighbours, as text."""
    x, y = _cell(dice, width, height)
    dx, dy = dice.choice([(1, 0), (-1, 0), (0, 1), (0, -1)] * 5 + [(1, 1), (0, 0), (2, 0)])
    return f"{x},{y} {x + dx},{y + dy}"


def _tiling_move(dice: random.Random, name: str, position: str) -> str:
    puzzle = tiling_puzzle(name)
    assert isinstance(puzzle, Puzzle)
    now = tiling.loads(puzzle, position)
    piece = dice.choice(puzzle.pieces).name
    places = tiling.valid_placements(now, piece) if dice.random() < 0.7 else ()
    places = places or tiling.valid_placements(tiling.start(puzzle), piece)
    if not places or dice.random() < 0.25:
        return f"lift {cell_text(dice.choice(now.game.cells))}"
    placement = dice.choice(places)
    cells = dice.sample(placement.cells, len(placement.cells))
    return f"place {placement.piece} on {' '.join(map(cell_text, cells))}"


def _gunport_move(dice: random.Random, puzzle: str, position: str) -> str:
    height, width = map(int, puzzle.split("x"))
    if dice.random() < 0.2:
        return f"lift {cell_text(_cell(dice, width, height))}"
    return f"lay {_pair(dice, width, height)}"


def _dominosa_move(dice: random.Random, puzzle: str, position: str) -> str:
    rows = puzzle.split("/")
    width, height = max(map(len, rows)), len(rows)
    verb = dice.choices(["lay", "lift", "mark", "clear"], [12, 3, 5, 0.4])[0]
    return {"lift": f"lift {cell_text(_cell(dice, width, height))}", "clear": "clear"}.get(
        verb, f"{verb} {_pair(dice, width, height)}"
    )


def _pips_move(dice: random.Random, puzzle: str, position: str) -> str:
    drawn = [line for line in puzzle.split("/") if line and set(line) <= set(".ABCDEFG")]
    number = dice.randint(0, puzzle.count("-"))
    verb = dice.choices(["lay", "lift", "clear"], [12, 3, 0.4])[0]
    pair = _pair(dice, max(map(len, drawn)), len(drawn))
    return {"lift": f"lift {number}", "clear": "clear"}.get(verb, f"lay {number} {pair}")


def _vanishing_move(dice: random.Random, puzzle: str, position: str) -> str:
    width, height = map(int, puzzle.split("/")[0].split(";"))
    return f"remove {cell_text(_cell(dice, width, height))}"


CHOICES: dict[str, Callable[[random.Random, str, str], str]] = {
    "tiling": _tiling_move,
    "solid": _tiling_move,
    "gunport": _gunport_move,
    "dominosa": _dominosa_move,
    "pips": _pips_move,
    "vanishing": _vanishing_move,
}


def table_text(game: str) -> str:
    """The table of random games of a game; about a third of the moves on each puzzle are refused."""
    dice = random.Random(f"{SEED} {game}")
    written = ["# Made by tests/support/random_moves.py; not to be edited."]
    for puzzle in PUZZLES[game]:
        written += [f"puzzle\t{puzzle}", *_rows(dice, game, puzzle)]
    return "\n".join(written) + "\n"


def _rows(dice: random.Random, game: str, puzzle: str) -> list[str]:
    rules, position = GAMES[game](puzzle), "-"
    rows: list[str] = []
    refused = 0
    for _ in range(50 * MOVES):
        move = CHOICES[game](dice, puzzle, "" if position == "-" else position)
        result = result_of(rules, position, move)
        if result != REFUSED or refused < MOVES // 3:
            rows.append(f"{position}\t{move}\t{result}")
        if len(rows) == MOVES:
            break
        refused += result == REFUSED
        if result != REFUSED:
            position = result.removesuffix(" finished")
        elif dice.random() < 0.02:
            position = "-"  # where no move is left, another game begins
    return rows


def main() -> None:
    """Write the tables."""
    for game in GAMES:
        (DIRECTORY / f"{game}_random.tsv").write_text(table_text(game), encoding="utf-8")


if __name__ == "__main__":
    main()

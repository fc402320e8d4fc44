"""The tables of tests/moves: positions, moves and the positions after them, for every game.

The rules in Python and those of the pages in JavaScript are checked with the same rows. A table is a TSV
file. ``puzzle`` and a puzzle begin a group of rows on it; a row is a position, a move and its result: the
position after it, with `` finished`` at its end if the game is solved there, or ``refused``. ``-`` is the
position before the first move, and ``#`` begins a comment. A tiling is written as ``tiling.dumps`` does, all
other positions as the moves that lead to them, see ``join_moves``. The files whose names end in ``_random``
are made by ``support.random_moves``; the others are written by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from tilewright.catalogue import load
from tilewright.errors import GameError
from tilewright.families.dominosa import play as dominosa
from tilewright.families.dominosa.puzzle import read_grid
from tilewright.families.gunport import play as gunport
from tilewright.families.gunport.board import GunportBoard
from tilewright.families.pips import files as pips_files
from tilewright.families.pips import play as pips
from tilewright.families.vanishing import files as vanishing_files
from tilewright.families.vanishing import game as vanishing
from tilewright.formats import toml
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.play import tiling
from tilewright.play.notation import join_moves, split_moves

DIRECTORY = Path(__file__).parents[1] / "moves"
REFUSED = "refused"


@dataclass(frozen=True)
class MoveRow:
    """A row of a table; ``place`` is its file and line."""

    place: str
    game: str
    puzzle: str
    position: str
    move: str
    result: str


@dataclass(frozen=True)
class Rules:
    """The rules of a game on a puzzle: positions from and to texts, and moves."""

    load: Callable[[str], Any]
    play: Callable[[Any, str], Any]
    dump: Callable[[Any], str]
    is_finished: Callable[[Any], bool] = lambda position: bool(position.finished)


def tiling_puzzle(name: str) -> AnyPuzzle:
    """A puzzle of the catalogue, or of a file beside the tables."""
    return toml.loads((DIRECTORY / name).read_text()) if name.endswith(".toml") else load(name)


def lines(puzzle: str) -> str:
    """The text of a puzzle that stands in one line of a table."""
    return puzzle.replace("/", "\n") + "\n"


def _tiling_rules(puzzle: str) -> Rules:
    parsed = tiling_puzzle(puzzle)
    return Rules(
        lambda text: tiling.loads(parsed, text),
        lambda position, move: tiling.apply(position, tiling.interpret(position, move)),
        tiling.dumps,
    )


def _gunport_rules(puzzle: str) -> Rules:
    rows, columns = map(int, puzzle.split("x"))
    start = gunport.begin(GunportBoard.rectangle(rows, columns))
    return Rules(
        lambda text: gunport.replay(start, split_moves(text)),
        lambda position, move: gunport.apply(position, gunport.interpret(position, move)),
        lambda position: join_moves(map(gunport.GunportMove, position.laid)),
    )


def _dominosa_rules(puzzle: str) -> Rules:
    start = dominosa.begin(read_grid(lines(puzzle)))
    return Rules(
        lambda text: dominosa.loads(start, text),
        lambda position, move: dominosa.apply(position, dominosa.interpret(position, move)),
        dominosa.dumps,
    )


def _pips_rules(puzzle: str) -> Rules:
    (parsed,) = pips_files.loads(lines(puzzle)).values()
    return Rules(
        lambda text: pips.loads(parsed, text),
        lambda position, move: pips.apply(position, pips.interpret(position, move)),
        pips.dumps,
    )


def _vanishing_rules(puzzle: str) -> Rules:
    board = vanishing_files.loads(lines(puzzle))
    return Rules(
        lambda text: vanishing.replay(board, split_moves(text)),
        vanishing.apply,
        lambda position: join_moves(vanishing.move_text(board, number) for number in position.removed),
        lambda position: not position.remaining,
    )


GAMES: dict[str, Callable[[str], Rules]] = {
    "tiling": _tiling_rules,
    "solid": _tiling_rules,
    "gunport": _gunport_rules,
    "dominosa": _dominosa_rules,
    "pips": _pips_rules,
    "vanishing": _vanishing_rules,
}
"""The rules of each game in Python, by the name of its table."""


def read_table(game: str) -> list[MoveRow]:
    """The rows of a game: those written by hand, then those made at random."""
    rows = []
    for path in (DIRECTORY / f"{game}.tsv", DIRECTORY / f"{game}_random.tsv"):
        puzzle = ""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            fields = line.split("\t")
            if line.startswith("#") or not line:
                continue
            if fields[0] == "puzzle":
                puzzle = fields[1]
                continue
            position, move, result = fields
            rows.append(MoveRow(f"{path.name}:{number}", game, puzzle, position, move, result))
    return rows


def by_puzzle(rows: list[MoveRow]) -> list[tuple[str, list[MoveRow]]]:
    """The rows that stand together on each puzzle."""
    return [(puzzle, list(group)) for puzzle, group in groupby(rows, key=lambda row: row.puzzle)]


def result_of(rules: Rules, position: str, move: str) -> str:
    """The result of a move by the rules in Python, as a table has it."""
    start = rules.load("" if position == "-" else position)
    assert (rules.dump(start) or "-") == position
    try:
        after = rules.play(start, move)
    except GameError:
        return REFUSED
    return (rules.dump(after) or "-") + " finished" * rules.is_finished(after)


def wrong_rows(rows: list[MoveRow]) -> list[str]:
    """The rows with another result by the rules in Python, each with its place and what it would be."""
    wrong = []
    for puzzle, group in by_puzzle(rows):
        rules = GAMES[group[0].game](puzzle)
        for row in group:
            result = result_of(rules, row.position, row.move)
            if result != row.result:
                wrong.append(f"{row.place}: {row.move!r} gives {result!r}, not {row.result!r}")
    return wrong


def spoiled(row: MoveRow) -> MoveRow:
    """The row with a wrong result."""
    result = row.position if row.result == REFUSED else REFUSED
    return MoveRow(row.place, row.game, row.puzzle, row.position, row.move, result)

"""The games' moves are texts that pages and Python understand alike: random games, move by move."""

import random
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page

from tilewright import catalogue
from tilewright.errors import GameError
from tilewright.families.gunport import play
from tilewright.families.gunport.board import GunportBoard
from tilewright.model.puzzle import Puzzle
from tilewright.play import tiling
from tilewright.play.notation import cell_text

TILING = """async ([name, moves]) => {
  const { Tiling } = await import("/static/js/tiling_game.js");
  const { post } = await import("/static/js/api.js");
  const view = await post("/puzzle", { catalogue: name });
  let game = new Tiling(view);
  return moves.map((move) => {
    try { game = game.play(move); } catch (error) { return null; }
    const again = Tiling.loads(view, game.dumps());
    return again.dumps() === game.dumps() ? game.dumps() : "not read back";
  });
}"""

GUNPORT = """async ([rows, columns, moves]) => {
  const { Gunport } = await import("/static/families/gunport/gunport_game.js");
  const { text } = await import("/static/js/domino_game.js");
  let game = new Gunport(rows, columns);
  return moves.map((move) => {
    try { game = game.play(move); } catch (error) { return null; }
    const dominoes = game.dominoes.map((cells) => cells.map(text).join(" "));
    return [dominoes, game.ports().map(text).sort(), game.isFull];
  });
}"""


def tiling_moves(puzzle: Puzzle, seed: int) -> tuple[list[str], list[str | None]]:
    """Forty moves, some of them wrong, and the position after each; None where it is refused."""
    chance = random.Random(seed)
    position = tiling.start(puzzle)
    moves: list[str] = []
    told: list[str | None] = []
    for _ in range(40):
        name = chance.choice(puzzle.pieces).name
        places = tiling.valid_placements(position, name) if chance.random() < 0.7 else ()
        places = places or tiling.valid_placements(tiling.start(puzzle), name)
        text = str(tiling.TilingMove(chance.choice(places)))
        if chance.random() < 0.3:
            text = f"lift {cell_text(chance.choice(position.game.cells))}"
        moves.append(text)
        try:
            position = tiling.apply(position, tiling.interpret(position, text))
            told.append(tiling.dumps(position))
        except GameError:
            told.append(None)
    return moves, told


@pytest.mark.parametrize(
    "name",
    [
        "some-pentominoes-3x5",
        "tetrominoes-5x5-plus",
        "tetrahexes-4x7",
        "hexiamonds-rhombus",
        "polysticks-1-3-corners-of-a-side",
        "soma-steps",
    ],
)
def test_tiling_moves_agree_with_python(page: Page, name: str) -> None:
    page.goto("/runs")
    puzzle = catalogue.load(name)
    assert isinstance(puzzle, Puzzle)
    for seed in range(3):
        moves, told = tiling_moves(puzzle, seed)
        assert any(told)
        assert None in told
        assert page.evaluate(TILING, [name, moves]) == told


def gunport_moves(rows: int, columns: int, seed: int) -> tuple[list[str], list[object]]:
    """Moves on a gunport board, some of them wrong, and what it looks like after each."""
    chance = random.Random(seed)
    position = play.begin(GunportBoard.rectangle(rows, columns))
    moves: list[str] = []
    told: list[object] = []
    for _ in range(60):
        x, y = chance.randrange(columns), chance.randrange(rows)
        dx, dy = chance.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        moves.append(f"lay {x},{y} {x + dx},{y + dy}" if chance.random() < 0.8 else f"lift {x},{y}")
        try:
            position = play.apply(position, play.interpret(position, moves[-1]))
            told.append(
                [texts(position.pieces), sorted(map(cell_text, position.ports)), not position.placements]
            )
        except GameError:
            told.append(None)
    return moves, told


def texts(pieces: Sequence[Sequence[tuple[int, ...]]]) -> list[str]:
    """Dominoes as texts of their cells."""
    return [" ".join(map(cell_text, cells)) for cells in pieces]


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (4, 5), (2, 7)])
def test_gunport_moves_agree_with_python(page: Page, rows: int, columns: int) -> None:
    page.goto("/runs")
    for seed in range(3):
        moves, told = gunport_moves(rows, columns, seed)
        assert None in told
        assert page.evaluate(GUNPORT, [rows, columns, moves]) == told

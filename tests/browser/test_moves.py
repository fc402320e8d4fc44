"""The rows of tests/moves by the rules of the pages; tests/play/test_move_tables.py runs them in Python."""

from __future__ import annotations

import json
import random
from dataclasses import asdict

import pytest
from playwright.sync_api import Page

from support.domino_boards import random_board
from support.move_tables import DIRECTORY, GAMES, MoveRow, by_puzzle, lines, read_table, spoiled
from tilewright.families.vanishing import files, game
from tilewright.families.vanishing.game import VanishingPosition

pytestmark = pytest.mark.quick_firefox

RULES = """async ([name, puzzles]) => {
  const { post } = await import("/static/js/api.js");
  const { joinMoves, splitMoves } = await import("/static/js/move_notation.js");
  const byMoves = (start) => (text) => splitMoves(text).reduce((one, move) => one.play(move), start);
  const dump = (one) => one.dumps();
  const rulesOf = {
    async tiling(source) {
      const { Tiling } = await import("/static/js/tiling_game.js");
      const view = await post("/puzzle", source);
      return { load: (text) => Tiling.loads(view, text), dump, isFinished: (one) => one.isFull };
    },
    async gunport(size) {
      const { layMove } = await import("/static/js/domino_game.js");
      const { Gunport } = await import("/static/families/gunport/gunport_game.js");
      return {
        load: byMoves(new Gunport(...size.split("x").map(Number))),
        dump: (one) => joinMoves(one.dominoes.map((domino) => layMove(...domino))),
        isFinished: (one) => one.isFull,
      };
    },
    async dominosa(grid) {
      const { Dominosa } = await import("/static/families/dominosa/dominosa_game.js");
      const { rows } = await post("/dominosa/grid", { grid });
      return { load: byMoves(new Dominosa(rows)), dump, isFinished: (one) => one.isSolved };
    },
    async pips(text) {
      const { PipsGame } = await import("/static/families/pips/pips_game.js");
      const { puzzles: [puzzle] } = await post("/pips/read", { text });
      return { load: byMoves(new PipsGame(puzzle)), dump, isFinished: (one) => one.isSolved };
    },
    async vanishing(board) {
      const rules = await import("/static/families/vanishing/vanishing_game.js");
      const start = new rules.VanishingBoard(await post("/vanishing/board", { board }));
      return {
        load: byMoves(new rules.VanishingGame(start)),
        dump: ({ removed }) => joinMoves(removed.map((number) => rules.removeMove(start.pieces[number]))),
        isFinished: (one) => one.left === 0,
      };
    },
  };
  const resultOf = (rules, position, move) => {
    const start = rules.load(position === "-" ? "" : position);
    if ((rules.dump(start) || "-") !== position) throw new Error(`${position} is read as another position`);
    let after;
    try {
      after = start.play(move);
    } catch (error) {
      return error.constructor.name === "GameError" ? "refused" : `${error}`;
    }
    return (rules.dump(after) || "-") + (rules.isFinished(after) ? " finished" : "");
  };
  const results = [];
  for (const [puzzle, rows] of puzzles) {
    const rules = await rulesOf[name](puzzle);
    results.push(...rows.map(([position, move]) => resultOf(rules, position, move)));
  }
  return results;
}"""


def source(row: MoveRow) -> object:
    """The puzzle of a row as the page takes it."""
    if row.game not in ("tiling", "solid"):
        return row.puzzle if row.game == "gunport" else lines(row.puzzle)
    if row.puzzle.endswith(".toml"):
        return {"text": (DIRECTORY / row.puzzle).read_text(), "format": "toml"}
    return {"catalogue": row.puzzle}


def wrong_rows(page: Page, rows: list[MoveRow]) -> list[str]:
    """The rows with another result by the rules in JavaScript, each with its place and what it would be."""
    name = {"solid": "tiling"}.get(rows[0].game, rows[0].game)
    puzzles = [
        [source(group[0]), [[row.position, row.move] for row in group]] for _, group in by_puzzle(rows)
    ]
    page.goto("/learn")
    results = page.evaluate(RULES, [name, puzzles])
    return [
        f"{row.place}: {row.move!r} gives {result!r}, not {row.result!r}"
        for row, result in zip(rows, results, strict=True)
        if result != row.result
    ]


@pytest.mark.parametrize("name", GAMES)
def test_moves_lead_to_the_positions_of_the_table(page: Page, name: str) -> None:
    rows = read_table(name)
    assert wrong_rows(page, rows) == []


@pytest.mark.parametrize("name", GAMES)
def test_each_wrong_row_is_noticed(page: Page, name: str) -> None:
    rows = [spoiled(row) for row in read_table(name)]
    assert [wrong.split(": ")[0] for wrong in wrong_rows(page, rows)] == [row.place for row in rows]


SIDES = """async ([board, removals]) => {
  const { post } = await import("/static/js/api.js");
  const rules = await import("/static/families/vanishing/vanishing_game.js");
  let position = new rules.VanishingGame(new rules.VanishingBoard(await post("/vanishing/board", { board })));
  const seen = [];
  for (const move of [null, ...removals]) {
    if (move) position = position.play(move);
    const left = [...position.board.pieces.keys()].filter((number) => !position.gone.has(number));
    seen.push([[...position.never], left.map((number) => position.sides(number))]);
  }
  return seen;
}"""


def sides(position: VanishingPosition, number: int) -> list[object]:
    """The sides of a piece as the page has them."""
    keys = ("start", "value", "distance", "fits")
    return [
        {
            "side": state.side,
            "arrows": [{key: asdict(arrow)[key] for key in keys} for arrow in state.arrows],
            "holds": state.holds,
            "sentence": state.sentence,
        }
        for state in game.side_states(position, number)
    ]


@pytest.mark.parametrize("seed", range(12))
def test_distances_and_dominoes_that_never_go_agree_with_python(page: Page, seed: int) -> None:
    board, dice = random_board(seed), random.Random(seed)
    position, removals, expected = game.begin(board), list[str](), list[object]()
    while True:
        left = [number for number in range(len(board.pieces)) if number not in position.gone]
        expected.append([sorted(position.never), [sides(position, number) for number in left]])
        if not position.removable:
            break
        removals.append(game.move_text(board, dice.choice(position.removable)))
        position = game.apply(position, removals[-1])
    page.goto("/learn")
    seen = page.evaluate(SIDES, [files.dumps(board), removals])
    assert seen == json.loads(json.dumps(expected))

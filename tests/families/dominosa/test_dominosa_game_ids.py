"""Game IDs of Tatham's Dominosa: those that his program made, round trips, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.cli import printed_json, run
from tilewright.errors import FormatError
from tilewright.families.dominosa.counting import count_solutions
from tilewright.families.dominosa.generation import generate
from tilewright.families.dominosa.puzzle import NumberGrid, dominosa, hint, read_grid
from tilewright.families.dominosa.techniques import grade
from tilewright.solving import api
from tilewright.solving.steps import Control

# Made by sgt-dominosa 20191231 of Debian, at its levels Trivial, Basic, Hard and Extreme.
THEIRS = {
    "6:04615001055132240515360426426542364665102133346235121304": "easy",
    "6:63336414406211551500360161343553242101442422000325662655": "medium",
    "6:11665366236263002541022043541554430126243104345231650150": "hard",
    "6:05662624640144433221566120346153201133035500255340562114": "hard",
}
LARGE = (
    "12:[11]0[12]20[12]306[12]2[12]01711855[12][12]95[10]8019563[10][10]9281333080[12]4238445[12]854[11]25204[10]7297"
    "[11]239266[10][11][10]180439244691[11][10]444307[11]998[12]6[11]7146808[10]1[10]20606779[11]1[12]612[11]2[11]"
    "35265[12][11]8[10]8959[12][10][12]75164598431[11]91685[10][10]6[11][10][12]3[11]0757737737"
)


@pytest.mark.parametrize("text", THEIRS)
def test_their_grids_have_one_solution(text: str) -> None:
    grid = read_grid(text)
    assert (grid.width, grid.height, grid.largest) == (8, 7, 6)
    assert grid.game_id == text
    assert count_solutions(grid) == 1
    graded = grade(grid)
    assert graded.solved and graded.difficulty == THEIRS[text]


def test_a_double_12_set() -> None:
    grid = read_grid(LARGE + "\n")
    assert grid.cells[0, 0] == 11 and grid.game_id == LARGE
    assert api.count(dominosa(grid), threads=1).solutions == 1
    assert read_grid(str(grid)) == grid
    assert hint(LARGE) == hint("0011 2210 2102")


@given(st.integers(1, 15), st.integers(0, 100))
def test_grids_read_as_they_were_written(largest: int, seed: int) -> None:
    grid = generate(largest, "easy", Control(seed=seed)).grid
    assert grid is not None
    assert read_grid(grid.game_id) == grid
    assert read_grid(grid.game_id.replace(":", "db:")) == grid  # with the parameters of their generator


def test_grids_of_another_shape_have_none() -> None:
    assert NumberGrid(((0, 0), (0, 1), (1, 1))).game_id == ""
    assert read_grid("0001 .11").game_id == ""
    body = printed_json(run("dominosa", "grade", "00 01 11", "--json"))
    assert body["game_id"] is None


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("6:0461", "the game ID has 4 numbers; a double-6 set has 56", None),
        ("6dh#12345", "is a random seed, from which only its own program makes the grid", 4),
        ("0:00", "the game ID is of a double-0 set; expected double-1 to double-60", 1),
        ("99:00", "the game ID is of a double-99 set", 1),
        ("2:0001[3]1", "the number 3 is above 2, the largest of the set", 7),
        ("1:00x111", "'x' is here; expected a digit, or a number in brackets", 5),
        ("12:[11", "'[' is here", 4),
    ],
)
def test_faults_say_where(text: str, message: str, column: int | None) -> None:
    with pytest.raises(FormatError) as caught:
        read_grid(text)
    assert message in str(caught.value)
    assert caught.value.column == (column or 0) or column is None


def test_every_command_reads_and_two_write_them() -> None:
    text = "2:000112112202"
    assert run("dominosa", "count", text).exit_code == 0
    assert run("make", "dominosa", text).exit_code == 0
    made = printed_json(run("dominosa", "generate", 5, "--symmetric", "--json"))
    graded = printed_json(run("dominosa", "grade", made["game_id"], "--json"))
    assert graded["game_id"] == made["game_id"] and graded["difficulty"] == made["difficulty"]
    assert f"game ID {text}" in run("dominosa", "grade", text).stdout

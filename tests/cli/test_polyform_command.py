"""``tilewright polyform``: entries of the atlas, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import printed_json, run


def test_a_named_polyform() -> None:
    result = run("polyform", "F5", "--ascii")
    assert result.exit_code == 0
    assert "pentomino F, 5 cells" in result.stdout
    assert "plane         tiles the plane by translations and half turns" in result.stdout
    assert "copies        2 in a fundamental domain" in result.stdout


def test_a_file_and_a_picture(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("##\n.#\n")
    picture = tmp_path / "tiling.svg"
    result = run("polyform", board, "-o", picture)
    assert (result.exit_code, "tromino V3" in result.stdout) == (0, True), result.output
    assert picture.read_text().startswith("<svg")


def test_a_polyform_with_a_hole_does_not_tile() -> None:
    body = printed_json(run("polyform", r"drawing:###\n#.#\n##", "--json"))
    assert (body["plane"], body["holes"], body["tiling"]) == ("none", 1, None)
    assert body["reason"] == "no copy fits into the hole"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["Q9"], "there is no polyform named 'Q9', and no such file"),
        (["drawing:"], "drawing: the drawing is empty"),
        (["F5", "--picture", "rectangle", "--rectangle", "0"], "no rectangle is searched with --rectangle 0"),
        (["F5", "--picture", "rectangle", "--lattice", "hexagon"], "no rectangle is searched on the hexagon"),
        (["drawing:ab"], "drawing: the drawing has 'b'; expected '#' for each cell"),
        (["drawing:#+"], "drawing: the drawing has '+'; expected '#' for each cell"),
        ([r"drawing:#.#"], "the cells are in 2 parts; expected a connected polyform"),
        (["catalog:pentominoes-6x10"], "the puzzle has 12 pieces; expected one piece or none"),
        (["F5", "--lattice", "cube"], "'cube' is not one of"),
        (["drawing:" + "#" * 61], "the polyform has 61 cells; at most 60 cells are accepted"),
        (["F5", "-o", "x.obj"], "x.obj"),
    ],
)
def test_refusals(words: list[str], text: str) -> None:
    result = run("polyform", *words)
    assert (result.exit_code, text in result.stderr) == (2, True), result.output


def test_the_smallest_rectangle_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "rectangle.svg"
    result = run("polyform", "Y5", "--picture", "rectangle", "-o", picture)
    assert "5 x 10, the smallest, of 10 copies" in result.stdout
    assert picture.read_text().startswith("<svg")
    result = run("polyform", "X5", "--picture", "rectangle", "-o", picture)
    assert (result.exit_code, "nothing to draw" in result.stderr) == (2, True)

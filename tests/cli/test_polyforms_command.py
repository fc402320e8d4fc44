"""``tilewright polyforms``: lists, drawings, counts, and what is refused."""

from __future__ import annotations

import pytest

from support.cli import printed_json, run


def test_a_list_has_the_cells_of_a_shape_on_each_line() -> None:
    result = run("polyforms", 3)
    assert (result.exit_code, result.stdout) == (0, "0,0 0,1 0,2\n0,0 0,1 1,0\n")


def test_drawings() -> None:
    assert run("polyforms", 3, "--draw").stdout == "#\n#\n#\n\n##\n#.\n"


def test_drawings_in_space_are_two_lines_apart() -> None:
    result = run("polyforms", 2, "--draw", "--lattice", "cube", "--kind", "fixed")
    assert result.stdout == "#\n\n#\n\n\n#\n#\n\n\n##\n"


def test_a_long_list() -> None:
    lines = run("polyforms", 9).stdout.splitlines()
    assert len(lines) == len(set(lines)) == 1285
    drawings = run("polyforms", 9, "--draw").stdout.rstrip("\n").split("\n\n")
    assert len(drawings) == len(set(drawings)) == 1285


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("12", "63,600 free polyominoes of 12 cells   "),
        ("1 --kind one-sided --lattice triangle", "1 one-sided polyiamonds of 1 cell   "),
        ("9 --no-holes", "1,248 free polyominoes of 9 cells without holes   "),
        ("17 --kind fixed", "400,795,844 fixed polyominoes of 17 cells   "),
    ],
)
def test_counts(words: str, text: str) -> None:
    result = run("polyforms", *words.split(), "--count")
    assert result.exit_code == 0 and result.stdout.startswith(text)


@pytest.mark.parametrize("engine", ["enumeration", "transfer-matrix"])
def test_engines(engine: str) -> None:
    body = printed_json(run("polyforms", 14, "--count", "--engine", engine, "--json"))
    assert (body["polyforms"], body["engine"]) == (901971, engine)


def test_a_list_as_json() -> None:
    body = printed_json(run("polyforms", 8, "--lattice", "hexagon", "--no-holes", "--json"))
    assert len(body["found"]) == body["polyforms"] == 1435
    assert body["found"][0] == [[0, y] for y in range(8)]


def test_the_bound_of_memory() -> None:
    result = run("polyforms", 36, "--count", "--kind", "fixed", "--memory", "1M")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "the states reached the bound of memory, 1.0 MB" in result.stderr
    result = run("polyforms", 11, "--kind", "fixed", "--memory", "2M")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "the list reached the bound of memory" in result.stderr and "--memory SIZE" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("0", "0 is not in the range x>=1"),
        ("five", "'five' is not a valid integer range"),
        ("41", "the size 41 is out of range; expected 1 to 40 cells on the square lattice"),
        ("21 --lattice cube", "expected 1 to 20 cells on the cube lattice"),
        (
            "5 --lattice cube --no-holes",
            "holes are not counted on the cube lattice; expected one of ",
        ),
        ("5 --count --draw", "--count and --draw cannot be combined"),
        ("5 --engine enumeration", "--engine requires --count"),
        (
            "5 --count --lattice hexagon --engine transfer-matrix",
            "counts polyominoes, with holes",
        ),
    ],
)
def test_what_is_refused(words: str, message: str) -> None:
    result = run("polyforms", *words.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr.replace("\n", " ")


def test_an_object_has_no_drawings() -> None:
    body = printed_json(run("polyforms", 5, "--draw", "--json"))
    assert body["error"]["message"].startswith("--draw and --json cannot be combined")

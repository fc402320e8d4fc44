"""``--order``: names of items on the command line and in a file, and invalid ones."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from support.cli import printed_json, run
from tilewright.cli.quantities import ORDER

BOARD = "catalog:pentominoes-3x20"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("0,0 1,0 X", ("(0, 0)", "(1, 0)", "X")),
        ("(0, 0)  ( 1 ,0)\nX", ("(0, 0)", "(1, 0)", "X")),
        ("-3,12 'long bar' \"it's\"", ("(-3, 12)", "long bar", "it's")),
        ("1,2,3 4", ("(1, 2, 3)", "(4)")),
        ("#", ("#",)),
    ],
)
def test_names(text: str, names: tuple[str, ...]) -> None:
    assert ORDER.convert(text, None, None) == names


def test_names_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "order"
    path.write_text("0,0 0,1   # the corner\n# and then\nX (2, 0)\n", encoding="utf-8")
    assert ORDER.convert(f"@{path}", None, None) == ("(0, 0)", "(0, 1)", "X", "(2, 0)")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no items given"),
        ("  ", "no items given"),
        ("0,0 'X", "quotation mark"),
        ("@nowhere", "cannot read"),
    ],
)
def test_invalid_orders_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(click.BadParameter, match=sentence):
        ORDER.convert(text, None, None)


def test_a_binary_file_of_items_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "order"
    path.write_bytes(b"\xff\xfe\x00")
    result = run("count", BOARD, "--order", f"@{path}")
    assert result.exit_code == 2 and "is not UTF-8 text" in result.stderr


def test_the_count_does_not_depend_on_the_order() -> None:
    plain = printed_json(run("count", BOARD, "--unique", "--engine", "frontier", "--json"))
    ordered = printed_json(run("count", BOARD, "--unique", "--order", "19,2 X 0,0 7,1", "--json"))
    for key in ("solutions", "up_to_symmetry", "engine"):
        assert plain[key] == ordered[key]
    assert plain["nodes"] != ordered["nodes"]


@pytest.mark.parametrize(
    "command", [["count"], ["optimise"], ["sample"], ["estimate", "--engine", "frontier"]]
)
def test_every_command_with_a_sweep_accepts_an_order(command: list[str]) -> None:
    assert run(command[0], BOARD, *command[1:], "--order", "0,0 0,1 0,2 X", "--quiet").exit_code == 0
    wrong = run(command[0], BOARD, *command[1:], "--order", "0,0 99,0")
    assert wrong.exit_code == 2
    assert "there is no cell or piece '(99, 0)' in this puzzle" in wrong.stderr
    twice = run(command[0], BOARD, *command[1:], "--order", "0,0 X 0,0")
    assert twice.exit_code == 2 and "the order names '(0, 0)' twice" in twice.stderr


@pytest.mark.parametrize("command", ["count", "estimate"])
def test_other_engines_refuse_an_order(command: str) -> None:
    result = run(command, BOARD, "--engine", "dense", "--order", "0,0")
    assert result.exit_code == 2 and "frontier" in result.stderr and "dense" in result.stderr

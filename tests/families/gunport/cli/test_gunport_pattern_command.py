"""``tilewright gunport pattern``: text, JSON, pictures, the option ``--pattern``, bad input."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from support.cli import printed_json, run
from tilewright.families.gunport.engines.torus_search import best_pattern
from tilewright.families.gunport.torus import Torus
from tilewright.solving.steps import Status


def test_text() -> None:
    result = run("gunport", "pattern", "4x5", "--shift", 2, "--count")
    drawing, _, words = result.stdout.partition("\n\n")
    assert result.exit_code == 0 and [len(line) for line in drawing.splitlines()] == [5] * 4
    assert words.startswith("torus of 4x5 with shift 2: 7 dominoes are the fewest, 6 ports the most ")
    assert (
        "3/10 of the cells are ports; 7/20 dominoes a cell\n" in words and " optimal arrangements\n" in words
    )


@pytest.mark.parametrize(
    "words",
    [
        ("pattern", "4x6", "--shift", "1"),
        ("--pattern", "4x6", "--shift", "1"),
        ("--shift", "1", "--pattern=4x6"),
    ],
)
def test_both_ways_to_ask(words: tuple[str, ...]) -> None:
    body = printed_json(run("gunport", *words, "--json"))
    assert (body["rows"], body["columns"], body["shift"], body["cells"]) == (4, 6, 1, 24)
    assert (body["dominoes"], body["ports"], body["proven"]) == (8, 8, True)
    assert body["port_density"] == body["piece_density"] == "1/3"


def test_files(tmp_path: Path) -> None:
    outputs = [tmp_path / name for name in ("p.svg", "p.png", "p.txt")]
    words = [word for output in outputs for word in ("-o", output)]
    result = run("gunport", "pattern", "3x4", "--no-slide", *words)
    assert result.exit_code == 0 and all(f"wrote {output}" in result.stdout for output in outputs)
    assert "repeated 3 times downwards and 3 times to the right" in outputs[0].read_text()
    assert outputs[2].read_text().count("\n") == 3 and outputs[2].read_text() not in result.stdout


def test_nothing_is_written_where_there_is_no_pattern(tmp_path: Path) -> None:
    output = tmp_path / "p.txt"
    result = run("gunport", "pattern", "1x3", "--no-slide", "-o", output, "--json")
    assert (result.exit_code, printed_json(result)["output"], output.exists()) == (1, None, False)


def test_all_cells_or_none_are_ports() -> None:
    assert "all cells are ports; 0 dominoes a cell\n" in run("gunport", "pattern", "1x1").stdout
    assert "no cells are ports; 1/2 dominoes a cell\n" in run("gunport", "pattern", "2x2").stdout


def test_a_cell_that_is_its_own_neighbour() -> None:
    assert "a cell of this torus is its own neighbour" in run("gunport", "pattern", "1x3").stdout
    assert "its own neighbour" not in run("gunport", "pattern", "1x3", "--shift", 1).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("pattern", "0x3"), "a torus of 0 x 3 has no cells"),
        (("pattern", "four"), "is not a size; expected rows x columns, such as 4x6"),
        (("pattern", "3x4", "--shift", "4"), "the shift 4 is too large for 4 columns; expected 0 to 3"),
        (("pattern", "3x4", "-o", "x.dlx"), "expected one of .svg, .png, .txt"),
        (("--pattern",), "Missing argument 'PxQ'"),
    ],
)
def test_bad_input(words: tuple[str, ...], message: str) -> None:
    result = run("gunport", *words)
    assert result.exit_code == 2 and message in result.stderr and result.stdout == ""


def test_a_search_that_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    known = best_pattern(Torus(4, 5))
    for pattern, status, code, words, message in (
        (
            known.pattern,
            Status.LIMIT,
            3,
            "at most 8 dominoes, so at least 4 ports; at least 7 dominoes",
            "limit",
        ),
        (
            known.pattern,
            Status.CANCELLED,
            130,
            "at most 8 dominoes, so at least 4 ports",
            "stopped; the result is",
        ),
        (
            None,
            Status.LIMIT,
            3,
            "no arrangement found; at least 7 dominoes needed",
            "before there was a result",
        ),
    ):
        answer = replace(known, pattern=pattern, status=status, lower_bound=7)
        monkeypatch.setattr(
            "tilewright.families.gunport.engines.torus_search.best_pattern",
            lambda *a, **b: answer,  # noqa: B023
        )
        result = run("gunport", "pattern", "4x5")
        assert result.exit_code == code and words in result.stdout and message in result.stderr
        assert run("gunport", "pattern", "4x5", "--json").exit_code == code

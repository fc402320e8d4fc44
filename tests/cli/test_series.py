"""``tilewright series``: terms, recurrences, files, and what goes wrong."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from shlex import split
from types import SimpleNamespace
from typing import Any

import pytest

from support.cli import run
from tilewright import count
from tilewright.cli.interruption import TIME_LIMIT
from tilewright.solving import api
from tilewright.solving.api import Answer


def test_terms_and_their_recurrence() -> None:
    result = run("series", "4xN", "--pieces", "dominoes", "--n", "1..6")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[:6]] == list("123456")
    assert [line.split()[3] for line in lines[:6]] == ["1", "5", "11", "36", "95", "281"]
    assert "recurrence (proven), of order 4, for N from 4:" in lines
    assert "  a(n) = a(n-1) + 5 a(n-2) + a(n-3) - a(n-4)" in lines
    assert "generating function: (1 - x^2) / (1 - x - 5 x^2 - x^3 + x^4)" in lines
    assert "OEIS: A005178" in lines


def test_surfaces() -> None:
    result = run("series", "4xN", "--pieces", "dominoes", "--wrap", "torus", "--n", "3..6")
    assert result.exit_code == 0, result.output
    assert "4    " in result.stdout and "272  " in result.stdout
    assert "surface: torus: each row and each column is a ring, the graph C_4 x C_N" in result.stdout
    assert "recurrence (proven), of order 8, for N from 11:" in result.stdout
    assert "OEIS: A220864" in result.stdout
    assert "--parallel" not in result.stdout
    short = run("series", "4xN", "--pieces", "dominoes", "--wrap", "torus", "--n", "2..3")
    assert "for N = 2 different ways round to the same cells are one placement" in short.stdout
    ring = run("series", "Nx4", "--pieces", "dominoes", "--wrap", "cylinder", "--n", "2..4")
    assert "the graph P_N x C_4" in ring.stdout and "OEIS: A006253" in ring.stdout
    klein = run("series", "2xN", "--pieces", "dominoes", "--wrap", "klein", "--parallel", "--n", "4")
    assert [line.split()[3] for line in klein.stdout.splitlines()[:4]] == ["4", "6", "16", "34"]  # A162485


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("4xN --pieces dominoes --parallel", "--parallel belongs to --wrap"),
        ("4xN --pieces dominoes --wrap torus --parallel --unique", "--parallel and --unique cannot be"),
        ("4xN --pieces dominoes --wrap torus --parallel --labelled", "--parallel and --labelled cannot be"),
        ("4xN --pieces dominoes --wrap sphere", "'sphere' is not one of"),
        ("2x2xN --pieces dominoes --wrap torus", "has layers; expected a flat board to be wrapped"),
        ("2xN --pieces diamonds --wrap moebius", "which a board of the triangle lattice cannot be"),
        ("3xN --pieces diamonds --wrap torus", "of the triangle lattice cannot be joined"),
        ("'queens N' --wrap torus", "without --wrap"),
    ],
)
def test_what_cannot_be_wrapped(words: str, message: str) -> None:
    result = run("series", *split(words), "--n", "1..3")
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.replace("│", " ").split())


def test_far_terms() -> None:
    """Fibonacci numbers: the millionth modulo a prime, and a large one exactly."""
    line = ("series", "2xN", "--pieces", "dominoes", "--n", "3", "--at", "1000000", "--at", "99")
    result = run(*line, "--modulo", "1000000007")
    assert "a(1,000,000) modulo 1,000,000,007 = 534,400,663" in result.stdout
    assert "a(99) = 354,224,848,179,261,915,075" in run(*line[:6], "--at", "99").stdout  # F(100)
    assert "(208,988 digits)" in run(*line).stdout


def test_what_is_fitted_is_said_to_be() -> None:
    result = run("series", "NxN", "--pieces", "1x1", "--n", "8", "--at", "50")
    assert "recurrence (fitted, not proven), of order 1, for N from 2:" in result.stdout
    assert "a(50) = 1, by the recurrence that is not proven" in result.stdout
    few = run("series", "NxN", "--pieces", "dominoes", "--n", "4", "--at", "9")
    assert "no recurrence: there is none, or 4 terms in a row do not show it" in few.stdout
    assert "--at needs a recurrence, and there is none" in few.stderr


def test_formats(tmp_path: Path) -> None:
    line = ("series", "2xN", "--pieces", "dominoes", "--n", "1..5")
    assert run(*line, "--to", "b-file").stdout == "1 1\n2 2\n3 3\n4 5\n5 8\n"
    latex = run(*line, "--to", "latex").stdout
    assert r"a(n) = a(n-1) + a(n-2) \qquad (n \ge 2)" in latex
    assert r"\frac{1}{1 - x - x^2}" in latex
    names = [str(tmp_path / name) for name in ("b.txt", "series.tex", "series.json")]
    written = run(*line, *(word for name in names for word in ("-o", name)))
    assert f"wrote {names[0]}: 5 terms" in written.stdout
    assert Path(names[0]).read_text(encoding="utf-8") == "1 1\n2 2\n3 3\n4 5\n5 8\n"
    assert Path(names[1]).read_text(encoding="utf-8") == latex
    body = json.loads(Path(names[2]).read_text(encoding="utf-8"))
    assert body["recurrence"]["coefficients"] == [1, 1]
    assert body["status"] == "complete"


def test_finished_terms_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = ("series", "NxN", "--pieces", "dominoes", "--results", str(tmp_path / "terms.ndjson"))
    first = run(*line, "--n", "1..4")
    calls = []

    def counted_again(*arguments: Any, **keywords: Any) -> Answer:
        calls.append(arguments)
        answer: Answer = count(*arguments, **keywords)
        return answer

    monkeypatch.setattr(api, "count", counted_again)
    second = run(*line, "--n", "1..5")
    assert len(calls) == 1
    assert second.stdout.splitlines()[:4] == first.stdout.splitlines()[:4]
    assert run(*line, "--n", "1..4", "--unique").exit_code == 0  # another question: all are counted
    assert len(calls) == 5


def test_a_file_that_is_no_results_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "terms.ndjson"
    path.write_text("my thesis\n", encoding="utf-8")
    result = run("series", "2xN", "--pieces", "dominoes", "--n", "3", "--results", str(path))
    assert result.exit_code == 2
    assert "line 1: expected the first line of a results file of tilewright series" in result.stderr
    assert path.read_text(encoding="utf-8") == "my thesis\n"


def test_a_wrong_term_is_a_disagreement(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def wrong(*arguments: Any, **keywords: Any) -> Answer:
        answer: Answer = count(*arguments, **keywords)
        return replace(answer, solutions=(answer.solutions or 0) + 1)

    monkeypatch.setattr(api, "count", wrong)
    monkeypatch.chdir(tmp_path)
    result = run("series", "4xN", "--pieces", "dominoes", "--n", "3")
    assert result.exit_code == 4
    assert "the two methods disagree for N = 1: 2 solutions by" in result.stderr


def test_limits() -> None:
    result = run("series", "8xN", "--pieces", "dominoes", "--n", "6..8", "--engine", "dense", "--nodes", "1")
    assert result.exit_code == 3
    assert "a limit ended 3 terms; the first: N = 6" in result.stderr
    assert [line.split()[3] for line in result.stdout.splitlines()[:3]] == ["?"] * 3


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("4xM --pieces dominoes --n 3 --n 4", "--n is given more than once"),
        ("NxM --pieces dominoes --n 3", "the free numbers M and N; expected one"),
        ("4x4 --pieces dominoes --n 3", "has no free number"),
        ("4x(N-1) --pieces dominoes --n 1..3", "4x0 for N = 1, which has no cell; begin with a larger N"),
        ("4xN --pieces dominoes --n 0..3", "4x0 for N = 0"),
        ("4xN --pieces dominoes --n 5..3", "is not a range"),
        ("4xN --pieces dominoes --n x", "is not a range; expected one such as 1..20, or 20"),
        ("4xN --pieces nothing --n 3", "no set of pieces named 'nothing'"),
        ("4xN --pieces I2 --n 3 --unique --labelled", "--unique and --labelled cannot be combined"),
        ("4xN --pieces I2 --n 3 --least", "--least needs a cost"),
        ("4xN --pieces I2 --n 3 --cost I2=1", "--cost needs --least or --greatest"),
        ("4xN --pieces I2 --n 3 --cost I2 --least", "expected PIECE=NUMBER"),
        ("4xN --pieces I2 --n 3 --cost X=1 --least", "'X' is none of the pieces; expected one of I2"),
        ("4xN --pieces I2 --n 3 --modulo 7", "--modulo belongs to --at"),
        ("4xN --pieces I2 --n 3 --least --cost I2=1 --cost I2=2", "--cost gives I2 two costs"),
        ("4xN --pieces I2 --n 3 --results a.json -o a.json", "--results and -o both name a.json"),
        ("4xN --pieces I2 --pieces 2x1 --n 3", "the piece 2x1 is given twice, under another name, I2"),
        ("4xN --pieces I2 --n 3 -o picture.svg", "expected one of .txt, .tex, .json"),
    ],
)
def test_bad_input_is_one_sentence(words: str, problem: str) -> None:
    result = run("series", *words.split())
    assert result.exit_code == 2, result.output
    assert problem in result.stderr
    assert "Traceback" not in result.stderr


def test_kinds_of_puzzles_with_a_free_number() -> None:
    """Queens: A000170; dominoes on n x 2n boards, also by a short program of its own."""
    result = run("series", "queens N", "--n", "1..8")
    values = [int(line.split()[3]) for line in result.stdout.splitlines()[:8]]
    assert values == [1, 0, 0, 2, 10, 4, 40, 92]
    assert "OEIS: A000170" in result.stdout
    body = json.loads(run("series", "box (N-1)x(2N-2) 1x2", "--n", "2..5", "--json").stdout)
    assert [term["value"] for term in body["terms"]] == [1, 5, 41, 2245]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["queens 4"], "'queens 4' has no free number; expected N, as in 'queens N'"),
        (["queens 'N"], "a quotation mark is not closed"),
        (["queens N", "--pieces", "I2"], "queens makes puzzles with pieces of their own, without --pieces"),
        (["queens N", "--motions", "fixed"], "without --motions"),
        (["queens N -o x.toml"], "do not belong to the words for the board"),
        (["dominoes 3xN"], "an odd number; dominoes cannot fill it"),
        (["4xN"], "there are no pieces"),
    ],
)
def test_bad_words_for_a_kind(words: list[str], problem: str) -> None:
    result = run("series", *words, "--n", "1..3")
    assert result.exit_code == 2, result.output
    assert problem in result.stderr


def test_far_terms_that_cannot_be_printed_are_left_out(tmp_path: Path) -> None:
    line = ("series", "2xN", "--pieces", "dominoes", "--n", "3", "-o", str(tmp_path / "b.txt"))
    for n in ("1000000000000", "6000000"):
        result = run(*line, "--at", n)
        assert result.exit_code == 0
        assert "may have too many digits; use --modulo" in result.stderr
    assert (tmp_path / "b.txt").read_text(encoding="utf-8") == "1 1\n2 2\n3 3\n"
    one = run("series", "1xN", "--pieces", "1x1", "--n", "5", "--at", "1000000000000")
    assert "a(1,000,000,000,000) = 1" in one.stdout
    early = run("series", "2xN", "--pieces", "dominoes", "--unique", "--n", "1..40", "--at", "2")
    assert (early.exit_code, "there is no term for --at 2" in early.stderr) == (0, True)


def test_fitted_growth_is_said_to_be() -> None:
    result = run("series", "box 3xN 1x3", "--n", "1..24")
    assert "1.4655712318767680266567, by the recurrence that is not proven" in result.stdout
    assert "puzzles of 'make' have no transfer matrix here" in result.stdout


def test_labelled_series_without_solutions() -> None:
    result = run("series", "3xN", "--pieces", "X", "--n", "9", "--labelled")
    assert "recurrence (fitted, not proven), of order 0" in result.stdout


def test_kept_terms_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "terms.ndjson"
    line = ("series", "2xN", "--pieces", "dominoes", "--n", "3", "--results", str(path))
    assert run(*line).exit_code == 0
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"value": 3', '"value": 7'), encoding="utf-8")
    wrong = run(*line)
    assert wrong.exit_code == 4
    assert "the two methods disagree for N = 3" in wrong.stderr
    for change in (('"value": 3', '"value": "x"'), ('"n": 3', '"n": 5')):
        path.write_text(text.replace(*change), encoding="utf-8")
        result = run(*line)
        assert (result.exit_code, "line 4: expected a row" in result.stderr) == (2, True)


def test_a_series_that_is_stopped_looks_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wide strip, whose matrix would be large: the limit comes before its first term."""
    ended = SimpleNamespace(seconds_left=lambda seconds: 0.0, clear=TIME_LIMIT.clear)
    monkeypatch.setattr("tilewright.cli.series.TIME_LIMIT", ended)  # as if the hour were over
    result = run("series", "101xN", "--pieces", "2x2", "--pieces", "4x4", "--n", "2", "--time", "1h")
    assert result.exit_code == 3
    assert "the time limit was reached after 0 of 2 terms" in result.stderr
    assert "the command was stopped before one was looked for" in result.stdout


def test_wide_strips_and_other_lattices_are_only_fitted() -> None:
    for words in ("3xN --pieces polysticks_1", "400xN --pieces 1x1 --unique", "100xN --pieces 1x400"):
        result = run("series", *(word.replace("_", " ") for word in words.split()), "--n", "2")
        assert result.exit_code == 0, result.output

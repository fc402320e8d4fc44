"""Bad input gives one clear message and exit code 2, overwrites nothing and shows no traceback."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from click.testing import Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.cli import TROMINOES, dominoes, drawn, printed_json, puzzle_file, run

COMMANDS = (("solve",), ("count",), ("optimise",), ("sample",), ("estimate",), ("why",), ("show",))


def refused(result: Result, *words: str) -> None:
    """See that the command refused in one sentence that has these words in it."""
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert result.stderr.splitlines()[-1].startswith(("tilewright: ", "Try "))
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["the drawing is empty"]),
        ("  \n\t\n   \n", ["the drawing is empty"]),
        ("##\n##\n\n##\n##\n", ["line 4, column 1", "two components of 4 cells"]),
        (random.Random(7).randbytes(4000), ["line 1", "expected UTF-8"]),
        (b"\x7fELF\x02\x01\x01\x00\x00", ["expected UTF-8 text"]),
        (drawn(1000, 1000, "##\n"), ["1,000,002 cells"]),
        (drawn(400, 400, "##\n"), ["160,000 cells", "100,000"]),
    ],
    ids=["empty", "blanks", "twins", "garbage", "binary", "million", "large"],
)
def test_puzzle_files(tmp_path: Path, command: tuple[str, ...], text: str | bytes, words: list[str]) -> None:
    path = puzzle_file(tmp_path, text)
    refused(run(*command, path), str(path), *words)
    error = printed_json(run(*command, path, "--json"))["error"]
    assert error["kind"] == "format" and error["file"] == str(path) and error["message"]


def test_the_location_of_an_error_is_in_the_object(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, "##\n##\n\n##\n##\n")
    error = printed_json(run("count", path, "--json"))["error"]
    assert (error["line"], error["column"]) == (4, 1)


def test_a_file_of_100_megabytes_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as stream:
        stream.truncate(100 * 2**20)
    refused(run("solve", path), str(path), "104,857,600 bytes")
    refused(run("verify", puzzle_file(tmp_path), path), str(path))


def test_a_wrong_toml_file_says_where(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, 'title = "x"\nboard = [\n', "puzzle.toml")
    refused(run("count", path), f"{path}, line ")


@pytest.mark.parametrize("command", [*COMMANDS, ("verify", "puzzle.txt"), ("convert", "--to", "toml")])
def test_missing_files_and_directories(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    puzzle_file(tmp_path)
    extra = ["x.toml"] if command[0] == "convert" else []
    refused(run(*command, "missing.txt", *extra), "missing.txt", "no such file")
    refused(run(*command, tmp_path, *extra), str(tmp_path), "directory")


@pytest.mark.parametrize(
    "name", ["none/out.json", "folder.json", "puzzle.txt/out.svg", "out.gif", "out", "puzzle.txt"]
)
def test_impossible_outputs_are_refused(tmp_path: Path, name: str) -> None:
    path = puzzle_file(tmp_path)
    (tmp_path / "folder.json").mkdir()
    before = sorted(tmp_path.rglob("*"))
    refused(run("solve", path, "-o", tmp_path / name), str(tmp_path / name))
    assert sorted(tmp_path.rglob("*")) == before and path.read_text() == TROMINOES


def test_a_file_that_nobody_may_write_to_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("mine")
    path.chmod(0o444)
    refused(run("solve", puzzle_file(tmp_path), "-o", path), "the file is write-protected")
    assert path.read_text() == "mine"


@pytest.mark.skipif(sys.platform != "linux", reason="needs a directory in which nobody can write")
def test_a_read_only_directory_is_refused() -> None:
    refused(run("solve", "pentominoes-3x20", "-o", "/proc/out.json"), "/proc/out.json")


def test_the_output_is_checked_before_the_search(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, dominoes(10, 10))  # this search would not end
    refused(run("solve", path, "--all", "-o", tmp_path / "none" / "out.json"), "no directory")
    refused(run("count", path, "--checkpoint", tmp_path / "none" / "state"), "no directory")


def test_the_checkpoint_is_neither_input_nor_output(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    refused(run("count", path, "--checkpoint", path), "input file")
    refused(run("solve", path, "-o", tmp_path / "a.json", "--checkpoint", tmp_path / "a.json"), "twice")
    assert path.read_text() == TROMINOES


@pytest.mark.parametrize("name", ["state", "state.solutions"])
def test_a_checkpoint_does_not_overwrite_other_files(tmp_path: Path, name: str) -> None:
    notes = tmp_path / name
    notes.write_text("my own notes")
    refused(
        run("count", puzzle_file(tmp_path), "--checkpoint", tmp_path / "state"), f"{notes} ", "name another"
    )
    assert notes.read_text() == "my own notes"
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("state")) == [name]


def a_checkpoint(folder: Path) -> tuple[Path, Path]:
    path, keep = puzzle_file(folder, dominoes(6, 6)), folder / "state"
    assert run("count", path, "--nodes", 500, "--checkpoint", keep).exit_code == 3
    return path, keep


def test_a_checkpoint_of_another_puzzle_is_refused(tmp_path: Path) -> None:
    _, keep = a_checkpoint(tmp_path)
    before = keep.read_bytes()
    other = puzzle_file(tmp_path, dominoes(6, 4), "other.txt")
    refused(run("count", other, "--resume", keep), "another puzzle")
    assert keep.read_bytes() == before


@pytest.mark.parametrize("engine", ["dense", "frontier", "profile-sweep"])
def test_the_checkpoint_of_another_search_is_not_overwritten(tmp_path: Path, engine: str) -> None:
    path, keep = puzzle_file(tmp_path, dominoes(6, 6)), tmp_path / "state"
    other = puzzle_file(tmp_path, dominoes(6, 4), "other.txt")
    count = ("count", "--engine", engine, "--checkpoint", keep)
    for _ in range(2):  # its own is continued
        assert run(*count, path, "--nodes", 5).exit_code == 3
    before = keep.read_bytes()
    both = "question is to count the solutions of", "this one to"
    refused(
        run(*count, other), str(keep), "another puzzle", "36 cells", "24 cells", "name another file", *both
    )
    refused(run("solve", path, "--all", "--checkpoint", keep), "to list the solutions of", *both)
    if engine != "dense":
        refused(run(*count, path, "--modulo", 7), "another question", "count the solutions modulo 7", *both)
    assert keep.read_bytes() == before


def test_a_checkpoint_of_another_query_is_refused(tmp_path: Path) -> None:
    path, keep = a_checkpoint(tmp_path)
    refused(run("solve", path, "--all", "--resume", keep), "counts solutions without keeping them")


@pytest.mark.parametrize("kept", [0, 1, 30, 100, -1])
def test_a_truncated_checkpoint(tmp_path: Path, kept: int) -> None:
    path, keep = a_checkpoint(tmp_path)
    keep.write_bytes(keep.read_bytes()[:kept])
    before = keep.read_bytes()
    result = run("count", path, "--resume", keep, "--json")
    refused(result, str(keep))
    assert printed_json(result)["error"]["kind"] == "checkpoint"
    assert keep.read_bytes() == before


def test_a_missing_checkpoint_is_refused(tmp_path: Path) -> None:
    refused(run("count", puzzle_file(tmp_path), "--resume", tmp_path / "none"), "none")


@pytest.mark.parametrize(
    "words",
    [
        ["--time", "soon"],
        ["--time", "0"],
        ["--time", "-5"],
        ["--nodes", "0"],
        ["--nodes", "many"],
        ["--nodes", "1.0001"],
        ["--threads", "0"],
        ["--memory", "4"],
        ["--memory", "lots"],
        ["--motions", "some"],
        ["--use", "none"],
        ["--nonsense"],
        ["extra"],
    ],
)
def test_usage(tmp_path: Path, words: list[str]) -> None:
    path = puzzle_file(tmp_path)
    refused(run("count", path, *words), "Usage: tilewright count", "Try 'tilewright count --help'")
    error = printed_json(run("count", path, "--json", *words))["error"]
    assert error["kind"] == "usage" and "\n" not in error["message"]


@given(data=st.binary(max_size=300))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_make_a_traceback(tmp_path: Path, data: bytes) -> None:
    path = puzzle_file(tmp_path, data)
    assert run("count", path, "--nodes", 2000).exit_code in (0, 1, 2, 3)
    assert run("show", path).exit_code in (0, 2)
    assert run("verify", puzzle_file(tmp_path, name="good.txt"), path).exit_code in (1, 2)


@given(text=st.text(alphabet="#ab \n\t", max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_drawing_makes_a_traceback(tmp_path: Path, text: str) -> None:
    path = puzzle_file(tmp_path, text)
    assert run("solve", path, "--nodes", 2000, "--use", "any").exit_code in (0, 1, 2, 3)
    assert run("why", path, "--nodes", 2000).exit_code in (0, 1, 2, 3)


def test_an_internal_error_is_reported_as_a_bug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("tilewright.solving.api.count", broken)
    path = puzzle_file(tmp_path)
    result = run("count", path, "--json")
    assert result.exit_code == 70
    assert "This is a bug in Tilewright" in result.stderr and "--debug" in result.stderr
    assert "Traceback" not in result.output
    assert printed_json(result)["error"] == {"kind": "bug", "message": "ZeroDivisionError: on purpose"}
    assert "Traceback" in run("--debug", "count", path).stderr


def test_an_error_during_output_still_gives_one_json_object(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tilewright.solving import api

    whole = api.solve

    def broken(*words: object, **more: object) -> None:
        whole(*words, **more)  # type: ignore[call-overload]
        raise ZeroDivisionError("after the solutions")

    monkeypatch.setattr("tilewright.solving.api.solve", broken)
    body = printed_json(run("solve", puzzle_file(tmp_path), "--all", "--json"))
    assert len(body["found"]) == 4 and body["error"]["kind"] == "bug"
    out = tmp_path / "out.ndjson"
    run("solve", puzzle_file(tmp_path), "--all", "-o", out)
    assert [p.name for p in tmp_path.iterdir()] == ["puzzle.txt"]

"""``tilewright gunport BOARD``: its text, JSON, exit codes, files, bad input, Ctrl-C, the library."""

from __future__ import annotations

import signal
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from support.cli import parse_json, printed_json, run, signalled
from tilewright.cli.exit_codes import ExitCode
from tilewright.families.gunport.board import GunportBoard, Rules, is_arrangement
from tilewright.families.gunport.cli.output import answer_text, coloured, counts_text, pearce_text
from tilewright.families.gunport.drawing import loads
from tilewright.families.gunport.library import Library
from tilewright.families.gunport.library import loads as loads_sheet
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import GunportAnswer, GunportQuery
from tilewright.solving.steps import Status

KEYS = {
    "rows", "columns", "dominoes", "ports", "proven", "lower_bound", "pearce", "optimal_arrangements",
    "up_to_symmetry", "arrangement", "seconds",
}  # fmt: skip
MORE_KEYS = {
    "command", "board", "piece", "no_slide", "model", "solver", "status", "cells", "pieces", "states",
    "engine", "note", "output",
}  # fmt: skip
needs_ortools = pytest.mark.skipif(find_spec("ortools") is None, reason="OR-tools is not installed")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the library is that commands use when none is named."""
    path = tmp_path / "boards.sqlite"
    monkeypatch.setenv("TILEWRIGHT_LIBRARY", str(path))
    return path


def gunport(*words: object, text: str | None = None) -> Result:
    return run("gunport", *words, text=text)


def body(*words: object, text: str | None = None) -> dict[str, Any]:
    return printed_json(gunport(*words, "--json", text=text))


def lines(result: Result) -> list[str]:
    """What is said below the drawings."""
    return str(result.stdout).rpartition("\n\n")[2].splitlines()


def test_a_board() -> None:
    result = gunport("8x10")
    drawing, _, words = result.stdout.partition("\n\n")
    assert result.exit_code == 0 and is_arrangement(loads(drawing), Rules())
    first, second = words.splitlines()
    assert first.startswith("8x10: 27 dominoes are the fewest, 26 ports the most   ")
    assert first.endswith(", bounded") and second == "Pearce's formula gives 27 dominoes as well"


def test_counts() -> None:
    result = gunport("--count", "8x10")
    assert lines(result)[2] == "168 optimal arrangements, 42 up to symmetry"
    printed = body("8x10", "--count")
    assert (printed["optimal_arrangements"], printed["up_to_symmetry"]) == (168, 42)


@pytest.mark.parametrize(
    "words", [("3x4",), ("1x3", "--no-slide"), ("5x5", "--piece", "I3"), ("3x3", "--count")]
)
def test_json_keys(words: tuple[str, ...]) -> None:
    assert set(body(*words)) == KEYS | MORE_KEYS


def test_json_of_a_board() -> None:
    printed = body("10x8")
    assert (printed["rows"], printed["columns"], printed["dominoes"], printed["ports"]) == (10, 8, 27, 26)
    assert (printed["proven"], printed["lower_bound"], printed["pearce"]) == (True, 27, 27)
    assert printed["optimal_arrangements"] is None and printed["up_to_symmetry"] is None
    assert printed["status"] == "complete" and printed["command"] == "gunport" and printed["output"] is None
    drawing = loads("\n".join(printed["arrangement"]))
    assert drawing.board.size == (10, 8) and is_arrangement(drawing, Rules())


def test_json_of_other_rules() -> None:
    printed = body("6x6", "--piece", "I3")
    assert (printed["pieces"], printed["dominoes"], printed["pearce"], printed["piece"]) == (
        7,
        None,
        None,
        "straight tromino",
    )
    printed = body("1x3", "--no-slide")
    assert (printed["dominoes"], printed["proven"], printed["arrangement"], printed["pearce"]) == (
        None,
        True,
        None,
        None,
    )


def test_impossible() -> None:
    result = gunport("1x3", "--no-slide")
    assert result.exit_code == ExitCode.NONE
    assert result.stdout.startswith("1x3: impossible: there is no such arrangement   ")


def test_lists() -> None:
    result = gunport("3x3", "--all")
    assert len([block for block in result.stdout.split("\n\n") if set(block) <= set("<>^v.\n")]) == 4
    assert lines(result)[-1] == "4 optimal arrangements"
    assert lines(gunport("3x3", "--all", "--unique"))[-1] == "4 optimal arrangements; 1 listed"
    some = gunport("8x10", "--limit", "5")
    assert lines(some)[-1] == "168 optimal arrangements; 5 listed" and some.exit_code == 0
    assert lines(gunport("3x3", "--sample", "6"))[-1] == "4 optimal arrangements; 6 drawn"
    printed = body("8x10", "--all", "--unique", "--count")
    assert len(printed["arrangements"]) == printed["up_to_symmetry"] == 42
    assert printed["arrangement"] == printed["arrangements"][0]


def test_samples_are_repeatable() -> None:
    first = body("8x10", "--sample", "4", "--seed", "3")["arrangements"]
    assert len(first) == 4 and first == body("8x10", "--sample", "4", "--seed", "3")["arrangements"]
    assert first != body("8x10", "--sample", "4", "--seed", "4")["arrangements"]


def test_boards_by_file_and_name(tmp_path: Path) -> None:
    ring = "###\n# #\n###\n"
    path = tmp_path / "ring.txt"
    path.write_text(ring)
    assert body(path)["dominoes"] == body("-", text=ring)["dominoes"] == 3
    printed = body("catalog:mutilated-chessboard")
    assert (printed["cells"], printed["rows"], printed["dominoes"]) == (62, None, 21)
    assert body("-", "--count", text="##*#\n# <>\n")["optimal_arrangements"] is not None


def test_a_file_called_like_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table").write_text("####\n")
    assert body("./table")["cells"] == 4
    assert printed_json(run("gunport", "table", "--max", "2", "--json"))["command"] == "gunport table"


def test_files(tmp_path: Path) -> None:
    for name, start_ in (("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.txt", b"")):
        result = gunport("4x4", "--all", "--sheet", "9", "-o", tmp_path / name)
        assert result.exit_code == 0 and (tmp_path / name).read_bytes().startswith(start_)
        shown = "100 arrangements" if name == "a.txt" else "9 arrangements, 91 more left out (--sheet)"
        assert lines(result)[-1] == f"wrote {tmp_path / name}: {shown}"
    finds = loads_sheet((tmp_path / "a.txt").read_text(), who="", unnamed="a drawing")
    assert len(finds) == 100 and all(drawn.submission is not None for drawn in finds)
    assert body("4x4", "-o", tmp_path / "b.svg")["output"] == str(tmp_path / "b.svg")
    assert b"6 dominoes, 4 ports" in (tmp_path / "b.svg").read_bytes()
    nothing = gunport("1x3", "--no-slide", "-o", tmp_path / "c.svg")
    assert "no arrangement to write" in nothing.stdout and not (tmp_path / "c.svg").exists()
    assert body("1x3", "--no-slide", "-o", tmp_path / "c.svg")["output"] is None


def test_drawings_in_other_styles_and_in_colour() -> None:
    assert set(gunport("3x3", "--style", "letters").stdout.partition("\n\n")[0]) <= set("LRUDE\n")
    assert "\x1b[" in gunport("3x3", "--color", "always").stdout
    assert "\x1b[" not in gunport("3x3").stdout
    assert coloured("<>.\n").count("\x1b[0m") == 2 and coloured("<>.\n").endswith(".\x1b[0m\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["0x5"], "a board of 0 x 5 has no cells; expected at least 1x1"),
        (["-1"], "'-1' is not a board; expected a size (rows x columns, such as 8x10"),
        (["-1x5"], "'-1x5' is not a board"),
        (["3x3", "-1"], "'-1' is not a board"),
        (["3x"], "3x: it is not a size, and there is no such file"),
        (["abc"], "abc: it is not a size, and there is no such file"),
        (["5x5x5"], "5x5x5: it is not a size, and there is no such file"),
        (["1000x1000"], "1,000,000 cells; at most 100,000 are accepted"),
        (["catalog:nosuch"], "nosuch"),
        ([""], "the name is empty"),
        (["3x3", "4x4"], "unexpected extra argument"),
        (["--count"], "Missing argument 'BOARD'"),
        (["3x3", "--nosuch"], "No such option"),
        (["3x3", "--piece", "nosuch"], "there is no piece 'nosuch'"),
        (["3x3", "--engine", "kasteleyn"], "kasteleyn"),
        (["3x3", "--piece", "I3", "--engine", "dense"], "supports plain rectangles and dominoes only"),
        (["3x3", "--no-slide", "--engine", "bounded"], "has no bound"),
        (["64x64"], "too wide"),
        (["20x20", "--no-slide"], "of memory"),
        (["3x3", "--unique"], "--unique requires"),
        (["3x3", "--seed", "1"], "--seed requires --sample"),
        (["3x3", "--sample", "2", "--all"], "--sample cannot be combined with"),
        (["3x3", "--sample", "2M"], "at most 1,000,000"),
        (["3x3", "--limit", "0"], "too small"),
        (["3x3", "--solver", "scip"], "requires --model"),
        (["3x3", "--model", "monomino", "--count"], "does not support --count"),
        (["3x3", "--model", "monomino", "--engine", "dense"], "does not support --engine"),
        (["3x3", "-o", "x.gif"], "expected one of .svg, .png, .txt"),
        (["3x3", "-o", "/nosuch/x.svg"], "there is no directory"),
        (["3x3", "--library", "x", "--no-library"], "--library and --no-library cannot be combined"),
    ],
)  # fmt: skip
def test_bad_input(words: list[str], sentence: str) -> None:
    result = gunport(*words)
    assert result.exit_code == ExitCode.BAD_INPUT and result.stdout == ""
    assert sentence in result.stderr and "Traceback" not in result.stderr
    error = printed_json(gunport(*words, "--json"))["error"]
    assert sentence in error["message"] or error["kind"] == "format"


def test_a_negative_value_is_not_taken_for_a_board() -> None:
    assert "'-1' is not a seed" in gunport("3x3", "--sample", "2", "--seed", "-1").stderr


def known(pieces: int | None, bound: int, ended: str = "complete", **more: Any) -> GunportAnswer:
    given_board = {"board": GunportBoard.rectangle(24, 24), "rules": Rules(), **more}
    return GunportAnswer(**given_board, status=Status(ended), pieces=pieces, lower_bound=bound)


@pytest.mark.parametrize(
    ("answer", "words", "formula"),
    [
        (known(192, 192), "192 dominoes are the fewest, 192 ports the most", "192 dominoes as well"),
        (known(193, 193), "193 dominoes are the fewest, 190 ports the most", "192 dominoes: 1 too few"),
        (known(190, 190), "190 dominoes are the fewest", "192 dominoes: 2 more than needed"),
        (
            known(195, 190, "limit"),
            "at most 195 dominoes, so at least 186 ports; at least 190 dominoes needed",
            "192 dominoes: undecided here",
        ),
        (known(195, 194, "limit"), "at most 195 dominoes", "192 dominoes: at least 2 too few"),
        (known(192, 190, "limit"), "at most 192 dominoes", "192 dominoes as well"),
        (known(None, 190, "limit"), "no arrangement found; at least 190 dominoes needed", ""),
        (known(None, 0), "impossible: there is no such arrangement", ""),
        (known(1, 1, rules=rules_for("I3")), "1 straight tromino is the fewest, 573 ports the most", ""),
        (known(2, 2, rules=rules_for("XXXXXX/X")), "2 pieces are the fewest", ""),
        (known(200, 200, rules=Rules(no_slide=True)), "200 dominoes are the fewest", ""),
    ],
)
def test_words(answer: GunportAnswer, words: str, formula: str) -> None:
    assert answer_text(answer).startswith(f"24x24: {words}")
    assert pearce_text(answer) == (f"Pearce's formula gives {formula}" if formula else "")


def test_words_about_counts_that_were_not_reached() -> None:
    queries = GunportQuery(count=True)
    assert counts_text(known(192, 192, "limit"), queries, 1) == (
        "the number of optimal arrangements is not known"
    )
    answer = known(192, 192, "limit", optima=5_000_000)
    assert counts_text(answer, queries, 1) == "5,000,000 optimal arrangements; not counted up to symmetry"
    assert counts_text(answer, GunportQuery(), 1) == ""


@pytest.mark.usefixtures("ticking_clock")
def test_a_limit_leaves_a_bound() -> None:
    result = gunport("61x62", "--time", "60")
    assert result.exit_code == ExitCode.LIMIT
    assert "at least 1,261 dominoes needed" in lines(result)[0]
    assert "the time limit was reached" in result.stderr
    printed = body("61x62", "--time", "60")
    assert (printed["status"], printed["proven"], printed["lower_bound"]) == ("limit", False, 1261)


@pytest.mark.event
@pytest.mark.parametrize(
    ("words", "bound"), [(("31x32",), 331), (("14x14", "--piece", "I3"), 20), (("15x15", "--no-slide"), 0)]
)
def test_ctrl_c_leaves_what_is_known(words: tuple[str, ...], bound: int) -> None:
    done = signalled("searched", signal.SIGINT, "gunport", *words, "--json", "--no-library")
    printed = parse_json(done.stdout)
    assert done.returncode == ExitCode.INTERRUPTED
    assert "stopped" in done.stderr and "Traceback" not in done.stderr
    assert printed["status"] == "cancelled" and not printed["proven"] and printed["lower_bound"] >= bound


def test_what_was_solved_enters_the_library(place: Path) -> None:
    assert gunport("8x10").exit_code == 0 and not place.exists()  # it came along
    assert gunport("1x20", "--no-library").exit_code == 0 and not place.exists()
    assert gunport("1x20").stderr == ""
    entry = Library(place).best(GunportBoard.rectangle(20, 1))
    assert entry is not None and entry.proven and (entry.pieces, entry.proof) == (7, "bounded")
    assert gunport("5x5", "--piece", "I3").exit_code == 0
    assert gunport("5x5", "--no-slide").exit_code == 0
    assert len(Library(place).entries(source="own")) == 3
    assert gunport("1x3", "--no-slide").exit_code == 1


def test_a_library_named_on_the_line(place: Path, tmp_path: Path) -> None:
    assert gunport("1x20", "--library", tmp_path / "other.sqlite").exit_code == 0
    assert (tmp_path / "other.sqlite").exists() and not place.exists()


@pytest.mark.parametrize("kind", ["garbage", "directory", "no directory"])
def test_an_unusable_library_does_not_affect_the_answer(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "bad.sqlite"
    if kind == "garbage":
        path.write_bytes(b"no database at all")
    elif kind == "directory":
        path.mkdir()
    else:
        path = tmp_path / "none" / "bad.sqlite"
    for words in (("1x20",), ("1x20", "--json")):
        result = gunport(*words, "--library", path)
        assert result.exit_code == 0 and "7" in result.stdout
        assert "the answer was not entered in the library" in result.stderr


def test_a_worse_answer_tells_of_the_better_one_in_the_library(place: Path) -> None:
    from tilewright.families.gunport.cli.output import record_in_library

    gunport("1x20")
    arrangement = loads("<>" * 10)
    answer = known(10, 3, "limit", board=arrangement.board)
    with pytest.MonkeyPatch.context() as patch:
        said: list[str] = []
        patch.setattr("tilewright.families.gunport.cli.output.note", said.append)
        record_in_library(answer, [arrangement], place)
    assert said == ["the library has an arrangement with 7 dominoes: see tilewright gunport library show"]


@needs_ortools
def test_models(tmp_path: Path) -> None:
    result = gunport("4x4", "--model", "monomino")
    assert result.exit_code == 0
    assert lines(result)[0].startswith("4x4: 6 dominoes are the fewest, 4 ports the most   ")
    printed = body("4x4", "--model", "domino-index-fixed", "--target", "7", "-o", tmp_path / "m.svg")
    assert KEYS | MORE_KEYS | {"target", "refuted", "best_seconds", "nodes"} == set(printed)
    assert 0 < printed["best_seconds"] <= printed["seconds"]
    assert (printed["model"], printed["solver"], printed["target"], printed["dominoes"]) == (
        "domino-index-fixed",
        "cp-sat",
        7,
        7,
    )
    assert (tmp_path / "m.svg").exists()


def test_model_files(tmp_path: Path) -> None:
    result = gunport("3x3", "--model", "position", "-o", tmp_path / "m.mps")
    assert result.exit_code == 0 and result.stdout.startswith(f"wrote {tmp_path / 'm.mps'}: ")
    assert printed_json(gunport("3x3", "--model", "position", "-o", tmp_path / "m.lp", "--json"))["output"]
    assert (tmp_path / "m.lp").read_text().startswith("\\ position on 3x3\n\\ x_1: a horizontal domino")


def test_the_legend_and_the_dialect_of_lp_solve(tmp_path: Path) -> None:
    sentence = "a horizontal domino with its left half on row 1, column 1"
    result = gunport("1x2", "--model", "model 4", "--legend")
    assert result.exit_code == 0 and result.stdout == (
        f"h_1_1: {sentence}\nm_1_1: a port on row 1, column 1\nm_1_2: a port on row 1, column 2\n"
    )
    assert gunport("1x1", "--model", "1", "--legend").stdout == "the model has no variables\n"
    printed = body("1x2", "--model", "mod4", "--legend")
    assert printed["legend"]["h_1_1"] == sentence and printed["model"] == "monomino"
    assert set(printed) == {"command", "board", "piece", "no_slide", "model", "solver", "legend", "output"}
    path = tmp_path / "m.lp"
    words = ("1x2", "--model", "4", "-o", path, "--lp-dialect", "lp_solve", "--variable-order", "interlaced")
    result = gunport(*words, "--legend")
    assert result.stdout.endswith(f"\nwrote {path}: 3 variables, 3 constraints\n")
    lines = path.read_text().splitlines()
    assert lines[1] == f"// h_1_1: {sentence}" and "max: 0 h_1_1 + m_1_1 + m_1_2;" in lines


@needs_ortools
def test_a_model_with_its_legend_is_solved_for_a_drawing(tmp_path: Path) -> None:
    printed = body("2x2", "--model", "3", "--legend", "-o", tmp_path / "m.txt", "-o", tmp_path / "m.mzn")
    assert (printed["dominoes"], len(printed["legend"])) == (2, 8)
    assert (tmp_path / "m.txt").exists() and (tmp_path / "m.mzn").exists()


def test_several_files(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.dlx", "a.ec", "a.svg", "a.txt")]
    words = [word for file in files for word in ("-o", file)]
    result = gunport("3x3", *words, "--all")
    assert result.exit_code == 0 and [line for line in lines(result) if line.startswith("wrote ")] == [
        f"wrote {files[0]}: 21 items, 21 options",
        f"wrote {files[1]}: 21 items, 33 options; "
        "EC has no costs: each arrangement is a solution, however many pieces it has",
        f"wrote {files[2]}: 4 arrangements",
        f"wrote {files[3]}: 4 arrangements",
    ]
    assert all(file.exists() for file in files)
    printed = body("3x3", "-o", files[0], "-o", files[2])
    assert printed["outputs"] == [str(files[0]), str(files[2])] and printed["output"] == str(files[0])
    assert printed["dominoes"] == 3
    assert set(body("3x3", "-o", files[0])) == {
        "command",
        "board",
        "piece",
        "no_slide",
        "model",
        "solver",
        "output",
    }
    assert len(body("3x3", "-o", files[0], "--all")["arrangements"]) == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("-o", "a.lp"), "-o FILE.lp writes a model; it requires --model"),
        (
            ("-o", "a.dlx", "--model", "monomino"),
            "-o FILE.dlx writes the exact cover problem; it takes no --model",
        ),
        (("--legend",), "--legend requires --model"),
        (("--variable-order", "grouped"), "--variable-order requires --model"),
        (("--model", "5"), "'5' is not one of 'domino-index'"),
        (("--model", "1", "--legend", "--variable-order", "interlaced"), "do not belong to cells"),
        (("--model", "4", "--lp-dialect", "lp_solve", "-o", "a.mps"), "--lp-dialect requires -o FILE.lp"),
        (("--model", "4", "--lp-dialect", "lp_solve"), "--lp-dialect requires -o FILE.lp"),
        (("-o", "a.dlx", "-o", "a.dlx"), "-o names a.dlx twice"),
    ],
)
def test_files_that_are_refused(words: tuple[str, ...], sentence: str) -> None:
    result = gunport("3x3", *words)
    assert result.exit_code == ExitCode.BAD_INPUT and sentence in result.stderr


def test_the_comparison_knows_the_exact_answer() -> None:
    from tilewright.families.gunport.cli.models import fewest_dominoes

    assert fewest_dominoes(GunportBoard.rectangle(8, 10)) == 27

"""``tilewright disassemble``: sequences, levels, JSON, limits, errors."""

from __future__ import annotations

import json
import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from support.assembly_cases import SLOTS, assembly, winding_corridor
from support.burrtools_cases import BOX, CHEST, burr
from support.cli import printed_json, run
from tilewright.cli.interruption import TIME_LIMIT
from tilewright.families.assembly.survey import Survey, take_all_apart
from tilewright.formats import burrtools_reader, files, save
from tilewright.formats.burrtools_reader import saved_problems
from tilewright.formats.burrtools_writer import dumps_problems
from tilewright.solving.resources import Resources

BARS = burr("3x3x1 #########", "3x1x1 ###", "3x1x1 ###", "3x1x1 ###")
"""A layer of three bars."""

RING = burr("3x3x1 #########", "3x3x1 ####_####", "1x1x1 #")


@pytest.fixture
def bars(tmp_path: Path) -> Path:
    path = tmp_path / "bars.xmpuzzle"
    path.write_text(BARS, encoding="utf-8")
    return path


def test_the_first_assembly_is_printed_move_by_move(bars: Path) -> None:
    result = run("disassemble", bars)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "assembly 1 comes apart: 1"
    assert lines[1].endswith(":") and ", away" in lines[2]
    assert lines[-1].startswith("examined 1 assembly (use --all") and "square lattice" not in result.stderr


def test_all_assemblies_as_text_and_json(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.xmpuzzle"
    path.write_text(burr("2x2x2 ########", "2x1x1 ##", "2x1x1 ##", "2x2x1 ####"), encoding="utf-8")
    result = run("disassemble", path, "--all")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0 and lines[0] == "assembly 1   1"
    body = printed_json(run("disassemble", path, "--all", "--json"))
    number = body["assemblies"]
    assert list(body)[:3] == ["command", "file", "problem"]
    assert (body["status"], body["solutions"], body["proven"], body["undecided"]) == (
        "complete",
        number,
        True,
        0,
    )
    assert body["levels"] == ["1"] * number and body["numbers"] == list(range(1, number + 1))
    assert body["states"] >= number and body["seconds"] >= 0
    assert body["by_level"] == [{"level": 1, "solutions": number, "levels": {"1": number}}]
    assert printed_json(run("disassemble", path, "--all", "--json", "--min-level", 2))["levels"] == []


def test_assemblies_are_sorted_and_counted_by_level(tmp_path: Path) -> None:
    path = tmp_path / "burr.xmpuzzle"
    path.write_text(BOX, encoding="utf-8")
    body = printed_json(run("disassemble", path, "--all", "--json"))
    levels = dict(zip(body["numbers"], body["levels"], strict=True))
    counts = {text: body["levels"].count(text) for text in body["levels"]}
    assert {text: n for row in body["by_level"] for text, n in row["levels"].items()} == counts
    assert len(body["by_level"]) > 1
    highest = body["by_level"][0]["level"]
    few = printed_json(run("disassemble", path, "--all", "--json", "--min-level", highest))
    assert few["by_level"] == body["by_level"] and len(few["levels"]) == body["by_level"][0]["solutions"]
    low = printed_json(run("disassemble", path, "--all", "--json", "--max-level", highest - 1))
    assert sorted(few["numbers"] + low["numbers"]) == sorted(levels)
    as_found = printed_json(run("disassemble", path, "--all", "--json", "--sort", "number"))
    assert as_found["numbers"] == sorted(levels)
    assert as_found["levels"] == [levels[number] for number in sorted(levels)]
    lines = run("disassemble", path, "--all").stdout.splitlines()
    assert lines[len(levels)] == "level   assemblies" and lines[len(levels) + 1].split()[0] == str(highest)


def test_the_moves_as_json(tmp_path: Path) -> None:
    path = tmp_path / "ring.xmpuzzle"
    path.write_text(RING, encoding="utf-8")
    body = printed_json(run("disassemble", path, "--json"))
    assert [piece["piece"] for piece in body["assembly"]] == ["S2", "S3"]
    (separation,) = body["separations"]
    (move,) = separation["moves"]
    assert move["steps"] is None and abs(move["direction"][2]) == 1 and len(move["pieces"]) == 1


def test_a_locked_assembly_exits_with_1(tmp_path: Path) -> None:
    path = tmp_path / "cage.xmpuzzle"
    shell = "#" * 9 + "####_####" + "#" * 9
    path.write_text(burr("3x3x3 " + "#" * 27, "3x3x3 " + shell, "1x1x1 #"), encoding="utf-8")
    result = run("disassemble", path)
    assert result.exit_code == 1 and result.stdout.startswith("the only assembly does not come apart")
    body = printed_json(run("disassemble", path, "--all", "--json"))
    assert (body["assemblies"], body["solutions"], body["levels"]) == (1, 0, [])
    why = run("disassemble", path, "--solution", 1)
    assert why.exit_code == 1 and why.stdout.startswith(
        "assembly 1 does not come apart\nS2, S3 cannot move at all:"
    )
    assert "  S3   +z meets S2" in why.stdout


def test_a_survey_that_is_complete_is_written_whatever_the_time_limit(
    bars: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result of hours was lost where the limit came while it was written."""
    limited: list[bool] = []

    def slow(*written: Any, **given: Any) -> str:
        limited.append(TIME_LIMIT.is_set)
        return dumps_problems(*written, **given)

    monkeypatch.setattr(burrtools_reader, "dumps_problems", slow)
    output = tmp_path / "apart.xmpuzzle"
    result = run("disassemble", bars, "--all", "--time", "1000h", "-o", output)
    assert result.exit_code == 0 and output.exists()
    assert limited == [False]
    lines = result.stdout.splitlines()
    assert lines[-2].startswith("3 of 3 assemblies come apart") and lines[-1].startswith("wrote")


def test_more_than_is_read_again_is_said(bars: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_BYTES", 2**10)
    output = tmp_path / "apart.xmpuzzle"
    result = run("disassemble", bars, "--from", "xmpuzzle", "--all", "-o", output)
    assert result.exit_code == 0 and "more than is read again" in result.stderr


def test_no_assembly_in_the_range_exits_with_1(bars: Path) -> None:
    assert run("disassemble", bars, "--all", "--max-level", 1).exit_code == 0
    assert run("disassemble", bars, "--all", "--min-level", 2).exit_code == 1


def boxed(tmp_path: Path, *shapes: str) -> Path:
    """A box of 2 by 2 by 2 to be filled with these pieces."""
    path = tmp_path / "box.xmpuzzle"
    path.write_text(burr("2x2x2 ########", *shapes), encoding="utf-8")
    return path


def test_how_many_assemblies_come_apart_is_said_for_none_one_and_several(tmp_path: Path) -> None:
    def last(path: Path, *words: object) -> str:
        return run("disassemble", path, "--all", *words).stdout.splitlines()[-1].partition("   ")[0]

    domino, quarter = "2x1x1 ##", "2x2x1 ####"
    halves = boxed(tmp_path, quarter, quarter)
    assert last(halves) == "1 of 1 assembly comes apart"
    assert last(halves, "--min-level", 2) == "1 of 1 assembly comes apart, none at level 2 or more"
    assert last(halves, "--max-level", 1) == "1 of 1 assembly comes apart, 1 at level 1 or less"
    bars = boxed(tmp_path, domino, domino, domino, domino)
    assert last(bars) == "6 of 6 assemblies come apart"
    assert (
        last(bars, "--min-level", 2, "--max-level", 3) == "6 of 6 assemblies come apart, none at level 2 to 3"
    )
    whole = boxed(tmp_path, "2x2x2 ########")
    assert last(whole) == "the only assembly does not come apart"
    alone = run("disassemble", whole, "--solution", 1).stdout.splitlines()
    assert alone[0] == "assembly 1 does not come apart: it is a single piece or group"
    assert alone[1].startswith("examined assembly 1   ")


def test_a_file_without_an_assembly_is_named_so(tmp_path: Path) -> None:
    output = tmp_path / "out.xmpuzzle"
    for words in (["--all"], [], ["--solution", 1]):
        result = run("disassemble", boxed(tmp_path, "2x2x2 ########"), "-o", output, *words)
        assert result.stdout.endswith(f"wrote {output}: the puzzle, without an assembly\n")
        (problem,) = saved_problems(output.read_text(encoding="utf-8"))
        assert problem.assemblies == ()


def test_wrong_usage(bars: Path, tmp_path: Path) -> None:
    for words, said in (
        (["--all", "--solution", 1], "cannot be combined"),
        (["--min-level", 3], "--min-level requires --all"),
        (["--sort", "moves"], "--sort requires --all"),
        (["--all", "--min-level", 3, "--max-level", 2], "--min-level 3 is above --max-level 2"),
        (["--solution", 99], "there is no assembly 99; --all lists them"),
        (["--from", "toml"], "this is not TOML"),
        (["--solution", 0], "Invalid value"),
    ):
        result = run("disassemble", bars, *words)
        assert result.exit_code == 2 and said in result.stderr
    queens = tmp_path / "queens.toml"
    run("make", "queens", 4, "-o", queens)
    assert "no pieces to take apart" in run("disassemble", queens).stderr
    flat = run("disassemble", "catalog:pentominoes-6x10")
    assert flat.exit_code == 2 and "in space only" in flat.stderr


@pytest.mark.usefixtures("ticking_clock")
def test_a_time_limit_is_said(bars: Path) -> None:
    result = run("disassemble", bars, "--all", "--time", "0.1")
    assert result.exit_code == 3 and "limit" in result.stderr


@pytest.mark.event
def test_all_problems_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "two.xmpuzzle"
    shapes = "<shapes><shape id='1' count='1'/><shape id='2' count='1'/></shapes><result id='0'/>"
    problems = f"<problem name='a'>{shapes}</problem><problem name='b'>{shapes}</problem>"
    path.write_text(burr("2x1x1 ##", "1x1x1 #", "1x1x1 #", problem=problems), encoding="utf-8")
    result = run("disassemble", path, "--problem", "all")
    assert result.exit_code == 0 and [
        line for line in result.stdout.splitlines() if line.startswith("problem")
    ] == ["problem 1 a:", "problem 2 b:"]
    lines = run("disassemble", path, "--problem", "all", "--all", "--json").stdout.splitlines()
    assert [json.loads(line)["problem"] for line in lines] == [1, 2]
    assert run("disassemble", path).exit_code == 2
    saved = run("disassemble", path, "--problem", "all", "--all", "--checkpoint", tmp_path / "c")
    assert saved.exit_code == 2 and "one survey" in saved.stderr
    output = tmp_path / "apart.xmpuzzle"
    drawn = run("disassemble", path, "--problem", "all", "-o", tmp_path / "moves.svg")
    assert drawn.exit_code == 2 and "cannot be animated" in drawn.stderr
    written = run("disassemble", path, "--problem", "all", "--all", "-o", output)
    assert written.exit_code == 0 and written.stdout.endswith("apart.xmpuzzle: 2 problems, 2 assemblies\n")
    all_problems = saved_problems(output.read_text(encoding="utf-8"))
    assert [(problem.name, len(problem.assemblies)) for problem in all_problems] == [("a", 1), ("b", 1)]

    def survey(*words: object, cancel: threading.Event, **given: object) -> Survey:
        cancel.is_set()
        os.kill(os.getpid(), signal.SIGINT)
        return take_all_apart(*words, cancel=cancel, **given)  # type: ignore[arg-type]

    monkeypatch.setattr("tilewright.families.assembly.survey.take_all_apart", survey)
    stopped = run("disassemble", path, "--problem", "all", "--all", "-o", output)
    assert stopped.exit_code == 130 and "problem 2 and what follows was not begun" in stopped.stderr
    assert "problem 1 a:" in stopped.stdout and "problem 2 b:" not in stopped.stdout
    assert [problem.name for problem in saved_problems(output.read_text(encoding="utf-8"))] == ["a", "b"]


def test_names_cannot_control_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "control.xmpuzzle"
    shapes = "<shapes><shape id='1' count='2'/></shapes><result id='0'/>"
    text = burr("2x1x1 ##", "1x1x1 #", problem=f"<problem name='p&#155;2J&#10;q'>{shapes}</problem>")
    path.write_text(text.replace('<voxel x="1"', '<voxel name="a&#155;31m" x="1"'), encoding="utf-8")
    for command in (
        ("disassemble", path, "--problem", "all"),
        ("disassemble", path, "--problem", 2),
        ("assembly", "search", path),
    ):
        result = run(*command)
        lines = (result.stdout + result.stderr).splitlines()
        assert len(lines) > 0 and all(line.isprintable() for line in lines)
    assert "a?31m(1)" in run("disassemble", path).stdout
    assert "1 p?2J?q" in run("disassemble", path, "--problem", 2).stderr


def test_moves_are_written_for_burrtools(tmp_path: Path) -> None:
    path, output = tmp_path / "key.xmpuzzle", tmp_path / "out.xmpuzzle"
    box = "#" * 15 + "######" + "___" + "#" * 6 + "#######__######"
    pieces = ("2x1x1 ##", "2x1x2 _###")
    path.write_text(burr("5x3x3 " + "#" * 45, "5x3x3 " + box, *pieces), encoding="utf-8")
    result = run("disassemble", path, "--all", "-o", output)
    assert result.exit_code == 0 and ": 2 assemblies" in result.stdout
    (problem,) = saved_problems(output.read_text(encoding="utf-8"))
    saved, _ = problem.assemblies
    assert saved.separation is not None and saved.separation.left is not None
    assert [len(part.states) - 1 for part in (saved.separation, saved.separation.left)] == [1, 2]
    assert any(max(map(abs, at)) >= 20_000 for at in saved.separation.states[-1])
    assert printed_json(run("disassemble", output, "--all", "--json"))["levels"] == ["1.2", "1.2"]
    one = run("disassemble", path, "--solution", 2, "-o", output)
    assert one.exit_code == 0 and ": 1 assembly" in one.stdout
    for words in (["-o", "x.png"], ["-o", output, "--all", "--resume", "c"], ["-o", path]):
        assert run("disassemble", path, *words).exit_code == 2


def test_a_stopped_survey_says_how_to_resume(bars: Path, tmp_path: Path) -> None:
    path = tmp_path / "survey.ckpt"
    assert run("disassemble", bars, "--checkpoint", path).exit_code == 2  # only with --all
    assert run("disassemble", bars, "--all", "--checkpoint", bars).exit_code == 2
    first = printed_json(run("disassemble", bars, "--all", "--json", "--checkpoint", path))
    again = printed_json(run("disassemble", bars, "--all", "--json", "--resume", path))
    assert path.exists() and first["levels"] == again["levels"] and again["status"] == "complete"


def test_a_survey_continues_by_the_same_command(bars: Path, tmp_path: Path) -> None:
    keep, output = tmp_path / "survey.ckpt", tmp_path / "out.xmpuzzle"
    words = ("disassemble", bars, "--all", "--json", "--checkpoint", keep)
    first, again = run(*words), run(*words)
    assert first.exit_code == again.exit_code == 0
    assert f"{keep} is complete: 3 assemblies, 3 of them come apart" in again.stderr
    assert str(keep) not in first.stderr
    assert printed_json(first)["levels"] == printed_json(again)["levels"]
    refused = run(*words, "-o", output)
    assert refused.exit_code == 2 and "keeps no moves" in refused.stderr and not output.exists()
    assert run(*words, "-o", output, "--restart").exit_code == 0


def test_the_checkpoint_of_another_survey_is_not_overwritten(bars: Path, tmp_path: Path) -> None:
    survey, path = tmp_path / "survey.ckpt", tmp_path / "count.ckpt"
    assert run("disassemble", bars, "--all", "--checkpoint", survey).exit_code == 0
    assert run("count", bars, "--checkpoint", path).exit_code == 0
    ring = tmp_path / "ring.xmpuzzle"
    ring.write_text(RING, encoding="utf-8")
    for other in (survey, path):
        before = other.read_bytes()
        refused = run("disassemble", ring, "--all", "--checkpoint", other)
        assert refused.exit_code == 2 and "its question is to " in refused.stderr
        assert "this one to take the assemblies of " in refused.stderr
        assert other.read_bytes() == before
    empty = tmp_path / "empty.ckpt"
    empty.touch()
    for _ in range(2):  # its own is continued
        assert run("disassemble", bars, "--all", "--checkpoint", empty).exit_code == 0
    refused = run("disassemble", bars, "--all", "--least-total", "--checkpoint", empty)
    assert refused.exit_code == 2 and "made without the least total of moves" in refused.stderr


def test_a_checkpoint_says_how_mirror_images_are_treated(bars: Path, tmp_path: Path) -> None:
    path = tmp_path / "survey.ckpt"
    assert run("disassemble", bars, "--all", "--checkpoint", path).exit_code == 0
    before = path.read_bytes()
    refused = run("disassemble", bars, "--all", "--mirrors", "different", "--checkpoint", path)
    assert refused.exit_code == 2 and "it treats mirror images otherwise" in refused.stderr
    assert "mirror images the same)" in refused.stderr and "mirror images different)" in refused.stderr
    assert path.read_bytes() == before


def test_a_bound_is_printed_where_the_memory_does_not_suffice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "winding.toml"
    save(winding_corridor(5)[0], path)
    monkeypatch.setattr(Resources, "bytes", lambda _: 100)
    for options, number in ((("--all",), 2), (("--solution", "1"), 1)):  # either cube may be the key
        result = run("disassemble", path, *options)
        assert result.exit_code == 3 and "ended for want of memory" in result.stderr
        assert result.stdout.splitlines()[0] == (
            "assembly 1 is undecided: at least 2 moves until some of box, key, ball are free"
        )
        body = printed_json(run("disassemble", path, *options, "--json"))
        assert (body["proven"], body["undecided"], body["status"]) == (False, number, "limit")
        assert body["bounds"][0] == {"number": 1, "pieces": [0, 1, 2], "moves": 2}


def test_the_least_sum_of_moves_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "slots.toml"
    save(assembly(*SLOTS)[0], path)
    assert run("disassemble", path, "--all").stdout.splitlines()[0] == "assembly 1   2.2"
    result = run("disassemble", path, "--all", "--least-total")
    assert result.exit_code == 0 and result.stdout.splitlines()[0] == "assembly 1   2   3 moves"
    body = printed_json(run("disassemble", path, "--least-total", "--json"))
    assert body["totals"] == [{"total": 3, "at_least": 3}] and body["proven"]
    assert [len(part["moves"]) for part in body["separations"]] == [2, 1]
    monkeypatch.setattr(Resources, "bytes", lambda _: 60)
    result = run("disassemble", path, "--all", "--least-total", "--threads", 1)
    assert result.exit_code == 3 and "undecided" in result.stderr
    assert result.stdout.splitlines()[0] == "assembly 1   2.2   4 moves; at least 2 are needed"


@pytest.mark.parametrize(
    ("shapes", "reason"),
    [
        (("5x1x1 ##_##", "3x1x1 ###", "1x1x1 #"), "The piece S2 fits nowhere, but it must be used."),
        (
            ("2x2x2 ########", "2x1x1 ##", "2x1x1 ##"),
            "The areas differ: all pieces together have 4 cells, the board has 8 cells to fill.",
        ),
    ],
)
def test_why_there_is_no_assembly(tmp_path: Path, shapes: tuple[str, ...], reason: str) -> None:
    path = tmp_path / "none.xmpuzzle"
    path.write_text(burr(*shapes), encoding="utf-8")
    result = run("disassemble", path, "--all")
    assert result.exit_code == 1 and result.stdout.startswith("there is no assembly   ")
    assert result.stdout.splitlines()[1].startswith(reason)
    assert printed_json(run("disassemble", path, "--json"))["reason"].startswith(reason)
    assert printed_json(run("count", path, "--json"))["proof"].startswith(reason)


@pytest.mark.parametrize("command", ["disassemble", "count", "solve", "convert", "show"])
def test_damaged_files_are_refused_with_a_line(tmp_path: Path, command: str) -> None:
    path = tmp_path / "damaged.xmpuzzle"
    short = "<solutions>\n<solution><assembly>0 0 0 0</assembly></solution></solutions>"
    ends = [tmp_path / "out.toml"] if command == "convert" else []
    for text, words in (
        (burr("3x1x1 ###", "2x1x1 ##", "2x1x1 ##"), "line 3, column 53: the piece 'S3' brings the cells"),
        (
            burr("3x1x1 ###", "2x1x1 ##", "1x1x1 #", rest=short),
            "line 4, column 11: the assembly ends with its piece 2",
        ),
        (burr("3x1x1 ###", "2x1x1 ##", "1x1x1 #", grid="9"), "line 1, column 21: the grid type is '9'"),
    ):
        path.write_text(text, encoding="utf-8")
        result = run(command, path, *ends)
        assert result.exit_code == 2 and result.stdout == "" and not any(map(Path.exists, ends))
        assert len(result.stderr.splitlines()) == 1 and f"damaged.xmpuzzle, {words}" in result.stderr


@pytest.mark.parametrize("command", ["disassemble", "count", "solve", "convert"])
def test_assemblies_that_cannot_be_placed_are_left_out(tmp_path: Path, command: str) -> None:
    path, output = tmp_path / "moved.xmpuzzle", tmp_path / "out.xmpuzzle"
    overlap = "<solutions>\n<solution><assembly>0 0 0 0 1 0 0 0</assembly></solution></solutions>"
    path.write_text(burr("3x1x1 ###", "2x1x1 ##", "1x1x1 #", rest=overlap), encoding="utf-8")
    ends = [output, "--problem", "all"] if command == "convert" else []
    result = run(command, path, *ends)
    assert result.exit_code == 0
    assert result.stderr.count("1 of 1 saved assembly cannot be placed and is left out; in line 4, ") == 1


def test_the_rest_of_a_file_is_written_with_the_assemblies(tmp_path: Path) -> None:
    path, output = tmp_path / "two.xmpuzzle", tmp_path / "apart.xmpuzzle"
    used = "<shapes><shape id='{}' count='1'/><shape id='1' count='1'/></shapes><result id='0'/>"
    problems = f"<problem name='a'>{used.format(2)}</problem><problem name='b'>{used.format(3)}</problem>"
    text = burr("3x1x1 ###", "1x1x1 #", "2x1x1 ##", "2x1x1 #1#", problem=problems)
    kept = '<colors>\n<color red="1" green="2" blue="3"/>\n</colors>'
    path.write_text(text.replace("<shapes>", f"{kept}<shapes>", 1), encoding="utf-8")
    result = run("disassemble", path, "--problem", 2, "--all", "-o", output)
    assert result.exit_code == 0 and result.stdout.endswith("apart.xmpuzzle: 1 assembly\n")
    written = output.read_text(encoding="utf-8")
    first, second = saved_problems(written)
    assert kept in written and written.count("<voxel") == 4
    assert not first.assemblies and first.puzzle.expect == ()
    assert second.assemblies[0].separation and second.solutions == 1
    assert [known.count for known in second.puzzle.expect] == [1]
    path.write_text(text.replace("<shape id='2' count='1'/>", "<shape id='2' count='9'/>"), encoding="utf-8")
    result = run("disassemble", path, "--problem", 2, "--all", "-o", output)
    assert result.exit_code == 0 and "the rest of the file will not be written" in result.stderr
    (only,) = saved_problems(output.read_text(encoding="utf-8"))
    assert only.solutions == 1


def test_mirror_images_of_assemblies(tmp_path: Path) -> None:
    path = tmp_path / "chest.xmpuzzle"
    path.write_text(CHEST, encoding="utf-8")
    numbers = []
    for words in ([], ["--mirrors", "same"], ["--mirrors", "different"]):
        body = printed_json(run("disassemble", path, "--all", "--json", *words))
        counted = printed_json(run("count", path, "--unique", "--lattice", "cube", "--json", *words))
        assert body["assemblies"] == counted["up_to_symmetry"]
        numbers.append((body["assemblies"], body["solutions"]))
    assert numbers[0] == numbers[1] != numbers[2] and all(apart for _, apart in numbers)

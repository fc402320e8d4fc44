"""``tilewright solve``: output, files and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.cli import NOTHING_FITS, TWO_SPARE, dominoes, printed_json, puzzle_file, run

BOX = """\
┌───────┬───────┐
│       │       │
│   ┌───┤   ┌───┤
│   │   │   │   │
├───┘   ├───┘   │
│       │       │
└───────┴───────┘
"""


def test_the_first_solution_is_drawn(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path))
    assert result.exit_code == 0
    assert result.stdout.count("┌───────┬───────┐\n") == 1
    assert "found a solution" in result.stdout and "--all" in result.stdout
    assert result.stderr == ""


def test_all_solutions_are_drawn_and_counted(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path), "--all")
    assert result.exit_code == 0
    assert result.stdout.count("┌───────┬───────┐\n") == 4
    assert BOX in result.stdout
    assert "\n4 solutions " in result.stdout


def test_ascii_drawings_contain_only_ascii(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path), "--all", "--ascii")
    assert result.stdout.isascii()
    assert "+---" in result.stdout


def test_colour_is_there_only_when_asked_for(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    assert "\x1b[" not in run("solve", path).stdout
    assert "\x1b[" in run("solve", path, "--color", "always").stdout
    assert "\x1b[" not in run("solve", path, "--color", "always", "--no-color").stdout


def test_unique_solutions(tmp_path: Path) -> None:
    body = printed_json(run("solve", puzzle_file(tmp_path), "--all", "--unique", "--json"))
    assert (body["solutions"], body["up_to_symmetry"], len(body["found"])) == (4, 2, 2)
    assert body["symmetries"] == {"turns": 2, "mirrors": 2}


def test_json_holds_the_solutions(tmp_path: Path) -> None:
    body = printed_json(run("solve", puzzle_file(tmp_path), "--all", "--json"))
    assert body["status"] == "complete" and body["solutions"] == 4 and body["question"] == "all"
    for solution in body["found"]:
        cells = [tuple(cell) for placement in solution for cell in placement["cells"]]
        assert sorted(cells) == [(x, y) for x in range(4) for y in range(3)]


def test_the_first_solution_answers_the_question(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path), "--json")
    assert result.exit_code == 0
    body = printed_json(result)
    assert (body["question"], body["status"], len(body["found"])) == ("first", "complete", 1)


def test_as_many_solutions_as_asked_for_give_exit_code_0(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path), "--limit", 3, "--json")
    assert result.exit_code == 0
    assert (printed_json(result)["status"], len(printed_json(result)["found"])) == ("limit", 3)
    assert "may be more" in result.stderr


def test_fewer_solutions_because_of_another_limit_give_exit_code_3() -> None:
    result = run("solve", "catalog:pentominoes-6x10", "--limit", 2000, "--nodes", 20_000, "--json")
    body = printed_json(result)
    assert result.exit_code == 3 and body["status"] == "limit" and 0 < body["solutions"] < 2000
    assert "the search reached a limit" in result.stderr and "--limit" not in result.stderr


def test_a_limit_that_is_not_reached_has_no_effect(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path), "--limit", 5, "--json")
    assert result.exit_code == 0
    assert (printed_json(result)["status"], printed_json(result)["solutions"]) == ("complete", 4)


def test_no_solution(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path), "--motions", "fixed", "--json")
    assert result.exit_code == 1
    body = printed_json(result)
    assert (body["status"], body["solutions"], body["found"]) == ("complete", 0, [])


def test_pieces_may_be_left_over_when_asked(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, TWO_SPARE)
    refused = run("solve", path)
    assert refused.exit_code == 1
    assert "no solution exists" in refused.stdout and "--use any" in refused.stderr
    result = run("solve", path, "--use", "any", "--all")
    assert result.exit_code == 0
    assert result.stdout.count("uses 3 of 4 pieces; unused: ") == 3


def test_too_few_cells_are_reported(tmp_path: Path) -> None:
    text = "###  ##\n###\n"
    result = run("solve", puzzle_file(tmp_path, text))
    assert result.exit_code == 1
    assert "the pieces have only 2 cells; the board needs 6" in result.stderr
    assert "--use any" not in result.stderr


def test_no_hint_where_areas_agree(tmp_path: Path) -> None:
    assert run("solve", puzzle_file(tmp_path), "--motions", "fixed").stderr == ""


@pytest.mark.parametrize("suffix", [".json", ".ndjson", ".txt", ".svg", ".png", ".SVG"])
def test_output_files(tmp_path: Path, suffix: str) -> None:
    path = puzzle_file(tmp_path)
    out = tmp_path / f"out{suffix}"
    result = run("solve", path, "--all", "-o", out)
    assert result.exit_code == 0, result.output
    assert f"wrote {out}: 4 solutions" in result.stdout
    assert out.stat().st_size > 100
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([path.name, out.name])


def test_data_files_hold_all_solutions_and_verify(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    for name in ("out.json", "out.ndjson"):
        out = tmp_path / name
        run("solve", path, "--all", "-o", out)
        assert run("verify", path, out).stdout == "all 4 solutions are correct\n"
    assert len((tmp_path / "out.ndjson").read_text().splitlines()) == 4
    assert len(json.loads((tmp_path / "out.json").read_text())["solutions"]) == 4


def test_a_text_file_has_every_drawing(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    run("solve", puzzle_file(tmp_path), "--all", "-o", out, "--color", "always")
    text = out.read_text(encoding="utf-8")
    assert BOX in text and text.count("solution ") == 4 and "\x1b" not in text


def test_a_picture_says_how_many_it_left_out(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path), "--all", "-o", tmp_path / "out.svg", "--sheet", 3)
    assert "3 solutions, 1 more left out" in result.stdout
    assert "first 3 of 4 solutions" in (tmp_path / "out.svg").read_text()


def test_without_solutions_there_is_no_picture(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    out.write_text("old")
    result = run("solve", puzzle_file(tmp_path), "--motions", "fixed", "-o", out)
    assert result.exit_code == 1
    assert "was not written" in result.stdout and out.read_text() == "old"


def test_json_names_the_file_that_was_written(tmp_path: Path) -> None:
    out = tmp_path / "out.ndjson"
    body = printed_json(run("solve", puzzle_file(tmp_path), "--all", "-o", out, "--json"))
    assert body["output"] == str(out) and "found" not in body and body["solutions"] == 4


def test_several_files_are_all_written(tmp_path: Path) -> None:
    targets = [tmp_path / name for name in ("all.svg", "all.txt", "all.ndjson")]
    options = [word for target in targets for word in ("-o", target)]
    body = printed_json(run("solve", puzzle_file(tmp_path), "--all", *options, "--json"))
    assert body["output"] == str(targets[0])
    assert body["outputs"] == list(map(str, targets))
    assert targets[0].read_text(encoding="utf-8").startswith("<")
    assert targets[1].read_text(encoding="utf-8").count("solution ") == 4
    assert run("verify", puzzle_file(tmp_path), targets[2]).exit_code == 0


def test_a_file_named_twice_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "all.svg"
    result = run("solve", puzzle_file(tmp_path), "-o", target, "-o", target)
    assert result.exit_code == 2 and "twice" in result.stderr
    assert not target.exists()


def test_a_second_file_is_refused_where_one_is_written(tmp_path: Path) -> None:
    targets = [tmp_path / name for name in ("a.svg", "b.svg")]
    result = run("show", puzzle_file(tmp_path), "-o", targets[0], "-o", targets[1])
    assert result.exit_code == 2 and "--output is given more than once" in result.stderr
    assert not any(target.exists() for target in targets)


def test_a_resumed_search_finds_the_same_solutions(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, dominoes(6, 4))
    keep, out, whole = tmp_path / "state", tmp_path / "out.ndjson", tmp_path / "whole.ndjson"
    result = run("solve", path, "--all", "-o", out, "--nodes", 100, "--checkpoint", keep)
    assert result.exit_code == 3
    assert f"--resume {keep}" in result.stderr
    codes = [3]
    for nodes in range(200, 100_000, 100):
        codes.append(run("solve", path, "--all", "-o", out, "--nodes", nodes, "--resume", keep).exit_code)
        if codes[-1] != 3:
            break
    assert codes[-1] == 0 and len(codes) > 2
    run("solve", path, "--all", "-o", whole)
    lines = out.read_text().splitlines()
    assert len(lines) == 281 and sorted(lines) == sorted(whole.read_text().splitlines())


def test_all_and_limit_together_are_refused(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path), "--all", "--limit", 3)
    assert result.exit_code == 2
    assert "cannot be combined" in result.stderr


def test_unusable_pieces_do_not_crash(tmp_path: Path) -> None:
    assert run("solve", puzzle_file(tmp_path, NOTHING_FITS)).exit_code == 1


def test_a_puzzle_from_standard_input(tmp_path: Path) -> None:
    text = puzzle_file(tmp_path).read_text()
    assert printed_json(run("solve", "-", "--all", "--json", text=text))["solutions"] == 4


def test_the_memory_limit_does_not_change_the_result(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    plain, bounded = (
        printed_json(run("solve", path, "--all", "--json", *more)) for more in ([], ["--memory", "1M"])
    )
    assert bounded["found"] == plain["found"] and bounded["solutions"] == 4

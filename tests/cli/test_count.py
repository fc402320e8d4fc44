"""``tilewright count``."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from support.burrtools_cases import burr
from support.cli import STRIP, dominoes, printed_json, puzzle_file, run
from tilewright.solving import api


def test_the_line_for_people() -> None:
    result = run("count", "catalog:pentominoes-6x10", "--unique")
    assert result.exit_code == 0
    line = r"9,356 solutions \(2,339 up to symmetry: 2 rotations and 2 reflections\)   \d.* s, "
    assert re.fullmatch(line + r"[\d,]+ (?:nodes|states), \w+\n", result.stdout), result.stdout


def test_only_what_was_asked_for_is_in_the_object(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    plain = printed_json(run("count", path, "--json"))
    assert plain["solutions"] == 4 and not {"labelled", "up_to_symmetry", "symmetries"} & set(plain)
    both = printed_json(run("count", path, "--unique", "--labelled", "--json"))
    assert (both["solutions"], both["labelled"], both["up_to_symmetry"]) == (4, 96, 2)


def test_large_counts_are_also_given_as_text(tmp_path: Path) -> None:
    body = printed_json(run("count", puzzle_file(tmp_path, dominoes(6, 6)), "--labelled", "--json"))
    assert body["solutions"] == 6728 and "solutions_text" not in body
    assert body["labelled_text"] == str(6728 * 6402373705728000) == str(body["labelled"])


def test_motions_decide_which_pieces_are_alike(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    counts = {
        mode: printed_json(run("count", path, "--motions", mode, "--json")) for mode in ("fixed", "all")
    }
    assert (counts["fixed"]["solutions"], counts["all"]["solutions"]) == (0, 4)
    assert counts["fixed"]["motions"] == "fixed"


def test_motions_apply_to_catalogue_puzzles() -> None:
    body = printed_json(
        run("count", "catalog:pentominoes-3x20", "--motions", "rotation", "--unique", "--json")
    )
    assert body["symmetries"] == {"turns": 2, "mirrors": 0}


def test_the_plain_name_of_a_catalogue_puzzle() -> None:
    assert printed_json(run("count", "pentominoes-3x20", "--json"))["solutions"] == 8


@pytest.mark.parametrize("engine", ["reference", "dancing-cells", "dense", "forward-checking", "bitmask"])
def test_engines_by_name(tmp_path: Path, engine: str) -> None:
    path = puzzle_file(tmp_path, "###\n###   ###  #\n###   #    ##\n")
    body = printed_json(run("count", path, "--engine", engine, "--json"))
    assert body["engine"] == engine and body["solutions"] == 0


def test_an_unknown_engine_is_refused_by_name(tmp_path: Path) -> None:
    result = run("count", puzzle_file(tmp_path), "--engine", "steam")
    assert result.exit_code == 2
    assert "'steam'" in result.stderr and "dancing-cells" in result.stderr


def test_a_node_limit_then_the_rest(tmp_path: Path) -> None:
    path, keep = puzzle_file(tmp_path, dominoes(6, 6)), tmp_path / "state"
    cut = run("count", path, "--nodes", "2k", "--checkpoint", keep, "--json")
    assert cut.exit_code == 3
    assert (
        printed_json(cut)["status"] == "limit"
        and printed_json(cut)["solutions"] < 6728
        and printed_json(cut)["share"] < 1
    )
    assert f"--resume {keep}" in cut.stderr
    rest = run("count", path, "--resume", keep, "--json")
    assert rest.exit_code == 0 and printed_json(rest)["solutions"] == 6728


def test_a_known_total_is_printed_without_the_count_up_to_symmetry() -> None:
    words = ("count", "catalog:monomer-dimer-4x4", "--engine", "frontier")
    nodes = printed_json(run(*words, "--json"))["nodes"]
    result = run(*words, "--unique", "--nodes", str(nodes + 1))
    assert result.exit_code == 3
    assert result.stdout.startswith("10,012 solutions; not counted up to symmetry   ")
    assert "there may be more" not in result.stderr


def test_an_engine_that_keeps_no_checkpoint_is_named(tmp_path: Path) -> None:
    kept, none = tmp_path / "kept", tmp_path / "none"
    small = run("count", "catalog:dominoes-8x8", "--checkpoint", str(kept))
    assert small.stdout.startswith("12,988,816 solutions   ") and small.stderr == "" and kept.exists()
    wide = run("count", puzzle_file(tmp_path, dominoes(40, 40)), "--checkpoint", str(none))
    assert wide.exit_code == 0 and not none.exists()
    assert "the engine kasteleyn writes no checkpoint, so there is nothing to resume" in wide.stderr


def test_the_memory_limit_gives_exit_code_3(tmp_path: Path) -> None:
    """A bound so low that the table does not fit: no count at all, and never "none exists"."""
    words = ["catalog:pentominoes-6x10", "--engine", "frontier", "--memory", "1M"]
    result = run("count", *words)
    assert result.exit_code == 3
    assert re.match(r"not counted: \d.*% of the search done   .* s, [\d,]+ states, frontier\n", result.stdout)
    assert "memory" in result.stderr and "the search reached a limit after" in result.stderr
    assert "more solutions" not in result.stderr and "exists" not in result.output
    body = printed_json(run("count", *words, "--json"))
    assert (body["status"], body["solutions"]) == ("limit", None) and "memory" in body["note"]
    whole = printed_json(run("count", *words[:-1], "500MB", "--json"))
    assert (whole["solutions"], whole["note"]) == (9356, "")


def test_a_precheck_visits_no_nodes() -> None:
    result = run("count", "catalog:dominoes-8x8", "--engine", "kasteleyn")
    assert re.fullmatch(r"12,988,816 solutions   \d.* s, kasteleyn\n", result.stdout)


def test_a_limit_of_solutions() -> None:
    stopped = run("count", "catalog:pentominoes-6x10", "--limit", "5", "--json")
    assert stopped.exit_code == 3
    assert (printed_json(stopped)["status"], printed_json(stopped)["solutions"]) == ("limit", 5)
    whole = run("count", "catalog:pentominoes-3x20", "--limit", "9", "--json")
    assert (whole.exit_code, printed_json(whole)["status"], printed_json(whole)["solutions"]) == (
        0,
        "complete",
        8,
    )


def test_an_empty_name_is_no_directory() -> None:
    result = run("count", "")
    assert result.exit_code == 2 and "the name is empty" in result.stderr


def test_a_partial_search_never_reports_that_none_exists(tmp_path: Path) -> None:
    result = run("count", "catalog:pentominoes-6x10", "--nodes", 10)
    assert result.exit_code == 3
    assert "no solution found in" in result.stdout and "exists" not in result.stdout


def test_a_count_that_contradicts_the_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "bars.xmpuzzle"
    pieces = "<shapes><shape id='1' count='2'/></shapes><result id='0'/>"
    saved = "<problem state='{}' assemblies='5'>" + pieces + "</problem>"
    for state, said in (("2", True), ("1", False)):  # 1: BurrTools had not finished
        path.write_text(burr("2x2x1 ####", "2x1x1 ##", problem=saved.format(state)))
        result = run("count", path, "--unique")
        assert result.exit_code == 0 and "(1 up to symmetry" in result.stdout
        assert ("gives 5 solutions up to symmetry (saved by BurrTools" in result.stderr) == said
    assert "saved by BurrTools" not in run("count", path).stderr  # nothing is known of these
    path.write_text(burr("2x2x1 ####", "2x1x1 ##", problem=saved.format("2")))
    assert "saved by BurrTools" not in run("count", path, "--unique", "--motions", "fixed").stderr
    assert "saved by BurrTools" in run("solve", path, "--unique", "--all").stderr
    assert "saved by BurrTools" not in run("solve", path, "--unique").stderr


def test_what_a_file_expects_is_quoted_short_and_visible(tmp_path: Path) -> None:
    path = tmp_path / "strip.toml"
    for count, source in (("37", "a\\u2028\\u001b[31mb"), ("9" * 4000, "a book " * 1000)):
        path.write_text(f'{STRIP}\n[[expect]]\ncount = {count}\nsource = "{source}"\n')
        result = run("count", path)
        (said,) = [line for line in result.stderr.splitlines() if "the puzzle's file gives" in line]
        assert said.isprintable() and len(said) < 600
        assert said.endswith(", which this contradicts: one of the two is wrong")


@pytest.mark.event
def test_all_problems_of_a_file_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = burr("3x2x1 ######", "2x1x1 ##", "3x1x1 ###").replace('count="1"', 'min="0" max="3"')
    start, end = text.index("<problem>"), text.index("</problems>")
    second = text[start:end].replace('<shape id="2" min="0" max="3"/>', "")
    path = tmp_path / "two.xmpuzzle"
    path.write_text(text[:end] + second.replace("<problem>", '<problem name="dominoes">') + text[end:])
    result = run("count", path, "--problem", "all", "--lattice", "cube")
    assert result.exit_code == 0
    assert re.sub("solutions?.*", "", result.stdout) == "problem 1:\n4 \nproblem 2 dominoes:\n3 \n"
    bodies = [
        json.loads(line) for line in run("count", path, "--problem", "all", "--json").stdout.splitlines()
    ]
    assert [(body["problem"], body["solutions"]) for body in bodies] == [(1, 4), (2, 3)]
    copy = tmp_path / "copy.xmpuzzle"
    assert run("convert", path, copy, "--problem", "all").exit_code == 0
    again = run("count", copy, "--problem", "all", "--json").stdout.splitlines()
    assert [json.loads(line)["solutions"] for line in again] == [4, 3]
    api_count = api.count

    @wraps(api_count)
    def interrupted(*words: Any, cancel: threading.Event, **given: Any) -> api.Answer:
        cancel.is_set()
        os.kill(os.getpid(), signal.SIGINT)
        answer: api.Answer = api_count(*words, cancel=cancel, **given)
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(api, "count", interrupted)
        stopped = run("count", path, "--problem", "all")
    assert stopped.exit_code == 130 and "problem 2 and what follows was not begun" in stopped.stderr
    assert "problem 1:" in stopped.stdout and "dominoes" not in stopped.stdout
    for words in (
        ("show", path, "--problem", "all"),
        ("count", path, "--problem", "all", "--checkpoint", tmp_path / "c"),
        ("convert", path, tmp_path / "out.toml", "--problem", "all"),
        ("convert", path, copy, "--problem", "all", "--labelled"),
        ("count", puzzle_file(tmp_path), "--problem", "all"),
    ):
        refused = run(*words)
        assert refused.exit_code == 2 and refused.stderr


def test_equal_pieces_of_dpf_are_counted_both_ways(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, "2 2 2 1 0 1 1 2 1 0 1 1", "twins.dpf")
    hint = "count as copies of one: 1 solution; with --labelled they are different pieces: 2 solutions"
    result = run("count", path)
    assert result.stdout.startswith("1 solution ") and hint in result.stderr
    assert hint in run("solve", path, "--all").stderr
    assert not run("solve", path).stderr
    labelled = run("count", path, "--labelled")
    assert "(2 with identical copies distinct)" in labelled.stdout and not labelled.stderr
    different = puzzle_file(tmp_path, "2 2 1 1 0 1 1 1", "different.dpf")
    assert not run("count", different).stderr
    refused = run("convert", path, tmp_path / "twins.ec")
    assert refused.exit_code == 2
    assert "use --labelled to number the copies (each solution then counts as 2)" in refused.stderr


def test_ways_round_a_surface_are_told_apart(tmp_path: Path) -> None:
    """A torus of 2 x 2 has 8 perfect matchings with its parallel edges (A335586)."""
    path = tmp_path / "torus.toml"
    assert run("make", "dominoes", "2x2", "--wrap", "torus", "-o", path).exit_code == 0
    plain = run("count", path)
    assert plain.stdout.startswith("2 solutions ") and "--parallel counts each" in plain.stderr
    both = run("count", path, "--parallel")
    first, second = both.stdout.splitlines()
    assert first.startswith("2 solutions ") and not both.stderr
    assert second.startswith("with ways round counted apart: 8 solutions ")
    body = json.loads(run("count", path, "--parallel", "--unique", "--json").stdout)
    assert (body["solutions"], body["up_to_symmetry"], body["ways_apart"]) == (2, 1, 8)
    stopped = run("count", path, "--parallel", "--nodes", "1")
    assert stopped.exit_code == 3 and "no solution found in 0%" in stopped.stdout
    wide = tmp_path / "wide.toml"
    run("make", "dominoes", "4x4", "--wrap", "torus", "-o", wide)
    assert not run("count", wide).stderr
    for words, message in (
        ((path, "--limit", "1"), "--parallel and --limit cannot be combined"),
        ((path, "--by", "domino"), "--parallel and --by cannot be combined"),
        ((path, "--confirm"), "--parallel and --confirm cannot be combined"),
        (("catalog:dominoes-4x4",), "the board is not wrapped; there are ways round on surfaces only"),
    ):
        refused = run("count", "--parallel", *words)
        assert refused.exit_code == 2 and message in refused.stderr

"""``--only disassemblable --moves translations,rotations``: as ``disassemble`` says, in runs as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import printed_json, run

TURNS = ("--only", "disassemblable", "--moves", "translations,rotations")
NAME = "disassemblable-with-rotations"


@pytest.mark.parametrize("name", ["turning-bar", "turning-crosses", "turning-maze", "burr-level-5"])
def test_counts_and_levels_are_those_of_disassemble(name: str) -> None:
    path = f"catalog:{name}"
    apart = printed_json(run("disassemble", path, "--all", *TURNS[2:], "--json"))
    for words in (("count",), ("solve", "--all")):
        body = printed_json(run(words[0], path, *words[1:], *TURNS, "--json"))
        assert body["only"] == NAME
        assert (body["examined"], body["up_to_symmetry"]) == (apart["assemblies"], apart["solutions"])
        assert (body["by_level"], body["undecided"]) == (apart["by_level"], 0)


def test_without_rotations_nothing_changes() -> None:
    path = "catalog:turning-maze"
    plain, slides = (
        printed_json(run("count", path, *TURNS[:2], *more, "--json"))
        for more in ((), ("--moves", "translations"))
    )
    assert (plain["only"], plain["up_to_symmetry"]) == (slides["only"], slides["up_to_symmetry"])
    assert (plain["only"], plain["up_to_symmetry"]) == ("disassemblable", 0)


def test_a_run_stores_shows_and_verifies_it(tmp_path: Path) -> None:
    db, file = tmp_path / "runs.db", tmp_path / "levels.csv"
    assert run("run", "start", "catalog:turning-maze", *TURNS, "--db", db).exit_code == 0
    assert f"all {NAME} solutions up to symmetry, kept" in run("run", "status", "--db", db).stdout
    body = printed_json(run("run", "status", "--db", db, "--json"))
    assert (body["only"], body["solutions"], body["status"]) == (NAME, 1, "complete")
    assert run("run", "verify", "--db", db).exit_code == 0
    assert run("run", "export", "last", "--db", db, "-o", file).exit_code == 0
    assert file.read_text().splitlines() == ["number,level,moves,levels", "1,12,12,12"]
    refused = run("run", "export", "last", "--db", db, "-o", tmp_path / "moves.xmpuzzle")
    assert refused.exit_code == 2 and not (tmp_path / "moves.xmpuzzle").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["count", "catalog:burr-level-5", *TURNS[2:]], "--moves requires --only"),
        (["run", "start", "catalog:burr-level-5", *TURNS[2:]], "--moves requires --only"),
        (["count", "catalog:burr-level-5", *TURNS[:3], "rotations"], "pieces leave by translations"),
        (["solve", "catalog:burr-level-5", *TURNS[:3], "turns"], "'turns' is no kind of move"),
        (["count", "catalog:pentominoes-3x20", *TURNS], "pieces turn on the lattice cube only"),
    ],
)
def test_what_does_not_go_together_is_refused(words: list[str], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2 and message in result.stderr

"""``tilewright disassemble --moves translations,rotations``: text, JSON, files, checkpoints, wrong usage."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.assembly_cases import assembly
from support.cli import printed_json, run
from tilewright import disassemble, load_puzzle, solutions
from tilewright.families.assembly.disassembly import Turn
from tilewright.formats import save

BOTH = ("--moves", "translations,rotations")
LOCK = (
    "AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA",
    "AAAAAAA AAA.AAA AA.B.AA A..B..A AA.B.AA AAA.AAA AAAAAAA",
    "AAAAAAA AAAAAAA AAAAAAA AA...AA AAAAAAA AAAAAAA AAAAAAA",
)
TIGHT = (LOCK[0], LOCK[1].replace("A..B..A", "AA.B.AA"), LOCK[2])


def written(path: Path, layers: tuple[str, ...]) -> Path:
    save(assembly(*layers)[0], path)
    return path


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return written(tmp_path / "lock.toml", LOCK)


def test_turns_are_printed_and_counted_as_moves(lock: Path) -> None:
    result = run("disassemble", lock, *BOTH)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "assembly 1 comes apart: 2" and lines[3] == "    2. B   +z, away"
    assert lines[2] in [f"    1. B   {sign}90\N{DEGREE SIGN} about z at x 3, y 3" for sign in "+-"]
    assert run("disassemble", lock).exit_code == 1
    assert run("disassemble", lock, "--moves", "translations").exit_code == 1


def test_turns_in_json(lock: Path) -> None:
    body = printed_json(run("disassemble", lock, *BOTH, "--json"))
    assert body["moves"] == ["translations", "rotations"] and body["levels"] == ["2"] and body["proven"]
    turn, leaving = body["separations"][0]["moves"]
    assert turn == {"pieces": [1], "axis": "z", "centre": [3, 3, None], "degrees": turn["degrees"]}
    assert abs(turn["degrees"]) == 90 and leaving["steps"] is None
    without = printed_json(run("disassemble", lock, "--json"))
    assert without["moves"] == ["translations"] and without["verdicts"] == {"no_translations": 1}


def test_a_negative_answer_names_the_moves_that_were_tried(tmp_path: Path) -> None:
    tight = written(tmp_path / "tight.toml", TIGHT)
    result = run("disassemble", tight, *BOTH, "--solution", 1)
    assert result.exit_code == 1
    assert "nor do translations and turns about these axes" in result.stdout
    assert "by quarter turns about axes parallel to x, y and z" in result.stdout
    assert "not tried: other axes, several groups at once" in result.stdout
    assert "rotations were not tried" not in result.stdout
    body = printed_json(run("disassemble", tight, *BOTH, "--solution", 1, "--json"))
    assert body["verdicts"] == {"no_translations_or_turns": 1} and body["proven"]
    assert body["blocking"]["whole"] and "other axes" in body["reason"]


def test_positions_with_turned_pieces_are_counted(tmp_path: Path) -> None:
    closed = written(tmp_path / "closed.toml", (LOCK[0], LOCK[1], LOCK[0]))
    body = printed_json(run("disassemble", closed, *BOTH, "--solution", 1, "--json"))
    assert body["blocking"]["turned"] + len(body["blocking"]["positions"]) == body["states"]


def test_animations_of_turns(lock: Path, tmp_path: Path) -> None:
    out = tmp_path / "turn.svg"
    result = run("disassemble", lock, *BOTH, "-o", out)
    assert result.exit_code == 0 and "2 moves" in result.stdout
    assert "degrees" in out.read_text(encoding="utf-8")


def test_a_survey_with_rotations_is_not_continued_without_them(lock: Path, tmp_path: Path) -> None:
    path = tmp_path / "survey.ckpt"
    assert run("disassemble", lock, "--all", *BOTH, "--checkpoint", path).exit_code == 0
    again = run("disassemble", lock, "--all", *BOTH, "--checkpoint", path)
    assert again.exit_code == 0 and "1 of 1 assembly comes apart" in again.stdout
    other = run("disassemble", lock, "--all", "--resume", path)
    assert other.exit_code == 2 and "it was made with rotations" in other.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--moves", "spin"), "'spin' is no kind of move; expected translations and rotations"),
        (("--moves", ""), "'' is no kind of move"),
        (("--moves", "rotations"), "pieces leave by translations"),
        ((*BOTH, "--least-total"), "--least-total and rotations cannot be combined"),
        ((*BOTH, "-o", "a.xmpuzzle"), "BurrTools' files hold no turns"),
    ],
)
def test_wrong_usage(lock: Path, words: tuple[str, ...], said: str) -> None:
    result = run("disassemble", lock, *words)
    assert result.exit_code == 2 and said in result.stderr and "Traceback" not in result.stderr


def test_other_lattices_are_refused() -> None:
    result = run("disassemble", "catalog:double-spheres-octahedron", *BOTH)
    assert result.exit_code == 2 and "pieces turn on the lattice cube only" in result.stderr


def test_rotations_in_python(lock: Path) -> None:
    solution = next(solutions(load_puzzle(lock)))
    assert not disassemble(solution).comes_apart
    apart = disassemble(solution, rotations=True)
    assert apart.separation is not None and isinstance(apart.separation.moves[0], Turn)
    assert "about z" in str(apart)


def test_an_assembly_that_is_too_long_to_turn_is_refused(tmp_path: Path) -> None:
    wall, room = "A" * 70, "ABB" + "A" * 67
    walls = " ".join([wall] * 3)
    path = written(tmp_path / "closed.toml", (walls, f"{wall} {room} {wall}", walls))
    result = run("disassemble", path, *BOTH)
    assert result.exit_code == 2 and "farther than 64 cells from an axis" in result.stderr

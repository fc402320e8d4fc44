"""The attack finds what is wrong, and shortens it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import attack_assemblies
import attack_files
import attack_puzzles
import attack_surfaces
from attack_section import Section
from support.puzzle_cases import piece, rectangle
from support.sliding_cases import SLIDING
from tilewright.formats.toml import loads
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving import api


@pytest.fixture
def section(tmp_path: Path) -> Section:
    return Section("test", random.Random(1), 60.0, tmp_path)


@pytest.mark.parametrize(
    "draw",
    [
        attack_puzzles.lattice_puzzle,
        attack_puzzles.exact_cover_puzzle,
        attack_puzzles.large_puzzle,
        attack_puzzles.gunport_board,
        attack_puzzles.vanishing_board,
        attack_puzzles.dominosa_grid,
        attack_puzzles.pips_board,
    ],
    ids=lambda draw: str(draw.__name__),
)
def test_engines_stand_a_few_cases_of_each_kind(section: Section, draw: attack_puzzles.Draw) -> None:
    for _ in range(3):
        draw(section)
    assert section.tried["engine calls"] > 3
    assert not section.failures


def test_surfaces_stand_a_few_cases(section: Section, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attack_surfaces, "MAX_SIDE", 5)
    for _ in range(3):
        attack_surfaces.domino_board(section)
        attack_surfaces.random_series(section)
    assert (section.tried["boards of dominoes"], section.tried["series"]) == (3, 3)
    assert not section.failures
    monkeypatch.setattr(attack_surfaces, "matchings", lambda vertices, edges: -1)
    attack_surfaces.domino_board(section)
    assert list(section.failures) == ["Pfaffians"]


def test_a_wrong_list_is_found_and_its_puzzle_made_smaller(
    section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = api.solutions

    def without_monominoes(puzzle: Puzzle, **options: object) -> Iterator[Solution]:
        solutions = right(puzzle, **options)  # type: ignore[call-overload]
        return (one for one in solutions if not any(p.piece == "o" for p in one.placements))

    monkeypatch.setattr(api, "solutions", without_monominoes)
    pieces = (piece("L", "## #."), piece("o", "#", copies=2), piece("I", "###"))
    attack_puzzles.small_puzzle(section, Puzzle(rectangle(4, 2), pieces))
    [(kind, failure)] = section.failures.items()
    assert kind.startswith("list by ")
    assert failure.message.startswith("(0, set()) instead of (1, {")
    assert [value.name for value in loads(failure.case).pieces] == ["o"]
    assert next(section.folder.iterdir()).read_text().endswith(failure.case)


def test_a_text_is_shortened_to_what_matters(section: Section) -> None:
    def read(text: str) -> None:
        if "x" in text:
            raise ValueError(text)

    attack_files.failing_text(section, "reading", "abc" * 30 + "x" + "def" * 30, read)
    assert section.failures["reading: ValueError"].case == "'x'"


def test_damaged_checkpoints_are_refused_or_give_the_right_number(section: Section, tmp_path: Path) -> None:
    whole = attack_files.interrupted(tmp_path, "frontier", 60)
    for _ in range(20):
        attack_files.damaged_checkpoint(section, whole)
    assert section.tried["damaged checkpoints"] == 20 and not section.failures
    whole.path.write_bytes(whole.content)
    assert api.count(whole.puzzle, engine="frontier", resume=whole.path).solutions == whole.solutions


def test_the_smallest_case_of_each_kind_is_kept(section: Section) -> None:
    for case in ("middle", "long case", "tiny", "another"):
        section.fail("kind", f"about {case}", case)
    failure = section.failures["kind"]
    assert (failure.times, failure.case, failure.message) == (4, "tiny", "about tiny")


def test_assemblies_end_after_so_many_cases_of_each_lattice(section: Section) -> None:
    section.cases = 1
    attack_assemblies.attack(section)
    assert not section.failures
    head, _, *rows = section.details
    assert head.startswith("| lattice | level ")
    assert len(rows) == len(SLIDING)

"""CNF, LP and MPS: their answers, worked out by others, are the puzzle's solutions and their least cost."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from support.formats_strategies import abstract_puzzles
from support.puzzle_cases import piece, puzzles, rectangle
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import FORMATS, cnf, dlx
from tilewright.formats.cover_program import dumps_lp, dumps_mps
from tilewright.formats.to_exact_cover import to_exact_cover_puzzle
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.reference import solutions

SMALL = dlx.loads("""
2|a b 0:1|c | x
a b x:red
a c x:red |4
a |7
a b c
""")


def read_cnf(text: str) -> tuple[int, list[tuple[int, ...]]]:
    """The number of variables and the clauses of a DIMACS text."""
    lines = [line for line in text.splitlines() if not line.startswith("c")]
    head, variables, clauses = lines[0].rsplit(None, 2)
    assert head == "p cnf"
    read = [tuple(map(int, line.split())) for line in lines[1:]]
    assert len(read) == int(clauses)
    for clause in read:
        assert clause[-1] == 0 and len(clause) > 1 and 0 not in clause[:-1]
        assert all(abs(literal) <= int(variables) for literal in clause)
    return int(variables), [clause[:-1] for clause in read]


def models(variables: int, clauses: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Every model as its true variables, by trying both values of each after unit clauses."""

    def walk(left: list[tuple[int, ...]], true: set[int]) -> Iterator[tuple[int, ...]]:
        while True:
            rest = []
            for clause in left:
                if true.isdisjoint(clause):
                    open_literals = tuple(literal for literal in clause if -literal not in true)
                    if not open_literals:
                        return
                    rest.append(open_literals)
            left = rest
            units = {clause[0] for clause in left if len(clause) == 1}
            if not units:
                break
            if any(-unit in units for unit in units):
                return
            true = true | units
        free = next((v for v in range(1, variables + 1) if v not in true and -v not in true), None)
        if free is None:
            yield tuple(sorted(v for v in true if v > 0))
            return
        yield from walk(left, true | {free})
        yield from walk(left, true | {-free})

    return walk(list(clauses), set())


def known(puzzle: AnyPuzzle) -> list[tuple[int, ...]]:
    """The solutions by the definition, each as its options counted from 1."""
    return sorted(tuple(o + 1 for o in one) for one in solutions(to_cover(puzzle).problem))


def free_of_costs(puzzle: ExactCoverPuzzle) -> ExactCoverPuzzle:
    return replace(puzzle, options=tuple(replace(option, cost=0) for option in puzzle.options))


def check_models(puzzle: ExactCoverPuzzle) -> None:
    rows = sorted(models(*read_cnf(cnf.dumps(puzzle))))
    options = len(puzzle.options)
    assert sorted(tuple(v for v in one if v <= options) for one in rows) == known(puzzle)


def test_a_small_cnf() -> None:
    plain = free_of_costs(SMALL)
    assert known(plain) == [(1, 2), (1, 3), (3, 4)] == known(SMALL)
    check_models(plain)
    assert cnf.dumps(dlx.loads("a b\na\nb\na b\n")).splitlines() == [
        "c Options, chosen when their variables are 1: 3",
        "c 1 = a",
        "c 2 = b",
        "c 3 = a b",
        "p cnf 3 4",
        "1 3 0",
        "-1 -3 0",
        "2 3 0",
        "-2 -3 0",
    ]


@given(abstract_puzzles())
def test_models_are_solutions(puzzle: ExactCoverPuzzle) -> None:
    check_models(free_of_costs(puzzle))


@pytest.mark.parametrize("count", [0, 1, 2, 5, 6, 7])
def test_every_multiplicity_is_counted(count: int) -> None:
    for least in range(count + 2):
        for most in range(least, count + 3):
            options = (Option((("a", ""),)),) * count
            check_models(ExactCoverPuzzle((Item("a", least, most),), options))


@pytest.mark.parametrize("count", [1, 3, 6, 8])
def test_at_most_one_and_colours(count: int) -> None:
    plain = [Option((("a", ""), ("x", ""))) for _ in range(count)]
    painted = [Option((("a", ""), ("x", "rg"[k % 2]))) for k in range(count)]
    items = (Item("a", 0, 99), Item("x", primary=False))
    check_models(ExactCoverPuzzle(items, tuple(plain)))
    check_models(ExactCoverPuzzle(items, tuple(painted)))
    check_models(ExactCoverPuzzle(items, tuple(plain[:2] + painted)))


def test_a_board_with_pieces() -> None:
    puzzle = Puzzle(rectangle(4, 3), (piece("bar", "##", 3), piece("V", "## #.", 2)))
    assert len(list(models(*read_cnf(cnf.dumps(puzzle))))) == len(known(puzzle)) > 0
    assert "c 1 = bar:0,0;1,0" in cnf.dumps(puzzle).splitlines()


def test_costs_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="CNF cannot express costs"):
        cnf.dumps(SMALL)


def test_too_many_clauses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cnf, "MAX_CLAUSES", 10)
    with pytest.raises(UnsupportedError, match="more than 10 clauses"):
        cnf.dumps(free_of_costs(SMALL))


def test_all_text_stays_in_comments() -> None:
    odd = ExactCoverPuzzle(
        (Item("a"),), (Option((("a", ""),), "p cnf 9 9"),), "one\np cnf 8 8\n0", "*\\ \x85 x"
    )
    for name in ("cnf", "lp", "mps"):
        dumps = FORMATS[name].dumps
        assert dumps is not None
        head = {"cnf": "c ", "lp": "\\ ", "mps": "* "}[name]
        lines = dumps(odd).split("\n")
        comments = [line for line in lines if line.startswith(head)]
        assert lines[: len(comments)] == comments
        assert len(comments) == 4
        assert "p cnf 9 9" not in "\n".join(lines[len(comments) :])


def test_a_small_lp() -> None:
    assert dumps_lp(SMALL).splitlines() == [
        "\\ Options, chosen when their variables are 1: 4",
        "\\ x1 = a b x:red",
        "\\ x2 = a c x:red",
        "\\ x3 = a",
        "\\ x4 = a b c",
        "Minimize",
        " objective: 4 x2 + 7 x3",
        "Subject To",
        " i1: x1 + x2 + x3 + x4 = 2",
        " i2: x1 + x4 = 1",
        " i3_most: x2 + x4 <= 1",
        "Binary",
        " x1 x2 x3 x4",
        "End",
    ]


# In a process of its own, as OR-tools and highspy cannot share one.
HIGHS = """
import json, sys, highspy
told = []
for path in sys.argv[1:]:
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("mip_rel_gap", 0.0)
    assert solver.readModel(path) == highspy.HighsStatus.kOk, path
    lp = solver.getLp()
    assert all(kind == highspy.HighsVarType.kInteger for kind in lp.integrality_), path
    solver.run()
    best = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    told.append(round(solver.getInfo().objective_function_value) if best else None)
print(json.dumps(told))
"""


def least_by_highs(paths: Sequence[Path]) -> list[int | None]:
    """The least cost in each file, as HiGHS reads it; None where there is no answer."""
    if subprocess.run([sys.executable, "-c", "import highspy"], capture_output=True).returncode:
        pytest.skip("highspy is not installed")
    done = subprocess.run(
        [sys.executable, "-c", HIGHS, *map(str, paths)], capture_output=True, text=True, check=True
    )
    told: list[int | None] = json.loads(done.stdout.splitlines()[-1])
    return told


def random_puzzle(seed: int) -> ExactCoverPuzzle:
    """Items of every kind and about twelve options; often with a solution, as items ask for little."""
    dice = random.Random(seed)
    items = [Item("p1"), Item("p2", 0, dice.randint(0, 3)), Item("p3", 1, dice.randint(1, 3))]
    items += [Item("p4", dice.randint(0, 1)), Item("s1", primary=False), Item("s2", primary=False)]
    options = []
    for _ in range(dice.randint(0, 12)):
        chosen = dice.sample(items[:4], dice.randint(1, 2)) + dice.sample(items[4:], dice.randint(0, 2))
        uses = tuple((item.name, "" if item.primary else dice.choice(["", "r", "g"])) for item in chosen)
        options.append(Option(uses, cost=dice.choice([0, 0, dice.randint(-9, 9), 10**6])))
    return ExactCoverPuzzle(tuple(items), tuple(options))


def least(puzzle: ExactCoverPuzzle) -> int | None:
    return min((sum(puzzle.options[o - 1].cost for o in one) for one in known(puzzle)), default=None)


def test_highs_finds_the_least_cost(tmp_path: Path) -> None:
    cases = [SMALL, ExactCoverPuzzle((), ()), *map(random_puzzle, range(60))]
    cases.append(
        to_exact_cover_puzzle(
            Puzzle(rectangle(4, 3), (piece("bar", "##", (0, 6)), piece("V", "## #.", (0, 4))))
        )
    )
    paths = []
    for number, puzzle in enumerate(cases):
        for suffix, dumps in (("lp", dumps_lp), ("mps", dumps_mps)):
            paths.append(tmp_path / f"{number}.{suffix}")
            paths[-1].write_text(dumps(puzzle), encoding="utf-8")
    told = least_by_highs(paths)
    expected = [value for puzzle in cases for value in [least(puzzle)] * 2]
    assert told == expected
    assert sum(value is None for value in expected) > 10 < sum(value is not None for value in expected)


@settings(max_examples=30)
@given(puzzles())
def test_boards_of_every_kind_can_be_written(puzzle: Puzzle) -> None:
    options = to_exact_cover_puzzle(puzzle).options
    for name in ("cnf", "lp", "mps"):
        dumps = FORMATS[name].dumps
        assert dumps is not None
        assert all(option.name in dumps(puzzle) for option in options)


@pytest.mark.parametrize("name", ["cnf", "lp", "mps"])
def test_they_are_only_written(name: str) -> None:
    assert FORMATS[name].loads is None
    with pytest.raises(UnsupportedError, match="can be written, but not read"):
        FORMATS[name].read("")


def test_lines_are_not_too_long_for_readers() -> None:
    many = ExactCoverPuzzle(
        (Item("a"), Item("b")), tuple(Option((("a", ""), ("b", "")), "n" * 500) for _ in range(300))
    )
    for dumps in (dumps_lp, dumps_mps):
        assert max(map(len, dumps(many).splitlines())) <= 205

"""Every known number of ``oracles.toml`` against every engine that claims it, and the file itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from os import environ
from typing import Any

import pytest

import tilewright
from support.frontier_problems import best, evaluate
from support.oracle_entries import Number, Oracle, load, oracles
from support.own_process import in_own_process
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.base import Task
from tilewright.solving.engines.frontier.semirings import COUNT, Semiring, by_marks
from tilewright.solving.engines.frontier.sweep import Evaluation, SweepQuery
from tilewright.solving.engines.kasteleyn.counting import count_matchings, unsupported
from tilewright.solving.engines.registry import ENGINES, PROFILE_SWEEP, choose
from tilewright.solving.resources import Resources
from tilewright.solving.search.tree_search import search
from tilewright.solving.search.trial import TreeSearch
from tilewright.solving.steps import Control, Status

LISTING = ("planner", "dense", "dancing-cells", "bitmask")
"""Who visits each solution, and is asked about the small entries; ``planner`` is the engine it chooses."""

MOST_SECONDS = 0.3
"""Up to this time, expected beforehand, the engine profile-sweep is asked."""

FEW = 20_000
"""Up to this number engines that the planner does not choose are asked about small entries, too."""


Built = Puzzle | CoverProblem


def cover_of(built: Built) -> CoverProblem:
    """The cover problem of an entry."""
    return to_cover(built).problem if isinstance(built, Puzzle) else built


def ids(oracle: Oracle) -> str:
    """An entry's name in a test's name."""
    return oracle.name


def asked(engine: str) -> list[Oracle]:
    """The entries that an engine is asked about."""
    lists = engine in LISTING
    nodes = {"small"} if lists else {"small", "large", *(["huge"] if "TILEWRIGHT_HUGE" in environ else [])}
    return [
        o
        for o in oracles()
        if o.nodes in nodes
        and (engine in o.engines if o.engines else not lists or engine == "planner" or few(o))
    ]


def few(oracle: Oracle) -> bool:
    """Whether an engine that lists needs next to no time, even where it is not the one to take."""
    return isinstance(oracle.number, int) and oracle.number <= FEW


# Engines that list


def tally(name_lists: Iterable[Iterable[str]], of: str) -> list[int]:
    """How many solutions have 0, 1, 2, ... pieces of a name, or of any; a solution is its pieces' names."""
    times = Counter(sum(not of or piece == of for piece in solution) for solution in name_lists)
    return [times[k] for k in range(max(times, default=-1) + 1)]


def summed_up(oracle: Oracle, times: list[int]) -> Number:
    """What an entry wants of a tally; there are as many coefficients as it says, or more."""
    if oracle.counted == "coefficients":
        assert isinstance(oracle.number, tuple)
        return (*times, *[0] * (len(oracle.number) - len(times)))
    some = [k for k, count in enumerate(times) if count]
    return {"least": min, "most": max}[oracle.counted](some)


def puzzle_answer(engine: str | None, oracle: Oracle, puzzle: Puzzle) -> Number:
    """The answer about a puzzle, by the public functions."""
    if oracle.counted in ("solutions", "unique", "labelled"):
        unique, labelled = oracle.counted == "unique", oracle.counted == "labelled"
        answer = tilewright.count(puzzle, engine=engine, unique=unique, labelled=labelled)
        assert answer.status is Status.COMPLETE
        wanted = answer.up_to_symmetry if unique else answer.labelled if labelled else answer.solutions
        assert wanted is not None
        return wanted
    solutions = tilewright.solutions(puzzle, engine=engine)
    return summed_up(oracle, tally(([p.piece for p in s.placements] for s in solutions), oracle.of))


def problem_answer(engine: str | None, oracle: Oracle, problem: CoverProblem) -> Number:
    """The answer about a cover problem that is no puzzle."""
    keep = oracle.counted != "solutions"
    sizes: list[int] = []
    work = TreeSearch(problem, choose(problem, engine).engine, Task(), lambda loop: (Task(),), keep)
    outcome = search(work, Control(threads=2), lambda batch: sizes.extend(map(len, batch)))
    assert outcome.status is Status.COMPLETE
    if not keep:
        return outcome.solutions
    return summed_up(oracle, tally(([""] * size for size in sizes), ""))


@pytest.mark.parametrize(
    ("engine", "oracle"),
    [pytest.param(e, o, id=f"{e} {o.name}") for e in LISTING for o in asked(e)],
)
def test_engines_that_list(engine: str, oracle: Oracle) -> None:
    built = oracle.build()
    problem = cover_of(built)
    if engine in ENGINES and (reason := ENGINES[engine].unsupported(problem)):
        pytest.skip(reason)
    if engine == choose(problem).engine.name and "planner" in (oracle.engines or LISTING):
        pytest.skip("the planner chooses it")
    name = None if engine == "planner" else engine
    if isinstance(built, Puzzle):
        assert puzzle_answer(name, oracle, built) == oracle.number
    else:
        assert problem_answer(name, oracle, built) == oracle.number


# Engines that count without listing


def frontier_answer(oracle: Oracle, built: Built) -> Number | None:
    """The answer of the frontier engine."""
    if isinstance(built, Puzzle) and oracle.counted in ("solutions", "unique", "labelled"):
        return puzzle_answer("frontier", oracle, built)
    problem, marks = cover_of(built), marks_of(oracle, built)
    semiring: Semiring[Any]
    if oracle.counted == "solutions":
        semiring = COUNT
    elif oracle.counted == "coefficients":
        assert isinstance(oracle.number, tuple)
        semiring = by_marks(marks, len(oracle.number) - 1)
    else:
        problem = replace(problem, costs=marks)
        semiring = best(maximise=oracle.counted == "most")
    evaluation: Evaluation[Any] = evaluate(problem, semiring)
    assert evaluation.status is Status.COMPLETE
    value: Number | None = evaluation.value
    return value


def marks_of(oracle: Oracle, built: Built) -> tuple[int, ...]:
    """1 for each option that an entry's coefficients, least or most go by, else 0."""
    if isinstance(built, Puzzle):
        return tuple(int(oracle.of in ("", p.piece)) for p in to_cover(built).placements)
    return (1,) * len(built.options)


def kasteleyn_answer(oracle: Oracle, built: Built) -> Number:
    """The answer of the determinants."""
    if (reason := unsupported(cover_of(built))) and not planar(oracle):
        pytest.skip(reason)
    return count_matchings(cover_of(built))


def planar(oracle: Oracle) -> bool:
    """Whether determinants must be able to tell: dominoes, calissons, the box 2 by 2 by n."""
    dominoes = oracle.kind == "tiling" and oracle.arguments["pieces"] == ["domino"]
    size = oracle.arguments.get("size", [])
    return dominoes or oracle.arguments.get("graph") == "hexagon" or (len(size) == 3 and size[:2] == [2, 2])


def matchings(oracle: Oracle) -> bool:
    """Whether an entry counts perfect matchings, of graphs that can be drawn in the plane or not."""
    dominoes = oracle.kind == "tiling" and oracle.arguments["pieces"] == ["domino"]
    return oracle.counted == "solutions" and (dominoes or oracle.arguments.get("degree") == 1)


@pytest.mark.parametrize("oracle", asked("frontier"), ids=ids)
def test_frontier(oracle: Oracle) -> None:
    if oracle.counted == "unique" and oracle.arguments.get("lattice") in ("cube", "stick"):  # 300 MB
        assert in_own_process(frontier_answer, oracle, oracle.build()) == oracle.number
    else:
        assert frontier_answer(oracle, oracle.build()) == oracle.number


@pytest.mark.parametrize("oracle", [o for o in asked("profile-sweep") if o.counted == "solutions"], ids=ids)
def test_profile_sweep(oracle: Oracle) -> None:
    built = oracle.build()
    forced = to_cover(built).forced if isinstance(built, Puzzle) else ()
    query = SweepQuery(cover_of(built), forced)
    adapter = PROFILE_SWEEP.loaded_adapter
    if reason := adapter.unsupported_query(query):
        pytest.skip(reason)
    if adapter.expected_seconds(query, Resources(1)) > MOST_SECONDS:
        pytest.skip("nearly none of the profiles occur")
    evaluation: Evaluation[int] = adapter.count(query, Resources(1), Control())
    assert (evaluation.status, evaluation.value) == (Status.COMPLETE, oracle.number)


@pytest.mark.parametrize("oracle", [o for o in asked("kasteleyn") if matchings(o)], ids=ids)
def test_kasteleyn(oracle: Oracle) -> None:
    assert kasteleyn_answer(oracle, oracle.build()) == oracle.number


# The file


def test_each_entry_has_a_source() -> None:
    """An OEIS number with its index, or a citation with a year or an address."""
    known = re.compile(r"OEIS A\d{6}, [mnk] = \d+|.*(\b(1[89]|20)\d\d\b|\w\.org/)")
    assert [oracle.name for oracle in oracles() if not known.match(oracle.source)] == []


def test_entries_do_not_contradict_each_other() -> None:
    """No problem stands twice in the file; one and the same but turned has the same number."""
    assert max(Counter(oracle.name for oracle in oracles()).values()) == 1
    numbers: dict[object, Number] = {}
    for oracle in oracles():
        lists = {k: sorted(v) if k in ("size", "pieces") else v for k, v in oracle.arguments.items()}
        if "holes" not in lists:
            key = (oracle.kind, repr(sorted(lists.items())), oracle.counted, oracle.of)
            assert numbers.setdefault(key, oracle.number) == oracle.number


def test_there_are_many_of_each_sort() -> None:
    assert len(oracles()) >= 150
    # A test without cases cannot fail.
    assert len(asked("frontier")) >= 150 and len(asked("kasteleyn")) >= 40
    assert len([o for o in oracles() if o.nodes == "small"]) >= 80
    assert {o.counted for o in oracles()} >= {"solutions", "unique", "coefficients", "least", "most"}


GOOD = 'kind = "queens"\nn = 4\ncounted = "solutions"\nnumber = 2\nsource = "OEIS A000170, n = 4"'


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('source = "OEIS A000170, n = 4"', "", "source is missing"),
        ('"solutions"', '"covers"', "counted should be one of"),
        ('"solutions"', '"coefficients"', "coefficients are a list"),
        ("number = 2", 'number = "2"', "in quotes from 2\\^63"),
        ("number = 2", "number = true", "expected a whole number"),
        ("number = 2", f"number = {2**63}", "in quotes from 2\\^63"),
        ("number = 2", 'number = 2\nnodes = "few"', "nodes should be one of"),
        ("number = 2", 'number = 2\nengines = ["frontire"]', "engines should be some of"),
        ('"queens"', '"kings"', "there is no kind 'kings'"),
        ("n = 4\n", "size = 4\n", "queens size=4"),
    ],
)
def test_a_bad_entry_is_refused(before: str, after: str, fault: str) -> None:
    assert load(f"[[oracle]]\n{GOOD}")[0].number == 2
    with pytest.raises(ValueError, match=fault):
        load(f"[[oracle]]\n{GOOD.replace(before, after, 1)}")[0].build()

"""Counts without listing against counts by listing: numbers, limits, threads, memory, orders, checkpoints."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from support.puzzle_cases import pentominoes, piece, puzzles, rectangle
from tilewright import catalogue
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Board, Placement, Puzzle, Solution
from tilewright.solving.api import Answer, count
from tilewright.solving.engines import reference
from tilewright.solving.engines.registry import KASTELEYN
from tilewright.solving.facts import prepare
from tilewright.solving.questions import Count, Query
from tilewright.solving.resources import LEAST_MEMORY
from tilewright.solving.steps import Limits, Progress, Status

PENTOMINOES = pentominoes(rectangle(15, 4))
MONOMER_DIMER = Puzzle(rectangle(4, 4), (piece("d", "##", copies=(0, 8)), piece("m", "#", copies=(0, 16))))
DOMINOES = Puzzle(rectangle(8, 8), (piece("d", "##", copies=32),))
LARGE = Puzzle(rectangle(14, 14), (piece("d", "##", copies=(0, 98)), piece("m", "#", copies=(0, 196))))
"""Monomers and dimers: more than a million states."""


MOST = 1_000  # solutions that are listed one by one


def numbers(answer: Answer) -> tuple[Status, int | None, int | None, int | None]:
    return answer.status, answer.solutions, answer.up_to_symmetry, answer.labelled


def brute(puzzle: Puzzle) -> tuple[Status, int, int, int]:
    """What a count should say: every solution by the definition, orbits and labels one by one."""
    cover = to_cover(puzzle)
    solutions = reference.solutions(cover.problem, cover.forced)
    every = [cover.solution(options) for options in islice(solutions, MOST + 1)]
    if len(every) > MOST:
        reject()
    orbits = {symmetries(puzzle).canonical(solution) for solution in every}
    return Status.COMPLETE, len(every), len(orbits), sum(labels(puzzle, solution) for solution in every)


def labels(puzzle: Puzzle, solution: Solution) -> int:
    used = solution.used()
    return math.prod(math.perm(p.max_copies, used.get(p.name, 0)) for p in puzzle.pieces)


# The same numbers as by listing


@given(puzzle=puzzles(), symmetry=st.booleans(), threads=st.integers(1, 3))
def test_random_puzzles(puzzle: Puzzle, symmetry: bool, threads: int) -> None:  # noqa: FBT001 - by Hypothesis
    want = brute(puzzle)
    answer = count(puzzle, engine="frontier", unique=True, labelled=True, symmetry=symmetry, threads=threads)
    assert numbers(answer) == want
    assert (answer.engine, answer.share, answer.note) == ("frontier", 1.0, "")
    plain = count(puzzle, engine="frontier", symmetry=symmetry, threads=threads)
    assert numbers(plain) == (Status.COMPLETE, want[1], None, None)
    if not KASTELEYN.unsupported(to_cover(puzzle).problem, to_cover(puzzle).forced):
        assert numbers(count(puzzle, engine="kasteleyn", unique=True)) == (*want[:3], None)


@settings(max_examples=25)
@given(
    cells=st.sets(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=2, max_size=20),
    loose=st.booleans(),
    motions=st.sampled_from(["all", "rotation", "fixed"]),
    force=st.booleans(),
)
def test_random_boards_of_dominoes(
    cells: set[tuple[int, int]],
    loose: bool,  # noqa: FBT001 - by Hypothesis
    motions: str,
    force: bool,  # noqa: FBT001
) -> None:
    copies = (0, len(cells)) if loose or len(cells) % 2 else len(cells) // 2
    puzzle = Puzzle(Board.of(cells), (piece("d", "##", copies=copies, motions=motions),))
    placements = to_cover(puzzle).placements
    if force and placements:
        forced = (placements[len(placements) // 2],)
        puzzle = replace(puzzle, board=replace(puzzle.board, forced=forced))
    listed = count(puzzle, engine="dense", unique=True, labelled=True)
    assert numbers(count(puzzle, engine="frontier", unique=True, labelled=True)) == numbers(listed)
    counted = count(puzzle, engine="kasteleyn", unique=True)
    assert (counted.solutions, counted.up_to_symmetry) == (listed.solutions, listed.up_to_symmetry)


SMALL = [
    name
    for name, entry in catalogue.entries().items()
    if {"heavy", "open"}.isdisjoint(entry.tags)
    and isinstance(puzzle := entry.load(), Puzzle)
    and len(puzzle.board.cells) <= 40
    and len(puzzle.pieces) <= 8
]


@pytest.mark.parametrize("name", SMALL)
def test_the_catalogue(name: str) -> None:
    puzzle = catalogue.load(name)
    labelled = prepare(Query(puzzle, Count())).labels_fit
    swept = count(puzzle, engine="frontier", unique=True, labelled=labelled)
    expected = {e.what: e.count for e in puzzle.expect if e.use == "all"}
    assert swept.status is Status.COMPLETE
    assert swept.solutions == expected.get("solutions", swept.solutions)
    assert swept.up_to_symmetry == expected.get("unique", swept.up_to_symmetry)
    if labelled:
        assert swept.labelled == expected.get("labelled", swept.labelled)
    if swept.solutions is not None and swept.solutions < 20_000:
        assert numbers(count(puzzle, engine="dancing-cells", unique=True, labelled=labelled)) == numbers(
            swept
        )
    if not KASTELEYN.unsupported(to_cover(puzzle).problem, to_cover(puzzle).forced):
        determinants = count(puzzle, engine="kasteleyn", unique=True)
        assert numbers(determinants)[1:3] == numbers(swept)[1:3]


def test_there_are_enough_of_the_catalogue() -> None:
    assert len(SMALL) >= 70


def test_left_over_copies_of_several_pieces_are_labelled() -> None:
    pieces = (
        piece("d", "##", copies=(1, 3)),
        piece("l", "#. ##", copies=(0, 2)),
        piece("m", "#", copies=(2, 4)),
    )
    puzzle = Puzzle(rectangle(4, 3), (*pieces, piece("i", "###", copies=2)))
    want = brute(puzzle)
    assert want[1] > 100 and want[3] > want[1]
    assert numbers(count(puzzle, engine="frontier", unique=True, labelled=True)) == want
    assert count(puzzle, engine="frontier", labelled=True).labelled == want[3]


def test_more_copies_than_the_board_has_room_for() -> None:
    puzzle = Puzzle(rectangle(3, 2), (piece("d", "##", copies=(0, 10**6)), piece("o", "###", copies=(0, 50))))
    assert numbers(count(puzzle, engine="frontier", unique=True, labelled=True)) == brute(puzzle)


def test_labels_that_a_sweep_cannot_tell_apart_are_left_to_listing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.facts.MOST_LABELS", 100)
    with pytest.raises(UnsupportedError, match="so many copies"):
        count(MONOMER_DIMER, engine="frontier", labelled=True)
    listed = count(MONOMER_DIMER, labelled=True)
    assert listed.engine not in ("frontier", "kasteleyn") and not listed.tried
    monkeypatch.undo()
    assert listed.labelled == count(MONOMER_DIMER, engine="frontier", labelled=True).labelled


def test_determinants_do_not_label_copies_that_may_be_left_over() -> None:
    loose = replace(DOMINOES, pieces=(piece("d", "##", copies=(0, 40)),))
    with pytest.raises(UnsupportedError, match="'kasteleyn' cannot label copies"):
        count(loose, engine="kasteleyn", labelled=True)
    assert count(loose, labelled=True).labelled == 12988816 * math.perm(40, 32)


def test_known_numbers_up_to_symmetry() -> None:
    for engine in ("frontier", "kasteleyn"):
        answer = count(DOMINOES, engine=engine, unique=True, labelled=True)
        # Kasteleyn 1961; A099390, A158907
        assert numbers(answer) == (Status.COMPLETE, 12988816, 1629189, 12988816 * math.factorial(32))
    assert numbers(count(PENTOMINOES, engine="frontier", unique=True))[1:3] == (1472, 368)


def test_puzzles_of_next_to_nothing() -> None:
    for puzzle in (
        Puzzle(rectangle(2, 1), ()),
        Puzzle(Board.of((), [(0, 0), (1, 0)]), ()),
        Puzzle(Board.of((), [(0, 0), (1, 0)]), (piece("o", "#", copies=(0, 1)),)),
        Puzzle(rectangle(3, 1), (piece("i", "##"), piece("j", "##"))),
    ):
        assert numbers(count(puzzle, engine="frontier", unique=True, labelled=True)) == brute(puzzle)
    both = Placement("i", ((0, 0), (1, 0)))
    full = Puzzle(Board.of([(0, 0), (1, 0)], forced=[both]), (piece("i", "##"),))
    for engine in ("frontier", "kasteleyn"):
        assert count(full, engine=engine, unique=True).up_to_symmetry == 1


# Limits, threads, memory, orders


def nothing_known(answer: Answer) -> bool:
    return (answer.solutions, answer.labelled, answer.up_to_symmetry) == (None, None, None)


@pytest.mark.parametrize("unique", [False, True])
def test_limits_and_a_button_end_a_count_with_nothing_claimed(*, unique: bool) -> None:
    pressed = threading.Event()
    pressed.set()
    for engine, puzzle in (("frontier", PENTOMINOES), ("kasteleyn", DOMINOES)):
        late = count(puzzle, engine=engine, unique=unique, limits=Limits(seconds=0))
        assert late.status is Status.LIMIT and nothing_known(late)
        stopped = count(puzzle, engine=engine, unique=unique, cancel=pressed)
        assert stopped.status is Status.CANCELLED and nothing_known(stopped)
    few = count(PENTOMINOES, engine="frontier", unique=unique, limits=Limits(nodes=1000))
    assert few.status is Status.LIMIT and nothing_known(few)
    assert few.nodes == 1000 and 0 < few.share < 1


def test_a_limit_of_states_holds_for_all_counts_together() -> None:
    """Up to symmetry several counts are made: what one has spent the next has not."""
    whole = count(MONOMER_DIMER, engine="frontier", unique=True)
    total = count(MONOMER_DIMER, engine="frontier")
    ends = []
    for nodes in (*range(0, whole.nodes, 4), whole.nodes, whole.nodes + 1):
        answer = count(MONOMER_DIMER, engine="frontier", unique=True, limits=Limits(nodes=nodes))
        ends.append(answer.status)
        if answer.status is Status.COMPLETE:
            assert numbers(answer) == numbers(whole)
        else:
            # That of all solutions comes first, and is told where it is known.
            known = total.solutions if nodes >= total.nodes else None
            assert numbers(answer) == (Status.LIMIT, known, None, None)
            assert answer.nodes == nodes
    assert ends == sorted(ends, key=lambda end: end is Status.COMPLETE)
    assert 0 < ends.count(Status.COMPLETE) < len(ends) / 2


class Presser(threading.Thread):
    """Another thread that presses the button as soon as some progress is told."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.cancel, self._told = threading.Event(), threading.Event()
        self.start()

    def run(self) -> None:
        self._told.wait()
        self.cancel.set()

    def check_cancelled(self, progress: Progress) -> None:
        if progress.share > 0:
            self._told.set()


@pytest.mark.parametrize(
    ("engine", "puzzle"),
    [("frontier", LARGE), ("kasteleyn", Puzzle(rectangle(110, 110), (piece("d", "##", copies=6050),)))],
)
def test_a_button_pressed_by_another_thread(
    engine: str, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr("tilewright.solving.steps.STEP_SECONDS", 0.001)
    presser = Presser()
    answer = count(
        puzzle,
        engine=engine,
        threads=1,
        symmetry=False,
        cancel=presser.cancel,
        on_progress=presser.check_cancelled,
    )
    assert answer.status is Status.CANCELLED and nothing_known(answer)
    assert 0 < answer.share < 1


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr("tilewright.solving.steps.STEP_SECONDS", 0.0)  # so that steps are as small as can be
    seen: list[Progress] = []
    answer = count(PENTOMINOES, engine="frontier", on_progress=seen.append)
    assert answer.solutions == 1472
    assert len(seen) > 3
    assert all(0 <= p.share <= 1 and not p.listed and p.solutions == 0 for p in seen)
    assert [p.nodes for p in seen] == sorted(p.nodes for p in seen)
    assert [p.seconds for p in seen] == sorted(p.seconds for p in seen)
    assert seen[-1].nodes <= answer.nodes


def test_what_a_progress_callback_raises_ends_the_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)

    def enough(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count(PENTOMINOES, engine="frontier", on_progress=enough)


def test_threads_change_neither_numbers_nor_states() -> None:
    answers = [count(PENTOMINOES, engine="frontier", unique=True, threads=n) for n in (1, 2, 3)]
    assert {(numbers(a), a.nodes) for a in answers} == {
        ((Status.COMPLETE, 1472, 368, None), answers[0].nodes)
    }


def test_too_little_memory_is_said() -> None:
    small = count(LARGE, engine="frontier", memory=LEAST_MEMORY)
    assert small.status is Status.LIMIT and nothing_known(small)
    assert "the bound of memory" in small.note and small.nodes > 0
    assert count(MONOMER_DIMER, engine="frontier", memory=LEAST_MEMORY).solutions == 10012


@settings(max_examples=30)
@given(puzzle=puzzles(), data=st.data())
def test_an_order_changes_no_number(puzzle: Puzzle, data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(to_cover(puzzle).problem.items or ("",)), unique=True))
    names = [name.replace(" ", "") if data.draw(st.booleans()) else name for name in names if name]
    answer = count(puzzle, order=names, engine="frontier", unique=True, labelled=True)
    assert numbers(answer) == brute(puzzle)


def test_an_order_is_for_the_engine_that_has_one() -> None:
    answer = count(MONOMER_DIMER, order=["(3, 3)", "(0,0)"])
    assert (answer.engine, answer.solutions) == ("frontier", 10012)
    assert "order" in answer.engine_reason
    with pytest.raises(UnsupportedError, match=r"\(9, 9\)"):
        count(MONOMER_DIMER, order=["(0, 0)", "(9, 9)"])
    with pytest.raises(UnsupportedError, match="twice"):
        count(MONOMER_DIMER, order=["(0, 0)", "(0,0)"])
    for engine in ("dense", "kasteleyn"):
        with pytest.raises(UnsupportedError, match="does not accept an order of items; frontier does"):
            count(DOMINOES, engine=engine, order=["(0, 0)"])
    with pytest.raises(UnsupportedError, match="'X'"):
        count(MONOMER_DIMER, order=["X"])
    assert count(PENTOMINOES, order=["X"]).solutions == 1472


def test_an_engine_that_cannot_count_this_says_why() -> None:
    with pytest.raises(UnsupportedError, match="'kasteleyn' does not support this puzzle: each option"):
        count(PENTOMINOES, engine="kasteleyn")
    with pytest.raises(UnsupportedError, match="'frontier' counts all at once"):
        count(MONOMER_DIMER, engine="frontier", limits=Limits(solutions=5))


def test_a_labelled_total_that_is_known_is_told_where_the_count_up_to_symmetry_is_ended() -> None:
    total = count(MONOMER_DIMER, engine="frontier", labelled=True)
    limits = Limits(nodes=total.nodes + 1)
    ended = count(MONOMER_DIMER, engine="frontier", unique=True, labelled=True, limits=limits)
    assert numbers(ended) == (Status.LIMIT, 10012, None, total.labelled)

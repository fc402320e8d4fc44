"""Checkpoints of a sweep: set down and taken up at every rest, damaged, and not one's own."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.fake_clock import FakeClock
from support.frontier_problems import (
    EXISTS,
    SQUARE,
    Packing,
    best,
    domino_problem,
    queries,
    rectangle,
    shapes,
    without_near,
)
from tilewright import _core
from tilewright.errors import CheckpointError, OutputError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.checkpoint import (
    CHECKPOINT_SECONDS,
    FIRST_CHECKPOINT_SECONDS,
    MAGIC,
    SEARCH,
    SWEEP_MAGIC,
    kind_of,
)
from tilewright.solving.engines.frontier.semirings import COUNT, Semiring, best_counted, by_marks, modulo
from tilewright.solving.engines.frontier.sweep import SweepQuery, sweep
from tilewright.solving.engines.frontier.sweep_checkpoint import SweepCheckpoint
from tilewright.solving.engines.registry import FRONTIER
from tilewright.solving.resources import LEAST_MEMORY, Resources
from tilewright.solving.steps import Control, Limits, Status, StepLoop

ONE, TWO = Resources(threads=1), Resources(threads=2)

RINGS: tuple[tuple[str, int, int], ...] = (
    ("exists", 0, 0),
    ("count", 0, 0),
    ("modulo", 1_000_003, 0),
    ("least", 0, 0),
    ("least_count", 0, 0),
    ("by_marks", 0, 3),
)


def marked(problem: CoverProblem) -> tuple[int, ...]:
    """Marks that tell larger options from smaller ones."""
    return tuple(int(len(option) > 1) for option in problem.options)


def made(
    query: SweepQuery, ring: tuple[str, int, int], threads: int = 1, memory: int = 1 << 30
) -> _core.Sweep:
    return query.plan.sweep(*ring, threads, memory)


def finished(search: _core.Sweep) -> tuple[list[int], int, int, int, int]:
    """The numbers of the value, however many words each of them has, and how many states there were."""
    while search.advance(1 << 40) is _core.SweepStatus.running:
        pass
    words, size = search.value(), 8 * max(1, search.limbs)
    cost = len(words) % size
    numbers = [words[:cost], *(words[at : at + size] for at in range(cost, len(words), size))]
    values = [int.from_bytes(number, "little") for number in numbers if number]
    return values, search.states, search.children, search.hopeless, search.most_live


def copied(search: _core.Sweep, fresh: _core.Sweep) -> _core.Sweep:
    """A fresh sweep brought to where another one rests."""
    fresh.restore_head(search.head())
    for place in search.kept_places():
        fresh.restore_part(search.part(place))
    return fresh


def rests(query: SweepQuery, ring: tuple[str, int, int], threads: int, budget: int) -> None:
    """Take a sweep up at each of its rests, and from one rest to the next, with other numbers of threads."""
    whole = finished(made(query, ring))
    search = made(query, ring, threads)
    met = 0
    while True:
        if search.at_rest:
            met += 1
            assert finished(copied(search, made(query, ring, 1 + met % 3))) == whole
            search = copied(search, made(query, ring, 1 + (met + 1) % 3))
        if search.advance(budget) is _core.SweepStatus.complete:
            break
    assert search.at_rest
    assert finished(search) == whole
    for _ in range(2):  # also once there is nothing left to do
        search = copied(search, made(query, ring, threads))
        assert search.kept_places() == []
        assert finished(search) == whole


@given(queries(), st.sampled_from(RINGS), st.integers(1, 3), st.integers(1, 3))
def test_a_sweep_goes_on_from_every_rest(
    query: SweepQuery, ring: tuple[str, int, int], threads: int, budget: int
) -> None:
    rests(replace(query, marks=marked(query.problem)), ring, threads, budget)


@pytest.mark.parametrize("ring", RINGS, ids=lambda ring: str(ring[0]))
def test_a_sweep_goes_on_from_every_rest_of_a_board_whose_counts_grow_long(
    ring: tuple[str, int, int],
) -> None:
    problem = domino_problem(2, 90, monominoes=True)
    costs = tuple(k % 3 - 1 for k in range(len(problem.options)))
    query = SweepQuery(replace(problem, costs=costs), weights=(3,) * len(costs), marks=marked(problem))
    whole = finished(made(query, ring))
    assert ring[0] in ("exists", "modulo", "least") or max(whole[0]).bit_length() > 128
    search = made(query, ring)
    while search.advance(40) is not _core.SweepStatus.complete:
        if search.at_rest:
            search = copied(search, made(query, ring, 2))
    assert finished(search) == whole


def test_threads_that_share_the_states_take_up_what_one_left() -> None:
    query = SweepQuery(domino_problem(4, 14, monominoes=True), order=tuple(range(56)))
    whole = finished(made(query, ("count", 0, 0)))
    assert whole[4] > 10_000
    search, threads, met = made(query, ("count", 0, 0), 2), 2, 0
    while search.advance(1) is not _core.SweepStatus.complete:  # a thread takes some 1,000 at least
        if search.at_rest:
            threads, met = 5 - threads, met + 1
            search = copied(search, made(query, ("count", 0, 0), threads))
    assert met > 30
    assert finished(search) == whole


@given(st.data())
def test_what_was_kept_of_another_sweep_is_refused(data: st.DataObject) -> None:
    query = SweepQuery(domino_problem(4, 4, monominoes=True))
    search = made(query, ("count", 0, 0))
    while not (search.at_rest and search.place > 4):
        search.advance(1)
    head, parts = search.head(), [search.part(place) for place in search.kept_places()]
    cut = data.draw(st.integers(0, len(head) - 1))
    with pytest.raises(ValueError):
        made(query, ("count", 0, 0)).restore_head(head[:cut])
    fresh = made(query, ("count", 0, 0))
    fresh.restore_head(head)
    part = data.draw(st.sampled_from(parts))
    cut = data.draw(st.integers(0, len(part) - 1).filter(lambda n: n < 16 or n % 16))
    with pytest.raises(ValueError):
        fresh.restore_part(part[:cut])
    for place in (0, search.place - 1, search.places, 2**63):
        with pytest.raises(ValueError):
            fresh.restore_part(place.to_bytes(8, "little") + part[8:])
    with pytest.raises(ValueError):
        made(SweepQuery(domino_problem(1, 2)), ("count", 0, 0)).restore_head(head)
    begun = made(query, ("exists", 0, 0))
    kept = begun.head()
    begun.advance(1)
    with pytest.raises(ValueError):
        begun.restore_head(kept)
    with pytest.raises(ValueError):
        made(query, ("exists", 0, 0)).restore_head(head)


def test_a_sweep_that_has_not_begun_is_kept_where_its_line_begins_with_nothing_to_decide() -> None:
    """Item 0 is covered at most once, by an option that is decided where item 1 is."""
    problem = CoverProblem(("a", "b"), ((0, 1), (1, 1)), (((0, 0), (1, 0)), ((1, 0),), ((0, 0), (1, 0))))
    query = SweepQuery(problem, order=(0, 1))
    search = made(query, ("count", 0, 0))
    assert search.place == 1 and search.kept_places() == [1]
    assert finished(copied(search, made(query, ("count", 0, 0))))[0] == [3]


def test_a_sweep_with_nothing_to_do_is_kept() -> None:
    for problem, want in ((CoverProblem((), (), ()), [1]), (CoverProblem(("a",), ((1, 1),), ()), [])):
        search = made(SweepQuery(problem), ("count", 0, 0))
        assert search.kept_places() == [] and search.live == 0
        assert finished(copied(search, made(SweepQuery(problem), ("count", 0, 0))))[0] == want


# Files

BOARD = domino_problem(5, 6, monominoes=True)
QUERY = SweepQuery(BOARD, marks=marked(BOARD))
EACH: tuple[Semiring[Any], ...] = (
    EXISTS,
    COUNT,
    modulo(97),
    best(),
    best(maximise=True),
    best_counted(),
    by_marks(marked(BOARD), 4),
)


@pytest.fixture(autouse=True)
def checkpoint_at_every_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.engines.checkpoint.CHECKPOINT_SECONDS", 0.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sweep"


def begun(path: Path, query: SweepQuery = QUERY, semiring: Semiring[Any] = COUNT, nodes: int = 200) -> bytes:
    """A checkpoint of a sweep that was ended by a limit."""
    limits = Limits(nodes=nodes)
    ended = sweep(query, semiring, ONE, Control(limits=limits, checkpoint=path))
    assert ended.status is Status.LIMIT and ended.value is None
    return path.read_bytes()


@pytest.mark.parametrize("semiring", EACH, ids=lambda semiring: str(semiring.name))
def test_a_run_that_is_ended_again_and_again_comes_to_the_same_end(
    path: Path, semiring: Semiring[Any]
) -> None:
    query = replace(QUERY, maximise=semiring.maximise)
    whole = sweep(query, semiring, ONE, Control())
    begun(path, query, semiring, nodes=1)
    for nodes in range(1, whole.states + 150, 90):
        evaluation = sweep(query, semiring, TWO, Control(limits=Limits(nodes=nodes), resume=path))
        assert evaluation.seconds > 0
    assert (evaluation.status, evaluation.value, evaluation.states) == (
        Status.COMPLETE,
        whole.value,
        whole.states,
    )
    # A finished run may be asked again, and is not searched again.
    for _ in range(3):
        again = sweep(query, semiring, ONE, Control(resume=path))
        assert (again.status, again.value, again.states) == (Status.COMPLETE, whole.value, whole.states)


def test_a_short_sweep_is_saved_too(
    path: Path, monkeypatch: pytest.MonkeyPatch, still_clock: FakeClock
) -> None:
    monkeypatch.setattr("tilewright.solving.engines.checkpoint.CHECKPOINT_SECONDS", CHECKPOINT_SECONDS)
    core: Any = SimpleNamespace(at_rest=True, states=7, kept_places=tuple, head=bytes)
    saved = SweepCheckpoint("sweep", {}, core, StepLoop(Control(checkpoint=path)), lambda: 0.5)
    for interval in (FIRST_CHECKPOINT_SECONDS, CHECKPOINT_SECONDS, CHECKPOINT_SECONDS):
        path.unlink()
        still_clock.now += interval - 0.25
        saved.write_if_due()
        assert not path.exists()
        still_clock.now += 0.25
        saved.write_if_due()
        assert path.exists()


def test_it_goes_on_into_another_file_but_not_over_a_strange_one(path: Path, tmp_path: Path) -> None:
    old = begun(path)
    other, strange = tmp_path / "other", tmp_path / "strange"
    strange.write_text("my notes\n")
    for control in (Control(checkpoint=strange), Control(resume=path, checkpoint=strange)):
        with pytest.raises(OutputError, match="not overwritten"):
            sweep(QUERY, COUNT, ONE, control)
        assert strange.read_text() == "my notes\n"
    assert sweep(QUERY, COUNT, ONE, Control(resume=path, checkpoint=other)).status is Status.COMPLETE
    assert path.read_bytes() == old
    assert (
        sweep(QUERY, COUNT, ONE, Control(resume=other, limits=Limits(nodes=10**9))).status is Status.COMPLETE
    )
    with pytest.raises(OutputError):
        sweep(QUERY, COUNT, ONE, Control(checkpoint=tmp_path / "no such directory" / "sweep"))


def test_memory_that_ends_leaves_a_checkpoint_to_go_on_from(path: Path) -> None:
    problem = domino_problem(10, 10, monominoes=True)
    semiring = by_marks(marked(problem), 50)
    query = SweepQuery(problem, marks=semiring.marks)
    want = sweep(query, semiring, ONE, Control()).value
    ends = set()
    for memory in range(LEAST_MEMORY, 3 * LEAST_MEMORY, LEAST_MEMORY // 16):
        path.unlink(missing_ok=True)
        evaluation = sweep(query, semiring, Resources(1, memory), Control(checkpoint=path))
        ends.add(evaluation.status)
        # Too little memory for what was kept is a limit, too, and spoils nothing.
        kept = path.read_bytes()
        tight = sweep(query, semiring, Resources(1, LEAST_MEMORY), Control(resume=path))
        assert tight.value in (None, want)
        if tight.status is Status.LIMIT:
            assert "memory" in tight.note
            assert evaluation.status is Status.COMPLETE or path.read_bytes() == kept
        assert sweep(query, semiring, TWO, Control(resume=path)).value == want
    assert ends == {Status.LIMIT, Status.COMPLETE}


def test_a_cut_or_damaged_file_is_refused(path: Path) -> None:
    whole = begun(path)
    for size in range(0, len(whole), 1 + len(whole) // 300):
        path.write_bytes(whole[:size])
        with pytest.raises(CheckpointError):
            sweep(QUERY, COUNT, ONE, Control(resume=path))
    path.write_bytes(whole + b"\0")
    with pytest.raises(CheckpointError):
        sweep(QUERY, COUNT, ONE, Control(resume=path))
    step = 1 + len(whole) // 500
    for at in (*range(400), *range(400, len(whole), step), *range(len(whole) - 40, len(whole))):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        with pytest.raises(CheckpointError):
            sweep(QUERY, COUNT, ONE, Control(resume=path))
    path.unlink()
    with pytest.raises(CheckpointError):
        sweep(QUERY, COUNT, ONE, Control(resume=path))


@pytest.mark.parametrize(
    "line",
    (
        "[]",
        "{}",
        "[" * 100_000,
        '{"question":[],"seconds":0,"places":0}',
        '{"question":7,"seconds":0,"places":0}',
        '{"question":{},"seconds":0,"places":0}',
        '{"question":{},"seconds":0,"places":Infinity}',
        '{"question":{},"seconds":null,"places":0}',
        '{"question":{},"seconds":0,"places":1e300}',
    ),
)
@pytest.mark.parametrize("magic", [MAGIC, SWEEP_MAGIC])
def test_a_file_whose_head_is_nonsense_is_refused(path: Path, line: str, magic: bytes) -> None:
    body = magic + line.replace("{", '{"kind":"sweep",', 1).replace(",}", "}").encode() + b"\n"
    path.write_bytes(body + hashlib.sha256(body).digest())
    with pytest.raises(CheckpointError):
        sweep(QUERY, COUNT, ONE, Control(resume=path))


def test_the_file_of_another_question_is_refused(path: Path) -> None:
    begun(path)
    heavy = (2,) * len(BOARD.options)
    others: tuple[tuple[SweepQuery, Semiring[Any]], ...] = (
        (SweepQuery(domino_problem(6, 5, monominoes=True)), COUNT),
        (SweepQuery(without_near(BOARD)), COUNT),
        (SweepQuery(replace(BOARD, costs=heavy)), COUNT),
        (replace(QUERY, prefix=(0,)), COUNT),
        (replace(QUERY, prefix=(~0,)), COUNT),
        (replace(QUERY, weights=heavy), COUNT),
        (replace(QUERY, times=((0, 0, 2),)), COUNT),
        (replace(QUERY, order=(3,)), COUNT),
        (replace(QUERY, marks=heavy), COUNT),
        (replace(QUERY, maximise=True), COUNT),
        *((QUERY, semiring) for semiring in EACH if semiring.name != "count"),
    )
    for query, semiring in others:
        with pytest.raises(CheckpointError, match="belongs to another"):
            sweep(query, semiring, ONE, Control(resume=path))
        with pytest.raises(OutputError, match="it is not overwritten"):
            sweep(query, semiring, ONE, Control(checkpoint=path))
    path.unlink()
    begun(path, semiring=modulo(97))
    with pytest.raises(CheckpointError, match="another question"):
        sweep(QUERY, modulo(98), ONE, Control(resume=path))
    path.write_text("tilewright checkpoint 1\n")
    with pytest.raises(
        CheckpointError, match="it is of a search, which the engine 'frontier' cannot continue"
    ):
        sweep(QUERY, COUNT, ONE, Control(resume=path))


def test_the_same_items_at_other_places_are_another_question(path: Path) -> None:
    """Along a line that was chosen the holes of a board keep their places, along a given one they do not."""
    cells = rectangle(5, 5, [(2, 2), (1, 3), (4, 4), (0, 4)])
    problem = Packing(SQUARE, cells, (), ((tuple(shapes(SQUARE, 3)), None),)).problem
    chosen = SweepQuery(problem)
    given_ = SweepQuery(problem, order=tuple(chosen.plan.items))
    assert given_.plan.items == chosen.plan.items and len(given_.plan.live) < len(chosen.plan.live)
    begun(path, chosen, nodes=20)
    with pytest.raises(CheckpointError, match="another question"):
        sweep(given_, COUNT, ONE, Control(resume=path))


def test_a_file_tells_whether_it_is_of_a_sweep(path: Path) -> None:
    begun(path)
    assert kind_of(path) == FRONTIER.checkpoint_kind
    path.write_text("tilewright checkpoint 1\n")
    assert kind_of(path) == SEARCH
    path.unlink()
    with pytest.raises(CheckpointError, match="cannot read"):
        kind_of(path)


def test_a_file_of_the_version_before_is_resumed(path: Path) -> None:
    expected = sweep(QUERY, COUNT, ONE, Control()).value
    begun(path)
    whole = path.read_bytes()[:-32]
    head, _, payload = whole.removeprefix(MAGIC).partition(b"\n")
    older = SWEEP_MAGIC + head.replace(b'"kind":"sweep",', b"") + b"\n" + payload
    path.write_bytes(older + hashlib.sha256(older).digest())
    assert sweep(QUERY, COUNT, ONE, Control(resume=path)).value == expected

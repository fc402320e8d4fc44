"""Searches for sets of pieces: against a look at every set, and the same for every way to run them."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from support.set_cases import all_sets, best_rank, check_best, examine_sets, random_pool
from tilewright.errors import CheckpointError, UnsupportedError
from tilewright.families.assembly.burr_sticks import burr
from tilewright.families.assembly.sets import parts
from tilewright.families.assembly.sets.checkpoint import SetCheckpoint, SetTally
from tilewright.families.assembly.sets.goal import Goal, SetResult, Wanted
from tilewright.families.assembly.sets.listing import PARTS, SetListing
from tilewright.families.assembly.sets.search import search_sets
from tilewright.model.lattices import CUBE, Lattice
from tilewright.model.pieces.piece import Way
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.solving import resources
from tilewright.solving.api import count
from tilewright.solving.engines.checkpoint import about_of
from tilewright.solving.steps import Control, Limits, Progress, Status

SEEDS = [3, 8, 12]


@pytest.mark.parametrize("mirrors", [True, None, False])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_set_is_that_of_a_look_at_every_set(mirrors: bool | None, seed: int) -> None:  # noqa: FBT001
    pool = random_pool(seed, mirrors=mirrors)
    sets = examine_sets(pool)
    for goal, most in ((Goal.LEVEL, 1000), (Goal.LEVEL, 1), (Goal.UNIQUE, 1000)):
        search = search_sets(pool, Wanted(goal, None, most))
        assert search.is_proven
        expected = best_rank(sets, unique=goal is Goal.UNIQUE, most=most)
        assert (None if search.best is None else check_best(search.best).rank) == expected


def test_sets_of_so_many_pieces() -> None:
    pool = random_pool(3)
    sets = examine_sets(pool)
    ranks = set()
    for pieces in (1, 2, 3, 4):
        search = search_sets(pool, Wanted(pieces=pieces))
        rank = None if search.best is None else search.best.rank
        assert rank == best_rank(sets, pieces=pieces)
        if search.best is not None:
            assert sum(piece.max_copies for piece in search.best.puzzle.pieces) == pieces
        ranks.add(rank)
    assert len(ranks) > 1


def test_every_set_with_an_assembly_is_counted_once() -> None:
    """Against a count of each set by itself; a set and its mirror image are one."""
    pool = random_pool(5, mirrors=False)
    expected = [count(puzzle, unique=True, threads=1).up_to_symmetry for puzzle in all_sets(pool)]
    search = search_sets(pool)
    assert search.sets == sum(map(bool, expected))
    assert search.assemblies == sum(filter(None, expected))


def test_solid_burrs_of_notchable_pieces() -> None:
    search = search_sets(burr(6, "notchable", solid=True), control=Control(threads=2))
    assert (search.assemblies, search.sets, search.is_proven) == (588, 451, True)
    assert check_best(search.best).levels[:2] == (1, 2)


def test_the_example_of_the_guide() -> None:
    search = search_sets(burr(6, "103 256 376 480 768 824 928 1024"), Wanted(Goal.UNIQUE))
    assert (search.sets, search.assemblies) == (744, 44_030)
    assert search.best is not None and search.best.levels == (5, 4, 1, 1, 1)
    assert (search.best.assemblies, search.best.solutions) == (3, 1)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_set_is_found_on_any_number_of_threads(threads: int) -> None:
    pool = random_pool(8)
    alone, together = (search_sets(pool, control=Control(threads=number)).best for number in (1, threads))
    assert alone is not None and together is not None and alone.puzzle == together.puzzle


def test_better_sets_are_announced_as_they_are_found() -> None:
    announced: list[SetResult] = []
    search = search_sets(random_pool(12), on_best=announced.append)
    ranks = [result.rank for result in announced]
    assert ranks == sorted(set(ranks)) and search.best is not None and ranks[-1] == search.best.rank


@pytest.mark.parametrize("stop", [1, 300, PARTS - 1])
def test_a_resumed_search_ends_as_one_without_a_pause(
    stop: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, path = random_pool(5), tmp_path / "sets.ckpt"
    whole = search_sets(pool)
    cancel = threading.Event()
    note = parts.PieceSetRun._note

    def note_and_stop(self: parts.PieceSetRun, done: parts.PartDone) -> None:
        if self._tally.done == stop:
            cancel.set()
        note(self, done)

    monkeypatch.setattr(parts.PieceSetRun, "_note", note_and_stop)
    stopped = search_sets(pool, control=Control(cancel=cancel, checkpoint=path))
    assert stopped.status is Status.CANCELLED and not stopped.is_proven and stopped.sets <= whole.sets
    monkeypatch.undo()
    resumed = search_sets(pool, control=Control(threads=2, resume=path))
    assert resumed.is_proven and resumed.sets == whole.sets and resumed.seconds > 0
    assert resumed.best is not None and whole.best is not None
    assert resumed.best.puzzle == whole.best.puzzle and resumed.best.best == whole.best.best
    again = search_sets(pool, control=Control(resume=path))
    assert again.sets == whole.sets and again.best is not None and again.best.rank == whole.best.rank


def test_a_best_set_without_a_part_that_is_done_is_no_progress(tmp_path: Path) -> None:
    """Else a restart that is stopped at once would remove the old file."""
    path = tmp_path / "sets.ckpt"
    checkpoint = SetCheckpoint("a search", Control(checkpoint=path))
    for done, progress in ((0, ""), (1, "1 part, 3 sets")):
        checkpoint.tally = SetTally(done, 3, best=random_pool(5))
        checkpoint.write()
        assert about_of(path).progress == progress


def test_a_checkpoint_of_another_search_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sets.ckpt"
    search_sets(random_pool(5), control=Control(checkpoint=path))
    for pool, wanted in ((random_pool(8), Wanted()), (random_pool(5), Wanted(Goal.UNIQUE))):
        with pytest.raises(CheckpointError, match="belongs to another search for sets"):
            search_sets(pool, wanted, Control(resume=path))
    path.write_bytes(path.read_bytes().replace(b'"sets":', b'"sets":-'))
    with pytest.raises(CheckpointError, match="damaged"):
        search_sets(random_pool(5), control=Control(resume=path))


@pytest.mark.usefixtures("ticking_clock")
def test_limits_and_cancellation_keep_what_was_found() -> None:
    pool = burr(6, "notchable")
    late = search_sets(pool, control=Control(Limits(seconds=0)))
    assert late.status is Status.LIMIT and late.best is None and late.assemblies is None
    cut = search_sets(pool, control=Control(Limits(seconds=300)))
    assert cut.status is Status.LIMIT and not cut.is_proven and cut.assemblies is None
    assert cut.best is None or cut.sets
    cancel = threading.Event()
    cancel.set()
    assert search_sets(pool, control=Control(cancel=cancel)).status is Status.CANCELLED


@pytest.mark.parametrize("piece", [0, 1, 300])
def test_a_cancellation_ends_the_set_up_of_a_large_pool_at_the_next_piece(
    monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    cancel = threading.Event()
    seen = 0
    orientations = Piece.orientations

    def turned(self: Piece, lattice: Lattice) -> tuple[Way, ...]:
        nonlocal seen
        seen += 1
        if seen == piece:
            cancel.set()
        return orientations(self, lattice)

    pool = burr(6, "usable")
    if not piece:
        cancel.set()
    monkeypatch.setattr(Piece, "orientations", turned)
    search = search_sets(pool, control=Control(cancel=cancel))
    assert (search.status, search.best, search.sets) == (Status.CANCELLED, None, 0)
    assert seen == piece


def test_a_time_limit_in_the_set_up_is_said() -> None:
    search = search_sets(burr(6, "notchable"), control=Control(Limits(seconds=0.0)))
    assert (search.status, search.best) == (Status.LIMIT, None)
    assert search.note == "no assembly was listed, for want of time"


def test_progress_has_words_for_both_phases() -> None:
    words: list[Progress] = []
    cancel = threading.Event()

    def keep(progress: Progress) -> None:
        words.append(progress)
        if len(words) > 3:
            cancel.set()

    search_sets(burr(6, "notchable"), control=Control(on_progress=keep, cancel=cancel))
    assert words[0].words.startswith("listing: ") and words[0].words.endswith(" assemblies")


def test_a_list_that_does_not_fit_is_searched_as_far_as_it_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pool, path = random_pool(3), tmp_path / "sets.ckpt"
    whole = search_sets(pool, control=Control(checkpoint=path))
    monkeypatch.setattr(resources, "LEAST_MEMORY", 400)
    cut = search_sets(pool, control=Control(resume=path), memory=400)
    assert cut.status is Status.LIMIT and not cut.is_proven and cut.assemblies is None
    assert cut.note.startswith("only ") and cut.note.endswith(" for want of memory") and cut.sets < whole.sets
    monkeypatch.undo()
    again = search_sets(pool, control=Control(resume=path))  # what was done before is still known to be
    assert again.is_proven and again.sets == whole.sets and again.best is not None
    assert whole.best is not None and again.best.puzzle == whole.best.puzzle


def test_candidates_that_are_alike_are_one() -> None:
    bar = [(0, 0, 0), (1, 0, 0)]
    twice = [Piece.of(name, bar, lattice=CUBE, motions="rotation") for name in "ab"]
    pool = Puzzle(Board.of([(x, 0, 0) for x in range(4)]), twice, lattice=CUBE)
    search = search_sets(pool)
    assert search.sets == 1 and search.best is not None and search.best.puzzle.pieces[0].max_copies == 2
    assert search_sets(pool, Wanted(pieces=1)).sets == 0
    one = replace(pool, pieces=pool.pieces[:1])
    assert search_sets(one).sets == 0 and search_sets(one, copies=2).sets == 1


def test_a_puzzle_without_pieces_has_no_sets() -> None:
    with pytest.raises(UnsupportedError, match="no pieces to choose from"):
        search_sets(Puzzle(Board.of([(0, 0, 0)]), (), lattice=CUBE))


def test_mirror_images_of_sets_are_one() -> None:
    pool = burr(6, "notchable", solid=True)
    apart = replace(pool, mirrors=False)
    both = [SetListing(puzzle, None, 1 << 24) for puzzle in (pool, apart)]
    assert [len(listing.group.members) for listing in both] == [24, 12]
    assert [listing.factor for listing in both] == [1, 1]
    assert SetListing(replace(pool, mirrors=None), None, 1 << 24).factor == 2

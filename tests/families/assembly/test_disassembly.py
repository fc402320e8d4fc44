"""Assemblies taken apart: known levels, brute force on random ones, replay, groups, limits."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import islice, pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.assembly_cases import (
    CAGE,
    KEY,
    SLOTS,
    assembly,
    random_assemblies,
    random_assemblies_on,
    winding_corridor,
)
from support.brute_disassembly import DIRECTIONS, least_moves, least_moves_on, least_total, shifted
from support.shared_files import shared_file
from tilewright import load_puzzle, solutions
from tilewright.errors import CheckpointError, PuzzleError, UnsupportedError
from tilewright.families.assembly.checkpoint import SurveyCheckpoint
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly, Move, Separation
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.slides import met_at_once, slides_of
from tilewright.families.assembly.survey import take_all_apart
from tilewright.families.assembly.tally import Tally
from tilewright.families.assembly.text import blocking_text, bound_text
from tilewright.model.lattices import CUBE, LATTICES, Cell, Lattice
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.solving.steps import Cancelled, Control, Limits, Status

SLIDING = [lattice for lattice in LATTICES.values() if lattice.directions]


def take_apart(puzzle: Puzzle, solution: Solution) -> Disassembly:
    """The disassembly of one assembly, checked where there is one."""
    disassembly = Disassembler(puzzle).take_apart(solution)
    if disassembly.comes_apart:
        check_disassembly(disassembly, puzzle)
    return disassembly


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        (("AAA", "EED", "CCD"), "there is no piece 'E'"),
        (("AAA", "BBD"), "does not have"),
        (("..AAA", "..BBD", "..CCD"), "covers cells that are not on the board"),
    ],
)
def test_an_assembly_of_another_puzzle_is_refused(other: tuple[str, ...], fault: str) -> None:
    puzzle, _ = assembly("AAA BBD CCD")
    _, strange = assembly(" ".join(other))
    with pytest.raises(PuzzleError, match=f"belongs to another puzzle: .*{fault}"):
        Disassembler(puzzle).take_apart(strange)


@pytest.mark.parametrize("name", ["soma-cube", "diabolical-cube"])
@pytest.mark.parametrize("how", [{}, {"explain": True}, {"least_total": True}])
def test_several_assemblies_come_apart_as_each_does(name: str, how: dict[str, Any]) -> None:
    puzzle = load_puzzle(f"catalog:{name}")
    assemblies = list(islice(solutions(puzzle), 12))
    each = [Disassembler(puzzle).take_apart(one, **how) for one in assemblies]
    assert list(Disassembler(puzzle).take_each_apart(assemblies, **how)) == each


def starts(
    part: Separation, cells: dict[int, frozenset[Cell]]
) -> list[tuple[Separation, dict[int, frozenset[Cell]]]]:
    """Each separation with the cells of its pieces before its first move."""
    now = {piece: cells[piece] for piece in part.pieces}
    pairs = [(part, dict(now))]
    for move in part.moves:
        assert isinstance(move, Move)
        for piece in move.pieces:
            now[piece] = shifted(now[piece], tuple(move.steps * k for k in move.direction))
    for following in (part.remaining, part.removed):
        if following is not None:
            pairs += starts(following, now)
    return pairs


@given(random_assemblies())
def test_every_number_of_moves_is_the_least(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    disassembly = take_apart(puzzle, solution)
    cells = {number: frozenset(positions) for number, (_, positions) in enumerate(disassembly.pieces)}
    assert disassembly.status is Status.COMPLETE
    if disassembly.separation is None:
        assert cannot_be_separated(list(cells.values()))
        return
    for part, before in starts(disassembly.separation, cells):
        assert len(part.moves) == least_moves([before[piece] for piece in part.pieces])


@pytest.mark.parametrize("lattice", SLIDING, ids=lambda lattice: lattice.name)
@given(data=st.data())
def test_the_first_number_is_the_least_on_every_lattice(lattice: Lattice, data: st.DataObject) -> None:
    puzzle, solution = data.draw(random_assemblies_on(lattice))
    disassembly = take_apart(puzzle, solution)
    pieces = [frozenset(piece) for _, piece in disassembly.pieces]
    least = least_moves_on(lattice, pieces)
    if disassembly.comes_apart:
        assert disassembly.levels[0] == least
    elif len(pieces) == 2:
        assert least is None


def cannot_be_separated(pieces: list[frozenset[Cell]]) -> bool:
    """Whether some part of two pieces or more never comes apart, by brute force."""
    numbers = range(len(pieces))
    subsets = [[k for k in numbers if mask >> k & 1] for mask in range(1, 1 << len(pieces))]
    return any(len(subset) > 1 and least_moves([pieces[k] for k in subset]) is None for subset in subsets)


@pytest.mark.parametrize(
    ("layers", "levels"),
    [
        (("AB",), (1,)),
        (("AAA ABA AAA",), (1,)),
        (("AAA ABB AAA", "AAA AAA AAA", "AAA AAA AAA"), (1,)),
        (KEY, (1, 2)),
        (("AAAA ABBA AAAA", "AAAA ABAA AAAA", "AAAA ABAA AAAA"), (1,)),
        (CAGE, ()),
        (("AABB AABB", "ABBB AAAB"), (1,)),
        (("A",), ()),
    ],
)
def test_known_levels(layers: tuple[str, ...], levels: tuple[int, ...]) -> None:
    disassembly = take_apart(*assembly(*layers))
    assert (disassembly.levels, disassembly.comes_apart) == (levels, bool(levels))


def test_pieces_of_one_group_stay_together() -> None:
    with_lid = [layer.replace("A ", "AC ") + "C" for layer in CAGE]
    assert not take_apart(*assembly(*with_lid)).comes_apart
    disassembly = take_apart(*assembly(*with_lid, groups="AB"))
    assert disassembly.levels == (1,) and disassembly.separation is not None
    assert disassembly.separation.remaining is disassembly.separation.removed is None
    assert not take_apart(*assembly(*with_lid, groups="BC")).comes_apart
    assert not take_apart(*assembly(*CAGE, groups="AB")).comes_apart  # there is nothing to do


def test_why_an_assembly_does_not_come_apart() -> None:
    puzzle, solution = assembly("AAAA AAAA AAAA", "AAAA A.BA AAAA", "AAAA AAAA AAAA")
    assert Disassembler(puzzle).take_apart(solution).blocking is None
    disassembly = Disassembler(puzzle).take_apart(solution, explain=True)
    assert disassembly.blocking is not None and not disassembly.comes_apart
    assert disassembly.blocking.pieces == (0, 1) and disassembly.blocking.whole
    assert set(disassembly.blocking.positions) == {((0, 0, 0), (0, 0, 0)), ((0, 0, 0), (-1, 0, 0))}
    met = disassembly.blocking.met
    assert (1, (-1, 0, 0)) not in met and met[1, (1, 0, 0)] == (0,) and (0, (1, 0, 0)) not in met
    assert met[0, (-1, 0, 0)] == (1,)
    text = blocking_text(disassembly)
    assert text.startswith("A, B reach 2 positions to each other") and "\n  B   +x meets A" in text
    apart = Disassembler(assembly(*KEY)[0]).take_apart(assembly(*KEY)[1], explain=True)
    assert apart.comes_apart and apart.blocking is None


@given(random_assemblies())
def test_what_is_met_at_once_is_what_a_step_overlaps(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    pieces = {number: frozenset(p.cells) for number, p in enumerate(solution.placements)}
    expected = {}
    for (piece, cells), direction in product(pieces.items(), DIRECTIONS):
        there = shifted(cells, direction)
        others = tuple(other for other, rows in pieces.items() if other != piece and rows & there)
        if others:
            expected[piece, direction] = others
    assert met_at_once(slides_of(puzzle.lattice), pieces) == expected


def test_the_heaviest_piece_stays() -> None:
    for heavy, mover in (("A", 1), ("B", 0)):
        disassembly = take_apart(*assembly("AB", heavy=heavy))
        assert disassembly.separation is not None
        assert [move.pieces for move in disassembly.separation.moves] == [(mover,)]


def test_wrong_sequences_are_refused() -> None:
    puzzle, solution = assembly(*KEY)
    disassembly = take_apart(puzzle, solution)
    assert disassembly.separation is not None
    first = disassembly.separation
    (last,) = first.moves
    assert isinstance(last, Move)
    after = first.remaining
    assert after is not None
    wrong = [
        None,
        replace(first, moves=()),
        replace(first, moves=(replace(last, steps=3),)),
        replace(first, moves=(replace(last, direction=(-1, 0, 0)),)),
        replace(first, moves=(replace(last, direction=(1, 1, 0)),)),
        replace(first, moves=(replace(last, pieces=()),)),
        replace(first, moves=(replace(last, pieces=first.pieces),)),
        replace(first, remaining=None),
        replace(first, remaining=replace(after, moves=after.moves[1:])),
        replace(first, remaining=replace(after, moves=(after.moves[0], *after.moves))),
        replace(first, pieces=first.pieces[:-1]),
        replace(first, moves=(Move(last.pieces, last.direction, 1),)),
    ]
    for separation in wrong:
        with pytest.raises(PuzzleError):
            check_disassembly(replace(disassembly, separation=separation), puzzle)


def leaves_freely(puzzle: Puzzle, solution: Solution, move: Move) -> bool:
    """Whether the replay accepts that one of two pieces leaves by this move."""
    pieces = tuple((placement.piece, placement.cells) for placement in solution.placements)
    try:
        check_disassembly(Disassembly(pieces, Status.COMPLETE, Separation((0, 1), (move,)), 1), puzzle)
    except PuzzleError:
        return False
    return True


@given(random_assemblies(most_pieces=2), st.sampled_from(DIRECTIONS), st.integers(0, 1))
def test_replay_accepts_what_never_overlaps(
    case: tuple[Puzzle, Solution], direction: Cell, leaving: int
) -> None:
    cells = [frozenset(value.cells) for value in case[1].placements]
    on_its_way = (shifted(cells[leaving], tuple(steps * k for k in direction)) for steps in range(10))
    expected = all(cells[1 - leaving].isdisjoint(there) for there in on_its_way)
    assert leaves_freely(*case, Move((leaving,), direction, 0)) is expected


@pytest.mark.parametrize("lattice", SLIDING, ids=lambda lattice: lattice.name)
@given(data=st.data())
def test_replay_accepts_what_slides_freely_on_every_lattice(lattice: Lattice, data: st.DataObject) -> None:
    puzzle, solution = data.draw(random_assemblies_on(lattice, "AB"))
    one_way = slides_of(lattice).directions
    both_ways = [*one_way, *(tuple(-part for part in direction) for direction in one_way)]
    accepted = {
        leaving: {d for d in both_ways if leaves_freely(puzzle, solution, Move((leaving,), d, 0))}
        for leaving in (0, 1)
    }
    assert accepted[0] == {tuple(-part for part in direction) for direction in accepted[1]}
    least = least_moves_on(lattice, [frozenset(result.cells) for result in solution.placements])
    assert bool(accepted[0]) == (least == 1)


@pytest.mark.parametrize("lattice", SLIDING, ids=lambda lattice: lattice.name)
def test_replay_sees_a_piece_that_is_met_after_a_gap(lattice: Lattice) -> None:
    one_way = slides_of(lattice).directions
    for direction in (*one_way, *(tuple(-part for part in direction) for direction in one_way)):
        back = tuple(-part for part in direction)
        for cell in lattice.classes:
            for gap in range(1, 5):
                there = add(cell, tuple(gap * part for part in direction))
                pieces = (Piece.of("A", [cell], lattice=lattice), Piece.of("B", [there], lattice=lattice))
                puzzle = Puzzle(Board.of((cell, there)), pieces, lattice=lattice)
                solution = Solution.of((Placement("A", (cell,)), Placement("B", (there,))))
                leaving = (int(solution.placements[1].piece == "A"),)
                assert not leaves_freely(puzzle, solution, Move(leaving, direction, 0))
                assert leaves_freely(puzzle, solution, Move(leaving, back, 0))


def test_replay_refuses_pieces_that_overlap_at_first() -> None:
    puzzle, _ = assembly("AB")
    pieces = (("A", ((0, 0, 0),)), ("B", ((0, 0, 0),)))
    part = Separation((0, 1), (Move((0,), (1, 0, 0), 0),))
    with pytest.raises(PuzzleError, match="overlap before the first move"):
        check_disassembly(Disassembly(pieces, Status.COMPLETE, part, 1), puzzle)


def test_memory_that_does_not_suffice_decides_nothing() -> None:
    puzzle, solution = assembly(*CAGE)
    assert Disassembler(puzzle).take_apart(solution).status is Status.COMPLETE
    short = Disassembler(puzzle, max_bytes=100).take_apart(solution)
    assert short.status is Status.LIMIT and not short.comes_apart


def test_a_check_ends_a_search() -> None:
    side = range(10)
    edge = (0, 9)
    room = [["A" if x in edge or y in edge else "." for x in side] for y in side]
    groups = [list(row) for row in room]
    groups[2][2:7:2] = "BCD"
    lid, layer, empty = (" ".join(map("".join, rows)) for rows in ([["A"] * 10] * 10, groups, room))
    puzzle, solution = assembly(lid, layer, empty, empty, lid)

    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        Disassembler(puzzle).take_apart(solution, stop)


def burr() -> Puzzle:
    """The 3x3x3 cube of nine bars: many assemblies, all of which come apart."""
    bar = Piece.of("bar", [(0, 0, 0), (1, 0, 0), (2, 0, 0)], lattice=CUBE, motions="rotation", copies=(9, 9))
    cells = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    return Puzzle(Board.of(cells), (bar,), lattice=CUBE)


def test_surveys_on_one_thread_and_on_three_are_the_same() -> None:
    puzzle = burr()
    one, three = (take_all_apart(puzzle, threads=threads) for threads in (1, 3))
    assert one.status is three.status is Status.COMPLETE and one.is_proven
    assert (one.assemblies, one.levels, one.states) == (three.assemblies, three.levels, three.states)
    assert len(one.levels) == one.assemblies > 1


def test_the_first_and_a_chosen_assembly() -> None:
    puzzle = burr()
    seen: list[int] = []
    first = take_all_apart(puzzle, first=True, on_result=lambda number, value: seen.append(number))
    assert (first.assemblies, seen, list(first.levels)) == (1, [1], [1])
    second = take_all_apart(puzzle, number=2)
    assert list(second.levels) == [2] and second.assemblies == 1
    assert take_all_apart(puzzle, number=1_000).assemblies == 0


def test_a_time_limit_and_missing_memory_are_said() -> None:
    puzzle, _ = assembly(*CAGE)
    assert take_all_apart(puzzle, limits=Limits(seconds=0)).status is Status.LIMIT
    short = take_all_apart(puzzle, memory=1)
    assert short.status is Status.COMPLETE or (short.undecided and not short.is_proven)


def check_with_less_memory(puzzle: Puzzle, solution: Solution, max_bytes: int) -> Disassembly:
    """The disassembly with so much memory: the same as with more, or a bound that holds."""
    right = Disassembler(puzzle).take_apart(solution)
    disassembly = Disassembler(puzzle, max_bytes).take_apart(solution)
    if disassembly.bound is None:
        assert (disassembly.status, disassembly.separation) == (right.status, right.separation)
        assert disassembly.status is Status.COMPLETE
    else:
        assert disassembly.status is Status.LIMIT and disassembly.separation is None
        parts = [] if right.separation is None else list(right.separation.parts())
        least = [len(part.moves) for part in parts if part.pieces == disassembly.bound.pieces]
        assert disassembly.bound.moves <= min(least, default=disassembly.bound.moves)
    return disassembly


@given(random_assemblies(5), st.integers(1, 4_000))
def test_with_less_memory_the_moves_are_the_same(case: tuple[Puzzle, Solution], max_bytes: int) -> None:
    check_with_less_memory(*case, max_bytes)


def test_a_long_sequence_is_found_with_any_memory() -> None:
    case = winding_corridor(97)
    assert take_apart(*case).levels == (98,)
    assert check_with_less_memory(*case, 8_000).levels == (98,)
    bounds = [check_with_less_memory(*case, max_bytes).bound for max_bytes in range(0, 800, 100)]
    moves = [bound.moves for bound in bounds if bound is not None]
    assert moves[0] == 2 and moves == sorted(moves) and 2 < moves[-1] < 98
    text = bound_text(check_with_less_memory(*case, 0))
    assert text == "at least 2 moves until some of box, key, ball are free"


@given(random_assemblies(), st.sampled_from([50, 500, 1 << 20]))
def test_the_least_sum_of_moves_is_that_of_brute_force(case: tuple[Puzzle, Solution], max_bytes: int) -> None:
    puzzle, solution = case
    disassembly = Disassembler(puzzle, max_bytes).take_apart(solution, least_total=True)
    least = least_total([frozenset(cells) for _, cells in disassembly.pieces])
    if disassembly.comes_apart:
        check_disassembly(disassembly, puzzle)
        assert (
            disassembly.total_at_least is not None
            and disassembly.total_at_least <= least <= disassembly.total
        )
        assert (disassembly.status is Status.COMPLETE) == (disassembly.total_at_least == disassembly.total)
    elif max_bytes == 1 << 20:
        assert least == float("inf")


def test_moves_before_the_first_separation_may_save_more_after_it() -> None:
    puzzle, solution = assembly(*SLOTS)
    assert take_apart(puzzle, solution).levels == (2, 2)
    disassembly = Disassembler(puzzle).take_apart(solution, least_total=True)
    check_disassembly(disassembly, puzzle)
    assert (disassembly.levels, disassembly.total, disassembly.total_at_least) == ((2, 1), 3, 3)
    assert least_total([frozenset(cells) for _, cells in disassembly.pieces]) == 3
    short = Disassembler(puzzle, 60).take_apart(solution, least_total=True)
    assert (short.status, short.levels, short.total_at_least) == (Status.LIMIT, (2, 2), 2)


def test_a_survey_finds_least_sums_and_goes_on_with_them(tmp_path: Path) -> None:
    puzzle, _ = assembly(*SLOTS)
    path = tmp_path / "survey.ckpt"
    survey = take_all_apart(puzzle, least_total=True, checkpoint=path)
    assert set(survey.levels.values()) == {(2, 1)} and survey.is_proven and not survey.open_totals
    assert take_all_apart(puzzle, least_total=True, resume=path).levels == survey.levels
    with pytest.raises(CheckpointError, match="it was made with the least total"):
        take_all_apart(puzzle, resume=path)


def test_the_least_sum_of_a_known_puzzle() -> None:
    puzzle = load_puzzle(shared_file("burrtools/key-trap.xmpuzzle"))
    survey = take_all_apart(puzzle, least_total=True)
    assert list(survey.levels.values()) == [(27, 2, 3, 1, 2)] and survey.is_proven


def test_flat_puzzles_are_refused() -> None:
    flat = Puzzle(Board.of([(0, 0), (1, 0)]), (Piece.of("I", [(0, 0), (1, 0)]),))
    with pytest.raises(UnsupportedError, match="in space only"):
        take_all_apart(flat)


def test_steps_of_a_disassembly_are_single_moves() -> None:
    disassembly = take_apart(*assembly(*KEY))
    assert disassembly.separation is not None
    parts = list(disassembly.separation.parts())
    assert all(isinstance(part.moves[-1], Move) and not part.moves[-1].steps for part in parts)
    for part in parts:
        assert all(before != after for before, after in pairwise(part.moves))


def test_a_survey_is_resumed_where_it_stopped(tmp_path: Path) -> None:
    puzzle, path = burr(), tmp_path / "survey.ckpt"
    whole = take_all_apart(puzzle, threads=1)

    class Enough(threading.Event):
        """Set once some assemblies were taken apart."""

        seen = 0

        def is_set(self) -> bool:
            return self.seen >= 2

    enough = Enough()

    def count(number: int, disassembly: Disassembly) -> None:
        enough.seen += 1

    part = take_all_apart(puzzle, threads=1, on_result=count, cancel=enough, checkpoint=path)
    assert part.status is Status.CANCELLED and part.assemblies == 2
    before = path.read_bytes()
    late: list[int] = []
    rest = take_all_apart(
        puzzle, threads=2, resume=path, on_result=lambda number, result: late.append(number)
    )
    assert (rest.assemblies, rest.levels, rest.states) == (whole.assemblies, whole.levels, whole.states)
    assert late == list(range(3, whole.assemblies + 1)) and rest.is_proven
    path.write_bytes(before)
    other, _ = assembly(*CAGE)
    with pytest.raises(CheckpointError, match="another puzzle"):
        take_all_apart(other, resume=path)
    path.write_bytes(before[:-3] + bytes([before[-3] ^ 1]) + before[-2:])
    with pytest.raises(CheckpointError, match="damaged"):
        take_all_apart(puzzle, resume=path)
    assert take_all_apart(puzzle, limits=Limits(seconds=0), checkpoint=tmp_path / "new").assemblies == 0


def test_a_checkpoint_with_another_order_is_refused_and_kept(tmp_path: Path) -> None:
    puzzle, path = burr(), tmp_path / "survey.ckpt"
    survey = SurveyCheckpoint(puzzle, Control(checkpoint=path))
    survey.write(Tally(1, {1: (1,)}))
    before = path.read_bytes()
    with pytest.raises(CheckpointError, match="another order"):
        take_all_apart(puzzle, resume=path)
    assert path.read_bytes() == before
    survey.write(Tally(1, {2: (1,)}))
    with pytest.raises(CheckpointError, match="damaged"):
        take_all_apart(puzzle, resume=path)


@pytest.mark.parametrize("nodes", [0, 1])
def test_a_list_that_ends_early_is_no_complete_survey(nodes: int, tmp_path: Path) -> None:
    puzzle, _ = assembly(*KEY)
    every = take_all_apart(puzzle, checkpoint=tmp_path / "state")
    assert every.status is Status.COMPLETE and every.assemblies
    assert take_all_apart(puzzle, limits=Limits(nodes=nodes)).status is Status.LIMIT
    resumed = take_all_apart(puzzle, limits=Limits(nodes=nodes), resume=tmp_path / "state")
    assert resumed.status is Status.LIMIT

"""Playing gunport: hints against brute force on small boards."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.waiting import HANGS_S
from tilewright.errors import GameError, LibraryError
from tilewright.families.gunport import play
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults
from tilewright.families.gunport.hints import (
    FIVE_SECONDS,
    assess,
    best_known,
    complete,
    lay_hint,
    lift_hint,
    submit,
)
from tilewright.families.gunport.library import Library
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.play import (
    SIZES,
    GunportMove,
    GunportPosition,
    apply,
    begin,
    interpret,
    replay,
)
from tilewright.families.gunport.query import GunportAnswer, SolveOptions
from tilewright.model.lattices import Cell
from tilewright.solving.steps import Limits, Status

FREE = SolveOptions(threads=1)
NO_SLIDE = Rules(no_slide=True)


def known_so_far(board: GunportBoard, pieces: int | None, lower_bound: int) -> GunportAnswer:
    return GunportAnswer(board, Rules(), Status.LIMIT, pieces, lower_bound)


def endings(
    position: GunportPosition, out: frozenset[Cell] = frozenset()
) -> Iterator[frozenset[tuple[Cell, ...]]]:
    """Every arrangement that keeps the position's pieces: the first open cell is covered, or stays vacant."""
    places = [place for place in position.placements if out.isdisjoint(place)]
    if not places:
        if not faults(position.arrangement, position.game.rules):
            yield frozenset(position.pieces)
        return
    cell = min(cell for place in places for cell in place)
    for place in places:
        if cell in place:
            yield from endings(apply(position, GunportMove(place)), out)
    yield from endings(position, out | {cell})


def fewest(position: GunportPosition) -> int | None:
    return min((len(pieces) for pieces in endings(position)), default=None)


@st.composite
def starts(draw: st.DrawFn) -> GunportPosition:
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    cells = {(x, y) for x in range(columns) for y in range(rows)}
    cells -= draw(st.sets(st.sampled_from(sorted(cells)), max_size=min(2, len(cells) - 1)))
    board = GunportBoard(frozenset(cells))
    places = begin(board).placements
    if places and draw(st.integers(0, 3)) == 0:
        board = GunportBoard(board.cells, pieces=frozenset({draw(st.sampled_from(places))}))
    elif draw(st.integers(0, 3)) == 0:
        board = GunportBoard(board.cells, ports=frozenset({draw(st.sampled_from(sorted(cells)))}))
    return begin(board, Rules(no_slide=draw(st.booleans())))


def played(position: GunportPosition, dice: random.Random, moves: int) -> tuple[GunportPosition, list[str]]:
    texts = []
    for _ in range(moves):
        if position.laid and (not position.placements or dice.random() < 0.2):
            move = GunportMove(dice.choice(position.laid), lays=False)
        elif position.placements:
            move = GunportMove(dice.choice(position.placements))
        else:
            break
        texts.append(str(move))
        position = apply(position, interpret(position, str(move)))
    return position, texts


@given(starts(), st.randoms(use_true_random=False))
def test_random_games_can_be_replayed_taken_back_and_written_down(
    start: GunportPosition, dice: random.Random
) -> None:
    position, texts = played(start, dice, 12)
    assert replay(start, texts) == position
    assert play.loads(start, play.dumps(position)) == position
    if texts and texts[-1].startswith("lay"):
        undone = apply(position, interpret(position, "lift " + texts[-1].split()[-1]))
        assert undone == replay(start, texts[:-1])
    covered = {cell for piece in position.pieces for cell in piece}
    assert position.vacant == start.game.board.cells - covered
    assert position.open | position.ports == position.vacant
    assert position.open.isdisjoint(position.ports)
    assert position.finished == (not faults(position.arrangement, position.game.rules))
    if not position.placements and not position.slides and not start.game.board.ports:
        assert position.finished


@given(starts(), st.randoms(use_true_random=False), st.integers(0, 3))
def test_hints_lead_to_the_best_completion(start: GunportPosition, dice: random.Random, moves: int) -> None:
    position, _ = played(start, dice, moves)
    known = best_known(start.game, options=FREE)
    assert (known.pieces, known.proven) == (fewest(start), True)
    reachable = fewest(position)
    completion = complete(position, FREE)
    assert (completion.pieces, completion.proven) == (reachable, True)
    hint = lay_hint(position, known, FREE)
    assert hint.sentence
    if position.finished:
        assert hint.placement is None
        judged = assess(position, known)
        assert judged.optimal == (len(position.pieces) == fewest(start))
        assert not judged.record
    elif reachable is None:
        assert hint.placement is None and "No arrangement contains these dominoes" in hint.sentence
    else:
        assert (hint.reachable, hint.proven) == (reachable, True)
        assert fewest(apply(position, interpret(position, hint.moves[0]))) == reachable
    if known.pieces is not None:
        lifted = lift_hint(position, known, FREE)
        assert lifted.lift == position.laid[::-1][: len(lifted.lift)]
        assert fewest(replay(position, lifted.moves)) == known.pieces
        if lifted.lift:
            assert fewest(replay(position, lifted.moves[:-1])) != known.pieces


@pytest.mark.parametrize("no_slide", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_hints_alone_finish_a_board_with_the_fewest(size: tuple[int, int], no_slide: bool) -> None:  # noqa: FBT001
    position = begin(GunportBoard.rectangle(*size), Rules(no_slide=no_slide))
    known = best_known(position.game)
    assert known.proven
    while not position.finished:
        if known.pieces is None:
            assert lay_hint(position, known).moves == ()
            return
        position = apply(position, interpret(position, lay_hint(position, known).moves[0]))
    assert len(position.pieces) == known.pieces
    judged = assess(position, known)
    assert judged.optimal and "no arrangement has fewer" in judged.sentence


def test_a_board_without_a_known_best_is_not_praised() -> None:
    position = replay(begin(GunportBoard.rectangle(1, 4)), ["lay 0,0 1,0", "lay 2,0 3,0"])
    known = best_known(position.game)
    judged = assess(position, replace(known, pieces=None, lower_bound=1, arrangements=()))
    assert judged.optimal is None and judged.record
    assert judged.sentence == (
        "2 dominoes and 0 ports. No arrangement of this board was known to compare it with; "
        "at least 1 are needed."
    )
    better = assess(position, replace(known, pieces=3, lower_bound=1))
    assert better.record and better.sentence.endswith(
        ", fewer than the 3 of the best known until now; at least 1 are needed."
    )
    proven = assess(position, replace(known, pieces=3, lower_bound=2))
    assert proven.optimal and proven.sentence.endswith("The best known until now had 3.")


def test_ports_are_final_once_nothing_fits_on_them() -> None:
    position = replay(begin(GunportBoard.rectangle(3, 3)), ["lay 0,0 1,0", "lay 0,1 0,2"])
    assert position.ports == frozenset()
    position = replay(position, ["lay 2,1 2,2"])
    assert position.ports == {(2, 0)}
    assert position.open == {(1, 1), (1, 2)}
    assert lay_hint(position, best_known(position.game)).moves == ("lay 1,1 1,2",)
    assert lift_hint(position, best_known(position.game)).moves == ("lift 2,1", "lift 0,1")


def test_no_domino_may_slide_into_a_port() -> None:
    start = begin(GunportBoard.rectangle(2, 3), NO_SLIDE)
    position = replay(start, ["lay 0,0 1,0", "lay 1,1 2,1"])
    assert [(slide.cells, slide.ahead) for slide in position.slides] == [
        (((0, 0), (1, 0)), ((2, 0),)),
        (((1, 1), (2, 1)), ((0, 1),)),
    ]
    assert not position.finished and not position.placements
    with pytest.raises(GameError, match="the domino on 0,0 1,0 can slide onto 2,0"):
        assess(position, best_known(position.game))
    assert replay(begin(GunportBoard.rectangle(2, 3)), ["lay 0,0 1,0", "lay 1,1 2,1"]).finished


GIVEN = begin(
    GunportBoard(
        GunportBoard.rectangle(2, 4).cells,
        pieces=frozenset({((0, 0), (1, 0))}),
        ports=frozenset({(3, 1)}),
    )
)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["put 0,0"], "move 1: 'put 0,0' is not a move; expected 'lay x,y x,y' or 'lift x,y'"),
        ([""], "is not a move"),
        (["lay"], "the cells are missing"),
        (["lay 1 2"], "'1' is not a cell; expected one such as 3,1"),
        (["lay 2,0"], "a domino covers two cells, next to each other"),
        (["lay 2,0 2,0"], "a domino covers two cells"),
        (["lay 1,1 3,0"], "a domino covers two cells"),
        (["lay 1,0 2,0"], "the cell 1,0 is already covered"),
        (["lay 2,1 3,1"], "the cell 3,1 is a given port"),
        (["lay 3,0 4,0"], "the cell 4,0 is not on the board"),
        (["lift 0,0"], "the piece on 0,0 is given"),
        (["lift 2,0"], "the cell 2,0 is vacant"),
        (["lift 9,9"], "the cell 9,9 is not on the board"),
        (["lay 2,0 3,0", "lift 2,0 3,0"], "move 2: one piece is lifted at a time"),
    ],
)
def test_illegal_moves_are_errors(moves: list[str], sentence: str) -> None:
    with pytest.raises(GameError) as error:
        replay(GIVEN, moves)
    assert sentence in str(error.value)


@pytest.mark.parametrize("text", ["x", "0.", "0", "9.99", "4.6_", "0.2", "4.6_4.5"])
def test_texts_that_are_no_position(text: str) -> None:
    with pytest.raises(GameError):
        play.loads(GIVEN, text)


def test_a_given_piece_must_be_the_rules_piece() -> None:
    with pytest.raises(GameError, match=r"the given piece on 0,0 1,0 is not the L tromino"):
        begin(GIVEN.game.board, rules_for("L tromino"))


def test_other_pieces_are_laid_by_all_their_cells() -> None:
    start = begin(GunportBoard.rectangle(3, 3), rules_for("L tromino"))
    position = replay(start, ["lay 1,1 0,1 1,0"])
    assert position.laid == (((0, 1), (1, 0), (1, 1)),)
    with pytest.raises(GameError, match="do not have the shape of the L tromino"):
        interpret(start, "lay 0,0 1,0 2,0")
    known = best_known(start.game)
    assert known.pieces == fewest(start)
    while not position.finished:
        position = apply(position, interpret(position, lay_hint(position, known).moves[0]))
    assert assess(position, known).optimal == (len(position.pieces) == known.pieces)


def test_a_record_is_reported_and_entered_once(tmp_path: Path) -> None:
    start = begin(GunportBoard.rectangle(1, 25))  # longer than what comes along
    library = Library(tmp_path / "boards.sqlite")
    full = replay(start, [f"lay {x},0 {x + 1},0" for x in range(0, 24, 2)])
    nothing = known_so_far(start.game.board, None, 3)
    assert assess(full, nothing).record
    assert submit(full, "Ada", library).result == "new"
    assert submit(full, "Ada", library).result == "known"
    fewer = replay(start, [f"lay {x},0 {x + 1},0" for x in range(1, 24, 3)])
    before = known_so_far(start.game.board, 12, 3).with_best(full.arrangement)
    assert assess(fewer, before).record
    assert submit(fewer, "Ada", library).fewer == len(full.pieces) - len(fewer.pieces)
    known = best_known(start.game, library)
    assert known.proven and assess(fewer, known).optimal
    assert not assess(full, known).optimal
    with pytest.raises(GameError, match="is not finished: another domino can be laid"):
        submit(start, "Ada", library)
    with pytest.raises(LibraryError, match="is not a finder"):
        submit(fewer, "", library)


def test_the_library_is_asked_first(tmp_path: Path) -> None:
    game = begin(GunportBoard.rectangle(8, 10)).game
    known = best_known(
        game, Library(tmp_path / "none.sqlite"), options=SolveOptions(limits=Limits(seconds=0.0))
    )
    assert (known.pieces, known.proven) == (27, True)
    assert known.best is not None and not faults(known.best, game.rules)
    assert not (tmp_path / "none.sqlite").exists()


def test_a_position_too_large_for_the_engines_gets_a_greedy_completion() -> None:
    start = begin(GunportBoard.rectangle(24, 24))
    position = replay(start, ["lay 0,0 1,0"])
    pressed = threading.Event()
    pressed.set()
    answer = complete(position, replace(FIVE_SECONDS, memory=1 << 20))
    assert answer.best is not None and not answer.proven
    assert Arrangement.of(start.game.board, answer.best.pieces).pieces >= set(position.laid)
    known = known_so_far(start.game.board, 400, 100)
    shown = lay_hint(position, known, replace(FIVE_SECONDS, memory=1 << 20))
    assert shown.placement is not None and not shown.proven and "perhaps fewer" in shown.sentence
    assert best_known(start.game, options=replace(FIVE_SECONDS, cancel=pressed)).proven is False
    assert (
        lift_hint(
            position,
            known_so_far(start.game.board, 192, 192),
            replace(FIVE_SECONDS, memory=1 << 20),
        ).lift
        == ()
    )


def test_a_wide_board_is_adapted_around_conflicting_pieces() -> None:
    start = begin(GunportBoard.rectangle(16, 16))
    known = best_known(start.game, options=SolveOptions(threads=1, limits=Limits(seconds=HANGS_S)))
    assert (known.pieces, known.proven) == (86, True)
    position = replay(start, ["lay 0,0 1,0", "lay 1,1 1,2"])
    hint = lay_hint(
        position, known, SolveOptions(threads=1, limits=Limits(nodes=1_000))
    )  # too few for a sweep of the whole
    assert hint.reachable is not None and 86 <= hint.reachable <= 88
    assert hint.proven == (hint.reachable == 86)
    assert "perhaps fewer, at least 86" in hint.sentence or hint.proven

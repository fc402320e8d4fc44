"""Gunport boards that a second engine confirms."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from support.cli import printed_json, run
from support.waiting import HANGS_S
from tilewright.errors import DisagreementError, UnsupportedError
from tilewright.families.gunport import confirmation
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.confirmation import confirmed_arrangements
from tilewright.families.gunport.engines import rectangles
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions
from tilewright.families.gunport.registry import ENGINES
from tilewright.families.gunport.solve import solve_board, stream_arrangements
from tilewright.solving.steps import Limits, Status

COUNT = GunportQuery(count=True)
DOMINOES = Rules()
HOLE = GunportBoard(GunportBoard.rectangle(5, 5).cells - {(2, 2)}, ports=frozenset({(0, 0)}))


def confirmed(
    board: GunportBoard, rules: Rules = DOMINOES, query: GunportQuery = COUNT, **given: Any
) -> GunportAnswer:
    engine, options = given.pop("engine", None), SolveOptions(**given)
    steps: Generator[Arrangement, None, GunportAnswer] = confirmed_arrangements(
        board, rules, query, options, engine=engine
    )
    while True:
        try:
            next(steps)
        except StopIteration as end:
            answer: GunportAnswer = end.value
            return answer


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("board", "rules", "query", "first", "second"),
    [
        (GunportBoard.rectangle(5, 6), Rules(), GunportQuery(), "bounded", "dense"),
        (GunportBoard.rectangle(5, 6), Rules(), COUNT, "bounded", "frontier"),
        (GunportBoard.rectangle(5, 6), Rules(), GunportQuery(arrangements=None), "bounded", "frontier"),
        (GunportBoard.rectangle(5, 6), Rules(), GunportQuery(sample=3), "bounded", "frontier"),
        (GunportBoard.rectangle(5, 100), Rules(), GunportQuery(), "dense", "bounded"),
        (GunportBoard.rectangle(5, 6), Rules(no_slide=True), GunportQuery(), "dense", "frontier"),
        (GunportBoard.rectangle(5, 4), Rules(no_slide=True), COUNT, "frontier", "tree-search"),
        (GunportBoard.rectangle(5, 5), rules_for("L tromino"), COUNT, "frontier", "tree-search"),
        (HOLE, Rules(), COUNT, "frontier", "tree-search"),
    ],
)
def test_engines_that_confirm_share_no_code(
    board: GunportBoard, rules: Rules, query: GunportQuery, first: str, second: str, threads: int
) -> None:
    answer = confirmed(board, rules, query, threads=threads)
    assert (answer.method, answer.confirmed_by, answer.status) == (first, second, Status.COMPLETE)
    assert not ENGINES[first].search_code & ENGINES[second].search_code
    assert answer.pieces == solve_board(board, rules, query).pieces


def test_an_engine_by_name_is_confirmed_by_another() -> None:
    for engine in ENGINES:
        answer = confirmed(GunportBoard.rectangle(5, 5), query=COUNT, engine=engine)
        assert (answer.pieces, answer.optima, answer.up_to_symmetry) == (9, 312, 39)
        assert answer.confirmed_by not in ("", engine)


def test_the_tree_search_lists_and_samples() -> None:
    board = GunportBoard.rectangle(4, 5)
    for query in (GunportQuery(arrangements=None), GunportQuery(arrangements=None, unique=True)):
        ours = solve_board(board, query=query, engine="tree-search").arrangements
        assert set(ours) == set(solve_board(board, query=query).arrangements) and len(ours) == len(set(ours))
    assert len(solve_board(board, query=GunportQuery(sample=5), engine="tree-search").arrangements) == 5
    impossible = solve_board(GunportBoard.rectangle(1, 3), Rules(no_slide=True), COUNT, engine="tree-search")
    assert (impossible.pieces, impossible.optima, impossible.proven) == (None, 0, True)
    with pytest.raises(UnsupportedError, match="up to 64 cells"):
        solve_board(GunportBoard.rectangle(8, 9), engine="tree-search")


def test_both_engines_run_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()

    def second(*given: Any, **named: Any) -> GunportAnswer:
        begun.set()
        return solve_board(*given, **named)

    def first(*given: Any, **named: Any) -> Generator[Arrangement, None, GunportAnswer]:
        assert begun.wait(HANGS_S)
        return (yield from stream_arrangements(*given, **named))

    monkeypatch.setattr(confirmation, "solve_board", second)
    monkeypatch.setattr(confirmation, "stream_arrangements", first)
    assert confirmed(GunportBoard.rectangle(5, 6), threads=2).confirmed_by == "frontier"


def test_a_wrong_number_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    def lying(*given: Any, **named: Any) -> GunportAnswer:
        answer = solve_board(*given, **named)
        return replace(answer, optima=(answer.optima or 0) + 1)

    monkeypatch.setattr(confirmation, "solve_board", lying)
    with pytest.raises(DisagreementError, match="optima: 8 by bounded, 9 by frontier") as caught:
        confirmed(GunportBoard.rectangle(5, 6))
    report: Any = json.loads(json.dumps(caught.value.report))
    assert report["first"]["optima"] == 8 and len(report["board"]) == 30 and report["versions"]


def test_a_number_up_to_symmetry_from_one_engine_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rectangles, "MAX_LISTED", 4)
    answer = confirmed(GunportBoard.rectangle(5, 6))
    assert (answer.optima, answer.up_to_symmetry, answer.confirmed_by) == (8, 3, "")
    assert answer.confirmation is not None and "frontier alone" in answer.confirmation.note


def test_a_board_without_a_second_engine_is_refused_at_once() -> None:
    with pytest.raises(UnsupportedError, match="no engine that shares no search code with 'frontier'"):
        confirmed(GunportBoard.rectangle(9, 9), rules_for("I3"))


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = run("gunport", "5x6", "--count", "--confirm", "--no-library")
    assert shown.exit_code == 0 and "\nconfirmed by frontier in " in shown.stdout
    body = printed_json(run("gunport", "5x6", "--all", "--confirm", "--no-library", "--json"))
    assert body["confirmed_by"] == "frontier" and len(body["arrangements"]) == 8
    monkeypatch.setattr(rectangles, "MAX_LISTED", 4)
    doubtful = run("gunport", "5x6", "--count", "--confirm", "--no-library")
    assert doubtful.exit_code == 3 and "8 optimal arrangements, 3 up to symmetry" in doubtful.stdout
    monkeypatch.setattr(
        confirmation, "solve_board", lambda *given, **named: replace(solve_board(*given, **named), pieces=1)
    )
    wrong = run("gunport", "5x6", "--confirm", "--no-library")
    assert wrong.exit_code == 4 and list(tmp_path.glob("tilewright-disagreement-1.json"))
    refused = run("gunport", "5x6", "--confirm", "--model", "monomino")
    assert refused.exit_code == 2 and "--confirm" in refused.stderr


def test_an_answer_that_a_limit_ends_is_not_confirmed() -> None:
    answer = confirmed(
        GunportBoard.rectangle(24, 25), query=GunportQuery(), limits=Limits(seconds=0.0), engine="bounded"
    )
    assert (answer.status, answer.confirmation) == (Status.LIMIT, None)
